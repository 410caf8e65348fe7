"""A screen with widgets, and a hand that uses mouse and keys on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import pygame
import pytest

from rumms.ui.draw.brush import Brush
from rumms.ui.kit.screen import Screen
from rumms.ui.kit.widget import Point, Widget
from rumms.ui.settings import Settings
from rumms.ui.thinking import Inline

Build = Callable[[], Iterable[Widget]]


class Ear:
    """Remembers the sounds that were played."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def play(self, name: str, strength: float = 1.0, pan: float = 0.0) -> None:
        """A sound at some strength from some side."""
        assert strength > 0
        assert -1 <= pan <= 1
        self.heard.append(name)

    def slide(self, level: float) -> None:
        """Widgets do not slide."""
        raise AssertionError(level)


class Window:
    """A stage without an application: it remembers what it was asked for."""

    def __init__(self, size: tuple[int, int] = (1280, 720), text: float = 1.0) -> None:
        self.brush = Brush(size, text=text)
        self.settings, self.sound, self.mind, self.now, self.time = Settings(), Ear(), Inline(), 100.0, 100.0
        self.asked: list[str] = []

    def open(self, screen: Screen) -> None:
        """Open a screen."""
        screen.stage = self
        screen.enter()

    def replace(self, screen: Screen) -> None:
        """Replace it."""
        self.open(screen)

    def back(self) -> None:
        """Go back."""
        self.asked.append("back")

    def home(self) -> None:
        """Go home."""
        self.asked.append("home")

    def quit(self) -> None:
        """Quit."""
        self.asked.append("quit")

    def change(self, **settings: object) -> None:
        """Change settings."""
        self.asked += settings

    def backdrop(self) -> pygame.Surface:
        """A plain ground."""
        ground = pygame.Surface(self.brush.size)
        ground.fill((40, 30, 40))
        return ground


class Board(Screen):
    """A screen with the widgets of a test; it remembers what no widget used."""

    def __init__(self, build: Build) -> None:
        super().__init__()
        self.make = build
        self.unused: list[int] = []
        self.own_keys: set[int] = set()

    def build(self) -> Iterable[Widget]:
        """The widgets of the test."""
        return self.make()

    def handle(self, event: pygame.event.Event) -> bool:
        """Remember it; the screen's own keys are of use."""
        self.unused.append(event.type)
        return event.type == pygame.KEYDOWN and event.key in self.own_keys


class Hand:
    """What a person can do to a screen."""

    def __init__(self) -> None:
        self.window = Window()
        self.on = pygame.display.set_mode((1280, 720))
        self.screen: Screen = Screen()
        self.at: Point = (0, 0)

    def lay(self, *widgets: Widget) -> Board:
        """Open a screen with these widgets."""
        return self.lay_anew(lambda: widgets)

    def lay_anew(self, build: Build) -> Board:
        """Open a screen that makes its widgets whenever it is built."""
        board = Board(build)
        self.open(board)
        return board

    def open(self, screen: Screen) -> None:
        """Open a screen and look at it."""
        self.screen = screen
        self.window.open(screen)
        self.look()

    def look(self, seconds: float = 0.0) -> None:
        """Let time pass, then have the screen painted."""
        self.window.now += seconds
        self.screen.draw(self.on)

    def key(self, key: int, mod: int = 0, letter: str = "") -> None:
        """Press a key and let it go."""
        self.screen.event(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=letter))
        self.screen.event(pygame.event.Event(pygame.KEYUP, key=key, mod=mod))

    def write(self, text: str) -> None:
        """Write letters, as a keyboard does: a key and its text."""
        for letter in text:
            code = ord(letter.lower())
            self.screen.event(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode=letter))
            self.screen.event(pygame.event.Event(pygame.TEXTINPUT, text=letter))
            self.screen.event(pygame.event.Event(pygame.KEYUP, key=code, mod=0))

    def move(self, at: Point) -> None:
        """Move the mouse."""
        self.at = at
        self.screen.event(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))

    def press(self, at: Point, button: int = 1) -> None:
        """Press a mouse button."""
        self.move(at)
        self.screen.event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=button))

    def release(self, at: Point | None = None, button: int = 1) -> None:
        """Let a mouse button go."""
        if at:
            self.move(at)
        self.screen.event(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=self.at, button=button))

    def click(self, at: Point) -> None:
        """Press and let go."""
        self.press(at)
        self.release()

    def wheel(self, notches: int) -> None:
        """Turn the wheel, away is positive."""
        self.screen.event(
            pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=notches, flipped=False, precise_y=float(notches))
        )

    @property
    def heard(self) -> list[str]:
        """The sounds so far."""
        return self.window.sound.heard


@pytest.fixture
def hand() -> Iterator[Hand]:
    """A hand and a window of 1280x720."""
    pygame.display.init()
    pygame.font.init()
    yield Hand()
    pygame.display.quit()
