"""Films: where the dice of a shot are, frame by frame, packed into few bytes; how a cube is turned; films of throws."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, chain, islice
from math import asinh, atan2, cos, degrees, floor, hypot, radians, sin, sinh, sqrt
from random import Random
from typing import Final, NamedTuple

from msgspec import Struct

from rumms.kernel.refusal import Refusal
from rumms.physics.model import EDGE, TOP, Face

RATE: Final = 60
"""Frames a second."""


class Quaternion(NamedTuple):
    """A rotation from the axes of a cube to those of the world, or from some to others; of length 1."""

    w: float
    x: float
    y: float
    z: float


class Sight(NamedTuple):
    """What is seen of a die at a moment: the cube's centre, at rest half an edge above the mat, and its rotation."""

    x: float
    y: float
    z: float
    rotation: Quaternion


class Track(Struct, frozen=True):
    """What a die does for a while: a sight a frame, from the frame `first`, where it still lies, to where it rests."""

    die: int
    first: int
    sights: tuple[Sight, ...]

    def at(self, frame: float) -> Sight:
        """The sight at a frame, or between two: none before the first, the last one after the last."""
        since = frame - self.first
        if since >= len(self.sights) - 1:
            return self.sights[-1]
        whole = floor(since)
        return _between(self.sights[whole], self.sights[whole + 1], since - whole)


class Film(Struct, frozen=True):
    """The tracks of the dice that move, in the order in which they begin."""

    frames: int = 0
    tracks: tuple[Track, ...] = ()

    @property
    def duration(self) -> float:
        """Seconds from the first frame to the last."""
        return max(self.frames - 1, 0) / RATE

    @property
    def ids(self) -> tuple[int, ...]:
        """The dice that move."""
        return tuple(sorted({track.die for track in self.tracks}))

    def at(self, time: float) -> dict[int, Sight]:
        """All dice that have begun to move by then."""
        # A frame's own time is a fraction that cannot be written exactly: it must not fall just before the frame.
        frame = round(time * RATE, 6)
        return {track.die: track.at(frame) for track in self.tracks if track.first <= frame}


class Foresight(Struct, frozen=True):
    """How a flick begins: the way of the flicked die until it first touches something, or rests, or is gone."""

    path: tuple[Sight, ...]
    """A sight a frame from the start on; the last one is that of the very moment at which the way ends."""
    meets: int | None = None
    """What it touches: a die, or SOLID; none if nothing."""
    point: tuple[float, float, float] | None = None
    """Where the two touch."""
    goes: tuple[float, float] | None = None
    """The velocity of the die that is met, right after; centimetres a second."""
    is_gone: bool = False
    """It touches nothing and leaves the mat."""
    is_flat: bool = True
    """It does nothing but slide."""


def film(frames: int, samples: Iterable[tuple[int, int, Sight]]) -> Film:
    """A film of so many frames from samples of frame, die and sight, in any order.

    A die rests while it is not sampled: its next sample begins another track.
    """
    seen = {(die, frame): sight for frame, die, sight in samples}
    tracks: list[tuple[int, int, list[Sight]]] = []
    for die, frame in sorted(seen):
        if (die, frame - 1) not in seen:
            tracks.append((frame, die, []))
        tracks[-1][2].append(seen[die, frame])
    return Film(frames, tuple(Track(die, first, tuple(sights)) for first, die, sights in sorted(tracks)))


# How a cube is turned.

_ROOT: Final = sqrt(0.5)
FROM_TOP: Final = (
    Quaternion(_ROOT, 0.0, -_ROOT, 0.0),
    Quaternion(_ROOT, 0.0, _ROOT, 0.0),
    Quaternion(_ROOT, _ROOT, 0.0, 0.0),
    Quaternion(_ROOT, -_ROOT, 0.0, 0.0),
    Quaternion(1.0, 0.0, 0.0, 0.0),
    Quaternion(0.0, 1.0, 0.0, 0.0),
)
"""For each face the rotation that brings it up: a quarter turn about y or x, none, or a half turn about x."""
_UP: Final = (0.0, 0.0, 1.0)


def times(second: Quaternion, first: Quaternion) -> Quaternion:
    """One rotation after another."""
    aw, ax, ay, az = second
    bw, bx, by, bz = first
    return Quaternion(
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    )


def inverse(one: Quaternion) -> Quaternion:
    """The rotation back."""
    return Quaternion(one.w, -one.x, -one.y, -one.z)


def about(axis: tuple[float, float, float], angle: float) -> Quaternion:
    """A turn about an axis of length 1 by an angle in degrees."""
    half = radians(angle) / 2
    x, y, z = axis
    return Quaternion(cos(half), x * sin(half), y * sin(half), z * sin(half))


def rotation(up: Face, yaw: float) -> Quaternion:
    """Of a cube that lies flat with this face up, turned by the yaw: a turn about the vertical after FROM_TOP."""
    half = radians(yaw) / 2
    c, s = cos(half), sin(half)
    w, x, y, _ = FROM_TOP[up]
    return Quaternion(c * w, c * x - s * y, c * y + s * x, s * w)


def lying(turned: Quaternion) -> tuple[Face, float]:
    """The face that is most up and the yaw, at least 0 and below 360: rotation(face, yaw) is the nearest flat one."""
    x, y, z = _zenith(turned)
    along = (x, -x, y, -y, z, -z)
    up = along.index(max(along))
    # Of all turns about the vertical this one leaves the smallest tilt over.
    since = times(turned, inverse(FROM_TOP[up]))
    # Twice, because the remainder of a tiny negative angle is rounded to 360 itself.
    return up, degrees(2 * atan2(since.z, since.w)) % 360.0 % 360.0


def up_of(sight: Sight) -> Face:
    """The face that is most up."""
    return lying(sight.rotation)[0]


def yaw_of(sight: Sight) -> float:
    """The yaw of a die that lies nearly flat."""
    return lying(sight.rotation)[1]


def lowest(sight: Sight) -> float:
    """The height of the cube's lowest corner above the mat."""
    return sight.z - _reach(sight.rotation)


def _reach(turned: Quaternion) -> float:
    """How far the lowest corner is below the centre."""
    return EDGE / 2 * sum(map(abs, _zenith(turned)))


def _zenith(turned: Quaternion) -> tuple[float, float, float]:
    """The direction upwards along the axes of the cube."""
    w, x, y, z = turned
    return 2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z


def _between(a: Sight, b: Sight, part: float) -> Sight:
    """Places along a line, rotations along the shorter arc."""
    near = _nearer(b.rotation, a.rotation)
    mixed = [one + part * (other - one) for one, other in zip(a.rotation, near, strict=True)]
    return Sight(
        a.x + part * (b.x - a.x), a.y + part * (b.y - a.y), a.z + part * (b.z - a.z), _scaled(mixed, hypot(*mixed))
    )


def _nearer(one: Quaternion, to: Quaternion) -> Quaternion:
    """Of the two quaternions of the same rotation that which is nearer to another one."""
    if one.w * to.w + one.x * to.x + one.y * to.y + one.z * to.z < 0.0:
        return Quaternion(-one.w, -one.x, -one.y, -one.z)
    return one


def _scaled(one: Iterable[float], length: float) -> Quaternion:
    w, x, y, z = one
    return Quaternion(w / length, x / length, y / length, z / length)


# Packing: whole numbers in columns, of which the second differences are kept.

VERSION: Final = 1
"""Of the packed form; its first byte."""
PLACES: Final = 100
"""Steps a centimetre."""
TURNS: Final = 1024
"""Steps of a part of a quaternion."""
MOST_BYTES: Final = 2**20
"""Of a film that is unpacked."""
MOST_FRAMES: Final = 3600
MOST_TRACKS: Final = 2000
MOST_SIGHTS: Final = 150_000
"""Of a film whose shot is not known: 200 dice that all move for 12 seconds."""
HIGHEST: Final = 2**31
"""No die is named by a higher number."""
FARTHEST: Final = 1000.0
"""Centimetres: nothing is seen beyond."""
_SLACK: Final = 0.01
"""How much the length of a quaternion may differ from 1."""
_MORE: Final = 128
"""What is added to a byte if more bytes of the same number follow."""
_LONGEST: Final = 5
"""Bytes of a number, at most."""
_COLUMNS: Final = 7
_NUMBERS_OF_A_TRACK: Final = 4
"""Before its columns: die, first frame, how many sights, the face that is up."""
_HEAD: Final = 1024
"""Bytes of a packed film that say enough of how its bytes are packed to read the first number."""


def pack(film: Film) -> bytes:
    """A film as bytes, none if nothing moves. Places are kept to 0.005 cm, rotations to 0.12 degrees."""
    if not film.tracks:
        return b""
    _check(film)
    raw = _written(chain((film.frames, len(film.tracks)), *map(_numbers_of, film.tracks)))
    if len(raw) > MOST_BYTES:
        raise _broken()
    return bytes((VERSION,)) + zlib.compress(raw, 9)


def unpack(packed: bytes, most: int = MOST_SIGHTS) -> Film:
    """The film that was packed into these bytes; refused if they are none, or show more than so many sights."""
    if not packed:
        return Film()
    _check_version(packed)
    # A track has at least one sight: this is what the sights, the tracks and the two first numbers take at most.
    most_bytes = _LONGEST * (2 + (_NUMBERS_OF_A_TRACK + _COLUMNS) * most)
    numbers = _read(_inflated(packed[1:], min(MOST_BYTES, most_bytes)))
    frames, count = _take(numbers, 2)
    if count < 1:
        raise _broken()
    tracks: list[Track] = []
    for _ in range(count):
        track = _track(numbers, most)
        tracks.append(track)
        most -= len(track.sights)
    film = Film(frames, tuple(tracks))
    _check(film)
    if next(numbers, None) is not None:
        raise _broken()
    return film


def frames_of(packed: bytes) -> int:
    """How many frames a packed film has, as its first bytes say; nothing more is unpacked."""
    if not packed:
        return 0
    _check_version(packed)
    inflate = zlib.decompressobj()
    try:
        raw = inflate.decompress(packed[1 : _HEAD + 1], _LONGEST)
    except zlib.error:
        raise _broken() from None
    frames = next(_read(raw), 0)
    if not 1 <= frames <= MOST_FRAMES:
        raise _broken()
    return frames


def _check_version(packed: bytes) -> None:
    if packed[0] != VERSION:
        raise Refusal("The film is packed in form {version}, which is unknown here.", version=packed[0])


def _broken() -> Refusal:
    return Refusal("The film is broken.")


def _check(film: Film) -> None:
    """Refuse a film that is too long or in disorder, or that shows a die where none can be."""
    begins = [track.first for track in film.tracks]
    sights = (sight for track in film.tracks for sight in track.sights)
    if not (
        film.frames <= MOST_FRAMES
        and len(film.tracks) <= MOST_TRACKS
        and begins == sorted(begins)
        and all(0 <= track.first < track.first + len(track.sights) <= film.frames for track in film.tracks)
        and all(abs(track.die) <= HIGHEST for track in film.tracks)
        and all(abs(x) <= FARTHEST and abs(y) <= FARTHEST and abs(z) <= FARTHEST for x, y, z, _ in sights)
    ):
        raise _broken()


def _numbers_of(track: Track) -> list[int]:
    """The rotations since the first face came up: while the die slides on that face, only two of four parts change."""
    up = up_of(track.sights[0])
    from_up = inverse(FROM_TOP[up])
    a, b, c, d = FROM_TOP[TOP]
    rows = []
    for x, y, z, now in track.sights:
        w, i, j, k = now if up == TOP else times(now, from_up)
        size = TURNS / _length((w, i, j, k))
        if a * w + b * i + c * j + d * k < 0.0:  # of two quaternions of a rotation that nearer to the last
            size = -size
        a, b, c, d = w * size, i * size, j * size, k * size
        rows.append((round(x * PLACES), round(y * PLACES), round(z * PLACES), round(a), round(b), round(c), round(d)))
    numbers = [track.die, track.first, len(rows), up]
    for column in zip(*rows, strict=True):
        last = rise = 0
        for number in column:
            step = number - last
            numbers.append(step - rise)
            last, rise = number, step
    return numbers


def _track(numbers: Iterator[int], most: int) -> Track:
    die, first, count, up = _take(numbers, _NUMBERS_OF_A_TRACK)
    if not 1 <= count <= most or not 0 <= up < len(FROM_TOP):
        raise _broken()
    columns = [accumulate(accumulate(_take(numbers, count))) for _ in range(_COLUMNS)]
    return Track(die, first, tuple(_sight(row, FROM_TOP[up]) for row in zip(*columns, strict=True)))


def _sight(row: tuple[int, ...], came_up: Quaternion) -> Sight:
    x, y, z, w, i, j, k = row
    turned = _unit((w / TURNS, i / TURNS, j / TURNS, k / TURNS))
    return Sight(x / PLACES, y / PLACES, z / PLACES, times(turned, came_up))


def _unit(one: tuple[float, ...]) -> Quaternion:
    """The quaternion of length 1; refused if it is not nearly so long."""
    return _scaled(one, _length(one))


def _length(one: tuple[float, ...]) -> float:
    """Of a quaternion; refused if it is not nearly 1."""
    length = hypot(*one)
    if not abs(length - 1.0) < _SLACK:
        raise _broken()
    return length


def _written(numbers: Iterable[int]) -> bytes:
    """Seven bits a byte, the lowest first; the lowest bit of a number is its sign."""
    out = bytearray()
    for number in numbers:
        rest = 2 * number if number >= 0 else -2 * number - 1
        if rest < _MORE:
            out.append(rest)
            continue
        while rest >= _MORE:
            out.append(rest % _MORE + _MORE)
            rest //= _MORE
        out.append(rest)
    return bytes(out)


def _read(raw: bytes) -> Iterator[int]:
    number, weight = 0, 1
    for byte in raw:
        number += byte % _MORE * weight
        weight *= _MORE
        if byte < _MORE:
            yield -(number + 1) // 2 if number % 2 else number // 2
            number, weight = 0, 1
        elif weight == _MORE**_LONGEST:
            raise _broken()
    if weight > 1:
        raise _broken()


def _take(numbers: Iterator[int], count: int) -> list[int]:
    taken = list(islice(numbers, count))
    if len(taken) < count:
        raise _broken()
    return taken


def _inflated(packed: bytes, most: int) -> bytes:
    inflate = zlib.decompressobj()
    try:
        raw = inflate.decompress(packed, most + 1)
    except zlib.error:
        raise _broken() from None
    if not inflate.eof or inflate.unused_data or len(raw) > most:
        raise _broken()
    return raw


# Throws, for the eye only: told backwards from the place where the die rests.

GRAVITY: Final = 981.0
"""Centimetres per second squared."""
_FALL: Final = 0.24
"""Seconds from the hand to the first bounce."""
_IMPACT: Final = 135.0
"""How fast the die comes down then: centimetres a second."""
_HOPS: Final = (0.095, 0.15, 0.22)
"""Seconds in the air from bounce to bounce, the last hop first."""
_SPEED: Final = 17.0
"""In the last hop, along the table: centimetres a second."""
_SPIN: Final = 1000.0
"""In the last hop: degrees a second."""
_FASTER: Final = 1.35
"""So many times faster along the table was the hop before, ..."""
_QUICKER: Final = 1.12
"""... and so many times quicker the spin."""
_LEAN: Final = 15.0
"""Degrees by which the axis of the spin leans at most in the last hop; twice as many in the hop before, and so on."""
_SWAY: Final = 7.0
"""Degrees by which a bounce changes the direction at most."""
_FRICTION: Final = 0.3
"""Of the table."""
_TIPPING: Final = sqrt(3 * GRAVITY / (2 * sqrt(2) * EDGE))
"""A cube that nearly balances on an edge leans over e times as far after 1 / _TIPPING seconds."""


class _Stage(NamedTuple):
    """A part of a throw: how many seconds it takes, and what is seen so many seconds before its end."""

    duration: float
    before: Callable[[float], Sight]

    @property
    def start(self) -> Sight:
        return self.before(self.duration)


class _Drift(NamedTuple):
    """How a cube moves in the air beside falling: it keeps its velocity, and as a cube its axis and spin as well."""

    velocity: tuple[float, float]
    axis: tuple[float, float, float]
    spin: float

    def back(self, turned: Quaternion, seconds: float) -> Quaternion:
        """How it was turned so many seconds ago."""
        return times(about(self.axis, -self.spin * seconds), turned)


def throw(face: Face, rng: Random) -> Film:
    """A die, named 0, that comes in from the side of -x and rests at (0, 0) with this face up.

    It falls from a hand, hops two or three times, each time lower and slower, rolls over an edge and slides a little.
    """
    stages = list(_stages(face, rng))
    frames = floor(sum(stage.duration for stage in stages) * RATE) + 1
    sights = tuple(_before_the_end(stages, frame / RATE) for frame in reversed(range(frames)))
    return Film(frames, (Track(0, 0, sights),))


def _before_the_end(stages: list[_Stage], seconds: float) -> Sight:
    *later, first = stages
    for stage in later:
        if seconds <= stage.duration:
            return stage.before(seconds)
        seconds -= stage.duration
    return first.before(seconds)


def _stages(face: Face, rng: Random) -> Iterator[_Stage]:
    """What a thrown die does, the last thing first."""
    heading, twist = rng.uniform(-30.0, 30.0), rng.uniform(-10.0, 10.0)
    rest = Sight(0.0, 0.0, EDGE / 2, rotation(face, heading + twist + 90.0 * rng.randrange(4)))
    yield (stage := _slide(rest, heading, twist, rng.uniform(0.3, 0.5)))
    hops = _HOPS[rng.randrange(2) :]
    # With a hop less the die takes its time on the edge.
    balancing = rng.uniform(70.0, 180.0) if hops == _HOPS else rng.uniform(10.0, 30.0)
    yield (stage := _roll(stage.start, heading, balancing, rng.uniform(60.0, 75.0)))
    for earlier, duration in enumerate(hops):
        heading += rng.uniform(-_SWAY, _SWAY)
        drift = _drift(heading, earlier, rng)
        yield (stage := _hop(stage.start, drift, duration * rng.uniform(0.97, 1.05)))
    yield _flight(stage.start, _drift(heading, len(hops), rng), _FALL, _IMPACT)


def _slide(end: Sight, heading: float, twist: float, distance: float) -> _Stage:
    """Flat on the table, twisting a little, until friction stops it."""
    duration = sqrt(2 * distance / (_FRICTION * GRAVITY))

    def before(seconds: float) -> Sight:
        left = (seconds / duration) ** 2
        x, y = _along(heading, distance * left)
        return Sight(end.x - x, end.y - y, end.z, times(about(_UP, -twist * left), end.rotation))

    return _Stage(duration, before)


def _roll(end: Sight, heading: float, balancing: float, angle: float) -> _Stage:
    """Over an edge that stays where it is, the last so many degrees; the spin is least where the cube balances."""
    axis = (*_along(heading + 90.0, 1.0), 0.0)
    lean = balancing / _TIPPING
    falling = asinh(45.0 / lean) / _TIPPING

    def before(seconds: float) -> Sight:
        left = 45.0 + lean * sinh((seconds - falling) * _TIPPING)
        steepness = radians(45.0 + left)
        x, y = _along(heading, EDGE / 2 - EDGE * _ROOT * cos(steepness))
        return Sight(end.x - x, end.y - y, EDGE * _ROOT * sin(steepness), times(about(axis, -left), end.rotation))

    return _Stage(falling + asinh((angle - 45.0) / lean) / _TIPPING, before)


def _hop(end: Sight, drift: _Drift, duration: float) -> _Stage:
    """From the table to the table."""
    start = _reach(drift.back(end.rotation, duration))
    return _flight(end, drift, duration, (start - end.z) / duration + GRAVITY * duration / 2)


def _flight(end: Sight, drift: _Drift, duration: float, impact: float) -> _Stage:
    """Through the air, until the lowest corner strikes the table."""
    vx, vy = drift.velocity

    def before(seconds: float) -> Sight:
        height = end.z + impact * seconds - GRAVITY * seconds**2 / 2
        return Sight(end.x - vx * seconds, end.y - vy * seconds, height, drift.back(end.rotation, seconds))

    return _Stage(duration, before)


def _drift(heading: float, earlier: int, rng: Random) -> _Drift:
    """Of the last hop, or of one that was so many hops earlier."""
    lean = (earlier + 1) * rng.uniform(-_LEAN, _LEAN)
    level = _along(heading + 90.0 + (earlier + 1) * rng.uniform(-_LEAN, _LEAN), cos(radians(lean)))
    return _Drift(_along(heading, _SPEED * _FASTER**earlier), (*level, sin(radians(lean))), _SPIN * _QUICKER**earlier)


def _along(heading: float, distance: float) -> tuple[float, float]:
    return distance * cos(radians(heading)), distance * sin(radians(heading))
