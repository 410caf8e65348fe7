from __future__ import annotations

import pytest

from rumms.games.waka_waka.events import (
    Bought,
    Discarded,
    Drew,
    HeapMade,
    Lapsed,
    PileMade,
    Played,
    Refilled,
    Supplied,
)
from rumms.games.waka_waka.game import GAME
from rumms.games.waka_waka.state import (
    Ask,
    Buy,
    Discard,
    Heaped,
    Lay,
    Look,
    Play,
    Sell,
    Shuffled,
    State,
    Substitute,
    Supply,
    Take,
)
from rumms.kernel.choices import Shuffles
from rumms.kernel.game import NATURE, Forced

from .table import NO, STOP, ask, choices, end_turn, offered, play, playable, refused, rule_of, table, told

CHIMPS = "schimpanse schimpanse schimpanse schimpanse"
LOOK = Look(("boat_2.1", "boat_2.2"))
SIX = "regenmacher schimpanse schimpanse schimpanse schimpanse schimpanse"


def looked(state: State, times: int) -> State:
    """So many Chimpanzees were played."""
    for _ in range(times):
        state = play(state, Play("schimpanse"), LOOK)
    return state


# Playing.


@pytest.mark.rule("WAK-13")
def test_a_turn_is_play_supply_hand_limit_display_and_boats_in_this_order():
    state = table(f"handel {SIX} schimpanse", "handel", pile="wahrsagerin ...")
    state = play(state, Play("handel"), Buy("boat_2"))
    assert (ask(state), state.turn) == (Ask.PLAY, 0)
    state = play(state, STOP)
    assert ask(state) is Ask.SUPPLY
    state = play(state, Supply(1, 1))
    assert (ask(state), state.display, state.boats[0]) == (Ask.LIMIT, (("handel",),), None)
    state = play(state, Discard("schimpanse"), Discard("schimpanse"))
    assert (state.turn, state.display, ask(state)) == (1, (), Ask.PLAY)
    assert state.discard == ("schimpanse", "schimpanse", "handel")
    assert None not in state.boats


@pytest.mark.rule("WAK-13")
def test_after_the_third_card_no_more_is_played():
    state = looked(table(CHIMPS, "handel"), 3)
    assert state.turn == 1


@pytest.mark.rule("WAK-14")
def test_after_each_card_one_more_or_none():
    state = table(CHIMPS, "handel")
    for _ in range(2):
        assert choices(state) == {Play("schimpanse"), STOP, Substitute()}
        state = looked(state, 1)
    assert choices(state) == {Play("schimpanse"), STOP}
    assert ask(play(state, STOP)) is Ask.SUPPLY


@pytest.mark.rule("WAK-14")
def test_playing_none_is_legal():
    state = play(table(CHIMPS, "handel"), STOP)
    assert (ask(state), state.display) == (Ask.SUPPLY, ())


@pytest.mark.rule("WAK-14")
def test_a_card_that_is_not_in_the_hand_is_refused():
    state = table(CHIMPS, "handel")
    assert refused(state, Play("handel")) == ("WAK-14", "Trade is not in your hand.")
    assert refused(state, Play("gold")) == ("WAK-14", "There is no card 'gold'.")
    assert refused(state, Supply(0, 3)) == ("WAK-14", "Now play a card, or play no more.")


@pytest.mark.rule("WAK-15")
def test_the_first_card_lies_left_the_next_ones_to_the_right_of_it():
    state = table("schimpanse handel regenmacher", "handel", steps=(2, 0))
    assert told(state, Play("schimpanse")) == [Played(0, "schimpanse", 1)]
    state = play(state, Play("schimpanse"), LOOK, Play("handel"), Buy("boat_2"))
    assert state.display == (("schimpanse",), ("handel",))
    assert told(state, Play("regenmacher"))[0] == Played(0, "regenmacher", 3)


@pytest.mark.rule("WAK-16")
def test_a_card_is_carried_out_in_full_before_the_next_is_played():
    state = play(table("handel sammlerin schimpanse", "handel"), Play("handel"))
    assert ask(state) is Ask.TRADE
    assert refused(state, Play("schimpanse")) == ("WAK-36", "Now buy, sell or rise.")
    assert refused(state, STOP)[0] == "WAK-36"


@pytest.mark.rule("WAK-16")
def test_sharing_belongs_to_a_card_and_comes_before_the_next():
    state = play(table("sammlerin schimpanse", "handel"), Play("sammlerin"), Take("tee"))
    assert (ask(state), GAME.actor(state)) == (Ask.SHARE, 1)
    assert rule_of(state, Play("schimpanse")) == "WAK-32"
    state = play(state, NO)
    assert (ask(state), GAME.actor(state)) == (Ask.PLAY, 0)


@pytest.mark.rule("WAK-16")
def test_what_is_played_is_seen_by_all():
    state = table("schimpanse", "handel", "handel")
    for seat in range(3):
        assert told(state, Play("schimpanse"), seat) == [Played(0, "schimpanse", 1)]
        assert GAME.view(play(state, Play("schimpanse")), seat).display == (("schimpanse",),)


@pytest.mark.rule("WAK-17")
def test_a_card_whose_action_is_impossible_is_refused():
    state = table("handel schamane regenmacher fackelwerfer traeger schimpanse", "handel", gold=(1, 8))
    assert playable(state) == {"schimpanse"}
    assert refused(state, Play("handel")) == (
        "WAK-17",
        "Trade cannot be played: there is nothing to buy, to sell or to rise for.",
    )
    assert rule_of(state, Play("schamane")) == "WAK-53"


@pytest.mark.rule("WAK-17")
def test_a_repetition_needs_a_possible_action_too():
    state = play(table("handel fackelwerfer", "handel", gold=(3, 8)), Play("handel"), Buy("boat_3"))
    assert playable(state) == set()
    assert refused(state, Play("fackelwerfer"))[0] == "WAK-17"


# Supply.


@pytest.mark.rule("WAK-18")
@pytest.mark.parametrize(("played", "worth"), [(0, 3), (1, 2), (2, 1)])
def test_the_supply_is_less_the_more_was_played(played: int, worth: int):
    state = play(looked(table(CHIMPS, "handel"), played), STOP)
    assert {(mix.cards, mix.gold) for mix in offered(state, Supply)} == {(n, worth - n) for n in range(worth + 1)}


@pytest.mark.rule("WAK-18")
def test_after_three_cards_there_is_no_supply():
    state = looked(table(CHIMPS, "handel"), 3)
    assert (state.gold[0], len(state.hands[0])) == (8, 1)
    assert ask(state) is Ask.PLAY


@pytest.mark.rule("WAK-18")
def test_another_supply_is_refused():
    state = play(table(CHIMPS, "handel"), STOP)
    for wrong in (Supply(2, 0), Supply(3, 1), Supply(0, 0)):
        assert refused(state, wrong) == (
            "WAK-18",
            "Your supply is worth 3, with no more cards than the piles hold.",
        )


@pytest.mark.rule("WAK-19")
def test_after_one_card_two_cards_or_two_gold_or_one_of_each():
    state = play(looked(table(CHIMPS, "handel"), 1), STOP)
    assert choices(state) == {Supply(2, 0), Supply(0, 2), Supply(1, 1)}
    assert len(play(state, Supply(2, 0)).hands[0]) == 3 + 2
    assert play(state, Supply(0, 2)).gold[0] == 10
    mixed = play(state, Supply(1, 1))
    assert (len(mixed.hands[0]), mixed.gold[0]) == (4, 9)


@pytest.mark.rule("WAK-20")
def test_after_no_card_three_of_cards_and_gold():
    state = play(table(CHIMPS, "handel"), STOP)
    assert choices(state) == {Supply(3, 0), Supply(0, 3), Supply(2, 1), Supply(1, 2)}
    two_cards = play(state, Supply(2, 1))
    assert (len(two_cards.hands[0]), two_cards.gold[0]) == (6, 9)
    two_gold = play(state, Supply(1, 2))
    assert (len(two_gold.hands[0]), two_gold.gold[0]) == (5, 10)


@pytest.mark.rule("WAK-21")
def test_the_mix_is_named_before_drawing_and_taken_as_a_whole():
    state = play(table(CHIMPS, "handel", pile="trommler wahrsagerin ..."), STOP)
    assert told(state, Supply(2, 1), 0) == [Supplied(0, 2, 1), Drew(0, ("trommler", "wahrsagerin"))]
    assert play(state, Supply(2, 1)).turn == 1


@pytest.mark.rule("WAK-21")
@pytest.mark.parametrize(
    ("pile", "discard", "most"), [("trommler", "", 1), ("trommler", "handel", 2), ("", "", 0), ("", "handel handel", 2)]
)
def test_no_more_cards_can_be_named_than_both_piles_hold(pile: str, discard: str, most: int):
    state = play(table(CHIMPS, "handel", pile=pile, discard=discard), STOP)
    legal = GAME.legal(state)
    assert {mix.cards for mix in offered(state, Supply)} == set(range(most + 1))
    assert isinstance(legal, Forced) == (most == 0)


# The hand limit.


@pytest.mark.rule("WAK-22")
def test_at_the_end_of_the_own_turn_a_surplus_of_ones_own_choice_goes():
    state = play(table(SIX, "handel", pile="trommler ..."), STOP, Supply(1, 2))
    assert (ask(state), GAME.actor(state)) == (Ask.LIMIT, 0)
    assert choices(state) == {Discard("regenmacher"), Discard("schimpanse"), Discard("trommler")}
    after = play(state, Discard("regenmacher"))
    assert (after.turn, len(after.hands[0])) == (1, 6)
    assert after.discard == ("regenmacher",)


@pytest.mark.rule("WAK-22")
def test_a_card_too_many_for_each_card_above_six():
    state = play(table(SIX, "handel", pile="trommler trommler handel ..."), STOP, Supply(3, 0))
    state = play(state, Discard("trommler"), Discard("schimpanse"))
    assert (ask(state), state.turn) == (Ask.LIMIT, 0)
    assert refused(state, STOP) == ("WAK-22", "Now discard a card: at the end of your turn you hold six at most.")
    assert refused(state, Discard("schamane")) == ("WAK-22", "Shaman is not in your hand.")
    assert play(state, Discard("schimpanse")).turn == 1


@pytest.mark.rule("WAK-22")
def test_with_six_cards_nothing_is_discarded():
    state = play(table(SIX, "handel"), STOP, Supply(0, 3))
    assert (state.turn, len(state.hands[0]), state.discard) == (1, 6, ())


@pytest.mark.rule("WAK-23")
def test_before_the_end_of_ones_turn_one_may_hold_more_than_six():
    state = play(table(f"wahrsagerin {SIX}", "handel", gold=(8, 0)), Play("wahrsagerin"))
    assert (len(state.hands[0]), ask(state)) == (8, Ask.PLAY)


@pytest.mark.rule("WAK-23")
def test_in_anothers_turn_one_may_hold_more_than_six():
    state = table("handel", SIX + " trommler trommler")
    state = end_turn(state)
    assert (len(state.hands[1]), ask(state)) == (8, Ask.PLAY)


# Piles of cards.


@pytest.mark.rule("WAK-24")
def test_when_the_draw_pile_is_used_up_the_discard_pile_replaces_it_fire_cards_included():
    state = table("wahrsagerin", "handel", gold=(8, 0), pile="", discard="handel feuer schamane trommler")
    state = play(state, Play("wahrsagerin"))
    assert (GAME.actor(state), ask(state)) == (NATURE, Ask.DRAW)
    assert GAME.legal(state) == Shuffles(("handel", "feuer", "schamane", "trommler"), Shuffled)
    assert refused(state, Shuffled(("handel", "schamane", "trommler"))) == (
        "WAK-24",
        "Now the discard pile is shuffled, exactly its cards.",
    )
    action = Shuffled(("trommler", "handel", "feuer", "schamane"))
    assert told(state, action, 0) == [PileMade(4), Drew(0, ("trommler", "handel"))]
    after = play(state, action)
    assert (after.pile, after.discard) == (("feuer", "schamane"), ())


@pytest.mark.rule("WAK-25")
def test_it_is_shuffled_only_when_a_card_is_needed():
    state = table("wahrsagerin", "handel", gold=(8, 0), pile="handel schamane", discard="trommler")
    after = play(state, Play("wahrsagerin"))
    assert (after.pile, after.discard, ask(after)) == ((), ("trommler",), Ask.PLAY)


@pytest.mark.rule("WAK-25")
def test_it_is_shuffled_amid_a_draw_too_and_the_draw_goes_on():
    state = table("wahrsagerin", "handel", gold=(8, 0), pile="schamane", discard="trommler")
    after = play(state, Play("wahrsagerin"))
    assert (after.hands[0], GAME.actor(after)) == (("schamane",), NATURE)
    after = play(after, Shuffled(("trommler",)))
    assert (after.hands[0], after.pile) == (("schamane", "trommler"), ())


@pytest.mark.rule("WAK-25")
def test_cards_on_a_display_stay_out_of_it():
    state = table("wahrsagerin schimpanse", "handel", gold=(8, 0), pile="", discard="trommler handel")
    state = play(state, Play("schimpanse"), LOOK, Play("wahrsagerin"))
    assert GAME.legal(state) == Shuffles(("trommler", "handel"), Shuffled)
    after = play(state, Shuffled(("trommler", "handel")))
    assert after.display == (("schimpanse",), ("wahrsagerin",))


@pytest.mark.rule("WAK-26")
def test_with_no_card_in_either_pile_the_rest_of_a_draw_lapses():
    state = table("wahrsagerin schimpanse", "handel", gold=(8, 0), pile="handel")
    assert told(state, Play("wahrsagerin"), 0)[1:] == [Drew(0, ("handel",)), Lapsed(0, 1)]
    assert ask(play(state, Play("wahrsagerin"))) is Ask.PLAY


@pytest.mark.rule("WAK-26")
@pytest.mark.parametrize(("pile", "discard"), [("handel feuer", "feuer"), ("handel feuer feuer", "")])
def test_with_fire_cards_only_the_rest_lapses_and_no_tile_turns(pile: str, discard: str):
    state = table("wahrsagerin schimpanse", "handel", gold=(8, 0), pile=pile, discard=discard)
    after = play(state, Play("wahrsagerin"))
    assert told(state, Play("wahrsagerin"), 0)[1:] == [Drew(0, ("handel",)), Lapsed(0, 1)]
    assert after.burning
    assert (after.pile, after.discard) == (tuple(pile.split()[1:]), tuple(discard.split()))


@pytest.mark.rule("WAK-26")
@pytest.mark.parametrize("discard", ["", "feuer feuer"])
def test_a_seer_who_sees_no_card_is_not_playable(discard: str):
    state = table("wahrsagerin schimpanse", "handel", pile="", discard=discard)
    assert playable(state) == {"schimpanse"}
    assert refused(state, Play("wahrsagerin")) == ("WAK-26", "Seer cannot be played: there is no card to draw.")


@pytest.mark.rule("WAK-27")
def test_the_display_goes_to_the_discard_pile_at_the_end_of_the_turn():
    state = play(looked(table(CHIMPS, "handel", discard="handel"), 2), STOP)
    assert state.discard == ("handel",)
    after = play(state, Supply(0, 1))
    assert (after.discard, after.display) == (("handel", "schimpanse", "schimpanse"), ())
    assert GAME.view(after, 1).discard == after.discard


@pytest.mark.rule("WAK-27")
def test_substitute_cards_are_discarded_face_up():
    state = play(table("schimpanse regenmacher trommler", "handel"), Substitute())
    state = play(state, Lay(("regenmacher", "schimpanse", "trommler")), Buy("boat_2"), STOP)
    assert told(state, Supply(0, 2), 1)[1] == Discarded(0, ("regenmacher", "schimpanse", "trommler"))
    assert play(state, Supply(0, 2)).discard == ("regenmacher", "schimpanse", "trommler")


# Boats and the pile of goods.


@pytest.mark.rule("WAK-05", "WAK-28")
def test_boats_are_refilled_only_at_the_end_of_the_turn():
    state = table("handel handel handel", "handel", gold=(20, 8), heap="stoffe felle schmuck ...")
    state = play(state, Play("handel"), Buy("boat_3"))
    assert state.boats[2:5] == (None, None, None)
    state = play(state, Play("handel"))
    assert offered(state, Buy) == {Buy("boat_2"), Buy("boat_4"), Buy("boat_5")}
    assert refused(state, Buy("boat_3")) == ("WAK-28", "The boat for 3 gold is empty until the turn ends.")
    state = play(state, Buy("boat_2"), STOP)
    assert told(state, Supply(0, 1))[1:] == [
        Refilled("boat_2", ("?", "?")),
        Refilled("boat_3", ("schmuck", "?", "?")),
    ]
    after = play(state, Supply(0, 1))
    assert [spot.good for spot in after.boats[:3] if spot] == ["stoffe", "felle", "schmuck"]
    assert len(after.heap) == len(state.heap) - 5


@pytest.mark.rule("WAK-28")
def test_a_boat_that_was_not_bought_keeps_its_goods():
    state = table("handel", "handel")
    after = play(state, Play("handel"), Buy("boat_2"), STOP, Supply(0, 2))
    assert after.boats[2:] == state.boats[2:]


def refilling(heap: str, village: str = "tee tee tee salz salz salz felle felle") -> State:
    """The boat for 5 gold has to be refilled, and the pile of goods is this."""
    state = table("handel", "handel", heap=heap, village=village)
    return play(state, Play("handel"), Buy("boat_5"), STOP, Supply(0, 2))


@pytest.mark.rule("WAK-29")
def test_when_the_goods_are_used_up_all_village_goods_make_a_new_pile_and_six_of_it_the_stock():
    state = refilling("")
    assert (GAME.actor(state), ask(state)) == (NATURE, Ask.REFILL)
    assert GAME.legal(state) == Shuffles(state.village, Heaped)
    assert refused(state, Heaped(state.village[1:])) == (
        "WAK-29",
        "Now the goods of the village are shuffled, all of them.",
    )
    mixed = ("tee", "salz", "felle", "salz", "salz", "felle", "tee", "tee")
    assert told(state, Heaped(mixed))[0] == HeapMade(2, ("felle", "felle", "salz", "salz", "salz", "tee"))
    after = play(state, Heaped(mixed))
    assert after.village == ("felle", "felle", "salz", "salz", "salz", "tee")
    assert [spot.good for spot in after.boats[8:] if spot] == ["tee", "tee"]


@pytest.mark.rule("WAK-30")
def test_it_is_made_only_when_a_good_is_needed():
    state = refilling("tee tee tee tee")
    assert (state.heap, state.turn, ask(state)) == ((), 1, Ask.PLAY)


@pytest.mark.rule("WAK-30")
def test_it_is_made_amid_a_refill_too():
    state = refilling("stoffe schmuck stoffe", village="tee tee tee salz salz salz felle felle fruechte fruechte")
    assert [spot and spot.good for spot in state.boats[8:]] == ["stoffe", "schmuck", "stoffe", None]
    mixed = (*state.village[4:], *state.village[:4])
    after = play(state, Heaped(mixed))
    assert told(state, Heaped(mixed))[1] == Refilled("boat_5", ("?",))
    assert (after.boats[11].good if after.boats[11] else None) == mixed[6]
    assert after.turn == 1


@pytest.mark.rule("WAK-30")
def test_pile_and_village_always_have_48_goods_or_more():
    """All four stalls are full and all boats, too."""
    stalls = ["tee tee tee salz salz salz", "felle felle felle stoffe stoffe stoffe"] * 2
    state = table("handel", "handel", "handel", "handel", stalls=stalls)
    assert len(state.heap) + len(state.village) == 48


def test_an_altered_start_with_too_few_goods_leaves_fields_empty():
    state = refilling("tee", village="tee salz")
    assert (state.turn, [spot is None for spot in state.boats[8:]]) == (1, [False, True, True, True])
    assert Buy("boat_5") in GAME.legal(play(state, Play("handel")))
    assert told(play(state, Play("handel")), Buy("boat_5")) == [Bought(1, "boat_5", 5, ("tee",))]


def test_what_belongs_to_another_moment_is_refused_with_the_open_question():
    state = table("handel", "handel")
    assert refused(state, Sell("tee")) == ("WAK-14", "Now play a card, or play no more.")
    assert refused(state, Heaped(state.village)) == ("WAK-14", "Now play a card, or play no more.")
