"""The ground of Waka Waka: sand with a river through it; and the shapes that stand for goods of any one kind."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

import numpy as np
import pygame

from rumms.ui.draw.brush import Brush, Rect, Surface, gradient, noise, shade, smooth, vignette
from rumms.ui.theme import Colour, colour

SHAPES: Final[tuple[tuple[Colour, int], ...]] = (
    (colour("#D8663A"), 0),
    (colour("#3F8F9B"), 4),
    (colour("#5D8F4A"), 3),
    (colour("#B0497E"), 2),
    (colour("#7B4FA0"), 5),
    (colour("#8A6242"), 6),
)
"""For each letter of a task a colour and a shape: round, square, triangle, diamond, star, hexagon."""


def shape(brush: Brush, letter: int, wide: int) -> Surface:
    """The sign of a letter, premultiplied."""
    return brush.keep(("shape", letter, wide), lambda: smooth((wide, wide), lambda on, _: _shape(on, letter), 4))


def _shape(on: Surface, letter: int) -> None:
    tone, corners = SHAPES[letter % len(SHAPES)]
    half = on.get_width() / 2
    if corners == 0:
        pygame.draw.circle(on, tone, (half, half), half)
    elif corners == 4:
        inset = round(half * 0.1)
        pygame.draw.rect(on, tone, on.get_rect().inflate(-2 * inset, -2 * inset), border_radius=round(half * 0.3))
    else:
        pygame.draw.polygon(on, tone, _corners(corners, half))


def _corners(corners: int, half: float) -> list[tuple[float, float]]:
    if corners == 2:
        return [(half, 0), (2 * half, half), (half, 2 * half), (0, half)]
    points = 10 if corners == 5 else corners
    out = []
    for number in range(points):
        far = half * (0.5 if corners == 5 and number % 2 else 1.0)
        angle = 2 * pi * number / points - pi / 2
        down = half * (1.12 if corners == 3 else 1.0)
        out.append((half + far * cos(angle), down + far * sin(angle)))
    return out


def bank(brush: Brush, size: tuple[int, int], top: int, high: int) -> Surface:
    """Sand, and a river that is so high, from side to side."""
    out = Surface(size)
    out.blit(gradient(*size, colour("#E8C98E"), colour("#D9AE6B")), (0, 0))
    brush.smooth(out, Rect(0, top, size[0], high), lambda on, times: _water(on, brush.scale * times), 2)
    shade(out, noise(size, (((2, 2), 9), ((brush.u(80), brush.u(80)), 10)), 3))
    vignette(out, 34, 1.6)
    return out


def _water(on: Surface, scale: float) -> None:
    wide, high = on.get_size()
    step = 8

    def edge(y: float, swing: float, phase: float) -> list[tuple[float, float]]:
        return [
            (x, y + swing * sin(x / (90 * scale) + phase) + swing / 2 * sin(x / (37 * scale) + 2 * phase))
            for x in range(0, wide + step, step)
        ]

    above, below = edge(18 * scale, 5 * scale, 0.0), edge(high - 20 * scale, 6 * scale, 2.0)
    for tone, up, down in (
        (colour("#F3DFB2"), -9, 10),
        (colour("#3F93A0"), 0, 0),
        (colour("#4BA3AD"), 16, -22),
    ):
        shore = [(x, y + up * scale) for x, y in above] + [(x, y + down * scale) for x, y in reversed(below)]
        pygame.draw.polygon(on, tone, shore)
    rng = np.random.default_rng(8)
    for _ in range(round(46 * wide / (1280 * scale))):
        x, y = rng.random() * wide, (40 + rng.random() * (high / scale - 84)) * scale
        long = (18 + rng.random() * 34) * scale
        ripple = [(x + part * long / 12, y + sin(part / 12 * 2 * pi) * 2.4 * scale) for part in range(13)]
        pygame.draw.lines(on, colour("#96D4D4"), False, ripple, max(1, round(2 * scale)))
