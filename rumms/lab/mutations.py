"""Mutations of files: half of them leave valid JSON, the other half change bytes."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Sequence
from copy import deepcopy
from math import isfinite
from random import Random
from typing import Any, Final, TypeAlias

from rumms.kernel.record import Digest

Rows: TypeAlias = list[Any]
"""The lines of a file, decoded."""

DEEP: Final = (5, 23, 60, 400)
"""Brackets within brackets."""
LONG: Final = 100
"""Letters of a text that is most likely a film."""
BOMB: Final = 64 * 2**20
"""Bytes that a packed text unpacks to."""
TEXTS: Final = (
    "", " ", "x", "x" * 300, "W" * 2000, "x " * 150, "x" * 5000, "\u0000", "\n", "a\tb", "\u202e", "\u200b", "\u0301",
    "\u0301" * 300, "e\u0301 " * 90, "\u05d0\u05d1" * 140, "\U0001f600" * 140, "\ufe0f", "{0}", "{name}", "%s", "../x",
    "/dev/zero", "me", "me:", "me:Anna", "greedy", "hard:99999999", "king", "red", "blue", "flick", "settled", "none",
)  # fmt: skip
NUMBERS: Final = (
    0, 1, -1, 2, 3, 5, 63, 64, 255, 1000, 99_999, 100_000, 2**31, 2**53, 2**63, -(2**63), 10**30, 0.5, -0.0, 1e-320,
    1e-9, 0.1, -273.15, 1e6, 1e300, -1e308, 1.7e308,
)  # fmt: skip
OTHERS: Final[tuple[Any, ...]] = (None, True, False, [], {}, [[]], [0] * 300, [None] * 20_000, {"a": {}}, {"": 0})
TOKENS: Final = (
    b"NaN", b"Infinity", b"1e999", b"-0", b"\\ud800", b"\\u0000", b"\xff", b"\xed\xa0\x80", b"\0", b"\n", b"\r\n",
    b"\n" * 5000, b"\xef\xbb\xbf", b"[" * 2000, b"{" * 2000, b'"' * 300, b" " * 70_000, b"," * 100, b"9" * 5000,
    b"\\" * 99,
)  # fmt: skip


def mutated(raw: bytes, other: bytes, rng: Random) -> bytes:
    """A file changed in one place or a few. What is put in may come from another file."""
    rows, more = _decoded(raw), _decoded(other)
    if rows is None or _happens(50, rng):
        return _bytes_changed(raw, other, rng)
    for _ in range(rng.choice((1, 1, 1, 1, 3))):
        rng.choice(CHANGES)(rows, more or rows, rng)
    if _happens(70, rng):
        _reseal(rows)
    return b"".join(json.dumps(row, separators=(",", ":")).encode() + b"\n" for row in rows)


def _happens(percent: int, rng: Random) -> bool:
    return rng.randrange(100) < percent


def _decoded(raw: bytes) -> Rows | None:
    """The lines of a record; a file of one value that takes several lines is one line here."""
    try:
        return [json.loads(raw)]
    except ValueError:
        pass
    try:
        return [json.loads(row) for row in raw.splitlines()]
    except ValueError:
        return None


def _reseal(rows: Rows) -> None:
    """Make the digest of the closing line right again."""
    if not (rows and isinstance(rows[-1], dict) and "digest" in rows[-1]):
        return
    digest = Digest()
    for row in rows[:-1]:
        digest.add(json.dumps(row, separators=(",", ":")).encode())
    rows[-1]["digest"] = str(digest)


# Changes that leave valid JSON.


def _places(value: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Every place in a value: what holds it, and its key there."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        found.append((value, key))
        _places(value[key], found)
    return found


def _place(rows: Rows, rng: Random) -> tuple[Any, Any]:
    """Any place; one in the header as likely as one in all other lines."""
    row = rows[0] if _happens(50, rng) else rng.choice(rows)
    places = _places(row, [])
    return rng.choice(places) if places else (rows, 0)


def _like(value: Any, rng: Random) -> Any:
    """Another value of the same type."""
    match value:
        case bool():
            return not value
        case int() | float():
            near = rng.choice((value + 1, value - 1, value * rng.choice((-1, 0, 0.99, 1.01, 10, 1000, 1e100))))
            return near if isfinite(near) and _happens(75, rng) else rng.choice(NUMBERS)
        case str():
            return _text_like(value, rng)
        case list():
            return rng.choice((value[:-1], value + value, value * 40, value[::-1], []))
        case dict():
            return dict(rng.sample(sorted(value.items()), rng.randint(0, len(value))))
    return _odd(rng)


def _text_like(value: str, rng: Random) -> str:
    if len(value) > LONG and _happens(70, rng):
        return _film_like(value, rng)
    place = rng.randint(0, len(value))
    return rng.choice((value[:place], value * 2, value[:place] + rng.choice(TEXTS) + value[place:], rng.choice(TEXTS)))


def _film_like(value: str, rng: Random) -> str:
    """The text unpacked, a few of its bytes changed, and packed anew."""
    try:
        packed = bytearray(base64.b64decode(value))
        flat = bytearray(zlib.decompress(packed[1:]))
    except (ValueError, zlib.error):
        return value[::-1]
    match rng.randrange(6):
        case 0:
            packed[rng.randrange(len(packed))] ^= 1 << rng.randrange(8)
            return _text_of(packed)
        case 1:
            return _text_of(packed[: rng.randrange(len(packed))])
        case 2:
            flat = bytearray(rng.choice((0, 1, 2, 127, 255)) for _ in range(4)) * (BOMB // 4)
        case 3:
            del flat[rng.randrange(len(flat)) :]
        case 4:
            flat *= 2
        case _:
            for _ in range(rng.choice((1, 1, 1, 8))):
                # Who is in the film stands at its beginning.
                flat[rng.randrange(min(len(flat), rng.choice((4, 12, len(flat)))))] = rng.randrange(256)
    return _text_of(packed[:1] + zlib.compress(flat))


def _text_of(packed: bytes | bytearray) -> str:
    return base64.b64encode(packed).decode()


def _odd(rng: Random) -> Any:
    if _happens(10, rng):
        nested: Any = 0
        for _ in range(rng.choice(DEEP)):
            nested = [nested] if _happens(50, rng) else {"of": nested}
        return nested
    return deepcopy(rng.choice(rng.choice((TEXTS, NUMBERS, OTHERS))))


def _liken(rows: Rows, _: Rows, rng: Random) -> None:
    holder, key = _place(rows, rng)
    holder[key] = _like(holder[key], rng)


def _put_odd(rows: Rows, _: Rows, rng: Random) -> None:
    holder, key = _place(rows, rng)
    holder[key] = _odd(rng)


def _delete(rows: Rows, _: Rows, rng: Random) -> None:
    holder, key = _place(rows, rng)
    del holder[key]
    if not rows:
        rows.append({})


def _double(rows: Rows, _: Rows, rng: Random) -> None:
    holder, key = _place(rows, rng)
    if isinstance(holder, list):
        holder.insert(key, deepcopy(holder[key]))
    else:
        holder[rng.choice(("more", "x", "goal", "kind", "start", "hint", f"{key}2"))] = deepcopy(holder[key])


def _swap(rows: Rows, _: Rows, rng: Random) -> None:
    (one, key), (other, name) = _place(rows, rng), _place(rows, rng)
    one[key], other[name] = deepcopy(other[name]), deepcopy(one[key])


def _take_over(rows: Rows, more: Rows, rng: Random) -> None:
    """A value of the same name out of another file."""
    holder, key = _place(rows, rng)
    there = [(its, name) for its, name in _places(rng.choice(more), []) if name == key]
    if there:
        its, name = rng.choice(there)
        holder[key] = deepcopy(its[name])


def _change_lines(rows: Rows, more: Rows, rng: Random) -> None:
    """Leave a line out, repeat it, or put one of another place or file there."""
    place = rng.randrange(len(rows))
    match rng.randrange(5):
        case 0 if len(rows) > 1:
            del rows[place]
        case 1:
            rows.insert(place, deepcopy(rows[place]))
        case 2:
            other = rng.randrange(len(rows))
            rows[place], rows[other] = rows[other], rows[place]
        case 3:
            rows.insert(rng.randint(1, len(rows)), {"back": rng.choice((0, 1, 2, 3, 99_999, 100_000))})
        case _:
            rows[place] = deepcopy(rng.choice(rng.choice((rows, more))))


def _change_move(rows: Rows, _: Rows, rng: Random) -> None:
    """Another line's move, or another seat's."""
    lines = [row for row in rows if isinstance(row, dict) and "move" in row and "seat" in row]
    if len(lines) > 1:
        one, other = rng.sample(lines, 2)
        if _happens(70, rng):
            one["move"] = deepcopy(other["move"])
        else:
            one["seat"] = rng.choice((other["seat"], 0, 1, 2, 3, 64))


def _change_film(rows: Rows, more: Rows, rng: Random) -> None:
    """A film that is changed, or another flick's."""
    films = [found for found in _places(rows, []) if found[1] == "film"]
    if films:
        holder, key = rng.choice(films)
        others = [its[name] for its, name in _places(more, []) if name == "film"]
        if others and _happens(40, rng):
            holder[key] = rng.choice(others)
        elif isinstance(holder[key], str):
            holder[key] = _film_like(holder[key], rng)


def _change_words(rows: Rows, _: Rows, rng: Random) -> None:
    """Another text in the header: a name, a title, a sentence."""
    places = [(holder, key) for holder, key in _places(rows[0], []) if isinstance(holder[key], str)]
    if places:
        holder, key = rng.choice(places)
        holder[key] = rng.choice(TEXTS)


def _nudge(rows: Rows, _: Rows, rng: Random) -> None:
    """A number in the header that is a little different."""
    places = [(holder, key) for holder, key in _places(rows[0], []) if type(holder[key]) in (int, float)]
    if places:
        holder, key = rng.choice(places)
        holder[key] += rng.choice((-1, 1, 0.1, 10, holder[key] * 0.01))


def _cut(rows: Rows, _: Rows, rng: Random) -> None:
    """An unfinished game."""
    del rows[rng.randint(1, len(rows)) :]


CHANGES: Final[Sequence[Callable[[Rows, Rows, Random], None]]] = (
    _liken, _liken, _liken, _liken, _put_odd, _put_odd, _delete, _double, _swap, _take_over, _take_over,
    _change_lines, _change_move, _change_film, _change_film, _change_words, _change_words, _nudge, _nudge, _cut, _cut,
)  # fmt: skip


# Changes of bytes.


def _bytes_changed(raw: bytes, other: bytes, rng: Random) -> bytes:
    out = bytearray(raw)
    for _ in range(rng.choice((1, 1, 2, 5))):
        place = rng.randint(0, len(out))
        end = min(len(out), place + rng.choice((1, 2, 8, 100, 4000)))
        match rng.randrange(7):
            case 0 if out:
                out[min(place, len(out) - 1)] ^= 1 << rng.randrange(8)
            case 1 if out:
                out[min(place, len(out) - 1)] = rng.randrange(256)
            case 2:
                del out[place:end]
            case 3:
                del out[place:]
            case 4:
                out[place:place] = out[place:end]
            case 5:
                begin = rng.randint(0, len(other))
                out[place:end] = other[begin : begin + rng.choice((1, 8, 100, 4000))]
            case _:
                out[place:end] = rng.choice(TOKENS)
    return bytes(out)
