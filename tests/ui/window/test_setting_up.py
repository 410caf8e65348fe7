"""Two people build their troops and set them up in secret, with a real mouse."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import pytest

from rumms.ui.kit.screen import Screen
from rumms.ui.screens.hand_over import HandOver
from rumms.ui.screens.set_up import SetUpScreen
from rumms.ui.screens.table import Table
from rumms.ui.screens.troop import Doubt, TroopScreen
from rumms.ui.screens.troop_check import TroopCheck

if TYPE_CHECKING:
    from .conftest import Plan, Window

    Start: TypeAlias = Callable[..., Window]

S = TypeVar("S", bound=Screen)

MOST_FRAMES = 300
PIXEL = 0.06
"""Centimetres of a pixel, and a bit."""


def come_to(plan: Plan, kind: type[S]) -> S:
    """Let the plan go on until there is such a screen."""
    for _ in range(MOST_FRAMES):
        if isinstance(plan.app.screen, kind):
            plan.app.frame([], 0.1)
            return plan.app.screen
        plan.app.frame([], 0.1)
    raise AssertionError(plan.app.screen)


def press(window: Window, plan: Plan, name: str) -> None:
    """Click on a button in the window once it is there, and on the plan."""
    window.wait_for(plan, name)
    if name in ("here", "agree"):
        window.see_the_question()
    window.click(plan.at(name))
    widget = plan.app.screen.find(name)
    assert widget
    widget.activate()


def test_a_troop_is_built_checked_and_dragged_onto_the_mat_behind_the_curtain(start: Start, plan: Plan):
    plan.set(is_calm=True)
    words = ("me:Anna", "me:Ben")
    window = start("play", "rumms", "--seats", ",".join(words), "--set", "points=20")
    record = window.wait_for_record()
    plan.launcher()
    plan.app.open(Table.begun(words, plan.app, ("points=20",), path=plan.folder / "plan.jsonl"))
    for kind in ("troll", "knight"):
        come_to(plan, HandOver)
        press(window, plan, "here")
        come_to(plan, TroopScreen)
        press(window, plan, f"more {kind}")
        press(window, plan, "ready")
        come_to(plan, Doubt)
        press(window, plan, "offer 1")
    come_to(plan, TroopCheck)
    press(window, plan, "agree")
    come_to(plan, HandOver)
    press(window, plan, "here")
    screen = come_to(plan, SetUpScreen)
    spots = {"king": (6.0, 14.0), "troll": (22.0, 9.0)}
    window.wait_for(plan, "kind king", "ready")
    for kind, spot in spots.items():
        x, y = plan.at(f"kind {kind}")
        there = screen.top.view.at(*spot)
        window.press((x, y))
        window.move((x + 60, y))
        window.move(there)
        window.release()
    screen.draft.fill()
    screen.rebuild()
    window.wait_for(plan, "ready")
    window.click(plan.at("ready"))
    button = screen.find("ready")
    assert button
    button.activate()
    come_to(plan, HandOver)
    press(window, plan, "here")
    come_to(plan, SetUpScreen)
    press(window, plan, "fill")
    press(window, plan, "ready")
    made = window.wait_for_moves(record, 4)
    assert [one["move"]["do"] for one in made] == ["muster", "muster", "set_up", "set_up"]
    assert [one["move"]["troop"] for one in made[:2]] == [["king", "troll"], ["king", "knight"]]
    for put, (x, y) in zip(made[2]["move"]["dice"], spots.values(), strict=True):
        assert (put["pose"]["x"], put["pose"]["y"]) == pytest.approx((x, y), abs=PIXEL)
