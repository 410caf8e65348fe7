"""What lessons and puzzles ask for, as data: whether a goal is reached is judged by states and events alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from rumms.games.rumms.actions import DieNumber, KindName
from rumms.games.rumms.events import (
    Captured,
    Defeated,
    DraggedAlong,
    Event,
    Flicked,
    Foul,
    Freed,
    Froze,
    Hid,
    Rescued,
    Returned,
    Revived,
    Thawed,
    Threw,
    Vanished,
    WasSet,
    Who,
    Won,
)
from rumms.games.rumms.state import Aside, Die, Out, Side, State
from rumms.games.rumms.table import in_castle, in_enemy_kingdom
from rumms.kernel.record import Lines
from rumms.kernel.refusal import BadRecord, later
from rumms.kernel.session import Transition

Place: TypeAlias = Literal[
    "out", "hidden", "frozen", "mat", "own castle", "enemy castle", "own kingdom", "enemy kingdom"
]
"""Where a die can be, seen from its own side."""
Number: TypeAlias = Annotated[int, Meta(ge=1, le=200)]


class Goal(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True, tag_field="goal"):
    """What all goals have in common."""


class About(Goal, frozen=True, kw_only=True):
    """A goal about some dice: those that fit everything that is said."""

    side: Side | None = None
    kind: KindName = ""
    die: DieNumber | None = None

    def fits(self, die: Die | Who) -> bool:
        """Is it about this die?"""
        return (
            (self.side is None or die.side is self.side)
            and (not self.kind or die.kind.name == self.kind)
            and (self.die is None or die.id == self.die)
        )


class Lies(About, frozen=True, kw_only=True, tag="lies"):
    """So many of these dice, or every one of them, are in a place."""

    where: Place
    least: Number = 1
    every: bool = False


class Happens(About, frozen=True, kw_only=True, tag="happens"):
    """Something happens to these dice, so often."""

    event: Literal[
        "captured",
        "defeated",
        "dragged along",
        "flicked",
        "flicked again",
        "foul",
        "freed",
        "froze",
        "hid",
        "rescued",
        "returned",
        "revived",
        "set",
        "thawed",
        "threw",
        "vanished",
        "won",
    ]
    times: Number = 1


class Keeps(About, frozen=True, kw_only=True, tag="keeps"):
    """None of these dice is lost: out of play at the end of a turn, unless it was spent on its own power."""


class All(Goal, frozen=True, kw_only=True, tag="all"):
    """Several goals at once."""

    of: Annotated[tuple[AnyGoal, ...], Meta(min_length=1, max_length=20)]


class Either(Goal, frozen=True, kw_only=True, tag="either"):
    """One of several goals."""

    of: Annotated[tuple[AnyGoal, ...], Meta(min_length=1, max_length=20)]


class Within(Goal, frozen=True, kw_only=True, tag="within"):
    """A goal that a side has so many flicks or turns for; without a side, the one that moves first."""

    of: AnyGoal
    flicks: Number | None = None
    turns: Number | None = None
    side: Side | None = None


AnyGoal: TypeAlias = Lies | Happens | Keeps | All | Either | Within


class Verdict(StrEnum):
    """How a goal stands."""

    OPEN = "open"
    REACHED = "reached"
    FAILED = "failed"
    """It cannot be reached any more."""


EVENTS: Final[dict[str, type[Any]]] = {
    "captured": Captured,
    "defeated": Defeated,
    "dragged along": DraggedAlong,
    "flicked": Flicked,
    "flicked again": Flicked,
    "foul": Foul,
    "freed": Freed,
    "froze": Froze,
    "hid": Hid,
    "rescued": Rescued,
    "returned": Returned,
    "revived": Revived,
    "set": WasSet,
    "thawed": Thawed,
    "threw": Threw,
    "vanished": Vanished,
    "won": Won,
}


class Judge:
    """Watches a game move by move. A goal is judged whenever a turn is over, so that nothing half done counts."""

    def __init__(self, goal: AnyGoal, start: State) -> None:
        self.goal = goal
        self.verdict = Verdict.OPEN
        """Once it is not open any more, it stays as it is."""
        self._state, self._first = start, start.turn.side
        self._events: list[Event] = []
        self._lost: set[Die] = set()
        """Dice that were out of play at the end of a turn, without having been spent, and were not at the start."""
        self._was_out = {die.id for die in start.dice if isinstance(die.where, Out)}
        self._flicks: Counter[Side] = Counter()
        self._turns: Counter[Side] = Counter()

    def see(self, made: Transition[Any, Any]) -> Verdict:
        """One more move was made."""
        before, after = made.before, made.after
        self._events += made.events
        self._flicks[before.turn.side] += sum(isinstance(event, Flicked) for event in made.events)
        has_won = any(isinstance(event, Won) for event in made.events)
        if self.verdict is not Verdict.OPEN or not (has_won or after.turn.number != before.turn.number):
            return self.verdict
        self._turns[before.turn.side] += 1
        self._state = after
        self._lost |= {die for die in after.dice if die.where == Out() and die.id not in self._was_out}
        if self._holds(self.goal):
            self.verdict = Verdict.REACHED
        elif after.winner is not None or self._is_lost(self.goal):
            self.verdict = Verdict.FAILED
        return self.verdict

    def _holds(self, goal: AnyGoal) -> bool:
        match goal:
            case Lies():
                dice = [die for die in self._state.dice if goal.fits(die)]
                there = [die for die in dice if WHERE[goal.where](self._state, die)]
                return len(there) >= goal.least and (len(there) == len(dice) or not goal.every)
            case Happens():
                return sum(_is_meant(goal, event) for event in self._events) >= goal.times
            case Keeps():
                return not any(map(goal.fits, self._lost))
            case All(of=goals):
                return all(map(self._holds, goals))
            case Either(of=goals):
                return any(map(self._holds, goals))
            case Within():
                return not self._is_beyond(goal, 1) and self._holds(goal.of)
        raise AssertionError(goal)

    def _is_lost(self, goal: AnyGoal) -> bool:
        """Can it not be reached any more? It does not hold now."""
        match goal:
            case Keeps():
                return not self._holds(goal)
            case All(of=goals):
                return any(map(self._is_lost, goals))
            case Either(of=goals):
                return all(map(self._is_lost, goals))
            case Within():
                return (self._is_beyond(goal, 0) and not self._holds(goal)) or self._is_lost(goal.of)
        return False

    def _is_beyond(self, goal: Within, spare: int) -> bool:
        """Has the side as many flicks or turns behind it as it had, and so many more?"""
        side = goal.side or self._first
        pairs = ((goal.flicks, self._flicks[side]), (goal.turns, self._turns[side]))
        return any(most is not None and used >= most + spare for most, used in pairs)


def judge(goal: AnyGoal, start: State, past: Iterable[Transition[Any, Any]]) -> Verdict:
    """How a goal stands after these moves."""
    watching = Judge(goal, start)
    for made in past:
        watching.see(made)
    return watching.verdict


def goal_in(lines: Lines, start: State) -> AnyGoal:
    """The goal of a record that begins like that; BadRecord names the place of what is wrong with it."""
    number, _ = lines.rows[0]
    if not bytes(lines.header.goal):
        raise lines.bad(number, "$.goal", later("there is no goal."))
    goal: AnyGoal = lines.convert(lines.header.goal, AnyGoal, "$.goal")
    for problem in _problems(lines, number, goal, start, "$.goal"):
        raise problem
    return goal


def _problems(lines: Lines, number: int, goal: AnyGoal, start: State, path: str) -> Iterator[BadRecord]:
    match goal:
        case All(of=goals) | Either(of=goals):
            for place, one in enumerate(goals):
                yield from _problems(lines, number, one, start, f"{path}.of[{place}]")
        case Within():
            if goal.flicks is None and goal.turns is None:
                yield lines.bad(number, path, later("'within' needs a number of flicks or of turns."))
            yield from _problems(lines, number, goal.of, start, f"{path}.of")
        case Happens(event="won"):
            if goal.kind or goal.die is not None:
                yield lines.bad(number, path, later("a game is won by a side, not by a die."))
        case Lies() | Happens() | Keeps():
            least = goal.least if isinstance(goal, Lies) else 1
            # Where troops are still to be chosen, nobody knows yet which dice there will be.
            if start.dice and sum(map(goal.fits, start.dice)) < least:
                yield lines.bad(number, path, later("there are not so many dice that this could be about."))


def _is_meant(goal: Happens, event: Event) -> bool:
    if not isinstance(event, EVENTS[goal.event]):
        return False
    if isinstance(event, Won):
        return goal.side in {None, event.side}
    if goal.event == "flicked again" and not (isinstance(event, Flicked) and event.how):
        return False
    return any(map(goal.fits, _about(event)))


def _about(event: Event) -> tuple[Who, ...]:
    """The dice that something happened to."""
    if isinstance(event, Froze):
        return event.dice
    found = (getattr(event, name, None) for name in ("die", "king", "ice"))
    return tuple(one for one in found if isinstance(one, Who))


def _in_castle(state: State, die: Die, side: Side) -> bool:
    return die.is_on_mat and in_castle(die.body, side, state.bodies(), state.options.mat)


def _is_beyond_the_wall(state: State, die: Die) -> bool:
    return die.is_on_mat and in_enemy_kingdom(die.body, die.side, state.options.mat)


WHERE: Final[dict[Place, Callable[[State, Die], bool]]] = {
    "out": lambda _, die: isinstance(die.where, Out),
    "hidden": lambda _, die: isinstance(die.where, Aside) and not die.kind.starts_aside,
    "frozen": lambda state, die: die.id in state.frozen(),
    "mat": lambda _, die: die.is_on_mat,
    "own castle": lambda state, die: _in_castle(state, die, die.side),
    "enemy castle": lambda state, die: _in_castle(state, die, die.side.foe),
    "own kingdom": lambda state, die: die.is_on_mat and not _is_beyond_the_wall(state, die),
    "enemy kingdom": _is_beyond_the_wall,
}
"""Whether a die is in a place."""
