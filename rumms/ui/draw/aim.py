"""The aim: pull and arrow, the way to the first contact, and where the finger strikes; cheap enough for every frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import cos, dist, hypot, pi, radians, sin
from typing import Final, TypeAlias

import pygame

from rumms.language import say
from rumms.physics.film import Foresight, Sight
from rumms.physics.model import EDGE
from rumms.places import shipped
from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface, smooth
from rumms.ui.draw.view import View
from rumms.ui.gestures import FULL_PULL, MOST_BESIDE, Aim, Point
from rumms.ui.settings import AimLine
from rumms.ui.theme import Colour, mix

Ghost: TypeAlias = Callable[[Surface, Sight], None]
"""Draws the ghost of the flicked die."""

SHORTEST, GROWS = 60.0, 190.0
"""The shaft of the arrow: without power, and what full power adds."""
HEAD: Final = 32.0
START: Final = 0.98
"""Edges from the middle of the die to the arrow."""
KEYLINE: Final = 2.6
SLICES: Final = 40
"""Of the heat along the shaft."""
BREADTH: Final = 48
"""Of the arrow with its keyline."""
POWERS: Final = 100
"""Steps of power of which an arrow is drawn."""
PULL_DOTS: Final = 8
POINTS: Final = 12
"""Parts of the line from the pull to the tip of the arrow."""
LOWER_BAR: Final = 84
"""What is below hides labels."""
SPACING: Final = 14.0
"""Between dots of the way."""
CLEAR: Final = 0.75
"""Edges before the contact at which the dots end: there the ghost begins."""
AFTER_CONTACT: Final = 1.35
"""Edges from the contact to where the way of the die that is met begins: on its other side."""
MOST_AFTER: Final = 7
SPEED_OF_A_DOT: Final = 22.0
"""Centimetres a second: a faster die has more dots ahead."""
WARM: Final = theme.colour("#FFE9AE")
SKIN, SKIN_DARK, NAIL = theme.colour("#F1C9A5"), theme.colour("#7A4B32"), theme.colour("#FBE7D3")
GROUND, UNLIT = theme.colour("#6B5A72"), theme.colour("#8E7F95")
PICTURE: Final = (122, 62)
"""The side view."""


class AimDrawing:
    """Draws an aim on a mat; what it needs again and again it keeps in the brush."""

    def __init__(self, brush: Brush) -> None:
        self.brush = brush

    def under(self, on: Surface, view: View, aim: Aim, sight: Sight, pointer: Point | None) -> None:
        """What lies under the dice: the pull to the pointer, the arrow, and the notch of an offset."""
        if not aim.is_ready:
            return
        middle, along = view.at(sight.x, sight.y, sight.z), _direction(aim)
        self._pull(on, view, middle, along, dist(middle, self._end(view, aim, middle, pointer)))
        self._arrow(on, view, middle, along, aim)
        if aim.offset:
            self._notch(on, view, middle, along, aim.offset)

    def label(self, on: Surface, view: View, aim: Aim, sight: Sight, pointer: Point | None) -> None:
        """Power and direction at the pointer, over the dice; without a pointer where it would be."""
        if aim.is_ready:
            end = self._end(view, aim, view.at(sight.x, sight.y, sight.z), pointer)
            self._label(on, _figures(aim, is_exact=pointer is None), end)

    def line(self, view: View, aim: Aim, sight: Sight) -> list[Point]:
        """Points from where the pull ends, without a pointer, to the tip of the arrow."""
        middle, along = view.at(sight.x, sight.y, sight.z), _direction(aim)
        begin = -dist(middle, self._end(view, aim, middle, None))
        end = START * view.edge + self.brush.u(self._length(aim.power) + HEAD)
        away = (begin + (end - begin) * part / POINTS for part in range(POINTS + 1))
        return [(middle[0] + along[0] * far, middle[1] + along[1] * far) for far in away]

    def _end(self, view: View, aim: Aim, middle: Point, pointer: Point | None) -> Point:
        """Where the pull ends."""
        if pointer is not None:
            return pointer
        along, pull = _direction(aim), max(view.edge * 1.5, self.brush.u(FULL_PULL) * aim.power)
        return middle[0] - along[0] * pull, middle[1] - along[1] * pull

    def over(
        self, on: Surface, view: View, aim: Aim, foresight: Foresight, line: AimLine, ghost: Ghost, side: str
    ) -> None:
        """What lies over the dice: the way to the first contact, the ghost there, and the way of the die that is met.

        `side` is that of the die that is met.
        """
        if line == "arrow" or not aim.is_ready:
            return
        way = [view.at(sight.x, sight.y, sight.z) for sight in foresight.path]
        begin = START * view.edge + self.brush.u(self._length(aim.power) + HEAD + SPACING)
        end = _length(way) - (0.0 if foresight.is_gone else CLEAR * view.edge)
        dot = self._dot(4.0, theme.INK, 215, theme.PLATE, 2.7)
        for spot in _along(way, begin, end, self.brush.u(SPACING)):
            _put(on, dot, spot)
        if not foresight.is_gone:
            ghost(on, foresight.path[-1])
        if line == "full" and foresight.point and foresight.goes:
            self._after(on, view, foresight.point, foresight.goes, side)
        if foresight.point:
            _put(on, self._star(), view.at(*foresight.point))

    def _length(self, power: float) -> float:
        return SHORTEST + GROWS * power

    def _pull(self, on: Surface, view: View, middle: Point, along: Point, pull: float) -> None:
        for number in range(1, PULL_DOTS + 1):
            part = number / PULL_DOTS
            away = view.edge + (pull - view.edge) * part
            if away >= view.edge:
                dot = self._dot(4.2 - 1.8 * part, theme.INK, 215)
                _put(on, dot, (middle[0] - along[0] * away, middle[1] - along[1] * away))

    def _arrow(self, on: Surface, view: View, middle: Point, along: Point, aim: Aim) -> None:
        power = round(aim.power * POWERS)
        length = self._length(power / POWERS)
        key = ("arrow", self.brush.scale, power)
        image = self.brush.keep(key, lambda: self._level_arrow(length))
        turned = pygame.transform.rotozoom(image, aim.direction, 1.0)
        away = START * view.edge - self.brush.u(KEYLINE) + image.get_width() / 2
        _put(on, turned, (middle[0] + along[0] * away, middle[1] + along[1] * away))

    def _level_arrow(self, length: float) -> Surface:
        """An arrow that points to the right: its heat says the power too."""
        scale = self.brush.scale
        size = (self.brush.u(length + HEAD + 4 * KEYLINE), self.brush.u(BREADTH))

        def draw(image: Surface, times: float) -> None:
            by, middle = scale * times, image.get_height() / 2

            def at(x: float, y: float) -> Point:
                return (KEYLINE + x) * by, middle + y * by

            w = KEYLINE
            half = [(-w, 3.4 + w), (length, 8 + w), (length - w * 0.6, 19 + w * 1.4), (length + HEAD + w * 2.2, 0.0)]
            outline = [at(x, y) for x, y in half] + [at(x, -y) for x, y in reversed(half[:-1])]
            pygame.draw.polygon(image, (*theme.INK, 240), outline)
            for number in range(SLICES):
                a, b = number / SLICES, min(1.0, (number + 1.15) / SLICES)
                one, other = 3.4 + 4.6 * a, 3.4 + 4.6 * b
                slice_ = [at(length * a, -one), at(length * b, -other), at(length * b, other), at(length * a, one)]
                pygame.draw.polygon(image, _heat(a), slice_)
            pygame.draw.polygon(image, theme.CORAL, [at(length, -19), at(length + HEAD, 0), at(length, 19)])

        return smooth(size, draw, 3)

    def _notch(self, on: Surface, view: View, middle: Point, along: Point, offset: float) -> None:
        """At the back of the die, where the finger strikes it."""
        back, left = -0.80 * view.edge, offset * view.scale
        spot = (middle[0] + along[0] * back + along[1] * left, middle[1] + along[1] * back - along[0] * left)
        _put(on, self._dot(5.6, theme.INK, 235, theme.HONEY, 3.8), spot)

    def _after(
        self, on: Surface, view: View, point: tuple[float, float, float], goes: tuple[float, float], side: str
    ) -> None:
        """The first stretch of the die that is met: fading dots, more of them the faster it is."""
        speed = hypot(*goes)
        colour = self.brush.team(side).deep
        x, y = view.at(*point)
        for number in range(min(MOST_AFTER, int(speed / SPEED_OF_A_DOT + 0.5))):
            away = AFTER_CONTACT * EDGE * view.scale + number * self.brush.u(12)
            dot = self._dot(3.4 - 0.2 * number, colour, 235 - 30 * number)
            _put(on, dot, (x + goes[0] / speed * away, y - goes[1] / speed * away))

    def _label(self, on: Surface, text: str, at: Point) -> None:
        """Power and direction, beside the pointer and always inside of the window."""
        u = self.brush.u
        box = Rect(0, 0, self.brush.width(text, theme.BODY, "strong") + u(24), self.brush.t(16) + u(14))
        box.midtop = (round(at[0]), round(at[1] + u(24)))
        within = Rect(u(8), u(8), on.get_width() - u(16), on.get_height() - u(8 + LOWER_BAR))
        if box.bottom > within.bottom:
            box.bottom = round(at[1] - u(18))
        box.clamp_ip(within)
        self.brush.plum(on, box, box.height / 2 / self.brush.scale)
        self.brush.text(on, text, box.center, theme.BODY, theme.PAPER, "strong", "centre")

    def _dot(
        self, radius: float, colour: Colour, alpha: int, inner: Colour | None = None, inner_radius: float = 0.0
    ) -> Surface:
        """A dot, or one within another."""
        by = self.brush.scale
        key = ("dot", by, round(radius, 2), colour, alpha, inner)
        size = 2 * round(radius * by + 1.5)

        def draw(image: Surface, times: float) -> None:
            middle = image.get_rect().center
            pygame.draw.circle(image, (*colour, alpha), middle, radius * by * times)
            if inner:
                pygame.draw.circle(image, inner, middle, inner_radius * by * times)

        return self.brush.keep(key, lambda: smooth((size, size), draw, 4))

    def _star(self) -> Surface:
        """Marks the point of the contact."""
        u = self.brush.u

        def draw(image: Surface, times: float) -> None:
            x, y = image.get_rect().center
            for radius, colour in ((u(13) * times, theme.INK), (u(10) * times, theme.HONEY)):
                rays = [(radius * (1.0 if ray % 2 == 0 else 0.5), ray * pi / 8) for ray in range(16)]
                pygame.draw.polygon(image, colour, [(x + r * cos(angle), y + r * sin(angle)) for r, angle in rays])
            pygame.draw.circle(image, theme.PLATE, (x, y), u(2.6) * times)

        return self.brush.keep(("star", self.brush.scale), lambda: smooth((u(30), u(30)), draw, 4))


def strike_inset(on: Surface, rect: Rect, brush: Brush, aim: Aim, side: str, kind: str) -> None:
    """A dark label with the height of the strike in a word, and the die from the side with the finger at that height.

    Below the die a mark shows how far to the left or right of its middle it is struck, seen from behind it.
    """
    u = brush.u
    brush.plum(on, rect)
    brush.text(on, say("Strike height"), (rect.left + u(14), rect.top + u(18)), theme.SECOND, theme.LILAC, "strong")
    brush.text(on, aim.strike, (rect.left + u(14), rect.top + u(43)), 18, theme.PAPER, "display")
    words = max(brush.width(say("Strike height"), theme.SECOND, "strong"), brush.width(aim.strike, 18, "display"))
    wide = min(u(PICTURE[0]), rect.width - words - u(14 + 8 + 10))
    if wide < u(70):
        return
    height, offset = round(aim.height, 2), round(aim.offset / MOST_BESIDE, 1)
    key = ("strike", brush.scale, wide, height, offset, side, kind)
    picture = brush.keep(key, lambda: _side_view(brush, wide, (height, offset), side, kind))
    on.blit(
        picture,
        (rect.right - u(10) - wide, rect.top + (rect.height - u(PICTURE[1])) // 2),
        special_flags=pygame.BLEND_PREMULTIPLIED,
    )


def _side_view(brush: Brush, wide: int, strike: tuple[float, float], side: str, kind: str) -> Surface:
    """The die and the finger behind it; the finger is cut where there is no room for all of it."""
    height, offset = strike
    team = brush.team(side)

    def draw(image: Surface, times: float) -> None:
        by = brush.scale * times
        right = image.get_width() / by

        def box(x: float, y: float, width: float, high: float, colour: Colour, radius: float) -> None:
            """A rounded rectangle; x is counted from the right end."""
            place = Rect(round((right + x) * by), round(y * by), round(width * by), round(high * by))
            pygame.draw.rect(image, colour, place, border_radius=round(radius * by))

        def disc(x: float, y: float, radius: float, colour: Colour) -> None:
            pygame.draw.circle(image, colour, ((right + x) * by, y * by), radius * by)

        box(-right, 56, right, 3, GROUND, 2)
        box(-64, 14, 42, 42, mix(team.deep, theme.SHADOW, 0.35), 7)
        box(-62.8, 15.2, 39.6, 39.6, mix(team.base, team.light, 0.35), 6)
        box(-61, 17, 36, 36, team.base, 5)
        box(-58, 20, 30, 30, theme.PLATE, 4 if side == "red" else 15)
        for at, is_lit in ((48, height < 0.4), (35, 0.4 <= height <= 0.6), (22, height > 0.6)):
            disc(-10, at, 5 if is_lit else 3, theme.HONEY if is_lit else UNLIT)
        if offset:
            box(-61, 57, 36, 1, theme.LILAC, 0)
            disc(-43 - 18 * offset, 57.5, 3.6, theme.INK)
            disc(-43 - 18 * offset, 57.5, 2.6, theme.HONEY)
        y = 56 - 42 * height
        for grow, colour in ((1.6, SKIN_DARK), (0.0, SKIN)):
            box(-right - 12, y - 7 - grow, right - 62 + grow, 14 + 2 * grow, colour, 7 + grow)
            disc(-75, y, 7.6 + grow, colour)
        box(-right - 12, y - 7, right - 64, 14, SKIN, 7)
        pygame.draw.ellipse(image, NAIL, Rect(*((right - 81) * by, (y - 6) * by, 11 * by, 6.4 * by)))
        crease = Rect(*((right - 100) * by, (y - 5) * by, 8 * by, 10 * by))
        pygame.draw.arc(image, SKIN_DARK, crease, 1.9, 4.4, round(1.4 * by))

    picture = smooth((wide, brush.u(PICTURE[1])), draw, 4)
    middle = (wide - brush.u(43), brush.u(35))
    if shipped("assets", "icons", f"{kind}.svg").exists():
        icon = brush.icon(kind, brush.u(25 if side == "red" else 22), team.deep)
    else:
        icon = brush.rendered(kind[:1].upper(), 20, team.deep, "display")
    picture.blit(icon.premul_alpha(), icon.get_rect(center=middle), special_flags=pygame.BLEND_PREMULTIPLIED)
    return picture


def _figures(aim: Aim, *, is_exact: bool) -> str:
    """Power and direction, to a tenth of a degree if it is aimed so exactly."""
    percent = round(100 * aim.power)
    tenths = round(aim.direction * 10) % 3600
    if is_exact and tenths % 10:
        return say("{percent}% · {whole}.{tenth}°", percent=percent, whole=tenths // 10, tenth=tenths % 10)
    return say("{percent}% · {angle}°", percent=percent, angle=round(aim.direction) % 360)


def _heat(part: float) -> Colour:
    """From pale over honey to coral."""
    if part < 0.5:
        return mix(WARM, theme.HONEY, 2.0 * part)
    return mix(theme.HONEY, theme.CORAL, 2.0 * part - 1.0)


def _direction(aim: Aim) -> Point:
    """Where the arrow points on the screen, on which y goes down."""
    return cos(radians(aim.direction)), -sin(radians(aim.direction))


def _length(way: Sequence[Point]) -> float:
    return sum(dist(a, b) for a, b in pairwise(way))


def _along(way: Sequence[Point], begin: float, end: float, step: float) -> Iterator[Point]:
    """Points of a way, evenly spaced between two distances from its start."""
    wanted, passed = begin, 0.0
    for a, b in pairwise(way):
        long = dist(a, b)
        while long > 0.0 and wanted <= min(passed + long, end):
            part = (wanted - passed) / long
            yield a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])
            wanted += step
        passed += long


def _put(on: Surface, image: Surface, at: Point) -> None:
    """A premultiplied picture, its middle at a point."""
    on.blit(
        image,
        (round(at[0] - image.get_width() / 2), round(at[1] - image.get_height() / 2)),
        special_flags=pygame.BLEND_PREMULTIPLIED,
    )
