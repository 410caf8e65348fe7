"""Where dice are by the rules: castles, kingdoms, touching; and what becomes of those that nothing carries any more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from rumms.games.rumms.events import Event, Thawed, who
from rumms.games.rumms.state import Aside, Die, OnMat, Out, Side, State, Where
from rumms.kernel.game import Change
from rumms.physics.geometry import (
    carries,
    fits,
    is_held,
    level_at,
    on_mat,
    settle_near,
    side_of_wall,
    stands_on,
    touches,
    touches_castle,
)
from rumms.physics.model import EDGE, Body, Mat, Pose, Shot


def in_castle(body: Body, side: Side, bodies: Iterable[Body], mat: Mat) -> bool:
    """Does a die touch a side's castle, or lie on a die that is in it, through any number of levels (RUM-09)?"""
    if body.level == 0:
        return touches_castle(body.pose, mat, side.number)
    others = tuple(bodies)
    below = set(stands_on(body, others))
    return any(in_castle(other, side, others, mat) for other in others if other.id in below)


def in_enemy_kingdom(body: Body, side: Side, mat: Mat) -> bool:
    """Has a side's die crossed the wall completely, seen from above (RUM-14)?"""
    return side_of_wall(body.pose, mat) == side.beyond


def is_captured(die: Die, mat: Mat) -> bool:
    """Does a die lie in the enemy kingdom with a shadow face up (RUM-16)?"""
    if not die.kind.shadow_faces or not isinstance(die.where, OnMat):
        return False
    body = die.where.body
    return not die.kind.faces[body.up] and in_enemy_kingdom(body, die.side, mat)


def are_touching(a: Body, b: Body) -> bool:
    """Do two dice touch, side by side or one on the other (RUM-45)?"""
    return abs(a.level - b.level) <= 1 and touches(a.pose, b.pose)


def body_at(die: Die, pose: Pose, up: int | None, bodies: Sequence[Body]) -> Body:
    """A die set down at a spot, on whatever lies there; without a face it shows its first active one (RUM-47)."""
    face = die.kind.first_active if up is None else up
    return Body(die.id, pose, level_at(pose, bodies), face, die.kind.material)


def put(state: State, die: int, body: Body) -> State:
    """A die is set on the mat."""
    return state.where(die, OnMat(body, stands_on(body, state.bodies()) if body.level else ()))


def take(state: State, die: int, where: Where) -> Change[State]:
    """A rule takes a die away: those on top of it come down (RUM-13, RUM-39)."""
    was_on_mat = state.dice[die].is_on_mat
    state = state.where(die, where)
    return come_down(state) if was_on_mat else Change(state)


def come_down(state: State) -> Change[State]:
    """Dice come down straight where what carried or held them is gone or came down itself (RUM-13).

    One that would not lie there, because its centre is over the edge of a lower die, is laid beside it.
    """
    events: list[Event] = []
    while (number := _first_to_come_down(state)) is not None:
        die = state.dice[number]
        others = [body for body in state.bodies() if body.id != number]
        body = die.body if is_held(die.body, others) else _come_to_rest(die.body, others, state.options.mat)
        state = state.where(number, OnMat(body, stands_on(body, others) if body.level else ()))
        if not die.kind.holds_after_taking(state, state.dice[number]):
            state = state.where(number, Out())
            events.append(Thawed(who(die), how="taken"))
    return Change(state, tuple(events))


def _first_to_come_down(state: State) -> int | None:
    """The lowest die that lies on one that is gone, or is not held any more."""
    upper = [die for die in state.dice if isinstance(die.where, OnMat) and die.where.body.level]
    bodies = state.bodies() if upper else []
    for die in sorted(upper, key=lambda die: (die.body.level, die.id)):
        on = stands_on(die.body, bodies)
        if (isinstance(die.where, OnMat) and on != die.where.on) or not is_held(die.body, bodies):
            return die.id
    return None


def _come_to_rest(body: Body, others: list[Body], mat: Mat) -> Body:
    lower = [one for one in others if one.level < body.level]
    level = level_at(body.pose, lower)
    if carries(body.pose, level, lower, mat) and fits(body.pose, level, others, mat):
        return replace(body, level=level)
    pose = body.pose
    while not carries(beside := settle_near(pose, others, mat), 0, (), mat):
        pose = Pose(_further_in(pose.x, mat.length), _further_in(pose.y, mat.width), pose.yaw)
    return replace(body, level=0, pose=beside)


def _further_in(at: float, length: float) -> float:
    """A place nearer to the middle by the edge of a die."""
    return at + min(max(length / 2 - at, -EDGE), EDGE)


def lie_after(state: State, shot: Shot) -> tuple[State, tuple[int, ...]]:
    """The dice lie where a shot left them; and which of them left the mat (RUM-13).

    A die that rests on dice in play is in play.
    """
    dice, mat = list(state.dice), state.options.mat
    before = {die.id: die.where for die in dice if isinstance(die.where, OnMat)}
    bodies = {number: where.body for number, where in before.items()}
    for moved in shot.moved:
        bodies[moved.id] = Body(moved.id, moved.pose, moved.level, moved.up, bodies[moved.id].material)
    gone = {moved.id for moved in shot.moved if moved.gone}
    all_bodies = [body for body in bodies.values() if body.id not in gone]
    inside: set[int] = set()
    fallen = []
    for body in sorted(bodies.values(), key=lambda body: (body.level, body.id)):
        on = stands_on(body, all_bodies) if body.level else ()
        is_in_play = body.id not in gone and (not inside.isdisjoint(on) if body.level else on_mat(body.pose, mat))
        if is_in_play:
            inside.add(body.id)
            if body is not before[body.id].body or on != before[body.id].on:
                dice[body.id] = replace(dice[body.id], where=OnMat(body, on))
        else:
            fallen.append(body.id)
            dice[body.id] = replace(dice[body.id], where=Out())
    return replace(state, dice=tuple(dice)), tuple(sorted(fallen))


def in_hand(state: State, die: int) -> Change[State]:
    """A die is taken from the mat to be thrown or set."""
    return take(state, die, Aside())
