"""Films: the same bytes each time, as long as they should be, and what cannot be filmed is refused."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pygame
import pytest
from PIL import Image

from rumms.catalogue import find, find_game
from rumms.kernel.refusal import Refusal
from rumms.kernel.session import load
from rumms.lab.golden import record_path
from rumms.ui.filming import HELD, RATES, Cut, check, film, pictures, span
from rumms.ui.scenarios import find_one
from rumms.ui.tape import Tape
from tests.conftest import Rumms

SMALL = (320, 180)


@pytest.fixture
def tape() -> Tape:
    return Tape(load(record_path(find("rumms")), find_game))


@pytest.fixture
def short() -> Tape:
    return Tape(load(find_one("no-loss"), find_game))


def made(tape: Tape, cut: Cut) -> bytes:
    assert list(film(tape, cut)) == list(range(1, pictures(tape, cut) + 1))
    return cut.out.read_bytes()


@pytest.mark.parametrize("ending", ["png", "gif"])
def test_two_films_of_a_record_have_the_same_bytes(short: Tape, tmp_path: Path, ending: str):
    one, two = (made(short, Cut(tmp_path / f"{name}.{ending}", size=SMALL)) for name in ("one", "two"))
    assert one == two
    assert {path.name for path in tmp_path.iterdir()} == {f"one.{ending}", f"two.{ending}"}


def test_a_gif_is_as_long_as_the_record_and_shows_dice_that_move(short: Tape, tmp_path: Path):
    made(short, Cut(tmp_path / "x.gif", size=SMALL))
    with Image.open(tmp_path / "x.gif") as image:
        assert image.size == SMALL
        frames, lasts = [], 0
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            lasts += image.info["duration"]
            frames.append(np.asarray(image.convert("RGB"), dtype=int))
    assert lasts / 1000 == pytest.approx(short.duration + HELD, abs=2 / RATES[".gif"])
    assert len(frames) > 10
    assert np.abs(frames[0] - frames[-1]).max() > 60


def test_a_faster_film_is_shorter(short: Tape, tmp_path: Path):
    slow, fast = (pictures(short, Cut(tmp_path / "x.gif", speed=speed)) for speed in (1.0, 4.0))
    held = HELD * RATES[".gif"]
    assert (slow - held) / (fast - held) == pytest.approx(4.0, rel=0.15)


def test_an_mp4_is_a_film(short: Tape, tmp_path: Path):
    raw = made(short, Cut(tmp_path / "x.mp4", size=SMALL, speed=4.0))
    assert raw[4:8] == b"ftyp"
    assert len(raw) > 3000


def test_some_flicks_are_filmed_alone(tape: Tape, tmp_path: Path):
    whole, part = span(tape, Cut(tmp_path / "x.gif")), span(tape, Cut(tmp_path / "x.gif", first=2, last=3))
    assert whole == (0.0, tape.duration)
    assert tape.marks[0].time < part[0] <= tape.marks[1].time < tape.marks[2].time < part[1] <= tape.marks[3].time
    assert pictures(tape, Cut(tmp_path / "x.png", first=2, last=3)) == 2


def test_a_sheet_shows_each_flick(tape: Tape, tmp_path: Path):
    made(tape, Cut(tmp_path / "all.png"))
    made(tape, Cut(tmp_path / "one.png", first=1, last=1))
    one, all_of_them = (pygame.image.load(tmp_path / name) for name in ("one.png", "all.png"))
    assert one.get_size() == all_of_them.get_size() == (1280, 720)
    assert pygame.image.tobytes(one, "RGB") != pygame.image.tobytes(all_of_them, "RGB")


@pytest.mark.parametrize(
    ("cut", "why"),
    [
        (Cut(Path("x.avi")), "should end in .gif, .mp4 or .png"),
        (Cut(Path("x.gif"), size=(10, 10)), "160x90 to 3840x2160"),
        (Cut(Path("x.mp4"), size=(641, 360)), "even number"),
        (Cut(Path("nowhere/x.gif")), "no folder"),
    ],
)
def test_what_cannot_be_filmed_is_refused_before_anything_starts(cut: Cut, why: str):
    with pytest.raises(Refusal) as refused:
        check(cut)
    assert why in refused.value.text.format(**refused.value.values)


def test_without_the_packages_the_command_that_installs_them_is_told(monkeypatch: pytest.MonkeyPatch):
    for name in ("PIL", "imageio_ffmpeg"):
        monkeypatch.setitem(sys.modules, name, None)
    for ending in ("gif", "mp4"):
        with pytest.raises(Refusal, match="pip install"):
            check(Cut(Path(f"x.{ending}")))
    check(Cut(Path("x.png")))


# The commands.


@pytest.fixture
def bad(rumms: Rumms) -> Callable[..., str]:
    """A command that fails, and the one sentence that it says."""

    def run(*words: str | Path) -> str:
        ran = rumms(*words)
        assert ran.code
        assert ran.out == ""
        assert len(ran.err.strip().splitlines()) == 1
        return ran.err

    return run


def test_the_command_makes_a_film(rumms: Rumms, tmp_path: Path):
    ran = rumms("film", "no-loss", "--out", tmp_path / "x.gif", "--size", "320x180", "--speed", "4", "--lang", "de")
    assert (ran.code, "ist fertig" in ran.out) == (0, True)


def test_a_wrong_film_is_told_in_one_sentence(bad: Callable[..., str], tmp_path: Path):
    out = tmp_path / "x.gif"
    assert "no scenario 'nothing'" in bad("film", "nothing", "--out", out)
    assert "no such file" in bad("film", tmp_path / "x.jsonl", "--out", out)
    assert "1280x720" in bad("film", "no-loss", "--out", out, "--size", "large")
    assert "flicks 1 to 1, not 2 to 1" in bad("film", "no-loss", "--out", out, "--from", "2")
    assert "from 0.1 to 16" in bad("film", "no-loss", "--out", out, "--speed", "0")
    assert "no films yet" in bad("film", record_path(find("kawumm")), "--out", out)
    assert not list(tmp_path.iterdir())


def test_a_flick_is_simulated_from_the_command_line(rumms: Rumms, tmp_path: Path):
    words = ("simulate", "clear-run", "--flick", "die=2,direction=0,speed=225,height=0.4")
    assert "1 flick, no trembling" in rumms(*words).out
    ran = rumms(*words, "--repeat", "40", "--plot", tmp_path / "x.png")
    assert "40 flicks, a steady hand" in ran.out
    assert "The blue king falls off the mat!" in ran.out
    assert pygame.image.load(tmp_path / "x.png").get_size() == (1280, 720)
    first, second = (rumms(*words, "--repeat", "5", "--json").out for _ in range(2))
    assert first == second
    assert '"trials":5' in first


def test_a_wrong_simulation_is_told_in_one_sentence(bad: Callable[..., str], tmp_path: Path):
    flick = "die=2,direction=0,speed=225"
    assert "is no flick" in bad("simulate", "clear-run", "--flick", "hard")
    assert "RUM-12" in bad("simulate", "clear-run", "--flick", "die=1,direction=0,speed=225")
    assert "RUM-12" in bad("simulate", "clear-run", "--flick", "die=2,direction=0,speed=1e9")
    assert "moves, not 99" in bad("simulate", "clear-run", "--flick", flick, "--at", "99")
    assert ".png" in bad("simulate", "clear-run", "--flick", flick, "--plot", tmp_path / "x.jpg")
    assert "whole number" in bad("simulate", "clear-run", "--flick", flick, "--repeat", "0")
    assert "no dice" in bad("simulate", record_path(find("kawumm")), "--flick", flick)


def test_scenarios_are_listed_with_filters(rumms: Rumms):
    ran = rumms("scenarios")
    assert "puzzles/clear-run" in ran.out
    assert "tricks/bowling" in ran.out
    assert "puzzles/" not in rumms("scenarios", "--sort", "tricks").out
    assert rumms("scenarios", "FROZEN").out.count("\npuzzles/") >= 1
    assert "0 scenarios" in rumms("scenarios", "--solved").out
    assert '"id":"puzzles/clear-run"' in rumms("scenarios", "clear-run", "--json").out
    assert "Freie Bahn" in rumms("scenarios", "--lang", "de").out
    for line in rumms("scenarios", "--difficulty", "1").out.splitlines()[1:-2]:
        assert line.split()[1] == "1"


def test_a_flick_is_told_from_a_capital_on(tape: Tape):
    assert tape.marks
    assert all(mark.text[:1].isupper() for mark in tape.marks)
