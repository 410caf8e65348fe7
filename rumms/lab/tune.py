"""Weights of a value, found by matches: CMA-ES tries weights in games against their mirror images.

Each set of weights that is tried plays the one that differs from the middle by as much in the other direction: what
is good about a change is seen twice as large as against the middle, and what makes both worse is not seen at all.
Games are decided by luck more than by weights, so many sets with few games each tell more than few with many.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from importlib import import_module
from random import Random
from typing import Any, Final, NamedTuple
from warnings import catch_warnings

from msgspec.structs import asdict

from rumms.catalogue import find
from rumms.games.rumms.levels import ShotBot
from rumms.games.rumms.value import WEIGHTS, Weights
from rumms.kernel.bots import play_out
from rumms.kernel.refusal import Refusal
from rumms.kernel.session import begin
from rumms.language import say, tell

LEVEL: Final = "hard"
REACH: Final = 0.5
"""How far a weight is varied at first: as a part of its size ..."""
LEAST: Final = 0.03
"""... but at least so much."""
PARTS: Final = frozenset({"frozen", "revival", "strikes", "others", "again"})
"""Weights that say how much of something counts: all of it at most."""
DIGITS: Final = 4


class Plan(NamedTuple):
    """What is tried."""

    game: str
    generations: int = 28
    pairs: int = 100
    """Of sets of weights in each generation."""
    games: int = 2
    """Between the two sets of a pair; every other one with the sides changed."""
    budget: int = 24
    """Simulated flicks a decision."""
    seed: int = 0

    @property
    def steps(self) -> int:
        """Games in all, without those that confirm the result."""
        return self.generations * self.pairs * self.games


class Progress(NamedTuple):
    """How far it has come."""

    done: int
    """Games that were played."""
    generation: int
    best: dict[str, float]
    """What the search has come to: the mean of its middles in the later half of the generations, as each strays."""


class Space:
    """Weights as points around those that there are."""

    def __init__(self, start: Weights) -> None:
        self.start = asdict(start)
        self.names = list(self.start)
        self.scales = [max(abs(self.start[name]) * REACH, LEAST) for name in self.names]

    def weights(self, point: Sequence[float]) -> Weights:
        """The weights at a point. None changes its sign: what is good does not become bad."""
        found = {}
        for name, scale, at in zip(self.names, self.scales, point, strict=True):
            start = self.start[name]
            value = start + scale * float(at)
            value = max(value, 0.0) if start >= 0.0 else min(value, 0.0)
            found[name] = round(min(value, 1.0) if name in PARTS else value, DIGITS)
        return Weights(**found)


def check(plan: Plan) -> None:
    """Refuse what cannot be tuned."""
    if find(plan.game).id != "rumms":
        raise Refusal("The game '{game}' has no weights that matches could tune.", game=plan.game)
    try:
        _cma()
    except ImportError:
        raise Refusal("Tuning needs the extra 'tune': python -m pip install 'rumms[tune]'.") from None


def _cma() -> Any:
    """Loaded only here; it need not tell that it cannot draw."""
    with catch_warnings(action="ignore"):
        return import_module("cma")


def share_of(mine: Mapping[str, float], theirs: Mapping[str, float], seat: int, budget: int, seed: int) -> float:
    """Play one game between two sets of weights; 1 if the first, on that seat, has won, else 0.

    A game that breaks off counts half for each, so that one of thousands does not cost all the others.
    """
    game: Any = find("rumms").game
    sets = (mine, theirs) if seat == 0 else (theirs, mine)
    bots = {place: ShotBot(game, LEVEL, str(budget), Weights(**found)) for place, found in enumerate(sets)}
    session = begin(game, (LEVEL, LEVEL), game.options(hands=("steady", "steady")), seed)
    try:
        play_out(session, (LEVEL, LEVEL), bots)
    except Refusal as refusal:
        print(say("The game with the seed {seed} broke off: {why}", seed=seed, why=tell(refusal)), file=sys.stderr)
        return 0.5
    return float(seat in game.winners(session.state))


def tune(plan: Plan, executor: Executor) -> Iterator[Progress]:
    """Try one generation after the other; the progress after every game."""
    cma = _cma()
    space = Space(WEIGHTS)
    # Both sets of a pair tell the same about the shape of the search, so the losers of it must not count against it.
    options = {"seed": plan.seed + 1, "popsize": 2 * plan.pairs, "CMA_active": False, "verbose": -9}
    search = cma.CMAEvolutionStrategy([0.0] * len(space.names), 1.0, options)
    progress = Progress(0, 0, asdict(WEIGHTS))
    middles: list[Any] = []
    for generation in range(plan.generations):
        points = [(point, 2.0 * search.mean - point) for point in search.ask(plan.pairs)]
        games = [
            [
                executor.submit(
                    share_of,
                    asdict(space.weights(point)),
                    asdict(space.weights(mirrored)),
                    game % 2,
                    plan.budget,
                    Random(f"{plan.seed}/tune/{generation}/{pair}/{game // 2}").getrandbits(48),
                )
                for game in range(plan.games)
            ]
            for pair, (point, mirrored) in enumerate(points)
        ]
        lost: list[float] = []
        for some in games:
            won = 0.0
            for game in some:
                won += game.result()
                progress = progress._replace(done=progress.done + 1)
                yield progress
            lost += [plan.games - won, won]
        search.tell([point for pair in points for point in pair], lost)
        middles.append(search.mean.copy())
        later = middles[len(middles) // 2 :]
        progress = Progress(progress.done, generation + 1, asdict(space.weights(sum(later) / len(later))))
        yield progress


def confirm(plan: Plan, found: Mapping[str, float], games: int, executor: Executor) -> Iterator[tuple[int, float]]:
    """Play new games against the weights that there are: after each how many were played, and how many won."""
    start = asdict(WEIGHTS)
    seeds = [Random(f"{plan.seed}/confirm/{number // 2}").getrandbits(48) for number in range(games)]
    played = [executor.submit(share_of, found, start, n % 2, plan.budget, seed) for n, seed in enumerate(seeds)]
    won = 0.0
    for number, game in enumerate(played, start=1):
        won += game.result()
        yield number, won
