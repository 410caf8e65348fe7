"""The same kernels, compiled by numba where it is installed: the same text, and the same bits."""

from __future__ import annotations

import os
import sys
from errno import EACCES
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, Final, cast

from rumms.physics.kernels.twins import Kernel, twins

PLAIN: Final = "RUMMS_PLAIN"
"""Set to 1, this variable of the environment switches compiling off."""
OFF: Final = "NUMBA_DISABLE_JIT"
"""So does this one, which is numba's own."""
FOLDER: Final = "NUMBA_CACHE_DIR"
"""Where numba keeps what it compiles."""


def is_possible() -> bool:
    """Whether kernels can be compiled here."""
    is_off = os.environ.get(PLAIN) == "1" or os.environ.get(OFF, "0") not in {"", "0"}
    return not is_off and find_spec("numba") is not None


def kernels(folder: Path) -> dict[str, Kernel]:
    """Every kernel by its name, compiled when it is called first, or read from what was kept in the folder.

    OSError where numba cannot write there: it would keep everything elsewhere, in the installed package for instance.
    """
    before = os.environ.get(FOLDER)
    os.environ[FOLDER] = str(folder)
    try:
        return _kernels(folder)
    finally:  # functions of a bot that are compiled, too, are kept where their author wants it
        os.environ.pop(FOLDER)
        if before is not None:
            os.environ[FOLDER] = before
        _read_environment()


def _kernels(folder: Path) -> dict[str, Kernel]:
    import numba  # noqa: PLC0415  half a second that only those wait for who compile

    _read_environment()

    def make(kernel: Kernel, names: dict[str, Any]) -> Kernel:
        twin = FunctionType(kernel.__code__, names, kernel.__name__)
        twin.__module__ = kernel.__module__
        twin.__qualname__ = kernel.__qualname__
        compiled = numba.njit(cache=True)(twin)
        if not Path(str(compiled.stats.cache_path)).is_relative_to(folder):
            raise PermissionError(EACCES, os.strerror(EACCES), str(folder))
        return cast("Kernel", compiled)

    return twins(make)


def _read_environment() -> None:
    """Let numba read again what it is told by the environment, if it is loaded."""
    if "numba" in sys.modules:
        sys.modules["numba"].config.reload_config()
