"""The weights of a game's value, found in games between greedy bots.

So many games are played with each number of players. The weights are told with the command that found them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rumms.catalogue import Entry, find
from rumms.games.cabanga import value as cabanga
from rumms.games.cabanga.state import Step as CabangaStep
from rumms.games.dumm_gelaufen import value as dumm_gelaufen
from rumms.games.dumm_gelaufen.state import Moving
from rumms.games.kawumm import value as kawumm
from rumms.games.kawumm.state import Step as KawummStep
from rumms.games.waka_waka import value as waka_waka
from rumms.kernel.bots import make, play_out
from rumms.kernel.session import begin
from rumms.lab.tool import add_number, add_out, deliver, parser_of, run

Array = NDArray[np.float64]
Contest = tuple[Array, frozenset[int]]
"""A row of features for each seat, and who won."""

GAMES: Final = 200
DIGITS: Final = 4
STEPS: Final = 20
"""Of Newton's method; it has come to rest long before."""


def games(entry: Entry, seats: int, number: int) -> Iterator[tuple[list[Any], frozenset[int]]]:
    """Every state of so many games between so many greedy bots, and who won."""
    names = ("greedy",) * seats
    bots = {seat: make(name, entry.game, entry.bots) for seat, name in enumerate(names)}
    for seed in range(number):
        session = begin(entry.game, names, entry.game.options(), seed)
        play_out(session, names, bots)
        states = [*(made.before for made in session.past), session.state]
        yield states, entry.game.winners(session.state)


def fit_cabanga(seats: int, number: int) -> dict[str, Any]:
    """What the features of a hand cost in the end, by least squares, and what a lead is worth then."""
    rows: list[cabanga.Features] = []
    cost: list[int] = []
    moments: list[tuple[Any, frozenset[int]]] = []
    for states, winners in games(find("cabanga"), seats, number):
        ends = {state.number: state.totals for state in states if state.step in (CabangaStep.DEAL, CabangaStep.OVER)}
        for state in states:
            if state.step is CabangaStep.PLAY and not state.owed:
                rows += cabanga.features(state)
                cost += [end - now for end, now in zip(ends[state.number], state.totals, strict=True)]
                moments.append((state, winners))
    weights, *_ = np.linalg.lstsq(np.array(rows), np.array(cost), rcond=None)
    expected = np.maximum(np.array(rows) @ weights, 0)
    contests: list[Contest] = []
    at = 0
    for state, winners in moments:
        contests.append((-(np.array(state.totals) + expected[at : at + seats])[:, None], winners))
        at += seats
    (lead,) = odds(contests)
    return {"lead": round(1 / lead, DIGITS), "cost": _named(cabanga.Features._fields, weights)}


def fit_kawumm(seats: int, number: int) -> dict[str, Any]:
    """What the features are worth at the beginning of a turn."""
    contests: list[Contest] = []
    for states, winners in games(find("kawumm"), seats, number):
        for before, state in pairwise(states):
            if state.step is KawummStep.FIRST and before.step is not KawummStep.FIRST and winners:
                contests.append((np.array(kawumm.features(state), dtype=float), winners))
    return _named(kawumm.Features._fields, odds(contests))


def fit_waka_waka(seats: int, number: int) -> dict[str, Any]:
    """What the features are worth at the beginning of a turn."""
    contests: list[Contest] = []
    for states, winners in games(find("waka_waka"), seats, number):
        contests += [
            (np.array(waka_waka.features(state), dtype=float), winners)
            for state in states
            if waka_waka.begins_a_turn(state)
        ]
    return _named(waka_waka.Features._fields, odds(contests))


def fit_dumm_gelaufen(seats: int, number: int) -> dict[str, Any]:
    """What the features are worth at the beginning of a turn to win the round; one that stalled tells nothing."""
    contests: list[Contest] = []
    for states, _ in games(find("dumm_gelaufen"), seats, number):
        won = {
            before.number: frozenset(
                seat for seat in range(seats) if len(after.fulfilled[seat]) > len(before.fulfilled[seat])
            )
            for before, after in pairwise(states)
            if before.fulfilled != after.fulfilled
        }
        turns = (state for state in states if state.tasks and isinstance(state.tasks[0], Moving))
        contests += [
            (np.array(dumm_gelaufen.features(state), dtype=float), won[state.number])
            for state in turns
            if state.number in won
        ]
    return _named(dumm_gelaufen.Features._fields, odds(contests))


def odds(contests: list[Contest]) -> list[float]:
    """The weights under which those who won were likeliest to, each by exp(weights · features) (conditional logit)."""
    weights = np.zeros(contests[0][0].shape[1])
    for _ in range(STEPS):
        slope, bend = np.zeros_like(weights), np.zeros((len(weights), len(weights)))
        for rows, winners in contests:
            chances = np.exp(rows @ weights - np.max(rows @ weights))
            chances /= chances.sum()
            mean = chances @ rows
            slope += rows[sorted(winners)].mean(axis=0) - mean
            bend += (rows * chances[:, None]).T @ rows - np.outer(mean, mean)
        weights += np.linalg.solve(bend, slope)
    return [float(weight) for weight in weights]


def _named(names: Iterable[str], weights: Iterable[float]) -> dict[str, float]:
    return {name: round(float(weight), DIGITS) for name, weight in zip(names, weights, strict=True)}


FITS: Final[dict[str, Callable[[int, int], dict[str, Any]]]] = {
    "cabanga": fit_cabanga,
    "dumm_gelaufen": fit_dumm_gelaufen,
    "kawumm": fit_kawumm,
    "waka_waka": fit_waka_waka,
}


def main(words: Sequence[str] | None = None) -> int:
    """Fit one game's weights, and write or print them."""
    parser = parser_of("fit", __doc__)
    parser.add_argument("game", choices=FITS, help="the game")
    add_number(parser, "games", (1, 1_000_000), GAMES, "how many games are looked at for each number of players")
    add_out(parser, "rumms/games/GAME/weights.json")
    given = parser.parse_args(words)
    entry = find(given.game)
    fits = {str(seats): FITS[given.game](seats, given.games) for seats in entry.game.seats}
    deliver({"made_by": f"python -m rumms.lab.fit {given.game} {given.games}", "seats": fits}, given.out)
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
