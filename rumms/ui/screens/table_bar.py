"""The lower bar of a table: what is offered in its middle now, and the tools at its right end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from rumms.games.rumms.actions import Decline
from rumms.language import say
from rumms.ui import theme
from rumms.ui.asking import power_tip
from rumms.ui.draw.brush import Rect
from rumms.ui.kit.buttons import Button, Choice, Option, StyleName, Tile, Tool
from rumms.ui.kit.widget import Widget
from rumms.ui.screens.settings import SPEEDS

if TYPE_CHECKING:
    from rumms.ui.screens.table import Table


class TableBar:
    """Lays out buttons. What they do, the table does."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def tools(self, tools: list[Tool]) -> Iterator[Widget]:
        """Tools at the right end of the lower bar."""
        u, box = self.table.stage.brush.u, self.table.strip.tools
        left = box.right + u(6) - len(tools) * u(54)
        for number, (name, icon, hint, do, key, is_enabled, style) in enumerate(tools):
            place = Rect(left + number * u(54), box.top, u(48), u(48))
            yield Button(name, place, icon=icon, style=style, do=do, tip=hint, shortcut=key, is_enabled=is_enabled)

    def middle(self) -> Iterator[Widget]:
        """While something is shown, how fast; while a bot thinks, a way to stop it."""
        table, mode = self.table, self.table.mode
        brush, box = table.stage.brush, table.strip.middle
        u = brush.u
        if mode == "watching":
            label = say("Skip")
            wide = Button.needs(brush, label, "forward", theme.BODY)[0]
            place = Rect(box.right - wide, box.top + u(10), wide, u(46))
            yield Button("skip", place, label, "forward", "dark", do=table.skip, px=theme.BODY, tip=say("Space"))
            options = [Option(value, label) for value, label in SPEEDS]
            value = "0.25" if table.is_again else table.stage.settings.speed
            room = Rect(box.left, box.top + u(10), min(u(290), place.left - u(14) - box.left), u(46))
            yield Choice("pace", room, options, value, do=self._set_speed, ground="dark", px=theme.BODY)
        elif mode in {"thinking", "paused"}:
            label = say("Stop") if mode == "thinking" else say("Go on")
            icon = "pause" if mode == "thinking" else "play"
            wide = max(u(120), Button.needs(brush, label, icon, theme.BODY)[0])
            place = Rect(box.right - wide, box.top + u(10), wide, u(46))
            do = table.play.cancel if mode == "thinking" else table.play.go_on
            style: StyleName = "dark" if mode == "thinking" else "primary"
            yield Button("thinking", place, label, icon, style, do=do, px=theme.BODY)
        elif mode == "choosing":
            yield from self._instead()
        elif mode == "placing" and table.play.can_take_back:
            yield self._answer_button("back", say("Back"), table.take_back)

    def _answer_button(self, name: str, label: str, do: Callable[[], object]) -> Button:
        """A button at the right end of the middle."""
        brush, box = self.table.stage.brush, self.table.strip.middle
        wide = max(brush.u(120), Button.needs(brush, label, "", theme.BODY)[0])
        place = Rect(box.right - wide, box.top + brush.u(10), wide, brush.u(46))
        return Button(name, place, label, style="dark", do=do, px=theme.BODY, is_answer=True)

    def _instead(self) -> Iterator[Widget]:
        """What can be done instead of a flick, with a picture of the die that does it; or doing without."""
        table = self.table
        if Decline() in table.legal:
            yield self._answer_button("no", say("No, thanks"), table.decline)
            return
        brush, box = table.stage.brush, table.strip.middle
        uses = table.instead()
        if not uses:
            return
        gap = brush.u(6)
        wide = min(brush.u(150), (box.width + gap) // len(uses) - gap)
        for number, die in enumerate(uses):
            place = Rect(box.left + number * (wide + gap), box.top, wide, box.height)
            tip = power_tip(table.state, table.state.dice[die])
            do = partial(table.use, die)
            paint = partial(table.picture.paint_use, die)
            yield Tile(f"use {die}", place, paint, do=do, tip=tip, is_answer=True, radius=14)

    def _set_speed(self, speed: str) -> None:
        self.table.stage.change(speed=speed)
