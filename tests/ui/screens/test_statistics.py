"""The statistics on the screen: everybody's figures, and how they are erased."""

from __future__ import annotations

import pygame

from rumms.ui import statistics
from rumms.ui.kit.buttons import Choice
from rumms.ui.kit.lists import Rows
from rumms.ui.kit.screen import Notice
from rumms.ui.screens.launcher import Launcher
from rumms.ui.screens.statistics import StatisticsScreen
from rumms.ui.statistics import Player, Statistics, Tally

from .desk import Desk, texts_of

FLICKED = {"flicks": 213.0, "knocked_off": 61.0, "longest": 58.2, "chain": 7.0}
THROWN = {"thrown": 31.0, "at_once": 4.0, "drawn": 23.0, "fewest": 9.0}
MILA = Player(name="Mila", tallies={"rumms": Tally(9, 5, FLICKED), "cabanga": Tally(1, 1, THROWN)})
OPA = Player(
    name="Opa",
    tallies={"rumms": Tally(1, 2, {"flicks": 44.0, "knocked_off": 12.0, "longest": 31.0, "chain": 1.0})},
)
NAMELESS = Player(seat=2, tallies={"kawumm": Tally(0, 1, {"experiments": 3.0})})


def opened_with(desk: Desk, *players: Player) -> StatisticsScreen:
    statistics.save(Statistics(players, ("counted",)))
    desk.run()
    desk.click("statistics")
    desk.wait()
    return desk.on(StatisticsScreen)


def test_everybody_is_there_who_played_most_first(desk: Desk):
    screen = opened_with(desk, NAMELESS, OPA, MILA)
    assert screen.players == [MILA, OPA, NAMELESS]
    shown = texts_of(desk.run)
    assert {"Mila", "Opa", "Player 2", "16 games", "213", "61", "58 cm", "7 dice", "9 won", "5 lost"} <= shown


def test_a_click_or_an_arrow_shows_somebody_else(desk: Desk):
    screen = opened_with(desk, MILA, OPA)
    desk.key(pygame.K_DOWN)
    assert screen.player == OPA
    assert {"44", "31 cm", "1 die"} <= texts_of(desk.run)
    rows = desk.widget("players")
    assert isinstance(rows, Rows)
    desk.click((rows.rect.centerx, rows.rect.top + rows.row // 2))
    assert screen.player == MILA


def test_each_game_has_figures_of_its_own(desk: Desk):
    opened_with(desk, MILA, NAMELESS)
    game = desk.widget("game")
    assert isinstance(game, Choice)
    assert [option.label for option in game.options] == [
        "Rumms", "Kawumm!", "Waka Waka", "Dumm gelaufen!", "Cabanga!",
    ]  # fmt: skip
    assert game.value == "rumms", "what she has played most"
    desk.choose("game", "cabanga")
    shown = texts_of(desk.run)
    assert {"1 won", "1 lost", "31", "Cards thrown", "23", "Penalty cards drawn", "Fewest minus points"} <= shown
    assert "213" not in shown
    desk.choose("game", "waka_waka")
    assert "Mila has not played Waka Waka to the end yet." in texts_of(desk.run)


def test_of_somebody_else_the_chosen_game_is_shown_too(desk: Desk):
    screen = opened_with(desk, MILA, NAMELESS)
    desk.key(pygame.K_DOWN)
    assert screen.counted_game == "kawumm", "nothing was chosen: what he has played most"
    desk.choose("game", "cabanga")
    desk.click("players")
    assert screen.counted_game == "cabanga"


def test_one_is_erased_after_a_question(desk: Desk):
    screen = opened_with(desk, MILA, OPA)
    desk.click("erase")
    desk.wait()
    assert desk.on(Notice).title == "Erase Mila?"
    desk.key(pygame.K_ESCAPE)
    assert statistics.load().players == (MILA, OPA)
    desk.click("erase")
    desk.wait()
    desk.click("offer 1")
    assert statistics.load() == Statistics((OPA,), ("counted",))
    assert screen.players == [OPA]


def test_all_are_erased_after_a_question(desk: Desk):
    opened_with(desk, MILA, OPA)
    desk.click("erase all")
    desk.wait()
    desk.click("offer 0")
    assert len(statistics.load().players) == 2
    desk.click("erase all")
    desk.wait()
    desk.click("offer 1")
    assert statistics.load() == Statistics((), ("counted",))
    desk.wait()
    assert "Nobody has finished a game yet." in texts_of(desk.run)
    assert desk.screen.find("erase") is None
    desk.key(pygame.K_ESCAPE)
    desk.on(Launcher)


def test_of_a_broken_file_it_is_said_so(desk: Desk):
    statistics.path().parent.mkdir(parents=True, exist_ok=True)
    statistics.path().write_text("nothing")
    desk.run()
    desk.click("statistics")
    desk.wait()
    assert "Nobody has finished a game yet." in texts_of(desk.run)
    assert any("statistics.json cannot be read" in line for line in texts_of(desk.run))
