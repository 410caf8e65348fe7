"""The end of a card game: who has won, how everybody stands, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import pygame

from rumms import catalogue
from rumms.kernel.session import load
from rumms.language import say
from rumms.ui import theme
from rumms.ui.draw.brush import Rect, Surface
from rumms.ui.draw.confetti import confetti
from rumms.ui.kit.screen import Sheet
from rumms.ui.kit.widget import Widget
from rumms.ui.screens.card_replay import CardReplay
from rumms.ui.screens.end import Ending, in_a_row, ribbon
from rumms.ui.screens.statistics import StatisticsScreen
from rumms.ui.tables.layout import seat_chip
from rumms.ui.theme import colour

if TYPE_CHECKING:
    from rumms.ui.screens.card_table import CardTable

RIBBON: Final = 74
TONE: Final = theme.Team(colour("#C8402E"), colour("#7E2219"), colour("#F3B5A2"))


class CardEnd(Sheet):
    """The sheet after the last move."""

    width = 620
    has_close = False
    first = "rematch"

    def __init__(self, table: CardTable) -> None:
        super().__init__("")
        self.table, self.game = table, table.game
        session = table.play.session
        self.winners = sorted(session.game.winners(session.state))

    def enter(self) -> None:
        """With a fanfare, or a sad tune where only bots have won."""
        self.open_question()
        super().enter()
        people = self.table.play.people
        has_won = not people or any(seat in people for seat in self.winners)
        self.stage.sound.play("win" if has_won else "loss")

    @property
    def is_lively(self) -> bool:  # type: ignore[override]
        """Confetti falls."""
        return not self.stage.brush.calm

    def measure(self, width: int) -> int:  # noqa: ARG002  rows are as high as they are
        """A row for each player, then the buttons."""
        return self.stage.brush.u(40) + len(self.table.play.seats) * self._row() + self.stage.brush.u(76)

    def _row(self) -> int:
        return max(self.stage.brush.u(46), round(self.stage.brush.leading(theme.BODY + 4)))

    def build(self) -> Iterator[Widget]:
        """What to do next."""
        u, content = self.stage.brush.u, self.content
        offers: tuple[Ending, ...] = (
            Ending("rematch", say("Rematch"), "cards", "", "primary", self._again),
            Ending("replay", say("Watch again"), "replay", "", "plain", self._watch),
            Ending("statistics", "", "trophy", say("Statistics"), "plain", self._count),
            Ending("menu", say("Menu"), "back", "", "plain", self.stage.home),
        )
        yield from in_a_row(self.stage.brush, offers, Rect(content.left, content.bottom - u(52), content.width, u(48)))

    def leave(self) -> None:
        """Back to the menu: the game is over."""
        self.stage.home()

    def _again(self) -> None:
        self.stage.back()
        self.stage.replace(self.table.rematch())

    def _watch(self) -> None:
        writer = self.table.play.session.writer
        if writer:
            self.stage.open(CardReplay(load(writer.path, catalogue.find_game)))

    def _count(self) -> None:
        self.stage.open(StatisticsScreen())

    # Pictures.

    def paint(self, on: Surface) -> None:
        """What was there before, and confetti."""
        super().paint(on)
        if not self.stage.brush.calm:
            confetti(on, self.stage.brush, "red", self.stage.now - self._opened)

    def paint_sheet(self, on: Surface) -> None:
        """Paper, ribbon, and a row for each player."""
        super().paint_sheet(on)
        brush, box = self.stage.brush, self.box
        u, names = brush.u, self.table.play.names
        if not self.winners:
            text = say("Nobody wins")
        elif len(self.winners) == 1:
            text = say("{name} wins!", name=names[self.winners[0]])
        else:
            text = say("{names} win!", names=" & ".join(names[seat] for seat in self.winners))
        high = u(RIBBON)
        place = Rect(0, 0, min(u(660), box.width + u(40)), high + u(18))
        place.midtop = (box.centerx, box.top - u(40))
        image = brush.keep(("card ribbon", place.size), lambda: ribbon(brush, place.size, high, TONE))
        on.blit(image, place, special_flags=pygame.BLEND_PREMULTIPLIED)
        text, px = brush.fitted(text, place.width - u(150), theme.RIBBON, "display", theme.BODY)
        brush.outlined(on, text, (box.centerx, place.top + high / 2 + u(2)), px, theme.PAPER, TONE.deep)
        self._paint_rows(on, names)

    def _paint_rows(self, on: Surface, names: tuple[str, ...]) -> None:
        brush, content, play = self.stage.brush, self.content, self.table.play
        u, row = brush.u, self._row()
        state, layout = play.session.state, self.table.table
        order = sorted(range(len(names)), key=lambda seat: (seat not in self.winners, layout.rank(state, seat)))
        for number, seat in enumerate(order):
            line = Rect(content.left, content.top + u(30) + number * row, content.width, row - u(4))
            has_won = seat in self.winners
            tones = (colour("#FBE3AE"), colour("#F8D995")) if has_won else (colour("#F5EAD4"),) * 2
            rim = theme.HONEY_DARK if has_won else None
            on.blit(brush.sheet(line.size, 12, *tones, rim, 1.5), line)
            wide = min(u(34), line.height - u(8))
            disc = Rect(line.left + u(12), line.centery - wide // 2, wide, wide)
            seat_chip(on, brush, seat, disc, is_bot=seat not in play.people)
            right = brush.text(
                on, layout.score(state, seat), (line.right - u(16), line.centery), 22, theme.INK, "display", "right"
            )
            if has_won:
                brush.put_icon(on, "trophy", (right.left - u(24), line.centery), 26, theme.HONEY_DARK)
            room = (right.left - u(50) - disc.right) / brush.scale
            name, px = layout.fitted(names[seat], 18, "display", room)
            brush.text(on, name, (disc.right + u(12), line.centery), px, theme.INK, "display")
