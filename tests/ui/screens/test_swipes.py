"""Swipes recorded in a real window and played through the window's own loop, by the clock of the record."""

from __future__ import annotations

import csv
from collections import deque
from math import inf
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import numpy as np
import pygame
import pytest

from rumms.games.rumms.actions import Settled
from rumms.physics.film import RATE, unpack
from rumms.physics.geometry import HALF
from rumms.physics.model import Shot, Swipe
from rumms.ui import app as apps
from rumms.ui.app import App
from rumms.ui.screens.table import Table
from rumms.ui.swiping import RADIUS, speed_at

from .desk import Desk, record, start

FOLDER = Path(__file__).with_name("swipes")
DIE = 2
LATER = 1.0
"""Seconds from when the loop begins to the press ..."""
LONG = 5.0
"""... and from the last line of a record to when the stroke must have been made."""
BOUNCE = 0.12
"""The part of its own speed that a finger gives a die in addition."""
AROUND, FEW = 0.03, 6.0
"""Seconds before and after the touch, and pixels at least, in which the pointer's own speed is taken."""
QUICK, SLOW = (60, 130, 260), (6, 12, 20)
"""Centimetres a second of the records: flicks, and drags that nobody would call a flick."""

DRAWING = (0.002, 0.02)
"""Seconds that a frame takes, on a machine with nothing else to do and on a busy one."""


class Seen(NamedTuple):
    """Where the pointer was, and whether its button was down."""

    time: float
    x: int
    y: int
    is_held: bool


def way_of(speed: int) -> list[Seen]:
    """A record, in seconds."""
    with (FOLDER / f"{speed}.csv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        return [
            Seen(float(row["milliseconds"]) / 1000.0, int(row["x"]), int(row["y"]), row["held"] == "1") for row in rows
        ]


class Display:
    """A clock that goes on only where the program waits or draws, and a pointer that moves by it as recorded."""

    def __init__(self, app: App, table: Table, way: list[Seen]) -> None:
        self.app, self.table = app, table
        self.now = monotonic()
        start = self.now + LATER - way[0].time
        self.coming = deque((start + seen.time, event) for seen in way for event in events_of(seen, way))
        self.end = start + way[-1].time + LONG

    def monotonic(self) -> float:
        """The time."""
        return self.now

    def sleep(self, seconds: float) -> None:
        """Time passes."""
        self.now += seconds

    def tick(self, frames: int) -> None:
        """The time of a frame passes."""
        self.now += 1.0 / frames

    def get(self) -> list[pygame.event.Event]:
        """The events since the last call. Once the die has come to rest, the program is left."""
        events = []
        while self.coming and self.coming[0][0] <= self.now:
            events.append(self.coming.popleft()[1])
        if any(isinstance(made.action, Settled) for made in self.table.play.session.past) or self.now > self.end:
            self.app.is_running = False
        return events

    def wait(self, milliseconds: int) -> pygame.event.Event:
        """Sleep until something happens."""
        due = self.coming[0][0] if self.coming else inf
        self.now = min(max(due, self.now), self.now + milliseconds / 1000.0)
        events = self.get()
        return events[0] if events else pygame.event.Event(pygame.NOEVENT)


def events_of(seen: Seen, way: list[Seen]) -> list[pygame.event.Event]:
    """The events the window gets: the pointer comes to where the swipe begins, is pressed, moves, is let go."""
    at = (seen.x, seen.y)
    if seen is way[0]:
        return [
            pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0)),
            pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1),
        ]
    if not seen.is_held:
        return [pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1)]
    return [pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 0), buttons=(1, 0, 0))]


def swiped(desk: Desk, monkeypatch: pytest.MonkeyPatch, speed: int, drawing: float) -> tuple[Swipe, Shot, float, Table]:
    """The stroke that was made of a record, what came of it, and the pointer's own speed where it met the die."""
    table = desk.resume(record(start("red troll 20,8", "blue troll 45,24")[0], finger=True))
    way, app = way_of(speed), desk.app
    display, draw = Display(app, table, way), app._draw  # noqa: SLF001  what takes time is drawing

    def drawn() -> None:
        draw()
        display.now += drawing

    monkeypatch.setattr(apps, "monotonic", display.monotonic)
    monkeypatch.setattr(apps, "sleep", display.sleep)
    monkeypatch.setattr(pygame.event, "get", display.get)
    monkeypatch.setattr(pygame.event, "wait", display.wait)
    monkeypatch.setattr(pygame.time, "Clock", lambda: display)
    monkeypatch.setattr(app, "_draw", drawn)
    app.run()
    stroke, settled = (made.action for made in table.play.session.past)
    assert isinstance(stroke, Swipe)
    assert isinstance(settled, Settled)
    return stroke, settled.shot, pointer_speed(table, way), table


def pointer_speed(table: Table, way: list[Seen]) -> float:
    """Centimetres a second of the pointer around the touch, straight from the record."""
    view, pose = table.top.view, table.play.session.past[0].before.dice[DIE].body.pose
    touch, _ = view.at(pose.x - HALF - RADIUS, pose.y, HALF)
    reached = next(seen.time for seen in way if seen.x >= touch)
    around = max(AROUND, FEW * (way[-2].time - way[1].time) / (way[-2].x - way[1].x))
    near = np.array([(seen.time - reached, seen.x) for seen in way[1:-1] if abs(seen.time - reached) <= around])
    return float(np.polyfit(near[:, 0], near[:, 1], 1)[0]) / view.scale


def launch(shot: Shot) -> float:
    """How fast the die leaves the finger, in centimetres a second, from the first frames of its film."""
    track = next(track for track in unpack(shot.film).tracks if track.die == DIE)
    return max(RATE * (b.x - a.x) for a, b in zip(track.sights[:6], track.sights[1:7], strict=True))


@pytest.mark.parametrize("drawing", DRAWING)
@pytest.mark.parametrize("speed", QUICK)
def test_a_swipe_is_as_fast_as_the_pointer_and_flicks_the_die_as_fast(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, speed: int, drawing: float
):
    stroke, shot, pointer, table = swiped(desk, monkeypatch, speed, drawing)
    (touched,) = shot.touched
    finger = speed_at(stroke, touched.time)
    assert touched.die == DIE
    assert finger == pytest.approx(pointer, rel=0.15)
    assert table.state.turn.foul is None
    assert launch(shot) == pytest.approx((1.0 + BOUNCE) * finger, rel=0.15)


@pytest.mark.parametrize("drawing", DRAWING)
@pytest.mark.parametrize("speed", SLOW)
def test_a_slow_drag_is_a_foul(desk: Desk, monkeypatch: pytest.MonkeyPatch, speed: int, drawing: float):
    stroke, shot, pointer, table = swiped(desk, monkeypatch, speed, drawing)
    assert speed_at(stroke, shot.touched[0].time) == pytest.approx(pointer, rel=0.15)
    assert table.state.turn.foul == "pushed"
