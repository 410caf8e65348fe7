"""A list of troops with formations: the named ones of the game, and people's own, which can be renamed and erased."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from rumms.games.rumms.kind import Kind
from rumms.games.rumms.presets import Preset
from rumms.games.rumms.state import Side
from rumms.language import count, say, word
from rumms.ui import theme, troops
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.draw.kingdom import kingdom
from rumms.ui.kit.buttons import Button, RiskyButton, StyleName
from rumms.ui.kit.lists import Rows
from rumms.ui.kit.screen import Screen, Sheet
from rumms.ui.kit.widget import Widget
from rumms.ui.kit.words import Paragraph
from rumms.ui.screens.erasing import ask_to_erase, way_back
from rumms.ui.screens.naming import Naming

Offered = Callable[[], Sequence[Preset]]


class TroopList:
    """A part of a screen: rows with picture, name, worth and what a troop is good for."""

    def __init__(
        self,
        screen: Screen,
        offered: Offered,
        side: Side,
        kinds: Mapping[str, Kind],
        *,
        select: Callable[[Preset], object] | None = None,
        do: Callable[[Preset], object] | None = None,
        selected: str = "",
    ) -> None:
        self.screen, self.offered, self.side, self.kinds = screen, offered, side, kinds
        self.select, self.do = select, do
        self.troops: Sequence[Preset] = ()
        self.selected = selected
        """The name of the troop that is selected."""

    @property
    def troop(self) -> Preset | None:
        """The one that is selected."""
        return next((troop for troop in self.troops if troop.name == self.selected), None)

    def build(self, box: Rect, beside: int = 0) -> Iterator[Widget]:
        """The rows, what can be done with somebody's own troop, and what could not be read.

        So many pixels of the last line, at the right, are for others.
        """
        brush = self.screen.stage.brush
        u = brush.u
        self.troops = self.offered()
        names = [troop.name for troop in self.troops]
        if self.troop is None:
            self.selected = ""
        low = box.bottom - u(54)
        row = max(u(92), round(brush.leading(16) + 2 * brush.leading(theme.SECOND)) + u(22))
        broken = troops.kept().broken
        if broken:
            text = say("These files of troops cannot be read: {files}.", files=", ".join(broken))
            high = brush.height(text, box.width, theme.SECOND)
            yield Paragraph(Rect(box.left, low - high, box.width, high), text, theme.SECOND, theme.INK_2)
            low -= high + u(6)
        room = Rect(box.left, box.top, box.width, low - u(8) - box.top)
        if not names:
            text = say("No troop is worth so few points. Build one of your own.")
            yield Paragraph(room, text, theme.BODY, theme.INK_2)
        yield Rows(
            "troops",
            room,
            len(names),
            row,
            self._paint_row,
            selected=names.index(self.selected) if self.selected in names else -1,
            select=self._choose,
            do=self._open if self.do else None,
        )
        yield from self._tools(Rect(box.left, box.bottom - u(47), box.width - beside, u(44)))

    def _tools(self, box: Rect) -> Iterator[Widget]:
        brush = self.screen.stage.brush
        is_own = self.troop is not None and troops.is_own(self.troop)
        x = box.left
        for kind, name, label, do in (
            (Button, "rename", say("Rename"), self._rename),
            (RiskyButton, "erase", say("Erase"), self._ask_to_erase),
        ):
            wide = Button.needs(brush, label, px=theme.BODY)[0]
            yield kind(name, Rect(x, box.top, wide, box.height), label, do=do, is_enabled=is_own, px=theme.BODY)
            x += wide + brush.u(10)
        room = Rect(x, box.top, box.right - x, box.height)
        yield from way_back(brush, "troops", room, self._bring_back, theme.BODY)

    def _choose(self, number: int) -> None:
        self.selected = self.troops[number].name
        if self.select:
            self.select(self.troops[number])
        self.screen.rebuild()

    def _open(self, number: int) -> None:
        if self.do and 0 <= number < len(self.troops):
            self.do(self.troops[number])

    def _rename(self) -> None:
        troop = self.troop
        if troop:
            name = str(word(troop.called))
            self.screen.stage.open(Naming(say("Rename"), partial(self._renamed, troop), name, troops.LONGEST))

    def _renamed(self, troop: Preset, name: str) -> None:
        self.selected = troops.rename(troop, name).name
        self.screen.rebuild()

    def _ask_to_erase(self) -> None:
        troop = self.troop
        if troop:
            title = say("Erase {name}?", name=word(troop.called))
            ask_to_erase(self.screen.stage, title, partial(self._erase, troop))

    def _erase(self, troop: Preset) -> None:
        troops.erase(troop)
        self.screen.rebuild()

    def _bring_back(self) -> None:
        self.selected = troops.bring_back()
        self.screen.rebuild()

    def _paint_row(self, on: Surface, box: Rect, brush: Brush, number: int, is_selected: bool) -> None:  # noqa: ARG002
        troop = self.troops[number]
        u = brush.u
        picture = Rect(box.left + u(10), box.top + u(8), round((box.height - u(16)) * 1.25), box.height - u(16))
        kingdom(on, brush, picture, troop, self.side)
        left = picture.right + u(14)
        points = troops.worth(troop.troop, self.kinds)
        figure = count("{number} point", "{number} points", points)
        worth = brush.text(
            on, figure, (box.right - u(14), box.top + u(10) + brush.leading(16) / 2), theme.BODY, theme.LEAF_DARK,
            "strong", "right",
        )  # fmt: skip
        name = brush.lines(str(word(troop.called)), worth.left - u(10) - left, 16, "strong")[0]
        brush.text(on, name, (left, box.top + u(10) + brush.leading(16) / 2), 16, theme.INK, "strong")
        top = round(box.top + u(10) + brush.leading(16))
        about = self._about(troop)
        room = Rect(left, top, box.right - u(14) - left, box.bottom - u(6) - top)
        for line, text in enumerate(brush.lines(about, room.width, theme.SECOND)[:2]):
            y = room.top + (line + 0.5) * brush.leading(theme.SECOND)
            brush.text(on, text, (room.left, y), theme.SECOND, theme.INK_2)

    def _about(self, troop: Preset) -> str:
        if about := str(word(troop.about)):
            return about
        dice = count("Your own troop: {number} die", "Your own troop: {number} dice", len(troop.troop))
        if not troop.spots:
            return dice + ". " + say("It stands nowhere yet.")
        return dice + "."


class TroopSheet(Sheet):
    """The list on a sheet: one is chosen, or none."""

    width = 780
    first = "troops"

    def __init__(
        self,
        offered: Offered,
        side: Side,
        kinds: Mapping[str, Kind],
        chosen: Callable[[Preset], object],
        selected: str = "",
    ) -> None:
        super().__init__("")
        self.chosen = chosen
        self.list = TroopList(self, offered, side, kinds, do=self._take, selected=selected)

    def rebuild(self) -> None:
        """The title is in the language of now."""
        self.title = say("Troops")
        super().rebuild()

    def measure(self, width: int) -> int:  # noqa: ARG002  the list scrolls
        """As high as there is room."""
        return self.stage.brush.u(540)

    def build(self) -> Iterator[Widget]:
        """The list, and a button to take what is selected."""
        brush, content = self.stage.brush, self.content
        u = brush.u
        labels = (("take", say("Take it"), "check"), ("cancel", say("Cancel"), ""))
        sizes = [max(u(110), Button.needs(brush, label, icon, theme.BODY)[0]) for _, label, icon in labels]
        yield from self.list.build(content, sum(sizes) + u(12) * len(sizes))
        dos = ((self._take_selected, self.list.troop is not None), (self.leave, True))
        x = content.right
        for wide, (name, label, icon), (do, is_enabled) in zip(sizes, labels, dos, strict=True):
            box = Rect(x - wide, content.bottom - u(47), wide, u(44))
            style: StyleName = "primary" if name == "take" else "plain"
            yield Button(name, box, label, icon, style, do=do, is_enabled=is_enabled, px=theme.BODY)
            x -= wide + u(12)

    def _take_selected(self) -> None:
        if self.list.troop:
            self._take(self.list.troop)

    def _take(self, troop: Preset) -> None:
        self.stage.back()
        self.chosen(troop)
