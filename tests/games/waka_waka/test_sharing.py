from __future__ import annotations

from typing import Any

import pytest
from msgspec import ValidationError, convert

from rumms.games.waka_waka.events import Drew, NotShared, Shared, Took
from rumms.games.waka_waka.game import GAME
from rumms.games.waka_waka.state import (
    Action,
    Ask,
    Buy,
    Decline,
    Discard,
    Enough,
    Give,
    Look,
    Options,
    Play,
    Rise,
    Share,
    State,
    Supply,
    Take,
)

from .table import NO, STOP, ask, choices, play, refused, table, told

YES = Share()


def gathered(*others: str, **words: Any) -> State:
    """Seat 1 has played a Gatherer and taken tea; the others hold these cards."""
    return play(table("sammlerin schimpanse", *others, **words), Play("sammlerin"), Take("tee"))


@pytest.mark.rule("WAK-31")
def test_gatherer_porter_drummer_and_seer_have_a_gold_symbol():
    assert set(Options().gold_symbol_cards) == {"sammlerin", "traeger", "trommler", "wahrsagerin"}


@pytest.mark.rule("WAK-31", "WAK-32")
@pytest.mark.parametrize(
    ("card", "answers"),
    [
        ("sammlerin", (Take("tee"),)),
        ("traeger", (Give("tee"), Take("salz"))),
        ("trommler", (Discard("schimpanse"), Enough())),
        ("wahrsagerin", ()),
    ],
)
def test_a_card_with_a_gold_symbol_is_offered_to_the_others_once_it_is_carried_out(
    card: str, answers: tuple[Action, ...]
):
    state = table(f"{card} schimpanse schimpanse", "handel", "handel", stalls=["tee", "tee", "tee"])
    state = play(state, Play(card), *answers)
    assert (ask(state), GAME.actor(state)) == (Ask.SHARE, 1)
    assert choices(state) == {YES, NO}


@pytest.mark.rule("WAK-31")
@pytest.mark.parametrize(
    ("card", "answers"),
    [
        ("handel", (Buy("boat_2"),)),
        ("schamane", ()),
        ("regenmacher", ()),
        ("schimpanse", (Look(("boat_2.1", "boat_2.2")),)),
    ],
)
def test_a_card_without_one_is_not(card: str, answers: tuple[Action, ...]):
    state = table(f"{card} handel", "handel", gold=(20, 20), steps=(1, 1))
    state = play(state, Play(card), *answers)
    assert (ask(state), GAME.actor(state)) == (Ask.PLAY, 0)


@pytest.mark.rule("WAK-31")
def test_the_players_may_agree_on_other_symbols():
    state = table("regenmacher sammlerin", "handel", steps=(2, 3), gold_symbol_cards=("regenmacher",))
    state = play(state, Play("regenmacher"))
    assert ask(state) is Ask.SHARE
    state = play(state, YES)
    assert state.gold == (8 + 2 + 1, 8 - 1 + 3)
    assert ask(play(state, Play("sammlerin"), Take("tee"))) is Ask.PLAY


@pytest.mark.rule("WAK-31")
def test_a_torch_thrower_can_have_none():
    with pytest.raises(ValidationError):
        convert({"gold_symbol_cards": ["fackelwerfer"]}, Options)
    with pytest.raises(ValidationError):
        convert({"gold_symbol_cards": ["feuer"]}, Options)


@pytest.mark.rule("WAK-32")
def test_each_other_player_is_asked_once_in_clockwise_order():
    state = play(table("handel", "sammlerin", "handel", "handel", first_player=2), Play("sammlerin"), Take("tee"))
    asked = []
    while ask(state) is Ask.SHARE:
        asked.append(GAME.actor(state))
        state = play(state, NO)
    assert asked == [2, 3, 0]
    assert (ask(state), state.turn) == (Ask.PLAY, 1)


@pytest.mark.rule("WAK-32")
def test_who_shares_does_so_once_and_then_the_next_is_asked():
    state = gathered("handel", "handel")
    state = play(state, YES, Take("salz"))
    assert (ask(state), GAME.actor(state)) == (Ask.SHARE, 2)
    assert state.stalls == (("tee",), ("salz",), ())


@pytest.mark.rule("WAK-32")
def test_who_declines_is_told_of():
    assert told(gathered("handel"), NO) == [NotShared(1, "sammlerin")]


@pytest.mark.rule("WAK-33")
def test_a_sharer_first_pays_1_gold_to_the_player_who_played_it():
    state = gathered("handel")
    assert told(state, YES) == [Shared(1, 0, "sammlerin", 1)]
    state = play(state, YES)
    assert (state.gold, ask(state)) == ((9, 7), Ask.TAKE)


@pytest.mark.rule("WAK-33")
def test_without_1_gold_nobody_shares():
    state = gathered("handel", "handel", gold=(8, 0, 1))
    assert GAME.actor(state) == 2
    assert play(state, YES).gold == (9, 0, 0)


@pytest.mark.rule("WAK-33")
def test_the_player_who_played_it_cannot_forbid_it():
    state = play(gathered("handel"), YES)
    assert (ask(state), GAME.actor(state)) == (Ask.TAKE, 1)
    assert refused(state, Decline())[0] == "WAK-72"


@pytest.mark.rule("WAK-34")
def test_the_sharer_makes_his_own_choices_for_his_own_stall():
    state = play(gathered("handel", stalls=["", "felle felle felle felle felle salz"]), YES)
    assert told(state, Take("schmuck")) == [Took(1, "schmuck")]
    state = play(state, Take("schmuck"))
    assert (ask(state), GAME.actor(state)) == (Ask.SURPLUS, 1)
    state = play(state, Give("salz"))
    assert state.stalls == (("tee",), ("felle",) * 5 + ("schmuck",))
    assert GAME.actor(state) == 0


@pytest.mark.rule("WAK-34")
def test_the_sharers_own_turn_and_supply_are_not_affected():
    state = play(gathered("schimpanse schimpanse"), YES, Take("salz"), STOP, Supply(0, 2))
    assert (state.turn, state.display) == (1, ())
    state = play(state, STOP)
    assert Supply(3, 0) in GAME.legal(state)


@pytest.mark.rule("WAK-34")
def test_the_supply_of_who_played_it_counts_his_own_cards_only():
    state = play(gathered("handel"), YES, Take("salz"), STOP)
    assert choices(state) == {Supply(2, 0), Supply(1, 1), Supply(0, 2)}


@pytest.mark.rule("WAK-35")
def test_each_decides_knowing_what_those_before_him_did():
    state = play(gathered("handel", "handel", village="tee salz salz"), YES)
    assert GAME.view(state, 2).stalls == (("tee",), (), ())
    state = play(state, Take("salz"))
    seen = GAME.view(state, 2)
    assert GAME.actor(state) == 2
    assert (seen.stalls, seen.village, seen.gold) == ((("tee",), ("salz",), ()), ("salz",), (9, 7, 8))


@pytest.mark.rule("WAK-35")
def test_who_cannot_use_it_is_not_asked():
    state = gathered("handel", "handel", village="tee salz")
    state = play(state, YES, Take("salz"))
    assert state.village == ()
    assert (ask(state), state.turn) == (Ask.PLAY, 0)


@pytest.mark.rule("WAK-35")
def test_who_has_no_goods_is_not_asked_about_a_porter_and_who_has_no_cards_not_about_a_drummer():
    state = table("traeger", "handel", "handel", stalls=["tee", "", "tee"])
    state = play(state, Play("traeger"), Give("tee"), Take("salz"))
    assert GAME.actor(state) == 2
    state = table("trommler handel", "", "handel")
    state = play(state, Play("trommler"), Discard("handel"))
    assert (ask(state), GAME.actor(state)) == (Ask.SHARE, 2)


@pytest.mark.rule("WAK-35")
def test_a_seer_is_not_offered_when_no_card_is_left():
    state = table("wahrsagerin handel", "handel", pile="schamane trommler")
    assert told(state, Play("wahrsagerin"), 0)[1:] == [Drew(0, ("schamane", "trommler"))]
    assert ask(play(state, Play("wahrsagerin"))) is Ask.PLAY


@pytest.mark.rule("WAK-31")
def test_a_shared_trade_is_the_sharers_own():
    state = table("handel", "schimpanse", stalls=["", "tee tee"], gold_symbol_cards=("handel",))
    state = play(state, Play("handel"), Buy("boat_3"), YES)
    assert (ask(state), GAME.actor(state)) == (Ask.TRADE, 1)
    assert play(state, Rise(("tee", "tee"))).steps == (0, 1)


@pytest.mark.rule("WAK-35")
def test_what_the_sharer_could_no_longer_pay_after_his_gold_is_not_offered():
    state = table("handel", "schimpanse", gold=(8, 2), gold_symbol_cards=("handel",))
    assert ask(play(state, Play("handel"), Buy("boat_3"))) is Ask.PLAY
    state = table("handel", "schimpanse", gold=(8, 3), gold_symbol_cards=("handel",))
    assert ask(play(state, Play("handel"), Buy("boat_3"))) is Ask.SHARE
