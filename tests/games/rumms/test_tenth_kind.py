from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rumms.games.rumms.actions import Decline, Muster, Pick, Put, SetUp, Use
from rumms.games.rumms.army import Formations
from rumms.games.rumms.events import Revived, who
from rumms.games.rumms.game import Rumms
from rumms.games.rumms.kinds import KINDS
from rumms.games.rumms.state import Ask, Options, Side, State
from rumms.kernel.game import NATURE
from rumms.kernel.session import Session, begin, load
from rumms.physics.engine import simulate
from rumms.physics.model import EDGE, Flick, Pose

from .catapult import HURL, KIND, REBUILD
from .table import (
    BLUE,
    BLUE_KING,
    FIRST,
    RED,
    RED_KING,
    at,
    flick,
    is_out,
    no_engine,
    off,
    play,
    refused,
    sorts,
    thrown,
)
from .table import board as any_board

TEN = {**KINDS, KIND.name: KIND}
GAME = Rumms(no_engine, TEN)
CATAPULT, SECOND, THIRD, FOURTH = range(FIRST, FIRST + 4)
TROOP = ("king", "catapult", "catapult", "berserker", "spy", "mage", "ice", "heart", "troll", "troll", "dragon")


def board(*dice: str, **values: Any) -> State:
    return any_board(*dice, game=GAME, **values)


def test_the_tenth_kind_is_mustered_and_set_up_like_any_other():
    start = GAME.new(2, Options())
    troop = ("troll", "catapult", "king", "catapult")
    assert refused(start, Muster((*troop, "catapult")), game=GAME) == "RUM-05"
    dear = ("king", "catapult", "catapult", *["knight"] * 4, *["troll"] * 8, "dragon", "dragon")
    assert sum(TEN[name].value for name in dear) == 48
    assert Muster((*dear, "heart")) in GAME.legal(start)
    assert refused(start, Muster((*dear, "spy")), game=GAME) == "RUM-05"
    assert refused(start, Muster(troop), game=Rumms(no_engine)) == "RUM-02"
    state, events = play(start, Muster(troop), Muster(("king",)), game=GAME)
    assert sorts(events) == ["Chosen", "Mustered", "Mustered"]
    assert [die.kind.name for die in state.dice] == ["king", "troll", "catapult", "catapult", "king"]
    poses = (Pose(7.0, 15.0), Pose(20.0, 5.0), Pose(20.0, 6.6), Pose(20.0, 25.0))
    state, _ = play(state, SetUp(tuple(map(Put, range(4), poses))), SetUp((Put(4, Pose(56.0, 15.0)),)), game=GAME)
    assert [at(state, die) for die in range(4)] == [(pose.x, pose.y, 0) for pose in poses]
    assert state.dice[2].is_active
    assert Use(2) in GAME.legal(state)
    assert refused(state, Use(3), game=GAME) == "RUM-12"  # nothing touches it


def test_its_move_asks_for_a_die_throws_it_and_sets_it_over_the_wall():
    state = board("red catapult 20,5", "red troll 20,6.6", "red knight 20,5@1", "red mage 25,5", "blue troll 21.6,5")
    assert Flick(CATAPULT, 0.0, 100.0) in GAME.legal(state)
    state, _ = play(state, Use(CATAPULT), game=GAME)
    assert (state.task.ask, state.task.side, state.task.among) == (Ask.PICK, RED, (SECOND, THIRD))
    state, _ = play(state, Pick((SECOND,)), game=GAME)
    assert (GAME.actor(state), state.task.about) == (NATURE, SECOND)
    active, _ = play(state, thrown(state, "active"), game=GAME)
    assert refused(active, Put(SECOND, Pose(53.0, 12.0)), game=GAME) == "RUM-47"
    assert refused(active, Put(SECOND, Pose(20.0, 20.0)), game=GAME) == "RUM-47"
    active, _ = play(active, Put(SECOND, Pose(45.0, 5.0)), game=GAME)
    assert at(active, SECOND) == (45.0, 5.0, 0)
    assert (active.turn.side, active.task.ask) == (BLUE, Ask.MOVE)
    shadow, _ = play(state, thrown(state, "shadow"), Put(SECOND, Pose(45.0, 5.0)), game=GAME)
    assert (GAME.actor(shadow), shadow.task.power, shadow.task.about) == (NATURE, "captured", SECOND)


def test_other_powers_follow_its_move_and_ice_keeps_it_from_being_used():
    state = board("red catapult 20,5", "red spy 20,6.6", "blue troll 45,25")
    state, _ = play(state, Use(CATAPULT), Pick((SECOND,)), game=GAME)
    state, _ = play(state, thrown(state, "active"), Put(SECOND, Pose(45.0, 5.0)), game=GAME)
    assert (state.task.power, state.task.among) == ("hide", (SECOND,))
    frozen = board("red catapult 20,5", "red spy 20,6.6", "blue ice 20,4.8@1")
    assert refused(frozen, Use(CATAPULT), game=GAME) == "RUM-12"


@pytest.mark.parametrize("mover", [RED, BLUE])
@pytest.mark.parametrize("face", ["active", "shadow"])
def test_flicked_off_it_is_thrown_and_may_come_back(face: str, mover: Side):
    state = board("red catapult 20,2", to_move=mover)
    state, _ = flick(state, RED_KING if mover is RED else BLUE_KING, off(CATAPULT), game=GAME)
    assert (GAME.actor(state), state.task.power, state.task.about) == (NATURE, REBUILD, CATAPULT)
    state, events = play(state, thrown(state, face), game=GAME)
    if face == "active":
        assert events[-1] == Revived(who(state.dice[CATAPULT]))
        assert refused(state, Put(CATAPULT, Pose(20.0, 20.0)), game=GAME) == "RUM-09"
        state, _ = play(state, Put(CATAPULT, Pose(9.0, 12.0)), game=GAME)
    assert is_out(state, CATAPULT) is (face == "shadow")
    assert (state.turn.side, state.task.ask) == (mover.foe, Ask.MOVE)


@pytest.mark.rule("RUM-42", "RUM-54")
def test_its_throw_waits_for_an_enemy_of_higher_value_but_comes_before_an_enemy_of_the_same():
    state = board("red catapult 20,2", "blue dragon 45,25", "blue berserker 45,2", "red troll 10,5")
    state, _ = flick(state, RED_KING, off(CATAPULT), off(BLUE_KING), off(THIRD), game=GAME)
    assert (state.task.power, state.task.side) == ("rescue", BLUE)
    state, _ = play(state, Use(SECOND), game=GAME)
    state, _ = play(state, thrown(state, "active"), Put(BLUE_KING, Pose(56.0, 15.0)), game=GAME)
    assert (state.task.power, state.task.side) == (REBUILD, RED)
    state, _ = play(state, thrown(state, "shadow"), game=GAME)
    assert (state.task.power, state.task.side) == ("drag along", BLUE)


def test_its_throw_comes_after_a_dragons_and_before_the_other_powers():
    state = board("red catapult 20,2", "red dragon 20,25", "blue mage 8,12", to_move=BLUE)
    state, _ = flick(state, BLUE_KING, off(CATAPULT), off(RED_KING), game=GAME)
    assert state.task.power == "rescue"
    state, _ = play(state, Use(SECOND), game=GAME)
    state, _ = play(state, thrown(state, "active"), Put(RED_KING, Pose(7.0, 15.0)), game=GAME)
    assert state.task.power == REBUILD
    state, _ = play(state, thrown(state, "active"), Put(CATAPULT, Pose(9.0, 18.0)), game=GAME)
    assert (state.task.power, state.task.side) == ("vanish", BLUE)


@pytest.mark.rule("RUM-54")
@pytest.mark.parametrize("first", [CATAPULT, SECOND])
def test_its_team_chooses_between_two_throws_of_the_same_value_by_different_powers(first: int):
    state = board("red catapult 20,2", "red berserker 25,2", "blue troll 45,5", to_move=BLUE)
    state, _ = flick(state, THIRD, off(CATAPULT), off(SECOND), game=GAME)
    assert (state.task.ask, state.task.side, state.task.among) == (Ask.USE, RED, (CATAPULT, SECOND))
    assert refused(state, Decline(), game=GAME) == "RUM-43"
    powers = {CATAPULT: REBUILD, SECOND: "drag along"}
    state, _ = play(state, Use(first), game=GAME)
    assert (state.task.power, state.task.about) == (powers[first], first)
    state, _ = play(state, thrown(state, "shadow"), game=GAME)
    second = SECOND if first == CATAPULT else CATAPULT
    assert (state.task.power, state.task.about) == (powers[second], second)


def test_mages_berserkers_ice_and_hearts_treat_it_like_any_die():
    state = board("blue catapult 45,5", "red mage 53,12", "red ice aside", "blue heart 45,25")
    frozen, _ = play(state, Use(THIRD), Put(THIRD, Pose(45.0, 5.0)), game=GAME)
    assert frozen.frozen() == {CATAPULT}
    taken, _ = play(frozen, Use(SECOND), Pick((CATAPULT,)), Put(SECOND, Pose(9.0, 12.0)), game=GAME)
    assert is_out(taken, CATAPULT)
    revived, _ = play(taken, Use(FOURTH), game=GAME)
    assert revived.task.among == (CATAPULT,)


# Whole games, with real physics.


def crowd(formations: Formations) -> SetUp:
    """A troop that stands close together, so that catapults find something to hurl; red's and blue's mirror images."""
    wishes = {}
    for number, die in enumerate(formations.dice):
        x, y = 22.0 + EDGE * (number % 3), 12.0 + EDGE * (number // 3)
        wishes[die.id] = Pose(x if die.side is RED else 63.0 - x, y)
    return formations.complete(wishes)


def whole_game(seed: int, path: Path) -> Session[Any, Any]:
    """Two troops with catapults play at random until one has won."""
    game = Rumms(simulate, TEN)
    session = begin(game, ("random", "random"), Options(), seed, path)
    while (seat := session.actor) is not None:
        legal = game.legal(session.state)
        match session.state.task.ask, legal:
            case Ask.MUSTER, _:
                session.play(Muster(TROOP))
            case _, Formations():
                session.play(crowd(legal))
            case _:
                session.play(legal.sample(session.rng(seat)))
    return session


def test_whole_games_with_it_end_and_their_records_lead_to_equal_states(tmp_path: Path):
    powers: Counter[str] = Counter()
    for seed in range(6):
        path = tmp_path / f"{seed}.jsonl"
        session = whole_game(seed, path)
        assert len(session.game.winners(session.state)) == 1
        powers.update(made.before.task.power for made in session.past if made.seat == NATURE)
        loaded = load(path, lambda _: Rumms(no_engine, TEN))
        assert loaded.winners is not None
        assert loaded.session.state == session.state
        assert hash(loaded.session.state) == hash(session.state)
        assert [made.events for made in loaded.session.past] == [made.events for made in session.past]
    assert powers[HURL]
