from __future__ import annotations

import pytest

from rumms.games.rumms.actions import Decline, Pick, Put, Use
from rumms.games.rumms.events import Hid, Returned, WasSet, who
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
    flick,
    off,
    play,
    push,
    refused,
    sorts,
    thrown,
)

SPY, SECOND, THIRD = FIRST, FIRST + 1, FIRST + 2


def hides(state: State, *spies: int) -> bool:
    """Is red asked whether one of these spies hides?"""
    task = state.task
    return task.ask is Ask.USE and task.power == "hide" and task.side is RED and task.among == spies


def is_hidden(state: State, die: int) -> bool:
    return isinstance(state.dice[die].where, Aside)


# Hiding.


@pytest.mark.rule("RUM-31")
def test_a_spy_behind_the_lines_with_an_active_face_up_may_be_laid_aside():
    state, _ = flick(board("red spy 20,5"), SPY, Lies(SPY, 45.0, 5.0, "active"))
    assert hides(state, SPY)
    state, events = play(state, Use(SPY))
    assert events == [Hid(who(state.dice[SPY]))]
    assert is_hidden(state, SPY)
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-31", "RUM-43")
def test_hiding_is_a_choice_at_the_end_of_every_own_turn():
    state, _ = flick(board("red spy 20,5"), SPY, Lies(SPY, 45.0, 5.0))
    for _ in range(2):
        state, events = play(state, Decline())
        assert events == []
        assert at(state, SPY) == (45.0, 5.0, 0)
        assert state.turn.side is BLUE
        state, _ = flick(state, BLUE_KING, Lies(BLUE_KING, 57.0, 15.0))
        assert (state.turn.side, state.task.ask) == (RED, Ask.MOVE)
        state, _ = flick(state, RED_KING, Lies(RED_KING, 8.0, 15.0))
        assert hides(state, SPY)


@pytest.mark.rule("RUM-31")
def test_a_spy_hides_also_when_another_die_was_used():
    state = board("red spy 45,5", "red troll 20,5", "red ice aside", "red heart 10,25", "blue troll 50,5")
    flicked, _ = flick(state, SECOND, Lies(SECOND, 22.0, 5.0))
    assert hides(flicked, SPY)
    moved, _ = play(state, Use(RED_KING), Put(RED_KING, Pose(8.0, 15.0)))
    assert hides(moved, SPY)
    froze, _ = play(state, Use(THIRD), Put(THIRD, Pose(50.0, 5.0)))
    assert hides(froze, SPY)
    revived, _ = play(state, Use(THIRD + 1), Pick(()))
    assert hides(revived, SPY)


@pytest.mark.rule("RUM-31")
@pytest.mark.parametrize(("x", "beyond"), [(20.0, False), (33.11, False), (33.12, True), (62.0, True)])
def test_a_spy_hides_only_beyond_the_wall(x: float, beyond: bool):
    state, _ = flick(board("red spy 20,5"), SPY, Lies(SPY, x, 5.0))
    assert state.turn.side is (RED if beyond else BLUE)
    assert beyond is False or hides(state, SPY)


@pytest.mark.rule("RUM-31")
def test_a_spy_with_a_shadow_face_up_does_not_hide_but_is_captured():
    state, _ = flick(board("red spy 20,5"), SPY, Lies(SPY, 45.0, 5.0, "shadow"))
    assert (GAME.actor(state), state.task.power) == (NATURE, "captured")
    state, _ = play(state, thrown(state, "active"), Put(SPY, Pose(7.0, 12.0)))
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-31")
def test_a_spy_does_not_hide_in_the_enemys_turn():
    state = board("red spy 45,5", "blue troll 50,25", to_move=BLUE)
    state, _ = flick(state, SECOND, Lies(SPY, 46.0, 5.0))
    assert (state.turn.side, state.task.ask) == (RED, Ask.MOVE)
    assert refused(state, Use(SPY)) == "RUM-12"


@pytest.mark.rule("RUM-31", "RUM-38")
def test_a_frozen_spy_does_not_hide():
    state = board("red spy 45,5", "blue ice 45,5@1")
    state, _ = flick(state, RED_KING, Lies(RED_KING, 8.0, 15.0))
    assert state.turn.side is BLUE


@pytest.mark.rule("RUM-31", "RUM-54")
def test_each_of_several_spies_may_hide():
    start = board("red spy 45,5", "red spy 45,25")
    start, _ = flick(start, RED_KING, Lies(RED_KING, 8.0, 15.0))
    assert hides(start, SPY, SECOND)
    state, _ = play(start, Use(SECOND))
    assert hides(state, SPY)
    both, _ = play(state, Use(SPY))
    assert is_hidden(both, SPY)
    assert is_hidden(both, SECOND)
    assert both.turn.side is BLUE
    one, _ = play(state, Decline())
    assert (is_hidden(one, SPY), is_hidden(one, SECOND)) == (False, True)
    assert one.turn.side is BLUE
    none, _ = play(start, Decline())
    assert (is_hidden(none, SPY), is_hidden(none, SECOND)) == (False, False)
    assert none.turn.side is BLUE


@pytest.mark.rule("RUM-31")
def test_a_spy_that_was_set_back_in_this_turn_does_not_hide_again_but_another_may():
    state = board("red spy aside", "red spy 45,25")
    state, _ = play(state, Use(SPY), Put(SPY, Pose(45.0, 5.0)))
    assert hides(state, SECOND)
    state, _ = play(state, Decline())
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)
    state, _ = flick(state, BLUE_KING, Lies(BLUE_KING, 57.0, 15.0))
    state, _ = flick(state, RED_KING, Lies(RED_KING, 8.0, 15.0))
    assert hides(state, SPY, SECOND)


@pytest.mark.rule("RUM-31")
def test_dice_on_a_spy_that_hides_come_down():
    state = board("red spy 45,5", "blue knight 45,5@1")
    state, _ = flick(state, RED_KING, Lies(RED_KING, 8.0, 15.0))
    state, _ = play(state, Use(SPY))
    assert at(state, SECOND) == (45.0, 5.0, 0)


# Coming back.


@pytest.mark.rule("RUM-32")
def test_a_hidden_spy_is_set_behind_the_lines_instead_of_a_flick():
    state, _ = flick(board("red spy 45,5", "red troll 20,5"), RED_KING, Lies(RED_KING, 8.0, 15.0))
    state, _ = play(state, Use(SPY))
    state, _ = flick(state, BLUE_KING, Lies(BLUE_KING, 57.0, 15.0))
    assert Flick(SECOND, 0.0, 100.0) in GAME.legal(state)
    assert refused(state, Flick(SPY, 0.0, 100.0)) == "RUM-12"
    state, _ = play(state, Use(SPY))
    assert (state.task.ask, state.task.side, state.task.about) == (Ask.PUT, RED, SPY)
    state, events = play(state, Put(SPY, Pose(40.0, 25.0, 30.0)))
    spy = state.dice[SPY]
    assert events == [Returned(who(spy)), WasSet(who(spy), Pose(40.0, 25.0, 30.0), 0, "return")]
    assert at(state, SPY) == (40.0, 25.0, 0)
    assert spy.is_active
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-32")
def test_one_spy_a_turn_comes_back():
    state = board("red spy aside", "red spy aside")
    state, _ = play(state, Use(SECOND), Put(SECOND, Pose(45.0, 5.0)))
    assert is_hidden(state, SPY)
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-32")
def test_only_an_own_hidden_spy_comes_back():
    state = board("red spy 45,5", "red spy out", "blue spy aside")
    for spy in (SPY, SECOND, THIRD):
        assert refused(state, Use(spy)) == "RUM-12"


@pytest.mark.rule("RUM-32")
@pytest.mark.parametrize(
    ("legal", "wrong"),
    [
        ((33.12, 5.0), (33.11, 5.0)),  # the wall
        ((45.0, 5.0), (20.0, 5.0)),
        ((51.18, 15.0), (51.19, 15.0)),  # the castle
        ((56.0, 19.82), (56.0, 19.81)),
        ((41.62, 5.0), (41.61, 5.0)),  # an enemy die
        ((40.0, 6.62), (40.0, 6.61)),
        ((55.0, 25.0), (40.0, 5.0)),  # on an enemy die
    ],
)
def test_the_spy_touches_neither_wall_nor_castle_nor_an_enemy_die(
    legal: tuple[float, float], wrong: tuple[float, float]
):
    state, _ = play(board("red spy aside", "blue troll 40,5"), Use(SPY))
    assert Put(SPY, Pose(*legal)) in GAME.legal(state)
    assert refused(state, Put(SPY, Pose(*wrong))) == "RUM-32"


@pytest.mark.rule("RUM-32")
def test_a_blue_spy_comes_back_in_reds_kingdom():
    state, _ = play(board("blue spy aside", "red troll 20,5", to_move=BLUE), Use(SPY))
    legal = GAME.legal(state)
    assert Put(SPY, Pose(29.88, 5.0)) in legal
    assert Put(SPY, Pose(11.82, 15.0)) in legal
    for x, y in ((29.89, 5.0), (11.81, 15.0), (21.61, 5.0), (45.0, 5.0)):
        assert refused(state, Put(SPY, Pose(x, y))) == "RUM-32"


@pytest.mark.rule("RUM-32")
def test_the_spy_may_touch_own_dice_and_stand_on_them():
    state, _ = play(board("red spy aside", "red troll 40,5", "red knight 42,5"), Use(SPY))
    for pose, level in ((Pose(40.0, 6.6), 0), (Pose(40.0, 5.0), 1), (Pose(41.0, 5.0), 1)):
        set_down, _ = play(state, Put(SPY, pose))
        assert at(set_down, SPY) == (pose.x, pose.y, level)
    assert refused(state, Put(SPY, Pose(41.0, 4.0))) == "RUM-47"  # its centre is over neither of them


@pytest.mark.rule("RUM-32")
def test_the_spy_may_not_stand_on_own_dice_so_that_it_is_in_the_castle():
    # From above it would touch nothing of the castle, but the die below does, be it through another one.
    state, _ = play(board("red spy aside", "red troll 51.2,15"), Use(SPY))
    assert refused(state, Put(SPY, Pose(50.5, 15.0))) == "RUM-32"
    state, _ = play(board("red spy aside", "red troll 51.2,15", "red knight 50.6,15@1"), Use(SPY))
    assert refused(state, Put(SPY, Pose(50.0, 15.0))) == "RUM-32"


@pytest.mark.rule("RUM-32")
def test_the_spy_on_a_die_beside_the_castle_may_hang_over_it():
    state, _ = play(board("red spy aside", "red troll 51.15,15"), Use(SPY), Put(SPY, Pose(51.7, 15.0)))
    assert at(state, SPY) == (51.7, 15.0, 1)


@pytest.mark.rule("RUM-32")
def test_the_spy_may_not_stand_on_own_dice_so_that_it_touches_an_enemy_die():
    state, _ = play(
        board(
            "red spy aside",
            "red troll 40,5",
            "blue troll 42,5",
            "red knight 40,25",
            "blue troll 41.7,25@1",
            "red mage 42,25",
        ),
        Use(SPY),
    )
    assert refused(state, Put(SPY, Pose(41.0, 5.0))) == "RUM-32"  # between an own and an enemy die
    assert refused(state, Put(SPY, Pose(40.09, 25.0))) == "RUM-32"  # beside one on the same level
    assert Put(SPY, Pose(40.08, 25.0)) in GAME.legal(state)


@pytest.mark.rule("RUM-32", "RUM-43")
def test_the_spot_is_chosen_freely_in_the_whole_kingdom():
    state, _ = play(board("red spy aside", "blue troll 40,5", "blue troll 45,20"), Use(SPY))
    legal = GAME.legal(state)
    for x in (34.0, 38.0, 50.0, 62.0):
        for y in (1.0, 10.0, 29.0):
            assert Put(SPY, Pose(x, y)) in legal


# Hidden.


@pytest.mark.rule("RUM-53")
def test_no_mage_reaches_a_hidden_spy():
    state = board("blue spy aside", "blue troll 45,5", "red mage 53,12")
    state, _ = flick(state, RED_KING, Lies(RED_KING, 8.0, 15.0))
    state, _ = play(state, Use(THIRD))
    assert state.task.among == (SECOND,)
    assert refused(state, Pick((SPY,))) == "RUM-43"
    state = board("blue spy aside", "red mage 53,12")
    state, _ = flick(state, RED_KING, Lies(RED_KING, 8.0, 15.0))
    assert state.turn.side is BLUE


@pytest.mark.rule("RUM-53")
def test_no_berserker_reaches_a_hidden_spy():
    state = board("blue spy aside", "blue troll 45,5", "red berserker 20,2", to_move=BLUE)
    state, _ = flick(state, SECOND, off(THIRD))
    state, _ = play(state, thrown(state, "active"))
    assert state.task.among == (SECOND,)


@pytest.mark.rule("RUM-53")
def test_no_ice_cube_and_no_heart_reaches_a_hidden_spy():
    state = board("blue spy aside", "red ice aside")
    assert refused(state, Use(SECOND)) == "RUM-12"
    state, _ = play(board("red spy aside", "red heart 20,5", "red troll out"), Use(SECOND))
    assert state.task.among == (THIRD,)
    assert refused(state, Pick((SPY,))) == "RUM-40"


@pytest.mark.rule("RUM-53")
def test_no_penalty_reaches_a_hidden_spy():
    state = board("red spy aside", "red troll 20,5", "red ice aside", finger=True)
    state, events = push(state, SECOND, lies=(Lies(SECOND, 22.0, 5.0),))
    assert "Foul" in sorts(events)
    assert (state.task.ask, state.task.side, state.task.among) == (Ask.PICK, BLUE, (SECOND, THIRD))
    assert refused(state, Pick((SPY,))) == "RUM-43"


@pytest.mark.rule("RUM-53")
def test_a_spy_stays_hidden_as_long_as_its_owner_likes_and_everybody_sees_that():
    state = board("red spy aside")
    for number in range(6):
        king = (RED_KING, BLUE_KING)[number % 2]
        state, _ = flick(state, king, Lies(king, (8.0, 57.0)[number % 2], 15.0 + 0.1 * number))
        assert all(isinstance(GAME.view(state, seat).dice[SPY].where, Aside) for seat in (0, 1))
    assert Use(SPY) in GAME.legal(state)
