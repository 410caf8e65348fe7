"""Start positions in records: what can be set up, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rumms.catalogue import find_game
from rumms.games.rumms.actions import Use
from rumms.games.rumms.kinds import KINDS
from rumms.games.rumms.state import Aside, Ask, OnMat, Options, Out, Piece, Position, State
from rumms.kernel.refusal import BadOption, BadRecord
from rumms.kernel.session import load
from rumms.physics.model import Disc, Flick, Mat, Pose

from .table import BLUE, FIRST, GAME, RED, board, refused

KINGS: list[dict[str, Any]] = [
    {"kind": "king", "side": "red", "x": 7, "y": 15},
    {"kind": "king", "side": "blue", "x": 56, "y": 15},
]


def loaded(path: Path, start: Any) -> State:
    """The state with which a record begins."""
    path.write_text(json.dumps({"format": 1, "game": "rumms", "seats": ["me", "me"], "start": start}) + "\n")
    state = load(path, find_game).session.state
    assert isinstance(state, State)
    return state


def refusal(*pieces: Piece, kings: bool = True, **options: Any) -> str:
    """Why these dice cannot lie so, the two kings among them unless said otherwise."""
    both = (Piece(kind="king", side=RED, x=7.0, y=15.0), Piece(kind="king", side=BLUE, x=56.0, y=15.0))
    with pytest.raises(BadOption) as found:
        GAME.new(2, Options(**options), Position(dice=((*both, *pieces) if kings else pieces)))
    return str(found.value)


def red_troll(**values: Any) -> Piece:
    return Piece(kind="troll", side=RED, **values)


def test_a_record_may_begin_anywhere(tmp_path: Path):
    dice = [
        *KINGS,
        {"kind": "troll", "side": "red", "x": 20, "y": 5, "yaw": 30, "up": 5},
        {"kind": "ice", "side": "blue", "x": 20, "y": 5, "level": 1},
        {"kind": "spy", "side": "blue", "where": "aside"},
        {"kind": "ice", "side": "red", "where": "aside"},
        {"kind": "mage", "side": "blue", "where": "out"},
    ]
    state = loaded(tmp_path / "start.jsonl", {"dice": dice, "to_move": "blue"})
    assert [die.id for die in state.dice] == list(range(7))
    assert [die.kind.name for die in state.dice] == ["king", "king", "troll", "ice", "spy", "ice", "mage"]
    troll, ice = state.dice[2].where, state.dice[3].where
    assert isinstance(troll, OnMat)
    assert isinstance(ice, OnMat)
    assert (troll.body.pose, troll.body.up, troll.on) == (Pose(20.0, 5.0, 30.0), 5, ())
    assert (ice.body.level, ice.body.material, ice.on) == (1, "ice", (2,))
    assert [die.where for die in state.dice[4:]] == [Aside(), Aside(), Out()]
    assert (state.task.ask, state.task.side, GAME.actor(state)) == (Ask.MOVE, BLUE, 1)


def test_red_is_to_move_if_nothing_is_said(tmp_path: Path):
    assert loaded(tmp_path / "start.jsonl", {"dice": KINGS}).turn.side is RED


@pytest.mark.rule("RUM-08")
def test_without_a_face_a_die_shows_its_first_active_one():
    state = board("red troll 20,5", "red knight 40,5")
    assert state.dice[FIRST].body.up == KINDS["troll"].faces.index(True)
    assert state.dice[FIRST + 1].is_active


def test_a_die_may_begin_with_a_shadow_face_up_at_home_and_on_the_wall():
    state = board("red troll 20,5 shadow", "red troll 31.5,5 shadow", "blue troll 31.5,10 shadow")
    assert not any(state.dice[die].is_active for die in (FIRST, FIRST + 1, FIRST + 2))


def test_a_die_may_hang_over_the_edge():
    state = board("red troll 20,-0.8", "red troll 20,-1.5@1")
    assert [state.dice[die].is_on_mat for die in (FIRST, FIRST + 1)] == [True, True]


def test_a_frozen_die_begins_frozen_and_waiting_dice_can_be_used():
    state = board("red troll 20,5", "blue ice 20,5@1", "red spy aside", "red ice aside", "blue knight 40,5")
    assert refused(state, Flick(FIRST, 0.0, 100.0)) == "RUM-12"
    assert Use(FIRST + 2) in GAME.legal(state)
    assert Use(FIRST + 3) in GAME.legal(state)


@pytest.mark.rule("RUM-12")
def test_a_king_may_begin_anywhere_on_the_mat_even_under_dice_and_can_always_move():
    state = board("red king 45,5", "blue troll 45,5@1", "blue ice 45,5@2")
    assert Flick(0, 0.0, 100.0) in GAME.legal(state)
    assert Use(0) in GAME.legal(state)


@pytest.mark.parametrize(
    ("kings", "says"),
    [
        ([], "In a start position each side has one king, and he is on the mat."),
        ([("red", 7.0)], "In a start position each side has one king"),
        ([("blue", 56.0)], "In a start position each side has one king"),
        ([("red", 7.0), ("red", 10.0), ("blue", 56.0)], "In a start position each side has one king"),
        ([("red", 7.0), ("blue", 56.0), ("blue", 50.0)], "In a start position each side has one king"),
    ],
)
def test_each_side_has_one_king(kings: list[tuple[str, float]], says: str):
    pieces = [Piece(kind="king", side=RED if side == "red" else BLUE, x=x, y=15.0) for side, x in kings]
    assert says in refusal(*pieces, red_troll(x=20.0, y=5.0), kings=False)


@pytest.mark.parametrize(("where", "says"), [("out", "he is on the mat"), ("aside", "cannot lie aside")])
def test_a_king_is_on_the_mat(where: Any, says: str):
    red = Piece(kind="king", side=RED, where=where)
    assert says in refusal(red, Piece(kind="king", side=BLUE, x=56.0, y=15.0), kings=False)


@pytest.mark.parametrize(
    ("piece", "says"),
    [
        (Piece(kind="giant", side=RED, x=20.0, y=5.0), "There is no kind of die that is called 'giant'."),
        (red_troll(), "Die 2 lies on the mat, so it needs x and y."),
        (red_troll(x=20.0), "Die 2 lies on the mat, so it needs x and y."),
        (red_troll(y=5.0), "Die 2 lies on the mat, so it needs x and y."),
        (red_troll(x=float("nan"), y=5.0), "Die 2 lies on the mat, so it needs x and y."),
        (red_troll(x=20.0, y=float("inf")), "Die 2 lies on the mat, so it needs x and y."),
        (red_troll(x=1e9, y=5.0), "Die 2 cannot lie at x 1000000000.0"),
        (red_troll(x=20.0, y=5.0, yaw=float("nan")), "Die 2 cannot lie at x 20.0"),
        (red_troll(x=20.0, y=-0.82), "Die 2 does not touch the mat."),
        (red_troll(x=-5.0, y=5.0), "Die 2 does not touch the mat."),
        (red_troll(x=7.5, y=15.0), "Dice 0 and 2 overlap by 1.1 cm."),
        (red_troll(x=20.0, y=5.0, level=1), "Die 2 floats: it is on level 1, and no die is below it."),
        (red_troll(x=8.0, y=15.0, level=1), "Die 2 would fall: its centre is 0.2 cm beside what carries it."),
        (red_troll(x=7.0, y=15.0, level=25), "Die 2 cannot be on level 25"),
        (red_troll(x=20.0, y=5.0, up=6), "Die 2 cannot show face 6"),
        (red_troll(x=40.0, y=5.0, up=5), "Die 2 cannot start in the enemy kingdom with a shadow face up."),
        (red_troll(x=33.12, y=5.0, up=5), "Die 2 cannot start in the enemy kingdom with a shadow face up."),
        (red_troll(where="aside"), "Die 2 cannot lie aside: only ice cubes wait there, and spies hide."),
        (Piece(kind="heart", side=BLUE, where="aside"), "Die 2 cannot lie aside"),
        (Piece(kind="ice", side=BLUE, x=20.0, y=5.0), "Die 2 is an ice cube, so it waits aside or lies on other dice."),
    ],
)
def test_a_die_that_cannot_be_there_is_refused(piece: Piece, says: str):
    assert says in refusal(piece)


def test_a_die_that_lies_in_a_hole_is_refused():
    mat = Mat(holes=(Disc(20.0, 5.0, 2.0),))
    assert "Die 2 lies over a hole in the mat." in refusal(red_troll(x=20.0, y=5.0), mat=mat)
    assert board("red troll 25,5", mat=mat).dice[FIRST].is_on_mat


@pytest.mark.parametrize(
    "start",
    [
        {"dice": KINGS, "moves": 1},
        {"dice": [*KINGS, {"kind": "troll", "side": "green", "x": 20, "y": 5}]},
        {"dice": [*KINGS, {"kind": "troll", "side": "red", "x": 20, "y": 5, "level": -1}]},
        {"dice": [*KINGS, {"kind": "troll", "side": "red", "x": 20, "y": 5, "up": 6}]},
        {"dice": [*KINGS, {"kind": "troll", "side": "red", "where": "tin"}]},
        {"dice": [*KINGS, {"kind": "giant", "side": "red", "x": 20, "y": 5}]},
        {"dice": KINGS[:1]},
        {"dice": KINGS * 51},
        {"dice": KINGS, "to_move": "nobody"},
    ],
)
def test_a_record_with_a_start_that_makes_no_sense_is_refused(tmp_path: Path, start: Any):
    with pytest.raises(BadRecord, match="line 1"):
        loaded(tmp_path / "start.jsonl", start)
