"""The replay of a card game: wherever one goes in it, list, buttons and words say where one is."""

from __future__ import annotations

import pygame
import pytest

from rumms.catalogue import find, find_game
from rumms.kernel.session import load
from rumms.lab.golden import record_path
from rumms.ui.kit.buttons import Button
from rumms.ui.kit.lists import Rows
from rumms.ui.screens.card_replay import CardReplay

from .desk import Desk, texts_of

FAR = 0.6
"""A part of the way through the game: the row of that move is out of sight at first."""


@pytest.fixture
def replay(desk: Desk) -> CardReplay:
    """Kawumm! being watched, its first moves just shown."""
    made = CardReplay(load(record_path(find("kawumm")), find_game))
    desk.app.open(made)
    desk.wait(0.4)
    assert made.is_running
    return made


def says_where_one_is(desk: Desk, replay: CardReplay) -> None:
    """The list has its slip on the move that is shown, in sight, and the words count up to it."""
    rows = desk.widget("moves")
    assert isinstance(rows, Rows)
    here = replay.current
    assert rows.selected == here
    top = rows.rect.top + rows.selected * rows.row - rows.offset
    is_in_sight = rows.rect.top <= top and top + rows.row <= rows.rect.bottom
    assert is_in_sight or here < 0, "before the first move no row is selected"
    assert f"{here + 1} of {len(replay.marks)}" in texts_of(lambda: desk.screen.draw(desk.app.window))


def icon_of_play(desk: Desk) -> str:
    button = desk.widget("play")
    assert isinstance(button, Button)
    return button.icon


def scrub(desk: Desk, part: float) -> None:
    line = desk.widget("time").rect
    desk.screen.event(
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(line.left + round(part * line.width), line.centery), button=1)
    )


def test_the_list_follows_a_jump_on_the_line_of_time(desk: Desk, replay: CardReplay):
    before = replay.current
    scrub(desk, FAR)
    assert replay.current > before + 10
    says_where_one_is(desk, replay)
    scrub(desk, 0.1)
    says_where_one_is(desk, replay)


def test_the_list_follows_steps_that_do_not_stop_it(desk: Desk, replay: CardReplay):
    for key in (pygame.K_PAGEDOWN, pygame.K_PAGEDOWN, pygame.K_PAGEUP):
        before = replay.current
        replay.step(1 if key == pygame.K_PAGEDOWN else -1)
        assert replay.current != before
        assert replay.is_running
        says_where_one_is(desk, replay)


def test_the_list_follows_seconds_by_the_arrows(desk: Desk, replay: CardReplay):
    desk.click("play")
    desk.screen.focus_on("time")
    before = replay.current
    for _ in range(12):
        desk.screen.event(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode=""))
        desk.screen.event(pygame.event.Event(pygame.KEYUP, key=pygame.K_RIGHT, mod=0))
        says_where_one_is(desk, replay)
    assert replay.current > before


def test_who_scrubs_within_a_move_sees_at_once_that_it_stands_still(desk: Desk, replay: CardReplay):
    here = replay.current
    assert icon_of_play(desk) == "pause"
    scrub(desk, replay.time / replay.duration)
    assert (replay.current, replay.is_running) == (here, False)
    assert icon_of_play(desk) == "play"


def test_a_row_that_is_clicked_is_the_move_that_is_shown(desk: Desk, replay: CardReplay):
    rows = desk.widget("moves")
    desk.click((rows.rect.centerx, rows.rect.top + 2 * rows.row + 4))  # type: ignore[attr-defined]
    assert replay.current == 2
    says_where_one_is(desk, replay)
