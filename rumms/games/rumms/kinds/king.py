"""The king: whoever loses him has lost."""

from __future__ import annotations

from typing import ClassVar

from rumms.games.rumms.actions import Action
from rumms.games.rumms.kind import Kind, Power
from rumms.games.rumms.state import Ask, Die, State, Task
from rumms.games.rumms.table import in_hand
from rumms.games.rumms.tasks import set_down, set_home
from rumms.kernel.game import Change


class King(Kind):
    """»Königszug«: instead of a flick he is set in his castle, from wherever he lies (RUM-26). Never captured."""

    name, called = "king", {"de": "König", "en": "king"}
    value, shadow_faces, in_box = 0, 0, 1
    about: ClassVar = {"de": "Wer ihn verliert, hat verloren", "en": "Whoever loses him has lost"}
    powers: ClassVar = {
        "king's move": Power(
            {"de": "Königszug", "en": "king's move"},
            {
                "de": "Statt zu schnippen, setzt du deinen König in seine Burg.",
                "en": "Instead of a flick, you set your king in his castle.",
            },
        )
    }
    is_king = True
    can_be_taken = False
    can_be_revived = False

    def move(self, _state: State, me: Die) -> str:
        """He can always go home."""
        return "king's move" if me.is_on_mat else ""

    def answer(self, state: State, me: Die, task: Task, action: Action) -> Change[State]:
        """Take him, and set him down."""
        if task.ask is Ask.PUT:
            return set_down(state, task, action)
        state, events, _ = in_hand(state, me.id)
        return Change(state.ask(set_home(me, me.id, task.power)), events)


KIND = King()
