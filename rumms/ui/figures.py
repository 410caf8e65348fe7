"""A game of Rumms in figures: what each side did, counted from its moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Any, TypeVar

from rumms.games.rumms.actions import Settled
from rumms.games.rumms.events import Defeated, DraggedAlong, Flicked, Freed, Vanished, Won
from rumms.games.rumms.state import SIDES, Side, State
from rumms.games.rumms.trusted import layout
from rumms.kernel.game import Seat
from rumms.kernel.refusal import Refusal
from rumms.kernel.session import Transition
from rumms.language import count
from rumms.physics.footage import film_of

K = TypeVar("K", Side, int)


@dataclass
class Figures:
    """What somebody did in a game."""

    flicks: int = 0
    knocked_off: int = 0
    """Enemy dice that these flicks sent off the mat."""
    lost: int = 0
    """Own dice out of play."""
    saved: int = 0
    """Own dice that were captured and came free."""
    longest: float = 0.0
    """Centimetres: the longest way of a die that was flicked."""
    chain: int = 0
    """The most dice that one flick moved, the flicked one aside."""


def figures(past: Iterable[Transition[Any, Any]], game: int) -> dict[Side, Figures]:
    """Both sides' figures in one game of a tournament."""
    return {side: Figures() for side in SIDES} | _counted(past, game, lambda _, side: side)


def figures_of_seats(past: Iterable[Transition[Any, Any]], game: int) -> dict[Seat, Figures]:
    """What each member of a team did in one game of a tournament, of those who moved."""
    return _counted(past, game, State.seat_of)


def _counted(past: Iterable[Transition[Any, Any]], game: int, who: Callable[[State, Side], K]) -> dict[K, Figures]:
    found: defaultdict[K, Figures] = defaultdict(Figures)
    for made in past:
        before: State = made.before
        if before.game != game or not before.dice:
            continue
        side = before.turn.side
        mover = found[who(before, side)]
        for event in made.events:
            if isinstance(event, Defeated | Vanished | DraggedAlong):
                found[who(before, event.die.side)].lost += 1
            if isinstance(event, Defeated) and event.die.side is not side and event.how == "flicked":
                mover.knocked_off += 1
            if isinstance(event, Freed):
                found[who(before, event.die.side)].saved += 1
            if isinstance(event, Flicked) and isinstance(made.action, Settled):
                mover.flicks += 1
                mover.chain = max(mover.chain, len(made.action.shot.moved) - 1)
                mover.longest = max(mover.longest, way(made, event.die.id))
    return dict(found)


def way(made: Transition[State, Any], die: int) -> float:
    """How far a die went in a flick, along its way; 0 if the film does not tell."""
    try:
        film = film_of(layout(made.before), made.action.shot)
    except Refusal:
        return 0.0
    pairs = (pair for track in film.tracks if track.die == die for pair in pairwise(track.sights))
    return sum((hypot(b.x - a.x, b.y - a.y) for a, b in pairs), 0.0)


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


def centimetres(length: float) -> str:
    """A length as it is shown."""
    return f"{round(length)} cm"


def dice_in_chain(number: int) -> str:
    """How many dice, in words."""
    return count("{number} die", "{number} dice", max(0, number))
