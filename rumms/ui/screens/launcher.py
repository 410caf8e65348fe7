"""The first screen: a tile for each game, the game that was left, lessons, replays and statistics, and tools."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Final, NamedTuple

import pygame

from rumms import catalogue
from rumms.catalogue import Entry
from rumms.language import CODES, code, count, say
from rumms.seats import is_person
from rumms.ui import lessons, scenarios, shelf, theme
from rumms.ui.draw import tiles
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.draw.mat import table
from rumms.ui.kit.buttons import Button, Tile, caption
from rumms.ui.kit.screen import Screen
from rumms.ui.kit.widget import Mood, Widget
from rumms.ui.screens.lessons import Lessons
from rumms.ui.screens.new_card_game import NewCardGame
from rumms.ui.screens.new_game import NewGame
from rumms.ui.screens.practice_sheets import PracticeSheet
from rumms.ui.screens.replays import Replays, ago, resumed
from rumms.ui.screens.rules import Rules
from rumms.ui.screens.scenarios import Scenarios
from rumms.ui.screens.settings import SettingsSheet
from rumms.ui.screens.statistics import StatisticsScreen
from rumms.ui.screens.table import Table
from rumms.ui.shelf import Kept
from rumms.ui.tables.layout import seat_chip

HERO: Final = (36, 92, 610, 424)
RIGHT: Final = (670, 92, 574, 424)
"""Where the other tiles are, two in a row."""
LOWER: Final = (540, 148)
GAP: Final = 18
SLIP_GAP: Final = 12
FEW_SLIPS: Final = 4
"""Small tiles that stand two in a row; more stand three in a row."""


class Slip(NamedTuple):
    """A small tile below the games."""

    name: str
    icon: str
    title: str
    line: str
    do: Callable[[], object]


def invitation(entry: Entry) -> str:
    """What a game is about, in a few words, and for how many it is."""
    seats = entry.game.seats
    players = say("{least} to {most}", least=seats[0], most=seats[-1])
    lines = {
        "rumms": lambda: say("Flick dice, topple kings · {players} · from 7", players=players),
        "kawumm": lambda: say("Tinker until it bangs · {players}", players=players),
        "waka_waka": lambda: say("Trade on the great river · {players}", players=players),
        "dumm_gelaufen": lambda: say("Everything goes wrong · {players}", players=players),
        "cabanga": lambda: say("Masks and nasty gaps · {players}", players=players),
    }
    return lines[entry.id]() if entry.id in lines else players


def greeting(hour: int) -> str:
    """What one says at that hour."""
    if hour < 11:
        return say("Good morning!")
    return say("Good afternoon!") if hour < 18 else say("Good evening!")


class Launcher(Screen):
    """Everything begins here."""

    first = "rumms"

    def enter(self) -> None:
        """Look at the shelf, and begin."""
        self._look()
        super().enter()

    def rebuild(self) -> None:
        """Games may have been played meanwhile."""
        self._look()
        super().rebuild()

    def _look(self) -> None:
        self.kept = shelf.kept()
        self.left = next((one for one in self.kept if not one.is_finished and not one.problem), None)

    def box(self, left: float, top: float, wide: float, high: float) -> Rect:
        """A box of the design, which stands in the middle of the window."""
        brush = self.stage.brush
        x = (brush.size[0] - 1280 * brush.scale) / 2 + left * brush.scale
        y = (brush.size[1] - 720 * brush.scale) / 2 + top * brush.scale
        return Rect(round(x), round(y), brush.u(wide), brush.u(high))

    def build(self) -> Iterator[Widget]:
        """Tiles first, so that the keys find them first."""
        hero, *others = catalogue.GAMES.values()
        yield self._tile(hero, self.box(*HERO), is_hero=True)
        left, top, wide, high = RIGHT
        rows = max(1, (len(others) + 1) // 2)
        for number, entry in enumerate(others):
            row, column = divmod(number, 2)
            tall = (high - GAP * (rows - 1)) / rows
            half = (wide - GAP) / 2
            yield self._tile(entry, self.box(left + column * (half + GAP), top + row * (tall + GAP), half, tall))
        yield from self._below()
        yield from self._tools()

    def _tile(self, entry: Entry, box: Rect, *, is_hero: bool = False) -> Tile:
        return Tile(
            entry.id, box, partial(self._paint_tile, entry, is_hero), do=partial(self._choose, entry), radius=22
        )

    def _choose(self, entry: Entry) -> None:
        self.stage.open(NewGame(entry.id) if entry.has_engine else NewCardGame(entry.id))

    def _below(self) -> Iterator[Widget]:
        top, high = LOWER
        brush = self.stage.brush
        panel = self.box(36, top, 610, high)
        label, icon, do = (say("Continue"), "play", self._go_on) if self.left else (say("Go!"), "play", self._quick)
        wide, tall = Button.needs(brush, label, icon)
        wide = max(wide, brush.u(150))
        box = Rect(panel.right - brush.u(18) - wide, panel.bottom - brush.u(18) - tall - brush.u(2), wide, tall)
        yield Button("continue", box, label, icon, "go", do=do)
        yield from self._tiles_below(top, high)

    def _tiles_below(self, top: float, high: float) -> Iterator[Widget]:
        """Small tiles in rows; the last row shares its width."""
        slips = self._slips()
        columns = 2 if len(slips) <= FEW_SLIPS else 3
        rows = -(-len(slips) // columns)
        each = (high - SLIP_GAP * (rows - 1)) / rows
        for number, slip in enumerate(slips):
            row, column = divmod(number, columns)
            many = min(columns, len(slips) - row * columns)
            wide = (574 - SLIP_GAP * (many - 1)) / many
            box = self.box(670 + column * (wide + SLIP_GAP), top + row * (each + SLIP_GAP), wide, each)
            yield Tile(slip.name, box, partial(self._paint_slip, slip), do=slip.do, radius=16)

    def _slips(self) -> list[Slip]:
        """What else can be done here, two in a row."""
        return [
            Slip("lessons", "finger", say("Learn"), self._lessons_done(), lambda: self.stage.open(Lessons())),
            Slip("practice", "dice", say("Practice"), say("Try, take back"), lambda: self.stage.open(PracticeSheet())),
            Slip("scenarios", "puzzle", say("Puzzles"), self._solved(), lambda: self.stage.open(Scenarios())),
            Slip("replays", "replay", say("Replays"), self._games_kept(), lambda: self.stage.open(Replays())),
            Slip(
                "statistics",
                "trophy",
                say("Statistics"),
                say("Won, lost, best shots"),
                lambda: self.stage.open(StatisticsScreen()),
            ),
        ]

    def _lessons_done(self) -> str:
        known = len(lessons.done() & {lesson.id for lesson in lessons.lessons()})
        number = len(lessons.lessons())
        if known:
            return say("{done} of {all} done", done=known, all=number)
        return count("{number} short lesson", "{number} short lessons", number)

    def _solved(self) -> str:
        shipped = scenarios.scenarios("puzzles", "tricks")
        known = scenarios.progress(scenarios.player(self.stage.settings))
        return say("{done} of {all} solved", done=len([one for one in shipped if one.id in known]), all=len(shipped))

    def _games_kept(self) -> str:
        number = len([one for one in self.kept if not one.problem])
        return count("{number} game", "{number} games", number)

    def _tools(self) -> Iterator[Widget]:
        is_loud = self.stage.settings.volume > 0
        other = next(one for one in CODES if one != code())
        tools: tuple[tuple[str, str, str, Callable[[], None]], ...] = (
            ("settings", "settings", say("Settings"), lambda: self.stage.open(SettingsSheet())),
            ("rules", "rules", say("Rules\nF1"), lambda: self.stage.open(Rules("rumms"))),
            (
                "sound",
                "sound" if is_loud else "sound-off",
                say("Sound off") if is_loud else say("Sound on"),
                self._hush,
            ),
            ("language", "language", "Deutsch" if other == "de" else "English", partial(self._speak, other)),
            ("full", "fullscreen", say("Full screen\nF11"), self._fill),
            ("quit", "close", say("Quit"), self.stage.quit),
        )
        for number, (name, icon, tip, do) in enumerate(reversed(tools)):
            yield Button(name, self.box(1244 - 46 - number * 54, 20, 46, 46), icon=icon, style="dark", do=do, tip=tip)

    def _speak(self, language: str) -> None:
        self.stage.change(language=language)

    def _hush(self) -> None:
        self.stage.change(volume=0.0 if self.stage.settings.volume > 0 else 0.7)

    def _fill(self) -> None:
        self.stage.change(is_full_screen=not self.stage.settings.is_full_screen)

    def _go_on(self) -> None:
        if self.left:
            self.stage.open(resumed(self.left.game, self.left.path, self.stage))

    def _quick(self) -> None:
        self.stage.open(Table.begun(self.stage.settings.agreed.quick_seats(), self.stage))

    # Pictures.

    def paint(self, on: Surface) -> None:
        """The table, the greeting, and the slip of the game that was left."""
        brush = self.stage.brush
        on.blit(table(brush, brush.size), (0, 0))
        line = self.box(36, 26, 400, 36)
        hello = brush.outlined(
            on, greeting(datetime.now().astimezone().hour), (line.left, line.centery), 36, anchor="left", width=2.6
        )
        what = say("What shall we play?")
        brush.text(on, what, (hello.right + brush.u(28), line.centery + brush.u(5)), 20, theme.colour("#EADBC4"))
        self._paint_left(on)

    def _paint_left(self, on: Surface) -> None:
        brush, left = self.stage.brush, self.left
        top, high = LOWER
        panel = self.box(36, top, 610, high)
        brush.panel(on, panel, 20)
        u = brush.u
        x, y = panel.left + u(24), panel.top + u(29)
        title = say("Continue the last game") if left else say("Quick game")
        brush.text(on, title, (x, y), theme.PANEL + 2, theme.INK, "display")
        if not left:
            text = say("You against a bot, straight to the first flick.")
            brush.text(on, text, (x, y + u(30)), theme.BODY, theme.INK_2)
            return
        brush.text(on, self._about(left), (x, y + u(30)), theme.BODY - 1, theme.INK_2)
        if not catalogue.find(left.game).has_engine:
            self._paint_seats(on, left, panel)
            return
        self._paint_sides(on, left, panel)

    def _paint_sides(self, on: Surface, left: Kept, panel: Rect) -> None:
        """Who plays against whom, as large as there is room for beside the button."""
        brush = self.stage.brush
        u, button, against = brush.u, self.find("continue"), say("against")
        x, y = panel.left + u(46), panel.bottom - u(43)
        room = (button.rect.left if button else panel.right) - x - u(12)
        room -= u(30 + 22 + 38 + 30) + brush.width(against, theme.SECOND)
        px = 18.0
        while sum(brush.width(name, px, "display") for name in left.sides) > room and px > theme.SMALLEST:
            px -= 0.5
        is_long = sum(brush.width(name, px, "display") for name in left.sides) > room
        for number, (side, name) in enumerate(zip(("red", "blue"), left.sides, strict=False)):
            if number:
                box = brush.text(on, against, (x, y), theme.SECOND, theme.INK_2)
                x = box.right + u(38)
            brush.chip(on, side, (x, y), 42, "king")
            shown = brush.shortened(name, room / 2, px, "display") if is_long else name
            x = brush.text(on, shown, (x + u(30), y), px, brush.team(side).deep, "display").right + u(22)

    def _paint_seats(self, on: Surface, left: Kept, panel: Rect) -> None:
        """Who plays cards, as many as there is room for beside the button."""
        brush = self.stage.brush
        u, button = brush.u, self.find("continue")
        x, y = panel.left + u(24), panel.bottom - u(43)
        most = (button.rect.left if button else panel.right) - u(30)
        for seat, (player, name) in enumerate(zip(left.seats, left.names, strict=True)):
            wide = u(30) + u(8) + brush.width(name, theme.BUTTON - 1, "display") + u(16)
            if x + wide > most:
                brush.text(on, f"+{len(left.names) - seat}", (x, y), theme.BUTTON - 1, theme.INK_2, "display")
                return
            seat_chip(on, brush, seat, Rect(x, y - u(15), u(30), u(30)), is_bot=not is_person(player))
            brush.text(on, name, (x + u(38), y), theme.BUTTON - 1, theme.INK, "display")
            x += wide

    def _about(self, left: Kept) -> str:
        moves = count("{number} move", "{number} moves", left.moves)
        return " · ".join((catalogue.find(left.game).words.title(), ago(left.when), moves))

    def _paint_tile(self, entry: Entry, is_hero: bool, on: Surface, box: Rect, brush: Brush, mood: Mood) -> None:
        brush.glow(on, box, 22, 10, 120, down=6)
        tiles.paint(on, box, brush, entry.id, 0.0 if brush.calm else mood.hover)
        u = brush.u
        title = entry.words.title()
        left, low = box.left + u(20), box.bottom - u(20)
        line = invitation(entry)
        room = box.width - u(40)
        high = brush.height(line, room, theme.BODY - 1, "strong")
        words = Rect(left, low - high + u(6), room, high)
        if is_hero:
            play = self._play_box(box)
            words.width = play.left - left - u(10)
            words.height = brush.height(line, words.width, theme.BODY - 1, "strong")
            words.bottom = low + u(6)
            brush.outlined(on, title, (left, words.top - u(30)), 48, anchor="left", width=4)
            style = theme.STYLES["primary"]
            brush.glow(on, play, 12, 5, 80, down=5)
            on.blit(
                brush.sheet((play.width, play.height + u(3)), 12, style.lip or theme.INK, style.lip or theme.INK), play
            )
            on.blit(brush.sheet(play.size, 12, style.top, style.bottom), play)
            caption(on, brush, play, say("Play"), "play", style.label, 20)
        else:
            brush.outlined(on, title, (left, words.top - u(16)), 26, anchor="left", width=2.6)
        brush.paragraph(on, line, words, theme.BODY - 1, theme.PAPER, "strong")

    def _play_box(self, tile: Rect) -> Rect:
        u = self.stage.brush.u
        wide = max(u(150), self.stage.brush.width(say("Play"), 20, "strong") + u(80))
        return Rect(tile.right - u(18) - wide, tile.bottom - u(20) - u(50), wide, u(50))

    def _paint_slip(self, slip: Slip, on: Surface, box: Rect, brush: Brush, mood: Mood) -> None:
        lifted = theme.mix(theme.PAPER, theme.WHITE, 0.5 * mood.hover)
        brush.panel(on, box, 16, lifted, theme.PAPER_2)
        u = brush.u
        narrow = box.width < u(220)
        brush.token(on, slip.icon, (box.left + u(29 if narrow else 38), box.centery), 38 if narrow else 46)
        left = box.left + u(54 if narrow else 72)
        room = box.right - u(8) - left
        px = 18.0
        while brush.width(slip.title, px, "display") > room and px > theme.SMALLEST:
            px -= 0.5
        brush.text(on, slip.title, (left, box.centery - u(11)), px, theme.INK, "display")
        px = float(theme.SECOND)
        while brush.width(slip.line, px) > room and px * brush.text_scale > theme.SMALLEST:
            px -= 0.5
        brush.text(on, slip.line, (left, box.centery + u(14)), px, theme.INK_2)

    def handle(self, event: pygame.event.Event) -> bool:
        """Escape does not leave the program by accident; the close button and the window's own do."""
        return event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
