"""Playing cards, painted by code: ingredients, numbers, backs; and how a card lies on a table."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

import pygame

from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.theme import Colour, colour, mix

Size: TypeAlias = tuple[int, int]
Plate: TypeAlias = Literal["circle", "diamond", "square"]


class Sign(NamedTuple):
    """What cards of a sort have in common."""

    colour: Colour
    icon: str


INGREDIENTS: Final = {
    "zuendschnur": Sign(colour("#B4473B"), "fuse"),
    "geheimformel": Sign(colour("#7E5BA6"), "formula"),
    "quecksilber": Sign(colour("#66788A"), "mercury"),
    "magnet": Sign(colour("#C23B55"), "magnet"),
    "kanister": Sign(colour("#5C8A3C"), "canister"),
    "glas": Sign(colour("#23918A"), "glass"),
    "schwefel": Sign(colour("#A37A08"), "sulphur"),
    "phosphor": Sign(colour("#C65F1D"), "phosphorus"),
    "salpeter": Sign(colour("#9A7650"), "saltpetre"),
    "kohle": Sign(colour("#463F4C"), "coal"),
    "wasser": Sign(colour("#357FBF"), "water"),
}
"""Kawumm!, by kind."""
MASKS: Final = {
    "red": Sign(colour("#CF4632"), "mask-red"),
    "blue": Sign(colour("#2F7DB8"), "mask-blue"),
    "purple": Sign(colour("#7B4FA0"), "mask-purple"),
    "yellow": Sign(colour("#DDA21B"), "mask-yellow"),
}
"""Cabanga!, by colour."""
START: Final = colour("#8C8072")
"""Cabanga!: the start cards, which have no colour of their own."""
KAWUMM_BACK: Final = Sign(colour("#B4473B"), "kawumm")
CABANGA_BACK: Final = Sign(colour("#7E3550"), "mask-red")

CARD, CARD_2 = colour("#FFFBF1"), colour("#F6ECD8")
"""The cream of a card, above and below."""
DARK_SIGN: Final = colour("#4A2E00")
"""Signs on a light field."""

NIGHT: Final = colour("#1E1626")
"""Numbers and rims are darkened towards it."""

WIDE: Final = 96
"""A card is drawn as if it were so many pixels wide; every length below is meant so."""
RADIUS: Final = 9
DETAIL: Final = 2
"""A card is painted so many times too large, so that it stays smooth when it is turned."""
LARGE: Final = 240
"""Pixels: nobody sees the steps in the edge of a card that is wider."""
READABLE: Final = 0.95
"""A name that would be smaller than this part of its size takes two lines."""
SYLLABLES: Final = (
    ("Stammes", "ältester"),
    ("Abschieds", "geschenk"),
    ("Fackel", "werfer"),
    ("Wahr", "sagerin"),
    ("Regen", "macher"),
    ("Plan", "änderung"),
    ("Rollen", "tausch"),
)
"""Where long names of one word are broken."""
MOST_LAID: Final = 300
"""Pictures of turned cards and their shadows that are kept; then all are made anew."""


def kawumm_card(brush: Brush, kind: str, count: int, name: str, size: Size) -> Surface:
    """A card of an ingredient, for `lay`: how many complete it, and its name below, if there is one."""

    def make() -> Surface:
        sign = INGREDIENTS[kind]
        pen, card = _pen(brush, size), _blank(brush, size, sign.colour)
        field = card.get_rect().inflate(-2 * pen.u(7), -2 * pen.u(7))
        if name:
            field.height -= pen.u(27)
        card.blit(_field(pen, field, sign.colour), field)
        middle = (field.centerx, field.top + field.height * 0.54)
        for width in (74, 56):
            pen.smooth(card, _square(pen, middle, width), _haze, 2)
        pen.put_icon(card, sign.icon, middle, 48, CARD)
        corner = Rect(field.left - pen.u(2), field.top - pen.u(2), pen.u(30), pen.u(30))
        card.blit(pen.sheet(corner.size, 8, CARD, CARD), corner)
        at = (corner.centerx, corner.centery + pen.u(1))
        pen.text(card, str(count), at, 21, mix(sign.colour, theme.INK, 0.35), "display", "centre")
        if name:
            below = (field.centerx, (field.bottom + card.get_height()) / 2 - pen.u(1))
            pen.text(card, name, below, _fitting(pen, name, 13.5 * brush.text_scale), theme.INK, "strong", "centre")
        return card.premul_alpha()

    return brush.keep(("kawumm card", kind, count, name, size), make)


def number_card(
    brush: Brush, number: int, colour: Colour, icon: str, size: Size, dots: int = 0, plate: Plate = "circle"
) -> Surface:
    """A card with a number, for `lay`: over a big icon, or on a plate if there is none; with dots below."""

    def make() -> Surface:
        pen, card = _pen(brush, size), _blank(brush, size, colour)
        field = card.get_rect().inflate(-2 * pen.u(7), -2 * pen.u(7))
        card.blit(_field(pen, field, colour), field)
        sign, deep = on_field(colour), mix(colour, NIGHT, 0.45)
        middle = (field.centerx, card.get_height() * (0.58 if icon else 0.54))
        if icon:
            pen.put_icon(card, icon, middle, 68, mix(colour, theme.WHITE, 0.36))
            pen.outlined(card, str(number), middle, 54, CARD, deep, 2.6)
            pen.put_icon(card, icon, (field.right - pen.u(15), field.top + pen.u(16)), 21, sign)
        else:
            _put_plate(pen, card, plate, middle)
            pen.text(card, str(number), middle, 34 if plate == "diamond" else 40, deep, "display", "centre")
        pen.text(card, str(number), (field.left + pen.u(7), field.top + pen.u(15)), 21, sign, "display")
        for dot in range(dots):
            at = (field.centerx + (dot - (dots - 1) / 2) * pen.u(11), field.bottom - pen.u(9))
            card.blit(pen.sheet((pen.u(7), pen.u(7)), 3.5, sign, sign), _square(pen, at, 7))
        return card.premul_alpha()

    return brush.keep(("number card", number, colour, icon, size, dots, plate), make)


def picture_card(brush: Brush, name: str, sign: Sign, size: Size, text: str = "", *, has_coin: bool = False) -> Surface:
    """A card with a picture, for `lay`: its name below, then what it does, if there is room; a coin in its corner."""

    def make() -> Surface:
        pen, card = _pen(brush, size), _blank(brush, size, sign.colour)
        high = card.get_height()
        field = card.get_rect().inflate(-2 * pen.u(7), -2 * pen.u(7))
        field.height = round(high * (0.54 if text else 0.66))
        card.blit(_field(pen, field, sign.colour), field)
        pen.smooth(card, _square(pen, field.center, 62), _haze, 2)
        pen.put_icon(card, sign.icon, field.center, 50, on_field(sign.colour))
        lines, px = _named(pen, name, 13.5 * brush.text_scale, 1 if text else 2)
        middle = field.bottom + pen.u(13) if text else (field.bottom + high - pen.u(4)) / 2
        for number, line in enumerate(lines):
            at = (card.get_width() / 2, middle + (number - (len(lines) - 1) / 2) * pen.t(px))
            pen.text(card, line, at, px, theme.INK, "strong", "centre")
        if text:
            room = Rect(pen.u(7), field.bottom + pen.u(23), card.get_width() - 2 * pen.u(7), 0)
            px = 11.2 * brush.text_scale
            while px > 9 and pen.height(text, room.width, px) > high - room.top - pen.u(4):
                px -= 0.3
            pen.paragraph(card, text, room, px, theme.INK_2, anchor="centre")
        if has_coin:
            disc = _square(pen, (card.get_width() - pen.u(16), pen.u(16)), 26)
            card.blit(pen.sheet(disc.size, 13, colour("#FBDD8A"), theme.HONEY, theme.HONEY_DARK, 1.6), disc)
            pen.put_icon(card, "gold", disc.center, 18, theme.HONEY_DARK)
        return card.premul_alpha()

    return brush.keep(("picture card", name, sign, size, text, has_coin), make)


def good_tile(brush: Brush, sign: Sign, size: Size) -> Surface:
    """A tile of wood with a sign, for `lay`; without an icon a question mark."""

    def make() -> Surface:
        pen = _pen(brush, size)
        out = Surface((size[0] * DETAIL, size[1] * DETAIL), pygame.SRCALPHA)
        face = Rect(0, 0, out.get_width(), out.get_height() - pen.u(6))
        dark = mix(sign.colour, theme.BLACK, 0.35)
        out.blit(pen.sheet(out.get_size(), 22, dark, dark), (0, 0))
        rim = mix(sign.colour, theme.WHITE, 0.35)
        out.blit(pen.sheet(face.size, 22, mix(sign.colour, theme.WHITE, 0.2), sign.colour, rim, 3), face)
        if sign.icon:
            pen.put_icon(out, sign.icon, face.center, 66, CARD)
        else:
            pen.text(out, "?", face.center, 54, colour("#FFF3DC"), "display", "centre")
        return out.premul_alpha()

    return brush.keep(("good tile", sign, size), make)


def coin(on: Surface, brush: Brush, at: tuple[float, float], text: str, px: float = 38) -> None:
    """A gold piece with a figure on it."""
    box = _square(brush, at, px)
    brush.glow(on, box, px / 2, 3, 110, down=2)
    on.blit(brush.sheet(box.size, px / 2, colour("#FCE29A"), theme.HONEY, theme.HONEY_DARK, 2), box)
    size = px * 0.55 / brush.text_scale
    brush.text(on, text, at, size, colour("#6B4305"), "display", "centre")


def card_back(brush: Brush, sign: Sign, size: Size) -> Surface:
    """The back of a card, for `lay`: dotted, with the sign of its game."""

    def make() -> Surface:
        pen, card = _pen(brush, size), _blank(brush, size, sign.colour)
        field = card.get_rect().inflate(-2 * pen.u(6), -2 * pen.u(6))
        cloth = _field(pen, field, mix(sign.colour, theme.BLACK, 0.06)).copy()
        speck = pen.sheet((pen.u(4), pen.u(4)), 2, *(mix(sign.colour, theme.WHITE, 0.22),) * 2)
        step = 14 * pen.scale
        for row in range(round(field.height / step) + 1):
            for column in range(-1, round(field.width / step) + 1):
                cloth.blit(speck, (round((column + row % 2 / 2 + 0.2) * step), round((row + 0.2) * step)))
        cloth.blit(pen.mask(*field.size, pen.u(6)), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        card.blit(cloth, field)
        disc = _square(pen, field.center, 54)
        card.blit(pen.sheet(disc.size, 27, CARD, CARD_2), disc)
        pen.put_icon(card, sign.icon, field.center, 38, mix(sign.colour, theme.BLACK, 0.1))
        return card.premul_alpha()

    return brush.keep(("card back", sign, size), make)


def lay(
    on: Surface,
    brush: Brush,
    card: Surface,
    centre: tuple[float, float],
    angle: float = 0,
    lift: float = 0,
    wide: float = 1,
) -> None:
    """Put a card down, turned counter-clockwise by whole degrees, lifted, and narrowed while it turns over."""
    degrees, width = round(angle) % 360, round(card.get_width() / DETAIL * wide)
    if width < 1:
        return
    size = (width, round(card.get_height() / DETAIL))
    pictures: dict[object, Surface] = brush.keep("laid cards", dict)
    if len(pictures) >= MOST_LAID:
        pictures.clear()
    key = (card, degrees, width)
    image = pictures.get(key)
    if image is None:
        image = pictures[key] = _turned(card, size, degrees)
    shade_key = (size, degrees, round(lift))
    shade = pictures.get(shade_key)
    if shade is None:
        shade = pictures[shade_key] = _shadow(brush, size, degrees, round(lift))
    x, y = centre
    on.blit(shade, shade.get_rect(center=(round(x + brush.u(1 + lift * 0.3)), round(y + brush.u(4 + lift)))))
    on.blit(image, image.get_rect(center=(round(x), round(y))), special_flags=pygame.BLEND_PREMULTIPLIED)


def on_field(field: Colour) -> Colour:
    """The colour of signs that can be read on a field: cream, or dark where the field is light."""
    return DARK_SIGN if sum(field) > 400 else CARD


def _pen(brush: Brush, size: Size) -> Brush:
    """A brush whose scale makes a card of that size `WIDE` wide, for the picture that is too large."""
    scale = size[0] * DETAIL / WIDE
    return brush.keep(("card pen", size[0]), lambda: Brush((round(1280 * scale), round(720 * scale))))


def _blank(brush: Brush, size: Size, edge: Colour) -> Surface:
    pen = _pen(brush, size)
    return pen.sheet((size[0] * DETAIL, size[1] * DETAIL), RADIUS, CARD, CARD_2, mix(edge, theme.INK, 0.25), 1.6).copy()


def _field(pen: Brush, box: Rect, tone: Colour) -> Surface:
    return pen.sheet(box.size, 6, mix(tone, theme.WHITE, 0.16), tone)


def _square(pen: Brush, middle: tuple[float, float], width: float) -> Rect:
    box = Rect(0, 0, pen.u(width), pen.u(width))
    box.center = (round(middle[0]), round(middle[1]))
    return box


def _haze(on: Surface, _: float) -> None:
    half = on.get_width() / 2
    pygame.draw.circle(on, (255, 255, 255, 34), (half, half), half)


def _put_plate(pen: Brush, card: Surface, plate: Plate, middle: tuple[float, float]) -> None:
    if plate == "diamond":
        square = pen.sheet((pen.u(53), pen.u(53)), 8, CARD, CARD)
        image = pygame.transform.rotozoom(square, 45, 1)
        card.blit(image, image.get_rect(center=(round(middle[0]), round(middle[1]))))
        return
    box = _square(pen, middle, 64 if plate == "circle" else 58)
    card.blit(pen.sheet(box.size, 32 if plate == "circle" else 9, CARD, CARD), box)


def _named(pen: Brush, name: str, px: float, rows: int) -> tuple[list[str], float]:
    """A name in as few lines as keep it readable, and the size of its type."""
    whole = _fitting(pen, name, px)
    breaks = [[name[:place], name[place + 1 :]] for place, letter in enumerate(name) if letter == " "]
    breaks += [[f"{first}-", last] for first, last in SYLLABLES if name == first + last]
    if rows == 1 or whole > READABLE * px or not breaks:
        return [name], whole
    lines = min(breaks, key=lambda pair: max(pen.width(line, px, "strong") for line in pair))
    return lines, min(_fitting(pen, line, px) for line in lines)


def _fitting(pen: Brush, name: str, px: float) -> float:
    """The size of type at which a name fits on a card."""
    return min(px, px * 84 / (pen.width(name, px, "strong") / pen.scale))


def _turned(card: Surface, size: Size, degrees: int) -> Surface:
    """The card as it is shown: turned, then shrunk; a large one in one step, quicker and less smooth."""
    if size[0] * DETAIL < card.get_width():
        card = pygame.transform.smoothscale(card, (size[0] * DETAIL, size[1] * DETAIL))
    if degrees % 90 and size[0] > LARGE:
        return pygame.transform.rotozoom(card, degrees, 1 / DETAIL)
    large = pygame.transform.rotozoom(card, degrees, 1) if degrees % 90 else pygame.transform.rotate(card, degrees)
    return pygame.transform.smoothscale(large, (large.get_width() // DETAIL, large.get_height() // DETAIL))


def _shadow(brush: Brush, size: Size, degrees: int, lift: int) -> Surface:
    blur = 5 + lift
    around = 2 * brush.u(blur)
    image = Surface((size[0] + 2 * around, size[1] + 2 * around), pygame.SRCALPHA)
    box = Rect(around, around, *size)
    brush.glow(image, box, RADIUS * size[0] / WIDE / brush.scale, blur, 105)
    return pygame.transform.rotozoom(image, degrees, 1) if degrees else image
