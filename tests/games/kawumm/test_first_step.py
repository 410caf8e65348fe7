from __future__ import annotations

import pytest

from rumms.games.kawumm.game import GAME
from rumms.games.kawumm.state import Experiment, Exploded, Lay, Leave, Secure, Step, TurnedUp

from .table import cards_in, choices, deal, events, forced, play, random_game, refusal


@pytest.mark.rule("KAW-11")
def test_a_turn_begins_with_three_cards_turned_up_for_all_to_see():
    state = deal("glas kohle magnet", "wasser wasser wasser", seats=3)
    assert state.shown == ("glas", "kohle", "magnet")
    assert state.pile[:3] == ("wasser", "wasser", "wasser")
    assert len(state.pile) == 101
    assert state.middle == ()
    assert [GAME.view(state, seat).shown for seat in range(3)] == [("glas", "kohle", "magnet")] * 3


@pytest.mark.rule("KAW-11")
def test_the_next_player_has_his_three_cards_before_he_chooses_anything():
    state = deal("wasser wasser wasser", "wasser wasser wasser", "glas kohle magnet")
    state = play(state, Leave("wasser"), Secure())
    assert events(state, forced(state))[-1] == TurnedUp(1, ("glas", "kohle", "magnet"))


@pytest.mark.rule("KAW-12")
def test_each_of_the_three_cards_may_be_left_out():
    state = deal("glas kohle magnet")
    assert choices(state) == {Leave("glas"), Leave("kohle"), Leave("magnet")}


@pytest.mark.rule("KAW-12")
@pytest.mark.parametrize(
    ("left", "chosen"), [("glas", {"kohle", "magnet"}), ("kohle", {"glas", "magnet"}), ("magnet", {"glas", "kohle"})]
)
def test_the_two_others_go_to_the_middle(left: str, chosen: set[str]):
    state = play(deal("glas kohle magnet"), Leave(left))
    assert dict(state.middle) == dict.fromkeys(chosen, 1)


@pytest.mark.rule("KAW-12")
@pytest.mark.parametrize("kind", ["wasser", None])
def test_a_card_that_is_not_shown_cannot_be_left_out(kind: str | None):
    assert refusal(deal("glas kohle magnet"), Leave(kind)).rule == "KAW-12"


@pytest.mark.rule("KAW-13")
def test_the_third_card_goes_face_up_on_the_discard_pile():
    state = play(deal("glas kohle magnet", discard_open=False), Leave("kohle"))
    assert state.discard == ("kohle",)
    assert GAME.view(state, 1).discard == ("kohle",)


@pytest.mark.rule("KAW-13")
def test_the_third_card_must_go_even_if_all_three_are_the_same_kind():
    state = deal("glas glas glas")
    assert forced(state) == Leave("glas")
    state = play(state, Leave("glas"))
    assert dict(state.middle) == {"glas": 2}
    assert state.discard == ("glas",)


@pytest.mark.rule("KAW-14")
def test_cards_of_one_kind_form_one_row_and_different_kinds_different_rows():
    state = play(deal("glas glas kohle", "magnet glas magnet"), Leave("kohle"))
    assert state.middle == (("glas", 2),)
    state = play(state, Lay(("magnet",)))
    assert sorted(state.middle) == [("glas", 3), ("magnet", 2)]


@pytest.mark.rule("KAW-15")
def test_three_more_cards_follow_at_once_and_the_player_can_neither_secure_nor_stop():
    state = play(deal("glas kohle magnet", "wasser salpeter schwefel"), Leave("magnet"))
    assert state.step is Step.SECOND
    assert state.shown == ("wasser", "salpeter", "schwefel")
    assert choices(state) == {Lay(("schwefel",)), Lay(("salpeter",)), Lay(("wasser",))}
    assert refusal(state, Secure()).rule == "KAW-18"
    assert refusal(state, Experiment()).rule == "KAW-18"


@pytest.mark.rule("KAW-16")
def test_what_fits_joins_its_row_in_the_second_reveal():
    state = play(deal("glas kohle magnet", "kohle glas kohle"), Leave("magnet"))
    state = play(state, Lay(()))
    assert dict(state.middle) == {"glas": 2, "kohle": 3}
    assert state.step is Step.CHOICE


@pytest.mark.rule("KAW-16")
@pytest.mark.parametrize("new", ["wasser", "schwefel"])
def test_what_fits_joins_its_row_whatever_new_kind_is_chosen(new: str):
    state = play(deal("glas kohle magnet", "wasser glas schwefel"), Leave("magnet"), Lay((new,)))
    assert dict(state.middle) == {"glas": 2, "kohle": 1, new: 1}


@pytest.mark.rule("KAW-17")
def test_a_new_kind_opens_a_row_with_all_its_cards():
    state = play(deal("glas glas magnet", "wasser kohle wasser"), Leave("magnet"))
    assert forced(state) == Lay(("kohle", "wasser"))
    state = play(state, Lay(("kohle", "wasser")))
    assert dict(state.middle) == {"glas": 2, "kohle": 1, "wasser": 2}
    assert state.discard == ("magnet",)


@pytest.mark.rule("KAW-17")
def test_there_are_never_more_than_three_kinds_in_the_middle():
    state = play(deal("glas glas magnet", "wasser kohle salpeter"), Leave("magnet"))
    assert refusal(state, Lay(("salpeter", "kohle", "wasser"))).rule == "KAW-18"
    state = play(deal("glas kohle magnet", "wasser wasser wasser"), Leave("magnet"), Lay(("wasser",)))
    assert dict(state.middle) == {"glas": 1, "kohle": 1, "wasser": 3}


@pytest.mark.rule("KAW-18")
def test_with_too_many_new_kinds_every_set_that_fills_the_free_rows_is_legal():
    one_free = play(deal("glas kohle magnet", "wasser salpeter schwefel"), Leave("magnet"))
    assert choices(one_free) == {Lay(("schwefel",)), Lay(("salpeter",)), Lay(("wasser",))}
    two_free = play(deal("glas glas magnet", "wasser salpeter schwefel"), Leave("magnet"))
    assert choices(two_free) == {
        Lay(("schwefel", "salpeter")),
        Lay(("schwefel", "wasser")),
        Lay(("salpeter", "wasser")),
    }


@pytest.mark.rule("KAW-18")
@pytest.mark.parametrize("kinds", [(), ("salpeter", "wasser"), ("phosphor",), ("glas",)])
def test_a_set_that_does_not_fill_exactly_the_free_rows_is_refused(kinds: tuple[str, ...]):
    state = play(deal("glas kohle magnet", "wasser salpeter schwefel"), Leave("magnet"))
    assert refusal(state, Lay(kinds)).rule == "KAW-18"


@pytest.mark.rule("KAW-19")
def test_what_is_not_laid_in_the_second_reveal_is_discarded():
    state = play(deal("glas kohle magnet", "wasser salpeter wasser"), Leave("magnet"))
    assert sorted(play(state, Lay(("salpeter",))).discard) == ["magnet", "wasser", "wasser"]
    assert sorted(play(state, Lay(("wasser",))).discard) == ["magnet", "salpeter"]


@pytest.mark.rule("KAW-20")
def test_a_new_kind_that_has_a_free_row_must_be_laid():
    state = play(deal("glas glas magnet", "wasser salpeter glas"), Leave("magnet"))
    assert forced(state) == Lay(("salpeter", "wasser"))
    assert refusal(state, Lay(("wasser",))).rule == "KAW-20"
    assert refusal(state, Lay(())).rule == "KAW-20"


@pytest.mark.rule("KAW-20")
def test_with_may_decline_new_kinds_every_smaller_set_is_legal_too():
    state = play(deal("glas glas magnet", "wasser salpeter glas", may_decline_new_kinds=True), Leave("magnet"))
    assert choices(state) == {Lay(("salpeter", "wasser")), Lay(("salpeter",)), Lay(("wasser",)), Lay(())}
    state = play(state, Lay(()))
    assert dict(state.middle) == {"glas": 3}
    assert sorted(state.discard) == ["magnet", "salpeter", "wasser"]


@pytest.mark.rule("KAW-20")
def test_with_may_decline_new_kinds_the_free_rows_are_still_the_limit():
    state = play(deal("glas kohle magnet", "wasser salpeter schwefel", may_decline_new_kinds=True), Leave("magnet"))
    assert choices(state) == {Lay(("schwefel",)), Lay(("salpeter",)), Lay(("wasser",)), Lay(())}


@pytest.mark.rule("KAW-21")
def test_a_second_reveal_of_which_nothing_fits_does_not_explode():
    state = deal("glas kohle magnet", "wasser salpeter schwefel")
    assert not any(isinstance(event, Exploded) for event in events(state, Leave("magnet")))
    state = play(state, Leave("magnet"))
    assert not any(isinstance(event, Exploded) for event in events(state, Lay(("wasser",))))
    state = play(state, Lay(("wasser",)))
    assert state.turn == 0
    assert dict(state.middle) == {"glas": 1, "kohle": 1, "wasser": 1}


@pytest.mark.rule("KAW-21")
@pytest.mark.parametrize("seed", range(12))
def test_only_experiments_explode_and_the_second_reveal_always_lays_a_card(seed: int):
    laid = 0
    for move in random_game(2 + seed % 3, seed):
        if any(isinstance(event, Exploded) for event in move.events):
            assert move.before.step in {Step.CHOICE, Step.EXPERIMENT}
        if move.before.step is Step.SECOND and isinstance(move.action, Lay):
            assert len(move.before.middle) <= 2
            assert cards_in(move.after.middle) > cards_in(move.before.middle)
            laid += 1
    assert laid > 5


@pytest.mark.rule("KAW-22")
def test_step_one_may_end_with_one_kind_and_the_free_rows_stay_unused():
    state = deal("glas glas glas", "glas glas glas", "kohle glas wasser", "glas kohle kohle")
    state = play(state, Leave("glas"), Lay(()))
    assert dict(state.middle) == {"glas": 5}
    assert choices(state) == {Experiment(), Secure()}
    state = play(state, Experiment(), Experiment())
    assert dict(state.middle) == {"glas": 7}


@pytest.mark.rule("KAW-22")
def test_step_one_may_end_with_two_kinds_and_the_free_row_stays_unused():
    state = deal("glas glas kohle", "glas kohle kohle", "glas wasser wasser")
    state = play(state, Leave("glas"), Lay(()), Experiment())
    assert dict(state.middle) == {"glas": 3, "kohle": 3}


@pytest.mark.rule("KAW-23")
def test_example_anneli_leaves_out_the_three():
    state = deal("quecksilber salpeter salpeter")
    assert choices(state) == {Leave("quecksilber"), Leave("salpeter")}
    state = play(state, Leave("quecksilber"))
    assert state.middle == (("salpeter", 2),)
    assert state.discard == ("quecksilber",)


@pytest.mark.rule("KAW-24")
def test_example_anneli_lays_all_three_cards_without_a_choice():
    state = play(deal("quecksilber salpeter salpeter", "kanister salpeter salpeter"), Leave("quecksilber"))
    assert forced(state) == Lay(("kanister",))
    state = play(state, Lay(("kanister",)))
    assert sorted(state.middle) == [("kanister", 1), ("salpeter", 4)]
    assert state.discard == ("quecksilber",)
    assert state.step is Step.CHOICE


@pytest.mark.rule("KAW-25")
def test_example_two_free_rows_for_three_new_kinds():
    a, b, c, d = "kanister", "glas", "schwefel", "phosphor"
    state = play(deal(f"{a} {a} wasser", f"{b} {c} {d}"), Leave("wasser"))
    assert choices(state) == {Lay((b, c)), Lay((b, d)), Lay((c, d))}
    for kinds, left in [((b, c), d), ((b, d), c), ((c, d), b)]:
        after = play(state, Lay(kinds))
        assert dict(after.middle) == {a: 2, kinds[0]: 1, kinds[1]: 1}
        assert after.discard == ("wasser", left)


@pytest.mark.rule("KAW-25")
def test_example_one_free_row_for_two_new_kinds():
    a, b, c, d = "kanister", "glas", "schwefel", "phosphor"
    state = play(deal(f"{a} {b} wasser", f"{c} {c} {d}"), Leave("wasser"))
    assert choices(state) == {Lay((c,)), Lay((d,))}
    with_c = play(state, Lay((c,)))
    assert dict(with_c.middle) == {a: 1, b: 1, c: 2}
    assert with_c.discard == ("wasser", d)
    with_d = play(state, Lay((d,)))
    assert dict(with_d.middle) == {a: 1, b: 1, d: 1}
    assert with_d.discard == ("wasser", c, c)
