"""The 104 ingredient cards of Kawumm!, read from `cards.json`."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

import msgspec
from msgspec import Struct


class Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of ingredient (Sorte)."""

    id: str
    number: int
    """How many of its cards make it complete."""
    count: int
    """How many of its cards there are."""
    name: dict[str, str]
    """What it is called in each language."""


class _Cards(Struct, frozen=True, forbid_unknown_fields=True):
    kinds: tuple[Kind, ...]


KINDS: Final = {
    kind.id: kind
    for kind in msgspec.json.decode(files(__package__).joinpath("cards.json").read_bytes(), type=_Cards).kinds
}
ORDER: Final = {kind: place for place, kind in enumerate(KINDS)}
"""Where a kind stands in the data; sets of kinds are written in this order."""
DECK: Final = tuple(kind.id for kind in KINDS.values() for _ in range(kind.count))
NUMBER: Final = {kind.id: kind.number for kind in KINDS.values()}

HIDDEN: Final = ""
"""A card that lies face down, in a view."""
