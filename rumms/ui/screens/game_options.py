"""The options of a new game, each with what it means, as the rules describe it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from rumms.catalogue import Entry
from rumms.games.rumms.state import Options
from rumms.kernel.options import STANDARD, from_words, options_of
from rumms.kernel.refusal import Refusal, printable
from rumms.language import count, say, tell
from rumms.places import own
from rumms.ui import theme
from rumms.ui.draw.brush import Rect
from rumms.ui.kit.buttons import Button, Choice, Option, Toggle
from rumms.ui.kit.inputs import Slider
from rumms.ui.kit.screen import Notice, Sheet
from rumms.ui.kit.widget import Widget
from rumms.ui.kit.words import Label, Paragraph
from rumms.ui.seating import Agreed

LEAST: Final = 10
"""Points of the smallest troops that can be agreed on here."""
MOST: Final = 68
"""What all dice of a box are worth."""
TOURNAMENT: Final = "3"
"""Games that must be won in the royal tournament."""
MOST_PROBLEMS: Final = 3
"""Mats that cannot be used, told at once."""
MATS: Final = "mats"
"""The user's folder of mats."""


class GameOptions(Sheet):
    """A row for each option; everything holds at once."""

    width = 880
    first = "done"

    def __init__(self, entry: Entry, agreed: Agreed, agree: Callable[[Agreed], object]) -> None:
        super().__init__("")
        self.entry, self.agreed = entry, agreed
        self._agree = agree
        self.game = entry.id

    def rebuild(self) -> None:
        """The title is in the language of now."""
        self.title = say("Options")
        super().rebuild()

    def measure(self, width: int) -> int:
        """The rows, and the button below them."""
        return sum(high for _, _, high in self._rows(width)) + self.stage.brush.u(62)

    def _rows(self, width: int) -> list[tuple[str, str, int]]:
        """Name and description of each option that is agreed on here, and how high its row is."""
        brush = self.stage.brush
        about = {option.name: say(option.description) for option in options_of(self.entry.game.options)}
        names = ["points", "first_team", "wins_needed", "hands", "finger"]
        if self._mats():
            names.append("mat")
        rows = []
        for name in names:
            text = brush.height(about[name], self._left(width), theme.SECOND)
            rows.append((name, about[name], max(brush.u(58), round(brush.leading(theme.BODY)) + text + brush.u(14))))
        return rows

    def _left(self, width: int) -> int:
        return round(width * 0.54)

    def build(self) -> Iterator[Widget]:
        """Label and description left, the control right."""
        brush, content = self.stage.brush, self.content
        u = brush.u
        y = content.top
        for name, about, high in self._rows(content.width):
            left = self._left(content.width)
            head = round(brush.leading(theme.BODY))
            text = brush.height(about, left, theme.SECOND)
            top = y + (high - head - text) // 2
            yield Label(Rect(content.left, top, left, head), self._called(name), theme.BODY, theme.INK, "strong")
            yield Paragraph(Rect(content.left, top + head, left, text), about, theme.SECOND, theme.INK_2)
            control = Rect(content.left + left + u(22), 0, content.width - left - u(22), u(46))
            control.centery = y + high // 2
            yield self._control(name, control)
            y += high
        label = say("Done")
        box = Rect(0, 0, max(u(130), Button.needs(brush, label, "check")[0]), u(46))
        box.bottomright = (content.right, content.bottom - u(3))
        yield Button("done", box, label, "check", "go", do=self.leave)

    def _called(self, name: str) -> str:
        return {
            "points": say("Points"),
            "first_team": say("Who begins"),
            "wins_needed": say("Royal tournament"),
            "hands": say("Trembling hands"),
            "finger": say("Real finger"),
            "mat": say("Mat"),
        }[name]

    def _control(self, name: str, box: Rect) -> Widget:
        agreed = self.agreed
        match name:
            case "points":
                return Slider(
                    name,
                    box,
                    int(agreed.option(name) or Options().points),
                    do=lambda value: self._set(name, "" if value == Options().points else str(round(value))),
                    least=LEAST,
                    most=MOST,
                    step=1,
                    label=lambda value: count("{number} point", "{number} points", round(value)),
                    room=self.stage.brush.t(92),
                    is_enabled=agreed.troops != "quick",
                    tip=say("In a quick start the troops are fixed.") if agreed.troops == "quick" else "",
                )
            case "first_team":
                teams = [Option("", say("Red")), Option("blue", say("Blue"))]
                return Choice(name, box, teams, agreed.option(name), do=lambda value: self._set(name, value))
            case "wins_needed":
                is_on = agreed.option(name) == TOURNAMENT
                return Toggle(name, box, is_on, do=lambda is_on: self._set(name, TOURNAMENT if is_on else ""))
            case "hands":
                hands: list[Option[Any]] = [
                    Option("none", say("Not at all")),
                    Option("steady", say("A little")),
                    Option("shaky", say("Much")),
                ]
                return Choice(name, box, hands, agreed.hands, do=self._set_hands, px=theme.BODY)
            case "finger":
                is_on = bool(agreed.option(name))
                return Toggle(name, box, is_on, do=lambda is_on: self._set(name, "yes" if is_on else ""))
        return Button(name, box, self._mat_name(), "turn", do=self._next_mat, px=theme.BODY)

    def _mats(self) -> list[str]:
        """The mats in the user's folder."""
        try:
            return sorted(str(file) for file in own(MATS).iterdir() if file.suffix == ".json")
        except OSError:
            return []

    def _mat_name(self) -> str:
        now = self.agreed.option("mat")
        return printable(now.replace("\\", "/").rpartition("/")[2].removesuffix(".json")) if now else say("Standard")

    def _next_mat(self) -> None:
        """The next of the mats in the user's folder that can be played on, then the standard one again."""
        mats = ["", *self._mats()]
        now = self.agreed.option("mat")
        here = mats.index(now) if now in mats else 0
        problems = []
        for mat in (*mats[here + 1 :], ""):
            try:
                self.entry.game.new(2, from_words(self.entry.game.options, [f"mat={mat or STANDARD}"], self.game))
            except Refusal as refusal:
                problems.append(tell(refusal))
                continue
            self._set("mat", mat)
            break
        self.rebuild()
        if problems:
            self.stage.open(Notice(say("This mat cannot be used"), "\n".join(problems[:MOST_PROBLEMS])))

    def _set(self, name: str, value: str) -> None:
        self._agreed(self.agreed.with_option(name, value))

    def _set_hands(self, hands: Any) -> None:
        self._agreed(replace(self.agreed, hands=hands))

    def _agreed(self, agreed: Agreed) -> None:
        self.agreed = agreed
        self._agree(agreed)
