"""The fingertip that follows the pointer: over the mat with a shadow below it, or down on it with a trail behind it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import pygame

from rumms.physics.model import FINGERTIP
from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface, smooth
from rumms.ui.draw.view import View
from rumms.ui.swiping import Point
from rumms.ui.theme import Colour, mix

TRAIL: Final = 0.12
"""Seconds after which nothing is seen any more of where a finger was."""
STEPS: Final = 14
"""Ghosts of a trail at most."""
RIM: Final = 2.2
HOVERS: Final = 0.28
"""How far below a lifted fingertip its shadow is, in fingertips."""
CORAL_LIGHT: Final = mix(theme.CORAL, theme.CREAM, 0.35)


def fingertip(on: Surface, brush: Brush, view: View, at: Point, *, is_down: bool, is_wrong: bool) -> None:
    """A fingertip from above, its middle at a pixel."""
    wide = max(8, round(FINGERTIP * view.scale))
    shadow = brush.keep(("finger shadow", wide), lambda: _shadow(wide))
    down = 0.1 if is_down else HOVERS
    on.blit(shadow, shadow.get_rect(center=(round(at[0] + down * wide * 0.7), round(at[1] + down * wide))))
    image = brush.keep(("fingertip", wide, brush.scale, is_wrong), lambda: _tip(wide, brush.u(RIM), is_wrong=is_wrong))
    on.blit(image, image.get_rect(center=(round(at[0]), round(at[1]))), special_flags=pygame.BLEND_PREMULTIPLIED)


def trail(on: Surface, brush: Brush, view: View, way: Sequence[tuple[float, Point]], *, is_wrong: bool) -> None:
    """Where a finger was: pixels, and how long ago in seconds, the oldest first; older ones are smaller and paler."""
    wide = max(8, round(FINGERTIP * view.scale))
    colour = CORAL_LIGHT if is_wrong else theme.CREAM
    for age, at in _spread(way):
        fresh = 1.0 - age / TRAIL
        step = max(1, round(STEPS * fresh))
        size = max(3, round(wide * (0.25 + 0.65 * step / STEPS)))
        key = ("finger trail", size, step, colour)
        dot = brush.keep(key, partial(_disc, size, colour, round(120 * step / STEPS)))
        place = dot.get_rect(center=(round(at[0]), round(at[1])))
        on.blit(dot, place, special_flags=pygame.BLEND_PREMULTIPLIED)


def _spread(way: Sequence[tuple[float, Point]]) -> list[tuple[float, Point]]:
    """At most so many of the points that are still seen."""
    seen = [one for one in way if 0.0 <= one[0] < TRAIL]
    every = max(1, -(-len(seen) // STEPS))
    return seen[len(seen) % every :: every]


def _disc(wide: int, colour: Colour, alpha: int) -> Surface:
    def draw(image: Surface, _times: float) -> None:
        box = image.get_rect()
        pygame.draw.circle(image, (*colour, alpha), box.center, box.width / 2)

    return smooth((wide, wide), draw, 4)


def _shadow(wide: int) -> Surface:
    size = round(wide * 1.5)
    image = Surface((size, size), pygame.SRCALPHA)
    image.fill((*theme.SHADOW, 0))
    pygame.draw.circle(image, (*theme.SHADOW, 110), (size / 2, size / 2), wide * 0.46)
    return pygame.transform.gaussian_blur(image, max(1, wide // 8))


def _tip(wide: int, rim: int, *, is_wrong: bool) -> Surface:
    """Cream with a rim of ink, lit from the upper left, with a nail; coral where it would do wrong."""
    skin = CORAL_LIGHT if is_wrong else theme.CREAM
    dark = mix(skin, theme.CORAL if is_wrong else theme.LINE, 0.55)

    def draw(image: Surface, times: float) -> None:
        box = image.get_rect()
        middle, radius = box.center, box.width / 2
        pygame.draw.circle(image, theme.INK, middle, radius)
        inner = radius - rim * times
        pygame.draw.circle(image, dark, middle, inner)
        lit = (middle[0] - inner * 0.09, middle[1] - inner * 0.11)
        pygame.draw.circle(image, skin, lit, inner * 0.86)
        nail = Rect(0, 0, round(inner * 0.92), round(inner * 0.74))
        nail.center = (round(middle[0]), round(middle[1] - inner * 0.34))
        pygame.draw.ellipse(image, mix(skin, theme.INK, 0.28), nail.inflate(round(2 * times), round(2 * times)))
        pygame.draw.ellipse(image, mix(skin, theme.WHITE, 0.62), nail)

    return smooth((wide, wide), draw, 4)
