"""Where a mat is on the screen: centimetres to pixels and back, zoom and pan."""

from __future__ import annotations

from typing import Final

import pygame

from rumms.physics.model import EDGE, Mat

TILT: Final = 0.36
"""How many pixels up the screen one pixel of height moves a point."""
CLOSEST: Final = 4.0
"""How much a mat can be enlarged."""


class View:
    """A mat in an area of the screen. x goes right and y goes up, as on paper; the footprint is true to scale."""

    def __init__(self, mat: Mat, area: pygame.Rect) -> None:
        self.mat, self.area = mat, area
        self.zoom = 1.0
        self.fit = min(area.width / mat.length, area.height / mat.width)
        """Pixels a centimetre if the whole mat is to be seen."""
        self.centre = (mat.length / 2, mat.width / 2)
        """What is seen in the middle of the area."""

    @property
    def scale(self) -> float:
        """Pixels a centimetre."""
        return self.fit * self.zoom

    @property
    def edge(self) -> int:
        """How many pixels wide a die is."""
        return max(4, round(EDGE * self.scale))

    @property
    def window(self) -> pygame.Rect:
        """The part of the screen in which an enlarged mat is seen."""
        return self.area if self.zoom > 1.0 else self.box

    @property
    def box(self) -> pygame.Rect:
        """Where the whole mat is; it may reach beyond the area."""
        left, top = self.at(0.0, self.mat.width)
        return pygame.Rect(
            round(left), round(top), round(self.mat.length * self.scale), round(self.mat.width * self.scale)
        )

    def at(self, x: float, y: float, z: float = 0.0) -> tuple[float, float]:
        """The pixel of a point, so many centimetres above the mat."""
        return (
            self.area.centerx + (x - self.centre[0]) * self.scale,
            self.area.centery - (y - self.centre[1] + TILT * z) * self.scale,
        )

    def under(self, pixel: tuple[float, float], z: float = 0.0) -> tuple[float, float]:
        """The point of the mat at a pixel, or that at a height above it."""
        return (
            self.centre[0] + (pixel[0] - self.area.centerx) / self.scale,
            self.centre[1] - (pixel[1] - self.area.centery) / self.scale - TILT * z,
        )

    def zoom_at(self, pixel: tuple[float, float], times: float) -> None:
        """Enlarge so many times; the point under the pixel stays where it is, if it can."""
        x, y = self.under(pixel)
        self.zoom = min(max(self.zoom * times, 1.0), CLOSEST)
        moved_x, moved_y = self.under(pixel)
        self._look_at(self.centre[0] + x - moved_x, self.centre[1] + y - moved_y)

    def pan(self, dx: float, dy: float) -> None:
        """Move the picture by so many pixels."""
        self._look_at(self.centre[0] - dx / self.scale, self.centre[1] + dy / self.scale)

    def _look_at(self, x: float, y: float) -> None:
        """Look there, but never beyond the mat."""
        half = (1.0 - 1.0 / self.zoom) / 2
        wide, high = half * self.mat.length, half * self.mat.width
        middle_x, middle_y = self.mat.length / 2, self.mat.width / 2
        self.centre = (
            min(max(x, middle_x - wide), middle_x + wide),
            min(max(y, middle_y - high), middle_y + high),
        )
