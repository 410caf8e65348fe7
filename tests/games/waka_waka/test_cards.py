from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rumms.games.waka_waka.events import (
    Discarded,
    Drew,
    FireTurned,
    HandShown,
    Looked,
    OnTop,
    Rained,
    Repeated,
    Rose,
    Shared,
    Supplied,
    Took,
    Used,
    UsedNone,
)
from rumms.games.waka_waka.game import GAME
from rumms.games.waka_waka.state import (
    Action,
    Ask,
    Buy,
    Discard,
    Enough,
    Give,
    Lay,
    Look,
    Play,
    Rise,
    Sell,
    Share,
    Shuffled,
    State,
    Substitute,
    Supply,
    Take,
    Use,
    Visit,
)
from rumms.kernel.game import NATURE, Forced
from tests.sentences import why_not

from .table import (
    NO,
    STOP,
    ask,
    choices,
    end_turn,
    offered,
    play,
    playable,
    refused,
    rule_of,
    secrets,
    table,
    told,
    usable,
)

LOOK = Look(("boat_2.1", "boat_2.2"))
LAID = Lay(("schimpanse",) * 3)


# Shaman and Fire.


@pytest.mark.rule("WAK-53")
def test_a_shaman_takes_12_gold_for_a_step_without_goods_and_without_a_trade():
    state = table("schamane", "handel", stalls=["tee"], gold=(13, 8))
    assert told(state, Play("schamane"))[1:] == [Rose(0, 1, gold=12)]
    after = play(state, Play("schamane"))
    assert (after.steps, after.gold, after.stalls[0]) == ((1, 0), (1, 8), ("tee",))
    assert after.village == state.village


@pytest.mark.rule("WAK-53")
def test_he_leads_to_the_top_step_too():
    state = table("schamane", "handel", gold=(12, 8), steps=(4, 0))
    assert told(state, Play("schamane"))[1:3] == [Rose(0, 5, gold=12), OnTop(0)]


@pytest.mark.rule("WAK-53")
def test_without_12_gold_there_is_no_shaman():
    state = table("schamane", "handel", gold=(11, 8))
    assert refused(state, Play("schamane")) == ("WAK-53", "Shaman cannot be played: it costs 12 gold.")


@pytest.mark.rule("WAK-54")
def test_no_shaman_while_the_fire_is_out():
    state = table("schamane", "handel", gold=(20, 8), burning=False)
    assert playable(state) == set()
    assert refused(state, Play("schamane")) == ("WAK-54", "Shaman cannot be played: the fire is out.")


@pytest.mark.rule("WAK-54")
def test_nor_a_borrowed_or_a_repeated_one():
    state = table("stammesaeltester", "schamane handel", gold=(20, 8), burning=False)
    state = play(state, Play("stammesaeltester"), Visit(2))
    assert usable(state) == {"handel"}
    assert refused(state, Use("schamane")) == ("WAK-54", "Shaman cannot be used: the fire is out.")
    state = play(table("schamane fackelwerfer", "sammlerin", gold=(40, 8)), Play("schamane"))
    assert playable(state) == {"fackelwerfer"}
    assert playable(replace(state, burning=False)) == set()


@pytest.mark.rule("WAK-55")
def test_a_drawn_fire_card_never_enters_a_hand_and_turns_the_tile():
    state = play(table("schimpanse", "handel", pile="feuer trommler ..."), STOP)
    assert told(state, Supply(1, 2), 1) == [Supplied(0, 1, 2), FireTurned(0, burning=False), Drew(0, ("?",))]
    after = play(state, Supply(1, 2))
    assert (after.burning, after.hands[0]) == (False, ("schimpanse", "trommler"))


@pytest.mark.rule("WAK-55")
def test_the_next_one_makes_it_burn_again():
    state = play(table("schimpanse", "handel", pile="feuer trommler ...", burning=False), STOP)
    assert FireTurned(0, burning=True) in told(state, Supply(1, 2))
    assert play(state, Supply(1, 2)).burning


@pytest.mark.rule("WAK-56")
def test_it_does_so_in_every_draw():
    """The supply, a Seer, a sharer's Drummer, and the exchange after an Elder."""
    pile = "feuer regenmacher regenmacher ..."
    supply = play(table("schimpanse", "handel", pile=pile), STOP, Supply(1, 2))
    seer = play(table("wahrsagerin", "handel", pile=pile), Play("wahrsagerin"))
    state = table("trommler handel", "handel", pile=f"schamane {pile}")
    sharer = play(state, Play("trommler"), Discard("handel"), Share(), Discard("handel"))
    state = table("stammesaeltester", "handel schimpanse", pile=pile)
    elder = play(state, Play("stammesaeltester"), Visit(2), NO, Discard("schimpanse"))
    for after in (supply, seer, sharer, elder):
        assert not after.burning
        assert "feuer" in after.discard
        assert not any("feuer" in hand for hand in after.hands)


@pytest.mark.rule("WAK-57")
def test_the_fire_card_is_discarded_and_a_replacement_drawn():
    state = play(table("schimpanse", "handel", pile="feuer trommler handel ..."), STOP, Supply(1, 2))
    assert (state.discard, state.hands[0], state.pile[0]) == (("feuer",), ("schimpanse", "trommler"), "handel")


@pytest.mark.rule("WAK-57")
def test_a_second_fire_card_turns_the_tile_once_more():
    state = play(table("schimpanse", "handel", pile="feuer feuer trommler ..."), STOP)
    fires = [event for event in told(state, Supply(1, 2)) if isinstance(event, FireTurned)]
    assert fires == [FireTurned(0, burning=False), FireTurned(0, burning=True)]
    after = play(state, Supply(1, 2))
    assert (after.burning, after.discard, after.hands[0]) == (True, ("feuer", "feuer"), ("schimpanse", "trommler"))


@pytest.mark.rule("WAK-57")
def test_the_replacement_may_need_a_shuffle():
    state = table("wahrsagerin", "handel", gold=(8, 0), pile="handel feuer", discard="trommler")
    state = play(state, Play("wahrsagerin"))
    assert (GAME.actor(state), state.burning, state.discard) == (NATURE, False, ("trommler", "feuer"))
    after = play(state, Shuffled(("feuer", "trommler")))
    assert (after.burning, after.hands[0]) == (True, ("handel", "trommler"))


# Tribal elder.


def visited(mine: str, theirs: str, **words: Any) -> State:
    """Seat 1 has played an Elder, and seat 2 shows his hand."""
    state = table(f"stammesaeltester {mine}", theirs, **words)
    return play(state, Play("stammesaeltester"), Visit(2))


@pytest.mark.rule("WAK-58")
def test_an_elder_has_another_player_of_ones_choice_show_his_hand():
    state = play(table("stammesaeltester", "handel schimpanse", "trommler"), Play("stammesaeltester"))
    assert choices(state) == {Visit(2), Visit(3)}
    assert refused(state, Visit(1)) == ("WAK-58", "Seat 1 is no other player who holds cards.")
    assert told(state, Visit(2)) == [HandShown(1, 0, ("handel", "schimpanse"))]
    state = play(state, Visit(2))
    assert choices(state) == {Use("handel"), Use("schimpanse"), NO}


@pytest.mark.rule("WAK-58")
def test_one_of_its_cards_is_used_or_none():
    state = visited("", "handel schimpanse")
    assert told(state, Use("handel")) == [Used(1, 0, "handel")]
    after = play(state, Use("handel"))
    assert (ask(after), GAME.actor(after)) == (Ask.TRADE, 0)
    after = play(after, Buy("boat_2"))
    assert (after.gold, after.stalls[0]) == ((6, 8), ("salz", "tee"))
    assert told(state, NO) == [UsedNone(0)]
    assert ask(play(state, NO)) is Ask.EXCHANGE


@pytest.mark.rule("WAK-58")
def test_a_player_without_cards_cannot_be_chosen():
    state = play(table("stammesaeltester", "", "trommler"), Play("stammesaeltester"))
    assert GAME.legal(state) == Forced((Visit(3),))
    assert rule_of(state, Visit(2)) == "WAK-58"
    state = table("stammesaeltester schimpanse", "", "")
    assert playable(state) == {"schimpanse"}
    assert refused(state, Play("stammesaeltester")) == (
        "WAK-58",
        "Tribal elder cannot be played: nobody else holds a card.",
    )


@pytest.mark.rule("WAK-58")
def test_the_hand_is_shown_to_all_unless_agreed_otherwise():
    hands = ("stammesaeltester", "handel schimpanse", "trommler")
    shown = play(table(*hands), Play("stammesaeltester"))
    assert not secrets(shown, Visit(2))
    assert GAME.view(play(shown, Visit(2)), 2).hands[1] == ("handel", "schimpanse")
    hidden = play(table(*hands, elder_shows_to="player"), Play("stammesaeltester"))
    assert told(hidden, Visit(2), 0) == [HandShown(1, 0, ("handel", "schimpanse"))]
    assert told(hidden, Visit(2), 2) == [HandShown(1, 0, ("?", "?"))]
    assert GAME.view(play(hidden, Visit(2)), 0).hands[1] == ("handel", "schimpanse")
    assert GAME.view(play(hidden, Visit(2)), 2).hands[1] == ("?", "?")


@pytest.mark.rule("WAK-59")
def test_he_takes_all_cards_back_the_used_one_included():
    state = play(visited("", "handel schimpanse"), Use("schimpanse"), LOOK)
    assert state.hands[1] == ("handel", "schimpanse")
    assert state.display == (("stammesaeltester",),)
    assert state.discard == ()
    assert GAME.view(state, 0).hands[1] == ("?", "?")


@pytest.mark.rule("WAK-60")
@pytest.mark.parametrize("used", [(Use("schimpanse"), LOOK), (NO,)])
def test_afterwards_he_may_discard_one_card_and_draw_one(used: tuple[Action, ...]):
    state = play(visited("", "handel schimpanse", pile="trommler ..."), *used)
    assert (ask(state), GAME.actor(state)) == (Ask.EXCHANGE, 1)
    assert choices(state) == {Discard("handel"), Discard("schimpanse"), NO}
    assert told(state, Discard("handel"), 1) == [Discarded(1, ("handel",)), Drew(1, ("trommler",))]
    after = play(state, Discard("handel"))
    assert (after.hands[1], after.discard) == (("schimpanse", "trommler"), ("handel",))
    assert (ask(after), GAME.actor(after)) == (Ask.PLAY, 0)


@pytest.mark.rule("WAK-60")
def test_he_need_not():
    state = play(visited("", "handel schimpanse"), NO)
    after = play(state, NO)
    assert (after.hands[1], ask(after)) == (("handel", "schimpanse"), Ask.PLAY)
    assert rule_of(state, Discard("trommler")) == "WAK-22"


@pytest.mark.rule("WAK-61")
def test_a_card_with_a_gold_symbol_used_through_an_elder_is_not_shared():
    state = play(visited("", "sammlerin handel"), Use("sammlerin"), Take("tee"))
    assert (ask(state), GAME.actor(state)) == (Ask.EXCHANGE, 1)
    assert (ask(play(state, NO)), state.stalls[0]) == (Ask.PLAY, ("tee",))


@pytest.mark.rule("WAK-62")
def test_through_an_elder_neither_a_torch_thrower_nor_another_elder_can_be_used():
    state = table("schimpanse stammesaeltester", "fackelwerfer stammesaeltester handel")
    state = play(state, Play("schimpanse"), LOOK, Play("stammesaeltester"), Visit(2))
    assert usable(state) == {"handel"}
    assert refused(state, Use("fackelwerfer")) == (
        "WAK-62",
        "Torch thrower cannot be used through a Tribal elder.",
    )
    assert rule_of(state, Use("stammesaeltester")) == "WAK-62"
    assert rule_of(state, Use("trommler")) == "WAK-58"


@pytest.mark.rule("WAK-17")
def test_a_card_of_another_is_used_only_if_its_action_is_possible():
    state = visited("", "regenmacher schamane traeger schimpanse")
    assert usable(state) == {"schimpanse"}
    assert refused(state, Use("regenmacher")) == ("WAK-69", "Rainmaker cannot be used: you are on step 0.")


# Torch thrower.


@pytest.mark.rule("WAK-63")
def test_a_torch_thrower_uses_the_card_just_before_once_more_with_new_choices():
    state = table("handel fackelwerfer", "handel", stalls=["tee tee salz salz"])
    state = play(state, Play("handel"), Sell("tee"))
    assert told(state, Play("fackelwerfer"))[1:] == [Repeated(0, "handel")]
    state = play(state, Play("fackelwerfer"))
    assert (ask(state), GAME.actor(state)) == (Ask.TRADE, 0)
    state = play(state, Rise(("salz", "salz")))
    assert (state.steps[0], state.gold[0]) == (1, 18)


@pytest.mark.rule("WAK-63")
def test_a_torch_thrower_before_it_passes_on_what_it_repeated_itself():
    state = table("schimpanse regenmacher fackelwerfer fackelwerfer", "handel", steps=(3, 0))
    state = play(state, Play("regenmacher"), Play("fackelwerfer"))
    assert told(state, Play("fackelwerfer"))[1:3] == [Repeated(0, "regenmacher"), Rained(0, 3)]


@pytest.mark.rule("WAK-64")
def test_it_can_only_be_the_second_or_third_card():
    state = table("schimpanse fackelwerfer", "handel")
    assert playable(state) == {"schimpanse"}
    assert refused(state, Play("fackelwerfer")) == (
        "WAK-64",
        "Torch thrower cannot be played: it can only be the second or third card of a turn.",
    )
    state = play(state, Play("schimpanse"), LOOK)
    assert playable(state) == {"fackelwerfer"}
    state = table("schimpanse schimpanse fackelwerfer", "handel")
    assert "fackelwerfer" in playable(play(state, Play("schimpanse"), LOOK, Play("schimpanse"), LOOK))


@pytest.mark.rule("WAK-64")
def test_what_was_played_in_the_turn_before_does_not_count():
    state = end_turn(play(table("schimpanse", "fackelwerfer handel"), Play("schimpanse"), LOOK))
    assert playable(state) == {"handel"}


@pytest.mark.rule("WAK-65")
def test_example_card_torch_thrower_torch_thrower():
    state = table("regenmacher fackelwerfer fackelwerfer", "handel", steps=(2, 0))
    state = play(state, Play("regenmacher"), Play("fackelwerfer"), Play("fackelwerfer"))
    assert state.gold[0] == 8 + 3 * 2
    assert state.turn == 1


@pytest.mark.rule("WAK-63", "WAK-66")
def test_example_rainmaker_trade_torch_thrower():
    state = table("regenmacher handel fackelwerfer", "handel", steps=(1, 0))
    state = play(state, Play("regenmacher"), Play("handel"), Buy("boat_2"), Play("fackelwerfer"))
    assert ask(state) is Ask.TRADE
    state = play(state, Buy("boat_3"))
    assert state.gold[0] == 8 + 1 - 2 - 3


@pytest.mark.rule("WAK-66")
def test_example_elder_torch_thrower():
    state = table("stammesaeltester fackelwerfer", "handel schimpanse", "trommler")
    state = play(state, Play("stammesaeltester"), Visit(2), Use("handel"), Buy("boat_2"), NO, Play("fackelwerfer"))
    assert (ask(state), choices(state)) == (Ask.VISIT, {Visit(2), Visit(3)})
    state = play(state, Visit(2), Use("schimpanse"), Look(("boat_3.2", "boat_3.3")))
    assert (ask(state), GAME.actor(state)) == (Ask.EXCHANGE, 1)


@pytest.mark.rule("WAK-67")
def test_a_repeated_card_with_a_gold_symbol_is_not_shared():
    state = table("sammlerin fackelwerfer schimpanse", "handel")
    state = play(state, Play("sammlerin"), Take("tee"))
    assert ask(state) is Ask.SHARE
    state = play(state, NO, Play("fackelwerfer"), Take("salz"))
    assert (ask(state), state.stalls[0]) == (Ask.PLAY, ("salz", "tee"))


@pytest.mark.rule("WAK-68")
def test_directly_after_a_substitute_the_torch_thrower_is_not_playable():
    state = table("schimpanse schimpanse schimpanse fackelwerfer", "handel")
    state = play(state, Substitute(), LAID, Buy("boat_2"))
    assert playable(state) == set()
    assert refused(state, Play("fackelwerfer")) == (
        "WAK-68",
        "Torch thrower cannot be played: a substitute trade cannot be repeated.",
    )


@pytest.mark.rule("WAK-68")
def test_a_card_before_the_substitute_is_out_of_reach_and_one_after_it_is_not():
    state = table("regenmacher schimpanse schimpanse schimpanse fackelwerfer", "handel", steps=(1, 0))
    state = play(state, Play("regenmacher"), Substitute(), LAID, Buy("boat_2"))
    assert playable(state) == set()
    state = table("regenmacher schimpanse schimpanse schimpanse fackelwerfer", "handel", steps=(1, 0))
    state = play(state, Substitute(), LAID, Buy("boat_2"), Play("regenmacher"))
    assert playable(state) == {"fackelwerfer"}


@pytest.mark.rule("WAK-63", "WAK-68")
def test_a_torch_thrower_among_the_cards_of_a_substitute_repeats_nothing():
    """It lies there face down, so it does not pass on the card before it."""
    state = table("regenmacher fackelwerfer fackelwerfer schimpanse schimpanse", "handel", steps=(1, 0))
    laid = Lay(("fackelwerfer", "schimpanse", "schimpanse"))
    state = play(state, Play("regenmacher"), Substitute(), laid, Buy("boat_2"))
    assert playable(state) == set()
    assert refused(state, Play("fackelwerfer")) == (
        "WAK-68",
        "Torch thrower cannot be played: a substitute trade cannot be repeated.",
    )
    state = play(table("fackelwerfer fackelwerfer schimpanse schimpanse", "handel"), Substitute(), laid, Buy("boat_2"))
    assert playable(state) == set()


# Rainmaker and Chimpanzee.


@pytest.mark.rule("WAK-69")
def test_a_rainmaker_brings_gold_equal_to_the_own_step():
    state = table("regenmacher", "handel", steps=(3, 2))
    assert told(state, Play("regenmacher"))[1] == Rained(0, 3)
    assert play(state, Play("regenmacher")).gold == (11, 8)


@pytest.mark.rule("WAK-69")
def test_on_step_0_he_is_not_playable():
    state = table("regenmacher schimpanse", "handel", steps=(0, 4))
    assert refused(state, Play("regenmacher")) == ("WAK-69", "Rainmaker cannot be played: you are on step 0.")


@pytest.mark.rule("WAK-70")
@pytest.mark.parametrize("step", [1, 4])
def test_example_step_1_brings_1_gold_and_step_4_brings_4(step: int):
    assert play(table("regenmacher", "handel", steps=(step, 0)), Play("regenmacher")).gold[0] == 8 + step


@pytest.mark.rule("WAK-71")
def test_a_chimpanzee_looks_at_two_hidden_goods_of_a_boat():
    state = play(table("schimpanse", "handel"), Play("schimpanse"))
    assert {action.fields for action in offered(state, Look)} == {
        ("boat_2.1", "boat_2.2"),
        ("boat_3.2", "boat_3.3"),
        ("boat_4.3",),
        ("boat_5.3", "boat_5.4"),
    }
    action = Look(("boat_3.2", "boat_3.3"))
    assert told(state, action, 0) == [Looked(0, action.fields, ("salz", "felle"))]
    assert told(state, action, 1) == [Looked(0, action.fields, ())]
    assert GAME.apply(state, action).reveals


@pytest.mark.rule("WAK-71")
def test_they_are_put_back_hidden_where_they_were():
    before = play(table("schimpanse", "handel"), Play("schimpanse"))
    after = play(before, LOOK)
    assert [spot and spot.good for spot in after.boats] == [spot and spot.good for spot in before.boats]
    assert [spot.good for spot in GAME.view(after, 1).boats[:2] if spot] == ["?", "?"]


@pytest.mark.rule("WAK-71")
def test_both_are_of_one_boat_unless_agreed_otherwise():
    mixed = Look(("boat_2.1", "boat_3.2"))
    state = play(table("schimpanse", "handel"), Play("schimpanse"))
    assert refused(state, mixed) == (
        "WAK-71",
        "Look at two hidden goods of one boat, or at the only one it hides.",
    )
    assert refused(state, Look(("boat_3.1", "boat_3.2"))) == ("WAK-71", "No hidden good lies on 'boat_3.1'.")
    assert refused(state, Look(("boat_9.1",)))[0] == "WAK-71"
    state = play(table("schimpanse", "handel", chimp_same_boat=False), Play("schimpanse"))
    assert mixed in choices(state)
    assert len(choices(state)) == 21


@pytest.mark.rule("WAK-71")
def test_if_no_boat_hides_a_good_it_is_not_playable():
    hand = "schimpanse schimpanse schimpanse handel"
    state = table(hand, "handel", gold=(20, 8), heap="", village="tee")
    state = play(state, Play("handel"), Buy("boat_2"), STOP, Supply(0, 2))
    assert None in state.boats
    bare = tuple(spot if place in (2, 5, 6, 8, 9) else None for place, spot in enumerate(state.boats))
    state = replace(state, boats=bare, hands=(("handel",), ("handel", "schimpanse")))
    assert playable(state) == {"handel"}
    assert refused(state, Play("schimpanse")) == ("WAK-71", "Chimpanzee cannot be played: no boat hides a good.")


# Gatherer and Porter.


@pytest.mark.rule("WAK-72")
def test_a_gatherer_takes_a_good_of_ones_choice_from_the_village_free():
    state = play(table("sammlerin", "handel", gold=(8, 0), village="tee tee salz"), Play("sammlerin"))
    assert choices(state) == {Take("tee"), Take("salz")}
    assert told(state, Take("tee"))[0] == Took(0, "tee")
    after = play(state, Take("tee"))
    assert (after.stalls[0], after.village, after.gold[0]) == (("tee",), ("salz", "tee"), 8)
    assert rule_of(state, Take("felle")) == "WAK-72"
    assert why_not(GAME, state, Take("felle")) == (
        "The village has no good of this kind: furs.",
        "Von dieser Sorte liegt nichts im Dorf: Felle.",
    )


@pytest.mark.rule("WAK-73")
def test_with_six_goods_one_of_them_goes_to_the_village_in_return():
    state = table("sammlerin", "handel", gold=(8, 0), stalls=["felle felle felle salz salz salz"], village="tee")
    state = play(state, Play("sammlerin"), Take("tee"))
    assert ask(state) is Ask.SURPLUS
    assert choices(state) == {Give("felle"), Give("salz")}
    assert refused(state, Give("tee")) == ("WAK-73", "Not the good that you have just taken.")
    after = play(state, Give("salz"))
    assert (after.stalls[0], after.village) == (("felle", "felle", "felle", "salz", "salz", "tee"), ("salz",))
    assert ask(after) is Ask.PLAY


@pytest.mark.rule("WAK-73")
def test_with_five_goods_none_goes():
    state = table("sammlerin", "handel", gold=(8, 0), stalls=["felle felle felle salz salz"], village="tee")
    state = play(state, Play("sammlerin"), Take("tee"))
    assert (ask(state), len(state.stalls[0]), state.village) == (Ask.PLAY, 6, ())


@pytest.mark.rule("WAK-74")
def test_a_porter_exchanges_one_own_good_for_one_that_lay_in_the_village():
    state = table("traeger", "handel", gold=(8, 0), stalls=["felle tee"], village="salz stoffe")
    state = play(state, Play("traeger"))
    assert choices(state) == {Give("felle"), Give("tee")}
    assert refused(state, Give("schmuck"))[0] == "WAK-40"
    state = play(state, Give("felle"))
    assert choices(state) == {Take("salz"), Take("stoffe")}
    assert rule_of(state, Take("felle")) == "WAK-74"
    assert why_not(GAME, state, Take("felle")) == (
        "You have just put it into the village; take one that lay there before.",
        "Die hast du gerade erst ins Dorf gelegt; nimm eine, die schon vorher dort lag.",
    )
    assert why_not(GAME, state, Take("tee")) == (
        "The village has no good of this kind: tea.",
        "Von dieser Sorte liegt nichts im Dorf: Tee.",
    )
    after = play(state, Take("salz"))
    assert (after.stalls[0], after.village) == (("salz", "tee"), ("felle", "stoffe"))
    assert ask(after) is Ask.PLAY


@pytest.mark.rule("WAK-74")
def test_with_a_full_stall_too_it_is_one_for_one():
    stall = "felle felle felle salz salz salz"
    state = table("traeger", "handel", gold=(8, 0), stalls=[stall], village="tee")
    state = play(state, Play("traeger"), Give("salz"), Take("tee"))
    assert (state.stalls[0], ask(state)) == (("felle", "felle", "felle", "salz", "salz", "tee"), Ask.PLAY)


@pytest.mark.rule("WAK-79")
def test_with_an_empty_village_neither_gatherer_nor_porter_is_playable():
    state = table("sammlerin traeger schimpanse", "handel", stalls=["tee"], village="")
    assert playable(state) == {"schimpanse"}
    assert refused(state, Play("sammlerin")) == ("WAK-79", "Gatherer cannot be played: the village is empty.")
    assert rule_of(state, Play("traeger")) == "WAK-79"


@pytest.mark.rule("WAK-79")
def test_without_own_goods_there_is_no_porter():
    state = table("sammlerin traeger", "handel")
    assert playable(state) == {"sammlerin"}
    assert refused(state, Play("traeger")) == (
        "WAK-79",
        "Porter cannot be played: it takes a good in the village and one in your stall.",
    )


# Drummer and Seer.


@pytest.mark.rule("WAK-75")
def test_a_drummer_discards_any_number_of_cards_then_draws_as_many():
    state = table("trommler handel schimpanse schimpanse", "handel", gold=(8, 0), pile="schamane regenmacher ...")
    state = play(state, Play("trommler"), Discard("schimpanse"))
    assert (state.hands[0], state.discard) == (("handel", "schimpanse"), ("schimpanse",))
    state = play(state, Discard("handel"))
    assert told(state, Enough(), 0) == [Drew(0, ("schamane", "regenmacher"))]
    after = play(state, Enough())
    assert after.hands[0] == ("schamane", "regenmacher", "schimpanse")
    assert after.discard == ("schimpanse", "handel")


@pytest.mark.rule("WAK-75")
def test_at_least_one_card_is_exchanged():
    state = play(table("trommler handel schimpanse", "handel"), Play("trommler"))
    assert choices(state) == {Discard("handel"), Discard("schimpanse")}
    assert refused(state, Enough()) == (
        "WAK-75",
        "Now discard a card; after at least one you may stop and draw as many.",
    )
    assert Enough() in choices(play(state, Discard("handel")))
    state = table("trommler", "handel")
    assert playable(state) == set()
    assert refused(state, Play("trommler")) == ("WAK-75", "Drummer cannot be played: you hold no other card.")


@pytest.mark.rule("WAK-75")
def test_the_whole_hand_can_be_exchanged():
    state = table("trommler handel schimpanse", "handel", gold=(8, 0), pile="schamane regenmacher ...")
    state = play(state, Play("trommler"), Discard("handel"), Discard("schimpanse"))
    assert (state.hands[0], ask(state)) == (("schamane", "regenmacher"), Ask.PLAY)


@pytest.mark.rule("WAK-76")
def test_each_sharer_may_exchange_a_number_of_cards_of_his_own():
    state = table("trommler handel schimpanse", "handel handel schamane", "handel handel")
    state = play(state, Play("trommler"), Discard("handel"), Enough())
    assert told(state, Share()) == [Shared(1, 0, "trommler", 1)]
    state = play(state, Share(), Discard("handel"), Discard("handel"), Enough())
    assert len(state.hands[1]) == 3
    state = play(state, Share(), Discard("handel"), Enough())
    assert [len(hand) for hand in state.hands] == [2, 3, 2]
    assert state.discard.count("handel") == 4


@pytest.mark.rule("WAK-77")
def test_a_seer_takes_the_top_two_cards_of_the_draw_pile():
    state = table("wahrsagerin", "handel", gold=(8, 0), pile="schamane trommler handel ...")
    after = play(state, Play("wahrsagerin"))
    assert (after.hands[0], after.pile[0]) == (("schamane", "trommler"), "handel")


@pytest.mark.rule("WAK-77")
def test_she_does_so_beyond_six_cards_too():
    state = table("wahrsagerin" + " schimpanse" * 6, "handel", gold=(8, 0))
    after = play(state, Play("wahrsagerin"))
    assert (len(after.hands[0]), ask(after)) == (8, Ask.PLAY)


@pytest.mark.rule("WAK-78")
def test_after_sharing_a_seer_one_comes_down_to_six_only_at_the_end_of_ones_own_next_turn():
    state = table("wahrsagerin handel", "schimpanse " * 6, pile="handel handel handel handel ...")
    state = end_turn(play(state, Play("wahrsagerin"), Share()))
    assert (state.turn, len(state.hands[1])) == (1, 8)
    state = play(state, Play("handel"), Buy("boat_2"), STOP, Supply(0, 2))
    assert (ask(state), GAME.actor(state)) == (Ask.LIMIT, 1)
    state = play(state, Discard("schimpanse"))
    assert (state.turn, len(state.hands[1])) == (0, 6)
