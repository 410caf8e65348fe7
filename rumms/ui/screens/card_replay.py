"""A recorded card game to be watched: play, pause, step, scrub, speed, jump to a move, through anybody's eyes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import partial
from itertools import accumulate
from typing import Any, Final, NamedTuple

import pygame

from rumms import catalogue
from rumms.kernel.game import Seat
from rumms.kernel.session import Loaded
from rumms.language import code, say
from rumms.seats import is_person
from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.kit.buttons import Button, Choice, Option
from rumms.ui.kit.lists import Rows
from rumms.ui.kit.screen import Screen
from rumms.ui.kit.widget import Mood, Point, Widget
from rumms.ui.kit.words import pill, pill_box
from rumms.ui.names import called
from rumms.ui.screens.rules import Rules
from rumms.ui.screens.settings import SPEEDS
from rumms.ui.tables.layout import SEATS, Layout
from rumms.ui.tables.look import Look
from rumms.ui.tables.motion import Motion
from rumms.ui.tables.reel import Beat, Reel, table_of

MOST_MARKS: Final = 90
"""Of the time line: more would lie on each other."""


class Mark(NamedTuple):
    """A move on the time line."""

    time: float
    seat: Seat
    text: str


class Line(Widget):
    """The time line: a mark for each move, and a knob that can be dragged."""

    radius = 8.0

    def __init__(self, replay: CardReplay, rect: Rect) -> None:
        super().__init__("time", rect)
        self.replay = replay

    def draw(self, on: Surface, brush: Brush, mood: Mood) -> None:
        """Groove, what has been seen, marks, knob."""
        middle, high = self.rect.centery, brush.u(6)
        groove = Rect(self.rect.left, middle - high // 2, self.rect.width, high)
        on.blit(brush.sheet(groove.size, 3, theme.PLUM, theme.PLUM), groove)
        now = round(self._x(self.replay.time))
        if now > groove.left + high:
            on.blit(brush.sheet((now - groove.left, high), 3, theme.HONEY, theme.HONEY), groove)
        marks = self.replay.marks
        for mark in marks[:: max(1, len(marks) // MOST_MARKS)]:
            tone = SEATS[mark.seat % len(SEATS)]
            dot = brush.sheet((brush.u(8), brush.u(8)), 4, tone, tone, theme.PAPER, 1)
            on.blit(dot, dot.get_rect(center=(round(self._x(mark.time)), middle)))
        wide = brush.u(20 if mood.is_pressed else 18)
        knob = brush.sheet((wide, wide), 10, theme.PAPER, theme.PAPER, theme.INK, 3)
        on.blit(knob, knob.get_rect(center=(now, middle)))

    def _x(self, time: float) -> float:
        return self.rect.left + self.rect.width * time / max(self.replay.duration, 0.01)

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
        self.loaded = loaded
        self.game = loaded.header.game
        self.entry = catalogue.find(self.game)
        seats = loaded.header.seats
        self.eyes: Seat = next((seat for seat, name in enumerate(seats) if is_person(name)), 0)
        self.time = 0.0
        self.is_running = True
        self.speed = "1"
        self._made: tuple[object, ...] = ()
        self._motion: tuple[int, Motion] | None = None
        self._under: tuple[object, Surface] | None = None

    def _make(self) -> None:
        """The beats, in the language of now, through these eyes."""
        key = (self.stage.brush, code(), self.eyes)
        if key == self._made:
            return
        self._made, self._motion, self._under = key, None, None
        session = self.loaded.session
        self.names = called(self.loaded.header.seats)
        self.table: Layout = table_of(self.entry, self.stage.brush, len(self.names))
        self.beats: list[tuple[Beat, Seat]] = []
        firsts: list[tuple[int, Seat, str]] = []
        for made in session.past:
            reel = Reel(made, session.game, self.table, self.names, self.eyes)
            if made.seat >= 0 and reel.texts:
                firsts.append((len(self.beats), made.seat, reel.texts[0]))
            self.beats += [(beat, made.seat) for beat in reel.beats]
        lengths = [beat.seconds if beat.text else 0.0 for beat, _ in self.beats]
        self.starts = [0.0, *accumulate(lengths)]
        self.duration = self.starts[-1]
        self.marks = [Mark(self.starts[number], seat, text) for number, seat, text in firsts]

    @property
    def is_lively(self) -> bool:  # type: ignore[override]
        """It plays."""
        return self.is_running

    # Where one is.

    @property
    def place(self) -> tuple[int, float]:
        """The beat of now, and the time within it."""
        number = max(0, min(bisect_right(self.starts, self.time) - 1, len(self.beats) - 1))
        return number, self.time - self.starts[number]

    @property
    def current(self) -> int:
        """The last move that has begun; -1 before the first."""
        return bisect_right([mark.time for mark in self.marks], self.time + 1e-6) - 1

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
        if not self.is_running or not self.beats:
            return
        was, before = self.current, self.place[0]
        self.time = min(self.duration, self.time + seconds * float(self.speed))
        number = self.place[0]
        if number != before and self.beats[number][0].effect.sound:
            self.stage.sound.play(self.beats[number][0].effect.sound)
        if self.time >= self.duration:
            self.is_running = False
            self.rebuild()
        elif self.current != was:
            self.rebuild()

    # Layout.

    def rebuild(self) -> None:
        """Everything as it is now."""
        self._make()
        self._under = None
        super().rebuild()

    def build(self) -> Iterator[Widget]:
        """Back, the time line, its buttons, the moves."""
        brush, table = self.stage.brush, self.table
        yield Button("back", table.box(20, 14, 44, 44), icon="back", style="dark", do=self.leave, tip=say("Back"))
        tip = say("Through {name}'s eyes; press for the next", name=self.names[self.eyes])
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
        yield Line(self, table.box(30, 63, 1220, 18))
        left, top, wide, high = table.moves
        rows = table.box(left + 8, top + 46, wide - 16, high - 56)
        row = max(brush.u(44), round(2 * brush.leading(theme.SECOND)) + brush.u(8))
        yield Rows(
            "moves", rows, len(self.marks), row, self._paint_row, selected=self.current, select=self._jump,
            do=self._jump,
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
        self.eyes = (self.eyes + 1) % len(self.names)
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

    def look(self, view: Any, actor: Seat | None) -> Look:
        """What is to be seen."""
        bots = tuple(not is_person(name) for name in self.loaded.header.seats)
        return Look(view=view, seat=self.eyes, names=self.names, bots=bots, actor=actor, helps=True, is_watched=True)

    def paint(self, on: Surface) -> None:
        """The table at this moment."""
        if not self.beats:
            view = self.loaded.session.game.view(self.loaded.session.state, self.eyes)
            self._paint_ground(on, self.look(view, None), view)
            return
        number, time = self.place
        beat, seat = self.beats[number]
        look = self.look(beat.view, seat if seat >= 0 else None)
        self._paint_ground(on, look, beat.view)
        if self._motion is None or self._motion[0] != number:
            before, after = (self.table.pieces(self.look(view, seat)) for view in (beat.before, beat.view))
            arc = self.table.arc * self.stage.brush.scale
            self._motion = number, Motion(before, after, arc, is_calm=self.stage.settings.is_calm)
        self.table.paint_motion(on, self._motion[1], time)
        self.table.paint_over(on, look)
        if beat.effect.name and beat.effect.seconds and time < beat.effect.seconds:
            self.table.paint_effect(on, beat.effect.name, time / beat.effect.seconds, look)

    def _paint_ground(self, on: Surface, look: Look, view: Any) -> None:
        brush = self.stage.brush
        key = (id(view), look.actor, self.eyes, on.get_size())
        if self._under is None or self._under[0] != key:
            picture = Surface(on.get_size())
            ground = brush.keep(("card ground", self.game), lambda: self.table.ground().convert())
            picture.blit(ground, (0, 0))
            self.table.paint_under(picture, look)
            x, y = self.table.at(80, 37)
            brush.outlined(picture, self.entry.words.title(), (x, y), 28, theme.PAPER, self.table.rim, 2.4, "left")
            left, top, wide, high = self.table.moves
            brush.panel(picture, self.table.box(left, top, wide, high), 18, shadow=12)
            self._under = key, picture
        on.blit(self._under[1], (0, 0))
        left, top, wide, _ = self.table.moves
        self.table.line(on, say("Moves"), (left + 16, top + 25), theme.PANEL - 2, theme.INK, "display", room=wide * 0.5)
        of = say("{current} of {all}", current=self.current + 1, all=len(self.marks))
        self.table.line(on, of, (left + wide - 16, top + 25), theme.SECOND, theme.INK_2, "strong", "right", wide * 0.45)

    def paint_over(self, on: Surface) -> None:
        """What is happening, in words."""
        if not self.beats:
            return
        text = self.beats[self.place[0]][0].text
        if not text:
            return
        brush, table = self.stage.brush, self.table
        left = table.at(80, 0)[0] + brush.width(self.entry.words.title(), 28, "display") + brush.u(20)
        right = table.box(838, 0, 1, 1).left - brush.u(10)
        px = float(theme.BODY)
        box = pill_box(brush, text, ((left + right) / 2, 0), "", round(right - left), px)
        while px > theme.SMALLEST / brush.text_scale and box.height > brush.u(58):
            px -= 1
            box = pill_box(brush, text, ((left + right) / 2, 0), "", round(right - left), px)
        box.centery = round(table.at(0, 34)[1])
        box.top = max(box.top, brush.u(2))
        pill(on, brush, text, box, px=px)

    def _paint_row(self, on: Surface, box: Rect, brush: Brush, number: int, is_selected: bool) -> None:
        mark, u = self.marks[number], brush.u
        ink = theme.INK if is_selected else theme.INK_2
        tone = SEATS[mark.seat % len(SEATS)]
        dot = brush.sheet((u(14), u(14)), 7, tone, tone, theme.PAPER, 1)
        on.blit(dot, dot.get_rect(center=(box.left + u(14), box.centery)))
        room = Rect(box.left + u(28), 0, box.width - u(34), 0)
        lines = brush.lines(mark.text, room.width, theme.SECOND)[:2]
        lead = brush.leading(theme.SECOND)
        for place, line in enumerate(lines):
            y = box.centery + (place - (len(lines) - 1) / 2) * lead
            brush.text(on, line, (room.left, y), theme.SECOND, ink)
