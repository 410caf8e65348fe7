"""`rumms tune`: weights of a bot's value are improved by matches."""

from __future__ import annotations

import argparse
import sys

from rumms.commands.arguments import FAILED, INTERRUPTED, add_game, add_jobs, add_seed, cores, whole
from rumms.language import say


def add(parser: argparse.ArgumentParser) -> None:
    """What the command is told."""
    add_game(parser)
    for name, most, usual, about in (
        ("generations", 10_000, 8, say("how many generations (default: {default})", default=8)),
        ("population", 1000, 8, say("sets of weights in each (default: {default})", default=8)),
        (
            "games",
            10_000,
            20,
            say("games of each set against the weights that there are (default: {default})", default=20),
        ),
        ("budget", 10_000, 40, say("simulated flicks a decision (default: {default})", default=40)),
    ):
        parser.add_argument(
            f"--{name}", type=whole(2 if name != "generations" else 1, most), default=usual, metavar="N", help=about
        )
    add_seed(parser, say("the same seed tries the same weights (default: {default})", default=0))
    add_jobs(parser, say("how many games at a time; without it, one for each core. The result is the same"))
    parser.add_argument(
        "--out", metavar="FILE", help=say("where the weights are written; without it, where the bot reads them")
    )


def run(arguments: argparse.Namespace) -> int:
    """Try weights, confirm the best, and write them down."""
    from pathlib import Path

    from rumms.catalogue import find
    from rumms.lab.matches import wilson, workers
    from rumms.lab.ready import compile_first
    from rumms.lab.tune import FEWEST_TO_CONFIRM, Plan, Progress, check, confirm, keep, tune
    from rumms.text.figures import number, with_a_bar

    plan = Plan(
        arguments.game,
        arguments.generations,
        arguments.population,
        arguments.games,
        arguments.budget,
        arguments.seed,
    )
    check(plan)
    compile_first()
    path = Path(arguments.out) if arguments.out else find(plan.game).path / "weights.json"
    progress: Progress | None = None
    jobs = arguments.jobs or cores()
    with workers(jobs) as executor:
        try:
            for now in with_a_bar(
                tune(plan, executor), plan.steps, lambda now: now.done, lambda now: str(now.generation)
            ):
                progress = now
        except KeyboardInterrupt:
            print(say("Interrupted. The best so far is kept."), file=sys.stderr)
        if progress is None or not progress.generation:
            print(say("No generation was over, so nothing was written."), file=sys.stderr)
            return INTERRUPTED
        games = max(2 * plan.games, FEWEST_TO_CONFIRM)
        won = confirm(plan, progress.best, games, executor)
    low, high = (number(100 * share, 1) for share in wilson(won, games))
    print(
        say(
            "Against the weights before, the new ones won {won} of {games} new games (95 %: {low} to {high} %).",
            won=number(won, 1) if won % 1 else number(won, 0),
            games=games,
            low=low,
            high=high,
        )
    )
    if 2 * won <= games:
        print(say("That is no improvement, so nothing was written."))
        return FAILED
    command = (
        f"rumms tune {plan.game} --generations {progress.generation} --population {plan.population}"
        f" --games {plan.games} --budget {plan.budget} --seed {plan.seed}"
    )
    keep(progress.best, command, path)
    print(path)
    return 0
