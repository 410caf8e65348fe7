"""Records: saves, replays and scenarios as one file of JSON lines. Header, moves, a closing line."""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Generic, TypeVar

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from rumms import __version__
from rumms.kernel.game import Seat
from rumms.kernel.refusal import BadRecord, Refusal, later

FORMAT: Final = 1
MOST_BYTES: Final = 32 * 2**20
MOST_BYTES_A_LINE: Final = 2**20
MOST_LINES: Final = 100_000
DEEPEST: Final = 24
"""How far brackets may be nested in a line."""
NEWLINE: Final = b"\n"
LONGEST_NAME: Final = 300
LONGEST_SHOWN: Final = 60
VERSION: Final = re.compile(r"\d{1,4}(\.\d{1,4}){1,3}([.+-]?[a-z]{1,4}\d{0,4})?", re.ASCII)

A = TypeVar("A")
Text = Annotated[str, Meta(max_length=2000)]
Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
FileSeat = Annotated[int, Meta(ge=0, le=64)]


class Header(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The first line: what is played, by whom, from where."""

    format: int
    version: Annotated[str, Meta(max_length=40)] | None = None
    """The version of the program that wrote it; without one it is from 0.8.2 or older, or was written by hand."""
    game: Name
    options: Raw = Raw(b"{}")
    seats: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=16)]
    """Who sits where, as on the command line: `me`, `me:Anna`, `greedy`, `name:budget`."""
    seed: Annotated[int, Meta(ge=0, lt=2**53)] | None = None
    start: Raw = Raw()
    """A start position of the game's own type, where it is not the normal one."""
    physics: Name | None = None
    title: dict[str, Name] | None = None
    text: dict[str, Text] | None = None
    goal: Raw = Raw()
    hint: dict[str, Text] | None = None
    difficulty: Annotated[int, Meta(ge=1, le=5)] | None = None


class Line(Struct, Generic[A], frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Any later line: a move with who made it, `back`, or the closing line."""

    seat: FileSeat | UnsetType = UNSET
    move: A | UnsetType = UNSET
    back: Annotated[int, Meta(ge=1, le=MOST_LINES)] | UnsetType = UNSET
    winners: Annotated[tuple[FileSeat, ...], Meta(max_length=64)] | UnsetType = UNSET
    digest: Annotated[str, Meta(max_length=100)] | UnsetType = UNSET

    @property
    def shape(self) -> tuple[str, ...]:
        """The names of the fields that this line has."""
        return tuple(name for name in self.__struct_fields__ if getattr(self, name) is not UNSET)


SHAPES: Final = {("seat", "move"), ("back",), ("winners", "digest")}


def this_version() -> str:
    """The version that a new record names."""
    return __version__


def decoder_of(actions: Any) -> msgspec.json.Decoder[Any]:
    """What reads the lines of a game with these actions."""
    return msgspec.json.Decoder(Line[actions])


def file_seat(seat: Seat) -> int:
    """A seat as people and files number it: players from 1, Nature 0."""
    return seat + 1


def encode_move(seat: Seat, action: Any) -> bytes:
    """The line of a move."""
    return msgspec.json.encode(Line(seat=file_seat(seat), move=action))


def encode_back(moves: int) -> bytes:
    """The line that takes back so many moves."""
    return msgspec.json.encode(Line[Any](back=moves))


def encode_closing(winners: frozenset[Seat], digest: str) -> bytes:
    """The last line."""
    return msgspec.json.encode(Line[Any](winners=tuple(sorted(map(file_seat, winners))), digest=digest))


class Digest:
    """A fingerprint of header and moves, line by line, whatever ends the lines."""

    def __init__(self) -> None:
        self._sum = hashlib.sha256()

    def add(self, line: bytes) -> None:
        """Take one more line in."""
        self._sum.update(line.rstrip() + b"\n")

    def copy(self) -> Digest:
        """The same fingerprint, to be continued on its own."""
        other = Digest()
        other._sum = self._sum.copy()
        return other

    def __str__(self) -> str:
        return "sha256:" + self._sum.hexdigest()


class Source:
    """A file, as errors in it name it."""

    def __init__(self, path: Path) -> None:
        self.file = str(path)

    def bad(self, line: int, path: str, text: str, /, **values: object) -> BadRecord:
        """An error in this file."""
        return BadRecord(self.file, line, path, Refusal(text, **values))

    def decode(self, number: int, row: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:
        """One line as what it should be, or an error that names the place in it."""
        try:
            return decoder.decode(row)
        except msgspec.MsgspecError as error:
            path, reason = explain(error)
            raise BadRecord(self.file, number, path, reason) from None

    def check(self, number: int, row: bytes) -> None:
        """Refuse a line that is better not decoded."""
        if len(row) > MOST_BYTES_A_LINE:
            raise self.bad(number, "", later("the line is longer than {most} bytes."), most=MOST_BYTES_A_LINE)
        try:
            row.decode()
        except UnicodeDecodeError:
            raise self.bad(number, "", later("the line is not text in UTF-8.")) from None
        if depth(row) > DEEPEST:
            raise self.bad(number, "", later("brackets are nested more than {most} deep."), most=DEEPEST)

    def header_in(self, rows: Sequence[tuple[int, bytes]]) -> Header:
        """The header, which is the first of these lines."""
        if not rows:
            raise self.bad(1, "", later("a record begins with a header, and this file has none."))
        number, row = rows[0]
        self.check(number, row)
        version = self.decode(number, row, msgspec.json.Decoder(_Format)).format
        if version > FORMAT:
            raise self.bad(
                number,
                "$.format",
                later("the record has format {version}, from a newer Rumms; this one reads format {known}."),
                version=version,
                known=FORMAT,
            )
        if version < 1:
            raise self.bad(number, "$.format", later("there is no format {version}."), version=version)
        header: Header = self.decode(number, row, msgspec.json.Decoder(Header))
        if header.version is not None and not VERSION.fullmatch(header.version):
            raise self.bad(
                number, "$.version", later("'{version}' is no version of Rumms."), version=shorten(header.version)
            )
        for field, texts in (
            ("seats", header.seats),
            ("title", header.title),
            ("text", header.text),
            ("hint", header.hint),
        ):
            for text in texts.values() if isinstance(texts, dict) else texts or ():
                if not text.isprintable():
                    raise self.bad(number, f"$.{field}", later("the text has characters that cannot be printed."))
        return header


class Lines(Source):
    """The lines of a record as they stand in the file: checked one by one, not yet played."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.digest = Digest()
        self.torn = False
        """The last line was cut off and has been left out."""
        raw = read(path)
        self.size, self.sum = len(raw), hashlib.sha256(raw).digest()
        """Of the whole file, to tell whether it has changed since."""
        self.lacks_newline = not raw.endswith(b"\n")
        self.rows: list[tuple[int, bytes]] = []
        """Number and text of each line that is not blank."""
        self.whole_bytes = len(raw)
        start = 0
        for number, row in enumerate(_split(path, raw), start=1):
            is_last = start + len(row) == len(raw)
            if row.strip():
                if is_last and _is_torn(row):
                    self.torn, self.lacks_newline, self.whole_bytes = True, False, start
                else:
                    self.check(number, row)
                    self.rows.append((number, row))
            start += len(row) + 1
        if len(self.rows) > MOST_LINES + 2:  # header and closing line
            raise self.bad(0, "", later("it has more than {most} lines."), most=MOST_LINES)
        self.header = self.header_in(self.rows)

    def convert(self, value: Raw, type_: Any, path: str) -> Any:
        """A part of the header as the type that its game gives it."""
        number, _ = self.rows[0]
        try:
            return msgspec.json.decode(value, type=type_)
        except msgspec.MsgspecError as error:
            inner, reason = explain(error)
            raise BadRecord(self.file, number, path + inner.removeprefix("$"), reason) from None


class _Format(Struct):
    format: int


def read(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return what a user's file holds; BadRecord if it is no file, cannot be read or has more than `most` bytes.

    Every file that a person gives, or keeps in a folder, is read here: it may be a pipe, a device, or endless.
    """
    try:
        raw = _up_to(most, path)
    except FileNotFoundError:
        problem = Refusal(later("there is no such file."))
    except IsADirectoryError:
        problem = Refusal(later("it is a folder, not a file."))
    except OSError as error:
        problem = Refusal(later("it cannot be read ({error})."), error=error.strerror)
    except ValueError:  # a null character
        problem = Refusal(later("no file can have this name."))
    else:
        if raw is not None and len(raw) <= most:
            return raw
        problem = (
            Refusal(later("it is not a file."))
            if raw is None
            else Refusal(later("it is larger than {most} bytes."), most=most)
        )
    raise BadRecord(str(path), 0, "", problem) from None


def _up_to(most: int, path: Path) -> bytes | None:
    """The beginning of a file, one byte more than `most` if it is longer; None if it is none."""
    with open(path, "rb", opener=without_waiting) as file:
        # The size is no guide: it is 0 where a system makes up a file as it is read.
        return file.read(most + 1) if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else None


def rows_of(path: Path) -> list[tuple[int, bytes]]:
    """Return the lines of a record that are not blank, with their numbers, none of them checked."""
    return [(number, row) for number, row in enumerate(_split(path, read(path)), start=1) if row.strip()]


def _split(path: Path, raw: bytes) -> list[bytes]:
    # Blank lines count here: a file of nothing else takes forty times its size once it is split.
    if raw.count(NEWLINE) > 2 * MOST_LINES:
        raise BadRecord(str(path), 0, "", Refusal(later("it has more than {most} lines."), most=2 * MOST_LINES))
    return raw.split(NEWLINE)


def without_waiting(path: str, flags: int) -> int:
    """Open a file without waiting for anybody at the other end, should it be a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _is_torn(row: bytes) -> bool:
    """A line that was being written when the program ended has no end: no JSON object is a part of another."""
    try:
        msgspec.json.decode(row[: MOST_BYTES_A_LINE + 1])
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return True
    return False


STRINGS: Final = re.compile(rb'"(?:[^"\\]++|\\.)*+"?|[^][{}"]++')
"""Texts, and all else that is no bracket. Possessive: a way back for each letter takes a hundred times the text."""


def depth(row: bytes) -> int:
    """How deep brackets are nested in a line of JSON."""
    deepest = level = 0
    for bracket in STRINGS.sub(b"", row):
        level += 1 if bracket in b"[{" else -1
        deepest = max(deepest, level)
    return deepest


PLACE: Final = re.compile(r"^(?P<what>.*?)(?: - at `(?P<path>.*)`)?$", re.DOTALL)
SENTENCES: Final = (
    (
        re.compile(r"Expected `(?P<expected>.*)`, got `(?P<found>.*)`"),
        later("expected {expected}, found {found}."),
    ),
    (re.compile(r"Object missing required field `(?P<field>.*)`"), later("the field '{field}' is missing.")),
    (
        re.compile(r"Object contains unknown field `(?P<field>.*)`"),
        later("there is no field '{field}' here."),
    ),
    (re.compile(r"Expected `(?P<expected>[^`]*)`(?P<bound>.*)"), later("expected {expected}{bound}.")),
    (re.compile(r"Invalid (?:enum )?value (?P<value>.*)"), later("{value} is not known here.")),
    (re.compile(r".*out of range"), later("the number is out of range.")),
    (re.compile(r"JSON is malformed: .*\(byte (?P<byte>\d+)\)"), later("no JSON from byte {byte} on.")),
    (re.compile(r"Input data was truncated"), later("the line ends too early.")),
)


def explain(error: msgspec.MsgspecError) -> tuple[str, Refusal]:
    """Path and reason of an error in decoding, as something that can be translated."""
    parts = PLACE.match(str(error))
    what, path = (parts["what"], parts["path"] or "") if parts else (str(error), "")
    for pattern, text in SENTENCES:
        if found := pattern.fullmatch(what):
            return path, Refusal(text, **{name: shorten(value) for name, value in found.groupdict().items()})
    return path, Refusal(later("what stands there does not fit."))


def shorten(text: str) -> str:
    """A text out of a file, made short enough for a sentence."""
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "..."
