"""What can be chosen about the engine: the version of its physics, materials, and the steps of its two paths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

VERSION: Final = 2
"""Of the physics: shots of another version may end differently."""


class Material(NamedTuple):
    """How a die rubs."""

    slip: float
    """Friction on the mat, as a part of the mat's own."""
    dice: float
    """Friction against dice of this material; of two materials the lower counts."""


MATERIALS: Final[Mapping[str, Material]] = {"plastic": Material(1.0, 0.3), "ice": Material(0.625, 0.1)}


class Steps(NamedTuple):
    """How long steps of free dice may be: seconds, millimetres, radians."""

    far: float
    """At most."""
    way: float
    """How far dice may move against each other in the step of an impact; half of it where any lie on others."""
    turn: float
    """How far a die may turn in a step."""
    exact: bool
    """Whether the first dice that bounce off each other do so where they touch: people aim at it."""


FINE: Final = Steps(far=1.0 / 360.0, way=1.0, turn=0.4, exact=True)
COARSE: Final = Steps(far=1.0 / 240.0, way=1.0, turn=0.4, exact=False)
