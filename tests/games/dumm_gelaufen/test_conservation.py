from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rumms.games.dumm_gelaufen.cards import DECK, MURPHYS, ORDER
from rumms.games.dumm_gelaufen.game import GAME

from .table import all_cards, all_murphys, random_game

OPTIONS: list[dict[str, Any]] = [
    {},
    {"mix_draw_and_discard": True},
    {"check_at_turn_start": False, "murphys_to_win": 1},
    {"stall_turns": 2, "stalled_rounds": 40, "murphys_to_win": 5},
]
GAMES = 3
"""Of each sort."""


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_game_ends_and_no_card_is_ever_lost_or_added(seats: int, options: dict[str, Any]):
    for seed in range(100, 100 + GAMES):
        moves = random_game(seats, seed, **options)
        for move in moves:
            state = move.after
            assert all_cards(state) == Counter(DECK)
            assert all_murphys(state) == sorted(MURPHYS)
            assert all(list(hand) == sorted(hand, key=ORDER.__getitem__) for hand in state.hands)
        assert GAME.actor(moves[-1].after) is None
        assert GAME.winners(moves[-1].after)
