"""The bench of frames: a real game in a real window, and what is summed up. How fast it is, no test asks."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from rumms.catalogue import find
from rumms.games.rumms.state import Options, State
from rumms.lab import frames
from rumms.lab.frames import (
    ALONE,
    CARD_GAMES,
    DICE,
    PROGRAM,
    UNSEEN,
    Report,
    Row,
    Spent,
    Start,
    Step,
    crowd,
    row,
    run,
    steps,
)
from rumms.physics.engine import simulate
from rumms.physics.film import unpack
from rumms.physics.model import Layout
from rumms.ui.gestures import Aim
from rumms.ui.thinking import Inline

Rumms = Callable[..., Any]
SMALL = (640, 360)
SMALLER = (320, 180)


@pytest.fixture(autouse=True)
def warm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled here, so nothing is said of it."""
    monkeypatch.setattr("rumms.physics.engine.is_warm", lambda: True)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bench that takes no time."""
    figures = {"USUAL": SMALL, "LARGE": SMALLER, "DICE": 10, "FILMS": 2, "WAITED": 2, "AIMED": 3, "LOOKED_AT": 4}
    few = {"SETTLING": 2, "EVERY": 1, "TRIED": 3, "STARTS": 3}
    for name, value in {**figures, **few}.items():
        monkeypatch.setattr(frames, name, value)


@pytest.fixture
def unstarted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """No processes; what they would have run."""
    asked: list[str] = []

    def until_seen(code: str) -> Spent:
        asked.append(code)
        return Spent(0.5, 0.75) if code == PROGRAM else Spent(0.125, 0.25)

    monkeypatch.setattr(frames, "_until_seen", until_seen)
    return asked


@pytest.fixture
def crowded() -> State:
    return find("rumms").game.new(2, Options(), crowd())  # type: ignore[no-any-return]


# The whole bench.


@pytest.mark.usefixtures("tiny")
def test_every_sort_of_frame_is_measured_at_its_sizes(unstarted: list[str]):
    before = {name: os.environ.get(name) for name in UNSEEN}
    made = list(run(Inline))
    report = made[-1].report
    assert report is not None
    assert [(one.what, one.width, one.height) for one in report.rows] == [
        ("aiming", *SMALL),
        ("film", *SMALL),
        ("aiming", *SMALLER),
        ("film", *SMALLER),
        ("launcher", *SMALL),
        *((game, *SMALL) for game in CARD_GAMES),
    ]
    assert [one.frames for one in report.rows if one.what != "film"] == [6, 6, 4, *(4 for _ in CARD_GAMES)]
    assert [one.is_good is None for one in report.rows] == [True, False, True, True, True, *(False for _ in CARD_GAMES)]
    for one in report.rows:
        assert 0 < one.median_ms <= one.p99_ms <= one.worst_ms
        assert 0 < one.wall_median_ms <= one.wall_p99_ms
        assert one.reference_ms > 0
        assert one.relative == pytest.approx(one.median_ms / one.reference_ms)
    assert report.dice == 10
    assert report.start.more_s == 0.375
    assert unstarted == [PROGRAM, ALONE] * 4, "in turn, and once before it counts"
    assert {name: os.environ.get(name) for name in UNSEEN} == before
    assert [step.done for step in made] == list(range(steps() + 1))
    assert all(step.what and step.report is None for step in made[:-1])


@pytest.mark.usefixtures("tiny", "unstarted")
def test_a_film_is_watched_from_its_first_frame_to_its_last(monkeypatch: pytest.MonkeyPatch):
    seen: list[tuple[bool, bool]] = []
    note = frames.Watch.note

    def noted(watch: frames.Watch, what: str, spent: Spent) -> None:
        note(watch, what, spent)
        if what == "film":
            reel = watch.app.screen.reel  # type: ignore[attr-defined]
            seen.append((reel is not None, watch.app.screen.scene.is_moving))  # type: ignore[attr-defined]

    monkeypatch.setattr(frames.Watch, "note", noted)
    monkeypatch.setattr(frames, "FILMS", 1)
    list(run(Inline))
    ends = [number for number, (is_shown, _) in enumerate(seen) if not is_shown]
    assert len(ends) == 2, "one film at each size"
    assert ends[-1] == len(seen) - 1
    assert seen[0][0]
    assert sum(is_moving for _, is_moving in seen) > 20


# What is seen.


def test_as_many_dice_as_there_should_be_lie_on_both_halves(crowded: State):
    assert len(crowded.bodies()) == DICE == 50
    assert Counter(die.side for die in crowded.dice) == {"red": 25, "blue": 25}
    assert len({die.kind.name for die in crowded.dice}) > 5
    middle = crowded.options.mat.length / 2
    assert sum((die.body.pose.x < middle) == (die.side == "red") for die in crowded.dice) > 40


def test_the_liveliest_flick_is_made(crowded: State, monkeypatch: pytest.MonkeyPatch):
    dice = tuple(die.id for die in crowded.dice if die.side == "red" and die.kind.is_flickable)
    layout = Layout(tuple(crowded.bodies()), crowded.options.mat)
    kings = {die.id for die in crowded.dice if die.kind.is_king}
    tried: list[tuple[Aim, set[int], int]] = []
    drawn = frames._drawn  # noqa: SLF001

    def note(*given: Any) -> Aim:
        aim = drawn(*given)
        tracks = unpack(simulate(layout, aim.flick).film).tracks
        tried.append((aim, {track.die for track in tracks}, sum(len(track.sights) for track in tracks)))
        return aim

    monkeypatch.setattr(frames, "_drawn", note)
    aim = frames.liveliest(crowded, dice, Random(9))
    moved = {one: dice for one, dice, _ in tried}[aim]
    assert len(moved) > 5
    assert not moved & kings
    assert max((seen, bool(dice & kings)) for _, dice, seen in tried)[1], "one with a king would be livelier"
    assert max((seen, one) for one, dice, seen in tried if not dice & kings)[1] == aim


# What is summed up.


def times(*milliseconds: float) -> list[Spent]:
    return [Spent(one / 1000, 2 * one / 1000) for one in milliseconds]


def test_frames_are_summed_up():
    made = row("film", (3840, 2160), times(*range(200, 0, -1)), 0.002)
    assert made.frames == 200
    assert [made.median_ms, made.p99_ms, made.worst_ms] == pytest.approx([100.5, 198, 200])
    assert [made.wall_median_ms, made.wall_p99_ms] == pytest.approx([201, 396])
    assert [made.reference_ms, made.relative] == pytest.approx([2, 50.25])


@pytest.mark.parametrize(
    ("what", "size", "milliseconds", "is_good"),
    [
        ("film", (1920, 1080), [7.5] * 99 + [40], True),
        ("film", (1920, 1080), [8.5] * 100, False),
        ("film", (1920, 1080), [7.5] * 98 + [17, 17], False),
        ("film", (3840, 2160), [7.5] * 100, None),
        ("aiming", (1920, 1080), [7.5] * 100, None),
        ("kawumm", (1920, 1080), [7.5] * 51 + [40] * 49, True),
        ("kawumm", (1920, 1080), [8.5] * 100, False),
    ],
)
def test_the_goals_are_for_films_and_card_games_in_the_usual_size(
    what: str, size: tuple[int, int], milliseconds: list[float], is_good: bool | None
):
    assert row(what, size, times(*milliseconds), 0.001).is_good is is_good


def test_what_the_program_needs_more_than_pygame_is_the_median_of_the_differences():
    pairs = [(0.5, 0.25), (1.5, 0.125), (1.0, 0.5)]
    spent = [(Spent(4 * program, program), Spent(4 * alone, alone)) for program, alone in pairs]
    assert frames.summed_up(spent) == Start(4.0, 1.0, 2.0, 0.5, is_good=True)
    assert not frames.summed_up(spent[1:2]).is_good


@pytest.mark.parametrize("code", [PROGRAM, ALONE], ids=["program", "alone"])
def test_a_process_is_started_and_ends_with_its_first_frame(code: str):
    spent = frames._until_seen(code)  # noqa: SLF001
    assert spent.own > 0
    assert spent.wall > 0


# What is printed.


def reported() -> Report:
    rows = (
        Row("film", 1920, 1080, 476, 6.25, 15.5, 40.0, 7.0, 16.0, 0.5, 12.5, is_good=True),
        Row("launcher", 1920, 1080, 300, 4.0, 5.0, 6.0, 4.5, 5.5, 0.5, 8.0, None),
    )
    return Report(50, rows, Start(1.5, 0.25, 1.25, 2.5, is_good=False))


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def at_once() -> Iterator[Step]:
        yield Step(0, "frames")
        yield Step(1, "", reported())

    monkeypatch.setattr(frames, "run", at_once)


@pytest.mark.usefixtures("measured")
def test_frames_are_printed_as_a_table_with_the_goals(rumms: Rumms):
    ran = rumms("bench", "frames")
    assert ran.code == 0
    headings, film, launcher, *about = ran.out.splitlines()
    assert headings.split()[:5] == ["what", "size", "frames", "median", "99"]
    assert film.endswith("1920x1080     476     6.2  15.5   40.0            7.0         16.0   12.5  met")
    assert launcher.startswith("the launcher  1920x1080")
    assert launcher.endswith("8.0")
    assert "1.25 s more, and 2.50 s more by the clock; the goal is 0.7 s by the clock: missed." in about[-1]


@pytest.mark.usefixtures("measured")
def test_frames_are_printed_as_json(rumms: Rumms):
    found = json.loads(rumms("bench", "frames", "--json").out)
    assert list(found) == ["dice", "rows", "start"]
    assert list(found["rows"][0]) == list(Row.__struct_fields__)
    assert found["rows"][0]["p99_ms"] == 15.5
    assert found["rows"][1]["is_good"] is None
    assert found["start"]["more_s"] == 1.25
