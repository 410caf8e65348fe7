from __future__ import annotations

import pytest

from rumms.games.waka_waka.cards import LADDERS, payments
from rumms.games.waka_waka.events import Bought, Gave, Rose, Sold, Substituted
from rumms.games.waka_waka.game import GAME
from rumms.games.waka_waka.state import (
    Ask,
    Buy,
    Give,
    Lay,
    Look,
    Play,
    Rise,
    Sell,
    State,
    Substitute,
    Supply,
)
from tests.sentences import why_not

from .table import NO, STOP, ask, choices, offered, play, playable, refused, rule_of, table, told

SUB = Substitute()
JUNK = "schimpanse schimpanse schimpanse"
LAID = Lay(("schimpanse",) * 3)


def trading(stall: str = "", *, gold: int = 8, step: int = 0, **words: str) -> State:
    """Seat 1 has played a Trade card."""
    state = table("handel schimpanse", "handel", stalls=[stall], gold=(gold, 8), steps=(step, 0), **words)
    return play(state, Play("handel"))


def goods(names: str) -> tuple[str, ...]:
    return tuple(names.split())


# The three actions.


@pytest.mark.rule("WAK-36")
def test_a_trade_card_is_for_buying_selling_or_rising():
    state = trading("tee tee salz")
    assert choices(state) == {
        *(Buy(f"boat_{price}") for price in (2, 3, 4, 5)),
        Sell("tee"),
        Rise(("tee", "tee")),
    }


@pytest.mark.rule("WAK-36")
@pytest.mark.parametrize("action", [Buy("boat_2"), Sell("tee"), Rise(("tee", "tee"))])
def test_it_is_for_exactly_one_of_them(action: Buy | Sell | Rise):
    state = play(trading("tee tee salz"), action)
    assert ask(state) is Ask.PLAY
    assert rule_of(state, Sell("tee")) == "WAK-14"


# Buying.


@pytest.mark.rule("WAK-37")
@pytest.mark.parametrize(
    ("boat", "price", "found"),
    [
        ("boat_2", 2, "tee salz"),
        ("boat_3", 3, "tee salz felle"),
        ("boat_4", 4, "stoffe schmuck felle"),
        ("boat_5", 5, "fruechte tee salz salz"),
    ],
)
def test_a_boat_costs_its_price_and_brings_all_its_goods(boat: str, price: int, found: str):
    state = trading()
    assert told(state, Buy(boat)) == [Bought(0, boat, price, goods(found))]
    after = play(state, Buy(boat))
    assert after.gold == (8 - price, 8)
    assert sorted(after.stalls[0]) == sorted(goods(found))
    assert after.village == state.village


@pytest.mark.rule("WAK-38")
@pytest.mark.parametrize(("gold", "most"), [(2, 2), (3, 3), (4, 4), (5, 5)])
def test_a_boat_that_cannot_be_paid_in_full_is_no_choice(gold: int, most: int):
    state = trading(gold=gold)
    assert offered(state, Buy) == {Buy(f"boat_{price}") for price in range(2, most + 1)}
    if gold < 5:
        assert refused(state, Buy("boat_5")) == ("WAK-38", f"The boat costs 5 gold, and you have {gold}.")


@pytest.mark.rule("WAK-38")
def test_a_boat_that_is_not_there_is_refused():
    assert refused(trading(), Buy("boat_6")) == ("WAK-37", "There is no boat 'boat_6'.")


@pytest.mark.rule("WAK-39")
def test_bought_goods_lie_open_in_the_stall_hidden_ones_too():
    state = trading("felle")
    after = play(state, Buy("boat_2"))
    assert GAME.apply(state, Buy("boat_2")).reveals
    for seat in range(2):
        assert GAME.view(after, seat).stalls[0] == ("felle", "salz", "tee")
        assert told(state, Buy("boat_2"), seat) == [Bought(0, "boat_2", 2, ("tee", "salz"))]


@pytest.mark.rule("WAK-40")
def test_beyond_six_the_surplus_of_ones_choice_goes_to_the_village_for_nothing():
    state = play(trading("felle felle felle stoffe stoffe"), Buy("boat_3"))
    assert (ask(state), GAME.actor(state)) == (Ask.SURPLUS, 0)
    assert choices(state) == {Give("felle"), Give("salz"), Give("tee"), Give("stoffe")}
    assert told(state, Give("stoffe")) == [Gave(0, "stoffe")]
    after = play(state, Give("stoffe"), Give("tee"))
    assert after.stalls[0] == goods("felle felle felle felle salz stoffe")
    assert after.gold[0] == 5
    assert after.village == goods("fruechte felle salz tee tee stoffe stoffe schmuck")


@pytest.mark.rule("WAK-40")
def test_exactly_the_surplus_goes():
    assert ask(play(trading("felle felle felle"), Buy("boat_3"))) is Ask.PLAY
    state = play(trading("felle felle felle felle"), Buy("boat_3"), Give("felle"))
    assert (ask(state), len(state.stalls[0])) == (Ask.PLAY, 6)


@pytest.mark.rule("WAK-40")
def test_buying_with_a_full_stall_is_legal_and_new_goods_may_go():
    state = play(trading("felle felle felle stoffe stoffe stoffe"), Buy("boat_2"))
    state = play(state, Give("tee"), Give("salz"))
    assert state.stalls[0] == goods("felle felle felle stoffe stoffe stoffe")


@pytest.mark.rule("WAK-40")
def test_what_is_not_in_the_stall_cannot_go():
    state = play(trading("felle felle felle stoffe stoffe stoffe"), Buy("boat_2"))
    assert refused(state, Give("schmuck")) == ("WAK-40", "Your stall has no good of this kind: jewellery.")
    assert refused(state, Give("gold")) == ("WAK-40", "Your stall has no good of this kind: 'gold'.")
    assert refused(state, NO) == ("WAK-40", "Now put a good into the village: your stall has room for six.")


# Selling.


@pytest.mark.rule("WAK-41")
def test_two_goods_of_one_kind_bring_10_gold():
    state = trading("tee tee tee salz felle felle")
    assert offered(state, Sell) == {Sell("tee"), Sell("felle")}
    assert told(state, Sell("tee")) == [Sold(0, "tee", 10)]
    after = play(state, Sell("tee"))
    assert (after.gold[0], after.stalls[0]) == (18, goods("felle felle salz tee"))
    assert after.village.count("tee") == 3


@pytest.mark.rule("WAK-41")
def test_a_single_good_cannot_be_sold():
    state = trading("tee tee salz")
    assert why_not(GAME, state, Sell("salz")) == (
        "It takes two of a kind to sell, and you have only one: salt.",
        "Zum Verkaufen brauchst du zwei gleiche Waren, davon hast du aber nur eine: Salz.",
    )
    assert why_not(GAME, state, Sell("felle")) == (
        "Your stall has no good of this kind: furs.",
        "Von dieser Sorte liegt nichts in deinem Stand: Felle.",
    )
    assert {rule_of(state, Sell(good)) for good in ("salz", "felle")} == {"WAK-41"}


# Rising.


@pytest.mark.rule("WAK-42")
def test_the_goods_of_the_next_step_go_to_the_village_and_the_figure_goes_up_one():
    state = trading("tee salz felle felle", step=1)
    paid = ("felle", "salz", "tee")
    assert offered(state, Rise) == {Rise(paid)}
    assert told(state, Rise(paid)) == [Rose(0, 2, paid)]
    after = play(state, Rise(paid))
    assert (after.steps, after.stalls[0], after.gold[0]) == ((2, 0), ("felle",), 8)
    assert after.village == goods("fruechte felle felle salz salz tee tee stoffe schmuck")


@pytest.mark.rule("WAK-42")
def test_the_step_after_next_cannot_be_reached_at_once():
    state = trading("tee tee salz salz felle fruechte", step=0)
    assert offered(state, Rise) == {Rise(("salz", "salz")), Rise(("tee", "tee"))}


@pytest.mark.rule("WAK-43")
def test_the_first_rise_leads_from_beside_the_board_to_step_1():
    state = trading("tee tee")
    assert state.steps == (0, 0)
    assert play(state, Rise(("tee", "tee"))).steps == (1, 0)


@pytest.mark.rule("WAK-44")
def test_on_the_top_step_no_rise_is_legal_by_goods_or_by_gold():
    stalls = ["tee tee tee salz felle felle"]
    state = table("handel schamane handel", "handel", stalls=stalls, gold=(40, 8), steps=(4, 0))
    state = play(state, Play("handel"), Rise(("salz", "tee", "tee", "tee")))
    assert state.steps == (5, 0)
    assert playable(state) == {"handel"}
    assert refused(state, Play("schamane")) == ("WAK-44", "Shaman cannot be played: you are on the top step.")
    state = play(state, Play("handel"))
    assert offered(state, Rise) == set()
    assert refused(state, Rise(("felle", "felle"))) == ("WAK-44", "You are on the top step.")


@pytest.mark.rule("WAK-45")
@pytest.mark.parametrize("good", ["fruechte", "felle", "salz", "tee", "stoffe", "schmuck"])
def test_step_1_of_the_boards_own_ladder_costs_two_equal_goods_of_any_kind(good: str):
    assert LADDERS["base"].tasks[0] == (2,)
    assert offered(trading(f"{good} {good}"), Rise) == {Rise((good, good))}


@pytest.mark.rule("WAK-46")
def test_different_symbols_are_different_kinds_of_free_choice():
    state = trading("tee salz felle schmuck", step=1)
    assert {action.goods for action in offered(state, Rise)} == {
        ("felle", "salz", "tee"),
        ("felle", "salz", "schmuck"),
        ("felle", "tee", "schmuck"),
        ("salz", "tee", "schmuck"),
    }


@pytest.mark.rule("WAK-46")
def test_what_does_not_pay_is_refused():
    state = trading("tee tee salz felle", step=1)
    for wrong in (("tee", "tee", "salz"), ("salz", "tee"), ("felle", "salz", "schmuck"), ("tee", "salz", "felle")):
        assert refused(state, Rise(wrong)) == (
            "WAK-46",
            "That does not pay for the next step; goods are named in the order of the goods.",
        )


@pytest.mark.rule("WAK-46")
def test_groups_of_different_size_are_of_different_kinds_too():
    """AAAB: three equal goods and a fourth that is different."""
    assert offered(trading("tee tee tee tee", step=4), Rise) == set()
    state = trading("tee tee tee salz salz salz", step=4)
    assert {action.goods for action in offered(state, Rise)} == {
        ("salz", "tee", "tee", "tee"),
        ("salz", "salz", "salz", "tee"),
    }


@pytest.mark.rule("WAK-47")
def test_abc_is_three_different_goods_and_aabb_two_different_pairs():
    assert payments((1, 1, 1), goods("tee tee salz")) == ()
    assert payments((1, 1, 1), goods("felle salz tee")) == (("felle", "salz", "tee"),)
    assert payments((2, 2), goods("tee tee tee tee")) == ()
    assert payments((2, 2), goods("salz salz tee tee tee")) == (("salz", "salz", "tee", "tee"),)


@pytest.mark.rule("WAK-47")
def test_four_equal_goods_do_not_pay_for_two_pairs():
    state = trading("tee tee tee tee salz", step=3)
    assert offered(state, Rise) == set()
    assert rule_of(state, Rise(("tee",) * 4)) == "WAK-46"
    assert offered(trading("tee tee salz salz", step=3), Rise) == {Rise(("salz", "salz", "tee", "tee"))}


@pytest.mark.rule("WAK-48")
@pytest.mark.parametrize("action", [Buy("boat_2"), Sell("tee"), Rise(("tee", "tee"))])
def test_without_a_trade_there_is_no_buying_no_selling_and_no_rising(action: Buy | Sell | Rise):
    state = table("schimpanse handel", "handel", stalls=["tee tee"])
    assert refused(state, action) == ("WAK-14", "Now play a card, or play no more.")
    state = play(state, Play("schimpanse"))
    assert refused(state, action)[0] == "WAK-71"


# Substitutes.


@pytest.mark.rule("WAK-49")
def test_any_three_cards_face_down_do_for_a_trade_card():
    state = table("schimpanse schimpanse regenmacher wahrsagerin", "handel")
    state = play(state, SUB)
    assert (ask(state), state.display) == (Ask.LAY, ())
    assert {action.cards for action in offered(state, Lay)} == {
        ("regenmacher", "schimpanse", "schimpanse"),
        ("regenmacher", "schimpanse", "wahrsagerin"),
        ("schimpanse", "schimpanse", "wahrsagerin"),
    }
    laid = Lay(("regenmacher", "schimpanse", "wahrsagerin"))
    assert told(state, laid) == [Substituted(0, 1)]
    state = play(state, laid)
    assert state.display == (("regenmacher", "schimpanse", "wahrsagerin"),)
    assert (state.hands[0], ask(state)) == (("schimpanse",), Ask.TRADE)
    assert play(state, Buy("boat_2")).gold[0] == 6


@pytest.mark.rule("WAK-49")
def test_it_lies_on_the_next_field_of_the_display():
    state = play(table(f"regenmacher {JUNK}", "handel", steps=(1, 0)), Play("regenmacher"), SUB, LAID)
    assert state.display == (("regenmacher",), ("schimpanse",) * 3)


@pytest.mark.rule("WAK-49")
def test_it_takes_three_cards_of_the_hand_and_a_possible_trade():
    assert refused(table("schimpanse schimpanse", "handel"), SUB) == (
        "WAK-49",
        "It takes three cards to replace a Trade card.",
    )
    assert refused(table(JUNK, "handel", gold=(1, 8)), SUB)[0] == "WAK-17"
    state = play(table(JUNK, "handel"), SUB)
    assert rule_of(state, Lay(("schimpanse", "schimpanse"))) == "WAK-49"
    assert rule_of(state, Lay(("handel", "schimpanse", "schimpanse"))) == "WAK-49"


@pytest.mark.rule("WAK-50")
def test_it_is_legal_only_without_a_trade_card_in_the_hand():
    state = table(f"handel {JUNK}", "handel")
    assert SUB not in choices(state)
    assert refused(state, SUB) == ("WAK-50", "Three cards replace a Trade card only while you hold none.")
    assert SUB in choices(play(state, Play("handel"), Buy("boat_2")))


@pytest.mark.rule("WAK-50")
def test_the_players_may_agree_otherwise():
    state = table(f"handel {JUNK}", "handel", substitute_needs_no_trade=False)
    assert SUB in choices(state)
    assert Lay(("handel", "schimpanse", "schimpanse")) in choices(play(state, SUB))


@pytest.mark.rule("WAK-51")
def test_the_three_cards_count_as_one_card_played():
    state = play(table(f"{JUNK} regenmacher", "handel"), SUB, LAID, Buy("boat_2"), STOP)
    assert choices(state) == {Supply(2, 0), Supply(1, 1), Supply(0, 2)}


@pytest.mark.rule("WAK-51")
def test_two_more_cards_may_follow_and_no_third():
    state = table(f"{JUNK} schimpanse schimpanse trommler", "handel")
    look = Look(("boat_3.2", "boat_3.3"))
    state = play(state, SUB, LAID, Buy("boat_2"), Play("schimpanse"), look, Play("schimpanse"), look)
    assert state.turn == 1


@pytest.mark.rule("WAK-52")
def test_up_to_three_substitutes_in_one_turn():
    state = table("schimpanse " * 8 + "regenmacher", "handel", gold=(20, 8))
    state = play(state, SUB, LAID, Buy("boat_2"), SUB, LAID, Buy("boat_3"), SUB)
    state = play(state, Lay(("regenmacher", "schimpanse", "schimpanse")), Buy("boat_4"))
    assert ask(state) is Ask.SURPLUS
    assert state.display == (("schimpanse",) * 3, ("schimpanse",) * 3, ("regenmacher", "schimpanse", "schimpanse"))
    state = play(state, Give("tee"), Give("tee"))
    assert (state.turn, len(state.discard), state.gold[0]) == (1, 9, 20 - 2 - 3 - 4)
