"""A lesson: a small position on the table, one task, and a friendly coach beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Self

from rumms import catalogue
from rumms.games.rumms.goals import Verdict, judge
from rumms.games.rumms.state import Side
from rumms.kernel.session import Transition
from rumms.language import say, word
from rumms.physics.film import rotation
from rumms.physics.model import TOP
from rumms.seats import players_of
from rumms.ui import lessons, theme
from rumms.ui.asking import Asking
from rumms.ui.draw.brush import Rect, Surface
from rumms.ui.draw.confetti import confetti
from rumms.ui.draw.tabletop import look_of
from rumms.ui.kit.buttons import Button, StyleName, Tool
from rumms.ui.kit.screen import Stage
from rumms.ui.kit.widget import Widget
from rumms.ui.lessons import Lesson, Step
from rumms.ui.play import Play
from rumms.ui.playback import scene_of
from rumms.ui.screens.question import Panel
from rumms.ui.screens.table import Table
from rumms.ui.screens.table_picture import TablePicture

COACH: Final = 272
"""How wide the coach's slip is."""
HINT_AFTER: Final = 1
"""Tries that failed."""
PADDING: Final = 18
MORE, LESS = 3.0, 4.0
"""By how many pixels of the design the coach's words may be larger where there is room, and smaller where not."""


class LessonTable(Table):
    """One step of a lesson. The rules judge the goal; once it is reached or out of reach, nothing more is played."""

    def __init__(self, step: Step, stage: Stage, failures: int = 0) -> None:
        self.step, self.failures = step, failures
        self.judged = Verdict.OPEN
        """How the goal stands after all that was played, which may be ahead of what is shown."""
        person, _ = stage.settings.agreed.quick_seats()
        session = step.loaded.session
        seats = (person, *players_of(step.loaded.header).seats[1:])
        super().__init__(Play(catalogue.find(self.game), session, seats, stage.mind))
        self.picture = LessonPicture(self)
        self.scene, self.lines = scene_of(step.start), []
        self._told = Verdict.OPEN
        self.praised = 0.0
        """When the goal was reached."""
        self.known = lessons.done()
        """The lessons that are done."""

    @classmethod
    def of(cls, lesson: Lesson, stage: Stage) -> Self:
        """A lesson from its first step on."""
        return cls(Step(lesson, 0), stage)

    def enter(self) -> None:
        """What was played before is shown first."""
        super().enter()
        for made in self.play.session.past:
            self._show(made)

    # What is judged.

    @property
    def verdict(self) -> Verdict:
        """How the goal stands, as far as it was shown."""
        return Verdict.OPEN if self.reel or self.reels else self.judged

    def _show(self, made: Transition[Any, Any]) -> None:
        super()._show(made)
        # From the start every time: moves may have been taken back.
        self.judged = judge(self.step.goal, self.step.start, self.play.session.past)
        if self.judged is not Verdict.OPEN:
            self.play.cancel()
            self.play.is_paused = True  # also where the next move needs no thought

    def _can_take_back(self) -> bool:
        return self.judged is Verdict.OPEN and super()._can_take_back()

    def end(self) -> None:
        """The coach says what there is to say."""

    @property
    def mode(self) -> str:
        """Nobody is to move once all is judged."""
        mode = super().mode
        return "over" if self.verdict is not Verdict.OPEN else mode

    def update(self, seconds: float) -> None:
        """Say how it went once everything was shown."""
        super().update(seconds)
        if self.verdict is not self._told:
            self._told = self.verdict
            self._say()

    def _say(self) -> None:
        if self.verdict is Verdict.REACHED:
            self.praised = self.stage.now
            self.stage.sound.play("win" if self.step.is_last else "heart")
            if self.step.is_last:
                lessons.remember(self.step.lesson)
                self.known = lessons.done()
        elif self.verdict is Verdict.FAILED:
            self.failures += 1
            self.stage.sound.play("refused")
        self.rebuild()
        if self.verdict is not Verdict.OPEN:
            self.focus_on("next" if self.verdict is Verdict.REACHED else "retry")

    # Coming and going.

    def leave(self) -> None:
        """Escape: first take the hand from the die, then back to the lessons."""
        can_take_back = (self.placing or self.asking) and self.play.can_take_back
        if self.is_again or self.aim or self.is_log_open or can_take_back:
            super().leave()
        else:
            self.stage.back()

    def retry(self) -> None:
        """The same step once more."""
        self.stage.replace(type(self)(Step(self.step.lesson, self.step.number), self.stage, self.failures))

    def go_on(self) -> None:
        """The next step, or the next lesson."""
        if not self.step.is_last:
            self.stage.replace(type(self)(Step(self.step.lesson, self.step.number + 1), self.stage))
        elif following := lessons.after(self.step.lesson):
            self.stage.replace(type(self).of(following, self.stage))
        else:
            self.stage.back()

    # Layout.

    def room(self) -> Rect:
        """The mat lies beside the coach."""
        room = super().room()
        u = self.stage.brush.u
        self.coach = Rect(u(24), room.top, u(COACH), room.height)
        left = self.coach.right + u(16)
        return Rect(left, room.top, self.stage.brush.size[0] - u(28) - left, room.height)

    def _panel(self, asking: Asking) -> Panel:
        """Beside the coach."""
        panel = super()._panel(asking)
        panel.box.left = max(panel.box.left, self.coach.right + self.stage.brush.u(12))
        return panel

    def hints(self) -> list[Tool]:
        """None: the coach helps."""
        return []

    def tools(self) -> list[Tool]:
        """As at every table; the first leads back to the lessons."""
        _, *others = super().tools()
        return [Tool("menu", "back", say("All lessons\nEsc"), self.stage.back), *others]

    def build(self) -> Iterator[Widget]:
        """The table, and the coach's buttons."""
        yield from super().build()
        u, coach = self.stage.brush.u, self.coach
        offers = self._offers()
        for number, (name, label, icon, style, do) in enumerate(reversed(offers)):
            bottom = coach.bottom - u(PADDING) - number * u(58)
            box = Rect(coach.left + u(PADDING), bottom - u(48), coach.width - 2 * u(PADDING), u(46))
            yield Button(name, box, label, icon, style, do=do)

    def _offers(self) -> list[tuple[str, str, str, StyleName, Any]]:
        retry: StyleName = "primary" if self.verdict is Verdict.FAILED else "plain"
        again = ("retry", say("Once more"), "undo", retry, self.retry)
        if self.verdict is not Verdict.REACHED:
            return [again]
        if not self.step.is_last:
            return [("next", say("Next task"), "forward", "primary", self.go_on), again]
        if lessons.after(self.step.lesson):
            return [("next", say("Next lesson"), "forward", "primary", self.go_on), again]
        return [("next", say("All lessons"), "check", "primary", self.go_on), again]


class LessonPicture(TablePicture):
    """The table as it is seen in a lesson: the coach at its left."""

    table: LessonTable

    def _paint_bars(self, on: Surface) -> None:
        super()._paint_bars(on)
        if self.table.verdict is Verdict.REACHED and not self.brush.calm:
            confetti(on, self.brush, str(Side.RED), self.table.stage.now - self.table.praised)
        self._paint_coach(on)

    def _paint_score(self, on: Surface) -> None:
        """Nothing is counted here: the lesson's name stands between the teams."""
        brush, lesson = self.brush, self.table.step.lesson
        room = brush.size[0] - 2 * (self.table.teams[Side.RED].box.right + brush.u(16))
        text, px = str(word(lesson.title)), float(theme.TITLE)
        while brush.width(text, px, "display") > room and px > theme.SMALLEST:
            px -= 1
        brush.text(on, text, (brush.size[0] / 2, brush.u(41)), px, theme.PAPER, "display", "centre")

    def _to_move(self) -> Side:
        """Whoever learns; the other side does not get to it once all is judged."""
        return super()._to_move() if self.table.verdict is Verdict.OPEN else Side.RED

    def _paint_coach(self, on: Surface) -> None:
        brush, table = self.brush, self.table
        u, box, step = brush.u, table.coach, table.step
        brush.panel(on, box, 18, shadow=10, alpha=120)
        left, room = box.left + u(PADDING), box.width - 2 * u(PADDING)
        brush.token(on, step.lesson.icon, (left + u(24), box.top + u(44)), 48)
        number = say("Lesson {number}", number=lessons.lessons().index(step.lesson) + 1)
        brush.text(on, number, (left + u(60), box.top + u(32)), theme.SECOND, theme.INK_2, "strong")
        self._paint_pips(on, left + u(60), box.top + u(56))
        low = min(widget.rect.top for widget in table.widgets if widget.name in {"retry", "next"}) - u(12)
        place = Rect(left, box.top + u(82), room, low - box.top - u(82))
        self._paint_words(on, place)

    def _paint_pips(self, on: Surface, left: int, y: int) -> None:
        """A dot for each step: done, now, to come."""
        brush, step = self.brush, self.table.step
        u = brush.u
        for number in range(len(step.lesson.steps)):
            is_done = number < step.number or (number == step.number and self.table.verdict is Verdict.REACHED)
            is_now = number == step.number
            tone = theme.LEAF if is_done else theme.HONEY if is_now else theme.PAPER_3
            rim = theme.LEAF_DARK if is_done else theme.HONEY_DARK if is_now else theme.LINE
            pip = Rect(left + number * u(26), y - u(9), u(18), u(18))
            on.blit(brush.sheet(pip.size, 9, tone, tone, rim, 2), pip)
            if is_done:
                brush.put_icon(on, "check", pip.center, 12, theme.PAPER)

    def _paint_words(self, on: Surface, box: Rect) -> None:
        """Goal, what to do, and a hint or how it went; smaller where there is much to say."""
        brush = self.brush
        parts = list(self._words())
        less = -MORE
        while less < LESS and sum(self._high(part, box.width, less) for part in parts) > box.height:
            less += 0.5
        y = box.top
        for part in parts:
            text, px, cut, tone, icon = part
            high = self._high(part, box.width, less)
            place = Rect(box.left, y, box.width, high - brush.u(10))
            if icon:
                ground = theme.colour("#E2EDD6") if icon == "check" else theme.colour("#FBE7B6")
                on.blit(brush.sheet(place.size, 12, ground, ground), place)
                brush.put_icon(on, icon, (place.left + brush.u(20), place.top + brush.u(20)), 20, tone)
                place = Rect(place.left + brush.u(38), place.top + brush.u(9), place.width - brush.u(48), 0)
                tone = theme.INK
            brush.paragraph(on, text, place, px - less, tone, cut)
            y += high
        self._paint_die(on, Rect(box.left, y, box.width, box.bottom - y))

    def _paint_die(self, on: Surface, box: Rect) -> None:
        """The die that the lesson is about, where there is room for it."""
        brush, step = self.brush, self.table.step
        edge = min(brush.u(96), round(0.5 * box.height))
        if edge < brush.u(48):
            return
        mine = [die for die in step.start.dice if die.side is step.start.dice[0].side]
        die = next((one for one in mine if one.kind.name == step.lesson.icon), mine[-1])
        at = (box.centerx, box.centery + round(0.1 * edge))
        self.top.dice.shadow(on, (at[0], at[1] + round(0.18 * edge)), edge, rotation(TOP, 14.0), 0.0)
        self.top.dice.cube(on, look_of(die), at, edge, rotation(TOP, 14.0))

    def _high(self, part: Part, width: int, less: float) -> int:
        """How high a part is, with the gap below it."""
        text, px, cut, _, icon = part
        u = self.brush.u
        if icon:
            return max(u(40), self.brush.height(text, width - u(48), px - less, cut) + u(18)) + u(10)
        return self.brush.height(text, width, px - less, cut) + u(10)

    def _words(self) -> Iterator[Part]:
        table = self.table
        step = table.step
        if table.verdict is Verdict.REACHED:
            title = say("Lesson done!") if step.is_last else say("Well done!")
            yield title, theme.TITLE, "display", theme.LEAF_DARK, ""
            yield str(word(step.title)), theme.BODY + 1, "strong", theme.LEAF_DARK, "check"
            if step.is_last:
                yield self._what_follows(), theme.BODY, "text", theme.INK_2, ""
            return
        yield str(word(step.title)), theme.PANEL - 1, "display", theme.INK, ""
        if table.verdict is Verdict.FAILED:
            yield _comfort(table.failures), theme.BODY, "text", theme.INK_2, ""
        else:
            yield str(word(step.text)), theme.BODY, "text", theme.INK_2, ""
        if table.failures >= HINT_AFTER and step.hint:
            yield str(word(step.hint)), theme.BODY - 1, "text", theme.HONEY_DARK, "hint"

    def _what_follows(self) -> str:
        if {lesson.id for lesson in lessons.lessons()} <= self.table.known:
            return say("Now you know all the dice. Off to the table!")
        following = lessons.after(self.table.step.lesson)
        return say("Next: {lesson}.", lesson=following.title) if following else ""


Part = tuple[str, float, theme.Cut, theme.Colour, str]
"""Text, size, cut, colour, and the icon of a slip that it stands on."""


def _comfort(failures: int) -> str:
    """Something friendly, not always the same."""
    texts = (
        say("Not quite yet. The dice go back to where they were: try again!"),
        say("Nearly! Nobody gets it right at once. Once more?"),
        say("That happens to the best. Have a look at the hint and try again."),
    )
    return texts[(failures - 1) % len(texts)]
