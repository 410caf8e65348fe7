"""The rules as a book: the Markdown of our rules files set in lines, painted as far as it is seen, searched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from math import inf
from typing import Final, Literal, NamedTuple

import pygame

from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.theme import Colour, Cut, mix

NUMBER: Final = theme.colour("#7A4F95")
"""Numbers of rules: the lilac of the labels, so much darker that it has a contrast of 5.1 or more on paper."""
CODE_GROUND: Final = mix(theme.PAPER_2, theme.PAPER_3, 0.6)
FOUND: Final = mix(theme.HONEY, theme.PAPER, 0.45)
"""Behind what was found; honey itself marks the place one is at."""

LEADING: Final = 1.45
"""Lines as long as a page's need more room between them than those of a panel."""
HEADINGS: Final = (theme.TITLE, theme.PANEL, theme.BUTTON)
"""Sizes of type by level."""
TABLES: Final = (theme.BODY, theme.SECOND, theme.SMALLEST)
"""Sizes of type for a table: the first in which no word has to be broken."""


class Look(NamedTuple):
    """How a piece of text is set."""

    cut: Cut
    colour: Colour
    boxed: bool = False


DISPLAY, TEXT, STRONG = Look("display", theme.INK), Look("text", theme.INK), Look("strong", theme.INK)
COLUMN, RULE, CODE = Look("strong", theme.INK_2), Look("strong", NUMBER), Look("text", theme.INK_2, boxed=True)


class Word(NamedTuple):
    """What stays together in a line: pieces of text, and whether a space stands before them."""

    pieces: tuple[tuple[str, Look], ...]
    gap: bool


class Piece(NamedTuple):
    """A piece of a line: where it stands on the page and in the text of its passage."""

    text: str
    look: Look
    left: int
    start: int


class Line(NamedTuple):
    """A line as it stands on the page."""

    top: int
    height: int
    right: int
    px: float
    pieces: tuple[Piece, ...]


class Passage(NamedTuple):
    """A heading, a paragraph, an item or a cell: its text and the lines it fills."""

    text: str
    lines: tuple[Line, ...]


class Heading(NamedTuple):
    """An entry of the table of contents; `scroll` brings it to the top."""

    level: int
    text: str
    scroll: float


class Match(NamedTuple):
    """A place where a text was found: a rectangle in each line that it touches."""

    scroll: float
    boxes: tuple[tuple[Line, Rect], ...]


class Block(NamedTuple):
    """A part of the source, its lines joined; a table keeps them. `depth` counts headings' levels or lists around it."""

    kind: Literal["heading", "paragraph", "item", "table"]
    text: str
    depth: int
    marker: str = ""


class Book:
    """A text in Markdown, set in a column so many pixels wide. It paints no paper."""

    def __init__(self, brush: Brush, text: str, width: int) -> None:
        self.width = width
        self.headings: list[Heading] = []
        self.passages: list[Passage] = []
        self._brush = brush
        self._strokes: list[tuple[Rect, Colour]] = []
        self._lefts = [0]
        self._bottom = 0
        self._below = 0
        self._pictures: dict[tuple[Line, bool], Surface] = {}
        self._matches: tuple[str, list[Match]] = ("", [])
        before: Block | None = None
        for block in _blocks(text):
            self._set(block, before)
            before = block
        self.height = self._bottom + self._lead(theme.BODY)

    # Reading.

    @property
    def text(self) -> str:
        """All that stands in it, without its dress: one passage a line."""
        return "\n".join(passage.text for passage in self.passages)

    def find(self, word: str) -> list[float]:
        """Scroll positions that show where a text stands, in order; large or small letters, o for ö or oe for ö."""
        return [match.scroll for match in self._found(word)]

    def paint(self, on: Surface, area: Rect, scroll: float, search: str = "", current: int = -1) -> None:
        """Paint what an area shows; what is searched for lies on honey, the match of that number on more of it."""
        clip = on.get_clip()
        on.set_clip(area.clip(clip))
        x, y = area.left, area.top - round(scroll)
        for box, colour in self._strokes:
            on.fill(colour, box.move(x, y))
        seen: dict[tuple[Line, bool], Surface] = {}
        for passage in self.passages:
            for line in passage.lines:
                if line.top + 2 * line.height > scroll and line.top - line.height < scroll + area.height:
                    self._blit(on, line, (x, y), seen)
        for number, match in enumerate(self._found(search)):
            for line, box in match.boxes:
                if box.move(x, y).colliderect(on.get_clip()):
                    self._mark(on, line, box, (x, y), seen, is_current=number == current)
        self._pictures = seen
        on.set_clip(clip)

    def _blit(
        self, on: Surface, line: Line, by: tuple[int, int], seen: dict[tuple[Line, bool], Surface], *, plain: bool = False
    ) -> None:
        key = line, plain
        image = seen[key] = self._pictures.get(key) or self._picture(line, plain=plain)
        on.blit(image, (by[0], by[1] + line.top + (line.height - image.get_height()) // 2))

    def _mark(
        self,
        on: Surface,
        line: Line,
        box: Rect,
        by: tuple[int, int],
        seen: dict[tuple[Line, bool], Surface],
        *,
        is_current: bool,
    ) -> None:
        """Honey over the line, and the line once more upon it in plain ink, which alone can be read there."""
        place, clip = box.move(by), on.get_clip()
        ground = theme.HONEY if is_current else FOUND
        rim = theme.HONEY_DARK if is_current else ground
        on.blit(self._brush.sheet(place.size, 4, ground, ground, rim, 1), place)
        on.set_clip(place.clip(clip))
        self._blit(on, line, by, seen, plain=True)
        on.set_clip(clip)

    def _picture(self, line: Line, *, plain: bool) -> Surface:
        brush = self._brush
        image = Surface((line.right, line.height * 2), pygame.SRCALPHA)
        for piece in line.pieces:
            look = piece.look
            font = brush.font(look.cut, line.px)
            left, top = piece.left, line.height - font.get_height() // 2
            if look.boxed:
                size = (self._wide((piece.text, look), line.px), round(brush.t(line.px) * 1.3))
                if not plain:
                    image.blit(brush.sheet(size, 5, CODE_GROUND, CODE_GROUND), (left, line.height - size[1] // 2))
                left += self._margin(line.px)
            if look.cut == "display":
                top += round(brush.t(line.px) * 0.06)
            image.blit(font.render(piece.text, True, theme.INK if plain else look.colour), (left, top))
        return image

    # Searching.

    def _found(self, word: str) -> list[Match]:
        if self._matches[0] != word:
            self._matches = word, list(self._search(word))
        return self._matches[1]

    def _search(self, word: str) -> Iterator[Match]:
        if not word.strip():
            return
        pattern = _pattern(word)
        for passage in self.passages:
            for match in pattern.finditer(passage.text):
                boxes = tuple(self._boxes(passage, *match.span()))
                yield Match(max(0.0, boxes[0][1].top - 2.0 * self._lead(theme.BODY)), boxes)

    def _boxes(self, passage: Passage, start: int, end: int) -> Iterator[tuple[Line, Rect]]:
        out, pad = self._brush.u(2), self._brush.u(1)
        for line in passage.lines:
            touched = [p for p in line.pieces if p.start < end and start < p.start + len(p.text)]
            if touched:
                left, right = self._at(touched[0], line.px, start), self._at(touched[-1], line.px, end)
                high = round(self._brush.t(line.px) * 1.3)
                yield line, Rect(left - out, line.top + (line.height - high) // 2 + pad, right - left + 2 * out, high)

    def _at(self, piece: Piece, px: float, index: int) -> int:
        """Where a letter of the passage begins on the page, or the piece's own end where it lies beyond."""
        part = piece.text[: max(0, index - piece.start)]
        return piece.left + (self._margin(px) if piece.look.boxed else 0) + self._brush.width(part, px, piece.look.cut)

    # Setting.

    def _set(self, block: Block, before: Block | None) -> None:
        match block.kind:
            case "heading":
                self._set_heading(block)
            case "paragraph":
                is_lead = before is not None and before.kind == "heading" and before.depth == 1
                self._set_paragraph(block, theme.BUTTON if is_lead else theme.BODY)
            case "item":
                self._set_item(block)
            case "table":
                self._set_table(block)

    def _set_heading(self, block: Block) -> None:
        px = HEADINGS[min(block.depth, len(HEADINGS)) - 1]
        is_title = block.depth == 1
        self._space(0 if is_title else round(self._lead(theme.BODY) * 1.3))
        words = [Word(((text, DISPLAY),), gap=True) for text in _plain(block.text).split()]
        air = self._brush.u(12)
        top = self._bottom
        self._bottom = self._place(words, px, (0, top), self.width)
        self.headings.append(Heading(block.depth, self.passages[-1].text, max(0, top - air)))
        if is_title:
            stroke = Rect(0, self._bottom + self._brush.u(4), self._brush.t(56), self._brush.u(4))
            self._strokes.append((stroke, theme.HONEY))
            self._bottom = stroke.bottom
        self._below = round(self._lead(theme.BODY) * (0.75 if is_title else 0.35))

    def _set_paragraph(self, block: Block, px: float) -> None:
        self._space(round(self._lead(px) * 0.6))
        left = self._left(block.depth)
        self._bottom = self._place(_words(block.text, TEXT), px, (left, self._bottom), self.width - left)
        self._below = round(self._lead(px) * 0.6)

    def _set_item(self, block: Block) -> None:
        """The text hangs beside its mark; the number of a rule is a mark itself."""
        px = theme.BODY
        words = _words(block.text, TEXT)
        marker = Word(((block.marker, STRONG),), gap=True)
        column = self._wide(("00.", STRONG), px)
        if words[0].pieces[0][1] == RULE:
            marker = words.pop(0)
            column = self._wide((re.sub(r"\d", "0", marker.pieces[0][0]), RULE), px)
        left, hang = self._left(block.depth), column + self._brush.t(8)
        self._space(round(self._lead(px) * 0.3))
        self._bottom = self._place(words, px, (left, self._bottom), self.width - left, marker=marker, hang=hang)
        self._lefts = [*self._lefts[: block.depth + 1], left + hang]
        self._below = round(self._lead(px) * 0.3)

    def _set_table(self, block: Block) -> None:
        rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in block.text.split("\n")]
        del rows[1]
        table = [[_words(cell, COLUMN if row is rows[0] else TEXT) for cell in row] for row in rows]
        figures = [all(re.fullmatch(r"[\d–]*", row[k]) for row in rows[1:]) for k in range(len(rows[0]))]
        left, gap = self._left(block.depth), self._brush.t(14)
        room = self.width - left - gap * (len(figures) - 1)
        px, columns = self._columns(table, room)
        self._space(round(self._lead(theme.BODY) * 0.5))
        pad, thin = self._brush.t(3), self._brush.u(1)
        for row in table:
            top = self._bottom + pad
            x = left
            for cell, wide, is_figure in zip(row, columns, figures, strict=True):
                bottom = self._place(cell, px, (x, top), wide, to_right=is_figure)
                self._bottom = max(self._bottom, bottom + pad)
                x += wide + gap
            thick = self._brush.u(2) if row is table[0] else thin
            self._strokes.append((Rect(left, self._bottom, x - gap - left, thick), theme.LINE))
            self._bottom += thick
        self._below = round(self._lead(theme.BODY) * 0.8)

    def _columns(self, table: list[list[list[Word]]], room: int) -> tuple[float, list[int]]:
        """The size of type for a table and how wide its columns are."""
        for px in TABLES:
            full = [max(self._length(cell, px) for cell in column) for column in zip(*table, strict=True)]
            least = [
                max((self._length([word], px) for cell in column for word in cell), default=0)
                for column in zip(*table, strict=True)
            ]
            if sum(least) <= room:
                break
        if sum(full) <= room:
            more = min((room - sum(full)) // len(full), self._brush.t(26))
            return px, [wide + more for wide in full]
        if sum(least) > room:
            return px, [wide * room // sum(least) for wide in least]
        part = (room - sum(least)) / (sum(full) - sum(least))
        return px, [low + int((high - low) * part) for low, high in zip(least, full, strict=True)]

    def _place(
        self,
        words: list[Word],
        px: float,
        at: tuple[int, int],
        width: int,
        *,
        marker: Word | None = None,
        hang: int = 0,
        to_right: bool = False,
    ) -> int:
        """Set a passage in lines from a corner on; where it ends."""
        left, top = at
        lead = self._lead(px)
        lines: list[Line] = []
        text = ""
        for part in self._fitted(words, width - hang, px):
            pieces: list[Piece] = []
            if marker and not lines:
                text = _spread(self, pieces, [marker], text, left, px)
            x = left + hang + (width - hang - self._length(part, px) if to_right else 0)
            text = _spread(self, pieces, part, text, x, px)
            last = pieces[-1]
            right = last.left + self._wide((last.text, last.look), px)
            lines.append(Line(top, lead, right, px, tuple(pieces)))
            top += lead
        self.passages.append(Passage(text, tuple(lines)))
        return top
