"""Gestures: what mouse, wheel and keys make of a flick, as a value that a screen holds until it is let go."""

from __future__ import annotations

from math import atan2, cos, degrees, dist, inf, radians, sin
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rumms.language import say
from rumms.physics.model import Body, Flick

Point: TypeAlias = tuple[float, float]

FULL: Final = 380.0
"""Centimetres a second at full power."""
FULL_PULL: Final = 180
"""Pixels of the design."""
LEAST_PULL: Final = 14 / FULL_PULL
"""A shorter pull is none, as a part of a full one."""
LEAST: Final = LEAST_PULL
"""The least power that flicks."""
EDGE_OF_THE_WINDOW: Final = 4
"""Pixels before the last one at which a pull has come to its end."""
FIRST_POWER: Final = 0.5
"""Of an aim that is made with the keys."""
LOWEST, HIGHEST, HEIGHT_STEP = 0.05, 0.95, 0.05
"""Heights of a strike, as parts of the edge."""
LOW, HIGH = 0.4, 0.6
"""Below and above these a strike is called so."""
MOST_BESIDE: Final = 0.6
"""Centimetres: how far beside its middle a die can be struck."""
BESIDE_STEP: Final = 0.05
STRAIGHT: Final = 0.15
"""Centimetres: who presses nearer to the middle line shoots straight; beyond, the offset grows from nothing."""
GRASP: Final = 1.2
"""Centimetres: a press farther from the middle of the die chooses it and says nothing about the offset."""
TURN, FINE_TURN = 1.0, 0.1
"""Degrees."""
MORE, MUCH_MORE = 0.01, 0.05
"""Parts of the full power."""


class Aim(Struct, frozen=True):
    """A flick that is being aimed: which die, where to, how hard, and where the finger strikes."""

    die: int
    direction: float = 0.0
    """Degrees counter-clockwise from +x, as a flick's."""
    power: float = 0.0
    """From 0 to 1."""
    height: float = 0.5
    """From 0 to 1 of the edge."""
    grip: Point = (0.0, 0.0)
    """Where the die is held, seen from its middle; centimetres. The offset follows from it and from the direction."""
    beside: float = 0.0
    """What keys have added to that; centimetres to the left."""
    held_at: Point | None = None
    """The pixel at which it was pressed."""

    @staticmethod
    def pressed(body: Body, point: Point, pixel: Point | None = None) -> Aim:
        """Somebody has pressed on a die, at this point of the mat, at this pixel. Nothing is aimed at yet."""
        x, y = point[0] - body.pose.x, point[1] - body.pose.y
        return Aim(body.id, grip=(x, y) if dist((x, y), (0.0, 0.0)) <= GRASP else (0.0, 0.0), held_at=pixel)

    @staticmethod
    def towards(body: Body, target: Point) -> Aim:
        """A first aim from a die at a point of the mat, for somebody who plays with the keys."""
        x, y = target[0] - body.pose.x, target[1] - body.pose.y
        return Aim(body.id, _turned(degrees(atan2(y, x))), FIRST_POWER)

    @staticmethod
    def of(flick: Flick, part: float = 1.0) -> Aim:
        """The aim of a flick, with a part of its power."""
        power = min(1.0, flick.speed / FULL) * part
        return Aim(flick.die, _turned(flick.direction), power, flick.height, beside=flick.offset)

    @property
    def offset(self) -> float:
        """How far to the left of its middle the die is struck; centimetres."""
        return self._from_grip() + self.beside

    @property
    def speed(self) -> float:
        """Centimetres a second."""
        return self.power * FULL

    @property
    def is_ready(self) -> bool:
        """Is it enough for a flick?"""
        return self.power >= LEAST

    @property
    def flick(self) -> Flick:
        """The flick that is made if one lets go now."""
        return Flick(
            self.die,
            direction=_turned(round(self.direction, 2)),
            speed=round(self.speed, 1),
            height=round(self.height, 2),
            offset=round(self.offset, 2),
        )

    @property
    def strike(self) -> str:
        """How high the die is struck, in a word."""
        if self.height < LOW:
            return say("low")
        return say("high") if self.height > HIGH else say("centre")

    def pulled(self, at: Point, middle: Point, full: float, room: float = inf) -> Aim:
        """The pointer was pulled to a pixel, away from that of the die's middle; `full` pixels are full power.

        Where there is not so much room, `room` pixels are. The die goes the other way. As long as the pull is too
        short, or the pointer is about where it was pressed, there is no power.
        """
        x, y = middle[0] - at[0], at[1] - middle[1]
        pull, least = dist(at, middle), LEAST_PULL * full
        moved = pull if self.held_at is None else dist(at, self.held_at)
        if min(pull, moved) < least:
            return replace(self, power=0.0)
        part = (pull - least) / max(min(full, room) - least, 1.0)
        return replace(self, direction=_turned(degrees(atan2(y, x))), power=min(1.0, LEAST + part * (1.0 - LEAST)))

    def raised(self, steps: int) -> Aim:
        """Struck so many steps higher."""
        return replace(self, height=round(_within(self.height + steps * HEIGHT_STEP, LOWEST, HIGHEST), 2))

    def keyed(self, key: str, *, is_fine: bool = False) -> Aim | None:
        """After a key: left, right, up, down, higher, lower, outward or inward; none if it is another one.

        `is_fine`, that is with shift, makes small steps of the direction and large ones of the power.
        """
        turn, more = (FINE_TURN, MUCH_MORE) if is_fine else (TURN, MORE)
        match key:
            case "left" | "right":
                return replace(self, direction=_turned(round(self.direction + (turn if key == "left" else -turn), 1)))
            case "up" | "down":
                power = self.power + (more if key == "up" else -more)
                return replace(self, power=_within(round(power, 2), round(LEAST + 0.005, 2), 1.0))
            case "higher" | "lower":
                return self.raised(1 if key == "higher" else -1)
            case "outward" | "inward":
                offset = self.offset + (BESIDE_STEP if key == "outward" else -BESIDE_STEP)
                offset = round(_within(offset, -MOST_BESIDE, MOST_BESIDE), 2)
                return replace(self, beside=offset - self._from_grip())
        return None

    def _from_grip(self) -> float:
        """How far to the left of its middle the die is held, without what is too little to be meant."""
        along = radians(self.direction)
        beside = self.grip[1] * cos(along) - self.grip[0] * sin(along)
        meant = _within(abs(beside) - STRAIGHT, 0.0, MOST_BESIDE)
        return meant if beside > 0.0 else -meant


def room_behind(middle: Point, at: Point, size: tuple[int, int]) -> float:
    """How many pixels a pointer at `at` can be pulled away from a die's middle, until just before the window's edge.

    On a whole screen it can go no further than that.
    """
    away, ways = dist(at, middle), []
    for here, there, end in zip(middle, at, size, strict=True):
        edge = EDGE_OF_THE_WINDOW if there < here else end - 1 - EDGE_OF_THE_WINDOW
        if there != here:
            ways.append(max(0.0, (edge - here) / (there - here)) * away)
    return min(ways, default=inf)


def _turned(direction: float) -> float:
    # Twice, because the remainder of a tiny negative angle is rounded to 360 itself.
    return direction % 360.0 % 360.0


def _within(value: float, least: float, most: float) -> float:
    return min(max(value, least), most)
