"""The bench of decisions: how long the hardest bots of the card games think, in the process in which they do so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import cycle, islice
from statistics import median
from time import perf_counter, sleep
from typing import Any, Final, NamedTuple, TypeVar

from msgspec import Struct

from rumms.catalogue import GAMES, Entry
from rumms.kernel.game import Seat
from rumms.lab.bench import SEED, decisions
from rumms.ui.levels import LEVELS
from rumms.ui.thinking import Job, Mind, Thinker, decide, load

T = TypeVar("T")

HARD: Final = LEVELS["hard"]
DECISIONS: Final = 60
"""Of each game, from its beginning to its end."""
GOAL: Final = 2.0
"""Seconds that any decision takes at most."""
LOOK: Final = 0.002
"""Seconds between two looks whether it is made: a window looks less often."""


class Row(Struct, frozen=True):
    """How long the decisions of a game took, in seconds by the clock."""

    game: str
    decisions: int
    median_s: float
    worst_s: float
    is_good: bool


class Report(Struct, frozen=True):
    """All games."""

    bot: str
    rows: tuple[Row, ...]


class Step(NamedTuple):
    """How far it has come."""

    done: int
    what: str
    report: Report | None = None


def steps() -> int:
    """How many decisions are measured."""
    return DECISIONS * len(_games())


def run(mind: Callable[[], Mind] = Thinker) -> Iterator[Step]:
    """Have every decision made, one after the other."""
    rows: list[Row] = []
    done = 0
    with closing(mind()) as thinker:
        _answer(thinker.ask(load))  # a table has it ready before anybody has to think
        for entry in _games():
            spent = []
            for number, (view, seat) in enumerate(_moments(entry)):
                yield Step(done, entry.id)
                spent.append(_seconds(thinker, entry.id, view, seat, f"{SEED}/{number}"))
                done += 1
            rows.append(Row(entry.id, len(spent), median(spent), max(spent), max(spent) <= GOAL))
    yield Step(done, "", Report(HARD, tuple(rows)))


def _games() -> list[Entry]:
    return [entry for entry in GAMES.values() if not entry.has_engine]


def _moments(entry: Entry) -> Iterator[tuple[Any, Seat]]:
    """So many moments of a game, from all of it; again from the beginning where there are fewer."""
    found = [(view, seat) for view, seat, _ in decisions(entry)]
    return islice(cycle(found[:: max(1, len(found) // DECISIONS)]), DECISIONS)


def _seconds(mind: Mind, game: str, view: Any, seat: Seat, stream: str) -> float:
    began = perf_counter()
    _answer(mind.ask(decide, "bench", game, HARD, view, seat, stream))
    return perf_counter() - began


def _answer(job: Job[T]) -> T:
    while not job.is_done:
        sleep(LOOK)
    return job.result()
