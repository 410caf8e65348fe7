from __future__ import annotations

import json
from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import pytest

from rumms.games.cabanga.cards import COLOUR, COLOURS, MINUS, NUMBERS, STARTS, VALUE
from rumms.games.cabanga.game import GAME
from rumms.games.cabanga.state import Dealt, Options, Play, RoundEnded, Step
from rumms.kernel.refusal import BadOption
from rumms.kernel.session import begin

from .table import COSTS, LAST, deal, dealt, ending, refused, told


@pytest.mark.rule("CAB-01")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_three_to_six_players_have_a_hand_and_a_total_each(seats: int):
    state = deal(seats=seats)
    assert len(state.hands) == len(state.totals) == seats


@pytest.mark.rule("CAB-01")
@pytest.mark.parametrize("seats", [0, 1, 2, 7])
def test_fewer_and_more_players_are_refused(seats: int):
    with pytest.raises(BadOption, match=f"3 to 6 players, not for {seats}"):
        GAME.new(seats, Options())


@pytest.mark.rule("CAB-01")
def test_the_record_numbers_the_seats_clockwise_from_one(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    session = begin(GAME, ("me",) * 4, Options(), seed=1, path=path)
    session.go_on()
    while len(session.past) < 30:
        session.play(GAME.legal(session.state).sample(Random(len(session.past))))
    session.close()
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    assert [line["seat"] for line in lines if line["move"]["do"] == "play"][:5] == [1, 2, 3, 4, 1]
    assert lines[0]["seat"] == 0


@pytest.mark.rule("CAB-02")
def test_the_72_number_cards_are_1_to_18_once_in_each_colour():
    found = Counter((card.colour, card.value) for card in NUMBERS.values())
    assert found == Counter(product(("red", "blue", "purple", "yellow"), range(1, 19)))
    assert len(NUMBERS) == 72
    assert set(deal().deck) == set(NUMBERS)
    assert [colour.name["de"] for colour in COLOURS.values()] == ["Rot", "Blau", "Lila", "Gelb"]


@pytest.mark.rule("CAB-02")
def test_a_deal_without_one_of_them_or_with_one_twice_is_refused():
    new, (starts, cards) = GAME.new(3, Options()), (dealt().starts, dealt().cards)
    for wrong in (cards[1:], (*cards[1:], cards[1]), (*cards, cards[0]), ("red_19", *cards[1:])):
        rule, sentence = refused(new, Dealt(starts, wrong))
        assert rule == "CAB-58"
        assert sentence == "Now everything is dealt anew: 8 start cards and 72 number cards."


@pytest.mark.rule("CAB-03")
def test_there_is_one_row_for_each_colour():
    assert len(deal().rows) == 4
    hand = "red_02 blue_02 purple_02 yellow_02"
    for place, card in enumerate(hand.split()):
        rows = GAME.apply(deal(hand), Play(card, "left")).state.rows
        assert [len(row.left) for row in rows] == [2 if place == each else 1 for each in range(4)]
    assert list(COLOURS) == ["red", "blue", "purple", "yellow"]


@pytest.mark.rule("CAB-04")
def test_there_are_eight_start_cards_without_a_colour():
    assert [VALUE[card] for card in STARTS] == [1, 3, 5, 7, 12, 14, 16, 18]
    assert COLOUR.keys().isdisjoint(STARTS)
    assert len(NUMBERS) + len(STARTS) + len(COLOURS) == 84
    assert sorted(card for row in deal().rows for pile in row for card in pile) == sorted(STARTS)


@pytest.mark.rule("CAB-05")
@pytest.mark.parametrize("way", ["centre", "edge"])
def test_a_card_left_in_the_hand_costs_what_its_value_says(way: str):
    for card, number in NUMBERS.items():
        assert MINUS[way][card] == COSTS[way][number.value]
        if number.colour != "red":
            state = ending("red_10", card, minus_points=way, end_at=200)
            (ended,) = (event for event in told(state, LAST) if isinstance(event, RoundEnded))
            assert ended.minus[2] == COSTS[way][number.value]


@pytest.mark.rule("CAB-05")
def test_unless_agreed_otherwise_the_middle_values_cost_most():
    assert Options().minus_points == "centre"
    after = GAME.apply(ending("blue_09", "blue_18"), LAST).state
    assert after.totals == (0, 3, 1)
    assert after.step is Step.DEAL
