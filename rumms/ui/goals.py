"""Goals in words: what a scenario asks for, as short lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rumms.games.rumms.goals import About, All, AnyGoal, Either, Happens, Keeps, Lies, Within
from rumms.games.rumms.kind import Kind
from rumms.games.rumms.state import Side, State
from rumms.language import count, later, say, word


def told(goal: AnyGoal, state: State) -> list[str]:
    """A goal line by line."""
    return list(_lines(goal, state))


def _lines(goal: AnyGoal, state: State) -> Iterator[str]:  # noqa: C901  one case a goal
    match goal:
        case Within(of=of):
            yield from _lines(of, state)
            if goal.flicks is not None:
                yield count("with {number} flick", "with at most {number} flicks", goal.flicks)
            if goal.turns is not None:
                yield count("in {number} turn", "in at most {number} turns", goal.turns)
        case All(of=goals):
            for one in goals:
                yield from _lines(one, state)
        case Either(of=goals):
            yield say(" or ").join(", ".join(_lines(one, state)) for one in goals)
        case Happens(event="won"):
            yield say("Red wins") if goal.side is not Side.BLUE else say("Blue wins")
        case Happens():
            text = say(HAPPENS[goal.event], dice=_dice(goal, state))
            yield text if goal.times == 1 else say("{what}, {times} times", what=text, times=goal.times)
        case Lies():
            yield say(LIES[goal.where], dice=_dice(goal, state))
        case Keeps(side=Side() as side) if not goal.kind and goal.die is None:
            yield say("no red die is lost") if side is Side.RED else say("no blue die is lost")
        case Keeps():
            yield say("nothing lost: {dice}", dice=_dice(goal, state))


def _dice(goal: About, state: State) -> str:
    """Which dice are meant, in a few words."""
    kinds: dict[str, Kind] = {die.kind.name: die.kind for die in state.dice}
    name = goal.kind or (state.dice[goal.die].kind.name if goal.die is not None and goal.die < len(state.dice) else "")
    side = goal.side or (state.dice[goal.die].side if goal.die is not None and goal.die < len(state.dice) else None)
    what = str(word(kinds[name].called)) if name in kinds else say("any die")
    return what if side is None else say(SIDES[side], what=what)


SIDES: Final = {Side.RED: later("{what} (red)"), Side.BLUE: later("{what} (blue)")}
HAPPENS: Final[dict[str, str]] = {
    "captured": later("captured: {dice}"),
    "defeated": later("knocked off: {dice}"),
    "dragged along": later("dragged along: {dice}"),
    "flicked": later("flicked: {dice}"),
    "flicked again": later("flicked twice: {dice}"),
    "foul": later("a foul: {dice}"),
    "freed": later("freed: {dice}"),
    "froze": later("frozen: {dice}"),
    "hid": later("hidden: {dice}"),
    "rescued": later("rescued: {dice}"),
    "returned": later("back on the mat: {dice}"),
    "revived": later("revived: {dice}"),
    "set": later("set down: {dice}"),
    "thawed": later("ice knocked off"),
    "threw": later("thrown: {dice}"),
    "vanished": later("conjured away: {dice}"),
}
LIES: Final[dict[str, str]] = {
    "out": later("out of play: {dice}"),
    "hidden": later("hidden: {dice}"),
    "frozen": later("frozen: {dice}"),
    "mat": later("on the mat: {dice}"),
    "own castle": later("in their own castle: {dice}"),
    "enemy castle": later("in the enemy castle: {dice}"),
    "own kingdom": later("in their own kingdom: {dice}"),
    "enemy kingdom": later("in the enemy kingdom: {dice}"),
}
