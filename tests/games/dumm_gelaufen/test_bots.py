"""Greedy is a bot one has to respect."""

from __future__ import annotations

from random import Random

import pytest

from rumms.games.dumm_gelaufen.bots import BOTS, PERSONS, PLANS, SCORES
from rumms.games.dumm_gelaufen.cards import ACTIONS, GREEN
from rumms.games.dumm_gelaufen.effects import PERSON
from rumms.games.dumm_gelaufen.game import GAME
from rumms.games.dumm_gelaufen.state import Action, Choose, Colour, Give, Options, Play, Stalled, State, Stop, Value
from rumms.kernel.bots import make, play_out
from rumms.kernel.game import NATURE, Forced
from rumms.kernel.refusal import BadBot
from rumms.kernel.session import Session
from rumms.lab import matches
from rumms.lab.matches import Here, Plan

from .table import DRAW, ONE, TWO, lay, play, random_game, table, take

OTHER = "g1 g2 g3 g4"


def decision(state: State) -> Action:
    seat = GAME.actor(state)
    assert seat is not None
    view = GAME.view(state, seat)
    chosen: Action = make("greedy", GAME, BOTS).choose(view, seat, GAME.legal(view), Random(1))
    assert chosen in GAME.legal(state)
    return chosen


def turn(state: State) -> list[Action]:
    """What greedy does until it is the next one's turn or Nature's."""
    seat, made = state.turn, []
    while GAME.actor(state) == seat == state.turn:
        made.append(decision(state))
        state = GAME.apply(state, made[-1]).state
    return made


def test_there_are_three_bots_weakest_first():
    assert list(BOTS) == ["random", "greedy", "search"]


def test_greedy_has_no_use_for_a_budget():
    with pytest.raises(BadBot, match="The bot 'greedy' takes no budget"):
        make("greedy:5", GAME, BOTS)


def test_it_has_a_plan_for_every_green_card():
    assert set(PLANS) == {ACTIONS[card].effect for card in GREEN}
    assert set(PERSONS) == set(PERSON)
    assert len(SCORES) == 11


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_it_decides_everything_that_comes_up(seats: int):
    kinds = set()
    for seed in range(3):
        for move in random_game(seats, seed)[::5]:
            if move.seat != NATURE and not isinstance(GAME.legal(move.before), Forced):
                kinds.add(type(move.before.tasks[0]).__name__)
                decision(move.before)
    assert {"Moving", "Taking", "Laying"} <= kinds


# Trading.


def test_it_takes_what_fits_and_lays_down_what_spoils():
    """Two of Mac's cards complete the task."""
    state = table("b10 y10 g10 y11 y6", OTHER, murphys="M09 M29", mac="b11 g11 b1 b2 b3 b4")
    assert turn(state) == [TWO, take("b11"), take("g11"), lay("y6", "mac")]


def test_it_takes_one_for_two_where_two_cards_spoil():
    state = table("b10 b11 y10 g10 y11 y6 y5", OTHER, murphys="M09 M29", mac="b11 g11 b1 b2 b3 b4")
    made = turn(state)
    assert made[0] == ONE
    assert set(made[2:]) == {lay("y6", "mac"), lay("y5", "mac")}


def test_it_takes_from_number_piles_too():
    state = table("b10 y10 g10 y11 y6", OTHER, murphys="M09 M29", mac="b1 b2 b3", left="b11", right="g11")
    made = turn(state)
    assert made[0] == TWO
    assert set(made[1:3]) == {take("b11", "left"), take("g11", "right")}


def test_it_draws_where_nothing_open_fits():
    state = table("b10 y10 g10 y11", OTHER, murphys="M09 M29", mac="b1 b2 b3", draw="b11 g11")
    assert turn(state)[:2] == [TWO, DRAW]


def test_for_a_sum_high_cards_are_best():
    hand = "b11 b11 y11 y11 g11 g11 b10 y10 g10 b1"
    made = turn(table(hand, OTHER, murphys="M30 M29", mac="b2 b3 b9 g9 y4 y3"))
    assert made[:3] == [TWO, take("b9"), take("g9")] or made[:3] == [TWO, take("g9"), take("b9")]


def test_it_does_not_cover_what_it_could_use():
    state = play(
        table("b10 y10 b2 b3", OTHER, murphys="M09 M29", left="g11 y1", right="y2", mac="b1"), ONE, take("y1", "left")
    )
    assert decision(state).place == "right"  # type: ignore[union-attr]


# Action cards.


def test_it_plays_a_green_card_that_is_better_than_any_trade():
    state = table("b8 y8 b9 y9 G1", "g1 g2 g3", murphys="M28 M29", mac="b8 g8 b3")
    assert decision(state) != Play("G1")
    state = table("b8 b8 y8 y8 g7 g9 g10 g11 G1", "g1 g2 g3", murphys="M28 M29", mac="b1 b2 b3")
    assert decision(state) == Play("G1")
    assert decision(play(state, Play("G1"))) == Colour("green")


def test_it_takes_no_more_than_fits_from_a_generous_mac():
    state = play(table("b8 y8 g8 G3 b9", OTHER, murphys="M28 M29", mac="y8 b1 b2"), Play("G3"))
    assert decision(state) == take("y8")
    assert decision(play(state, take("y8"))) == Stop()


def test_it_gives_away_what_it_can_use_least():
    state = play(table("b8 b9 y8 G6", OTHER, murphys="M28 M29"), Play("G6"), Choose(2))
    state = GAME.apply(state, GAME.legal(state).sample(Random(1))).state
    assert decision(state) != Give("blue_08")


def test_it_asks_for_a_value_that_fits():
    assert decision(play(table("b8 b9 y8 G8", OTHER, murphys="M28 M29"), Play("G8"))) == Value(8)


def test_it_changes_plans_only_where_its_own_is_far_away():
    far = table("y1 y2 y3 b4 b5 b6 b7 g1 g2 g3 G7", "g4 g5", murphys="M29 M28", mac="b1 b2 b3", left="y4", right="y5")
    near = table("b10 y10 g10 y4 G7", "g4 g5", murphys="M29 M28", mac="b10 b2 b3", left="y1", right="y5")
    assert decision(far) == Play("G7")
    assert decision(near) != Play("G7")


# Matches.


def test_greedy_beats_random_by_far():
    *_, match = matches.play(Plan("dumm_gelaufen", ("greedy", "random"), games=40, seed=1), Here(), 1)
    assert match.games == 40
    assert match.bots[0].wins >= 38


@pytest.mark.parametrize("seats", [2, 4])
def test_greedy_bots_end_their_rounds(seats: int):
    """None of them stalls; with a greater fear of hidden cards two of them would trade the same cards for ever."""
    bots = {seat: make("greedy", GAME, BOTS) for seat in range(seats)}
    for seed in range(20):
        session = Session(GAME, GAME.new(seats, Options()), seed)
        play_out(session, ("greedy",) * seats, bots)
        assert not [event for made in session.past for event in made.events if isinstance(event, Stalled)]
        assert len(GAME.winners(session.state)) == 1


def test_search_decides_like_greedy_where_one_card_wins():
    state = table("b10 y10 g10 y11 y6", OTHER, murphys="M09 M29", mac="b11 g11 b1 b2 b3 b4", fulfilled=("M01 M02", ""))
    view = GAME.view(state, 0)
    bot = make("search:40", GAME, BOTS)
    while GAME.actor(state) == 0:
        view = GAME.view(state, 0)
        state = GAME.apply(state, bot.choose(view, 0, GAME.legal(view), Random(3))).state
    assert GAME.winners(state) == {0}
    assert state.tasks == ()
