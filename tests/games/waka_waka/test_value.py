"""What a state is worth to the search bot."""

from __future__ import annotations

import re
from math import exp

import msgspec
import pytest
from msgspec.structs import replace

from rumms.catalogue import find
from rumms.games.waka_waka.game import GAME
from rumms.games.waka_waka.state import Play, State
from rumms.games.waka_waka.value import (
    CARD,
    NEAR,
    PAIR,
    POWERS,
    STEP,
    WEIGHTS,
    Features,
    Weights,
    coins,
    features,
    hand_worth,
    missing,
    pairs,
    stall_worth,
    value,
    wealth,
)

from .table import STOP, play, random_game, table


def worths(state: State) -> list[float]:
    found = [value(state, seat) for seat in range(len(state.hands))]
    assert None not in found
    return [worth or 0.0 for worth in found]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_is_a_chance_at_the_beginning_of_a_turn_and_unknown_elsewhere(seats: int):
    known = 0
    for move in random_game(seats, 1):
        state = move.after
        if state.tasks and state.tasks[0].ask == "play" and not state.display:
            assert sum(worths(state)) == pytest.approx(1)
            known += 1
        else:
            assert value(state, 0) is None
    assert known > 20


def test_it_is_unknown_between_the_cards_of_a_turn():
    state = table("regenmacher schimpanse", "handel", steps=(1, 0))
    assert value(state, 0) is not None
    assert value(play(state, Play("regenmacher")), 0) is None
    assert value(play(state, STOP), 0) is None


def test_it_is_odds_of_features_times_weights():
    state = table("handel", "schamane", "trommler", steps=(1, 2, 0), gold=(3, 14, 8))
    powers = [sum(w * n for w, n in zip(POWERS[3], row, strict=True)) for row in features(state)]
    odds = [exp(power) for power in powers]
    assert worths(state) == pytest.approx([odd / sum(odds) for odd in odds])


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"steps": (2, 2)}, {"steps": (1, 2)}),
        ({"gold": (9, 8)}, {"gold": (4, 8)}),
        ({"stalls": ["tee tee", ""]}, {"stalls": ["tee salz", ""]}),
        ({"stalls": ["tee", ""]}, {"stalls": ["", ""]}),
    ],
)
def test_more_is_better(better: dict[str, object], worse: dict[str, object]):
    assert worths(table("handel", "handel", **better))[0] > worths(table("handel", "handel", **worse))[0]


def test_better_cards_are_better_and_a_second_one_counts_half():
    assert hand_worth(("handel",)) == CARD["handel"]
    assert hand_worth(("handel", "handel")) == 1.5 * CARD["handel"]
    assert hand_worth(("handel", "schamane")) == CARD["handel"] + CARD["schamane"]
    assert hand_worth(()) == 0


def test_gold_above_what_the_shaman_costs_counts_little():
    assert coins(12) - coins(11) == 1
    assert 0 < coins(13) - coins(12) < 0.5


@pytest.mark.parametrize(
    ("task", "goods", "lacks"),
    [
        ((2,), "", 2),
        ((2,), "tee", 1),
        ((2,), "tee tee", 0),
        ((1, 1, 1), "tee tee tee", 2),
        ((3, 1), "tee tee tee tee", 1),
        ((3, 1), "salz tee tee", 1),
        ((2, 2), "salz tee tee tee", 1),
        ((2, 2, 2), "salz salz tee tee felle felle", 0),
        ((3, 3), "salz tee", 4),
    ],
)
def test_what_a_task_still_lacks(task: tuple[int, ...], goods: str, lacks: int):
    assert missing(task, tuple(goods.split())) == lacks


def test_goods_are_worth_what_they_are_near_to_and_what_can_be_sold():
    assert pairs(("salz", "tee", "tee", "tee", "tee")) == 2
    near = stall_worth((2,), ("tee", "tee")) - stall_worth(None, ("tee", "tee"))
    assert near == NEAR[0]
    assert stall_worth(None, ("tee", "tee")) - stall_worth(None, ("salz", "tee")) == PAIR
    assert list(NEAR) == sorted(NEAR, reverse=True)


def test_a_step_is_worth_more_than_what_it_costs():
    """Whoever can rise does better by rising."""
    assert NEAR[0] + 3 * PAIR + 12 < STEP


def test_wealth_is_all_together():
    state = table("handel", "schamane", stalls=["tee tee"], steps=(1, 0), gold=(5, 8))
    assert wealth(state, 0) == STEP + 5 + stall_worth((1, 1, 1), ("tee", "tee")) + CARD["handel"]


def test_features_are_counted_for_everybody():
    state = table("handel", "schamane", "trommler", first_player=2, steps=(1, 2, 0))
    rows = features(replace(state, steps=(5, 2, 0)))
    assert [row.wait for row in rows] == [2, 0, 1]
    assert [row.top for row in rows] == [1, 0, 0]


def test_the_weights_name_the_command_that_found_them():
    assert re.fullmatch(r"python -m rumms\.lab\.fit waka_waka [1-9]\d*", WEIGHTS.made_by)


def test_the_weights_are_those_of_the_features_for_every_number_of_players():
    written = msgspec.json.decode((find("waka_waka").path / "weights.json").read_bytes())
    assert list(written) == list(Weights.__struct_fields__)
    assert list(map(int, written["seats"])) == list(GAME.seats) == list(POWERS)
    for powers in written["seats"].values():
        assert list(powers) == list(Features._fields)
        assert powers["worth"] > 0
        assert powers["wait"] < 0
