"""Who sits where, as command line and records name it: `me`, `me:Anna`, `greedy`, `name:budget`, `file.py:Class`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rumms.catalogue import find
from rumms.kernel.bots import OF_A_FILE, is_of_a_file, make
from rumms.kernel.record import LONGEST_NAME
from rumms.kernel.refusal import BadBot, Refusal
from rumms.language import say

if TYPE_CHECKING:
    from rumms.catalogue import Entry
    from rumms.kernel.record import Header

PERSON = "me"
EXAMPLE = "me,greedy"


class Players(NamedTuple):
    """The names of the players seat by seat, and whether they are trusted."""

    seats: tuple[str, ...]
    trusted: bool = False
    """The person who started the program has named them, so a bot may be in a Python file."""

    def check(self, entry: Entry) -> None:
        """Refuse bots that cannot be had. A trusted Python file is not tried here: that may take long."""
        for name in self.seats:
            if not is_person(name) and not (self.trusted and is_of_a_file(name)):
                make(name, entry.game, entry.bots, trusted=self.trusted)


def is_person(seat: str) -> bool:
    """Does a person decide here?"""
    return seat.partition(":")[0] == PERSON


def has_people(seats: tuple[str, ...]) -> bool:
    """Does a person decide on any of these seats?"""
    return any(map(is_person, seats))


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


def players_of(header: Header, asked: tuple[str, ...] | None = None) -> Players:
    """The players of a game that goes on from a record: those asked for on the command line, else those of the header.

    Every game that is played from a file begins here; a record that is only watched has names, but no players. BadBot:
    one of them cannot be had, or the header names what a file may not name.
    """
    if asked is not None and len(asked) != len(header.seats):
        raise Refusal("The record has {right} seats, not {found}.", right=len(header.seats), found=len(asked))
    players = Players(header.seats) if asked is None else Players(asked, trusted=True)
    players.check(find(header.game))
    return players


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
