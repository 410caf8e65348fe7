"""The session and its streams of randomness, shown with a game small enough to see through."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from rumms.kernel.bots import RandomBot, ask, play_out
from rumms.kernel.game import NATURE, Change, Choices, Correction, Forced, Listed, Seat
from rumms.kernel.refusal import BadBot, IllegalMove
from rumms.kernel.session import Session, begin, load
from tests.sentences import in_both


class Options(Struct, frozen=True):
    """None."""


class Say(Struct, frozen=True, tag_field="do", tag="say"):
    """Say yes or no."""

    yes: bool


class Thrown(Struct, frozen=True, tag_field="do", tag="thrown"):
    """Nature throws a die."""

    eyes: int


class Nod(Struct, frozen=True, tag_field="do", tag="nod"):
    """What one has to do after a no."""


Action = Say | Thrown | Nod


class State(Struct, frozen=True):
    """What was said so far: `y`, `n`, `.` for a nod and the eyes of the dice."""

    said: str = ""


class Chat:
    """Two seats say yes or no in turn. After a yes Nature throws a die, after a no one has to nod; six signs end it."""

    name = "chat"
    seats = range(2, 3)
    options = Options
    actions = Action
    position = Options
    physics: str | None = None
    corrections: tuple[Correction, ...] = ()

    def defaults(self, _bots: tuple[str | None, ...]) -> tuple[str, ...]:
        return ()

    def new(self, _seats: int, _options: Options, _start: Options | None = None) -> State:
        return State()

    def actor(self, state: State) -> Seat | None:
        if len(state.said) >= 6:
            return None
        if state.said.endswith("y"):
            return NATURE
        return len(state.said) // 2 % 2

    def legal(self, state: State) -> Choices[Action]:
        match state.said[-1:]:
            case "y":
                return Listed(Thrown(eyes) for eyes in range(1, 7))
            case "n":
                return Forced([Nod()])
        return Listed((Say(True), Say(False)))

    def apply(self, state: State, action: Action) -> Change[State]:
        if action not in self.legal(state):
            raise IllegalMove("CHA-01", "No.")
        match action:
            case Say(yes):
                return Change(State(state.said + "ny"[yes]), (action,))
            case Nod():
                return Change(State(state.said + "."))
            case Thrown(eyes):
                return Change(State(state.said + str(eyes)), reveals=True)
        raise AssertionError(action)

    def view(self, state: State, _seat: Seat) -> State:
        return state

    def guess(self, view: State, _seat: Seat, _rng: Random) -> State:
        return view

    def winners(self, _state: State) -> frozenset[Seat]:
        return frozenset({1})


YES, NO = Say(True), Say(False)


@pytest.fixture
def session() -> Session[State, Action]:
    return begin(Chat(), ("me", "me"), Options(), seed=5)


def test_nature_answers_and_forced_moves_are_made(session: Session[State, Action]):
    assert session.go_on() == []
    said, thrown = session.play(YES)
    assert (said.seat, said.action, said.events, said.before) == (0, YES, (YES,), State())
    assert (thrown.seat, thrown.before, thrown.after) == (NATURE, said.after, session.state)
    assert isinstance(thrown.action, Thrown)
    _, nodded = session.play(NO)
    assert (nodded.seat, nodded.action, nodded.forced) == (1, Nod(), True)


def test_an_illegal_move_changes_nothing(session: Session[State, Action]):
    session.play(YES)
    before, past = session.state, list(session.past)
    with pytest.raises(IllegalMove):
        session.play(Nod())
    assert session.state is before
    assert session.past == past


def test_nobody_moves_after_the_end(session: Session[State, Action]):
    for _ in range(3):
        session.play(NO)
    assert session.actor is None
    with pytest.raises(IllegalMove):
        session.play(NO)


def test_own_moves_can_be_taken_back_with_what_they_forced(session: Session[State, Action]):
    session.play(NO)
    assert session.can_take_back(0) == 2
    session.back(2)
    assert session.state == State()


def test_moves_of_another_seat_and_revealing_ones_cannot_be_taken_back(session: Session[State, Action]):
    assert session.can_take_back(0) == 0
    session.play(NO)
    assert session.can_take_back(1) == 0
    session.back(2)
    session.play(YES)
    assert session.can_take_back(0) == 0


@pytest.mark.parametrize("moves", [0, -1, 3])
def test_only_moves_that_were_made_can_be_taken_back(session: Session[State, Action], moves: int):
    session.play(NO)
    with pytest.raises(IllegalMove) as refused:
        session.back(moves)
    assert in_both(refused.value) == (
        f"The game has 2 moves so far, so {moves} moves cannot be taken back.",
        f"Das Spiel hat bisher 2 Züge; {moves} Züge zurücknehmen geht nicht.",
    )


def test_streams_differ_by_seed_seat_and_place_and_by_nothing_else():
    def first(seed: int, seat: Seat, moves: int) -> float:
        session = begin(Chat(), ("me", "me"), Options(), seed)
        for _ in range(moves):
            session.play(NO)
        return session.rng(seat).random()

    assert first(1, 0, 1) == first(1, 0, 1)
    assert len({first(seed, seat, moves) for seed in (1, 2) for seat in (NATURE, 0, 1) for moves in (0, 1, 2)}) == 18


def test_how_much_a_bot_draws_does_not_change_what_nature_draws():
    class Thinker(RandomBot):
        def choose(self, view: Any, seat: Seat, legal: Choices[Any], rng: Random) -> Any:
            for _ in range(1000):
                rng.random()
            super().choose(view, seat, legal, rng)
            return YES

    class Simple(Thinker):
        def choose(self, *_: Any) -> Any:
            return YES

    said = []
    for bot in (Thinker, Simple):
        session = begin(Chat(), ("a", "b"), Options(), seed=3)
        play_out(session, ("a", "b"), {0: bot(Chat()), 1: bot(Chat())})
        said.append(session.state.said)
    assert said[0] == said[1]


def test_a_move_made_again_after_taking_back_is_drawn_anew():
    """Or one could take back a flick and correct it by what the hand did."""
    thrown = set()
    session = begin(Chat(), ("me", "me"), Options(), seed=3)
    for _ in range(20):
        session.play(YES)
        thrown.add(session.state.said)
        session.back(2)
    assert len(thrown) > 1


def test_a_record_without_a_seed_is_continued_with_a_seed_of_its_own(tmp_path: Path):
    path = tmp_path / "chat.jsonl"
    path.write_text('{"format":1,"game":"chat","seats":["me","me"]}\n')
    seeds = {load(path, lambda _: Chat()).session.seed for _ in range(5)}
    assert len(seeds) > 1


def test_a_record_is_loaded_by_making_every_move_of_it_again(tmp_path: Path):
    session = begin(Chat(), ("me", "me"), Options(), seed=5, path=(path := tmp_path / "chat.jsonl"))
    session.play(YES)
    session.play(NO)
    session.back(2)
    session.play(YES)
    session.close()
    loaded = load(path, lambda _: Chat()).session
    assert loaded.past == session.past
    assert [made.seat for made in loaded.past] == [0, NATURE, 1, NATURE]
    assert loaded.state == session.state != State()
    assert loaded.lines == session.lines == 7


def test_a_bot_is_asked_with_the_view_and_its_own_stream(session: Session[State, Action]):
    asked: list[Any] = []

    class Bot:
        def choose(self, *question: Any) -> Any:
            asked.append(question)
            return NO

    assert ask(Bot(), "it", session) == NO
    view, seat, legal, rng = asked[0]
    assert (view, seat, tuple(legal)) == (State(), 0, (YES, NO))
    assert rng.random() == session.rng(0).random()


def test_a_bot_never_gets_more_than_the_view():
    class Secretive(Chat):
        """Nobody sees what was said."""

        def view(self, state: State, _seat: Seat) -> State:
            return State("?" * len(state.said)) if state.said else state

    seen: list[str] = []

    class Bot:
        def choose(self, view: State, _seat: Seat, _legal: Any, _rng: Random) -> Any:
            seen.append(view.said)
            return NO

    session = begin(Secretive(), ("a", "b"), Options(), seed=3)
    play_out(session, ("a", "b"), {0: Bot(), 1: Bot()})
    assert seen == ["", "??", "????"]


def test_a_bot_that_fails_is_named(session: Session[State, Action]):
    class Broken:
        def choose(self, *_: Any) -> Any:
            raise ZeroDivisionError("oh")

    class Cheat:
        def choose(self, *_: Any) -> Any:
            return Nod()

    with pytest.raises(BadBot, match=r"'broken' stopped with an error \(ZeroDivisionError: oh\)"):
        ask(Broken(), "broken", session)
    with pytest.raises(BadBot, match=r"'cheat' chose Nod\(\), which is not allowed: No. \(CHA-01\)"):
        ask(Cheat(), "cheat", session)
