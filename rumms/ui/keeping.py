"""Small files in the user's folder: read forgivingly, written whole or not at all."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec


def read(path: Path) -> Any:
    """What a file of JSON holds; None if there is none, or none that could be read."""
    try:
        return msgspec.json.decode(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


def write(path: Path, value: Any) -> None:
    """Keep this; a folder that cannot be written to is no reason to stop.

    A file that holds something else, so that nobody could read it, is laid aside first.
    """
    new = msgspec.to_builtins(value)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and type(read(path)) is not type(new):
            path.replace(spoilt(path))
        beside = path.with_name(path.name + ".new")
        beside.write_bytes(msgspec.json.format(msgspec.json.encode(new)) + b"\n")
        beside.replace(path)


def spoilt(path: Path) -> Path:
    """Where a file goes that nobody could read."""
    return path.with_name(path.name + ".spoilt")
