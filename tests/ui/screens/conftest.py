"""Every test of a screen has a window of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import pygame
import pytest

from rumms.games.rumms.hands import LEVELS
from rumms.ui import app
from rumms.ui.draw.brush import Brush

from .desk import Desk, Ear

Opened = Callable[..., Desk]
SEED = 5
"""Of every game that is begun: bots and Nature do the same each time."""
FLICKS = 60
"""That a bot tries out for a hint: a screen shows a good one as it shows the best."""


@lru_cache(8)
def brush_of(size: tuple[int, int], **looks: Any) -> Brush:
    """Windows that look the same share their pictures: to make them takes longer than most tests."""
    return Brush(size, **looks)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    """Opens windows, and closes them."""
    monkeypatch.setattr(app, "Sound", Ear)
    monkeypatch.setattr(app, "Brush", brush_of)
    monkeypatch.setattr("secrets.randbits", lambda _: SEED)
    monkeypatch.setitem(LEVELS, "master", LEVELS["master"]._replace(budget=FLICKS))
    app.open_display()
    desks: list[Desk] = []

    def open_one(*values: object, **settings: object) -> Desk:
        desks.append(Desk(*values, **settings))  # type: ignore[arg-type]
        return desks[-1]

    yield open_one
    for one in desks:
        one.app.close()
    pygame.display.quit()


@pytest.fixture
def desk(opened: Opened) -> Desk:
    """A window of the usual size."""
    return opened()
