"""Words on a screen: labels, paragraphs, the prompt pill and tips."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from rumms.ui import theme
from rumms.ui.draw.brush import Anchor, Brush, Rect, Surface
from rumms.ui.kit.widget import Mood, Widget
from rumms.ui.theme import Colour, Cut

WIDEST_TIP: Final = 300
ARROW: Final = (16, 9)
"""Of a tip: how wide, how high."""
AWAY: Final = 11
"""From what a tip is about to its label."""


class Label(Widget):
    """One line of text in the middle of its height, or two where it is too long for one."""

    can_focus = False

    def __init__(
        self,
        rect: Rect,
        text: str,
        px: float = theme.BODY,
        colour: Colour = theme.INK,
        cut: Cut = "text",
        anchor: Anchor = "left",
    ) -> None:
        super().__init__("", rect)
        self.words, self.px, self.colour, self.cut, self.anchor = text, px, colour, cut, anchor

    def draw(self, on: Surface, brush: Brush, mood: Mood) -> None:  # noqa: ARG002  words have no moods
        """Paint the text."""
        high = brush.height(self.words, self.rect.width, self.px, self.cut)
        box = Rect(self.rect.left, round(self.rect.centery - high / 2), self.rect.width, high)
        brush.paragraph(on, self.words, box, self.px, self.colour, self.cut, self.anchor)


class Paragraph(Label):
    """A text in lines from the top of its rectangle."""

    def draw(self, on: Surface, brush: Brush, mood: Mood) -> None:  # noqa: ARG002  words have no moods
        """Paint the text."""
        brush.paragraph(on, self.words, self.rect, self.px, self.colour, self.cut, self.anchor)


class Picture(Widget):
    """A picture that nothing can be done with."""

    can_focus = False

    def __init__(self, rect: Rect, paint: Callable[[Surface, Rect, Brush], object]) -> None:
        super().__init__("", rect)
        self.paint = paint

    def draw(self, on: Surface, brush: Brush, mood: Mood) -> None:  # noqa: ARG002  pictures have no moods
        """Paint it."""
        self.paint(on, self.rect, brush)


def fitting_px(brush: Brush, text: str, box: Rect, px: float, cut: Cut = "text") -> float:
    """The size, no larger than `px`, at which a paragraph fits into a box; no letter is smaller than the smallest."""
    while brush.height(text, box.width, px, cut) > box.height and (px - 0.5) * brush.text_scale >= theme.SMALLEST:
        px -= 0.5
    return px


def pill_box(
    brush: Brush, text: str, middle_top: tuple[float, float], icon: str = "", widest: int = 0, px: float = theme.BUTTON
) -> Rect:
    """Where a prompt pill lies: as wide as its text, and no wider than so many pixels."""
    beside = brush.u(36) + (brush.t(px) + brush.u(10) if icon else 0)
    room = max(brush.u(80), (widest or brush.size[0] - brush.u(48)) - beside)
    lines = brush.lines(text, room, px, "strong")
    width = max(brush.width(line, px, "strong") for line in lines) + beside
    height = max(brush.u(40), round(len(lines) * brush.leading(px)) + brush.u(16))
    return Rect(round(middle_top[0] - width / 2), round(middle_top[1]), width, height)


def pill(on: Surface, brush: Brush, text: str, box: Rect, icon: str = "", px: float = theme.BUTTON) -> None:
    """The prompt: what to do next, on a plum label, in a box that `pill_box` gave."""
    brush.plum(on, box, min(20, box.height / brush.scale / 2))
    left = box.left + brush.u(18)
    if icon:
        wide = brush.t(px * 1.15)
        brush.put_icon(on, icon, (left + wide / 2 - brush.u(2), box.centery), px * 1.15 * brush.text_scale, theme.HONEY)
        left += brush.t(px) + brush.u(10)
    room = Rect(left, 0, box.right - brush.u(18) - left + 1, 0)
    room.height = brush.height(text, room.width, px, "strong")
    room.centery = box.centery
    brush.paragraph(on, text, room, px, theme.PAPER, "strong")


def tip_box(brush: Brush, text: str, about: Rect) -> Rect:
    """Where the label of a tip lies: above what it is about, or else below, and always inside the window."""
    lines = _tip_lines(brush, text)
    width = max(brush.width(line, px, cut) for line, px, cut, _ in lines)
    height = sum(brush.leading(px) for _, px, _, _ in lines)
    box = Rect(0, 0, width + brush.u(28), round(height) + brush.u(14))
    box.midbottom = (about.centerx, about.top - brush.u(AWAY))
    window = Rect((0, 0), brush.size).inflate(-brush.u(12), -brush.u(12))
    if box.top < window.top:
        box.top = about.bottom + brush.u(AWAY)
    return box.clamp(window)


def tip(on: Surface, brush: Brush, text: str, about: Rect, part: float = 1.0) -> Rect:
    """A plum label with an arrow to what it is about; what follows the first line break is smaller. `part`: of 1."""
    box = tip_box(brush, text, about)
    is_below = box.centery > about.centery
    arrow = _arrow_at(brush, box, about)
    around = brush.u(18)
    picture = brush.keep(
        ("tip", text, box.size, is_below, arrow), lambda: _picture(brush, text, box, around, is_below, arrow)
    )
    rise = 0 if brush.calm else brush.u(8) * (1 - theme.out_cubic(part))
    picture.set_alpha(round(255 * part))
    on.blit(picture, (box.left - around, round(box.top - around + (-rise if is_below else rise))))
    return box


def _tip_lines(brush: Brush, text: str) -> list[tuple[str, float, Cut, Colour]]:
    title, _, second = text.partition("\n")
    room = brush.t(WIDEST_TIP)
    lines: list[tuple[str, float, Cut, Colour]] = [
        (line, theme.BODY, "strong", theme.PAPER) for line in brush.lines(title, room, theme.BODY, "strong")
    ]
    if second:
        lines += [(line, theme.SECOND, "text", theme.LILAC) for line in brush.lines(second, room, theme.SECOND)]
    return lines


def _arrow_at(brush: Brush, box: Rect, about: Rect) -> int:
    edge = brush.u(12) + brush.u(ARROW[0]) // 2
    return max(edge, min(box.width - edge, about.centerx - box.left))


def _picture(brush: Brush, text: str, box: Rect, around: int, is_below: bool, arrow: int) -> Surface:
    out = Surface((box.width + 2 * around, box.height + 2 * around), pygame.SRCALPHA)
    inner = Rect((around, around), box.size)
    brush.plum(out, inner, 12, shadow=7)
    _point(out, brush, inner, is_below, arrow)
    y: float = inner.top + brush.u(7)
    for line, px, cut, colour in _tip_lines(brush, text):
        lead = brush.leading(px)
        brush.text(out, line, (inner.left + brush.u(14), y + lead / 2), px, colour, cut)
        y += lead
    return out


def _point(out: Surface, brush: Brush, box: Rect, is_below: bool, arrow: int) -> None:
    wide, high = brush.u(ARROW[0]), brush.u(ARROW[1])
    place = Rect(box.left + arrow - wide // 2, box.top - high if is_below else box.bottom, wide, high)
    colour = theme.PLUM if is_below else theme.PLUM_2
    times = 4
    large = Surface((wide * times, high * times), pygame.SRCALPHA)
    large.fill((*colour, 0))
    foot, head = (high, 0) if is_below else (0, high)
    corners = [(0, foot * times), (wide * times, foot * times), (wide * times // 2, head * times)]
    pygame.draw.polygon(large, colour, corners)
    out.blit(pygame.transform.smoothscale(large, place.size), place)
