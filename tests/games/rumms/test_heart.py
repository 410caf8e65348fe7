from __future__ import annotations

import pytest

from rumms.games.rumms.actions import Decline, Pick, Put, Thrown, Use
from rumms.games.rumms.events import Defeated, Revived, Threw, WasSet, who
from rumms.games.rumms.kinds import KINDS
from rumms.games.rumms.state import Ask, Out, State
from rumms.kernel.game import NATURE
from rumms.physics.model import Flick, Pose

from .table import (
    BLUE,
    BLUE_KING,
    FIRST,
    GAME,
    RED,
    RED_KING,
    Lies,
    at,
    board,
    flick,
    is_out,
    off,
    play,
    push,
    refused,
    sorts,
    thrown,
)

HEART, SECOND, THIRD, FOURTH, FIFTH, LAST = range(FIRST, FIRST + 6)
SPOTS = tuple(Pose(4.0 + 2.0 * number, 12.0) for number in range(4))
"""Free spots in red's castle."""


def is_thrown(state: State, die: int) -> bool:
    """Does Nature throw this die for a heart now?"""
    task = state.task
    return GAME.actor(state) == NATURE and (task.ask, task.power, task.about) == (Ask.THROW, "revive", die)


# One heart.


@pytest.mark.rule("RUM-40")
def test_a_heart_leaves_play_and_a_defeated_die_is_thrown_and_set_in_the_own_castle():
    state = board("red heart 20,5", "red knight out", "red troll 20,25")
    assert refused(state, Flick(HEART, 0.0, 100.0)) == "RUM-12"
    assert Flick(THIRD, 0.0, 100.0) in GAME.legal(state)
    state, _ = play(state, Use(HEART))
    assert (state.task.ask, state.task.side, state.task.among) == (Ask.PICK, RED, (SECOND,))
    state, events = play(state, Pick((SECOND,)))
    assert events == [Defeated(who(state.dice[HEART]), "spent")]
    assert state.dice[HEART].where == Out(spent=True)
    assert is_thrown(state, SECOND)
    state, events = play(state, Thrown(4))
    knight = who(state.dice[SECOND])
    assert events == [Threw(knight, 4, active=True), Revived(knight)]
    assert (state.task.ask, state.task.side, state.task.about) == (Ask.PUT, RED, SECOND)
    assert refused(state, Put(SECOND, Pose(20.0, 15.0))) == "RUM-09"
    state, events = play(state, Put(SECOND, SPOTS[0]))
    assert events == [WasSet(knight, SPOTS[0], 0, "revive")]
    assert state.dice[SECOND].body.up == 4  # it keeps the face it shows
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-40")
def test_a_die_that_shows_a_shadow_face_stays_out():
    state, _ = play(board("red heart 20,5", "red troll out"), Use(HEART), Pick((SECOND,)))
    state, events = play(state, thrown(state, "shadow"))
    assert sorts(events) == ["Threw"]
    assert state.dice[SECOND].where == Out()
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-40")
def test_six_points_may_be_split_over_dice_and_each_is_thrown_on_its_own():
    state = board("red heart 20,5", *("red troll out",) * 3)
    state, _ = play(state, Use(HEART), Pick((FOURTH, SECOND, THIRD)))
    assert is_thrown(state, FOURTH)
    state, _ = play(state, thrown(state, "active"), Put(FOURTH, SPOTS[0]))
    assert is_thrown(state, SECOND)
    state, _ = play(state, thrown(state, "shadow"))
    assert is_thrown(state, THIRD)
    state, _ = play(state, thrown(state, "active"), Put(THIRD, SPOTS[1]))
    assert [is_out(state, die) for die in (SECOND, THIRD, FOURTH)] == [True, False, False]
    assert at(state, FOURTH) == (SPOTS[0].x, SPOTS[0].y, 0)
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-40", "RUM-43")
def test_the_dice_are_worth_six_points_at_most_and_may_be_none():
    dragon, knight, mage, spy, troll = range(SECOND, SECOND + 5)
    state = board("red heart 20,5", *(f"red {kind} out" for kind in ("dragon", "knight", "mage", "spy", "troll")))
    state, _ = play(state, Use(HEART))
    legal = GAME.legal(state)
    few = [(), (dragon,), (knight, troll), (mage, spy), (spy, mage), (mage, troll), (troll,)]
    many = [(dragon, troll), (knight, mage), (mage, spy, troll), (troll, troll), (HEART,), (RED_KING,)]
    assert all(Pick(dice) in legal for dice in few)
    assert all(refused(state, Pick(dice)) == "RUM-40" for dice in many)
    assert refused(state, Decline()) == "RUM-43"
    state, _ = play(state, Pick(()))
    assert state.dice[HEART].where == Out(spent=True)
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-40")
@pytest.mark.parametrize("spot", ["20,5", "7,12", "31.5,5", "45,5", "53,12", "0,0"])
def test_a_heart_may_be_used_wherever_it_lies(spot: str):
    state, _ = play(board(f"red heart {spot}", "red troll out"), Use(HEART), Pick((SECOND,)))
    assert is_out(state, HEART)
    assert is_thrown(state, SECOND)


@pytest.mark.rule("RUM-40")
def test_only_an_own_heart_on_the_mat_is_used():
    state = board("red heart out", "blue heart 45,5", "red troll out")
    assert refused(state, Use(HEART)) == "RUM-12"
    assert refused(state, Use(SECOND)) == "RUM-12"


@pytest.mark.rule("RUM-40")
def test_dice_on_the_heart_come_down():
    state, _ = play(board("red heart 20,5", "red troll 20,5@1"), Use(HEART), Pick(()))
    assert at(state, SECOND) == (20.0, 5.0, 0)


# Which dice.


@pytest.mark.rule("RUM-41")
def test_king_and_ice_enemy_dice_and_dice_in_play_or_hidden_are_not_revived():
    state = board(
        "red heart 20,5",
        "red ice out",
        "blue troll out",
        "red knight 20,25",
        "red spy aside",
        "red ice aside",
        "red troll out",
    )
    state, _ = play(state, Use(HEART))
    assert state.task.among == (8,)
    for die in (RED_KING, SECOND, THIRD, FOURTH, FIFTH, 7):
        assert refused(state, Pick((die,))) == "RUM-40"
    assert not KINDS["king"].can_be_revived


@pytest.mark.rule("RUM-41")
def test_neither_a_used_heart_nor_a_rescuing_dragon_is_revived():
    state = board("red heart 20,5", "red heart 25,5", "red dragon 20,25", "red troll 25,25", to_move=BLUE)
    state, _ = flick(state, BLUE_KING, Lies(BLUE_KING, 57.0, 15.0), off(RED_KING), off(FOURTH))
    state, _ = play(state, Use(THIRD))
    state, _ = play(state, thrown(state, "active"), Put(RED_KING, Pose(7.0, 15.0)))
    state, _ = play(state, Use(HEART))
    assert state.task.among == (FOURTH,)
    state, _ = play(state, Pick(()), Use(SECOND))
    assert state.task.among == (FOURTH,)
    assert refused(state, Pick((HEART,))) == "RUM-40"


@pytest.mark.rule("RUM-41")
def test_a_dragon_that_tried_to_rescue_and_failed_is_spent_too():
    state = board("red heart 20,5", "red dragon 20,25", "red dragon 25,25", to_move=BLUE)
    state, _ = flick(state, BLUE_KING, off(RED_KING))
    state, _ = play(state, Use(SECOND))
    state, _ = play(state, thrown(state, "shadow"), Use(THIRD))
    state, _ = play(state, thrown(state, "active"), Put(RED_KING, Pose(7.0, 15.0)))
    state, _ = play(state, Use(HEART))
    assert state.task.among == ()


@pytest.mark.rule("RUM-41")
def test_a_die_that_fell_is_revived():
    state = board("red heart 20,5", "red dragon 20,2", to_move=BLUE)
    state, _ = flick(state, BLUE_KING, off(SECOND))
    state, _ = play(state, Use(HEART))
    assert state.task.among == (SECOND,)


@pytest.mark.rule("RUM-41")
def test_a_die_that_was_captured_and_not_freed_is_revived():
    state = board("red heart 20,5", "red troll 45,5", to_move=BLUE)
    state, _ = flick(state, BLUE_KING, Lies(SECOND, 46.0, 5.0, "shadow"))
    state, _ = play(state, thrown(state, "shadow"), Use(HEART))
    assert state.task.among == (SECOND,)


@pytest.mark.rule("RUM-41")
def test_a_vanished_die_is_revived():
    state = board("red heart 20,5", "red troll 20,25", "blue mage 8,12", to_move=BLUE)
    state, _ = flick(state, BLUE_KING, Lies(BLUE_KING, 57.0, 15.0))
    state, _ = play(state, Use(THIRD), Pick((SECOND,)), Put(THIRD, Pose(54.0, 12.0)), Use(HEART))
    assert state.task.among == (SECOND,)


@pytest.mark.rule("RUM-41")
def test_a_die_that_was_dragged_along_and_the_berserker_himself_are_revived():
    state = board("red heart 20,5", "red troll 20,25", "red berserker 20,2", "blue berserker 45,2", to_move=BLUE)
    state, _ = flick(state, BLUE_KING, Lies(BLUE_KING, 57.0, 15.0), off(THIRD))
    state, _ = play(state, thrown(state, "shadow"))
    state, _ = flick(state, RED_KING, Lies(RED_KING, 8.0, 15.0), off(FOURTH))
    state, _ = play(state, thrown(state, "active"), Pick((SECOND,)))
    state, _ = flick(state, BLUE_KING, Lies(BLUE_KING, 56.0, 15.0))
    state, _ = play(state, Use(HEART))
    assert state.task.among == (SECOND, THIRD)


@pytest.mark.rule("RUM-41")
def test_a_die_that_was_taken_after_a_foul_is_revived():
    state = board("red heart 20,5", "red troll 20,25", "red knight 25,25", finger=True)
    state, _ = push(state, THIRD, lies=(Lies(THIRD, 26.0, 25.0),))
    state, _ = play(state, Pick((SECOND,)))
    state, _ = flick(state, BLUE_KING, Lies(BLUE_KING, 57.0, 15.0))
    state, _ = play(state, Use(HEART))
    assert state.task.among == (SECOND,)


@pytest.mark.rule("RUM-41")
@pytest.mark.parametrize("face", range(6))
def test_a_heart_knocked_off_always_comes_back(face: int):
    state = board("red heart 20,5", "red heart 20,2", to_move=BLUE)
    state, _ = flick(state, BLUE_KING, off(SECOND))
    state, _ = play(state, Use(HEART), Pick((SECOND,)))
    assert is_thrown(state, SECOND)
    state, _ = play(state, Thrown(face), Put(SECOND, SPOTS[0]))
    assert state.dice[SECOND].is_on_mat
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)  # both were not on the mat when the first was used


# Both hearts.


def both_hearts(*dice: str) -> State:
    """Red uses its first heart, number 2; the second is number 3, the others are numbered from 4 on."""
    state, _ = play(board("red heart 20,5", "red heart 25,5", *dice), Use(HEART))
    return state


@pytest.mark.rule("RUM-41")
def test_both_hearts_may_be_used_in_one_turn_each_for_its_own_six_points():
    state = both_hearts("red knight out", "red knight out", "red troll out", "red troll out")
    state, _ = play(state, Pick((THIRD, FIFTH)))
    state, _ = play(state, thrown(state, "active"), Put(THIRD, SPOTS[0]))
    state, _ = play(state, thrown(state, "active"), Put(FIFTH, SPOTS[1]))
    assert (state.task.ask, state.task.side, state.task.among) == (Ask.USE, RED, (SECOND,))
    state, _ = play(state, Use(SECOND))
    assert state.task.among == (FOURTH, LAST)
    state, _ = play(state, Pick((FOURTH, LAST)))
    state, _ = play(state, thrown(state, "active"), Put(FOURTH, SPOTS[2]))
    state, _ = play(state, thrown(state, "active"), Put(LAST, SPOTS[3]))
    assert all(state.dice[die].is_on_mat for die in (THIRD, FOURTH, FIFTH, LAST))
    assert state.dice[SECOND].where == Out(spent=True)
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-41")
def test_the_first_heart_alone_does_not_pay_twelve_points():
    state = both_hearts("red knight out", "red knight out")
    assert refused(state, Pick((THIRD, FOURTH))) == "RUM-40"


@pytest.mark.rule("RUM-41")
def test_a_die_that_stayed_out_may_be_tried_again_with_the_second_heart():
    state = both_hearts("red troll out")
    state, _ = play(state, Pick((THIRD,)))
    state, _ = play(state, thrown(state, "shadow"), Use(SECOND), Pick((THIRD,)))
    assert is_thrown(state, THIRD)
    state, _ = play(state, thrown(state, "active"), Put(THIRD, SPOTS[0]))
    assert state.dice[THIRD].is_on_mat
    assert state.turn.side is BLUE


@pytest.mark.rule("RUM-41", "RUM-43")
def test_the_second_heart_is_a_choice_and_keeps_for_a_later_turn():
    state = both_hearts("red troll out")
    state, _ = play(state, Pick(()), Decline())
    assert state.dice[SECOND].is_on_mat
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)
    state, _ = flick(state, BLUE_KING, Lies(BLUE_KING, 57.0, 15.0))
    assert Use(SECOND) in GAME.legal(state)


@pytest.mark.rule("RUM-41")
def test_hearts_do_not_follow_a_flick_or_an_ice_cube():
    state = board("red heart 20,5", "red heart 25,5", "red troll out", "red ice aside", "blue troll 45,5")
    flicked, _ = flick(state, RED_KING, Lies(RED_KING, 8.0, 15.0))
    assert (flicked.turn.side, flicked.task.ask) == (BLUE, Ask.MOVE)
    froze, _ = play(state, Use(FOURTH), Put(FOURTH, Pose(45.0, 5.0)))
    assert (froze.turn.side, froze.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-41")
def test_an_enemy_heart_is_no_second_heart():
    state, _ = play(board("red heart 20,5", "blue heart 45,5"), Use(HEART), Pick(()))
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)
