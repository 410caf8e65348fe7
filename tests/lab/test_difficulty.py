"""How hard scenarios are: bots that know the goal, the rule, and what is written down."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from rumms.catalogue import find_game
from rumms.games.rumms.state import Out
from rumms.kernel.session import load
from rumms.lab import difficulty
from rumms.lab.solutions import every, puzzle
from rumms.lab.tool import run

PATHS = {path.stem: path for path in every()}


def test_what_bots_solve_more_often_is_easier():
    shares = [(share, share, share) for share in (1.0, 0.65, 0.64, 0.55, 0.5, 0.4, 0.35, 0.25, 0.24, 0.0)]
    assert [difficulty.difficulty(one) for one in shares] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert difficulty.difficulty((0.0, 0.5, 1.0)) == 3


@pytest.mark.parametrize("path", PATHS.values(), ids=PATHS)
def test_a_bot_knows_when_the_goal_is_reached(path: Path):
    of = puzzle(path)
    wish, past = difficulty.Wish(of.goal, of.start), of.loaded.session.past
    assert wish.part(of.goal, of.start) < 0.5
    assert wish.part(of.goal, past[-1].after) == 1.0


def test_a_bot_knows_what_spoils_a_goal():
    of = puzzle(PATHS["no-loss"])
    wish, after = difficulty.Wish(of.goal, of.start), of.loaded.session.past[-1].after
    spoilt = after.where(2, Out())
    assert wish.of(spoilt, of.start.turn.side) < 0.5 < wish.of(after, of.start.turn.side)


def test_bots_try_and_the_same_happens_for_any_number_of_jobs(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(difficulty, "LEVELS", ("easy", "medium"))  # the quick ones
    paths = [PATHS["clear-run"], PATHS["bowling"]]
    one, two = (dict(difficulty.tried(paths, 2, jobs)) for jobs in (1, 2))
    assert one == two
    assert sum(one[paths[0]].shares) > sum(one[paths[1]].shares)


@pytest.mark.parametrize("name", ["no-loss", "clear-run"])
def test_a_difficulty_is_written_into_a_scenario_and_nothing_else_changes(tmp_path: Path, name: str):
    path = Path(shutil.copy(PATHS[name], tmp_path / "x.jsonl"))
    before = load(path, find_game)
    difficulty.state_difficulty(path, 5)
    after = load(path, find_game)
    assert after.header.difficulty == 5
    assert replace(after.header, difficulty=0, goal=b"", start=b"", options=b"") == replace(
        before.header, difficulty=0, goal=b"", start=b"", options=b""
    )
    assert bytes(after.header.goal) == bytes(before.header.goal)
    assert after.winners == before.winners
    assert after.session.state == before.session.state


def test_the_command_prints_a_table_and_refuses_what_is_no_scenario(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run(difficulty.main, [str(PATHS["clear-run"]), "--tries", "1"]) == 0
    assert "puzzles/clear-run" in capsys.readouterr().out
    bad = tmp_path / "x.jsonl"
    bad.write_text("{}\n")
    assert run(difficulty.main, [str(bad), "--tries", "1"]) == 1
    assert "x.jsonl, line 1" in capsys.readouterr().err
