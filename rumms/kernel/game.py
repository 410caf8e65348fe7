"""What a game is: a frozen state, whose move it is, what may be done, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

S = TypeVar("S")
A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)

Seat = int
"""Players are 0, 1, 2, ... clockwise; people and files call them 1, 2, 3, ..."""
NATURE: Final[Seat] = -1
"""The seat that draws what nobody decides; files call it 0."""


class Choices(Protocol[A_co]):
    """The legal actions of one moment: something to ask and to draw from, not always to list."""

    def __contains__(self, action: object, /) -> bool: ...

    def sample(self, rng: Random, /) -> A_co:
        """Draw one of them; Nature's moves are drawn this way."""


class Listed(tuple[A, ...]):
    """Finitely many choices, each as likely as the next."""

    __slots__ = ()

    def sample(self, rng: Random, /) -> A:
        """Draw one of them."""
        return rng.choice(self)


class Forced(Listed[A]):
    """A single action that the rules leave no choice about: it is made and recorded without asking."""

    __slots__ = ()


class Change(NamedTuple, Generic[S]):
    """What an action led to."""

    state: S
    events: tuple[Any, ...] = ()
    reveals: bool = False
    """Somebody has learnt something that was hidden, so the action cannot be taken back."""


class Secret(NamedTuple):
    """An event that one seat alone hears; the others hear of it, if at all, in other words."""

    seat: Seat
    event: Any
    others: Any = None


def heard(events: tuple[Any, ...], seat: Seat | None) -> Iterator[Any]:
    """What a seat gets to hear; nobody's ears, `None`, hear everything."""
    for event in events:
        if not isinstance(event, Secret):
            yield event
        elif seat in {None, event.seat}:
            yield event.event
        elif event.others is not None:
            yield event.others


class Correction(NamedTuple):
    """Rules that were corrected, so that a record of an older version may hold moves that are legal no more."""

    version: str
    """The first version with the corrected rules."""
    rules: tuple[str, ...]
    """Their numbers; an illegal move that breaks one of them was legal before."""
    moves_turns: bool = False
    """Another seat may be to move than before, or the game may be over, so any later move may be illegal."""


class Game(Protocol[S, A]):
    """Seven pure functions over a frozen state, and the types of what goes into them."""

    name: str
    seats: range
    options: type[Any]
    """A frozen Struct: each field typed, with a default and a description."""
    actions: Any
    """The union of all actions, Nature's included: tagged Structs."""
    position: type[Any]
    """A Struct that describes a start other than the normal one."""
    physics: str | None
    """The version of the physics that it is played with, if it is."""
    corrections: tuple[Correction, ...]
    """Corrections of its rules since 0.8.2, the oldest first."""

    def defaults(self, bots: tuple[str | None, ...], /) -> tuple[str, ...]:
        """Options as words, `option=value`, that suit this table: which bot decides, seat by seat; None, a person."""

    def new(self, seats: int, options: Any, start: Any = None, /) -> S:
        """The first state; BadOption if seats, options and start position do not fit together."""

    def actor(self, state: S, /) -> Seat | None:
        """Whose move it is: a player's, Nature's, or nobody's any more."""

    def legal(self, state: S, /) -> Choices[A]:
        """What the actor may do; the same for the state and for the actor's view of it."""

    def apply(self, state: S, action: A, /) -> Change[S]:
        """Carry out one action; IllegalMove if it is not in `legal(state)`."""

    def view(self, state: S, seat: Seat, /) -> S:
        """The state with everything hidden that this seat may not see."""

    def guess(self, view: S, seat: Seat, rng: Random, /) -> S:
        """Complete a view to a state that this seat must hold possible."""

    def winners(self, state: S, /) -> frozenset[Seat]:
        """Who has won, once nobody is to move; more than one if they share it."""
