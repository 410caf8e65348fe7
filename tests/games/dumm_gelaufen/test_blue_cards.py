from __future__ import annotations

from typing import Any

import pytest

from rumms.games.dumm_gelaufen.cards import MURPHYS
from rumms.games.dumm_gelaufen.game import GAME
from rumms.games.dumm_gelaufen.state import (
    Choose,
    Clearing,
    Drawing,
    Gave,
    Give,
    Got,
    HandsPassed,
    Lapsed,
    MacGot,
    Mixed,
    Moving,
    NotesChanged,
    PlacesChanged,
    Pulling,
    Renewed,
    SetAside,
    Shuffled,
    State,
    Wrapped,
    Wrapping,
)
from rumms.kernel.game import NATURE

from .table import DRAW, ONE, all_murphys, cards, choices, events, lay, play, pulled, refused, table, task, told

A, B, C = "b8 b9 b10", "y8 y9 y10 y11", "g8 g9"


def about_to_draw(word: str, *more: str, then: str = "...", first: int = 1, **lying: Any) -> State:
    """Three persons with the hands A, B and C; the next card of the draw pile is this one, and one is being drawn."""
    draw = " ".join((word, *more, then))
    return play(table(A, B, C, draw=draw, options={"first_player": first}, **lying), ONE)


@pytest.mark.rule("DUM-55")
def test_changing_places_exchanges_hand_and_murphy_card_with_the_left_neighbour():
    state = about_to_draw("B1", murphys="M28 M29 M24")
    after = play(state, DRAW)
    assert after.hands == (cards(B), cards(A), cards(C))
    assert after.murphys == ("M29", "M28", "M24")
    assert PlacesChanged(0, 1) in events(state, DRAW)
    assert task(after) == Moving(1)
    last = play(about_to_draw("B1", murphys="M28 M29 M24", first=3), DRAW)
    assert last.hands == (cards(C), cards(B), cards(A))
    assert last.murphys == ("M24", "M29", "M28")


@pytest.mark.rule("DUM-56")
def test_wrong_note_exchanges_murphy_cards_with_one_person_of_choice():
    state = play(about_to_draw("B2", murphys="M28 M29 M24"), DRAW)
    assert choices(state) == {Choose(2), Choose(3)}
    assert told(state, Choose(3)) == [NotesChanged(0, 2)]
    after = play(state, Choose(3))
    assert after.murphys == ("M24", "M29", "M28")
    assert after.hands == (cards(A), cards(B), cards(C))
    assert play(state, Choose(2)).murphys == ("M29", "M28", "M24")
    two = play(table(A, B, draw="B2 ...", murphys="M28 M29"), ONE, DRAW)
    assert choices(two) == {Choose(2)}


@pytest.mark.rule("DUM-57")
def test_all_to_the_left_passes_whole_hands_and_no_murphy_card():
    state = about_to_draw("B3", murphys="M28 M29 M24")
    after = play(state, DRAW)
    assert after.hands == (cards(C), cards(A), cards(B))
    assert after.murphys == ("M28", "M29", "M24")
    assert HandsPassed() in events(state, DRAW)


@pytest.mark.rule("DUM-57")
def test_green_cards_go_along():
    after = play(table("b8 b9 G1", B, draw="B3 ..."), ONE, DRAW)
    assert after.hands == (cards(B), cards("b8 b9 G1"))


@pytest.mark.rule("DUM-58")
def test_parting_gift_passes_two_number_cards_of_choice_to_the_left():
    state = play(about_to_draw("B4", first=2), DRAW)
    asked = []
    for word in ("y8", "y11", "g8", "g9", "b9", "b8"):
        now = task(state)
        assert isinstance(now, Wrapping)
        asked.append((now.seat, now.left))
        assert told(state, Give(cards(word)[0]), 0)[:1] == [Wrapped(now.seat)]
        state = play(state, Give(cards(word)[0]))
    assert asked == [(1, 2), (1, 1), (2, 2), (2, 1), (0, 2), (0, 1)]
    assert state.hands == (cards("b10 g8 g9"), cards("b8 b9 y9 y10"), cards("y8 y11"))


@pytest.mark.rule("DUM-58")
def test_gifts_are_chosen_in_secret_and_given_together():
    state = play(about_to_draw("B4"), DRAW)
    one, other = (play(state, Give(word)) for word in ("blue_08", "blue_09"))
    for seat in (1, 2):
        assert GAME.view(one, seat) == GAME.view(other, seat)
    assert GAME.view(one, 0) != GAME.view(other, 0)
    state = play(state, *(Give(each) for each in cards("b8 b9 y8 y9 g8")))
    assert (state.hands[0], state.hands[1], state.hands[2]) == (cards("b10"), cards("y10 y11"), cards("g9"))
    last = Give("green_09")
    assert told(state, last, 1)[:4] == [Wrapped(2), Gave(0, 1, 2), Got(1, cards("b8 b9")), Gave(1, 2, 2)]
    assert Got(1, cards("b8 b9")) not in told(state, last, 2)


@pytest.mark.rule("DUM-58")
def test_green_cards_and_cards_of_others_cannot_be_given():
    state = play(table("b8 b9 G1", B, draw="B4 ..."), ONE, DRAW)
    assert choices(state) == {Give("blue_08"), Give("blue_09")}
    assert refused(state, Give("G1"))[0] == refused(state, Give("yellow_08"))[0] == "DUM-58"


@pytest.mark.rule("DUM-59")
def test_slip_up_lets_each_draw_blindly_from_the_hand_to_the_right_clockwise():
    state = play(about_to_draw("B5", first=2), DRAW)
    assert GAME.actor(state) == NATURE
    assert task(state) == Pulling(1, 0)
    state = play(state, pulled("b8"))
    assert task(state) == Pulling(2, 1)
    state = play(state, pulled("b8"))
    assert task(state) == Pulling(0, 2)
    assert play(state, pulled("g8")).hands == (cards("b9 b10 g8"), cards(B), cards("b8 g9"))


@pytest.mark.rule("DUM-59")
def test_nothing_is_drawn_from_an_empty_hand():
    state = play(table(A, "", C, draw="B5 ..."), ONE, DRAW)
    assert task(state) == Pulling(0, 2)
    state = play(state, pulled("g8"))
    assert task(state) == Pulling(1, 0)
    state = play(state, pulled("b8"))
    assert task(state) == Pulling(2, 1)
    empty = play(table(A, C, "", draw="B5 ..."), ONE, DRAW)
    assert task(empty) == Pulling(1, 0)


@pytest.mark.rule("DUM-60")
def test_flood_of_cards_draws_three_number_cards_and_discards_action_cards_met_on_the_way():
    state = about_to_draw("B6", "g1 G1 g2 B3 g3", "g4")
    after = play(state, DRAW)
    assert after.hands[0] == cards(f"{A} g1 g2 g3")
    assert after.actions == cards("B6 G1 B3")
    assert after.draw[0] == "green_04"
    assert SetAside(cards("G1 B3")) in events(state, DRAW)
    assert task(after) == Moving(1)


@pytest.mark.rule("DUM-34", "DUM-60")
def test_a_flood_goes_on_after_a_shuffle_and_lapses_where_no_number_card_is_left():
    state = play(about_to_draw("B6", "g1 G1", then="", left="g2 g3 y1"), DRAW)
    assert task(state) == Drawing(0, 2, "numbers")
    after = play(state, Shuffled(cards("B6 G1 g2 g3")))
    assert after.hands[0] == cards(f"{A} g1 g2 g3")
    state = about_to_draw("B6", "g1 G1", then="")
    assert Lapsed(0) in events(state, DRAW)
    assert play(state, DRAW).hands[0] == cards(f"{A} g1")


@pytest.mark.rule("DUM-61")
def test_mac_tidies_up_lays_his_cards_on_number_piles_and_gives_him_seven_new_ones():
    state = play(about_to_draw("B7", "g1 g2 G1 g3 g4 g5 B3 g6 g7 g8", mac="b1 b2 b3"), DRAW)
    assert task(state) == Clearing(0)
    assert choices(state) == {lay(word, pile) for word in ("b1", "b2", "b3") for pile in ("left", "right")}
    assert refused(state, lay("b8"))[0] == refused(state, lay("b1", "mac"))[0] == "DUM-61"
    state = play(state, lay("b2", "left"), lay("b3", "right"))
    assert MacGot(cards("g1 g2 g3 g4 g5 g6 g7")) in events(state, lay("b1", "left"))
    state = play(state, lay("b1", "left"))
    assert state.piles == (cards("y1 b2 b1"), cards("y2 b3"))
    assert state.mac == cards("g1 g2 g3 g4 g5 g6 g7")
    assert state.actions == cards("B7 G1 B3")
    assert (state.draw[0], task(state)) == ("green_08", Moving(1))


@pytest.mark.rule("DUM-62")
def test_back_to_square_one_gives_everybody_a_new_murphy_card():
    state = about_to_draw("B8", murphys="M28 M29 M24", aside="M01 M02 M03 M04", first=2)
    after = play(state, DRAW)
    assert set(after.box) == {"M28", "M29", "M24"}
    assert after.murphys == ("M03", "M01", "M02")
    assert after.aside[0] == "M04"
    assert after.hands == (cards(A), cards(B), cards(C))
    heard = told(state, DRAW, 0)
    assert Renewed(0, "M03") in heard
    assert Renewed(1, "?") in heard
    assert len(all_murphys(after)) == 31


@pytest.mark.rule("DUM-62")
def test_all_murphy_cards_are_in_the_box_before_new_ones_are_given():
    """With one left aside they are shuffled in: anybody may get the task back that he had, or another's."""
    murphys = sorted(MURPHYS)
    fulfilled = tuple(" ".join(murphys[4 * seat : 4 * seat + 4]) for seat in range(6))
    held = " ".join(murphys[24:30])
    hands = ("b8 b9", "b10 b11", "y8 y9", "y10 y11", "g8 g9", "g10 g11")
    state = table(*hands, murphys=held, fulfilled=fulfilled, draw="B8 ...", options={"murphys_to_win": 5})
    mixing = play(state, ONE, DRAW)
    assert GAME.actor(mixing) == NATURE
    assert mixing.murphys == ("",) * 6
    assert {*mixing.aside, *mixing.box} == set(murphys[24:])
    assert play(mixing, Mixed(tuple(murphys[24:]))).murphys == tuple(murphys[24:30])
