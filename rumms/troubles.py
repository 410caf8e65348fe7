"""Errors in the code of a bot, written down where its author finds them: in a file of the user's folder, or at once."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import Final

from rumms.kernel.refusal import BadBot, Refusal
from rumms.places import own

MOST: Final = 256_000
"""Bytes of the file; one that would be larger is put aside, in the place of the one before it."""

_is_at_once = False


def show_at_once() -> None:
    """Write tracebacks to the terminal from now on, and into no file."""
    global _is_at_once  # noqa: PLW0603  one program has one terminal
    _is_at_once = True


def noted(refusal: Refusal) -> Refusal:
    """The same refusal, which also says where the traceback is that belongs to it, if there is one."""
    if not isinstance(refusal, BadBot) or not refusal.trace:
        return refusal
    if _is_at_once:
        sys.stderr.write(refusal.trace)
        return refusal
    try:
        file = _written(refusal)
    except OSError:  # the sentence alone must do
        return refusal
    return BadBot("{trouble} Where it happened is written in '{file}'.", trouble=refusal, file=file)


def _written(refusal: BadBot) -> str:
    path = own("log", "bots.log")
    path.parent.mkdir(parents=True, exist_ok=True)
    text = f"{datetime.now().astimezone():%Y-%m-%d %H:%M:%S} {refusal}\n{refusal.trace}\n".encode(errors="replace")
    if path.exists() and not path.is_file():
        raise FileExistsError(path)
    if path.exists() and path.stat().st_size + len(text) > MOST:
        path.replace(path.with_suffix(".old.log"))
    with path.open("ab") as file:
        file.write(text)
    return str(path)
