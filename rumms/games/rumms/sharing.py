"""What one trial tells about neighbouring shots: results are shared by how likely each shot would have led to them.

Every trial is a flick as a hand really made it. A shot b counts it with the weight p_b / sum of n_c p_c, where p_b is
the density with which a hand that means b makes that flick, and c runs over all shots that were tried, n_c times each
(multiple importance sampling with the balance heuristic; kernel regression with the hand's scatter as its kernel).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, radians, sin
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rumms.physics.model import (
    EDGE,
    STEADY_HEIGHT,
    STEADY_OFFSET,
    STEADY_SPEED,
    STEADY_STRAY,
    TREMBLE,
    Flick,
    Hand,
)

Array = NDArray[np.float64]

CALMEST: Final = 0.25
"""A hand that trembles less is taken for one that trembles so much: near shots still tell about each other."""
WIDER_SPEED: Final = 0.05
"""What a shot leads to changes slowly with its speed: trials are shared as widely as if a hand scattered so much ..."""
WIDER_HEIGHT: Final = 0.04
"""... and so much."""
APART: Final = 40.0
"""Half squared distance, in standard deviations, beyond which shots tell nothing about each other."""


class Kernel(NamedTuple):
    """The scatter of a hand, as standard deviations."""

    way: float
    """Radians."""
    speed: float
    """Of the logarithm."""
    height: float
    offset: float


def kernel(hand: Hand) -> Kernel:
    """How widely a hand's trials are shared."""
    tremble = max(TREMBLE[hand], CALMEST)
    return Kernel(
        radians(tremble * STEADY_STRAY),
        max(tremble * STEADY_SPEED, WIDER_SPEED),
        max(tremble * STEADY_HEIGHT, WIDER_HEIGHT),
        tremble * STEADY_OFFSET,
    )


def made(flick: Flick) -> tuple[float, float, float, float]:
    """A flick as it was really made: its way, the logarithm of its speed, its height, and its lever.

    A push that strays from the aim through a point of the die's rear face turns the die as an offset would.
    """
    stray = radians(flick.stray)
    lever = flick.offset + EDGE / 2 * sin(stray)
    return radians(flick.direction) + stray, float(np.log(max(flick.speed, 1.0))), flick.height, lever


def densities(shots: Sequence[Flick], trials: Array, kernel: Kernel) -> Array:
    """How likely a hand that means each of these shots makes each of these trials, up to a common factor."""
    meant = np.array([made(shot) for shot in shots])
    way = (trials[None, :, 0] - meant[:, None, 0] + pi) % (2.0 * pi) - pi
    speed = trials[None, :, 1] - meant[:, None, 1]
    height = trials[None, :, 2] - meant[:, None, 2]
    lever = trials[None, :, 3] - meant[:, None, 3] - EDGE / 2 * np.sin(way)
    half = (way / kernel.way) ** 2 + (speed / kernel.speed) ** 2
    half += (height / kernel.height) ** 2 + (lever / kernel.offset) ** 2
    found: Array = np.exp(-np.minimum(0.5 * half, APART))
    found[0.5 * half >= APART] = 0.0
    return found


class Shared(NamedTuple):
    """What is known of each shot."""

    means: Array
    sizes: Array
    """How many trials of its own what is known amounts to; none where the mean means nothing."""
    spreads: Array
    """The variance of what came of it."""


def share(tried: Array, counts: Array, worths: Array) -> Shared:
    """Means by importance: densities of the shots at all trials, how often each was tried, and what each trial gave."""
    mixture = counts @ tried
    with np.errstate(divide="ignore", invalid="ignore"):
        weights = np.where(mixture > 0.0, tried / mixture, 0.0)
        total, squares = weights.sum(axis=1), (weights * weights).sum(axis=1)
        means = np.where(total > 0.0, (weights @ worths) / total, 0.0)
        sizes = np.where(squares > 0.0, total * total / squares, 0.0)
        spreads = np.where(total > 0.0, (weights @ (worths * worths)) / total - means * means, 0.0)
    # A shot whose whole density lies beside the trials is known by fewer of them than count for it.
    return Shared(means, sizes * np.minimum(total, 1.0), np.maximum(spreads, 0.0))
