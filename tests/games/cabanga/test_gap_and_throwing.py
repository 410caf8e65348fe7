from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import pytest

from rumms.games.cabanga.cards import STARTS, VALUE
from rumms.games.cabanga.game import GAME
from rumms.games.cabanga.state import Drew, Play, Played, State, Step, Threw, Throw
from rumms.kernel.choices import Picks
from rumms.kernel.game import Listed
from rumms.kernel.refusal import IllegalMove
from rumms.kernel.session import Session

from .table import BESIDE, OK, choices, dealt, play, random_game, refused, table, throw, told

REDS = [f"red_{value:02}" for value in range(1, 19)]
SEATS = pytest.mark.parametrize("seats", [3, 4, 5, 6])


def after_laying(left: str, right: str, *, last_is_left: bool = False) -> State:
    """Seat 1 has just made these the tops of the red row; seat 2 holds all other red cards."""
    lying, laid = (right, left) if last_is_left else (left, right)
    starts = [card for card in STARTS if card != lying]
    if lying in STARTS:
        starts.insert(int(last_is_left), lying)
    rows = {colour: f"{starts[2 * place]} | {starts[2 * place + 1]}" for place, colour in enumerate(BESIDE)}
    if lying not in STARTS:
        rows["red"] = f"{starts[0]} | {starts[1]} {lying}" if last_is_left else f"{starts[0]} {lying} | {starts[1]}"
    others = " ".join(card for card in REDS if card not in (left, right))
    state = table(f"{laid} blue_01", others, "blue_02", rows=rows)
    return play(state, Play(laid, "left" if last_is_left else "right"))


def throwable(state: State) -> list[int]:
    """The values of the red cards that seat 2 could throw now."""
    legal = GAME.legal(state)
    return [VALUE[card] for card in REDS if Throw((card,)) in legal]


def between(one: int, other: int) -> list[int]:
    return [value for value in range(1, 19) if one < value < other or other < value < one]


@pytest.mark.rule("CAB-22", "CAB-23", "CAB-25")
def test_the_gap_is_strictly_between_the_tops_whichever_is_higher():
    for one, other in permutations(range(1, 19), 2):
        for last_is_left in (False, True):
            state = after_laying(f"red_{one:02}", f"red_{other:02}", last_is_left=last_is_left)
            assert throwable(state) == between(one, other)
            assert (state.step is Step.THROW) == bool(between(one, other))


@pytest.mark.rule("CAB-22")
def test_the_gap_is_told_with_the_card():
    state = table("red_09 blue_01", "blue_03", "blue_02", rows={"red": "red_05 |"})
    assert told(state, Play("red_09", "right")) == [Played(0, "red_09", "right", (6, 7, 8))]
    assert told(state, Play("red_09", "left")) == [Played(0, "red_09", "left", tuple(range(10, 18)))]


@pytest.mark.rule("CAB-23")
def test_6_and_12_are_the_same_gap_as_12_and_6():
    assert throwable(after_laying("red_06", "red_12")) == throwable(after_laying("red_12", "red_06"))


@pytest.mark.rule("CAB-24", "CAB-25")
@pytest.mark.parametrize("start", STARTS)
def test_start_cards_bound_a_gap_like_number_cards(start: str):
    for value, card in enumerate(REDS, start=1):
        for state in (after_laying(start, card), after_laying(card, start, last_is_left=True)):
            assert throwable(state) == between(VALUE[start], value)
            assert (state.step is Step.THROW) == bool(between(VALUE[start], value))


@pytest.mark.rule("CAB-26")
def test_example_6_and_12():
    assert throwable(after_laying("red_06", "red_12")) == [7, 8, 9, 10, 11]


@pytest.mark.rule("CAB-26")
def test_example_the_12_itself_cannot_be_thrown_between_6_and_a_start_card_12():
    state = after_laying("start_12", "red_06")
    assert "red_12" in state.hands[1]
    assert throwable(state) == [7, 8, 9, 10, 11]
    assert refused(state, throw("red_12")) == ("CAB-22", "red 12 does not lie in the gap, which goes from 7 to 11.")


@pytest.mark.rule("CAB-27")
@pytest.mark.parametrize(
    ("left", "right", "values"),
    [("red_15", "red_10", [11, 12, 13, 14]), ("red_04", "red_07", [5, 6]), ("red_02", "red_08", [3, 4, 5, 6, 7])],
)
def test_examples_from_outside_the_rulebook(left: str, right: str, values: list[int]):
    assert throwable(after_laying(left, right)) == values


@pytest.mark.rule("CAB-28")
@pytest.mark.parametrize(
    ("left", "right", "values"),
    [
        ("red_09", "red_10", []),
        ("start_07", "red_07", []),
        ("red_01", "red_18", [*range(2, 18)]),
        ("start_01", "red_18", [*range(2, 18)]),
        ("start_18", "red_01", [*range(2, 18)]),
    ],
)
def test_our_own_examples(left: str, right: str, values: list[int]):
    state = after_laying(left, right)
    assert throwable(state) == values
    assert (state.step is Step.THROW) == bool(values)


@pytest.mark.rule("CAB-28")
@SEATS
def test_no_1_and_no_18_is_ever_thrown(seats: int):
    thrown = [event for move in random_game(seats, seed=1) for event in move.events if isinstance(event, Threw)]
    assert thrown
    assert {VALUE[card] for event in thrown for card in event.cards} <= set(range(2, 18))


@pytest.mark.rule("CAB-29")
@SEATS
def test_every_other_player_may_throw_what_fits(seats: int):
    others = [f"red_{value:02} blue_{value:02} red_17" if value == 7 else f"red_{value:02}" for value in range(7, 12)]
    state = table("red_06 blue_01", *others[: seats - 1], rows={"red": "| red_12"})
    state = play(state, Play("red_06", "left"))
    for seat in range(1, seats):
        assert GAME.actor(state) == seat
        assert choices(state) == {OK, throw(f"red_{6 + seat:02}")}
        state = play(state, throw(f"red_{6 + seat:02}"))
    assert state.discard == tuple(f"red_{6 + seat:02}" for seat in range(1, seats))


@pytest.mark.rule("CAB-29")
def test_only_the_colour_of_the_row_can_be_thrown():
    state = table("red_06 blue_01", "red_07 blue_07 purple_08", "blue_02", rows={"red": "| red_12"})
    state = play(state, Play("red_06", "left"))
    assert refused(state, throw("blue_07")) == ("CAB-29", "blue 7 cannot be thrown: only red can.")
    assert refused(state, throw("red_07 purple_08"))[0] == "CAB-29"
    assert refused(state, throw("start_07")) == ("CAB-29", "'start_07' cannot be thrown: only red can.")


@pytest.mark.rule("CAB-30")
def test_few_fitting_cards_are_listed_in_all_sets():
    state = table("red_06 blue_01", "red_07 red_09 red_11 red_13", "red_08", rows={"red": "| red_12"})
    legal = GAME.legal(play(state, Play("red_06", "left")))
    assert isinstance(legal, Listed)
    fit = ("red_07", "red_09", "red_11")
    assert set(legal) == {Throw(some) for size in range(4) for some in combinations(fit, size)}
    assert len(legal) == 8


@pytest.mark.rule("CAB-30")
def test_many_fitting_cards_are_asked_about_and_drawn_from_but_not_listed():
    state = after_laying("red_01", "red_18")
    legal, fit = GAME.legal(state), tuple(REDS[1:17])
    assert not isinstance(legal, Listed)
    rng = Random(1)
    for _ in range(200):
        some = tuple(card for card in fit if rng.random() < 0.5)
        assert Throw(some) in legal
        assert legal.sample(rng) in legal
    assert OK in legal
    assert Throw(fit) in legal
    assert legal == Picks(fit, Throw)


@pytest.mark.rule("CAB-30")
@pytest.mark.parametrize("window", ["ok", "until_next_play"])
def test_four_fitting_cards_are_not_listed(window: str):
    hand = "red_07 red_08 red_09 red_10 red_16"
    state = table("red_06 blue_01", "blue_03", hand, rows={"red": "| red_12"}, throw_window=window)
    legal = GAME.legal(play(state, Play("red_06", "left"), OK))
    for size in range(5):
        assert all(Throw(some) in legal for some in combinations(hand.split()[:4], size))
    assert legal == Picks(tuple(hand.split()[:4]), Throw)


@pytest.mark.rule("CAB-30")
@pytest.mark.parametrize("size", [2, 5])
def test_cards_of_others_doubles_and_other_orders_are_refused(size: int):
    hand = REDS[6 : 6 + size]
    state = table("red_02 blue_01", " ".join(hand), "red_13", rows={"red": "| red_17"})
    state = play(state, Play("red_02", "left"))
    each_once = "Name the cards that you throw each once, from low to high."
    assert refused(state, throw("red_08 red_07")) == ("CAB-30", each_once)
    assert refused(state, throw("red_07 red_07")) == ("CAB-30", each_once)
    not_his = "Only cards of your own hand can be thrown, not red 13."
    assert refused(state, throw("red_13")) == ("CAB-30", not_his)
    assert refused(state, throw("red_07 red_13")) == ("CAB-30", not_his)


@pytest.mark.rule("CAB-30")
@pytest.mark.parametrize("thrown", ["", "red_07", "red_09", "red_07 red_09"])
def test_none_some_or_all_are_thrown_as_the_thrower_likes(thrown: str):
    state = table("red_06 blue_01", "red_07 red_09 blue_03", "blue_02", rows={"red": "| red_12"})
    state = play(state, Play("red_06", "left"), throw(thrown), OK)
    assert state.discard == tuple(thrown.split())
    assert set(state.hands[1]) == {"red_07", "red_09", "blue_03"} - set(thrown.split())


@pytest.mark.rule("CAB-30")
@pytest.mark.parametrize("window", ["ok", "until_next_play"])
def test_nobody_is_ever_made_to_throw(window: str):
    for move in random_game(4, 1, throw_window=window):
        if isinstance(move.action, Throw):
            assert OK in GAME.legal(move.before)


@pytest.mark.rule("CAB-31")
@pytest.mark.parametrize("window", ["ok", "until_next_play"])
@SEATS
def test_the_player_in_turn_cannot_throw_at_himself(seats: int, window: str):
    for move in random_game(seats, 1, throw_window=window):
        if isinstance(move.action, Throw):
            assert move.seat != move.before.turn


@pytest.mark.rule("CAB-31")
@pytest.mark.parametrize("window", ["ok", "until_next_play"])
def test_the_player_in_turn_is_not_asked_about_what_is_thrown(window: str):
    hands = "red_06 red_08 blue_01", "red_07 blue_03", "red_09 blue_02"
    state = table(*hands, rows={"red": "| red_12"}, pile="yellow_01 yellow_02", throw_window=window)
    state = play(state, Play("red_06", "left"), throw("red_07"), throw("red_09"))
    assert state.hands[0] == ("red_08", "blue_01", "yellow_01", "yellow_02")
    assert GAME.actor(state) == 1


@pytest.mark.rule("CAB-32")
@pytest.mark.parametrize("window", ["ok", "until_next_play"])
def test_thrown_cards_go_face_up_to_the_discard_pile_and_not_into_the_hand(window: str):
    hands = "red_06 blue_01", "red_07 red_11 blue_03", "red_09 blue_02"
    state = table(*hands, rows={"red": "| red_12"}, discard="purple_05", throw_window=window)
    state = play(state, Play("red_06", "left"), throw("red_07 red_11"), throw("red_09"))
    assert state.discard == ("purple_05", "red_07", "red_11", "red_09")
    assert not {"red_07", "red_11", "red_09"} & {card for hand in state.hands for card in hand}
    for seat in range(3):
        assert GAME.view(state, seat).discard == state.discard


@pytest.mark.rule("CAB-33")
@SEATS
def test_he_draws_as_many_cards_as_all_have_thrown_together(seats: int):
    others = ["red_07 red_08 blue_03", "red_09 blue_04", "red_10 red_11 blue_05", "blue_06", "red_03 red_04 red_05"]
    state = table("red_02 blue_01", *others[: seats - 1], rows={"red": "| red_12"})
    state = play(state, Play("red_02", "left"))
    top, number = state.pile, 0
    for hand in others[: seats - 1]:
        reds = " ".join(card for card in hand.split() if card.startswith("red"))
        number += len(reds.split())
        state = play(state, throw(reds))
    assert number == [3, 5, 5, 8][seats - 3]
    assert set(state.hands[0]) == {"blue_01", *top[:number]}
    assert state.pile == top[number:]


@pytest.mark.rule("CAB-33")
def test_the_thrower_draws_nothing():
    state = table("red_06 blue_01", "red_07 blue_03", "blue_02", rows={"red": "| red_12"})
    state = play(state, Play("red_06", "left"), throw("red_07"), OK)
    assert state.hands[1:] == (("blue_03",), ("blue_02",))


@pytest.mark.rule("CAB-34")
def test_other_rows_and_their_gaps_play_no_part():
    rows = {"red": "| red_12", "blue": "blue_01 | blue_18"}
    state = table("red_08 blue_02", "red_05 red_15 blue_05 blue_10 red_10", "blue_03", rows=rows)
    state = play(state, Play("red_08", "left"))
    assert choices(state) == {OK, throw("red_10")}
    assert refused(state, throw("blue_10"))[0] == "CAB-29"
    assert refused(state, throw("red_05")) == ("CAB-22", "red 5 does not lie in the gap, which goes from 9 to 11.")


@pytest.mark.rule("CAB-34")
def test_a_wide_gap_in_another_row_opens_no_window():
    rows = {"red": "| red_12", "blue": "blue_01 | blue_18"}
    state = play(table("red_11 blue_02", "red_05 blue_10", "blue_03", rows=rows), Play("red_11", "left"))
    assert state.step is Step.PLAY
    assert GAME.actor(state) == 1


@pytest.mark.rule("CAB-35")
@pytest.mark.parametrize("window", ["ok", "until_next_play"])
def test_a_card_that_does_not_fit_is_refused_without_a_penalty(window: str):
    hands = "red_06 blue_01", "red_07 red_13 blue_08", "blue_02"
    state = play(table(*hands, rows={"red": "| red_12"}, throw_window=window), Play("red_06", "left"))
    session = Session(GAME, state, seed=1)
    for cards, rule in (("red_13", "CAB-22"), ("blue_08", "CAB-29"), ("red_07 red_13", "CAB-22")):
        with pytest.raises(IllegalMove) as refusal:
            session.play(throw(cards))
        assert refusal.value.rule == rule
        assert session.state == state
        assert session.past == []
    session.play(throw("red_07"))


@pytest.mark.rule("CAB-35")
def test_the_call_comes_with_the_throw():
    state = play(table("red_06 blue_01", "red_07 blue_08", "blue_02", rows={"red": "| red_12"}), Play("red_06", "left"))
    assert Throw.__struct_fields__ == ("cards",)
    state = play(state, throw("red_07"))
    assert [event for event in told(state, OK) if isinstance(event, Threw)] == [Threw(1, 0, ("red_07",))]
    assert sum(isinstance(event, Drew) for event in told(state, OK)) == 1


def test_what_is_no_answer_is_refused_in_a_window():
    state = play(table("red_06 blue_01", "red_07 blue_08", "blue_02", rows={"red": "| red_12"}), Play("red_06", "left"))
    says = ("CAB-37", "Now say what you throw, or that you throw nothing.")
    assert refused(state, dealt()) == says
    assert refused(state, Play("blue_08", "left")) == says
