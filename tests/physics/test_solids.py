"""What stands on a mat stops dice, be they slow or fast, flat or tumbling, and throws them back as it should."""

from __future__ import annotations

from math import atan2, cos, degrees, radians, sin

import pytest
from msgspec.structs import replace

from rumms.physics.engine import Fast, simulate
from rumms.physics.film import unpack
from rumms.physics.geometry import depth_in_shape
from rumms.physics.model import (
    SOLID,
    Body,
    Disc,
    Flick,
    Layout,
    Mat,
    Moved,
    Polygon,
    Pose,
    Shape,
    Shot,
    Slide,
    Solid,
    Stroke,
)

OPEN = Mat(length=400.0, width=400.0, wall=None, castles=None)
DEEPEST = 0.03
"""Centimetres by which a die may rest in something solid."""
SPEEDS = (30.0, 60.0, 100.0, 200.0, 400.0, 1000.0)
FACE = 200.0
"""Where the wall begins."""


def wall(thick: float = 1.6) -> Polygon:
    return Polygon(((FACE, -50.0), (FACE + thick, -50.0), (FACE + thick, 450.0), (FACE, 450.0)))


def box(left: float, bottom: float, right: float, top: float) -> Polygon:
    return Polygon(((left, bottom), (right, bottom), (right, top), (left, top)))


def mat(*shapes: Shape, bounce: float = 0.45, friction: float = 0.3) -> Mat:
    return replace(OPEN, solids=tuple(Solid(shape, bounce, friction) for shape in shapes))


def shoot(there: Mat, stroke: Stroke, x: float, y: float = 200.0, yaw: float = 0.0) -> Shot:
    """A shot with die 1 that leaves nothing inside of something solid."""
    layout = Layout((Body(1, Pose(x, y, yaw)),), there)
    shot = simulate(layout, stroke, compiled=None)
    for moved in shot.moved + Fast(layout)(stroke).moved:
        for solid in there.solids:
            assert depth_in_shape(moved.pose, solid.shape) <= DEEPEST
    return shot


def end_of(shot: Shot) -> Moved:
    (moved,) = shot.moved
    return moved


def met(shot: Shot) -> bool:
    return any(hit.b == SOLID for hit in shot.hits)


def outermost(shot: Shot) -> float:
    """How far to the right the die's middle ever was."""
    return max(sight.x for track in unpack(shot.film).tracks for sight in track.sights)


@pytest.mark.parametrize("thick", [0.2, 1.6])
@pytest.mark.parametrize("speed", SPEEDS)
def test_a_die_that_slides_squarely_against_a_wall_bounces_back(speed: float, thick: float):
    shot = shoot(mat(wall(thick)), Slide(1, 0.0, speed), FACE - 1.5)
    assert met(shot)
    assert end_of(shot).pose.x < FACE - 0.8 + DEEPEST
    assert outermost(shot) < FACE - 0.7
    assert end_of(shot).up == 4


@pytest.mark.parametrize("thick", [0.2, 1.6])
@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("away", [1.0, 1.3, 3.7, 9.0, 21.0])
def test_no_die_gets_through_a_wall(away: float, speed: float, thick: float):
    there = mat(wall(thick))
    for number, direction in enumerate((-60.0, -30.0, 0.0, 10.0, 45.0)):
        for height in (0.2, 0.5, 0.9):
            flick = Flick(1, direction, speed, height)
            shot = shoot(there, flick, FACE - 0.2 - away, yaw=90.0 * number)
            assert end_of(shot).pose.x < FACE
            assert outermost(shot) < FACE


@pytest.mark.parametrize("speed", [300.0, 650.0, 1000.0])
def test_no_sliding_die_gets_through_a_thin_wall_wherever_it_starts(speed: float):
    there = mat(wall(0.2))
    for step in range(40):
        shot = shoot(there, Slide(1, 0.0, speed, 40.0 * step), FACE - 1.2 - 1.03 * step, yaw=9.0 * step)
        assert end_of(shot).pose.x < FACE


def test_a_wall_that_a_die_does_not_reach_does_nothing():
    alone = simulate(Layout((Body(1, Pose(180.0, 200.0)),), OPEN), Slide(1, 0.0, 80.0))
    shot = shoot(mat(wall()), Slide(1, 0.0, 80.0), 180.0)
    assert not met(shot)
    assert end_of(shot).pose.x == pytest.approx(end_of(alone).pose.x, abs=0.1)


def speeds_at_the_wall(bounce: float, speed: float) -> tuple[float, float]:
    """Of a die that slides squarely against a wall from 1 cm away: how fast it came and how far it came back."""
    shot = shoot(mat(wall(), bounce=bounce), Slide(1, 0.0, speed), FACE - 0.8 - 1.0)
    return (speed * speed - 2.0 * 0.4 * 981.0) ** 0.5, FACE - 0.8 - end_of(shot).pose.x


@pytest.mark.parametrize("speed", [60.0, 120.0, 250.0])
def test_a_wall_gives_back_as_much_as_its_bounce_says(speed: float):
    for bounce in (0.0, 0.3, 0.6, 1.0):
        came, back = speeds_at_the_wall(bounce, speed)
        wanted = (bounce * came) ** 2 / (2.0 * 0.4 * 981.0)
        assert back == pytest.approx(wanted, rel=0.3, abs=0.15)


@pytest.mark.parametrize("bounce", [0.0, 0.45, 1.0])
def test_a_die_that_meets_a_wall_is_heard_as_hard_as_it_came(bounce: float):
    for speed in (60.0, 120.0, 250.0):
        shot = shoot(mat(wall(), bounce=bounce), Slide(1, 0.0, speed), FACE - 0.8 - 1.0)
        hit = next(hit for hit in shot.hits if hit.b == SOLID)
        assert hit.a == 1
        assert hit.speed == pytest.approx((speed * speed - 2.0 * 0.4 * 981.0) ** 0.5, rel=0.05)


@pytest.mark.parametrize("speed", [60.0, 120.0, 250.0])
def test_a_die_that_meets_a_wall_squarely_comes_back_hardly_turned(speed: float):
    end = end_of(shoot(mat(wall()), Slide(1, 0.0, speed), FACE - 0.8 - 1.0))
    assert abs((end.pose.yaw + 180.0) % 360.0 - 180.0) < 8.0


def test_a_die_never_comes_back_faster_than_it_came():
    for speed in (60.0, 200.0, 500.0):
        came, back = speeds_at_the_wall(1.0, speed)
        # a millimetre before the wall it may turn back, and be the faster by the friction of that way
        assert back <= came * came / (2.0 * 0.4 * 981.0) * 1.02 + 0.15


@pytest.mark.parametrize("speed", [100.0, 250.0])
def test_a_die_that_comes_at_an_angle_leaves_on_the_other_side_of_the_normal(speed: float):
    for direction in (-50.0, -30.0, 30.0, 50.0):
        c, s = cos(radians(direction)), sin(radians(direction))
        shot = shoot(
            mat(wall(), bounce=0.9, friction=0.0), Slide(1, direction, speed), FACE - 2.0 * c - 0.9, 200.0 - 2.0 * s
        )
        end = end_of(shot).pose
        assert met(shot)
        assert end.x < FACE - 1.0
        assert (end.y - 200.0) * s > 0.0


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("radius", [0.5, 2.0, 6.0])
def test_a_round_bumper_throws_a_die_back(radius: float, speed: float):
    bumper = Disc(200.0, 200.0, radius)
    shot = shoot(mat(bumper, bounce=0.8), Slide(1, 0.0, speed), 200.0 - radius - 0.8 - 0.6)
    assert met(shot)
    assert end_of(shot).pose.x < 200.0 - radius - 0.75
    assert abs(degrees(atan2(end_of(shot).pose.y - 200.0, 200.0 - end_of(shot).pose.x))) < 60.0


@pytest.mark.parametrize("speed", [100.0, 400.0, 1000.0])
def test_no_die_gets_through_a_small_post_that_it_aims_at(speed: float):
    post = Disc(200.0, 200.0, 0.3)
    for step in range(20):
        away = 1.5 + (speed / 100.0) * 0.37 * step
        shot = shoot(mat(post), Flick(1, 0.0, speed, 0.45), 200.0 - away, yaw=9.0 * step)
        assert met(shot) or end_of(shot).pose.x < 199.0


def test_a_bumper_that_is_hit_on_its_side_turns_the_die_aside():
    for side in (-1.0, 1.0):
        shot = shoot(mat(Disc(200.0, 200.0, 3.0), bounce=0.8), Slide(1, 0.0, 150.0), 194.0, 200.0 + 2.5 * side)
        assert met(shot)
        assert (end_of(shot).pose.y - 200.0) * side > 2.6


@pytest.mark.parametrize("speed", [100.0, 200.0, 400.0, 1000.0])
def test_tumbling_dice_are_stopped_too(speed: float):
    there = mat(wall(0.4))
    for number in range(12):
        flick = Flick(1, -20.0 + 4.0 * number, speed, 0.7 + 0.025 * number, 0.05 * number, elevation=2.0 * number)
        shot = shoot(there, flick, FACE - 2.0 - 1.3 * number, yaw=31.0 * number)
        assert end_of(shot).pose.x < FACE
        assert outermost(shot) < FACE


@pytest.mark.parametrize("speed", [100.0, 300.0, 1000.0])
def test_a_die_in_a_pen_never_gets_out(speed: float):
    pen = (box(190, 190, 210, 191), box(190, 209, 210, 210), box(190, 191, 191, 209), box(209, 191, 210, 209))
    for number in range(10):
        shot = shoot(
            mat(*pen, bounce=0.9), Flick(1, 37.0 * number, speed, 0.3 + 0.06 * number), 200.0, 200.0, 20.0 * number
        )
        end = end_of(shot)
        assert not end.gone
        assert 191.0 < end.pose.x < 209.0
        assert 191.0 < end.pose.y < 209.0


def test_dice_between_a_wall_and_a_fast_die_stay_outside_of_both():
    row = tuple(Body(2 + k, Pose(FACE - 0.81 - 1.62 * k, 200.0)) for k in range(4))
    for speed in (100.0, 300.0, 1000.0):
        layout = Layout((*row, Body(1, Pose(185.0, 200.0))), mat(wall()))
        shot = simulate(layout, Slide(1, 0.0, speed), compiled=None)
        for moved in shot.moved:
            assert moved.pose.x < FACE
            assert depth_in_shape(moved.pose, wall()) <= DEEPEST


def test_a_die_that_leans_on_a_wall_from_the_start_may_be_flicked_along_and_away():
    for direction in (90.0, 135.0, 180.0):
        shot = shoot(mat(wall()), Flick(1, direction, 80.0, 0.45), FACE - 0.8)
        assert end_of(shot).pose.x < FACE - 0.8 + DEEPEST
        assert abs(end_of(shot).pose.x - FACE) + abs(end_of(shot).pose.y - 200.0) > 3.0


def test_a_die_that_is_flicked_into_the_wall_it_leans_on_stays_outside():
    for speed in SPEEDS:
        shot = simulate(Layout((Body(1, Pose(FACE - 0.8, 200.0)),), mat(wall())), Flick(1, 0.0, speed), compiled=None)
        for moved in shot.moved:
            assert moved.pose.x < FACE
            assert depth_in_shape(moved.pose, wall()) <= DEEPEST


def test_what_is_slippery_lets_a_die_slide_on_and_what_is_rough_holds_it_back():
    ends = []
    for friction in (0.0, 1.5):
        shot = shoot(mat(wall(), bounce=0.0, friction=friction), Slide(1, 40.0, 150.0), FACE - 1.5)
        ends.append(end_of(shot).pose.y)
    slippery, rough = ends
    assert slippery > rough + 1.0
