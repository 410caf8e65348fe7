"""What is set: sliders, and fields for a line of text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from contextlib import suppress

import pygame

from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.kit.buttons import Ground
from rumms.ui.kit.widget import COMMAND, ENTER, Mood, Point, Widget, lighter


class Slider(Widget):
    """A number between two. At its right `room` pixels are kept for the words that say it."""

    def __init__(
        self,
        name: str,
        rect: Rect,
        value: float,
        *,
        do: Callable[[float], object],
        least: float = 0.0,
        most: float = 1.0,
        step: float = 0.1,
        label: Callable[[float], str] | None = None,
        room: int = 0,
        tip: str = "",
        is_enabled: bool = True,
        ground: Ground = "paper",
    ) -> None:
        super().__init__(name, rect, tip, is_enabled=is_enabled)
        self.least, self.most, self.step = least, most, step
        self.value, self.do = value, do
        self.label, self.room, self.ground = label, room, ground

    @property
    def track(self) -> Rect:
        """What the middle of the knob runs along."""
        knob = self.rect.height // 4
        return Rect(self.rect.left + knob, self.rect.centery, max(1, self.rect.width - self.room - 2 * knob), 0)

    def draw(self, on: Surface, brush: Brush, mood: Mood) -> None:
        """Paint the track, what is filled of it, the knob and the words."""
        track, knob = self.track, self.rect.height // 4
        part = (self.value - self.least) / (self.most - self.least)
        x = round(track.left + part * track.width)
        is_paper = self.ground == "paper"
        empty = theme.PAPER_3 if is_paper else theme.mix(theme.PLUM, theme.LILAC, 0.18)
        high = brush.u(8)
        groove = Rect(track.left, track.centery - high // 2, track.width, high)
        on.blit(brush.sheet(groove.size, 4, empty, empty, theme.LINE if is_paper else None, 1), groove)
        filled = theme.HONEY if self.is_enabled else theme.LINE
        if x > groove.left + high:
            rim = theme.HONEY_DARK if is_paper and self.is_enabled else None
            on.blit(brush.sheet((x - groove.left, high), 4, filled, filled, rim, 1), groove)
        grown = knob + (brush.u(2) if mood.is_pressed else 0)
        ball = Rect(x - grown, track.centery - grown, 2 * grown, 2 * grown)
        paper = lighter(theme.PAPER, mood.hover) if self.is_enabled else theme.PAPER_3
        rim = theme.INK if self.is_enabled else theme.INK_3
        brush.panel(on, ball, grown / brush.scale, paper, paper, rim, 3, shadow=3, alpha=100)
        if self.label:
            ink = theme.INK if is_paper else theme.PAPER
            at = (self.rect.right, self.rect.centery)
            brush.text(on, self.label(self.value), at, theme.BODY, ink, "strong", "right")

    def press(self, at: Point) -> None:
        """Bring the knob here."""
        self.drag(at)

    def drag(self, at: Point) -> None:
        """Take the knob along."""
        track = self.track
        part = max(0.0, min(1.0, (at[0] - track.left) / track.width))
        self._set(self.least + part * (self.most - self.least))

    def wheel(self, amount: float, at: Point) -> bool:  # noqa: ARG002  the whole slider turns
        """A step for each notch."""
        self._set(self.value + (self.step if amount > 0 else -self.step))
        return True

    def key(self, event: pygame.event.Event) -> bool:
        """Left and right by a step, page up and down by five, home and end to the outermost."""
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_PAGEDOWN: -5, pygame.K_PAGEUP: 5}
        if event.key in steps:
            self._set(self.value + steps[event.key] * self.step)
        elif event.key in (pygame.K_HOME, pygame.K_END):
            self._set(self.least if event.key == pygame.K_HOME else self.most)
        else:
            return False
        return True

    def _set(self, wanted: float) -> None:
        steps = round((wanted - self.least) / self.step)
        # Rounded, so that ten steps of 0.1 are 1 and not a hair less.
        value = max(self.least, min(self.most, round(self.least + steps * self.step, 9)))
        if value != self.value:
            self.value = value
            self.do(value)


class Field(Widget):
    """A line of text to write into."""

    takes_text = True

    def __init__(
        self,
        name: str,
        rect: Rect,
        text: str = "",
        *,
        changed: Callable[[str], object],
        entered: Callable[[], object] | None = None,
        longest: int = 40,
        placeholder: str = "",
        tip: str = "",
        is_enabled: bool = True,
        px: float = theme.BUTTON,
    ) -> None:
        super().__init__(name, rect, tip, is_enabled=is_enabled)
        self.content, self.changed, self.entered = text, changed, entered
        self.longest, self.placeholder, self.px = longest, placeholder, px
        self.caret = self.anchor = len(text)
        """Between them lies what is selected."""
        self._shift = 0
        """How many pixels of the text are hidden at the left."""
        self._left = 0
        """Where the text began when it was last painted."""
        self._brush: Brush | None = None
        """The brush that last painted it."""
        self._moved = 0.0
        """The caret stands still for a moment after it moved."""
        self._seen = (self.caret, self.content)

    @property
    def selected(self) -> str:
        """The part of the text that is selected."""
        return self.content[slice(*self._span())]

    def resume(self, old: Widget) -> None:
        """Keep the caret and what is selected."""
        if isinstance(old, Field):
            self.caret, self.anchor = (min(place, len(self.content)) for place in (old.caret, old.anchor))
            self._shift, self._left, self._brush = old._shift, old._left, old._brush  # noqa: SLF001  the same field

    def draw(self, on: Surface, brush: Brush, mood: Mood) -> None:
        """Paint the slot, the text in it, what is selected and the caret."""
        rim = theme.HONEY_DARK if mood.has_keys else theme.LINE
        ground = theme.PLATE if self.is_enabled else theme.PAPER_3
        on.blit(brush.sheet(self.rect.size, 12, lighter(ground, mood.hover), ground, rim, 2), self.rect)
        room = self.rect.inflate(-2 * brush.u(14), -brush.u(8))
        self._measure(brush, room)
        before = on.get_clip()
        on.set_clip(room.inflate(brush.u(4), 0).clip(before))
        left = room.left - self._shift
        if mood.has_keys and self.caret != self.anchor:
            self._paint_selected(on, brush, room)
        if self.content:
            ink = theme.INK if self.is_enabled else theme.STYLES["off"].label
            brush.text(on, self.content, (left, room.centery), self.px, ink, "strong")
        elif self.placeholder:
            brush.text(on, self.placeholder, (left, room.centery), self.px, theme.INK_2, "text")
        if mood.has_keys:
            self._paint_caret(on, brush, room, mood.now)
        on.set_clip(before)

    def _measure(self, brush: Brush, room: Rect) -> None:
        """Lay the text so that the caret is seen. Only what is asked for is measured: a text may be long."""
        self._brush = brush
        caret = self._width(self.caret)
        hidden = max(0, self._width(len(self.content)) - room.width)
        self._shift = max(0, min(self._shift, hidden))
        self._shift = min(max(self._shift, caret - room.width), caret)
        self._left = room.left - self._shift

    def _width(self, letters: int) -> int:
        """How wide so many letters from the beginning are."""
        return self._brush.width(self.content[:letters], self.px, "strong") if self._brush else 0

    def _stop(self, letter: int) -> int:
        """Where a letter began when it was last painted; one past the last: where that ended."""
        return self._left + self._width(letter)

    def _paint_selected(self, on: Surface, brush: Brush, room: Rect) -> None:
        first, last = self._span()
        high = round(brush.leading(self.px))
        box = Rect(self._stop(first), 0, self._stop(last) - self._stop(first), high)
        box.centery = room.centery
        on.fill(theme.mix(theme.HONEY, theme.PLATE, 0.35), box)

    def _paint_caret(self, on: Surface, brush: Brush, room: Rect, now: float) -> None:
        if self._seen != (self.caret, self.content):
            self._seen, self._moved = (self.caret, self.content), now
        caret = Rect(self._stop(self.caret) - brush.u(1), 0, brush.u(2), brush.t(self.px * 1.2))
        caret.centery = room.centery
        pygame.key.set_text_input_rect(caret)
        if brush.calm or (now - self._moved) % 1.0 < 0.6:
            on.fill(theme.INK, caret)

    def press(self, at: Point) -> None:
        """Set the caret between two letters."""
        self.caret = self.anchor = self._nearest(at[0])

    def drag(self, at: Point) -> None:
        """Select from where it was pressed to here."""
        self.caret = self._nearest(at[0])

    def double(self, at: Point) -> None:  # noqa: ARG002  wherever it was
        """Select everything."""
        self.anchor, self.caret = 0, len(self.content)

    def text(self, event: pygame.event.Event) -> bool:
        """Write what was typed."""
        self._insert(event.text)
        return True

    def key(self, event: pygame.event.Event) -> bool:
        """Move, select, delete, copy. Letters come as text; their keys are used up here all the same."""
        mod, letter = getattr(event, "mod", 0), getattr(event, "unicode", "")
        if event.key in ENTER:
            if self.entered:
                self.entered()
            return self.entered is not None
        # The right Alt key of German keyboards reports Ctrl and Alt together and writes letters.
        if mod & COMMAND and not mod & pygame.KMOD_ALT:
            return self._command(event.key)
        return self._move(event.key, is_selecting=bool(mod & pygame.KMOD_SHIFT)) or (
            letter != "" and letter.isprintable()
        )

    def _move(self, key: int, *, is_selecting: bool) -> bool:
        first, last = self._span()
        is_open = first != last and not is_selecting
        match key:
            case pygame.K_LEFT:
                self.caret = first if is_open else max(0, self.caret - 1)
            case pygame.K_RIGHT:
                self.caret = last if is_open else min(len(self.content), self.caret + 1)
            case pygame.K_HOME:
                self.caret = 0
            case pygame.K_END:
                self.caret = len(self.content)
            case pygame.K_BACKSPACE | pygame.K_DELETE:
                self._delete(-1 if key == pygame.K_BACKSPACE else 1)
                return True
            case _:
                return False
        if not is_selecting:
            self.anchor = self.caret
        return True

    def _command(self, key: int) -> bool:
        match key:
            case pygame.K_a:
                self.anchor, self.caret = 0, len(self.content)
            case pygame.K_c | pygame.K_x:
                if self.selected:
                    with suppress(pygame.error):
                        pygame.scrap.put_text(self.selected)
                        if key == pygame.K_x:
                            self._delete(0)
            case pygame.K_v:
                with suppress(pygame.error):
                    self._insert(pygame.scrap.get_text())
            case _:
                return False
        return True

    def _insert(self, text: str) -> None:
        first, last = self._span()
        kept = len(self.content) - (last - first)
        text = "".join(letter for letter in text if letter.isprintable())[: max(0, self.longest - kept)]
        self._replace(first, last, text)

    def _delete(self, towards: int) -> None:
        first, last = self._span()
        if first == last:
            first, last = sorted((self.caret, max(0, min(len(self.content), self.caret + towards))))
        self._replace(first, last, "")

    def _replace(self, first: int, last: int, text: str) -> None:
        content = self.content[:first] + text + self.content[last:]
        self.caret = self.anchor = first + len(text)
        if content != self.content:
            self.content = content
            self.changed(content)

    def _span(self) -> tuple[int, int]:
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    def _nearest(self, x: int) -> int:
        after = bisect_left(range(len(self.content) + 1), x, key=self._stop)
        near = range(max(0, after - 1), min(after, len(self.content)) + 1)
        return min(near, key=lambda place: abs(self._stop(place) - x))
