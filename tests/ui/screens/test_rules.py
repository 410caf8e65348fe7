"""The rules as a book: games, contents, search, all with mouse and keys."""

from __future__ import annotations

import pygame
import pytest

from rumms import catalogue
from rumms.ui.screens.rules import Rules

from .desk import Desk


@pytest.fixture
def book(desk: Desk) -> Desk:
    """The rules of Rumms."""
    desk.app.open(Rules("rumms"))
    desk.wait()
    return desk


@pytest.mark.parametrize("game", list(catalogue.GAMES))
def test_the_rules_of_every_game_are_read_in_short_and_numbered(book: Desk, game: str):
    book.click(f"game {game}")
    rules = book.on(Rules)
    assert rules.game == game
    short = rules.book.height
    book.choose("sort", True)
    assert rules.is_numbered
    assert rules.book.height != short
    assert rules.scroll.offset == 0


def test_a_word_is_found_and_the_next_match_too(book: Desk):
    rules = book.on(Rules)
    book.key(pygame.K_f, mod=pygame.KMOD_CTRL)
    book.write("castle")
    assert rules.search == "castle"
    assert len(rules.matches) > 1
    at = rules.scroll.offset
    book.key(pygame.K_RETURN)
    assert rules.current == 1
    book.click("next")
    assert rules.current == 2 % len(rules.matches)
    assert rules.scroll.offset >= at


def test_a_word_that_is_nowhere_is_told_and_can_be_changed(book: Desk):
    rules = book.on(Rules)
    book.click("search")
    book.write("xyzzy")
    assert rules.matches == []
    book.key(*[pygame.K_BACKSPACE] * 5)
    book.write("king")
    assert rules.matches


def test_the_keys_turn_the_pages(book: Desk):
    rules = book.on(Rules)
    offsets = []
    for key in (pygame.K_PAGEDOWN, pygame.K_PAGEDOWN, pygame.K_PAGEUP, pygame.K_END, pygame.K_HOME):
        book.key(key)
        offsets.append(rules.scroll.offset)
    down, further, back, end, home = offsets
    assert 0 < down < further <= end
    assert back < further
    assert home == 0


def test_the_wheel_scrolls_the_page(book: Desk):
    rules = book.on(Rules)
    book.move(rules.scroll.rect.center)
    book.wheel(-3)
    assert rules.scroll.offset > 0


def test_a_heading_in_the_contents_leads_to_its_page(book: Desk):
    rules = book.on(Rules)
    contents = book.widget("contents")
    book.click((contents.rect.centerx, contents.rect.top + 60))
    assert rules.scroll.offset > 0


def test_the_place_stays_when_the_language_changes(book: Desk):
    rules = book.on(Rules)
    book.key(pygame.K_PAGEDOWN)
    english = rules.book
    book.app.change(language="de")
    assert rules.book is not english
    assert rules.scroll.offset > 0
