"""`rumms tune`: weights of a bot's value are improved by matches."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from rumms.commands.arguments import FAILED, INTERRUPTED, add_game, add_jobs, add_seed, cores, print_json, whole
from rumms.language import say

EVEN: Final = 0.5
"""What equal weights win."""


def add(parser: argparse.ArgumentParser) -> None:
    """What the command is told."""
    add_game(parser)
    for name, least, most, usual, about in (
        ("generations", 1, 10_000, 28, say("how many generations (default: {default})", default=28)),
        ("pairs", 2, 1000, 100, say("pairs of sets of weights in each (default: {default})", default=100)),
        ("games", 2, 10_000, 2, say("games between the two of a pair (default: {default})", default=2)),
        ("budget", 2, 10_000, 24, say("simulated flicks a decision (default: {default})", default=24)),
        (
            "confirm",
            2,
            100_000,
            1000,
            say("new games that decide whether the weights are kept (default: {default})", default=1000),
        ),
    ):
        parser.add_argument(f"--{name}", type=whole(least, most), default=usual, metavar="N", help=about)
    add_seed(parser, say("the same seed tries the same weights (default: {default})", default=0))
    add_jobs(parser, say("how many games at a time; without it, one for each core. The result is the same"))
    parser.add_argument(
        "--out", metavar="FILE", help=say("where the weights are written; without it, they are printed")
    )


def run(arguments: argparse.Namespace) -> int:
    """Try weights, confirm the best, and write them down."""
    from pathlib import Path

    from rumms.games.rumms.value import Tuned, Weights
    from rumms.kernel.refusal import Refusal
    from rumms.lab.matches import wilson, workers
    from rumms.lab.ready import compile_first
    from rumms.lab.tool import deliver
    from rumms.lab.tune import Plan, Progress, check, confirm, tune
    from rumms.text.figures import number, with_a_bar

    plan = Plan(
        arguments.game,
        arguments.generations,
        arguments.pairs,
        arguments.games,
        arguments.budget,
        arguments.seed,
    )
    check(plan)
    path = Path(arguments.out) if arguments.out else None
    if path and not path.parent.is_dir():
        raise Refusal("There is no folder '{folder}'.", folder=str(path.parent))
    if path and path.is_dir():
        raise Refusal("'{file}' is a folder.", file=str(path))
    compile_first()
    progress, games, won = Progress(0, 0, {}), 0, 0.0
    with workers(arguments.jobs or cores()) as executor:
        try:
            for progress in with_a_bar(  # noqa: B007  the last one counts
                tune(plan, executor), plan.steps, lambda now: now.done, lambda now: str(now.generation)
            ):
                pass
        except KeyboardInterrupt:
            print(say("Interrupted. The best so far is tried in new games."), file=sys.stderr)
        if not progress.generation:
            print(say("No generation was over, so nothing was written."), file=sys.stderr)
            return INTERRUPTED
        try:
            for games, won in with_a_bar(  # noqa: B007  the last one counts
                confirm(plan, progress.best, arguments.confirm, executor),
                arguments.confirm,
                lambda now: now[0],
                lambda now: number(now[1], 1),
            ):
                pass
        except KeyboardInterrupt:
            print(say("Interrupted."), file=sys.stderr)
    low, high = wilson(won, games) if games else (0.0, 1.0)
    print(
        say(
            "Against the weights before, the new ones won {won} of {games} new games (95 %: {low} to {high} %).",
            won=number(won, 1) if won % 1 else number(won, 0),
            games=games,
            low=number(100 * low, 1),
            high=number(100 * high, 1),
        )
    )
    if low <= EVEN:
        print(say("That may be luck, so these weights are not written:"))
        print_json(progress.best)
        return FAILED
    command = (
        f"rumms tune {plan.game} --generations {progress.generation} --pairs {plan.pairs}"
        f" --games {plan.games} --budget {plan.budget} --seed {plan.seed}"
    )
    deliver(Tuned(command, Weights(**progress.best)), path)
    return 0
