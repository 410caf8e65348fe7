"""The positions of the lessons are generous: whoever aims about right gets there."""

from __future__ import annotations

from typing import Any

import pytest

from rumms.games.rumms.actions import Use
from rumms.games.rumms.goals import Verdict, judge
from rumms.games.rumms.state import Ask
from rumms.kernel.session import Session
from rumms.physics.model import Flick, Pose
from rumms.ui import lessons
from rumms.ui.gestures import FULL
from rumms.ui.lessons import Step

FANS = {
    ("flick", 0): (2, 0.0, 12.0, (0.28, 0.36, 0.44)),
    ("flick", 1): (2, 90.0, 6.0, (0.3, 0.6, 0.9)),
    ("flick", 2): (2, 0.0, 4.0, (0.45, 0.7, 1.0)),
    ("king", 1): (2, 0.0, 12.0, (0.28, 0.36, 0.44)),
    ("spy", 0): (2, 0.0, 12.0, (0.28, 0.36, 0.44)),
    ("spy", 2): (2, 0.0, 4.0, (0.5, 0.7, 1.0)),
    ("ice", 1): (4, 0.0, 5.0, (0.5, 0.75, 1.0)),
}
"""Die and direction, by how many degrees one may miss it, and with which powers."""


def answer(session: Session[Any, Any]) -> Any:
    """Yes to a power; a die goes home."""
    legal: Any = session.game.legal(session.state)
    return Use(session.state.task.among[0]) if session.state.task.ask is Ask.USE else legal.nearest(Pose(7.0, 12.5))


@pytest.mark.parametrize(("lesson", "number"), list(FANS), ids=[f"{lesson} {number}" for lesson, number in FANS])
def test_who_aims_about_right_gets_there(lesson: str, number: int):
    die, direction, beside, powers = FANS[lesson, number]
    task = next(one for one in lessons.lessons() if one.id == lesson)
    for turn in (-beside, 0.0, beside):
        for power in powers:
            step = Step(task, number)
            session = step.loaded.session
            session.play(Flick(die, (direction + turn) % 360.0, power * FULL))
            while session.actor == 0:
                session.play(answer(session))
            assert judge(step.goal, step.start, session.past) is Verdict.REACHED, (turn, power)
