"""A formation in small: a kingdom with its castle and its dice, as its side sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from rumms.games.rumms.presets import DRAWN_ON, Preset
from rumms.games.rumms.state import Side
from rumms.physics.model import EDGE
from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.draw.dice import Look, dice_of
from rumms.ui.draw.view import TILT
from rumms.ui.theme import Colour

KINGDOM: Final = DRAWN_ON.length / 2
"""Centimetres that a kingdom is long ..."""
CASTLE: Final = 7.0
"""... and where the middle of its castle is."""
GROUNDS: Final = {
    "red": (theme.colour("#EFD5B6"), theme.colour("#E9C6A6")),
    "blue": (theme.colour("#D3DFD6"), theme.colour("#BFD3D3")),
}


def kingdom(on: Surface, brush: Brush, box: Rect, preset: Preset, side: Side, border: Colour = theme.LINE) -> None:
    """The wall is on the inner side; what has no spot is left out."""
    on.blit(brush.sheet(box.size, 12, *GROUNDS[side], border, 2), box)
    image = brush.keep(("kingdom", preset.spots, side, box.size), lambda: _painted(brush, box.size, preset, side))
    on.blit(image, box)


def _painted(brush: Brush, size: tuple[int, int], preset: Preset, side: Side) -> Surface:
    image = Surface(size, pygame.SRCALPHA)
    u = brush.u
    field = Rect((0, 0), size).inflate(-u(16), -u(16))
    is_red = side is Side.RED
    middle = DRAWN_ON.width / 2
    places = [(spot.x, spot.y) if is_red else (KINGDOM - spot.x, 2 * middle - spot.y) for spot in preset.spots]
    castle_x = CASTLE if is_red else KINGDOM - CASTLE
    left = min([castle_x - 4, *(x - 1 for x, _ in places)])
    right = max([castle_x + 4, *(x + 1 for x, _ in places)])
    high = max([4.0, *(abs(y - middle) for _, y in places)]) + 1.4
    scale = min(field.width / (right - left), field.height / (2 * high), u(18))
    origin = field.centerx - (left + right) / 2 * scale, field.centery + middle * scale
    team = brush.team(side)
    castle = Rect(0, 0, round(8 * scale), round(8 * scale))
    castle.center = (round(origin[0] + castle_x * scale), round(origin[1] - middle * scale))
    image.blit(brush.sheet(castle.size, 3, theme.mix(team.light, theme.PAPER, 0.3), team.light, team.base, 1), castle)
    dice, edge = dice_of(brush), max(6, round(EDGE * scale))
    rows = zip(_levels(places), places, preset.spots, strict=True)
    for level, (x, y), spot in sorted(rows, key=lambda one: (one[0], -one[1][1])):
        picture = dice.picture(Look(spot.kind, spot.kind[:1].upper(), str(side), (True,) * 6), edge)
        at = (round(origin[0] + x * scale), round(origin[1] - y * scale - TILT * edge * level))
        image.blit(picture, picture.get_rect(center=at))
    return image


def _levels(places: Sequence[tuple[float, float]]) -> list[int]:
    """How high each die stands, if they are set in this order, each on whatever lies there."""
    levels: list[int] = []
    for x, y in places:
        below = [
            level
            for (other_x, other_y), level in zip(places, levels, strict=False)
            if abs(other_x - x) < EDGE and abs(other_y - y) < EDGE
        ]
        levels.append(max(below, default=-1) + 1)
    return levels
