"""Replays: play, pause, step, scrub, jump, speeds; and every state of whole games is drawn."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from rumms.catalogue import find, find_game
from rumms.games.rumms.actions import Pick, Put, Settled, Use
from rumms.games.rumms.state import OnMat
from rumms.kernel.bots import make, play_out
from rumms.kernel.options import from_words
from rumms.kernel.session import begin, load, seal
from rumms.lab.golden import record_path
from rumms.physics.film import lowest
from rumms.physics.model import Pose
from rumms.physics.tuning import VERSION
from rumms.ui.draw import watching
from rumms.ui.draw.tabletop import Tabletop
from rumms.ui.draw.watching import HIGH
from rumms.ui.kit.lists import Rows
from rumms.ui.playback import Reel, scene_of
from rumms.ui.screens.replay import Replay, Timeline
from rumms.ui.screens.table import Table
from rumms.ui.tape import PAUSE
from tests.games.rumms.table import off, position, thrown
from tests.hostile_films import bad_films, bad_record

from .conftest import Opened
from .desk import FRAME, Desk, Lies, captured, flicked, record, replay, texts_of

GOLDEN = record_path(find("rumms"))


@pytest.fixture
def watched(opened: Opened) -> Desk:
    """The golden game, from its beginning."""
    desk = opened((800, 450))
    desk.app.open(replay(GOLDEN))
    desk.run()
    return desk


def here(desk: Desk) -> float:
    return desk.on(Replay).time


def test_it_plays_by_itself_as_fast_as_time_passes(watched: Desk):
    since = here(watched)
    watched.run(0.1)
    assert here(watched) - since == pytest.approx(0.1)


@pytest.mark.parametrize("how", ["space", "button"])
def test_it_is_held_and_goes_on(watched: Desk, how: str):
    def toggle() -> None:
        watched.click("play") if how == "button" else watched.key(pygame.K_SPACE)

    toggle()
    at = here(watched)
    watched.wait(0.3)
    assert here(watched) == at
    toggle()
    watched.wait(0.3)
    assert here(watched) > at


@pytest.mark.parametrize("speed", ["0.25", "0.5", "2", "4"])
def test_it_is_as_fast_as_it_is_set(watched: Desk, speed: str):
    watched.choose("speed", speed)
    since = here(watched)
    watched.run(0.1)
    assert here(watched) - since == pytest.approx(0.1 * float(speed))
    assert watched.app.settings.speed == "1"


def test_one_steps_from_move_to_move_and_back(watched: Desk):
    show = watched.on(Replay)
    show.toggle()
    marks = [mark.time for mark in show.tape.marks]
    flicks = [made for made in show.loaded.session.past if isinstance(made.action, Settled)]
    assert len(show.tape.flicks) == len(flicks) > 5
    assert len(marks) > len(flicks)
    for time in marks[:3]:
        watched.key(pygame.K_PAGEDOWN)
        assert show.time == time
    watched.click("after")
    assert show.time == marks[3]
    watched.click("before")
    assert show.time == marks[2]
    show.seek(marks[2] + 0.6)
    watched.key(pygame.K_PAGEUP)
    assert show.time == marks[2]
    watched.key(pygame.K_PAGEUP, pygame.K_PAGEUP, pygame.K_PAGEUP)
    assert show.time == 0.0


def test_after_the_last_flick_one_steps_to_the_end(watched: Desk):
    show = watched.on(Replay)
    show.seek(show.tape.marks[-1].time)
    watched.key(pygame.K_PAGEDOWN)
    assert show.time == show.tape.duration
    assert show.scene == scene_of(show.loaded.session.state)


def test_the_time_line_is_scrubbed_with_the_mouse(watched: Desk):
    show = watched.on(Replay)
    line = watched.widget("time")
    assert isinstance(line, Timeline)
    for part in (0.25, 0.8, 0.5):
        at = (line.rect.left + part * line.rect.width, line.rect.centery)
        if part == 0.25:
            watched.press(at)
        else:
            watched.drag(at)
        assert show.time / show.tape.duration == pytest.approx(part, abs=0.003)
    watched.release()
    assert not show.is_running
    watched.press(line.rect.center)
    watched.drag((5000, line.rect.centery))
    assert show.time == show.tape.duration
    watched.drag((-5000, line.rect.centery))
    assert show.time == 0.0


def test_the_time_line_obeys_the_arrows(watched: Desk):
    show = watched.on(Replay)
    show.toggle()
    show.seek(10.0)
    watched.go_to("time")
    watched.key(pygame.K_RIGHT)
    assert show.time == 10.5
    watched.key(pygame.K_LEFT, pygame.K_LEFT)
    assert show.time == 9.5


def test_one_jumps_to_a_flick_of_the_list(watched: Desk):
    show = watched.on(Replay)
    show.toggle()
    rows = watched.widget("flicks")
    assert isinstance(rows, Rows)
    watched.click((rows.rect.centerx, rows.rect.top + rows.row // 2 + rows.row))
    assert show.current == 1
    assert show.time == show.tape.marks[1].time
    watched.key(pygame.K_DOWN)
    assert show.current == 2


def test_the_list_follows_what_is_shown(watched: Desk):
    show = watched.on(Replay)
    show.seek(show.tape.marks[4].time - 0.05)
    watched.run(0.1)
    rows = watched.widget("flicks")
    assert isinstance(rows, Rows)
    assert rows.selected == show.current == 4


def test_at_the_end_it_stops_and_begins_anew_if_one_plays_it(watched: Desk):
    show = watched.on(Replay)
    show.seek(show.tape.duration - 0.05)
    watched.wait(0.3)
    assert show.time == show.tape.duration
    assert not show.is_running
    assert show.scene == scene_of(show.loaded.session.state)
    watched.key(pygame.K_SPACE)
    assert show.is_running
    assert show.time < 0.1


def test_every_sound_of_a_flick_is_heard_once(watched: Desk):
    show = watched.on(Replay)
    mark = show.tape.marks[0]
    show.seek(mark.time - 0.01)
    watched.ear.heard.clear()
    reel = show.tape.reels[mark.reel]
    while show.time < mark.time + reel.duration + PAUSE / 2:
        show.update(FRAME)
    assert watched.ear.heard == [cue.sound for cue in reel.cues]


def test_nothing_is_heard_sliding_once_it_is_left(watched: Desk):
    show = watched.on(Replay)
    show.seek(show.tape.marks[0].time + 0.1)
    watched.run(0.05)
    assert watched.ear.sliding > 0.0
    watched.key(pygame.K_ESCAPE)
    assert watched.ear.sliding == 0.0


def test_the_picture_is_enlarged_and_moved(watched: Desk):
    show = watched.on(Replay)
    view = show.top.view
    watched.move(view.area.center)
    watched.wheel(3)
    assert view.zoom > 1.3
    centre = view.centre
    watched.press(view.area.center)
    watched.drag((view.area.centerx + 30, view.area.centery))
    watched.release()
    assert show.top.view.centre[0] < centre[0]


def test_a_game_that_is_not_finished_is_shown_as_far_as_it_goes(desk: Desk):
    position, actions = captured(lies=(Lies(2, 40.0, 5.0, "shadow"),), dice=("red troll 20,5",))
    desk.app.open(replay(record(position, actions)))
    show = desk.on(Replay)
    desk.run()
    assert show.loaded.winners is None
    assert len(show.tape.marks) == 1
    show.seek(show.tape.duration)
    desk.run()
    assert show.scene == scene_of(show.loaded.session.state)


def test_a_game_without_a_move_is_shown_as_it_stands(desk: Desk):
    position, _ = captured(lies=(), dice=("red troll 20,5",))
    desk.app.open(replay(record(position)))
    show = desk.on(Replay)
    desk.run()
    desk.key(pygame.K_PAGEDOWN, pygame.K_PAGEUP, pygame.K_SPACE)
    desk.click("time")
    assert show.tape.duration == 0.0
    assert set(show.scene.sights) == {0, 1, 2}


def test_a_record_of_another_physics_still_shows_what_happened(desk: Desk, tmp_path: Path):
    path = tmp_path / "old.jsonl"
    shutil.copy(GOLDEN, path)
    path.write_bytes(path.read_bytes().replace(f'"physics":"{VERSION}"'.encode(), b'"physics":"0 of long ago"', 1))
    loaded = seal(path, find_game)
    assert loaded.header.physics == "0 of long ago"
    desk.app.open(replay(path))
    show = desk.on(Replay)
    right = load(GOLDEN, find_game).session
    assert [reel.film for reel in show.tape.reels] == [Reel(made, show.tape.names).film for made in right.past]
    show.seek(show.tape.marks[3].time + 0.2)
    desk.run()
    assert scene_of(show.loaded.session.state).sights == scene_of(right.state).sights


@pytest.mark.parametrize("film", bad_films().values(), ids=bad_films())
def test_a_wrong_film_is_told_and_the_window_stays(desk: Desk, tmp_path: Path, film: bytes):
    desk.app.open(replay(bad_record(tmp_path / "bad.jsonl", film)))
    show = desk.on(Replay)
    show.seek(show.tape.marks[0].time + 0.05)
    texts = texts_of(desk.run)
    assert any(text.startswith("The film of this flick cannot be shown.") for text in texts), texts
    while show.is_running:
        desk.run(FRAME)
    assert show.time == show.tape.duration
    assert show.scene.sights == scene_of(show.loaded.session.state).sights


def test_the_list_and_the_captions_follow_the_language(watched: Desk):
    show = watched.on(Replay)
    show.toggle()
    show.seek(show.tape.marks[5].time)
    time, english = show.time, [mark.text for mark in show.tape.marks]
    watched.app.change(language="de")
    assert show.time == time
    both = set(english) & {mark.text for mark in show.tape.marks}
    assert both <= {"Berserker", "Troll"}, "those are called so in both languages"


VICTIMS = ("blue troll 45,8", "blue knight 45,22")
TOLD: dict[str, tuple[tuple[str, ...], list[Any]]] = {
    "Ice cube freezes troll": (("red ice aside", *VICTIMS), [Use(2), lambda at: Put(2, at.dice[3].body.pose)]),
    "King: King's move": (VICTIMS, [Use(0), lambda _: Put(0, Pose(9.0, 15.0))]),
    "Spy returns": (("red spy aside", *VICTIMS), [Use(2), lambda _: Put(2, Pose(40.0, 15.0))]),
    "Spy hides": (("red spy 20,10", *VICTIMS), [*flicked(2, Lies(2, 40.0, 5.0, "active")), Use(2)]),
    "Mage conjures knight away": (
        ("red mage 20,10", *VICTIMS),
        [*flicked(2, Lies(2, 53.0, 12.0, "active")), Use(2), Pick((4,))],
    ),
    "Berserker drags knight along": (
        ("red troll 20,10", "blue berserker 40,10", "red knight 14,25"),
        [*flicked(2, off(3)), lambda at: thrown(at, "active"), Pick((4,))],
    ),
    "Dragon saves the king": (
        ("red dragon 20,10", "red troll 14,15", *VICTIMS),
        [*flicked(3, off(0)), Use(2), lambda at: thrown(at, "active")],
    ),
    "Heart: Revive": (("red heart 20,5", *VICTIMS), [Use(2), Pick(())]),
    "Troll is captured and freed": (
        ("red troll 20,10", *VICTIMS),
        [*flicked(2, Lies(2, 40.0, 5.0, "shadow")), lambda at: thrown(at, "active")],
    ),
}


@pytest.mark.parametrize("told", TOLD)
def test_the_list_tells_what_powers_did(desk: Desk, told: str):
    dice, moves = TOLD[told]
    desk.app.open(replay(record(position(*dice), moves, powers=True)))
    show = desk.on(Replay)
    assert [mark.text for mark in show.tape.marks] == [told]
    seen = texts_of(desk.run)
    assert ("Flicks" in seen) is (show.tape.marks[0].is_flick)
    assert ("Moves" in seen) is (not show.tape.marks[0].is_flick)


def test_a_hop_is_seen_through_a_lens_in_slow_motion_only(watched: Desk):
    show = watched.on(Replay)
    show.toggle()
    hops = [
        mark.time + frame / 60
        for mark in show.tape.marks
        for frame in range(show.tape.reels[mark.reel].film.frames)
        if any(lowest(sight) > 2 * HIGH for sight in show.tape.reels[mark.reel].film.at(frame / 60).values())
    ]
    assert hops
    show.seek(hops[len(hops) // 2])
    area, pictures = show.top.view.area, []
    for speed in ("1", "0.5", "0.25"):
        watched.choose("speed", speed)
        watched.move((0, 0))
        watched.wait()
        pictures.append(pygame.image.tobytes(watched.app.window.subsurface(area), "RGB"))
    usual, half, quarter = pictures
    assert usual != half
    assert half == quarter


def test_a_die_that_hops_high_stays_in_the_lens(watched: Desk, monkeypatch: pytest.MonkeyPatch):
    show = watched.on(Replay)
    show.toggle()
    _, time = max(
        (lowest(sight), mark.time + frame / 60)
        for mark in show.tape.flicks
        for frame in range(show.tape.reels[mark.reel].film.frames)
        for sight in show.tape.reels[mark.reel].film.at(frame / 60).values()
    )
    show.seek(time)
    watched.choose("speed", "0.25")
    before = pygame.surfarray.array3d(watched.app.window).astype(int)
    boxes: list[pygame.Rect] = []
    monkeypatch.setattr(watching, "behind", lambda _on, _brush, box, _paint: boxes.append(box))
    watched.run()
    (box,) = boxes
    changed = np.abs(pygame.surfarray.array3d(watched.app.window).astype(int) - before).max(axis=2) > 30
    where = np.argwhere(changed[box.left : box.right, box.top : box.bottom])
    away = np.hypot(*(where - np.array(box.size) / 2).T)
    assert len(where) > 500
    assert np.abs(where.mean(axis=0) - np.array(box.size) / 2).max() < box.width / 4
    assert away.max() < box.width / 2 + 2


# Every golden state.


def greedy_game(path: Path, seed: int) -> Path:
    """A game of two greedy bots with all powers."""
    entry, seats = find("rumms"), ("greedy", "greedy")
    options = from_words(entry.game.options, entry.game.defaults(("greedy", "greedy")), entry.id)
    session = begin(entry.game, seats, options, seed, path)
    play_out(session, seats, {seat: make(bot, entry.game, entry.bots) for seat, bot in enumerate(seats)})
    return path


@pytest.mark.parametrize("seed", [None, 2, 3])
def test_every_state_and_every_move_is_drawn(opened: Opened, tmp_path: Path, seed: int | None):
    path = GOLDEN if seed is None else greedy_game(tmp_path / "game.jsonl", seed)
    desk = opened((640, 360))
    desk.app.open(replay(path))
    show = desk.on(Replay)
    show.toggle()
    for number, reel in enumerate(show.tape.reels):
        for part in (0.02, 0.5, 0.97):
            show.seek(show.tape.starts[number] + part * reel.duration)
            desk.run()
    assert show.tape.marks


@pytest.mark.parametrize("seed", [None, 3])
def test_every_move_is_drawn_at_the_table_too(opened: Opened, tmp_path: Path, seed: int | None):
    path = GOLDEN if seed is None else greedy_game(tmp_path / "game.jsonl", seed)
    loaded = load(path, find_game)
    past = loaded.session.past
    desk = opened((640, 360))
    table = Table.begun(("me",) * len(loaded.header.seats), desk.app)
    desk.app.open(table)
    desk.come_to_rest()
    for made in past:
        table.reel = reel = Reel(made, table.play.names)
        for part in (-0.3, 0.1, 0.6, 0.95):
            table.time = part * reel.duration
            table.scene = reel.at(max(0.0, table.time))
            table.draw(desk.app.window)
        table.scene, table.reel = reel.after, None
        table.draw(desk.app.window)


@pytest.mark.parametrize("zoom", [1.0, 2.5])
def test_every_die_that_is_drawn_is_found_where_it_is_drawn(opened: Opened, zoom: float):
    desk = opened((800, 450))
    desk.app.open(replay(GOLDEN))
    top: Tabletop = desk.on(Replay).top
    for made in desk.on(Replay).loaded.session.past:
        if isinstance(made.action, Settled):
            scene = scene_of(made.after)
            top.view.zoom_at(top.view.area.center, zoom / top.view.zoom)
            covered = {die for one in made.after.dice if isinstance(one.where, OnMat) for die in one.where.on}
            for die in scene.sights.keys() - covered:
                assert top.die_at(scene, top.pixel(scene.sights[die]), scene.sights) == die
