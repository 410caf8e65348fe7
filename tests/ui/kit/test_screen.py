from __future__ import annotations

from collections import defaultdict
from functools import partial
from typing import TYPE_CHECKING

import pygame
import pytest
from pygame import Rect

from rumms.ui import theme
from rumms.ui.draw.brush import Brush
from rumms.ui.kit.buttons import Button, Tile
from rumms.ui.kit.screen import Notice, Offer, Sheet, nearest
from rumms.ui.kit.widget import Widget
from rumms.ui.kit.words import Label, Paragraph, pill, pill_box, tip_box

if TYPE_CHECKING:
    from tests.ui.kit.conftest import Hand


def button(name: str, x: int, y: int, *, tip: str = "", is_enabled: bool = True) -> Button:
    """A button somewhere."""
    return Button(name, Rect(x, y, 100, 44), name, do=print, tip=tip, is_enabled=is_enabled)


def grid() -> list[Widget]:
    """Nine buttons, named as on a telephone."""
    return [
        button(str(1 + column + 3 * row), 100 + 150 * column, 100 + 90 * row) for row in range(3) for column in range(3)
    ]


def test_tab_goes_round_in_order_and_back(hand: Hand):
    board = hand.lay(button("a", 500, 100), button("no", 0, 0, is_enabled=False), button("b", 100, 300))
    seen = [board.focus]
    for mod in (0, 0, pygame.KMOD_LSHIFT, pygame.KMOD_LSHIFT):
        hand.key(pygame.K_TAB, mod)
        seen.append(board.focus)
    assert seen == ["a", "b", "a", "b", "a"]
    assert hand.heard == ["focus"] * 4


def test_arrows_go_to_the_nearest_widget_in_their_direction(hand: Hand):
    board = hand.lay(*grid())
    board.focus_on("5")
    seen = []
    for key in (pygame.K_UP, pygame.K_LEFT, pygame.K_LEFT, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RIGHT):
        hand.key(key)
        seen.append(board.focus)
    assert seen == ["2", "1", "1", "4", "7", "8"]


def test_an_arrow_prefers_what_is_beside_to_what_is_askew():
    here, beside, askew = button("here", 100, 100), button("beside", 300, 110), button("askew", 220, 180)
    assert nearest(here, [here, askew, beside], (1, 0)) is beside
    assert nearest(here, [here, askew, beside], (0, 1)) is askew
    assert nearest(here, [here, askew, beside], (-1, 0)) is None


def test_a_button_on_a_tile_is_above_it_and_reached_by_arrows(hand: Hand):
    done: list[str] = []
    tile = Tile("tile", Rect(100, 100, 600, 400), lambda *_: None, do=lambda: done.append("tile"))
    play = Button("play", Rect(520, 420, 150, 50), "Play", do=lambda: done.append("play"))
    board = hand.lay(tile, play)
    hand.click(play.rect.center)
    hand.click((200, 200))
    assert done == ["play", "tile"]
    hand.key(pygame.K_DOWN)
    assert board.focus == "play"
    hand.key(pygame.K_LEFT)
    assert board.focus == "tile"


def test_the_ring_shows_only_after_a_key_and_no_hover_removes_it(hand: Hand):
    board = hand.lay(button("a", 100, 100), button("b", 300, 100))
    outside = (100 - 3, 122)
    dark = hand.on.get_at(outside)
    assert not board.shows_ring
    hand.key(pygame.K_TAB)
    hand.key(pygame.K_TAB)
    hand.look()
    assert board.focus == "a"
    assert hand.on.get_at((100 - 1, 122))[:3] == theme.FOCUS
    hand.move((350, 120))
    hand.look(1.0)
    assert board.shows_ring
    hand.on.fill((0, 0, 0))
    hand.press((350, 120))
    hand.look()
    assert (board.focus, board.shows_ring) == ("b", False)
    assert hand.on.get_at(outside) == dark


def test_the_first_focus_is_where_the_screen_wants_it(hand: Hand):
    board = hand.lay(*grid())
    assert board.focus == "1"
    board.focus, board.first = "", "6"
    board.rebuild()
    assert board.focus == "6"


def test_the_focus_is_kept_by_name_when_the_screen_is_built_anew(hand: Hand):
    names = ["a", "b", "c"]
    board = hand.lay_anew(lambda: [button(name, 100 * number, 100) for number, name in enumerate(names)])
    board.focus_on("b")
    names[:] = ["new", "c", "b"]
    board.rebuild()
    assert board.focus == "b"
    names.remove("b")
    board.rebuild()
    assert board.focus == "new"


def test_two_widgets_of_one_name_are_a_mistake(hand: Hand):
    with pytest.raises(AssertionError):
        hand.lay(button("a", 0, 0), button("a", 200, 0))


def test_until_the_ring_shows_the_own_keys_of_a_screen_come_first(hand: Hand):
    done: list[str] = []
    board = hand.lay(Button("go", Rect(0, 0, 90, 44), "Go", do=lambda: done.append("go")), button("other", 200, 0))
    board.own_keys = {pygame.K_SPACE, pygame.K_RIGHT}
    hand.key(pygame.K_SPACE)
    hand.key(pygame.K_RIGHT)
    assert (done, board.focus, board.shows_ring) == ([], "go", False)
    hand.key(pygame.K_TAB)
    hand.key(pygame.K_LEFT)
    hand.key(pygame.K_SPACE)
    assert done == ["go"]


def test_what_no_widget_uses_goes_to_the_screen(hand: Hand):
    board = hand.lay(button("a", 100, 100), Label(Rect(300, 300, 200, 40), "only words"))
    hand.click((350, 320))
    hand.press((120, 120), button=3)
    hand.release(button=3)
    hand.key(pygame.K_F5)
    assert board.unused.count(pygame.MOUSEBUTTONDOWN) == 2
    assert board.unused.count(pygame.MOUSEBUTTONUP) == 2
    assert pygame.KEYDOWN in board.unused


def test_a_drag_that_began_on_the_table_ends_there(hand: Hand):
    board = hand.lay(button("a", 100, 100))
    hand.press((600, 600))
    hand.move((120, 120))
    assert board.over is None
    hand.release()
    assert board.unused[-1] == pygame.MOUSEBUTTONUP
    assert board.over is board.widgets[0]


def test_escape_leaves_once_and_first_lets_go_of_what_is_held(hand: Hand):
    done: list[str] = []
    board = hand.lay(Button("go", Rect(0, 0, 90, 44), "Go", do=lambda: done.append("go")))
    hand.press((20, 20))
    hand.key(pygame.K_ESCAPE)
    hand.release()
    assert (done, hand.window.asked) == ([], [])
    for _ in range(3):
        board.event(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode=""))
    assert hand.window.asked == ["back"]


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_ESCAPE])
def test_a_key_still_held_from_the_screen_before_does_nothing(hand: Hand, monkeypatch: pytest.MonkeyPatch, key: int):
    held = {key}
    monkeypatch.setattr(pygame.key, "get_pressed", lambda: defaultdict(bool, dict.fromkeys(held, True)))
    done: list[str] = []
    board = hand.lay(Button("go", Rect(0, 0, 90, 44), "Go", do=lambda: done.append("go")))
    board.event(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    assert done + hand.window.asked == []
    held.clear()
    hand.look()
    hand.key(key)
    assert len(done + hand.window.asked) == 1


def test_escape_is_the_screens_own_if_it_has_a_use_for_it(hand: Hand):
    board = hand.lay(button("a", 0, 0))
    board.own_keys = {pygame.K_ESCAPE}
    hand.key(pygame.K_ESCAPE)
    assert hand.window.asked == []


def test_a_tip_is_shown_after_a_while_of_hovering(hand: Hand):
    board = hand.lay(button("a", 100, 300, tip="What a does"), button("b", 300, 300, tip="b", is_enabled=False))
    hand.move((120, 310))
    hand.look(0.4)
    assert board.tipped() is None
    hand.look(0.2)
    assert board.tipped() is board.widgets[0]
    hand.move((320, 310))
    assert board.tipped() is None
    hand.look(0.6)
    assert board.tipped() is board.widgets[1]
    board.event(pygame.event.Event(pygame.WINDOWLEAVE))
    assert board.tipped() is None


def test_who_has_pressed_something_sees_no_tip_until_the_mouse_comes_back(hand: Hand):
    board = hand.lay(button("a", 100, 300, tip="What a does"), button("b", 300, 300))
    hand.move((120, 310))
    hand.look(1.0)
    assert board.tipped() is board.widgets[0]
    hand.click((120, 310))
    hand.look(1.0)
    assert board.tipped() is None
    hand.move((122, 312))
    hand.look(1.0)
    assert board.tipped() is None
    hand.move((320, 310))
    hand.move((120, 310))
    hand.look(1.0)
    assert board.tipped() is board.widgets[0]


def test_the_tip_of_the_focus_is_shown_at_once(hand: Hand):
    board = hand.lay(button("a", 100, 300), button("b", 300, 300, tip="What b does"))
    hand.key(pygame.K_TAB)
    assert board.tipped() is board.widgets[1]
    before = hand.on.get_at((350, 275))
    hand.look()
    hand.look(1.0)
    assert hand.on.get_at((350, 275)) != before


@pytest.mark.parametrize("text", [1.0, 1.3])
@pytest.mark.parametrize("corner", ["topleft", "topright", "bottomleft", "bottomright", "center"])
@pytest.mark.usefixtures("hand")
def test_tips_stay_inside_the_window_and_off_their_widget(corner: str, text: float):
    brush = Brush((1280, 720), text=text)
    window = Rect(0, 0, 1280, 720)
    about = Rect(0, 0, 46, 46)
    setattr(about, corner, getattr(window, corner))
    box = tip_box(brush, "Alle Einstellungen\nSprache, Ton, Tempo und Schriftgröße, alles an einem Ort", about)
    assert window.contains(box)
    assert not box.colliderect(about)


def test_words_never_stand_in_the_way_of_the_mouse(hand: Hand):
    place = Rect(100, 100, 200, 60)
    board = hand.lay(
        Button("a", place, "", do=print), Label(place, "Words"), Paragraph(place, "More words, in lines, from the top")
    )
    assert board.under(place.center) is board.widgets[0]
    hand.key(pygame.K_TAB)
    assert board.focus == "a"


def test_a_long_prompt_takes_more_lines_and_stays_as_narrow_as_asked(hand: Hand):
    brush = hand.window.brush
    short = pill_box(brush, "Flick!", (640, 90), "finger")
    assert abs(short.centerx - 640) <= 1
    assert (short.top, short.height) == (90, 40)
    text = "Pull back and let go to flick your die; a right click cancels"
    long = pill_box(brush, text, (640, 90), "finger", widest=360)
    assert long.width <= 360
    assert long.height > 40
    before = hand.on.get_at(long.center)
    pill(hand.on, brush, text, long, "finger")
    assert hand.on.get_at((long.left + 8, long.centery)) != before


class Page(Sheet):
    """A sheet with a button."""

    def measure(self, width: int) -> int:
        """Half as high as wide."""
        return width // 2

    def build(self) -> list[Widget]:
        """A button in the corner of the content."""
        return [Button("ok", Rect(self.content.left, self.content.bottom - 44, 120, 44), "Ok", do=print)]


def test_a_sheet_lies_in_the_middle_with_its_content_inside(hand: Hand):
    page = Page("Settings")
    hand.open(page)
    assert page.box.center == (640, 360)
    assert page.box.contains(page.content)
    assert page.box.width == 720
    assert page.content.height == page.content.width // 2
    hand.window.brush = Brush((1280, 720), text=1.3)
    page.rebuild()
    assert Rect(0, 0, 1280, 720).contains(page.box)


def test_a_sheet_comes_in_softly_and_then_is_all_there(hand: Hand):
    page = Page("Settings")
    hand.open(page)
    at = (page.box.left + 60, page.box.bottom - 60)
    seen = []
    for seconds in (0.0, 0.06, 0.5):
        hand.look(seconds)
        seen.append(sum(hand.on.get_at(at)[:3]))
    assert seen[0] < seen[1] < seen[2]


def test_a_sheet_is_closed_with_its_button_and_with_escape(hand: Hand):
    page = Page("Settings")
    hand.open(page)
    close = page.find("close")
    assert close is not None
    hand.click(close.rect.center)
    hand.key(pygame.K_ESCAPE)
    assert hand.window.asked == ["back", "back"]


def test_a_sheet_keeps_its_ground_when_the_window_grows(hand: Hand):
    page = Page("Settings")
    hand.open(page)
    hand.on = pygame.display.set_mode((1920, 1080))
    hand.window.brush = Brush((1920, 1080))
    page.rebuild()
    hand.look(1.0)
    assert hand.on.get_at((1900, 1060))[:3] == (40, 30, 40)
    assert page.box.center == (960, 540)


def test_a_notice_does_its_first_offer_with_enter_and_its_last_with_escape(hand: Hand):
    done: list[str] = []
    offers = [Offer(name, partial(done.append, name)) for name in ("yes", "later", "no")]
    notice = Notice("Leave the game?", "It is saved.", offers)
    hand.open(notice)
    hand.key(pygame.K_RETURN)
    hand.key(pygame.K_ESCAPE)
    assert done == ["yes", "no"]
    assert hand.window.asked == ["back", "back"]


def test_a_notice_without_offers_can_be_put_away(hand: Hand):
    hand.open(Notice("This cannot be done", "The file is damaged."))
    hand.key(pygame.K_SPACE)
    assert hand.window.asked == ["back"]


@pytest.mark.parametrize("text", [1.0, 1.3])
def test_the_buttons_of_a_notice_lie_inside_it_and_apart(hand: Hand, text: float):
    hand.window.brush = Brush((1280, 720), text=text)
    labels = ("Ja, das Spiel verlassen", "Lieber weiterspielen", "Zurück zum Anfang", "Abbrechen")
    for count in range(1, 5):
        notice = Notice("Wirklich?", "Das Spiel ist gespeichert. " * 4, [Offer(label) for label in labels[:count]])
        hand.open(notice)
        boxes = [widget.rect for widget in notice.widgets if isinstance(widget, Button)]
        assert len(boxes) == count
        below = notice.content.top + notice.stage.brush.height(notice.message, notice.content.width, 16)
        assert all(notice.content.contains(box) and box.top > below for box in boxes)
        assert all(box.collidelist(boxes[:number]) < 0 for number, box in enumerate(boxes))
