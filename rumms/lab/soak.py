"""The soak: random layouts and strokes, shot after shot, and whether what comes of each can be true."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from time import process_time
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct

from rumms.kernel.refusal import Refusal, later
from rumms.lab.cases import Case, case
from rumms.physics.aftermath import nudged, touched
from rumms.physics.checks import check
from rumms.physics.engine import Fast, simulate
from rumms.physics.footage import check_film, film_of
from rumms.physics.geometry import depth, depth_in_shape, on_mat, stands_on
from rumms.physics.model import Engine, Layout, Moved, Shot, Stroke, after
from rumms.workers import Crew, Lost

FromOne: TypeAlias = Callable[[Layout], Callable[[Stroke], Shot]]
"""An engine for many strokes from one layout."""

DEEPEST: Final = 0.03
"""Centimetres by which things may overlap at rest."""
LONGEST: Final = 10.0
"""Seconds until everything rests."""
SLOWEST: Final = 2.0
"""Seconds that a shot may take to be played."""
PATIENCE: Final = 60.0
"""Seconds after which a shot is given up."""
AGAIN: Final = 10
"""One of so many shots is played a second time, with the dice in another order."""

SHOWN: Final = 20
"""Findings that are told one by one."""

KINDS: Final[Mapping[str, str]] = {
    "lost": later("ended its process, or took far too long"),
    "error": later("stopped with an error"),
    "refused": later("was refused"),
    "numbers": later("has numbers that are none"),
    "dice": later("names dice that are not there, or one twice"),
    "restless": later("does not come to rest"),
    "overlap": later("leaves things that overlap"),
    "hold": later("leaves a die that nothing carries"),
    "on": later("is wrong about what lies on what"),
    "gone": later("takes a die away that is on the mat"),
    "ghost": later("moves a die that nothing touched"),
    "film": later("has a film that shows something else"),
    "unlike": later("ends differently when played again"),
    "slow": later("takes too long to be played"),
}
"""What can be wrong with a shot."""


class Finding(Struct, frozen=True):
    """Something that is wrong with a shot, which can be had again by its seed and number."""

    shot: int
    kind: str
    text: str


class Seen(NamedTuple):
    """What was seen of a shot."""

    findings: tuple[Finding, ...]
    overlap: float = 0.0
    """The deepest at rest, in centimetres."""
    seconds: float = 0.0
    """What it took to play it."""
    time: float = 0.0
    """How long it lasts."""


class Most(Struct, frozen=True):
    """The largest of something, and which shot has it."""

    value: float = 0.0
    shot: int = 0

    def or_of(self, value: float, shot: int) -> Most:
        """The larger one."""
        return Most(value, shot) if value > self.value else self


class Report(Struct, frozen=True):
    """What was seen of all shots so far."""

    seed: int
    shots: int = 0
    findings: tuple[Finding, ...] = ()
    overlap_cm: Most = Most()
    """The deepest at rest."""
    slowest_s: Most = Most()
    """To play."""
    longest_s: Most = Most()
    """Until everything rested."""

    @property
    def counts(self) -> Counter[str]:
        """How many findings there are of each kind."""
        return Counter(finding.kind for finding in self.findings)

    def with_shot(self, number: int, seen: Seen) -> Report:
        """The report after one more shot."""
        return Report(
            self.seed,
            self.shots + 1,
            self.findings + seen.findings,
            self.overlap_cm.or_of(seen.overlap, number),
            self.slowest_s.or_of(seen.seconds, number),
            self.longest_s.or_of(seen.time, number),
        )


def check_name(name: str) -> None:
    """Refuse what there is no soak for."""
    if name != "shots":
        raise Refusal("There is no soak '{name}'; there are: {soaks}.", name=name, soaks="shots")


def run(seed: int, numbers: Sequence[int], crew: Crew) -> Iterator[Report]:
    """Play these shots; the report so far after each."""
    report = Report(seed)
    tasks = [(seed, number) for number in numbers]
    for number, seen in zip(numbers, crew.map(play, tasks), strict=True):
        report = report.with_shot(number, _given_up(number, seen) if isinstance(seen, Lost) else seen)
        yield report


def _given_up(number: int, lost: Lost) -> Seen:
    text = f"no result after {PATIENCE:g} s" if lost.code is None else f"the process ended with {lost.code}"
    return Seen((Finding(number, "lost", text),))


def play(task: tuple[int, int]) -> Seen:
    """Play a shot, given its seed and number, and look at it."""
    seed, number = task
    return look(number, case(seed, number), partial(simulate, compiled=None), Fast)


# Looking at a shot.


def look(number: int, case: Case, simulate: Engine, fast: FromOne) -> Seen:
    """Play a shot and look for whatever is wrong with it."""

    def engine(layout: Layout, stroke: Stroke) -> Shot:
        return fast(layout)(stroke) if case.fast else simulate(layout, stroke)

    began = process_time()
    try:
        shot = engine(case.layout, case.stroke)
    except Refusal as refusal:
        return Seen((Finding(number, "refused", str(refusal)),))
    except Exception as error:  # noqa: BLE001  whatever it is, it is a finding
        return Seen((Finding(number, "error", f"{type(error).__name__}: {error}"),))
    seconds = process_time() - began
    wrong = list(what_is_wrong(case, shot))
    if seconds > SLOWEST:
        wrong.append(("slow", f"{seconds:.1f} s"))
    if number % AGAIN == 0:
        mixed = Layout(case.layout.bodies[::-1], case.layout.mat)
        if engine(mixed, case.stroke) != shot:
            wrong.append(("unlike", "the same stroke from the same layout, its dice in another order"))
    findings = tuple(Finding(number, kind, text) for kind, text in wrong)
    overlap = max((deep for deep, _ in overlaps(after(case.layout, shot))), default=0.0)
    return Seen(findings, overlap, seconds, shot.time)


def what_is_wrong(case: Case, shot: Shot) -> Iterator[tuple[str, str]]:
    """Kind and text of everything that cannot be true."""
    strange = [moved for moved in shot.moved if not _is_finite(moved)]
    if strange or not math.isfinite(shot.time):
        yield "numbers", f"{strange or shot.time}"
        return
    ids = [moved.id for moved in shot.moved]
    if len(set(ids)) < len(ids) or not set(ids) <= {body.id for body in case.layout.bodies}:
        yield "dice", f"{ids}"
        return
    if shot.time > LONGEST:
        yield "restless", f"{shot.time:.2f} s"
    yield from _wrong_at_rest(case.layout, shot)
    if not case.fast:
        if ghosts := sorted(set(ids) - touched(case.layout, case.stroke, shot) - nudged(case.layout, shot)):
            yield "ghost", f"{ghosts}"
        yield from _wrong_film(case.layout, shot)


def overlaps(layout: Layout) -> Iterator[tuple[float, str]]:
    """How deep dice of one level are in each other or in something solid, wherever they are at all."""
    for one, other in combinations(layout.bodies, 2):
        if one.level == other.level and (deep := depth(one.pose, other.pose)):
            yield deep, f"{one.id} and {other.id}"
    for body in layout.bodies:
        for solid in layout.mat.solids:
            if deep := depth_in_shape(body.pose, solid.shape):
                yield deep, f"{body.id} and something solid"


def _is_finite(moved: Moved) -> bool:
    return all(map(math.isfinite, (moved.pose.x, moved.pose.y, moved.pose.yaw)))


def _wrong_at_rest(before: Layout, shot: Shot) -> Iterator[tuple[str, str]]:
    layout = after(before, shot)
    too_deep = [f"{who}: {deep:.3f} cm" for deep, who in overlaps(layout) if deep > DEEPEST]
    if too_deep:
        yield "overlap", "; ".join(too_deep)
    else:
        try:
            check(layout)
        except Refusal as refusal:
            yield "hold", str(refusal)
    bodies = {body.id: body for body in layout.bodies}
    for moved in shot.moved:
        if moved.gone:
            if on_mat(moved.pose, layout.mat):
                yield "gone", f"{moved.id} at {moved.pose.x:.2f}, {moved.pose.y:.2f}"
        elif moved.on != (found := stands_on(bodies[moved.id], layout.bodies)):
            yield "on", f"{moved.id} lies on {found}, not {moved.on}"


def _wrong_film(before: Layout, shot: Shot) -> Iterator[tuple[str, str]]:
    try:
        check_film(before, shot, film_of(before, shot))
    except Refusal as refusal:
        yield "film", str(refusal)
