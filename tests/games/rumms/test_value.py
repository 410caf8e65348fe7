"""What a position is worth: better where it must be, and the danger to a king as geometry tells it."""

from __future__ import annotations

import pytest

from rumms.games.rumms.danger import chances, field
from rumms.games.rumms.state import State
from rumms.games.rumms.value import Judge, Weights

from .table import BLUE, BLUE_KING, FIRST, GAME, RED, RED_KING, Lies, board, flick, off

JUDGE = Judge(Weights())
SECOND = FIRST + 1


def worth(state: State) -> float:
    """Red's chance, after a move of red's."""
    found = JUDGE.after_move(state, RED)
    assert 0.0 <= found <= 1.0
    return found


def chance(*dice: str) -> float:
    """How likely red's first die is to knock the blue king off."""
    state = board(*dice)
    (found,) = chances(field(state), [FIRST], BLUE_KING, state.options.mat).tolist()
    return float(found)


@pytest.mark.parametrize("kind", ["troll", "knight", "dragon", "spy", "mage", "berserker", "heart"])
def test_a_die_lost_is_worse_for_its_owner_and_better_for_the_other(kind: str):
    mine = [f"red {kind} {where}" for where in ("3,3", "out")]
    theirs = [f"blue {kind} {where}" for where in ("60,3", "out")]
    assert worth(board(mine[0])) > worth(board(mine[1]))
    assert worth(board(theirs[0])) < worth(board(theirs[1]))


def test_a_king_nearer_to_the_edge_is_worse():
    places = [worth(board(f"red king {x},15", "blue troll 40,15", "red troll 20,28")) for x in (9.0, 6.0, 3.0)]
    assert places == sorted(places, reverse=True)


def test_somebody_in_the_way_of_a_shot_at_the_own_king_is_better():
    assert worth(board("red troll 20,15", "blue troll 40,15")) > worth(board("red troll 20,25", "blue troll 40,15"))


def test_a_shot_at_the_enemy_king_is_a_threat():
    assert worth(board("red troll 40,15", "blue heart 48,22")) > worth(board("red troll 40,15", "blue heart 48,15"))


def test_captured_dice_count_by_their_odds():
    free, caught, lost = (worth(board(f"red knight {where}")) for where in ("40,3 active", "20,3", "out"))
    state = board("red knight 20,3")
    state, _ = flick(state, FIRST, Lies(FIRST, 40.0, 3.0, "shadow"))
    thrown = JUDGE.after_move(state.where(FIRST, board("red knight 40,3 active").dice[FIRST].where), RED)
    assert lost < caught
    assert lost < free
    assert lost < thrown


def test_frozen_dice_are_worth_less():
    state = board("red knight 20,3", "blue ice aside", "red ice aside")
    frozen = board("red knight 20,3", "blue ice 20,3@1", "red ice aside")
    assert worth(frozen) < worth(state)


def test_an_ice_cube_that_lies_on_a_die_may_be_worth_more_or_less_than_one_that_waits():
    state = board("red knight 20,3", "blue ice 20,3@1", "red ice aside")
    less, more = (Judge(Weights(laid=laid)).after_move(state, RED) for laid in (0.5, 1.5))
    assert less > worth(state) > more, "blue's lies there, red's does not"
    waiting = board("red knight 20,3", "blue ice aside", "red ice aside")
    assert Judge(Weights(laid=0.5)).after_move(waiting, RED) == worth(waiting)


def test_a_dragon_is_an_insurance():
    threat = ("blue troll 20,15", "red troll 40,28")
    assert worth(board("red dragon 3,3", *threat)) > worth(board("red knight 3,3", *threat))


def test_a_king_that_is_off_hangs_on_the_dragons():
    lost, hope = board("red troll 20,15"), board("red troll 20,15", "blue dragon 60,3")
    gone = [
        state.where(BLUE_KING, board("red king 7,15", "blue troll out").dice[FIRST].where) for state in (lost, hope)
    ]
    assert worth(gone[0]) == 1.0
    assert 0.5 < worth(gone[1]) < 1.0
    mine = lost.where(RED_KING, gone[0].dice[BLUE_KING].where)
    assert worth(mine) == 0.0
    assert worth(gone[0].where(RED_KING, gone[0].dice[BLUE_KING].where)) == 0.0, "both gone: who flicked has lost"


def test_a_mage_in_the_enemy_castle_is_about_to_take_somebody():
    start = board("red mage 45,5", "blue knight 60,28", "blue troll 3,3")
    inside, _ = flick(start, FIRST, Lies(FIRST, 51.5, 15.0, "active"))
    beside, _ = flick(start, FIRST, Lies(FIRST, 49.0, 15.0, "active"))
    assert worth(inside) > worth(beside)


def test_both_sides_are_judged_alike():
    state = board("red troll 20,10", "blue troll 43,20")
    assert JUDGE.after_move(state, RED) == pytest.approx(JUDGE.after_move(state, BLUE))
    assert JUDGE.of(state, RED) == pytest.approx(1.0 - JUDGE.of(state, BLUE))
    assert JUDGE.value(state, 0) == JUDGE.of(state, RED)


def test_a_game_that_is_over_is_certain():
    state, _ = flick(board("red troll 20,15"), FIRST, off(BLUE_KING))
    assert GAME.actor(state) is None
    assert JUDGE.of(state, RED) == 1.0
    assert JUDGE.of(state, BLUE) == 0.0


def test_danger_falls_with_distance_and_with_dice_in_the_way():
    near, far = chance("red troll 48,15"), chance("red troll 20,15")
    assert near > far > chance("red troll 20,15", "blue troll 45,15")
    assert chance("red troll 48,15") > chance("red troll 48,15", "blue troll 58,15"), "somebody backs him"


def test_danger_counts_a_die_on_top_of_the_king_without_breaking():
    assert 0.0 <= chance("red troll 56,15@1") <= 1.0
