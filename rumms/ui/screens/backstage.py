"""What the screens before a game have in common: the table, a title, a way out, and rules and settings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rumms.games.rumms.state import Side, State
from rumms.language import say
from rumms.ui import theme
from rumms.ui.draw.brush import Rect, Surface
from rumms.ui.draw.mat import table as wood
from rumms.ui.kit.buttons import Button
from rumms.ui.kit.screen import Screen
from rumms.ui.kit.widget import Widget
from rumms.ui.screens.pause import Pause
from rumms.ui.screens.rules import Rules
from rumms.ui.screens.settings import SettingsSheet

if TYPE_CHECKING:
    from rumms.ui.screens.table import Table


class Backstage(Screen):
    """A screen on top of a table, at which one side decides something before the first flick."""

    def __init__(self, table: Table, side: Side) -> None:
        super().__init__()
        self.table, self.side = table, side
        self.game = table.game

    def enter(self) -> None:
        """A press that was meant for the screen before decides nothing here."""
        self.open_question()
        super().enter()

    @property
    def state(self) -> State:
        """The game as whoever decides here may see it."""
        play = self.table.play
        view: State = play.session.game.view(play.session.state, play.session.state.seat_of(self.side))
        return view

    @property
    def team(self) -> str:
        """What whoever decides here is called, with all of the team."""
        return self.table.team_name(self.side)

    def title(self) -> str:
        """What stands above."""
        return self.team

    def leave(self) -> None:
        """Escape: offer to leave; the game is kept."""
        self.stage.open(Pause(self.table))

    def build_frame(self) -> Iterator[Widget]:
        """The way out at the left, rules and settings at the right."""
        u, wide = self.stage.brush.u, self.stage.brush.size[0]
        yield Button(
            "menu", Rect(u(24), u(16), u(46), u(46)), icon="back", style="dark", do=self.leave, tip=say("Menu\nEsc")
        )
        for number, (name, icon, tip, do) in enumerate(
            (
                ("settings", "settings", say("Settings"), lambda: self.stage.open(SettingsSheet())),
                ("rules", "rules", say("Rules\nF1"), lambda: self.stage.open(Rules(self.game))),
            )
        ):
            box = Rect(wide - u(24 + 46) - number * u(56), u(16), u(46), u(46))
            yield Button(name, box, icon=icon, style="dark", do=do, tip=tip)

    def paint(self, on: Surface) -> None:
        """The table, and the title on it."""
        brush = self.stage.brush
        on.blit(wood(brush, brush.size), (0, 0))
        self.paint_title(on)

    def paint_title(self, on: Surface) -> None:
        """The title, as large as there is room for."""
        brush = self.stage.brush
        u = brush.u
        room = brush.size[0] - u(24 + 46 + 18) - u(24 + 46 + 56 + 18)
        title, px = brush.fitted(self.title(), room, theme.TITLE, "display")
        brush.outlined(on, title, (u(86), u(39)), px, anchor="left", width=2.4)
