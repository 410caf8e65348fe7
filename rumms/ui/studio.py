"""What is filmed, picture by picture: a record of dice or of cards, and something to paint it on."""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

import pygame

from rumms import catalogue
from rumms.games.rumms.state import SIDES, State
from rumms.kernel.refusal import Refusal
from rumms.kernel.session import Loaded
from rumms.language import code
from rumms.ui import theme
from rumms.ui.card_tape import CardTape, first_eyes
from rumms.ui.card_watching import WatchedCards
from rumms.ui.draw import watching
from rumms.ui.draw.brush import Anchor, Brush, Rect, Surface
from rumms.ui.draw.tabletop import Tabletop
from rumms.ui.kit.lists import CHOSEN
from rumms.ui.kit.words import pill, pill_box
from rumms.ui.playback import Scene
from rumms.ui.tape import Tape

NARROW, WIDE = 150, 300
"""Pixels of a small picture, at least: of a mat, and of a table full of cards."""
SHORTLY: Final = 1e-3
"""Seconds before a move begins."""


class Part(NamedTuple):
    """A flick, or a move of a card game: from when it is filmed, and when its picture is taken for a sheet."""

    begin: float
    end: float
    text: str


class Studio(Protocol):
    """A record that can be painted at any time of it."""

    duration: float
    parts: list[Part]
    title: str
    shape: float
    """How many times wider than high a small picture is ..."""
    narrowest: int
    """... and its pixels, at least."""
    has_flicks: bool

    def paint(self, on: Surface, time: float) -> None:
        """One picture."""

    def looks(self, time: float) -> tuple[object, ...] | None:
        """Something that is the same for two times at which the same is seen; None while anything moves."""

    def small(self, size: tuple[int, int], time: float) -> Surface:
        """A small picture for a sheet."""

    def mark(self, on: Surface, number: int, at: tuple[float, float]) -> None:
        """A sign of who made a move."""


def studio_for(loaded: Loaded, brush: Brush, eyes: int | None = None) -> Studio:
    """Whatever can paint a record; in a card game through the eyes of a player, counted from 1 on."""
    if catalogue.find(loaded.header.game).has_engine:
        if eyes is not None:
            raise Refusal("At this table everybody sees the same: --eyes is for card games.")
        return DiceStudio(Tape(loaded), brush)
    most = len(loaded.header.seats)
    if eyes is not None and eyes > most:
        raise Refusal("There are players 1 to {most}, not {eyes}.", most=most, eyes=eyes)
    return CardStudio(CardTape(loaded, brush, first_eyes(loaded) if eyes is None else eyes - 1), brush)


class DiceStudio:
    """A record of Rumms."""

    narrowest = NARROW
    has_flicks = True

    def __init__(self, tape: Tape, brush: Brush, box: Rect | None = None) -> None:
        u, (wide, high) = brush.u, brush.size
        self.tape, self.brush = tape, brush
        state: State = tape.loaded.session.state
        mat = state.options.mat
        self.top = Tabletop(brush, mat, box or Rect(u(34), u(72), wide - u(68), high - u(72) - u(84)))
        self.shape = mat.length / mat.width
        self.duration, self.title = tape.duration, tape.title()
        self.parts = [
            Part(tape.starts[self._turn(mark.reel)], mark.time + tape.reels[mark.reel].rolling, mark.text)
            for mark in tape.flicks
        ]
        self._ground: Surface | None = None

    def _turn(self, reel: int) -> int:
        """The first move that belongs to a flick: the decision before it, which takes no time."""
        return max(0, reel - 1) if self.tape.reels[max(0, reel - 1)].duration == 0.0 else reel

    def ground(self, on: Surface) -> None:
        """What never changes: the table, the mat, title and teams."""
        if self._ground is None:
            self.top.back(on)
            self._paint_title(on)
            self._ground = on.copy()
        on.blit(self._ground, (0, 0))

    def paint(self, on: Surface, time: float) -> None:
        """One picture."""
        tape = self.tape
        self.ground(on)
        reel, within = tape.reel(time)
        scene = tape.scene(time)
        if reel:
            watching.trail(on, self.top, reel, within)
        self.top.draw(on, scene)
        self.top.flights(on, scene, self._tray)
        self._paint_line(on, time)
        self._paint_caption(on, tape.told(time))

    def small(self, size: tuple[int, int], time: float) -> Surface:
        """The mat alone, with the way of the flick."""
        brush, on = Brush(size), Surface(size)
        mat = self.top.view.mat
        top = Tabletop(brush, mat, Rect((0, 0), size).inflate(-brush.u(24), -brush.u(24)))
        top.back(on)
        reel, within = self.tape.reel(time)
        if reel:
            watching.trail(on, top, reel, within)
        top.draw(on, self.tape.scene(time))
        return on

    def mark(self, on: Surface, number: int, at: tuple[float, float]) -> None:
        """The mark of the side that flicked."""
        self.brush.mark(on, self.tape.flicks[number].side, at, 14)

    def looks(self, time: float) -> tuple[object, ...] | None:
        """Which dice are seen lying still, after which move."""
        reel, within = self.tape.reel(time)
        if reel is None:
            return ()
        scene: Scene = reel.at(within)
        is_still = within > reel.duration and within > reel.rolling + watching.LASTS
        return (self.tape.place(time)[0], len(scene.sights)) if is_still else None

    def _tray(self, side: str, die: int) -> tuple[float, float]:  # noqa: ARG002  the same for all of a side
        wide = self.brush.size[0]
        return (wide * (0.06 if side == "red" else 0.94), self.brush.u(36))

    def _paint_title(self, on: Surface) -> None:
        brush, tape = self.brush, self.tape
        u, wide = brush.u, brush.size[0]
        room = wide - u(100)
        for side in SIDES:
            sign = 1 if side.number == 0 else -1
            x = u(48) if sign > 0 else wide - u(48)
            brush.chip(on, str(side), (x, u(36)), 36, "king")
            name = tape.team(side)
            anchor: Anchor = "left" if sign > 0 else "right"
            name = brush.shortened(name, wide / 3, 17, "display")
            box = brush.text(on, name, (x + sign * u(28), u(36)), 17, theme.PAPER, "display", anchor)
            room -= box.width + u(40)
        if tape.loaded.header.title:
            title, px = brush.fitted(self.title, room, theme.TITLE - 2, "display")
            brush.text(on, title, (wide / 2, u(36)), px, theme.PAPER, "display", "centre")

    def _paint_line(self, on: Surface, time: float) -> None:
        """How far the film is, with its flicks."""
        brush, tape = self.brush, self.tape
        u, (wide, high) = brush.u, brush.size
        groove = Rect(u(40), high - u(24), wide - u(80), u(6))
        empty = theme.colour("#5A4A62")
        on.blit(brush.sheet(groove.size, 3, empty, empty), groove)
        part = min(1.0, time / max(tape.duration, 0.01))
        done = Rect(groove.topleft, (round(groove.width * part), groove.height))
        on.fill(theme.HONEY, done)
        for mark in tape.marks:
            rim = theme.PAPER if mark.time <= time else theme.colour("#8A7B92")
            at = (groove.left + groove.width * mark.time / max(tape.duration, 0.01), groove.centery)
            brush.mark(on, mark.side, at, 12, rim)

    def _paint_caption(self, on: Surface, text: str) -> None:
        if text:
            brush = self.brush
            middle = (brush.size[0] / 2, brush.size[1] - brush.u(57))
            box = pill_box(brush, text, (middle[0], 0), widest=brush.size[0] - brush.u(80), px=theme.BODY)
            box.centery = round(middle[1])
            pill(on, brush, text, box, px=theme.BODY)


class CardStudio:
    """A record of a card game, as one of the players saw it."""

    shape = 16 / 9
    narrowest = WIDE
    has_flicks = False

    def __init__(self, tape: CardTape, brush: Brush) -> None:
        self.tape, self.brush = tape, brush
        self.picture = WatchedCards(tape, brush)
        self.duration, self.title = tape.duration, self._title()
        ends = [*(mark.time for mark in tape.marks), tape.duration][1:]
        self.parts = [Part(mark.time, end, mark.text) for mark, end in zip(tape.marks, ends, strict=True)]
        self._large: Surface | None = None

    def _title(self) -> str:
        """Its own title, else the game and who plays."""
        header = self.tape.loaded.header
        return (header.title or {}).get(code()) or f"{self.tape.entry.words.title()}: {', '.join(self.tape.names)}"

    def paint(self, on: Surface, time: float) -> None:
        """One picture: the table, what is told, and the moves up to now."""
        self._paint_table(on, time)
        self.picture.paint_line(on, time)
        self.picture.paint_told(on, time)

    def _paint_table(self, on: Surface, time: float) -> None:
        picture, tape, brush = self.picture, self.tape, self.brush
        picture.paint(on, time)
        room, high, current = picture.list, picture.row, tape.current(time)
        seen = max(1, room.height // high)
        for place, number in enumerate(range(max(0, current + 1 - seen), current + 1)):
            box = Rect(room.left, room.top + place * high, room.width, high)
            if number == current:
                on.blit(brush.sheet(box.size, 10, *CHOSEN), box)
            picture.paint_row(on, box, number, is_selected=number == current)

    def looks(self, time: float) -> tuple[object, ...] | None:
        """Which beat is over, but for the next one to begin."""
        return (self.tape.place(time)[0],) if self.picture.rests(time) else None

    def small(self, size: tuple[int, int], time: float) -> Surface:
        """The whole table, as it is right before the next move."""
        if self._large is None:
            self._large = Surface(self.brush.size)
        self._paint_table(self._large, time - SHORTLY)
        return pygame.transform.smoothscale(self._large, size)

    def mark(self, on: Surface, number: int, at: tuple[float, float]) -> None:
        """The colour of the seat that moved."""
        dot = self.picture.dot(self.tape.marks[number], 14)
        on.blit(dot, dot.get_rect(center=at))
