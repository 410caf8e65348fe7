"""The number, action and Murphy cards of Dumm gelaufen!, read from `cards.json`."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from typing import Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType, field


class Colour(Struct, frozen=True, forbid_unknown_fields=True):
    """A colour of number cards."""

    id: str
    name: dict[str, str]
    """What it is called in each language."""


class Number(Struct, frozen=True, forbid_unknown_fields=True):
    """A number card (Zahlenkarte)."""

    id: str
    colour: str
    value: int
    count: int
    """How many of them there are, all alike."""


class Only(Struct, frozen=True, forbid_unknown_fields=True):
    """Which number cards fit a task; what is left out does not matter."""

    colour: str | UnsetType = UNSET
    parity: Literal["odd", "even"] | UnsetType = UNSET
    least: int | UnsetType = field(default=UNSET, name="min")
    most: int | UnsetType = field(default=UNSET, name="max")
    values: tuple[int, ...] | UnsetType = UNSET
    all: tuple[Only, ...] = ()
    none: Only | UnsetType = field(default=UNSET, name="not")

    def fits(self, card: Number) -> bool:
        """May this card be in the hand?"""
        return (
            (self.colour is UNSET or card.colour == self.colour)
            and (self.parity is UNSET or card.value % 2 == (self.parity == "odd"))
            and (self.least is UNSET or card.value >= self.least)
            and (self.most is UNSET or card.value <= self.most)
            and (self.values is UNSET or card.value in self.values)
            and all(part.fits(card) for part in self.all)
            and (self.none is UNSET or not self.none.fits(card))
        )


class Murphy(Struct, frozen=True, forbid_unknown_fields=True):
    """A Murphy card (Murphykarte): a task."""

    id: str
    only: Only
    at_least: int
    """How many number cards are needed."""
    sum_at_least: int
    """What they must add up to."""
    text: dict[str, str]


class ActionCard(Struct, frozen=True, forbid_unknown_fields=True):
    """An action card (Aktionskarte): green is kept for later, blue happens at once."""

    id: str
    colour: Literal["green", "blue"]
    effect: str
    params: dict[str, int]
    name: dict[str, str]
    text: dict[str, str]


class _Cards(Struct, frozen=True, forbid_unknown_fields=True):
    colours: tuple[Colour, ...]
    numbers: tuple[Number, ...]
    murphys: tuple[Murphy, ...]
    actions: tuple[ActionCard, ...]


_CARDS: Final = msgspec.json.decode(files(__package__).joinpath("cards.json").read_bytes(), type=_Cards)

COLOURS: Final = {colour.id: colour for colour in _CARDS.colours}
NUMBERS: Final = {card.id: card for card in _CARDS.numbers}
ACTIONS: Final = {card.id: card for card in _CARDS.actions}
MURPHYS: Final = {card.id: card for card in _CARDS.murphys}

COLOUR: Final = {card.id: card.colour for card in _CARDS.numbers}
VALUE: Final = {card.id: card.value for card in _CARDS.numbers}
VALUES: Final = tuple(sorted(set(VALUE.values())))
GREEN: Final = frozenset(card.id for card in _CARDS.actions if card.colour == "green")
BLUE: Final = frozenset(card.id for card in _CARDS.actions if card.colour == "blue")

DECK: Final = (*(card.id for card in _CARDS.numbers for _ in range(card.count)), *ACTIONS)
"""Number and action cards, which have the same back."""
ORDER: Final = {card: place for place, card in enumerate((*NUMBERS, *ACTIONS))}
"""Where a card stands in the data; hands are kept in this order."""
FITS: Final = {
    murphy.id: frozenset(card.id for card in _CARDS.numbers if murphy.only.fits(card)) for murphy in _CARDS.murphys
}
"""The number cards that may be in the hand when a task is fulfilled."""

BACK: Final = "?"
"""A card that lies face down, in a view."""


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards in the order of the data."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def numbers_of(cards: Iterable[str]) -> tuple[str, ...]:
    """The number cards among these."""
    return tuple(card for card in cards if card in NUMBERS)


def is_fulfilled(murphy: str, hand: Iterable[str]) -> bool:
    """Every number card fits, and they are as many, or add up to as much, as asked (DUM-63, DUM-64)."""
    numbers, task = numbers_of(hand), MURPHYS[murphy]
    return (
        FITS[murphy].issuperset(numbers)
        and len(numbers) >= task.at_least
        and sum(VALUE[card] for card in numbers) >= task.sum_at_least
    )
