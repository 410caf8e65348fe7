from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from tests.ui.window.conftest import Plan, Window

    Start: TypeAlias = Callable[..., Window]


def test_the_launcher_opens_and_its_button_closes_it(start: Start, plan: Plan):
    screen = plan.launcher()
    window = start()
    window.wait_for(plan, "rumms", "kawumm", "continue", "settings", "quit")
    assert window.title == "Rumms"
    window.click(screen.find("quit").rect.center)
    assert window.wait_for_end() == 0
    assert window.said.read_text() == ""
