"""What holds for every screen: it is drawn at every size, in both languages, and all of it is reached with the keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pygame
import pytest

from rumms import language
from rumms.games.rumms.actions import Settled
from rumms.physics.model import Flick
from rumms.places import own
from rumms.ui.kit.screen import Notice, Screen
from rumms.ui.screens.end import End
from rumms.ui.screens.launcher import Launcher
from rumms.ui.screens.new_game import NewGame
from rumms.ui.screens.pause import Pause
from rumms.ui.screens.replay import Replay
from rumms.ui.screens.replays import Replays
from rumms.ui.screens.rules import Rules
from rumms.ui.screens.settings import SECTIONS, SettingsSheet
from rumms.ui.screens.table import Mat, Table
from tests.games.rumms.table import off, shot

from .conftest import Opened
from .desk import Desk, Lies, captured, record, replay, start, texts_of

MADE = ("red troll 20,8", "blue troll 45,24")


def open_table(desk: Desk) -> None:
    desk.resume(record(start(*MADE)[0], seats=("me:Anna", "me:Ben")))


def open_film(desk: Desk) -> None:
    """A table at which a flick is being shown."""
    open_table(desk)
    desk.flick(2, 0.0, 0.5)
    desk.wait_for_the_film()


def open_aim(desk: Desk) -> None:
    """A table at which somebody aims with the keys."""
    open_table(desk)
    desk.key(pygame.K_RIGHT, pygame.K_RETURN)


def open_pause(desk: Desk) -> None:
    open_table(desk)
    desk.app.open(Pause(desk.table))


def open_end(desk: Desk) -> None:
    open_table(desk)
    session = desk.table.play.session
    stroke = Flick(2, 0.0, 100.0)
    state = session.state
    session.commit(stroke, forced=False)
    session.commit(Settled(stroke, shot(state, 2, Lies(2, 30.0, 8.0), off(1))), forced=False)
    desk.app.open(End(desk.table))


def open_replays(desk: Desk) -> None:
    """A shelf with a game that can be read, and one that cannot."""
    position, actions = captured(lies=(Lies(2, 40.0, 5.0, "shadow"),), dice=("red troll 20,5",))
    record(position, actions)
    own("games", "rumms-broken.jsonl").write_text("nothing\n")
    desk.app.open(Replays())


def open_replay(desk: Desk) -> None:
    position, actions = captured(lies=(Lies(2, 30.0, 5.0),), dice=("red troll 20,5",))
    desk.app.open(replay(record(position, actions)))


def open_section(section: str) -> Callable[[Desk], None]:
    def opened(desk: Desk) -> None:
        desk.app.open(SettingsSheet())
        desk.wait(0.2)
        desk.click(f"section {section}")

    return opened


SCREENS: dict[str, Callable[[Desk], object]] = {
    "launcher": lambda _: None,
    "new game": lambda desk: desk.app.open(NewGame("rumms")),
    "table": open_table,
    "aim": open_aim,
    "film": open_film,
    "pause": open_pause,
    "end": open_end,
    "replays": open_replays,
    "replay": open_replay,
    "rules": lambda desk: desk.app.open(Rules("rumms")),
    **{f"settings: {section}": open_section(section) for section in SECTIONS},
}
FEW = ("launcher", "new game", "table", "pause", "end", "replays", "replay", "rules", "settings: play")
"""One of each class."""

each = pytest.mark.parametrize("name", list(SCREENS))
one_of_each = pytest.mark.parametrize("name", FEW)

SAME = {
    "Rumms", "Kawumm!", "Waka Waka", "Cabanga!", "Fouls", "Teams", "Anna", "Ben", "Deutsch", "English", "Tab", "Esc",
    "R", "+, -, 0", "F1, F11", "Pause", "Start", "Name", "Menu", "rumms-broken.jsonl", "Enter",
}  # fmt: skip
"""Names and keys that are the same in both languages."""
FIGURES = re.compile(r"[\d\s:/.,%×¼½·+\-–]*(cm)?")


def shown(opened: Opened, name: str, *values: object, **settings: object) -> Desk:
    """A window with a screen on top that has come in."""
    desk = opened(*values, **settings)
    SCREENS[name](desk)
    desk.wait()
    return desk


def is_blank(desk: Desk) -> bool:
    small = pygame.transform.smoothscale(desk.app.window, (16, 9))
    return len({tuple(small.get_at((x, y))) for x in range(16) for y in range(9)}) < 8


def boxes(screen: Screen) -> dict[str, pygame.Rect]:
    """The places of what can be pressed, the mat aside."""
    widgets = [widget for widget in screen.widgets if widget.can_focus and not isinstance(widget, Mat)]
    return {widget.name: widget.rect for widget in widgets}


def sizes() -> Iterator[tuple[str, tuple[int, int], str]]:
    """Every screen in the smallest window with large texts; the others have a size for each class of screens."""
    yield from ((name, (640, 360), "130") for name in SCREENS)
    for name in (*FEW, "settings: keys"):
        yield name, (1280, 720), "100"
        yield name, (1920, 1080), "130"


@pytest.mark.parametrize(("name", "size", "text"), list(sizes()))
def test_it_is_drawn_at_every_size_in_both_languages_and_fits(
    opened: Opened, name: str, size: tuple[int, int], text: str
):
    desk = shown(opened, name, size, text=text)
    for code in ("de", "en"):
        desk.app.change(language=code)
        desk.run()
        assert not is_blank(desk)
        window = desk.app.window.get_rect()
        assert window.size == size
        places = boxes(desk.screen)
        for widget, box in places.items():
            assert window.contains(box), (widget, box)
            others = [other for other, place in places.items() if other != widget and place.colliderect(box)]
            assert not others, (widget, others)


@pytest.mark.parametrize("name", [*FEW, *(f"settings: {section}" for section in SECTIONS[1:])])
def test_its_words_follow_the_language_at_once_and_the_focus_stays(opened: Opened, name: str):
    desk = shown(opened, name)
    desk.key(pygame.K_TAB)
    focus, screen = desk.screen.focus, desk.screen
    english = texts_of(desk.run)
    desk.app.change(language="de")
    german = texts_of(desk.run)
    assert (desk.screen, desk.screen.focus) == (screen, focus)
    assert language.code() == "de"
    assert len(english) > 3
    same = {text for text in english & german if text not in SAME and not FIGURES.fullmatch(text)}
    assert not same
    assert not [text for text in english | german if re.search(r"[{}]|_", text)]
    desk.app.change(language="en")
    assert texts_of(desk.run) == english


@each
def test_the_tab_key_alone_goes_through_all_of_it_and_back(opened: Opened, name: str):
    desk = shown(opened, name, (640, 360))
    wanted = [widget.name for widget in desk.screen.widgets if widget.can_focus and widget.is_enabled]
    assert wanted
    first = desk.screen.focus
    there = []
    for _ in wanted:
        desk.key(pygame.K_TAB)
        assert desk.screen.shows_ring
        there.append(desk.screen.focus)
    assert sorted(there) == sorted(wanted)
    assert there[-1] == first
    for name_of in [first, *there[:-1]][::-1]:
        desk.key(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
        assert desk.screen.focus == name_of


BUTTONS: list[tuple[str, str, Callable[[Desk], object]]] = [
    ("new game", "cancel", lambda desk: desk.on(Launcher)),
    ("new game", "close", lambda desk: desk.on(Launcher)),
    ("new game", "go", lambda desk: desk.on(Table)),
    ("table", "menu", lambda desk: desk.on(Pause)),
    ("table", "rules", lambda desk: desk.on(Rules)),
    ("table", "settings", lambda desk: desk.on(SettingsSheet)),
    ("table", "log", lambda desk: desk.table.is_log_open),
    ("table", "zoom", lambda desk: desk.table.top.view.zoom > 1.0),
    ("table", "speed", lambda desk: desk.app.settings.speed == "2"),
    ("film", "skip", lambda desk: desk.table.reel is None),
    ("pause", "go on", lambda desk: desk.on(Table)),
    ("pause", "rules", lambda desk: desk.on(Rules)),
    ("pause", "settings", lambda desk: desk.on(SettingsSheet)),
    ("pause", "menu", lambda desk: desk.on(Launcher)),
    ("end", "rematch", lambda desk: desk.on(Table)),
    ("end", "replay", lambda desk: desk.on(Replay)),
    ("end", "menu", lambda desk: desk.on(Launcher)),
    ("replays", "back", lambda desk: desk.on(Launcher)),
    ("replays", "erase", lambda desk: desk.on(Notice)),
    ("replay", "back", lambda desk: desk.on(Launcher)),
    ("replay", "rules", lambda desk: desk.on(Rules)),
    ("replay", "sound", lambda desk: desk.ear.volume == 0.0),
    ("replay", "full", lambda desk: desk.app.settings.is_full_screen),
    ("replay", "play", lambda desk: not desk.on(Replay).is_running),
    ("rules", "back", lambda desk: desk.on(Launcher)),
    ("rules", "game kawumm", lambda desk: desk.on(Rules).game == "kawumm"),
    ("settings: play", "section keys", lambda desk: desk.on(SettingsSheet).section == "keys"),
    ("settings: play", "done", lambda desk: desk.on(Launcher)),
]


@pytest.mark.parametrize("how", ["mouse", "keys"])
@pytest.mark.parametrize(("name", "button", "is_done"), BUTTONS, ids=[f"{one[0]}, {one[1]}" for one in BUTTONS])
def test_every_button_does_what_it_says_with_mouse_and_keys(
    opened: Opened, name: str, button: str, is_done: Callable[[Desk], object], how: str
):
    desk = shown(opened, name, (640, 360))
    if how == "mouse":
        desk.click(button)
    else:
        desk.go_to(button)
        desk.key(pygame.K_RETURN)
    assert is_done(desk)


@each
def test_escape_leads_back(opened: Opened, name: str):
    desk = shown(opened, name, (640, 360))
    before = list(desk.app.screens)
    desk.key(pygame.K_ESCAPE)
    match name:
        case "launcher":
            assert isinstance(desk.screen, Launcher)
        case "table" | "film":
            assert isinstance(desk.screen, Pause)
            desk.key(pygame.K_ESCAPE)
            assert desk.app.screens == before
        case "aim":
            assert desk.app.screens == before
            assert desk.table.aim is None
        case "end":
            assert isinstance(desk.screen, Launcher)
        case _:
            assert desk.app.screens == before[:-1]
    assert desk.app.is_running


@one_of_each
def test_f1_opens_the_rules_and_one_comes_back(opened: Opened, name: str):
    desk = shown(opened, name, (640, 360))
    screen = desk.screen
    desk.key(pygame.K_F1)
    assert isinstance(desk.screen, Rules)
    desk.key(pygame.K_F1)
    desk.key(pygame.K_ESCAPE)
    assert desk.screen is screen or name == "rules"


@one_of_each
def test_f11_fills_the_screen_and_back_and_everything_stays(opened: Opened, name: str):
    desk = shown(opened, name, (640, 360))
    screen, size = desk.screen, desk.app.window.get_size()
    desk.key(pygame.K_F11)
    assert desk.app.settings.is_full_screen
    assert desk.app.brush.size == desk.app.window.get_size()
    desk.key(pygame.K_F11)
    assert not desk.app.settings.is_full_screen
    assert desk.app.window.get_size() == size
    assert desk.screen is screen


@one_of_each
def test_reduced_motion_and_the_other_colours_are_drawn_too(opened: Opened, name: str):
    desk = shown(opened, name, (640, 360), is_calm=True, palette="colour-blind")
    assert not is_blank(desk)
    assert desk.app.brush.calm
    assert desk.app.brush.palette == "colour-blind"


@one_of_each
def test_a_window_that_is_made_smaller_is_laid_out_anew(opened: Opened, name: str):
    desk = shown(opened, name, (900, 600))
    pygame.display.set_mode((700, 500), pygame.RESIZABLE)
    desk.frame(pygame.event.Event(pygame.VIDEORESIZE, size=(700, 500), w=700, h=500))
    assert desk.app.brush.size == (700, 500)
    assert all(desk.app.window.get_rect().contains(box) for box in boxes(desk.screen).values())
