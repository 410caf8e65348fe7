"""The end of a game: who won and how, the figures of both sides, and what to do next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, sin
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame

from rumms import catalogue
from rumms.games.rumms.events import Flicked
from rumms.games.rumms.state import SIDES, Side
from rumms.kernel.session import load
from rumms.language import count, say, word
from rumms.physics.film import rotation
from rumms.physics.model import TOP
from rumms.seats import is_person
from rumms.ui import theme
from rumms.ui.draw.brush import Anchor, Brush, Rect, Surface, smooth
from rumms.ui.draw.dice import dice_of
from rumms.ui.draw.tabletop import look_of, radial
from rumms.ui.figures import figures, last_flick
from rumms.ui.kit.buttons import Button, StyleName
from rumms.ui.kit.screen import Sheet
from rumms.ui.kit.widget import Widget
from rumms.ui.screens.replay import Replay

if TYPE_CHECKING:
    from rumms.ui.screens.table import Table

PIECES: Final = 90
"""Of confetti."""
FALLING: Final = 60.0
"""Pixels of the design a second."""


class Snippet(NamedTuple):
    """A piece of confetti: where it begins, how it falls and turns."""

    x: float
    y: float
    speed: float
    sway: float
    phase: float
    tone: int
    size: float


class End(Sheet):
    """The sheet after the last flick."""

    width = 720
    has_close = False
    first = "rematch"

    def __init__(self, table: Table) -> None:
        super().__init__("")
        self.table = table
        self.game = table.game
        state = table.state
        self.winner = state.winner or Side.RED
        past = table.play.session.past
        self.figures = figures(past, state.game)
        self.flicks, self.last = last_flick(past)
        rng = Random(7)
        self.confetti = [
            Snippet(
                rng.random(), rng.random() ** 1.5, rng.uniform(0.6, 1.3), rng.uniform(4, 14), rng.random() * 6.28,
                rng.randrange(6), rng.uniform(4, 9),
            )
            for _ in range(PIECES)
        ]  # fmt: skip

    def enter(self) -> None:
        """With a fanfare, or a sad tune where only a bot has won."""
        super().enter()
        seats = self.table.state.teams[self.winner.number]
        people = [seat for seat, name in enumerate(self.table.play.seats) if is_person(name)]
        has_won = not people or any(seat in people for seat in seats)
        self.stage.sound.play("win" if has_won else "loss")

    @property
    def is_lively(self) -> bool:  # type: ignore[override]
        """Confetti falls."""
        return not self.stage.brush.calm

    def measure(self, width: int) -> int:  # noqa: ARG002  rows are as high as they are
        """Sentence, names, rows, buttons."""
        brush = self.stage.brush
        return brush.u(64) + brush.u(60) + 5 * self._row() + brush.u(80)

    def _row(self) -> int:
        return max(self.stage.brush.u(36), round(self.stage.brush.leading(theme.BODY + 1)))

    def rebuild(self) -> None:
        """No title: a ribbon tells it."""
        super().rebuild()
        # The king stands on the ribbon, above the paper.
        self.box.move_ip(0, self.stage.brush.u(52))
        self.content.move_ip(0, self.stage.brush.u(52))
        self.widgets = [*self.build()]

    def build(self) -> Iterator[Widget]:
        """What to do next."""
        brush = self.stage.brush
        u = brush.u
        offers: tuple[tuple[str, str, str, StyleName, Callable[[], object]], ...] = (
            ("rematch", say("Rematch"), "dice", "primary", self._again),
            ("replay", say("Watch again"), "replay", "plain", self._watch),
            ("menu", say("Menu"), "back", "plain", self.stage.home),
        )
        sizes = [max(u(150), Button.needs(brush, label, icon)[0]) for _, label, icon, _, _ in offers]
        x = self.content.centerx - (sum(sizes) + u(14) * 2) // 2
        for wide, (name, label, icon, style, do) in zip(sizes, offers, strict=True):
            yield Button(name, Rect(x, self.content.bottom - u(52), wide, u(48)), label, icon, style, do=do)
            x += wide + u(14)

    def leave(self) -> None:
        """Back to the menu: the game is over."""
        self.stage.home()

    def _again(self) -> None:
        """The same players; who lost begins."""
        self.stage.back()
        self.stage.replace(self.table.rematch(self.winner.foe))

    def _watch(self) -> None:
        writer = self.table.play.session.writer
        if writer:
            self.stage.open(Replay(load(writer.path, catalogue.find_game)))

    # Pictures.

    def paint(self, on: Surface) -> None:
        """What was there before, and confetti."""
        super().paint(on)
        if not self.stage.brush.calm:
            self._paint_confetti(on)

    def _paint_confetti(self, on: Surface) -> None:
        brush = self.stage.brush
        team = brush.team(str(self.winner))
        tones = (team.base, team.light, theme.HONEY, theme.colour("#FFE39A"), theme.PAPER, theme.colour("#8FB87A"))
        wide, high = brush.size
        since = self.stage.now - self._opened
        for piece in self.confetti:
            y = (piece.y * high * 0.92 - high * 0.25 + since * FALLING * piece.speed * brush.scale) % (high * 1.1)
            x = piece.x * wide + brush.u(piece.sway) * sin(since * 1.7 + piece.phase)
            size = brush.u(piece.size)
            turn = since * 2.0 + piece.phase
            a, b = size * abs(cos(turn)) + 1, size * 0.55
            corners = [(x - a, y - b), (x + a, y - b * 0.4), (x + a, y + b), (x - a, y + b * 0.4)]
            pygame.draw.polygon(on, tones[piece.tone], corners)

    def paint_sheet(self, on: Surface) -> None:
        """Paper, ribbon, king, sentence, figures."""
        super().paint_sheet(on)
        brush = self.stage.brush
        u, box = brush.u, self.box
        glow = brush.keep(("light", u(300)), lambda: radial(u(300), theme.colour("#FFD873")))
        at = (box.centerx, box.top - u(72))
        on.blit(glow, glow.get_rect(center=at))
        team = brush.team(str(self.winner))
        text = say("Red wins!") if self.winner is Side.RED else say("Blue wins!")
        high = u(74)
        place = Rect(0, 0, min(u(640), box.width + u(20)), high + u(18))
        place.midtop = (box.centerx, box.top - u(32))
        ribbon = brush.keep(("ribbon", place.size, team.base), lambda: _ribbon(brush, place.size, high, team))
        on.blit(ribbon, place, special_flags=pygame.BLEND_PREMULTIPLIED)
        brush.outlined(on, text, (box.centerx, place.top + high / 2 + u(2)), theme.RIBBON, theme.PAPER, team.deep)
        king = self.table.state.king(self.winner)
        dice = dice_of(brush)
        dice.cube(on, look_of(king), (at[0], at[1] - u(4)), u(84), rotation(TOP, 8.0))
        content = self.content
        sentence = Rect(content.left, content.top + u(8), content.width, 0)
        brush.paragraph(on, self._how(), sentence, theme.BUTTON, theme.INK_2, anchor="centre")
        self._paint_figures(on, Rect(content.left, content.top + u(50), content.width, 0))

    def _how(self) -> str:
        """How the king was lost, in a sentence."""
        name = ", ".join(self.table.play.names[seat] for seat in self.table.state.teams[self.winner.number])
        if self.last is not None:
            event = next((one for one in self.last.events if isinstance(one, Flicked)), None)
            if event and event.die.side is self.winner:
                return say(
                    "{name}'s {die} knocked the enemy king off the mat, in flick {number}.",
                    name=name,
                    die=str(word(event.die.kind.called)),
                    number=self.flicks,
                )
        return say("{name} has won: the enemy lost his own king, in flick {number}.", name=name, number=self.flicks)

    def _paint_figures(self, on: Surface, room: Rect) -> None:
        brush = self.stage.brush
        u, middle, away = brush.u, room.centerx, brush.u(236)
        y = room.top + u(24)
        for side in SIDES:
            sign = -1 if side is Side.RED else 1
            brush.chip(on, str(side), (middle + sign * away, y), 40, "king")
            names = ", ".join(self.table.play.names[seat] for seat in self.table.state.teams[side.number])
            anchor: Anchor = "left" if sign < 0 else "right"
            at = (middle + sign * (away - u(28)), y)
            brush.text(on, names, at, 17, brush.team(str(side)).deep, "display", anchor)
        red, blue = (self.figures[side] for side in SIDES)
        rows = (
            (say("Flicks"), str(red.flicks), str(blue.flicks)),
            (say("Dice knocked off"), str(red.knocked_off), str(blue.knocked_off)),
            (say("Dice lost"), str(red.lost), str(blue.lost)),
            (say("Longest way"), _cm(red.longest), _cm(blue.longest)),
            (say("Best chain"), _dice(red.chain), _dice(blue.chain)),
        )
        row = self._row()
        y += u(42)
        for number, (label, left, right) in enumerate(rows):
            line = Rect(room.left + u(4), y + number * row - row // 2, room.width - u(8), row - u(2))
            if number % 2 == 0:
                tone = theme.colour("#F5EAD4")
                on.blit(brush.sheet(line.size, 10, tone, tone), line)
            brush.text(on, label, (middle, line.centery), theme.BODY, theme.INK_2, "text", "centre")
            brush.text(on, left, (middle - away, line.centery), 19, theme.INK, "display", "centre")
            brush.text(on, right, (middle + away, line.centery), 19, theme.INK, "display", "centre")


def _cm(length: float) -> str:
    return f"{round(length)} cm"


def _dice(number: int) -> str:
    return count("{number} die", "{number} dice", max(0, number))


def _ribbon(brush: Brush, size: tuple[int, int], high: int, team: theme.Team) -> Surface:
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
