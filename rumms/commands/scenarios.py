"""`rumms scenarios`: what there is to be solved, how hard it is, and what is solved already."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from rumms.language import count, say, tell

if TYPE_CHECKING:
    from rumms.ui.scenarios import Scenario

SORTS = ("puzzles", "tricks", "own")


def add(parser: argparse.ArgumentParser) -> None:
    """What the command is told."""
    parser.add_argument("text", nargs="?", metavar="TEXT", help=say("only those whose name or text has this in it"))
    parser.add_argument("--sort", choices=SORTS, help=say("only puzzles, trick shots, or your own"))
    parser.add_argument("--difficulty", choices="12345", metavar="1-5", help=say("only those that are so hard"))
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--solved", action="store_true", help=say("only those that are solved"))
    which.add_argument("--open", action="store_true", help=say("only those that are not solved yet"))
    parser.add_argument("--player", metavar="NAME", help=say("whose stars; without it, yours"))
    parser.add_argument("--json", action="store_true", help=say("print the result as JSON"))


def run(arguments: argparse.Namespace) -> int:
    """List them."""
    from rumms.ui import scenarios, settings

    player = scenarios.player(settings.load()) if arguments.player is None else arguments.player
    earned = scenarios.progress(player)
    sorts = (arguments.sort,) if arguments.sort else ()
    found = [one for one in scenarios.scenarios(*sorts) if _fits(one, arguments, earned)]
    if arguments.json:
        print(scenarios.as_json(found, earned).decode())
    else:
        _print(found, earned)
    return 0


def _fits(one: Scenario, arguments: argparse.Namespace, earned: dict[str, int]) -> bool:
    text = (arguments.text or "").casefold()
    is_solved = one.id in earned
    return (
        text in f"{one.id}\n{one.title}\n{one.text}".casefold()
        and (not arguments.difficulty or one.difficulty == int(arguments.difficulty))
        and (not arguments.solved or is_solved)
        and (not arguments.open or not is_solved)
    )


def _print(found: list[Scenario], earned: dict[str, int]) -> None:
    from rumms.text.figures import table

    rows = [
        [one.id, _level(one), _stars(earned.get(one.id, 0)), one.title, one.text] for one in found if not one.problem
    ]
    if rows:
        headings = [say("name"), say("difficulty"), say("solved"), say("title"), say("task")]
        print(table("<<<<<", headings, rows))
    for one in found:
        if one.problem:
            print(tell(one.problem))
    print("\n" + count("{number} scenario", "{number} scenarios", len(found)))


def _level(one: Scenario) -> str:
    return str(one.difficulty or "-")


def _stars(number: int) -> str:
    return "*" * number or "-"
