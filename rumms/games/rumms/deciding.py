"""All decisions that are no flick: each choice is tried out, and what follows is judged by the value of positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from math import sqrt
from random import Random
from typing import Any, Final

from rumms.games.rumms.actions import Action, Decline, Pick, Put, Thrown, Use
from rumms.games.rumms.spots import Spots
from rumms.games.rumms.state import Ask, Die, OnMat, Side, State, Task
from rumms.games.rumms.tasks import spots
from rumms.games.rumms.value import Judge
from rumms.kernel.game import Game
from rumms.physics.model import EDGE, Pose

MOST_SPOTS: Final = 60
"""Spots that are looked at where a die is really to be set ..."""
FEW_SPOTS: Final = 4
"""... and where one only looks ahead."""
MOST_PICKS: Final = 4
"""Dice that are looked at where one only looks ahead."""
MOST_REVIVALS: Final = 12
"""Sets of dice to bring back that are looked at."""
MOST_SETS: Final = 3
"""Dice that are brought back at once, at most."""
DEEPEST: Final = 8
"""Questions that are looked ahead."""
NEAR: Final = (2.2 * EDGE, 4.0 * EDGE)
"""Centimetres from the kings at which spots are looked at as well."""


class Outlook:
    """What an answer leads to."""

    def __init__(self, game: Game[Any, Any], judge: Judge) -> None:
        self.game, self.judge = game, judge

    def best(self, state: State, actions: Iterable[Action], side: Side) -> tuple[float, Action] | None:
        """The answer after which a side is most likely to win, and how likely."""
        rated = [(self.after(state, action, side, 0), action) for action in actions]
        return max(rated, key=lambda row: row[0], default=None)

    def after(self, state: State, action: Action, side: Side, depth: int) -> float:
        """A side's chance to win after an answer."""
        return self.of(self.game.apply(state, action).state, side, depth + 1)

    def of(self, state: State, side: Side, depth: int = 0) -> float:
        """A side's chance to win, once the questions that are open are answered as well as can be told quickly."""
        if state.winner is not None or not state.tasks or depth > DEEPEST:
            return self.judge.of(state, side)
        task = state.task
        match task.ask:
            case Ask.THROW:
                return self._thrown(state, task, side, depth)
            case Ask.PUT:
                return self._put(state, task, side, depth)
            case Ask.USE | Ask.PICK:
                values = [self.after(state, action, task.side, depth) for action in self.few(state, task)]
                if not values:
                    return self.judge.of(state, side)
                return max(values) if task.side is side else 1.0 - max(values)
        return self.judge.of(state, side)

    def few(self, state: State, task: Task) -> list[Action]:
        """The likeliest answers to a question."""
        declining: list[Action] = [Decline()] if task.may_decline else []
        match task.ask:
            case Ask.USE if not task.may_decline:
                return [Use(task.among[0])]
            case Ask.USE:
                return [*map(Use, task.among[:1]), *declining]
            case Ask.PICK if task.worth:
                return [Pick(next(self.sets(state, task)))]
            case Ask.PICK:
                ranked = sorted(task.among, key=lambda die: -self.judge.points_of(state.dice[die]))
                return [*(Pick((die,)) for die in ranked[:MOST_PICKS]), *declining]
        return [*self.puts(state, task, FEW_SPOTS), *declining]

    def many(self, state: State, task: Task, legal: Any, rng: Random) -> list[Action]:
        """All answers that are worth a look where the question is really asked."""
        if isinstance(legal, tuple):
            return list(legal)
        if task.ask is Ask.PICK:
            return [Pick(dice) for dice in self.sets(state, task)]
        found = self.puts(state, task, MOST_SPOTS)
        return [*found, *(() if found else (legal.sample(rng),))]

    def sets(self, state: State, task: Task) -> Iterator[tuple[int, ...]]:
        """Dice that may be brought back together, those first that promise most."""
        dice = [state.dice[number] for number in task.among]
        sets = [some for size in range(MOST_SETS + 1) for some in combinations(dice, size)]
        paid = [some for some in sets if sum(die.kind.value for die in some) <= task.worth]
        paid.sort(key=lambda some: -sum(map(self._promise, some)))
        yield from (tuple(die.id for die in some) for some in paid[:MOST_REVIVALS])

    def puts(self, state: State, task: Task, most: int) -> list[Action]:
        """Spots for a die: in a grid over where it may stand, on and beside dice, and near the kings."""
        legal = spots(state, task)
        wishes = [*_wishes(state, state.dice[task.about]), *_grid(legal, most)]
        found = (Put(task.about, pose) for pose in wishes)
        some: list[Action] = []
        for put in found:
            if put in legal:
                some.append(put)
                if len(some) >= most:
                    break
        if not some:
            near = legal.nearest(wishes[0]) if wishes else None
            some = [near] if near else []
        return some

    def _promise(self, die: Die) -> float:
        return self.judge.points_of(die) * sum(die.kind.faces) / len(die.kind.faces)

    def _put(self, state: State, task: Task, side: Side, depth: int) -> float:
        """The spot is chosen as it looks at once: several dice in a row would else be tried on all spots together."""
        ends = [self.game.apply(state, action).state for action in self.few(state, task)]
        best = max(ends, key=lambda end: self.judge.of(end, task.side), default=None)
        return self.judge.of(state, side) if best is None else self.of(best, side, depth + 1)

    def _thrown(self, state: State, task: Task, side: Side, depth: int) -> float:
        """Each face is as likely as the next, and all active ones are alike, as are all others."""
        faces = state.dice[task.about].kind.faces
        found = 0.0
        for active in (True, False):
            if active in faces:
                chance = faces.count(active) / len(faces)
                found += chance * self.after(state, Thrown(faces.index(active)), side, depth)
        return found


def _wishes(state: State, die: Die) -> Iterator[Pose]:
    """Before and beside your own king, near the enemy's, and right on dice that are worth it."""
    mine, theirs = state.king(die.side), state.king(die.side.foe)
    ahead = die.side.beyond
    for king, way in ((mine, ahead), (theirs, -ahead)):
        if isinstance(king.where, OnMat) and king.id != die.id:
            at = king.where.body.pose
            for far in NEAR:
                yield Pose(round(at.x + way * far, 3), at.y)
                for across in (-far, far):
                    yield Pose(at.x, round(at.y + across, 3))
                    yield Pose(round(at.x + way * far, 3), round(at.y + across, 3))
    if not die.kind.is_flickable:
        enemies = sorted(state.of(die.side.foe), key=lambda enemy: -enemy.kind.value)
        yield from (enemy.body.pose for enemy in enemies)


def _grid(legal: Spots, most: int) -> Iterator[Pose]:
    """Spots over the areas in which a die may stand, evenly, in an order that soon covers them."""
    areas = legal.place.areas(legal.ground)
    size = sum((area.right - area.left) * (area.top - area.bottom) for area in areas)
    step = sqrt(size / most) if size else EDGE
    found = []
    for area in areas:
        columns, rows = max(round((area.right - area.left) / step), 1), max(round((area.top - area.bottom) / step), 1)
        found += [
            Pose(
                round(area.left + (column + 0.5) * (area.right - area.left) / columns, 3),
                round(area.bottom + (row + 0.5) * (area.top - area.bottom) / rows, 3),
            )
            for column in range(columns)
            for row in range(rows)
        ]
    stride = 7
    for first in range(stride):
        yield from found[first::stride]
