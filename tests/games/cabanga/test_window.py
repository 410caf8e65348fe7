from __future__ import annotations

from itertools import product
from random import Random

import pytest

from rumms.games.cabanga.game import GAME
from rumms.games.cabanga.state import (
    Answered,
    Drew,
    Lapsed,
    Options,
    Passed,
    PileMade,
    Play,
    Played,
    SameColour,
    Shuffled,
    Spared,
    State,
    Step,
    Threw,
    Throw,
)
from rumms.kernel.choices import Picks, Shuffles
from rumms.kernel.game import NATURE, Forced, Listed
from rumms.kernel.session import Session

from .table import OK, choices, dealt, forced, play, random_game, refused, table, throw, told

SEATS = pytest.mark.parametrize("seats", [3, 4, 5, 6])
LATE = "until_next_play"
OPENS = Play("red_06", "left")
"""Opens the gap from 7 to 11."""
ROWS = {"red": "| red_12"}


def opened(*others: str, mine: str = "blue_01", pile: str = "yellow_01 yellow_02 yellow_03 ...", **more: str) -> State:
    """Seat 1 has just opened a gap from 7 to 11 in the red row; the others hold these cards."""
    return play(table(f"red_06 {mine}", *others, rows=ROWS, pile=pile, **more), OPENS)


def plays(hand: str) -> set[Play]:
    return {Play(card, side) for card in hand.split() for side in ("left", "right")}


# Until all have answered.


@pytest.mark.rule("CAB-37")
@SEATS
def test_the_next_turn_begins_only_when_all_others_have_answered(seats: int):
    assert Options().throw_window == "ok"
    state = opened("red_07 blue_02", *[f"blue_{value:02}" for value in range(3, seats + 1)])
    for seat in range(1, seats):
        assert GAME.actor(state) == seat
        assert state.turn == 0
        for card in (state.hands[1][0], state.hands[seat][0]):
            says = "Now say what you throw, or that you throw nothing."
            assert refused(state, Play(card, "left")) == ("CAB-37", says)
        state = play(state, OK)
    assert state.step is Step.PLAY
    assert GAME.actor(state) == state.turn == 1


@pytest.mark.rule("CAB-38")
@SEATS
@pytest.mark.parametrize("first", [1, 3])
def test_each_other_player_gives_one_answer_clockwise_from_the_player_in_turn(seats: int, first: int):
    others = [f"red_{value:02} blue_{value:02}" for value in range(7, 6 + seats)]
    hands = ["red_06 blue_01", *others]
    hands = hands[1 - first :] + hands[: 1 - first]
    state = play(table(*hands, rows=ROWS, first_player=first), OPENS)
    asked = []
    while state.step is Step.THROW:
        asked.append(GAME.actor(state))
        state = play(state, throw(state.hands[state.asked][0]))
    assert asked == [(first - 1 + step) % seats for step in range(1, seats)]


def moments(*answers: str) -> list[tuple[State, Throw]]:
    """Every moment of a window of four players in which these answers are given."""
    state = opened("red_07 red_08 blue_02", "red_09 blue_03", "red_10 red_11 blue_04")
    made = []
    for answer in answers:
        made.append((state, throw(answer)))
        state = play(state, throw(answer))
    return made


@pytest.mark.rule("CAB-38", "CAB-67")
def test_what_was_answered_is_secret_until_all_answers_are_in():
    """Whatever the others have answered, a seat sees and hears the same until the last answer."""
    each = ("", "red_07", "red_08", "red_07 red_08"), ("", "red_09"), ("", "red_10 red_11")
    games = {answers: moments(*answers) for answers in product(*each)}
    for (one, mine), (other, his) in product(games.items(), repeat=2):
        for seat in range(4):
            for number in range(3):
                if seat and number >= seat and one[seat - 1] != other[seat - 1]:
                    continue  # he knows what he has answered himself
                assert GAME.view(mine[number][0], seat) == GAME.view(his[number][0], seat)
                if number < 2:
                    assert told(*mine[number], seat) == told(*his[number], seat) == [Answered(number + 1)]


@pytest.mark.rule("CAB-38")
def test_who_has_answered_is_public_and_everyone_knows_his_own_answer():
    answers = "red_07", "red_09", ""
    for number, (state, _) in enumerate(moments(*answers)):
        for seat in range(4):
            seen = GAME.view(state, seat).answers
            assert [answer is not None for answer in seen] == [0 < each <= number for each in range(4)]
            if 0 < seat <= number:
                assert seen[seat] == throw(answers[seat - 1]).cards
            assert [len(hand) for hand in GAME.view(state, seat).hands] == [1, 3, 2, 3]
            assert GAME.view(state, seat).discard == ()


@pytest.mark.rule("CAB-38")
def test_all_thrown_cards_are_shown_together():
    *_, (state, last) = moments("red_07", "", "red_10 red_11")
    for seat in range(1, 4):
        assert told(state, last, seat) == [
            Answered(3),
            Threw(1, 0, ("red_07",)),
            Threw(3, 0, ("red_10", "red_11")),
            Drew(0, ("?", "?", "?")),
        ]
    assert play(state, last).answers == ()


@pytest.mark.rule("CAB-38")
def test_it_is_told_when_nobody_throws_anything():
    *_, (state, last) = moments("", "", "")
    assert told(state, last) == [Answered(3), Spared(0)]


@pytest.mark.rule("CAB-39")
@pytest.mark.parametrize("window", ["ok", LATE])
def test_the_window_opens_for_any_gap_even_if_nobody_has_a_fitting_card(window: str):
    hands = "red_07 blue_01", "blue_02", "blue_03", "red_01"
    state = table(*hands, rows={"red": "| red_09"}, discard="red_08", throw_window=window)
    state = play(state, Play("red_07", "left"))
    asked = []
    while state.step is Step.THROW:
        asked.append(GAME.actor(state))
        assert OK in choices(state)
        state = play(state, OK)
    assert asked == [1, 2, 3]


@pytest.mark.rule("CAB-39")
@pytest.mark.parametrize("window", ["ok", LATE])
@pytest.mark.parametrize(("laid", "top"), [("red_11", "red_12"), ("red_13", "red_12"), ("red_18", "start_18")])
def test_without_a_gap_nobody_is_asked(window: str, laid: str, top: str):
    rows = {"red": "|" if top == "start_18" else f"| {top}"}
    state = table(f"{laid} blue_01", "red_10 red_14", "red_09", rows=rows, throw_window=window)
    assert told(state, Play(laid, "left")) == [Played(0, laid, "left", ())]
    state = play(state, Play(laid, "left"))
    assert (state.step, GAME.actor(state)) == (Step.PLAY, 1)


@pytest.mark.rule("CAB-40")
def test_unless_agreed_otherwise_a_player_without_a_fitting_card_is_asked():
    assert Options().auto_ok == "never"
    legal = GAME.legal(opened("blue_02", "red_07"))
    assert isinstance(legal, Listed)
    assert not isinstance(legal, Forced)
    assert legal == (OK,)


@pytest.mark.rule("CAB-40")
def test_with_auto_ok_a_player_without_a_fitting_card_answers_by_himself():
    state = opened("blue_02", "red_07 blue_03", "red_14", auto_ok="always")
    assert GAME.actor(state) == 1
    assert forced(state) == OK
    session = Session(GAME, state, seed=1)
    made = session.go_on()
    assert [(move.seat, move.action, move.forced) for move in made] == [(1, OK, True)]
    assert session.actor == 2
    made = session.play(OK)
    assert [(move.seat, move.forced) for move in made] == [(2, False), (3, True)]


@pytest.mark.rule("CAB-40", "CAB-65")
@pytest.mark.parametrize("auto_ok", ["never", "always"])
def test_a_player_with_a_fitting_card_is_always_asked(auto_ok: str):
    assert choices(opened("red_07", "blue_03", auto_ok=auto_ok)) == {OK, throw("red_07")}


@pytest.mark.rule("CAB-42")
def test_all_throws_are_settled_in_one_count_and_one_draw():
    """The pile is too short: what both have thrown is shuffled together, not one after the other."""
    state = opened("red_07 blue_02", "red_08 red_09 blue_03", pile="yellow_01")
    state = play(state, throw("red_07"))
    assert state.hands[0] == ("blue_01",)
    assert told(state, throw("red_08 red_09")) == [
        Answered(2),
        Threw(1, 0, ("red_07",)),
        Threw(2, 0, ("red_08", "red_09")),
        Drew(0, ("yellow_01",)),
    ]
    state = play(state, throw("red_08 red_09"))
    assert GAME.legal(state) == Shuffles(("red_07", "red_08", "red_09"), Shuffled)
    assert told(state, Shuffled(("red_09", "red_07", "red_08"))) == [PileMade(3), Drew(0, ("red_09", "red_07"))]


# Until the next player has played.


@pytest.mark.rule("CAB-36", "CAB-41")
def test_any_other_player_can_throw_until_the_next_one_has_played():
    """Seat 4 throws, seat 2 passes, seat 3 throws after all, seat 2 plays: then nobody can any more."""
    state = opened("blue_02 blue_05", "red_07 blue_03", "red_08 red_09 blue_04", throw_window=LATE)
    for seat, action in ((1, OK), (2, OK), (3, throw("red_08")), (1, OK), (2, throw("red_07")), (3, OK)):
        assert GAME.actor(state) == seat
        assert state.turn == 0
        state = play(state, action)
    assert GAME.actor(state) == 1
    state = play(state, Play("blue_02", "left"))
    assert state.turn == 1
    assert GAME.actor(state) == 2
    assert refused(state, throw("red_09"))[0] == "CAB-29"


@pytest.mark.rule("CAB-41")
def test_each_throw_is_seen_by_all_and_drawn_for_at_once():
    state = opened("red_07 red_08 blue_02", "red_09 blue_03", throw_window=LATE)
    for seat in (1, 2):
        assert told(state, throw("red_07 red_08"), seat) == [Threw(1, 0, ("red_07", "red_08")), Drew(0, ("?", "?"))]
    state = play(state, throw("red_07 red_08"))
    assert state.hands[0] == ("blue_01", "yellow_01", "yellow_02")
    assert state.discard == ("red_07", "red_08")
    assert GAME.actor(state) == 2
    assert told(state, throw("red_09"), 0) == [Threw(2, 0, ("red_09",)), Drew(0, ("yellow_03",))]


@pytest.mark.rule("CAB-41")
def test_a_pass_is_told():
    state = opened("red_07", "red_09", throw_window=LATE)
    assert told(state, OK) == [Passed(1)]


@pytest.mark.rule("CAB-41")
@SEATS
def test_the_window_closes_when_all_have_passed_one_after_the_other(seats: int):
    others = [f"red_{value:02} blue_{value:02}" for value in range(7, 6 + seats)]
    state = opened(*others, throw_window=LATE)
    for seat in range(1, seats):
        assert (state.step, GAME.actor(state)) == (Step.THROW, seat)
        state = play(state, OK)
    assert (state.step, GAME.actor(state), state.turn) == (Step.PLAY, 1, 1)


@pytest.mark.rule("CAB-41")
@SEATS
@pytest.mark.parametrize("thrower", [1, 2])
def test_after_a_throw_all_must_pass_anew(seats: int, thrower: int):
    others = [f"red_{value:02} blue_{value:02}" for value in range(7, 6 + seats)]
    state = opened(*others, throw_window=LATE)
    state = play(state, *[OK] * (thrower - 1), throw(f"red_{6 + thrower:02}"))
    asked = []
    while state.step is Step.THROW:
        asked.append(GAME.actor(state))
        state = play(state, OK)
    order = [*range(1, seats)]
    assert asked == order[thrower:] + order[:thrower]


@pytest.mark.rule("CAB-41")
def test_a_player_may_throw_several_times_in_one_window():
    state = opened("red_07 red_08 blue_02", "blue_03", throw_window=LATE)
    state = play(state, throw("red_07"), OK, throw("red_08"), OK, OK)
    assert state.discard == ("red_07", "red_08")
    assert state.hands[0] == ("blue_01", "yellow_01", "yellow_02")
    assert (state.step, GAME.actor(state)) == (Step.PLAY, 1)


@pytest.mark.rule("CAB-41")
def test_the_next_player_may_play_instead_of_passing_and_nobody_else():
    hands = "red_07 blue_02", "red_09 blue_03", "red_10 blue_04"
    state = opened(*hands, throw_window=LATE)
    assert choices(state) == {OK, throw("red_07"), *plays(hands[0])}
    state = play(state, OK)
    for hand in hands[1:]:
        assert choices(state) == {OK, throw(hand.split()[0])}
        says = "Only the next player may play a card now; throw something or pass."
        assert refused(state, Play(hand.split()[1], "left")) == ("CAB-41", says)
        state = play(state, throw(hand.split()[0]))
    assert choices(state) == {OK, throw("red_07"), *plays(hands[0])}


@pytest.mark.rule("CAB-41")
def test_playing_closes_the_window_and_is_a_turn_like_any_other():
    state = opened("red_07 blue_02", "red_09 blue_03 blue_10", throw_window=LATE)
    assert told(state, Play("blue_02", "left")) == [Played(1, "blue_02", "left", tuple(range(3, 16)))]
    state = play(state, Play("blue_02", "left"))
    assert (state.turn, GAME.actor(state), state.last) == (1, 2, "blue")
    assert state.hands[1] == ("red_07",)
    assert throw("blue_10") in GAME.legal(state)
    assert throw("red_09") not in GAME.legal(state)
    state = play(state, throw("blue_10"))
    assert GAME.actor(state) == 0
    assert state.hands[1] == ("red_07", "yellow_01")


@pytest.mark.rule("CAB-41")
def test_in_the_window_after_an_early_play_all_must_pass_anew():
    state = opened("blue_02 blue_05", "red_07 blue_03", "red_10 blue_04", throw_window=LATE)
    state = play(state, OK, throw("red_07"), OK, Play("blue_02", "left"))
    for seat in (2, 3, 0):
        assert (state.step, GAME.actor(state), state.turn) == (Step.THROW, seat, 1)
        state = play(state, OK)
    assert (state.step, GAME.actor(state)) == (Step.PLAY, 2)


@pytest.mark.rule("CAB-41", "CAB-17")
def test_playing_early_costs_a_card_for_the_same_colour_too():
    state = opened("red_07 blue_02", "red_09 blue_03", throw_window=LATE)
    action = Play("red_07", "left")
    assert told(state, action)[1:] == [SameColour(1, "red"), Drew(1, ("yellow_01",))]
    assert (play(state, action).turn, GAME.actor(play(state, action))) == (1, 2)


@pytest.mark.rule("CAB-41")
def test_an_early_play_that_leaves_no_gap_ends_its_own_turn_too():
    state = opened("red_07 blue_02 blue_15", "red_09 blue_03", throw_window=LATE)
    state = play(state, Play("blue_15", "left"))
    assert (state.step, state.turn, GAME.actor(state)) == (Step.PLAY, 2, 2)


@pytest.mark.rule("CAB-41")
def test_the_last_card_may_be_played_early():
    state = opened("blue_15", "red_09 blue_03", throw_window=LATE)
    assert play(state, Play("blue_15", "left")).step is Step.DEAL


@pytest.mark.rule("CAB-41", "CAB-21")
def test_the_next_player_cannot_play_while_the_hand_of_the_player_in_turn_is_empty():
    state = opened("red_07 blue_02", "red_09 blue_03", mine="", throw_window=LATE)
    assert state.hands[0] == ()
    assert choices(state) == {OK, throw("red_07")}
    says = "A hand is empty, so no more card can be played; throw something or pass."
    assert refused(state, Play("blue_02", "left")) == ("CAB-41", says)
    assert play(state, OK, OK).step is Step.DEAL


@pytest.mark.rule("CAB-41", "CAB-21")
def test_the_next_player_cannot_play_while_the_hand_of_a_thrower_is_empty():
    state = play(opened("red_07 blue_02", "red_09", throw_window=LATE), OK, throw("red_09"))
    assert GAME.actor(state) == 1
    assert choices(state) == {OK, throw("red_07")}
    assert refused(state, Play("blue_02", "left"))[0] == "CAB-41"
    assert play(state, throw("red_07"), OK, OK).step is Step.DEAL


@pytest.mark.rule("CAB-41")
def test_the_next_player_can_play_again_once_the_player_in_turn_has_drawn():
    state = opened("red_07 blue_02", "red_09 blue_03", mine="", throw_window=LATE)
    state = play(state, OK, throw("red_09"))
    assert Play("blue_02", "left") in GAME.legal(state)


@pytest.mark.rule("CAB-41")
def test_an_early_play_needs_a_card_of_the_own_hand():
    state = opened("red_07 blue_02", "red_09 blue_03", throw_window=LATE)
    says = "Now play a card of your hand; blue 3 is not in it."
    assert refused(state, Play("blue_03", "left")) == ("CAB-13", says)
    says = "Now say what you throw, or that you throw nothing."
    assert refused(state, dealt()) == ("CAB-37", says)


@pytest.mark.rule("CAB-41")
def test_many_fitting_cards_and_an_early_play_are_not_listed():
    hand = "red_07 red_08 red_09 red_10 blue_02"
    legal = GAME.legal(opened(hand, "blue_03", throw_window=LATE))
    assert not isinstance(legal, Listed)
    assert all(action in legal for action in plays(hand))
    assert throw("red_08 red_10") in legal
    assert Play("blue_03", "left") not in legal
    drawn = {legal.sample(Random(seed)) for seed in range(600)}
    assert len(drawn) == 2**4 + 2 * 5
    assert all(action in legal for action in drawn)
    assert isinstance(legal, Picks)


@pytest.mark.rule("CAB-40", "CAB-41")
def test_with_auto_ok_the_next_player_is_asked_as_long_as_he_may_play():
    hands = "blue_02", "blue_03", "red_07 blue_04"
    state = opened(*hands, throw_window=LATE, auto_ok="always")
    assert choices(state) == {OK, *plays("blue_02")}
    state = play(state, OK)
    assert forced(state) == OK
    assert choices(play(state, OK)) == {OK, throw("red_07")}


@pytest.mark.rule("CAB-40", "CAB-41")
def test_with_auto_ok_the_next_player_passes_by_himself_when_he_may_not_play():
    state = opened("blue_02", "red_07 blue_03", mine="", throw_window=LATE, auto_ok="always")
    assert forced(state) == OK


@pytest.mark.rule("CAB-40", "CAB-41")
def test_without_auto_ok_everybody_is_asked_until_the_next_play_too():
    state = opened("blue_02", "blue_03", mine="", throw_window=LATE)
    assert choices(state) == {OK}
    assert choices(play(state, OK)) == {OK}


@pytest.mark.rule("CAB-41", "CAB-44")
def test_the_window_goes_on_after_a_draw_that_a_shuffle_has_interrupted():
    state = opened("red_07 red_08 blue_02", "red_09 blue_03", pile="yellow_01", throw_window=LATE)
    state = play(state, throw("red_07 red_08"))
    assert GAME.actor(state) == NATURE
    assert state.hands[0] == ("blue_01", "yellow_01")
    state = play(state, Shuffled(("red_08", "red_07")))
    assert state.hands[0] == ("red_08", "blue_01", "yellow_01")
    assert (state.step, GAME.actor(state), state.turn) == (Step.THROW, 2, 0)
    state = play(state, throw("red_09"))
    assert state.hands[0] == ("red_07", "red_08", "blue_01", "yellow_01")
    assert (state.step, GAME.actor(state), state.turn) == (Step.THROW, 1, 0)


@pytest.mark.rule("CAB-41", "CAB-44")
def test_an_early_play_whose_penalty_waits_for_a_shuffle_opens_its_own_window_then():
    state = opened("red_07 blue_02", "red_08 blue_03", pile="", discard="yellow_05", throw_window=LATE)
    state = play(state, Play("red_07", "right"))
    assert GAME.actor(state) == NATURE
    state = play(state, Shuffled(("yellow_05",)))
    assert state.hands[1] == ("blue_02", "yellow_05")
    assert (state.step, state.turn) == (Step.PLAY, 2)


@pytest.mark.rule("CAB-41", "CAB-46")
def test_an_early_play_whose_penalty_lapses():
    state = opened("red_10 blue_02", "red_08 blue_03", pile="", throw_window=LATE)
    action = Play("red_10", "right")
    assert told(state, action)[1:] == [SameColour(1, "red"), Lapsed(1, 1)]
    state = play(state, action)
    assert (state.step, state.turn, GAME.actor(state)) == (Step.THROW, 1, 2)
    assert choices(state) == {OK, throw("red_08"), *plays("red_08 blue_03")}


@pytest.mark.rule("CAB-41")
@pytest.mark.parametrize("auto_ok", ["never", "always"])
@SEATS
def test_only_the_next_player_ever_plays_in_a_window(seats: int, auto_ok: str):
    early = 0
    for seed in range(3):
        for move in random_game(seats, seed, throw_window=LATE, auto_ok=auto_ok):
            if isinstance(move.action, Play) and move.before.step is Step.THROW:
                early += 1
                assert move.seat == (move.before.turn + 1) % seats == move.events[0].seat
                assert all(move.before.hands)
    assert early > 10


@pytest.mark.rule("CAB-37", "CAB-38")
@SEATS
def test_with_ok_everyone_is_asked_exactly_once_in_each_window(seats: int):
    asked: list[int] = []
    for move in random_game(seats, seed=1):
        if isinstance(move.action, Play):
            assert len(asked) in {0, seats - 1}
            asked = []
        elif isinstance(move.action, Throw):
            asked.append(move.seat)
            assert asked == [(move.before.turn + step) % seats for step in range(1, len(asked) + 1)]
