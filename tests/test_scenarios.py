"""Every scenario that ships: it is told in both languages, and its solution meets its goal, surely enough."""

from __future__ import annotations

from pathlib import Path

import pytest

from rumms.catalogue import GAMES, Entry, find_game
from rumms.games.rumms.goals import Verdict, judge
from rumms.kernel.session import load
from rumms.lab import difficulty, solutions
from rumms.lab.golden import record_path
from rumms.lab.retrace import retraced
from rumms.language import CODES
from rumms.places import shipped
from rumms.ui import goals

from .conftest import Rumms

PATHS = solutions.every()
EXACT = 1e-9
TRIES = 24
"""Noisy repeats in a test; `python -m rumms.lab.solutions check` makes 200."""
FEWEST = 8
"""Far fewer than a solution reaches that works half of the time; the tries are the same in every run."""

each = pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")


def test_there_are_enough_of_them():
    folders = [path.parent.name for path in PATHS]
    assert folders.count("puzzles") >= 24
    assert folders.count("tricks") >= 12


@each
def test_it_has_words_in_both_languages_a_difficulty_and_a_hint(path: Path):
    header = load(path, find_game).header
    for texts in (header.title, header.text, header.hint):
        assert texts is not None
        assert set(texts) == set(CODES)
        assert all(texts.values())
        assert texts["de"] != texts["en"]
    assert header.difficulty in range(1, 6)


@each
def test_its_solution_meets_its_goal_and_no_earlier(path: Path):
    of = solutions.puzzle(path)
    past = of.loaded.session.past
    assert judge(of.goal, of.start, past) is Verdict.REACHED
    assert judge(of.goal, of.start, past[:-1]) is Verdict.OPEN
    assert goals.told(of.goal, of.start)


@each
def test_its_flicks_are_the_same_today(path: Path):
    assert all(one.is_within(EXACT) for one in retraced(load(path, find_game)))


@each
def test_a_steady_hand_solves_it_with_the_recorded_decisions(path: Path):
    of = solutions.puzzle(path)
    assert solutions.met(of, of.solution, TRIES).times >= FEWEST


def test_doing_nothing_of_the_sort_does_not_solve_them():
    """A goal that any flick meets is none."""
    of = solutions.puzzle(next(path for path in PATHS if path.stem == "clear-run"))
    past = solutions.attempt(of, seed=3, hand="shaky", solver="random").past
    assert judge(of.goal, of.start, past) is Verdict.FAILED


def test_every_difficulty_follows_from_how_often_bots_solve_it():
    """By `python -m rumms.lab.difficulty --write`."""
    found = difficulty.kept().scenarios
    assert set(found) == {difficulty.name_of(path) for path in PATHS}
    for path in PATHS:
        tried = found[difficulty.name_of(path)]
        assert tried.tries >= 20
        assert set(tried.solved) == set(difficulty.LEVELS)
        assert load(path, find_game).header.difficulty == difficulty.difficulty(tried.shares), path.stem


def test_there_are_scenarios_of_every_difficulty():
    stated = [load(path, find_game).header.difficulty for path in PATHS]
    assert all(stated.count(hard) >= 3 for hard in range(1, 6))


@pytest.mark.parametrize("entry", GAMES.values(), ids=lambda entry: str(entry.id))
def test_a_whole_game_of_each_game_ships(entry: Entry):
    assert load(record_path(entry), find_game).winners is not None


def test_verify_judges_the_goal(rumms: Rumms, tmp_path: Path):
    good = next(path for path in PATHS if path.stem == "no-loss")
    assert "its moves meet the goal." in rumms("verify", good).out
    text = good.read_text(encoding="utf-8")
    for name, change, told in (
        ("unknown", ('"goal":"within"', '"goal":"never"'), "unknown.jsonl, line 1, $.goal"),
        ("missed", ('"event":"defeated","side":"blue"', '"event":"captured","side":"blue"'), "do not meet the goal."),
        ("nobody", ('"kind":"knight"},{"goal":"keeps"', '"kind":"dragon"},{"goal":"keeps"'), "not so many dice"),
    ):
        assert change[0] in text
        path = tmp_path / f"{name}.jsonl"
        path.write_text(text.replace(*change), encoding="utf-8")
        ran = rumms("verify", path)
        assert (ran.code, told in ran.out) == (1, True)
        assert "0 passed, 1 failed" in ran.out
    path.write_text(text.splitlines()[0] + "\n", encoding="utf-8")
    assert rumms("verify", path).code == 0, "a scenario without a solution is none that is wrong"


def test_everything_that_ships_passes_verify_with_physics(rumms: Rumms):
    ran = rumms("verify", "--physics", *sorted(shipped("scenarios").rglob("*.jsonl")))
    assert (ran.code, ran.out.splitlines()[-1].endswith(" passed, 0 failed")) == (0, True)
