"""A set-up that is being made: dice are set, moved, turned and taken back, and it is always one the rules allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rumms.games.rumms.actions import Put, SetUp
from rumms.games.rumms.army import Formations
from rumms.games.rumms.presets import Preset, fitting, wishes
from rumms.games.rumms.spots import Spots, castle_of
from rumms.games.rumms.state import Die, Side
from rumms.physics.model import EDGE, Pose

APART: Final = 2.6
"""Centimetres from a die to the next where they are set without being told where."""
EDGES: Final = 1.6
"""Centimetres from the edge of the mat to such dice."""


class Draft:
    """Which dice stand where, in the order in which they were set, so that the upper ones come later."""

    def __init__(self, legal: Formations) -> None:
        self.legal = legal
        self.puts: tuple[Put, ...] = ()

    @property
    def side(self) -> Side:
        """Whose dice they are."""
        return self.legal.dice[0].side

    @property
    def left(self) -> tuple[Die, ...]:
        """The dice that are still in the box."""
        there = {put.die for put in self.puts}
        return tuple(die for die in self.legal.dice if die.id not in there)

    @property
    def is_ready(self) -> bool:
        """Do all dice stand?"""
        return not self.left

    def placed(self) -> list[Die]:
        """The dice that stand, as they stand."""
        return self.legal.placed(self.puts)

    def set_up(self) -> SetUp:
        """The answer to the rules."""
        return SetUp(self.puts)

    def spots(self, die: int) -> Spots:
        """Where a die may stand that is not set now."""
        return self.legal.spots(die, self.puts)

    def put(self, put: Put) -> None:
        """Set a die that is in the box; IllegalMove if it cannot stand there."""
        refusal = self.spots(put.die).refuse(put)
        if refusal:
            raise refusal
        self.puts = (*self.puts, put)

    def take(self, die: int) -> None:
        """Take a die from the mat. What stood on it comes down straight, or goes back into the box."""
        kept: tuple[Put, ...] = ()
        for put in self.puts:
            if put.die != die and self.legal.spots(put.die, kept).refuse(put) is None:
                kept = (*kept, put)
        self.puts = kept

    def turn(self, die: int, degrees: float) -> None:
        """Turn a die where it stands; IllegalMove if it, or one on top of it, could not stand so."""
        puts: tuple[Put, ...] = ()
        for put in self.puts:
            now = put
            if put.die == die:
                now = Put(die, Pose(put.pose.x, put.pose.y, (put.pose.yaw + degrees) % 360.0))
            refusal = self.legal.spots(put.die, puts).refuse(now)
            if refusal:
                raise refusal
            puts = (*puts, now)
        self.puts = puts

    def clear(self) -> None:
        """Take all dice from the mat."""
        self.puts = ()

    def load(self, preset: Preset) -> None:
        """Set up what a preset knows, as nearly as it can be; all else stays in the box."""
        self.clear()
        self._wish(wishes(preset, self.legal))

    def fill(self) -> None:
        """Set all dice that are left: as a preset that fits has them, else in rows before the castle."""
        for preset in fitting(self.legal.dice)[:1]:
            left = {die.id for die in self.left}
            self._wish({die: pose for die, pose in wishes(preset, self.legal).items() if die in left}, exactly=True)
        for die in self.left:
            spots = self.spots(die.id)
            free = (Put(die.id, pose) for pose in self._rows(die))
            spot = next((put for put in free if self._is_on_ground(spots, put)), None)
            near = spot or spots.nearest(next(self._rows(die)))
            if near:
                self.put(near)

    def _wish(self, wished: Mapping[int, Pose], *, exactly: bool = False) -> None:
        for die, pose in wished.items():
            spots = self.spots(die)
            near = Put(die, pose) if exactly else spots.nearest(pose)
            if near and near in spots:
                self.put(near)

    def _is_on_ground(self, spots: Spots, put: Put) -> bool:
        return put in spots and spots.body(put.pose).level == 0

    def _rows(self, die: Die) -> Iterator[Pose]:
        """Spots in rows across the kingdom, the first right before the castle; for a king they begin in it."""
        mat = self.legal.mat
        castle, ahead = castle_of(mat, die.side), die.side.beyond
        middle_x, middle_y = (castle.left + castle.right) / 2, (castle.bottom + castle.top) / 2
        front = castle.right + EDGE if ahead > 0 else castle.left - EDGE
        first = middle_x if die.kind.is_king else front
        steps = range(int(mat.length / APART))
        for x in (*(first + ahead * APART * step for step in steps), *(first - ahead * APART * step for step in steps)):
            for step in range(int(mat.width / APART) + 1):
                for way in (1, -1) if step else (1,):
                    y = middle_y + way * step * APART
                    if EDGES <= y <= mat.width - EDGES:
                        yield Pose(round(x, 3), round(y, 3))
