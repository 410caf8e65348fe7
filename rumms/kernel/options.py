"""Options of a game: typed data with defaults and descriptions, read from the words of a command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from rumms.kernel.refusal import BadOption, Refusal, later

YES = frozenset({"true", "yes", "on", "1", "ja", "an", "wahr"})
NO = frozenset({"false", "no", "off", "0", "nein", "aus", "falsch"})


class Option(NamedTuple):
    """One option of a game as a person meets it."""

    name: str
    description: str
    default: object
    expects: Refusal
    """What its values are, as a text to translate."""


def options_of(struct: type[Struct]) -> list[Option]:
    """Every option of a game, in the order of its struct."""
    described = msgspec.inspect.type_info(struct)
    if not isinstance(described, msgspec.inspect.StructType):
        raise AssertionError(struct)
    listed = []
    for field in described.fields:
        about, type_ = _unwrap(field.type)
        listed.append(Option(field.name, about, field.default, _expects(type_)))
    return listed


def from_words(struct: type[Struct], words: Iterable[str], game: object) -> Any:
    """Options from words such as `first_player=2`; every other option has its default."""
    known = {option.name: option for option in options_of(struct)}
    given: dict[str, object] = {}
    for word in words:
        name, equals, value = (part.strip() for part in word.partition("="))
        if not equals:
            raise BadOption("'{word}' is no setting; write option=value.", word=word)
        if name not in known:
            raise BadOption(
                "{game} has no option '{name}'; it has {known}.", game=game, name=name, known=", ".join(known)
            )
        if name in given:
            raise BadOption("The option '{name}' is given twice.", name=name)
        lowered = value.lower()
        if isinstance(known[name].default, bool) and lowered in YES | NO:
            given[name] = lowered in YES
        else:
            given[name] = None if lowered == "none" and known[name].default is None else value
        _check(struct, {name: given[name]}, known[name], value)
    return msgspec.convert(given, struct, strict=False)


def with_defaults(words: Sequence[str], defaults: Iterable[str]) -> list[str]:
    """These words, and before them those of the defaults whose option they do not set."""
    given = {word.partition("=")[0].strip() for word in words}
    return [*(word for word in defaults if word.partition("=")[0] not in given), *words]


def check_seats(game: str, allowed: range, seats: int, first_player: int) -> None:
    """Refuse a number of players that a game is not for, and a first player who is not there."""
    if seats not in allowed:
        raise BadOption(
            "{game} is for {least} to {most} players, not for {seats}.",
            game=game,
            least=allowed[0],
            most=allowed[-1],
            seats=seats,
        )
    if first_player > seats:
        raise BadOption("first_player is {first}, but there are only {seats} seats.", first=first_player, seats=seats)


def _check(struct: type[Struct], given: Mapping[str, object], option: Option, value: str) -> None:
    try:
        msgspec.convert(given, struct, strict=False)
    except msgspec.ValidationError:
        raise BadOption(
            "The option '{name}' takes {expects}, not '{value}'.",
            name=option.name,
            expects=option.expects,
            value=value,
        ) from None


def _unwrap(type_: msgspec.inspect.Type) -> tuple[str, msgspec.inspect.Type]:
    if isinstance(type_, msgspec.inspect.Metadata):
        return (type_.extra_json_schema or {}).get("description", ""), type_.type
    return "", type_


def _expects(type_: msgspec.inspect.Type) -> Refusal:
    match type_:
        case msgspec.inspect.BoolType():
            return Refusal(later("true or false"))
        case msgspec.inspect.IntType(ge=low, le=high) if low is not None and high is not None:
            return Refusal(later("a whole number from {low} to {high}"), low=low, high=high)
        case msgspec.inspect.LiteralType(values=values):
            return Refusal(later("one of: {values}"), values=", ".join(map(str, values)))
        case msgspec.inspect.UnionType(types=types):
            some = [_unwrap(t)[1] for t in types if not isinstance(t, msgspec.inspect.NoneType)]
            return Refusal(later("{value}, or none"), value=_expects(some[0]))
    raise AssertionError(type_)
