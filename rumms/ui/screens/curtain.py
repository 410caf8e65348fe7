"""The curtain: several people sit at one screen, and hide from each other what is theirs alone."""

from __future__ import annotations

from math import cos
from typing import Final

import numpy as np
import pygame

from rumms.language import say
from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Surface
from rumms.ui.tables.layout import Layout
from rumms.ui.theme import colour, mix

CLOTH: Final = (colour("#7E3550"), colour("#4A1F38"))
FOLD: Final = 64
"""From a fold to the next."""


def paint_curtain(on: Surface, table: Layout, name: str) -> None:
    """Nothing but cloth, and who is to come."""
    brush = table.brush
    cloth = brush.keep("curtain", lambda: _cloth(brush))
    on.blit(cloth, (0, 0))
    if not name:
        return
    middle = brush.size[0] / 2
    y = brush.size[1] * 0.36
    disc = brush.sheet((brush.u(110), brush.u(110)), 55, theme.PAPER, theme.PAPER_2, theme.HONEY, 4)
    on.blit(disc, disc.get_rect(center=(round(middle), round(y))))
    brush.put_icon(on, "person", (middle, y), 66, theme.INK)
    text = say("Now it is {name}'s turn", name=name)
    text, px = brush.fitted(text, brush.size[0] * 0.9, 40, "display", theme.BODY)
    brush.outlined(on, text, (middle, y + brush.u(98)), px, theme.PAPER, colour("#2A1029"), 3)
    second = say("The others look away, please.")
    brush.text(on, second, (middle, y + brush.u(142)), theme.BUTTON, colour("#F0D9E4"), "strong", "centre")


def _cloth(brush: Brush) -> Surface:
    wide, high = brush.size
    image = Surface((wide, high))
    fold = FOLD * brush.scale
    tones = np.array([mix(*CLOTH, 0.5 - 0.5 * cos(2 * np.pi * x / fold)) for x in range(wide)])
    pixels = pygame.surfarray.pixels3d(image)
    fade = np.linspace(1.08, 0.72, high)[None, :, None]
    pixels[:] = np.clip(tones[:, None, :] * fade, 0, 255).astype("uint8")
    del pixels
    return image
