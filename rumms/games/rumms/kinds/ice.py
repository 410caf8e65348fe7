"""The ice cube: whatever it lies on is of no use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from rumms.games.rumms.actions import Action, Put, Use
from rumms.games.rumms.events import Froze, who
from rumms.games.rumms.kind import Kind, Power
from rumms.games.rumms.spots import Ground, Place, Spots, ground, grown
from rumms.games.rumms.state import Aside, Ask, Die, OnMat, Phase, State, Task
from rumms.games.rumms.tasks import offer, set_down
from rumms.kernel.game import Change
from rumms.kernel.refusal import IllegalMove
from rumms.physics.geometry import DIAGONAL
from rumms.physics.model import EDGE, Area, Body

FREEZE = "freeze"


class OnEnemyDice(Place, frozen=True):
    """On at least one enemy die, and on no king and no ice cube (RUM-37)."""

    def areas(self, ground: Ground) -> Sequence[Area]:
        """Above each enemy die."""
        return [_around(die.body, DIAGONAL) for die in _enemies(ground)]

    def shown(self, ground: Ground) -> Sequence[Area]:
        """Right above each of them."""
        return [_around(die.body, EDGE / 2) for die in _enemies(ground)]

    def refuse(self, ground: Ground, body: Body) -> IllegalMove | None:
        """Own dice may lie under it as well."""
        below = ground.below(body)
        if any(die.kind.is_king for die in below):
            return IllegalMove("RUM-37", "An ice cube is never set on a king.")
        if not any(die.side is not ground.side for die in below):
            return IllegalMove("RUM-37", "An ice cube is set on top of an enemy die.")
        return None


ON_ENEMIES: Place = OnEnemyDice()


class Ice(Kind):
    """»Einfrieren«: it waits beside the mat; set on enemy dice, it freezes all that it touches from above (RUM-37).

    Knocked off, it is out of play (RUM-39).
    """

    name, called = "ice", {"de": "Eiswürfel", "en": "ice cube"}
    value, shadow_faces, in_box = 2, 0, 2
    about: ClassVar = {"de": "Friert feindliche Würfel ein", "en": "Freezes enemy dice"}
    powers: ClassVar = {
        FREEZE: Power(
            {"de": "Einfrieren", "en": "freeze"},
            {
                "de": "Setze den Eiswürfel auf feindliche Würfel: Was er von oben berührt, ist zu nichts nutze, bis "
                "er heruntergestoßen wird.",
                "en": "Set the ice cube on enemy dice: what it touches from above is of no use until it is knocked "
                "off.",
            },
        )
    }
    places: ClassVar = {FREEZE: ON_ENEMIES}
    is_flickable = False
    starts_aside = True
    carries_dice = False
    can_be_taken = False
    can_be_revived = False
    material = "ice"

    def blocks(self, state: State, me: Die) -> Iterator[int]:
        """Dice of either team that it touches from above, but never a king (RUM-38)."""
        if isinstance(me.where, OnMat):
            yield from (number for number in me.where.on if not state.dice[number].kind.is_king)

    def move(self, state: State, me: Die) -> str:
        """It is set where there is room on an enemy die."""
        if not isinstance(me.where, Aside):
            return ""
        return "" if Spots(ground(me, state.dice, state.options.mat), ON_ENEMIES).is_empty() else FREEZE

    def due(self, state: State, me: Die) -> Iterator[Task]:
        """The second one may be set in the same turn."""
        if me.id in state.turn.joins and self.move(state, me):
            yield offer(me, FREEZE, Phase.SAME_MOVE)

    def answer(self, state: State, me: Die, task: Task, action: Action) -> Change[State]:
        """It is set down, and freezes what is below."""
        match action:
            case Use():
                others = tuple(
                    die.id for die in state.dice if die.kind == self and die.side is me.side and die.id != me.id
                )
                state = state.in_turn(joins=others if task.phase is not Phase.SAME_MOVE else ())
                return Change(state.ask(Task(Ask.PUT, me.side, FREEZE, me.id, me.id)))
            case Put():
                state, events, _ = set_down(state, task, action)
                below = tuple(who(state.dice[number]) for number in self.blocks(state, state.dice[me.id]))
                return Change(state, (*events, Froze(who(me), below)))
        raise AssertionError(action)

    def holds_after_flick(self, me: Die, was_on: tuple[int, ...]) -> bool:
        """Knocked off is one that rests on none of the dice it rested on before (RUM-39)."""
        return isinstance(me.where, OnMat) and not set(was_on).isdisjoint(me.where.on)

    def holds_after_taking(self, state: State, me: Die) -> bool:
        """It stays if it rests on an enemy die other than the king (RUM-39)."""
        below = [state.dice[number] for number in me.where.on] if isinstance(me.where, OnMat) else []
        return any(die.side is not me.side and not die.kind.is_king for die in below)


def _enemies(ground: Ground) -> list[Die]:
    """The dice that it may be set on."""
    return [die for die in ground.others if die.side is not ground.side and not die.kind.is_king]


def _around(body: Body, by: float) -> Area:
    return grown(Area(body.pose.x, body.pose.y, body.pose.x, body.pose.y), by)


KIND = Ice()
