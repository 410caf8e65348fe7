"""How likely a side's next flick is to knock the enemy king off the mat, judged by geometry alone.

The weights were fitted to simulated flicks by `python -m rumms.lab.danger` and are kept in `danger.json`.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Final, NamedTuple

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rumms.games.rumms.state import OnMat, Side, State
from rumms.physics.model import EDGE, Mat

Array = NDArray[np.float64]

IN_THE_WAY: Final = EDGE * 1.05
"""Centimetres beside a straight way within which a die is hit by one that goes there ..."""
SCRAPED: Final = EDGE * 1.4
"""... or at least scraped, if it is turned."""
BACKING: Final = 8.0
"""Centimetres behind a king in which a die holds him up."""
NEAR: Final = 5.0
"""Centimetres from a king at which a die in the way may be driven into him."""
MOST: Final = 3.0
"""Dice in the way that are counted at most."""
A_LOT: Final = 10.0
"""Centimetres in a unit of the features below."""
FEATURES: Final = (
    "clear",
    "clear_far",
    "clear_far_squared",
    "clear_edge",
    "clear_backed",
    "clear_scraped",
    "blocked",
    "blocked_far",
    "blocked_edge",
    "blocked_more",
    "blocked_backed",
    "blocked_at_start",
    "blocked_at_king",
    "king_above",
    "shooter_above",
)


class Fitted(Struct, frozen=True, forbid_unknown_fields=True):
    """Weights, and the command that found them."""

    made_by: str
    weights: dict[str, float]


WEIGHTS: Final = msgspec.json.decode(files(__package__).joinpath("danger.json").read_bytes(), type=Fitted).weights
COLUMN: Final = np.array([WEIGHTS[name] for name in FEATURES])


class Field(NamedTuple):
    """The dice on the mat as rows of numbers, for a quick look."""

    numbers: list[int]
    x: Array
    y: Array
    level: Array
    place: dict[int, int]
    """The row of each die."""


def field(state: State) -> Field:
    """All that lies on the mat."""
    rows = [
        (die.id, body.pose.x, body.pose.y, float(body.level))
        for die in state.dice
        if isinstance(die.where, OnMat)
        for body in (die.where.body,)
    ]
    numbers = [row[0] for row in rows]
    table = np.array([row[1:] for row in rows])
    return Field(numbers, table[:, 0], table[:, 1], table[:, 2], {number: k for k, number in enumerate(numbers)})


def shooters(state: State, side: Side, frozen: set[int]) -> list[int]:
    """The dice that a side could flick at a king; its own king stays at home."""
    found = [
        die.id
        for die in state.dice
        if die.side is side
        and die.kind.is_flickable
        and isinstance(die.where, OnMat)
        and die.id not in frozen
        and not die.kind.is_king
    ]
    return found or [die.id for die in state.of(side) if die.kind.is_king]


def chances(field: Field, dice: Sequence[int], king: int, mat: Mat) -> Array:
    """For each of these dice how likely its best flick is to knock a king off the mat."""
    found: Array = 1.0 / (1.0 + np.exp(-(features(field, dice, king, mat) @ COLUMN)))
    return found


def features(field: Field, dice: Sequence[int], king: int, mat: Mat) -> Array:
    """What is known of the way from each of these dice to a king: a row each, in the order of FEATURES."""
    rows, at = [field.place[die] for die in dice], field.place[king]
    x, y = field.x[rows], field.y[rows]
    dx, dy = field.x[at] - x, field.y[at] - y
    far = np.sqrt(dx * dx + dy * dy) + 1e-9
    dx, dy = dx / far, dy / far
    other_x, other_y = field.x[None, :] - x[:, None], field.y[None, :] - y[:, None]
    along = other_x * dx[:, None] + other_y * dy[:, None]
    across = np.abs(other_x * dy[:, None] - other_y * dx[:, None])
    others = field.level[None, :] >= np.minimum(field.level[rows], field.level[at])[:, None]
    others[np.arange(len(rows)), rows] = False
    others[:, at] = False
    ahead = others & (along > 0.0)
    before = ahead & (along < far[:, None])
    blocks = before & (across < IN_THE_WAY)
    scraped = (before & (across >= IN_THE_WAY) & (across < SCRAPED)).sum(axis=1)
    backs = ahead & (along >= far[:, None]) & (along < far[:, None] + BACKING) & (across < IN_THE_WAY)
    number = np.minimum(blocks.sum(axis=1), MOST)
    blocked = (number > 0.0).astype(float)
    clear = 1.0 - blocked
    backed = np.minimum(backs.sum(axis=1), 2.0)
    first = np.where(blocks, along, np.inf).min(axis=1)
    last = far - np.where(blocks, along, -np.inf).max(axis=1)
    edge = _to_edge(field.x[at], field.y[at], dx, dy, mat) / A_LOT
    d = (far - EDGE) / A_LOT
    return np.stack(
        (
            clear,
            clear * d,
            clear * d * d,
            clear * edge,
            clear * backed,
            clear * np.minimum(scraped, 2.0),
            blocked,
            blocked * d,
            blocked * edge,
            np.maximum(number - 1.0, 0.0),
            blocked * backed,
            blocked * (first < NEAR),
            blocked * (last < NEAR),
            np.full(len(rows), min(float(field.level[at]), 2.0)),
            np.minimum(field.level[rows], 2.0),
        ),
        axis=1,
    )


def _to_edge(x: float, y: float, dx: Array, dy: Array, mat: Mat) -> Array:
    """How far a die has to go in each direction until it has left the mat."""
    with np.errstate(divide="ignore", invalid="ignore"):
        along = np.where(dx > 0.0, (mat.length - x) / dx, np.where(dx < 0.0, -x / dx, np.inf))
        across = np.where(dy > 0.0, (mat.width - y) / dy, np.where(dy < 0.0, -y / dy, np.inf))
    found: Array = np.clip(np.minimum(along, across), 0.0, mat.length) + EDGE / 2
    return found
