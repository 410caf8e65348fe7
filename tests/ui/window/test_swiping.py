"""Swipes in a real window, made and measured now: a bonus for a quiet machine. See `../screens/test_swipes.py`."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
import numpy as np
import pytest

from rumms.physics.film import RATE, unpack
from rumms.physics.geometry import HALF
from rumms.physics.model import Shot, Swipe
from rumms.ui.screens.table import Table
from rumms.ui.swiping import RADIUS, speed_at
from tests.ui.screens.desk import record
from tests.ui.screens.desk import start as laid

if TYPE_CHECKING:
    from .conftest import Plan, Window

    Start: TypeAlias = Callable[..., Window]

DIE = 2
RUN_UP = 15.0
"""Centimetres from where the finger comes down to the die's middle, for the fastest swipe."""
BEYOND = 6.0
"""Centimetres that it goes on beyond that."""
STEP = 0.004
"""Seconds from a move of the pointer to the next."""
BOUNCE = 0.12
"""What a finger gives a die beyond its own speed."""
SLOW = (6.0, 12.0, 20.0)
"""Centimetres a second, which is 110 to 370 pixels: nobody flicks like that."""
STALL = 0.05
"""Seconds that the program waits for the machine in a whole swipe, if that has not much else to do."""
TRIES = 3
ASKED_FOR = "RUMMS_SWIPE_TESTS"
"""The variable that asks for these tests, on a machine with nothing else to do. Recorded swipes are always tested."""
AROUND = 0.03
"""Seconds before and after the touch in which the pointer's own speed is taken."""

pytestmark = pytest.mark.skipif(
    os.environ.get(ASKED_FOR) != "1", reason=f"measures speeds: asked for with {ASKED_FOR}=1"
)


def opened(start: Start, plan: Plan) -> tuple[Window, Table, Path]:
    """A game with the real finger, and one red die that stands alone."""
    path = record(laid("red troll 20,8", "blue troll 45,24")[0], finger=True)
    plan.set(is_calm=True, speed="4")
    window = start("resume", path)
    table = window.wait_for_turn(plan, path)
    window.wait("that nothing loads any more", window.is_idle)
    return window, table, path


def swipe(window: Window, table: Table, speed: float) -> list[tuple[float, int, int]]:
    """Swipe through the die from the left at a speed; the pointer's way as the display saw it."""
    view, pose = table.top.view, table.state.dice[DIE].body.pose
    run_up = min(RUN_UP, max(speed * 0.1, 2.5))
    left, y = view.at(pose.x - run_up, pose.y, HALF)
    count = round((run_up + BEYOND) / speed / STEP)
    words: list[str | float] = ["mousemove", round(left), round(y), "sleep", 0.3, "mousedown", 1, "sleep", 0.15]
    for number in range(1, count + 1):
        x = left + number * speed * STEP * view.scale
        words += ["mousemove", round(x), round(y), "sleep", STEP]
    is_over = Event()
    with ThreadPoolExecutor(1) as pool:
        seen = pool.submit(window.display.watch, is_over)
        window.do(*words, "mouseup", 1)
        is_over.set()
        return seen.result()


def pointer_speed(table: Table, seen: list[tuple[float, int, int]]) -> float:
    """Centimetres a second of the pointer when it reached the die, from what the display saw."""
    view, pose = table.top.view, table.state.dice[DIE].body.pose
    touch, _ = view.at(pose.x - HALF - RADIUS, pose.y, HALF)
    reached = next(time for time, x, _ in seen if x >= touch)
    near = np.array([(time, x) for time, x, _ in seen if abs(time - reached) <= AROUND])
    moving = near[(near[:, 1] > near[0, 1]) & (near[:, 1] < near[-1, 1])]
    return float(np.polyfit(moving[:, 0] - reached, moving[:, 1], 1)[0]) / view.scale


def made(moves: list[dict[str, Any]]) -> tuple[Swipe, Shot]:
    """The swipe that was recorded, and what came of it."""
    (stroke, settled) = (move["move"] for move in moves[:2])
    return msgspec.convert(stroke, Swipe), msgspec.convert(settled["shot"], Shot)


def launch(shot: Shot) -> float:
    """How fast the die leaves the finger, in centimetres a second, from the first frames of its film."""
    track = next(track for track in unpack(shot.film).tracks if track.die == DIE)
    ways = [RATE * (b.x - a.x) for a, b in zip(track.sights, track.sights[1:], strict=False)]
    return max(ways[:6])


def measured(start: Start, plan: Plan, speed: float) -> tuple[Swipe, Shot, float, Table]:
    """A swipe at a speed, what came of it, and the speed that the pointer really had; the table after it."""
    for _ in range(TRIES):
        window, table, path = opened(start, plan)
        waited = window.waited()
        seen = swipe(window, table, speed)
        waited = window.waited() - waited
        stroke, shot = made(window.wait_for_moves(path, 2))
        window.close()
        if waited < STALL:
            return stroke, shot, pointer_speed(table, seen), plan.table(path)
    pytest.fail("The machine has too much to do for speeds to be measured.")


@pytest.mark.parametrize("speed", [60.0, 130.0, 260.0])
def test_a_swipe_is_as_fast_as_the_pointer_and_flicks_the_die_as_fast(start: Start, plan: Plan, speed: float):
    stroke, shot, pointer, after = measured(start, plan, speed)
    (touched,) = shot.touched
    finger = speed_at(stroke, touched.time)
    assert finger == pytest.approx(pointer, rel=0.15)
    assert after.state.turn.foul is None
    assert launch(shot) == pytest.approx((1.0 + BOUNCE) * finger, rel=0.15)


@pytest.mark.parametrize("speed", SLOW)
def test_a_slow_drag_is_a_foul(start: Start, plan: Plan, speed: float):
    stroke, shot, pointer, after = measured(start, plan, speed)
    assert speed_at(stroke, shot.touched[0].time) == pytest.approx(pointer, rel=0.15)
    assert after.state.turn.foul == "pushed"
