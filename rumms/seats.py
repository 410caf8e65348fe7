"""Who sits where, as command line and records name it: `me`, `me:Anna`, `greedy`, `name:budget`, `file.py:Class`."""

from __future__ import annotations

from pathlib import Path

from rumms.kernel.bots import OF_A_FILE, is_of_a_file
from rumms.kernel.record import LONGEST_NAME
from rumms.kernel.refusal import BadBot, Refusal
from rumms.language import say

PERSON = "me"
EXAMPLE = "me,greedy"


def is_person(seat: str) -> bool:
    """Does a person decide here?"""
    return seat.partition(":")[0] == PERSON


def bots_of(seats: tuple[str, ...]) -> tuple[str | None, ...]:
    """The name of the bot on each seat, without its budget; None where a person decides."""
    return tuple(None if is_person(seat) else seat if is_of_a_file(seat) else seat.partition(":")[0] for seat in seats)


def check_words(seats: tuple[str, ...], example: str | None = None) -> None:
    """Refuse words that no record could hold."""
    if not all(seat and seat.isprintable() and len(seat) <= LONGEST_NAME for seat in seats):
        raise BadBot(
            "'{seats}' does not say who plays; write for example {example}.",
            seats=",".join(seats),
            example=example or EXAMPLE,
        )


def again(recorded: tuple[str, ...], asked: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """Who plays on in a game that was kept: who is asked for, else who played.

    A record is not trusted to name a Python file to be run.
    """
    if asked is None:
        for name in filter(is_of_a_file, recorded):
            raise BadBot(
                "The record names a bot in a file, {name}; if you trust that file, say so with --seats {seats}.",
                name=name,
                seats=",".join(recorded),
            )
        return recorded
    if len(asked) != len(recorded):
        raise Refusal("The record has {right} seats, not {found}.", right=len(recorded), found=len(asked))
    return asked


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
