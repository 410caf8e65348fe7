"""The same kernels, compiled by numba where it is installed: the same text, and the same bits."""

from __future__ import annotations

import hashlib
import os
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from rumms.physics.kernels.twins import Kernel, twins

PLAIN: Final = "RUMMS_PLAIN"
"""Set to 1, this variable of the environment switches compiling off."""
READY: Final = "ready"
"""The file that says that compiling was finished."""


def is_possible() -> bool:
    """Whether kernels can be compiled here."""
    return os.environ.get(PLAIN) != "1" and find_spec("numba") is not None


def _digest() -> str:
    """Of all sources of the kernels, their constants included."""
    found = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


DIGEST: Final = _digest()
"""Taken as the kernels are loaded: sources that change afterwards do not count."""


def is_kept(folder: Path) -> bool:
    """Whether the kernels were compiled before, and kept."""
    return (folder / DIGEST / READY).exists()


def keep(folder: Path) -> None:
    """Note that all of them are compiled."""
    (folder / DIGEST / READY).touch()


def is_loaded() -> bool:
    """Whether this process has them already."""
    return bool(kernels.cache_info().currsize)


@cache
def kernels(folder: Path) -> dict[str, Kernel]:
    """Every kernel by its name, compiled when it is called first, or read from what was kept in the folder."""
    os.environ["NUMBA_CACHE_DIR"] = str(folder / DIGEST)
    if "numba" in sys.modules:
        sys.modules["numba"].config.reload_config()
    import numba  # noqa: PLC0415  half a second that only those wait for who compile

    def make(kernel: Kernel, names: dict[str, Any]) -> Kernel:
        twin = FunctionType(kernel.__code__, names, kernel.__name__)
        twin.__module__ = kernel.__module__
        twin.__qualname__ = kernel.__qualname__
        compiled: Kernel = numba.njit(cache=True)(twin)
        return compiled

    return twins(make)
