"""A card table as it is seen: the picture of its game, with cards at rest or in the air, the prompt, the curtain."""

from __future__ import annotations

from math import sin
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rumms.language import say
from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Surface
from rumms.ui.kit.words import pill, pill_box
from rumms.ui.screens.curtain import paint_curtain
from rumms.ui.tables.layout import Layout
from rumms.ui.tables.look import Look
from rumms.ui.tables.motion import Motion
from rumms.ui.tables.reel import Beat

if TYPE_CHECKING:
    from rumms.ui.screens.card_table import CardTable

SHAKE: Final = 0.26
"""Seconds in which the table shakes after a bang, so many pixels of the design far."""
SHAKEN: Final = 6


class Kept(NamedTuple):
    """A picture and the view it shows. The view is held: a freed one would leave its address to another."""

    view: Any
    rest: tuple[object, ...]
    """All else that the picture depends on."""
    picture: Surface

    def shows(self, look: Look, size: tuple[int, int]) -> bool:
        """Is it a picture of exactly this, in this size?"""
        return self.view is look.view and self.rest == _rest(look) and self.picture.get_size() == size


class CardPicture:
    """Paints a table; what is to be seen, the table knows. What does not change is painted once."""

    def __init__(self, table: CardTable) -> None:
        self.table = table
        self._still: Kept | None = None
        self._under: Kept | None = None

    @property
    def brush(self) -> Brush:
        """The brush of the window as it is now."""
        return self.table.stage.brush

    @property
    def layout(self) -> Layout:
        """Where everything lies."""
        return self.table.table

    def forget(self) -> None:
        """Paint everything anew."""
        self._still = self._under = None

    def paint(self, on: Surface) -> None:
        """The table with everything on it, or the curtain."""
        table, show = self.table, self.table.show
        if table.is_curtained:
            play = table.play
            paint_curtain(on, self.layout, play.names[table.eyes] if play.waits_for is not None else "")
        elif show.motion and show.beat:
            self._paint_moving(on, table.look(), show.motion, show.beat)
        else:
            self._paint_still(on, table.look())

    def _paint_still(self, on: Surface, look: Look) -> None:
        if self._still is None or not self._still.shows(look, on.get_size()):
            picture = Surface(on.get_size())
            self._ground(picture, look)
            self.layout.paint_pieces(picture, self.layout.pieces(look))
            self.layout.paint_over(picture, look)
            self._still = Kept(look.view, _rest(look), picture)
        on.blit(self._still.picture, (0, 0))

    def _paint_moving(self, on: Surface, look: Look, motion: Motion, beat: Beat) -> None:
        if self._under is None or not self._under.shows(look, on.get_size()):
            picture = Surface(on.get_size())
            self._ground(picture, look)
            self._under = Kept(look.view, _rest(look), picture)
        time = max(0.0, self.table.show.time)
        on.blit(self._under.picture, (0, self._shaken(beat, time)))
        self.layout.paint_motion(on, motion, time)
        self.layout.paint_over(on, look)
        if beat.effect.name and beat.effect.seconds:
            part = min(1.0, time / beat.effect.seconds)
            self.layout.paint_effect(on, beat.effect.name, part, look)

    def _shaken(self, beat: Beat, time: float) -> int:
        if beat.effect.name != "bang" or self.brush.calm or time > SHAKE:
            return 0
        return round(self.brush.u(SHAKEN) * sin(time * 60) * (1 - time / SHAKE))

    def _ground(self, on: Surface, look: Look) -> None:
        layout = self.layout
        ground = self.brush.keep(("card ground", self.table.game), lambda: layout.ground().convert())
        on.blit(ground, (0, 0))
        layout.paint_under(on, look)
        self.brush.outlined(on, layout.words.title(), layout.at(80, 37), 28, theme.PAPER, layout.rim, 2.4, "left")

    def paint_over(self, on: Surface) -> None:
        """The prompt, and the log where it is open."""
        if not self.table.is_curtained:
            self._paint_prompt(on)
            if self.table.log.is_open:
                self.table.log.paint(on)

    def _prompt(self) -> tuple[str, str]:
        """What to do next, or what is happening; and an icon."""
        table, show = self.table, self.table.show
        if show.beat:
            if show.time < 0.0:
                return self._thinking(), "bot"
            return ("" if show.beat.effect.waits else show.beat.text), ""  # where it waits, a sheet tells it
        match table.mode:
            case "asking":
                return table.hint.prompt() or (self.layout.question(table.look()), "")
            case "thinking":
                return self._thinking(), "bot"
            case "paused":
                seat = table.play.session.actor
                name = table.play.names[seat] if seat is not None and seat >= 0 else ""
                return say("{name} was stopped", name=name), "bot"
        return "", ""

    def _thinking(self) -> str:
        table, show = self.table, self.table.show
        seat = show.reel.made.seat if show.beat and show.reel else table.play.thinks
        name = table.play.names[seat] if seat is not None and seat >= 0 else ""
        dots = "..." if self.brush.calm else "." * (1 + int(table.stage.now * 2) % 3)
        return " ".join((say("{name} is thinking", name=name), dots))

    def _paint_prompt(self, on: Surface) -> None:
        text, icon = self._prompt()
        if not text:
            return
        brush, layout = self.brush, self.layout
        left = layout.at(80, 0)[0] + brush.width(layout.words.title(), 28, "display") + brush.u(24)
        right = layout.box(1260 - 52 * len(self.table.tools()), 0, 1, 1).left - brush.u(8)
        middle = min(max(brush.size[0] / 2, left), right)
        half = min(middle - left, right - middle)
        if half < brush.u(200):
            middle, half = (left + right) / 2, (right - left) / 2
        px = float(theme.BUTTON)
        box = pill_box(brush, text, (middle, 0), icon, round(2 * half), px)
        while px > theme.SMALLEST / brush.text_scale and box.height > brush.u(60):
            px -= 1
            box = pill_box(brush, text, (middle, 0), icon, round(2 * half), px)
        box.centery = round(layout.at(0, 36)[1])
        box.top = max(box.top, brush.u(4))
        pill(on, brush, text, box, icon, px)


def _rest(look: Look) -> tuple[object, ...]:
    """All that a picture depends on beside the view."""
    chosen = look.asking.chosen if look.asking else None
    return (look.seat, look.actor, look.pointed, chosen, look.hinted, look.helps, tuple(look.story))
