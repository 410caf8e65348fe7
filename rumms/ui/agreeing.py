"""The options of a game as controls: what each is about, its values, and how they are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct, inspect

from rumms.games.waka_waka.cards import CARDS
from rumms.kernel.options import options_of
from rumms.language import code, say

SEAT_OPTIONS = ("first_player", "dealer")
"""Whose values are seats."""


class Agreement(NamedTuple):
    """An option that players can agree on: a switch, a number, one of a few values, or any of them."""

    name: str
    text: str
    usual: Any
    choices: tuple[tuple[Any, str], ...] = ()
    """Values and what they are called, where there are a few."""
    least: int = 0
    most: int = 0

    @property
    def is_several(self) -> bool:
        """Any of the values are chosen, not one."""
        return isinstance(self.usual, tuple)


def agreements(struct: type[Struct], seats: int) -> list[Agreement]:
    """Every option, with its control."""
    described = msgspec.inspect.type_info(struct)
    if not isinstance(described, inspect.StructType):
        raise AssertionError(struct)
    types = {field.name: field.type for field in described.fields}
    return [
        _agreement(option.name, say(option.description), option.default, _plain(types[option.name]), seats)
        for option in options_of(struct)
    ]


def _plain(type_: inspect.Type) -> inspect.Type:
    while isinstance(type_, inspect.Metadata):
        type_ = type_.type
    if isinstance(type_, inspect.UnionType):
        return _plain(next(one for one in type_.types if not isinstance(one, inspect.NoneType)))
    return type_


def _agreement(name: str, text: str, usual: Any, type_: inspect.Type, seats: int) -> Agreement:
    match type_:
        case inspect.BoolType():
            return Agreement(name, text, usual)
        case inspect.LiteralType(values=values):
            return Agreement(name, text, usual, _choices(values))
        case inspect.VarTupleType(item_type=inspect.LiteralType(values=values)):
            return Agreement(name, text, usual, _choices(values))
        case inspect.IntType(ge=least, le=most) if least is not None and most is not None:
            most = min(most, seats) if name in SEAT_OPTIONS else most
            return Agreement(name, text, usual, (), least, most)
    raise AssertionError(name, type_)


def _choices(values: Iterable[Any]) -> tuple[tuple[str, str], ...]:
    return tuple((value, value_called(value)) for value in sorted(map(str, values)))


def value_called(value: str) -> str:
    """A value as people call it; figures and the like are called as they are written."""
    known = {
        "centre": say("the middle"),
        "edge": say("the edges"),
        "ok": say("all have answered"),
        "until_next_play": say("the next card"),
        "never": say("never"),
        "always": say("always"),
        "base": say("usual"),
        "all": say("all"),
        "player": say("one"),
    }
    return CARDS[value].name[code()] if value in CARDS else known.get(value, value)


def as_words(options: Mapping[str, Any], known: Iterable[Agreement]) -> tuple[str, ...]:
    """Options as words of a command line, as far as they can still be chosen."""
    words = []
    for one in known:
        if one.name not in options:
            continue
        value = options[one.name]
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if is_number and one.most and not one.least <= value <= one.most:
            continue
        words.append(f"{one.name}={_as_word(value)}")
    return tuple(words)


def _as_word(value: Any) -> str:
    match value:
        case None | () | []:
            return "none"
        case bool():
            return str(value).lower()
        case tuple() | list():
            return ",".join(value)
    return str(value)
