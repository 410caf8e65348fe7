"""Start positions in records: what can be set up, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rumms.catalogue import find_game
from rumms.games.kawumm.game import GAME
from rumms.games.kawumm.state import Keep, Step
from rumms.kernel.refusal import BadRecord
from rumms.kernel.session import Loaded, load, seal
from tests.sentences import in_both

from .table import area, refusal, table

START: dict[str, Any] = {
    "pile": [["wasser", 5], ["glas", 2]],
    "areas": [{"rows": [["kohle", 3]], "complete": ["magnet"]}, {}],
}


def loaded(path: Path, start: Any, **header: Any) -> Loaded:
    path.write_text(json.dumps({"format": 1, "game": "kawumm", "seats": ["me", "me"], "start": start, **header}) + "\n")
    return load(path, find_game)


def test_a_record_may_begin_anywhere(tmp_path: Path):
    state = loaded(tmp_path / "start.jsonl", START).session.state
    assert state.areas == (area("magnet", kohle=3), area())
    assert sorted(state.discard) == ["glas", "glas", *["wasser"] * 5]
    assert len(state.deck) == 11
    assert GAME.actor(state) == -1


def test_a_record_with_a_start_and_a_goal_is_resumed_and_sealed(tmp_path: Path):
    path = tmp_path / "start.jsonl"
    session = loaded(path, START, goal={"complete": "glas"}, options={"first_player": 2}).resume()
    session.go_on()
    session.close()
    seal(path, find_game)
    again = load(path, find_game)
    assert again.session.past == session.past
    assert again.winners == ()
    assert msgspec.json.decode(again.header.goal) == {"complete": "glas"}
    assert again.session.past[0].after.turn == 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"areas": [{}]}, "The start position has 1 area for 2 seats."),
        ({"pile": [["gold", 2]]}, "There is no kind 'gold' in Kawumm!"),
        ({"pile": [["wasser", 0]]}, "A row of the start position has 1 card or more"),
        ({"pile": [["wasser", 10**9]]}, "all together 1000 at most."),
        ({"areas": [{"complete": ["a", "b"]}, {}]}, "There is no kind 'a' in Kawumm!"),
        ({"areas": [{"complete": ["glas", "magnet", "kohle"]}, {}]}, "fewer than three of them complete."),
        ({"areas": [{"rows": [["glas", 1]], "complete": ["glas"]}, {}]}, "up to four different kinds"),
        ({"areas": [{"rows": [["glas", 4]]}, {}]}, "enough cards to be complete."),
        ({"pile": "wasser"}, "$.start.pile: expected array, found str."),
        ({"discard": []}, "$.start: there is no field 'discard' here."),
    ],
)
def test_what_no_game_could_have_come_to_is_refused(tmp_path: Path, change: dict[str, Any], says: str):
    with pytest.raises(BadRecord) as refused:
        loaded(tmp_path / "start.jsonl", START | change)
    assert "line 1" in str(refused.value)
    assert says in str(refused.value)


def test_a_refusal_says_up_to_how_many_where_fewer_may_be_kept():
    state = table(area(glas=1), area(), step=Step.SECURE, middle={"kohle": 1}, may_give_up_kinds=True)
    english, german = in_both(refusal(state, Keep(("wasser",))))
    assert english.startswith("Now keep up to 2 of these kinds")
    assert german.startswith("Behalte jetzt bis zu 2 dieser Sorten")
