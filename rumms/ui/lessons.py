"""Lessons: what there is to learn, in which steps, and what this person has done already."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec
from msgspec import Struct

from rumms.catalogue import find_game
from rumms.games.rumms.goals import AnyGoal, goal_in
from rumms.games.rumms.state import State
from rumms.kernel.session import Loaded, load
from rumms.places import own, shipped
from rumms.ui import keeping

FOLDER: Final = ("scenarios", "rumms", "lessons")


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson: a few records, each with one task."""

    id: str
    icon: str
    title: dict[str, str]
    text: dict[str, str]
    steps: tuple[str, ...]
    """The files of the records, beside the list of lessons."""


class Step:
    """One task: where it begins, what was played before it, and its goal."""

    def __init__(self, lesson: Lesson, number: int) -> None:
        loaded = load(shipped(*FOLDER, lesson.steps[number]), find_game)
        self.lesson, self.number = lesson, number
        self.loaded: Loaded = loaded
        past = loaded.session.past
        self.start: State = past[0].before if past else loaded.session.state
        self.goal: AnyGoal = goal_in(loaded.lines, self.start)
        header = loaded.header
        self.title, self.text, self.hint = header.title or {}, header.text or {}, header.hint or {}

    @property
    def is_last(self) -> bool:
        """Is the lesson done with it?"""
        return self.number + 1 == len(self.lesson.steps)


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons, the easiest first."""
    return msgspec.json.decode(shipped(*FOLDER, "lessons.json").read_bytes(), type=tuple[Lesson, ...])


def first_position(lesson: Lesson) -> State:
    """How the dice lie when a lesson begins."""
    return _positions()[lesson.id]


@cache
def _positions() -> dict[str, State]:
    return {lesson.id: Step(lesson, 0).start for lesson in lessons()}


def after(lesson: Lesson) -> Lesson | None:
    """The lesson that follows."""
    return next(iter(lessons()[lessons().index(lesson) + 1 :]), None)


def done() -> frozenset[str]:
    """The lessons that were done on this machine."""
    kept = keeping.read(own("lessons.json"))
    return frozenset(one for one in kept if isinstance(one, str)) if isinstance(kept, list) else frozenset()


def remember(lesson: Lesson) -> None:
    """A lesson was done."""
    keeping.write(own("lessons.json"), sorted(done() | {lesson.id}))
