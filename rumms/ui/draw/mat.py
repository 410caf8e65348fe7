"""The table and what is printed on the mat: kingdoms, castles, wall; and the parts that stand up or are missing."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import pairwise
from math import ceil, cos, floor, sin, tau
from typing import Any, Final, NamedTuple

import numpy as np
import pygame

from rumms.physics.model import Area, Disc, Mat, Shape
from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Ring, Surface, noise, rings
from rumms.ui.draw.dice import hull, tinted
from rumms.ui.draw.view import TILT, View
from rumms.ui.theme import Colour, mix

SEED: Final = 5
"""Of meadows, firs and stones: every mat of a size is printed alike."""
CORNER: Final = 10
"""Radius of the mat's corners, in pixels of the design."""
THICK: Final = 4
"""Thickness of the felt, in pixels of the design."""
HEIGHT: Final = 1.0
"""Centimetres that solid parts are drawn high; they are higher, but must not hide what is behind them."""

_PLANKS: Final = 6
_GRAIN: Final = 8
"""The grain of wood runs along the table: it is made so many times shorter and stretched."""
_TILE: Final = 256
"""Pixels of a patch of felt, which repeats."""
_STONE, _STONE_2, _MORTAR, _WALL_LINE = (theme.colour(code) for code in ("#A79C90", "#C4B8A8", "#6F665F", "#574E49"))
_RIM: Final = theme.colour("#4A3A34")
_HEM: Final = theme.colour("#FFFAEC")
_LIME: Final = theme.colour("#FFF3E0")
_DEPTH, _DEPTH_2 = theme.colour("#170D09"), theme.colour("#453127")
_OAK, _OAK_DEEP, _OAK_LIGHT = theme.colour("#9A7350"), theme.colour("#5E412B"), theme.colour("#D9B68C")


class Kingdom(NamedTuple):
    """What one half of the mat is printed with."""

    side: str
    near: Colour
    """The ground at the wall."""
    far: Colour
    meadow: Colour
    meadow_2: Colour
    road: Colour
    fir: Colour
    fir_2: Colour
    shade: Colour
    """What the castle's colour is softened with."""


RED: Final = Kingdom(
    side="red",
    near=theme.colour("#EFD5B6"),
    far=theme.colour("#E9C6A6"),
    meadow=theme.colour("#EACBA8"),
    meadow_2=theme.colour("#E3BE98"),
    road=theme.colour("#F6E4CB"),
    fir=theme.colour("#DDB58C"),
    fir_2=theme.colour("#D2A67B"),
    shade=theme.colour("#B98468"),
)
BLUE: Final = Kingdom(
    side="blue",
    near=theme.colour("#D3DFD6"),
    far=theme.colour("#BFD3D3"),
    meadow=theme.colour("#C4D7CF"),
    meadow_2=theme.colour("#B6CDC9"),
    road=theme.colour("#E2EBE2"),
    fir=theme.colour("#A9C5BC"),
    fir_2=theme.colour("#9BB9B2"),
    shade=theme.colour("#7F9CAC"),
)
_WOODS: Final = ((0.46, 0.15, 5), (0.82, 0.23, 4), (0.50, 0.85, 5), (0.86, 0.80, 5))
"""Where firs grow, in parts of a kingdom from its short side to the wall and from top to bottom, and how many."""


def table(brush: Brush, size: tuple[int, int]) -> Surface:
    """The walnut table, darker towards the corners."""
    return brush.keep(("table", size), lambda: _table(brush, size))


def felt(brush: Brush, mat: Mat, scale: float) -> Surface:
    """The whole mat at so many pixels a centimetre, with round corners; its first row of pixels is at y = width."""
    return _cut(brush, _printed(brush, mat, scale, _whole(mat, scale)))


def lay(on: Surface, brush: Brush, view: View, *, is_moving: bool = False) -> None:
    """Table and mat as far as the view shows it, over the whole picture; while the view moves, quickly and roughly."""
    size = on.get_size()
    key = (size, view.mat, tuple(view.area), view.zoom, view.centre, is_moving and view.zoom > 1.0)
    last = brush.keep("ground", _Last)
    if last.key != key:
        last.key, last.image = key, _ground(brush, view, size, is_rough=key[-1])
    on.blit(last.image, (0, 0))


def _whole(mat: Mat, scale: float) -> Rect:
    return Rect(0, 0, round(mat.length * scale), round(mat.width * scale))


class _Last:
    """The ground as it was drawn last, and for what."""

    key: Hashable = None
    image: Surface


def _ground(brush: Brush, view: View, size: tuple[int, int], *, is_rough: bool) -> Surface:
    image = table(brush, size).copy()
    seen = view.box.clip(view.area) if view.zoom > 1.0 else view.box
    _darken(image, seen.move(0, brush.u(10)), brush.u(16))
    rim = Surface((seen.width, 2 * brush.u(CORNER)))
    rim.fill(_RIM)
    image.blit(_cut(brush, rim), rim.get_rect(bottomleft=(seen.left, seen.bottom + brush.u(THICK))))
    part = seen.move(-view.box.left, -view.box.top)
    cloth = _stretched(brush, view, part) if is_rough else _printed(brush, view.mat, view.scale, part)
    image.blit(_cut(brush, cloth), seen)
    return image.convert() if pygame.display.get_surface() else image


def _stretched(brush: Brush, view: View, part: Rect) -> Surface:
    """A part of an enlarged mat from the picture of the whole one: blurred, but in no time."""
    mat, zoom = view.mat, view.zoom
    fit = brush.keep(("fit", mat, view.fit), lambda: _printed(brush, mat, view.fit, _whole(mat, view.fit)))
    # Whole pixels of the small picture, a little more than is seen, so that nothing jumps while it moves.
    left, top = floor(part.left / zoom), floor(part.top / zoom)
    wide, high = ceil(part.width / zoom) + 2, ceil(part.height / zoom) + 2
    small = fit.subsurface(Rect(left, top, wide, high).clip(fit.get_rect()))
    cloth = Surface(part.size)
    large = pygame.transform.smoothscale(small, (round(small.width * zoom), round(small.height * zoom)))
    cloth.blit(large, (round(left * zoom) - part.left, round(top * zoom) - part.top))
    return cloth


def _darken(image: Surface, box: Rect, blur: int) -> None:
    """A soft shadow of a box, blurred at a fraction of its size: it is large."""
    times = max(1, blur // 2)
    around = box.inflate(6 * blur, 6 * blur)
    small = Surface((around.width // times + 1, around.height // times + 1), pygame.SRCALPHA)
    inner = Rect(3 * blur // times, 3 * blur // times, box.width // times, box.height // times)
    pygame.draw.rect(small, (170,) * 4, inner, border_radius=blur // times)
    small = pygame.transform.gaussian_blur(small, max(1, round(blur / times)))
    large = pygame.transform.smoothscale(tinted(small, theme.SHADOW), (small.width * times, small.height * times))
    image.blit(large, around, special_flags=pygame.BLEND_PREMULTIPLIED)


def _cut(brush: Brush, cloth: Surface) -> Surface:
    """A piece of cloth with round corners."""
    out = Surface(cloth.get_size(), pygame.SRCALPHA)
    out.blit(cloth, (0, 0))
    radius = brush.u(CORNER)
    mask = brush.mask(2 * radius, 2 * radius, radius)
    for right in (0, 1):
        for low in (0, 1):
            at = (right * (out.width - radius), low * (out.height - radius))
            part = (right * radius, low * radius, radius, radius)
            out.blit(mask, at, part, special_flags=pygame.BLEND_RGBA_MULT)
    return out


# Wood.


def _table(brush: Brush, size: tuple[int, int]) -> Surface:
    width, height = max(2, size[0] // _GRAIN), size[1]
    rng = np.random.default_rng(3)
    wood = Surface((width, height))
    board = height / _PLANKS
    for plank in range(_PLANKS):
        colour = mix(theme.WALNUT, theme.WALNUT_2, rng.random())
        wood.fill(colour, (0, round(plank * board), width, round(board) + 1))
    lengths = ((420, 3, 22.0), (150, 2, 12.0), (60, 2, 6.0), (500, 90, 10.0))
    grains = tuple(((max(1, brush.u(long) // _GRAIN), brush.u(high)), strength) for long, high, strength in lengths)
    light = noise((width, height), grains, 3).astype("float32")
    for plank in range(1, _PLANKS):
        joint = round(plank * board) - 1
        wood.fill(mix(theme.WALNUT_2, theme.BLACK, 0.42), (0, joint, width, brush.u(2)))
        wood.fill(mix(theme.WALNUT, theme.WHITE, 0.08), (0, joint + brush.u(2), width, 1))
        light[:, joint : joint + brush.u(2) + 1] *= 0.3
    x, y = np.linspace(-1, 1, width, dtype="float32")[:, None], np.linspace(-1, 1, height, dtype="float32")[None]
    far = 1 - 0.62 * np.clip((x * x + y * y) / 2, 0, 1) ** 1.3
    pixels = pygame.surfarray.pixels3d(wood)
    for channel in range(3):
        pixels[..., channel] = np.clip((pixels[..., channel] + light) * far, 0, 255)
    del pixels
    return pygame.transform.smoothscale(wood, size)


# Printing.


def _printed(brush: Brush, mat: Mat, scale: float, part: Rect) -> Surface:
    """A part of the mat, in pixels from its upper left corner, as cloth without corners cut."""
    times = 2
    press = _Press(brush, mat, scale * times, (part.left * times, part.top * times), part.size, times)
    for kingdom in (RED, BLUE):
        press.kingdom(kingdom)
    if mat.castles is not None:
        for kingdom, area in zip((RED, BLUE), mat.castles, strict=True):
            press.castle(kingdom, area)
    if mat.wall is not None:
        press.wall(mat.wall)
    cloth = pygame.transform.smoothscale(press.cloth, part.size)
    _felted(brush, cloth, part)
    press = _Press(brush, mat, scale, part.topleft, part.size, 1, cloth)
    press.hem()
    for hole in mat.holes:
        press.hole(hole)
    for solid in sorted(mat.solids, key=lambda one: -_middle(one.shape)[1]):
        press.solid(solid.shape)
    return cloth


def _felted(brush: Brush, cloth: Surface, part: Rect) -> None:
    """Rough like felt, and a little uneven in the large."""

    def patch() -> Surface:
        return _grey(noise((_TILE, _TILE), (((2, 2), 8.0), ((3, 3), 6.0)), 7) + 7)

    def clouds() -> Surface:
        size = (max(2, part.width // 8), max(2, part.height // 8))
        return _grey(noise(size, (((brush.u(90) // 8 or 1, brush.u(60) // 8 or 1), 9.0),), 8) + 5)

    tile = brush.keep(("felt", _TILE), patch)
    cloth.fill((12, 12, 12), special_flags=pygame.BLEND_RGB_SUB)
    for x in range(-(part.left % _TILE), part.width, _TILE):
        for y in range(-(part.top % _TILE), part.height, _TILE):
            cloth.blit(tile, (x, y), special_flags=pygame.BLEND_RGB_ADD)
    uneven = pygame.transform.smoothscale(brush.keep(("clouds", part.size), clouds), part.size)
    cloth.blit(uneven, (0, 0), special_flags=pygame.BLEND_RGB_ADD)


def _grey(light: np.ndarray[Any, Any]) -> Surface:
    values = np.clip(light, 0, 255).astype("uint8")
    return pygame.surfarray.make_surface(np.repeat(values[..., None], 3, axis=2))


class _Press:
    """Prints on a piece of a mat; lengths in centimetres, y up."""

    def __init__(
        self,
        brush: Brush,
        mat: Mat,
        scale: float,
        corner: tuple[int, int],
        size: tuple[int, int],
        times: int,
        cloth: Surface | None = None,
    ) -> None:
        self.brush, self.mat, self.scale, self.corner = brush, mat, scale, corner
        self.cloth = cloth or Surface((size[0] * times, size[1] * times))
        wall = mat.wall
        self.border = mat.length / 2 if wall is None else (wall.left + wall.right) / 2

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The pixel of a point."""
        return x * self.scale - self.corner[0], (self.mat.width - y) * self.scale - self.corner[1]

    def box(self, area: Area, less: float = 0.0) -> Rect:
        """The pixels of an area, which may be smaller on all sides."""
        left, top = self.at(area.left + less, area.top - less)
        right, bottom = self.at(area.right - less, area.bottom + less)
        return Rect(round(left), round(top), round(right) - round(left), round(bottom) - round(top))

    def long(self, centimetres: float) -> int:
        """A length in pixels, at least one."""
        return max(1, round(centimetres * self.scale))

    def fill(self, colour: Colour, points: Ring) -> None:
        """A polygon by its corners in centimetres."""
        pixels = points * (self.scale, -self.scale) + self.at(0.0, 0.0)
        pygame.draw.polygon(self.cloth, colour, pixels.tolist())

    def disc(self, colour: Colour, x: float, y: float, radius: float, rim: float = 0.0) -> None:
        """A circle, or a ring."""
        pygame.draw.circle(self.cloth, colour, self.at(x, y), radius * self.scale, self.long(rim) if rim else 0)

    # A kingdom.

    def kingdom(self, kingdom: Kingdom) -> None:
        """Ground, meadows, a road and firs of one half."""
        half = self._half(kingdom)
        rng = np.random.default_rng(SEED + (kingdom is BLUE))
        box = self.box(half)
        self.cloth.set_clip(box)
        for step in range(64):
            part = (step + 0.5) / 64
            colour = mix(kingdom.far, kingdom.near, part if kingdom is RED else 1 - part)
            left, right = (box.left + box.width * end // 64 for end in (step, step + 1))
            self.cloth.fill(colour, (left, box.top, right - left, box.height))
        wide, high = half.right - half.left, self.mat.width
        for _ in range(round(wide * high / 100)):
            x, y = half.left + rng.random() * wide, rng.random() * high
            radius = 1.6 + 3.2 * rng.random()
            waves = rng.random(3) * tau
            self.fill(kingdom.meadow, _blob(x, y, radius, waves))
            self.fill(kingdom.meadow_2, _blob(x, y, radius * 0.62, waves))
        self._road(kingdom)
        self._greenery(kingdom, half, rng)
        self.cloth.set_clip(None)

    def _half(self, kingdom: Kingdom) -> Area:
        if kingdom is RED:
            return Area(0.0, 0.0, self.border, self.mat.width)
        return Area(self.border, 0.0, self.mat.length, self.mat.width)

    def _road(self, kingdom: Kingdom) -> None:
        """From the castle to the wall."""
        if self.mat.castles is None:
            return
        area = self.mat.castles[kingdom is BLUE]
        start = area.right - 0.5 if kingdom is RED else area.left + 0.5
        middle = (area.bottom + area.top) / 2
        gate = sum(castle.bottom + castle.top for castle in self.mat.castles) / 4
        part = np.linspace(0, 1, 80)
        x = start + (self.border - start) * part
        bend = 1.2 if kingdom is RED else -1.2
        y = middle + (gate - middle) * part**2 * (3 - 2 * part) + bend * np.sin(tau * part**0.9)
        way = np.c_[x, y]
        along = np.gradient(way, axis=0)
        aside = np.c_[-along[:, 1], along[:, 0]] / np.hypot(*along.T)[:, None] * 0.62
        self.fill(kingdom.road, np.vstack([way + aside, (way - aside)[::-1]]))

    def _greenery(self, kingdom: Kingdom, half: Area, rng: np.random.Generator) -> None:
        wide, high = half.right - half.left, self.mat.width
        for along, down, count in _WOODS:
            places = rng.random((count, 3))
            for x, y, size in sorted(places.tolist(), key=lambda one: -one[1]):
                reach = along * wide + (x - 0.5) * 4.4
                x_at = reach if kingdom is RED else self.mat.length - reach
                self._fir(kingdom, x_at, high * (1 - down) + (y - 0.5) * 2.6, 0.75 + 0.5 * size)
        for x, y in rng.random((round(wide * high / 15), 2)).tolist():
            base = (half.left + 1.2 + x * (wide - 2.4), 1.2 + y * (high - 2.4))
            for lean in (-0.35, 0.0, 0.35):
                tip = (base[0] + 0.32 * sin(lean), base[1] + 0.3 * cos(lean))
                pygame.draw.line(self.cloth, kingdom.fir, self.at(*base), self.at(*tip), self.long(0.05))

    def _fir(self, kingdom: Kingdom, x: float, y: float, size: float) -> None:
        crown = np.array([(-0.55, -0.1), (0.55, -0.1), (0.0, 1.35)])
        lit = np.array([(-0.55, -0.1), (0.0, -0.1), (0.0, 1.35)])
        stem = np.array([(-0.08, -0.08), (0.08, -0.08), (0.08, -0.38), (-0.08, -0.38)])
        for colour, points in ((kingdom.fir_2, stem), (kingdom.fir_2, crown), (kingdom.fir, lit)):
            self.fill(colour, points * size + (x, y))

    # A castle.

    def castle(self, kingdom: Kingdom, area: Area) -> None:
        """A castle in plan; its outline is exactly the area that counts."""
        team = self.brush.team(kingdom.side)
        stone = mix(team.base, kingdom.shade, 0.30)
        floor = mix(mix(team.base, kingdom.near, 0.56), theme.colour("#FFF6E6"), 0.12)
        pale = mix(stone, _LIME, 0.34)
        small = min(area.right - area.left, area.top - area.bottom) / 8
        pygame.draw.rect(self.cloth, stone, self.box(area), border_radius=self.long(0.12 * small))
        pygame.draw.rect(self.cloth, pale, self.box(area, 0.28 * small))
        self._battlements(stone, area, 0.62 * small)
        pygame.draw.rect(self.cloth, mix(stone, theme.BLACK, 0.12), self.box(area, 0.76 * small))
        self._flagstones(floor, team.light, self.box(area, 0.86 * small), small)
        self._emblem(kingdom, floor, stone, area, small)
        for x in (area.left + 0.8 * small, area.right - 0.8 * small):
            for y in (area.bottom + 0.8 * small, area.top - 0.8 * small):
                self._tower(kingdom, mix(stone, theme.BLACK, 0.16), mix(stone, _LIME, 0.3), (x, y, small))

    def _battlements(self, stone: Colour, area: Area, deep: float) -> None:
        wide, high = area.right - area.left, area.top - area.bottom
        for count, is_along in ((_odd(wide / deep * 0.85), True), (_odd(high / deep * 0.85), False)):
            for number in range(0, count, 2):
                start, end = number / count, (number + 1) / count
                if is_along:
                    left, right = area.left + start * wide, area.left + end * wide
                    teeth = (
                        Area(left, area.top - deep, right, area.top),
                        Area(left, area.bottom, right, area.bottom + deep),
                    )
                else:
                    low, top = area.bottom + start * high, area.bottom + end * high
                    teeth = (Area(area.left, low, area.left + deep, top), Area(area.right - deep, low, area.right, top))
                for tooth in teeth:
                    pygame.draw.rect(self.cloth, stone, self.box(tooth))

    def _flagstones(self, floor: Colour, light: Colour, box: Rect, small: float) -> None:
        rng = np.random.default_rng(SEED)
        pygame.draw.rect(self.cloth, floor, box)
        gap = 0.07 * small * self.scale
        wide, high = 0.9 * small * self.scale, 0.785 * small * self.scale
        for row in range(ceil(box.height / high)):
            for column in range(-1, ceil(box.width / wide)):
                left = box.left + (column + row % 2 / 2) * wide
                stone = Rect(left, box.top + row * high, wide - gap, high - gap).clip(box)
                tint = mix(floor, light, 0.1 + 0.3 * rng.random())
                pygame.draw.rect(self.cloth, tint, stone, border_radius=self.long(0.08 * small))

    def _emblem(self, kingdom: Kingdom, floor: Colour, stone: Colour, area: Area, small: float) -> None:
        """A crown in a square for red, in a ring for blue."""
        x, y = (area.left + area.right) / 2, (area.bottom + area.top) / 2
        colour = mix(floor, stone, 0.55)
        if kingdom is RED:
            half = 1.75 * small
            frame = self.box(Area(x - half, y - half, x + half, y + half))
            pygame.draw.rect(self.cloth, colour, frame, self.long(0.22 * small), border_radius=self.long(0.4 * small))
        else:
            self.disc(colour, x, y, 1.9 * small, 0.22 * small)
        for ring, is_hole in rings("king"):
            tint = mix(floor, self.brush.team(kingdom.side).light, 0.25) if is_hole else colour
            self.fill(tint, ring * (2.35 * small, -2.35 * small) + (x, y))

    def _tower(self, kingdom: Kingdom, wall: Colour, roof: Colour, place: tuple[float, float, float]) -> None:
        """Square for red, round for blue, inside the castle's outline."""
        x, y, small = place
        if kingdom is BLUE:
            self.disc(wall, x, y, 0.8 * small)
            self.disc(roof, x, y, 0.52 * small)
            return
        for colour, half, corner in ((wall, 0.8 * small, 0.2 * small), (roof, 0.5 * small, 0.12 * small)):
            box = self.box(Area(x - half, y - half, x + half, y + half))
            pygame.draw.rect(self.cloth, colour, box, border_radius=self.long(corner))

    # The rest.

    def wall(self, area: Area) -> None:
        """Rounded stones, with a dark line at both edges: where touching begins."""
        rng = np.random.default_rng(SEED)
        wide = area.right - area.left
        count = max(1, round((area.top - area.bottom) / 1.154))
        high = (area.top - area.bottom) / count
        pygame.draw.rect(self.cloth, _MORTAR, self.box(area))
        for row in range(count):
            cuts = (0.0, 0.26, 0.74, 1.0) if row % 2 else (0.0, 0.5, 1.0)
            top = area.top - row * high
            for left, right in pairwise(cuts):
                stone = Area(area.left + left * wide, top - high, area.left + right * wide, top)
                self._stone(mix(_STONE, _STONE_2, rng.random()), self.box(stone, 0.05))
        for x in (area.left, area.right - 0.1):
            pygame.draw.rect(self.cloth, _WALL_LINE, self.box(Area(x, area.bottom, x + 0.1, area.top)))

    def _stone(self, colour: Colour, box: Rect) -> None:
        radius = self.long(0.14)
        pygame.draw.rect(self.cloth, mix(colour, theme.BLACK, 0.18), box, border_radius=radius)
        box.height -= self.long(0.09)
        pygame.draw.rect(self.cloth, colour, box, border_radius=radius)

    def hem(self) -> None:
        """Stitches all around."""
        mat = self.mat
        for long, other, is_along in ((mat.length, mat.width, True), (mat.width, mat.length, False)):
            count = max(1, round(long * 1.6))
            size = (self.long(long / count * 0.54), self.long(0.09))
            stitch = Surface(size if is_along else size[::-1], pygame.SRCALPHA)
            stitch.fill((*_HEM, 160))
            for number in range(1, count - 1):
                along = (number + 0.5) * long / count
                for aside in (0.45, other - 0.45):
                    x, y = self.at(along, aside) if is_along else self.at(aside, along)
                    self.cloth.blit(stitch, stitch.get_rect(center=(round(x), round(y))))

    def hole(self, shape: Shape) -> None:
        """Where the mat is missing: dark, with the shadow of its edge."""
        outline = _outline(shape) * (self.scale, -self.scale) + self.at(0.0, 0.0)
        box, inside = _around(outline, self.long(0.2))
        if not box.colliderect(self.cloth.get_rect()):
            return
        mask = _filled(box.size, inside, 255)
        depth = Surface(box.size, pygame.SRCALPHA)
        depth.fill(_DEPTH)
        lit = _filled(box.size, inside + np.array([0.18, 0.26]) * self.scale, 255)
        lit = pygame.transform.gaussian_blur(lit, self.long(0.12))
        lit.fill((*_DEPTH_2, 255), special_flags=pygame.BLEND_RGBA_MULT)
        depth.blit(lit, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
        depth.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        self.cloth.blit(depth, box, special_flags=pygame.BLEND_PREMULTIPLIED)
        _line(self.cloth, outline, theme.colour("#8C7460"), self.long(0.09))

    def solid(self, shape: Shape) -> None:
        """A block that stands on the mat; its foot is the outline that counts."""
        foot = _outline(shape) * (self.scale, -self.scale) + self.at(0.0, 0.0)
        rise = np.array([0.0, -TILT * HEIGHT * self.scale])
        box, inside = _around(np.vstack([foot, foot + rise]), self.long(1.2))
        if not box.colliderect(self.cloth.get_rect()):
            return
        count = len(foot)
        thick = max(1.4, 0.05 * self.scale)
        low, high = inside[:count], inside[count:]
        self.cloth.blit(_cast(box.size, low, self.scale), box, special_flags=pygame.BLEND_PREMULTIPLIED)
        times = 2
        block = Surface((box.width * times, box.height * times), pygame.SRCALPHA)
        whole = hull(np.vstack([low, high]))
        pygame.draw.polygon(block, mix(_OAK_DEEP, theme.BLACK, 0.35), (_grown(whole, thick / 2) * times).tolist())
        pygame.draw.polygon(block, _OAK_DEEP, (_grown(whole, -thick / 2) * times).tolist())
        for k in range(count):
            self._side(block, times, (low[k - 1], low[k], high[k], high[k - 1]))
        pygame.draw.polygon(block, mix(_OAK, _OAK_LIGHT, 0.6), (_grown(high, -thick * 0.4) * times).tolist())
        pygame.draw.polygon(block, _OAK, (_grown(high, -thick * 1.6) * times).tolist())
        self.cloth.blit(pygame.transform.smoothscale(block, box.size), box, special_flags=pygame.BLEND_PREMULTIPLIED)

    def _side(self, block: Surface, times: int, corners: tuple[Ring, Ring, Ring, Ring]) -> None:
        """A side that faces down the screen, the darker the more it turns away from the light."""
        x, y = corners[1] - corners[0]
        length = float(np.hypot(x, y))
        if x <= 0 or length == 0:
            return
        # The outline runs counter-clockwise: to its right is outside.
        lit = 0.5 - 0.5 * float(-y / length)
        pygame.draw.polygon(block, mix(_OAK_DEEP, _OAK, 0.15 + 0.4 * lit), [(c * times).tolist() for c in corners])


# Shapes.


def _blob(x: float, y: float, radius: float, waves: Ring) -> Ring:
    """A round patch with a soft outline, wider than high."""
    angles = np.linspace(0, tau, 48, endpoint=False)
    sway = sum(
        part * np.sin(times * angles + wave)
        for part, times, wave in zip((0.12, 0.084, 0.048), (2, 3, 5), waves, strict=True)
    )
    far = radius * (1 + sway)
    out: Ring = np.c_[x + 1.25 * far * np.cos(angles), y + far * np.sin(angles)]
    return out


def _outline(shape: Shape) -> Ring:
    """The corners of a shape, counter-clockwise, in centimetres."""
    if isinstance(shape, Disc):
        angles = np.linspace(0, tau, 72, endpoint=False)
        disc: Ring = np.c_[np.cos(angles), np.sin(angles)] * shape.radius + np.array([shape.x, shape.y])
        return disc
    return np.array(shape.corners, float)


def _middle(shape: Shape) -> tuple[float, float]:
    x, y = _outline(shape).mean(0).tolist()
    return x, y


def _around(points: Ring, margin: int) -> tuple[Rect, Ring]:
    """The box of some pixels with a margin, and the same pixels seen from its corner."""
    left, top = (np.floor(points.min(0)).astype(int) - margin).tolist()
    right, bottom = (np.ceil(points.max(0)).astype(int) + margin).tolist()
    return Rect(left, top, right - left, bottom - top), points - (left, top)


def _filled(size: tuple[int, int], points: Ring, alpha: int) -> Surface:
    """A smooth polygon in white, premultiplied."""
    image = Surface((size[0] * 2, size[1] * 2), pygame.SRCALPHA)
    pygame.draw.polygon(image, (alpha,) * 4, (points * 2).tolist())
    return pygame.transform.smoothscale(image, size)


def _cast(size: tuple[int, int], foot: Ring, scale: float) -> Surface:
    """The shadow of a block, premultiplied."""
    image = _filled(size, hull(np.vstack([foot, foot + np.array([0.45, 0.36]) * scale])), 150)
    image = pygame.transform.gaussian_blur(image, max(1, round(0.14 * scale)))
    return tinted(image, theme.DICE_SHADOW)


def _line(on: Surface, points: Ring, colour: Colour, thick: int) -> None:
    """A closed line; its rim is smooth."""
    box, inside = _around(points, thick + 1)
    image = Surface((box.width * 2, box.height * 2), pygame.SRCALPHA)
    pygame.draw.lines(image, colour, True, (inside * 2).tolist(), thick * 2)
    on.blit(pygame.transform.smoothscale(image, box.size), box, special_flags=pygame.BLEND_PREMULTIPLIED)


def _grown(points: Ring, by: float) -> Ring:
    """A convex shape whose corners are so much further from its middle."""
    middle = points.mean(0)
    away = points - middle
    far = np.hypot(*away.T)[:, None]
    out: Ring = middle + away * np.maximum(1 + by / np.maximum(far, 1.0), 0.1)
    return out


def _odd(count: float) -> int:
    """The nearest odd number, at least 3: battlements begin and end with a tooth."""
    return max(3, 2 * round((count - 1) / 2) + 1)
