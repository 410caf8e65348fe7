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
    seats = ("--seats", "greedy,greedy", "--set", "powers=no", "--seed", "3")
    assert rumms("play", "rumms", "--text", *seats, "--record", record).code == 0
    replay = plan.replay(record)
    window = start("replay", record)
    window.wait_for(plan, "play", "before", "speed")
    window.wait_for_change(replay.top.view.box)
    window.key("space")
    replay.toggle()
    window.wait_for(plan, "play")
    assert window.is_still(replay.top.view.box)
    window.key("space")
    window.wait_for_change(replay.top.view.box)
    window.key("Escape")
    plan.launcher()
    window.wait_for(plan, "rumms", "settings")
    window.click(plan.at("quit"))
    assert window.wait_for_end() == 0
