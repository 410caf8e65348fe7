"""Mats to choose from, read from `mats.json`: other sizes, walls that stand up, bumpers, cushions, wells, ice."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

import msgspec
from msgspec import Struct

from rumms.physics.model import Mat


class NamedMat(Struct, frozen=True, forbid_unknown_fields=True):
    """A mat with a name."""

    name: str
    called: dict[str, str]
    """Its name in each language."""
    mat: Mat


MATS: Final = msgspec.json.decode(
    files("rumms.games.rumms").joinpath("mats.json").read_bytes(), type=tuple[NamedMat, ...]
)
"""The usual one first."""
