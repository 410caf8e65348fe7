"""The 66 cards, 84 goods, four boats and five ladders of Waka Waka, read from `cards.json`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from itertools import combinations
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct


class Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of card or of goods."""

    id: str
    count: int
    """How many there are."""
    name: dict[str, str]
    """What it is called in each language."""


class Boat(Struct, frozen=True, forbid_unknown_fields=True):
    """A boat (Boot): its price, and which of its fields show an eye (Auge)."""

    id: str
    price: int
    eyes: tuple[bool, ...]


class Ladder(Struct, frozen=True, forbid_unknown_fields=True):
    """A ladder of steps (Statustafel), from the lowest to the top."""

    id: str
    strokes: int
    """How hard it is: strokes at its upper left."""
    tasks: tuple[tuple[int, ...], ...]
    """What each step asks for: sizes of groups of equal goods, each group of a kind of its own."""


class Figure(Struct, frozen=True, forbid_unknown_fields=True):
    """A figure (Statusfigur) in its colour."""

    id: str
    name: dict[str, str]


class _Box(Struct, frozen=True, forbid_unknown_fields=True):
    cards: tuple[Kind, ...]
    goods: tuple[Kind, ...]
    boats: tuple[Boat, ...]
    ladders: tuple[Ladder, ...]
    figures: tuple[Figure, ...]


class Field(NamedTuple):
    """A field of a boat."""

    boat: str
    has_eye: bool


_BOX: Final = msgspec.json.decode(files(__package__).joinpath("cards.json").read_bytes(), type=_Box)

CARDS: Final = {kind.id: kind for kind in _BOX.cards}
GOODS: Final = {kind.id: kind for kind in _BOX.goods}
BOATS: Final = {boat.id: boat for boat in _BOX.boats}
LADDERS: Final = {ladder.id: ladder for ladder in _BOX.ladders}
FIGURES: Final = {figure.id: figure for figure in _BOX.figures}
DECK: Final = tuple(kind.id for kind in _BOX.cards for _ in range(kind.count))
ALL_GOODS: Final = tuple(kind.id for kind in _BOX.goods for _ in range(kind.count))
ORDER: Final = {kind: place for place, kind in enumerate((*CARDS, *GOODS))}
"""Where a kind stands in the data; hands, stalls and the village are kept in this order."""
FIELDS: Final = {
    f"{boat.id}.{place}": Field(boat.id, has_eye)
    for boat in _BOX.boats
    for place, has_eye in enumerate(boat.eyes, start=1)
}
"""The fields of all boats, from the cheapest up."""
PLACES: Final = {
    boat: tuple(place for place, field in enumerate(FIELDS.values()) if field.boat == boat) for boat in BOATS
}
"""Where the fields of a boat stand among all fields."""

TRADE: Final = "handel"
FIRE: Final = "feuer"
ELDER: Final = "stammesaeltester"
TORCH: Final = "fackelwerfer"
BACK: Final = "?"
"""A card or a good that lies face down, in a view."""


def in_order(things: Iterable[str]) -> tuple[str, ...]:
    """Cards or goods, sorted as in the data."""
    return tuple(sorted(things, key=ORDER.__getitem__))


def without(things: tuple[str, ...], *some: str) -> tuple[str, ...]:
    """These things less one of each of some, as far as they are there."""
    left = list(things)
    for thing in some:
        if thing in left:
            left.remove(thing)
    return tuple(left)


@lru_cache(maxsize=4096)
def kinds_in(things: tuple[str, ...]) -> tuple[str, ...]:
    """Each kind once, in the order of the data."""
    return in_order(set(things))


@lru_cache(maxsize=65536)
def payments(task: tuple[int, ...], goods: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Every way to pay for a task with these goods: for each of its groups a kind of its own (WAK-46, WAK-47)."""
    found: list[tuple[str, ...]] = [()]
    held = Counter(goods)
    for size in sorted(set(task), reverse=True):
        groups = task.count(size)
        rich = [kind for kind in kinds_in(goods) if held[kind] >= size]
        found = [
            (*paid, *(kind for kind in chosen for _ in range(size)))
            for paid in found
            for chosen in combinations([kind for kind in rich if kind not in paid], groups)
        ]
    return tuple(in_order(paid) for paid in found)
