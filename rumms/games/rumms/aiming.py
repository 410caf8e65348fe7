"""Straight shots as a person sees them: who can be hit from where, how hard, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import atan2, cos, degrees, erf, exp, hypot, inf, sin, sqrt
from typing import Final, NamedTuple

from rumms.games.rumms.state import Die, State
from rumms.physics.geometry import side_of_wall
from rumms.physics.model import EDGE, Flick, Mat, Pose

GRAVITY: Final = 981.0
"""Centimetres a second, every second."""
PASSED_ON: Final = 0.7
"""How much of its speed a die gives to one that it hits."""
ENOUGH: Final = 1.25
"""By so much a flick is stronger than it need be, since no hit is perfect."""
STRONGEST: Final = 380.0
"""Centimetres a second that a bot flicks at most."""
WEAKEST: Final = 60.0
UNSURE: Final = 0.045
"""By how much a flick misses, sideways, for each centimetre on its way ..."""
UNSURE_AT_ALL: Final = 0.15
"""... and on none."""
WIDE: Final = EDGE * 0.6
"""Centimetres beside its centre at which a die is still hit well."""
CORRIDOR: Final = EDGE * 1.1
"""Centimetres to both sides of a straight way in which nobody may lie."""
FAR_TO_GO: Final = 22.0
"""Centimetres to the edge at which a hit sends a third of all dice off the mat."""
KING: Final = 30.0
"""What an enemy king is worth in points ..."""
OWN_KING: Final = 45.0
"""... and the own one, which should not be risked."""


class Aim(NamedTuple):
    """A straight shot of a die at another, and what it promises in points."""

    die: int
    target: int
    direction: float
    speed: float
    worth: float
    chance: float = 0.0
    """That it knocks its target off, judged by eye."""

    @property
    def flick(self) -> Flick:
        """As it is played."""
        return Flick(self.die, round(self.direction, 3), round(self.speed, 1))


def worth_of(die: Die) -> float:
    """What it brings to defeat a die."""
    return KING if die.kind.is_king else float(die.kind.value)


def aims(state: State, shooters: Iterable[Die], targets: Iterable[Die]) -> Iterator[Aim]:
    """Every straight shot whose way is free."""
    dice = [die for die in state.dice if die.is_on_mat]
    goals = list(targets)
    for shooter in shooters:
        for target in goals:
            if shooter.body.level == target.body.level and is_free(shooter, target, dice):
                yield aim(state, shooter, target)


def is_free(shooter: Die, target: Die, dice: Iterable[Die]) -> bool:
    """Does nobody lie on the way from one die to another?"""
    a, b = shooter.body.pose, target.body.pose
    dx, dy = b.x - a.x, b.y - a.y
    far = hypot(dx, dy) or 1.0
    dx, dy = dx / far, dy / far
    for die in dice:
        if die.id in {shooter.id, target.id} or die.body.level != shooter.body.level:
            continue
        x, y = die.body.pose.x - a.x, die.body.pose.y - a.y
        along = x * dx + y * dy
        if 0.0 < along < far and abs(x * dy - y * dx) < CORRIDOR:
            return False
    return True


def aim(state: State, shooter: Die, target: Die) -> Aim:
    """A straight shot, hard enough to send the target off the mat if a hand can do that."""
    a, b, mat = shooter.body.pose, target.body.pose, state.options.mat
    way = atan2(b.y - a.y, b.x - a.x)
    far, left = max(hypot(b.x - a.x, b.y - a.y) - EDGE, 0.0), to_edge(b, way, mat)
    slowing = 2.0 * mat.friction * GRAVITY
    speed = ENOUGH * sqrt((slowing * left) / PASSED_ON**2 + slowing * far)
    speed = min(max(speed, WEAKEST), STRONGEST)
    arrives = speed * speed - slowing * far
    hit = _chance_to_hit(far) if arrives > 0.0 else 0.0
    pushed = PASSED_ON**2 * max(arrives, 0.0) / slowing
    out = exp(-left / FAR_TO_GO) * min(1.0, pushed / max(left, 0.1))
    gain = hit * (out * worth_of(target) + (1.0 - out) * 0.1 * worth_of(target))
    return Aim(shooter.id, target.id, degrees(way) % 360.0, speed, gain - _risk(shooter, b, way, mat), hit * out)


def towards(die: Die, other: Die, mat: Mat, astray: float) -> Flick:
    """A flick that takes a die half of the way to another, turned away from it by so many degrees."""
    a, b = die.body.pose, other.body.pose
    speed = sqrt(mat.friction * GRAVITY * hypot(b.x - a.x, b.y - a.y))
    direction = degrees(atan2(b.y - a.y, b.x - a.x)) + astray
    return Flick(die.id, round(direction % 360.0, 3), round(min(max(speed, WEAKEST), STRONGEST), 1))


def to_edge(pose: Pose, way: float, mat: Mat) -> float:
    """How far a die has to go in a direction until it has left the mat."""
    dx, dy = cos(way), sin(way)
    along = (mat.length - pose.x if dx > 0 else pose.x) / abs(dx) if dx else inf
    across = (mat.width - pose.y if dy > 0 else pose.y) / abs(dy) if dy else inf
    return max(min(along, across), 0.0) + EDGE / 2


def _chance_to_hit(far: float) -> float:
    unsure = UNSURE_AT_ALL + UNSURE * far
    return erf(WIDE / unsure / sqrt(2.0))


def _risk(shooter: Die, end: Pose, way: float, mat: Mat) -> float:
    """What the shooter may cost: off the mat behind its target, or captured beside it."""
    value = OWN_KING if shooter.kind.is_king else float(shooter.kind.value)
    follows = 0.25 * exp(-to_edge(end, way, mat) / (FAR_TO_GO / 3.0))
    is_abroad = side_of_wall(end, mat) == shooter.side.beyond
    caught = 0.5 * shooter.kind.shadow_faces / 6.0 if is_abroad else 0.0
    return value * (follows + (1.0 - follows) * caught * 0.5)
