"""Spots that a player may choose for a die: to be asked about, drawn from, and completed to the nearest legal one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import atan2, ceil, cos, hypot, isfinite, pi, remainder, sin, tau
from random import Random
from typing import Final

from msgspec import Struct

from rumms.games.rumms.actions import Put
from rumms.games.rumms.state import Die, OnMat, Side
from rumms.games.rumms.table import body_at, in_castle
from rumms.kernel.refusal import IllegalMove
from rumms.physics.checks import HIGHEST, MOST_TURNED
from rumms.physics.geometry import carries, fits, side_of_wall, stands_on
from rumms.physics.model import EDGE, Area, Body, Mat, Pose

TRIES: Final = 300
"""Spots that are drawn at random before all are looked through."""
GRID: Final = 0.4
"""Centimetres between the spots that are looked through."""
COARSE: Final = 2.4
"""Centimetres between those that are looked at first."""
GAP: Final = 0.15
"""Centimetres between spots ..."""
BAND: Final = 1.0
"""... that are looked at once more, so much nearer than the best on the grid."""
WAYS: Final = 16
"""Directions in which a better spot is looked for."""
FINEST: Final = 0.01
"""Centimetres: so near to the nearest legal spot a completed one is, along those directions."""
REACH: Final = EDGE * 0.75
"""Centimetres beyond an area in which a die's centre may lie so that it still touches the area."""
ROUNDING: Final = 1e-9
"""Centimetres."""
TURNS: Final = (0.0, 45.0, 22.5, 67.5)
"""Degrees by which a die is turned where it does not fit as it is wished."""


class Ground(Struct, frozen=True):
    """The die that is to be set, and what lies there already."""

    die: Die
    others: tuple[Die, ...]
    """By number; all of them on the mat."""
    bodies: tuple[Body, ...]
    """The same dice, as they lie."""
    mat: Mat

    @property
    def side(self) -> Side:
        """Whose die it is."""
        return self.die.side

    def below(self, body: Body) -> list[Die]:
        """The dice on which this die would stand."""
        numbers = stands_on(body, self.bodies) if body.level else ()
        return [die for die in self.others if die.id in numbers]


def ground(die: Die, dice: Iterable[Die], mat: Mat) -> Ground:
    """What lies on the mat when a die is to be set, wherever that die is now."""
    lying = [(other, other.where.body) for other in dice if isinstance(other.where, OnMat) and other.id != die.id]
    return Ground(die, tuple(other for other, _ in lying), tuple(body for _, body in lying), mat)


class Place(Struct, frozen=True):
    """Where a rule allows a die to be set, beside what holds for every spot (RUM-47)."""

    def areas(self, ground: Ground) -> Sequence[Area]:
        """Where to look for the centre of a die; spots right on other dice are looked at, wherever these lie."""
        raise AssertionError(self, ground)

    def shown(self, ground: Ground) -> Sequence[Area]:
        """Where to tell a person that the centre of a die may be set: less than where it is worth looking."""
        return self.areas(ground)

    def refuse(self, ground: Ground, body: Body) -> IllegalMove | None:
        """What speaks against a spot that could carry the die."""
        raise AssertionError(self, ground, body)


class InCastle(Place, frozen=True):
    """In its own castle, be it by a touch from outside or on a die that is in it (RUM-09)."""

    def areas(self, ground: Ground) -> Sequence[Area]:
        """Around the castle; a die in it may carry others that reach a little further."""
        return (grown(castle_of(ground.mat, ground.side), 2.0 * REACH),)

    def shown(self, ground: Ground) -> Sequence[Area]:
        """As far as a die that lies straight on the mat touches the castle."""
        return (grown(castle_of(ground.mat, ground.side), EDGE / 2),)

    def refuse(self, ground: Ground, body: Body) -> IllegalMove | None:
        """It must be in the castle."""
        if in_castle(body, ground.side, ground.bodies, ground.mat):
            return None
        return IllegalMove("RUM-09", "The die is not in its own castle there.")


class InKingdom(Place, frozen=True):
    """Anywhere in its own kingdom, touching the wall on no level; the king in his castle (RUM-07)."""

    def areas(self, ground: Ground) -> Sequence[Area]:
        """The own side of the wall; for the king his castle."""
        return CASTLE.areas(ground) if ground.die.kind.is_king else (kingdom_of(ground.mat, ground.side),)

    def shown(self, ground: Ground) -> Sequence[Area]:
        """The same; for the king as far as he is in his castle."""
        return CASTLE.shown(ground) if ground.die.kind.is_king else self.areas(ground)

    def refuse(self, ground: Ground, body: Body) -> IllegalMove | None:
        """It must not touch the wall."""
        if side_of_wall(body.pose, ground.mat) != -ground.side.beyond:
            return IllegalMove("RUM-07", "The die must be in its own kingdom and must not touch the wall.")
        if ground.die.kind.is_king and not in_castle(body, ground.side, ground.bodies, ground.mat):
            return IllegalMove("RUM-07", "The king must be in his castle.")
        return None


CASTLE: Final = InCastle()
KINGDOM: Final = InKingdom()


class Spots(Struct, frozen=True):
    """Every spot at which a die may be set."""

    ground: Ground
    place: Place
    up: int | None = None
    """The face that stays up; without it, the first active one (RUM-47)."""

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Put) and self.refuse(action) is None

    def body(self, pose: Pose) -> Body:
        """The die at a spot, on whatever lies there."""
        return body_at(self.ground.die, pose, self.up, self.ground.bodies)

    def refuse(self, put: Put) -> IllegalMove | None:
        """Why a spot is not allowed; None if it is."""
        if put.die != self.ground.die.id:
            return IllegalMove("RUM-47", "It is die {die} that is to be set.", die=self.ground.die.id)
        return self._refuse(put.pose)

    def sample(self, rng: Random) -> Put:
        """Draw one: of many at random, else of those on a grid."""
        areas = self.place.areas(self.ground)
        sizes = [(area.right - area.left) * (area.top - area.bottom) for area in areas]
        for _ in range(TRIES):
            (area,) = rng.choices(areas, sizes)
            x, y, yaw = rng.uniform(area.left, area.right), rng.uniform(area.bottom, area.top), rng.uniform(0.0, 360.0)
            pose = Pose(round(x, 3), round(y, 3), round(yaw, 1))
            if self._refuse(pose) is None:
                return Put(self.ground.die.id, pose)
        found = list(self._on_grid())
        if not found:
            raise AssertionError(self)
        return Put(self.ground.die.id, rng.choice(found))

    def is_empty(self) -> bool:
        """Is there no spot at all, as far as a grid shows?"""
        return next(self._on_grid(), None) is None

    def nearest(self, wish: Pose) -> Put | None:
        """The legal spot nearest to a wished one, turned as wished if the die fits so; None if there is none."""
        if not (isfinite(wish.x) and isfinite(wish.y) and abs(wish.yaw) <= MOST_TURNED):
            return None
        if self._refuse(wish) is None:
            return Put(self.ground.die.id, wish)
        for turn in TURNS:
            near = self._nearest(Pose(wish.x, wish.y, wish.yaw + turn))
            if near:
                return Put(self.ground.die.id, near)
        return None

    def _nearest(self, wish: Pose) -> Pose | None:
        found = sorted((hypot(x - wish.x, y - wish.y), x, y) for x, y in self._grid_around(wish))
        poses = (Pose(x, y, wish.yaw) for _, x, y in found)
        near = next((pose for pose in poses if self._refuse(pose) is None), None)
        while near:
            drawn = self._drawn_to(wish, near)
            near = self._nearer(wish, hypot(drawn.x - wish.x, drawn.y - wish.y))
            if near is None:
                return drawn
        return None

    def _nearer(self, wish: Pose, away: float) -> Pose | None:
        """A legal spot somewhat nearer than that, in a gap between dice that the grid has missed."""
        arcs = [_seen_from(wish, area) for area in self.place.areas(self.ground)]
        rings = ceil((min(away, BAND) - FINEST) / GAP)
        for ring in range(rings):
            radius = away - FINEST - (rings - 1 - ring) * GAP
            for middle, half in arcs:
                steps = ceil(half * radius / GAP)
                for step in range(-steps, steps + 1):
                    way = middle + half * step / max(steps, 1)
                    pose = Pose(wish.x + radius * cos(way), wish.y + radius * sin(way), wish.yaw)
                    if self._refuse(pose) is None:
                        return pose
        return None

    def _drawn_to(self, wish: Pose, pose: Pose) -> Pose:
        """A legal spot moved towards a wished one, in ever smaller steps, as long as it stays legal."""
        step = GRID
        away = hypot(pose.x - wish.x, pose.y - wish.y)
        while step >= FINEST / 2:
            for number in range(WAYS):
                way = tau * number / WAYS
                other = Pose(pose.x + step * cos(way), pose.y + step * sin(way), pose.yaw)
                nearer = hypot(other.x - wish.x, other.y - wish.y)
                if nearer < away - ROUNDING and self._refuse(other) is None:
                    pose, away = other, nearer
                    break
            else:
                step /= 2.0
        return Pose(round(pose.x, 5), round(pose.y, 5), pose.yaw) if self._is_rounded(pose) else pose

    def _is_rounded(self, pose: Pose) -> bool:
        return self._refuse(Pose(round(pose.x, 5), round(pose.y, 5), pose.yaw)) is None

    def _grid_around(self, wish: Pose) -> Iterator[tuple[float, float]]:
        """Where to look: the areas in a grid, the wish itself drawn into each, and right on and beside each die."""
        for area in self.place.areas(self.ground):
            yield _within(wish.x, area.left, area.right), _within(wish.y, area.bottom, area.top)
            yield from _grid(area, GRID)
        for body in self.ground.bodies:
            yield body.pose.x, body.pose.y

    def _on_grid(self) -> Iterator[Pose]:
        """Legal spots in a grid, those in the middle of areas and coarsely first, so that one is soon found."""
        areas = self.place.areas(self.ground)
        for area in areas:
            pose = Pose((area.left + area.right) / 2, (area.bottom + area.top) / 2)
            if self._refuse(pose) is None:
                yield pose
        for step in (COARSE, GRID):
            for area in areas:
                for x, y in _grid(area, step):
                    pose = Pose(x, y)
                    if self._refuse(pose) is None:
                        yield pose
        for body in self.ground.bodies:
            if self._refuse(body.pose) is None:
                yield body.pose

    def _refuse(self, pose: Pose) -> IllegalMove | None:
        ground = self.ground
        if not (isfinite(pose.x) and isfinite(pose.y) and abs(pose.yaw) <= MOST_TURNED):
            return IllegalMove("RUM-47", "The spot is no place at all: its numbers make no sense.")
        body = self.body(pose)
        if body.level > HIGHEST:
            return IllegalMove("RUM-47", "No tower can be that high.")
        if not carries(pose, body.level, ground.bodies, ground.mat):
            return _unsupported(body)
        if not fits(pose, body.level, ground.bodies, ground.mat):
            return IllegalMove("RUM-47", "There is no room for the die there.")
        if any(not die.kind.carries_dice for die in ground.below(body)):
            return IllegalMove("RUM-47", "No die can be set on an ice cube.")
        return self.place.refuse(ground, body)


def _unsupported(body: Body) -> IllegalMove:
    """Why nothing carries a die: it would lie flat beyond the mat, or it overlaps dice that do not carry it."""
    if body.level == 0:
        return IllegalMove("RUM-47", "The die would fall there: its centre is not over the mat.")
    return IllegalMove("RUM-47", "The die overlaps another one there: set it beside that one, or right on top.")


def castle_of(mat: Mat, side: Side) -> Area:
    """A side's castle."""
    if mat.castles is None:
        raise AssertionError(mat)
    return mat.castles[side.number]


def kingdom_of(mat: Mat, side: Side) -> Area:
    """A side's half of the mat, up to the wall."""
    middle = mat.length / 2
    left, right = (middle, middle) if mat.wall is None else (mat.wall.left, mat.wall.right)
    return Area(0.0, 0.0, left, mat.width) if side is Side.RED else Area(right, 0.0, mat.length, mat.width)


def grown(area: Area, by: float) -> Area:
    """An area and what is near to it."""
    return Area(area.left - by, area.bottom - by, area.right + by, area.top + by)


def _seen_from(pose: Pose, area: Area) -> tuple[float, float]:
    """In which direction an area lies, and how wide it is to both sides; all around for one who is in it."""
    if area.left <= pose.x <= area.right and area.bottom <= pose.y <= area.top:
        return 0.0, pi
    middle = atan2((area.bottom + area.top) / 2 - pose.y, (area.left + area.right) / 2 - pose.x)
    corners = ((x, y) for x in (area.left, area.right) for y in (area.bottom, area.top))
    return middle, max(abs(remainder(atan2(y - pose.y, x - pose.x) - middle, tau)) for x, y in corners)


def _grid(area: Area, step: float) -> Iterator[tuple[float, float]]:
    """Spots in an area, the first ones half a step inside."""
    columns, rows = int((area.right - area.left) / step), int((area.top - area.bottom) / step)
    for column in range(columns):
        for row in range(rows):
            yield area.left + (column + 0.5) * step, area.bottom + (row + 0.5) * step


def _within(value: float, least: float, most: float) -> float:
    return min(max(value, least), most)
