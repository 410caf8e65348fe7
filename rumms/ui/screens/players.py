"""A sheet that asks who solves scenarios: each player's stars are counted apart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import ceil
from typing import Final

from rumms.language import say
from rumms.ui import scenarios, theme
from rumms.ui.draw.brush import Rect
from rumms.ui.kit.buttons import Button
from rumms.ui.kit.inputs import Field
from rumms.ui.kit.screen import Sheet
from rumms.ui.kit.widget import Widget
from rumms.ui.kit.words import Label
from rumms.ui.seating import LONGEST_NAME

COLUMNS: Final = 3
MOST: Final = 9
"""Players that are offered."""


class Players(Sheet):
    """Those who have stars, and a field for somebody else."""

    width = 620
    first = "name"

    def __init__(self) -> None:
        super().__init__("")
        self.name = ""

    def rebuild(self) -> None:
        """The title is in the language of now."""
        self.title = say("Who solves?")
        self.known = scenarios.players(self.stage.settings)[:MOST]
        super().rebuild()

    def measure(self, width: int) -> int:  # noqa: ARG002  rows of buttons, the field, a button
        """Rows of names, the field, and the button below it."""
        u = self.stage.brush.u
        return ceil(len(self.known) / COLUMNS) * u(58) + self._line() + u(48 + 18 + 52)

    def _line(self) -> int:
        return round(self.stage.brush.leading(theme.BODY)) + self.stage.brush.u(6)

    def build(self) -> Iterator[Widget]:
        """A button for each player, and somebody new."""
        brush, content = self.stage.brush, self.content
        u = brush.u
        gap, now = u(10), scenarios.player(self.stage.settings)
        wide = (content.width - gap * (COLUMNS - 1)) // COLUMNS
        for number, name in enumerate(self.known):
            row, column = divmod(number, COLUMNS)
            box = Rect(content.left + column * (wide + gap), content.top + row * u(58), wide, u(48))
            label, style = name or say("Player 1"), "primary" if name == now else "plain"
            yield Button(f"player {number}", box, label, "person", style, do=partial(self._choose, name), px=theme.BODY)  # type: ignore[arg-type]
        y = content.top + ceil(len(self.known) / COLUMNS) * u(58)
        yield Label(
            Rect(content.left, y, content.width, self._line()), say("Somebody else:"), theme.BODY, theme.INK, "strong"
        )
        box = Rect(content.left, y + self._line(), content.width, u(48))
        yield Field("name", box, self.name, changed=self._write, entered=self._done, longest=LONGEST_NAME)
        label = say("That's me")
        box = Rect(0, 0, max(u(150), Button.needs(brush, label, "check")[0]), u(48))
        box.bottomright = (content.right, content.bottom - u(3))
        yield Button("done", box, label, "check", "primary", do=self._done, is_enabled=bool(self.name.strip()))

    def _write(self, name: str) -> None:
        was_empty, self.name = not self.name.strip(), name
        if was_empty == bool(name.strip()):
            self.rebuild()

    def _done(self) -> None:
        if self.name.strip():
            self._choose(self.name.strip())

    def _choose(self, name: str) -> None:
        self.stage.back()
        self.stage.change(agreed=scenarios.with_player(self.stage.settings, name).agreed)
