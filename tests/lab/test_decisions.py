"""The bench of decisions: whose they are and what is summed up. How long they take, no test asks."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from rumms.catalogue import GAMES
from rumms.lab import decisions
from rumms.lab.decisions import GOAL, Report, Row, run, steps
from rumms.ui.levels import LEVELS
from rumms.ui.thinking import Inline, Job, decide, load

Rumms = Callable[..., Any]
CARD_GAMES = [entry.id for entry in GAMES.values() if not entry.has_engine]


class Asked(Inline):
    """Thinks at once, with few iterations, and remembers what it was asked."""

    jobs: list[tuple[Any, ...]]

    def __init__(self) -> None:
        self.jobs = []

    def ask(self, do: Callable[..., Any], /, *arguments: Any) -> Job[Any]:
        self.jobs.append((do, *arguments))
        if do is decide:
            table, game, _, *rest = arguments
            arguments = (table, game, "search:1", *rest)
        return super().ask(do, *arguments)


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "DECISIONS", 3)


def test_the_hardest_bot_of_each_card_game_decides_after_everything_is_loaded():
    mind = Asked()
    taken = list(run(lambda: mind))
    assert mind.jobs[0] == (load,)
    assert {(job[0], job[3]) for job in mind.jobs[1:]} == {(decide, LEVELS["hard"])}
    assert [job[2] for job in mind.jobs[1:]] == [game for game in CARD_GAMES for _ in range(3)]
    assert [step.done for step in taken] == list(range(steps() + 1))
    report = taken[-1].report
    assert report
    assert [(row.game, row.decisions) for row in report.rows] == [(game, 3) for game in CARD_GAMES]
    assert all(0 < row.median_s <= row.worst_s for row in report.rows)


def test_a_game_misses_the_goal_by_its_slowest_decision(monkeypatch: pytest.MonkeyPatch):
    spent = iter([0.5, GOAL + 0.1, 0.7, *[GOAL] * 9])
    monkeypatch.setattr(decisions, "_seconds", lambda *_: next(spent))
    report = list(run(Asked))[-1].report
    assert report
    assert report.rows[0] == Row(CARD_GAMES[0], 3, 0.7, GOAL + 0.1, is_good=False)
    assert all(row.is_good for row in report.rows[1:])


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_command_prints_a_table_or_json(rumms: Rumms, monkeypatch: pytest.MonkeyPatch, lang: str):
    report = Report(
        "search:1.5s", (Row("kawumm", 60, 1.5, 1.75, is_good=True), Row("cabanga", 60, 1.5, 2.5, is_good=False))
    )
    monkeypatch.setattr("rumms.commands.bench._measure_decisions", lambda: report)
    said = rumms("bench", "decisions", "--lang", lang).out
    assert "kawumm" in said
    assert ("1,75" if lang == "de" else "1.75") in said
    assert ("verfehlt" if lang == "de" else "missed") in said
    rows = json.loads(rumms("bench", "decisions", "--json").out)["rows"]
    assert rows[1] == {"game": "cabanga", "decisions": 60, "median_s": 1.5, "worst_s": 2.5, "is_good": False}
