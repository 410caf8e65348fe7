"""Choices that may be too many to list: orders of cards, and sets of things."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random
from typing import Any, Final, Generic, NamedTuple

from msgspec.structs import astuple

from rumms.kernel.game import A, Choices, Listed

MOST_LISTED: Final = 3
"""So many things make as many sets as a person likes to read; the sets of more are not listed."""


class Shuffles(NamedTuple, Generic[A]):
    """Every order of these cards; `made` is an action whose one field they are."""

    cards: tuple[str, ...]
    made: type[A]

    def __contains__(self, action: object) -> bool:
        return isinstance(action, self.made) and sorted(_field(action)) == sorted(self.cards)

    def sample(self, rng: Random) -> A:
        """Shuffle thoroughly."""
        return _make(self.made, tuple(rng.sample(self.cards, len(self.cards))))


class Picks(NamedTuple, Generic[A]):
    """Any of these things, in their order, none and all included; or something else instead.

    `made` is an action whose one field the things are.
    """

    things: tuple[Any, ...]
    made: type[A]
    instead: tuple[A, ...] = ()

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, self.made):
            return action in self.instead
        things = iter(self.things)
        return all(thing in things for thing in _field(action))  # each is looked for behind the one before

    def sample(self, rng: Random) -> A:
        """Draw one, each as likely as the next."""
        number = rng.randrange(2 ** len(self.things) + len(self.instead)) - len(self.instead)
        if number < 0:
            return self.instead[number]
        return self.pick(thing for place, thing in enumerate(self.things) if number >> place & 1)

    def pick(self, things: Iterable[Any]) -> A:
        """The action that picks these things."""
        return _make(self.made, tuple(things))

    def each(self) -> Iterator[A]:
        """All of them, one after the other: none of the things first, all of them last, then what is instead."""
        for size in range(len(self.things) + 1):
            yield from map(self.pick, combinations(self.things, size))
        yield from self.instead


def picks(things: tuple[Any, ...], made: type[A], instead: tuple[A, ...] = ()) -> Choices[A]:
    """Any of these things, listed where they are few."""
    choices = Picks(things, made, instead)
    return choices if len(things) > MOST_LISTED else Listed(choices.each())


def _field(action: Any) -> tuple[Any, ...]:
    (value,) = astuple(action)
    return tuple(value)


def _make(made: type[A], value: tuple[Any, ...]) -> A:
    return made(value)  # type: ignore[call-arg]
