"""A move at a card table as something to watch: a beat for each event, as one seat sees and hears it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final, NamedTuple

from rumms.catalogue import Entry, Words
from rumms.kernel.game import NATURE, Game, Seat, heard
from rumms.kernel.session import Transition
from rumms.ui.draw.brush import Brush
from rumms.ui.tables.layout import Layout
from rumms.ui.tables.look import Effect
from rumms.ui.tables.motion import FLIGHT, LONGEST

REST: Final = 0.16
"""Seconds between a beat and the next."""


class Beat(NamedTuple):
    """An event: what was seen before, what is seen after it, and what is said."""

    before: Any
    view: Any
    text: str
    effect: Effect

    @property
    def seconds(self) -> float:
        """How long it is watched, whatever moves."""
        return FLIGHT + LONGEST / 2 + REST + self.effect.seconds


class Reel:
    """A move, beat by beat."""

    def __init__(
        self, made: Transition[Any, Any], game: Game[Any, Any], table: Layout, names: tuple[str, ...], seat: Seat
    ) -> None:
        self.made, self.seat = made, seat
        self.beats = list(_beats(made, game, table, names, seat))

    @property
    def texts(self) -> list[str]:
        """What is said of it."""
        return [beat.text for beat in self.beats if beat.text]


def _beats(
    made: Transition[Any, Any], game: Game[Any, Any], table: Layout, names: tuple[str, ...], seat: Seat
) -> Iterator[Beat]:
    view, last = game.view(made.before, seat), game.view(made.after, seat)
    events = list(heard(made.events, None if seat == NATURE else seat))
    if not events:
        yield Beat(view, last, "", Effect(""))
    for number, event in enumerate(events, start=1):
        after = last if number == len(events) else table.after(view, event)
        yield Beat(view, after, table.words.story(event, names), table.effect(event))
        view = after


def story_of(made: Transition[Any, Any], words: Words, names: tuple[str, ...], seat: Seat) -> list[str]:
    """What a seat hears of a move."""
    return [words.story(event, names) for event in heard(made.events, None if seat == NATURE else seat)]


def table_of(entry: Entry, brush: Brush, seats: int) -> Layout:
    """The table of a game, for a window."""
    made: Layout = import_module(f"rumms.ui.tables.{entry.folder}").TABLE(brush, entry.words, seats)
    return made
