"""What all games share: who hears what, and choices that are listed."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from rumms.catalogue import GAMES, Entry
from rumms.kernel.game import Forced, Listed, Secret, heard
from rumms.kernel.options import from_words

EVENTS = ("open", Secret(1, "drew an ace", "drew a card"), Secret(0, "sees the pile"), "open too")


@pytest.mark.parametrize(
    ("seat", "hears"),
    [
        (0, ["open", "drew a card", "sees the pile", "open too"]),
        (1, ["open", "drew an ace", "open too"]),
        (2, ["open", "drew a card", "open too"]),
        (None, ["open", "drew an ace", "sees the pile", "open too"]),
    ],
)
def test_a_secret_is_heard_by_one_seat_and_by_nobodys_ears(seat: int | None, hears: list[str]):
    assert list(heard(EVENTS, seat)) == hears


def test_a_secret_of_others_may_be_anything_but_none():
    assert list(heard((Secret(1, "a", ""), Secret(1, "b", 0), Secret(1, "c", ())), 0)) == ["", 0, ()]


def test_nothing_happened_and_nobody_hears_of_it():
    assert list(heard((), 0)) == list(heard((), None)) == []


def test_listed_choices_are_drawn_each_as_likely_as_the_next():
    rng = Random(1)
    drawn = [Listed("abcd").sample(rng) for _ in range(4000)]
    assert set(drawn) == set("abcd")
    assert all(900 < drawn.count(choice) < 1100 for choice in "abcd")


def test_a_forced_choice_is_the_only_one():
    forced = Forced(["a"])
    assert forced.sample(Random(1)) == "a"
    assert "a" in forced
    assert "b" not in forced


@pytest.mark.parametrize("entry", GAMES.values(), ids=list(GAMES))
def test_what_suits_a_table_is_made_of_options_of_the_game(entry: Entry):
    for bots in product((None, "greedy"), repeat=entry.game.seats[0]):
        words = entry.game.defaults(bots)
        assert entry.game.new(len(bots), from_words(entry.game.options, words, entry.id)) is not None
