"""Recorded flicks, simulated again: how far dice end from where the record says, after a change of the physics."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot, remainder
from typing import Final

from msgspec import Struct

from rumms.games.rumms.actions import Settled
from rumms.games.rumms.state import State
from rumms.kernel.session import Loaded
from rumms.physics.engine import simulate
from rumms.physics.model import Layout, Moved, Shot

TOLERANCE: Final = 0.1
"""Centimetres by which a die may end elsewhere, if nothing else is said."""
QUARTER: Final = 90.0
"""Degrees after which a square stands as before."""


class Retraced(Struct, frozen=True):
    """A recorded flick beside the same flick of now."""

    flick: int
    """Its number in the record, from 1 on."""
    die: int
    """The die that ends farthest from where it did."""
    away: float
    """Centimetres between the two ends of that die."""
    turned: float
    """Degrees that a die is turned differently at most."""
    is_other: bool
    """A die has left that stayed, or stayed that left, or lies on another face or level."""

    def is_within(self, tolerance: float) -> bool:
        """Is it the same flick, as far as that matters?"""
        return not self.is_other and self.away <= tolerance


def retraced(loaded: Loaded) -> Iterator[Retraced]:
    """Every flick of a record, simulated again from where its dice lay."""
    number = 0
    for made in loaded.session.past:
        if isinstance(made.action, Settled):
            number += 1
            before: State = made.before
            layout = Layout(tuple(before.bodies()), before.options.mat)
            yield compared(number, layout, made.action.shot, simulate(layout, made.action.stroke))


def compared(number: int, layout: Layout, recorded: Shot, now: Shot) -> Retraced:
    """How two shots from one layout differ."""
    ends = [_ends(layout, shot) for shot in (recorded, now)]
    away, die, turned, is_other = 0.0, -1, 0.0, False
    for body in layout.bodies:
        one, two = (end[body.id] for end in ends)
        is_other |= (one.gone, one.up, one.level) != (two.gone, two.up, two.level)
        if one.gone and two.gone:
            continue
        far = hypot(one.pose.x - two.pose.x, one.pose.y - two.pose.y)
        if far > away:
            away, die = far, body.id
        turned = max(turned, abs(remainder(one.pose.yaw - two.pose.yaw, QUARTER)))
    return Retraced(number, die, round(away, 4), round(turned, 3), is_other)


def _ends(layout: Layout, shot: Shot) -> dict[int, Moved]:
    """Where every die is after a shot."""
    lying = {body.id: Moved(body.id, body.pose, body.up, body.level) for body in layout.bodies}
    return {**lying, **{moved.id: moved for moved in shot.moved}}
