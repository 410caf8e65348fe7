"""Scenarios in the workshop, measured, solved and recorded.

`check` says how often each recorded solution meets its goal under a steady hand (how often bots do without it says
`python -m rumms.lab.difficulty`);
`solve` searches a solution for a scenario; `again` makes the recorded decisions anew, after a change of the physics.
With `--write` both write it into the file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rumms.catalogue import find, find_game
from rumms.games.rumms.choices import Flicks, Moves, OrElse
from rumms.games.rumms.goals import AnyGoal, Judge, Verdict, goal_in
from rumms.games.rumms.state import State
from rumms.kernel.bots import Bot, make
from rumms.kernel.game import NATURE, Forced, Seat
from rumms.kernel.record import Digest, encode_closing, encode_move
from rumms.kernel.session import Loaded, Session, Transition, load
from rumms.lab.tool import add_number, parser_of, run
from rumms.lab.trials import Share, quick_game, share
from rumms.physics.model import Flick, Hand
from rumms.physics.tuning import VERSION
from rumms.places import shipped
from rumms.text.figures import number, table

FOLDERS: Final = (("scenarios", "rumms", "puzzles"), ("scenarios", "rumms", "tricks"))
REPEATS: Final = 200
"""Noisy repeats of a recorded solution ..."""
ENOUGH: Final = 0.5
"""... and how many of them must meet the goal."""
MOST_MOVES: Final = 60
"""After so many nobody expects a goal to be met."""
DECIDES: Final = "greedy"
"""Who answers what a recorded solution does not."""


class Puzzle(Struct, frozen=True):
    """A scenario as the workshop needs it."""

    path: Path
    loaded: Loaded
    start: State
    goal: AnyGoal

    @property
    def seat(self) -> Seat:
        """Whoever is to solve it."""
        return self.start.seat_of(self.start.turn.side)

    @property
    def solution(self) -> list[Any]:
        """The decisions of the recorded solution."""
        return [made.action for made in self.loaded.session.past if made.seat == self.seat and not made.forced]


def puzzle(path: Path) -> Puzzle:
    """A scenario from its file; BadRecord names what is wrong with it."""
    loaded = load(path, find_game)
    past = loaded.session.past
    start: State = past[0].before if past else loaded.session.state
    return Puzzle(path, loaded, start, goal_in(loaded.lines, start))


def every() -> list[Path]:
    """The files of all puzzles and trick shots that ship with the program."""
    return [path for folder in FOLDERS for path in sorted(shipped(*folder).glob("*.jsonl"))]


# Playing.


@cache
def _bot(name: str) -> Bot:
    return make(name, quick_game(), find("rumms").bots)


class Attempt(Struct, frozen=True):
    """What came of trying to solve a scenario once."""

    verdict: Verdict
    past: list[Transition[Any, Any]]


def attempt(
    of: Puzzle, decisions: Iterable[Any] = (), *, hand: Hand = "none", seed: int = 0, solver: str | Bot = DECIDES
) -> Attempt:
    """Play a scenario until its goal is met or lost: with these decisions, then as a bot decides."""
    game = quick_game()
    start = replace(of.start, hands=(hand,) * len(of.start.hands))
    session = Session(game, start, seed)
    judge, left = Judge(of.goal, start), list(decisions)
    while judge.verdict is Verdict.OPEN and session.actor is not None and len(session.past) < MOST_MOVES:
        judge.see(_step(session, of, left, solver))
    return Attempt(judge.verdict, session.past)


def _step(session: Session[Any, Any], of: Puzzle, left: list[Any], solver: str | Bot) -> Transition[Any, Any]:
    legal, seat = session.game.legal(session.state), session.actor
    if isinstance(legal, Forced):
        return session.commit(legal[0], forced=True)
    if seat == of.seat and left and left[0] in legal:
        return session.commit(left.pop(0), forced=False)
    if seat == NATURE:
        return session.commit(legal.sample(session.rng(NATURE)), forced=False)
    if seat is None:
        raise AssertionError(session)
    view = session.game.view(session.state, seat)
    decides = solver if seat == of.seat else DECIDES
    bot = _bot(decides) if isinstance(decides, str) else decides
    return session.commit(bot.choose(view, seat, legal, session.rng(seat)), forced=False)


def met(of: Puzzle, decisions: Sequence[Any], repeats: int = REPEATS, hand: Hand = "steady") -> Share:
    """How often these decisions meet the goal, if a hand trembles."""
    tries = (attempt(of, decisions, hand=hand, seed=seed) for seed in range(repeats))
    return share(of.path.stem, sum(one.verdict is Verdict.REACHED for one in tries), repeats)


# Searching.

DRAWN: Final = 3000
"""Flicks that are looked at."""
ROUNDS: Final = ((60, 12), (12, 50), (3, REPEATS))
"""How many of those that meet the goal are tried how often with a trembling hand, the best of them again."""


def solved(of: Puzzle, dice: Sequence[int] = (), before: Sequence[Any] = (), seed: int = 0) -> tuple[list[Any], Share]:
    """The flick that meets the goal most surely, after these decisions; nothing if none was found."""
    rng = Random(seed)
    found = [[*before, flick] for flick in _drawn(of, dice, before, rng)]
    found = [one for one in found if attempt(of, one).verdict is Verdict.REACHED]
    best, how_often = [], share(of.path.stem, 0, 1)
    for most, repeats in ROUNDS:
        rated = sorted(((met(of, one, repeats).share, place) for place, one in enumerate(found)), reverse=True)[:most]
        found = [found[place] for _, place in rated]
    if found:
        best = found[0]
        how_often = met(of, best)
    return best, how_often


def _drawn(of: Puzzle, dice: Sequence[int], before: Sequence[Any], rng: Random) -> Iterator[Flick]:
    """Flicks of any sort that are allowed, from where these decisions lead to."""
    state = of.start if not before else _after(of, before)
    legal = quick_game().legal(state)
    flicks = legal.flicks if isinstance(legal, Moves) else legal.choices if isinstance(legal, OrElse) else None
    if not isinstance(flicks, Flicks):
        return
    among = [die for die in flicks.dice if die in dice or not dice]
    for _ in range(DRAWN):
        yield Flick(
            rng.choice(among),
            round(rng.uniform(0.0, 360.0)),
            5.0 * round(rng.uniform(10.0, 64.0)),
            rng.choice((0.3, 0.4, 0.5, 0.5, 0.5, 0.6, 0.7)),
            rng.choice((0.0, 0.0, 0.0, -0.3, 0.3)),
        )


def _after(of: Puzzle, decisions: Sequence[Any]) -> State:
    session = Session(quick_game(), of.start, 0)
    left = list(decisions)
    while left or session.actor != of.seat:
        _step(session, of, left, DECIDES)
    return session.state


# Recording.


def written(of: Puzzle, decisions: Sequence[Any], seed: int = 0) -> None:
    """Write a solution into the file of a scenario, in place of the one there was."""
    made = attempt(of, decisions, seed=seed)
    if made.verdict is not Verdict.REACHED:
        raise AssertionError(of.path, made.verdict)
    header = replace(of.loaded.header, physics=str(VERSION))
    lines = [msgspec.json.encode(header), *(encode_move(one.seat, one.action) for one in made.past)]
    last = made.past[-1].after
    digest = Digest()
    for line in lines:
        digest.add(line)
    if quick_game().actor(last) is None:
        lines.append(encode_closing(quick_game().winners(last), str(digest)))
    of.path.write_bytes(b"".join(line + b"\n" for line in lines))


# The command.


def measured(paths: Sequence[Path], repeats: int) -> Iterator[list[str]]:
    """A row for each scenario: how hard it is said to be, and how surely it is solved."""
    for path in paths:
        of = puzzle(path)
        found = met(of, of.solution, repeats)
        yield [f"{path.parent.name}/{path.stem}", str(of.loaded.header.difficulty), _percent(found)]


def _percent(found: Share) -> str:
    return f"{number(100 * found.share, 0)} %"


def main(words: Sequence[str] | None = None) -> int:
    """Measure, solve or record anew."""
    parser = parser_of("solutions", __doc__)
    parser.add_argument("what", choices=("check", "solve", "again"), help="see above")
    parser.add_argument(
        "files", nargs="*", default=[], type=Path, metavar="FILE", help="scenarios; without them all that ship"
    )
    add_number(parser, "--repeat", (1, 1_000_000), REPEATS, "how often a solution is tried")
    parser.add_argument("--write", action="store_true", help="write what was found into the scenarios")
    given = parser.parse_args(words)
    paths = given.files or every()
    if given.what == "check":
        rows = []
        for row in measured(paths, given.repeat):
            rows.append(row)
            print(f"{len(rows)} of {len(paths)}: {' '.join(row)}", file=sys.stderr)
        print(table("<>>", ["scenario", "difficulty", "solution"], rows))
        return 0
    for path in paths:
        of = puzzle(path)
        best, found = solved(of) if given.what == "solve" else (of.solution, met(of, of.solution))
        print(f"{path}: {_percent(found)} {best}")
        if best and given.write:
            written(of, best)
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
