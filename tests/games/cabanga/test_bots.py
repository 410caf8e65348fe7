"""Greedy is a bot one has to respect."""

from __future__ import annotations

from random import Random

import pytest

from rumms.games.cabanga.bots import BOTS, DRAW, KEEP, costs
from rumms.games.cabanga.cards import NUMBERS
from rumms.games.cabanga.game import GAME, may_play_early
from rumms.games.cabanga.state import Action, Play, State, Step
from rumms.kernel.bots import make
from rumms.kernel.choices import Picks
from rumms.kernel.game import NATURE, Forced, Listed
from rumms.kernel.refusal import BadBot
from rumms.lab import matches
from rumms.lab.matches import Here, Plan

from .table import OK, play, random_game, table, throw

WINDOWS = pytest.mark.parametrize("window", ["ok", "until_next_play"])
OTHERS = ("purple_01 purple_02 purple_03 purple_15", "purple_16 purple_17 purple_18 yellow_18")


def decision(state: State) -> Action:
    seat = GAME.actor(state)
    assert seat is not None
    view = GAME.view(state, seat)
    chosen: Action = make("greedy", GAME, BOTS).choose(view, seat, GAME.legal(view), Random(1))
    assert chosen in GAME.legal(state)
    return chosen


def cost(state: State) -> dict[Play, float]:
    """What greedy thinks that each play costs."""
    seat = GAME.actor(state)
    assert seat is not None
    return {action: expected for expected, action in costs(GAME.view(state, seat), seat)}


def test_there_are_three_bots_weakest_first():
    assert list(BOTS) == ["random", "greedy", "search"]


def test_greedy_has_no_use_for_a_budget():
    with pytest.raises(BadBot, match="The bot 'greedy' takes no budget"):
        make("greedy:5", GAME, BOTS)


# Throwing.


@WINDOWS
@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("red_06 red_11", "red_06 red_11"),
        ("red_04 red_07 red_09 red_10 red_11 red_13 blue_08", "red_07 red_09 red_10 red_11"),
        ("red_04 red_13 blue_08", ""),
        ("red_09", "red_09"),
    ],
)
def test_it_throws_all_that_fits(window: str, hand: str, thrown: str):
    state = table("red_05 blue_01", hand, "blue_02 blue_03", rows={"red": "| red_12"}, throw_window=window)
    state = play(state, Play("red_05", "left"))
    assert (GAME.actor(state), decision(state)) == (1, throw(thrown))
    assert isinstance(GAME.legal(state), Picks) == (len(thrown.split()) > 3)


@WINDOWS
def test_it_throws_as_the_last_to_be_asked_too(window: str):
    hands = ("red_05 blue_01", "blue_02 blue_03", "red_06 red_08 blue_04")
    state = table(*hands, rows={"red": "| red_09"}, throw_window=window)
    state = play(state, Play("red_05", "left"), OK)
    assert (GAME.actor(state), decision(state)) == (2, throw("red_06 red_08"))


def test_with_nothing_to_throw_it_passes_and_does_not_play_early():
    hands = ("red_05 blue_01", "blue_02 red_18", "blue_04")
    state = table(*hands, rows={"red": "| red_09"}, throw_window="until_next_play")
    state = play(state, Play("red_05", "left"))
    assert may_play_early(state)
    assert decision(state) == OK


# Playing.


def test_it_prefers_a_play_without_a_gap():
    """Though the card that leaves none is a central one, and the other is the outermost."""
    rows = {"red": "red_08 | red_10", "blue": "blue_08 | blue_09"}
    assert decision(table("red_09 blue_01", *OTHERS, rows=rows)) == Play("red_09", "left")
    rows = {"red": "red_08 | red_09", "blue": "blue_08 | blue_10"}
    assert decision(table("red_01 blue_09", *OTHERS, rows=rows)) == Play("blue_09", "left")


def test_it_lays_a_card_on_the_side_that_leaves_the_smaller_gap():
    """What lies on the other side counts."""
    assert decision(table("red_04", *OTHERS)) == Play("red_04", "right")
    assert decision(table("red_15", *OTHERS)) == Play("red_15", "left")


def test_between_two_gaps_it_takes_the_smaller_one():
    rows = {"red": "red_04 | red_05", "blue": "blue_04 | blue_05"}
    assert decision(table("red_10 blue_09", *OTHERS, rows=rows)) == Play("blue_09", "left")
    assert decision(table("red_09 blue_10", *OTHERS, rows=rows)) == Play("red_09", "left")


@pytest.mark.parametrize(("last", "right"), [("red", "blue_05"), ("blue", "red_05")])
def test_it_avoids_the_colour_just_played(last: str, right: str):
    rows = {"red": "red_06 | red_04", "blue": "blue_06 | blue_04"}
    assert decision(table("red_05 blue_05", *OTHERS, rows=rows, last=last)) == Play(right, "left")


def test_a_penalty_card_is_better_than_a_gap_that_brings_several():
    rows = {"red": "red_06 | red_04", "blue": "blue_01 | blue_02"}
    hands = ("red_05 blue_18", "blue_03 blue_04 blue_05 blue_06 blue_07", "blue_08 blue_09 blue_10 blue_11 blue_12")
    assert decision(table(*hands, rows=rows, last="red", pile="")) == Play("red_05", "left")


@pytest.mark.parametrize(
    ("blue", "discard"),
    [
        ("blue_06 | blue_05", "blue_02 blue_03 blue_04"),
        ("blue_02 blue_03 blue_06 | blue_04 blue_05", ""),
        ("blue_03 blue_06 | blue_05", "blue_04 blue_02"),
    ],
)
def test_a_gap_whose_cards_were_all_seen_is_none_to_it(blue: str, discard: str):
    """On the discard pile, or covered in the row; in the red row the same gap could hurt."""
    rows = {"red": "red_06 | red_05", "blue": blue}
    assert decision(table("red_01 blue_01", *OTHERS, rows=rows, discard=discard)) == Play("blue_01", "left")
    assert decision(table("red_01 blue_01", *OTHERS, rows=rows | {"blue": "blue_06 | blue_05"})) == Play(
        "red_01", "left"
    )


def test_a_gap_whose_cards_it_holds_itself_is_none_to_it():
    rows = {"blue": "blue_06 | blue_05"}
    holding = cost(table("blue_01 blue_02 blue_03 blue_04", *OTHERS, rows=rows))[Play("blue_01", "left")]
    without = cost(table("blue_01 red_02 red_03 red_04", *OTHERS, rows=rows))[Play("blue_01", "left")]
    assert holding == pytest.approx(-1)
    assert without > holding


@pytest.mark.parametrize(
    ("hand", "beside", "right"),
    [("red_09 blue_07", 8, "blue_07"), ("red_07 blue_09", 8, "red_07"), ("red_17 blue_18", 16, "blue_18")],
)
def test_it_keeps_the_more_central_of_two_cards_that_cost_the_same(hand: str, beside: int, right: str):
    """Neither leaves a gap: what lies between 16 and 18 was seen."""
    rows = {"red": f"| red_{beside:02}", "blue": f"| blue_17 blue_{beside:02}"}
    assert decision(table(hand, *OTHERS, rows=rows)) == Play(right, "left")


@pytest.mark.parametrize(("way", "right"), [("centre", "blue_07"), ("edge", "red_06")])
def test_of_two_alike_it_gets_rid_of_what_costs_more(way: str, right: str):
    """Neither leaves a gap, and both lie in the middle."""
    rows = {"red": "| red_07", "blue": "| blue_08"}
    assert decision(table("red_06 blue_07", *OTHERS, rows=rows, minus_points=way)) == Play(right, "left")


def test_what_a_play_costs():
    """Seat 1 sees 2 hand cards and 2 in the row; 8 of the 68 others are in the hands of its rivals."""
    state = table("red_09 blue_06", *OTHERS, rows={"red": "red_05 | red_12"}, last="blue")
    in_hands = 8 / 68
    assert len(NUMBERS) == 72
    assert cost(state) == {
        Play("red_09", "left"): pytest.approx(KEEP - 3 + DRAW * 2 * in_hands),
        Play("red_09", "right"): pytest.approx(KEEP - 3 + DRAW * 3 * in_hands),
        Play("blue_06", "left"): pytest.approx(KEEP * 60 / 72 - 2 + DRAW + DRAW * 9 * in_hands),
        Play("blue_06", "right"): pytest.approx(KEEP * 60 / 72 - 2 + DRAW + DRAW * 2 * in_hands),
    }


def test_a_card_on_its_own_value_leaves_no_gap():
    """Start cards have the values of number cards."""
    state = table("yellow_12", *OTHERS)
    assert cost(state)[Play("yellow_12", "left")] == pytest.approx(KEEP * 11 * 6 / 72 - 3)


# Laws.


@WINDOWS
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_its_choice_is_legal_everywhere_and_does_not_depend_on_what_is_hidden(window: str, seats: int):
    met: set[tuple[str, bool]] = set()
    for seed in range(6):
        for moment in random_game(seats, seed, throw_window=window):
            state, seat = moment.before, moment.seat
            legal = GAME.legal(state)
            if seat == NATURE:
                continue
            chosen = decision(state)
            anew = GAME.guess(GAME.view(state, seat), seat, Random(seed))
            assert decision(anew) == chosen
            assert isinstance(legal, Listed | Picks)
            met.add((state.step, isinstance(legal, Picks)))
            met.add(("early", state.step is Step.THROW and may_play_early(state)))
    assert met >= {(Step.PLAY, False), (Step.THROW, False)}
    assert (("early", True) in met) == (window == "until_next_play")


def test_where_nobody_is_asked_it_would_say_the_same():
    """With auto_ok nothing to throw is forced."""
    state = table("red_05 blue_01", "blue_02 blue_03", "blue_04", rows={"red": "| red_09"}, auto_ok="always")
    state = play(state, Play("red_05", "left"))
    assert isinstance(GAME.legal(state), Forced)
    assert decision(state) == OK


def test_it_beats_two_random_bots_in_60_of_100_games():
    *_, match = matches.play(Plan("cabanga", ("greedy", "random", "random"), games=300, seed=1), Here(), 1)
    assert match.games == 300
    assert match.bots[0].wins >= 180
