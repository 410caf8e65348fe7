"""`rumms soak`: random shots are played, and what cannot be true is looked for."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final

from rumms.commands.arguments import FAILED, INTERRUPTED, add_jobs, add_json, add_seed, cores, print_json, whole
from rumms.language import count, say

if TYPE_CHECKING:
    from rumms.lab.soak import Report

MOST_SHOTS: Final = 10_000_000


def add(parser: argparse.ArgumentParser) -> None:
    """What the command is told."""
    parser.add_argument("name", metavar=say("NAME"), help=say("what to play: shots"))
    parser.add_argument(
        "--count",
        type=whole(1, MOST_SHOTS),
        default=1000,
        metavar="N",
        help=say("how many shots (default: {default})", default=1000),
    )
    add_seed(parser, say("the same seed gives the same shots (default: {default})", default=0))
    parser.add_argument("--only", type=whole(0, MOST_SHOTS), metavar="K", help=say("only the shot with this number"))
    add_jobs(parser, say("how many shots at a time; without it, one for each core. The result is the same"))
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play, and tell what was found."""
    from rumms.lab.cases import case
    from rumms.lab.ready import compile_first
    from rumms.lab.soak import PATIENCE, check_name
    from rumms.lab.soak import run as play
    from rumms.text.figures import with_a_bar
    from rumms.workers import Crew

    check_name(arguments.name)
    numbers = range(arguments.count) if arguments.only is None else range(arguments.only, arguments.only + 1)
    report: Report | None = None
    ended = 0
    compile_first()
    try:
        with Crew(min(arguments.jobs or cores(), len(numbers)), PATIENCE) as crew:
            shots = play(arguments.seed, numbers, crew)
            for now in with_a_bar(shots, len(numbers), lambda now: now.shots, lambda now: _findings(len(now.findings))):
                report = now
    except KeyboardInterrupt:
        ended = INTERRUPTED
        text = say("Interrupted. This was played so far:") if report else say("Interrupted before a shot was over.")
        print(text, file=sys.stderr)
    if arguments.only is not None and not arguments.json:
        print_json(case(arguments.seed, arguments.only))
    if report and arguments.json:
        print_json(report)
    elif report:
        _print(report)
    return ended or (FAILED if report and report.findings else 0)


def _findings(number: int) -> str:
    return count("{number} finding", "{number} findings", number)


def _print(report: Report) -> None:
    from rumms.lab.soak import KINDS, SHOWN
    from rumms.text.figures import number, table

    for finding in report.findings[:SHOWN]:
        print(
            say("Shot {number} {wrong}: {text}", number=finding.shot, wrong=say(KINDS[finding.kind]), text=finding.text)
        )
    shots = count("{number} shot", "{number} shots", report.shots)
    print(f"{shots}, {_findings(len(report.findings))}\n")
    rows = [[say(KINDS[kind]), number(found, 0), ""] for kind, found in report.counts.most_common()]
    for text, places, most in (
        (say("deepest overlap at rest, in cm"), 3, report.overlap_cm),
        (say("slowest shot, in seconds"), 2, report.slowest_s),
        (say("longest time until all rest, in seconds"), 2, report.longest_s),
    ):
        rows.append([text, number(most.value, places), str(most.shot) if most.value else ""])
    print(table("<>>", [say("what"), say("figure"), say("shot")], rows))
    if report.findings and report.shots > 1:
        again = f"rumms soak shots --seed {report.seed} --only {report.findings[0].shot}"
        print("\n" + say("See one again: {command}", command=again))
