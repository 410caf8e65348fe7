"""Practice: flicks taken back, dice set anywhere, hands and finger changed, and nothing of it kept."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from rumms.games.rumms.actions import Settled
from rumms.games.rumms.practice import position_of
from rumms.games.rumms.state import Side
from rumms.physics.model import Swipe
from rumms.ui import shelf
from rumms.ui.kit.screen import Notice
from rumms.ui.practising import Start
from rumms.ui.screens.launcher import Launcher
from rumms.ui.screens.pause import Pause
from rumms.ui.screens.practice import Practice
from rumms.ui.screens.practice_sheets import Box, PracticeSheet

from .desk import Desk, record, start, texts_of

TROLL, KNIGHT = 1, 2
"""Of the practice mat."""


def practise(desk: Desk, **values: Any) -> Practice:
    desk.app.open(Practice.laid(Start(**values), desk.app))
    desk.come_to_rest()
    table = desk.table
    assert isinstance(table, Practice)
    return table


def test_the_launcher_leads_to_the_practice_mat(desk: Desk):
    desk.click("practice")
    desk.wait(0.3)
    desk.click("go")
    desk.come_to_rest()
    assert desk.on(Practice).is_mat


def test_on_the_mat_red_flicks_again_and_again_and_sees_speed_and_way(desk: Desk):
    table = practise(desk)
    desk.flick(TROLL, 0.0, 0.4)
    desk.come_to_rest()
    assert table.state.turn.side is Side.RED
    assert TROLL in table.flickable()
    figures = table.figures
    assert figures is not None
    assert figures.speed == pytest.approx(152.0, rel=0.05)
    assert figures.way > 10.0
    assert (figures.is_off, figures.foul) == (False, "")
    assert {"Speed", f"{round(figures.speed)} cm/s", f"{round(figures.way)} cm", "clean"} <= texts_of(desk.run)
    desk.flick(KNIGHT, 200.0, 1.0)
    desk.come_to_rest()
    assert table.state.turn.side is Side.RED


def test_a_king_who_leaves_the_practice_mat_comes_back(desk: Desk):
    table = practise(desk)
    desk.flick(0, 180.0, 1.0)
    desk.come_to_rest()
    assert table.state.king(Side.RED).is_on_mat
    assert not isinstance(desk.screen, Notice)


def test_taking_back_returns_the_exact_earlier_states_flicks_and_settings_alike(desk: Desk):
    table = practise(desk, sort="quick")
    states = [table.state]
    for direction in (0.0, 180.0, 20.0):
        desk.flick(table.flickable()[1], direction, 0.6)
        desk.come_to_rest()
        while table.placing or not table.flickable():
            desk.key(pygame.K_RETURN)
            desk.come_to_rest()
        states.append(table.state)
    table.lay(position_of(table.state), {"finger": True})
    assert table.state.options.finger
    desk.key(pygame.K_BACKSPACE)
    assert table.state is states[-1]
    for state in reversed(states[:-1]):
        while table.state is not state:
            assert table.can_take_back
            desk.key(pygame.K_BACKSPACE)
            desk.run()
        assert table.scene.state is state
    assert not table.can_take_back


def test_nothing_of_it_is_kept(desk: Desk):
    practise(desk)
    desk.flick(TROLL, 0.0, 0.4)
    desk.come_to_rest()
    assert shelf.kept() == []
    assert desk.table.play.session.writer is None
    desk.key(pygame.K_ESCAPE)
    assert "Leave; practice is not kept" in texts_of(desk.run)
    desk.on(Pause)
    desk.click("menu")
    desk.on(Launcher)


def test_the_hand_that_trembles_makes_another_flick_of_the_same_aim(desk: Desk):
    table = practise(desk, hand="shaky")
    desk.flick(TROLL, 0.0, 0.4)
    desk.come_to_rest()
    settled = next(made.action for made in table.play.session.past if isinstance(made.action, Settled))
    assert settled.stroke != desk.moves[-1]


def drag_die(desk: Desk, die: int, x: float, y: float, button: int = 1) -> None:
    desk.press(desk.at(die), button)
    desk.drag(desk.table.top.view.at(x, y), button)
    desk.release(button)


@pytest.mark.parametrize("button", [1, 3])
def test_a_die_is_dragged_anywhere(desk: Desk, button: int):
    table = practise(desk)
    if button == 1:
        desk.key(pygame.K_e)
    before = position_of(table.state)
    drag_die(desk, TROLL, 40.0, 5.0, button)
    after = position_of(table.state)
    assert after.dice[TROLL].x == pytest.approx(40.0, abs=0.06)
    assert after.dice[TROLL].y == pytest.approx(5.0, abs=0.06)
    assert [one for n, one in enumerate(after.dice) if n != TROLL] == [
        one for n, one in enumerate(before.dice) if n != TROLL
    ]
    desk.key(pygame.K_BACKSPACE)
    assert position_of(table.state) == before


def test_a_die_is_set_on_another_and_that_one_stays_until_it_is_taken_down(desk: Desk):
    table = practise(desk)
    desk.key(pygame.K_e)
    pose = table.state.dice[KNIGHT].body.pose
    drag_die(desk, TROLL, pose.x, pose.y)
    assert table.state.dice[TROLL].body.level == 1
    table.take(KNIGHT)
    assert table.placing is None
    assert any("Take them down first" in text for text in texts_of(desk.run))


def test_where_it_overlaps_another_die_it_is_refused_with_the_reason(desk: Desk):
    table = practise(desk)
    desk.key(pygame.K_e)
    pose = table.state.dice[KNIGHT].body.pose
    before = table.state
    drag_die(desk, TROLL, pose.x + 1.3, pose.y)
    assert table.state is before
    assert desk.ear.heard[-1] == "refused"
    assert any("The die overlaps another one there" in text for text in texts_of(desk.run))
    assert TROLL in table.scene.sights


def test_off_the_mat_a_die_goes_back_into_the_box_but_no_king(desk: Desk):
    table = practise(desk)
    desk.key(pygame.K_e)
    number = len(table.state.dice)
    drag_die(desk, TROLL, 30.0, -4.0)
    assert len(table.state.dice) == number - 1
    drag_die(desk, 0, 30.0, -4.0)
    assert len(table.state.dice) == number - 1
    assert any("needs its king" in text for text in texts_of(desk.run))


def test_a_chosen_die_is_turned_turned_over_and_removed(desk: Desk):
    table = practise(desk)
    desk.key(pygame.K_e)
    desk.click(desk.at(TROLL))
    assert table.chosen == TROLL
    assert table.placing is None
    desk.click("turn die")
    assert table.state.dice[TROLL].body.pose.yaw == 15.0
    assert table.state.dice[TROLL].is_active
    desk.click("turn over")
    assert not table.state.dice[TROLL].is_active
    number = len(table.state.dice)
    desk.click("remove")
    assert len(table.state.dice) == number - 1


def test_dice_come_out_of_the_box(desk: Desk):
    table = practise(desk)
    desk.key(pygame.K_e, pygame.K_a)
    desk.on(Box)
    desk.wait(0.3)
    desk.click("blue mage")
    assert desk.screen is table
    desk.click(table.top.view.at(36.0, 26.0))
    mage = table.state.dice[-1]
    assert (mage.kind.name, mage.side) == ("mage", Side.BLUE)
    assert mage.body.pose.x == pytest.approx(36.0, abs=0.06)
    assert mage.body.pose.y == pytest.approx(26.0, abs=0.06)


def test_dice_are_set_with_the_keys_alone(desk: Desk):
    table = practise(desk)
    desk.key(pygame.K_e, pygame.K_TAB)
    while desk.screen.focus != "mat":
        desk.key(pygame.K_TAB)
    desk.key(pygame.K_RIGHT)
    assert table.chosen is not None
    die, pose = table.chosen, table.state.dice[table.chosen].body.pose
    desk.key(pygame.K_RETURN, pygame.K_UP, pygame.K_UP, pygame.K_PAGEUP, pygame.K_RETURN)
    now = table.state.dice[die].body.pose
    assert (now.x, now.yaw) == (pose.x, 15.0)
    assert now.y == pytest.approx(pose.y + 1.0)


def test_escape_puts_back_what_is_in_the_hand_then_ends_the_setting(desk: Desk):
    table = practise(desk)
    before = table.state
    desk.key(pygame.K_e, pygame.K_a)
    desk.wait(0.3)
    desk.click("red knight")
    assert table.is_arranging
    desk.key(pygame.K_ESCAPE)
    assert not table.is_arranging
    assert table.is_editing
    desk.key(pygame.K_ESCAPE)
    assert not table.is_editing
    assert table.state is before


def test_the_finger_is_switched_on_at_the_table_and_the_dice_stay(desk: Desk):
    table = practise(desk)
    desk.flick(TROLL, 0.0, 0.3)
    desk.come_to_rest()
    before = position_of(table.state)
    desk.key(pygame.K_o)
    desk.wait(0.3)
    desk.click("finger")
    desk.click("go")
    assert table.state.options.finger
    assert position_of(table.state) == before
    assert table.finger.is_on


def test_the_sheet_starts_from_troops_and_from_the_game_that_was_left(desk: Desk):
    record(start("red troll 20,8", "blue troll 45,24")[0])
    desk.app.open(PracticeSheet())
    desk.wait(0.3)
    desk.choose("sort", "left")
    desk.click("go")
    desk.come_to_rest()
    assert [die.kind.name for die in desk.table.state.dice] == ["king", "king", "troll", "troll"]
    desk.app.back()
    desk.app.open(PracticeSheet())
    desk.wait(0.3)
    desk.choose("sort", "troops")
    desk.click("troop blue")
    desk.click("go")
    desk.come_to_rest()
    assert desk.table.state.options.powers
    assert len(desk.table.state.of(Side.BLUE)) > 10


def test_a_lost_king_is_no_end(desk: Desk):
    record(start("red troll 20,8", "blue troll 45,24")[0])
    table = practise(desk, sort="left")
    before = table.state
    desk.flick(table.state.king(Side.RED).id, 180.0, 1.0)
    desk.until(lambda: isinstance(desk.screen, Notice))
    desk.key(pygame.K_RETURN)
    assert desk.screen is table
    assert table.state is before


def test_a_swipe_on_the_mat_is_measured(desk: Desk):
    table = practise(desk, finger=True)
    swipe = table.finger._flicks().swipe(TROLL, 0.0, 120.0)  # noqa: SLF001
    table.decide(swipe)
    desk.come_to_rest()
    assert isinstance(desk.moves[-1], Swipe)
    assert table.figures is not None
    assert table.figures.speed == pytest.approx(120.0, rel=0.02)


def test_a_foul_on_the_mat_is_explained_and_nothing_comes_of_it(desk: Desk):
    table = practise(desk, finger=True)
    blue = next(die.id for die in table.state.of(Side.BLUE) if not die.kind.is_king)
    table.decide(table.finger._flicks().swipe(blue, 0.0, 120.0))  # noqa: SLF001
    desk.come_to_rest()
    assert desk.screen is table
    assert table.figures is not None
    assert table.figures.foul == "not yours"
    assert any("not yours to flick" in text for text in texts_of(desk.run))
    assert table.state.turn.side is Side.RED
