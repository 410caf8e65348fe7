"""The truth of the physics: what the engine makes of the strokes of a 3D simulation, beside what they led to there.

The tables are in `reference`, with a word on where they come from. Millimetres and metres a second, as they have it.
"""

from __future__ import annotations

import csv
import gzip
import zlib
from bisect import bisect_right
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from functools import partial
from math import hypot, inf, remainder
from pathlib import Path
from random import Random
from typing import Annotated, Any, Final, Literal, NamedTuple, TextIO, TypeAlias, TypeVar, get_type_hints

import msgspec
from msgspec import Meta, Struct

from rumms.kernel.refusal import Refusal, later
from rumms.physics.engine import Fast, simulate
from rumms.physics.geometry import carries, fits
from rumms.physics.model import EDGE, FACES, FASTEST, TOP, Body, Flick, Layout, Mat, Moved, Pose, Slide, Stroke

REFERENCE: Final = Path(__file__).with_name("reference")
"""The tables that ship with the program."""

A: Final = 10 * EDGE
FRICTION: Final = 0.4
"""Of the mat and of the table around it, where a table of the 3D simulation says nothing else."""
SIDE: Final = 1000.0
"""Of the mat, in centimetres, where the 3D simulation had none that dice could leave."""
MIDDLE: Final = SIDE / 2
SCENE: Final = (40.0, 40.0)
CROWD: Final = (84.0, 40.0)
"""Lengths and widths of the mats, in centimetres."""
TARGET: Final = 1
"""The shooter is die 0."""
FAR_MOVED: Final = 5.0
"""Millimetres: from then on a die of a crowd counts as moved."""
HIGHEST: Final = 0.6
"""Flicked collisions at greater heights depend too much on the elevation, which their table lacks."""
APART: Final = 60.0
"""Millimetres between the centres of the two dice of a flicked collision."""
ELEVATION: Final = 4.0
"""Standard deviation of the elevation where a table lacks it, in degrees."""
RUNS: Final = 3
"""For each row of the stacks, whose scatter is drawn anew."""
STACK_SPEED: Final = 0.02
"""Standard deviations of the scatter in the stacks: a part of the speed ..."""
STACK_YAW: Final = 3.0
"""... and degrees."""
A_WORK: Final = 40
"""Strokes from one layout that a worker is handed at a time, at most."""


# What is found.


class Line(NamedTuple):
    """One thing in which the engine and the 3D simulation are compared."""

    text: str
    """What it is, with gaps."""
    gaps: Mapping[str, str]
    value: float
    """How far they are apart; where it is a difference, the engine minus the 3D simulation."""
    limit: float
    unit: str = ""

    @property
    def line(self) -> str:
        """What it is, in English."""
        return self.text.format(**self.gaps)

    @property
    def ok(self) -> bool:
        """Are they as close as they should be?"""
        return abs(self.value) <= self.limit

    @property
    def places(self) -> int:
        """Digits after the point that say something: fewer for points and percents."""
        return 1 if self.unit else 3

    def plain(self) -> dict[str, str | float | bool]:
        """For other programs."""
        return {"line": self.line, "value": self.value, "limit": self.limit, "ok": self.ok}


class Seen(NamedTuple):
    """Something worth knowing that has no limit."""

    text: str
    gaps: Mapping[str, str]
    ours: float
    theirs: float
    """In the 3D simulation; both in percent."""


class Report(NamedTuple):
    """What was found, or what there is of it so far."""

    table: str = ""
    """The table whose strokes are being made."""
    shots: int = 0
    """How many were made in all."""
    lines: tuple[Line, ...] = ()
    seen: tuple[Seen, ...] = ()


# What is to be done.


class End(NamedTuple):
    """What became of a die."""

    moved: bool
    distance: float
    """From where it lay, to 0.1 mm."""
    outside: float
    """How many millimetres its centre lies outside the mat; less than nothing if it lies inside."""
    up: int
    on_mat: bool


Ends: TypeAlias = Mapping[int, End]
"""What became of all dice of a layout."""
Way: TypeAlias = Literal["simulate", "fast"]
"""How shots are computed: as in a game, or as in a search."""


class Work(NamedTuple):
    """Strokes to be made, all from the same layout."""

    layout: Layout
    strokes: tuple[Stroke, ...]


class Study(NamedTuple):
    """A table of the 3D simulation, its strokes to be made again, and what is asked about what they lead to."""

    table: str
    works: Sequence[Work]
    judge: Callable[[Sequence[Ends]], Iterator[Line | Seen]]

    @property
    def shots(self) -> int:
        """How many strokes there are."""
        return sum(len(work.strokes) for work in self.works)


def studies(folder: Path, way: Way = "simulate") -> list[Study]:
    """Read the tables of a folder; those that are not there, or that this way is not held to, are left out."""
    if not folder.is_dir():
        raise Refusal("'{folder}' is not a folder.", folder=str(folder))
    makers = (single, scenes, crowd) if way == "fast" else (single, scenes, crowd, sliding, flicked, stacks)
    found = [study for study in (make(folder) for make in makers) if study]
    if not found:
        raise Refusal("'{folder}' holds no table to compare with, such as single.csv.", folder=str(folder))
    return found


def run(these: Sequence[Study], way: Way, executor: Executor, at_once: int) -> Iterator[Report]:
    """Make all strokes and compare: the report so far after every few of them, in the end the whole one.

    At most `at_once` works are handed to the executor at a time; the report does not depend on it, nor on the executor.
    """
    report = Report()
    for study in these:
        ends: list[Ends] = []
        for some in _in_order(study, way, executor, at_once):
            ends += some
            report = report._replace(table=study.table, shots=report.shots + len(some))
            yield report
        found = list(study.judge(ends))
        lines = (one for one in found if isinstance(one, Line))
        seen = (one for one in found if isinstance(one, Seen))
        report = report._replace(lines=(*report.lines, *lines), seen=(*report.seen, *seen))
    yield report


def make(work: Work, way: Way) -> list[Ends]:
    """Make the strokes of a work; every process can do it, with nothing but these values."""
    engine = Fast(work.layout) if way == "fast" else partial(simulate, work.layout, compiled=None)
    return [_ends(work.layout, engine(stroke).moved) for stroke in work.strokes]


def _in_order(study: Study, way: Way, executor: Executor, at_once: int) -> Iterator[list[Ends]]:
    begun: deque[Future[list[Ends]]] = deque()
    try:
        for work in study.works:
            begun.append(executor.submit(make, work, way))
            if len(begun) == at_once:
                yield begun.popleft().result()
        while begun:
            yield begun.popleft().result()
    except BrokenExecutor:
        raise Refusal("A worker ended in the middle of a shot, perhaps for want of memory.") from None
    except Refusal as reason:
        raise Refusal(later("{file}: {reason}"), file=study.table, reason=reason) from None
    finally:
        for future in begun:
            future.cancel()


def _ends(layout: Layout, moved: Sequence[Moved]) -> Ends:
    to = {one.id: one for one in moved}
    return {body.id: _end(body, to.get(body.id), layout.mat) for body in layout.bodies}


def _end(body: Body, to: Moved | None, mat: Mat) -> End:
    if to is None:
        return End(moved=False, distance=0.0, outside=_outside(body.pose, mat), up=body.up, on_mat=body.level == 0)
    distance = round(10 * hypot(to.pose.x - body.pose.x, to.pose.y - body.pose.y), 1)
    outside = inf if to.gone else _outside(to.pose, mat)
    return End(moved=True, distance=distance, outside=outside, up=to.up, on_mat=to.level == 0 and not to.on)


def _outside(pose: Pose, mat: Mat) -> float:
    return 10 * max(-pose.x, pose.x - mat.length, -pose.y, pose.y - mat.width)


# Tables.

Number: TypeAlias = Annotated[float, Meta(ge=-1e6, le=1e6)]
Speed: TypeAlias = Annotated[float, Meta(ge=0.0, le=FASTEST / 100)]
Height: TypeAlias = Annotated[float, Meta(ge=0.0, le=1.0)]
Aside: TypeAlias = Annotated[float, Meta(ge=-A / 2, le=A / 2)]


class Flicked(Struct, frozen=True):
    """A flick as it really came out."""

    v: Speed
    h: Height
    lat_mm: Aside
    dir_deg: Number

    def flick(self, aim: float, elevation: float) -> Flick:
        """The same flick of die 0, by a finger that aimed in this direction."""
        stray = remainder(self.dir_deg - aim, 360.0)
        return Flick(0, aim, 100 * self.v, self.h, self.lat_mm / 10, stray, elevation)


class SingleRow(Flicked, frozen=True):
    """A flick of the only die, aimed along +x, and where it came to rest."""

    v_bin: Number
    elev_deg: Number
    x_mm: Number
    y_mm: Number
    face_end: Annotated[str, Meta(pattern=rf"^({'|'.join(FACES)})(\(..\))?$")]
    """The name that the face bore at first which is up in the end."""

    @property
    def up(self) -> int:
        """The face that is up in the end."""
        return FACES.index(self.face_end.partition("(")[0])


class SceneSetup(Struct, frozen=True):
    """Two dice on a mat, and the flick that was meant."""

    scene: int
    sx_mm: Number
    sy_mm: Number
    shooter_yaw_deg: Number
    tx_mm: Number
    ty_mm: Number
    target_yaw_deg: Number
    dir_deg: Number
    v: Number
    h: Number


class SceneRow(Flicked, frozen=True):
    """A flick in a scene, and what it led to."""

    scene: int
    elev_deg: Number
    hit: bool
    target_off: bool
    shooter_off: bool
    target_face_changed: bool
    shooter_face_changed: bool


class CrowdSetup(Struct, frozen=True):
    """One of many dice on a mat, and the flick of die 0 that was meant."""

    scene: int
    die: int
    x_mm: Number
    y_mm: Number
    yaw_deg: Number
    dir_deg: Number


class CrowdRow(Flicked, frozen=True):
    """A flick in a crowd, and what became of one die."""

    scene: int
    rep: int
    die: int
    elev_deg: Number
    off: bool
    dx_mm: Number
    dy_mm: Number
    face_changed: bool


class SlidingRow(Struct, frozen=True):
    """A die that slides along +x into another one."""

    tag: str
    mu: Annotated[float, Meta(ge=0.05, le=2.0)]
    v: Speed
    off_mm: Number
    """How much further to the left the shooter lies."""
    yaw_s_act: Number
    yaw_t_act: Number
    gap_x0_mm: Number
    """Between the centres, along +x."""
    ds_x_mm: Number
    ds_y_mm: Number
    dt_x_mm: Number
    dt_y_mm: Number


class FlickedRow(Flicked, frozen=True):
    """A die that is flicked along +x at another one."""

    h_bin: Number
    off_frac: Number
    """How many edges further to the left the shooter lies."""
    ds_x_mm: Number
    ds_y_mm: Number
    dt_x_mm: Number
    dt_y_mm: Number


Configuration: TypeAlias = Literal[
    "die_on_die",
    "die_on_die_offset40",
    "ice_on_die",
    "ice_on_two_inline",
    "ice_on_two_side",
    "stack3_bottom",
    "flick_top",
]


class StackRow(Struct, frozen=True):
    """A stack whose lowest die is hit by a sliding one, or whose top is flicked."""

    cfg: Configuration
    v: Speed
    top_rest: Literal["mat", "on_die", "leaning"]


R = TypeVar("R", bound=Struct)
Key: TypeAlias = float | str


def read(folder: Path, name: str, row: type[R]) -> list[R] | None:
    """The rows of a table, plain or packed; None if there is no such table."""
    for path in (folder / f"{name}.csv", folder / f"{name}.csv.gz"):
        if path.exists():
            return _read(path, row)
    return None


def _read(path: Path, row: type[R]) -> list[R]:
    columns = get_type_hints(row, include_extras=True)
    try:
        with _open(path) as file:
            lines = csv.DictReader(file)
            for column in columns:
                if column not in (lines.fieldnames or ()):
                    raise Refusal("{file} has no column '{column}'.", file=str(path), column=column)
            rows = [row(**_cells(path, lines.line_num, line, columns)) for line in lines]
    except (gzip.BadGzipFile, EOFError, zlib.error, UnicodeDecodeError, csv.Error):
        raise Refusal("{file} cannot be read as a table.", file=str(path)) from None
    if not rows:
        raise Refusal("{file} has no rows.", file=str(path))
    return rows


def _open(path: Path) -> TextIO:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8-sig", newline="")
    return path.open(encoding="utf-8-sig", newline="")


def _cells(path: Path, number: int, line: Mapping[str, str | None], columns: Mapping[str, Any]) -> dict[str, Any]:
    cells = {}
    for column, kind in columns.items():
        try:
            cells[column] = msgspec.convert(line[column], kind, strict=False)
        except msgspec.ValidationError:
            raise Refusal(
                "{file}, line {line}: '{cell}' cannot stand in the column '{column}'.",
                file=str(path),
                line=number,
                cell=line[column] or "",
                column=column,
            ) from None
    return cells


# How far two lots of outcomes are apart.


def ks(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The statistic of Kolmogorov and Smirnov: the widest gap between the two cumulative distributions."""
    one, other = sorted(ours), sorted(theirs)
    return max(abs(bisect_right(one, x) / len(one) - bisect_right(other, x) / len(other)) for x in {*one, *other})


def total_variation(ours: Sequence[Hashable], theirs: Sequence[Hashable]) -> float:
    """The share of one lot that would have to change for it to be distributed as the other."""
    one, other = Counter(ours), Counter(theirs)
    return sum(abs(one[x] / len(ours) - other[x] / len(theirs)) for x in {*one, *other}) / 2


def points(ours: Sequence[bool], theirs: Sequence[bool]) -> float:
    """How many percentage points more often it is so with us."""
    return 100 * (sum(ours) / len(ours) - sum(theirs) / len(theirs))


def percent_more(ours: Sequence[bool], theirs: Sequence[bool]) -> float:
    """How many percent more there are with us; 100 if there are none with them."""
    if not sum(theirs):
        return 100.0 if sum(ours) else 0.0
    return 100 * (sum(ours) / sum(theirs) - 1)


def _by(key: Callable[[R], Key], rows: Sequence[R], ends: Sequence[Ends]) -> Iterator[tuple[str, list[R], list[Ends]]]:
    """The cases in bins, each with its name, the rows of the table and what became of the dice here."""
    bins: dict[Any, list[tuple[R, Ends]]] = defaultdict(list)
    for row, end in zip(rows, ends, strict=True):
        bins[key(row)].append((row, end))
    for name in sorted(bins):
        text = name if isinstance(name, str) else f"{name:g}"
        yield text, [row for row, _ in bins[name]], [end for _, end in bins[name]]


def _distance(x: float, y: float) -> float:
    return round(hypot(x, y), 1)


def _mat(length: float, width: float, friction: float = FRICTION) -> Mat:
    return Mat(length, width, friction, friction, wall=None, castles=None)


def _pose(x: float, y: float, yaw: float) -> Pose:
    return Pose(x / 10, y / 10, yaw)


def _in_the_middle(x: float, y: float, yaw: float) -> Pose:
    return Pose(MIDDLE + x / 10, MIDDLE + y / 10, yaw)


# One die.


def single(folder: Path) -> Study | None:
    """One die, flicked in all sorts of ways."""
    rows = read(folder, "single", SingleRow)
    if rows is None:
        return None
    layout = Layout((Body(0, _in_the_middle(0.0, 0.0, 0.0)),), _mat(SIDE, SIDE))
    flicks = [row.flick(0.0, row.elev_deg) for row in rows]
    works = [Work(layout, tuple(flicks[k : k + A_WORK])) for k in range(0, len(flicks), A_WORK)]
    return Study("single", works, partial(judge_single, rows))


def judge_single(rows: Sequence[SingleRow], ends: Sequence[Ends]) -> Iterator[Line]:
    """How far it goes, and which face is up in the end."""
    bins = list(_by(lambda row: row.v_bin, rows, ends))
    for speed, some, of_ours in bins:
        ours, theirs = [end[0].distance for end in of_ours], [_distance(row.x_mm, row.y_mm) for row in some]
        yield Line(later("single: distance at {speed} m/s, KS"), {"speed": speed}, ks(ours, theirs), 0.10)
    for speed, some, of_ours in bins:
        value = points([end[0].up != TOP for end in of_ours], [row.up != TOP for row in some])
        yield Line(later("single: face changed at {speed} m/s"), {"speed": speed}, value, 5.0, later("points"))
    for speed, some, of_ours in bins:
        value = total_variation([end[0].up for end in of_ours], [row.up for row in some])
        yield Line(later("single: final faces at {speed} m/s, total variation"), {"speed": speed}, value, 0.08)
    value = total_variation([end[0].up for end in ends], [row.up for row in rows])
    yield Line(later("single: final faces, total variation"), {}, value, 0.08)


# Scenes.


def scenes(folder: Path) -> Study | None:
    """Two dice, one flicked at the other."""
    setup, rows = read(folder, "scenes_setup", SceneSetup), read(folder, "scenes_3d", SceneRow)
    if setup is None or rows is None:
        return None
    known = {one.scene: one for one in setup}
    of_scene: dict[int, list[SceneRow]] = defaultdict(list)
    for row in rows:
        if row.scene not in known:
            raise _not_set_up(folder, "scenes_3d", "scenes_setup", row.scene)
        of_scene[row.scene].append(row)
    works = [_scene(known[scene], some) for scene, some in of_scene.items()]
    in_order = [row for some in of_scene.values() for row in some]
    return Study("scenes_3d", works, partial(judge_scenes, known, in_order))


def _scene(setup: SceneSetup, rows: Sequence[SceneRow]) -> Work:
    shooter = Body(0, _pose(setup.sx_mm, setup.sy_mm, setup.shooter_yaw_deg))
    target = Body(TARGET, _pose(setup.tx_mm, setup.ty_mm, setup.target_yaw_deg))
    flicks = tuple(row.flick(setup.dir_deg, row.elev_deg) for row in rows)
    return Work(Layout((shooter, target), _mat(*SCENE)), flicks)


def _not_set_up(folder: Path, table: str, setup: str, scene: int) -> Refusal:
    return Refusal(
        "In '{folder}', {setup} does not set up scene {scene} of {table}.",
        folder=str(folder),
        setup=setup,
        scene=scene,
        table=table,
    )


def judge_scenes(
    setup: Mapping[int, SceneSetup], rows: Sequence[SceneRow], ends: Sequence[Ends]
) -> Iterator[Line | Seen]:
    """Who is hit, who leaves the mat, and who tips over."""
    hit = points([end[TARGET].moved for end in ends], [row.hit for row in rows])
    yield Line(later("scenes: target hit"), {}, hit, 3.0, later("points"))
    yield Line(later("scenes: target off"), {}, _target_off(rows, ends), 3.0, later("points"))
    yield Line(later("scenes: shooter off"), {}, _shooter_off(rows, ends), 3.0, later("points"))
    by_speed = list(_by(lambda row: setup[row.scene].v, rows, ends))
    for speed, some, ours in by_speed:
        gaps = {"speed": speed}
        yield Line(later("scenes: target off at {speed} m/s"), gaps, _target_off(some, ours), 6.0, later("points"))
        yield Line(later("scenes: shooter off at {speed} m/s"), gaps, _shooter_off(some, ours), 6.0, later("points"))
    for height, some, ours in _by(lambda row: setup[row.scene].h, rows, ends):
        gaps = {"height": height}
        yield Line(later("scenes: target off at height {height}"), gaps, _target_off(some, ours), 6.0, later("points"))
        yield Line(
            later("scenes: shooter off at height {height}"), gaps, _shooter_off(some, ours), 6.0, later("points")
        )
    changed = points([end[0].up != TOP for end in ends], [row.shooter_face_changed for row in rows])
    yield Line(later("scenes: face of the shooter changed"), {}, changed, 4.0, later("points"))
    changed = points([end[TARGET].up != TOP for end in ends], [row.target_face_changed for row in rows])
    yield Line(later("scenes: face of the target changed"), {}, changed, 4.0, later("points"))
    for speed, some, ours in by_speed:
        tipped_here = _share([end[TARGET].up != TOP for end in ours if end[TARGET].moved])
        tipped_there = _share([row.target_face_changed for row in some if row.hit])
        yield Seen(later("scenes: struck targets that tip at {speed} m/s"), {"speed": speed}, tipped_here, tipped_there)


def _target_off(rows: Sequence[SceneRow], ends: Sequence[Ends]) -> float:
    return points([end[TARGET].outside > 0.0 for end in ends], [row.target_off for row in rows])


def _shooter_off(rows: Sequence[SceneRow], ends: Sequence[Ends]) -> float:
    return points([end[0].outside > 0.0 for end in ends], [row.shooter_off for row in rows])


def _share(yes: Sequence[bool]) -> float:
    return 100 * sum(yes) / len(yes) if yes else 0.0


# Crowds.


def crowd(folder: Path) -> Study | None:
    """Many dice, one flicked into them."""
    setup, rows = read(folder, "crowd_setup", CrowdSetup), read(folder, "crowd", CrowdRow)
    if setup is None or rows is None:
        return None
    known: dict[int, dict[int, CrowdSetup]] = defaultdict(dict)
    for one in setup:
        known[one.scene][one.die] = one
    flicks: dict[int, dict[int, list[CrowdRow]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if row.die not in known[row.scene] or 0 not in known[row.scene]:
            raise _not_set_up(folder, "crowd", "crowd_setup", row.scene)
        flicks[row.scene][row.rep].append(row)
    works = [_crowd(known[scene], [some[0] for some in reps.values()]) for scene, reps in flicks.items()]
    in_order = [some for reps in flicks.values() for some in reps.values()]
    return Study("crowd", works, partial(judge_crowd, in_order))


def _crowd(setup: Mapping[int, CrowdSetup], flicks: Sequence[CrowdRow]) -> Work:
    bodies = tuple(Body(one.die, _pose(one.x_mm, one.y_mm, one.yaw_deg)) for one in setup.values())
    return Work(Layout(bodies, _mat(*CROWD)), tuple(row.flick(setup[0].dir_deg, row.elev_deg) for row in flicks))


def judge_crowd(flicks: Sequence[Sequence[CrowdRow]], ends: Sequence[Ends]) -> Iterator[Line]:
    """How many dice leave the mat, move, and change their face; one list of rows a flick, a row a die."""
    rows = [row for some in flicks for row in some]
    ours = [end[row.die] for some, end in zip(flicks, ends, strict=True) for row in some]
    off = percent_more([end.outside > A / 2 for end in ours], [row.off for row in rows])
    yield Line(later("crowd: dice off"), {}, off, 8.0, "%")
    theirs = [_distance(row.dx_mm, row.dy_mm) > FAR_MOVED for row in rows]
    moved = percent_more([end.distance > FAR_MOVED for end in ours], theirs)
    yield Line(later("crowd: dice moved"), {}, moved, 8.0, "%")
    changed = percent_more([end.up != TOP for end in ours], [row.face_changed for row in rows])
    yield Line(later("crowd: faces changed"), {}, changed, 15.0, "%")


# Collisions of two dice.


def sliding(folder: Path) -> Study | None:
    """A die that slides flat into another one; the rows of corner against corner are not to be relied on."""
    rows = read(folder, "collide_sliding", SlidingRow)
    if rows is None:
        return None
    rows = [row for row in rows if row.tag != "corner_corner"]
    return Study("collide_sliding", [_sliding(row) for row in rows], partial(judge_sliding, rows))


def _sliding(row: SlidingRow) -> Work:
    shooter = Body(0, _in_the_middle(-row.gap_x0_mm, row.off_mm, row.yaw_s_act))
    target = Body(TARGET, _in_the_middle(0.0, 0.0, row.yaw_t_act))
    return Work(Layout((shooter, target), _mat(SIDE, SIDE, row.mu)), (Slide(0, 0.0, 100 * row.v),))


def judge_sliding(rows: Sequence[SlidingRow], ends: Sequence[Ends]) -> Iterator[Line]:
    """How far both dice go."""
    for tag, some, ours in _by(lambda row: row.tag, rows, ends):
        target, shooter = _ks_of_both(some, ours)
        yield Line(later("sliding collisions, {tag}: distance of the target, KS"), {"tag": tag}, target, 0.15)
        yield Line(later("sliding collisions, {tag}: distance of the shooter, KS"), {"tag": tag}, shooter, 0.15)


def flicked(folder: Path) -> Study | None:
    """A die that is flicked at another one."""
    rows = read(folder, "collide_flicked", FlickedRow)
    if rows is None:
        return None
    rows = [row for row in rows if row.h_bin <= HIGHEST]
    works = [_flicked(row, Random(f"flicked/{number}")) for number, row in enumerate(rows)]
    return Study("collide_flicked", works, partial(judge_flicked, rows))


def _flicked(row: FlickedRow, rng: Random) -> Work:
    shooter = Body(0, _in_the_middle(-APART, row.off_frac * A, 0.0))
    target = Body(TARGET, _in_the_middle(0.0, 0.0, 0.0))
    return Work(Layout((shooter, target), _mat(SIDE, SIDE)), (row.flick(0.0, rng.gauss(0.0, ELEVATION)),))


def judge_flicked(rows: Sequence[FlickedRow], ends: Sequence[Ends]) -> Iterator[Line]:
    """How far both dice go."""
    for height, some, ours in _by(lambda row: row.h_bin, rows, ends):
        target, shooter = _ks_of_both(some, ours)
        gaps = {"height": height}
        yield Line(later("flicked collisions at height {height}: distance of the target, KS"), gaps, target, 0.15)
        yield Line(later("flicked collisions at height {height}: distance of the shooter, KS"), gaps, shooter, 0.15)


def _ks_of_both(rows: Sequence[SlidingRow] | Sequence[FlickedRow], ends: Sequence[Ends]) -> tuple[float, float]:
    target = ks([end[TARGET].distance for end in ends], [_distance(row.dt_x_mm, row.dt_y_mm) for row in rows])
    shooter = ks([end[0].distance for end in ends], [_distance(row.ds_x_mm, row.ds_y_mm) for row in rows])
    return target, shooter


# Stacks.


class Piece(NamedTuple):
    """A die of a stack: where its centre is meant to be, and how much that scatters."""

    x: float
    y: float
    level: int = 0
    along: float = 0.0
    """Standard deviations, along x ..."""
    across: float = 0.0
    """... and along y."""
    material: Literal["plastic", "ice"] = "plastic"


SHOOTER: Final = Piece(-A - 4, 0.0, across=0.5)
STRUCK: Final = Piece(0.0, 0.0)
STACKS: Final[Mapping[Configuration, tuple[Piece, ...]]] = {
    "die_on_die": (SHOOTER, STRUCK, Piece(0.0, 0.0, 1, 1.0, 1.0)),
    "die_on_die_offset40": (SHOOTER, STRUCK, Piece(0.4 * A, 0.0, 1, 0.5, 0.5)),
    "ice_on_die": (SHOOTER, STRUCK, Piece(0.0, 0.0, 1, 1.0, 1.0, "ice")),
    "ice_on_two_inline": (SHOOTER, STRUCK, Piece(A + 1, 0.0), Piece((A + 1) / 2, 0.0, 1, 0.5, 0.5, "ice")),
    "ice_on_two_side": (SHOOTER, STRUCK, Piece(0.0, A + 2), Piece(0.0, (A + 2) / 2, 1, 1.0, 1.0, "ice")),
    "stack3_bottom": (SHOOTER, STRUCK, Piece(0.0, 0.0, 1), Piece(0.0, 0.0, 2, 0.5, 0.5)),
    "flick_top": (STRUCK, Piece(0.0, 0.0, 1, 1.0, 1.0)),
}
"""The dice by their ids; the top piece is the last."""


def stacks(folder: Path) -> Study | None:
    """A die on others when what carries it is hit, or when it is flicked itself."""
    rows = read(folder, "stacks", StackRow)
    if rows is None:
        return None
    works = [_stack(row, Random(f"stacks/{number}/{k}")) for number, row in enumerate(rows) for k in range(RUNS)]
    return Study("stacks", works, partial(judge_stacks, rows))


def _stack(row: StackRow, rng: Random) -> Work:
    pieces = STACKS[row.cfg]
    speed = 100 * row.v * rng.gauss(1.0, STACK_SPEED)
    stroke = Flick(1, 0.0, speed) if row.cfg == "flick_top" else Slide(0, 0.0, speed)
    mat, bodies = _mat(SIDE, SIDE), list[Body]()
    for id_, piece in enumerate(pieces):
        pose = _placed(piece, bodies, mat, rng)
        bodies.append(Body(id_, pose, piece.level, TOP, piece.material))
    return Work(Layout(tuple(bodies), mat), (stroke,))


def _placed(piece: Piece, bodies: Sequence[Body], mat: Mat, rng: Random) -> Pose:
    """Where a die comes to lie: drawn until it overlaps none of the others and does not fall."""
    while True:
        x, y = rng.gauss(piece.x, piece.along), rng.gauss(piece.y, piece.across)
        pose = _in_the_middle(x, y, rng.gauss(0.0, STACK_YAW))
        if fits(pose, piece.level, bodies, mat) and carries(pose, piece.level, bodies, mat):
            return pose


def judge_stacks(rows: Sequence[StackRow], ends: Sequence[Ends]) -> Iterator[Line]:
    """How often the top piece ends on the mat."""
    of_row = [row for row in rows for _ in range(RUNS)]
    for name, some, ours in _by(lambda row: row.cfg, of_row, ends):
        value = points([end[max(end)].on_mat for end in ours], [row.top_rest == "mat" for row in some])
        yield Line(later("stacks, {name}: top piece on the mat"), {"name": name}, value, 15.0, later("points"))
