"""The real finger without a window: a pointer's way becomes a swipe that is as fast, and as long as it may be."""

from __future__ import annotations

from math import cos, hypot, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rumms.games.rumms.choices import Flicks
from rumms.games.rumms.turn import STROKE, foul_of
from rumms.physics.engine import simulate
from rumms.physics.kernels.rows import FINGER_BOUNCE, FINGER_LIFT, FINGER_RADIUS
from rumms.physics.model import Body, Disc, Layout, Mat, Moment, Pose, Solid, Swipe
from rumms.ui.swiping import (
    AFTER,
    LIFTED,
    LONGEST,
    RADIUS,
    Finger,
    gap,
    nearest,
    refusal,
    smoothed,
    speed_at,
    where,
)

DIE = 3
MIDDLE = Pose(20.0, 15.0)
ALONE = Layout((Body(DIE, MIDDLE),))
SCALE = 18.3
"""Pixels a centimetre."""


def swiped(
    speed: float, direction: float = 0.0, *, every: float = 0.004, layout: Layout = ALONE, beside: float = 0.0
) -> Finger:
    """A finger that goes through the die, at most a bit beside its middle, seen every few ms and in whole pixels."""
    c, s = cos(radians(direction)), sin(radians(direction))
    far = RADIUS + 2.0 + 0.1 * speed

    def at(time: float) -> tuple[float, float]:
        along = speed * time - far
        x, y = MIDDLE.x + along * c - beside * s, MIDDLE.y + along * s + beside * c
        return round(x * SCALE) / SCALE, round(y * SCALE) / SCALE

    finger, time = Finger(layout, (DIE,), 0.0, at(0.0)), 0.0
    while not finger.is_done(time):
        time += every
        finger.move(time, at(time))
    return finger


def stroke(finger: Finger) -> Swipe:
    """What it has done by now."""
    swipe = finger.swipe(finger.raw[-1].time)
    assert swipe is not None
    return swipe


def test_the_screen_knows_the_finger_of_the_engine():
    assert RADIUS * 10 == FINGER_RADIUS
    assert LIFTED == FINGER_LIFT
    assert AFTER > LIFTED > STROKE


@pytest.mark.parametrize("every", [0.001, 0.004, 0.008])
@pytest.mark.parametrize("direction", [0.0, 37.0, 180.0, 261.0])
@pytest.mark.parametrize("speed", [10.0, 45.0, 130.0, 300.0, 700.0])
def test_a_swipe_is_as_fast_as_the_pointer(speed: float, direction: float, every: float):
    swipe = stroke(swiped(speed, direction, every=every))
    (touched,) = simulate(ALONE, swipe).touched
    assert touched.die == DIE
    assert speed_at(swipe, touched.time) == pytest.approx(speed, rel=0.1)
    assert swipe in Flicks((DIE,), ALONE, finger=True)


@pytest.mark.parametrize("speed", [60.0, 130.0, 300.0])
def test_the_die_leaves_a_quick_finger_a_little_faster_than_that_is(speed: float):
    swipe = stroke(swiped(speed))
    shot = simulate(ALONE, swipe)
    # what a die slides with this friction that begins so fast
    slid = ((1.0 + FINGER_BOUNCE) * speed) ** 2 / (2 * Mat().friction * 981.0)
    if speed < 100.0:  # faster ones tumble and roll on
        assert shot.moved[0].pose.x - MIDDLE.x == pytest.approx(slid, rel=0.35)


@pytest.mark.parametrize("yaw", [0.0, 20.0, 45.0])
@pytest.mark.parametrize("beside", [0.0, 0.3, -0.7, 1.1])
@pytest.mark.parametrize(
    ("speed", "foul"),
    [(speed, "pushed") for speed in (4.0, 8.0, 11.0, 14.0, 17.0, 20.0, 22.0)]
    + [(speed, None) for speed in (40.0, 60.0, 130.0, 300.0)],
)
def test_a_slow_drag_is_a_foul_and_a_quick_flick_is_none(speed: float, foul: str | None, beside: float, yaw: float):
    """However the die is turned and wherever the finger meets it."""
    turned = Layout((Body(DIE, Pose(MIDDLE.x, MIDDLE.y, yaw)),))
    for direction, every in ((0.0, 0.004), (37.0, 0.016), (200.0, 0.008)):
        swipe = stroke(swiped(speed, direction, every=every, layout=turned, beside=beside))
        assert foul_of(swipe, simulate(turned, swipe), (DIE,)) == foul


@pytest.mark.parametrize("near", [0.05, 0.3, 1.0])
def test_a_finger_that_rests_close_to_the_die_and_strikes_flicks(near: float):
    finger = Finger(ALONE, (DIE,), 0.0, (MIDDLE.x - 0.8 - RADIUS - near, 15.0))
    for step in range(1, 9):
        finger.move(1.0 + 0.008 * step, (MIDDLE.x - 0.8 - RADIUS - near + 0.6 * step, 15.0))
    swipe = stroke(finger)
    assert foul_of(swipe, simulate(ALONE, swipe), (DIE,)) is None


def test_who_goes_past_all_dice_has_done_nothing():
    finger = Finger(ALONE, (DIE,), 0.0, (10.0, 5.0))
    finger.move(0.1, (30.0, 5.0))
    assert finger.touched is None
    assert finger.swipe(0.2) is None
    assert not finger.is_done(9.0)


def test_a_jump_over_a_die_meets_it():
    finger = Finger(ALONE, (DIE,), 0.0, (10.0, 15.0))
    finger.move(0.05, (30.0, 15.0))
    assert finger.touched == DIE
    assert 0.0 < (finger.touched_at or 0.0) < 0.05
    swipe = stroke(finger)
    assert swipe in Flicks((DIE,), ALONE, finger=True)
    assert max(speed_at(swipe, moment.time) for moment in swipe.path) <= 1000.0 + 1e-6


def test_a_finger_that_rests_before_it_strikes_does_not_creep():
    finger = Finger(ALONE, (DIE,), 0.0, (14.0, 15.0))
    for step in range(20):
        finger.move(1.0 + 0.005 * step, (14.0 + 1.0 * step, 15.0))
    swipe = stroke(finger)
    assert swipe.path[-1].time < 0.5
    (touched,) = simulate(ALONE, swipe).touched
    assert speed_at(swipe, touched.time) == pytest.approx(200.0, rel=0.15)


def test_a_long_rest_is_forgotten():
    finger = Finger(ALONE, (DIE,), 0.0, (5.0, 5.0))
    for step in range(1, 900):
        finger.move(0.01 * step, (5.0 + 0.001 * step, 5.0))
    assert finger.raw[-1].time - finger.raw[0].time < LONGEST + 0.1


def test_a_finger_that_is_lifted_early_is_lifted_there():
    finger = Finger(ALONE, (DIE,), 0.0, (15.0, 15.0))
    for step in range(1, 9):
        finger.move(0.005 * step, (15.0 + 0.5 * step, 15.0))
    assert finger.touched == DIE
    swipe = finger.swipe(0.04)
    assert swipe is not None
    assert swipe.path[-1].x == pytest.approx(19.0, abs=0.01)


def test_the_pointer_may_be_anywhere():
    finger = Finger(ALONE, (DIE,), 0.0, (-1e6, 1e6))
    finger.move(0.1, (1e6, -1e6))
    assert all(abs(value) < 200.0 for moment in finger.raw for value in (moment.x, moment.y))


def test_a_finger_comes_down_beside_dice_and_obstacles():
    solid = Layout(ALONE.bodies, Mat(solids=(Solid(Disc(40.0, 20.0, 2.0)),)))
    assert refusal(15.0, 15.0, solid) is None
    assert "beside a die" in str(refusal(20.9, 15.0, solid))
    assert "obstacle" in str(refusal(42.3, 20.0, solid))
    raised = Layout((Body(1, Pose(10.0, 10.0), level=1),))
    assert refusal(10.0, 10.0, raised) is None


def test_it_would_foul_at_a_strange_die_or_too_slowly():
    both = Layout((Body(DIE, MIDDLE), Body(4, Pose(20.0, 20.0))))
    finger = Finger(both, (DIE,), 0.0, (17.6, 15.0))
    assert finger.would_foul(0.0)
    finger = Finger(both, (DIE,), 0.0, (10.0, 15.0))
    assert not finger.would_foul(0.0)
    finger.move(0.01, (12.5, 15.0))
    finger.move(0.02, (17.6, 15.0))
    assert not finger.would_foul(0.02)
    finger = Finger(both, (DIE,), 0.0, (10.0, 20.0))
    finger.move(0.01, (17.6, 20.0))
    assert finger.would_foul(0.01)


@given(st.floats(-3.0, 3.0), st.floats(-3.0, 3.0), st.floats(0.0, 360.0))
def test_the_gap_to_a_die_is_that_to_its_nearest_point(x: float, y: float, yaw: float):
    c, s = cos(radians(yaw)), sin(radians(yaw))
    steps = [-0.8 + 0.05 * step for step in range(33)]
    points = [(a * c - b * s, a * s + b * c) for a in steps for b in steps]
    away = min(hypot(x - px, y - py) for px, py in points) - RADIUS
    found = gap(x, y, Pose(0.0, 0.0, yaw))
    assert found <= away + 1e-9
    if found > -RADIUS:
        assert found == pytest.approx(away, abs=0.04)


def test_the_nearest_die_is_one_on_the_mat():
    bodies = (Body(1, Pose(10.0, 10.0)), Body(2, Pose(10.0, 10.0), level=1), Body(5, Pose(30.0, 10.0)))
    die, far = nearest(12.0, 10.0, bodies)
    assert die == 1
    assert far == pytest.approx(0.5)
    assert nearest(0.0, 0.0, ())[0] is None


def test_an_even_movement_stays_as_it_is():
    way = [Moment(0.01 * step, 1.0 * step, 2.0) for step in range(11)]
    for moment in smoothed(way):
        assert moment.x == pytest.approx(100.0 * moment.time)
        assert moment.y == pytest.approx(2.0)
    assert where(way, 0.055).x == pytest.approx(5.5)
    assert where(way, 9.0) == way[-1]
