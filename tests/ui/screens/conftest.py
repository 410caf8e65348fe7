"""Every test of a screen has a window of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame
import pytest

from rumms.ui import app

from .desk import Desk, Ear

Opened = Callable[..., Desk]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    """Opens windows, and closes them."""
    monkeypatch.setattr(app, "Sound", Ear)
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
