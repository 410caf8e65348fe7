"""Counts of the events and wins in many recorded games."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import quantiles
from typing import Any, Final

from msgspec import Struct

from rumms.catalogue import find_game
from rumms.kernel.game import heard
from rumms.kernel.session import Loaded, load
from rumms.lab.tool import parser_of, run

TENTHS: Final = 10


class Row(Struct, frozen=True):
    """How often something happened."""

    what: str
    times: int
    games: int
    """In how many of the games it happened at all."""
    spread: tuple[int, int, int]
    """How often in a game: a tenth had fewer, half of them, all but a tenth."""


class Tally(Struct, frozen=True):
    """What is known of many games."""

    games: int
    unfinished: int
    wins: dict[str, int]
    """Of each seat, with who sat there; a win that is shared counts for each."""
    rows: tuple[Row, ...]


def tally(records: Iterable[Loaded]) -> Tally:
    """Count all events, by their names, and moves."""
    counts: list[Counter[str]] = []
    wins: Counter[str] = Counter()
    unfinished = 0
    for loaded in records:
        session = loaded.session
        events: Counter[str] = Counter(_name(event) for made in session.past for event in heard(made.events, None))
        events["moves"] = len(session.past)
        counts.append(events)
        unfinished += loaded.winners is None
        for seat in loaded.winners or ():
            wins[f"{seat} {loaded.header.seats[seat - 1]}"] += 1
    names = sorted({name for events in counts for name in events})
    rows = tuple(_row(name, [events[name] for events in counts]) for name in names)
    return Tally(len(counts), unfinished, dict(sorted(wins.items())), rows)


def _name(event: Any) -> str:
    """Of an event; with how it came about, where it says that in one word."""
    how = getattr(event, "how", None) or getattr(event, "why", None)
    return type(event).__name__ + (f" ({how})" if isinstance(how, str) and how else "")


def _row(name: str, times: Sequence[int]) -> Row:
    low, *_, high = quantiles(times, n=TENTHS, method="inclusive") if len(times) > 1 else (*times, *times)
    middle = sorted(times)[len(times) // 2]
    return Row(name, sum(times), sum(map(bool, times)), (round(low), middle, round(high)))


def main(words: Sequence[str] | None = None) -> int:
    """Print what happened in these records."""
    parser = parser_of("tally", __doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="records of games")
    found = tally(load(path, find_game) for path in parser.parse_args(words).files)
    print(f"{found.games} games, {found.unfinished} unfinished; won by seat: {found.wins}")
    print(f"{'what':24} {'times':>7} {'in games':>9}   in a game: 10 %, 50 %, 90 %")
    for row in found.rows:
        print(f"{row.what:24} {row.times:7} {row.games:9}   {', '.join(map(str, row.spread))}")
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
