from __future__ import annotations

from collections import Counter

import pytest

from rumms.games.kawumm.game import GAME
from rumms.games.kawumm.state import (
    Action,
    Experiment,
    Exploded,
    Keep,
    Laid,
    Lay,
    Leave,
    Pass,
    Secure,
    Shuffled,
    State,
    Step,
    TurnedUp,
)
from rumms.games.kawumm.words import story
from rumms.kernel.game import NATURE

from .table import area, choices, deal, events, forced, play, refusal, table

NEXT = "wasser wasser wasser"
"""What the next player turns up."""


@pytest.fixture
def exploding() -> State:
    """Seat 1 of three is about to experiment with glass and coal; none of the three cards will fit."""
    return table(
        area("magnet", glas=2, kohle=5),
        area(glas=1),
        area("glas", kohle=7),
        middle={"glas": 2, "kohle": 1},
        pile=f"salpeter schwefel salpeter {NEXT}",
        discard="phosphor magnet",
    )


@pytest.mark.rule("KAW-26")
def test_after_step_one_the_player_experiments_or_secures():
    state = play(deal("glas glas kohle", "glas kohle kohle"), Leave("kohle"), Lay(("kohle",)))
    assert choices(state) == {Experiment(), Secure()}


@pytest.mark.rule("KAW-26")
@pytest.mark.parametrize("action", [Pass(), Leave("glas"), Lay(()), Keep(("glas",))])
def test_there_is_no_third_choice(action: Action):
    assert refusal(table(middle={"glas": 2}), action).rule == "KAW-26"


@pytest.mark.rule("KAW-26")
def test_there_is_no_limit_to_the_number_of_experiments():
    state = table(middle={"wasser": 2}, pile="wasser kohle kohle " * 15)
    for number in range(15):
        assert choices(state) == {Experiment(), Secure()}
        state = play(state, Experiment())
        assert dict(state.middle) == {"wasser": 3 + number}


@pytest.mark.rule("KAW-27")
def test_an_experiment_turns_up_three_cards():
    state = table(middle={"glas": 2}, pile=f"kohle wasser glas {NEXT}")
    assert events(state, Experiment())[0] == TurnedUp(0, ("kohle", "wasser", "glas"))
    assert play(state, Experiment()).pile == tuple(NEXT.split())


@pytest.mark.rule("KAW-27")
@pytest.mark.parametrize("third", ["glas", "salpeter"])
def test_nothing_is_judged_before_all_three_cards_are_shown(third: str):
    """The draw pile ends after two cards that do not fit: the third decides."""
    state = play(table(middle={"glas": 2}, pile="kohle wasser", discard=f"{third} {third}"), Experiment())
    assert GAME.actor(state) == NATURE
    assert state.shown == ("kohle", "wasser")
    assert dict(state.middle) == {"glas": 2}
    told = events(state, Shuffled((third, third)))
    assert any(isinstance(event, Exploded) for event in told) == (third == "salpeter")


@pytest.mark.rule("KAW-27")
def test_a_card_that_fits_waits_for_the_others_too():
    state = play(table(middle={"glas": 2}, pile="glas", discard="kohle glas"), Experiment())
    assert state.shown == ("glas",)
    assert dict(state.middle) == {"glas": 2}
    assert dict(play(state, Shuffled(("kohle", "glas"))).middle) == {"glas": 4}


@pytest.mark.rule("KAW-28")
def test_all_fitting_cards_join_their_rows_without_a_choice():
    state = table(middle={"glas": 2, "kohle": 1}, pile=f"kohle wasser glas {NEXT}")
    assert Laid(0, ("kohle", "glas")) in events(state, Experiment())
    state = play(state, Experiment())
    assert dict(state.middle) == {"glas": 3, "kohle": 2}
    assert state.step is Step.CHOICE
    assert state.shown == ()


@pytest.mark.rule("KAW-29")
def test_cards_of_a_successful_experiment_that_do_not_fit_are_discarded():
    state = table(middle={"glas": 2}, pile=f"kohle glas wasser {NEXT}", discard="magnet")
    assert sorted(play(state, Experiment()).discard) == ["kohle", "magnet", "wasser"]


@pytest.mark.rule("KAW-30")
@pytest.mark.parametrize("middle", [{"glas": 2}, {"glas": 1, "magnet": 1}])
def test_an_experiment_never_opens_a_new_row(middle: dict[str, int]):
    state = play(table(middle=middle, pile=f"glas kohle kohle {NEXT}"), Experiment())
    assert dict(state.middle) == middle | {"glas": middle["glas"] + 1}


@pytest.mark.rule("KAW-31")
def test_it_explodes_if_none_of_the_three_fits_and_the_turn_ends(exploding: State):
    told = events(exploding, Experiment())
    assert Exploded(0, 6) in told
    assert story(Exploded(0, 6), ("Anneli", "Bo", "Cem")).startswith("Kawumm!")
    state = play(exploding, Experiment())
    assert GAME.actor(state) == 1
    assert state.step is Step.FIRST
    assert state.shown == tuple(NEXT.split())


@pytest.mark.rule("KAW-31")
def test_it_does_not_explode_if_one_of_the_three_fits():
    for cards in ("glas kohle wasser", "kohle glas wasser", "kohle wasser glas"):
        state = play(table(middle={"glas": 2}, pile=f"{cards} {NEXT}"), Experiment())
        assert state.turn == 0
        assert dict(state.middle) == {"glas": 3}


@pytest.mark.rule("KAW-32")
def test_after_an_explosion_all_cards_of_this_turn_are_discarded(exploding: State):
    state = play(exploding, Experiment())
    assert state.middle == ()
    before, middle, shown = ["phosphor", "magnet"], ["glas", "glas", "kohle"], ["salpeter", "schwefel", "salpeter"]
    assert Counter(state.discard) == Counter(before + middle + shown)


@pytest.mark.rule("KAW-33")
def test_an_explosion_touches_no_secured_area(exploding: State):
    assert play(exploding, Experiment()).areas == exploding.areas


@pytest.mark.rule("KAW-34")
def test_example_the_glass_is_discarded_although_only_two_kinds_lie_out():
    state = deal("quecksilber salpeter salpeter", "kanister salpeter salpeter", "kanister glas kohle")
    state = play(state, Leave("quecksilber"), Experiment())
    assert sorted(state.middle) == [("kanister", 2), ("salpeter", 4)]
    assert state.discard == ("quecksilber", "glas", "kohle")
    assert choices(state) == {Experiment(), Secure()}


@pytest.mark.rule("KAW-35")
def test_securing_takes_the_middle_and_ends_the_turn():
    state = table(middle={"glas": 2, "kohle": 1}, pile=f"{NEXT} magnet", discard="magnet")
    state = play(state, Secure())
    assert GAME.actor(state) == 0
    state = play(state, forced(state))
    assert dict(state.areas[0].rows) == {"glas": 2, "kohle": 1}
    assert state.middle == ()
    assert state.discard == ("magnet",)
    assert GAME.actor(state) == 1
    assert state.shown == tuple(NEXT.split())
