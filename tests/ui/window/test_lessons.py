"""A lesson in a real window, with a real mouse: from the launcher to the check mark."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pygame import Rect

from rumms.games.rumms.goals import Verdict
from rumms.ui import lessons
from rumms.ui.lessons import Step
from rumms.ui.screens.lesson import LessonTable
from rumms.ui.screens.lessons import Lessons

from .conftest import grips

if TYPE_CHECKING:
    from .conftest import Plan, Window

PULLS = ((-63, 0), (0, 90), (-108, 0))
"""Pixels, for each of the three steps: to the left, down, to the left."""
DIE = 2
HEADING = 120
"""Pixels of the coach's slip, from its upper edge."""


def test_the_first_lesson_is_done_with_the_mouse(start: Callable[..., Window], plan: Plan):
    plan.set(is_calm=True, speed="4")
    plan.launcher()
    window = start()
    window.wait_for(plan, "lessons")
    window.click(plan.at("lessons"))
    plan.open(Lessons())
    window.wait_for(plan, "lesson king")
    window.click(plan.at("lesson flick"))
    for number, pull in enumerate(PULLS):
        table = plan.open(LessonTable(Step(lessons.lessons()[0], number), plan.app))
        # The buttons are those of the step before, but not the heading: its dots, its task.
        window.wait_for(plan, "retry", "zoom", Rect(table.coach.topleft, (table.coach.width, HEADING)))
        assert not lessons.done()
        window.flick(grips(table)[DIE], pull)
        table.judged = Verdict.REACHED
        table.rebuild()
        window.wait_for(plan, "next")
        if number < 2:
            window.click(plan.at("next"))
    assert lessons.done() == {"flick"}
