"""The rules as a book: the Markdown of our rules files set in lines, painted as far as it is seen, searched."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from math import inf
from typing import Final, Literal, NamedTuple

import pygame

from rumms.ui import theme
from rumms.ui.draw.brush import Anchor, Brush, Rect, Surface
from rumms.ui.theme import Colour, Cut, mix

NUMBER: Final = theme.colour("#7A4F95")
"""Numbers of rules: the lilac of the labels, darker, so that its contrast is 5.1 at least on either paper."""
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


class Heading(NamedTuple):
    """An entry of the table of contents; `scroll` brings it to the top."""

    level: int
    text: str
    scroll: float


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


class Match(NamedTuple):
    """A place where a text was found: a rectangle in each line that it touches."""

    scroll: float
    boxes: tuple[tuple[Line, Rect], ...]


Pictures = dict[tuple[int, bool], Surface]
"""Lines by their identity, as they are or in plain ink."""


class Book:
    """A text in Markdown, set in a column so many pixels wide. It paints no paper."""

    def __init__(self, brush: Brush, text: str, width: int) -> None:
        self.width = width
        self._type = Type(brush)
        page = Page(self._type, width)
        for block in blocks(text):
            page.add(block)
        self.headings, self.passages, self.height = page.headings, page.passages, page.bottom
        self._strokes = page.strokes
        self._pictures: Pictures = {}
        self._matches: tuple[str, list[Match]] = ("", [])

    @property
    def text(self) -> str:
        """All that stands in it, without its dress: one passage a line."""
        return "\n".join(passage.text for passage in self.passages)

    def find(self, word: str) -> list[float]:
        """Scroll positions that show where a text stands, from the top; o and oe find ö, small letters large ones."""
        return [match.scroll for match in self._found(word)]

    def paint(self, on: Surface, area: Rect, scroll: float, search: str = "", current: int = -1) -> None:
        """Paint what an area shows; what is searched for lies on honey, the match of that number on more of it."""
        clip = on.get_clip()
        on.set_clip(area.clip(clip))
        origin = area.left, area.top - round(scroll)
        for box, colour, radius in self._strokes:
            on.blit(self._type.brush.sheet(box.size, radius, colour, colour), box.move(origin))
        seen: Pictures = {}
        for line in self._lines(round(scroll), area.height):
            self._put(on, line, origin, seen)
        for number, match in enumerate(self._found(search)):
            for line, box in match.boxes:
                if box.move(origin).colliderect(on.get_clip()):
                    self._mark(on, line, box.move(origin), is_current=number == current)
                    self._put(on, line, origin, seen, within=box.move(origin))
        self._pictures = seen
        on.set_clip(clip)

    def _lines(self, top: int, height: int) -> Iterator[Line]:
        """The lines that a part of the page shows; a tall letter may reach half a line further."""
        for passage in self.passages:
            for line in passage.lines:
                if line.top - line.height < top + height and line.top + 2 * line.height > top:
                    yield line

    def _put(
        self, on: Surface, line: Line, origin: tuple[int, int], seen: Pictures, *, within: Rect | None = None
    ) -> None:
        """Paint a line; within a mark in plain ink, which alone can be read on honey."""
        key = id(line), within is not None
        image = self._pictures.get(key) or seen.get(key) or self._picture(line, plain=within is not None)
        seen[key] = image
        clip = on.get_clip()
        if within:
            on.set_clip(within.clip(clip))
        on.blit(image, (origin[0], origin[1] + line.top - line.height // 2))
        on.set_clip(clip)

    def _mark(self, on: Surface, line: Line, box: Rect, *, is_current: bool) -> None:
        ground = theme.HONEY if is_current else FOUND
        rim = theme.HONEY_DARK if is_current else ground
        on.blit(self._type.brush.sheet(box.size, min(4, line.px / 3), ground, ground, rim, 1), box)

    def _picture(self, line: Line, *, plain: bool) -> Surface:
        """A line with half a line above and below it."""
        brush = self._type.brush
        image = Surface((line.right, line.height * 2), pygame.SRCALPHA)
        for piece in line.pieces:
            look = piece.look
            left = piece.left
            if look.boxed:
                size = self._type.width(piece.text, look, line.px), self._type.tall(line.px)
                if not plain:
                    image.blit(brush.sheet(size, 5, CODE_GROUND, CODE_GROUND), (left, line.height - size[1] // 2))
                left += self._type.rim(look, line.px)
            text = brush.font(look.cut, line.px).render(piece.text, True, theme.INK if plain else look.colour)
            drop = round(brush.t(line.px) * 0.06) if look.cut == "display" else 0
            image.blit(text, (left, line.height - text.get_height() // 2 + drop))
        return image

    def _found(self, word: str) -> list[Match]:
        if self._matches[0] != word:
            matches = sorted(self._search(word), key=lambda match: match.scroll) if word.strip() else []
            self._matches = word, matches
        return self._matches[1]

    def _search(self, word: str) -> Iterator[Match]:
        wanted = _pattern(word)
        for passage in self.passages:
            for match in wanted.finditer(passage.text):
                boxes = tuple(self._boxes(passage, *match.span()))
                yield Match(max(0.0, boxes[0][0].top - 2.0 * boxes[0][0].height), boxes)

    def _boxes(self, passage: Passage, start: int, end: int) -> Iterator[tuple[Line, Rect]]:
        rim = self._type.brush.u(2)
        for line in passage.lines:
            touched = [piece for piece in line.pieces if piece.start < end and start < piece.start + len(piece.text)]
            if touched:
                left, right = self._at(touched[0], line.px, start), self._at(touched[-1], line.px, end)
                box = Rect(left - rim, 0, right - left + 2 * rim, self._type.tall(line.px))
                box.centery = line.top + line.height // 2
                yield line, box

    def _at(self, piece: Piece, px: float, index: int) -> int:
        """Where a letter of the passage stands on the page; at the piece's ends where it lies beyond."""
        part = piece.text[: max(0, index - piece.start)]
        return piece.left + self._type.rim(piece.look, px) + self._type.brush.width(part, px, piece.look.cut)


# The source.


class Block(NamedTuple):
    """A part of the source, its lines joined; a table keeps them. Its depth: a heading's level, or lists around it."""

    kind: Literal["heading", "paragraph", "item", "table"]
    text: str
    depth: int
    marker: str = ""


ITEM: Final = re.compile(r"(-|\d+\.)( +)(.+)")


def blocks(source: str) -> list[Block]:
    """The parts of a text: headings with #, paragraphs, lists within lists, tables."""
    out: list[Block] = []
    indents: list[int] = []  # where the text of each open list's item begins
    is_open = False
    for line in source.splitlines():
        bare = line.strip()
        if is_open and bare and (block := _joined(out[-1], bare)):
            out[-1] = block
            continue
        is_open = bool(bare)
        if not bare:
            continue
        indent = len(line) - len(line.lstrip())
        while indents and indent < indents[-1]:
            indents.pop()
        if found := re.match(r"(#+) +(.+)", bare):
            out.append(Block("heading", found[2], len(found[1])))
            is_open = False
        elif found := ITEM.match(bare):
            out.append(Block("item", found[3], len(indents), "•" if found[1] == "-" else found[1]))
            indents.append(indent + found.start(3))
        else:
            out.append(Block("table" if bare.startswith("|") else "paragraph", bare, len(indents)))
    return out


def _joined(block: Block, line: str) -> Block | None:
    """A block with the next line of the source, if that goes on with it."""
    if block.kind == "table":
        return block._replace(text=f"{block.text}\n{line}") if line.startswith("|") else None
    if line.startswith(("|", "#")) or ITEM.match(line):
        return None
    return block._replace(text=f"{block.text} {line}")


class Word(NamedTuple):
    """What stays together in a line, and whether a space stands before it in the middle of one."""

    pieces: tuple[tuple[str, Look], ...]
    gap: bool


INLINE: Final = re.compile(r"\*\*(?P<strong>.+?)\*\*|`(?P<code>.+?)`|(?P<rule>\b[A-Z]{3}-\d\d\b)")


def _spans(text: str, look: Look) -> Iterator[tuple[str, Look]]:
    """A text by its looks, its marks taken off."""
    end = 0
    for found in INLINE.finditer(text):
        yield _polished(text[end : found.start()]), look
        end = found.end()
        if found["strong"]:
            yield from _spans(found["strong"], look if look is DISPLAY else STRONG)
        elif look is DISPLAY:
            yield found["code"] or found["rule"], look
        else:
            yield (found["code"], CODE) if found["code"] else (found["rule"], RULE)
    yield _polished(text[end:]), look


def _polished(text: str) -> str:
    """Quotation marks as printers set them; no line begins with a dash or a unit."""
    text = re.sub(r'(?<![\w.!?,)])"', "“", text).replace('"', "”").replace("'", "\u2019")
    return re.sub(r" (?=–)|(?<=\d) (?=(?:cm|mm|ms|%)(?!\w))", "\u00a0", text)


def _words(text: str, look: Look) -> list[Word]:
    """What a line may be broken between: words, and the parts of a word with a hyphen."""
    out: list[Word] = []
    gap = is_new = True
    for span, its_look in _spans(text, look):
        parts = [span] if its_look is CODE else re.findall(r" +|[^ -]*[^\W\d]-(?=[^\W\d])|[^ ]+", span)
        for part in parts:
            if part.isspace() and "\u00a0" not in part:
                gap = is_new = True
                continue
            if is_new:
                out.append(Word(((part, its_look),), gap))
            else:
                out[-1] = out[-1]._replace(pieces=(*out[-1].pieces, (part, its_look)))
            is_new = part.endswith("-") and its_look is not CODE
            gap = False
    return out


LETTERS: Final = {
    "ae": "(?:ae|ä)", "oe": "(?:oe|ö)", "ue": "(?:ue|ü)", "ss": "(?:ss|ß)", "a": "[aä]", "o": "[oö]", "u": "[uü]",
    "'": "['\u2019]", '"': '["“”„»«]',
}  # fmt: skip
"""What is easily typed for what is printed."""


def _pattern(word: str) -> re.Pattern[str]:
    def one(found: re.Match[str]) -> str:
        part = found[0].lower()
        return r"\s+" if part.isspace() else LETTERS.get(part, re.escape(part))

    return re.compile(re.sub(r"\s+|ae|oe|ue|ss|.", one, word.strip(), flags=re.IGNORECASE), re.IGNORECASE)


# The page.


class Type:
    """How wide and how high pieces of text are, code with the box around it."""

    def __init__(self, brush: Brush) -> None:
        self.brush = brush
        self._widths: dict[tuple[str, Look, float], int] = {}

    def lead(self, px: float, part: float = 1.0) -> int:
        """From a line to the next, or a part of that."""
        return round(self.brush.t(px) * LEADING * part)

    def tall(self, px: float) -> int:
        """How high a mark or a box around text is."""
        return round(self.brush.t(px) * 1.32)

    def rim(self, look: Look, px: float) -> int:
        """The room that a box leaves left and right of its text."""
        return round(self.brush.t(px) * 0.27) if look.boxed else 0

    def width(self, text: str, look: Look, px: float) -> int:
        """How wide a piece of text is."""
        key = text, look, px
        if key not in self._widths:
            self._widths[key] = self.brush.width(text, px, look.cut) + 2 * self.rim(look, px)
        return self._widths[key]

    def length(self, words: Sequence[Word], px: float) -> int:
        """How long words are in one line."""
        long = sum(self.width(*piece, px) for word in words for piece in word.pieces)
        return long + sum(word.gap for word in words[1:]) * self.space(px)

    def space(self, px: float) -> int:
        """How wide the gap between two words is."""
        return self.width(" ", TEXT, px)

    def broken(self, word: Word, room: int, px: float) -> Iterator[Word]:
        """A word in parts that fit: if it must be, broken after a sign, or else anywhere."""
        if self.length([word], px) <= room:
            yield word
            return
        part = Word((), word.gap)
        for text, look in word.pieces:
            for bit in re.findall(r"[^=_,. -]*[=_,. -]*", text):
                for letters in (bit,) if self.width(bit, look, px) <= room else bit:
                    longer = part._replace(pieces=_appended(part.pieces, letters, look))
                    if part.pieces and self.length([longer], px) > room:
                        yield part
                        longer = Word(((letters, look),), gap=False)
                    part = longer
        yield part

    def lines(self, words: Sequence[Word], room: int, px: float) -> list[list[Word]]:
        """Words in lines, all of a paragraph weighed together, so that its right edge is as even as can be."""
        parts = [part for word in words for part in self.broken(word, room, px)]
        space = self.space(px)
        ends = [0, *accumulate(self.length([part], px) + space * part.gap for part in parts)]
        best: list[tuple[float, int]] = [(0.0, 0)]
        for end in range(1, len(parts) + 1):
            after = parts[end] if end < len(parts) else None
            found = (inf, 0)
            for start in range(end - 1, -1, -1):
                long = ends[end] - ends[start] - space * parts[start].gap
                if long > room and start < end - 1:
                    break
                found = min(found, (best[start][0] + _badness(long / room, after, start), start))
            best.append(found)
        cuts = [len(parts)]
        while cuts[-1]:
            cuts.append(best[cuts[-1]][1])
        return [parts[start:end] for start, end in pairwise(reversed(cuts))]


def _badness(full: float, after: Word | None, start: int) -> float:
    """What is wrong with a line: room left over, a word torn apart; with a last line, that it is but a scrap."""
    if after:
        return (1 - full) ** 2 + (0.0 if after.gap else 0.02)
    return 0.1 if start and full < 0.15 else 0.0


def _appended(pieces: tuple[tuple[str, Look], ...], text: str, look: Look) -> tuple[tuple[str, Look], ...]:
    if pieces and pieces[-1][1] == look:
        return (*pieces[:-1], (pieces[-1][0] + text, look))
    return (*pieces, (text, look))


def _in_a_row(cells: list[list[Word]]) -> list[Word]:
    """The cells of a row as one text, with dots between them."""
    out: list[Word] = []
    for cell in filter(None, cells):
        if out:
            out[-1] = out[-1]._replace(pieces=(*out[-1].pieces, ("\u00a0·", TEXT)))
        out += cell
    return out


class Page:
    """An endless page on which block after block is set."""

    def __init__(self, type_: Type, width: int) -> None:
        self.headings: list[Heading] = []
        self.passages: list[Passage] = []
        self.strokes: list[tuple[Rect, Colour, float]] = []
        self.bottom = 0
        self._type = type_
        margin = type_.brush.u(3)
        self._lefts, self._right = [margin], width - margin
        self._below = 0
        self._last: Block | None = None

    def add(self, block: Block) -> None:
        """Set a block below all others."""
        match block.kind:
            case "heading":
                self._heading(block)
            case "paragraph":
                is_lead = self._last is not None and self._last.kind == "heading" and self._last.depth == 1
                self._paragraph(block, theme.BUTTON if is_lead else theme.BODY)
            case "item":
                self._item(block)
            case "table":
                self._table(block)
        self._last = block

    def _space(self, above: int, below: int) -> None:
        """Leave what the last block wants below itself or this one above, whichever is more; a heading has its way."""
        if self._last:
            self.bottom += self._below if self._last.kind == "heading" else max(above, self._below)
        self._below = below

    def _left(self, depth: int) -> int:
        del self._lefts[depth + 1 :]
        return self._lefts[depth]

    def _heading(self, block: Block) -> None:
        brush, lead = self._type.brush, self._type.lead
        is_title = block.depth == 1
        self._space(lead(theme.BODY, 1.3), lead(theme.BODY, 0.7 if is_title else 0.35))
        left, top = self._left(0), self.bottom
        px = HEADINGS[min(block.depth, len(HEADINGS)) - 1]
        self.bottom = self._place(_words(block.text, DISPLAY), px, (left, top), self._right - left)
        self.headings.append(Heading(block.depth, self.passages[-1].text, max(0, top - brush.u(12))))
        if is_title:
            self._stroke(Rect(left, self.bottom + brush.u(2), brush.t(56), brush.u(4)), theme.HONEY, radius=2)

    def _paragraph(self, block: Block, px: float) -> None:
        self._space(self._type.lead(px, 0.55), self._type.lead(px, 0.55))
        left = self._left(block.depth)
        self.bottom = self._place(_words(block.text, TEXT), px, (left, self.bottom), self._right - left)

    def _item(self, block: Block) -> None:
        """The text hangs beside its mark; the number of a rule is a mark itself."""
        px, words = theme.BODY, _words(block.text, TEXT)
        marker, column = Word(((block.marker, STRONG),), gap=True), "00."
        if len(words) > 1 and words[0].pieces[0][1] is RULE:
            marker = words.pop(0)
            column = re.sub(r"\d", "0", marker.pieces[0][0])
        self._space(self._type.lead(px, 0.3), self._type.lead(px, 0.3))
        left = self._left(block.depth)
        text_left = left + self._type.width(column, STRONG, px) + self._type.brush.t(8)
        marker_left = text_left - self._type.brush.t(8) - self._type.length([marker], px)
        self._lefts.append(text_left)
        self.bottom = self._place(
            words, px, (text_left, self.bottom), self._right - text_left, marker=(marker, marker_left)
        )

    def _table(self, block: Block) -> None:
        source = [[cell.strip() for cell in row.strip("|").split("|")] for row in block.text.split("\n")]
        del source[1]
        rows = [[_words(cell, TEXT if number else COLUMN) for cell in row] for number, row in enumerate(source)]
        left, gap = self._left(block.depth), self._type.brush.t(14)
        px, widths = self._columns(rows, self._right - left - gap * (len(rows[0]) - 1))
        figures = [self._figures(column, px) for column in zip(*source, strict=True)]
        lefts = list(accumulate((width + gap for width in widths), initial=left))
        right = lefts[-1] - gap if widths else self._right
        self._space(self._type.lead(theme.BODY, 0.4), self._type.lead(theme.BODY, 0.8))
        for number, row in enumerate(rows):
            top = self.bottom + self._type.brush.t(3)
            if widths:
                columns = zip(row, lefts, widths, figures, strict=False)
                bottom = max(self._cell(*column, px, top, is_name=not number) for column in columns)
            else:
                bottom = self._place(_in_a_row(row), px, (left, top), right - left)
            thick = self._type.brush.u(1 if number else 2)
            self._stroke(Rect(left, bottom + self._type.brush.t(3), right - left, thick), theme.LINE)

    def _stroke(self, box: Rect, colour: Colour, radius: float = 0) -> None:
        self.strokes.append((box, colour, radius))
        self.bottom = box.bottom

    def _cell(
        self, words: list[Word], left: int, width: int, figures: int, px: float, top: int, *, is_name: bool
    ) -> int:
        """Set a cell of a table; figures stand in the middle of their column, one below the other."""
        if not figures:
            return self._place(words, px, (left, top), width)
        if is_name:
            return self._place(words, px, (left, top), width, anchor="centre")
        return self._place(words, px, (left, top), (width + figures) // 2, anchor="right")

    def _figures(self, column: Sequence[str], px: float) -> int:
        """How wide the figures of a column are; 0 if it has words."""
        if not all(re.fullmatch(r"[\d–]*", cell) for cell in column[1:]):
            return 0
        return max(self._type.width(cell, TEXT, px) for cell in column[1:])

    def _columns(self, rows: list[list[list[Word]]], room: int) -> tuple[float, list[int]]:
        """The size of type for a table, and how wide its columns are; none if their words do not fit."""
        columns = list(zip(*rows, strict=True))
        px: float = TABLES[0]
        full: list[int] = []
        least: list[int] = []
        for px in TABLES:
            full = [max(self._type.length(cell, px) for cell in column) for column in columns]
            least = [
                max((self._type.length([word], px) for cell in column for word in cell), default=0)
                for column in columns
            ]
            if sum(least) <= room:
                break
        if sum(full) <= room:
            more = min((room - sum(full)) // len(full), self._type.brush.t(26))
            return px, [width + more for width in full]
        if sum(least) > room:
            return px, []
        part = (room - sum(least)) / (sum(full) - sum(least))
        return px, [low + int((high - low) * part) for low, high in zip(least, full, strict=True)]

    def _place(
        self,
        words: list[Word],
        px: float,
        at: tuple[int, int],
        width: int,
        *,
        marker: tuple[Word, int] | None = None,
        anchor: Anchor = "left",
    ) -> int:
        """Set a passage in lines from a point on, its marker to the left of them; where it ends."""
        left, top = at
        height = self._type.lead(px)
        lines: list[Line] = []
        text = ""
        for part in self._type.lines(words, width, px):
            pieces: list[Piece] = []
            if marker and not lines:
                text = self._spread([marker[0]], marker[1], px, text, pieces)
            rest = width - self._type.length(part, px)
            x = left + {"left": 0, "centre": rest // 2, "right": rest}[anchor]
            text = self._spread(part, x, px, text, pieces)
            right = pieces[-1].left + self._type.width(pieces[-1].text, pieces[-1].look, px)
            lines.append(Line(top, height, right, px, tuple(pieces)))
            top += height
        self.passages.append(Passage(text, tuple(lines)))
        return top

    def _spread(self, words: list[Word], x: int, px: float, text: str, pieces: list[Piece]) -> str:
        """Add words to a line from a place on; the passage's text with them."""
        for number, word in enumerate(words):
            if text and word.gap:
                text += " "
                x += self._type.space(px) if number else 0
            for part, look in word.pieces:
                pieces.append(Piece(part, look, x, len(text)))
                text += part
                x += self._type.width(part, look, px)
        return text
