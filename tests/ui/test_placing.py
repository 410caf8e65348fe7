"""A die in a hand: where it hangs, how it is turned, and where it may be set."""

from __future__ import annotations

import pytest

from rumms.games.rumms.actions import Put
from rumms.games.rumms.spots import CASTLE, Spots, ground
from rumms.games.rumms.state import Aside, Die
from rumms.kernel.refusal import IllegalMove
from rumms.physics.film import yaw_of
from rumms.physics.model import EDGE, Mat, Pose
from rumms.ui.placing import NEAR, Placing
from tests.games.rumms.table import FIRST, RED_KING, board

TROLL = FIRST


def placing(*dice: str) -> Placing:
    """A red troll that is to be set in its castle, beside the king at 7,15."""
    state = board("red troll 20,5", *dice)
    troll = Die(TROLL, state.dice[TROLL].name, state.dice[TROLL].side, Aside())
    return Placing(Spots(ground(troll, state.dice, Mat()), CASTLE))


def test_at_first_it_hangs_over_a_spot_that_is_allowed():
    hand = placing()
    assert hand.die == TROLL
    assert hand.refusal is None
    assert hand.put() in hand.spots


def test_a_spot_that_is_allowed_is_taken_exactly():
    hand = placing()
    hand.to(8.1234567, 12.0)
    hand.turn(2)
    assert hand.put() == Put(TROLL, Pose(8.123, 12.0, 30.0))


def test_it_is_moved_and_turned_step_by_step():
    hand = placing()
    hand.to(5.0, 12.0)
    hand.move(0.5, -0.1)
    assert (hand.pose.x, hand.pose.y) == (5.5, 11.9)
    hand.turn(-1)
    assert hand.pose.yaw == 345.0
    hand.turn(2)
    assert hand.pose.yaw == 15.0
    assert yaw_of(hand.sight) % 90.0 == pytest.approx(15.0)


def test_a_spot_that_was_missed_by_a_little_is_set_right():
    hand = placing()
    hand.to(13.0, 15.0)
    assert hand.refusal is not None
    put = hand.put()
    assert put in hand.spots
    assert 0.0 < 13.0 - put.pose.x < NEAR
    assert abs(put.pose.y - 15.0) < 0.5


def test_beside_a_die_it_is_set_beside_it():
    hand = placing()
    hand.to(8.0, 15.0)
    assert hand.refusal is not None
    assert hand.put() in hand.spots


@pytest.mark.parametrize(("x", "y"), [(56.0, 15.0), (31.5, 15.0), (-30.0, 90.0), (7.0, 29.0)])
def test_far_from_every_spot_it_is_refused_with_the_reason(x: float, y: float):
    hand = placing()
    hand.to(x, y)
    with pytest.raises(IllegalMove) as refusal:
        hand.put()
    assert refusal.value.rule in {"RUM-09", "RUM-47"}
    assert (hand.pose.x, hand.pose.y) == (x, y)


def test_on_another_die_it_is_seen_on_top():
    hand = placing()
    hand.to(7.0, 15.0)
    assert hand.body.level == 1
    assert hand.sight.z == pytest.approx(1.5 * EDGE)
    assert hand.put() == Put(TROLL, Pose(7.0, 15.0))
    assert hand.spots.ground.others[RED_KING].kind.is_king


def test_the_castle_is_where_it_says_it_may_be_set():
    (area,) = placing().areas
    castle = Mat().castles
    assert castle
    assert area.left == castle[0].left - EDGE / 2, "as far as it touches"
    assert area.right == castle[0].right + EDGE / 2
