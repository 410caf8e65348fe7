"""A mat in the making: its parts are added, moved, turned, stretched and taken away. No pygame, no clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import atan2, cos, degrees, hypot, radians, sin, tau
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from rumms.physics.geometry import outside
from rumms.physics.model import EDGE, Area, Disc, Mat, Polygon, Shape, Solid

Point: TypeAlias = tuple[float, float]
Form: TypeAlias = Literal["box", "bar", "disc"]
FORMS: Final[tuple[Form, ...]] = ("box", "bar", "disc")
Stuff: TypeAlias = Literal["wall", "cushion", "hole"]
STUFFS: Final[tuple[Stuff, ...]] = ("wall", "cushion", "hole")
Border: TypeAlias = Literal["none", "painted", "standing", "gate"]
BORDERS: Final[tuple[Border, ...]] = ("none", "painted", "standing", "gate")
"""What parts the kingdoms: nothing but the middle line, a painted wall, or one that stands, with a gate or without."""

HARD, SPRINGY = 0.45, 0.85
"""How much of its speed a die keeps at a wall, and at a cushion ..."""
BETWEEN: Final = 0.65
"""... from which on it is one."""
SMALLEST: Final = 0.8
"""Centimetres that a part is wide, at least."""
THICK: Final = EDGE
"""Of a bar, and of a wall."""
GATE: Final = 7.0
"""How wide a gate is."""
SHORTEST, LONGEST = (30.0, 16.0), (120.0, 60.0)
"""Length and width of a mat that is drawn."""
SLOWEST: Final = 0.3
"""Friction of the table beyond the edge, unless the mat is smoother."""
ROUND: Final = 48
"""Corners of a disc as an outline."""
FINE: Final = 1
"""Digits behind the point: millimetres."""


class Part(NamedTuple):
    """A part of a mat: one of its solids, holes or castles, or the painted wall."""

    sort: Literal["solid", "hole", "castle", "border"]
    number: int = 0


def parts(mat: Mat) -> list[Part]:
    """All parts, those that are taken first at the front; what stands on the painted wall belongs to it."""
    walls = _standing(mat)
    found = [Part("solid", number) for number, solid in enumerate(mat.solids) if solid not in walls]
    found += [Part("hole", number) for number in range(len(mat.holes))]
    found += [Part("castle", number) for number in range(len(mat.castles or ()))]
    return [*found, Part("border")] if mat.wall else found


def shape_of(mat: Mat, part: Part) -> Shape:
    """The shape of a part."""
    match part.sort:
        case "solid":
            return mat.solids[part.number].shape
        case "hole":
            return mat.holes[part.number]
        case "castle" if mat.castles:
            return _corners(mat.castles[part.number])
        case "border" if mat.wall:
            return _corners(mat.wall)
    raise AssertionError(part)


def part_at(mat: Mat, x: float, y: float, reach: float = 0.0) -> Part | None:
    """The part at a point, or the first one so near to it."""
    return next((part for part in parts(mat) if outside(x, y, shape_of(mat, part)) <= reach), None)


def outline(shape: Shape) -> list[Point]:
    """A shape by points all around it."""
    if isinstance(shape, Disc):
        turns = (tau * step / ROUND for step in range(ROUND))
        return [(shape.x + shape.radius * cos(turn), shape.y + shape.radius * sin(turn)) for turn in turns]
    return list(shape.corners)


def middle(shape: Shape) -> Point:
    """The middle of a shape."""
    if isinstance(shape, Disc):
        return shape.x, shape.y
    (left, right), (low, high) = _bounds(shape.corners)
    return (left + right) / 2, (low + high) / 2


# New parts.


def drawn(form: Form, start: Point, end: Point) -> Shape:
    """What is drawn from one point to another: a box by two corners, a bar along them, a disc around the first."""
    (ax, ay), (bx, by) = start, end
    far = hypot(bx - ax, by - ay)
    if form == "disc":
        return Disc(_fine(ax), _fine(ay), max(_fine(far), SMALLEST / 2))
    if form == "box":
        wide, high = max(abs(bx - ax), SMALLEST), max(abs(by - ay), SMALLEST)
        left, low = (ax if bx >= ax else ax - wide), (ay if by >= ay else ay - high)
        return _corners(Area(_fine(left), _fine(low), _fine(left + wide), _fine(low + high)))
    way = atan2(by - ay, bx - ax) if far else 0.0
    long = max(far, SMALLEST)
    across = (-sin(way) * THICK / 2, cos(way) * THICK / 2)
    bx, by = ax + long * cos(way), ay + long * sin(way)
    return _polygon(
        ((ax - across[0], ay - across[1]), (bx - across[0], by - across[1]),
         (bx + across[0], by + across[1]), (ax + across[0], ay + across[1]))
    )  # fmt: skip


def usual(form: Form, at: Point) -> Shape:
    """A part of a usual size around a point."""
    x, y = at
    ends = {"box": ((x - 2, y - 2), (x + 2, y + 2)), "bar": ((x, y - 4), (x, y + 4)), "disc": ((x, y), (x + 2, y))}
    return drawn(form, *ends[form])


def with_new(mat: Mat, shape: Shape, stuff: Stuff) -> tuple[Mat, Part]:
    """One part more, and which it is."""
    if stuff == "hole":
        return replace(mat, holes=(*mat.holes, shape)), Part("hole", len(mat.holes))
    solid = Solid(shape, bounce=SPRINGY if stuff == "cushion" else HARD)
    return replace(mat, solids=(*mat.solids, solid)), Part("solid", len(mat.solids))


def without(mat: Mat, part: Part) -> Mat:
    """One part less; castles have to be."""
    match part.sort:
        case "solid":
            return replace(mat, solids=_but(mat.solids, part.number))
        case "hole":
            return replace(mat, holes=_but(mat.holes, part.number))
        case "border":
            return with_border(mat, "none")
    return mat


def stuff_of(mat: Mat, part: Part) -> Stuff | None:
    """What a part is made of; nothing if it is painted."""
    if part.sort == "solid":
        return "cushion" if mat.solids[part.number].bounce >= BETWEEN else "wall"
    return "hole" if part.sort == "hole" else None


def made_of(mat: Mat, part: Part, stuff: Stuff) -> tuple[Mat, Part]:
    """The same part of something else."""
    if stuff_of(mat, part) in {None, stuff}:
        return mat, part
    if part.sort == "solid" and stuff != "hole":
        return bouncing(mat, part, SPRINGY if stuff == "cushion" else HARD), part
    return with_new(without(mat, part), shape_of(mat, part), stuff)


def bouncing(mat: Mat, part: Part, bounce: float) -> Mat:
    """A solid part that gives back so much."""
    return replace(mat, solids=_with(mat.solids, part.number, replace(mat.solids[part.number], bounce=bounce)))


# Changes.


def moved(mat: Mat, part: Part, dx: float, dy: float) -> Mat:
    """A part that lies elsewhere; its middle stays over the mat, what is painted stays on it."""
    shape = shape_of(mat, part)
    x, y = middle(shape)
    (left, right), (low, high) = _bounds(outline(shape))
    half_x, half_y = ((right - left) / 2, (high - low) / 2) if part.sort in {"castle", "border"} else (0.0, 0.0)
    dx = _within(x + dx, half_x, mat.length - half_x) - x
    dy = _within(y + dy, half_y, mat.width - half_y) - y
    if isinstance(shape, Disc):
        return _reshaped(mat, part, replace(shape, x=_fine(shape.x + dx), y=_fine(shape.y + dy)))
    # Whole millimetres for the first corner, and the same way for all others, so that nothing is bent.
    (ax, ay) = shape.corners[0]
    dx, dy = _fine(ax + dx) - ax, _fine(ay + dy) - ay
    return _reshaped(mat, part, _polygon((cx + dx, cy + dy) for cx, cy in shape.corners))


def turned(mat: Mat, part: Part, by: float) -> Mat:
    """A solid part or a hole that is turned by so many degrees; what is painted lies straight."""
    shape = shape_of(mat, part)
    if isinstance(shape, Disc) or part.sort in {"castle", "border"}:
        return mat
    (mx, my), c, s = middle(shape), cos(radians(by)), sin(radians(by))
    away = [(x - mx, y - my) for x, y in shape.corners]
    return _reshaped(mat, part, _polygon((mx + c * x - s * y, my + s * x + c * y) for x, y in away))


def grown(mat: Mat, part: Part, along: float, across: float) -> Mat:
    """A part that is so many centimetres longer and wider; a disc grows by the first."""
    shape = shape_of(mat, part)
    if isinstance(shape, Disc):
        return _reshaped(mat, part, replace(shape, radius=max(SMALLEST / 2, _fine(shape.radius + along / 2))))
    frame = _Frame(shape)
    (left, right), (low, high) = frame.bounds
    wide, tall = max(SMALLEST, right - left + along), max(SMALLEST, high - low + across)
    scales = wide / (right - left), tall / (high - low)
    return _reshaped(mat, part, frame.scaled(((left + right) / 2, (low + high) / 2), *scales))


def handles(shape: Shape) -> list[Point]:
    """Where a shape can be pulled at to stretch it."""
    if isinstance(shape, Disc):
        return [(shape.x + shape.radius, shape.y)]
    return _Frame(shape).handles()


def pulled(mat: Mat, part: Part, handle: int, to: Point) -> Mat:
    """A part that is stretched by one of its handles; the corner opposite stays where it is."""
    shape = shape_of(mat, part)
    if isinstance(shape, Disc):
        radius = max(SMALLEST / 2, _fine(hypot(to[0] - shape.x, to[1] - shape.y)))
        return _reshaped(mat, part, replace(shape, radius=radius))
    if part.sort in {"castle", "border"}:
        to = (_within(to[0], 0.0, mat.length), _within(to[1], 0.0, mat.width))
    frame = _Frame(shape)
    corners = frame.box()
    (ax, ay), (bx, by) = corners[(handle + 2) % 4], corners[handle]
    x, y = frame.inside((_fine(to[0]), _fine(to[1])))
    wide, tall = (max(SMALLEST, (x - ax) * (1 if bx > ax else -1)), max(SMALLEST, (y - ay) * (1 if by > ay else -1)))
    return _reshaped(mat, part, frame.scaled((ax, ay), wide / abs(bx - ax), tall / abs(by - ay)))


class _Frame:
    """A polygon along its first edge."""

    def __init__(self, shape: Polygon) -> None:
        (ax, ay), (bx, by) = shape.corners[:2]
        self.way = atan2(by - ay, bx - ax)
        self.points = [self.inside(point) for point in shape.corners]
        self.bounds = _bounds(self.points)

    def inside(self, point: Point) -> Point:
        """A point of the mat in this frame."""
        (x, y), c, s = point, cos(self.way), sin(self.way)
        return c * x + s * y, c * y - s * x

    def outside(self, point: Point) -> Point:
        """The other way round."""
        (x, y), c, s = point, cos(self.way), sin(self.way)
        return c * x - s * y, s * x + c * y

    def box(self) -> list[Point]:
        """The corners around it, counter-clockwise."""
        (left, right), (low, high) = self.bounds
        return [(left, low), (right, low), (right, high), (left, high)]

    def handles(self) -> list[Point]:
        """The same on the mat."""
        return [self.outside(point) for point in self.box()]

    def scaled(self, still: Point, along: float, across: float) -> Polygon:
        """The polygon, stretched from a point that stays."""
        x, y = still
        return _polygon(self.outside((x + (px - x) * along, y + (py - y) * across)) for px, py in self.points)


def angle(shape: Shape) -> int | None:
    """Degrees by which a part is turned, from 0 to 179; nothing for a disc."""
    return None if isinstance(shape, Disc) else round(degrees(_Frame(shape).way)) % 180


# The wall.


def border_of(mat: Mat) -> Border:
    """What parts the kingdoms."""
    if mat.wall is None:
        return "none"
    for border in ("standing", "gate"):
        if all(solid in mat.solids for solid in _walls(mat, mat.wall, border)):
            return border
    return "painted"


def with_border(mat: Mat, border: Border) -> Mat:
    """Another wall between the kingdoms, where the one before was."""
    walls = _standing(mat)
    bare = replace(mat, solids=tuple(solid for solid in mat.solids if solid not in walls))
    if border == "none":
        return replace(bare, wall=None)
    half = mat.length / 2
    wall = mat.wall or Area(_fine(half - THICK / 2), 0.0, _fine(half + THICK / 2), mat.width)
    return replace(bare, wall=wall, solids=(*bare.solids, *_walls(mat, wall, border)))


def _standing(mat: Mat) -> tuple[Solid, ...]:
    return _walls(mat, mat.wall, border_of(mat)) if mat.wall else ()


def _walls(mat: Mat, wall: Area, border: Border) -> tuple[Solid, ...]:
    """The solids that stand on the painted wall; a gate is where castles look, in the middle."""
    if border == "standing":
        return (Solid(_corners(wall)),)
    if border == "gate":
        low = _fine((wall.bottom + wall.top - min(GATE, mat.width / 2)) / 2)
        high = _fine(low + min(GATE, mat.width / 2))
        areas = (Area(wall.left, wall.bottom, wall.right, low), Area(wall.left, high, wall.right, wall.top))
        return tuple(Solid(_corners(area)) for area in areas)
    return ()


# The whole mat.


def sized(mat: Mat, length: float, width: float) -> tuple[Mat, Callable[[float, float], Point]]:
    """A longer or wider mat, and where each point goes: each half stays with its edge, all stays in the middle."""
    more, across = length - mat.length, (width - mat.width) / 2
    line = (mat.wall.left + mat.wall.right) / 2 if mat.wall else mat.length / 2

    def to(x: float, y: float) -> Point:
        beyond = 0.5 if abs(x - line) <= THICK else float(x > line)
        return x + more * beyond, y + across

    def of(shape: Shape) -> Shape:
        x, y = middle(shape)
        dx, dy = (new - old for new, old in zip(to(x, y), (x, y), strict=True))
        if isinstance(shape, Disc):
            return replace(shape, x=shape.x + dx, y=shape.y + dy)
        return Polygon(tuple((px + dx, py + dy) for px, py in shape.corners))

    border = border_of(mat)
    bare = with_border(mat, "none" if border == "none" else "painted")
    wall, castles = bare.wall, bare.castles
    if wall:
        moved_wall = _area(of(_corners(wall)))
        ends = (0.0 if wall.bottom <= 0.0 else moved_wall.bottom, width if wall.top >= mat.width else moved_wall.top)
        wall = Area(moved_wall.left, ends[0], moved_wall.right, ends[1])
    if castles:
        castles = (_area(of(_corners(castles[0]))), _area(of(_corners(castles[1]))))
    new = replace(
        bare,
        length=length,
        width=width,
        wall=wall,
        castles=castles,
        solids=tuple(replace(solid, shape=of(solid.shape)) for solid in bare.solids),
        holes=tuple(map(of, bare.holes)),
    )
    return (with_border(new, border) if border != "none" else new), to


def rubbing(mat: Mat, friction: float) -> Mat:
    """A rougher or smoother mat."""
    return replace(mat, friction=friction, around=min(friction, SLOWEST))


# Small things.


def _reshaped(mat: Mat, part: Part, shape: Shape) -> Mat:
    match part.sort:
        case "solid":
            changed = replace(mat.solids[part.number], shape=shape)
            return replace(mat, solids=_with(mat.solids, part.number, changed))
        case "hole":
            return replace(mat, holes=_with(mat.holes, part.number, shape))
        case "castle" if mat.castles:
            return replace(mat, castles=_with(mat.castles, part.number, _area(shape)))
        case "border":
            border = border_of(mat)
            return with_border(replace(with_border(mat, "painted"), wall=_area(shape)), border)
    raise AssertionError(part)


def _corners(area: Area) -> Polygon:
    return Polygon(((area.left, area.bottom), (area.right, area.bottom), (area.right, area.top), (area.left, area.top)))


def _area(shape: Shape) -> Area:
    (left, right), (low, high) = _bounds(outline(shape))
    return Area(round(left, FINE), round(low, FINE), round(right, FINE), round(high, FINE))


def _polygon(points: Iterator[Point] | tuple[Point, ...]) -> Polygon:
    """Corners to a thousandth of a centimetre: what was turned is no whole millimetres any more."""
    return Polygon(tuple((round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in points))


def _bounds(points: list[Point] | tuple[Point, ...]) -> tuple[Point, Point]:
    xs, ys = zip(*points, strict=True)
    return (min(xs), max(xs)), (min(ys), max(ys))


def _fine(value: float) -> float:
    return round(value, FINE)


def _within(value: float, least: float, most: float) -> float:
    return min(max(value, least), max(least, most))


def _but(things: tuple[Solid, ...] | tuple[Shape, ...], number: int) -> tuple[object, ...]:
    return (*things[:number], *things[number + 1 :])


def _with(things: tuple[object, ...], number: int, new: object) -> tuple[object, ...]:
    return (*things[:number], new, *things[number + 1 :])
