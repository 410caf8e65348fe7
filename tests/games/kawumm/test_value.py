"""What a position of Kawumm! is worth."""

from __future__ import annotations

import re
from math import exp
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from rumms.catalogue import find
from rumms.games.kawumm.cards import NUMBER
from rumms.games.kawumm.game import GAME
from rumms.games.kawumm.state import Area, Options, Shuffled, State, Step
from rumms.games.kawumm.value import SPARE, WEIGHTS, Weights, progress, standing, value, worth

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


def test_a_win_is_likely_by_what_is_secured_and_by_being_to_move():
    powers = [WEIGHTS.lead * 1.25, WEIGHTS.lead * 2 + WEIGHTS.to_move, WEIGHTS.lead * 0]
    odds = [exp(power) for power in powers]
    state = first(area("magnet", wasser=5), area("glas", "kohle"), area(), turn=1)
    assert worths(state) == pytest.approx([odd / sum(odds) for odd in odds])


def test_a_great_lead_is_no_error():
    """No such table can be, but a fit may find great weights."""
    state = first(area(*KINDS), area())
    assert sum(worths(replace(state, areas=(area(*KINDS * 60), area())))) == pytest.approx(1)


# How far a player has come.


@pytest.mark.parametrize(
    ("kind", "cards", "share"),
    [
        ("zuendschnur", 0, 0),
        ("zuendschnur", 1, 1 / 4),
        ("zuendschnur", 2, 1),
        ("zuendschnur", 4, 1),
        ("magnet", 2, 4 / 9),
        ("wasser", 5, 1 / 4),
        ("wasser", 9, 0.81),
        ("wasser", 10, 1),
        ("wasser", 20, 1),
    ],
)
def test_progress_is_more_for_a_row_that_is_nearly_complete(kind: str, cards: int, share: float):
    assert progress(kind, cards) == pytest.approx(share)


@pytest.mark.parametrize(
    ("complete", "shares", "far"),
    [
        (0, [], 0),
        (2, [], 2),
        (0, [0.5], 0.5),
        (0, [0.1, 0.2, 0.3, 0.4], 0.9 + SPARE * 0.1),
        (1, [0.1, 0.5, 0.25], 1.75 + SPARE * 0.1),
        (2, [0.25, 0.81], 2.81 + SPARE * 0.25),
        (1, [1.0, 0.5, 0.25], 2.5 + SPARE * 0.25),
        (2, [0.5, 1.0], 3),
        (1, [1.0, 1.0, 1.0], 4),
        (0, [1.0, 1.0, 1.0, 0.9], 3),
        (3, [], 3),
    ],
)
def test_standing_counts_what_is_needed_for_three_and_little_of_the_rest(
    complete: int, shares: list[float], far: float
):
    assert standing(complete, shares) == pytest.approx(far)


def test_worth_is_the_standing_of_an_area():
    assert worth(Area()) == 0
    assert worth(area("magnet")) == 1
    assert worth(area("magnet", wasser=5, zuendschnur=1)) == pytest.approx(1.5)
    assert worth(area("magnet", "glas", wasser=5, zuendschnur=1)) == pytest.approx(2.25 + SPARE / 4)


# Its weights.


def test_the_weights_name_the_command_that_found_them():
    assert re.fullmatch(r"python -m rumms\.lab\.fit kawumm [1-9]\d*", WEIGHTS.made_by)


def test_the_weights_are_these_and_no_others():
    written = msgspec.json.decode((find("kawumm").path / "weights.json").read_bytes())
    assert list(written) == list(Weights.__struct_fields__) == ["made_by", "lead", "to_move"]
    assert written == {"made_by": WEIGHTS.made_by, "lead": WEIGHTS.lead, "to_move": WEIGHTS.to_move}
    assert written["lead"] > 0
    assert written["to_move"] > 0
