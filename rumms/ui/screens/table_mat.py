"""The mat of a table as a widget."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from rumms.ui.draw.brush import Brush, Rect
from rumms.ui.kit.widget import Mood, Point, Widget

if TYPE_CHECKING:
    from rumms.ui.screens.table import Table


class Mat(Widget):
    """It takes the mouse wherever no button lies, and the keys while it has the focus."""

    radius = 12.0

    def __init__(self, table: Table) -> None:
        wide, high = table.stage.brush.size
        # A pull may end far outside of the window.
        super().__init__("mat", Rect(-wide, -high, 3 * wide, 3 * high))
        self.table = table

    def ring(self, brush: Brush, mood: Mood) -> Rect:  # noqa: ARG002  it lies where it lies
        """Around the mat."""
        return self.table.top.view.window.clip(Rect((0, 0), brush.size))

    def press(self, at: Point) -> None:
        """Take hold of a die."""
        self.table.press(at)

    def drag(self, at: Point) -> None:
        """Pull."""
        self.table.drag(at)

    def release(self, at: Point, inside: bool) -> None:  # noqa: ARG002  a pull may end anywhere
        """Let go."""
        self.table.let_go(inside=inside)

    def wheel(self, amount: float, at: Point) -> bool:
        """Strike higher or lower, turn the die in the hand, or zoom."""
        self.table.wheel(amount, at)
        return True

    def key(self, event: pygame.event.Event) -> bool:
        """Choose, aim and flick."""
        return self.table.mat_key(event)
