"""A die that is set anywhere on a practice table: where it hangs, which face is up, and what position it leads to."""

from __future__ import annotations

from rumms.games.rumms import practice
from rumms.games.rumms.actions import Put
from rumms.games.rumms.state import OnMat, Position, State
from rumms.physics.model import Area, Pose
from rumms.ui.placing import Placing


class Arranging(Placing):
    """A die in a hand that may set it anywhere. What it would change is a position, not a move."""

    def __init__(self, state: State, die: int) -> None:
        self.state = state
        self.spots = practice.spots_of(state, die)
        where, mat = state.dice[die].where, state.options.mat
        self.pose = where.body.pose if isinstance(where, OnMat) else Pose(mat.length / 2, mat.width / 2)

    @property
    def areas(self) -> tuple[Area, ...]:
        """Anywhere is no place to be shown."""
        return ()

    def turn_over(self) -> None:
        """A shadow face up for an active one, and the other way round."""
        kind = self.state.dice[self.die].kind
        up = practice.other_face(kind, self.body.up)
        self.spots = practice.spots_of(self.state, self.die, up)

    def put(self) -> Put:
        """Set it here; IllegalMove if it cannot lie here."""
        if refusal := self.refusal:
            raise refusal
        return Put(self.die, self.pose)

    def position(self, put: Put) -> Position:
        """The dice once it is set."""
        return practice.moved(self.state, put.die, put.pose, self.body.up)
