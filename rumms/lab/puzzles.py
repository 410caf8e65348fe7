"""Puzzles: one flick wins, and no other idea comes close.

`make COUNT` looks for them in games of greedy bots, and checks each by ten times the budget; `solve BOT` counts how
many a bot solves. A puzzle is solved by a flick that wins at least nine tenths as often as the best that is known.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct

from rumms.catalogue import find
from rumms.commands.arguments import whole
from rumms.games.rumms.danger import chances, field, shooters
from rumms.games.rumms.ideas import Candidate, Idea
from rumms.games.rumms.shots import Planner, try_out
from rumms.games.rumms.state import Aside, Ask, Die, OnMat, Out, Piece, Position, State
from rumms.games.rumms.trusted import layout
from rumms.games.rumms.turn import flickable
from rumms.games.rumms.value import Judge, Weights
from rumms.kernel.bots import make as make_bot
from rumms.kernel.bots import play_out
from rumms.kernel.session import begin
from rumms.lab.matches import wilson, workers
from rumms.lab.ready import compile_first
from rumms.lab.tool import add_jobs, add_number, add_out, deliver, parser_of, run
from rumms.physics.model import Flick

FILE: Final = Path(__file__).parent / "reference" / "puzzles.json"
BUDGET: Final = 300
"""Trials of the bot that makes them ..."""
TIMES: Final = 10
"""... and as many times more check them."""
WINS: Final = 0.5
"""How often the flick has to win, at least ..."""
CLOSE: Final = 0.7
"""... and what part of that every other idea has to stay below."""
SOLVED: Final = 0.9
"""The part of the best that is known with which a puzzle counts as solved."""
PROMISING: Final = 0.3
"""What geometry has to promise before anything is tried."""
JUDGED: Final = 500
"""Flicks by which a solution is judged ..."""
QUICKLY: Final = 50
"""... and by which is told whether it is worth while."""
MOST_IDEAS: Final = 5
"""Dice whose best flicks are compared."""
SEED: Final = 20_000
"""Games are numbered from here on: none that anything else was fitted to or tuned on."""
HAND: Final = "steady"
JUDGE: Final = Judge(Weights())
"""With weights that were never tuned, so that the same command makes the same puzzles whatever tuning finds."""


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """A position, and the flick that wins."""

    position: Position
    die: int
    idea: Idea
    chance: float
    """How often it wins."""
    other: float
    """How often the next best idea does."""


class Puzzles(Struct, frozen=True, forbid_unknown_fields=True):
    """A set of them, and the command that made it."""

    made_by: str
    puzzles: tuple[Puzzle, ...]


def position_of(state: State) -> Position:
    """A state as a start position; dice are numbered as before."""
    return Position(dice=tuple(map(_piece, state.dice)), to_move=state.turn.side)


def _piece(die: Die) -> Piece:
    match die.where:
        case OnMat(body):
            at = body.pose
            return Piece(kind=die.kind.name, side=die.side, x=at.x, y=at.y, yaw=at.yaw, level=body.level, up=body.up)
        case Aside():
            return Piece(kind=die.kind.name, side=die.side, where="aside")
    return Piece(kind=die.kind.name, side=die.side, where="out")


def state_of(puzzle: Puzzle) -> State:
    """The position of a puzzle, with steady hands."""
    game: Any = find("rumms").game
    state: State = game.new(2, game.options(hands=(HAND, HAND)), puzzle.position)
    return state


def wins(state: State, flick: Flick, times: int, rng: Random) -> float:
    """How often a flick knocks the enemy king off for good: dragons save him by their odds."""
    game: Any = find("rumms").game
    shooter, side, won = game.fast(layout(state)), state.turn.side, 0.0
    for _ in range(times):
        _, after = try_out(state, flick, HAND, shooter, rng)
        if isinstance(after.king(side.foe).where, Out) and not isinstance(after.king(side).where, Out):
            won += 1.0 - JUDGE.rescue(after, side.foe, after.frozen())
    return won / times


def look(state: State, rng: Random) -> Puzzle | None:
    """A puzzle in this position, if there is one."""
    side, king = state.turn.side, state.king(state.turn.side.foe)
    dice = shooters(state, side, state.frozen())
    if not dice or state.task.ask is not Ask.MOVE or JUDGE.rescue(state, side.foe, state.frozen()) >= WINS:
        return None
    best, *others = sorted(chances(field(state), dice, king.id, state.options.mat).tolist(), reverse=True)
    if best < PROMISING or (others and others[0] > CLOSE * best):
        return None
    game: Any = find("rumms").game
    planner = Planner(JUDGE, game.fast, looks=False)
    if _unique(planner, state, BUDGET, QUICKLY, rng) is None:
        return None
    found = _unique(planner, state, TIMES * BUDGET, JUDGED, rng)
    if found is None:
        return None
    candidate, chance, other = found
    return Puzzle(position_of(state), candidate.flick.die, candidate.idea, round(chance, 3), round(other, 3))


def _unique(
    planner: Planner, state: State, budget: int, judged: int, rng: Random
) -> tuple[Candidate, float, float] | None:
    """The flick that wins, how often it does, and how often any other die's best one does; None if none stands out."""
    ideas = planner.ideas(state, flickable(state, state.turn.side), HAND, budget, rng)[:MOST_IDEAS]
    rated = [(wins(state, found.candidate.flick, judged, rng), found.candidate) for found in ideas]
    rated.sort(key=lambda row: -row[0])
    if not rated:
        return None
    (chance, candidate), *others = rated
    other = max((share for share, _ in others), default=0.0)
    return (candidate, chance, other) if chance > WINS and other <= CLOSE * chance else None


def in_game(number: int) -> Puzzle | None:
    """The first puzzle of a game between greedy bots, if there is one."""
    entry = find("rumms")
    bot, rng = make_bot("greedy", entry.game, entry.bots), Random(number)
    session = begin(entry.game, ("greedy", "greedy"), entry.game.options(hands=(HAND, HAND)), SEED + number)
    play_out(session, ("greedy", "greedy"), {0: bot, 1: bot})
    states = [made.before for made in session.past if made.before.tasks and made.before.task.ask is Ask.MOVE]
    return next((puzzle for state in states if (puzzle := look(state, rng))), None)


def is_solved(bot: str, number: int, puzzle: Puzzle) -> bool:
    """Does a bot find the flick, or one as good?"""
    entry, state = find("rumms"), state_of(puzzle)
    action = make_bot(bot, entry.game, entry.bots).choose(
        state, state.seat_of(state.turn.side), entry.game.legal(state), Random(number)
    )
    if not isinstance(action, Flick):
        return False
    share = wins(state, action, JUDGED, Random(number))
    # Both shares are counted, so a flick that is just as good may come out a little lower.
    slack = sqrt(puzzle.chance * (1.0 - puzzle.chance) / JUDGED)
    return share > SOLVED * puzzle.chance - slack


def load(path: Path = FILE) -> Puzzles:
    """The set that is kept."""
    return msgspec.json.decode(path.read_bytes(), type=Puzzles)


def make(count: int, seed: int, executor: Executor, at_once: int) -> Iterable[Puzzle]:
    """So many puzzles, from one game after the other."""
    found, first = 0, seed
    while found < count:
        games = [executor.submit(in_game, number) for number in range(first, first + at_once)]
        first += at_once
        for game in games:
            puzzle = game.result()
            if puzzle and found < count:
                found += 1
                yield puzzle


def main(words: Sequence[str] | None = None) -> int:
    """Make puzzles, or let a bot solve them."""
    parser = parser_of("puzzles", __doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="make|solve")
    making = commands.add_parser("make", help="look for puzzles")
    making.add_argument("count", type=whole(1, 1000), metavar="COUNT", help="how many")
    add_number(making, "--seed", (0, 10**6), 0, "another seed gives other puzzles")
    add_out(making, "rumms/lab/reference/puzzles.json")
    solving = commands.add_parser("solve", help="let a bot solve the puzzles that are kept")
    solving.add_argument("bot", help="the bot, such as hard")
    for one in (making, solving):
        add_jobs(one)
    given = parser.parse_args(words)
    if given.command == "solve":
        make_bot(given.bot, find("rumms").game, find("rumms").bots)  # refuses one that there is not
    compile_first()
    with workers(given.jobs) as executor:
        if given.command == "make":
            found: list[Puzzle] = []
            try:
                for puzzle in make(given.count, given.seed, executor, 4 * given.jobs):
                    found.append(puzzle)
                    told = f"{len(found)}: {puzzle.idea}, {puzzle.chance} against {puzzle.other}"
                    print(told, file=sys.stderr, flush=True)
            finally:  # Ctrl-C keeps those that there are
                command = f"python -m rumms.lab.puzzles make {len(found)} --seed {given.seed}"
                deliver(Puzzles(command, tuple(found)), given.out)
            return 0
        kept_ones = load().puzzles
        jobs = [executor.submit(is_solved, given.bot, number, puzzle) for number, puzzle in enumerate(kept_ones)]
        solved = sum(job.result() for job in jobs)
    low, high = wilson(solved, len(kept_ones))
    share = solved / len(kept_ones)
    print(f"{given.bot} solves {solved} of {len(kept_ones)}: {share:.1%} (95 %: {low:.1%} to {high:.1%})")
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
