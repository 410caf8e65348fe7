"""Where dice are by the rules: castles, kingdoms, touching; and what becomes of those that nothing carries any more."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Literal

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
    near = neighbours(state, {die})
    return come_down(state.where(die, where), near, _holds_after_taking, "taken")


def _holds_after_taking(state: State, die: Die) -> bool:
    return die.kind.holds_after_taking(state, die)


def neighbours(state: State, dice: Collection[int]) -> set[int]:
    """The dice that lie on one of these, and those on which one of these lies."""
    found: set[int] = set()
    for die in state.dice:
        if isinstance(die.where, OnMat) and die.where.on:
            if die.id in dice:
                found.update(die.where.on)
            if not set(die.where.on).isdisjoint(dice):
                found.add(die.id)
    return found


def come_down(
    state: State, suspects: set[int], holds: Callable[[State, Die], bool], how: Literal["knocked off", "taken"]
) -> Change[State]:
    """Dice come down straight where what carried or held them is gone or came down itself (RUM-13).

    Only `suspects` are looked at, and what lies on or under those that come down. One that would not lie below, because
    its centre is over the edge of a lower die, is laid beside it. `holds` says whether it stays in play then.
    """
    events: list[Event] = []
    while (number := _first_to_come_down(state, suspects)) is not None:
        die = state.dice[number]
        others = [body for body in state.bodies() if body.id != number]
        body = die.body if is_held(die.body, others) else _come_to_rest(die.body, others, state.options.mat)
        suspects = suspects | neighbours(state, {number}) | {one.id for one in others if stands_on(one, [body])}
        state = state.where(number, OnMat(body, stands_on(body, others) if body.level else ()))
        if not holds(state, state.dice[number]):
            state = state.where(number, Out())
            events.append(Thawed(who(die), how))
    return Change(state, tuple(events))


def _first_to_come_down(state: State, suspects: set[int]) -> int | None:
    """The lowest die that lies on one that is gone, or is not held any more."""
    upper = sorted(
        (die.where.body.level, number)
        for number in suspects
        if isinstance((die := state.dice[number]).where, OnMat) and die.where.body.level
    )
    bodies = state.bodies() if upper else []
    for _, number in upper:
        die = state.dice[number]
        if isinstance(die.where, OnMat) and (
            stands_on(die.body, bodies) != die.where.on or not is_held(die.body, bodies)
        ):
            return number
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
    bodies = {die.id: die.where.body for die in dice if isinstance(die.where, OnMat)}
    gone = set()
    for moved in shot.moved:
        bodies[moved.id] = Body(moved.id, moved.pose, moved.level, moved.up, bodies[moved.id].material)
        if moved.gone:
            gone.add(moved.id)
    there = [body for body in bodies.values() if body.id not in gone]
    changed = {moved.id for moved in shot.moved}
    fallen: set[int] = set()
    for body in sorted(bodies.values(), key=lambda body: (body.level, body.id)):
        if not body.level and body.id not in changed:
            continue
        on = stands_on(body, there) if body.level else ()
        stays = not fallen.issuperset(on) if on else not body.level and on_mat(body.pose, mat)
        if body.id in gone or not stays:
            fallen.add(body.id)
        where = Out() if body.id in fallen else OnMat(body, on)
        if where != dice[body.id].where:
            dice[body.id] = Die(body.id, dice[body.id].name, dice[body.id].side, where)
    return replace(state, dice=tuple(dice)), tuple(sorted(fallen))


def in_hand(state: State, die: int) -> Change[State]:
    """A die is taken from the mat to be thrown or set."""
    return take(state, die, Aside())
