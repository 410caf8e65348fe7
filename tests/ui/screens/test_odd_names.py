"""Files in the user's folder whose names are no text, or from a year without a name: lists show them all the same."""

from __future__ import annotations

import os
import sys
from typing import Final

import pytest

from rumms.places import own
from rumms.ui import scenarios, settings, shelf, troops
from rumms.ui.kit.buttons import Button
from rumms.ui.kit.screen import Notice
from rumms.ui.kit.words import Label
from rumms.ui.screens.editor import Editor
from rumms.ui.screens.launcher import Launcher
from rumms.ui.screens.new_game import NewGame
from rumms.ui.screens.replays import Replays, ago
from rumms.ui.screens.scenarios import Scenarios
from rumms.ui.screens.table import Table
from rumms.ui.seating import Agreed
from tests.hostile_films import GOOD

from .desk import Desk

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every name of a file is text")

NAME: Final = os.fsdecode(b"a\xff")
TROOP: Final = b'{"called":"Mine","others":["king"]}'


def lay(place: str, raw: bytes) -> None:
    """Put a file with that name there."""
    path = own(place.format(NAME))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(raw)


def test_a_scenario_is_listed_edited_and_kept(desk: Desk):
    lay("scenarios/{}.jsonl", GOOD.read_bytes())
    lay("scenarios/{}2.jsonl", b"nothing")
    desk.app.open(Scenarios())
    desk.choose("sort", "own")
    desk.wait()
    desk.app.open(editor := Editor.of(scenarios.scenarios("own")[0], desk.app))
    editor.save()
    desk.wait()
    assert desk.on(Notice).message.startswith("It is kept in this file")
    assert "a?.jsonl" in desk.on(Notice).message


def test_a_game_that_cannot_be_read_is_listed(desk: Desk):
    lay("games/{}.jsonl", b"nothing")
    desk.app.open(Replays())
    desk.wait()
    desk.click("watch")
    assert "a?.jsonl" in desk.on(Notice).message


@pytest.mark.parametrize("when", [-1e12, 3e11, 9e18])
def test_a_game_from_a_year_without_a_name_is_listed(desk: Desk, monkeypatch: pytest.MonkeyPatch, when: float):
    lay("games/{}.jsonl", GOOD.read_bytes().splitlines(keepends=True)[0])
    monkeypatch.setattr(shelf, "_files", lambda: iter([(when, own("games", f"{NAME}.jsonl"))]))
    desk.app.home()
    desk.wait()
    assert len(desk.on(Launcher).kept) == 1
    desk.app.open(Replays())
    desk.wait()
    assert not desk.on(Replays).chosen.problem
    assert len(ago(when)) == len("2984-01-19")


def test_troops_are_listed_chosen_and_kept(desk: Desk):
    lay("troops/{}.json", TROOP)
    lay("troops/{}2.json", b"nothing")
    desk.app.open(NewGame("rumms"))
    desk.click("troops ready")
    desk.click("formation red")
    desk.wait()
    assert any("a?2.json" in words.words for words in desk.screen.widgets if isinstance(words, Label))
    (mine,) = troops.kept().troops
    desk.app.change(agreed=Agreed(troops="ready", formations=(mine.name, "")))
    assert settings.load().agreed.formations == ("own:a?.json", "")


def test_a_mat_is_named_and_played_on(desk: Desk):
    lay("mats/{}.json", b"{}")
    desk.app.open(NewGame("rumms"))
    desk.click("options")
    desk.click("mat")
    button = desk.widget("mat")
    assert isinstance(button, Button)
    assert button.label == "a?"
    desk.click("done")
    desk.wait()
    desk.click("go")
    desk.wait()
    desk.on(Table)
