"""A lens over the table, through which a die is seen close up."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface, smooth

FELT = {"red": theme.colour("#EBCDAD"), "blue": theme.colour("#C9D9D5")}
"""What is seen behind the die, on either side of the wall."""


def glass(on: Surface, brush: Brush, middle: tuple[int, int], radius: int, side: str, part: float = 1.0) -> Rect:
    """Draw a lens, opened so far: what is seen through it goes into this box."""
    whole = Rect(0, 0, 2 * radius, 2 * radius)
    whole.center = middle
    image = brush.keep(("lens", radius, side), lambda: _glass(radius, brush.u(5), side))
    box = whole
    if part < 1.0:
        box = Rect(0, 0, max(2, round(2 * radius * part)), max(2, round(2 * radius * part)))
        box.center = middle
        image = pygame.transform.smoothscale(image, box.size)
    else:
        brush.glow(on, whole, radius / brush.scale, 16, 170)
    on.blit(image, box, special_flags=pygame.BLEND_PREMULTIPLIED)
    return box.inflate(-brush.u(10), -brush.u(10))


def behind(on: Surface, brush: Brush, box: Rect, paint: Callable[[Surface], None]) -> None:
    """What is seen through a lens, and nowhere beside it; to `paint`, the corner of the box is at (0, 0)."""
    seen = Surface(box.size, pygame.SRCALPHA)
    paint(seen)
    seen.blit(
        brush.keep(("through", box.width), lambda: _round(box.width)), (0, 0), special_flags=pygame.BLEND_RGBA_MULT
    )
    on.blit(seen, box, special_flags=pygame.BLEND_PREMULTIPLIED)


def prepare(brush: Brush, radius: int) -> None:
    """Make the pictures of a lens before it is needed."""
    aside = Surface((1, 1))
    for side in FELT:
        glass(aside, brush, (0, 0), radius, side)


def _glass(radius: int, rim: int, side: str) -> Surface:
    def draw(on: Surface, scale: float) -> None:
        middle = (radius * scale, radius * scale)
        pygame.draw.circle(on, theme.PAPER, middle, radius * scale)
        pygame.draw.circle(on, FELT[side], middle, (radius - rim) * scale)

    return smooth((2 * radius, 2 * radius), draw)


def _round(wide: int) -> Surface:
    def draw(on: Surface, scale: float) -> None:
        half = wide * scale / 2
        pygame.draw.circle(on, theme.WHITE, (half, half), half)

    return smooth((wide, wide), draw)
