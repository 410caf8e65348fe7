"""The end of games: the sheet, the next game of a tournament, a rematch with the same options, and the statistics."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from rumms.games.rumms.state import Ask, Side
from rumms.ui import statistics
from rumms.ui.screens.end import End
from rumms.ui.screens.launcher import Launcher
from rumms.ui.screens.statistics import StatisticsScreen
from rumms.ui.screens.table import Table
from rumms.ui.statistics import Player
from tests.games.rumms.table import off

from .desk import Desk, Lies, flicked, record, start, texts_of

DICE = ("red troll 20,8", "blue troll 45,24")


def won_and_lost(player: Player) -> tuple[int, int]:
    return player.tally("rumms").won, player.tally("rumms").lost


def finished(desk: Desk, *lies: Lies, seats: tuple[str, ...] = ("me:Mila", "me:Jonas"), **options: Any) -> Table:
    """A table at which a flick of red's has just decided a game, and the sheet."""
    desk.app.open(Table.resumed(record(start(*DICE)[0], seats=seats, **options), desk.app))
    decide(desk, 2, *lies)
    return desk.table


def decide(desk: Desk, die: int, *lies: Lies) -> None:
    """A flick with an invented outcome, shown as any other."""
    table = desk.table
    for action in flicked(die, *lies):
        made = table.play.session.commit(action(table.state) if callable(action) else action, forced=False)
        table._show(made)  # noqa: SLF001  as if the engine had said so
    desk.until(lambda: isinstance(desk.screen, End))
    desk.wait(0.4)
    desk.see_the_question()


def test_a_game_of_a_tournament_ends_with_the_standing_and_the_next_one_follows_in_the_same_record(desk: Desk):
    table = finished(desk, Lies(2, 30.0, 8.0), off(1), wins_needed=3)
    end = desk.on(End)
    assert (end.winner, end.won.wins, end.won.is_last) == (Side.RED, (1, 0), False)
    assert end.focus == "next"
    shown = texts_of(desk.run)
    assert {"Red wins game 1!", "1 : 0", "Royal tournament, first to 3", "Next game"} <= shown
    assert table.shown_game == 1, "the next one waits"
    assert len(table.scene.sights) > 1, "and this one is still seen"
    session = table.play.session
    before = len(session.past)
    desk.key(pygame.K_RETURN)
    assert desk.on(Table) is table
    desk.come_to_rest()
    assert table.play.session is session
    assert len(session.past) > before
    assert (table.state.game, table.state.task.ask) == (2, Ask.MOVE)
    assert table.state.turn.side is Side.BLUE, "who lost begins"
    assert table.score == (1, 0)


def test_a_tournament_comes_to_its_end(desk: Desk):
    table = finished(desk, off(1), wins_needed=2)
    desk.click("next")
    desk.come_to_rest()
    assert table.play.waits_for == 1
    decide(desk, table.state.king(Side.BLUE).id, off(table.state.king(Side.BLUE).id))
    end = desk.on(End)
    assert (end.won.wins, end.won.is_last, end.won.game) == ((2, 0), True, 2)
    assert {"Red wins the tournament!", "2 : 0"} <= texts_of(desk.run)
    assert desk.screen.find("next") is None
    assert end.focus == "rematch"
    assert "Jonas flicked their own king off the mat, in flick 1." in texts_of(desk.run), "counted anew in each game"
    assert {one.name: won_and_lost(one) for one in statistics.load().players} == {"Mila": (2, 0), "Jonas": (0, 2)}
    desk.click("rematch")
    assert desk.table is not table
    assert desk.table.score == (0, 0), "a tournament begins anew"


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, None])
def test_a_tournament_that_is_left_between_games_goes_on_later(desk: Desk, key: int | None):
    table = finished(desk, off(1), wins_needed=2)
    path = table.play.session.writer
    assert path
    if key:
        desk.key(key)
    else:
        desk.click("menu")
    assert desk.on(Launcher).left is not None
    desk.wait(0.3)
    desk.click("continue")
    desk.come_to_rest()
    assert (desk.table.state.game, desk.table.score) == (2, (1, 0))
    assert desk.table.state.turn.side is Side.BLUE
    decide(desk, desk.table.state.king(Side.BLUE).id, off(0))
    assert {one.name: won_and_lost(one) for one in statistics.load().players} == {"Mila": (1, 1), "Jonas": (1, 1)}


@pytest.mark.parametrize(
    "options",
    [
        {"powers": False, "first_team": "red"},
        {"powers": False, "wins_needed": 3},
        {"powers": True, "points": 30},
        {"powers": False, "hands": ("steady", "none")},
    ],
)
def test_a_rematch_keeps_the_options_and_the_loser_begins(desk: Desk, options: dict[str, Any]):
    old = finished(desk, off(1), **options)
    desk.click("rematch")
    new = desk.table  # with powers a troop is asked for on top of it
    assert new is not old
    before, now = old.state.options, new.state.options
    assert now.first_team == "blue"
    for name in ("powers", "points", "wins_needed", "hands", "teams", "mat", "finger"):
        assert getattr(now, name) == getattr(before, name)
    assert new.play.seats == old.play.seats
    assert new.play.session.writer
    assert old.play.session.writer
    assert new.play.session.writer.path != old.play.session.writer.path
    assert now.wins_needed > 1 or new.score == (1, 0), "single games add up"


def test_the_game_is_counted_when_it_ends_and_only_then(desk: Desk):
    desk.app.open(Table.resumed(record(start(*DICE)[0], seats=("me:Mila", "greedy")), desk.app))
    assert not statistics.load().players
    decide(desk, 2, off(1))
    (mila,) = statistics.load().players
    assert (mila.name, won_and_lost(mila), mila.tally("rumms").figures["knocked_off"]) == ("Mila", (1, 0), 1)
    desk.click("statistics")
    desk.wait(0.3)
    assert desk.on(StatisticsScreen).player == mila
    desk.key(pygame.K_ESCAPE)
    desk.on(End)
    assert statistics.load().players == (mila,)


def test_a_game_counts_too_if_nobody_waits_for_the_sheet(desk: Desk):
    desk.app.open(Table.resumed(record(start(*DICE)[0], seats=("me:Mila", "greedy")), desk.app))
    table = desk.table
    for action in flicked(2, off(1)):
        table._show(  # noqa: SLF001  as if the engine had said so
            table.play.session.commit(action(table.state) if callable(action) else action, forced=False)
        )
    desk.run()
    desk.app.home()
    assert [won_and_lost(player) for player in statistics.load().players] == [(1, 0)]


def test_captured_and_saved_is_one_of_five_figures(desk: Desk):
    finished(desk, off(1))
    figures = {"Flicks", "Dice knocked off", "Captured and saved", "Longest way", "Best chain"}
    assert figures <= texts_of(desk.run)
