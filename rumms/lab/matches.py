"""Matches: bots play many games against each other, on whatever executor is handed in."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from fractions import Fraction
from math import sqrt
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple, ParamSpec, TypeVar

from msgspec import Struct

from rumms.catalogue import Entry, find
from rumms.kernel.bots import make, play_out
from rumms.kernel.game import Seat
from rumms.kernel.options import from_words, with_defaults
from rumms.kernel.refusal import BadBot, Refusal
from rumms.kernel.session import begin
from rumms.seats import bots_of, is_person
from rumms.workers import Pool

P = ParamSpec("P")
T = TypeVar("T")

Z: Final = 1.959964
"""How many standard deviations to each side hold 95 % of a normal distribution."""
FEWEST: Final = 20
"""Games before a match may be sure: four wins in a row exclude an even chance, and such a run comes up easily."""
A_WORKER: Final = 2
"""Games handed out for each worker: one that is played and one that waits."""
DIGITS: Final = 4
"""In the names of records, at least."""


class Plan(NamedTuple):
    """A match to be played. Games are numbered from 0."""

    game: str
    bots: tuple[str, ...]
    """One entry a seat; in every game each sits one seat further on."""
    games: int = 100
    """How many are played; the most, if the match ends once it is sure."""
    seed: int = 0
    settings: tuple[str, ...] = ()
    """Options of the game as on the command line: `option=value`."""
    until_sure: bool = False
    """End as soon as the interval of the first entry excludes chance."""
    folder: Path | None = None
    """Where every game is recorded, if anywhere."""

    def seats(self, number: int) -> tuple[str, ...]:
        """Who sits where in a game: entry j on seat j + number."""
        return tuple(self.bots[self.entry_on(seat, number)] for seat in range(len(self.bots)))

    def entry_on(self, seat: Seat, number: int) -> int:
        """Which entry sits on a seat in a game."""
        return (seat - number) % len(self.bots)

    def seed_of(self, number: int) -> int:
        """A game's own seed, the same in every process."""
        return Random(f"{self.seed}/match/{number}").getrandbits(48)

    def record_of(self, number: int) -> Path | None:
        """Where a game is recorded; the files count from 1."""
        digits = max(DIGITS, len(str(self.games)))
        return self.folder / f"{self.game}-{number + 1:0{digits}}.jsonl" if self.folder else None


class Row(Struct, frozen=True):
    """How one entry fared."""

    name: str
    wins: float
    """A win that is shared counts in equal parts."""
    share: float
    """Of all games."""
    low: float
    high: float
    """The Wilson score interval: 95 % of such intervals hold the share that endless play would give."""


class Match(Struct, frozen=True):
    """The result of a match, or what it is so far."""

    game: str
    games: int
    bots: tuple[Row, ...]

    @property
    def chance(self) -> float:
        """What each entry would win if all were alike."""
        return 1 / len(self.bots)

    @property
    def verdict(self) -> int:
        """1 if the first entry wins more often than by chance, -1 if less often, 0 as long as that is not sure."""
        if self.games < FEWEST:
            return 0
        return (self.bots[0].low > self.chance) - (self.bots[0].high < self.chance)


def play(plan: Plan, executor: Executor, at_once: int) -> Iterator[Match]:
    """Check a match, then play it: the result so far after every game, in the order of the games.

    At most `at_once` games are handed to the executor at a time; the results do not depend on it, nor on the executor.
    Where a bot breaks, the match ends with BadBot, and the record of that game is kept.
    """
    _check(plan)
    return _play(plan, executor, at_once)


def play_game(
    game: str, seats: tuple[str, ...], settings: tuple[str, ...], seed: int, path: Path | None
) -> tuple[Seat, ...]:
    """Play one game and say who has won; every process can do it, with nothing but these values."""
    entry = find(game)
    bots = {seat: make(name, entry.game, entry.bots, trusted=True) for seat, name in enumerate(seats)}
    if path:
        if not path.parent.is_dir():
            raise Refusal(
                "A game cannot be recorded in '{folder}': every worker must see that folder by the same path.",
                folder=str(path.parent),
            )
        path.unlink(missing_ok=True)  # the half of a game whose worker died
    session = begin(entry.game, seats, _options(entry, settings, seats), seed, path)
    try:
        play_out(session, seats, bots)
    finally:
        session.close()
    return tuple(sorted(entry.game.winners(session.state)))


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The Wilson score interval of a share at 95 %."""
    share, z2 = wins / games, Z * Z / games
    middle = (share + z2 / 2) / (1 + z2)
    reach = Z * sqrt(share * (1 - share) / games + z2 / (4 * games)) / (1 + z2)
    return max(0.0, middle - reach), min(1.0, middle + reach)


@contextmanager
def workers(jobs: int, *, apart: bool = False) -> Iterator[Executor]:
    """Something to play on: this process for one job, else so many new ones, which are ended with whatever they do.

    One that dies is replaced. With `apart` a single job is done in a new process, too.
    """
    if jobs == 1 and not apart:
        yield Here()
        return
    with Pool(jobs) as pool:
        yield pool


class Here(Executor):
    """Does everything in this process, at once."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Do it now; what went wrong shows when the result is asked for, an interruption too."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except BaseException as error:  # noqa: BLE001  as every executor does
            future.set_exception(error)
        return future


def _check(plan: Plan) -> None:
    """Refuse a match that cannot be played, before anything is played or written."""
    entry = find(plan.game)
    for name in plan.bots:
        if is_person(name):
            raise BadBot("A match is between bots, and '{name}' is a person.", name=name)
        make(name, entry.game, entry.bots, trusted=True)
    entry.game.new(len(plan.bots), _options(entry, plan.settings, plan.bots))
    if plan.folder:
        _check_folder(plan, plan.folder)


def _check_folder(plan: Plan, folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise Refusal("'{folder}' is not a folder.", folder=str(folder))
    there = {path.name for path in folder.iterdir()} if folder.exists() else set()
    for path in map(plan.record_of, range(plan.games)):
        if path and path.name in there:
            raise Refusal("There is a file '{file}' already; choose another folder.", file=str(path))
    folder.mkdir(parents=True, exist_ok=True)


def _options(entry: Entry, settings: tuple[str, ...], seats: tuple[str, ...]) -> Struct:
    words = with_defaults(settings, entry.game.defaults(bots_of(seats)))
    options: Struct = from_words(entry.game.options, words, entry.words.title())
    entry.game.new(len(seats), options)
    return options


def _play(plan: Plan, executor: Executor, at_once: int) -> Iterator[Match]:
    wins = [Fraction()] * len(plan.bots)
    ahead = Ahead(plan, executor)
    try:
        for number in range(plan.games):
            while ahead.begun < min(plan.games, number + at_once):
                ahead.hand_out()
            winners = ahead.winners()
            for seat in winners:
                wins[plan.entry_on(seat, number)] += Fraction(1, len(winners))
            match = _so_far(plan, wins, number + 1)
            yield match
            if plan.until_sure and match.verdict:
                break
    except BrokenExecutor:
        raise Refusal(
            "Game {number} ended its worker in the middle, twice: a bot crashes, or memory is short;"
            " then try fewer --jobs.",
            number=ahead.counted + 1,
        ) from None
    finally:
        ahead.leave_out()


class Ahead:
    """The games that were handed out and do not count yet; until they do, their records are kept aside."""

    def __init__(self, plan: Plan, executor: Executor) -> None:
        self.plan, self.executor = plan, executor
        self.begun = 0
        """How many games were handed out in all."""
        self.counted = 0
        """How many of them count."""
        self._games: deque[tuple[int, Future[tuple[Seat, ...]]]] = deque()
        self._aside = _folder_in(plan.folder) if plan.folder else None

    def hand_out(self) -> None:
        """Have one more game played."""
        number, plan = self.begun, self.plan
        game = self.executor.submit(
            play_game, plan.game, plan.seats(number), plan.settings, plan.seed_of(number), self._path(number)
        )
        self._games.append((number, game))
        self.begun += 1

    def winners(self) -> tuple[Seat, ...]:
        """Wait for the first of these games; from now on it counts."""
        number, game = self._games[0]
        try:
            winners = game.result()
        except (Refusal, BrokenExecutor):
            self._keep(number)
            raise
        if not self._keep(number):
            raise Refusal(
                "A game was not recorded in '{folder}': every worker must see that folder by the same path.",
                folder=str(self.plan.folder),
            )
        self._games.popleft()
        self.counted += 1
        return winners

    def leave_out(self) -> None:
        """Do without the games that are left; they leave no record."""
        for _, game in self._games:
            game.cancel()
        if self._aside:
            self._aside.cleanup()
            for _, game in self._games:
                game.add_done_callback(self._clean_up)

    def _clean_up(self, _game: Future[tuple[Seat, ...]]) -> None:
        """Once more, when a game is over that could not be cancelled and held its file open."""
        if self._aside:
            self._aside.cleanup()

    def _path(self, number: int) -> Path | None:
        record = self.plan.record_of(number)
        return Path(self._aside.name, record.name) if self._aside and record else None

    def _keep(self, number: int) -> bool:
        """Put a record where it belongs; False if there should be one, and is not."""
        path, record = self._path(number), self.plan.record_of(number)
        if path and record and path.exists():
            record.touch(exist_ok=False)  # never overwrite
            path.replace(record)
            return True
        return path is None


def _folder_in(folder: Path) -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix=".playing-", dir=folder, ignore_cleanup_errors=True)


def _so_far(plan: Plan, wins: Sequence[Fraction], games: int) -> Match:
    rows = (
        Row(name, float(won), float(won / games), *wilson(float(won), games))
        for name, won in zip(plan.bots, wins, strict=True)
    )
    return Match(plan.game, games, tuple(rows))
