from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from .conftest import Plan, Window

    Start: TypeAlias = Callable[..., Window]

SMALL = (1000, 600)


def test_the_launcher_opens_and_its_button_closes_it(start: Start, plan: Plan):
    plan.launcher()
    window = start()
    window.wait_for(plan, "rumms", "kawumm", "waka_waka", "cabanga", "continue", "replays", "settings", "quit")
    assert window.title == "Rumms"
    assert window.do("search", "--classname", "^Rumms$").split() == [window.number]
    window.click(plan.at("quit"))
    assert window.wait_for_end() == 0
    assert not window.said.read_text()


def test_the_cross_of_the_window_closes_it_in_the_middle_of_a_game(start: Start, plan: Plan):
    window = start("play", "rumms", "--seats", "me,me")
    window.wait_for_turn(plan, window.wait_for_record())
    window.ask_to_close()
    assert window.wait_for_end() == 0
    assert not window.said.read_text()


def test_the_window_can_be_resized_and_fill_the_screen(start: Start, plan: Plan):
    plan.launcher()
    window = start()
    window.wait_for(plan, "rumms", "settings")
    window.resize(SMALL)
    plan.resize(SMALL)
    window.wait_for(plan, "rumms", "settings", "quit")
    window.key("F11")
    plan.resize((1280, 720))
    window.wait_for(plan, "rumms", "settings", "quit")
    window.key("F11")
    plan.resize(SMALL)
    window.wait_for(plan, "rumms", "settings", "quit")
    window.click(plan.at("quit"))
    assert window.wait_for_end() == 0
