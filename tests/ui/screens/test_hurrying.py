"""Somebody who hurries what is shown decides nothing by it: not with Space, nor with Enter, nor with clicks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

import pygame
import pytest

from rumms.catalogue import find
from rumms.games.cabanga.state import RoundEnded
from rumms.games.kawumm.state import Experiment, Step
from rumms.games.rumms.actions import Use
from rumms.ui.kit.screen import FRESH
from rumms.ui.screens.card_end import CardEnd
from rumms.ui.screens.card_table import CardTable
from rumms.ui.screens.end import End
from rumms.ui.screens.hand_over import HandOver
from rumms.ui.screens.set_up import SetUpScreen
from rumms.ui.screens.table import QUICK_START, Table
from tests.games.rumms.table import position

from .card_desk import CARD_GAMES, Question, come_to_rest, questions, sit_at, sit_down, walk
from .conftest import Opened
from .desk import FRAME, Desk, record, start
from .test_questions import CASES, INSTEAD, Case, asked, each_case

each_game = pytest.mark.parametrize("game", CARD_GAMES)
TAP: float = 0.2
"""Seconds from one tap to the next of somebody in a hurry."""


def decisions(table: CardTable) -> int:
    """How often the person has decided something."""
    people = table.play.people
    return len([made for made in table.play.session.past if made.seat in people and not made.forced])


def decide_at_random(desk: Desk, table: CardTable) -> None:
    """Answer without mouse and keys."""
    assert table.asking
    table.decide(table.asking.legal.sample(table.play.session.rng(0)))
    desk.frame()


def tap(desk: Desk, key: int, times: int) -> None:
    for _ in range(times):
        desk.key(key)
        desk.run(TAP)


@pytest.mark.parametrize("key", [pygame.K_SPACE, pygame.K_RETURN])
@each_game
def test_many_taps_skip_and_decide_nothing(opened: Opened, game: str, key: int):
    desk = opened((640, 360))
    table = sit_down(desk, game, "me:Anna", "greedy", "greedy")
    for _ in range(4):
        decide_at_random(desk, table)
        before = decisions(table)
        tap(desk, key, 12)
        assert decisions(table) == before
        come_to_rest(desk, table)
        assert table.mode == "asking"


def test_eight_taps_make_one_experiment_and_no_second_one(desk: Desk):
    table = sit_down(desk, "kawumm", "me:Anna", "me:Ben")
    while table.play.session.state.step is not Step.CHOICE:
        decide_at_random(desk, table)
        come_to_rest(desk, table)
    table.decide(Experiment())
    tap(desk, pygame.K_SPACE, 8)
    tried = [made for made in table.play.session.past if isinstance(made.action, Experiment)]
    assert len(tried) == 1


@each_game
def test_space_skips_what_is_shown(opened: Opened, game: str):
    desk = opened((640, 360))
    table = sit_down(desk, game, "me:Anna", "greedy", "greedy")
    decide_at_random(desk, table)
    desk.until(lambda: table.show.beat is not None and not table.show.waits, step=FRAME)
    beat = table.show.beat
    desk.key(pygame.K_SPACE)
    assert table.show.beat is not beat


@each_game
def test_no_answer_has_the_focus_before_an_arrow_or_tab_is_pressed(opened: Opened, game: str):
    desk = opened((640, 360))
    keys = cycle((pygame.K_DOWN, pygame.K_RIGHT, pygame.K_TAB))
    for question, key in zip(questions(game, 1), keys, strict=False):
        table = sit_at(desk, game, question.state, question.seats)
        assert desk.screen.focus == ""
        tap(desk, pygame.K_RETURN, 2)
        assert decisions(table) == 0, question.kind
        desk.key(key)
        assert desk.widget(desk.screen.focus).is_answer, question.kind
        assert desk.screen.shows_ring
        desk.app.back()


@each_game
def test_of_the_next_question_no_answer_has_the_focus_either(opened: Opened, game: str):
    desk = opened((640, 360))
    table = sit_down(desk, game, "me:Anna", "greedy", "greedy")
    for _ in range(3):
        desk.key(pygame.K_TAB)
        assert table.focus
        decide_at_random(desk, table)
        come_to_rest(desk, table)
        assert table.focus == ""


def spots(desk: Desk) -> list[tuple[int, int]]:
    """Where answers can be pressed now."""
    return [widget.rect.center for widget in desk.screen.widgets if widget.is_answer and widget.is_enabled]


@each_game
def test_a_click_meant_for_skip_lands_on_no_answer(opened: Opened, game: str):
    desk = opened((640, 360))
    table = sit_down(desk, game, "me:Anna", "greedy", "greedy")
    for _ in range(3):
        decide_at_random(desk, table)
        desk.until(lambda: table.show.is_on, step=FRAME)
        for _ in range(200):
            if table.mode == "asking":
                break
            table.show.skip()
            desk.frame()
        before = decisions(table)
        assert table.asking
        for at in spots(desk)[:8]:  # more than a hand can do in the time
            desk.click(at)
        assert (decisions(table), table.asking.chosen) == (before, ())
        desk.see_the_question()


@each_game
def test_after_half_a_second_a_question_is_answered(opened: Opened, game: str):
    desk = opened((640, 360))
    question: Question = questions(game, 1)[0]
    table = sit_at(desk, game, question.state, question.seats)
    assert table.asking
    table.open_question()
    (first, *_) = table.asking.way(question.action)
    desk.app.now += FRESH - 4 * FRAME
    desk.click(first.name)
    assert (decisions(table), table.asking.chosen) == (0, ())
    desk.run(4 * FRAME)
    desk.click(first.name)
    assert decisions(table) or table.asking.chosen == (first,)


def test_the_curtain_does_not_open_by_a_tap_that_was_meant_for_what_was_before(desk: Desk):
    table = sit_down(desk, "cabanga", "me:Anna", "me:Ben", "greedy")
    assert table.mode == "curtain"
    table.open_question()
    desk.click("here")
    assert table.mode == "curtain"
    tap(desk, pygame.K_SPACE, 8)
    assert table.mode == "curtain"
    desk.key(pygame.K_TAB)
    assert table.focus == "here"
    desk.key(pygame.K_RETURN)
    desk.wait(0.2)
    assert table.mode == "asking"


def test_what_waits_to_be_read_is_not_skipped_by_the_same_taps(desk: Desk):
    """The minus points of a round are shown until somebody says to go on."""
    rules = find("cabanga").game
    state, action = next(
        (state, action)
        for seed in range(20)
        for state, action in walk("cabanga", seed)
        if any(isinstance(event, RoundEnded) for event in rules.apply(state, action).events)
    )
    table = sit_at(desk, "cabanga", state, len(state.hands))
    table.decide(action)
    desk.frame()
    desk.key(pygame.K_SPACE)
    desk.until(lambda: table.show.waits, step=FRAME)
    desk.frame()
    assert (table.mode, table.focus) == ("waiting for go", "skip")
    desk.key(pygame.K_SPACE)
    desk.key(pygame.K_RETURN)
    desk.click((4, 300))
    assert desk.screen.under((4, 300)) is None, "a click beside all buttons"
    assert table.mode == "waiting for go"
    desk.see_the_question()
    desk.key(pygame.K_RETURN)
    assert table.mode != "waiting for go"


def test_the_taps_that_skip_the_last_move_start_no_rematch(desk: Desk):
    *_, (state, action) = walk("kawumm", 1)
    table = sit_at(desk, "kawumm", state, len(state.areas))
    table.decide(action)
    table.show.skip()
    desk.until(lambda: isinstance(desk.screen, CardEnd), step=FRAME)
    press_at_once(desk)
    assert isinstance(desk.screen, CardEnd)
    desk.see_the_question()
    desk.key(pygame.K_RETURN)
    assert desk.on(CardTable) is not table


def press_at_once(desk: Desk) -> None:
    """Press what has the focus, and every answer, before anybody can have read anything."""
    desk.key(pygame.K_SPACE)
    desk.key(pygame.K_RETURN)
    for at in spots(desk):
        desk.click(at)


# The table of dice.


def test_at_the_table_of_dice_the_taps_that_skip_the_last_flick_start_no_rematch(desk: Desk):
    table = desk.resume(record(position("red troll 59,20", "blue king 61,20", "red king 7,15"), powers=True))
    desk.flick(2, 0.0, 0.9)
    desk.until(lambda: isinstance(desk.screen, End), step=FRAME)
    press_at_once(desk)
    assert isinstance(desk.screen, End)
    desk.see_the_question()
    desk.key(pygame.K_RETURN)
    assert desk.table is not table


@pytest.mark.parametrize("key", [pygame.K_SPACE, pygame.K_RETURN])
def test_at_the_table_of_dice_many_taps_flick_no_die(desk: Desk, key: int):
    """Not even the one that was flicked with the keys in the turn before."""
    table = Table.begun(("me", "random"), desk.app, (*QUICK_START, "first_team=red"), seed=1)
    desk.app.open(table)
    desk.come_to_rest()
    for press in (pygame.K_RIGHT, pygame.K_RETURN, pygame.K_RETURN):
        desk.key(press)
    before = sum(made.seat == 0 for made in desk.past)
    tap(desk, key, 12)
    desk.come_to_rest()
    tap(desk, key, 12)
    assert sum(made.seat == 0 for made in desk.past) == before
    assert table.mode == "choosing"
    desk.key(pygame.K_RIGHT)
    desk.key(key)
    assert table.mode == "aiming"


def cases_with_a_panel() -> Iterator[str]:
    yield from (name for name, case in CASES.items() if case.yes)


@each_case
def test_at_the_table_of_dice_many_taps_answer_no_question(desk: Desk, case: Case):
    asked(desk, case)
    before = len(desk.moves)
    tap(desk, pygame.K_SPACE, 8)
    tap(desk, pygame.K_RETURN, 8)
    assert len(desk.moves) == before


@pytest.mark.parametrize("name", list(cases_with_a_panel()))
def test_at_the_table_of_dice_a_question_that_has_just_opened_takes_no_click(desk: Desk, name: str):
    table = asked(desk, CASES[name])
    before, asking = len(desk.moves), table.asking
    assert asking
    table.open_question()
    for at in spots(desk):
        desk.click(at)
    for die in asking.among:
        if die in table.scene.sights:
            desk.click(desk.at(die))
    assert (len(desk.moves), asking.picked) == (before, ())


@pytest.mark.parametrize("power", INSTEAD)
def test_at_the_table_of_dice_a_click_for_skip_uses_no_power(desk: Desk, power: str):
    """The power that a die can use instead of a flick stands where »Skip« stood."""
    dice, die, _ = INSTEAD[power]
    table = desk.resume(record(position(*dice), powers=True))
    table.open_question()
    desk.click(f"use {die}")
    assert not desk.moves
    desk.see_the_question()
    desk.click(f"use {die}")
    assert desk.moves == [Use(die)]


def test_at_the_table_of_dice_a_click_for_skip_sets_no_die_down(desk: Desk):
    dice, die, spot = INSTEAD["freeze"]
    table = desk.resume(record(position(*dice), powers=True))
    desk.click(f"use {die}")
    desk.until(lambda: table.placing is not None, step=FRAME)
    desk.frame()
    desk.click(table.top.view.at(*spot))
    assert desk.moves == [Use(die)]
    desk.see_the_question()
    desk.click(table.top.view.at(*spot))
    assert len(desk.moves) == 2


@pytest.mark.parametrize("key", [pygame.K_SPACE, pygame.K_RETURN])
def test_before_the_first_flick_a_press_too_many_opens_no_curtain_and_takes_no_die(desk: Desk, key: int):
    desk.app.open(Table.begun(("me:Anna", "me:Ben"), desk.app, ("powers=no",), ("by hand", "by hand")))
    desk.until(lambda: isinstance(desk.screen, HandOver), step=FRAME)
    curtain = desk.on(HandOver)
    desk.click("here")
    desk.key(key)
    assert desk.screen is curtain
    desk.see_the_question()
    desk.key(key)
    set_up = desk.on(SetUpScreen)
    desk.key(key)
    assert set_up.hand is None
    desk.see_the_question()
    desk.key(key)
    assert set_up.hand is not None


def test_at_the_table_of_dice_the_focus_is_back_on_the_mat_when_a_question_opens(desk: Desk):
    asked(desk, CASES["another heart"])
    desk.go_to("yes")
    desk.table.open_question()
    desk.table.rebuild()
    assert desk.table.focus == "mat"


@pytest.mark.parametrize("name", ["rescue", "another heart", "hide"])
def test_at_the_table_of_dice_an_arrow_leads_to_the_answers(desk: Desk, name: str):
    asked(desk, CASES[name])
    assert desk.table.focus == "mat"
    desk.key(pygame.K_DOWN)
    assert desk.table.focus in {"yes", "no"}
    while desk.table.focus != "yes":
        desk.key(pygame.K_UP)
    before = len(desk.moves)
    desk.key(pygame.K_RETURN)
    assert desk.moves[before:][: len(CASES[name].yes)] == list(CASES[name].yes)


def test_at_the_table_of_dice_space_skips_what_is_shown_right_after_a_question(desk: Desk):
    dice = start("red troll 20,8", "blue troll 45,24")[0]
    table = desk.resume(record(dice))
    desk.flick(2, 0.0, 0.3)
    desk.come_to_rest()
    table.open_question()
    desk.click("again")
    assert table.is_again
    desk.key(pygame.K_SPACE)
    assert table.reel is None
