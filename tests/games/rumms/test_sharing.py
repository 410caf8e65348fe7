"""What a trial tells about neighbouring shots: the weights are those of importance sampling."""

from __future__ import annotations

from math import exp
from random import Random

import numpy as np
import pytest

from rumms.games.rumms.sharing import densities, kernel, made, share
from rumms.physics.model import Flick, scatter


def tried(shots: list[Flick], times: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Each of these shots so many times, as a steady hand makes it."""
    rng = Random(seed)
    trials = [made(scatter(shot, "steady", rng)) for shot in shots for _ in range(times)]
    return np.array(trials), np.array([float(times)] * len(shots))


def reward(trials: np.ndarray) -> np.ndarray:
    """A known function of the way alone: a hit within two degrees."""
    return np.asarray(np.abs(np.degrees(trials[:, 0]) - 10.0) < 2.0, dtype=float)


def test_one_shot_alone_has_the_plain_mean():
    shots = [Flick(0, 10.0, 200.0)]
    trials, counts = tried(shots, 50, 1)
    known = share(densities(shots, trials, kernel("steady")), counts, reward(trials))
    assert known.means[0] == pytest.approx(reward(trials).mean())
    assert known.sizes[0] == pytest.approx(50.0)


def test_a_neighbour_that_was_never_tried_is_known_by_the_others():
    shots = [Flick(0, 8.0, 200.0), Flick(0, 12.0, 200.0), Flick(0, 10.0, 200.0)]
    trials, counts = tried(shots[:2], 3000, 2)
    table = densities(shots, trials, kernel("steady"))
    known = share(table, np.array([*counts, 0.0]), reward(trials))
    assert known.means[2] == pytest.approx(0.683, abs=0.05), "within one standard deviation of two degrees"
    assert known.sizes[2] > 100
    right = [0.477, 0.477]
    assert known.means[:2] == pytest.approx(right, abs=0.05)


def test_shots_far_apart_tell_nothing_about_each_other():
    shots = [Flick(0, 10.0, 200.0), Flick(0, 60.0, 200.0), Flick(0, 10.0, 350.0), Flick(0, 10.0, 200.0, 0.9)]
    trials, counts = tried(shots[:1], 30, 3)
    known = share(densities(shots, trials, kernel("steady")), np.array([*counts, 0, 0, 0]), reward(trials))
    assert known.sizes[0] == pytest.approx(30.0)
    assert known.sizes[1:].max() < 0.01


def test_directions_are_compared_around_the_circle():
    found = densities([Flick(0, 359.5, 200.0)], np.array([made(Flick(0, 0.5, 200.0))]), kernel("steady"))
    assert found[0, 0] > 0.5


def test_a_density_is_that_of_the_hand():
    one = densities([Flick(0, 0.0, 200.0)], np.array([made(Flick(0, 0.0, 200.0, offset=0.1))]), kernel("steady"))
    assert one[0, 0] == pytest.approx(exp(-0.5), rel=1e-6)
    strayed = made(Flick(0, 0.0, 200.0, stray=2.0))
    found = densities([Flick(0, 0.0, 200.0)], np.array([strayed]), kernel("steady"))
    assert found[0, 0] == pytest.approx(exp(-0.5), rel=1e-6), "what strays turns the die as the hand that meant it does"


def test_a_sure_hand_still_shares_a_little():
    assert 0.0 < kernel("none").way < kernel("steady").way < kernel("shaky").way
