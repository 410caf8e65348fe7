"""Rumms as it is seen: the mat and a scene of dice upon it, stacks, shadows, throws, dice on their way out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import nullcontext
from functools import lru_cache
from math import cos, pi, sin
from typing import Final

import numpy as np
import pygame

from rumms.games.rumms.kind import Kind
from rumms.games.rumms.state import Die, Side, State
from rumms.language import word
from rumms.physics.film import Sight, lowest, yaw_of
from rumms.physics.geometry import HALF, corners
from rumms.physics.model import EDGE, Mat, Pose
from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface, smooth
from rumms.ui.draw.dice import Look, Sprite, dice_of
from rumms.ui.draw.lens import behind, glass, prepare
from rumms.ui.draw.mat import lay
from rumms.ui.draw.view import TILT, View
from rumms.ui.playback import Flight, Halo, Lens, Scene
from rumms.ui.theme import Colour

LENS: Final = 104
"""Half of how wide the lens of a throw is."""
LENS_DIE: Final = 84
"""How large a die is in it."""
TOUCH: Final = 22
"""A die is meant by a press that is no further from its middle."""
HALOS: Final[dict[str, Colour]] = {
    "power": theme.HONEY,
    "ice": theme.ICE.base,
    "spy": theme.colour("#B9A3D6"),
}
STARS: Final = 11
"""Around a die that is about to use its power."""
GLITTER: Final = (theme.HONEY, theme.CREAM, theme.colour("#CDB4F0"))
MOST_LOOKS: Final = 256
"""Looks that are kept: they are asked for at every frame."""
ABOVE: Final = 0.06
"""Centimetres: what is higher than this above the mat lies on something, or flies."""

Spot = Callable[[str, int], tuple[float, float]]
"""Where on the screen a defeated die lies: its side, and which one it is."""


def look_of(die: Die, *, frosted: bool = False) -> Look:
    """How a die of the game is painted."""
    return _look(die.kind, str(die.side), frosted, str(word(die.kind.called)))


def look_at(kind: Kind, side: Side) -> Look:
    """How a die of that kind is painted, wherever it is."""
    return _look(kind, str(side), False, str(word(kind.called)))


@lru_cache(MOST_LOOKS)
def _look(kind: Kind, side: str, frosted: bool, name: str) -> Look:
    return Look(kind.name, name[:1].upper(), side, kind.faces, kind.material == "ice", frosted)


class Tabletop:
    """A mat on the screen, and what lies on it."""

    def __init__(self, brush: Brush, mat: Mat, area: Rect) -> None:
        self.brush, self.view = brush, View(mat, area)
        # A screen lays its mat anew whenever its buttons change; what was painted of the dice outlasts that.
        self.dice = dice_of(brush)
        self._laid = (self.view.zoom, self.view.centre)

    def back(self, on: Surface) -> None:
        """The table and the mat, without dice; while the view moves, the picture is rougher and quicker."""
        now = (self.view.zoom, self.view.centre)
        lay(on, self.brush, self.view, is_moving=now != self._laid)
        self._laid = now

    def draw(self, on: Surface, scene: Scene) -> None:
        """The dice of a scene."""
        view = self.view
        clip = on.get_clip()
        on.set_clip(view.window if view.zoom > 1.0 else clip)
        with self.dice.hurried() if scene.is_moving else nullcontext():
            self._draw(on, scene)
        for die, badge in scene.badges.items():
            if die in scene.sights:
                self.dice.badge(on, self.ground(scene.sights[die]), view.edge, badge)
        on.set_clip(clip)

    def _draw(self, on: Surface, scene: Scene) -> None:
        frozen = scene.state.frozen()
        for level in _levels(scene.sights):
            for die, sight in level:
                self._shadow(on, scene, die, sight)
            for die, sight in level:
                if halo := scene.halos.get(die):
                    self.halo(on, sight, halo)
                self._put(on, scene, die, sight, is_frosted=die in frozen)

    def flights(self, on: Surface, scene: Scene, spot: Spot) -> None:
        """Dice on their way to their trays: they sink beside the mat, then fly there in an arc."""
        for flight in scene.flights:
            self._fly(on, scene.state, flight, spot)
        if scene.lens:
            self._lens(on, scene.state, scene.lens)

    def _put(self, on: Surface, scene: Scene, die: int, sight: Sight, *, is_frosted: bool) -> None:
        one = scene.state.dice[die]
        if one.kind.has_blocks and die not in scene.faint:  # clear: one sees who is frozen below
            self.dice.ice(on, self.pixel(sight), self.view.edge, sight.rotation)
        else:
            alpha = round(255 * scene.faint.get(die, 1.0))
            self.put(on, look_of(one, frosted=is_frosted), sight, alpha)

    def put(self, on: Surface, look: Look, sight: Sight, alpha: int = 255) -> None:
        """One die."""
        self.dice.cube(on, look, self.pixel(sight), self.view.edge, sight.rotation, alpha)

    def pixel(self, sight: Sight) -> tuple[float, float]:
        """Where the middle of a die is seen."""
        return self.view.at(sight.x, sight.y, sight.z)

    def ground(self, sight: Sight) -> tuple[float, float]:
        """Where the spot is seen over which a die is."""
        return self.view.at(sight.x, sight.y, max(0.0, lowest(sight)))

    def die_at(self, scene: Scene, at: tuple[float, float], among: Iterable[int]) -> int | None:
        """Which of certain dice is meant by a point: the one that is seen there, or else the nearest one."""
        dice = [die for die in among if die in scene.sights]
        order = [die for level in _levels(scene.sights) for die, _ in level]
        for die in sorted(dice, key=order.index, reverse=True):
            if self._covers(scene.sights[die], at):
                return die
        reach = max(self.brush.u(TOUCH), self.view.edge * 0.8)

        def away(die: int) -> float:
            x, y = self.pixel(scene.sights[die])
            return float(np.hypot(x - at[0], y - at[1]))

        nearest = min(dice, key=away, default=None)
        return nearest if nearest is not None and away(nearest) <= reach else None

    def die_on(self, scene: Scene, at: tuple[float, float]) -> int | None:
        """The die that is seen at a point."""
        order = [die for level in _levels(scene.sights) for die, _ in level]
        return next((die for die in reversed(order) if self._covers(scene.sights[die], at)), None)

    def _covers(self, sight: Sight, at: tuple[float, float]) -> bool:
        """Is a point on what is seen of a lying die?"""
        pose = Pose(0.0, 0.0, yaw_of(sight))
        (ax, ay), (bx, by) = corners(pose)[:2]
        for height in (-HALF, 0.0, HALF):
            x, y = self.view.under(at, sight.z + height)
            x, y = x - sight.x, y - sight.y
            # Inside a square if both distances along its edges are short enough.
            along, across = ((ax - bx) * x + (ay - by) * y) / EDGE, ((ax + bx) * x + (ay + by) * y) / EDGE
            if abs(along) <= HALF and abs(across) <= HALF:
                return True
        return False

    def _shadow(self, on: Surface, scene: Scene, die: int, sight: Sight) -> None:
        low = lowest(sight)
        floor = 0.0
        if low > ABOVE:
            floor = max(
                (
                    top
                    for other, below in scene.sights.items()
                    if other != die
                    and (top := below.z + HALF) <= low + ABOVE
                    and abs(below.x - sight.x) < EDGE
                    and abs(below.y - sight.y) < EDGE
                ),
                default=0.0,
            )
        if floor and scene.state.dice[die].kind.has_blocks:  # clear: light falls on who is frozen below
            return
        lift = max(0.0, (low - floor) / EDGE)
        at = self.view.at(sight.x, sight.y, floor)
        self.dice.shadow(on, at, self.view.edge, sight.rotation, lift)

    def halo(self, on: Surface, sight: Sight, halo: Halo) -> None:
        """Light around a die."""
        wide = round(self.view.edge * 3.2)
        colour = HALOS[halo.sort]
        image = self.brush.keep(("halo", wide, colour), lambda: radial(wide, colour))
        image.set_alpha(round(230 * halo.part))
        x, y = self.pixel(sight)
        on.blit(image, image.get_rect(center=(round(x), round(y))))

    def glitter(self, on: Surface, sight: Sight, now: float) -> None:
        """Small stars around a die that is about to use its power; on a calm table they do not twinkle."""
        (x, y), edge = self.pixel(sight), self.view.edge
        for number in range(STARS):
            turn, far = 2.4 * number, edge * (0.95 + 0.2 * (number % 4))  # 2.4: never twice on one ray
            light = 0.8 if self.brush.calm else 0.7 + 0.3 * sin(2.2 * now + 1.7 * number)
            wide = max(5, round(edge * (0.26 + 0.1 * (number % 3))))
            star = self._glint(wide, GLITTER[number % len(GLITTER)])
            star.put(on, (x + far * cos(turn), y + 0.9 * far * sin(turn)), round(255 * light))

    def _glint(self, wide: int, colour: Colour) -> Sprite:
        return self.brush.keep(("glint", wide, colour), lambda: glint(wide, colour))

    def _fly(self, on: Surface, state: State, flight: Flight, spot: Spot) -> None:
        die = state.dice[flight.die]
        edge = float(self.view.edge)
        lens = (float(self.view.area.centerx), float(self.view.area.centery))
        start = self.pixel(flight.start) if flight.start else lens
        end = spot(str(die.side), flight.die)
        sunk = 0.4 if flight.start else 0.0
        if flight.part < sunk:
            part = flight.part / sunk
            at, size = (start[0], start[1] + edge * 0.5 * part * part), edge * (1.0 - 0.3 * part)
        else:
            part = theme.out_quad((flight.part - sunk) / (1.0 - sunk))
            from_y = start[1] + (edge * 0.5 if sunk else 0.0)
            at = (
                start[0] + (end[0] - start[0]) * part,
                from_y + (end[1] - from_y) * part - self.brush.u(60) * sin(pi * part),
            )
            size = edge * 0.7 + (self.brush.u(20) - edge * 0.7) * part
        picture = self.dice.picture(look_of(die), max(6, 2 * round(size / 2)))
        place = picture.get_rect(center=(round(at[0]), round(at[1])))
        on.blit(picture, place)

    def _lens(self, on: Surface, state: State, lens: Lens) -> None:
        """A throw beside the mat, seen through a lens."""
        brush, middle = self.brush, self.view.area.center
        die = state.dice[lens.die]
        box = glass(on, brush, middle, brush.u(LENS), str(die.side), lens.part)
        if lens.part < 0.6:
            return
        edge = brush.u(LENS_DIE)
        scale = edge / EDGE
        x = middle[0] - box.left + lens.sight.x * scale * 0.35
        y = middle[1] - box.top + brush.u(18) - lens.sight.y * scale * 0.35

        def paint(seen: Surface) -> None:
            self.dice.shadow(seen, (x, y), edge, lens.sight.rotation, max(0.0, lowest(lens.sight) / EDGE))
            self.dice.cube(seen, look_of(die), (x, y - TILT * scale * lens.sight.z), edge, lens.sight.rotation)

        behind(on, brush, box, paint)

    def prepare(self, scene: Scene, milliseconds: float) -> None:
        """Make pictures ahead for about so long, while nothing moves: dice that may slide, the lens of a throw."""
        prepare(self.brush, self.brush.u(LENS))
        self.dice.prepare([look_of(scene.state.dice[die]) for die in scene.sights], self.view.edge, milliseconds)


def glint(wide: int, colour: Colour) -> Sprite:
    """A star of four points."""

    def draw(on: Surface, scale: float) -> None:
        half = wide * scale / 2
        waist = 0.16 * half
        tips = [(half, 0), (2 * half, half), (half, 2 * half), (0, half)]
        waists = [(half + waist, half - waist), (half + waist, half + waist), (half - waist, half + waist)]
        corners = zip(tips, [*waists, (half - waist, half - waist)], strict=True)
        pygame.draw.polygon(on, colour, [point for pair in corners for point in pair])

    return Sprite(smooth((wide, wide), draw, 4), -wide // 2, -wide // 2)


def radial(wide: int, colour: Colour) -> Surface:
    """Light that fades towards its edge."""
    away = np.linspace(-1, 1, wide)
    far = np.sqrt(away[:, None] ** 2 + away[None] ** 2)
    image = Surface((wide, wide), pygame.SRCALPHA)
    image.fill((*colour, 0))
    pixels = pygame.surfarray.pixels_alpha(image)
    pixels[:] = (np.clip(1 - far, 0, 1) ** 1.6 * 255).astype("uint8")
    del pixels
    return image


def _levels(sights: dict[int, Sight]) -> list[list[tuple[int, Sight]]]:
    """Dice in the order in which they are painted: level by level, on each from the far side to the near one."""
    levels: dict[int, list[tuple[int, Sight]]] = {}
    for die, sight in sights.items():
        levels.setdefault(max(0, round((sight.z - HALF) / EDGE)), []).append((die, sight))
    return [sorted(levels[level], key=lambda one: -one[1].y) for level in sorted(levels)]
