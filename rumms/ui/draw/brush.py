"""The brush: text, icons, panels and soft shadows at the size of one window, each made once and kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from functools import cache
from math import cos, pi, sin
from typing import Any, Final, Literal, TypeVar

import numpy as np
import pygame

from rumms.places import shipped
from rumms.ui import theme
from rumms.ui.theme import Colour, Cut, Palette, Team

T = TypeVar("T")
Anchor = Literal["left", "centre", "right"]
Surface = pygame.Surface
Rect = pygame.Rect

MOST_TEXTS: Final = 3000
"""Pictures of texts that are kept; then all are made anew."""
MOST_LETTERS: Final = 250
"""Of a line: a window shows no more unless they have no width, and texts from files may be made of such letters."""
ELLIPSIS: Final = "…"
SHARPEST: Final = 4
"""Pixels of a blur that are enough to be smooth."""


class Brush:
    """Everything that is drawn is drawn with one: it knows the scale, the size of texts and the palette."""

    def __init__(
        self,
        size: tuple[int, int],
        *,
        text: float = 1.0,
        palette: Palette = "usual",
        calm: bool = False,
    ) -> None:
        self.size = size
        self.scale = min(size[0] / 1280, size[1] / 720)
        self.text_scale, self.palette, self.calm = text, palette, calm
        self._kept: dict[Hashable, Any] = {}
        self._texts: dict[tuple[str, Cut, float, Colour], Surface] = {}

    # Lengths and colours.

    def u(self, length: float) -> int:
        """A length of the design in pixels of this window; what is there at all is one pixel at least."""
        return max(1, round(length * self.scale)) if length > 0 else round(length * self.scale)

    def t(self, length: float) -> int:
        """A length that grows with the size of texts, too."""
        return max(1, round(length * self.scale * self.text_scale))

    def team(self, side: str) -> Team:
        """The colours of a side in this palette."""
        return theme.TEAMS[self.palette][side]

    def keep(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was made for this key before, or is made now. For pictures that are drawn again and again."""
        try:
            return self._kept[key]  # type: ignore[no-any-return]
        except KeyError:
            self._kept[key] = made = make()
            return made

    # Text.

    def font(self, cut: Cut, px: float) -> pygame.Font:
        """A cut at a size of the design."""
        pixels = self.t(px)
        return self.keep(
            ("font", cut, pixels), lambda: pygame.Font(shipped("assets", "fonts", theme.FONTS[cut]), pixels)
        )

    def width(self, text: str, px: float = theme.BODY, cut: Cut = "text") -> int:
        """How wide a line of text is."""
        return self.font(cut, px).size(text)[0]

    def rendered(self, text: str, px: float, colour: Colour, cut: Cut) -> Surface:
        """The picture of a line of text."""
        key = (text, cut, px, colour)
        found = self._texts.get(key)
        if found is None:
            if len(self._texts) >= MOST_TEXTS:
                self._texts.clear()
            font = self.font(cut, px)
            wide, high = font.size(text)
            # A text without any width, such as an accent alone, is refused by the font.
            found = self._texts[key] = font.render(text, True, colour) if wide else Surface((0, high), pygame.SRCALPHA)
        return found

    def text(
        self,
        on: Surface,
        text: str,
        at: tuple[float, float],
        px: float = theme.BODY,
        colour: Colour = theme.INK,
        cut: Cut = "text",
        anchor: Anchor = "left",
    ) -> Rect:
        """One line; `at` is the left end, the middle or the right end of its middle line."""
        image = self.rendered(text, px, colour, cut)
        box = image.get_rect()
        box.centery = round(at[1] + (self.t(px) * 0.06 if cut == "display" else 0))
        match anchor:
            case "left":
                box.left = round(at[0])
            case "centre":
                box.centerx = round(at[0])
            case "right":
                box.right = round(at[0])
        on.blit(image, box)
        return box

    def lines(self, text: str, width: float, px: float = theme.BODY, cut: Cut = "text") -> list[str]:
        """A text broken into lines that fit; a word that is too long for any is broken itself."""
        key = ("lines", text, round(width), px, cut)
        return self.keep(key, lambda: list(_broken(text, width, self.font(cut, px))))

    def shortened(self, text: str, width: float, px: float = theme.BODY, cut: Cut = "text") -> str:
        """A text that fits into one line: the whole of it, or its beginning with an ellipsis."""

        def make() -> str:
            font = self.font(cut, px)
            if _fits(text, width, font):
                return text
            room = width - font.size(ELLIPSIS)[0]
            return text[: _letters(text, room, font)].rstrip(" .,") + ELLIPSIS

        return self.keep(("shortened", text, round(width), px, cut), make)

    def fitted(
        self, text: str, width: float, px: float, cut: Cut = "text", least: float = theme.SMALLEST
    ) -> tuple[str, float]:
        """A text and its size that fit into one line: smaller letters first, down to `least`, then fewer."""

        def make() -> tuple[str, float]:
            size = px
            while size > least and self.width(text, size, cut) > width:
                size = max(least, size - 0.5)
            return self.shortened(text, width, size, cut), size

        return self.keep(("fitted", text, round(width), px, cut, least), make)

    def leading(self, px: float) -> float:
        """From a line of text to the next."""
        return self.t(px) * theme.LEADING

    def paragraph(
        self,
        on: Surface,
        text: str,
        box: Rect,
        px: float = theme.BODY,
        colour: Colour = theme.INK,
        cut: Cut = "text",
        anchor: Anchor = "left",
    ) -> int:
        """A text in lines from the top of a box, as wide as the box; how high they are together."""
        x = {"left": box.left, "centre": box.centerx, "right": box.right}[anchor]
        lead = self.leading(px)
        lines = self.lines(text, box.width, px, cut)
        for number, line in enumerate(lines):
            self.text(on, line, (x, box.top + (number + 0.5) * lead), px, colour, cut, anchor)
        return round(len(lines) * lead)

    def height(self, text: str, width: float, px: float = theme.BODY, cut: Cut = "text") -> int:
        """How high a paragraph of that width is."""
        return round(len(self.lines(text, width, px, cut)) * self.leading(px))

    def outlined(
        self,
        on: Surface,
        text: str,
        at: tuple[float, float],
        px: float,
        colour: Colour = theme.PAPER,
        rim: Colour = theme.INK,
        width: float = 3,
        anchor: Anchor = "centre",
    ) -> Rect:
        """A line in the display cut with a rim around it, a little thicker below."""
        image = self.keep(
            ("outlined", text, px, colour, rim, width), lambda: self._rimmed(text, px, colour, rim, width)
        )
        box = image.get_rect(center=(round(at[0]), round(at[1])))
        if anchor == "left":
            box.left = round(at[0])
        elif anchor == "right":
            box.right = round(at[0])
        on.blit(image, box)
        return box

    def _rimmed(self, text: str, px: float, colour: Colour, rim: Colour, width: float) -> Surface:
        thick = self.u(width)
        under, over = (self.rendered(text, px, one, "display") for one in (rim, colour))
        out = Surface((under.get_width() + 2 * thick, under.get_height() + 3 * thick), pygame.SRCALPHA)
        for step in range(24):
            angle = step * pi / 12
            out.blit(under, (thick + round(thick * cos(angle)), thick + round(thick * sin(angle)) + thick // 2))
        out.blit(over, (thick, thick))
        return out

    # Icons.

    def icon(self, name: str, pixels: int, colour: Colour) -> Surface:
        """An icon of so many pixels in a colour."""

        def make() -> Surface:
            file = shipped("assets", "icons", f"{name}.svg")
            image = pygame.image.load_sized_svg(file, (pixels, pixels)).convert_alpha()
            image.fill((*colour, 0), special_flags=pygame.BLEND_RGBA_ADD)
            return image

        return self.keep(("icon", name, pixels, colour), make)

    def has_icon(self, name: str) -> bool:
        """Is there an icon of that name?"""
        return self.keep(("has icon", name), lambda: shipped("assets", "icons", f"{name}.svg").is_file())

    def put_icon(self, on: Surface, name: str, at: tuple[float, float], px: float, colour: Colour = theme.INK) -> None:
        """An icon of that size of the design, its middle at a point."""
        image = self.icon(name, self.u(px), colour)
        on.blit(image, image.get_rect(center=(round(at[0]), round(at[1]))))

    # Panels.

    def mask(self, width: int, height: int, radius: int) -> Surface:
        """A white rectangle with round corners."""
        return self.keep(("mask", width, height, radius), lambda: _mask(width, height, radius))

    def glow(
        self,
        on: Surface,
        box: Rect,
        radius: float,
        blur: float,
        alpha: int,
        colour: Colour = theme.SHADOW,
        down: float = 0,
    ) -> None:
        """A soft rectangle behind a box: a shadow, or light around it."""
        soft = max(1, self.u(blur))
        key = ("glow", box.size, self.u(radius), soft, alpha, colour)
        image = self.keep(key, lambda: _soft(*box.size, self.u(radius), soft, alpha, colour))
        on.blit(image, (box.left - 2 * soft, box.top - 2 * soft + self.u(down)))

    def sheet(
        self,
        size: tuple[int, int],
        radius: float,
        top: Colour,
        bottom: Colour,
        border: Colour | None = None,
        thick: float = 0,
        alpha: int = 255,
    ) -> Surface:
        """A rectangle with round corners, coloured from top to bottom, with a border or without."""
        width, height = max(1, size[0]), max(1, size[1])
        round_by, rim = self.u(radius), self.u(thick) if border else 0
        key = ("sheet", width, height, round_by, top, bottom, border, rim, alpha)
        return self.keep(key, lambda: self._sheet(width, height, round_by, (top, bottom, border, rim, alpha)))

    def _sheet(
        self, width: int, height: int, radius: int, look: tuple[Colour, Colour, Colour | None, int, int]
    ) -> Surface:
        top, bottom, border, rim, alpha = look
        out = Surface((width, height), pygame.SRCALPHA)
        if border:
            out = self.mask(width, height, radius).copy()
            out.fill((*border, 255), special_flags=pygame.BLEND_RGBA_MULT)
        inner = (max(1, width - 2 * rim), max(1, height - 2 * rim))
        image = gradient(*inner, top, bottom)
        image.blit(self.mask(*inner, max(1, radius - rim)), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        out.blit(image, (rim, rim))
        if alpha < 255:
            out.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
        return out

    def panel(
        self,
        on: Surface,
        box: Rect,
        radius: float = 14,
        top: Colour = theme.PAPER,
        bottom: Colour = theme.PAPER_2,
        border: Colour | None = None,
        thick: float = 0,
        shadow: float = 10,
        alpha: int = 95,
    ) -> None:
        """A slip of paper, or of plum, with its shadow."""
        if shadow:
            self.glow(on, box, radius, shadow, alpha, down=shadow * 0.55)
        on.blit(self.sheet(box.size, radius, top, bottom, border, thick), box)

    def plum(self, on: Surface, box: Rect, radius: float = 14, shadow: float = 8) -> None:
        """A dark label."""
        self.panel(on, box, radius, theme.PLUM, theme.PLUM_2, shadow=shadow)

    def chip(self, on: Surface, side: str, at: tuple[float, float], px: float, icon: str = "") -> None:
        """The mark of a side: a square for red, round for blue."""
        team, wide = self.team(side), self.u(px)
        radius = px / 4 if side == "red" else px / 2
        box = Rect(0, 0, wide, wide)
        box.center = (round(at[0]), round(at[1]))
        self.panel(on, box, radius, shadow=4, alpha=90)
        inner = box.inflate(-self.u(6), -self.u(6))
        round_by = max(1.0, radius - 2) if side == "red" else px / 2
        on.blit(self.sheet(inner.size, round_by, team.base, team.base), inner)
        if icon:
            self.put_icon(on, icon, at, px * 0.56, theme.PAPER)

    def mark(self, on: Surface, side: str, at: tuple[float, float], px: float, rim: Colour = theme.PAPER) -> None:
        """A small mark of a side, with a rim."""
        wide = self.u(px)
        team = self.team(side)
        image = self.sheet((wide, wide), px / 4 if side == "red" else px / 2, team.base, team.base, rim, 2)
        on.blit(image, image.get_rect(center=(round(at[0]), round(at[1]))))

    def token(self, on: Surface, icon: str, at: tuple[float, float], px: float) -> None:
        """An icon on a square of honey."""
        square = Rect(0, 0, self.u(px), self.u(px))
        square.center = (round(at[0]), round(at[1]))
        on.blit(self.sheet(square.size, px * 0.27, theme.colour("#F9DC97"), theme.colour("#F3C566")), square)
        self.put_icon(on, icon, square.center, px * 0.54, theme.colour("#6B4508"))

    def smooth(self, on: Surface, box: Rect, draw: Callable[[Surface, float], None], times: int = 3) -> None:
        """What `draw(surface, scale)` paints so many times larger, shrunk into a box: smooth edges. It is not kept."""
        image = smooth(box.size, draw, times)
        on.blit(image, box, special_flags=pygame.BLEND_PREMULTIPLIED)


def smooth(size: tuple[int, int], draw: Callable[[Surface, float], None], times: int = 3) -> Surface:
    """A picture painted so many times larger and shrunk; premultiplied."""
    large = Surface((max(1, size[0]) * times, max(1, size[1]) * times), pygame.SRCALPHA)
    draw(large, times)
    return pygame.transform.smoothscale(large.premul_alpha(), (max(1, size[0]), max(1, size[1])))


def gradient(width: int, height: int, top: Colour, bottom: Colour) -> Surface:
    """From a colour above to one below."""
    column = Surface((1, height), pygame.SRCALPHA)
    column.fill((0, 0, 0, 255))
    first, last = np.array(top), np.array(bottom)
    rows = np.arange(height)[:, None] / max(1, height - 1)
    pixels = pygame.surfarray.pixels3d(column)
    pixels[0] = np.rint(first + (last - first) * rows)
    del pixels
    return pygame.transform.scale(column, (width, height))


def noise(
    size: tuple[int, int], grains: tuple[tuple[tuple[int, int], float], ...], seed: int = 1
) -> np.ndarray[Any, Any]:
    """Soft grain: for each size of grains so much lighter or darker."""
    rng = np.random.default_rng(seed)
    width, height = size
    out = np.zeros(size)
    for (wide, high), strength in grains:
        shape = (max(2, width // max(1, wide) + 2), max(2, height // max(1, high) + 2))
        grey = (rng.random(shape) * 255).astype("uint8")
        image = pygame.surfarray.make_surface(np.repeat(grey[..., None], 3, axis=2))
        out += strength * (pygame.surfarray.array3d(pygame.transform.smoothscale(image, size))[..., 0] / 255 - 0.5)
    return out


def shade(image: Surface, by: np.ndarray[Any, Any]) -> None:
    """Make a picture lighter and darker, pixel by pixel."""
    pixels = pygame.surfarray.pixels3d(image)
    pixels[:] = np.clip(pixels.astype("int16") + by[..., None], 0, 255).astype("uint8")
    del pixels


def vignette(image: Surface, strength: float, power: float) -> None:
    """Darken a picture towards its corners, by so many percent there."""
    width, height = image.get_size()
    x, y = np.linspace(-1, 1, width)[:, None], np.linspace(-1, 1, height)[None]
    far = np.clip((x * x + y * y) / 2, 0, 1) ** power
    pixels = pygame.surfarray.pixels3d(image)
    pixels[:] = np.clip(pixels * (1 - far * strength / 100)[..., None], 0, 255).astype("uint8")
    del pixels


Ring = np.ndarray[Any, Any]
Pixels = np.ndarray[Any, Any]


@cache
def rings(name: str) -> list[tuple[Ring, bool]]:
    """The outlines of an icon, from -0.5 to 0.5, outer ones first, and whether each is a hole."""
    path = re.search(r' d="([^"]+)"', shipped("assets", "icons", f"{name}.svg").read_text(encoding="utf-8"))
    if path is None:
        raise AssertionError(name)
    found = [
        np.array([[float(number) for number in point.split()] for point in ring.strip("MZ").split("L")]) / 64 - 0.5
        for ring in path[1].split("Z")
        if ring
    ]
    deep = [sum(_is_inside(ring[0], other) for other in found if other is not ring) for ring in found]
    return [(found[k], bool(deep[k] % 2)) for k in sorted(range(len(found)), key=deep.__getitem__)]


def _is_inside(point: Ring, ring: Ring) -> bool:
    (x, y), following = point, np.roll(ring, -1, 0)
    crosses = (ring[:, 1] > y) != (following[:, 1] > y)
    (ax, ay), (bx, by) = ring[crosses].T, following[crosses].T
    return bool(np.count_nonzero(x < (bx - ax) * (y - ay) / (by - ay) + ax) % 2)


def _mask(width: int, height: int, radius: int) -> Surface:
    width, height = max(1, width), max(1, height)
    # Between its corners every row and every column is alike: a small one is painted and stretched.
    small = min(width, 2 * radius + 2), min(height, 2 * radius + 2)
    corners = pygame.surfarray.array_alpha(_supersampled(*small, radius))
    mask = Surface((width, height), pygame.SRCALPHA)
    mask.fill((255, 255, 255, 255))
    pixels = pygame.surfarray.pixels_alpha(mask)
    pixels[:] = _stretched(corners, (width, height))
    del pixels
    return mask


def _supersampled(width: int, height: int, radius: int) -> Surface:
    times = 4
    large = Surface((width * times, height * times), pygame.SRCALPHA)
    large.fill((255, 255, 255, 0))
    pygame.draw.rect(large, (255, 255, 255, 255), large.get_rect(), border_radius=radius * times)
    return pygame.transform.smoothscale(large, (width, height))


def _stretched(pixels: Pixels, size: tuple[int, int]) -> Pixels:
    """As large as `size`, by repeating the middle row and the middle column."""
    for axis, length in enumerate(size):
        short = pixels.shape[axis]
        half = (short + 1) // 2
        steps = np.arange(length)
        at = np.where(steps < half, steps, np.maximum(half - 1, steps - (length - short)))
        pixels = pixels.take(at, axis)
    return pixels


def _soft(width: int, height: int, radius: int, blur: int, alpha: int, colour: Colour) -> Surface:
    around = 2 * blur
    size = (max(1, width) + 2 * around, max(1, height) + 2 * around)
    # Blurring costs much; between the corners it always gives the same, so that only a small one is blurred.
    least = 2 * (radius + 2 * around) + 2
    small = min(size[0], least), min(size[1], least)
    opacity = np.zeros(small, "uint8")
    inner = pygame.surfarray.array_alpha(_mask(small[0] - 2 * around, small[1] - 2 * around, radius))
    opacity[around:-around, around:-around] = inner * (alpha / 255)
    out = Surface(size, pygame.SRCALPHA)
    out.fill((*colour, 255))
    pixels = pygame.surfarray.pixels_alpha(out)
    pixels[:] = _stretched(_blurred(opacity, blur), size)
    del pixels
    return out


def _blurred(opacity: Pixels, blur: int) -> Pixels:
    """Blurred; what is blurred by much needs no more than a fraction of its pixels."""
    times = max(1, blur // SHARPEST)
    wide, high = opacity.shape
    blocks = np.pad(opacity, ((0, -wide % times), (0, -high % times)))
    small = blocks.reshape(-1, times, blocks.shape[1] // times, times).mean((1, 3), dtype="float32")
    across, down = (_bell(length, times, blur) for length in (wide, high))
    soft: Pixels = np.rint(across @ small @ down.T)
    return soft


def _bell(length: int, times: int, blur: int) -> Pixels:
    """What each of so many pixels takes of those of a picture that is so many times smaller, by how near they are."""
    short, beyond = -(-length // times), 2 * blur // times + 1
    near = np.arange(length)[:, None] + 0.5 - times * (np.arange(-beyond, short + beyond) + 0.5)
    weights = np.where(np.abs(near) <= 2 * blur, np.exp(-0.5 * (near / blur) ** 2), 0.0)
    weights /= weights.sum(axis=1, keepdims=True)
    return weights[:, beyond : beyond + short].astype("float32")


def _broken(text: str, width: float, font: pygame.Font) -> list[str]:
    lines: list[str] = []
    for part in text.split("\n"):
        line = ""
        for word in part.split(" "):
            longer = f"{line} {word}" if line else word
            if _fits(longer, width, font):
                line = longer
                continue
            if line:
                lines.append(line)
            start = 0
            while not _fits(line := word[start : start + MOST_LETTERS + 1], width, font) and len(line) > 1:
                start += (fitting := max(1, _letters(line, width, font)))
                lines.append(line[:fitting])
        lines.append(line)
    return lines


def _fits(line: str, width: float, font: pygame.Font) -> bool:
    return len(line) <= MOST_LETTERS and font.size(line)[0] <= width


def _letters(text: str, width: float, font: pygame.Font) -> int:
    """How many letters of a text fit into a line. Nothing much longer than that is measured."""
    least, beyond = 0, 1
    while beyond <= len(text) and _fits(text[:beyond], width, font):
        least, beyond = beyond, beyond * 2
    beyond = min(beyond, len(text) + 1)
    while beyond - least > 1:
        middle = (least + beyond) // 2
        if _fits(text[:middle], width, font):
            least = middle
        else:
            beyond = middle
    return least
