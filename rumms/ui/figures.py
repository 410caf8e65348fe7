"""A game of Rumms in figures: what each side did, counted from its moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot
from typing import Any

from rumms.games.rumms.actions import Settled
from rumms.games.rumms.events import Defeated, DraggedAlong, Flicked, Vanished, Won
from rumms.games.rumms.state import SIDES, Side, State
from rumms.kernel.session import Transition
from rumms.physics.film import unpack
from rumms.physics.model import Flick


@dataclass
class Figures:
    """What a side did in a game."""

    flicks: int = 0
    knocked_off: int = 0
    """Enemy dice that its flicks sent off the mat."""
    lost: int = 0
    """Own dice out of play."""
    longest: float = 0.0
    """Centimetres: the longest way of a die that it flicked."""
    chain: int = 0
    """The most dice that one flick moved, the flicked one aside."""


def figures(past: Iterable[Transition[Any, Any]], game: int) -> dict[Side, Figures]:
    """Both sides' figures in one game of a tournament."""
    found = {side: Figures() for side in SIDES}
    for made in past:
        before: State = made.before
        if before.game != game:
            continue
        side = before.turn.side
        for event in made.events:
            if isinstance(event, Defeated | Vanished | DraggedAlong):
                found[event.die.side].lost += 1
            if isinstance(event, Defeated) and event.die.side is not side and event.how == "flicked":
                found[side].knocked_off += 1
        if isinstance(made.action, Settled) and any(isinstance(event, Flicked) for event in made.events):
            one = found[side]
            one.flicks += 1
            one.chain = max(one.chain, len(made.action.shot.moved) - 1)
            if isinstance(made.action.stroke, Flick):
                one.longest = max(one.longest, way(made.action, made.action.stroke.die))
    return found


def way(settled: Settled, die: int) -> float:
    """How far a die went, along its way."""
    far = 0.0
    for track in unpack(settled.shot.film).tracks:
        if track.die == die:
            pairs = zip(track.sights, track.sights[1:], strict=False)
            far += sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairs)
    return far


def last_flick(past: Iterable[Transition[Any, Any]]) -> tuple[int, Transition[Any, Any] | None]:
    """How many flicks were made in the last game, and the last of them."""
    count, last, game = 0, None, 0
    for made in past:
        if made.before.game != game:
            count, game = 0, made.before.game
        if isinstance(made.action, Settled):
            count, last = count + 1, made
    return count, last


def won(past: Iterable[Transition[Any, Any]]) -> Won | None:
    """The last game that was won."""
    found = [event for made in past for event in made.events if isinstance(event, Won)]
    return found[-1] if found else None
