from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from rumms.games.waka_waka.cards import BACK, FIELDS, FIRE
from rumms.games.waka_waka.events import Began, Chose, HandedBack, PileMade
from rumms.games.waka_waka.game import GAME
from rumms.games.waka_waka.state import Ask, Choose, Dealt, Options, Shuffled, State
from rumms.kernel.choices import Shuffles
from rumms.kernel.game import NATURE, Forced
from rumms.kernel.refusal import BadOption

from .table import ask, choices, deal, dealt, end_turn, offered, play, refused, told

GOODS = "tee salz felle felle felle stoffe stoffe schmuck fruechte fruechte tee tee"
STOCK = "salz salz salz tee schmuck fruechte"
BY_BOAT = ["boat_2"] * 2 + ["boat_3"] * 3 + ["boat_4"] * 3 + ["boat_5"] * 4
WITH_FIRE = "feuer handel handel handel handel handel"


def begun(*hands: str, seats: int = 2, top: str = "", **options: Any) -> State:
    """A game after its deal, before anybody has chosen a figure."""
    return play(GAME.new(seats, Options(**options)), dealt(*hands, seats=seats, top=top))


@pytest.mark.rule("WAK-04")
def test_goods_are_laid_from_the_cheapest_boat_up_and_the_rest_is_the_pile():
    state = deal(goods=f"{GOODS} {STOCK}")
    assert [spot.good for spot in state.boats if spot] == GOODS.split()
    assert len(state.heap) == 84 - 12 - 6
    assert [field.boat for field in FIELDS.values()] == ["boat_2"] * 2 + ["boat_3"] * 3 + ["boat_4"] * 3 + [
        "boat_5"
    ] * 4


@pytest.mark.rule("WAK-04")
def test_the_pile_of_goods_is_face_down_and_its_top_comes_first():
    state = deal(goods=f"{GOODS} {STOCK} schmuck schmuck tee")
    assert state.heap[:3] == ("schmuck", "schmuck", "tee")
    assert all(GAME.view(state, seat).heap == (BACK,) * 66 for seat in range(2))


@pytest.mark.rule("WAK-05")
def test_goods_lie_face_up_on_eyes_and_face_down_elsewhere():
    state = deal(goods=GOODS)
    for seat in range(2):
        seen = [spot.good for spot in GAME.view(state, seat).boats if spot]
        assert seen == "? ? felle ? ? stoffe stoffe ? fruechte fruechte ? ?".split()  # noqa: SIM905


@pytest.mark.rule("WAK-06")
def test_six_more_goods_lie_face_up_in_the_village():
    state = deal(goods=f"{GOODS} {STOCK}")
    assert state.village == ("fruechte", "salz", "salz", "salz", "tee", "schmuck")
    assert GAME.view(state, 1).village == state.village


@pytest.mark.rule("WAK-07")
def test_the_fire_burns_at_the_beginning():
    assert deal().burning


@pytest.mark.rule("WAK-08")
def test_each_chooses_a_figure_in_seat_order_and_begins_on_step_0():
    state = begun(seats=3, first_player=2)
    assert (ask(state), GAME.actor(state)) == (Ask.FIGURE, 0)
    assert choices(state) == {Choose("red"), Choose("blue"), Choose("purple"), Choose("brown")}
    assert told(state, Choose("purple")) == [Chose(0, "purple")]
    state = play(state, Choose("purple"))
    assert GAME.actor(state) == 1
    assert choices(state) == {Choose("red"), Choose("blue"), Choose("brown")}
    assert refused(state, Choose("purple")) == ("WAK-08", "Now choose a figure that nobody has yet.")
    state = play(state, Choose("red"), Choose("brown"))
    assert state.figures == ("purple", "red", "brown")
    assert state.steps == (0, 0, 0)
    assert GAME.actor(state) == 1


@pytest.mark.rule("WAK-08")
def test_the_last_of_four_gets_the_figure_that_is_left():
    state = play(begun(seats=4), Choose("red"), Choose("brown"), Choose("blue"))
    assert GAME.legal(state) == Forced((Choose("purple"),))


@pytest.mark.rule("WAK-09")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_gets_8_gold_and_6_cards_and_the_rest_is_the_draw_pile(seats: int):
    state = deal("handel schamane schamane", "schimpanse", seats=seats)
    assert state.gold == (8,) * seats
    assert all(len(hand) == 6 for hand in state.hands)
    assert len(state.pile) == 66 - 6 * seats
    assert state.hands[0].count("schamane") == 2
    assert "schimpanse" in state.hands[1]
    assert state.stalls == ((),) * seats


@pytest.mark.rule("WAK-09")
def test_hands_are_dealt_face_down():
    state = deal()
    assert GAME.view(state, 0).hands[1] == (BACK,) * 6
    assert GAME.view(state, 1).hands[0] == (BACK,) * 6


@pytest.mark.rule("WAK-10")
def test_a_dealt_fire_card_is_handed_back_for_another_and_turns_no_tile():
    action = dealt(WITH_FIRE, "schimpanse schimpanse schimpanse schimpanse schimpanse schimpanse", top="wahrsagerin")
    state = GAME.new(2, Options())
    assert told(state, action) == [Began(0), HandedBack(1)]
    state = play(state, action)
    assert state.hands[0] == ("handel",) * 5 + ("wahrsagerin",)
    assert state.burning


@pytest.mark.rule("WAK-10")
def test_cards_are_handed_back_until_no_hand_holds_one():
    cards = ["feuer", *["handel"] * 5, "feuer", *["schamane"] * 5, "feuer", "trommler", "sammlerin"]
    action = dealt(" ".join(cards[:6]), " ".join(cards[6:12]), top=" ".join(cards[12:]))
    state = play(GAME.new(2, Options()), action)
    assert state.hands == (("handel",) * 5 + ("trommler",), ("schamane",) * 5 + ("sammlerin",))
    assert FIRE not in (*state.hands[0], *state.hands[1])
    assert state.pile.count(FIRE) == 3
    assert len(state.pile) == 54


@pytest.mark.rule("WAK-11")
def test_fire_cards_handed_back_are_shuffled_into_the_draw_pile():
    state = begun(WITH_FIRE)
    assert GAME.actor(state) == NATURE
    assert GAME.legal(state) == Shuffles(state.pile, Shuffled)
    assert refused(state, Shuffled(state.pile[1:]))[0] == "WAK-11"
    mixed = state.pile[::-1]
    assert told(state, Shuffled(mixed)) == [PileMade(54)]
    after = play(state, Shuffled(mixed))
    assert after.pile == mixed
    assert mixed[0] == FIRE
    assert GAME.actor(after) == 0


@pytest.mark.rule("WAK-11")
def test_without_a_fire_card_in_the_deal_nothing_is_shuffled_anew():
    assert ask(begun()) is Ask.FIGURE


@pytest.mark.rule("WAK-12")
def test_seat_1_begins_unless_the_players_say_otherwise():
    assert Options().first_player == 1
    assert deal(seats=4).turn == 0


@pytest.mark.rule("WAK-12")
@pytest.mark.parametrize("first", [1, 2, 3])
def test_the_players_say_who_begins(first: int):
    state = GAME.new(3, Options(first_player=first))
    assert told(state, dealt(seats=3)) == [Began(first - 1)]
    assert GAME.actor(deal(seats=3, first_player=first)) == first - 1


@pytest.mark.rule("WAK-12")
def test_a_seat_that_is_not_there_cannot_begin():
    with pytest.raises(BadOption, match="first_player is 3, but there are only 2 seats"):
        GAME.new(2, Options(first_player=3))


@pytest.mark.rule("WAK-13")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_go_clockwise(seats: int):
    state, turns = deal(seats=seats, first_player=2), []
    for _ in range(seats + 2):
        turns.append(state.turn)
        state = end_turn(state)
    assert turns[0] == 1
    assert all(after == (before + 1) % seats for before, after in pairwise(turns))


def test_nothing_but_a_deal_is_legal_at_the_beginning():
    state = GAME.new(2, Options())
    assert GAME.actor(state) == NATURE
    assert isinstance(GAME.legal(state).sample(Random(1)), Dealt)
    assert refused(state, Choose("red"))[0] == "WAK-04"
    assert offered(begun(), Choose)
