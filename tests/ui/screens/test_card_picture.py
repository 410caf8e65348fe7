"""The picture of a card table that is kept from frame to frame: it always shows the newest state."""

from __future__ import annotations

import pygame
import pytest

from rumms.ui.draw.brush import Surface
from rumms.ui.screens.card_picture import CardPicture

from .card_desk import CARD_GAMES, sit_at, walk
from .conftest import Opened

TRANSITIONS = 60
"""So many that Python uses the addresses of old views again."""


@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_table_at_rest_shows_the_newest_state_after_every_move(opened: Opened, game: str):
    desk = opened((640, 360))
    states = [state for state, _ in walk(game, 1)][:TRANSITIONS]
    seats = len(states[0].areas if game == "kawumm" else states[0].hands)
    table = sit_at(desk, game, states[0], seats, eyes=0)
    for number, state in enumerate(states):
        table.view = table.seen(state)
        if number % 2:  # this one was in motion, and nobody has seen it at rest
            continue
        shown, anew = Surface(desk.app.window.get_size()), Surface(desk.app.window.get_size())
        table.picture.paint(shown)
        CardPicture(table).paint(anew)
        assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(anew, "RGB"), number
