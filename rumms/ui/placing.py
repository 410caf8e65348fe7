"""A die that is to be set: where it hangs, how it is turned, and whether it may lie there."""

from __future__ import annotations

from math import hypot
from typing import Final

from rumms.games.rumms.actions import Put
from rumms.games.rumms.spots import Spots
from rumms.kernel.refusal import IllegalMove
from rumms.physics.film import Sight
from rumms.physics.model import Area, Body, Pose
from rumms.ui.playback import lying

TURN: Final = 15.0
"""Degrees a step."""
STEP: Final = 0.5
"""Centimetres a key moves it ..."""
FINE: Final = 0.1
"""... and with the shift key."""
NEAR: Final = 4.0
"""Centimetres: a spot that is no further from a wrong one was meant."""


class Placing:
    """A die in a hand over the mat."""

    def __init__(self, spots: Spots) -> None:
        self.spots = spots
        area = self.areas[0]
        middle = Pose((area.left + area.right) / 2, (area.bottom + area.top) / 2)
        near = spots.nearest(middle)
        self.pose = near.pose if near else middle

    @property
    def die(self) -> int:
        """Which die it is."""
        return self.spots.ground.die.id

    @property
    def areas(self) -> tuple[Area, ...]:
        """Where it may be set, as far as other dice leave room."""
        return tuple(self.spots.place.shown(self.spots.ground))

    @property
    def body(self) -> Body:
        """The die where it would lie."""
        return self.spots.body(self.pose)

    @property
    def sight(self) -> Sight:
        """How it would be seen there."""
        return lying(self.body)

    @property
    def refusal(self) -> IllegalMove | None:
        """Why it cannot lie there; None if it can."""
        return self.spots.refuse(Put(self.die, self.pose))

    def to(self, x: float, y: float) -> None:
        """Hold it over a point."""
        self.pose = Pose(round(x, 3), round(y, 3), self.pose.yaw)

    def move(self, dx: float, dy: float) -> None:
        """Hold it over a point beside this one."""
        self.to(self.pose.x + dx, self.pose.y + dy)

    def turn(self, steps: float) -> None:
        """Turn it to the left."""
        self.pose = Pose(self.pose.x, self.pose.y, (self.pose.yaw + steps * TURN) % 360.0)

    def put(self) -> Put:
        """Set it here, or at the nearest spot that is allowed; IllegalMove if none is near."""
        refusal = self.refusal
        if refusal is None:
            return Put(self.die, self.pose)
        near = self.spots.nearest(self.pose)
        if near is None or hypot(near.pose.x - self.pose.x, near.pose.y - self.pose.y) > NEAR:
            raise refusal
        return near
