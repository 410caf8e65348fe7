from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from rumms.games.cabanga.game import GAME
from rumms.games.cabanga.state import (
    Action,
    Drew,
    Lapsed,
    Options,
    PileMade,
    Play,
    RoundBegan,
    RoundEnded,
    SameColour,
    Shuffled,
    State,
    Step,
    Threw,
)
from rumms.kernel.choices import Shuffles
from rumms.kernel.game import NATURE

from .table import OK, all_pass, choices, numbers_lying, play, random_game, refused, table, throw, told

OPENS = Play("red_06", "left")
"""Opens the gap from 7 to 11."""
ROWS = {"red": "| red_12"}
WINDOWS = pytest.mark.parametrize("window", ["ok", "until_next_play"])


def thrown_at(pile: str, discard: str = "", *thrown: str, window: str = "ok") -> State:
    """Seats 2 and 3 have thrown these cards at seat 1, who keeps one card."""
    hands = "red_06 blue_01", "red_07 red_08 red_09 blue_02", "red_10 red_11 blue_03"
    state = table(*hands, rows=ROWS, pile=pile, discard=discard, throw_window=window)
    return play(state, OPENS, *map(throw, thrown))


@pytest.mark.rule("CAB-43")
def test_the_discard_pile_is_shuffled_and_is_the_new_penalty_pile():
    state = thrown_at("", "yellow_01 yellow_02 yellow_03", "red_07", "")
    assert GAME.actor(state) == NATURE
    order = ("yellow_03", "red_07", "yellow_01", "yellow_02")
    assert told(state, Shuffled(order)) == [PileMade(4), Drew(0, ("yellow_03",))]
    state = play(state, Shuffled(order))
    assert state.pile == order[1:]
    assert state.discard == ()


@pytest.mark.rule("CAB-43")
def test_nature_shuffles_exactly_the_discard_pile():
    state = thrown_at("", "yellow_01 yellow_02", "red_07", "")
    legal = GAME.legal(state)
    assert legal == Shuffles(("yellow_01", "yellow_02", "red_07"), Shuffled)
    assert len({legal.sample(Random(seed)) for seed in range(100)}) == 6
    says = "Now the penalty pile is shuffled, exactly its cards."
    wrong: list[Action] = [Shuffled(("yellow_01", "red_07")), Shuffled(("yellow_01", "yellow_01", "red_07")), OK]
    for action in (*wrong, Play("blue_01", "left")):
        assert refused(state, action) == ("CAB-43", says)


@pytest.mark.rule("CAB-44")
@WINDOWS
def test_a_pile_that_has_just_run_out_is_not_shuffled_before_a_card_is_needed(window: str):
    state = thrown_at("yellow_01 yellow_02", "yellow_03", "red_07 red_08", window=window)
    state = all_pass(state)
    assert state.hands[0] == ("blue_01", "yellow_01", "yellow_02")
    assert state.pile == ()
    assert state.discard == ("yellow_03", "red_07", "red_08")
    assert (state.step, GAME.actor(state)) == (Step.PLAY, 1)


@pytest.mark.rule("CAB-44")
def test_a_draw_is_interrupted_by_the_shuffle_and_goes_on():
    state = thrown_at("yellow_01", "yellow_02 yellow_03", "red_07 red_08 red_09")
    assert told(state, OK)[2:] == [Drew(0, ("yellow_01",))]
    state = play(state, OK)
    assert state.hands[0] == ("blue_01", "yellow_01")
    assert state.owed == 2
    assert GAME.actor(state) == NATURE
    order = ("yellow_03", "yellow_02", "red_07", "red_08", "red_09")
    assert told(state, Shuffled(order)) == [PileMade(5), Drew(0, ("yellow_03", "yellow_02"))]
    state = play(state, Shuffled(order))
    assert state.hands[0] == ("blue_01", "yellow_01", "yellow_02", "yellow_03")
    assert state.pile == ("red_07", "red_08", "red_09")
    assert (state.step, GAME.actor(state), state.owed) == (Step.PLAY, 1, 0)


@pytest.mark.rule("CAB-44")
@WINDOWS
def test_cards_thrown_in_this_turn_may_come_back(window: str):
    state = thrown_at("", "yellow_02", "red_07 red_08", window=window)
    state = state if window == "until_next_play" else play(state, OK)
    state = play(state, Shuffled(("red_08", "red_07", "yellow_02")))
    assert state.hands[0] == ("red_07", "red_08", "blue_01")
    assert state.pile == ("yellow_02",)
    assert state.discard == ()


@pytest.mark.rule("CAB-44")
def test_a_same_colour_penalty_waits_for_the_shuffle_too():
    hands = "red_06 blue_01", "red_07 blue_02", "blue_03"
    state = table(*hands, rows=ROWS, pile="", discard="yellow_02 yellow_03", last="red")
    assert told(state, OPENS)[1:] == [SameColour(0, "red")]
    state = play(state, OPENS)
    assert GAME.actor(state) == NATURE
    assert told(state, Shuffled(("yellow_03", "yellow_02"))) == [PileMade(2), Drew(0, ("yellow_03",))]
    state = play(state, Shuffled(("yellow_03", "yellow_02")))
    assert GAME.actor(state) == 1
    assert choices(state) == {OK, throw("red_07")}


@pytest.mark.rule("CAB-45")
def test_number_cards_in_the_rows_are_never_shuffled_in():
    hands = "red_06 blue_01", "red_07 red_08 blue_02", "blue_03"
    rows = {"red": "red_03 red_17 | red_13 red_12", "blue": "blue_15 blue_16 |"}
    state = table(*hands, rows=rows, pile="", discard="yellow_02")
    state = play(state, OPENS, throw("red_07"), OK)
    assert GAME.legal(state) == Shuffles(("yellow_02", "red_07"), Shuffled)
    lying = {"red_03", "red_17", "red_13", "red_12", "red_06", "blue_15", "blue_16"}
    assert set(numbers_lying(play(state, Shuffled(("yellow_02", "red_07"))))) == lying


@pytest.mark.rule("CAB-45")
@pytest.mark.parametrize("seats", [3, 6])
def test_what_lies_in_a_row_stays_there_until_the_round_ends(seats: int):
    for move in random_game(seats, seed=1, throw_window="until_next_play"):
        if move.before.step is not Step.DEAL:
            for before, after in zip(move.before.rows, move.after.rows, strict=True):
                assert after.left[: len(before.left)] == before.left
                assert after.right[: len(before.right)] == before.right


@pytest.mark.rule("CAB-46")
def test_with_both_piles_empty_what_is_owed_lapses():
    hands = "red_11 blue_01", "red_07 blue_02", "blue_03"
    state = table(*hands, rows=ROWS, pile="", last="red")
    assert told(state, Play("red_11", "left"))[1:] == [SameColour(0, "red"), Lapsed(0, 1)]
    state = play(state, Play("red_11", "left"))
    assert state.hands[0] == ("blue_01",)
    assert (state.step, GAME.actor(state), state.owed) == (Step.PLAY, 1, 0)


@pytest.mark.rule("CAB-46")
def test_what_has_lapsed_is_not_drawn_later():
    """The penalty lapses; then two cards are thrown, so exactly two are drawn."""
    hands = "red_06 blue_01", "red_07 red_08 blue_02", "blue_03"
    state = play(table(*hands, rows=ROWS, pile="", last="red"), OPENS, throw("red_07 red_08"))
    state = play(state, OK)
    assert told(state, Shuffled(("red_07", "red_08"))) == [PileMade(2), Drew(0, ("red_07", "red_08"))]
    state = play(state, Shuffled(("red_07", "red_08")))
    assert state.hands[0] == ("red_07", "red_08", "blue_01")
    assert GAME.actor(state) == 1


@pytest.mark.rule("CAB-46")
def test_a_hand_that_stays_empty_because_nothing_can_be_drawn_ends_the_round():
    state = table("red_11", "red_07 blue_02", "blue_03", rows=ROWS, pile="", last="red")
    action = Play("red_11", "left")
    assert [type(event) for event in told(state, action)[1:]] == [SameColour, Lapsed, RoundEnded]
    assert play(state, action).step is Step.DEAL


@pytest.mark.rule("CAB-47")
def test_a_drawn_card_cannot_be_played_before_the_next_turn():
    state = table("red_11 blue_01", "blue_02", "blue_03", rows=ROWS, pile="yellow_01", last="red")
    state = play(state, Play("red_11", "left"))
    assert "yellow_01" in state.hands[0]
    assert GAME.actor(state) == 1
    assert refused(state, Play("yellow_01", "left"))[0] == "CAB-13"


@pytest.mark.rule("CAB-47")
def test_a_card_drawn_for_a_throw_cannot_be_played_in_the_same_turn():
    state = thrown_at("yellow_01 yellow_02", "", "red_07", "")
    assert "yellow_01" in state.hands[0]
    assert choices(state) == {Play(card, side) for card in state.hands[1] for side in ("left", "right")}


@pytest.mark.rule("CAB-47")
@WINDOWS
def test_a_drawn_card_may_be_thrown_in_the_turns_of_others(window: str):
    hands = "red_11 blue_01", "blue_02 blue_04", "blue_03"
    state = table(*hands, rows=ROWS, pile="blue_09 ...", last="red", throw_window=window)
    state = play(state, Play("red_11", "left"), Play("blue_04", "left"), OK)
    assert GAME.actor(state) == 0
    assert choices(state) == {OK, throw("blue_09")}
    assert Threw(0, 1, ("blue_09",)) in told(state, throw("blue_09"))


def eager_game(seats: int, seed: int, window: str) -> Iterator[State]:
    """A game between players who throw all they can, so that hands stay full for long."""
    state, rng = GAME.new(seats, Options(throw_window=window, rounds=3, end_at=200)), Random(seed)  # type: ignore[arg-type]
    while GAME.actor(state) is not None:
        yield state
        legal = GAME.legal(state)
        action = legal.sample(rng)
        if state.step is Step.THROW and not state.owed:
            action = max((legal.sample(rng) for _ in range(8)), key=lambda each: len(getattr(each, "cards", "")))
        state = GAME.apply(state, action).state


@pytest.mark.rule("CAB-48")
@WINDOWS
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_round_of_eager_throwers_ends_after_72_turns_at_the_latest(seats: int, window: str):
    longest = max(len(numbers_lying(state)) for seed in range(3) for state in eager_game(seats, seed, window))
    assert 20 < longest <= 72


@pytest.mark.rule("CAB-48")
@WINDOWS
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_each_turn_takes_one_card_out_of_circulation(seats: int, window: str):
    turns = 0
    for move in random_game(seats, seed=1, throw_window=window):
        if any(isinstance(event, RoundBegan) for event in move.events):
            turns = 0
        turns += isinstance(move.action, Play)
        assert turns <= 72
        assert len(numbers_lying(move.after)) == turns
        circulating = len(move.after.pile) + len(move.after.discard) + sum(map(len, move.after.hands))
        assert circulating == 72 - turns
