from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from rumms.games.dumm_gelaufen.cards import ACTIONS, BACK, BLUE, DECK, GREEN, MURPHYS, NUMBERS
from rumms.games.dumm_gelaufen.game import GAME
from rumms.games.dumm_gelaufen.state import Dealt, Moving, Options, RoundBegan, SetAside, State
from rumms.kernel.game import NATURE
from rumms.kernel.refusal import BadOption

from .table import TWO, cards, deal, dealt, refused, table, task, told

SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])


@pytest.mark.rule("DUM-05")
def test_nature_shuffles_two_packs():
    state = GAME.new(3, Options())
    assert GAME.actor(state) == NATURE
    legal = GAME.legal(state)
    drawn = [legal.sample(Random(seed)) for seed in range(600)]
    assert all(isinstance(deal_, Dealt) and deal_ in legal for deal_ in drawn)
    assert {deal_.cards[0] for deal_ in drawn if isinstance(deal_, Dealt)} == set(DECK)
    assert {deal_.murphys[-1] for deal_ in drawn if isinstance(deal_, Dealt)} == set(MURPHYS)


@pytest.mark.rule("DUM-05")
def test_nothing_else_can_be_done_before():
    assert refused(GAME.new(2, Options()), TWO)[0] == "DUM-05"
    good = dealt()
    assert refused(GAME.new(2, Options()), Dealt(good.murphys, good.cards))[0] == "DUM-05"


@pytest.mark.rule("DUM-06")
@SEATS
def test_each_person_has_one_murphy_card_that_nobody_else_sees(seats: int):
    state = deal(seats=seats, murphys="M07 M09 M13")
    assert state.murphys[:2] == ("M07", "M09")
    assert len(set(state.murphys)) == seats
    assert len(state.aside) == 31 - seats
    assert not set(state.aside) & set(state.murphys)
    for seat in range(seats):
        seen = GAME.view(state, seat)
        assert seen.murphys == tuple(murphy if owner == seat else BACK for owner, murphy in enumerate(state.murphys))
        assert set(seen.aside) == {BACK}


@pytest.mark.rule("DUM-07")
@SEATS
def test_the_dealers_left_neighbour_gets_8_cards_and_each_next_person_one_more(seats: int):
    assert [len(hand) for hand in deal(seats=seats).hands] == [8 + place for place in range(seats)]


@pytest.mark.rule("DUM-07")
def test_the_players_say_who_deals():
    state = deal("b1", "b2", "b3", "b4", seats=4, dealer=2)
    assert [len(hand) for hand in state.hands] == [10, 11, 8, 9]
    assert ["blue_01" in state.hands[2], "blue_02" in state.hands[3], "blue_03" in state.hands[0]] == [True] * 3
    assert deal(seats=4, dealer=4).hands == deal(seats=4).hands


@pytest.mark.rule("DUM-07")
def test_a_dealer_who_is_not_there_is_refused():
    with pytest.raises(BadOption, match="dealer is 3, but there are only 2 seats"):
        GAME.new(2, Options(dealer=3))


@pytest.mark.rule("DUM-08")
@SEATS
def test_mac_gets_seven_number_cards_for_all_to_see(seats: int):
    state = deal(seats=seats, rest="b1 y1 g1 b2 y2 g2 b3 y3")
    assert sorted(state.mac) == sorted(cards("b1 y1 g1 b2 y2 g2 b3"))
    assert all(GAME.view(state, seat).mac == state.mac for seat in range(seats))


@pytest.mark.rule("DUM-09")
@SEATS
def test_one_number_card_begins_each_number_pile_and_the_rest_is_the_draw_pile(seats: int):
    state = deal(seats=seats, rest="b1 y1 g1 b2 y2 g2 b3 y3 g3 G1")
    assert state.piles == (cards("y3"), cards("g3"))
    assert state.draw[0] == "G1"
    assert len(state.draw) == 88 - sum(map(len, state.hands)) - 9
    for seat in range(seats):
        assert set(GAME.view(state, seat).draw) == {BACK}


@pytest.mark.rule("DUM-10")
def test_played_action_cards_have_a_pile_of_their_own():
    assert deal().actions == ()
    state = deal("B1", rest="b1 y1 g1 b2 y2 g2 b3 y3 g3")
    assert state.actions == ("B1",)
    assert state.piles == (cards("y3"), cards("g3"))


def random_deals(number: int = 60) -> list[State]:
    new = GAME.new(4, Options())
    return [GAME.apply(new, GAME.legal(new).sample(Random(seed))).state for seed in range(number)]


@pytest.mark.rule("DUM-11")
def test_with_mac_and_on_the_number_piles_lie_number_cards_only():
    for state in random_deals():
        assert NUMBERS.keys() >= {*state.mac, *state.piles[0], *state.piles[1]}
        assert (len(state.mac), len(state.piles[0]), len(state.piles[1])) == (7, 1, 1)


@pytest.mark.rule("DUM-12")
def test_an_action_card_there_goes_to_the_action_pile_and_the_next_number_card_replaces_it():
    """Action cards met on the way go there, too."""
    state = deal(rest="b1 y1 G1 b2 y2 B2 b3 G3 g3 G4 B5 g1 g2 y3 b4")
    assert sorted(state.mac) == sorted(cards("b1 y1 b2 y2 b3 g1 g2"))
    assert state.piles == (cards("y3"), cards("g3"))
    assert state.actions == cards("G1 G4 B5 B2 G3")
    assert state.draw[0] == "blue_04"


@pytest.mark.rule("DUM-12")
def test_everybody_hears_which_action_cards_were_put_aside():
    new, chance = GAME.new(2, Options()), dealt("B1", rest="b1")
    assert told(new, chance, 0) == told(new, chance, 1) == [RoundBegan(1, 0), SetAside(("B1",))]


@pytest.mark.rule("DUM-13")
def test_blue_cards_in_hands_are_replaced_likewise_from_the_dealers_left_on_before_mac_and_piles():
    state = deal("B1 b1", "b2 B2", seats=2, dealer=1, rest="B3 y1 y2 y3 y4 y5 y6 G1 g1 g2 G2 g3 g4 g5 g6")
    assert {"green_03", "blue_02"} <= set(state.hands[0])
    assert {"green_02", "blue_01"} <= set(state.hands[1])
    assert state.actions == cards("B1 B2 G2 B3 G1")
    assert set(state.mac) == set(cards("g4 y1 y2 y3 y4 y5 y6"))
    assert state.piles == (cards("g5"), cards("g1"))
    assert state.draw[0] == "green_06"


@pytest.mark.rule("DUM-13")
def test_no_hand_ever_begins_with_a_blue_card_and_all_have_their_number():
    met = Counter[str]()
    for state in random_deals():
        assert not BLUE & {card for hand in state.hands for card in hand}
        assert [len(hand) for hand in state.hands] == [8, 9, 10, 11]
        met.update(card for card in state.actions)
    assert set(met) == set(ACTIONS)


@pytest.mark.rule("DUM-14")
def test_green_cards_in_hands_are_kept():
    state = deal("G1 G2", "G8")
    assert set(cards("G1 G2")) <= set(state.hands[0])
    assert "G8" in state.hands[1]
    assert state.actions == ()
    assert any(GREEN & set(state.hands[0]) for state in random_deals())


@pytest.mark.rule("DUM-15")
@pytest.mark.parametrize(("options", "first"), [({}, 0), ({"dealer": 1}, 1), ({"dealer": 2, "first_player": 2}, 1)])
def test_the_dealers_left_neighbour_begins_unless_the_players_say_otherwise(options: dict[str, Any], first: int):
    state = deal(seats=3, **options)
    assert task(state) == Moving(first)
    assert told(GAME.new(3, Options(**options)), dealt(seats=3)) == [RoundBegan(1, first)]


@pytest.mark.rule("DUM-15")
def test_a_first_player_who_is_not_there_is_refused():
    with pytest.raises(BadOption, match="first_player is 3, but there are only 2 seats"):
        GAME.new(2, Options(first_player=3))
    assert table("b8", "b9").turn == 0
