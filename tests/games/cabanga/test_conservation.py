from __future__ import annotations

from itertools import chain, product
from typing import Any

import pytest

from rumms.games.cabanga.cards import NUMBERS, ORDER, STARTS
from rumms.games.cabanga.game import GAME
from rumms.games.cabanga.state import State

from .table import numbers_lying, random_game

OPTIONS = [
    {"throw_window": window, "auto_ok": auto_ok, "minus_points": way}
    for window, auto_ok, way in product(("ok", "until_next_play"), ("never", "always"), ("centre", "edge"))
]
FURTHER = [{"end_at": 5}, {"rounds": 1}, {"first_player": 3}, {"end_at": 30, "rounds": 2}]
ALL, EIGHT = set(NUMBERS), set(STARTS)
GAMES = 6
"""Of each sort: 192 together, and the further ones."""


def check_cards(state: State) -> None:
    """Each number card lies in one place, and a start card under each pile of the rows."""
    numbers = (*state.pile, *state.discard, *chain.from_iterable(state.hands), *numbers_lying(state))
    assert len(numbers) == 72
    assert set(numbers) == ALL
    piles = list(chain.from_iterable(state.rows))
    assert {pile[0] for pile in piles} == EIGHT
    assert sum(map(len, piles)) == 8 + len(numbers_lying(state))


def check_games(seats: int, seeds: range, options: dict[str, Any]) -> None:
    for seed in seeds:
        moves = random_game(seats, seed, **options)
        for move in moves:
            state = move.after
            check_cards(state)
            assert all(list(hand) == sorted(hand, key=ORDER.__getitem__) for hand in state.hands)
            for hand, answer in zip(state.hands, state.answers, strict=False):
                assert set(hand).issuperset(answer or ())
        assert GAME.actor(moves[-1].after) is None
        assert GAME.winners(moves[-1].after)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options.values()))
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_game_ends_and_no_card_is_ever_lost_or_added(seats: int, options: dict[str, Any]):
    check_games(seats, range(100, 100 + GAMES), options)


@pytest.mark.parametrize("options", FURTHER, ids=str)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_other_aims_lose_and_add_no_card_either(seats: int, options: dict[str, Any]):
    check_games(seats, range(200, 203), options)
