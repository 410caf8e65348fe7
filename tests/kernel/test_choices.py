"""Choices that are too many to list: what they hold, what is drawn from them, and when they are listed after all."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from random import Random

import pytest
from msgspec import Struct

from rumms.kernel.choices import MOST_LISTED, Picks, Shuffles, picks
from rumms.kernel.game import Choices, Forced, Listed


class Order(Struct, frozen=True):
    """Cards in an order."""

    cards: tuple[str, ...]


class Take(Struct, frozen=True):
    """Some of the things."""

    things: tuple[str, ...]


class Leave(Struct, frozen=True):
    """Something else."""

    why: str = ""


def subsets(things: str) -> list[Take]:
    return [Take(some) for size in range(len(things) + 1) for some in combinations(things, size)]


def test_every_order_of_the_cards_is_a_shuffle_and_nothing_else_is():
    legal: Choices[Order] = Shuffles(("a", "b", "b"), Order)
    assert all(Order(order) in legal for order in permutations("abb"))
    for wrong in ("", "ab", "aab", "abbb", "abc"):
        assert Order(tuple(wrong)) not in legal
    assert Take(("a", "b", "b")) not in legal
    assert ("a", "b", "b") not in legal
    assert "a" not in legal
    assert None not in legal


def test_every_shuffle_is_as_likely_as_the_next():
    legal, rng = Shuffles(("a", "b", "c"), Order), Random(1)
    drawn = Counter(legal.sample(rng) for _ in range(6000))
    assert set(drawn) == {Order(order) for order in permutations("abc")}
    assert all(850 < times < 1150 for times in drawn.values())


def test_no_cards_have_one_order():
    legal: Choices[Order] = Shuffles((), Order)
    assert legal.sample(Random(1)) == Order(())
    assert Order(()) in legal


def test_cards_that_are_alike_are_shuffled_too():
    assert Shuffles(("a", "a"), Order).sample(Random(1)) == Order(("a", "a"))


def test_any_of_the_things_in_their_order_may_be_picked():
    legal: Choices[Take] = Picks(("d", "a", "c", "b"), Take)
    assert all(Take(some) in legal for size in range(5) for some in combinations("dacb", size))
    for wrong in ("ad", "dd", "aa", "bc", "dacbd", "e", "de", "ed"):
        assert Take(tuple(wrong)) not in legal
    assert Order(("d",)) not in legal
    assert "d" not in legal
    assert None not in legal


def test_something_else_may_be_done_instead_of_picking():
    legal: Choices[Struct] = Picks(("a", "b"), Take, (Leave("x"), Leave("y")))
    assert Leave("x") in legal
    assert Leave("y") in legal
    assert Leave("z") not in legal
    alone: Choices[Take] = Picks(("a", "b"), Take)
    assert Leave("x") not in alone


@pytest.mark.parametrize("instead", [(), (Leave("x"),), (Leave("x"), Leave("y"))])
def test_every_pick_is_as_likely_as_the_next(instead: tuple[Leave, ...]):
    legal: Choices[Struct] = Picks(("a", "b", "c"), Take, instead)
    rng, choices = Random(1), {*subsets("abc"), *instead}
    drawn = Counter(legal.sample(rng) for _ in range(1000 * len(choices)))
    assert set(drawn) == choices
    assert all(850 < times < 1150 for times in drawn.values())


def test_a_sample_of_many_things_is_legal():
    things = tuple(f"{number:02}" for number in range(40))
    legal: Choices[Take] = Picks(things, Take)
    rng = Random(1)
    assert all(legal.sample(rng) in legal for _ in range(200))


def test_a_pick_is_made_of_things():
    legal = Picks(("a", "b", "c"), Take)
    assert legal.pick(thing for thing in legal.things if thing != "b") == Take(("a", "c"))
    assert legal.pick(()) == Take(())


def test_picks_can_be_gone_through_one_after_the_other():
    legal: Picks[Struct] = Picks(tuple("abcd"), Take, (Leave("x"),))
    assert list(legal.each()) == [*subsets("abcd"), Leave("x")]


@pytest.mark.parametrize("things", ["", "a", "ab", "abc"])
def test_the_sets_of_few_things_are_listed(things: str):
    legal = picks(tuple(things), Take)
    assert isinstance(legal, Listed)
    assert not isinstance(legal, Forced)
    assert list(legal) == subsets(things)
    assert len(legal) == 2 ** len(things)


def test_what_may_be_done_instead_is_listed_last():
    legal = picks(("a",), Take, (Leave("x"), Leave("y")))
    assert isinstance(legal, Listed)
    assert tuple(legal) == (Take(()), Take(("a",)), Leave("x"), Leave("y"))


@pytest.mark.parametrize("number", [MOST_LISTED + 1, 16])
def test_the_sets_of_many_things_are_not_listed(number: int):
    things = tuple(f"{each:02}" for each in range(number))
    legal = picks(things, Take, (Leave(),))
    assert legal == Picks(things, Take, (Leave(),))
    assert not isinstance(legal, Listed)


def test_three_things_are_still_few():
    assert MOST_LISTED == 3
