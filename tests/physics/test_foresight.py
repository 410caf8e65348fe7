"""What a flick first touches: agrees with the shot that follows, and with plain geometry."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from math import atan2, cos, degrees, dist, hypot, radians, remainder, sin
from random import Random

import pytest

from rumms import catalogue
from rumms.lab.cases import case
from rumms.physics.engine import MM, Stepwise, simulate
from rumms.physics.film import Foresight, Sight, Track, unpack, yaw_of
from rumms.physics.foresight import foresee
from rumms.physics.geometry import depth, gap, on_mat
from rumms.physics.kernels import rows
from rumms.physics.model import EDGE, MAT, SOLID, Body, Disc, Flick, Hit, Layout, Mat, Polygon, Pose, Shot, Solid

PIXEL = 1.0 / 27.5
"""Centimetres, at 1920x1080."""
ROUNDED = 0.006
"""Centimetres: films are rounded to a hundredth."""
FAST_TURN = 20.0
"""Speed by offset: beyond, a die turns by more than forty-five degrees from a picture to the next."""


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
    offset = 0.0 if rng.random() < 0.6 else rng.uniform(-0.15, 0.15)
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


def first_hit(shot: Shot, die: int) -> Hit | None:
    """The first hit of a die beside those on the mat."""
    return next((hit for hit in shot.hits if die in {hit.a, hit.b} and hit.b != MAT), None)


def place_at(layout: Layout, flick: Flick, time: float) -> tuple[float, float]:
    """Where the flicked die is then, by the steps of the engine."""
    stepwise = Stepwise(layout)
    die = stepwise.table.place[flick.die]
    x, y = 0.0, 0.0
    for world in stepwise(flick):
        late = time - world.clock[rows.TIME]
        if late < 0.0:
            break
        row = world.dice[die]
        x, y = (row[rows.X] + late * row[rows.VX]) / MM, (row[rows.Y] + late * row[rows.VY]) / MM
    return x, y


def pose_in(layout: Layout, die: int) -> Pose:
    return next(body.pose for body in layout.bodies if body.id == die)


def track_of(shot: Shot, die: int) -> Track:
    return next(track for track in unpack(shot.film).tracks if track.die == die)


def pose_of(sight: Sight) -> Pose:
    return Pose(sight.x, sight.y, yaw_of(sight))


def straight(layout: Layout, flick: Flick) -> tuple[Pose, int] | tuple[None, None]:
    """Where a die that slides straight on, not turning, touches another one first: never farther on than the gap is."""
    own = pose_in(layout, flick.die)
    dx, dy = cos(radians(flick.direction)), sin(radians(flick.direction))
    others = [
        body
        for body in layout.bodies
        if body.id != flick.die
        and abs((body.pose.y - own.y) * dx - (body.pose.x - own.x) * dy) < 2.3
        and (body.pose.x - own.x) * dx + (body.pose.y - own.y) * dy > -2.3
    ]
    way = 0.0
    while way < 70.0:
        pose = Pose(own.x + way * dx, own.y + way * dy, own.yaw)
        nearest, met = min(((gap(pose, body.pose), body.id) for body in others), default=(70.0, 0))
        if nearest < 1e-4:
            return pose, met
        way += max(nearest, 2e-5)
    return None, None


def film_goes_by(shot: Shot, flick: Flick, frame: int, there: Pose) -> float | None:
    """How far from there the die comes by if it slides on as three pictures of its film say, the last of this frame.

    None if these are too few, or if it turns too fast for sixty pictures a second.
    """
    if frame < 3 or abs(flick.speed * flick.offset) > FAST_TURN:
        return None
    a, b, c = (pose_of(track_of(shot, flick.die).at(frame - back)) for back in (2, 1, 0))
    first, second = remainder(b.yaw - a.yaw, 360.0), remainder(c.yaw - b.yaw, 360.0)

    def later(part: float) -> Pose:
        """After a part of a frame: along the parabola through the three."""
        square = (part * part + part) / 2
        return Pose(
            c.x + (part + square) * (c.x - b.x) - square * (b.x - a.x),
            c.y + (part + square) * (c.y - b.y) - square * (b.y - a.y),
            c.yaw + (part + square) * second - square * first,
        )

    return min(apart(there, later(step / 200)) for step in range(300))


def apart(a: Pose, b: Pose) -> float:
    """The farthest that a corner of one footprint is from that of the other, at most."""
    return hypot(a.x - b.x, a.y - b.y) + radians(abs(remainder(a.yaw - b.yaw, 90.0))) * EDGE / 2**0.5


def test_first_contacts_of_a_thousand_flat_shots_agree_with_the_shots_and_with_geometry_within_a_pixel():
    straight_ones, filmed_ones, touching = [], [], []
    for layout, flick, seen in islice(flat_aims(6), 1000):
        shot = simulate(layout, flick)
        hit = first_hit(shot, flick.die)
        if hit is None:
            assert seen.meets is None, (layout, flick)
            continue
        met = hit.a + hit.b - flick.die
        assert seen.meets == met, (layout, flick)
        assert dist(seen.path[-1][:2], place_at(layout, flick, hit.time)) < PIXEL / 10, (layout, flick)
        there, other, start = pose_of(seen.path[-1]), pose_in(layout, met), pose_in(layout, flick.die)
        touching.append(max(gap(there, other), depth(there, other)))
        if flick.offset == 0.0 and abs(remainder(there.yaw - start.yaw, 90.0)) < 0.1:
            expected, touched = straight(layout, flick)
            assert touched == met, (layout, flick)
            assert expected is not None
            straight_ones.append(apart(there, expected))
        if (by := film_goes_by(shot, flick, len(seen.path) - 2, there)) is not None:
            filmed_ones.append(by)
    # Dice that turn fast or graze each other are not met to the hair.
    assert sum(amount < PIXEL for amount in touching) >= 0.99 * len(touching)
    assert max(touching + straight_ones) < 1.5 * PIXEL
    assert max(filmed_ones) < PIXEL
    assert (len(touching) > 500, len(straight_ones) > 100, len(filmed_ones) > 200) == (True, True, True)


def flicks_of_the_soak(wanted: int) -> Iterator[tuple[Layout, Flick]]:
    """Stacks, pile-ups, solid parts, holes, and flicks of any kind."""
    cases = (case(4, number) for number in count())
    flicks = ((one.layout, one.stroke) for one in cases if isinstance(one.stroke, Flick))
    return islice(((layout, flick) for layout, flick in flicks if len(layout.bodies) <= 20), wanted)


def test_the_way_is_that_of_the_film_however_the_die_moves():
    kinds = set()
    for layout, flick in flicks_of_the_soak(60):
        seen, shot = foresee(layout, flick), simulate(layout, flick)
        kinds.add((seen.is_flat, seen.meets is None))
        for frame, sight in enumerate(seen.path[:-1]):
            filmed = track_of(shot, flick.die).at(frame)
            assert dist(sight[:3], filmed[:3]) < 2 * ROUNDED, (layout, flick, frame)
            alike = abs(sum(a * b for a, b in zip(sight.rotation, filmed.rotation, strict=True)))
            assert alike > 0.9999, (layout, flick, frame)
    assert len(kinds) == 4


def test_looking_ahead_changes_no_shot_and_sees_the_same_again():
    for layout, flick in flicks_of_the_soak(6):
        before = simulate(layout, flick)
        seen = foresee(layout, flick)
        assert simulate(layout, flick) == before
        assert foresee(layout, flick) == seen


def test_a_die_that_is_met_squarely_goes_on_in_the_direction_of_the_shot():
    seen = foresee(Layout((Body(0, Pose(10.0, 15.0)), Body(1, Pose(20.0, 15.0)))), Flick(0, 0.0, 200.0))
    assert (seen.meets, seen.is_flat, seen.is_gone) == (1, True, False)
    assert seen.path[0][:3] == (10.0, 15.0, 0.8)
    assert seen.path[-1].x == pytest.approx(20.0 - EDGE, abs=0.002)
    assert seen.point == pytest.approx((20.0 - EDGE / 2, 15.0, 0.8), abs=0.02)
    assert seen.goes is not None
    assert seen.goes[0] > 80.0
    assert abs(seen.goes[1]) < 1.0


def test_a_die_that_touches_nothing_rests_on_the_mat_or_leaves_it():
    layout = Layout((Body(3, Pose(10.0, 15.0)),))
    short, long = foresee(layout, Flick(3, 0.0, 50.0)), foresee(layout, Flick(3, 90.0, 300.0))
    (rests,) = simulate(layout, Flick(3, 0.0, 50.0)).moved
    assert (short.meets, short.point, short.goes, short.is_gone) == (None, None, None, False)
    assert pose_of(short.path[-1]).x == pytest.approx(rests.pose.x, abs=1e-4)
    assert (long.meets, long.is_gone) == (None, True)
    assert long.path[-1].y > 30.0


def test_a_die_that_rests_beside_the_mat_or_slides_away_from_it_is_gone():
    layout = Layout((Body(0, Pose(30.0, 28.0)),))
    ends = set()
    for speed in range(30, 80):
        (end,) = simulate(layout, Flick(0, 90.0, speed)).moved
        ends.add((end.gone, on_mat(end.pose, layout.mat)))
        assert foresee(layout, Flick(0, 90.0, speed)).is_gone == (end.gone or not on_mat(end.pose, layout.mat)), speed
    assert ends == {(False, True), (False, False), (True, False)}


@pytest.mark.parametrize("away", [0.015, 0.05, 0.15, 0.3, 0.5, 0.7, 1.0])
@pytest.mark.parametrize("speed", [40.0, 150.0, 380.0])
def test_dice_that_are_met_while_the_finger_still_strikes_are_met_where_they_are(away: float, speed: float):
    layout = Layout((Body(0, Pose(30.0, 15.0)), Body(1, Pose(31.84 + away, 15.3, 20.0))))
    flick = Flick(0, 0.0, speed)
    seen, (expected, met) = foresee(layout, flick), straight(layout, flick)
    assert expected is not None
    if seen.meets is not None:
        assert seen.meets == met
        assert apart(pose_of(seen.path[-1]), expected) < PIXEL


def test_a_die_that_falls_into_a_hole_is_gone():
    mat = Mat(holes=(Disc(20.0, 15.0, 3.0),))
    assert foresee(Layout((Body(0, Pose(10.0, 15.0)),), mat), Flick(0, 0.0, 150.0)).is_gone


@pytest.mark.parametrize("speed", [25.0, 120.0, 380.0])
def test_a_solid_part_is_met_where_it_stands(speed: float):
    wall = Solid(Polygon(((12.0, 10.0), (14.0, 10.0), (14.0, 20.0), (12.0, 20.0))))
    seen = foresee(Layout((Body(0, Pose(10.8, 15.0)),), Mat(solids=(wall,))), Flick(0, 0.0, speed))
    assert (seen.meets, seen.goes) == (SOLID, None)
    assert seen.point is not None
    assert seen.point[0] == pytest.approx(12.0, abs=0.03)
    assert seen.path[-1].x == pytest.approx(12.0 - EDGE / 2, abs=0.03)


@pytest.mark.parametrize("direction", [0.0, 90.0, 180.0])
@pytest.mark.parametrize("speed", [30.0, 380.0])
def test_a_neighbour_that_is_touched_from_the_start_is_met_only_if_it_is_pushed(direction: float, speed: float):
    layout = Layout((Body(0, Pose(30.0, 15.0)), Body(1, Pose(30.0 + EDGE, 15.0))))
    seen = foresee(layout, Flick(0, direction, speed))
    assert seen.meets == (1 if direction == 0.0 else None)
    if seen.meets is not None:
        assert seen.path[-1].x == pytest.approx(30.0, abs=0.03)
        assert seen.goes is not None
        assert seen.goes[0] > 0.2 * speed


@pytest.mark.parametrize("die", [0, 1])
def test_dice_of_the_own_stack_are_not_met_but_what_stands_in_the_way_is(die: int):
    tower = (Body(0, Pose(30.0, 15.0)), Body(1, Pose(30.0, 15.0), level=1))
    assert foresee(Layout(tower), Flick(die, 0.0, 250.0)).meets is None
    blocked = (*tower, Body(2, Pose(36.0, 15.0)), Body(3, Pose(36.0, 15.0), level=1))
    assert foresee(Layout(blocked), Flick(die, 0.0, 250.0)).meets in {2, 3}


def test_a_die_under_the_same_bridge_is_met():
    bridge = (Body(0, Pose(30.0, 15.0)), Body(1, Pose(32.2, 15.0)), Body(2, Pose(31.1, 15.0), level=1))
    assert foresee(Layout(bridge), Flick(0, 0.0, 250.0)).meets == 1


def test_a_high_strike_is_not_flat_and_a_low_one_that_lifts_the_die_neither():
    layout = Layout((Body(0, Pose(10.0, 15.0)),))
    assert not foresee(layout, Flick(0, 0.0, 300.0, height=0.9)).is_flat
    assert not foresee(layout, Flick(0, 0.0, 300.0, height=0.1)).is_flat
    assert foresee(layout, Flick(0, 0.0, 300.0)).is_flat


def test_the_catalogue_hands_foresight_to_the_screens():
    layout, flick = Layout((Body(0, Pose(10.0, 15.0)), Body(1, Pose(20.0, 15.0)))), Flick(0, 0.0, 200.0)
    assert catalogue.foresee(layout, flick) == foresee(layout, flick)
