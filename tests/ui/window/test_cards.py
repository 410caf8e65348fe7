"""Card games in a real window: two people and a bot, with the mouse alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from pygame import Rect

from rumms.catalogue import find, find_game
from rumms.kernel.bots import make, play_out
from rumms.kernel.game import Seat
from rumms.kernel.options import from_words
from rumms.kernel.session import begin as begin_game
from rumms.kernel.session import load
from rumms.places import own
from rumms.ui.play import Play
from rumms.ui.screens.card_end import CardEnd
from rumms.ui.screens.card_table import CardTable

from .conftest import SHADE, Picture, Plan, Window

Start = Callable[..., Window]

ANSWERS = 2
"""Decisions that each of two people makes at least, where a game is not played to its end."""
LAST = 4
"""Decisions of people in a game that is."""
EMPTY = (0.5, 0.107)
"""Parts of the window's size: nothing can be pressed there, and the pointer covers nothing that is compared."""
EQUAL, NEARLY = 0.999, 0.99
"""The part of its pixels that must be the same if the same is asked; and where the pointer may lie."""
TILES = (8, 6)
"""The whole picture is compared in so many parts: the next question may differ in cards alone."""


class Sight(NamedTuple):
    """What is to be seen: a picture, and where in it something stands that tells it from any other."""

    picture: Picture
    boxes: tuple[Rect, ...]
    is_whole: bool = False
    """Everything else must be as in the picture, too, the pointer left aside."""

    def is_in(self, seen: Picture) -> bool:
        """Is all of it there?"""
        tiles = _tiles(self.picture) if self.is_whole else ()
        return all(_alike(self.picture, seen, box) >= EQUAL for box in self.boxes) and all(
            _alike(self.picture, seen, tile) >= NEARLY for tile in tiles
        )


class Question(NamedTuple):
    """A person is asked something, behind a curtain at first if there are secrets; or nobody is."""

    table: CardTable
    size: int
    """Of the record."""
    asked: Sight | None = None
    curtain: Sight | None = None


class Game:
    """A game in the window, and beside it the plan of what is to be seen there."""

    def __init__(self, window: Window, plan: Plan, record: Path) -> None:
        self.window, self.plan, self.record = window, plan, record
        wide, high = plan.app.window.get_size()
        self.empty = wide * EMPTY[0], high * EMPTY[1]
        self.asked: list[Seat] = []
        """Who was asked, again and again."""

    def answer(self, choose: Callable[[CardTable], Any]) -> bool:
        """Wait until a person is asked, and press the way to an answer; False if the game is over."""
        question = self._come_to_a_question()
        table = question.table
        if table.asking is None:
            return False
        self.asked.append(table.eyes)
        way = table.asking.way(choose(table))
        self.window.see_the_question()
        for number, token in enumerate(way, start=1):
            self.window.click(self.plan.at(token.name))
            if number < len(way):
                table.press(token)
                self.window.move(self.empty)
                self._wait_for(f"{token} to be chosen", self._sight())
        self.window.move(self.empty)
        self.window.wait(f"the answer {way}", lambda: self.record.stat().st_size > question.size)
        return True

    def end(self) -> CardEnd:
        """The sheet that tells who has won, once it is seen."""
        table = self._table()
        self.plan.open(table)
        end = CardEnd(table)
        self.plan.app.open(end)
        sheet = Sight(self.plan.picture(), tuple(self.plan.box(name).inflate(-12, -12) for name in ("rematch", "menu")))
        self._skip_until("the end", sheet.is_in)
        return end

    def _skip_until(self, what: str, is_seen: Callable[[Picture], bool]) -> None:
        """Click where nothing is until something is seen: what is shown before is shown no longer."""

        def comes() -> bool:
            if is_seen(self._seen()):
                return True
            self.window.click(self.empty)
            return False

        self.window.wait(what, comes)

    def _wait_for(self, what: str, sight: Sight) -> None:
        self.window.wait(what, lambda: sight.is_in(self._seen()))

    def _seen(self) -> Picture:
        return self.window.display.picture()

    def _come_to_a_question(self) -> Question:
        """Skip what is shown, and say that one is there where the curtain asks."""
        planned: list[Question] = []

        def is_asked(seen: Picture) -> bool:
            size = self.record.stat().st_size
            if not planned or planned[-1].size != size:
                planned.append(self._question(size))
            question = planned[-1]
            if question.curtain and question.curtain.is_in(seen):
                self.window.see_the_question()
                self.window.click(question.curtain.boxes[0].center)
                self.window.move(self.empty)
            return question.table.play.is_over or (question.asked is not None and question.asked.is_in(seen))

        self._skip_until("a question, or the end", is_asked)
        return planned[-1]

    def _question(self, size: int) -> Question:
        table, curtain = self._table(), None
        if table.play.waits_for is None:
            table.stage = self.plan.app
            return Question(table, size)
        self.plan.open(table)
        self.plan.app.frame([], 0.0)
        if table.mode == "curtain":
            curtain = Sight(self.plan.picture(), (self.plan.box("here"),))
            table.arrive()
            self.plan.app.frame([], 0.0)
        assert table.mode == "asking", table.mode
        return Question(table, size, self._sight(), curtain)

    def _sight(self) -> Sight:
        """Everything that can be pressed, and the line that says what is asked: it says something else before."""
        self.plan.app.frame([], 0.0)
        table = self.plan.app.screen
        assert isinstance(table, CardTable)
        line = table.table.box(420, 8, 440, 62)
        return Sight(self.plan.picture(), (line, *(widget.rect for widget in table.widgets)), is_whole=True)

    def _table(self) -> CardTable:
        """The table as the record has it now; nothing that is done there is kept."""
        loaded = load(self.record, find_game)
        return CardTable(Play(find(loaded.header.game), loaded.session, loaded.header.seats, self.plan.app.mind))


def _alike(one: Picture, other: Picture, box: Rect) -> float:
    """The part of the pixels in a box that nobody tells apart."""
    here = (slice(box.top, box.bottom), slice(box.left, box.right))
    away = np.abs(one[here].astype(np.int16) - other[here]).max(axis=2)
    return float((away <= SHADE).mean())


def _tiles(picture: Picture) -> list[Rect]:
    high, wide = picture.shape[0] // TILES[1], picture.shape[1] // TILES[0]
    return [Rect(x * wide, y * high, wide, high) for x in range(TILES[0]) for y in range(TILES[1])]


def sensibly(rng: Random) -> Callable[[CardTable], Any]:
    """As the greedy bot would choose."""

    def choose(table: CardTable) -> Any:
        assert table.asking
        bot = table.play.entry.bots["greedy"](table.play.session.game, None)
        return bot.choose(table.asking.view, table.eyes, table.asking.legal, rng)

    return choose


SEATS = ("me:Anna", "me:Ben", "greedy")


def begin(start: Start, plan: Plan, *words: str | Path) -> Game:
    """Two people and a bot, who play quickly."""
    plan.set(speed="4", is_calm=True)
    window = start(*words)
    return Game(window, plan, window.wait_for_record())


def nearly_over(left: int) -> Path:
    """A game of Cabanga! that was left when people had still so much to decide."""
    entry = find("cabanga")
    path = own("games", "cabanga-left.jsonl")
    path.parent.mkdir(parents=True)
    session = begin_game(entry.game, SEATS, from_words(entry.game.options, ("rounds=1",), entry.id), 3, path)
    play_out(session, SEATS, {seat: make("greedy", entry.game, entry.bots) for seat in range(len(SEATS))})
    header, *lines = path.read_bytes().splitlines(keepends=True)
    decided = [number for number, made in enumerate(session.past) if made.seat in {0, 1} and not made.forced]
    path.write_bytes(b"".join((header, *lines[: decided[-left]])))
    return path


@pytest.mark.parametrize("name", ["kawumm", "waka_waka", "dumm_gelaufen"])
def test_two_people_and_a_bot_play_with_the_mouse(start: Start, plan: Plan, name: str):
    game, choose = begin(start, plan, "play", name, "--seats", ",".join(SEATS)), sensibly(Random(3))
    while min(map(game.asked.count, (0, 1))) < ANSWERS:
        assert game.answer(choose)


def test_two_people_and_a_bot_play_to_the_end_with_the_mouse(start: Start, plan: Plan):
    game, choose = begin(start, plan, "resume", nearly_over(LAST)), sensibly(Random(3))
    while game.answer(choose):
        pass
    assert len(game.asked) >= LAST
    assert game.end().winners
