"""The shared words: what a shot leaves behind, what a hand adds to a flick, and all of it as JSON and back."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import mean, stdev
from typing import Any

import msgspec
import pytest

from rumms.physics.model import (
    EDGE,
    FASTEST,
    Area,
    Body,
    Disc,
    Flick,
    Hand,
    Hit,
    Layout,
    Mat,
    Moment,
    Moved,
    Polygon,
    Pose,
    Shot,
    Slide,
    Solid,
    Stroke,
    Swipe,
    Touched,
    after,
    scatter,
)

DRAWS = 4000
AIM = Flick(3, 40.0, 150.0, 0.5, 0.1, 1.0, -2.0)
LAYOUT = Layout(
    (Body(1, Pose(5.0, 5.0, 30.0)), Body(2, Pose(9.0, 5.0), 0, 2, "ice"), Body(7, Pose(5.1, 5.0), 1)), Mat(width=25.0)
)
MAT = Mat(
    wall=None,
    castles=(Area(1.0, 1.0, 2.0, 2.0), Area(5.0, 5.0, 6.0, 6.0)),
    solids=(Solid(Disc(3.0, 4.0, 1.0), 0.9, 0.1), Solid(Polygon(((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))))),
    holes=(Disc(9.0, 9.0, 2.0),),
)


def of(*moved: Moved) -> Shot:
    return Shot(moved)


def scattered(hand: Hand, flick: Flick = AIM, seed: int = 1) -> list[Flick]:
    rng = Random(seed)
    return [scatter(flick, hand, rng) for _ in range(DRAWS)]


def test_a_shot_that_moves_nothing_leaves_the_layout_as_it_was():
    assert after(LAYOUT, of()) == LAYOUT


def test_a_die_that_moved_lies_where_and_how_the_shot_says_and_stays_of_its_material():
    moved = Moved(2, Pose(20.0, 8.0, 77.0), up=5, level=3, on=(1,))
    assert after(LAYOUT, of(moved)).bodies[1] == Body(2, Pose(20.0, 8.0, 77.0), 3, 5, "ice")


def test_dice_that_are_not_named_lie_as_they_lay_on_the_same_mat():
    left = after(LAYOUT, of(Moved(2, Pose(20.0, 8.0), 4)))
    assert (left.bodies[0], left.bodies[2], left.mat) == (LAYOUT.bodies[0], LAYOUT.bodies[2], LAYOUT.mat)


def test_a_die_that_is_gone_is_left_behind_no_more():
    left = after(LAYOUT, of(Moved(7, Pose(99.0, 5.0), 4, gone=True), Moved(1, Pose(6.0, 5.0), 4)))
    assert [body.id for body in left.bodies] == [1, 2]
    assert left.bodies[0].pose == Pose(6.0, 5.0)


def test_no_hand_changes_nothing_and_draws_nothing():
    rng = Random(5)
    assert scatter(AIM, "none", rng) is AIM
    assert rng.random() == Random(5).random()


@pytest.mark.parametrize("hand", ["steady", "shaky"])
def test_a_hand_scatters_the_same_for_the_same_rng(hand: Hand):
    assert scattered(hand)[:20] == scattered(hand)[:20]
    assert scattered(hand)[:20] != scattered(hand, seed=2)[:20]


@pytest.mark.parametrize(("hand", "times"), [("steady", 1.0), ("shaky", 2.0)])
@pytest.mark.parametrize(
    ("what", "aimed", "deviation"),
    [
        (lambda f: f.speed / AIM.speed, 1.0, 0.03),
        (lambda f: f.height, AIM.height, 0.03),
        (lambda f: f.offset, AIM.offset, 0.1),
        (lambda f: f.stray, AIM.stray, 2.0),
        (lambda f: f.elevation, AIM.elevation, 4.0),
    ],
    ids=["speed", "height", "offset", "stray", "elevation"],
)
def test_a_steady_hand_scatters_as_the_reference_says_and_a_shaky_one_twice_as_much(
    hand: Hand, times: float, what: Callable[[Flick], float], aimed: float, deviation: float
):
    found = [what(flick) for flick in scattered(hand)]
    # five standard errors of a mean and of a standard deviation
    assert mean(found) == pytest.approx(aimed, abs=5.0 * times * deviation / DRAWS**0.5)
    assert stdev(found) == pytest.approx(times * deviation, rel=5.0 / (2.0 * DRAWS) ** 0.5)


class Nearly(Random):
    """Draws what another one draws but for the last bits, as on another processor."""

    def gauss(self, mu: float = 0.0, sigma: float = 1.0) -> float:
        return super().gauss(mu, sigma) * (1.0 + 1e-15)


@pytest.mark.parametrize("hand", ["steady", "shaky"])
def test_a_hand_scatters_the_same_on_every_processor(hand: Hand):
    other = Nearly(1)
    assert [scatter(AIM, hand, other) for _ in range(200)] == scattered(hand)[:200]


@pytest.mark.parametrize("hand", ["steady", "shaky"])
def test_a_hand_strikes_the_die_and_the_direction_that_it_means(hand: Hand):
    assert {(flick.die, flick.direction) for flick in scattered(hand)} == {(AIM.die, AIM.direction)}


def test_what_a_hand_does_wrong_is_not_always_wrong_together():
    pairs = [(flick.stray - AIM.stray, flick.elevation - AIM.elevation) for flick in scattered("steady")]
    assert abs(mean(a * b for a, b in pairs)) < 5.0 * 2.0 * 4.0 / DRAWS**0.5


@pytest.mark.parametrize("hand", ["steady", "shaky"])
def test_no_hand_strikes_beside_the_die_or_faster_than_a_finger_can(hand: Hand):
    high = scattered(hand, Flick(1, 0.0, FASTEST, height=1.0, offset=EDGE / 2))
    low = scattered(hand, Flick(1, 0.0, 1.0, height=0.0, offset=-EDGE / 2))
    assert max(flick.speed for flick in high) == FASTEST
    assert max(flick.height for flick in high) == 1.0
    assert max(flick.offset for flick in high) == EDGE / 2
    assert min(flick.height for flick in low) == 0.0
    assert min(flick.offset for flick in low) == -EDGE / 2
    assert min(flick.speed for flick in low) >= 0.0


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (LAYOUT, Layout),
        (Layout((Body(0, Pose(1.0, 2.0)),), MAT), Layout),
        (AIM, Stroke),
        (Flick(3, 40.0, 150.0), Stroke),
        (Slide(3, 40.0, 150.0, 90.0), Stroke),
        (Swipe((Moment(0.0, 1.0, 2.0), Moment(0.1, 3.5, 2.0))), Stroke),
        (
            Shot(
                (Moved(1, Pose(1.0, 2.0, 3.0), 5, 1, (2, 4)), Moved(3, Pose(-9.0, 0.0), 0, gone=True)),
                (Hit(0.25, 1, -1, 30.0), Hit(0.5, 1, 2, 3.0)),
                (Touched(1, 0.1, 0.01, 0.25),),
                1.5,
                b"\x01\x02",
            ),
            Shot,
        ),
        (Shot(()), Shot),
    ],
)
def test_every_value_comes_back_from_json_as_it_was(value: Any, kind: Any):
    assert msgspec.json.decode(msgspec.json.encode(value), type=kind) == value


def test_what_is_as_usual_is_not_written():
    assert msgspec.json.encode(Flick(3, 40.0, 150.0)) == b'{"do":"flick","die":3,"direction":40.0,"speed":150.0}'
    assert msgspec.json.encode(Body(3, Pose(1.0, 2.0))) == b'{"id":3,"pose":{"x":1.0,"y":2.0}}'


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{"x": 1, "y": 2, "z": 3}', Pose),
        ('{"id": 1, "pose": {"x": 1, "y": 2}, "colour": "red"}', Body),
        ('{"bodies": [], "mats": {}}', Layout),
        ('{"do": "flick", "die": 1, "direction": 0, "speed": 9, "spin": 2}', Stroke),
        ('{"do": "slide", "die": 1, "direction": 0, "speed": 9, "height": 0.5}', Stroke),
        ('{"do": "kick", "die": 1}', Stroke),
        ('{"moved": [], "score": 3}', Shot),
        ('{"length": 60, "colour": "green"}', Mat),
    ],
)
def test_a_field_that_nobody_knows_is_refused(text: str, kind: Any):
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=kind)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{"id": 1, "pose": {"x": 1, "y": 2}, "up": 6}', Body),
        ('{"id": 1, "pose": {"x": 1, "y": 2}, "level": -1}', Body),
        ('{"id": 1, "pose": {"x": 1, "y": 2}, "material": "gold"}', Body),
        ('{"do": "swipe", "path": [[0, 1, 1]]}', Stroke),
        ('{"shape": {"type": "disc", "x": 1, "y": 1, "radius": 1}, "bounce": 1.1}', Solid),
        ('{"friction": 0}', Mat),
        ('{"type": "polygon", "corners": [[0, 0], [1, 1]]}', Polygon),
        ('{"x": "left", "y": 2}', Pose),
    ],
)
def test_what_no_field_can_hold_is_refused(text: str, kind: Any):
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=kind)


def test_values_can_be_kept_in_sets_and_not_be_changed():
    assert len({AIM, Flick(3, 40.0, 150.0, 0.5, 0.1, 1.0, -2.0), Flick(3, 40.0, 150.0)}) == 2
    with pytest.raises(AttributeError):
        AIM.speed = 3.0  # type: ignore[misc]
