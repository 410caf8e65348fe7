"""Films of strangers: a wrong one is told and left out, and none is unpacked before it is shown."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rumms import language
from rumms.catalogue import find_game
from rumms.kernel.session import load
from rumms.physics import footage
from rumms.physics.film import RATE, Film, Track, pack, unpack
from rumms.ui import playback
from rumms.ui.figures import figures
from rumms.ui.playback import KEPT, Reel, scene_of
from rumms.ui.tape import Tape
from tests.hostile_films import GOOD, bad_films, bad_record, endless, long_film, long_record, shot_in

BAD = bad_films()
MB = 2**20


@pytest.fixture(params=list(BAD))
def bad(request: pytest.FixtureRequest, tmp_path: Path) -> Tape:
    """A record whose only film is wrong."""
    return Tape(load(bad_record(tmp_path / "bad.jsonl", BAD[request.param]), find_game))


def test_a_wrong_film_is_told_and_the_dice_are_seen_where_they_end(bad: Tape):
    right = Tape(load(GOOD, find_game))
    assert (bad.duration, bad.starts) == (right.duration, right.starts)
    (mark,) = bad.flicks
    reel = bad.reels[mark.reel]
    assert reel.film == Film()
    for part in (0.0, 0.3, 0.7):
        time = mark.time + part * reel.rolling
        scene = bad.scene(time)
        assert not scene.is_moving
        assert scene.sights.keys() == scene_of(reel.made.before).sights.keys()
        assert scene.sights[2] == scene_of(reel.made.after).sights[2]
        assert bad.told(time).startswith("The film of this flick cannot be shown. The film ")
    assert bad.told(mark.time + reel.duration) == right.told(mark.time + reel.duration)
    assert bad.scene(bad.duration).sights == right.scene(right.duration).sights
    assert "flick" in {cue.sound for cue in reel.between(-1.0, reel.duration)}
    assert reel.sliding(0.1) == 0.0


def test_a_wrong_film_is_told_in_german_too(tmp_path: Path):
    made = load(bad_record(tmp_path / "bad.jsonl", BAD["a die that is not there"]), find_game).session.past[-1]
    reel = Reel(made, ("Anna", "Ben"))
    assert reel.told(0.0)[-1].text.endswith("The film shows die 77, which is not there.")
    language.use("de")
    assert reel.told(0.0)[-1].text == (
        "Der Film dieses Schnipsers lässt sich nicht zeigen. Der Film zeigt Würfel 77, den es nicht gibt."
    )


def test_the_figures_of_a_game_do_without_a_wrong_film(bad: Tape):
    longest = {side: one.longest for side, one in figures(bad.loaded.session.past, 1).items()}
    assert set(longest.values()) == {0.0}


def test_a_die_that_is_seen_far_away_is_heard_at_the_side(tmp_path: Path):
    right = shot_in(GOOD)
    film = unpack(right.film)
    tracks = []
    for track in film.tracks:
        last = len(track.sights) - 1
        sights = (sight._replace(x=-999.0) if 0 < n < last else sight for n, sight in enumerate(track.sights))
        tracks.append(Track(track.die, track.first, tuple(sights)))
    path = bad_record(tmp_path / "far.jsonl", pack(Film(film.frames, tuple(tracks))))
    reel = Reel(load(path, find_game).session.past[-1], ("Anna", "Ben"))
    assert reel.footage.fault is None
    assert min(cue.pan for cue in reel.cues) == -1.0


@pytest.fixture
def unpacked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The shots whose films are unpacked, one after the other."""
    shots: list[Any] = []
    film_of: Callable[..., Film] = footage.film_of

    def counted(layout: Any, shot: Any) -> Film:
        shots.append(shot)
        return film_of(layout, shot)

    monkeypatch.setattr(playback, "film_of", counted)
    return shots


def test_a_film_is_unpacked_when_it_is_shown_and_a_few_are_kept(tmp_path: Path, unpacked: list[Any]):
    path = long_record(tmp_path / "long.jsonl", 6, b"", 0.1)
    tape = Tape(load(long_record(path, 6, long_film(path, 7), 0.1), find_game))
    assert tape.duration > 6 * 0.1
    assert unpacked == []
    first, *_, last = tape.flicks
    for _ in range(2):
        for time in (first.time, first.time + 0.05, first.time + 0.09):
            tape.scene(time)
            tape.told(time)
    assert len(unpacked) == 1
    for mark in tape.flicks:
        tape.scene(mark.time)
    assert len(unpacked) == 6
    tape.scene(last.time)
    tape.scene(tape.flicks[-KEPT].time)
    assert len(unpacked) == 6
    tape.scene(first.time)
    assert len(unpacked) == 7


@pytest.mark.parametrize("sort", ["bombs", "long films"])
def test_a_small_record_does_not_fill_the_memory(tmp_path: Path, sort: str):
    path, seconds, flicks = tmp_path / "bomb.jsonl", 12.0, 16
    frames = round(seconds * RATE) + 1
    long_record(path, flicks, b"", seconds)
    loaded = load(
        long_record(path, flicks, endless(frames) if sort == "bombs" else long_film(path, frames), seconds), find_game
    )
    assert path.stat().st_size < 81_000
    tracemalloc.start()
    try:
        tape = Tape(loaded)
        assert len(tape.flicks) == flicks
        assert tracemalloc.get_traced_memory()[1] < 1 * MB
        for mark in tape.flicks:
            tape.scene(mark.time + 0.1)
            assert bool(tape.told(mark.time + 0.1).startswith("The film of this")) is (sort == "bombs")
        assert tracemalloc.get_traced_memory()[1] < 12 * MB
    finally:
        tracemalloc.stop()
