"""The shelf: games that are kept in the user's folder, looked at without being played through."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import count, islice
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Raw

from rumms.catalogue import find
from rumms.games.rumms.start import teams_of
from rumms.games.rumms.state import Options
from rumms.kernel.game import Seat
from rumms.kernel.record import Header, Line, Source, decoder_of, rows_of
from rumms.kernel.refusal import Refusal, later
from rumms.kernel.writer import locked
from rumms.places import own
from rumms.ui import trash
from rumms.ui.names import called

ENDING: Final = ".jsonl"
BACK: Final = b'{"back":'
"""How the line begins that takes moves back."""
LINES: Final = decoder_of(Raw)


@dataclass(frozen=True, slots=True)
class Kept:
    """A game on the shelf, as far as its first line, its last line and the number of lines tell."""

    path: Path
    when: float
    """When it was last played, in seconds since 1970."""
    game: str = ""
    """The id of the game."""
    seats: tuple[str, ...] = ()
    moves: int = 0
    winners: tuple[Seat, ...] | None = None
    """None while the game is unfinished."""
    teams: tuple[tuple[Seat, ...], ...] = ()
    """Who plays together, red's side first; empty where everybody plays for himself."""
    problem: Refusal | None = None
    """Why it cannot be read; nothing else is known then."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        return called(self.seats)

    @property
    def sides(self) -> tuple[str, ...]:
        """The same, those who play together as one."""
        names = self.names
        return tuple(" & ".join(names[seat] for seat in team) for team in self.teams) or names

    @property
    def is_finished(self) -> bool:
        """Has the game come to its end?"""
        return self.winners is not None


def new_path(game: str, file: str | Path | None = None) -> Path:
    """The file of a new game: as asked for, else one in the user's folder that is not there yet."""
    if file:
        if os.path.lexists(file):
            raise Refusal("There is a file '{file}' already; 'rumms resume' goes on with a game.", file=str(file))
        return Path(file)
    now = datetime.now().astimezone()
    names = (own("games", f"{game}-{now:%Y%m%d-%H%M%S}-{number}{ENDING}") for number in count(1))
    return next(name for name in names if not name.exists())


def kept(limit: int | None = None) -> list[Kept]:
    """The games that were played last, no more than `limit`, the newest first; broken files among them."""
    return list(islice(_all(), limit))


def unfinished() -> Iterator[Kept]:
    """The games that can be played on, the newest first."""
    return (one for one in _all() if not one.problem and not one.is_finished)


def left_last() -> Kept | None:
    """The game to continue, if there is one."""
    return next(unfinished(), None)


def erase(game: Kept) -> None:
    """Put a game into the trash; it does not matter if it is gone already. InUse: somebody is playing it."""
    with locked(game.path):
        trash.throw("games", game.path)


def bring_back() -> Path | None:
    """The file of the game that was erased last, back on the shelf; None if there is none."""
    erased = trash.last("games")
    return trash.bring_back(erased, own("games")) if erased else None


def _all() -> Iterator[Kept]:
    for when, path in sorted(_files(), reverse=True):
        try:
            yield _seen(path, when)
        except Refusal as problem:
            if path.exists():  # else it has vanished since the folder was listed
                yield Kept(path, when, problem=problem)


def _files() -> Iterator[tuple[float, Path]]:
    with suppress(OSError), os.scandir(own("games")) as entries:
        for entry in entries:
            with suppress(OSError):  # it has vanished
                if entry.name.endswith(ENDING) and entry.is_file():
                    yield entry.stat().st_mtime, Path(entry.path)


def _seen(path: Path, when: float) -> Kept:
    """What first and last line tell; BadRecord if the first tells nothing, Refusal if there is no such game."""
    rows = rows_of(path)
    header = Source(path).header_in(rows)
    last = _decoded(rows[-1][1]) if rows[1:] else None
    winners = tuple(seat - 1 for seat in last.winners) if last and last.winners is not msgspec.UNSET else None
    if winners and not {*winners} <= {*range(len(header.seats))}:
        text = later("there are only {seats} seats.")
        raise Source(path).bad(rows[-1][0], "$.winners", text, seats=len(header.seats))
    lines = [row for _, row in rows[1:]]
    if winners is not None or last is None:  # the closing line, or one that was cut off
        del lines[-1:]
    entry = find(header.game)
    teams = _teams(header) if entry.has_engine else ()
    return Kept(path, when, entry.id, header.seats, _moves(lines), winners, teams)


def _teams(header: Header) -> tuple[tuple[Seat, ...], ...]:
    """The sides of a game of Rumms; none if its options are wrong, which is told when it is played through."""
    with suppress(msgspec.MsgspecError, Refusal):
        return teams_of(msgspec.json.decode(header.options, type=Options), len(header.seats))
    return ()


def _moves(lines: list[bytes]) -> int:
    """How many moves these are, those that were taken back not counted."""
    backs = [line for line in map(_decoded, filter(_is_back, lines)) if line]
    return max(0, len(lines) - sum(1 + line.back for line in backs if line.back is not msgspec.UNSET))


def _is_back(line: bytes) -> bool:
    return line.startswith(BACK)


def _decoded(row: bytes) -> Line[Raw] | None:
    """A line, or None if it cannot be read: it was cut off, or will be named when the game is played through."""
    try:
        row.decode()
        return LINES.decode(row)  # type: ignore[no-any-return]
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
