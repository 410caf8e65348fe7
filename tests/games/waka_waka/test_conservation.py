from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rumms.games.waka_waka.cards import ALL_GOODS, DECK, FIRE, ORDER
from rumms.games.waka_waka.events import Bought, Rained, Rose, Sold, Supplied
from rumms.games.waka_waka.game import GAME
from rumms.games.waka_waka.state import Action, Options, State
from rumms.kernel.bots import RandomBot, play_out
from rumms.kernel.game import heard
from rumms.kernel.session import Transition, begin, load

from .table import cards_of, goods_of, random_game

OPTIONS: list[dict[str, Any]] = [
    {},
    *({"ladder": ladder} for ladder in ("I", "II", "III", "IV")),
    {"bank_gold": 40},
    {"gold_open": False, "elder_shows_to": "player"},
    {"substitute_needs_no_trade": False, "chimp_same_boat": False},
    {"gold_symbol_cards": ("handel", "schamane", "stammesaeltester", "regenmacher", "schimpanse", "traeger")},
    {"gold_symbol_cards": (), "first_player": 2},
]
GAMES = int(os.environ.get("RUMMS_RANDOM_GAMES", "1"))
"""Of each of 30 sorts; RUMMS_RANDOM_GAMES=34 plays 1,020 together."""
SOME = 25
"""Of so many moves one is looked at by everybody."""
BOX, GOODS = Counter(DECK), Counter(ALL_GOODS)


def check_material(state: State) -> None:
    """Each card and each good lies in one place, and in the right order."""
    assert cards_of(state) == BOX
    assert goods_of(state) == GOODS
    for row in (*state.hands, *state.stalls, state.village):
        assert list(row) == sorted(row, key=ORDER.__getitem__)
    assert not any(FIRE in hand for hand in state.hands)
    assert min(state.gold) >= 0
    assert max(state.steps) <= 5


def brought(move: Transition[State, Action]) -> int:
    """How much gold the bank has paid in this move, less what it got."""
    total = 0
    for event in heard(GAME.apply(move.before, move.action).events, None):
        match event:
            case Bought(_, _, price):
                total -= price
            case Rose(_, _, _, gold):
                total -= gold
            case Sold(_, _, gold) | Rained(_, gold) | Supplied(_, _, gold):
                total += gold
    return total


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_game_ends_and_no_card_good_or_gold_is_ever_lost_or_added(seats: int, options: dict[str, Any]):
    for seed in range(100, 100 + GAMES):
        moves = random_game(seats, seed, **options)
        for move in moves:
            check_material(move.after)
            assert sum(move.after.gold) - sum(move.before.gold) == brought(move)
            if move.after.bank is not None:
                assert sum(move.after.gold) + move.after.bank == 40
                assert move.after.bank >= 0
        assert GAME.actor(moves[-1].after) is None
        assert len(GAME.winners(moves[-1].after)) == 1


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_a_seat_cannot_see_can_be_dealt_anew_and_nothing_it_sees_changes(seats: int, options: dict[str, Any]):
    for seed in range(100, 100 + GAMES):
        rng = Random(seed)
        for move in random_game(seats, seed, **options)[seed % SOME :: SOME]:
            for seat in range(seats):
                view = GAME.view(move.after, seat)
                assert GAME.view(GAME.guess(view, seat, rng), seat) == view


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_record_replays_to_the_same_states(seats: int, options: dict[str, Any], tmp_path: Path):
    for seed in range(100, 100 + GAMES):
        path = tmp_path / f"{seed}.jsonl"
        session = begin(GAME, ("random",) * seats, Options(**options), seed, path)
        play_out(session, ("random",) * seats, dict.fromkeys(range(seats), RandomBot(GAME)))
        session.close()
        loaded = load(path, lambda _: GAME)
        assert loaded.session.past == session.past
        assert loaded.winners == tuple(seat + 1 for seat in sorted(GAME.winners(session.state)))
