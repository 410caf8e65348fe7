"""What lies where: exact answers about footprints, rotated squares seen from above, for the rules and the engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heapreplace
from itertools import pairwise
from math import atan2, cos, hypot, inf, isfinite, pi, radians, sin, sqrt, tau
from typing import Final, TypeAlias

from rumms.kernel.refusal import Refusal
from rumms.physics.model import (
    EDGE,
    FASTEST,
    FINGERTIP,
    TOUCH,
    Area,
    Body,
    Disc,
    Flick,
    Layout,
    Mat,
    Polygon,
    Pose,
    Shape,
    Slide,
    Solid,
    Stroke,
    Swipe,
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

MOST_DICE: Final = 200
HIGHEST: Final = 24
"""Level of a die."""
FACE_COUNT: Final = 6
MATERIALS: Final = frozenset({"plastic", "ice"})
FARTHEST: Final = 1000.0
"""Centimetres from the mat's corner: nothing lies further away."""
MOST_TURNED: Final = 1e6
"""Degrees: an angle beyond has lost its decimals."""
SHORTEST: Final = 0.01
"""Centimetres: an edge of a polygon, or a radius, that is smaller has no direction to speak of."""
STRAIGHT: Final = 1e-6
"""Radians: a corner that turns less is none."""
FEWEST_CORNERS, MOST_CORNERS = 3, 16
LEAST_FRICTION, MOST_FRICTION = 0.05, 2.0
MOST_TILTED: Final = 60.0
"""Degrees that a push may deviate from the aim, sideways or upwards."""
MOST_SPIN: Final = 36_000.0
"""Degrees a second."""
LONGEST_SWIPE: Final = 5.0
"""Seconds."""
FEWEST_MOMENTS, MOST_MOMENTS = 2, 2000
WITHIN_REACH: Final = 100.0
"""Centimetres from the mat at which a finger may be."""

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


def gap_to_shape(pose: Pose, shape: Shape) -> float:
    """How far a footprint and a solid part or a hole are apart; 0.0 if they overlap."""
    if isinstance(shape, Disc):
        return max(_nearest(((shape.x, shape.y),), pose) - shape.radius, 0.0)
    if depth_in_shape(pose, shape) > 0.0:
        return 0.0
    return min(_nearest(shape.corners, pose), *(outside(x, y, shape) for x, y in corners(pose)))


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
    return _overhang(pose, (body for body in bodies if body.level == level - 1)) <= ROUNDING


def is_held(body: Body, bodies: Iterable[Body]) -> bool:
    """Does a die on dice stay as it lies: is it carried, or does the weight of others hold it?"""
    others = tuple(bodies)
    overhang = _overhang(body.pose, (one for one in others if one.level == body.level - 1))
    above = (one for one in others if one.level == body.level + 1)
    return overhang <= SLACK or (overhang < inf and any(depth(body.pose, one.pose) > OVERLAP for one in above))


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


def _edges(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
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
    for (px, py), (qx, qy) in _edges(points):
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
    for (px, py), (qx, qy) in _edges(points):
        long = hypot(qx - px, qy - py)
        if long < ROUNDING:
            continue  # two corners that arithmetic did not bring to the very same point: no edge has this direction
        ex, ey = (qx - px) / long, (qy - py) / long
        dx, dy = x - px, y - py
        along = min(max(dx * ex + dy * ey, 0.0), long)
        furthest = max(furthest, dx * ey - dy * ex)
        nearest = min(nearest, hypot(dx - along * ex, dy - along * ey))
    return nearest if furthest > 0.0 else furthest


def _overhang(pose: Pose, below: Iterable[Body]) -> float:
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
    for (pu, pv), (qu, qv) in _edges(points):
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


def check(layout: Layout) -> None:
    """Refuse a layout that cannot be: senseless numbers, a number given twice, dice that overlap, float or fall."""
    _check_mat(layout.mat)
    if len(layout.bodies) > MOST_DICE:
        raise Refusal("There are {count} dice; at most {most} are possible.", count=len(layout.bodies), most=MOST_DICE)
    bodies = sorted(layout.bodies, key=lambda body: body.id)
    levels: dict[int, list[Body]] = {}
    for body in bodies:
        _check_body(body)
        levels.setdefault(body.level, []).append(body)
    for body, other in pairwise(bodies):
        if body.id == other.id:
            raise Refusal("There are two dice with the number {die}.", die=body.id)
    for level, on_level in sorted(levels.items()):
        _check_room(on_level, layout.mat)
        _check_hold(on_level, levels.get(level - 1, []), levels.get(level + 1, []), layout.mat)


def check_change(before: Layout, after: Layout) -> None:
    """Refuse a layout that cannot be, as `check` does, if it comes from one that can and a few dice lie differently."""
    lay = {body.id: body for body in before.bodies}
    levels: dict[int, list[Body]] = {}
    for body in after.bodies:
        levels.setdefault(body.level, []).append(body)
    moved = [body for body in after.bodies if body is not lay[body.id]]
    for body in moved:
        _check_body(body)
        near = [one for one in levels[body.level] if _may_overlap(body.pose, one.pose)]
        _check_room(near, after.mat)
    left = lay.keys() - {body.id for body in after.bodies}
    places = [body.pose for body in moved] + [lay[die].pose for die in {*left, *(body.id for body in moved)}]
    for level, on_level in levels.items():
        if level:
            some = [body for body in on_level if any(_may_overlap(body.pose, place) for place in places)]
        else:
            some = [body for body in moved if not body.level]
        _check_hold(some, levels.get(level - 1, []), levels.get(level + 1, []), after.mat)


def _may_overlap(a: Pose, b: Pose) -> bool:
    return -DIAGONAL < b.x - a.x < DIAGONAL and -DIAGONAL < b.y - a.y < DIAGONAL


def check_stroke(layout: Layout, stroke: Stroke) -> None:
    """Refuse a stroke that no hand can make, or that meets a die that is not there."""
    match stroke:
        case Flick():
            _check_flick(layout, stroke)
        case Slide():
            _check_slide(layout, stroke)
        case Swipe():
            _check_swipe(layout, stroke)


def _check_body(body: Body) -> None:
    pose = body.pose
    # Here and below the good case is what is asked for: NaN fails every comparison.
    if body.id < 0:
        raise Refusal("A die cannot have the number {die}; numbers start at 0.", die=body.id)
    if not (_is_near(pose.x, pose.y) and _is_angle(pose.yaw)):
        raise Refusal(
            "Die {die} cannot lie at x {x}, y {y}, turned by {yaw} degrees: these are no numbers, or far too large.",
            die=body.id,
            x=pose.x,
            y=pose.y,
            yaw=pose.yaw,
        )
    if not 0 <= body.level <= HIGHEST:
        raise Refusal(
            "Die {die} cannot be on level {level}, only on 0 to {most}.", die=body.id, level=body.level, most=HIGHEST
        )
    if not 0 <= body.up < FACE_COUNT:
        raise Refusal("Die {die} cannot show face {face}: a cube has the faces 0 to 5.", die=body.id, face=body.up)
    if body.material not in MATERIALS:
        raise Refusal("Die {die} is of an unknown material, {material}.", die=body.id, material=body.material)


def _check_room(bodies: list[Body], mat: Mat) -> None:
    """Refuse dice of one level that overlap each other or a solid part."""
    # From left to right: a die needs to be compared only with those whose centre lies less than a diagonal further.
    bodies = sorted(bodies, key=lambda body: (body.pose.x, body.id))
    for place, body in enumerate(bodies):
        for solid in mat.solids:
            if (deep := depth_in_shape(body.pose, solid.shape)) > SLACK:
                raise Refusal(
                    "Die {die} lies {deep} cm deep in a solid part of the mat.", die=body.id, deep=round(deep, 3)
                )
        for other in bodies[place + 1 :]:
            if other.pose.x - body.pose.x >= DIAGONAL:
                break
            if (deep := depth(body.pose, other.pose)) > SLACK:
                first, second = sorted((body.id, other.id))
                raise Refusal(
                    "Dice {die} and {other} overlap by {deep} cm.", die=first, other=second, deep=round(deep, 3)
                )


def _check_hold(bodies: list[Body], below: list[Body], above: list[Body], mat: Mat) -> None:
    """Refuse dice of one level that nothing carries. The table beside the mat carries too.

    A die that others lie on may hang over: their weight can hold it.
    """
    for body in bodies:
        if body.level == 0:
            if over_hole(body.pose, mat):
                raise Refusal("Die {die} lies over a hole in the mat.", die=body.id)
            continue
        overhang = _overhang(body.pose, below)
        if overhang == inf:
            raise Refusal(
                "Die {die} floats: it is on level {level}, and no die is below it.", die=body.id, level=body.level
            )
        if overhang > SLACK and not any(depth(body.pose, one.pose) > OVERLAP for one in above):
            raise Refusal(
                "Die {die} would fall: its centre is {overhang} cm beside what carries it.",
                die=body.id,
                overhang=round(overhang, 3),
            )


def _check_mat(mat: Mat) -> None:
    if not (1.0 <= mat.length <= FARTHEST and 1.0 <= mat.width <= FARTHEST):
        raise Refusal(
            "A mat cannot be {length} by {width} cm; each side is from 1 to {most} cm long.",
            length=mat.length,
            width=mat.width,
            most=FARTHEST,
        )
    for friction in (mat.friction, mat.around):
        if not LEAST_FRICTION <= friction <= MOST_FRICTION:
            raise Refusal(
                "The friction of a mat is from {least} to {most}, not {friction}.",
                least=LEAST_FRICTION,
                most=MOST_FRICTION,
                friction=friction,
            )
    if mat.wall is not None:
        _check_area(mat.wall)
    for castle in mat.castles or ():
        _check_area(castle)
    for solid in mat.solids:
        _check_solid(solid)
    for hole in mat.holes:
        _check_shape(hole)


def _check_area(area: Area) -> None:
    left, bottom, right, top = area.left, area.bottom, area.right, area.top
    if not (_is_near(left, bottom) and _is_near(right, top) and left < right and bottom < top):
        raise Refusal(
            "There is no rectangle on a mat from {left}, {bottom} to {right}, {top}.",
            left=left,
            bottom=bottom,
            right=right,
            top=top,
        )


def _check_solid(solid: Solid) -> None:
    if not 0.0 <= solid.bounce <= 1.0:
        raise Refusal("The bounce of a solid part is from 0 to 1, not {bounce}.", bounce=solid.bounce)
    if not 0.0 <= solid.friction <= MOST_FRICTION:
        raise Refusal(
            "The friction of a solid part is from 0 to {most}, not {friction}.",
            most=MOST_FRICTION,
            friction=solid.friction,
        )
    _check_shape(solid.shape)


def _check_shape(shape: Shape) -> None:
    if isinstance(shape, Polygon):
        _check_polygon(shape.corners)
    elif not (_is_near(shape.x, shape.y) and SHORTEST <= shape.radius <= FARTHEST):
        raise Refusal(
            "There is no disc on a mat at {x}, {y} with the radius {radius}.", x=shape.x, y=shape.y, radius=shape.radius
        )


def _check_polygon(points: Sequence[Point]) -> None:
    if not FEWEST_CORNERS <= len(points) <= MOST_CORNERS:
        raise Refusal(
            "A polygon has {least} to {most} corners, not {count}.",
            least=FEWEST_CORNERS,
            most=MOST_CORNERS,
            count=len(points),
        )
    for x, y in points:
        if not _is_near(x, y):
            raise Refusal("There is no corner of a polygon at {x}, {y}.", x=x, y=y)
    edges = [(qx - px, qy - py) for (px, py), (qx, qy) in _edges(points)]
    x, y = points[0]
    if any(hypot(dx, dy) < SHORTEST for dx, dy in edges):
        raise Refusal(
            "The polygon that starts at {x}, {y} has an edge shorter than {least} cm.", x=x, y=y, least=SHORTEST
        )
    turns = [atan2(ax * by - ay * bx, ax * bx + ay * by) for (ax, ay), (bx, by) in _edges(edges)]
    # A star turns to the left at every corner too, but more than once round.
    if min(turns) <= STRAIGHT or sum(turns) > 3 * pi:
        raise Refusal(
            "The polygon that starts at {x}, {y} must be convex, its corners counter-clockwise and none of them flat.",
            x=x,
            y=y,
        )


def _check_flick(layout: Layout, flick: Flick) -> None:
    _find(layout, flick.die)
    if not 0.0 < flick.speed <= FASTEST:
        raise Refusal(
            "Die {die} cannot be flicked at {speed} cm a second; it must be more than 0 and at most {most}.",
            die=flick.die,
            speed=flick.speed,
            most=FASTEST,
        )
    _check_direction(flick)
    if not 0.0 <= flick.height <= 1.0:
        raise Refusal(
            "Die {die} cannot be struck at {height} of its height, only from 0 to 1.",
            die=flick.die,
            height=flick.height,
        )
    if not abs(flick.offset) <= HALF:
        raise Refusal(
            "Die {die} cannot be struck {offset} cm beside its middle, only up to {most} cm.",
            die=flick.die,
            offset=flick.offset,
            most=HALF,
        )
    if not (abs(flick.stray) <= MOST_TILTED and abs(flick.elevation) <= MOST_TILTED):
        raise Refusal(
            "The push at die {die} deviates by {stray} degrees sideways and {elevation} upwards; at most {most} each.",
            die=flick.die,
            stray=flick.stray,
            elevation=flick.elevation,
            most=MOST_TILTED,
        )


def _check_slide(layout: Layout, slide: Slide) -> None:
    body = _find(layout, slide.die)
    if body.level:
        raise Refusal("Die {die} cannot slide on the mat: it is on level {level}.", die=slide.die, level=body.level)
    if not 0.0 <= slide.speed <= FASTEST:
        raise Refusal(
            "Die {die} cannot slide at {speed} cm a second, only at 0 to {most}.",
            die=slide.die,
            speed=slide.speed,
            most=FASTEST,
        )
    _check_direction(slide)
    if not abs(slide.spin) <= MOST_SPIN:
        raise Refusal(
            "Die {die} cannot spin at {spin} degrees a second, only up to {most}.",
            die=slide.die,
            spin=slide.spin,
            most=MOST_SPIN,
        )


def _check_direction(stroke: Flick | Slide) -> None:
    if not _is_angle(stroke.direction):
        raise Refusal(
            "Die {die} cannot move in the direction of {direction} degrees.", die=stroke.die, direction=stroke.direction
        )


def _find(layout: Layout, die: int) -> Body:
    for body in layout.bodies:
        if body.id == die:
            return body
    raise Refusal("There is no die {die}.", die=die)


def _check_swipe(layout: Layout, swipe: Swipe) -> None:
    path = swipe.path
    if not FEWEST_MOMENTS <= len(path) <= MOST_MOMENTS:
        raise Refusal(
            "A swipe has {least} to {most} moments, not {count}.",
            least=FEWEST_MOMENTS,
            most=MOST_MOMENTS,
            count=len(path),
        )
    _check_places(swipe, layout.mat)
    _check_times(swipe)
    _check_start(layout, Disc(path[0].x, path[0].y, FINGERTIP / 2))


def _check_places(swipe: Swipe, mat: Mat) -> None:
    right, top = mat.length + WITHIN_REACH, mat.width + WITHIN_REACH
    for number, moment in enumerate(swipe.path, 1):
        if not (-WITHIN_REACH <= moment.x <= right and -WITHIN_REACH <= moment.y <= top):
            raise Refusal(
                "Moment {number} of the swipe is at x {x}, y {y}: a finger stays within {most} cm of the mat.",
                number=number,
                x=moment.x,
                y=moment.y,
                most=WITHIN_REACH,
            )


def _check_times(swipe: Swipe) -> None:
    path = swipe.path
    if not (path[0].time >= 0.0 and isfinite(path[0].time)):
        raise Refusal("A swipe cannot start at the time {time}.", time=path[0].time)
    for number, (before, now) in enumerate(pairwise(path), 2):
        passed = now.time - before.time
        if not passed > 0.0:
            raise Refusal(
                "Moment {number} of the swipe, at {time} s, must come after the one before.",
                number=number,
                time=now.time,
            )
        if hypot(now.x - before.x, now.y - before.y) > FASTEST * passed + ROUNDING:
            raise Refusal(
                "The finger is too fast on its way to moment {number} of the swipe; at most {most} cm a second.",
                number=number,
                most=FASTEST,
            )
    if path[-1].time - path[0].time > LONGEST_SWIPE:
        raise Refusal(
            "The swipe takes {time} s; at most {most} s.", time=path[-1].time - path[0].time, most=LONGEST_SWIPE
        )


def _check_start(layout: Layout, finger: Disc) -> None:
    """Refuse a fingertip that comes down on a die or in a solid part."""
    for body in sorted(layout.bodies, key=lambda body: body.id):
        if body.level == 0 and depth_in_shape(body.pose, finger) > OVERLAP:
            raise Refusal("The finger comes down on die {die}; it must start beside it.", die=body.id)
    for solid in layout.mat.solids:
        if finger.radius - outside(finger.x, finger.y, solid.shape) > OVERLAP:
            raise Refusal("The finger comes down in a solid part of the mat; it must start beside it.")


def _is_near(x: float, y: float) -> bool:
    """Can something lie there? Not where a number is missing, infinite or huge."""
    return abs(x) <= FARTHEST and abs(y) <= FARTHEST


def _is_angle(degrees: float) -> bool:
    return abs(degrees) <= MOST_TURNED
