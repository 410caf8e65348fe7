from __future__ import annotations

import json
from collections import Counter
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from rumms.games.dumm_gelaufen.cards import (
    ACTIONS,
    BLUE,
    COLOUR,
    COLOURS,
    DECK,
    FITS,
    GREEN,
    MURPHYS,
    NUMBERS,
    VALUE,
    is_fulfilled,
)
from rumms.games.dumm_gelaufen.effects import EFFECTS, POSSIBLE
from rumms.games.dumm_gelaufen.game import GAME
from rumms.games.dumm_gelaufen.state import Dealt, Options
from rumms.kernel.refusal import BadOption
from rumms.kernel.session import begin

from .table import ONE, TWO, all_cards, all_murphys, cards, choices, deal, dealt, refused, table, take

VALUES = range(1, 12)
EVEN, ODD, HIGH = {2, 4, 6, 8, 10}, {1, 3, 5, 7, 9, 11}, {10, 11}
ALL = {(colour, value) for colour in ("blue", "yellow", "green") for value in VALUES}
TASKS = {
    "M01": ({(c, v) for c, v in ALL if c == "blue"}, 7, 0),
    "M02": ({(c, v) for c, v in ALL if c == "yellow"}, 7, 0),
    "M03": ({(c, v) for c, v in ALL if c == "green"}, 7, 0),
    "M04": ({(c, v) for c, v in ALL if c != "blue"}, 12, 0),
    "M05": ({(c, v) for c, v in ALL if c != "yellow"}, 12, 0),
    "M06": ({(c, v) for c, v in ALL if c != "green"}, 12, 0),
    "M07": ({(c, v) for c, v in ALL if v in ODD}, 9, 0),
    "M08": ({(c, v) for c, v in ALL if v in EVEN}, 8, 0),
    "M09": ({(c, v) for c, v in ALL if v in HIGH}, 6, 0),
    "M10": ({(c, v) for c, v in ALL if v not in HIGH}, 13, 0),
    "M11": ({(c, v) for c, v in ALL if v < 5}, 5, 0),
    "M12": ({(c, v) for c, v in ALL if v < 7}, 8, 0),
    "M13": ({(c, v) for c, v in ALL if v > 8}, 7, 0),
    "M14": ({(c, v) for c, v in ALL if v > 6}, 11, 0),
    "M15": ({(c, v) for c, v in ALL if v in {4, 5, 6}}, 6, 0),
    "M16": ({(c, v) for c, v in ALL if v in {7, 8, 9}}, 7, 0),
    "M17": ({(c, v) for c, v in ALL if v in {3, 6, 9}}, 6, 0),
    "M18": ({(c, v) for c, v in ALL if v in {4, 8}}, 5, 0),
    "M19": ({(c, v) for c, v in ALL if v in {5, 10}}, 5, 0),
    "M20": ({(c, v) for c, v in ALL if v in {7, 11}}, 6, 0),
    "M21": ({(c, v) for c, v in ALL if v in {8, 9}}, 6, 0),
    "M22": ({(c, v) for c, v in ALL if v in {1, 2, 3, 11}}, 5, 0),
    "M23": ({(c, v) for c, v in ALL if c == "blue" and v in ODD}, 5, 0),
    "M24": ({(c, v) for c, v in ALL if c == "yellow" and v in EVEN}, 4, 0),
    "M25": ({(c, v) for c, v in ALL if c == "green" and v > 6}, 5, 0),
    "M26": ({(c, v) for c, v in ALL if c == "green" and v not in HIGH}, 6, 0),
    "M27": ({(c, v) for c, v in ALL if c != "blue" and v not in HIGH}, 9, 0),
    "M28": ({(c, v) for c, v in ALL if v == 8}, 4, 0),
    "M29": ({(c, v) for c, v in ALL if v == 10}, 4, 0),
    "M30": (ALL, 0, 110),
    "M31": ({(c, v) for c, v in ALL if c == "yellow"}, 0, 50),
}
"""What fits each task, how many are needed, and what they must add up to, as the table in the rules has it."""


@pytest.mark.rule("DUM-01")
def test_there_are_72_number_cards_16_action_cards_and_31_murphy_cards():
    assert len(DECK) == 72 + 16
    assert sum(card in NUMBERS for card in DECK) == 72
    assert list(ACTIONS) == [f"G{n}" for n in range(1, 9)] + [f"B{n}" for n in range(1, 9)]
    assert Counter(card.colour for card in ACTIONS.values()) == {"green": 8, "blue": 8}
    assert (set(ACTIONS) & set(DECK), len(GREEN), len(BLUE)) == (set(ACTIONS), 8, 8)
    assert list(MURPHYS) == [f"M{n:02}" for n in range(1, 32)]


@pytest.mark.rule("DUM-01")
def test_all_of_them_are_in_the_game():
    state = deal(seats=3)
    assert all_cards(state) == Counter(DECK)
    assert all_murphys(state) == sorted(MURPHYS)


@pytest.mark.rule("DUM-02")
def test_low_numbers_are_there_once_the_middle_ones_twice_and_high_ones_three_times():
    found = Counter((COLOUR[card], VALUE[card]) for card in DECK if card in NUMBERS)
    assert set(found) == ALL
    for (_, value), number in found.items():
        assert number == (1 if value < 4 else 2 if value < 7 else 3)
    assert [colour.name["de"] for colour in COLOURS.values()] == ["Blau", "Gelb", "Grün"]


@pytest.mark.rule("DUM-02")
def test_a_deal_with_a_card_too_many_or_too_few_is_refused():
    new, good = GAME.new(2, Options()), dealt()
    for wrong in (good.cards[1:], (*good.cards, "blue_01"), ("blue_01", *good.cards[1:-1], "blue_01")):
        assert refused(new, Dealt(wrong, good.murphys))[0] == "DUM-05"
    assert refused(new, Dealt(good.cards, good.murphys[1:]))[0] == "DUM-05"


@pytest.mark.rule("DUM-03")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_persons_have_a_hand_and_a_task_each(seats: int):
    state = deal(seats=seats)
    assert len(state.hands) == len(state.murphys) == len(state.fulfilled) == seats


@pytest.mark.rule("DUM-03")
@pytest.mark.parametrize("seats", [0, 1, 7])
def test_fewer_and_more_persons_are_refused(seats: int):
    with pytest.raises(BadOption, match=f"2 to 6 players, not for {seats}"):
        GAME.new(seats, Options())


@pytest.mark.rule("DUM-03")
def test_the_record_numbers_the_seats_clockwise_from_one(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    session = begin(GAME, ("me",) * 4, Options(), seed=2, path=path)
    session.go_on()
    while sum(made.action in (TWO, ONE) for made in session.past) < 5:
        legal = [action for action in GAME.legal(session.state) if type(action).__name__ != "Play"]  # type: ignore[attr-defined]
        session.play(Random(len(session.past)).choice(legal))
    session.close()
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    assert [line["seat"] for line in lines if line["move"]["do"] == "trade"] == [1, 2, 3, 4, 1]
    assert lines[0]["seat"] == 0


@pytest.mark.rule("DUM-04")
def test_mac_is_a_partner_for_trades_and_never_wins():
    """All of his cards fit every task that asks for blue, and nothing comes of it."""
    state = table("y8", "y9", murphys="M28 M01")
    assert is_fulfilled("M01", state.mac)
    assert take("b7") in choices(GAME.apply(state, TWO).state)
    assert GAME.winners(state) <= {0, 1}
    assert len(state.fulfilled) == 2


@pytest.mark.rule("DUM-46", "DUM-63")
@pytest.mark.parametrize("murphy", TASKS)
def test_each_task_takes_the_cards_that_the_table_says(murphy: str):
    fits, at_least, sum_at_least = TASKS[murphy]
    assert {(COLOUR[card], VALUE[card]) for card in FITS[murphy]} == fits
    assert (MURPHYS[murphy].at_least, MURPHYS[murphy].sum_at_least) == (at_least, sum_at_least)


@pytest.mark.rule("DUM-63")
@pytest.mark.parametrize("murphy", TASKS)
def test_each_task_can_be_fulfilled_and_says_what_it_asks_for(murphy: str):
    """With the cards there are, and without more than half of those that fit."""
    fits, at_least, sum_at_least = TASKS[murphy]
    there = sorted(card for card in DECK if card in FITS[murphy])
    assert is_fulfilled(murphy, there)
    assert len(there) >= 2 * at_least
    assert sum(VALUE[card] for card in there) >= 2 * sum_at_least
    for text in MURPHYS[murphy].text.values():
        assert str(at_least or sum_at_least) in text
    assert fits


@pytest.mark.rule("DUM-46")
def test_every_action_card_has_an_effect_a_name_and_a_text_in_both_languages():
    assert {card.effect for card in ACTIONS.values()} == set(EFFECTS)
    assert {ACTIONS[card].effect for card in GREEN} == set(POSSIBLE)
    assert len(EFFECTS) == 16
    for about in ACTIONS.values():
        assert set(about.name) == set(about.text) == {"de", "en"}
        assert all(text.endswith(".") for text in about.text.values())
    names = [(about.id, about.name["de"], about.name["en"]) for about in ACTIONS.values()]
    assert names == [
        ("G1", "Ausmisten", "Clear-out"),
        ("G2", "Doppelt gemoppelt", "Double trouble"),
        ("G3", "Mac ist großzügig", "Generous Mac"),
        ("G4", "Kuhhandel", "Horse trade"),
        ("G5", "Neuer Versuch", "Second try"),
        ("G6", "Langfinger", "Light fingers"),
        ("G7", "Planänderung", "Change of plan"),
        ("G8", "Her damit!", "Hand it over!"),
        ("B1", "Rollentausch", "Changing places"),
        ("B2", "Falscher Zettel", "Wrong note"),
        ("B3", "Alles nach links", "All to the left"),
        ("B4", "Abschiedsgeschenk", "Parting gift"),
        ("B5", "Griff daneben", "Slip-up"),
        ("B6", "Kartenflut", "Flood of cards"),
        ("B7", "Mac räumt auf", "Mac tidies up"),
        ("B8", "Alles auf Anfang", "Back to square one"),
    ]


def test_words_for_cards_are_read_as_the_data_has_them():
    assert cards("b7 y11 G1") == ("blue_07", "yellow_11", "G1")
    assert set(chain(cards("b1 g11"))) <= set(NUMBERS)
