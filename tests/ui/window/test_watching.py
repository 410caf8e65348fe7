from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from tests.conftest import Rumms

    from .conftest import Plan, Window

    Start: TypeAlias = Callable[..., Window]


def test_a_record_is_replayed_paused_and_left(start: Start, plan: Plan, rumms: Rumms, tmp_path: Path):
    record = tmp_path / "game.jsonl"
    seats = ("--seats", "random,random", "--set", "powers=no", "--seed", "12")  # a long game
    assert rumms("play", "rumms", "--text", *seats, "--record", record).code == 0
    replay = plan.replay(record)
    window = start("replay", record)
    window.wait_for(plan, "play", "before", "speed")
    mat, line = replay.top.view.box, plan.box("time")
    window.wait_for_change(mat)
    window.key("space")
    replay.is_running = False
    replay.rebuild()
    window.wait_for(plan, "play")
    assert window.is_still(mat)
    assert window.is_still(line)
    replay.time = replay.tape.duration
    assert not window.shows(plan, "time"), "it has not been paused, it has come to its end"
    window.key("space")
    window.wait_for_change(line)
    window.wait_for_change(mat)
    window.key("Escape")
    plan.launcher()
    window.wait_for(plan, "rumms", "settings")
    window.click(plan.at("quit"))
    assert window.wait_for_end() == 0
