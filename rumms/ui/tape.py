"""A record of Rumms as one long film: its reels one after the other, its flicks as marks. No pygame, no clock."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import Final, NamedTuple

from rumms.games.rumms.actions import Settled
from rumms.games.rumms.events import Defeated, Flicked
from rumms.games.rumms.state import Side, State
from rumms.kernel.session import Loaded
from rumms.language import code, count, say, word
from rumms.ui.names import called, named
from rumms.ui.playback import Reel, Scene, scene_of

PAUSE: Final = 0.35
"""Seconds between a move and the next."""


class Mark(NamedTuple):
    """A flick on the time line."""

    reel: int
    time: float
    side: str
    kind: str
    text: str


class Tape:
    """What is seen and told at any time of a record, in the language in which it was made."""

    def __init__(self, loaded: Loaded) -> None:
        self.loaded = loaded
        self.names = called(loaded.header.seats)
        self.reels = [Reel(made, self.names) for made in loaded.session.past]
        lengths = [reel.duration + (PAUSE if reel.duration else 0.0) for reel in self.reels]
        self.starts = [0.0, *accumulate(lengths)]
        self.duration = self.starts[-1]
        self.marks = [
            Mark(number, self.starts[number], *_flick(reel))
            for number, reel in enumerate(self.reels)
            if isinstance(reel.made.action, Settled)
        ]
        self._times = [mark.time for mark in self.marks]

    def place(self, time: float) -> tuple[int, float]:
        """The reel that runs then, and the time within it."""
        number = max(0, min(bisect_right(self.starts, time) - 1, len(self.reels) - 1))
        return number, time - self.starts[number]

    def reel(self, time: float) -> tuple[Reel | None, float]:
        """The reel itself; None where nothing was played at all."""
        number, within = self.place(time)
        return (self.reels[number] if self.reels else None), within

    def scene(self, time: float) -> Scene:
        """What is seen then."""
        reel, within = self.reel(time)
        return reel.at(within) if reel else scene_of(self.loaded.session.state)

    def current(self, time: float) -> int:
        """The last flick that has begun; -1 before the first."""
        return bisect_right(self._times, time + 1e-6) - 1

    def told(self, time: float) -> str:
        """What is said then; empty if nothing is."""
        reel, within = self.reel(time)
        lines = reel.told(within) if reel else []
        return lines[-1].text if lines else ""

    def title(self) -> str:
        """What the record is called: by its own title, else by who plays."""
        own = (self.loaded.header.title or {}).get(code())
        return own or say("Replay: {first} – {second}", first=self.team(Side.RED), second=self.team(Side.BLUE))

    def team(self, side: Side) -> str:
        """Who plays for a side."""
        state: State = self.loaded.session.state
        return " & ".join(self.names[seat] for seat in state.teams[side.number])


def _flick(reel: Reel) -> tuple[str, str, str]:
    """Whose flick it was, with which die, and what it did, in a few words."""
    before: State = reel.made.before
    event = next((one for one in reel.made.events if isinstance(one, Flicked)), None)
    side = before.turn.side
    if event is None:
        return str(side), "dice", say("A miss")
    own = named(event.die.kind)
    lost = [one for one in reel.made.events if isinstance(one, Defeated)]
    hit = [str(word(one.die.kind.called)) for one in lost if one.die.side is not side]
    if any(one.die.kind.is_king for one in lost):
        return str(side), event.die.kind.name, say("{die}: the king falls!", die=own)
    if len(hit) == 1:
        return str(side), event.die.kind.name, say("{die} beats {other}", die=own, other=hit[0])
    if hit:
        return (
            str(side),
            event.die.kind.name,
            count("{die} beats {number} die", "{die} beats {number} dice", len(hit), die=own),
        )
    if lost:
        return str(side), event.die.kind.name, say("{die}: an own die is lost", die=own)
    return str(side), event.die.kind.name, own
