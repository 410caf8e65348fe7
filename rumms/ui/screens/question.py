"""The panel of a question at the table: whose power it is, what will happen, who can be chosen, yes and no."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

from rumms.language import say
from rumms.physics.model import TOP
from rumms.ui import theme
from rumms.ui.asking import Asking, about
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.draw.dice import dice_of
from rumms.ui.draw.tabletop import look_of
from rumms.ui.kit.buttons import Button, StyleName, Tile
from rumms.ui.kit.widget import Mood, Widget

WIDE: Final = 760
EDGE: Final = 18
"""Around what stands on the panel."""
PICTURE: Final = 92
LEAST_BUTTON, MOST_BUTTON = 176, 260
DIE: Final = 46
"""How large a die is that lies beside the mat ..."""
STEP: Final = 62
"""... how far it is to the next ..."""
HIGH: Final = 70
"""... and how high its tile is, with its value."""
ABOVE: Final = 82
"""How far from the window's upper edge the panel lies if it would hide something below."""

Do = Callable[[], object]


class Panel:
    """Lays a question out on a slip of paper: at the lower edge, or wherever it hides none of the dice it is about."""

    def __init__(self, brush: Brush, asking: Asking, seen: Iterable[tuple[float, float]]) -> None:
        self.brush, self.asking = brush, asking
        u = brush.u
        wide = min(u(WIDE), brush.size[0] - 2 * u(24))
        labels = (asking.label, say("No, thanks"), say("Back"))
        needed = max(Button.needs(brush, label)[0] for label in labels)
        self._button = min(max(u(LEAST_BUTTON), needed), u(MOST_BUTTON))
        left = u(EDGE + PICTURE + 20)
        self._words = wide - left - self._button - u(2 * EDGE)
        self._title = brush.height(asking.title, self._words, theme.PROMPT, "display")
        self._text = brush.height(asking.text, self._words, theme.BODY)
        rows = -(-len(asking.beside) // self._per_row) if asking.beside else 0
        self._dice = rows * u(HIGH + 4) + (u(6) if rows else 0)
        high = max(u(PICTURE), u(2 * 46 + 12), self._title + self._text + u(4) + self._dice) + u(2 * EDGE)
        self.box = self._free((wide, high), list(seen))

    def _free(self, size: tuple[int, int], seen: list[tuple[float, float]]) -> Rect:
        """Where it hides as few lit dice as can be: rather at the lower edge or the upper one than between."""
        u, (wide, high) = self.brush.u, self.brush.size
        lefts = ((wide - size[0]) // 2, u(24), wide - u(24) - size[0])
        lowest, highest = high - u(16) - size[1], u(ABOVE)
        tops = (lowest, highest, (lowest + highest) // 2, (3 * lowest + highest) // 4, (lowest + 3 * highest) // 4)
        places = [Rect((left, top), size) for top in tops for left in lefts]

        def hidden(place: Rect) -> int:
            return sum(place.inflate(u(40), u(40)).collidepoint(at) for at in seen)

        return min(places, key=hidden)

    @property
    def _per_row(self) -> int:
        return max(1, self._words // self.brush.u(STEP))

    @property
    def _top(self) -> int:
        """Of the words, which stand in the middle together with the dice below them."""
        return self.box.centery - (self._title + self._text + self.brush.u(4) + self._dice) // 2

    def widgets(self, confirm: Do, decline: Do, choose: Callable[[int], object], back: Do | None) -> Iterator[Widget]:
        """The dice beside the mat, yes, and no or back."""
        asking, brush = self.asking, self.brush
        u = brush.u
        left, top = self.box.left + u(EDGE + PICTURE + 20), self._top + self._title + self._text + u(10)
        for number, die in enumerate(asking.beside):
            row, column = divmod(number, self._per_row)
            place = Rect(left + column * u(STEP), top + row * u(HIGH + 4), u(STEP - 6), u(HIGH))
            yield Tile(
                f"die {die}",
                place,
                partial(self._paint_die, die),
                do=partial(choose, die),
                tip=about(asking.state, asking.state.dice[die]),
                is_enabled=asking.can_choose(die),
                is_answer=True,
                radius=12,
            )
        offers: list[tuple[str, str, Do, bool]] = []
        if not asking.is_at_once:
            offers.append(("yes", asking.label, confirm, asking.is_ready))
        if asking.may_decline:
            offers.append(("no", say("No, thanks"), decline, True))
        elif back:
            offers.append(("back", say("Back"), back, True))
        y = self.box.centery - (u(46) * len(offers) + u(10) * (len(offers) - 1)) // 2
        for name, label, do, is_enabled in offers:
            place = Rect(self.box.right - u(EDGE) - self._button, y, self._button, u(46))
            is_meant = name == "yes" and (asking.picked or not asking.worth)  # nobody is urged to choose no die at all
            style: StyleName = "primary" if is_meant else "plain"
            yield Button(name, place, label, style=style, do=do, is_enabled=is_enabled, is_answer=True)
            y += u(56)

    def paint(self, on: Surface) -> None:
        """The paper, the picture and the words."""
        brush, asking, box = self.brush, self.asking, self.box
        u = brush.u
        brush.panel(on, box, 22, shadow=20, alpha=170)
        side = str(asking.task.side)
        picture = Rect(box.left + u(EDGE), box.centery - u(PICTURE) // 2, u(PICTURE), u(PICTURE))
        team = brush.team(side)
        on.blit(brush.sheet(picture.size, 16, theme.mix(team.base, team.light, 0.08), team.base), picture)
        owner = asking.owner
        icon = owner.kind.name if owner else "finger"
        if brush.has_icon(icon):
            brush.put_icon(on, icon, picture.center, 64, theme.PLATE)
        elif owner:
            letter = look_of(owner).letter
            brush.text(on, letter, picture.center, 56, theme.PLATE, "display", "centre")
        left = picture.right + u(20)
        brush.paragraph(on, asking.title, Rect(left, self._top, self._words, self._title), theme.PROMPT, cut="display")
        words = Rect(left, self._top + self._title + u(4), self._words, self._text)
        brush.paragraph(on, asking.text, words, theme.BODY, theme.INK_2)

    def _paint_die(self, die: int, on: Surface, box: Rect, brush: Brush, mood: Mood) -> None:
        asking, u = self.asking, brush.u
        is_picked = die in asking.picked
        if is_picked or mood.hover > 0:
            tone = theme.HONEY if is_picked else theme.PAPER_3
            on.blit(brush.sheet(box.size, 12, theme.mix(tone, theme.PAPER, 0.35), tone, theme.HONEY_DARK, 1.5), box)
        one = asking.state.dice[die]
        picture = dice_of(brush).picture(look_of(one), u(DIE - 12), TOP)
        if not asking.can_choose(die):
            picture = picture.copy()
            picture.set_alpha(110)
        on.blit(picture, picture.get_rect(center=(box.centerx, box.top + u(29))))
        at = (box.centerx, box.bottom - u(10))
        brush.text(on, str(one.kind.value), at, theme.SECOND, theme.INK_2, "strong", "centre")
