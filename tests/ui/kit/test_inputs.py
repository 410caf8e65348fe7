from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame
import pytest
from pygame import Rect

from rumms.ui.draw.brush import Brush
from rumms.ui.kit.buttons import Button
from rumms.ui.kit.inputs import Field, Slider
from rumms.ui.kit.widget import Widget

if TYPE_CHECKING:
    from tests.ui.kit.conftest import Hand

BOX = Rect(100, 100, 300, 44)


def test_a_slider_follows_the_mouse_even_outside(hand: Hand):
    values: list[float] = []
    slider = Slider("volume", BOX, 0.5, do=values.append)
    board = hand.lay(slider)
    track = slider.track
    hand.press((track.left, track.centery))
    hand.move((track.centerx, 600))
    hand.move((1200, 20))
    hand.release()
    hand.move((track.left, track.centery))
    assert values == [0.0, 0.5, 1.0]
    assert board.unused.count(pygame.MOUSEBUTTONUP) == 0


def test_a_slider_moves_by_steps_with_the_keys(hand: Hand):
    values: list[float] = []
    hand.lay(Slider("volume", BOX, 0.7, do=values.append))
    for key in (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT, pygame.K_HOME):
        hand.key(key)
    hand.key(pygame.K_PAGEUP)
    hand.key(pygame.K_END)
    assert values == [0.8, 0.9, 1.0, 0.9, 0.0, 0.5, 1.0]


def test_the_steps_of_a_slider_are_round_numbers(hand: Hand):
    values: list[float] = []
    hand.lay(Slider("volume", BOX, 0.0, do=values.append))
    for _ in range(10):
        hand.key(pygame.K_RIGHT)
    assert values == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]


def test_a_slider_turns_with_the_wheel(hand: Hand):
    values: list[float] = []
    hand.lay(Slider("angle", BOX, 5, least=0, most=10, step=1, do=values.append, label=lambda value: f"{value:.0f}°"))
    hand.wheel(1)
    assert values == []
    hand.move(BOX.center)
    hand.wheel(1)
    hand.wheel(-1)
    hand.wheel(-1)
    assert values == [6, 5, 4]


def test_a_slider_that_is_built_anew_while_it_is_held_goes_on(hand: Hand):
    values = [0.5]

    def change(value: float) -> None:
        values.append(value)
        hand.screen.rebuild()

    hand.lay_anew(lambda: [Slider("volume", BOX, values[-1], do=change)])
    track = Slider("volume", BOX, 0.5, do=print).track
    hand.press((track.left, track.centery))
    hand.move((track.right, track.centery))
    assert values == [0.5, 0.0, 1.0]


def test_a_disabled_slider_stays(hand: Hand):
    values: list[float] = []
    hand.lay(Slider("volume", BOX, 0.5, do=values.append, is_enabled=False))
    hand.press(BOX.midleft)
    hand.move((BOX.right - 5, BOX.centery))
    hand.wheel(1)
    hand.release()
    assert values == []


def field(texts: list[str], text: str = "", longest: int = 40) -> Field:
    """A field that reports its texts."""
    return Field("name", BOX, text, changed=texts.append, longest=longest, placeholder="Name")


def test_letters_with_umlauts_are_written_into_a_field(hand: Hand):
    texts: list[str] = []
    hand.lay(field(texts))
    hand.write("Jürgen Groß")
    hand.look()
    assert texts[-1] == "Jürgen Groß"


def test_no_shortcut_is_done_while_somebody_writes(hand: Hand):
    done: list[str] = []
    texts: list[str] = []
    board = hand.lay(
        field(texts), Button("go", BOX.move(0, 80), "Go", do=lambda: done.append("go"), shortcut=pygame.K_g)
    )
    hand.write("go go")
    assert done == []
    assert texts[-1] == "go go"
    assert pygame.KEYDOWN not in board.unused
    hand.key(pygame.K_TAB)
    hand.key(pygame.K_g)
    assert done == ["go"]


def test_a_field_takes_no_more_than_the_longest_text(hand: Hand):
    texts: list[str] = []
    hand.lay(field(texts, "abc", longest=5))
    hand.write("defg")
    assert texts[-1] == "abcde"


def test_the_caret_moves_and_deletes_on_both_sides(hand: Hand):
    texts: list[str] = []
    hand.lay(field(texts, "abcdef"))
    for key in (pygame.K_BACKSPACE, pygame.K_HOME, pygame.K_DELETE, pygame.K_RIGHT, pygame.K_BACKSPACE):
        hand.key(key)
    assert texts == ["abcde", "bcde", "cde"]
    hand.key(pygame.K_END)
    hand.key(pygame.K_LEFT)
    hand.write("x")
    assert texts[-1] == "cdxe"


def test_what_is_selected_is_replaced(hand: Hand):
    texts: list[str] = []
    entry = field(texts, "Mila und Opa")
    hand.lay(entry)
    for _ in range(3):
        hand.key(pygame.K_LEFT, pygame.KMOD_SHIFT)
    assert entry.selected == "Opa"
    hand.write("O")
    assert texts[-1] == "Mila und O"
    hand.key(pygame.K_HOME, pygame.KMOD_SHIFT)
    hand.key(pygame.K_DELETE)
    assert texts[-1] == ""
    hand.write("neu")
    hand.key(pygame.K_a, pygame.KMOD_CTRL)
    hand.key(pygame.K_BACKSPACE)
    assert texts[-1] == ""


def test_an_arrow_leaves_a_selection_at_its_side(hand: Hand):
    entry = field([], "abcdef")
    hand.lay(entry)
    hand.key(pygame.K_a, pygame.KMOD_CTRL)
    hand.key(pygame.K_LEFT)
    assert (entry.caret, entry.selected) == (0, "")
    hand.key(pygame.K_a, pygame.KMOD_CTRL)
    hand.key(pygame.K_RIGHT)
    assert (entry.caret, entry.selected) == (6, "")


def test_text_is_cut_copied_and_pasted(hand: Hand, monkeypatch: pytest.MonkeyPatch):
    kept: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", kept.append)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: f"{kept[-1]}\n!")
    texts: list[str] = []
    hand.lay(field(texts, "Opa"))
    hand.key(pygame.K_a, pygame.KMOD_CTRL)
    hand.key(pygame.K_c, pygame.KMOD_CTRL)
    hand.key(pygame.K_x, pygame.KMOD_CTRL)
    hand.key(pygame.K_v, pygame.KMOD_CTRL)
    assert kept == ["Opa", "Opa"]
    assert texts == ["", "Opa!"]


def test_without_a_clipboard_nothing_is_lost(hand: Hand, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object) -> str:
        raise pygame.error

    monkeypatch.setattr(pygame.scrap, "put_text", refuse)
    monkeypatch.setattr(pygame.scrap, "get_text", refuse)
    texts: list[str] = []
    hand.lay(field(texts, "Opa"))
    hand.key(pygame.K_a, pygame.KMOD_CTRL)
    hand.key(pygame.K_x, pygame.KMOD_CTRL)
    hand.key(pygame.K_v, pygame.KMOD_CTRL)
    assert texts == []


def test_the_mouse_sets_the_caret_and_selects(hand: Hand):
    entry = field([], "abcdef")
    hand.lay(entry)
    hand.press((BOX.left + 2, BOX.centery))
    assert entry.caret == 0
    hand.move((BOX.right, BOX.centery))
    assert entry.selected == "abcdef"
    hand.release()
    hand.click((BOX.right - 5, BOX.centery))
    assert (entry.caret, entry.selected) == (6, "")


def test_a_long_text_is_scrolled_to_the_caret(hand: Hand):
    entry = field([], "W" * 40)
    hand.lay(entry)
    hand.click((BOX.right - 16, BOX.centery))
    assert entry.caret >= 39
    hand.key(pygame.K_HOME)
    hand.look()
    hand.window.now += 1
    hand.click((BOX.left + 16, BOX.centery))
    assert entry.caret == 0


def test_enter_in_a_field_does_what_it_is_for(hand: Hand):
    done: list[str] = []
    hand.lay(Field("name", BOX, "Mila", changed=print, entered=lambda: done.append("entered")))
    hand.key(pygame.K_RETURN, letter="\r")
    assert done == ["entered"]


def test_up_and_down_leave_a_field(hand: Hand):
    board = hand.lay(field([]), Button("go", BOX.move(0, 80), "Go", do=print))
    hand.key(pygame.K_DOWN)
    assert board.focus == "go"


def test_the_caret_stays_where_it_is_when_the_screen_is_built_anew(hand: Hand):
    texts = ["Opa"]

    def build() -> list[Widget]:
        return [Field("name", BOX, texts[-1], changed=change)]

    def change(text: str) -> None:
        texts.append(text)
        hand.screen.rebuild()

    hand.lay_anew(build)
    hand.key(pygame.K_HOME)
    hand.write("Ur")
    assert texts[-1] == "UrOpa"


def test_a_press_beside_a_field_ends_writing(hand: Hand):
    board = hand.lay(field([]))
    hand.click((900, 600))
    hand.write("x")
    assert board.focus == ""
    assert pygame.TEXTINPUT in board.unused


class Counting:
    """A font that notes how many letters it is asked to measure."""

    def __init__(self, font: pygame.Font, measured: list[int]) -> None:
        self.font, self.measured = font, measured

    def size(self, text: str) -> tuple[int, int]:
        self.measured.append(len(text))
        return self.font.size(text)

    def render(self, *how: Any) -> pygame.Surface:
        return self.font.render(*how)


def test_a_long_text_is_painted_with_little_measuring(hand: Hand, monkeypatch: pytest.MonkeyPatch):
    measured: list[int] = []
    font = Brush.font
    monkeypatch.setattr(Brush, "font", lambda *how: Counting(font(*how), measured))
    hand.lay(field([], "lang " * 400, longest=2000))
    assert sum(measured) <= 5 * 2000
    measured.clear()
    hand.click((BOX.centerx, BOX.centery))
    assert len(measured) <= 60
