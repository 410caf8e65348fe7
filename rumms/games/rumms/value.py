"""What a position of Rumms is worth: the chance of winning, from 0 to 1.

It is judged after a move, with all that the move has set off still due: captured dice count by their odds, a mage in
the enemy castle by what he is about to take, a defeated king by his dragons. The weights are kept in `weights.json`.
"""

from __future__ import annotations

from importlib.resources import files
from math import exp, hypot
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from rumms.games.rumms.danger import chances, field, shooters
from rumms.games.rumms.kind import Kind
from rumms.games.rumms.kinds.heart import WORTH
from rumms.games.rumms.spots import castle_of
from rumms.games.rumms.state import Aside, Die, OnMat, Out, Side, State
from rumms.games.rumms.table import in_castle, in_enemy_kingdom, is_captured
from rumms.kernel.game import Seat
from rumms.physics.model import Area

FACES: Final = 6
SMALL: Final = 0.1
"""A chance that nobody need worry about."""
RESTS: Final = 3
"""Dice that count beside the most dangerous one."""


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """What counts how much. Those of dice are in logits a point of their value, the rest as they say."""

    troll: float = 0.115
    knight: float = 0.08
    dragon: float = 0.07
    spy: float = 0.115
    mage: float = 0.12
    berserker: float = 0.085
    heart: float = 0.065
    ice: float = 0.105
    other: float = 0.09
    """Of any kind that is not named here."""
    frozen: float = 0.6
    """What is left of the worth of a die that is frozen."""
    laid: float = 1.0
    """By how much an ice cube is worth more, or less, once it lies on a die."""
    hidden: float = 1.15
    """By how much a spy is worth more when he is hidden."""
    revival: float = 0.25
    """How much of what hearts could bring back counts already."""
    safety: float = 0.25
    """Logits for each of your king's ways out: a tenth of his distance from the nearest edge, in centimetres."""
    home: float = 0.3
    """Logits for a king in his castle."""
    strikes: float = 0.92
    """How much of the danger to the king whose enemy is to move turns out to be true."""
    others: float = 0.1
    """How much the other dice add to the most dangerous one's chance."""
    threatens: float = 1.05
    """Logits for the chance against the king of the side to move, who has time to do something about it."""
    tempo: float = 0.05
    """Logits for the side to move."""
    again: float = 0.7
    """How much of a dragon's chance counts who may be flicked once more."""
    rescued: float = -0.6
    """Logits for a king that was only just rescued."""


class Tuned(Struct, frozen=True, forbid_unknown_fields=True):
    """Weights, and the command that found them."""

    made_by: str
    weights: Weights


WEIGHTS: Final = msgspec.json.decode(files(__package__).joinpath("weights.json").read_bytes(), type=Tuned).weights
NAMED: Final = frozenset({"troll", "knight", "dragon", "spy", "mage", "berserker", "heart", "ice"})


class Camp(NamedTuple):
    """What is known of one side."""

    worth: float
    """Of its dice, in logits."""
    rescue: float
    """How likely a defeated king of it comes back."""
    king: Die


class Judge:
    """Judges positions with certain weights."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self.weights = weights
        self.points = {name: getattr(weights, name) for name in NAMED}

    def value(self, state: State, seat: Seat) -> float:
        """The chance of winning of the side on which a seat plays."""
        side = next(side for side in Side if seat in state.teams[side.number])
        return self.of(state, side)

    def of(self, state: State, side: Side) -> float:
        """The chance of winning of a side, whoever is to move."""
        if state.winner is not None:
            return float(state.winner is side)
        if not state.dice:
            return 0.5
        moved = state.turn.side if state.turn.is_moved else state.turn.side.foe
        chance = self.after_move(state, moved)
        return chance if side is moved else 1.0 - chance

    def after_move(self, state: State, side: Side) -> float:
        """The chance of winning of a side that has just moved; whatever is due is still to be done."""
        weights, mat, frozen = self.weights, state.options.mat, state.frozen()
        mine, theirs = self._camp(state, side, frozen, is_moving=True), self._camp(state, side.foe, frozen)
        if isinstance(mine.king.where, Out) or isinstance(theirs.king.where, Out):
            return self._without_king(mine, theirs)
        logits = mine.worth - theirs.worth - weights.tempo
        logits += self._standing(state, mine.king) - self._standing(state, theirs.king)
        board = field(state)
        attack = self._chance(chances(board, shooters(state, side, frozen), theirs.king.id, mat).tolist())
        strike = self._chance(chances(board, shooters(state, side.foe, frozen), mine.king.id, mat).tolist())
        logits += weights.threatens * attack * (1.0 - theirs.rescue)
        chance = _logistic(logits) * (1.0 - weights.strikes * strike * (1.0 - mine.rescue))
        if _may_flick_again(state, side, frozen):
            (again,) = chances(board, [state.turn.flicked], theirs.king.id, mat).tolist()
            chance += weights.again * again * (1.0 - theirs.rescue) * (1.0 - chance)
        return chance

    def _without_king(self, mine: Camp, theirs: Camp) -> float:
        """A king has left the mat: all hangs on his dragons, the moving side's first (RUM-51)."""
        logits = mine.worth - theirs.worth
        if isinstance(mine.king.where, Out):
            return mine.rescue * _logistic(logits + self.weights.rescued)
        return 1.0 - theirs.rescue * (1.0 - _logistic(logits - self.weights.rescued))

    def _chance(self, found: list[float]) -> float:
        """What the next flick promises: the best, and a little of the rest, since the best may be dealt with."""
        found.sort(reverse=True)
        left = 1.0 - (found[0] if found else 0.0)
        for chance in found[1 : 1 + RESTS]:
            left *= 1.0 - self.weights.others * chance
        return 1.0 - left

    def _standing(self, state: State, king: Die) -> float:
        """Where a king stands: far from the edges, and at home."""
        body, mat = king.body, state.options.mat
        edge = min(body.pose.x, body.pose.y, mat.length - body.pose.x, mat.width - body.pose.y)
        home = 1.0 if body.level else _nearness(body.pose.x, body.pose.y, castle_of(mat, king.side))
        return self.weights.safety * max(edge, 0.0) / 10.0 + self.weights.home * home

    def _camp(self, state: State, side: Side, frozen: set[int], *, is_moving: bool = False) -> Camp:
        """What a side has; of the one that has just moved also what it is about to get."""
        mat, king, failed = state.options.mat, state.king(side), 1.0
        worth = revivable = hearts = 0.0
        for die in state.dice:
            if die.side is not side or die is king:
                continue
            kind, where, points = die.kind, die.where, self.points_of(die)
            if isinstance(where, OnMat):
                if kind.shadow_faces and is_captured(die, mat):
                    worth += points * _odds(kind)
                elif die.id in frozen:
                    worth += points * self.weights.frozen
                else:
                    worth += points * (self.weights.laid if kind.starts_aside else 1.0)
                    hearts += kind.name == "heart"
                    failed *= 1.0 - _odds(kind) if kind.can_rescue else 1.0
                    worth += self._about_to_get(state, die) if is_moving and state.turn.is_moved else 0.0
            elif isinstance(where, Aside):
                worth += points * (self.weights.hidden if kind.can_hide else 1.0)
            elif isinstance(where, Out) and not where.spent and kind.can_be_revived:
                revivable += points * _odds(kind)
        worth += self.weights.revival * min(revivable, hearts * WORTH * self.weights.other)
        return Camp(worth, 1.0 - failed, king)

    def _about_to_get(self, state: State, die: Die) -> float:
        """What a die gains at the end of this turn: a spy hides, a mage takes somebody."""
        mat, turn = state.options.mat, state.turn
        if die.kind.can_hide and turn.used != die.id and die.is_active and in_enemy_kingdom(die.body, die.side, mat):
            return self.points_of(die) * (self.weights.hidden - 1.0)
        if die.kind.name != "mage" or not die.is_active or (die.id, "vanish") in turn.settled:
            return 0.0
        if not in_castle(die.body, die.side.foe, state.bodies() if die.body.level else (), mat):
            return 0.0
        return max((self.points_of(enemy) for enemy in state.of(die.side.foe) if enemy.kind.can_be_taken), default=0.0)

    def most_dangerous(self, state: State, side: Side) -> int | None:
        """The die with which a side is likeliest to knock the enemy king off; none if its chance is small."""
        dice, king = shooters(state, side, state.frozen()), state.king(side.foe)
        if not dice or not king.is_on_mat:
            return None
        found = chances(field(state), dice, king.id, state.options.mat).tolist()
        best = max(range(len(dice)), key=lambda k: found[k])
        return dice[best] if found[best] > SMALL else None

    def points_of(self, die: Die) -> float:
        """What a die is worth, in logits."""
        return float(die.kind.value * self.points.get(die.kind.name, self.weights.other))

    def rescue(self, state: State, side: Side, frozen: set[int]) -> float:
        """How likely a side's king comes back if he is defeated now."""
        failed = 1.0
        for die in state.of(side):
            if die.kind.can_rescue and die.id not in frozen:
                failed *= 1.0 - _odds(die.kind)
        return 1.0 - failed


def _odds(kind: Kind) -> float:
    """That a throw of this kind shows an active face."""
    return (FACES - kind.shadow_faces) / FACES


def _may_flick_again(state: State, side: Side, frozen: set[int]) -> bool:
    """Is a dragon's second flick still to come (RUM-28)?"""
    turn = state.turn
    if turn.side is not side or turn.flicks != 1 or not turn.stayed_home or turn.flicked in frozen:
        return False
    die = state.dice[turn.flicked]
    return die.kind.name == "dragon" and die.is_on_mat and (die.id, "double strike") not in turn.settled


def _nearness(x: float, y: float, area: Area) -> float:
    """1 in an area, less around it."""
    away = hypot(max(area.left - x, 0.0, x - area.right), max(area.bottom - y, 0.0, y - area.top))
    return exp(-away / 2.0)


def _logistic(logits: float) -> float:
    return 1.0 / (1.0 + exp(-logits))
