"""What a position of Kawumm! is worth."""

from __future__ import annotations

import re
from math import exp
from operator import mul
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from rumms.catalogue import find
from rumms.games.kawumm.cards import NUMBER
from rumms.games.kawumm.game import GAME
from rumms.games.kawumm.state import Area, Options, Shuffled, State, Step
from rumms.games.kawumm.value import POWERS, WEIGHTS, Features, Weights, features, value

from .table import area, random_game, table

KINDS = list(NUMBER)


def worths(state: State) -> list[float]:
    found = [value(state, seat) for seat in range(len(state.areas))]
    return [worth for worth in found if worth is not None]


def first(*areas: Area, turn: int = 0) -> State:
    """The beginning of somebody's turn."""
    return table(*areas, step=Step.FIRST, first_player=turn + 1)


# When it can tell.


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_tells_at_the_beginning_of_a_turn_and_never_else(seats: int):
    steps = set()
    for made in random_game(seats, 1):
        for state in (made.before, made.after):
            steps.add(state.step)
            assert len(worths(state)) == (seats if state.step is Step.FIRST else 0)
            if worths(state):
                assert sum(worths(state)) == pytest.approx(1)
                assert all(0 < worth < 1 for worth in worths(state))
    assert steps >= {Step.FIRST, Step.SECOND, Step.CHOICE, Step.SECURE, Step.OVER}


def test_what_lies_in_the_piles_does_not_count():
    state = GAME.new(2, Options())
    dealt = GAME.apply(state, Shuffled(tuple(Random(1).sample(state.discard, 104)))).state
    assert worths(dealt) == worths(state)


# What it tells.


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_being_to_move_helps(seats: int):
    for turn in range(seats):
        found = worths(first(*(Area(),) * seats, turn=turn))
        assert max(found) == found[turn] > 1 / seats
        assert found.count(min(found)) == seats - 1


def test_a_completed_kind_helps():
    for seat in range(3):
        areas = [area("magnet") if other == seat else area() for other in range(3)]
        assert worths(first(*areas))[seat] > worths(first(area(), area(), area()))[seat]


def test_a_row_helps_and_a_longer_one_helps_more():
    found = [worths(first(area(wasser=cards) if cards else area(), area()))[0] for cards in range(10)]
    assert found == sorted(found)
    assert len(set(found)) == 10


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_win_is_likely_by_what_is_secured_and_by_being_to_move(seats: int):
    areas = (area("magnet", wasser=5), area("glas", "kohle"), area(), area(zuendschnur=1))[:seats]
    state = first(*areas, turn=1)
    powers = [sum(map(mul, POWERS[seats], row)) for row in features(state)]
    odds = [exp(power) for power in powers]
    assert worths(state) == pytest.approx([odd / sum(odds) for odd in odds])


def test_a_great_lead_is_no_error():
    """No such table can be, but a fit may find great weights."""
    state = first(area(*KINDS), area())
    assert sum(worths(replace(state, areas=(area(*KINDS * 60), area())))) == pytest.approx(1)


# What it counts.


def far(kind: str, cards: int) -> float:
    return float((cards / NUMBER[kind]) ** 1.65)


def test_features_are_counted_for_everybody():
    state = first(
        area(),
        area("magnet", wasser=5, kohle=2, zuendschnur=1),
        area("magnet", "glas", wasser=9, kohle=2),
        area(wasser=1, kohle=4, glas=3, salpeter=2),
        turn=1,
    )
    shares = sorted((far("wasser", 5), far("kohle", 2), far("zuendschnur", 1)))
    assert features(state) == [
        pytest.approx(Features(first=0, second=0, needed=0, spare=0, to_move=0)),
        pytest.approx(Features(first=1, second=0, needed=sum(shares[1:]), spare=shares[0], to_move=1)),
        pytest.approx(Features(first=1, second=1, needed=far("wasser", 9), spare=far("kohle", 2), to_move=0)),
        pytest.approx(
            Features(
                first=0,
                second=0,
                needed=far("kohle", 4) + far("glas", 3) + far("salpeter", 2),
                spare=far("wasser", 1),
                to_move=0,
            )
        ),
    ]


# Its weights.


def test_the_weights_name_the_command_that_found_them():
    assert re.fullmatch(r"python -m rumms\.lab\.fit kawumm [1-9]\d*", WEIGHTS.made_by)


def test_the_weights_are_those_of_the_features_for_every_number_of_players():
    written = msgspec.json.decode((find("kawumm").path / "weights.json").read_bytes())
    assert list(written) == list(Weights.__struct_fields__)
    assert list(map(int, written["seats"])) == list(GAME.seats) == list(POWERS)
    for seats, powers in written["seats"].items():
        assert list(powers) == list(Features._fields)
        assert tuple(powers.values()) == POWERS[int(seats)]
        assert min(powers.values()) > 0, "whatever is counted helps"
