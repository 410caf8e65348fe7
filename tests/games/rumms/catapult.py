"""A tenth kind of die, all of it in this file: the catapult hurls own dice over the wall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from rumms.games.rumms.actions import Action, Pick, Put, Thrown, Use
from rumms.games.rumms.events import Revived, who
from rumms.games.rumms.kind import Kind
from rumms.games.rumms.spots import Ground, Place, kingdom_of
from rumms.games.rumms.state import Ask, Die, Phase, State, Task
from rumms.games.rumms.table import are_touching, in_castle, in_enemy_kingdom, in_hand
from rumms.games.rumms.tasks import must, set_down, set_home, throw
from rumms.kernel.game import Change
from rumms.kernel.refusal import IllegalMove
from rumms.physics.model import Area, Body

HURL, REBUILD = "hurl", "rebuild"


class OverTheWall(Place, frozen=True):
    """Anywhere in the enemy kingdom but in the castle."""

    def areas(self, ground: Ground) -> Sequence[Area]:
        """The enemy kingdom."""
        return (kingdom_of(ground.mat, ground.side.foe),)

    def refuse(self, ground: Ground, body: Body) -> IllegalMove | None:
        """Beyond the wall, but not in the castle."""
        foe = ground.side.foe
        is_beyond = in_enemy_kingdom(body, ground.side, ground.mat)
        if is_beyond and not in_castle(body, foe, ground.bodies, ground.mat):
            return None
        return IllegalMove("RUM-47", "A hurled die comes down beyond the wall, but not in the castle.")


OVER: Place = OverTheWall()


class Catapult(Kind):
    """Instead of a flick it hurls one of its own dice that touches it; flicked off the mat, it may be rebuilt.

    A hurled die is thrown and comes down with the face that it shows. A catapult that left the mat in anybody's flick
    is thrown; with an active face it is set in its own castle.
    """

    name, called, is_neuter = "catapult", {"de": "Katapult", "en": "catapult"}, True
    value, shadow_faces, in_box = 3, 3, 2
    places: ClassVar = {HURL: OVER}

    def move(self, state: State, me: Die) -> str:
        """It needs something to hurl."""
        return HURL if me.is_on_mat and _stones(state, me) else ""

    def due(self, state: State, me: Die) -> Iterator[Task]:
        """The throw is no choice."""
        if me.id in state.turn.fallen and not me.is_on_mat:
            yield must(me, REBUILD, Phase.THROWS)

    def answer(self, state: State, me: Die, task: Task, action: Action) -> Change[State]:
        """A die is picked, thrown and set beyond the wall; or the catapult itself is thrown and set at home."""
        match action:
            case Use() if task.power == HURL:
                return Change(state.ask(Task(Ask.PICK, me.side, HURL, me.id, me.id, among=_stones(state, me))))
            case Pick((number,)):
                state, events, _ = in_hand(state, number)
                return Change(state.ask(throw(me, number, HURL)), events)
            case Thrown(face) if task.power == HURL:
                return Change(state.ask(Task(Ask.PUT, me.side, HURL, me.id, task.about, up=face)))
            case Use():
                return Change(state.ask(throw(me, me.id, REBUILD)))
            case Thrown(face) if self.faces[face]:
                return Change(state.ask(set_home(me, me.id, REBUILD, up=face)), (Revived(who(me)),))
            case Thrown():
                return Change(state)
            case Put():
                return set_down(state, task, action)
        raise AssertionError(action)


def _stones(state: State, me: Die) -> tuple[int, ...]:
    """Own dice that touch the catapult, not frozen and not the king."""
    frozen = state.frozen()
    return tuple(
        die.id
        for die in state.of(me.side)
        if die.id not in frozen | {me.id} and not die.kind.is_king and are_touching(die.body, me.body)
    )


KIND = Catapult()
