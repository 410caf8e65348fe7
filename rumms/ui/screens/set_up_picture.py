"""A set-up as it is seen: the box, the kingdom, the curtain, what hangs on the pointer, and stacks from the side."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from rumms.games.rumms.kind import Kind
from rumms.games.rumms.state import Die, Screened, Side
from rumms.language import say, tell
from rumms.physics.model import EDGE, Area
from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.draw.curtain import Standing, curtain, dashes, side_view
from rumms.ui.draw.mat import CORNER
from rumms.ui.draw.tabletop import Tabletop, look_at, look_of
from rumms.ui.kit.lists import CHOSEN
from rumms.ui.kit.words import tip
from rumms.ui.names import named
from rumms.ui.placing import Placing
from rumms.ui.playback import DROP, DROPPED_FROM, Halo, Scene, bounced, lying

if TYPE_CHECKING:
    from rumms.ui.screens.set_up import SetUpScreen

LIFT: Final = 2.0 * EDGE
"""How high a die in the hand hangs over its spot."""
INSET: Final = (190, 126)
"""The slip with stacks from the side."""
CLOSE: Final = 1.2
"""From one of a row's two lines to the other, in heights of their letters."""
HIGH: Final = 2
"""The level from which on stacks are shown from the side."""
FADED: Final = 80
"""Of 255: dice of which none is left in the box."""


class SetUpPicture:
    """Paints a set-up; what is to be seen, the screen knows."""

    def __init__(self, screen: SetUpScreen) -> None:
        self.screen = screen

    @property
    def brush(self) -> Brush:
        """The brush of the window as it is now."""
        return self.screen.stage.brush

    @property
    def top(self) -> Tabletop:
        """The mat on the screen."""
        return self.screen.top

    @property
    def side(self) -> Side:
        """Whose set-up it is."""
        return self.screen.side

    def paint(self, on: Surface) -> None:
        """Table, mat, what is legal, the curtain, the dice that stand, and the box."""
        self.top.back(on)
        self._paint_legal(on)
        self._paint_curtain(on)
        scene = self._falling(self.screen.scene())
        self._paint_target(on)
        self._paint_rings(on, scene)
        self.top.draw(on, scene)
        self._paint_box(on)
        self._paint_hint(on)

    def paint_over(self, on: Surface) -> None:
        """Stacks from the side, and the die in the hand with what is to be said about it."""
        self._paint_side_view(on)
        hand = self.screen.hand
        if hand and (self.screen.with_keys or self._is_over_mat()):
            self._paint_hand(on, hand)
        elif hand and self.screen.pointer:
            picture = self.top.dice.picture(look_of(hand.spots.ground.die), self.top.view.edge)
            on.blit(picture, picture.get_rect(center=self.screen.pointer))
        elif self.screen.is_told:
            self._paint_told(on)

    # The mat.

    def _falling(self, scene: Scene) -> Scene:
        """Dice that were just set fall the last bit."""
        now = self.screen.stage.now
        for die, since in self.screen.dropped.items():
            part = (now - since) / DROP
            if die in scene.sights and part < 1.0 and not self.brush.calm:
                sight = scene.sights[die]
                up = DROPPED_FROM * (1.0 - bounced(max(0.0, part)))
                scene.sights[die] = sight._replace(z=sight.z + up)
                if part < 0.0:
                    del scene.sights[die]
        return scene

    def _box_of(self, area: Area, less: float) -> Rect:
        view, inset = self.top.view, self.brush.u(less)
        left, high = view.at(area.left, area.top)
        right, low = view.at(area.right, area.bottom)
        box = Rect(round(left), round(high), round(right - left), round(low - high))
        return box.inflate(-2 * inset, -2 * inset)

    def _paint_legal(self, on: Surface) -> None:
        """A dashed line around the kingdom; while the king is in the hand, around his castle."""
        hand = self.screen.hand
        mat = self.screen.draft.legal.mat
        dice = self.screen.draft.legal.dice
        spots = hand.spots if hand else self.screen.draft.legal.spots(dice[-1].id)
        for area in spots.place.shown(spots.ground):
            inside = Area(
                max(0.0, area.left), max(0.0, area.bottom), min(mat.length, area.right), min(mat.width, area.top)
            )
            dashes(on, self.brush, self._box_of(inside, 10))

    def _paint_curtain(self, on: Surface) -> None:
        """Over the other side's half, with its name and whether it is ready."""
        brush, view, screen = self.brush, self.top.view, self.screen
        u, foe = brush.u, self.side.foe
        seen = view.window.clip(view.box)
        edge = round(view.at(screen.border, 0.0)[0])
        if self.side is Side.RED:
            box = Rect(edge, seen.top, seen.right - edge, seen.height)
        else:
            box = Rect(seen.left, seen.top, edge - seen.left, seen.height)
        if box.width <= 0:
            return
        brush.glow(on, box, 6, 8, 150)
        curtain(on, brush, box, foe, "left" if self.side is Side.RED else "right", CORNER)
        middle = (box.centerx, box.top + box.height * 0.42)
        brush.chip(on, foe, middle, 74, "lock")
        room = box.width - u(24)
        name, px = brush.fitted(screen.table.team_name(foe), room, 24, "display")
        brush.outlined(on, name, (box.centerx, middle[1] + u(64)), px, theme.PAPER, brush.team(foe).deep, 2.4)
        is_ready = any(isinstance(die.where, Screened) for die in screen.state.dice if die.side is foe)
        line = say("is ready") if is_ready else say("sets up in secret")
        words = Rect(box.left + u(12), round(middle[1] + u(82)), room, 0)
        brush.paragraph(on, line, words, theme.BODY, theme.PAPER, "strong", "centre")

    def _paint_rings(self, on: Surface, scene: Scene) -> None:
        screen = self.screen
        if screen.hand:
            return
        for die, style in ((screen.chosen, "selected"), (screen.hovered, "hover")):
            if die is not None and die in scene.sights:
                at = self.top.ground(scene.sights[die])
                self.top.dice.ring(on, at, self.top.view.edge, str(self.side), style, screen.stage.now)  # type: ignore[arg-type]
                return

    def _paint_target(self, on: Surface) -> None:
        """Light where the die in the hand would stand."""
        hand, put = self.screen.hand, self.screen.target()
        if hand and put and (self.screen.with_keys or self._is_over_mat()):
            self.top.halo(on, lying(hand.spots.body(put.pose)), Halo(0.8, "power"))

    def _is_over_mat(self) -> bool:
        pointer = self.screen.pointer
        return pointer is not None and self.top.view.window.collidepoint(pointer)

    def _paint_hand(self, on: Surface, hand: Placing) -> None:
        """The die lifted over its spot; a badge and the rule in words where it must not be."""
        top, edge = self.top, self.top.view.edge
        look = look_of(hand.spots.ground.die)
        put = self.screen.target()
        sight = lying(hand.spots.body(put.pose)) if put else hand.sight
        at = top.ground(sight)
        if put:
            top.dice.ghost(on, look, at, edge, sight.rotation)
        top.dice.shadow(on, at, edge, sight.rotation, LIFT / EDGE)
        raised = sight._replace(z=sight.z + LIFT)
        top.put(on, look, raised)
        x, y = top.pixel(raised)
        about = Rect(0, 0, 2 * edge, 2 * edge)
        about.center = (round(x), round(y))
        refusal = hand.refusal
        if put is None and refusal:
            top.dice.badge(on, (x, y + edge * 0.2), edge, "no")
            tip(on, self.brush, tell(refusal), about)
        elif put and hand.spots.body(put.pose).level:
            high = hand.spots.body(put.pose).level + 1
            tip(on, self.brush, say("Set it on top: a tower of {number}", number=high), about)

    def _paint_told(self, on: Surface) -> None:
        """A refusal, or what was done, at the die it is about."""
        screen = self.screen
        sight = self.screen.scene().sights.get(screen.chosen if screen.chosen is not None else -1)
        window = self.top.view.window
        x, y = self.top.pixel(sight) if sight else (window.centerx, window.top + self.brush.u(60))
        about = Rect(0, 0, self.top.view.edge, self.top.view.edge)
        about.center = (round(x), round(y))
        tip(on, self.brush, screen.told[0], about)

    # Stacks from the side.

    def _paint_side_view(self, on: Surface) -> None:
        stacks = self._stacks()
        if not stacks:
            return
        u, window = self.brush.u, self.top.view.window.clip(self.top.view.box)
        box = Rect(0, 0, u(INSET[0]), u(INSET[1]))
        spots = [self.top.pixel(sight) for sight in self.screen.scene().sights.values()]
        if self.screen.pointer:
            spots.append(self.screen.pointer)
        is_red = self.side is Side.RED

        def place(bottom: bool) -> Rect:
            y = window.bottom - u(14) - box.height if bottom else window.top + u(14)
            return box.move(window.left + u(14) if is_red else window.right - u(14) - box.width, y)

        hidden = {bottom: sum(place(bottom).collidepoint(spot) for spot in spots) for bottom in (True, False)}
        side_view(on, self.brush, place(hidden[True] <= hidden[False]), say("From the side"), stacks)

    def _stacks(self) -> list[list[Standing]]:
        """Dice that stand on each other, if any stack is so high that it matters; with the one in the hand."""
        dice = self.screen.draft.placed()
        hand, put = self.screen.hand, self.screen.target()
        held = -1
        if hand and put and (self.screen.with_keys or self._is_over_mat()):
            dice = self.screen.draft.legal.placed((*self.screen.draft.puts, put))
            held = put.die
        if max((die.body.level for die in dice), default=0) < HIGH:
            return []
        groups = _towers(dice)
        return [
            [Standing(die.body.pose.x / EDGE, die.body.level, look_of(die), die.id == held) for die in group]
            for group in groups
        ]

    # The box.

    def _paint_box(self, on: Surface) -> None:
        brush, box, screen = self.brush, self.screen.box, self.screen
        u = brush.u
        brush.panel(on, box, 18, shadow=12)
        total, there = len(screen.draft.legal.dice), len(screen.draft.puts)
        figure = brush.text(
            on, f"{there} / {total}", (box.right - u(20), box.top + u(28)), theme.PANEL, theme.LEAF_DARK, "display",
            "right",
        )  # fmt: skip
        text, px = say("Your dice"), float(theme.PANEL)
        while brush.width(text, px, "display") > figure.left - box.left - u(30) and px > theme.SMALLEST:
            px -= 1
        brush.text(on, text, (box.left + u(20), box.top + u(28)), px, theme.INK, "display")
        bar = Rect(box.left + u(20), box.top + u(48), box.width - u(40), u(12))
        on.blit(brush.sheet(bar.size, 6, theme.PAPER_3, theme.PAPER_3), bar)
        if there:
            wide = max(bar.height, round(bar.width * there / total))
            on.blit(brush.sheet((wide, bar.height), 6, theme.colour("#76A85C"), theme.LEAF), bar)
        rows = len(screen.rows())
        for number, (kind, times) in enumerate(Counter(screen.waiting()).items()):
            line = say("waits beside the mat")
            self._paint_row(on, screen.row_rect(rows + number), kind, times, line, is_faded=False)

    def row(self, on: Surface, box: Rect, kind: Kind, left: int, *, is_lit: bool) -> None:
        """The dice of a kind that are left in the box."""
        hand = self.screen.hand
        is_held = hand is not None and hand.spots.ground.die.kind == kind
        if is_held or is_lit:
            rim = theme.HONEY_DARK if is_held else theme.LINE
            tones = CHOSEN if is_held else (theme.PAPER, theme.PAPER_2)
            on.blit(self.brush.sheet(box.size, 12, *tones, rim, 2), box)
        line = say("{number} in the box", number=left) if left else say("all set")
        self._paint_row(on, box, kind, left, line, is_faded=not left and not is_held)

    def _paint_row(self, on: Surface, row: Rect, kind: Kind, number: int, line: str, *, is_faded: bool) -> None:
        brush = self.brush
        u = brush.u
        edge = min(u(30), round(row.height * 0.62))
        picture = self.top.dice.picture(look_at(kind, self.side), edge)
        if is_faded:
            picture = picture.copy()
            picture.set_alpha(FADED)
        on.blit(picture, picture.get_rect(center=(row.left + u(26), row.centery)))
        left, right = row.left + u(52), row.right - u(64)
        name, px = named(kind), 16.0
        while brush.width(name, px, "strong") > right - left and px > theme.SMALLEST:
            px -= 0.5
        ink = theme.INK_2 if is_faded else theme.INK
        upper, lower = CLOSE * brush.t(px), CLOSE * brush.t(theme.SMALLEST)
        if upper + lower > row.height:
            brush.text(on, name, (left, row.centery), px, ink, "strong")
        else:
            brush.text(on, name, (left, row.centery - lower / 2), px, ink, "strong")
            brush.text(on, line, (left, row.centery + upper / 2), theme.SMALLEST, theme.INK_2)
        if number:
            at = (row.right - u(18), row.centery)
            brush.text(on, str(number), at, theme.PANEL, theme.INK, "display", "right")
        else:
            brush.put_icon(on, "check", (row.right - u(26), row.centery), 22, theme.LEAF_DARK)

    def _paint_hint(self, on: Surface) -> None:
        """What to do next."""
        brush, hint, screen = self.brush, self.screen.hint, self.screen
        if screen.hand and screen.with_keys:
            text = say("Arrows move the die, page up and down turn it, Enter sets it, Esc lets go.")
        elif screen.hand:
            text = say("Set it down, or drop it in the box. The wheel or R turns it.")
        elif screen.draft.is_ready:
            text = say("All dice stand. You can still move them.")
        else:
            text = say("Drag dice and drop them. On another die it becomes a tower.")
        px = theme.BODY - 0.5
        while brush.height(text, hint.width - brush.u(30), px) > brush.u(58) and px > theme.SMALLEST:
            px -= 0.5
        brush.put_icon(on, "hint", (hint.left + brush.u(12), hint.centery), 20, theme.HONEY)
        room = Rect(hint.left + brush.u(30), 0, hint.width - brush.u(30), 0)
        room.height = brush.height(text, room.width, px)
        room.centery = hint.centery
        brush.paragraph(on, text, room, px, theme.colour("#F1E4D0"))


def _towers(dice: list[Die]) -> list[list[Die]]:
    """Dice that stand on each other, be it through others; those that stand alone are left out."""
    groups: list[list[Die]] = []
    for die in sorted(dice, key=lambda die: die.body.level):
        on = getattr(die.where, "on", ())
        below = [group for group in groups if any(one.id in on for one in group)]
        groups = [group for group in groups if group not in below]
        groups.append([*(one for group in below for one in group), die])
    return sorted((group for group in groups if len(group) > 1), key=lambda group: group[0].body.pose.x)
