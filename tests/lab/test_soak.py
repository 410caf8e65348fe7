"""The soak: cases of all kinds, and every fault that a shot can have is found."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator
from math import ceil
from random import Random
from typing import Any, Self

import msgspec
import pytest

from rumms.kernel.refusal import Refusal
from rumms.lab import cases, soak
from rumms.lab.cases import GROUPS, MATS, Case, Part, case
from rumms.lab.soak import KINDS, Finding, Most, Report, Seen, look, play, run
from rumms.physics.checks import check, check_stroke
from rumms.physics.engine import has_compiled, warm_up
from rumms.physics.film import RATE, Film, Sight, Track, pack, rotation
from rumms.physics.geometry import depth, gap, on_mat, stands_on
from rumms.physics.model import (
    EDGE,
    TOP,
    Body,
    Disc,
    Flick,
    Hit,
    Layout,
    Mat,
    Moment,
    Moved,
    Polygon,
    Pose,
    Shot,
    Solid,
    Stroke,
    Swipe,
    Touched,
)
from rumms.workers import Crew, Lost

Rumms = Callable[..., Any]

LOW, HIGH, SIDE = Body(0, Pose(10.0, 10.0)), Body(1, Pose(10.0, 10.0, 30.0), 1), Body(2, Pose(15.0, 10.0))
LAYOUT = Layout((LOW, HIGH, SIDE, Body(3, Pose(20.0, 10.0))), Mat(holes=(Disc(40.0, 10.0, 2.0),)))
FLICK = Flick(2, 0.0, 100.0)


def filmed(*moved: Moved, layout: Layout = LAYOUT, time: float = 0.0, **values: Any) -> Shot:
    """A shot that moves dice of a layout, and its film, in which they leap at last."""
    lay = {body.id: body for body in layout.bodies}
    frames = ceil(time * RATE) + 2
    tracks = tuple(Track(one.id, frames - 2, (sight_of(lay.get(one.id, one)), sight_of(one))) for one in moved)
    return Shot(moved, film=pack(Film(frames, tracks)), time=time, **values)


def sight_of(end: Moved | Body) -> Sight:
    return Sight(end.pose.x, end.pose.y, (end.level + 0.5) * EDGE, rotation(end.up, end.pose.yaw))


def moved(die: int, x: float, y: float, **values: Any) -> Moved:
    return Moved(die, Pose(x, y), TOP, **values)


def found(shot: Shot, stroke: Stroke = FLICK, layout: Layout = LAYOUT, *, fast: bool = False) -> list[str]:
    """The kinds of what is found wrong with a shot, as of an engine that always plays it."""
    engine = lambda *_: shot  # noqa: E731  the shortest engine there is
    seen = look(1, Case(layout, stroke, fast), engine, lambda _layout: engine)
    assert all(finding.shot == 1 and finding.text for finding in seen.findings)
    return [finding.kind for finding in seen.findings]


def never(*_: object) -> Any:
    raise AssertionError


class Crewless:
    """Does everything here."""

    def map(self, do: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
        return map(do, tasks)


# The cases.


def test_a_case_is_always_the_same():
    assert case(1, 7) == case(1, 7)
    assert len({case(seed, number) for seed in range(3) for number in range(20)}) == 60


def test_every_case_is_legal():
    for number in range(200):
        layout, stroke, _ = case(2, number)
        check(layout)
        check_stroke(layout, stroke)


def test_cases_are_of_all_kinds():
    some = [case(3, number) for number in range(400)]
    sizes = [len(one.layout.bodies) for one in some]
    assert (min(sizes), max(sizes)) == (1, 50)
    levels = {max(body.level for body in one.layout.bodies) for one in some}
    assert levels == {0, 1, 2, 3, 4, 5}
    bodies = [(body, one.layout) for one in some for body in one.layout.bodies]
    carriers = {len(stands_on(body, layout.bodies)) for body, layout in bodies if body.level}
    assert {1, 2, 3, 4} <= carriers
    assert {body.material for body, _ in bodies} == {"plastic", "ice"}
    assert {body.up for body, _ in bodies} == set(range(6))
    on_it = [on_mat(body.pose, layout.mat) for body, layout in bodies]
    assert 0 < on_it.count(False) < len(on_it) / 5
    alone = [one.layout for one in some if len(one.layout.bodies) == 1]
    assert any(not on_mat(layout.bodies[0].pose, layout.mat) for layout in alone), "wholly beside the mat"
    assert {(bool(one.layout.mat.solids), bool(one.layout.mat.holes)) for one in some} == {
        (False, False),
        (True, False),
        (False, True),
        (True, True),
    }


def test_strokes_are_of_all_kinds():
    some = [case(4, number) for number in range(400)]
    swipes = [one for one in some if isinstance(one.stroke, Swipe)]
    flicks = [one.stroke for one in some if isinstance(one.stroke, Flick)]
    assert 10 < len(swipes) < 60
    assert not any(one.fast for one in swipes)
    assert 20 < sum(one.fast for one in some) < 100
    assert sum(50 <= flick.speed <= 400 for flick in flicks) > 0.7 * len(flicks)
    assert min(flick.speed for flick in flicks) < 20
    assert max(flick.speed for flick in flicks) > 700
    assert min(flick.height for flick in flicks) < 0.1
    assert max(flick.height for flick in flicks) > 0.9
    assert max(abs(flick.elevation) for flick in flicks) > 30
    assert any(one.layout.bodies[one.stroke.die].level for one in some if isinstance(one.stroke, Flick))


@pytest.mark.parametrize("group", dict.fromkeys(GROUPS), ids=lambda one: one.__name__)
def test_a_group_stands_by_itself(group: Callable[[Random], list[Part]]):
    for seed in range(30):
        parts = group(Random(seed))
        check(Layout(tuple(Body(die, Pose(p.x, p.y, p.yaw), p.level) for die, p in enumerate(parts))))
        assert [part.level for part in parts] == sorted(part.level for part in parts), "what carries comes first"


def test_a_cluster_is_packed():
    for seed in range(30):
        first, *others = (Pose(part.x, part.y, part.yaw) for part in cases.cluster(Random(seed)))
        placed = [first]
        for pose in others:
            assert min(gap(pose, other) for other in placed) < 0.06
            assert max(depth(pose, other) for other in placed) < 0.001
            placed.append(pose)


def test_a_tower_has_up_to_six_dice():
    assert {len(cases.tower(Random(seed))) for seed in range(50)} == {2, 3, 4, 5, 6}


@pytest.mark.parametrize("kind", [kind for kind, _ in MATS], ids=lambda kind: kind.__name__)
def test_a_mat_is_legal(kind: Callable[[Random], Mat]):
    for seed in range(30):
        check(Layout((), kind(Random(seed))))


# What is found.


def test_a_shot_without_fault_has_no_finding():
    shot = filmed(moved(2, 17.0, 10.0), moved(3, 22.0, 10.0), hits=(Hit(0.1, 2, 3, 50.0),), time=0.5)
    assert found(shot) == []
    assert found(Shot(())) == []


def test_what_the_engine_raises_is_a_finding():
    def engine(layout: Layout, _stroke: Stroke) -> Shot:
        if not layout.bodies:
            raise Refusal("There is no die {die}.", die=2)
        raise ZeroDivisionError("division by zero")

    for layout, kind, text in (
        (Layout(()), "refused", "There is no die 2."),
        (LAYOUT, "error", "ZeroDivisionError: division by zero"),
    ):
        seen = look(3, Case(layout, FLICK), engine, never)
        assert [(one.shot, one.kind, one.text) for one in seen.findings] == [(3, kind, text)]


@pytest.mark.parametrize("wrong", [math.nan, math.inf, -math.inf])
def test_numbers_that_are_none_are_found(wrong: float):
    assert found(Shot((moved(2, wrong, 10.0),))) == ["numbers"]
    assert found(Shot((moved(2, 10.0, wrong),))) == ["numbers"]
    assert found(Shot((Moved(2, Pose(15.0, 10.0, wrong), TOP),))) == ["numbers"]
    assert found(Shot((), time=wrong)) == ["numbers"]


def test_dice_that_are_not_there_are_found():
    assert found(filmed(moved(9, 15.0, 10.0))) == ["dice"]
    assert found(Shot((moved(2, 17.0, 10.0), moved(2, 18.0, 10.0)))) == ["dice"]


def test_a_shot_that_does_not_come_to_rest_is_found():
    assert found(filmed(moved(2, 17.0, 10.0), time=10.0)) == []
    assert found(filmed(moved(2, 17.0, 10.0), time=10.01)) == ["restless"]


def test_dice_that_overlap_are_found():
    for deep, kinds in ((0.029, []), (0.031, ["overlap"])):
        assert found(filmed(moved(2, 20.0 - EDGE + deep, 10.0))) == kinds
    assert found(filmed(moved(2, 10.0, 11.5, level=1, on=(0,)))) == ["overlap"], "on their level, others do not matter"
    seen = look(1, Case(LAYOUT, FLICK), lambda *_: filmed(moved(2, 20.0 - EDGE + 0.5, 10.0)), never)
    assert seen.overlap == pytest.approx(0.5)


def test_dice_in_something_solid_are_found():
    solid = Solid(Polygon(((30.0, 0.0), (32.0, 0.0), (32.0, 20.0), (30.0, 20.0))))
    layout = Layout(LAYOUT.bodies, Mat(solids=(solid,)))
    for deep, kinds in ((0.029, []), (0.031, ["overlap"])):
        assert found(filmed(moved(2, 30.0 - EDGE / 2 + deep, 10.0)), layout=layout) == kinds


def test_dice_that_nothing_carries_are_found():
    assert found(filmed(moved(2, 15.0, 10.0, level=1))) == ["hold"]
    assert found(filmed(moved(2, 40.0, 10.0))) == ["hold"], "over a hole"
    assert found(filmed(moved(2, 15.0, 20.0), moved(0, 5.0, 5.0), hits=(Hit(0.1, 0, 2, 9.0),))) == ["hold"]
    assert found(filmed(moved(2, 64.5, 10.0))) == [], "the table carries too"


def test_what_lies_on_what_must_be_right():
    high = moved(1, 20.0, 10.3, level=1, on=(3,))
    hits = (Hit(0.1, 0, 2, 9.0),)
    layout = Layout((LOW, HIGH, SIDE, LAYOUT.bodies[3]))
    assert found(filmed(moved(2, 17.0, 14.0), high, hits=hits), layout=layout) == []
    for on in ((), (0,), (0, 3)):
        wrong = Moved(high.id, high.pose, high.up, 1, on)
        assert found(filmed(moved(2, 17.0, 14.0), wrong, hits=hits), layout=layout) == ["on"]


def test_a_die_that_is_gone_must_be_off_the_mat():
    assert found(filmed(moved(2, 66.0, 10.0, gone=True))) == []
    assert found(filmed(moved(2, 40.0, 10.0, gone=True))) == [], "in a hole"
    assert found(filmed(moved(2, 62.0, 10.0, gone=True))) == ["gone"]


def test_a_die_that_moves_must_have_been_touched():
    assert found(filmed(moved(3, 30.0, 10.0))) == ["ghost"]
    assert found(filmed(moved(3, 30.0, 10.0), hits=(Hit(0.1, 2, 3, 9.0),))) == []
    assert found(filmed(moved(3, 30.0, 10.0), hits=(Hit(0.1, 3, -1, 9.0), Hit(0.1, 2, -1, 9.0)))) == ["ghost"]
    chain = (Hit(0.1, 3, 0, 9.0), Hit(0.2, 0, 2, 9.0))
    assert found(filmed(moved(3, 30.0, 10.0), hits=chain)) == []
    assert found(filmed(moved(1, 10.1, 10.0, level=1, on=(0,))), Flick(0, 0.0, 9.0)) == [], "it was carried"
    assert found(filmed(moved(3, 10.0, 30.0)), Flick(0, 0.0, 9.0)) == ["ghost"]
    assert found(filmed(moved(3, 30.0, 10.0)), fast=True) == [], "the fast path keeps no hits"


def test_a_die_that_is_carried_in_the_end_was_touched():
    layout = Layout((LOW, SIDE, LAYOUT.bodies[3]))
    under = filmed(moved(2, 10.3, 10.0, level=1, on=(0,)), Moved(0, Pose(10.2, 10.0), TOP))
    assert found(under, layout=layout) == []


def test_a_neighbour_may_be_nudged():
    close = Layout((SIDE, Body(3, Pose(15.0 + EDGE + 0.02, 10.0))))
    assert found(filmed(moved(3, 16.7, 10.0), layout=close), layout=close) == []
    assert found(filmed(moved(3, 16.9, 10.0), layout=close), layout=close) == ["ghost"], "too far for a nudge"
    assert found(filmed(moved(3, 20.05, 10.0))) == ["ghost"], "nothing was near"
    apart = Layout((SIDE, Body(3, Pose(15.0 + EDGE + 0.5, 10.0))))
    assert found(filmed(moved(3, 17.15, 10.0), layout=apart), layout=apart) == ["ghost"], "not near enough"


def test_a_swipe_touches_what_the_finger_touched():
    swipe = Swipe((Moment(0.0, 1.0, 1.0), Moment(0.1, 2.0, 1.0)))
    touched = (Touched(3, 0.0, 0.1, 1.0),)
    assert found(filmed(moved(3, 30.0, 10.0), touched=touched), swipe) == []
    assert found(filmed(moved(3, 30.0, 10.0)), swipe) == ["ghost"]


def test_a_film_must_end_where_the_dice_lie():
    end = moved(2, 17.0, 10.0)
    assert found(Shot((end,), film=b"\x01nonsense")) == ["film"]
    assert found(Shot((end,))) == ["film"], "the die is not seen to move"
    assert found(Shot((moved(2, 15.01, 10.0),))) == [], "too little to be seen"
    for last, kinds in (
        (moved(2, 17.04, 10.0), []),
        (moved(2, 17.06, 10.0), ["film"]),
        (moved(2, 17.0, 10.0, level=1), ["film"]),
        (Moved(2, Pose(17.0, 10.0, 359.0), TOP), []),
        (Moved(2, Pose(17.0, 10.0, 5.0), TOP), ["film"]),
        (Moved(2, Pose(17.0, 10.0), 0), ["film"]),
    ):
        assert found(Shot((end,), film=filmed(last).film)) == kinds
    assert found(Shot((), film=filmed(moved(3, 20.0, 10.0)).film)) == [], "it came back"
    assert found(Shot((), film=filmed(moved(3, 21.0, 10.0)).film)) == ["film"]
    assert found(Shot((Moved(2, Pose(15.0, 10.0), 0),))) == ["film"], "it rolled over"
    assert found(Shot((end,)), fast=True) == [], "the fast path keeps no film"


def test_the_film_of_a_die_that_is_gone_ends_in_the_air():
    first, last = sight_of(SIDE), Sight(66.0, 10.0, 3.0, rotation(0, 45.0))
    gone = moved(2, 66.0, 10.0, gone=True)
    assert found(Shot((gone,), film=pack(Film(2, (Track(2, 0, (first, last)),))))) == []
    assert found(Shot((gone,), film=pack(Film(2, (Track(2, 0, (first, last._replace(x=64.0))),))))) == ["film"]


def test_the_last_track_of_a_die_counts():
    end = moved(2, 17.0, 10.0)
    tracks = (Track(2, 0, (sight_of(SIDE), sight_of(moved(2, 16.0, 10.0)))), Track(2, 5, (sight_of(end),)))
    assert found(Shot((end,), film=pack(Film(6, tracks)), time=0.08)) == []


def test_a_shot_that_ends_differently_is_found():
    engine: Callable[..., Shot] = lambda *_: next(shots)  # noqa: E731  the shortest engine there is
    one, other = filmed(moved(2, 17.0, 10.0)), filmed(moved(2, 17.00001, 10.0))
    for number, second, kinds in ((20, one, []), (20, other, ["unlike"]), (21, other, [])):
        shots = iter([one, second])
        seen = look(number, Case(LAYOUT, FLICK), engine, lambda _: engine)
        assert [finding.kind for finding in seen.findings] == kinds


def test_the_second_time_the_dice_come_in_another_order():
    seen = []

    def engine(layout: Layout, _stroke: Stroke) -> Shot:
        seen.append(layout)
        return Shot(())

    look(10, Case(LAYOUT, FLICK), engine, never)
    assert seen == [LAYOUT, Layout(LAYOUT.bodies[::-1], LAYOUT.mat)]


def test_a_slow_shot_is_found(monkeypatch: pytest.MonkeyPatch):
    for seconds, kinds in ((2.0, []), (2.1, ["slow"])):
        clock = iter([5.0, 5.0 + seconds])
        monkeypatch.setattr(soak, "process_time", lambda clock=clock: next(clock))
        assert found(Shot(())) == kinds


def test_the_fast_path_is_asked_where_the_case_says_so():
    assert look(1, Case(LAYOUT, FLICK, fast=True), never, lambda _: lambda _stroke: Shot((), time=3.0)).time == 3.0
    assert look(1, Case(LAYOUT, FLICK), lambda *_: Shot((), time=2.0), never).time == 2.0


# Summing up.


def test_a_report_counts_and_keeps_the_worst(monkeypatch: pytest.MonkeyPatch):
    def seen(task: tuple[int, int]) -> Seen | Lost:
        seed, number = task
        assert seed == 7
        findings = (Finding(number, "slow", "3 s"),) * (number % 2)
        return Seen(findings, number / 100, 1 / number, 5.0) if number != 4 else Lost(-11)

    monkeypatch.setattr(soak, "play", seen)
    reports = list(run(7, range(2, 6), Crewless()))  # type: ignore[arg-type]
    assert [report.shots for report in reports] == [1, 2, 3, 4]
    report = reports[-1]
    assert [(one.shot, one.kind) for one in report.findings] == [(3, "slow"), (4, "lost"), (5, "slow")]
    assert report.findings[1].text == "the process ended with -11"
    assert report.counts == {"slow": 2, "lost": 1}
    assert report.overlap_cm == Most(0.05, 5)
    assert report.slowest_s == Most(0.5, 2)
    assert report.longest_s == Most(5.0, 2)
    assert report.seed == 7
    assert msgspec.json.decode(msgspec.json.encode(report), type=Report) == report


def test_a_shot_that_takes_for_ever_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(soak, "play", lambda _task: Lost(None))
    (report,) = run(0, [5], Crewless())  # type: ignore[arg-type]
    assert [(one.kind, one.text) for one in report.findings] == [("lost", "no result after 60 s")]


# The command.


@pytest.fixture
def clean(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """A soak without an engine: what was asked for."""
    asked: list[Any] = []

    class Nobody(Crewless):
        def __init__(self, *jobs: Any) -> None:
            asked.append(jobs)

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            asked.append("end")

    def seen(task: tuple[int, int]) -> Seen:
        asked.append(task)
        return Seen((), 0.02, 0.25, 1.5)

    monkeypatch.setattr("rumms.workers.Crew", Nobody)
    monkeypatch.setattr("rumms.physics.engine.is_warm", lambda: False)
    monkeypatch.setattr("rumms.physics.engine.warm_up", lambda: asked.append("warm"))
    monkeypatch.setattr(soak, "play", seen)
    return asked


def test_a_soak_without_findings_is_a_success(rumms: Rumms, clean: list[Any]):
    ran = rumms("soak", "shots", "--count", "3", "--seed", "5", "--jobs", "2")
    assert clean == ["warm", (2, 60.0), (5, 0), (5, 1), (5, 2), "end"]
    assert (ran.code, ran.err) == (0, "Compiling the physics, this once; it takes about a minute ...\n")
    assert ran.out == (
        "3 shots, 0 findings\n"
        "\n"
        "what                                     figure  shot\n"
        "deepest overlap at rest, in cm            0.020     0\n"
        "slowest shot, in seconds                   0.25     0\n"
        "longest time until all rest, in seconds    1.50     0\n"
    )


@pytest.mark.usefixtures("clean")
def test_findings_are_told_and_end_in_failure(rumms: Rumms, monkeypatch: pytest.MonkeyPatch):
    def seen(task: tuple[int, int]) -> Seen:
        return Seen((Finding(task[1], "overlap", "1 and 2: 0.100 cm"),) if task[1] else (), 0.1)

    monkeypatch.setattr(soak, "play", seen)
    ran = rumms("soak", "shots", "--count", "30", "--seed", "5")
    assert ran.code == 1
    assert "Shot 1 leaves things that overlap: 1 and 2: 0.100 cm\n" in ran.out
    assert "Shot 20 " in ran.out
    assert "Shot 21 " not in ran.out, "not too many"
    assert "30 shots, 29 findings\n" in ran.out
    assert re.search(r"^leaves things that overlap +29$", ran.out, re.MULTILINE)
    assert ran.out.endswith("See one again: rumms soak shots --seed 5 --only 1\n")


def test_one_shot_can_be_seen_again(rumms: Rumms, clean: list[Any]):
    ran = rumms("soak", "shots", "--seed", "5", "--only", "17")
    assert clean[1:3] == [(1, 60.0), (5, 17)]
    layout, stroke, fast = json.loads(ran.out.splitlines()[0])
    assert msgspec.convert(layout, Layout) == case(5, 17).layout
    assert msgspec.convert(stroke, Stroke) == case(5, 17).stroke
    assert fast == case(5, 17).fast


@pytest.mark.usefixtures("clean")
def test_a_soak_is_printed_as_json(rumms: Rumms):
    found = json.loads(rumms("soak", "shots", "--count", "2", "--json").out)
    assert list(found) == ["seed", "shots", "findings", "overlap_cm", "slowest_s", "longest_s"]
    assert (found["shots"], found["findings"]) == (2, [])
    assert found["longest_s"] == {"value": 1.5, "shot": 0}


@pytest.mark.usefixtures("clean")
def test_an_interrupted_soak_tells_what_was_played(rumms: Rumms, monkeypatch: pytest.MonkeyPatch):
    def interrupt(task: tuple[int, int]) -> Seen:
        if task[1] == 2:
            raise KeyboardInterrupt
        return Seen(())

    monkeypatch.setattr(soak, "play", interrupt)
    monkeypatch.setattr("rumms.physics.engine.is_warm", lambda: True)
    ran = rumms("soak", "shots")
    assert (ran.code, ran.err) == (130, "Interrupted. This was played so far:\n")
    assert ran.out.startswith("2 shots, 0 findings\n")
    monkeypatch.setattr(soak, "play", lambda _: interrupt((0, 2)))
    assert rumms("soak", "shots") == (130, "", "Interrupted before a shot was over.\n")


def test_there_is_no_other_soak(rumms: Rumms):
    ran = rumms("soak", "films")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == "rumms: There is no soak 'films'; there are: shots.\n"


# With the engine itself.


@pytest.fixture(scope="module")
def warm() -> None:
    """Nothing is left to compile, which would make the first shot a slow one."""
    warm_up()


@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize("part", range(8))
def test_the_engine_passes(part: int):
    count = 375 if has_compiled() else 40
    findings = [finding for number in range(part * count, (part + 1) * count) for finding in play((0, number)).findings]
    assert findings == []


@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize(
    ("seed", "number"), [(2, 1802), (2, 9423), (2, 23672), (2, 25064), (2, 34102), (2, 80907), (3, 25779)]
)
def test_dice_that_are_pressed_into_something_are_pushed_apart(seed: int, number: int):
    """Heaps, and a row under other dice that a finger presses against a wall: they did overlap by more than 0.3 mm."""
    assert play((seed, number)).findings == ()


@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize("number", [3544, 13331, 56564, 73650, 86387])
def test_towers_do_not_sway_for_ever(number: int):
    assert play((2, number)).time < 5.0


@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize("number", [75950, 81192])
def test_a_die_does_not_rest_on_what_is_being_shot_away(number: int):
    assert play((2, number)).findings == ()


@pytest.mark.usefixtures("warm")
def test_a_finger_that_passes_a_tower_does_not_shake_it():
    assert play((2, 67232)).findings == ()


def test_other_processes_see_the_same(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("RUMMS_PLAIN", "1")
    numbers = range(300, 306)
    with Crew(2, start="spawn") as crew:
        (*_, there), (*_, here) = run(0, numbers, crew), run(0, numbers, Crewless())  # type: ignore[arg-type]
    assert (there.findings, there.overlap_cm, there.longest_s) == (here.findings, here.overlap_cm, here.longest_s)


def test_every_kind_of_finding_has_its_words():
    assert all(text and text[0].islower() for text in KINDS.values())
