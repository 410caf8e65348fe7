"""Choosing a troop: dice from the box, counted in points, or a whole troop that somebody has thought of before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from rumms.games.rumms.actions import Muster
from rumms.games.rumms.army import Musters
from rumms.games.rumms.kind import Kind
from rumms.games.rumms.presets import Preset
from rumms.games.rumms.state import Side
from rumms.kernel.refusal import IllegalMove
from rumms.language import count, say, tell, word
from rumms.ui import theme, troops
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.draw.dice import dice_of
from rumms.ui.draw.tabletop import look_at
from rumms.ui.kit.buttons import Button
from rumms.ui.kit.screen import Confirm, Offer
from rumms.ui.kit.widget import Widget
from rumms.ui.names import introduced, named
from rumms.ui.screens.backstage import Backstage
from rumms.ui.screens.naming import Naming
from rumms.ui.screens.table import Table
from rumms.ui.screens.troop_list import TroopList

TOP: Final = 80
"""Where the panels begin."""
BOX: Final = 318
"""How wide the box of dice is."""
HEAD: Final = 74
"""From the top of the box to its first row."""
ROW: Final = 52
FOOT: Final = 66
"""From the last row to the bottom of the box."""
CLOSE: Final = 1.2
"""From one of a row's two lines to the other, in heights of their letters."""
BELOW: Final = 74
"""From the bottom of the larger panel to that of the window."""


def box_rect(brush: Brush) -> Rect:
    """The panel with the dice."""
    u = brush.u
    return Rect(u(24), u(TOP), u(BOX), brush.size[1] - u(TOP) - u(24))


class Tipped(Widget):
    """A place about which there is something to be said."""

    can_focus = False


class Doubt(Confirm):
    """The question whether a weak troop is meant."""

    def __init__(self, text: str, other: str, choose: Callable[[], object]) -> None:
        super().__init__(say("Choose this troop?"), text, other, Offer(say("Choose it all the same"), choose))


class TroopScreen(Backstage):
    """The box left, troops to begin with right; the sum is always in sight."""

    first = "troops"

    def __init__(
        self,
        table: Table,
        side: Side,
        legal: Musters,
        chosen: Callable[[Muster, Preset | None], object],
        begin_with: Preset | None = None,
    ) -> None:
        super().__init__(table, side)
        self.legal, self.chosen = legal, chosen
        self.kinds = {kind.name: kind for kind in sorted(legal.kinds, key=lambda kind: not kind.is_king)}
        self.numbers: Counter[str] = Counter(name for name, kind in self.kinds.items() if kind.is_king)
        self.loaded: Preset | None = None
        self.list = TroopList(self, self._offered, side, self.kinds, select=self.load)
        if begin_with:
            self.list.selected = begin_with.name
            self.load(begin_with)

    def title(self) -> str:
        """What is done, and by whom."""
        return say("Choose a troop: {name}", name=self.team)

    def _offered(self) -> tuple[Preset, ...]:
        return troops.offered(self.kinds, self.legal.points, powers=True)

    # The troop.

    @property
    def worth(self) -> int:
        """What it costs so far."""
        return troops.worth(self.numbers.elements(), self.kinds)

    @property
    def muster(self) -> Muster:
        """The troop as the rules want it."""
        return Muster(tuple(name for name in self.kinds for _ in range(self.numbers[name])))

    @property
    def refusal(self) -> IllegalMove | None:
        """Why it cannot be chosen like that."""
        return self.legal.refuse(self.muster)

    @property
    def spare(self) -> int:
        """The points that are left, if they would still buy a die from the box; else 0."""
        return troops.spare(self.numbers.elements(), self.kinds, self.legal.points)

    def load(self, troop: Preset) -> None:
        """Take a whole troop; kinds that are not in this box stay away."""
        self.loaded = troop
        self.numbers = Counter(name for name in troop.troop if name in self.kinds)

    def add(self, kind: str, number: int) -> None:
        """One more, or one less."""
        self.numbers[kind] = max(0, min(self.kinds[kind].in_box, self.numbers[kind] + number))
        self.list.selected = ""
        self.rebuild()

    def _ready(self) -> None:
        """Choose the troop; ask first if it is a very weak one."""
        if doubt := troops.doubt(self.numbers.elements(), self.kinds, self.legal.points):
            self.stage.open(Doubt(doubt, say("Add more dice"), self._choose))
        else:
            self._choose()

    def _choose(self) -> None:
        muster = self.muster
        is_loaded = self.loaded is not None and Counter(self.loaded.troop) == Counter(muster.troop)
        self.chosen(muster, self.loaded if is_loaded else None)

    def _keep(self) -> None:
        self.stage.open(Naming(say("Keep this troop"), self._kept, longest=troops.LONGEST))

    def _kept(self, name: str) -> None:
        self.loaded = troops.keep(name, (), self.muster.troop)
        self.list.selected = self.loaded.name
        self.rebuild()

    def _clear(self) -> None:
        self.numbers = Counter(name for name, kind in self.kinds.items() if kind.is_king)
        self.loaded, self.list.selected = None, ""
        self.rebuild()

    # Layout.

    @property
    def box(self) -> Rect:
        """The panel with the dice."""
        return box_rect(self.stage.brush)

    @property
    def panel(self) -> Rect:
        """The panel with the troops."""
        u, (wide, high) = self.stage.brush.u, self.stage.brush.size
        left = self.box.right + u(24)
        return Rect(left, u(TOP), wide - u(24) - left, high - u(TOP) - u(BELOW))

    def _row(self, number: int) -> Rect:
        u, box = self.stage.brush.u, self.box
        room = box.height - u(HEAD) - u(FOOT)
        high = min(u(ROW), room // len(self.kinds))
        return Rect(box.left + u(12), box.top + u(HEAD) + number * high, box.width - u(24), high - u(2))

    def build(self) -> Iterator[Widget]:
        """Less and more for each kind, the list, and what to do with the troop."""
        brush, box, panel = self.stage.brush, self.box, self.panel
        u = brush.u
        for number, (name, kind) in enumerate(self.kinds.items()):
            row = self._row(number)
            yield Tipped(f"kind {name}", Rect(row.left, row.top, row.width - u(130), row.height), introduced(kind))
            if not kind.is_king:
                yield from self._counter(name, kind, row)
        half = (box.width - u(32) - u(10)) // 2
        low = box.bottom - u(58)
        left = Rect(box.left + u(16), low, half, u(42))
        yield Button("clear", left, say("Clear"), "undo", do=self._clear, px=theme.BODY)
        right = Rect(left.right + u(10), low, half, u(42))
        yield Button("keep", right, say("Keep"), "save", do=self._keep, px=theme.BODY, is_enabled=self.refusal is None)
        head = round(brush.leading(theme.PANEL)) + u(18)
        yield from self.list.build(
            Rect(panel.left + u(18), panel.top + head, panel.width - u(36), panel.height - head - u(12))
        )
        label = say("Choose this troop")
        wide = max(u(190), Button.needs(brush, label, "check", 16)[0])
        ready = Rect(panel.right - wide, panel.bottom + u(14), wide, u(44))
        is_legal = self.refusal is None
        yield Button("ready", ready, label, "check", "primary", do=self._ready, px=16, is_enabled=is_legal)
        self.hint = Rect(panel.left, panel.bottom + u(10), ready.left - u(16) - panel.left, u(52))

    def _counter(self, name: str, kind: Kind, row: Rect) -> Iterator[Widget]:
        u = self.stage.brush.u
        high = min(u(40), row.height - u(6))
        here = self.numbers[name]
        less = Rect(row.right - u(126), row.centery - high // 2, u(40), high)
        more = Rect(row.right - u(40), less.top, u(40), high)
        about = str(word(kind.about))
        fewer, further = say("One less: {kind}", kind=named(kind)), say("One more: {kind}", kind=named(kind))
        yield Button(f"less {name}", less, icon="minus", do=partial(self.add, name, -1), is_enabled=here > 0, tip=fewer)
        is_left = here < kind.in_box
        tip = f"{further}\n{about}".strip() if is_left else say("The box holds no more of these.")
        yield Button(f"more {name}", more, icon="plus", do=partial(self.add, name, 1), is_enabled=is_left, tip=tip)

    # Pictures.

    def paint(self, on: Surface) -> None:
        """Both panels, the sum and the rows."""
        super().paint(on)
        brush, panel = self.stage.brush, self.panel
        u = brush.u
        self._paint_box(on)
        brush.panel(on, panel, 18, shadow=12)
        title = say("Troops to begin with")
        at = (panel.left + u(20), panel.top + u(10) + brush.leading(theme.PANEL) / 2)
        brush.text(on, title, at, theme.PANEL, theme.INK, "display")
        refusal = self.refusal
        text = tell(refusal) if refusal else self._advice()
        colour = theme.colour("#FFC9BA") if refusal else theme.colour("#F1E4D0")
        brush.put_icon(on, "close" if refusal else "hint", (self.hint.left + u(12), self.hint.centery), 20, theme.HONEY)
        room = Rect(self.hint.left + u(32), 0, self.hint.width - u(32), 0)
        room.height = brush.height(text, room.width, theme.BODY)
        room.centery = self.hint.centery
        brush.paragraph(on, text, room, theme.BODY, colour)

    def _advice(self) -> str:
        """A sentence: the points left to spend, else the people who will see the troop."""
        if self.spare:
            return count(
                "{number} point is left. It would buy another die.",
                "{number} points are left. They would buy another die.",
                self.spare,
            )
        return say("Your troop stays secret until both sides have chosen.")

    def _paint_box(self, on: Surface) -> None:
        brush, box = self.stage.brush, self.box
        u = brush.u
        brush.panel(on, box, 18, shadow=12)
        is_over = self.worth > self.legal.points
        figure = brush.text(
            on, f"{self.worth} / {self.legal.points}", (box.right - u(20), box.top + u(28)), theme.PANEL,
            theme.colour("#A3341D") if is_over else theme.LEAF_DARK, "display", "right",
        )  # fmt: skip
        text, px = say("Your troop"), float(theme.PANEL)
        while brush.width(text, px, "display") > figure.left - box.left - u(30) and px > theme.SMALLEST:
            px -= 1
        brush.text(on, text, (box.left + u(20), box.top + u(28)), px, theme.INK, "display")
        bar = Rect(box.left + u(20), box.top + u(48), box.width - u(40), u(12))
        on.blit(brush.sheet(bar.size, 6, theme.PAPER_3, theme.PAPER_3), bar)
        part = min(1.0, self.worth / max(1, self.legal.points))
        if part > 0:
            tones = (theme.CORAL, theme.colour("#CF4E33")) if is_over else (theme.colour("#76A85C"), theme.LEAF)
            on.blit(brush.sheet((max(bar.height, round(bar.width * part)), bar.height), 6, *tones), bar)
        for number, (name, kind) in enumerate(self.kinds.items()):
            self._paint_kind(on, self._row(number), kind, self.numbers[name])

    def _paint_kind(self, on: Surface, row: Rect, kind: Kind, number: int) -> None:
        brush = self.stage.brush
        u = brush.u
        edge = min(u(30), round(row.height * 0.62))
        picture = dice_of(brush).picture(look_at(kind, self.side), edge)
        on.blit(picture, picture.get_rect(center=(row.left + u(26), row.centery)))
        left, right = row.left + u(52), row.right - u(130)
        name, px = named(kind), 16.0
        while brush.width(name, px, "strong") > right - left and px > theme.SMALLEST:
            px -= 0.5
        name = brush.shortened(name, right - left, px, "strong")
        line = _about(kind)
        upper, lower = CLOSE * brush.t(px), CLOSE * brush.t(theme.SMALLEST)
        if upper + lower > row.height:
            brush.text(on, name, (left, row.centery), px, theme.INK, "strong")
        else:
            brush.text(on, name, (left, row.centery - lower / 2), px, theme.INK, "strong")
            brush.text(on, line, (left, row.centery + upper / 2), theme.SMALLEST, theme.INK_2)
        middle = row.right - u(63)
        if kind.is_king:
            brush.text(on, str(number), (middle, row.centery), theme.PANEL, theme.INK, "display", "centre")
            return
        ink = theme.INK if number else theme.INK_3
        brush.text(on, str(number), (middle, row.centery), theme.PANEL, ink, "display", "right")
        brush.text(on, f"/{kind.in_box}", (middle + u(2), row.centery + u(1)), theme.SECOND, theme.INK_2)


def _about(kind: Kind) -> str:
    """What it costs, in short."""
    return say("always there") if kind.is_king else say("Value {value}", value=kind.value)


def missing(number: int) -> str:
    """How many dice are still to be set."""
    return count("{number} die to go", "{number} dice to go", number)
