"""Confetti, for whoever has something to celebrate."""

from __future__ import annotations

from math import cos, sin
from random import Random
from typing import Final, NamedTuple

import pygame

from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Surface

PIECES: Final = 90
FALLING: Final = 60.0
"""Pixels of the design a second."""


class Snippet(NamedTuple):
    """A piece of confetti: where it begins, how it falls and turns."""

    x: float
    y: float
    speed: float
    sway: float
    phase: float
    tone: int
    size: float


def _snippets() -> list[Snippet]:
    rng = Random(7)
    return [
        Snippet(
            rng.random(), rng.random() ** 1.5, rng.uniform(0.6, 1.3), rng.uniform(4, 14), rng.random() * 6.28,
            rng.randrange(6), rng.uniform(4, 9),
        )
        for _ in range(PIECES)
    ]  # fmt: skip


SNIPPETS: Final = _snippets()


def confetti(on: Surface, brush: Brush, side: str, since: float) -> None:
    """All over the window, in a side's colours, so many seconds after it began to fall."""
    team = brush.team(side)
    tones = (team.base, team.light, theme.HONEY, theme.colour("#FFE39A"), theme.PAPER, theme.colour("#8FB87A"))
    wide, high = brush.size
    for piece in SNIPPETS:
        y = (piece.y * high * 0.92 - high * 0.25 + since * FALLING * piece.speed * brush.scale) % (high * 1.1)
        x = piece.x * wide + brush.u(piece.sway) * sin(since * 1.7 + piece.phase)
        size = brush.u(piece.size)
        turn = since * 2.0 + piece.phase
        a, b = size * abs(cos(turn)) + 1, size * 0.55
        corners = [(x - a, y - b), (x + a, y - b * 0.4), (x + a, y + b), (x - a, y + b * 0.4)]
        pygame.draw.polygon(on, tones[piece.tone], corners)
