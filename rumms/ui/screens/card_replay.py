"""A recorded card game to be watched: play, pause, step, scrub, speed, jump to a move, through anybody's eyes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pygame

from rumms.kernel.game import Seat
from rumms.kernel.session import Loaded
from rumms.language import code, say
from rumms.ui import theme
from rumms.ui.card_tape import CardTape, Mark, first_eyes
from rumms.ui.card_watching import WatchedCards
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.kit.buttons import Button, Choice, Option
from rumms.ui.kit.lists import Rows
from rumms.ui.kit.screen import Screen
from rumms.ui.kit.widget import Mood, Point, Widget
from rumms.ui.screens.rules import Rules
from rumms.ui.screens.settings import SPEEDS
from rumms.ui.screens.stopped import Stop


class Line(Widget):
    """The time line: a mark for each move, and a knob that can be dragged."""

    radius = 8.0

    def __init__(self, replay: CardReplay, rect: Rect) -> None:
        super().__init__("time", rect)
        self.replay = replay

    def draw(self, on: Surface, brush: Brush, mood: Mood) -> None:
        """The line, and the knob."""
        picture, time = self.replay.picture, self.replay.time
        picture.paint_line(on, time)
        wide = brush.u(20 if mood.is_pressed else 18)
        knob = brush.sheet((wide, wide), 10, theme.PAPER, theme.PAPER, theme.INK, 3)
        on.blit(knob, knob.get_rect(center=(round(picture.x(time)), self.rect.centery)))

    def press(self, at: Point) -> None:
        """Go there."""
        self.drag(at)

    def drag(self, at: Point) -> None:
        """Scrub."""
        part = (at[0] - self.rect.left) / max(1, self.rect.width)
        self.replay.seek(part * self.replay.duration, hold=True)

    def key(self, event: pygame.event.Event) -> bool:
        """Left and right by a second."""
        steps = {pygame.K_LEFT: -1.0, pygame.K_RIGHT: 1.0}
        if event.key not in steps:
            return False
        self.replay.seek(self.replay.time + steps[event.key])
        return True


class CardReplay(Screen):
    """A record, beat by beat, as one of the players saw it."""

    first = "play"

    def __init__(self, loaded: Loaded) -> None:
        super().__init__()
        self.loaded, self.stop = loaded, Stop(loaded)
        self.game = loaded.header.game
        self.eyes: Seat = first_eyes(loaded)
        self.time = 0.0
        self.is_running = True
        self.speed = "1"
        self._made: tuple[object, ...] = ()

    def _make(self) -> None:
        """The tape, in the language of now, through these eyes."""
        brush, is_calm = self.stage.brush, self.stage.settings.is_calm
        key = (brush, code(), self.eyes, is_calm)
        if key != self._made:
            self._made = key
            self.tape = CardTape(self.loaded, brush, self.eyes)
            self.picture = WatchedCards(self.tape, brush, is_calm=is_calm)

    @property
    def marks(self) -> list[Mark]:
        """The moves."""
        return self.tape.marks

    @property
    def duration(self) -> float:
        """Seconds that all of it takes."""
        return self.tape.duration

    @property
    def is_lively(self) -> bool:  # type: ignore[override]
        """It plays."""
        return self.is_running

    # Where one is.

    @property
    def current(self) -> int:
        """The last move that has begun; -1 before the first."""
        return self.tape.current(self.time)

    def seek(self, time: float, *, hold: bool = False) -> None:
        """Go to a time."""
        was = self.current
        self.time = min(max(time, 0.0), self.duration)
        if hold:
            self.is_running = False
        if self.current != was or hold:
            self.rebuild()

    def step(self, by: int) -> None:
        """To the next move, or to the one before."""
        here = self.current
        if by < 0 and here >= 0 and self.time - self.marks[here].time > 0.4:
            by = 0
        to = here + by
        if to < 0:
            self.seek(0.0)
        elif to >= len(self.marks):
            self.seek(self.duration)
        else:
            self.seek(self.marks[to].time)

    def toggle(self) -> None:
        """Play or pause; at the end, from the beginning."""
        if self.time >= self.duration:
            self.time, self.is_running = 0.0, True
        else:
            self.is_running = not self.is_running
        self.rebuild()

    def update(self, seconds: float) -> None:
        """Play on."""
        self.stop.reach(self.stage, self.time, self.duration)
        if not self.is_running or not self.tape.beats:
            return
        was, before = self.current, self.tape.place(self.time)[0]
        self.time = min(self.duration, self.time + seconds * float(self.speed))
        number = self.tape.place(self.time)[0]
        if number != before and (sound := self.tape.beats[number][0].effect.sound):
            self.stage.sound.play(sound)
        if self.time >= self.duration:
            self.is_running = False
            self.rebuild()
        elif self.current != was:
            self.rebuild()

    # Layout.

    def rebuild(self) -> None:
        """Everything as it is now."""
        self._make()
        self.picture.paint_anew()
        super().rebuild()

    def build(self) -> Iterator[Widget]:
        """Back, the time line, its buttons, the moves."""
        table = self.tape.table
        yield Button("back", table.box(20, 14, 44, 44), icon="back", style="dark", do=self.leave, tip=say("Back"))
        tip = say("Through {name}'s eyes; press for the next", name=self.tape.names[self.eyes])
        yield Button(
            "eyes", table.box(838, 14, 44, 44), icon="eye", style="dark", do=self._look_on, tip=tip, shortcut=pygame.K_e
        )
        yield Button(
            "before", table.box(890, 14, 44, 44), icon="step-back", style="dark", do=partial(self.step, -1),
            tip=say("The move before\nPage up"), shortcut=pygame.K_PAGEUP,
        )  # fmt: skip
        yield Button(
            "play", table.box(940, 14, 54, 44), icon="pause" if self.is_running else "play", style="primary",
            do=self.toggle, tip=say("Pause\nSpace") if self.is_running else say("Play\nSpace"), shortcut=pygame.K_SPACE,
        )  # fmt: skip
        yield Button(
            "after", table.box(1000, 14, 44, 44), icon="step", style="dark", do=partial(self.step, 1),
            tip=say("The next move\nPage down"), shortcut=pygame.K_PAGEDOWN,
        )  # fmt: skip
        options = [Option(value, label) for value, label in SPEEDS]
        speed = table.box(1052, 14, 208, 44)
        yield Choice("speed", speed, options, self.speed, do=self._set_speed, ground="dark", px=theme.BODY - 1)
        yield Line(self, self.picture.line)
        yield Rows(
            "moves", self.picture.list, len(self.marks), self.picture.row, self._paint_row, selected=self.current,
            select=self._jump, do=self._jump,
        )  # fmt: skip

    def _set_speed(self, speed: str) -> None:
        self.speed = speed
        self.rebuild()

    def _jump(self, number: int) -> None:
        if 0 <= number < len(self.marks):
            self.seek(self.marks[number].time)

    def _look_on(self) -> None:
        """Through the next one's eyes."""
        part = self.time / max(self.duration, 0.01)
        self.eyes = (self.eyes + 1) % len(self.tape.names)
        self._make()
        self.time = part * self.duration
        self.rebuild()

    def handle(self, event: pygame.event.Event) -> bool:
        """The rules, with their key, are the window's; nothing else is pressed beside buttons."""
        return event.type == pygame.KEYDOWN and event.key == pygame.K_r and self._open_rules()

    def _open_rules(self) -> bool:
        self.stage.open(Rules(self.game))
        return True

    # Pictures.

    def paint(self, on: Surface) -> None:
        """The table at this moment."""
        self.picture.paint(on, self.time)

    def paint_over(self, on: Surface) -> None:
        """What is happening, in words."""
        self.picture.paint_told(on, self.time, end=828)

    def _paint_row(self, on: Surface, box: Rect, _: Brush, number: int, is_selected: bool) -> None:
        self.picture.paint_row(on, box, number, is_selected=is_selected)
