"""The brush: what it paints quickly looks like what would be painted plainly."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pygame
import pytest

from rumms.ui.draw import brush as brushes
from rumms.ui.draw.brush import Brush, gradient, rings
from rumms.ui.theme import mix

TOP, BOTTOM = (252, 246, 234), (43, 34, 51)
INK = (10, 20, 30)


def plain_mask(width: int, height: int, radius: int) -> pygame.Surface:
    """All of it painted four times larger, then shrunk."""
    large = pygame.Surface((4 * width, 4 * height), pygame.SRCALPHA)
    large.fill((255, 255, 255, 0))
    pygame.draw.rect(large, (255, 255, 255, 255), large.get_rect(), border_radius=4 * radius)
    return pygame.transform.smoothscale(large, (width, height))


def plain_glow(mask: pygame.Surface, blur: int, alpha: int) -> np.ndarray[Any, Any]:
    """How opaque it is, all of it blurred by pygame."""
    opacity = np.pad(pygame.surfarray.array_alpha(mask) * (alpha / 255), 2 * blur).astype("uint8")
    grey = pygame.surfarray.make_surface(np.repeat(opacity[..., None], 3, axis=2))
    return pygame.surfarray.array3d(pygame.transform.gaussian_blur(grey, blur))[..., 0].astype(int)


@pytest.mark.parametrize(
    ("width", "height", "radius"), [(300, 90, 14), (90, 300, 14), (40, 40, 20), (200, 9, 30), (1, 1, 5)]
)
def test_a_mask_is_the_same_whether_all_of_it_is_painted_or_only_its_corners(width: int, height: int, radius: int):
    made = Brush((1280, 720)).mask(width, height, radius)
    assert made.get_size() == (width, height)
    assert (pygame.surfarray.array_alpha(made) == pygame.surfarray.array_alpha(plain_mask(width, height, radius))).all()
    assert made.get_at((width // 2, height // 2))[:3] == (255, 255, 255)


@pytest.mark.parametrize(
    ("width", "height", "radius", "blur", "alpha"),
    [
        (300, 90, 14, 4, 95),
        (300, 90, 14, 9, 255),
        (90, 300, 20, 17, 200),
        (120, 120, 60, 20, 180),
        (60, 20, 5, 30, 255),
    ],
)
def test_a_glow_looks_as_if_all_of_it_were_blurred(width: int, height: int, radius: int, blur: int, alpha: int):
    on = pygame.Surface((width + 4 * blur, height + 4 * blur), pygame.SRCALPHA)
    Brush((1280, 720)).glow(on, pygame.Rect(2 * blur, 2 * blur, width, height), radius, blur, alpha, INK)
    made = pygame.surfarray.array_alpha(on).astype(int)
    expected = plain_glow(plain_mask(width, height, radius), blur, alpha)
    assert made.max() > 20
    assert np.abs(made - expected).max() <= 4, "of 255"


@pytest.mark.parametrize("height", [1, 2, 7, 300])
def test_a_gradient_mixes_two_colours_row_by_row(height: int):
    made = gradient(3, height, TOP, BOTTOM)
    rows = [made.get_at((2, y))[:] for y in range(height)]
    assert rows == [(*mix(TOP, BOTTOM, y / max(1, height - 1)), 255) for y in range(height)]


def test_the_holes_of_an_icon_are_told_from_its_outlines():
    for name in ("king", "dice", "settings"):
        outlines = rings(name)
        assert not outlines[0][1]
        for ring, is_hole in outlines:
            around = sum(brushes._is_inside(ring[0], other) for other, _ in outlines if other is not ring)  # noqa: SLF001
            assert bool(around % 2) == is_hole
    square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    inside = [brushes._is_inside(np.array(at), square) for at in ((0.5, 0.5), (1.5, 0.5), (0.5, -0.5), (-0.5, 0.5))]  # noqa: SLF001
    assert inside == [True, False, False, False]


# Text, as files from strangers bring it.

TEXTS: Final = {
    "one long word": "a",
    "wide letters": "W",
    "words of a letter": "a ",
    "many spaces": " ",
    "accents without a width": "\u0301",
    "words without a width": "\u0301 ",
    "from right to left": "\u05d0\u05d1 ",
    "not in the font": "\U0001f600",
    "lines of a letter": "a\n",
    "hyphens": "a-",
}


@pytest.fixture(autouse=True)
def _fonts() -> None:
    pygame.font.init()


class Counting:
    """A font that counts how many letters it is asked to measure."""

    def __init__(self, font: pygame.Font) -> None:
        self.font, self.calls, self.letters = font, 0, 0

    def size(self, text: str) -> tuple[int, int]:
        self.calls += 1
        self.letters += len(text)
        return self.font.size(text)


def counted(monkeypatch: pytest.MonkeyPatch) -> tuple[Brush, Counting]:
    brush = Brush((1280, 720))
    font = Counting(brush.font("text", 15))
    monkeypatch.setattr(brush, "font", lambda cut, px: font)  # noqa: ARG005  one font is enough
    return brush, font


def work(monkeypatch: pytest.MonkeyPatch, text: str, width: float) -> tuple[int, int]:
    brush, font = counted(monkeypatch)
    brush.lines(text, width)
    return font.calls, font.letters


@pytest.mark.parametrize("width", [0, 1, 40, 600, 100_000])
@pytest.mark.parametrize("letters", TEXTS.values(), ids=TEXTS)
def test_twice_the_text_is_twice_the_work_to_break_into_lines(
    letters: str, width: float, monkeypatch: pytest.MonkeyPatch
):
    once, twice = (work(monkeypatch, letters * (number // len(letters)), width) for number in (2000, 4000))
    assert twice[0] <= 2.1 * once[0] + 20, "times that the font measured"
    assert twice[1] <= 2.1 * once[1] + 2000, "letters that it measured"
    assert once[1] <= 2000 * 2 * brushes.MOST_LETTERS


@pytest.mark.parametrize("width", [0, 40, 600])
@pytest.mark.parametrize("letters", TEXTS.values(), ids=TEXTS)
def test_lines_hold_the_whole_text_and_no_line_is_too_wide(letters: str, width: int):
    brush = Brush((1280, 720))
    text = letters * 300
    lines = brush.lines(text, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "").replace("\n", "")
    assert all(len(line) <= 1 or brush.width(line) <= width for line in lines)


def test_a_line_takes_as_many_letters_as_it_can():
    brush = Brush((1280, 720))
    lines = brush.lines("x" * 400, 300)
    assert len(lines) > 2
    assert all(brush.width(line + "x") > 300 for line in lines[:-1])


@pytest.mark.parametrize("letters", ["a", "\u0301", "W. ", "\U0001f600"])
def test_a_text_is_shortened_with_little_measuring_to_what_a_line_holds(letters: str, monkeypatch: pytest.MonkeyPatch):
    brush, font = counted(monkeypatch)
    short = brush.shortened(letters * 5000, 300)
    assert font.calls <= 30
    assert font.letters <= 30 * brushes.MOST_LETTERS
    assert short.endswith("…")
    assert len(short) > 15
    assert font.font.size(short)[0] <= 300


def test_a_text_that_fits_is_not_shortened():
    assert Brush((1280, 720)).shortened("Anna, Ben.", 300) == "Anna, Ben."


@pytest.mark.parametrize("text", ["\u0301", "\ufe0f", "\u0301" * 2000, ""])
def test_a_text_without_any_width_is_painted_as_nothing(text: str):
    on = pygame.Surface((40, 40))
    Brush((1280, 720)).text(on, text, (20, 20))
    assert on.get_at((20, 20))[:3] == (0, 0, 0)


def test_a_line_takes_smaller_letters_first_and_fewer_only_then(monkeypatch: pytest.MonkeyPatch):
    brush = Brush((1280, 720))
    assert brush.fitted("Anna", 300, 20, "display") == ("Anna", 20)
    text, px = brush.fitted("Donaudampfschifffahrt", 150, 20, "display", 10)
    assert text == "Donaudampfschifffahrt"
    assert 10 < px < 20
    assert brush.width(text, px, "display") <= 150 < brush.width(text, px + 0.5, "display")
    text, px = brush.fitted("W" * 300, 150, 20, "display", 10)
    assert (text[-1], px) == ("…", 10)
    assert 140 < brush.width(text, px, "display") <= 150
    brush, font = counted(monkeypatch)
    assert brush.fitted("x" * 300, 150, 20)[0].endswith("…")
    font.calls = 0
    brush.fitted("x" * 300, 150, 20)
    assert font.calls == 0, "nothing is measured anew in each frame"
