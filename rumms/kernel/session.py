"""One game being played: moves in, transitions out, everything written to the record as it happens."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Generic

import msgspec
from msgspec import Raw

from rumms.kernel.game import NATURE, A, Forced, Game, S, Seat
from rumms.kernel.record import (
    FORMAT,
    MOST_LINES,
    SHAPES,
    Header,
    Line,
    Lines,
    Writer,
    decoder_of,
    encode_back,
    encode_closing,
    encode_move,
    file_seat,
)
from rumms.kernel.refusal import BadRecord, IllegalMove, Refusal, later

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
                "{moves} moves cannot be taken back; {past} were made.",
                moves=moves,
                past=len(self.past),
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
        """Make exactly one move, a decision or Nature's, and write it down."""
        before, seat = self.state, self.actor
        if seat is None:
            raise IllegalMove("", "The game is over.")
        if self.lines >= MOST_LINES:
            raise IllegalMove("", "A record holds no more than {most} moves.", most=MOST_LINES)
        after, events, reveals = self.game.apply(before, action)
        if self.writer:
            self.writer.write(encode_move(seat, action))
        made = Transition(before, seat, action, events, after, reveals, forced)
        self.state = after
        self.lines += 1
        self.past.append(made)
        if self.writer and self.actor is None:
            self.writer.close(self.game.winners(after))
        return made


def begin(game: Game[S, A], seats: tuple[str, ...], options: Any, seed: int, path: Path | None = None) -> Session[S, A]:
    """A new game, written to `path` if there is one. Nothing has been drawn yet: `go_on` begins."""
    state = game.new(len(seats), options)
    header = Header(
        format=FORMAT,
        game=game.name,
        options=Raw(msgspec.json.encode(options)),
        seats=seats,
        seed=seed,
        physics=game.physics,
    )
    return Session(game, state, seed, writer=Writer.begin(path, header) if path else None)


@dataclass
class Loaded:
    """A record that has been read and played through: what it says and where it got to."""

    session: Session[Any, Any]
    header: Header
    lines: Lines
    winners: tuple[int, ...] | None
    """The closing line's, or None while the record is unfinished."""

    def resume(self) -> Session[Any, Any]:
        """Go on where it ended, writing to the same file."""
        if self.winners is not None:
            raise BadRecord(self.lines.file, 0, "", Refusal(later("the record is closed; there is nothing to resume.")))
        self.session.writer = Writer.go_on(Path(self.lines.file), self.lines)
        if self.session.actor is None:  # only the closing line was missing
            self.session.writer.close(_winners(self.session))
        return self.session


def load(path: Path, find: Find, *, closing: bool = True) -> Loaded:
    """Read a record and make every move again through the rules; BadRecord names the first thing that is wrong.

    Without `closing` the closing line's winners and digest are not compared, so that it can be written anew.
    """
    lines = Lines(path)
    session = _start(lines, find)
    decoder = decoder_of(session.game.actions)
    winners: tuple[int, ...] | None = None
    lines.digest.add(lines.rows[0][1])
    for number, row in lines.rows[1:]:
        if winners is not None:
            raise lines.bad(number, "", later("nothing can follow the closing line."))
        line: Line[Any] = lines.decode(number, row, decoder)
        match line.shape:
            case ("seat", "move"):
                _replay(session, lines, number, line)
            case ("back",):
                _take_back(session, lines, number, line)
            case ("winners", "digest"):
                winners = tuple(line.winners or ())
                if closing:
                    _compare(session, lines, number, line)
                continue
            case _:
                raise lines.bad(number, "", later("a line is {shapes}."), shapes=_shapes())
        lines.digest.add(row)
    return Loaded(session, lines.header, lines, winners)


def seal(path: Path, find: Find) -> Loaded:
    """Write the closing line of a record that was edited by hand, once all of its moves have proved legal."""
    loaded = load(path, find, closing=False)
    lines = loaded.lines
    if lines.torn:
        raise BadRecord(lines.file, 0, "", Refusal(later("the last line is cut off; complete it or delete it first.")))
    rows = [row.rstrip() for _, row in lines.rows]
    if loaded.winners is not None:
        del rows[-1]
    winners = _winners(loaded.session)
    loaded.winners = tuple(sorted(map(file_seat, winners)))
    rows.append(encode_closing(winners, str(lines.digest)))
    beside = path.with_name(path.name + ".new")
    beside.write_bytes(b"".join(row + b"\n" for row in rows))
    beside.replace(path)
    return loaded


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
        raise lines.bad(number, "$.move", later("the game is over before this move."))
    if line.seat != file_seat(actor):
        raise lines.bad(
            number,
            "$.seat",
            later("seat {actor} is to move, not seat {seat}."),
            actor=file_seat(actor),
            seat=line.seat,
        )
    forced = isinstance(session.game.legal(session.state), Forced)
    try:
        session.commit(line.move, forced=forced)
    except IllegalMove as refusal:
        raise BadRecord(lines.file, number, "$.move", refusal) from None


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
        raise lines.bad(number, "$.winners", text, right=list(winners), found=list(line.winners or ()))


def _winners(session: Session[Any, Any]) -> frozenset[Seat]:
    """Who has won; nobody, while the game is not over."""
    return session.game.winners(session.state) if session.actor is None else frozenset()


def _shapes() -> str:
    return ", ".join("{" + ", ".join(f'"{name}"' for name in shape) + "}" for shape in sorted(SHAPES, reverse=True))
