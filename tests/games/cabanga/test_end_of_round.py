from __future__ import annotations

import pytest

from rumms.games.cabanga.cards import BACK, NUMBERS, STARTS
from rumms.games.cabanga.game import GAME
from rumms.games.cabanga.state import Dealt, Drew, Play, RoundBegan, RoundEnded, Row, Shuffled, State, Step, Threw
from rumms.kernel.game import NATURE

from .table import COSTS, LAST, OK, all_pass, dealt, ending, play, random_game, refused, table, throw, told

OPENS = Play("red_06", "left")
"""Opens the gap from 7 to 11."""
ROWS = {"red": "| red_12"}
WINDOWS = pytest.mark.parametrize("window", ["ok", "until_next_play"])
SEATS = pytest.mark.parametrize("seats", [3, 4, 5, 6])


def opened(*hands: str, pile: str = "yellow_01 yellow_17 ...", **more: str) -> State:
    """Seat 1 has just opened a gap from 7 to 11 in the red row."""
    return play(table(*hands, rows=ROWS, pile=pile, **more), OPENS)


def has_ended(state: State) -> bool:
    return state.step is Step.DEAL


@pytest.mark.rule("CAB-49")
def test_the_round_ends_when_the_player_in_turn_has_no_card_left():
    assert isinstance(told(ending("blue_09", "blue_18"), LAST)[-1], RoundEnded)
    assert has_ended(play(ending("blue_09", "blue_18"), LAST))


@pytest.mark.rule("CAB-49")
@WINDOWS
@pytest.mark.parametrize("thrower", [1, 2, 3])
def test_the_round_ends_when_any_thrower_has_no_card_left(window: str, thrower: int):
    others = ["red_07 blue_02", "red_08 blue_03", "red_09 blue_04"]
    others[thrower - 1] = "red_10"
    state = opened("red_06 blue_01", *others, throw_window=window)
    state = play(state, *[OK] * (thrower - 1), throw("red_10"))
    assert not has_ended(state) or thrower == 3
    assert has_ended(all_pass(state))


@pytest.mark.rule("CAB-49")
def test_until_the_next_play_the_others_can_still_throw_when_a_hand_is_empty():
    state = opened("red_06 blue_01", "red_07", "red_08 red_09 blue_03", throw_window="until_next_play")
    state = play(state, throw("red_07"))
    assert state.hands[1] == ()
    state = play(state, throw("red_08"), OK, throw("red_09"), OK)
    assert not has_ended(state)
    state = play(state, OK)
    assert has_ended(state)
    assert len(state.hands[0]) == 4


@pytest.mark.rule("CAB-49")
def test_the_round_goes_on_while_everybody_has_a_card():
    state = play(opened("red_06 blue_01", "red_07 blue_02", "red_08 blue_03"), throw("red_07"), throw("red_08"))
    assert (state.step, GAME.actor(state)) == (Step.PLAY, 1)


@pytest.mark.rule("CAB-49")
@WINDOWS
@SEATS
def test_a_round_ends_with_an_empty_hand_and_at_no_other_time(seats: int, window: str):
    for seed in range(3):
        for move in random_game(seats, seed, throw_window=window):
            ended = [event for event in move.events if isinstance(event, RoundEnded)]
            assert all(() in event.hands for event in ended)
            if move.before.step in {Step.PLAY, Step.THROW} and move.after.step is Step.PLAY and not move.after.owed:
                assert all(move.after.hands)


@pytest.mark.rule("CAB-50")
@WINDOWS
def test_a_player_without_a_card_goes_on_if_cards_are_thrown_at_him(window: str):
    state = opened("red_06", "red_07 blue_02", "blue_03", throw_window=window)
    assert state.hands[0] == ()
    state = all_pass(play(state, throw("red_07")))
    assert state.hands[0] == ("yellow_01",)
    assert (state.step, GAME.actor(state)) == (Step.PLAY, 1)


@pytest.mark.rule("CAB-50")
@WINDOWS
def test_a_player_without_a_card_ends_the_round_if_nothing_is_thrown(window: str):
    state = opened("red_06", "red_07 blue_02", "blue_03", throw_window=window)
    assert not has_ended(state)
    assert has_ended(all_pass(state))


@pytest.mark.rule("CAB-51")
def test_the_penalty_for_the_colour_refills_an_empty_hand():
    state = table("red_11", "red_07 blue_02", "blue_03", rows=ROWS, pile="yellow_01 ...", last="red")
    state = play(state, Play("red_11", "left"))
    assert state.hands[0] == ("yellow_01",)
    assert (state.step, GAME.actor(state)) == (Step.PLAY, 1)


@pytest.mark.rule("CAB-51")
@WINDOWS
def test_the_penalty_refills_an_empty_hand_after_a_shuffle_and_before_the_window(window: str):
    hands = "red_06", "red_07 blue_02", "blue_03"
    state = table(*hands, rows=ROWS, pile="", discard="yellow_05", last="red", throw_window=window)
    state = play(state, OPENS)
    assert GAME.actor(state) == NATURE
    state = all_pass(play(state, Shuffled(("yellow_05",))))
    assert state.hands[0] == ("yellow_05",)
    assert (state.step, GAME.actor(state)) == (Step.PLAY, 1)


@pytest.mark.rule("CAB-52")
def test_a_thrower_without_a_card_ends_the_round_only_after_everything_is_drawn():
    state = opened("red_06 blue_01", "red_07 red_08 red_09", "blue_03", pile="yellow_01", discard="yellow_17")
    state = play(state, throw("red_07 red_08 red_09"))
    assert not any(isinstance(event, RoundEnded) for event in told(state, OK))
    state = play(state, OK)
    assert state.hands[1] == ()
    assert GAME.actor(state) == NATURE
    assert not has_ended(state)
    order = ("red_08", "yellow_17", "red_07", "red_09")
    events = told(state, Shuffled(order))
    assert events[1] == Drew(0, ("red_08", "yellow_17"))
    counted = ("red_08", "blue_01", "yellow_01", "yellow_17")
    assert events[2] == RoundEnded(1, (counted, (), ("blue_03",)), (6, 0, 1), (6, 0, 1))
    assert has_ended(play(state, Shuffled(order)))


@pytest.mark.rule("CAB-52")
def test_a_thrower_without_a_card_ends_the_round_after_the_draw_until_the_next_play_too():
    state = opened("red_06 blue_01", "red_07 red_08", "blue_03", pile="yellow_01", throw_window="until_next_play")
    state = play(state, throw("red_07 red_08"))
    assert GAME.actor(state) == NATURE
    state = play(state, Shuffled(("red_08", "red_07")))
    assert state.hands == (("red_08", "blue_01", "yellow_01"), (), ("blue_03",))
    assert (state.step, GAME.actor(state)) == (Step.THROW, 2)
    assert has_ended(all_pass(state))


@pytest.mark.rule("CAB-53")
@WINDOWS
def test_several_hands_may_be_empty_at_the_same_moment(window: str):
    state = opened("red_06", "red_07", "red_08", "blue_02", throw_window=window)
    state = all_pass(play(state, throw("red_07"), throw("red_08"), OK))
    assert has_ended(state)
    assert state.hands == (("yellow_01", "yellow_17"), (), (), ("blue_02",))
    assert state.totals == (2, 0, 0, 1)


@pytest.mark.rule("CAB-54")
@WINDOWS
def test_example_the_last_card_of_a_and_the_last_two_of_b(window: str):
    state = opened("red_06", "red_07 red_08", "blue_03", pile="yellow_09 yellow_05 ...", throw_window=window)
    assert state.hands[0] == ()
    state = all_pass(play(state, throw("red_07 red_08")))
    assert has_ended(state)
    assert state.hands == (("yellow_05", "yellow_09"), (), ("blue_03",))
    assert state.totals == (3 + 2, 0, 1)


@pytest.mark.rule("CAB-55")
@WINDOWS
@pytest.mark.parametrize("before", ["", "blue", "purple", "yellow"])
def test_example_a_plays_his_last_card_and_nobody_throws(before: str, window: str):
    state = opened("red_06", "red_07 red_08", "blue_03", last=before, throw_window=window)
    assert has_ended(all_pass(state))


@pytest.mark.rule("CAB-55")
@WINDOWS
def test_example_had_a_played_the_same_colour(window: str):
    state = all_pass(opened("red_06", "red_07 red_08", "blue_03", last="red", throw_window=window))
    assert len(state.hands[0]) == 1
    assert (state.step, GAME.actor(state)) == (Step.PLAY, 1)


@pytest.mark.rule("CAB-56")
@pytest.mark.parametrize(("way", "minus"), [("centre", (0, 9, 4)), ("edge", (0, 7, 8))])
def test_each_card_left_adds_its_minus_points_to_its_owners_total(way: str, minus: tuple[int, ...]):
    hands = "blue_09 purple_09 yellow_04 red_18", "blue_01 red_02 yellow_15"
    state = ending(*hands, minus_points=way, totals=(3, 2, 1))
    ended = told(state, LAST)[-1]
    assert isinstance(ended, RoundEnded)
    assert ended.minus == minus
    assert ended.totals == play(state, LAST).totals == (3, 2 + minus[1], 1 + minus[2])


@pytest.mark.rule("CAB-56", "CAB-57")
@pytest.mark.parametrize("way", ["centre", "edge"])
@SEATS
def test_totals_are_kept_from_round_to_round(seats: int, way: str):
    totals = (0,) * seats
    rounds = 0
    for move in random_game(seats, 2, minus_points=way, end_at=70):
        assert move.before.totals == totals
        for event in move.events:
            if isinstance(event, RoundEnded):
                rounds += 1
                minus = [sum(COSTS[way][NUMBERS[card].value] for card in hand) for hand in event.hands]
                assert event.minus == tuple(minus)
                totals = tuple(total + more for total, more in zip(totals, minus, strict=True))
                assert event.totals == totals
        assert move.after.totals == totals
    assert rounds > 1


@pytest.mark.rule("CAB-58")
def test_the_whole_set_up_is_done_anew():
    state = play(opened("red_06", "red_07", "blue_03", discard="yellow_05"), throw("red_07"), OK)
    assert GAME.actor(state) == NATURE
    says = "Now everything is dealt anew: 8 start cards and 72 number cards."
    assert refused(state, Shuffled(state.discard)) == ("CAB-58", says)
    cards = tuple(reversed(NUMBERS))
    state = play(state, Dealt(STARTS, cards))
    assert state.rows == tuple(Row((STARTS[2 * place],), (STARTS[2 * place + 1],)) for place in range(4))
    assert [set(hand) for hand in state.hands] == [set(cards[8 * seat : 8 * seat + 8]) for seat in range(3)]
    assert state.pile == cards[24:]
    assert state.discard == ()
    assert (state.step, state.last, state.owed, state.answers, state.passes) == (Step.PLAY, "", 0, (), 0)


@pytest.mark.rule("CAB-58")
def test_what_was_known_of_the_cards_is_shuffled_away_as_well():
    state = table("red_11", "red_07 blue_02", "blue_03", rows=ROWS, pile="", discard="yellow_05", last="red")
    state = play(state, Play("red_11", "left"), Shuffled(("yellow_05",)))
    assert GAME.view(state, 1).hands[0] == (f"{BACK}1",)
    state = play(state, Play("blue_02", "left"), throw(""), throw(""), Play("blue_03", "left"))
    state = play(all_pass(state), dealt())
    assert GAME.view(state, 1).hands[0] == (BACK,) * 8
    assert GAME.view(state, 1).pile == (BACK,) * 48


@pytest.mark.rule("CAB-58")
def test_after_an_altered_start_position_the_next_round_has_all_72_cards():
    state = play(ending("blue_09", "blue_18", pile=""), LAST)
    assert len(state.deck) == 4
    state = play(state, dealt())
    assert set(state.deck) == {*state.pile, *state.hands[0], *state.hands[1], *state.hands[2]} == set(NUMBERS)


@pytest.mark.rule("CAB-59")
@SEATS
@pytest.mark.parametrize("first", [1, 3])
def test_the_left_neighbour_of_whoever_took_the_last_turn_begins(seats: int, first: int):
    """Whoever it was that had no card left."""
    for empty in range(1, seats):
        others = [f"red_{6 + seat:02} blue_{6 + seat:02}" for seat in range(1, seats)]
        others[empty - 1] = others[empty - 1].split()[0]
        hands = ["red_06 blue_01", *others]
        hands = hands[1 - first :] + hands[: 1 - first]
        state = play(table(*hands, rows=ROWS, first_player=first), OPENS)
        while state.step is Step.THROW:
            state = play(state, throw(state.hands[state.asked][0]))
        assert has_ended(state)
        assert told(state, dealt(seats=seats)) == [RoundBegan(2, first % seats)]
        assert GAME.actor(play(state, dealt(seats=seats))) == first % seats


@pytest.mark.rule("CAB-59")
def test_an_early_play_is_the_last_turn_if_it_ends_the_round():
    state = opened("red_06 blue_01", "blue_15", "red_09", throw_window="until_next_play")
    state = play(state, Play("blue_15", "left"), dealt())
    assert GAME.actor(state) == 2


@pytest.mark.rule("CAB-59")
@SEATS
def test_in_every_game_the_next_round_is_begun_by_the_left_neighbour(seats: int):
    last = None
    for move in random_game(seats, 2, end_at=70):
        if isinstance(move.action, Dealt) and last is not None:
            assert GAME.actor(move.after) == (last + 1) % seats
        if isinstance(move.action, Play):
            last = move.seat
    assert last is not None


@pytest.mark.rule("CAB-60")
def test_example_seat_2_plays_and_seat_4_throws_his_last_card():
    hands = "blue_01 blue_02", "red_06 blue_03", "red_07 blue_04", "red_08"
    state = play(table(*hands, rows=ROWS, first_player=2), OPENS, OK)
    assert GAME.actor(state) == 3
    state = play(state, throw("red_08"))
    assert Threw(3, 1, ("red_08",)) in told(state, OK)
    state = play(state, OK)
    assert has_ended(state)
    assert told(state, dealt(seats=4)) == [RoundBegan(2, 2)]
    assert GAME.actor(play(state, dealt(seats=4))) == 2
