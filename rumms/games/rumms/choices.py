"""What may be done at a question: things to ask, to draw from, and to be told why not."""

from __future__ import annotations

from math import cos, radians, sin
from random import Random
from typing import Final

from msgspec import Struct

from rumms.games.rumms.actions import Action, Pick, Settled, Use
from rumms.games.rumms.state import State
from rumms.kernel.refusal import IllegalMove, Refusal
from rumms.physics.aftermath import check_shot
from rumms.physics.checks import check_stroke
from rumms.physics.model import EDGE, FINGERTIP, Engine, Flick, Hand, Layout, Moment, Swipe, scatter

SLOWEST, QUICKEST = 40.0, 300.0
"""Centimetres a second of flicks that are drawn."""
TRIES: Final = 20
"""Swipes that are drawn until the finger comes down beside all dice."""
RUN_UP: Final = 1.0
"""Centimetres between a fingertip and a die when a swipe that is drawn begins ..."""
FOLLOW_THROUGH: Final = 0.6
"""... and how far it goes on beyond the first touch."""


class Flicks(Struct, frozen=True):
    """A flick with one of certain dice, and with a real finger any swipe (RUM-12)."""

    dice: tuple[int, ...]
    layout: Layout
    finger: bool

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Flick | Swipe) and self.refuse(action) is None

    def refuse(self, stroke: Flick | Swipe) -> IllegalMove | None:
        """Why a flick is not allowed; None if it is."""
        if isinstance(stroke, Swipe):
            if not self.finger:
                return IllegalMove("RUM-19", "Swipes are for games with the option 'finger'.")
        elif stroke.die not in self.dice:
            return IllegalMove("RUM-12", "Die {die} cannot be flicked now.", die=stroke.die)
        elif stroke.stray or stroke.elevation:
            return IllegalMove("RUM-12", "A flick goes where it is aimed; only a hand that trembles lets it stray.")
        try:
            check_stroke(self.layout, stroke)
        except Refusal as refusal:
            return IllegalMove("RUM-12", "That flick cannot be made: {reason}", reason=refusal)
        return None

    def sample(self, rng: Random) -> Flick | Swipe:
        """Any of the dice, in any direction; a finger comes down on none."""
        for _ in range(TRIES if self.finger else 0):
            swipe = self.swipe(*self._drawn(rng))
            if swipe in self:
                return swipe
        return Flick(*self._drawn(rng))

    def _drawn(self, rng: Random) -> tuple[int, float, float]:
        direction, speed = round(rng.uniform(0.0, 360.0), 2), round(rng.uniform(SLOWEST, QUICKEST), 1)
        return rng.choice(self.dice), direction, speed

    def swipe(self, die: int, direction: float, speed: float) -> Swipe:
        """A straight, quick swipe against a die."""
        pose = next(body.pose for body in self.layout.bodies if body.id == die)
        c, s = cos(radians(direction)), sin(radians(direction))
        start, stop = -(EDGE + FINGERTIP) / 2 - RUN_UP, -(EDGE + FINGERTIP) / 2 + FOLLOW_THROUGH
        path = ((0.0, start), ((stop - start) / speed, stop))
        return Swipe(tuple(Moment(time, pose.x + along * c, pose.y + along * s) for time, along in path))


class Moves(Struct, frozen=True):
    """A flick, or what certain dice do instead (RUM-12)."""

    flicks: Flicks
    state: State
    uses: tuple[int, ...]
    """Dice that may offer something; each is asked when it matters."""

    def __contains__(self, action: object) -> bool:
        if isinstance(action, Use):
            return action.die in self.uses and _offers(self.state, action.die)
        return action in self.flicks

    def replacing(self) -> list[Use]:
        """What can be done instead of a flick."""
        return [Use(die) for die in self.uses if _offers(self.state, die)]

    def sample(self, rng: Random) -> Action:
        """Each die as likely as the next."""
        uses = self.replacing()
        number = rng.randrange(len(self.flicks.dice) + len(uses))
        return uses[number] if number < len(uses) else self.flicks.sample(rng)


def _offers(state: State, die: int) -> bool:
    me = state.dice[die]
    return bool(me.kind.move(state, me))


class OrElse(Struct, frozen=True):
    """Some choices, or one of a few other things."""

    choices: Flicks
    others: tuple[Action, ...]

    def __contains__(self, action: object) -> bool:
        return action in self.others or action in self.choices

    def sample(self, rng: Random) -> Action:
        """The others as likely as each of the dice."""
        number = rng.randrange(len(self.others) + len(self.choices.dice))
        return self.others[number] if number < len(self.others) else self.choices.sample(rng)


class Picks(Struct, frozen=True):
    """Any of certain dice, in any order, as long as they are not worth too much together (RUM-40)."""

    values: tuple[tuple[int, int], ...]
    """Number and value of each."""
    worth: int

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Pick):
            return False
        values = dict(self.values)
        dice = action.dice
        return (
            len(set(dice)) == len(dice) and set(dice) <= set(values) and sum(values[die] for die in dice) <= self.worth
        )

    def sample(self, rng: Random) -> Pick:
        """Draw dice until one would be too many."""
        left, picked = self.worth, []
        for number, value in rng.sample(self.values, len(self.values)):
            if value <= left:
                left -= value
                picked.append(number)
        return Pick(tuple(picked))


class Settling(Struct, frozen=True):
    """Nature: everything that a flick can lead to. What it does lead to, the engine says."""

    layout: Layout
    stroke: Flick | Swipe
    hand: Hand
    engine: Engine

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Settled) and self.refuse(action) is None

    def sample(self, rng: Random) -> Settled:
        """Draw the hand's scatter; the rest follows."""
        stroke = scatter(self.stroke, self.hand, rng) if isinstance(self.stroke, Flick) else self.stroke
        return Settled(stroke, self.engine(self.layout, stroke))

    def refuse(self, settled: Settled) -> IllegalMove | None:
        """Why this cannot have come of the flick; None if it can."""
        if not self._is_made_of(settled.stroke):
            return IllegalMove("RUM-12", "That is not the flick that was made.")
        try:
            check_shot(self.layout, settled.stroke, settled.shot)
        except Refusal as refusal:
            return IllegalMove("RUM-13", "The dice cannot have come to rest like that: {reason}", reason=refusal)
        return None

    def _is_made_of(self, stroke: Flick | Swipe) -> bool:
        """Can this hand have made that stroke of the one that was meant?"""
        if stroke == self.stroke:
            return True
        meant = self.stroke
        if self.hand == "none" or not isinstance(stroke, Flick) or not isinstance(meant, Flick):
            return False
        return stroke.die == meant.die and stroke.direction == meant.direction
