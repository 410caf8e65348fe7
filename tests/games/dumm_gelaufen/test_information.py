from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, permutations
from random import Random
from typing import Any

import pytest
from msgspec.structs import astuple

from rumms.games.dumm_gelaufen import words
from rumms.games.dumm_gelaufen.cards import BACK, BLUE, NUMBERS, numbers_of
from rumms.games.dumm_gelaufen.game import GAME
from rumms.games.dumm_gelaufen.lots import ASIDE, BOX, gift, hand, somewhere, sure
from rumms.games.dumm_gelaufen.lots import DRAW as DRAW_PILE
from rumms.games.dumm_gelaufen.state import (
    Choose,
    ChoosingPerson,
    Colour,
    Drawing,
    Drew,
    Give,
    LaidDown,
    Lapsed,
    Mind,
    Mixed,
    Play,
    Pulled,
    Pulling,
    Refilling,
    Shuffled,
    State,
    Stop,
    Took,
    Value,
)
from rumms.kernel.game import NATURE, Listed, heard

from .table import (
    DRAW,
    ONE,
    TWO,
    all_cards,
    all_murphys,
    cards,
    lay,
    play,
    pulled,
    random_game,
    settled,
    table,
    take,
    task,
    told,
)

A, B, C = "b8 b9 b10", "y8 y9 y10 y11", "g8 g9 g10"


def known(state: State, seat: int, other: int) -> tuple[str, ...]:
    """The cards that a seat knows to be in a hand; seat -1 is everybody."""
    return sure(state.minds[seat].cards, hand(other))


def guesses(state: State, seat: int, number: int = 60) -> list[State]:
    """What a seat must hold possible."""
    seen = GAME.view(state, seat)
    found = [GAME.guess(seen, seat, Random(seed)) for seed in range(number)]
    assert all(GAME.view(guess, seat) == seen for guess in found)
    assert all(all_cards(guess) == all_cards(state) for guess in found)
    assert all(all_murphys(guess) == all_murphys(state) for guess in found)
    return found


# What everybody sees.


def public(state: State) -> tuple[object, ...]:
    """All that lies open, as the rules list it."""
    return (
        *(state.mac, state.piles, state.actions, state.blues, state.fulfilled, state.options),
        *(state.turn, state.number, state.turns, state.stalled, state.asked, state.tasks, state.minds[-1:]),
        *([len(some) for some in chain(state.hands, state.gifts)]),
        *(len(state.draw), len(state.aside), len(state.box)),
    )


@pytest.mark.rule("DUM-74")
@pytest.mark.parametrize("seats", [2, 6])
def test_mac_piles_fulfilled_cards_and_sizes_are_public(seats: int):
    for move in random_game(seats, 1)[::3]:
        for seat in range(seats):
            assert public(GAME.view(move.after, seat)) == public(move.after)


@pytest.mark.rule("DUM-74")
def test_open_piles_may_be_looked_through():
    state = table(A, B, left="g1 g2 g3", actions="B1 G1")
    for seat in (0, 1):
        assert GAME.view(state, seat).piles[0] == cards("g1 g2 g3")
        assert GAME.view(state, seat).actions == cards("B1 G1")


@pytest.mark.rule("DUM-74")
@pytest.mark.parametrize("place", ["mac", "left"])
def test_what_is_taken_from_mac_or_a_number_pile_everybody_sees_and_remembers(place: Any):
    state = play(table(A, B, C, left="b7 y1 b6", mac="b1 b2 b6"), TWO)
    for seat in range(3):
        assert told(state, take("b6", place), seat) == [Took(0, "blue_06", place)]
    state = play(state, take("b6", place))
    assert known(state, 1, 0) == known(state, 2, 0) == known(state, -1, 0) == ("blue_06",)
    assert all("blue_06" in guess.hands[0] for guess in guesses(state, 1))


@pytest.mark.rule("DUM-74")
def test_what_is_laid_down_everybody_sees_and_one_card_that_is_alike_is_forgotten():
    """He took a blue 8 and has one himself: after laying one down, nobody can tell that he has another."""
    state = play(table("b8 b9 b10", B, mac="b8 b2"), TWO, take("b8"), take("b2"))
    assert known(state, 1, 0) == cards("b2 b8")
    assert told(state, lay("b8", "mac"), 1)[0] == LaidDown(0, "blue_08", "mac")
    state = play(state, lay("b8", "mac"))
    assert known(state, 1, 0) == cards("b2")
    assert not all("blue_08" in guess.hands[0] for guess in guesses(state, 1))
    assert any("blue_08" in guess.hands[0] for guess in guesses(state, 1))


# What is secret.


@pytest.mark.rule("DUM-75")
def test_hand_and_murphy_card_are_seen_by_their_owner_alone():
    state = table(A, B, C, murphys="M28 M29 M24")
    seen = GAME.view(state, 1)
    assert seen.hands == ((BACK,) * 3, cards(B), (BACK,) * 3)
    assert seen.murphys == (BACK, "M29", BACK)
    assert GAME.view(state, NATURE) == state
    assert GAME.guess(state, NATURE, Random(1)) == state


@pytest.mark.rule("DUM-75")
def test_draw_pile_murphy_cards_aside_and_box_are_hidden_from_all():
    state = play(table(f"{A} G7", B), Play("G7"))
    for seat in (0, 1):
        seen = GAME.view(state, seat)
        assert {*seen.draw, *seen.aside, *seen.box} == {BACK}


@pytest.mark.rule("DUM-75")
def test_what_the_others_know_is_hidden_too():
    state = play(table(A, B, C), TWO, take("b1"))
    seen = GAME.view(state, 1)
    assert seen.minds[1] == state.minds[1] != Mind()
    assert (seen.minds[0], seen.minds[2], seen.minds[3]) == (Mind(), Mind(), state.minds[3])


@pytest.mark.rule("DUM-75")
def test_number_and_green_cards_drawn_are_seen_by_the_drawer_alone():
    one = play(table(A, B, draw="g1 G1 ..."), ONE)
    other = play(table(A, B, draw="G1 g1 ..."), ONE)
    assert told(one, DRAW, 0) == [Drew(0, ("green_01",))]
    assert told(one, DRAW, 1) == told(other, DRAW, 1) == [Drew(0, (BACK,))]
    assert GAME.view(play(one, DRAW), 1) == GAME.view(play(other, DRAW), 1)
    assert GAME.view(play(one, DRAW), 0) != GAME.view(play(other, DRAW), 0)


@pytest.mark.rule("DUM-75")
def test_a_card_that_passes_from_hand_to_hand_is_known_to_these_two():
    state = play(table("b8 b8 b9 b10 G2", B, C), Play("G2"), Choose(2), Give("blue_08"))
    assert known(state, 0, 1) == cards("b8 b8")
    assert known(state, 2, 1) == known(state, -1, 1) == ()
    assert all({"blue_08"} <= set(guess.hands[1]) for guess in guesses(state, 0))
    found = {card for guess in guesses(state, 2) for card in guess.hands[1]}
    assert len(found) > 20


@pytest.mark.rule("DUM-75")
def test_a_card_drawn_blindly_is_known_to_these_two():
    state = play(table("b8 b9 b10 G6", B, C), Play("G6"), Choose(2), pulled("y9"))
    assert known(state, 1, 0) == ("yellow_09",)
    assert known(state, 2, 0) == ()
    state = play(state, Give("blue_08"))
    assert known(state, 0, 1) == ("blue_08",)


@pytest.mark.rule("DUM-75")
def test_a_third_person_knows_only_that_a_known_card_is_with_one_of_the_two():
    state = play(table("b8 b9 y7 G6", B, C, mac="b1 b2 b3"), TWO, take("b1"), take("b2"), lay("b8", "mac"))
    state = play(state, TWO, take("b3"), take("b8"), lay("y8", "mac"))
    state = play(state, ONE, take("y1", "left"), lay("y1"), lay("g8"), Play("G6"), Choose(2), pulled("b3"))
    assert known(state, 2, 1) == ()
    for guess in guesses(state, 2):
        assert "blue_03" in {*guess.hands[0], *guess.hands[1]}
        assert {"blue_01", "blue_02"} <= set(guess.hands[0])


@pytest.mark.rule("DUM-67", "DUM-75")
def test_a_hand_that_was_shown_is_known_to_all():
    state = table("b8 b8 b8 y8 b9", B, C, murphys="M28 M29 M24")
    state = play(state, ONE, take("y1", "left"), lay("y1"), lay("b9"))
    assert known(state, 1, 0) == known(state, -1, 0) == cards("b8 b8 b8 y8")
    assert all(guess.hands[0] == state.hands[0] for guess in guesses(state, 2))


@pytest.mark.rule("DUM-55", "DUM-75")
def test_whoever_changed_places_knows_what_he_gave():
    state = play(table(A, B, C, draw="B1 ...", murphys="M28 M29 M24"), ONE, DRAW)
    assert known(state, 0, 1) == tuple(sorted(cards(A)))
    assert known(state, 1, 0) == tuple(sorted(cards(B)))
    assert sure(state.minds[0].murphys, hand(1)) == ("M28",)
    assert sure(state.minds[2].murphys, hand(1)) == ()
    for guess in guesses(state, 0):
        assert (guess.hands[1], guess.murphys[1]) == (cards(A), "M28")


@pytest.mark.rule("DUM-57", "DUM-75")
def test_whoever_passed_his_hand_on_knows_it_and_all_remember_whose_it_was():
    state = play(table(A, B, C, mac="b1 b2 b3", draw="g1 B3 ..."), TWO, take("b1"), take("b2"), lay("b8", "mac"))
    state = settled(play(state, ONE, DRAW, lay("y8"), lay("y9")))
    state = play(state, ONE, DRAW)
    assert known(state, 0, 1) == tuple(sorted(cards("b1 b2 b9 b10")))
    assert known(state, 2, 1) == cards("b1 b2")
    assert known(state, 2, 0) == tuple(sorted(cards(C)))


@pytest.mark.rule("DUM-53", "DUM-69", "DUM-75")
def test_whoever_boxed_a_murphy_card_knows_that_nobody_has_it():
    state = play(table(f"{A} G7", B, C, murphys="M28 M29 M24", aside="M01"), Play("G7"))
    assert sure(state.minds[0].murphys, BOX) == ("M28",)
    assert {murphy for guess in guesses(state, 0) for murphy in guess.murphys[1:]} & {"M28", "M01"} == set()
    assert {guess.box for guess in guesses(state, 0)} == {("M28",)}
    assert len({guess.box for guess in guesses(state, 1)}) > 5
    assert "M28" in {guess.murphys[2] for guess in guesses(state, 1, 300)}


@pytest.mark.rule("DUM-33", "DUM-74")
def test_everybody_knows_what_was_shuffled_into_the_draw_pile():
    state = table(A, B, C, left="g1 g2 g3", right="g4 g5", draw="", actions="B1 G2")
    state = play(state, ONE, DRAW, Shuffled(cards("g2 g4 g1 B1 G2")))
    for guess in guesses(state, 1):
        assert set(guess.draw) <= set(cards("g4 g2 g1 B1 G2"))
        assert len(set(guess.hands[0]) & set(cards("g4 g2 g1 G2"))) == 1
        assert not set(guess.hands[2]) & set(cards("g4 g2 g1 G2"))
        assert "B1" in guess.draw


@pytest.mark.rule("DUM-13", "DUM-75")
def test_a_guess_gives_nobody_a_blue_card():
    for move in random_game(4, 2)[::40]:
        for seat in range(4):
            for guess in guesses(move.after, seat, 3):
                assert not BLUE & set(chain.from_iterable(guess.hands))


@pytest.mark.rule("DUM-54", "DUM-75")
def test_everybody_knows_who_lacks_a_value_that_was_asked_for():
    state = play(table("b8 b9 G8", "y8 y10", "g8 g10"), Play("G8"), Value(9))
    for seat in (0, 2):
        assert not {"blue_09", "yellow_09", "green_09"} & set(somewhere(state.minds[seat].cards, hand(1)))


@pytest.mark.rule("DUM-47", "DUM-75")
def test_everybody_knows_that_a_clear_out_leaves_none_of_the_colour():
    state = play(table("b8 b9 y8 y9 G1", B, C), Play("G1"), Colour("yellow"), lay("y8"), lay("y9"))
    assert not [card for card in somewhere(state.minds[1].cards, hand(0)) if card.startswith("yellow")]


@pytest.mark.rule("DUM-44", "DUM-75")
def test_whoever_is_asked_whether_he_draws_has_hardly_any_number_cards():
    state = play(table("b8 b9 G1 G2", "y8 y9"), ONE, take("y1", "left"), lay("y1"), lay("b8"))
    for guess in guesses(state, 1):
        assert len(numbers_of(guess.hands[0])) <= 1


@pytest.mark.rule("DUM-58", "DUM-75")
def test_gifts_that_lie_face_down_are_guessed_as_number_cards():
    state = play(table("b8 b9 G1 G2", B, C, draw="B4 ..."), ONE, DRAW, Give("blue_08"), Give("blue_09"))
    assert state.gifts[0] == cards("b8 b9")
    assert GAME.view(state, 1).gifts[0] == (BACK, BACK)
    for guess in guesses(state, 1):
        assert set(guess.gifts[0]) <= NUMBERS.keys()
    assert not somewhere(state.minds[0].cards, gift(0))


@pytest.mark.rule("DUM-75")
@pytest.mark.parametrize(
    ("hands", "moves"),
    [
        (("b8 b8 G1 G2 G3", B, C), (Play("G2"),)),
        (("b8 b8 G1 G2 G3", B, C), (Play("G2"), Choose(2))),
        (("b8 G1 G3 G4 G7", "y8 g9 G2 G5 G6 G8", C), (Play("G1"),)),
        (("b8 b9 b10 y9 G1", "g1 g2 g3 g4 g5 g6 g7 b11", C), (Play("G1"), Colour("yellow"))),
        (("b8 G1 G3 G4 G7", B, C), (Play("G4"), take("b1"))),
        (("b8 G1 G3 G6 G7", B, C), (Play("G6"), Choose(2), pulled("y8"))),
        (("y8 y9 G8", "b8 g9 G1 G2 G3", C), (Play("G8"), Value(8))),
    ],
)
def test_a_guess_gives_whoever_is_asked_something_to_answer(hands: tuple[str, ...], moves: Any):
    state = play(table(*hands, draw="", left="y1", right="y2"), *moves)
    for guess in guesses(state, 2, 100):
        legal = GAME.legal(guess)
        assert isinstance(legal, Listed)
        assert legal


@pytest.mark.rule("DUM-75")
def test_whoever_chooses_a_person_for_twins_is_guessed_to_hold_some():
    state = play(table("b8 b8 G1 G2 G3", B, C, draw="", left="y1", right="y2"), Play("G2"))
    assert isinstance(task(state), ChoosingPerson)
    for guess in guesses(state, 2):
        assert max(Counter(numbers_of(guess.hands[0])).values()) > 1


# What a seat knows follows from what it saw: every deal of the hidden cards, every way to play a turn.


Seen = tuple[object, ...]


def worlds(pool: str, **lying: Any) -> Iterator[State]:
    """Every way to deal two of these cards to seat 1 and the rest to the draw pile; seat 2 sees no difference."""
    for hand_ in combinations([word for word in pool.split() if word not in BLUE], 2):
        for pile in permutations([word for word in pool.split() if word not in hand_]):
            yield table(" ".join(hand_), "g8 g9 g10", murphys="M10 M30", draw=" ".join(pile), **lying)


def turns(state: State, seen: Seen = ()) -> Iterator[tuple[State, Seen]]:
    """Every way to play the turn of seat 1: each position in which seat 2 decides, and all that it saw till then.

    It sees who is asked whether he draws; it does not see whether somebody has no choice or lays down no more.
    """
    now = task(state)
    if isinstance(now, Refilling):
        seen += ("asked", now.seat)
    if GAME.actor(state) == 1:
        yield state, seen
    if state.turn == 1 or isinstance(now, Drawing):  # the turn is over, or Nature would have to shuffle
        return
    actions: Any = map(Pulled, state.hands[now.source]) if isinstance(now, Pulling) else GAME.legal(state)
    for action in dict.fromkeys(actions):
        after, happened, _ = GAME.apply(state, action)
        own = (action,) if GAME.actor(state) == 1 else ()
        yield from turns(after, (*seen, *own, *heard(happened, 1)))


@pytest.mark.rule("DUM-75")
@pytest.mark.parametrize(
    "pool", ["G1 G3 b8 y9 b3", "G2 G4 b8 y8 y9", "G5 G3 b8 y9 g7", "G6 G8 b8 y9 g7", "B4 G1 b8 y9 g7"]
)
def test_what_a_seat_knows_follows_from_what_it_saw(pool: str):
    """The game's own notes take no part: two games that looked alike to a seat look alike to it now."""
    views: dict[Seen, tuple[State, State]] = {}
    alike = 0
    for world in worlds(pool, mac="b1", left="y1", right="", actions="B1 B2"):
        for state, seen in turns(world):
            view = GAME.view(state, 1)
            known_as, first = views.setdefault(seen, (view, world))
            assert view == known_as, (seen, first.hands, first.draw, world.hands, world.draw)
            alike += first is not world
    assert alike > len(views)


@pytest.mark.rule("DUM-32", "DUM-75")
@pytest.mark.parametrize(("hand_", "knows"), [("b8 G1", False), ("G1 G3", True)])
def test_the_others_learn_that_there_is_no_number_card_only_where_too_few_were_laid(hand_: str, knows: bool):
    """He takes the yellow 1 and owes two cards. After both he might have one left; after the first alone he cannot."""
    state = play(table(hand_, B, C), ONE, take("y1", "left"), lay("y1"), *((lay("b8"),) if "b8" in hand_ else ()))
    assert task(state) == Refilling(0)
    state = play(state, Stop())
    for seat in (1, 2, -1):
        assert (not NUMBERS.keys() & set(somewhere(state.minds[seat].cards, hand(0)))) == knows


@pytest.mark.rule("DUM-50", "DUM-75")
def test_a_horse_trade_does_not_say_how_many_number_cards_there_are():
    hands = ["y9 y10 y11 G4 G5", "y9 y10 G4 G5 G7", "y9 G4 G5 G7 G8"]
    after = [play(table(hand_, "b8 b9"), Play("G4")) for hand_ in hands]
    assert [words.question(state) for state in after] == [f"Which card do you take? {n} to go." for n in (3, 2, 1)]
    assert {GAME.view(state, 1).tasks for state in after} == {after[0].tasks}


@pytest.mark.rule("DUM-51", "DUM-75")
def test_a_second_try_does_not_say_that_no_number_card_was_left():
    """He lays down one card: his only one, or as many as he wants to. Only the played card is there to be drawn."""
    lying: dict[str, Any] = {"left": "", "draw": ""}
    emptied = play(table("b8 G3 G5", B, "b9 g9", **lying), Play("G5"), lay("b8"))
    stopped = play(table("b8 b9 G5", B, "G3 g9", **lying), Play("G5"), lay("b8"), Stop())
    assert task(emptied) == task(stopped) == Drawing(0, 1)
    assert GAME.view(emptied, 1) == GAME.view(stopped, 1)
    drawn = Shuffled(cards("G5"))
    assert GAME.view(play(emptied, drawn), 1) == GAME.view(play(stopped, drawn), 1)


@pytest.mark.rule("DUM-52", "DUM-75")
def test_the_others_learn_that_light_fingers_have_no_number_card_to_give():
    state = play(table("G6 G7", "y8 y9 G3", C), Play("G6"), Choose(2), pulled("G3"))
    assert not NUMBERS.keys() & set(somewhere(state.minds[2].cards, hand(0)))
    assert GAME.view(GAME.guess(GAME.view(state, 2), 2, Random(1)), 2) == GAME.view(state, 2)


@pytest.mark.rule("DUM-34", "DUM-75")
def test_only_the_drawer_learns_that_a_refill_lapses():
    """The last two cards are drawn: two number cards, or one and a green card. Only with the first hand is he full."""
    full, short = (
        play(table("b8 G1", B, left="y1", right="", draw=draw), ONE, take("y1", "left"), lay("y1"), lay("b8", "right"))
        for draw in ("g8 g9", "g8 G3")
    )
    assert task(full) == task(short) == Refilling(0)
    assert Lapsed(0) in heard(GAME.apply(short, DRAW).events, 0)
    assert Lapsed(0) not in heard(GAME.apply(full, DRAW).events, 0)
    assert list(heard(GAME.apply(short, DRAW).events, 1)) == list(heard(GAME.apply(full, DRAW).events, 1))


# At every moment of whole games.


@pytest.mark.rule("DUM-75")
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_what_is_known_is_true_and_what_a_seat_cannot_see_can_be_anything_else(seats: int):
    """Every hidden card lies where its owner's neighbours hold it possible, and guesses keep the view."""
    rng = Random(seats)
    for move in random_game(seats, 4)[::11]:
        state = move.after
        for seat in (*range(seats), -1):
            for other in range(seats):
                if other != seat:
                    missing = list(state.hands[other])
                    for card in somewhere(state.minds[seat].cards, hand(other)):
                        if card in missing:
                            missing.remove(card)
                    assert missing == []
                    assert set(known(state, seat, other)) <= set(state.hands[other])
            assert set(state.draw) <= set(somewhere(state.minds[seat].cards, DRAW_PILE))
            assert set(state.aside) <= set(somewhere(state.minds[seat].murphys, ASIDE))
        for seat in range(seats):
            seen = GAME.view(state, seat)
            guess = GAME.guess(seen, seat, rng)
            assert GAME.view(guess, seat) == seen
            if GAME.actor(state) == seat:
                assert GAME.legal(seen) == GAME.legal(state) == GAME.legal(guess)


@pytest.mark.rule("DUM-75")
@pytest.mark.parametrize("seats", [2, 5])
def test_nobody_hears_of_a_hidden_card_that_he_cannot_see(seats: int):
    for move in random_game(seats, 3):
        for seat in range(seats):
            for event in heard(move.events, seat):
                if isinstance(event, Drew) and event.seat != seat:
                    assert set(event.cards) <= BLUE | {BACK}
                if type(event).__name__ in {"Got", "Missed"}:
                    assert astuple(event)[0] == seat
                if type(event).__name__ == "Renewed" and astuple(event)[0] != seat:
                    assert astuple(event)[1] == BACK


def test_a_move_that_shows_something_hidden_says_so():
    state = table(A, B, C, draw="g1 ...")
    assert not GAME.apply(state, TWO).reveals
    assert not GAME.apply(play(state, TWO), take("b1")).reveals
    assert GAME.apply(play(state, TWO), DRAW).reveals
    laying = play(state, ONE, take("y1", "left"))
    assert not GAME.apply(laying, lay("y1")).reveals
    assert GAME.apply(play(laying, lay("y1")), lay("b8")).reveals
    gifts = play(table(A, B, draw="B4 ..."), ONE, DRAW)
    assert not GAME.apply(gifts, Give("blue_08")).reveals


@pytest.mark.rule("DUM-71", "DUM-75")
def test_what_was_boxed_lies_aside_after_the_shuffle():
    mixed = [move for move in random_game(2, 0, stall_turns=1, stalled_rounds=60) if isinstance(move.action, Mixed)]
    assert mixed
    for move in mixed:
        for seat in range(2):
            assert sure(move.before.minds[seat].murphys, BOX)
            assert not somewhere(move.after.minds[seat].murphys, BOX)
