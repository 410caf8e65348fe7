"""The words that physics, rules and screens share: bodies on a mat, what strikes them, and what came of it.

Plain values. Centimetres, seconds, degrees counter-clockwise from +x; a mat lies with its corner at
(0, 0), x along it, y across it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import hypot
from random import Random
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

EDGE: Final = 1.6
"""Of every die."""
FINGERTIP: Final = 1.4
"""How wide a fingertip is."""
FASTEST: Final = 1000.0
"""Centimetres a second: no finger is quicker."""
TOUCH: Final = 0.01
"""Things touch if the gap between them is no wider."""

Face: TypeAlias = Annotated[int, Meta(ge=0, le=5)]
"""Which face of a cube: an index into FACES."""
FACES: Final = ("front", "rear", "left", "right", "top", "bottom")
"""The faces of a cube along its own axes +x, -x, +y, -y, +z, -z."""
TOP: Final = 4
MAT: Final = -1
"""Stands for the mat where a hit names two bodies."""
SOLID: Final = -2
"""Stands for a solid part of the mat where a hit names two bodies."""


class Value(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What all values here have in common."""


class Pose(Value, frozen=True):
    """Where a cube lies, seen from above."""

    x: float
    y: float
    yaw: float = 0.0


class Body(Value, frozen=True):
    """A cube at rest, flat on one face: on the mat (level 0) or on cubes of the level below.

    `up` is the face that is up. Together with the quarter turns of the yaw it tells the 24 ways in which a cube can
    lie: the cube stands as FROM_TOP says for that face, then is turned by the yaw about the vertical.
    """

    id: int
    pose: Pose
    level: Annotated[int, Meta(ge=0, le=24)] = 0
    up: Face = TOP
    material: Literal["plastic", "ice"] = "plastic"


class Area(Value, frozen=True):
    """A rectangle painted on the mat."""

    left: float
    bottom: float
    right: float
    top: float


class Polygon(Value, frozen=True, tag="polygon"):
    """A convex shape by its corners, counter-clockwise."""

    corners: Annotated[tuple[tuple[float, float], ...], Meta(min_length=3, max_length=16)]


class Disc(Value, frozen=True, tag="disc"):
    """A round shape."""

    x: float
    y: float
    radius: float


Shape: TypeAlias = Polygon | Disc


class Solid(Value, frozen=True):
    """A part of the mat that stands up, higher than any die flies: a wall, a bumper, an obstacle."""

    shape: Shape
    bounce: Annotated[float, Meta(ge=0.0, le=1.0)] = 0.45
    """How much of its speed a die keeps that strikes it squarely."""
    friction: Annotated[float, Meta(ge=0.0, le=2.0)] = 0.3


class Mat(Value, frozen=True):
    """What dice lie on. Wall and castles are painted; what stands up is in `solids`, where it is missing in `holes`."""

    length: float = 63.0
    width: float = 30.0
    friction: Annotated[float, Meta(ge=0.05, le=2.0)] = 0.4
    around: Annotated[float, Meta(ge=0.05, le=2.0)] = 0.3
    """Friction of the table beyond the edge."""
    wall: Area | None = Area(30.7, 0.0, 32.3, 30.0)
    castles: tuple[Area, Area] | None = (Area(3.0, 11.0, 11.0, 19.0), Area(52.0, 11.0, 60.0, 19.0))
    solids: Annotated[tuple[Solid, ...], Meta(max_length=64)] = ()
    holes: Annotated[tuple[Shape, ...], Meta(max_length=64)] = ()


class Layout(Value, frozen=True):
    """Dice at rest on a mat. Their order does not matter."""

    bodies: tuple[Body, ...]
    mat: Mat = Mat()


class Flick(Value, frozen=True, tag_field="do", tag="flick"):
    """A short strike with a finger against one die.

    The finger aims along `direction` through the point that lies `offset` to the left of the die's centre and `height`
    edges above the mat. What a hand adds unwillingly: `stray`, how far the push deviates from the aim, to the left, and
    `elevation`, how far it points upwards.
    """

    die: int
    direction: float
    speed: float
    """Of a die that is struck through its centre: the impulse of the finger by the die's mass."""
    height: float = 0.5
    offset: float = 0.0
    stray: float = 0.0
    elevation: float = 0.0


class Moment(Value, frozen=True, array_like=True):
    """Where a fingertip is at a time."""

    time: float
    x: float
    y: float


class Swipe(Value, frozen=True, tag_field="do", tag="swipe"):
    """A fingertip on the mat, moved along a path: it pushes what it touches until it is lifted."""

    path: Annotated[tuple[Moment, ...], Meta(min_length=2, max_length=2000)]

    def pace(self, since: float, until: float) -> float:
        """How fast the finger is at most between two times, or when it is lifted, if that is before; cm a second."""
        since = min(since, self.path[-1].time)
        ways = [(a, b) for a, b in pairwise(self.path) if a.time <= until and b.time >= since]
        return max(hypot(b.x - a.x, b.y - a.y) / (b.time - a.time) for a, b in ways)


class Slide(Value, frozen=True, tag_field="do", tag="slide"):
    """A die that already slides flat, with no finger: for the study of collisions."""

    die: int
    direction: float
    speed: float
    spin: float = 0.0
    """Degrees a second."""


Stroke: TypeAlias = Flick | Swipe | Slide


class Hit(Value, frozen=True, array_like=True):
    """Two bodies met; `b` may be MAT or SOLID. `speed` is that at which they closed in."""

    time: float
    a: int
    b: int
    speed: float


class Touched(Value, frozen=True):
    """What a fingertip did to a die: from when, for how long in all, and how far it moved while in contact."""

    die: int
    time: float
    duration: float
    distance: float


class Moved(Value, frozen=True):
    """Where a die lies that lay differently before: on the mat, or on the dice named in `on`.

    `gone`: it left the mat and was moving away, or fell into a hole; nobody followed it further.
    """

    id: int
    pose: Pose
    up: Face
    level: int = 0
    on: tuple[int, ...] = ()
    gone: bool = False


class Shot(Value, frozen=True):
    """What a stroke led to, once everything lies still. Dice that are not named lie as they lay."""

    moved: tuple[Moved, ...]
    hits: tuple[Hit, ...] = ()
    touched: tuple[Touched, ...] = ()
    time: float = 0.0
    """Until the last die rested."""
    film: bytes = b""
    """See `rumms.physics.film`."""


Engine: TypeAlias = Callable[[Layout, Stroke], Shot]
"""What turns a stroke into a shot. Always the same shot for the same layout and stroke."""


def after(layout: Layout, shot: Shot) -> Layout:
    """The layout that a shot leaves behind, without the dice that are gone."""
    moved = {one.id: one for one in shot.moved}
    return Layout(
        tuple(_moved(body, moved.get(body.id)) for body in layout.bodies if not _is_gone(body, moved)), layout.mat
    )


def _moved(body: Body, to: Moved | None) -> Body:
    return body if to is None else Body(body.id, to.pose, to.level, to.up, body.material)


def _is_gone(body: Body, moved: dict[int, Moved]) -> bool:
    return body.id in moved and moved[body.id].gone


Hand: TypeAlias = Literal["none", "steady", "shaky"]
TREMBLE: Final[dict[Hand, float]] = {"none": 0.0, "steady": 1.0, "shaky": 2.0}
"""How much a hand scatters, in units of a steady one's."""
STEADY_SPEED: Final = 0.03
"""Standard deviations of a steady hand: a part of the speed ..."""
STEADY_HEIGHT: Final = 0.03
"""... edges ..."""
STEADY_OFFSET: Final = 0.1
"""... centimetres ..."""
STEADY_STRAY: Final = 2.0
"""... degrees ..."""
STEADY_ELEVATION: Final = 4.0
"""... and degrees."""
DIGITS: Final = 6
"""Of a flick as it was really made: the last bits of what a generator draws differ between processors."""


def scatter(flick: Flick, hand: Hand, rng: Random) -> Flick:
    """The flick as a hand really makes it, to so many digits that it is the same on every processor."""
    tremble = TREMBLE[hand]
    if not tremble:
        return flick

    def strays(spread: float) -> float:
        return tremble * rng.gauss(0.0, spread)

    speed = _within(flick.speed * (1.0 + strays(STEADY_SPEED)), 0.0, FASTEST)
    height = _within(flick.height + strays(STEADY_HEIGHT), 0.0, 1.0)
    offset = _within(flick.offset + strays(STEADY_OFFSET), -EDGE / 2, EDGE / 2)
    return Flick(
        die=flick.die,
        direction=flick.direction,
        speed=round(speed, DIGITS),
        height=round(height, DIGITS),
        offset=round(offset, DIGITS),
        stray=round(flick.stray + strays(STEADY_STRAY), DIGITS),
        elevation=round(flick.elevation + strays(STEADY_ELEVATION), DIGITS),
    )


def _within(value: float, least: float, most: float) -> float:
    return min(max(value, least), most)
