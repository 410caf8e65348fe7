"""The search for the best flick: many simulated flicks of an own hand, spent where they matter.

The candidates are ideas; each trial is one of them as the hand scatters it, judged by the value of what it leads to.
What a trial tells is shared with neighbouring shots. The next trial goes to the shot that may yet be the best (upper
confidence bounds), new shots are proposed beside the best, and for those that come to the last round the enemy's reply
is tried as well. The result is the same for the same generator; more trials make it better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import log, sqrt
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from rumms.games.rumms.aiming import STRONGEST, WEAKEST
from rumms.games.rumms.ideas import Candidate, candidates
from rumms.games.rumms.sharing import Kernel, densities, kernel, made, share
from rumms.games.rumms.state import NOBODY, Aside, Ask, Out, Side, State, Task
from rumms.games.rumms.table import in_castle, in_enemy_kingdom, is_captured, take
from rumms.games.rumms.trusted import Fast, Shooter, after, layout
from rumms.games.rumms.turn import flickable, hand_over
from rumms.games.rumms.value import Judge
from rumms.physics.model import TREMBLE, Flick, Hand, scatter

FIRST: Final = 0.15
"""The part of the trials that goes to the most promising candidates, one each ..."""
KNOWN: Final = 0.5
"""... and how many candidates there are for the rest: as a part of the trials, too."""
BATCH: Final = 6
"""Trials between two looks at what is known."""
TRUST: Final = 1.0
"""Trials that a guess is worth ..."""
LITTLE: Final = 0.01
"""... and where exact shots are chosen for what they lead to ..."""
UNSURE: Final = 0.09
"""... and the variance that is supposed of what was tried too rarely."""
BOLD: Final = 0.45
"""How many standard errors the bounds reach beyond what is known."""
CAREFUL: Final = 0.8
"""By how many standard errors the last choice keeps below it."""
NEW_FROM: Final = 0.2
"""From this part of the trials on new shots are proposed."""
NEW: Final = 2
"""Shots that are proposed in each batch."""
WAY, SPEED, HEIGHT = 1.6, 0.08, 0.05
"""How far from a good one they are: standard deviations in degrees, as a part of the speed, in edges."""
MOST_OFFSET: Final = 0.3
FINALISTS: Final = 4
"""Shots for which the enemy's reply is tried ..."""
OUTCOMES: Final = 4
"""... in so many of the positions to which each led ..."""
REPLIES: Final = 3
"""... with so many flicks of the enemy ..."""
A_ROUND: Final = FINALISTS * OUTCOMES * REPLIES
"""... which is so many trials for each try ..."""
FOR_REPLIES: Final = 0.3
"""... and at most this part of all trials."""
MOSTLY: Final = 0.5
"""A shot that knocks the enemy king off so often is meant for him, whatever gave the idea."""
FAIR: Final = 0.6
"""How much of what replies show counts: few trials overrate the best of them."""


class Trial(NamedTuple):
    """One simulated flick."""

    worth: float
    """The chance to win after it."""
    done: bool
    """It did what it was meant to do."""
    state: State
    """What it led to, with all that is due still to be done."""


class Found(NamedTuple):
    """A shot, and what is known of it."""

    candidate: Candidate
    worth: float
    """The chance to win, with the enemy's reply if that was tried ..."""
    static: float
    """... and as the position alone is judged."""
    size: float
    """Trials that this is known by."""
    chance: float
    """How often it does what it is meant to do."""


class Group:
    """The candidates of one die, and the trials that were made with it."""

    def __init__(self, hand: Kernel | None, trust: float = TRUST) -> None:
        self.kernel, self.trust = hand, trust
        self.candidates: list[Candidate] = []
        self.counts: list[int] = []
        self.own: list[int] = []
        """Which candidate each trial was made for."""
        self.made: list[tuple[float, float, float, float]] = []
        self.trials: list[Trial] = []
        self.is_known = False
        self.means = self.sizes = self.spreads = np.zeros(0)

    def add(self, candidate: Candidate) -> None:
        """One more that may be tried."""
        self.candidates.append(candidate)
        self.counts.append(0)
        self.is_known = False

    def note(self, index: int, flick: Flick, trial: Trial) -> None:
        """A candidate was tried."""
        self.counts[index] += 1
        self.own.append(index)
        self.made.append(made(flick))
        self.trials.append(trial)
        self.is_known = False

    def weights(self) -> Any:
        """For each candidate how much each trial tells about it."""
        if self.kernel is None:
            return (np.array(self.own)[None, :] == np.arange(len(self.candidates))[:, None]).astype(float)
        return densities([candidate.flick for candidate in self.candidates], np.array(self.made), self.kernel)

    def look(self) -> None:
        """Find out what all candidates are worth, as far as it is known."""
        if self.is_known:
            return
        priors = np.array([candidate.prior for candidate in self.candidates])
        if self.trials:
            worths = np.array([trial.worth for trial in self.trials])
            known = share(self.weights(), np.array(self.counts, float), worths)
            if self.kernel is None:
                known = known._replace(sizes=np.array(self.counts, float))
            means, sizes, spreads = known
        else:
            means = sizes = spreads = np.zeros(len(priors))
        total = sizes + self.trust
        self.means = (sizes * means + self.trust * priors) / total
        self.spreads = (sizes * spreads + self.trust * UNSURE) / total
        self.sizes = sizes
        self.is_known = True

    def nearest(self, index: int, number: int) -> list[Trial]:
        """The trials that tell most about a candidate."""
        order = np.argsort(-self.weights()[index], kind="stable")
        return [self.trials[k] for k in order[:number]]

    def chance(self, index: int, happened: Callable[[Trial], bool]) -> float:
        """How often something comes of a candidate."""
        if not self.trials:
            return 0.0
        flags = np.array([float(happened(trial)) for trial in self.trials])
        return min(float(share(self.weights(), np.array(self.counts, float), flags).means[index]), 1.0)


class Planner:
    """Finds the best flick of a position within so many trials."""

    def __init__(
        self, judge: Judge, fast: Fast, *, shares: bool = True, exact: bool = False, looks: bool = True
    ) -> None:
        self.judge, self.fast = judge, fast
        self.shares = shares
        """Trials tell about neighbouring shots."""
        self.exact = exact
        """Shots are tried without scatter, as if the hand were sure, and judged by that alone."""
        self.looks = looks
        """The enemy's reply is tried."""

    def plan(self, state: State, dice: Sequence[int], hand: Hand, budget: int, rng: Random) -> list[Found]:
        """The best flicks with one of these dice, best first."""
        found = candidates(state, self.judge, dice)
        if not found:
            return []
        search = Search(self, state, "none" if self.exact else hand, found, rng)
        tries = int(FOR_REPLIES * budget / A_ROUND) if self.looks else 0
        search.spend(budget - tries * A_ROUND)
        return search.with_replies(tries)

    def ideas(self, state: State, dice: Sequence[int], hand: Hand, budget: int, rng: Random) -> list[Found]:
        """The best flick of each die, best first."""
        search = Search(self, state, hand, candidates(state, self.judge, dice), rng)
        search.spend(budget)
        return search.best_of_each()

    def replies(self, state: State, hand: Hand, tries: int, rng: Random) -> float:
        """What the side to move can make of a position with a few flicks, each tried so often: its chance to win."""
        side = state.turn.side
        found = candidates(state, self.judge, flickable(state, side))[: REPLIES * 8]
        best = self.judge.after_move(state, side)
        if not found:
            return best
        shooter, results = self.fast(layout(state)), []
        for candidate in spread_out(found, REPLIES):
            ends = (try_out(state, candidate.flick, hand, shooter, rng)[1] for _ in range(tries))
            results.append(sum(self.judge.after_move(end, side) for end in ends) / tries)
        return max(best, *results)


def spread_out(found: Iterable[Candidate], number: int) -> list[Candidate]:
    """The most promising candidates of different dice."""
    seen: dict[int, Candidate] = {}
    for candidate in found:
        seen.setdefault(candidate.flick.die, candidate)
    return list(seen.values())[:number]


def try_out(state: State, flick: Flick, hand: Hand, shooter: Shooter, rng: Random) -> tuple[Flick, State]:
    """A flick as a hand makes it, and what it leads to."""
    real = scatter(flick, hand, rng)
    return real, after(state, real, shooter(real))


class Search:
    """One search: what was tried so far, and what comes next."""

    def __init__(self, planner: Planner, state: State, hand: Hand, found: list[Candidate], rng: Random) -> None:
        self.planner, self.state, self.hand, self.rng = planner, state, hand, rng
        self.side: Side = state.turn.side
        self.shooter = planner.fast(layout(state))
        self.waiting = found
        self.spent = 0
        self.is_sure = not TREMBLE[hand]
        """The same shot always leads to the same, so none is tried twice."""
        self.groups: dict[int, Group] = {}
        self.kernel = None if planner.exact or not planner.shares else kernel(hand)
        self.trust = LITTLE if planner.exact else TRUST

    def spend(self, budget: int) -> None:
        """Make so many trials."""
        first = min(max(int(FIRST * budget), 1), budget)
        for candidate in self.waiting[:first]:
            self._try(*self._added(candidate))
        for candidate in self.waiting[first : max(int(KNOWN * budget), first)]:
            self._added(candidate)
        while self.spent < budget:
            if self.is_sure or self.spent > NEW_FROM * budget:
                self._propose()
            for die, index in self._most_hopeful(min(BATCH, budget - self.spent)):
                self._try(die, index)

    def ranked(self) -> list[tuple[float, int, int]]:
        """All candidates that were tried or that neighbours tell of, best first: worth, die and place."""
        rows = []
        for die, group in self.groups.items():
            group.look()
            errors = np.sqrt(group.spreads / (group.sizes + self.trust))
            known = (group.means - CAREFUL * errors).tolist()
            rows += [(worth, die, index) for index, worth in enumerate(known) if group.sizes[index] > 0.0]
        return sorted(rows, key=lambda row: (-row[0], row[1], row[2]))

    def best_of_each(self) -> list[Found]:
        """The best shot of each die, best first."""
        best: dict[int, int] = {}
        for _, die, index in self.ranked():
            best.setdefault(die, index)
        return [self._found(die, index) for die, index in best.items()]

    def with_replies(self, tries: int) -> list[Found]:
        """The best shots, best first, the first few judged by what the enemy can do then, with so many tries each.

        The enemy has the same luck after each of them: what differs is what they left to be hit.
        """
        ranked = self.ranked()
        found = [self._found(die, index) for _, die, index in ranked[: FINALISTS * 2]]
        if not tries:
            return found
        judged, luck = [], self.rng.getrandbits(48)
        for worth, die, index in self._finalists(ranked):
            outcomes = self.groups[die].nearest(index, OUTCOMES)
            changes = [
                self._reply(trial, tries, Random(f"{luck}/{number}")) - trial.worth
                for number, trial in enumerate(outcomes)
            ]
            change = FAIR * sum(changes) / max(len(changes), 1)
            judged.append((worth + change, self._found(die, index, change)))
        judged.sort(key=lambda row: -row[0])
        first = [row[1] for row in judged]
        return [*first, *(one for one in found if all(one.candidate != other.candidate for other in first))]

    def _finalists(self, ranked: list[tuple[float, int, int]]) -> list[tuple[float, int, int]]:
        """The best of them, no more than two of the same idea of one die."""
        seen: dict[tuple[int, str, int], int] = {}
        last: list[tuple[float, int, int]] = []
        for row in ranked:
            candidate = self.groups[row[1]].candidates[row[2]]
            key = row[1], candidate.idea, candidate.target
            seen[key] = seen.get(key, 0) + 1
            if seen[key] <= 2 and len(last) < FINALISTS:  # noqa: PLR2004  as it says
                last.append(row)
        return last

    def _reply(self, trial: Trial, tries: int, luck: Random) -> float:
        """The chance to win after the enemy's best reply to what a trial led to."""
        state, side = trial.state, self.side
        if any(isinstance(state.king(team).where, Out) for team in Side):
            return trial.worth
        for die in state.dice:
            if is_captured(die, state.options.mat):
                state = take(state, die.id, Out()).state
        state = hand_over(replace(state, tasks=()))
        state = state.ask(Task(Ask.MOVE, side.foe))
        hand = state.hands[state.seat_of(side.foe)]
        static = self.planner.judge.of(state, side)
        return trial.worth + (1.0 - self.planner.replies(state, hand, tries, luck)) - static

    def _found(self, die: int, index: int, change: float = 0.0) -> Found:
        group = self.groups[die]
        group.look()
        candidate, chance = group.candidates[index], group.chance(index, lambda trial: trial.done)
        king = self.state.king(self.side.foe).id
        beaten = group.chance(index, lambda trial: isinstance(trial.state.dice[king].where, Out))
        if beaten >= MOSTLY and candidate.target != king:
            first = () if candidate.target == NOBODY else (candidate.target,)
            candidate, chance = candidate._replace(idea="chain", target=king, over=(), through=first), beaten
        static = float(group.means[index])
        return Found(candidate, static + change, static, float(group.sizes[index]), chance)

    def _added(self, candidate: Candidate) -> tuple[int, int]:
        group = self.groups.setdefault(candidate.flick.die, Group(self.kernel, self.trust))
        group.add(candidate)
        return candidate.flick.die, len(group.candidates) - 1

    def _try(self, die: int, index: int) -> None:
        group = self.groups[die]
        candidate = group.candidates[index]
        real, state = try_out(self.state, candidate.flick, self.hand, self.shooter, self.rng)
        worth = self.planner.judge.after_move(state, self.side)
        group.note(index, real, Trial(worth, is_done(candidate, state, self.side), state))
        self.spent += 1

    def _most_hopeful(self, number: int) -> list[tuple[int, int]]:
        """The candidates whose worth may be highest, as far as it is known."""
        reach, rows = BOLD * sqrt(log(self.spent + 1.0)), []
        for die, group in self.groups.items():
            group.look()
            bounds = (group.means + reach * np.sqrt(group.spreads / (group.sizes + self.trust))).tolist()
            rows += [(bounds[k], die, k) for k, count in enumerate(group.counts) if not count or not self.is_sure]
        rows.sort(key=lambda row: (-row[0], row[1], row[2]))
        return [(die, index) for _, die, index in rows[:number]]

    def _propose(self) -> None:
        """New shots beside the best ones."""
        for worth, die, index in self.ranked()[:NEW]:
            parent, rng = self.groups[die].candidates[index], self.rng
            flick = parent.flick
            new = Flick(
                die,
                round((flick.direction + rng.gauss(0.0, WAY)) % 360.0, 3),
                round(min(max(flick.speed * (1.0 + rng.gauss(0.0, SPEED)), WEAKEST / 2), STRONGEST), 1),
                round(min(max(flick.height + rng.gauss(0.0, HEIGHT), 0.05), 1.0), 3),
                round(min(max(flick.offset + rng.gauss(0.0, 0.1), -MOST_OFFSET), MOST_OFFSET), 3),
            )
            self._added(parent._replace(flick=new, prior=worth))


def is_done(candidate: Candidate, state: State, side: Side) -> bool:
    """Did a shot do what it was meant to do?"""
    mat, die = state.options.mat, state.dice[candidate.flick.die]
    match candidate.idea:
        case "castle":
            return die.is_on_mat and die.is_active and in_castle(die.body, side.foe, state.bodies(), mat)
        case "land":
            return die.is_on_mat and die.is_active and in_enemy_kingdom(die.body, side, mat)
        case "thaw":
            return candidate.target not in state.frozen()
        case "guard":
            return die.is_on_mat
    return isinstance(state.dice[candidate.target].where, Out | Aside)
