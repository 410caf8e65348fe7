"""`rumms truth`: the physics of dice is compared with tables of a 3D simulation."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from rumms.commands.arguments import FAILED, add_json, cores, print_json
from rumms.language import say

if TYPE_CHECKING:
    from rumms.lab.truth import Report


def add(parser: argparse.ArgumentParser) -> None:
    """What the command is told."""
    parser.add_argument("--tables", metavar="DIR", help=say("a folder with tables; without it, those of the program"))
    parser.add_argument(
        "--path",
        choices=("simulate", "fast"),
        default="simulate",
        help=say("shots as in a game, or as in a search (default: {default})", default="simulate"),
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compare, and tell which lines pass."""
    from pathlib import Path

    from rumms.lab.matches import A_WORKER, workers
    from rumms.lab.ready import compile_first
    from rumms.lab.truth import REFERENCE, studies
    from rumms.lab.truth import run as compare
    from rumms.text.figures import with_a_bar

    these = studies(Path(arguments.tables) if arguments.tables else REFERENCE, arguments.path)
    shots, jobs = sum(study.shots for study in these), cores()
    compile_first()
    with workers(jobs) as executor:
        reports = compare(these, arguments.path, executor, jobs * A_WORKER)
        *_, report = with_a_bar(reports, shots, lambda now: now.shots, lambda now: now.table)
    if arguments.json:
        print_json([line.plain() for line in report.lines])
    else:
        _print(report)
    return 0 if all(line.ok for line in report.lines) else FAILED


def _print(report: Report) -> None:
    from rumms.text.figures import number, table

    rows = [
        [
            say(line.text, **line.gaps),
            number(line.value, line.places),
            number(line.limit, line.places),
            say(line.unit) if line.unit else "",
            say("passes") if line.ok else say("fails"),
        ]
        for line in report.lines
    ]
    print(table("<>><<", [say("line"), say("value"), say("limit"), "", ""], rows))
    if report.seen:
        seen = [
            [say(one.text, **one.gaps), f"{number(one.ours, 1)} %", f"{number(one.theirs, 1)} %"] for one in report.seen
        ]
        print("\n" + table("<>>", [say("worth knowing"), say("here"), say("in 3D")], seen))
    failed = sum(not line.ok for line in report.lines)
    lines = len(report.lines)
    verdict = say("Of {lines} lines, {failed} fail.", lines=lines, failed=failed)
    print("\n" + (verdict if failed else say("All {lines} lines pass.", lines=lines)))
