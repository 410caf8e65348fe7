"""What a flick first touches: agrees with the shot that follows, and with plain geometry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from math import atan2, cos, degrees, dist, hypot, radians, remainder, sin
from random import Random

import pytest

from rumms import catalogue
from rumms.lab.cases import case
from rumms.physics.engine import simulate
from rumms.physics.film import RATE, Foresight, Sight, Track, lying, unpack, yaw_of
from rumms.physics.foresight import foresee
from rumms.physics.geometry import depth, gap
from rumms.physics.model import EDGE, MAT, SOLID, Body, Disc, Flick, Layout, Mat, Polygon, Pose, Shot, Solid

PIXEL = 1.0 / 27.5
"""Centimetres, at 1920x1080."""
SLOWING = 0.4 * 981.0
"""What the mat's friction slows a sliding die by, a second."""
ROUNDED = 0.006
"""Centimetres: films are rounded to a hundredth."""


def random_layout(rng: Random) -> Layout:
    bodies: list[Body] = []
    for die in range(rng.randrange(2, 27)):
        pose = Pose(rng.uniform(1.2, 61.8), rng.uniform(1.2, 28.8), rng.uniform(0.0, 360.0))
        if all(gap(pose, body.pose) > 0.02 for body in bodies):
            bodies.append(Body(die, pose))
    return Layout(tuple(bodies))


def random_aim(rng: Random, layout: Layout) -> Flick:
    """A flick that may slide, mostly towards some die."""
    own, other = rng.choice(layout.bodies), rng.choice(layout.bodies)
    direction = degrees(atan2(other.pose.y - own.pose.y, other.pose.x - own.pose.x)) + rng.gauss(0.0, 8.0)
    if own is other or rng.random() < 0.2:
        direction = rng.uniform(-180.0, 180.0)
    height = 0.5 if rng.random() < 0.7 else rng.uniform(0.4, 0.52)
    offset = 0.0 if rng.random() < 0.6 else rng.uniform(-0.3, 0.3)
    return Flick(own.id, direction, rng.uniform(30.0, 380.0), height, offset)


def flat_aims(seed: int) -> Iterator[tuple[Layout, Flick, Foresight]]:
    """Random aims of shots that stay flat until they touch something, twenty from each layout."""
    rng = Random(seed)
    while True:
        layout = random_layout(rng)
        for _ in range(20):
            flick = random_aim(rng, layout)
            seen = foresee(layout, flick)
            if seen.is_flat:
                yield layout, flick, seen


def first_hit(shot: Shot, die: int) -> tuple[float, int] | tuple[None, None]:
    """When a die first hits something beside the mat, and what."""
    for hit in shot.hits:
        if die in {hit.a, hit.b} and hit.b != MAT:
            return hit.time, SOLID if hit.b == SOLID else hit.a + hit.b - die
    return None, None


def track_of(shot: Shot, die: int) -> Track:
    return next(track for track in unpack(shot.film).tracks if track.die == die)


def pose_of(sight: Sight) -> Pose:
    return Pose(sight.x, sight.y, yaw_of(sight))


def touching(way: Callable[[float], Pose], others: list[Pose], farthest: float) -> tuple[float, int] | tuple[None, None]:
    """How far along a way a die touches one of the others, and which: never farther on than the gap to the nearest."""
    done = 0.0
    while done < farthest:
        pose = way(done)
        gaps = [gap(pose, other) for other in others]
        nearest = min(gaps, default=farthest)
        if nearest < 1e-4:
            return done, gaps.index(nearest)
        done += max(nearest * 0.9, 2e-5)
    return None, None


def straight(layout: Layout, flick: Flick, farthest: float) -> tuple[Pose, int] | tuple[None, None]:
    """Where a die that slides straight on, not turning, touches another one first."""
    own = next(body.pose for body in layout.bodies if body.id == flick.die)
    dx, dy = cos(radians(flick.direction)), sin(radians(flick.direction))
    beside = [
        body
        for body in layout.bodies
        if body.id != flick.die
        and abs((body.pose.y - own.y) * dx - (body.pose.x - own.x) * dy) < 2.3
        and (body.pose.x - own.x) * dx + (body.pose.y - own.y) * dy > -2.3
    ]
    done, which = touching(
        lambda way: Pose(own.x + way * dx, own.y + way * dy, own.yaw), [body.pose for body in beside], farthest
    )
    if done is None or which is None:
        return None, None
    return Pose(own.x + done * dx, own.y + done * dy, own.yaw), beside[which].id


def on_from_film(track: Track, time: float, other: Pose) -> Pose | None:
    """Where the die touches another one if it slides on as the last two pictures before that time say."""
    frame = int(time * RATE - 0.5)
    if frame - track.first < 2:
        return None
    before, last = pose_of(track.at(frame - 1)), pose_of(track.at(frame))
    way = dist((before.x, before.y), (last.x, last.y))
    dx, dy = (last.x - before.x) / way, (last.y - before.y) / way
    speed = way * RATE - 0.5 * SLOWING / RATE
    turn = remainder(last.yaw - before.yaw, 90.0) * RATE

    def later(done: float) -> Pose:
        return Pose(last.x + done * dx, last.y + done * dy, last.yaw + turn * done / speed)

    done, _ = touching(later, [other], 2.0 * way)
    return None if done is None else later(done)


def apart(a: Pose, b: Pose) -> float:
    """The farthest that a corner of one footprint is from that of the other, at most."""
    return hypot(a.x - b.x, a.y - b.y) + radians(abs(remainder(a.yaw - b.yaw, 90.0))) * EDGE / 2**0.5


def test_first_contacts_of_a_thousand_flat_shots_agree_with_the_shots_and_with_geometry_within_a_pixel():
    straight_ones, filmed_ones = [0.0], [0.0]
    for layout, flick, seen in islice(flat_aims(6), 1000):
        shot = simulate(layout, flick)
        time, met = first_hit(shot, flick.die)
        assert seen.meets == met, (layout, flick)
        if time is None:
            continue
        there = pose_of(seen.path[-1])
        other = next(body.pose for body in layout.bodies if body.id == met)
        assert gap(there, other) < 0.012, (layout, flick)
        assert depth(there, other) < 0.012, (layout, flick)
        if flick.offset == 0.0:
            expected, touched = straight(layout, flick, 70.0)
            assert touched == met, (layout, flick)
            assert expected is not None
            straight_ones.append(apart(there, expected))
            assert straight_ones[-1] < PIXEL, (layout, flick)
        elif (guess := on_from_film(track_of(shot, flick.die), time, other)) is not None:
            filmed_ones.append(apart(there, guess))
            assert filmed_ones[-1] < PIXEL, (layout, flick)
    assert len(straight_ones) > 300
    assert len(filmed_ones) > 60
    print(f"largest differences: {max(straight_ones):.4f} and {max(filmed_ones):.4f} cm")
