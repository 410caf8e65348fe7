"""`rumms verify`: records are played again by the rules, goals judged and films checked; --physics simulates flicks."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final

from rumms.commands.arguments import FAILED
from rumms.kernel.refusal import BadRecord, Refusal, printable
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
    for name in arguments.files:
        file = printable(str(name))
        try:
            loaded = load(Path(name), find_game)
        except BadRecord as error:
            failed += 1
            print(tell(error))
            continue
        if loaded.lines.torn:
            print(say("{file}: the last line was cut off and is left out.", file=file), file=sys.stderr)
        print(_verdict(file, loaded))
        checks = [_meets_its_goal(file, loaded), _shows_what_happened(loaded)]
        if arguments.physics:
            checks.append(_is_the_same(file, loaded, arguments.tolerance))
        failed += not all(checks)
    print(say("{passed} passed, {failed} failed", passed=len(arguments.files) - failed, failed=failed))
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


def _shows_what_happened(loaded: Loaded) -> bool:
    """Unpack the film of every flick, and tell which do not show what the record says."""
    if loaded.header.game != "rumms":
        return True
    from rumms.games.rumms.actions import Settled
    from rumms.games.rumms.trusted import layout
    from rumms.physics.footage import film_of

    is_right = True
    for made, line in zip(loaded.session.past, loaded.move_lines, strict=True):
        if isinstance(made.action, Settled):
            try:
                film_of(layout(made.before), made.action.shot)
            except Refusal as refusal:
                is_right = False
                print(tell(BadRecord(loaded.lines.file, line, "$.move.shot.film", refusal)))
    return is_right


def _is_the_same(file: str, loaded: Loaded, tolerance: float | None) -> bool:
    """Simulate the flicks of a record again, and tell what is different."""
    from rumms.catalogue import find
    from rumms.kernel.record import shorten
    from rumms.lab.retrace import TOLERANCE, retraced
    from rumms.text.figures import number, with_a_bar

    if not find(loaded.header.game).has_engine:
        return True
    made_with, known = loaded.header.physics, loaded.session.game.physics
    if made_with is not None and made_with != known:
        print(
            say(
                "{file}: made with physics {old}; this is physics {known}, so its flicks are not compared.",
                file=file,
                old=shorten(made_with),
                known=known,
            )
        )
        return True
    most = TOLERANCE if tolerance is None else tolerance
    is_same, farthest, flicks = True, 0.0, 0
    for one in with_a_bar(retraced(loaded), len(loaded.session.past), lambda one: one.flick, lambda _: file):
        flicks, farthest = one.flick, max(farthest, one.away.by)
        for difference in one.differences(most):
            is_same = False
            print(tell(BadRecord(file, one.line, "$.move.shot", difference)))
    if is_same:
        told = count("{number} flick", "{number} flicks", flicks)
        away = number(farthest, 3)
        print(say("{file}: {flicks} simulated again, {away} cm away at most.", file=file, flicks=told, away=away))
    return is_same
