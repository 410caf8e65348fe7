"""Truth: how tables are read, what is made of their rows, how two lots are compared, and that the engine passes."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from functools import cache
from math import inf
from pathlib import Path
from random import Random
from statistics import pstdev
from typing import Any, get_args

import pytest

from rumms.kernel.refusal import Refusal
from rumms.lab import truth
from rumms.lab.matches import Here, workers
from rumms.lab.truth import (
    A_WORK,
    REFERENCE,
    RUNS,
    STACKS,
    CrowdRow,
    End,
    Ends,
    FlickedRow,
    Line,
    Report,
    SceneRow,
    SceneSetup,
    Seen,
    SingleRow,
    SlidingRow,
    StackRow,
    Study,
    Way,
    Work,
    ks,
    percent_more,
    points,
    run,
    studies,
    total_variation,
)
from rumms.physics.checks import check, check_stroke
from rumms.physics.geometry import depth
from rumms.physics.model import FACES, TOP, Body, Flick, Layout, Mat, Moved, Pose, Shot, Slide, Stroke

Rumms = Callable[..., Any]

SINGLE = "v_bin,v,h,lat_mm,dir_deg,elev_deg,x_mm,y_mm,yaw_deg,turns,face_end,zmax_mm,t_s\n"
SCENES_SETUP = "scene,sx_mm,sy_mm,tx_mm,ty_mm,dir_deg,dist_mm,v,h,shooter_yaw_deg,target_yaw_deg\n"
SCENES = "scene,rep,v,h,lat_mm,dir_deg,elev_deg,hit,target_off,shooter_off,target_face_changed,shooter_face_changed\n"
CROWD_SETUP = "scene,die,x_mm,y_mm,yaw_deg,target,v,h,dir_deg\n"
CROWD = "scene,rep,die,v,h,lat_mm,dir_deg,elev_deg,off,dx_mm,dy_mm,face_changed,turns,z_mm\n"
ALL = ("single", "scenes_3d", "crowd", "collide_sliding", "collide_flicked", "stacks")


def end(
    distance: float = 0.0, *, up: int = TOP, outside: float = -100.0, moved: bool = True, on_mat: bool = True
) -> End:
    return End(moved, distance, outside, up, on_mat)


def values(found: Iterable[Line | Seen]) -> dict[str, float]:
    return {one.line: round(one.value, 9) for one in found if isinstance(one, Line)}


@cache
def of_the_program() -> list[Study]:
    return studies(REFERENCE)


def read_one(name: str, folder: Path | None = None) -> Study:
    (study,) = [study for study in (studies(folder) if folder else of_the_program()) if study.table == name]
    return study


def last(these: Sequence[Study], way: Way = "simulate", executor: Executor | None = None, at_once: int = 1) -> Report:
    *_, report = run(these, way, executor or Here(), at_once)
    return report


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Layout, Stroke]]:
    """An engine for which every die that is struck goes as many centimetres along +x as it had speed."""
    asked: list[tuple[Layout, Stroke]] = []

    def shoot(layout: Layout, stroke: Stroke, *, compiled: bool | None = False) -> Shot:
        assert compiled is None
        assert isinstance(stroke, Flick | Slide)
        asked.append((layout, stroke))
        pose = next(body.pose for body in layout.bodies if body.id == stroke.die)
        return Shot((Moved(stroke.die, Pose(pose.x + stroke.speed, pose.y), TOP),))

    def fast(layout: Layout) -> Callable[[Stroke], Shot]:
        return lambda stroke: shoot(layout, stroke, compiled=None)

    monkeypatch.setattr(truth, "simulate", shoot)
    monkeypatch.setattr(truth, "Fast", fast)
    monkeypatch.setattr("rumms.commands.truth.cores", lambda: 1)
    return asked


def two_flicks(folder: Path, second: str = "200") -> Path:
    """A table on which the engine above is right about the first flick and, unless told otherwise, the second."""
    row = "0.5,{v},0.5,0,0,0,{x},0,0,0,top,8,0.1\n"
    (folder / "single.csv").write_text(SINGLE + row.format(v="0.1", x="100") + row.format(v="0.2", x=second))
    return folder


# Reading.


def test_a_table_is_read_plain_or_packed(tmp_path: Path):
    text = SINGLE + "0.5,0.489,0.383,-0.342,-0.171,3.65,31.36,-0.45,18.3,0,rear(-x),8.23,0.148\n"
    assert truth.read(tmp_path, "single", SingleRow) is None
    (tmp_path / "single.csv.gz").write_bytes(gzip.compress(text.encode()))
    packed = truth.read(tmp_path, "single", SingleRow)
    (tmp_path / "single.csv.gz").unlink()
    (tmp_path / "single.csv").write_text(text)
    assert packed == truth.read(tmp_path, "single", SingleRow)
    assert packed is not None
    (row,) = packed
    assert (row.v_bin, row.v, row.h, row.lat_mm, row.dir_deg) == (0.5, 0.489, 0.383, -0.342, -0.171)
    assert (row.elev_deg, row.x_mm, row.y_mm, FACES[row.up]) == (3.65, 31.36, -0.45, "rear")


def test_the_plain_table_counts_where_there_are_both(tmp_path: Path):
    two_flicks(tmp_path)
    (tmp_path / "single.csv.gz").write_bytes(b"not even packed")
    assert read_one("single", tmp_path).shots == 2


def test_the_mark_that_some_programs_put_first_does_no_harm(tmp_path: Path):
    path = two_flicks(tmp_path) / "single.csv"
    path.write_text("\ufeff" + path.read_text(), encoding="utf-8")
    assert read_one("single", tmp_path).shots == 2
    (tmp_path / "single.csv.gz").write_bytes(gzip.compress(path.read_bytes()))
    path.unlink()
    assert read_one("single", tmp_path).shots == 2


@pytest.mark.parametrize("cell", ["", "x", "nan", "inf", "-1", "11", "1e9", "0,5"])
def test_a_broken_number_is_refused_with_its_file_line_and_column(tmp_path: Path, cell: str):
    path = two_flicks(tmp_path) / "single.csv"
    path.write_text(path.read_text() + f'0.5,"{cell}",0.5,0,0,0,200,0,0,0,top,8,0.1\n')
    with pytest.raises(Refusal) as refused:
        studies(tmp_path)
    assert str(refused.value) == f"{path}, line 4: '{cell}' cannot stand in the column 'v'."


def test_a_line_that_was_cut_off_is_refused(tmp_path: Path):
    path = two_flicks(tmp_path) / "single.csv"
    path.write_text(path.read_text() + "0.5,1\n")
    with pytest.raises(Refusal, match=r"single\.csv, line 4: '' cannot stand in the column 'h'\."):
        studies(tmp_path)


@pytest.mark.parametrize("face", ["side", "top(", "front(+x)y", "TOP"])
def test_a_face_that_no_cube_has_is_refused(tmp_path: Path, face: str):
    (tmp_path / "single.csv").write_text(SINGLE + f"0.5,0.4,0.3,0,0,0,31,0,18,0,{face},8,0.1\n")
    with pytest.raises(Refusal, match="cannot stand in the column 'face_end'"):
        studies(tmp_path)


def test_a_missing_column_is_refused_with_the_file(tmp_path: Path):
    path = two_flicks(tmp_path) / "single.csv"
    path.write_text(path.read_text().replace("elev_deg", "elevation"))
    with pytest.raises(Refusal) as refused:
        studies(tmp_path)
    assert str(refused.value) == f"{path} has no column 'elev_deg'."


@pytest.mark.parametrize(("text", "why"), [("", "has no column 'v'"), (SINGLE, "has no rows")])
def test_an_empty_table_is_refused(tmp_path: Path, text: str, why: str):
    (tmp_path / "single.csv").write_text(text)
    with pytest.raises(Refusal, match=rf"single\.csv {why}\."):
        studies(tmp_path)


@pytest.mark.parametrize(
    "damage",
    [
        lambda packed: packed[:-20],
        lambda packed: b"?" + packed,
        lambda packed: packed[:30] + bytes(30) + packed[60:],
        lambda _: b"\x1f\x8b",
    ],
)
def test_a_packed_table_that_is_damaged_is_refused(tmp_path: Path, damage: Callable[[bytes], bytes]):
    path = tmp_path / "single.csv.gz"
    path.write_bytes(damage((REFERENCE / "single.csv.gz").read_bytes()))
    with pytest.raises(Refusal) as refused:
        studies(tmp_path)
    assert str(refused.value) == f"{path} cannot be read as a table."


@pytest.mark.parametrize("line", [b"\xff\xfe\n", b"1" * 200_000])
def test_what_is_no_text_and_a_cell_without_end_are_refused(tmp_path: Path, line: bytes):
    (tmp_path / "single.csv").write_bytes(SINGLE.encode() + line)
    with pytest.raises(Refusal, match="cannot be read as a table"):
        studies(tmp_path)


def test_a_folder_without_tables_and_no_folder_are_refused(tmp_path: Path):
    (tmp_path / "other.csv").write_text("a\n1\n")
    with pytest.raises(Refusal) as refused:
        studies(tmp_path)
    assert str(refused.value) == f"'{tmp_path}' holds no table to compare with, such as single.csv."
    with pytest.raises(Refusal, match="is not a folder"):
        studies(tmp_path / "other.csv")


def test_tables_that_are_not_there_are_left_out(tmp_path: Path):
    assert [study.table for study in of_the_program()] == list(ALL)
    for name in ("single", "scenes_3d", "crowd_setup", "stacks"):
        (tmp_path / f"{name}.csv.gz").write_bytes((REFERENCE / f"{name}.csv.gz").read_bytes())
    assert [study.table for study in studies(tmp_path)] == ["single", "stacks"], "scenes and crowds need both tables"


def test_the_fast_path_is_held_to_fewer_tables(tmp_path: Path):
    assert [study.table for study in studies(REFERENCE, "fast")] == ["single", "scenes_3d", "crowd"]
    (tmp_path / "stacks.csv.gz").write_bytes((REFERENCE / "stacks.csv.gz").read_bytes())
    with pytest.raises(Refusal, match="holds no table to compare with"):
        studies(tmp_path, "fast")


def test_a_scene_that_is_not_set_up_is_refused(tmp_path: Path):
    (tmp_path / "scenes_setup.csv").write_text(SCENES_SETUP + "3,100,100,200,100,0,100,1.0,0.5,0,0\n")
    (tmp_path / "scenes_3d.csv").write_text(SCENES + "4,0,1,0.5,0,0,0,1,0,0,0,0\n")
    with pytest.raises(Refusal) as refused:
        studies(tmp_path)
    assert str(refused.value) == f"In '{tmp_path}', scenes_setup does not set up scene 4 of scenes_3d."


@pytest.mark.parametrize("known", ["0,0,100,100,0,1,1,0.5,0\n", "0,1,200,100,0,1,1,0.5,0\n", "1,1,1,1,0,1,1,0.5,0\n"])
def test_a_crowd_that_lacks_the_shooter_or_a_die_is_refused(tmp_path: Path, known: str):
    (tmp_path / "crowd_setup.csv").write_text(CROWD_SETUP + known)
    (tmp_path / "crowd.csv").write_text(CROWD + "0,0,1,1,0.5,0,0,0,0,0,0,0,0,8\n")
    with pytest.raises(Refusal, match="crowd_setup does not set up scene 0 of crowd"):
        studies(tmp_path)


def test_the_tables_of_the_program_are_whole_and_packed_without_a_date():
    shots = {study.table: study.shots for study in of_the_program()}
    assert shots == dict(zip(ALL, (2000, 800, 1200, 1150, 300, 672 * RUNS), strict=True))
    for path in REFERENCE.glob("*.csv.gz"):
        assert path.read_bytes()[4:8] == bytes(4), f"{path.name}: pack it with gzip -9n"
        assert f"`{path.name.removesuffix('.csv.gz')}`" in (REFERENCE / "README.md").read_text()


@pytest.mark.parametrize("table", ALL)
def test_every_stroke_of_the_tables_of_the_program_can_be_made(table: str):
    for work in read_one(table).works:
        check(work.layout)
        for stroke in work.strokes:
            check_stroke(work.layout, stroke)


# From rows to strokes.


def test_a_flick_is_the_same_in_centimetres():
    row = SingleRow(1.25, 0.4, -2.0, 3.0, 1.0, 5.0, 0.0, 0.0, "top")
    assert row.flick(0.0, 5.0) == Flick(0, 0.0, 125.0, 0.4, -0.2, 3.0, 5.0)


@pytest.mark.parametrize(("aim", "direction", "stray"), [(350.0, 2.0, 12.0), (-179.0, 179.0, -2.0), (90.0, 85.0, -5.0)])
def test_how_far_a_push_strays_from_the_aim_is_the_short_way_round(aim: float, direction: float, stray: float):
    flick = SingleRow(1.0, 0.5, 0.0, direction, 1.0, 0.0, 0.0, 0.0, "top").flick(aim, 0.0)
    assert flick.direction == aim
    assert flick.stray == pytest.approx(stray)


def test_a_single_die_has_room_and_is_flicked_along_x(tmp_path: Path):
    study = read_one("single", two_flicks(tmp_path))
    (work,) = study.works
    assert work.strokes == (Flick(0, 0.0, 10.0, 0.5), Flick(0, 0.0, 20.0, 0.5))
    assert work.layout == Layout((Body(0, Pose(500, 500, 0)),), Mat(1000, 1000, 0.4, 0.4, wall=None, castles=None))


def test_many_flicks_of_one_die_are_several_works_in_order(tmp_path: Path):
    rows = [f"0.5,{k / 100},0.5,0,0,0,1,0,0,0,top,8,0.1\n" for k in range(1, 2 * A_WORK + 2)]
    (tmp_path / "single.csv").write_text(SINGLE + "".join(rows))
    works = read_one("single", tmp_path).works
    assert [len(work.strokes) for work in works] == [A_WORK, A_WORK, 1]
    speeds = [stroke.speed for work in works for stroke in work.strokes if isinstance(stroke, Flick)]
    assert speeds == pytest.approx(range(1, 2 * A_WORK + 2))


def test_a_scene_is_set_up_on_its_mat_and_all_its_flicks_are_made_from_there(tmp_path: Path):
    (tmp_path / "scenes_setup.csv").write_text(SCENES_SETUP + "3,100,110,200,120,350,100,1.0,0.5,20,30\n")
    flicks = "3,0,1.1,0.4,2,352,3,1,0,0,0,0\n3,1,0.9,0.6,-2,1,-3,1,0,0,0,0\n"
    (tmp_path / "scenes_3d.csv").write_text(SCENES + flicks)
    (work,) = read_one("scenes_3d", tmp_path).works
    assert work.layout.bodies == (Body(0, Pose(10, 11, 20)), Body(1, Pose(20, 12, 30)))
    assert work.layout.mat == Mat(40, 40, 0.4, 0.4, wall=None, castles=None)
    first, second = work.strokes
    assert first == Flick(0, 350.0, 110.00000000000001, 0.4, 0.2, 2.0, 3.0)
    assert second == Flick(0, 350.0, 90.0, 0.6, -0.2, 11.0, -3.0)


def test_a_crowd_is_set_up_on_its_mat_and_a_flick_is_made_once(tmp_path: Path):
    (tmp_path / "crowd_setup.csv").write_text(CROWD_SETUP + "0,0,100,110,5,1,1,0.5,90\n0,1,200,120,6,1,1,0.5,90\n")
    dice = "0,0,0,1,0.5,0,91,0,0,0,0,0,0,8\n0,0,1,1,0.5,0,91,0,0,0,0,0,0,8\n0,1,0,1,0.5,0,88,0,0,0,0,0,0,8\n"
    (tmp_path / "crowd.csv").write_text(CROWD + dice)
    (work,) = read_one("crowd", tmp_path).works
    assert work.layout.bodies == (Body(0, Pose(10, 11, 5)), Body(1, Pose(20, 12, 6)))
    assert work.layout.mat == Mat(84, 40, 0.4, 0.4, wall=None, castles=None)
    assert work.strokes == (Flick(0, 90.0, 100.0, stray=1.0), Flick(0, 90.0, 100.0, stray=-2.0))


SLIDING = SlidingRow("offset", 0.3, 0.6, 4.0, 10.0, 20.0, 18.0, 0.0, 0.0, 0.0, 0.0)


def test_a_sliding_die_starts_behind_the_target_and_to_its_left():
    work = truth._sliding(SLIDING)  # noqa: SLF001
    shooter, target = work.layout.bodies
    assert (shooter.pose.x, shooter.pose.y, shooter.pose.yaw) == pytest.approx((498.2, 500.4, 10.0))
    assert target == Body(1, Pose(500, 500, 20.0))
    assert work.strokes == (Slide(0, 0.0, 60.0),)
    assert (work.layout.mat.friction, work.layout.mat.around) == (0.3, 0.3)


def test_rows_that_are_not_to_be_relied_on_are_left_out():
    rows = truth.read(REFERENCE, "collide_sliding", SlidingRow) or []
    assert len(rows) == 1200
    assert len(read_one("collide_sliding").works) == sum(row.tag != "corner_corner" for row in rows) == 1150
    assert len(truth.read(REFERENCE, "collide_flicked", FlickedRow) or []) == 400
    assert all(
        stroke.height < 0.75
        for work in read_one("collide_flicked").works
        for stroke in work.strokes
        if isinstance(stroke, Flick)
    )


def test_a_die_flicked_at_another_one_lies_to_its_left_and_its_elevation_is_drawn():
    row = FlickedRow(1.0, 0.5, 1.0, 2.0, 0.5, 0.4, 0.0, 0.0, 0.0, 0.0)
    work = truth._flicked(row, Random(1))  # noqa: SLF001
    shooter, target = work.layout.bodies
    assert (shooter.pose.x, shooter.pose.y, shooter.pose.yaw) == pytest.approx((494.0, 500.64, 0.0))
    assert target == Body(1, Pose(500, 500, 0))
    assert work.strokes == (Flick(0, 0.0, 100.0, 0.5, 0.1, 2.0, Random(1).gauss(0.0, 4.0)),)


def test_the_drawn_elevations_differ_and_are_always_the_same():
    works = read_one("collide_flicked").works
    assert works == read_one("collide_flicked", REFERENCE).works
    drawn = [stroke.elevation for work in works for stroke in work.strokes if isinstance(stroke, Flick)]
    assert len(set(drawn)) == 300
    assert 3.5 < pstdev(drawn) < 4.5


def test_every_configuration_has_its_dice_where_the_tables_say():
    def centres(name: Any) -> list[tuple[float, float, int]]:
        return [(round(one.x, 1), round(one.y, 1), one.level) for one in STACKS[name]]

    assert set(STACKS) == set(get_args(truth.Configuration))
    shooter, struck = (-20.0, 0.0, 0), (0.0, 0.0, 0)
    assert centres("die_on_die") == centres("ice_on_die") == [shooter, struck, (0.0, 0.0, 1)]
    assert centres("die_on_die_offset40") == [shooter, struck, (6.4, 0.0, 1)]
    assert centres("ice_on_two_inline") == [shooter, struck, (17.0, 0.0, 0), (8.5, 0.0, 1)]
    assert centres("ice_on_two_side") == [shooter, struck, (0.0, 18.0, 0), (0.0, 9.0, 1)]
    assert centres("stack3_bottom") == [shooter, struck, (0.0, 0.0, 1), (0.0, 0.0, 2)]
    assert centres("flick_top") == [struck, (0.0, 0.0, 1)]
    for name, pieces in STACKS.items():
        assert [one.material == "ice" for one in pieces] == [False] * (len(pieces) - 1) + [name.startswith("ice")]


@pytest.mark.parametrize("name", STACKS)
def test_dice_of_a_stack_scatter_a_little_and_never_overlap(name: Any):
    works = [truth._stack(StackRow(name, 1.0, "mat"), Random(k)) for k in range(60)]  # noqa: SLF001
    pieces = STACKS[name]
    for work in works:
        check(work.layout)
        bodies = work.layout.bodies
        assert [(body.id, body.level, body.material) for body in bodies] == [
            (k, piece.level, piece.material) for k, piece in enumerate(pieces)
        ]
        for body in bodies:
            assert not [
                other
                for other in bodies[: body.id]
                if other.level == body.level and depth(body.pose, other.pose) > 0.001
            ]
            assert abs(body.pose.yaw) < 15
    tops = [work.layout.bodies[-1].pose for work in works]
    assert sum(10 * (top.x - 500) for top in tops) / len(tops) == pytest.approx(pieces[-1].x, abs=0.4)
    assert sum(10 * (top.y - 500) for top in tops) / len(tops) == pytest.approx(pieces[-1].y, abs=0.4)
    assert len({top.x for top in tops}) == len({top.y for top in tops}) == len({top.yaw for top in tops}) == 60
    speeds = [stroke.speed for work in works for stroke in work.strokes if isinstance(stroke, Flick | Slide)]
    assert 90 < min(speeds) < 99
    assert 101 < max(speeds) < 110


def test_a_die_that_would_fall_is_placed_anew():
    below, mat = [Body(0, Pose(500, 500))], Mat(1000, 1000)
    edge = truth.Piece(8.0, 0.0, 1, 0.5, 0.5)
    tops = [truth._placed(edge, below, mat, Random(k)) for k in range(50)]  # noqa: SLF001
    assert all(499.5 < top.x <= 500.8 for top in tops)


def test_the_shooter_of_a_stack_slides_and_without_one_the_top_is_flicked():
    slide, flick = (
        truth._stack(StackRow(name, 2.0, "mat"), Random(1)).strokes[0]  # noqa: SLF001
        for name in ("die_on_die", "flick_top")
    )
    assert isinstance(slide, Slide)
    assert (slide.die, slide.direction) == (0, 0.0)
    assert isinstance(flick, Flick)
    assert (flick.die, flick.direction, flick.height) == (1, 0.0, 0.5)


def test_a_stack_is_drawn_anew_for_every_run_and_always_the_same():
    works = read_one("stacks").works
    assert works == read_one("stacks", REFERENCE).works
    assert len({work.layout for work in works}) == len(works)


# What became of the dice.


def ends_of(*moved: Moved, layout: Layout | None = None) -> Ends:
    layout = layout or Layout((Body(0, Pose(10, 10)), Body(1, Pose(20, 20)), Body(2, Pose(20, 20), 1)), Mat(40, 30))
    return truth._ends(layout, moved)  # noqa: SLF001


def test_a_die_that_is_not_named_lies_as_it_lay():
    ends = ends_of()
    assert ends[0] == End(moved=False, distance=0.0, outside=-100.0, up=TOP, on_mat=True)
    assert ends[2].on_mat is False
    assert ends_of(layout=Layout((Body(7, Pose(5, 5), up=2),)))[7].up == 2


def test_a_distance_is_that_of_the_centre_to_a_tenth_of_a_millimetre():
    ends = ends_of(Moved(0, Pose(10.3, 10.404), 1), Moved(1, Pose(20.0, 20.004), TOP))
    assert ends[0] == End(moved=True, distance=5.0, outside=-103.0, up=1, on_mat=True)
    assert (ends[1].moved, ends[1].distance) == (True, 0.0)


@pytest.mark.parametrize(
    ("pose", "outside"),
    [(Pose(-1, 5), 10), (Pose(41, 5), 10), (Pose(5, -2), 20), (Pose(39, 32), 20), (Pose(39, 5), -10)],
)
def test_how_far_outside_a_die_lies(pose: Pose, outside: float):
    assert ends_of(Moved(0, pose, TOP))[0].outside == pytest.approx(outside)


def test_a_die_that_is_gone_is_far_outside():
    assert ends_of(Moved(0, Pose(39, 5), TOP, gone=True))[0].outside == inf


def test_a_die_is_on_the_mat_if_it_lies_on_no_other_die():
    assert ends_of(Moved(2, Pose(25, 20), TOP))[2].on_mat
    assert not ends_of(Moved(2, Pose(20.1, 20), TOP, 1, (1,)))[2].on_mat
    assert not ends_of(Moved(2, Pose(20.1, 20), TOP, 0, (1,)))[2].on_mat
    assert not ends_of(Moved(2, Pose(20.1, 20), TOP, 1))[2].on_mat


# Comparing two lots.


@pytest.mark.parametrize(
    ("ours", "theirs", "gap"),
    [
        ([1.0, 2.0, 3.0], [3.0, 1.0, 2.0], 0.0),
        ([1.0, 2.0], [3.0, 4.0], 1.0),
        ([1.0, 2.0, 3.0, 4.0], [3.0, 4.0, 5.0, 6.0], 0.5),
        ([0.0, 0.0, 0.0, 1.0], [0.0, 1.0, 1.0, 1.0], 0.5),
        ([1.0, 2.0], [1.0, 1.5, 2.0, 2.0], 0.25),
        ([5.0], [1.0, 2.0, 3.0, 9.0], 0.75),
    ],
)
def test_ks_is_the_widest_gap_between_the_cumulative_distributions(ours: list[float], theirs: list[float], gap: float):
    assert ks(ours, theirs) == ks(theirs, ours) == gap


def test_total_variation_is_the_share_that_would_have_to_change():
    assert total_variation([4, 4, 1, 0], [0, 1, 4, 4]) == 0
    assert total_variation([4, 4, 4, 4], [4, 4, 4, 1]) == total_variation([4, 4, 4, 1], [4, 4, 4, 4]) == 0.25
    assert total_variation([4, 1], [0, 0, 2, 2]) == 1
    assert total_variation([0, 1], [0, 0, 0, 1]) == 0.25


def test_points_and_percents_have_a_sign():
    assert points([True, False], [True, True, False, False]) == 0
    assert points([True, False], [True, True]) == -50
    assert percent_more([True, True, True], [True, True, False]) == pytest.approx(50)
    assert percent_more([True, False, False], [True, True, False]) == -50


def test_more_than_nothing_is_a_hundred_percent():
    assert percent_more([False], [False]) == 0
    assert percent_more([True], [False]) == 100


def test_a_line_passes_up_to_its_limit_in_both_directions():
    passes = {value: Line("x", {}, value, 5.0).ok for value in (-5.1, -5.0, 0.0, 5.0, 5.1)}
    assert passes == {-5.1: False, -5.0: True, 0.0: True, 5.0: True, 5.1: False}


# The lines.


def single_row(v_bin: float, x: float, y: float, face: str) -> SingleRow:
    return SingleRow(v_bin, 0.5, 0.0, 0.0, v_bin, 0.0, x, y, face)


def test_single_dice_are_judged_by_speed():
    rows = [
        single_row(2.0, 30.0, 40.0, "front(+x)"),
        single_row(0.5, 5.0, 0.0, "top"),
        single_row(2.0, 8.0, 0.0, "top"),
    ]
    ends = [{0: end(50.0, up=1)}, {0: end(5.1)}, {0: end(60.0, up=5)}]
    lines = list(truth.judge_single(rows, ends))
    assert values(lines) == {
        "single: distance at 0.5 m/s, KS": 1,
        "single: distance at 2 m/s, KS": 0.5,
        "single: face changed at 0.5 m/s": 0,
        "single: face changed at 2 m/s": 50,
        "single: final faces at 0.5 m/s, total variation": 0,
        "single: final faces at 2 m/s, total variation": 1,
        "single: final faces, total variation": pytest.approx(2 / 3),
    }
    assert [line.limit for line in lines] == [0.10, 0.10, 5, 5, 0.08, 0.08, 0.08]
    assert [line.unit for line in lines] == ["", "", "points", "points", "", "", ""]


def scene_row(scene: int, **yes: bool) -> SceneRow:
    no = dict.fromkeys(("hit", "target_off", "shooter_off", "target_face_changed", "shooter_face_changed"), False)
    return SceneRow(v=1.0, h=0.5, lat_mm=0.0, dir_deg=0.0, scene=scene, elev_deg=0.0, **{**no, **yes})


def test_scenes_are_judged_as_a_whole_and_by_speed_and_height():
    setup = {
        scene: SceneSetup(scene, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, v, h)
        for scene, v, h in ((0, 1.0, 0.35), (1, 2.6, 0.35), (2, 2.6, 0.5))
    }
    rows = [
        scene_row(0, hit=True, target_off=True),
        scene_row(1, hit=True, target_face_changed=True),
        scene_row(2, hit=True, shooter_off=True, shooter_face_changed=True),
        scene_row(2),
    ]
    ends = [
        {0: end(up=1), 1: end(outside=0.1)},
        {0: end(outside=5.0), 1: end(up=0)},
        {0: end(up=2), 1: end(outside=inf, up=3)},
        {0: end(up=1), 1: end(moved=False)},
    ]
    found = list(truth.judge_scenes(setup, rows, ends))
    assert values(found) == {
        "scenes: target hit": 0,
        "scenes: target off": 25,
        "scenes: shooter off": 0,
        "scenes: target off at 1 m/s": 0,
        "scenes: shooter off at 1 m/s": 0,
        "scenes: target off at 2.6 m/s": pytest.approx(100 / 3),
        "scenes: shooter off at 2.6 m/s": 0,
        "scenes: target off at height 0.35": 0,
        "scenes: shooter off at height 0.35": 50,
        "scenes: target off at height 0.5": 50,
        "scenes: shooter off at height 0.5": -50,
        "scenes: face of the shooter changed": 50,
        "scenes: face of the target changed": 25,
    }
    lines = [one for one in found if isinstance(one, Line)]
    assert [line.limit for line in lines] == [3, 3, 3, *[6] * 8, 4, 4]
    assert {line.unit for line in lines} == {"points"}
    seen = [(one.gaps["speed"], one.ours, one.theirs) for one in found if isinstance(one, Seen)]
    assert seen == [("1", 0, 0), ("2.6", 100, 50)]


def test_a_target_counts_as_hit_if_it_moved_at_all():
    setup = {0: SceneSetup(0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.5)}
    first, *_ = truth.judge_scenes(setup, [scene_row(0)], [{0: end(), 1: end(0.0)}])
    assert isinstance(first, Line)
    assert (first.line, first.value, first.ok) == ("scenes: target hit", 100, False)


def crowd_row(die: int, dx: float, dy: float, *, off: bool = False, changed: bool = False) -> CrowdRow:
    return CrowdRow(1.0, 0.5, 0.0, 0.0, 0, 0, die, 0.0, off, dx, dy, changed)


def test_crowds_are_judged_by_how_many_dice_there_are_of_a_sort():
    flicks = [
        [crowd_row(0, 30.0, 40.0, off=True), crowd_row(1, 3.0, 4.0), crowd_row(2, 3.0, 4.1, changed=True)],
        [crowd_row(0, 6.0, 0.0, off=True), crowd_row(1, 0.0, -6.0), crowd_row(2, 0.0, 0.0)],
    ]
    ends = [
        {0: end(70.0, outside=inf), 1: end(5.1, outside=8.1), 2: end(5.0, outside=7.9, up=0)},
        {0: end(70.0, outside=20.0), 1: end(5.1, up=1), 2: end(9.0)},
    ]
    lines = list(truth.judge_crowd(flicks, ends))
    assert values(lines) == {"crowd: dice off": 50, "crowd: dice moved": 25, "crowd: faces changed": 100}
    assert [(line.limit, line.unit) for line in lines] == [(8, "%"), (8, "%"), (15, "%")]


def test_collisions_are_judged_by_tag_and_by_height():
    sliding = [
        SlidingRow("b", 0.4, 1.0, 0.0, 0.0, 0.0, 20.0, *far) for far in ((3.0, 4.0, 6.0, 8.0), (0.0, 0.0, 0.0, 0.0))
    ] + [SlidingRow("a", 0.4, 1.0, 0.0, 0.0, 0.0, 20.0, 0.0, 1.0, 0.0, 2.0)]
    ends = [{0: end(5.0), 1: end(10.0)}, {0: end(9.0), 1: end(0.0)}, {0: end(1.0), 1: end(2.1)}]
    lines = list(truth.judge_sliding(sliding, ends))
    assert values(lines) == {
        "sliding collisions, a: distance of the target, KS": 1,
        "sliding collisions, a: distance of the shooter, KS": 0,
        "sliding collisions, b: distance of the target, KS": 0,
        "sliding collisions, b: distance of the shooter, KS": 0.5,
    }
    flicked = [FlickedRow(1.0, 0.5, 0.0, 0.0, h, 0.0, 0.0, 1.0, 0.0, 2.0) for h in (0.6, 0.4, 0.4)]
    ends = [{0: end(1.0), 1: end(2.0)}, {0: end(7.0), 1: end(2.0)}, {0: end(1.0), 1: end(2.0)}]
    assert values(truth.judge_flicked(flicked, ends)) == {
        "flicked collisions at height 0.4: distance of the target, KS": 0,
        "flicked collisions at height 0.4: distance of the shooter, KS": 0.5,
        "flicked collisions at height 0.6: distance of the target, KS": 0,
        "flicked collisions at height 0.6: distance of the shooter, KS": 0,
    }
    assert {line.limit for line in [*lines, *truth.judge_flicked(flicked, ends)]} == {0.15}


def test_stacks_are_judged_by_configuration_over_all_speeds():
    rows = [
        StackRow("flick_top", 1.0, "mat"),
        StackRow("die_on_die", 1.0, "mat"),
        StackRow("die_on_die", 3.0, "leaning"),
    ]
    on_mat = [True] * RUNS + [True, False, False] + [True] * RUNS
    ends: list[Mapping[int, End]] = [{0: end(), 1: end(), 2: end(on_mat=yes)} for yes in on_mat]
    lines = list(truth.judge_stacks(rows, ends))
    assert values(lines) == {
        "stacks, die_on_die: top piece on the mat": pytest.approx(100 * (4 / 6 - 1 / 2)),
        "stacks, flick_top: top piece on the mat": 0,
    }
    assert [(line.limit, line.unit) for line in lines] == [(15, "points")] * 2


# Running.


def test_the_report_grows_with_every_work_and_is_whole_in_the_end(engine: list[Any], tmp_path: Path):
    rows = [f"0.5,{k / 100},0.5,0,0,0,{10 * k},0,0,0,top,8,0.1\n" for k in range(1, A_WORK + 2)]
    (tmp_path / "single.csv").write_text(SINGLE + "".join(rows))
    reports = list(run(studies(tmp_path), "simulate", Here(), 1))
    assert [now.shots for now in reports] == [A_WORK, A_WORK + 1, A_WORK + 1]
    assert {now.table for now in reports} == {"single"}
    assert [bool(now.lines) for now in reports] == [False, False, True]
    assert all(line.value == 0 for line in reports[-1].lines), "rows and shots are compared in the same order"
    assert len(engine) == 1 + A_WORK


@pytest.mark.parametrize("at_once", [1, 2, 100])
def test_the_report_does_not_depend_on_who_makes_the_shots(engine: list[Any], at_once: int):
    these = of_the_program()
    with ThreadPoolExecutor(3) as pool:
        assert last(these, executor=pool, at_once=at_once) == last(these)
    assert engine


def test_no_more_works_are_handed_out_than_allowed(engine: list[Any]):
    class Counting(Here):
        """Knows how many results nobody has asked for yet."""

        def __init__(self) -> None:
            self.open = self.most = 0

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            future = super().submit(fn, *args, **kwargs)
            self.open += 1
            self.most = max(self.most, self.open)
            found = future.result

            def result(timeout: float | None = None) -> Any:
                self.open -= 1
                return found(timeout)

            future.result = result  # type: ignore[method-assign]
            return future

    executor = Counting()
    last([read_one("scenes_3d")], executor=executor, at_once=5)
    assert (executor.open, executor.most) == (0, 5)
    assert engine


def test_the_fast_path_uses_the_fast_engine(engine: list[Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(truth, "simulate", None)
    assert all(line.value == 0 for line in last(studies(two_flicks(tmp_path), "fast"), "fast").lines)
    assert len(engine) == 2


def test_what_the_engine_refuses_is_told_with_the_table(
    engine: list[Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    def refuse(*_: object, **__: object) -> Shot:
        raise Refusal("Die {die} floats.", die=3)

    monkeypatch.setattr(truth, "simulate", refuse)
    with pytest.raises(Refusal) as refused:
        last(studies(two_flicks(tmp_path)))
    assert str(refused.value) == "single: Die 3 floats."
    assert not engine


class Broken(Executor):
    """Its workers die."""

    def submit(self, *_args: Any, **_kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(BrokenExecutor())
        return future


def test_a_worker_that_dies_ends_it_with_one_sentence(engine: list[Any], tmp_path: Path):
    with pytest.raises(Refusal, match="A worker ended in the middle of a shot"):
        last(studies(two_flicks(tmp_path)), executor=Broken())
    assert not engine


def test_works_that_nobody_waits_for_are_cancelled(engine: list[Any]):
    class Lazy(Here):
        """Does the first thing only."""

        def __init__(self) -> None:
            self.begun: list[Future[Any]] = []

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            self.begun.append(Future() if self.begun else super().submit(fn, *args, **kwargs))
            return self.begun[-1]

    lazy = Lazy()
    reports = run([read_one("scenes_3d")], "simulate", lazy, 3)
    next(reports)
    reports.close()  # type: ignore[attr-defined]
    assert [future.cancelled() for future in lazy.begun] == [False, True, True]
    assert engine


# The command.


@pytest.fixture(autouse=True)
def warm(monkeypatch: pytest.MonkeyPatch):
    """Nothing is compiled here, so nothing is said of it."""
    monkeypatch.setattr("rumms.physics.engine.is_warm", lambda: True)


def test_the_command_prints_every_line_and_succeeds_if_all_pass(engine: list[Any], rumms: Rumms, tmp_path: Path):
    ran = rumms("truth", "--tables", two_flicks(tmp_path))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "line                                             value  limit",
        "single: distance at 0.5 m/s, KS                  0.000  0.100          passes",
        "single: face changed at 0.5 m/s                    0.0    5.0  points  passes",
        "single: final faces at 0.5 m/s, total variation  0.000  0.080          passes",
        "single: final faces, total variation             0.000  0.080          passes",
        "",
        "All 4 lines pass.",
    ]
    assert len(engine) == 2


def test_the_command_fails_if_a_line_does(engine: list[Any], rumms: Rumms, tmp_path: Path):
    ran = rumms("truth", "--tables", two_flicks(tmp_path, second="201"))
    assert ran.code == 1
    assert "single: distance at 0.5 m/s, KS                  0.500  0.100          fails" in ran.out
    assert ran.out.splitlines()[-1] == "Of 4 lines, 1 fail."
    assert engine


def test_with_the_fast_path_other_tables_are_not_even_read(
    engine: list[Any], monkeypatch: pytest.MonkeyPatch, rumms: Rumms, tmp_path: Path
):
    monkeypatch.setattr(truth, "simulate", None)
    (tmp_path / "stacks.csv").write_text("damaged")
    assert rumms("truth", "--tables", two_flicks(tmp_path), "--path", "fast").code == 0
    assert len(engine) == 2


def test_json_is_a_list_of_lines_and_the_exit_code_the_same(engine: list[Any], rumms: Rumms, tmp_path: Path):
    ran = rumms("truth", "--tables", two_flicks(tmp_path, second="201"), "--json", "--lang", "de")
    assert ran.code == 1
    lines = json.loads(ran.out)
    assert lines[0] == {"line": "single: distance at 0.5 m/s, KS", "value": 0.5, "limit": 0.1, "ok": False}
    assert [line["ok"] for line in lines] == [False, True, True, True]
    assert {tuple(line) for line in lines} == {("line", "value", "limit", "ok")}
    assert rumms("truth", "--tables", two_flicks(tmp_path), "--json").code == 0
    assert engine


def test_what_is_worth_knowing_stands_below_the_lines(engine: list[Any], rumms: Rumms, tmp_path: Path):
    (tmp_path / "scenes_setup.csv").write_text(SCENES_SETUP + "3,100,100,200,100,0,100,2.6,0.5,0,0\n")
    (tmp_path / "scenes_3d.csv").write_text(SCENES + "3,0,0.1,0.5,0,0,0,0,0,0,0,0\n3,1,0.1,0.5,0,0,0,1,0,0,1,0\n")
    out = rumms("truth", "--tables", tmp_path).out
    assert "scenes: struck targets that tip at 2.6 m/s  0.0 %  100.0 %" in out
    assert out.index("scenes: target hit") < out.index("worth knowing") < out.index("Of 9 lines, ")
    assert engine


def test_the_command_refuses_a_folder_in_one_sentence(rumms: Rumms, tmp_path: Path):
    ran = rumms("truth", "--tables", tmp_path / "nowhere")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == f"rumms: '{tmp_path / 'nowhere'}' is not a folder.\n"
    assert rumms("truth", "--path", "slow").code == 2


# The engine.


@pytest.mark.parametrize("table", ALL)
def test_the_engine_is_true(table: str):
    fails = [line.plain() for line in last([read_one(table)]).lines if not line.ok]
    assert fails == []


@pytest.mark.parametrize("table", ["single", "scenes_3d", "crowd"])
def test_the_fast_path_is_true(table: str):
    fails = [line.plain() for line in last([read_one(table)], "fast").lines if not line.ok]
    assert fails == []


def test_workers_find_what_this_process_finds(tmp_path: Path):
    for name in ("scenes_setup", "scenes_3d"):
        with gzip.open(REFERENCE / f"{name}.csv.gz", "rt") as file:
            (tmp_path / f"{name}.csv").write_text(
                "".join(line for line in file if line[:2] in {"sc", "0,", "1,", "2,"})
            )
    these = studies(tmp_path)
    with workers(2) as executor:
        assert last(these, executor=executor, at_once=2) == last(these)


def test_a_work_needs_nothing_but_its_values():
    layout = Layout((Body(0, Pose(10, 10)), Body(1, Pose(20, 10))))
    (ends,) = truth.make(Work(layout, (Flick(0, 90.0, 50.0),)), "simulate")
    assert ends[0].moved
    assert 25 < ends[0].distance < 40
    assert not ends[1].moved
