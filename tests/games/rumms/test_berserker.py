from __future__ import annotations

import pytest

from rumms.games.rumms.actions import Decline, Pick, Put, Use
from rumms.games.rumms.events import DraggedAlong, Threw, who
from rumms.games.rumms.state import Ask, Out, Side, State
from rumms.kernel.game import NATURE
from rumms.physics.model import Pose

from .table import (
    BLUE,
    BLUE_KING,
    FIRST,
    GAME,
    RED,
    RED_KING,
    Lies,
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

BERSERKER, SECOND, THIRD, FOURTH = FIRST, FIRST + 1, FIRST + 2, FIRST + 3


def is_thrown(state: State, die: int) -> bool:
    """Does Nature throw this berserker now?"""
    task = state.task
    return GAME.actor(state) == NATURE and (task.ask, task.power, task.about) == (Ask.THROW, "drag along", die)


def flicked_off(*dice: str) -> State:
    """Blue's king flicks off red's berserker, which is number 2; the others are numbered from 3 on."""
    state, _ = flick(board("red berserker 20,2", *dice, to_move=BLUE), BLUE_KING, off(BERSERKER))
    return state


@pytest.mark.rule("RUM-35")
def test_a_berserker_flicked_off_by_the_enemy_is_thrown_and_drags_an_enemy_die_along():
    state = flicked_off("blue troll 45,5", "blue knight 20,25")
    assert is_thrown(state, BERSERKER)
    berserker, victim = state.dice[BERSERKER], state.dice[THIRD]
    state, events = play(state, thrown(state, "active"))
    assert events == [Threw(who(berserker), 0, active=True)]
    assert (state.task.ask, state.task.side) == (Ask.PICK, RED)
    state, events = play(state, Pick((THIRD,)))
    assert events == [DraggedAlong(who(victim), who(berserker))]
    assert state.dice[THIRD].where == Out()
    assert state.dice[BERSERKER].where == Out()
    assert state.dice[SECOND].is_on_mat
    assert (state.turn.side, state.task.ask) == (RED, Ask.MOVE)


@pytest.mark.rule("RUM-35")
def test_with_a_shadow_face_he_drags_nobody_along():
    state = flicked_off("blue troll 45,5")
    state, events = play(state, thrown(state, "shadow"))
    assert sorts(events) == ["Threw"]
    assert state.dice[SECOND].is_on_mat
    assert is_out(state, BERSERKER)
    assert (state.turn.side, state.task.ask) == (RED, Ask.MOVE)


@pytest.mark.rule("RUM-35")
def test_his_prey_is_any_enemy_die_on_the_mat_but_king_and_ice():
    state = flicked_off(
        "red troll 20,25",
        "blue ice 20,25@1",
        "blue heart 45,5",
        "blue dragon 10,25",
        "blue ice aside",
        "blue troll out",
        "blue knight 45,20",
    )
    state, _ = play(state, thrown(state, "active"))
    heart, dragon, knight = 5, 6, 9
    assert state.task.among == (heart, dragon, knight)
    assert refused(state, Pick((BLUE_KING,))) == "RUM-43"
    assert refused(state, Decline()) == "RUM-43"
    state, _ = play(state, Pick((heart,)))
    assert is_out(state, heart)


@pytest.mark.rule("RUM-35")
def test_he_is_thrown_even_where_there_is_no_prey():
    state = flicked_off()
    assert is_thrown(state, BERSERKER)
    state, _ = play(state, thrown(state, "active"))
    assert (state.turn.side, state.task.ask) == (RED, Ask.MOVE)


@pytest.mark.rule("RUM-35")
def test_his_prey_may_be_the_die_that_was_flicked():
    state = board("red berserker 20,2", "blue knight 30,5", to_move=BLUE)
    state, _ = flick(state, SECOND, Lies(SECOND, 20.0, 3.0), off(BERSERKER))
    state, _ = play(state, thrown(state, "active"), Pick((SECOND,)))
    assert is_out(state, SECOND)


@pytest.mark.rule("RUM-35")
def test_a_frozen_berserker_is_thrown_too():
    state = board("red berserker 20,2", "blue ice 20,2@1", "blue troll 45,5", to_move=BLUE)
    state, _ = flick(state, BLUE_KING, Lies(BERSERKER, 20.0, -5.0), Lies(SECOND, 20.0, -5.0, level=1))
    assert is_out(state, SECOND)
    assert is_thrown(state, BERSERKER)


@pytest.mark.rule("RUM-35")
def test_a_berserker_frozen_together_with_a_die_that_stays_is_thrown_too():
    # The ice cube lies on him and on a troll, and is still on both when he no longer touches the mat.
    state = board("red berserker 20,1", "red troll 21.7,1", "blue ice 20.85,1@1", "blue troll 45,5", to_move=BLUE)
    moved = (Lies(BERSERKER, 20.0, -0.9), Lies(SECOND, 21.7, -0.7), Lies(THIRD, 20.85, -0.8, level=1))
    state, _ = flick(state, BLUE_KING, *moved)
    assert is_out(state, BERSERKER)
    assert state.dice[SECOND].is_on_mat
    assert is_thrown(state, BERSERKER)


@pytest.mark.rule("RUM-35")
def test_a_berserker_that_falls_with_a_tower_is_thrown_whatever_pushed_him():
    state = board("red troll 20,2", "red berserker 20,2@1", "blue troll 45,5", to_move=BLUE)
    state, _ = flick(state, BLUE_KING, off(FIRST), off(SECOND))
    assert is_thrown(state, SECOND)


@pytest.mark.rule("RUM-35", "RUM-54")
@pytest.mark.parametrize(("first", "second"), [(BERSERKER, SECOND), (SECOND, BERSERKER)])
def test_of_two_berserkers_the_owner_chooses_the_first_and_each_drags_one_along(first: int, second: int):
    state = board("red berserker 20,2", "red berserker 25,2", "blue troll 45,5", "blue troll 45,20", to_move=BLUE)
    state, _ = flick(state, BLUE_KING, off(BERSERKER), off(SECOND))
    assert (state.task.ask, state.task.side, state.task.among) == (Ask.USE, RED, (BERSERKER, SECOND))
    assert refused(state, Decline()) == "RUM-43"  # the throw is no choice
    state, _ = play(state, Use(first))
    assert is_thrown(state, first)
    state, _ = play(state, thrown(state, "active"), Pick((THIRD,)))
    assert is_thrown(state, second)
    state, _ = play(state, thrown(state, "active"), Pick((FOURTH,)))
    assert is_out(state, THIRD)
    assert is_out(state, FOURTH)
    assert (state.turn.side, state.task.ask) == (RED, Ask.MOVE)


@pytest.mark.rule("RUM-35")
def test_he_is_thrown_after_the_flick_that_threw_him_off_and_not_after_the_next():
    state = board("red berserker 20,2", "blue dragon 45,5", "blue troll 45,20", to_move=BLUE)
    state, _ = flick(state, SECOND, Lies(SECOND, 44.0, 5.0), off(BERSERKER))
    state, _ = play(state, thrown(state, "shadow"))
    assert state.task.ask is Ask.FLICK
    state, _ = flick(state, SECOND, Lies(SECOND, 43.0, 5.0))
    assert (state.turn.side, state.task.ask) == (RED, Ask.MOVE)


@pytest.mark.rule("RUM-35")
def test_a_blue_berserker_drags_red_dice_along():
    state, _ = flick(board("blue berserker 45,2", "red troll 20,5", "red knight 20,25"), RED_KING, off(BERSERKER))
    state, _ = play(state, thrown(state, "active"))
    assert (state.task.side, state.task.among) == (BLUE, (SECOND, THIRD))


# Not thrown.


@pytest.mark.rule("RUM-36")
@pytest.mark.parametrize("by", [BERSERKER, SECOND])
def test_a_berserker_that_its_own_team_flicked_off_is_not_thrown(by: int):
    state = board("red berserker 20,2", "red troll 25,2", "blue troll 45,5")
    state, _ = flick(state, by, off(BERSERKER))
    assert is_out(state, BERSERKER)
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-36")
@pytest.mark.parametrize("mover", [RED, BLUE])
def test_a_captured_berserker_is_thrown_for_its_freedom_only(mover: Side):
    state = board("red berserker 45,5", "blue troll 45,20", to_move=mover)
    king = RED_KING if mover is RED else BLUE_KING
    state, _ = flick(state, king, Lies(BERSERKER, 46.0, 5.0, "shadow"))
    assert (GAME.actor(state), state.task.power) == (NATURE, "captured")
    state, _ = play(state, thrown(state, "shadow"))
    assert is_out(state, BERSERKER)
    assert (state.turn.side, state.task.ask) == (mover.foe, Ask.MOVE)


@pytest.mark.rule("RUM-36")
def test_a_vanished_berserker_is_not_thrown():
    state = board("red berserker 20,5", "blue mage 8,12", "red troll 20,25", to_move=BLUE)
    state, _ = flick(state, BLUE_KING, Lies(BLUE_KING, 57.0, 15.0))
    state, _ = play(state, Use(SECOND), Pick((BERSERKER,)), Put(SECOND, Pose(54.0, 12.0)))
    assert is_out(state, BERSERKER)
    assert (state.turn.side, state.task.ask) == (RED, Ask.MOVE)


@pytest.mark.rule("RUM-36")
def test_a_berserker_dragged_along_by_another_is_not_thrown():
    state = flicked_off("blue berserker 45,5", "red troll 20,25")
    state, _ = play(state, thrown(state, "active"), Pick((SECOND,)))
    assert is_out(state, SECOND)
    assert (state.turn.side, state.task.ask) == (RED, Ask.MOVE)


@pytest.mark.rule("RUM-36")
def test_a_berserker_taken_after_a_foul_is_not_thrown():
    state = board("red berserker 20,5", "red troll 25,25", "blue troll 45,5", finger=True)
    state, _ = push(state, SECOND, lies=(Lies(SECOND, 26.0, 25.0),))
    state, _ = play(state, Pick((BERSERKER,)))
    assert is_out(state, BERSERKER)
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-36")
def test_a_berserker_that_fell_long_ago_is_not_thrown():
    state, _ = flick(
        board("red berserker out", "blue troll 45,5", to_move=BLUE), BLUE_KING, Lies(BLUE_KING, 57.0, 15.0)
    )
    assert (state.turn.side, state.task.ask) == (RED, Ask.MOVE)
