from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rumms.games.kawumm.state import State

from .table import random_game


def lying_about(state: State) -> Counter[str]:
    """All cards, wherever they lie."""
    cards = Counter((*state.pile, *state.discard, *state.shown))
    for row in (*state.middle, *(row for area in state.areas for row in area.rows)):
        cards[row.kind] += row.cards
    for area in state.areas:
        cards.update(area.complete)
    return cards


@pytest.mark.parametrize("option", [{}, {"chain_reaction": True}, {"may_give_up_kinds": True}, {"discard_open": False}])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_card_is_ever_lost_or_added(seats: int, option: dict[str, Any]):
    for seed in range(4):
        for move in random_game(seats, seed, **option):
            assert lying_about(move.after) == Counter(move.after.deck)
