"""Start positions in records: what can be set up, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import json as msgspec_json

from rumms import language
from rumms.games.cabanga.game import GAME
from rumms.games.cabanga.state import Drew, Options, Play, Position, Row, SameColour, Shuffled, Step
from rumms.kernel.choices import Shuffles
from rumms.kernel.game import NATURE
from rumms.kernel.refusal import BadOption, BadRecord
from rumms.kernel.session import Loaded, load, seal

from .table import OK, dealt, play, refused, row, told

ROWS = [
    [["start_07", "red_06", "red_03"], ["start_18"]],
    [["start_03"], ["start_16", "blue_12"]],
    [["start_05"], ["start_14"]],
    [["start_01"], ["start_12"]],
]
START: dict[str, Any] = {
    "hands": [["blue_05", "red_04"], ["red_10", "purple_01"], ["yellow_01"]],
    "rows": ROWS,
    "pile": ["yellow_17", "yellow_18"],
    "discard": ["purple_08"],
    "totals": [3, 17, 0],
    "last": "red",
}


def start(**change: Any) -> Position:
    return msgspec_json.decode(json.dumps(START | change), type=Position)


def loaded(path: Path, **change: Any) -> Loaded:
    header = {"format": 1, "game": "cabanga", "seats": ["me"] * 3, "start": START | change}
    path.write_text(json.dumps(header) + "\n", encoding="utf-8")
    return load(path, lambda _: GAME)


def in_rows(place: int, left: list[str], right: list[str]) -> list[Any]:
    """The rows with one of them laid differently."""
    return [*ROWS[:place], [left, right], *ROWS[place + 1 :]]


def test_a_game_may_begin_anywhere():
    state = GAME.new(3, Options(first_player=2), start())
    assert state.hands == (("red_04", "blue_05"), ("red_10", "purple_01"), ("yellow_01",))
    assert state.rows[0] == row("red", "start_07 red_06 red_03 | start_18")
    assert state.rows[3] == Row(("start_01",), ("start_12",))
    assert (state.discard, state.totals, state.last, state.turn) == (("purple_08",), (3, 17, 0), "red", 1)
    assert state.deck == (
        *("red_03", "red_04", "red_06", "red_10", "blue_05", "blue_12"),
        *("purple_01", "purple_08", "yellow_01", "yellow_17", "yellow_18"),
    )


def test_its_penalty_pile_is_shuffled_first():
    state = GAME.new(3, Options(), start())
    assert GAME.actor(state) == NATURE
    assert GAME.legal(state) == Shuffles(("yellow_17", "yellow_18"), Shuffled)
    assert GAME.view(state, 1).pile == ("?", "?")
    assert refused(state, Play("red_04", "left")) == (
        "CAB-43",
        "Now the penalty pile is shuffled, exactly its cards.",
    )
    state = play(state, Shuffled(("yellow_18", "yellow_17")))
    assert state.pile == ("yellow_18", "yellow_17")
    assert state.discard == ("purple_08",)
    assert GAME.view(state, 1).pile == ("?", "?")
    assert (state.step, GAME.actor(state)) == (Step.PLAY, 0)


def test_without_a_penalty_pile_the_first_player_plays_at_once():
    state = GAME.new(3, Options(first_player=3), start(pile=[]))
    assert (state.step, GAME.actor(state)) == (Step.PLAY, 2)


def test_without_totals_everybody_begins_with_none():
    assert GAME.new(3, Options(), start(totals=[])).totals == (0, 0, 0)


def test_it_is_played_on_by_the_rules():
    """The colour before counts, cards are drawn and shuffled, and the round is counted on top of the totals."""
    state = play(GAME.new(3, Options(), start()), Shuffled(("yellow_18", "yellow_17")))
    assert told(state, Play("red_04", "left"), 0)[1:] == [SameColour(0, "red"), Drew(0, ("yellow_18",))]
    state = play(state, Play("red_04", "left"), OK, OK)
    assert GAME.actor(state) == 1
    state = play(state, Play("purple_01", "left"), OK, OK, Play("yellow_01", "left"), OK, OK)
    assert state.totals == (3 + 2 + 1, 17 + 3, 0)
    assert GAME.winners(state) == {2}
    assert GAME.actor(state) is None


def test_the_round_after_it_is_dealt_in_full():
    state = GAME.new(3, Options(), start(hands=[["red_04"], ["red_10"], ["yellow_01"]], pile=[], totals=[], last=""))
    state = play(state, Play("red_04", "right"))
    state = play(state, dealt())
    assert state.number == 2
    assert len(state.deck) == 72


def test_a_record_with_a_start_is_resumed_and_sealed(tmp_path: Path):
    path = tmp_path / "start.jsonl"
    session = loaded(path).resume()
    session.go_on()
    session.play(Play("red_04", "left"))
    session.close()
    seal(path, lambda _: GAME)
    again = load(path, lambda _: GAME)
    assert again.session.past == session.past
    assert again.winners == ()


FORM = "The start position needs 3 hands, 3 totals or none, and 4 rows."
PILES = "Each pile of a row is a start card with number cards of the row's colour on it."
TWICE = "A card of the start position lies in two places."
HANDS = START["hands"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"hands": HANDS[:2]}, FORM),
        ({"hands": [*HANDS, ["red_01"]]}, FORM),
        ({"totals": [1, 2]}, FORM),
        ({"totals": [1, 2, 3, 4]}, FORM),
        ({"rows": ROWS[:3]}, FORM),
        ({"rows": []}, FORM),
        ({"rows": in_rows(0, [], ["start_18"])}, PILES),
        ({"rows": in_rows(0, ["red_06"], ["start_18"])}, PILES),
        ({"rows": in_rows(0, ["start_07", "blue_07"], ["start_18"])}, PILES),
        ({"rows": in_rows(0, ["start_07"], ["start_18", "yellow_09"])}, PILES),
        ({"rows": in_rows(0, ["start_07", "start_18"], ["red_18"])}, PILES),
        ({"rows": in_rows(0, ["start_07", "gold"], ["start_18"])}, PILES),
        ({"rows": in_rows(0, ["start_19"], ["start_18"])}, PILES),
        ({"hands": [["gold"], *HANDS[1:]]}, "There is no number card 'gold' in Cabanga!"),
        ({"hands": [["?"], *HANDS[1:]]}, "There is no number card '?' in Cabanga!"),
        ({"pile": ["red_19"]}, "There is no number card 'red_19' in Cabanga!"),
        ({"discard": ["red_00"]}, "There is no number card 'red_00' in Cabanga!"),
        ({"pile": ["red_04"]}, TWICE),
        ({"discard": ["red_06"]}, TWICE),
        ({"hands": [["red_04", "red_04"], *HANDS[1:]]}, TWICE),
        ({"rows": in_rows(0, ["start_07"], ["start_07"])}, TWICE),
        ({"rows": in_rows(0, ["start_07"], ["start_01"])}, TWICE),
        ({"hands": [[], *HANDS[1:]]}, "Nobody begins a turn while a hand is empty."),
        ({"totals": [0, 18, 0]}, "A total of the start position has ended the game already."),
        ({"totals": [0, 19, 0]}, "A total of the start position has ended the game already."),
        ({"last": "green"}, "There is no colour 'green' in Cabanga!"),
        ({"last": "red_01"}, "There is no colour 'red_01' in Cabanga!"),
    ],
)
def test_what_no_game_could_have_come_to_is_refused(tmp_path: Path, change: dict[str, Any], says: str):
    with pytest.raises(BadOption) as refusal:
        GAME.new(3, Options(), start(**change))
    assert language.tell(refusal.value) == says
    with pytest.raises(BadRecord, match="line 1") as bad:
        loaded(tmp_path / "start.jsonl", **change)
    assert says in language.tell(bad.value)


@pytest.mark.parametrize("change", [{"pile": ["start_01"]}, {"discard": ["start_12"]}, {"hands": [["start_05"]] * 3}])
def test_a_start_card_can_lie_in_the_rows_only(change: dict[str, Any]):
    with pytest.raises(BadOption):
        GAME.new(3, Options(), start(**change))


@pytest.mark.rule("CAB-64")
def test_a_total_of_the_start_position_is_measured_by_end_at():
    assert GAME.new(3, Options(end_at=30), start(totals=[29, 18, 0])).totals == (29, 18, 0)
    with pytest.raises(BadOption, match="has ended the game already"):
        GAME.new(3, Options(end_at=17), start())


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"pile": "yellow_17"}, "$.start.pile: expected array, found str."),
        ({"deck": []}, "$.start: there is no field 'deck' here."),
        ({"totals": [-1, 0, 0]}, "$.start.totals"),
    ],
)
def test_what_has_another_shape_is_refused_with_its_place(tmp_path: Path, change: dict[str, Any], says: str):
    with pytest.raises(BadRecord) as refusal:
        loaded(tmp_path / "start.jsonl", **change)
    assert says in language.tell(refusal.value)
