"""What is longer than its place: lists of rows and long texts, with a scroll bar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.kit.buttons import Ground
from rumms.ui.kit.widget import ACTIVATE, Mood, Point, Widget

NOTCH: Final = 0.16
"""How much of what is seen a notch of the wheel moves by."""
CHOSEN: Final = (theme.colour("#FBE3AE"), theme.colour("#F8D995"))


class Scroll(Widget):
    """A place with something higher in it: `paint` gets all of it as a rectangle, most of it may be out of sight."""

    radius = 10.0
    is_list = True

    def __init__(
        self,
        name: str,
        rect: Rect,
        paint: Callable[[Surface, Rect, Brush], object],
        height: int,
        *,
        tip: str = "",
        ground: Ground = "paper",
    ) -> None:
        super().__init__(name, rect, tip)
        self.paint, self.height, self.ground = paint, height, ground
        self.offset = 0.0
        """How many pixels are out of sight above."""
        self._shown: float | None = None
        self._drawn = 0.0
        self._bar = Rect(0, 0, 0, 0)
        """The bar as it was last painted, and how far below its top it was taken."""
        self._grip: int | None = None

    @property
    def furthest(self) -> int:
        """The most that can be out of sight above."""
        return max(0, self.height - self.rect.height)

    @property
    def can_focus(self) -> bool:  # type: ignore[override]
        """There is something to scroll."""
        return self.furthest > 0

    def ring(self, brush: Brush, mood: Mood) -> Rect:  # noqa: ARG002  a list stays where it is
        """A little air around it."""
        return self.rect.inflate(brush.u(8), brush.u(8))

    def resume(self, old: Widget) -> None:
        """Stay at the same part of it; another width or size of text makes it longer or shorter."""
        if isinstance(old, Scroll):
            self._bar, self._grip, self._shown, self._drawn = old._bar, old._grip, old._shown, old._drawn  # noqa: SLF001  the same place, built anew
            self.scroll(old.offset / max(1, old.furthest) * self.furthest)

    def scroll(self, offset: float) -> None:
        """Let so many pixels be out of sight above."""
        self.offset = max(0.0, min(float(self.furthest), offset))

    def draw(self, on: Surface, brush: Brush, mood: Mood) -> None:
        """Paint what is in sight, and the bar."""
        shown = self._slide(brush, mood.now)
        before = on.get_clip()
        on.set_clip(self.rect.clip(before))
        room = Rect(self.rect.left, self.rect.top - round(shown), self.rect.width, self.height)
        if self.furthest:
            room.width -= brush.u(16)
        self._paint_inside(on, room, brush, mood)
        on.set_clip(before)
        self._paint_bar(on, brush, mood)

    def _paint_inside(self, on: Surface, room: Rect, brush: Brush, mood: Mood) -> None:  # noqa: ARG002  rows need it
        self.paint(on, room, brush)

    def _slide(self, brush: Brush, now: float) -> float:
        passed, self._drawn = max(0.0, now - self._drawn), now
        if self._shown is None or brush.calm or self._grip is not None:
            self._shown = self.offset
        # Two thirds of the way in the time of a hover, whatever the frame rate is.
        self._shown += (self.offset - self._shown) * (1 - 0.33 ** (passed / theme.QUICK))
        if abs(self._shown - self.offset) < 0.5:
            self._shown = self.offset
        return self._shown

    def _paint_bar(self, on: Surface, brush: Brush, mood: Mood) -> None:
        if not self.furthest:
            self._bar = Rect(0, 0, 0, 0)
            return
        wide = brush.u(8)
        high = max(brush.u(36), self.rect.height * self.rect.height // self.height)
        top = self.rect.top + round((self._shown or 0) / self.furthest * (self.rect.height - high))
        self._bar = Rect(self.rect.right - wide, top, wide, high)
        is_paper = self.ground == "paper"
        groove = theme.PAPER_3 if is_paper else theme.PLUM_DEEP
        strip = Rect(self._bar.left, self.rect.top, wide, self.rect.height)
        on.blit(brush.sheet(strip.size, 4, groove, groove), strip)
        colour = theme.INK_2 if is_paper else theme.LILAC_2
        if mood.is_pressed and self._grip is not None:
            colour = theme.HONEY_DARK if is_paper else theme.HONEY
        on.blit(brush.sheet(self._bar.size, 4, colour, colour), self._bar)

    def press(self, at: Point) -> None:
        """Take the bar; beside it in its groove, bring it here first."""
        if self.in_groove(at):
            self._grip = at[1] - self._bar.top if self._bar.top <= at[1] < self._bar.bottom else self._bar.height // 2
            self.drag(at)

    def in_groove(self, at: Point) -> bool:
        """A point is on the bar or above or below it; twice as wide as it looks, to be easy to hit."""
        return bool(self._bar.width) and at[0] >= self._bar.left - self._bar.width

    def drag(self, at: Point) -> None:
        """Take the bar along."""
        if self._grip is not None:
            free = max(1, self.rect.height - self._bar.height)
            self.scroll((at[1] - self._grip - self.rect.top) / free * self.furthest)

    def release(self, at: Point, inside: bool) -> None:  # noqa: ARG002  a bar is let go anywhere
        """Let go of the bar."""
        self._grip = None

    def wheel(self, amount: float, at: Point) -> bool:  # noqa: ARG002  the whole place scrolls
        """Scroll."""
        self.scroll(self.offset - amount * NOTCH * self.rect.height)
        return self.furthest > 0

    def key(self, event: pygame.event.Event) -> bool:
        """Up and down a little, page up, page down and space by what is in sight, home and end all the way."""
        seen = self.rect.height
        steps = {
            pygame.K_UP: -NOTCH * seen,
            pygame.K_DOWN: NOTCH * seen,
            pygame.K_PAGEUP: -0.9 * seen,
            pygame.K_PAGEDOWN: 0.9 * seen,
            pygame.K_SPACE: 0.9 * seen,
            pygame.K_HOME: -float(self.height),
            pygame.K_END: float(self.height),
        }
        before = self.offset
        self.scroll(before + steps.get(event.key, 0.0))
        # At the end the arrows go on to the next widget.
        return self.offset != before or event.key in steps.keys() - {pygame.K_UP, pygame.K_DOWN}


class Rows(Scroll):
    """A list of equally high rows; `paint` gets the place of one, its number and whether it is selected."""

    sound = "focus"

    def __init__(
        self,
        name: str,
        rect: Rect,
        count: int,
        row: int,
        paint: Callable[[Surface, Rect, Brush, int, bool], object],
        *,
        selected: int = 0,
        select: Callable[[int], object] | None = None,
        do: Callable[[int], object] | None = None,
        tip: str = "",
        ground: Ground = "paper",
    ) -> None:
        self.count, self.row, self.selected, self.select, self.do = count, row, selected, select, do
        self._paint_row = paint
        super().__init__(name, rect, lambda *_: None, count * row, tip=tip, ground=ground)
        self.reveal()

    @property
    def can_focus(self) -> bool:  # type: ignore[override]
        """There is a row."""
        return self.count > 0

    def resume(self, old: Widget) -> None:
        """Stay where it was scrolled to, with the selected row in sight if it is another one now."""
        super().resume(old)
        if isinstance(old, Rows) and old.selected != self.selected:
            self.reveal()

    def reveal(self) -> None:
        """Scroll as little as needed to have the selected row in sight, and a bit of its neighbour."""
        top = self.selected * self.row
        peek = self.row // 2 if self.rect.height > 2 * self.row else 0
        self.scroll(max(min(self.offset, top - peek), top + self.row + peek - self.rect.height))

    def _paint_inside(self, on: Surface, room: Rect, brush: Brush, mood: Mood) -> None:
        first = max(0, (self.rect.top - room.top) // self.row)
        last = min(self.count, (self.rect.bottom - room.top) // self.row + 1)
        for number in range(first, last):
            box = Rect(room.left, room.top + number * self.row, room.width, self.row)
            if number == self.selected:
                slip = box.inflate(0, -brush.u(4))
                rim = theme.HONEY_DARK if mood.has_keys or self.ground == "paper" else theme.HONEY
                on.blit(brush.sheet(slip.size, 11, *CHOSEN, rim, 2), slip)
            self._paint_row(on, box, brush, number, number == self.selected)

    def press(self, at: Point) -> None:
        """Select the row under the pointer, or take the bar."""
        if self.in_groove(at):
            super().press(at)
        elif (number := self.under(at)) is not None:
            self._choose(number, reveal=False)

    def under(self, at: Point) -> int | None:
        """The row at a point of the screen."""
        number = int((at[1] - self.rect.top + self.offset) // self.row)
        return number if 0 <= number < self.count and self.rect.collidepoint(at) else None

    def double(self, at: Point) -> None:
        """Open the row under the pointer."""
        if not self.in_groove(at) and self.under(at) is not None:
            self.activate()

    def activate(self) -> None:
        """Open the selected row."""
        if self.do and self.count:
            self.do(self.selected)

    def key(self, event: pygame.event.Event) -> bool:
        """Up and down by a row, page up and down by what is in sight, home and end; enter opens."""
        page = max(1, self.rect.height // self.row - 1)
        steps = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page}
        steps |= {pygame.K_HOME: -self.count, pygame.K_END: self.count}
        if event.key in ACTIVATE:
            self.activate()
            return self.do is not None
        if event.key not in steps:
            return False
        before = self.selected
        self._choose(max(0, min(self.count - 1, before + steps[event.key])), reveal=True)
        # At the end the arrows go on to the next widget.
        return self.selected != before or event.key not in (pygame.K_UP, pygame.K_DOWN)

    def _choose(self, number: int, *, reveal: bool) -> None:
        has_changed, self.selected = number != self.selected, number
        if reveal:
            self.reveal()
        if has_changed and self.select:
            self.select(number)
