"""`rumms verify` against records that lie: about films, and about what came of a flick."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rumms.catalogue import find_game
from rumms.games.rumms.actions import Settled
from rumms.kernel.session import load
from rumms.physics.film import Film, Track, pack, unpack
from rumms.physics.model import Shot
from rumms.physics.tuning import VERSION
from rumms.places import shipped

from .conftest import Rumms

PUZZLES = shipped("scenarios") / "rumms" / "puzzles"
GOOD, OTHER = PUZZLES / "no-loss.jsonl", PUZZLES / "clear-run.jsonl"
FLICKED = 2
"""The die that is flicked in GOOD; die 3 leaves the mat."""


def lines_of(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def shot_in(path: Path) -> Shot:
    past = load(path, find_game).session.past
    return next(made.action.shot for made in past if isinstance(made.action, Settled))


@pytest.fixture
def forged(rumms: Rumms, tmp_path: Path) -> Callable[..., Path]:
    """GOOD with another shot, sealed anew."""

    def forge(**values: Any) -> Path:
        rows, path = lines_of(GOOD), tmp_path / "forged.jsonl"
        rows[2]["move"]["shot"].update(values)
        path.write_text("".join(json.dumps(row) + "\n" for row in rows[:3]), encoding="utf-8")
        assert rumms("seal", path).code == 0
        return path

    return forge


def as_text(film: bytes) -> str:
    text: str = msgspec.json.decode(msgspec.json.encode(film))
    return text


def as_film(*tracks: Track) -> str:
    return as_text(pack(Film(unpack(shot_in(GOOD).film).frames, tracks)))


def moved(**change: Any) -> list[Any]:
    """The dice moved by the shot of GOOD, with a change of where the flicked die ends."""
    dice: list[Any] = lines_of(GOOD)[2]["move"]["shot"]["moved"]
    for die in dice:
        if die["id"] == FLICKED:
            die["pose"] = {name: value + change.get(name, 0.0) for name, value in die["pose"].items()}
    return dice


def test_a_flick_that_is_as_it_was_is_told_with_its_distance(rumms: Rumms):
    ran = rumms("verify", "--physics", GOOD)
    assert (ran.code, "1 flick simulated again, 0.000 cm away" in ran.out) == (0, True)


def test_a_die_that_is_turned_otherwise_is_told(rumms: Rumms, forged: Callable[..., Path]):
    path = forged(moved=moved(yaw=33.0), film="")
    assert rumms("verify", path).code == 0
    ran = rumms("verify", "--physics", path)
    assert ran.code == 1
    says = f"{path}, line 3, $.move.shot: simulated again, die {FLICKED} is turned by 33.0 degrees."
    assert says in ran.out.splitlines()
    ran = rumms("verify", forged(moved=moved(yaw=33.0)))
    assert ran.code == 1, "and its film ends otherwise"
    assert f"{path}, line 3, $.move.shot.film: The film does not end with die {FLICKED} as it lies after" in ran.out


def test_a_die_that_lies_elsewhere_is_told(rumms: Rumms, forged: Callable[..., Path]):
    path = forged(moved=moved(x=0.4), film="")
    ran = rumms("verify", "--physics", path, GOOD)
    assert ran.code == 1
    assert f"{path}, line 3, $.move.shot: simulated again, die {FLICKED} ends 0.4 cm away." in ran.out.splitlines()
    assert "1 passed, 1 failed" in ran.out
    assert rumms("verify", "--physics", "--tolerance", "0.5", path).code == 0
    assert rumms("verify", "--physics", "--tolerance", "-1", path).code == 2


def test_the_film_of_another_flick_is_told(rumms: Rumms, forged: Callable[..., Path]):
    other = shot_in(OTHER)
    path = forged(film=as_text(other.film), time=other.time)
    for words in (("verify", path), ("verify", "--physics", path)):
        ran = rumms(*words)
        assert ran.code == 1
        assert f"{path}, line 3, $.move.shot.film: The film" in ran.out
    assert f"{path}, line 3, $.move.shot: the shot takes {other.time} s, but " in ran.out


def test_a_film_that_shows_another_way_to_the_same_end_is_told(rumms: Rumms, forged: Callable[..., Path]):
    tracks = []
    for track in unpack(shot_in(GOOD).film).tracks:
        middle = len(track.sights) // 2
        sights = [sight._replace(y=sight.y + 3.0 * (n == middle)) for n, sight in enumerate(track.sights)]
        tracks.append(Track(track.die, track.first, tuple(sights) if track.die == FLICKED else track.sights))
    path = forged(film=as_film(*tracks))
    assert rumms("verify", path).code == 0
    ran = rumms("verify", "--physics", path)
    assert ran.code == 1
    assert f"{path}, line 3, $.move.shot: after 0.1 s the film shows die {FLICKED} 3.0 cm away from where" in ran.out


def test_a_film_of_a_die_that_is_not_there_is_told(rumms: Rumms, forged: Callable[..., Path]):
    tracks = unpack(shot_in(GOOD).film).tracks
    path = forged(film=as_film(*tracks, Track(77, tracks[-1].first, tracks[-1].sights)))
    for words in (("verify", path), ("verify", "--physics", path)):
        ran = rumms(*words)
        assert ran.code == 1
        says = f"{path}, line 3, $.move.shot.film: The film shows die 77, which is not there."
        assert says in ran.out.splitlines()


@pytest.mark.parametrize("time", [1e300, -1.0, 1.0])
def test_a_senseless_time_is_refused_before_anything_is_sealed(rumms: Rumms, tmp_path: Path, time: float):
    rows, path = lines_of(GOOD), tmp_path / "forged.jsonl"
    rows[2]["move"]["shot"]["time"] = time
    path.write_text("".join(json.dumps(row) + "\n" for row in rows[:3]), encoding="utf-8")
    before = path.read_bytes()
    sealed, verified = rumms("seal", path), rumms("verify", "--physics", path)
    assert (sealed.code, verified.code) == (1, 1)
    assert path.read_bytes() == before
    for told in (sealed.err, verified.out):
        assert f"{path}, line 3, $.move: The dice cannot have come to rest like that: " in told
        assert f"{time} s" in told


def test_another_time_is_told(rumms: Rumms, forged: Callable[..., Path]):
    path = forged(time=1.0, film="")
    ran = rumms("verify", "--physics", path)
    assert ran.code == 1
    now = shot_in(GOOD).time
    says = f"{path}, line 3, $.move.shot: the shot takes 1.0 s, but {now} s simulated again."
    assert says in ran.out.splitlines()


def test_a_record_of_another_physics_is_not_compared(rumms: Rumms, tmp_path: Path):
    rows, path = lines_of(GOOD), tmp_path / "old.jsonl"
    rows[0]["physics"] = "1"
    rows[2]["move"]["shot"] |= {"moved": moved(x=0.4), "film": ""}
    path.write_text("".join(json.dumps(row) + "\n" for row in rows[:3]), encoding="utf-8")
    assert rumms("seal", path).code == 0
    ran = rumms("verify", "--physics", path)
    assert ran.code == 0
    says = f"{path}: made with physics 1; this is physics {VERSION}, so its flicks are not compared."
    assert says in ran.out.splitlines()
    assert "simulated again" not in ran.out
    del rows[0]["physics"]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows[:3]), encoding="utf-8")
    assert rumms("verify", "--physics", path).code == 1, "one that does not say is compared"


def test_the_line_of_a_flick_is_right_after_moves_that_were_taken_back(rumms: Rumms, tmp_path: Path):
    rows, path = lines_of(GOOD), tmp_path / "back.jsonl"
    wrong = json.loads(json.dumps(rows[2]))
    wrong["move"]["shot"] |= {"moved": moved(x=0.4), "film": ""}
    path.write_text(
        "".join(json.dumps(row) + "\n" for row in (*rows[:3], {"back": 2}, rows[1], wrong)), encoding="utf-8"
    )
    ran = rumms("verify", "--physics", path)
    assert f"{path}, line 6, $.move.shot: simulated again, die {FLICKED} ends 0.4 cm away." in ran.out.splitlines()


def test_the_name_of_a_file_moves_no_cursor(rumms: Rumms, tmp_path: Path):
    path = tmp_path / "a\x1b[2J.jsonl"
    path.write_bytes(GOOD.read_bytes().rpartition(b'{"winners"')[0] + b'{"seat"')
    for words in (("verify", path), ("verify", "--physics", path), ("replay", path, "--text"), ("seal", path)):
        ran = rumms(*words)
        assert "a?[2J.jsonl" in ran.out + ran.err
        assert "\x1b" not in ran.out + ran.err
    path.write_bytes(GOOD.read_bytes())
    assert "\x1b" not in rumms("seal", path).out
