"""The levels of the shot bot: whose hand trembles how much, and how many flicks each tries out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from rumms.physics.model import Hand


class Level(NamedTuple):
    """How well a bot plays."""

    hand: Hand
    budget: int
    """Simulated flicks a decision."""


LEVELS: Final[Mapping[str, Level]] = {
    "easy": Level("shaky", 12),
    "medium": Level("shaky", 100),
    "hard": Level("steady", 300),
    "master": Level("none", 1000),
}
"""Weakest first."""
HANDS: Final[Mapping[str, Hand]] = {name: level.hand for name, level in LEVELS.items()}
