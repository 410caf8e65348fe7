"""The real finger at the table: a fingertip that follows the pointer, swipes, misses, and fouls that are explained."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from rumms.games.rumms.actions import Settled
from rumms.games.rumms.events import Foul
from rumms.games.rumms.state import Ask
from rumms.physics.geometry import HALF
from rumms.physics.model import Flick, Swipe
from rumms.ui import app as apps
from rumms.ui.app import App
from rumms.ui.kit.screen import Notice
from rumms.ui.screens.table import Table

from .desk import Desk, Point, record, start, texts_of

TROLL, OTHER = 2, 3
STEP = 0.004
"""Seconds from a move of the pointer to the next."""


def sit_down(desk: Desk, *more: str, **options: Any) -> Table:
    """A red troll far from everything, in a game with the finger; a second one, and a blue one."""
    dice = ("red troll 20,8", "red troll 20,24", "blue troll 45,24", *more)
    return desk.resume(record(start(*dice)[0], finger=True, **options))


def moved(desk: Desk, at: Point, time: float, *, held: bool = True) -> pygame.event.Event:
    """The pointer is there at a time."""
    desk.mouse = at
    whole = round(at[0]), round(at[1])
    return pygame.event.Event(pygame.MOUSEMOTION, pos=whole, rel=(0, 0), buttons=(int(held), 0, 0), time=time)


def swipe(desk: Desk, die: int, speed: float, *, held: bool = True, beyond: float = 10.0) -> None:
    """Swipe through a die from the left; the finger is down already, or the button is pressed first."""
    table, pose = desk.table, desk.table.state.dice[die].body.pose
    far = 2.5 + 0.1 * speed
    left = table.top.view.at(pose.x - far, pose.y, HALF)
    if held:
        desk.press(left)
    now = desk.app.time
    for step in range(round((far + beyond) / speed / STEP)):
        along = pose.x - far + speed * STEP * step
        at = table.top.view.at(along, pose.y, HALF)
        desk.frame(moved(desk, at, now + STEP * step, held=held), seconds=STEP)


def test_a_swipe_flicks_the_die_as_fast_as_the_pointer_and_by_itself(desk: Desk):
    sit_down(desk)
    swipe(desk, TROLL, 130.0)
    (stroke,) = desk.moves
    assert isinstance(stroke, Swipe)
    desk.release()
    desk.come_to_rest()
    settled = next(made.action for made in desk.past if isinstance(made.action, Settled))
    assert [one.die for one in settled.shot.touched] == [TROLL]
    assert settled.shot.moved[0].pose.x > 30.0
    assert desk.table.state.turn.foul is None


def test_space_puts_the_finger_down_for_those_who_cannot_press_and_swipe(desk: Desk):
    table = sit_down(desk)
    pose = table.state.dice[TROLL].body.pose
    desk.move(table.top.view.at(pose.x - 15.5, pose.y, HALF))
    desk.frame(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "))
    assert table.finger.is_down
    assert table.is_traced
    swipe(desk, TROLL, 130.0, held=False)
    (stroke,) = desk.moves
    assert isinstance(stroke, Swipe)
    assert not table.is_traced


def test_letting_space_go_lifts_the_finger(desk: Desk):
    table = sit_down(desk)
    desk.move(table.top.view.at(10.0, 4.0))
    desk.frame(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "))
    desk.frame(pygame.event.Event(pygame.KEYUP, key=pygame.K_SPACE, mod=0))
    assert not table.finger.is_down
    assert not desk.moves


def test_a_finger_that_touches_nothing_is_told_so_and_nothing_happened(desk: Desk):
    table = sit_down(desk)
    desk.press(table.top.view.at(8.0, 3.0))
    desk.drag(table.top.view.at(30.0, 3.0))
    desk.release()
    assert not desk.moves
    assert "The finger touched no die, so nothing happened. Try again!" in texts_of(desk.run)
    desk.wait(5.0)
    assert "Anna: put the finger down beside your die, and swipe" in texts_of(desk.run)


def test_a_finger_does_not_come_down_on_a_die(desk: Desk):
    table = sit_down(desk)
    desk.press(desk.at(TROLL))
    assert not table.finger.is_down
    assert desk.ear.heard[-1] == "refused"
    assert any("beside a die, not on it" in text for text in texts_of(desk.run))
    desk.drag(table.top.view.at(40.0, 8.0))
    desk.release()
    assert not desk.moves


@pytest.mark.parametrize("how", ["right", "escape"])
def test_a_finger_can_be_taken_back(desk: Desk, how: str):
    table = sit_down(desk)
    desk.press(table.top.view.at(10.0, 8.0))
    assert table.finger.is_down
    if how == "right":
        desk.frame(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(100, 300), button=3))
    else:
        desk.key(pygame.K_ESCAPE)
    assert not table.finger.is_down
    desk.drag(table.top.view.at(40.0, 8.0))
    desk.release()
    assert not desk.moves
    assert desk.screen is table


def test_a_slow_drag_is_a_foul_that_is_explained(desk: Desk):
    table = sit_down(desk)
    swipe(desk, TROLL, 6.0, beyond=2.0)
    desk.release()
    desk.until(lambda: isinstance(desk.screen, Notice))
    notice = desk.on(Notice)
    assert any(isinstance(event, Foul) for made in desk.past for event in made.events)
    assert "pushed the die" in notice.message
    assert "6 cm a second, and a flick takes 30 at least" in notice.message
    assert "blue may now take one die of red out of play, but not the king" in notice.message
    desk.key(pygame.K_RETURN)
    assert desk.screen is table
    assert table.state.task.ask is Ask.PICK


def test_a_strange_die_is_a_foul_of_another_kind(desk: Desk):
    sit_down(desk)
    swipe(desk, 4, 130.0)
    desk.until(lambda: isinstance(desk.screen, Notice))
    assert "not yours to flick" in desk.on(Notice).message


def test_pulling_back_is_off_and_the_keys_still_flick(desk: Desk):
    table = sit_down(desk)
    desk.press(desk.at(TROLL))
    desk.drag((300, 400))
    desk.release()
    assert table.aim is None
    assert not desk.moves
    desk.key(pygame.K_RIGHT, pygame.K_RETURN, pygame.K_RETURN)
    (stroke,) = desk.moves
    assert isinstance(stroke, Flick)


def test_the_pointer_is_a_fingertip_over_the_mat_alone(desk: Desk):
    table = sit_down(desk)
    desk.move(table.top.view.at(10.0, 4.0))
    desk.run()
    assert table.has_pointer
    desk.move(desk.widget("menu").rect.center)
    desk.run()
    assert not table.has_pointer
    desk.resume(record(start("red troll 20,8")[0]))
    desk.move((300, 300))
    desk.run()
    assert not desk.on(Table).has_pointer


def test_what_is_drawn_while_it_is_down_is_what_would_be_drawn_anyway(desk: Desk):
    table = sit_down(desk)
    at = table.top.view.at(10.0, 20.0)
    desk.press(at)
    desk.drag(table.top.view.at(12.0, 22.0))
    desk.run(0.3)
    traced = desk.app.window.copy()
    whole = pygame.Surface(traced.get_size())
    table.draw(whole)
    table.draw_trace(whole)
    first, second = (pygame.surfarray.array3d(one).astype(int) for one in (traced, whole))
    assert (abs(first - second).max(axis=2) > 8).mean() < 0.002


def test_events_of_one_look_are_spread_over_the_time_since_the_last(monkeypatch: pytest.MonkeyPatch, desk: Desk):
    app: App = desk.app
    times = iter([1000.0, 1000.016, 1000.017])
    monkeypatch.setattr(apps, "monotonic", lambda: next(times))
    app._begun, app.time = 1000.0, 50.0  # noqa: SLF001
    app._stamped([])  # noqa: SLF001
    four = app._stamped([pygame.event.Event(pygame.MOUSEMOTION) for _ in range(4)])  # noqa: SLF001
    assert [event.time for event in four] == pytest.approx([50.004, 50.008, 50.012, 50.016])
    (one,) = app._stamped([pygame.event.Event(pygame.MOUSEMOTION)])  # noqa: SLF001
    assert one.time == pytest.approx(50.017)
