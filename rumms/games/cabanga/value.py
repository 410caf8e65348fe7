"""How well a player of Cabanga! stands: what the round will cost everybody, and who will win then."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from itertools import accumulate, chain
from math import exp
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from rumms.games.cabanga.cards import COLOUR, COLOURS, MINUS, ROW, VALUE
from rumms.games.cabanga.state import State, Step
from rumms.kernel.game import Seat

HIGHEST: Final = 18
CENTRAL: Final = [(value - 1) * (HIGHEST - value) / 72 for value in range(HIGHEST + 1)]
"""How much a value lies in the middle, from 0 for 1 and 18 to 1: the more, the more gaps it fits."""


class Features(NamedTuple):
    """What can be counted for one player at the beginning of a turn, all hands being known."""

    always: float
    cards: float
    minus: float
    """What the hand would cost now."""
    central: float
    """How much its cards lie in the middle."""
    danger: float
    """How many cards the others could throw if each card were played on its better side, all together."""
    inside: float
    """How many of its cards lie in the gap of their row now."""
    hurry: float
    """1 if another player holds a single card, 1/2 if the fewest that another holds is 2, and so on."""
    cards_in_a_hurry: float
    minus_in_a_hurry: float
    wait: float
    """Turns until it is this player's."""


class Weighting(Struct, frozen=True, forbid_unknown_fields=True):
    """What the features cost, and what a lead is worth, with so many players."""

    lead: float
    """So many minus points less make a win e times as likely."""
    cost: dict[str, float]
    """Minus points of the round for each feature."""


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """What the features mean for each number of players; `python -m rumms.lab.fit cabanga` finds it."""

    made_by: str
    seats: dict[int, Weighting]


WEIGHTS: Final = msgspec.json.decode(files(__package__).joinpath("weights.json").read_bytes(), type=Weights)
COSTS: Final = {seats: Features(**weighting.cost) for seats, weighting in WEIGHTS.seats.items()}


def value(state: State, seat: Seat) -> float | None:
    """The chance of winning, by the totals and by what the round will cost, at the beginning of a turn."""
    if state.step is Step.PLAY and not state.owed:
        totals = [total + max(0.0, more) for total, more in zip(state.totals, costs(state), strict=True)]
    elif state.step is Step.DEAL:
        totals = list(state.totals)
    else:
        return None
    best = min(totals)
    lead = WEIGHTS.seats[len(totals)].lead
    odds = [exp((best - total) / lead) for total in totals]
    return odds[seat] / sum(odds)


def costs(state: State) -> list[float]:
    """What this round will cost everybody, on average."""
    weights = COSTS[len(state.hands)]
    return [sum(weight * number for weight, number in zip(weights, row, strict=True)) for row in features(state)]


def features(state: State) -> list[Features]:
    """What can be counted for everybody."""
    minus = MINUS[state.options.minus_points]
    tops = [(VALUE[row.left[-1]], VALUE[row.right[-1]]) for row in state.rows]
    everybody = held_below(chain.from_iterable(state.hands))
    sizes = [len(hand) for hand in state.hands]
    rows = []
    for seat, hand in enumerate(state.hands):
        own = held_below(hand)
        danger = inside = 0
        for card in hand:
            place, number = ROW[COLOUR[card]], VALUE[card]
            danger += min(_between(everybody[place], own[place], number, top) for top in tops[place])
            low, high = sorted(tops[place])
            inside += low < number < high
        cost = sum(minus[card] for card in hand)
        hurry = 1 / max(1, min(size for other, size in enumerate(sizes) if other != seat))
        rows.append(
            Features(
                always=1,
                cards=sizes[seat],
                minus=cost,
                central=sum(CENTRAL[VALUE[card]] for card in hand),
                danger=danger,
                inside=inside,
                hurry=hurry,
                cards_in_a_hurry=sizes[seat] * hurry,
                minus_in_a_hurry=cost * hurry,
                wait=(seat - state.turn) % len(sizes),
            )
        )
    return rows


def held_below(cards: Iterable[str]) -> list[list[int]]:
    """For each row, how many of these cards have its colour and a value below 0, 1, 2, ..."""
    held = [[0] * (HIGHEST + 1) for _ in COLOURS]
    for card in cards:
        held[ROW[COLOUR[card]]][VALUE[card]] += 1
    return [list(accumulate(some, initial=0)) for some in held]


def _between(everybody: list[int], own: list[int], one: int, other: int) -> int:
    """How many cards between two values the others hold."""
    low, high = (one + 1, other) if one < other else (other + 1, one)
    return everybody[high] - everybody[low] - own[high] + own[low] if high > low else 0
