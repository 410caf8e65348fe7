"""The bots of Rumms: legal, sensible, and the greedy one far better than the random one."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from rumms.catalogue import find
from rumms.games.rumms.actions import Decline, Muster, Pick, Put, Settled, Use
from rumms.games.rumms.aiming import Aim, aims, to_edge
from rumms.games.rumms.bots import BOTS, Greedy
from rumms.games.rumms.game import Rumms
from rumms.games.rumms.presets import PRESETS
from rumms.games.rumms.state import Ask, Options, State
from rumms.kernel.bots import make, play_out
from rumms.kernel.options import from_words
from rumms.kernel.refusal import BadBot
from rumms.kernel.session import Session, begin
from rumms.physics.model import Flick, Mat, Pose

from .table import BLUE, FIRST, GAME, Lies, board, flick, off, play, thrown

SECOND, THIRD = FIRST + 1, FIRST + 2
BOT = Greedy(GAME)


def chosen(state: State, game: Rumms = GAME) -> Any:
    """What the greedy bot does, which must be legal."""
    seat = game.actor(state)
    assert seat is not None
    legal = game.legal(state)
    action = BOT.choose(state, seat, legal, Random(1))
    assert action in legal
    return action


def whole_game(names: tuple[str, ...], seed: int, *words: str) -> Session[Any, Any]:
    entry = find("rumms")
    settings = (*entry.game.defaults(tuple(names)), *words)
    options = from_words(entry.game.options, settings, "Rumms")
    session = begin(entry.game, names, options, seed)
    play_out(session, names, {seat: make(name, entry.game, entry.bots) for seat, name in enumerate(names)})
    return session


def flicks_of(session: Session[Any, Any]) -> int:
    return sum(isinstance(made.action, Settled) for made in session.past)


def test_the_search_bot_is_not_offered():
    assert "search" not in BOTS


def test_the_greedy_bot_takes_no_budget():
    with pytest.raises(BadBot):
        make("greedy:5", GAME, BOTS)


def test_greedy_wins_against_random():
    wins = 0
    for seed in range(16):
        names = ("greedy", "random") if seed % 2 else ("random", "greedy")
        session = whole_game(names, seed)
        (winner,) = session.game.winners(session.state)
        wins += names[winner] == "greedy"
    assert wins >= 15


def test_a_game_between_greedy_bots_is_as_long_as_at_the_table():
    lengths = sorted(flicks_of(whole_game(("greedy", "greedy"), seed)) for seed in range(12))
    assert 8 <= lengths[6] <= 40
    assert lengths[-1] <= 100


@pytest.mark.parametrize(
    "words",
    [
        ("powers=off",),
        ("finger=on",),
        ("points=12",),
        ("points=0",),
        ("wins_needed=3",),
        ("first_team=blue",),
        ("hands=shaky,none",),
    ],
    ids="".join,
)
def test_whole_games_are_played_with_every_option(words: tuple[str, ...]):
    settings = words if words[0].startswith("hands") else (*words, "hands=steady,steady")
    entry = find("rumms")
    options = from_words(entry.game.options, settings, "Rumms")
    names = ("greedy", "random")
    session = begin(entry.game, names, options, 3)
    play_out(session, names, {seat: make(name, entry.game, entry.bots) for seat, name in enumerate(names)})
    assert len(session.game.winners(session.state)) == 1
    assert max(session.state.wins) == options.wins_needed


@pytest.mark.parametrize("teams", ["red,blue,blue", "red,blue,blue,blue", "red,blue,red,blue", "blue,blue,red,red"])
def test_teams_play_whole_games(teams: str):
    names = ("greedy",) * len(teams.split(","))
    session = whole_game(names, 5, f"teams={teams}")
    winners = session.game.winners(session.state)
    assert {teams.split(",")[seat] for seat in winners} == {session.state.winner}
    assert len(winners) == teams.split(",").count(str(session.state.winner))
    movers = Counter(made.seat for made in session.past if isinstance(made.action, Flick))
    for side in ("red", "blue"):
        turns = [movers[seat] for seat, team in enumerate(teams.split(",")) if team == side]
        assert max(turns) - min(turns) <= 3, "about as many flicks each"


def test_it_musters_presets_and_sets_them_up():
    state = GAME.new(2, Options())
    muster = chosen(state)
    assert isinstance(muster, Muster)
    assert Counter(muster.troop) in [Counter(preset.troop) for preset in PRESETS]
    state, _ = play(state, muster, chosen(play(state, muster)[0]))
    assert state.task.ask is Ask.SET_UP
    state, _ = play(state, chosen(state))
    assert chosen(state)


# Aiming.


def test_it_shoots_straight_at_the_king_if_he_can_be_reached():
    state = board("red knight 40,15", "blue troll 45,25")
    shot = chosen(state)
    assert isinstance(shot, Flick)
    assert shot.die == FIRST
    assert shot.direction == pytest.approx(0.0)


def test_it_shoots_at_the_most_valuable_die_that_can_be_reached():
    state = board(
        "red knight 40,5", "blue troll 50,5", "blue dragon 40,20", "blue knight 56,13.2", "blue knight 54.2,15"
    )
    shot = chosen(state)
    assert isinstance(shot, Flick)
    assert shot.direction == pytest.approx(90.0)


def test_nothing_is_aimed_at_through_other_dice():
    state = board("red knight 40,15", "blue troll 48,15")
    found = list(aims(state, [state.dice[FIRST]], state.of(BLUE)))
    assert {aim.target for aim in found} == {SECOND}
    beside = board("red knight 40,15", "blue troll 48,17")
    assert {aim.target for aim in aims(beside, [beside.dice[FIRST]], beside.of(BLUE))} == {1, SECOND}


def test_a_far_shot_is_harder_and_promises_less():
    state = board("red knight 50,15", "red knight 35,25", "blue troll 40,2")
    near, far = (next(aim for aim in aims(state, [state.dice[die]], [state.dice[1]])) for die in (FIRST, SECOND))
    assert near.speed < far.speed
    assert near.worth > far.worth > 0
    assert Aim(3, 1, 10.0, 99.96, 1.0).flick == Flick(3, 10.0, 100.0)


def test_the_way_to_the_edge():
    mat = Mat()
    assert to_edge(Pose(60.0, 15.0), 0.0, mat) == pytest.approx(3.8)
    assert to_edge(Pose(3.0, 15.0), 3.14159265, mat) == pytest.approx(3.8, abs=1e-3)
    assert to_edge(Pose(30.0, 28.0), 1.5707963, mat) == pytest.approx(2.8, abs=1e-3)


# Powers.


def test_it_vanishes_the_most_dangerous_die():
    state = board("red mage 45,5", "blue troll 60,28", "blue dragon 35,28")
    state, _ = flick(state, FIRST, Lies(FIRST, 51.5, 15.0, "active"))
    assert chosen(state) == Use(FIRST)
    state, _ = play(state, Use(FIRST))
    assert chosen(state) == Pick((THIRD,))
    state, _ = play(state, Pick((THIRD,)))
    assert isinstance(chosen(state), Put)


def test_it_rescues_the_king():
    state = board("blue troll 20,15", "red dragon 25,25", to_move=BLUE)
    state, _ = flick(state, FIRST, off(0))
    assert chosen(state) == Use(SECOND)
    state, _ = play(state, Use(SECOND))
    state, _ = play(state, thrown(state, "active"))
    assert isinstance(chosen(state), Put)


def test_a_heart_brings_back_what_is_worth_most():
    state = board("red heart 3,3", "red knight out", "red troll out", "red spy out", "red dragon out")
    state, _ = play(state, Use(FIRST))
    assert chosen(state) == Pick((3, 4)), "knight and troll"


def test_it_does_not_waste_a_heart():
    state = board("red heart 3,3", "red troll 20,3", "blue troll 45,3")
    assert isinstance(chosen(state), Flick)


def test_it_declines_a_second_flick_that_promises_nothing():
    fence = ("red troll 2.7,1", "red troll 1,2.7", "red troll 2.7,2.7")
    state = board("red dragon 10,3", *fence, "blue troll 45,25")
    shut_in, _ = flick(state, FIRST, Lies(FIRST, 1.0, 1.0))
    assert shut_in.task.ask is Ask.FLICK
    assert chosen(shut_in) == Decline()
    free, _ = flick(state, FIRST, Lies(FIRST, 25.0, 20.0))
    assert isinstance(chosen(free), Flick)


def test_ice_is_set_on_an_enemy_die_that_threatens():
    state = board("red ice aside", "blue dragon 20,15", "blue troll 45,28")
    state, _ = play(state, Use(FIRST))
    put = chosen(state)
    state, _ = play(state, put)
    assert SECOND in state.frozen()


def test_a_hidden_spy_comes_back_with_a_shot_at_the_king():
    state = board("red spy aside", "blue troll 45,28")
    state, _ = play(state, Use(FIRST))
    put = chosen(state)
    assert isinstance(put, Put)
    state, _ = play(state, put)
    assert 1 in {aim.target for aim in aims(state, [state.dice[FIRST]], state.of(BLUE))}


def test_it_attacks_where_no_shot_is_free_instead_of_waiting():
    """Else two bots that wait would wait for ever."""
    state = board("red troll 9,15", "red troll 10.7,15", "red heart 12.4,15", "blue heart 54,15", "blue heart 56,17")
    shut_in = board("red king 7,15", "red knight 3.2,15", "red heart 5,15", "red heart 3.2,13", "red heart 3.2,17")
    for one in (state, shut_in):
        assert isinstance(chosen(one), Flick)
    assert chosen(shut_in).die == FIRST, "not the king"


def test_a_king_alone_attacks_too():
    state = board("red king 11.8,16.5", "blue troll 51,16", "blue knight 54,17")
    assert isinstance(chosen(state), Flick)
