"""Options of a game: typed data with defaults and descriptions, read from the words of a command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from rumms.kernel.record import DEEPEST, depth, explain, read
from rumms.kernel.refusal import BadOption, Refusal, later

STANDARD: Final = "standard"
"""The word for the default of an option that is otherwise read from a file."""
MOST_BYTES_A_FILE: Final = 2**16
"""Of a file that an option is read from."""
YES = frozenset({"true", "yes", "on", "1", "ja", "an", "wahr"})
NO = frozenset({"false", "no", "off", "0", "nein", "aus", "falsch"})


class Option(NamedTuple):
    """One option of a game as a person meets it."""

    name: str
    description: str
    default: object
    expects: Refusal
    """What its values are, as a text to translate."""

    @property
    def usual(self) -> str:
        """Its default, as it is written on a command line."""
        match self.default:
            case Struct():
                return STANDARD
            case None | ():
                return "none"
            case tuple(values):
                return ",".join(map(str, values))
        return str(self.default).lower()


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
        if (found := _value(known[name], value)) is msgspec.UNSET:
            continue
        given[name] = found
        _check(struct, {name: given[name]}, known[name], value)
    return msgspec.convert(given, struct, strict=False)


def fitting(struct: type[Struct], values: Mapping[str, object]) -> dict[str, Any]:
    """The values that options of a game can have, each looked at on its own; a file may hold any others."""
    kept = {}
    for name in struct.__struct_fields__:
        if name in values:
            with suppress(msgspec.ValidationError):
                kept[name] = getattr(msgspec.convert({name: values[name]}, struct), name)
    return kept


def _value(option: Option, word: str) -> object:
    """What a word says, not checked yet; UNSET where it says that all is as usual."""
    lowered = word.lower()
    match option.default:
        case bool() if lowered in YES | NO:
            return lowered in YES
        case None if lowered == "none":
            return None
        case tuple() if lowered == "none":
            return ()
        case tuple():
            return tuple(part.strip() for part in word.split(","))
        case Struct():
            return msgspec.UNSET if lowered == STANDARD else _from_file(option, word)
    return word


def _from_file(option: Option, name: str) -> object:
    """What a file of JSON says."""
    raw = read(Path(name), MOST_BYTES_A_FILE)
    try:
        raw.decode()
    except UnicodeDecodeError:
        raise BadOption("{file}: it is not text in UTF-8.", file=name) from None
    if depth(raw) > DEEPEST:
        raise BadOption("{file}: brackets are nested more than {most} deep.", file=name, most=DEEPEST)
    try:
        value: object = msgspec.json.decode(raw)
        msgspec.convert(value, type(option.default))
    except msgspec.MsgspecError as error:
        path, reason = explain(error)
        raise BadOption("{file}, {path}: {reason}", file=name, path=path or "$", reason=reason) from None
    return value


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
    about = ""
    while isinstance(type_, msgspec.inspect.Metadata):
        about = about or (type_.extra_json_schema or {}).get("description", "")
        type_ = type_.type
    return about, type_


def _expects(type_: msgspec.inspect.Type) -> Refusal:
    match type_:
        case msgspec.inspect.BoolType():
            return Refusal(later("true or false"))
        case msgspec.inspect.IntType(ge=low, le=high) if low is not None and high is not None:
            return Refusal(later("a whole number from {low} to {high}"), low=low, high=high)
        case msgspec.inspect.LiteralType(values=values):
            return Refusal(later("one of: {values}"), values=", ".join(map(str, values)))
        case msgspec.inspect.VarTupleType(item_type=msgspec.inspect.LiteralType(values=values), max_length=most) if (
            most == len(values)
        ):
            return Refusal(
                later("any of these with commas between, or none: {values}"), values=", ".join(map(str, values))
            )
        case msgspec.inspect.VarTupleType(item_type=msgspec.inspect.LiteralType(values=values)):
            return Refusal(
                later("one for each seat, with commas between: {values}"), values=", ".join(map(str, values))
            )
        case msgspec.inspect.StructType():
            return Refusal(later("standard, or a file"))
        case msgspec.inspect.UnionType(types=types):
            some = [_unwrap(t)[1] for t in types if not isinstance(t, msgspec.inspect.NoneType)]
            return Refusal(later("{value}, or none"), value=_expects(some[0]))
    raise AssertionError(type_)
