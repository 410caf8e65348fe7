"""A window that nobody sees, a person who uses it, and games to lay before them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import cos, radians, sin
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec
import pygame
from msgspec import Raw

from rumms.catalogue import find, find_game
from rumms.games.rumms.actions import Settled, Thrown
from rumms.games.rumms.state import Position, State
from rumms.kernel.record import FORMAT, Header
from rumms.kernel.session import Session, Transition, load
from rumms.kernel.writer import Writer
from rumms.physics.model import Flick, Pose
from rumms.ui.app import App
from rumms.ui.draw.brush import Brush
from rumms.ui.gestures import FULL_PULL, LEAST, LEAST_PULL, room_behind
from rumms.ui.kit.buttons import Choice
from rumms.ui.kit.screen import FRESH, Screen
from rumms.ui.kit.widget import Widget
from rumms.ui.screens.launcher import Launcher
from rumms.ui.screens.replay import Replay
from rumms.ui.screens.table import QUICK_START, Table
from rumms.ui.settings import Settings
from rumms.ui.shelf import new_path
from rumms.ui.thinking import Inline, Job, Mind
from rumms.workers import Outcome
from tests.games.rumms.table import Lies, board, shot

FRAME = 1 / 60
SLOW_FRAME = 0.1
MOST_FRAMES = 2000
"""Far more than any turn needs whose pictures are skipped."""
SOON = 40.0
"""Seconds, longer than anything takes that a test waits for."""

T = TypeVar("T")
S = TypeVar("S", bound=Screen)
Point = tuple[float, float]


class Ear:
    """Sounds that are remembered instead of played."""

    def __init__(self, volume: float) -> None:
        self.volume = volume
        self.heard: list[str] = []
        self.sliding = 0.0

    def play(self, name: str, strength: float = 1.0, pan: float = 0.0) -> None:
        """Remember it."""
        assert strength > 0
        assert -1 <= pan <= 1
        self.heard.append(name)

    def slide(self, level: float) -> None:
        """Remember it."""
        self.sliding = level

    def set_volume(self, volume: float) -> None:
        """Remember it."""
        self.volume = volume

    def warm(self, milliseconds: float) -> None:
        """There is nothing to be made."""

    def close(self) -> None:
        """Nothing sounds."""


class Slow(Inline):
    """A mind that thinks until it is told to answer."""

    def __init__(self) -> None:
        self.open: list[tuple[Job[Any], Callable[..., Any], tuple[Any, ...]]] = []
        self.dropped = 0

    def ask(self, do: Callable[..., T], /, *arguments: Any) -> Job[T]:
        """Think about it."""
        job: Job[T] = Job(self)
        self.open.append((job, do, arguments))
        return job

    def drop(self, job: Job[Any], /) -> None:
        """Think about it no more."""
        self.dropped += 1
        self.open = [one for one in self.open if one[0] is not job]

    def answer(self, *answers: Any) -> None:
        """Answer everything that was asked so far; with these answers, if there are any."""
        now, self.open = self.open, []
        for number, (job, do, arguments) in enumerate(now):
            job.outcome = Outcome(answers[number]) if answers else Inline().ask(do, *arguments).outcome


class Desk:
    """What a person can do to the window, frame by frame."""

    def __init__(self, size: tuple[int, int] = (1280, 720), mind: Mind | None = None, **settings: Any) -> None:
        self.app = App(Settings(**settings), mind or Inline(), size)
        self.app.open(Launcher())
        self.mouse: Point = (0, 0)

    # What is there.

    @property
    def screen(self) -> Screen:
        """The one on top."""
        return self.app.screen

    @property
    def ear(self) -> Ear:
        """What was heard."""
        return cast("Ear", self.app.sound)

    def on(self, kind: type[S]) -> S:
        """The screen on top, which is of that kind."""
        assert isinstance(self.screen, kind), self.screen
        return self.screen

    @property
    def table(self) -> Table:
        """The table, wherever it is."""
        return next(screen for screen in self.app.screens if isinstance(screen, Table))

    @property
    def past(self) -> list[Transition[Any, Any]]:
        """The moves of the game so far."""
        return self.table.play.session.past

    @property
    def moves(self) -> list[Any]:
        """What people and bots have done, without Nature."""
        return [made.action for made in self.past if not isinstance(made.action, Settled | Thrown)]

    def widget(self, name: str) -> Widget:
        """The widget of a name."""
        found = self.screen.find(name)
        assert found, (name, [widget.name for widget in self.screen.widgets])
        return found

    # Time.

    def frame(self, *events: pygame.event.Event, seconds: float = FRAME) -> None:
        """One frame with these events."""
        self.app.frame(events, seconds)

    def run(self, seconds: float = 0.0) -> None:
        """Let time pass; one frame at least."""
        for _ in range(max(1, round(seconds / FRAME))):
            self.frame()

    def wait(self, seconds: float = 0.4) -> None:
        """Let time pass, as on a slow machine."""
        for _ in range(max(1, round(seconds / SLOW_FRAME))):
            self.frame(seconds=SLOW_FRAME)

    def until(self, is_so: Callable[[], bool], step: float = SLOW_FRAME) -> None:
        """Let time pass until something is so."""
        for _ in range(round(SOON / step)):
            if is_so():
                return
            self.frame(seconds=step)
        raise AssertionError(self.screen)

    def see_the_question(self) -> None:
        """Let as much time pass as a question takes no answer for; without frames, which take long."""
        self.app.now += FRESH

    # Mouse and keys.

    def move(self, at: Point, buttons: tuple[int, int, int] = (0, 0, 0)) -> None:
        """Move the mouse."""
        way = (round(at[0]) - round(self.mouse[0]), round(at[1]) - round(self.mouse[1]))
        self.mouse = at
        self.frame(pygame.event.Event(pygame.MOUSEMOTION, pos=pixel(at), rel=way, buttons=buttons))

    def press(self, at: Point, button: int = 1) -> None:
        """Move there and press a button of the mouse."""
        self.move(at)
        self.frame(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pixel(at), button=button))

    def drag(self, at: Point, button: int = 1) -> None:
        """Move the mouse with a button held down."""
        self.move(at, (int(button == 1), int(button == 2), int(button == 3)))

    def release(self, button: int = 1) -> None:
        """Let a button of the mouse go."""
        self.frame(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pixel(self.mouse), button=button))

    def click(self, where: str | Point, button: int = 1) -> None:
        """Click on a widget, or at a pixel."""
        self.press(self.widget(where).rect.center if isinstance(where, str) else where, button)
        self.release(button)

    def choose(self, name: str, value: Any) -> None:
        """Click on an option of a choice."""
        choice = self.widget(name)
        assert isinstance(choice, Choice)
        values = [option.value for option in choice.options]
        self.click(choice.segment(values.index(value)).center)

    def wheel(self, notches: int) -> None:
        """Turn the wheel, away is positive."""
        self.frame(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=notches, flipped=False, precise_y=float(notches)))

    def key(self, *keys: int, mod: int = 0) -> None:
        """Press keys, one after the other."""
        for one in keys:
            self.frame(pygame.event.Event(pygame.KEYDOWN, key=one, mod=mod, unicode=""))
            self.frame(pygame.event.Event(pygame.KEYUP, key=one, mod=mod))

    def write(self, text: str) -> None:
        """Write letters, as a keyboard does: a key and its text."""
        for letter in text:
            self.frame(
                pygame.event.Event(pygame.KEYDOWN, key=ord(letter.lower()), mod=0, unicode=letter),
                pygame.event.Event(pygame.TEXTINPUT, text=letter),
                pygame.event.Event(pygame.KEYUP, key=ord(letter.lower()), mod=0),
            )

    def go_to(self, name: str) -> None:
        """Reach a widget with the tab key alone."""
        for _ in self.screen.widgets:
            self.key(pygame.K_TAB)
            if self.screen.focus == name:
                return
        raise AssertionError((name, [widget.name for widget in self.screen.widgets]))

    # The table.

    def sit_down(self, *seats: str, first: str = "red") -> Table:
        """Begin a quick start, and let it come to the first decision of a person."""
        self.app.open(Table.begun(seats, self.app, (*QUICK_START, f"first_team={first}")))
        self.come_to_rest()
        return self.table

    def resume(self, path: Path) -> Table:
        """Go on with a game at the table."""
        self.app.open(Table.resumed(path, self.app))
        self.come_to_rest()
        return self.table

    def come_to_rest(self) -> None:
        """Skip what is shown until a person is asked, the game is over, or nothing goes on."""
        table = self.table
        for _ in range(MOST_FRAMES):
            if self._is_at_rest():
                self.frame()
                self.see_the_question()
                return
            table.skip()
            self.frame()
        raise AssertionError(table.state.task)

    def wait_for_the_film(self) -> None:
        """Let time pass until the film of a flick runs."""
        self.until(lambda: bool(self.table.reel and self.table.reel.is_flick), step=FRAME)

    def _is_at_rest(self) -> bool:
        play = self.table.play
        is_still = not self.table.reel and not self.table.reels
        is_asked = play.waits_for is not None and (self.table.flickable() or self.table.placing or self.table.asking)
        return is_still and (bool(is_asked) or play.is_over or play.is_paused or self.screen is not self.table)

    def at(self, die: int) -> Point:
        """The pixel at which the middle of a die is seen."""
        return self.table.top.pixel(self.table.scene.sights[die])

    def mine(self, kind: str = "troll") -> int:
        """A die of that kind that may be flicked."""
        return next(die for die in self.table.flickable() if self.table.state.dice[die].kind.name == kind)

    def pull(self, die: int, direction: float, power: float = 0.5, beside: Point = (0, 0)) -> None:
        """Press on a die and pull so that it would go in a direction; it is not let go yet."""
        x, y = self.at(die)
        full, way = self.app.brush.u(FULL_PULL), (-cos(radians(direction)), sin(radians(direction)))
        least = LEAST_PULL * full
        room = min(full, room_behind((x, y), (x + way[0], y + way[1]), self.app.brush.size))
        far = least + (power - LEAST) / (1.0 - LEAST) * (room - least)
        self.press((x + beside[0], y + beside[1]))
        self.drag((x + far * way[0], y + far * way[1]))

    def flick(self, die: int, direction: float, power: float = 0.5) -> None:
        """Flick a die with the mouse."""
        self.pull(die, direction, power)
        self.release()


def pixel(at: Point) -> tuple[int, int]:
    """A point as events have it."""
    return round(at[0]), round(at[1])


# Games.


def record(
    position: Position, actions: Iterable[Any] = (), seats: tuple[str, ...] = ("me:Anna", "me:Ben"), **options: Any
) -> Path:
    """A game from this position with these moves, left unfinished on the shelf: a quick start, if nothing else is said.

    A move may be a function of the state in which it is made.
    """
    game = find("rumms").game
    chosen = game.options(**{"powers": False, **options})
    header = Header(
        format=FORMAT,
        game="rumms",
        options=Raw(msgspec.json.encode(chosen)),
        seats=seats,
        seed=1,
        start=Raw(msgspec.json.encode(position)),
        physics=game.physics,
    )
    path = new_path("rumms")
    session = Session(game, game.new(len(seats), chosen, position), 1, writer=Writer.begin(path, header))
    for action in actions:
        session.commit(action(session.state) if callable(action) else action, forced=False)
    session.close()
    return path


def flicked(die: int, *lies: Lies) -> list[Any]:
    """A flick after which dice lie like that, as moves of a record."""
    stroke = Flick(die, 0.0, 100.0)
    return [stroke, lambda state: Settled(stroke, shot(state, die, *lies))]


def captured(*, lies: tuple[Lies, ...], dice: tuple[str, ...]) -> tuple[Position, list[Any]]:
    """A position, and a flick of red's first die after which dice lie like that."""
    position, state = start(*dice)
    stroke = Flick(2, 0.0, 100.0)
    return position, [stroke, Settled(stroke, shot(state, 2, *lies))]


def start(*dice: str) -> tuple[Position, State]:
    """A position as records have it, and its state."""
    state = board(*dice, powers=False)
    pieces = tuple(
        {
            "kind": die.kind.name, "side": str(die.side), "x": die.body.pose.x, "y": die.body.pose.y,
            "yaw": die.body.pose.yaw, "level": die.body.level, "up": die.body.up,
        }
        for die in state.dice
    )  # fmt: skip
    return msgspec.convert({"dice": pieces}, Position), state


def replay(path: Path) -> Replay:
    """A record to be watched."""
    return Replay(load(path, find_game))


def texts_of(draw: Callable[[], object]) -> set[str]:
    """Every line of text that is drawn."""
    return set(places_of(draw))


def places_of(draw: Callable[[], object]) -> dict[str, pygame.Rect]:
    """Every line of text that is drawn, and where it was drawn last."""
    seen: dict[str, pygame.Rect] = {}
    text, outlined = Brush.text, Brush.outlined

    def seen_text(brush: Brush, on: Any, line: str, *values: Any, **more: Any) -> Any:
        seen[line] = text(brush, on, line, *values, **more)
        return seen[line]

    def seen_outlined(brush: Brush, on: Any, line: str, *values: Any, **more: Any) -> Any:
        seen[line] = outlined(brush, on, line, *values, **more)
        return seen[line]

    Brush.text, Brush.outlined = seen_text, seen_outlined  # type: ignore[method-assign,assignment]
    try:
        draw()
    finally:
        Brush.text, Brush.outlined = text, outlined  # type: ignore[method-assign]
    return {line: place for line, place in seen.items() if line.strip()}


__all__ = [
    "FRAME",
    "Desk",
    "Ear",
    "Lies",
    "Pose",
    "Slow",
    "captured",
    "pixel",
    "places_of",
    "record",
    "replay",
    "start",
    "texts_of",
]
