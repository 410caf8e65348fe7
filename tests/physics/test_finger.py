"""A real finger: quick swipes flick, slow ones push, and the shot tells what the fingertip touched."""

from __future__ import annotations

from math import cos, dist, radians, sin, sqrt

import pytest

from rumms.kernel.refusal import Refusal
from rumms.physics.engine import Fast, simulate
from rumms.physics.film import RATE, unpack
from rumms.physics.model import EDGE, FINGERTIP, Body, Layout, Mat, Moment, Pose, Shot, Swipe, Touched

G = 981.0
MU = 0.4
REACH = EDGE / 2 + FINGERTIP / 2
"""From the middle of a die to that of a fingertip that touches a side of it."""
MAT = Mat(length=400.0, width=400.0, wall=None, castles=None)
LIFT = 0.04
"""Seconds after its first touch."""


def layout(*bodies: Body) -> Layout:
    return Layout(bodies, MAT)


def die(number: int = 1, x: float = 200.0, y: float = 200.0, yaw: float = 0.0) -> Body:
    return Body(number, Pose(x, y, yaw))


def swipe(speed: float, way: float, direction: float = 0.0, before: float = 1.0, aside: float = 0.0) -> Swipe:
    """At one speed, aimed at the middle of a die at (200, 200), from so far before it touches it, with many moments."""
    c, s = cos(radians(direction)), sin(radians(direction))
    start = REACH + before
    x, y = 200.0 - start * c - aside * s, 200.0 - start * s + aside * c
    count = 12
    return Swipe(
        tuple(
            Moment(way * k / count / speed, x + c * way * k / count, y + s * way * k / count) for k in range(count + 1)
        )
    )


def shoot(there: Layout, stroke: Swipe) -> Shot:
    shot = simulate(there, stroke)
    fast = Fast(there)(stroke)
    assert {one.die for one in fast.touched} == {one.die for one in shot.touched}
    return shot


def only(shot: Shot) -> Touched:
    (touched,) = shot.touched
    return touched


def came(shot: Shot, number: int = 1) -> float:
    """How far a die came from (200, 200)."""
    end = next(moved for moved in shot.moved if moved.id == number).pose
    return dist((end.x, end.y), (200.0, 200.0))


QUICK = (60.0, 80.0, 100.0, 150.0, 200.0)


@pytest.mark.parametrize("speed", QUICK)
@pytest.mark.parametrize("on", [0.3, 12.0], ids=["lifted soon", "goes on"])
@pytest.mark.parametrize("direction", [0.0, 90.0, 180.0])
def test_a_quick_swipe_is_a_flick_as_fast_as_the_finger(speed: float, on: float, direction: float):
    shot = shoot(layout(die(yaw=direction)), swipe(speed, 1.0 + on, direction))
    assert sqrt(2.0 * MU * G * came(shot)) == pytest.approx(speed, rel=0.15)
    touched = only(shot)
    assert touched.die == 1
    assert touched.duration < 0.03
    assert touched.distance < 0.8


@pytest.mark.parametrize("speed", QUICK)
def test_a_die_that_a_quick_swipe_flicks_moves_as_fast_as_the_finger_at_once(speed: float):
    shot = shoot(layout(die()), swipe(speed, 1.5, before=0.2))
    (track, *_) = unpack(shot.film).tracks
    begun = next(k for k, sight in enumerate(track.sights) if sight.x > 200.1)
    now = (track.sights[begun + 1].x - track.sights[begun].x) * RATE
    assert now == pytest.approx(speed, rel=0.15, abs=MU * G / RATE)


@pytest.mark.parametrize("speed", QUICK)
def test_a_fingertip_touches_a_die_when_it_gets_there(speed: float):
    assert only(shoot(layout(die()), swipe(speed, 3.0))).time == pytest.approx(1.0 / speed, abs=0.003)


@pytest.mark.parametrize("speed", [3.0, 4.0, 5.0])
def test_a_slow_drag_pushes(speed: float):
    shot = shoot(layout(die()), swipe(speed, 0.5 * speed, before=0.2))
    touched = only(shot)
    assert touched.duration > 0.03
    assert touched.distance == pytest.approx(0.04 * speed, rel=0.35)


@pytest.mark.parametrize("speed", [3.0, 5.0, 10.0, 20.0])
def test_the_finger_is_lifted_40_ms_after_its_first_touch(speed: float):
    shot = shoot(layout(die()), swipe(speed, 6.0, before=0.2))
    touched = only(shot)
    assert touched.duration <= LIFT + 0.005
    assert came(shot) < LIFT * speed * 1.3 + (1.2 * speed) ** 2 / (2.0 * MU * G) + 0.05


def test_a_finger_that_is_lifted_pushes_nothing_that_lies_further_on():
    there = layout(die(), die(2, 200.0 + EDGE + 5.0, 200.0))
    shot = shoot(there, swipe(20.0, 14.0))
    assert [moved.id for moved in shot.moved] == [1]
    assert only(shot).die == 1


def test_a_swipe_that_ends_before_a_die_touches_nothing():
    shot = shoot(layout(die()), swipe(100.0, 0.9))
    assert (shot.moved, shot.touched, shot.hits) == ((), (), ())
    assert shot.film == b""


@pytest.mark.parametrize("speed", [5.0, 60.0, 200.0, 900.0])
def test_a_swipe_past_all_dice_touches_nothing_and_moves_nothing(speed: float):
    there = layout(die(), die(2, 203.0, 200.0, 45.0), die(3, 210.0, 195.0))
    shot = shoot(there, swipe(speed, min(20.0, 4.0 * speed), aside=REACH + 0.4))
    assert (shot.moved, shot.touched) == ((), ())


@pytest.mark.parametrize("speed", [5.0, 60.0, 200.0, 900.0])
def test_a_tower_that_a_finger_passes_closely_stays_exactly_where_it_is(speed: float):
    tower = [Body(number, Pose(200.0 + 0.1 * number, 200.0, 31.0 * number), number) for number in range(5)]
    shot = shoot(layout(*tower), swipe(speed, min(20.0, 4.0 * speed), aside=REACH + 0.03))
    assert (shot.moved, shot.touched) == ((), ())


@pytest.mark.parametrize("speed", [30.0, 100.0, 300.0, 1000.0])
def test_a_die_in_the_way_is_always_touched_however_fast_the_finger_is(speed: float):
    for aside in (-1.2, -0.6, 0.0, 0.3, 1.0, 1.3):
        shot = shoot(layout(die()), swipe(speed, 8.0, before=2.0, aside=aside))
        assert only(shot).die == 1
        assert [moved.id for moved in shot.moved] == [1]


@pytest.mark.parametrize("speed", [5.0, 60.0, 150.0])
def test_two_dice_side_by_side_are_both_touched(speed: float):
    there = layout(die(1, 200.0, 200.81), die(2, 200.0, 199.19))
    shot = shoot(there, swipe(speed, 2.5, before=0.3))
    assert {one.die for one in shot.touched} == {1, 2}
    assert {moved.id for moved in shot.moved} == {1, 2}
    first, second = sorted(one.time for one in shot.touched)
    assert second - first < 0.02


def test_a_die_behind_the_flicked_one_is_hit_and_not_touched():
    there = layout(die(), die(2, 200.0 + EDGE + 1.5, 200.0))
    shot = shoot(there, swipe(100.0, 1.3))
    assert only(shot).die == 1
    assert {moved.id for moved in shot.moved} == {1, 2}
    assert any((hit.a, hit.b) == (1, 2) for hit in shot.hits)


def test_a_swipe_beside_the_middle_turns_the_die_away_from_the_finger():
    (track, *_) = unpack(shoot(layout(die()), swipe(100.0, 2.0, aside=0.5)).film).tracks
    assert track.sights[-1].rotation != track.sights[0].rotation
    assert track.sights[3].rotation.z * track.sights[3].rotation.w < 0.0
    (track, *_) = unpack(shoot(layout(die()), swipe(100.0, 2.0, aside=-0.5)).film).tracks
    assert track.sights[3].rotation.z * track.sights[3].rotation.w > 0.0


def test_the_times_of_a_swipe_count_from_its_first_moment():
    soon = swipe(100.0, 2.0)
    late = Swipe(tuple(Moment(one.time + 0.5, one.x, one.y) for one in soon.path))
    now, then = simulate(layout(die()), soon), simulate(layout(die()), late)
    assert only(then).time == pytest.approx(only(now).time, abs=0.001)
    assert came(then) == pytest.approx(came(now), rel=0.01)


@pytest.mark.parametrize(("x", "y"), [(200.0, 200.0), (200.5, 200.7), (200.0 - REACH + 0.1, 200.0)])
def test_a_finger_does_not_come_down_on_a_die(x: float, y: float):
    with pytest.raises(Refusal, match="die 1"):
        simulate(layout(die()), Swipe((Moment(0.0, x, y), Moment(0.1, x + 2.0, y))))
    with pytest.raises(Refusal, match="die 1"):
        Fast(layout(die()))(Swipe((Moment(0.0, x, y), Moment(0.1, x + 2.0, y))))


def test_a_fingertip_may_start_in_touch_with_a_die():
    shot = simulate(layout(die()), swipe(100.0, 1.0, before=0.0))
    assert only(shot).time < 0.005
    assert came(shot) > 5.0


def test_what_a_swipe_leaves_is_tidy():
    for speed in (3.0, 20.0, 100.0, 600.0):
        there = layout(die(), die(2, 201.7, 200.3), die(3, 200.2, 198.2), Body(4, Pose(200.1, 200.0), 1))
        shot = shoot(there, swipe(speed, min(8.0, 4.0 * speed)))
        assert 0.0 < shot.time < 5.0
        assert 1 in {one.die for one in shot.touched}
