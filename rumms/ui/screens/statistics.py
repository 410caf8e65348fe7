"""Statistics: everybody who has played on this machine, and what they have done so far in each game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from rumms.catalogue import GAMES
from rumms.language import count, say
from rumms.ui import statistics, theme
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.draw.mat import table
from rumms.ui.kit.buttons import Button, Choice, Option, RiskyButton
from rumms.ui.kit.lists import Rows
from rumms.ui.kit.screen import Screen
from rumms.ui.kit.widget import Widget
from rumms.ui.kit.words import Picture
from rumms.ui.screens.erasing import ask_to_erase, way_back
from rumms.ui.statistics import Player, Tally
from rumms.ui.tallies import FIGURES

PAGE: Final = 1010
LIST: Final = 270
"""How wide the list of names is."""
ROW: Final = 64
TILES: Final = 2
"""Figures in a row."""


class StatisticsScreen(Screen):
    """Names at the left, one person's figures at the right, game by game."""

    first = "players"

    def __init__(self) -> None:
        super().__init__()
        self.selected = 0
        self.shown_game = ""
        """The game whose figures are shown; none: the one that the person has played most."""

    def enter(self) -> None:
        """Read what is kept."""
        self._read()
        super().enter()

    def _read(self) -> None:
        players = statistics.load().players
        self.players = sorted(players, key=lambda one: (-one.games, one.name.casefold(), one.seat))
        self.selected = min(self.selected, max(0, len(self.players) - 1))

    @property
    def player(self) -> Player:
        """The one whose figures are shown."""
        return self.players[self.selected]

    @property
    def counted_game(self) -> str:
        """The id of the game whose figures are shown."""
        return self.shown_game or max(FIGURES, key=lambda game: self.player.tally(game).games)

    @property
    def tally(self) -> Tally:
        """The figures that are shown."""
        return self.player.tally(self.counted_game)

    def build(self) -> Iterator[Widget]:
        """The names, the games, and what can be erased."""
        brush = self.stage.brush
        u, (wide, high) = brush.u, brush.size
        back = Rect(u(24), u(16), u(46), u(46))
        yield Button("back", back, icon="back", style="dark", do=self.leave, tip=say("Back"))
        self.page = Rect((wide - u(PAGE)) // 2, u(84), u(PAGE), high - u(108))
        if not self.players:
            below = Rect(0, 0, max(u(110), Button.needs(brush, say("Bring back"), "undo")[0]), u(46))
            below.midtop = (self.page.centerx, self.page.centery + u(100))
            yield from way_back(brush, "statistics", below, self._bring_back)
            return
        inner = self.page.inflate(-u(40), -u(36))
        row = max(u(ROW), round(2 * brush.leading(theme.BODY)) + u(16))
        names = Rect(inner.left, inner.top, u(LIST), inner.height)
        yield Rows(
            "players", names, len(self.players), row, self._paint_row, selected=self.selected, select=self._select
        )
        right = Rect(names.right + u(28), inner.top, inner.right - names.right - u(28), inner.height)
        games = [Option(game, GAMES[game].words.title()) for game in FIGURES]
        head = Rect(right.left, right.top, right.width, u(76))
        choice = Rect(right.left, head.bottom + u(10), right.width, u(48))
        yield Picture(head, self._paint_head)
        yield Choice("game", choice, games, self.counted_game, do=self._choose_game, px=theme.BODY)
        below = Rect(right.left, choice.bottom + u(14), right.width, right.bottom - u(64) - choice.bottom - u(14))
        yield Picture(below, self._paint_tally)
        yield from self._buttons(Rect(right.left, right.bottom - u(49), right.width, u(46)))

    def _buttons(self, box: Rect) -> Iterator[Widget]:
        """To bring back and to erase, side by side."""
        gap, px = self.stage.brush.u(12), theme.BODY + 1
        wide = (box.width - 2 * gap) // 3
        places = [Rect(box.left + number * (wide + gap), box.top, wide, box.height) for number in range(3)]
        yield from way_back(self.stage.brush, "statistics", places[0], self._bring_back, px)
        label = say("Erase {name}", name=self.player.called)
        yield RiskyButton("erase", places[1], label, "close", do=partial(self._ask, self.player), px=px)
        yield RiskyButton("erase all", places[2], say("Erase all"), "close", do=partial(self._ask, None), px=px)

    def _select(self, number: int) -> None:
        self.selected = number
        self.rebuild()

    def _choose_game(self, game: str) -> None:
        self.shown_game = game
        self.rebuild()

    # What can be done.

    def _ask(self, player: Player | None) -> None:
        title = say("Erase all statistics?") if player is None else say("Erase {name}?", name=player.called)
        ask_to_erase(self.stage, title, partial(self._erase, player), say("The games themselves are kept."))

    def _erase(self, player: Player | None) -> None:
        statistics.erase(player)
        self._read()
        self.rebuild()

    def _bring_back(self) -> None:
        there = statistics.bring_back()
        self._read()
        if there:
            self.selected = next(number for number, one in enumerate(self.players) if one.is_same(there))
        self.rebuild()

    # Pictures.

    def paint(self, on: Surface) -> None:
        """Table, title, paper."""
        brush = self.stage.brush
        on.blit(table(brush, brush.size), (0, 0))
        brush.text(on, say("Statistics"), (brush.u(88), brush.u(40)), theme.TITLE, theme.PAPER, "display")
        brush.panel(on, self.page, 20, shadow=14, alpha=150)
        if not self.players:
            self._paint_nobody(on)

    def _paint_nobody(self, on: Surface) -> None:
        brush, page = self.stage.brush, self.page
        u = brush.u
        brush.token(on, "trophy", (page.centerx, page.centery - u(60)), 84)
        text = say("Nobody has finished a game yet.")
        brush.text(on, text, (page.centerx, page.centery + u(12)), theme.PANEL, theme.INK, "display", "centre")
        text = say("Play one to the end, and its figures stand here.")
        if statistics.is_spoilt():
            text = say("The file {file} cannot be read; the next game lays it aside.", file=str(statistics.path()))
        room = Rect(page.left + u(40), page.centery + u(34), page.width - u(80), 0)
        brush.paragraph(on, text, room, theme.BODY, theme.INK_2, anchor="centre")

    def _paint_row(self, on: Surface, box: Rect, brush: Brush, number: int, is_selected: bool) -> None:
        one, u = self.players[number], brush.u
        ink = theme.INK if is_selected else theme.INK_2
        initial(on, brush, one, (box.left + u(34), box.centery), 40)
        left, room = box.left + u(66), box.width - u(84)
        name, px = brush.fitted(one.called, room, theme.BODY + 2, "display")
        brush.text(on, name, (left, box.centery - u(10)), px, ink, "display")
        games = count("{number} game", "{number} games", one.games)
        brush.text(on, games, (left, box.centery + u(13)), theme.SECOND, theme.INK_2)

    def _paint_head(self, on: Surface, box: Rect, brush: Brush) -> None:
        """The player's picture and name, with the number of games."""
        one, u = self.player, brush.u
        initial(on, brush, one, (box.left + u(36), box.top + u(38)), 68)
        name, px = brush.fitted(one.called, box.width - u(100), theme.TITLE, "display", theme.BODY)
        brush.text(on, name, (box.left + u(86), box.top + u(26)), px, theme.INK, "display")
        games = count("{number} game played", "{number} games played", one.games)
        brush.text(on, games, (box.left + u(86), box.top + u(56)), theme.BODY, theme.INK_2)

    def _paint_tally(self, on: Surface, box: Rect, brush: Brush) -> None:
        """The figures of the chosen game."""
        u, tally = brush.u, self.tally
        if not tally.games:
            title = GAMES[self.counted_game].words.title()
            text = say("{name} has not played {game} to the end yet.", name=self.player.called, game=title)
            room = Rect(box.left + u(20), box.centery - u(20), box.width - u(40), 0)
            brush.paragraph(on, text, room, theme.PANEL - 2, theme.INK_2, anchor="centre")
            return
        bar = Rect(box.left, box.top, box.width, max(u(38), round(brush.leading(theme.BODY)) + u(14)))
        self._paint_share(on, bar, brush)
        gap, top = u(14), bar.bottom + u(16)
        wide = (box.width - gap) // TILES
        high = (box.bottom - top - gap) // 2
        for number, figure in enumerate(FIGURES[self.counted_game]):
            row, column = divmod(number, TILES)
            tile = Rect(box.left + column * (wide + gap), top + row * (high + gap), wide, high)
            _paint_tile(
                on, tile, brush, figure.icon, figure.shown(tally.figures.get(figure.name, 0)), say(figure.label)
            )

    def _paint_share(self, on: Surface, bar: Rect, brush: Brush) -> None:
        """Games won and lost as one bar, and in figures on it."""
        one, u = self.tally, brush.u
        on.blit(brush.sheet(bar.size, 12, theme.PAPER_3, theme.PAPER_3), bar)
        if one.won:
            part = Rect(bar.left, bar.top, max(u(24), round(bar.width * one.won / max(1, one.games))), bar.height)
            on.blit(brush.sheet(part.size, 12, theme.STYLES["go"].top, theme.STYLES["go"].bottom), part)
        won, lost = say("{number} won", number=one.won), say("{number} lost", number=one.lost)
        below = one.won * bar.width < (brush.width(won, theme.BODY, "strong") + u(28)) * max(1, one.games)
        ink = theme.INK if below else theme.WHITE
        left = bar.left + u(14)
        if below and one.won:
            left += round(bar.width * one.won / max(1, one.games))
        brush.text(on, won, (left, bar.centery), theme.BODY, ink, "strong")
        beyond = bar.width * one.lost < (brush.width(lost, theme.BODY, "strong") + u(28)) * max(1, one.games)
        ink = theme.WHITE if beyond and one.won else theme.INK
        right = bar.right - u(14) - (round(bar.width * one.lost / max(1, one.games)) if beyond and one.won else 0)
        brush.text(on, lost, (right, bar.centery), theme.BODY, ink, "strong", "right")


def _paint_tile(on: Surface, box: Rect, brush: Brush, icon: str, figure: str, label: str) -> None:
    u = brush.u
    on.blit(brush.sheet(box.size, 14, theme.colour("#F7EDD9"), theme.colour("#F1E4CA"), theme.LINE, 1), box)
    brush.token(on, icon, (box.left + u(50), box.centery), 64)
    left, room = box.left + u(98), box.width - u(108)
    px = 36.0
    while brush.width(figure, px, "display") > room and px > theme.BODY:
        px -= 1
    brush.text(on, figure, (left, box.centery - u(14)), px, theme.INK, "display")
    high = brush.height(label, room, theme.BODY)
    place = Rect(left, box.centery + u(14), room, high)
    brush.paragraph(on, label, place, theme.BODY, theme.INK_2)


def initial(on: Surface, brush: Brush, player: Player, at: tuple[float, float], px: float) -> None:
    """The first letter of a name on a round slip."""
    circle = Rect(0, 0, brush.u(px), brush.u(px))
    circle.center = (round(at[0]), round(at[1]))
    brush.panel(on, circle, px / 2, shadow=4, alpha=90)
    inner = circle.inflate(-brush.u(6), -brush.u(6))
    on.blit(brush.sheet(inner.size, px / 2, theme.PLUM, theme.PLUM_2), inner)
    letter = player.called[:1].upper()
    brush.text(on, letter, circle.center, px * 0.5 / brush.text_scale, theme.PAPER, "display", "centre")
