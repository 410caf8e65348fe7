"""Numbered choices in a terminal: one of a list, or any of several things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Protocol

from rumms.kernel.choices import Picks
from rumms.kernel.game import Choices, Listed
from rumms.language import say

RULES: Final = "?"
BACK: Final = "u"
LEAVE: Final = "q"
NOTHING: Final = "0"
KEYS: Final = {"rules": RULES, "back": BACK, "leave": LEAVE}


class Menu(Protocol):
    """Numbered choices, and what a person may type to choose among them."""

    actions: Sequence[Any]

    def prompt(self) -> str:
        """What can be typed."""

    def chosen(self, answer: str) -> Any:
        """The action that was typed; None if it is none."""


class Singles:
    """One of the choices is chosen by its number."""

    def __init__(self, legal: Listed[Any]) -> None:
        self.actions: Sequence[Any] = legal

    def prompt(self) -> str:
        """What can be typed."""
        return say("1 to {number}, {rules} rules, {back} take back, {leave} leave: ", number=len(self.actions), **KEYS)

    def chosen(self, answer: str) -> Any:
        """The action of that number."""
        return dict(zip(_numbers(len(self.actions)), self.actions, strict=True)).get(answer)


class Sets:
    """Any of several things are chosen by their numbers, or one of the actions that may be done instead."""

    def __init__(self, legal: Picks[Any]) -> None:
        self.legal = legal
        self.actions: Sequence[Any] = (*(legal.pick([thing]) for thing in legal.things), *legal.instead)

    def prompt(self) -> str:
        """What can be typed."""
        return say(
            "One or more of 1 to {number} with commas between, {none} for nothing,"
            " {rules} rules, {back} take back, {leave} leave: ",
            number=len(self.actions),
            none=NOTHING,
            **KEYS,
        )

    def chosen(self, answer: str) -> Any:
        """The action that picks the things of these numbers, in whatever order they were typed."""
        numbers = list(_numbers(len(self.actions)))
        typed = answer.replace(",", " ").split()
        if typed == [NOTHING]:
            return self.legal.pick([])
        if not typed or len(set(typed)) < len(typed) or not set(typed) <= set(numbers):
            return None
        places = sorted(map(numbers.index, typed))
        things = self.legal.things
        if places[-1] < len(things):
            return self.legal.pick(things[place] for place in places)
        return self.actions[places[0]] if len(places) == 1 else None


def menu_of(legal: Choices[Any]) -> Menu:
    """The menu that fits these choices."""
    if isinstance(legal, Picks):
        return Sets(legal)
    if isinstance(legal, Listed):
        return Singles(legal)
    raise AssertionError(legal)


def _numbers(most: int) -> Iterator[str]:
    return map(str, range(1, most + 1))
