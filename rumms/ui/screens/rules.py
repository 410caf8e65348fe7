"""The rules as a book: a page to scroll in, the games to choose from, and a search."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pygame

from rumms import catalogue
from rumms.language import code, say
from rumms.ui import theme
from rumms.ui.draw.book import Book
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.draw.mat import table
from rumms.ui.kit.buttons import Button, Choice, Option, StyleName
from rumms.ui.kit.inputs import Field
from rumms.ui.kit.lists import Rows, Scroll
from rumms.ui.kit.screen import Screen
from rumms.ui.kit.widget import Widget
from rumms.ui.theme import Cut

CONTENTS: tuple[int, ...] = (1, 2)
"""Levels of headings that the table of contents lists."""


class Rules(Screen):
    """The rules of every game, for people or with all their numbers."""

    first = "page"

    def __init__(self, game: str) -> None:
        super().__init__()
        self.game = game
        self.is_numbered = False
        self.search = ""
        self.current = 0

    def build(self) -> Iterator[Widget]:
        """Contents left, page in the middle, search above it."""
        brush = self.stage.brush
        u, (wide, high) = brush.u, brush.size
        yield Button(
            "back", Rect(u(24), u(16), u(46), u(46)), icon="back", style="dark", do=self.leave, tip=say("Back")
        )
        page_wide = min(u(700), wide - u(360))
        left = max(u(330), (wide - page_wide) // 2)
        self.page = Rect(left, u(80), page_wide, high - u(104))
        inner = Rect(self.page.left + u(30), self.page.top + u(20), self.page.width - u(52), self.page.height - u(40))
        self.book = self._book(brush, inner.width - u(26))
        self.matches = self.book.find(self.search) if self.search.strip() else []
        self.current = min(self.current, max(0, len(self.matches) - 1))
        games = [Option(entry.id, entry.words.title()) for entry in catalogue.GAMES.values()]
        box = Rect(u(24), u(80), left - u(48), u(46))
        for number, option in enumerate(games):
            place = Rect(box.left, box.top + number * u(54), box.width, u(46))
            style: StyleName = "primary" if option.value == self.game else "dark"
            yield Button(f"game {option.value}", place, option.label, style=style, do=partial(self._open, option.value))
        top = box.top + len(games) * u(54) + u(8)
        kinds = [Option(False, say("In short")), Option(True, say("Numbered"))]
        place = Rect(box.left, top, box.width, u(46))
        yield Choice(
            "sort", place, kinds, self.is_numbered, do=self._number, ground="dark", px=theme.BODY - 1,
            tip=say("The numbered catalogue is in English"),
        )  # fmt: skip
        headings = [one for one in self.book.headings if one.level in CONTENTS]
        self.headings = headings
        self.contents = Rect(box.left, top + u(62), box.width, self.page.bottom - top - u(62))
        if len(headings) > 1:
            yield Rows(
                "contents",
                self.contents.inflate(-u(16), -u(16)),
                len(headings),
                max(u(34), round(brush.leading(theme.BODY - 1)) + u(12)),
                self._paint_heading,
                selected=-1,
                select=self._go_to,
                do=self._go_to,
            )
        room = Rect(self.page.right - u(300), u(16), u(300), u(46))
        yield Field(
            "search",
            room,
            self.search,
            changed=self._find,
            entered=self._next,
            placeholder=say("Search"),
            px=theme.BODY,
        )
        if self.matches:
            yield Button(
                "next", Rect(room.right + u(10), u(16), u(46), u(46)), icon="step", style="dark", do=self._next,
                tip=say("Next match"),
            )  # fmt: skip
        self.scroll = Scroll("page", inner, self._paint_page, self.book.height)
        yield self.scroll

    def _book(self, brush: Brush, width: int) -> Book:
        name = "rules.md" if self.is_numbered else f"rules_{code()}.md"
        path = catalogue.find(self.game).path / name
        return brush.keep(("book", path, width), lambda: Book(brush, path.read_text(encoding="utf-8"), width))

    def _open(self, game: str) -> None:
        self.game, self.current = game, 0
        self.rebuild()
        self.scroll.scroll(0)

    def _number(self, is_numbered: bool) -> None:
        self.is_numbered, self.current = is_numbered, 0
        self.rebuild()
        self.scroll.scroll(0)

    def _find(self, word: str) -> None:
        self.search, self.current = word, 0
        self.rebuild()
        self._show_match()

    def _next(self) -> None:
        if self.matches:
            self.current = (self.current + 1) % len(self.matches)
            self._show_match()

    def _show_match(self) -> None:
        if self.matches:
            self.scroll.scroll(self.matches[self.current] - self.scroll.rect.height / 3)

    def _go_to(self, number: int) -> None:
        self.scroll.scroll(self.headings[number].scroll)

    def handle(self, event: pygame.event.Event) -> bool:
        """Ctrl+F searches; the keys of a book turn its pages from anywhere."""
        if event.type != pygame.KEYDOWN:
            return False
        if event.key == pygame.K_f and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            self.focus_on("search")
            return True
        if event.key in {pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END}:
            return self.scroll.key(event)
        return False

    def paint(self, on: Surface) -> None:
        """Table, paper, title."""
        brush = self.stage.brush
        on.blit(table(brush, brush.size), (0, 0))
        title = say("Rules: {game}", game=catalogue.find(self.game).words.title())
        brush.text(on, title, (brush.u(88), brush.u(40)), theme.TITLE, theme.PAPER, "display")
        brush.panel(on, self.page, 16, shadow=14, alpha=150)
        if len(self.headings) > 1:
            brush.panel(on, self.contents, 14)
        if self.search.strip():
            found = (
                say("{current} of {all}", current=self.current + 1, all=len(self.matches))
                if self.matches
                else say("Not found")
            )
            at = (self.page.right - brush.u(312), brush.u(40))
            brush.text(on, found, at, theme.SECOND + 1, theme.LILAC, "strong", "right")

    def _paint_page(self, on: Surface, room: Rect, brush: Brush) -> None:  # noqa: ARG002  the book has its own
        area = self.scroll.rect
        self.book.paint(on, area, area.top - room.top, self.search.strip(), self.current)

    def _paint_heading(self, on: Surface, box: Rect, brush: Brush, number: int, is_selected: bool) -> None:
        heading = self.headings[number]
        cut: Cut = "strong" if heading.level == CONTENTS[0] else "text"
        colour = theme.INK if is_selected or heading.level == CONTENTS[0] else theme.INK_2
        left = box.left + brush.u(8 if heading.level == CONTENTS[0] else 18)
        clip = on.get_clip()
        on.set_clip(box.clip(clip))
        brush.text(on, heading.text, (left, box.centery), theme.BODY - 1, colour, cut)
        on.set_clip(clip)
