"""A game may begin anywhere, as long as a game could have come to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rumms import language
from rumms.games.dumm_gelaufen.game import GAME
from rumms.games.dumm_gelaufen.state import Mixed, Moving, Options, Position, Shuffled
from rumms.kernel.choices import Shuffles
from rumms.kernel.game import NATURE
from rumms.kernel.refusal import BadOption, BadRecord
from rumms.kernel.session import Loaded, load, seal

from .table import ONE, cards, lay, play, refused, take, task

START: dict[str, Any] = {
    "hands": [["blue_08", "G1"], ["yellow_08", "yellow_09"]],
    "murphys": ["M28", "M29"],
    "mac": ["blue_02", "blue_01"],
    "piles": [["green_01", "green_02"], []],
    "draw": ["B1", "green_05"],
    "actions": ["B2"],
    "fulfilled": [["M01"], []],
}


def start(**change: Any) -> Position:
    return msgspec.convert(START | change, Position)


def loaded(path: Path, **change: Any) -> Loaded:
    header = {"format": 1, "game": "dumm_gelaufen", "seats": ["me"] * 2, "start": START | change}
    path.write_text(json.dumps(header) + "\n", encoding="utf-8")
    return load(path, lambda _: GAME)


def test_a_game_may_begin_anywhere():
    state = GAME.new(2, Options(first_player=2), start())
    assert state.hands == (cards("b8 G1"), cards("y8 y9"))
    assert (state.murphys, state.fulfilled) == (("M28", "M29"), (("M01",), ()))
    assert (state.mac, state.piles, state.actions) == (cards("b1 b2"), (cards("g1 g2"), ()), cards("B2"))
    assert (state.turn, len(state.aside)) == (1, 28)


def test_draw_pile_and_murphy_cards_are_shuffled_first():
    state = GAME.new(2, Options(), start())
    assert GAME.actor(state) == NATURE
    assert GAME.legal(state) == Shuffles(cards("B1 g5"), Shuffled)
    assert refused(state, ONE)[0] == "DUM-05"
    state = play(state, Shuffled(cards("g5 B1")))
    assert state.draw == cards("g5 B1")
    assert GAME.actor(state) == NATURE
    assert refused(state, ONE)[0] == refused(state, Mixed(state.aside[1:]))[0] == "DUM-05"
    state = play(state, Mixed(tuple(reversed(state.aside))))
    assert task(state) == Moving(0)
    assert state.aside[0] == "M31"


def test_without_a_draw_pile_only_the_murphy_cards_are_shuffled():
    state = GAME.new(2, Options(), start(draw=[], fulfilled=[]))
    assert state.fulfilled == ((), ())
    assert Mixed(state.aside) in GAME.legal(state)


def test_it_is_played_on_by_the_rules(tmp_path: Path):
    path = tmp_path / "start.jsonl"
    session = loaded(path).resume()
    session.go_on()
    session.play(ONE)
    session.play(take("b1"))
    session.play(lay("b1", "mac"))
    session.close()
    seal(path, lambda _: GAME)
    again = load(path, lambda _: GAME)
    assert again.session.past == session.past
    assert again.winners == ()


SHAPE = "The start position needs 2 hands, 2 Murphy cards, 2 rows of fulfilled ones or none, and 2 number piles."
OPEN = "With Mac, who has one card at least, and on the number piles lie number cards only."
TWICE = "A Murphy card of the start position lies in two places."


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"hands": START["hands"][:1]}, SHAPE),
        ({"murphys": ["M28"]}, SHAPE),
        ({"piles": [[]]}, SHAPE),
        ({"fulfilled": [["M01"]]}, SHAPE),
        ({"murphys": ["M28", "M32"]}, "There is no Murphy card 'M32' in Dumm gelaufen!"),
        ({"fulfilled": [["x"], []]}, "There is no Murphy card 'x' in Dumm gelaufen!"),
        ({"murphys": ["M28", "M28"]}, TWICE),
        ({"fulfilled": [["M28"], []]}, TWICE),
        ({"fulfilled": [["M01", "M02", "M03"], []]}, "Somebody has won already in the start position."),
        ({"draw": ["blue_12"]}, "There is no card 'blue_12' in Dumm gelaufen!"),
        ({"draw": ["?"]}, "There is no card '?' in Dumm gelaufen!"),
        ({"draw": ["blue_01"]}, "The start position has a card more often than there is."),
        ({"draw": ["G1"]}, "The start position has a card more often than there is."),
        ({"mac": []}, OPEN),
        ({"mac": ["G2"]}, OPEN),
        ({"piles": [["B3"], []]}, OPEN),
        ({"actions": ["blue_03"]}, "On the action pile lie action cards only."),
        ({"hands": [["B3"], []]}, "No hand of the start position holds a blue card."),
    ],
)
def test_what_no_game_could_have_come_to_is_refused(tmp_path: Path, change: dict[str, Any], says: str):
    with pytest.raises(BadOption) as refusal:
        GAME.new(2, Options(), start(**change))
    assert language.tell(refusal.value) == says
    with pytest.raises(BadRecord, match="line 1") as bad:
        loaded(tmp_path / "start.jsonl", **change)
    assert says in language.tell(bad.value)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"draw": "B1"}, "$.start.draw: expected array, found str."),
        ({"box": []}, "$.start: there is no field 'box' here."),
        ({"mac": ["blue_01"] * 8}, "$.start.mac"),
    ],
)
def test_what_has_another_shape_is_refused_with_its_place(tmp_path: Path, change: dict[str, Any], says: str):
    with pytest.raises(BadRecord) as refusal:
        loaded(tmp_path / "start.jsonl", **change)
    assert says in language.tell(refusal.value)


@pytest.mark.rule("DUM-72")
def test_another_number_to_win_lets_a_game_begin_with_more_fulfilled_cards():
    state = GAME.new(2, Options(murphys_to_win=4), start(fulfilled=[["M01", "M02", "M03"], []]))
    assert len(state.fulfilled[0]) == 3
