from __future__ import annotations

import pytest

from rumms.games.rumms.actions import Decline, Pick, Put, Use
from rumms.games.rumms.events import Vanished, WasSet, who
from rumms.games.rumms.state import Ask, Out, State
from rumms.kernel.game import NATURE, Listed
from rumms.physics.model import Pose

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
    play,
    refused,
    thrown,
)

MAGE, SECOND, THIRD, FOURTH = FIRST, FIRST + 1, FIRST + 2, FIRST + 3


def vanishes(state: State, *mages: int) -> bool:
    """Is red asked whether one of these mages makes a die vanish?"""
    task = state.task
    return task.ask is Ask.USE and task.power == "vanish" and task.side is RED and task.among == mages


def elsewhere(*dice: str) -> State:
    """Red has flicked its king, while these dice lie where they lie."""
    state, _ = flick(board(*dice), RED_KING, Lies(RED_KING, 8.0, 15.0))
    return state


@pytest.mark.rule("RUM-33")
def test_a_mage_in_the_enemy_castle_takes_an_enemy_die_and_goes_home():
    state = board("red mage 20,12", "blue troll 45,5", "blue knight 20,25")
    state, _ = flick(state, MAGE, Lies(MAGE, 53.0, 12.0, "active"))
    assert vanishes(state, MAGE)
    state, _ = play(state, Use(MAGE))
    assert (state.task.ask, state.task.side) == (Ask.PICK, RED)
    victim = state.dice[THIRD]
    state, events = play(state, Pick((THIRD,)))
    assert events == [Vanished(who(victim), who(state.dice[MAGE]))]
    assert state.dice[THIRD].where == Out()
    assert (state.task.ask, state.task.side, state.task.about) == (Ask.PUT, RED, MAGE)
    assert refused(state, Put(MAGE, Pose(20.0, 20.0))) == "RUM-09"
    assert refused(state, Put(MAGE, Pose(53.0, 12.0))) == "RUM-09"
    state, events = play(state, Put(MAGE, Pose(9.0, 12.0)))
    assert events == [WasSet(who(state.dice[MAGE]), Pose(9.0, 12.0), 0, "vanish")]
    assert at(state, MAGE) == (9.0, 12.0, 0)
    assert state.dice[MAGE].is_active
    assert state.dice[SECOND].is_on_mat
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-33")
def test_a_mage_may_act_also_when_another_die_was_used():
    state = board("red mage 53,12", "blue troll 45,5", "red troll 20,5", "red spy aside")
    flicked, _ = flick(state, THIRD, Lies(THIRD, 22.0, 5.0))
    assert vanishes(flicked, MAGE)
    moved, _ = play(state, Use(RED_KING), Put(RED_KING, Pose(8.0, 15.0)))
    assert vanishes(moved, MAGE)
    returned, _ = play(state, Use(FOURTH), Put(FOURTH, Pose(40.0, 25.0)))
    assert vanishes(returned, MAGE)


@pytest.mark.rule("RUM-33", "RUM-43")
def test_vanishing_is_a_choice_and_a_mage_that_declined_stays_for_the_next_turn():
    state = elsewhere("red mage 53,12", "blue troll 45,5")
    state, events = play(state, Decline())
    assert events == []
    assert at(state, MAGE) == (53.0, 12.0, 0)
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)
    state, _ = flick(state, BLUE_KING, Lies(BLUE_KING, 57.0, 15.0))
    assert (state.turn.side, state.task.ask) == (RED, Ask.MOVE)
    state, _ = flick(state, RED_KING, Lies(RED_KING, 7.5, 15.0))
    assert vanishes(state, MAGE)


@pytest.mark.rule("RUM-33")
def test_the_prey_is_any_enemy_die_on_the_mat_but_king_and_ice():
    state = elsewhere(
        "red mage 53,12",
        "red troll 20,5",
        "blue ice 20,5@1",
        "blue heart 45,5",
        "blue dragon 10,25",
        "blue ice aside",
        "blue troll out",
        "blue knight 45,20",
        "red ice 45,20@1",
    )
    state, _ = play(state, Use(MAGE))
    heart, dragon, knight = 5, 6, 9
    assert state.task.among == (heart, dragon, knight)
    assert refused(state, Pick((BLUE_KING,))) == "RUM-43"
    assert refused(state, Pick((heart, dragon))) == "RUM-43"
    assert refused(state, Pick(())) == "RUM-43"
    state, _ = play(state, Pick((heart,)))
    assert is_out(state, heart)


@pytest.mark.rule("RUM-33", "RUM-43")
def test_a_single_prey_is_asked_for_too():
    state = elsewhere("red mage 53,12", "blue troll 45,5")
    state, _ = play(state, Use(MAGE))
    assert GAME.legal(state) == Listed((Pick((SECOND,)),))
    assert state.dice[SECOND].is_on_mat


@pytest.mark.rule("RUM-33")
def test_where_there_is_no_prey_the_mage_stays():
    state = elsewhere("red mage 53,12", "red troll 20,5", "blue ice 20,5@1", "blue troll out", "blue spy aside")
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)
    assert at(state, MAGE) == (53.0, 12.0, 0)


@pytest.mark.rule("RUM-33")
@pytest.mark.parametrize(
    ("x", "y", "inside"),
    [(51.19, 15.0, True), (51.18, 15.0, False), (60.81, 12.0, True), (60.82, 12.0, False), (56.0, 10.18, False)],
)
def test_a_touch_of_the_castle_is_enough(x: float, y: float, inside: bool):
    state, _ = flick(board("red mage 20,12", "blue troll 45,5"), MAGE, Lies(MAGE, x, y))
    assert state.turn.side is (RED if inside else BLUE)
    assert inside is False or vanishes(state, MAGE)


@pytest.mark.rule("RUM-33")
def test_a_mage_on_dice_in_the_castle_is_in_it():
    tower = ("blue troll 51.2,15", "red knight 50.5,15@1", "red mage 49.9,15@2")
    assert vanishes(elsewhere(*tower), THIRD)
    beside = ("blue troll 51.1,15", "red knight 51.1,15@1", "red mage 51.7,15@2")
    assert elsewhere(*beside).turn.side is BLUE


@pytest.mark.rule("RUM-33")
def test_a_mage_does_nothing_in_its_own_castle_or_beyond_the_wall():
    for spot in ("7,12", "40,15"):
        assert elsewhere(f"red mage {spot}", "blue troll 45,5").turn.side is BLUE


@pytest.mark.rule("RUM-33")
def test_a_mage_with_a_shadow_face_up_is_captured_instead():
    state = board("red mage 20,12", "blue troll 45,5")
    state, _ = flick(state, MAGE, Lies(MAGE, 53.0, 12.0, "shadow"))
    assert (GAME.actor(state), state.task.power) == (NATURE, "captured")
    state, _ = play(state, thrown(state, "active"), Put(MAGE, Pose(7.0, 12.0)))
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-33", "RUM-38")
def test_a_frozen_mage_does_nothing():
    assert elsewhere("red mage 53,12", "blue troll 45,5", "blue ice 53,12@1").turn.side is BLUE


@pytest.mark.rule("RUM-33")
def test_a_mage_does_nothing_in_the_enemys_turn():
    state = board("red mage 50,12", "blue troll 45,5", to_move=BLUE)
    state, _ = flick(state, SECOND, Lies(MAGE, 53.0, 12.0))
    assert (state.turn.side, state.task.ask) == (RED, Ask.MOVE)


@pytest.mark.rule("RUM-33")
def test_a_mage_may_take_the_die_on_which_it_stands():
    state = elsewhere("red mage 53,12@1", "blue troll 53,12", "red troll 53,12@2")
    state, _ = play(state, Use(MAGE), Pick((SECOND,)), Put(MAGE, Pose(9.0, 12.0)))
    assert is_out(state, SECOND)
    assert at(state, MAGE) == (9.0, 12.0, 0)
    assert at(state, THIRD) == (53.0, 12.0, 0)


@pytest.mark.rule("RUM-33")
def test_a_blue_mage_works_in_reds_castle():
    state = board("blue mage 8,12", "red troll 20,5", to_move=BLUE)
    state, _ = flick(state, BLUE_KING, Lies(BLUE_KING, 57.0, 15.0))
    assert (state.task.power, state.task.side) == ("vanish", BLUE)
    state, _ = play(state, Use(MAGE), Pick((SECOND,)))
    assert refused(state, Put(MAGE, Pose(8.0, 12.0))) == "RUM-09"
    state, _ = play(state, Put(MAGE, Pose(54.0, 12.0)))
    assert is_out(state, SECOND)
    assert state.turn.side is RED


# Several mages.


@pytest.mark.rule("RUM-34", "RUM-54")
@pytest.mark.parametrize(("first", "second"), [(MAGE, SECOND), (SECOND, MAGE)])
def test_several_mages_are_used_in_one_turn_each_for_one_die(first: int, second: int):
    state = elsewhere("red mage 53,12", "red mage 53,18", "blue troll 45,5", "blue knight 45,20")
    assert vanishes(state, MAGE, SECOND)
    state, _ = play(state, Use(first), Pick((THIRD,)), Put(first, Pose(9.0, 12.0)))
    assert vanishes(state, second)
    state, _ = play(state, Use(second), Pick((FOURTH,)), Put(second, Pose(9.0, 18.0)))
    assert is_out(state, THIRD)
    assert is_out(state, FOURTH)
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-34", "RUM-43")
def test_of_two_mages_one_or_none_may_be_used():
    start = elsewhere("red mage 53,12", "red mage 53,18", "blue troll 45,5", "blue knight 45,20")
    state, _ = play(start, Use(SECOND), Pick((THIRD,)), Put(SECOND, Pose(9.0, 12.0)), Decline())
    assert at(state, MAGE) == (53.0, 12.0, 0)
    assert state.dice[FOURTH].is_on_mat
    assert state.turn.side is BLUE
    state, _ = play(start, Decline())
    assert state.dice[THIRD].is_on_mat
    assert state.turn.side is BLUE


@pytest.mark.rule("RUM-34", "RUM-33", "RUM-54")
def test_the_second_mage_stays_when_the_first_took_the_last_prey():
    state = elsewhere("red mage 53,12", "red mage 53,18", "blue troll 45,5")
    state, _ = play(state, Use(MAGE), Pick((THIRD,)), Put(MAGE, Pose(9.0, 12.0)))
    assert at(state, SECOND) == (53.0, 18.0, 0)
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-34", "RUM-54")
def test_the_second_mage_is_out_of_the_castle_once_the_first_took_the_die_below_it():
    # It stood on a die that touched the castle; down on the mat it does not touch it itself.
    state = elsewhere("red mage 53,12", "red mage 50.5,18@1", "blue troll 51.2,18", "blue knight 45,20")
    assert vanishes(state, MAGE, SECOND)
    state, _ = play(state, Use(MAGE), Pick((THIRD,)), Put(MAGE, Pose(9.0, 12.0)))
    assert at(state, SECOND) == (50.5, 18.0, 0)
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)
