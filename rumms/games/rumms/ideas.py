"""Flicks that are worth a thought: for each die and each aim a few directions, speeds and heights, best first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import atan2, degrees, hypot, radians, sin, sqrt
from typing import Final, Literal, NamedTuple, TypeAlias

from rumms.games.rumms.aiming import ENOUGH, GRAVITY, PASSED_ON, STRONGEST, WEAKEST, to_edge
from rumms.games.rumms.danger import Field, chances, field, shooters
from rumms.games.rumms.spots import castle_of, kingdom_of
from rumms.games.rumms.state import NOBODY, Die, OnMat, Side, State
from rumms.games.rumms.table import in_castle, in_enemy_kingdom
from rumms.games.rumms.value import Judge
from rumms.physics.model import EDGE, Flick, Mat, Pose

Idea: TypeAlias = Literal["hit", "chain", "hop", "castle", "land", "thaw", "guard"]
"""A straight hit, one through other dice, one over them; a mage slides into the enemy castle, a spy beyond the wall;
ice is knocked off one of your dice; somebody stands before your king."""

SLOPE: Final = 0.25
"""How much a logit changes a chance, at most."""
ASIDE: Final = (0.0, 0.55, -0.55)
"""Centimetres beside the middle of a target ..."""
KINGS_ASIDE: Final = (0.0, 0.4, -0.4, 0.8, -0.8)
"""... and of a king."""
STRAIGHT: Final = 0.5
"""Height of a strike that slides."""
LOW: Final = 0.4
HOPS: Final = (
    (130.0, 0.9),
    (150.0, 0.85),
    (170.0, 0.8),
    (200.0, 0.75),
    (200.0, 0.85),
    (240.0, 0.75),
    (280.0, 0.7),
    (340.0, 0.7),
    (380.0, 0.8),
)
"""Speeds and heights of strikes that hop: nearer and farther."""
ROOM: Final = 3.0
"""Centimetres that a die needs until it is higher than another."""
OVER: Final = EDGE * 1.05
"""Centimetres beside the way within which a die is hopped over."""
TRIED: Final = 0.012
"""What a shot promises at least to be worth a thought, as a change of the chance to win."""
SUREST: Final = 0.98
"""No guess is surer."""
CAREFUL: Final = 0.35
"""How likely a placing shot succeeds, roughly."""
BEFORE: Final = (2.6, 4.5)
"""Centimetres before a king at which somebody stands in the way."""
BEYOND: Final = (3.0, 6.0)
"""Centimetres beyond the wall at which a spy should stop."""
SIDEWAYS: Final = (0.0, 12.0, -12.0)
"""Degrees from straight ahead."""
MOST_GUARDS: Final = 4
SLIDING: Final = 1.04
"""A die that is struck slides a little less far than friction alone would let it."""


class Candidate(NamedTuple):
    """A flick, what it is meant to do, and what it promises before anything is tried."""

    flick: Flick
    idea: Idea
    target: int = NOBODY
    over: tuple[int, ...] = ()
    """The dice that it hops over."""
    prior: float = 0.5
    """The chance to win, by a guess."""
    through: tuple[int, ...] = ()
    """The dice that it drives into its target."""


class Sight(NamedTuple):
    """What the ideas look at."""

    state: State
    judge: Judge
    side: Side
    dice: tuple[int, ...]
    """Those that may be flicked."""
    board: Field
    before: float
    """The chance to win if nothing were done."""


def candidates(state: State, judge: Judge, dice: Sequence[int]) -> list[Candidate]:
    """What could be flicked with one of these dice, best first."""
    side = state.turn.side
    others = tuple(number for number in dice if not state.dice[number].kind.is_king)
    sight = Sight(state, judge, side, others or tuple(dice), field(state), judge.after_move(state, side))
    found = [*_hits(sight), *_castle(sight), *_land(sight), *_thaw(sight), *_guard(sight)] or [*_long_shots(sight)]
    capped = (candidate._replace(prior=min(candidate.prior, SUREST)) for candidate in found)
    return sorted(capped, key=lambda candidate: -candidate.prior)


# Hits.


def _hits(sight: Sight) -> Iterator[Candidate]:
    """Enemy dice that may be knocked off: straight, through others, or by a hop."""
    state, judge, before = sight.state, sight.judge, sight.before
    foe, frozen = sight.side.foe, state.frozen()
    danger = _danger(sight, frozen)
    for target in state.of(foe):
        if target.kind.is_king:
            gain = (1.0 - before) * (1.0 - judge.rescue(state, foe, frozen))
        else:
            gain = SLOPE * judge.points_of(target) + danger.get(target.id, 0.0) * before
        found = chances(sight.board, sight.dice, target.id, state.options.mat).tolist()
        for number, chance in zip(sight.dice, found, strict=True):
            if chance * gain > TRIED * (0.2 if target.kind.is_king else 1.0):
                yield from _shots_at(sight, state.dice[number], target, chance, gain)


def _long_shots(sight: Sight) -> Iterator[Candidate]:
    """At the enemy king, however little they promise: somebody who never flicks never wins."""
    king = sight.state.king(sight.side.foe)
    found = chances(sight.board, sight.dice, king.id, sight.state.options.mat).tolist()
    for number, chance in zip(sight.dice, found, strict=True):
        yield from _shots_at(sight, sight.state.dice[number], king, chance, 1.0 - sight.before)


def _shots_at(sight: Sight, die: Die, target: Die, chance: float, gain: float) -> Iterator[Candidate]:
    mat, a, b = sight.state.options.mat, die.body.pose, target.body.pose
    way, far = atan2(b.y - a.y, b.x - a.x), hypot(b.x - a.x, b.y - a.y)
    between = _between(sight.state, die, target)
    idea: Idea = "chain" if between else "hit"
    is_king = target.kind.is_king
    for speed in _speeds(b, way, far, mat, is_king=is_king):
        for aside in KINGS_ASIDE if is_king else ASIDE:
            likely = chance * (1.0 - 0.15 * abs(aside)) * (0.6 if between else 1.0)
            flick = _flick(die, way + atan2(aside, far), speed, STRAIGHT)
            yield Candidate(flick, idea, target.id, (), sight.before + likely * gain, between)
    if between and (is_king or gain > 2.0 * TRIED) and _has_room(sight.state, die, between):
        for speed, height in HOPS:
            for aside in ASIDE if is_king else ASIDE[:1]:
                likely = chance * (0.9 - 0.1 * abs(aside))
                flick = _flick(die, way + atan2(aside, far), speed, height)
                yield Candidate(flick, "hop", target.id, between, sight.before + likely * gain)


def _speeds(target: Pose, way: float, far: float, mat: Mat, *, is_king: bool) -> Iterable[float]:
    """Just enough to send a die off the mat, and harder."""
    slowing, left = 2.0 * mat.friction * GRAVITY, to_edge(target, way, mat)
    enough = ENOUGH * sqrt((slowing * left) / PASSED_ON**2 + slowing * max(far - EDGE, 0.0))
    wished = (enough, 1.25 * enough, STRONGEST) if is_king else (enough, 1.3 * enough)
    return dict.fromkeys(min(max(speed, WEAKEST), STRONGEST) for speed in wished)


def _danger(sight: Sight, frozen: set[int]) -> dict[int, float]:
    """By how much the enemy's best shot at your king gets worse without the die that makes it."""
    state = sight.state
    enemies = shooters(state, sight.side.foe, frozen)
    if not enemies:
        return {}
    found = chances(sight.board, enemies, state.king(sight.side).id, state.options.mat).tolist()
    ranked = sorted(zip(found, enemies, strict=True), reverse=True)
    second = ranked[1][0] if len(ranked) > 1 else 0.0
    return {ranked[0][1]: ranked[0][0] - second}


def _between(state: State, die: Die, target: Die) -> tuple[int, ...]:
    """The dice in the straight way from one die to another, the nearest first."""
    a, b = die.body.pose, target.body.pose
    far = hypot(b.x - a.x, b.y - a.y) or 1.0
    dx, dy = (b.x - a.x) / far, (b.y - a.y) / far
    found = []
    for other in state.dice:
        if not isinstance(other.where, OnMat) or other.id in {die.id, target.id}:
            continue
        body = other.where.body
        x, y = body.pose.x - a.x, body.pose.y - a.y
        along = x * dx + y * dy
        if 0.0 < along < far and abs(x * dy - y * dx) < OVER and body.level >= min(die.body.level, target.body.level):
            found.append((along, other.id))
    return tuple(number for _, number in sorted(found))


def _has_room(state: State, die: Die, between: Sequence[int]) -> bool:
    """Can a die rise before it reaches the first of those in its way?"""
    a, b = die.body.pose, state.dice[between[0]].body.pose
    return hypot(b.x - a.x, b.y - a.y) > ROOM


# Placing.


def _castle(sight: Sight) -> Iterator[Candidate]:
    """A mage slides into the enemy castle."""
    state, judge, mat = sight.state, sight.judge, sight.state.options.mat
    best = max((judge.points_of(die) for die in state.of(sight.side.foe) if die.kind.can_be_taken), default=0.0)
    castle = castle_of(mat, sight.side.foe)
    middle, half = (castle.bottom + castle.top) / 2, (castle.top - castle.bottom) / 2
    spots = [
        Pose(castle.left + part * (castle.right - castle.left), middle + up * half)
        for part in (0.1, 0.5, 0.9)
        for up in (0.0, 0.7, -0.7)
    ]
    for number in sight.dice:
        die = state.dice[number]
        if die.kind.name != "mage" or in_castle(die.body, sight.side.foe, state.bodies(), mat):
            continue
        for spot in spots:
            blocked = _is_blocked(state, die, spot)
            likely = CAREFUL * (0.4 if blocked else 1.0) * (1.0 if die.is_active else 0.4)
            yield _placing(sight, die, spot, "castle", likely * SLOPE * best)


def _land(sight: Sight) -> Iterator[Candidate]:
    """A spy slides just beyond the wall."""
    state, judge, mat = sight.state, sight.judge, sight.state.options.mat
    kingdom = kingdom_of(mat, sight.side.foe)
    for number in sight.dice:
        die = state.dice[number]
        if not die.kind.can_hide or in_enemy_kingdom(die.body, sight.side, mat):
            continue
        gain = SLOPE * judge.points_of(die) * max(judge.weights.hidden - 1.0, 0.0)
        for far in BEYOND:
            x = kingdom.left + far if sight.side is Side.RED else kingdom.right - far
            for turn in SIDEWAYS:
                away = abs(x - die.body.pose.x)
                spot = Pose(x, die.body.pose.y + away * sin(radians(turn)))
                blocked = _is_blocked(state, die, spot)
                yield _placing(sight, die, spot, "land", gain * (0.3 if blocked else 0.7))


def _guard(sight: Sight) -> Iterator[Candidate]:
    """Somebody stands in the way of the enemy's best shot at your king."""
    state, king = sight.state, sight.state.king(sight.side)
    danger = _danger(sight, state.frozen())
    for enemy, saved in danger.items():
        a, b = state.dice[enemy].body.pose, king.body.pose
        far = hypot(b.x - a.x, b.y - a.y) or 1.0
        if saved * sight.before < 2.0 * TRIED:
            continue
        for before in BEFORE:
            spot = Pose(b.x + (a.x - b.x) * before / far, b.y + (a.y - b.y) * before / far)
            near = sorted(sight.dice, key=lambda number: _away(state.dice[number].body.pose, spot))
            free = [number for number in near if not _is_blocked(state, state.dice[number], spot)]
            for number in free[:MOST_GUARDS]:
                placing = _placing(sight, state.dice[number], spot, "guard", CAREFUL * saved * sight.before)
                yield placing._replace(target=enemy)


def _placing(sight: Sight, die: Die, spot: Pose, idea: Idea, gain: float) -> Candidate:
    a, mat = die.body.pose, sight.state.options.mat
    speed = SLIDING * sqrt(2.0 * mat.friction * GRAVITY * _away(a, spot))
    flick = _flick(die, atan2(spot.y - a.y, spot.x - a.x), min(speed, STRONGEST), LOW)
    return Candidate(flick, idea, prior=sight.before + gain)


def _thaw(sight: Sight) -> Iterator[Candidate]:
    """Ice is knocked off one of your dice by another one."""
    state, judge = sight.state, sight.judge
    for ice in state.of(sight.side.foe):
        if not ice.kind.has_blocks or not isinstance(ice.where, OnMat):
            continue
        for below in ice.where.on:
            frozen = state.dice[below]
            if frozen.side is not sight.side:
                continue
            gain = SLOPE * judge.points_of(frozen) * (1.0 - judge.weights.frozen)
            for number in sight.dice:
                die = state.dice[number]
                if set(_between(state, die, frozen)) - {ice.id}:
                    continue
                a, b = die.body.pose, frozen.body.pose
                for speed in (120.0, 180.0):
                    way = atan2(b.y - a.y, b.x - a.x)
                    flick = _flick(die, way, speed + 2.0 * _away(a, b), STRAIGHT)
                    yield Candidate(flick, "thaw", below, (), sight.before + CAREFUL * gain)


def _is_blocked(state: State, die: Die, spot: Pose) -> bool:
    a = die.body.pose
    far = _away(a, spot) or 1.0
    dx, dy = (spot.x - a.x) / far, (spot.y - a.y) / far
    for other in state.dice:
        if isinstance(other.where, OnMat) and other.id != die.id and other.where.body.level == die.body.level:
            x, y = other.where.body.pose.x - a.x, other.where.body.pose.y - a.y
            along = x * dx + y * dy
            if 0.0 < along < far + EDGE and abs(x * dy - y * dx) < OVER:
                return True
    return False


def _away(a: Pose, b: Pose) -> float:
    return hypot(b.x - a.x, b.y - a.y)


def _flick(die: Die, way: float, speed: float, height: float) -> Flick:
    return Flick(die.id, round(degrees(way) % 360.0, 3), round(speed, 1), height)
