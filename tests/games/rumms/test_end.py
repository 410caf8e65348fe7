"""The end of a game: a king has left the mat, and nobody rescued him."""

from __future__ import annotations

import pytest

from rumms.games.rumms.actions import Decline, Muster, Pass, Use
from rumms.games.rumms.events import Won
from rumms.games.rumms.state import Ask, Side
from rumms.physics.model import Flick

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
    put,
    sorts,
    thrown,
)

SECOND, THIRD, FOURTH = FIRST + 1, FIRST + 2, FIRST + 3


@pytest.mark.rule("RUM-24")
@pytest.mark.parametrize("flicks", [RED, BLUE])
@pytest.mark.parametrize(("king", "winner"), [(RED_KING, BLUE), (BLUE_KING, RED)])
def test_a_team_whose_king_leaves_the_mat_has_lost_whoever_flicked(flicks: Side, king: int, winner: Side):
    state = board("red knight 20,5", "blue knight 40,5", to_move=flicks)
    state, events = flick(state, FIRST if flicks is RED else SECOND, off(king))
    wins = (1, 0) if winner is RED else (0, 1)
    assert events[-1] == Won(winner, 1, wins, is_last=True)
    assert GAME.winners(state) == {winner.number}
    assert GAME.actor(state) is None


@pytest.mark.rule("RUM-24")
@pytest.mark.parametrize(("y", "lost"), [(-0.809, False), (-0.82, True)])
def test_a_king_that_still_touches_the_mat_is_in_play(y: float, lost: bool):
    state, _ = flick(board(), RED_KING, Lies(RED_KING, 7.0, y))
    assert (GAME.actor(state) is None) == lost


@pytest.mark.rule("RUM-24")
@pytest.mark.parametrize("flicks", [RED, BLUE])
def test_if_both_kings_are_gone_the_team_that_flicked_loses(flicks: Side):
    state = board("red knight 20,5", "blue knight 40,5", to_move=flicks)
    state, events = flick(state, FIRST if flicks is RED else SECOND, off(RED_KING), off(BLUE_KING))
    assert sorts(events).count("Won") == 1
    assert GAME.winners(state) == {flicks.foe.number}


@pytest.mark.rule("RUM-24")
def test_rescue_comes_first():
    state = board("red knight 20,5", "blue dragon 40,5")
    state, events = flick(state, FIRST, off(BLUE_KING))
    assert sorts(events) == ["Flicked", "Defeated"]
    assert (state.task.ask, GAME.actor(state)) == (Ask.USE, 1)
    state, _ = play(state, Use(SECOND))
    saved, _ = play(state, thrown(state, "active"))
    saved, _ = play(saved, put(saved, 56.0, 15.0))
    assert (saved.task.ask, saved.task.side) == (Ask.MOVE, BLUE)
    lost, _ = play(state, thrown(state, "shadow"))
    assert GAME.winners(lost) == {0}


@pytest.mark.rule("RUM-24")
def test_a_team_that_does_not_want_the_rescue_has_lost():
    state, _ = flick(board("red dragon 20,5"), RED_KING, off(RED_KING))
    state, events = play(state, Decline())
    assert sorts(events) == ["Won"]
    assert GAME.winners(state) == {1}


@pytest.mark.rule("RUM-24")
@pytest.mark.parametrize("dragon", ["red dragon out", "blue dragon 40,5", "red knight 20,5"])
def test_only_an_own_dragon_in_play_rescues(dragon: str):
    state, _ = flick(board(dragon), RED_KING, off(RED_KING))
    assert GAME.winners(state) == {1}


@pytest.mark.rule("RUM-24")
@pytest.mark.parametrize("action", [Flick(RED_KING, 0.0, 100.0), Pass(), Decline(), Muster(("king",))])
def test_after_the_end_nothing_can_be_done(action: Flick | Pass | Decline | Muster):
    state, _ = flick(board(), RED_KING, off(RED_KING))
    with pytest.raises(ValueError, match=r"The game is over. \(RUM-24\)"):
        GAME.apply(state, action)


@pytest.mark.rule("RUM-24")
def test_as_long_as_both_kings_are_in_play_nobody_has_won():
    state = board("red knight 20,5", "blue knight 40,5")
    state, _ = flick(state, FIRST, off(FIRST), off(SECOND))
    assert GAME.winners(state) == frozenset()
    assert GAME.actor(state) == 1


# Both kings.


@pytest.mark.rule("RUM-51")
@pytest.mark.parametrize("flicks", [RED, BLUE])
def test_the_team_that_flicked_tries_first_and_if_it_fails_nothing_more_is_thrown(flicks: Side):
    state = board("red dragon 20,5", "blue dragon 40,5", "red knight 20,10", "blue knight 40,10", to_move=flicks)
    state, _ = flick(state, THIRD if flicks is RED else FOURTH, off(RED_KING), off(BLUE_KING))
    dragon = FIRST if flicks is RED else SECOND
    assert (state.task.ask, state.task.among, GAME.actor(state)) == (Ask.USE, (dragon,), flicks.number)
    state, _ = play(state, Use(dragon))
    state, events = play(state, thrown(state, "shadow"))
    assert sorts(events) == ["Threw", "Won"]
    assert GAME.winners(state) == {flicks.foe.number}
    assert state.dice[SECOND if flicks is RED else FIRST].is_on_mat


@pytest.mark.rule("RUM-51")
@pytest.mark.parametrize("face", ["active", "shadow"])
def test_the_team_that_flicked_was_rescued_and_the_other_tries(face: str):
    state = board("red dragon 20,5", "blue dragon 40,5", "red knight 20,10")
    state, _ = flick(state, THIRD, off(RED_KING), off(BLUE_KING))
    state, _ = play(state, Use(FIRST))
    state, _ = play(state, thrown(state, "active"))
    state, _ = play(state, put(state, 7.0, 15.0))
    assert (state.task.ask, state.task.among, GAME.actor(state)) == (Ask.USE, (SECOND,), 1)
    state, _ = play(state, Use(SECOND))
    state, _ = play(state, thrown(state, face))
    if face == "shadow":
        assert GAME.winners(state) == {0}
        return
    state, _ = play(state, put(state, 56.0, 15.0))
    assert (state.task.ask, state.task.side) == (Ask.MOVE, BLUE)
    assert GAME.winners(state) == frozenset()


@pytest.mark.rule("RUM-51")
def test_rescued_the_team_that_flicked_has_won_if_the_other_cannot_try():
    state, _ = flick(board("red dragon 20,5", "red knight 20,10"), SECOND, off(RED_KING), off(BLUE_KING))
    state, _ = play(state, Use(FIRST))
    state, events = play(state, thrown(state, "active"))
    assert sorts(events) == ["Threw", "Rescued"]
    state, events = play(state, put(state, 7.0, 15.0))
    assert sorts(events) == ["WasSet", "Won"]
    assert GAME.winners(state) == {0}


@pytest.mark.rule("RUM-51")
def test_without_a_dragon_the_team_that_flicked_has_lost_though_the_other_could_try():
    state, _ = flick(board("blue dragon 40,5", "red knight 20,10"), SECOND, off(RED_KING), off(BLUE_KING))
    assert GAME.winners(state) == {1}
    assert state.dice[FIRST].is_on_mat


@pytest.mark.rule("RUM-51")
def test_a_second_dragon_is_tried_before_the_other_team_is():
    state = board("red dragon 20,5", "red dragon 20,10", "blue dragon 40,5", "red knight 25,5")
    state, _ = flick(state, FOURTH, off(RED_KING), off(BLUE_KING))
    assert state.task.among == (FIRST, SECOND)
    state, _ = play(state, Use(SECOND))
    state, _ = play(state, thrown(state, "shadow"))
    assert (state.task.among, GAME.actor(state)) == ((FIRST,), 0)
    state, _ = play(state, Use(FIRST))
    state, _ = play(state, thrown(state, "active"))
    state, _ = play(state, put(state, 7.0, 15.0))
    assert (state.task.among, GAME.actor(state)) == ((THIRD,), 1)


@pytest.mark.rule("RUM-51")
def test_a_game_that_is_decided_ends_at_once_and_what_was_due_lapses():
    """A captured troll, a fallen berserker, a mage in the enemy castle: nobody asks about them any more."""
    state = board("red troll 20,5", "blue berserker 40,5", "red mage 54,13", "red knight 20,10")
    lies = (Lies(FIRST, 40.0, 10.0, "shadow"), off(SECOND), off(BLUE_KING))
    state, events = flick(state, FOURTH, *lies)
    assert sorts(events) == ["Flicked", "Defeated", "Defeated", "Won"]
    assert GAME.winners(state) == {0}
    assert state.tasks == ()
    assert state.dice[FIRST].is_on_mat


@pytest.mark.rule("RUM-51")
def test_a_captured_dragon_is_a_hope_and_is_thrown_for_its_freedom_first():
    state = board("red knight 20,5", "blue dragon 40,5")
    state, _ = flick(state, FIRST, off(BLUE_KING), Lies(SECOND, 20.0, 10.0, "shadow"))
    assert (state.task.ask, state.task.about, state.task.power) == (Ask.THROW, SECOND, "captured")
    lost, _ = play(state, thrown(state, "shadow"))
    assert GAME.winners(lost) == {0}
    assert is_out(lost, SECOND)
    free, _ = play(state, thrown(state, "active"))
    free, _ = play(free, put(free, 54.0, 13.0))
    assert (free.task.ask, free.task.power) == (Ask.USE, "rescue")


@pytest.mark.rule("RUM-51")
@pytest.mark.parametrize("face", ["active", "shadow"])
def test_a_frozen_dragon_is_a_hope_only_if_it_is_captured(face: str):
    """Thrown for its freedom, it has left the ice cube behind."""
    state = board("red knight 20,5", "blue dragon 40,5", "red ice 40,5@1")
    lies = (Lies(SECOND, 20.0, 10.0, face), Lies(THIRD, 20.0, 10.0, level=1))
    state, _ = flick(state, FIRST, off(BLUE_KING), *lies)
    if face == "active":
        assert GAME.winners(state) == {0}
        return
    assert (state.task.ask, state.task.about, state.task.power) == (Ask.THROW, SECOND, "captured")
    state, _ = play(state, thrown(state, "active"))
    state, _ = play(state, put(state, 54.0, 13.0))
    assert (state.task.ask, state.task.among, GAME.actor(state)) == (Ask.USE, (SECOND,), 1)


@pytest.mark.rule("RUM-51")
def test_a_dragon_that_left_the_mat_in_the_same_flick_is_no_hope():
    state, _ = flick(board("red knight 20,5", "blue dragon 40,5"), FIRST, off(BLUE_KING), off(SECOND))
    assert GAME.winners(state) == {0}
