from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from rumms.games.dumm_gelaufen.cards import MURPHYS, is_fulfilled, numbers_of
from rumms.games.dumm_gelaufen.game import GAME
from rumms.games.dumm_gelaufen.state import (
    Choose,
    Fulfilled,
    Give,
    Mixed,
    Moving,
    Options,
    Play,
    Pulling,
    Refilling,
    RoundBegan,
    Stalled,
    State,
    Stop,
    Trade,
    Won,
)
from rumms.kernel.game import NATURE

from .table import (
    DRAW,
    ONE,
    TWO,
    all_murphys,
    at,
    cards,
    events,
    lay,
    play,
    position,
    pulled,
    random_game,
    refused,
    table,
    take,
    task,
    told,
)

ODD = "b9 b11 y7 y9 y11 g7 g9 g11"
"""Eight odd cards; M07 asks for nine."""
OTHER = "g8 g10"
NO_START: dict[str, Any] = {"check_at_turn_start": False}


def about_to_fulfil(*others: str, fulfilled: tuple[str, ...] = (), aside: str = "", **options: int) -> State:
    """Seat 1 can fulfil M07 with `LAST`."""
    hands = (f"{ODD} y10 y8", *(others or (OTHER,)))
    start = position(*hands, murphys="M07 M29 M24 M23 M11 M19", mac=MAC, left="b5", fulfilled=fulfilled)
    return play(at(start, aside, **options), ONE, take("b5", "left"), lay("y10"))


MAC = "b1 b2 b3 b4 b6 b7 b8"
LAST = lay("y8")


# Fulfilled or not.


@pytest.mark.rule("DUM-63")
@pytest.mark.parametrize(
    ("murphy", "hand", "is_it"),
    [
        ("M07", f"{ODD} b5", True),
        ("M07", f"{ODD} b5 b5", True),
        ("M07", ODD, False),
        ("M07", f"{ODD} b5 b4", False),
        ("M30", "b11 b11 b11 y11 y11 y11 g11 g11 g11 b10", False),
        ("M30", "b11 b11 b11 y11 y11 y11 g11 g11 g11 b10 y1", True),
        ("M31", "y11 y11 y11 y10 y6", False),
        ("M31", "y11 y11 y11 y10 y7", True),
        ("M31", "y11 y11 y11 y10 y7 b1", False),
        ("M28", "b8 b8 b8 y8", True),
        ("M28", "b8 b8 b8", False),
        ("M28", "", False),
    ],
)
def test_every_number_card_fits_and_they_are_enough_or_add_up_to_enough(murphy: str, hand: str, is_it: bool):
    assert is_fulfilled(murphy, cards(hand)) == is_it


@pytest.mark.rule("DUM-64")
def test_green_cards_neither_count_nor_harm():
    assert is_fulfilled("M28", cards("b8 b8 b8 y8 G1 G2"))
    assert not is_fulfilled("M28", cards("b8 b8 b8 G1"))
    state = play(table("b8 b8 b8 y8 b9 G1", OTHER, murphys="M28 M29"), ONE, take("y1", "left"), lay("y1"), lay("b9"))
    assert state.fulfilled == (("M28",), ())


# When.


@pytest.mark.rule("DUM-65", "DUM-66")
def test_a_task_is_fulfilled_only_in_ones_own_turn():
    """Seat 3 gets his third and fourth 8 as a gift, and waits until seat 2 has had his turn."""
    state = table("b8 b8 y9 y10 G2", "b9 b10 b11", "y8 g8", murphys="M24 M29 M28")
    state = play(state, Play("G2"), Choose(3), Give("blue_08"))
    assert is_fulfilled("M28", state.hands[2])
    assert (state.fulfilled, task(state)) == (((), (), ()), Moving(1))
    state = play(state, ONE, take("y1", "left"), lay("y1"))
    assert state.fulfilled == ((), (), ())
    assert play(state, lay("b9")).fulfilled == ((), (), ("M28",))


@pytest.mark.rule("DUM-65")
def test_it_is_tested_when_trade_or_action_with_all_they_caused_are_complete():
    state = table("b8 b8 b8 y8 b9", OTHER, murphys="M28 M29", draw="B5 ...")
    state = play(state, ONE, DRAW)
    assert task(state) == Pulling(0, 1)
    state = play(state, pulled("g8"))
    assert state.fulfilled == ((), ())
    assert play(state, pulled("b9")).fulfilled == (("M28",), ())
    assert play(state, pulled("g8")).fulfilled == ((), ())


@pytest.mark.rule("DUM-65")
def test_it_is_tested_after_what_others_drew_for_lack_of_number_cards():
    """Seat 2 draws a blue card that way: all hands go to the left, and seat 1, still in turn, gets four 8s."""
    hands = "b9 b10 b11", "y9", "b8 b8 b8 y8"
    state = table(*hands, murphys="M28 M29 M24", draw="B3 g1 ...")
    state = play(state, ONE, take("y1", "left"), lay("y1"), lay("b9"))
    assert (task(state), state.fulfilled) == (Refilling(1), ((), (), ()))
    assert play(state, DRAW).fulfilled == (("M28",), (), ())
    assert play(state, Stop()).fulfilled == ((), (), ())


@pytest.mark.rule("DUM-44", "DUM-65", "DUM-67")
def test_a_fulfilled_hand_ends_the_round_before_anybody_is_asked_whether_he_draws():
    """Seat 3 has one number card; the blue card on the draw pile would carry the fulfilled hand away."""
    state = table("b8 b8 b8 y8 b9", "g9 g10", "y9", murphys="M28 M29 M24", draw="B3 g1 ...")
    state = play(state, ONE, take("y1", "left"), lay("y1"))
    assert any(isinstance(event, Fulfilled) for event in events(state, lay("b9")))
    after = play(state, lay("b9"))
    assert (after.fulfilled, after.number) == ((("M28",), (), ()), 2)
    assert after.hands == (cards("b8 b8 b8 y8"), cards("g9 g10"), cards("y9"))


@pytest.mark.rule("DUM-44", "DUM-65", "DUM-67")
def test_a_hand_that_anothers_draw_completes_ends_the_round_before_the_next_one_is_asked():
    hands = "b9 b10 b11", "y9", "g9", "b8 b8 b8 y8"
    state = table(*hands, murphys="M28 M29 M24 M23", draw="B3 g1 ...")
    state = play(state, ONE, take("y1", "left"), lay("y1"), lay("b9"))
    assert task(state) == Refilling(1)
    state = play(state, DRAW)
    assert (state.fulfilled, state.number) == ((("M28",), (), (), ()), 2)


@pytest.mark.rule("DUM-44")
def test_a_person_who_was_not_asked_as_the_round_ended_is_asked_when_the_new_one_begins():
    state = table("b8 b8 b8 y8 b9", "g9 g10", "y9", "g8", murphys="M28 M29 M24 M23", aside="M01 M02 M03 M04")
    state = play(state, ONE, take("y1", "left"), lay("y1"), lay("b9"))
    assert (task(state), state.turn, state.murphys) == (Refilling(2), 1, ("M04", "M01", "M02", "M03"))
    state = play(state, DRAW)
    assert len(numbers_of(state.hands[2])) == 2
    assert task(state) == Refilling(3)
    state = play(state, Stop())
    assert task(state) == Moving(1)
    assert state.asked == ()


@pytest.mark.rule("DUM-44", "DUM-75")
def test_an_answer_as_a_round_begins_shows_whether_the_others_lack_cards_and_cannot_be_taken_back():
    """Nobody is asked after him, so the others have two number cards or more."""
    state = table("b8 b8 b8 y8 b9", "g9 g10", "y9", murphys="M28 M29 M24")
    state = play(state, ONE, take("y1", "left"), lay("y1"), lay("b9"))
    assert task(state) == Refilling(2)
    after, _, reveals = GAME.apply(state, Stop())
    assert task(after) == Moving(1)
    assert reveals


@pytest.mark.rule("DUM-44")
def test_a_person_who_has_declined_is_not_asked_again_as_the_new_round_begins():
    hands = "b9 b10 b11", "y9", "b8 b8 b8 y8", "g9"
    state = table(*hands, murphys="M28 M29 M24 M23", draw="B3 g1 ...", options={"first_player": 4})
    state = play(state, ONE, take("y1", "left"), lay("y1"), lay("g9"), Stop())
    assert task(state) == Refilling(1)
    state = play(state, Stop())
    assert task(state) == Moving(0)
    state = table("b8 b8 b8 y8", "b9", "g9 g10 g11", murphys="M28 M29 M24", options={"first_player": 3})
    state = play(state, ONE, take("y1", "left"), lay("y1"), lay("g9"))
    assert task(state) == Refilling(1)
    state = play(state, Stop())
    assert (state.fulfilled, task(state)) == ((("M28",), (), ()), Moving(1))


@pytest.mark.rule("DUM-65")
def test_it_is_tested_at_the_start_of_a_turn_unless_the_players_say_otherwise():
    hands = "b9 b9 b10 y9 y10", "b8 b8 b8 y8"
    moves = (ONE, take("y1", "left"), lay("y1"), lay("b9"))
    assert play(table(*hands, murphys="M24 M28"), *moves).fulfilled == ((), ("M28",))
    waiting = play(table(*hands, murphys="M24 M28", options=NO_START), *moves)
    assert waiting.fulfilled == ((), ())
    assert task(waiting) == Moving(1)
    start = position("b8 b8 b8 y8", OTHER, murphys="M28 M29")
    assert at(start).fulfilled == (("M28",), ())
    assert at(start, **NO_START).fulfilled == ((), ())


@pytest.mark.rule("DUM-66")
def test_hand_and_murphy_card_of_that_moment_count():
    """All hands go to the left: what comes counts, not what was there."""
    state = table("b8 b8 b8 y8 b10", "b10 b10 y10 g10 g8", murphys="M29 M28", draw="B3 G1 ...")
    assert play(state, TWO, DRAW, DRAW).fulfilled == ((), ())
    state = table("b8 b8 b8 y8 b10", "b10 b10 y10 g10", murphys="M29 M28", draw="B3 ...")
    assert play(state, ONE, DRAW).fulfilled == (("M29",), ())
    state = table("b8 b8 b8 y8", "b10 b10 y10 g10 g9", murphys="M29 M28", draw="B1 ...")
    assert play(state, ONE, DRAW).fulfilled == ((), ())


@pytest.mark.rule("DUM-66")
def test_a_hand_that_fits_in_anothers_turn_may_be_spoilt_before_its_owners_turn():
    """Somebody draws an 8 from it blindly, and it does not fit any more when its owner's turn comes."""
    hands = "b9 b9 b10 y9", "b8 b8 b8 y8"
    spoilt = play(table(*hands, murphys="M24 M28", draw="B5 ..."), ONE, DRAW, pulled("b8"), pulled("b9"))
    assert spoilt.fulfilled == ((), ())
    kept = play(table(*hands, murphys="M24 M28"), ONE, take("y1", "left"), lay("y1"), lay("b9"))
    assert kept.fulfilled == ((), ("M28",))


# The end of a round.


@pytest.mark.rule("DUM-67")
def test_the_person_shows_hand_and_murphy_card_to_all_and_the_round_ends_at_once():
    state = about_to_fulfil(OTHER, "y1 y3")
    hand = tuple(sorted(cards(f"{ODD} b5")))
    for seat in range(3):
        (shown,) = (event for event in told(state, LAST, seat) if isinstance(event, Fulfilled))
        assert (shown.seat, shown.murphy, tuple(sorted(shown.hand))) == (0, "M07", hand)
    after = play(state, LAST)
    assert after.fulfilled == (("M07",), (), ())
    assert after.number == 2
    assert after.turns == 0
    assert told(state, LAST, 1)[2] == RoundBegan(2, 1)


@pytest.mark.rule("DUM-67")
def test_the_game_does_it_without_asking():
    """The move that completes the hand, or Nature's before it, ends the round: nobody announces anything."""
    assert task(play(about_to_fulfil(), LAST)) == Moving(1)
    for seed in range(4):
        for move in random_game(5, seed):
            ended = any(isinstance(event, Fulfilled) for event in move.events)
            assert ended == (move.after.fulfilled != move.before.fulfilled)


@pytest.mark.rule("DUM-68")
def test_all_persons_and_mac_keep_their_cards_and_the_piles_stay():
    state = about_to_fulfil("g8 g10 G1")
    after = play(state, LAST)
    assert sorted(after.hands[0]) == sorted(cards(f"{ODD} b5"))
    assert after.hands[1] == state.hands[1]
    assert (after.mac, after.draw, after.actions) == (state.mac, state.draw, state.actions)
    assert after.piles == (cards("y10 y8"), state.piles[1])


@pytest.mark.rule("DUM-69")
def test_murphy_cards_not_fulfilled_go_back_into_the_box_unseen_and_each_person_gets_a_new_one():
    state = about_to_fulfil(OTHER, "y1 y3", aside="M01 M02 M03 M04")
    after = play(state, LAST)
    assert set(after.box) == {"M29", "M24"}
    assert after.murphys == ("M03", "M01", "M02")
    assert after.aside[0] == "M04"
    assert not any("M29" in str(event) for event in told(state, LAST, 2))
    assert not any("M24" in str(event) for event in told(state, LAST, 1))
    assert GAME.view(after, 0).box == ("?", "?")


@pytest.mark.rule("DUM-70")
@pytest.mark.parametrize(("first", "then"), [(1, 1), (2, 2), (3, 0)])
def test_the_left_neighbour_of_the_person_who_fulfilled_begins_the_new_round(first: int, then: int):
    hands = [OTHER, "y1 y3", "y4 y5"]
    hands[first - 1] = f"{ODD} y10 y8"
    murphys = ["M29", "M24", "M23"]
    murphys[first - 1] = "M07"
    start = position(*hands, murphys=" ".join(murphys), mac=MAC, left="b5", right="y6")
    state = play(at(start, first_player=first), ONE, take("b5", "left"), lay("y10"), LAST)
    assert task(state) == Moving(then)
    assert state.turn == then


@pytest.mark.rule("DUM-69", "DUM-71")
def test_when_too_few_murphy_cards_are_left_those_in_the_box_are_shuffled_in():
    """Every second turn all get new ones, until fewer than two are left aside."""
    state = table("b8 b9 b10 G7", OTHER, murphys="M28 M29", options={"stall_turns": 1, "stalled_rounds": 100})
    for _ in range(30):
        if GAME.actor(state) == NATURE:
            break
        state = play(state, TWO, DRAW, DRAW, lay(_any_word(state)))
    else:
        pytest.fail("the box was never needed")
    rest = {*state.aside, *state.box}
    assert len(state.aside) < 2
    assert state.murphys == ("", "")
    assert rest == set(MURPHYS) - set(filter(None, state.murphys)) - set(state.fulfilled[0]) - set(state.fulfilled[1])
    assert state.aside
    assert refused(state, Mixed(state.box))[0] == "DUM-71"
    assert refused(state, Mixed((*state.aside, *state.box[1:])))[0] == "DUM-71"
    mixed = play(state, Mixed((*state.box, *state.aside)))
    assert mixed.box == ()
    assert len(all_murphys(mixed)) == 31


def _any_word(state: State) -> str:
    number = next(each for each in state.hands[state.turn] if "_" in each)
    colour, value = number.split("_")
    return f"{colour[0]}{int(value)}"


@pytest.mark.rule("DUM-71")
@pytest.mark.parametrize("seats", [2, 6])
def test_fulfilled_murphy_cards_never_come_back(seats: int):
    done: set[str] = set()
    for move in random_game(seats, 0, stall_turns=3, stalled_rounds=60):
        done = {murphy for some in move.after.fulfilled for murphy in some}
        assert not done & {*move.after.aside, *move.after.box, *move.after.murphys}
        assert all_murphys(move.after) == sorted(MURPHYS)


# The end of the game.


@pytest.mark.rule("DUM-04", "DUM-72")
def test_the_third_fulfilled_murphy_card_wins_and_ends_the_game_at_once():
    state = about_to_fulfil(fulfilled=("M01 M02", "M03 M04"))
    assert told(state, LAST)[-1] == Won((0,))
    after = play(state, LAST)
    assert GAME.actor(after) is None
    assert GAME.winners(after) == {0}
    assert after.fulfilled[0] == ("M01", "M02", "M07")
    assert refused(after, TWO) == ("DUM-72", "The game is over.")
    second = play(about_to_fulfil(fulfilled=("M01", "M03 M04")), LAST)
    assert GAME.actor(second) is not None


@pytest.mark.rule("DUM-72")
@pytest.mark.parametrize("needed", [1, 2, 4, 5])
def test_the_players_may_agree_on_another_number(needed: int):
    before = " ".join(["M01", "M02", "M03", "M04"][: needed - 1])
    after = play(about_to_fulfil(fulfilled=(before, ""), murphys_to_win=needed), LAST)
    assert GAME.actor(after) is None
    if needed > 1:
        fewer = " ".join(["M01", "M02", "M03", "M04"][: needed - 2])
        assert GAME.actor(play(about_to_fulfil(fulfilled=(fewer, ""), murphys_to_win=needed), LAST)) is not None
    assert Options().murphys_to_win == 3


def stalling(turns: int, **options: int) -> tuple[State, list[object]]:
    """So many trades that lead nowhere, and what is told of them."""
    state = table("b8 b9 b10", "g8 g9 g10", murphys="M28 M29", aside="M24 M23", options=options)
    heard: list[object] = []
    for _ in range(turns):
        word = _any_word(state)
        heard += events(play(state, TWO, take("y1", "left"), take("y2", "right")), lay(word, "left"))
        state = play(state, TWO, take("y1", "left"), take("y2", "right"), lay(word, "left"))
        state = _back(state)
    return state, heard


def _back(state: State) -> State:
    """Undo a trade on the table, so that the next one finds the same cards."""
    fresh = table("b8 b9 b10", "g8 g9 g10", murphys="M28 M29")
    return replace(state, hands=fresh.hands, piles=fresh.piles, minds=fresh.minds)


@pytest.mark.rule("DUM-73")
def test_after_so_many_turns_of_each_all_get_new_murphy_cards_and_nobody_scores():
    before, heard = stalling(3, stall_turns=2)
    assert (before.murphys, before.turns) == (("M28", "M29"), 3)
    assert not any(isinstance(event, Stalled) for event in heard)
    after, heard = stalling(4, stall_turns=2)
    assert Stalled(1) in heard
    assert RoundBegan(2, 0) in heard
    assert after.murphys == ("M24", "M23")
    assert set(after.box) == {"M28", "M29"}
    assert after.fulfilled == ((), ())
    assert (after.number, after.turns, task(after)) == (2, 0, Moving(0))


@pytest.mark.rule("DUM-73")
def test_play_goes_on_with_the_next_person():
    state = table("b8 b9 b10", "g8 g9 g10", murphys="M28 M29", options={"stall_turns": 1, "first_player": 2})
    state = play(state, TWO, take("y1", "left"), take("y2", "right"), lay("g8"))
    assert task(state) == Moving(0)
    state = play(state, TWO, take("b1"), take("b2"), lay("b8", "mac"))
    assert (state.number, task(state)) == (2, Moving(1))


@pytest.mark.rule("DUM-73")
def test_sixty_turns_of_each_are_the_default_and_count_from_the_beginning_of_the_round():
    assert Options().stall_turns == 60
    turns: dict[int, int] = {}
    ended = set()
    for move in random_game(2, 1):
        if isinstance(move.action, Trade | Play):
            turns[move.before.number] = turns.get(move.before.number, 0) + 1
        ended |= {event.number for event in move.events if isinstance(event, Stalled)}
    assert ended
    assert {turns[number] for number in ended} == {120}


@pytest.mark.rule("DUM-73")
def test_a_game_that_stalls_twice_ends_and_the_most_murphy_cards_win():
    """Otherwise a game might never end."""
    assert Options().stalled_rounds == 2
    after, heard = stalling(8, stall_turns=2)
    assert Won((0, 1)) in heard
    assert GAME.actor(after) is None
    assert GAME.winners(after) == {0, 1}
    on, _ = stalling(4, stall_turns=2)
    assert GAME.actor(on) == 0


def test_rounds_are_numbered_one_after_the_other():
    numbers = [move.after.number for move in random_game(5, 0)]
    assert all(later - number in {0, 1} for number, later in pairwise(numbers))
