from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rumms.games.dumm_gelaufen.cards import ACTIONS, BLUE, GREEN, numbers_of
from rumms.games.dumm_gelaufen.game import GAME
from rumms.games.dumm_gelaufen.state import (
    CarriedOut,
    CarryingOut,
    CarryOut,
    Choose,
    Drew,
    Give,
    Moving,
    Play,
    Played,
    Refilling,
    Shuffled,
    Stop,
    Wrapping,
)
from tests.sentences import why_not

from .table import (
    DRAW,
    ONE,
    TWO,
    card,
    cards,
    choices,
    lay,
    play,
    random_game,
    refused,
    settled,
    table,
    take,
    task,
    told,
)

HAND = "b8 b9 b10 y8 y9"


@pytest.mark.rule("DUM-39")
def test_a_green_number_card_is_not_called_no_green_card():
    assert why_not(GAME, table("g8 b9 G7", HAND), Play("green_08")) == (
        "Only a green action card of your own hand can be played, not green 8.",
        "Spielen kannst du nur eine grüne Aktionskarte aus deiner eigenen Hand, nicht Grün 8.",
    )


@pytest.mark.rule("DUM-39")
def test_a_green_card_stays_in_the_hand_until_its_owner_plays_it_instead_of_trading():
    state = table(f"{HAND} G7", f"{HAND} G3")
    assert Play("G3") not in choices(state)
    assert refused(state, Play("G3")) == (
        "DUM-39",
        "Only a green action card of your own hand can be played, not Generous Mac.",
    )
    traded = play(state, TWO, take("b1"), take("b2"), lay("b8", "mac"))
    assert "G7" in traded.hands[0]
    assert Play("G3") in choices(traded)
    back = play(traded, ONE, take("b3"), lay("b8", "mac"), lay("b9", "mac"))
    assert Play("G7") in choices(back)


@pytest.mark.rule("DUM-40")
def test_a_blue_card_is_carried_out_as_soon_as_it_is_drawn_by_whoever_drew_it():
    state = table(HAND, HAND, "g8 g9", draw="B3 ...")
    state = play(state, ONE)
    assert told(state, DRAW, 2)[:2] == [Drew(0, ("B3",)), CarriedOut(0, "B3")]
    assert "B3" not in {each for hand in play(state, DRAW).hands for each in hand}


@pytest.mark.rule("DUM-40")
@pytest.mark.parametrize("seats", [2, 6])
def test_no_hand_ever_holds_a_blue_card(seats: int):
    for move in random_game(seats, 1):
        assert not BLUE & {each for hand in move.after.hands for each in hand}
        if move.after.tasks and isinstance(move.after.tasks[0], Moving):
            assert move.after.blues == ()


@pytest.mark.rule("DUM-41")
@pytest.mark.parametrize("word", ["G7", "B3"])
def test_a_played_action_card_goes_to_the_action_pile(word: str):
    if word in GREEN:
        state = play(table(f"{HAND} G7", HAND), Play("G7"))
    else:
        state = play(table(HAND, HAND, draw="B3 ..."), ONE, DRAW)
    assert state.actions == (word,)
    assert state.piles == (cards("y1"), cards("y2"))


@pytest.mark.rule("DUM-41")
def test_no_action_card_ever_lies_on_a_number_pile_or_with_mac():
    for move in random_game(4, 1):
        assert not ACTIONS.keys() & {*move.after.mac, *move.after.piles[0], *move.after.piles[1]}


@pytest.mark.rule("DUM-42")
@pytest.mark.parametrize("word", ["G6", "G2"])
def test_persons_are_all_players_but_oneself_and_mac(word: str):
    state = play(table(f"b8 b8 {word}", "y8 y9", "g8 g9"), Play(word))
    assert choices(state) == {Choose(2), Choose(3)}
    assert refused(state, Choose(1)) == ("DUM-42", "Seat 1 cannot be chosen for this card.")
    assert refused(state, Choose(4))[0] == "DUM-42"
    assert refused(state, DRAW)[0] == "DUM-42"


@pytest.mark.rule("DUM-43")
@pytest.mark.parametrize(
    ("hand", "lying"),
    [
        ("G1", {}),
        ("G2 b8 b9", {}),
        ("G3 b8", {"mac": "b1"}),
        ("G4", {}),
        ("G5", {}),
    ],
)
def test_a_green_card_that_can_do_nothing_is_refused_and_kept(hand: str, lying: dict[str, Any]):
    word = hand.split(maxsplit=1)[0]
    state = table(hand, HAND, **lying)
    assert refused(state, Play(word)) == (
        "DUM-43",
        f"{ACTIONS[word].name['en']} can do nothing now, so it stays in your hand.",
    )
    assert Play(word) not in choices(state)


@pytest.mark.rule("DUM-43")
@pytest.mark.parametrize("word", ["G6", "G8"])
def test_nothing_can_be_had_from_others_without_cards(word: str):
    assert refused(table(f"{word} b8", "", ""), Play(word))[0] == "DUM-43"
    state = play(table(f"{word} b8", "", "b9"), Play(word))
    if word == "G6":
        assert choices(state) == {Choose(3)}


@pytest.mark.rule("DUM-43")
def test_without_murphy_cards_left_there_is_no_change_of_plan():
    """No game comes to that with the cards there are; with fewer it would."""
    state = table("b8 b9 G7", HAND)
    assert Play("G7") in choices(state)
    assert Play("G7") in choices(replace(state, aside=(), box=state.aside))
    assert refused(replace(state, aside=()), Play("G7"))[0] == "DUM-43"


@pytest.mark.rule("DUM-43")
def test_a_blue_card_does_what_is_possible():
    """Parting gift: whoever has one number card gives that, whoever has none gives nothing."""
    state = play(table("b8 b9 b10", "y8", "G1 G2", draw="B4 ..."), ONE, DRAW)
    state = play(state, Give("blue_08"), Give("blue_09"))
    assert task(state) == Wrapping(1, 2)
    state = play(state, Give("yellow_08"))
    assert choices(state) == {Stop()}
    state = play(state, Stop())
    assert choices(state) == {Stop()}
    state = play(state, Stop())
    assert (state.hands[1], state.hands[2]) == (cards("b8 b9"), cards("y8 G1 G2"))


# Hardly any number cards.


@pytest.mark.rule("DUM-44")
@pytest.mark.parametrize(("hand", "left"), [("b8 b9 G7", 1), ("b8 G7", 0)])
def test_whoever_has_one_or_no_number_card_may_draw_until_he_has_two(hand: str, left: int):
    state = table(f"{hand}", HAND, draw="g1 g2 g3 ...")
    state = play(state, ONE, take("y1", "left"), lay("y1"), lay("b8"))
    assert len(numbers_of(state.hands[0])) == left
    assert task(state) == Refilling(0)
    assert choices(state) == {DRAW, Stop()}
    drawn = play(state, DRAW)
    assert len(numbers_of(drawn.hands[0])) == 2
    assert drawn.draw[0] == card(["g3", "g2"][left])
    declined = play(state, Stop())
    assert declined.hands[0] == state.hands[0]
    assert task(drawn) == task(declined) == Moving(1)


@pytest.mark.rule("DUM-44")
def test_two_number_cards_are_enough_and_green_cards_do_not_count():
    state = play(table("b8 b9 b10 y8", HAND), ONE, take("y1", "left"), lay("y1"), lay("b8"))
    assert task(state) == Moving(1)
    state = play(table("b8 b9 G1 G2 G3", HAND), ONE, take("y1", "left"), lay("y1"), lay("b8"))
    assert task(state) == Refilling(0)


@pytest.mark.rule("DUM-44")
def test_all_are_asked_clockwise_from_the_person_in_turn_when_the_action_is_complete():
    state = table("b8 b9 b10", "y8", "G1", "g8", options={"first_player": 3}, draw="g1 g2 g3 g4 g5 g6 ...")
    state = play(state, ONE, take("y1", "left"), lay("y1"))
    asked = []
    while isinstance(now := task(state), Refilling):
        asked.append(now.seat)
        state = play(state, DRAW)
    assert asked == [2, 3, 1]
    assert task(state) == Moving(3)


@pytest.mark.rule("DUM-44")
def test_nobody_is_asked_twice_in_a_turn_or_where_nothing_can_be_drawn():
    state = play(table("b8 b9", "y8"), ONE, take("y1", "left"), lay("y1"), lay("b8"), Stop())
    assert task(state) == Refilling(1)
    assert task(play(state, Stop())) == Moving(1)
    empty = play(table("b8 b9", HAND, left="", right="", draw="", mac="b1"), ONE, take("b1"))
    assert task(play(empty, lay("b8", "mac"), lay("b9", "mac"))) == Moving(1)


@pytest.mark.rule("DUM-45")
def test_green_cards_are_kept_in_such_a_draw_and_blue_ones_carried_out_when_it_is_complete():
    state = table("b8 b9", "y8 y9 y10", draw="B3 G1 g1 ...")
    state = play(state, ONE, take("y1", "left"), lay("y1"), lay("b8"))
    after = play(state, DRAW)
    assert told(state, DRAW, 0)[:2] == [Drew(0, cards("G1 g1")), Drew(0, ("B3",))]
    assert after.hands == (cards("y8 y9 y10"), cards("b9 g1 G1"))
    assert task(after) == Moving(1)


@pytest.mark.rule("DUM-45")
def test_of_several_blue_ones_the_drawer_chooses_the_order():
    state = table("b8 b9", "y8 y9 y10", draw="B3 B1 g1 ...")
    state = play(state, ONE, take("y1", "left"), lay("y1"), lay("b8"), DRAW)
    assert task(state) == CarryingOut(0)
    assert choices(state) == {CarryOut("B3"), CarryOut("B1")}
    assert refused(state, Stop())[0] == "DUM-30"
    assert play(state, CarryOut("B1")).actions == ("B1", "B3")
    assert play(state, CarryOut("B3")).actions == ("B3", "B1")


@pytest.mark.rule("DUM-46")
def test_whoever_plays_or_draws_a_card_makes_its_choices():
    state = play(table(f"{HAND} G6", "y10 y11", "g8 g9", options={"first_player": 1}), Play("G6"))
    assert GAME.actor(state) == 0
    state = play(table("y10 y11", HAND, "g8 g9", draw="B2 ...", options={"first_player": 2}), ONE, DRAW)
    assert GAME.actor(state) == 1
    assert told(table(f"{HAND} G6", HAND), Play("G6"), 1) == [Played(0, "G6")]


@pytest.mark.rule("DUM-33", "DUM-41")
def test_action_cards_that_were_played_come_back_with_the_next_shuffle():
    state = table("b8 b9 b10 G7", HAND, left="y1", right="y2", draw="")
    state = play(state, Play("G7"), ONE, DRAW)
    assert Shuffled(("G7",)) in GAME.legal(state)
    assert "G7" in settled(play(state, Shuffled(("G7",)))).hands[1]
