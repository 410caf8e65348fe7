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
    """Keep this; a folder that cannot be written to is no reason to stop."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(path.name + ".new")
        beside.write_bytes(msgspec.json.format(msgspec.json.encode(value)) + b"\n")
        beside.replace(path)
