"""The dragon: strikes twice from home, and can save the king."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rumms.games.rumms.actions import Action, Put, Thrown, Use
from rumms.games.rumms.events import Defeated, Rescued, who
from rumms.games.rumms.kind import Kind, Power
from rumms.games.rumms.state import Ask, Die, Out, Phase, State, Task
from rumms.games.rumms.table import take
from rumms.games.rumms.tasks import offer, set_down, set_home, throw
from rumms.kernel.game import Change

RESCUE, DOUBLE_STRIKE = "rescue", "double strike"


class Dragon(Kind):
    """»Doppelschlag«: flicked and still at home, he may be flicked once more (RUM-28, RUM-52).

    »Rettung«: he leaves play, and a throw decides whether the defeated king comes back (RUM-29).
    """

    name, called = "dragon", {"de": "Drache", "en": "dragon"}
    value, shadow_faces, in_box = 5, 3, 2
    about: ClassVar = {"de": "Rettet den König, schlägt doppelt", "en": "Saves the king, strikes twice"}
    powers: ClassVar = {
        RESCUE: Power(
            {"de": "Rettung", "en": "rescue"},
            {
                "de": "Der Drache verlässt das Spiel und wird geworfen. Zeigt er eine aktive Seite, kehrt dein König "
                "in seine Burg zurück.",
                "en": "The dragon leaves play and is thrown. If he shows an active face, your king returns to his "
                "castle.",
            },
        ),
        DOUBLE_STRIKE: Power(
            {"de": "Doppelschlag", "en": "double strike"},
            {
                "de": "Dein Drache liegt noch in deinem Reich: Du darfst ihn gleich noch einmal schnippen.",
                "en": "Your dragon still lies in your kingdom: you may flick him once more.",
            },
        ),
    }
    can_rescue = True

    def due(self, state: State, me: Die) -> Iterator[Task]:
        """First the king's rescue; the second flick only if this one did not cost its own king."""
        turn, king = state.turn, state.king(me.side)
        if not me.is_on_mat:
            return
        if isinstance(king.where, Out):
            yield offer(me, RESCUE, Phase.THROWS)
        is_first = turn.flicked == me.id and turn.flicks == 1 and not turn.foul
        if is_first and turn.stayed_home and king.id not in turn.fallen:
            yield Task(Ask.FLICK, me.side, DOUBLE_STRIKE, me.id, me.id, among=(me.id,), may_decline=True)

    def answer(self, state: State, me: Die, task: Task, action: Action) -> Change[State]:
        """He is thrown; with an active face the king is set in his castle."""
        king = state.king(me.side)
        match action:
            case Use():
                state, events, _ = take(state, me.id, Out(spent=True))
                return Change(state.ask(throw(me, me.id, RESCUE)), (Defeated(who(me), "spent"), *events))
            case Thrown(face) if self.faces[face]:
                return Change(state.ask(set_home(me, king.id, RESCUE)), (Rescued(who(king), who(me)),))
            case Thrown():
                return Change(state)
            case Put():
                return set_down(state, task, action)
        raise AssertionError(action)


KIND = Dragon()
