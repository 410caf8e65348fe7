"""The berserker: takes somebody along when the enemy flicks him off the mat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rumms.games.rumms.actions import Action, Pick, Thrown, Use
from rumms.games.rumms.events import DraggedAlong, who
from rumms.games.rumms.kind import Kind, Power
from rumms.games.rumms.state import Ask, Die, Out, Phase, State, Task
from rumms.games.rumms.table import take
from rumms.games.rumms.tasks import must, prey, throw
from rumms.kernel.game import Change

DRAG_ALONG = "drag along"


class Berserker(Kind):
    """»Mitreißen«: off the mat in an enemy's flick, he is thrown; active, he drags an enemy die along (RUM-35).

    Not when he is defeated in any other way (RUM-36).
    """

    name, called = "berserker", {"de": "Berserker", "en": "berserker"}
    value, shadow_faces, in_box = 3, 3, 2
    about: ClassVar = {"de": "Reißt einen Feind mit sich", "en": "Drags an enemy along"}
    powers: ClassVar = {
        DRAG_ALONG: Power(
            {"de": "Mitreißen", "en": "drag along"},
            {
                "de": "Dein Berserker geht nicht allein. Wähle einen feindlichen Würfel: Er muss mit aus dem Spiel.",
                "en": "Your berserker does not go alone. Choose an enemy die: it has to leave play, too.",
            },
        )
    }

    def due(self, state: State, me: Die) -> Iterator[Task]:
        """The throw is no choice."""
        if me.id in state.turn.fallen and me.side is not state.turn.side and not me.is_on_mat:
            yield must(me, DRAG_ALONG, Phase.THROWS)

    def answer(self, state: State, me: Die, task: Task, action: Action) -> Change[State]:
        """He is thrown, and with an active face his owner picks somebody."""
        match action:
            case Use():
                return Change(state.ask(throw(me, me.id, DRAG_ALONG)))
            case Thrown(face) if self.faces[face] and (among := prey(state, me.side)):
                return Change(state.ask(Task(Ask.PICK, me.side, DRAG_ALONG, me.id, me.id, among=among)))
            case Thrown():
                return Change(state)
            case Pick((number,)):
                victim = state.dice[number]
                state, events, _ = take(state, number, Out())
                return Change(state, (DraggedAlong(who(victim), who(me)), *events))
        raise AssertionError(task, action)


KIND = Berserker()
