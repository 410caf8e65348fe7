"""What a position of Dumm gelaufen! is worth."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rumms.catalogue import find
from rumms.games.dumm_gelaufen.cards import MURPHYS
from rumms.games.dumm_gelaufen.state import Moving, State
from rumms.games.dumm_gelaufen.value import (
    NEED,
    WEIGHT,
    WEIGHTS,
    Features,
    Hand,
    Weights,
    after_trade,
    chances,
    features,
    hand_of,
    open_cards,
    trades_left,
    trades_needed,
    value,
)

from .table import TWO, cards, play, random_game, table

OTHER = "g1 g2 g3 g4"


def worths(state: State) -> list[float]:
    found = [value(state, seat) for seat in range(len(state.hands))]
    return [worth for worth in found if worth is not None]


def later(state: State) -> State:
    """The same in the middle of a round."""
    return replace(state, turns=1)


@pytest.mark.parametrize("seats", [2, 6])
def test_it_tells_at_the_beginning_of_a_turn_and_never_else(seats: int):
    for made in random_game(seats, 1)[::3]:
        state = made.after
        can = bool(state.tasks) and isinstance(state.tasks[0], Moving)
        assert len(worths(state)) == (seats if can else 0)
        if can:
            assert sum(worths(state)) == pytest.approx(1)
            assert all(0 < worth < 1 for worth in worths(state))


def test_it_does_not_tell_amid_a_trade():
    assert worths(play(table(OTHER, "b8 b9"), TWO)) == []


# What it tells.


def test_fulfilled_cards_are_better_the_more_there_are():
    shares = [worths(table(OTHER, "b8 b9", fulfilled=(done, "")))[0] for done in ("", "M01", "M01 M02")]
    assert shares == sorted(shares)
    assert shares[0] < shares[1] < shares[2]


def test_a_hand_near_its_task_is_better_but_not_as_good_as_a_fulfilled_one():
    """In the other's turn, when one has done what one could."""
    lying: dict[str, Any] = {"murphys": "M09 M29", "draw": "", "options": {"first_player": 2}}
    far = table("b1 b2 b3 b4 b5 b6", OTHER, mac="b7 b7", **lying)
    near = table("b10 b11 y10 y11 g10 b1", OTHER, mac="b11 g11", **lying)
    assert worths(later(far))[0] < worths(later(near))[0] < chances((2, 3))[0]


def test_a_hand_near_its_task_matters_more_the_fewer_are_missing():
    """Whoever wins this round: with two cards each it is the last one."""
    lying: dict[str, Any] = {"murphys": "M09 M29", "mac": "b4", "draw": "", "left": "", "right": ""}
    hands = ("b10 b11 y10 y11 g10 b1", OTHER)
    first = worths(later(table(*hands, **lying)))[0]
    last = worths(later(table(*hands, fulfilled=("M01 M02", "M03 M04"), **lying)))[0]
    assert 0.5 < first < last


def test_tasks_just_dealt_are_luck_and_do_not_count():
    """So that it is always worth something to end a round, whatever the next one may bring."""
    lying: dict[str, Any] = {"murphys": "M09 M29", "mac": "b4", "draw": "", "left": "", "right": ""}
    state = table("b10 b11 y10 y11 g10 b1", OTHER, fulfilled=("M01", ""), **lying)
    assert worths(state) == list(chances((2, 3)))
    assert worths(later(state)) != worths(state)


def test_chances_are_shared_by_what_everybody_misses():
    assert chances((1, 1)) == (0.5, 0.5)
    assert chances((1, 2)) == (0.75, 0.25)
    assert chances((0, 2)) == (1, 0)
    assert chances((3, 3, 3)) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert chances((2, 1, 1)) == pytest.approx((1 / 9, 4 / 9, 4 / 9))


def test_a_hand_is_what_fits_and_what_spoils():
    assert hand_of("M28", cards("b8 y8 b9 G1")) == Hand(2, 1)
    assert hand_of("M28", cards("G1")) == Hand(0, 0)
    assert Hand(2, 1).take(1.0) == Hand(3, 1)
    assert Hand(2, 1).take(0.0) == Hand(2, 2)
    assert Hand(2, 3).lay(2) == Hand(2, 1)
    assert Hand(2, 1).lay(2) == Hand(1, 0)
    assert Hand(0, 1).lay(2) == Hand(0, 0)


def test_high_cards_count_more_for_a_sum():
    assert WEIGHT["M30"]["blue_11"] == pytest.approx(11 / 6)
    assert WEIGHT["M30"]["blue_03"] == pytest.approx(0.5)
    assert NEED["M30"] == pytest.approx(110 / 6)
    assert WEIGHT["M28"]["blue_08"] == 1
    assert NEED["M28"] == 4
    for murphy in MURPHYS:
        assert NEED[murphy] > 0


def test_trades_are_counted_by_what_lacks_and_what_spoils():
    assert trades_needed("M28", Hand(4, 0)) == 0
    counts = [trades_needed("M28", hand) for hand in (Hand(4, 1), Hand(3, 1), Hand(2, 2), Hand(0, 2), Hand(0, 6))]
    assert counts == sorted(counts)
    assert trades_needed("M28", Hand(9, 0)) == 0


def test_a_card_that_is_rare_and_does_not_lie_open_takes_longer():
    lying: dict[str, Any] = {"murphys": "M28 M29", "left": "", "right": ""}
    lies_open = table("b8 b8 b9", OTHER, mac="y8 y8", draw="b1 b2", **lying)
    is_drawn = table("b8 b8 b9", OTHER, mac="b3", draw="y8 y8", **lying)
    is_rare = table("b8 b8 b9", OTHER, mac="b3", draw="y8 b1 b2", **lying)
    is_gone = table("b8 b8 b9", OTHER, mac="b3", draw="b1 b2", **lying)
    counts = [trades_left(state, 0) for state in (lies_open, is_drawn, is_rare, is_gone)]
    assert counts[0] == counts[1] == trades_needed("M28", Hand(2, 1))
    assert counts[1] < counts[2] < counts[3]


def test_all_open_cards_of_a_trade_are_looked_at():
    state = table(OTHER, "b9", murphys="M28 M29", mac="b8 y8 b1", left="g8 g8", right="g8")
    assert sorted(open_cards(state, "M28")) == [(1.0,), (1.0,), (1.0,), (1.0, 1.0), (1.0, 1.0), (1.0, 1.0)]
    full = table(OTHER, "b9", murphys="M28 M29", mac="b8 b1 b2 b3 b4 b5 b6", left="", right="")
    assert list(open_cards(full, "M28")) == [(1.0, 0.0)]


def test_the_best_trade_of_open_cards_is_looked_at():
    state = table("b8 y8 b9", OTHER, murphys="M28 M29", mac="g8 g8 b1", left="b2", right="b3")
    assert after_trade(state, 0) == trades_needed("M28", Hand(4, 0)) == 0
    covered = table("b8 y8 b9", OTHER, murphys="M28 M29", mac="b1", left="g8 b2", right="b3")
    assert after_trade(covered, 0) == trades_needed("M28", Hand(3, 1))


def test_a_hand_that_waits_for_its_turn_is_not_made_worse_by_a_trade():
    state = table(OTHER, "b8 b8 y8 y8", murphys="M09 M28", mac="b1", left="b2", right="b3")
    assert after_trade(state, 1) == 0


def test_features_tell_what_can_be_done_at_once():
    lying: dict[str, Any] = {"murphys": "M28 M29", "mac": "g8 g8 b1", "left": "b2", "right": "b3"}
    mine = features(table("b8 y8 b9", OTHER, **lying))
    others = features(table("b8 y8 b9", OTHER, options={"first_player": 2}, **lying))
    assert [row.to_move for row in mine] == [1, 0]
    assert [row.to_move for row in others] == [0, 1]
    assert mine[0].at_once == 1
    assert mine[0].at_hand == others[0].at_hand == 1
    assert mine[1].at_once == others[0].at_once == others[1].at_once == 0
    assert 0 < mine[1].near < mine[0].near < 1


# The weights.


def test_the_weights_are_those_that_were_found():
    raw = (find("dumm_gelaufen").path / "weights.json").read_bytes()
    assert msgspec.json.decode(raw, type=Weights) == WEIGHTS
    assert WEIGHTS.made_by.startswith("python -m rumms.lab.fit dumm_gelaufen ")
    assert list(WEIGHTS.seats) == [2, 3, 4, 5, 6]
    for powers in WEIGHTS.seats.values():
        assert tuple(powers) == Features._fields
        assert all(power > 0 for power in powers.values())
