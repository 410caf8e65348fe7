"""A dial that shows a danger: from green over honey to coral, with a needle."""

from __future__ import annotations

from functools import partial
from math import cos, radians, sin

import pygame

from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface, smooth
from rumms.ui.theme import colour, mix


def paint_dial(on: Surface, brush: Brush, box: Rect, part: float) -> None:
    """The dial in a square box, its needle at some part of the way."""
    brush.glow(on, box.inflate(-brush.u(20), -brush.u(20)), box.width / brush.scale / 2 - 12, 8, 110, down=4)
    face = brush.keep(("dial", box.size), lambda: _face(box.size))
    on.blit(face, box, special_flags=pygame.BLEND_PREMULTIPLIED)
    brush.smooth(on, box, partial(_needle, part=part), 2)


def _face(size: tuple[int, int]) -> Surface:
    def draw(on: Surface, _: float) -> None:
        half = on.get_width() / 2
        radius = half * 0.84
        pygame.draw.circle(on, theme.PLUM_DEEP, (half, half), half * 0.96)
        pygame.draw.circle(on, theme.PAPER, (half, half), half * 0.91)
        steps = 60
        for step in range(steps):
            part = step / (steps - 1)
            cool = mix(colour("#7DB36A"), theme.HONEY, min(1.0, 2 * part))
            tone = mix(cool, theme.CORAL, max(0.0, 2 * part - 1))
            first, last = _angle(part), _angle(part + 1.2 / steps)
            corners = [
                (half + cos(a) * radius * far, half + sin(a) * radius * far)
                for a, far in ((first, 0.95), (last, 0.95), (last, 0.70), (first, 0.70))
            ]
            pygame.draw.polygon(on, tone, corners)
        for step in range(7):
            angle = _angle(step / 6)
            x, y = cos(angle) * radius, sin(angle) * radius
            start, end = ((half + far * x, half + far * y) for far in (0.64, 0.56))
            pygame.draw.line(on, theme.INK_2, start, end, max(1, round(half * 0.025)))

    return smooth(size, draw, 3)


def _angle(part: float) -> float:
    return radians(150 + 240 * part)


def _needle(on: Surface, _: float, part: float) -> None:
    half = on.get_width() / 2
    radius, angle = half * 0.84, _angle(part)
    x, y = cos(angle), sin(angle)
    corners = [
        (half + x * radius * 0.86, half + y * radius * 0.86),
        (half - y * radius * 0.07, half + x * radius * 0.07),
        (half - x * radius * 0.15, half - y * radius * 0.15),
        (half + y * radius * 0.07, half - x * radius * 0.07),
    ]
    pygame.draw.polygon(on, theme.INK, corners)
    pygame.draw.circle(on, theme.INK, (half, half), radius * 0.11)
    pygame.draw.circle(on, theme.HONEY, (half, half), radius * 0.05)
