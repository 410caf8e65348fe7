"""Worker processes that may die, for instance of a crash inside a C library, without taking the work down."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, suppress
from itertools import count
from multiprocessing.connection import Connection, wait
from threading import Thread
from time import monotonic
from typing import Any, Final, Generic, NamedTuple, ParamSpec, Self, TypeVar

P = ParamSpec("P")
A = TypeVar("A")
R = TypeVar("R")

TRIES: Final = 2
"""How many workers a task may end before it is given up."""


class Lost(NamedTuple):
    """What is known of a task that ended every worker that had it."""

    code: int | None
    """How the last of them ended: its exit code, the negative number of a signal, or None if it took too long."""


class Crew:
    """Processes that do tasks, one at a time each. A context: at its end they end, whatever they do.

    A process that dies, or that takes longer than `patience` seconds for a task, is replaced; the one task that it had
    is given to a new process once more. All others go on. `start` is a start method of `multiprocessing`; without it,
    the platform's own.
    """

    def __init__(self, jobs: int, patience: float | None = None, start: str | None = None) -> None:
        self._patience, self._start = patience, start
        self._workers = [Worker(start) for _ in range(jobs)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        while self._workers:
            self._workers.pop().end()

    def map(self, do: Callable[[A], R], tasks: Iterable[A]) -> Iterator[R | Lost]:
        """What comes of each task, in their order, as soon as it is known; an error shows at its place.

        Tasks are drawn when a process has nothing to do. Function, tasks and results must be fit for pickle.
        """
        done: dict[int, Outcome[R]] = {}
        coming, due = enumerate(tasks), 0
        try:
            while self._hand_out(do, coming):
                done.update(self.hear())
                while due in done:
                    yield done.pop(due)()
                    due += 1
        finally:
            for worker in [worker for worker in self._workers if worker.job]:
                self._replace(worker)

    def _hand_out(self, do: Callable[[A], R], coming: Iterator[tuple[int, A]]) -> bool:
        """Give everybody something to do; whether anybody has."""
        for worker in self.idle():
            if task := next(coming, None):
                worker.give(Task(task[0], (do, task[1])))
        return any(worker.job for worker in self._workers)

    def idle(self) -> list[Worker]:
        """Those that have nothing to do."""
        return [worker for worker in self._workers if not worker.job]

    def hear(self) -> Iterator[tuple[int, Outcome[Any]]]:
        """Wait until something happens, then the outcomes that it brings."""
        busy = {worker: worker.job for worker in self._workers if worker.job}
        wait([end for worker in busy for end in (worker.line, worker.process.sentinel)], self._soonest(busy))
        for worker, job in busy.items():
            if outcome := worker.hear():
                yield job.number, outcome
            elif worker.is_dead or self._is_late(worker):
                code = self._replace(worker)
                if job.tries < TRIES:
                    self._workers[-1].give(job._replace(tries=job.tries + 1))
                else:
                    yield job.number, Outcome(Lost(code if worker.is_dead else None))

    def _soonest(self, busy: Iterable[Worker]) -> float | None:
        """Seconds until the first of them is late."""
        if self._patience is None:
            return None
        return max(0.0, min(worker.began for worker in busy) + self._patience - monotonic())

    def _is_late(self, worker: Worker) -> bool:
        return self._patience is not None and monotonic() >= worker.began + self._patience

    def _replace(self, worker: Worker) -> int:
        """Put a new process in the place of one, which becomes the last; how the old one ended."""
        self._workers.remove(worker)
        self._workers.append(Worker(self._start))
        return worker.end()


class Pool(Executor):
    """A crew that is handed its tasks one by one. What ends every process that has it fails with BrokenExecutor.

    Its futures bring the work forward while somebody waits for one of them: it needs no thread.
    """

    def __init__(self, jobs: int, start: str | None = None) -> None:
        self._crew = Crew(jobs, start=start)
        self._numbers = count()
        self._waiting: deque[tuple[int, Future[Any], Any]] = deque()
        self._begun: dict[int, Future[Any]] = {}

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Have something done as soon as a process has nothing to do. All of it must be fit for pickle."""
        future: Future[R] = _Awaited(self.go_on)
        self._waiting.append((next(self._numbers), future, (fn, args, kwargs)))
        self._hand_out()
        return future

    def go_on(self) -> None:
        """Wait until something happens, and see to it."""
        for number, outcome in self._crew.hear():
            future = self._begun.pop(number)
            if outcome.error:
                future.set_exception(outcome.error)
            elif isinstance(outcome.result, Lost):
                future.set_exception(BrokenExecutor(f"exit code {outcome.result.code}"))
            else:
                future.set_result(outcome.result)
        self._hand_out()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """End all processes, whatever they do; then all that they did not finish is over, too."""
        self._crew.__exit__()
        while self._waiting:
            self._waiting.popleft()[1].cancel()
        while self._begun:
            self._begun.popitem()[1].set_exception(BrokenExecutor("the pool has ended"))

    def _hand_out(self) -> None:
        for worker in self._crew.idle():
            while self._waiting:
                number, future, call = self._waiting.popleft()
                if future.set_running_or_notify_cancel():
                    self._begun[number] = future
                    worker.give(Task(number, (_call, call)))
                    break


class _Awaited(Future[R]):
    """A future that is not waited for in vain: `go_on` brings it nearer."""

    def __init__(self, go_on: Callable[[], None]) -> None:
        super().__init__()
        self._go_on = go_on

    def result(self, timeout: float | None = None) -> R:
        """The result, or the error, once it is there."""
        while timeout is None and not self.done():
            self._go_on()
        return super().result(timeout)


def _call(call: tuple[Callable[..., R], tuple[Any, ...], Mapping[str, Any]]) -> R:
    do, arguments, named = call
    return do(*arguments, **named)


class Outcome(NamedTuple, Generic[R]):
    """What came of a task."""

    result: R | Lost
    error: Exception | None = None

    def __call__(self) -> R | Lost:
        """The result; the error is raised."""
        if self.error:
            raise self.error
        return self.result


class Task(NamedTuple):
    """What a worker is told to do, and which attempt it is."""

    number: int
    order: tuple[Callable[[Any], Any], Any]
    tries: int = 1


class Worker:
    """A process and the line to it."""

    def __init__(self, start: str | None) -> None:
        context = multiprocessing.get_context(start)
        self.job: Task | None = None
        self.began = 0.0
        self.is_dead = False
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs,), daemon=True)  # type: ignore[attr-defined]
        self.process.start()
        theirs.close()

    def give(self, job: Task) -> None:
        """Let it do something; it must have nothing else to do."""
        with suppress(OSError):  # it is dead already, which is noticed when it is heard
            self.line.send(job.order)
        self.job, self.began = job, monotonic()

    def hear(self) -> Outcome[Any] | None:
        """What came of its job, if it has said so; else it may be dead."""
        is_alive = self.process.is_alive()  # asked first: what it says before it dies counts
        try:
            if self.line.poll():
                outcome = Outcome(*self.line.recv())
                self.job = None
                return outcome
        except (EOFError, OSError):
            is_alive = False
        self.is_dead = not is_alive
        return None

    def end(self) -> int:
        """End its process, if it has not ended; how it did."""
        self.process.kill()
        self.process.join()
        code = int(self.process.exitcode)
        self.process.close()
        self.line.close()
        return code


@contextmanager
def interruptible() -> Iterator[None]:
    """Let the signal that asks a program to end interrupt it as Ctrl-C does, so that it can still say what it did."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def begin_worker() -> None:
    """A worker leaves Ctrl-C to the process that started it, and ends with that process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


def _work(line: Connection) -> None:
    begin_worker()
    while True:
        do, task = line.recv()
        try:
            line.send((do(task), None))
        except Exception as error:  # noqa: BLE001  it is raised where the result is asked for
            line.send((None, error))
