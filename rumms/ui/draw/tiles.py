"""The pictures of the launcher's tiles: one for each game, made of its own parts, in any proportions."""

from __future__ import annotations

from collections.abc import Callable
from math import pi, sin
from typing import Final, NamedTuple

import numpy as np
import pygame

from rumms.physics.film import about, rotation, times
from rumms.physics.model import EDGE, TOP, Area, Mat
from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface, gradient, noise, rings, smooth
from rumms.ui.draw.cards import CARD, MASKS, Plate, Size, kawumm_card, lay, number_card
from rumms.ui.draw.dice import Dice, Look, dice_of
from rumms.ui.draw.mat import felt
from rumms.ui.draw.view import TILT
from rumms.ui.theme import Colour, colour, mix

RADIUS: Final = 18
HEM: Final = 1.2
"""Centimetres of a mat that the picture leaves out: its edge."""
DOTS: Final = 11
PAN: Final = 6
"""How far a picture moves under a pointer."""
FOOT: Final = 60
"""The lowest so many pixels of a picture are dark: title and line stand there."""

CHALK: Final = colour("#DDF3E6")
BROWN: Final = colour("#7A3F10")
TOAST: Final = (BROWN, colour("#A9622A"), colour("#F0CD93"), colour("#FFE680"))
"""Crust, its inner edge, bread, butter."""
PEEL: Final = (colour("#F9D24B"), colour("#FFF3CF"))
"""Outside and inside."""
GOODS: Final = {
    "fruit": colour("#D8663A"),
    "tea": colour("#5D8F4A"),
    "jewellery": colour("#3F8F9B"),
    "furs": colour("#8A6242"),
    "fabrics": colour("#B0497E"),
    "salt": colour("#7F97A8"),
}
"""Waka Waka, by icon."""


def paint(on: Surface, rect: Rect, brush: Brush, game_id: str, shift: float = 0.0) -> None:
    """The picture of a game in a rectangle with round corners; a shift of 1 moves it as far as a pointer does."""
    picture = _picture(brush, game_id, (rect.width, rect.height))
    left, corner = round(min(max(shift, 0.0), 1.0) * brush.u(PAN)), brush.u(RADIUS)
    wide, high = rect.width - 2 * corner, rect.height - 2 * corner
    for x, y, width, height in (
        (corner, 0, wide, corner),
        (0, corner, rect.width, high),
        (corner, rect.height - corner, wide, corner),
    ):
        on.blit(picture, (rect.left + x, rect.top + y), (left + x, y, width, height))
    disc = brush.mask(2 * corner, 2 * corner, corner)
    for x, from_x in ((0, 0), (rect.width - corner, corner)):
        for y, from_y in ((0, 0), (rect.height - corner, corner)):
            piece = disc.subsurface((from_x, from_y, corner, corner)).copy()
            piece.blit(picture, (0, 0), (left + x, y, corner, corner), special_flags=pygame.BLEND_RGB_MULT)
            on.blit(piece, (rect.left + x, rect.top + y))


def tile(brush: Brush, game_id: str, size: Size) -> Surface:
    """The picture of a game with round corners, at rest."""
    out = Surface(size, pygame.SRCALPHA)
    paint(out, out.get_rect(), brush, game_id)
    return out


def blackboard(brush: Brush, size: Size) -> Surface:
    """What Kawumm! is played on: a school's blackboard with squares and doodles in chalk."""
    out = _filled(size, colour("#24504E"), colour("#163836"))
    step, line = brush.u(32), mix(colour("#204A48"), theme.WHITE, 0.05)
    for x in range(step // 2, size[0], step):
        pygame.draw.line(out, line, (x, 0), (x, size[1]))
    for y in range(step // 2, size[1], step):
        pygame.draw.line(out, line, (0, y), (size[0], y))
    _doodles(brush, out, ("glass", "magnet", "fuse", "water", "formula", "kawumm"), CHALK, 22)
    _weather(brush, out, (((1, 1), 8), ((35, 35), 14)), 0.45)
    return out


def woven(brush: Brush, size: Size) -> Surface:
    """What Cabanga! is played on: plum cloth."""
    out = _filled(size, colour("#5A2B45"), colour("#3A1B38"))
    _weather(brush, out, (((1, 1), 14), ((1, 30), 18), ((30, 1), 18)), 0.48)
    return out


def river(brush: Brush, size: Size) -> Surface:
    """What the boats of Waka Waka swim on: water with ripples, and sand at its lower edge."""
    out = _filled(size, colour("#4BA3AD"), colour("#3A8794"))
    rng = np.random.default_rng(8)
    ripple = brush.keep("ripple", lambda: _ripple(brush))
    for _ in range(round(size[0] * size[1] / brush.u(52) ** 2)):
        at = (round(rng.random() * size[0] - ripple.get_width() / 2), round(rng.random() * size[1]))
        out.blit(ripple, at, special_flags=pygame.BLEND_PREMULTIPLIED)
    shore = brush.u(FOOT + 14)
    box = Rect(0, size[1] - shore, size[0], shore)
    brush.smooth(out, box, lambda on, times: _sand(on, brush.scale * times), 2)
    _weather(brush, out, (((1, 1), 8), ((40, 40), 10)), 0.34)
    return out


def kitchen(brush: Brush, size: Size) -> Surface:
    """What Dumm gelaufen! is played on: a kitchen floor."""
    out = Surface(size)
    out.fill(colour("#E9A94B"))
    step = brush.u(64)
    for column in range(size[0] // step + 1):
        for row in range(size[1] // step + 1):
            if (column + row) % 2:
                pygame.draw.rect(out, colour("#DF9936"), (column * step, row * step, step, step))
    _doodles(brush, out, ("umbrella", "bolt", "toast", "murphy"), BROWN, 26)
    _weather(brush, out, (((1, 1), 7), ((45, 45), 9)), 0.42)
    return out


class _Stage(NamedTuple):
    """A picture that is being painted. Its things are placed around its middle, in units of its own."""

    brush: Brush
    on: Surface
    middle: tuple[float, float]
    unit: float
    is_tall: bool

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.middle[0] + x * self.unit, self.middle[1] + y * self.unit

    def px(self, length: float) -> int:
        return max(1, round(length * self.unit))

    def size(self, width: float) -> Size:
        """A card of that width."""
        return self.px(width), self.px(width * 1.4)

    def icon(self, name: str, tone: Colour, x: float, y: float, width: float) -> None:
        image = self.brush.icon(name, self.px(width), tone)
        self.on.blit(image, image.get_rect(center=[round(p) for p in self.at(x, y)]))

    def cut_out(self, name: str, tones: tuple[Colour, ...], x: float, y: float, width: float, angle: float) -> None:
        """An icon as a thing that lies there: its outlines filled one by one, the last tone for all the rest."""
        wide = self.px(width)

        def body(on: Surface, _: float) -> None:
            for number, (ring, _hole) in enumerate(rings(name)):
                tone = tones[min(number, len(tones) - 1)]
                outline = ((ring + 0.5) * on.get_width()).tolist()
                pygame.draw.polygon(on, tone, outline)
                if not number:
                    for point in outline:
                        pygame.draw.circle(on, BROWN, point, on.get_width() * 0.0125)
                    pygame.draw.lines(on, BROWN, True, outline, round(on.get_width() * 0.025))

        image = pygame.transform.rotozoom(smooth((wide, wide), body, 3), angle, 1)
        shadow = image.copy()
        shadow.fill((*theme.BLACK, 110), special_flags=pygame.BLEND_RGBA_MULT)
        shadow = pygame.transform.box_blur(shadow, self.brush.u(3))
        box = image.get_rect(center=[round(p) for p in self.at(x, y)])
        self.on.blit(shadow, box.move(self.brush.u(3), self.brush.u(5)), special_flags=pygame.BLEND_PREMULTIPLIED)
        self.on.blit(image, box, special_flags=pygame.BLEND_PREMULTIPLIED)


class _Scene(NamedTuple):
    """How the picture of a game is painted, and the colour that it darkens to."""

    paint: Callable[[_Stage], None]
    foot: Colour


WIDE_STAGE: Final = (278, 145)
TALL_STAGE: Final = (278, 350)
"""What the things of a picture need, in units: the picture is as large as they fit in above its foot."""


def _picture(brush: Brush, game_id: str, size: Size) -> Surface:
    return brush.keep(("tile", game_id, size), lambda: _painted(brush, SCENES[game_id], size))


def _painted(brush: Brush, scene: _Scene, size: Size) -> Surface:
    out = Surface((size[0] + brush.u(PAN), size[1]))
    high = size[1] - brush.u(FOOT)
    is_tall = high > size[0]
    needs = TALL_STAGE if is_tall else WIDE_STAGE
    unit = min(size[0] / needs[0], high / needs[1])
    scene.paint(_Stage(brush, out, (out.get_width() / 2, high / 2 + brush.u(4)), unit, is_tall))
    _darken(brush, out, scene.foot)
    return out


def _darken(brush: Brush, image: Surface, tone: Colour) -> None:
    """Towards the foot, where people read."""
    width, height = image.get_size()
    foot, fade = brush.u(FOOT), height * 0.3
    column = Surface((1, height), pygame.SRCALPHA)
    for y in range(height):
        part = min(max((y - (height - foot - fade)) / fade, 0.0), 1.0)
        into = max(0.0, (y - (height - foot)) / foot)
        alpha = part**1.7 * (0.84 + 0.1 * into)
        column.set_at((0, y), (*tone, round(255 * alpha)))
    image.blit(pygame.transform.scale(column, (width, height)), (0, 0))


class _Thrown(NamedTuple):
    """A die of the picture, in centimetres from its middle."""

    side: str
    kind: str
    x: float
    y: float
    yaw: float
    level: int = 0


WALL: Final = 1.3
"""Centimetres: how far right of the middle the wall is."""
TOWER: Final = (("knight", 0.1, 6), ("troll", 0.25, -9), ("king", 0.0, 3))
"""From the bottom: kind, how far right it sticks out, yaw."""
WIDE_DICE: Final = (
    _Thrown("blue", "spy", -1.3, 2.5, -18),
    _Thrown("red", "knight", -6.4, 1.5, -12),
    _Thrown("blue", "mage", 4.4, -2.0, -24),
    _Thrown("red", "mage", -4.6, -2.3, -30),
)
TALL_DICE: Final = (
    _Thrown("blue", "spy", -1.6, 6.0, -18),
    _Thrown("red", "knight", -4.4, 2.9, -12),
    _Thrown("red", "troll", -2.2, -5.6, 21),
    _Thrown("blue", "mage", 4.2, -3.4, -24),
    _Thrown("red", "mage", -4.7, -3.2, -30),
)
MIXED: Final = (True, False, False, True, True, False)
"""Which faces of the tumbling die are active, so that both sorts are seen."""


def _rumms(stage: _Stage) -> None:
    wide, high = stage.on.get_width(), stage.on.get_height()
    scale = (20 if stage.is_tall else 16) * stage.unit
    middle, across = wide / 2 / scale + WALL + HEM, high / scale + 2 * HEM
    wall = Area(middle - 0.8, 0.0, middle + 0.8, across)
    ground = Mat(length=2 * middle, width=across, wall=wall, castles=None)
    cloth = felt(stage.brush, ground, scale)
    stage.on.blit(cloth, (round(wide / 2 - (middle - WALL) * scale), round(-HEM * scale)))
    table, tower = (TALL_DICE, (4.4, 4.6)) if stage.is_tall else (WIDE_DICE, (6.0, 1.0))
    for level, (kind, aside, yaw) in enumerate(TOWER):
        table = (*table, _Thrown("blue", kind, tower[0] + aside, tower[1], yaw, level))
    dice, edge = dice_of(stage.brush), round(EDGE * scale)

    def at(x: float, y: float, z: float = 0.0) -> tuple[float, float]:
        return stage.middle[0] + x * scale, stage.middle[1] - (y + TILT * z) * scale

    for die in sorted(table, key=lambda die: (die.level, -die.y)):
        turned, low = rotation(TOP, die.yaw), die.level * EDGE
        dice.shadow(stage.on, at(die.x, die.y, low), edge, turned)
        look = Look(die.kind, "", die.side, (True,) * 6)
        dice.cube(stage.on, look, at(die.x, die.y, low + EDGE / 2), edge, turned)
    _flying(stage, dice, edge, at)


def _flying(stage: _Stage, dice: Dice, edge: int, at: Callable[[float, float, float], tuple[float, float]]) -> None:
    """A red die on its way over the wall, and the dots of its arc behind it."""
    x, y, z = WALL + 1.2, 0.5, 2.6
    start, red = (-3.2, -1.9), stage.brush.team("red").base
    for step in range(DOTS):
        part = step / (DOTS + 1)
        px = max(2, round(edge * (0.1 + 0.16 * part)))
        dot = stage.brush.sheet((px, px), px, red, red, alpha=round(50 + 150 * part))
        up = z * (1 - (1 - part) ** 2)
        middle = at(start[0] + (x - start[0]) * part, start[1] + (y - start[1]) * part, up)
        stage.on.blit(dot, dot.get_rect(center=[round(p) for p in middle]))
    turned = times(about((-0.8, 0.6, 0.0), 30), rotation(TOP, 40))
    dice.shadow(stage.on, at(x, y, 0.0), edge, turned, 1.0)
    dice.cube(stage.on, Look("dragon", "", "red", MIXED), at(x, y, z), edge, turned)


def _kawumm(stage: _Stage) -> None:
    stage.on.blit(blackboard(stage.brush, stage.on.get_size()), (0, 0))
    y, burst = (-6, 330) if stage.is_tall else (-2, 188)
    _light(stage, (0, y), burst * 0.75, colour("#FFD873"), 210)
    stage.icon("kawumm", theme.HONEY, 0, y, burst)
    behind = (("wasser", 10, -42, -80, 10), ("kohle", 8, 42, -80, -10))
    before = (("kanister", 4, -70, 42, 12), ("schwefel", 5, 70, 42, -12), ("glas", 4, 0, 32, 0))
    wide = (("kanister", 4, -63, 4, 12), ("schwefel", 5, 63, 4, -12), ("glas", 4, 0, -3, 0))
    for kind, count, x, y, angle in (*behind, *before) if stage.is_tall else wide:
        card = kawumm_card(stage.brush, kind, count, "", stage.size(86 if stage.is_tall else 68))
        lay(stage.on, stage.brush, card, stage.at(x, y), angle)


def _cabanga(stage: _Stage) -> None:
    stage.on.blit(woven(stage.brush, stage.on.get_size()), (0, 0))
    hem(stage.brush, stage.on, stage.brush.u(10))
    tall = ((-60, -78, 7), (56, -70, -6), (-54, 72, -5), (62, 80, 8))
    wide = ((-92, 8, 12), (-31, 2, 4), (31, 2, -4), (92, 8, -12))
    signs = zip((5, 12, 9, 16), MASKS.values(), tall if stage.is_tall else wide, strict=True)
    for number, sign, (x, y, angle) in signs:
        size = stage.size(98 if stage.is_tall else 66)
        lay(stage.on, stage.brush, number_card(stage.brush, number, *sign, size), stage.at(x, y), angle)


def _waka_waka(stage: _Stage) -> None:
    stage.on.blit(river(stage.brush, stage.on.get_size()), (0, 0))
    if stage.is_tall:
        _boat(stage, (-14, -78), 190, ("salt", "fabrics", "fruit"))
        _boat(stage, (8, 70), 236, ("fruit", "tea", "jewellery", "furs"))
    else:
        _boat(stage, (0, 4), 216, ("fruit", "tea", "jewellery", "furs"))


def _dumm_gelaufen(stage: _Stage) -> None:
    stage.on.blit(kitchen(stage.brush, stage.on.get_size()), (0, 0))
    green, yellow, blue = colour("#4C8F57"), MASKS["yellow"].colour, colour("#2F78B7")
    cards: tuple[tuple[int, Colour, Plate, float, float, float], ...]
    if stage.is_tall:
        stage.cut_out("toast", TOAST, -52, -96, 150, -20)
        stage.cut_out("murphy", PEEL, 70, -54, 96, 12)
        cards = ((4, blue, "circle", -76, 74, 12), (7, green, "square", 0, 60, 2), (11, yellow, "diamond", 78, 76, -11))
    else:
        stage.cut_out("toast", TOAST, -84, -8, 112, -22)
        stage.cut_out("murphy", PEEL, -10, 14, 74, 10)
        cards = ((7, green, "square", 42, -6, 9), (11, yellow, "diamond", 94, 2, -13))
    for number, tone, plate, x, y, angle in cards:
        card = number_card(stage.brush, number, tone, "", stage.size(84 if stage.is_tall else 66), plate=plate)
        lay(stage.on, stage.brush, card, stage.at(x, y), angle)


SCENES: Final = {
    "rumms": _Scene(_rumms, colour("#4A1F1A")),
    "kawumm": _Scene(_kawumm, colour("#0F2B2A")),
    "cabanga": _Scene(_cabanga, colour("#2A1029")),
    "waka_waka": _Scene(_waka_waka, colour("#1F4046")),
    "dumm_gelaufen": _Scene(_dumm_gelaufen, colour("#5A2C0C")),
}
"""By the id of a game."""


def _filled(size: Size, top: Colour, bottom: Colour) -> Surface:
    out = Surface(size)
    out.blit(gradient(*size, top, bottom), (0, 0))
    return out


def _weather(brush: Brush, on: Surface, grains: tuple[tuple[tuple[int, int], float], ...], corners: float) -> None:
    """Grain, in units of two pixels, and darker corners: made small and enlarged, for it is soft."""
    coarse = 2 * max(1.0, brush.scale)
    width, height = (max(2, round(length / coarse)) for length in on.get_size())
    x, y = np.linspace(-1, 1, width)[:, None], np.linspace(-1, 1, height)[None]
    light = 250 * (1 - corners * np.clip((x * x + y * y) / 2, 0, 1) ** 1.45) + noise((width, height), grains, 3)
    grey = np.clip(light, 0, 255).astype("uint8")
    image = pygame.surfarray.make_surface(np.repeat(grey[..., None], 3, axis=2))
    on.blit(pygame.transform.smoothscale(image, on.get_size()), (0, 0), special_flags=pygame.BLEND_RGB_MULT)


def _light(stage: _Stage, at: tuple[float, float], radius: float, tone: Colour, alpha: int) -> None:
    """A round light that fades outwards."""
    line = np.linspace(-1, 1, 64)
    far = np.sqrt(line[:, None] ** 2 + line[None] ** 2)
    image = Surface((64, 64), pygame.SRCALPHA)
    image.fill(tone)
    opacity = pygame.surfarray.pixels_alpha(image)
    opacity[:] = (np.clip(1 - far, 0, 1) ** 1.6 * alpha).astype("uint8")
    del opacity
    wide = 2 * stage.px(radius)
    image = pygame.transform.smoothscale(image, (wide, wide))
    stage.on.blit(image, image.get_rect(center=[round(p) for p in stage.at(*at)]))


def _doodles(brush: Brush, on: Surface, icons: tuple[str, ...], tone: Colour, alpha: int) -> None:
    """Faint icons here and there, never close to each other."""
    rng = np.random.default_rng(5)
    width, height = on.get_size()
    places: list[tuple[float, float]] = []
    for _ in range(200):
        x, y = float(rng.random() * width), float(rng.random() * height)
        if all((x - a) ** 2 + (y - b) ** 2 > brush.u(84) ** 2 for a, b in places):
            places.append((x, y))
    for number, place in enumerate(places):
        image = brush.icon(icons[number % len(icons)], brush.u((38, 62, 48)[number % 3]), tone)
        image = pygame.transform.rotozoom(image, (number * 37) % 50 - 25, 1)
        image.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
        on.blit(image, image.get_rect(center=[round(p) for p in place]))


def hem(brush: Brush, on: Surface, top: int) -> None:
    """A woven hem with teeth, from side to side."""
    ground, tooth, core = colour("#7E3550"), colour("#C9603C"), colour("#E9B44C")

    def teeth(large: Surface, times: float) -> None:
        large.fill(ground)
        high, step = large.get_height(), 28 * brush.scale * times
        for number in range(-1, round(large.get_width() / step) + 1):
            x = (number + 0.3) * step
            pygame.draw.polygon(large, tooth, [(x, high), (x + step / 2, 0), (x + step, high)])
            inner = [(x + step / 4, high), (x + step / 2, high / 2), (x + step * 3 / 4, high)]
            pygame.draw.polygon(large, core, inner)

    box = Rect(0, top, on.get_width(), brush.u(14))
    brush.smooth(on, box, teeth, 3)


def _ripple(brush: Brush) -> Surface:
    def wave(on: Surface, times: float) -> None:
        scale = brush.scale * times
        points = [(3 * scale + step * 2.1 * scale, (6 + 2.4 * sin(step / 12 * 2 * pi)) * scale) for step in range(13)]
        for point in points:
            pygame.draw.circle(on, (150, 212, 212, 150), point, 1.1 * scale)
        pygame.draw.lines(on, (150, 212, 212, 150), False, points, round(2.2 * scale))

    return smooth((brush.u(32), brush.u(12)), wave, 3)


def _sand(on: Surface, scale: float) -> None:
    width, height = on.get_size()
    for tone, down in ((colour("#F3DFB2"), 0), (colour("#E3C285"), 9)):
        top = [
            (x, (7 + down + 5 * sin(x / (70 * scale)) + 2 * sin(x / (29 * scale))) * scale)
            for x in range(0, width + 8, 8)
        ]
        pygame.draw.polygon(on, tone, [*top, (width, height), (0, height)])


def _boat(stage: _Stage, at: tuple[float, float], width: float, goods: tuple[str, ...]) -> None:
    """A boat that is so long, its goods on deck."""
    x, y = at
    good = width * 0.19
    for number, icon in enumerate(goods):
        _good(
            stage,
            icon,
            (x + (number - (len(goods) - 1) / 2) * good * 1.08, y - good * (0.32 + 0.07 * (number % 2))),
            good,
        )
    box = Rect(0, 0, stage.px(width), stage.px(width * 0.34))
    box.midtop = (round(stage.at(x, y)[0]), round(stage.at(x, y - width * 0.1)[1]))
    water = Rect(0, 0, stage.px(width * 0.78), stage.px(width * 0.05))
    water.midbottom = (box.centerx, box.bottom + stage.px(width * 0.02))
    stage.brush.glow(stage.on, water, 4, 4, 150, colour("#123A44"))
    stage.brush.smooth(stage.on, box, lambda large, _: _hull(large), 3)


def _good(stage: _Stage, icon: str, at: tuple[float, float], width: float) -> None:
    tone, brush = GOODS[icon], stage.brush
    box = Rect(0, 0, stage.px(width), stage.px(width))
    box.center = (round(stage.at(*at)[0]), round(stage.at(*at)[1]))
    radius = box.width * 0.24 / brush.scale
    brush.glow(stage.on, box, radius, 4, 110, down=3)
    lip = box.inflate(0, brush.u(3)).move(0, brush.u(1))
    stage.on.blit(brush.sheet(lip.size, radius, *(mix(tone, theme.BLACK, 0.35),) * 2), lip)
    stage.on.blit(
        brush.sheet(box.size, radius, mix(tone, theme.WHITE, 0.2), tone, mix(tone, theme.WHITE, 0.35), 1.6), box
    )
    stage.icon(icon, CARD, *at, width * 0.68)


OUTER: Final = (
    (0.01, 0.14),
    (0.035, 0.13),
    (0.07, 0.34),
    (0.14, 0.42),
    (0.5, 0.45),
    (0.86, 0.42),
    (0.93, 0.34),
    (0.965, 0.08),
    (0.99, 0.09),
    (0.955, 0.62),
    (0.91, 0.9),
    (0.84, 0.99),
    (0.74, 1),
    (0.26, 1),
    (0.16, 0.99),
    (0.09, 0.9),
    (0.045, 0.62),
)
INNER: Final = (
    (0.07, 0.46),
    (0.14, 0.515),
    (0.5, 0.545),
    (0.86, 0.515),
    (0.93, 0.46),
    (0.92, 0.68),
    (0.885, 0.82),
    (0.83, 0.88),
    (0.74, 0.89),
    (0.26, 0.89),
    (0.17, 0.88),
    (0.115, 0.82),
    (0.08, 0.68),
)
"""The outlines of a boat and of its side, in parts of its box."""


def hull(brush: Brush, size: Size) -> Surface:
    """A boat as large as that, premultiplied."""
    return brush.keep(("hull", size), lambda: smooth(size, lambda on, _: _hull(on), 3))


def _hull(on: Surface) -> None:
    width, height = on.get_size()
    for corners, tone in ((OUTER, colour("#5B3620")), (INNER, colour("#8A5630"))):
        pygame.draw.polygon(on, tone, _rounded(corners, width, height))
    half = width * 0.037
    for number in range(2, 10):
        x = number * width / 11.4
        tone = (colour("#E9B44C"), colour("#D8663A"), colour("#F6E3BD"))[number % 3]
        pygame.draw.polygon(
            on, tone, [(x - half, height * 0.7), (x, height * 0.57), (x + half, height * 0.7), (x, height * 0.83)]
        )


def _rounded(corners: tuple[tuple[float, float], ...], width: int, height: int) -> list[tuple[float, float]]:
    """A smooth line through points of a box, closed (Catmull-Rom)."""
    points = np.array(corners) * (width, height)
    part = np.linspace(0, 1, 8, endpoint=False)[:, None]
    out: list[tuple[float, float]] = []
    for a, b, c, d in zip(*(np.roll(points, by, 0) for by in (1, 0, -1, -2)), strict=True):
        curve = (
            b + (c - a) / 2 * part + (a - 2.5 * b + 2 * c - d / 2) * part**2 + (1.5 * (b - c) + (d - a) / 2) * part**3
        )
        out += [(float(x), float(y)) for x, y in curve]
    return out
