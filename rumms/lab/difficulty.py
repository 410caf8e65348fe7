"""How hard scenarios are: `python -m rumms.lab.difficulty` lets bots try them, and prints how often they solve them.

The bots are the levels of the game with their own hands and budgets, but they play for the goal, not for a win. The
difficulty follows from the mean of their shares; see `difficulty`. With `--write` what was found is kept in
`reference/difficulty.json`, and the difficulty of each scenario is written into its file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from math import atan2, degrees
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rumms.games.rumms.actions import Action
from rumms.games.rumms.choices import Moves
from rumms.games.rumms.goals import WHERE, All, AnyGoal, Either, Happens, Keeps, Lies, Verdict, Within
from rumms.games.rumms.hands import HANDS
from rumms.games.rumms.levels import ShotBot
from rumms.games.rumms.shots import try_out
from rumms.games.rumms.spots import castle_of
from rumms.games.rumms.state import Aside, Die, Out, Side, State
from rumms.games.rumms.table import in_castle, in_enemy_kingdom
from rumms.games.rumms.trusted import layout
from rumms.games.rumms.value import Judge, Weights
from rumms.kernel.game import Choices, Seat
from rumms.kernel.record import Digest, encode_closing
from rumms.lab.matches import wilson, workers
from rumms.lab.ready import compile_first
from rumms.lab.solutions import Puzzle, attempt, every, puzzle
from rumms.lab.tool import add_jobs, add_number, parser_of, run
from rumms.lab.trials import quick_game
from rumms.physics.model import Flick, Hand
from rumms.text.figures import number, table

FILE: Final = Path(__file__).parent / "reference" / "difficulty.json"
LEVELS: Final = ("easy", "medium", "hard")
TRIES: Final = 20
EASIEST: Final = (0.65, 0.55, 0.4, 0.25)
"""The mean share from which on a scenario has the difficulty 1, 2, 3, 4; below the last it is 5."""
GOAL: Final = 0.9
"""How much the goal counts for these bots; the rest is the position, as ever."""
NEARLY: Final = 0.3
"""What it is worth to have a goal nearly reached ..."""
ABOUT: Final = 0.9
"""... and to be about to reach it with what is due."""
AIMS: Final = 6
"""Trials of each flick that is looked for here."""
WAY, SLOWEST, QUICKEST = 6.0, 50.0, 320.0
"""Such flicks: standard deviation in degrees from straight ahead; centimetres a second."""


def difficulty(shares: Sequence[float]) -> int:
    """1 to 5, from how often each level solves a scenario."""
    mean = round(sum(shares) / len(shares), 6)
    return next((place for place, least in enumerate(EASIEST, start=1) if mean >= least), len(EASIEST) + 1)


# Bots that know the goal.


class Wish(Judge):
    """Judges positions by how far they are from a goal."""

    def __init__(self, goal: AnyGoal, start: State) -> None:
        super().__init__(Weights())  # never tuned, so that the table stays the same whatever tuning finds
        self.goal, self.start, self.side = goal, start, start.turn.side
        self._frozen = start.frozen()

    def of(self, state: State, side: Side) -> float:
        """What a state is worth to a side: to the other one, whatever is left."""
        worth = GOAL * self.part(self.goal, state) + (1.0 - GOAL) * super().of(state, self.side)
        return worth if side is self.side else 1.0 - worth

    def after_move(self, state: State, side: Side) -> float:
        """The same right after a move, when nothing but the goal counts."""
        return self.part(self.goal, state) if side is self.side else super().after_move(state, side)

    def part(self, goal: AnyGoal, state: State) -> float:
        """How far a goal is reached, 0 to 1, as far as it can be told from where the dice are."""
        match goal:
            case Within(of=of):
                return self.part(of, state)
            case All(of=goals):
                parts = [self.part(one, state) for one in goals]
                return 1.0 if min(parts) == 1.0 else NEARLY * sum(parts) / len(parts)
            case Either(of=goals):
                return max(self.part(one, state) for one in goals)
            case Keeps():
                return float(not any(map(goal.fits, self._lost(state))))
            case Lies():
                there = sum(WHERE[goal.where](state, die) for die in state.dice if goal.fits(die))
                return _share(there, goal.least)
            case Happens(event="won"):
                return self._won(state, goal.side or self.side)
            case Happens():
                return _share(self._times(goal, state), goal.times)
        raise AssertionError(goal)

    def _lost(self, state: State) -> list[Die]:
        """Dice that are out of play and were not at the start."""
        were = {die.id for die in self.start.dice if isinstance(die.where, Out)}
        return [die for die in state.dice if isinstance(die.where, Out) and die.id not in were]

    def _won(self, state: State, side: Side) -> float:
        if state.winner is not None or isinstance(state.king(side).where, Out):
            return float(state.winner is side)
        if isinstance(state.king(side.foe).where, Out):
            return 1.0 - self.rescue(state, side.foe, state.frozen())
        return 0.0

    def _times(self, goal: Happens, state: State) -> float:
        """How often something has happened to the dice of a goal; a little less if it is about to."""
        before = {die.id: die for die in self.start.dice}
        meant = [die for die in state.dice if goal.fits(die) and die.id in before]
        was_out = {die.id for die in before.values() if isinstance(die.where, Out)}
        match goal.event:
            case "defeated":
                return sum(isinstance(die.where, Out) and before[die.id].is_on_mat for die in meant)
            case "vanished":
                mages = [die for die in state.dice if die.side is self.side and die.kind.name == "mage"]
                is_done = any((mage.id, "vanish") in state.turn.settled for mage in mages)
                if is_done or state.turn.number != self.start.turn.number:
                    return sum(isinstance(die.where, Out) for die in meant)
                return ABOUT * sum(self._conjures(state, mage) for mage in mages)
            case "hid":
                hidden = sum(isinstance(die.where, Aside) for die in meant)
                return hidden + ABOUT * sum(self._is_beyond(state, die) for die in meant)
            case "thawed":
                ice = [die for die in state.dice if die.kind.has_blocks and before[die.id].is_on_mat]
                return sum(not die.is_on_mat or die.body.level == 0 for die in ice)
            case "revived" | "returned" | "rescued":
                return sum(die.id in was_out and not isinstance(die.where, Out) for die in meant)
            case "froze":
                return sum(die.id in state.frozen() - self._frozen for die in meant)
        return 0

    @staticmethod
    def _conjures(state: State, die: Die) -> bool:
        is_ready = die.is_on_mat and die.is_active
        return is_ready and in_castle(die.body, die.side.foe, state.bodies(), state.options.mat)

    @staticmethod
    def _is_beyond(state: State, die: Die) -> bool:
        return die.is_on_mat and die.is_active and in_enemy_kingdom(die.body, die.side, state.options.mat)


def _share(times: float, wanted: int) -> float:
    if times >= wanted:
        return 1.0
    return ABOUT if times >= ABOUT * wanted else NEARLY * times / wanted


class Seeker(ShotBot):
    """A level of the shot bot that plays for the goal of a scenario."""

    def __init__(self, level: str, of: Puzzle) -> None:
        super().__init__(quick_game(), level)
        self.wish = self.judge = self.planner.judge = self.outlook.judge = Wish(of.goal, of.start)
        self.planner.looks = False

    def choose(self, view: State, seat: Seat, legal: Choices[Any], rng: Random) -> Action:
        """As ever; but where the goal is one that nobody has in a game, its flick is looked for here."""
        aims = self._aims(view, legal.flicks.dice) if isinstance(legal, Moves) else []
        return self._aimed(view, aims, view.hands[seat], rng) if aims else super().choose(view, seat, legal, rng)

    def _aims(self, view: State, dice: Sequence[int]) -> list[tuple[int, float, float]]:
        """Dice, and the spots to flick them to: into its own castle, or against dice under ice."""
        found = []
        for goal in _parts(self.wish.goal):
            if isinstance(goal, Lies) and goal.where == "own castle":
                castle = castle_of(view.options.mat, self.wish.side)
                x, y = (castle.left + castle.right) / 2, (castle.bottom + castle.top) / 2
                found += [(die, x, y) for die in dice if goal.fits(view.dice[die])]
            elif isinstance(goal, Happens) and goal.event == "thawed":
                spots = [view.dice[below].body.pose for below in view.frozen()]
                found += [(die, spot.x, spot.y) for die in dice for spot in spots]
        return found

    def _aimed(self, view: State, aims: list[tuple[int, float, float]], hand: Hand, rng: Random) -> Flick:
        """The best of some flicks there, each tried a few times."""
        shooter, side = quick_game().fast(layout(view)), self.wish.side
        best: tuple[float, Flick] | None = None
        for _ in range(max(2, self.budget // AIMS)):
            die, x, y = rng.choice(aims)
            at = view.dice[die].body.pose
            way = degrees(atan2(y - at.y, x - at.x)) + rng.gauss(0.0, WAY)
            flick = Flick(die, way % 360.0, rng.uniform(SLOWEST, QUICKEST))
            ends = (try_out(view, flick, hand, shooter, rng)[1] for _ in range(AIMS))
            worth = sum(self.wish.after_move(end, side) for end in ends) / AIMS
            if best is None or worth > best[0]:
                best = worth, flick
        if best is None:
            raise AssertionError(aims)
        return best[1]


def _parts(goal: AnyGoal) -> Iterator[AnyGoal]:
    """The goals within a goal."""
    match goal:
        case Within(of=of):
            yield from _parts(of)
        case All(of=goals) | Either(of=goals):
            for one in goals:
                yield from _parts(one)
        case _:
            yield goal


# Trying.


class Tried(Struct, frozen=True, forbid_unknown_fields=True):
    """How often each level solved a scenario, of so many tries."""

    tries: int
    solved: dict[str, int]

    @property
    def shares(self) -> list[float]:
        """The same as parts of all tries, the weakest level first."""
        return [self.solved[level] / self.tries for level in LEVELS]


class Found(Struct, frozen=True, forbid_unknown_fields=True):
    """What was found out, and the command that did."""

    made_by: str
    scenarios: dict[str, Tried]


def name_of(path: Path) -> str:
    """What a scenario is called here."""
    return f"{path.parent.name}/{path.stem}"


def solved(path: Path, level: str, tries: int) -> int:
    """How often a level solves a scenario."""
    of = puzzle(path)
    bot = Seeker(level, of)
    hand = HANDS[level]
    return sum(attempt(of, hand=hand, seed=seed, solver=bot).verdict is Verdict.REACHED for seed in range(tries))


def tried(paths: Sequence[Path], tries: int, jobs: int) -> Iterator[tuple[Path, Tried]]:
    """Let every level try every scenario."""
    with workers(jobs) as executor:
        asked = ((path, {level: executor.submit(solved, path, level, tries) for level in LEVELS}) for path in paths)
        # One job works while it is asked; more need all their work at once.
        for path, futures in asked if jobs == 1 else list(asked):
            yield path, Tried(tries, {level: future.result() for level, future in futures.items()})


# Keeping.


def kept(path: Path = FILE) -> Found:
    """What was found out last."""
    return msgspec.json.decode(path.read_bytes(), type=Found)


def keep(found: Found, path: Path = FILE) -> None:
    """Keep what was found out, a line for each scenario."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


def state_difficulty(path: Path, hard: int) -> None:
    """Write a difficulty into the first line of a scenario; what closes it is written anew."""
    of = puzzle(path)
    if of.loaded.header.difficulty == hard:
        return
    rows = [row for row in path.read_bytes().split(b"\n") if row]
    rows[0] = msgspec.json.encode(replace(of.loaded.header, difficulty=hard))
    if of.loaded.winners is not None:
        digest = Digest()
        for row in rows[:-1]:
            digest.add(row)
        rows[-1] = encode_closing(frozenset(seat - 1 for seat in of.loaded.winners), str(digest))
    path.write_bytes(b"".join(row + b"\n" for row in rows))


def _row(path: Path, one: Tried) -> list[str]:
    stated, shares = puzzle(path).loaded.header.difficulty, one.shares
    mean = sum(shares) / len(shares)
    figures = [f"{number(100 * share, 0)} %" for share in (*shares, mean)]
    return [name_of(path), *figures, str(difficulty(shares)), str(stated)]


def main(words: Sequence[str] | None = None) -> int:
    """Let bots try scenarios, and print what came of it."""
    parser = parser_of("difficulty", __doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="scenarios; without them all that ship")
    add_number(parser, "--tries", (1, 10_000), TRIES, "how often each bot tries each scenario")
    add_jobs(parser)
    parser.add_argument("--write", action="store_true", help="keep what was found, and write it into the scenarios")
    given = parser.parse_args(words)
    compile_first()
    paths, rows, found = given.files or every(), [], dict[str, Tried]()
    for path, one in tried(paths, given.tries, given.jobs):
        found[name_of(path)] = one
        rows.append(_row(path, one))
        print(f"{len(rows)} of {len(paths)}: {' '.join(rows[-1])}", file=sys.stderr, flush=True)
        if given.write:
            state_difficulty(path, difficulty(one.shares))
    if given.write:
        known = kept().scenarios if given.files and FILE.exists() else {}
        command = f"python -m rumms.lab.difficulty --tries {given.tries} --write"
        keep(Found(command, dict(sorted({**known, **found}.items()))))
    print(table("<>>>>>>", ["scenario", *LEVELS, "mean", "by rule", "stated"], rows))
    low, high = wilson(round(given.tries / 2), given.tries)
    print(f"A share of half of {given.tries} tries is known to be from {low:.0%} to {high:.0%} (95 %).")
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
