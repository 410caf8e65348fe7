from __future__ import annotations

from collections import Counter
from itertools import chain
from random import Random
from typing import Any

import pytest

from rumms.games.waka_waka.cards import BACK, FIRE, TRADE
from rumms.games.waka_waka.events import Discarded, Drew, HandShown, Looked, Substituted
from rumms.games.waka_waka.game import GAME
from rumms.games.waka_waka.knowledge import HIDDEN_GOLD, unseen_cards
from rumms.games.waka_waka.state import (
    Ask,
    Buy,
    Dealt,
    Heaped,
    Lay,
    Look,
    Play,
    Share,
    Shuffled,
    State,
    Substitute,
    Supply,
    Take,
    Visit,
)
from rumms.kernel.game import NATURE, Forced, Listed, heard

from .table import NO, STOP, ask, cards_of, end_turn, goods_of, play, random_game, refused, table, told

LOOK = Look(("boat_3.2", "boat_3.3"))
JUNK = "regenmacher schimpanse schimpanse trommler"
LAID = Lay(("regenmacher", "schimpanse", "schimpanse"))
OPTIONS: list[dict[str, Any]] = [
    {},
    {"elder_shows_to": "player"},
    {"gold_open": False},
    {"gold_open": False, "bank_gold": 160},
    {"chimp_same_boat": False},
    {"substitute_needs_no_trade": False},
    {"gold_symbol_cards": ("handel", "schamane", "stammesaeltester", "regenmacher", "schimpanse", "wahrsagerin")},
]
EYES = (2, 5, 6, 8, 9)
EVERY = pytest.mark.parametrize("options", OPTIONS, ids=str)


# Decisions.


@pytest.mark.rule("WAK-87")
@EVERY
@pytest.mark.parametrize("seats", [2, 4])
def test_who_decides_what(seats: int, options: dict[str, Any]):
    """All is decided by the player in turn but sharing, what a sharer does, and the exchange after an Elder."""
    for move in random_game(seats, 2, **options):
        state, task = move.before, move.before.tasks[0]
        match task.ask:
            case Ask.PLAY | Ask.LAY | Ask.SUPPLY | Ask.LIMIT:
                assert move.seat == state.turn
            case Ask.SHARE:
                assert move.seat != state.turn
            case _ if not any(other.ask is Ask.SHARE for other in state.tasks) and move.seat != NATURE:
                assert task.ask in {Ask.EXCHANGE, Ask.FIGURE} or move.seat == state.turn


@pytest.mark.rule("WAK-87")
def test_the_sharer_and_the_player_chosen_decide_for_themselves():
    state = table("sammlerin stammesaeltester", "handel", "handel")
    state = play(state, Play("sammlerin"), Take("tee"), Share())
    assert (ask(state), GAME.actor(state)) == (Ask.TAKE, 1)
    state = play(state, Take("salz"), NO, Play("stammesaeltester"), Visit(3), NO)
    assert (ask(state), GAME.actor(state)) == (Ask.EXCHANGE, 2)


@pytest.mark.rule("WAK-87")
def test_what_is_not_legal_is_refused_with_the_reason_and_changes_nothing():
    state = table("schamane handel", "handel")
    assert refused(state, Play("schamane")) == ("WAK-53", "Shaman cannot be played: it costs 12 gold.")
    assert refused(state, Share()) == ("WAK-14", "Now play a card, or play no more.")
    assert GAME.actor(state) == 0


@pytest.mark.rule("WAK-87")
@EVERY
@pytest.mark.parametrize("seats", [2, 3])
def test_the_game_decides_nothing_for_anyone_who_has_a_choice(seats: int, options: dict[str, Any]):
    for move in random_game(seats, 1, **options):
        legal = GAME.legal(move.before)
        assert move.forced == isinstance(legal, Forced)
        if move.seat != NATURE:
            assert isinstance(legal, Listed)
            assert (len(legal) == 1) == move.forced


@pytest.mark.rule("WAK-87")
def test_every_way_to_use_a_card_is_optional():
    state = table("sammlerin stammesaeltester", "handel", "handel")
    assert STOP in GAME.legal(state)
    assert NO in GAME.legal(play(state, Play("sammlerin"), Take("tee")))
    assert NO in GAME.legal(play(state, Play("stammesaeltester"), Visit(2)))
    assert NO in GAME.legal(play(state, Play("stammesaeltester"), Visit(2), NO))


# What everybody sees.


def public(state: State) -> tuple[object, ...]:
    """All that lies open, as the rules list it."""
    return (
        *(state.stalls, state.village, state.steps, state.burning, state.discard, state.figures, state.turn),
        *([len(hand) for hand in state.hands], len(state.pile), len(state.heap), state.tasks, state.reached),
        [cards if len(cards) == 1 else len(cards) for cards in state.display],
        [spot and (spot.good if place in EYES else "", spot.seen_by) for place, spot in enumerate(state.boats)],
    )


@pytest.mark.rule("WAK-88")
@EVERY
@pytest.mark.parametrize("seats", [2, 4])
def test_stalls_village_open_goods_steps_fire_displays_discards_and_sizes_are_public(
    seats: int, options: dict[str, Any]
):
    for move in random_game(seats, 1, **options):
        for seat in range(seats):
            assert public(GAME.view(move.after, seat)) == public(move.after)


@pytest.mark.rule("WAK-88")
def test_gold_is_public_unless_agreed_otherwise():
    assert GAME.view(table("handel", "handel", gold=(5, 9)), 0).gold == (5, 9)
    state = table("handel", "handel", gold=(5, 9), gold_open=False)
    assert GAME.view(state, 0).gold == (5, HIDDEN_GOLD)
    assert GAME.view(state, 1).gold == (HIDDEN_GOLD, 9)


@pytest.mark.rule("WAK-88")
def test_once_the_game_is_over_gold_is_counted_openly():
    final = random_game(3, 1, gold_open=False)[-1].after
    assert GAME.view(final, 0).gold == final.gold


@pytest.mark.rule("WAK-88")
def test_everybody_knows_which_goods_someone_has_looked_at():
    state = play(table("schimpanse", "schimpanse", "handel"), Play("schimpanse"), LOOK)
    for seat in range(3):
        assert [spot.seen_by for spot in GAME.view(state, seat).boats[2:5] if spot] == [(), (0,), (0,)]
    state = play(end_turn(state), Play("schimpanse"), LOOK)
    assert [spot.seen_by for spot in GAME.view(state, 2).boats[2:5] if spot] == [(), (0, 1), (0, 1)]


# What is secret.


@pytest.mark.rule("WAK-89")
def test_a_hand_is_seen_by_its_owner_alone():
    state = table("handel schamane", "trommler", "handel")
    assert GAME.view(state, 0).hands == (("handel", "schamane"), (BACK,), (BACK,))
    assert GAME.view(state, 1).hands == ((BACK, BACK), ("trommler",), (BACK,))


@pytest.mark.rule("WAK-89")
def test_substitute_cards_are_secret_to_their_owner_until_they_are_discarded():
    state = play(table(JUNK, "handel", "handel"), Substitute())
    assert told(state, LAID, 1) == [Substituted(0, 1)]
    state = play(state, LAID)
    assert GAME.view(state, 0).display == (("regenmacher", "schimpanse", "schimpanse"),)
    assert GAME.view(state, 1).display == ((BACK, BACK, BACK),)
    state = play(state, Buy("boat_2"), STOP)
    assert told(state, Supply(0, 2), 1)[1] == Discarded(0, ("regenmacher", "schimpanse", "schimpanse"))
    assert GAME.view(play(state, Supply(0, 2)), 1).discard == ("regenmacher", "schimpanse", "schimpanse")


@pytest.mark.rule("WAK-89")
def test_goods_looked_at_are_shown_to_who_looked_for_as_long_as_they_lie_there():
    state = play(table("schimpanse", "handel", "handel"), Play("schimpanse"))
    assert told(state, LOOK, 0) == [Looked(0, LOOK.fields, ("salz", "felle"))]
    assert told(state, LOOK, 1) == told(state, LOOK, 2) == [Looked(0, LOOK.fields, ())]
    state = play(state, LOOK)
    for _ in range(4):
        assert [spot.good for spot in GAME.view(state, 0).boats[2:5] if spot] == ["tee", "salz", "felle"]
        assert [spot.good for spot in GAME.view(state, 1).boats[2:5] if spot] == ["tee", BACK, BACK]
        state = end_turn(state)
    state = end_turn(play(state, Play("handel"), Buy("boat_3")))
    assert [spot.good for spot in GAME.view(state, 0).boats[3:5] if spot] == [BACK, BACK]


@pytest.mark.rule("WAK-89")
def test_both_piles_and_other_hidden_goods_are_hidden_from_all():
    state = table("handel", "handel")
    for seat in range(2):
        view = GAME.view(state, seat)
        assert set(view.pile) == set(view.heap) == {BACK}
        assert [spot.good for spot in view.boats if spot] == (
            "? ? tee ? ? stoffe schmuck ? fruechte tee ? ?".split()  # noqa: SIM905
        )


@pytest.mark.rule("WAK-89")
def test_a_drawn_card_is_seen_and_heard_by_the_drawer_alone():
    def drawing(pile: str) -> State:
        return play(table("handel", "handel", pile=pile), STOP)

    one, other = drawing("trommler schamane ..."), drawing("schamane trommler ...")
    assert told(one, Supply(1, 2), 0)[-1] == Drew(0, ("trommler",))
    assert told(other, Supply(1, 2), 0)[-1] == Drew(0, ("schamane",))
    assert told(one, Supply(1, 2), 1) == told(other, Supply(1, 2), 1)
    assert GAME.view(play(one, Supply(1, 2)), 1) == GAME.view(play(other, Supply(1, 2)), 1)


@pytest.mark.rule("WAK-89")
@EVERY
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_a_seat_does_not_see_can_be_dealt_anew_without_its_noticing(seats: int, options: dict[str, Any]):
    """Its view, its choices and what it hears stay the same; goods, cards and gold are all there."""
    rng = Random(1)
    for move in random_game(seats, 3, **options)[::3]:
        state = move.before
        for seat in range(seats):
            view = GAME.view(state, seat)
            anew = GAME.guess(view, seat, rng)
            assert GAME.view(anew, seat) == view == GAME.view(view, seat)
            assert goods_of(anew) == goods_of(state)
            assert cards_of(anew) == cards_of(state)
            assert HIDDEN_GOLD not in anew.gold
            if seat == move.seat:
                assert GAME.legal(view) == GAME.legal(state) == GAME.legal(anew)
                told_anew = list(heard(GAME.apply(anew, move.action).events, seat))
                if not GAME.apply(state, move.action).reveals:
                    assert told_anew == list(heard(GAME.apply(state, move.action).events, seat))


@pytest.mark.rule("WAK-89")
@EVERY
def test_nobody_ever_hears_of_a_card_or_good_that_he_cannot_see(options: dict[str, Any]):
    for move in random_game(3, 4, **options):
        for seat in range(3):
            for event in heard(GAME.apply(move.before, move.action).events, seat):
                match event:
                    case Drew(owner, cards):
                        assert owner == seat or set(cards) == {BACK}
                    case Looked(owner, _, goods):
                        assert owner == seat or not goods
                    case HandShown(owner, by, cards) if options.get("elder_shows_to") == "player":
                        assert seat == by or set(cards) == {BACK}


@pytest.mark.rule("WAK-89")
def test_what_an_elder_showed_to_one_alone_stays_hidden_from_the_others():
    def shown(hand: str) -> State:
        state = table("stammesaeltester", hand, "handel", pile="", elder_shows_to="player")
        return play(state, Play("stammesaeltester"), Visit(2), NO, NO)

    one, other = shown("handel trommler"), shown("schimpanse trommler")
    assert GAME.view(one, 2).seen == GAME.view(other, 2).seen
    assert GAME.view(one, 2).hands == GAME.view(other, 2).hands
    assert GAME.view(one, 0).seen != GAME.view(other, 0).seen


# What a seat must hold possible.


def guesses(state: State, seat: int, number: int = 60) -> list[State]:
    rng = Random(1)
    view = GAME.view(state, seat)
    return [GAME.guess(view, seat, rng) for _ in range(number)]


def test_a_fire_card_is_never_guessed_in_a_hand():
    state = table("handel", "schimpanse " * 6, "handel")
    for guess in guesses(state, 0):
        assert not any(FIRE in hand for hand in guess.hands)
        assert guess.pile.count(FIRE) == 3


def test_hands_are_guessed_differently():
    assert len({guess.hands for guess in guesses(table("handel", JUNK, "handel"), 0)}) > 30


def test_a_hand_that_an_elder_showed_is_known_until_its_cards_are_seen_to_go():
    hands = ("stammesaeltester handel", "handel regenmacher trommler", "handel handel")
    state = play(table(*hands), Play("stammesaeltester"), Visit(2), NO, NO)
    for seat in (0, 2):
        assert all(guess.hands[1] == ("handel", "regenmacher", "trommler") for guess in guesses(state, seat))
    state = end_turn(state)
    after = play(state, Play("handel"), Buy("boat_2"), STOP, Supply(1, 1))
    for guess in guesses(after, 0):
        assert not Counter(("regenmacher", "trommler")) - Counter(guess.hands[1])
    assert len({guess.hands[1] for guess in guesses(after, 0)}) > 3


def test_what_was_shown_to_one_alone_is_not_known_to_another():
    hands = ("stammesaeltester", "handel regenmacher trommler", "handel handel")
    state = play(table(*hands, elder_shows_to="player"), Play("stammesaeltester"), Visit(2), NO, NO)
    assert all(guess.hands[1] == ("handel", "regenmacher", "trommler") for guess in guesses(state, 0))
    assert len({guess.hands[1] for guess in guesses(state, 2)}) > 10


def test_cards_shown_may_be_among_the_substitutes_until_those_are_discarded():
    hands = ("stammesaeltester", JUNK, "handel handel")
    state = end_turn(play(table(*hands), Play("stammesaeltester"), Visit(2), NO, NO))
    laid = play(state, Substitute(), Lay(("regenmacher", "schimpanse", "schimpanse")))
    for guess in guesses(laid, 0):
        assert Counter((*guess.hands[1], *guess.display[0])) == Counter(JUNK.split())
    assert len({guess.hands[1] for guess in guesses(laid, 0)}) == 3
    after = play(laid, Buy("boat_2"), STOP, Supply(0, 2))
    assert all(guess.hands[1] == ("trommler",) for guess in guesses(after, 0))


def test_who_laid_substitutes_had_no_trade_card_then():
    state = play(table(JUNK + " wahrsagerin", "handel", "handel"), Substitute(), LAID)
    for guess in guesses(state, 1):
        assert TRADE not in (*guess.hands[0], *chain(*guess.display))
    state = play(state, Buy("boat_2"), Play("wahrsagerin"), NO, NO)
    most = [guess.hands[0].count(TRADE) for guess in guesses(state, 1, 200)]
    assert max(most) == 2
    state = play(state, STOP, Supply(0, 1))
    assert TRADE in {card for guess in guesses(state, 1, 200) for card in guess.hands[0]}


def test_where_the_option_allows_it_substitutes_may_be_trade_cards():
    state = table(JUNK, "handel", "handel", substitute_needs_no_trade=False)
    state = play(state, Substitute(), LAID)
    assert TRADE in {card for guess in guesses(state, 1) for card in guess.display[0]}


def test_after_a_shuffle_everybody_knows_what_the_draw_pile_was_made_of():
    """With two players that is the other's hand, too."""
    state = table("handel", "schamane trommler", pile="", discard="handel handel schimpanse schimpanse")
    state = play(state, STOP, Supply(1, 2), Shuffled(("handel", "schimpanse", "handel", "schimpanse")))
    for guess in guesses(state, 0):
        assert guess.hands[1] == ("schamane", "trommler")
        assert Counter(guess.pile) == Counter(("handel", "schimpanse", "schimpanse"))
    for guess in guesses(state, 1):
        assert guess.hands[0] in {("handel", "handel"), ("handel", "schimpanse")}
        assert set(guess.pile) <= {"handel", "schimpanse"}


def test_goods_are_guessed_from_the_pile_that_they_came_from():
    """Two hidden goods were there before the village was shuffled: everybody knows which two are left for them."""
    boats = ("stoffe stoffe", "tee salz felle", "stoffe schmuck felle", "fruechte tee salz salz")
    state = table("handel handel", "handel", boats=boats, heap="", village="tee " * 4 + "salz salz fruechte")
    state = play(state, Play("handel"), Buy("boat_3"), STOP, Supply(0, 2))
    mixed = ("salz", "salz", "tee", "tee", "tee", "fruechte", "tee")
    state = play(state, Heaped(mixed))
    for guess in guesses(state, 1):
        assert [spot and spot.heap for spot in guess.boats[:3]] == [0, 0, 1]
        hidden = Counter(guess.boats[place].good for place in (0, 1, 7, 10, 11))  # type: ignore[union-attr]
        assert hidden == Counter(("stoffe", "stoffe", "felle", "salz", "salz"))


def test_what_one_has_looked_at_is_guessed_as_it_is():
    state = play(table("schimpanse", "handel"), Play("schimpanse"), LOOK)
    for guess in guesses(state, 0):
        assert [spot.good for spot in guess.boats[3:5] if spot] == ["salz", "felle"]
    assert len({guess.boats[3:5] for guess in guesses(state, 1)}) > 10


def test_hidden_gold_is_guessed_within_what_there_is():
    state = table("handel", "handel", "handel", gold=(5, 9, 6), gold_open=False, bank_gold=60)
    for guess in guesses(state, 0):
        assert guess.gold[0] == 5
        assert sum(guess.gold) + (guess.bank or 0) == 60
    open_ended = guesses(table("handel", "handel", gold=(5, 9), gold_open=False), 0)
    assert len({guess.gold for guess in open_ended}) > 5


def test_who_is_asked_to_pay_is_guessed_to_have_enough():
    state = play(table("sammlerin", "handel", gold_open=False), Play("sammlerin"), Take("tee"))
    assert all(guess.gold[1] >= 1 for guess in guesses(state, 0))


@EVERY
def test_every_guess_is_possible(options: dict[str, Any]):
    """The pile holds nothing but what was shuffled into it, and nobody a Fire card or more Trade cards than he can."""
    rng = Random(5)
    for seed in range(3):
        for move in random_game(3, seed, **options)[::5]:
            state = move.after
            if not state.tasks or isinstance(move.action, Dealt):
                continue
            for seat in range(3):
                guess = GAME.guess(GAME.view(state, seat), seat, rng)
                left = Counter(state.shuffled) - Counter(state.drawn[seat])
                assert not Counter(guess.pile) - left
                for owner, hand in enumerate(guess.hands):
                    assert FIRE not in hand
                    hidden = (*hand, *chain(*guess.display)) if owner == state.turn else hand
                    assert not Counter(state.seen[seat][owner]) - Counter(hidden)
                    if state.options.substitute_needs_no_trade:
                        assert hand.count(TRADE) <= state.most_trades[owner]


def test_the_true_state_is_among_what_is_possible():
    """What is known of a hand is never wrong."""
    for seed in range(6):
        for move in random_game(3, seed):
            state = move.after
            assert all(hand.count(TRADE) <= most for hand, most in zip(state.hands, state.most_trades, strict=True))
            for seat in range(3):
                assert not Counter(state.pile) - (Counter(state.shuffled) - Counter(state.drawn[seat]))
                for owner, known in enumerate(state.seen[seat]):
                    laid = chain(*(c for c in state.display if len(c) > 1)) if owner == state.turn else ()
                    assert not Counter(known) - Counter((*state.hands[owner], *laid))


def test_unseen_cards_are_all_that_lie_nowhere_open():
    state = table("handel schamane", "trommler", discard="handel", pile="feuer schimpanse")
    assert unseen_cards(GAME.view(state, 0)) == Counter(("trommler", "feuer", "schimpanse"))
    assert unseen_cards(GAME.view(state, 1)) == Counter(("handel", "schamane", "feuer", "schimpanse"))
