"""The real finger: what a pointer's way over the mat makes of a swipe. Centimetres and seconds; no pixels, no clock."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil, cos, dist, hypot, inf, radians, sin
from typing import Final, TypeAlias

from rumms.games.rumms.turn import SLOWEST_FLICK
from rumms.kernel.refusal import IllegalMove
from rumms.physics.geometry import HALF, outside
from rumms.physics.model import FASTEST, FINGERTIP, TOUCH, Body, Layout, Mat, Moment, Pose, Swipe

Point: TypeAlias = tuple[float, float]

RADIUS: Final = FINGERTIP / 2
LIFTED: Final = 0.04
"""Seconds after its first touch at which the engine lifts a finger ..."""
AFTER: Final = LIFTED + 0.02
"""... and until when the pointer is followed, so that the last of its way is known, too."""
LONGEST: Final = 2.0
"""Seconds of a way that are kept; where a finger has rested before matters to nobody."""
REACH: Final = 90.0
"""Centimetres from the mat that a finger goes at most."""
FINE: Final = 0.001
"""Seconds from a point to the next while a way is made smooth."""
SMOOTH, SLOWLY = 0.007, 0.025
"""Seconds before and after a moment over which the pointer is averaged, at least and at most: it comes in whole pixels,
and not quite on time."""
PATH: Final = 0.35
"""Centimetres that it goes in that time, where it can be."""
PASSES: Final = 2
"""So often it is averaged."""
SPREAD: Final = 20
"""Steps before and after a moment over which its speed is taken for that."""
STEP: Final = 0.006
"""Seconds from a moment of a swipe to the next."""
SOON: Final = 0.0001
"""Seconds from a move to one that claims to be of the same moment."""
RESTED: Final = 0.024
"""Seconds without news from the pointer: it has rested, and moved only at the end of them ..."""
STARTS: Final = 0.008
"""... for about so long."""
BEFORE: Final = 0.1
"""Seconds before its first touch at which a swipe begins: nobody waits for a film of a finger that rests."""
SPAN: Final = 0.03
"""Seconds over which the speed of now is taken."""
NEAR: Final = 1.2
"""Centimetres to a die at which a finger begins to mean it."""
ALONG: Final = 0.1
"""Centimetres from one look at what a finger passes to the next."""


def gap(x: float, y: float, pose: Pose) -> float:
    """How far a fingertip is from a die; below 0 it is on it."""
    turned = radians(pose.yaw)
    c, s = cos(turned), sin(turned)
    dx, dy = x - pose.x, y - pose.y
    along, across = abs(dx * c + dy * s) - HALF, abs(dy * c - dx * s) - HALF
    if along <= 0.0 and across <= 0.0:
        return max(along, across) - RADIUS
    return hypot(max(along, 0.0), max(across, 0.0)) - RADIUS


def nearest(x: float, y: float, bodies: Iterable[Body]) -> tuple[int | None, float]:
    """The die on the mat that a fingertip is nearest to, and how far it is. Those on others are out of its reach."""
    away = ((gap(x, y, body.pose), body.id) for body in bodies if body.level == 0)
    far, die = min(away, default=(inf, -1))
    return (die, far) if die >= 0 else (None, inf)


def refusal(x: float, y: float, layout: Layout) -> IllegalMove | None:
    """Why a finger cannot come down there; None if it can."""
    if nearest(x, y, layout.bodies)[1] < 0.0:
        return IllegalMove("RUM-19", "The finger comes down beside a die, not on it. Then swipe it into the die.")
    if any(outside(x, y, solid.shape) < RADIUS for solid in layout.mat.solids):
        return IllegalMove("RUM-19", "There is an obstacle. The finger comes down beside it.")
    return None


class Finger:
    """A fingertip that is down on the mat: its way so far, and what it has touched."""

    def __init__(self, layout: Layout, mine: Sequence[int], time: float, at: Point) -> None:
        self.layout, self.mine = layout, mine
        self.raw = [Moment(time, *_within_reach(at, layout.mat))]
        """Every move of the pointer."""
        self.touched_at: float | None = None
        self.touched: int | None = None
        """The first die that it has met."""

    @property
    def at(self) -> Point:
        """Where it is."""
        return self.raw[-1].x, self.raw[-1].y

    def move(self, time: float, at: Point) -> None:
        """The pointer is somewhere else."""
        last = self.raw[-1]
        now = Moment(time, *_within_reach(at, self.layout.mat))
        if time <= last.time:  # of the same moment: what comes later in it counts
            time = last.time + SOON
            now = Moment(time, now.x, now.y)
        if self.touched is None:
            self._pass(last, now)
        self.raw.append(now)
        while len(self.raw) > 2 and self.raw[1].time < time - LONGEST:
            del self.raw[0]

    def _pass(self, a: Moment, b: Moment) -> None:
        """Note the first die on the way from one point to another."""
        steps = max(1, ceil(hypot(b.x - a.x, b.y - a.y) / ALONG))
        for step in range(1, steps + 1):
            part = step / steps
            die, far = nearest(a.x + part * (b.x - a.x), a.y + part * (b.y - a.y), self.layout.bodies)
            if far <= TOUCH:
                self.touched, self.touched_at = die, a.time + part * (b.time - a.time)
                return

    def is_done(self, now: float) -> bool:
        """Has it struck, and is its way known until the engine lifts it?"""
        return self.touched_at is not None and now >= self.touched_at + AFTER

    def speed(self, now: float) -> float:
        """How fast it has been lately, in centimetres a second."""
        since = now - SPAN
        way = [moment for moment in _with_rests(self.raw) if moment.time >= since]
        if len(way) < 2:
            return 0.0
        return sum(dist((a.x, a.y), (b.x, b.y)) for a, b in pairwise(way)) / max(now - way[0].time, FINE)

    def would_foul(self, now: float) -> bool:
        """Is it about to touch what it must not touch, or so slow that it would push?"""
        die, far = (self.touched, 0.0) if self.touched is not None else nearest(*self.at, self.layout.bodies)
        if die is None or far > NEAR:
            return False
        return die not in self.mine or (self.touched is None and self.speed(now) < SLOWEST_FLICK)

    def swipe(self, now: float) -> Swipe | None:
        """What it has done, lifted now; None if it has touched nothing."""
        if self.touched_at is None:
            return None
        way, since = list(_with_rests(self.raw)), self.touched_at - BEFORE
        if way[0].time < since:
            way = [where(way, since), *(moment for moment in way if moment.time > since)]
        if now > way[-1].time:
            way.append(Moment(now, way[-1].x, way[-1].y))
        return Swipe(tuple(_not_too_fast(_thinned(smoothed(way)))))


def smoothed(way: Sequence[Moment]) -> list[Moment]:
    """A way in even steps, each point the middle of what the pointer said shortly before and after it."""
    even = list(_even(way))
    for _ in range(PASSES):
        even = _averaged(even)
    return even


def _averaged(even: Sequence[Moment]) -> list[Moment]:
    sums_x, sums_y = [0.0], [0.0]
    for moment in even:
        sums_x.append(sums_x[-1] + moment.x)
        sums_y.append(sums_y[-1] + moment.y)
    last = len(even) - 1
    found = []
    for number, moment in enumerate(even):
        a, b = even[max(0, number - SPREAD)], even[min(last, number + SPREAD)]
        wide = _breadth(hypot(b.x - a.x, b.y - a.y) / max(b.time - a.time, FINE))
        # As much before as after, so that an even movement stays as it is; at its ends there is nothing to average.
        half = min(wide, number, last - number)
        first, end, points = number - half, number + half + 1, 2 * half + 1
        x, y = (sums_x[end] - sums_x[first]) / points, (sums_y[end] - sums_y[first]) / points
        found.append(Moment(moment.time, x, y))
    return found


def _breadth(speed: float) -> int:
    """How many steps before and after a moment are averaged at a speed: a slow pointer says little in each."""
    return round(min(max(PATH / max(speed, 1.0), SMOOTH), SLOWLY) / FINE)


def where(way: Sequence[Moment], time: float) -> Moment:
    """Where a finger is at a time."""
    for a, b in pairwise(way):
        if a.time <= time < b.time:
            part = (time - a.time) / (b.time - a.time)
            return Moment(time, a.x + part * (b.x - a.x), a.y + part * (b.y - a.y))
    return way[0] if time < way[0].time else way[-1]


def speed_at(swipe: Swipe, time: float) -> float:
    """How fast a finger is at a time of its swipe, in centimetres a second."""
    for a, b in pairwise(swipe.path):
        if a.time <= time <= b.time:
            return hypot(b.x - a.x, b.y - a.y) / (b.time - a.time)
    return 0.0


def _with_rests(raw: Sequence[Moment]) -> Iterator[Moment]:
    """A pointer that rests says nothing: without this it would seem to have crept all the while."""
    for before, now in pairwise(raw):
        yield before
        if now.time - before.time > RESTED:
            yield Moment(now.time - STARTS, before.x, before.y)
    yield raw[-1]


def _even(way: Sequence[Moment]) -> Iterator[Moment]:
    """The same way in small steps of time, from 0 on."""
    start = way[0].time
    times = [moment.time - start for moment in way]
    for number in range(max(1, round(times[-1] / FINE)) + 1):
        time = number * FINE
        place = min(max(bisect_right(times, time) - 1, 0), len(way) - 2)
        a, b = way[place], way[place + 1]
        part = min(1.0, max(0.0, (time - times[place]) / (times[place + 1] - times[place])))
        yield Moment(time, a.x + part * (b.x - a.x), a.y + part * (b.y - a.y))


def _thinned(way: Sequence[Moment]) -> Iterator[Moment]:
    every = round(STEP / FINE)
    for number, moment in enumerate(way):
        if number == len(way) - 1 or (number % every == 0 and number + every // 2 < len(way)):
            yield Moment(round(moment.time, 4), round(moment.x, 4), round(moment.y, 4))


def _not_too_fast(way: Iterable[Moment]) -> Iterator[Moment]:
    """No finger is quicker than FASTEST: a jump of the pointer takes a little longer."""
    before: Moment | None = None
    late = 0.0
    for moment in way:
        if before is not None:
            least = hypot(moment.x - before.x, moment.y - before.y) / FASTEST
            late = max(late, round(before.time + least - moment.time + FINE / 2, 4)) if least else late
        before = Moment(round(moment.time + late, 4), moment.x, moment.y)
        yield before


def _within_reach(at: Point, mat: Mat) -> Point:
    x, y = at
    return min(max(x, -REACH), mat.length + REACH), min(max(y, -REACH), mat.width + REACH)
