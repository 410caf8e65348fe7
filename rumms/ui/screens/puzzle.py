"""A scenario to be solved: its position on the table, its goal beside it, and stars for few flicks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rumms.catalogue import find_game
from rumms.games.rumms.events import Flicked
from rumms.games.rumms.goals import Verdict
from rumms.games.rumms.state import Side
from rumms.kernel.session import Loaded, Session, load
from rumms.language import count, say
from rumms.ui import goals, scenarios, theme
from rumms.ui.draw.brush import Rect, Surface
from rumms.ui.draw.stars import pips, stars
from rumms.ui.kit.buttons import StyleName, Tool
from rumms.ui.kit.screen import Stage
from rumms.ui.lessons import Lesson, Step
from rumms.ui.scenarios import Scenario, Task
from rumms.ui.screens.lesson import PADDING, LessonPicture, LessonTable, Part
from rumms.ui.screens.replay import Replay

SHOWN_AFTER: Final = 2
"""Tries that failed before the solution is offered."""


class PuzzleStep(Step):
    """A scenario as the one step of a lesson: from its start, without its recorded solution."""

    def __init__(self, task: Task) -> None:
        header, scenario = task.loaded.header, task.scenario
        icon = "puzzle" if scenario.sort != "tricks" else "trophy"
        self.task = task
        self.lesson = Lesson(scenario.id, icon, {}, {}, (scenario.path.name,))
        self.number = 0
        session = task.loaded.session
        self.loaded = Loaded(Session(session.game, task.start, session.seed), header, task.loaded.lines, None)
        self.start, self.goal = task.start, task.goal
        self.title, self.text, self.hint = header.title or {}, header.text or {}, header.hint or {}


class PuzzleTable(LessonTable):
    """One scenario. The flicks of all tries count until it is solved."""

    step: PuzzleStep

    def __init__(self, step: PuzzleStep, stage: Stage, failures: int = 0, flicks: int = 0) -> None:
        super().__init__(step, stage, failures)
        self.earlier = flicks
        """Flicks of the tries before this one."""
        self.picture = PuzzlePicture(self)
        self.earned = 0

    @classmethod
    def of_scenario(cls, scenario: Scenario, stage: Stage) -> PuzzleTable:
        """A scenario from its start; BadRecord if its file says something else than its first line did."""
        return cls(PuzzleStep(Task(scenario)), stage)

    @property
    def solver(self) -> Side:
        """The side that is to solve it."""
        return self.step.start.turn.side

    @property
    def flicks(self) -> int:
        """Flicks so far, in all tries."""
        past = self.play.session.past
        made = [one for one in past if one.before.turn.side is self.solver]
        return self.earlier + sum(isinstance(event, Flicked) for one in made for event in one.events)

    def _say(self) -> None:
        if self.verdict is Verdict.REACHED:
            self.praised = self.stage.now
            self.earned = scenarios.stars(self.flicks, self.step.task.par)
            scenarios.remember(scenarios.player(self.stage.settings), self.step.task.scenario, self.earned)
            self.stage.sound.play("win")
        elif self.verdict is Verdict.FAILED:
            self.failures += 1
            self.stage.sound.play("refused")
        self.rebuild()
        if self.verdict is not Verdict.OPEN:
            self.focus_on("next" if self.verdict is Verdict.REACHED else "retry")

    def retry(self) -> None:
        """From the start once more; what was solved is counted anew."""
        flicks = 0 if self.verdict is Verdict.REACHED else self.flicks
        self.stage.replace(type(self)(PuzzleStep(self.step.task), self.stage, self.failures, flicks))

    def go_on(self) -> None:
        """The next scenario of its sort that is not solved yet, or the list."""
        following = self._following()
        if following:
            self.stage.replace(type(self).of_scenario(following, self.stage))
        else:
            self.stage.back()

    def _following(self) -> Scenario | None:
        mine = self.step.task.scenario
        known = scenarios.progress(scenarios.player(self.stage.settings))
        all_of_it = [one for one in scenarios.scenarios(mine.sort) if one.has_goal and not one.problem]
        places = [place for place, one in enumerate(all_of_it) if one.id == mine.id]
        later = all_of_it[places[0] + 1 :] if places else all_of_it
        return next((one for one in later if one.id not in known), None)

    def watch(self) -> None:
        """The recorded solution."""
        self.stage.open(Replay(load(self.step.task.scenario.path, find_game, to_watch=True)))

    def tools(self) -> list[Tool]:
        """As at every table; the first leads back to the list."""
        others = [tool for tool in super().tools() if tool.name != "menu"]
        return [Tool("menu", "back", say("All puzzles\nEsc"), self.stage.back), *others]

    def _offers(self) -> list[tuple[str, str, str, StyleName, Any]]:
        retry: StyleName = "primary" if self.verdict is Verdict.FAILED else "plain"
        found: list[tuple[str, str, str, StyleName, Any]] = []
        if self.verdict is Verdict.REACHED:
            label = say("Next one") if self._following() else say("All puzzles")
            found.append(("next", label, "forward", "primary", self.go_on))
        is_shown = self.verdict is Verdict.REACHED or self.failures >= SHOWN_AFTER
        if is_shown and self.step.task.loaded.session.past:
            found.append(("solution", say("Show the solution"), "eye", "plain", self.watch))
        return [*found, ("retry", say("Once more"), "undo", retry, self.retry)]


class PuzzlePicture(LessonPicture):
    """The table as it is seen with a scenario on it."""

    table: PuzzleTable

    def _paint_score(self, on: Surface) -> None:
        """The scenario's name stands between the teams."""
        brush = self.brush
        room = brush.size[0] - 2 * (self.table.teams[Side.RED].box.right + brush.u(16))
        text, px = brush.fitted(self.table.step.task.scenario.title, room, theme.TITLE, "display")
        brush.text(on, text, (brush.size[0] / 2, brush.u(41)), px, theme.PAPER, "display", "centre")

    def _paint_coach(self, on: Surface) -> None:
        brush, table = self.brush, self.table
        u, box, step = brush.u, table.coach, table.step
        brush.panel(on, box, 18, shadow=10, alpha=120)
        left, room = box.left + u(PADDING), box.width - 2 * u(PADDING)
        brush.token(on, step.lesson.icon, (left + u(24), box.top + u(44)), 48)
        brush.text(on, say("Difficulty"), (left + u(60), box.top + u(32)), theme.SECOND, theme.INK_2, "strong")
        pips(on, brush, (left + u(65), box.top + u(56)), step.task.scenario.difficulty, 11)
        names = {"retry", "next", "solution"}
        low = min(widget.rect.top for widget in table.widgets if widget.name in names) - u(12)
        top = box.top + u(82)
        if table.verdict is Verdict.REACHED:
            stars(on, brush, (left + u(40), top + u(26)), table.earned, 52)
            top += u(62)
        self._paint_words(on, Rect(left, top, room, low - top))

    def _words(self) -> Iterator[Part]:
        table = self.table
        task = table.step.task
        if table.verdict is Verdict.REACHED:
            yield say("Solved!"), theme.TITLE, "display", theme.LEAF_DARK, ""
            flicks = count("{number} flick", "{number} flicks", table.flicks)
            best = count("{number} flick is enough", "{number} flicks are enough", task.par)
            yield f"{flicks} · {best}", theme.BODY, "strong", theme.INK_2, ""
            return
        yield task.scenario.text or task.scenario.title, theme.BODY + 1, "text", theme.INK, ""
        for line in goals.told(task.goal, task.start):
            yield line, theme.BODY - 1, "strong", theme.HONEY_DARK, "trophy"
        if table.verdict is Verdict.FAILED:
            yield say("Not quite. Once more?"), theme.BODY, "strong", theme.CORAL, ""
        if table.failures and task.hint:
            yield task.hint, theme.BODY - 1, "text", theme.HONEY_DARK, "hint"
