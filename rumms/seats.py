"""Who sits where, as command line and records name it: `me`, `me:Anna`, `greedy`, `name:budget`, `file.py:Class`."""

from __future__ import annotations

from pathlib import Path

from rumms.kernel.bots import OF_A_FILE
from rumms.language import say

PERSON = "me"


def is_person(seat: str) -> bool:
    """Does a person decide here?"""
    return seat.partition(":")[0] == PERSON


def names_of(seats: tuple[str, ...]) -> tuple[str, ...]:
    """What the players are called, each by a name of its own."""
    given = [_name(seat) for seat in seats]
    return tuple(
        name if given.count(name) == 1 and name != say("Player") else f"{name} {number}"
        for number, name in enumerate(given, start=1)
    )


def _name(seat: str) -> str:
    if is_person(seat):
        return seat.partition(":")[2].strip() or say("Player")
    if own := OF_A_FILE.fullmatch(seat):
        return f"{Path(own['file']).stem}.{own['name']}"
    return seat
