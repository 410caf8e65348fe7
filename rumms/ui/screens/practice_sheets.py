"""Sheets of practice: where to start from and how to flick, and the box from which dice are taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rumms.games.rumms import practice as rules
from rumms.games.rumms.kind import Kind
from rumms.games.rumms.state import SIDES, Die, Side, Tin
from rumms.language import say, word
from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.draw.dice import dice_of
from rumms.ui.draw.tabletop import look_of
from rumms.ui.kit.buttons import Button, Choice, Option, Tile, Toggle
from rumms.ui.kit.screen import Sheet
from rumms.ui.kit.widget import Mood, Widget
from rumms.ui.kit.words import Label
from rumms.ui.practising import Start, left

if TYPE_CHECKING:
    from rumms.ui.screens.practice import Practice


class PracticeSheet(Sheet):
    """Asks where practice starts from; at a practice table, how it goes on."""

    width = 660
    first = "go"

    def __init__(self, start: Start | None = None, table: Practice | None = None) -> None:
        super().__init__("")
        self.start, self.table = start or Start(), table
        self.has_left = left() is not None

    def rebuild(self) -> None:
        """The title is in the language of now."""
        self.title = say("Practice")
        super().rebuild()

    def _high(self) -> int:
        """A line of text."""
        return round(self.stage.brush.leading(theme.BODY)) + self.stage.brush.u(6)

    def measure(self, width: int) -> int:  # noqa: ARG002  one row below the other
        """Three rows, the troops where there are any, and the buttons."""
        u = self.stage.brush.u
        rows = 2 * (self._high() + u(46 + 14)) + u(60) + u(56)
        return rows + (u(60) if self.start.sort == "troops" else 0) + u(10)

    def build(self) -> Iterator[Widget]:
        """One row below the other."""
        u, content = self.stage.brush.u, self.content
        y = content.top
        sorts = [
            Option("mat", say("Practice mat")),
            Option("quick", say("Quick start")),
            Option("troops", say("Troops")),
        ]
        sorts += [Option("left", say("Last game"))] if self.has_left else []
        yield from self._row("sort", y, say("Where do we start?"), sorts, self.start.sort)
        y += self._high() + u(46 + 14)
        if self.start.sort == "troops":
            yield from self._troops(y)
            y += u(60)
        hands: list[Option[Any]] = [
            Option("none", say("As aimed")),
            Option("steady", say("Steady hand")),
            Option("shaky", say("Shaky hand")),
        ]
        yield from self._row("hand", y, say("How does the hand tremble?"), hands, self.start.hand)
        y += self._high() + u(46 + 14)
        box = Rect(content.left, y, content.width, u(46))
        text = say("The real finger: swipe into the die instead of pulling back")
        yield Toggle("finger", box, self.start.finger, do=self._set_finger, label=text)
        yield from self._buttons()

    def _row(self, name: str, y: int, label: str, options: list[Option[Any]], value: Any) -> Iterator[Widget]:
        content, high = self.content, self._high()
        yield Label(Rect(content.left, y, content.width, high), label, theme.BODY, theme.INK, "strong")
        box = Rect(content.left, y + high, content.width, self.stage.brush.u(46))
        yield Choice(name, box, options, value, do=partial(self._set, name), px=theme.BODY)

    def _troops(self, y: int) -> Iterator[Widget]:
        u, content = self.stage.brush.u, self.content
        wide = (content.width - u(14)) // 2
        for number, preset in enumerate(self.start.chosen()):
            box = Rect(content.left + number * (wide + u(14)) + u(44), y, wide - u(44), u(46))
            tip = say("Another troop")
            do = partial(self._next, number)
            yield Button(f"troop {SIDES[number]}", box, str(word(preset.called)), do=do, tip=tip, px=theme.BODY)

    def _buttons(self) -> Iterator[Widget]:
        brush, content = self.stage.brush, self.content
        u = brush.u
        label = say("Go on") if self.table and self._is_same() else say("Go!")
        box = Rect(0, 0, max(u(150), Button.needs(brush, label, "play", 20)[0]), u(52))
        box.bottomright = (content.right, content.bottom - u(3))
        yield Button("go", box, label, "play", "primary", do=self._go, px=20)
        label = say("Cancel")
        other = Rect(0, 0, max(u(120), Button.needs(brush, label)[0]), u(46))
        other.midright = (box.left - u(14), box.centery)
        yield Button("cancel", other, label, do=self.leave)

    def _is_same(self) -> bool:
        return self.table is not None and self.table.start.is_like(self.start)

    def _set(self, name: str, value: Any) -> None:
        self.start = replace(self.start, **{name: value})
        self.rebuild()

    def _set_finger(self, is_on: bool) -> None:
        self._set("finger", is_on)

    def _next(self, number: int) -> None:
        troops = list(self.start.troops)
        troops[number] = (troops[number] + 1) % len(self.start.presets)
        self._set("troops", tuple(troops))

    def _go(self) -> None:
        from rumms.ui.screens.practice import Practice  # noqa: PLC0415  the table opens this sheet, too

        if self.table:
            self.table.change(self.start)
            self.stage.back()
        else:
            self.stage.replace(Practice.laid(self.start, self.stage))

    def paint_sheet(self, on: Surface) -> None:
        """The teams' chips beside their troops."""
        super().paint_sheet(on)
        if self.start.sort != "troops":
            return
        brush = self.stage.brush
        for side in SIDES:
            box = self.find(f"troop {side}")
            if box:
                brush.chip(on, str(side), (box.rect.left - brush.u(26), box.rect.centery), 36, "king")


class Box(Sheet):
    """What both sides have left in their boxes."""

    width = 740

    def __init__(self, table: Practice) -> None:
        super().__init__("")
        self.table = table

    def rebuild(self) -> None:
        """The title is in the language of now."""
        self.title = say("Which die from the box?")
        super().rebuild()

    def measure(self, width: int) -> int:
        """A row of dice for each side."""
        return 2 * (self._size(width) + self.stage.brush.u(30)) + self.stage.brush.u(8)

    def _size(self, width: int) -> int:
        gap = self.stage.brush.u(6)
        return min(self.stage.brush.u(84), (width + gap) // max(1, len(self.table.kinds)) - gap)

    def build(self) -> Iterator[Widget]:
        """A tile for each kind."""
        u, content = self.stage.brush.u, self.content
        size = self._size(content.width)
        for row, side in enumerate(SIDES):
            box = rules.in_box(self.table.state, side, self.table.kinds)
            for number, kind in enumerate(self.table.kinds.values()):
                top = content.top + row * (size + u(30))
                place = Rect(content.left + number * (size + u(6)), top, size, size + u(22))
                paint = partial(self._paint, side, kind, box[kind.name])
                do: Callable[[], object] = partial(self._take, side, kind)
                tile = Tile(f"{side} {kind.name}", place, paint, do=do, tip=str(word(kind.called)), radius=12)
                tile.is_enabled = box[kind.name] > 0
                yield tile

    def _take(self, side: Side, kind: Kind) -> None:
        self.stage.back()
        self.table.take_out(side, kind)

    def _paint(
        self, side: Side, kind: Kind, left_in_box: int, on: Surface, box: Rect, brush: Brush, mood: Mood
    ) -> None:
        border = theme.HONEY_DARK if mood.hover > 0.5 else theme.LINE
        has = left_in_box > 0
        top = theme.mix(theme.PAPER_2, theme.HONEY, 0.35 * mood.hover)
        on.blit(brush.sheet(box.size, 12, top, theme.PAPER_3, border, 1.5), box)
        picture = dice_of(brush).picture(look_of(Die(0, kind.name, side, Tin())), round(box.width * 0.52))
        place = picture.get_rect(center=(box.centerx, box.top + round(box.width * 0.48)))
        picture.set_alpha(255 if has else 90)
        on.blit(picture, place)
        picture.set_alpha(255)
        colour = theme.INK if has else theme.INK_3
        brush.text(
            on, f"× {left_in_box}", (box.centerx, box.bottom - brush.u(14)), theme.BODY, colour, "strong", "centre"
        )
