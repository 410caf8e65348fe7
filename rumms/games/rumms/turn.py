"""One turn of Rumms: a move, what it set off, in which order, and whose turn is next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Final

from msgspec.structs import replace

from rumms.games.rumms.actions import Action, Decline, Pick, Put, Settled, Thrown, Use
from rumms.games.rumms.events import (
    Captured,
    Defeated,
    Event,
    Flicked,
    Foul,
    Freed,
    Missed,
    Thawed,
    Threw,
    WentBack,
    Won,
    Wrong,
    who,
)
from rumms.games.rumms.state import (
    NOBODY,
    Aside,
    Ask,
    Die,
    OnMat,
    Out,
    Phase,
    Side,
    State,
    Task,
    Turn,
)
from rumms.games.rumms.table import come_down, in_enemy_kingdom, in_hand, is_captured, lie_after, neighbours, take
from rumms.games.rumms.tasks import must, set_down, set_home, throw
from rumms.kernel.game import Change
from rumms.physics.model import Flick, Shot, Swipe

CAPTURED: Final = "captured"
GOES_BACK: Final = "goes back"
PENALTY: Final = "penalty"

SETTING_UP: Final = tuple(Task(ask, side) for ask in (Ask.MUSTER, Ask.SET_UP) for side in Side)
"""What is asked before a game: troops, then formations (RUM-05, RUM-07)."""
SLOWEST_FLICK: Final = 30.0
"""Centimetres a second; a finger that is slower pushes (RUM-20), if it is so ..."""
STROKE: Final = 0.030
"""... for so many seconds from its first touch on."""


# What is due.


def go_on(state: State) -> Change[State]:
    """Ask the next question that is due, or hand the turn over."""
    events: tuple[Event, ...] = ()
    while not state.tasks and state.winner is None:
        more: tuple[Event, ...] = ()
        if not state.turn.is_moved:
            state = state.ask(Task(Ask.MOVE, state.turn.side))
            continue
        due = dues(state)
        if (loser := lost(state, due)) is not None:
            state, more, _ = end(state, loser.foe)
        elif due:
            state, more, _ = begin(state, first(state, due))
        else:
            state = hand_over(state)
        events += more
    return Change(state, events)


def dues(state: State) -> list[Task]:
    """All that may or must be done now, in no order: found anew every time, so nothing in it is out of date."""
    turn, mat = state.turn, state.options.mat
    frozen = state.frozen()
    found = list(_after_a_foul(state)) if turn.foul else []
    for die in state.dice:
        if is_captured(die, mat):
            found.append(must(die, CAPTURED, Phase.CAPTURED))
        if die.kind.has_due and state.options.powers and die.id not in frozen:
            found += die.kind.due(state, die)
    return [task for task in found if (task.owner, task.power) not in turn.settled]


def rank(state: State, task: Task) -> tuple[Phase, int, str, bool]:
    """The order of what is due (RUM-42), the moving team's first among equals (RUM-54).

    Throws come from the highest value to the lowest, then the other powers likewise: dragon, mage, spy.
    """
    kind = state.dice[task.owner].kind if task.owner != NOBODY else None
    value = -kind.value if kind and task.phase >= Phase.THROWS else 0
    name = kind.name if kind and task.phase is Phase.POWERS else ""
    return task.phase, value, name, task.side is not state.turn.side


def first(state: State, due: list[Task]) -> list[Task]:
    """Those of the first rank: more than one only if one team has to choose which comes first (RUM-54)."""
    ordered = sorted(due, key=lambda task: (rank(state, task), task.owner))
    _, group = next(groupby(ordered, key=lambda task: rank(state, task)))
    return list(group)


def begin(state: State, group: list[Task]) -> Change[State]:
    """Do what needs no answer, or ask."""
    task, *others = group
    if not others:
        return start(state, task) if task.ask is Ask.NOTHING else Change(state.ask(task))
    among = tuple(task.owner for task in group)
    may_decline = all(task.may_decline for task in group)
    return Change(
        state.ask(Task(Ask.USE, task.side, task.power, phase=task.phase, among=among, may_decline=may_decline))
    )


def start(state: State, task: Task) -> Change[State]:
    """A power begins; it is not due again before the next flick."""
    state = _settled(state, (task.owner,), task.power)
    return answer(state, task, Use(task.owner))


def choose(state: State, task: Task, action: Use | Decline) -> Change[State]:
    """One of several dice uses its power, or none of them does."""
    offered = [due for due in dues(state) if due.owner in task.among and due.phase is task.phase]
    if isinstance(action, Use):
        return start(state, next(due for due in offered if due.owner == action.die))
    for due in offered:
        state = _settled(state, (due.owner,), due.power)
    return Change(state)


def lost(state: State, due: list[Task]) -> Side | None:
    """The side whose king has left the mat and can no longer be rescued, the moving team judged first (RUM-51)."""
    for side in (state.turn.side, state.turn.side.foe):
        king = state.king(side)
        if not isinstance(king.where, Out) or king.id in state.turn.goes_back:
            continue
        return None if _has_hope(state, side, due) else side
    return None


def _has_hope(state: State, side: Side, due: list[Task]) -> bool:
    """Can a king still be rescued: now, or by a die that captured dice and fouls may yet free or thaw?"""
    rescuers = {die.id for die in state.of(side) if die.kind.can_rescue}
    is_due = any(task.owner in rescuers and task.phase is Phase.THROWS for task in due)
    return is_due or (bool(rescuers) and any(task.phase < Phase.THROWS for task in due))


def hand_over(state: State) -> State:
    """The other team moves next (RUM-18); in this one the next member will (RUM-01)."""
    side = state.turn.side
    return replace(_next_member(state), turn=Turn(side.foe, state.turn.number + 1))


def end(state: State, winner: Side) -> Change[State]:
    """A game is won: all is over, or the loser begins the next one (RUM-25). What was still due lapses."""
    wins = (state.wins[0] + (winner is Side.RED), state.wins[1] + (winner is Side.BLUE))
    is_last = wins[winner.number] >= state.options.wins_needed
    won = Won(winner, state.game, wins, is_last)
    state = replace(_next_member(state), wins=wins, tasks=())
    if is_last:
        return Change(replace(state, winner=winner), (won,))
    state = replace(state, game=state.game + 1, dice=(), turn=Turn(winner.foe), tasks=SETTING_UP)
    return Change(state, (won,))


def _next_member(state: State) -> State:
    side, members = state.turn.side.number, list(state.members)
    members[side] = (members[side] + 1) % len(state.teams[side])
    return replace(state, members=(members[0], members[1]))


def _settled(state: State, dice: tuple[int, ...], power: str) -> State:
    return state.in_turn(settled=state.turn.settled | {(die, power) for die in dice})


# Answers.


def answer(state: State, task: Task, action: Action) -> Change[State]:
    """Carry out an answer to a question that a die or the rules asked; the question itself is closed."""
    events: tuple[Event, ...] = ()
    if isinstance(action, Thrown):
        die = state.dice[task.about]
        events = (Threw(who(die), action.face, die.kind.faces[action.face]),)
    if isinstance(action, Decline):
        return Change(_settled(state, (task.owner,), task.power))
    of_the_rules = RULES.get(task.power)
    if of_the_rules:
        state, more, _ = of_the_rules(state, task, action)
    else:
        me = state.dice[task.owner]
        state, more, _ = me.kind.answer(state, me, task, action)
    return Change(state, (*events, *more))


def free(state: State, task: Task, action: Action) -> Change[State]:
    """A captured die is taken from the mat and thrown once: set in its own castle, or defeated (RUM-16)."""
    die = state.dice[task.owner]
    match action:
        case Use():
            state, events, _ = in_hand(state, die.id)
            return Change(state.ask(throw(die, die.id, CAPTURED)), (Captured(who(die)), *events))
        case Thrown(face) if die.kind.faces[face]:
            return Change(state.ask(set_home(die, die.id, CAPTURED, up=face)), (Freed(who(die)),))
        case Thrown():
            return Change(state.where(die.id, Out()), (Defeated(who(die), "captured"),))
        case Put():
            return set_down(state, task, action)
    raise AssertionError(action)


def go_back(state: State, task: Task, action: Action) -> Change[State]:
    """A die that a foul has defeated is set in its own castle, without a throw (RUM-23, RUM-50)."""
    die = state.dice[task.owner]
    match action:
        case Use():
            state, events, _ = take(state, die.id, Aside())
            left = tuple(number for number in state.turn.goes_back if number != die.id)
            state = state.in_turn(goes_back=left).ask(set_home(die, die.id, GOES_BACK))
            return Change(state, (WentBack(who(die)), *events))
        case Put():
            return set_down(state, task, action)
    raise AssertionError(action)


def penalise(state: State, task: Task, action: Action) -> Change[State]:
    """After a foul the opponent takes a die (RUM-22)."""
    match action:
        case Pick((number,)):
            die = state.dice[number]
            state, events, _ = take(_settled(state, (NOBODY,), task.power), number, Out())
            return Change(state, (Defeated(who(die), "foul"), *events))
    raise AssertionError(action)


RULES: Final[dict[str, Callable[[State, Task, Action], Change[State]]]] = {
    CAPTURED: free,
    GOES_BACK: go_back,
    PENALTY: penalise,
}
"""Powers of the rules themselves, not of a kind."""


def _after_a_foul(state: State) -> Iterator[Task]:
    """First the opponent's dice go back, then it may take one (RUM-50)."""
    turn, foe = state.turn, state.turn.side.foe
    for die in state.dice:
        if die.id in turn.goes_back or (die.side is foe and is_captured(die, state.options.mat)):
            yield must(die, GOES_BACK, Phase.GOES_BACK)
    among = tuple(die.id for die in state.dice if _can_be_penalised(die, turn.side))
    if among:
        yield Task(Ask.PICK, foe, PENALTY, phase=Phase.PENALTY, among=among, may_decline=True)


def _can_be_penalised(die: Die, side: Side) -> bool:
    """Every die on the mat but the king, and the ice cubes that wait; no hidden spy (RUM-49)."""
    waits = isinstance(die.where, Aside) and die.kind.starts_aside
    return die.side is side and not die.kind.is_king and (die.is_on_mat or waits)


# A flick.


def flickable(state: State, side: Side) -> tuple[int, ...]:
    """The dice that a side may flick, wherever they lie on the mat (RUM-12)."""
    frozen = state.frozen()
    return tuple(die.id for die in state.of(side) if die.kind.is_flickable and die.id not in frozen)


def settle(state: State, question: Task, action: Settled) -> Change[State]:
    """The dice lie where a flick left them: who fell, who was knocked off, and whether it was a foul.

    `question` is the one that the flick answered; it stays open if a finger touched no die (RUM-23).
    """
    stroke, shot, side = action.stroke, action.shot, question.side
    seat = state.seat_of(side)
    if isinstance(stroke, Swipe) and not shot.touched:
        return Change(state.ask(question), (Missed(seat),))
    mine = question.among or flickable(state, side)
    struck = stroke.die if isinstance(stroke, Flick) else min(shot.touched, key=lambda one: (one.time, one.die)).die
    die, mat = state.dice[struck], state.options.mat
    was_home = not in_enemy_kingdom(die.body, side, mat)
    foul = foul_of(stroke, shot, mine)
    state, defeated, thawed = lie_down(state, shot)
    goes_back = tuple(other.id for other in defeated if foul and other.side is not side)
    now = state.dice[struck]
    state = state.in_turn(
        is_moved=True,
        flicks=state.turn.flicks + 1,
        flicked=struck,
        stayed_home=was_home and now.is_on_mat and not in_enemy_kingdom(now.body, side, mat),
        fallen=tuple(other.id for other in defeated if other.id not in goes_back),
        foul=foul,
        goes_back=goes_back,
        settled=frozenset(),
    )
    flicked = Flicked(seat, who(die), "again" if state.turn.flicks > 1 else "")
    fouls = (Foul(side, foul, who(die)),) if foul else ()
    return Change(state, (flicked, *fouls, *thawed, *(Defeated(who(other), "flicked") for other in defeated)))


def lie_down(before: State, shot: Shot) -> tuple[State, list[Die], tuple[Event, ...]]:
    """The dice lie where a shot left them: who has left the mat (RUM-13), and which ice was knocked off (RUM-39)."""

    def holds(_state: State, die: Die) -> bool:
        was = before.dice[die.id].where
        return not isinstance(was, OnMat) or die.kind.holds_after_flick(die, was.on)

    state, fallen = lie_after(before, shot)
    thawed = [die.id for die in state.dice if not holds(state, die)]
    near = neighbours(state, {*fallen, *thawed})
    for number in thawed:
        state = state.where(number, Out())
    state, more, _ = come_down(state, near, holds, "knocked off")
    events = (*(Thawed(who(before.dice[number]), "knocked off") for number in thawed), *more)
    return state, [before.dice[number] for number in fallen if number not in thawed], events


def foul_of(stroke: Flick | Swipe, shot: Shot, mine: tuple[int, ...]) -> Wrong | None:
    """Why a stroke is a foul; None if it is none. Only a real finger can do wrong (RUM-19, RUM-20)."""
    if isinstance(stroke, Flick):
        return None
    if any(one.die not in mine for one in shot.touched):
        return "not yours"
    if len(shot.touched) > 1:
        return "several"
    return "pushed" if pace_of(stroke, shot) < SLOWEST_FLICK else None


def pace_of(swipe: Swipe, shot: Shot) -> float:
    """How fast a finger is as it strikes: at most, from its first touch on (RUM-20)."""
    first = min(one.time for one in shot.touched)
    return swipe.pace(first, first + STROKE)
