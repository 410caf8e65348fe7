"""Foresight: how a flick begins, from the engine's own steps: what is shown is the way that the shot takes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from rumms.physics.engine import MM, Stepwise, sight
from rumms.physics.film import RATE, Foresight, Quaternion, Sight, yaw_of
from rumms.physics.flat import SKIN
from rumms.physics.geometry import OVERLAP, depth, on_mat, touches
from rumms.physics.kernels import rows
from rumms.physics.kernels.contact import closing_speed
from rumms.physics.kernels.cube import move, stand_up, upper_face
from rumms.physics.model import SOLID, Body, Flick, Layout, Pose

PUSHED: Final = 1.0
"""Millimetres a second: what is pushed by less does not count as met if it was touched from the start."""
AFTER: Final = 0.0015
"""Seconds from the contact until the die that is met goes its way: dice are springy for half of it."""
FLAT_UP: Final = 0.9986
"""A face that points upwards less, by three degrees, lies flat no more."""
FLAT_LIFT: Final = 0.5
"""Millimetres by which a die may be lifted or pressed down and still slides."""
MOST_WORK: Final = 400
"""Other dice that move and their contacts, summed over the steps: in a heap one looks no farther ahead than that ..."""
MOST_WORK_AFTER: Final = 100
"""... and so far after the contact. A person who aims does not wait."""
AHEAD: Final = 2.0
"""Steps: contacts are looked for in the middle of a step, a whole step ahead and a little more."""


class _Neighbours(NamedTuple):
    """The dice that the flicked die touches before it moves, as places in the world."""

    stacked: frozenset[int]
    """It lies on them, or they lie on it: they are never met."""
    beside: frozenset[int]
    """They stand beside it: they are met if they are pushed."""


class _Contact(NamedTuple):
    """The first contact of the flicked die."""

    meets: int
    """A place in the world, or SOLID."""
    sight: Sight
    point: tuple[float, float, float]


def foresee(layout: Layout, flick: Flick) -> Foresight:
    """How a flick begins, until the flicked die touches another die or a solid part, rests or is gone.

    Dice that it stands on or carries do not count. A die that it touches from the start counts if it is pushed: not if
    the flick leads away from it or along it. Where a heap moves along, the way may end before it is clear what it leads
    to.
    """
    stepwise = _stepwise(layout)
    table = stepwise.table
    steps = stepwise(flick)
    world = next(steps)
    die = table.place[flick.die]
    path, contact, is_flat = _way(world, die, steps, _neighbours(table.bodies, die))
    if contact is None:
        end = path[-1]
        state = world.flags[die][rows.STATE]
        is_off = state == rows.REST and not on_mat(Pose(end.x, end.y, yaw_of(end)), layout.mat)
        is_gone = state == rows.GONE or is_off
        return Foresight(path, is_gone=is_gone, is_flat=is_flat)
    if contact.meets == SOLID:
        return Foresight(path, SOLID, contact.point, is_flat=is_flat)
    met = table.bodies[contact.meets].id
    return Foresight(path, met, contact.point, _goes(world, contact.meets, steps), is_flat=is_flat)


@lru_cache(maxsize=2)
def _stepwise(layout: Layout) -> Stepwise:
    """Of a layout; while somebody aims it stays the same."""
    return Stepwise(layout)


def _neighbours(bodies: tuple[Body, ...], die: int) -> _Neighbours:
    """The dice that a die touches as it lies."""
    own = bodies[die]
    stacked, beside = set(), set()
    for place, body in enumerate(bodies):
        if abs(body.level - own.level) == 1 and depth(own.pose, body.pose) > OVERLAP:
            stacked.add(place)
        elif body is not own and body.level == own.level and touches(own.pose, body.pose):
            beside.add(place)
    return _Neighbours(frozenset(stacked), frozenset(beside))


def _way(
    world: rows.World, die: int, steps: Iterator[rows.World], neighbours: _Neighbours
) -> tuple[tuple[Sight, ...], _Contact | None, bool]:
    """What is seen of the flicked die, what it touches in the end, and whether it slid all the way."""
    path = [sight(world, die, 0.0)]
    floor = world.dice[die][rows.Z]
    is_flat = True
    before = _Before(world)
    work = 0
    for _ in steps:
        work += _work(world)
        if (contact := _contact(world, die, before, neighbours)) is not None:
            return (*path, contact.sight), contact, is_flat
        state, row = world.flags[die][rows.STATE], world.dice[die]
        if state == rows.FREE:
            is_flat = is_flat and upper_face(row)[1] > FLAT_UP and abs(row[rows.Z] - floor) < FLAT_LIFT
        if state not in {rows.FREE, rows.SLIDE} or work > MOST_WORK:
            break
        late = world.clock[rows.TIME] - len(path) / RATE
        if late >= 0.0:
            path.append(sight(world, die, late))
        before = _Before(world)
    return (*path, sight(world, die, 0.0)), None, is_flat


def _work(world: rows.World) -> int:
    """What the last step took beyond that of a single die."""
    return world.counts[rows.N_FREE] - 1 + world.counts[rows.N_PAIRS] if world.counts[rows.N_FREE] > 1 else 0


class _Before:
    """The world as it was before a step, as far as it is needed to find a moment within it."""

    def __init__(self, world: rows.World) -> None:
        self.time = world.clock[rows.TIME]
        self.dice = [row[:] for row in world.dice]
        self.sliding = world.sliding[: world.counts[rows.N_SLIDING]]

    def after(self, world: rows.World, place: int, time: float) -> rows.Row:
        """A die so much later, if it touched nothing meanwhile."""
        row = self.dice[place][:]
        if place in self.sliding:
            stand_up(row, world.flags[place][rows.UP])
        move(row, time)
        return row


def _contact(world: rows.World, die: int, before: _Before, neighbours: _Neighbours) -> _Contact | None:
    """What the flicked die touched in the last step."""
    for k in range(world.counts[rows.N_FIXED]):
        if world.fixed[k][rows.DIE] == die and world.fixed[k][rows.P_JN] > PUSHED:
            return _at_solid(world, die, before, k)
    for k in range(world.counts[rows.N_PAIRS]):
        if die in (pair := world.pairs_of[k]):
            other = sum(pair) - die
            is_pushed = world.pairs[k][rows.P_JN] > PUSHED
            if other not in neighbours.stacked and (is_pushed or other not in neighbours.beside):
                return _at_die(world, die, k, before)
    return None


def _at_solid(world: rows.World, die: int, before: _Before, k: int) -> _Contact:
    """The moment at which the flicked die touched a solid part: the gap closes at the speed that it had."""
    contact, gap = world.fixed[k], world.solid[k][rows.GAP]
    row = before.after(world, die, 0.0)
    coming = -closing_speed(row, contact)
    # The contact was found half way between the solid part and a skin around the die.
    into = 0.5 * (SKIN - gap)
    x, y, z = (row[rows.X + axis] + contact[rows.RX + axis] + into * contact[rows.NX + axis] for axis in range(3))
    step = world.clock[rows.TIME] - before.time
    there = before.after(world, die, min(max(gap, 0.0) / coming, AHEAD * step) if coming > 0.0 else 0.0)
    return _Contact(SOLID, _seen(there), (x / MM, y / MM, z / MM))


def _at_die(world: rows.World, die: int, k: int, before: _Before) -> _Contact:
    """The moment of which the engine computed the contact: the middle of the step."""
    pair = world.pairs_of[k]
    row = before.after(world, die, 0.5 * (world.clock[rows.TIME] - before.time))
    arm = rows.RX if pair[0] == die else rows.SX
    found = [c for c, of in zip(world.pairs, world.pairs_of[: world.counts[rows.N_PAIRS]], strict=False) if of == pair]
    x, y, z = (row[rows.X + axis] + sum(c[arm + axis] for c in found) / len(found) for axis in range(3))
    return _Contact(sum(pair) - die, _seen(row), (x / MM, y / MM, z / MM))


def _seen(row: rows.Row) -> Sight:
    return Sight(row[rows.X] / MM, row[rows.Y] / MM, row[rows.Z] / MM, Quaternion(*row[rows.QW : rows.QZ + 1]))


def _goes(world: rows.World, met: int, steps: Iterator[rows.World]) -> tuple[float, float]:
    """The velocity of the die that was met, as soon as it goes its way."""
    until = world.clock[rows.TIME] + AFTER
    work = 0
    while world.clock[rows.TIME] < until and work < MOST_WORK_AFTER and next(steps, None) is not None:
        work += _work(world)
    row = world.dice[met]
    return row[rows.VX] / MM, row[rows.VY] / MM
