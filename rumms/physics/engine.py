"""The engine: what a stroke leads to. Builds the rows of numbers, runs the kernels, and reads off what came of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from operator import attrgetter
from threading import RLock
from typing import Any, Final, Generic, TypeVar

import numpy as np

from rumms.kernel.refusal import Refusal, printable
from rumms.language import notify, say
from rumms.physics import film
from rumms.physics.aftermath import MOST_HITS, without_trembling
from rumms.physics.checks import LONGEST_SHOT, check, check_change, check_stroke
from rumms.physics.flat import Solids
from rumms.physics.geometry import (
    SLACK,
    carries,
    depth,
    depth_in_shape,
    fits,
    is_held,
    over_hole,
    settle_near,
    stands_on,
)
from rumms.physics.kernels import compiled as compiling
from rumms.physics.kernels import rows
from rumms.physics.kernels.cube import stand_up
from rumms.physics.kernels.step import ASK_SOLIDS, DONE
from rumms.physics.kernels.twins import plain
from rumms.physics.model import Body, Disc, Flick, Hit, Layout, Mat, Moved, Pose, Shot, Slide, Stroke, Swipe, Touched
from rumms.physics.store import Store
from rumms.physics.tuning import COARSE, FINE, MATERIALS, Steps
from rumms.places import cached

T = TypeVar("T")

WHERE: Final = [rows.X, rows.Y, rows.Z, rows.YAW]
"""The columns that say where a die lies."""
MM: Final = 10.0
"""In a centimetre."""
STILL: Final = 0.01
"""Millimetres: a die that was shaken by less has not moved ..."""
STILL_TURN: Final = 0.001
"""... nor one that was turned by less, in radians."""
PUT_RIGHT: Final = 0.02
"""Centimetres, in steps of which a die is moved that hangs over and could not fall ..."""
MOST_PUT_RIGHT: Final = 0.4
"""... no farther than this."""
ALIKE: Final = 0.99999
"""What two rotations have in common that differ by half a degree, at least."""
PLACES: Final = 5
"""Digits after the point, of centimetres and degrees."""


def has_compiled() -> bool:
    """Whether kernels can be compiled here."""
    return compiling.is_possible()


def is_warm() -> bool:
    """Whether there is nothing to compile any more: all is kept from before, or it cannot be done here."""
    return not has_compiled() or True in _loaded or Store(cached("kernels")).is_whole()


def is_loaded() -> bool:
    """Whether compiled kernels are there at once, because this process has used them before."""
    return True in _loaded and _loaded[True].compiled


def warm_up() -> None:
    """Compile what is to be compiled, and keep it: workers that start now find it."""
    if has_compiled():
        _choice(compiled=True)


def tell_damage() -> None:
    """Notify of kept kernels that are damaged, where nothing is compiled that would tell it: bots go on without."""
    store = Store(cached("kernels"))
    if has_compiled() and store.is_damaged():
        _notify_without(store, say("it is damaged"))


def simulate(layout: Layout, stroke: Stroke, *, compiled: bool | None = False) -> Shot:
    """What a stroke leads to, with its film.

    Compiled kernels give the same bits, but take a while to load; with None they are used where they can be had.
    """
    check(layout)
    check_stroke(layout, stroke)
    return _Table(layout, FINE, _choice(compiled)).shoot(stroke, filmed=True)


class Fast:
    """Many strokes from one layout: coarser steps, no film, no hits. Equal to `simulate` in its statistics only."""

    def __init__(self, layout: Layout, *, compiled: bool | None = None) -> None:
        check(layout)
        self.layout = layout
        self.table = _Table(layout, COARSE, _choice(compiled))

    def __call__(self, stroke: Stroke) -> Shot:
        """What a stroke leads to."""
        check_stroke(self.layout, stroke)
        return self.table.shoot(stroke, filmed=False)


class Stepwise:
    """The very steps of `simulate`, one after the other: for those who want to know only how a shot begins."""

    def __init__(self, layout: Layout) -> None:
        check(layout)
        self.layout = layout
        self.table = _Table(layout, FINE, _choice(compiled=False))

    def __call__(self, stroke: Stroke) -> Iterator[rows.World]:
        """The world before the first step and after each; always the same one, as it is then."""
        check_stroke(self.layout, stroke)
        return self.table.steps(stroke)


class _Spares(Generic[T]):
    """Things of which each shot has one to itself: taken, used and put back; with none to spare, another is made."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._free: list[T] = []

    def take(self) -> T:
        """One that nobody uses."""
        try:
            return self._free.pop()
        except IndexError:
            return self._make()

    def put_back(self, thing: T) -> None:
        """One that is not used any more."""
        self._free.append(thing)


class _Kernels:
    """The three kernels that the engine calls, and the rows they work on: plain or compiled."""

    def __init__(self, made: Mapping[str, Callable[..., Any]], *, compiled: bool) -> None:
        self.compiled = compiled
        self.world: Callable[..., rows.World] = rows.World if compiled else rows.PlainWorld
        self.advance: Callable[[rows.World], int] = made["advance"]
        self.strike: Callable[..., None] = made["strike"]
        self.make_slide: Callable[[rows.World, int], None] = made["make_slide"]

        self.spares: dict[tuple[int, bool, int], _Spares[dict[str, Any]]] = {}
        """Spare buffers of shots, by the number of dice, whether there are solid parts, and the number of hits."""

    def floats(self, count: int, columns: int) -> Any:
        return np.zeros((count, columns)) if self.compiled else [[0.0] * columns for _ in range(count)]

    def flags(self, count: int, columns: int) -> Any:
        return np.zeros((count, columns), np.int64) if self.compiled else [[0] * columns for _ in range(count)]

    def integers(self, count: int) -> Any:
        return np.zeros(count, np.int64) if self.compiled else [0] * count

    def of(self, found: list[list[Any]], columns: int, kind: type = np.float64) -> Any:
        return np.array(found, kind).reshape(len(found), columns) if self.compiled else found

    def flat(self, found: list[float]) -> Any:
        return np.array(found, np.float64) if self.compiled else found

    def copy(self, found: Any) -> Any:
        return found.copy() if self.compiled else [row[:] for row in found]

    def scratch(self, dice: int, hits: int, *, solids: bool) -> _Spares[dict[str, Any]]:
        """Spare buffers for contacts and hits; what an earlier shot left in them does not matter."""
        key = dice, solids, hits
        if key not in self.spares:
            self.spares[key] = _Spares(lambda: self._new_scratch(*key))
        return self.spares[key]

    def _new_scratch(self, n: int, solids: bool, hits: int) -> dict[str, Any]:
        pairs = 4 * min(n * (n - 1) // 2, 14 * n) + 8
        return {
            "close": self.flags(pairs // 2, 2),
            "close_at": self.flat([0.0] * (pairs // 2)),
            "mat": self.floats(8 * n, rows.MAT_COLUMNS),
            "mat_of": self.integers(8 * n),
            "pairs": self.floats(pairs, rows.PAIR_COLUMNS),
            "pairs_of": self.flags(pairs, 2),
            "kept": self.floats(pairs, rows.KEPT_COLUMNS),
            "fixed": self.floats(18 * n, rows.FIXED_COLUMNS),
            "solid": self.floats(16 * n if solids else 0, rows.SOLID_COLUMNS),
            "scratch": self.flat([0.0] * rows.SCRATCH),
            "hits": self.floats(hits, rows.HIT_COLUMNS),
        }


_loaded: Final[dict[bool, _Kernels]] = {}
"""The kernels that this process has used: under True the compiled ones, or plain ones where these cannot be had."""
_loading: Final = RLock()
"""One thread at a time loads kernels."""


def _choice(compiled: bool | None) -> _Kernels:
    """The kernels that were asked for: with None, compiled ones where these can be had."""
    compiled = has_compiled() if compiled is None else compiled
    if compiled not in _loaded:
        with _loading:
            if compiled not in _loaded:
                _loaded[compiled] = _compiled() if compiled else _Kernels(plain(), compiled=False)
    return _loaded[compiled]


def _compiled() -> _Kernels:
    """Compiled kernels, as they are kept or else compiled now; plain ones, and a notice, where that goes wrong."""
    store = Store(cached("kernels"))
    try:
        if store.is_whole():
            return _tried(store)
        with store.only_here():
            if store.is_whole():  # another process was faster
                return _tried(store)
            if store.is_damaged():
                folder = str(store.folder)
                notify(say("The compiled physics in '{folder}' is damaged; it is made anew.", folder=folder))
                store.clear()
            kernels = _tried(store)
            store.mark()
            return kernels
    except Exception as error:  # noqa: BLE001  nobody knows what a strange file makes the compiler raise
        _notify_without(store, printable(f"{type(error).__name__}: {error}".partition("\n")[0]))
        return _Kernels(plain(), compiled=False)


def _notify_without(store: Store, error: str) -> None:
    notify(
        say(
            "The compiled physics in '{folder}' cannot be used ({error}); all goes on without it, only slower.",
            folder=str(store.all),
            error=error,
        )
    )


def _tried(store: Store) -> _Kernels:
    """Compiled kernels that have been called in every way, so that nothing is left to be read or compiled.

    Where that fails, what is kept is thrown away.
    """
    kernels = _Kernels(compiling.kernels(store.folder), compiled=True)
    layout = Layout((Body(0, Pose(10.0, 10.0)), Body(1, Pose(13.0, 10.0))))
    try:
        for stroke in (Flick(0, 0.0, 100.0), Slide(0, 0.0, 100.0)):
            _Table(layout, FINE, kernels).shoot(stroke, filmed=True)
    except Exception:
        with suppress(OSError):
            store.clear()
        raise
    return kernels


class _Table:
    """A layout as rows of numbers, from which shots start."""

    def __init__(self, layout: Layout, steps: Steps, kernels: _Kernels) -> None:
        self.kernels = kernels
        self.mat = layout.mat
        self.bodies = tuple(sorted(layout.bodies, key=attrgetter("id")))
        self.layout = Layout(self.bodies, self.mat)
        self.place = {body.id: k for k, body in enumerate(self.bodies)}
        self.solids = _Spares(lambda: Solids(layout.mat)) if layout.mat.solids else None
        of = self.kernels
        self.dice = of.of([_row(body, layout) for body in self.bodies], rows.FLOATS)
        self.flags = of.of([[rows.REST, body.up, 0, 0, 0] for body in self.bodies], rows.INTEGERS, np.int64)
        self.on = {body.id: stands_on(body, self.bodies) for body in self.bodies if body.level}
        clock = [0.0] * rows.CLOCKS
        clock[rows.LENGTH], clock[rows.WIDTH] = MM * layout.mat.length, MM * layout.mat.width
        clock[rows.FRAME], clock[rows.LIFTED], clock[rows.END] = math.inf, math.inf, LONGEST_SHOT
        clock[rows.LAST_STEP] = 1.0
        clock[rows.FAR_STEP], clock[rows.NEAR_WAY], clock[rows.TURN] = steps.far, steps.way, steps.turn
        self.exact = 1 if steps.exact else 0
        self.clock = of.flat(clock)
        self.boxes = of.of(self._boxes(), 4)
        self.holes = of.of(_holes(layout.mat.holes), rows.HOLE_COLUMNS)

    def shoot(self, stroke: Stroke, *, filmed: bool) -> Shot:
        """Make the stroke, and wait until all dice rest."""
        spares = self._spares(filmed=filmed)
        scratch = spares.take()
        try:
            world = self._world(stroke, scratch)
            self._begin(world, stroke)
            camera = _Camera(self.bodies, world) if filmed else None
            advance = self.kernels.advance
            while (why := advance(world)) != DONE:
                if why == ASK_SOLIDS:
                    self._ask_solids(world)
                elif camera is not None:
                    camera.take()
            shot = self._shot(world, camera)
        finally:
            spares.put_back(scratch)
        return without_trembling(self.layout, stroke, shot) if filmed else shot

    def steps(self, stroke: Stroke) -> Iterator[rows.World]:
        """Make the stroke, and stop after each step until all dice rest."""
        spares = self._spares(filmed=True)
        scratch = spares.take()
        try:
            world = self._world(stroke, scratch)
            self._begin(world, stroke)
            clock = world.clock
            clock[rows.FRAME] = 0.0
            while (why := self.kernels.advance(world)) != DONE:
                if why == ASK_SOLIDS:
                    self._ask_solids(world)
                else:
                    yield world
                    # Frames change nothing but where one stops: here, as soon as any time has passed.
                    clock[rows.FRAME] = math.nextafter(clock[rows.TIME], math.inf)
            yield world
        finally:
            spares.put_back(scratch)

    def _spares(self, *, filmed: bool) -> _Spares[dict[str, Any]]:
        return self.kernels.scratch(len(self.bodies), MOST_HITS if filmed else 0, solids=self.solids is not None)

    def _boxes(self) -> list[list[float]]:
        """Around each solid part."""
        if self.solids is None:
            return []
        solids = self.solids.take()
        self.solids.put_back(solids)
        return solids.boxes()

    def _world(self, stroke: Stroke, scratch: dict[str, Any]) -> rows.World:
        of, n = self.kernels, len(self.bodies)
        path: list[list[float]] = []
        if isinstance(stroke, Swipe):
            path = [[m.time - stroke.path[0].time, MM * m.x, MM * m.y] for m in stroke.path]
        return of.world(
            dice=of.copy(self.dice),
            flags=of.copy(self.flags),
            free=of.integers(n),
            sliding=of.integers(n),
            path=of.of(path, 3),
            boxes=self.boxes,
            holes=self.holes,
            counts=of.integers(rows.COUNTERS),
            clock=self.clock.copy(),
            **scratch,
        )

    def _begin(self, world: rows.World, stroke: Stroke) -> None:
        world.counts[rows.FINGER] = 0 if isinstance(stroke, Swipe) else -1
        world.counts[rows.STACKS] = 1 if self.on else 0
        world.counts[rows.EXACT] = self.exact
        if isinstance(stroke, Flick):
            self.kernels.strike(
                world,
                self.place[stroke.die],
                float(MM * stroke.speed),
                float(stroke.height),
                float(MM * stroke.offset),
                math.radians(stroke.direction),
                math.radians(stroke.stray),
                math.radians(stroke.elevation),
            )
        elif isinstance(stroke, Slide):
            i = self.place[stroke.die]
            die = world.dice[i]
            aim = math.radians(stroke.direction)
            die[rows.VX] = MM * stroke.speed * math.cos(aim)
            die[rows.VY] = MM * stroke.speed * math.sin(aim)
            die[rows.WZ] = math.radians(stroke.spin)
            self.kernels.make_slide(world, i)

    def _ask_solids(self, world: rows.World) -> None:
        """Find the contacts of free dice with solid parts."""
        assert self.solids is not None  # noqa: S101  the kernels ask only where there are boxes
        solids = self.solids.take()
        k = 0
        for m in range(world.counts[rows.N_FREE]):
            i = int(world.free[m])
            die = [float(value) for value in world.dice[i]]
            for rx, ry, rz, nx, ny, gap, bounce, friction in solids.contacts(die[:3], die[rows.R : rows.R + 9]):
                if k < len(world.solid):
                    row = world.solid[k]
                    row[rows.DIE] = i
                    row[rows.RX], row[rows.RY], row[rows.RZ] = rx, ry, rz
                    row[rows.NX], row[rows.NY] = nx, ny
                    row[rows.GAP], row[rows.BOUNCE], row[rows.P_MU] = gap, bounce, friction
                    k += 1
        self.solids.put_back(solids)
        world.counts[rows.N_SOLID] = k
        world.counts[rows.ASKED] = 1

    def _shot(self, world: rows.World, camera: _Camera | None) -> Shot:
        bodies, gone = self._ends(world)
        moved = []
        left = [body for body in bodies if body.id not in gone]
        for before, now in zip(self.bodies, bodies, strict=True):
            if now is not before or now.level:
                on = stands_on(now, left) if now.level else ()
                if now is not before or on != self.on[now.id]:
                    moved.append(Moved(now.id, now.pose, now.up, now.level, on, now.id in gone))
        return Shot(
            moved=tuple(moved),
            hits=tuple(self._hits(_plain(world.hits[: world.counts[rows.N_HITS]]))),
            touched=tuple(self._touched(_plain(world.dice))) if len(world.path) else (),
            time=round(float(world.clock[rows.TIME]), PLACES),
            film=b"" if camera is None else camera.develop(bodies),
        )

    def _ends(self, world: rows.World) -> tuple[list[Body], set[int]]:
        """Where every die is in the end, and who has left. What is stuck, pressed or left hanging is put right."""
        bodies = list(self.bodies)
        gone: set[int] = set()
        stuck: list[tuple[int, int]] = []
        for k in self._changed(world):
            body, die, state = bodies[k], _plain(world.dice[k]), _plain(world.flags[k])
            level = round((die[rows.Z] - rows.HALF) / rows.EDGE)
            if state[rows.STATE] in {rows.GONE, rows.STUCK}:
                up, yaw = film.lying(film.Quaternion(*die[rows.QW : rows.QZ + 1]))
                bodies[k] = Body(body.id, _pose(die, yaw), 0, up, body.material)
                if state[rows.STATE] == rows.GONE:
                    gone.add(body.id)
                else:
                    stuck.append((k, level))
            elif not self._lies_still(k, die, state):
                bodies[k] = Body(body.id, _pose(die, math.degrees(die[rows.YAW])), level, state[rows.UP], body.material)
                if not level and over_hole(bodies[k].pose, self.mat):
                    gone.add(body.id)
        if stuck:
            leaning = {k for k, _ in stuck}
            lying = [body for k, body in enumerate(bodies) if body.id not in gone and k not in leaning]
            for k, level in stuck:
                bodies[k] = _put_right(bodies[k], level, lying, self.mat)
                lying.append(bodies[k])
        left = Layout(tuple(body for body in bodies if body.id not in gone), self.mat)
        try:
            check_change(self.layout, left)
        except Refusal:
            right = {body.id: body for body in _all_put_right(left)}
            bodies = [right.get(body.id, body) for body in bodies]
        return bodies, gone

    def _changed(self, world: rows.World) -> list[int]:
        """The dice that are not where they were, or not as they were."""
        if self.kernels.compiled:
            dice: Any = world.dice
            flags: Any = world.flags
            places = (dice[:, WHERE] != self.dice[:, WHERE]).any(axis=1)
            found: list[int] = np.flatnonzero(places | (flags[:, :2] != self.flags[:, :2]).any(axis=1)).tolist()
            return found
        now = zip(world.dice, self.dice, world.flags, self.flags, strict=True)
        return [
            k
            for k, (die, before, state, was) in enumerate(now)
            if die[:3] != before[:3] or die[rows.YAW] != before[rows.YAW] or state[:2] != was[:2]
        ]

    def _lies_still(self, k: int, die: list[float], state: list[int]) -> bool:
        before = _plain(self.dice[k])
        turn = math.remainder(die[rows.YAW] - before[rows.YAW], math.tau)
        return (
            state[rows.UP] == self.flags[k][rows.UP]
            and abs(die[rows.X] - before[rows.X]) < STILL
            and abs(die[rows.Y] - before[rows.Y]) < STILL
            and abs(die[rows.Z] - before[rows.Z]) < 1.0
            and abs(turn) < STILL_TURN
        )

    def _hits(self, found: list[list[float]]) -> Iterable[Hit]:
        for time, one, other, speed, _ in found:
            a, b = self.bodies[int(one)].id, int(other)
            if b >= 0:
                a, b = sorted((a, self.bodies[b].id))
            yield Hit(round(time, PLACES), a, b, round(speed / MM, 2))

    def _touched(self, dice: list[list[float]]) -> Iterable[Touched]:
        for body, die in zip(self.bodies, dice, strict=True):
            if die[rows.TOUCHED_AT] >= 0.0:
                yield Touched(
                    body.id,
                    round(die[rows.TOUCHED_AT], PLACES),
                    round(die[rows.TOUCHED_FOR], PLACES),
                    round(die[rows.PUSHED] / MM, PLACES),
                )


class _Camera:
    """Takes a picture of every die that moves, sixty times a second."""

    def __init__(self, bodies: tuple[Body, ...], world: rows.World) -> None:
        self.bodies, self.world = bodies, world
        self.frame = 0
        self.samples: list[tuple[int, int, film.Sight]] = []
        self.last: dict[int, film.Sight] = {}
        self.moving: set[int] = set()
        world.clock[rows.FRAME] = 0.0

    def take(self) -> None:
        """A picture of this moment; a little time may have passed since it was due."""
        world = self.world
        late = float(world.clock[rows.TIME]) - self.frame / film.RATE
        now = {*_plain(world.free[: world.counts[rows.N_FREE]]), *_plain(world.sliding[: world.counts[rows.N_SLIDING]])}
        for k in now - self.moving:
            self._sample(k, self.frame - 1, self.last.get(k) or _lying(self.bodies[k]))
        for k in now | self.moving:
            self._sample(k, self.frame, sight(world, k, late if k in now else 0.0))
        self.moving = now
        self.frame += 1
        world.clock[rows.FRAME] = self.frame / film.RATE

    def develop(self, bodies: list[Body]) -> bytes:
        """The film, with every die where it came to rest as its last picture."""
        for k, (body, before) in enumerate(zip(bodies, self.bodies, strict=True)):
            taken = self.world.flags[k][rows.STATE] >= rows.GONE
            if k in self.moving or taken or (body is not before and not self._ends_there(k, body)):
                if k not in self.last:
                    self._sample(k, self.frame - 1, _lying(before))
                self._sample(k, self.frame, _lying(body))
        return film.pack(film.film(self.frame + 1, self.samples)) if self.samples else b""

    def _ends_there(self, k: int, body: Body) -> bool:
        """Whether the last picture of a die shows it where it lies in the end."""
        last = self.last.get(k)
        if last is None:
            return False
        end = _lying(body)
        alike = abs(sum(a * b for a, b in zip(last.rotation, end.rotation, strict=True)))
        return alike > ALIKE and math.dist(last[:3], end[:3]) < PUT_RIGHT / 2

    def _sample(self, k: int, frame: int, sight: film.Sight) -> None:
        self.last[k] = sight
        self.samples.append((max(frame, 0), self.bodies[k].id, sight))


def _all_put_right(layout: Layout) -> list[Body]:
    """The last resort, for one shot in thousands: dice that cannot lie as they do are moved, one after the other."""
    bodies = sorted(layout.bodies, key=lambda body: (body.level, body.id))
    for _ in range(2 * len(bodies)):
        wrong = next((body for body in bodies if _is_wrong(body, bodies, layout.mat)), None)
        if wrong is None:
            break
        others = [body for body in bodies if body is not wrong]
        bodies = sorted(
            [*others, _put_right(wrong, wrong.level, others, layout.mat)], key=lambda body: (body.level, body.id)
        )
    return bodies


def _is_wrong(body: Body, bodies: list[Body], mat: Mat) -> bool:
    """Whether a die hangs over, or is pressed into a solid part or into a die that lies less freely."""
    others = [one for one in bodies if one is not body]
    if (body.level and not is_held(body, others)) or any(
        depth_in_shape(body.pose, solid.shape) > SLACK for solid in mat.solids
    ):
        return True
    pressed = [one for one in others if one.level == body.level and depth(one.pose, body.pose) > SLACK]
    return bool(pressed) and (not _carries_any(body, bodies) or all(_carries_any(one, bodies) for one in pressed))


def _carries_any(body: Body, bodies: list[Body]) -> bool:
    return any(one.level == body.level + 1 and depth(one.pose, body.pose) > 0.0 for one in bodies)


def _put_right(body: Body, level: int, others: list[Body], mat: Mat) -> Body:
    """A die that could not fall: moved a little so that what is below carries it, or else laid beside."""
    carriers = [one.pose for one in others if one.level == level - 1 and depth(one.pose, body.pose) > 0.0]
    if carriers:
        x, y = sum(p.x for p in carriers) / len(carriers), sum(p.y for p in carriers) / len(carriers)
        away = math.hypot(x - body.pose.x, y - body.pose.y)
        for step in range(round(MOST_PUT_RIGHT / PUT_RIGHT)):
            part = min(1.0, step * PUT_RIGHT / (away or 1.0))
            pose = Pose(body.pose.x + part * (x - body.pose.x), body.pose.y + part * (y - body.pose.y), body.pose.yaw)
            if carries(pose, level, others, mat) and fits(pose, level, others, mat):
                return Body(body.id, pose, level, body.up, body.material)
    return Body(body.id, settle_near(body.pose, others, mat), 0, body.up, body.material)


def _row(body: Body, layout: Layout) -> list[float]:
    """A die at rest."""
    die = [0.0] * rows.FLOATS
    die[rows.X], die[rows.Y] = MM * body.pose.x, MM * body.pose.y
    die[rows.Z] = rows.HALF + rows.EDGE * body.level
    die[rows.YAW] = math.radians(body.pose.yaw)
    stand_up(die, body.up)
    material = MATERIALS[body.material]
    die[rows.MU_MAT], die[rows.MU_TABLE] = layout.mat.friction * material.slip, layout.mat.around * material.slip
    die[rows.MU_DICE] = material.dice
    inside = 0.0 <= body.pose.x <= layout.mat.length and 0.0 <= body.pose.y <= layout.mat.width
    die[rows.MU] = die[rows.MU_MAT if inside else rows.MU_TABLE]
    die[rows.GRIP] = 1.0
    die[rows.TOUCHED_AT] = -1.0
    return die


def _holes(holes: Iterable[Any]) -> list[list[float]]:
    """The outlines of holes: a disc, or a half plane for each side."""
    found = []
    for k, hole in enumerate(holes):
        if isinstance(hole, Disc):
            found.append([float(k), 1.0, MM * hole.x, MM * hole.y, MM * hole.radius])
            continue
        corners = hole.corners
        for (x, y), (u, v) in zip(corners, corners[1:] + corners[:1], strict=True):
            nx, ny = v - y, x - u
            found.append([float(k), 0.0, nx, ny, MM * (nx * x + ny * y)])
    return found


def _pose(die: list[float], yaw: float) -> Pose:
    return Pose(round(die[rows.X] / MM, PLACES), round(die[rows.Y] / MM, PLACES), round(yaw % 360.0, PLACES) % 360.0)


def _plain(found: Any) -> Any:
    return found.tolist() if isinstance(found, np.ndarray) else found


def _lying(body: Body) -> film.Sight:
    pose = body.pose
    return film.Sight(pose.x, pose.y, (0.5 + body.level) * rows.EDGE / MM, film.rotation(body.up, pose.yaw))


def sight(world: rows.World, k: int, late: float) -> film.Sight:
    """Where a die was a moment ago."""
    die, state = _plain(world.dice[k]), world.flags[k]
    x, y, z = die[rows.X] - late * die[rows.VX], die[rows.Y] - late * die[rows.VY], die[rows.Z] - late * die[rows.VZ]
    if state[rows.STATE] == rows.FREE:
        turned = _turned_back(die, 0.5 * late)
    else:
        turned = film.rotation(int(state[rows.UP]), math.degrees(die[rows.YAW] - late * die[rows.WZ]))
    return film.Sight(x / MM, y / MM, z / MM, turned)


def _turned_back(die: list[float], half: float) -> film.Quaternion:
    """How a free die was turned twice `half` a second ago, nearly."""
    w, i, j, k = die[rows.QW : rows.QZ + 1]
    p, q, r = half * die[rows.WX], half * die[rows.WY], half * die[rows.WZ]
    a, b, c, d = (
        w + p * i + q * j + r * k,
        i - p * w - q * k + r * j,
        j - q * w - r * i + p * k,
        k - r * w - p * j + q * i,
    )
    size = math.hypot(a, b, c, d)
    return film.Quaternion(a / size, b / size, c / size, d / size)
