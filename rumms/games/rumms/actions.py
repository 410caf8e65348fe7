"""What can be done. The same few verbs serve every kind of die."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from rumms.physics.model import Face, Flick, Pose, Shot, Swipe

DieNumber: TypeAlias = Annotated[int, Meta(ge=0, le=199)]
KindName: TypeAlias = Annotated[str, Meta(max_length=40)]


class Do(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do"):
    """What all actions have in common."""


class Muster(Do, frozen=True, tag="muster"):
    """Choose a troop: the kinds of its dice."""

    troop: Annotated[tuple[KindName, ...], Meta(max_length=100)]


class Put(Do, frozen=True, tag="put"):
    """Set a die down at a spot: on the mat, or on whatever dice lie there."""

    die: DieNumber
    pose: Pose


class SetUp(Do, frozen=True, tag="set_up"):
    """Set up a whole troop, one die after the other."""

    dice: Annotated[tuple[Put, ...], Meta(max_length=100)]


class Use(Do, frozen=True, tag="use"):
    """Use the power of a die, or let it be the first."""

    die: DieNumber


class Pick(Do, frozen=True, tag="pick"):
    """Choose dice; where more than one, in the order in which they come."""

    dice: Annotated[tuple[DieNumber, ...], Meta(max_length=100)]


class Decline(Do, frozen=True, tag="decline"):
    """Do nothing where nothing need be done."""


class Pass(Do, frozen=True, tag="pass"):
    """There is nothing that could be done (RUM-12)."""


class Thrown(Do, frozen=True, tag="thrown"):
    """Nature: a die was thrown and shows a face."""

    face: Face


class Settled(Do, frozen=True, tag="settled"):
    """Nature: the flick as the hand really made it, and what came of it."""

    stroke: Flick | Swipe
    shot: Shot


Action: TypeAlias = Muster | SetUp | Flick | Swipe | Use | Pick | Put | Decline | Pass | Thrown | Settled
