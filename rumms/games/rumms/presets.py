"""Named troops with a formation each, read from `presets.json`."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.resources import files
from itertools import chain
from random import Random
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from rumms.games.rumms.actions import Muster, SetUp
from rumms.games.rumms.army import QUICK_START, Formations, Musters
from rumms.games.rumms.kinds import KINDS
from rumms.games.rumms.spots import castle_of, kingdom_of
from rumms.games.rumms.state import Die, Side
from rumms.physics.geometry import touches
from rumms.physics.model import Area, Mat, Pose

DRAWN_ON: Final = Mat()
"""The mat to which the spots belong; they are red's."""
PLACES: Final = 5
"""Digits after the point, of centimetres."""


class Spot(NamedTuple):
    """Where a die of a preset is set, on whatever lies there already."""

    kind: str
    x: float
    y: float
    yaw: float = 0.0


class Preset(Struct, frozen=True, forbid_unknown_fields=True):
    """A named troop, and how it stands."""

    name: str
    called: dict[str, str]
    """Its name in each language."""
    about: dict[str, str]
    """What it is good for, in each language."""
    spots: tuple[Spot, ...]
    """In the order in which the dice are set."""
    aside: tuple[str, ...] = ()
    """The kinds of those that wait beside the mat."""

    @property
    def troop(self) -> tuple[str, ...]:
        """The kinds of all its dice."""
        return (*(spot.kind for spot in self.spots), *self.aside)

    @property
    def worth(self) -> int:
        """The points that its troop costs."""
        return sum(KINDS[kind].value for kind in self.troop)


PRESETS: Final = msgspec.json.decode(files(__package__).joinpath("presets.json").read_bytes(), type=tuple[Preset, ...])
"""Those for the quick start come first."""


def presets_for(points: int, *, powers: bool) -> tuple[Preset, ...]:
    """Those that may be chosen: for so many points at most, or without powers with the quick start's troop (RUM-06)."""
    if powers:
        return tuple(preset for preset in PRESETS if preset.worth <= points)
    return tuple(preset for preset in PRESETS if Counter(preset.troop) == Counter(QUICK_START))


def fitting(dice: Iterable[Die]) -> tuple[Preset, ...]:
    """Those that set up exactly these dice; what waits beside the mat does not count."""
    kinds = Counter(die.kind.name for die in dice if not die.kind.starts_aside)
    return tuple(preset for preset in PRESETS if Counter(spot.kind for spot in preset.spots) == kinds)


def formation(preset: Preset, formations: Formations) -> SetUp:
    """A preset that fits, set up for a side, on another mat than the standard one as nearly as it can be."""
    return formations.complete(wishes(preset, formations))


def drawn(placed: Iterable[Die], mat: Mat) -> tuple[Spot, ...]:
    """The spots of dice as a preset has them: the other way round of `formation`, in the same order."""
    dice = list(placed)
    if not dice:
        return ()
    side = dice[0].side
    (xs, ys), (own_xs, own_ys) = _lines(DRAWN_ON, Side.RED), _lines(mat, side)
    poses = [_seen_from(side, die.body.pose, mat) for die in dice]
    spots = []
    for die, pose, (x, y) in zip(dice, poses, _middles(poses), strict=True):
        own_x, own_y = _mapped(x, own_xs, xs) + pose.x - x, _mapped(y, own_ys, ys) + pose.y - y
        spots.append(Spot(die.kind.name, round(own_x, PLACES), round(own_y, PLACES), pose.yaw))
    return tuple(spots)


def wishes(preset: Preset, formations: Formations) -> dict[int, Pose]:
    """Where a preset would have dice, in its order; those that it does not know, or has too few of, are left out."""
    dice, side = list(formations.dice), formations.dice[0].side
    wished = {}
    for spot, pose in zip(preset.spots, _wished(preset, formations.mat, side), strict=True):
        die = next((die for die in dice if die.kind.name == spot.kind), None)
        if die:
            dice.remove(die)
            wished[die.id] = pose
    return wished


def _wished(preset: Preset, mat: Mat, side: Side) -> list[Pose]:
    """Where the dice of a preset ought to stand: castle, border and edges are where this mat has them."""
    (xs, ys), (own_xs, own_ys) = _lines(DRAWN_ON, Side.RED), _lines(mat, side)
    poses = [Pose(spot.x, spot.y, spot.yaw) for spot in preset.spots]
    wished = []
    for pose, (x, y) in zip(poses, _middles(poses), strict=True):
        # Dice that touch stay together as they are, so that a tower remains a tower on a larger mat.
        own_x, own_y = _mapped(x, xs, own_xs) + pose.x - x, _mapped(y, ys, own_ys) + pose.y - y
        wished.append(_seen_from(side, Pose(own_x, own_y, pose.yaw), mat))
    return wished


def _mapped(at: float, lines: Sequence[float], own: Sequence[float]) -> float:
    """A place between two lines, as far between the same two lines of another mat."""
    after = min(max(bisect_right(lines, at), 1), len(lines) - 1)
    part = (at - lines[after - 1]) / (lines[after] - lines[after - 1])
    return own[after - 1] + part * (own[after] - own[after - 1])


def _lines(mat: Mat, side: Side) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The lines along and across a side's kingdom, as it sees them: edges, castle, wall."""
    castle, kingdom = (_area_from(side, area, mat) for area in (castle_of(mat, side), kingdom_of(mat, side)))
    return (0.0, castle.left, castle.right, kingdom.right), (0.0, castle.bottom, castle.top, mat.width)


def _area_from(side: Side, area: Area, mat: Mat) -> Area:
    """An area as a side sees it: from red's short side, or from blue's with the mat turned round."""
    if side is Side.RED:
        return area
    return Area(mat.length - area.right, mat.width - area.top, mat.length - area.left, mat.width - area.bottom)


def _seen_from(side: Side, pose: Pose, mat: Mat) -> Pose:
    """A pose that a side sees, rounded, as the mat has it."""
    if side is Side.BLUE:  # a square turned by half a turn stands as before, and its face can be read from red's side
        pose = Pose(mat.length - pose.x, mat.width - pose.y, pose.yaw)
    return Pose(round(pose.x, PLACES), round(pose.y, PLACES), pose.yaw)


def _middles(poses: Sequence[Pose]) -> list[tuple[float, float]]:
    """For each die the middle of those that it touches, be it through others."""
    groups: list[list[int]] = []
    for number, pose in enumerate(poses):
        near = [group for group in groups if any(touches(pose, poses[other]) for other in group)]
        groups = [[number, *chain(*near)], *(group for group in groups if group not in near)]
    middles = [(0.0, 0.0)] * len(poses)
    for group in groups:
        x, y = (sum(values) / len(group) for values in zip(*((poses[n].x, poses[n].y) for n in group), strict=True))
        for number in group:
            middles[number] = x, y
    return middles


def troop_for(musters: Musters, rng: Random) -> tuple[str, ...]:
    """A troop that somebody may have chosen: that of a preset, or else any."""
    found = [preset.troop for preset in PRESETS if Muster(preset.troop) in musters]
    return rng.choice(found) if found else musters.sample(rng).troop


def formation_for(formations: Formations, rng: Random) -> SetUp:
    """A formation that somebody may have chosen: a preset that fits the troop, or else any."""
    found = fitting(formations.dice)
    return formation(rng.choice(found), formations) if found else formations.sample(rng)
