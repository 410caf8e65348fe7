"""What somebody knows of cards that he cannot see."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest

from rumms.games.dumm_gelaufen.lots import (
    DRAW,
    Lot,
    dealt,
    found,
    gift,
    hand,
    held,
    moved,
    pinned,
    put,
    slipped,
    somewhere,
    split,
    sure,
    without,
)

ONE, TWO, THREE = hand(0), hand(1), hand(2)


def test_places_are_different_bits():
    places = [*(hand(seat) for seat in range(6)), *(gift(seat) for seat in range(6)), DRAW]
    assert len(set(places)) == 13
    assert all(place.bit_count() == 1 for place in places)


def test_cards_that_were_put_somewhere_are_known_to_be_there():
    lots = put(put((), "ba", ONE), "c", ONE)
    assert lots == (Lot(ONE, ("a", "b", "c")),)
    assert sure(lots, ONE) == ("a", "b", "c")
    assert sure(lots, TWO) == ()


def test_a_card_that_is_found_is_struck_off():
    lots = put(put((), "ab", ONE | TWO), "c", TWO)
    assert found(lots, "a", ONE) == (Lot(TWO, ("c",)), Lot(ONE | TWO, ("b",)))


def test_of_cards_that_are_alike_the_surest_is_struck_off():
    lots = put(put((), "a", ONE), "ab", ONE | TWO)
    assert found(lots, "a", ONE) == (Lot(ONE | TWO, ("a", "b")),)
    assert found(lots, "a", TWO) == (Lot(ONE, ("a",)), Lot(ONE | TWO, ("b",)))


def test_where_another_might_have_been_the_one_it_may_be_where_the_first_might_have_been():
    lots = put(put((), "a", ONE | TWO), "aab", ONE | THREE)
    assert found(lots, "a", ONE) == (Lot(ONE | THREE, ("b",)), Lot(ONE | TWO | THREE, ("a", "a")))


def test_a_card_that_slipped_away_was_one_of_those_that_can():
    lots = put(put((), "abc", ONE), "d", TWO)
    assert slipped(lots, ONE, THREE, {"a", "b"}) == (
        Lot(ONE, ("c",)),
        Lot(TWO, ("d",)),
        Lot(ONE | THREE, ("a", "b")),
    )
    assert slipped(lots, THREE, ONE, {"a", "d"}) == lots


def test_what_is_not_there_must_be_elsewhere():
    lots = put((), "abc", ONE | TWO)
    assert without(lots, ONE) == (Lot(TWO, ("a", "b", "c")),)
    assert without(lots, ONE, {"a"}) == (Lot(TWO, ("a",)), Lot(ONE | TWO, ("b", "c")))


def test_places_can_change():
    lots = put(put((), "a", ONE), "b", TWO | DRAW)
    assert moved(lots, {ONE: TWO, TWO: ONE}) == (Lot(TWO, ("a",)), Lot(ONE | DRAW, ("b",)))
    assert moved(lots, {}) == lots


def test_who_holds_cards_knows_that_they_are_nowhere_else():
    lots = put(put((), "a", ONE), "aab", ONE | TWO)
    assert held(lots, "ab", ONE) == (Lot(TWO, ("a", "a")),)
    assert somewhere(held(lots, "aa", ONE), TWO) == ("a", "b")


def test_cards_can_be_pinned_to_a_place():
    lots = put((), "aab", ONE | TWO)
    assert pinned(lots, "a", ONE) == (Lot(ONE, ("a",)), Lot(ONE | TWO, ("a", "b")))
    assert pinned(pinned(lots, "a", ONE), "aa", ONE) == (Lot(ONE, ("a", "a")), Lot(ONE | TWO, ("b",)))


def test_places_can_be_told_card_by_card():
    lots = put((), "ab", ONE)
    assert split(lots, lambda card, places: TWO if card == "a" else places) == (Lot(ONE, ("b",)), Lot(TWO, ("a",)))


def test_cards_are_dealt_to_where_they_can_be_as_many_as_there_is_room_for():
    lots = put(put(put((), "a", ONE), "bcd", ONE | TWO), "efgh", TWO | THREE)
    seen = set()
    for seed in range(300):
        cards = dealt(lots, {ONE: 2, TWO: 3, THREE: 3}, Random(seed))
        assert cards is not None
        assert [len(cards[place]) for place in (ONE, TWO, THREE)] == [2, 3, 3]
        assert "a" in cards[ONE]
        assert set(cards[ONE]) <= set("abcd")
        assert set(cards[THREE]) <= set("efgh")
        seen.add("".join(sorted(cards[THREE])))
    assert seen == {"efg", "efh", "egh", "fgh"}


@pytest.mark.parametrize("seed", range(20))
def test_others_make_room_where_all_places_of_a_card_are_taken(seed: int):
    lots = put(put(put((), "ab", ONE | TWO), "cd", TWO | THREE), "ef", THREE | ONE)
    cards = dealt(lots, {ONE: 4, TWO: 1, THREE: 1}, Random(seed))
    assert cards is not None
    assert set(cards[ONE]) >= {"e", "f"} - set(cards[THREE])
    assert sorted(chain.from_iterable(cards.values())) == list("abcdef")


def test_what_does_not_fit_is_said():
    assert dealt(put((), "ab", ONE), {ONE: 1, TWO: 1}, Random(1)) is None
