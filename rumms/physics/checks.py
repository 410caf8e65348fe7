"""What cannot be: layouts, mats and strokes that make no sense are refused, with the die that is to blame."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, hypot, inf, isfinite, pi
from typing import Final

from rumms.kernel.refusal import Refusal
from rumms.physics.geometry import (
    DIAGONAL,
    HALF,
    OVERLAP,
    ROUNDING,
    SLACK,
    Point,
    depth,
    depth_in_shape,
    edges_of,
    outside,
    over_hole,
    overhang,
)
from rumms.physics.model import (
    FASTEST,
    FINGERTIP,
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
LONGEST_SHOT: Final = 12.0
"""Seconds after which a shot is broken off. Nothing was ever seen to take that long."""
FEWEST_MOMENTS, MOST_MOMENTS = 2, 2000
WITHIN_REACH: Final = 100.0
"""Centimetres from the mat at which a finger may be."""


def check(layout: Layout) -> None:
    """Refuse a layout that cannot be: senseless numbers, a number given twice, dice that overlap, float or fall."""
    _check_mat(layout.mat)
    if len(layout.bodies) > MOST_DICE:
        raise Refusal("There are {count} dice; at most {most} are possible.", count=len(layout.bodies), most=MOST_DICE)
    bodies = sorted(layout.bodies, key=lambda body: body.id)
    levels: dict[int, list[Body]] = {}
    for body in bodies:
        check_body(body)
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
        check_body(body)
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


def check_body(body: Body) -> None:
    """Refuse a die whose numbers make no sense."""
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
        beside = overhang(body.pose, below)
        if beside == inf:
            raise Refusal(
                "Die {die} floats: it is on level {level}, and no die is below it.", die=body.id, level=body.level
            )
        if beside > SLACK and not any(depth(body.pose, one.pose) > OVERLAP for one in above):
            raise Refusal(
                "Die {die} would fall: its centre is {overhang} cm beside what carries it.",
                die=body.id,
                overhang=round(beside, 3),
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
    edges = [(qx - px, qy - py) for (px, py), (qx, qy) in edges_of(points)]
    x, y = points[0]
    if any(hypot(dx, dy) < SHORTEST for dx, dy in edges):
        raise Refusal(
            "The polygon that starts at {x}, {y} has an edge shorter than {least} cm.", x=x, y=y, least=SHORTEST
        )
    turns = [atan2(ax * by - ay * bx, ax * bx + ay * by) for (ax, ay), (bx, by) in edges_of(edges)]
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
