"""A practice table as it is seen: the last flick in figures, and what can be done with the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rumms.language import say
from rumms.ui import theme
from rumms.ui.draw.brush import Rect, Surface
from rumms.ui.screens.table_picture import TablePicture
from rumms.ui.theme import Colour

if TYPE_CHECKING:
    from rumms.ui.screens.practice import Practice

GOOD, BAD = theme.colour("#B9E0A5"), theme.colour("#FFB4A3")
"""On plum: fine, and a foul."""


class PracticePicture(TablePicture):
    """Paints a practice table."""

    def __init__(self, table: Practice) -> None:
        super().__init__(table)
        self.practice = table

    def _title(self) -> str:
        return say("Practice mat") if self.practice.is_mat else say("Practice")

    def _paint_help(self, on: Surface) -> None:
        """The last flick in figures; before the first how it is done."""
        figures = self.practice.figures
        if self.practice.mode == "editing" or figures is None:
            if self.practice.mode != "editing":
                super()._paint_help(on)
            return
        off = say("off the mat")
        parts = (
            (say("Speed"), f"{round(figures.speed)} cm/s", theme.PAPER),
            (say("Way"), off if figures.is_off else f"{round(figures.way)} cm", theme.PAPER),
            (say("Touch"), *self._verdict(figures.foul)),
        )
        brush, box = self.brush, self.practice.strip.middle
        gap = brush.u(8)
        wide = (box.width - 2 * gap) // 3
        for number, (label, figure, colour) in enumerate(parts):
            self._figure(on, Rect(box.left + number * (wide + gap), box.top, wide, box.height), label, figure, colour)

    def _verdict(self, foul: str) -> tuple[str, Colour]:
        words = {"several": say("several dice"), "not yours": say("not yours"), "pushed": say("pushed")}
        return (words[foul], BAD) if foul else (say("clean"), GOOD)

    def _figure(self, on: Surface, box: Rect, label: str, figure: str, colour: Colour) -> None:
        brush = self.brush
        u = brush.u
        brush.plum(on, box)
        brush.text(on, label, (box.left + u(12), box.top + u(18)), theme.SECOND, theme.LILAC, "strong")
        px = 18.0
        while brush.width(figure, px, "display") > box.width - u(20) and px > theme.SMALLEST:
            px -= 0.5
        brush.text(on, figure, (box.left + u(12), box.top + u(44)), px, colour, "display")

    def _prompt(self) -> tuple[str, str]:
        """What to do next, and its icon."""
        practice = self.practice
        if practice.reel or practice.play.waits_for is None:
            return super()._prompt()
        if (said := practice.finger.said) and not practice.hint.given:
            return said, "hint"
        if practice.is_arranging:
            return say("Let go or click where it shall lie · wheel turns it · off the mat: back into the box"), "finger"
        if practice.is_editing:
            return say("Drag any die; click one to choose it"), "finger"
        return super()._prompt()
