"""`rumms match`: bots play many games against each other."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final

from rumms.commands.arguments import (
    INTERRUPTED,
    add_game,
    add_jobs,
    add_json,
    add_seed,
    add_set,
    cores,
    print_json,
    seats_of,
    whole,
)
from rumms.language import count, say

if TYPE_CHECKING:
    from rumms.lab.matches import Match

MOST_GAMES: Final = 1_000_000
PLAYS_BY_EYE: Final = frozenset({"random", "greedy"})
"""Bots that try no flick out, so that nothing need be compiled for them."""


def add(parser: argparse.ArgumentParser) -> None:
    """What the command is told."""
    add_game(parser)
    parser.add_argument("--bots", required=True, metavar="A,B", help=_about_bots())
    add_set(parser)
    parser.add_argument(
        "--games",
        type=whole(1, MOST_GAMES),
        default=100,
        metavar="N",
        help=say("how many games; with --until-sure, the most (default: {default})", default=100),
    )
    add_seed(parser, say("the same seed gives the same match (default: {default})", default=0))
    add_jobs(parser, say("how many games at a time; without it, one for each core. The result is the same"))
    parser.add_argument(
        "--until-sure",
        action="store_true",
        help=say("stop once the first bot's interval excludes chance"),
    )
    parser.add_argument("--record", metavar="DIR", help=say("a folder to record every game in"))
    add_json(parser)


def _about_bots() -> str:
    return say(
        "who plays: random, greedy, search, NAME:BUDGET or path/to/file.py:Class;"
        " in every game each sits one seat further on"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play, and count."""
    from pathlib import Path

    from rumms.catalogue import find
    from rumms.kernel.bots import is_of_a_file
    from rumms.kernel.refusal import Refusal
    from rumms.lab.matches import A_WORKER, Plan, play, workers
    from rumms.lab.ready import compile_first
    from rumms.text.figures import with_a_bar
    from rumms.workers import interruptible

    plan = Plan(
        arguments.game,
        seats_of(arguments.bots, "greedy,random"),
        arguments.games,
        arguments.seed,
        tuple(arguments.set),
        arguments.until_sure,
        Path(arguments.record).absolute() if arguments.record else None,
    )
    if find(plan.game).has_engine and any(name.partition(":")[0] not in PLAYS_BY_EYE for name in plan.bots):
        compile_first()
    jobs = min(arguments.jobs or cores(), plan.games)
    match: Match | None = None
    trouble: Refusal | OSError | None = None
    ended = 0
    try:
        with interruptible(), workers(jobs, apart=any(map(is_of_a_file, plan.bots))) as executor:
            games = play(plan, executor, 1 if jobs == 1 else jobs * A_WORKER)
            for now in with_a_bar(games, plan.games, lambda now: now.games, _leader):
                match = now
    except KeyboardInterrupt:
        ended = INTERRUPTED
        text = say("Interrupted. This was played so far:") if match else say("Interrupted before a game was over.")
        print(text, file=sys.stderr)
    except (Refusal, OSError) as error:
        trouble = error
        if match:
            print(say("The match has to stop. This was played so far:"), file=sys.stderr)
    if match and arguments.json:
        print_json(match)
    elif match:
        _print_match(match, sure=arguments.until_sure)
    if trouble:
        sys.stdout.flush()
        raise trouble
    return ended


def _leader(match: Match) -> str:
    from rumms.text.figures import number

    first = match.bots[0]
    return f"{first.name} {number(100 * first.share, 1)} %"


def _print_match(match: Match, *, sure: bool) -> None:
    from rumms.catalogue import find
    from rumms.text.figures import number, table

    places = 0 if all(row.wins.is_integer() for row in match.bots) else 2
    games = count("{number} game", "{number} games", match.games)
    print(f"{find(match.game).words.title()}, {games}\n")
    rows = table(
        "<>>>",
        [say("bot"), say("wins"), say("share"), say("95 % interval")],
        [
            [
                row.name,
                number(row.wins, places),
                f"{number(100 * row.share, 1)} %",
                say("{low} to {high} %", low=number(100 * row.low, 1), high=number(100 * row.high, 1)),
            ]
            for row in match.bots
        ],
    )
    print(rows)
    print("\n" + say("If all were alike, each would win {chance} %.", chance=number(100 * match.chance, 1)))
    if sure:
        print(_verdict(match))


def _verdict(match: Match) -> str:
    name = match.bots[0].name
    if match.verdict > 0:
        return say("{name} wins more often than by chance.", name=name)
    if match.verdict < 0:
        return say("{name} wins less often than by chance.", name=name)
    return say("It is not sure whether {name} wins more or less often than by chance.", name=name)
