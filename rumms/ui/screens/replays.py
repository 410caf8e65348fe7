"""The games that are kept, newest first: watch one, go on with one, erase one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from rumms import catalogue
from rumms.kernel.refusal import InUse, OldRecord, printable
from rumms.kernel.session import Loaded, load
from rumms.language import code, count, say, tell
from rumms.ui import shelf, theme
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.draw.mat import table
from rumms.ui.kit.buttons import Button, RiskyButton
from rumms.ui.kit.lists import Rows
from rumms.ui.kit.screen import Notice, Offer, Screen, Stage
from rumms.ui.kit.widget import Widget
from rumms.ui.screens.card_replay import CardReplay
from rumms.ui.screens.card_table import CardTable
from rumms.ui.screens.erasing import ask_to_erase, way_back
from rumms.ui.screens.replay import Replay
from rumms.ui.screens.table import Table
from rumms.ui.shelf import Kept

ROW: Final = 66
EARLIEST, LATEST = 0.0, 32e9
"""Seconds since 1970 that are shown as a day; a file out of an archive may have any time, even of no known year."""


def ago(when: float) -> str:
    """A day, as one speaks of it."""
    when = min(max(EARLIEST, when), LATEST)
    then, now = (datetime.fromtimestamp(moment, UTC).astimezone() for moment in (when, datetime.now(UTC).timestamp()))
    days = (now.date() - then.date()).days
    time = f"{then:%H:%M}"
    if days == 0:
        return say("today, {time}", time=time)
    if days == 1:
        return say("yesterday, {time}", time=time)
    return f"{then:%d.%m.%Y}" if code() == "de" else f"{then:%Y-%m-%d}"


def resumed(game: str, path: Path, stage: Stage, seats: tuple[str, ...] | None = None) -> Screen:
    """A game that was left, at its table; a sheet that offers to watch it, if it can only be watched."""
    table = Table if catalogue.find(game).has_engine else CardTable
    try:
        return table.resumed(path, stage, seats)
    except OldRecord as refusal:
        title, reason = say("This game cannot go on"), tell(refusal)
    except InUse as refusal:
        title, reason = say("This game is open already"), tell(refusal)
    watch = Offer(say("Watch"), lambda: stage.open(watched_from(path)), "primary", "play")
    return Notice(title, reason, [watch, Offer(say("Close"))])


def watched(loaded: Loaded) -> Screen:
    """A record to be watched, as its game is."""
    return Replay(loaded) if catalogue.find(loaded.header.game).has_engine else CardReplay(loaded)


def watched_from(path: Path) -> Screen:
    """The same from a file, as far as the rules of now allow."""
    return watched(load(path, catalogue.find_game, to_watch=True))


class Replays(Screen):
    """The shelf."""

    first = "games"

    def __init__(self) -> None:
        super().__init__()
        self.selected = 0

    def enter(self) -> None:
        """Look at the shelf."""
        self.kept = shelf.kept()
        super().enter()

    def build(self) -> Iterator[Widget]:
        """The list, and what can be done with the selected game."""
        brush = self.stage.brush
        u, (wide, high) = brush.u, brush.size
        yield Button(
            "back", Rect(u(24), u(16), u(46), u(46)), icon="back", style="dark", do=self.leave, tip=say("Back")
        )
        self.page = Rect((wide - u(860)) // 2, u(84), u(860), high - u(108))
        self.selected = min(self.selected, max(0, len(self.kept) - 1))
        foot = u(74)
        rows = Rect(
            self.page.left + u(16), self.page.top + u(16), self.page.width - u(32), self.page.height - u(32) - foot
        )
        row = max(u(ROW), round(2 * brush.leading(theme.BODY)) + u(16))
        yield Rows(
            "games", rows, len(self.kept), row, self._paint_row, selected=self.selected, select=self._select,
            do=lambda _: self._watch(),
        )  # fmt: skip
        yield from self._buttons()

    def _buttons(self) -> Iterator[Widget]:
        """To watch and to play on at the right; to erase and to bring back at the left."""
        brush = self.stage.brush
        u, chosen = brush.u, self.kept[self.selected] if self.kept else None
        can_go_on = chosen is not None and not chosen.problem and not chosen.is_finished
        y, high = self.page.bottom - u(20) - u(46), u(46)

        def wide(label: str, icon: str) -> int:
            return max(u(120), Button.needs(brush, label, icon)[0])

        label, other = say("Watch"), say("Go on playing")
        box = Rect(self.page.right - u(20) - wide(label, "play"), y, wide(label, "play"), high)
        yield Button("watch", box, label, "play", "primary", do=self._watch, is_enabled=chosen is not None)
        box = Rect(box.left - u(12) - wide(other, "forward"), y, wide(other, "forward"), high)
        yield Button("go on", box, other, "forward", do=self._go_on, is_enabled=can_go_on)
        label, end = say("Erase"), box.left - u(12)
        box = Rect(self.page.left + u(20), y, wide(label, "close"), high)
        left = box.right + u(12)
        yield from way_back(brush, "games", Rect(left, y, end - left, high), self._bring_back)
        yield RiskyButton("erase", box, label, "close", do=self._ask_to_erase, is_enabled=chosen is not None)

    def _select(self, number: int) -> None:
        self.selected = number
        self.rebuild()

    @property
    def chosen(self) -> Kept:
        """The selected game."""
        return self.kept[self.selected]

    def _watch(self) -> None:
        if self.chosen.problem:
            self.stage.open(Notice(say("This game cannot be read"), tell(self.chosen.problem)))
        else:
            self.stage.open(watched_from(self.chosen.path))

    def _go_on(self) -> None:
        screen = resumed(self.chosen.game, self.chosen.path, self.stage)
        if isinstance(screen, Notice):
            self.stage.open(screen)
        else:
            self.stage.replace(screen)

    def _ask_to_erase(self) -> None:
        ask_to_erase(self.stage, say("Erase this game?"), self._erase)

    def _erase(self) -> None:
        shelf.erase(self.chosen)
        self.kept = shelf.kept()
        self.rebuild()

    def _bring_back(self) -> None:
        path = shelf.bring_back()
        self.kept = shelf.kept()
        self.selected = next((number for number, one in enumerate(self.kept) if one.path == path), self.selected)
        self.rebuild()

    def paint(self, on: Surface) -> None:
        """Table, title, paper."""
        brush = self.stage.brush
        on.blit(table(brush, brush.size), (0, 0))
        brush.text(on, say("Replays"), (brush.u(88), brush.u(40)), theme.TITLE, theme.PAPER, "display")
        brush.panel(on, self.page, 20, shadow=14, alpha=150)
        if not self.kept:
            text = say("No game has been played yet.")
            brush.text(on, text, self.page.center, theme.PANEL, theme.INK_2, "text", "centre")

    def _paint_row(self, on: Surface, box: Rect, brush: Brush, number: int, is_selected: bool) -> None:
        one, u = self.kept[number], brush.u
        ink = theme.INK if is_selected else theme.INK_2
        middle = box.centery
        x = box.left + u(34)
        room = box.width - u(34 + 32 + 12)
        if one.problem:
            brush.put_icon(on, "close", (x, middle), 20, theme.CORAL)
            file = brush.shortened(printable(one.path.name), room, theme.BODY, "strong")
            brush.text(on, file, (x + u(30), middle - u(11)), theme.BODY, ink, "strong")
            brush.text(on, say("cannot be read"), (x + u(30), middle + u(12)), theme.SECOND, theme.INK_2)
            return
        brush.put_icon(on, "dice" if one.game == "rumms" else "cards", (x, middle), 28, theme.HONEY_DARK)
        names = say("{first} against {second}", first=one.sides[0], second=", ".join(one.sides[1:]))
        title = f"{catalogue.find(one.game).words.title()}: {names}"
        title = brush.shortened(title, room, theme.BODY + 1, "strong")
        brush.text(on, title, (x + u(32), middle - u(11)), theme.BODY + 1, ink, "strong")
        moves = count("{number} move", "{number} moves", one.moves)
        if one.winners is None:
            how = say("not finished")
        else:
            how = (
                say("won by {names}", names=", ".join(one.names[seat] for seat in one.winners))
                if one.winners
                else say("nobody won")
            )
        line = " · ".join((ago(one.when), moves, how))
        line = brush.shortened(line, room, theme.SECOND)
        brush.text(on, line, (x + u(32), middle + u(12)), theme.SECOND, theme.INK_2)
