"""Greedy is a bot one has to respect."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rumms.games.waka_waka.bots import BOTS, Prospect, expected
from rumms.games.waka_waka.cards import LADDERS
from rumms.games.waka_waka.game import GAME
from rumms.games.waka_waka.state import (
    Action,
    Buy,
    Discard,
    Enough,
    Give,
    Lay,
    Look,
    Play,
    Rise,
    Sell,
    Share,
    State,
    Substitute,
    Supply,
    Take,
    Use,
    Visit,
)
from rumms.games.waka_waka.value import stall_worth
from rumms.kernel.bots import make
from rumms.kernel.game import NATURE, Forced
from rumms.kernel.refusal import BadBot
from rumms.lab import matches
from rumms.lab.matches import Here, Plan

from .table import NO, STOP, play, random_game, table

EVERY_LADDER = pytest.mark.parametrize("ladder", LADDERS)


def decision(state: State) -> Action:
    seat = GAME.actor(state)
    assert seat is not None
    view = GAME.view(state, seat)
    chosen: Action = make("greedy", GAME, BOTS).choose(view, seat, GAME.legal(view), Random(1))
    assert chosen in GAME.legal(state)
    return chosen


def test_there_are_three_bots_weakest_first():
    assert list(BOTS) == ["random", "greedy", "search"]


def test_greedy_has_no_use_for_a_budget():
    with pytest.raises(BadBot, match="The bot 'greedy' takes no budget"):
        make("greedy:5", GAME, BOTS)


# What it decides.


@pytest.mark.parametrize("step", range(5))
@EVERY_LADDER
def test_it_rises_as_soon_as_it_can(ladder: str, step: int):
    kinds = ("fruechte", "felle", "salz", "tee", "stoffe")
    goods = [kind for kind, size in zip(kinds, LADDERS[ladder].tasks[step], strict=False) for _ in range(size)]
    state = table("handel schimpanse", "handel", stalls=[" ".join(goods)], steps=(step, 0), ladder=ladder)
    assert decision(state) == Play("handel")
    assert isinstance(decision(play(state, Play("handel"))), Rise)


def test_it_rises_by_the_shaman_too():
    assert decision(table("schamane schimpanse", "handel", gold=(12, 8))) == Play("schamane")


def test_it_buys_when_it_has_nothing():
    state = table("handel handel schimpanse", "handel")
    assert decision(state) == Play("handel")
    assert isinstance(decision(play(state, Play("handel"))), Buy)


def test_it_prefers_the_boat_that_it_knows_to_help():
    boats = ("tee salz", "stoffe salz felle", "tee tee felle", "fruechte schmuck salz salz")
    state = table("handel", "handel", stalls=["tee"], gold=(4, 8), boats=boats)
    assert decision(play(state, Play("handel"))) == Buy("boat_4")


def test_it_sells_what_it_cannot_rise_with_when_it_can_buy_nothing():
    state = table("handel", "handel", stalls=["tee tee tee tee"], steps=(1, 0), gold=(1, 8))
    assert decision(state) == Play("handel")
    assert decision(play(state, Play("handel"))) == Sell("tee")


def test_it_pays_with_what_the_step_after_needs_least():
    state = table("handel", "handel", stalls=["tee tee tee salz salz"], steps=(3, 0))
    assert decision(play(state, Play("handel"))) == Rise(("salz", "salz", "tee", "tee"))


def test_it_lays_its_poorest_cards_for_a_trade_that_lets_it_rise():
    state = table("schimpanse schimpanse schimpanse schamane", "handel", stalls=["tee tee"])
    assert decision(state) == Substitute()
    assert decision(play(state, Substitute())) == Lay(("schimpanse",) * 3)


def test_it_takes_the_good_that_completes_a_step():
    state = table("sammlerin", "handel", stalls=["tee salz"], steps=(1, 0), gold=(8, 0))
    assert decision(state) == Play("sammlerin")
    assert decision(play(state, Play("sammlerin"))) in {
        Take("fruechte"),
        Take("felle"),
        Take("stoffe"),
        Take("schmuck"),
    }


def test_it_gives_away_what_helps_least():
    state = table("handel", "handel", stalls=["tee tee tee salz salz felle"], steps=(4, 0))
    state = play(state, Play("handel"), Buy("boat_2"))
    assert decision(state) in {Give("felle"), Give("salz"), Give("tee")}
    assert decision(state) != Give("tee") or state.stalls[0].count("tee") > 3


def test_it_exchanges_a_good_for_the_missing_one():
    state = table("traeger", "handel", stalls=["tee salz salz felle"], steps=(2, 0), gold=(8, 0))
    assert decision(state) == Play("traeger")
    state = play(state, Play("traeger"))
    assert decision(state) == Give("salz")
    assert decision(play(state, Give("salz"))) in {Take("fruechte"), Take("stoffe"), Take("schmuck")}


def test_it_shares_what_helps_and_not_what_does_not():
    state = table("sammlerin", "schimpanse", stalls=["", "tee salz"], steps=(0, 1))
    assert decision(play(state, Play("sammlerin"), Take("fruechte"))) == Share()
    state = table("trommler handel", "handel")
    assert decision(play(state, Play("trommler"), Discard("handel"))) == NO


def test_it_uses_the_best_card_of_a_hand_shown():
    state = table("stammesaeltester", "schimpanse handel wahrsagerin", stalls=["tee tee"])
    assert decision(state) == Play("stammesaeltester")
    assert decision(play(state, Play("stammesaeltester"), Visit(2))) == Use("handel")


def test_it_visits_the_fullest_hand():
    state = play(table("stammesaeltester", "handel", "handel handel"), Play("stammesaeltester"))
    assert decision(state) == Visit(3)


def test_it_looks_where_it_could_buy():
    state = play(table("schimpanse", "handel", gold=(4, 8)), Play("schimpanse"))
    assert decision(state) == Look(("boat_3.2", "boat_3.3"))


def test_it_exchanges_poor_cards_and_keeps_good_ones():
    state = play(table("trommler schimpanse handel", "handel"), Play("trommler"))
    assert decision(state) == Discard("schimpanse")
    assert decision(play(state, Discard("schimpanse"))) == Enough()


def test_it_takes_cards_while_its_hand_is_small_and_gold_when_it_is_full_of_good_ones():
    assert decision(play(table("schimpanse", "handel"), STOP)) == Supply(3, 0)
    hand = "handel schamane stammesaeltester fackelwerfer wahrsagerin sammlerin"
    assert decision(play(table(hand, "handel", gold=(4, 8)), STOP)) == Supply(0, 3)


def test_it_discards_its_poorest_card():
    hand = "handel schamane schimpanse sammlerin wahrsagerin trommler"
    state = play(table(hand, "handel", pile="regenmacher ..."), STOP, Supply(1, 2))
    assert decision(state) == Discard("schimpanse")


def test_unknown_goods_count_as_any_on_average():
    task = (2,)
    one = expected(task, ("tee",), 1)
    same, other = stall_worth(task, ("tee", "tee")), stall_worth(task, ("salz", "tee"))
    assert one == pytest.approx(same / 6 + 5 * other / 6)
    assert expected(task, ("tee",), 0) == stall_worth(task, ("tee",))


# Laws.


@pytest.mark.parametrize(
    "options",
    [{}, {"gold_open": False}, {"gold_symbol_cards": ("handel", "schamane", "stammesaeltester", "schimpanse")}],
    ids=str,
)
@pytest.mark.parametrize("seats", [2, 4])
def test_its_choice_is_legal_everywhere_and_does_not_depend_on_what_is_hidden(seats: int, options: dict[str, Any]):
    for seed in range(3):
        for moment in random_game(seats, seed, **options):
            state, seat = moment.before, moment.seat
            if seat == NATURE or isinstance(GAME.legal(state), Forced):
                continue
            chosen = decision(state)
            anew = GAME.guess(GAME.view(state, seat), seat, Random(seed))
            assert decision(anew) == chosen


def test_every_sort_of_action_can_be_weighed():
    met: set[type] = set()
    for seed in range(12):
        for moment in random_game(3, seed):
            if moment.seat != NATURE:
                prospect = Prospect(GAME.view(moment.before, moment.seat), moment.seat)
                assert isinstance(prospect.of(moment.action), float | int)
                met.add(type(moment.action))
    assert len(met) == 18


@EVERY_LADDER
def test_greedy_games_never_stall(ladder: str):
    """Well under fifty rounds on every ladder."""
    for seats in (2, 4):
        bots = make("greedy", GAME, BOTS)
        for seed in range(3):
            rng, turns = Random(seed), 0
            state = GAME.new(seats, GAME.options(ladder=ladder))
            while (seat := GAME.actor(state)) is not None:
                view = GAME.view(state, seat)
                legal = GAME.legal(view)
                action = legal.sample(rng) if seat == NATURE else bots.choose(view, seat, legal, rng)
                before, state = state.turn, GAME.apply(state, action).state
                turns += before != state.turn
                assert turns < 50 * seats


def test_it_beats_a_random_bot_in_95_of_100_games():
    *_, match = matches.play(Plan("waka_waka", ("greedy", "random"), games=40, seed=1), Here(), 1)
    assert match.bots[0].wins >= 38
