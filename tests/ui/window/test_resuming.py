from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from rumms.physics.model import Flick
from rumms.ui.screens.table import Table
from rumms.ui.seating import Agreed, Sitting

from .conftest import grips, moves, records

if TYPE_CHECKING:
    from .conftest import Plan, Window

    Start: TypeAlias = Callable[..., Window]

PULL, BLUE_PULL = (-87, 31), (87, 31)
"""Pixels, away from the enemy and down."""
AFTER_A_FLICK = 5
"""Moves: the set-up, and the first flick."""
CUT = 40
"""Bytes."""


def go_on(start: Start, plan: Plan) -> Window:
    """The program, started anew, with the game that was left."""
    plan.launcher()
    window = start()
    window.wait_for(plan, "rumms", "continue")
    window.click(plan.at("continue"))
    return window


def played_before(plan: Plan) -> Path:
    """The record of a game between two people that was left after the first flick."""
    plan.app.open(table := Table.begun(("me", "me"), plan.app))
    for _ in range(1000):
        plan.app.frame((), 0.1)
        if table.flickable():
            if len(table.play.session.past) > AFTER_A_FLICK:
                break
            table.decide(Flick(1, direction=10.0, speed=150.0))
    (record,) = records()
    return record


def test_a_game_goes_on_where_it_was_killed(start: Start, plan: Plan):
    plan.set(speed="4", is_calm=True, agreed=Agreed(blue=(Sitting(),)))
    plan.launcher()
    window = start()
    window.wait_for(plan, "continue")
    window.click(plan.at("continue"))
    record = window.wait_for_record()
    window.flick(next(iter(grips(window.wait_for_turn(plan, record)).values())), PULL)
    window.wait_for_moves(record, AFTER_A_FLICK)
    window.kill()
    before = record.read_bytes()
    window = go_on(start, plan)
    table = window.wait_for_turn(plan, record)
    number = len(moves(record))
    assert number == AFTER_A_FLICK + 1
    assert record.read_bytes().startswith(before)
    die, at = next(iter(grips(table).items()))
    window.flick(at, BLUE_PULL)
    made = window.wait_for_moves(record, number + 1)[number]
    assert (made["seat"], made["move"]["do"], made["move"]["die"]) == (2, "flick", die)
    assert record.read_bytes().startswith(before)
    assert records() == [record]


def test_a_move_that_was_cut_off_is_told_and_made_again(start: Start, plan: Plan, tmp_path: Path):
    plan.set(speed="4", is_calm=True)
    record = played_before(plan)
    whole = record.read_bytes()
    assert len(whole.splitlines()[-1]) > CUT
    record.write_bytes(whole[:-CUT])
    torn = Path(shutil.copy(record, tmp_path / "torn.jsonl"))
    window = go_on(start, plan)
    plan.table(torn)
    window.wait_for(plan, "offer 0")
    window.key("Return")
    table = window.wait_for_turn(plan, record)
    assert record.read_bytes() == whole
    number = len(moves(record))
    die, at = next(iter(grips(table).items()))
    window.flick(at, BLUE_PULL)
    made = window.wait_for_moves(record, number + 1)[number]
    assert (made["seat"], made["move"]["do"], made["move"]["die"]) == (2, "flick", die)
