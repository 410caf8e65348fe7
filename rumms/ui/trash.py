"""The trash: what people erased, kept for a while in their own folder, so that it can be brought back."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from errno import EISDIR, EXDEV
from itertools import count
from pathlib import Path
from time import time_ns
from typing import Final, Literal, NamedTuple, TypeAlias

from rumms.kernel.refusal import Refusal
from rumms.kernel.writer import replacing
from rumms.places import own
from rumms.ui import keeping

Sort: TypeAlias = Literal["games", "scenarios", "troops", "statistics"]
DAYS: Final = 30
"""How long something is kept ..."""
MOST: Final = 20
"""... and how many things of a sort."""
DAY: Final = 24 * 60 * 60 * 10**9
"""In nanoseconds."""
DIGITS: Final = 20
"""Of the time at which a file was thrown away, later than that of all others, even if the clock was put back."""
MARK: Final = "~"
"""Between the time at which a file was thrown away and its name."""
LONGEST: Final = 50
"""Letters that stay of a file's name, its ending aside: with the time before it the name must not become too long."""


class Erased(NamedTuple):
    """A file in the trash."""

    path: Path
    when: int
    """Nanoseconds since 1970."""
    name: str
    """Its name before it was erased."""


def throw(sort: Sort, path: Path) -> None:
    """Put a file of somebody's own into the trash; it does not matter if it is gone already."""
    place = _place(sort, path.name)
    try:
        if path.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        _move(path, place)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise Refusal("'{file}' cannot be erased ({error}).", file=str(path), error=error.strerror) from None
    _tidy(sort)


def lay(sort: Sort, name: str, content: bytes) -> Path:
    """Put something into the trash that was no file of its own; where it lies there."""
    place = _place(sort, name)
    try:
        keeping.put(place, content)
    except OSError as error:
        raise Refusal("'{file}' cannot be written ({error}).", file=str(place), error=error.strerror) from None
    _tidy(sort)
    return place


def last(sort: Sort) -> Erased | None:
    """The thing of a sort that was erased last, unless it is too old."""
    _tidy(sort)
    return next(iter(_all(sort)), None)


def bring_back(erased: Erased, folder: Path) -> Path:
    """Put a file where it lay, under another name if that has been taken since."""
    stem, ending = Path(erased.name).stem, Path(erased.name).suffix
    names = (folder / (erased.name if number == 1 else f"{stem}-{number}{ending}") for number in count(1))
    path = next(name for name in names if not os.path.lexists(name))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _move(erased.path, path)
    except OSError as error:
        raise Refusal("'{file}' cannot be written ({error}).", file=str(path), error=error.strerror) from None
    return path


def _place(sort: Sort, name: str) -> Path:
    """A file in the trash that is not there yet."""
    folder = own("trash", sort)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refusal("'{file}' cannot be written ({error}).", file=str(folder), error=error.strerror) from None
    short, now = Path(name).stem[:LONGEST] + Path(name).suffix, max(time_ns(), *(one.when + 1 for one in _all(sort)), 0)
    paths = (folder / f"{now + step:0{DIGITS}}{MARK}{short}" for step in count())
    return next(path for path in paths if not os.path.lexists(path))


def _move(path: Path, place: Path) -> None:
    """Give a file another place: all of it or, where the disk there is full, nothing."""
    try:
        path.rename(place)
    except OSError as error:
        if error.errno != EXDEV:
            raise
        with replacing(place) as new:
            shutil.copy2(path, new)
        path.unlink()


def _all(sort: Sort) -> list[Erased]:
    """Everything of a sort, what was erased last first."""
    found = []
    with suppress(OSError):
        for path in own("trash", sort).iterdir():
            when, mark, name = path.name.partition(MARK)
            if mark and when.isascii() and when.isdigit() and len(when) == DIGITS and path.is_file():
                found.append(Erased(path, int(when), name))
    return sorted(found, key=lambda one: -one.when)


def _tidy(sort: Sort) -> None:
    """Delete for good what is too old or too much."""
    oldest = time_ns() - DAYS * DAY
    for number, one in enumerate(_all(sort)):
        if number >= MOST or one.when < oldest:
            with suppress(OSError):
                one.path.unlink()
