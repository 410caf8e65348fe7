from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pygame
import pytest

import rumms
from rumms.ui import theme
from rumms.ui.draw.book import NUMBER, Book
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.theme import Colour

GAMES = Path(rumms.__file__).parent / "games"
FILES = sorted(file.relative_to(GAMES).as_posix() for file in GAMES.glob("*/rules*.md"))
SIZES = [(640, 1.0), (400, 1.0), (640, 1.3), (400, 1.3)]
GROUND = (10, 200, 30)

each_file = pytest.mark.parametrize("file", FILES)
each_size = pytest.mark.parametrize(("width", "text"), SIZES)


@pytest.fixture(scope="module", autouse=True)
def _window() -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1280, 720))


@cache
def brush(text: float = 1.0) -> Brush:
    return Brush((1280, 720), text=text)


@cache
def book(file: str, width: int = 640, text: float = 1.0) -> Book:
    return Book(brush(text), source(file), width)


def source(file: str) -> str:
    return (GAMES / file).read_text(encoding="utf-8")


def small(text: str, width: int = 640) -> Book:
    return Book(brush(), text, width)


def words(text: str) -> list[str]:
    """Words with the quotation marks of a keyboard, without the dots that a book sets before and between."""
    for printed, typed in {"“": '"', "”": '"', "\u2019": "'"}.items():
        text = text.replace(printed, typed)
    return [word for word in text.split() if word not in {"•", "·"}]


def plain(text: str) -> str:
    """The source without its marks."""
    text = re.sub(r"^\|[-|]+\|$|^ *- |^#+ |\*\*|`", "", text, flags=re.MULTILINE)
    text = re.sub(r"^ +\|[-|]+\|$", "", text, flags=re.MULTILINE)
    return re.sub(r"^ *\|.*\|$", lambda row: row[0].replace("|", " "), text, flags=re.MULTILINE)


def painted(of: Book, scroll: float = 0, search: str = "", current: int = -1) -> Surface:
    """What a window of 500 pixels shows."""
    on = Surface((of.width, 500))
    on.fill(theme.PAPER)
    of.paint(on, on.get_rect(), scroll, search, current)
    return on


def pixels(of: Surface, colour: Colour) -> int:
    return pygame.mask.from_threshold(of, colour, (1, 1, 1, 255)).count()


def contrast(one: Colour, other: Colour) -> float:
    def light(colour: Colour) -> float:
        parts = [v / 255 / 12.92 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05

    low, high = sorted((light(one), light(other)))
    return high / low


# Setting.


def test_there_are_rules_of_every_game_in_both_languages_and_numbered():
    games = {file.split("/")[0] for file in FILES}
    assert {f"{game}/rules{kind}.md" for game in games for kind in ("", "_de", "_en")} == set(FILES)
    assert "rumms" in games


@each_file
@each_size
def test_every_word_of_the_source_stands_in_the_book_in_order(file: str, width: int, text: float):
    assert words(book(file, width, text).text) == words(plain(source(file)))


@each_file
@each_size
def test_no_line_is_wider_than_the_page(file: str, width: int, text: float):
    set_in = book(file, width, text)
    for passage in set_in.passages:
        for line in passage.lines:
            assert line.pieces[0].left >= 0, line
            assert line.right <= width, line
            assert line.top + line.height <= set_in.height, line


@each_file
@each_size
def test_no_line_lies_on_another(file: str, width: int, text: float):
    lines = [line for passage in book(file, width, text).passages for line in passage.lines]
    boxes = [Rect(line.pieces[0].left, line.top, line.right - line.pieces[0].left, line.height) for line in lines]
    assert [box for box in boxes if len(box.collidelistall(boxes)) > 1] == []


@each_file
@each_size
def test_no_word_of_the_rules_is_torn_apart(file: str, width: int, text: float):
    for passage in book(file, width, text).passages:
        for line, after in zip(passage.lines, passage.lines[1:], strict=False):
            end = line.pieces[-1].start + len(line.pieces[-1].text)
            assert after.pieces[0].start > end or passage.text[end - 1] == "-", passage.text


@each_file
def test_our_fonts_have_every_sign_of_the_rules(file: str):
    missing = {cut: pygame.image.tobytes(brush().font(cut, 20).render("\u2192", True, theme.INK), "RGBA")
               for cut in theme.FONTS}  # fmt: skip
    for cut, picture in missing.items():
        for sign in sorted(set(book(file).text) - {"\n"}):
            shown = pygame.image.tobytes(brush().font(cut, 20).render(sign, True, theme.INK), "RGBA")
            assert shown != picture, (cut, sign)


def test_a_word_too_long_for_the_page_is_broken_and_stays_whole_in_the_text():
    long = "Wiederbelebungsversuchsvorbereitungen" * 4
    set_in = small(f"Zwei {long} und `--set throw_window=until_next_play_or_whatever_comes_first`", 200)
    assert long in set_in.text
    assert all(line.right <= 200 for passage in set_in.passages for line in passage.lines)


def test_a_word_too_long_for_a_line_is_broken_after_a_sign_where_it_has_one():
    width = brush().width("throw_window=until_")
    lines = small("throw_window=until_next_play_or_whatever-comes,first", width).passages[0].lines
    shown = ["".join(piece.text for piece in line.pieces) for line in lines]
    assert len(shown) > 2
    assert "".join(shown) == "throw_window=until_next_play_or_whatever-comes,first"
    assert [text[-1] for text in shown[:-1] if text[-1] not in "=_,.-"] == []


def test_headings_are_the_sources_in_order_and_further_and_further_down():
    for file in FILES:
        found = re.findall(r"^(#+) (.+)$", source(file), flags=re.MULTILINE)
        set_in = book(file)
        assert [(head.level, *words(head.text)) for head in set_in.headings] == [
            (len(marks), *words(plain(text))) for marks, text in found
        ]
        scrolls = [head.scroll for head in set_in.headings]
        assert scrolls == sorted(set(scrolls))
        assert 0 <= scrolls[0] < scrolls[-1] < set_in.height


def test_items_hang_and_lists_within_lists_hang_further():
    set_in = small("Text\n\n1. eins\n   - innen\n     und weiter\n2. zwei\n\nText")
    lefts = {passage.text: passage.lines[0].pieces[-1].left for passage in set_in.passages}
    assert list(lefts) == ["Text", "1. eins", "• innen und weiter", "2. zwei"]
    assert lefts["Text"] < lefts["1. eins"] == lefts["2. zwei"] < lefts["• innen und weiter"]


def test_a_table_has_columns_and_a_table_without_room_is_told_row_by_row():
    text = "| Würfel | Punkte |\n|---|---|\n| König | 0 |\n| Drache | 5 |"
    tops = [(passage.text, passage.lines[0].top) for passage in small(text).passages]
    assert [cell for cell, _ in tops] == ["Würfel", "Punkte", "König", "0", "Drache", "5"]
    assert tops[2][1] == tops[3][1] < tops[4][1] == tops[5][1]
    assert [words(passage.text) for passage in small(text, 70).passages] == [
        ["Würfel", "Punkte"], ["König", "0"], ["Drache", "5"],
    ]  # fmt: skip


def test_the_type_of_a_table_shrinks_before_its_columns_go():
    text = "| Schattenseiten | Wiederbeleben |\n|---|---|\n| Doppelschlag | Mitreißen |"
    wide, narrow = small(text), small(text, 225)
    assert len(wide.passages) == len(narrow.passages) == 4
    assert wide.passages[0].lines[0].px > narrow.passages[0].lines[0].px >= theme.SMALLEST


def test_bold_is_strong_and_code_has_a_box():
    looks = {p.text: p.look for p in small("So **fest** wie `x=1`.").passages[0].lines[0].pieces}
    assert [look.cut for look in looks.values()] == ["text", "strong", "text", "text", "text"]
    assert [text for text, look in looks.items() if look.boxed] == ["x=1"]


def test_the_last_line_of_a_paragraph_is_no_scrap():
    text = "Könige, Herzen und Eiswürfel haben keine Schattenseite und werden nie gefangen, so ist es"
    wide = brush().width(text) - brush().width(" es") + 12
    lines = small(text, wide).passages[0].lines
    assert [len(line.pieces) > 1 for line in lines] == [True, True]


def test_the_number_of_a_rule_is_lilac_and_can_be_read():
    set_in = small("- **RUM-14** A die, see RUM-15 and `RUM-16`.")
    shown = [piece.text for line in set_in.passages[0].lines for piece in line.pieces if piece.look.colour == NUMBER]
    assert shown == ["RUM-14", "RUM-15"]
    assert min(contrast(NUMBER, paper) for paper in (theme.PAPER, theme.PAPER_2)) >= 4.5
    assert pixels(painted(set_in), NUMBER) > 0


def test_a_dash_or_a_unit_never_begins_a_line():
    for width in range(60, 300, 7):
        for passage in small("Die Matte – ganz aus Filz – ist 63 cm lang und 30 cm breit.", width).passages:
            assert not [line for line in passage.lines if line.pieces[0].text in {"–", "cm"}]


# Finding.


@each_file
@pytest.mark.parametrize("word", ["die", "Karte", "castle", "RUM-1", "König", "."])
def test_everything_that_is_there_is_found(file: str, word: str):
    set_in = book(file)
    there = sum(passage.text.casefold().count(word.casefold()) for passage in set_in.passages)
    assert len(set_in.find(word)) == there


@pytest.mark.parametrize(
    "word", ["könig", "KÖNIG FÄLLT", "konig", "Koenig  faellt", "önig fällt, der", "king's", "“no"]
)
def test_a_text_is_found_over_bold_and_however_it_is_typed(word: str):
    assert len(small('Der **König** fällt, der\n`king\'s` move: "no"!').find(word.replace("“", '"'))) == 1


def test_only_what_is_there_is_found():
    set_in = small("Schon schön, die Straße.")
    assert len(set_in.find("schön")) == 1
    assert len(set_in.find("schon")) == 2
    assert len(set_in.find("strasse")) == 1
    assert set_in.find("dies") == set_in.find("") == set_in.find("  ") == []


def test_a_text_is_found_where_a_line_ends_and_marked_in_both():
    set_in = small("eins zwei drei vier fünf sechs sieben acht neun zehn", 120)
    lines = set_in.passages[0].lines
    torn = f"{lines[0].pieces[-1].text} {lines[1].pieces[0].text}"
    assert len(set_in.find(torn)) == 1
    shown = painted(set_in, 0, torn, 0)
    for line in lines[:2]:
        assert pixels(shown.subsurface((0, line.top, 120, line.height)), theme.HONEY) > 20


@each_file
def test_scrolling_to_a_match_shows_it_in_honey(file: str):
    set_in = book(file, 400, 1.3)
    for word in ("die", "e"):
        found = set_in.find(word)
        assert found == sorted(found)
        for number in range(0, len(found), 40):
            assert pixels(painted(set_in, found[number], word, number), theme.HONEY) > 20


def test_without_a_search_nothing_is_marked():
    set_in = small("Die Matte und die Mauer.")
    assert pixels(painted(set_in), theme.HONEY) == 0
    assert pixels(painted(set_in, 0, "die"), theme.HONEY) == 0
    one, other = (painted(set_in, 0, "die", number) for number in (0, 1))
    left = Rect(0, 0, 60, 500)
    assert pixels(one.subsurface(left), theme.HONEY) > 0 == pixels(other.subsurface(left), theme.HONEY)


# Painting.


@pytest.mark.parametrize("scroll", [-300, 0, 17.5, 333, 1200, 99_999])
def test_nothing_is_painted_outside_its_area(scroll: float):
    set_in = book("rumms/rules_de.md")
    on = Surface((900, 700))
    on.fill(GROUND)
    area = Rect(110, 120, 640, 400)
    set_in.paint(on, area, scroll, "e", 3)
    inside = on.subsurface(area).copy()
    on.fill(GROUND, area)
    assert pixels(on, GROUND) == 900 * 700
    assert (pixels(inside, GROUND) < 640 * 400) == (scroll < set_in.height)


def test_a_clip_is_kept_and_held_to():
    on = Surface((640, 400))
    on.fill(GROUND)
    on.set_clip(Rect(0, 0, 640, 90))
    book("rumms/rules_de.md").paint(on, Rect(0, 20, 640, 380), 0, "die", 0)
    assert on.get_clip() == Rect(0, 0, 640, 90)
    assert 0 < 640 * 400 - pixels(on, GROUND) < 640 * 90
    assert pixels(on.subsurface((0, 90, 640, 310)), GROUND) == 640 * 310


@pytest.mark.parametrize("file", ["cabanga/rules.md", "kawumm/rules_de.md"])
def test_what_is_seen_is_a_part_of_the_whole_page(file: str):
    set_in = book(file)
    whole = Surface((640, set_in.height))
    whole.fill(theme.PAPER)
    set_in.paint(whole, whole.get_rect(), 0, "karte", 1)
    for scroll in range(0, set_in.height - 500, 97):
        part = whole.subsurface((0, scroll, 640, 500)).copy()
        assert pygame.image.tobytes(painted(set_in, scroll, "karte", 1), "RGB") == pygame.image.tobytes(part, "RGB")
