"""What mouse, wheel and keys make of a flick."""

from __future__ import annotations

from math import cos, inf, radians, sin

import pytest

from rumms import language
from rumms.physics.model import Body, Flick, Pose
from rumms.ui.gestures import FULL, FULL_PULL, LEAST, Aim, Point, room_behind

BODY = Body(4, Pose(20.0, 10.0, 30.0))
MIDDLE = (600.0, 400.0)
PULL = 180.0


def pulled(aim: Aim, direction: float, pixels: float) -> Aim:
    """Pulled so that the shot goes in a direction; on the screen y goes down."""
    x, y = cos(radians(direction)), sin(radians(direction))
    return aim.pulled((MIDDLE[0] - pixels * x, MIDDLE[1] + pixels * y), MIDDLE, PULL)


@pytest.mark.parametrize("direction", [0.0, 19.0, 90.0, 135.0, 270.0, 341.5])
def test_the_shot_goes_away_from_the_pull(direction: float):
    aim = pulled(Aim.pressed(BODY, (20.0, 10.0)), direction, 90.0)
    assert aim.flick == Flick(4, direction, speed=190.0, height=0.5, offset=0.0)


def test_power_grows_with_the_pull_and_stays_full_above():
    powers = [pulled(Aim.pressed(BODY, (20.0, 10.0)), 40.0, pixels).power for pixels in (45.0, 180.0, 500.0)]
    assert powers == pytest.approx([0.25, 1.0, 1.0])
    assert pulled(Aim.pressed(BODY, (20.0, 10.0)), 40.0, 500.0).speed == FULL


def test_a_pull_that_is_too_short_is_no_shot_and_forgets_an_earlier_one():
    far = pulled(Aim.pressed(BODY, (20.0, 10.0)), 40.0, 100.0)
    assert far.is_ready
    assert not pulled(far, 40.0, 13.0).is_ready
    assert pulled(far, 40.0, 15.0).is_ready
    assert not Aim.pressed(BODY, (20.0, 10.0)).is_ready


SCREEN = (1280, 720)
SPOTS = [(x, y) for x in (42.0, 62.0, 120.0, 640.0, 1160.0, 1238.0) for y in (65.0, 85.0, 200.0, 360.0, 635.0, 655.0)]
"""Pixels of dice all over the mat, and of such as hang over its edge."""


def stopped(middle: Point, direction: float, pixels: float) -> Point:
    """Where a pointer is that was pulled so far, and could not leave the screen."""
    x, y = cos(radians(direction)), sin(radians(direction))
    to = round(middle[0] - pixels * x), round(middle[1] + pixels * y)
    return min(max(to[0], 0), SCREEN[0] - 1), min(max(to[1], 0), SCREEN[1] - 1)


def pulled_on_the_screen(middle: Point, at: Point) -> Aim:
    aim = Aim.pressed(BODY, (20.0, 10.0), middle)
    return aim.pulled(at, middle, FULL_PULL, room_behind(middle, at, SCREEN))


@pytest.mark.parametrize("direction", range(0, 360, 15))
def test_every_die_can_be_flicked_with_full_power_and_with_little_however_near_the_edge_it_lies(direction: int):
    for middle in SPOTS:
        assert pulled_on_the_screen(middle, stopped(middle, direction, 2 * FULL_PULL)).power == 1.0
        powers = [pulled_on_the_screen(middle, stopped(middle, direction, pixels)).power for pixels in range(200)]
        assert min(filter(None, powers)) < 0.15
        assert all(step <= 0.05 for step in map(float.__sub__, powers[16:], powers[15:]))


def test_where_there_is_room_a_pull_is_as_long_as_ever():
    at = (MIDDLE[0] - 60.0, MIDDLE[1] + 80.0)
    room = room_behind(MIDDLE, at, SCREEN)
    assert room == pytest.approx(5 / 4 * (SCREEN[1] - 5 - MIDDLE[1]))
    aim = Aim.pressed(BODY, (20.0, 10.0))
    assert aim.pulled(at, MIDDLE, PULL, room) == aim.pulled(at, MIDDLE, PULL)
    assert aim.pulled(at, MIDDLE, PULL).power == pytest.approx(100 / 180)
    assert room_behind(MIDDLE, MIDDLE, SCREEN) == inf


def test_near_the_edge_a_slip_of_the_hand_is_still_no_shot():
    middle = (62.0, 360.0)
    rim = (middle[0] - 14.0, middle[1])
    aim = Aim.pressed(BODY, (19.3, 10.0), rim)
    for slip, is_shot in ((12.0, False), (15.0, True)):
        at = (rim[0] - slip, rim[1])
        assert aim.pulled(at, middle, PULL, room_behind(middle, at, SCREEN)).is_ready is is_shot


def test_a_click_at_the_rim_of_a_large_die_is_no_shot():
    rim = (MIDDLE[0] - 40.0, MIDDLE[1])
    aim = Aim.pressed(BODY, (19.3, 10.0), rim)
    assert not aim.pulled((rim[0] - 3.0, rim[1]), MIDDLE, PULL).is_ready
    assert aim.pulled((rim[0] - 30.0, rim[1]), MIDDLE, PULL).is_ready


@pytest.mark.parametrize(
    ("point", "offset"),
    [
        ((20.0, 10.0), 0.0),
        ((20.3, 10.1), 0.0),
        ((20.0, 10.4), 0.25),
        ((20.0, 9.6), -0.25),
        ((20.0, 10.79), 0.6),
        ((20.0, 12.0), 0.0),
    ],
)
def test_where_one_presses_is_where_the_finger_strikes_sideways(point: Point, offset: float):
    aim = pulled(Aim.pressed(BODY, point), 0.0, 90.0)
    assert aim.flick.offset == pytest.approx(offset)


def test_the_grip_stays_on_the_die_as_the_direction_changes():
    aim = Aim.pressed(BODY, (20.0, 10.4))
    assert [pulled(aim, turn, 90.0).flick.offset for turn in (0.0, 90.0, 180.0)] == [0.25, 0.0, -0.25]


def test_the_wheel_moves_the_strike_between_low_and_high():
    aim = Aim.towards(BODY, (40.0, 10.0))
    assert (aim.height, aim.strike) == (0.5, "centre")
    assert (aim.raised(2).strike, aim.raised(3).strike) == ("centre", "high")
    assert (aim.raised(-2).strike, aim.raised(-3).strike) == ("centre", "low")
    assert (aim.raised(50).height, aim.raised(-50).height) == (0.95, 0.05)
    assert aim.raised(1).flick.height == 0.55


def test_a_whole_flick_is_made_with_the_keys():
    aim = Aim.towards(BODY, (20.0, 25.0))
    assert (round(aim.direction, 6), aim.power, aim.is_ready) == (90.0, 0.5, True)
    for key, is_fine in (("left", False), ("right", True), ("up", False), ("up", True), ("higher", False)):
        changed = aim.keyed(key, is_fine=is_fine)
        assert changed is not None
        aim = changed
    for _ in range(3):
        aim = aim.keyed("outward") or aim
    aim = aim.keyed("inward") or aim
    assert aim.flick == Flick(4, direction=90.9, speed=212.8, height=0.55, offset=0.1)


def test_keys_come_to_an_end_at_full_and_least_power_and_at_the_rim_of_the_die():
    aim = Aim.towards(BODY, (40.0, 10.0))
    for _ in range(100):
        aim = aim.keyed("up") or aim
        aim = aim.keyed("outward") or aim
    assert (aim.power, aim.flick.offset) == (1.0, 0.6)
    for _ in range(200):
        aim = aim.keyed("down") or aim
        aim = aim.keyed("inward") or aim
    assert LEAST <= aim.power < LEAST + 0.01
    assert aim.is_ready
    assert aim.flick.offset == -0.6


def test_keys_add_to_where_the_die_is_held():
    aim = pulled(Aim.pressed(BODY, (20.0, 10.4)), 0.0, 90.0).keyed("outward")
    assert aim is not None
    assert aim.flick.offset == 0.3


def test_turning_past_the_full_circle_begins_anew():
    right = Aim.towards(BODY, (40.0, 10.0)).keyed("right", is_fine=True)
    assert right is not None
    assert right.flick.direction == 359.9
    left = right.keyed("left", is_fine=True)
    assert left is not None
    assert left.flick.direction == 0.0
    assert Aim(4, direction=359.999, power=1.0).flick.direction == 0.0


def test_other_keys_change_nothing():
    assert Aim.towards(BODY, (40.0, 10.0)).keyed("x") is None


def test_a_flick_is_shown_as_the_aim_that_makes_it():
    flick = Flick(4, direction=123.4, speed=247.0, height=0.3, offset=0.45)
    assert Aim.of(flick).flick == flick
    assert Aim.of(flick, 0.5).power == pytest.approx(0.325)
    assert Aim.of(Flick(4, 0.0, 900.0)).power == 1.0


def test_heights_have_words_in_both_languages():
    aim = Aim.towards(BODY, (40.0, 10.0))
    for code in language.CODES:
        language.use(code)
        words = {aim.raised(steps).strike for steps in (-5, 0, 5)}
        assert len(words) == 3
