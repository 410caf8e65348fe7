from __future__ import annotations

import pytest

from rumms.games.cabanga.game import GAME
from rumms.games.cabanga.state import Drew, Lapsed, PileMade, Play, Played, SameColour, Shuffled, Step
from rumms.kernel.choices import Shuffles
from rumms.kernel.game import NATURE

from .table import (
    LAST,
    OK,
    all_pass,
    choices,
    dealt,
    ending,
    numbers_lying,
    play,
    random_game,
    refused,
    row,
    table,
    throw,
    told,
)

CLOSED = {"red": "red_05 |", "blue": "blue_05 |", "purple": "purple_05 |", "yellow": "yellow_05 |"}
"""A 4 or a 6 on the right leaves no gap in any of these rows."""


@pytest.mark.rule("CAB-13")
def test_passing_is_not_allowed():
    state = table("red_06 blue_09", "blue_01", "blue_02")
    assert OK not in GAME.legal(state)
    assert refused(state, OK) == ("CAB-13", "Now play exactly one card of your hand; passing is not allowed.")
    assert refused(state, dealt())[0] == "CAB-13"


@pytest.mark.rule("CAB-13")
@pytest.mark.parametrize(
    ("card", "says"),
    [
        ("blue_01", "Now play a card of your hand; blue 1 is not in it."),
        ("red_05", "Now play a card of your hand; red 5 is not in it."),
        ("start_01", "Now play a card of your hand; 'start_01' is not in it."),
        ("?", "Now play a card of your hand; '?' is not in it."),
    ],
)
def test_only_a_card_of_the_own_hand_is_played(card: str, says: str):
    state = table("red_06 blue_09", "blue_01", "blue_02")
    assert refused(state, Play(card, "left")) == ("CAB-13", says)


@pytest.mark.rule("CAB-13")
@pytest.mark.parametrize("rest", ["blue_09", "blue_09 blue_10", "blue_09 blue_10 purple_01 yellow_03"])
def test_exactly_one_card_is_played(rest: str):
    state = play(table(f"red_06 {rest}", "blue_01", "blue_02", rows=CLOSED), Play("red_06", "right"))
    assert state.hands[0] == tuple(rest.split())
    assert numbers_lying(state).count("red_06") == 1
    assert GAME.actor(state) == 1


@pytest.mark.rule("CAB-14")
@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("colour", ["red", "blue", "purple", "yellow"])
def test_the_card_goes_into_the_row_of_its_colour(colour: str, side: str):
    hand = "red_09 blue_09 purple_09 yellow_09"
    state = table(hand, "blue_01", "blue_02")
    (action,) = (each for each in choices(state) if each == Play(f"{colour}_09", side))  # type: ignore[arg-type]
    words = f"{colour}_09 |" if side == "left" else f"| {colour}_09"
    expected = [row(each, words if each == colour else "|") for each in ("red", "blue", "purple", "yellow")]
    assert list(play(state, action).rows) == expected


@pytest.mark.rule("CAB-15")
@pytest.mark.parametrize("top", ["red_01", "red_09", "red_18"])
def test_every_hand_card_may_be_laid_on_either_side(top: str):
    hand = "red_02 red_10 red_17 blue_01 purple_18"
    state = table(hand, "blue_10", "blue_02", rows={"red": f"{top} |", "purple": "| purple_04"}, last="red")
    assert choices(state) == {Play(card, side) for card in hand.split() for side in ("left", "right")}
    assert len(choices(state)) == 10


@pytest.mark.rule("CAB-15")
def test_he_may_always_play_any_card():
    for seats in (3, 6):
        for move in random_game(seats, seed=1):
            if isinstance(move.action, Play):
                assert len(choices(move.before)) == 2 * len(move.before.hands[move.seat])


@pytest.mark.rule("CAB-16")
def test_a_card_covers_what_lies_there_and_only_the_top_counts():
    state = table("red_14", "red_07 red_12 red_13 red_15", "blue_02", rows={"red": "red_06 red_16 | red_09"})
    state = play(state, Play("red_14", "right"))
    assert state.rows[0] == row("red", "red_06 red_16 | red_09 red_14")
    assert choices(state) == {OK, throw("red_15")}


@pytest.mark.rule("CAB-16")
def test_start_cards_are_covered_too():
    state = play(table("red_14", "red_02 red_13 red_15", "blue_02"), Play("red_14", "left"))
    assert state.rows[0] == row("red", "start_01 red_14 | start_18")
    assert choices(state) == {OK, throw("red_15")}


@pytest.mark.rule("CAB-17")
def test_whoever_plays_the_colour_of_the_player_before_draws_a_card():
    state = table("red_04 blue_09", "red_03 blue_01", "blue_02", rows=CLOSED, pile="purple_01 purple_02 ...")
    state = play(state, Play("red_04", "right"))
    assert state.hands[0] == ("blue_09",)
    action = Play("red_03", "left")
    assert told(state, action) == [Played(1, "red_03", "left", ()), SameColour(1, "red"), Drew(1, ("purple_01",))]
    assert play(state, action).hands[1] == ("blue_01", "purple_01")


@pytest.mark.rule("CAB-17")
@pytest.mark.parametrize("window", ["ok", "until_next_play"])
def test_another_colour_costs_nothing(window: str):
    state = table("red_04 blue_09", "blue_06 blue_01", "blue_02", rows=CLOSED, throw_window=window)
    state = play(state, Play("red_04", "right"))
    assert told(state, Play("blue_06", "right")) == [Played(1, "blue_06", "right", ())]
    assert play(state, Play("blue_06", "right")).hands[1] == ("blue_01",)


@pytest.mark.rule("CAB-18")
def test_a_colour_of_earlier_turns_costs_nothing():
    hands = "red_04 red_06 blue_09", "blue_04 blue_01", "red_03 blue_02"
    state = play(table(*hands, rows=CLOSED), Play("red_04", "right"), Play("blue_04", "right"))
    assert not any(isinstance(event, SameColour) for event in told(state, Play("red_03", "right")))
    state = all_pass(play(state, Play("red_03", "right")))
    assert state.hands[2] == ("blue_02",)
    state = play(state, Play("red_06", "left"))
    assert state.last == "red"
    assert len(state.hands[0]) == 1 + 1


@pytest.mark.rule("CAB-18")
def test_what_a_player_himself_played_a_round_ago_costs_nothing():
    hands = "red_04 red_06 blue_09", "blue_04 blue_01", "purple_04 blue_02"
    state = table(*hands, rows=CLOSED)
    for card in ("red_04", "blue_04", "purple_04"):
        state = play(state, Play(card, "right"))
    assert Drew not in {type(event) for event in told(state, Play("red_06", "left"))}


@pytest.mark.rule("CAB-18")
def test_a_third_card_of_the_colour_costs_one_card_like_the_second():
    hands = "red_04 blue_09", "red_03 blue_01", "red_02 blue_02"
    state = table(*hands, rows=CLOSED, pile="purple_01 purple_02 purple_03")
    state = play(state, Play("red_04", "right"), Play("red_03", "left"), Play("red_02", "left"))
    assert state.hands == (("blue_09",), ("blue_01", "purple_01"), ("blue_02", "purple_02"))


@pytest.mark.rule("CAB-18")
def test_cards_thrown_do_not_count_for_the_colour():
    """Blue cards were thrown two turns ago; the card of the turn just before is red."""
    hands = "blue_09 blue_12", "red_04 blue_10 blue_01", "blue_06 blue_11"
    state = table(*hands, rows={"red": "red_05 |"})
    state = play(state, Play("blue_09", "left"), throw("blue_10"), throw("blue_11"), Play("red_04", "right"))
    assert state.discard[-2:] == ("blue_10", "blue_11")
    assert SameColour not in {type(event) for event in told(state, Play("blue_06", "left"))}


@pytest.mark.rule("CAB-19")
def test_the_first_turn_of_a_game_costs_no_card():
    state = table("red_04 blue_09", "blue_01", "blue_02", rows=CLOSED)
    assert told(state, Play("red_04", "right")) == [Played(0, "red_04", "right", ())]


@pytest.mark.rule("CAB-19")
def test_the_first_turn_of_a_later_round_costs_no_card():
    state = play(ending("blue_01", "blue_02"), LAST, dealt("blue_01", "red_07 red_08"))
    assert GAME.actor(state) == 1
    action = Play("red_07", "left")
    assert not any(isinstance(event, SameColour) for event in told(state, action))
    assert len(play(state, action).hands[1]) == 7


@pytest.mark.rule("CAB-20")
def test_the_penalty_is_drawn_before_anyone_throws():
    state = table("red_06 blue_09", "red_10", "blue_02", last="red", pile="purple_01 purple_02")
    state = play(state, Play("red_06", "left"))
    assert state.step is Step.THROW
    assert state.hands[0] == ("blue_09", "purple_01")
    assert GAME.actor(state) == 1
    state = play(state, throw("red_10"), OK)
    assert state.hands[0] == ("blue_09", "purple_01", "purple_02")


@pytest.mark.rule("CAB-20")
def test_the_pile_is_shuffled_for_the_penalty_before_anyone_throws():
    state = table("red_06 blue_09", "red_10", "blue_02", last="red", pile="", discard="purple_03")
    state = play(state, Play("red_06", "left"))
    assert GAME.actor(state) == NATURE
    assert GAME.legal(state) == Shuffles(("purple_03",), Shuffled)
    state = play(state, Shuffled(("purple_03",)))
    assert state.hands[0] == ("blue_09", "purple_03")
    assert GAME.actor(state) == 1
    assert choices(state) == {OK, throw("red_10")}


@pytest.mark.rule("CAB-20", "CAB-46")
@pytest.mark.parametrize("window", ["ok", "until_next_play"])
def test_cards_thrown_later_are_not_drawn_for_the_penalty(window: str):
    hands = "red_06 blue_09", "red_10 blue_01", "blue_02"
    state = table(*hands, last="red", pile="", throw_window=window)
    assert told(state, Play("red_06", "left"))[1:] == [SameColour(0, "red"), Lapsed(0, 1)]
    state = play(state, Play("red_06", "left"), throw("red_10"))
    state = state if window == "until_next_play" else play(state, OK)
    assert GAME.actor(state) == NATURE
    assert told(state, Shuffled(("red_10",))) == [PileMade(1), Drew(0, ("red_10",))]
    state = all_pass(play(state, Shuffled(("red_10",))))
    assert state.hands[0] == ("red_10", "blue_09")
    assert GAME.actor(state) == 1


@pytest.mark.rule("CAB-21")
@pytest.mark.parametrize("window", ["ok", "until_next_play"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_nobody_begins_a_turn_with_an_empty_hand(seats: int, window: str):
    for seed in range(3):
        for move in random_game(seats, seed, throw_window=window):
            if isinstance(move.action, Play):
                assert all(move.before.hands)
