"""The folder in which compiled kernels are kept, and the mark that says that all of them are there and whole."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from errno import EACCES
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from shutil import rmtree
from stat import S_ISREG
from typing import Final

import msgspec
from filelock import FileLock

MARK: Final = "ready"
"""The file that is written last: a digest of every other file, by its name."""
KEPT: Final = frozenset({".nbi", ".nbc"})
"""The endings of what numba writes: indexes and code."""
SOURCES: Final = Path(__file__).parent / "kernels"
DIGITS: Final = 24
"""Of the digest that names the folder."""
CPU: Final = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
"""Variables of the environment on which it depends what the compiler makes."""


def _digest_of_sources() -> str:
    found = sha256()
    for path in sorted(SOURCES.glob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()


AS_LOADED: Final = _digest_of_sources()
"""Of the kernels and their constants, as this process loads them: sources that change afterwards do not count."""


class Store:
    """The functions compiled for one installation, one Python, one compiler and one processor."""

    def __init__(self, folder: Path) -> None:
        self.all = folder
        self.folder = folder / name()

    def is_whole(self) -> bool:
        """Whether everything is there, of this user, and as it was when it was written."""
        try:
            digests = msgspec.json.decode(_content(self.folder / MARK), type=dict[str, str])
            return bool(digests) and all(map(is_own, (self.all, self.folder))) and digests == self._digests(digests)
        except (OSError, ValueError):
            return False

    def mark(self) -> None:
        """Note that everything is there."""
        files = (path for path in self.folder.rglob("*") if path.is_file() and path.suffix in KEPT)
        digests = self._digests(path.relative_to(self.folder).as_posix() for path in files)
        new = self.folder / f"{MARK}.new"
        new.write_bytes(msgspec.json.encode(digests))
        new.replace(self.folder / MARK)

    def is_damaged(self) -> bool:
        """Whether everything was there once, and is no longer whole, or something else is in its place."""
        is_other = os.path.exists(self.folder) and not os.path.isdir(self.folder)  # noqa: PTH110, PTH112  never raise
        there = self.folder if is_other else self.folder / MARK
        return os.path.lexists(there) and not self.is_whole()

    def clear(self) -> None:
        """Throw away what is there; OSError where that is not allowed."""
        if self.folder.is_dir() and not self.folder.is_symlink():
            rmtree(self.folder)
        else:
            self.folder.unlink(missing_ok=True)

    @contextmanager
    def only_here(self) -> Iterator[None]:
        """Let one process at a time compile, and the others wait; OSError where nothing can be written."""
        self.all.mkdir(parents=True, exist_ok=True)
        if not is_own(self.all):
            raise PermissionError(EACCES, os.strerror(EACCES), str(self.all))
        with FileLock(self.folder.with_suffix(".lock")):
            yield

    def _digests(self, names: Iterable[str]) -> dict[str, str]:
        return {one: sha256(_content(self.folder / one)).hexdigest() for one in sorted(names)}


@cache
def name() -> str:
    """A name that changes with everything on which compiled kernels depend."""
    facts = (
        AS_LOADED,
        str(SOURCES),
        sys.implementation.name,
        sys.version,
        platform.machine(),
        _version("numba"),
        _version("llvmlite"),
        _version("numpy"),
        *_processor(),
        *(os.environ.get(variable, "") for variable in CPU),
    )
    return sha256("\0".join(facts).encode()).hexdigest()[:DIGITS]


def _processor() -> tuple[str, str]:
    """Its name and what it can do; nothing where the compiler does not work, which it will say itself."""
    try:
        from llvmlite import binding  # type: ignore[import-untyped]  # noqa: PLC0415  comes with the compiler

        return binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()
    except Exception:  # noqa: BLE001  a library in another language may raise anything
        return "", ""


def is_own(path: Path) -> bool:
    """Whether a file or folder belongs to the user; where owners are not known, any does."""
    return not hasattr(os, "geteuid") or path.lstat().st_uid == os.geteuid()


def _content(path: Path) -> bytes:
    """The bytes of a file of this user; OSError if it is somebody else's, or no file: a pipe or a device never ends."""
    if not is_own(path) or not S_ISREG(path.lstat().st_mode):
        raise PermissionError(EACCES, os.strerror(EACCES), str(path))
    return path.read_bytes()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:  # a copy without its metadata
        return ""
