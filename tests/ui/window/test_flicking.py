from __future__ import annotations

from collections.abc import Callable
from math import atan2, degrees, dist
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, TypeAlias

import pytest
from .conftest import box_of, moves, records

if TYPE_CHECKING:
    from tests.ui.window.conftest import Plan, Window

    Start: TypeAlias = Callable[..., Window]


def test_try(start: Start, plan: Plan):
    t = time()
    new_game = plan.new_game()
    window = start()
    launcher = plan.launcher()
    window.wait_for(plan, "rumms")
    print("launcher", time() - t)
    window.click(box_of(launcher, "rumms").center)
    new_game = plan.new_game()
    window.wait_for(plan, "go")
    print("new game", time() - t)
    window.click(box_of(new_game, "go").center)
    window.wait("a game", lambda: bool(records()) and len(moves(records()[0])) >= 2)
    print("record", time() - t)
    print(records()[0].read_text())
    table = window.wait_for_turn(plan)
    print("turn", time() - t)
    for die in table.flickable():
        print(die, table.state.dice[die].kind.name, table.state.dice[die].body.pose, table.top.pixel(table.scene.sights[die]))
    die = max(table.flickable(), key=lambda d: table.scene.sights[d].x)
    at = table.top.pixel(table.scene.sights[die])
    window.press(at)
    window.move((at[0] - 90, at[1] + 20))
    window.release()
    n = len(moves(records()[0]))
    for k in range(1, 5):
        window.wait("move", lambda: len(moves(records()[0])) >= n + k)
        m = moves(records()[0])[n + k - 1]
        print("move", k, time() - t, str(m)[:300])
    table = window.wait_for_turn(plan)
    print("turn", time() - t)
    assert 0
