"""Flicks tried again and again, and recorded flicks simulated again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pygame
import pytest
from msgspec.structs import replace

from rumms.catalogue import find, find_game
from rumms.games.rumms.actions import Settled
from rumms.games.rumms.state import Side
from rumms.kernel.refusal import IllegalMove, Refusal
from rumms.kernel.session import Loaded, load
from rumms.lab.golden import record_path
from rumms.lab.retrace import compared, retraced
from rumms.lab.trials import Plan, flick_of, places, position, share, shares, tried, zones
from rumms.physics.engine import simulate
from rumms.physics.model import Body, Flick, Layout, Moved, Pose, Shot
from rumms.ui import heat
from tests.games.rumms.table import board

GAME = find_game("rumms")
TROLL = 2


@pytest.fixture
def golden() -> Loaded:
    return load(record_path(find("rumms")), find_game)


# A flick as words.


def test_a_flick_is_read_from_words():
    assert flick_of("die=7,direction=30,speed=150,height=0.5,offset=0") == Flick(7, 30.0, 150.0, 0.5, 0.0)
    assert flick_of("speed=150, die=7, direction=-30.5") == Flick(7, -30.5, 150.0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "die=7",
        "die=7,direction=30",
        "die=x,direction=30,speed=1",
        "die=7,die=7,direction=30,speed=1",
        "die=7,direction=30,speed=1,stray=3",
        "die=7;direction=30",
    ],
)
def test_what_is_no_flick_is_refused_with_an_example(text: str):
    with pytest.raises(Refusal, match="is no flick; write for example die=7"):
        flick_of(text)


# Where a record stands.


def test_a_game_is_taken_at_its_end_or_after_some_moves(golden: Loaded):
    assert position(golden) == golden.session.state
    assert position(golden, 3) == golden.session.past[3].before
    assert position(golden, len(golden.session.past)) == golden.session.state
    with pytest.raises(Refusal, match="moves, not 9999"):
        position(golden, 9999)


# Trials.


def test_a_hand_that_does_not_tremble_does_the_same_each_time_and_another_does_not():
    state = board("red troll 20,8", "blue troll 45,8")
    flick = Flick(TROLL, 0.0, 200.0)
    still = [trial.after for trial in tried(GAME, Plan(state, flick, "none"), 3)]
    assert still[0] == still[1] == still[2]
    ends = {pose for pose, _ in places(list(tried(GAME, Plan(state, flick, "steady"), 8)), TROLL)}
    assert len(ends) == 8
    again = [trial.after for trial in tried(GAME, Plan(state, flick, "steady"), 8)]
    assert again == [trial.after for trial in tried(GAME, Plan(state, flick, "steady"), 8)]
    other = [trial.after for trial in tried(GAME, Plan(state, flick, "steady", seed=1), 8)]
    assert again != other


def test_a_flick_that_is_not_allowed_is_refused():
    state = board("red troll 20,8", "blue troll 45,8")
    with pytest.raises(IllegalMove, match="RUM-12"):
        list(tried(GAME, Plan(state, Flick(3, 0.0, 200.0)), 1))


def test_what_happened_is_counted_once_a_trial():
    state = board("red troll 60,5", "blue troll 45,24")
    trials = list(tried(GAME, Plan(state, Flick(TROLL, 0.0, 300.0)), 4))
    assert all(trial.fallen == {TROLL} for trial in trials)
    words = find("rumms").words
    told = [[words.story(event, ("A", "B")) for event in trial.events] * 2 for trial in trials]
    found = {one.what: (one.times, one.share) for one in shares(trials, told)}
    assert found["Red troll 2 falls off the mat."] == (4, 1.0)
    assert zones(trials, TROLL, Side.RED) == {}
    assert places(trials, TROLL) == []


def test_zones_are_those_of_the_rules():
    state = board("red mage 45,15", "blue troll 45,24")
    trials = list(tried(GAME, Plan(state, Flick(TROLL, 0.0, 75.0, 0.45)), 1))
    found = zones(trials, TROLL, Side.RED)
    ((pose, _),) = places(trials, TROLL)
    assert found["on the mat"] == found["in the enemy kingdom"] == 1
    assert ("in the enemy castle" in found) == (pose.x > 51.19)


def test_a_share_has_its_interval():
    half = share("x", 50, 100)
    assert (half.share, half.low < 0.41, half.high > 0.59) == (0.5, True, True)


# Retracing.


def test_every_flick_of_the_golden_game_is_the_same_today(golden: Loaded):
    found = list(retraced(golden))
    flicks = [made for made in golden.session.past if isinstance(made.action, Settled)]
    assert len(found) == len(flicks)
    assert all(one.is_within(0.001) for one in found)


LAYOUT = Layout((Body(0, Pose(10.0, 10.0)), Body(1, Pose(20.0, 10.0))))


def test_what_differs_is_named():
    shot = simulate(LAYOUT, Flick(0, 0.0, 100.0))
    assert compared(1, LAYOUT, shot, shot).is_within(0.0)
    (moved, *others) = shot.moved
    away = replace(moved, pose=Pose(moved.pose.x + 0.3, moved.pose.y + 0.4, moved.pose.yaw + 91.0))
    found = compared(5, LAYOUT, shot, replace(shot, moved=(away, *others)))
    assert (found.flick, found.die, found.away, found.turned, found.is_other) == (5, moved.id, 0.5, 1.0, False)
    assert found.is_within(0.5)
    assert not found.is_within(0.49)


@pytest.mark.parametrize("change", [{"gone": True}, {"up": 0}, {"level": 1}])
def test_another_end_is_never_within_a_tolerance(change: dict[str, int]):
    lies = Moved(0, Pose(12.0, 10.0), 4)
    found = compared(1, LAYOUT, Shot((lies,)), Shot((replace(lies, **change),)))
    assert found.is_other
    assert not found.is_within(100.0)


def test_dice_that_both_times_are_gone_may_be_anywhere():
    one, two = Moved(0, Pose(-9.0, 10.0), 4, gone=True), Moved(0, Pose(-99.0, 10.0), 4, gone=True)
    assert compared(1, LAYOUT, Shot((one,)), Shot((two,))).is_within(0.0)


# The picture.


def test_the_picture_is_warm_where_the_die_came_to_rest_and_the_same_each_time(tmp_path: Path):
    state = board("red troll 20,8", "blue troll 45,24")
    flick = Flick(TROLL, 0.0, 100.0)
    rests = {TROLL: [Pose(40.0, 8.0), Pose(40.2, 8.1)], 3: [Pose(50.0, 24.0)]}
    for name, found in (("one", rests), ("two", rests), ("other", {TROLL: [Pose(15.0, 25.0)]})):
        heat.save(tmp_path / f"{name}.png", state, flick, found, {3: 1}, 2, (640, 360))
    one, two, other = ((tmp_path / f"{name}.png").read_bytes() for name in ("one", "two", "other"))
    assert one == two != other
    picture = [pygame.image.load(tmp_path / f"{name}.png") for name in ("one", "other")]
    pixels = [pygame.surfarray.array3d(one).astype(int) for one in picture]
    assert pixels[0].shape == (640, 360, 3)
    different = np.argwhere(np.abs(pixels[0] - pixels[1]).sum(axis=2) > 60)
    assert len(different) > 50
