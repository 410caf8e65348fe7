"""What is pressed: buttons, switches, segmented choices and tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import Final, Generic, Literal, NamedTuple, TypeVar

import pygame

from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.kit.widget import ACTIVATE, Mood, Point, Widget, lighter
from rumms.ui.kit.words import Label
from rumms.ui.theme import Colour

T = TypeVar("T")
StyleName = Literal["plain", "primary", "go", "danger", "dark", "off"]
Ground = Literal["paper", "dark"]
"""What a control lies on."""

TOUCH: Final = 44
"""Nothing that is pressed is smaller."""
LIP: Final = 3
PADDING: Final = 14
"""Left and right of a label."""
GAP: Final = 8
"""Between icon and label."""


class Button(Widget):
    """A button with a label, an icon or both. It lies on a lip and goes down onto it."""

    sound = "button"

    def __init__(
        self,
        name: str,
        rect: Rect,
        label: str = "",
        icon: str = "",
        style: StyleName = "plain",
        *,
        do: Callable[[], object],
        tip: str = "",
        is_enabled: bool = True,
        shortcut: int | None = None,
        px: float = theme.BUTTON,
        is_answer: bool = False,
    ) -> None:
        super().__init__(name, rect, tip, is_enabled=is_enabled)
        self.label, self.icon, self.style, self.px = label, icon, style, px
        self.do, self.shortcut, self.is_answer = do, shortcut, is_answer

    @staticmethod
    def needs(brush: Brush, label: str, icon: str = "", px: float = theme.BUTTON) -> tuple[int, int]:
        """How many pixels wide and high a button must be for this label to stand on one line."""
        wide = brush.width(label, px, "strong") + 1 if label else 0
        if icon:
            wide += brush.t(px * 1.2) + (brush.u(GAP) if label else 0)
        high = max(brush.u(TOUCH), round(brush.leading(px)) + brush.u(20))
        return max(high, wide + 2 * brush.u(PADDING)), high

    def draw(self, on: Surface, brush: Brush, mood: Mood) -> None:
        """Paint shadow, lip, face and label."""
        off = "dim" if self.style == "dark" else "off"
        style = theme.STYLES[self.style if self.is_enabled else off]
        box, lip = self.rect, brush.u(LIP)
        radius = min(self.radius, box.height / brush.scale / 2)
        if style.lip:
            if not mood.is_pressed:
                brush.glow(on, box, radius, 5, 80, down=5)
            on.blit(brush.sheet((box.width, box.height + lip), radius, style.lip, style.lip), box)
        face = self._face(brush, mood)
        top, bottom = lighter(style.top, mood.hover), lighter(style.bottom, mood.hover)
        on.blit(brush.sheet(face.size, radius, top, bottom), face)
        caption(on, brush, face, self.label, self.icon, style.label, self.px)

    def ring(self, brush: Brush, mood: Mood) -> Rect:
        """Face and lip."""
        face = self._face(brush, mood)
        if self.is_enabled:
            face.height += self.rect.bottom + brush.u(LIP) - face.bottom
        return face

    def release(self, at: Point, inside: bool) -> None:  # noqa: ARG002  where it was let go does not matter
        """Let go inside: done."""
        if inside:
            self.activate()

    def activate(self) -> None:
        """Do what the button is for."""
        self.do()

    def _face(self, brush: Brush, mood: Mood) -> Rect:
        return self.rect.move(0, brush.u(LIP) if mood.is_pressed and self.is_enabled else 0)


def caption(on: Surface, brush: Brush, box: Rect, label: str, icon: str, colour: Colour, px: float) -> None:
    """Icon and label in the middle of a box. A label that is too long takes two lines, then smaller letters."""
    if not label:
        if icon:
            brush.put_icon(on, icon, box.center, min(box.size) / brush.scale * 0.5, colour)
        return
    lines, px = fitting(brush, box, label, icon, px)
    beside = (brush.t(px * 1.2) + brush.u(GAP)) if icon else 0
    wide = max(brush.width(line, px, "strong") for line in lines)
    left = box.centerx - (wide + beside) / 2
    if icon:
        brush.put_icon(on, icon, (left + brush.t(px * 1.2) / 2, box.centery), px * 1.2 * brush.text_scale, colour)
    lead = brush.t(px) * 1.12 if len(lines) > 1 else 0
    for number, line in enumerate(lines):
        y = box.centery + (number - (len(lines) - 1) / 2) * lead
        brush.text(on, line, (left + beside + wide / 2, y), px, colour, "strong", "centre")


def fitting(brush: Brush, box: Rect, label: str, icon: str, px: float) -> tuple[list[str], float]:
    """The lines of a label in a box, and the size at which its words stay whole and inside."""
    words = label.split()
    while True:
        beside = (brush.t(px * 1.2) + brush.u(GAP)) if icon else 0
        # On two lines a label may come nearer to the edge.
        is_short = brush.width(label, px, "strong") + beside <= box.width - 2 * brush.u(PADDING)
        room = box.width - brush.u(12) - beside
        lines = [label] if is_short else brush.lines(label, room, px, "strong")
        is_whole = all(brush.width(word, px, "strong") <= room for word in words)
        if (is_whole and len(lines) * brush.t(px) * 1.12 <= box.height) or px * brush.text_scale <= theme.SMALLEST:
            return lines, px
        px -= 1


class RiskyButton(Button):
    """A button by which something may be lost."""

    is_risky = True


class Tool(NamedTuple):
    """A button of a bar: what it is, what it does, and the key that does the same."""

    name: str
    icon: str
    tip: str
    do: Callable[[], object]
    key: int | None = None
    is_enabled: bool = True
    style: StyleName = "dark"


class Toggle(Widget):
    """A switch: its knob lies right and bears a check mark when it is on."""

    sound = "button"
    radius = 19.0

    def __init__(
        self,
        name: str,
        rect: Rect,
        is_on: bool,
        *,
        do: Callable[[bool], object],
        label: str = "",
        tip: str = "",
        is_enabled: bool = True,
        ground: Ground = "paper",
    ) -> None:
        super().__init__(name, rect, tip, is_enabled=is_enabled)
        self.is_on, self.do, self.label, self.ground = is_on, do, label, ground
        self._knob = float(is_on)
        self._drawn: float | None = None

    def resume(self, old: Widget) -> None:
        """Let the knob slide on."""
        if isinstance(old, Toggle):
            self._knob, self._drawn = old._knob, old._drawn  # noqa: SLF001  the same switch, built anew

    def draw(self, on: Surface, brush: Brush, mood: Mood) -> None:
        """Paint the label at the left and the switch at the right."""
        part = self._slide(brush, mood.now)
        track = Rect(0, 0, brush.u(60), brush.u(34))
        track.midright = self.rect.midright
        if self.label:
            ink = theme.INK if self.ground == "paper" else theme.PAPER
            room = Rect(self.rect.left, self.rect.top, track.left - brush.u(12) - self.rect.left, self.rect.height)
            Label(room, self.label, theme.BODY, ink).draw(on, brush, mood)
        off = theme.PAPER_3 if self.ground == "paper" else theme.PLUM_DEEP
        rim = theme.INK_3 if part < 0.5 else theme.LEAF_DARK
        fill = lighter(theme.mix(off, theme.LEAF, round(part * 4) / 4), mood.hover)
        on.blit(brush.sheet(track.size, 17, fill, fill, rim, 2), track)
        wide = track.height - brush.u(8)
        knob = Rect(0, 0, wide, wide)
        knob.center = (round(track.left + track.height / 2 + part * (track.width - track.height)), track.centery)
        brush.panel(on, knob, wide / brush.scale / 2, theme.PLATE, theme.PAPER_2, shadow=3, alpha=110)
        if self.is_on:
            brush.put_icon(on, "check", knob.center, 18, theme.LEAF_DARK)
        if not self.is_enabled:
            veil = theme.PAPER if self.ground == "paper" else theme.PLUM
            on.blit(brush.sheet(track.size, 17, veil, veil, alpha=130), track)

    def ring(self, brush: Brush, mood: Mood) -> Rect:  # noqa: ARG002  a switch stays where it is
        """The switch alone, with its label where it has one."""
        if self.label:
            return self.rect.inflate(brush.u(12), 0)
        box = Rect(0, 0, brush.u(64), brush.u(38))
        box.center = (self.rect.right - brush.u(30), self.rect.centery)
        return box

    def release(self, at: Point, inside: bool) -> None:  # noqa: ARG002  where it was let go does not matter
        """Let go inside: switched."""
        if inside:
            self.activate()

    def key(self, event: pygame.event.Event) -> bool:
        """Left is off and right is on; the keys of a click switch."""
        wanted = {pygame.K_LEFT: False, pygame.K_RIGHT: True}.get(event.key)
        if wanted is None:
            return super().key(event)
        if wanted != self.is_on:
            self.activate()
        return True

    def activate(self) -> None:
        """Switch."""
        self.is_on = not self.is_on
        self.do(self.is_on)

    def _slide(self, brush: Brush, now: float) -> float:
        passed = 0.0 if self._drawn is None else max(0.0, now - self._drawn)
        self._drawn = now
        step = 1.0 if brush.calm else passed / theme.PANEL_OUT
        goal = float(self.is_on)
        self._knob = min(goal, self._knob + step) if goal > self._knob else max(goal, self._knob - step)
        return self._knob


def _weight(label: str) -> int:
    """How much of a choice's width a label gets: more for longer ones, but none gets next to nothing."""
    return len(label) + 8


class Option(NamedTuple, Generic[T]):
    """One of several: what it stands for and how it is called."""

    value: T
    label: str
    icon: str = ""


class Choice(Widget, Generic[T]):
    """One of a few, side by side."""

    sound = "button"

    def __init__(
        self,
        name: str,
        rect: Rect,
        options: Sequence[Option[T]],
        value: T,
        *,
        do: Callable[[T], object],
        tip: str = "",
        is_enabled: bool = True,
        ground: Ground = "paper",
        px: float = 16,
    ) -> None:
        super().__init__(name, rect, tip, is_enabled=is_enabled)
        self.options, self.value, self.do = tuple(options), value, do
        self.ground, self.px = ground, px
        self._pressed: int | None = None

    @staticmethod
    def needs(brush: Brush, options: Sequence[Option[T]], px: float = 16) -> tuple[int, int]:
        """How many pixels wide and high a choice must be for all labels to stand on one line."""
        sizes = [Button.needs(brush, option.label, option.icon, px) for option in options]
        weights = [_weight(option.label) for option in options]
        wide = max((width + brush.u(6)) / weight for (width, _), weight in zip(sizes, weights, strict=True))
        return ceil(wide * sum(weights)), max(height for _, height in sizes)

    def segment(self, number: int) -> Rect:
        """The part of it that is for one option."""
        weights = [_weight(option.label) for option in self.options]
        left, right = (self.rect.width * sum(weights[:end]) // sum(weights) for end in (number, number + 1))
        return Rect(self.rect.left + left, self.rect.top, right - left, self.rect.height)

    def draw(self, on: Surface, brush: Brush, mood: Mood) -> None:
        """Paint the groove, and the chosen option raised in it."""
        is_paper = self.ground == "paper"
        groove = theme.PAPER_3 if is_paper else theme.PLUM_DEEP
        on.blit(
            brush.sheet(self.rect.size, 12, groove, groove, theme.LINE if is_paper else None, int(is_paper)), self.rect
        )
        honey = theme.STYLES["primary" if self.is_enabled else "off"]
        usual = (theme.INK if is_paper else theme.LILAC) if self.is_enabled else honey.label
        boxes = [self.segment(number).inflate(-brush.u(6), -brush.u(6)) for number in range(len(self.options))]
        px = min(
            fitting(brush, box, option.label, option.icon, self.px)[1]
            for box, option in zip(boxes, self.options, strict=True)
        )
        for box, option in zip(boxes, self.options, strict=True):
            is_chosen = option.value == self.value
            if is_chosen:
                brush.glow(on, box, 9, 3, 70, down=2)
                top, bottom = lighter(honey.top, mood.hover), lighter(honey.bottom, mood.hover)
                on.blit(brush.sheet(box.size, 9, top, bottom, theme.HONEY_DARK if is_paper else None, 1), box)
            ink = honey.label if is_chosen else usual
            caption(on, brush, box, option.label, option.icon, ink, px)

    def press(self, at: Point) -> None:
        """Remember the option under the pointer."""
        self._pressed = self._under(at)

    def release(self, at: Point, inside: bool) -> None:
        """Let go on the option that was pressed: chosen."""
        if inside and self._pressed is not None and self._under(at) == self._pressed:
            self._choose(self._pressed)

    def resume(self, old: Widget) -> None:
        """Go on with a press."""
        if isinstance(old, Choice):
            self._pressed = old._pressed  # noqa: SLF001  the same choice, built anew

    def key(self, event: pygame.event.Event) -> bool:
        """Left and right to the neighbour, home and end to the outermost, the keys of a click to the next."""
        last = len(self.options) - 1
        here = next((number for number, option in enumerate(self.options) if option.value == self.value), 0)
        match event.key:
            case pygame.K_LEFT:
                self._choose(max(0, here - 1))
            case pygame.K_RIGHT:
                self._choose(min(last, here + 1))
            case pygame.K_HOME:
                self._choose(0)
            case pygame.K_END:
                self._choose(last)
            case key if key in ACTIVATE:
                self._choose((here + 1) % len(self.options))
            case _:
                return False
        return True

    def _under(self, at: Point) -> int | None:
        return next((number for number in range(len(self.options)) if self.segment(number).collidepoint(at)), None)

    def _choose(self, number: int) -> None:
        value = self.options[number].value
        if value != self.value:
            self.value = value
            self.do(value)


class Tile(Widget):
    """A free picture that can be pressed; it rises under the pointer."""

    sound = "button"

    def __init__(
        self,
        name: str,
        rect: Rect,
        paint: Callable[[Surface, Rect, Brush, Mood], None],
        *,
        do: Callable[[], object],
        tip: str = "",
        is_enabled: bool = True,
        is_answer: bool = False,
        radius: float = 20,
        shortcut: int | None = None,
    ) -> None:
        super().__init__(name, rect, tip, is_enabled=is_enabled)
        self.paint, self.do, self.radius, self.shortcut, self.is_answer = paint, do, radius, shortcut, is_answer

    def draw(self, on: Surface, brush: Brush, mood: Mood) -> None:
        """Let it paint itself where it is now."""
        self.paint(on, self.ring(brush, mood), brush, mood)

    def ring(self, brush: Brush, mood: Mood) -> Rect:
        """Where it is now."""
        rise = 0.0 if brush.calm or mood.is_pressed or not self.is_enabled else 4 * brush.scale * mood.hover
        return self.rect.move(0, -round(rise))

    def release(self, at: Point, inside: bool) -> None:  # noqa: ARG002  where it was let go does not matter
        """Let go inside: done."""
        if inside:
            self.activate()

    def activate(self) -> None:
        """Do what the tile is for."""
        self.do()
