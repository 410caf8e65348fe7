"""Small files in the user's folder: read forgivingly, written whole or not at all."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from rumms.kernel import record
from rumms.kernel.refusal import printable
from rumms.kernel.writer import replacing

MOST_BYTES: Final = 4 * 2**20
LONGEST: Final = 5000
"""Letters of a text: a path may be as long; what follows is cut off, as no screen could show it."""


def read(path: Path) -> Any:
    """The value in a file of JSON, its texts fit to be shown; None if the file is missing or cannot be read."""
    try:
        raw = record.read(path, MOST_BYTES)
        return _shown(msgspec.json.decode(raw)) if record.depth(raw) <= record.DEEPEST else None
    except ValueError:
        return None


def _shown(value: Any) -> Any:
    match value:
        case str():
            return _text(value)
        case list() | tuple():
            return [_shown(one) for one in value]
        case dict():
            return {_text(name): _shown(one) for name, one in value.items()}
    return value


def _text(text: str) -> str:
    return printable(text[:LONGEST])


def write(path: Path, value: Any) -> None:
    """Keep this, its texts as `read` gives them; a folder that cannot be written to is no reason to stop.

    A file that holds something else, so that nobody could read it, is laid aside first.
    """
    new = _shown(msgspec.to_builtins(value))
    with suppress(OSError):
        if path.exists() and type(read(path)) is not type(new):
            path.replace(spoilt(path))
        put(path, msgspec.json.format(msgspec.json.encode(new)) + b"\n")


def put(path: Path, content: bytes) -> None:
    """Write a file, and its folder if there is none; OSError if it cannot be written whole, and all is as it was."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as new:
        new.write_bytes(content)


def spoilt(path: Path) -> Path:
    """Where a file goes that nobody could read."""
    return path.with_name(path.name + ".spoilt")
