"""The kinds of dice, one file each; a new file is a new kind, and nothing else changes."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Final

from rumms.games.rumms.kind import Kind


def _load() -> Mapping[str, Kind]:
    found: list[Kind] = [import_module(f"{__name__}.{module.name}").KIND for module in iter_modules(__path__)]
    return MappingProxyType({kind.name: kind for kind in sorted(found, key=lambda kind: (kind.value, kind.name))})


KINDS: Final = _load()
"""By name; those of little value first."""
