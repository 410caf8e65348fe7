"""A bot for any game: information-set Monte Carlo tree search over guesses of what its seat cannot see."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from math import log, sqrt
from random import Random
from typing import Any, Final

from rumms.kernel.bots import Bot, Maker, RandomBot
from rumms.kernel.game import NATURE, Choices, Forced, Game, Listed, Seat
from rumms.kernel.refusal import BadBot

Value = Callable[[Any, Seat], float | None]
"""How good a state is for a seat, from 0 (lost) to 1 (won); None where the game has to be played on to tell."""

DEFAULT_BUDGET: Final = "200"
BUDGET: Final = re.compile(r"(?P<iterations>[1-9]\d{0,6})|(?P<seconds>\d{1,4}(\.\d{1,6})?)s", re.ASCII)
EXPLORE: Final = 0.7
"""How much a reply that was seldom tried is tried for that alone."""
WIDEN: Final = 8
"""A reply more is tried at a place in the tree for each so many visits."""
DOUBT: Final = 1.0
"""By so many standard errors a choice must lead before it is made instead of the rollout bot's."""
MOST_DRAWN: Final = 16
"""So many choices are looked at where they cannot be listed."""
LONGEST: Final = 2000
"""Moves of a rollout, at most; a game that is not over by then counts for nobody."""


class Iterations:
    """A budget of so many iterations: the same decision for the same seed, on any machine."""

    def __init__(self, number: int) -> None:
        self.number, self.spent = number, 0

    def allows(self, more: int, share: float) -> bool:
        """Can so many more be spent without going beyond this share of all?"""
        return self.spent + more <= share * self.number

    def spend(self, more: int) -> None:
        """So many more are done."""
        self.spent += more


class Seconds:
    """A budget of time."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.begun = seconds, time.perf_counter()

    def allows(self, _more: int, share: float) -> bool:
        """Is less than this share of the time over?"""
        return time.perf_counter() - self.begun < share * self.seconds

    def spend(self, more: int) -> None:
        """Time passes by itself."""


class Node:
    """A place in the tree: what was tried there and what came of it, whatever was hidden."""

    __slots__ = ("edges", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.edges: dict[Any, Edge] = {}


class Edge:
    """An action at a place in the tree."""

    __slots__ = ("available", "node", "total", "visits")

    def __init__(self) -> None:
        self.node = Node()
        self.visits = 0
        self.available = 1
        """How often it could have been chosen."""
        self.total = 0.0
        """What it brought the seat that chose it, all visits together."""

    @property
    def promise(self) -> float:
        """What it brought on average, and more the less it was tried (upper confidence bound)."""
        return self.total / self.visits + EXPLORE * sqrt(log(self.available) / self.visits)


class Tree:
    """What was found out about one decision: guesses tried, replies to them, and what they led to."""

    def __init__(self, game: Game[Any, Any], value: Value | None, rollout: Bot, seat: Seat) -> None:
        self.game, self.value, self.rollout, self.seat = game, value, rollout, seat
        self._judged: Any = None
        self._worths: dict[Seat, float | None] = {}

    def explore(self, edge: Edge, state: Any, seat: Seat, action: Any, rng: Random) -> float:
        """Make an action and go on by replies within the tree, then by rollout; what came of it for the seat.

        A place that was never seen before is left to the rollout bot.
        """
        game, path = self.game, [(edge, seat)]
        state, node = game.apply(state, action).state, edge.node
        node.visits += 1
        while node.visits > 1 and not self._can_judge(state):
            state = self._settle(state, rng)
            actor = game.actor(state)
            if actor is None:
                break
            view = game.view(state, actor)
            action = self._reply(node, view, actor, game.legal(view), rng)
            edge = node.edges.setdefault(action, Edge())
            path.append((edge, actor))
            state, node = game.apply(state, action).state, edge.node
            node.visits += 1
        state = self._roll_out(state, rng)
        for edge, actor in path:
            edge.visits += 1
            edge.total += self._worth(state, actor)
        return self._worth(state, seat)

    def _reply(self, node: Node, view: Any, seat: Seat, legal: Choices[Any], rng: Random) -> Any:
        """First what the rollout bot would do; others are tried as visits grow, the better ones more often."""
        tried = [action for action in node.edges if action in legal]
        for action in tried:
            node.edges[action].available += 1
        if not tried:
            return self.rollout.choose(view, seat, legal, rng)
        if len(tried) <= node.visits // WIDEN and (new := legal.sample(rng)) not in node.edges:
            return new
        return max(tried, key=lambda action: node.edges[action].promise)

    def _roll_out(self, state: Any, rng: Random) -> Any:
        """Play on until the state can be judged."""
        game = self.game
        for _ in range(LONGEST):
            if self._can_judge(state):
                break
            state = self._settle(state, rng)
            seat = game.actor(state)
            if seat is None:
                break
            view = game.view(state, seat)
            state = game.apply(state, self.rollout.choose(view, seat, game.legal(view), rng)).state
        return state

    def _settle(self, state: Any, rng: Random) -> Any:
        """Let Nature draw, and the rules move where they leave no choice, until somebody has to decide."""
        game = self.game
        while (seat := game.actor(state)) is not None:
            legal = game.legal(state)
            if seat != NATURE and not isinstance(legal, Forced):
                break
            state = game.apply(state, legal.sample(rng)).state
        return state

    def _can_judge(self, state: Any) -> bool:
        return self._value(state, self.seat) is not None

    def _value(self, state: Any, seat: Seat) -> float | None:
        """The game's value; of the state that was asked about last, each seat's is computed once."""
        if self.value is None:
            return None
        if state is not self._judged:
            self._judged, self._worths = state, {}
        if seat not in self._worths:
            self._worths[seat] = self.value(state, seat)
        return self._worths[seat]

    def _worth(self, state: Any, seat: Seat) -> float:
        """What a seat has from the end of an iteration: its share of the win, else the value."""
        if self.game.actor(state) is None:
            winners = self.game.winners(state)
            return 1 / len(winners) if seat in winners else 0.0
        return self._value(state, seat) or 0.0


class Candidate:
    """A choice at the root, and how it does beside the one that would be made without searching."""

    def __init__(self, action: Any) -> None:
        self.action, self.edge = action, Edge()
        self.lead = self.squares = 0.0
        """What it brought more than that one on the same guesses, all together, and the squares of it."""

    def compare(self, more: float) -> None:
        """It brought so much more, this time."""
        self.lead += more
        self.squares += more * more

    @property
    def is_better(self) -> bool:
        """Is it better beyond doubt: by more than what chance would easily do?"""
        tries = self.edge.visits
        mean = self.lead / tries
        spread = max(0.0, self.squares / tries - mean * mean)
        return tries > 1 and mean > DOUBT * sqrt(spread / (tries - 1))


class Search:
    """Tries its choices over and over against guesses of what is hidden, the good ones more often.

    Each guess is tried with every choice that is still in the running, with the same luck, and half of the choices
    drop out again and again. Below a choice grows a tree of replies; beyond it the game is played on by a rollout bot,
    until the value can judge the state or the game is over. What the rollout bot itself would choose never drops out,
    and is chosen in the end unless the last of the others is better beyond doubt.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        budget: str | None = None,
        *,
        value: Value | None = None,
        rollout: Maker | None = None,
    ) -> None:
        self.game, self.value = game, value
        self.rollout: Bot = (rollout or RandomBot)(game, None)
        self.trusts_rollout = rollout is not None
        found = BUDGET.fullmatch(DEFAULT_BUDGET if budget is None else budget)
        if not found or (found["seconds"] and not float(found["seconds"])):
            raise BadBot(
                "The bot 'search' takes iterations or seconds, as in search:200 or search:0.5s, not '{budget}'.",
                budget=budget,
            )
        self.iterations = int(found["iterations"]) if found["iterations"] else None
        self.seconds = float(found["seconds"] or 0)

    def choose(self, view: Any, seat: Seat, legal: Choices[Any], rng: Random) -> Any:
        """The choice that did best."""
        rows = [Candidate(action) for action in self._actions(view, seat, legal, rng)]
        budget = Iterations(self.iterations) if self.iterations else Seconds(self.seconds)
        tree = Tree(self.game, self.value, self.rollout, seat)
        stages = (len(rows) - 1).bit_length()
        for stage in range(1, stages + 1):
            while not rows[0].edge.visits or budget.allows(len(rows), stage / stages):
                budget.spend(len(rows))
                guess, luck = self.game.guess(view, seat, rng), rng.getrandbits(64)
                worths = [tree.explore(row.edge, guess, seat, row.action, Random(luck)) for row in rows]
                for row, worth in zip(rows, worths, strict=True):
                    row.compare(worth - worths[0])
            rows = self._surviving(rows)
        return rows[0].action

    def _actions(self, view: Any, seat: Seat, legal: Choices[Any], rng: Random) -> Sequence[Any]:
        """What the rollout bot would choose, then all other choices, or where they cannot be listed some."""
        if isinstance(legal, Listed) and len(legal) == 1:
            return legal
        known = self.rollout.choose(view, seat, legal, rng)
        others = legal if isinstance(legal, Listed) else (legal.sample(rng) for _ in range(MOST_DRAWN))
        return list(dict.fromkeys((known, *others)))

    def _surviving(self, rows: list[Candidate]) -> list[Candidate]:
        """The better half; the choice of a rollout bot that can be trusted stays, and is the last in doubt."""
        places = (len(rows) + 1) // 2
        ranked = sorted(rows, key=lambda row: row.edge.total, reverse=True)
        if not self.trusts_rollout:
            return ranked[:places]
        known = rows[0]
        ranked.remove(known)
        if places == 1:
            return [ranked[0] if ranked[0].is_better else known]
        return [known, *ranked[: places - 1]]


def searching(*, value: Value | None = None, rollout: Maker | None = None) -> Maker:
    """The search bot of a game, with what the game knows of a good state and of a sensible move."""

    def make(game: Game[Any, Any], budget: str | None) -> Bot:
        return Search(game, budget, value=value, rollout=rollout)

    return make
