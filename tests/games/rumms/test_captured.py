"""Captured dice: who is, in which order they are thrown, and what becomes of them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rumms.games.rumms.actions import Decline, Settled, Use
from rumms.games.rumms.events import Captured, Defeated, Freed, Threw, who
from rumms.games.rumms.state import Aside, Ask, State
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
    face_of,
    flick,
    is_out,
    off,
    play,
    put,
    refused,
    shot,
    sorts,
    thrown,
)

SECOND, THIRD, FOURTH = FIRST + 1, FIRST + 2, FIRST + 3


def over(die: int, side: str, y: float = 5.0) -> Lies:
    """A die of this team with a shadow face up in the enemy kingdom."""
    return Lies(die, 40.0 if side == "red" else 20.0, y, "shadow")


@pytest.mark.rule("RUM-16")
def test_a_captured_die_with_an_active_face_is_set_in_the_own_castle():
    state, events = flick(board("red troll 20,5"), FIRST, over(FIRST, "red"))
    troll = who(state.dice[FIRST])
    assert events[1:] == [Captured(troll)]
    assert state.dice[FIRST].where == Aside()
    assert (state.task.ask, GAME.actor(state)) == (Ask.THROW, NATURE)
    state, events = play(state, thrown(state, "active"))
    assert events == [Threw(troll, face_of("troll", "active"), active=True), Freed(troll)]
    assert (state.task.ask, GAME.actor(state)) == (Ask.PUT, 0)
    assert refused(state, put(state, 20.0, 5.0)) == "RUM-09"
    assert refused(state, put(state, 56.0, 12.0)) == "RUM-09"
    state, events = play(state, put(state, 7.0, 12.0))
    assert sorts(events) == ["WasSet"]
    assert at(state, FIRST) == (7.0, 12.0, 0)
    assert state.turn.side is BLUE


@pytest.mark.rule("RUM-16")
def test_a_captured_die_with_a_shadow_face_is_defeated():
    state, _ = flick(board("red troll 20,5"), FIRST, over(FIRST, "red"))
    state, events = play(state, thrown(state, "shadow"))
    troll = who(state.dice[FIRST])
    assert events == [Threw(troll, face_of("troll", "shadow"), active=False), Defeated(troll, "captured")]
    assert is_out(state, FIRST)
    assert state.turn.side is BLUE


@pytest.mark.rule("RUM-16")
@pytest.mark.parametrize("face", ["active", "shadow"])
@pytest.mark.parametrize("x", [25.0, 31.5, 40.0])
def test_a_die_is_captured_only_with_a_shadow_face_up_in_the_enemy_kingdom(face: str, x: float):
    state, _ = flick(board("red troll 20,5"), FIRST, Lies(FIRST, x, 5.0, face))
    assert (state.task.ask is Ask.THROW) == (face == "shadow" and x == 40.0)


@pytest.mark.rule("RUM-16")
@pytest.mark.parametrize("kind", ["troll", "knight", "dragon", "spy", "mage", "berserker"])
def test_every_kind_with_a_shadow_face_can_be_captured(kind: str):
    state, events = flick(board(f"red {kind} 20,5"), FIRST, over(FIRST, "red"))
    assert sorts(events) == ["Flicked", "Captured"]
    assert state.task.ask is Ask.THROW


@pytest.mark.rule("RUM-16")
def test_a_die_that_was_in_the_enemy_kingdom_is_captured_when_it_is_turned_over():
    state = board("red knight 20,5", "blue troll 25,5")
    state, _ = flick(state, FIRST, Lies(FIRST, 24.0, 8.0), Lies(SECOND, 25.0, 5.0, "shadow"))
    assert state.task.about == SECOND


@pytest.mark.rule("RUM-16")
def test_the_throw_must_be_made():
    state, _ = flick(board("red troll 20,5"), FIRST, over(FIRST, "red"))
    assert refused(state, Decline()) == "RUM-16"
    state, _ = flick(board("red troll 20,5", "red troll 20,10"), FIRST, over(FIRST, "red"), over(SECOND, "red", 10.0))
    assert (state.task.ask, GAME.actor(state)) == (Ask.USE, 0)
    assert refused(state, Decline()) == "RUM-43"


@pytest.mark.rule("RUM-16")
def test_the_die_is_taken_from_the_mat_before_it_is_thrown():
    """A knight that has come to rest on it lies on the mat now."""
    state = board("red troll 20,5", "blue knight 24,5")
    state, _ = flick(state, FIRST, over(FIRST, "red"), Lies(SECOND, 40.0, 5.0, level=1))
    assert state.task.ask is Ask.THROW
    assert at(state, SECOND) == (40.0, 5.0, 0)


def both() -> State:
    """Two dice of each team are captured in one flick of red's."""
    state = board("red troll 20,5", "red knight 20,10", "blue troll 45,5", "blue knight 45,10")
    lies = (over(FIRST, "red"), over(SECOND, "red", 10.0), over(THIRD, "blue"), over(FOURTH, "blue", 10.0))
    return flick(state, FIRST, *lies)[0]


@pytest.mark.rule("RUM-16", "RUM-54")
def test_of_both_teams_the_flicking_teams_dice_come_first_and_each_team_chooses_the_order():
    state = both()
    assert (state.task.ask, state.task.among, GAME.actor(state)) == (Ask.USE, (FIRST, SECOND), 0)
    assert refused(state, Use(THIRD)) == "RUM-43"
    state, events = play(state, Use(SECOND))
    assert sorts(events) == ["Captured"]
    assert state.task.about == SECOND
    state, events = play(state, thrown(state, "shadow"))
    assert sorts(events) == ["Threw", "Defeated", "Captured"]
    assert state.task.about == FIRST
    state, _ = play(state, thrown(state, "shadow"))
    assert (state.task.ask, state.task.among, GAME.actor(state)) == (Ask.USE, (THIRD, FOURTH), 1)
    state, _ = play(state, Use(FOURTH), thrown(state, "shadow"))
    state, _ = play(state, thrown(state, "shadow"))
    assert all(is_out(state, die) for die in (FIRST, SECOND, THIRD, FOURTH))
    assert (state.task.ask, state.turn.side) == (Ask.MOVE, BLUE)


@pytest.mark.rule("RUM-16")
def test_when_blue_flicks_blue_comes_first():
    state = board("red troll 20,5", "blue troll 45,5", to_move=BLUE)
    state, _ = flick(state, SECOND, over(FIRST, "red"), over(SECOND, "blue"))
    assert (state.task.about, state.task.side) == (SECOND, BLUE)
    state, _ = play(state, thrown(state, "shadow"))
    assert (state.task.about, state.task.side) == (FIRST, RED)


@pytest.mark.rule("RUM-16", "RUM-54")
def test_each_is_thrown_on_its_own_and_set_before_the_next_is_thrown():
    state, _ = play(both(), Use(FIRST))
    state, _ = play(state, thrown(state, "active"))
    assert (state.task.ask, state.task.about) == (Ask.PUT, FIRST)
    assert state.dice[SECOND].is_on_mat
    state, _ = play(state, put(state, 7.0, 12.0))
    assert (state.task.ask, state.task.about) == (Ask.THROW, SECOND)
    state, _ = play(state, thrown(state, "active"))
    assert put(state, 7.0, 12.0) in GAME.legal(state)  # on the first one
    state, _ = play(state, put(state, 7.0, 12.0))
    assert at(state, SECOND) == (7.0, 12.0, 1)


@pytest.mark.rule("RUM-54")
def test_what_is_still_due_is_judged_anew():
    """The upper of two captured dice stands on the lower one; whichever goes first, the other is still captured."""
    state = board("red troll 20,5", "red troll 24,5")
    lies = (over(FIRST, "red"), Lies(SECOND, 40.0, 5.0, "shadow", level=1))
    state, _ = flick(state, FIRST, *lies)
    assert state.task.among == (FIRST, SECOND)
    state, _ = play(state, Use(FIRST))
    assert at(state, SECOND) == (40.0, 5.0, 0)
    state, events = play(state, thrown(state, "shadow"))
    assert sorts(events) == ["Threw", "Defeated", "Captured"]
    assert state.task.about == SECOND


@pytest.mark.rule("RUM-16")
def test_dice_are_checked_after_each_flick_of_a_double_strike():
    state = board("red dragon 20,5", "red troll 20,10", "blue troll 45,5")
    state, _ = flick(state, FIRST, Lies(FIRST, 22.0, 5.0), over(SECOND, "red", 10.0))
    assert (state.task.ask, state.task.about) == (Ask.THROW, SECOND)
    state, _ = play(state, thrown(state, "shadow"))
    assert state.task.ask is Ask.FLICK
    state, _ = flick(state, FIRST, Lies(FIRST, 24.0, 5.0), over(THIRD, "blue"))
    assert (state.task.ask, state.task.about) == (Ask.THROW, THIRD)


@pytest.mark.rule("RUM-16")
def test_a_die_can_be_captured_twice_in_one_turn():
    state = board("red dragon 20,5", "red troll 20,10")
    state, _ = flick(state, FIRST, Lies(FIRST, 22.0, 5.0), over(SECOND, "red", 10.0))
    state, _ = play(state, thrown(state, "active"))
    state, _ = play(state, put(state, 7.0, 12.0))
    state, _ = flick(state, FIRST, Lies(FIRST, 24.0, 5.0), over(SECOND, "red", 10.0))
    assert (state.task.ask, state.task.about) == (Ask.THROW, SECOND)


@pytest.mark.rule("RUM-16")
def test_frozen_dice_are_captured_like_others():
    state = board("red troll 28,5", "blue ice 28,5@1", "red knight 20,5")
    state, _ = flick(state, THIRD, over(FIRST, "red"), Lies(SECOND, 40.0, 5.0, level=1))
    assert (state.task.ask, state.task.about) == (Ask.THROW, FIRST)
    assert is_out(state, SECOND)


@pytest.mark.rule("RUM-16")
def test_a_die_off_the_mat_is_defeated_not_captured():
    state, events = flick(board("red troll 20,5"), FIRST, Lies(FIRST, 40.0, -3.0, "shadow"))
    assert sorts(events) == ["Flicked", "Defeated"]
    assert state.task.ask is Ask.MOVE


@pytest.mark.rule("RUM-17")
@pytest.mark.parametrize("face", range(6))
def test_kings_hearts_and_ice_cubes_are_never_captured(face: int):
    state = board("red heart 20,5", "blue knight 45,5", "red ice 45,5@1")
    lies = (
        Lies(RED_KING, 40.0, 5.0),
        Lies(FIRST, 40.0, 10.0),
        Lies(BLUE_KING, 20.0, 5.0),
        Lies(THIRD, 45.2, 5.0, level=1),
    )
    came = shot(state, RED_KING, *lies)
    came = replace(came, moved=tuple(replace(moved, up=face) for moved in came.moved))
    stroke = Flick(RED_KING, 0.0, 100.0)
    state, events = play(state, stroke, Settled(stroke, came))
    assert sorts(events) == ["Flicked"]
    assert (state.task.ask, state.turn.side) == (Ask.MOVE, BLUE)
    assert [state.dice[die].body.up for die in (RED_KING, BLUE_KING, FIRST, THIRD)] == [face] * 4


@pytest.mark.rule("RUM-16")
def test_the_owner_may_set_a_freed_die_on_dice_and_turn_it():
    state = board("red troll 20,5", "red knight 7,12")
    state, _ = flick(state, FIRST, over(FIRST, "red"))
    state, _ = play(state, thrown(state, "active"))
    state, _ = play(state, put(state, 7.2, 12.1, 33.0))
    assert at(state, FIRST) == (7.2, 12.1, 1)
    assert state.dice[FIRST].body.pose == Pose(7.2, 12.1, 33.0)


@pytest.mark.rule("RUM-16")
def test_of_two_dice_the_one_off_the_mat_is_defeated_and_the_other_is_captured():
    state = board("red knight 20,5", "blue troll 45,5", "blue troll 45,10")
    state, events = flick(state, FIRST, off(SECOND), over(THIRD, "blue", 10.0))
    assert sorts(events) == ["Flicked", "Defeated", "Captured"]
    assert state.task.about == THIRD
