"""A scenario in a real window, with a real mouse: made in the editor, saved, solved, and filmed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pygame
import pytest

from rumms import cli
from rumms.catalogue import find_game
from rumms.games.rumms.actions import Put
from rumms.kernel.session import load
from rumms.physics.model import Pose
from rumms.places import own
from rumms.ui import scenarios, shaping
from rumms.ui.screens.editor import Editor
from rumms.ui.screens.editor_sheets import SaveSheet
from rumms.ui.screens.mat_table import MatTable
from rumms.ui.screens.practice_sheets import Box
from rumms.ui.screens.puzzle import PuzzleTable
from rumms.ui.screens.scenarios import Scenarios

from .conftest import CORNER, grips

if TYPE_CHECKING:
    from .conftest import Plan, Window

KING, KNIGHT = 1, 2
PULL = (-108, 0)
"""Pixels: to the left, so that the die goes to the right."""


def test_a_scenario_is_made_saved_solved_and_filmed(start: Callable[..., Window], plan: Plan, tmp_path: Path):
    plan.set(is_calm=True, speed="4")
    plan.launcher()
    window = start()
    window.wait_for(plan, "scenarios")
    window.click(plan.at("scenarios"))
    plan.open(Scenarios())
    window.wait_for(plan, "new")
    window.click(plan.at("new"))
    editor = plan.open(Editor.fresh(plan.app))
    window.wait_for(plan, "from the box", "ground", "goal")

    # The blue king goes to the edge, a red knight comes out of the box.
    view = editor.top.view
    window.press(editor.top.pixel(editor.scene.sights[KING]))
    for x in (58.0, 60.0, 61.0):
        window.move(view.at(x, 15.0))
    window.release()
    editor.take(KING)
    editor.decide(Put(KING, Pose(61.0, 15.0)))
    window.click(plan.at("from the box"))
    plan.app.open(Box(editor))
    window.wait_for(plan, "blue ice")
    window.click(plan.at("red knight"))
    plan.app.back()
    editor.take_out(editor.state.dice[0].side, editor.kinds["knight"])
    window.move(view.at(43.0, 15.0))
    window.click(view.at(44.0, 15.0))
    editor.decide(Put(KNIGHT, Pose(44.0, 15.0)))
    window.wait_for(plan, "undo", "done")
    window.click(plan.at("done"))
    editor.edit()
    window.move(CORNER)
    window.wait_for(plan, "edit")
    window.flick(grips(editor)[KNIGHT], PULL)
    window.wait("the solution", lambda: window.is_still(plan.box("save")) and not window.shows(plan, "save"))

    # It is named and saved.
    window.click(plan.at("save"))
    plan.app.open(SaveSheet(editor))
    window.wait_for(plan, "difficulty")
    window.do("type", "Over the edge")
    window.click(plan.at("done"))
    path = own("scenarios", "over-the-edge.jsonl")
    window.wait("the file", path.exists)
    loaded = load(path, find_game)
    assert loaded.winners == (1,)

    # It is solved: the notice offers it first.
    window.wait("the notice", lambda: not window.shows(plan, "difficulty"))
    window.key("Return")
    table = plan.open(PuzzleTable.of_scenario(scenarios.seen(path), plan.app))
    window.wait_for(plan, "retry", "zoom")
    window.flick(grips(table)[KNIGHT], PULL)
    window.wait("stars", lambda: scenarios.progress("") == {"own/over-the-edge": 3})

    # It is filmed.
    film = tmp_path / "film.png"
    assert cli.main(["film", str(path), "--out", str(film), "--size", "640x360"]) == 0
    assert pygame.image.load(film).get_size() == (640, 360)


def test_a_wall_is_drawn_on_the_mat(start: Callable[..., Window], plan: Plan):
    plan.set(is_calm=True, speed="4")
    plan.launcher()
    window = start()
    window.wait_for(plan, "scenarios")
    window.click(plan.at("scenarios"))
    plan.open(Scenarios())
    window.wait_for(plan, "new")
    window.click(plan.at("new"))
    editor = plan.open(Editor.fresh(plan.app))
    window.wait_for(plan, "draw", "ground", "goal")
    window.click(plan.at("draw"))
    table = MatTable(editor)
    plan.app.open(table)
    window.wait_for(plan, "tool", "done")
    window.key("b")
    view = table.top.view
    window.press(view.at(18.0, 4.0))
    for x, y in ((19.0, 5.0), (20.0, 6.0), (22.0, 8.0)):
        window.move(view.at(x, y))
    window.release()
    table.tool = "box"
    table.add(shaping.drawn("box", (18.0, 4.0), (22.0, 8.0)))
    window.move(CORNER)
    window.wait_for(plan, "remove", "undo", "done")
    window.click(plan.at("done"))
    plan.app.back()
    window.wait_for(plan, "save", "undo")
    window.click(plan.at("save"))
    plan.app.open(SaveSheet(editor))
    window.wait_for(plan, "difficulty")
    window.do("type", "Walled")
    window.click(plan.at("done"))
    path = own("scenarios", "walled.jsonl")
    window.wait("the file", path.exists)
    (solid,) = load(path, find_game).session.state.options.mat.solids
    assert shaping.middle(solid.shape) == pytest.approx((20.0, 6.0), abs=0.2)
