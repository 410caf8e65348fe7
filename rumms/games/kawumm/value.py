"""How well a player of Kawumm! stands: how far he has come, and who will be first to win."""

from __future__ import annotations

from importlib.resources import files
from math import exp
from typing import Final

import msgspec
from msgspec import Struct

from rumms.games.kawumm.cards import NUMBER
from rumms.games.kawumm.game import TO_WIN
from rumms.games.kawumm.state import Area, State, Step
from rumms.kernel.game import Seat

EXPONENT: Final = 2.0
"""A row that is nearly complete is worth more than its share of cards."""
SPARE: Final = 0.15
"""What a row is worth that is not needed for the third completed kind, while nothing goes wrong."""
PROGRESS: Final = {
    kind: [float((cards / number) ** EXPONENT) for cards in range(number + 1)] for kind, number in NUMBER.items()
}
"""How much of a completed kind a row of 0, 1, 2, ... cards is."""


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """What makes a win likely; `python -m rumms.lab.fit kawumm` finds it."""

    made_by: str
    lead: float
    """A completed kind more makes a win so much likelier, as a power of e."""
    to_move: float
    """What being to move is worth, likewise."""


WEIGHTS: Final = msgspec.json.decode(files(__package__).joinpath("weights.json").read_bytes(), type=Weights)


def value(state: State, seat: Seat) -> float | None:
    """The chance of winning by what is secured, at the beginning of a turn."""
    if state.step is not Step.FIRST:
        return None
    powers = [WEIGHTS.lead * worth(area) for area in state.areas]
    powers[state.turn] += WEIGHTS.to_move
    odds = [exp(power - max(powers)) for power in powers]
    return odds[seat] / sum(odds)


def worth(area: Area) -> float:
    """How far a player has come, in completed kinds."""
    return standing(len(area.complete), [progress(kind, cards) for kind, cards in area.rows])


def standing(complete: int, shares: list[float]) -> float:
    """How far a player has come with so many kinds complete and open rows that are so far."""
    done = complete + shares.count(1.0)
    if done >= TO_WIN:
        return float(done)
    needed = TO_WIN - complete
    shares.sort(reverse=True)
    return complete + sum(shares[:needed]) + SPARE * sum(shares[needed:])


def progress(kind: str, cards: int) -> float:
    """How much of a completed kind a row is."""
    return PROGRESS[kind][min(cards, NUMBER[kind])]
