"""How well a player of Dumm gelaufen! stands: what he has fulfilled, and how far his hand is from his task."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from math import exp
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from rumms.games.dumm_gelaufen.cards import FITS, MURPHYS, VALUE, numbers_of
from rumms.games.dumm_gelaufen.state import Moving, State
from rumms.kernel.game import Seat

READY: Final = 0.7
"""How much of a fulfilled Murphy card a hand is that fits it: to have it is better still."""
HURRY: Final = 0.5
"""A trade less makes a task e to the power of this nearer."""
RARE: Final = 0.3
RAREST: Final = 0.1
"""How much longer a card takes, the fewer of the draw pile fit; fewer than one in ten count as one in ten."""
BESIDE: Final = 0.15
"""What each card that is missing or spoils the hand costs beside the trades it takes."""

WEIGHT: Final = {
    murphy.id: {
        card: VALUE[card] * len(FITS[murphy.id]) / sum(VALUE[other] for other in FITS[murphy.id])
        if murphy.sum_at_least
        else 1.0
        for card in FITS[murphy.id]
    }
    for murphy in MURPHYS.values()
}
"""How many cards of a task each card that fits is: for a sum, a high one is more than one."""
NEED: Final = {
    murphy.id: murphy.sum_at_least * len(FITS[murphy.id]) / sum(VALUE[card] for card in FITS[murphy.id])
    if murphy.sum_at_least
    else float(murphy.at_least)
    for murphy in MURPHYS.values()
}
"""How many cards a task asks for."""


class Hand(NamedTuple):
    """A hand as a task sees it."""

    fit: float
    spoil: float

    def take(self, weight: float) -> Hand:
        """With one card more, that counts for so much; one of no weight spoils."""
        return Hand(self.fit + weight, self.spoil) if weight else Hand(self.fit, self.spoil + 1)

    def lay(self, cards: int) -> Hand:
        """With so many cards fewer; what spoils goes first."""
        spoil = min(self.spoil, cards)
        return Hand(max(0.0, self.fit - cards + spoil), self.spoil - spoil)


def hand_of(murphy: str, cards: Iterable[str]) -> Hand:
    """How these cards serve a task."""
    weight, fit, spoil = WEIGHT[murphy], 0.0, 0.0
    for card in numbers_of(cards):
        if card in weight:
            fit += weight[card]
        else:
            spoil += 1
    return Hand(fit, spoil)


def trades_needed(murphy: str, hand: Hand) -> float:
    """How many trades it takes, if the cards are there to be taken: a trade moves three cards, two one way."""
    return _trades(max(0.0, NEED[murphy] - hand.fit), hand.spoil)


def trades_left(state: State, seat: Seat) -> float:
    """The same for somebody's hand, where a card that does not lie open takes longer the rarer it is to be drawn."""
    murphy = state.murphys[seat]
    fits, hand = FITS[murphy], hand_of(murphy, state.hands[seat])
    lack = max(0.0, NEED[murphy] - hand.fit)
    lying = sum(card in fits for card in (*state.mac, *state.piles[0][-2:], *state.piles[1][-2:]))
    if lack > lying:
        share = sum(card in fits for card in state.draw) / max(1, len(state.draw))
        lack += (lack - lying) * RARE * (1 / max(share, RAREST) - 1)
    return _trades(lack, hand.spoil)


def _trades(lack: float, spoil: float) -> float:
    return max(lack / 2, spoil / 2, (lack + spoil) / 3) + BESIDE * (lack + spoil)


class Features(NamedTuple):
    """What can be counted for one player at the beginning of a turn, all hands being known."""

    third_last: float
    """How much there is of the Murphy card after which two are missing; 1 if it is fulfilled."""
    second_last: float
    """How much there is of the last but one."""
    last: float
    """How much there is of the last."""
    to_move: float
    """How near he is to his task, if it is his turn."""


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """What makes a win likely; `python -m rumms.lab.fit dumm_gelaufen` finds it."""

    made_by: str
    seats: dict[int, dict[str, float]]
    """For each number of players: how much likelier each feature makes a win, as a power of e."""


WEIGHTS: Final = msgspec.json.decode(files(__package__).joinpath("weights.json").read_bytes(), type=Weights)
POWERS: Final = {seats: Features(**powers) for seats, powers in WEIGHTS.seats.items()}


def value(state: State, seat: Seat) -> float | None:
    """The chance of winning, at the beginning of a turn."""
    if not state.tasks or not isinstance(state.tasks[0], Moving):
        return None
    weights = POWERS[len(state.hands)]
    powers = [sum(weight * number for weight, number in zip(weights, row, strict=True)) for row in features(state)]
    most = max(powers)
    odds = [exp(power - most) for power in powers]
    return odds[seat] / sum(odds)


def features(state: State) -> list[Features]:
    """What can be counted for everybody."""
    rows = []
    for seat, fulfilled in enumerate(state.fulfilled):
        near = exp(-HURRY * trades_left(state, seat))
        missing = state.options.murphys_to_win - len(fulfilled) - READY * near
        rows.append(
            Features(
                third_last=_part(missing, 2),
                second_last=_part(missing, 1),
                last=_part(missing, 0),
                to_move=near if seat == state.turn else 0.0,
            )
        )
    return rows


def _part(missing: float, after: int) -> float:
    """How much there is of a Murphy card after which so many are missing."""
    return min(1.0, max(0.0, after + 1 - missing))
