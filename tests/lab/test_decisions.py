"""The bench of decisions: whose they are and what is summed up. How long they take, no test asks."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from rumms.catalogue import GAMES
from rumms.games.rumms.hands import HANDS
from rumms.lab import decisions
from rumms.lab.decisions import GOAL, GOALS, Report, Row, run, steps
from rumms.ui.levels import LEVELS
from rumms.ui.thinking import Inline, Job, decide, load

Rumms = Callable[..., Any]
CARD_GAMES = [entry.id for entry in GAMES.values() if not entry.has_engine]


class Asked(Inline):
    """Thinks at once, with one trial, and remembers what it was asked."""

    jobs: list[tuple[Any, ...]]

    def __init__(self) -> None:
        self.jobs = []

    def ask(self, do: Callable[..., Any], /, *arguments: Any) -> Job[Any]:
        self.jobs.append((do, *arguments))
        if do is decide:
            table, game, bot, *rest = arguments
            arguments = (table, game, f"{bot.partition(':')[0]}:1", *rest)
        return super().ask(do, *arguments)


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "DECISIONS", 3)


def test_every_level_of_rumms_and_the_hardest_bot_of_each_card_game_decide_after_everything_is_loaded():
    mind = Asked()
    taken = list(run(lambda: mind))
    assert mind.jobs[0] == (load,)
    whose = [*(("rumms", level) for level in GOALS), *((game, LEVELS["hard"]) for game in CARD_GAMES)]
    assert [job[0] for job in mind.jobs[1:]] == [decide] * steps()
    assert [job[2:4] for job in mind.jobs[1:]] == [one for one in whose for _ in range(3)]
    hands = {job[3]: set(job[4].hands) for job in mind.jobs[1:] if job[2] == "rumms"}
    assert hands == {level: {HANDS[level]} for level in GOALS}
    assert [step.done for step in taken] == list(range(steps() + 1))
    report = taken[-1].report
    assert report
    assert [(row.game, row.bot, row.decisions) for row in report.rows] == [(*one, 3) for one in whose]
    assert all(0 < row.median_s <= row.worst_s for row in report.rows)


def test_a_bot_misses_the_goal_by_its_slowest_decision(monkeypatch: pytest.MonkeyPatch):
    quick = [0.1] * 3 * len(GOALS)
    spent = iter([*quick, 0.5, GOAL + 0.1, 0.7, *[GOAL] * 9])
    monkeypatch.setattr(decisions, "_seconds", lambda *_: next(spent))
    report = list(run(Asked))[-1].report
    assert report
    first = len(GOALS)
    assert report.rows[first] == Row(CARD_GAMES[0], LEVELS["hard"], 3, 0.7, GOAL + 0.1, GOAL, is_good=False)
    assert all(row.is_good for place, row in enumerate(report.rows) if place != first)
    assert [row.goal_s for row in report.rows[:first]] == list(GOALS.values())


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_command_prints_a_table_or_json(rumms: Rumms, monkeypatch: pytest.MonkeyPatch, lang: str):
    kawumm = Row("kawumm", "search:1.5s", 60, 1.5, 1.75, 2.0, is_good=True)
    report = Report((kawumm, Row("rumms", "easy", 60, 0.1, 0.6, 0.5, is_good=False)))
    monkeypatch.setattr("rumms.commands.bench._measure_decisions", lambda: report)
    said = rumms("bench", "decisions", "--lang", lang).out
    assert "kawumm" in said
    assert ("1,75" if lang == "de" else "1.75") in said
    assert ("verfehlt" if lang == "de" else "missed") in said
    rows = json.loads(rumms("bench", "decisions", "--json").out)["rows"]
    seconds = {"median_s": 0.1, "worst_s": 0.6, "goal_s": 0.5}
    assert rows[1] == {"game": "rumms", "bot": "easy", "decisions": 60, **seconds, "is_good": False}
