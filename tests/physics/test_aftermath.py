"""Which shots can be, and which cannot."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rumms.kernel.refusal import Refusal
from rumms.lab.cases import case
from rumms.physics.aftermath import check_shot, nudged, touched, without_trembling
from rumms.physics.checks import check, check_change
from rumms.physics.engine import simulate
from rumms.physics.film import Film, Sight, Track, pack, rotation
from rumms.physics.model import MAT, SOLID, TOP, Body, Flick, Hit, Layout, Moment, Moved, Pose, Shot, Swipe, Touched

LAYOUT = Layout((Body(0, Pose(10.0, 10.0)), Body(1, Pose(20.0, 10.0)), Body(2, Pose(20.0, 10.0), 1)))
FLICK = Flick(0, 0.0, 100.0)
HIT = (Hit(0.1, 0, 1, 50.0),)
FILM = pack(Film(1, (Track(0, 0, (Sight(10.0, 10.0, 0.8, rotation(TOP, 0.0)),)),)))


def moved(die: int, x: float, y: float, **values: Any) -> Moved:
    return Moved(die, Pose(x, y), TOP, **values)


def reason(shot: Shot, stroke: Flick | Swipe = FLICK) -> str:
    """Why a shot cannot be; empty if it can."""
    try:
        check_shot(LAYOUT, stroke, shot)
    except Refusal as refusal:
        return str(refusal)
    return ""


def test_what_the_engine_says_can_be():
    rng = Random(5)
    for number in rng.sample(range(3000), 40):
        layout, stroke, _ = case(0, number)
        check_shot(layout, stroke, simulate(layout, stroke))


def test_nothing_need_happen():
    assert reason(Shot(())) == ""


@pytest.mark.parametrize(
    ("shot", "says"),
    [
        (Shot((moved(7, 5.0, 5.0),)), "There is no die 7."),
        (Shot((), hits=(Hit(0.1, 0, 7, 9.0),)), "There is no die 7."),
        (Shot((), touched=(Touched(7, 0.0, 0.01, 0.1),)), "There is no die 7."),
        (Shot((moved(0, 12.0, 10.0), moved(0, 13.0, 10.0))), "A die is moved twice."),
        (Shot((moved(0, 19.0, 10.0),)), "Dice 0 and 1 overlap by 0.6 cm."),
        (Shot((moved(0, 14.0, 10.0, level=1),)), "Die 0 floats: it is on level 1, and no die is below it."),
        (Shot((moved(1, 25.0, 10.0),), hits=HIT), "Die 2 floats: it is on level 1, and no die is below it."),
        (
            Shot((moved(1, 30.0, 20.0), moved(2, 30.0, 20.0, level=1))),
            "Nothing has touched die 1, and yet it has moved.",
        ),
    ],
)
def test_what_cannot_be_is_refused(shot: Shot, says: str):
    assert reason(shot) == says


def test_senseless_numbers_are_refused():
    assert "no numbers" in reason(Shot((moved(0, math.nan, 10.0),)))


GONE = moved(0, -2.0, 10.0, gone=True)


@pytest.mark.parametrize(
    ("shot", "says"),
    [
        (Shot((), time=1e300), "A shot cannot take 1e+300 s; at most 12.0 s."),
        (Shot((), time=-0.1), "A shot cannot take -0.1 s; at most 12.0 s."),
        (Shot((), time=math.nan), "A shot cannot take nan s; at most 12.0 s."),
        (Shot((), time=1.0, film=FILM), "The film takes 0.0 s, but the shot 1.0 s."),
        (Shot((), film=b"\x01nonsense"), "The film is broken."),
        (Shot((), film=b"\x09"), "The film is packed in form 9, which is unknown here."),
        (Shot((), hits=HIT * 401), "There are 401 hits; at most 400 are possible."),
        (Shot((), hits=(Hit(-1.0, 0, 1, 9.0),)), "There is no hit after -1.0 s at 9.0 cm a second."),
        (Shot((), hits=(Hit(0.1, 0, 1, 1e9),)), "There is no hit after 0.1 s at 1000000000.0 cm a second."),
        (Shot((), hits=(Hit(0.1, 0, -3, 9.0),)), "There is no die -3."),
        (
            Shot((), touched=(Touched(0, 0.1, 99.0, 0.1),)),
            "A finger cannot touch die 0 after 0.1 s, for 99.0 s and 0.1 cm.",
        ),
        (Shot((), touched=(Touched(0, 0.1, 0.1, 0.1),) * 2), "A die is touched twice."),
        (Shot((replace(GONE, pose=Pose(1e300, 0.0)),)), "far too large."),
        (Shot((replace(GONE, level=10**400),)), "only on 0 to 24."),
        (Shot((moved(0, 12.0, 10.0, on=(9,)),)), "There is no die 9."),
    ],
)
def test_what_takes_too_long_or_is_too_large_is_refused(shot: Shot, says: str):
    assert reason(shot).endswith(says)


def test_the_longest_shot_and_every_sort_of_hit_can_be():
    assert reason(Shot((), time=12.0, hits=(Hit(0.1, 0, MAT, 9.0), Hit(12.0, 0, SOLID, 0.0)))) == ""
    assert reason(Shot((GONE,), film=FILM)) == ""


def test_who_is_hit_may_move_and_who_is_carried_too():
    both = (moved(1, 30.0, 20.0), moved(2, 30.0, 20.0, level=1))
    assert reason(Shot(both, hits=HIT)) == ""
    assert touched(LAYOUT, FLICK, Shot(both, hits=HIT)) == {0, 1, 2}
    assert touched(LAYOUT, FLICK, Shot(both)) == {0}


def test_a_finger_moves_what_it_touches():
    swipe = Swipe((Moment(0.0, 1.0, 1.0), Moment(0.1, 2.0, 1.0)))
    shot = Shot((moved(0, 12.0, 10.0),))
    assert reason(shot, swipe) == "Nothing has touched die 0, and yet it has moved."
    assert reason(Shot(shot.moved, touched=(Touched(0, 0.0, 0.01, 0.1),)), swipe) == ""


def test_a_neighbour_may_be_nudged_a_little():
    close = Layout((Body(0, Pose(10.0, 10.0)), Body(1, Pose(11.62, 10.0))))
    assert nudged(close, Shot((moved(1, 11.7, 10.0),))) == {1}
    assert nudged(close, Shot((moved(1, 11.8, 10.0),))) == set()
    assert nudged(LAYOUT, Shot((moved(1, 20.05, 10.0),))) == set()


def refuses(ask: Callable[[], None]) -> bool:
    try:
        ask()
    except Refusal:
        return True
    return False


def test_a_change_is_refused_exactly_if_the_whole_layout_is():
    rng, refused = Random(8), 0
    for number in range(400):
        layout, _, _ = case(4, number)
        bodies = list(layout.bodies)
        for _ in range(rng.choice((1, 1, 2, 3))):
            place = rng.randrange(len(bodies))
            body, other = bodies[place], rng.choice(bodies)
            far = rng.choice((0.5, 1.7, 4.0))
            pose = Pose(
                other.pose.x + rng.uniform(-far, far), other.pose.y + rng.uniform(-far, far), rng.uniform(0, 90)
            )
            bodies[place] = Body(body.id, pose, rng.choice((0, other.level, other.level + 1)), body.up, body.material)
        if rng.random() < 0.3:
            del bodies[rng.randrange(len(bodies))]
        changed = Layout(tuple(bodies), layout.mat)
        whole = refuses(lambda changed=changed: check(changed))  # type: ignore[misc]
        assert refuses(lambda layout=layout, changed=changed: check_change(layout, changed)) == whole  # type: ignore[misc]
        refused += whole
    assert 80 < refused < 320


def test_a_die_beside_a_tower_is_pushed_by_it_without_being_hit():
    """Both are awake, and what leans on the other is slower than a hit."""
    beside = Layout((*LAYOUT.bodies, Body(3, Pose(21.65, 10.0))))
    given_way = (moved(1, 20.2, 10.0), moved(2, 20.2, 10.0, level=1, on=(1,)))
    check_shot(beside, FLICK, Shot((*given_way, moved(3, 21.85, 10.0)), hits=HIT))
    with pytest.raises(Refusal, match="touched die 3"):
        check_shot(beside, FLICK, Shot((moved(3, 21.85, 10.0),), hits=HIT))
    far = Layout((*LAYOUT.bodies, Body(3, Pose(25.0, 10.0))))
    with pytest.raises(Refusal, match="touched die 3"):
        check_shot(far, FLICK, Shot((*given_way, moved(3, 25.2, 10.0)), hits=HIT))


def test_a_tower_that_settled_by_a_hair_has_not_moved():
    settled = Shot((moved(0, 10.0, 20.0), moved(2, 20.0, 10.002, level=1, on=(1,))))
    assert reason(settled) == "Nothing has touched die 2, and yet it has moved."
    still = without_trembling(LAYOUT, FLICK, settled)
    assert [one.id for one in still.moved] == [0]
    assert reason(still) == ""


def test_a_die_that_moves_by_more_untouched_stays_a_fault():
    wrong = Shot((moved(0, 10.0, 20.0), moved(2, 20.0, 10.05, level=1, on=(1,))))
    assert without_trembling(LAYOUT, FLICK, wrong) == wrong
    assert reason(wrong) == "Nothing has touched die 2, and yet it has moved."
