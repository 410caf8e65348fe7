"""A game that is open elsewhere, and a disk that is full: the window says so, and goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from rumms.catalogue import find_game
from rumms.kernel.session import load
from rumms.places import own
from rumms.ui import thinking
from rumms.ui.app import App
from rumms.ui.kit.screen import Notice, Screen
from rumms.ui.screens.card_replay import CardReplay
from rumms.ui.screens.launcher import Launcher
from rumms.ui.screens.pause import Pause
from rumms.ui.screens.replay import Replay
from rumms.ui.screens.replays import Replays
from rumms.ui.screens.set_up import SetUpScreen
from rumms.ui.screens.table import Table
from rumms.ui.screens.troop import TroopScreen
from tests.full_disk import file_size

from .before import SMALL, agree, begin, choose, go_on, set_ups_of, take_it, take_over
from .card_desk import answer, sit_down
from .card_desk import come_to_rest as come_to_a_question
from .desk import Desk, flicked, record, start

MADE = ("red troll 20,8", "blue troll 45,24")


@pytest.fixture
def left() -> Path:
    """A game of dice that was left after the first flick."""
    return record(start(*MADE)[0], flicked(0))


def labels(desk: Desk) -> list[str]:
    """The buttons of the sheet on top."""
    return [offer.label for offer in desk.on(Notice).offers]


@pytest.mark.parametrize("name", ["offer 0", "offer 1"])
def test_a_game_that_is_open_elsewhere_can_be_watched(desk: Desk, left: Path, name: str):
    other = load(left, find_game).resume()
    desk.app.home()
    desk.run()
    desk.click("continue")
    assert desk.on(Notice).message == f"'{left}' is open here already."
    assert labels(desk) == ["Watch", "Close"]
    desk.wait()
    desk.click(name)
    if name == "offer 0":
        assert len(desk.on(Replay).loaded.session.past) == len(other.past)
    else:
        desk.on(Launcher)
    other.close()


def test_a_game_on_the_list_that_is_open_elsewhere_leaves_the_list_where_it_is(desk: Desk, left: Path):
    other = load(left, find_game).resume()
    desk.app.open(Replays())
    desk.run()
    desk.click("go on")
    assert labels(desk) == ["Watch", "Close"]
    desk.key(pygame.K_ESCAPE)
    desk.on(Replays)
    other.close()
    desk.wait()
    desk.click("go on")
    desk.on(Table)
    assert [type(screen) for screen in desk.app.screens] == [Launcher, Table]


def test_a_card_game_that_is_open_elsewhere_can_be_watched(desk: Desk):
    sit_down(desk, "kawumm", "me:Anna", "greedy")
    desk.app.home()
    (path,) = own("games").glob("*.jsonl")
    other = load(path, find_game).resume()
    desk.run()
    desk.click("continue")
    desk.wait()
    desk.click("offer 0")
    desk.on(CardReplay)
    other.close()


def test_the_command_line_opens_the_window_with_what_there_is_to_say(
    rumms: Callable[..., Any], left: Path, monkeypatch: pytest.MonkeyPatch
):
    seen: list[Screen] = []

    def run(app: App) -> None:
        seen.append(app.screen)
        app.close()

    monkeypatch.setattr(App, "run", run)
    monkeypatch.setattr(thinking, "compile_aside", lambda: None)
    other = load(left, find_game).resume()
    assert rumms("resume", left).code == 0
    other.close()
    assert rumms("resume", left).code == 0
    told, table = seen
    assert isinstance(told, Notice)
    assert told.message == f"'{left}' is open here already."
    assert isinstance(table, Table)


def test_a_game_is_free_for_others_as_soon_as_its_table_is_left(desk: Desk, left: Path):
    desk.resume(left)
    desk.app.home()
    load(left, find_game).resume().close()


def test_a_flick_that_cannot_be_written_is_made_again_when_there_is_room(desk: Desk, left: Path):
    table = desk.resume(left)
    before, whole = list(desk.past), left.read_bytes()
    die = next(iter(table.flickable()))
    with file_size(len(whole) + 5):
        desk.flick(die, 0.0, 0.2)
        assert desk.on(Notice).title == "That cannot be done"
        assert desk.on(Notice).message.startswith(f"'{left}' cannot be written (File too large), so nothing was done.")
    assert (desk.past, left.read_bytes()) == (before, whole)
    desk.wait()
    desk.key(pygame.K_RETURN)
    assert die in desk.on(Table).flickable()
    desk.flick(die, 0.0, 0.2)
    desk.until(lambda: len(desk.past) == len(before) + 2)
    desk.app.home()
    assert load(left, find_game).session.past[: len(before)] == before


@pytest.mark.parametrize("name", ["offer 0", "offer 1"])
def test_what_dice_did_is_kept_when_there_is_room_again(desk: Desk, left: Path, name: str):
    """The flick is written, what comes of it is not."""
    table = desk.resume(left)
    before = list(desk.past)
    desk.flick(next(iter(table.flickable())), 0.0, 0.2)
    assert len(desk.past) == len(before) + 1
    with file_size(left.stat().st_size + 5):
        desk.until(lambda: isinstance(desk.screen, Notice))
    assert desk.on(Notice).title == "The game cannot be kept"
    assert labels(desk) == ["Try again", "All right"]
    assert len(desk.past) == len(before) + 1
    desk.wait()
    desk.click(name)
    if name == "offer 1":
        table.play.go_on()
    desk.until(lambda: len(desk.past) == len(before) + 2)
    past = list(desk.past)
    desk.app.home()
    assert load(left, find_game).session.past == past


def test_a_card_that_cannot_be_written_is_played_again_when_there_is_room(desk: Desk):
    table = sit_down(desk, "kawumm", "me:Anna", "me:Ben")
    if table.mode == "curtain":
        desk.click("here")
        come_to_a_question(desk, table)
    (path,) = own("games").glob("*.jsonl")
    session = table.play.session
    before, whole, action = list(session.past), path.read_bytes(), session.game.legal(session.state).sample(Random(1))
    with file_size(len(whole) + 5):
        answer(desk, table, action)
        assert "cannot be written" in desk.on(Notice).message
    assert (session.past, path.read_bytes()) == (before, whole)
    desk.wait()
    desk.key(pygame.K_RETURN)
    come_to_a_question(desk, table)
    answer(desk, table, action)
    assert session.past[: len(before) + 1] != before
    assert session.past[len(before)].action == action


def test_no_table_is_laid_where_nothing_can_be_written(desk: Desk):
    desk.run()
    with file_size(20):
        desk.click("continue")
        assert "cannot be written" in desk.on(Notice).message
    assert list(own("games").iterdir()) == []
    desk.wait()
    desk.key(pygame.K_RETURN)
    desk.click("continue")
    desk.on(Table)


def test_a_set_up_that_the_table_makes_by_itself_can_be_left_undone(desk: Desk):
    """The table does not ask again and again: one can leave."""
    desk.run()
    desk.click("continue")
    table = desk.on(Table)
    (path,) = own("games").glob("*.jsonl")
    whole = path.read_bytes()
    with file_size(len(whole) + 5):
        desk.until(lambda: isinstance(desk.screen, Notice))
        assert labels(desk) == ["Try again", "All right"]
        desk.wait()
        desk.click("offer 0")
        desk.until(lambda: isinstance(desk.screen, Notice))
        desk.wait()
        desk.click("offer 1")
        desk.wait(1.0)
        assert desk.on(Table).mode == "paused"
        desk.key(pygame.K_ESCAPE)
        desk.on(Pause)
        desk.key(pygame.K_ESCAPE)
    assert path.read_bytes() == whole
    desk.wait()
    table.play.go_on()
    desk.come_to_rest()
    assert table.flickable()


STRONG = {"knight": 4, "dragon": 2}
"""A troop that nobody doubts."""


def refuse(desk: Desk, name: str) -> None:
    """Click on something while the disk is full, and read what is said."""
    (path,) = own("games").glob("*.jsonl")
    with file_size(path.stat().st_size + 5):
        desk.click(name)
        assert "cannot be written" in desk.on(Notice).message
    desk.wait()
    desk.key(pygame.K_RETURN)
    desk.wait()


def test_a_troop_and_its_set_up_stay_where_they_are_until_they_can_be_kept(desk: Desk):
    begin(desk)
    take_over(desk)
    for kind, number in STRONG.items():
        for _ in range(number):
            desk.click(f"more {kind}")
    chosen = desk.on(TroopScreen).numbers
    refuse(desk, "ready")
    assert desk.on(TroopScreen).numbers == chosen
    take_it(desk)
    take_over(desk)
    choose(desk, **SMALL)
    agree(desk)
    take_over(desk)
    desk.click("fill")
    puts = desk.on(SetUpScreen).draft.puts
    refuse(desk, "ready")
    assert desk.on(SetUpScreen).draft.puts == puts
    desk.click("ready")
    go_on(desk)
    assert len(set_ups_of(desk)) == 1
