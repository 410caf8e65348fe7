"""The check of both troops, side by side: die by die, and what each is worth (RUM-05)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from rumms.games.rumms.events import Mustered
from rumms.games.rumms.kind import Kind
from rumms.language import count, say
from rumms.ui import theme
from rumms.ui.draw.brush import Rect, Surface
from rumms.ui.draw.dice import dice_of
from rumms.ui.draw.tabletop import look_at
from rumms.ui.kit.buttons import Button
from rumms.ui.kit.screen import Sheet
from rumms.ui.kit.widget import Widget
from rumms.ui.names import named

ROW: Final = 50
HEAD: Final = 62
"""From the top of a column to its first row."""
FOOT: Final = 67
"""From the last row to the bottom of the sheet's content."""
GAP: Final = 24
"""Between the columns."""


class TroopCheck(Sheet):
    """Both troops; it goes on once everybody has seen them."""

    width = 860
    has_close = False
    first = "agree"

    def __init__(
        self, mustered: Sequence[Mustered], points: int, owners: Sequence[str], agreed: Callable[[], object]
    ) -> None:
        super().__init__("")
        self.mustered, self.points, self.owners, self.agreed = mustered, points, owners, agreed
        self.numbers: list[Counter[Kind]] = [Counter(one.troop) for one in mustered]

    def enter(self) -> None:
        """A press that was meant for the screen before does not take it away unread."""
        self.open_question()
        super().enter()

    def rebuild(self) -> None:
        """The title is in the language of now."""
        self.title = say("Both troops")
        super().rebuild()

    def measure(self, width: int) -> int:  # noqa: ARG002  texts get smaller instead
        """Names and sums, the dice in a column for each side, and the button."""
        return self._head() + self.stage.brush.u(ROW * self._rows() + FOOT)

    def _rows(self) -> int:
        return max(map(len, self.numbers))

    def _head(self) -> int:
        brush = self.stage.brush
        return max(brush.u(HEAD), round(brush.leading(theme.PANEL) + brush.leading(theme.BODY)) + brush.u(14))

    def sum_of(self, number: int) -> str:
        """How many dice a troop has, and what it is worth."""
        dice = count("{number} die", "{number} dice", self.numbers[number].total())
        worth = self.mustered[number].worth
        return say("{dice}, worth {worth} of {points} points.", dice=dice, worth=worth, points=self.points)

    def build(self) -> Iterator[Widget]:
        """One button."""
        brush, content = self.stage.brush, self.content
        label = say("All right")
        box = Rect(0, 0, max(brush.u(170), Button.needs(brush, label, "check")[0]), brush.u(50))
        box.bottomright = (content.right, content.bottom - brush.u(3))
        yield Button("agree", box, label, "check", "primary", do=self._agree, is_answer=True)

    def leave(self) -> None:
        """There is nothing to refuse: the rules have checked it, too."""
        self._agree()

    def _agree(self) -> None:
        self.stage.back()
        self.agreed()

    def column(self, number: int) -> Rect:
        """The half of the sheet that shows a troop, red's on the left as on the mat."""
        u, content = self.stage.brush.u, self.content
        wide = (content.width - u(GAP)) // 2
        return Rect(content.left + number * (wide + u(GAP)), content.top, wide, content.height - u(FOOT))

    def place(self, number: int, kind: int) -> Rect:
        """Where a kind of a troop stands."""
        u, column = self.stage.brush.u, self.column(number)
        high = min(u(ROW), (column.height - self._head()) // self._rows())
        return Rect(column.left, column.top + self._head() + kind * high, column.width, high - u(5))

    def paint_sheet(self, on: Surface) -> None:
        """Both troops."""
        super().paint_sheet(on)
        for number in range(len(self.mustered)):
            self._paint_troop(on, number)

    def _paint_troop(self, on: Surface, number: int) -> None:
        """The owner, the sum, and each kind with how many there are."""
        brush, column, side = self.stage.brush, self.column(number), self.mustered[number].side
        u = brush.u
        brush.chip(on, side, (column.left + u(22), column.top + u(22)), 40, "king")
        left = column.left + u(54)
        name, total = brush.leading(theme.PANEL), brush.leading(theme.BODY)
        self._fitted(on, self.owners[number], (left, column.top + name / 2), column.right, theme.PANEL, "display")
        self._fitted(on, self.sum_of(number), (left, column.top + name + total / 2), column.right, theme.BODY, "text")
        dice = dice_of(brush)
        for place, (kind, times) in enumerate(self.numbers[number].items()):
            box = self.place(number, place)
            on.blit(brush.sheet(box.size, 11, theme.PAPER, theme.PAPER_2, theme.LINE, 1), box)
            picture = dice.picture(look_at(kind, side), min(u(30), round(box.height * 0.6)))
            on.blit(picture, picture.get_rect(center=(box.left + u(28), box.centery)))
            figure = brush.text(on, f"{times} ×", (box.left + u(94), box.centery), 17, theme.INK, "strong", "right")
            value = say("Value {value}", value=kind.value)
            right = brush.text(on, value, (box.right - u(12), box.centery), theme.SECOND, theme.INK_2, "text", "right")
            at = (figure.right + u(8), box.centery)
            self._fitted(on, named(kind), at, right.left - u(8), 16, "strong")

    def _fitted(self, on: Surface, text: str, at: tuple[float, float], right: float, px: float, cut: theme.Cut) -> None:
        """A line from a place on, in smaller letters if it would reach too far."""
        brush = self.stage.brush
        while brush.width(text, px, cut) > right - at[0] and px > theme.SMALLEST:
            px -= 0.5
        brush.text(on, text, at, px, theme.INK, cut)
