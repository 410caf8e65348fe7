"""Hints: what a bot would do and why, asked elsewhere, shown on the mat, gone with the next move."""

from __future__ import annotations

from math import dist
from typing import Any

import pygame
import pytest

from rumms.games.rumms.actions import Decline
from rumms.kernel.refusal import BadBot
from rumms.physics.model import Flick
from rumms.places import own
from rumms.ui.kit.screen import Notice
from rumms.ui.practising import Start
from rumms.ui.screens import table_hint, table_picture
from rumms.ui.screens.practice import Practice

from .conftest import Opened
from .desk import Desk, Slow, record, start, texts_of

TROLL = 2
WALL = [f"blue knight 53,{y}" for y in (8.0, 10.0, 12.0, 14.0, 16.0, 18.0, 20.0, 22.0)]
"""Before the blue king."""


def sit_down(desk: Desk, *dice: str, seats: tuple[str, ...] = ("me:Anna", "greedy"), **options: Any) -> None:
    desk.resume(record(start("red troll 40,15", "blue knight 52,15", *dice)[0], seats=seats, **options))


def test_a_hint_shows_the_bots_aim_and_says_why(desk: Desk):
    sit_down(desk)
    desk.click("hint")
    desk.run()
    given = desk.table.hint.given
    assert given is not None
    assert isinstance(given.action, Flick)
    assert given.die == TROLL
    assert desk.table.state.dice[given.target].kind.name == "king"
    words = texts_of(desk.run)
    assert any(text.startswith("Troll at the king, through knight: ") for text in words)
    desk.key(pygame.K_h)
    assert desk.table.hint.given is None


def test_its_sentence_does_not_hide_its_arrow(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    pills: list[pygame.Rect] = []
    monkeypatch.setattr(table_picture, "pill", lambda _on, _brush, _text, box, *_: pills.append(pygame.Rect(box)))
    desk.resume(record(start("red troll 17,27.5", "blue dragon 42,26", *WALL)[0], seats=("me:Anna", "greedy")))
    desk.click("hint")
    desk.run()
    table = desk.table
    assert table.hint.given
    assert isinstance(table.hint.given.action, Flick)
    points = table.hint.shown()
    assert dist(points[0], points[-1]) > 3 * table.top.view.edge
    assert not any(pills[-1].collidepoint(point) for point in points)


def test_it_is_gone_with_the_next_move(desk: Desk):
    sit_down(desk)
    desk.key(pygame.K_h)
    desk.run()
    desk.flick(TROLL, 90.0, 0.3)
    desk.come_to_rest()
    assert desk.table.hint.given is None


def test_a_bot_that_breaks_over_it_does_not_end_the_game(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    def broken(*_: object) -> None:
        refusal = BadBot("The bot '{name}' stopped with an error ({error}).", name="hint", error="EOFError")
        refusal.trace = "Traceback: here"
        raise refusal

    sit_down(desk)
    monkeypatch.setattr(table_hint, "advise", broken)
    desk.key(pygame.K_h)
    desk.run()
    assert isinstance(desk.screen, Notice)
    log = own("log", "bots.log")
    assert desk.screen.message == (
        f"The bot 'hint' stopped with an error (EOFError). Where it happened is written in '{log}'."
    )
    assert "Traceback: here" in log.read_text()
    desk.key(pygame.K_RETURN)
    assert not isinstance(desk.screen, Notice)
    assert desk.table.hint.given is None
    assert not desk.table.hint.is_thinking


def test_nobody_waits_for_it(opened: Opened):
    mind = Slow()
    desk = opened(mind=mind)
    table = desk.resume(record(start("red troll 40,15", "blue knight 52,15")[0], seats=("me:Anna", "greedy")))
    desk.key(pygame.K_h)
    assert "Thinking about it ..." in texts_of(desk.run)
    assert table.hint.is_thinking
    mind.answer()
    desk.run()
    assert table.hint.given is not None


def test_a_flick_does_not_wait_until_it_was_thought_of(opened: Opened):
    mind = Slow()
    desk = opened(mind=mind)
    table = desk.resume(record(start("red troll 40,15", "blue knight 52,15")[0], seats=("me:Anna", "greedy")))
    desk.key(pygame.K_h)
    desk.run()
    assert [do.__name__ for _, do, _ in mind.open] == ["advise"]
    desk.flick(TROLL, 90.0, 0.3)
    desk.run()
    assert mind.dropped == 1
    assert not table.hint.is_thinking
    asked = [do.__name__ for _, do, _ in mind.open]
    assert asked[-1] == "draw"
    assert "advise" not in asked


def test_there_is_none_against_a_person_but_always_in_practice(desk: Desk):
    sit_down(desk, seats=("me:Anna", "me:Ben"))
    assert desk.screen.find("hint") is None
    desk.app.back()
    desk.app.open(Practice.laid(Start(), desk.app))
    desk.come_to_rest()
    desk.key(pygame.K_h)
    desk.run()
    assert desk.table.hint.given is not None


def test_a_question_about_a_power_has_one_too(desk: Desk):
    mage = ("red mage 54,15", "red king 7,15")
    desk.resume(record(start(*mage, "blue troll 45,24")[0], seats=("me:Anna", "greedy"), powers=True))
    desk.flick(next(die for die in desk.table.flickable() if desk.table.state.dice[die].kind.is_king), 0.0, 0.1)
    desk.until(lambda: bool(desk.table.asking))
    desk.wait()
    assert desk.table.asking is not None
    desk.click("hint")
    desk.run()
    given = desk.table.hint.given
    assert given is not None
    assert not isinstance(given.action, Decline)
