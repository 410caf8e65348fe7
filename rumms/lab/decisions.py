"""The bench of decisions: how long bots think, in the process in which they do so.

Those of Rumms at every level, with its own hand; those of the card games at the hardest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import cycle, islice
from statistics import median
from time import perf_counter, sleep
from typing import Any, Final, NamedTuple, TypeVar

from msgspec import Struct

from rumms.catalogue import GAMES, Entry
from rumms.games.rumms.hands import HANDS
from rumms.kernel.game import Seat
from rumms.lab.bench import SEED, decisions
from rumms.ui.levels import LEVELS
from rumms.ui.thinking import Job, Mind, Thinker, decide, load

T = TypeVar("T")

HARD: Final = LEVELS["hard"]
GOAL: Final = 2.0
"""Seconds that any decision of a card game takes at most ..."""
GOALS: Final = {"easy": 0.5, "medium": 1.0, "hard": 2.0, "master": 5.0}
"""... and one of Rumms at each level."""
DECISIONS: Final = 60
"""Of each bot, from the beginning of a game to its end."""
LOOK: Final = 0.002
"""Seconds between two looks whether it is made: a window looks less often."""


class Row(Struct, frozen=True):
    """How long the decisions of a bot took, in seconds by the clock."""

    game: str
    bot: str
    decisions: int
    median_s: float
    worst_s: float
    goal_s: float
    is_good: bool


class Report(Struct, frozen=True):
    """All bots."""

    rows: tuple[Row, ...]


class Step(NamedTuple):
    """How far it has come."""

    done: int
    what: str
    report: Report | None = None


class Thinking(NamedTuple):
    """A bot of a game, and how long it may think."""

    entry: Entry
    bot: str
    goal: float


def steps() -> int:
    """How many decisions are measured."""
    return DECISIONS * len(_all())


def run(mind: Callable[[], Mind] = Thinker) -> Iterator[Step]:
    """Have every decision made, one after the other."""
    rows: list[Row] = []
    done = 0
    with closing(mind()) as thinker:
        _answer(thinker.ask(load))  # a table has it ready before anybody has to think
        for entry, bot, goal in _all():
            spent = []
            for number, moment in enumerate(_moments(entry, bot)):
                yield Step(done, f"{entry.id} {bot}")
                spent.append(_seconds(thinker, entry.id, bot, moment, f"{SEED}/{number}"))
                done += 1
            rows.append(Row(entry.id, bot, len(spent), median(spent), max(spent), goal, max(spent) <= goal))
    yield Step(done, "", Report(tuple(rows)))


def _all() -> list[Thinking]:
    flicking = [
        Thinking(entry, bot, goal) for entry in GAMES.values() if entry.has_engine for bot, goal in GOALS.items()
    ]
    return flicking + [Thinking(entry, HARD, GOAL) for entry in GAMES.values() if not entry.has_engine]


def _moments(entry: Entry, bot: str) -> Iterator[tuple[Any, Seat]]:
    """So many moments of a game, from all of it; again from the beginning where there are fewer."""
    options = entry.game.options(hands=(HANDS[bot], HANDS[bot])) if entry.has_engine else entry.game.options()
    found = [(view, seat) for view, seat, _ in decisions(entry, options)]
    return islice(cycle(found[:: max(1, len(found) // DECISIONS)]), DECISIONS)


def _seconds(mind: Mind, game: str, bot: str, moment: tuple[Any, Seat], stream: str) -> float:
    began = perf_counter()
    _answer(mind.ask(decide, "bench", game, bot, *moment, stream))
    return perf_counter() - began


def _answer(job: Job[T]) -> T:
    while not job.is_done:
        sleep(LOOK)
    return job.result()
