"""What is asked of another process is done there, in order, without anybody waiting; and processes may die."""

from __future__ import annotations

import copy
import math
import multiprocessing
import os
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rumms import catalogue
from rumms.catalogue import find
from rumms.kernel.refusal import BadBot, Refusal
from rumms.kernel.session import begin
from rumms.physics.model import Body, Flick, Layout, Pose
from rumms.ui import thinking
from rumms.ui.thinking import Inline, Job, Mind, Thinker, decide_trusted, draw, foresee

LONG = 600.0
"""Seconds; no test waits for that."""
MANY = 200

COUNTING = """
class Counting:
    made = 0

    def __init__(self, game, budget=None):
        type(self).made += 1
        self.asked = 0

    def choose(self, view, seat, legal, rng):
        self.asked += 1
        raise RuntimeError(f"bot {self.made} asked {self.asked} times")
"""


def result(job: Job[Any]) -> Any:
    while not job.is_done:
        time.sleep(0.01)
    return job.result()


def children() -> set[int | None]:
    return {process.pid for process in multiprocessing.active_children()}


def dealt() -> Any:
    """A session in which seat 0 has to decide."""
    game = find("kawumm").game
    session = begin(game, ("random", "random"), game.options(), 1)
    session.go_on()
    return session


def asked(session: Any, bot: str, table: str = "table") -> tuple[Any, ...]:
    view = session.game.view(session.state, session.actor)
    return decide_trusted, table, "kawumm", bot, view, session.actor, session.stream(session.actor)


def test_jobs_have_results(mind: Mind):
    jobs = [mind.ask(math.sqrt, number) for number in (4, 9, 16)]
    assert [result(job) for job in jobs] == [2, 3, 4]


def test_what_was_raised_there_is_raised_here(mind: Mind):
    job = mind.ask(math.sqrt, -1)
    with pytest.raises(ValueError, match="math domain error"):
        result(job)
    assert result(mind.ask(math.sqrt, 4)) == 2


def test_a_refusal_can_still_be_translated_when_it_arrives(mind: Mind):
    with pytest.raises(BadBot) as refused:
        result(mind.ask(*asked(dealt(), "clever")))
    assert refused.value.text == "There is no bot '{name}'; there are {known}."
    assert refused.value.values["name"] == "clever"


def test_a_bot_decides_as_it_would_have_here(mind: Mind):
    session = dealt()
    here = session.game.legal(session.state).sample(session.rng(0))
    assert result(mind.ask(*asked(session, "random"))) == here


def test_nature_draws_as_it_would_have_here(mind: Mind):
    game = find("kawumm").game
    session = begin(game, ("random", "random"), game.options(), 1)
    drawn = result(mind.ask(draw, "kawumm", session.state, session.stream(-1)))
    assert [drawn] == [made.action for made in session.go_on()]


def test_a_flick_is_foreseen(mind: Mind):
    layout, flick = Layout((Body(0, Pose(10.0, 10.0)), Body(1, Pose(20.0, 10.0)))), Flick(0, 0.0, 100.0)
    assert result(mind.ask(foresee, layout, flick)).meets == 1


def test_a_seat_keeps_its_bot_until_another_game_is_played(tmp_path: Path):
    file = tmp_path / "own.py"
    file.write_text(COUNTING)
    said = []
    for table in ("one", "one", "two"):
        with pytest.raises(BadBot) as refused:
            result(Inline().ask(*asked(dealt(), f"{file}:Counting", table)))
        said.append(str(refused.value.values["error"]))
    # each bot has its class from a reading of the file of its own
    assert said == [f"RuntimeError: bot 1 asked {times} times" for times in (1, 2, 1)]


@pytest.mark.parametrize("flick", [Flick(0, 1.0, 2.0), Flick(0, 1.0, 2.0, height=float("0.5"))], ids=["usual", "said"])
def test_what_comes_back_is_written_as_what_was_sent(mind: Mind, flick: Flick):
    """Left out is what is the default itself; what only equals it is written."""
    assert msgspec.json.encode(result(mind.ask(copy.copy, flick))) == msgspec.json.encode(flick)


def test_the_work_is_done_in_one_other_process_which_stays(shared: Thinker):
    first, second = result(shared.ask(os.getpid)), result(shared.ask(os.getpid))
    assert first == second
    assert first != os.getpid()
    assert first in children()


def test_a_process_that_is_asked_loads_no_window(shared: Thinker):
    assert "pygame" not in result(shared.ask(eval, "list(__import__('sys').modules)"))
    assert "rumms.physics.engine" in result(shared.ask(eval, "list(__import__('sys').modules)"))


def test_asking_and_looking_never_wait(thinker: Thinker):
    job = thinker.ask(time.sleep, LONG)
    assert not any(job.is_done for _ in range(MANY))


def test_a_job_can_be_cancelled_in_the_middle_of_it(thinker: Thinker):
    before = result(thinker.ask(os.getpid))
    job = thinker.ask(time.sleep, LONG)
    after = thinker.ask(os.getpid)
    job.cancel()
    assert result(after) != before
    assert not job.is_done
    assert before not in children()


def test_a_job_that_waits_is_cancelled_without_harm(thinker: Thinker):
    before = result(thinker.ask(os.getpid))
    thinker.ask(time.sleep, 0.1)
    job, after = thinker.ask(math.sqrt, 4), thinker.ask(os.getpid)
    job.cancel()
    assert result(after) == before
    assert not job.is_done


def test_cancelling_what_is_done_changes_nothing(thinker: Thinker):
    job = thinker.ask(os.getpid)
    before = result(job)
    job.cancel()
    assert result(job) == result(thinker.ask(os.getpid)) == before


def test_a_job_that_ends_every_process_is_given_up_and_no_other(thinker: Thinker):
    deadly, harmless = thinker.ask(os._exit, 3), thinker.ask(math.sqrt, 4)
    with pytest.raises(Refusal, match="its process has ended unexpectedly"):
        result(deadly)
    assert result(harmless) == 2


def test_a_job_that_ended_its_process_is_tried_once_more(thinker: Thinker, tmp_path: Path):
    """Who comes first makes the folder and dies."""
    code = f"os.path.exists({str(tmp_path / 'made')!r}) or os._exit(os.mkdir({str(tmp_path / 'made')!r}) or 3)"
    assert result(thinker.ask(eval, f"(os := __import__('os')) and ({code})")) is True


def test_a_process_that_dies_with_nothing_to_do_is_replaced(thinker: Thinker):
    before = result(thinker.ask(os.getpid))
    (victim,) = (process for process in multiprocessing.active_children() if process.pid == before)
    victim.kill()
    victim.join()
    thinker.poll()
    assert result(thinker.ask(os.getpid)) not in {before, os.getpid()}


def test_where_processes_die_while_they_load_jobs_are_given_up(thinker: Thinker, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(thinking, "load", sys.exit)
    jobs = [thinker.ask(math.sqrt, 4) for _ in range(2)]
    for job in jobs:
        with pytest.raises(Refusal, match="its process has ended unexpectedly"):
            result(job)
    monkeypatch.undo()
    assert result(thinker.ask(math.sqrt, 4)) == 2


def test_where_no_process_can_be_had_jobs_are_given_up(thinker: Thinker, monkeypatch: pytest.MonkeyPatch):
    def refuse(_start: str) -> None:
        raise BlockingIOError

    monkeypatch.setattr(thinking, "Worker", refuse)
    with pytest.raises(Refusal, match="its process has ended unexpectedly"):
        result(thinker.ask(math.sqrt, 4))


def test_no_process_outlives_its_thinker():
    before = children()
    thinker = Thinker()
    thinker.warm()
    job = thinker.ask(time.sleep, LONG)
    assert len(children() - before) == 1
    thinker.close()
    assert children() == before
    assert not job.is_done


def test_a_result_is_not_to_be_had_before_there_is_one(thinker: Thinker):
    with pytest.raises(AssertionError):
        thinker.ask(time.sleep, LONG).result()


class Started:
    """Processes that were begun."""

    def __init__(self) -> None:
        self.found: list[dict[str, Any]] = []

    def get_context(self, start: str) -> Started:
        assert start == thinking.START
        return self

    def Process(self, **given: Any) -> Started:  # noqa: N802  as multiprocessing has it
        self.found.append(given)
        return self

    def start(self) -> None:
        """Nothing runs."""


@pytest.mark.parametrize("has_numba", [True, False])
def test_the_physics_is_compiled_in_a_process_that_nobody_waits_for(monkeypatch: pytest.MonkeyPatch, has_numba: bool):
    started = Started()
    monkeypatch.setattr(thinking, "multiprocessing", started)
    monkeypatch.setattr(thinking, "find_spec", lambda _: has_numba or None)
    thinking.compile_aside()
    assert [given["daemon"] for given in started.found] == [True] * has_numba


@pytest.mark.parametrize("warm", [True, False])
def test_it_is_compiled_once(monkeypatch: pytest.MonkeyPatch, warm: bool):
    done: list[str] = []
    monkeypatch.setattr("rumms.physics.engine.is_warm", lambda: warm)
    monkeypatch.setattr("rumms.physics.engine.warm_up", lambda: done.append("compiled"))
    catalogue.compile_engine()
    assert done == ["compiled"] * (not warm)
