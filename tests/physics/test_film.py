"""Films keep what is seen of a shot, in few bytes, and are refused if they are broken; thrown dice look like dice."""

from __future__ import annotations

import tracemalloc
import zlib
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise, takewhile
from math import atan2, cos, degrees, dist, hypot, inf, isfinite, nan, pi, sin, sqrt
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rumms.kernel.refusal import Refusal
from rumms.physics.film import (
    FARTHEST,
    FROM_TOP,
    HIGHEST,
    MOST_BYTES,
    MOST_FRAMES,
    MOST_TRACKS,
    RATE,
    VERSION,
    Film,
    Quaternion,
    Sight,
    Track,
    about,
    film,
    inverse,
    lowest,
    lying,
    pack,
    rotation,
    throw,
    times,
    unpack,
    up_of,
    yaw_of,
)
from rumms.physics.model import EDGE, FACES, TOP, Shot

FLAT = Quaternion(1.0, 0.0, 0.0, 0.0)
NORMALS = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
"""Of the faces, along the cube's own axes."""
SEEDS = range(50)

Vector = tuple[float, float, float]


def turned(by: Quaternion, vector: Sequence[float]) -> Vector:
    """A vector along the cube's axes, along the world's: Rodrigues' formula."""
    w, x, y, z = by
    a, b, c = vector
    p, q, r = (y * c - z * b, z * a - x * c, x * b - y * a)
    return (
        a + 2 * (w * p + y * r - z * q),
        b + 2 * (w * q + z * p - x * r),
        c + 2 * (w * r + x * q - y * p),
    )


def apart(a: Quaternion, b: Quaternion) -> float:
    """The angle between two rotations in degrees."""
    w, x, y, z = times(a, inverse(b))
    return degrees(2 * atan2(hypot(x, y, z), abs(w)))


def corners(sight: Sight) -> list[Vector]:
    half = EDGE / 2
    own = [(x, y, z) for x in (-half, half) for y in (-half, half) for z in (-half, half)]
    return [(sight.x + x, sight.y + y, sight.z + z) for x, y, z in (turned(sight.rotation, corner) for corner in own)]


def sliding(die: int, first: int, frames: int, distance: float, spin: float) -> list[tuple[int, int, Sight]]:
    """A die that slides and spins on some face until friction has stopped both."""
    samples = []
    for frame in range(frames):
        done = 1.0 - (1.0 - frame / (frames - 1)) ** 2
        x, y = distance * done * cos(die), distance * done * sin(die)
        turn = rotation(die % 6, 40.0 * die + spin * done)
        samples.append((first + frame, die, Sight(20.0 + 3.0 * die + x, 12.0 + y, EDGE / 2, turn)))
    return samples


def tumbling(die: int, frames: int, distance: float) -> list[tuple[int, int, Sight]]:
    """A die that slides, tumbles, hops and spins at the same time."""
    samples = []
    for frame in range(frames):
        left = 1.0 - frame / (frames - 1)
        done = 1.0 - left**2
        turn = times(about((0.6, -0.8, 0.0), 1800.0 * done), rotation(2, 500.0 * done))
        height = EDGE * (0.75 + left * abs(sin(9.0 * frame / RATE)))
        samples.append((frame, die, Sight(5.0 + 0.8 * distance * done, 4.0 + 0.6 * distance * done, height, turn)))
    return samples


# Frames and times.


def still(x: float, yaw: float = 0.0) -> Sight:
    return Sight(x, 5.0, EDGE / 2, rotation(TOP, yaw))


def test_samples_become_tracks_in_the_order_in_which_they_begin():
    shot = film(9, [(3, 1, still(3.0)), (0, 7, still(0.0)), (2, 1, still(2.0)), (1, 7, still(1.0)), (2, 0, still(4.0))])
    assert shot == Film(
        9,
        (
            Track(7, 0, (still(0.0), still(1.0))),
            Track(0, 2, (still(4.0),)),
            Track(1, 2, (still(2.0), still(3.0))),
        ),
    )
    assert shot.ids == (0, 1, 7)
    assert shot.duration == 8 / 60


def test_a_die_that_rests_for_a_while_has_several_tracks():
    samples = [(frame, 3, still(frame)) for frame in (0, 1, 2, 4, 5, 9)]
    assert [(track.first, len(track.sights)) for track in film(10, samples).tracks] == [(0, 3), (4, 2), (9, 1)]


def test_dice_with_neighbouring_numbers_share_no_track():
    shot = film(4, [(0, 1, still(0.0)), (1, 2, still(1.0)), (2, 2, still(2.0)), (3, 1, still(3.0))])
    assert [(track.die, track.first, len(track.sights)) for track in shot.tracks] == [(1, 0, 1), (2, 1, 2), (1, 3, 1)]


def test_of_two_samples_of_a_die_at_a_frame_the_later_one_counts():
    assert film(1, [(0, 0, still(1.0)), (0, 0, still(2.0))]).tracks == (Track(0, 0, (still(2.0),)),)


def test_a_film_without_frames_lasts_no_time():
    assert Film().duration == 0.0
    assert Film().ids == ()
    assert Film().at(0.0) == {}


def test_at_the_time_of_a_frame_dice_are_where_that_frame_has_them():
    shot = film(200, [(frame, 0, still(0.1 * frame, frame)) for frame in range(200)])
    for frame in range(200):
        sight = shot.at(frame / RATE)[0]
        assert sight.x == pytest.approx(0.1 * frame, abs=1e-6)
        assert yaw_of(sight) == pytest.approx(frame, abs=1e-4)


def test_a_die_is_named_from_its_first_frame_on():
    for frame in range(120):
        shot = film(121, [(frame, 4, still(1.0)), (frame + 1, 4, still(2.0))])
        assert shot.at((frame - 0.01) / RATE) == {}
        assert shot.at(frame / RATE) == {4: still(1.0)}


def test_between_frames_places_and_rotations_lie_between():
    shot = film(2, [(0, 0, Sight(1.0, 2.0, 0.8, rotation(0, 350.0))), (1, 0, Sight(2.0, 0.0, 1.8, rotation(0, 20.0)))])
    sight = shot.at(0.5 / RATE)[0]
    assert sight[:3] == pytest.approx((1.5, 1.0, 1.3))
    assert (up_of(sight), round(yaw_of(sight), 9)) == (0, 5.0)
    quarter = shot.at(0.25 / RATE)[0]
    assert quarter[:3] == pytest.approx((1.25, 1.5, 1.05))
    assert yaw_of(quarter) == pytest.approx(357.5, abs=0.1)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_die_turns_the_shorter_way_whichever_quaternion_is_given(sign: float):
    end = Quaternion(*(sign * part for part in rotation(2, 70.0)))
    shot = film(2, [(0, 0, Sight(0.0, 0.0, 0.8, rotation(2, 0.0))), (1, 0, Sight(0.0, 0.0, 0.8, end))])
    sight = shot.at(0.5 / RATE)[0]
    assert (up_of(sight), round(yaw_of(sight), 9)) == (2, 35.0)
    assert hypot(*sight.rotation) == pytest.approx(1.0)


def test_a_die_stays_where_its_track_ends():
    shot = film(9, [(1, 0, still(1.0)), (2, 0, still(2.0)), (6, 0, still(2.0)), (7, 0, still(5.0))])
    for frame, x in ((2.0, 2.0), (2.5, 2.0), (4.0, 2.0), (6.0, 2.0), (7.0, 5.0), (7.5, 5.0), (500.0, 5.0), (inf, 5.0)):
        assert shot.at(frame / RATE) == {0: still(x)}
    assert shot.at(6.5 / RATE)[0].x == pytest.approx(3.5)
    assert shot.at(-1.0) == {}


# How a cube is turned.


@pytest.mark.parametrize("face", range(6), ids=FACES)
def test_a_face_is_brought_up_by_its_own_fixed_rotation(face: int):
    assert turned(FROM_TOP[face], NORMALS[face]) == pytest.approx((0.0, 0.0, 1.0))
    assert rotation(face, 0.0) == FROM_TOP[face]
    assert hypot(*FROM_TOP[face]) == pytest.approx(1.0, abs=1e-15)


def test_faces_are_brought_up_by_turns_about_x_and_y_alone():
    x, y = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
    assert [turned(FROM_TOP[face], y) for face in (0, 1)] == [pytest.approx(y)] * 2
    assert [turned(FROM_TOP[face], x) for face in (2, 3, 5)] == [pytest.approx(x)] * 3
    assert {abs(part) for one in FROM_TOP for part in one} == {0.0, sqrt(0.5), 1.0}


def test_the_yaw_turns_counter_clockwise_from_x_seen_from_above():
    assert turned(rotation(TOP, 30.0), (1, 0, 0)) == pytest.approx((cos(pi / 6), 0.5, 0.0))
    assert turned(rotation(2, 30.0), (1, 0, 0)) == pytest.approx((cos(pi / 6), 0.5, 0.0))
    assert turned(rotation(0, 90.0), NORMALS[4]) == pytest.approx((0.0, -1.0, 0.0))


def test_a_turn_is_about_its_axis_and_one_follows_the_other():
    assert turned(about((0.0, 0.0, 1.0), 90.0), (1, 0, 0)) == pytest.approx((0.0, 1.0, 0.0))
    assert turned(about((1.0, 0.0, 0.0), 90.0), (0, 1, 0)) == pytest.approx((0.0, 0.0, 1.0))
    both = times(about((0.0, 0.0, 1.0), 90.0), about((1.0, 0.0, 0.0), 90.0))
    assert turned(both, (0, 0, 1)) == pytest.approx((1.0, 0.0, 0.0), abs=1e-15)
    assert times(both, inverse(both)) == pytest.approx(FLAT)


def test_a_cube_lies_in_24_ways_and_all_are_told_apart():
    ways = [(face, 90.0 * quarter) for face in range(6) for quarter in range(4)]
    for face, yaw in ways:
        up, found = lying(rotation(face, yaw))
        assert up == face
        assert found == pytest.approx(yaw, abs=1e-12)
    for number, one in enumerate(ways):
        assert all(apart(rotation(*one), rotation(*other)) > 89.0 for other in ways[:number])


@given(face=st.integers(0, 5), yaw=st.floats(-1000.0, 1000.0), sign=st.sampled_from((1.0, -1.0)))
def test_rotation_and_lying_are_each_others_inverse(face: int, yaw: float, sign: float):
    given_rotation = Quaternion(*(sign * part for part in rotation(face, yaw)))
    up, found = lying(given_rotation)
    assert up == face
    assert 0.0 <= found < 360.0
    assert abs((found - yaw + 180.0) % 360.0 - 180.0) < 1e-9
    assert apart(rotation(up, found), given_rotation) < 1e-9
    sight = Sight(1.0, 2.0, EDGE / 2, given_rotation)
    assert (up_of(sight), yaw_of(sight)) == (up, found)


@pytest.mark.parametrize("face", range(6), ids=FACES)
def test_a_yaw_just_below_nothing_is_no_full_turn(face: int):
    for yaw in (-1e-17, -1e-14, 360.0, -360.0, 720.0 - 1e-13):
        assert 0.0 <= lying(rotation(face, yaw))[1] < 360.0


@given(face=st.integers(0, 5), yaw=st.floats(0.0, 359.0), tilt=st.floats(-40.0, 40.0), leaning=st.floats(0.0, 2 * pi))
def test_the_nearest_flat_rotation_is_found_for_a_tilted_cube(face: int, yaw: float, tilt: float, leaning: float):
    tilted = times(about((cos(leaning), sin(leaning), 0.0), tilt), rotation(face, yaw))
    up, found = lying(tilted)
    assert up == face
    nearest = apart(rotation(up, found), tilted)
    assert nearest <= abs(tilt) + 1e-9
    for other in (0.05, -0.05, 1.0, -1.0, 30.0, 90.0, 180.0):
        assert apart(rotation(up, found + other), tilted) > nearest


@given(st.integers(0, 10**6))
def test_the_lowest_corner_is_the_lowest_of_all_eight(seed: int):
    sight = any_sight(Random(seed))
    assert lowest(sight) == pytest.approx(min(z for _, _, z in corners(sight)), abs=1e-9)


# Packing.


def any_sight(rng: Random) -> Sight:
    parts = [rng.gauss(0.0, 1.0) for _ in range(4)]
    length = hypot(*parts)
    turn = Quaternion(*(part / length for part in parts))
    return Sight(rng.uniform(-FARTHEST, FARTHEST), rng.uniform(-90.0, 90.0), rng.uniform(0.8, 20.0), turn)


def assert_same(given_film: Film, found: Film) -> None:
    """As far as a film is kept: half a step of a place, and less than the eye sees of a rotation."""
    assert found.frames == given_film.frames
    assert [(track.die, track.first) for track in found.tracks] == [
        (track.die, track.first) for track in given_film.tracks
    ]
    for track, again in zip(given_film.tracks, found.tracks, strict=True):
        for sight, kept in zip(track.sights, again.sights, strict=True):
            assert all(abs(a - b) <= 0.005 + 1e-9 for a, b in zip(sight[:3], kept[:3], strict=True))
            assert apart(sight.rotation, kept.rotation) <= 0.12
            assert hypot(*kept.rotation) == pytest.approx(1.0)


@st.composite
def smooth_samples(draw: st.DrawFn) -> list[tuple[int, int, Sight]]:
    """Dice that fly along parabolas and turn about fixed axes."""
    samples = []
    for die in draw(st.lists(st.integers(0, 200), unique=True, min_size=1, max_size=5)):
        rng = Random(draw(st.integers(0, 10**9)))
        first, frames = rng.randrange(60), rng.randrange(1, 60)
        start, speed, slowing = ([rng.uniform(-size, size) for _ in range(3)] for size in (60.0, 3.0, 0.05))
        turn, axis, spin = any_sight(rng).rotation, rng.uniform(0.0, 2 * pi), rng.uniform(-170.0, 170.0)
        for frame in range(frames):
            x, y, z = (a + v * frame + s * frame * frame for a, v, s in zip(start, speed, slowing, strict=True))
            now = times(about((cos(axis), sin(axis), 0.0), spin * frame), turn)
            samples.append((first + frame, die, Sight(x, y, z, now)))
    return samples


@given(smooth_samples())
def test_a_smooth_film_stays_what_it_is(samples: list[tuple[int, int, Sight]]):
    shot = film(120, samples)
    assert_same(shot, unpack(pack(shot)))


@given(st.integers(0, 10**9))
def test_a_film_of_leaps_stays_what_it_is(seed: int):
    rng = Random(seed)
    shot = film(40, [(frame, die, any_sight(rng)) for frame in range(40) for die in range(3) if rng.random() < 0.7])
    assert_same(shot, unpack(pack(shot)))


def test_packing_what_was_unpacked_changes_nothing():
    shot = unpack(pack(film(80, [*tumbling(7, 61, 40.0), *sliding(3, 10, 31, 12.0, 200.0)])))
    assert pack(shot) == pack(unpack(pack(shot)))
    assert_same(shot, unpack(pack(shot)))


def test_errors_do_not_add_up_over_a_minute():
    shot = film(
        MOST_FRAMES,
        [(f, 0, Sight(0.0034 * f, -0.0066 * f, 0.8, rotation(1, 0.033 * f))) for f in range(MOST_FRAMES)],
    )
    assert_same(shot, unpack(pack(shot)))


def test_a_film_may_use_its_limits_up():
    sights = (Sight(FARTHEST, -FARTHEST, FARTHEST, FLAT), Sight(-FARTHEST, FARTHEST, 0.0, FROM_TOP[5]))
    shot = Film(MOST_FRAMES, (Track(HIGHEST, 0, sights), Track(-HIGHEST, MOST_FRAMES - 2, sights)))
    assert_same(shot, unpack(pack(shot)))
    many = Film(1, (Track(0, 0, sights[:1]),) * MOST_TRACKS)
    assert_same(many, unpack(pack(many)))


def test_a_film_in_which_nothing_moves_takes_no_bytes():
    assert pack(Film()) == b""
    assert pack(Film(30)) == b""
    assert unpack(b"") == Film()


def test_the_same_film_gives_the_same_bytes():
    samples = [*tumbling(7, 61, 40.0), *sliding(3, 10, 31, 12.0, 200.0)]
    assert pack(film(61, samples)) == pack(film(61, reversed(samples)))


def test_it_does_not_matter_which_of_the_two_quaternions_of_a_rotation_is_given():
    samples, rng = tumbling(7, 61, 40.0), Random(3)
    signs = [rng.choice((1.0, -1.0)) for _ in samples]
    other = [
        (frame, die, sight._replace(rotation=Quaternion(*(sign * part for part in sight.rotation))))
        for (frame, die, sight), sign in zip(samples, signs, strict=True)
    ]
    assert pack(film(61, other)) == pack(film(61, samples))


@pytest.mark.parametrize("face", range(6), ids=FACES)
def test_a_die_that_slides_on_any_face_takes_few_bytes(face: int):
    samples = [
        (frame, 0, sight._replace(rotation=rotation(face, yaw_of(sight))))
        for frame, _, sight in sliding(TOP, 0, 31, 10.0, 80.0)
    ]
    assert len(pack(film(31, samples))) <= 120


def size_in_a_record(shot: Film) -> int:
    packed = pack(shot)
    line = msgspec.json.encode(Shot(moved=(), film=packed))
    assert msgspec.json.decode(line, type=Shot).film == packed
    return len(msgspec.json.encode(packed))


def test_a_typical_shot_takes_at_most_4096_bytes_of_a_record():
    samples = tumbling(7, 61, 40.0)
    for die, first in enumerate((8, 11, 15, 30)):
        samples += sliding(die, first, 31, 6.0 + 3.0 * die, 150.0 * (-1) ** die)
    assert size_in_a_record(film(61, samples)) <= 4096


def test_even_six_dice_that_tumble_for_a_second_take_at_most_4096_bytes_of_a_record():
    tracks = [throw(die, Random(die)).tracks[0] for die in range(6)]
    shot = Film(80, tuple(Track(die, 0, track.sights) for die, track in enumerate(tracks)))
    assert size_in_a_record(shot) <= 4096


@pytest.mark.parametrize(
    "tracks",
    [
        (Track(0, 1, (still(0.0),)), Track(1, 0, (still(0.0),))),
        (Track(0, -1, (still(0.0),)),),
        (Track(0, 9, (still(0.0), still(1.0))),),
        (Track(0, 0, ()),),
        (Track(HIGHEST + 1, 0, (still(0.0),)),),
        (Track(0, 0, (still(nan),)),),
        (Track(0, 0, (still(inf),)),),
        (Track(0, 0, (still(0.0)._replace(y=-FARTHEST - 0.1),)),),
        (Track(0, 0, (still(0.0)._replace(z=nan),)),),
        (Track(0, 0, (Sight(0.0, 0.0, 0.8, Quaternion(nan, 0.0, 0.0, 0.0)),)),),
        (Track(0, 0, (Sight(0.0, 0.0, 0.8, Quaternion(0.0, 0.0, 0.0, 0.0)),)),),
        (Track(0, 0, (Sight(0.0, 0.0, 0.8, Quaternion(1.0, 1.0, 0.0, 0.0)),)),),
        (Track(0, 0, (still(0.0),)),) * (MOST_TRACKS + 1),
    ],
)
def test_what_could_not_be_unpacked_is_not_packed(tracks: tuple[Track, ...]):
    with pytest.raises(Refusal, match=r"^The film is broken\.$"):
        pack(Film(10, tracks))


def test_a_film_of_more_than_a_minute_is_not_packed():
    with pytest.raises(Refusal, match=r"^The film is broken\.$"):
        pack(Film(MOST_FRAMES + 1, (Track(0, 0, (still(0.0),)),)))


def test_a_rotation_that_is_a_little_too_long_is_packed_all_the_same():
    long = Quaternion(*(1.004 * part for part in rotation(3, 33.0)))
    found = unpack(pack(film(1, [(0, 0, Sight(0.0, 0.0, 0.8, long))])))
    assert apart(found.at(0.0)[0].rotation, rotation(3, 33.0)) <= 0.12


# Broken films.


def written(numbers: Iterable[int]) -> bytes:
    out = []
    for number in numbers:
        rest = 2 * number if number >= 0 else -2 * number - 1
        while rest > 127:
            out.append(rest % 128 + 128)
            rest //= 128
        out.append(rest)
    return bytes(out)


def as_packed(raw: bytes) -> bytes:
    return bytes([VERSION]) + zlib.compress(raw)


ONE = (10, 1, 5, 2, 2, 4, 100, -99, -50, 49, 80, -80, 1024, -1024, 0, 0, 0, 0, 0, 0)
"""Frames, tracks; die, first, sights, face; then columns of second differences, for two sights each."""


def test_the_packed_form_stays_as_it_is():
    turn = Quaternion(1.0, 0.0, 0.0, 0.0)
    expected = Film(10, (Track(5, 2, (Sight(1.0, -0.5, 0.8, turn), Sight(1.01, -0.51, 0.8, turn))),))
    assert unpack(as_packed(written(ONE))) == expected
    assert zlib.decompress(pack(expected)[1:]) == written(ONE)
    kept = "0178da1361e26261e138c1789431396901e37cc60681fffc0c6000004c690564"
    assert unpack(bytes.fromhex(kept)) == expected


def changed(place: int, number: int) -> bytes:
    numbers = list(ONE)
    numbers[place] = number
    return written(numbers)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        written(ONE)[:-1],
        written(ONE) + b"\0",
        written(ONE) + b"\x80",
        written(ONE)[:-1] + b"\x80",
        written(ONE)[:-1] + b"\x80\x80\x80\x80\x80\0",
        changed(0, MOST_FRAMES + 1),
        changed(0, 3),
        changed(0, -1),
        written((10, 0)),
        changed(1, 0),
        changed(1, -1),
        changed(1, 2),
        changed(1, MOST_TRACKS + 1),
        changed(1, 2**33),
        changed(2, HIGHEST + 1),
        changed(2, -HIGHEST - 1),
        changed(3, -1),
        changed(3, 9),
        changed(3, 2**33),
        changed(4, 0),
        changed(4, -2),
        changed(4, 3),
        changed(4, 2**33),
        changed(5, 6),
        changed(5, -1),
        changed(6, 100_001),
        changed(7, 100_000),
        changed(8, -100_001),
        changed(10, 2**33),
        changed(12, 0),
        changed(12, 1040),
        changed(13, -2048),
        changed(18, 400),
        written((10, MOST_TRACKS + 1)) + written(ONE[2:]) * (MOST_TRACKS + 1),
        written((10, 2)) + written(ONE[2:]) + written((5, 1, *ONE[4:])),
    ],
)
def test_numbers_that_make_no_film_are_refused(raw: bytes):
    with pytest.raises(Refusal, match=r"^The film is broken\.$"):
        unpack(as_packed(raw))


def test_every_beginning_of_a_film_is_refused():
    packed = pack(film(61, tumbling(7, 61, 40.0)))
    for length in range(1, len(packed)):
        with pytest.raises(Refusal, match="broken"):
            unpack(packed[:length])


def test_what_follows_a_film_is_refused():
    packed = pack(film(61, tumbling(7, 61, 40.0)))
    for more in (b"\0", packed, b"\x01"):
        with pytest.raises(Refusal, match="broken"):
            unpack(packed + more)


def test_a_film_of_another_form_is_refused_by_its_number():
    packed = pack(film(61, tumbling(7, 61, 40.0)))
    for version in (0, VERSION + 1, 255):
        with pytest.raises(Refusal, match=f"^The film is packed in form {version}, which is unknown here.$"):
            unpack(bytes([version]) + packed[1:])


def test_a_small_film_that_unpacks_to_a_huge_one_is_refused_before_it_fills_the_memory():
    bomb = as_packed(bytes(50 * MOST_BYTES))
    tracemalloc.start()
    try:
        with pytest.raises(Refusal, match="broken"):
            unpack(bomb)
        assert tracemalloc.get_traced_memory()[1] < 4 * MOST_BYTES
    finally:
        tracemalloc.stop()


def test_a_film_may_have_so_many_bytes_and_no_more(monkeypatch: pytest.MonkeyPatch):
    shot = film(61, tumbling(7, 61, 40.0))
    packed = pack(shot)
    size = len(zlib.decompress(packed[1:]))
    monkeypatch.setattr("rumms.physics.film.MOST_BYTES", size)
    assert pack(shot) == packed
    assert_same(shot, unpack(packed))
    monkeypatch.setattr("rumms.physics.film.MOST_BYTES", size - 1)
    with pytest.raises(Refusal, match="broken"):
        pack(shot)
    with pytest.raises(Refusal, match="broken"):
        unpack(packed)


def mutated(raw: bytes, rng: Random) -> bytes:
    out = bytearray(raw)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(out))
        match rng.randrange(4):
            case 0:
                out[at] = rng.randrange(256)
            case 1:
                out[at] ^= 1 << rng.randrange(8)
            case 2:
                out.insert(at, rng.randrange(256))
            case _:
                del out[at : at + rng.randrange(1, 9)]
        out = out or bytearray(b"\0")
    return bytes(out)


def read(packed: bytes) -> Film | None:
    """The film, or none if it is refused; anything else is an error."""
    try:
        return unpack(packed)
    except Refusal:
        return None


def test_damaged_bytes_are_refused():
    packed, rng = pack(film(61, [*tumbling(7, 61, 40.0), *sliding(3, 10, 31, 12.0, 200.0)])), Random(1)
    found = [read(mutated(packed, rng)) for _ in range(2000)]
    # A few changes have no effect: the last byte before the checksum has bits that mean nothing.
    assert {shot for shot in found if shot} <= {unpack(packed)}
    assert found.count(None) > 1980


def test_damage_behind_the_checksum_leads_to_a_refusal_or_to_another_film():
    raw = zlib.decompress(pack(film(61, [*tumbling(7, 20, 40.0), *sliding(3, 10, 12, 12.0, 200.0)]))[1:])
    rng = Random(2)
    found = [read(as_packed(mutated(raw, rng))) for _ in range(2000)]
    assert found.count(None) > 1000
    for shot in filter(None, found):
        assert pack(shot)
        for sights in (shot.at(0.0), shot.at(0.31), shot.at(shot.duration)):
            assert all(isfinite(number) for sight in sights.values() for number in (*sight[:3], *sight.rotation))


@given(st.binary(max_size=300))
def test_random_bytes_are_refused(raw: bytes):
    assert read(bytes([VERSION]) + raw) is None
    assert read(as_packed(raw)) is None


# Throws.


@cache
def throws(face: int) -> list[Film]:
    return [throw(face, Random(1000 * face + seed)) for seed in SEEDS]


def sights_of(shot: Film) -> tuple[Sight, ...]:
    (track,) = shot.tracks
    assert (track.die, track.first, len(track.sights)) == (0, 0, shot.frames)
    return track.sights


def hops(shot: Film) -> list[float]:
    """The heights at which the die was about to come down again."""
    heights = [sight.z for sight in sights_of(shot)]
    return [b for a, b, c in zip(heights, heights[1:], heights[2:], strict=False) if a < b >= c]


@pytest.fixture(params=range(6), ids=FACES)
def face(request: pytest.FixtureRequest) -> int:
    """Every face of a cube."""
    chosen: int = request.param
    return chosen


def test_a_thrown_die_comes_to_rest_flat_with_the_given_face_up(face: int):
    for shot in throws(face):
        rest = sights_of(shot)[-1]
        assert rest[:3] == (0.0, 0.0, EDGE / 2)
        assert up_of(rest) == face
        assert apart(rest.rotation, rotation(face, yaw_of(rest))) < 1e-9


def test_a_throw_takes_about_a_second(face: int):
    assert all(0.9 <= shot.duration <= 1.3 for shot in throws(face))


def test_no_corner_of_a_thrown_die_dips_into_the_table(face: int):
    for shot in throws(face):
        assert min(lowest(sight) for sight in sights_of(shot)) >= -1e-9
        kept = unpack(pack(shot))
        for film_seen in (shot, kept):
            between = (film_seen.at(frame / (4 * RATE))[0] for frame in range(4 * shot.frames))
            assert min(map(lowest, between)) >= -0.05


def test_a_thrown_die_does_not_leap_between_frames(face: int):
    for shot in throws(face):
        for before, now in pairwise(sights_of(shot)):
            assert dist(before[:3], now[:3]) <= 2.5
            assert apart(before.rotation, now.rotation) <= 75.0


def test_a_thrown_die_comes_from_a_hand_at_the_side(face: int):
    for shot in throws(face):
        start = sights_of(shot)[0]
        assert start.x < -8.0
        assert 10.0 < hypot(start.x, start.y) < 40.0
        assert start.z > 4.0


def test_a_thrown_die_bounces_two_or_three_times_and_rolls_over_each_time_lower(face: int):
    counts = set()
    for shot in throws(face):
        peaks = hops(shot)
        assert all(a > b for a, b in pairwise(peaks))
        assert peaks[0] > 8.0
        # Out of the hand, from two or three bounces, and over an edge.
        counts.add(len(peaks) - 2)
    assert counts == {2, 3}


def test_a_thrown_die_gets_slower(face: int):
    for shot in throws(face):
        sights = sights_of(shot)
        ways = [dist(a[:2], b[:2]) for a, b in pairwise(sights)]
        turns = [apart(a.rotation, b.rotation) for a, b in pairwise(sights)]
        third = len(ways) // 3
        for steps in (ways, turns):
            assert sum(steps[:third]) > sum(steps[third : 2 * third]) > sum(steps[2 * third :])
        assert ways[-1] < 0.25
        assert sum(turns) > 400.0


def test_a_thrown_die_touches_the_table_between_its_hops(face: int):
    for shot in throws(face):
        clear = [lowest(sight) for sight in sights_of(shot)]
        low = [b for a, b, c in zip(clear, clear[1:], clear[2:], strict=False) if a > b <= c]
        assert len(low) >= 2
        assert max(low) < 1.2


def test_a_thrown_die_turns_the_way_it_goes(face: int):
    for shot in throws(face):
        for before, now in pairwise(sights_of(shot)[:30]):
            w, x, y, _ = times(now.rotation, inverse(before.rotation))
            assert w * (x * (before.y - now.y) + y * (now.x - before.x)) > 0.0


def test_a_thrown_die_rolls_over_an_edge_that_stays_where_it_is(face: int):
    for shot in throws(face):
        rolled = [sight for sight in sights_of(shot)[-25:] if sight.z > EDGE / 2 + 0.01]
        touching = list(takewhile(lambda sight: lowest(sight) < 1e-9, reversed(rolled)))
        assert len(touching) > 5
        edges = [[corner for corner in corners(sight) if corner[2] < 1e-9] for sight in touching]
        for edge in edges:
            assert len(edge) == 2
            assert all(dist(a, b) < 1e-9 for a, b in zip(edge, edges[0], strict=True))


def test_a_thrown_die_slides_a_little_ahead_at_last(face: int):
    for shot in throws(face):
        assert all(before.x < now.x for before, now in pairwise(sights_of(shot)))
        flat = [sight for sight in sights_of(shot) if apart(sight.rotation, rotation(*lying(sight.rotation))) < 1e-9]
        assert len(flat) > 2
        assert hypot(flat[0].x, flat[0].y) <= 0.5


def test_a_throw_takes_at_most_1024_bytes(face: int):
    for shot in throws(face):
        assert len(pack(shot)) <= 1024
        assert_same(shot, unpack(pack(shot)))


def test_a_throw_depends_on_nothing_but_face_and_generator(face: int):
    assert throw(face, Random(5)) == throw(face, Random(5))
    assert throw(face, Random(5)) != throw(face, Random(6))
    assert throw(face, Random(5)) != throw((face + 1) % 6, Random(5))


def test_thrown_dice_come_to_rest_at_all_angles():
    yaws = [yaw_of(sights_of(shot)[-1]) for number in range(6) for shot in throws(number)]
    assert {int(yaw // 90.0) for yaw in yaws} == {0, 1, 2, 3}
    assert len({round(yaw) for yaw in yaws}) > 60
