"""The mat in letters, for terminals: walls, castles, solid parts and holes, without dice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import ceil
from typing import Final, NamedTuple

from rumms.physics.geometry import is_inside
from rumms.physics.model import Area, Disc, Mat, Polygon, Shape

MOST_COLUMNS, MOST_ROWS = 76, 40
"""Characters of the picture of a mat."""
TALL: Final = 1.5
"""How much higher a character of the picture is than wide, in centimetres of the mat: less than a die."""
WALL, CASTLE, SOLID, HOLE, BARE = "┊", "·", "▒", "○", " "
KEPT: Final = 8
"""Mats whose picture is kept: it is shown again after each move."""


class Ground(NamedTuple):
    """The cells of a mat, the row nearest to the lower edge first, and how large they are in centimetres."""

    cells: tuple[tuple[str, ...], ...]
    wide: float
    tall: float


@lru_cache(maxsize=KEPT)
def ground(mat: Mat) -> Ground:
    """The picture of a mat."""
    wide = max(1.0, mat.length / MOST_COLUMNS, mat.width / MOST_ROWS / TALL)
    tall = wide * TALL
    columns, rows = ceil(mat.length / wide), ceil(mat.width / tall)
    cells = [[BARE] * columns for _ in range(rows)]
    for sign, shape in _parts(mat):
        # A mat may have many parts: only the cells near one are compared with it.
        left, bottom, right, top = _bounds(shape)
        for row in range(max(0, int(bottom / tall)), min(rows, int(top / tall) + 1)):
            for column in range(max(0, int(left / wide)), min(columns, int(right / wide) + 1)):
                if is_inside((column + 0.5) * wide, (row + 0.5) * tall, shape):
                    cells[row][column] = sign
    return Ground(tuple(map(tuple, cells)), wide, tall)


def _parts(mat: Mat) -> Iterator[tuple[str, Shape]]:
    """The painted parts, the lowest first."""
    for castle in mat.castles or ():
        yield CASTLE, _corners(castle)
    if mat.wall:
        yield WALL, _corners(mat.wall)
    for hole in mat.holes:
        yield HOLE, hole
    for solid in mat.solids:
        yield SOLID, solid.shape


def _corners(area: Area) -> Polygon:
    return Polygon(((area.left, area.bottom), (area.right, area.bottom), (area.right, area.top), (area.left, area.top)))


def _bounds(shape: Shape) -> tuple[float, float, float, float]:
    if isinstance(shape, Disc):
        return shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius
    xs, ys = zip(*shape.corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
