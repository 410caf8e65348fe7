"""What a shot can leave behind: which dice it can have moved, and whether they can lie so."""

from __future__ import annotations

import math
from itertools import combinations, permutations
from typing import Final

from msgspec.structs import replace

from rumms.kernel.refusal import Refusal
from rumms.physics.checks import FARTHEST, LONGEST_SHOT, check_body, check_change
from rumms.physics.footage import LATE, check_length
from rumms.physics.geometry import gap, stands_on, touches
from rumms.physics.model import EDGE, FASTEST, MAT, SOLID, Body, Layout, Pose, Shot, Stroke, Swipe, after

MOST_HITS: Final = 400
"""Of a shot."""
FASTEST_HIT: Final = 5 * FASTEST
"""Centimetres a second: nothing closes in faster, not even two dice that a finger flung about."""
NUDGE: Final = 0.1
"""Centimetres by which a die may be pushed aside without being hit, if another one is as near."""
TREMBLE: Final = 0.01
"""Centimetres by which a die may settle when its tower is woken."""


def check_shot(layout: Layout, stroke: Stroke, shot: Shot) -> None:
    """Refuse a shot that cannot be: unknown dice, dice that overlap or float, or that moved though nothing met them.

    Of its film only the length is checked, which costs next to nothing; `film_of` checks the rest when it is shown.
    """
    _check_dice(layout, shot)
    _check_numbers(shot)
    check_length(shot)
    check_change(layout, after(layout, shot))
    if found := ghosts(layout, stroke, shot):
        raise Refusal("Nothing has touched die {die}, and yet it has moved.", die=min(found))


def _check_dice(layout: Layout, shot: Shot) -> None:
    """Refuse a shot of dice that are not there, or in which one is moved or touched twice."""
    known = {body.id for body in layout.bodies}
    ids, under_finger = [one.id for one in shot.moved], [one.die for one in shot.touched]
    on = {die for one in shot.moved for die in one.on}
    met = {die for hit in shot.hits for die in (hit.a, hit.b)} - {MAT, SOLID}
    if unknown := {*ids, *under_finger, *on, *met} - known:
        raise Refusal("There is no die {die}.", die=min(unknown))
    if len(set(ids)) < len(ids):
        raise Refusal("A die is moved twice.")
    if len(set(under_finger)) < len(under_finger):
        raise Refusal("A die is touched twice.")


def _check_numbers(shot: Shot) -> None:
    """Refuse what takes too long, is too fast or too far away. Where a die lies that stays, the layout is asked."""
    if not 0.0 <= shot.time <= LONGEST_SHOT + LATE:
        raise Refusal("A shot cannot take {time} s; at most {most} s.", time=shot.time, most=LONGEST_SHOT)
    if len(shot.hits) > MOST_HITS:
        raise Refusal("There are {count} hits; at most {most} are possible.", count=len(shot.hits), most=MOST_HITS)
    for hit in shot.hits:
        if not (0.0 <= hit.time <= LONGEST_SHOT + LATE and 0.0 <= hit.speed <= FASTEST_HIT):
            raise Refusal("There is no hit after {time} s at {speed} cm a second.", time=hit.time, speed=hit.speed)
    for one in shot.touched:
        times = 0.0 <= one.time <= LONGEST_SHOT + LATE and 0.0 <= one.duration <= LONGEST_SHOT + LATE
        if not (times and 0.0 <= one.distance <= FARTHEST):
            raise Refusal(
                "A finger cannot touch die {die} after {time} s, for {duration} s and {distance} cm.",
                die=one.die,
                time=one.time,
                duration=one.duration,
                distance=one.distance,
            )
    for moved in shot.moved:
        if moved.gone:
            check_body(Body(moved.id, moved.pose, moved.level, moved.up))


def ghosts(layout: Layout, stroke: Stroke, shot: Shot) -> set[int]:
    """The dice that moved though nothing met them."""
    ids = {moved.id for moved in shot.moved}
    if ids <= _reached(stroke, shot, _met(shot)):  # so it is nearly always, and costs the least
        return set()
    return ids - touched(layout, stroke, shot) - nudged(layout, shot)


def without_trembling(layout: Layout, stroke: Stroke, shot: Shot) -> Shot:
    """A shot in which no tower has settled by a hair only because something flew past it."""
    found = ghosts(layout, stroke, shot)
    if not found:
        return shot
    poses = {body.id: body.pose for body in layout.bodies}
    trembled = {
        one.id for one in shot.moved if one.id in found and math.dist(_place(one.pose), _place(poses[one.id])) < TREMBLE
    }
    return replace(shot, moved=tuple(one for one in shot.moved if one.id not in trembled))


def touched(layout: Layout, stroke: Stroke, shot: Shot) -> set[int]:
    """The dice that were struck, and all that were hit by one of these, carried one, were carried by one or lay at one.

    A die that lies at another can be pushed by it without being hit, and one beside a tower that gives way slowly is
    pushed by what leans on it from above.
    """
    pairs, moved = _met(shot), {one.id for one in shot.moved}
    for dice in (layout.bodies, after(layout, shot).bodies):
        pairs += [(body.id, below) for body in dice if body.level for below in stands_on(body, dice)]
        pairs += [
            (a.id, b.id)
            for a, b in combinations(dice, 2)
            if a.id in moved and b.id in moved and abs(a.level - b.level) <= 1 and _is_beside(a.pose, b.pose)
        ]
    pairs += [(a.id, b.id) for a, b in combinations(layout.bodies, 2) if a.level == b.level and touches(a.pose, b.pose)]
    return _reached(stroke, shot, pairs)


def _met(shot: Shot) -> list[tuple[int, int]]:
    return [(hit.a, hit.b) for hit in shot.hits if hit.a >= 0 and hit.b >= 0]


def _reached(stroke: Stroke, shot: Shot, pairs: list[tuple[int, int]]) -> set[int]:
    """The dice that were struck, and all that are in a pair with one of these."""
    met: dict[int, set[int]] = {}
    for a, b in pairs:
        met.setdefault(a, set()).add(b)
        met.setdefault(b, set()).add(a)
    reached: set[int] = set()
    coming = {one.die for one in shot.touched} if isinstance(stroke, Swipe) else {stroke.die}
    while coming:
        reached |= coming
        coming = {other for die in coming for other in met.get(die, ())} - reached
    return reached


def nudged(before: Layout, shot: Shot) -> set[int]:
    """The dice that hardly moved and have a neighbour that may have leant on them, too slowly to hit them."""
    poses = {body.id: body.pose for body in before.bodies}
    little = {one.id for one in shot.moved if math.dist(_place(one.pose), _place(poses[one.id])) < NUDGE}
    return {
        die
        for layout in (before, after(before, shot))
        for one, other in permutations(layout.bodies, 2)
        if (die := one.id) in little and one.level == other.level and _is_beside(one.pose, other.pose)
    }


def _is_beside(one: Pose, other: Pose) -> bool:
    return math.dist(_place(one), _place(other)) < EDGE * math.sqrt(2.0) + NUDGE and gap(one, other) < NUDGE


def _place(pose: Pose) -> tuple[float, float]:
    return pose.x, pose.y
