"""The heart: brings defeated dice back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rumms.games.rumms.actions import Action, Pick, Put, Thrown, Use
from rumms.games.rumms.events import Defeated, Revived, who
from rumms.games.rumms.kind import Kind, Power
from rumms.games.rumms.state import Ask, Die, Out, Phase, State, Task
from rumms.games.rumms.table import take
from rumms.games.rumms.tasks import defeated, offer, set_down, set_home, throw
from rumms.kernel.game import Change

REVIVE = "revive"
WORTH = 6
"""Points that one heart can bring back."""


class Heart(Kind):
    """»Wiederbeleben«: it leaves play instead of a flick, and defeated dice worth 6 points are thrown (RUM-40)."""

    name, called, is_neuter = "heart", {"de": "Herz", "en": "heart"}, True
    value, shadow_faces, in_box = 2, 0, 2
    about: ClassVar = {"de": "Bringt besiegte Würfel zurück", "en": "Brings defeated dice back"}
    powers: ClassVar = {
        REVIVE: Power(
            {"de": "Wiederbeleben", "en": "revive"},
            {
                "de": "Das Herz verlässt das Spiel. Wähle besiegte Würfel: Jeder wird geworfen und kommt mit einer "
                "aktiven Seite zurück in deine Burg.",
                "en": "The heart leaves play. Choose defeated dice: each is thrown, and comes back to your castle "
                "with an active face.",
            },
        )
    }
    is_flickable = False

    def move(self, _state: State, me: Die) -> str:
        """It may be used wherever it lies."""
        return REVIVE if me.is_on_mat else ""

    def due(self, state: State, me: Die) -> Iterator[Task]:
        """The other one may be used in the same turn, if both lay on the mat (RUM-41)."""
        if me.id in state.turn.joins and me.is_on_mat:
            yield offer(me, REVIVE, Phase.SAME_MOVE)

    def answer(self, state: State, me: Die, task: Task, action: Action) -> Change[State]:
        """All dice are picked first, then thrown and set one after the other."""
        match action:
            case Use():
                others = tuple(die.id for die in state.of(me.side) if die.kind == self and die.id != me.id)
                state = state.in_turn(joins=others if task.phase is not Phase.SAME_MOVE else ())
                pick = Task(
                    Ask.PICK,
                    me.side,
                    REVIVE,
                    me.id,
                    me.id,
                    among=tuple(die.id for die in defeated(state, me.side)),
                    worth=WORTH,
                )
                return Change(state.ask(pick))
            case Pick(dice):
                state, events, _ = take(state, me.id, Out(spent=True))
                return Change(_next(state, me, dice), (Defeated(who(me), "spent"), *events))
            case Thrown(face) if (die := state.dice[task.about]).kind.faces[face]:
                home = set_home(me, die.id, REVIVE, up=face, left=task.left)
                return Change(state.ask(home), (Revived(who(die)),))
            case Thrown():
                return Change(_next(state, me, task.left))
            case Put():
                state, events, _ = set_down(state, task, action)
                return Change(_next(state, me, task.left), events)
        raise AssertionError(action)


def _next(state: State, me: Die, dice: tuple[int, ...]) -> State:
    return state.ask(throw(me, dice[0], REVIVE, dice[1:])) if dice else state


KIND = Heart()
