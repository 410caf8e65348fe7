from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rumms.games.kawumm.game import GAME
from rumms.games.kawumm.state import (
    Area,
    Completed,
    Experiment,
    Exploded,
    Keep,
    Lay,
    Leave,
    Position,
    Row,
    Secure,
    State,
    Step,
)

from .table import area, choices, deal, events, forced, play, refusal, table

NUMBERS = [
    ("zuendschnur", 2),
    ("geheimformel", 2),
    ("quecksilber", 3),
    ("magnet", 3),
    ("kanister", 4),
    ("glas", 4),
    ("schwefel", 5),
    ("phosphor", 5),
    ("salpeter", 6),
    ("kohle", 8),
    ("wasser", 10),
]
MAGNET_DONE = Position(pile=(Row("magnet", 5), Row("wasser", 20), Row("kohle", 16)), areas=(area("magnet"), Area()))
"""The first player has completed the magnet; five more magnets are in the game."""


@pytest.mark.rule("KAW-50")
@pytest.mark.parametrize(("kind", "number"), NUMBERS)
@pytest.mark.parametrize("before", [0, 1])
def test_a_kind_is_complete_as_soon_as_its_row_has_as_many_cards_as_its_number(kind: str, number: int, before: int):
    areas = area(**{kind: before} if before else {}), area()
    for cards, complete in [(number - 1, ()), (number, (kind,)), (number + 1, (kind,))]:
        if cards == before:
            continue
        state = play(table(*areas, middle={kind: cards - before}), Secure(), Keep((kind,)))
        assert state.areas[0].complete == complete
        assert dict(state.areas[0].rows) == ({} if complete else {kind: cards})


@pytest.mark.rule("KAW-50")
def test_a_kind_is_not_complete_while_its_cards_lie_in_the_middle():
    state = deal("magnet magnet magnet", "magnet magnet magnet", "wasser kohle glas")
    state = play(state, Leave("magnet"), Lay(()))
    assert dict(state.middle) == {"magnet": 5}
    assert state.areas[0] == Area()
    assert play(state, Experiment()).areas[0] == Area()


@pytest.mark.rule("KAW-51")
@pytest.mark.parametrize("cards", [4, 5, 8])
def test_one_card_lies_crosswise_and_all_others_are_discarded(cards: int):
    state = play(table(area(glas=1), area(), middle={"glas": cards - 1}, discard="magnet"), Secure())
    assert Completed(0, "glas") in events(state, Keep(("glas",)))
    state = play(state, Keep(("glas",)))
    assert state.areas[0] == area("glas")
    assert Counter(state.discard) == {"magnet": 1, "glas": cards - 1}


@pytest.mark.rule("KAW-52")
def test_several_kinds_are_completed_at_once():
    state = table(area(glas=3, kohle=2), area(), middle={"glas": 1, "magnet": 3, "wasser": 2})
    state = play(state, Secure(), Keep(("magnet", "glas", "kohle", "wasser")))
    assert set(state.areas[0].complete) == {"magnet", "glas"}
    assert dict(state.areas[0].rows) == {"kohle": 2, "wasser": 2}


@pytest.fixture
def glass_about_to_be_completed() -> State:
    """Four open rows; the middle completes the glass and brings a fifth kind."""
    areas = area(glas=3, schwefel=1, kohle=1, wasser=1), area()
    return play(table(*areas, middle={"glas": 1, "salpeter": 2}), Secure())


@pytest.mark.rule("KAW-52")
def test_completing_never_frees_a_place(glass_about_to_be_completed: State):
    all_five = Keep(("glas", "schwefel", "salpeter", "kohle", "wasser"))
    assert all_five not in choices(glass_about_to_be_completed)
    state = play(glass_about_to_be_completed, Keep(("glas", "schwefel", "kohle", "wasser")))
    assert state.areas[0].complete == ("glas",)
    assert dict(state.areas[0].rows) == {"schwefel": 1, "kohle": 1, "wasser": 1}
    assert Counter(state.discard) == {"salpeter": 2, "glas": 3}


@pytest.mark.rule("KAW-52")
def test_a_kind_that_gets_no_place_is_not_completed(glass_about_to_be_completed: State):
    state = play(glass_about_to_be_completed, Keep(("schwefel", "salpeter", "kohle", "wasser")))
    assert state.areas[0].complete == ()
    assert dict(state.areas[0].rows) == {"schwefel": 1, "salpeter": 2, "kohle": 1, "wasser": 1}
    assert state.discard == ("glas",) * 4


@pytest.mark.rule("KAW-53")
def test_a_completed_kind_may_be_chosen_in_the_first_reveal():
    state = deal("magnet wasser kohle", start=MAGNET_DONE)
    assert choices(state) == {Leave("magnet"), Leave("kohle"), Leave("wasser")}
    assert dict(play(state, Leave("kohle")).middle) == {"magnet": 1, "wasser": 1}


@pytest.mark.rule("KAW-53")
def test_a_completed_kind_takes_up_a_row_in_the_second_reveal_like_any_other():
    must = play(deal("wasser wasser kohle", "magnet magnet wasser", start=MAGNET_DONE), Leave("kohle"))
    assert forced(must) == Lay(("magnet",))
    assert dict(play(must, Lay(("magnet",))).middle) == {"wasser": 3, "magnet": 2}
    start = Position(
        pile=(*MAGNET_DONE.pile, Row("glas", 3), Row("salpeter", 1)),
        areas=MAGNET_DONE.areas,
    )
    may = play(deal("wasser kohle glas", "magnet glas salpeter", start=start), Leave("glas"))
    assert choices(may) == {Lay(("magnet",)), Lay(("glas",)), Lay(("salpeter",))}
    full = play(deal("wasser magnet kohle", "kohle glas salpeter", start=start), Leave("kohle"))
    assert choices(full) == {Lay(("glas",)), Lay(("salpeter",)), Lay(("kohle",))}


@pytest.mark.rule("KAW-53")
def test_a_completed_kind_fits_and_prevents_an_explosion():
    state = table(area("magnet"), area(), middle={"magnet": 1, "wasser": 1}, pile="magnet kohle glas wasser kohle glas")
    assert not any(isinstance(event, Exploded) for event in events(state, Experiment()))
    assert dict(play(state, Experiment()).middle) == {"magnet": 2, "wasser": 1}


@pytest.mark.rule("KAW-54")
def test_a_completed_kind_is_not_secured_again():
    state = table(area("magnet", glas=1), area(), middle={"magnet": 3, "wasser": 1}, discard="kohle")
    state = play(state, Secure())
    assert forced(state) == Keep(("glas", "wasser"))
    assert refusal(state, Keep(("magnet", "glas", "wasser"))).rule == "KAW-54"
    state = play(state, Keep(("glas", "wasser")))
    assert state.areas[0].complete == ("magnet",)
    assert dict(state.areas[0].rows) == {"glas": 1, "wasser": 1}
    assert Counter(state.discard) == {"kohle": 1, "magnet": 3}


@pytest.mark.rule("KAW-55")
def test_a_middle_of_completed_kinds_only_may_be_secured_and_is_discarded():
    state = table(area("magnet", "glas", kohle=2), area(), middle={"magnet": 2, "glas": 1})
    assert choices(state) == {Experiment(), Secure()}
    state = play(state, Secure(), Keep(("kohle",)))
    assert state.areas[0] == area("magnet", "glas", kohle=2)
    assert Counter(state.discard) == {"magnet": 2, "glas": 1}
    assert GAME.actor(state) == 1


@pytest.mark.rule("KAW-55")
def test_it_may_be_secured_without_any_open_row_too():
    state = play(table(area("magnet"), area(), middle={"magnet": 2}), Secure())
    assert forced(state) == Keep(())
    state = play(state, Keep(()))
    assert state.areas[0] == area("magnet")
    assert state.discard == ("magnet", "magnet")
    assert GAME.actor(state) == 1


@pytest.mark.rule("KAW-56")
@pytest.mark.parametrize("option", [{}, {"chain_reaction": True}])
def test_another_player_may_complete_the_same_kind(option: dict[str, Any]):
    state = table(area("magnet"), area("glas", magnet=1), middle={"magnet": 2}, first_player=2, **option)
    state = play(state, Secure(), Keep(("magnet",)))
    assert state.areas == (area("magnet"), area("glas", "magnet"))


@pytest.mark.rule("KAW-57")
def test_example_four_canisters_are_complete_and_four_sixes_are_not():
    start = Position(
        pile=(
            *(Row("zuendschnur", 4), Row("geheimformel", 4), Row("quecksilber", 6), Row("magnet", 6)),
            *(Row("kanister", 6), Row("glas", 8), Row("schwefel", 10), Row("phosphor", 10)),
            *(Row("salpeter", 12), Row("kohle", 16), Row("wasser", 20)),
        ),
        areas=(area(kanister=2), Area()),
    )
    reveals = "quecksilber salpeter salpeter", "kanister salpeter salpeter", "kanister glas kohle"
    state = play(deal(*reveals, start=start), Leave("quecksilber"), Experiment(), Secure())
    assert sorted(state.middle) == [("kanister", 2), ("salpeter", 4)]
    assert forced(state) == Keep(("kanister", "salpeter"))
    state = play(state, Keep(("kanister", "salpeter")))
    assert state.areas[0] == Area(rows=(Row("salpeter", 4),), complete=("kanister",))
    assert sorted(state.discard) == ["glas", "kanister", "kanister", "kanister", "kohle", "quecksilber"]
    assert state.middle == ()
    assert (GAME.actor(state), state.step) == (1, Step.FIRST)
