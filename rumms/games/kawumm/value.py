"""How well a player of Kawumm! stands: what he has secured, and how likely that is to win."""

from __future__ import annotations

from importlib.resources import files
from math import exp
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from rumms.games.kawumm.cards import NUMBER
from rumms.games.kawumm.game import TO_WIN
from rumms.games.kawumm.state import State, Step
from rumms.kernel.game import Seat

EXPONENT: Final = 1.65
"""A row that is nearly complete is worth more than its share of cards."""
PROGRESS: Final = {
    kind: [float((cards / number) ** EXPONENT) for cards in range(number + 1)] for kind, number in NUMBER.items()
}
"""How much of a completed kind a row of 0, 1, 2, ... cards is."""


class Features(NamedTuple):
    """What can be counted for one player at the beginning of a turn."""

    first: float
    """1 if he has completed a kind."""
    second: float
    """1 if he has completed two."""
    needed: float
    """How far the rows are that would be completed first for the win, all together."""
    spare: float
    """How far the other rows are."""
    to_move: float
    """1 if it is his turn."""


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """What makes a win likely; `python -m rumms.lab.fit kawumm` finds it."""

    made_by: str
    seats: dict[int, dict[str, float]]
    """For each number of players: how much likelier each feature makes a win, as a power of e."""


WEIGHTS: Final = msgspec.json.decode(files(__package__).joinpath("weights.json").read_bytes(), type=Weights)
POWERS: Final = {seats: Features(**powers) for seats, powers in WEIGHTS.seats.items()}


def value(state: State, seat: Seat) -> float | None:
    """The chance of winning by what is secured, at the beginning of a turn."""
    if state.step is not Step.FIRST:
        return None
    weights = POWERS[len(state.areas)]
    powers = [sum(weight * number for weight, number in zip(weights, row, strict=True)) for row in features(state)]
    most = max(powers)
    odds = [exp(power - most) for power in powers]
    return odds[seat] / sum(odds)


def features(state: State) -> list[Features]:
    """What can be counted for everybody."""
    rows = []
    for seat, area in enumerate(state.areas):
        complete = len(area.complete)
        shares = sorted((PROGRESS[kind][min(cards, NUMBER[kind])] for kind, cards in area.rows), reverse=True)
        needed = TO_WIN - complete
        rows.append(
            Features(
                first=complete >= 1,
                second=complete >= TO_WIN - 1,
                needed=sum(shares[:needed]),
                spare=sum(shares[needed:]),
                to_move=seat == state.turn,
            )
        )
    return rows
