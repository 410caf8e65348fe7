"""Benches: how fast the program is, in figures of this machine and compared with a fixed piece of plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import cycle
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, Final, NamedTuple

from msgspec import Struct

from rumms.catalogue import GAMES, Entry
from rumms.games.rumms.actions import Muster
from rumms.games.rumms.ideas import candidates
from rumms.games.rumms.presets import PRESETS, formation
from rumms.games.rumms.shots import try_out
from rumms.games.rumms.state import State
from rumms.games.rumms.trusted import layout
from rumms.games.rumms.turn import flickable
from rumms.games.rumms.value import Judge
from rumms.kernel.bots import ask, make, play_out
from rumms.kernel.game import Choices, Game, Listed, Seat
from rumms.kernel.refusal import Refusal, later
from rumms.kernel.session import begin
from rumms.workers import begin_worker

SECONDS: Final = 2.0
"""How long one thing is measured, the reference beside it not counted."""
SLICES: Final = 10
"""It is measured in so many slices; their median counts, so that what else the machine does matters less."""
REFERENCE_SHARE: Final = 0.25
"""How much time a slice of the reference has, as a part of the slice that it is compared with."""
ROUNDS: Final = 1000
"""Of the reference, for which a figure is given."""
CARDS: Final = 52
"""Numbers that a round of the reference shuffles and sorts."""
SEED: Final = 0
ITERATIONS: Final = 100
"""A decision of the bot `search` in its bench."""


PROCESSES, OUTCOMES = 2, 100
"""Flicks that each process tries at a time."""
TROOPS: Final = ("two_hearts", "wall")


class Work(NamedTuple):
    """Something to be measured."""

    what: str
    """Which game, or what else is special about it."""
    unit: str
    do: Callable[[], int]
    """Does a little of it and says how much that was."""


Bench = Callable[[], Iterator[Work]]


class Reference(Struct, frozen=True):
    """How fast this machine shuffles and sorts."""

    figure: float
    unit: str


class Row(Struct, frozen=True):
    """One figure."""

    bench: str
    what: str
    figure: float
    unit: str
    relative: float
    """The same for every 1000 rounds of the reference, measured in turn with it."""


class Report(Struct, frozen=True):
    """All figures, or those that there are so far."""

    reference: Reference
    rows: tuple[Row, ...]


def moves() -> Iterator[Work]:
    """Random play of every game, by the functions of the game alone."""
    for entry in GAMES.values():
        yield Work(entry.id, later("moves a second"), partial(random_game, entry.game, Random(SEED)))


def rules() -> Iterator[Work]:
    """The moves of one game between greedy bots made again: the rules alone, without bots, lots and physics."""
    for entry in GAMES.values():
        yield Work(entry.id, later("moves a second"), _again(entry))


def search() -> Iterator[Work]:
    """The bot `search` at the decisions of one game, where a game has that bot."""
    for entry in GAMES.values():
        if "search" in entry.bots:
            yield Work(entry.id, later("iterations a second"), _searching(entry))


def outcomes() -> Iterator[Work]:
    """Flicks of a full board simulated and judged, as the shot bot does, by two processes."""
    yield Work("rumms", later("outcomes a second"), Outcomes())


BENCHES: Final[Mapping[str, Bench]] = {"moves": moves, "rules": rules, "search": search, "outcomes": outcomes}
SIMULATES: Final = frozenset({"outcomes"})
"""Those for which the physics is compiled first."""
SHOTS: Final = "shots"
"""A bench with figures of its own: `rumms.lab.shots`."""
FRAMES: Final = "frames"
"""Another one: `rumms.lab.frames`."""
DECISIONS: Final = "decisions"
"""One that takes minutes, so that it is run by its name alone: `rumms.lab.decisions`."""


def works(name: str | None = None) -> list[tuple[str, Work]]:
    """What the bench of that name measures, each with the bench's name; without a name, what all of them do."""
    names = (*BENCHES, SHOTS, FRAMES, DECISIONS)
    if name is not None and name not in names:
        raise Refusal("There is no bench '{name}'; there are: {benches}.", name=name, benches=", ".join(names))
    return [(bench, work) for bench in BENCHES if name in {None, bench} for work in BENCHES[bench]()]


def run(these: list[tuple[str, Work]]) -> Iterator[Report]:
    """Measure one after the other: the report so far, before the first and after each."""
    shuffle_and_sort = partial(reference_round, Random(SEED))
    speeds = [_speed(shuffle_and_sort, SECONDS / SLICES)]
    rows: tuple[Row, ...] = ()
    yield _report(speeds, rows)
    for bench, work in these:
        figures, ratios = [], []
        for _ in range(SLICES):
            speeds.append(_speed(shuffle_and_sort, REFERENCE_SHARE * SECONDS / SLICES))
            figures.append(_speed(work.do, SECONDS / SLICES))
            ratios.append(ROUNDS * figures[-1] / speeds[-1])
        rows = (*rows, Row(bench, work.what, median(figures), work.unit, median(ratios)))
        yield _report(speeds, rows)


def random_game(game: Game[Any, Any], rng: Random) -> int:
    """Play a game at random with as few players as can be; how many moves it took, Nature's included."""
    state = game.new(game.seats[0], game.options())
    made = 0
    while game.actor(state) is not None:
        state = game.apply(state, game.legal(state).sample(rng)).state
        made += 1
    return made


def decisions(entry: Entry, options: Any = None) -> list[tuple[Any, Seat, Choices[Any]]]:
    """Every moment of a fixed game between greedy bots at which there is something to choose, as the player sees it."""
    seats = ("greedy",) * entry.game.seats[0]
    bot = make("greedy", entry.game, entry.bots)
    session = begin(entry.game, seats, options or entry.game.options(), SEED)
    session.go_on()
    found = []
    while (seat := session.actor) is not None:
        view = entry.game.view(session.state, seat)
        legal = entry.game.legal(view)
        if not isinstance(legal, Listed) or len(legal) > 1:
            found.append((view, seat, legal))
        session.play(ask(bot, "greedy", session))
    return found


def reference_round(rng: Random) -> int:
    """Shuffle a few numbers and sort them."""
    numbers = list(range(CARDS))
    rng.shuffle(numbers)
    numbers.sort()
    return 1


def _again(entry: Entry) -> Callable[[], int]:
    seats = ("greedy",) * entry.game.seats[0]
    bot = make("greedy", entry.game, entry.bots)
    session = begin(entry.game, seats, entry.game.options(), SEED)
    play_out(session, seats, dict.fromkeys(range(len(seats)), bot))
    made = [(move.before, move.action) for move in session.past]

    def play() -> int:
        for state, action in made:
            entry.game.apply(state, action)
        return len(made)

    return play


class Outcomes:
    """Two processes that try flicks out; they start when they are first asked."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def __call__(self) -> int:
        """Some flicks in each process."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(PROCESSES, initializer=begin_worker)
            self._give_out(self._pool)  # what is loaded or compiled at the first shot is not measured
        return self._give_out(self._pool)

    @staticmethod
    def _give_out(pool: ProcessPoolExecutor) -> int:
        return sum(pool.map(try_flicks, (OUTCOMES,) * PROCESSES))


def try_flicks(number: int) -> int:
    """Try so many flicks of a full board with a steady hand, and judge what each leads to."""
    game: Any = GAMES["rumms"].game
    state, judge, rng = full_board(), Judge(), Random(SEED)
    side, shooter = state.turn.side, game.fast(layout(state))
    ideas = cycle(candidates(state, judge, flickable(state, side)))
    for _ in range(number):
        judge.after_move(try_out(state, next(ideas).flick, "steady", shooter, rng)[1], side)
    return number


def full_board() -> State:
    """Two troops of 50 points, set up."""
    game: Any = GAMES["rumms"].game
    state = game.new(2, game.options())
    known = {preset.name: preset for preset in PRESETS}
    for name in TROOPS:
        state = game.apply(state, Muster(known[name].troop)).state
    for name in TROOPS:
        state = game.apply(state, formation(known[name], game.legal(state))).state
    found: State = state
    return found


def _searching(entry: Entry) -> Callable[[], int]:
    bot = make(f"search:{ITERATIONS}", entry.game, entry.bots)
    moments, rng = cycle(decisions(entry)), Random(SEED)

    def decide() -> int:
        view, seat, legal = next(moments)
        bot.choose(view, seat, legal, rng)
        return ITERATIONS

    return decide


def _report(speeds: list[float], rows: tuple[Row, ...]) -> Report:
    return Report(Reference(median(speeds), later("rounds a second")), rows)


def _speed(do: Callable[[], int], seconds: float) -> float:
    """How much is done a second."""
    done, began = 0, perf_counter()
    while (spent := perf_counter() - began) < seconds or not done:
        done += do()
    return done / spent
