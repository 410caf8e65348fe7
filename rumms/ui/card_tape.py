"""A record of a card game as one long film: its beats one after the other, its moves as marks, through one's eyes."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import NamedTuple

from rumms import catalogue
from rumms.kernel.game import Seat
from rumms.kernel.session import Loaded
from rumms.seats import is_person
from rumms.ui.draw.brush import Brush
from rumms.ui.names import called
from rumms.ui.tables.layout import Layout
from rumms.ui.tables.reel import Beat, Reel, table_of


class Mark(NamedTuple):
    """A move on the time line."""

    time: float
    seat: Seat
    text: str


def first_eyes(loaded: Loaded) -> Seat:
    """Whose eyes a record is watched with: those of the first person, else of the first seat."""
    return next((seat for seat, name in enumerate(loaded.header.seats) if is_person(name)), 0)


class CardTape:
    """What is seen and told at any time of a record, in the language in which it was made, as a seat sees it."""

    def __init__(self, loaded: Loaded, brush: Brush, eyes: Seat) -> None:
        self.loaded, self.eyes = loaded, eyes
        self.entry = catalogue.find(loaded.header.game)
        self.names = called(loaded.header.seats)
        self.bots = tuple(not is_person(name) for name in loaded.header.seats)
        self.table: Layout = table_of(self.entry, brush, len(self.names))
        self.beats: list[tuple[Beat, Seat]] = []
        firsts: list[tuple[int, Seat, str]] = []
        session = loaded.session
        for made in session.past:
            reel = Reel(made, session.game, self.table, self.names, eyes)
            if made.seat >= 0 and reel.texts:
                firsts.append((len(self.beats), made.seat, reel.texts[0]))
            self.beats += [(beat, made.seat) for beat in reel.beats]
        self.starts = [0.0, *accumulate(beat.seconds if beat.text else 0.0 for beat, _ in self.beats)]
        self.duration = self.starts[-1]
        self.marks = [Mark(self.starts[number], seat, text) for number, seat, text in firsts]
        self._times = [mark.time for mark in self.marks]

    def place(self, time: float) -> tuple[int, float]:
        """The beat that runs then, and the time within it."""
        number = max(0, min(bisect_right(self.starts, time) - 1, len(self.beats) - 1))
        return number, time - self.starts[number]

    def current(self, time: float) -> int:
        """The last move that has begun; -1 before the first."""
        return bisect_right(self._times, time + 1e-6) - 1

    def told(self, time: float) -> str:
        """What is said then; empty if nothing is."""
        return self.beats[self.place(time)[0]][0].text if self.beats else ""
