"""A window that nobody sees, for pictures that go into files: no display is needed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pygame

from rumms.ui.draw.brush import Brush, Surface


@contextmanager
def unseen(size: tuple[int, int], text: float = 1.0) -> Iterator[tuple[Brush, Surface]]:
    """A brush and something to paint on, of that size; texts may be larger."""
    before = os.environ.get("SDL_VIDEODRIVER")
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    try:
        pygame.display.set_mode(size)
        yield Brush(size, text=text), Surface(size)
    finally:
        pygame.display.quit()
        if before is None:
            del os.environ["SDL_VIDEODRIVER"]
        else:
            os.environ["SDL_VIDEODRIVER"] = before
