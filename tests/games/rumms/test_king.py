from __future__ import annotations

import pytest

from rumms.games.rumms.actions import Put, Use
from rumms.games.rumms.events import Defeated, WasSet, Won, who
from rumms.games.rumms.state import Ask, Options, Piece, Position, Side
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
)

ANYWHERE = ("7,15", "20,3", "31.5,15", "45,25", "56,12", "0,0")
"""Kingdom, castle and corner: a king may lie anywhere on the mat."""


@pytest.mark.rule("RUM-26")
@pytest.mark.parametrize("spot", ANYWHERE)
def test_instead_of_a_flick_the_king_is_set_in_his_castle_from_anywhere(spot: str):
    state = board(f"red king {spot}", "red troll 20,15")
    assert Flick(FIRST, 0.0, 100.0) in GAME.legal(state)
    state, _ = play(state, Use(RED_KING))
    assert (state.task.ask, state.task.side, state.task.about) == (Ask.PUT, RED, RED_KING)
    state, events = play(state, Put(RED_KING, Pose(5.0, 13.0, 30.0)))
    assert at(state, RED_KING) == (5.0, 13.0, 0)
    assert events == [WasSet(who(state.dice[RED_KING]), Pose(5.0, 13.0, 30.0), 0, "king's move")]
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-26")
def test_the_king_may_be_set_back_where_he_stood():
    state, _ = play(board(), Use(RED_KING), Put(RED_KING, Pose(7.0, 15.0)))
    assert at(state, RED_KING) == (7.0, 15.0, 0)
    assert state.turn.side is BLUE


@pytest.mark.rule("RUM-26")
@pytest.mark.parametrize(
    ("king", "inside", "beside"),
    [(RED_KING, (11.81, 15.0), (11.82, 15.0)), (BLUE_KING, (56.0, 19.81), (56.0, 19.82))],
)
def test_the_king_goes_no_further_than_a_touch_from_his_own_castle(
    king: int, inside: tuple[float, float], beside: tuple[float, float]
):
    state, _ = play(board(to_move=(RED, BLUE)[king]), Use(king))
    assert Put(king, Pose(*inside)) in GAME.legal(state)
    assert refused(state, Put(king, Pose(*beside))) == "RUM-09"
    foes = (56.0, 12.0) if king == RED_KING else (7.0, 12.0)
    assert refused(state, Put(king, Pose(*foes))) == "RUM-09"


@pytest.mark.rule("RUM-26")
def test_the_king_may_stand_on_dice_in_his_castle_and_dice_on_him_come_down():
    state, _ = play(board("red troll 7,15@1", "blue knight 10,12"), Use(RED_KING))
    assert at(state, FIRST) == (7.0, 15.0, 0)
    state, _ = play(state, Put(RED_KING, Pose(10.0, 12.0)))
    assert at(state, RED_KING) == (10.0, 12.0, 1)


@pytest.mark.rule("RUM-26")
def test_only_the_own_king_moves():
    assert refused(board(), Use(BLUE_KING)) == "RUM-12"
    assert refused(board("red knight 20,15"), Use(FIRST)) == "RUM-12"


@pytest.mark.rule("RUM-27")
@pytest.mark.parametrize("face", range(6))
def test_the_king_is_flicked_like_others_and_never_captured(face: int):
    pieces = (
        Piece(kind="king", side=RED, x=45.0, y=25.0, up=face),
        Piece(kind="king", side=BLUE, x=20.0, y=25.0, up=face),
    )
    start = GAME.new(2, Options(), Position(dice=pieces))
    state, events = flick(start, RED_KING, Lies(RED_KING, 40.0, 20.0))
    assert at(state, RED_KING) == (40.0, 20.0, 0)
    assert len(events) == 1
    state, events = flick(state, BLUE_KING, Lies(BLUE_KING, 22.0, 20.0))
    assert at(state, BLUE_KING) == (22.0, 20.0, 0)
    assert len(events) == 1
    assert (state.turn.side, state.task.ask) == (RED, Ask.MOVE)


@pytest.mark.rule("RUM-27")
@pytest.mark.parametrize("fallen", [RED_KING, BLUE_KING])
@pytest.mark.parametrize("mover", [RED, BLUE])
def test_a_king_off_the_mat_has_lost_whoever_flicked(fallen: int, mover: Side):
    state = board("red troll 20,15", "blue troll 45,15", to_move=mover)
    state, events = flick(state, FIRST if mover is RED else FIRST + 1, off(fallen))
    winner = BLUE if fallen == RED_KING else RED
    assert is_out(state, fallen)
    assert events[-2:] == [
        Defeated(who(state.dice[fallen]), "flicked"),
        Won(winner, 1, (int(winner is RED), int(winner is BLUE)), is_last=True),
    ]
    assert GAME.actor(state) is None
    assert GAME.winners(state) == {winner.number}


@pytest.mark.rule("RUM-27")
def test_a_king_that_still_touches_the_mat_is_safe():
    state, _ = flick(board(), RED_KING, Lies(RED_KING, 20.0, -0.81))
    assert state.winner is None
    state, _ = flick(board(), RED_KING, Lies(RED_KING, 20.0, -0.82))
    assert state.winner is BLUE
