"""A record of Rumms as one long film: its reels one after the other, its moves as marks. No pygame, no clock."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from rumms.games.rumms.actions import Settled, Use
from rumms.games.rumms.events import (
    Defeated,
    DraggedAlong,
    Event,
    Flicked,
    Freed,
    Froze,
    Hid,
    Rescued,
    Returned,
    Revived,
    Thawed,
    Vanished,
    Who,
)
from rumms.games.rumms.state import Ask, Side, State
from rumms.kernel.session import Loaded
from rumms.language import code, count, say, word
from rumms.ui.asking import power_name
from rumms.ui.names import called, named
from rumms.ui.playback import Reel, Scene, scene_of

PAUSE: Final = 0.35
"""Seconds between a move and the next."""


class Mark(NamedTuple):
    """A flick on the time line, or what was done instead of one."""

    reel: int
    time: float
    side: str
    kind: str
    text: str
    is_flick: bool = True


class Tape:
    """What is seen and told at any time of a record, in the language in which it was made."""

    def __init__(self, loaded: Loaded) -> None:
        self.loaded = loaded
        self.names = called(loaded.header.seats)
        self.reels = [Reel(made, self.names) for made in loaded.session.past]
        lengths = [reel.duration + (PAUSE if reel.duration else 0.0) for reel in self.reels]
        self.starts = [0.0, *accumulate(lengths)]
        self.duration = self.starts[-1]
        moves = [number for number, reel in enumerate(self.reels) if _begins_a_move(reel)]
        self.marks = [
            Mark(number, self.starts[number], *_move(self.reels[number:end]))
            for number, end in pairwise((*moves, len(self.reels)))
        ]
        self.flicks = [mark for mark in self.marks if mark.is_flick]
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
        """The last move that has begun; -1 before the first."""
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


def _begins_a_move(reel: Reel) -> bool:
    """Is it a flick, or what is done instead of one?"""
    made = reel.made
    return isinstance(made.action, Settled) or (isinstance(made.action, Use) and made.before.task.ask is Ask.MOVE)


def _move(reels: Sequence[Reel]) -> tuple[str, str, str, bool]:
    """Whose move it was, with which die, what came of it in a few words, and whether it was a flick."""
    made = reels[0].made
    side, events = made.before.turn.side, [event for reel in reels for event in reel.made.events]
    if isinstance(made.action, Use):
        die = made.before.dice[made.action.die]
        power = f"{named(die.kind)}: {power_name(made.before, die)}"
        return str(side), die.kind.name, _power(events) or power, False
    event = next((one for one in events if isinstance(one, Flicked)), None)
    if event is None:
        return str(side), "dice", say("A miss"), True
    return str(side), event.die.kind.name, _power(events) or _flick(event, side, events), True


def _power(events: Sequence[Event]) -> str:
    """What a power did, in a few words: of several the rarest; nothing if none did anything."""
    told: list[tuple[int, str]] = []
    for event in events:
        match event:
            case Rescued(by=die):
                told.append((0, say("{die} saves the king", die=named(die.kind))))
            case Vanished(die=die, by=by):
                told.append((1, say("{die} conjures {other} away", die=named(by.kind), other=_called(die))))
            case DraggedAlong(die=die, by=by):
                told.append((1, say("{die} drags {other} along", die=named(by.kind), other=_called(die))))
            case Hid(die=die):
                told.append((2, say("{die} hides", die=named(die.kind))))
            case Returned(die=die):
                told.append((2, say("{die} returns", die=named(die.kind))))
            case Froze(ice=ice, dice=(die, *_)):
                told.append((2, say("{die} freezes {other}", die=named(ice.kind), other=_called(die))))
            case Revived(die=die):
                told.append((2, say("{die} is revived", die=named(die.kind))))
    return min(told, key=lambda one: one[0])[1] if told else ""


def _flick(event: Flicked, side: Side, events: Sequence[Event]) -> str:
    """What a flick did, in a few words."""
    own = named(event.die.kind)
    lost = [one for one in events if isinstance(one, Defeated) and one.how in {"flicked", "captured"}]
    hit = [_called(one.die) for one in lost if one.die.side is not side]
    if any(one.die.kind.is_king for one in lost):
        return say("{die}: the king falls!", die=own)
    if len(hit) == 1:
        return say("{die} beats {other}", die=own, other=hit[0])
    if hit:
        return count("{die} beats {number} die", "{die} beats {number} dice", len(hit), die=own)
    freed = next((one for one in events if isinstance(one, Freed)), None)
    if lost:
        return say("{die}: one of its own dice is lost", die=own)
    if freed:
        return say("{die} is captured and freed", die=named(freed.die.kind))
    if any(isinstance(one, Thawed) for one in events):
        return say("{die} knocks ice off", die=own)
    return say("{die}, once more", die=own) if event.how == "again" else own


def _called(die: Who) -> str:
    return str(word(die.kind.called))
