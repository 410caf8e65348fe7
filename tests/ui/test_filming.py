"""Films: the same bytes each time, as long as they should be, and what cannot be filmed is refused."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest
from PIL import Image
from pygame import Rect, Surface

from rumms.catalogue import find, find_game
from rumms.kernel.refusal import Refusal
from rumms.kernel.session import Loaded, load
from rumms.lab.golden import record_path
from rumms.ui.filming import HELD, RATES, Camera, Cut, camera, check
from rumms.ui.scenarios import find_one
from rumms.ui.studio import CardStudio
from rumms.ui.tape import Tape
from tests.conftest import Rumms
from tests.hostile_films import bad_films, bad_record

SMALL = (320, 180)


CARDS = ("kawumm", "waka_waka", "dumm_gelaufen", "cabanga")
each_card_game = pytest.mark.parametrize("game", CARDS)


@pytest.fixture
def whole() -> Loaded:
    return load(record_path(find("rumms")), find_game)


@pytest.fixture
def short() -> Loaded:
    return load(find_one("no-loss"), find_game)


def cards(game: str) -> Loaded:
    return load(record_path(find(game)), find_game)


def made(loaded: Loaded, cut: Cut) -> bytes:
    with camera(loaded, cut) as one:
        assert list(one.film()) == list(range(1, one.many + 1))
    return cut.out.read_bytes()


def planned(loaded: Loaded, cut: Cut) -> Camera:
    with camera(loaded, cut) as one:
        return one


def frames(path: Path) -> tuple[list[np.ndarray], float]:
    """The pictures of a GIF, and how long it lasts."""
    with Image.open(path) as image:
        assert image.size == SMALL
        found, lasts = [], 0
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            lasts += image.info["duration"]
            found.append(np.asarray(image.convert("RGB"), dtype=int))
    return found, lasts / 1000


@pytest.mark.parametrize("ending", ["png", "gif"])
def test_two_films_of_a_record_have_the_same_bytes(short: Loaded, tmp_path: Path, ending: str):
    one, two = (made(short, Cut(tmp_path / f"{name}.{ending}", size=SMALL)) for name in ("one", "two"))
    assert one == two
    assert {path.name for path in tmp_path.iterdir()} == {f"one.{ending}", f"two.{ending}"}


@pytest.mark.parametrize("ending", ["png", "gif"])
@each_card_game
def test_two_films_of_a_card_game_have_the_same_bytes(game: str, tmp_path: Path, ending: str):
    cuts = (Cut(tmp_path / f"{name}.{ending}", 2, 4, SMALL) for name in ("one", "two"))
    one, two = (made(cards(game), cut) for cut in cuts)
    assert one == two


def test_a_gif_is_as_long_as_the_record_and_shows_dice_that_move(short: Loaded, tmp_path: Path):
    made(short, Cut(tmp_path / "x.gif", size=SMALL))
    found, lasts = frames(tmp_path / "x.gif")
    assert lasts == pytest.approx(Tape(short).duration + HELD, abs=2 / RATES[".gif"])
    assert len(found) > 10
    assert np.abs(found[0] - found[-1]).max() > 60


@each_card_game
def test_a_gif_of_a_card_game_lasts_as_long_as_its_moves_and_shows_cards_that_move(game: str, tmp_path: Path):
    cut = Cut(tmp_path / "x.gif", 3, 8, SMALL)
    made(cards(game), cut)
    begin, end = planned(cards(game), cut).span
    found, lasts = frames(tmp_path / "x.gif")
    assert 3.0 < lasts == pytest.approx(end - begin + HELD, abs=2 / RATES[".gif"])
    assert len(found) > 10
    assert np.abs(found[0] - found[-1]).max() > 60


def test_a_still_table_is_painted_once_and_a_moving_one_each_time(tmp_path: Path):
    with camera(cards("kawumm"), Cut(tmp_path / "x.gif", 3, 5, SMALL)) as one:
        looks = [one.studio.looks(time) for time in one.times]
        assert None in looks
        still = [look for look in looks if look is not None]
        assert len(set(still)) < len(still)
        for time, look in zip(one.times, looks, strict=True):
            if look is not None:
                one.studio.paint(one.on, time)
                before = pygame.image.tobytes(one.on, "RGB")
                one.studio.paint(one.on, time)
                assert pygame.image.tobytes(one.on, "RGB") == before


def test_a_faster_film_is_shorter(short: Loaded, tmp_path: Path):
    slow, fast = (planned(short, Cut(tmp_path / "x.gif", speed=speed)).many for speed in (1.0, 4.0))
    held = HELD * RATES[".gif"]
    assert (slow - held) / (fast - held) == pytest.approx(4.0, rel=0.15)


@pytest.mark.parametrize("game", [None, *CARDS])
def test_an_mp4_is_a_film(short: Loaded, tmp_path: Path, game: str | None):
    cut = Cut(tmp_path / "x.mp4", size=SMALL, speed=4.0)
    raw = made(cards(game), Cut(cut.out, 2, 9, SMALL, 4.0)) if game else made(short, cut)
    assert raw[4:8] == b"ftyp"
    assert len(raw) > 3000


@pytest.mark.parametrize("ending", ["gif", "png"])
def test_a_flick_whose_own_film_is_wrong_is_filmed_all_the_same(tmp_path: Path, ending: str):
    film = bad_films()["a die that is not there"]
    loaded = load(bad_record(tmp_path / "bad.jsonl", film), find_game)
    assert made(loaded, Cut(tmp_path / f"x.{ending}", size=SMALL, speed=4.0))


def test_some_flicks_are_filmed_alone(whole: Loaded, tmp_path: Path):
    tape = Tape(whole)
    every = planned(whole, Cut(tmp_path / "x.gif", speed=16.0)).span
    part = planned(whole, Cut(tmp_path / "x.gif", first=2, last=3)).span
    assert every == (0.0, tape.duration)
    assert tape.marks[0].time < part[0] <= tape.marks[1].time < tape.marks[2].time < part[1] <= tape.marks[3].time
    assert planned(whole, Cut(tmp_path / "x.png", first=2, last=3)).many == 2


@each_card_game
@pytest.mark.parametrize("ending", ["png", "gif"])
def test_a_game_in_which_nothing_was_done_yet_is_filmed_as_it_lies(game: str, ending: str, tmp_path: Path):
    path = tmp_path / "begun.jsonl"
    path.write_text(record_path(find(game)).read_text().splitlines()[0])
    with camera(load(path, find_game), Cut(tmp_path / f"begun.{ending}", size=SMALL)) as one:
        assert list(one.film())
    with Image.open(tmp_path / f"begun.{ending}") as image:
        assert image.size == SMALL


def test_a_sheet_shows_each_flick(whole: Loaded, tmp_path: Path):
    made(whole, Cut(tmp_path / "all.png"))
    made(whole, Cut(tmp_path / "one.png", first=1, last=1))
    one, all_of_them = (pygame.image.load(tmp_path / name) for name in ("one.png", "all.png"))
    assert one.get_size() == all_of_them.get_size() == (1280, 720)
    assert pygame.image.tobytes(one, "RGB") != pygame.image.tobytes(all_of_them, "RGB")


@pytest.mark.parametrize("first", [1, 3, 8])
def test_the_pictures_of_a_sheet_stand_beside_each_other_each_with_its_line_below(
    whole: Loaded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: int
):
    pictures: list[Rect] = []
    lines: list[Rect] = []
    with camera(whole, Cut(tmp_path / "x.png", first=first)) as one:

        def write(on: Surface, text: str, *where: Any) -> Rect:
            written = brush_text(on, text, *where)
            if on is one.on and text != one.studio.title:
                lines.append(written)
            return written

        def keep(number: int, box: Rect) -> None:
            pictures.append(box)
            paint_mark(number, box)

        brush_text, paint_mark = one.brush.text, one._paint_mark  # noqa: SLF001  where pictures stand is seen here alone
        monkeypatch.setattr(one.brush, "text", write)
        monkeypatch.setattr(one, "_paint_mark", keep)
        list(one.film())
        window = one.on.get_rect()
    assert len(pictures) == len(lines) == one.many
    together = [picture.union(line) for picture, line in zip(pictures, lines, strict=True)]
    assert all(window.contains(each) for each in together)
    assert [each for each in together if len(each.collidelistall(together)) > 1] == []
    assert all(picture.bottom <= line.top for picture, line in zip(pictures, lines, strict=True))


@each_card_game
def test_a_sheet_of_more_moves_than_fit_shows_some_spread_up_to_the_last(game: str, tmp_path: Path):
    loaded = cards(game)
    one = planned(loaded, Cut(tmp_path / "x.png"))
    most = len(one.studio.parts)
    assert len(one.chosen) < most
    assert (one.chosen[0], one.chosen[-1]) == (0, most - 1)
    steps = {after - before for before, after in pairwise(one.chosen)}
    assert max(steps) - min(steps) <= 1
    assert len(planned(loaded, Cut(tmp_path / "x.png", size=(2560, 1440))).chosen) > len(one.chosen)
    assert planned(loaded, Cut(tmp_path / "x.png", first=3, last=4)).chosen == range(2, 4)


def test_a_card_game_is_seen_through_the_eyes_that_are_asked_for(tmp_path: Path):
    loaded = cards("cabanga")
    for eyes in (1, 3):
        one = planned(loaded, Cut(tmp_path / "x.png", eyes=eyes))
        assert isinstance(one.studio, CardStudio)
        assert one.studio.tape.eyes == eyes - 1
    first, third = (made(loaded, Cut(tmp_path / f"{eyes}.png", 1, 1, SMALL, eyes=eyes)) for eyes in (1, 3))
    assert first != third


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
    assert "--eyes is for card games" in bad("film", "no-loss", "--out", out, "--eyes", "1")
    game = record_path(find("kawumm"))
    assert "moves 1 to 46, not 47 to 46" in bad("film", game, "--out", out, "--from", "47")
    assert "moves 1 to 46, not 9 to 2" in bad("film", game, "--out", out, "--from", "9", "--to", "2")
    assert "players 1 to 3, not 4" in bad("film", game, "--out", out, "--eyes", "4")
    assert "counted from 1 on" in bad("film", game, "--out", out, "--eyes", "0")
    assert "choose with --from, --to and --speed" in bad("film", record_path(find("waka_waka")), "--out", out)
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(game.read_bytes()[:-90] + b"{}\n")
    assert "broken.jsonl, line" in bad("film", broken, "--out", out)
    broken.unlink()
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


def test_a_flick_is_told_from_a_capital_on(whole: Loaded):
    marks = Tape(whole).marks
    assert marks
    assert all(mark.text[:1].isupper() for mark in marks)
