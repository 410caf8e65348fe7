"""Numbers that a person types, and the choices they stand for."""

from __future__ import annotations

import pytest
from msgspec import Struct

from rumms import language
from rumms.kernel.choices import Picks, Shuffles
from rumms.kernel.game import Forced, Listed
from rumms.text.menu import Sets, Singles, menu_of

SINGLES = Singles(Listed("abc"))
TWELVE = Singles(Listed("abcdefghijkl"))


class Take(Struct, frozen=True):
    """Some things."""

    things: tuple[str, ...]


class Leave(Struct, frozen=True):
    """Something else instead."""

    how: str


PICKS = Picks(("red", "blue", "green", "gold"), Take, (Leave("fast"), Leave("slow")))
SETS = Sets(PICKS)
NOT_INSTEAD = Sets(Picks(("red", "blue"), Take))
NOT_A_NUMBER = ["", "x", "-1", "+1", "1.0", "1e0", "01", "²", "٣", "one", "1;2", "?", "u", "9" * 5000]


@pytest.mark.parametrize(("answer", "action"), [("1", "a"), ("2", "b"), ("3", "c")])
def test_a_number_is_the_choice_of_that_number(answer: str, action: str):
    assert SINGLES.chosen(answer) == action


@pytest.mark.parametrize("answer", [*NOT_A_NUMBER, "0", "4", "1,2", "1 2", " 1"])
def test_everything_else_is_none_of_the_choices(answer: str):
    assert SINGLES.chosen(answer) is None


def test_there_can_be_more_than_nine_choices():
    assert TWELVE.chosen("12") == "l"
    assert TWELVE.chosen("1") == "a"
    assert TWELVE.chosen("13") is None


def test_things_are_listed_one_by_one_and_then_what_may_be_done_instead():
    single = [Take(("red",)), Take(("blue",)), Take(("green",)), Take(("gold",))]
    assert list(SETS.actions) == [*single, Leave("fast"), Leave("slow")]
    assert list(SINGLES.actions) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("answer", "things"),
    [
        ("1", "red"),
        ("4", "gold"),
        ("1,2", "red blue"),
        ("1, 2", "red blue"),
        ("1 2", "red blue"),
        (" 1 ,2 ,", "red blue"),
        ("2,1", "red blue"),
        ("4 1 3", "red green gold"),
        ("4,3,2,1", "red blue green gold"),
        ("0", ""),
        (" 0 ", ""),
    ],
)
def test_numbers_in_whatever_order_pick_things_in_theirs(answer: str, things: str):
    chosen = SETS.chosen(answer)
    assert chosen == Take(tuple(things.split()))
    assert chosen in PICKS


@pytest.mark.parametrize(("answer", "how"), [("5", "fast"), ("6", "slow"), (" 6,", "slow")])
def test_what_is_done_instead_has_a_number_of_its_own(answer: str, how: str):
    assert SETS.chosen(answer) == Leave(how)


@pytest.mark.parametrize(
    "answer",
    [*NOT_A_NUMBER, ",", " ", "7", "1,7", "1,1", "2,1,2", "0,1", "1 0", "0,0", "00", "1,x", "5,1", "1 6", "5,6", "5,5"],
)
def test_what_picks_nothing_in_order_is_none_of_the_choices(answer: str):
    """A number twice, none together with some, something instead together with things."""
    assert SETS.chosen(answer) is None


def test_where_there_is_nothing_instead_no_number_stands_for_it():
    assert NOT_INSTEAD.chosen("2,1") == Take(("red", "blue"))
    assert NOT_INSTEAD.chosen("3") is None


@pytest.mark.parametrize(
    ("code", "one", "several"),
    [
        (
            "en",
            "1 to 3, ? rules, u take back, q leave: ",
            "One or more of 1 to 6 with commas between, 0 for nothing, ? rules, u take back, q leave: ",
        ),
        (
            "de",
            "1 bis 3, ? Regeln, u zurücknehmen, q gehen: ",
            "Eine oder mehrere von 1 bis 6 mit Kommas dazwischen, 0 nichts, ? Regeln, u zurücknehmen, q gehen: ",
        ),
    ],
)
def test_the_prompt_says_what_can_be_typed(code: str, one: str, several: str):
    language.use(code)
    assert SINGLES.prompt() == one
    assert SETS.prompt() == several


def test_every_sort_of_choices_has_its_menu():
    assert isinstance(menu_of(Listed("ab")), Singles)
    assert isinstance(menu_of(Forced("a")), Singles)
    assert isinstance(menu_of(PICKS), Sets)
    with pytest.raises(AssertionError):
        menu_of(Shuffles(("a",), Take))
