"""All scenarios: puzzles, trick shots and one's own, with their difficulty, their stars and a look at each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import pygame

from rumms.catalogue import find_game
from rumms.kernel.refusal import Refusal, printable
from rumms.kernel.session import load
from rumms.language import count, say, tell
from rumms.ui import drafts, scenarios, theme
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.draw.mat import felt, table
from rumms.ui.draw.stars import pips, stars
from rumms.ui.draw.tabletop import Tabletop
from rumms.ui.kit.buttons import Button, Choice, Option, RiskyButton, StyleName
from rumms.ui.kit.lists import Rows
from rumms.ui.kit.screen import Notice, Screen
from rumms.ui.kit.widget import Widget
from rumms.ui.playback import Scene, scene_of
from rumms.ui.scenarios import HARDEST, Scenario, Sort, Task
from rumms.ui.screens.erasing import ask_to_erase, way_back
from rumms.ui.screens.players import Players
from rumms.ui.screens.puzzle import PuzzleTable
from rumms.ui.screens.replay import Replay

LIST: Final = 500
ROW: Final = 58

Progress: TypeAlias = Literal["all", "open", "solved"]


class Scenarios(Screen):
    """A list at the left, the chosen one at the right."""

    first = "list"

    def __init__(self, sort: Sort = "puzzles") -> None:
        super().__init__()
        self.sort: Sort = sort
        self.state: Progress = "all"
        self.difficulty = 0
        """0: any."""
        self.selected = -1
        self._looked: tuple[str, Scene | Refusal] | None = None
        self._top: Tabletop | None = None

    def enter(self) -> None:
        """Look what is there."""
        self._look()
        super().enter()

    def rebuild(self) -> None:
        """One may have been solved or saved meanwhile."""
        self._look()
        super().rebuild()

    def _look(self) -> None:
        self.earned = scenarios.progress(scenarios.player(self.stage.settings))
        self.all = scenarios.scenarios(self.sort)
        self.found = [
            one
            for one in self.all
            if self.difficulty in {0, one.difficulty}
            and (self.state == "all" or (one.id in self.earned) is (self.state == "solved"))
        ]
        if not 0 <= self.selected < len(self.found):
            todo = [place for place, one in enumerate(self.found) if one.id not in self.earned]
            self.selected = todo[0] if todo else 0
        self._looked = None

    @property
    def chosen(self) -> Scenario | None:
        """The selected one."""
        return self.found[self.selected] if self.found else None

    def build(self) -> Iterator[Widget]:
        """Sorts above, the list below, and what can be done with the selected one."""
        brush = self.stage.brush
        u, (wide, high) = brush.u, brush.size
        yield Button(
            "back", Rect(u(24), u(16), u(46), u(46)), icon="back", style="dark", do=self.leave, tip=say("Back")
        )
        side = min(max(u(LIST), brush.t(440)), round(wide * 0.46))
        self.page = Rect(u(24), u(84), side, high - u(84) - u(20))
        self.about = Rect(self.page.right + u(18), u(84), wide - u(24) - self.page.right - u(18), self.page.height)
        sorts: list[Option[Sort]] = [
            Option("puzzles", say("Puzzles")),
            Option("tricks", say("Trick shots")),
            Option("own", say("My own")),
        ]
        box = Rect(self.page.left + u(14), self.page.top + u(14), self.page.width - u(28), u(46))
        yield Choice("sort", box, sorts, self.sort, do=self._choose_sort, px=theme.BODY)
        states: list[Option[Progress]] = [
            Option("all", say("All")), Option("open", say("Open")), Option("solved", say("Solved")),
        ]  # fmt: skip
        levels: list[Option[int]] = [Option(0, "1–5"), *(Option(level, str(level)) for level in range(1, HARDEST + 1))]
        below = Rect(box.left, box.bottom + u(8), (box.width - u(10)) // 2, u(40))
        yield Choice("state", below, states, self.state, do=partial(self._filter, "state"), px=theme.SECOND + 1)
        beside = below.move(below.width + u(10), 0)
        yield Choice(
            "difficulty", beside, levels, self.difficulty, do=partial(self._filter, "difficulty"),
            px=theme.SECOND + 1, tip=say("How hard"),
        )  # fmt: skip
        rows = Rect(self.page.left + u(12), below.bottom + u(8), self.page.width - u(24), 0)
        rows.height = self.page.bottom - u(12) - rows.top - (u(58) if self.sort == "own" else 0)
        row = max(u(ROW), round(brush.leading(theme.BODY) + brush.leading(theme.SECOND)) + u(12))
        yield Rows(
            "list", rows, len(self.found), row, self._paint_row, selected=self.selected, select=self._select,
            do=lambda _: self.play(),
        )  # fmt: skip
        yield from self._buttons()
        if self.sort == "own":
            yield from self._below_the_list(Rect(rows.left, rows.bottom + u(10), rows.width, u(44)))
        label = scenarios.player(self.stage.settings) or say("Player 1")
        width = Button.needs(brush, label, "person", theme.BODY)[0] + u(8)
        tip = say("Who solves: each player has stars of their own")
        yield Button(
            "player", Rect(wide - u(24) - width, u(16), width, u(46)), label, "person", "dark", do=self._ask_who,
            px=theme.BODY, tip=tip,
        )  # fmt: skip

    def _filter(self, name: str, value: Any) -> None:
        setattr(self, name, value)
        self.selected = -1
        self.rebuild()

    def _ask_who(self) -> None:
        self.stage.open(Players())

    def _buttons(self) -> Iterator[Widget]:
        brush, one = self.stage.brush, self.chosen
        u = brush.u
        is_fine = one is not None and not one.problem
        offers: list[tuple[str, str, str, StyleName, object, bool]] = [
            ("play", say("Play"), "play", "primary", self.play, is_fine and bool(one and one.has_goal)),
            ("watch", say("Solution"), "eye", "plain", self.watch, is_fine and bool(one and one.has_solution)),
            ("edit", say("Edit"), "dice", "plain", self.edit, is_fine),
            ("new", say("New"), "plus", "plain", self.begin, True),
        ]
        gap, room = u(10), self.about.width - u(36)
        needs = [max(u(96), Button.needs(brush, label, icon, theme.BODY)[0]) for _, label, icon, *_ in offers]
        fits = sum(needs) + gap * (len(offers) - 1) <= room
        wide = [need if fits else (room - gap * (len(offers) - 1)) // len(offers) for need in needs]
        x, y = self.about.right - u(18), self.about.bottom - u(18) - u(48)
        for (name, label, icon, style, do, is_enabled), each in zip(offers, wide, strict=True):
            x -= each
            shown = icon if fits else ""
            yield Button(
                name, Rect(x, y, each, u(46)), label, shown, style, do=do, is_enabled=is_enabled, px=theme.BODY,  # type: ignore[arg-type]
            )  # fmt: skip
            x -= gap

    def _below_the_list(self, box: Rect) -> Iterator[Widget]:
        """To bring back and to erase one of the player's own."""
        brush = self.stage.brush
        label = say("Erase")
        wide = max(brush.u(110), Button.needs(brush, label, "close", theme.BODY)[0])
        left = box.left + wide + brush.u(10)
        room = Rect(left, box.top, box.right - left, box.height)
        yield from way_back(brush, "scenarios", room, self._bring_back, theme.BODY)
        place = Rect(box.left, box.top, wide, box.height)
        is_there = self.chosen is not None
        yield RiskyButton("erase", place, label, "close", do=self._ask_to_erase, is_enabled=is_there, px=theme.BODY)

    def handle(self, event: pygame.event.Event) -> bool:
        """A file that is dropped here is kept among one's own."""
        if event.type != pygame.DROPFILE:
            return False
        self._show_own(drafts.adopt(Path(event.file)))
        return True

    def _show_own(self, kept: Scenario) -> None:
        """One of the player's own that has just come, in a list of them all."""
        self.state, self.difficulty = "all", 0
        self._choose_sort("own")
        self._select(next((place for place, one in enumerate(self.found) if one.id == kept.id), 0))

    def _choose_sort(self, sort: Sort) -> None:
        self.sort, self.selected = sort, -1
        self.rebuild()

    def _select(self, number: int) -> None:
        self.selected = number
        self.rebuild()

    # What can be done.

    def play(self) -> None:
        """Solve it."""
        one = self.chosen
        if one and one.problem:
            self.stage.open(Notice(say("This scenario cannot be read"), tell(one.problem)))
        elif one and one.has_goal:
            self.stage.open(PuzzleTable.of_scenario(one, self.stage))

    def watch(self) -> None:
        """See how it is done."""
        if self.chosen:
            self.stage.open(Replay(load(self.chosen.path, find_game, to_watch=True)))

    def edit(self) -> None:
        """Change it, or make another of it."""
        from rumms.ui.screens.editor import Editor  # noqa: PLC0415  which leads back here

        if self.chosen:
            self.stage.open(Editor.of(self.chosen, self.stage))

    def begin(self) -> None:
        """A scenario of one's own."""
        from rumms.ui.screens.editor import Editor  # noqa: PLC0415

        self.stage.open(Editor.fresh(self.stage))

    def _ask_to_erase(self) -> None:
        ask_to_erase(self.stage, say("Erase this scenario?"), self._erase)

    def _erase(self) -> None:
        if self.chosen and self.chosen.sort == "own":
            scenarios.erase(self.chosen)
        self.rebuild()

    def _bring_back(self) -> None:
        if one := scenarios.bring_back():
            self._show_own(one)

    # Pictures.

    def paint(self, on: Surface) -> None:
        """Table, title, list and the chosen one."""
        brush = self.stage.brush
        u = brush.u
        on.blit(table(brush, brush.size), (0, 0))
        title = brush.text(on, say("Puzzles and trick shots"), (u(88), u(40)), theme.TITLE, theme.PAPER, "display")
        known = len([one for one in self.all if one.id in self.earned])
        text = say("{done} of {all} solved", done=known, all=len(self.all))
        brush.text(on, text, (title.right + u(24), u(44)), theme.BUTTON, theme.colour("#EADBC4"))
        for box in (self.page, self.about):
            brush.panel(on, box, 20, shadow=14, alpha=150)
        if not self.found:
            room = Rect(self.page.left + u(30), self.page.centery - u(30), self.page.width - u(60), 0)
            nothing = (
                say("There is none of these.")
                if self.all
                else say("Nothing here yet. »New« opens the editor; a file that somebody shared is dropped here.")
            )
            brush.paragraph(on, nothing, room, theme.BODY, theme.INK_2)
        self._paint_chosen(on)

    def _scene(self, one: Scenario) -> Scene | Refusal:
        """How its dice lie at first; looked at once."""
        if self._looked is None or self._looked[0] != one.id:
            try:
                found: Scene | Refusal = one.problem or scene_of(Task(one).start)
            except Refusal as refusal:
                found = refusal
            self._looked = (one.id, found)
        return self._looked[1]

    def _paint_chosen(self, on: Surface) -> None:
        one, brush = self.chosen, self.stage.brush
        if one is None:
            return
        u, box = brush.u, self.about.inflate(-brush.u(36), -brush.u(36))
        scene = self._scene(one)
        y = box.top + u(14)
        title, px = brush.fitted(one.title, box.width - u(150), theme.TITLE - 2, "display")
        brush.text(on, title, (box.left, y), px, theme.INK, "display")
        stars(on, brush, (box.right - u(112), y), self.earned.get(one.id, 0), 36)
        room = Rect(box.left, box.top + u(42), box.width, 0)
        if isinstance(scene, Refusal):
            brush.paragraph(on, tell(scene), room, theme.BODY, theme.CORAL)
            return
        room.top += brush.paragraph(on, one.text, room, theme.BODY, theme.INK_2) + u(12)
        self._paint_mat(on, scene, Rect(box.left, room.top, box.width, box.bottom - u(66) - room.top))

    def _paint_mat(self, on: Surface, scene: Scene, box: Rect) -> None:
        """The start position in small."""
        brush = self.stage.brush
        if box.height < brush.u(60):
            return
        mat = scene.state.options.mat
        scale = min(box.width / mat.length, box.height / mat.width)
        whole = Rect(0, 0, round(mat.length * scale), round(mat.width * scale))
        whole.center = box.center
        inner = whole.inflate(-brush.u(16), -brush.u(16))
        top = Tabletop(brush, mat, inner)
        view = top.view
        on.blit(brush.keep(("felt", mat, view.box.size), lambda: felt(brush, mat, view.scale)), view.box)
        top.draw(on, scene)

    def _paint_row(self, on: Surface, box: Rect, brush: Brush, number: int, is_selected: bool) -> None:
        one, u = self.found[number], brush.u
        ink = theme.INK if is_selected else theme.INK_2
        x = box.left + u(30)
        if one.problem:
            brush.put_icon(on, "close", (x, box.centery), 20, theme.CORAL)
            file = brush.shortened(printable(one.path.name), box.width - u(58), theme.BODY, "strong")
            brush.text(on, file, (x + u(28), box.centery - u(10)), theme.BODY, ink, "strong")
            brush.text(on, say("cannot be read"), (x + u(28), box.centery + u(12)), theme.SECOND, theme.INK_2)
            return
        brush.text(on, str(number + 1), (x, box.centery), theme.BODY, theme.INK_2, "display", "centre")
        title, px = brush.fitted(one.title, box.width - u(58) - u(112), theme.BODY + 1, "strong")
        brush.text(on, title, (x + u(28), box.centery - u(10)), px, ink, "strong")
        pips(on, brush, (x + u(33), box.centery + u(13)), one.difficulty)
        if one.flicks:
            text = count("{number} flick", "{number} flicks", one.flicks)
            brush.text(on, text, (x + u(112), box.centery + u(12)), theme.SECOND, theme.INK_2)
        stars(on, brush, (box.right - u(86), box.centery), self.earned.get(one.id, 0), 26)
