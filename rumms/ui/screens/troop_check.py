"""The other side's check: the troop that was chosen, die by die, and what it is worth (RUM-05)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
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

COLUMNS: Final = 2
ROW: Final = 56
GAP: Final = 10
"""Between the columns."""


class TroopCheck(Sheet):
    """What stands against you; it goes on once you have seen it."""

    width = 640
    has_close = False
    first = "agree"

    def __init__(self, mustered: Mustered, points: int, owner: str, agreed: Callable[[], object]) -> None:
        super().__init__("")
        self.mustered, self.points, self.owner, self.agreed = mustered, points, owner, agreed
        self.numbers: Counter[Kind] = Counter(mustered.troop)

    def rebuild(self) -> None:
        """The title is in the language of now."""
        self.title = say("The troop of {name}", name=self.owner)
        super().rebuild()

    def measure(self, width: int) -> int:
        """The sum, the dice in two columns, and the button."""
        brush = self.stage.brush
        rows = -(-len(self.numbers) // COLUMNS)
        return self._head(width) + brush.u(ROW * rows + 12 + 55)

    def _head(self, width: int) -> int:
        """How high chip and sum are, with the gap below them."""
        brush = self.stage.brush
        return max(brush.u(40), brush.height(self._sum(), width - brush.u(52), 16)) + brush.u(12)

    def _sum(self) -> str:
        dice = count("{number} die", "{number} dice", self.numbers.total())
        worth = self.mustered.worth
        return say("{dice}, worth {worth} of {points} points.", dice=dice, worth=worth, points=self.points)

    def build(self) -> Iterator[Widget]:
        """One button."""
        brush, content = self.stage.brush, self.content
        label = say("All right")
        box = Rect(0, 0, max(brush.u(170), Button.needs(brush, label, "check")[0]), brush.u(50))
        box.bottomright = (content.right, content.bottom - brush.u(3))
        yield Button("agree", box, label, "check", "primary", do=self._agree)

    def leave(self) -> None:
        """There is nothing to refuse: the rules have checked it, too."""
        self._agree()

    def _agree(self) -> None:
        self.stage.back()
        self.agreed()

    def place(self, number: int) -> Rect:
        """Where a kind stands, from one edge of the sheet to the other."""
        u, content = self.stage.brush.u, self.content
        row, column = divmod(number, COLUMNS)
        wide = (content.width + u(GAP)) // COLUMNS
        top = content.top + self._head(content.width) + row * u(ROW)
        return Rect(content.left + column * wide, top, wide - u(GAP), u(ROW - 6))

    def paint_sheet(self, on: Surface) -> None:
        """The sum, and each kind with how many there are."""
        super().paint_sheet(on)
        brush, content = self.stage.brush, self.content
        u, side = brush.u, self.mustered.side
        middle = content.top + (self._head(content.width) - u(12)) // 2
        brush.chip(on, side, (content.left + u(20), middle), 36, "king")
        room = Rect(content.left + u(52), 0, content.width - u(52), 0)
        room.height = brush.height(self._sum(), room.width, 16)
        room.centery = middle
        brush.paragraph(on, self._sum(), room, 16, theme.INK_2)
        dice = dice_of(brush)
        for number, (kind, times) in enumerate(self.numbers.items()):
            box = self.place(number)
            on.blit(brush.sheet(box.size, 11, theme.PAPER, theme.PAPER_2, theme.LINE, 1), box)
            picture = dice.picture(look_at(kind, side), u(30))
            on.blit(picture, picture.get_rect(center=(box.left + u(28), box.centery)))
            figure = brush.text(on, f"{times} ×", (box.left + u(94), box.centery), 17, theme.INK, "strong", "right")
            name = named(kind)
            value = say("Value {value}", value=kind.value)
            right = brush.text(on, value, (box.right - u(12), box.centery), theme.SECOND, theme.INK_2, "text", "right")
            px = 16.0
            while brush.width(name, px, "strong") > right.left - u(8) - figure.right - u(8) and px > theme.SMALLEST:
                px -= 0.5
            brush.text(on, name, (figure.right + u(8), box.centery), px, theme.INK, "strong")
