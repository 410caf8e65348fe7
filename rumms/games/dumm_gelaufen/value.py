"""How well a player of Dumm gelaufen! stands: what he has fulfilled, and how far his hand is from his task."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from math import exp
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from rumms.games.dumm_gelaufen.cards import FITS, MURPHYS, VALUE, numbers_of
from rumms.games.dumm_gelaufen.state import Moving, State
from rumms.games.dumm_gelaufen.tasks import MAC_MOST, RATIOS
from rumms.kernel.game import Seat

HURRY: Final = 0.3
"""A trade less makes a task e to the power of this nearer."""
AT_HAND: Final = 0.5
"""The same where the next trade is known."""
RARE: Final = 0.8
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
    weight, hand = WEIGHT[murphy], hand_of(murphy, state.hands[seat])
    lack = max(0.0, NEED[murphy] - hand.fit)
    lying = sum(weight.get(card, 0.0) for card in (*state.mac, *state.piles[0][-2:], *state.piles[1][-2:]))
    if lack > lying:
        share = sum(card in weight for card in state.draw) / max(1, len(state.draw))
        lack += (lack - lying) * RARE * (1 / max(share, RAREST) - 1)
    return _trades(lack, hand.spoil)


def _trades(lack: float, spoil: float) -> float:
    return max(lack / 2, spoil / 2, (lack + spoil) / 3) + BESIDE * (lack + spoil)


def after_trade(state: State, seat: Seat) -> float:
    """Trades left after the best trade of the cards that lie open."""
    murphy = state.murphys[seat]
    before = hand_of(murphy, state.hands[seat])
    found = [trades_needed(murphy, before)]
    for weights in open_cards(state, murphy):
        after = before
        for weight in weights:
            after = after.take(weight)
        found.append(trades_needed(murphy, after.lay(RATIOS[len(weights)])))
    return min(found)


def open_cards(state: State, murphy: str) -> Iterator[tuple[float, ...]]:
    """What the open cards that one trade could take are worth to a task."""
    weight = WEIGHT[murphy]
    mac = sorted((weight.get(card, 0.0) for card in state.mac), reverse=True)
    if len(mac) > 1:
        yield tuple(mac[:2])
    if 0 < len(mac) < MAC_MOST:
        yield (mac[0],)
    tops = [tuple(weight.get(card, 0.0) for card in pile[:-3:-1]) for pile in state.piles]
    for top in tops:
        if top:
            yield top[:1]
        if top[1:]:
            yield top
    if all(tops):
        yield tops[0][0], tops[1][0]


class Features(NamedTuple):
    """What can be counted for one player at the beginning of a turn, all hands being known."""

    near: float
    """How near he is to his task."""
    at_hand: float
    """How near he would be after the best trade of the cards that lie open."""
    at_once: float
    """1 if it is his turn and that trade fulfils his task."""
    to_move: float
    """1 if it is his turn."""


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """What makes it likely to win a round; `python -m rumms.lab.fit dumm_gelaufen` finds it."""

    made_by: str
    seats: dict[int, dict[str, float]]
    """For each number of players: how much likelier each feature makes a won round, as a power of e."""


WEIGHTS: Final = msgspec.json.decode(files(__package__).joinpath("weights.json").read_bytes(), type=Weights)
POWERS: Final = {seats: Features(**powers) for seats, powers in WEIGHTS.seats.items()}


def value(state: State, seat: Seat) -> float | None:
    """The chance of winning, at the beginning of a turn: by whoever may win this round, then by what is missing.

    When a round begins the new tasks are luck alone; to count them would blur what it was worth to end the last one.
    """
    if not state.tasks or not isinstance(state.tasks[0], Moving):
        return None
    missing = tuple(state.options.murphys_to_win - len(fulfilled) for fulfilled in state.fulfilled)
    if not state.turns:
        return chances(missing)[seat]
    weights = POWERS[len(state.hands)]
    powers = [sum(weight * number for weight, number in zip(weights, row, strict=True)) for row in features(state)]
    most = max(powers)
    odds = [exp(power - most) for power in powers]
    after = (chances(_less(missing, winner))[seat] for winner in range(len(missing)))
    return sum(odd * chance for odd, chance in zip(odds, after, strict=True)) / sum(odds)


def features(state: State) -> list[Features]:
    """What can be counted for everybody."""
    rows = []
    for seat in range(len(state.hands)):
        best = after_trade(state, seat)
        rows.append(
            Features(
                near=exp(-HURRY * trades_left(state, seat)),
                at_hand=exp(-AT_HAND * best),
                at_once=float(seat == state.turn and not best),
                to_move=float(seat == state.turn),
            )
        )
    return rows


@cache
def chances(missing: tuple[int, ...]) -> tuple[float, ...]:
    """Everybody's chance of winning at the end of a round, if all are as likely to win each of the next ones."""
    if 0 in missing:
        return tuple(float(not number) for number in missing)
    after = [chances(_less(missing, winner)) for winner in range(len(missing))]
    return tuple(sum(column) / len(missing) for column in zip(*after, strict=True))


def _less(missing: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    return (*missing[:seat], missing[seat] - 1, *missing[seat + 1 :])
