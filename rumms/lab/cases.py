"""Random cases for the soak: whatever may lie on a mat, and whatever a finger may do to it."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Final, Literal, NamedTuple

from rumms.kernel.refusal import Refusal
from rumms.physics.checks import check_stroke
from rumms.physics.geometry import fits, gap, over_hole
from rumms.physics.model import (
    EDGE,
    FASTEST,
    FINGERTIP,
    Area,
    Body,
    Disc,
    Flick,
    Layout,
    Mat,
    Moment,
    Polygon,
    Pose,
    Solid,
    Stroke,
    Swipe,
)

SIZES: Final = ((1, 1), (2, 6), (7, 20), (21, 35), (36, 50))
"""Fewest and most dice of layouts of five sizes, all equally likely."""
TRIES: Final = 60
"""Groups of dice that are tried for a layout, and places for each of them."""
AT_THE_EDGE: Final = 0.2
"""Share of the groups that are put about the mat's edge ..."""
BEYOND: Final = 2.5
"""... at most so far inside or outside."""
HIGHEST: Final = 6
"""Dice of a tower."""
ICE: Final = 0.1
"""Share of the dice that are of ice, wherever they are."""
SWIPES: Final = 0.08
"""Share of the cases that are swipes."""
FAST: Final = 0.15
"""Share of the flicks that are played by the fast path."""
USUAL: Final = 0.8
"""Share of the flicks with a usual speed and height; the others may have any."""
AIMED: Final = 0.6
"""Share of the strokes that are aimed at another die."""
TICK: Final = 0.008
"""Seconds between two moments of a swipe."""


class Case(NamedTuple):
    """A shot to be played."""

    layout: Layout
    stroke: Stroke
    fast: bool = False
    """By the fast path, which keeps neither hits nor film."""


class Part(NamedTuple):
    """A die of a group, seen from the group's middle."""

    x: float
    y: float
    yaw: float = 0.0
    level: int = 0
    material: Literal["plastic", "ice"] = "plastic"


def case(seed: int, number: int) -> Case:
    """The case with this number, the same in every process."""
    rng = Random(f"{seed}/soak/{number}")
    layout = random_layout(rng)
    if rng.random() < SWIPES and (swipe := random_swipe(layout, rng)):
        return Case(layout, swipe)
    return Case(layout, random_flick(layout, rng), rng.random() < FAST)


# Layouts: groups of dice of all kinds, wherever there is room for them.


def random_layout(rng: Random) -> Layout:
    """At least one die, on one of several mats."""
    mat = rng.choices([kind for kind, _ in MATS], [share for _, share in MATS])[0](rng)
    wanted = rng.randint(*rng.choice(SIZES))
    bodies: list[Body] = []
    for _ in range(TRIES):
        group = rng.choice(GROUPS)(rng)
        if len(bodies) + len(group) > wanted:
            group = group[:1]
        bodies += _put(group, bodies, mat, rng)
        if len(bodies) == wanted:
            break
    return Layout(tuple(bodies), mat) if bodies else random_layout(rng)


def _put(group: list[Part], bodies: list[Body], mat: Mat, rng: Random) -> list[Body]:
    """The group somewhere beside what is there; nothing if no place is found."""
    for _ in range(TRIES):
        x, y = _spot(mat, rng)
        middle = Pose(x, y, rng.choice((0.0, rng.uniform(0.0, 360.0))))
        put = [_body(len(bodies) + number, part, middle, rng) for number, part in enumerate(group)]
        if all(
            fits(body.pose, body.level, bodies, mat) and (body.level or not over_hole(body.pose, mat)) for body in put
        ):
            return put
    return []


def _spot(mat: Mat, rng: Random) -> tuple[float, float]:
    x, y = rng.uniform(0.0, mat.length), rng.uniform(0.0, mat.width)
    if rng.random() < AT_THE_EDGE:
        off = rng.uniform(-BEYOND, BEYOND)
        x, y = rng.choice(((x, -off), (x, mat.width + off), (-off, y), (mat.length + off, y)))
    return x, y


def _body(die: int, part: Part, middle: Pose, rng: Random) -> Body:
    turn = math.radians(middle.yaw)
    x = middle.x + part.x * math.cos(turn) - part.y * math.sin(turn)
    y = middle.y + part.x * math.sin(turn) + part.y * math.cos(turn)
    material = "ice" if rng.random() < ICE else part.material
    return Body(die, Pose(x, y, (part.yaw + middle.yaw) % 360.0), part.level, rng.randrange(6), material)


def single(rng: Random) -> list[Part]:
    """One die."""
    return [Part(0.0, 0.0, rng.uniform(0.0, 360.0))]


def cluster(rng: Random) -> list[Part]:
    """Dice pushed together from all sides, turned anyhow."""
    parts = single(rng)
    for _ in range(rng.randint(2, 7)):
        direction, yaw, apart = rng.uniform(0.0, math.tau), rng.uniform(0.0, 360.0), rng.uniform(0.0, 0.05)
        away = 12.0
        while (room := min(gap(_pose(part), _ray(away, direction, yaw)) for part in parts)) > apart + 0.001:
            away -= room - apart
        pose = _ray(away, direction, yaw)
        parts.append(Part(pose.x, pose.y, yaw))
    return parts


def _pose(part: Part) -> Pose:
    return Pose(part.x, part.y, part.yaw)


def _ray(away: float, direction: float, yaw: float) -> Pose:
    return Pose(away * math.cos(direction), away * math.sin(direction), yaw)


def block(rng: Random) -> list[Part]:
    """Dice side by side in rows and columns."""
    pitch = _pitch(rng)
    return _rectangle(rng.randint(2, 5), rng.randint(2, 5), pitch)


def wall(rng: Random) -> list[Part]:
    """Dice in a row, up to three high, each above the joint of two others or right above one."""
    pitch, length, bond = _pitch(rng), rng.randint(3, 8), rng.choice((0.0, 0.5))
    return [
        Part((column + bond * level) * pitch, 0.0, 0.0, level)
        for level in range(rng.randint(1, 3))
        for column in range(length - math.ceil(bond) * level)
    ]


def tower(rng: Random) -> list[Part]:
    """Dice on each other, not quite in line."""
    yaw, slip = rng.uniform(0.0, 360.0), rng.choice((0.02, 0.1, 0.25))
    parts = [Part(0.0, 0.0, yaw)]
    for level in range(1, rng.randint(2, HIGHEST)):
        below, twist = parts[-1], rng.choice((2.0, 180.0))
        x, y = below.x + rng.uniform(-slip, slip), below.y + rng.uniform(-slip, slip)
        parts.append(Part(x, y, below.yaw + rng.uniform(-twist, twist), level))
    return parts


def bridge(rng: Random) -> list[Part]:
    """A die across two piers of the same height."""
    span, height = rng.uniform(EDGE + 0.02, 2 * EDGE - 0.3), rng.randint(1, 3)
    piers = [Part(x, 0.0, 0.0, level) for level in range(height) for x in (0.0, span)]
    return [*piers, Part(span / 2, rng.uniform(-0.3, 0.3), rng.uniform(-5.0, 5.0), height, _any(rng))]


def on_two(rng: Random) -> list[Part]:
    """A die on two that touch or nearly do, here and there with one more on top."""
    pitch = _pitch(rng)
    x = pitch * rng.uniform(0.3, 0.7)
    parts = [Part(0.0, 0.0), Part(pitch, 0.0), Part(x, rng.uniform(-0.4, 0.4), rng.uniform(0.0, 360.0), 1, _any(rng))]
    return [*parts, parts[2]._replace(level=2, yaw=rng.uniform(0.0, 360.0))] if rng.random() < ICE else parts


def on_three(rng: Random) -> list[Part]:
    """Ice on three dice."""
    pitch = _pitch(rng)
    feet = [Part(0.0, 0.0), Part(pitch, 0.0), Part(pitch / 2, pitch)]
    return [*feet, Part(pitch / 2, pitch / 3, rng.uniform(0.0, 360.0), 1, "ice")]


def pyramid(rng: Random) -> list[Part]:
    """Nine, four and one, or only four and one."""
    pitch, base = _pitch(rng), rng.randint(2, 3)
    return [
        part._replace(x=part.x + level * pitch / 2, y=part.y + level * pitch / 2, level=level)
        for level in range(base)
        for part in _rectangle(base - level, base - level, pitch)
    ]


def _rectangle(columns: int, rows: int, pitch: float) -> list[Part]:
    return [Part(column * pitch, row * pitch) for column in range(columns) for row in range(rows)]


def _pitch(rng: Random) -> float:
    """From die to die in a row: they touch, nearly touch or do not."""
    return EDGE + rng.choice((0.0, 0.005, 0.02, 0.1, 0.3))


def _any(rng: Random) -> Literal["plastic", "ice"]:
    return rng.choice(("plastic", "ice"))


GROUPS: Final[tuple[Callable[[Random], list[Part]], ...]] = (
    *(single,) * 8,
    cluster,
    block,
    wall,
    *(tower,) * 2,
    bridge,
    on_two,
    on_three,
    pyramid,
)
"""All equally likely; supports always come before what they carry."""


# Mats.


def usual(_rng: Random) -> Mat:
    """The mat of the game."""
    return Mat()


def with_solids(rng: Random) -> Mat:
    """A standing wall with a gate, and obstacles."""
    gate = rng.uniform(6.0, 24.0)
    walls = [_box(30.7, 0.0, 32.3, gate - 2.5), _box(30.7, gate + 2.5, 32.3, 30.0)]
    things = [_obstacle(rng) for _ in range(rng.randint(0, 4))]
    return Mat(solids=tuple(Solid(shape, rng.uniform(0.0, 1.0), rng.uniform(0.0, 1.0)) for shape in (*walls, *things)))


def with_holes(rng: Random) -> Mat:
    """Round holes and others."""
    return Mat(holes=tuple(_obstacle(rng) for _ in range(rng.randint(1, 4))))


def framed(rng: Random) -> Mat:
    """Small, with other friction, a border all around, holes and obstacles."""
    length, width = rng.uniform(15.0, 40.0), rng.uniform(15.0, 30.0)
    border = (
        _box(-1.0, -1.0, length + 1.0, 0.0),
        _box(-1.0, width, length + 1.0, width + 1.0),
        _box(-1.0, 0.0, 0.0, width),
        _box(length, 0.0, length + 1.0, width),
    )
    friction, around = rng.uniform(0.1, 1.0), rng.uniform(0.1, 1.0)
    pocket = Disc(rng.uniform(0.0, length), rng.uniform(0.0, width), rng.uniform(1.0, 2.5))
    wall, castles = Area(0.45 * length, 0.0, 0.55 * length, width), None
    return Mat(length, width, friction, around, wall, castles, tuple(Solid(shape) for shape in border), (pocket,))


def _obstacle(rng: Random) -> Polygon | Disc:
    x, y, radius = rng.uniform(0.0, 63.0), rng.uniform(0.0, 30.0), rng.uniform(0.5, 2.5)
    if rng.random() < 0.5:  # noqa: PLR2004  half of them
        return Disc(x, y, radius)
    count, turn = rng.randint(3, 8), rng.uniform(0.0, math.tau)
    angles = (turn + math.tau * corner / count for corner in range(count))
    return Polygon(tuple((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles))


def _box(left: float, bottom: float, right: float, top: float) -> Polygon:
    return Polygon(((left, bottom), (right, bottom), (right, top), (left, top)))


MATS: Final[tuple[tuple[Callable[[Random], Mat], float], ...]] = (
    (usual, 0.7),
    (with_solids, 0.12),
    (with_holes, 0.08),
    (framed, 0.1),
)
"""With their shares."""


# Strokes.


def random_flick(layout: Layout, rng: Random) -> Flick:
    """A flick at any die, as a hand makes it, or much wilder."""
    body = rng.choice(layout.bodies)
    if rng.random() < USUAL:
        speed, height, offset = rng.uniform(50.0, 400.0), rng.gauss(0.5, 0.15), rng.gauss(0.0, 0.2)
        stray, elevation = rng.gauss(0.0, 2.0), rng.gauss(0.0, 4.0)
    else:
        speed, height, offset = 5.0 * (FASTEST / 5.0) ** rng.random(), rng.random(), rng.uniform(-1.0, 1.0)
        stray, elevation = rng.uniform(-20.0, 20.0), rng.uniform(-45.0, 45.0)
    return Flick(
        body.id,
        _direction(body, layout, rng),
        speed,
        min(max(height, 0.0), 1.0),
        min(max(offset, -EDGE / 2), EDGE / 2),
        stray,
        elevation,
    )


def random_swipe(layout: Layout, rng: Random) -> Swipe | None:
    """A fingertip that runs into a die on the mat, if there is room for it beside one."""
    bodies = [body for body in layout.bodies if body.level == 0]
    for _ in range(TRIES):
        body = rng.choice(bodies)
        swipe = _swipe(body, math.radians(_direction(body, layout, rng)), rng)
        try:
            check_stroke(layout, swipe)
        except Refusal:
            continue
        return swipe
    return None


def _swipe(body: Body, direction: float, rng: Random) -> Swipe:
    """From a little before the die through it and on, straight or in a curve, at one speed or another."""
    speed, way, bend = 10.0 * 40.0 ** rng.random(), rng.uniform(2.5, 9.0), rng.uniform(-0.1, 0.1)
    start = EDGE * math.sqrt(0.5) + FINGERTIP / 2 + rng.uniform(0.02, 1.0)
    aside = rng.gauss(0.0, 0.3)
    x = body.pose.x - start * math.cos(direction) - aside * math.sin(direction)
    y = body.pose.y - start * math.sin(direction) + aside * math.cos(direction)
    path = [Moment(0.0, x, y)]
    for moment in range(1, max(2, math.ceil(way / speed / TICK)) + 1):
        x, y = x + speed * TICK * math.cos(direction), y + speed * TICK * math.sin(direction)
        direction += bend * speed * TICK
        path.append(Moment(moment * TICK, x, y))
    return Swipe(tuple(path))


def _direction(body: Body, layout: Layout, rng: Random) -> float:
    """Towards another die or anywhere."""
    other = rng.choice(layout.bodies)
    if other is body or rng.random() > AIMED:
        return rng.uniform(-180.0, 180.0)
    towards = math.atan2(other.pose.y - body.pose.y, other.pose.x - body.pose.x)
    return math.degrees(towards) + rng.gauss(0.0, 3.0)
