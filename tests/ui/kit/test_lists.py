from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

from rumms.ui.draw.brush import Brush
from rumms.ui.kit.buttons import Button
from rumms.ui.kit.lists import Rows, Scroll

if TYPE_CHECKING:
    from tests.ui.kit.conftest import Hand

BOX = Rect(100, 100, 300, 240)


class Games:
    """A list of games, with what was painted, selected and opened."""

    def __init__(self, count: int = 30, selected: int = 0) -> None:
        self.painted: list[int] = []
        self.chosen: list[int] = []
        self.opened: list[int] = []
        self.rows = Rows(
            "games", BOX, count, 48, self.paint, selected=selected, select=self.chosen.append, do=self.opened.append
        )

    def paint(self, _on: Surface, _box: Rect, _brush: Brush, number: int, _is_selected: bool) -> None:
        """Remember the row."""
        self.painted.append(number)


def test_only_rows_in_sight_are_painted(hand: Hand):
    games = Games()
    hand.lay(games.rows)
    assert games.painted == [0, 1, 2, 3, 4, 5]


def test_rows_are_selected_with_the_keys_and_stay_in_sight(hand: Hand):
    games = Games()
    hand.lay(games.rows)
    for key in (pygame.K_DOWN, pygame.K_DOWN, pygame.K_UP, pygame.K_PAGEDOWN, pygame.K_END, pygame.K_PAGEUP):
        hand.key(key)
        top = games.rows.selected * 48 - games.rows.offset
        assert 0 <= top <= BOX.height - 48
    hand.key(pygame.K_HOME)
    assert games.chosen == [1, 2, 1, 5, 29, 25, 0]


def test_enter_opens_the_selected_row(hand: Hand):
    games = Games(selected=7)
    hand.lay(games.rows)
    hand.key(pygame.K_RETURN)
    assert games.opened == [7]


def test_a_click_selects_and_a_double_click_opens(hand: Hand):
    games = Games()
    hand.lay(games.rows)
    at = (BOX.left + 40, BOX.top + 48 * 2 + 10)
    hand.click(at)
    assert (games.chosen, games.opened) == ([2], [])
    hand.window.now += 2
    hand.click(at)
    assert games.opened == []
    hand.window.now += 0.1
    hand.click(at)
    assert games.opened == [2]


def test_two_quick_clicks_on_different_rows_open_neither(hand: Hand):
    games = Games()
    hand.lay(games.rows)
    hand.click((BOX.left + 40, BOX.top + 10))
    hand.click((BOX.left + 40, BOX.top + 58))
    assert (games.chosen, games.opened) == ([1], [])


def test_rows_are_scrolled_with_the_wheel(hand: Hand):
    games = Games()
    hand.lay(games.rows)
    hand.move(BOX.center)
    hand.wheel(-3)
    hand.look(5.0)
    assert games.rows.offset > 48
    assert games.rows.under((BOX.left + 5, BOX.top + 1)) == int(games.rows.offset // 48)
    hand.wheel(50)
    assert games.rows.offset == 0
    assert games.chosen == []


def test_the_bar_is_dragged_even_outside(hand: Hand):
    games = Games()
    hand.lay(games.rows)
    hand.press((BOX.right - 4, BOX.top + 5))
    hand.move((900, BOX.bottom + 200))
    assert games.rows.offset == games.rows.furthest
    hand.release()
    hand.move((BOX.right - 4, BOX.top))
    assert games.rows.offset == games.rows.furthest
    assert games.chosen == []


def test_at_the_end_of_a_list_the_arrow_goes_on(hand: Hand):
    games = Games(count=2)
    board = hand.lay(games.rows, Button("go", Rect(100, 400, 100, 44), "Go", do=print))
    for expected in ("games", "go"):
        hand.key(pygame.K_DOWN)
        assert board.focus == expected


def test_an_empty_list_is_no_place_for_the_focus(hand: Hand):
    board = hand.lay(Games(count=0).rows, Button("go", Rect(100, 400, 100, 44), "Go", do=print))
    hand.click(BOX.center)
    assert board.focus == "go"


def test_a_list_that_is_built_anew_stays_where_it_was(hand: Hand):
    board = hand.lay_anew(lambda: [Games().rows])
    hand.move(BOX.center)
    hand.wheel(-4)
    old = board.widgets[0]
    board.rebuild()
    new = board.widgets[0]
    assert isinstance(old, Rows)
    assert isinstance(new, Rows)
    assert new is not old
    assert new.offset == old.offset > 0


def long_text(tops: list[int], height: int = 1000) -> Scroll:
    """A place of text that reports where it begins."""
    return Scroll("rules", BOX, lambda _on, box, _brush: tops.append(box.top), height)


def test_a_long_text_is_scrolled_with_keys_and_wheel(hand: Hand):
    tops: list[int] = []
    text = long_text(tops)
    hand.lay(text)
    hand.key(pygame.K_END)
    hand.look(5.0)
    assert tops == [BOX.top, BOX.bottom - 1000]
    hand.key(pygame.K_HOME)
    hand.key(pygame.K_DOWN)
    one = text.offset
    hand.key(pygame.K_SPACE)
    assert 0 < one < text.offset
    hand.move(BOX.center)
    hand.wheel(40)
    assert text.offset == 0


def test_a_text_that_fits_has_no_bar_and_no_focus(hand: Hand):
    board = hand.lay(long_text([], height=BOX.height), Button("go", Rect(100, 400, 100, 44), "Go", do=print))
    assert board.focus == "go"
    hand.move(BOX.center)
    hand.wheel(-1)
    assert pygame.MOUSEWHEEL in board.unused
