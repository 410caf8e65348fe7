"""The 72 number cards, four rows and eight start cards of Cabanga!, read from `cards.json`."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

import msgspec
from msgspec import Struct


class Colour(Struct, frozen=True, forbid_unknown_fields=True):
    """A colour of number cards; its row card lies on the table."""

    id: str
    name: dict[str, str]
    """What it is called in each language."""


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """A start card (Start-Karte): a value without a colour."""

    id: str
    value: int


class Number(Struct, frozen=True, forbid_unknown_fields=True):
    """A number card (Zahlen-Karte)."""

    id: str
    colour: str
    value: int
    minus: dict[str, int]
    """What it costs in the hand at the end of a round, under each way of counting."""


class _Cards(Struct, frozen=True, forbid_unknown_fields=True):
    colours: tuple[Colour, ...]
    starts: tuple[Start, ...]
    numbers: tuple[Number, ...]


_CARDS: Final = msgspec.json.decode(files(__package__).joinpath("cards.json").read_bytes(), type=_Cards)

COLOURS: Final = {colour.id: colour for colour in _CARDS.colours}
ROW: Final = {colour: place for place, colour in enumerate(COLOURS)}
"""Where the row of a colour lies, from the top."""
NUMBERS: Final = {card.id: card for card in _CARDS.numbers}
ORDER: Final = {card: place for place, card in enumerate(NUMBERS)}
"""Where a card stands in the data; hands and sets of cards are kept in this order."""
STARTS: Final = tuple(card.id for card in _CARDS.starts)
COLOUR: Final = {card.id: card.colour for card in _CARDS.numbers}
VALUE: Final = {card.id: card.value for card in _CARDS.starts} | {card.id: card.value for card in _CARDS.numbers}
MINUS: Final = {way: {card.id: card.minus[way] for card in _CARDS.numbers} for way in ("centre", "edge")}

BACK: Final = "?"
"""A card that lies face down, in a view. A figure behind it tells the shuffle of this round that it came from."""


def back(shuffle: int) -> str:
    """The back of a card that was shuffled last in this shuffle of the discard pile; 0 is the deal."""
    return f"{BACK}{shuffle}" if shuffle else BACK
