"""What is told at a card table: everything that whoever looks has heard, and what happened since they decided last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rumms.language import code
from rumms.ui import theme
from rumms.ui.draw.brush import Surface
from rumms.ui.tables.reel import story_of
from rumms.ui.theme import colour

if TYPE_CHECKING:
    from rumms.ui.screens.card_table import CardTable

KEPT, RECENT = 200, 12
"""Lines of the whole story, and of what happened since, at most."""
FRESH: Final = colour("#F1E8EE")


class CardLog:
    """A story, told to each as they heard it."""

    def __init__(self, table: CardTable) -> None:
        self.table = table
        self.is_open = False
        self.lines: list[str] = []
        self.since: list[str] = []
        self._told: tuple[object, ...] = ()

    def tell(self) -> None:
        """Bring it up to date."""
        play, eyes = self.table.play, self.table.eyes
        past, names, words = play.session.past, play.names, play.entry.words
        key = (len(past), past[-1] if past else None, eyes, code())
        if key == self._told:
            return
        self._told = key
        own = [number for number, made in enumerate(past) if made.seat == eyes and not made.forced]
        last = own[-1] if own else -1
        told = [(number, text) for number, made in enumerate(past) for text in story_of(made, words, names, eyes)]
        self.lines = [text for _, text in told][-KEPT:]
        self.since = [text for number, text in told if number >= last][-RECENT:]

    def toggle(self) -> None:
        """Open it, or put it away."""
        self.is_open = not self.is_open
        self.tell()

    def paint(self, on: Surface) -> None:
        """The newest lines that there is room for; those since are lighter."""
        brush = self.table.stage.brush
        u, px = brush.u, theme.BODY - 1
        room, lead = self.table.table.box(772, 72, 488, 560), brush.leading(theme.BODY - 1)
        shown: list[tuple[str, bool]] = []
        most = int((room.height - u(32)) / lead)
        fresh = len(self.lines) - len(self.since)
        for number in range(len(self.lines) - 1, -1, -1):
            rows = brush.lines(self.lines[number], room.width - u(40), px)
            if len(shown) + len(rows) > most:
                break
            shown = [*((row, number >= fresh) for row in rows), *shown]
        room.height = round(lead * max(1, len(shown))) + u(28)
        brush.plum(on, room, 16, shadow=14)
        y = room.top + u(14) + lead / 2
        for text, is_fresh in shown:
            brush.text(on, text, (room.left + u(20), y), px, FRESH if is_fresh else theme.LILAC_2)
            y += lead
