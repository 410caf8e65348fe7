"""How dangerous a die is to a king, found by simulated flicks.

Positions of games between greedy bots are looked at; for some dice flicks at the enemy king are simulated with a
steady hand: straight at a few speeds, and high ones that hop. The best is flicked anew, and how often it knocks the
king off is what the weights in `danger.json` are fitted to.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from math import atan2, degrees
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rumms.catalogue import find
from rumms.games.rumms.danger import FEATURES, Fitted, features, field, shooters
from rumms.games.rumms.state import Ask, State
from rumms.kernel.bots import make, play_out
from rumms.kernel.session import begin
from rumms.lab.matches import workers
from rumms.lab.ready import compile_first
from rumms.lab.tool import add_jobs, add_number, add_out, deliver, parser_of, run
from rumms.physics.engine import Fast
from rumms.physics.geometry import on_mat
from rumms.physics.model import Flick, Layout, Shot, scatter

Array = NDArray[np.float64]

GAMES: Final = 60
A_GAME: Final = 5
"""Positions that are looked at in each game."""
A_POSITION: Final = 6
"""Dice that are tried in each."""
TRIED: Final = ((250.0, 0.5), (300.0, 0.5), (380.0, 0.5), (300.0, 0.4), (150.0, 0.85), (200.0, 0.8), (300.0, 0.75))
"""Speeds and heights."""
TRIES, MORE = 8, 24
"""Flicks of each, and of the best of them."""
STEPS: Final = 30
FIRM: Final = 0.3
"""How firmly weights are held near zero: as so many flicks would."""
DIGITS: Final = 4


def games(seed: int) -> list[State]:
    """A few positions of a game between greedy bots in which somebody has to move."""
    entry = find("rumms")
    bot = make("greedy", entry.game, entry.bots)
    session = begin(entry.game, ("greedy", "greedy"), entry.game.options(hands=("steady", "steady")), seed)
    play_out(session, ("greedy", "greedy"), {0: bot, 1: bot})
    states = [made.before for made in session.past if made.before.task.ask is Ask.MOVE]
    return Random(seed).sample(states, min(A_GAME, len(states)))


def rows_of(seed: int) -> list[tuple[list[float], float]]:
    """Features of some dice in the positions of a game, and how often the best flick of each hits home."""
    rng = Random(seed)
    return [row for state in games(seed) for row in _rows_in(state, rng)]


def _rows_in(state: State, rng: Random) -> Iterator[tuple[list[float], float]]:
    side = state.turn.side
    king, found = state.king(side.foe), shooters(state, side, state.frozen())
    some = rng.sample(found, min(A_POSITION, len(found)))
    fast = Fast(Layout(tuple(state.bodies()), state.options.mat))
    table = features(field(state), some, king.id, state.options.mat)
    for number, row in zip(some, table, strict=True):
        at, to = state.dice[number].body.pose, king.body.pose
        way = degrees(atan2(to.y - at.y, to.x - at.x))
        flicks = [Flick(number, way, speed, height) for speed, height in TRIED]
        best = max(flicks, key=lambda flick: _share(fast, flick, king.id, TRIES, rng))
        yield row.tolist(), _share(fast, best, king.id, MORE, rng)


def _share(fast: Fast, flick: Flick, king: int, times: int, rng: Random) -> float:
    return sum(_is_off(fast(scatter(flick, "steady", rng)), king, fast.layout) for _ in range(times)) / times


def _is_off(shot: Shot, king: int, layout: Layout) -> bool:
    return any(
        moved.id == king and (moved.gone or (not moved.level and not on_mat(moved.pose, layout.mat)))
        for moved in shot.moved
    )


def fit(rows: Sequence[tuple[list[float], float]]) -> list[float]:
    """The weights under which what was seen is likeliest (logistic regression with shares)."""
    x, y = np.array([row for row, _ in rows]), np.array([share for _, share in rows])
    weights: Array = np.zeros(x.shape[1])
    for _ in range(STEPS):
        p = 1.0 / (1.0 + np.exp(-(x @ weights)))
        slope = x.T @ (y - p) - FIRM * weights
        bend = (x * (p * (1.0 - p))[:, None]).T @ x + FIRM * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return [round(float(weight), DIGITS) for weight in weights]


def fitted(number: int, executor: Executor) -> tuple[list[tuple[list[float], float]], Fitted]:
    """What was seen in so many games, and the weights."""
    rows = [row for seed in [executor.submit(rows_of, seed) for seed in range(number)] for row in seed.result()]
    command = f"python -m rumms.lab.danger {number}"
    return rows, Fitted(command, dict(zip(FEATURES, fit(rows), strict=True)))


def main(words: Sequence[str] | None = None) -> int:
    """Fit the weights, and write or print them."""
    parser = parser_of("danger", __doc__)
    add_number(parser, "games", (1, 100_000), GAMES, "how many games are looked at")
    add_jobs(parser)
    add_out(parser, "rumms/games/rumms/danger.json")
    given = parser.parse_args(words)
    compile_first()
    with workers(given.jobs) as executor:
        rows, found = fitted(given.games, executor)
    deliver(found, given.out)
    x, y = np.array([row for row, _ in rows]), np.array([share for _, share in rows])
    told = 1.0 / (1.0 + np.exp(-(x @ np.array(list(found.weights.values())))))
    explained = _explained(y, told)
    print(f"{len(rows)} dice, {np.mean(y):.3f} of flicks hit home; {explained:.2f} explained", file=sys.stderr)
    return 0


def _explained(y: Array, told: Array) -> float:
    """The part of the variance that the weights account for."""
    return float(1.0 - np.mean((y - told) ** 2) / np.var(y))


if __name__ == "__main__":
    sys.exit(run(main))
