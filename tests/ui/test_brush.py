"""The brush: what it paints quickly looks like what would be painted plainly."""

from __future__ import annotations

from typing import Any

import numpy as np
import pygame
import pytest

from rumms.ui.draw import brush as brushes
from rumms.ui.draw.brush import Brush, gradient, rings
from rumms.ui.theme import mix

TOP, BOTTOM = (252, 246, 234), (43, 34, 51)
INK = (10, 20, 30)


def plain_mask(width: int, height: int, radius: int) -> pygame.Surface:
    """All of it painted four times larger, then shrunk."""
    large = pygame.Surface((4 * width, 4 * height), pygame.SRCALPHA)
    large.fill((255, 255, 255, 0))
    pygame.draw.rect(large, (255, 255, 255, 255), large.get_rect(), border_radius=4 * radius)
    return pygame.transform.smoothscale(large, (width, height))


def plain_glow(mask: pygame.Surface, blur: int, alpha: int) -> np.ndarray[Any, Any]:
    """How opaque it is, all of it blurred by pygame."""
    opacity = np.pad(pygame.surfarray.array_alpha(mask) * (alpha / 255), 2 * blur).astype("uint8")
    grey = pygame.surfarray.make_surface(np.repeat(opacity[..., None], 3, axis=2))
    return pygame.surfarray.array3d(pygame.transform.gaussian_blur(grey, blur))[..., 0].astype(int)


@pytest.mark.parametrize(
    ("width", "height", "radius"), [(300, 90, 14), (90, 300, 14), (40, 40, 20), (200, 9, 30), (1, 1, 5)]
)
def test_a_mask_is_the_same_whether_all_of_it_is_painted_or_only_its_corners(width: int, height: int, radius: int):
    made = Brush((1280, 720)).mask(width, height, radius)
    assert made.get_size() == (width, height)
    assert (pygame.surfarray.array_alpha(made) == pygame.surfarray.array_alpha(plain_mask(width, height, radius))).all()
    assert made.get_at((width // 2, height // 2))[:3] == (255, 255, 255)


@pytest.mark.parametrize(
    ("width", "height", "radius", "blur", "alpha"),
    [
        (300, 90, 14, 4, 95),
        (300, 90, 14, 9, 255),
        (90, 300, 20, 17, 200),
        (120, 120, 60, 20, 180),
        (60, 20, 5, 30, 255),
    ],
)
def test_a_glow_looks_as_if_all_of_it_were_blurred(width: int, height: int, radius: int, blur: int, alpha: int):
    on = pygame.Surface((width + 4 * blur, height + 4 * blur), pygame.SRCALPHA)
    Brush((1280, 720)).glow(on, pygame.Rect(2 * blur, 2 * blur, width, height), radius, blur, alpha, INK)
    made = pygame.surfarray.array_alpha(on).astype(int)
    expected = plain_glow(plain_mask(width, height, radius), blur, alpha)
    assert made.max() > 20
    assert np.abs(made - expected).max() <= 4, "of 255"


@pytest.mark.parametrize("height", [1, 2, 7, 300])
def test_a_gradient_mixes_two_colours_row_by_row(height: int):
    made = gradient(3, height, TOP, BOTTOM)
    rows = [made.get_at((2, y))[:] for y in range(height)]
    assert rows == [(*mix(TOP, BOTTOM, y / max(1, height - 1)), 255) for y in range(height)]


def test_the_holes_of_an_icon_are_told_from_its_outlines():
    for name in ("king", "dice", "settings"):
        outlines = rings(name)
        assert not outlines[0][1]
        for ring, is_hole in outlines:
            around = sum(brushes._is_inside(ring[0], other) for other, _ in outlines if other is not ring)  # noqa: SLF001
            assert bool(around % 2) == is_hole
    square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    inside = [brushes._is_inside(np.array(at), square) for at in ((0.5, 0.5), (1.5, 0.5), (0.5, -0.5), (-0.5, 0.5))]  # noqa: SLF001
    assert inside == [True, False, False, False]
