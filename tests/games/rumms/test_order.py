from __future__ import annotations

from collections.abc import Callable

import pytest

from rumms.games.rumms.actions import Action, Decline, Pick, Put, Use
from rumms.games.rumms.state import Ask, Side, State
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
    at,
    board,
    flick,
    is_out,
    off,
    play,
    push,
    refused,
    thrown,
)

SECOND, THIRD, FOURTH, FIFTH = range(FIRST + 1, FIRST + 5)
NUDGE = Lies(RED_KING, 8.0, 15.0)


def asked(state: State) -> tuple[str, str]:
    """Whose power is open, and which."""
    return str(state.task.side), state.task.power


# One rank after the other.


@pytest.mark.rule("RUM-42")
def test_captured_dice_then_throws_by_value_then_double_strike_mage_spy():
    dragon, troll, mage, spy, foes_troll, foes_dragon, berserker, prey = range(FIRST, FIRST + 8)
    state = board(
        "red dragon 20,5",
        "red troll 40,5",
        "red mage 53,12",
        "red spy 40,25",
        "blue troll 25,25",
        "blue dragon 45,25",
        "blue berserker 50,2",
        "blue knight 45,5",
    )
    state, _ = flick(
        state,
        dragon,
        Lies(dragon, 22.0, 5.0),
        Lies(troll, 41.0, 5.0, "shadow"),
        Lies(foes_troll, 26.0, 25.0, "shadow"),
        off(BLUE_KING),
        off(berserker),
    )
    seen = [asked(state)]

    def then(*actions: Action) -> None:
        nonlocal state
        for action in actions:
            state, _ = play(state, action)
        seen.append(asked(state))

    then(thrown(state, "shadow"))
    then(thrown(state, "shadow"))
    then(Use(foes_dragon), thrown(state, "active"), Put(BLUE_KING, Pose(56.0, 15.0)))
    then(thrown(state, "shadow"))
    then(Decline())
    then(Use(mage), Pick((prey,)), Put(mage, Pose(9.0, 12.0)))
    then(Use(spy))
    assert seen == [
        ("red", "captured"),
        ("blue", "captured"),
        ("blue", "rescue"),
        ("blue", "drag along"),
        ("red", "double strike"),
        ("red", "vanish"),
        ("red", "hide"),
        ("blue", ""),
    ]
    assert state.task.ask is Ask.MOVE


@pytest.mark.rule("RUM-42")
def test_the_own_kings_rescue_comes_before_the_enemys_berserker():
    state = board("red dragon 20,5", "blue berserker 20,2", "red troll 10,25")
    state, _ = flick(state, RED_KING, off(RED_KING), off(SECOND))
    assert asked(state) == ("red", "rescue")
    state, _ = play(state, Use(FIRST))
    state, _ = play(state, thrown(state, "active"), Put(RED_KING, Pose(7.0, 15.0)))
    assert asked(state) == ("blue", "drag along")


@pytest.mark.rule("RUM-42")
def test_a_teams_own_berserker_waits_for_the_rescue_whichever_is_numbered_first():
    for berserker, dragon in ((FIRST, SECOND), (SECOND, FIRST)):
        dice = sorted([(berserker, "red berserker 20,2"), (dragon, "red dragon 20,25")])
        state = board(*(word for _, word in dice), "blue troll 45,5", to_move=BLUE)
        state, _ = flick(state, THIRD, off(RED_KING), off(berserker))
        assert (asked(state), state.task.among) == (("red", "rescue"), (dragon,))
        state, _ = play(state, Use(dragon))
        state, _ = play(state, thrown(state, "active"), Put(RED_KING, Pose(7.0, 15.0)))
        assert (asked(state), state.task.about) == (("red", "drag along"), berserker)


@pytest.mark.rule("RUM-42")
def test_the_enemys_captured_die_comes_before_the_own_kings_rescue():
    state = board("red dragon 20,5", "blue troll 20,25")
    state, _ = flick(state, RED_KING, off(RED_KING), Lies(SECOND, 21.0, 25.0, "shadow"))
    assert asked(state) == ("blue", "captured")
    state, _ = play(state, thrown(state, "active"), Put(SECOND, Pose(54.0, 12.0)))
    assert asked(state) == ("red", "rescue")


@pytest.mark.rule("RUM-42")
def test_a_mage_due_with_a_spy_comes_first_whichever_is_numbered_first():
    for dice in (("red mage 53,12", "red spy 40,5"), ("red spy 40,5", "red mage 53,12")):
        state, _ = flick(board(*dice, "blue troll 45,25"), RED_KING, NUDGE)
        assert asked(state) == ("red", "vanish")
        state, _ = play(state, Decline())
        assert asked(state) == ("red", "hide")


@pytest.mark.rule("RUM-42", "RUM-54")
def test_a_berserker_drags_off_the_mage_that_was_about_to_act():
    state = board("red mage 20,12", "blue berserker 45,2", "blue troll 45,25", "red spy 40,5")
    state, _ = flick(state, FIRST, Lies(FIRST, 53.0, 12.0), off(SECOND))
    assert (GAME.actor(state), asked(state)) == (NATURE, ("blue", "drag along"))
    state, _ = play(state, thrown(state, "active"), Pick((FIRST,)))
    assert is_out(state, FIRST)
    assert asked(state) == ("red", "hide")


@pytest.mark.rule("RUM-42", "RUM-54")
def test_a_berserker_that_drags_off_the_spy_leaves_nothing_due():
    state = board("red spy 20,12", "blue berserker 45,2", "blue troll 45,25")
    state, _ = flick(state, FIRST, Lies(FIRST, 40.0, 5.0), off(SECOND))
    state, _ = play(state, thrown(state, "active"), Pick((FIRST,)))
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-42")
def test_a_second_ice_cube_comes_before_mage_and_spy():
    state = board(
        "red ice aside", "red ice aside", "red mage 53,12", "red spy 40,5", "blue troll 45,25", "blue heart 45,5"
    )
    state, _ = play(state, Use(FIRST), Put(FIRST, Pose(45.0, 25.0)))
    assert asked(state) == ("red", "freeze")
    state, _ = play(state, Decline())
    assert asked(state) == ("red", "vanish")


# Choices.


def king_is_off() -> State:
    state = board("blue knight 45,5", "red dragon 20,25", to_move=BLUE)
    return flick(state, FIRST, off(RED_KING))[0]


def dragon_is_home() -> State:
    return flick(board("red dragon 20,5"), FIRST, Lies(FIRST, 22.0, 5.0))[0]


def mage_is_in_the_castle() -> State:
    return flick(board("red mage 20,12", "blue troll 45,5"), FIRST, Lies(FIRST, 53.0, 12.0))[0]


def spy_is_behind_the_lines() -> State:
    return flick(board("red spy 20,12"), FIRST, Lies(FIRST, 45.0, 5.0))[0]


def ice_cube_is_left() -> State:
    state = board("red ice aside", "red ice aside", "blue troll 45,5", "blue troll 45,25")
    return play(state, Use(FIRST), Put(FIRST, Pose(45.0, 5.0)))[0]


def heart_is_left() -> State:
    return play(board("red heart 20,5", "red heart 25,5", "red troll out"), Use(FIRST), Pick(()))[0]


def foul_was_made() -> State:
    state = board("blue troll 45,5", finger=True, to_move=BLUE)
    return push(state, FIRST, lies=(Lies(FIRST, 46.0, 5.0),))[0]


@pytest.mark.rule("RUM-43")
@pytest.mark.parametrize(
    "offered",
    [
        king_is_off,
        dragon_is_home,
        mage_is_in_the_castle,
        spy_is_behind_the_lines,
        ice_cube_is_left,
        heart_is_left,
        foul_was_made,
    ],
)
def test_every_power_that_may_be_used_may_be_declined_and_then_nothing_happens(offered: Callable[[], State]):
    state = offered()
    assert GAME.actor(state) == 0
    declined, _ = play(state, Decline())
    assert declined.dice == state.dice
    assert declined.winner is not None or declined.task.ask is Ask.MOVE


@pytest.mark.rule("RUM-43")
def test_what_must_be_done_cannot_be_declined():
    captured, _ = flick(board("red troll 20,5", "blue troll 45,5"), FIRST, Lies(FIRST, 45.0, 25.0, "shadow"))
    assert refused(captured, Decline()) == "RUM-16"
    freed, _ = play(captured, thrown(captured, "active"))
    assert refused(freed, Decline()) == "RUM-47"
    assert refused(board("red troll 20,5"), Decline()) == "RUM-12"


@pytest.mark.rule("RUM-43")
def test_the_owner_of_a_die_chooses_its_spot_and_how_it_is_turned_in_the_enemys_turn_too():
    state = board("red troll 45,5", to_move=BLUE)
    state, _ = flick(state, BLUE_KING, Lies(FIRST, 45.0, 6.0, "shadow"))
    state, _ = play(state, thrown(state, "active"))
    assert GAME.actor(state) == 0
    for pose in (Pose(4.0, 12.0), Pose(9.0, 18.0, 33.0), Pose(7.0, 15.0, 45.0)):
        set_down, _ = play(state, Put(FIRST, pose))
        assert set_down.dice[FIRST].body.pose == pose


# Among equals.


@pytest.mark.rule("RUM-54")
@pytest.mark.parametrize("mover", [RED, BLUE])
def test_of_captured_dice_the_moving_teams_come_first(mover: Side):
    king = RED_KING if mover is RED else BLUE_KING
    state = board("red troll 45,5", "blue troll 20,5", to_move=mover)
    state, _ = flick(state, king, Lies(FIRST, 45.0, 6.0, "shadow"), Lies(SECOND, 20.0, 6.0, "shadow"))
    assert asked(state) == (str(mover), "captured")
    state, _ = play(state, thrown(state, "shadow"))
    assert asked(state) == (str(mover.foe), "captured")


@pytest.mark.rule("RUM-54", "RUM-43")
@pytest.mark.parametrize(("first", "second"), [(FIRST, SECOND), (SECOND, FIRST)])
def test_a_team_chooses_which_of_its_captured_dice_is_first_and_finishes_it(first: int, second: int):
    state = board("red troll 45,5", "red knight 45,25", "blue troll 20,5")
    captured = (Lies(FIRST, 45.0, 6.0, "shadow"), Lies(SECOND, 45.0, 24.0, "shadow"), Lies(THIRD, 20.0, 6.0, "shadow"))
    state, _ = flick(state, RED_KING, *captured)
    assert (state.task.ask, state.task.side, state.task.among) == (Ask.USE, RED, (FIRST, SECOND))
    assert refused(state, Decline()) == "RUM-43"
    assert refused(state, Use(THIRD)) == "RUM-43"
    state, _ = play(state, Use(first))
    assert not state.dice[first].is_on_mat
    assert state.dice[second].is_on_mat
    state, _ = play(state, thrown(state, "active"), Put(first, Pose(9.0, 12.0)))
    assert at(state, first) == (9.0, 12.0, 0)
    assert (GAME.actor(state), state.task.about) == (NATURE, second)
    state, _ = play(state, thrown(state, "shadow"))
    assert (GAME.actor(state), state.task.about) == (NATURE, THIRD)


@pytest.mark.rule("RUM-54")
def test_in_the_enemys_turn_the_order_is_chosen_by_the_dices_own_team():
    state = board("blue troll 20,5", "blue troll 20,25")
    state, _ = flick(state, RED_KING, Lies(FIRST, 20.0, 6.0, "shadow"), Lies(SECOND, 20.0, 24.0, "shadow"))
    assert (GAME.actor(state), state.task.among) == (1, (FIRST, SECOND))


@pytest.mark.rule("RUM-54")
def test_both_kings_off_the_moving_teams_rescue_is_first():
    for side, king in ((RED, RED_KING), (BLUE, BLUE_KING)):
        state = board("red dragon 20,5", "blue dragon 45,5", to_move=side)
        state, _ = flick(state, king, off(RED_KING), off(BLUE_KING))
        assert asked(state) == (str(side), "rescue")


@pytest.mark.rule("RUM-54")
def test_what_is_due_is_judged_anew_after_each_step():
    # An ice cube rests on a blue troll and touches the spy; when the mage takes the troll, the spy is free to hide.
    state = board("red mage 53,12", "red spy 46.7,25", "blue troll 45,25", "blue ice 45.5,25@1")
    assert state.frozen() == {SECOND, THIRD}
    state, _ = flick(state, RED_KING, NUDGE)
    declined, _ = play(state, Decline())
    assert (declined.turn.side, declined.task.ask) == (BLUE, Ask.MOVE)
    state, _ = play(state, Use(FIRST), Pick((THIRD,)), Put(FIRST, Pose(9.0, 12.0)))
    assert is_out(state, FOURTH)
    assert asked(state) == ("red", "hide")
