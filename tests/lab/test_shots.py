"""The bench of shots: the yardstick's own numbers, fair turns, and what is summed up. How fast it is, no test asks."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import pytest

from rumms.lab import bench, frames, shots
from rumms.lab.bench import Work
from rumms.lab.shots import (
    A_LAYOUT,
    TOWER_SPEEDS,
    TOWERS,
    Aimed,
    Placed,
    Report,
    Row,
    Way,
    aim,
    crowd_shots,
    flick_of,
    layout_of,
    place,
    plain_2d,
    run,
    single_shots,
    steps,
    tower_shots,
    ways,
)
from rumms.physics.checks import check, check_stroke
from rumms.physics.geometry import stands_on
from rumms.physics.model import Flick, Layout, Mat, Pose, Stroke

Rumms = Callable[..., Any]


@pytest.fixture(autouse=True)
def warm(monkeypatch: pytest.MonkeyPatch):
    """Nothing is compiled here, so nothing is said of it."""
    monkeypatch.setattr("rumms.physics.engine.is_warm", lambda: True)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bench that takes no time."""
    for name, value in {"DICE": (1, 2), "SLICES": 3, "LAYOUTS": 2, "SEARCHED": 7, "PART": 3, "CROWD": 2}.items():
        monkeypatch.setattr(shots, name, value)


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The yardstick and the engine do nothing but say so."""
    done: list[str] = []

    class Fast:
        def __init__(self, _layout: Layout, *, compiled: bool) -> None:
            done.append(f"layout {compiled}")
            self.compiled = compiled

        def __call__(self, _stroke: Stroke) -> None:
            done.append(f"fast {self.compiled}")

    def simulate(_layout: Layout, _stroke: Stroke, *, compiled: bool) -> None:
        done.append(f"simulate {compiled}")

    monkeypatch.setattr(shots, "plain_2d", lambda *_: done.append("yardstick"))
    monkeypatch.setattr(shots, "simulate", simulate)
    monkeypatch.setattr(shots, "Fast", Fast)
    monkeypatch.setattr(shots, "has_compiled", lambda: True)
    return done


def report_of(these: Sequence[Way]) -> Report:
    *_, last = run(these)
    assert last.report
    return last.report


# The yardstick. Literals come from the tool that defines it.


@pytest.mark.parametrize(
    ("seed", "dice", "first", "last"),
    [
        (0, 1, (525.0973294302794, 222.22723282328468, 0.6606322943234143), None),
        (
            1,
            2,
            (91.96218890856474, 247.28144634242514, 1.199734365987637),
            (118.16866304319261, 242.11838861315115, 0.8287983459893975),
        ),
        (
            7,
            26,
            (207.53798654822904, 52.237768698860535, 1.0224854792351739),
            (10.46356187644987, 207.43801663520455, 0.13626635777839974),
        ),
    ],
)
def test_dice_lie_where_the_yardstick_says(seed: int, dice: int, first: tuple[float], last: tuple[float] | None):
    placed = place(seed, dice)
    assert len(placed) == dice
    assert placed[0] == pytest.approx(first, rel=1e-12)
    assert placed[-1] == pytest.approx(last or first, rel=1e-12)


@pytest.mark.parametrize(
    ("seed", "dice", "first", "second"),
    [
        (
            0,
            1,
            (0.044966130633106484, 2098.416852260244, 0.4265207077218265),
            (0.05059519640076874, 1642.2396480562998, 0.4848473194366214),
        ),
        (
            1,
            2,
            (-0.19079294920121243, 2027.1365027455947, 0.48853779552501003),
            (-0.15529525525718732, 1090.3498335574382, 0.4856746769186972),
        ),
        (
            7,
            26,
            (-3.1174995204696527, 1994.7788159851893, 0.41500092167583585),
            (1.849655155483719, 2005.1471962646087, 0.638074587314492),
        ),
    ],
)
def test_shots_are_aimed_as_the_yardstick_says(seed: int, dice: int, first: tuple[float], second: tuple[float]):
    aimed = list(aim(seed, place(seed, dice), 2))
    assert aimed[0] == pytest.approx(first, rel=1e-12)
    assert aimed[1] == pytest.approx(second, rel=1e-12)


@pytest.mark.parametrize(
    ("seed", "dice", "ends"),
    [
        (0, 1, [(1089.9848180447802, 247.6451710303456, 0.6606322943234143)]),
        (
            1,
            2,
            [
                (169.00831288340234, 231.63071797143985, -5.387414195511304),
                (325.00291630076833, 203.4971519567474, 6.1910570293565685),
            ],
        ),
        (
            7,
            2,
            [
                (287.3987514874621, 117.07016307247805, 2.029606637019195),
                (416.51772507642295, 86.28425782571206, 4.116748782354309),
            ],
        ),
    ],
)
def test_the_plain_world_ends_as_the_yardstick_says(seed: int, dice: int, ends: list[tuple[float]]):
    placed = place(seed, dice)
    shot = next(aim(seed, placed, 1))
    bodies = plain_2d(placed, shot.direction, shot.speed)
    for body, end in zip(bodies, ends, strict=True):
        assert (*body.position, body.angle) == pytest.approx(end, abs=1e-3)


def test_the_engine_gets_the_same_in_its_own_units():
    layout = layout_of([Placed(100.0, 50.0, 0.0), Placed(20.0, 30.0, math.pi / 4)])
    assert [body.id for body in layout.bodies] == [0, 1]
    assert layout.bodies[0].pose == Pose(10.0, 5.0)
    assert layout.bodies[1].pose == Pose(2.0, 3.0, math.degrees(math.pi / 4))
    assert layout.mat == Mat()
    assert flick_of(Aimed(math.pi, 1500.0, 0.4)) == Flick(0, 180.0, 150.0, 0.4)


@pytest.mark.parametrize("dice", shots.DICE)
def test_every_position_is_a_legal_layout(dice: int):
    for seed in range(5):
        placed = place(seed, dice)
        layout = layout_of(placed)
        check(layout)
        for shot in aim(seed, placed, A_LAYOUT):
            check_stroke(layout, flick_of(shot))


# The turns.


def test_plain_and_compiled_are_measured_where_both_can_be_had(monkeypatch: pytest.MonkeyPatch):
    for has, runs in ((True, (False, True)), (False, (False,))):
        monkeypatch.setattr(shots, "has_compiled", partial(bool, has))
        assert [way[:2] for way in ways()] == [(path, compiled) for path in ("simulate", "fast") for compiled in runs]


@pytest.mark.usefixtures("small")
def test_everybody_plays_the_same_shots_in_turn(monkeypatch: pytest.MonkeyPatch):
    seen: list[tuple[str, int, list[float]]] = []

    def yardstick(placed: Sequence[Placed], direction: float, _speed: float) -> None:
        seen.append(("yardstick", len(placed), [math.degrees(direction)]))

    def way(name: str) -> Callable[[Layout, Sequence[Flick]], None]:
        return lambda layout, flicks: seen.append((name, len(layout.bodies), [one.direction for one in flicks]))

    monkeypatch.setattr(shots, "plain_2d", yardstick)
    list(run([Way("simulate", False, way("a")), Way("fast", False, way("b"))], lambda *_: None))
    order = [*["yardstick"] * A_LAYOUT, "a", "b"]
    warm, measured = seen[: len(order)], seen[len(order) :]
    assert [name for name, _, _ in measured] == order * 2 * 3 * 2, (
        "two layouts in three slices with two numbers of dice"
    )
    assert [dice for _, dice, _ in measured] == [1] * (len(measured) // 2) + [2] * (len(measured) // 2)
    assert [name for name, _, _ in warm] == order
    aims = set()
    for start in range(0, len(measured), len(order)):
        turn = measured[start : start + len(order)]
        ours = [direction for _, _, directions in turn[:A_LAYOUT] for direction in directions]
        assert turn[A_LAYOUT][2] == turn[A_LAYOUT + 1][2] == ours
        assert len(ours) == A_LAYOUT
        aims.add(tuple(ours))
    assert len(aims) == 12, "no layout comes up twice"


def test_the_fast_path_is_built_once_for_each_layout(still: list[str]):
    simulate, compiled, fast, fast_compiled = ways()
    layout, flicks = layout_of(place(0, 2)), [Flick(0, 0.0, 100.0)] * 3
    for way, expected in (
        (simulate, ["simulate False"] * 3),
        (compiled, ["simulate True"] * 3),
        (fast, ["layout False", *["fast False"] * 3]),
        (fast_compiled, ["layout True", *["fast True"] * 3]),
    ):
        still.clear()
        way.play(layout, flicks)
        assert still == expected


@pytest.mark.usefixtures("small")
def test_a_figure_is_the_median_of_its_slices(still: list[str], monkeypatch: pytest.MonkeyPatch):
    spent: Iterator[float] = iter(
        [1.0, 1.0]  # to warm up
        + [2.0, 3.0, 1.0, 1.0]  # the yardstick and the way, with two layouts: 12 shots in 3 and 4 seconds
        + [1.0, 1.0, 1.0, 0.2]  # in 2 and 1.2
        + [5.0, 1.0, 1.0, 1.0]  # in 6 and 2
        + [1.0] * 12
        + [0.003, 0.009, 0.001, 0.002, 0.002, 0.002, 0.002]
        + [0.001] * 31
        + [0.005] * 29
    )
    monkeypatch.setattr(shots, "_seconds", lambda do: (do(), next(spent))[1])
    report = report_of(ways()[:1])
    assert [(row.dice, row.path, row.compiled) for row in report.rows] == [
        (1, "simulate", False),
        (2, "simulate", False),
    ]
    speeds = [(row.yardstick_shots_per_s, row.shots_per_s) for row in report.rows]
    assert speeds == [pytest.approx((12 / 3, 12 / 2)), pytest.approx((6, 6))]
    assert (report.slowest_ms, report.stack_median_ms) == pytest.approx((9.0, 1.0))
    assert next(spent, None) is None
    assert still.count("simulate True") == 0, "single shots are plain"


@pytest.mark.usefixtures("small")
def test_a_bar_can_follow_the_bench(still: list[str]):
    found = list(run(ways()))
    assert still
    assert [step.done for step in found] == [0, *range(steps() + 1)]
    assert [step for step in found if step.report] == found[-1:]
    assert all(step.what for step in found[:-1])


def test_time_is_what_this_process_spends(monkeypatch: pytest.MonkeyPatch):
    clock = iter([5.0, 7.5])
    monkeypatch.setattr(shots, "process_time", lambda: next(clock))
    assert shots._seconds(lambda: None) == 2.5  # noqa: SLF001


# Single shots.


def test_the_slowest_is_looked_for_among_so_many_shots_in_a_crowd():
    found = [(layout, flick) for kind, _, some in single_shots() if kind == "crowd" for layout, flick in some]
    assert len(found) == 1000
    assert all(len(layout.bodies) == 26 for layout, _ in found)
    first = crowd_shots()
    assert found[0] == next(first)
    assert found[0][0] == found[5][0] != found[6][0]
    assert len({flick for _, flick in found}) == 1000


@pytest.mark.parametrize("tower", TOWERS)
def test_a_die_slides_into_the_foot_of_a_tower(tower: str):
    found = list(tower_shots(tower))
    assert [slide.speed for _, slide in found] == [speed for speed in TOWER_SPEEDS for _ in range(3)]
    assert len({layout.bodies[0].pose.y for layout, _ in found}) == len(found), "never quite alike"
    for layout, slide in found:
        check(layout)
        check_stroke(layout, slide)
        shooter, hit, *others = layout.bodies
        assert slide.die == shooter.id == 0
        assert hit.pose.x - shooter.pose.x == pytest.approx(2.0)
        assert abs(hit.pose.y - shooter.pose.y) <= 0.1
        top = others[-1]
        on = {"die_on_die": (1,), "stack3_bottom": (2,)}.get(tower, (1, 2))
        assert stands_on(top, layout.bodies) == on
        assert top.material == ("ice" if tower.startswith("ice") else "plastic")


# The command.


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> Report:
    """What the command gets to hear."""
    rows = (Row(26, "simulate", False, 250.4, 100.0), Row(26, "fast", True, 2000.0, 80.0))
    report = Report(rows, 86.4, 15.25)
    monkeypatch.setattr(shots, "run", lambda _ways: iter([shots.Step(0, "shots"), shots.Step(1, "", report)]))
    return report


@pytest.mark.usefixtures("measured")
def test_the_bench_of_shots_prints_a_table(rumms: Rumms):
    ran = rumms("bench", "shots")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "dice  path                shots a second  yardstick  ratio\n"
        "  26  simulate  plain                250        100    2.5\n"
        "  26  fast      compiled           2,000         80   25.0\n"
        "\n"
        "The yardstick is a plain 2D world with the same dice and shots.\n"
        "The slowest of 1,000 plain shots with 26 dice: 86 ms.\n"
        "Plain shots at towers, in the median: 15.2 ms.\n"
    )


def test_the_bench_of_shots_is_printed_as_json(rumms: Rumms, measured: Report):
    found = json.loads(rumms("bench", "shots", "--json").out)
    assert list(found) == ["rows", "slowest_ms", "stack_median_ms"]
    names = ["dice", "path", "compiled", "shots_per_s", "yardstick_shots_per_s"]
    assert [list(row) for row in found["rows"]] == [names] * 2
    assert found["rows"][1] == dict(zip(names, (26, "fast", True, 2000.0, 80.0), strict=True))
    assert found["slowest_ms"] == measured.slowest_ms


@pytest.mark.usefixtures("measured")
def test_without_a_name_shots_are_measured_too(rumms: Rumms, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bench, "SECONDS", 0.002)
    monkeypatch.setattr(bench, "BENCHES", {"moves": lambda: iter([Work("some", "moves a second", lambda: 1)])})
    start = frames.Start(1.0, 0.5, 0.5, 0.5, is_good=True)
    monkeypatch.setattr(frames, "run", lambda: iter([frames.Step(1, "", frames.Report(50, (), start))]))
    ran, found = rumms("bench").out, json.loads(rumms("bench", "--json").out)
    assert ran.index("moves a second") < ran.index("shots a second")
    assert list(found) == ["reference", "rows", "shots", "frames"]
    assert found["rows"][0]["bench"] == "moves"
    assert found["shots"] == json.loads(rumms("bench", "shots", "--json").out)
    assert list(json.loads(rumms("bench", "moves", "--json").out)) == ["reference", "rows"]
