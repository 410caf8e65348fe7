from __future__ import annotations

from itertools import chain, pairwise
from random import Random

import pytest

from rumms.games.cabanga.cards import BACK, NUMBERS, STARTS
from rumms.games.cabanga.game import GAME
from rumms.games.cabanga.state import Dealt, Options, Play, RoundBegan, Row, Shuffled, Step
from rumms.kernel.game import NATURE
from rumms.kernel.refusal import BadOption

from .table import LAST, OK, all_pass, deal, dealt, ending, play, random_game, refused, table, throw, told

SEATS = pytest.mark.parametrize("seats", [3, 4, 5, 6])


@pytest.mark.rule("CAB-06")
def test_seat_1_begins_unless_the_players_say_otherwise():
    assert Options().first_player == 1
    assert GAME.actor(deal(seats=4)) == 0


@pytest.mark.rule("CAB-06")
@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_the_players_say_who_begins(first: int):
    state = GAME.new(4, Options(first_player=first))
    assert told(state, dealt(seats=4)) == [RoundBegan(1, first - 1)]
    assert GAME.actor(play(state, dealt(seats=4))) == first - 1


@pytest.mark.rule("CAB-06")
def test_a_seat_that_is_not_there_cannot_begin():
    with pytest.raises(BadOption, match="first_player is 4, but there are only 3 seats"):
        GAME.new(3, Options(first_player=4))


@pytest.mark.rule("CAB-07")
@SEATS
@pytest.mark.parametrize("window", ["ok", "until_next_play"])
def test_play_goes_clockwise(seats: int, window: str):
    state = deal(seats=seats, throw_window=window)
    turns = []
    for _ in range(seats + 2):
        turns.append(GAME.actor(state))
        state = all_pass(play(state, GAME.legal(state).sample(Random(1))))
    assert turns == [*range(seats), 0, 1]


@pytest.mark.rule("CAB-07")
@SEATS
def test_every_turn_is_the_left_neighbours(seats: int):
    turns = [move.before for move in random_game(seats, seed=1) if isinstance(move.action, Play)]
    assert len(turns) > 20
    for turn, following in pairwise(turns):
        assert following.turn == (turn.turn + 1) % seats


@pytest.mark.rule("CAB-08")
def test_a_start_card_lies_left_and_right_of_each_row_card_for_all_to_see():
    order = tuple(reversed(STARTS))
    state = GAME.apply(GAME.new(3, Options()), Dealt(order, dealt().cards)).state
    assert state.rows == (
        Row(("start_18",), ("start_16",)),
        Row(("start_14",), ("start_12",)),
        Row(("start_07",), ("start_05",)),
        Row(("start_03",), ("start_01",)),
    )
    assert all(GAME.view(state, seat).rows == state.rows for seat in range(3))


@pytest.mark.rule("CAB-08")
def test_the_start_cards_are_shuffled():
    state = GAME.new(3, Options())
    assert GAME.actor(state) == NATURE
    legal = GAME.legal(state)
    deals = [legal.sample(Random(seed)) for seed in range(100)]
    assert all(drawn in legal for drawn in deals)
    for place in range(8):
        assert {drawn.starts[place] for drawn in deals if isinstance(drawn, Dealt)} == set(STARTS)


@pytest.mark.rule("CAB-08")
def test_exactly_the_eight_start_cards_are_laid():
    state, cards = GAME.new(3, Options()), dealt().cards
    for wrong in (STARTS[1:], (*STARTS[1:], STARTS[1]), ("red_01", *STARTS[1:])):
        assert refused(state, Dealt(wrong, cards))[0] == "CAB-58"
    for action in (OK, Play("red_01", "left"), Shuffled(cards)):
        assert refused(state, action)[0] == "CAB-58"


@pytest.mark.rule("CAB-09")
@SEATS
def test_each_player_is_dealt_eight_cards(seats: int):
    cards = tuple(reversed(NUMBERS))
    state = GAME.apply(GAME.new(seats, Options()), Dealt(STARTS, cards)).state
    assert [len(hand) for hand in state.hands] == [8] * seats
    for seat in range(seats):
        assert set(state.hands[seat]) == set(cards[8 * seat : 8 * seat + 8])


@pytest.mark.rule("CAB-09")
def test_all_number_cards_are_shuffled():
    legal = GAME.legal(GAME.new(3, Options()))
    deals = [legal.sample(Random(seed)) for seed in range(1000)]
    for place in (0, 8, 71):
        assert {drawn.cards[place] for drawn in deals if isinstance(drawn, Dealt)} == set(NUMBERS)


@pytest.mark.rule("CAB-10")
@pytest.mark.parametrize(("seats", "cards"), [(3, 48), (4, 40), (5, 32), (6, 24)])
def test_the_rest_is_the_face_down_penalty_pile(seats: int, cards: int):
    state = deal(seats=seats)
    assert len(state.pile) == cards
    assert {*state.pile, *chain.from_iterable(state.hands)} == set(NUMBERS)
    assert all(GAME.view(state, seat).pile == (BACK,) * cards for seat in range(seats))


@pytest.mark.rule("CAB-11")
def test_the_discard_pile_begins_empty():
    assert deal().discard == ()


@pytest.mark.rule("CAB-11")
def test_the_discard_pile_begins_empty_in_every_round():
    state = play(table("red_06", "red_07", "blue_18"), Play("red_06", "left"), throw("red_07"), OK)
    assert state.discard == ("red_07",)
    assert play(state, dealt()).discard == ()


@pytest.mark.rule("CAB-12")
def test_after_a_round_the_next_one_is_dealt():
    state = play(ending("blue_09", "blue_18"), LAST)
    assert state.step is Step.DEAL
    assert GAME.actor(state) == NATURE
    assert told(state, dealt()) == [RoundBegan(2, 1)]
    assert play(state, dealt()).number == 2


@pytest.mark.rule("CAB-12")
@SEATS
def test_a_game_has_several_rounds(seats: int):
    began = [event for move in random_game(seats, 2, end_at=60) for event in move.events if type(event) is RoundBegan]
    assert [event.number for event in began] == [*range(1, len(began) + 1)]
    assert len(began) > 1
