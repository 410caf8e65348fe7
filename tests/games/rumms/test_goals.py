"""Goals: judged exactly, at the end of turns, by states and events; broken ones are named by their place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw

from rumms.games.rumms.actions import Action, Decline, Pick, Put, Settled, Thrown, Use
from rumms.games.rumms.goals import (
    EVENTS,
    WHERE,
    All,
    AnyGoal,
    Either,
    Happens,
    Judge,
    Keeps,
    Lies,
    Verdict,
    Within,
    goal_in,
    judge,
)
from rumms.games.rumms.state import State
from rumms.kernel.record import FORMAT, Header, Lines
from rumms.kernel.refusal import BadRecord
from rumms.kernel.session import Session, Transition
from rumms.physics.model import Flick, Pose

from .table import BLUE, GAME, RED, board, off, shot
from .table import Lies as Lying

OPEN, REACHED, FAILED = Verdict.OPEN, Verdict.REACHED, Verdict.FAILED


def game_from(state: State, *actions: Action | Callable[[State], Action]) -> list[Transition[Any, Any]]:
    """The transitions of these moves."""
    session: Session[Any, Any] = Session(GAME, state, 1)
    for action in actions:
        session.commit(action(session.state) if callable(action) else action, forced=False)
    return session.past


def flick(state: State, die: int, *lies: Lying) -> tuple[Action, Action]:
    stroke = Flick(die, 0.0, 100.0)
    return stroke, Settled(stroke, shot(state, die, *lies))


def home(die: int, x: float, y: float) -> Put:
    """A die is set in a castle."""
    return Put(die, Pose(x, y))


def verdict(goal: AnyGoal, state: State, *actions: Action | Callable[[State], Action]) -> Verdict:
    return judge(goal, state, game_from(state, *actions))


# Where dice are.


@pytest.mark.parametrize(
    ("where", "spot"),
    [
        ("mat", (20.0, 5.0)),
        ("own kingdom", (20.0, 5.0)),
        ("own castle", (7.0, 12.0)),
        ("enemy kingdom", (40.0, 5.0)),
        ("enemy castle", (56.0, 12.0)),
        ("out", (20.0, -5.0)),
    ],
)
def test_a_die_is_where_the_rules_say(where: Any, spot: tuple[float, float]):
    state = board("red knight 25,5")
    moves = flick(state, 2, Lying(2, *spot))
    there = {place for place in WHERE if verdict(Lies(where=place, die=2), state, *moves) is REACHED}
    mat = {"mat", "enemy kingdom" if spot[0] > 32 else "own kingdom"}
    assert there == ({where} if where == "out" else mat | {where})


def test_hidden_and_frozen_are_places_too():
    state = board("red spy 20,5", "red ice aside", "blue troll 40,20")
    hides = (*flick(state, 2, Lying(2, 40.0, 5.0)), Use(2))
    assert verdict(Lies(where="hidden", kind="spy"), state, *hides) is REACHED
    assert verdict(Lies(where="hidden", kind="ice"), state, *hides) is OPEN, "ice that waits does not hide"
    freezes = (Use(3), home(3, 40.0, 20.0))
    assert verdict(Lies(where="frozen", side=BLUE), state, *freezes) is REACHED
    assert verdict(Lies(where="frozen", side=RED), state, *freezes) is OPEN


def test_so_many_or_every_one():
    state = board("blue troll 40,5", "blue troll 45,5", "red knight 20,5")
    moves = flick(state, 4, off(2))
    assert verdict(Lies(where="out", kind="troll"), state, *moves) is REACHED
    assert verdict(Lies(where="out", kind="troll", least=2), state, *moves) is OPEN
    assert verdict(Lies(where="out", kind="troll", every=True), state, *moves) is OPEN
    both = flick(state, 4, off(2), off(3))
    assert verdict(Lies(where="out", kind="troll", least=2), state, *both) is REACHED
    assert verdict(Lies(where="out", kind="troll", every=True), state, *both) is REACHED


# What happens.


def test_every_event_has_a_name_and_only_its_own_dice_count():
    named = next(field.type for field in msgspec.structs.fields(Happens) if field.name == "event")
    assert set(EVENTS) == set(get_args(named))
    state = board("red knight 20,5 shadow", "blue troll 40,20")
    moves = (*flick(state, 2, Lying(2, 40.0, 5.0)), Thrown(0), home(2, 7.0, 12.0))
    for event in ("flicked", "captured", "threw", "freed", "set"):
        assert verdict(Happens(event=event, die=2), state, *moves) is REACHED
        assert verdict(Happens(event=event, die=3), state, *moves) is OPEN
        assert verdict(Happens(event=event, die=2, times=2), state, *moves) is OPEN
    assert verdict(Happens(event="defeated", die=2), state, *moves) is OPEN


def test_a_second_flick_is_told_from_the_first():
    state = board("red dragon 20,5", "blue troll 40,20")
    first = flick(state, 2, Lying(2, 22.0, 5.0))
    once = (*first, Decline())
    twice = (*first, lambda _: Flick(2, 0.0, 100.0), lambda now: Settled(Flick(2, 0.0, 100.0), shot(now, 2)))
    goal = Happens(event="flicked again", side=RED)
    assert verdict(goal, state, *once) is OPEN
    assert verdict(goal, state, *twice) is REACHED
    assert verdict(Happens(event="flicked", side=RED, times=2), state, *twice) is REACHED


def test_a_side_wins_or_the_other_one():
    state = board("red troll 20,5")
    moves = flick(state, 2, off(1))
    assert verdict(Happens(event="won", side=RED), state, *moves) is REACHED
    assert verdict(Happens(event="won", side=BLUE), state, *moves) is FAILED, "nothing more is played"
    assert verdict(Happens(event="won"), state, *moves) is REACHED


def test_what_a_power_does_is_about_the_die_it_was_done_to():
    state = board("red mage 45,12", "blue dragon 40,25", "blue troll 40,5")
    moves = (*flick(state, 2, Lying(2, 54.0, 12.0)), Use(2), Pick((3,)), home(2, 7.0, 12.0))
    assert verdict(Happens(event="vanished", kind="dragon"), state, *moves) is REACHED
    assert verdict(Happens(event="vanished", kind="mage"), state, *moves) is OPEN


# When it is judged.


def test_nothing_half_done_counts():
    """The king is off, but a dragon may still bring him back."""
    state = board("red troll 20,5", "blue dragon 40,20")
    moves = flick(state, 2, off(1))
    goal = Lies(where="out", side=BLUE, kind="king")
    assert verdict(goal, state, *moves) is OPEN
    assert verdict(goal, state, *moves, Use(3), Thrown(1)) is REACHED
    assert verdict(goal, state, *moves, Use(3), Thrown(0), home(1, 56.0, 12.0)) is OPEN


def test_a_verdict_stays():
    state = board("red troll 20,5", "blue troll 40,20")
    first = flick(state, 2, Lying(2, 40.0, 5.0))
    goal = Within(turns=1, of=Lies(where="enemy kingdom", die=2))
    past = game_from(state, *first)
    watching = Judge(goal, state)
    assert [watching.see(made) for made in past] == [OPEN, REACHED]
    after = past[-1].after
    away = flick(after, 3, off(2))
    assert [watching.see(made) for made in game_from(after, *away)] == [REACHED, REACHED]


def test_flicks_and_turns_are_used_up():
    state = board("red troll 20,5", "blue troll 40,20", "red knight 10,25")
    nothing = flick(state, 2, Lying(2, 22.0, 5.0))
    goal = Lies(where="out", side=BLUE, kind="troll")
    assert verdict(Within(turns=1, of=goal), state, *nothing) is FAILED
    assert verdict(Within(flicks=1, of=goal), state, *nothing) is FAILED
    assert verdict(Within(flicks=2, of=goal), state, *nothing) is OPEN
    assert verdict(Within(turns=1, side=BLUE, of=goal), state, *nothing) is OPEN
    hit = flick(state, 2, off(3))
    assert verdict(Within(turns=1, of=goal), state, *hit) is REACHED
    assert verdict(Within(flicks=1, of=goal), state, *hit) is REACHED


def test_what_replaces_a_flick_uses_up_a_turn_and_no_flick():
    state = board("red king 20,25", "red troll 20,5")
    moves = (Use(0), home(0, 7.0, 15.0))
    goal = Lies(where="own castle", side=RED, kind="king")
    assert verdict(Within(turns=1, of=goal), state, *moves) is REACHED
    elsewhere = Lies(where="enemy castle", side=RED)
    assert verdict(Within(turns=1, of=elsewhere), state, *moves) is FAILED
    assert verdict(Within(flicks=1, of=elsewhere), state, *moves) is OPEN


# Nothing lost, several goals.


def test_nothing_is_lost():
    state = board("red troll 20,5", "blue troll 40,20", "red knight out", "red heart 10,25")
    goal = All(of=(Lies(where="out", side=BLUE), Keeps(side=RED)))
    assert verdict(goal, state, *flick(state, 2, off(3))) is REACHED, "what was out before was not lost now"
    assert verdict(goal, state, *flick(state, 2, off(2), off(3))) is FAILED
    spent = (Use(5), Pick(()))
    assert verdict(All(of=(goal, Keeps(side=RED))), state, *spent) is OPEN, "what was spent is not lost"


def test_one_of_several_is_enough():
    state = board("red troll 20,5", "blue troll 40,20")
    one, other = Lies(where="out", die=3), Lies(where="enemy kingdom", die=2)
    assert verdict(Either(of=(one, other)), state, *flick(state, 2, Lying(2, 40.0, 5.0))) is REACHED
    nothing = flick(state, 2, Lying(2, 22.0, 5.0))
    assert verdict(Either(of=(one, other)), state, *nothing) is OPEN
    gone = (Within(turns=1, of=one), Within(turns=1, of=other))
    assert verdict(Either(of=gone), state, *nothing) is FAILED
    assert verdict(Either(of=(gone[0], other)), state, *nothing) is OPEN


# Laws.

PLACES = st.sampled_from(sorted(WHERE))
SOME: st.SearchStrategy[AnyGoal] = st.one_of(
    st.builds(Lies, where=PLACES, side=st.sampled_from((RED, BLUE, None)), least=st.integers(1, 2)),
    st.builds(Happens, event=st.sampled_from(sorted(set(EVENTS) - {"won"})), side=st.sampled_from((RED, BLUE, None))),
    st.builds(Keeps, side=st.sampled_from((RED, BLUE))),
)
GOALS: st.SearchStrategy[AnyGoal] = st.recursive(
    SOME,
    lambda inner: st.one_of(
        st.builds(All, of=st.lists(inner, min_size=1, max_size=3).map(tuple)),
        st.builds(Either, of=st.lists(inner, min_size=1, max_size=3).map(tuple)),
        st.builds(Within, of=inner, turns=st.integers(1, 3)),
    ),
    max_leaves=6,
)


@given(GOALS)
def test_a_goal_is_the_same_in_a_file(goal: AnyGoal):
    assert msgspec.json.decode(msgspec.json.encode(goal), type=AnyGoal) == goal


@given(GOALS, st.integers(0, 999))
def test_all_is_reached_together_and_fails_with_any(goal: AnyGoal, seed: int):
    """Whatever is played: a goal and itself stand as it does alone, and with a limit it is never better."""
    state = board("red dragon 20,5", "red spy 25,20", "blue troll 40,20", "blue mage 45,8")
    past = _random_moves(state, seed)
    alone = judge(goal, state, past)
    assert judge(All(of=(goal, goal)), state, past) == alone
    assert judge(Either(of=(goal, goal)), state, past) == alone
    limited = judge(Within(turns=1, of=goal), state, past)
    assert limited is not REACHED or alone is REACHED
    assert limited is not OPEN or not any(made.before.turn.number != made.after.turn.number for made in past)


def _random_moves(state: State, seed: int) -> list[Transition[Any, Any]]:
    """A few legal moves, each flick with an invented outcome."""
    rng = Random(seed)
    session: Session[Any, Any] = Session(GAME, state, 1)
    for _ in range(8):
        if session.actor is None:
            break
        now = session.state
        action = GAME.legal(now).sample(rng) if now.task.stroke is None else None
        if action is None:
            stroke = now.task.stroke
            assert isinstance(stroke, Flick)
            lies = off(stroke.die) if rng.random() < 0.3 else Lying(stroke.die, rng.uniform(1, 62), 29.0)
            action = Settled(stroke, shot(now, stroke.die, lies))
            if action not in GAME.legal(now):
                action = Settled(stroke, shot(now, stroke.die))
        session.commit(action, forced=False)
    return session.past


# Files.


def record(path: Path, goal: Any) -> Lines:
    raw = Raw(goal) if isinstance(goal, bytes) else Raw(msgspec.json.encode(goal))
    path.write_bytes(msgspec.json.encode(Header(format=FORMAT, game="rumms", seats=("me", "me"), goal=raw)) + b"\n")
    return Lines(path)


@pytest.mark.parametrize(
    ("goal", "place"),
    [
        ({"goal": "dance"}, "$.goal.goal"),
        ({"goal": "lies"}, "$.goal"),
        ({"goal": "lies", "where": "moon"}, "$.goal.where"),
        ({"goal": "lies", "where": "out", "colour": "red"}, "$.goal"),
        ({"goal": "lies", "where": "out", "kind": "unicorn"}, "$.goal"),
        ({"goal": "lies", "where": "out", "side": "blue", "least": 9}, "$.goal"),
        ({"goal": "happens", "event": "won", "kind": "king"}, "$.goal"),
        ({"goal": "within", "of": {"goal": "keeps"}}, "$.goal"),
        ({"goal": "within", "turns": 0, "of": {"goal": "keeps"}}, "$.goal.turns"),
        ({"goal": "all", "of": []}, "$.goal.of"),
        ({"goal": "all", "of": [{"goal": "keeps"}, {"goal": "keeps", "die": 150}]}, "$.goal.of[1]"),
        ({"goal": "within", "turns": 1, "of": {"goal": "all", "of": [{"goal": "keeps", "die": 9}]}}, "$.goal.of.of[0]"),
    ],
)  # fmt: skip
def test_a_broken_goal_is_refused_with_its_place(tmp_path: Path, goal: Any, place: str):
    lines = record(tmp_path / "goal.jsonl", goal)
    with pytest.raises(BadRecord) as refusal:
        goal_in(lines, board("red troll 20,5"))
    assert (refusal.value.line, refusal.value.path) == (1, place)
    assert "goal.jsonl, line 1" in str(refusal.value)


def test_a_record_without_a_goal_says_so(tmp_path: Path):
    path = tmp_path / "none.jsonl"
    path.write_bytes(msgspec.json.encode(Header(format=FORMAT, game="rumms", seats=("me", "me"))) + b"\n")
    with pytest.raises(BadRecord, match="no goal"):
        goal_in(Lines(path), board())


def test_where_troops_are_still_to_be_chosen_any_kind_may_come(tmp_path: Path):
    goal = {"goal": "lies", "where": "out", "kind": "king", "side": "blue"}
    lines = record(tmp_path / "goal.jsonl", goal)
    start = GAME.new(2, GAME.options())
    assert goal_in(lines, start) == Lies(where="out", kind="king", side=BLUE)
