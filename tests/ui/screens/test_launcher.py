"""The first screen: games, the one that was left, and the tools; a new game; what stands on the shelf."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from rumms import catalogue
from rumms.games.rumms.actions import SetUp
from rumms.games.rumms.presets import presets_for
from rumms.games.rumms.state import Side
from rumms.language import code
from rumms.places import own
from rumms.ui import settings, shelf
from rumms.ui.draw.brush import Brush
from rumms.ui.kit.inputs import Field
from rumms.ui.kit.lists import Rows
from rumms.ui.kit.screen import Notice
from rumms.ui.screens.launcher import Launcher, greeting
from rumms.ui.screens.new_game import NewGame
from rumms.ui.screens.pause import Pause
from rumms.ui.screens.replay import Replay
from rumms.ui.screens.replays import Replays
from rumms.ui.screens.rules import Rules
from rumms.ui.screens.settings import SettingsSheet
from rumms.ui.screens.table import Table
from rumms.ui.seating import Sitting

from .conftest import Opened
from .desk import Desk, record, start

MADE = ("red troll 20,8", "blue troll 45,24")


def left_game() -> None:
    """A game between Anna and a bot that was left."""
    record(start(*MADE)[0], seats=("me:Anna", "greedy"))


@pytest.mark.parametrize(
    ("name", "screen"),
    [("rumms", NewGame), ("replays", Replays), ("rules", Rules), ("settings", SettingsSheet), ("continue", Table)],
)
@pytest.mark.parametrize("how", ["mouse", "keys"])
def test_every_tile_leads_where_it_says(opened: Opened, name: str, screen: type, how: str):
    desk = opened((640, 360))
    desk.run()
    if how == "mouse":
        desk.click(name)
    else:
        if desk.screen.focus != name:
            desk.go_to(name)
        desk.key(pygame.K_RETURN)
    assert isinstance(desk.screen, screen)


def test_the_first_flick_takes_three_clicks(desk: Desk):
    """A tile, go, and the pull itself."""
    desk.run()
    desk.click("rumms")
    desk.click("go")
    desk.until(lambda: bool(desk.table.flickable()))
    desk.flick(desk.mine(), 0.0)
    assert desk.moves[-1].speed > 100


def test_a_quick_game_is_one_click_away(desk: Desk):
    desk.run()
    desk.click("continue")
    assert desk.table.play.seats == ("me", "greedy")


def test_a_game_that_was_left_goes_on(desk: Desk):
    left_game()
    desk.app.home()
    desk.run()
    desk.click("continue")
    desk.come_to_rest()
    assert desk.table.play.names[0] == "Anna"
    desk.flick(2, 0.0, 0.2)
    assert len(desk.past) == 1


def test_a_game_that_is_left_now_is_offered_at_once(desk: Desk):
    assert isinstance(desk.screen, Launcher)
    assert desk.screen.left is None
    desk.sit_down("me:Anna", "me:Ben")
    desk.key(pygame.K_ESCAPE)
    desk.on(Pause)
    desk.wait()
    desk.click("menu")
    left = desk.on(Launcher).left
    assert left
    assert left.names == ("Anna", "Ben")
    desk.click("continue")
    assert desk.on(Table).play.names == ("Anna", "Ben")


@pytest.mark.parametrize("size", [(1280, 720), (640, 360)])
def test_who_plays_together_stands_together(opened: Opened, size: tuple[int, int]):
    seats = ("me:Mila", "me:Jonas", "me:Opa", "me:Emil")
    record(start(*MADE)[0], seats=seats, teams=("red", "blue", "red", "blue"))
    desk = opened(size)
    launcher = desk.on(Launcher)
    launcher.rebuild()
    places: dict[str, pygame.Rect] = {}
    write = Brush.text

    def noted(brush: Brush, on: Any, line: str, *values: Any, **more: Any) -> pygame.Rect:
        places[line] = write(brush, on, line, *values, **more)
        return places[line]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Brush, "text", noted)
        desk.run()
        assert places["Mila & Opa"].right < places["Jonas & Emil"].left
        assert places["Jonas & Emil"].right < desk.widget("continue").rect.left
        desk.app.open(Replays())
        desk.run()
        assert "Rumms: Mila & Opa against Jonas & Emil" in places


def test_a_game_that_is_damaged_in_the_middle_is_told_and_nothing_breaks(desk: Desk):
    path = record(start(*MADE)[0])
    path.write_bytes(path.read_bytes() + b'{"seat":1,"move":{"do":"decline"}}\n{"seat":1,"move":{"do":"decline"}}\n')
    desk.app.home()
    desk.run()
    desk.click("continue")
    assert path.name in desk.on(Notice).message
    desk.key(pygame.K_RETURN)
    desk.on(Launcher)


def test_the_tools_do_what_they_say(desk: Desk):
    desk.run()
    desk.click("language")
    assert (code(), desk.app.settings.language) == ("de", "de")
    desk.click("language")
    assert (code(), desk.app.settings.language) == ("en", "en")
    desk.click("sound")
    assert desk.app.settings.volume == desk.ear.volume == 0.0
    desk.click("sound")
    assert desk.ear.volume > 0.0
    desk.click("full")
    assert desk.app.settings.is_full_screen
    desk.click("full")
    assert not desk.app.settings.is_full_screen
    desk.click("quit")
    assert not desk.app.is_running


def test_one_is_greeted_by_the_hour():
    assert [greeting(hour) for hour in (0, 10, 11, 17, 18, 23)] == [
        *["Good morning!"] * 2,
        *["Good afternoon!"] * 2,
        *["Good evening!"] * 2,
    ]


# A new game.


@pytest.fixture
def new(opened: Opened) -> Desk:
    desk = opened()
    desk.app.open(NewGame("rumms"))
    desk.wait()
    return desk


def write_name(desk: Desk, side: str, name: str) -> None:
    desk.click(f"name {side} 0")
    desk.key(pygame.K_a, mod=pygame.KMOD_CTRL)
    desk.write(name)


def test_names_and_players_are_those_that_were_set(new: Desk):
    write_name(new, "red", "Anna")
    new.choose("player blue 0", "me")
    write_name(new, "blue", "Ben")
    new.click("go")
    assert new.on(Table).play.seats == ("me:Anna", "me:Ben")
    assert new.app.settings.agreed.red == (Sitting(name="Anna"),)
    assert new.app.settings.agreed.blue == (Sitting(name="Ben"),)


@pytest.mark.parametrize("bot", list(catalogue.find("rumms").bots))
def test_every_bot_can_be_chosen_and_is_offered_the_next_time(new: Desk, bot: str):
    while new.on(NewGame).agreed.blue[0].player != bot:
        new.click("level blue 0")
    new.click("go")
    assert new.on(Table).play.seats == ("me", bot)
    new.app.home()
    new.app.open(NewGame("rumms"))
    assert new.on(NewGame).agreed.seats() == ("me", bot)


def test_names_are_remembered(new: Desk):
    write_name(new, "red", "Anna")
    new.key(pygame.K_RETURN)
    new.on(Table)
    new.app.home()
    new.app.open(NewGame("rumms"))
    field = new.widget("name red 0")
    assert isinstance(field, Field)
    assert field.content == "Anna"
    assert settings.load().agreed.red[0].name == "Anna"


def test_who_is_there_stays_when_somebody_else_changes(new: Desk):
    write_name(new, "red", "Anna")
    new.click("level blue 0")
    assert new.on(NewGame).agreed.seats() == ("me:Anna", "easy")
    new.choose("player red 0", "bot")
    new.choose("player red 0", "me")
    assert new.on(NewGame).agreed.seats() == ("me:Anna", "easy")


def test_a_bot_may_be_red_and_a_person_blue(new: Desk):
    new.choose("player red 0", "bot")
    new.choose("player blue 0", "me")
    new.click("go")
    new.come_to_rest()
    assert new.table.play.waits_for == 1


def test_the_formation_that_is_chosen_stands_on_the_mat(new: Desk):
    presets = presets_for(0, powers=False)
    new.click("formation red")
    new.wait()
    new.key(pygame.K_DOWN, pygame.K_RETURN)
    assert new.on(NewGame).agreed.formations[0] == presets[1].name
    new.click("go")
    new.come_to_rest()
    dice = {(round(die.body.pose.x, 2), round(die.body.pose.y, 2)) for die in new.table.state.of(Side.RED)}
    assert dice == {(round(spot.x, 2), round(spot.y, 2)) for spot in presets[1].spots}
    assert isinstance(new.moves[2], SetUp)


@pytest.mark.parametrize("how", ["cancel", "close", "escape"])
def test_a_new_game_need_not_be_begun(new: Desk, how: str):
    if how == "escape":
        new.key(pygame.K_ESCAPE)
    else:
        new.click(how)
    new.on(Launcher)
    assert not shelf.kept()


def test_a_name_in_the_field_is_not_taken_for_shortcuts(new: Desk):
    new.click("name red 0")
    new.write("R0+- x")
    assert new.on(NewGame).agreed.red[0].name == "R0+- x"


# The shelf.


@pytest.fixture
def shelved(desk: Desk) -> Desk:
    """A shelf with one game that was left."""
    left_game()
    desk.app.open(Replays())
    desk.run()
    return desk


@pytest.mark.parametrize("how", ["button", "enter", "double click"])
def test_a_game_on_the_shelf_is_watched(shelved: Desk, how: str):
    rows = shelved.widget("games")
    assert isinstance(rows, Rows)
    at = (rows.rect.centerx, rows.rect.top + 20)
    if how == "button":
        shelved.click("watch")
    elif how == "enter":
        shelved.key(pygame.K_RETURN)
    else:
        shelved.click(at)
        shelved.click(at)
    shelved.on(Replay)
    shelved.key(pygame.K_ESCAPE)
    shelved.on(Replays)


def test_a_game_on_the_shelf_goes_on(shelved: Desk):
    shelved.click("go on")
    assert shelved.on(Table).play.names[0] == "Anna"


def test_a_game_is_erased_only_if_one_is_sure(shelved: Desk):
    shelved.click("erase")
    shelved.on(Notice)
    shelved.key(pygame.K_ESCAPE)
    assert len(shelf.kept()) == 1
    shelved.click("erase")
    shelved.wait()
    shelved.click("offer 1")
    assert shelf.kept() == []
    shelved.on(Replays)
    shelved.run()
    assert not shelved.widget("watch").is_enabled


def test_an_empty_shelf_offers_nothing(desk: Desk):
    desk.app.open(Replays())
    desk.run()
    assert not any(desk.widget(name).is_enabled for name in ("watch", "go on", "erase"))
    desk.key(pygame.K_RETURN, pygame.K_DOWN, pygame.K_RETURN)
    assert not isinstance(desk.screen, Notice)


def test_a_file_that_cannot_be_read_is_listed_says_why_and_can_be_erased(desk: Desk):
    file = own("games", "rumms-broken.jsonl")
    file.parent.mkdir(parents=True)
    file.write_text("nothing\n")
    desk.app.open(Replays())
    desk.run()
    desk.key(pygame.K_RETURN)
    assert file.name in desk.on(Notice).message
    desk.key(pygame.K_RETURN)
    desk.click("erase")
    desk.wait()
    desk.click("offer 1")
    assert not file.exists()
