"""A mat in the making: parts are added, moved, turned, stretched and taken away, and it stays one the engine holds."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rumms.games.rumms.mats import MATS
from rumms.physics.checks import check
from rumms.physics.model import EDGE, Area, Disc, Layout, Mat, Polygon, Shape
from rumms.ui import shaping
from rumms.ui.shaping import BORDERS, FORMS, STUFFS, Border, Form, Part, Stuff

points = st.tuples(st.floats(0.0, 63.0), st.floats(0.0, 30.0))
each_mat = pytest.mark.parametrize("mat", [one.mat for one in MATS], ids=[one.name for one in MATS])


def usual_with(form: Form = "box", stuff: Stuff = "wall") -> tuple[Mat, Part]:
    return shaping.with_new(Mat(), shaping.usual(form, (20.0, 15.0)), stuff)


def size(shape: Shape) -> tuple[float, float]:
    a, b, c, _ = shaping.handles(shape)
    return round(hypot(b[0] - a[0], b[1] - a[1]), 2), round(hypot(c[0] - b[0], c[1] - b[1]), 2)


@given(
    st.sampled_from(FORMS), st.sampled_from(STUFFS), st.tuples(points, points),
    st.tuples(st.floats(-180, 180), st.floats(-9, 9)),
)  # fmt: skip
def test_whatever_is_drawn_turned_moved_and_stretched_can_be_simulated(
    form: Form, stuff: Stuff, ends: tuple[shaping.Point, shaping.Point], change: tuple[float, float]
):
    (start, end), (by, more) = ends, change
    mat, part = shaping.with_new(Mat(), shaping.drawn(form, start, end), stuff)
    check(Layout((), mat))
    mat = shaping.turned(mat, part, by)
    mat = shaping.grown(mat, part, more, -more)
    mat = shaping.moved(mat, part, more, by)
    handle = len(shaping.handles(shaping.shape_of(mat, part))) - 1
    mat = shaping.pulled(mat, part, handle, start)
    check(Layout((), mat))
    x, y = shaping.middle(shaping.shape_of(mat, part))
    assert part in shaping.parts(mat)
    assert -40 < x < 110
    assert -40 < y < 80


def test_a_box_goes_from_corner_to_corner_whichever_is_first():
    box = Polygon(((10.0, 5.0), (14.0, 5.0), (14.0, 8.0), (10.0, 8.0)))
    for start, end in (((10, 5), (14, 8)), ((14, 8), (10, 5)), ((10, 8), (14, 5)), ((14, 5), (10, 8))):
        assert shaping.drawn("box", start, end) == box


def test_a_bar_goes_from_end_to_end_and_is_as_thick_as_a_die():
    bar = shaping.drawn("bar", (10.0, 5.0), (16.0, 13.0))
    assert size(bar) == (10.0, EDGE)
    assert shaping.middle(bar) == pytest.approx((13.0, 9.0), abs=1e-3)
    assert shaping.angle(bar) == 53


def test_a_disc_goes_from_its_middle_outwards():
    assert shaping.drawn("disc", (10.0, 5.0), (13.0, 9.0)) == Disc(10.0, 5.0, 5.0)


def test_what_is_made_of_something_else_stays_where_it_is():
    mat, part = usual_with("disc")
    shape = shaping.shape_of(mat, part)
    for stuff in ("cushion", "hole", "cushion", "wall"):
        mat, part = shaping.made_of(mat, part, stuff)
        assert (shaping.stuff_of(mat, part), shaping.shape_of(mat, part)) == (stuff, shape)
        assert len(mat.solids) + len(mat.holes) == 1
    castle = Part("castle", 0)
    assert shaping.made_of(mat, castle, "hole") == (mat, castle)


def test_what_is_taken_away_is_gone_and_castles_stay():
    for stuff in STUFFS:
        mat, part = usual_with("bar", stuff)
        assert shaping.without(mat, part) == Mat()
    assert shaping.without(Mat(), Part("castle", 1)) == Mat()
    assert shaping.without(Mat(), Part("border")).wall is None


def test_what_is_pulled_at_a_corner_keeps_the_opposite_one():
    mat, part = usual_with()
    before = shaping.handles(shaping.shape_of(mat, part))
    for handle in range(4):
        to = (before[handle][0] + 1.0, before[handle][1] + 0.5)
        after = shaping.handles(shaping.shape_of(shaping.pulled(mat, part, handle, to), part))
        assert after[handle] == pytest.approx(to, abs=0.01)
        opposite = (handle + 2) % 4
        assert after[opposite] == pytest.approx(before[opposite], abs=0.01)


def test_what_was_turned_is_stretched_along_itself():
    mat, part = usual_with("bar")
    mat = shaping.turned(mat, part, 30.0)
    long, wide = size(shaping.shape_of(mat, part))
    assert size(shaping.shape_of(shaping.grown(mat, part, 2.0, 1.0), part)) == pytest.approx(
        (long + 2.0, wide + 1.0), abs=0.01
    )


def test_what_is_painted_stays_on_the_mat_and_straight():
    castle = Part("castle", 1)
    mat = shaping.moved(Mat(), castle, 50.0, 50.0)
    assert mat.castles == (Area(3.0, 11.0, 11.0, 19.0), Area(55.0, 22.0, 63.0, 30.0))
    assert shaping.turned(mat, castle, 45.0) == mat
    mat = shaping.pulled(mat, castle, 0, (-90.0, 20.0))
    assert mat.castles is not None
    assert mat.castles[1] == Area(0.0, 20.0, 63.0, 30.0)


@each_mat
@pytest.mark.parametrize("border", BORDERS)
def test_the_wall_between_the_kingdoms_is_what_it_is_set_to(mat: Mat, border: Border):
    changed = shaping.with_border(mat, border)
    assert shaping.border_of(changed) == border
    assert shaping.with_border(changed, shaping.border_of(mat)) == mat
    check(Layout((), changed))


def test_what_stands_on_the_wall_goes_with_it():
    mat = shaping.with_border(Mat(), "gate")
    assert mat == next(one.mat for one in MATS if one.name == "wall")
    mat = shaping.moved(mat, Part("border"), -5.0, 0.0)
    assert mat.wall == Area(25.7, 0.0, 27.3, 30.0)
    assert shaping.border_of(mat) == "gate"
    assert Part("solid", 0) not in shaping.parts(mat)


@each_mat
def test_a_mat_of_another_size_keeps_its_parts_and_comes_back(mat: Mat):
    larger, to = shaping.sized(mat, mat.length + 14.0, mat.width + 6.0)
    check(Layout((), larger))
    assert (larger.length, larger.width) == (mat.length + 14.0, mat.width + 6.0)
    assert len(shaping.parts(larger)) == len(shaping.parts(mat))
    assert shaping.border_of(larger) == shaping.border_of(mat)
    assert to(7.0, 15.0) == (7.0, 18.0)
    assert to(mat.length - 7.0, 15.0) == (mat.length + 7.0, 18.0)
    assert larger.castles is not None
    assert mat.castles is not None
    assert larger.length - larger.castles[1].right == pytest.approx(mat.length - mat.castles[1].right)
    again, _ = shaping.sized(larger, mat.length, mat.width)
    assert again.castles == mat.castles
    assert again.wall == mat.wall


def test_the_part_at_a_point_is_found_what_stands_before_what_is_painted():
    mat, part = shaping.with_new(Mat(), shaping.usual("disc", (7.0, 15.0)), "wall")
    assert shaping.part_at(mat, 7.0, 15.0) == part
    assert shaping.part_at(mat, 3.5, 18.5) == Part("castle", 0)
    assert shaping.part_at(mat, 31.5, 3.0) == Part("border")
    assert shaping.part_at(mat, 20.0, 3.0) is None


def test_a_smooth_mat_is_smooth_beside_it_too():
    assert shaping.rubbing(Mat(), 0.15) == replace(Mat(), friction=0.15, around=0.15)
    assert shaping.rubbing(shaping.rubbing(Mat(), 0.15), 0.4) == Mat()
