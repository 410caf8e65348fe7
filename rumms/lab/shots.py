"""The bench of shots: how many a second one core plays, beside a plain 2D world as most people would write it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from random import Random
from statistics import median
from time import process_time
from typing import Final, Literal, NamedTuple, TypeAlias

import pymunk
from msgspec import Struct

from rumms.physics.engine import Fast, has_compiled, simulate
from rumms.physics.model import EDGE, Body, Flick, Layout, Mat, Pose, Slide, Stroke

Path: TypeAlias = Literal["simulate", "fast"]

DICE: Final = (1, 12, 26, 50)
"""How many lie on the mat."""
A_LAYOUT: Final = 6
"""Shots from each layout."""
LAYOUTS: Final = 10
"""In a slice. The yardstick and every way to play get the same shots, in turn."""
SLICES: Final = 7
"""Their median counts, so that what else the machine does matters less."""
CROWD: Final = 26
"""Dice on the mat where the slowest shot is looked for."""
SEARCHED: Final = 1000
"""Shots among which it is looked for."""
PART: Final = 50
"""So many shots are timed between two pictures of the bar."""
AT_A_TOWER: Final = 3
"""Shots at each tower with each speed."""
TOWER_SPEEDS: Final = (60.0, 100.0, 150.0, 200.0, 300.0)


class Row(Struct, frozen=True):
    """How fast one way to play is with so many dice."""

    dice: int
    path: Path
    compiled: bool
    shots_per_s: float
    yardstick_shots_per_s: float


class Report(Struct, frozen=True):
    """All figures."""

    rows: tuple[Row, ...]
    slowest_ms: float
    """The slowest of many plain shots in a crowd."""
    stack_median_ms: float
    """Of plain shots at towers."""


class Step(NamedTuple):
    """How far the bench is. The last step has the report."""

    done: int
    what: str
    report: Report | None = None


class Way(NamedTuple):
    """A way to play several flicks from one layout."""

    path: Path
    compiled: bool
    play: Callable[[Layout, Sequence[Flick]], object]


def ways() -> list[Way]:
    """Each path plain, and compiled where that can be had."""
    paths: tuple[tuple[Path, Callable[..., object]], ...] = (("simulate", _one_by_one), ("fast", _at_once))
    runs = (False, True) if has_compiled() else (False,)
    return [Way(path, compiled, partial(play, compiled=compiled)) for path, play in paths for compiled in runs]


def plain(layout: Layout, stroke: Stroke) -> object:
    """A shot as it is played without anything compiled."""
    return simulate(layout, stroke, compiled=False)


def steps() -> int:
    """How many the bench has."""
    return len(DICE) * SLICES + math.ceil(SEARCHED / PART) + len(TOWERS)


def run(these: Sequence[Way], play: Callable[[Layout, Stroke], object] = plain) -> Iterator[Step]:
    """Measure these ways to play beside the yardstick, and single shots by `play`."""
    yield Step(0, "shots")
    _slice(1, range(1), these)  # what is compiled or loaded at the first shot is not measured
    rows: list[Row] = []
    done = 0
    for dice in DICE:
        slices = []
        for number in range(SLICES):
            yield Step(done, f"shots {dice}")
            slices.append(_slice(dice, range(number * LAYOUTS, (number + 1) * LAYOUTS), these))
            done += 1
        yardstick, *speeds = map(median, zip(*slices, strict=True))
        rows += [Row(dice, way.path, way.compiled, speed, yardstick) for way, speed in zip(these, speeds, strict=True)]
    times: dict[str, list[float]] = {"crowd": [], "tower": []}
    for kind, what, shots in single_shots():
        yield Step(done, what)
        times[kind] += [1000 * _seconds(partial(play, *shot)) for shot in shots]
        done += 1
    yield Step(done, "", Report(tuple(rows), max(times["crowd"]), median(times["tower"])))


def _slice(dice: int, seeds: range, these: Sequence[Way]) -> list[float]:
    """Shots a second of the yardstick and of each of these, all in turn with each layout."""
    seconds = [0.0] * (1 + len(these))
    for seed in seeds:
        placed = place(seed, dice)
        shots = list(aim(seed, placed, A_LAYOUT))
        layout, flicks = layout_of(placed), [flick_of(shot) for shot in shots]
        turns: list[Callable[[], object]] = [
            partial(_measure_up, placed, shots),
            *(partial(way.play, layout, flicks) for way in these),
        ]
        for who, turn in enumerate(turns):
            seconds[who] += _seconds(turn)
    return [len(seeds) * A_LAYOUT / spent for spent in seconds]


def _seconds(do: Callable[[], object]) -> float:
    """What this process spends on it, however busy the machine is."""
    began = process_time()
    do()
    return process_time() - began


def _measure_up(placed: Sequence[Placed], shots: Sequence[Aimed]) -> None:
    for shot in shots:
        plain_2d(placed, shot.direction, shot.speed)


def _one_by_one(layout: Layout, flicks: Sequence[Flick], *, compiled: bool) -> None:
    for flick in flicks:
        simulate(layout, flick, compiled=compiled)


def _at_once(layout: Layout, flicks: Sequence[Flick], *, compiled: bool) -> None:
    fast = Fast(layout, compiled=compiled)
    for flick in flicks:
        fast(flick)


# The yardstick, in millimetres and radians: positions as they come up in play, aimed shots, and a plain 2D world.

LENGTH: Final = 630.0
WIDTH: Final = 300.0
MARGIN: Final = 10.0
"""Between the middle of a die and the edge of the mat."""
APART: Final = 23.5
"""Between the middles of two dice, at least."""
NEXT_TO: Final = (18.0, 30.0)
"""How far from another die half of the dice are put."""
SIDE: Final = 16.0
"""Of a die."""
MASS: Final = 4.5
"""Grams."""
RUB: Final = 0.4 * 9810.0
"""How quickly friction slows a die that slides: mm/s every second."""
LEVER: Final = 0.3826 * SIDE
"""At which friction slows a die that spins."""
TICK: Final = 1 / 240
TICKS: Final = 1000
"""At most."""
STILL: Final = 2.0
"""A die that is slower, in mm/s, rests ..."""
UNTURNED: Final = 0.2
"""... if it turns more slowly than this, in rad/s, too."""


class Placed(NamedTuple):
    """Where a die lies."""

    x: float
    y: float
    yaw: float


class Aimed(NamedTuple):
    """A shot with die 0."""

    direction: float
    speed: float
    height: float


def place(seed: int, dice: int) -> list[Placed]:
    """A position as it comes up in play: half of the dice stand beside another one."""
    rng = Random(seed)
    placed: list[Placed] = []
    while len(placed) < dice:
        x, y = rng.uniform(MARGIN, LENGTH - MARGIN), rng.uniform(MARGIN, WIDTH - MARGIN)
        if placed and rng.random() < 0.5:  # noqa: PLR2004  every other one
            near, turn, gap = rng.choice(placed), rng.uniform(0, math.tau), rng.uniform(*NEXT_TO)
            x, y = near.x + gap * math.cos(turn), near.y + gap * math.sin(turn)
        inside = MARGIN < x < LENGTH - MARGIN and MARGIN < y < WIDTH - MARGIN
        if inside and all(math.hypot(x - other.x, y - other.y) > APART for other in placed):
            placed.append(Placed(x, y, rng.uniform(0, math.pi / 2)))
    return placed


def aim(seed: int, placed: Sequence[Placed], count: int) -> Iterator[Aimed]:
    """Shots with die 0 at another one drawn at random, with 2 degrees of scatter."""
    rng = Random(seed * 7919 + 1)
    shooter = placed[0]
    for _ in range(count):
        target = placed[rng.randrange(1, len(placed))] if len(placed) > 1 else shooter._replace(x=shooter.x + 100)
        direction = math.atan2(target.y - shooter.y, target.x - shooter.x) + math.radians(rng.gauss(0, 2))
        yield Aimed(direction, rng.uniform(800, 2500), rng.uniform(0.35, 0.65))


def plain_2d(placed: Sequence[Placed], direction: float, speed: float) -> list[pymunk.Body]:
    """Squares that slide and spin at fixed steps until all rest, with a function that rubs each at every step."""
    space, bodies = pymunk.Space(), []
    for x, y, yaw in placed:
        body = pymunk.Body(MASS, MASS * SIDE * SIDE / 6)
        body.position, body.angle, body.velocity_func = (x, y), yaw, _rub
        shape = pymunk.Poly.create_box(body, (SIDE, SIDE))
        shape.elasticity, shape.friction = 0.5**0.5, 0.22**0.5
        space.add(body, shape)
        bodies.append(body)
    bodies[0].velocity = speed * math.cos(direction), speed * math.sin(direction)
    for _ in range(TICKS):
        space.step(TICK)
        if all(body.velocity.length < STILL and abs(body.angular_velocity) < UNTURNED for body in bodies):
            break
    return bodies


def _rub(body: pymunk.Body, _gravity: object, _damping: float, seconds: float) -> None:
    velocity, spin = body.velocity, body.angular_velocity
    drop, turn = RUB * seconds, RUB * LEVER / (SIDE * SIDE / 6) * seconds
    body.velocity = velocity * max(0.0, 1 - drop / velocity.length) if velocity.length else velocity
    body.angular_velocity = 0.0 if abs(spin) < turn else spin - math.copysign(turn, spin)


# The same for the engine.


def layout_of(placed: Sequence[Placed]) -> Layout:
    """The position on the usual mat."""
    bodies = (Body(die, Pose(x / 10, y / 10, math.degrees(yaw))) for die, (x, y, yaw) in enumerate(placed))
    return Layout(tuple(bodies), Mat())


def flick_of(shot: Aimed) -> Flick:
    """The shot as a flick."""
    return Flick(0, math.degrees(shot.direction), shot.speed / 10, shot.height)


# Single shots: in a crowd, and at towers.

TOWERS: Final[Mapping[str, tuple[tuple[float, float, int, Literal["plastic", "ice"]], ...]]] = {
    "die_on_die": ((0.0, 0.0, 0, "plastic"), (0.0, 0.0, 1, "plastic")),
    "stack3_bottom": ((0.0, 0.0, 0, "plastic"), (0.0, 0.0, 1, "plastic"), (0.0, 0.0, 2, "plastic")),
    "ice_on_two_side": ((0.0, 0.0, 0, "plastic"), (0.0, EDGE + 0.2, 0, "plastic"), (0.0, EDGE / 2 + 0.1, 1, "ice")),
    "ice_on_two_inline": ((0.0, 0.0, 0, "plastic"), (EDGE + 0.1, 0.0, 0, "plastic"), (EDGE / 2 + 0.05, 0.0, 1, "ice")),
}
"""Where the dice of a tower stand, seen from the one that is hit, on which level, and of what they are."""
HIT: Final = (20.0, 15.0)
"""Where the die stands that is hit."""
RUN_UP: Final = EDGE + 0.4
"""How far before it the shooter starts, which slides along +x."""
ASKEW: Final = 0.05
"""How far dice are out of place, at most ..."""
TURNED: Final = 3.0
"""... and by how many degrees they are turned."""


def single_shots() -> Iterator[tuple[Literal["crowd", "tower"], str, list[tuple[Layout, Stroke]]]]:
    """Shots to time one by one, a little at a time: whether in a crowd or at a tower, and where."""
    crowd = crowd_shots()
    for first in range(0, SEARCHED, PART):
        yield "crowd", f"shots {CROWD}", list(islice(crowd, min(PART, SEARCHED - first)))
    for tower in TOWERS:
        yield "tower", f"shots {tower}", list(tower_shots(tower))


def crowd_shots() -> Iterator[tuple[Layout, Flick]]:
    """Aimed shots from one position after the other, without end."""
    seed = 0
    while True:
        placed = place(seed, CROWD)
        layout = layout_of(placed)
        yield from ((layout, flick_of(shot)) for shot in aim(seed, placed, A_LAYOUT))
        seed += 1


def tower_shots(tower: str) -> Iterator[tuple[Layout, Slide]]:
    """A die slides into the foot of a tower, at several speeds and never quite alike."""
    rng = Random(tower)

    def body(die: int, x: float, y: float, level: int = 0, material: Literal["plastic", "ice"] = "plastic") -> Body:
        along = rng.uniform(-ASKEW, ASKEW) if level else 0.0  # on the mat, dice stand close together
        pose = Pose(HIT[0] + x + along, HIT[1] + y + rng.uniform(-ASKEW, ASKEW), rng.uniform(-TURNED, TURNED))
        return Body(die, pose, level, material=material)

    for speed in TOWER_SPEEDS:
        for _ in range(AT_A_TOWER):
            dice = [body(0, -RUN_UP, 0.0), *(body(die, *where) for die, where in enumerate(TOWERS[tower], 1))]
            yield Layout(tuple(dice)), Slide(0, 0.0, speed)
