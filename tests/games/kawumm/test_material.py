from __future__ import annotations

import json
from collections import Counter
from itertools import groupby
from pathlib import Path
from random import Random

import pytest

from rumms.games.kawumm.cards import KINDS
from rumms.games.kawumm.game import GAME
from rumms.games.kawumm.state import (
    Area,
    Experiment,
    Exploded,
    Keep,
    Leave,
    Options,
    Secure,
    Shuffled,
    Step,
)
from rumms.kernel.game import NATURE
from rumms.kernel.refusal import BadOption
from rumms.kernel.session import begin

from .table import deal, events, play, random_game, table

NUMBERS = {
    "zuendschnur": 2,
    "geheimformel": 2,
    "quecksilber": 3,
    "magnet": 3,
    "kanister": 4,
    "glas": 4,
    "schwefel": 5,
    "phosphor": 5,
    "salpeter": 6,
    "kohle": 8,
    "wasser": 10,
}
COUNTS = {
    "zuendschnur": 4,
    "geheimformel": 4,
    "quecksilber": 6,
    "magnet": 6,
    "kanister": 8,
    "glas": 8,
    "schwefel": 10,
    "phosphor": 10,
    "salpeter": 12,
    "kohle": 16,
    "wasser": 20,
}
FROM_THE_RULEBOOK = {
    "kanister": {"de": "Kanister", "en": "canister"},
    "glas": {"de": "Glas", "en": "glass"},
}
OUR_OWN = {
    "zuendschnur": {"de": "Zündschnur", "en": "fuse"},
    "geheimformel": {"de": "Geheimformel", "en": "secret formula"},
    "quecksilber": {"de": "Quecksilber", "en": "mercury"},
    "magnet": {"de": "Magnet", "en": "magnet"},
    "schwefel": {"de": "Schwefel", "en": "sulphur"},
    "phosphor": {"de": "Phosphor", "en": "phosphorus"},
    "salpeter": {"de": "Salpeter", "en": "saltpetre"},
    "kohle": {"de": "Kohle", "en": "coal"},
    "wasser": {"de": "Wasser", "en": "water"},
}
SAME_NUMBER = [
    ("zuendschnur", "geheimformel"),
    ("quecksilber", "magnet"),
    ("kanister", "glas"),
    ("schwefel", "phosphor"),
]


@pytest.mark.rule("KAW-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_players_have_a_secured_area_each(seats: int):
    assert len(GAME.new(seats, Options()).areas) == seats


@pytest.mark.rule("KAW-01")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_fewer_and_more_players_are_refused(seats: int):
    with pytest.raises(BadOption):
        GAME.new(seats, Options())


@pytest.mark.rule("KAW-01")
def test_the_record_numbers_the_seats_clockwise_from_one(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    session = begin(GAME, ("me", "me", "me"), Options(), seed=1, path=path)
    session.go_on()
    for _ in range(4):
        session.play(Leave(session.state.shown[0]))
        while session.state.step is not Step.CHOICE:
            session.play(GAME.legal(session.state).sample(Random(1)))
        session.play(Secure())
    if session.writer:
        session.writer.close()
    seats = [json.loads(line)["seat"] for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    assert [seat for seat, _ in groupby(seat for seat in seats if seat)] == [1, 2, 3, 1]


@pytest.mark.rule("KAW-02")
def test_the_game_has_104_cards_of_11_kinds_and_nothing_else():
    deck = GAME.new(2, Options()).deck
    assert len(deck) == 104
    assert len(set(deck)) == 11
    assert set(deck) == set(KINDS)


@pytest.mark.rule("KAW-03")
def test_every_kind_carries_its_number():
    assert {kind.id: kind.number for kind in KINDS.values()} == NUMBERS
    assert sorted(NUMBERS.values()) == [2, 2, 3, 3, 4, 4, 5, 5, 6, 8, 10]


@pytest.mark.rule("KAW-04")
def test_the_deck_holds_twice_as_many_cards_of_a_kind_as_its_number():
    assert Counter(GAME.new(2, Options()).deck) == COUNTS
    assert {kind.id: kind.count for kind in KINDS.values()} == {kind: 2 * number for kind, number in NUMBERS.items()}


@pytest.mark.rule("KAW-05")
@pytest.mark.parametrize(("one", "other"), SAME_NUMBER)
def test_kinds_with_the_same_number_never_fit_each_other(one: str, other: str):
    state = table(middle={one: 2}, pile=f"{other} {other} {other} wasser wasser wasser")
    assert any(isinstance(event, Exploded) for event in events(state, Experiment()))


@pytest.mark.rule("KAW-05")
def test_a_canister_and_a_glass_are_two_rows_in_the_middle_and_in_the_secured_area():
    state = deal("kanister glas wasser", "kanister glas glas")
    state = play(state, Leave("wasser"), Secure())
    assert dict(state.middle) == {"kanister": 2, "glas": 3}
    state = play(state, Keep(("kanister", "glas")))
    assert dict(state.areas[0].rows) == {"kanister": 2, "glas": 3}


@pytest.mark.rule("KAW-06")
def test_two_kinds_have_the_names_of_the_rulebook_and_nine_have_our_own():
    assert {kind.id: kind.name for kind in KINDS.values()} == FROM_THE_RULEBOOK | OUR_OWN


@pytest.mark.rule("KAW-07")
def test_whoever_first_completes_a_third_ingredient_wins():
    """Both complete two ingredients; the second player is the first to have three."""
    state = deal(
        *("zuendschnur zuendschnur wasser", "wasser wasser wasser"),
        *("zuendschnur zuendschnur wasser", "kohle kohle kohle"),
        *("geheimformel geheimformel wasser", "wasser wasser wasser"),
        *("geheimformel geheimformel wasser", "kohle kohle kohle"),
        *("salpeter salpeter wasser", "salpeter salpeter salpeter"),
        *("magnet magnet wasser", "magnet magnet magnet"),
    )
    turn = (Leave("wasser"), Secure())
    state = play(state, *turn, *turn, *turn, *turn, *turn)
    state = play(state, *turn[:1])
    assert [len(area.complete) for area in state.areas] == [2, 2]
    assert GAME.winners(state) == frozenset()
    state = play(state, Secure(), Keep(("magnet", "kohle")))
    assert set(state.areas[1].complete) == {"zuendschnur", "geheimformel", "magnet"}
    assert GAME.winners(state) == {1}


@pytest.mark.rule("KAW-08")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_cards_are_shuffled_into_the_draw_pile_and_everything_else_is_empty(seats: int):
    state = GAME.new(seats, Options())
    assert GAME.actor(state) == NATURE
    order = tuple(reversed(state.deck))
    assert Shuffled(order) in GAME.legal(state)
    assert Shuffled(order[1:]) not in GAME.legal(state)
    state = GAME.apply(state, Shuffled(order)).state
    assert state.shown + state.pile == order
    assert state.areas == (Area(),) * seats
    assert state.middle == ()
    assert state.discard == ()


@pytest.mark.rule("KAW-08")
def test_every_game_is_shuffled_anew():
    legal = GAME.legal(GAME.new(2, Options()))
    one, other = legal.sample(Random(1)), legal.sample(Random(2))
    assert one in legal
    assert other in legal
    assert one != other


@pytest.mark.rule("KAW-09")
def test_seat_1_begins_unless_the_players_say_otherwise():
    assert GAME.actor(deal(seats=4)) == 0


@pytest.mark.rule("KAW-09")
@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_the_players_say_who_begins(first: int):
    assert GAME.actor(deal(seats=4, first_player=first)) == first - 1


@pytest.mark.rule("KAW-09")
def test_a_seat_that_is_not_there_cannot_begin():
    with pytest.raises(BadOption):
        GAME.new(2, Options(first_player=3))


@pytest.mark.rule("KAW-10")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_pass_clockwise_after_securing(seats: int):
    turn = ("wasser kohle kohle", "salpeter salpeter salpeter")
    state = deal(*turn * 3, seats=seats)
    turns = [state.turn]
    for _ in range(3):
        state = play(state, Leave("wasser"), Secure(), Keep(("salpeter", "kohle")))
        turns.append(state.turn)
    assert turns == [0, 1, 2 % seats, 3 % seats]


@pytest.mark.rule("KAW-10")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_pass_clockwise_after_an_explosion(seats: int):
    turn = ("wasser wasser wasser", "wasser wasser wasser", "magnet glas kohle")
    state = deal(*turn * 3, seats=seats)
    turns = [state.turn]
    for _ in range(3):
        state = play(state, Leave("wasser"), Experiment())
        turns.append(state.turn)
    assert turns == [0, 1, 2 % seats, 3 % seats]


@pytest.mark.rule("KAW-10")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_turn_ends_by_securing_or_an_explosion_only_and_the_next_seat_follows(seats: int):
    ends = 0
    for seed in range(6):
        for move in random_game(seats, seed):
            exploded = any(isinstance(event, Exploded) for event in move.events)
            over = move.after.step is Step.OVER
            ended = (isinstance(move.action, Keep) or exploded) and not over
            assert move.after.turn == (move.before.turn + ended) % seats
            ends += ended
    assert ends > 20 * seats
