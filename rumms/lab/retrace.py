"""Recorded flicks, simulated again: what is not as the record says."""

from __future__ import annotations

from collections.abc import Iterator
from math import acos, degrees, dist, remainder
from typing import Final

from msgspec import Struct

from rumms.games.rumms.actions import Settled
from rumms.games.rumms.trusted import layout
from rumms.kernel.refusal import Refusal
from rumms.kernel.session import Loaded
from rumms.physics.engine import simulate
from rumms.physics.film import PLACES, RATE, Quaternion
from rumms.physics.footage import film_of
from rumms.physics.geometry import stands_on
from rumms.physics.model import Layout, Moved, Shot

TOLERANCE: Final = 0.1
"""Centimetres by which a die may end elsewhere, if nothing else is said."""
TURN: Final = 20.0
"""Degrees by which a die may be turned for each centimetre by which it may end elsewhere."""
SECONDS: Final = 0.02
"""By which a shot may last longer or shorter, and a finger touch a die later or earlier."""
BLURRED: Final = 2 / PLACES
"""Centimetres by which two films of the same shot may differ, because they are packed with two decimals ..."""
TWISTED: Final = 1.0
"""... and degrees."""


class Away(Struct, frozen=True):
    """How far a die is from where it should be, or by how many degrees it is turned."""

    by: float = 0.0
    die: int = -1
    time: float = 0.0
    """In a film."""

    def or_by(self, by: float, die: int, time: float = 0.0) -> Away:
        """The farther one."""
        return Away(by, die, time) if by > self.by else self


class Retraced(Struct, frozen=True):
    """A recorded flick beside the same flick of now."""

    flick: int
    """Its number in the record, from 1 on."""
    line: int
    """Where in the record its shot stands."""
    away: Away
    """Of the die that ends farthest from where it did, in centimetres."""
    turned: Away
    """Of the die that is turned most from how it was, in degrees."""
    seen: Away
    """Of the die that the film shows farthest from where it is seen now, in centimetres ..."""
    seen_turned: Away
    """... and in degrees."""
    times: tuple[float, float]
    """Seconds that the shot takes, in the record and now."""
    others: tuple[Refusal, ...]
    """Differences in what must be the same to the letter."""

    def is_within(self, tolerance: float) -> bool:
        """Is it the same flick, as far as that matters?"""
        return not any(self.differences(tolerance))

    def differences(self, tolerance: float) -> Iterator[Refusal]:
        """Everything that is not the same, as sentences."""
        yield from self.others
        if self.away.by > tolerance:
            yield Refusal("simulated again, die {die} ends {away} cm away.", die=self.away.die, away=_short(self.away))
        if self.turned.by > TURN * tolerance:
            yield Refusal(
                "simulated again, die {die} is turned by {turned} degrees.",
                die=self.turned.die,
                turned=_short(self.turned),
            )
        recorded, now = self.times
        if not abs(recorded - now) <= SECONDS:
            yield Refusal("the shot takes {time} s, but {now} s simulated again.", time=recorded, now=now)
        if self.seen.by > tolerance + BLURRED:
            yield Refusal(
                "after {time} s the film shows die {die} {away} cm away from where it is, simulated again.",
                time=round(self.seen.time, 2),
                die=self.seen.die,
                away=_short(self.seen),
            )
        if self.seen_turned.by > TURN * tolerance + TWISTED:
            yield Refusal(
                "after {time} s the film shows die {die} turned by {turned} degrees from how it is, simulated again.",
                time=round(self.seen_turned.time, 2),
                die=self.seen_turned.die,
                turned=_short(self.seen_turned),
            )


def _short(away: Away) -> float:
    return round(away.by, 2)


def retraced(loaded: Loaded) -> Iterator[Retraced]:
    """Every flick of a record, simulated again from where its dice lay."""
    number = 0
    for made, line in zip(loaded.session.past, loaded.move_lines, strict=True):
        if isinstance(made.action, Settled):
            number += 1
            start = layout(made.before)
            yield compared(number, line, start, made.action.shot, simulate(start, made.action.stroke))


def compared(number: int, line: int, start: Layout, recorded: Shot, now: Shot) -> Retraced:
    """How two shots from one layout differ. A film that is missing or wrong is not compared."""
    ends = [_ends(start, shot) for shot in (recorded, now)]
    away = turned = Away()
    for body in start.bodies:
        one, two = (end[body.id] for end in ends)
        if one.gone and two.gone:
            continue
        away = away.or_by(dist((one.pose.x, one.pose.y), (two.pose.x, two.pose.y)), body.id)
        if one.up == two.up:  # else there is no telling by how much
            turned = turned.or_by(abs(remainder(one.pose.yaw - two.pose.yaw, 360.0)), body.id)
    seen, seen_turned = _films(start, recorded, now)
    others = (*_others(start, *ends), *_touches(recorded, now))
    return Retraced(number, line, away, turned, seen, seen_turned, (recorded.time, now.time), others)


def _ends(start: Layout, shot: Shot) -> dict[int, Moved]:
    """Where every die is after a shot."""
    lie = {
        body.id: Moved(body.id, body.pose, body.up, body.level, stands_on(body, start.bodies) if body.level else ())
        for body in start.bodies
    }
    return {**lie, **{moved.id: moved for moved in shot.moved}}


def _others(start: Layout, recorded: dict[int, Moved], now: dict[int, Moved]) -> Iterator[Refusal]:
    """The dice that stayed or left, show another face or lie on others."""
    for body in start.bodies:
        one, two = recorded[body.id], now[body.id]
        if one.gone and not two.gone:
            yield Refusal("simulated again, die {die} stays on the mat.", die=body.id)
        elif two.gone and not one.gone:
            yield Refusal("simulated again, die {die} leaves the mat.", die=body.id)
        elif one.up != two.up:
            yield Refusal("simulated again, die {die} shows face {now}, not {up}.", die=body.id, now=two.up, up=one.up)
        elif (one.level, set(one.on)) != (two.level, set(two.on)):
            yield Refusal("simulated again, die {die} lies on something else.", die=body.id)


def _touches(recorded: Shot, now: Shot) -> Iterator[Refusal]:
    """Differences in the dice that a finger touches, their order, and for how long and how far."""
    one, two = (sorted(shot.touched, key=lambda touch: (touch.time, touch.die)) for shot in (recorded, now))
    dice = [[touch.die for touch in touches] for touches in (one, two)]
    if dice[0] != dice[1]:
        yield Refusal("the finger touches the dice {dice}, but {now} simulated again.", dice=dice[0], now=dice[1])
        return
    for a, b in zip(one, two, strict=True):
        if (
            max(abs(a.time - b.time), abs(a.duration - b.duration)) > SECONDS
            or abs(a.distance - b.distance) > TOLERANCE
        ):
            yield Refusal("simulated again, the finger touches die {die} otherwise.", die=a.die)


def _films(start: Layout, recorded: Shot, now: Shot) -> tuple[Away, Away]:
    """How far a die is seen from where it is seen now, at most, and how much it is seen turned."""
    seen = turned = Away()
    if not recorded.film or recorded.film == now.film:
        return seen, turned
    try:
        film = film_of(start, recorded)
    except Refusal:
        return seen, turned
    other = film_of(start, now)
    first = {track.die: track.sights[0] for track in (*film.tracks, *other.tracks)}
    for frame in range(max(film.frames, other.frames)):
        time = frame / RATE
        one, two = {**first, **film.at(time)}, {**first, **other.at(time)}
        for die in first:
            seen = seen.or_by(dist(one[die][:3], two[die][:3]), die, time)
            turned = turned.or_by(_angle(one[die].rotation, two[die].rotation), die, time)
    return seen, turned


def _angle(one: Quaternion, other: Quaternion) -> float:
    """Degrees from one rotation to another."""
    return degrees(2.0 * acos(min(1.0, abs(sum(a * b for a, b in zip(one, other, strict=True))))))
