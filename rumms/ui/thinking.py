"""Thinking in another process: bots and physics are asked, and the window goes on meanwhile."""

from __future__ import annotations

import multiprocessing
import os
import pickle
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.util import find_spec
from io import BytesIO
from itertools import count
from random import Random
from typing import Any, Final, Generic, Protocol, TypeVar

from msgspec import Struct

from rumms import catalogue
from rumms.kernel.bots import Bot, advice, answer, make
from rumms.kernel.game import Seat
from rumms.kernel.refusal import Refusal
from rumms.language import use
from rumms.physics.film import Foresight
from rumms.physics.model import Flick, Layout
from rumms.workers import TRIES, Lost, Outcome, Task, Worker, begin_worker

T = TypeVar("T")

START: Final = "spawn"
"""How processes begin: from nothing, as a copy of a process with a window would hold that window's innards."""
LOADING: Final = 0
"""The number of the first task of every process; it is sent nothing large before that is done, so nobody waits."""
MOST_SEATS: Final = 16
"""As many as a record holds."""
BEHIND: Final = 10
"""By how much a process that nobody waits for stands back, where processes can."""


class Mind(Protocol):
    """Whoever can be asked to think."""

    def warm(self) -> None:
        """Get ready, so that the first job need not wait."""

    def ask(self, do: Callable[..., T], /, *arguments: Any) -> Job[T]:
        """Have something done. Function, arguments and result must be fit for pickle; jobs are done in their order."""

    def poll(self) -> None:
        """Take note of what has been done, without waiting."""

    def drop(self, job: Job[Any], /) -> None:
        """Do a job no more."""

    def close(self) -> None:
        """End all jobs, whatever they do."""


class Job(Generic[T]):
    """Something that a mind was asked."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.outcome: Outcome[T] | None = None

    @property
    def is_done(self) -> bool:
        """Is there a result, or an error in its place? Never true of a job that was cancelled in time."""
        if self.outcome is None:
            self.mind.poll()
        return self.outcome is not None

    def result(self) -> T:
        """What came of it, once it is done; whatever was raised there is raised here."""
        if self.outcome is None:
            raise AssertionError(self)
        result = self.outcome()
        if isinstance(result, Lost):
            raise Refusal("Thinking broke off: its process has ended unexpectedly.")
        return result

    def cancel(self) -> None:
        """Give it up, even in the middle of it."""
        self.mind.drop(self)


class Thinker:
    """A process that thinks. If it dies, another takes its place; what it was doing is tried once more."""

    def __init__(self) -> None:
        self._worker: Worker | None = None
        self._jobs: dict[Job[Any], Task] = {}
        """Those that are not done, in their order; the first is under way, unless its process is loading."""
        self._numbers = count(LOADING + 1)

    def warm(self) -> None:
        """Start the process and let it load the games."""
        if self._worker is None:
            self._start(Task(LOADING, (_call, _packed((load, ())))))

    def ask(self, do: Callable[..., T], /, *arguments: Any) -> Job[T]:
        """Have something done, after whatever was asked before."""
        job: Job[T] = Job(self)
        self._jobs[job] = Task(next(self._numbers), (_call, _packed((do, arguments))))
        self.warm()
        self.poll()
        return job

    def poll(self) -> None:
        """Hear what the process says, and hand out the next job."""
        while self._worker and self._goes_on(self._worker):
            pass

    def drop(self, job: Job[Any], /) -> None:
        """Do a job no more; a process that is at it is replaced."""
        task = self._jobs.pop(job, None)
        if task and self._worker and self._worker.job == task:
            self._end()
            self.warm()

    def close(self) -> None:
        """End the process; jobs that are not done never will be."""
        self._jobs.clear()
        self._end()

    def _goes_on(self, worker: Worker) -> bool:
        """Do the next thing that can be done without waiting; False if there is none."""
        task = worker.job
        if task is None:
            return self._hand_out(worker)
        if outcome := worker.hear():
            if task.number != LOADING:
                self._settle(outcome if outcome.error else Outcome(_unpacked(outcome.result)))
            return True
        if worker.is_dead:
            self._recover(task, self._end())
            return True
        return False

    def _hand_out(self, worker: Worker) -> bool:
        if not worker.process.is_alive():
            self._end()
            self.warm()
        elif self._jobs:
            worker.give(next(iter(self._jobs.values())))
        return False

    def _recover(self, task: Task, code: int) -> None:
        """The process has died of a task: it is tried once more, then given up."""
        is_lost, again = task.tries >= TRIES, task._replace(tries=task.tries + 1)
        if task.number != LOADING:
            if is_lost:
                self._settle(Outcome(Lost(code)))
            else:
                self._jobs[next(iter(self._jobs))] = again
            self.warm()
        elif is_lost:
            self._give_up()
        else:
            self._start(again)

    def _start(self, loading: Task) -> None:
        try:
            self._worker = Worker(START)
        except OSError:  # the system gives no more processes
            self._give_up()
        else:
            self._worker.give(loading)

    def _settle(self, outcome: Outcome[Any]) -> None:
        """The first job is done."""
        job = next(iter(self._jobs))
        del self._jobs[job]
        job.outcome = outcome

    def _give_up(self) -> None:
        """No process can be had."""
        while self._jobs:
            self._settle(Outcome(Lost(None)))

    def _end(self) -> int:
        """End the process; how it ended."""
        worker, self._worker = self._worker, None
        return worker.end() if worker else 0


class Inline:
    """Thinks at once, in this process: for places without others."""

    def warm(self) -> None:
        """There is nothing to be ready for."""

    def ask(self, do: Callable[..., T], /, *arguments: Any) -> Job[T]:
        """Do something now."""
        job: Job[T] = Job(self)
        try:
            job.outcome = Outcome(do(*arguments))
        except Exception as error:  # noqa: BLE001  it is raised where the result is asked for
            job.outcome = Outcome(Lost(None), error)
        return job

    def poll(self) -> None:
        """All is done already."""

    def drop(self, job: Job[Any], /) -> None:
        """All is done already."""

    def close(self) -> None:
        """Nothing is under way."""


# What is asked.


def load() -> None:
    """Load every game with its bots and its engine."""
    use()
    for entry in catalogue.GAMES.values():
        entry.load()


def decide(table: str, game: str, bot: str, view: Any, seat: Seat, stream: str) -> Any:
    """A bot's decision. `table` is a name of the game being played: as long as it lasts, a seat keeps its bot."""
    mind = _bot(table, game, bot, seat, trusted=False)
    return answer(mind, bot, catalogue.find(game).game, view=view, seat=seat, rng=Random(stream))


def decide_trusted(table: str, game: str, bot: str, view: Any, seat: Seat, stream: str) -> Any:
    """The same for a bot that the command line has named: it may be in a Python file."""
    mind = _bot(table, game, bot, seat, trusted=True)
    return answer(mind, bot, catalogue.find(game).game, view=view, seat=seat, rng=Random(stream))


def advise(game: str, view: Any, seat: Seat, stream: str) -> Any:
    """What the strongest bot would do that can say why, and its reason."""
    entry = catalogue.find(game)
    return advice(entry.game, entry.bots, view=view, seat=seat, rng=Random(stream))


def draw(game: str, state: Any, stream: str) -> Any:
    """What Nature draws; the dice come to rest here."""
    return catalogue.find(game).game.legal(state).sample(Random(stream))


def foresee(layout: Layout, flick: Flick) -> Foresight:
    """How a flick would begin."""
    return catalogue.foresee(layout, flick)


@lru_cache(MOST_SEATS)
def _bot(_table: str, game: str, name: str, _seat: Seat, *, trusted: bool) -> Bot:
    entry = catalogue.find(game)
    return make(name, entry.game, entry.bots, trusted=trusted)


# What nobody waits for.


def compile_aside() -> None:
    """Have the physics compiled in a process of its own, if it can be and was not yet: bots think faster from then on.

    It takes about a minute, once; what is compiled is kept.
    """
    if find_spec("numba"):
        multiprocessing.get_context(START).Process(target=_compile, daemon=True).start()


def _compile() -> None:
    begin_worker()
    use()
    if hasattr(os, "nice"):
        os.nice(BEHIND)
    catalogue.compile_engine()


# How it is sent.


class _Packer(pickle.Pickler):
    """Leaves out of a Struct what is left out of records.

    msgspec leaves out a value that is the default itself, not one that only equals it; a record would else show
    which moves had been sent to a process and back.
    """

    def reducer_override(self, thing: Any, /) -> Any:
        if not isinstance(thing, Struct):
            return NotImplemented
        usual = zip(reversed(thing.__struct_fields__), reversed(thing.__struct_defaults__), strict=False)
        left_out = {name for name, default in usual if getattr(thing, name) is default}
        given = {name: getattr(thing, name) for name in thing.__struct_fields__ if name not in left_out}
        return _made, (type(thing), given)


def _made(struct: type[T], given: Mapping[str, Any]) -> T:
    return struct(**given)


def _packed(thing: Any) -> bytes:
    buffer = BytesIO()
    _Packer(buffer, pickle.HIGHEST_PROTOCOL).dump(thing)
    return buffer.getvalue()


def _unpacked(packed: Any) -> Any:
    return pickle.loads(packed)  # noqa: S301  from our own process


def _call(order: bytes) -> bytes:
    do, arguments = _unpacked(order)
    return _packed(do(*arguments))
