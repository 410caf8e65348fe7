"""`rumms verify`: records are played again by the rules, and goals judged; --physics simulates every flick again."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final

from rumms.commands.arguments import FAILED
from rumms.kernel.refusal import BadRecord
from rumms.language import count, say, tell

if TYPE_CHECKING:
    from rumms.kernel.session import Loaded

LARGEST: Final = 100.0


def add(parser: argparse.ArgumentParser) -> None:
    """What the command is told."""
    parser.add_argument("files", nargs="+", metavar="FILE", help=say("records"))
    parser.add_argument("--physics", action="store_true", help=say("simulate every recorded flick again and compare"))
    parser.add_argument(
        "--tolerance",
        type=_centimetres,
        metavar="CM",
        help=say("by how many centimetres a die may end elsewhere (default: {default})", default=0.1),
    )


def _centimetres(word: str) -> float:
    try:
        found = float(word)
    except ValueError:
        found = -1.0
    if not 0.0 <= found <= LARGEST:
        raise argparse.ArgumentTypeError(say("a tolerance is a number from 0 to {most}", most=int(LARGEST)))
    return found


def run(arguments: argparse.Namespace) -> int:
    """Verify each file, and count."""
    from pathlib import Path

    from rumms.catalogue import find_game
    from rumms.kernel.session import load

    failed = 0
    for file in arguments.files:
        try:
            loaded = load(Path(file), find_game)
        except BadRecord as error:
            failed += 1
            print(tell(error))
            continue
        if loaded.lines.torn:
            print(say("{file}: the last line was cut off and is left out.", file=file), file=sys.stderr)
        print(_verdict(file, loaded))
        checks = [_meets_its_goal(file, loaded)]
        if arguments.physics:
            checks.append(_is_the_same(file, loaded, arguments.tolerance))
        failed += not all(checks)
    print(f"{len(arguments.files) - failed} passed, {failed} failed")
    return FAILED if failed else 0


def _verdict(file: str, loaded: Loaded) -> str:
    moves = count("{number} move", "{number} moves", len(loaded.session.past))
    if loaded.winners is None:
        return say("{file}: unfinished, {moves}, all by the rules.", file=file, moves=moves)
    winners = ", ".join(map(str, loaded.winners)) or say("none")
    return say("{file}: in order, {moves}, winners: {winners}.", file=file, moves=moves, winners=winners)


def _meets_its_goal(file: str, loaded: Loaded) -> bool:
    """Judge the goal of a scenario, and tell how it stands after its moves: it may have no solution yet."""
    if not bytes(loaded.header.goal) or loaded.header.game != "rumms":
        return True
    from rumms.games.rumms.goals import Verdict, goal_in, judge

    past = loaded.session.past
    start = past[0].before if past else loaded.session.state
    try:
        goal = goal_in(loaded.lines, start)
    except BadRecord as error:
        print(tell(error))
        return False
    if not past:
        return True
    match judge(goal, start, past):
        case Verdict.REACHED:
            print(say("{file}: its moves meet the goal.", file=file))
        case Verdict.OPEN:
            print(say("{file}: after its moves the goal is still open.", file=file))
        case Verdict.FAILED:
            print(say("{file}: its moves do not meet the goal.", file=file))
            return False
    return True


def _is_the_same(file: str, loaded: Loaded, tolerance: float | None) -> bool:
    """Simulate the flicks of a record again, and tell what is different."""
    from rumms.catalogue import find
    from rumms.lab.retrace import TOLERANCE, retraced
    from rumms.text.figures import number, with_a_bar

    if not find(loaded.header.game).has_engine:
        return True
    most = TOLERANCE if tolerance is None else tolerance
    found = list(with_a_bar(retraced(loaded), len(loaded.session.past), lambda one: one.flick, lambda _: file))
    others = [one for one in found if not one.is_within(most)]
    for one in others:
        values = {"file": file, "flick": one.flick, "die": one.die, "away": number(one.away, 2)}
        if one.is_other:
            print(
                say("{file}: flick {flick} ends differently now: a die {away} cm away, or another face up.", **values)
            )
        else:
            print(say("{file}: after flick {flick} die {die} now ends {away} cm away.", **values))
    if not others:
        away = number(max((one.away for one in found), default=0.0), 3)
        flicks = count("{number} flick", "{number} flicks", len(found))
        print(say("{file}: {flicks} simulated again, {away} cm away at most.", file=file, flicks=flicks, away=away))
    return not others
