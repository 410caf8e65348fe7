"""A recorded game of Rumms to be watched: play, pause, step, scrub, speed, slow motion, jump to a flick."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import pygame

from rumms.games.rumms.state import State
from rumms.kernel.session import Loaded
from rumms.language import code, say
from rumms.ui import theme
from rumms.ui.draw import watching
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.draw.tabletop import Tabletop
from rumms.ui.kit.buttons import Button, Choice, Option
from rumms.ui.kit.lists import Rows
from rumms.ui.kit.screen import Screen
from rumms.ui.kit.widget import Mood, Point, Widget
from rumms.ui.kit.words import pill, pill_box
from rumms.ui.playback import Reel, Scene
from rumms.ui.screens.rules import Rules
from rumms.ui.screens.settings import SPEEDS
from rumms.ui.screens.stopped import Stop
from rumms.ui.tape import Tape

BAR: Final = 104
LIST: Final = 264
FASTEST_LENS: Final = 0.5
"""A die that hops is shown in a lens if the film runs no faster."""


class Timeline(Widget):
    """The time line: a mark for each flick, and a knob that can be dragged."""

    radius = 8.0

    def __init__(self, replay: Replay, rect: Rect) -> None:
        super().__init__("time", rect)
        self.replay = replay

    def x(self, time: float) -> float:
        """Where on the line a time is."""
        return self.rect.left + self.rect.width * time / max(self.replay.tape.duration, 0.01)

    def draw(self, on: Surface, brush: Brush, mood: Mood) -> None:
        """Groove, what has been seen, marks, knob."""
        middle, high = self.rect.centery, brush.u(8)
        groove = Rect(self.rect.left, middle - high // 2, self.rect.width, high)
        empty = theme.colour("#5A4A62")
        on.blit(brush.sheet(groove.size, 4, empty, empty), groove)
        now = round(self.x(self.replay.time))
        if now > groove.left + high:
            on.blit(brush.sheet((now - groove.left, high), 4, theme.HONEY, theme.HONEY), groove)
        for mark in self.replay.tape.marks:
            past = mark.time <= self.replay.time
            rim = theme.PAPER if past else theme.colour("#8A7B92")
            brush.mark(on, mark.side, (self.x(mark.time), middle), 14, rim)
        wide = brush.u(24 if mood.is_pressed else 22)
        knob = brush.sheet((wide, wide), 12, theme.PAPER, theme.PAPER, theme.INK, 3)
        on.blit(knob, knob.get_rect(center=(now, middle)))

    def press(self, at: Point) -> None:
        """Go there."""
        self.drag(at)

    def drag(self, at: Point) -> None:
        """Scrub."""
        part = (at[0] - self.rect.left) / max(1, self.rect.width)
        self.replay.seek(part * self.replay.tape.duration, hold=True)

    def key(self, event: pygame.event.Event) -> bool:
        """Left and right by half a second."""
        steps = {pygame.K_LEFT: -0.5, pygame.K_RIGHT: 0.5}
        if event.key not in steps:
            return False
        self.replay.seek(self.replay.time + steps[event.key])
        return True


class Replay(Screen):
    """A record, move by move. The film of each flick is in it, so nothing is computed again."""

    first = "play"
    game = "rumms"

    def __init__(self, loaded: Loaded) -> None:
        super().__init__()
        self.loaded, self.stop = loaded, Stop(loaded)
        self.time = 0.0
        self.is_running = True
        self.speed = "1"
        self._make()

    def _make(self) -> None:
        """The tape, in the language of now."""
        self.tape = Tape(self.loaded)
        self._code = code()

    def close(self) -> None:
        """Nothing is heard any more."""
        self.stage.sound.slide(0.0)

    @property
    def is_lively(self) -> bool:  # type: ignore[override]
        """It plays."""
        return self.is_running

    # Where one is.

    @property
    def scene(self) -> Scene:
        """What is seen now."""
        return self.tape.scene(self.time)

    @property
    def current(self) -> int:
        """The last flick that has begun; -1 before the first."""
        return self.tape.current(self.time)

    def seek(self, time: float, *, hold: bool = False) -> None:
        """Go to a time."""
        was = self.current
        self.time = min(max(time, 0.0), self.tape.duration)
        self.stage.sound.slide(0.0)
        if hold:
            self.is_running = False
        if self.current != was or hold:
            self.rebuild()

    def step(self, by: int) -> None:
        """To the next move, or to the one before."""
        here, marks = self.current, self.tape.marks
        if by < 0 and here >= 0 and self.time - marks[here].time > 0.4:
            by = 0
        to = here + by
        if to < 0:
            self.seek(0.0)
        elif to >= len(marks):
            self.seek(self.tape.duration)
        else:
            self.seek(marks[to].time)

    def toggle(self) -> None:
        """Play or pause; at the end, from the beginning."""
        if self.time >= self.tape.duration:
            self.time, self.is_running = 0.0, True
        else:
            self.is_running = not self.is_running
        self.stage.sound.slide(0.0)
        self.rebuild()

    def update(self, seconds: float) -> None:
        """Play on."""
        self.stop.reach(self.stage, self.time, self.tape.duration)
        if not self.is_running or not self.tape.reels:
            return
        was, reels = self.current, self.tape.reels
        number, before = self.tape.place(self.time)
        self.time = min(self.tape.duration, self.time + seconds * float(self.speed))
        after, now = self.tape.place(self.time)
        if after == number:
            self._sound(reels[number], before, now)
        else:
            self._sound(reels[number], before, before + seconds * float(self.speed))
            for passed in range(number + 1, after + 1):
                self._sound(reels[passed], -1.0, now if passed == after else reels[passed].duration)
        if self.time >= self.tape.duration:
            self.is_running = False
            self.rebuild()
        elif self.current != was:
            self.rebuild()

    def _sound(self, reel: Reel, since: float, until: float) -> None:
        for cue in reel.between(since if since > 0.0 else -1.0, until):
            self.stage.sound.play(cue.sound, cue.strength, cue.pan)
        self.stage.sound.slide(reel.sliding(until))

    # Layout.

    def rebuild(self) -> None:
        """The mat left, the flicks right, the time line below."""
        if self._code != code():
            self._make()
        brush = self.stage.brush
        u, (wide, high) = brush.u, brush.size
        side = max(u(LIST), brush.t(230))
        self.list = Rect(wide - u(24) - side, u(84), side, high - u(84) - u(BAR) - u(32))
        self.bar = Rect(u(24), high - u(BAR) - u(16), wide - u(48), u(BAR))
        area = Rect(u(24), u(84), self.list.left - u(18) - u(24), self.list.height)
        state: State = self.loaded.session.state
        before = getattr(self, "top", None)
        self.top = Tabletop(brush, state.options.mat, area)
        if before:
            self.top.view.zoom, self.top.view.centre = before.view.zoom, before.view.centre
        super().rebuild()

    def build(self) -> Iterator[Widget]:
        """Back, tools, the flicks, the time line and its buttons."""
        brush = self.stage.brush
        u, (wide, _) = brush.u, brush.size
        yield Button(
            "back", Rect(u(24), u(16), u(46), u(46)), icon="back", style="dark", do=self.leave, tip=say("Back")
        )
        is_full = self.stage.settings.is_full_screen
        tools: tuple[tuple[str, str, str, Callable[[], object]], ...] = (
            ("full", "fullscreen", say("Full screen\nF11"), lambda: self.stage.change(is_full_screen=not is_full)),
            ("sound", *self._sound_tool()),
            ("rules", "rules", say("Rules\nF1"), lambda: self.stage.open(Rules(self.game))),
        )
        for number, (name, icon, tip, do) in enumerate(tools):
            box = Rect(wide - u(24) - u(46) - number * u(56), u(16), u(46), u(46))
            yield Button(name, box, icon=icon, style="dark", do=do, tip=tip)
        rows = Rect(self.list.left + u(8), self.list.top + u(50), self.list.width - u(16), self.list.height - u(60))
        high = max(u(48), round(2 * brush.leading(theme.SECOND + 1)) + u(8))
        yield Rows(
            "flicks",
            rows,
            len(self.tape.marks),
            high,
            self._paint_row,
            selected=self.current,
            select=self._jump,
            do=self._jump,
        )
        yield Timeline(self, Rect(self.bar.left + u(32), self.bar.top + u(14), self.bar.width - u(64), u(28)))
        yield from self._controls()

    def _sound_tool(self) -> tuple[str, str, Callable[[], object]]:
        is_loud = self.stage.settings.volume > 0
        text = say("Sound off") if is_loud else say("Sound on")
        return (
            "sound" if is_loud else "sound-off",
            text,
            lambda: self.stage.change(volume=0.0 if is_loud else 0.7),
        )

    def _controls(self) -> Iterator[Widget]:
        u = self.stage.brush.u
        y, middle = self.bar.top + u(48), self.bar.centerx
        yield Button(
            "before", Rect(middle - u(87), y, u(46), u(46)), icon="step-back", style="dark", do=partial(self.step, -1),
            tip=say("The flick before\nPage up"), shortcut=pygame.K_PAGEUP,
        )  # fmt: skip
        yield Button(
            "play", Rect(middle - u(31), y, u(62), u(46)), icon="pause" if self.is_running else "play",
            style="primary", do=self.toggle, tip=say("Pause\nSpace") if self.is_running else say("Play\nSpace"),
            shortcut=pygame.K_SPACE,
        )  # fmt: skip
        yield Button(
            "after", Rect(middle + u(41), y, u(46), u(46)), icon="step", style="dark", do=partial(self.step, 1),
            tip=say("The next flick\nPage down"), shortcut=pygame.K_PAGEDOWN,
        )  # fmt: skip
        options = [Option(value, label) for value, label in SPEEDS]
        box = Rect(self.bar.right - u(40) - u(260), y + u(1), u(260), u(44))
        yield Choice("speed", box, options, self.speed, do=self._set_speed, ground="dark", px=theme.BODY + 1)

    def _set_speed(self, speed: str) -> None:
        self.speed = speed
        self.rebuild()

    def _jump(self, number: int) -> None:
        if 0 <= number < len(self.tape.marks):
            self.seek(self.tape.marks[number].time)

    def handle(self, event: pygame.event.Event) -> bool:
        """The wheel zooms over the mat, and a drag moves the enlarged picture."""
        view = self.top.view
        if event.type == pygame.MOUSEWHEEL and self.pointer and view.area.collidepoint(self.pointer):
            view.zoom_at(self.pointer, 1.15 ** (getattr(event, "precise_y", 0.0) or event.y))
            return True
        if event.type == pygame.MOUSEMOTION and any(event.buttons) and view.zoom > 1.0:
            view.pan(*event.rel)
            return True
        return False

    # Pictures.

    def paint(self, on: Surface) -> None:
        """Table, dice, title, list and bar."""
        brush = self.stage.brush
        u = brush.u
        scene = self.scene
        self.top.back(on)
        reel, time = self.tape.reel(self.time)
        if reel:
            watching.trail(on, self.top, reel, time)
        self.top.draw(on, scene)
        brush.text(on, self.tape.title(), (u(88), u(40)), theme.TITLE, theme.PAPER, "display")
        brush.panel(on, self.list, 18, shadow=12)
        what = say("Flicks") if self.tape.flicks == self.tape.marks else say("Moves")
        brush.text(on, what, (self.list.left + u(18), self.list.top + u(27)), theme.PANEL, theme.INK, "display")
        of = say("{current} of {all}", current=self.current + 1, all=len(self.tape.marks))
        brush.text(
            on, of, (self.list.right - u(18), self.list.top + u(27)), theme.SECOND + 1, theme.INK_2, "strong", "right"
        )
        brush.panel(on, self.bar, 20, theme.PLUM, theme.PLUM_2, shadow=12)
        y = self.bar.top + u(72)
        box = brush.text(on, _clock(self.time), (self.bar.left + u(32), y), 16, theme.PAPER, "display")
        brush.text(on, f"/ {_clock(self.tape.duration)}", (box.right + u(10), y), theme.BODY - 1, theme.LILAC)
        brush.put_icon(on, "slow", (self.bar.right - u(40) - u(260) - u(24), self.bar.top + u(71)), 24, theme.LILAC)

    def paint_over(self, on: Surface) -> None:
        """Dice that leave, throws, what is said, and the lens."""
        scene = self.scene
        self.top.flights(on, scene, self._tray)
        self._paint_caption(on)
        reel, time = self.tape.reel(self.time)
        if reel and float(self.speed) <= FASTEST_LENS:
            watching.hop(on, self.top, scene, reel, time)

    def _tray(self, side: str, die: int) -> tuple[float, float]:  # noqa: ARG002  the same for all of a side
        area = self.top.view.box
        return (area.left + area.width * (0.1 if side == "red" else 0.9), area.top - self.stage.brush.u(10))

    def _paint_caption(self, on: Surface) -> None:
        text = self.tape.told(self.time)
        if not text:
            return
        brush, view = self.stage.brush, self.top.view.box
        box = pill_box(brush, text, (view.centerx, 0), widest=view.width - brush.u(40), px=theme.BODY)
        box.centery = min(self.bar.top - brush.u(8) - box.height // 2, view.bottom + brush.u(4) + box.height // 2)
        pill(on, brush, text, box, px=theme.BODY)

    def _paint_row(self, on: Surface, box: Rect, brush: Brush, number: int, is_selected: bool) -> None:
        mark, u = self.tape.marks[number], brush.u
        ink, cut = (theme.INK, "strong") if is_selected else (theme.INK_2, "text")
        brush.text(on, str(number + 1), (box.left + u(26), box.centery), theme.BODY - 1, theme.INK_2, "strong", "right")
        icon = mark.kind if brush.has_icon(mark.kind) else "dice"
        brush.chip(on, mark.side, (box.left + u(50), box.centery), 32, icon)
        room = Rect(box.left + u(74), 0, box.width - u(80), 0)
        room.height = brush.height(mark.text, room.width, theme.SECOND + 1, "strong" if is_selected else "text")
        room.centery = box.centery
        brush.paragraph(on, mark.text, room, theme.SECOND + 1, ink, "strong" if cut == "strong" else "text")


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
