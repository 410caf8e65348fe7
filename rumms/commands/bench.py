"""`rumms bench`: how fast this machine plays, simulates and draws."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from rumms.commands.arguments import add_json, print_json
from rumms.language import say

if TYPE_CHECKING:
    from rumms.lab.bench import Report, Work
    from rumms.lab.decisions import Report as DecisionsReport
    from rumms.lab.frames import Report as FramesReport
    from rumms.lab.frames import Row as FramesRow
    from rumms.lab.shots import Report as ShotsReport


def add(parser: argparse.ArgumentParser) -> None:
    """What the command is told."""
    parser.add_argument(
        "name",
        nargs="?",
        metavar=say("NAME"),
        help=say("what to measure: moves, rules, search, outcomes, shots or frames, else all of these; or decisions"),
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Measure, and print the figures."""
    from rumms.lab.bench import DECISIONS, FRAMES, SHOTS, works
    from rumms.ui.start import check_pygame

    these, is_all = works(arguments.name), arguments.name is None
    if arguments.name == DECISIONS:
        decisions = _measure_decisions()
        print_json(decisions) if arguments.json else _print_decisions(decisions)
        return 0
    if is_all or arguments.name == FRAMES:
        check_pygame()
    report = _measure(these) if these else None
    shots = _measure_shots() if is_all or arguments.name == SHOTS else None
    frames = _measure_frames() if is_all or arguments.name == FRAMES else None
    if arguments.json:
        all_three = (
            {"reference": report.reference, "rows": report.rows, "shots": shots, "frames": frames}
            if report and is_all
            else None
        )
        print_json(all_three or report or shots or frames)
        return 0
    if report:
        _print_report(report)
    if shots:
        print(end="\n" if is_all else "")
        _print_shots(shots)
    if frames:
        print(end="\n" if is_all else "")
        _print_frames(frames)
    return 0


def _measure(these: list[tuple[str, Work]]) -> Report:
    from rumms.lab.bench import SIMULATES
    from rumms.lab.bench import run as measure
    from rumms.lab.ready import compile_first
    from rumms.text.figures import with_a_bar

    if any(bench in SIMULATES for bench, _ in these):
        compile_first()
    names = [f"{bench} {work.what}" for bench, work in these]
    *_, report = with_a_bar(measure(these), len(these), lambda now: len(now.rows), lambda now: names[len(now.rows)])
    return report


def _measure_shots() -> ShotsReport:
    from rumms.lab.ready import compile_first
    from rumms.lab.shots import run, steps, ways
    from rumms.text.figures import with_a_bar

    compile_first()
    *_, last = with_a_bar(run(ways()), steps(), lambda step: step.done, lambda step: step.what)
    if last.report is None:
        raise AssertionError(last)
    return last.report


def _measure_frames() -> FramesReport:
    from rumms.lab.frames import run, steps
    from rumms.lab.ready import compile_first
    from rumms.text.figures import with_a_bar

    compile_first()
    *_, last = with_a_bar(run(), steps(), lambda step: step.done, lambda step: step.what)
    if last.report is None:
        raise AssertionError(last)
    return last.report


def _measure_decisions() -> DecisionsReport:
    from rumms.lab.decisions import run, steps
    from rumms.lab.ready import compile_first
    from rumms.text.figures import with_a_bar

    compile_first()
    *_, last = with_a_bar(run(), steps(), lambda step: step.done, lambda step: step.what)
    if last.report is None:
        raise AssertionError(last)
    return last.report


def _print_report(report: Report) -> None:
    from rumms.lab.bench import CARDS, ROUNDS
    from rumms.text.figures import number, table

    rounds = number(ROUNDS, 0)
    rows = table(
        "<<><>",
        [say("bench"), say("what"), say("speed"), "", say("per {rounds} rounds", rounds=rounds)],
        [[row.bench, row.what, number(row.figure, 0), say(row.unit), number(row.relative, 1)] for row in report.rows],
    )
    print(rows)
    speed = f"{number(report.reference.figure, 0)} " + say(report.reference.unit)
    about = say("A round shuffles and sorts {cards} numbers in plain Python; here: {speed}.", cards=CARDS, speed=speed)
    print("\n" + about)
    print(say("Speeds per {rounds} rounds can be compared between machines.", rounds=rounds))


def _print_shots(report: ShotsReport) -> None:
    from rumms.lab.shots import CROWD, SEARCHED
    from rumms.text.figures import number, table

    rows = table(
        "><<>>>",
        [say("dice"), say("path"), "", say("shots a second"), say("yardstick"), say("ratio")],
        [
            [
                str(row.dice),
                row.path,
                say("compiled") if row.compiled else say("plain"),
                number(row.shots_per_s, 0),
                number(row.yardstick_shots_per_s, 0),
                number(row.shots_per_s / row.yardstick_shots_per_s, 1),
            ]
            for row in report.rows
        ],
    )
    print(rows)
    print("\n" + say("The yardstick is a plain 2D world with the same dice and shots."))
    many, slowest = number(SEARCHED, 0), number(report.slowest_ms, 0)
    print(
        say("The slowest of {many} plain shots with {dice} dice: {slowest} ms.", many=many, dice=CROWD, slowest=slowest)
    )
    print(say("Plain shots at towers, in the median: {figure} ms.", figure=number(report.stack_median_ms, 1)))


def _print_frames(report: FramesReport) -> None:
    from rumms.lab.frames import MEDIAN_GOAL, MOST_GOAL, START_GOAL, WHATS
    from rumms.text.figures import number, table

    def cells(row: FramesRow) -> list[str]:
        figures = (row.median_ms, row.p99_ms, row.worst_ms, row.wall_median_ms, row.wall_p99_ms, row.relative)
        return [
            say(WHATS[row.what]),
            f"{row.width}x{row.height}",
            number(row.frames, 0),
            *(number(figure, 1) for figure in figures),
            "" if row.is_good is None else _goal(is_met=row.is_good),
        ]

    headings = [say("what"), say("size"), say("frames"), say("median"), say("99 %"), say("worst")]
    headings += [say("clock: median"), say("clock: 99 %"), say("ratio"), say("goal")]
    print(table("<>>>>>>>><", headings, map(cells, report.rows)))
    print("\n" + say("In milliseconds, with {dice} dice; nothing is shown to anybody meanwhile.", dice=report.dice))
    print(say("What the clock says counts what else the machine does, too."))
    print(say("The ratio compares the median with copying a picture of the whole window."))
    goal = {"median": number(MEDIAN_GOAL, 0), "most": number(MOST_GOAL, 0)}
    print(say("The goal for films: {median} ms in the median, {most} ms for 99 of 100 frames.", **goal))
    start = report.start
    print(
        say(
            "From the command to the first picture the program works for {program} s, pygame alone for {alone} s.",
            program=number(start.program_s, 2),
            alone=number(start.pygame_s, 2),
        )
    )
    print(
        say(
            "That is {more} s more, and {wall} s more by the clock; the goal is {limit} s by the clock: {met}.",
            more=number(start.more_s, 2),
            wall=number(start.wall_more_s, 2),
            limit=number(START_GOAL, 1),
            met=_goal(is_met=start.is_good),
        )
    )


def _print_decisions(report: DecisionsReport) -> None:
    from rumms.text.figures import number, table

    rows = [
        [
            row.game,
            row.bot,
            str(row.decisions),
            *(number(seconds, 2) for seconds in (row.median_s, row.worst_s)),
            f"{number(row.goal_s, 1)}: {_goal(is_met=row.is_good)}",
        ]
        for row in report.rows
    ]
    headings = [say("game"), say("bot"), say("decisions"), say("median"), say("worst"), say("goal")]
    print(table("<<>>><", headings, rows))
    print("\n" + say("In seconds by the clock. The goal: no decision takes longer."))


def _goal(*, is_met: bool) -> str:
    return say("met") if is_met else say("missed")
