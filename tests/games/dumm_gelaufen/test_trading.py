from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from rumms.games.dumm_gelaufen.cards import NUMBERS
from rumms.games.dumm_gelaufen.game import GAME
from rumms.games.dumm_gelaufen.state import (
    Drawing,
    Drew,
    Fulfilled,
    Lapsed,
    Laying,
    Moving,
    PileMade,
    Play,
    Refilling,
    Shuffled,
    Stop,
    Taking,
    Trade,
    Traded,
)
from rumms.kernel.game import NATURE, Forced
from tests.sentences import why_not

from .table import (
    DRAW,
    ONE,
    TWO,
    cards,
    choices,
    events,
    lay,
    play,
    random_game,
    refused,
    settled,
    table,
    take,
    task,
    told,
)

HAND = "b8 b9 b10 y8 y9"


# A turn.


@pytest.mark.rule("DUM-16")
def test_the_person_in_turn_trades_or_plays_a_green_card_and_never_both():
    state = table(f"{HAND} G7 G3", HAND)
    assert choices(state) == {TWO, ONE, Play("G7"), Play("G3")}
    assert task(play(state, Play("G7"))) == Moving(1)
    traded = play(state, TWO, take("b1"), take("b2"), lay("b8", "mac"))
    assert task(traded) == Moving(1)
    assert "G7" in traded.hands[0]
    assert refused(play(state, TWO), Play("G7"))[0] == "DUM-18"


@pytest.mark.rule("DUM-16")
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_play_goes_clockwise(seats: int):
    turns = [move.seat for move in random_game(seats, 1) if isinstance(move.action, Trade | Play)]
    rounds = {move.after.number for move in random_game(seats, 1)}
    assert sum(later != (turn + 1) % seats for turn, later in pairwise(turns)) <= len(rounds)
    state = table(HAND, "g8 g9", "g10 g11")
    state = play(state, TWO, take("b1"), take("b2"), lay("b8", "mac"))
    assert GAME.actor(state) == 1


@pytest.mark.rule("DUM-17")
def test_passing_is_refused_with_the_reason():
    state = table(HAND, HAND)
    assert refused(state, Stop()) == ("DUM-17", "Now trade or play a green card; passing is not allowed.")
    assert refused(state, take("b1"))[0] == "DUM-18"
    assert refused(state, Play("G1"))[0] == "DUM-39"


@pytest.mark.rule("DUM-17")
def test_some_trade_is_always_legal():
    """Even with nothing but one card of Mac's."""
    state = table("G1", "G2", mac="b1", left="", right="", draw="")
    assert choices(state) == {ONE}
    for move in random_game(6, 3):
        if move.before.tasks and isinstance(move.before.tasks[0], Moving):
            assert {TWO, ONE} & choices(move.before)


# Trades.


@pytest.mark.rule("DUM-18")
@pytest.mark.parametrize(("trade", "taken", "laid"), [(TWO, "y4 y3", "b8"), (ONE, "y4", "b8 b9")])
def test_a_trade_takes_two_and_lays_one_or_takes_one_and_lays_two(trade: Trade, taken: str, laid: str):
    state = table(HAND, HAND, left="y1 y3 y4")
    assert told(state, trade) == [Traded(0, trade.take)]
    state = play(state, trade)
    for word in taken.split():
        assert isinstance(task(state), Taking)
        state = play(state, take(word, "left"))
    assert task(state) == Laying(0, len(laid.split()), "piles")
    for word in laid.split():
        state = play(state, lay(word))
    assert task(state) == Moving(1)
    assert sorted(state.hands[0]) == sorted({*cards(f"{HAND} {taken}")} - {*cards(laid)})


@pytest.mark.rule("DUM-18")
def test_the_ratio_is_named_first_and_each_source_when_its_card_is_taken():
    state = play(table(HAND, HAND, left="y1 y3", right="y2"), TWO)
    assert choices(state) == {*(take(f"b{n}") for n in range(1, 8)), DRAW, take("y3", "left"), take("y2", "right")}
    state = play(state, take("y3", "left"))
    assert choices(state) == {take("y1", "left"), take("y2", "right")}


@pytest.mark.rule("DUM-19")
def test_all_cards_are_taken_before_any_is_laid_down():
    state = play(table(HAND, HAND), TWO, take("b1"))
    assert refused(state, lay("b8", "mac")) == ("DUM-19", "Take all cards first, then lay down.")
    assert refused(play(state, take("b2")), take("b3"))[0] == "DUM-18"
    assert refused(state, Stop()) == ("DUM-18", "Now take a card.")


@pytest.mark.rule("DUM-20")
def test_a_trade_is_with_mac_or_with_the_discard_area_never_with_both():
    state = play(table(HAND, HAND, left="y1 y3"), TWO)
    from_mac, from_pile, drawn = play(state, take("b1")), play(state, take("y3", "left")), play(state, DRAW)
    assert refused(from_mac, take("y3", "left"))[0] == refused(from_mac, DRAW)[0] == "DUM-20"
    assert refused(from_pile, take("b1"))[0] == refused(drawn, take("b1"))[0] == "DUM-20"
    assert choices(from_mac) == {take(f"b{n}") for n in range(2, 8)}


@pytest.mark.rule("DUM-20")
def test_cards_are_laid_down_in_the_area_they_were_taken_from():
    state = table(HAND, HAND, left="y1 y3")
    at_mac = play(state, TWO, take("b1"), take("b2"))
    assert choices(at_mac) == {lay(word, "mac") for word in f"b1 b2 {HAND}".split()}
    assert refused(at_mac, lay("b8", "left"))[0] == "DUM-20"
    at_piles = play(state, TWO, take("y3", "left"), take("y2", "right"))
    assert refused(at_piles, lay("b8", "mac"))[0] == "DUM-20"
    assert refused(settled(play(state, TWO, DRAW)), lay("b8", "mac"))[0] == "DUM-20"


@pytest.mark.rule("DUM-21")
def test_only_number_cards_can_be_laid_down():
    state = play(table(f"{HAND} G1", HAND), TWO, take("b1"), take("b2"))
    assert refused(state, lay("G1", "mac")) == ("DUM-21", "Only number cards can be laid down, not Clear-out.")
    assert all(action.card in NUMBERS for action in GAME.legal(state))  # type: ignore[attr-defined]


@pytest.mark.rule("DUM-21")
def test_only_cards_of_the_hand_can_be_laid_down():
    state = play(table(HAND, HAND), TWO, take("b1"), take("b2"))
    assert refused(state, lay("g8", "mac")) == ("DUM-21", "green 8 is not in your hand.")


@pytest.mark.rule("DUM-22")
def test_a_card_taken_in_this_turn_may_be_laid_down_again():
    state = play(table(HAND, HAND), TWO, take("b1"), take("b2"), lay("b1", "mac"))
    assert sorted(state.hands[0]) == sorted(cards(f"{HAND} b2"))
    state = play(table(HAND, HAND), ONE, take("y1", "left"), lay("y1", "right"), lay("b8", "right"))
    assert state.piles == ((), cards("y2 y1 b8"))


# Mac.


@pytest.mark.rule("DUM-23")
def test_from_mac_one_takes_any_of_his_cards():
    state = play(table(HAND, HAND, mac="b1 g9 g9 y11"), TWO)
    assert choices(state) >= {take("b1"), take("g9"), take("y11")}
    state = play(state, take("g9"))
    assert choices(state) == {take("b1"), take("g9"), take("y11")}
    state = play(state, take("y11"))
    assert sorted(state.mac) == sorted(cards("b1 g9"))
    assert refused(play(table(HAND, HAND), TWO), take("g9")) == ("DUM-23", "Mac does not have green 9.")


@pytest.mark.rule("DUM-24", "DUM-38")
def test_with_seven_cards_at_mac_only_two_for_one_is_legal():
    state = table(HAND, HAND)
    assert len(state.mac) == 7
    assert refused(play(state, ONE), take("b1")) == (
        "DUM-24",
        "Mac never has more than 7 cards: take yours from the piles.",
    )
    assert choices(play(state, ONE)) == {DRAW, take("y1", "left"), take("y2", "right")}
    assert len(play(state, TWO, take("b1"), take("b2"), lay("b8", "mac")).mac) == 6


@pytest.mark.rule("DUM-24", "DUM-38")
def test_with_six_one_for_two_leaves_seven_and_two_for_one_five():
    state = table(HAND, HAND, mac="b1 b2 b3 b4 b5 b6")
    assert len(play(state, ONE, take("b1"), lay("b8", "mac"), lay("b9", "mac")).mac) == 7
    assert len(play(state, TWO, take("b1"), take("b2"), lay("b8", "mac")).mac) == 5


@pytest.mark.rule("DUM-25")
def test_with_a_single_card_only_one_for_two_is_legal():
    state = table(HAND, HAND, mac="b1")
    assert why_not(GAME, play(state, TWO), take("b1")) == (
        "Mac has a single card, and you take two: take them from the piles.",
        "Mac hat nur eine Karte, du nimmst aber zwei: Nimm sie von den Stapeln.",
    )
    assert take("b1") in choices(play(state, ONE))
    assert len(play(state, ONE, take("b1"), lay("b8", "mac"), lay("b9", "mac")).mac) == 2
    assert len(play(table(HAND, HAND, mac="b1 b2"), TWO, take("b1"), take("b2"), lay("b8", "mac")).mac) == 1


@pytest.mark.rule("DUM-24", "DUM-25")
@pytest.mark.parametrize("seats", [2, 5])
def test_mac_never_has_more_than_seven_cards_or_none_after_a_turn(seats: int):
    for move in random_game(seats, 2):
        if move.after.tasks and isinstance(move.after.tasks[0], Moving):
            assert 1 <= len(move.after.mac) <= 7


# The discard area.


@pytest.mark.rule("DUM-26")
def test_one_takes_from_the_draw_pile_or_from_number_piles_and_does_not_mix_them():
    state = play(table(HAND, HAND, left="y1 y3", draw="g1 g2 ..."), TWO)
    drawn = play(state, DRAW)
    assert GAME.legal(drawn) == Forced((DRAW,))
    assert refused(drawn, take("y3", "left")) == (
        "DUM-26",
        "Draw pile and number piles cannot be mixed in one trade.",
    )
    assert set(cards("g1 g2")) <= set(settled(drawn).hands[0])
    taken = play(state, take("y3", "left"))
    assert refused(taken, DRAW)[0] == "DUM-26"
    assert play(taken, take("y2", "right")).piles == (cards("y1"), ())
    assert play(taken, take("y1", "left")).piles == ((), cards("y2"))


@pytest.mark.rule("DUM-26")
def test_the_players_may_agree_to_mix_them():
    state = play(table(HAND, HAND, draw="g1 ...", options={"mix_draw_and_discard": True}), TWO)
    drawn = play(state, DRAW)
    assert choices(drawn) == {DRAW, take("y1", "left"), take("y2", "right")}
    after = play(drawn, take("y1", "left"))
    assert {"green_01", "yellow_01"} <= set(after.hands[0])
    assert choices(play(state, take("y1", "left"))) == {DRAW, take("y2", "right")}
    assert refused(drawn, take("b1"))[0] == "DUM-20"
    few = table(HAND, HAND, left="y1", right="", draw="g1", options={"mix_draw_and_discard": True})
    assert {take("y1", "left"), DRAW} <= choices(play(few, TWO))


@pytest.mark.rule("DUM-25")
def test_mac_without_a_card_is_not_said_to_have_some():
    state = replace(table(HAND, HAND, mac="b1"), mac=())
    for trade in (ONE, TWO):
        assert why_not(GAME, play(state, trade), take("b1")) == ("Mac has no card left.", "Mac hat keine Karte mehr.")


@pytest.mark.rule("DUM-26")
def test_two_cards_cannot_be_taken_where_only_one_lies():
    state = play(table(HAND, HAND, left="y1", right=""), TWO)
    assert take("y1", "left") not in choices(state)
    assert take("y1", "left") in choices(play(table(HAND, HAND, left="y1", right=""), ONE))


@pytest.mark.rule("DUM-27")
def test_only_the_top_card_of_a_number_pile_can_be_taken():
    state = play(table(HAND, HAND, left="g1 g2 g3"), TWO)
    assert take("g3", "left") in choices(state)
    assert refused(state, take("g2", "left")) == (
        "DUM-27",
        "Only the top card of a number pile can be taken, not green 2.",
    )
    assert why_not(GAME, state, take("g2", "left"))[1] == (
        "Von einem Zahlenstapel kannst du nur die oberste Karte nehmen, nicht Grün 2."
    )
    state = play(state, take("g3", "left"), take("g2", "left"))
    assert state.piles[0] == cards("g1")
    assert set(cards("g2 g3")) <= set(state.hands[0])


@pytest.mark.rule("DUM-28")
def test_one_lays_down_on_one_or_both_number_piles_in_any_order():
    state = play(table(HAND, HAND), ONE, take("y1", "left"))
    assert choices(state) == {lay(word, pile) for word in f"y1 {HAND}".split() for pile in ("left", "right")}
    both = play(state, lay("y9", "right"), lay("b8", "left"))
    assert both.piles == (cards("b8"), cards("y2 y9"))
    assert play(state, lay("y9"), lay("b8")).piles == (cards("y9 b8"), cards("y2"))


@pytest.mark.rule("DUM-29")
@pytest.mark.parametrize(("trade", "drawn"), [(ONE, "B3 ..."), (TWO, "B3 g1 ..."), (TWO, "g1 B3 ...")])
def test_a_blue_card_drawn_is_carried_out_and_nothing_is_laid_down(trade: Trade, drawn: str):
    state = settled(play(table(HAND, "y10 y11", draw=drawn), trade, DRAW))
    assert task(state) == Moving(1)
    assert state.actions == ("B3",)
    assert len(state.hands[1]) == 5 + (trade is TWO)
    assert state.piles == (cards("y1"), cards("y2"))


@pytest.mark.rule("DUM-30")
def test_of_two_blue_cards_the_person_chooses_the_order():
    state = settled(play(table(HAND, "y10 y11", draw="B3 B1 ..."), TWO, DRAW))
    assert {action.card for action in GAME.legal(state)} == {"B1", "B3"}  # type: ignore[attr-defined]
    assert state.hands == (cards("b8 b9 b10 y8 y9"), cards("y10 y11"))


@pytest.mark.rule("DUM-30")
def test_both_cards_are_drawn_before_a_blue_one_and_what_else_came_is_kept():
    state = play(table(HAND, "y10", draw="B1 G3 ...", murphys="M28 M29"), TWO)
    first = play(state, DRAW)
    assert first.blues == ("B1",)
    assert first.hands[0] == cards(HAND)
    assert told(state, DRAW) == [Drew(0, ("B1",))]
    after = settled(first)
    assert after.hands[1] == cards(f"{HAND} G3")
    assert after.murphys == ("M29", "M28")


@pytest.mark.rule("DUM-31")
def test_a_green_card_drawn_goes_into_the_hand_and_number_cards_are_laid_down_all_the_same():
    state = settled(play(table(HAND, HAND, draw="G3 g1 ..."), TWO, DRAW))
    assert task(state) == Laying(0, 1, "piles")
    assert {"G3", "green_01"} <= set(state.hands[0])
    state = play(table(HAND, HAND, draw="G3 ..."), ONE, DRAW)
    assert task(state) == Laying(0, 2, "piles")


@pytest.mark.rule("DUM-32")
def test_whoever_has_fewer_number_cards_than_asked_for_lays_down_all_he_has():
    after = play(table("G1", HAND), ONE, take("y1", "left"), lay("y1"))
    assert after.hands[0] == ("G1",)
    assert task(after) == Refilling(0)
    nothing = play(table("G1", HAND, draw="G2 ..."), ONE, DRAW)
    assert nothing.hands[0] == cards("G1 G2")
    assert task(nothing) == Refilling(0)


# The draw pile.


@pytest.mark.rule("DUM-33")
def test_action_pile_and_number_piles_become_the_draw_pile_but_for_the_top_cards():
    state = table(HAND, HAND, left="g1 g2 g3", right="g4 g5", draw="", actions="B1 G2")
    state = play(state, ONE, DRAW)
    assert GAME.actor(state) == NATURE
    assert Shuffled(cards("g4 g2 g1 B1 G2")) in GAME.legal(state)
    for wrong in ("g4 g2 g1 B1", "g4 g2 g1 B1 G2 g3", "g5 g4 g2 g1 B1 G2"):
        assert refused(state, Shuffled(cards(wrong)))[0] == "DUM-33"
    chance = Shuffled(cards("g4 g2 g1 B1 G2"))
    assert told(state, chance, 1)[:1] == [PileMade(5)]
    state = play(state, chance)
    assert state.piles == (cards("g3"), cards("g5"))
    assert (state.draw, state.actions) == (cards("g2 g1 B1 G2"), ())
    assert "green_04" in state.hands[0]


@pytest.mark.rule("DUM-33")
def test_it_is_not_shuffled_before_a_card_is_needed():
    state = table(HAND, HAND, left="g1 g2 g3", draw="g4")
    state = play(state, ONE, DRAW)
    assert state.draw == ()
    assert state.piles[0] == cards("g1 g2 g3")
    assert GAME.actor(state) == 0


@pytest.mark.rule("DUM-34")
def test_it_is_shuffled_amid_a_draw_and_the_rest_lapses_if_there_is_no_card_even_so():
    state = table(HAND, HAND, left="g1 g2", right="y2", draw="g4")
    state = play(state, TWO, DRAW, DRAW)
    assert task(state) == Drawing(0, 1)
    assert {"green_01", "green_04"} <= set(play(state, Shuffled(cards("g1"))).hands[0])
    state = play(table(HAND, HAND, left="g1", right="y2", draw="g4"), TWO, DRAW)
    assert task(state) == Laying(0, 1, "piles")
    state = table("G5 b8 b9", HAND, left="", right="", draw="g4")
    state = play(state, Play("G5"), lay("b8"), lay("b9"), Shuffled(cards("G5 b8")))
    assert sorted(state.hands[0]) == sorted(cards("g4 G5"))
    short = table("G5 b8 b9", HAND, left="", right="", draw="")
    short = play(short, Play("G5"), lay("b8", "left"))
    assert any(isinstance(event, Lapsed) for event in told(play(short, lay("b9", "right")), Shuffled(cards("G5"))))


@pytest.mark.rule("DUM-34")
def test_an_empty_number_pile_stays_empty_until_someone_lays_a_card_there():
    state = play(table(HAND, HAND), ONE, take("y1", "left"), lay("b8", "right"), lay("b9", "right"))
    assert state.piles[0] == ()
    assert take("b9", "right") in choices(play(state, ONE))
    assert not any(action == take("y1", "left") for action in choices(play(state, ONE)))
    state = play(state, ONE, take("b9", "right"), lay("b9", "left"), lay("b8", "left"))
    assert state.piles[0] == cards("b9 b8")


# Worked examples.


@pytest.mark.rule("DUM-35")
def test_paul_takes_the_blue_11_and_lays_down_the_2_and_the_4():
    hand = "b1 y3 y5 g5 y7 g7 g9 y9"
    state = table(f"{hand} y2 b4", "b8 b9", murphys="M07 M29", mac="y8 g8", left="b11", right="g2")
    state = play(state, ONE, take("b11", "left"), lay("y2"))
    fulfilled = events(state, lay("b4", "right"))
    assert Fulfilled(0, "M07", tuple(sorted(cards(f"{hand} b11"), key=list(NUMBERS).index))) in fulfilled
    assert play(state, lay("b4", "right")).fulfilled == (("M07",), ())


@pytest.mark.rule("DUM-36")
def test_taking_a_card_from_the_draw_pile_instead_was_legal_too():
    hand = "b1 y3 y5 g5 y7 g7 g9 y9 y2 b4"
    lying: dict[str, Any] = {"murphys": "M07 M29", "mac": "y8 g8", "left": "b11", "right": "g2"}
    after = play(table(hand, "b8 b9", draw="g11 ...", **lying), ONE, DRAW, lay("y2"), lay("b4"))
    assert after.fulfilled == (("M07",), ())
    after = play(table(hand, "b8 b9", draw="g10 ...", **lying), ONE, DRAW, lay("y2"), lay("b4"))
    assert after.fulfilled == ((), ())


@pytest.mark.rule("DUM-37")
def test_valentina_takes_the_blue_10_and_the_blue_11_from_mac_for_the_6():
    state = table("b10 y10 g10 y11 y6 G1", "b8 b9", murphys="M09 M29", mac="b10 b11 g1 g2 g3 g4 y1", left="y3")
    state = play(state, TWO, take("b10"), take("b11"), lay("y6", "mac"))
    assert state.fulfilled == (("M09",), ())
    assert len(state.mac) == 6
    assert sorted(state.hands[0]) == sorted(cards("b10 b10 y10 g10 y11 b11 G1"))
