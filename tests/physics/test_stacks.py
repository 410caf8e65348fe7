"""Towers, bridges, ice on three dice: they rest, ride along, slide off and fall, and are layouts again afterwards."""

from __future__ import annotations

from functools import cache
from math import dist
from random import Random
from statistics import mean
from typing import Literal

import pytest
from msgspec.structs import replace

from rumms.kernel.refusal import Refusal
from rumms.lab.cases import bridge, on_three, on_two, pyramid, tower, wall
from rumms.physics.checks import check
from rumms.physics.engine import Fast, _all_put_right, simulate
from rumms.physics.film import unpack
from rumms.physics.geometry import stands_on
from rumms.physics.model import EDGE, Body, Flick, Layout, Mat, Moved, Polygon, Pose, Shot, Slide, Solid, Stroke, after

SHOOTER = 1


def stacked(height: int, x: float = 30.0, y: float = 15.0, first: int = 10) -> tuple[Body, ...]:
    """Dice on each other, numbered from below."""
    return tuple(Body(first + level, Pose(x, y), level) for level in range(height))


def shooter(x: float, y: float = 15.0) -> Body:
    return Body(SHOOTER, Pose(x, y))


def shoot(layout: Layout, stroke: Stroke) -> Shot:
    """A shot after which everything lies as dice can lie, and on what the shot says."""
    shot = simulate(layout, stroke, compiled=None)
    left = after(layout, shot)
    check(left)
    for moved in shot.moved:
        if not moved.gone:
            body = next(body for body in left.bodies if body.id == moved.id)
            assert moved.on == stands_on(body, left.bodies)
            assert bool(moved.on) == (moved.level > 0)
    return shot


def end_of(layout: Layout, shot: Shot, die: int) -> Moved:
    """Where a die lies, moved or not."""
    for moved in shot.moved:
        if moved.id == die:
            return moved
    body = next(body for body in layout.bodies if body.id == die)
    return Moved(die, body.pose, body.up, body.level, stands_on(body, layout.bodies))


def shaken(bodies: tuple[Body, ...], seed: int) -> tuple[Body, ...]:
    """The same dice, all but the shooter a little aside and a little turned."""
    rng = Random(seed)
    return tuple(
        body
        if body.id == SHOOTER
        else Body(
            body.id,
            Pose(body.pose.x + rng.gauss(0, 0.02), body.pose.y + rng.gauss(0, 0.02), rng.gauss(0, 2.0)),
            body.level,
            body.up,
            body.material,
        )
        for body in bodies
    )


@pytest.mark.parametrize("height", [2, 3, 6])
def test_a_tower_that_nothing_touches_stays_exactly_where_it_is(height: int):
    layout = Layout((shooter(10.0, 5.0), Body(2, Pose(14.0, 5.0)), *stacked(height)))
    for flick in (Flick(SHOOTER, 0.0, 60.0), Flick(SHOOTER, 90.0, 150.0, 0.7), Flick(SHOOTER, 0.0, 80.0, 0.9)):
        shot = shoot(layout, flick)
        assert {moved.id for moved in shot.moved} <= {1, 2}
        assert set(unpack(shot.film).ids) <= {1, 2}
        assert {moved.id for moved in Fast(layout)(flick).moved} <= {1, 2}


def test_a_tower_that_a_die_slides_past_stays_exactly_where_it_is():
    layout = Layout((shooter(20.0, 15.0 + EDGE + 0.1), *stacked(4)))
    assert [moved.id for moved in shoot(layout, Slide(SHOOTER, 0.0, 120.0)).moved] == [SHOOTER]


@pytest.mark.parametrize("height", [2, 3, 6])
@pytest.mark.parametrize("speed", [5.0, 15.0])
def test_a_tower_that_is_barely_touched_stays_a_tower(height: int, speed: float):
    layout = Layout((shooter(30.0 - EDGE - 0.01), *stacked(height)))
    shot = shoot(layout, Slide(SHOOTER, 0.0, speed))
    for level in range(height):
        end = end_of(layout, shot, 10 + level)
        assert end.level == level
        assert dist((end.pose.x, end.pose.y), (30.0, 15.0)) < 0.2


@pytest.mark.parametrize("speed", [30.0, 40.0, 50.0])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_die_rides_along_on_one_that_is_hit_slowly(speed: float, seed: int):
    layout = Layout(shaken((shooter(30.0 - EDGE - 0.4), *stacked(2)), seed))
    shot = shoot(layout, Slide(SHOOTER, 0.0, speed))
    top, below = end_of(layout, shot, 11), end_of(layout, shot, 10)
    assert top.level == 1
    assert 10 in top.on
    assert below.pose.x > 30.1
    assert top.pose.x > layout.bodies[2].pose.x + 0.01


def test_a_die_falls_off_one_that_is_hit_at_a_metre_a_second():
    fell = 0
    for seed in range(12):
        layout = Layout(shaken((shooter(30.0 - EDGE - 0.4), *stacked(2)), seed))
        top = end_of(layout, shot := shoot(layout, Slide(SHOOTER, 0.0, 100.0)), 11)
        fell += top.level == 0
        assert shot.hits
    assert fell >= 9


def test_a_die_that_falls_from_a_tower_is_near_where_it_stood():
    for seed in range(6):
        layout = Layout(shaken((shooter(30.0 - EDGE - 0.4), *stacked(2)), seed))
        top = end_of(layout, shoot(layout, Slide(SHOOTER, 0.0, 100.0)), 11)
        assert dist((top.pose.x, top.pose.y), (30.0, 15.0)) < 6.0


@pytest.mark.parametrize("height", [2, 3, 6])
@pytest.mark.parametrize("speed", [60.0, 100.0, 200.0])
def test_the_top_die_is_flicked_off(height: int, speed: float):
    layout = Layout(stacked(height))
    top = 9 + height
    shot = shoot(layout, Flick(top, 0.0, speed))
    assert end_of(layout, shot, top).gone or end_of(layout, shot, top).level < height - 1
    assert end_of(layout, shot, top).pose.x > 31.0
    for level in range(height - 1):
        below = end_of(layout, shot, 10 + level)
        assert below.level == level
        assert dist((below.pose.x, below.pose.y), (30.0, 15.0)) < 0.5


def test_a_die_is_flicked_from_level_1_to_the_mat():
    layout = Layout(stacked(2))
    for direction in (0.0, 45.0, 120.0, 270.0):
        shot = shoot(layout, Flick(11, direction, 80.0))
        end = end_of(layout, shot, 11)
        assert (end.level, end.on) == (0, ())
        assert dist((end.pose.x, end.pose.y), (30.0, 15.0)) > 1.5


@pytest.mark.parametrize(("height", "die"), [(3, 11), (6, 12), (4, 10)])
@pytest.mark.parametrize("speed", [100.0, 200.0, 350.0])
def test_a_die_is_flicked_out_of_the_middle_and_the_others_stay_dice(height: int, die: int, speed: float):
    layout = Layout(stacked(height))
    shot = shoot(layout, Flick(die, 20.0, speed))
    flicked = end_of(layout, shot, die)
    assert dist((flicked.pose.x, flicked.pose.y), (30.0, 15.0)) > 1.0
    highest = max(body.level for body in after(layout, shot).bodies)
    assert highest < height - 1 or die in end_of(layout, shot, 9 + height).on or highest < height


def test_a_die_that_is_flicked_out_quickly_leaves_the_tower_one_lower():
    layout = Layout(stacked(3))
    shot = shoot(layout, Flick(10, 0.0, 400.0, 0.45))
    assert end_of(layout, shot, 10).gone or end_of(layout, shot, 10).pose.x > 40.0
    assert max(body.level for body in after(layout, shot).bodies) <= 1


def test_a_bridge_falls_when_a_pier_is_shot_away():
    piers = (Body(10, Pose(30.0, 15.0)), Body(11, Pose(32.6, 15.0)))
    layout = Layout((*piers, Body(12, Pose(31.3, 15.0), 1), shooter(30.0, 10.0)))
    shot = shoot(layout, Slide(SHOOTER, 90.0, 200.0))
    assert end_of(layout, shot, 10).pose.y > 16.0
    assert end_of(layout, shot, 12).on != (10, 11)
    assert dist((end_of(layout, shot, 11).pose.x, end_of(layout, shot, 11).pose.y), (32.6, 15.0)) < 3.0


def test_a_bridge_stands_while_something_rolls_through_beneath():
    piers = (Body(10, Pose(29.0, 15.0)), Body(11, Pose(32.15, 15.0)))
    lintel = Body(12, Pose(30.575, 15.0), 1)
    check(Layout((*piers, lintel)))
    layout = Layout((*piers, lintel, shooter(10.0, 5.0)))
    assert {moved.id for moved in shoot(layout, Slide(SHOOTER, 0.0, 150.0)).moved} == {SHOOTER}


@pytest.mark.parametrize("speed", [40.0, 100.0, 200.0, 300.0])
def test_ice_on_three_dice_rests_or_falls(speed: float):
    feet = (Body(10, Pose(30.0, 15.0)), Body(11, Pose(31.65, 15.0)), Body(12, Pose(30.8, 16.65)))
    ice = Body(13, Pose(30.8, 15.6), 1, 4, "ice")
    layout = Layout((*feet, ice, shooter(28.0, 15.0)))
    assert stands_on(ice, layout.bodies) == (10, 11, 12)
    shot = shoot(layout, Slide(SHOOTER, 0.0, speed))
    assert end_of(layout, shot, 10).pose.x > 30.0
    end = end_of(layout, shot, 13)
    assert end.level == (1 if end.on else 0)


def ridden(material: Literal["plastic", "ice"]) -> float:
    """How far a die rides on one that is hit at half a metre a second, on average."""
    ways = []
    for seed in range(12):
        below, top = stacked(2)
        layout = Layout(shaken((shooter(28.0), below, replace(top, material=material)), seed))
        start = layout.bodies[2].pose.x
        ways.append(end_of(layout, shoot(layout, Slide(SHOOTER, 0.0, 50.0)), 11).pose.x - start)
    return mean(ways)


def test_ice_does_not_ride_along_as_far_as_plastic():
    assert 0.0 < ridden("ice") < ridden("plastic")


@pytest.mark.parametrize("height", [2, 3])
@pytest.mark.parametrize("speed", [20.0, 40.0, 50.0])
def test_a_die_that_slides_against_the_foot_of_a_tower_does_not_hit_what_is_above(height: int, speed: float):
    layout = Layout((shooter(28.0), *stacked(height)))
    shot = shoot(layout, Slide(SHOOTER, 0.0, speed))
    assert any((hit.a, hit.b) == (SHOOTER, 10) for hit in shot.hits)
    assert not any(hit.a == SHOOTER and hit.b > 10 for hit in shot.hits)


@cache
def random_stack_shots() -> tuple[tuple[Layout, Stroke, Shot], ...]:
    """At stacks of all kinds, and at dice of such stacks."""
    found = []
    for seed in range(120):
        rng = Random(f"stacks/{seed}")
        parts = rng.choice((tower, bridge, on_two, on_three, pyramid, wall))(rng)
        bodies = [
            Body(
                10 + k, Pose(30.0 + part.x, 15.0 + part.y, part.yaw % 360), part.level, rng.randrange(6), part.material
            )
            for k, part in enumerate(parts)
        ]
        layout = Layout((shooter(18.0, 15.0 + rng.uniform(-0.8, 0.8)), *bodies))
        flick = Flick(SHOOTER, rng.gauss(0.0, 2.0), rng.uniform(110.0, 400.0), rng.gauss(0.5, 0.05))
        if rng.random() < 0.5:
            die = rng.choice(bodies).id
            flick = Flick(die, rng.uniform(0.0, 360.0), rng.uniform(20.0, 400.0), rng.uniform(0.2, 0.9))
        found.append((layout, flick, simulate(layout, flick, compiled=None)))
    return tuple(found)


def why_not(layout: Layout) -> str:
    """Why these dice cannot lie so; nothing if they can."""
    try:
        check(layout)
    except Refusal as refusal:
        return str(refusal)
    return ""


def test_after_every_shot_at_a_stack_all_dice_lie_as_dice_can_lie():
    assert not [
        (number, flick, wrong)
        for number, (layout, flick, shot) in enumerate(random_stack_shots())
        if (wrong := why_not(after(layout, shot)))
    ]


def test_every_shot_at_a_stack_comes_to_rest_by_itself():
    late = [(number, shot.time) for number, (_, _, shot) in enumerate(random_stack_shots()) if shot.time > 6.0]
    assert not late


def test_the_fast_path_leaves_dice_lying_as_dice_can_lie_too():
    assert not [
        (number, flick, wrong)
        for number, (layout, flick, _) in enumerate(random_stack_shots()[:60])
        if (wrong := why_not(after(layout, Fast(layout)(flick))))
    ]


def test_a_die_that_stood_on_a_sliver_is_put_right_when_the_sliver_is_gone():
    """Die 24 lies across two dice, and reaches only a hundredth of a millimetre over one of them."""
    spots = ((46.21216, 12.0), (44.61525, 13.6), (42.86902, 15.2), (42.93299, 16.8), (43.03843, 18.4))
    more = ((44.84635, 18.4), (46.44738, 18.40203), (42.79791, 20.0))
    bodies = [Body(number, Pose(x, y)) for number, (x, y) in enumerate((*spots, *more))]
    layout = Layout((*bodies, Body(24, Pose(45.98911, 13.59876), 1)))
    rng = Random(3)
    for _ in range(40):
        flick = Flick(rng.randrange(8), rng.uniform(0.0, 360.0), rng.uniform(50.0, 250.0))
        for shot in (simulate(layout, flick), Fast(layout, compiled=False)(flick)):
            check(after(layout, shot))


def test_whatever_is_wrong_in_the_end_is_put_right():
    """Dice that hang over, are pressed into each other or into something solid: every one is moved, none is lost."""
    rng = Random(11)
    solid = Solid(Polygon(((30.0, 0.0), (33.0, 0.0), (33.0, 20.0), (30.0, 20.0))))
    for _ in range(200):
        bodies = [
            Body(number, Pose(rng.uniform(20.0, 34.0), rng.uniform(5.0, 15.0), rng.uniform(0.0, 90.0)), level)
            for number, level in enumerate(rng.choices((0, 0, 0, 1, 1, 2), k=rng.randint(2, 14)))
        ]
        layout = Layout(tuple(bodies), Mat(solids=(solid,)))
        right = _all_put_right(layout)
        assert sorted(body.id for body in right) == list(range(len(bodies)))
        check(Layout(tuple(right), layout.mat))


def test_what_is_right_is_left_as_it_is():
    tower = (Body(0, Pose(10.0, 10.0)), Body(1, Pose(10.3, 10.0), 1), Body(2, Pose(20.0, 10.0)))
    assert _all_put_right(Layout(tower)) == [tower[0], tower[2], tower[1]]
