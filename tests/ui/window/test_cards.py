"""Card games in a real window: two people and a bot, with the mouse alone."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import sleep

import pytest

from rumms.catalogue import find_game
from rumms.kernel.session import load
from rumms.ui.screens.card_table import CardTable

from .conftest import Plan, Window

Start = Callable[..., Window]

ANSWERS = 6
"""Decisions of people that are made."""
PATIENCE = 200
"""Looks at the record until a person is asked."""


def asked(plan: Plan, record: Path) -> CardTable | None:
    """The table as the record has it, if a person is asked now; a copy, so that nobody writes into the game."""
    copy = plan.folder / "copy.jsonl"
    shutil.copyfile(record, copy)
    loaded = load(copy, find_game)
    seat = loaded.session.actor
    if loaded.winners is not None or seat is None:
        return None
    table = CardTable.resumed(copy, plan.app)
    if table.play.waits_for is None:
        table.play.close()
        return None
    table.eyes, table.is_there = seat, True
    table.view = loaded.session.game.view(loaded.session.state, seat)
    plan.open(table)
    plan.app.frame([], 0.0)
    return table


def answer(window: Window, plan: Plan, record: Path, table: CardTable, rng: Random) -> None:
    """Say that one is there, if there is a curtain, skip what is shown, and press the way to an answer."""
    before = record.stat().st_size
    assert table.asking
    bot = table.play.entry.bots["greedy"](table.play.session.game, None)
    action = bot.choose(table.asking.view, table.eyes, table.asking.legal, rng)
    way = [token.name for token in table.asking.way(action)]
    for _ in range(PATIENCE):
        if is_curtained(window):
            window.click(HERE)
        elif window.shows(plan, way[0]):
            for name in way:
                window.click(plan.at(name))
            window.move(EMPTY)
            sleep(A_MOMENT)
            if record.stat().st_size > before:
                return
        else:
            window.click(EMPTY)
        sleep(A_MOMENT)
    pytest.fail(f"{way}: {window.said.read_text()}")


A_MOMENT = 0.12
HERE = (640, 490)
"""The button of the curtain."""
EMPTY = (640, 76)
"""Nothing can be pressed there."""


def is_curtained(window: Window) -> bool:
    """Is nothing to be seen but cloth and the button?"""
    picture = window.display.picture()
    red, green, blue = (int(tone) for tone in picture[300, 400])
    honey = [int(tone) for tone in picture[HERE[1], HERE[0] - 96]]
    return red > 1.4 * green and green < 90 and blue < 120 and honey[0] > 200 and honey[2] < 120


@pytest.mark.parametrize("game", ["kawumm", "cabanga"])
def test_two_people_and_a_bot_play_with_the_mouse(start: Start, plan: Plan, game: str):
    plan.set(speed="4", is_calm=True)
    window = start("play", game, "--seats", "me:Anna,me:Ben,greedy")
    record = window.wait_for_record()
    rng, made = Random(3), 0
    for _ in range(PATIENCE):
        table = asked(plan, record)
        if table is None:
            if load(record, find_game).winners is not None:
                break
            window.click(EMPTY)
            sleep(A_MOMENT)
            continue
        answer(window, plan, record, table, rng)
        made += 1
        if made == ANSWERS:
            break
    assert made == ANSWERS or load(record, find_game).winners
