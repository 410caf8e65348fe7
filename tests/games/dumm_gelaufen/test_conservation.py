from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rumms.games.dumm_gelaufen.cards import DECK, MURPHYS, ORDER
from rumms.games.dumm_gelaufen.game import GAME
from rumms.games.dumm_gelaufen.state import Options
from rumms.kernel.bots import RandomBot, play_out
from rumms.kernel.session import begin, load

from .table import all_cards, all_murphys, random_game

OPTIONS: list[dict[str, Any]] = [
    {},
    {"mix_draw_and_discard": True},
    {"check_at_turn_start": False, "murphys_to_win": 1},
    {"stall_turns": 2, "stalled_rounds": 40, "murphys_to_win": 5},
]
GAMES = int(os.environ.get("RUMMS_RANDOM_GAMES", "1"))
"""Of each of 20 sorts; RUMMS_RANDOM_GAMES=50 plays 1,000 together."""
SOME = 25
"""Of so many moves one is looked at by everybody."""


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


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_what_a_seat_cannot_see_can_be_dealt_anew_and_nothing_it_sees_changes(seats: int, options: dict[str, Any]):
    for seed in range(100, 100 + GAMES):
        rng = Random(seed)
        for move in random_game(seats, seed, **options)[seed % SOME :: SOME]:
            for seat in range(seats):
                view = GAME.view(move.after, seat)
                assert GAME.view(GAME.guess(view, seat, rng), seat) == view


@pytest.mark.parametrize(("seats", "options"), [*zip((3, 6, 2, 5), OPTIONS, strict=True)], ids=str)
def test_every_record_replays_to_the_same_states(seats: int, options: dict[str, Any], tmp_path: Path):
    for seed in range(100, 100 + GAMES):
        path = tmp_path / f"{seed}.jsonl"
        session = begin(GAME, ("random",) * seats, Options(**options), seed, path)
        play_out(session, ("random",) * seats, dict.fromkeys(range(seats), RandomBot(GAME)))
        session.close()
        loaded = load(path, lambda _: GAME)
        assert loaded.session.past == session.past
        assert loaded.winners == tuple(seat + 1 for seat in sorted(GAME.winners(session.state)))
