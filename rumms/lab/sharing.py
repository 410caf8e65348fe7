"""How many trials sharing saves.

In each position the best flick is looked for by plain sampling with the whole budget, and by sharing between
neighbouring shots with two thirds of it and less. Each chosen flick is then judged by ten times the budget.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final

from rumms.catalogue import find
from rumms.games.rumms.game import Rumms
from rumms.games.rumms.shots import Planner, try_out
from rumms.games.rumms.state import State
from rumms.games.rumms.trusted import layout
from rumms.games.rumms.turn import flickable
from rumms.games.rumms.value import Judge
from rumms.lab.danger import games
from rumms.lab.matches import workers
from rumms.lab.ready import compile_first
from rumms.lab.tool import add_jobs, add_number, parser_of, run
from rumms.physics.model import Flick

PARTS: Final = (1.0, 2 / 3, 1 / 2)
"""Of the budget, with sharing."""
TIMES: Final = 10
"""As many times the budget judge a choice."""
SEED: Final = 5000
"""The games from which positions are taken are numbered from here on: others than those that weights were fitted to."""
Z: Final = 1.96


def position(number: int) -> State:
    """Where somebody has to move in a game between greedy bots."""
    return Random(number).choice(games(SEED + number))


def measure(number: int, budget: int) -> list[float]:
    """What the choice by plain sampling is worth, and those by sharing with each part of the budget."""
    game, state, judge = find("rumms").game, position(number), Judge()
    if not isinstance(game, Rumms):
        raise AssertionError(game)
    dice, found = flickable(state, state.turn.side), []
    for shares, part in ((False, 1.0), *((True, part) for part in PARTS)):
        planner = Planner(judge, game.fast, shares=shares, looks=False)
        best = planner.plan(state, dice, "steady", max(round(part * budget), 1), Random(f"{number}/{shares}/{part}"))
        found.append(judged(game, state, best[0].candidate.flick, TIMES * budget, Random(number)) if best else 0.5)
    return found


def judged(game: Rumms, state: State, flick: Flick, times: int, rng: Random) -> float:
    """The chance to win after a flick, from so many trials."""
    shooter, judge, side = game.fast(layout(state)), Judge(), state.turn.side
    return fmean(judge.after_move(try_out(state, flick, "steady", shooter, rng)[1], side) for _ in range(times))


def main(words: Sequence[str] | None = None) -> int:
    """Measure, and print the means and how sharing differs from plain sampling."""
    parser = parser_of("sharing", __doc__)
    add_number(parser, "positions", (2, 10_000), 200, "how many positions")
    add_number(parser, "--budget", (3, 10_000), 96, "simulated flicks a decision")
    add_jobs(parser)
    given = parser.parse_args(words)
    compile_first()
    with workers(given.jobs) as executor:
        jobs = [executor.submit(measure, number, given.budget) for number in range(given.positions)]
        rows = [job.result() for job in jobs]
    plain = [row[0] for row in rows]
    print(f"{given.positions} positions, {TIMES * given.budget} flicks to judge each choice")
    print(f"plain   {given.budget:5} trials: {fmean(plain):.4f}")
    for column, part in enumerate(PARTS, start=1):
        shared = [row[column] for row in rows]
        more = [one - other for one, other in zip(shared, plain, strict=True)]
        reach = Z * stdev(more) / sqrt(len(more))
        print(f"sharing {round(part * given.budget):5} trials: {fmean(shared):.4f}, {fmean(more):+.4f} ± {reach:.4f}")
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
