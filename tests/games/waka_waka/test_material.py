from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from rumms.games.waka_waka.cards import ALL_GOODS, BOATS, CARDS, DECK, FIELDS, FIGURES, GOODS
from rumms.games.waka_waka.game import GAME
from rumms.games.waka_waka.state import Buy, Choose, Dealt, Options, Play, Sell, Supply
from rumms.kernel.refusal import BadOption
from rumms.kernel.session import begin

from .table import STOP, deal, dealt, offered, play, random_game, refused, table

CARD_COUNTS = {
    "handel": 20,
    "feuer": 3,
    "schamane": 7,
    "stammesaeltester": 4,
    "fackelwerfer": 4,
    "regenmacher": 4,
    "schimpanse": 8,
    "sammlerin": 4,
    "traeger": 4,
    "trommler": 4,
    "wahrsagerin": 4,
}


@pytest.mark.rule("WAK-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_players_have_a_stall_and_a_hand_each(seats: int):
    state = deal(seats=seats)
    assert len(state.hands) == len(state.stalls) == len(state.gold) == len(state.steps) == seats


@pytest.mark.rule("WAK-01")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_fewer_and_more_players_are_refused(seats: int):
    with pytest.raises(BadOption, match=f"2 to 4 players, not for {seats}"):
        GAME.new(seats, Options())


@pytest.mark.rule("WAK-01")
def test_a_stall_has_room_for_six_goods_and_a_display_for_three_cards():
    for move in random_game(3, 1):
        assert len(move.after.display) <= 3
        if move.after.tasks and move.after.tasks[0].ask == "play":
            assert all(len(stall) <= 6 for stall in move.after.stalls)


@pytest.mark.rule("WAK-01")
def test_the_record_numbers_the_seats_clockwise_from_one(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    session = begin(GAME, ("me",) * 4, Options(), seed=1, path=path)
    session.go_on()
    for figure in ("red", "blue", "brown"):
        session.play(Choose(figure))
    session.close()
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    assert lines[0]["seat"] == 0
    assert [line["seat"] for line in lines if line["move"]["do"] == "choose"] == [1, 2, 3, 4]


@pytest.mark.rule("WAK-02")
def test_the_box_holds_84_goods_66_cards_4_boats_and_4_figures():
    assert Counter(ALL_GOODS) == dict.fromkeys(GOODS, 14)
    assert len(GOODS) == 6
    assert len(ALL_GOODS) == 84
    assert Counter(DECK) == CARD_COUNTS
    assert len(DECK) == 66
    assert len(CARDS) == 11
    assert len(BOATS) == len(FIGURES) == 4


@pytest.mark.rule("WAK-02")
def test_boats_hold_2_3_3_and_4_goods_some_on_eyes():
    assert [(boat.price, len(boat.eyes), sum(boat.eyes)) for boat in BOATS.values()] == [
        (2, 2, 0),
        (3, 3, 1),
        (4, 3, 2),
        (5, 4, 2),
    ]
    assert len(FIELDS) == 12


@pytest.mark.rule("WAK-02")
def test_a_deal_without_one_of_them_or_with_one_twice_is_refused():
    new, (goods, cards) = GAME.new(2, Options()), (dealt().goods, dealt().cards)
    for wrong in (Dealt(goods[1:], cards), Dealt(goods, cards[1:]), Dealt((*goods[1:], "tee"), cards)):
        assert refused(new, wrong) == ("WAK-04", "Now all 84 goods and all 66 cards are shuffled.")
    for wrong in (Dealt(goods, (*cards[1:], "feuer")), Dealt((*goods, "tee"), cards), Dealt(cards, goods)):
        assert refused(new, wrong)[0] == "WAK-04"


@pytest.mark.rule("WAK-03")
def test_gold_is_a_sum_and_the_bank_never_runs_out():
    assert Options().bank_gold is None
    state = table("handel", "handel", stalls=["tee tee"], gold=(1000, 0))
    assert play(state, Play("handel"), Sell("tee")).gold == (1010, 0)


@pytest.mark.rule("WAK-03")
def test_a_bank_that_is_counted_pays_what_it_has():
    state = table("handel", "handel", stalls=["tee tee"], gold=(8, 8), bank_gold=20)
    assert state.bank == 4
    after = play(state, Play("handel"), Sell("tee"))
    assert (after.gold, after.bank) == ((12, 8), 0)
    assert offered(play(after, STOP), Supply) == {Supply(2, 0)}


@pytest.mark.rule("WAK-03")
def test_what_is_paid_lies_in_the_bank_again():
    state = play(table("handel", "handel", gold=(8, 8), bank_gold=20), Play("handel"), Buy("boat_3"))
    assert (state.gold, state.bank) == ((5, 8), 7)


@pytest.mark.rule("WAK-03")
def test_a_bank_too_small_for_the_beginning_is_refused():
    assert GAME.new(4, Options(bank_gold=32)).bank == 0
    with pytest.raises(BadOption, match="bank_gold must be at least 32"):
        GAME.new(4, Options(bank_gold=31))
