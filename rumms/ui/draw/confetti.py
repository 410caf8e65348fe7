"""What falls and flutters when somebody has won."""

from __future__ import annotations

from math import cos, sin
from random import Random
from typing import Final, NamedTuple

import pygame

from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface, smooth

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


class Confetti:
    """All pieces; each falls, and comes again from above."""

    def __init__(self, rng: Random) -> None:
        self.pieces = [
            Snippet(
                rng.random(), rng.random() ** 1.5, rng.uniform(0.6, 1.3), rng.uniform(4, 14), rng.random() * 6.28,
                rng.randrange(6), rng.uniform(4, 9),
            )
            for _ in range(PIECES)
        ]  # fmt: skip

    def paint(self, on: Surface, brush: Brush, team: theme.Team, since: float) -> None:
        """As it is so many seconds after the end."""
        tones = (team.base, team.light, theme.HONEY, theme.colour("#FFE39A"), theme.PAPER, theme.colour("#8FB87A"))
        wide, high = brush.size
        for piece in self.pieces:
            y = (piece.y * high * 0.92 - high * 0.25 + since * FALLING * piece.speed * brush.scale) % (high * 1.1)
            x = piece.x * wide + brush.u(piece.sway) * sin(since * 1.7 + piece.phase)
            size = brush.u(piece.size)
            turn = since * 2.0 + piece.phase
            a, b = size * abs(cos(turn)) + 1, size * 0.55
            corners = [(x - a, y - b), (x + a, y - b * 0.4), (x + a, y + b), (x - a, y + b * 0.4)]
            pygame.draw.polygon(on, tones[piece.tone], corners)


def ribbon(brush: Brush, size: tuple[int, int], high: int, team: theme.Team) -> Surface:
    """A ribbon with folded ends; its front is so many pixels high."""

    def draw(on: Surface, scale: float) -> None:
        wide, fold, low = on.get_width(), brush.u(46) * scale, high * scale
        down = brush.u(16) * scale
        for mirror in (False, True):
            tail = [
                (0, down),
                (fold * 1.6, down),
                (fold * 1.6, low + down),
                (0, low + down),
                (fold / 2, low / 2 + down),
            ]
            back = [(fold, low), (fold * 1.6, low), (fold * 1.6, low + down)]
            for points, tone in (
                (tail, theme.mix(team.base, team.deep, 0.55)),
                (back, theme.mix(team.deep, theme.BLACK, 0.3)),
            ):
                pygame.draw.polygon(on, tone, [(wide - x, y) if mirror else (x, y) for x, y in points])
        front = Rect(round(fold), 0, round(wide - 2 * fold), round(low))
        pygame.draw.rect(on, team.base, front, border_radius=round(brush.u(6) * scale))
        for top, tone in ((brush.u(5), theme.WHITE), (high - brush.u(7), theme.BLACK)):
            stripe = (front.left, round(top * scale), front.width, round(brush.u(2) * scale))
            pygame.draw.rect(on, theme.mix(team.base, tone, 0.18), stripe)

    return smooth(size, draw, 3)
