from __future__ import annotations

import pytest

from rumms.games.rumms.actions import Decline, Pick, Put, Use
from rumms.games.rumms.events import Froze, Thawed, WasSet, who
from rumms.games.rumms.state import Ask, Out, State
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
)

ICE, SECOND, THIRD, FOURTH, FIFTH = range(FIRST, FIRST + 5)
NUDGE = Lies(RED_KING, 8.0, 15.0)


def flickable(state: State, die: int) -> bool:
    return Flick(die, 0.0, 100.0) in GAME.legal(state)


# Setting it.


@pytest.mark.rule("RUM-37")
def test_instead_of_a_flick_an_ice_cube_is_set_on_an_enemy_die():
    state = board("red ice aside", "blue troll 45,5", "red knight 20,5")
    assert flickable(state, THIRD)
    assert refused(state, Flick(ICE, 0.0, 100.0)) == "RUM-12"
    state, _ = play(state, Use(ICE))
    assert (state.task.ask, state.task.side, state.task.about) == (Ask.PUT, RED, ICE)
    state, events = play(state, Put(ICE, Pose(45.2, 5.1, 20.0)))
    ice = who(state.dice[ICE])
    assert events == [WasSet(ice, Pose(45.2, 5.1, 20.0), 1, "freeze"), Froze(ice, (who(state.dice[SECOND]),))]
    assert at(state, ICE) == (45.2, 5.1, 1)
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-37")
def test_an_ice_cube_on_the_mat_is_neither_flicked_nor_set_again():
    state, _ = flick(board("red ice 45,5@1", "blue troll 45,5", to_move=BLUE), BLUE_KING, Lies(BLUE_KING, 57.0, 15.0))
    assert refused(state, Flick(ICE, 0.0, 100.0)) == "RUM-12"
    assert refused(state, Use(ICE)) == "RUM-12"


@pytest.mark.rule("RUM-37")
@pytest.mark.parametrize(("first", "second"), [(ICE, SECOND), (SECOND, ICE)])
def test_both_ice_cubes_may_be_set_in_one_turn(first: int, second: int):
    state = board("red ice aside", "red ice aside", "blue troll 45,5", "blue knight 45,25")
    state, _ = play(state, Use(first), Put(first, Pose(45.0, 5.0)))
    assert (state.task.ask, state.task.side, state.task.among) == (Ask.USE, RED, (second,))
    state, _ = play(state, Use(second), Put(second, Pose(45.0, 25.0)))
    assert state.frozen() == {THIRD, FOURTH}
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-37", "RUM-43")
def test_the_second_ice_cube_may_wait_for_a_later_turn():
    state = board("red ice aside", "red ice aside", "blue troll 45,5", "blue knight 45,25")
    state, _ = play(state, Use(ICE), Put(ICE, Pose(45.0, 5.0)), Decline())
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)
    state, _ = flick(state, FOURTH, Lies(FOURTH, 44.0, 25.0))
    state, _ = play(state, Use(SECOND), Put(SECOND, Pose(44.0, 25.0)))
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-37")
def test_after_a_flick_no_ice_cube_is_set():
    state, _ = flick(board("red ice aside", "blue troll 45,5"), RED_KING, NUDGE)
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-37")
def test_the_second_ice_cube_is_not_offered_where_it_finds_no_enemy_die():
    state = board("red ice aside", "red ice aside", "blue troll 45,5")
    state, _ = play(state, Use(ICE), Put(ICE, Pose(45.0, 5.0)))
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-37")
def test_two_ice_cubes_may_share_a_die_but_neither_stands_on_the_other():
    state = board("red ice aside", "red ice aside", "blue troll 45,5", "blue troll 45,6.7")
    state, _ = play(state, Use(ICE), Put(ICE, Pose(45.0, 5.0)), Use(SECOND))
    assert refused(state, Put(SECOND, Pose(45.0, 5.0))) == "RUM-47"
    state, _ = play(state, Put(SECOND, Pose(45.0, 6.61)))
    assert at(state, SECOND) == (45.0, 6.61, 1)
    assert state.frozen() == {THIRD, FOURTH}


@pytest.mark.rule("RUM-37")
@pytest.mark.parametrize(
    ("pose", "rule"),
    [
        (Pose(45.0, 15.0), "RUM-37"),  # the mat
        (Pose(20.0, 5.0), "RUM-37"),  # one of your own dice
        (Pose(56.0, 15.0), "RUM-37"),  # the enemy king
        (Pose(7.0, 15.0), "RUM-37"),  # your own king
        (Pose(56.0, 16.2), "RUM-37"),  # the enemy king and an enemy die
        (Pose(7.0, 13.8), "RUM-37"),  # your own king and an enemy die
        (Pose(20.0, 25.0), "RUM-47"),  # an ice cube of the enemy
        (Pose(45.9, 5.0), "RUM-47"),  # half on another die
    ],
)
def test_an_ice_cube_is_set_only_on_enemy_dice_but_on_no_king_and_no_ice(pose: Pose, rule: str):
    state = board(
        "red ice aside",
        "blue troll 45,5",
        "red troll 20,5",
        "blue troll 56,17",
        "blue knight 7,13",
        "red mage 20,25",
        "blue ice 20,25@1",
    )
    state, _ = play(state, Use(ICE))
    assert refused(state, Put(ICE, pose)) == rule


@pytest.mark.rule("RUM-37", "RUM-38")
def test_an_ice_cube_may_lie_on_own_dice_as_well_and_freezes_them():
    state, _ = play(board("red ice aside", "blue troll 45,5", "red troll 46.7,5", "red knight 20,5"), Use(ICE))
    state, events = play(state, Put(ICE, Pose(45.85, 5.0)))
    assert events[-1] == Froze(who(state.dice[ICE]), (who(state.dice[SECOND]), who(state.dice[THIRD])))
    state, _ = flick(state, BLUE_KING, Lies(BLUE_KING, 57.0, 15.0))
    assert not flickable(state, THIRD)
    assert flickable(state, FOURTH)


@pytest.mark.rule("RUM-37")
def test_an_ice_cube_may_be_set_on_hearts_and_on_dice_that_stand_on_the_king():
    state, _ = play(board("red ice aside", "blue heart 45,5", "blue troll 56,15@1", "blue knight 20,5"), Use(ICE))
    for pose, level in ((Pose(45.0, 5.0), 1), (Pose(56.0, 15.0), 2), (Pose(20.0, 5.0), 1)):
        set_down, _ = play(state, Put(ICE, pose))
        assert at(set_down, ICE) == (pose.x, pose.y, level)


@pytest.mark.rule("RUM-37")
def test_an_ice_cube_waits_where_the_king_is_the_only_enemy_die():
    assert refused(board("red ice aside", "red troll 20,5"), Use(ICE)) == "RUM-12"


# Freezing.


@pytest.mark.rule("RUM-38")
def test_a_frozen_die_is_not_flicked_until_the_ice_cube_is_knocked_off():
    state = board("red ice 45,5@1", "blue troll 45,5", "blue knight 45,25", to_move=BLUE)
    assert refused(state, Flick(SECOND, 0.0, 100.0)) == "RUM-12"
    assert flickable(state, THIRD)
    state, _ = flick(state, THIRD, Lies(ICE, 40.0, 5.0))
    state, _ = flick(state, RED_KING, NUDGE)
    assert flickable(state, SECOND)


@pytest.mark.rule("RUM-38", "RUM-40")
def test_a_frozen_heart_is_not_used_neither_first_nor_second():
    dice = ("red heart 20,5", "red heart 25,5", "blue ice 20,5@1", "red troll out")
    state = board(*dice)
    assert refused(state, Use(FIRST)) == "RUM-12"
    state, _ = play(state, Use(SECOND), Pick(()))
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-38")
def test_one_ice_cube_freezes_all_dice_that_it_touches_from_above():
    state = board(
        "red ice 45.85,5.85@1", "blue troll 45,5", "blue troll 46.7,5", "blue troll 45,6.7", "red troll 46.7,6.7"
    )
    assert state.frozen() == {SECOND, THIRD, FOURTH, FIFTH}
    state, _ = flick(state, RED_KING, NUDGE)
    assert not any(flickable(state, die) for die in (SECOND, THIRD, FOURTH))


@pytest.mark.rule("RUM-38")
def test_dice_further_down_and_dice_beside_the_ice_cube_are_not_frozen():
    state = board(
        "red ice 45,5@2",
        "blue troll 45,5",
        "blue knight 45,5@1",
        "blue mage 46.6,5",
        "blue spy 46.6,5@1",
        "blue berserker 46.6,5@2",
        to_move=BLUE,
    )
    assert [die for die in range(SECOND, FIFTH + 2) if not flickable(state, die)] == [THIRD]


@pytest.mark.rule("RUM-38")
def test_a_common_edge_freezes_nothing():
    state = board("red ice 45,5@1", "blue troll 45,5", "blue knight 46.6,5", to_move=BLUE)
    assert flickable(state, THIRD)


@pytest.mark.rule("RUM-38", "RUM-39")
def test_a_king_is_never_frozen_though_an_ice_cube_slid_onto_him():
    state = board("red ice 53,15@1", "blue troll 53,15")
    state, _ = flick(state, RED_KING, NUDGE, Lies(BLUE_KING, 54.7, 15.0), Lies(ICE, 53.7, 15.0, level=1))
    assert state.dice[ICE].is_on_mat
    assert state.frozen() == {SECOND}
    assert flickable(state, BLUE_KING)
    state, _ = play(state, Use(BLUE_KING), Put(BLUE_KING, Pose(58.0, 15.0)))
    assert state.frozen() == {SECOND}


@pytest.mark.rule("RUM-38")
def test_a_frozen_die_still_stands_in_the_way_and_can_be_defeated():
    state = board("red ice 45,5@1", "blue troll 45,5")
    state, events = flick(state, RED_KING, off(SECOND), off(ICE))
    assert is_out(state, SECOND)
    assert sorts(events) == ["Flicked", "Thawed", "Defeated"]


# Knocked off.


@pytest.mark.rule("RUM-39")
@pytest.mark.parametrize(
    "lies", [Lies(ICE, 47.0, 5.0), Lies(ICE, 45.0, 25.0, level=1), Lies(ICE, 20.0, 5.0, level=1), off(ICE)]
)
def test_an_ice_cube_knocked_off_is_out_wherever_it_lies(lies: Lies):
    state = board("red ice 45,5@1", "blue troll 45,5", "blue knight 45,25", "red troll 20,5", to_move=BLUE)
    ice = who(state.dice[ICE])
    state, events = flick(state, THIRD, lies)
    assert state.dice[ICE].where == Out()
    assert events[1:] == [Thawed(ice, "knocked off")]
    assert state.frozen() == set()


@pytest.mark.rule("RUM-39")
def test_an_ice_cube_is_out_when_its_die_was_pushed_away_from_under_it():
    state = board("red ice 45,5@1", "blue troll 45,5", "blue knight 45,25", to_move=BLUE)
    state, _ = flick(state, THIRD, Lies(SECOND, 40.0, 5.0), Lies(ICE, 45.0, 5.0))
    assert is_out(state, ICE)
    state = board("red ice 45,5@1", "blue troll 45,5", "blue knight 45,25", to_move=BLUE)
    state, _ = flick(state, THIRD, Lies(SECOND, 40.0, 5.0), Lies(THIRD, 45.0, 5.0))
    assert is_out(state, ICE)  # it has not moved, but what carries it now is another die


@pytest.mark.rule("RUM-39", "RUM-38")
def test_an_ice_cube_that_slides_onto_a_neighbouring_die_freezes_both():
    state = board("red ice 45,5@1", "blue troll 45,5", "blue knight 46.7,5", "red troll 20,5")
    state, _ = flick(state, FOURTH, Lies(ICE, 45.6, 5.0, level=1))
    assert state.dice[ICE].is_on_mat
    assert state.frozen() == {SECOND, THIRD}
    assert not flickable(state, THIRD)


@pytest.mark.rule("RUM-39", "RUM-38")
def test_an_ice_cube_that_stays_on_one_of_two_dice_sets_the_other_free():
    state = board("red ice 45.85,5@1", "blue troll 45,5", "blue knight 46.7,5")
    state, events = flick(state, RED_KING, NUDGE, Lies(SECOND, 40.0, 5.0), Lies(ICE, 46.7, 5.0, level=1))
    assert sorts(events) == ["Flicked"]
    assert state.frozen() == {THIRD}
    assert flickable(state, SECOND)


@pytest.mark.rule("RUM-39")
@pytest.mark.parametrize("fallen", [(30.0, -6.0), (21.7, -0.82)])
def test_an_ice_cube_stays_on_an_own_die_that_it_lay_on_when_the_enemy_die_has_left_the_mat(
    fallen: tuple[float, float],
):
    # The second time the enemy die is off the mat, but still under the ice cube.
    state = board("red ice 20.6,0.2@1", "red troll 20,0.2", "blue troll 21.7,0.2", to_move=BLUE)
    lies = (Lies(SECOND, 20.0, -0.7), Lies(THIRD, *fallen), Lies(ICE, 20.6, -0.7, level=1))
    state, events = flick(state, BLUE_KING, *lies)
    assert sorts(events) == ["Flicked", "Defeated"]
    assert state.frozen() == {SECOND}


@pytest.mark.rule("RUM-39")
def test_an_ice_cube_that_rides_on_its_die_stays():
    state = board("red ice 45,5@1", "blue troll 45,5")
    state, _ = flick(state, RED_KING, Lies(SECOND, 47.0, 6.0), Lies(ICE, 47.3, 6.2, level=1))
    assert at(state, ICE) == (47.3, 6.2, 1)
    assert state.frozen() == {SECOND}


@pytest.mark.rule("RUM-39")
def test_the_owner_does_not_get_the_ice_cube_back():
    state = board("red ice 45,5@1", "red heart 20,5", "blue troll 45,5", to_move=BLUE)
    state, _ = flick(state, BLUE_KING, Lies(ICE, 40.0, 5.0))
    assert refused(state, Use(ICE)) == "RUM-12"
    state, _ = play(state, Use(SECOND))
    assert state.task.among == ()


@pytest.mark.rule("RUM-39")
def test_a_die_that_lay_on_the_ice_cube_comes_down_when_it_is_out():
    state = board("red ice 45,5@1", "blue troll 45,5", "blue knight 46.7,5", "red troll 45,5@2")
    state, _ = flick(state, RED_KING, NUDGE, Lies(ICE, 46.7, 5.0, level=1), Lies(FOURTH, 46.7, 5.0, level=2))
    assert is_out(state, ICE)
    assert at(state, FOURTH) == (46.7, 5.0, 1)


# Taken away.


def vanish(victim: int, *dice: str) -> State:
    """Red's mage, number 3, takes a die; red's ice cube is number 2, the others are numbered from 4 on."""
    ice, *others = dice
    state, _ = flick(board(ice, "red mage 53,18", *others), RED_KING, NUDGE)
    state, _ = play(state, Use(SECOND), Pick((victim,)), Put(SECOND, Pose(9.0, 12.0)))
    return state


@pytest.mark.rule("RUM-39")
def test_an_ice_cube_whose_die_a_rule_takes_comes_down_and_is_out_on_the_mat():
    start = board("red ice 45,5@1", "red mage 53,18", "blue troll 45,5")
    state, _ = flick(start, RED_KING, NUDGE)
    state, events = play(state, Use(SECOND), Pick((THIRD,)))
    assert events[1:] == [Thawed(who(state.dice[ICE]), "taken")]
    assert state.dice[ICE].where == Out()


@pytest.mark.rule("RUM-39", "RUM-38")
def test_it_stays_on_an_enemy_die_further_down_and_freezes_that():
    state = vanish(FOURTH, "red ice 45,5@2", "blue knight 45,5", "blue troll 45,5@1")
    assert at(state, ICE) == (45.0, 5.0, 1)
    assert state.frozen() == {THIRD}


@pytest.mark.rule("RUM-39")
@pytest.mark.parametrize("below", ["red knight 45,5", "blue king 45,5"])
def test_it_does_not_stay_on_an_own_die_or_on_the_king(below: str):
    troll = FOURTH if "knight" in below else THIRD
    state = vanish(troll, "red ice 45,5@2", below, "blue troll 45,5@1")
    assert is_out(state, troll)
    assert is_out(state, ICE)


@pytest.mark.rule("RUM-39")
@pytest.mark.parametrize(("x", "stays"), [(46.0, True), (45.6, False)])
def test_an_ice_cube_on_two_dice_stays_on_the_other_if_that_carries_it(x: float, stays: bool):
    state = vanish(THIRD, f"red ice {x},5@1", "blue troll 45,5", "blue knight 46.7,5")
    assert state.dice[ICE].is_on_mat is stays
    assert state.frozen() == ({FOURTH} if stays else set())


@pytest.mark.rule("RUM-39")
def test_an_ice_cube_on_an_enemy_die_and_an_own_one_is_out_with_the_enemy_die():
    state = vanish(THIRD, "red ice 46,5@1", "blue troll 45,5", "red knight 46.7,5")
    assert is_out(state, ICE)
    assert FOURTH not in state.frozen()
    state = vanish(FIFTH, "red ice 46,5@1", "blue troll 45,5", "red knight 46.7,5", "blue troll 45,25")
    assert state.frozen() == {THIRD, FOURTH}


@pytest.mark.rule("RUM-39", "RUM-16")
def test_an_ice_cube_comes_down_when_the_frozen_die_is_captured():
    state = board("red ice 25,5@1", "blue troll 25,5")
    state, events = flick(state, RED_KING, Lies(SECOND, 26.0, 5.0, "shadow"), Lies(ICE, 26.0, 5.0, level=1))
    assert sorts(events) == ["Flicked", "Captured", "Thawed"]
    assert is_out(state, ICE)
