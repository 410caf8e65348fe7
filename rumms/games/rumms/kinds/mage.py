"""The mage: makes an enemy die vanish from the enemy castle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rumms.games.rumms.actions import Action, Pick, Put, Use
from rumms.games.rumms.events import Vanished, who
from rumms.games.rumms.kind import Kind, Power
from rumms.games.rumms.state import Ask, Die, Out, Phase, State, Task
from rumms.games.rumms.table import in_castle, in_hand, take
from rumms.games.rumms.tasks import offer, prey, set_down, set_home
from rumms.kernel.game import Change

VANISH = "vanish"


class Mage(Kind):
    """»Wegzaubern«: active in the enemy castle at the end of an own turn, he may take a die and goes home (RUM-33)."""

    name, called = "mage", {"de": "Magier", "en": "mage"}
    value, shadow_faces, in_box = 3, 3, 2
    about: ClassVar = {"de": "Zaubert in der feindlichen Burg", "en": "Works magic in the enemy castle"}
    powers: ClassVar = {
        VANISH: Power(
            {"de": "Wegzaubern", "en": "conjure away"},
            {
                "de": "Dein Magier liegt in der feindlichen Burg. Wähle einen feindlichen Würfel: Er verschwindet. "
                "Dein Magier kehrt in deine Burg heim.",
                "en": "Your mage lies in the enemy castle. Choose an enemy die: it vanishes. Your mage goes home to "
                "your castle.",
            },
        )
    }

    def due(self, state: State, me: Die) -> Iterator[Task]:
        """Each of several mages may, one after the other (RUM-34)."""
        if me.side is not state.turn.side or not me.is_on_mat or not me.is_active:
            return
        if in_castle(me.body, me.side.foe, state.bodies(), state.options.mat) and prey(state, me.side):
            yield offer(me, VANISH, Phase.POWERS)

    def answer(self, state: State, me: Die, task: Task, action: Action) -> Change[State]:
        """The prey is picked and leaves play, then the mage is set in his own castle."""
        match action:
            case Use():
                pick = Task(Ask.PICK, me.side, VANISH, me.id, me.id, among=prey(state, me.side))
                return Change(state.ask(pick))
            case Pick((number,)):
                victim = state.dice[number]
                state, events, _ = take(state, number, Out())
                state, more, _ = in_hand(state, me.id)
                return Change(state.ask(set_home(me, me.id, VANISH)), (Vanished(who(victim), who(me)), *events, *more))
            case Put():
                return set_down(state, task, action)
        raise AssertionError(action)


KIND = Mage()
