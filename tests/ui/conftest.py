"""Screens are tested without a display."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from rumms.ui.thinking import Inline, Mind, Thinker

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"


@pytest.fixture(scope="module")
def shared() -> Iterator[Thinker]:
    """A process that no test harms."""
    thinker = Thinker()
    yield thinker
    thinker.close()


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    made = Thinker()
    yield made
    made.close()


@pytest.fixture(params=["another process", "this one"])
def mind(request: pytest.FixtureRequest, shared: Thinker) -> Mind:
    return shared if request.param == "another process" else Inline()
