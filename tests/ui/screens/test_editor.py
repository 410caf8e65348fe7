"""The editor, the list of scenarios and the table of one: made, refused, saved, solved, starred."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from rumms.catalogue import find_game
from rumms.games.rumms.goals import Verdict
from rumms.games.rumms.mats import MATS
from rumms.games.rumms.state import Side
from rumms.kernel.refusal import Refusal
from rumms.kernel.session import load
from rumms.physics.model import Disc, Pose
from rumms.places import own
from rumms.ui import drafts, goals, keeping, scenarios, shaping
from rumms.ui.drafts import Draft
from rumms.ui.kit.screen import Notice
from rumms.ui.screens.editor import Editor
from rumms.ui.screens.editor_sheets import GoalSheet, MatSheet, SaveSheet
from rumms.ui.screens.mat_table import MatTable
from rumms.ui.screens.players import Players
from rumms.ui.screens.practice_sheets import Box
from rumms.ui.screens.puzzle import PuzzleTable
from rumms.ui.screens.replay import Replay
from rumms.ui.screens.scenarios import Scenarios
from rumms.ui.shaping import Part

from .desk import Desk

KNIGHT = 2


def spot(desk: Desk, x: float, y: float) -> tuple[float, float]:
    return desk.table.top.view.at(x, y, 0.8)


def made(desk: Desk) -> Editor:
    """A new scenario with a red knight before the blue king, who stands at the edge."""
    desk.app.open(Editor.fresh(desk.app))
    desk.wait(0.2)
    editor = desk.on(Editor)
    desk.press(desk.at(1))
    desk.drag(spot(desk, 60.5, 15.0))
    desk.drag(spot(desk, 61.0, 15.0))
    desk.release()
    desk.click("from the box")
    desk.wait(0.4)
    desk.on(Box)
    desk.click("red knight")
    desk.move(spot(desk, 44.0, 15.0))
    desk.click(spot(desk, 44.0, 15.0))
    desk.run()
    return editor


def named(desk: Desk, title: str) -> None:
    desk.click("save")
    desk.wait(0.4)
    desk.on(SaveSheet)
    desk.click("title")
    desk.write(title)
    desk.click("done")
    desk.wait(0.4)


def scenario(name: str) -> scenarios.Scenario:
    return next(one for one in scenarios.scenarios() if one.path.stem == name)


def titles(of: scenarios.Scenario) -> dict[str, str]:
    return (of.header and of.header.title) or {}


def texts(of: scenarios.Scenario) -> dict[str, str]:
    return (of.header and of.header.text) or {}


def test_a_scenario_is_made_tried_saved_and_solved_with_the_mouse(desk: Desk):
    editor = made(desk)
    assert [die.kind.name for die in editor.state.dice] == ["king", "king", "knight"]
    desk.click("done")
    desk.flick(KNIGHT, 0.0, 0.6)
    desk.until(lambda: not desk.table.reel and not desk.table.reels)
    desk.wait(0.3)
    assert editor.is_solved
    named(desk, "Over the edge")
    assert "which you can share" in desk.on(Notice).message
    path = own("scenarios", "over-the-edge.jsonl")
    loaded = load(path, find_game)
    assert loaded.header.title == {"de": "Over the edge", "en": "Over the edge"}
    assert loaded.winners == (1,)
    desk.click("offer 0")
    desk.on(PuzzleTable)
    desk.app.home()
    desk.app.open(PuzzleTable.of_scenario(scenario("over-the-edge"), desk.app))
    desk.come_to_rest()
    table = desk.on(PuzzleTable)
    desk.flick(KNIGHT, 0.0, 0.6)
    desk.until(lambda: table.verdict is Verdict.REACHED)
    desk.wait(0.3)
    assert scenarios.progress("") == {"own/over-the-edge": 3}


def test_what_was_set_and_flicked_is_taken_back_step_by_step(desk: Desk):
    editor = made(desk)
    desk.click("done")
    desk.flick(KNIGHT, 0.0, 0.6)
    desk.until(lambda: not desk.table.reel and not desk.table.reels)
    assert editor.is_solved
    desk.click("undo")
    desk.run()
    assert not editor.is_solved
    assert len(editor.state.dice) == 3
    desk.click("undo")
    assert len(editor.state.dice) == 2
    desk.click("undo")
    assert editor.state.king(Side.BLUE).body.pose == Pose(56.0, 15.0)
    assert not editor.can_take_back


def test_without_a_title_nothing_is_saved_and_the_reason_is_told(desk: Desk):
    made(desk)
    desk.click("save")
    desk.wait(0.4)
    desk.click("done")
    desk.wait(0.4)
    assert desk.on(Notice).message == "A scenario needs a title."
    assert not own("scenarios").exists()


def test_a_goal_that_no_die_can_meet_is_refused(desk: Desk):
    editor = made(desk)
    editor.describe(wish="vanished", kind="dragon", title="Nobody")
    editor.save()
    desk.wait(0.3)
    assert "not so many dice" in desk.on(Notice).message
    assert not list(own("scenarios").glob("*"))


def test_a_saved_scenario_that_is_changed_stays_one_file(desk: Desk):
    editor = made(desk)
    named(desk, "One")
    desk.click("offer 2")
    editor.describe(difficulty=5)
    editor.save()
    assert [path.name for path in own("scenarios").iterdir()] == ["one.jsonl"]
    assert scenarios.scenarios("own")[0].difficulty == 5
    editor.describe(path=None)
    editor.save()
    assert {path.name for path in own("scenarios").iterdir()} == {"one.jsonl", "one-2.jsonl"}


def test_the_goal_is_picked(desk: Desk):
    editor = made(desk)
    desk.click("goal")
    desk.wait(0.4)
    desk.on(GoalSheet)
    desk.choose("wish", "castle")
    desk.choose("kind", "knight")
    desk.choose("flicks", 3)
    desk.click("keeps")
    desk.click("done")
    assert goals.told(editor.draft.goal(Side.RED), editor.state) == [
        "in the enemy castle: knight (red)",
        "no red die is lost",
        "with at most 3 flicks",
    ]


@pytest.mark.parametrize("name", [named_mat.name for named_mat in MATS])
def test_every_mat_can_be_laid_under_the_dice(desk: Desk, name: str):
    editor = made(desk)
    desk.click("ground")
    desk.wait(0.4)
    desk.on(MatSheet)
    desk.click(f"mat {name}")
    wanted = next(one.mat for one in MATS if one.name == name)
    assert editor.origin.options.mat == wanted
    assert all(die.is_on_mat for die in editor.origin.dice if die.kind.is_king)
    editor.describe(title="x")
    saved = drafts.save(editor.draft, editor.origin)
    assert scenarios.Task(saved).start.options.mat == wanted


def test_blue_can_be_the_one_who_solves_it(desk: Desk):
    editor = made(desk)
    editor.to_move(Side.BLUE)
    editor.describe(title="Blue")
    saved = drafts.save(editor.draft, editor.origin)
    assert scenarios.Task(saved).start.turn.side is Side.BLUE


@pytest.mark.parametrize("path", [one.path.stem for one in scenarios.scenarios("puzzles", "tricks")])
def test_every_shipped_scenario_can_be_edited_and_saved_as_one_s_own(desk: Desk, path: str):
    editor = Editor.of(scenario(path), desk.app)
    saved = drafts.save(editor.draft, editor.origin)
    assert (saved.sort, saved.problem) == ("own", None)
    assert set((saved.header and saved.header.title) or ()) == {"de", "en"}


def test_a_text_in_the_other_language_is_kept_and_never_replaced():
    shared = scenario("clear-run")
    draft = drafts.draft_of(shared, Draft().goal(Side.RED))
    saved = drafts.save(replace(draft, title="My way", text="Mine"), scenarios.Task(shared).start)
    assert titles(saved) == {"en": "My way", "de": "Freie Bahn"}
    assert texts(saved) == {"en": "Mine", "de": texts(shared)["de"]}


def test_a_text_in_one_language_alone_is_told_in_both():
    start = scenarios.Task(scenario("clear-run")).start
    saved = drafts.save(Draft(title="My way", text="Mine"), start)
    assert titles(saved) == {"en": "My way", "de": "My way"}
    assert texts(saved) == {"en": "Mine", "de": "Mine"}


def test_a_draft_keeps_what_a_goal_says():
    for draft in (
        Draft(wish="defeated", kind="troll", times=2, flicks=3, keeps=True),
        Draft(wish="home", kind="king"),
        Draft(wish="thawed", times=2),
        Draft(),
    ):
        again = drafts.draft_of(scenario("clear-run"), draft.goal(Side.RED))
        assert again.goal(Side.RED) == draft.goal(Side.RED)
        assert replace(again, title="", text="", others=(), difficulty=2) == draft


# The list, and solving.


def test_the_launcher_leads_to_the_list_and_from_there_to_the_table(desk: Desk):
    desk.click("scenarios")
    desk.wait(0.2)
    shelf = desk.on(Scenarios)
    assert shelf.chosen is not None
    desk.click("play")
    desk.come_to_rest()
    assert desk.on(PuzzleTable).step.task.scenario.id == shelf.chosen.id
    desk.key(pygame.K_ESCAPE)
    desk.on(Scenarios)
    desk.choose("sort", "tricks")
    desk.click("watch")
    desk.on(Replay)


def test_flicks_of_tries_that_failed_cost_stars(desk: Desk):
    desk.app.open(PuzzleTable.of_scenario(scenario("clear-run"), desk.app))
    for _ in range(2):
        desk.come_to_rest()
        desk.flick(KNIGHT, 180.0, 0.2)
        desk.until(lambda: desk.on(PuzzleTable).verdict is Verdict.FAILED)
        desk.click("retry")
    desk.come_to_rest()
    desk.flick(KNIGHT, 0.0, 0.6)
    desk.until(lambda: desk.on(PuzzleTable).verdict is Verdict.REACHED)
    desk.wait(0.2)
    assert desk.on(PuzzleTable).flicks == 3
    assert scenarios.progress("") == {"puzzles/clear-run": 2}
    desk.click("next")
    assert desk.on(PuzzleTable).step.task.scenario.id != "puzzles/clear-run"


def test_the_list_is_filtered_by_what_is_solved_and_how_hard_it_is(desk: Desk):
    scenarios.remember("", scenario("clear-run"), 2)
    desk.app.open(Scenarios())
    desk.run()
    shelf = desk.on(Scenarios)
    everything = len(shelf.found)
    desk.choose("state", "solved")
    assert [one.path.stem for one in shelf.found] == ["clear-run"]
    desk.choose("state", "open")
    assert len(shelf.found) == everything - 1
    desk.choose("difficulty", 2)
    assert {one.difficulty for one in shelf.found} == {2}
    desk.choose("sort", "own")
    assert (shelf.found, shelf.chosen) == ([], None)


def test_another_player_has_stars_of_their_own_and_comes_back_to_them(desk: Desk):
    scenarios.remember("", scenario("clear-run"), 2)
    desk.app.open(Scenarios())
    desk.run()
    shelf = desk.on(Scenarios)
    desk.click("player")
    desk.wait(0.4)
    desk.on(Players)
    desk.write("Mila")
    desk.key(pygame.K_RETURN)
    desk.wait(0.3)
    assert desk.screen is shelf
    assert scenarios.player(desk.app.settings) == "Mila"
    assert shelf.earned == {}
    scenarios.remember("Mila", scenario("no-loss"), 3)
    desk.click("player")
    desk.wait(0.4)
    assert desk.on(Players).known == ["", "Mila"]
    desk.click("player 0")
    desk.wait(0.3)
    assert shelf.earned == {"puzzles/clear-run": 2}


def test_a_file_that_somebody_shared_is_dropped_onto_the_list_and_kept(desk: Desk, tmp_path: Path):
    shared = tmp_path / "Shared one.jsonl"
    shared.write_bytes(scenario("no-loss").path.read_bytes())
    desk.app.open(Scenarios())
    for _ in range(2):
        desk.frame(pygame.event.Event(pygame.DROPFILE, file=str(shared)))
    shelf = desk.on(Scenarios)
    assert shelf.sort == "own"
    assert [one.path.name for one in shelf.found] == ["shared-one.jsonl", "shared-one-2.jsonl"]
    assert shelf.chosen is not None
    assert shelf.chosen.path.name == "shared-one-2.jsonl"
    assert shelf.chosen.path.read_bytes() == shared.read_bytes()
    shared.write_text("{}")
    desk.frame(pygame.event.Event(pygame.DROPFILE, file=str(shared)))
    desk.wait(0.3)
    assert "Shared one.jsonl" in desk.on(Notice).message
    assert len(list(own("scenarios").iterdir())) == 2


def test_stars_are_earned_by_few_flicks():
    assert [scenarios.stars(flicks, 1) for flicks in (0, 1, 2, 3, 4)] == [3, 3, 2, 2, 1]
    assert [scenarios.stars(flicks, 2) for flicks in (2, 3, 6, 7)] == [3, 2, 2, 1]


def test_each_player_has_stars_of_their_own_and_only_the_best_count():
    one = scenario("clear-run")
    scenarios.remember("Anna", one, 2)
    scenarios.remember("Anna", one, 1)
    scenarios.remember("Ben", one, 3)
    assert (scenarios.progress("Anna"), scenarios.progress("Ben")) == ({one.id: 2}, {one.id: 3})
    assert scenarios.progress("nobody") == {}


@pytest.mark.parametrize("kept", [[], {"": []}, {"": {"puzzles/clear-run": "x"}}, {"": {"a": 9}}, 3, None])
def test_a_broken_file_of_stars_does_no_harm(kept: object):
    keeping.write(own("scenarios.json"), kept)
    assert scenarios.progress("") == {}
    scenarios.remember("", scenario("clear-run"), 3)
    assert scenarios.progress("") == {"puzzles/clear-run": 3}


def test_a_file_that_cannot_be_read_is_named_and_does_no_harm(desk: Desk):
    path = own("scenarios", "bad.jsonl")
    path.parent.mkdir(parents=True)
    path.write_text("{}\n")
    desk.app.open(Scenarios("own"))
    desk.run()
    desk.key(pygame.K_RETURN)
    desk.wait(0.3)
    assert "bad.jsonl" in desk.on(Notice).message
    desk.key(pygame.K_RETURN)
    desk.click("erase")
    desk.wait(0.3)
    desk.click("offer 1")
    assert not path.exists()


def test_a_scenario_is_found_by_its_name_its_id_or_its_file():
    path = scenario("no-loss").path
    assert (
        scenarios.find_one("no-loss") == scenarios.find_one("puzzles/no-loss") == scenarios.find_one(str(path)) == path
    )
    with pytest.raises(Refusal, match="no scenario 'nothing'"):
        scenarios.find_one("nothing")


# The mat, drawn by hand.


def drawing(desk: Desk) -> MatTable:
    """A mat to be drawn, below two kings and a knight."""
    made(desk)
    desk.key(pygame.K_d)
    desk.wait(0.3)
    return desk.on(MatTable)


def pull(desk: Desk, table: MatTable, *way: tuple[float, float]) -> None:
    """Press at the first point of the mat, and let go at the last."""
    first, *others = (table.top.view.at(*point) for point in way)
    desk.move(first)
    desk.press(first)
    for at in others:
        desk.drag(at)
    desk.release()
    desk.run()


def test_parts_are_drawn_with_the_mouse_chosen_moved_stretched_and_taken_away(desk: Desk):
    table = drawing(desk)
    desk.choose("tool", "box")
    pull(desk, table, (20.0, 20.0), (21.0, 22.0), (24.0, 26.0))
    assert [shaping.middle(solid.shape) for solid in table.mat.solids] == [pytest.approx((22.0, 23.0), abs=0.2)]
    desk.choose("tool", "disc")
    desk.choose("stuff", "hole")
    pull(desk, table, (40.0, 6.0), (41.0, 6.0), (42.5, 6.0))
    (hole,) = table.mat.holes
    assert isinstance(hole, Disc)
    assert (hole.x, hole.y, hole.radius) == pytest.approx((40.0, 6.0, 2.5), abs=0.2)
    desk.choose("tool", "choose")
    pull(desk, table, (22.0, 22.0), (23.0, 22.0), (25.0, 22.0))
    assert table.chosen == Part("solid", 0)
    assert shaping.middle(table.mat.solids[0].shape) == pytest.approx((25.0, 23.0), abs=0.2)
    corner = shaping.handles(table.mat.solids[0].shape)[2]
    pull(desk, table, corner, (corner[0] + 1.0, corner[1]), (corner[0] + 2.0, corner[1] + 1.0))
    assert shaping.handles(table.mat.solids[0].shape)[2] == pytest.approx((corner[0] + 2, corner[1] + 1), abs=0.2)
    desk.key(pygame.K_DELETE)
    assert table.mat.solids == ()
    for _ in range(3):
        desk.key(pygame.K_BACKSPACE)
        assert (len(table.mat.solids), len(table.mat.holes)) == (1, 1)
    desk.key(pygame.K_BACKSPACE)
    assert (len(table.mat.solids), len(table.mat.holes)) == (1, 0)
    desk.key(pygame.K_BACKSPACE)
    assert table.mat == MATS[0].mat
    assert table.editor.can_take_back


def test_a_mat_is_drawn_with_the_keys_alone(desk: Desk):
    table = drawing(desk)
    desk.key(pygame.K_l)
    desk.key(pygame.K_RETURN)
    assert table.chosen == Part("solid", 0)
    before = table.mat.solids[0].shape
    desk.key(pygame.K_LEFT)
    desk.key(pygame.K_LEFT, mod=pygame.KMOD_SHIFT)
    desk.key(pygame.K_UP)
    x, y = shaping.middle(before)
    assert shaping.middle(table.mat.solids[0].shape) == pytest.approx((x - 0.6, y + 0.5), abs=0.01)
    desk.key(pygame.K_PAGEUP)
    assert shaping.angle(table.mat.solids[0].shape) == 105
    turned = table.mat.solids[0].shape
    desk.key(pygame.K_PLUS)
    assert table.mat.solids[0].shape != turned
    desk.key(pygame.K_BACKSPACE)
    assert table.mat.solids[0].shape == turned
    desk.key(pygame.K_c)
    desk.key(pygame.K_RETURN)
    assert table.chosen == Part("castle", 0)
    desk.key(pygame.K_DELETE)
    assert "needs its castle" in table.said
    desk.key(pygame.K_ESCAPE)
    assert table.chosen is None
    desk.key(pygame.K_ESCAPE)
    desk.on(Editor)


def test_what_dice_lie_on_cannot_become_a_wall_or_a_hole_and_the_reason_is_told(desk: Desk):
    table = drawing(desk)
    for stuff, why in (("wall", "deep in a solid part"), ("hole", "over a hole")):
        desk.choose("stuff", stuff)
        desk.choose("tool", "disc")
        pull(desk, table, (44.0, 15.0), (45.0, 15.0), (46.0, 15.0))
        assert why in table.said
        assert "refused" in desk.ear.heard
        assert table.mat == MATS[0].mat
        desk.ear.heard.clear()


def test_a_castle_in_which_no_king_can_stand_is_refused(desk: Desk):
    table = drawing(desk)
    table.choose(Part("castle", 1))
    table.lay(shaping.moved(table.mat, Part("castle", 1), -40.0, 0.0))
    assert "a king cannot be set in his castle" in table.said
    assert table.mat == MATS[0].mat


def test_a_longer_mat_takes_its_dice_along_and_is_one_step_back(desk: Desk):
    table = drawing(desk)
    at = table.editor.state.king(Side.BLUE).body.pose
    slider = desk.widget("length").rect
    desk.press((slider.left + slider.width * 0.3, slider.centery))
    for part in (0.35, 0.4, 0.45):
        desk.drag((slider.left + slider.width * part, slider.centery))
    desk.release()
    longer = table.mat.length
    assert longer > 63
    king = table.editor.state.king(Side.BLUE).body.pose
    assert (king.x, king.y) == pytest.approx((at.x + longer - 63, at.y), abs=0.01)
    desk.key(pygame.K_BACKSPACE)
    assert table.mat == MATS[0].mat
    assert table.editor.state.king(Side.BLUE).body.pose == at


def test_a_scenario_on_a_mat_of_one_s_own_is_saved_solved_and_read_again(desk: Desk):
    table = drawing(desk)
    desk.choose("border 1", "gate")
    table.add(shaping.usual("disc", (20.0, 22.0)))
    desk.click("done")
    editor = desk.on(Editor)
    desk.key(pygame.K_e)
    desk.flick(KNIGHT, 0.0, 0.6)
    desk.until(lambda: not desk.table.reel and not desk.table.reels)
    assert editor.is_solved
    named(desk, "Drawn")
    saved = scenarios.Task(scenario("drawn"))
    assert saved.start.options.mat == editor.origin.options.mat
    assert shaping.border_of(saved.start.options.mat) == "gate"
    assert saved.scenario.has_solution
