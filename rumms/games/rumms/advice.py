"""What a bot of Rumms would do, and why: the same few words for every bot, told by `why.py`."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from rumms.games.rumms.actions import Action
from rumms.games.rumms.state import NOBODY

Why: TypeAlias = Literal[
    "shot",
    "best",
    "advance",
    "use",
    "guard",
    "power",
    "first",
    "no flick",
    "keep",
    "take",
    "revive",
    "set",
    "any",
    "castle",
    "land",
    "thaw",
    "block",
]
"""A shot that promises something, the least bad shot, a step ahead where no shot is worth it; a power instead of a
flick because it brings more, or because somebody is threatened; a power that is offered and used, or comes first; no
second flick, a power that is kept; an enemy die to take, own dice to bring back, a spot; and whatever has no reason.

Shots that knock nobody off: a mage slides into the enemy castle, a spy beyond the wall, ice is knocked off one of
your dice, somebody stands in the way of an enemy."""


class Advice(Struct, frozen=True):
    """An action and its reason."""

    action: Action
    why: Why = "any"
    die: int = NOBODY
    """Who acts."""
    target: int = NOBODY
    """Who is aimed at, taken, or threatened."""
    foe: int = NOBODY
    """Who threatens."""
    over: tuple[int, ...] = ()
    """Whom a shot hops over ..."""
    through: tuple[int, ...] = ()
    """... or drives into its target; nobody if it goes straight."""
    chance: float | None = None
    """How likely it is that the shot knocks its target off, or does what else it is meant to, from 0 to 1 ..."""
    is_counted: bool = False
    """... and whether that was counted by playing it out, not only judged by eye."""
