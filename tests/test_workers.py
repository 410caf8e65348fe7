"""Workers that die: what they had is tried once more and then given up; all else is done as if nothing had happened."""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from rumms.workers import Crew, Lost, Pool

TASKS = """
import os, pathlib, signal, time

def who(_):
    return os.getpid()

def end_at_odd(number):
    if number % 2:
        os._exit(number)
    return 2 * number

def end_the_first(path):
    with open(path, "a") as file:
        file.write(f"{os.getpid()}\\n")
    if pathlib.Path(path).read_text().count("\\n") == 1:
        os._exit(1)
    return os.getpid()

def sleep_at_zero(number):
    time.sleep(0 if number else 60)
    return number

def early_ones_slowly(number):
    time.sleep(0.2 if number == 0 else 0)
    return number

def late(number):
    time.sleep(0.5)
    return number

def end_always(path):
    with open(path, "a") as file:
        file.write("once\\n")
    os._exit(1)

def without_pickle(_):
    return lambda: None

def ask_for_the_end(_):
    signal.raise_signal(signal.SIGINT)
    return "still here"
"""
"""What only a process of its own should do, as a module that every start method finds."""


@pytest.fixture
def tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    (tmp_path / "tasks_of_a_test.py").write_text(TASKS)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield import_module("tasks_of_a_test")
    del sys.modules["tasks_of_a_test"]


@pytest.fixture
def crew(tasks: Any) -> Iterator[Crew]:
    assert tasks, "made first: a worker looks for modules where its parent did when it was started"
    with Crew(2, start="spawn") as made:
        yield made


def test_results_come_in_the_order_of_the_tasks(crew: Crew, tasks: Any):
    assert list(crew.map(tasks.early_ones_slowly, range(7))) == list(range(7))
    assert list(crew.map(math.sqrt, [])) == []


def test_work_is_done_in_so_many_processes_which_stay_for_the_next(crew: Crew, tasks: Any):
    done = [set(crew.map(tasks.who, range(20))) for _ in range(2)]
    processes = {process.pid for process in multiprocessing.active_children()}
    assert len(processes) == 2
    assert all(some <= processes for some in done)
    assert os.getpid() not in processes


def test_tasks_that_end_their_worker_are_lost_and_no_others(crew: Crew, tasks: Any):
    assert list(crew.map(tasks.end_at_odd, range(6))) == [0, Lost(1), 4, Lost(3), 8, Lost(5)]
    assert list(crew.map(math.sqrt, [4, 9])) == [2, 3], "the crew is complete again"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("how", [signal.SIGSEGV, signal.SIGKILL])
def test_a_signal_that_ended_a_worker_is_named(crew: Crew, how: signal.Signals):
    assert list(crew.map(signal.raise_signal, [how])) == [Lost(-how)]


def test_a_task_that_ended_its_worker_is_tried_once_more_in_a_fresh_one(crew: Crew, tasks: Any, tmp_path: Path):
    path = tmp_path / "tried"
    before = {process.pid for process in multiprocessing.active_children()}
    (second,) = crew.map(tasks.end_the_first, [path])
    tried = [int(line) for line in path.read_text().splitlines()]
    assert tried[0] in before
    assert tried[1:] == [second]
    assert second not in before


def test_a_task_is_not_tried_a_third_time(crew: Crew, tasks: Any, tmp_path: Path):
    path = tmp_path / "tried"
    assert list(crew.map(tasks.end_always, [path])) == [Lost(1)]
    assert path.read_text() == "once\nonce\n"


def test_a_worker_that_died_with_nothing_to_do_costs_no_task(crew: Crew, tasks: Any):
    victim = multiprocessing.active_children()[0]
    victim.kill()
    victim.join()
    assert all(isinstance(done, int) for done in crew.map(tasks.who, range(20)))


def test_a_task_that_takes_too_long_is_lost(tasks: Any):
    with Crew(2, patience=1.5, start="spawn") as crew:
        began = time.monotonic()
        assert list(crew.map(tasks.sleep_at_zero, range(4))) == [Lost(None), 1, 2, 3]
        assert time.monotonic() - began < 30


def test_an_error_shows_where_its_result_would(crew: Crew):
    results = crew.map(math.sqrt, [4, -1, 9])
    assert next(results) == 2
    with pytest.raises(ValueError, match="math domain error"):
        next(results)


def test_a_result_that_cannot_be_sent_is_an_error(crew: Crew, tasks: Any):
    with pytest.raises(Exception, match="pickle"):
        list(crew.map(tasks.without_pickle, [0]))


def test_what_was_left_unfinished_does_not_show_up_later(crew: Crew, tasks: Any):
    results = crew.map(tasks.early_ones_slowly, [1, 0, 1])
    assert next(results) == 1
    results.close()  # type: ignore[attr-defined]
    assert list(crew.map(tasks.late, [7, 8, 9])) == [7, 8, 9]


def test_tasks_are_drawn_as_they_are_needed(crew: Crew):
    drawn = []

    def numbers() -> Iterator[int]:
        for number in range(100_000):
            drawn.append(number)
            yield number

    results = crew.map(math.sqrt, numbers())
    next(results)
    # the other process may have been done with many before this one was with the first, but not all were drawn at once
    assert len(drawn) < 100_000


def test_a_worker_leaves_ctrl_c_to_its_parent(crew: Crew, tasks: Any):
    assert list(crew.map(tasks.ask_for_the_end, [0])) == ["still here"]


def test_no_process_outlives_its_crew():
    with Crew(2, start="spawn") as crew:
        results = crew.map(time.sleep, [60, 60])
        processes = multiprocessing.active_children()
        assert len(processes) == 2
    assert multiprocessing.active_children() == []
    assert list(results) == []


def test_the_start_method_changes_nothing(tasks: Any):
    for start in multiprocessing.get_all_start_methods():
        if start != "fork":  # a process with threads, as pytest's workers are, should not be copied
            with Crew(1, start=start) as crew:
                assert list(crew.map(tasks.end_at_odd, range(3))) == [0, Lost(1), 4]


# A pool, which is handed its tasks one by one.


@pytest.fixture
def pool(tasks: Any) -> Iterator[Pool]:
    assert tasks
    with Pool(2, start="spawn") as made:
        yield made


def test_a_pool_gives_the_result_of_each_task(pool: Pool):
    futures = [pool.submit(pow, number, exp=2) for number in range(20)]
    assert [future.result() for future in futures] == [number**2 for number in range(20)]


def test_results_of_a_pool_may_be_asked_for_in_any_order(pool: Pool, tasks: Any):
    slow, *others = [pool.submit(tasks.early_ones_slowly, number) for number in range(6)]
    assert [future.result() for future in reversed(others)] == [5, 4, 3, 2, 1]
    assert slow.result() == 0


def test_an_error_shows_where_the_result_is_asked_for(pool: Pool):
    bad, good = pool.submit(int, "x"), pool.submit(int, "1")
    with pytest.raises(ValueError, match="invalid literal"):
        bad.result()
    assert good.result() == 1


def test_only_the_task_that_ends_its_process_every_time_is_broken(pool: Pool, tasks: Any):
    futures = [pool.submit(tasks.end_at_odd, number) for number in (0, 2, 3, 4, 5, 6)]
    for number, future in zip((0, 2, 3, 4, 5, 6), futures, strict=True):
        if number % 2:
            with pytest.raises(BrokenExecutor):
                future.result()
        else:
            assert future.result() == 2 * number


def test_a_task_whose_process_died_is_done_once_more(pool: Pool, tasks: Any, tmp_path: Path):
    assert pool.submit(tasks.end_the_first, str(tmp_path / "pids")).result() > 0
    assert len((tmp_path / "pids").read_text().split()) == 2


def test_a_task_that_was_cancelled_in_time_is_not_done(pool: Pool, tasks: Any, tmp_path: Path):
    busy = [pool.submit(tasks.late, number) for number in range(2)]
    waiting = pool.submit(tasks.end_the_first, str(tmp_path / "pids"))
    assert waiting.cancel()
    assert [future.result() for future in busy] == [0, 1]
    assert pool.submit(abs, -1).result() == 1
    with pytest.raises(CancelledError):
        waiting.result()
    assert not (tmp_path / "pids").exists()


def test_what_a_pool_leaves_undone_is_over_when_its_processes_are(tasks: Any):
    """The end of a task is told when nobody works on it any more."""
    before, told = set(multiprocessing.active_children()), []
    with Pool(1, start="spawn") as pool:
        begun, waiting = [pool.submit(tasks.sleep_at_zero, 0) for _ in range(2)]
        begun.add_done_callback(lambda _: told.append(set(multiprocessing.active_children())))
    assert told == [before]
    assert waiting.cancelled()
    with pytest.raises(BrokenExecutor, match="the pool has ended"):
        begun.result()


def test_a_pool_ends_its_processes_whatever_they_do(tasks: Any):
    before = set(multiprocessing.active_children())
    with Pool(2, start="spawn") as pool:
        pool.submit(tasks.sleep_at_zero, 0)
        assert len(set(multiprocessing.active_children()) - before) == 2
    assert set(multiprocessing.active_children()) == before
