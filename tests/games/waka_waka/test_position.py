"""Start positions in records: what can be set up, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import json as msgspec_json

from rumms import language
from rumms.games.waka_waka.game import GAME
from rumms.games.waka_waka.state import Ask, Buy, Dealt, Options, Play, Position
from rumms.kernel.game import NATURE
from rumms.kernel.refusal import BadOption, BadRecord
from rumms.kernel.session import Loaded, load, seal

from .table import ask, play, refused

BOATS = [["tee", "salz"], ["tee", "salz", "felle"], ["stoffe", "schmuck", "felle"], ["fruechte", "tee", "salz", "salz"]]
START: dict[str, Any] = {
    "hands": [["trommler", "handel"], ["schamane"]],
    "stalls": [["tee", "felle"], []],
    "gold": [7, 3],
    "steps": [2, 4],
    "boats": BOATS,
    "village": ["tee", "fruechte"],
    "heap": ["stoffe", "schmuck"],
    "pile": ["handel", "feuer"],
    "discard": ["schimpanse"],
    "burning": False,
}


def start(**change: Any) -> Position:
    return msgspec_json.decode(json.dumps(START | change), type=Position)


def loaded(path: Path, **change: Any) -> Loaded:
    header = {"format": 1, "game": "waka_waka", "seats": ["me"] * 2, "start": START | change}
    path.write_text(json.dumps(header) + "\n", encoding="utf-8")
    return load(path, lambda _: GAME)


def test_a_game_may_begin_anywhere():
    state = GAME.new(2, Options(first_player=2), start())
    assert state.hands == (("handel", "trommler"), ("schamane",))
    assert state.stalls == (("felle", "tee"), ())
    assert (state.gold, state.steps, state.village) == ((7, 3), (2, 4), ("fruechte", "tee"))
    assert [spot and spot.good for spot in state.boats] == [good for boat in BOATS for good in boat]
    assert (state.discard, state.burning, state.turn) == (("schimpanse",), False, 1)
    assert state.figures == ("red", "blue")
    assert state.deck == ("handel", "handel", "feuer", "schamane", "schimpanse", "trommler")


def test_its_piles_are_shuffled_first():
    state = GAME.new(2, Options(), start())
    assert (GAME.actor(state), ask(state)) == (NATURE, Ask.RESTORE)
    assert refused(state, Play("handel")) == (
        "WAK-04",
        "Now the goods and the cards of the start position are shuffled.",
    )
    assert GAME.view(state, 1).pile == ("?", "?")
    state = play(state, Dealt(("schmuck", "stoffe"), ("feuer", "handel")))
    assert (state.pile, state.heap) == (("feuer", "handel"), ("schmuck", "stoffe"))
    assert (GAME.actor(state), ask(state)) == (0, Ask.PLAY)


def test_the_rest_of_the_bank_is_what_the_players_do_not_have():
    assert GAME.new(2, Options(bank_gold=20), start()).bank == 10


def test_a_record_with_a_start_is_resumed_and_sealed(tmp_path: Path):
    path = tmp_path / "start.jsonl"
    session = loaded(path).resume()
    session.go_on()
    session.play(Play("handel"))
    session.play(Buy("boat_2"))
    session.close()
    seal(path, lambda _: GAME)
    again = load(path, lambda _: GAME)
    assert again.session.past == session.past
    assert again.winners == ()


FORM = "The start position needs 2 hands, 2 stalls, 2 sums of gold and 2 steps."
FULL = "The start position needs four boats with 2, 3, 3 and 4 goods."
MORE = "The start position has more of a kind than the box: {}."


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"hands": [["handel"]]}, FORM),
        ({"stalls": [[], [], []]}, FORM),
        ({"gold": [1]}, FORM),
        ({"steps": []}, FORM),
        ({"boats": BOATS[:3]}, FULL),
        ({"boats": [["tee"], *BOATS[1:]]}, FULL),
        ({"boats": [["tee", "tee", "tee"], *BOATS[1:]]}, FULL),
        ({"hands": [["feuer"], []]}, "No hand holds a Fire card."),
        ({"hands": [["gold"], []]}, "There is no 'gold' in Waka Waka."),
        ({"village": ["handel"]}, "There is no 'handel' in Waka Waka."),
        ({"pile": ["tee"]}, "There is no 'tee' in Waka Waka."),
        ({"discard": ["feuer"] * 3}, MORE.format("feuer")),
        ({"hands": [["trommler"] * 5, []]}, MORE.format("trommler")),
        ({"heap": ["tee"] * 11}, MORE.format("tee")),
    ],
)
def test_what_no_game_could_have_come_to_is_refused(tmp_path: Path, change: dict[str, Any], says: str):
    with pytest.raises(BadOption) as refusal:
        GAME.new(2, Options(), start(**change))
    assert language.tell(refusal.value) == says
    with pytest.raises(BadRecord, match="line 1") as bad:
        loaded(tmp_path / "start.jsonl", **change)
    assert says in language.tell(bad.value)


def test_more_gold_than_there_is_is_refused():
    with pytest.raises(BadOption, match="The players have more gold than there is"):
        GAME.new(2, Options(bank_gold=20), start(gold=[15, 6]))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"steps": [5, 0]}, "$.start.steps"),
        ({"stalls": [["tee"] * 7, []]}, "$.start.stalls"),
        ({"gold": [-1, 0]}, "$.start.gold"),
        ({"fire": True}, "$.start: there is no field 'fire' here."),
    ],
)
def test_what_has_another_shape_is_refused_with_its_place(tmp_path: Path, change: dict[str, Any], says: str):
    with pytest.raises(BadRecord) as refusal:
        loaded(tmp_path / "start.jsonl", **change)
    assert says in language.tell(refusal.value)
