"""Stars for what was solved, and pips for how hard it is."""

from __future__ import annotations

from math import cos, pi, sin

import pygame

from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Surface, smooth

POINTS = 5
INNER = 0.46
"""How far from the middle the inner corners are, in parts of the outer ones."""


def stars(on: Surface, brush: Brush, at: tuple[float, float], number: int, px: float, most: int = 3) -> None:
    """A row of stars, the earned ones filled; `at` is the middle of the first."""
    step = brush.u(px * 1.15)
    for place in range(most):
        image = _star(brush, max(6, brush.u(px)), is_earned=place < number)
        on.blit(image, image.get_rect(center=(round(at[0] + place * step), round(at[1]))))


def _star(brush: Brush, wide: int, *, is_earned: bool) -> Surface:
    return brush.keep(("star", wide, is_earned), lambda: _painted(wide, is_earned=is_earned))


def _painted(wide: int, *, is_earned: bool) -> Surface:
    fill, rim = (theme.HONEY, theme.HONEY_DARK) if is_earned else (theme.PAPER_3, theme.LINE)

    def draw(on: Surface, scale: float) -> None:
        middle, far = wide * scale / 2, wide * scale * 0.48
        corners = [
            (middle + r * sin(pi * n / POINTS), middle - r * cos(pi * n / POINTS))
            for n in range(2 * POINTS)
            for r in (far if n % 2 == 0 else far * INNER,)
        ]
        pygame.draw.polygon(on, rim, corners)
        inside = [(middle + (x - middle) * 0.78, middle + (y - middle) * 0.78) for x, y in corners]
        pygame.draw.polygon(on, fill, inside)

    return smooth((wide, wide), draw, 4)


def pips(on: Surface, brush: Brush, at: tuple[float, float], number: int, px: float = 9, most: int = 5) -> None:
    """How hard something is: so many of five dots."""
    step, wide = brush.u(px * 1.45), brush.u(px)
    for place in range(most):
        tone, rim = (theme.CORAL, theme.colour("#B83B22")) if place < number else (theme.PAPER_3, theme.LINE)
        dot = brush.sheet((wide, wide), px / 2, tone, tone, rim, 1)
        on.blit(dot, dot.get_rect(center=(round(at[0] + place * step), round(at[1]))))
