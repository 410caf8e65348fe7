"""The lower bar of practice: as at every table, and what can be done with dice while they are set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pygame

from rumms.language import say
from rumms.ui import theme
from rumms.ui.draw.brush import Rect
from rumms.ui.kit.buttons import Button
from rumms.ui.kit.widget import Widget
from rumms.ui.screens.practice_sheets import Box
from rumms.ui.screens.table_bar import TableBar

if TYPE_CHECKING:
    from rumms.ui.screens.practice import Practice


class PracticeBar(TableBar):
    """Offers more while dice are set."""

    table: Practice

    def middle(self) -> Iterator[Widget]:
        """While dice are set, what can be done with them."""
        practice = self.table
        if practice.mode != "editing":
            yield from super().middle()
            return
        brush, box = practice.stage.brush, practice.strip.middle
        u = brush.u
        offers = (
            ("from the box", "plus", say("From the box\nA"), lambda: practice.stage.open(Box(practice)), pygame.K_a),
            ("turn die", "turn", say("Turn the die\nT, wheel, page up and down"), practice.turn, pygame.K_t),
            ("turn over", "moon", say("Turn it over: active or shadow face\nF"), practice.turn_over, pygame.K_f),
            ("remove", "close", say("Back into the box\nDelete"), practice.remove, pygame.K_DELETE),
        )
        x = box.left
        for name, icon, tip, do, key in offers:
            yield Button(name, Rect(x, box.top + u(9), u(48), u(48)), icon=icon, do=do, tip=tip, shortcut=key)
            x += u(54)
        label = say("Done")
        wide = min(max(u(90), Button.needs(brush, label, "check", theme.BODY)[0]), box.right - x - u(4))
        place = Rect(box.right - wide, box.top + u(10), wide, u(46))
        yield Button("done", place, label, "check", "go", do=practice.edit, px=theme.BODY)
