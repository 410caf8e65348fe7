"""Practice: positions made of any state, dice set anywhere or refused with the reason, and the mat to flick on."""

from __future__ import annotations

import pytest

from rumms.games.rumms import practice
from rumms.games.rumms.actions import Settled
from rumms.games.rumms.kinds import KINDS
from rumms.games.rumms.presets import PRESETS
from rumms.games.rumms.state import Aside, Ask, OnMat, Options, Out, Piece
from rumms.kernel.refusal import BadOption, IllegalMove, Refusal
from rumms.physics.model import Flick, Pose

from .catapult import Catapult
from .table import BLUE, FIRST, GAME, RED, RED_KING, Lies, board, off, shot

SECOND = FIRST + 1


def test_a_state_becomes_a_position_from_which_the_same_dice_lie():
    state = board(
        "red troll 20,8/30",
        "red knight 20,8@1",
        "blue ice aside",
        "blue mage out",
        "red troll 10,5 shadow",
        to_move=BLUE,
    )
    position = practice.position_of(state)
    assert position.to_move is BLUE
    assert position.dice[FIRST] == Piece(kind="troll", side=RED, x=20.0, y=8.0, yaw=30.0, up=position.dice[FIRST].up)
    assert [piece.where for piece in position.dice] == ["mat", "mat", "mat", "mat", "aside", "out", "mat"]
    assert practice.laid(GAME, state.options, position) == state


def test_a_die_in_the_hand_is_out_and_a_captured_one_shows_an_active_face():
    state = board("red troll 20,8", "red troll 45,8").where(FIRST, Aside())
    shadow = KINDS["troll"].faces.index(False)
    body = state.dice[SECOND].body
    state = state.where(SECOND, OnMat(type(body)(body.id, body.pose, 0, shadow)))
    position = practice.position_of(state)
    assert position.dice[FIRST].where == "out"
    assert practice.laid(GAME, state.options, position).dice[SECOND].is_active


@pytest.mark.parametrize("name", ["opening", "tower", "ice_age"])
def test_presets_stand_on_both_sides(name: str):
    preset = next(one for one in PRESETS if one.name == name)
    options = Options(powers=name != "opening")
    state = practice.set_up(GAME, options, (preset, preset))
    assert state.task.ask is Ask.MOVE
    assert len(state.of(RED)) == len(state.of(BLUE)) == len(preset.spots)


def test_a_die_is_set_anywhere_on_whatever_lies_there():
    state = board("red troll 20,8", "blue knight 45,24")
    position = practice.moved(state, FIRST, Pose(45.0, 24.0, 10.0))
    piece = position.dice[FIRST]
    assert (piece.x, piece.y, piece.yaw, piece.level) == (45.0, 24.0, 10.0, 1)
    practice.laid(GAME, state.options, position)


@pytest.mark.parametrize(
    ("pose", "reason"),
    [
        (Pose(46.3, 24.0), "The die overlaps another one there"),
        (Pose(-3.0, 5.0), "The die would fall there"),
        (Pose(float("nan"), 5.0), "its numbers make no sense"),
    ],
)
def test_where_a_die_cannot_lie_the_reason_is_told(pose: Pose, reason: str):
    with pytest.raises(IllegalMove, match=reason):
        practice.moved(board("red troll 20,8", "blue knight 45,24"), FIRST, pose)


def test_what_the_rules_would_not_leave_there_is_refused():
    state = board("red troll 20,8", "red ice aside", "blue knight 45,24")
    shadow = KINDS["troll"].faces.index(False)
    with pytest.raises(IllegalMove, match="captured") as found:
        practice.moved(state, FIRST, Pose(45.0, 8.0), shadow)
    assert found.value.rule == "RUM-16"
    with pytest.raises(IllegalMove, match="lies on other dice"):
        practice.moved(state, SECOND, Pose(20.0, 20.0))
    assert practice.moved(state, SECOND, Pose(45.0, 24.0)).dice[SECOND].level == 1


def test_a_die_that_carries_others_stays():
    state = board("red troll 20,8", "red knight 20,8@1")
    for do in (
        lambda: practice.moved(state, FIRST, Pose(30.0, 8.0)),
        lambda: practice.removed(state, FIRST),
        lambda: practice.check_free(state, FIRST),
    ):
        with pytest.raises(Refusal, match="Other dice stand on this one"):
            do()
    practice.check_free(state, SECOND)


def test_a_die_is_turned_over_and_back_where_it_lies_even_below_others():
    state = board("red troll 20,8", "red knight 20,8@1")
    over = practice.laid(GAME, state.options, practice.turned_over(state, FIRST))
    assert not over.dice[FIRST].is_active
    assert over.dice[SECOND].body == state.dice[SECOND].body
    assert practice.laid(GAME, state.options, practice.turned_over(over, FIRST)).dice[FIRST].is_active
    with pytest.raises(IllegalMove, match="captured"):
        practice.turned_over(board("red troll 45,8"), FIRST)
    with pytest.raises(Refusal, match="no shadow face"):
        practice.turned_over(state, RED_KING)


def test_dice_go_into_the_box_and_come_out_of_it():
    state = board("red troll 20,8", "blue knight 45,24")
    assert practice.in_box(state, RED, KINDS)["troll"] == KINDS["troll"].in_box - 1
    without = practice.laid(GAME, state.options, practice.removed(state, FIRST))
    assert [die.kind.name for die in without.dice] == ["king", "king", "knight"]
    assert practice.in_box(without, RED, KINDS)["troll"] == KINDS["troll"].in_box
    more = practice.taken_out(state, BLUE, KINDS["mage"])
    assert (more.dice[-1].kind.name, more.dice[-1].side) == ("mage", BLUE)
    with pytest.raises(Refusal, match="needs its king"):
        practice.removed(state, RED_KING)
    with pytest.raises(Refusal, match="holds no more"):
        practice.taken_out(state, RED, KINDS["king"])


def test_a_tenth_kind_is_set_like_any_other():
    game = type(GAME)(GAME.engine, {**KINDS, Catapult.name: Catapult()})
    state = board("red troll 20,8", game=game)
    more = practice.taken_out(state, RED, game.kinds[Catapult.name])
    position = practice.moved(more, FIRST + 1, Pose(12.0, 5.0))
    assert practice.laid(game, state.options, position).dice[-1].kind.name == Catapult.name


def test_the_practice_mat_can_be_laid_and_a_broken_one_not():
    state = practice.laid(GAME, Options(), practice.MAT)
    assert state.turn.side is RED
    assert len(state.of(RED)) > 1
    with pytest.raises(BadOption):
        practice.laid(GAME, Options(), type(practice.MAT)(dice=practice.MAT.dice[1:]))


def test_on_the_mat_the_same_side_flicks_on_and_kings_come_back():
    state = board("red troll 20,8", "blue knight 45,24")
    stroke = Flick(FIRST, 0.0, 100.0)
    before = GAME.apply(state, stroke).state
    made = Settled(stroke, shot(state, FIRST, Lies(FIRST, 30.0, 8.0, "shadow"), off(RED_KING), off(SECOND)))
    on = practice.flick_on(before, made)
    assert (on.turn.side, on.task.ask, on.turn.is_moved) == (RED, Ask.MOVE, False)
    assert on.dice[RED_KING].where == state.dice[RED_KING].where
    assert isinstance(on.dice[SECOND].where, Out)
    assert on.dice[FIRST].body.pose == Pose(30.0, 8.0)
    assert stroke in GAME.legal(on)
