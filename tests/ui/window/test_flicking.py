from __future__ import annotations

from collections.abc import Callable
from math import atan2, degrees, dist
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from msgspec.structs import replace

from rumms.games.rumms.state import Side
from rumms.ui import settings
from rumms.ui.screens.table import Table

from .conftest import CORNER, grips, moves

if TYPE_CHECKING:
    from .conftest import Plan, Window

    Start: TypeAlias = Callable[..., Window]

FULL = 380.0
"""Centimetres a second at full power."""
FULL_PULL = 180.0
"""Pixels of a full pull in a window of 1280x720."""
PULL = (-87, 31)
"""Pixels: to the left and down, so the die goes to the right and up."""
RIGHT = 3
"""The number of the right button."""
SET_UP = 4
"""Moves before the first flick."""


def flick_of(table: Table, die: int) -> dict[str, Any]:
    """What PULL means for a die, as records have it. A pull is measured from the die's middle, not from the press."""
    middle, at = table.top.pixel(table.scene.sights[die]), grips(table)[die]
    to = at[0] + PULL[0], at[1] + PULL[1]
    return {
        "do": "flick",
        "die": die,
        "direction": pytest.approx(degrees(atan2(to[1] - middle[1], middle[0] - to[0])), abs=0.01),
        "speed": pytest.approx(FULL * dist(middle, to) / FULL_PULL, abs=0.1),
        "height": 0.5,
        "offset": 0.0,
    }


def test_the_third_press_of_the_mouse_is_the_first_flick_and_the_bot_answers(start: Start, plan: Plan):
    plan.launcher()
    window = start()
    window.wait_for(plan, "rumms")
    window.click(plan.at("rumms"))
    plan.new_game()
    window.wait_for(plan, "go")
    window.click(plan.at("go"))
    record = window.wait_for_record()
    table = window.wait_for_turn(plan, record)
    die, at = next(iter(grips(table).items()))
    window.flick(at, PULL)
    mine, settled, answer, last = window.wait_for_moves(record, SET_UP + 4)[SET_UP : SET_UP + 4]
    assert mine == {"seat": 1, "move": flick_of(table, die)}
    assert (settled["seat"], settled["move"]["do"]) == (0, "settled")
    assert settled["move"]["stroke"] == mine["move"]
    assert (answer["seat"], answer["move"]["do"]) == (2, "flick")
    assert (last["seat"], last["move"]["do"]) == (0, "settled")


def test_a_flick_is_watched_to_its_end_and_one_that_is_cancelled_is_none(start: Start, plan: Plan):
    plan.set(speed="0.25", is_calm=True)
    window = start("play", "rumms", "--seats", "me,me")
    record = window.wait_for_record()
    table = window.wait_for_turn(plan, record)
    first, second, *_ = grips(table)
    x, y = grips(table)[first]
    window.press((x, y))
    window.move((x + PULL[0], y + PULL[1]))
    window.wait_for_change(table.strip.middle)
    window.click((x + PULL[0], y + PULL[1]), button=RIGHT)
    window.wait_for_turn(plan, record)
    window.release()
    window.flick(grips(table)[second], PULL)
    window.move(CORNER)
    crossed = table.top.view.box.inflate(-table.top.view.box.width // 2, 0)
    for _ in range(3):
        window.wait_for_change(crossed)
    rested = window.wait_for_turn(plan, record)
    assert window.is_still(rested.top.view.box)
    mine, settled = moves(record)[SET_UP:]
    assert mine == {"seat": 1, "move": flick_of(table, second)}
    assert settled["move"]["stroke"] == mine["move"]


@pytest.mark.parametrize("is_full", [False, True], ids=["window", "full screen"])
def test_a_pull_to_the_edge_of_the_screen_has_full_power(start: Start, plan: Plan, is_full: bool):
    """The window is as large as the screen, so the pointer cannot go on beyond its edge."""
    settings.save(replace(plan.app.settings, is_full_screen=is_full))
    window = start("play", "rumms", "--seats", "me,me")
    record = window.wait_for_record()
    table = window.wait_for_turn(plan, record)
    die, (x, y) = min(grips(table).items(), key=lambda one: one[1][1])
    assert y < FULL_PULL
    window.flick((x, y), (0, -y))
    made = window.wait_for_moves(record, SET_UP + 1)[SET_UP]["move"]
    assert (made["die"], made["speed"]) == (die, FULL)
    assert made["direction"] == pytest.approx(270.0, abs=1.0)


def test_the_first_flick_can_be_made_with_the_keys_alone(start: Start, plan: Plan):
    plan.launcher()
    window = start()
    window.wait_for(plan, "rumms")
    window.key("Return")
    plan.new_game()
    window.wait_for(plan, "cancel")
    window.key("Return")
    record = window.wait_for_record()
    table = window.wait_for_turn(plan, record)
    window.key("Right", "Return", "Left", "Left", "shift+Right", "Up", "Up", "Up", "Prior", "Return")
    made = window.wait_for_moves(record, SET_UP + 1)[SET_UP]
    die = min(table.flickable(), key=lambda one: (table.scene.sights[one].x, table.scene.sights[one].y))
    me, king = table.scene.sights[die], table.state.king(Side.BLUE).body.pose
    towards = degrees(atan2(king.y - me.y, king.x - me.x)) % 360.0
    assert made == {
        "seat": 1,
        "move": {
            "do": "flick",
            "die": die,
            "direction": pytest.approx(towards + 2.0 - 0.1, abs=0.1),
            "speed": pytest.approx(FULL * 0.53, abs=0.1),
            "height": 0.55,
            "offset": 0.0,
        },
    }
