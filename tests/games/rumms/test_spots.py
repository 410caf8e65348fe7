"""Spots for a die: asked about, drawn from, and completed to the nearest legal one."""

from __future__ import annotations

from math import hypot
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rumms.games.rumms.actions import Decline, Put, SetUp
from rumms.games.rumms.army import Formations, dice_of
from rumms.games.rumms.kinds import KINDS
from rumms.games.rumms.kinds.ice import ON_ENEMIES
from rumms.games.rumms.spots import CASTLE, KINGDOM, Place, Spots, ground
from rumms.games.rumms.state import Die, OnMat, Side, Tin
from rumms.physics.geometry import (
    carries,
    depth_in_shape,
    fits,
    level_at,
    over_hole,
    side_of_wall,
    stands_on,
    touches_castle,
)
from rumms.physics.model import Area, Body, Disc, Mat, Polygon, Pose, Solid
from tests.sentences import in_both

from .table import BLUE, RED

NUMBER = 99
"""Of the die that is to be set."""
UNHURRIED = settings(deadline=None, max_examples=25)
SEEDS = st.integers(0, 10**6)
BLOCKED = Mat(
    wall=Area(30.0, 0.0, 33.0, 30.0),
    solids=(Solid(Disc(9.0, 15.0, 2.0)), Solid(Disc(54.0, 15.0, 2.0))),
    holes=(Disc(5.0, 18.0, 1.0), Disc(20.0, 8.0, 3.0)),
)
PLACES = pytest.mark.parametrize("place", [CASTLE, KINGDOM], ids=["castle", "kingdom"])


def dice_at(side: Side, *poses: Pose, ice: tuple[int, ...] = (), mat: Mat | None = None) -> tuple[Die, ...]:
    """Trolls that were set one after the other where they could be; those with a number in `ice` are ice cubes."""
    dice: list[Die] = []
    for pose in poses:
        bodies = [die.body for die in dice]
        level = level_at(pose, bodies)
        kind = KINDS["ice" if len(dice) in ice else "troll"]
        body = Body(len(dice), pose, level, kind.first_active, kind.material)
        if carries(pose, level, bodies, mat or Mat()) and fits(pose, level, bodies, mat or Mat()):
            dice.append(Die(body.id, kind.name, side, OnMat(body, stands_on(body, bodies))))
    return tuple(dice)


def crowded(seed: int, place: Place, kind: str = "knight", mat: Mat | None = None) -> Spots:
    """Where a die may be set among a random crowd, most of it in and around its castle, ice among it."""
    rng = Random(seed)
    side, mat = rng.choice((RED, BLUE)), mat or Mat()
    poses = [wish(rng, side) for _ in range(rng.randrange(16))]
    others = dice_at(side, *poses, ice=(2, 5), mat=mat)
    return Spots(ground(Die(NUMBER, kind, side, Tin()), others, mat), place)


def wish(rng: Random, side: Side) -> Pose:
    """Anywhere in or around the own kingdom, more often near the castle."""
    x, y = rng.choice(
        ((rng.uniform(-4.0, 36.0), rng.uniform(-4.0, 34.0)), (rng.uniform(0.0, 15.0), rng.uniform(8.0, 22.0)))
    )
    return Pose(x if side is RED else 63.0 - x, y, rng.choice((0.0, 45.0, rng.uniform(0.0, 360.0))))


def is_in_castle(body: Body, side: Side, bodies: tuple[Body, ...], mat: Mat) -> bool:
    """Found from the ground up: first those that touch the castle, then level by level those on them."""
    inside: set[int] = set()
    for one in sorted((*bodies, body), key=lambda one: one.level):
        below = set(stands_on(one, bodies))
        if below & inside if one.level else touches_castle(one.pose, mat, side.number):
            inside.add(one.id)
    return body.id in inside


def is_legal(spots: Spots, put: Put) -> bool:
    """As the rules say, in other words than the code has them (RUM-07, RUM-09, RUM-47)."""
    bodies, mat, side = spots.ground.bodies, spots.ground.mat, spots.ground.side
    level = level_at(put.pose, bodies)
    body = Body(NUMBER, put.pose, level)
    on_ice = any(one.material == "ice" for one in bodies if one.id in stands_on(body, bodies))
    if put.die != NUMBER or on_ice or not carries(put.pose, level, bodies, mat):
        return False
    if spots.place == CASTLE or spots.ground.die.kind.is_king:
        if not is_in_castle(body, side, bodies, mat):
            return False
        if spots.place == CASTLE:
            return True
    return side_of_wall(put.pose, mat) == (-1 if side is RED else 1)


def away(one: Pose, other: Pose) -> float:
    return hypot(one.x - other.x, one.y - other.y)


@pytest.mark.rule("RUM-47", "RUM-07", "RUM-09")
@PLACES
@pytest.mark.parametrize("kind", ["knight", "king"])
@given(seed=SEEDS)
@UNHURRIED
def test_every_spot_that_is_drawn_is_legal(place: Place, kind: str, seed: int):
    spots = crowded(seed, place, kind)
    for number in range(5):
        put = spots.sample(Random(number))
        assert put in spots
        assert is_legal(spots, put)


@pytest.mark.rule("RUM-47", "RUM-07", "RUM-09")
@PLACES
@given(seed=SEEDS)
@UNHURRIED
def test_asking_for_a_spot_says_what_the_rules_say(place: Place, seed: int):
    spots = crowded(seed, place)
    rng = Random(seed)
    for _ in range(60):
        put = Put(NUMBER, wish(rng, spots.ground.side))
        assert (put in spots) == is_legal(spots, put)
        assert (spots.refuse(put) is None) == (put in spots)


@PLACES
@given(seed=SEEDS)
@UNHURRIED
def test_the_nearest_spot_to_a_legal_one_is_that_spot(place: Place, seed: int):
    spots = crowded(seed, place)
    put = spots.sample(Random(seed))
    assert spots.nearest(put.pose) == put


@PLACES
@given(seed=SEEDS)
@UNHURRIED
def test_the_nearest_spot_is_legal_and_turned_as_wished_if_the_die_fits_so(place: Place, seed: int):
    spots = crowded(seed, place)
    wished = wish(Random(seed), spots.ground.side)
    near = spots.nearest(wished)
    assert near is not None
    assert near in spots
    assert is_legal(spots, near)
    assert near.pose.yaw == wished.yaw


def assert_none_is_nearer(spots: Spots, wished: Pose) -> None:
    """None of the spots on a fine grid around the wish is nearer than the nearest, and as legal."""
    near = spots.nearest(wished)
    assert near is not None
    reach = away(near.pose, wished) - 0.02
    steps = 50
    grid = [reach * step / steps for step in range(-steps, steps + 1)]
    poses = [Pose(wished.x + dx, wished.y + dy, wished.yaw) for dx in grid for dy in grid if hypot(dx, dy) < reach]
    assert [pose for pose in poses if Put(NUMBER, pose) in spots] == []


@PLACES
@pytest.mark.parametrize("seed", range(12))
def test_no_spot_on_a_fine_grid_is_nearer(place: Place, seed: int):
    spots = crowded(seed, place)
    assert_none_is_nearer(spots, wish(Random(seed), spots.ground.side))


@pytest.mark.parametrize(
    ("place", "side", "die", "wished"),
    [
        (CASTLE, BLUE, Pose(58.842, 18.698, 29.9), Pose(60.51, 20.79, 45.0)),
        (CASTLE, BLUE, Pose(53.347, 19.478, 59.6), Pose(51.139, 21.322, 188.65)),
        (CASTLE, RED, Pose(4.065, 11.577, 244.6), Pose(0.52, 0.97, 45.0)),
        (KINGDOM, RED, Pose(11.302, 11.152, 351.8), Pose(12.673, 12.04)),
    ],
)
def test_a_spot_beside_a_die_is_found_if_it_is_nearer_than_one_on_it(place: Place, side: Side, die: Pose, wished: Pose):
    spots = Spots(ground(Die(NUMBER, "knight", side, Tin()), dice_at(side, die), Mat()), place)
    assert_none_is_nearer(spots, wished)


@PLACES
@pytest.mark.parametrize("seed", range(8))
def test_spots_are_found_around_solids_and_holes(place: Place, seed: int):
    spots = crowded(seed, place, mat=BLOCKED)
    put = spots.sample(Random(seed))
    assert put in spots
    near = spots.nearest(Pose(9.0, 15.0) if spots.ground.side is RED else Pose(54.0, 15.0))
    assert near is not None
    assert near in spots
    for pose in (put.pose, near.pose):
        assert all(depth_in_shape(pose, solid.shape) <= 0.001 for solid in BLOCKED.solids)
        assert level_at(pose, spots.ground.bodies) or not over_hole(pose, BLOCKED)


@pytest.mark.parametrize("pose", [Pose(float("nan"), 15.0), Pose(7.0, float("inf")), Pose(7.0, 15.0, float("nan"))])
def test_a_senseless_wish_has_no_nearest_spot(pose: Pose):
    spots = crowded(1, CASTLE)
    assert spots.nearest(pose) is None
    assert Put(NUMBER, pose) not in spots


def empty(place: Place, side: Side = RED, kind: str = "knight") -> Spots:
    return Spots(ground(Die(NUMBER, kind, side, Tin()), (), Mat()), place)


@pytest.mark.rule("RUM-09")
@pytest.mark.parametrize(
    ("wished", "x", "y"),
    [
        (Pose(20.0, 15.0), 11.81, 15.0),
        (Pose(7.0, 25.0), 7.0, 19.81),
        (Pose(-50.0, 15.0), 2.19, 15.0),
        (Pose(56.0, 15.0), 11.81, 15.0),
    ],
)
def test_a_wish_beside_the_castle_is_drawn_to_where_it_just_touches(wished: Pose, x: float, y: float):
    near = empty(CASTLE).nearest(wished)
    assert near is not None
    assert away(near.pose, Pose(x, y)) < 0.15
    assert abs(away(near.pose, wished) - away(Pose(x, y), wished)) < 0.02


@pytest.mark.rule("RUM-07")
@pytest.mark.parametrize(
    ("side", "wished", "spot"),
    [
        (RED, Pose(40.0, 5.0), Pose(29.89, 5.0)),
        (BLUE, Pose(20.0, 5.0), Pose(33.11, 5.0)),
        (RED, Pose(-3.0, 5.0), Pose(0.0, 5.0)),
        (BLUE, Pose(70.0, 35.0), Pose(63.0, 30.0)),
    ],
)
def test_a_wish_beyond_the_kingdom_is_drawn_to_its_edge(side: Side, wished: Pose, spot: Pose):
    near = empty(KINGDOM, side).nearest(wished)
    assert near is not None
    assert abs(away(near.pose, wished) - away(spot, wished)) < 0.02
    assert near.pose.yaw == 0.0


@pytest.mark.rule("RUM-07")
def test_a_king_is_drawn_into_his_castle():
    near = empty(KINGDOM, kind="king").nearest(Pose(25.0, 15.0))
    assert near is not None
    assert abs(near.pose.x - 11.81) < 0.02


def test_where_a_die_does_not_fit_as_it_is_turned_another_turn_is_found():
    """A passage through the castle leaves room for a die that stands nearly straight."""
    below = Polygon(((0.0, 0.0), (16.0, 0.0), (16.0, 14.05), (0.0, 14.05)))
    above = Polygon(((0.0, 15.95), (16.0, 15.95), (16.0, 30.0), (0.0, 30.0)))
    mat = Mat(solids=(Solid(below), Solid(above)))
    spots = Spots(ground(Die(NUMBER, "knight", RED, Tin()), (), mat), CASTLE)
    assert spots.nearest(Pose(7.0, 15.0, 5.0)) == Put(NUMBER, Pose(7.0, 15.0, 5.0))
    near = spots.nearest(Pose(7.0, 15.0, 30.0))
    assert near is not None
    assert near in spots
    assert near.pose.yaw != 30.0
    assert away(near.pose, Pose(7.0, 15.0)) < 0.1


def test_only_a_spot_for_this_die_is_one():
    spots = empty(CASTLE)
    assert Put(NUMBER, Pose(7.0, 15.0)) in spots
    assert Put(1, Pose(7.0, 15.0)) not in spots
    assert Decline() not in spots


def test_there_are_no_spots_where_no_die_fits():
    full = Mat(solids=(Solid(Disc(7.0, 15.0, 9.0)),))
    spots = Spots(ground(Die(NUMBER, "knight", RED, Tin()), (), full), CASTLE)
    assert spots.is_empty()
    assert spots.nearest(Pose(7.0, 15.0)) is None
    assert not empty(CASTLE).is_empty()


# Whole formations.


def formations(side: Side) -> Formations:
    troop = ("king", *("troll",) * 4, *("knight",) * 4)
    return Formations(dice_of(troop, side, KINDS, 0), Mat())


@pytest.mark.rule("RUM-07")
@pytest.mark.parametrize("side", [RED, BLUE])
@given(seed=SEEDS)
@UNHURRIED
def test_every_wish_is_completed_to_a_legal_formation(side: Side, seed: int):
    """Wishes for some of the dice, wherever: all dice stand in the end."""
    all_ways, rng = formations(side), Random(seed)
    wishes = {die: wish(rng, side) for die in rng.sample(range(9), rng.randrange(10))}
    set_up = all_ways.complete(wishes)
    assert set_up in all_ways
    assert sorted(put.die for put in set_up.dice) == list(range(9))


@pytest.mark.rule("RUM-07")
@given(seed=SEEDS)
@UNHURRIED
def test_a_legal_formation_is_completed_to_itself(seed: int):
    all_ways = formations(RED)
    drawn = all_ways.sample(Random(seed))
    assert all_ways.complete({put.die: put.pose for put in drawn.dice}) == drawn


@pytest.mark.rule("RUM-07")
def test_spots_after_some_dice_are_set_know_of_these():
    all_ways = formations(RED)
    before = (Put(0, Pose(7.0, 15.0)), Put(1, Pose(7.0, 15.0)))
    assert all_ways.spots(2, before).body(Pose(7.0, 15.0)).level == 2
    assert all_ways.spots(2).body(Pose(7.0, 15.0)).level == 0
    assert SetUp(before) not in all_ways


@pytest.mark.parametrize(
    ("place", "kind"), [(CASTLE, "troll"), (KINGDOM, "king"), (ON_ENEMIES, "ice")], ids=["castle", "king", "ice"]
)
def test_what_is_shown_to_a_person_is_where_the_die_may_be_set_and_no_more(place: Place, kind: str):
    enemy = Die(0, "troll", BLUE, OnMat(Body(0, Pose(20.0, 20.0), 0, 0)))
    die = Die(1, kind, RED, Tin())
    spots = Spots(ground(die, [enemy, die], Mat()), place)
    (area,) = place.shown(spots.ground)
    x, y = (area.left + area.right) / 2, (area.bottom + area.top) / 2
    wide, high = (area.right - area.left) / 2, (area.top - area.bottom) / 2
    assert all(Put(1, Pose(x + dx * 0.98 * wide, y + dy * 0.98 * high)) in spots for dx in (-1, 1) for dy in (-1, 1))
    assert all(Put(1, Pose(x + dx * 1.2 * wide, y + dy * 1.2 * high)) not in spots for dx in (-1, 1) for dy in (-1, 1))


@pytest.mark.rule("RUM-47")
@pytest.mark.parametrize(
    ("pose", "english", "german"),
    [
        (
            Pose(21.0, 20.0),
            "The die overlaps another one there: set it beside that one, or right on top.",
            "Dort überlappt der Würfel einen anderen: Setz ihn daneben oder richtig obendrauf.",
        ),
        (
            Pose(20.0, -0.5),
            "The die would fall there: its centre is not over the mat.",
            "Dort würde der Würfel fallen: Seine Mitte ist nicht über der Matte.",
        ),
    ],
)
def test_a_spot_is_refused_for_what_is_wrong_with_it(pose: Pose, english: str, german: str):
    """A die half on another one is over the mat all the same."""
    spots = Spots(ground(Die(NUMBER, "knight", RED, Tin()), dice_at(RED, Pose(20.0, 20.0)), Mat()), KINGDOM)
    refusal = spots.refuse(Put(NUMBER, pose))
    assert refusal is not None
    assert in_both(refusal) == (english, german)
    assert Put(NUMBER, Pose(20.3, 20.0)) in spots
    assert Put(NUMBER, Pose(22.0, 20.0)) in spots
