"""What lies where: exact answers about footprints, rotated squares seen from above, for the rules and the engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heapreplace
from math import cos, hypot, inf, radians, sin, sqrt, tau
from typing import Final, TypeAlias

from rumms.physics.model import (
    EDGE,
    TOUCH,
    Area,
    Body,
    Disc,
    Mat,
    Polygon,
    Pose,
    Shape,
)

Point: TypeAlias = tuple[float, float]

HALF: Final = EDGE / 2
DIAGONAL: Final = EDGE * sqrt(2.0)
"""Footprints whose centres are further apart do not overlap, however they are turned."""
OVERLAP: Final = 0.001
"""Centimetres: footprints that overlap by no more have an edge in common and nothing else."""
ROUNDING: Final = 1e-9
"""Centimetres: so small a difference comes from arithmetic, not from the dice."""
SLACK: Final = 0.03
"""Centimetres: what the engine leaves at rest may overlap or overhang by so much, and is a layout again."""
CONTACT: Final = TOUCH + ROUNDING
"""Centimetres: the widest gap that counts as none, whatever arithmetic makes of it."""
FAR: Final = DIAGONAL / 2 + CONTACT
"""Centimetres: a die whose centre is further away touches nothing, however it is turned."""

STEP: Final = 0.02
"""Centimetres: how finely a free spot is looked for."""
WAYS: Final = 32
"""In how many directions a free spot is looked for."""


def corners(pose: Pose) -> tuple[Point, Point, Point, Point]:
    """The corners of a footprint, counter-clockwise."""
    turned = radians(pose.yaw)
    along, across = HALF * cos(turned), HALF * sin(turned)
    more, less = along + across, along - across
    x, y = pose.x, pose.y
    return (x + less, y + more), (x - more, y + less), (x - less, y - more), (x + more, y - less)


def depth(a: Pose, b: Pose) -> float:
    """How far two footprints overlap: the shortest way on which one of them gets free; 0.0 if they are apart."""
    dx, dy = b.x - a.x, b.y - a.y
    if dx * dx + dy * dy >= DIAGONAL * DIAGONAL:
        return 0.0
    # Along each of the four edge directions two equal squares are equally long, seen from the other's frame.
    turned = radians(a.yaw)
    ca, sa = cos(turned), sin(turned)
    turned = radians(b.yaw)
    cb, sb = cos(turned), sin(turned)
    length = HALF * (1.0 + abs(ca * cb + sa * sb) + abs(ca * sb - sa * cb))
    apart = max(abs(dx * ca + dy * sa), abs(dy * ca - dx * sa), abs(dx * cb + dy * sb), abs(dy * cb - dx * sb))
    return max(length - apart, 0.0)


def gap(a: Pose, b: Pose) -> float:
    """How far two footprints are apart; 0.0 if they overlap."""
    if depth(a, b) > 0.0:
        return 0.0
    return min(_nearest(corners(a), b), _nearest(corners(b), a))


def touches(a: Pose, b: Pose) -> bool:
    """Do two footprints touch or overlap (RUM-45)?"""
    dx, dy = b.x - a.x, b.y - a.y
    far = FAR + DIAGONAL / 2
    return dx * dx + dy * dy <= far * far and gap(a, b) <= CONTACT


def gap_to_area(pose: Pose, area: Area) -> float:
    """How far a footprint and an area are apart; 0.0 if they overlap."""
    if _overlaps_area(pose, area):
        return 0.0
    ends = ((area.left, area.bottom), (area.right, area.bottom), (area.right, area.top), (area.left, area.top))
    least = _nearest(ends, pose)
    for x, y in corners(pose):
        dx, dy = max(area.left - x, x - area.right, 0.0), max(area.bottom - y, y - area.top, 0.0)
        least = min(least, hypot(dx, dy))
    return least


def touches_area(pose: Pose, area: Area) -> bool:
    """Does a footprint touch an area or overlap it (RUM-45)?"""
    x, y = pose.x, pose.y
    if x < area.left - FAR or x > area.right + FAR or y < area.bottom - FAR or y > area.top + FAR:
        return False
    return gap_to_area(pose, area) <= CONTACT


def depth_in_shape(pose: Pose, shape: Shape) -> float:
    """How far a footprint and a solid part or a hole overlap: the shortest way to get free; 0.0 if they are apart."""
    if isinstance(shape, Polygon):
        return _depth_in_polygon(pose, shape.corners)
    along, across = _beside(shape.x, shape.y, pose)
    away = hypot(along, across) if along > 0.0 and across > 0.0 else max(along, across)
    return max(shape.radius - away, 0.0)


def outside(x: float, y: float, shape: Shape) -> float:
    """How far a point lies outside a shape; inside, less than 0: how far it is to the outline."""
    if isinstance(shape, Disc):
        return hypot(x - shape.x, y - shape.y) - shape.radius
    return _outside(x, y, shape.corners)


def is_inside(x: float, y: float, shape: Shape) -> bool:
    """Does a point lie in a shape or on its outline?"""
    return outside(x, y, shape) <= 0.0


def over_hole(pose: Pose, mat: Mat) -> bool:
    """Does a die's centre lie over a hole?"""
    return any(is_inside(pose.x, pose.y, hole) for hole in mat.holes)


def on_mat(pose: Pose, mat: Mat) -> bool:
    """Does a die touch the mat with any part of its footprint, its centre over no hole (RUM-13)?"""
    if mat.holes and over_hole(pose, mat):
        return False
    return _is_over_mat(pose, mat) or touches_area(pose, Area(0.0, 0.0, mat.length, mat.width))


def side_of_wall(pose: Pose, mat: Mat) -> int:
    """-1: wholly on the side of x = 0 without touching the wall; 1: wholly beyond it; 0: on it or touching (RUM-14).

    The wall counts as if it went on beyond the mat's edge. A mat without a wall is parted by its middle line.
    """
    x, wall = pose.x, mat.wall
    left, right = (mat.length / 2, mat.length / 2) if wall is None else (wall.left, wall.right)
    reach = FAR
    if left - FAR <= x <= right + FAR:
        turned = radians(pose.yaw)
        reach = HALF * (abs(cos(turned)) + abs(sin(turned))) + CONTACT
    if x + reach < left:
        return -1
    return 1 if x - reach > right else 0


def touches_castle(pose: Pose, mat: Mat, which: int) -> bool:
    """Does a footprint touch castle 0 (red's) or 1 (blue's), be it from outside (RUM-09)? Never where there is none."""
    return mat.castles is not None and touches_area(pose, mat.castles[which])


def stands_on(body: Body, bodies: Iterable[Body]) -> tuple[int, ...]:
    """Which dice a cube touches from above, by number; an edge in common carries nothing."""
    below = body.level - 1
    return tuple(sorted(one.id for one in _under_or_over(body.pose, bodies) if one.level == below))


def carries(pose: Pose, level: int, bodies: Iterable[Body], mat: Mat) -> bool:
    """Does this spot carry a die: is its centre over the mat, over a die it stands on or between such dice (RUM-47)?"""
    if level == 0:
        return _is_over_mat(pose, mat) and not over_hole(pose, mat)
    return overhang(pose, (body for body in bodies if body.level == level - 1)) <= ROUNDING


def is_held(body: Body, bodies: Iterable[Body]) -> bool:
    """Does a die on dice stay as it lies: is it carried, or does the weight of others hold it?"""
    others = tuple(bodies)
    away = overhang(body.pose, (one for one in others if one.level == body.level - 1))
    above = (one for one in others if one.level == body.level + 1)
    return away <= SLACK or (away < inf and any(depth(body.pose, one.pose) > OVERLAP for one in above))


def level_at(pose: Pose, bodies: Iterable[Body]) -> int:
    """The level to which a die comes that is set down here, on whatever of the other dice is highest."""
    return max((body.level + 1 for body in _under_or_over(pose, bodies)), default=0)


def fits(pose: Pose, level: int, bodies: Iterable[Body], mat: Mat) -> bool:
    """Is there room for a die: does it overlap none of the other dice of its level, and no solid part?"""
    return not any(body.level == level for body in _under_or_over(pose, bodies)) and not any(
        depth_in_shape(pose, solid.shape) > OVERLAP for solid in mat.solids
    )


def settle_near(pose: Pose, bodies: Iterable[Body], mat: Mat) -> Pose:
    """The nearest spot, turned the same way, that is free on level 0; beyond the mat's edge too, but over no hole.

    It is looked for in 32 directions at once, always further in the one that has come least far. A die that overlaps
    something gets free on no way shorter than their depth, so that much is left out.
    """
    poses = [body.pose for body in bodies if body.level == 0]
    way = _stuck(pose, poses, mat)
    if way == 0.0:
        return pose
    ways = [(way, number) for number in range(WAYS)]
    while True:
        way, number = ways[0]
        direction = tau * number / WAYS
        spot = Pose(pose.x + way * cos(direction), pose.y + way * sin(direction), pose.yaw)
        more = _stuck(spot, poses, mat)
        if more == 0.0:
            return spot
        heapreplace(ways, (way + more, number))


def _stuck(pose: Pose, poses: Iterable[Pose], mat: Mat) -> float:
    """How far a die on level 0 must be moved at least to be free; 0.0 if it is."""
    deepest = max((depth(pose, other) for other in poses), default=0.0)
    for solid in mat.solids:
        deepest = max(deepest, depth_in_shape(pose, solid.shape))
    for hole in mat.holes:
        sunk = -outside(pose.x, pose.y, hole)
        if sunk >= 0.0:
            deepest = max(deepest, sunk, STEP)
    return max(deepest, STEP) if deepest > OVERLAP else 0.0


def _under_or_over(pose: Pose, bodies: Iterable[Body]) -> list[Body]:
    """The dice, of whatever level, whose footprints overlap this one."""
    x, y = pose.x, pose.y
    return [
        body
        for body in bodies
        if -DIAGONAL < body.pose.x - x < DIAGONAL
        and -DIAGONAL < body.pose.y - y < DIAGONAL
        and depth(pose, body.pose) > OVERLAP
    ]


def _is_over_mat(pose: Pose, mat: Mat) -> bool:
    """Does a die's centre lie over the mat's rectangle?"""
    return -ROUNDING <= pose.x <= mat.length + ROUNDING and -ROUNDING <= pose.y <= mat.width + ROUNDING


def edges_of(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Each point with the next, the last one with the first."""
    before = points[-1]
    for point in points:
        yield before, point
        before = point


def _beside(x: float, y: float, pose: Pose) -> Point:
    """How far a point lies beyond the edges of a footprint along its two axes; inside, less than 0."""
    turned = radians(pose.yaw)
    c, s = cos(turned), sin(turned)
    dx, dy = x - pose.x, y - pose.y
    return abs(dx * c + dy * s) - HALF, abs(dy * c - dx * s) - HALF


def _nearest(points: Iterable[Point], pose: Pose) -> float:
    """How far the nearest of these points lies outside a footprint; 0.0 if one is inside."""
    turned = radians(pose.yaw)
    c, s = cos(turned), sin(turned)
    least = inf
    for x, y in points:
        dx, dy = x - pose.x, y - pose.y
        along, across = abs(dx * c + dy * s) - HALF, abs(dy * c - dx * s) - HALF
        least = min(least, hypot(max(along, 0.0), max(across, 0.0)))
    return least


def _overlaps_area(pose: Pose, area: Area) -> bool:
    """Is there no line between a footprint and an area? It would run along an edge of one of them."""
    x, y = pose.x, pose.y
    if area.left <= x <= area.right and area.bottom <= y <= area.top:
        return True
    turned = radians(pose.yaw)
    c, s = cos(turned), sin(turned)
    along, across = abs(c), abs(s)
    reach = HALF * (along + across)
    wide, high = (area.right - area.left) / 2, (area.top - area.bottom) / 2
    dx, dy = area.left + wide - x, area.bottom + high - y
    return (
        abs(dx) <= wide + reach
        and abs(dy) <= high + reach
        and abs(dx * c + dy * s) <= HALF + wide * along + high * across
        and abs(dy * c - dx * s) <= HALF + wide * across + high * along
    )


def _depth_in_polygon(pose: Pose, points: Sequence[Point]) -> float:
    """The shortest way out is square to an edge: to one of the polygon's or to one of the footprint's."""
    turned = radians(pose.yaw)
    c, s = cos(turned), sin(turned)
    x, y = pose.x, pose.y
    least = inf
    for (px, py), (qx, qy) in edges_of(points):
        long = hypot(qx - px, qy - py)
        nx, ny = (qy - py) / long, (px - qx) / long
        reach = HALF * (abs(nx * c + ny * s) + abs(ny * c - nx * s))
        least = min(least, reach + nx * (px - x) + ny * (py - y))
        if least <= 0.0:
            return 0.0
    along = [(px - x) * c + (py - y) * s for px, py in points]
    across = [(py - y) * c - (px - x) * s for px, py in points]
    return max(min(least, HALF + min(max(along), -min(along), max(across), -min(across))), 0.0)


def _outside(x: float, y: float, points: Sequence[Point]) -> float:
    """How far a point lies outside a convex polygon; inside, less than 0: how far it is to the outline."""
    furthest, nearest = -inf, inf
    for (px, py), (qx, qy) in edges_of(points):
        long = hypot(qx - px, qy - py)
        if long < ROUNDING:
            continue  # two corners that arithmetic did not bring to the very same point: no edge has this direction
        ex, ey = (qx - px) / long, (qy - py) / long
        dx, dy = x - px, y - py
        along = min(max(dx * ex + dy * ey, 0.0), long)
        furthest = max(furthest, dx * ey - dy * ex)
        nearest = min(nearest, hypot(dx - along * ex, dy - along * ey))
    return nearest if furthest > 0.0 else furthest


def overhang(pose: Pose, below: Iterable[Body]) -> float:
    """How far a die's centre lies beside what the dice of the level below carry; infinite if they carry nothing."""
    points: list[Point] = []
    for body in _under_or_over(pose, below):
        if max(_beside(pose.x, pose.y, body.pose)) <= 0.0:
            return 0.0
        points += _common(pose, body.pose)
    return max(_outside(pose.x, pose.y, _hull(points)), 0.0) if points else inf


def _common(a: Pose, b: Pose) -> list[Point]:
    """The corners of the patch that two footprints have in common."""
    turned = radians(b.yaw)
    c, s = cos(turned), sin(turned)
    points = [((x - b.x) * c + (y - b.y) * s, (y - b.y) * c - (x - b.x) * s) for x, y in corners(a)]
    for _ in range(4):
        points = [(v, -u) for u, v in _cut(points)]
    return [(b.x + u * c - v * s, b.y + u * s + v * c) for u, v in points]


def _cut(points: list[Point]) -> list[Point]:
    """What is left of a convex polygon after everything beyond u = HALF is cut off."""
    kept: list[Point] = []
    for (pu, pv), (qu, qv) in edges_of(points):
        if (pu <= HALF) != (qu <= HALF):
            kept.append((HALF, pv + (qv - pv) * (HALF - pu) / (qu - pu)))
        if qu <= HALF:
            kept.append((qu, qv))
    return kept


def _hull(points: list[Point]) -> list[Point]:
    """The corners of the convex hull, counter-clockwise."""
    ordered = sorted(set(points))
    return _lower(ordered)[:-1] + _lower(ordered[::-1])[:-1]


def _lower(points: list[Point]) -> list[Point]:
    """Of points in order, those at which one turns to the left on the way from the first to the last."""
    kept: list[Point] = []
    for x, y in points:
        while len(kept) > 1 and _turn(kept[-2], kept[-1], (x, y)) <= 0.0:
            kept.pop()
        kept.append((x, y))
    return kept


def _turn(a: Point, b: Point, c: Point) -> float:
    """More than 0 if the way from a over b to c turns to the left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
