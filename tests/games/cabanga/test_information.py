from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from random import Random

import pytest
from msgspec.structs import replace

from rumms.games.cabanga.cards import BACK, COLOUR, NUMBERS, VALUE
from rumms.games.cabanga.game import GAME
from rumms.games.cabanga.state import (
    Action,
    Dealt,
    Drew,
    Options,
    PileMade,
    Play,
    RoundEnded,
    Shuffled,
    State,
    Step,
    Throw,
)
from rumms.kernel.game import NATURE, Forced
from rumms.kernel.session import Session

from .table import LAST, OK, at, choices, ending, play, position, random_game, table, throw, told

OPENS = Play("red_06", "left")
"""Opens the gap from 7 to 11."""
ROWS = {"red": "| red_12"}
CLOSED = {"red": "red_05 |"}
WINDOWS = pytest.mark.parametrize("window", ["ok", "until_next_play"])


# Decisions.


@pytest.mark.rule("CAB-65")
def test_the_side_is_asked_even_of_a_single_card():
    state = table("red_06", "blue_02", "blue_03", auto_ok="always")
    assert choices(state) == {Play("red_06", "left"), Play("red_06", "right")}
    assert Session(GAME, state, seed=1).go_on() == []


@pytest.mark.rule("CAB-65")
@WINDOWS
@pytest.mark.parametrize("auto_ok", ["never", "always"])
@pytest.mark.parametrize("seats", [3, 6])
def test_the_game_decides_nothing_for_anyone_who_has_a_choice(seats: int, auto_ok: str, window: str):
    alone = 0
    for move in random_game(seats, 1, throw_window=window, auto_ok=auto_ok):
        if move.seat == NATURE:
            continue
        legal = GAME.legal(move.before)
        if isinstance(move.action, Play):
            assert not isinstance(legal, Forced)
        if isinstance(legal, Forced):
            alone += 1
            row = move.before.rows[["red", "blue", "purple", "yellow"].index(move.before.last)]
            low, high = sorted((VALUE[row.left[-1]], VALUE[row.right[-1]]))
            own = move.before.hands[move.seat]
            assert legal == (OK,)
            assert not [card for card in own if COLOUR[card] == move.before.last and low < VALUE[card] < high]
    assert bool(alone) == (auto_ok == "always")


@pytest.mark.rule("CAB-65")
@WINDOWS
def test_cards_and_sides_are_decided_by_the_player_in_turn_and_throws_by_the_others(window: str):
    for move in random_game(4, 1, throw_window=window):
        match move.action:
            case Play():
                assert move.seat == (move.before.turn + (move.before.step is Step.THROW)) % 4
            case Throw():
                assert move.seat not in {NATURE, move.before.turn}
            case Dealt() | Shuffled():
                assert move.seat == NATURE


# What everybody sees.


def public(state: State) -> tuple[object, ...]:
    """All that lies open, as the rules list it."""
    return (
        *(state.rows, state.last, state.discard, state.totals, state.deck, state.number),
        *(state.turn, state.step, state.asked, state.passes, state.owed, state.options),
        *([len(hand) for hand in state.hands], len(state.pile)),
    )


@pytest.mark.rule("CAB-66")
@WINDOWS
@pytest.mark.parametrize("seats", [3, 6])
def test_rows_colour_discard_pile_totals_and_numbers_of_cards_are_public(seats: int, window: str):
    for move in random_game(seats, 1, throw_window=window):
        for seat in range(seats):
            assert public(GAME.view(move.after, seat)) == public(move.after)


@pytest.mark.rule("CAB-66")
def test_covered_cards_and_the_whole_discard_pile_are_seen():
    rows = {"red": "red_03 red_12 | red_09 red_10"}
    state = at(position("blue_01", "blue_02", "blue_03", rows=rows, discard="yellow_04 yellow_05", totals=(1, 2, 3)))
    for seat in range(3):
        seen = GAME.view(state, seat)
        assert seen.rows[0].left == ("start_01", "red_03", "red_12")
        assert seen.rows[0].right == ("start_18", "red_09", "red_10")
        assert seen.discard == ("yellow_04", "yellow_05")
        assert seen.totals == (1, 2, 3)


# What is secret.


@pytest.mark.rule("CAB-67")
def test_a_hand_is_seen_by_its_owner_alone():
    state = table("blue_01 red_07", "blue_02", "blue_03 red_08 red_09")
    assert GAME.view(state, 0).hands == (("red_07", "blue_01"), (BACK,), (BACK,) * 3)
    assert GAME.view(state, 2).hands == ((BACK, BACK), (BACK,), ("red_08", "red_09", "blue_03"))


@pytest.mark.rule("CAB-67")
def test_the_penalty_pile_is_hidden_from_all():
    state = table("blue_01", "blue_02", "blue_03")
    for seat in range(3):
        assert GAME.view(state, seat).pile == (BACK,) * 69


@pytest.mark.rule("CAB-67")
@WINDOWS
@pytest.mark.parametrize("seats", [3, 6])
def test_what_a_seat_does_not_see_can_be_exchanged_without_its_noticing(seats: int, window: str):
    rng = Random(1)
    for move in random_game(seats, 1, throw_window=window)[::7]:
        state = move.after
        if state.step in {Step.DEAL, Step.OVER} or state.shuffled or any(state.answers):
            continue
        for seat in range(seats):
            hidden = [*state.pile, *chain.from_iterable(h for owner, h in enumerate(state.hands) if owner != seat)]
            rng.shuffle(hidden)
            hands = [
                hand if owner == seat else tuple(sorted((hidden.pop() for _ in hand), key=list(NUMBERS).index))
                for owner, hand in enumerate(state.hands)
            ]
            anew = replace(state, hands=tuple(hands), pile=tuple(hidden))
            assert GAME.view(anew, seat) == GAME.view(state, seat)


@pytest.mark.rule("CAB-67")
@WINDOWS
def test_a_drawn_card_is_seen_and_heard_by_the_drawer_alone(window: str):
    hands = "red_06 blue_01", "red_07 red_08 blue_02", "blue_03"

    def drawing(pile: str) -> tuple[State, Action]:
        state = play(table(*hands, rows=ROWS, pile=pile, throw_window=window), OPENS)
        if window == "ok":
            return play(state, throw("red_07 red_08")), OK
        return state, throw("red_07 red_08")

    one, other = drawing("yellow_01 yellow_02 yellow_03"), drawing("yellow_03 yellow_02 yellow_01")
    assert told(*one, 0)[-1] == Drew(0, ("yellow_01", "yellow_02"))
    assert told(*other, 0)[-1] == Drew(0, ("yellow_03", "yellow_02"))
    for seat in (1, 2):
        assert told(*one, seat) == told(*other, seat)
        assert told(*one, seat)[-1] == Drew(0, (BACK, BACK))
        assert GAME.view(play(*one), seat) == GAME.view(play(*other), seat)
    assert told(*one) == told(*one, 0)


@pytest.mark.rule("CAB-67")
def test_a_penalty_for_the_colour_is_heard_by_the_drawer_alone():
    state = table("red_04 blue_01", "blue_02", "blue_03", rows=CLOSED, pile="yellow_01 ...", last="red")
    assert told(state, LAST, 0)[-1] == Drew(0, ("yellow_01",))
    assert told(state, LAST, 1)[-1] == told(state, LAST, 2)[-1] == Drew(0, (BACK,))


@pytest.mark.rule("CAB-67")
def test_what_is_drawn_after_a_shuffle_is_heard_by_the_drawer_alone():
    discard = "yellow_04 yellow_05"
    state = table("red_04 blue_01", "blue_02", "blue_03", rows=CLOSED, pile="", discard=discard, last="red")
    state = play(state, LAST)
    action = Shuffled(("yellow_05", "yellow_04"))
    assert told(state, action, 0) == [PileMade(2), Drew(0, ("yellow_05",))]
    assert told(state, action, 1) == told(state, action, 2) == [PileMade(2), Drew(0, (BACK,))]
    after, other = play(state, action), play(state, Shuffled(("yellow_04", "yellow_05")))
    assert GAME.view(after, 1) == GAME.view(other, 1)
    assert GAME.view(after, 0) != GAME.view(other, 0)


@pytest.mark.rule("CAB-67")
@WINDOWS
@pytest.mark.parametrize("seats", [3, 6])
def test_nobody_ever_hears_of_a_card_that_he_cannot_see(seats: int, window: str):
    for move in random_game(seats, 1, throw_window=window):
        for seat in range(seats):
            seen = GAME.view(move.after, seat)
            shown = {*chain.from_iterable(seen.hands), *seen.discard, *chain(*chain(*seen.rows))}
            shown |= set(chain.from_iterable(GAME.view(move.before, seat).hands)) | {BACK}
            for event in told(move.before, move.action, seat):
                assert not isinstance(event, Drew) or shown.issuperset(event.cards)


@pytest.mark.rule("CAB-67")
def test_the_law_of_views_holds_at_every_moment_of_a_window():
    for window in ("ok", "until_next_play"):
        for move in random_game(4, 1, throw_window=window):
            state = move.after
            for seat in range(4):
                seen = GAME.view(state, seat)
                assert GAME.view(seen, seat) == seen
                assert GAME.actor(seen) == GAME.actor(state)
                if GAME.actor(state) == seat:
                    assert GAME.legal(seen) == GAME.legal(state)


def test_nature_sees_everything():
    state = table("blue_01", "blue_02", "blue_03")
    assert GAME.view(state, NATURE) == state
    assert GAME.guess(state, NATURE, Random(1)) == state


def test_a_move_that_shows_something_hidden_says_so():
    state = table("red_06 blue_01", "red_07 blue_02", "blue_03", rows=ROWS)
    assert not GAME.apply(state, OPENS).reveals
    state = play(state, OPENS)
    assert not GAME.apply(state, throw("red_07")).reveals
    assert GAME.apply(play(state, throw("red_07")), OK).reveals
    assert GAME.apply(table("red_06 blue_01", "blue_02", "blue_03", last="red"), OPENS).reveals
    assert GAME.apply(ending("blue_02", "blue_03"), LAST).reveals
    assert GAME.apply(ending("blue_02", "blue_03", rounds=1), LAST).reveals
    short = play(table("red_06 blue_01", "red_07 red_08 blue_02", "blue_03", rows=ROWS, pile="yellow_01"), OPENS)
    assert GAME.apply(play(short, throw("red_07 red_08")), OK).reveals
    late = table("red_06 blue_01", "red_07 red_08 blue_02", "blue_03", pile="yellow_01", throw_window="until_next_play")
    late = play(late, OPENS)
    assert GAME.apply(late, throw("red_07 red_08")).reveals
    assert GAME.apply(late, throw("red_07")).reveals
    assert not GAME.apply(late, OK).reveals


# The end of a round.


@pytest.mark.rule("CAB-68")
@pytest.mark.parametrize("rounds", [1, 2])
def test_at_the_end_of_a_round_all_hands_are_laid_open(rounds: int):
    state = ending("blue_02 red_09", "blue_03", rounds=rounds)
    hands = ((), ("red_09", "blue_02"), ("blue_03",))
    for seat in range(3):
        assert RoundEnded(1, hands, (0, 4, 1), (0, 4, 1)) in told(state, LAST, seat)
        seen = GAME.view(play(state, LAST), seat)
        assert seen.hands == hands
        assert seen.pile == (BACK,) * len(state.pile)
        guess = GAME.guess(seen, seat, Random(seat))
        assert guess.hands == hands
        assert set(guess.pile) == set(state.pile)


@pytest.mark.rule("CAB-68")
@WINDOWS
def test_hands_are_open_between_two_rounds_and_never_within_one(window: str):
    for move in random_game(4, 1, throw_window=window):
        for seat in range(4):
            others = [hand for owner, hand in enumerate(GAME.view(move.after, seat).hands) if owner != seat]
            counted = any(isinstance(event, RoundEnded) for event in move.events)
            assert any(card[0] != BACK for hand in others for card in hand) == counted


# What can be concluded.


@pytest.mark.rule("CAB-67")
@WINDOWS
def test_a_guess_deals_the_hidden_cards_anew_and_keeps_what_is_seen(window: str):
    hands = "red_06 blue_01", "red_07 red_08 blue_02", "red_09 blue_03"
    state = play(table(*hands, rows=ROWS, pile="yellow_01 yellow_02", throw_window=window), OPENS)
    seen = GAME.view(state, 2)
    guesses = [GAME.guess(seen, 2, Random(seed)) for seed in range(300)]
    hidden = {"blue_01", "red_07", "red_08", "blue_02", "yellow_01", "yellow_02"}
    for guess in guesses:
        assert GAME.view(guess, 2) == seen
        assert guess.hands[2] == ("red_09", "blue_03")
        assert {*guess.hands[0], *guess.hands[1], *guess.pile} == hidden
    for place in range(3):
        assert {card for guess in guesses for card in (*guess.hands[:2], guess.pile)[place]} == hidden
    assert len({guess.pile for guess in guesses}) == 6 * 5


@pytest.mark.rule("CAB-38", "CAB-67")
def test_a_guess_answers_for_those_whose_answer_is_secret():
    """Any set of cards that fit in the hand that was guessed; the own answer stays."""
    hands = "red_06 blue_01", "red_07 red_08 blue_02", "red_09 red_10 blue_03", "red_11 blue_04"
    state = play(table(*hands, rows=ROWS, pile=""), OPENS, throw("red_08"), throw("red_09 red_10"))
    seen = GAME.view(state, 2)
    answers = set()
    for seed in range(300):
        guess = GAME.guess(seen, 2, Random(seed))
        assert GAME.view(guess, 2) == seen
        assert guess.answers[0] is guess.answers[3] is None
        assert guess.answers[2] == ("red_09", "red_10")
        answer = guess.answers[1]
        assert answer is not None
        fit = set(guess.hands[1]) & {"red_07", "red_08", "red_11"}
        assert set(answer) <= fit
        answers.add((answer, len(fit)))
    thrown = Counter((len(answer), fit) for answer, fit in answers)
    assert set(thrown) == {(few, many) for many in range(4) for few in range(many + 1)}
    assert len({answer for answer, _ in answers}) == 8


def shuffled_twice() -> State:
    """Each has drawn one of three yellow cards from the first shuffled pile, then seat 1 two blue ones of the second.

    The second pile was made of blue 12 and 13 alone, so everybody knows that he has them.
    """
    hands = "red_04 blue_10 purple_01", "red_03 blue_12 blue_11", "red_02 blue_13 blue_14 purple_03"
    yellows = "yellow_01 yellow_02 yellow_03"
    state = table(*hands, rows=CLOSED, pile="", discard=yellows, last="red")
    state = play(state, LAST, Shuffled(tuple(yellows.split())), Play("red_03", "left"), Play("red_02", "right"))
    state = play(state, Play("blue_10", "left"), throw("blue_12"), throw("blue_13"))
    return play(state, Shuffled(("blue_13", "blue_12")))


@pytest.mark.rule("CAB-66", "CAB-67")
def test_everybody_knows_what_a_shuffled_pile_is_made_of():
    discard = "yellow_01 yellow_02 yellow_03"
    state = table("red_04 blue_09", "blue_10", "blue_11", rows=CLOSED, pile="", discard=discard, last="red")
    state = play(state, LAST, Shuffled(("yellow_02", "yellow_01", "yellow_03")))
    seen = GAME.view(state, 1)
    assert seen.hands == ((BACK, f"{BACK}1"), ("blue_10",), (BACK,))
    assert seen.pile == (f"{BACK}1",) * 2
    found = set()
    for seed in range(100):
        guess = GAME.guess(seen, 1, Random(seed))
        assert GAME.view(guess, 1) == seen
        assert set(guess.pile) < set(discard.split())
        assert {*guess.hands[0], *guess.pile, *guess.hands[2]} == {*discard.split(), "blue_09", "blue_11"}
        assert len(set(guess.hands[0]) & set(discard.split())) == 1
        found.add((guess.hands, guess.pile))
    assert len(found) == 2 * 6


@pytest.mark.rule("CAB-66", "CAB-67")
def test_everybody_remembers_what_each_of_two_shuffled_piles_was_made_of():
    state = shuffled_twice()
    assert state.hands[0] == ("blue_12", "blue_13", "purple_01", "yellow_01")
    assert state.pile == ()
    seen = GAME.view(state, 1)
    first, second = f"{BACK}1", f"{BACK}2"
    assert seen.hands == ((BACK, first, second, second), ("blue_11", "yellow_02"), (BACK, BACK, first))
    guesses = [GAME.guess(seen, 1, Random(seed)).hands for seed in range(100)]
    assert {frozenset(hands[0]) for hands in guesses} == {
        frozenset({"blue_12", "blue_13", dealt, yellow})
        for dealt in ("blue_14", "purple_01", "purple_03")
        for yellow in ("yellow_01", "yellow_03")
    }


@pytest.mark.rule("CAB-66", "CAB-67")
def test_a_card_that_was_shuffled_again_is_known_by_its_last_shuffle():
    """Blue 12 is thrown back with blue 14: now everybody knows that seat 2 has these two, and seat 1 the blue 13."""
    state = play(shuffled_twice(), Play("blue_11", "left"), throw("blue_14"), throw("blue_12"))
    state = play(state, Shuffled(("blue_14", "blue_12")))
    seen = GAME.view(state, 2)
    first, second, third = (f"{BACK}{number}" for number in (1, 2, 3))
    assert seen.hands == ((BACK, first, second), (first, third, third), ("purple_03", "yellow_03"))
    guesses = {GAME.guess(seen, 2, Random(seed)).hands[:2] for seed in range(40)}
    assert guesses == {
        (("blue_13", "purple_01", "yellow_01"), ("blue_12", "blue_14", "yellow_02")),
        (("blue_13", "purple_01", "yellow_02"), ("blue_12", "blue_14", "yellow_01")),
    }


def short_game(seed: int, window: str) -> Iterator[tuple[State, dict[str, int]]]:
    """A round with so few cards that they are shuffled again and again, and each card's last shuffle."""
    rng = Random(seed)
    cards = rng.sample(list(NUMBERS), 30)
    hands = [" ".join(cards[6 * seat : 6 * seat + 6]) for seat in range(4)]
    start = position(*hands, pile=" ".join(cards[24:27]), discard=" ".join(cards[27:]))
    state = GAME.new(4, Options(throw_window=window, rounds=1), start)  # type: ignore[arg-type]
    last, shuffles = dict.fromkeys(NUMBERS, 0), 0
    while GAME.actor(state) is not None:
        action = GAME.legal(state).sample(rng)
        if isinstance(action, Shuffled) and state.step is not Step.SHUFFLE:
            shuffles += 1
            last |= dict.fromkeys(action.cards, shuffles)
        state = GAME.apply(state, action).state
        yield state, last


@pytest.mark.rule("CAB-66", "CAB-67")
@WINDOWS
def test_no_guess_puts_a_card_where_its_last_shuffle_cannot_have_brought_it(window: str):
    most = 0
    for seed in range(12):
        rng = Random(seed)
        for state, last in short_game(seed, window):
            most = max(most, *last.values())
            for seat in range(4):
                seen = GAME.view(state, seat)
                guess = GAME.guess(seen, seat, rng)
                assert GAME.view(guess, seat) == seen
                assert guess.hands[seat] == state.hands[seat]
                assert (guess.rows, guess.discard) == (state.rows, state.discard)
                for mine, real in zip((*guess.hands, guess.pile), (*state.hands, state.pile), strict=True):
                    assert Counter(last[card] for card in mine) == Counter(last[card] for card in real)
                lying = Counter(chain(guess.pile, *guess.hands))
                assert lying == Counter(chain(state.pile, *state.hands))
    assert most > 2
