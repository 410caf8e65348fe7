"""Flicks tried again and again, and recorded flicks simulated again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest
from msgspec.structs import replace

from rumms import language
from rumms.catalogue import find, find_game
from rumms.games.rumms.actions import Settled
from rumms.games.rumms.state import Side
from rumms.kernel.refusal import IllegalMove, Refusal
from rumms.kernel.session import Loaded, load
from rumms.lab.golden import record_path
from rumms.lab.retrace import TOLERANCE, compared, retraced
from rumms.lab.trials import Plan, flick_of, places, position, share, shares, tried, zones
from rumms.physics.film import RATE, Film, Sight, Track, pack, rotation
from rumms.physics.model import TOP, Body, Flick, Layout, Moved, Pose, Shot, Touched
from rumms.ui import heat
from tests.games.rumms.table import board
from tests.ui.screens.desk import texts_of

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


def different(recorded: Shot, now: Shot, tolerance: float = TOLERANCE) -> list[str]:
    return [str(refusal) for refusal in compared(1, 3, LAYOUT, recorded, now).differences(tolerance)]


def test_a_die_that_ends_elsewhere_or_turned_is_named():
    shot = Shot((Moved(0, Pose(13.0, 10.0, 350.0), TOP),))
    assert different(shot, shot, 0.0) == []
    away = Shot((Moved(0, Pose(13.3, 10.4, 350.0), TOP),))
    assert different(away, shot, 0.51) == []
    assert different(away, shot, 0.49) == ["simulated again, die 0 ends 0.5 cm away."]
    for turned, by in ((352.1, 2.1), (347.9, 2.1), (23.0, 33.0), (80.0, 90.0)):
        found = different(Shot((Moved(0, Pose(13.0, 10.0, turned), TOP),)), shot)
        assert found == [f"simulated again, die 0 is turned by {by} degrees."]
    assert different(Shot((Moved(0, Pose(13.0, 10.0, 351.9), TOP),)), shot) == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"gone": True}, "simulated again, die 0 stays on the mat."),
        ({"up": 0}, "simulated again, die 0 shows face 4, not 0."),
        ({"level": 1}, "simulated again, die 0 lies on something else."),
        ({"on": (1,)}, "simulated again, die 0 lies on something else."),
    ],
)
def test_another_end_is_never_within_a_tolerance(change: dict[str, Any], says: str):
    lies = Moved(0, Pose(12.0, 10.0), TOP)
    assert different(Shot((replace(lies, **change),)), Shot((lies,)), 100.0) == [says]
    assert compared(1, 3, LAYOUT, Shot((replace(lies, gone=True),)), Shot((lies,))).line == 3


def test_a_die_that_leaves_only_now_is_named():
    stays, leaves = Shot((Moved(0, Pose(12.0, 10.0), TOP),)), Shot((Moved(0, Pose(-2.0, 10.0), TOP, gone=True),))
    assert different(stays, leaves, 100.0) == ["simulated again, die 0 leaves the mat."]


def test_dice_that_both_times_are_gone_may_be_anywhere():
    one, two = Moved(0, Pose(-9.0, 10.0), 4, gone=True), Moved(0, Pose(-99.0, 10.0), 4, gone=True)
    assert different(Shot((one,)), Shot((two,)), 0.0) == []


def test_the_time_of_a_shot_is_compared():
    assert different(Shot((), time=0.25), Shot((), time=0.269)) == []
    says = "the shot takes 0.25 s, but 0.28 s simulated again."
    assert different(Shot((), time=0.25), Shot((), time=0.28), 100.0) == [says]


def test_what_a_finger_touched_is_compared():
    first, second = Touched(0, 0.1, 0.01, 0.2), Touched(1, 0.2, 0.01, 0.2)
    now = Shot((), touched=(first, second))
    assert different(Shot((), touched=(second, first)), now) == [], "they are ordered by their times"
    for touched, dice in (((first,), [0]), ((), []), ((replace(first, time=0.3), second), [1, 0])):
        says = f"the finger touches the dice {dice}, but [0, 1] simulated again."
        assert different(Shot((), touched=touched), now, 100.0) == [says]
    for change in ({"time": 0.07}, {"duration": 0.04}, {"distance": 0.31}):
        found = different(Shot((), touched=(replace(first, **change), second)), now)
        assert found == ["simulated again, the finger touches die 0 otherwise."]
    assert different(Shot((), touched=(replace(first, time=0.11, distance=0.29), second)), now) == []


def filmed(*places: float, yaw: float = 0.0) -> Shot:
    """Die 0 is seen at these places along x, sixty a second, turned by the yaw on its way."""
    turns = (0.0, *(yaw for _ in places[1:-1]), 0.0)
    sights = tuple(Sight(x, 10.0, 0.8, rotation(TOP, turn)) for x, turn in zip(places, turns, strict=True))
    end = Moved(0, Pose(places[-1], 10.0), TOP)
    return Shot((end,), time=(len(places) - 1) / RATE, film=pack(Film(len(places), (Track(0, 0, sights),))))


def test_a_film_that_goes_another_way_to_the_same_end_is_named():
    now = filmed(10.0, 11.0, 12.0, 13.0)
    assert different(filmed(10.0, 11.0, 12.1, 13.0), now) == []
    says = "after 0.03 s the film shows die 0 2.0 cm away from where it is, simulated again."
    assert different(filmed(10.0, 11.0, 14.0, 13.0), now) == [says]
    (turned,) = different(filmed(10.0, 11.0, 12.0, 13.0, yaw=33.0), now)
    assert re.search(r"the film shows die 0 turned by (32\.9|33\.0)\d? degrees from how it is", turned)
    assert different(replace(now, film=b""), now) == [], "a record may do without films"


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


@pytest.mark.parametrize(
    ("trials", "code", "says"), [(1, "en", "1 flick: "), (2, "en", "2 flicks: "), (1, "de", "1 Schnipser: ")]
)
def test_the_picture_says_how_many_flicks_it_shows(tmp_path: Path, trials: int, code: str, says: str):
    language.use(code)
    state = board("red troll 20,8", "blue troll 45,24")
    texts = texts_of(lambda: heat.save(tmp_path / "x.png", state, Flick(TROLL, 0.0, 100.0), {}, {}, trials, (640, 360)))
    assert any(text.startswith(says) for text in texts)
