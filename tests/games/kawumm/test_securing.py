from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from rumms.games.kawumm.game import GAME
from rumms.games.kawumm.state import Keep, Secure, State, Step

from .table import area, choices, forced, play, random_game, refusal, table

FOUR = {"glas": 1, "schwefel": 1, "kohle": 1, "wasser": 1}
"""Open rows that fill a secured area."""


def keeps(kinds: tuple[str, ...], places: int) -> set[Keep]:
    """Every choice of so many of these kinds, which stand in the order of the data."""
    return {Keep(kept) for kept in combinations(kinds, places)}


@pytest.mark.rule("KAW-40")
def test_each_player_secures_into_an_area_of_his_own_that_all_can_see():
    before = table(area(kohle=1), area(glas=3), area(), middle={"glas": 2, "kohle": 1}, first_player=3)
    state = play(before, Secure(), Keep(("glas", "kohle")))
    assert state.areas[:2] == before.areas[:2]
    assert dict(state.areas[2].rows) == {"glas": 2, "kohle": 1}
    assert all(GAME.view(state, seat).areas == state.areas for seat in range(3))


@pytest.mark.rule("KAW-40")
def test_a_secured_area_has_one_row_for_each_kind():
    state = play(table(area(glas=1, kohle=1), area(), middle={"glas": 2}), Secure(), Keep(("glas", "kohle")))
    assert sorted(state.areas[0].rows) == [("glas", 3), ("kohle", 1)]


@pytest.mark.rule("KAW-41")
@pytest.mark.parametrize("option", [{}, {"may_give_up_kinds": True}, {"chain_reaction": True}])
@pytest.mark.parametrize("seed", range(8))
def test_a_secured_area_never_holds_more_than_four_kinds(seed: int, option: dict[str, Any]):
    sizes = Counter(
        len(own.rows) + len(own.complete)
        for move in random_game(2 + seed % 3, seed, **option)
        for own in move.after.areas
    )
    assert max(sizes) <= 4


@pytest.mark.rule("KAW-41")
def test_four_open_kinds_fill_a_secured_area():
    state = play(table(area(**FOUR), area(), middle={"salpeter": 2}), Secure())
    assert all(isinstance(action, Keep) and len(action.kinds) == 4 for action in choices(state))
    for action in choices(state):
        assert len(play(state, action).areas[0].rows) == 4


@pytest.mark.rule("KAW-42")
@pytest.mark.parametrize(("complete", "places"), [((), 4), (("magnet",), 3), (("magnet", "quecksilber"), 2)])
def test_a_completed_kind_takes_one_of_the_four_places(complete: tuple[str, ...], places: int):
    state = table(area(*complete, glas=1, kohle=1), area(), middle={"schwefel": 1, "salpeter": 1, "wasser": 1})
    assert choices(play(state, Secure())) == keeps(("glas", "schwefel", "salpeter", "kohle", "wasser"), places)


@pytest.mark.rule("KAW-43")
def test_cards_of_a_kind_that_has_a_row_join_it_and_need_no_place():
    state = play(table(area(**FOUR), area(), middle={"glas": 2, "kohle": 3}), Secure())
    assert forced(state) == Keep(("glas", "schwefel", "kohle", "wasser"))
    state = play(state, forced(state))
    assert dict(state.areas[0].rows) == {"glas": 3, "schwefel": 1, "kohle": 4, "wasser": 1}
    assert state.discard == ()


@pytest.mark.rule("KAW-44")
def test_kinds_are_exchanged_at_will_between_the_middle_and_the_open_rows():
    state = play(table(area(**FOUR), area(), middle={"phosphor": 2, "salpeter": 1, "kohle": 1}), Secure())
    kinds = ("glas", "schwefel", "phosphor", "salpeter", "kohle", "wasser")
    assert choices(state) == keeps(kinds, 4)
    assert len(choices(state)) == 15


@pytest.mark.rule("KAW-44")
@pytest.mark.parametrize(
    "kinds",
    [
        (),
        ("glas", "schwefel", "kohle"),
        ("glas", "schwefel", "salpeter", "kohle", "wasser"),
        ("glas", "schwefel", "kohle", "magnet"),
        ("glas", "glas", "schwefel", "kohle"),
    ],
)
def test_a_set_of_another_size_or_of_other_kinds_is_refused(kinds: tuple[str, ...]):
    state = play(table(area(**FOUR), area(), middle={"salpeter": 2}), Secure())
    assert refusal(state, Keep(kinds)).rule == "KAW-44"


@pytest.mark.rule("KAW-44")
def test_all_kinds_are_kept_if_there_are_no_more_than_the_places():
    state = play(table(area("magnet", glas=1), area(), middle={"kohle": 1, "wasser": 1}), Secure())
    assert forced(state) == Keep(("glas", "kohle", "wasser"))


@pytest.mark.rule("KAW-45")
def test_newly_secured_and_older_rows_that_find_no_place_are_discarded():
    state = table(
        area(glas=1, schwefel=3, kohle=1, wasser=1), area(), middle={"salpeter": 2, "phosphor": 4}, discard="magnet"
    )
    state = play(state, Secure(), Keep(("glas", "salpeter", "kohle", "wasser")))
    assert dict(state.areas[0].rows) == {"glas": 1, "salpeter": 2, "kohle": 1, "wasser": 1}
    assert Counter(state.discard) == {"magnet": 1, "schwefel": 3, "phosphor": 4}


@pytest.fixture
def sulphur_in_both_places() -> State:
    """Five kinds for four places; three cards of sulphur are secured already, one lies in the middle."""
    areas = area(glas=1, schwefel=3, kohle=1, wasser=1), area()
    return play(table(*areas, middle={"schwefel": 1, "salpeter": 2}), Secure())


@pytest.mark.rule("KAW-46")
def test_a_kind_is_kept_with_all_its_cards(sulphur_in_both_places: State):
    state = play(sulphur_in_both_places, Keep(("glas", "schwefel", "salpeter", "kohle")))
    assert dict(state.areas[0].rows) == {"glas": 1, "schwefel": 4, "salpeter": 2, "kohle": 1}
    assert state.discard == ("wasser",)


@pytest.mark.rule("KAW-46")
def test_a_kind_is_given_up_with_all_its_cards(sulphur_in_both_places: State):
    state = play(sulphur_in_both_places, Keep(("glas", "salpeter", "kohle", "wasser")))
    assert dict(state.areas[0].rows) == {"glas": 1, "salpeter": 2, "kohle": 1, "wasser": 1}
    assert state.discard == ("schwefel",) * 4


@pytest.mark.rule("KAW-47")
@pytest.mark.parametrize("kinds", [(), ("glas",), ("kohle",)])
def test_a_kind_that_has_a_place_is_not_given_up(kinds: tuple[str, ...]):
    state = play(table(area(glas=1), area(), middle={"kohle": 2}), Secure())
    assert forced(state) == Keep(("glas", "kohle"))
    assert refusal(state, Keep(kinds)).rule == "KAW-47"


@pytest.mark.rule("KAW-47")
def test_with_may_give_up_kinds_every_smaller_set_may_be_kept_too():
    state = play(table(area(glas=1), area(), middle={"kohle": 2}, may_give_up_kinds=True), Secure())
    assert choices(state) == {Keep(("glas", "kohle")), Keep(("glas",)), Keep(("kohle",)), Keep(())}
    state = play(state, Keep(("kohle",)))
    assert dict(state.areas[0].rows) == {"kohle": 2}
    assert state.discard == ("glas",)


@pytest.mark.rule("KAW-47")
def test_with_may_give_up_kinds_the_places_are_still_the_limit():
    state = play(table(area(**FOUR), area(), middle={"salpeter": 2}, may_give_up_kinds=True), Secure())
    kinds = ("glas", "schwefel", "salpeter", "kohle", "wasser")
    assert choices(state) == set().union(*(keeps(kinds, places) for places in range(5)))


@pytest.mark.rule("KAW-48")
@pytest.mark.parametrize("option", [{}, {"may_give_up_kinds": True}])
@pytest.mark.parametrize("middle", [{"salpeter": 2, "phosphor": 2}, {"magnet": 1, "salpeter": 2, "phosphor": 2}])
def test_a_completed_kind_is_never_exchanged_or_given_up(middle: dict[str, int], option: dict[str, Any]):
    state = play(table(area("magnet", glas=1, kohle=1, wasser=1), area(), middle=middle, **option), Secure())
    legal = choices(state)
    assert len(legal) == (26 if option else 10)
    for action in legal:
        assert isinstance(action, Keep)
        assert "magnet" not in action.kinds
        after = play(state, action)
        assert after.areas[0].complete == ("magnet",)
        assert {row.kind for row in after.areas[0].rows} == set(action.kinds)


@pytest.mark.rule("KAW-49")
def test_example_three_places_for_five_kinds():
    a, b, c, d, e, f = "magnet", "schwefel", "salpeter", "kohle", "wasser", "phosphor"
    areas = area(a, **{b: 1, c: 2, d: 3}), area()
    state = play(table(*areas, middle={b: 2, e: 4, f: 1}), Secure())
    assert state.step is Step.SECURE
    assert choices(state) == {
        Keep((b, f, c)),
        Keep((b, f, d)),
        Keep((b, f, e)),
        Keep((b, c, d)),
        Keep((b, c, e)),
        Keep((b, d, e)),
        Keep((f, c, d)),
        Keep((f, c, e)),
        Keep((f, d, e)),
        Keep((c, d, e)),
    }
    with_b = play(state, Keep((b, c, e)))
    assert with_b.areas[0].complete == (a,)
    assert dict(with_b.areas[0].rows) == {b: 3, c: 2, e: 4}
    assert Counter(with_b.discard) == {d: 3, f: 1}
    without_b = play(state, Keep((f, d, e)))
    assert dict(without_b.areas[0].rows) == {f: 1, d: 3, e: 4}
    assert Counter(without_b.discard) == {b: 3, c: 2}
