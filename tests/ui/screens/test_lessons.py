"""Lessons: each can be finished with the mouse and with the keys, and none is finished by anything but its goal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from rumms.games.rumms.actions import Settled
from rumms.games.rumms.goals import Verdict
from rumms.physics.model import Flick
from rumms.places import own
from rumms.ui import lessons
from rumms.ui.lessons import Step
from rumms.ui.screens.launcher import Launcher
from rumms.ui.screens.lesson import LessonTable
from rumms.ui.screens.lessons import Lessons
from rumms.ui.seating import Agreed, Sitting

from .conftest import Opened
from .desk import Desk, Slow, texts_of

SMALL = (640, 360)
Do = tuple[Any, ...]
HOME: Do = ("put", 7.0, 12.5)

DONE: dict[str, list[Do]] = {
    "1-flick-1": [("flick", 2, 0.0, 0.35)],
    "1-flick-2": [("flick", 2, 90.0, 0.5)],
    "1-flick-3": [("flick", 2, 0.0, 0.6)],
    "2-king-1": [("use", 0), HOME],
    "2-king-2": [("flick", 2, 0.0, 0.35), HOME],
    "3-dragon-1": [("flick", 2, 90.0, 0.4), ("flick", 2, 270.0, 0.6)],
    "3-dragon-2": [("yes",), HOME],
    "4-spy-1": [("flick", 2, 0.0, 0.35), ("yes",)],
    "4-spy-2": [("use", 2), ("put", 45.0, 6.0)],
    "4-spy-3": [("flick", 2, 0.0, 0.7)],
    "5-mage-1": [("flick", 2, 0.0, 0.2), ("choose", 3), ("yes",), HOME],
    "5-mage-2": [("choose", 4), ("yes",)],
    "6-ice-1": [("use", 2), ("put", 17.0, 15.0)],
    "6-ice-2": [("flick", 4, 0.0, 0.7)],
    "6-ice-3": [("use", 2), ("choose", 3), ("choose", 4), ("yes",), HOME, ("put", 7.0, 17.5)],
}
"""How each step is done, as its hint says."""
WRONG: dict[str, list[list[Do]]] = {
    "1-flick-1": [[("flick", 2, 0.0, 0.12)], [("flick", 2, 0.0, 1.0)], [("flick", 0, 0.0, 0.2)]],
    "1-flick-2": [[("flick", 2, 0.0, 0.3)], [("flick", 2, 90.0, 0.12)], [("flick", 2, 270.0, 0.9)]],
    "1-flick-3": [[("flick", 2, 90.0, 0.2)], [("flick", 2, 0.0, 0.2)], [("flick", 0, 180.0, 0.9)]],
    "2-king-1": [[("flick", 2, 0.0, 0.2)], [("flick", 0, 270.0, 0.2)]],
    "2-king-2": [[("flick", 2, 180.0, 0.2)], [("use", 0), HOME]],
    "3-dragon-1": [
        [("flick", 2, 90.0, 0.4), ("no",)],
        [("flick", 2, 0.0, 0.2), ("flick", 2, 180.0, 0.2)],
        [("use", 0), HOME],
    ],
    "3-dragon-2": [[("no",)]],
    "4-spy-1": [[("flick", 2, 0.0, 0.35), ("no",)], [("flick", 2, 0.0, 0.1)]],
    "4-spy-2": [[("flick", 3, 0.0, 0.2)], [("use", 0), HOME]],
    "4-spy-3": [[("flick", 2, 90.0, 0.25), ("no",)], [("flick", 2, 0.0, 0.15), ("yes",)]],
    "5-mage-1": [
        [("flick", 2, 0.0, 0.2), ("choose", 4), ("yes",), HOME],
        [("flick", 2, 0.0, 0.2), ("no",)],
        [("flick", 2, 0.0, 0.8)],
    ],
    "5-mage-2": [[("choose", 3), ("yes",)], [("choose", 5), ("yes",)]],
    "6-ice-1": [[("use", 2), ("put", 40.0, 8.0)], [("flick", 3, 0.0, 0.2)]],
    "6-ice-2": [[("flick", 4, 90.0, 0.2)], [("use", 0), HOME]],
    "6-ice-3": [[("use", 2), ("choose", 3), ("yes",), HOME], [("use", 2), ("yes",)], [("use", 0), HOME]],
}
"""What uses up the turn and does not reach the goal."""


def steps() -> list[tuple[str, int, int]]:
    """The name of every step, its lesson and its number."""
    return [
        (file.removesuffix(".jsonl"), place, number)
        for place, lesson in enumerate(lessons.lessons())
        for number, file in enumerate(lesson.steps)
    ]


each = pytest.mark.parametrize(("name", "lesson", "number"), steps(), ids=[name for name, *_ in steps()])


def sit_down(desk: Desk, lesson: int, number: int, failures: int = 0) -> LessonTable:
    """A step, as far as a person is asked."""
    desk.app.open(Lessons())
    desk.app.open(LessonTable(Step(lessons.lessons()[lesson], number), desk.app, failures))
    desk.come_to_rest()
    desk.wait(0.2)
    return desk.on(LessonTable)


def by_mouse(desk: Desk, what: Do) -> None:
    """Do one thing with the mouse."""
    match what:
        case ("flick", die, direction, power):
            desk.flick(die, direction, power)
        case ("use", die):
            desk.click(f"use {die}")
        case ("choose", die) if desk.screen.find(f"die {die}"):
            desk.click(f"die {die}")
        case ("choose", die):
            desk.click(desk.at(die))
        case ("put", x, y):
            desk.click(desk.table.top.view.at(x, y))
        case (button,):
            desk.click(button)


def by_keys(desk: Desk, what: Do) -> None:
    """Do one thing with the keys."""
    match what:
        case ("flick", die, direction, power):
            aim_with_keys(desk, die, direction, power)
        case ("use", die):
            tab_to(desk, f"use {die}")
            desk.key(pygame.K_RETURN)
        case ("choose", die) if desk.screen.find(f"die {die}"):
            tab_to(desk, f"die {die}")
            desk.key(pygame.K_RETURN)
        case ("choose", die):
            choose_with_keys(desk, die)
        case ("put", x, y):
            put_with_keys(desk, x, y)
        case (button,):
            tab_to(desk, button)
            desk.key(pygame.K_RETURN)


def tab_to(desk: Desk, name: str) -> None:
    if desk.screen.focus != name:
        desk.go_to(name)


def choose_with_keys(desk: Desk, die: int) -> None:
    tab_to(desk, "mat")
    for _ in range(20):
        desk.key(pygame.K_RIGHT)
        if desk.table.chosen == die:
            break
    assert desk.table.chosen == die
    desk.key(pygame.K_RETURN)


def aim_with_keys(desk: Desk, die: int, direction: float, power: float) -> None:
    choose_with_keys(desk, die)
    table = desk.table
    for _ in range(400):
        aim = table.aim
        assert aim
        turn = (direction - aim.direction + 180.0) % 360.0 - 180.0
        if abs(turn) > 0.6:
            desk.key(pygame.K_LEFT if turn > 0 else pygame.K_RIGHT)
        elif abs(power - aim.power) > 0.006:
            desk.key(pygame.K_UP if power > aim.power else pygame.K_DOWN)
        else:
            break
    desk.key(pygame.K_RETURN)


def put_with_keys(desk: Desk, x: float, y: float) -> None:
    tab_to(desk, "mat")
    placing = desk.table.placing
    assert placing
    for _ in range(200):
        if abs(placing.pose.x - x) > 0.3:
            desk.key(pygame.K_RIGHT if placing.pose.x < x else pygame.K_LEFT)
        elif abs(placing.pose.y - y) > 0.3:
            desk.key(pygame.K_UP if placing.pose.y < y else pygame.K_DOWN)
        else:
            break
    desk.key(pygame.K_RETURN)


def play(desk: Desk, do: Callable[[Desk, Do], None], script: list[Do]) -> None:
    for what in script:
        if do is by_keys and what == ("yes",) and not desk.screen.find("yes"):
            continue  # Enter on a die has said so already
        assert desk.on(LessonTable).verdict is Verdict.OPEN
        do(desk, what)
        desk.come_to_rest()
        desk.wait(0.2)


@each
@pytest.mark.parametrize("how", [by_mouse, by_keys])
def test_a_step_can_be_done(opened: Opened, name: str, lesson: int, number: int, how: Callable[[Desk, Do], None]):
    desk = opened(SMALL)
    table = sit_down(desk, lesson, number)
    play(desk, how, DONE[name])
    assert table.verdict is Verdict.REACHED
    assert table.failures == 0
    assert desk.screen.focus == "next"
    done = {lessons.lessons()[lesson].id} if table.step.is_last else set()
    assert lessons.done() == done, "a lesson is done with its last step"


@pytest.mark.parametrize(
    ("lesson", "number", "script"),
    [
        pytest.param(lesson, number, script, id=f"{name} {way}")
        for name, lesson, number in steps()
        for way, script in enumerate(WRONG[name])
    ],
)
def test_a_wrong_move_does_not_finish_it_and_it_is_tried_again_at_once(
    opened: Opened, lesson: int, number: int, script: list[Do]
):
    desk = opened(SMALL)
    table = sit_down(desk, lesson, number)
    play(desk, by_mouse, script)
    assert table.verdict is Verdict.FAILED
    assert not lessons.done()
    assert not desk.screen.find("next")
    assert desk.screen.focus == "retry"
    before = len(desk.past)
    desk.wait(3.0)
    assert len(desk.past) == before, "the other side does not move"
    desk.key(pygame.K_RETURN)
    again = desk.on(LessonTable)
    assert again is not table
    assert (again.verdict, again.failures) == (Verdict.OPEN, 1)
    assert again.step.number == number
    desk.come_to_rest()
    assert again.state.dice == sit_down(desk, lesson, number).state.dice


def test_every_step_has_its_scripts():
    names = {name for name, *_ in steps()}
    assert names == set(DONE) == set(WRONG)
    assert all(WRONG.values())
    assert len(lessons.lessons()) == 6


def test_a_whole_lesson_goes_from_step_to_step_and_is_remembered(opened: Opened):
    desk = opened(SMALL)
    desk.run()
    desk.click("lessons")
    desk.on(Lessons)
    assert desk.screen.focus == "lesson flick"
    desk.key(pygame.K_RETURN)
    for number in range(3):
        table = desk.on(LessonTable)
        assert table.step.number == number
        desk.come_to_rest()
        play(desk, by_mouse, DONE[f"1-flick-{number + 1}"])
        assert lessons.done() == ({"flick"} if number == 2 else set())
        desk.click("next")
    table = desk.on(LessonTable)
    assert (table.step.lesson.id, table.step.number) == ("king", 0), "the next lesson follows"
    desk.come_to_rest()
    desk.key(pygame.K_ESCAPE)
    assert desk.on(Lessons).done == {"flick"}
    desk.key(pygame.K_ESCAPE)
    desk.on(Launcher)


def test_the_last_lesson_leads_back_to_all_of_them(opened: Opened):
    desk = opened()
    for lesson in lessons.lessons()[:-1]:
        lessons.remember(lesson)
    sit_down(desk, 5, 2)
    play(desk, by_mouse, DONE["6-ice-3"])
    assert any(line.startswith("Now you know") for line in texts_of(desk.run))
    assert len(lessons.done()) == 6
    desk.click("next")
    desk.on(Lessons)


def test_a_lesson_that_is_done_can_be_done_again(opened: Opened):
    desk = opened(SMALL)
    lessons.remember(lessons.lessons()[0])
    sit_down(desk, 0, 2)
    play(desk, by_mouse, WRONG["1-flick-3"][0])
    assert lessons.done() == {"flick"}
    desk.click("retry")
    desk.come_to_rest()
    play(desk, by_mouse, DONE["1-flick-3"])
    desk.click("retry")
    assert desk.on(LessonTable).verdict is Verdict.OPEN


def words(desk: Desk) -> str:
    """All that is written, as one line."""
    return " ".join(sorted(texts_of(desk.run)))


def test_the_hint_comes_after_a_failure(opened: Opened):
    desk = opened((1280, 720))
    table = sit_down(desk, 0, 0)
    hint = table.step.hint["en"].split()[-1]
    assert hint not in words(desk)
    play(desk, by_mouse, WRONG["1-flick-1"][0])
    assert hint in words(desk)
    desk.click("retry")
    desk.come_to_rest()
    assert hint in words(desk), "and stays"
    play(desk, by_mouse, DONE["1-flick-1"])
    assert "Well done!" in texts_of(desk.run)
    desk.click("next")
    desk.come_to_rest()
    assert desk.on(LessonTable).failures == 0


def test_what_was_played_before_is_shown_first(opened: Opened):
    desk = opened(SMALL)
    desk.app.open(LessonTable(Step(lessons.lessons()[2], 1), desk.app))
    table = desk.on(LessonTable)
    assert table.scene.sights.keys() == {0, 1, 2, 3}, "the king still stands"
    assert len(table.reels) == 2
    assert isinstance(table.reels[1].made.action, Settled)
    desk.come_to_rest()
    assert 0 not in table.scene.sights
    assert table.asking


@pytest.mark.parametrize(("size", "text"), [((640, 360), "130"), ((1280, 720), "100"), ((1400, 700), "115")])
def test_a_question_stands_beside_the_coach(opened: Opened, size: tuple[int, int], text: str):
    desk = opened(size, text=text)
    table = sit_down(desk, 2, 1)
    assert table.panel
    assert not table.panel.box.colliderect(table.coach)
    assert desk.app.window.get_rect().contains(table.panel.box)


def test_taking_back_is_no_way_around_the_goal(opened: Opened):
    desk = opened(SMALL)
    table = sit_down(desk, 5, 2)
    desk.click("use 2")
    desk.wait(0.2)
    desk.key(pygame.K_BACKSPACE, pygame.K_ESCAPE)
    desk.come_to_rest()
    play(desk, by_mouse, WRONG["6-ice-3"][0])
    assert table.verdict is Verdict.FAILED
    assert table.play.can_take_back
    assert not desk.widget("undo").is_enabled


def test_the_bot_is_stopped_while_it_thinks(opened: Opened):
    mind = Slow()
    desk = opened(SMALL, mind=mind)
    desk.app.open(LessonTable(Step(lessons.lessons()[0], 0), desk.app))
    desk.wait(0.2)
    table = desk.on(LessonTable)
    table.decide(Flick(2, 0.0, 30.0))
    desk.until(lambda: bool(mind.open))
    mind.answer()
    desk.come_to_rest()
    desk.wait(0.3)
    assert table.verdict is Verdict.FAILED
    assert not mind.open
    assert table.play.is_paused


def test_a_lesson_leaves_no_record(opened: Opened):
    desk = opened(SMALL)
    sit_down(desk, 0, 2)
    play(desk, by_mouse, DONE["1-flick-3"])
    desk.app.home()
    assert not list(own("games").glob("*"))
    assert not own("statistics.json").exists()


def test_the_record_with_the_person_s_name(opened: Opened):
    desk = opened(SMALL, agreed=Agreed(red=(Sitting(name="Mila"),)))
    assert sit_down(desk, 0, 0).play.names[0] == "Mila"


@pytest.mark.parametrize("content", ["", "nothing", "{}", '["flick", 7, null]', "[" * 3000])
def test_what_is_remembered_may_be_broken(content: str):
    own().mkdir(parents=True, exist_ok=True)
    own("lessons.json").write_text(content)
    assert lessons.done() == ({"flick"} if "flick" in content else set())
    lessons.remember(lessons.lessons()[1])
    assert "king" in lessons.done()


def test_every_step_says_everything_in_both_languages_and_lets_nobody_else_move():
    for _, lesson, number in steps():
        step = Step(lessons.lessons()[lesson], number)
        for texts in (step.title, step.text, step.hint, step.lesson.title, step.lesson.text):
            assert set(texts) == {"de", "en"}
            assert all(texts.values())
        limit = step.goal
        assert getattr(limit, "turns", None) == 1, "so that it is reached or failed before the other side moves"
