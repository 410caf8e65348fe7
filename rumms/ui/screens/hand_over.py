"""The screen between two people who must not see each other's troop or set-up: a curtain, and whose turn it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rumms.games.rumms.state import Ask, Side
from rumms.language import count, say
from rumms.ui import theme
from rumms.ui.draw.brush import Rect, Surface
from rumms.ui.draw.curtain import curtain
from rumms.ui.kit.buttons import Button
from rumms.ui.kit.widget import Widget
from rumms.ui.screens.backstage import Backstage
from rumms.ui.screens.table import Table


class HandOver(Backstage):
    """One button: the person who is named sits here now."""

    first = "here"

    def __init__(self, table: Table, side: Side, name: str, others: Sequence[str], taken: Callable[[], object]) -> None:
        super().__init__(table, side)
        self.name, self.others, self.taken = name, others, taken
        self.is_choosing = table.state.task.ask is Ask.MUSTER
        """Is a troop chosen, and not yet set up?"""

    def title(self) -> str:
        """Nothing: the curtain tells it."""
        return ""

    def build(self) -> Iterator[Widget]:
        """The button in the middle."""
        brush = self.stage.brush
        label = say("I am here")
        box = Rect(0, 0, max(brush.u(230), Button.needs(brush, label, "check", 20)[0]), brush.u(56))
        box.center = (brush.size[0] // 2, brush.size[1] // 2 + brush.u(160))
        yield Button("here", box, label, "check", "primary", do=self.taken, px=20, is_answer=True)

    def _line(self) -> str:
        """A sentence: the thing done in secret, and the people who look away."""
        number, others = len(self.others), " & ".join(self.others)
        if self.is_choosing:
            return count(
                "Choose your troop in secret. {others} looks away.",
                "Choose your troop in secret. {others} look away.",
                number,
                others=others,
            )
        return count(
            "Set up your dice in secret. {others} looks away.",
            "Set up your dice in secret. {others} look away.",
            number,
            others=others,
        )

    def build_frame(self) -> Iterator[Widget]:
        """The way out alone."""
        yield next(super().build_frame())

    def paint(self, on: Surface) -> None:
        """The curtain, the chip, the words."""
        brush = self.stage.brush
        u, (wide, high) = brush.u, brush.size
        curtain(on, brush, Rect(0, 0, wide, high), self.side)
        middle = wide / 2, high / 2
        brush.chip(on, self.side, (middle[0], middle[1] - u(110)), 130, "king")
        text = say("It is {name}'s turn now", name=self.name)
        text, px = brush.fitted(text, wide - u(80), theme.RIBBON, "display")
        brush.outlined(on, text, middle, px, theme.PAPER, brush.team(self.side).deep)
        line = self._line()
        room = Rect(0, round(middle[1] + u(44)), min(wide - u(80), u(720)), 0)
        room.centerx = wide // 2
        brush.paragraph(on, line, room, theme.BUTTON + 1, theme.PAPER, "strong", "centre")
