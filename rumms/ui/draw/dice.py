"""Dice: cubes in any rotation, seen from above with a tilt, with their shadows, ice, rings and badges."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from math import cos, hypot, radians, sin, tau
from time import perf_counter
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import numpy as np
import pygame

from rumms.physics.film import FROM_TOP, Quaternion, Sight, lowest, lying, rotation
from rumms.physics.model import EDGE, TOP, Face
from rumms.places import shipped
from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Ring, Surface, rings, smooth
from rumms.ui.draw.view import TILT
from rumms.ui.theme import Colour, Team, mix

Point: TypeAlias = tuple[float, float]
RingStyle: TypeAlias = Literal["selected", "choice", "hover"]
Badge: TypeAlias = Literal["no", "captured"]
Slot: TypeAlias = Literal["face", "rim", "plate", "ink", "mark"]

BUCKET: Final = 3
"""Degrees: dice that lie flat are drawn at multiples of it."""
FLAT: Final = 0.99985
"""Cosine of the tilt up to which a die counts as lying flat: one degree, less than a pixel."""
STEPS: Final = 40
"""In how many steps of a part of a quaternion tumbling dice are drawn: about three degrees apart."""
ROUGH_STEPS: Final = 11
"""The same, ten degrees apart: for dice that tumble among many others."""
NEAR_BUCKETS: Final = (1, -1, 2, -2, 3, -3)
MOST_PAINTED: Final = 5
"""New pictures that a frame of a film waits for."""
MOST_ROUGH: Final = 4000
LIFTS: Final = 8
"""Steps of height per edge in which shadows are drawn; of tumbling dice, half as many."""
HIGHEST: Final = 3.0
"""Edges: a shadow gets no softer above that."""
GHOST: Final = 115
"""Opacity of a ghost, of 255."""
MOST_FLAT, MOST_TUMBLING, MOST_MARKS = 24_000_000, 12_000_000, 8_000_000
"""Pixels that are kept, at four bytes each."""
DASHES: Final = 12
"""Of a ring."""
MOST_STEPS: Final = 24
"""In which dashes creep to the place of the next; a step is a pixel where fewer are enough."""

_LIGHT: Final = np.array([-0.36, 0.42, 0.83])
_TO_SCREEN: Final = np.array([[1.0, 0.0], [0.0, -1.0], [0.0, -TILT]])
_TO_EYE: Final = np.array([0.0, -TILT, 1.0])
_PLAIN: Final = 0.41
"""A face that is seen more flatly stays plain; so do all sides of a die that lies flat."""
_NIGHT, _PITCH = theme.colour("#1B1018"), theme.colour("#120A10")
_FROST, _FROST_DEEP = theme.colour("#BFDCE8"), theme.colour("#6F93A6")
_FLAKE: Final = theme.colour("#1F6C8C")


class Look(NamedTuple):
    """What a die is painted with."""

    kind: str
    """The name of its icon; `<kind>-shadow` is that of its shadow faces."""
    letter: str
    """Stands on the plate of a kind without an icon."""
    side: str
    faces: tuple[bool, ...]
    """For each of FACES: is it active?"""
    is_ice: bool = False
    is_frosted: bool = False


class Sprite(NamedTuple):
    """A picture, premultiplied, and where its upper left corner is, seen from the middle of what it shows."""

    image: Surface
    left: int
    top: int

    def put(self, on: Surface, at: Point, alpha: int = 255) -> None:
        """Draw it with its middle at a pixel."""
        image = self.image
        if alpha < 255:
            image = image.copy()
            image.fill((alpha, alpha, alpha, alpha), special_flags=pygame.BLEND_RGBA_MULT)
        on.blit(image, (round(at[0]) + self.left, round(at[1]) + self.top), special_flags=pygame.BLEND_PREMULTIPLIED)


class Shelf:
    """Sprites by what they show; of too many pixels those go that were not used for longest."""

    def __init__(self, most: int) -> None:
        self.most, self.pixels = most, 0
        self._sprites: OrderedDict[Hashable, Sprite] = OrderedDict()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._sprites

    def get(self, key: Hashable, make: Callable[[], Sprite]) -> Sprite:
        """The sprite that was made for this key, or is made now."""
        found = self._sprites.get(key)
        if found is not None:
            self._sprites.move_to_end(key)
            return found
        made = self._sprites[key] = make()
        self.pixels += _area(made)
        while self.pixels > self.most and len(self._sprites) > 1:
            self.pixels -= _area(self._sprites.popitem(last=False)[1])
        return made


class Dice:
    """All dice of a window are drawn with one; what it has painted once it keeps."""

    def __init__(self, brush: Brush) -> None:
        self.brush = brush
        self._flat, self._tumbling, self._marks = Shelf(MOST_FLAT), Shelf(MOST_TUMBLING), Shelf(MOST_MARKS)
        self._works: dict[Hashable, Iterator[None]] = {}
        self._roughly: dict[Hashable, Sprite] = {}
        self._left: int | None = None

    @contextmanager
    def hurried(self) -> Iterator[None]:
        """A frame of a film: once so many new pictures are painted in it, nearly the same ones will do."""
        self._left = MOST_PAINTED
        try:
            yield
        finally:
            self._left = None

    def cube(
        self, on: Surface, look: Look, centre: Point, edge: int, turned: Quaternion, alpha: int = 255
    ) -> pygame.Rect:
        """A die; `centre` is the pixel of the cube's centre. The box that it fills."""
        sprite = self.sprite(look, edge, turned)
        sprite.put(on, centre, alpha)
        return pygame.Rect((round(centre[0]) + sprite.left, round(centre[1]) + sprite.top), sprite.image.get_size())

    def sprite(self, look: Look, edge: int, turned: Quaternion) -> Sprite:
        """The picture of a die in a rotation."""
        flat = _flat(turned)
        if flat is not None:
            return self._lying(look, edge, look.faces[flat[0]], flat[1])
        steps = _stepped(turned)
        key, rough = (look, edge, steps), (look, edge, _stepped(turned, ROUGH_STEPS))
        if key in self._tumbling or not self._is_late or rough not in self._roughly:
            team = self._team(look)
            if len(self._roughly) > MOST_ROUGH:
                self._roughly.clear()
            self._roughly[rough] = self._tumbling.get(
                key, lambda: self._counted(painted(look, team, edge, _unit(steps), 2))
            )
        return self._roughly[rough]

    @property
    def _is_late(self) -> bool:
        return self._left is not None and self._left <= 0

    def _counted(self, made: Sprite) -> Sprite:
        if self._left is not None:
            self._left -= 1
        return made

    def picture(self, look: Look, edge: int, up: Face = TOP) -> Surface:
        """A die that lies straight, without its shadow, for panels; not premultiplied: blit it as it is."""
        key = ("die", look, edge, up)
        return self.brush.keep(key, lambda: _straight(self._lying(look, edge, look.faces[up], 0).image))

    def ghost(self, on: Surface, look: Look, at: Point, edge: int, turned: Quaternion) -> None:
        """Where a die would come to; `at` is the ground below its centre. Its footprint is dashed."""
        self.cube(on, look, (at[0], at[1] - TILT * edge / 2), edge, turned, GHOST)
        flat = _flat(turned)
        yaw = BUCKET * flat[1] if flat else lying(turned)[1]
        outline = _turned(_square(0.56, 0.15, 6) * edge, yaw)
        self._ring(("footprint", edge, round(yaw) % 90), outline, 0.0, theme.CREAM).put(on, at)

    def ice(self, on: Surface, centre: Point, edge: int, turned: Quaternion) -> None:
        """A clear ice cube, through which one sees who is frozen, with a snowflake; `centre` is that of the ice."""
        flat = _flat(turned)
        # Of its four yaws one is taken that leaves the glint at the upper left.
        steps = _stepped(turned) if flat is None else _stepped(rotation(TOP, BUCKET * ((flat[1] + 15) % 30 - 15)), 1000)
        self._tumbling.get(("ice", edge, steps), lambda: _clear(edge, _unit(steps))).put(on, centre)
        flake = self._marks.get(("flake", edge), lambda: _badge_icon("ice", round(edge * 0.5), _FLAKE))
        flake.put(on, (centre[0] + edge * 0.5, centre[1] - edge * (TILT / 2 + 0.42)))

    def shadow(self, on: Surface, at: Point, edge: int, turned: Quaternion, lift: float = 0.0) -> None:
        """The shadow of a die; `at` is the ground below its centre, `lift` how high it hovers, in edges."""
        flat = _flat(turned)
        shape: Hashable = flat[1] % 30 if flat else _widths(turned)
        # A die that rolls over an edge touches the ground with that edge alone.
        steps = LIFTS if flat else LIFTS // 2
        height = min(max(lift, 0.0) + (0.0 if flat else _rise(turned)), HIGHEST)
        height = round(height * steps) / steps

        def make() -> Sprite:
            if flat:
                return _shadow(_turned(_square(0.5, 0.12, 4), BUCKET * flat[1]), edge, height)
            return _shadow(hull(_zonogon(_widths(turned))), edge, height)

        self._marks.get((shape, edge, height), make).put(
            on, (at[0] + max(lift, 0.0) * edge * 0.42, at[1] + max(lift, 0.0) * edge * 0.34)
        )

    def ring(self, on: Surface, at: Point, edge: int, side: str, style: RingStyle, now: float = 0.0) -> None:
        """A ring in the side's shape round a footprint: `at` is the footprint's middle, `now` a time in seconds."""
        seconds = 0.0 if self.brush.calm else now
        grow = 1.0 if style == "choice" else 1.1
        outline = _square(0.72 * grow, 0.24, 8) if side == "red" else _circle(0.82 * grow, 64)
        if style == "choice":
            dash = edge * _length(outline) / DASHES
            steps = min(max(1, round(dash)), MOST_STEPS)
            step = int(12 * self.brush.scale * seconds / dash * steps) % steps
            phase = step / steps / DASHES
            self._ring(("choice", side, edge, step), outline * edge, phase, theme.CREAM).put(on, at)
            return
        strength = 1.0 if self.brush.calm else 0.925 - 0.075 * cos(tau * seconds / 1.4)
        colour = theme.FOCUS if style == "selected" else theme.HONEY
        self._glow(edge, 210 if style == "selected" else 230, colour).put(on, at, round(strength * 255))
        self._ring((style, side, edge), outline * edge, None, colour).put(on, at)

    def badge(self, on: Surface, at: Point, edge: int, badge: Badge) -> None:
        """A round badge at the upper right corner of a die; `at` is the ground below its centre."""
        wide = max(self.brush.u(16), round(edge * 0.62))
        sprite = self._marks.get(("badge", badge, wide), lambda: _badge(badge, wide))
        sprite.put(on, (at[0] + edge * 0.56, at[1] - edge * 0.74))

    def prepare(self, looks: Sequence[Look], edge: int, milliseconds: float) -> bool:
        """Paint ahead for about so long what these dice may look like while they slide; is everything ready?"""
        key = (tuple(looks), edge)
        work = self._works.get(key)
        if work is None:
            self._works = {key: (work := self._ahead(key[0], edge))}
        until = perf_counter() + milliseconds / 1000
        return all(perf_counter() <= until for _ in work)

    def _ahead(self, looks: Sequence[Look], edge: int) -> Iterator[None]:
        for bucket in range(90 // BUCKET):
            self.shadow(Surface((1, 1)), (0, 0), edge, rotation(TOP, BUCKET * bucket))
            yield
        for look in dict.fromkeys(_plain_look(one, is_active) for one in looks for is_active in sorted(set(one.faces))):
            for bucket in range(360 // BUCKET):
                if self._flat.pixels > 0.9 * MOST_FLAT:
                    return
                self._lying(look, edge, look.faces[TOP], bucket)
                yield

    def _lying(self, look: Look, edge: int, is_active: bool, bucket: int) -> Sprite:
        key: tuple[Hashable, ...]
        *kind, _ = key = (look.kind, look.letter, look.side, look.is_ice, look.is_frosted, is_active, edge, bucket)
        if self._is_late and key not in self._flat:
            near = ((*kind, (bucket + by) % (360 // BUCKET)) for by in NEAR_BUCKETS)
            key = next((one for one in near if one in self._flat), key)
        plain = _plain_look(look, is_active)
        return self._flat.get(key, lambda: self._counted(self._painted_flat(plain, edge, bucket)))

    def _painted_flat(self, look: Look, edge: int, bucket: int) -> Sprite:
        return painted(look, self._team(look), edge, rotation(TOP, BUCKET * bucket), _times(edge))

    def _team(self, look: Look) -> Team:
        if look.is_ice:
            return theme.ICE
        team = self.brush.team(look.side)
        if look.is_frosted:
            return Team(mix(team.base, _FROST, 0.34), mix(team.deep, _FROST_DEEP, 0.3), team.light)
        return team

    def _ring(self, key: Hashable, outline: Ring, phase: float | None, colour: Colour) -> Sprite:
        thick = 1.56 * max(1.0, self.brush.scale)
        return self._marks.get(("ring", key), lambda: _ring(outline, phase, thick, colour))

    def _glow(self, edge: int, alpha: int, colour: Colour) -> Sprite:
        return self._marks.get(("glow", edge, alpha, colour), lambda: _glow(round(edge * 1.6), alpha, colour))


def dice_of(brush: Brush) -> Dice:
    """The dice of a window, whichever screen asks: what one has painted the others need not paint again."""
    return brush.keep("dice", lambda: Dice(brush))


# Shapes, in edges, y up.


@cache
def _square(half: float, radius: float, steps: int) -> Ring:
    """A square with round corners."""
    return np.array(
        [
            (
                x * (half - radius) + radius * cos(radians(start + 90 * step / steps)),
                y * (half - radius) + radius * sin(radians(start + 90 * step / steps)),
            )
            for x, y, start in ((1, -1, -90), (1, 1, 0), (-1, 1, 90), (-1, -1, 180))
            for step in range(steps + 1)
        ]
    )


@cache
def _circle(radius: float, points: int) -> Ring:
    angles = np.linspace(0, tau, points, endpoint=False)
    out: Ring = np.c_[radius * np.cos(angles), radius * np.sin(angles)]
    return out


def _turned(points: Ring, yaw: float) -> Ring:
    """On the screen, where y goes down, after a turn to the left."""
    c, s = cos(radians(yaw)), sin(radians(yaw))
    out: Ring = points @ np.array([[c, -s], [-s, -c]])
    return out


def _length(outline: Ring) -> float:
    return float(np.hypot(*(np.roll(outline, -1, 0) - outline).T).sum())


_WAYS: Final = np.array([(cos(tau * k / 72), sin(tau * k / 72)) for k in range(72)]).T


def hull(points: Ring) -> Ring:
    """The points that lie furthest in any of 72 directions, in order: the convex hull, near enough to be drawn."""
    furthest = np.argmax(points @ _WAYS, axis=0)
    out: Ring = points[furthest[furthest != np.roll(furthest, 1)]]
    return out


# Rotations.


def _matrix(turned: Quaternion) -> np.ndarray[Any, Any]:
    w, x, y, z = turned
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


_AXES: Final = np.array([np.round(_matrix(turned)) for turned in FROM_TOP])
"""For each face right, up and outwards along the cube's axes: its figure is upright when FROM_TOP brings it up."""
_SKIN: Final = np.vstack([np.c_[_square(0.5, 0.15, 3), np.full(16, 0.5)] @ axes for axes in _AXES])
"""Points of the cube between which its hull is stretched."""


@lru_cache(4096)
def _flat(turned: Quaternion) -> tuple[Face, int] | None:
    """The face that is up and the yaw in buckets, if the cube lies flat."""
    w, x, y, z = turned
    if max(abs(x * z - w * y), abs(y * z + w * x), abs(0.5 - x * x - y * y)) * 2 < FLAT:
        return None
    up, yaw = lying(turned)
    return up, round(yaw / BUCKET) % (360 // BUCKET)


def _rise(turned: Quaternion) -> float:
    """How much higher the centre of a cube on the ground is than if it lay flat, in edges."""
    return -lowest(Sight(0.0, 0.0, 0.0, turned)) / EDGE - 0.5


def _stepped(turned: Quaternion, steps: int = STEPS) -> tuple[int, ...]:
    """A rotation in steps; its two quaternions give the same ones."""
    rounded = tuple(round(part * steps) for part in turned)
    return max(rounded, tuple(-part for part in rounded))


def _unit(steps: tuple[int, ...]) -> Quaternion:
    length = sum(part * part for part in steps) ** 0.5
    return Quaternion(*(part / length for part in steps))


def _widths(turned: Quaternion) -> tuple[tuple[int, int], ...]:
    """The cube's three edges seen from above, in quarters, in an order that is the same for all 24 ways to turn it."""
    w, i, j, k = turned
    edges = (
        (round(4 - 8 * (j * j + k * k)), round(8 * (i * j + w * k))),
        (round(8 * (i * j - w * k)), round(4 - 8 * (i * i + k * k))),
        (round(8 * (i * k + w * j)), round(8 * (j * k - w * i))),
    )
    return tuple(sorted(max((x, y), (-x, -y)) for x, y in edges))


def _zonogon(widths: tuple[tuple[int, int], ...]) -> Ring:
    """The corners of a cube seen from above, on the screen; inner ones, too."""
    signs = np.array([(a, b, c) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)])
    out: Ring = signs @ np.array(widths) * (1, -1) / 8
    return out


# What is painted on faces: polygons with the slot of their colour, all points of a face in one array.


class Art(NamedTuple):
    """The polygons of a face, y down as in icons: all their points, and for each from where to where and its slot."""

    points: Ring
    parts: tuple[tuple[int, int, Slot], ...]


def _art(polygons: Sequence[tuple[Ring, Slot]]) -> Art:
    ends = np.cumsum([len(points) for points, _ in polygons]).tolist()
    parts = tuple((end - len(points), end, slot) for (points, slot), end in zip(polygons, ends, strict=True))
    return Art(np.vstack([points for points, _ in polygons]), parts)


@cache
def _plain_art(side: str, is_ice: bool) -> Art:
    """A side face of a die that lies: two studs for red, a band for blue."""
    face: tuple[Ring, Slot] = (_square(0.455, 0.13, 6), "face")
    if is_ice:
        return _art([face, (_square(0.36, 0.1, 4), "plate")])
    if side == "red":
        studs = (_circle(0.105, 16) + np.array([x, 0.0]) for x in (-0.24, 0.24))
        return _art([face, *((stud, "mark") for stud in studs)])
    return _art([face, (np.array([(-0.47, -0.13), (0.47, -0.13), (0.47, 0.13), (-0.47, 0.13)]), "mark")])


@cache
def _real_art(kind: str, letter: str, side: str, is_active: bool, is_ice: bool, gap: float) -> Art:
    """A face with its figure, drawn to a precision of `gap`."""
    polygons: list[tuple[Ring, Slot]] = [(_square(0.455, 0.13, 6), "face")]
    if is_ice:
        polygons.append((_square(0.36, 0.1, 4), "plate"))
    elif is_active:
        plate = _square(0.40, 0.085, 4) if side == "red" else _circle(0.415, 40)
        polygons += [(plate * 1.07, "rim"), (plate, "plate")]
    size = 0.84 if not is_active else 0.70 if side == "red" else 0.64
    ground: Slot = "plate" if is_active or is_ice else "face"
    for ring, is_hole in _figure(kind, letter, is_active):
        polygons.append((_thinned(ring * size, gap), ground if is_hole else "ink"))
    return _art(polygons)


def _figure(kind: str, letter: str, is_active: bool) -> list[tuple[Ring, bool]]:
    """The figure of a kind; without one of its own the letter, on a shadow face in the arm of the moon."""
    if not is_active:
        if _has_icon(f"{kind}-shadow"):
            return rings(f"{kind}-shadow")
        small = [(ring * 0.58 + (0.13, 0.02), is_hole) for ring, is_hole in _figure(kind, letter, True)]
        return [(_crescent(), False), *small]
    return rings(kind) if _has_icon(kind) else glyph(letter)


def _has_icon(name: str) -> bool:
    return shipped("assets", "icons", f"{name}.svg").is_file()


@cache
def _crescent() -> Ring:
    """A waning moon, open to the right."""
    back = np.radians(np.linspace(60, 300, 40))
    front = np.radians(np.linspace(293, 67, 40))
    outer = np.c_[0.5 * np.cos(back), 0.5 * np.sin(back)]
    inner = np.c_[0.12 + 0.47 * np.cos(front) * 0.98, 0.45 * np.sin(front)]
    return np.vstack([outer, inner])


@cache
def glyph(letter: str) -> list[tuple[Ring, bool]]:
    """A letter of the display cut as outlines, from -0.5 to 0.5."""
    font = pygame.Font(shipped("assets", "fonts", theme.FONTS["display"]), 160)
    image = font.render(letter[:1] or "?", True, theme.INK)
    box = image.get_bounding_rect()
    # A rim of two pixels, so that all that surrounds the letter is one part.
    inked = pygame.Mask((box.width + 4, box.height + 4))
    inked.draw(pygame.mask.from_surface(image.subsurface(box)), (2, 2))
    bare = inked.copy()
    bare.invert()
    high = max(box.size)
    middle = (box.width / 2 + 2, box.height / 2 + 2)
    holes = [part for part in bare.connected_components(4) if not part.get_at((0, 0))]
    return [
        ((np.array(part.outline()) - middle) / high, is_hole)
        for parts, is_hole in ((inked.connected_components(4), False), (holes, True))
        for part in parts
    ]


def _thinned(ring: Ring, gap: float) -> Ring:
    """A ring without points that lie nearer than `gap` to the one before."""
    kept: list[list[float]] = []
    for x, y in ring.tolist():
        if not kept or hypot(x - kept[-1][0], y - kept[-1][1]) >= gap:
            kept.append([x, y])
    return np.array(kept) if len(kept) > 2 else ring


# Painting.


def painted(look: Look, team: Team, edge: int, turned: Quaternion, times: int) -> Sprite:
    """A cube in a rotation, drawn so many times larger and shrunk."""
    matrix = _matrix(turned)
    screen = matrix.T @ _TO_SCREEN * (edge * times)
    outline = hull(_SKIN @ screen)
    image, middle, left, top = _canvas(outline, times)
    outline = outline + middle
    pygame.draw.polygon(image, mix(team.deep, _PITCH, 0.35), outline.tolist())
    inner = middle + (outline - middle) * (1 - max(1.4 / edge, 0.032))
    pygame.draw.polygon(image, mix(team.base, team.light, 0.42), inner.tolist())
    outwards = _AXES[:, 2] @ matrix.T
    upright = _AXES @ matrix[2]
    seen, lit = (outwards @ _TO_EYE).tolist(), (outwards @ _LIGHT).tolist()
    gap = round(0.6 / edge, 3)
    for face, axes in enumerate(_AXES):
        if seen[face] < 0.02:
            continue
        is_plain, is_active = seen[face] < _PLAIN, look.faces[face]
        if is_plain:
            art = _plain_art(look.side, look.is_ice)
        else:
            art = _real_art(look.kind, look.letter, look.side, is_active, look.is_ice, gap)
        is_dark = not (is_plain or is_active or look.is_ice)
        colours = _colours(team, look.side, look.is_ice, is_dark, round(lit[face] * 32) / 32)
        right, up, out = axes @ screen
        # Studs and bands lie level, whichever way the face is turned.
        if is_plain and abs(upright[face, 0]) > abs(upright[face, 1]):
            right, up = up, right
        points = (art.points @ np.array([right, -up]) + (out / 2 + middle)).tolist()
        for start, end, slot in art.parts:
            pygame.draw.polygon(image, colours[slot], points[start:end])
    # All that was drawn is opaque and all else is 0, so it is premultiplied already.
    return Sprite(pygame.transform.smoothscale(image, (image.width // times, image.height // times)), left, top)


@lru_cache(1024)
def _colours(team: Team, side: str, is_ice: bool, is_dark: bool, lit: float) -> dict[Slot, Colour]:
    """The colours of a face on which so much light falls."""
    base, deep, light = team
    if is_dark:
        face = mix(deep, _NIGHT, 0.38 - 0.08 * min(max(lit, 0.0), 1.0))
        return {"face": face, "ink": mix(light, face, 0.06 + 0.3 * max(0.6 - lit, 0.0)), "plate": face}
    face = mix(deep, base, min(max(0.42 + 0.75 * lit, 0.22), 1.0))
    if is_ice:
        return {"face": face, "plate": mix(face, theme.WHITE, 0.55), "ink": theme.ICE_INK}
    bright = min(max(0.58 + 0.55 * lit, 0.55), 1.0)
    return {
        "face": face,
        "rim": mix(base, deep, 0.65),
        "plate": mix(mix(base, theme.BLACK, 0.2), theme.PLATE, bright),
        "ink": deep if lit > 0.2 else mix(deep, theme.BLACK, 0.2),
        "mark": mix(face, light, 0.5 if side == "red" else 0.62),
    }


def _times(edge: int) -> int:
    """How many times larger a die at rest is drawn, to be shrunk: the larger it is, the less is needed."""
    return 4 if edge <= 32 else 3 if edge <= 96 else 2


def _canvas(outline: Ring, times: int) -> tuple[Surface, Ring, int, int]:
    """A clear picture for a shape round (0, 0), so many times larger; its middle, and its corner once it is shrunk."""
    left, top = (np.floor(np.round(outline.min(0) / times, 3)).astype(int) - 1).tolist()
    right, bottom = (np.ceil(np.round(outline.max(0) / times, 3)).astype(int) + 1).tolist()
    image = Surface(((right - left) * times, (bottom - top) * times), pygame.SRCALPHA)
    # A hair aside, so that no corner lies on the edge of a pixel, where arithmetic would decide what is filled.
    return image, np.array([-left * times, -top * times]) + 0.001, left, top


def _clear(edge: int, turned: Quaternion) -> Sprite:
    """An ice cube that one sees through."""
    times = _times(edge)
    matrix = _matrix(turned)
    screen = matrix.T @ _TO_SCREEN * (edge * times)
    outline = hull(_SKIN @ screen)
    image, middle, left, top = _canvas(outline, times)
    line = round(0.05 * edge * times)
    pygame.draw.polygon(image, (190, 230, 243, 84), (outline + middle).tolist())
    seen = _AXES[:, 2] @ matrix.T @ _TO_EYE
    for face in np.argsort(seen)[-3:]:
        right, up, out = _AXES[face] @ screen

        def on(points: Ring, frame: Ring = np.array([right, -up]), out: Ring = out) -> list[list[float]]:  # noqa: B008
            placed: list[list[float]] = (points @ frame + (out / 2 + middle)).tolist()
            return placed

        if face != np.argmax(seen):
            if seen[face] > 0.05:
                pygame.draw.polygon(image, (120, 186, 212, 120), on(_square(0.46, 0.1, 6)))
            continue
        pygame.draw.polygon(image, (236, 250, 255, 96), on(_square(0.46, 0.12, 6)))
        pygame.draw.polygon(image, (255, 255, 255, 210), on(_square(0.47, 0.12, 6)), line)
        glint = np.array([(-0.34, -0.1), (-0.1, -0.34), (0.0, -0.34), (-0.34, 0.0)])
        pygame.draw.polygon(image, (255, 255, 255, 215), on(glint))
    pygame.draw.polygon(image, (74, 140, 168, 235), (outline + middle).tolist(), line)
    size = (image.width // times, image.height // times)
    return Sprite(pygame.transform.smoothscale(image.premul_alpha(), size), left, top)


def _shadow(footprint: Ring, edge: int, lift: float) -> Sprite:
    """The shadow of a footprint: a dark one where it touches the ground, a wide and pale one from high above."""
    blur = edge * (0.085 + 0.16 * lift)
    # Blurred at a fraction of the size: quicker by far, and nobody sees it.
    times = max(1, round(blur / 2))
    outline = footprint * edge
    swept = hull(np.vstack([outline, outline + np.array([0.20, 0.16]) * edge]))
    left, top = (np.floor(swept.min(0)) - 3 * blur - 1).astype(int).tolist()
    small = (np.ceil((swept.max(0) + 3 * blur + 1 - (left, top)) / times)).astype(int).tolist()
    size = (small[0] * times, small[1] * times)
    grey = Surface(size, pygame.SRCALPHA)
    paleness = round(150 / (1 + 1.1 * lift))
    pygame.draw.polygon(grey, (paleness,) * 4, (swept - (left, top)).tolist())
    contact = round(190 - 160 * lift)
    if contact > paleness:
        pygame.draw.polygon(grey, (contact,) * 4, (outline * 1.02 - (left, top)).tolist())
    soft = pygame.transform.gaussian_blur(pygame.transform.smoothscale(grey, small), max(1, round(blur / times)))
    image = pygame.transform.smoothscale(soft, size)
    return Sprite(tinted(image, theme.DICE_SHADOW), left, top)


def tinted(soft: Surface, colour: Colour) -> Surface:
    """A picture in one colour, as opaque as another one; premultiplied."""
    # Multiplied in one step, colours would be rounded up: a rim that is lighter than the ground.
    soft.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    soft.fill((*colour, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return soft.premul_alpha()


def _ring(outline: Ring, phase: float | None, thick: float, colour: Colour) -> Sprite:
    """A line with a dark rim along an outline; dashed, if a phase is given: where the first dash begins."""
    closed = np.vstack([outline, outline[:1]])
    along = np.r_[0, np.cumsum(np.hypot(*np.diff(closed, axis=0).T))]
    spots = np.linspace(0, 1, 420, endpoint=False)
    if phase is not None:
        spots = (np.arange(DASHES)[:, None] + np.linspace(0, 0.6, 14)[None]).ravel() / DASHES + phase
    places = spots % 1.0 * along[-1]
    points = np.c_[np.interp(places, along, closed[:, 0]), np.interp(places, along, closed[:, 1])]
    half = int(np.abs(outline).max() + thick * 2 + 2)

    def draw(image: Surface, times: float) -> None:
        for tint, radius in ((theme.INK, thick + 1.2 * thick / 1.56), (colour, thick)):
            for x, y in ((points + half) * times).tolist():
                pygame.draw.circle(image, tint, (x, y), radius * times)

    return Sprite(smooth((2 * half, 2 * half), draw, 4 if half <= 96 else 2), -half, -half)


def _glow(radius: int, alpha: int, colour: Colour) -> Sprite:
    """Soft light."""
    ways = np.linspace(-1, 1, 2 * radius)
    light = np.clip(1 - np.hypot(ways[:, None], ways[None]), 0, 1) ** 1.6 * alpha
    image = Surface((2 * radius, 2 * radius), pygame.SRCALPHA)
    pygame.surfarray.pixels_alpha(image)[:] = light.astype("uint8")
    pygame.surfarray.pixels3d(image)[:] = colour
    return Sprite(image.premul_alpha(), -radius, -radius)


def _badge(badge: Badge, wide: int) -> Sprite:
    """A disc with a rim and a sign."""
    if badge == "no":
        ground, sign, ink, size = theme.CORAL, "close", theme.PAPER, 0.46
    else:
        ground, sign, ink, size = theme.STYLES["dark"].bottom, "moon", theme.colour("#FFE9AE"), 0.57

    def draw(image: Surface, times: float) -> None:
        middle = wide * times / 2
        pygame.draw.circle(image, theme.PAPER, (middle, middle), middle)
        pygame.draw.circle(image, ground, (middle, middle), middle * 0.86)
        for ring, is_hole in rings(sign):
            pygame.draw.polygon(image, ground if is_hole else ink, (ring * (size * wide * times) + middle).tolist())

    return Sprite(smooth((wide, wide), draw, 4), -wide // 2, -wide // 2)


def _badge_icon(name: str, wide: int, ink: Colour) -> Sprite:
    """An icon alone."""

    def draw(image: Surface, times: float) -> None:
        for ring, is_hole in rings(name):
            points = (ring * (wide * times) + (wide / 2 + 1) * times).tolist()
            pygame.draw.polygon(image, (0, 0, 0, 0) if is_hole else ink, points)

    return Sprite(smooth((wide + 2, wide + 2), draw, 4), -wide // 2 - 1, -wide // 2 - 1)


def _straight(image: Surface) -> Surface:
    """A premultiplied picture as an ordinary one."""
    out = image.copy()
    alpha = pygame.surfarray.array_alpha(image)[..., None]
    pixels = pygame.surfarray.pixels3d(out)
    pixels[:] = np.minimum(pixels.astype("uint16") * 255 // np.maximum(alpha, 1), 255).astype("uint8")
    del pixels
    return out


def _plain_look(look: Look, is_active: bool) -> Look:
    """A look by what is seen of it when it lies: all that matters is what is up."""
    return look._replace(faces=(is_active,) * 6)


def _area(sprite: Sprite) -> int:
    width, height = sprite.image.get_size()
    return width * height
