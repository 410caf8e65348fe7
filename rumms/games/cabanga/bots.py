"""Bots for Cabanga!, the game of gaps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate
from operator import itemgetter
from random import Random
from typing import Any, Final

from rumms.games.cabanga.cards import COLOUR, COLOURS, MINUS, ROW, VALUE
from rumms.games.cabanga.game import PLAYS, fitting, unseen_cards
from rumms.games.cabanga.state import Action, Play, State, Step, Throw
from rumms.games.cabanga.value import CENTRAL, HIGHEST, value
from rumms.kernel.bots import Maker, RandomBot, without_budget
from rumms.kernel.game import Choices, Game, Seat
from rumms.kernel.search import searching

DRAW: Final = 8.0
"""What a penalty card costs, in minus points of a card that is played."""
KEEP: Final = 4.0
"""What a card of the middle is worth for being thrown some day, in the same."""


class Greedy:
    """Throws all that fits, and plays the card whose gap can bring least, keeping those that others' gaps may take."""

    def __init__(self, _game: Game[Any, Any], budget: str | None = None) -> None:
        without_budget("greedy", budget)

    def choose(self, view: State, seat: Seat, _legal: Choices[Action], _rng: Random) -> Action:
        """The cheapest play, or everything that can be thrown."""
        if view.step is Step.THROW:
            return Throw(fitting(view, seat))
        return min(costs(view, seat), key=itemgetter(0))[1]


def costs(view: State, seat: Seat) -> Iterator[tuple[float, Play]]:
    """What each play would cost: the cards it may bring and what is better kept, less what it gets rid of."""
    minus = MINUS[view.options.minus_points]
    below = thrown_below(view, seat)
    for card in view.hands[seat]:
        colour, value = COLOUR[card], VALUE[card]
        left, right = view.rows[ROW[colour]]
        cost = KEEP * CENTRAL[value] - minus[card]
        if colour == view.last:
            cost += DRAW
        counts = below[colour]
        for play, opposite in zip(PLAYS[card], (VALUE[right[-1]], VALUE[left[-1]]), strict=True):
            low, high = (value, opposite) if value < opposite else (opposite, value)
            yield cost + DRAW * max(0.0, counts[high] - counts[low + 1]), play


def thrown_below(view: State, seat: Seat) -> dict[str, list[float]]:
    """How many cards of each colour and of a value below 0, 1, 2, ... the others could throw, on average."""
    held = [[0.0] * (HIGHEST + 1) for _ in COLOURS]
    unseen = unseen_cards(view)
    others = sum(map(len, view.hands)) - len(view.hands[seat])
    for card in unseen:
        held[ROW[COLOUR[card]]][VALUE[card]] = others / len(unseen)
    return {colour: [0.0, *accumulate(some)] for colour, some in zip(COLOURS, held, strict=True)}


BOTS: Final[Mapping[str, Maker]] = {
    "random": RandomBot,
    "greedy": Greedy,
    "search": searching(value=value, rollout=Greedy),
}
