"""How a game was won, in a sentence, for every way in which it can be."""

from __future__ import annotations

from typing import Any

import pytest

from rumms import language
from rumms.games.rumms.actions import Action, Decline, Put, Settled, Thrown, Use
from rumms.games.rumms.events import Won
from rumms.games.rumms.state import State
from rumms.kernel.session import Transition
from rumms.physics.model import Flick, Pose
from rumms.ui.ending import how
from rumms.ui.figures import won
from tests.games.rumms.table import BLUE, RED, board, off, shot
from tests.ui.test_figures import flick, played

NAMES = ("Mila", "Jonas", "Opa", "Ben")
DRAGONS = ("red troll 20,5", "blue dragon 40,20", "red dragon 20,25")
ACTIVE, SHADOW = 0, 1
"""Faces of a dragon."""


def sentence(past: list[Transition[Any, Any]]) -> str:
    last = won(past)
    assert last
    return how(past, last, NAMES)


def after(state: State, die: int, *lies: Any, then: tuple[Action, ...] = ()) -> str:
    stroke = Flick(die, 0.0, 100.0)
    return sentence(played(state, stroke, Settled(stroke, shot(state, die, *lies)), *then))


def home(die: int, x: float) -> Put:
    return Put(die, Pose(x, 15.0))


def test_by_an_enemy_die():
    text = after(board("red troll 20,5"), 2, off(1))
    assert text == "Mila's troll knocked the enemy king off the mat, in flick 1."


def test_it_is_the_flick_that_counts_and_who_made_it():
    state = board("red troll 20,5", "blue troll 40,5", seats=4)
    past = flick(state, 2)
    past += flick(past[-1].after, 3)
    past += flick(past[-1].after, 2, off(1))
    assert sentence(past) == "Opa's troll knocked the enemy king off the mat, in flick 3."


def test_the_own_king():
    assert after(board("red troll 20,5"), 2, off(0)) == "Mila flicked their own king off the mat, in flick 1."


def test_both_kings():
    text = "Both kings left the mat in flick 1; Mila flicked and has lost."
    assert after(board("red troll 20,5"), 2, off(0), off(1)) == text


def test_both_kings_and_one_is_rescued():
    then = (Use(4), Thrown(ACTIVE), home(0, 7.0), Use(3), Thrown(SHADOW))
    text = "Both kings left the mat in flick 1; only that of Mila was rescued."
    assert after(board(*DRAGONS), 2, off(0), off(1), then=then) == text


def test_a_rescue_that_failed():
    text = "Mila's troll knocked the enemy king off the mat, in flick 1. The rescue failed."
    assert after(board(*DRAGONS), 2, off(1), then=(Use(3), Thrown(SHADOW))) == text


def test_a_rescue_that_nobody_wanted():
    text = "Mila's troll knocked the enemy king off the mat, in flick 1. He was not rescued."
    assert after(board(*DRAGONS), 2, off(1), then=(Decline(),)) == text


def test_a_king_who_was_rescued_and_falls_again():
    state = board("red troll 20,5", "red troll 22,20", "blue dragon 40,20")
    past = played(state, *_fall(state, 2), Use(4), Thrown(ACTIVE), home(1, 56.0))
    now = past[-1].after
    past += flick(now, 1)
    past += flick(past[-1].after, 3, off(1))
    assert sentence(past) == "Mila's troll knocked the enemy king off the mat, in flick 3."


def _fall(state: State, die: int) -> tuple[Action, Action]:
    stroke = Flick(die, 0.0, 100.0)
    return stroke, Settled(stroke, shot(state, die, off(1)))


def test_in_a_tournament_each_game_has_its_own_sentence():
    state = board("red troll 20,5", wins_needed=2)
    past = flick(state, 2, off(0))
    assert won(past) == Won(BLUE, 1, (0, 1), is_last=False)
    assert sentence(past) == "Mila flicked their own king off the mat, in flick 1."


def test_a_record_that_tells_nothing_of_it():
    state = board("red troll 20,5")
    past = flick(state, 2)
    assert how(past, Won(RED, 1, (1, 0), is_last=True), NAMES) == "Mila has won."


@pytest.mark.parametrize("code", ["de", "en"])
def test_in_both_languages(code: str):
    language.use(code)
    text = after(board("red troll 20,5"), 2, off(0))
    assert ("eigenen König" in text) == (code == "de")
