"""A recorded card game as it is watched: the table at any time, what is told, the moves, and the line of time."""

from __future__ import annotations

from typing import Any, Final

from rumms.kernel.game import Seat
from rumms.language import say
from rumms.ui import theme
from rumms.ui.card_tape import CardTape, Mark
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.kit.words import pill, pill_box
from rumms.ui.tables.layout import SEATS
from rumms.ui.tables.look import Look
from rumms.ui.tables.motion import Motion

MOST_MARKS: Final = 90
"""Of the time line: more would lie on each other."""


class WatchedCards:
    """Paints a tape."""

    def __init__(self, tape: CardTape, brush: Brush, *, is_calm: bool = False) -> None:
        self.tape, self.brush, self.is_calm = tape, brush, is_calm
        self._motion: tuple[int, Motion] | None = None
        self._under: tuple[Any, Seat | None, Surface] | None = None
        """The picture below all that moves, with the view and the player that it shows."""

    def paint_anew(self) -> None:
        """Keep no picture that was painted."""
        self._under = None

    def look(self, view: Any, actor: Seat | None) -> Look:
        """What is to be seen."""
        tape = self.tape
        return Look(
            view=view, seat=tape.eyes, names=tape.names, bots=tape.bots, actor=actor, helps=True, is_watched=True
        )

    def paint(self, on: Surface, time: float) -> None:
        """The table at a time."""
        tape, table = self.tape, self.tape.table
        if not tape.beats:
            session = tape.loaded.session
            view = session.game.view(session.state, tape.eyes)
            self._paint_ground(on, self.look(view, None), view, time)
            return
        number, within = tape.place(time)
        beat, seat = tape.beats[number]
        look = self.look(beat.view, seat if seat >= 0 else None)
        self._paint_ground(on, look, beat.view, time)
        table.paint_motion(on, self._moving(number), within)
        table.paint_over(on, look)
        if beat.effect.name and beat.effect.seconds and within < beat.effect.seconds:
            table.paint_effect(on, beat.effect.name, within / beat.effect.seconds, look)

    def rests(self, time: float) -> bool:
        """Does nothing move at a time?"""
        if not self.tape.beats:
            return True
        number, within = self.tape.place(time)
        return within >= max(self._moving(number).duration, self.tape.beats[number][0].effect.seconds)

    def _moving(self, number: int) -> Motion:
        if self._motion is None or self._motion[0] != number:
            beat, seat = self.tape.beats[number]
            before, after = (self.tape.table.pieces(self.look(view, seat)) for view in (beat.before, beat.view))
            arc = self.tape.table.arc * self.brush.scale
            self._motion = number, Motion(before, after, arc, is_calm=self.is_calm)
        return self._motion[1]

    def _paint_ground(self, on: Surface, look: Look, view: Any, time: float) -> None:
        tape, table, brush = self.tape, self.tape.table, self.brush
        left, top, wide, high = table.moves
        if self._under is None or self._under[0] is not view or self._under[1] != look.actor:
            picture = Surface(on.get_size())
            ground = brush.keep(("card ground", tape.entry.id), lambda: table.ground().convert())
            picture.blit(ground, (0, 0))
            table.paint_under(picture, look)
            brush.outlined(picture, self._title(), table.at(80, 37), 28, theme.PAPER, table.rim, 2.4, "left")
            brush.panel(picture, table.box(left, top, wide, high), 18, shadow=12)
            self._under = view, look.actor, picture
        on.blit(self._under[2], (0, 0))
        table.line(on, say("Moves"), (left + 16, top + 25), theme.PANEL - 2, theme.INK, "display", room=wide * 0.5)
        of = say("{current} of {all}", current=tape.current(time) + 1, all=len(tape.marks))
        table.line(on, of, (left + wide - 16, top + 25), theme.SECOND, theme.INK_2, "strong", "right", wide * 0.45)

    def _title(self) -> str:
        return self.tape.entry.words.title()

    def paint_told(self, on: Surface, time: float, end: float = 1260) -> None:
        """What is happening, in words, between the title and somewhere at the right."""
        text = self.tape.told(time)
        if not text:
            return
        brush, table = self.brush, self.tape.table
        left = table.at(80, 0)[0] + brush.width(self._title(), 28, "display") + brush.u(20)
        right = table.at(end, 0)[0]
        px = float(theme.BODY)
        box = pill_box(brush, text, ((left + right) / 2, 0), "", round(right - left), px)
        while px > theme.SMALLEST / brush.text_scale and box.height > brush.u(58):
            px -= 1
            box = pill_box(brush, text, ((left + right) / 2, 0), "", round(right - left), px)
        box.centery = round(table.at(0, 34)[1])
        box.top = max(box.top, brush.u(2))
        pill(on, brush, text, box, px=px)

    # Moves.

    @property
    def line(self) -> Rect:
        """Where the line of time is."""
        return self.tape.table.box(30, 63, 1220, 18)

    @property
    def list(self) -> Rect:
        """Where moves are listed."""
        left, top, wide, high = self.tape.table.moves
        return self.tape.table.box(left + 8, top + 46, wide - 16, high - 56)

    @property
    def row(self) -> int:
        """How high a move in the list is."""
        return max(self.brush.u(44), round(2 * self.brush.leading(theme.SECOND)) + self.brush.u(8))

    def x(self, time: float) -> float:
        """Where on the line a time is."""
        return self.line.left + self.line.width * time / max(self.tape.duration, 0.01)

    def paint_line(self, on: Surface, time: float) -> None:
        """Groove, what has been seen, and moves."""
        brush = self.brush
        middle, high = self.line.centery, brush.u(6)
        groove = Rect(self.line.left, middle - high // 2, self.line.width, high)
        on.blit(brush.sheet(groove.size, 3, theme.PLUM, theme.PLUM), groove)
        now = round(self.x(time))
        if now > groove.left + high:
            on.blit(brush.sheet((now - groove.left, high), 3, theme.HONEY, theme.HONEY), groove)
        marks = self.tape.marks
        for mark in marks[:: max(1, len(marks) // MOST_MARKS)]:
            dot = self.dot(mark, 8)
            on.blit(dot, dot.get_rect(center=(round(self.x(mark.time)), middle)))

    def paint_row(self, on: Surface, box: Rect, number: int, *, is_selected: bool) -> None:
        """A move in the list: who made it, and what it was."""
        mark, brush = self.tape.marks[number], self.brush
        u = brush.u
        ink = theme.INK if is_selected else theme.INK_2
        dot = self.dot(mark, 14)
        on.blit(dot, dot.get_rect(center=(box.left + u(14), box.centery)))
        room = Rect(box.left + u(28), 0, box.width - u(34), 0)
        lines = brush.lines(mark.text, room.width, theme.SECOND)[:2]
        lead = brush.leading(theme.SECOND)
        for place, line in enumerate(lines):
            y = box.centery + (place - (len(lines) - 1) / 2) * lead
            brush.text(on, line, (room.left, y), theme.SECOND, ink)

    def dot(self, mark: Mark, wide: int) -> Surface:
        """The colour of whoever made a move."""
        tone = SEATS[mark.seat % len(SEATS)]
        return self.brush.sheet((self.brush.u(wide),) * 2, wide / 2, tone, tone, theme.PAPER, 1)
