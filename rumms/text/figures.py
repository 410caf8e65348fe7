"""Figures in a terminal: tables, numbers as the language writes them, and a bar while they are being found."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import monotonic
from typing import Final, TypeVar

from rich.cells import cell_len
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from rumms.language import code

T = TypeVar("T")

REDRAWN: Final = 0.1
"""Seconds between two pictures of a bar, at least."""


def with_a_bar(steps: Iterable[T], total: int, done: Callable[[T], int], label: Callable[[T], str]) -> Iterator[T]:
    """The same steps; on a terminal a bar shows how many are done, until all are.

    It is drawn between the steps, not by a thread of its own: that would be copied into new processes, and slow down
    what is measured.
    """
    if not sys.stderr.isatty():
        yield from steps
        return
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True) as bar:
        task, drawn = bar.add_task("", total=total), 0.0
        for step in steps:
            if done(step) < total:
                bar.update(task, completed=done(step), description=label(step))
                if monotonic() >= drawn + REDRAWN:
                    bar.refresh()
                    drawn = monotonic()
            yield step


def table(align: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Columns in line, each to the left (<) or to the right (>)."""
    cells = [headings, *rows]
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    lines = []
    for line in cells:
        row = []
        for side, width, text in zip(align, widths, line, strict=True):
            space = " " * (width - cell_len(text))
            row.append(text + space if side == "<" else space + text)
        lines.append("  ".join(row).rstrip())
    return "\n".join(lines)


def number(value: float, places: int) -> str:
    """A number as the language writes it: 1,234.5 or 1.234,5."""
    text = f"{value:,.{places}f}"
    return text.translate(str.maketrans(",.", ".,")) if code() == "de" else text
