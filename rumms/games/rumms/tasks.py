"""What many powers have in common: a die is thrown, set down, or taken."""

from __future__ import annotations

from rumms.games.rumms.actions import Action, Put
from rumms.games.rumms.events import WasSet, who
from rumms.games.rumms.spots import CASTLE, Spots, ground
from rumms.games.rumms.state import Ask, Die, Out, Phase, Side, State, Task
from rumms.games.rumms.table import put
from rumms.kernel.game import Change


def spots(state: State, task: Task) -> Spots:
    """The spots where the die that a question is about may be set."""
    place = state.dice[task.owner].kind.places.get(task.power, CASTLE)
    return Spots(ground(state.dice[task.about], state.dice, state.options.mat), place, task.up)


def set_down(state: State, task: Task, action: Action) -> Change[State]:
    """Set the die that a question is about at the spot that was chosen."""
    if not isinstance(action, Put):
        raise AssertionError(action)
    body = spots(state, task).body(action.pose)
    event = WasSet(who(state.dice[action.die]), body.pose, body.level, task.power)
    return Change(put(state, action.die, body), (event,))


def throw(me: Die, about: int, power: str, left: tuple[int, ...] = ()) -> Task:
    """A die is thrown once, by the power of `me`."""
    return Task(Ask.THROW, me.side, power, me.id, about, left=left)


def set_home(me: Die, about: int, power: str, up: int | None = None, left: tuple[int, ...] = ()) -> Task:
    """A die is set in the castle of its team, by a power of `me` that names no other place."""
    return Task(Ask.PUT, me.side, power, me.id, about, up=up, left=left)


def offer(me: Die, power: str, phase: Phase) -> Task:
    """`me` may use its power."""
    return Task(Ask.USE, me.side, power, me.id, me.id, phase, among=(me.id,), may_decline=True)


def must(me: Die, power: str, phase: Phase) -> Task:
    """`me` does what it must."""
    return Task(Ask.NOTHING, me.side, power, me.id, me.id, phase, among=(me.id,))


def prey(state: State, side: Side) -> tuple[int, ...]:
    """The enemy dice that a power can take out of play: neither the king nor an ice cube (RUM-33, RUM-35)."""
    return tuple(die.id for die in state.of(side.foe) if die.kind.can_be_taken)


def defeated(state: State, side: Side) -> list[Die]:
    """A side's dice that left play and may come back: none that was spent on its own power (RUM-41)."""
    return [
        die
        for die in state.dice
        if die.side is side and isinstance(die.where, Out) and not die.where.spent and die.kind.can_be_revived
    ]
