from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
import pytest
from pygame import Rect, Surface

from rumms.ui import theme
from rumms.ui.draw.brush import Brush
from rumms.ui.kit.buttons import Button, Choice, Option, Tile, Toggle, fitting
from rumms.ui.kit.widget import Mood

if TYPE_CHECKING:
    from tests.ui.kit.conftest import Hand

BOX = Rect(100, 100, 200, 48)
SPEEDS = [Option(value, f"{value}×") for value in (1, 2, 4)]


def test_a_button_is_done_when_the_mouse_is_let_go_inside(hand: Hand):
    done: list[str] = []
    hand.lay(Button("go", BOX, "Go", do=lambda: done.append("go")))
    hand.press(BOX.center)
    assert done == []
    hand.release()
    assert done == ["go"]


def test_a_button_is_not_done_when_the_mouse_is_let_go_elsewhere(hand: Hand):
    done: list[str] = []
    hand.lay(Button("go", BOX, "Go", do=lambda: done.append("go")))
    hand.press(BOX.center)
    hand.release((600, 600))
    hand.press((600, 600))
    hand.release(BOX.center)
    assert done == []


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE])
def test_a_button_is_pressed_with_enter_and_space(hand: Hand, key: int):
    done: list[str] = []
    hand.lay(Button("go", BOX, "Go", do=lambda: done.append("go")))
    hand.key(key)
    assert done == ["go"]
    assert hand.heard == ["button"]


def test_a_button_that_is_held_down_by_a_key_is_done_once(hand: Hand):
    done: list[str] = []
    board = hand.lay(Button("go", BOX, "Go", do=lambda: done.append("go"), shortcut=pygame.K_g))
    for key in (pygame.K_RETURN, pygame.K_g):
        for _ in range(3):
            board.event(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    assert done == ["go", "go"]


def test_a_button_is_heard_when_it_is_pressed(hand: Hand):
    hand.lay(Button("go", BOX, "Go", do=lambda: None))
    hand.press(BOX.center)
    assert hand.heard == ["button"]


def test_a_disabled_button_can_be_neither_clicked_nor_reached(hand: Hand):
    done: list[str] = []
    board = hand.lay(
        Button("no", BOX, "No", do=lambda: done.append("no"), is_enabled=False, shortcut=pygame.K_n),
        Button("go", BOX.move(0, 80), "Go", do=lambda: done.append("go")),
    )
    hand.click(BOX.center)
    hand.key(pygame.K_n)
    hand.key(pygame.K_TAB)
    assert board.focus == "go"
    hand.key(pygame.K_UP)
    hand.key(pygame.K_RETURN)
    assert done == ["go"]
    assert board.unused.count(pygame.MOUSEBUTTONUP) == 0


def test_a_shortcut_does_what_a_click_does(hand: Hand):
    done: list[str] = []
    hand.lay(
        Button("stay", BOX, "Stay", do=lambda: done.append("stay")),
        Button("go", BOX.move(0, 80), "Go", do=lambda: done.append("go"), shortcut=pygame.K_g),
    )
    hand.key(pygame.K_g)
    assert done == ["go"]
    hand.key(pygame.K_g, pygame.KMOD_CTRL)
    assert done == ["go"]


def test_a_pressed_button_moves_down_onto_its_lip(hand: Hand):
    button = Button("go", BOX, "", do=lambda: None)
    board = hand.lay(button)
    raised = hand.on.get_at((BOX.centerx, BOX.bottom + 1))
    assert raised[:3] == theme.STYLES["plain"].lip
    hand.press(BOX.center)
    hand.look()
    assert board.mood(button).is_pressed
    assert hand.on.get_at((BOX.centerx, BOX.bottom + 1)) != raised
    hand.move((600, 600))
    hand.look()
    assert not board.mood(button).is_pressed


def test_a_button_lightens_under_the_pointer_over_a_while(hand: Hand):
    board = hand.lay(Button("go", BOX, "", do=lambda: None))
    at = (BOX.left + 30, BOX.bottom - 4)
    before = hand.on.get_at(at)
    hand.move(BOX.center)
    hand.look(theme.QUICK / 2)
    assert 0 < board.mood(board.widgets[0]).hover < 1
    hand.look(theme.QUICK)
    assert board.mood(board.widgets[0]).hover == 1
    assert sum(hand.on.get_at(at)[:3]) > sum(before[:3])


@pytest.mark.parametrize("text", [1.0, 1.3])
@pytest.mark.usefixtures("hand")
def test_a_button_of_the_needed_size_has_its_label_on_one_line(text: float):
    brush = Brush((1280, 720), text=text)
    for label, icon in (("Drache wegzaubern", ""), ("Weiterspielen", "play")):
        box = Rect((0, 0), Button.needs(brush, label, icon))
        assert fitting(brush, box, label, icon, theme.BUTTON) == ([label], theme.BUTTON)
        assert box.height >= brush.u(44)


def test_a_label_that_is_too_long_takes_two_lines_and_words_stay_whole(hand: Hand):
    brush = hand.window.brush
    lines, px = fitting(brush, Rect(0, 0, 180, 48), "Weiter mit dem letzten Spiel", "", theme.BUTTON)
    assert len(lines) == 2
    assert px == theme.BUTTON
    lines, px = fitting(brush, Rect(0, 0, 120, 48), "Wiederholungsgeschwindigkeit", "", theme.BUTTON)
    assert px < theme.BUTTON


def test_a_toggle_is_switched_with_mouse_and_keys(hand: Hand):
    states: list[bool] = []
    hand.lay(Toggle("calm", BOX, False, do=states.append, label="Calm"))
    hand.click(BOX.center)
    hand.key(pygame.K_SPACE)
    hand.key(pygame.K_RIGHT)
    hand.key(pygame.K_RIGHT)
    hand.key(pygame.K_LEFT)
    assert states == [True, False, True, False]


def test_the_knob_of_a_toggle_slides_to_the_other_side(hand: Hand):
    hand.lay(Toggle("calm", BOX, False, do=lambda _: None))
    left, right = (BOX.right - 43, BOX.centery - 9), (BOX.right - 17, BOX.centery - 9)
    before = hand.on.get_at(left), hand.on.get_at(right)
    hand.click(BOX.center)
    hand.look(1.0)
    after = hand.on.get_at(left), hand.on.get_at(right)
    assert sum(before[0][:3]) > sum(before[1][:3])
    assert sum(after[0][:3]) < sum(after[1][:3])


def test_an_option_is_chosen_with_the_mouse(hand: Hand):
    chosen: list[int] = []
    choice = Choice("speed", BOX, SPEEDS, 1, do=chosen.append)
    hand.lay(choice)
    hand.click(choice.segment(2).center)
    hand.click(choice.segment(2).center)
    hand.press(choice.segment(0).center)
    hand.release(choice.segment(1).center)
    assert chosen == [4]


def test_an_option_is_chosen_with_the_keys(hand: Hand):
    chosen: list[int] = []
    hand.lay(Choice("speed", BOX, SPEEDS, 1, do=chosen.append))
    for key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_END, pygame.K_RIGHT, pygame.K_HOME, pygame.K_SPACE):
        hand.key(key)
    assert chosen == [2, 4, 1, 2]


def test_the_options_share_the_whole_width(hand: Hand):
    choice = Choice("aim", BOX, [Option(1, "A"), Option(2, "Until the first contact"), Option(3, "All")], 1, do=print)
    hand.lay(choice)
    parts = [choice.segment(number) for number in range(3)]
    assert (parts[0].left, parts[2].right) == (BOX.left, BOX.right)
    assert parts[0].right == parts[1].left
    assert parts[1].width > parts[0].width


def test_a_choice_of_the_needed_size_has_room_for_every_label(hand: Hand):
    brush = hand.window.brush
    options = [Option(1, "Nur der Pfeil"), Option(2, "Bis zur ersten Berührung"), Option(3, "Ganz")]
    choice = Choice("aim", Rect((0, 0), Choice.needs(brush, options)), options, 1, do=print)
    for number, option in enumerate(options):
        box = choice.segment(number).inflate(-brush.u(6), -brush.u(6))
        assert fitting(brush, box, option.label, "", 16) == ([option.label], 16)


def test_a_tile_paints_itself_and_rises_under_the_pointer(hand: Hand):
    places: list[Rect] = []
    done: list[str] = []

    def paint(_on: Surface, box: Rect, _brush: Brush, _mood: Mood) -> None:
        places.append(box)

    hand.lay(Tile("rumms", BOX, paint, do=lambda: done.append("rumms")))
    hand.move(BOX.center)
    hand.look(1.0)
    assert [box.top for box in places] == [BOX.top, BOX.top - 4]
    hand.click(BOX.center)
    hand.key(pygame.K_RETURN)
    assert done == ["rumms", "rumms"]


def test_a_tile_does_not_move_where_motion_is_reduced(hand: Hand):
    places: list[int] = []
    hand.window.brush = Brush((1280, 720), calm=True)
    hand.lay(Tile("rumms", BOX, lambda _on, box, _brush, _mood: places.append(box.top), do=lambda: None))
    hand.move(BOX.center)
    hand.look(1.0)
    assert places == [BOX.top, BOX.top]
