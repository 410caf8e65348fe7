"""Troops and how they are set up: what may be chosen, and where the dice may stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final

from msgspec import Struct

from rumms.games.rumms.actions import Muster, Put, SetUp
from rumms.games.rumms.kind import Kind
from rumms.games.rumms.spots import KINGDOM, Spots, ground
from rumms.games.rumms.state import Aside, Die, OnMat, Side, Tin
from rumms.kernel.refusal import Counted, IllegalMove
from rumms.physics.geometry import stands_on
from rumms.physics.model import Mat, Pose

QUICK_START: Final = ("king", *("knight",) * 4, *("troll",) * 8)
"""What both sides play without powers (RUM-06)."""


class Musters(Struct, frozen=True):
    """Every troop from the box that is worth so many points at most and has the king (RUM-05)."""

    kinds: tuple[Kind, ...]
    points: int

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Muster) and self.refuse(action) is None

    def refuse(self, muster: Muster) -> IllegalMove | None:
        """Why a troop is not allowed; None if it is."""
        known = {kind.name: kind for kind in self.kinds}
        for name, number in Counter(muster.troop).items():
            if name not in known:
                return IllegalMove("RUM-02", "There is no kind of die that is called '{kind}'.", kind=name)
            if number > (most := known[name].in_box):
                return IllegalMove(
                    "RUM-05",
                    "A team has {most} of these at most, not {number}: {kind}.",
                    number=number,
                    most=most,
                    kind=known[name].called,
                )
        if not any(known[name].is_king for name in muster.troop):
            return IllegalMove("RUM-05", "A troop needs its king.")
        if (worth := sum(known[name].value for name in muster.troop)) > self.points:
            return IllegalMove(
                "RUM-05",
                "The troop is worth {worth} points; {allowed}.",
                worth=worth,
                allowed=Counted("{number} is allowed", "{number} are allowed", self.points),
            )
        return None

    def sample(self, rng: Random) -> Muster:
        """Draw dice from the box until no more can be paid for."""
        box = [kind for kind in self.kinds for _ in range(kind.in_box)]
        rng.shuffle(box)
        left = self.points
        troop = []
        for kind in sorted(box, key=lambda kind: not kind.is_king):
            if kind.value <= left:
                troop.append(kind.name)
                left -= kind.value
        return Muster(tuple(troop))


def dice_of(troop: Iterable[str], side: Side, kinds: Mapping[str, Kind], first: int) -> tuple[Die, ...]:
    """The dice of a troop, numbered from `first` on, the king first, then by value; none is set up yet."""
    order = list(kinds)
    names = sorted(troop, key=lambda name: (not kinds[name].is_king, order.index(name)))
    return tuple(
        Die(number, name, side, Aside() if kinds[name].starts_aside else Tin())
        for number, name in enumerate(names, start=first)
    )


class Formations(Struct, frozen=True):
    """Every way to set up a troop in its own kingdom (RUM-07)."""

    dice: tuple[Die, ...]
    """Those that are to be set up."""
    mat: Mat

    def __contains__(self, action: object) -> bool:
        return isinstance(action, SetUp) and self.refuse(action) is None

    def refuse(self, set_up: SetUp) -> IllegalMove | None:
        """Why a formation is not allowed; None if it is."""
        numbers = {die.id for die in self.dice}
        for number, times in Counter(put.die for put in set_up.dice).items():
            if number not in numbers or times > 1:
                return IllegalMove(
                    "RUM-07", "Die {die} is not one that has to be set up, or it is named twice.", die=number
                )
        if missing := sorted(numbers - {put.die for put in set_up.dice}):
            return IllegalMove("RUM-07", "Die {die} is not set up yet.", die=missing[0])
        placed: list[Die] = []
        for put in set_up.dice:
            spots = self._spots(put.die, placed)
            if refusal := spots.refuse(put):
                return IllegalMove(
                    refusal.rule, "Die {die} cannot be set there: {reason}", die=put.die, reason=_plain(refusal)
                )
            placed.append(_placed(spots, put))
        return None

    def placed(self, puts: Iterable[Put]) -> list[Die]:
        """The dice as they stand after they were set one after the other."""
        placed: list[Die] = []
        for put in puts:
            placed.append(_placed(self._spots(put.die, placed), put))
        return placed

    def spots(self, die: int, before: Sequence[Put] = ()) -> Spots:
        """Where a die may stand after these were set."""
        return self._spots(die, self.placed(before))

    def sample(self, rng: Random) -> SetUp:
        """Set up one die after the other at random, the king first."""
        placed: list[Die] = []
        puts = []
        for die in self.dice:
            spots = self._spots(die.id, placed)
            puts.append(spots.sample(rng))
            placed.append(_placed(spots, puts[-1]))
        return SetUp(tuple(puts))

    def complete(self, wishes: Mapping[int, Pose]) -> SetUp:
        """The formation nearest to what is wished, die after die; what is not wished for stands near the castle."""
        placed: list[Die] = []
        puts = []
        numbers = [*wishes, *(die.id for die in self.dice if die.id not in wishes)]
        for number in numbers:
            spots = self._spots(number, placed)
            (area,) = spots.place.areas(spots.ground)
            middle = Pose((area.left + area.right) / 2, (area.bottom + area.top) / 2)
            put = spots.nearest(wishes.get(number, middle))
            if put is None:
                raise AssertionError(number)
            puts.append(put)
            placed.append(_placed(spots, put))
        return SetUp(tuple(puts))

    def _spots(self, number: int, placed: Iterable[Die]) -> Spots:
        die = next(die for die in self.dice if die.id == number)
        return Spots(ground(die, placed, self.mat), KINGDOM)


def _placed(spots: Spots, put: Put) -> Die:
    die, body = spots.ground.die, spots.body(put.pose)
    return Die(die.id, die.name, die.side, OnMat(body, stands_on(body, spots.ground.bodies) if body.level else ()))


def _plain(refusal: IllegalMove) -> IllegalMove:
    """The same reason without the number of its rule, which stands behind the whole sentence."""
    return IllegalMove("", refusal.text, **refusal.values)
