"""In the middle of a game: go on, read, change something, or leave; the game is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from rumms.language import say
from rumms.ui.draw.brush import Rect
from rumms.ui.kit.buttons import Button, StyleName
from rumms.ui.kit.screen import Sheet
from rumms.ui.kit.widget import Widget
from rumms.ui.screens.rules import Rules
from rumms.ui.screens.settings import SettingsSheet


class Left(Protocol):
    """A game that can be left."""

    game: str

    @property
    def leaving(self) -> str:
        """What is said about leaving it."""


class Pause(Sheet):
    """What can be done instead of a move."""

    width = 430
    has_close = False
    first = "go on"

    def __init__(self, table: Left) -> None:
        super().__init__("")
        self.table = table
        self.game = table.game

    def rebuild(self) -> None:
        """The title is in the language of now."""
        self.title = say("Paused")
        super().rebuild()

    def measure(self, width: int) -> int:  # noqa: ARG002  one button below the other
        """A row for each."""
        return self.stage.brush.u(58) * 4 + self.stage.brush.u(6)

    def build(self) -> Iterator[Widget]:
        """One button below the other."""
        offers: tuple[tuple[str, str, str, StyleName, Callable[[], object]], ...] = (
            ("go on", say("Go on"), "play", "primary", self.leave),
            ("rules", say("Rules"), "rules", "plain", lambda: self.stage.open(Rules(self.game))),
            ("settings", say("Settings"), "settings", "plain", lambda: self.stage.open(SettingsSheet())),
            ("menu", self.table.leaving, "back", "plain", self.stage.home),
        )
        u = self.stage.brush.u
        for number, (name, label, icon, style, do) in enumerate(offers):
            box = Rect(self.content.left, self.content.top + number * u(58), self.content.width, u(48))
            yield Button(name, box, label, icon, style, do=do)
