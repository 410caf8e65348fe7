"""The end of a game: who won and how, the figures of both sides, and what to do next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame

from rumms import catalogue
from rumms.games.rumms.events import Won
from rumms.games.rumms.state import SIDES, Side, State
from rumms.kernel.session import load
from rumms.language import say
from rumms.physics.film import rotation
from rumms.physics.model import TOP
from rumms.seats import is_person
from rumms.ui import theme
from rumms.ui.draw.brush import Anchor, Brush, Rect, Surface, smooth
from rumms.ui.draw.confetti import confetti
from rumms.ui.draw.dice import dice_of
from rumms.ui.draw.tabletop import look_of, radial
from rumms.ui.ending import how
from rumms.ui.figures import centimetres, dice_in_chain, figures, last_flick
from rumms.ui.figures import won as last_won
from rumms.ui.kit.buttons import Button, StyleName
from rumms.ui.kit.screen import Sheet
from rumms.ui.kit.widget import Widget
from rumms.ui.screens.replay import Replay
from rumms.ui.screens.statistics import StatisticsScreen

if TYPE_CHECKING:
    from rumms.ui.screens.table import Table

ABOVE: Final = 52
"""The king stands on the ribbon, above the paper."""
WIDTH, WIDER = 720, 800
"""In a tournament there is one more button."""
GAP: Final = 12
PIP: Final = 30
"""A game of a tournament."""


class Ending(NamedTuple):
    """A button of the sheet: its name, its label or the tip of its icon, and what it does."""

    name: str
    label: str
    icon: str
    tip: str
    style: StyleName
    do: Callable[[], object]


class End(Sheet):
    """The sheet after the last flick of a game; in a tournament the next one may follow."""

    has_close = False
    first = "next"

    def __init__(self, table: Table) -> None:
        super().__init__("")
        self.table = table
        self.game = table.game
        past = table.play.session.past
        self.won = last_won(past) or Won(Side.RED, table.state.game, table.state.wins, is_last=True)
        self.winner = self.won.side
        self.figures = figures(past, self.won.game)
        self.flicks, self.last = last_flick(past)
        self.state: State = self.last.before if self.last else table.state
        """The game as it lay before the last flick: the next one has no dice yet."""

    @property
    def is_tournament(self) -> bool:
        """Does it take more than one game?"""
        return self.state.options.wins_needed > 1

    def enter(self) -> None:
        """With a fanfare, or a sad tune where only a bot has won."""
        self.open_question()
        super().enter()
        seats = self.state.teams[self.winner.number]
        people = [seat for seat, name in enumerate(self.table.play.seats) if is_person(name)]
        has_won = not people or any(seat in people for seat in seats)
        self.stage.sound.play("win" if has_won else "loss")

    @property
    def is_lively(self) -> bool:  # type: ignore[override]
        """Confetti falls."""
        return not self.stage.brush.calm

    # Layout.

    def measure(self, width: int) -> int:
        """Sentence, names, rows, pips, buttons."""
        u = self.stage.brush.u
        pips = self._pips_high() if self.is_tournament else 0
        # Where a title would stand, the ribbon hangs, which does not grow with the text.
        ribbon = u(34) - self.stage.brush.height("", width, theme.TITLE, "display")
        return ribbon + self._sentence_high(width) + u(54) + 5 * self._row() + pips + u(76)

    def _sentence_high(self, width: int) -> int:
        return self.stage.brush.height(self._how(), width, theme.BUTTON)

    def _row(self) -> int:
        return max(self.stage.brush.u(36), round(self.stage.brush.leading(theme.BODY + 1)))

    def _pips_high(self) -> int:
        return self.stage.brush.u(62) + round(self.stage.brush.leading(theme.SECOND))

    def rebuild(self) -> None:
        """No title: a ribbon tells it."""
        self.width = WIDER if self.is_tournament else WIDTH
        super().rebuild()

    def _lay_out(self) -> None:
        super()._lay_out()
        brush = self.stage.brush
        inner = self.content.width
        ribbon = self.box.top + brush.u(74)
        self.content = Rect(self.content.left, ribbon, inner, self.content.bottom - ribbon)
        down = min(max(brush.u(ABOVE), brush.u(142) - self.box.top), brush.size[1] - brush.u(8) - self.box.bottom)
        self.box.move_ip(0, down)
        self.content.move_ip(0, down)

    def build(self) -> Iterator[Widget]:
        """What to do next."""
        offers: list[Ending] = [
            Ending("rematch", say("Rematch"), "dice", "", "primary" if self.won.is_last else "plain", self._again),
            Ending("replay", say("Watch again"), "replay", "", "plain", self._watch),
            Ending("statistics", "", "trophy", say("Statistics"), "plain", self._count),
            Ending("menu", say("Menu"), "back", "", "plain", self.stage.home),
        ]
        if not self.won.is_last:
            offers.insert(0, Ending("next", say("Next game"), "play", "", "primary", self._go_on))
        u, content = self.stage.brush.u, self.content
        yield from in_a_row(self.stage.brush, offers, Rect(content.left, content.bottom - u(57), content.width, u(54)))

    # What can be done.

    def leave(self) -> None:
        """Back to the menu: the game is over, and a tournament can be gone on with later."""
        self.stage.home()

    def _go_on(self) -> None:
        self.stage.back()
        self.table.next_game()

    def _again(self) -> None:
        """The same players; who lost begins."""
        self.stage.back()
        self.stage.replace(self.table.rematch(self.winner.foe))

    def _watch(self) -> None:
        writer = self.table.play.session.writer
        if writer:
            self.stage.open(Replay(load(writer.path, catalogue.find_game)))

    def _count(self) -> None:
        self.stage.open(StatisticsScreen())

    # Pictures.

    def paint(self, on: Surface) -> None:
        """What was there before, and confetti."""
        super().paint(on)
        if not self.stage.brush.calm:
            confetti(on, self.stage.brush, str(self.winner), self.stage.now - self._opened)

    def paint_sheet(self, on: Surface) -> None:
        """Paper, ribbon, king, sentence, figures, tournament."""
        super().paint_sheet(on)
        brush = self.stage.brush
        u, box = brush.u, self.box
        glow = brush.keep(("light", u(300)), lambda: radial(u(300), theme.colour("#FFD873")))
        at = (box.centerx, box.top - u(82))
        on.blit(glow, glow.get_rect(center=at))
        self._paint_ribbon(on)
        king = self.state.king(self.winner)
        dice_of(brush).cube(on, look_of(king), (at[0], at[1] - u(4)), u(84), rotation(TOP, 8.0))
        content = self.content
        sentence = Rect(content.left, content.top + u(2), content.width, 0)
        brush.paragraph(on, self._how(), sentence, theme.BUTTON, theme.INK_2, anchor="centre")
        top = content.top + self._sentence_high(content.width) + u(8)
        low = self._paint_figures(on, Rect(content.left, top, content.width, 0))
        if self.is_tournament:
            self._paint_pips(on, low + u(14))

    def _paint_ribbon(self, on: Surface) -> None:
        brush, box = self.stage.brush, self.box
        u, team = brush.u, brush.team(str(self.winner))
        high = u(74)
        place = Rect(0, 0, min(u(640), box.width + u(20)), high + u(18))
        place.midtop = (box.centerx, box.top - u(32))
        image = brush.keep(("ribbon", place.size, team.base), lambda: ribbon(brush, place.size, high, team))
        on.blit(image, place, special_flags=pygame.BLEND_PREMULTIPLIED)
        text, px = self._headline(), float(theme.RIBBON)
        while brush.width(text, px, "display") > place.width - u(128) and px > theme.PANEL:
            px -= 1
        brush.outlined(on, text, (box.centerx, place.top + high / 2 + u(2)), px, theme.PAPER, team.deep)

    def _headline(self) -> str:
        is_red = self.winner is Side.RED
        if not self.is_tournament:
            return say("Red wins!") if is_red else say("Blue wins!")
        if self.won.is_last:
            return say("Red wins the tournament!") if is_red else say("Blue wins the tournament!")
        return (
            say("Red wins game {number}!", number=self.won.game)
            if is_red
            else say("Blue wins game {number}!", number=self.won.game)
        )

    def _how(self) -> str:
        """How the king was lost, in a sentence."""
        return how(self.table.play.session.past, self.won, self.table.play.names)

    def _paint_figures(self, on: Surface, room: Rect) -> int:
        """Both sides beside each other; where it ends."""
        brush = self.stage.brush
        u, middle, away = brush.u, room.centerx, brush.u(236)
        y = room.top + u(22)
        for side in SIDES:
            sign = -1 if side is Side.RED else 1
            brush.chip(on, str(side), (middle + sign * away, y), 40, "king")
            names = " & ".join(self.table.play.names[seat] for seat in self.state.teams[side.number])
            anchor: Anchor = "left" if sign < 0 else "right"
            names, px = brush.fitted(names, away - u(44), 17, "display")
            at = (middle + sign * (away - u(28)), y)
            brush.text(on, names, at, px, brush.team(str(side)).deep, "display", anchor)
        red, blue = (self.figures[side] for side in SIDES)
        rows = (
            (say("Flicks"), str(red.flicks), str(blue.flicks)),
            (say("Dice knocked off"), str(red.knocked_off), str(blue.knocked_off)),
            (say("Captured and saved"), str(red.saved), str(blue.saved)),
            (say("Longest way"), centimetres(red.longest), centimetres(blue.longest)),
            (say("Best chain"), dice_in_chain(red.chain), dice_in_chain(blue.chain)),
        )
        row = self._row()
        top = y + u(26)
        for number, (label, left, right) in enumerate(rows):
            line = Rect(room.left + u(4), top + number * row, room.width - u(8), row - u(2))
            if number % 2 == 0:
                tone = theme.colour("#F5EAD4")
                on.blit(brush.sheet(line.size, 10, tone, tone), line)
            brush.text(on, label, (middle, line.centery), theme.BODY, theme.INK_2, "text", "centre")
            brush.text(on, left, (middle - away, line.centery), 19, theme.INK, "display", "centre")
            brush.text(on, right, (middle + away, line.centery), 19, theme.INK, "display", "centre")
        return top + len(rows) * row

    def _paint_pips(self, on: Surface, top: int) -> None:
        """A place for each game that has to be won, and a crown in it once it was."""
        brush, needed = self.stage.brush, self.state.options.wins_needed
        u, middle = brush.u, self.box.centerx
        high = round(brush.leading(theme.SECOND))
        title = say("Royal tournament, first to {number}", number=needed)
        brush.text(on, title, (middle, top + high / 2), theme.SECOND, theme.INK_2, "strong", "centre")
        y = top + high + u(20)
        red, blue = self.won.wins
        brush.text(on, f"{red} : {blue}", (middle, y), 22, theme.INK, "display", "centre")
        for side, wins in zip(SIDES, self.won.wins, strict=True):
            sign = -1 if side is Side.RED else 1
            for number in range(needed):
                at = (middle + sign * (u(56) + number * u(PIP + 8)), y)
                box = Rect(0, 0, u(PIP), u(PIP))
                box.center = (round(at[0]), round(at[1]))
                radius = PIP / 4 if side is Side.RED else PIP / 2
                if number < wins:
                    tone = brush.team(str(side)).base
                    on.blit(brush.sheet(box.size, radius, tone, tone), box)
                    brush.put_icon(on, "king", box.center, PIP * 0.6, theme.PAPER)
                else:
                    on.blit(brush.sheet(box.size, radius, theme.PAPER_3, theme.PAPER_3, theme.LINE, 2), box)


def ribbon(brush: Brush, size: tuple[int, int], high: int, team: theme.Team) -> Surface:
    """A ribbon with folded ends; its front is so many pixels high."""

    def draw(on: Surface, scale: float) -> None:
        wide, fold, low = on.get_width(), brush.u(46) * scale, high * scale
        down = brush.u(16) * scale
        for mirror in (False, True):
            tail = [
                (0, down),
                (fold * 1.6, down),
                (fold * 1.6, low + down),
                (0, low + down),
                (fold / 2, low / 2 + down),
            ]
            back = [(fold, low), (fold * 1.6, low), (fold * 1.6, low + down)]
            for points, tone in (
                (tail, theme.mix(team.base, team.deep, 0.55)),
                (back, theme.mix(team.deep, theme.BLACK, 0.3)),
            ):
                pygame.draw.polygon(on, tone, [(wide - x, y) if mirror else (x, y) for x, y in points])
        front = Rect(round(fold), 0, round(wide - 2 * fold), round(low))
        pygame.draw.rect(on, team.base, front, border_radius=round(brush.u(6) * scale))
        for top, tone in ((brush.u(5), theme.WHITE), (high - brush.u(7), theme.BLACK)):
            stripe = (front.left, round(top * scale), front.width, round(brush.u(2) * scale))
            pygame.draw.rect(on, theme.mix(team.base, tone, 0.18), stripe)

    return smooth(size, draw, 3)


def in_a_row(brush: Brush, offers: Sequence[Ending], box: Rect) -> Iterator[Button]:
    """Buttons side by side in the middle of a box. Where room is short a label goes on two lines; icons keep theirs."""
    u = brush.u
    needs = [Button.needs(brush, offer.label, offer.icon)[0] for offer in offers]
    sizes = [max(u(54), need + (u(12) if offer.label else 0)) for need, offer in zip(needs, offers, strict=True)]
    room = box.width - u(GAP) * (len(offers) - 1)
    if sum(sizes) > room:
        bare = sum(size for size, offer in zip(sizes, offers, strict=True) if not offer.label)
        part = (room - bare) / (sum(sizes) - bare)
        sizes = [int(size * part) if offer.label else size for size, offer in zip(sizes, offers, strict=True)]
    x = box.centerx - (sum(sizes) + u(GAP) * (len(offers) - 1)) // 2
    for wide, one in zip(sizes, offers, strict=True):
        place = Rect(x, box.top, wide, box.height)
        yield Button(one.name, place, one.label, one.icon, one.style, do=one.do, tip=one.tip, is_answer=True)
        x += wide + u(GAP)
