"""The royal tournament: several games, the loser begins the next, first to three wins."""

from __future__ import annotations

import pytest

from rumms.games.rumms.actions import Muster
from rumms.games.rumms.events import Won
from rumms.games.rumms.state import Ask, Options, Side, State, Tin

from .table import BLUE, GAME, RED, Lies, board, flick, formation, off, play, refused, sorts


def set_up(state: State, red: str = "king", blue: str = "king") -> State:
    """Both teams choose their troops anew and set up their kings."""
    state, _ = play(state, Muster(tuple(red.split())), Muster(tuple(blue.split())))
    for side, x in ((RED, 7), (BLUE, 56)):
        dice = [die.id for die in state.dice if die.side is side and isinstance(die.where, Tin)]
        spots = [f"{x},15", *(f"{20 if side is RED else 40},{2 * number}" for number in range(1, len(dice)))]
        state, _ = play(state, formation(*spots, first=dice[0]))
    return state


def lose(state: State, loser: Side) -> tuple[State, Won]:
    """The team to move flicks a king off the mat: the loser's."""
    king = state.king(loser).id
    state, events = flick(state, state.king(state.turn.side).id, off(king))
    assert isinstance(events[-1], Won)
    return state, events[-1]


@pytest.mark.rule("RUM-25")
@pytest.mark.parametrize(
    ("losers", "winner"),
    [
        ([BLUE, BLUE, BLUE], RED),
        ([RED, RED, RED], BLUE),
        ([RED, BLUE, RED, BLUE, RED], BLUE),
        ([RED, RED, BLUE, BLUE, BLUE], RED),
    ],
)
def test_the_loser_begins_the_next_game_and_three_wins_end_it(losers: list[Side], winner: Side):
    state = GAME.new(2, Options(wins_needed=3, first_team="blue"))
    begins = BLUE
    wins = {RED: 0, BLUE: 0}
    for number, loser in enumerate(losers, 1):
        assert GAME.winners(state) == frozenset()
        assert (state.task.ask, state.game) == (Ask.MUSTER, number)
        state = set_up(state)
        assert (state.task.ask, state.turn.side, GAME.actor(state)) == (Ask.MOVE, begins, begins.number)
        state, won = lose(state, loser)
        wins[loser.foe] += 1
        assert won == Won(loser.foe, number, (wins[RED], wins[BLUE]), is_last=number == len(losers))
        begins = loser
    assert GAME.actor(state) is None
    assert GAME.winners(state) == {winner.number}
    assert state.wins == (wins[RED], wins[BLUE])


@pytest.mark.rule("RUM-25")
def test_each_game_has_a_new_choice_of_troops_and_a_new_set_up():
    state, _ = lose(set_up(GAME.new(2, Options(wins_needed=3)), "king troll dragon", "king mage"), BLUE)
    assert state.dice == ()
    assert (state.task.ask, GAME.actor(state)) == (Ask.MUSTER, 0)
    state = set_up(state, "king knight", "king spy spy")
    assert [die.kind.name for die in state.dice] == ["king", "knight", "king", "spy", "spy"]
    assert all(die.is_on_mat for die in state.dice)


@pytest.mark.rule("RUM-25", "RUM-10")
def test_the_next_formations_are_screened_as_well():
    state, _ = lose(set_up(GAME.new(2, Options(wins_needed=3))), BLUE)
    state, _ = play(state, Muster(("king",)), Muster(("king",)), formation("5,15"))
    assert not GAME.view(state, 1).dice[0].is_on_mat
    assert GAME.view(state, 0).dice[0].is_on_mat


@pytest.mark.rule("RUM-25")
def test_unless_agreed_otherwise_one_game_is_all():
    assert Options().wins_needed == 1
    state, won = lose(set_up(GAME.new(2, Options())), BLUE)
    assert won.is_last
    assert GAME.actor(state) is None
    assert sorts([won]) == ["Won"]


@pytest.mark.rule("RUM-25", "RUM-01")
def test_members_take_their_turns_in_rotation_through_all_games():
    """Red's first member loses the first game, and its second begins the next."""
    state = set_up(GAME.new(4, Options(wins_needed=3)))
    assert GAME.actor(state) == 0
    state, _ = lose(state, RED)
    state = set_up(state)
    assert (state.turn.side, GAME.actor(state)) == (RED, 2)
    state, _ = flick(state, state.king(RED).id)
    assert GAME.actor(state) == 1


@pytest.mark.rule("RUM-25")
def test_after_a_start_position_the_next_game_is_a_normal_one():
    state, _ = lose(board("red knight 20,5", wins_needed=2), BLUE)
    assert (state.task.ask, state.dice, state.wins) == (Ask.MUSTER, (), (1, 0))
    assert refused(state, Muster(())) == "RUM-05"
    state, won = lose(set_up(state), BLUE)
    assert won.is_last
    assert GAME.winners(state) == {0}


@pytest.mark.rule("RUM-25", "RUM-51")
def test_nothing_of_the_last_game_is_still_due_in_the_next():
    """A troll was captured in the flick that decided the game."""
    state = board("red knight 20,5", "blue troll 40,5", wins_needed=2)
    state, _ = flick(state, 2, off(1), Lies(3, 20.0, 10.0, "shadow"))
    assert [task.ask for task in state.tasks] == [Ask.MUSTER, Ask.MUSTER, Ask.SET_UP, Ask.SET_UP]
    assert (state.turn.side, state.turn.fallen, state.turn.is_moved) == (BLUE, (), False)
