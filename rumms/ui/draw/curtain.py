"""What a set-up is painted with: a curtain over what is hidden, a line around what is legal, stacks from the side."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi
from typing import Final, Literal, NamedTuple

import numpy as np
import pygame

from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Ring, Surface, noise, rings, smooth
from rumms.ui.draw.dice import Look, glyph
from rumms.ui.theme import mix

RAIL: Final = 9
"""How high the dark rail is on which a curtain hangs."""
RING: Final = 6
"""Radius of its rings ..."""
RINGS: Final = 31
"""... and how far they are apart."""
DASH: Final = 20
"""From a dash to the next."""
_RING, _RING_2 = theme.colour("#E9D9B4"), theme.colour("#B79B5E")

Inner = Literal["left", "right", "none"]
"""The edge of a curtain that lies on the mat: its corners are not round."""


def curtain(on: Surface, brush: Brush, box: Rect, side: str, inner: Inner = "none", radius: float = 0) -> None:
    """Cloth in a side's colour, in folds, on a rail with rings. It shows nothing of what is behind it."""
    key = ("curtain", box.size, side, inner, radius)
    on.blit(brush.keep(key, lambda: _curtain(brush, box.size, side, inner, radius)), box)


def _curtain(brush: Brush, size: tuple[int, int], side: str, inner: Inner, radius: float) -> Surface:
    wide, high = max(1, size[0]), max(1, size[1])
    team, u = brush.team(side), brush.u
    x = np.arange(wide)
    fold = 0.5 + 0.5 * np.sin(x / u(17) + 0.6 * np.sin(x / u(41)))
    low, top = np.array(mix(team.base, team.deep, 0.62)), np.array(mix(team.base, team.light, 0.12))
    cloth = Surface((wide, high))
    pixels = pygame.surfarray.pixels3d(cloth)
    pixels[:] = (low + (top - low) * fold[:, None] * 0.85)[:, None, :].astype("uint8")
    del pixels
    _crumple(brush, cloth)
    cloth.fill(mix(team.deep, theme.BLACK, 0.25), (0, 0, wide, u(RAIL)))
    out = Surface((wide, high), pygame.SRCALPHA)
    out.blit(cloth, (0, 0))
    number = max(1, wide // u(RINGS))
    for ring in range(number):
        middle = ((ring + 0.5) * wide / number, u(RAIL) + u(3))
        _ring(out, brush, middle)
    if radius:
        more = u(radius) if inner != "none" else 0
        mask = brush.mask(wide + more, high, u(radius))
        out.blit(mask, (-more if inner == "left" else 0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return out.convert_alpha() if pygame.display.get_surface() else out


def _crumple(brush: Brush, cloth: Surface) -> None:
    """A little lighter here and darker there; such large grains are made eight times smaller."""
    small = (max(2, cloth.width // 8), max(2, cloth.height // 8))
    grains = ((max(1, brush.u(40) // 8), max(1, brush.u(160) // 8)), 14.0)
    light = np.clip(noise(small, (grains,), 4) + 8, 0, 255).astype("uint8")
    grey = pygame.surfarray.make_surface(np.repeat(light[..., None], 3, axis=2))
    cloth.blit(pygame.transform.smoothscale(grey, cloth.get_size()), (0, 0), special_flags=pygame.BLEND_RGB_ADD)


def _ring(on: Surface, brush: Brush, middle: tuple[float, float]) -> None:
    wide = 2 * brush.u(RING)
    image = brush.sheet((wide, wide), RING, _RING, _RING, _RING_2, 2)
    on.blit(image, image.get_rect(center=(round(middle[0]), round(middle[1]))))


def dashes(on: Surface, brush: Brush, box: Rect, colour: theme.Colour = theme.LEAF) -> None:
    """A dashed line around what is legal."""
    image = brush.keep(("dashes", box.size, colour), lambda: _dashes(brush, box.size, colour))
    on.blit(image, box, special_flags=pygame.BLEND_PREMULTIPLIED)


def _dashes(brush: Brush, size: tuple[int, int], colour: theme.Colour) -> Surface:
    def draw(image: Surface, times: float) -> None:
        thick = brush.u(4) * times
        wide, high = image.get_width() - thick, image.get_height() - thick
        radius = min(brush.u(14) * times, wide / 2, high / 2)
        path = _outline(wide, high, radius) + thick / 2
        steps = np.hypot(*np.diff(np.vstack([path, path[:1]]), axis=0).T)
        along = np.r_[0, np.cumsum(steps)]
        xs, ys = (np.r_[column, column[0]] for column in path.T)
        number = max(4, int(along[-1] / (brush.u(DASH) * times)))
        for dash in range(number):
            for part in np.linspace(dash, dash + 0.55, 24) * along[-1] / number:
                at = (float(np.interp(part, along, xs)), float(np.interp(part, along, ys)))
                pygame.draw.circle(image, colour, at, thick / 2)

    return smooth(size, draw, 2)


def _outline(wide: float, high: float, radius: float) -> Ring:
    """A rectangle with round corners, as many points."""
    corners = ((wide - radius, radius, -pi / 2), (wide - radius, high - radius, 0.0), (radius, high - radius, pi / 2))
    points = [
        (x + radius * cos(start + step * pi / 16), y + radius * cos(start + step * pi / 16 - pi / 2))
        for x, y, start in (*corners, (radius, radius, pi))
        for step in range(9)
    ]
    return np.array(points)


class Standing(NamedTuple):
    """A die as it is seen from the side: how far to the right, and how many dice are below it."""

    x: float
    level: int
    look: Look
    is_held: bool = False
    """It hangs over the others."""


def side_view(on: Surface, brush: Brush, box: Rect, title: str, stacks: Sequence[Sequence[Standing]]) -> None:
    """Stacks from the side, on a slip of paper; `x` of each in edges."""
    brush.panel(on, box, 14, shadow=8)
    brush.text(on, title, (box.left + brush.u(14), box.top + brush.u(18)), theme.SECOND, theme.INK_2, "strong")
    floor = box.bottom - brush.u(14)
    room = Rect(box.left + brush.u(14), box.top + brush.u(32), box.width - brush.u(28), floor - box.top - brush.u(32))
    on.fill(theme.colour("#856E5A"), (room.left - brush.u(2), floor, room.width + brush.u(4), brush.u(3)))
    spans = [(min(one.x for one in stack), max(one.x for one in stack) + 1.0) for stack in stacks]
    wide = sum(right - left for left, right in spans) + 0.8 * (len(spans) - 1)
    high = max((one.level + 1.0 + 0.2 * one.is_held for stack in stacks for one in stack), default=1.0)
    edge = min(brush.u(24), round(room.width / max(wide, 1.0)), round(room.height / high))
    x = room.centerx - wide * edge / 2
    for stack, (left, right) in zip(stacks, spans, strict=True):
        for one in stack:
            raised = one.level + (0.2 if one.is_held else 0.0)
            place = Rect(round(x + (one.x - left) * edge), round(floor - (raised + 1) * edge), edge, edge)
            on.blit(front(brush, one.look, edge), place, special_flags=pygame.BLEND_PREMULTIPLIED)
        x += (right - left + 0.8) * edge


def front(brush: Brush, look: Look, edge: int) -> Surface:
    """The active face of a die, straight from before; premultiplied."""
    return brush.keep(("front", look, edge), lambda: _front(brush, look, edge))


def _front(brush: Brush, look: Look, edge: int) -> Surface:
    team = theme.ICE if look.is_ice else brush.team(look.side)
    ink = theme.ICE_INK if look.is_ice else team.deep
    figure = rings(look.kind) if brush.has_icon(look.kind) else glyph(look.letter)

    def draw(image: Surface, times: float) -> None:
        wide = edge * times
        for inset, tone, corner in ((0.0, team.deep, 0.17), (0.05, team.base, 0.13), (0.14, theme.PLATE, 0.09)):
            face = Rect(0, 0, round((1 - 2 * inset) * wide), round((1 - 2 * inset) * wide))
            face.center = (round(wide / 2), round(wide / 2))
            is_disc = tone == theme.PLATE and look.side == "blue"
            pygame.draw.rect(image, tone, face, border_radius=face.width // 2 if is_disc else round(corner * wide))
        for ring, is_hole in figure:
            pygame.draw.polygon(image, theme.PLATE if is_hole else ink, (ring * 0.58 * wide + wide / 2).tolist())

    return smooth((edge, edge), draw, 4)
