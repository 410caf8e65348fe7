"""Footprints that touch, just touch or just do not; spots that carry; layouts and strokes that cannot be."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, inf, isclose, nan, pi, radians, sin, sqrt
from random import Random
from typing import Any, cast

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rumms.kernel.refusal import Refusal
from rumms.physics import geometry
from rumms.physics.checks import check, check_stroke
from rumms.physics.geometry import (
    Point,
    carries,
    corners,
    depth,
    depth_in_shape,
    fits,
    gap,
    gap_to_area,
    is_inside,
    level_at,
    on_mat,
    outside,
    over_hole,
    settle_near,
    side_of_wall,
    stands_on,
    touches,
    touches_area,
    touches_castle,
)
from rumms.physics.model import (
    EDGE,
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
    Shape,
    Slide,
    Solid,
    Stroke,
    Swipe,
)

UNHURRIED = settings(deadline=None)
HALF = EDGE / 2
MAT = Mat()
TURNS = [0.0, 30.0, 45.0]
NEAR_AND_FAR = [(0.0, True), (0.0099, True), (0.01, True), (0.0101, False), (0.5, False)]
"""Gaps in centimetres, and whether things so far apart touch."""
TRIANGLE = Polygon(((10.0, 20.0), (16.0, 20.0), (13.0, 24.0)))
HEXAGON = Polygon(tuple((20.0 + 2.0 * cos(k * pi / 3), 8.0 + 2.0 * sin(k * pi / 3)) for k in range(6)))
SLIVER = Polygon(((30.0, 5.0), (40.0, 5.0), (40.0, 5.05), (30.0, 5.05)))
DISC = Disc(45.0, 20.0, 3.0)
PEBBLE = Disc(50.0, 5.0, 0.3)
SHAPES: list[Shape] = [TRIANGLE, HEXAGON, SLIVER, DISC, PEBBLE]


def reach(yaw: float) -> float:
    """How far a footprint that is turned so extends from its centre, along x and along y."""
    return HALF * (abs(cos(radians(yaw))) + abs(sin(radians(yaw))))


def moved(pose: Pose, direction: float, distance: float) -> Pose:
    """A pose after a way in a direction."""
    return Pose(pose.x + distance * cos(radians(direction)), pose.y + distance * sin(radians(direction)), pose.yaw)


def turned(pose: Pose, angle: float, dx: float = 0.0, dy: float = 0.0) -> Pose:
    """A pose after the whole plane was turned about (0, 0) and then shifted."""
    c, s = cos(radians(angle)), sin(radians(angle))
    return Pose(pose.x * c - pose.y * s + dx, pose.x * s + pose.y * c + dy, pose.yaw + angle)


def die(number: int, x: float, y: float, level: int = 0, yaw: float = 0.0) -> Body:
    return Body(number, Pose(x, y, yaw), level)


def a_pose(least: float = -3.0, most: float = 3.0) -> st.SearchStrategy[Pose]:
    place = st.floats(least, most)
    return st.builds(Pose, place, place, st.floats(-400.0, 400.0))


def a_mat(*, holes: tuple[Shape, ...] = (), solids: tuple[Shape, ...] = ()) -> Mat:
    return Mat(solids=tuple(Solid(shape) for shape in solids), holes=holes)


def between(some: tuple[Point, ...], others: tuple[Point, ...]) -> float:
    """How far two convex polygons are apart, less than 0 if they overlap: (0, 0) against all their differences."""
    points = {(px - qx, py - qy) for px, py in some for qx, qy in others}
    lines, ways = [], []
    for p in points:
        for q in points - {p}:
            long = hypot(q[0] - p[0], q[1] - p[1])
            if long < 1e-7:
                continue
            ex, ey = (q[0] - p[0]) / long, (q[1] - p[1]) / long
            if all((r[1] - p[1]) * ex - (r[0] - p[0]) * ey > -1e-7 for r in points):
                along = min(max(-p[0] * ex - p[1] * ey, 0.0), long)
                lines.append(p[1] * ex - p[0] * ey)
                ways.append(hypot(p[0] + along * ex, p[1] + along * ey))
    return -min(-line for line in lines) if max(lines) <= 0.0 else min(ways)


def outline(points: tuple[Point, ...], pieces: int = 100) -> list[Point]:
    """Points all along the edges of a polygon."""
    return [
        (px + (qx - px) * k / pieces, py + (qy - py) * k / pieces)
        for (px, py), (qx, qy) in pairwise((*points, points[0]))
        for k in range(pieces)
    ]


def around(area: Area) -> tuple[Point, ...]:
    return (area.left, area.bottom), (area.right, area.bottom), (area.right, area.top), (area.left, area.top)


# Dice and dice.


@pytest.mark.parametrize("yaw", [*TURNS, 90.0, 200.0, -77.0])
def test_the_corners_of_a_footprint_form_its_square_counter_clockwise(yaw: float):
    points = corners(Pose(4.0, 7.0, yaw))
    assert isclose(sum(x for x, _ in points) / 4, 4.0)
    assert isclose(sum(y for _, y in points) / 4, 7.0)
    x, y = points[0]
    assert isclose(x, 4.0 + HALF * sqrt(2.0) * cos(radians(yaw + 45.0)))
    assert isclose(y, 7.0 + HALF * sqrt(2.0) * sin(radians(yaw + 45.0)))
    for (ax, ay), (bx, by), (cx, cy) in zip(points, (*points[1:], points[0]), points[2:] + points[:2], strict=True):
        assert isclose(hypot(bx - ax, by - ay), EDGE)
        assert isclose((bx - ax) * (cy - by) - (by - ay) * (cx - bx), EDGE * EDGE)


@pytest.mark.parametrize("yaw", TURNS)
@pytest.mark.parametrize("side", [0.0, 90.0, 180.0, 270.0])
@pytest.mark.parametrize(("apart", "touch"), NEAR_AND_FAR)
def test_dice_face_to_face_touch_up_to_a_tenth_of_a_millimetre(yaw: float, side: float, apart: float, touch: bool):
    a = Pose(20.0, 10.0, yaw)
    b = moved(a, yaw + side, EDGE + apart)
    assert gap(a, b) == pytest.approx(apart, abs=1e-12)
    assert touches(a, b) is touch


@pytest.mark.parametrize("yaw", TURNS)
@pytest.mark.parametrize(("apart", "touch"), NEAR_AND_FAR)
def test_a_corner_touches_a_face_up_to_a_tenth_of_a_millimetre(yaw: float, apart: float, touch: bool):
    a = Pose(20.0, 10.0, yaw)
    b = replace(moved(a, yaw, HALF + HALF * sqrt(2.0) + apart), yaw=yaw + 45.0)
    assert gap(a, b) == pytest.approx(apart, abs=1e-12)
    assert touches(a, b) is touches(b, a) is touch


@pytest.mark.parametrize("yaw", TURNS)
@pytest.mark.parametrize(("apart", "touch"), NEAR_AND_FAR)
def test_a_corner_touches_a_corner_up_to_a_tenth_of_a_millimetre(yaw: float, apart: float, touch: bool):
    a = Pose(20.0, 10.0, yaw)
    b = moved(a, yaw + 45.0, EDGE * sqrt(2.0) + apart)
    assert gap(a, b) == pytest.approx(apart, abs=1e-12)
    assert touches(a, b) is touch


def test_dice_that_overlap_touch_and_have_no_gap():
    assert gap(Pose(1.0, 1.0), Pose(2.0, 1.5, 20.0)) == 0.0
    assert touches(Pose(1.0, 1.0), Pose(2.0, 1.5, 20.0))


@pytest.mark.parametrize("yaw", TURNS)
def test_depth_is_the_shortest_way_out(yaw: float):
    a = Pose(20.0, 10.0, yaw)
    assert depth(a, a) == pytest.approx(EDGE)
    assert depth(a, moved(a, yaw, 1.5)) == pytest.approx(0.1)
    assert depth(a, moved(moved(a, yaw, 1.5), yaw + 90.0, 1.2)) == pytest.approx(0.1)
    assert depth(a, replace(moved(a, yaw, 1.8), yaw=yaw + 45.0)) == pytest.approx(HALF * (1.0 + sqrt(2.0)) - 1.8)
    assert depth(a, moved(a, yaw, 1.7)) == 0.0


@given(a_pose(), a_pose())
@UNHURRIED
def test_gap_and_depth_do_not_ask_who_comes_first(a: Pose, b: Pose):
    assert gap(a, b) == gap(b, a)
    assert depth(a, b) == depth(b, a)
    assert touches(a, b) == touches(b, a)


@given(a_pose(), a_pose())
@UNHURRIED
def test_dice_are_either_apart_or_overlap(a: Pose, b: Pose):
    assert gap(a, b) == 0.0 or depth(a, b) == 0.0
    assume(max(gap(a, b), depth(a, b)) > 1e-9)
    assert (gap(a, b) > 0.0) == (depth(a, b) == 0.0)


@given(a_pose(), a_pose(), st.floats(-360.0, 360.0), st.floats(-60.0, 60.0), st.floats(-60.0, 60.0))
@UNHURRIED
def test_turning_and_shifting_everything_changes_nothing(a: Pose, b: Pose, angle: float, dx: float, dy: float):
    there = turned(a, angle, dx, dy), turned(b, angle, dx, dy)
    assert gap(a, b) == pytest.approx(gap(*there), abs=1e-9)
    assert depth(a, b) == pytest.approx(depth(*there), abs=1e-9)


@given(a_pose(), a_pose(), st.integers(-4, 4))
@UNHURRIED
def test_a_quarter_turn_of_a_die_changes_nothing(a: Pose, b: Pose, quarters: int):
    assert gap(a, b) == pytest.approx(gap(replace(a, yaw=a.yaw + 90.0 * quarters), b), abs=1e-9)
    assert depth(a, b) == pytest.approx(depth(replace(a, yaw=a.yaw + 90.0 * quarters), b), abs=1e-9)


@given(a_pose(), a_pose())
@UNHURRIED
def test_gap_and_depth_agree_with_the_difference_of_the_squares(a: Pose, b: Pose):
    apart = between(corners(a), corners(b))
    assert gap(a, b) == pytest.approx(max(apart, 0.0), abs=1e-6)
    assert depth(a, b) == pytest.approx(max(-apart, 0.0), abs=1e-6)


@given(a_pose(), a_pose())
@settings(UNHURRIED, max_examples=20)
def test_the_gap_is_the_least_distance_of_points_on_the_outlines(a: Pose, b: Pose):
    assume(gap(a, b) > 0.0)
    sampled = min(hypot(px - qx, py - qy) for px, py in outline(corners(a)) for qx, qy in outline(corners(b)))
    assert sampled - EDGE / 100 <= gap(a, b) <= sampled + 1e-9


# Areas, shapes, the mat.


AREAS = [Area(-1.5, -0.5, 1.0, 1.0), Area(-0.1, -8.0, 0.1, 8.0), Area(-0.2, -0.2, 0.2, 0.2)]


@given(a_pose(), st.sampled_from(AREAS))
@UNHURRIED
def test_the_gap_to_an_area_agrees_with_the_difference_of_the_polygons(pose: Pose, area: Area):
    apart = max(between(corners(pose), around(area)), 0.0)
    assert gap_to_area(pose, area) == pytest.approx(apart, abs=1e-6)
    assume(abs(apart - 0.01) > 1e-6)
    assert touches_area(pose, area) == (apart < 0.01)


@pytest.mark.parametrize("yaw", range(-90, 180, 15))
@pytest.mark.parametrize("shift", [-0.85, -0.5, 0.3, 0.85])
def test_a_die_across_a_thin_area_overlaps_it_though_no_corner_is_inside_the_other(yaw: int, shift: float):
    for along in (-6.5, 0.5, 6.5):
        assert gap_to_area(Pose(shift, along, yaw), Area(-0.1, -8.0, 0.1, 8.0)) == 0.0
        assert gap_to_area(Pose(along, shift, yaw), Area(-8.0, -0.1, 8.0, 0.1)) == 0.0
    assert depth_in_shape(Pose(35.0, 5.025 + 0.9 * shift, yaw), SLIVER) > 0.0


@given(a_pose(), st.integers(3, 7), st.floats(0.3, 3.0), st.floats(0.0, 2.0))
@UNHURRIED
def test_the_depth_in_a_polygon_agrees_with_the_difference_of_the_polygons(
    pose: Pose, count: int, size: float, start: float
):
    polygon = Polygon(
        tuple(
            (size * cos(start + k * 2 * pi / count), 0.4 * size * sin(start + k * 2 * pi / count)) for k in range(count)
        )
    )
    apart = between(corners(pose), polygon.corners)
    assert depth_in_shape(pose, polygon) == pytest.approx(max(-apart, 0.0), abs=1e-6)


@given(a_pose(), st.floats(0.05, 3.0))
@UNHURRIED
def test_the_depth_in_a_disc_is_that_of_its_centre_and_the_radius(pose: Pose, radius: float):
    disc = Disc(0.3, -0.2, radius)
    to_centre = between(corners(pose), ((disc.x, disc.y),))
    assert depth_in_shape(pose, disc) == pytest.approx(max(radius - to_centre, 0.0), abs=1e-6)


@pytest.mark.parametrize("shape", SHAPES)
@given(data=st.data())
@UNHURRIED
def test_a_die_gets_out_of_a_shape_on_a_way_as_long_as_its_depth_and_on_no_shorter_one(shape: Shape, data: Any):
    x, y = (shape.x, shape.y) if isinstance(shape, Disc) else shape.corners[0]
    pose = data.draw(a_pose(-1.0, 1.0))
    pose = Pose(pose.x + x, pose.y + y, pose.yaw)
    deep = depth_in_shape(pose, shape)
    assume(deep > 0.001)
    ways = [moved(pose, angle, 0.99 * deep) for angle in range(0, 360, 5)]
    assert all(depth_in_shape(way, shape) > 0.0 for way in ways)
    assert any(depth_in_shape(moved(pose, angle, 1.01 * deep), shape) < 0.01 * deep for angle in range(360))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_die_far_from_a_shape_is_apart_from_it(shape: Shape):
    assert depth_in_shape(Pose(100.0, 100.0), shape) == 0.0


@pytest.mark.parametrize(
    ("x", "y", "away"),
    [
        (13.0, 19.5, 0.5),
        (13.0, 20.5, -0.5),
        (13.0, 25.0, 1.0),
        (19.0, 16.0, 5.0),
        (13.0, 20.0, 0.0),
        (10.0, 20.0, 0.0),
    ],
)
def test_a_point_lies_outside_inside_or_on_the_outline_of_a_polygon(x: float, y: float, away: float):
    assert outside(x, y, TRIANGLE) == pytest.approx(away)
    assert is_inside(x, y, TRIANGLE) is (away <= 0.0)


@pytest.mark.parametrize(("x", "away"), [(41.5, 0.5), (41.9995, 0.0005), (42.0, 0.0), (42.5, -0.5), (45.0, -3.0)])
def test_a_point_lies_outside_inside_or_on_the_outline_of_a_disc(x: float, away: float):
    assert outside(x, 20.0, DISC) == pytest.approx(away)
    assert is_inside(x, 20.0, DISC) is (away <= 0.0)


@pytest.mark.parametrize("yaw", TURNS)
@pytest.mark.parametrize(("apart", "touch"), NEAR_AND_FAR)
def test_a_die_is_on_the_mat_as_long_as_it_touches_its_edge(yaw: float, apart: float, touch: bool):
    away = reach(yaw) + apart
    for pose in (
        Pose(-away, 15.0, yaw),
        Pose(MAT.length + away, 15.0, yaw),
        Pose(31.5, -away, yaw),
        Pose(31.5, MAT.width + away, yaw),
    ):
        assert on_mat(pose, MAT) is touch


@pytest.mark.parametrize(("apart", "touch"), NEAR_AND_FAR)
def test_a_die_is_on_the_mat_as_long_as_it_touches_its_corner(apart: float, touch: bool):
    square = sqrt(0.5) * apart
    assert on_mat(Pose(-HALF - square, -HALF - square), MAT) is touch
    along = sqrt(0.5) * (HALF + apart)
    assert on_mat(Pose(MAT.length + along, MAT.width + along, 45.0), MAT) is touch


def test_a_die_whose_centre_is_over_a_hole_is_not_on_the_mat():
    mat = a_mat(holes=(DISC, TRIANGLE))
    assert not on_mat(Pose(45.0, 20.0), mat)
    assert not on_mat(Pose(13.0, 21.0), mat)
    assert over_hole(Pose(13.0, 21.0), mat)
    assert on_mat(Pose(48.1, 20.0), mat)
    assert not over_hole(Pose(48.1, 20.0), mat)


@pytest.mark.parametrize("yaw", [*TURNS, -30.0, 135.0])
@pytest.mark.parametrize(("apart", "touch"), NEAR_AND_FAR)
def test_a_die_is_in_a_kingdom_when_it_no_longer_touches_the_wall(yaw: float, apart: float, touch: bool):
    away = reach(yaw) + apart
    assert side_of_wall(Pose(30.7 - away, 10.0, yaw), MAT) == (0 if touch else -1)
    assert side_of_wall(Pose(32.3 + away, 10.0, yaw), MAT) == (0 if touch else 1)


@pytest.mark.parametrize("yaw", TURNS)
@pytest.mark.parametrize(("apart", "touch"), NEAR_AND_FAR)
def test_without_a_wall_the_middle_line_parts_the_mat(yaw: float, apart: float, touch: bool):
    mat = Mat(length=40.0, wall=None)
    assert side_of_wall(Pose(20.0 - reach(yaw) - apart, 10.0, yaw), mat) == (0 if touch else -1)
    assert side_of_wall(Pose(20.0 + reach(yaw) + apart, 10.0, yaw), mat) == (0 if touch else 1)


def test_a_die_on_the_wall_is_on_neither_side_be_it_beyond_the_end_of_the_wall():
    assert side_of_wall(Pose(31.5, 10.0), MAT) == 0
    assert side_of_wall(Pose(31.5, -0.7), MAT) == 0
    assert side_of_wall(Pose(30.0, -1.0, 45.0), MAT) == 0


@pytest.mark.parametrize("yaw", TURNS)
@pytest.mark.parametrize(("apart", "touch"), NEAR_AND_FAR)
def test_a_die_touches_a_castle_up_to_a_tenth_of_a_millimetre(yaw: float, apart: float, touch: bool):
    away = reach(yaw) + apart
    for pose in (Pose(3.0 - away, 15.0, yaw), Pose(11.0 + away, 15.0, yaw), Pose(7.0, 11.0 - away, yaw)):
        assert touches_castle(pose, MAT, 0) is touch
        assert not touches_castle(pose, MAT, 1)
    assert touches_castle(Pose(56.0, 19.0 + away, yaw), MAT, 1) is touch


@pytest.mark.parametrize("area", [Area(3.0, 11.0, 11.0, 19.0), Area(30.7, 0.0, 32.3, 30.0), Area(5.0, 5.0, 25.0, 5.5)])
@pytest.mark.parametrize("yaw", [10.0, 30.0, 45.0, 75.0])
@pytest.mark.parametrize(("apart", "touch"), NEAR_AND_FAR)
def test_a_die_touches_each_corner_of_an_area_with_its_face(area: Area, yaw: float, apart: float, touch: bool):
    ends = around(area)
    for quarter, (x, y) in zip((180.0, 270.0, 0.0, 90.0), ends, strict=True):
        for sideways in (-0.7, 0.0, 0.7):
            pose = moved(moved(Pose(x, y, yaw), yaw + quarter, HALF + apart), yaw + quarter + 90.0, sideways)
            assert gap_to_area(pose, area) == pytest.approx(apart, abs=1e-12)
            assert touches_area(pose, area) is touch


def test_a_die_in_a_castle_touches_it_and_one_beside_it_does_not():
    assert touches_castle(Pose(7.0, 15.0), MAT, 0)
    assert touches_castle(Pose(56.0, 15.0, 12.0), MAT, 1)
    assert not touches_castle(Pose(7.0, 25.0), MAT, 0)


def test_a_mat_without_castles_has_none_to_touch():
    assert not touches_castle(Pose(7.0, 15.0), Mat(castles=None), 0)


# Dice on dice.


PIER, OTHER_PIER = die(1, 10.0, 10.0), die(2, 12.4, 10.0)
BRIDGE = die(3, 11.2, 10.0, 1)


def test_a_bridge_stands_on_its_piers_and_on_nothing_else():
    bodies = [BRIDGE, OTHER_PIER, PIER, die(4, 11.2, 12.0), die(5, 11.2, 10.0, 2), die(6, 10.5, 10.0, 1)]
    assert stands_on(BRIDGE, bodies) == (1, 2)
    assert stands_on(bodies[4], bodies) == (3, 6)
    assert stands_on(PIER, bodies) == ()


@pytest.mark.parametrize(("shift", "on"), [(1.6, ()), (1.5995, ()), (1.5985, (1,)), (0.0, (1,))])
def test_an_edge_in_common_carries_nothing(shift: float, on: tuple[int, ...]):
    assert stands_on(die(2, 10.0 + shift, 10.0, 1), [PIER]) == on


def test_an_ice_cube_stands_on_three_dice():
    bodies = [die(7, 10.0, 10.0), die(2, 11.7, 10.0), die(5, 10.8, 11.7)]
    assert stands_on(Body(9, Pose(10.8, 10.7, 20.0), 1, material="ice"), bodies) == (2, 5, 7)


@pytest.mark.parametrize("yaw", [*TURNS, 90.0])
@pytest.mark.parametrize(("shift", "carried"), [(0.0, True), (0.79, True), (0.8, True), (0.81, False), (1.7, False)])
def test_a_die_may_overhang_by_half_an_edge(yaw: float, shift: float, carried: bool):
    below = Body(1, Pose(20.0, 10.0, yaw))
    assert carries(moved(below.pose, yaw, shift), 1, [below], MAT) is carried
    assert carries(moved(below.pose, yaw - 90.0, shift), 1, [below], MAT) is carried


@pytest.mark.parametrize("yaw", [0.0, 20.0, 45.0])
def test_a_die_is_carried_between_two_dice_that_do_not_reach_its_centre(yaw: float):
    assert carries(Pose(11.2, 10.0, yaw), 1, [PIER, OTHER_PIER], MAT)
    assert not carries(Pose(11.2, 10.0, yaw), 1, [PIER], MAT)
    assert not carries(Pose(11.2, 10.0, yaw), 1, [OTHER_PIER], MAT)
    assert not carries(Pose(11.2, 11.0, yaw), 1, [PIER, OTHER_PIER], MAT)


def test_three_dice_carry_what_lies_between_them():
    bodies = [die(1, 10.0, 10.0), die(2, 12.0, 10.0), die(3, 11.0, 12.0)]
    assert carries(Pose(11.0, 10.95), 1, bodies, MAT)
    assert not carries(Pose(11.0, 10.95), 1, bodies[:2], MAT)


def test_a_die_on_a_level_is_carried_by_the_level_below_alone():
    tower = [die(1, 10.0, 10.0), die(2, 10.0, 10.0, 1)]
    assert carries(Pose(10.0, 10.0), 2, tower, MAT)
    assert not carries(Pose(10.0, 10.0), 3, tower, MAT)
    assert not carries(Pose(10.0, 10.0), 2, tower[:1], MAT)


@pytest.mark.parametrize(
    ("x", "y", "carried"),
    [
        (0.0, 0.0, True),
        (63.0, 30.0, True),
        (-0.01, 15.0, False),
        (63.01, 15.0, False),
        (9.0, -0.01, False),
        (9.0, 30.01, False),
        (45.0, 20.0, False),
        (48.1, 20.0, True),
    ],
)
def test_the_mat_carries_a_die_whose_centre_is_over_it_and_over_no_hole(x: float, y: float, carried: bool):
    assert carries(Pose(x, y), 0, [], a_mat(holes=(DISC,))) is carried


def crossings(a: Pose, b: Pose) -> list[Point]:
    """Where the outlines of two footprints cross, and the corners of each that lie in the other."""
    points = [point for point in corners(a) if outside(*point, Polygon(corners(b))) < 1e-9]
    points += [point for point in corners(b) if outside(*point, Polygon(corners(a))) < 1e-9]
    for (px, py), (qx, qy) in pairwise((*corners(a), corners(a)[0])):
        for (rx, ry), (sx, sy) in pairwise((*corners(b), corners(b)[0])):
            across = (qx - px) * (sy - ry) - (qy - py) * (sx - rx)
            if abs(across) > 1e-9:
                along = ((rx - px) * (sy - ry) - (ry - py) * (sx - rx)) / across
                there = ((rx - px) * (qy - py) - (ry - py) * (qx - px)) / across
                if max(abs(along - 0.5), abs(there - 0.5)) < 0.5 + 1e-9:
                    points.append((px + along * (qx - px), py + along * (qy - py)))
    return points


PIERS = [(-1.14, -0.66), (1.14, -0.66), (0.0, 1.32)]
"""Centres so far apart that dice there do not overlap, however they are turned."""


@given(a_pose(-1.4, 1.4), st.lists(st.floats(-90.0, 90.0), min_size=3, max_size=3), st.integers(1, 3))
@settings(UNHURRIED, max_examples=200)
def test_a_die_is_carried_as_far_as_the_patches_reach_on_which_it_stands(pose: Pose, yaws: list[float], count: int):
    below = [Body(k, Pose(*PIERS[k], yaws[k])) for k in range(count)]
    assume(not any(0.0 < depth(pose, body.pose) < 0.002 for body in below))
    points = [point for body in below for point in crossings(pose, body.pose)]
    assume(points)
    overhang = between(tuple(points), ((pose.x, pose.y),))
    assume(min(abs(overhang), abs(overhang - 0.03)) > 1e-6)
    assert carries(pose, 1, below, MAT) is (overhang < 0.0)
    layout = Layout((*below, Body(9, pose, 1)))
    if overhang < 0.03:
        check(layout)
        return
    with pytest.raises(Refusal) as refused:
        check(layout)
    assert refused.value.values == {"die": 9, "overhang": pytest.approx(overhang, abs=0.0006)}


def test_a_die_set_down_comes_to_stand_on_the_highest_die_below_it():
    bodies = [PIER, OTHER_PIER, BRIDGE]
    assert level_at(Pose(30.0, 10.0), bodies) == 0
    assert level_at(Pose(9.0, 10.0), bodies) == 1
    assert level_at(Pose(11.2, 11.0), bodies) == 2
    assert level_at(Pose(8.4, 10.0), bodies) == 0
    assert level_at(Pose(8.4, 10.0), []) == 0


@pytest.mark.parametrize(("apart", "room"), [(0.0, True), (-0.0009, True), (-0.0011, False), (-0.9, False)])
def test_a_die_fits_where_it_overlaps_no_die_of_its_level(apart: float, room: bool):
    pose = Pose(10.0 - EDGE - apart, 10.0)
    assert fits(pose, 0, [PIER], MAT) is room
    assert fits(pose, 1, [PIER], MAT)
    assert fits(pose, 1, [replace(PIER, level=1)], MAT) is room


@pytest.mark.parametrize("level", [0, 1])
def test_a_die_fits_in_no_solid_part_on_whatever_level(level: int):
    mat = a_mat(solids=(DISC,), holes=(TRIANGLE,))
    assert not fits(Pose(45.0, 16.3), level, [], mat)
    assert fits(Pose(45.0, 16.2), level, [], mat)
    assert fits(Pose(13.0, 21.0), level, [], mat)


# The nearest free spot.


def test_a_die_that_has_room_stays_where_it_is():
    pose = Pose(10.0, 11.6, 0.0)
    assert settle_near(pose, [PIER, BRIDGE], MAT) is pose


@given(a_pose(), st.lists(a_pose(), max_size=8))
@UNHURRIED
def test_a_die_settles_where_there_is_room_and_turned_as_it_was(pose: Pose, others: list[Pose]):
    bodies = [Body(number, other) for number, other in enumerate(others)]
    mat = a_mat(solids=(Disc(1.0, 1.0, 0.7),), holes=(Disc(-1.0, 0.0, 1.0),))
    spot = settle_near(pose, bodies, mat)
    assert fits(spot, 0, bodies, mat)
    assert not over_hole(spot, mat)
    assert spot.yaw == pose.yaw
    assert settle_near(pose, bodies[::-1], mat) == spot


@given(a_pose(-1.5, 1.5), st.floats(-400.0, 400.0))
@UNHURRIED
def test_a_die_settles_hardly_further_away_than_it_must(pose: Pose, yaw: float):
    other = Body(1, Pose(0.0, 0.0, yaw))
    spot = settle_near(pose, [other], MAT)
    must = depth(pose, other.pose)
    assert hypot(spot.x - pose.x, spot.y - pose.y) <= 1.006 * must + 2 * geometry.STEP


def test_a_die_settles_beside_a_solid_part_and_beside_a_hole_by_the_shortest_way():
    spot = settle_near(Pose(45.0, 17.0), [], a_mat(solids=(DISC,)))
    assert (spot.x, spot.y) == pytest.approx((45.0, 16.2), abs=0.03)
    spot = settle_near(Pose(45.0, 18.0), [], a_mat(holes=(DISC,)))
    assert hypot(spot.x - 45.0, spot.y - 18.0) == pytest.approx(1.0, abs=0.03)
    assert not over_hole(spot, a_mat(holes=(DISC,)))


def test_a_die_on_the_very_edge_of_a_hole_settles_beside_it():
    mat = a_mat(holes=(DISC,))
    spot = settle_near(Pose(48.0, 20.0), [], mat)
    assert not over_hole(spot, mat)
    assert hypot(spot.x - 48.0, spot.y - 20.0) <= 0.021


def test_a_die_amid_a_block_of_dice_settles_at_its_edge():
    block = [die(10 * i + j, 20.0 + EDGE * i, 5.0 + EDGE * j) for i in range(10) for j in range(10)]
    spot = settle_near(Pose(20.0 + EDGE * 4, 5.0 + EDGE * 3, 10.0), block, MAT)
    assert fits(spot, 0, block, MAT)
    assert hypot(spot.x - (20.0 + EDGE * 4), spot.y - (5.0 + EDGE * 3)) < 5.0 * EDGE


def test_dice_on_upper_levels_are_in_nobodys_way():
    assert settle_near(Pose(11.2, 10.0, 0.0), [BRIDGE], MAT) == Pose(11.2, 10.0, 0.0)


# Layouts.


def refusal_of(layout: Layout) -> str:
    with pytest.raises(Refusal) as refused:
        check(layout)
    return str(refused.value)


def test_layouts_of_all_sorts_are_accepted():
    check(Layout(()))
    check(Layout((PIER, OTHER_PIER, BRIDGE, die(0, 11.2, 10.0, 2, 45.0))))
    check(Layout(tuple(die(k, 1.0 + EDGE * (k % 20), 1.0 + EDGE * (k // 20)) for k in range(200)), Mat(60.0, 30.0)))
    check(Layout((Body(1, Pose(1000.0, -1000.0, -1e6), 0, 5, "ice"), Body(0, Pose(0.0, 0.0, 1e6), 0, 0))))
    check(Layout((), Mat(solids=(Solid(DISC, 0.0, 0.0), Solid(PEBBLE, 1.0, 2.0)))))
    check(Layout((die(1, 5.0, 5.0),), Mat(1.0, 1000.0, 2.0, 0.05, None, None)))
    check(Layout((), Mat(1000.0, 1.0, 0.05, 2.0, holes=(Disc(1000.0, -1000.0, 1000.0), Disc(5.0, 5.0, 0.01)))))
    check(Layout((), a_mat(solids=tuple(SHAPES), holes=tuple(SHAPES))))
    check(Layout(tuple(die(k, 5.0, 5.0, k) for k in range(25))))


def test_dice_beside_the_mat_and_over_its_edge_are_accepted():
    check(Layout((die(1, -20.0, 15.0), die(2, 0.0, 15.0), die(3, 63.9, 15.0))))


def test_what_the_engine_leaves_at_rest_is_accepted():
    check(Layout((PIER, die(2, 11.571, 10.0))))
    check(Layout((PIER, die(2, 10.829, 10.0, 1))))
    check(Layout((die(1, 45.0, 16.229),), a_mat(solids=(DISC,))))


@pytest.mark.parametrize(
    ("bodies", "says"),
    [
        ((die(-1, 5.0, 5.0),), "A die cannot have the number -1; numbers start at 0."),
        ((die(4, 5.0, 5.0), die(7, 9.0, 5.0), die(4, 20.0, 5.0)), "There are two dice with the number 4."),
        ((die(4, 5.0, 5.0, 25),), "Die 4 cannot be on level 25, only on 0 to 24."),
        ((die(4, 5.0, 5.0, -1),), "Die 4 cannot be on level -1, only on 0 to 24."),
        ((Body(4, Pose(5.0, 5.0), 0, 6),), "Die 4 cannot show face 6: a cube has the faces 0 to 5."),
        ((Body(4, Pose(5.0, 5.0), 0, -1),), "Die 4 cannot show face -1: a cube has the faces 0 to 5."),
        (
            (Body(4, Pose(5.0, 5.0), material=cast("Any", "wood")),),
            "Die 4 is of an unknown material, wood.",
        ),
        ((PIER, die(2, 10.0, 11.5)), "Dice 1 and 2 overlap by 0.1 cm."),
        ((die(9, 10.0, 10.0), die(2, 11.569, 10.0)), "Dice 2 and 9 overlap by 0.031 cm."),
        ((PIER, BRIDGE, OTHER_PIER, die(8, 11.0, 10.0, 1)), "Dice 3 and 8 overlap by 1.4 cm."),
        (
            (die(1, 10.0, 10.0, 1), die(2, 10.2, 10.0, 1), die(8, 10.0, 10.0), die(9, 10.5, 10.0)),
            "Dice 8 and 9 overlap by 1.1 cm.",
        ),
        ((PIER, die(8, 12.0, 10.0, 1)), "Die 8 floats: it is on level 1, and no die is below it."),
        ((die(8, 12.0, 10.0, 1),), "Die 8 floats: it is on level 1, and no die is below it."),
        ((PIER, die(8, 10.0, 10.0, 2)), "Die 8 floats: it is on level 2, and no die is below it."),
        ((PIER, die(8, 11.0, 10.0, 1)), "Die 8 would fall: its centre is 0.2 cm beside what carries it."),
        ((PIER, die(8, 10.831, 10.0, 1)), "Die 8 would fall: its centre is 0.031 cm beside what carries it."),
    ],
)
def test_dice_that_cannot_lie_so_are_refused_by_name(bodies: tuple[Body, ...], says: str):
    assert refusal_of(Layout(bodies)) == says
    assert refusal_of(Layout(bodies[::-1])) == says


@pytest.mark.parametrize(
    "pose",
    [
        Pose(nan, 5.0),
        Pose(5.0, nan),
        Pose(5.0, 5.0, nan),
        Pose(inf, 5.0),
        Pose(5.0, -inf),
        Pose(5.0, 5.0, inf),
        Pose(1000.1, 5.0),
        Pose(-1000.1, 5.0),
        Pose(5.0, -1000.1),
        Pose(5.0, 5.0, -1.1e6),
    ],
)
def test_a_die_whose_place_is_no_number_or_huge_is_refused(pose: Pose):
    says = refusal_of(Layout((PIER, Body(6, pose))))
    assert says == (
        f"Die 6 cannot lie at x {pose.x}, y {pose.y}, turned by {pose.yaw} degrees: "
        "these are no numbers, or far too large."
    )


def test_more_dice_than_any_game_has_are_refused():
    bodies = tuple(die(k, 2.0 * (k % 20), 2.0 * (k // 20)) for k in range(201))
    assert refusal_of(Layout(bodies)) == "There are 201 dice; at most 200 are possible."


def test_a_die_in_a_solid_part_is_refused():
    mat = a_mat(solids=(DISC, TRIANGLE))
    assert (
        refusal_of(Layout((PIER, die(6, 45.0, 16.231)), mat)) == "Die 6 lies 0.031 cm deep in a solid part of the mat."
    )
    tower = (die(1, 45.0, 16.2), die(2, 45.0, 16.3, 1))
    assert refusal_of(Layout(tower, mat)) == "Die 2 lies 0.1 cm deep in a solid part of the mat."


def test_a_die_over_a_hole_is_refused_unless_dice_carry_it():
    mat = a_mat(holes=(PEBBLE,))
    assert refusal_of(Layout((die(6, 50.2, 5.0),), mat)) == "Die 6 lies over a hole in the mat."
    check(Layout((die(6, 50.4, 5.0), die(7, 50.0, 5.0, 1)), mat))


def test_among_many_dice_one_that_overlaps_another_is_found():
    rng = Random(4)
    for _ in range(50):
        bodies = [die(k, 2.4 * (k % 10), 2.4 * (k // 10), yaw=rng.uniform(0.0, 90.0)) for k in range(40)]
        check(Layout(tuple(bodies)))
        near = moved(rng.choice(bodies).pose, rng.uniform(0.0, 360.0), rng.uniform(0.0, 1.5))
        rng.shuffle(bodies)
        assert " and 99 overlap by " in refusal_of(Layout((*bodies, Body(99, near))))


# Mats.


def corner_star(count: int, step: int) -> Polygon:
    angles = [2 * pi * step * k / count for k in range(count)]
    return Polygon(tuple((20.0 + 5.0 * cos(angle), 10.0 + 5.0 * sin(angle)) for angle in angles))


NOT_CONVEX = "must be convex, its corners counter-clockwise and none of them flat."


@pytest.mark.parametrize(
    ("mat", "says"),
    [
        (Mat(length=0.9), "A mat cannot be 0.9 by 30.0 cm; each side is from 1 to 1000.0 cm long."),
        (Mat(length=1000.1), "A mat cannot be 1000.1 by 30.0 cm; each side is from 1 to 1000.0 cm long."),
        (Mat(width=nan), "A mat cannot be 63.0 by nan cm; each side is from 1 to 1000.0 cm long."),
        (Mat(width=inf), "A mat cannot be 63.0 by inf cm; each side is from 1 to 1000.0 cm long."),
        (Mat(width=0.9), "A mat cannot be 63.0 by 0.9 cm; each side is from 1 to 1000.0 cm long."),
        (Mat(friction=0.04), "The friction of a mat is from 0.05 to 2.0, not 0.04."),
        (Mat(friction=nan), "The friction of a mat is from 0.05 to 2.0, not nan."),
        (Mat(around=2.1), "The friction of a mat is from 0.05 to 2.0, not 2.1."),
        (Mat(wall=Area(9.0, 0.0, 8.0, 5.0)), "There is no rectangle on a mat from 9.0, 0.0 to 8.0, 5.0."),
        (Mat(wall=Area(8.0, 0.0, 8.0, 5.0)), "There is no rectangle on a mat from 8.0, 0.0 to 8.0, 5.0."),
        (Mat(wall=Area(8.0, 5.0, 9.0, 5.0)), "There is no rectangle on a mat from 8.0, 5.0 to 9.0, 5.0."),
        (Mat(wall=Area(8.0, nan, 9.0, 5.0)), "There is no rectangle on a mat from 8.0, nan to 9.0, 5.0."),
        (Mat(wall=Area(8.0, 0.0, inf, 5.0)), "There is no rectangle on a mat from 8.0, 0.0 to inf, 5.0."),
        (
            Mat(castles=(Area(8.0, 0.0, 9.0, 5.0), Area(8.0, 6.0, 9.0, 5.0))),
            "There is no rectangle on a mat from 8.0, 6.0 to 9.0, 5.0.",
        ),
        (a_mat(holes=(Disc(5.0, 6.0, 0.0),)), "There is no disc on a mat at 5.0, 6.0 with the radius 0.0."),
        (a_mat(solids=(Disc(5.0, 6.0, -1.0),)), "There is no disc on a mat at 5.0, 6.0 with the radius -1.0."),
        (a_mat(holes=(Disc(5.0, nan, 1.0),)), "There is no disc on a mat at 5.0, nan with the radius 1.0."),
        (a_mat(holes=(Disc(5.0, 6.0, 1001.0),)), "There is no disc on a mat at 5.0, 6.0 with the radius 1001.0."),
        (a_mat(holes=(Disc(5.0, 6.0, nan),)), "There is no disc on a mat at 5.0, 6.0 with the radius nan."),
        (Mat(solids=(Solid(DISC, bounce=1.001),)), "The bounce of a solid part is from 0 to 1, not 1.001."),
        (Mat(solids=(Solid(DISC, bounce=-0.1),)), "The bounce of a solid part is from 0 to 1, not -0.1."),
        (Mat(solids=(Solid(DISC, friction=nan),)), "The friction of a solid part is from 0 to 2.0, not nan."),
        (Mat(solids=(Solid(DISC, friction=-0.1),)), "The friction of a solid part is from 0 to 2.0, not -0.1."),
        (a_mat(holes=(Polygon(((1.0, 1.0), (2.0, 1.0))),)), "A polygon has 3 to 16 corners, not 2."),
        (a_mat(holes=(corner_star(17, 1),)), "A polygon has 3 to 16 corners, not 17."),
        (a_mat(holes=(Polygon(((1.0, 1.0), (2.0, 1.0), (2.0, inf))),)), "There is no corner of a polygon at 2.0, inf."),
        (
            a_mat(holes=(Polygon(((1.0, 1.0), (1.009, 1.0), (1.0, 1.02))),)),
            "The polygon that starts at 1.0, 1.0 has an edge shorter than 0.01 cm.",
        ),
        (
            a_mat(solids=(Polygon(TRIANGLE.corners[::-1]),)),
            f"The polygon that starts at 13.0, 24.0 {NOT_CONVEX}",
        ),
        (
            a_mat(holes=(Polygon(((0.0, 0.0), (4.0, 0.0), (1.0, 1.0), (0.0, 4.0))),)),
            f"The polygon that starts at 0.0, 0.0 {NOT_CONVEX}",
        ),
        (
            a_mat(holes=(Polygon(((0.0, 0.0), (2.0, 0.0), (4.0, 0.0), (0.0, 4.0))),)),
            f"The polygon that starts at 0.0, 0.0 {NOT_CONVEX}",
        ),
        (
            a_mat(holes=(Polygon(((0.0, 0.0), (4.0, 0.0), (2.0, 0.0))),)),
            f"The polygon that starts at 0.0, 0.0 {NOT_CONVEX}",
        ),
        (a_mat(holes=(corner_star(5, 2),)), f"The polygon that starts at 25.0, 10.0 {NOT_CONVEX}"),
        (a_mat(holes=(corner_star(7, 3),)), f"The polygon that starts at 25.0, 10.0 {NOT_CONVEX}"),
    ],
)
def test_a_mat_that_cannot_be_is_refused(mat: Mat, says: str):
    assert refusal_of(Layout((), mat)) == says


@pytest.mark.parametrize("count", range(3, 17))
def test_regular_polygons_are_accepted(count: int):
    check(Layout((), a_mat(holes=(corner_star(count, 1),))))


# Strokes.


LAYOUT = Layout((BRIDGE, OTHER_PIER, PIER), a_mat(solids=(DISC, TRIANGLE)))


def stroke_refusal_of(stroke: Stroke) -> str:
    with pytest.raises(Refusal) as refused:
        check_stroke(LAYOUT, stroke)
    return str(refused.value)


@pytest.mark.parametrize(
    "stroke",
    [
        Flick(3, 0.0, 1000.0),
        Flick(1, -1e6, 0.001, 0.0, 0.8, 60.0, -60.0),
        Flick(1, 5.0, 100.0, 1.0, -0.8, -60.0, 60.0),
        Slide(1, 0.0, 0.0, 36_000.0),
        Slide(2, 400.0, 1000.0, -36_000.0),
        Swipe((Moment(0.0, 5.0, 5.0), Moment(0.01, 14.9, 5.0))),
        Swipe((Moment(3.0, -100.0, -100.0), Moment(8.0, 163.0, 130.0))),
        Swipe(tuple(Moment(0.0005 * k, 5.0, 5.0) for k in range(2000))),
    ],
)
def test_strokes_that_a_hand_can_make_are_accepted(stroke: Stroke):
    check_stroke(LAYOUT, stroke)


PUSH = "degrees sideways"


@pytest.mark.parametrize(
    ("stroke", "says"),
    [
        (Flick(4, 0.0, 100.0), "There is no die 4."),
        (
            Flick(1, 0.0, 0.0),
            "Die 1 cannot be flicked at 0.0 cm a second; it must be more than 0 and at most 1000.0.",
        ),
        (
            Flick(1, 0.0, 1000.1),
            "Die 1 cannot be flicked at 1000.1 cm a second; it must be more than 0 and at most 1000.0.",
        ),
        (
            Flick(1, 0.0, nan),
            "Die 1 cannot be flicked at nan cm a second; it must be more than 0 and at most 1000.0.",
        ),
        (Flick(1, nan, 100.0), "Die 1 cannot move in the direction of nan degrees."),
        (Flick(1, inf, 100.0), "Die 1 cannot move in the direction of inf degrees."),
        (Flick(1, 0.0, 100.0, 1.01), "Die 1 cannot be struck at 1.01 of its height, only from 0 to 1."),
        (Flick(1, 0.0, 100.0, -0.01), "Die 1 cannot be struck at -0.01 of its height, only from 0 to 1."),
        (Flick(1, 0.0, 100.0, nan), "Die 1 cannot be struck at nan of its height, only from 0 to 1."),
        (Flick(1, 0.0, 100.0, 0.5, 0.81), "Die 1 cannot be struck 0.81 cm beside its middle, only up to 0.8 cm."),
        (Flick(1, 0.0, 100.0, 0.5, -0.81), "Die 1 cannot be struck -0.81 cm beside its middle, only up to 0.8 cm."),
        (Flick(1, 0.0, 100.0, 0.5, nan), "Die 1 cannot be struck nan cm beside its middle, only up to 0.8 cm."),
        (
            Flick(1, 0.0, 100.0, stray=60.1),
            f"The push at die 1 deviates by 60.1 {PUSH} and 0.0 upwards; at most 60.0 each.",
        ),
        (
            Flick(1, 0.0, 100.0, stray=-60.1),
            f"The push at die 1 deviates by -60.1 {PUSH} and 0.0 upwards; at most 60.0 each.",
        ),
        (
            Flick(1, 0.0, 100.0, elevation=-60.1),
            f"The push at die 1 deviates by 0.0 {PUSH} and -60.1 upwards; at most 60.0 each.",
        ),
        (
            Flick(1, 0.0, 100.0, elevation=nan),
            f"The push at die 1 deviates by 0.0 {PUSH} and nan upwards; at most 60.0 each.",
        ),
        (Slide(4, 0.0, 100.0), "There is no die 4."),
        (Slide(3, 0.0, 100.0), "Die 3 cannot slide on the mat: it is on level 1."),
        (Slide(1, 0.0, -0.1), "Die 1 cannot slide at -0.1 cm a second, only at 0 to 1000.0."),
        (Slide(1, 0.0, 1000.1), "Die 1 cannot slide at 1000.1 cm a second, only at 0 to 1000.0."),
        (Slide(1, 0.0, nan), "Die 1 cannot slide at nan cm a second, only at 0 to 1000.0."),
        (Slide(1, -1.1e6, 100.0), "Die 1 cannot move in the direction of -1100000.0 degrees."),
        (Slide(1, 0.0, 100.0, -36_001.0), "Die 1 cannot spin at -36001.0 degrees a second, only up to 36000.0."),
        (Slide(1, 0.0, 100.0, nan), "Die 1 cannot spin at nan degrees a second, only up to 36000.0."),
    ],
)
def test_a_flick_or_a_slide_that_cannot_be_is_refused(stroke: Stroke, says: str):
    assert stroke_refusal_of(stroke) == says


def a_swipe(*path: tuple[float, float, float]) -> Swipe:
    return Swipe(tuple(Moment(*moment) for moment in path))


@pytest.mark.parametrize(
    ("swipe", "says"),
    [
        (a_swipe((0.0, 5.0, 5.0)), "A swipe has 2 to 2000 moments, not 1."),
        (
            Swipe(tuple(Moment(0.001 * k, 5.0, 5.0) for k in range(2001))),
            "A swipe has 2 to 2000 moments, not 2001.",
        ),
        (
            a_swipe((0.0, 5.0, 5.0), (1.0, 163.1, 5.0)),
            "Moment 2 of the swipe is at x 163.1, y 5.0: a finger stays within 100.0 cm of the mat.",
        ),
        (
            a_swipe((0.0, -100.1, 5.0), (1.0, 5.0, 5.0)),
            "Moment 1 of the swipe is at x -100.1, y 5.0: a finger stays within 100.0 cm of the mat.",
        ),
        (
            a_swipe((0.0, 5.0, 130.1), (1.0, 5.0, 5.0)),
            "Moment 1 of the swipe is at x 5.0, y 130.1: a finger stays within 100.0 cm of the mat.",
        ),
        (
            a_swipe((0.0, 5.0, -100.1), (1.0, 5.0, 5.0)),
            "Moment 1 of the swipe is at x 5.0, y -100.1: a finger stays within 100.0 cm of the mat.",
        ),
        (
            a_swipe((0.0, 5.0, 5.0), (1.0, nan, 5.0)),
            "Moment 2 of the swipe is at x nan, y 5.0: a finger stays within 100.0 cm of the mat.",
        ),
        (
            a_swipe((0.0, 5.0, 5.0), (1.0, 5.0, nan)),
            "Moment 2 of the swipe is at x 5.0, y nan: a finger stays within 100.0 cm of the mat.",
        ),
        (a_swipe((-0.1, 5.0, 5.0), (1.0, 6.0, 5.0)), "A swipe cannot start at the time -0.1."),
        (a_swipe((nan, 5.0, 5.0), (1.0, 6.0, 5.0)), "A swipe cannot start at the time nan."),
        (a_swipe((inf, 5.0, 5.0), (inf, 6.0, 5.0)), "A swipe cannot start at the time inf."),
        (
            a_swipe((0.0, 5.0, 5.0), (1.0, 6.0, 5.0), (1.0, 6.0, 5.0)),
            "Moment 3 of the swipe, at 1.0 s, must come after the one before.",
        ),
        (
            a_swipe((0.0, 5.0, 5.0), (nan, 6.0, 5.0)),
            "Moment 2 of the swipe, at nan s, must come after the one before.",
        ),
        (
            a_swipe((0.0, 5.0, 5.0), (0.001, 5.6, 5.0), (0.002, 6.4, 5.8)),
            "The finger is too fast on its way to moment 3 of the swipe; at most 1000.0 cm a second.",
        ),
        (a_swipe((1.0, 5.0, 5.0), (6.5, 6.0, 5.0)), "The swipe takes 5.5 s; at most 5.0 s."),
        (a_swipe((1.0, 5.0, 5.0), (5.5, 6.0, 5.0), (6.25, 6.0, 5.0)), "The swipe takes 5.25 s; at most 5.0 s."),
        (a_swipe((1.0, 5.0, 5.0), (inf, 6.0, 5.0)), "The swipe takes inf s; at most 5.0 s."),
        (
            a_swipe((0.0, 10.0 - HALF - FINGERTIP / 2 + 0.002, 10.0), (1.0, 6.0, 5.0)),
            "The finger comes down on die 1; it must start beside it.",
        ),
        (a_swipe((0.0, 11.2, 10.0), (1.0, 6.0, 5.0)), "The finger comes down on die 1; it must start beside it."),
        (a_swipe((0.0, 12.4, 10.0), (1.0, 6.0, 5.0)), "The finger comes down on die 2; it must start beside it."),
        (
            a_swipe((0.0, 45.0, 16.4), (1.0, 6.0, 5.0)),
            "The finger comes down in a solid part of the mat; it must start beside it.",
        ),
        (
            a_swipe((0.0, 15.0, 19.4), (1.0, 6.0, 5.0)),
            "The finger comes down in a solid part of the mat; it must start beside it.",
        ),
    ],
)
def test_a_swipe_that_cannot_be_is_refused(swipe: Swipe, says: str):
    assert stroke_refusal_of(swipe) == says


def test_a_finger_may_start_close_beside_a_die_or_a_solid_part_and_below_a_bridge():
    check_stroke(LAYOUT, a_swipe((0.0, 10.0 - HALF - FINGERTIP / 2, 10.0), (1.0, 6.0, 5.0)))
    check_stroke(LAYOUT, a_swipe((0.0, 45.0, 16.3), (1.0, 6.0, 5.0)))
    check_stroke(LAYOUT, a_swipe((0.0, 15.0, 19.3), (1.0, 6.0, 5.0)))
    check_stroke(Layout((BRIDGE,)), a_swipe((0.0, 11.2, 10.0), (1.0, 6.0, 5.0)))
