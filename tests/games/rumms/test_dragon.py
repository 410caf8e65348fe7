from __future__ import annotations

import pytest

from rumms.games.rumms.actions import Decline, Pick, Put, Use
from rumms.games.rumms.events import Defeated, Rescued, Threw, Won, who
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
    refused,
    sorts,
    thrown,
)

DRAGON, SECOND, THIRD = FIRST, FIRST + 1, FIRST + 2
HOME = Put(RED_KING, Pose(7.0, 15.0))


def strikes_again(state: State) -> bool:
    """Is red asked for a second flick with its dragon?"""
    task = state.task
    return task.ask is Ask.FLICK and task.side is RED and task.among == (DRAGON,) and Decline() in GAME.legal(state)


def rescues(state: State, *dragons: int) -> bool:
    """Is red asked whether one of these dragons rescues the king?"""
    task = state.task
    return task.ask is Ask.USE and task.power == "rescue" and task.side is RED and task.among == dragons


# Double strike.


@pytest.mark.rule("RUM-28")
def test_a_flicked_dragon_still_at_home_is_flicked_once_more_and_not_again():
    state, _ = flick(board("red dragon 20,15", "red troll 10,5"), DRAGON, Lies(DRAGON, 22.0, 15.0))
    assert strikes_again(state)
    assert refused(state, Flick(SECOND, 0.0, 100.0)) == "RUM-12"
    assert refused(state, Use(RED_KING)) == "RUM-28"
    state, events = flick(state, DRAGON, Lies(DRAGON, 24.0, 15.0))
    assert sorts(events) == ["Flicked"]
    assert at(state, DRAGON) == (24.0, 15.0, 0)
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-28", "RUM-43")
def test_the_second_flick_is_a_choice():
    state, _ = flick(board("red dragon 20,15"), DRAGON, Lies(DRAGON, 22.0, 15.0))
    state, events = play(state, Decline())
    assert events == []
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-28")
@pytest.mark.parametrize(
    ("before", "after", "again"),
    [
        (20.0, 33.11, True),  # touches the wall, which is own side
        (20.0, 33.12, False),
        (33.11, 20.0, True),
        (33.12, 20.0, False),  # it was not at home before
        (33.12, 45.0, False),
    ],
)
def test_the_dragon_lies_in_its_own_kingdom_before_the_flick_and_after(before: float, after: float, again: bool):
    state, _ = flick(board(f"red dragon {before},5"), DRAGON, Lies(DRAGON, after, 5.0))
    assert strikes_again(state) == again
    assert (state.turn.side is RED) == again


@pytest.mark.rule("RUM-28")
def test_at_home_a_dragon_with_a_shadow_face_up_strikes_again():
    state, _ = flick(board("red dragon 20,15 shadow"), DRAGON, Lies(DRAGON, 22.0, 15.0, "shadow"))
    assert strikes_again(state)


@pytest.mark.rule("RUM-28")
def test_only_the_dragon_that_was_flicked_strikes_again():
    state = board("red dragon 20,15", "red knight 10,5", "red dragon 20,25")
    state, _ = flick(state, SECOND, Lies(SECOND, 12.0, 5.0), Lies(DRAGON, 22.0, 15.0))
    assert state.turn.side is BLUE
    state, _ = flick(board("red dragon 20,15"), RED_KING, Lies(RED_KING, 12.0, 5.0))
    assert state.turn.side is BLUE


@pytest.mark.rule("RUM-28")
def test_a_blue_dragon_strikes_again_from_blues_kingdom():
    state = board("blue dragon 45,15", to_move=BLUE)
    state, _ = flick(state, DRAGON, Lies(DRAGON, 40.0, 15.0))
    assert (state.task.ask, state.task.side) == (Ask.FLICK, BLUE)
    state, _ = flick(board("blue dragon 45,15", to_move=BLUE), DRAGON, Lies(DRAGON, 20.0, 15.0))
    assert state.turn.side is RED


# No second flick.


@pytest.mark.rule("RUM-28", "RUM-52")
def test_a_dragon_that_fell_strikes_no_more():
    state, _ = flick(board("red dragon 20,15"), DRAGON, off(DRAGON))
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-52")
def test_a_dragon_that_was_captured_and_set_home_strikes_no_more():
    state, _ = flick(board("red dragon 20,15"), DRAGON, Lies(DRAGON, 45.0, 5.0, "shadow"))
    state, _ = play(state, thrown(state, "active"), Put(DRAGON, Pose(9.0, 12.0)))
    assert at(state, DRAGON) == (9.0, 12.0, 0)
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-52", "RUM-38")
def test_a_dragon_onto_which_an_ice_cube_has_slid_strikes_no_more():
    state = board("red dragon 10,25", "red knight 20,25", "blue ice 20,25@1")
    slid = (Lies(DRAGON, 21.7, 25.0), Lies(THIRD, 20.85, 25.0, level=1))
    state, _ = flick(state, DRAGON, *slid)
    assert state.frozen() == {DRAGON, SECOND}
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-52", "RUM-30")
@pytest.mark.parametrize("rescuer", [DRAGON, SECOND])
def test_a_dragon_whose_flick_threw_its_own_king_off_strikes_no_more(rescuer: int):
    state = board("red dragon 20,15", "red dragon 20,25")
    state, _ = flick(state, DRAGON, Lies(DRAGON, 22.0, 15.0), off(RED_KING))
    state, _ = play(state, Use(rescuer))
    state, _ = play(state, thrown(state, "active"), HOME)
    assert is_out(state, rescuer)
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-52")
def test_a_dragon_that_a_berserker_took_strikes_no_more():
    state = board("red dragon 20,15", "blue berserker 25,2", "red troll 10,5")
    state, _ = flick(state, DRAGON, Lies(DRAGON, 22.0, 5.0), off(SECOND))
    state, _ = play(state, thrown(state, "active"), Pick((DRAGON,)))
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-52")
def test_a_dragon_that_a_berserker_spared_strikes_again():
    state = board("red dragon 20,15", "blue berserker 25,2", "red troll 10,5")
    state, _ = flick(state, DRAGON, Lies(DRAGON, 22.0, 5.0), off(SECOND))
    assert GAME.actor(state) == NATURE
    state, _ = play(state, thrown(state, "active"), Pick((THIRD,)))
    assert strikes_again(state)


@pytest.mark.rule("RUM-52")
def test_after_the_second_flick_everything_is_checked_again():
    state = board(
        "red dragon 20,5",
        "red mage 45,15",
        "red spy 40,25",
        "blue berserker 25,2",
        "blue berserker 28,2",
        "blue troll 40,5",
    )
    mage, spy, one, other, troll = range(SECOND, SECOND + 5)
    state, _ = flick(state, DRAGON, Lies(DRAGON, 22.0, 5.0), Lies(mage, 52.0, 12.0), off(one))
    assert (GAME.actor(state), state.task.about) == (NATURE, one)
    state, _ = play(state, thrown(state, "shadow"))
    assert strikes_again(state)
    state, _ = flick(state, DRAGON, Lies(DRAGON, 26.0, 5.0), Lies(troll, 25.0, 20.0, "shadow"), off(other))
    assert (GAME.actor(state), state.task.about, state.task.power) == (NATURE, troll, "captured")
    state, _ = play(state, thrown(state, "shadow"))
    assert (GAME.actor(state), state.task.about, state.task.power) == (NATURE, other, "drag along")
    state, _ = play(state, thrown(state, "shadow"))
    assert state.task.side is RED
    assert state.task.among == (spy,)  # the mage finds no prey any more


@pytest.mark.rule("RUM-52")
def test_a_die_captured_by_both_flicks_is_thrown_twice():
    state = board("red dragon 20,5", "red troll 45,5")
    for again in (False, True):
        state, _ = flick(state, DRAGON, Lies(DRAGON, 22.0, 5.0 + again), Lies(SECOND, 45.0, 6.0, "shadow"))
        assert (GAME.actor(state), state.task.power, state.task.about) == (NATURE, "captured", SECOND)
        state, _ = play(state, thrown(state, "active"), Put(SECOND, Pose(9.0, 12.0)))
        assert strikes_again(state) is not again
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-52")
def test_a_mage_and_a_spy_wait_for_the_second_flick():
    state = board("red dragon 20,5", "red mage 53,12", "red spy 40,25", "blue troll 40,5")
    state, _ = flick(state, DRAGON, Lies(DRAGON, 22.0, 5.0))
    assert strikes_again(state)
    state, _ = flick(state, DRAGON, Lies(DRAGON, 24.0, 5.0))
    assert (state.task.power, state.task.among) == ("vanish", (SECOND,))
    state, _ = play(state, Decline())
    assert (state.task.power, state.task.among) == ("hide", (THIRD,))
    state, _ = play(state, Decline())
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-52", "RUM-29")
def test_a_king_thrown_off_by_both_flicks_is_rescued_twice():
    state = board("blue dragon 45,5", "red dragon 10,25", "red dragon 20,25", to_move=BLUE)
    state, _ = flick(state, DRAGON, Lies(DRAGON, 44.0, 5.0), off(RED_KING))
    state, _ = play(state, Use(SECOND))
    state, _ = play(state, thrown(state, "active"), HOME)
    assert (state.task.ask, state.task.side) == (Ask.FLICK, BLUE)
    state, _ = flick(state, DRAGON, Lies(DRAGON, 43.0, 5.0), off(RED_KING))
    assert rescues(state, THIRD)
    state, _ = play(state, Use(THIRD))
    state, _ = play(state, thrown(state, "active"), HOME)
    assert at(state, RED_KING) == (7.0, 15.0, 0)
    assert (state.turn.side, state.task.ask) == (RED, Ask.MOVE)


# Rescue.


def king_off(*dice: str, by: str = "blue knight 45,15") -> State:
    """Blue's first die, number 2, throws red's king off; the others are numbered from 3 on."""
    state = board(by, *dice, to_move=BLUE)
    state, _ = flick(state, FIRST, Lies(FIRST, 40.0, 15.0), off(RED_KING))
    return state


@pytest.mark.rule("RUM-29")
def test_with_an_active_face_the_dragon_brings_the_king_back_into_his_castle():
    state = king_off("red dragon 20,25")
    dragon = state.dice[SECOND]
    assert rescues(state, SECOND)
    state, events = play(state, Use(SECOND))
    assert events == [Defeated(who(dragon), "spent")]
    assert state.dice[SECOND].where == Out(spent=True)
    assert (GAME.actor(state), state.task.ask, state.task.about) == (NATURE, Ask.THROW, SECOND)
    state, events = play(state, thrown(state, "active"))
    assert events == [Threw(who(dragon), 0, active=True), Rescued(who(state.dice[RED_KING]), who(dragon))]
    assert (state.task.ask, state.task.side, state.task.about) == (Ask.PUT, RED, RED_KING)
    assert refused(state, Put(RED_KING, Pose(20.0, 20.0))) == "RUM-09"
    assert refused(state, Put(SECOND, Pose(7.0, 15.0))) == "RUM-47"
    state, _ = play(state, Put(RED_KING, Pose(5.0, 17.0)))
    assert at(state, RED_KING) == (5.0, 17.0, 0)
    assert is_out(state, SECOND)
    assert state.winner is None


@pytest.mark.rule("RUM-29")
def test_with_a_shadow_face_the_dragon_is_lost_with_the_king():
    state = king_off("red dragon 20,25")
    state, _ = play(state, Use(SECOND))
    state, events = play(state, thrown(state, "shadow"))
    assert sorts(events) == ["Threw", "Won"]
    assert state.dice[SECOND].where == Out(spent=True)
    assert state.winner is BLUE


@pytest.mark.rule("RUM-29", "RUM-43", "RUM-54")
@pytest.mark.parametrize(("first", "second"), [(SECOND, THIRD), (THIRD, SECOND)])
def test_the_owner_chooses_which_dragon_goes_first_and_the_second_follows_a_failure(first: int, second: int):
    state = king_off("red dragon 20,25", "red dragon 25,25")
    assert rescues(state, SECOND, THIRD)
    state, _ = play(state, Use(first))
    state, _ = play(state, thrown(state, "shadow"))
    assert rescues(state, second)
    state, _ = play(state, Use(second))
    state, _ = play(state, thrown(state, "active"), HOME)
    assert is_out(state, first)
    assert is_out(state, second)
    assert at(state, RED_KING) == (7.0, 15.0, 0)
    assert (state.turn.side, state.task.ask) == (RED, Ask.MOVE)


@pytest.mark.rule("RUM-29")
def test_the_second_dragon_is_not_thrown_once_the_first_has_succeeded():
    state = king_off("red dragon 20,25", "red dragon 25,25")
    state, _ = play(state, Use(SECOND))
    state, _ = play(state, thrown(state, "active"), HOME)
    assert state.dice[THIRD].is_on_mat
    assert (state.turn.side, state.task.ask) == (RED, Ask.MOVE)


@pytest.mark.rule("RUM-29")
def test_when_both_dragons_fail_all_is_lost():
    state = king_off("red dragon 20,25", "red dragon 25,25")
    state, _ = play(state, Use(THIRD))
    state, _ = play(state, thrown(state, "shadow"), Use(SECOND))
    state, _ = play(state, thrown(state, "shadow"))
    assert state.winner is BLUE


@pytest.mark.rule("RUM-29", "RUM-43")
@pytest.mark.parametrize("dragons", [1, 2])
def test_whoever_declines_the_rescue_has_lost(dragons: int):
    state = king_off(*("red dragon 20,25", "red dragon 25,25")[:dragons])
    state, events = play(state, Decline())
    assert sorts(events) == ["Won"]
    assert state.winner is BLUE


@pytest.mark.rule("RUM-29")
@pytest.mark.parametrize("where", ["20,25 shadow", "45,25", "31.5,25 shadow"])
def test_a_dragon_rescues_from_anywhere_and_at_home_with_any_face_up(where: str):
    assert rescues(king_off(f"red dragon {where}"), SECOND)


@pytest.mark.rule("RUM-29")
def test_no_other_die_and_no_enemy_dragon_rescues():
    assert king_off("red knight 20,25", "blue dragon 20,20", "red heart 25,25").winner is BLUE


@pytest.mark.rule("RUM-29")
def test_a_dragon_that_left_the_mat_in_the_same_flick_rescues_nobody():
    state = board("blue knight 45,15", "red dragon 20,25", to_move=BLUE)
    state, _ = flick(state, FIRST, off(RED_KING), off(SECOND))
    assert state.winner is BLUE
    state = board("blue knight 45,15", "red dragon 20,25", "red dragon 25,25", to_move=BLUE)
    state, _ = flick(state, FIRST, off(RED_KING), off(SECOND))
    assert rescues(state, THIRD)


@pytest.mark.rule("RUM-29", "RUM-42")
def test_a_captured_dragon_is_thrown_for_its_freedom_and_then_for_the_king():
    state = board("blue knight 45,15", "red dragon 40,25", to_move=BLUE)
    state, _ = flick(state, FIRST, off(RED_KING), Lies(SECOND, 42.0, 25.0, "shadow"))
    assert (GAME.actor(state), state.task.power, state.task.about) == (NATURE, "captured", SECOND)
    state, _ = play(state, thrown(state, "active"), Put(SECOND, Pose(7.0, 12.0)))
    assert rescues(state, SECOND)
    state, _ = play(state, Use(SECOND))
    state, _ = play(state, thrown(state, "active"), HOME)
    assert at(state, RED_KING) == (7.0, 15.0, 0)
    assert is_out(state, SECOND)


@pytest.mark.rule("RUM-29", "RUM-42")
def test_a_captured_dragon_that_is_not_freed_rescues_nobody():
    state = board("blue knight 45,15", "red dragon 40,25", to_move=BLUE)
    state, _ = flick(state, FIRST, off(RED_KING), Lies(SECOND, 42.0, 25.0, "shadow"))
    state, _ = play(state, thrown(state, "shadow"))
    assert state.dice[SECOND].where == Out()
    assert state.winner is BLUE


@pytest.mark.rule("RUM-38", "RUM-29")
def test_a_frozen_dragon_cannot_rescue():
    assert king_off("red dragon 20,25", "blue ice 20,25@1").winner is BLUE
    assert rescues(king_off("red dragon 20,25", "red dragon 25,25", "blue ice 20,25@1"), THIRD)


@pytest.mark.rule("RUM-38", "RUM-29")
def test_a_dragon_whose_ice_cube_the_flick_knocked_off_rescues():
    state = board("blue knight 45,15", "red dragon 20,25", "blue ice 20,25@1", to_move=BLUE)
    state, _ = flick(state, FIRST, off(RED_KING), off(THIRD, 35.0))
    assert rescues(state, SECOND)


@pytest.mark.rule("RUM-29", "RUM-42", "RUM-38")
def test_a_frozen_dragon_that_is_captured_and_freed_rescues():
    state = board("blue knight 45,15", "red dragon 40,25", "blue ice 40,25@1", to_move=BLUE)
    pushed = (Lies(SECOND, 42.0, 25.0, "shadow"), Lies(THIRD, 42.0, 25.0, level=1))
    state, _ = flick(state, FIRST, off(RED_KING), *pushed)
    assert (GAME.actor(state), state.task.about) == (NATURE, SECOND)
    assert is_out(state, THIRD)
    state, _ = play(state, thrown(state, "active"), Put(SECOND, Pose(7.0, 12.0)))
    assert rescues(state, SECOND)


@pytest.mark.rule("RUM-42", "RUM-38", "RUM-29")
def test_a_dragon_thaws_in_time_when_the_captured_die_that_bore_the_ice_cube_is_taken():
    state = board("blue knight 45,15", "red troll 40,25", "red dragon 41.7,25", "blue ice 40.5,25@1", to_move=BLUE)
    assert state.frozen() == {SECOND, THIRD}
    state, _ = flick(state, FIRST, off(RED_KING), Lies(SECOND, 40.0, 25.0, "shadow"))
    assert (GAME.actor(state), state.task.about) == (NATURE, SECOND)
    state, _ = play(state, thrown(state, "shadow"))
    assert rescues(state, THIRD)


# A rescue is not a turn.


@pytest.mark.rule("RUM-30")
def test_rescued_from_an_enemys_flick_the_team_has_its_normal_turn():
    state = king_off("red dragon 20,25", "red troll 10,5")
    state, _ = play(state, Use(SECOND))
    state, _ = play(state, thrown(state, "active"), HOME)
    assert (state.turn.side, state.task.ask) == (RED, Ask.MOVE)
    assert Flick(THIRD, 0.0, 100.0) in GAME.legal(state)


@pytest.mark.rule("RUM-30")
def test_who_defeats_the_own_king_has_used_the_turn():
    state = board("red knight 20,15", "red dragon 20,25")
    state, _ = flick(state, FIRST, Lies(FIRST, 22.0, 15.0), off(RED_KING))
    assert rescues(state, SECOND)
    state, _ = play(state, Use(SECOND))
    state, _ = play(state, thrown(state, "active"), HOME)
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-30", "RUM-29")
def test_by_ones_own_fault_both_dragons_may_be_used_and_both_may_fail():
    state = board("red knight 20,15", "red dragon 20,25", "red dragon 25,25")
    state, _ = flick(state, FIRST, Lies(FIRST, 22.0, 15.0), off(RED_KING))
    state, _ = play(state, Use(THIRD))
    state, _ = play(state, thrown(state, "shadow"))
    assert rescues(state, SECOND)
    failed, _ = play(state, Use(SECOND), thrown(state, "shadow"))
    assert failed.winner is BLUE
    saved, _ = play(state, Use(SECOND))
    saved, _ = play(saved, thrown(saved, "active"), HOME)
    assert (saved.winner, saved.turn.side) == (None, BLUE)


@pytest.mark.rule("RUM-30")
def test_the_enemy_first_finishes_the_turn_in_which_the_king_was_rescued():
    state = board(
        "blue dragon 45,5", "red dragon 20,25", "red troll 20,5", "blue mage 8,12", "blue spy 25,25", to_move=BLUE
    )
    state, _ = flick(state, FIRST, Lies(FIRST, 44.0, 5.0), off(RED_KING))
    state, _ = play(state, Use(SECOND))
    state, _ = play(state, thrown(state, "active"), HOME)
    assert (state.task.ask, state.task.side) == (Ask.FLICK, BLUE)
    state, _ = flick(state, FIRST, Lies(FIRST, 43.0, 5.0))
    assert (state.task.power, state.task.side) == ("vanish", BLUE)
    state, _ = play(state, Decline())
    assert (state.task.power, state.task.side) == ("hide", BLUE)
    state, _ = play(state, Decline())
    assert (state.turn.side, state.task.ask) == (RED, Ask.MOVE)


@pytest.mark.rule("RUM-30")
def test_the_enemys_mage_and_spy_follow_the_rescue_after_any_flick():
    state = king_off("red dragon 20,25", "red troll 20,5", "blue mage 8,12", "blue spy 25,25")
    state, _ = play(state, Use(SECOND))
    state, _ = play(state, thrown(state, "active"), HOME)
    assert (state.task.power, state.task.side) == ("vanish", BLUE)
    state, _ = play(state, Decline())
    assert (state.task.power, state.task.side) == ("hide", BLUE)
    state, _ = play(state, Use(state.task.about))
    assert (state.turn.side, state.task.ask) == (RED, Ask.MOVE)


@pytest.mark.rule("RUM-30")
def test_a_team_that_threw_its_own_king_off_still_uses_mage_and_spy():
    state = board("red knight 20,15", "red dragon 20,25", "red mage 53,12", "red spy 40,25", "blue troll 40,5")
    state, _ = flick(state, FIRST, Lies(FIRST, 22.0, 15.0), off(RED_KING))
    state, _ = play(state, Use(SECOND))
    state, _ = play(state, thrown(state, "active"), HOME)
    assert (state.task.power, state.task.side) == ("vanish", RED)
    state, _ = play(state, Decline())
    assert (state.task.power, state.task.side) == ("hide", RED)


# Both kings.


def both_kings_off(*dice: str) -> State:
    """Red's knight, number 2, throws both kings off; the others are numbered from 3 on."""
    state, _ = flick(board("red knight 20,15", *dice), FIRST, Lies(FIRST, 22.0, 15.0), off(RED_KING), off(BLUE_KING))
    return state


@pytest.mark.rule("RUM-29", "RUM-30", "RUM-54")
def test_both_kings_off_and_both_rescued_the_other_team_moves():
    state = both_kings_off("blue dragon 45,25", "red dragon 20,25")
    assert rescues(state, THIRD)
    state, _ = play(state, Use(THIRD))
    state, _ = play(state, thrown(state, "active"), HOME)
    assert (state.task.power, state.task.side, state.task.among) == ("rescue", BLUE, (SECOND,))
    state, _ = play(state, Use(SECOND))
    state, _ = play(state, thrown(state, "active"), Put(BLUE_KING, Pose(56.0, 15.0)))
    assert state.winner is None
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-29")
def test_both_kings_off_and_only_the_own_one_rescued_the_flicking_team_has_won():
    state = both_kings_off("blue dragon 45,25", "red dragon 20,25")
    state, _ = play(state, Use(THIRD))
    state, _ = play(state, thrown(state, "active"), HOME, Use(SECOND))
    state, events = play(state, thrown(state, "shadow"))
    assert events[-1] == Won(RED, 1, (1, 0), is_last=True)
    assert both_kings_off("blue dragon 45,25").winner is BLUE


@pytest.mark.rule("RUM-29")
def test_both_kings_off_and_the_own_one_not_rescued_nothing_more_is_thrown():
    state = both_kings_off("blue dragon 45,25", "red dragon 20,25")
    state, _ = play(state, Use(THIRD))
    state, events = play(state, thrown(state, "shadow"))
    assert sorts(events) == ["Threw", "Won"]
    assert state.winner is BLUE
    assert state.dice[SECOND].is_on_mat
