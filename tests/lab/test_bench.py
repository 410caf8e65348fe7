"""Benches: what is counted and how it is summed up. How fast it is, no test asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from rumms.catalogue import GAMES, find
from rumms.games.rumms.state import Side
from rumms.kernel.bots import RandomBot
from rumms.kernel.game import Change, Listed
from rumms.kernel.refusal import Refusal
from rumms.lab import bench
from rumms.lab.bench import ITERATIONS, Work, decisions, random_game, run, works


@pytest.fixture(autouse=True)
def in_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SECONDS", 0.003)
    monkeypatch.setattr(bench, "SLICES", 3)


def test_random_play_counts_every_move_and_asks_the_game_alone():
    game = find("kawumm").game
    asked = []

    class Watched:
        seats, options, new, actor, legal = game.seats, game.options, game.new, game.actor, game.legal

        def apply(self, state: Any, action: Any) -> Any:
            asked.append(action)
            return game.apply(state, action)

    moves = random_game(Watched(), Random(1))  # type: ignore[arg-type]
    assert moves == len(asked) > 10
    assert moves == random_game(game, Random(1))


def test_every_game_has_its_moves_measured():
    these = works("moves")
    assert [(name, work.what, work.unit) for name, work in these] == [("moves", id_, "moves a second") for id_ in GAMES]
    assert all(work.do() > 0 for _, work in these)


def test_the_decisions_of_a_game_are_real_ones_and_always_the_same():
    entry = find("kawumm")
    found = decisions(entry)
    assert len(found) > 10
    for view, seat, legal in found:
        assert entry.game.actor(view) == seat
        assert entry.game.legal(view) == legal
        assert not isinstance(legal, Listed) or len(legal) > 1
        assert entry.game.view(view, seat) == view, "no more than the seat sees"
    assert decisions(entry) == found


class Steps:
    """Four moves; at every other one there is only one choice."""

    name, seats, physics = "steps", range(1, 2), None

    options = msgspec.defstruct("Options", [])
    actions = int

    def new(self, _seats: int, _options: Any) -> int:
        return 0

    def actor(self, state: int) -> int | None:
        return 0 if state < 4 else None

    def legal(self, state: int) -> Listed[int]:
        return Listed((1, 2)) if state % 2 else Listed((1,))

    def apply(self, state: int, _action: int) -> Change[int]:
        return Change(state + 1)

    def view(self, state: int, _seat: int) -> int:
        return state


def test_where_there_is_only_one_choice_nothing_is_decided():
    entry = SimpleNamespace(id="steps", game=Steps(), bots={"greedy": RandomBot})
    assert [view for view, _, _ in decisions(entry)] == [1, 3]  # type: ignore[arg-type]


def test_the_rules_are_measured_alone(monkeypatch: pytest.MonkeyPatch):
    """No lots, no bots and no physics: the moves of a game that was played before are made again."""
    entry = find("rumms")
    monkeypatch.setattr(bench, "GAMES", {"rumms": entry})
    ((name, work),) = works("rules")
    assert (name, work.what, work.unit) == ("rules", "rumms", "moves a second")
    monkeypatch.setattr(entry.game, "engine", None)
    assert work.do() == work.do() > 10


def test_the_search_is_measured_where_a_game_has_one(monkeypatch: pytest.MonkeyPatch):
    kawumm = find("kawumm")
    made: list[str | None] = []
    chosen = []

    class Search:
        def __init__(self, _game: Any, budget: str | None) -> None:
            made.append(budget)

        def choose(self, view: Any, seat: int, legal: Any, rng: Random) -> None:
            chosen.append((view, seat, legal))
            assert rng.random() < 1

    with_search = SimpleNamespace(id="one", game=kawumm.game, bots={**kawumm.bots, "search": Search})
    without = SimpleNamespace(id="two", game=kawumm.game, bots={"greedy": kawumm.bots["greedy"]})
    monkeypatch.setattr(bench, "GAMES", {"one": with_search, "two": without})
    ((name, work),) = works("search")
    assert (name, work.what, work.unit) == ("search", "one", "iterations a second")
    assert made == [str(ITERATIONS)] == ["100"]
    expected = decisions(kawumm)
    assert [work.do() for _ in range(len(expected) + 1)] == [ITERATIONS] * (len(expected) + 1)
    assert chosen == [*expected, expected[0]]


def test_outcomes_are_counted_on_a_full_board():
    state = bench.full_board()
    assert [sum(die.kind.value for die in state.dice if die.side is side) for side in Side] == [50, 50]
    assert bench.try_flicks(5) == 5
    ((name, work),) = works("outcomes")
    assert (name, work.unit) == ("outcomes", "outcomes a second")


def test_without_a_name_every_bench_runs(monkeypatch: pytest.MonkeyPatch):
    def one(what: str) -> Callable[[], Iterator[Work]]:
        return lambda: iter([Work(what, "things a second", lambda: 1)])

    monkeypatch.setattr(bench, "BENCHES", {"first": one("x"), "second": one("y")})
    assert [(name, work.what) for name, work in works()] == [("first", "x"), ("second", "y")]
    assert [(name, work.what) for name, work in works("second")] == [("second", "y")]


def test_an_unknown_bench_is_refused_with_the_names_there_are():
    with pytest.raises(Refusal) as refused:
        works("flips")
    assert (
        str(refused.value)
        == "There is no bench 'flips'; there are: moves, rules, search, outcomes, shots, frames, decisions."
    )


def test_a_figure_is_the_median_of_its_slices_and_is_set_against_the_reference(monkeypatch: pytest.MonkeyPatch):
    speeds = iter([500, 400, 40, 800, 10, 200, 100])  # the reference first, then in turn with the work
    asked = []

    def speed(do: Callable[[], int], seconds: float) -> float:
        asked.append((do(), seconds))
        return next(speeds)

    monkeypatch.setattr(bench, "_speed", speed)
    before, after = run([("moves", Work("kawumm", "moves a second", lambda: 7))])
    assert before.rows == ()
    (row,) = after.rows
    assert (row.bench, row.what, row.unit) == ("moves", "kawumm", "moves a second")
    assert row.figure == 40
    assert row.relative == 100, "the median of 100, 12.5 and 500 for 1000 rounds"
    assert (after.reference.figure, after.reference.unit) == (450, "rounds a second")
    assert [done for done, _ in asked] == [1, 1, 7, 1, 7, 1, 7]
    assert sum(seconds for done, seconds in asked if done == 7) == pytest.approx(bench.SECONDS)


def test_a_speed_is_what_was_done_in_the_time_it_took(monkeypatch: pytest.MonkeyPatch):
    clock = iter([10.0, 10.0, 10.5, 11.0, 12.0])
    monkeypatch.setattr(bench, "perf_counter", lambda: next(clock))
    assert bench._speed(lambda: 8, 1.5) == pytest.approx(3 * 8 / 2)  # noqa: SLF001


def test_the_reference_is_always_the_same_work():
    def state_after(rounds: int) -> Any:
        rng = Random(bench.SEED)
        assert sum(bench.reference_round(rng) for _ in range(rounds)) == rounds
        return rng.getstate()

    assert state_after(3) == state_after(3) != state_after(2)
