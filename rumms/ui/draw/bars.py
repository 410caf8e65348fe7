"""What stands around the mat of Rumms: the teams with their defeated dice, the score, the log, power and strike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rumms.language import say
from rumms.ui import theme
from rumms.ui.draw.brush import Anchor, Brush, Rect, Surface
from rumms.ui.draw.dice import Dice, Look
from rumms.ui.playback import Line

TOP: Final = 12
HIGH: Final = 58
MARGIN: Final = 24
TEAM_WIDE: Final = 372
LOWER: Final = 66
"""How high the lower bar is."""
TRAY: Final = 20
"""How large a defeated die is."""
ASIDE: Final = 14
"""How large a die is that waits beside the mat, or hides."""
STEP: Final = 23
"""From a defeated die to the next."""
MOST: Final = 7
"""Dice that lie beside each other in a tray; more overlap."""
MOST_SHOWN: Final = 11
"""Then a number stands for the rest."""
SEGMENTS: Final = 12
"""Of the scale of power."""


class TeamBar:
    """A team at the top of the window: chip, name, what it is doing, and its defeated dice at the inner end."""

    def __init__(self, brush: Brush, dice: Dice, side: str) -> None:
        self.brush, self.dice, self.side = brush, dice, side
        u = brush.u
        wide = min(u(TEAM_WIDE), brush.size[0] // 2 - u(MARGIN + 90))
        self.box = Rect(u(MARGIN), u(TOP), wide, u(HIGH))
        if side == "blue":
            self.box.right = brush.size[0] - u(MARGIN)

    @property
    def _sign(self) -> int:
        """To which side things follow each other."""
        return -1 if self.side == "blue" else 1

    def spot(self, number: int, of: int) -> tuple[float, float]:
        """Where the middle of a defeated die is, the first one at the inner end, if there are so many."""
        u = self.brush.u
        inner = self.box.left if self.side == "blue" else self.box.right
        step = u(STEP) * min(1.0, MOST / max(of, 1))
        return inner - self._sign * (u(24) + min(number, MOST_SHOWN) * step), self.box.top + u(30)

    def draw(
        self,
        on: Surface,
        name: str,
        doing: tuple[str, ...],
        lost: Sequence[Look],
        aside: Sequence[Look] = (),
        *,
        is_to_move: bool,
    ) -> None:
        """The bar, with light around it for the side to move; small pictures of the dice that wait or hide.

        `doing` is what it is doing, in longer and in fewer words.
        """
        brush, box = self.brush, self.box
        if is_to_move:
            brush.glow(on, box, 16, 9, 200, theme.HONEY)
        brush.panel(on, box, 16, shadow=8)
        u, sign = brush.u, self._sign
        x = box.left + u(32) if sign > 0 else box.right - u(32)
        brush.chip(on, self.side, (x, box.centery), 44, "king")
        anchor: Anchor = "left" if sign > 0 else "right"
        brush.text(on, name, (x + sign * u(32), box.top + u(20)), 18, brush.team(self.side).deep, "display", anchor)
        self._second_line(on, x + sign * u(32), doing, aside, len(lost))
        shown = lost[:MOST_SHOWN]
        for number in reversed(range(len(shown))):
            picture = self.dice.picture(shown[number], u(TRAY))
            place = picture.get_rect(center=tuple(map(round, self.spot(number, len(lost)))))
            on.blit(picture, place)
        if len(lost) > MOST_SHOWN:
            brush.text(
                on, f"+{len(lost) - MOST_SHOWN}", self._rest(len(lost)), theme.SMALLEST, theme.INK, "strong",
                "right" if sign > 0 else "left",
            )  # fmt: skip

    def _rest(self, lost: int) -> tuple[float, float]:
        """Where the number of those begins that are not shown: beside the last one that is."""
        x, y = self.spot(MOST_SHOWN - 1, lost)
        return x - self._sign * self.brush.u(TRAY / 2 + 4), y

    def _second_line(self, on: Surface, x: float, doing: tuple[str, ...], aside: Sequence[Look], lost: int) -> None:
        """What a team is doing, in as many words as there is room for, and what it has beside the mat."""
        brush, sign, y = self.brush, self._sign, self.box.top + self.brush.u(41)
        u = brush.u
        step = u(ASIDE + 4)
        needed = len(aside) * step + (u(8) if aside else 0)
        end = self.spot(lost, lost)[0] if lost <= MOST_SHOWN else self._rest(lost)[0] - sign * brush.t(18)
        room = abs(end - x) - needed
        anchor: Anchor = "left" if sign > 0 else "right"
        fitting = next((words for words in doing if brush.width(words, theme.SECOND) <= room), "")
        if fitting:
            brush.text(on, fitting, (x, y), theme.SECOND, theme.INK_2, "text", anchor)
            x += sign * (brush.width(fitting, theme.SECOND) + u(8))
        for number, look in enumerate(aside):
            picture = self.dice.picture(look, u(ASIDE))
            on.blit(picture, picture.get_rect(center=(round(x + sign * (u(ASIDE / 2) + number * step)), y)))


def score(on: Surface, brush: Brush, title: str, wins: tuple[int, int]) -> None:
    """Between the teams: what is played, and how it stands."""
    u, middle = brush.u, brush.size[0] / 2
    brush.text(on, title, (middle, u(22)), theme.SECOND, theme.colour("#D9C9B4"), "strong", "centre")
    brush.text(on, f"{wins[0]} : {wins[1]}", (middle, u(45)), 18, theme.PAPER, "display", "centre")
    brush.mark(on, "red", (middle - u(52), u(44)), 16)
    brush.mark(on, "blue", (middle + u(52), u(44)), 16)


class Strip(NamedTuple):
    """The lower bar's boxes."""

    log: Rect
    middle: Rect
    """Power and strike height, or what is to be done instead."""
    tools: Rect


def strip(brush: Brush, tools: int) -> Strip:
    """Where the parts of the lower bar are, with so many tool buttons."""
    u, (wide, high) = brush.u, brush.size
    top = high - u(78)
    right = u(54) * tools - u(6)
    tool_box = Rect(wide - u(MARGIN) - right, top + u(9), right, u(48))
    log_box = Rect(u(MARGIN), top, u(330), u(LOWER))
    return Strip(log_box, Rect(log_box.right + u(18), top, tool_box.left - log_box.right - u(36), u(LOWER)), tool_box)


def log(on: Surface, brush: Brush, box: Rect, lines: Sequence[Line], rows: int = 2) -> None:
    """The last lines of what happened, the newest below; the box grows upward with them."""
    lead = max(brush.u(26), round(brush.leading(theme.BODY - 1)))
    shown: list[tuple[Line, str, bool]] = []
    for line in reversed(lines):
        more = _wrapped(brush, line, box.width - brush.u(56))
        if shown and len(shown) + len(more) > rows:
            break
        shown = [*more, *shown]
    high = max(box.height, lead * len(shown) + brush.u(14))
    place = Rect(box.left, box.bottom - high, box.width, high)
    brush.plum(on, place)
    y = place.bottom - brush.u(7) - lead * len(shown) + lead / 2
    newest = lines[-1] if lines else None
    for line, text, is_first in shown:
        is_new = line is newest
        if is_first and line.side:
            icon = line.icon if line.icon and brush.has_icon(line.icon) else "bolt"
            brush.put_icon(on, icon, (place.left + brush.u(22), y), 16, brush.team(line.side).light)
        colour = theme.colour("#F1E8EE") if is_new else theme.LILAC_2
        brush.text(on, text, (place.left + brush.u(38), y), theme.BODY - 1, colour)
        y += lead


def _wrapped(brush: Brush, line: Line, width: int) -> list[tuple[Line, str, bool]]:
    return [(line, text, number == 0) for number, text in enumerate(brush.lines(line.text, width, theme.BODY - 1))]


def power(on: Surface, brush: Brush, box: Rect, part: float) -> None:
    """How strong the flick will be: figure and scale."""
    brush.plum(on, box)
    u = brush.u
    brush.text(on, say("Power"), (box.left + u(14), box.top + u(18)), theme.SECOND, theme.LILAC, "strong")
    figure = say("{percent}%", percent=round(100 * part))
    brush.text(on, figure, (box.right - u(14), box.top + u(18)), 16, theme.PAPER, "display", "right")
    step = (box.width - u(28)) / SEGMENTS
    for number in range(SEGMENTS):
        high = u(10 + number * 1.3)
        lit = number < round(part * SEGMENTS)
        colour = heat(number / SEGMENTS) if lit else theme.colour("#55465C")
        segment = brush.sheet((max(1, round(step - u(4))), high), 4, colour, colour)
        on.blit(segment, (round(box.left + u(14) + number * step), box.top + u(56) - high))


def heat(part: float) -> theme.Colour:
    """The colour of power: pale, honey, coral."""
    if part < 0.5:
        return theme.mix(theme.colour("#FFE39A"), theme.HONEY, 2.0 * part)
    return theme.mix(theme.HONEY, theme.CORAL, 2.0 * part - 1.0)
