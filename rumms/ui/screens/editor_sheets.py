"""Sheets of the editor: the mat and who begins, the goal, and name and difficulty."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from rumms.games.rumms.mats import MATS
from rumms.games.rumms.state import Side
from rumms.language import say, word
from rumms.physics.model import Mat
from rumms.ui import goals, theme
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.draw.mat import felt
from rumms.ui.kit.buttons import Button, Choice, Option, Tile, Toggle
from rumms.ui.kit.inputs import Field
from rumms.ui.kit.screen import Sheet
from rumms.ui.kit.widget import Mood, Widget
from rumms.ui.kit.words import Label, Paragraph

if TYPE_CHECKING:
    from rumms.ui.screens.editor import Editor

COLUMNS: Final = 4
TILE: Final = 92
LONGEST_TITLE, LONGEST_TEXT = 60, 180


class EditorSheet(Sheet):
    """What these sheets have in common: rows with a label, and a button at the end."""

    width = 720
    heading: Callable[[], str]

    def __init__(self, editor: Editor) -> None:
        super().__init__("")
        self.editor = editor

    def rebuild(self) -> None:
        """The title is in the language of now."""
        self.title = self.heading()
        super().rebuild()

    def high(self) -> int:
        """A line of text."""
        return round(self.stage.brush.leading(theme.BODY)) + self.stage.brush.u(4)

    def row(self, name: str, y: int, label: str, options: list[Option[Any]], value: Any, do: Any) -> Iterator[Widget]:
        """A label, and below it one of a few."""
        content = self.content
        yield Label(Rect(content.left, y, content.width, self.high()), label, theme.BODY, theme.INK, "strong")
        box = Rect(content.left, y + self.high(), content.width, self.stage.brush.u(46))
        yield Choice(name, box, options, value, do=do, px=theme.BODY - 1)

    def done(self, label: str, icon: str, do: Callable[[], object]) -> Button:
        """The button at the lower right."""
        brush = self.stage.brush
        box = Rect(0, 0, max(brush.u(150), Button.needs(brush, label, icon, 18)[0]), brush.u(48))
        box.bottomright = (self.content.right, self.content.bottom - brush.u(3))
        return Button("done", box, label, icon, "primary", do=do, px=18)


class MatSheet(EditorSheet):
    """Which mat, who begins, and whether dice have powers."""

    first = "done"
    width = 760
    heading = staticmethod(lambda: say("The mat"))

    def measure(self, width: int) -> int:  # noqa: ARG002  one row below the other
        """Two rows of mats, two of choices."""
        u = self.stage.brush.u
        return 2 * (u(TILE) + u(30)) + self.high() + u(46 + 14) + u(54) + u(56)

    def build(self) -> Iterator[Widget]:
        """A tile for each mat."""
        u, content = self.stage.brush.u, self.content
        gap = u(10)
        wide = (content.width - gap * (COLUMNS - 1)) // COLUMNS
        for number, named in enumerate(MATS):
            row, column = divmod(number, COLUMNS)
            box = Rect(
                content.left + column * (wide + gap), content.top + row * (u(TILE) + u(30)), wide, u(TILE) + u(22)
            )
            paint = partial(self._paint, named.mat, str(word(named.called)))
            yield Tile(f"mat {named.name}", box, paint, do=partial(self._choose, named.mat), radius=12)
        y = content.top + 2 * (u(TILE) + u(30))
        state = self.editor.origin
        sides: list[Option[Any]] = [Option(Side.RED, say("Red")), Option(Side.BLUE, say("Blue"))]
        yield from self.row("side", y, say("Who is to solve it?"), sides, state.turn.side, self._begin)
        y += self.high() + u(46 + 14)
        label = say("Dice have powers: dragons, spies, mages and all")
        box = Rect(content.left, y, content.width, u(46))
        yield Toggle("powers", box, state.options.powers, do=self._powers, label=label)
        yield self.done(say("Done"), "check", self.leave)

    def _choose(self, mat: Mat) -> None:
        self.editor.set_mat(mat)
        self.rebuild()

    def _begin(self, side: Side) -> None:
        self.editor.to_move(side)
        self.rebuild()

    def _powers(self, is_on: bool) -> None:
        self.editor.set_powers(is_on)
        self.rebuild()

    def _paint(self, mat: Mat, name: str, on: Surface, box: Rect, brush: Brush, mood: Mood) -> None:
        is_now = mat == self.editor.origin.options.mat
        border = theme.HONEY_DARK if is_now or mood.hover > 0.5 else theme.LINE
        top = theme.mix(theme.PAPER_2, theme.HONEY, 0.55 if is_now else 0.25 * mood.hover)
        on.blit(brush.sheet(box.size, 12, top, theme.PAPER_3, border, 2 if is_now else 1.5), box)
        u = brush.u
        room = Rect(box.left + u(8), box.top + u(8), box.width - u(16), box.height - u(38))
        scale = min(room.width / mat.length, room.height / mat.width)
        whole = Rect(0, 0, round(mat.length * scale), round(mat.width * scale))
        whole.center = room.center
        on.blit(brush.keep(("felt", mat, whole.size), lambda: felt(brush, mat, scale)), whole)
        px = float(theme.SECOND + 1)
        while brush.width(name, px, "strong") > box.width - u(12) and px > theme.SMALLEST:
            px -= 0.5
        brush.text(on, name, (box.centerx, box.bottom - u(15)), px, theme.INK, "strong", "centre")


class GoalSheet(EditorSheet):
    """What is to be done, with which dice, in how many flicks."""

    first = "done"
    heading = staticmethod(lambda: say("The goal"))

    def measure(self, width: int) -> int:
        """Rows of choices, and the goal in words."""
        u = self.stage.brush.u
        rows = 4 * (self.high() + u(46 + 12)) + u(54)
        return rows + self.stage.brush.height(self._told(), width, theme.BODY, "strong") + u(70)

    def _told(self) -> str:
        editor = self.editor
        return " · ".join(goals.told(editor.draft.goal(editor.origin.turn.side), editor.origin))

    def build(self) -> Iterator[Widget]:
        """One row below the other."""
        u, content, draft = self.stage.brush.u, self.content, self.editor.draft
        step = self.high() + u(46 + 12)
        y = content.top
        wishes: list[Option[Any]] = [
            Option("won", say("Win")),
            Option("defeated", say("Knock off")),
            Option("castle", say("Into their castle")),
            Option("home", say("Into its own castle")),
        ]
        more: list[Option[Any]] = [
            Option("thawed", say("Thaw")),
            Option("vanished", say("Conjure away")),
            Option("hid", say("Hide a spy")),
        ]
        yield from self.row("wish", y, say("What is to be done?"), wishes, draft.wish, self._set("wish"))
        box = Rect(content.left, y + self.high() + u(50), content.width, u(46))
        yield Choice("more wishes", box, more, draft.wish, do=self._set("wish"), px=theme.BODY - 1)
        y += step + u(50)
        yield from self.row("kind", y, say("With which die?"), self._kinds(), draft.kind, self._set("kind"))
        y += step
        half = (content.width - u(20)) // 2
        numbers: list[Option[Any]] = [Option(number, str(number)) for number in (1, 2, 3)]
        flicks: list[Option[Any]] = [Option(number, str(number)) for number in (1, 2, 3, 4, 5)]
        parts = (
            ("times", say("How many?"), numbers, draft.times),
            ("flicks", say("In how many flicks?"), flicks, draft.flicks),
        )
        for place, (name, label, options, value) in enumerate(parts):
            left = content.left + place * (half + u(20))
            yield Label(Rect(left, y, half, self.high()), label, theme.BODY, theme.INK, "strong")
            yield Choice(
                name, Rect(left, y + self.high(), half, u(46)), options, value, do=self._set(name), px=theme.BODY
            )
        y += step
        box = Rect(content.left, y, content.width, u(46))
        yield Toggle("keeps", box, draft.keeps, do=self._set("keeps"), label=say("Nothing of one's own may be lost"))
        y += u(54)
        yield Paragraph(Rect(content.left, y, content.width - u(180), u(60)), self._told(), theme.BODY, theme.LEAF_DARK)
        yield self.done(say("Done"), "check", self.leave)

    def _kinds(self) -> list[Option[Any]]:
        """Any, or one of those that lie there."""
        dice = self.editor.origin.dice
        kinds = {die.kind.name: die.kind for die in dice}
        return [Option("", say("Any")), *(Option(name, "", name) for name in kinds)]

    def _set(self, name: str) -> Callable[[Any], None]:
        def change(value: Any) -> None:
            self.editor.describe(**{name: value})
            self.rebuild()

        return change


class SaveSheet(EditorSheet):
    """Name, sentence, difficulty; then it is written."""

    first = "title"
    heading = staticmethod(lambda: say("Save the scenario"))

    def measure(self, width: int) -> int:
        """Two fields, a row, the state of the solution."""
        u = self.stage.brush.u
        return 3 * (self.high() + u(46 + 12)) + self.stage.brush.height(self._state(), width, theme.BODY) + u(70)

    def _state(self) -> str:
        if self.editor.is_solved:
            return say("The flicks that were made are kept as the solution.")
        return say("The goal is not reached yet, so it is saved without a solution.")

    def build(self) -> Iterator[Widget]:
        """One row below the other."""
        u, content, draft = self.stage.brush.u, self.content, self.editor.draft
        step, y = self.high() + u(46 + 12), content.top
        fields = (
            ("title", say("What is the scenario called?"), draft.title, LONGEST_TITLE),
            ("text", say("What is to be done, in a sentence?"), draft.text, LONGEST_TEXT),
        )
        for name, label, text, longest in fields:
            yield Label(Rect(content.left, y, content.width, self.high()), label, theme.BODY, theme.INK, "strong")
            box = Rect(content.left, y + self.high(), content.width, u(46))
            yield Field(name, box, text, changed=partial(self._write, name), entered=self._save, longest=longest)
            y += step
        levels: list[Option[Any]] = [Option(number, str(number)) for number in range(1, 6)]
        yield from self.row("difficulty", y, say("How hard is it?"), levels, draft.difficulty, self._difficulty)
        y += step
        yield Paragraph(Rect(content.left, y, content.width, u(40)), self._state(), theme.BODY, theme.INK_2)
        yield self.done(say("Save"), "save", self._save)

    def _write(self, name: str, text: str) -> None:
        self.editor.describe(**{name: text})

    def _difficulty(self, number: int) -> None:
        self.editor.describe(difficulty=number)
        self.rebuild()

    def _save(self) -> None:
        self.stage.back()
        self.editor.save()
