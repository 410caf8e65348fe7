"""The spy: hides behind the enemy's lines and comes back where he likes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from rumms.games.rumms.actions import Action, Put, Use
from rumms.games.rumms.events import Hid, Returned, who
from rumms.games.rumms.kind import Kind, Power
from rumms.games.rumms.spots import Ground, Place, Spots, ground, kingdom_of
from rumms.games.rumms.state import Aside, Ask, Die, Phase, State, Task
from rumms.games.rumms.table import are_touching, in_castle, in_enemy_kingdom, take
from rumms.games.rumms.tasks import offer, set_down
from rumms.kernel.game import Change
from rumms.kernel.refusal import IllegalMove
from rumms.physics.model import Area, Body

HIDE, RETURN = "hide", "return"


class BehindTheLines(Place, frozen=True):
    """Anywhere in the enemy kingdom, touching neither the enemy castle nor an enemy die (RUM-32)."""

    def areas(self, ground: Ground) -> Sequence[Area]:
        """The enemy kingdom."""
        return (kingdom_of(ground.mat, ground.side.foe),)

    def refuse(self, ground: Ground, body: Body) -> IllegalMove | None:
        """Own dice may be touched or stood on, but not so that the spy is in the castle."""
        if not in_enemy_kingdom(body, ground.side, ground.mat):
            return IllegalMove("RUM-32", "The spy must be beyond the wall and must not touch it.")
        foe = ground.side.foe
        if in_castle(body, foe, ground.bodies, ground.mat):
            return IllegalMove("RUM-32", "The spy must not touch the enemy castle.")
        if any(die.side is foe and are_touching(body, die.body) for die in ground.others):
            return IllegalMove("RUM-32", "The spy must not touch an enemy die.")
        return None


BEHIND: Place = BehindTheLines()


class Spy(Kind):
    """»Verstecken«: active in the enemy kingdom at the end of an own turn, he may be laid aside (RUM-31).

    In a later turn he is set back instead of a flick (RUM-32).
    """

    name, called = "spy", {"de": "Spion", "en": "spy"}
    value, shadow_faces, in_box = 3, 3, 2
    about: ClassVar = {"de": "Versteckt sich im Feindesland", "en": "Hides behind the enemy's lines"}
    powers: ClassVar = {
        HIDE: Power(
            {"de": "Verstecken", "en": "hide"},
            {
                "de": "Du nimmst den Spion von der Matte. In einem späteren Zug setzt du ihn, statt zu schnippen, "
                "wieder ins Feindesland.",
                "en": "You take the spy from the mat. In a later turn you set him in the enemy kingdom again, "
                "instead of a flick.",
            },
        ),
        RETURN: Power(
            {"de": "Zurückkehren", "en": "return"},
            {
                "de": "Setze den Spion ins Feindesland: nicht an die Burg, nicht an einen feindlichen Würfel.",
                "en": "Set the spy in the enemy kingdom: not at the castle, not at an enemy die.",
            },
        ),
    }
    places: ClassVar = {RETURN: BEHIND}
    can_hide = True

    def move(self, state: State, me: Die) -> str:
        """A hidden one may come back."""
        if not isinstance(me.where, Aside):
            return ""
        return "" if Spots(ground(me, state.dice, state.options.mat), BEHIND).is_empty() else RETURN

    def due(self, state: State, me: Die) -> Iterator[Task]:
        """One that was set back in this turn stays (RUM-31)."""
        if me.side is not state.turn.side or not me.is_on_mat or state.turn.used == me.id:
            return
        if me.is_active and in_enemy_kingdom(me.body, me.side, state.options.mat):
            yield offer(me, HIDE, Phase.POWERS)

    def answer(self, state: State, me: Die, task: Task, action: Action) -> Change[State]:
        """He is laid aside, or set on the mat."""
        match action:
            case Use() if task.power == HIDE:
                state, events, _ = take(state, me.id, Aside())
                return Change(state, (Hid(who(me)), *events))
            case Use():
                return Change(state.ask(Task(Ask.PUT, me.side, RETURN, me.id, me.id)))
            case Put():
                state, events, _ = set_down(state, task, action)
                return Change(state, (Returned(who(me)), *events))
        raise AssertionError(action)


KIND = Spy()
