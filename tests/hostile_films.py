"""Films that strangers may send: wrong ones that are as long as their shots, and ones that would fill the memory."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import msgspec

from rumms.catalogue import find_game
from rumms.games.rumms.actions import Settled
from rumms.kernel.session import load
from rumms.physics.film import TURNS, VERSION, Film, Sight, Track, frames_of, pack, rotation, unpack
from rumms.physics.model import EDGE, TOP, Shot
from rumms.places import shipped

GOOD = shipped("scenarios") / "rumms" / "puzzles" / "no-loss.jsonl"
"""One flick: die 2 knocks die 3 off the mat."""


def rows_of(path: Path) -> list[Any]:
    """The lines of a record."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write(path: Path, rows: list[Any]) -> Path:
    """The lines as a record without a closing line."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def shot_in(path: Path) -> Shot:
    """The first shot of a record."""
    past = load(path, find_game).session.past
    return next(made.action.shot for made in past if isinstance(made.action, Settled))


def as_text(film: bytes) -> str:
    """A film as it stands in a record."""
    text: str = msgspec.json.decode(msgspec.json.encode(film))
    return text


def packed(*numbers: int) -> bytes:
    """A film of these numbers, whatever they are."""
    out = bytearray()
    for number in numbers:
        rest = 2 * number if number >= 0 else -2 * number - 1
        while rest > 127:
            out.append(rest % 128 + 128)
            rest //= 128
        out.append(rest)
    return bytes((VERSION,)) + zlib.compress(bytes(out), 9)


def endless(frames: int, tracks: int = 41, sights: int = 3600) -> bytes:
    """A film that says it has so few frames, and unpacks to many sights out of few bytes."""
    columns = [(0, 0), (0, 0), (80, -80), (TURNS, -TURNS), (0, 0), (0, 0), (0, 0)]
    track = [0, 0, sights, TOP, *(number for column in columns for number in (*column, *[0] * (sights - 2)))]
    return packed(frames, tracks, *track * tracks)


def bad_films() -> dict[str, bytes]:
    """Films for the flick of GOOD by what is wrong with them."""
    right = shot_in(GOOD).film
    frames, tracks = frames_of(right), unpack(right).tracks
    first = tracks[0]
    still = Sight(30.0, 15.0, EDGE / 2, rotation(TOP, 0.0))

    def film(*tracks: Track) -> bytes:
        return pack(Film(frames, tuple(sorted(tracks, key=lambda track: track.first))))

    return {
        "a die that is not there": film(*tracks, Track(77, 0, (still,))),
        "a die before the first": film(*tracks, Track(-1, 0, (still,))),
        "a die in two places": film(*tracks, Track(first.die, first.first, (still,))),
        "begins elsewhere": film(Track(first.die, first.first, (still, *first.sights[1:])), *tracks[1:]),
        "ends elsewhere": film(Track(first.die, first.first, (*first.sights[:-1], still)), *tracks[1:]),
        "not all dice": film(first),
        "no end": right[:-8],
        "more behind": right + b"\0",
        "numbers missing": packed(frames, 1, 2, 0, 5, TOP),
        "a huge number": packed(frames, 2**33),
        "a bomb": endless(frames),
    }


def bad_record(path: Path, film: bytes) -> Path:
    """GOOD with another film."""
    rows = rows_of(GOOD)[:3]
    rows[2]["move"]["shot"]["film"] = as_text(film)
    return write(path, rows)


def long_record(path: Path, flicks: int, film: bytes, time: float) -> Path:
    """So many flicks after which all dice lie as before, each with the same film."""
    head = {name: value for name, value in rows_of(GOOD)[0].items() if name in {"format", "game", "start"}}
    rows: list[Any] = [{**head, "seats": ["me", "me"]}]
    for number in range(flicks):
        seat = number % 2 + 1
        stroke = {"do": "flick", "die": seat + 1, "direction": 88, "speed": 10.0}
        shot = {"moved": [], "time": time, "film": as_text(film)}
        rows.append({"seat": seat, "move": stroke})
        rows.append({"seat": 0, "move": {"do": "settled", "stroke": stroke, "shot": shot}})
    return write(path, rows)


def long_film(path: Path, frames: int) -> bytes:
    """A film in which every die of a record lies still for so many frames: right, and as large as one may be."""
    state: Any = load(path, find_game).session.state
    tracks = []
    for body in state.bodies():
        sight = Sight(body.pose.x, body.pose.y, EDGE / 2, rotation(body.up, body.pose.yaw))
        tracks.append(Track(body.id, 0, (sight,) * frames))
    return pack(Film(frames, tuple(tracks)))
