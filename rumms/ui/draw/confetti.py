"""Confetti, for whoever has something to celebrate."""

from __future__ import annotations

from math import cos, sin, tau
from random import Random
from typing import Final, NamedTuple

from pygame import gfxdraw

from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Surface

PIECES: Final = 90
ROUND: Final = 7.5
"""Some pieces that are smaller than this are round."""
FALLING: Final = 60.0
"""Pixels of the design a second."""


class Snippet(NamedTuple):
    """A piece of confetti: where it begins, how it falls and turns."""

    x: float
    y: float
    speed: float
    sway: float
    phase: float
    spin: float
    tone: int
    size: float


def _snippets() -> list[Snippet]:
    rng = Random(7)
    return [
        Snippet(
            rng.random(), rng.random() ** 1.5, rng.uniform(0.6, 1.3), rng.uniform(4, 14), rng.random() * tau,
            rng.uniform(-0.8, 0.8), rng.randrange(6), rng.uniform(4, 9),
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
        size, turn = brush.u(piece.size), since * 2.0 + piece.phase
        if piece.tone % 3 == 0 and piece.size < ROUND:
            a, b = size * 0.6, size * 0.6 * (0.3 + 0.7 * abs(cos(turn)))
            outline = [(a * cos(tau * k / 12), b * sin(tau * k / 12)) for k in range(12)]
        else:
            a, b = size, size * 0.5 * abs(cos(turn)) + 1
            outline = [(-a, -b), (a, -b), (a, b), (-a, b)]
        c, s = cos(piece.phase + since * piece.spin), sin(piece.phase + since * piece.spin)
        points = [(x + c * along - s * across, y + s * along + c * across) for along, across in outline]
        gfxdraw.filled_polygon(on, points, tones[piece.tone])
        gfxdraw.aapolygon(on, points, tones[piece.tone])
