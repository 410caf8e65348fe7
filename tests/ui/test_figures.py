"""What both sides did in a game, counted from its moves."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from rumms.catalogue import find, find_game
from rumms.games.rumms.actions import Action, Pick, Put, Settled, Use
from rumms.games.rumms.state import Out, Side, State
from rumms.kernel.session import Transition, load
from rumms.lab.golden import record_path
from rumms.physics.engine import simulate
from rumms.physics.film import unpack
from rumms.physics.model import Flick, Layout, Pose
from rumms.ui.figures import Figures, figures, last_flick, way, won
from tests.games.rumms.table import BLUE, FIRST, GAME, RED, Lies, board, off, shot

Made = Transition[Any, Any]
SECOND, THIRD = FIRST + 1, FIRST + 2


def played(state: State, *actions: Action) -> list[Made]:
    past = []
    for action in actions:
        after, events, reveals = GAME.apply(state, action)
        past.append(Transition(state, GAME.actor(state) or 0, action, events, after, reveals, forced=False))
        state = after
    return past


def flick(state: State, die: int, *lies: Lies) -> list[Made]:
    stroke = Flick(die, 0.0, 100.0)
    return played(state, stroke, Settled(stroke, shot(state, die, *lies)))


def test_at_first_all_figures_are_none():
    assert figures([], 1) == {RED: Figures(), BLUE: Figures()}
    assert last_flick([]) == (0, None)
    assert won([]) is None


def test_a_flick_counts_for_who_made_it_and_a_lost_die_for_its_owner():
    state = board("red troll 20,5", "blue knight 24,5", "blue troll 30,5", powers=False)
    past = flick(state, FIRST, Lies(FIRST, 22.0, 5.0), off(SECOND), Lies(THIRD, 33.0, 5.0))
    red, blue = (figures(past, 1)[side] for side in (RED, BLUE))
    assert (red.flicks, red.knocked_off, red.lost, red.chain) == (1, 1, 0, 2)
    assert (blue.flicks, blue.knocked_off, blue.lost, blue.chain) == (0, 0, 1, 0)


def test_an_own_die_that_is_lost_was_not_knocked_off_by_anybody():
    past = flick(board("red troll 20,5", "red troll 24,5", powers=False), FIRST, off(FIRST), off(SECOND))
    red = figures(past, 1)[RED]
    assert (red.knocked_off, red.lost) == (0, 2)


def test_a_die_that_was_conjured_away_is_lost():
    state = board("red mage 20,12", "blue troll 45,5", "blue knight 20,25")
    past = flick(state, FIRST, Lies(FIRST, 53.0, 12.0, "active"))
    past += played(past[-1].after, Use(FIRST), Pick((THIRD,)), Put(FIRST, Pose(9.0, 12.0)))
    red, blue = (figures(past, 1)[side] for side in (RED, BLUE))
    assert (red.knocked_off, blue.lost) == (0, 1)


def test_lost_dice_are_those_in_the_trays_as_long_as_nobody_comes_back():
    past = load(record_path(find("rumms")), find_game).session.past
    state: State = past[-1].after
    for side in Side:
        out = sum(die.side is side and isinstance(die.where, Out) for die in state.dice)
        back = sum(
            isinstance(die.where, Out) and not isinstance(after.where, Out) and die.side is side
            for made in past
            for die, after in zip(made.before.dice, made.after.dice, strict=False)
        )
        assert figures(past, 1)[side].lost == out + back


def test_the_longest_way_is_that_of_a_flicked_die_along_its_film():
    state = board("red troll 10,5", powers=False)
    stroke = Flick(FIRST, 0.0, 150.0)
    settled = Settled(stroke, simulate(Layout(tuple(state.bodies()), state.options.mat), stroke))
    past = played(state, stroke, settled)
    film = unpack(settled.shot.film)
    first, last = film.tracks[0].sights[0], film.tracks[-1].sights[-1]
    straight = hypot(last.x - first.x, last.y - first.y)
    assert straight > 5.0
    assert figures(past, 1)[RED].longest == way(past[-1], FIRST) == pytest.approx(straight, rel=0.02)
    assert way(past[-1], 0) == 0.0


def test_only_the_moves_of_one_game_of_a_tournament_count():
    past = flick(board("red troll 20,5", powers=False), FIRST, Lies(FIRST, 22.0, 5.0))
    assert figures(past, 2)[RED] == Figures()


def test_the_last_flick_is_the_last_that_came_to_rest():
    first = flick(board("red troll 20,5", "blue troll 40,5", powers=False), FIRST, Lies(FIRST, 22.0, 5.0))
    second = flick(first[-1].after, SECOND, Lies(SECOND, 38.0, 5.0))
    assert last_flick([*first, *second]) == (2, second[-1])
    assert last_flick([*first, second[0]]) == (1, first[-1])


def test_who_has_won_is_known_from_the_moves():
    past = flick(board("red troll 20,5", powers=False), FIRST, Lies(FIRST, 22.0, 5.0), off(1))
    event = won(past)
    assert event
    assert (event.side, event.is_last) == (RED, True)
