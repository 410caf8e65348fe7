"""What a position of Cabanga! is worth."""

from __future__ import annotations

import re
from math import exp

import msgspec
import pytest
from msgspec.structs import replace

from rumms.catalogue import find
from rumms.games.cabanga.game import GAME
from rumms.games.cabanga.state import Options, Play, State, Step
from rumms.games.cabanga.value import CENTRAL, COSTS, WEIGHTS, Features, Weights, costs, features, held_below, value
from rumms.kernel.game import NATURE

from .table import at, play, position, random_game, table

HANDS = ("red_07 blue_02 blue_12 yellow_09", "red_06 red_08 blue_10", "red_09 purple_18")
ROWS = {"red": "red_05 | red_10", "blue": "blue_04 | blue_05"}


def worths(state: State) -> list[float]:
    found = [value(state, seat) for seat in range(len(state.hands))]
    return [worth for worth in found if worth is not None]


# When it can tell.


@pytest.mark.parametrize("window", ["ok", "until_next_play"])
@pytest.mark.parametrize("seats", [3, 6])
def test_it_tells_at_the_beginning_of_a_turn_and_between_rounds_and_never_else(window: str, seats: int):
    for made in random_game(seats, 1, throw_window=window):
        for state in (made.before, made.after):
            can = (state.step is Step.PLAY and not state.owed) or state.step is Step.DEAL
            assert len(worths(state)) == (seats if can else 0)
            if can:
                assert sum(worths(state)) == pytest.approx(1)
                assert all(0 < worth < 1 for worth in worths(state))


def test_it_does_not_tell_while_a_penalty_card_is_owed():
    state = table(
        "red_04 blue_01", "blue_02", "blue_03", rows={"red": "red_05 |"}, pile="", discard="red_18", last="red"
    )
    state = play(state, Play("red_04", "right"))
    assert (GAME.actor(state), state.step, state.owed) == (NATURE, Step.PLAY, 1)
    assert worths(state) == []


def test_before_the_first_deal_all_are_equal():
    assert worths(GAME.new(4, Options())) == pytest.approx([1 / 4] * 4)


# What it tells.


def test_fewer_minus_points_are_better():
    state = table(*HANDS, rows=ROWS)
    for seat in range(3):
        before = value(state, seat)
        totals = tuple(5 if other == seat else 0 for other in range(3))
        after = value(replace(state, totals=totals), seat)
        assert before is not None
        assert after is not None
        assert after < before


@pytest.mark.parametrize("step", [Step.DEAL, Step.PLAY])
def test_a_lead_counts_as_the_weights_say(step: Step, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(COSTS, 3, Features(*(0.0,) * len(Features._fields)))
    state = replace(table(*HANDS, rows=ROWS), totals=(2, 0, 9), step=step)
    odds = [exp(-total / WEIGHTS.seats[3].lead) for total in (2, 0, 9)]
    assert worths(state) == pytest.approx([odd / sum(odds) for odd in odds])


def test_what_the_round_will_cost_is_added_to_the_totals(monkeypatch: pytest.MonkeyPatch):
    only_minus = Features(*(float(name == "minus") for name in Features._fields))
    monkeypatch.setitem(COSTS, 3, only_minus)
    state = replace(table(*HANDS, rows=ROWS), totals=(2, 0, 9))
    assert costs(state) == [10, 8, 4]
    assert worths(state) == pytest.approx(worths(replace(state, totals=(12, 8, 13), step=Step.DEAL)))


def test_between_rounds_hands_cost_nothing_more():
    state = replace(table(*HANDS, rows=ROWS), totals=(2, 0, 9), step=Step.DEAL)
    assert worths(state) == worths(replace(state, hands=state.hands[::-1]))


def test_a_round_never_takes_minus_points_away(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(COSTS, 3, Features(*(-float(name == "cards") for name in Features._fields)))
    state = replace(table(*HANDS, rows=ROWS), totals=(2, 0, 9))
    assert costs(state) == [-4, -3, -2]
    assert worths(state) == pytest.approx(worths(replace(state, step=Step.DEAL)))


def test_far_behind_is_hopeless_and_no_error():
    state = replace(table(*HANDS, rows=ROWS), totals=(0, 199, 100_000))
    ahead, behind, far_behind = worths(state)
    assert ahead == pytest.approx(1)
    assert behind < 1e-9
    assert far_behind == 0
    all_far = replace(state, totals=(100_000,) * 3, step=Step.DEAL)
    assert worths(all_far) == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("red_01 red_02", "red_08 red_09 red_10 red_11 red_12"),
        ("red_17", "red_16 red_17 red_18"),
        ("red_03 red_16 red_17", "red_03 red_16 red_17 blue_08 blue_09 blue_10"),
    ],
)
def test_while_a_rival_is_about_to_end_the_round_a_small_hand_is_better(better: str, worse: str):
    few = table(better, "yellow_01 yellow_02", "purple_01")
    many = table(worse, "yellow_01 yellow_02", "purple_01")
    assert costs(few)[0] < costs(many)[0]
    assert worths(few)[0] > worths(many)[0]


def test_whoever_holds_the_cheaper_hand_is_likelier_to_win():
    hands = ("red_08 red_09 red_10 red_11", "yellow_18", "purple_01 purple_02")
    dear, cheapest, cheap = worths(table(*hands))
    assert dear < cheap < cheapest


# What it counts.


def test_features_are_counted_for_everybody():
    first, second, third = features(table(*HANDS, rows=ROWS))
    assert first._asdict() == pytest.approx(
        {
            "always": 1,
            "cards": 4,
            "minus": 3 + 1 + 3 + 3,
            "central": (6 * 11 + 1 * 16 + 11 * 6 + 8 * 9) / 72,
            "danger": 1 + 0 + 1 + 0,  # red 6 at red 7, or red 8 and 9; blue 10 at blue 12
            "inside": 2,  # red 7 between 5 and 10, yellow 9 between 7 and 12
            "hurry": 1 / 2,
            "cards_in_a_hurry": 2,
            "minus_in_a_hurry": 5,
            "wait": 0,
        }
    )
    assert second._asdict() == pytest.approx(
        {
            "always": 1,
            "cards": 3,
            "minus": 2 + 3 + 3,
            "central": (5 * 12 + 7 * 10 + 9 * 8) / 72,
            "danger": 0 + 1 + 0,  # at red 8 on either side; its own red 6 does not count
            "inside": 2,
            "hurry": 1 / 2,
            "cards_in_a_hurry": 3 / 2,
            "minus_in_a_hurry": 4,
            "wait": 1,
        }
    )
    assert third._asdict() == pytest.approx(
        {
            "always": 1,
            "cards": 2,
            "minus": 3 + 1,
            "central": 1,
            "danger": 0,  # three cards on the one side, none on the other
            "inside": 1,
            "hurry": 1 / 3,
            "cards_in_a_hurry": 2 / 3,
            "minus_in_a_hurry": 4 / 3,
            "wait": 2,
        }
    )


def test_danger_is_what_the_better_side_would_bring():
    rows = {"red": "red_01 | red_02"}
    state = table("red_10", "red_03 red_04 red_12", "red_05 blue_01", rows=rows)
    assert [row.danger for row in features(state)] == [3, 0 + 0 + 2, 2]


def test_inside_is_strictly_between_the_top_cards_whichever_is_higher():
    rows = {"red": "red_10 | red_05"}
    state = table("red_07 red_09", "red_04 red_11", "yellow_07 yellow_12 yellow_11", rows=rows)
    assert [row.inside for row in features(state)] == [2, 0, 1]


def test_minus_points_are_those_of_the_option():
    first, *_ = features(table(*HANDS, rows=ROWS, minus_points="edge"))
    assert (first.minus, first.minus_in_a_hurry) == (1 + 3 + 1 + 1, 3)


def test_turns_are_waited_for_clockwise():
    state = at(position(*HANDS, rows=ROWS), first_player=2)
    assert [row.wait for row in features(state)] == [2, 0, 1]


def test_with_an_empty_hand_at_the_table_there_is_no_more_hurry_than_with_one_card():
    state = table("red_01", "blue_01 blue_02", "yellow_01 yellow_02")
    empty = replace(state, hands=((), *state.hands[1:]))
    assert [row.hurry for row in features(state)] == [1 / 2, 1, 1]
    assert [row.hurry for row in features(empty)] == [1 / 2, 1, 1]


def test_costs_are_features_times_weights():
    state = table(*HANDS, rows=ROWS)
    weights = WEIGHTS.seats[3].cost
    right = [sum(weights[name] * number for name, number in row._asdict().items()) for row in features(state)]
    assert costs(state) == pytest.approx(right)


def test_the_middle_is_central_and_the_ends_are_not():
    assert CENTRAL[1] == CENTRAL[18] == 0
    assert CENTRAL[9] == CENTRAL[10] == 1
    assert CENTRAL[1:10] == sorted(CENTRAL[1:10])
    assert CENTRAL[1:] == CENTRAL[:0:-1]


def test_cards_are_counted_by_row_and_value():
    red, blue, purple, yellow = held_below(["red_01", "red_03", "yellow_18"])
    assert red[:6] == [0, 0, 1, 1, 2, 2]
    assert blue == purple == [0] * 20
    assert (yellow[18], yellow[19]) == (0, 1)


# Its weights.


def test_the_weights_name_the_command_that_found_them():
    assert re.fullmatch(r"python -m rumms\.lab\.fit cabanga [1-9]\d*", WEIGHTS.made_by)


def test_the_weights_are_those_of_the_features_for_every_number_of_players():
    written = msgspec.json.decode((find("cabanga").path / "weights.json").read_bytes())
    assert list(written) == list(Weights.__struct_fields__)
    assert list(map(int, written["seats"])) == list(GAME.seats) == list(COSTS)
    for seats, weighting in written["seats"].items():
        assert list(weighting["cost"]) == list(Features._fields)
        assert tuple(weighting["cost"].values()) == COSTS[int(seats)]
        assert weighting["lead"] > 0
