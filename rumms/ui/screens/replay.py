"""A recorded game of Rumms to be watched: play, pause, step, scrub, speed, slow motion, jump to a flick."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import partial
from itertools import accumulate
from typing import Final, NamedTuple

import pygame

from rumms import catalogue
from rumms.games.rumms.actions import Settled
from rumms.games.rumms.events import Defeated, Flicked
from rumms.games.rumms.state import Side, State
from rumms.kernel.session import Loaded
from rumms.language import code, count, say, word
from rumms.physics.film import Sight, lowest
from rumms.physics.model import EDGE, Flick
from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface, smooth
from rumms.ui.draw.lens import glass
from rumms.ui.draw.tabletop import Tabletop, look_of
from rumms.ui.kit.buttons import Button, Choice, Option
from rumms.ui.kit.lists import Rows
from rumms.ui.kit.screen import Screen
from rumms.ui.kit.widget import Mood, Point, Widget
from rumms.ui.kit.words import pill, pill_box
from rumms.ui.names import called
from rumms.ui.playback import Reel, Scene, scene_of
from rumms.ui.screens.rules import Rules
from rumms.ui.screens.settings import SPEEDS

BAR: Final = 104
LIST: Final = 264
LENS: Final = 96
"""Half of how wide the lens is."""
CLOSE_UP: Final = 2.9
"""How much larger a die is in it."""
HIGH: Final = 0.35 * EDGE
"""So far above the mat a die hops ..."""
FASTEST_LENS: Final = 0.5
"""... and is shown in a lens if the film runs no faster."""
PAUSE: Final = 0.35
"""Seconds between a move and the next."""


class Mark(NamedTuple):
    """A flick on the time line."""

    reel: int
    time: float
    side: str
    kind: str
    text: str


class Timeline(Widget):
    """The time line: a mark for each flick, and a knob that can be dragged."""

    radius = 8.0

    def __init__(self, replay: Replay, rect: Rect) -> None:
        super().__init__("time", rect)
        self.replay = replay

    def x(self, time: float) -> float:
        """Where on the line a time is."""
        return self.rect.left + self.rect.width * time / max(self.replay.duration, 0.01)

    def draw(self, on: Surface, brush: Brush, mood: Mood) -> None:
        """Groove, what has been seen, marks, knob."""
        middle, high = self.rect.centery, brush.u(8)
        groove = Rect(self.rect.left, middle - high // 2, self.rect.width, high)
        empty = theme.colour("#5A4A62")
        on.blit(brush.sheet(groove.size, 4, empty, empty), groove)
        now = round(self.x(self.replay.time))
        if now > groove.left + high:
            on.blit(brush.sheet((now - groove.left, high), 4, theme.HONEY, theme.HONEY), groove)
        for mark in self.replay.marks:
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
        self.replay.seek(part * self.replay.duration, hold=True)

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
        self.loaded = loaded
        self.words = catalogue.find(loaded.header.game).words
        self.time = 0.0
        self.is_running = True
        self.speed = "1"
        self._make()

    def _make(self) -> None:
        """The reels, in the language of now."""
        past = self.loaded.session.past
        self.names = called(self.loaded.header.seats)
        self.reels = [Reel(made, self.words, self.names) for made in past]
        lengths = [reel.duration + (PAUSE if reel.duration else 0.0) for reel in self.reels]
        self.starts = [0.0, *accumulate(lengths)]
        self.duration = self.starts[-1]
        self.marks = [
            Mark(number, self.starts[number], *_flick(reel))
            for number, reel in enumerate(self.reels)
            if isinstance(reel.made.action, Settled)
        ]
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
    def place(self) -> tuple[int, float]:
        """The reel of now, and the time within it."""
        number = min(bisect_right(self.starts, self.time) - 1, len(self.reels) - 1)
        return max(0, number), self.time - self.starts[max(0, number)]

    @property
    def scene(self) -> Scene:
        """What is seen now."""
        if not self.reels:
            return scene_of(self.loaded.session.state)
        number, time = self.place
        return self.reels[number].at(time)

    @property
    def current(self) -> int:
        """The last flick that has begun; -1 before the first."""
        return bisect_right([mark.time for mark in self.marks], self.time + 1e-6) - 1

    def seek(self, time: float, *, hold: bool = False) -> None:
        """Go to a time."""
        was = self.current
        self.time = min(max(time, 0.0), self.duration)
        self.stage.sound.slide(0.0)
        if hold:
            self.is_running = False
        if self.current != was or hold:
            self.rebuild()

    def step(self, by: int) -> None:
        """To the next flick, or to the one before."""
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
        self.stage.sound.slide(0.0)
        self.rebuild()

    def update(self, seconds: float) -> None:
        """Play on."""
        if not self.is_running or not self.reels:
            return
        was = self.current
        number, before = self.place
        self.time = min(self.duration, self.time + seconds * float(self.speed))
        after, now = self.place
        if after == number:
            self._sound(self.reels[number], before, now)
        else:
            self._sound(self.reels[number], before, before + seconds * float(self.speed))
            for passed in range(number + 1, after + 1):
                self._sound(self.reels[passed], -1.0, now if passed == after else self.reels[passed].duration)
        if self.time >= self.duration:
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
            len(self.marks),
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
        if 0 <= number < len(self.marks):
            self.seek(self.marks[number].time)

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
        self._paint_trail(on)
        self.top.draw(on, scene)
        title = (self.loaded.header.title or {}).get(code()) or say(
            "Replay: {first} – {second}", first=self._team(Side.RED), second=self._team(Side.BLUE)
        )
        brush.text(on, title, (u(88), u(40)), theme.TITLE, theme.PAPER, "display")
        brush.panel(on, self.list, 18, shadow=12)
        brush.text(
            on, say("Flicks"), (self.list.left + u(18), self.list.top + u(27)), theme.PANEL, theme.INK, "display"
        )
        of = say("{current} of {all}", current=self.current + 1, all=len(self.marks))
        brush.text(
            on, of, (self.list.right - u(18), self.list.top + u(27)), theme.SECOND + 1, theme.INK_2, "strong", "right"
        )
        brush.panel(on, self.bar, 20, theme.PLUM, theme.PLUM_2, shadow=12)
        y = self.bar.top + u(72)
        box = brush.text(on, _clock(self.time), (self.bar.left + u(32), y), 16, theme.PAPER, "display")
        brush.text(on, f"/ {_clock(self.duration)}", (box.right + u(10), y), theme.BODY - 1, theme.LILAC)
        brush.put_icon(on, "slow", (self.bar.right - u(40) - u(260) - u(24), self.bar.top + u(71)), 24, theme.LILAC)

    def _team(self, side: Side) -> str:
        state: State = self.loaded.session.state
        return " & ".join(self.names[seat] for seat in state.teams[side.number])

    def paint_over(self, on: Surface) -> None:
        """Dice that leave, throws, what is said, and the lens."""
        scene = self.scene
        self.top.flights(on, scene, self._tray)
        self._paint_caption(on)
        if float(self.speed) <= FASTEST_LENS:
            self._paint_lens(on, scene)

    def _tray(self, side: str, die: int) -> tuple[float, float]:  # noqa: ARG002  the same for all of a side
        area = self.top.view.box
        return (area.left + area.width * (0.1 if side == "red" else 0.9), area.top - self.stage.brush.u(10))

    def _paint_caption(self, on: Surface) -> None:
        if not self.reels:
            return
        number, time = self.place
        lines = self.reels[number].told(time)
        if not lines:
            return
        brush, view = self.stage.brush, self.top.view.box
        text = lines[-1].text
        box = pill_box(brush, text, (view.centerx, 0), widest=view.width - brush.u(40), px=theme.BODY)
        box.centery = min(self.bar.top - brush.u(8) - box.height // 2, view.bottom + brush.u(4) + box.height // 2)
        pill(on, brush, text, box, px=theme.BODY)

    def _paint_trail(self, on: Surface) -> None:
        """Fading dots where the flicked die has been."""
        if not self.reels:
            return
        number, time = self.place
        reel = self.reels[number]
        action = reel.made.action
        if not isinstance(action, Settled) or not isinstance(action.stroke, Flick) or time > reel.film.duration + 1.0:
            return
        die = action.stroke.die
        brush, view = self.stage.brush, self.top.view
        colour = brush.team(str(reel.made.before.dice[die].side)).base
        dot = brush.keep(("trail", colour, view.edge), lambda: _dot(max(3, view.edge // 5), colour))
        last = None
        for past in range(int(time * 60), -1, -1):
            sight = reel.film.at(past / 60).get(die)
            if sight is None:
                break
            at = view.at(sight.x, sight.y, max(0.0, lowest(sight)))
            if last is None or abs(at[0] - last[0]) + abs(at[1] - last[1]) > view.edge * 0.75:
                dot.set_alpha(max(20, 150 - (int(time * 60) - past) * 2))
                on.blit(dot, dot.get_rect(center=(round(at[0]), round(at[1]))))
                last = at

    def _paint_lens(self, on: Surface, scene: Scene) -> None:
        """The die that hops highest, close up."""
        if not scene.is_moving:
            return
        number, _ = self.place
        hops = {die: lowest(sight) for die, sight in self.reels[number].film.at(self.place[1]).items()}
        die = max(hops, key=lambda one: hops[one], default=None)
        if die is None or hops[die] < HIGH:
            return
        brush, view = self.stage.brush, self.top.view
        radius = brush.u(LENS)
        sight: Sight = scene.sights[die]
        x, y = view.at(sight.x, sight.y)
        whole = Rect(0, 0, 2 * radius, 2 * radius)
        whole.center = (round(x), round(y + radius * 1.6 if y < view.area.centery else y - radius * 1.7))
        whole.clamp_ip(view.area)
        box = glass(on, brush, whole.center, radius, "red" if sight.x < view.mat.length / 2 else "blue")
        edge = round(brush.u(29) * CLOSE_UP)
        clip = on.get_clip()
        on.set_clip(box)
        at = (box.centerx, box.centery + brush.u(34))
        self.top.dice.shadow(on, at, edge, sight.rotation, hops[die] / EDGE)
        lifted = at[1] - 0.36 * edge * sight.z / EDGE
        self.top.dice.cube(on, look_of(scene.state.dice[die]), (at[0], lifted), edge, sight.rotation)
        on.set_clip(clip)

    def _paint_row(self, on: Surface, box: Rect, brush: Brush, number: int, is_selected: bool) -> None:
        mark, u = self.marks[number], brush.u
        ink, cut = (theme.INK, "strong") if is_selected else (theme.INK_2, "text")
        brush.text(on, str(number + 1), (box.left + u(26), box.centery), theme.BODY - 1, theme.INK_2, "strong", "right")
        icon = mark.kind if brush.has_icon(mark.kind) else "dice"
        brush.chip(on, mark.side, (box.left + u(50), box.centery), 32, icon)
        room = Rect(box.left + u(74), 0, box.width - u(80), 0)
        room.height = brush.height(mark.text, room.width, theme.SECOND + 1, "strong" if is_selected else "text")
        room.centery = box.centery
        brush.paragraph(on, mark.text, room, theme.SECOND + 1, ink, "strong" if cut == "strong" else "text")


def _flick(reel: Reel) -> tuple[str, str, str]:
    """Whose flick it was, with which die, and what it did, in a few words."""
    before: State = reel.made.before
    event = next((one for one in reel.made.events if isinstance(one, Flicked)), None)
    side = before.turn.side
    if event is None:
        return str(side), "dice", say("a miss")
    own = str(word(event.die.kind.called))
    lost = [one for one in reel.made.events if isinstance(one, Defeated)]
    hit = [str(word(one.die.kind.called)) for one in lost if one.die.side is not side]
    if any(one.die.kind.is_king for one in lost):
        return str(side), event.die.kind.name, say("{die}: the king falls!", die=own)
    if len(hit) == 1:
        return str(side), event.die.kind.name, say("{die} beats {other}", die=own, other=hit[0])
    if hit:
        return (
            str(side),
            event.die.kind.name,
            count("{die} beats {number} die", "{die} beats {number} dice", len(hit), die=own),
        )
    if lost:
        return str(side), event.die.kind.name, say("{die}: an own die is lost", die=own)
    return str(side), event.die.kind.name, own


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def _dot(radius: int, colour: theme.Colour) -> Surface:
    def draw(on: Surface, scale: float) -> None:
        pygame.draw.circle(on, colour, (radius * scale, radius * scale), radius * scale)

    image = smooth((2 * radius, 2 * radius), draw, 4)
    plain = Surface(image.get_size(), pygame.SRCALPHA)
    plain.fill((*colour, 0))
    plain.blit(image, (0, 0))
    return plain
