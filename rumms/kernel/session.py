"""One game being played: moves in, transitions out, everything written to the record as it happens."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Generic

import msgspec
from msgspec import Raw

from rumms.kernel.game import NATURE, A, Correction, Forced, Game, S, Seat
from rumms.kernel.record import (
    FORMAT,
    MOST_LINES,
    SHAPES,
    Header,
    Line,
    Lines,
    decoder_of,
    encode_back,
    encode_closing,
    encode_move,
    file_seat,
    this_version,
)
from rumms.kernel.refusal import BadRecord, Counted, IllegalMove, NotWritten, OldRecord, Refusal, later
from rumms.kernel.writer import Writer, locked, replacing, sync

Find = Callable[[str], Game[Any, Any]]
"""The game of a name; a Refusal if there is none."""


@dataclass(frozen=True, slots=True)
class Transition(Generic[S, A]):
    """One move as whoever watches gets to know it."""

    before: S
    seat: Seat
    action: A
    events: tuple[Any, ...]
    after: S
    reveals: bool
    """Something hidden has come to light, so the move cannot be taken back."""
    forced: bool
    """The rules left no choice, so nobody was asked."""


@dataclass
class Session(Generic[S, A]):
    """A game in progress: the state, the moves that led to it, and where they are written."""

    game: Game[S, A]
    state: S
    seed: int
    past: list[Transition[S, A]] = field(default_factory=list)
    writer: Writer | None = None
    lines: int = 0
    """How many lines follow the header, moves that were taken back and `back` included."""

    @property
    def actor(self) -> Seat | None:
        """Whose move it is."""
        return self.game.actor(self.state)

    def rng(self, seat: Seat) -> Random:
        """This seat's own stream for the next move: the same in every process, whatever others drew.

        It is made from the seed, the seat and the place in the record, so a game that is resumed goes on as it would
        have gone on, and a move made after one was taken back is drawn anew.
        """
        return Random(self.stream(seat))

    def stream(self, seat: Seat) -> str:
        """What `rng` is made of: a text that another process can make the same generator of."""
        return f"{self.seed}/{file_seat(seat)}/{self.lines}"

    def play(self, action: A) -> list[Transition[S, A]]:
        """Make one decision, then everything that Nature and the rules do about it. IllegalMove: nothing happened."""
        return [self.commit(action, forced=False), *self.go_on()]

    def go_on(self) -> list[Transition[S, A]]:
        """Let Nature draw, and the rules move where they leave no choice, until somebody has to decide."""
        made = []
        while (seat := self.actor) is not None:
            legal = self.game.legal(self.state)
            forced = isinstance(legal, Forced)
            if seat != NATURE and not forced:
                break
            made.append(self.commit(legal.sample(self.rng(seat)), forced=forced))
        return made

    def back(self, moves: int) -> None:
        """Take back so many moves, of whatever seat; the record says so."""
        if not 1 <= moves <= len(self.past):
            raise IllegalMove(
                "",
                "The game has {past} so far, so {moves} cannot be taken back.",
                moves=Counted("{number} move", "{number} moves", moves),
                past=Counted("{number} move", "{number} moves", len(self.past)),
            )
        if self.writer:
            self.writer.write(encode_back(moves))
        self.lines += 1
        self.state = self.past[-moves].before
        del self.past[-moves:]

    def can_take_back(self, seat: Seat) -> int:
        """How many moves this seat may take back: never another's, never one that showed something hidden."""
        for moves, made in enumerate(reversed(self.past), start=1):
            if made.seat != seat or made.reveals:
                return 0
            if not made.forced:
                return moves
        return 0

    def close(self) -> None:
        """Leave the game; its record can be resumed."""
        if self.writer:
            self.writer.close()

    def commit(self, action: A, *, forced: bool) -> Transition[S, A]:
        """Make exactly one move, a decision or Nature's, and write it down. NotWritten: it was not made."""
        before, seat = self.state, self.actor
        if seat is None:
            raise IllegalMove("", "The game is over.")
        if self.lines >= MOST_LINES:
            raise IllegalMove("", "A record holds no more than {most} moves.", most=MOST_LINES)
        after, events, reveals = self.game.apply(before, action)
        if self.writer:
            winners = self.game.winners(after) if self.game.actor(after) is None else None
            self.writer.write(encode_move(seat, action), winners)
        made = Transition(before, seat, action, events, after, reveals, forced)
        self.state = after
        self.lines += 1
        self.past.append(made)
        return made


def begin(  # noqa: PLR0913  all that makes a game, and how it is kept
    game: Game[S, A],
    seats: tuple[str, ...],
    options: Any,
    seed: int,
    path: Path | None = None,
    *,
    durable: bool = False,
    names_version: bool = True,
) -> Session[S, A]:
    """A new game, written to `path` if there is one. Nothing has been drawn yet: `go_on` begins.

    Where it is `durable`, every move waits for the disk, so that it survives a power cut. `names_version` is for
    players' records; files that are made anew with every change of the rules do without.
    """
    state = game.new(len(seats), options)
    header = Header(
        format=FORMAT,
        version=this_version() if names_version else None,
        game=game.name,
        options=Raw(msgspec.json.encode(options)),
        seats=seats,
        seed=seed,
        physics=game.physics,
    )
    writer = Writer.begin(path, header, durable=durable) if path else None
    return Session(game, state, seed, writer=writer)


@dataclass
class Loaded:
    """A record that has been read and played through: what it says and where it got to."""

    session: Session[Any, Any]
    header: Header
    lines: Lines
    winners: tuple[int, ...] | None
    """The closing line's, or None while the record is unfinished."""
    move_lines: list[int] = field(default_factory=list)
    """The number of the line of each of the session's moves."""
    stopped: OldRecord | None = None
    """Why the record could not be played through to its end; it is only to be watched then."""

    def resume(self, *, durable: bool = False) -> Session[Any, Any]:
        """Go on where it ended, writing to the same file. InUse: another program has it open."""
        if self.stopped:
            raise self.stopped
        if self.winners is not None:
            raise BadRecord(self.lines.file, 0, "", Refusal(later("the record is closed; there is nothing to resume.")))
        self.session.writer = Writer.go_on(Path(self.lines.file), self.lines, durable=durable)
        if self.session.actor is None:  # only the closing line was missing
            self.session.writer.seal(_winners(self.session))
        return self.session


def load(path: Path, find: Find, *, closing: bool = True, to_watch: bool = False) -> Loaded:
    """Read a record and make every move again through the rules; BadRecord names the first thing that is wrong.

    Without `closing` the closing line's winners and digest are not compared, so that it can be written anew. A record
    that is only loaded `to_watch` may end at a move that a corrected rule refuses: see `Loaded.stopped`.
    """
    lines = Lines(path)
    loaded = Loaded(_start(lines, find), lines.header, lines, None)
    try:
        _play_through(loaded, closing=closing)
    except OldRecord as refusal:
        if not to_watch:
            raise
        loaded.winners, loaded.stopped = None, refusal
    return loaded


def _play_through(loaded: Loaded, *, closing: bool) -> None:
    session, lines = loaded.session, loaded.lines
    decoder = decoder_of(session.game.actions)
    lines.digest.add(lines.rows[0][1])
    for number, row in lines.rows[1:]:
        if loaded.winners is not None:
            raise lines.bad(number, "", later("nothing can follow the closing line."))
        line: Line[Any] = lines.decode(number, row, decoder)
        match line.shape:
            case ("seat", "move"):
                _replay(session, lines, number, line)
                loaded.move_lines.append(number)
            case ("back",):
                _take_back(session, lines, number, line)
                del loaded.move_lines[len(session.past) :]
            case ("winners", "digest"):
                loaded.winners = tuple(line.winners or ())
                if closing:
                    _compare(session, lines, number, line)
                continue
            case _:
                raise lines.bad(number, "", later("a line is {shapes}."), shapes=_shapes())
        lines.digest.add(row)


def seal(path: Path, find: Find) -> Loaded:
    """Write the closing line of a record that was edited by hand, once all of its moves have proved legal."""
    with locked(path):
        loaded = load(path, find, closing=False)
        lines = loaded.lines
        if lines.torn:
            raise BadRecord(
                lines.file, 0, "", Refusal(later("the last line is cut off; complete it or delete it first."))
            )
        rows = [row.rstrip() for _, row in lines.rows]
        if loaded.winners is not None:
            del rows[-1]
        winners = _winners(loaded.session)
        loaded.winners = tuple(sorted(map(file_seat, winners)))
        rows.append(encode_closing(winners, str(lines.digest)))
        _replace(path, b"".join(row + b"\n" for row in rows))
    return loaded


def _replace(path: Path, whole: bytes) -> None:
    """Put another content into a file, all of it or nothing."""
    try:
        with replacing(path) as new, new.open("xb", buffering=0) as file:
            rest = memoryview(whole)
            while rest:
                rest = rest[file.write(rest) :]
            sync(file)
    except OSError as error:
        raise NotWritten(str(path), error.strerror or str(error)) from None


def _start(lines: Lines, find: Find) -> Session[Any, Any]:
    header, (number, _) = lines.header, lines.rows[0]
    try:
        game = find(header.game)
        options = lines.convert(header.options, game.options, "$.options")
        start = lines.convert(header.start, game.position, "$.start") if header.start else None
        state = game.new(len(header.seats), options, start)
    except BadRecord:
        raise
    except Refusal as refusal:
        raise BadRecord(lines.file, number, "", refusal) from None
    seed = secrets.randbits(48) if header.seed is None else header.seed
    return Session(game, state, seed)


def _replay(session: Session[Any, Any], lines: Lines, number: int, line: Line[Any]) -> None:
    actor = session.actor
    if actor is None:
        raise _refused(session, lines, number, "$.move", Refusal(later("the game is over before this move.")))
    if line.seat != file_seat(actor):
        text = later("seat {actor} is to move, not seat {seat}.")
        raise _refused(session, lines, number, "$.seat", Refusal(text, actor=file_seat(actor), seat=line.seat))
    forced = isinstance(session.game.legal(session.state), Forced)
    try:
        session.commit(line.move, forced=forced)
    except IllegalMove as refusal:
        raise _refused(session, lines, number, "$.move", refusal) from None


def _refused(session: Session[Any, Any], lines: Lines, number: int, path: str, reason: Refusal) -> BadRecord:
    """The error of a line that the rules refuse; it says so if they may have allowed it when the line was written."""
    corrections = list(_corrected_since(session.game, lines.header.version, reason))
    if not corrections:
        return BadRecord(lines.file, number, path, reason)
    text = later(
        "{reason} This record was written by Rumms {version}. By its rules that may have been right; version {since}"
        " has corrected them ({rules}). The record can be watched up to here."
    )
    told = Refusal(
        text,
        reason=reason,
        version=lines.header.version or Refusal(later("0.8.2 or older")),
        since=corrections[-1].version,
        rules=", ".join(rule for one in corrections for rule in one.rules),
    )
    return OldRecord(lines.file, number, path, told)


def _corrected_since(game: Game[Any, Any], version: str | None, reason: Refusal) -> Iterator[Correction]:
    """The corrections, newer than the record, that may be why a line is refused."""
    rule = reason.rule if isinstance(reason, IllegalMove) else ""
    for one in game.corrections:
        is_newer = version is None or _numbers(version) < _numbers(one.version)
        if is_newer and (one.moves_turns or rule in one.rules):
            yield one


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)[:3]))


def _take_back(session: Session[Any, Any], lines: Lines, number: int, line: Line[Any]) -> None:
    try:
        session.back(line.back if isinstance(line.back, int) else 0)
    except IllegalMove as refusal:
        raise BadRecord(lines.file, number, "$.back", refusal) from None


def _compare(session: Session[Any, Any], lines: Lines, number: int, line: Line[Any]) -> None:
    digest = str(lines.digest)
    if line.digest != digest:
        text = later("the digest does not fit header and moves; if you edited them, 'rumms seal' writes it anew.")
        raise lines.bad(number, "$.digest", text)
    winners = tuple(sorted(map(file_seat, _winners(session))))
    if line.winners != winners:
        text = later("by the rules the winners are {right}, not {found}.")
        reason = Refusal(text, right=list(winners), found=list(line.winners or ()))
        raise _refused(session, lines, number, "$.winners", reason)


def _winners(session: Session[Any, Any]) -> frozenset[Seat]:
    """Who has won; nobody, while the game is not over."""
    return session.game.winners(session.state) if session.actor is None else frozenset()


def _shapes() -> str:
    return ", ".join("{" + ", ".join(f'"{name}"' for name in shape) + "}" for shape in sorted(SHAPES, reverse=True))
