"""Solid parts of a mat as static shapes of a 2D world, and where dice touch them: the only place that knows pymunk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pymunk

from rumms.physics.model import Disc, Mat, Solid

SKIN: Final = 1.2
"""Millimetres: a die that is nearer to a solid part than this has a contact with it, if only to come."""
SAME: Final = 0.3
"""Corners of a cube that are equally near to a solid part, within this, touch it together."""
HALF: Final = 8.0
CORNERS: Final = tuple((x, y, z) for x in (-HALF, HALF) for y in (-HALF, HALF) for z in (-HALF, HALF))

Contact = tuple[float, float, float, float, float, float, float, float]
"""From the die's centre to the contact (x, y, z), the normal towards the die (x, y), gap, bounce, friction."""


class Solids:
    """The solid parts of one mat, in millimetres."""

    def __init__(self, mat: Mat) -> None:
        self.space = pymunk.Space()
        self.parts: dict[pymunk.Shape, tuple[int, Solid]] = {}
        for solid in mat.solids:
            shape: pymunk.Shape
            if isinstance(solid.shape, Disc):
                middle = (10.0 * solid.shape.x, 10.0 * solid.shape.y)
                shape = pymunk.Circle(self.space.static_body, 10.0 * solid.shape.radius, middle)
            else:
                shape = pymunk.Poly(self.space.static_body, [(10.0 * x, 10.0 * y) for x, y in solid.shape.corners])
            self.space.add(shape)
            self.parts[shape] = (len(self.parts), solid)
        self.cube = pymunk.Body(body_type=pymunk.Body.KINEMATIC)

    def boxes(self) -> list[list[float]]:
        """Around each part: left, bottom, right, top."""
        return [[shape.bb.left, shape.bb.bottom, shape.bb.right, shape.bb.top] for shape in self.parts]

    def contacts(self, middle: Sequence[float], matrix: Sequence[float]) -> list[Contact]:
        """Where a cube touches solid parts, or nearly does.

        A part is as high as any die flies, so what counts is the cube's outline seen from above; the contact is as high
        up as the corners that are nearest to the part.
        """
        x, y, _ = middle
        a, b, c, d, e, f, g, h, i = matrix
        levers = [(a * u + b * v + c * w, d * u + e * v + f * w, g * u + h * v + i * w) for u, v, w in CORNERS]
        outline = pymunk.Poly(self.cube, [(x + rx, y + ry) for rx, ry, _ in levers], radius=SKIN)
        found: list[Contact] = []
        touched = self.space.shape_query(outline)
        touched.sort(key=lambda info: self.parts[info.shape][0])
        for info in touched:
            _, solid = self.parts[info.shape]
            points = info.contact_point_set
            nx, ny = points.normal.x, points.normal.y
            if nx * (x - points.points[0].point_a.x) + ny * (y - points.points[0].point_a.y) < 0.0:
                nx, ny = -nx, -ny  # which of two shapes comes first depends on their kinds
            nearest = min(rx * nx + ry * ny for rx, ry, _ in levers)
            heights = [rz for rx, ry, rz in levers if rx * nx + ry * ny < nearest + SAME]
            low, high = min(heights), max(heights)
            for point in points.points:
                rx, ry = 0.5 * (point.point_a.x + point.point_b.x) - x, 0.5 * (point.point_a.y + point.point_b.y) - y
                gap = SKIN - abs(point.distance)
                heights = [low] if high - low < 1.0 else [low, high]
                found += [(rx, ry, rz, nx, ny, gap, solid.bounce, solid.friction) for rz in heights]
        return found
