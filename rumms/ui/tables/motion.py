"""Things on a card table: where each lies, and how they get from one picture to the next. No pygame, no clock."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import cos, pi, sin
from typing import Final, Literal, NamedTuple, TypeAlias

from rumms.ui.tables.answering import Token
from rumms.ui.theme import out_cubic

BACK: Final = "?"
"""What a thing is called that lies face down."""
FLIGHT: Final = 0.26
"""Seconds from one place to another."""
STAGGER: Final = 0.06
"""Seconds from a thing's start to the next one's ..."""
LONGEST: Final = 0.7
"""... and from the first one's to the last one's at most."""
SWING: Final = 6.0
"""Degrees by which a thing swings on its way."""


class Spot(NamedTuple):
    """A place on the table: its middle and the width of what lies there, in pixels."""

    x: float
    y: float
    wide: float
    angle: float = 0.0
    lift: float = 0.0
    is_seen: bool = True
    """Else it lies below others, or beside the picture: it is seen on its way only."""


Stand: TypeAlias = Literal["", "pale", "dim", "glow", "bad"]
"""How a thing stands out: a little or much paler than others, or with light around it, warm or red."""


class Piece(NamedTuple):
    """A thing, and where it lies. Things of one family and sort are alike."""

    family: str
    sort: str
    spot: Spot
    token: Token | None = None
    """What is chosen if it is pressed, where there is something to choose."""
    look: Stand = ""


class Way(NamedTuple):
    """A thing on its way; it turns over if it is another sort when it arrives."""

    start: Piece
    end: Piece
    delay: float = 0.0


class Moving(NamedTuple):
    """A thing in the air: what is seen of it, where, and how wide it seems while it turns over."""

    family: str
    sort: str
    spot: Spot
    wide: float
    """How wide it is where it lies; its picture is made for that."""
    part: float = 1.0
    """Of its width."""
    opacity: float = 1.0


class Motion:
    """How one picture becomes the next: what stays, what flies, what fades."""

    def __init__(self, before: Sequence[Piece], after: Sequence[Piece], arc: float, *, is_calm: bool = False) -> None:
        self.arc, self.is_calm = arc, is_calm
        left, come = _compared(before, after)
        pairs, gone, new = _paired(left, come)
        seen = [(start, end) for start, end in pairs if start.spot != end.spot]
        step = min(STAGGER, LONGEST / max(1, len(seen)))
        self.ways = [Way(start, end, number * step) for number, (start, end) in enumerate(seen)]
        moved = {id(end) for _, end in seen}
        self.still = [piece for piece in after if id(piece) not in moved and id(piece) not in {id(one) for one in new}]
        self.gone = [piece for piece in gone if piece.spot.is_seen]
        self.new = [piece for piece in new if piece.spot.is_seen]
        is_something = bool(self.ways or self.gone or self.new)
        self.duration = (FLIGHT + (self.ways[-1].delay if self.ways else 0.0)) if is_something else 0.0
        if self.is_calm and is_something:
            self.duration = FLIGHT

    def lying(self, time: float) -> list[Piece]:
        """What lies on the table at a time."""
        if time >= self.duration:
            return [*self.still, *(way.end for way in self.ways), *self.new]
        landed = [way.end for way in self.ways if not self.is_calm and time >= way.delay + FLIGHT]
        waiting = [way.start for way in self.ways if not self.is_calm and time < way.delay]
        return [*self.still, *waiting, *landed]

    def flying(self, time: float) -> list[Moving]:
        """What is in the air at a time, the last to start on top."""
        if time >= self.duration:
            return []
        part = time / self.duration
        faded = [_faded(piece, 1.0 - part) for piece in self.gone] + [_faded(piece, part) for piece in self.new]
        if self.is_calm:
            for way in self.ways:
                faded += [_faded(way.start, 1.0 - part), _faded(way.end, part)]
            return faded
        flights = [
            self._at(way, (time - way.delay) / FLIGHT) for way in self.ways if way.delay <= time < way.delay + FLIGHT
        ]
        return [*faded, *flights]

    def _at(self, way: Way, part: float) -> Moving:
        eased = out_cubic(part)
        (start, end), turns = (way.start.spot, way.end.spot), way.start.sort != way.end.sort
        bow = sin(pi * eased)
        spot = Spot(
            start.x + (end.x - start.x) * eased,
            start.y + (end.y - start.y) * eased - self.arc * bow,
            start.wide + (end.wide - start.wide) * eased,
            start.angle + (end.angle - start.angle) * eased + SWING * bow,
            6.0,
        )
        piece = way.end if not turns or part >= 0.5 else way.start
        narrow = max(0.04, abs(cos(pi * part))) if turns else 1.0
        return Moving(piece.family, piece.sort, spot, piece.spot.wide, narrow)


def _faded(piece: Piece, opacity: float) -> Moving:
    return Moving(piece.family, piece.sort, piece.spot, piece.spot.wide, 1.0, opacity)


Pairs = list[tuple[Piece, Piece]]


def _compared(before: Iterable[Piece], after: Iterable[Piece]) -> tuple[list[Piece], list[Piece]]:
    """What lies there no more, and what lies there now."""
    there: defaultdict[tuple[str, str, Spot], list[Piece]] = defaultdict(list)
    for piece in before:
        there[piece.family, piece.sort, piece.spot].append(piece)
    kept: set[int] = set()
    come: list[Piece] = []
    for piece in after:
        same = there[piece.family, piece.sort, piece.spot]
        if same:
            kept.add(id(same.pop()))
        else:
            come.append(piece)
    return [piece for piece in before if id(piece) not in kept], come


def _paired(left: list[Piece], come: list[Piece]) -> tuple[Pairs, list[Piece], list[Piece]]:
    """Who goes where: things that are alike first, then those that are turned over on their way."""
    pairs: Pairs = []
    rest: list[Piece] = []
    for end in come:
        start = next((one for one in left if (one.family, one.sort) == (end.family, end.sort)), None)
        if start is None:
            rest.append(end)
        else:
            left = [one for one in left if one is not start]
            pairs.append((start, end))
    new: list[Piece] = []
    for end in rest:
        start = next((one for one in left if one.family == end.family and BACK in {one.sort, end.sort}), None)
        if start is None:
            new.append(end)
        else:
            left = [one for one in left if one is not start]
            pairs.append((start, end))
    return pairs, left, new
