from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rumms.games.dumm_gelaufen.game import GAME
from rumms.games.dumm_gelaufen.state import (
    Asked,
    CarryingOut,
    Choose,
    Colour,
    Drew,
    Gave,
    Give,
    Giving,
    Got,
    HasNone,
    Laying,
    Missed,
    Moving,
    Play,
    Pulling,
    Renewed,
    Robbed,
    Stop,
    Taking,
    Value,
)
from rumms.kernel.game import NATURE

from .table import DRAW, ONE, cards, choices, lay, play, pulled, refused, settled, table, take, task, told

OTHER = "g8 g9 g10"


@pytest.mark.rule("DUM-47")
def test_clear_out_lays_all_cards_of_one_colour_on_one_or_both_number_piles():
    state = play(table("b8 b9 y8 y9 y9 G1", OTHER), Play("G1"))
    assert choices(state) == {Colour("blue"), Colour("yellow")}
    assert refused(state, Colour("green"))[0] == "DUM-47"
    state = play(state, Colour("yellow"))
    assert task(state) == Laying(0, 3, "piles", colour="yellow")
    assert choices(state) == {lay(word, pile) for word in ("y8", "y9") for pile in ("left", "right")}
    assert refused(state, lay("b8")) == ("DUM-47", "Now lay down yellow cards only.")
    assert refused(state, Stop())[0] == "DUM-18"
    state = play(state, lay("y9", "right"), lay("y8", "left"), lay("y9", "right"))
    assert state.piles == (cards("y1 y8"), cards("y2 y9 y9"))
    assert state.hands[0] == cards("b8 b9")
    assert task(state) == Moving(1)


@pytest.mark.rule("DUM-48")
def test_double_trouble_gives_one_person_two_cards_equal_in_value_and_colour():
    state = play(table("b8 b8 b8 y7 y9 y9 G2", OTHER, "y10 y11"), Play("G2"), Choose(3))
    assert choices(state) == {Give("blue_08"), Give("yellow_09")}
    assert refused(state, Give("yellow_07"))[0] == "DUM-48"
    assert told(state, Give("yellow_09"), 1) == [Gave(0, 2, 2)]
    assert told(state, Give("yellow_09"), 2) == [Gave(0, 2, 2), Got(2, cards("y9 y9"))]
    state = play(state, Give("yellow_09"))
    assert state.hands == (cards("b8 b8 b8 y7"), cards(OTHER), cards("y9 y9 y10 y11"))
    assert task(state) == Moving(1)


@pytest.mark.rule("DUM-49")
def test_generous_mac_gives_one_or_two_cards_for_nothing():
    state = play(table("y8 y9 G3", OTHER), Play("G3"))
    assert choices(state) == {take(f"b{n}") for n in range(1, 8)}
    state = play(state, take("b1"))
    assert choices(state) == {Stop(), *(take(f"b{n}") for n in range(2, 8))}
    one, two = play(state, Stop()), play(state, take("b2"))
    assert (one.hands[0], two.hands[0]) == (cards("b1 y8 y9"), cards("b1 b2 y8 y9"))
    assert (len(one.mac), len(two.mac)) == (6, 5)
    assert task(one) == task(two) == Moving(1)
    assert refused(state, DRAW)[0] == "DUM-20"


@pytest.mark.rule("DUM-49")
def test_macs_last_card_stays():
    state = play(table("y8 y9 G3", OTHER, mac="b1 b2"), Play("G3"), take("b1"))
    assert task(state) == Moving(1)
    assert state.mac == cards("b2")


@pytest.mark.rule("DUM-50")
def test_horse_trade_exchanges_up_to_three_cards_with_mac_one_for_one():
    state = play(table("y8 y9 y10 y11 G4", OTHER), Play("G4"), take("b1"))
    assert task(state) == Taking(0, 2, area="mac", may_stop=True, exchange=True, taken=cards("b1"))
    one = play(state, Stop(), lay("y8", "mac"))
    assert (one.hands[0], len(one.mac), task(one)) == (cards("b1 y9 y10 y11"), 7, Moving(1))
    two = play(state, take("b2"), Stop(), lay("y8", "mac"), lay("y9", "mac"))
    assert (two.hands[0], len(two.mac), task(two)) == (cards("b1 b2 y10 y11"), 7, Moving(1))
    three = play(state, take("b2"), take("b3"), lay("y8", "mac"), lay("y9", "mac"), lay("y10", "mac"))
    assert (three.hands[0], len(three.mac), task(three)) == (cards("b1 b2 b3 y11"), 7, Moving(1))
    assert refused(state, lay("y8", "mac"))[0] == "DUM-19"


@pytest.mark.rule("DUM-50")
def test_what_mac_has_just_given_is_not_given_back():
    state = play(table("b1 y9 y10 G4", OTHER, mac="g1 g2 b4 b4", left="y1"), Play("G4"), take("b4"), Stop())
    assert choices(state) == {lay(word, "mac") for word in ("b1", "y9", "y10")}
    assert refused(state, lay("b4", "mac")) == ("DUM-50", "blue 4 was just taken from Mac; give him another card.")
    twice = play(table("b4 y9 G4", OTHER, mac="g1 b4"), Play("G4"), take("b4"), Stop())
    assert choices(twice) == {lay("b4", "mac"), lay("y9", "mac")}


@pytest.mark.rule("DUM-50")
def test_nobody_exchanges_more_cards_than_he_or_mac_has():
    state = play(table("y9 y10 G4", OTHER), Play("G4"), take("b1"), take("b2"))
    assert isinstance(task(state), Laying)
    state = play(table("y9 y10 y11 G4", OTHER, mac="b1"), Play("G4"), take("b1"))
    assert task(state) == Laying(0, 1, "mac", kept=cards("b1"))


@pytest.mark.rule("DUM-51")
def test_second_try_lays_one_to_four_cards_down_and_draws_as_many():
    state = play(table("y7 y8 y9 y10 y11 G5", OTHER, draw="g1 g2 g3 g4 g5 ..."), Play("G5"))
    assert Stop() not in choices(state)
    words = ["y7", "y8", "y9", "y10"]
    for number, word in enumerate(words, start=1):
        state = play(state, lay(word, "right"))
        if number < 4:
            assert {Stop(), lay("y11"), lay("y11", "right")} <= choices(state)
            stopped = play(state, Stop())
            assert task(stopped) == Moving(1)
            assert stopped.draw[0] == f"green_0{number + 1}"
            assert len(stopped.hands[0]) == 5
    assert task(state) == Moving(1)
    assert state.hands[0] == cards("y11 g1 g2 g3 g4")
    assert state.piles[1] == cards("y2 y7 y8 y9 y10")


@pytest.mark.rule("DUM-45", "DUM-51")
def test_in_a_second_try_green_cards_are_kept_and_blue_ones_carried_out_when_it_is_complete():
    state = play(table("y7 y8 y9 G5", OTHER, draw="B3 G1 B6 ..."), Play("G5"), lay("y7"), lay("y8"))
    after = play(state, Stop())
    assert told(state, Stop(), 0)[:2] == [Drew(0, ("G1",)), Drew(0, ("B3",))]
    assert after.hands == (cards(OTHER), cards("y9 G1"))
    state = play(state, lay("y9"))
    assert task(state) == CarryingOut(0)


@pytest.mark.rule("DUM-52")
def test_light_fingers_draws_a_card_blindly_and_gives_any_number_card():
    state = play(table("b8 b9 G6", "y10 y10 G8", "g8 g9"), Play("G6"), Choose(2))
    assert task(state) == Pulling(0, 1)
    assert GAME.actor(state) == NATURE
    assert refused(state, pulled("y9"))[0] == "DUM-52"
    assert pulled("G8") in GAME.legal(state)
    state = play(state, pulled("y10"))
    assert choices(state) == {Give(each) for each in cards("b8 b9 y10")}
    assert refused(state, Give("G6"))[0] == "DUM-21"
    after = play(state, Give("blue_08"))
    assert after.hands == (cards("b9 y10"), cards("b8 y10 G8"), cards("g8 g9"))
    assert play(state, Give("yellow_10")).hands[1] == cards("y10 y10 G8")


@pytest.mark.rule("DUM-52")
def test_each_card_of_the_hand_is_as_likely():
    state = play(table("b8 b9 G6", "y10 y10 y10 G8"), Play("G6"), Choose(2))
    found = Counter(GAME.legal(state).sample(Random(seed)).card for seed in range(400))  # type: ignore[union-attr]
    assert set(found) == {"yellow_10", "G8"}
    assert 250 < found["yellow_10"] < 350


@pytest.mark.rule("DUM-52")
def test_whoever_has_no_number_card_gives_none():
    state = play(table("G6", "G8 b8 b9", "g8 g9"), Play("G6"), Choose(2), pulled("G8"), Stop())
    assert (state.hands[0], state.hands[1]) == (cards("G8"), cards("b8 b9"))


@pytest.mark.rule("DUM-52", "DUM-75")
def test_what_was_drawn_blindly_only_these_two_know():
    state = play(table("b8 b9 G6", "y10 G8", "g8 g9"), Play("G6"), Choose(2))
    assert told(state, pulled("G8"), 0) == [Robbed(0, 1), Got(0, ("G8",))]
    assert told(state, pulled("G8"), 1) == [Robbed(0, 1), Missed(1, "G8")]
    assert told(state, pulled("G8"), 2) == [Robbed(0, 1)]


@pytest.mark.rule("DUM-53")
def test_change_of_plan_takes_a_new_murphy_card_and_boxes_the_old_one():
    state = table("b8 b9 G7", OTHER, murphys="M28 M29", aside="M05 M06")
    assert told(state, Play("G7"), 0)[1:] == [Renewed(0, "M05")]
    assert told(state, Play("G7"), 1)[1:] == [Renewed(0, "?")]
    after = play(state, Play("G7"))
    assert (after.murphys, after.box, after.aside[0]) == (("M05", "M29"), ("M28",), "M06")
    assert task(after) == Moving(1)


@pytest.mark.rule("DUM-54")
def test_hand_it_over_names_a_value_and_everybody_who_has_it_gives_one_he_picks():
    state = play(table("b8 G8", "y9 g9 y8", "b10 y11", "b9 b9 b7"), Play("G8"))
    assert choices(state) == {Value(value) for value in range(1, 12)}
    assert refused(state, DRAW)[0] == "DUM-54"
    assert told(state, Value(9)) == [Asked(0, 9)]
    state = play(state, Value(9))
    assert task(state) == Giving(1, 0, 9)
    assert choices(state) == {Give("yellow_09"), Give("green_09")}
    assert refused(state, Give("yellow_08"))[0] == "DUM-21"
    assert told(state, Give("green_09"), 3) == [Gave(1, 0, 1), HasNone(2, 9)]
    assert told(state, Give("green_09"), 0) == [Gave(1, 0, 1), Got(0, ("green_09",)), HasNone(2, 9)]
    state = settled(play(state, Give("green_09")))
    assert state.hands == (cards("b8 b9 g9"), cards("y8 y9"), cards("b10 y11"), cards("b7 b9"))
    assert task(state) == Moving(1)


@pytest.mark.rule("DUM-54")
def test_nobody_who_lacks_the_value_gives_anything():
    state = play(table("b8 G8", OTHER, "b10 y11"), Play("G8"), Value(1), Stop())
    assert state.hands == (cards("b8"), cards(OTHER), cards("b10 y11"))
    assert play(table("b8 b9 G8", OTHER), Play("G8"), Value(1), ONE).turn == 1
