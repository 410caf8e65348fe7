from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
import pytest

from rumms.ui.kit.screen import Screen

if TYPE_CHECKING:
    from .conftest import Plan

DOWN = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_LEFT, mod=0)
UP = pygame.event.Event(pygame.KEYUP, key=pygame.K_LEFT, mod=0)
QUIT = pygame.event.Event(pygame.QUIT)


class Counting(Screen):
    """Counts the keys that come."""

    count = 0

    def handle(self, event: pygame.event.Event) -> bool:
        """A key, or something else."""
        self.count += event.type == pygame.KEYDOWN
        return True


@pytest.mark.parametrize(
    ("frames", "number"),
    [
        ([[DOWN, UP, DOWN, UP, QUIT]], 2),
        ([[DOWN], [DOWN], [DOWN, QUIT]], 3),
        ([[DOWN], [DOWN, UP, DOWN, QUIT]], 2),
    ],
    ids=["tapped twice", "held", "tapped twice in a slow frame"],
)
def test_a_key_is_repeated_only_while_it_is_held(
    plan: Plan, monkeypatch: pytest.MonkeyPatch, frames: list[list[pygame.event.Event]], number: int
):
    """A repeat comes of a clock, so in a slow frame it comes although the key has long been let go."""
    plan.app.open(screen := Counting())
    coming = iter(frames)
    monkeypatch.setattr(pygame.event, "get", lambda: next(coming))
    plan.app.run()
    assert screen.count == number
