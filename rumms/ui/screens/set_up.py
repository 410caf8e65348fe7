"""Setting up: dice are dragged from the box onto your own kingdom, moved, turned, stacked; all of it by keys, too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import hypot
from typing import Final

import pygame

from rumms.games.rumms.actions import Put
from rumms.games.rumms.kind import Kind
from rumms.games.rumms.presets import Preset, drawn
from rumms.games.rumms.state import Aside, Side
from rumms.kernel.refusal import IllegalMove
from rumms.language import say, tell
from rumms.physics.geometry import settle_near
from rumms.physics.model import Pose
from rumms.ui import theme, troops
from rumms.ui.drafting import Draft
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.draw.tabletop import Tabletop
from rumms.ui.kit.buttons import Button
from rumms.ui.kit.screen import Notice
from rumms.ui.kit.widget import ENTER, Mood, Point, Widget
from rumms.ui.names import introduced
from rumms.ui.placing import FINE, STEP, TURN, Placing
from rumms.ui.playback import Scene, lying
from rumms.ui.screens.backstage import Backstage
from rumms.ui.screens.naming import Naming
from rumms.ui.screens.set_up_picture import SetUpPicture
from rumms.ui.screens.table import Table
from rumms.ui.screens.troop import BELOW, HEAD, ROW, TOP, box_rect, missing
from rumms.ui.screens.troop_list import TroopSheet

NEAR: Final = 1.2
"""Centimetres: a legal spot that is no further from a wrong one was meant."""
MAGNET: Final = 0.4
"""Centimetres: a die that comes so near to the middle of another stands right on it."""
MOVED: Final = 5
"""Pixels of the design from which on a press is a drag."""
FOOT: Final = 116
"""From the last row to the bottom of the box."""
FOE: Final = 6.0
"""Centimetres of the other side's half that are seen at least, behind its curtain."""
TOLD: Final = 4.0
"""Seconds for which a refusal stays in sight."""
ARROWS: Final = {
    pygame.K_LEFT: (-1.0, 0.0),
    pygame.K_RIGHT: (1.0, 0.0),
    pygame.K_UP: (0.0, 1.0),
    pygame.K_DOWN: (0.0, -1.0),
}


class Ground(Widget):
    """The mat: it takes the mouse wherever no button lies, and the keys while it has the focus."""

    radius = 12.0

    def __init__(self, screen: SetUpScreen, rect: Rect) -> None:
        super().__init__("mat", rect)
        self.screen = screen

    def press(self, at: Point) -> None:
        """Set down what is in the hand, or take hold of a die."""
        self.screen.press(at)

    def drag(self, at: Point) -> None:
        """Take the die along."""
        self.screen.drag(at)

    def release(self, at: Point, inside: bool) -> None:  # noqa: ARG002  the screen knows where it is
        """Set the die down."""
        self.screen.release(at)

    def wheel(self, amount: float, at: Point) -> bool:  # noqa: ARG002  wherever it is
        """Turn it."""
        self.screen.turn(1 if amount > 0 else -1)
        return True

    def key(self, event: pygame.event.Event) -> bool:
        """Choose, move, turn, set."""
        return self.screen.mat_key(event)


class BoxRow(Widget):
    """The dice of a kind that are still in the box: to be dragged, or taken with Enter."""

    sound = "button"

    def __init__(self, screen: SetUpScreen, kind: Kind, rect: Rect, left: int, tip: str) -> None:
        hand = screen.hand
        # While one hangs on the pointer, its row still has hold of the mouse.
        is_held = hand is not None and hand.spots.ground.die.kind == kind
        super().__init__(f"kind {kind.name}", rect, tip, is_enabled=left > 0 or is_held)
        self.screen, self.kind, self.left = screen, kind, left

    def draw(self, on: Surface, brush: Brush, mood: Mood) -> None:  # noqa: ARG002  the picture knows it
        """The picture of the screen paints all rows."""
        self.screen.picture.row(on, self.rect, self.kind, self.left, is_lit=mood.hover > 0.5 and self.is_enabled)

    def press(self, at: Point) -> None:
        """Take one."""
        self.screen.take_from_box(self.kind, at)

    def drag(self, at: Point) -> None:
        """Take it along."""
        self.screen.drag(at)

    def release(self, at: Point, inside: bool) -> None:  # noqa: ARG002  the screen knows where it is
        """Set it down."""
        self.screen.release(at)

    def activate(self) -> None:
        """Take one with the keys."""
        self.screen.take_with_keys(self.kind)


class SetUpScreen(Backstage):
    """The box left, your own kingdom large, a curtain over the rest. This screen does not know what is behind it."""

    def __init__(self, table: Table, side: Side, draft: Draft) -> None:
        super().__init__(table, side)
        self.draft = draft
        self.hand: Placing | None = None
        """The die that hangs over the mat."""
        self.with_keys = False
        self.chosen: int | None = None
        """The die on the mat that was taken last: keys and buttons turn it."""
        self.hovered: int | None = None
        self.told = ("", 0.0)
        """A refusal, and when it was said."""
        self.dropped: dict[int, float] = {}
        """When dice were set, for they fall a little."""
        self._before: tuple[Put, ...] = ()
        """The draft before the die was taken into the hand."""
        self._grip: tuple[int | None, Point] | None = None
        self._is_dragging = False
        self._target: tuple[tuple[int, Pose], Put | None] | None = None
        self.picture = SetUpPicture(self)
        self.first = f"kind {draft.left[0].kind.name}" if draft.left else "ready"

    def title(self) -> str:
        """What is done, and by whom."""
        return say("Set up: {name}", name=self.team)

    @property
    def is_lively(self) -> bool:  # type: ignore[override]
        """A die hangs or falls."""
        falling = any(self.stage.now - since < 1.0 for since in self.dropped.values())
        return self.hand is not None or falling or self.is_told

    @property
    def is_told(self) -> bool:
        """Is something still to be read?"""
        return bool(self.told[0]) and self.stage.now - self.told[1] < TOLD

    # What lies where.

    def rows(self) -> dict[Kind, int]:
        """The kinds that are set up, and how many are left of each."""
        rows = {die.kind: 0 for die in self.draft.legal.dice}
        for die in self.draft.left:
            rows[die.kind] += 1
        if self.hand and any(die.id == self.hand.die for die in self.draft.left):
            rows[self.hand.spots.ground.die.kind] -= 1
        return rows

    def waiting(self) -> list[Kind]:
        """Own dice that wait beside the mat, by kind."""
        return [die.kind for die in self.state.dice if die.side is self.side and isinstance(die.where, Aside)]

    def scene(self) -> Scene:
        """The own dice that stand; of the other side's nothing is here to be seen."""
        return Scene(self.state, {die.id: lying(die.body) for die in self.draft.placed()})

    def target(self) -> Put | None:
        """Where the die in the hand would be set now: there, right on a tower, or at a legal spot nearby."""
        hand = self.hand
        if hand is None:
            return None
        key = (hand.die, hand.pose)
        if self._target is None or self._target[0] != key:
            self._target = key, self._meant(hand)
        return self._target[1]

    def _meant(self, hand: Placing) -> Put | None:
        put = Put(hand.die, hand.pose)
        if hand.refusal is None:
            return put if self.with_keys else self._drawn_onto(hand, put)
        ground = hand.spots.ground
        # Who drops a die half on another one means the place beside it.
        beside = settle_near(hand.pose, ground.bodies, ground.mat)
        wishes = (
            Put(hand.die, Pose(round(beside.x, 4), round(beside.y, 4), beside.yaw)),
            hand.spots.nearest(hand.pose),
        )
        return next((one for one in wishes if one and one in hand.spots and _far(one.pose, hand.pose) <= NEAR), None)

    def _drawn_onto(self, hand: Placing, put: Put) -> Put:
        """Right on the die below, if it nearly is."""
        for die in hand.spots.ground.below(hand.body):
            pose = die.body.pose
            if _far(pose, put.pose) <= MAGNET:
                drawn_to = Put(put.die, Pose(pose.x, pose.y, put.pose.yaw))
                if drawn_to in hand.spots:
                    return drawn_to
        return put

    # Layout.

    @property
    def box(self) -> Rect:
        """The panel with the dice."""
        return box_rect(self.stage.brush)

    def rebuild(self) -> None:
        """Your own kingdom as large as it can be, seen from the same side as ever."""
        brush = self.stage.brush
        u, (wide, high) = brush.u, brush.size
        left = self.box.right + u(24)
        area = Rect(left, u(TOP), wide - u(24) - left, high - u(TOP) - u(BELOW))
        mat = self.draft.legal.mat
        self.top = Tabletop(brush, mat, area)
        view = self.top.view
        border = mat.length / 2 if mat.wall is None else mat.wall.right if self.side is Side.RED else mat.wall.left
        own = border if self.side is Side.RED else mat.length - border
        scale = min(area.height / mat.width, area.width / min(mat.length, own + FOE))
        view.zoom = max(1.0, scale / view.fit)
        if view.zoom > 1.0:
            seen = min(mat.length, area.width / view.scale)
            view.centre = (seen / 2 if self.side is Side.RED else mat.length - seen / 2, mat.width / 2)
        self.border = border
        self.footer = Rect(area.left, area.bottom + u(12), area.width, u(48))
        super().rebuild()

    def row_rect(self, number: int) -> Rect:
        """Where a row of the box is."""
        u, box = self.stage.brush.u, self.box
        rows = len(self.rows()) + len(set(self.waiting()))
        high = min(u(ROW), (box.height - u(HEAD) - u(FOOT)) // max(1, rows))
        return Rect(box.left + u(12), box.top + u(HEAD) + number * high, box.width - u(24), high - u(2))

    def build(self) -> Iterator[Widget]:
        """The rows of the box, the mat, and what can be done with all of it."""
        brush, box = self.stage.brush, self.box
        u = brush.u
        yield Ground(self, self.top.view.window.clip(Rect((0, 0), brush.size)))
        for number, (kind, left) in enumerate(self.rows().items()):
            yield BoxRow(self, kind, self.row_rect(number), left, introduced(kind))
        half = (box.width - u(32) - u(10)) // 2
        offers: tuple[tuple[str, str, str, Callable[[], object], bool], ...] = (
            ("fill", say("Fill up"), "dice", self._fill, bool(self.draft.left)),
            ("clear", say("Clear"), "undo", self._clear, bool(self.draft.puts)),
            ("load", say("Load"), "cards", self._load, True),
            ("keep", say("Keep"), "save", self._keep, bool(self.draft.puts)),
        )
        for number, (name, label, icon, do, is_enabled) in enumerate(offers):
            down, across = divmod(number, 2)
            place = Rect(box.left + u(16) + across * (half + u(10)), box.bottom - u(108 - 50 * down), half, u(42))
            yield Button(name, place, label, icon, do=do, px=theme.BODY, is_enabled=is_enabled)
        yield from self._below()

    def _below(self) -> Iterator[Widget]:
        brush, footer = self.stage.brush, self.footer
        u = brush.u
        left = len(self.draft.left)
        label = missing(left) if left else say("Ready")
        wide = max(u(190), Button.needs(brush, label, "" if left else "check", 16)[0])
        ready = Rect(footer.right - wide, footer.top + u(2), wide, u(44))
        yield self._turn_button(ready)
        yield Button(
            "ready", ready, label, "" if left else "check", "primary", do=self._ready, px=16, is_enabled=not left
        )

    def _turn_button(self, ready: Rect) -> Button:
        brush = self.stage.brush
        label = say("Turn  R")
        wide = max(brush.u(128), Button.needs(brush, label, "turn", theme.BODY)[0])
        box = Rect(ready.left - brush.u(12) - wide, ready.top, wide, ready.height)
        self.hint = Rect(self.footer.left, box.top, box.left - brush.u(14) - self.footer.left, box.height)
        can_turn = self.hand is not None or self.chosen is not None
        return Button(
            "turn", box, label, "turn", do=partial(self.turn, 1), px=theme.BODY, is_enabled=can_turn,
            shortcut=pygame.K_r, tip=say("Turn the die\nR, wheel, page up, page down"),
        )  # fmt: skip

    # The mouse.

    @property
    def is_over_something(self) -> bool:
        """A button, a row, or a die on the mat."""
        over = self.over
        return self.hovered is not None if isinstance(over, Ground) else super().is_over_something

    def point(self, at: Point) -> tuple[float, float]:
        """The point of the mat that is meant by a pixel: who points at a die means to set another one on it."""
        scene = self.scene()
        die = self.top.die_on(scene, at)
        return self.top.view.under(at, scene.sights[die].z if die is not None else 0.0)

    def _die_at(self, at: Point) -> int | None:
        return self.top.die_on(self.scene(), at)

    def take_from_box(self, kind: Kind, at: Point) -> None:
        """A press on a row: one of these dice hangs on the pointer."""
        if self.hand:
            self.cancel()
        die = next((die.id for die in self.draft.left if die.kind == kind), None)
        if die is None:
            return
        self._lift(die)
        self._grip, self._is_dragging, self.with_keys = (None, at), False, False
        self._hang(at)

    def press(self, at: Point) -> None:
        """On the mat: set down what hangs on the pointer, or take hold of a die."""
        self.with_keys = False
        if self.hand:
            self._hang(at)
            self._set_down(keep=True)
            return
        self.chosen = self._die_at(at)
        self._grip = (self.chosen, at)
        self.rebuild()

    def drag(self, at: Point) -> None:
        """Once the pointer has moved a little, the die comes along."""
        if self._grip is None:
            return
        die, start = self._grip
        if not self._is_dragging and hypot(at[0] - start[0], at[1] - start[1]) >= self.stage.brush.u(MOVED):
            self._is_dragging = True
            if die is not None and self.hand is None:
                self._lift(die)
        if self._is_dragging:
            self._hang(at)

    def release(self, at: Point) -> None:
        """The end of a drag sets the die; after a mere click on a row it goes on hanging on the pointer."""
        was_dragging, self._is_dragging, self._grip = self._is_dragging, False, None
        if not (was_dragging and self.hand):
            return
        if self.box.collidepoint(at):
            self._put_back()
        else:
            self._hang(at)
            self._set_down(keep=False)

    def _hang(self, at: Point) -> None:
        if self.hand:
            self.hand.to(*self.point(at))

    def event(self, event: pygame.event.Event) -> bool:
        """Escape lets go of a die that is being dragged; the button of the mouse is still down then."""
        if self._is_dragging and event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.cancel()
        return super().event(event)

    def handle(self, event: pygame.event.Event) -> bool:
        """Right click and Escape let go; delete takes a die back into the box."""
        match event.type:
            case pygame.MOUSEMOTION:
                self.with_keys = False
                self._hang(event.pos)
                is_mat = isinstance(self.under(event.pos), Ground)
                self.hovered = self._die_at(event.pos) if is_mat and not self.hand else None
            case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_RIGHT:
                self._right_click(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_LEFT and self.hand:
                self.cancel()
            case pygame.KEYDOWN if event.key == pygame.K_ESCAPE and self.hand:
                self.cancel()
            case pygame.KEYDOWN if event.key in {pygame.K_DELETE, pygame.K_BACKSPACE}:
                self._put_back()
            case pygame.KEYDOWN if event.key in {pygame.K_PAGEUP, pygame.K_PAGEDOWN}:
                self.turn(1 if event.key == pygame.K_PAGEUP else -1)
            case _:
                return False
        return True

    def _right_click(self, at: Point) -> None:
        if self.hand:
            self.cancel()
        elif (die := self._die_at(at)) is not None and isinstance(self.under(at), Ground):
            self.chosen = die
            self._put_back()

    # The keys.

    def take_with_keys(self, kind: Kind) -> None:
        """Enter on a row: the die hangs over a legal spot, and the arrows move it."""
        if self.hand:
            self.cancel()
        die = next((die.id for die in self.draft.left if die.kind == kind), None)
        if die is None:
            return
        self._lift(die)
        self.with_keys = True
        self.focus_on("mat")

    def mat_key(self, event: pygame.event.Event) -> bool:
        """Choose a die and take it, or move the one in the hand and set it."""
        is_fine = bool(getattr(event, "mod", 0) & pygame.KMOD_SHIFT)
        if self.hand:
            return self._hand_key(self.hand, event.key, is_fine=is_fine)
        dice = sorted(self.draft.placed(), key=lambda die: (die.body.pose.x, die.body.pose.y, die.body.level))
        numbers = [die.id for die in dice]
        if not numbers:
            return False
        if event.key in {pygame.K_LEFT, pygame.K_RIGHT}:
            step = 1 if event.key == pygame.K_RIGHT else -1
            here = numbers.index(self.chosen) if self.chosen in numbers else -1 if step > 0 else 0
            self.chosen = numbers[(here + step) % len(numbers)]
            self.rebuild()
            return True
        if event.key in (*ENTER, pygame.K_SPACE) and self.chosen in numbers:
            self._lift(self.chosen)
            self.with_keys = True
            return True
        return False

    def _hand_key(self, hand: Placing, key: int, *, is_fine: bool) -> bool:
        if key in ARROWS:
            step = FINE if is_fine else STEP
            self.with_keys = True
            hand.move(step * ARROWS[key][0], step * ARROWS[key][1])
            return True
        if key in ENTER:
            kind = hand.spots.ground.die.kind
            if self._set_down(keep=True):
                self._go_on_after(kind)
            return True
        return False

    def _go_on_after(self, kind: Kind) -> None:
        """The keys go to the row of the next die, or to the button."""
        rows = self.rows()
        following = kind if rows[kind] else next((other for other, left in rows.items() if left), None)
        self.focus_on(f"kind {following.name}" if following else "ready")

    # Doing it.

    def _lift(self, die: int) -> None:
        """Take a die into the hand, from the mat or from the box."""
        self._before = self.draft.puts
        stood = next((put.pose for put in self.draft.puts if put.die == die), None)
        self.draft.take(die)
        self.hand = Placing(self.draft.spots(die))
        if stood:
            self.hand.pose = stood
        self.chosen, self.hovered, self.told = die, None, ("", 0.0)
        self.rebuild()

    def _set_down(self, *, keep: bool) -> bool:
        """Set the die that is in the hand; where it cannot be it stays there, or goes back to where it was."""
        hand, put = self.hand, self.target()
        if hand is None:
            return False
        if put is None:
            self._refuse(hand.refusal)
            if not keep:
                self.cancel()
            return False
        self.draft.put(put)
        self.hand = None
        self.dropped[put.die] = self.stage.now
        self.stage.sound.play("set")
        self.rebuild()
        return True

    def _refuse(self, refusal: IllegalMove | None) -> None:
        self.stage.sound.play("refused")
        if refusal:
            self.told = tell(refusal), self.stage.now

    def cancel(self) -> None:
        """Let go: everything is as before."""
        if self.hand:
            self.draft.puts = self._before
            self.hand, self._grip, self._is_dragging = None, None, False
            self.chosen = self.chosen if self.chosen in {put.die for put in self.draft.puts} else None
            self.rebuild()

    def _put_back(self) -> None:
        """Back into the box."""
        if self.hand is None and self.chosen is not None:
            self.draft.take(self.chosen)
        self.hand = self.chosen = None
        self.rebuild()

    def turn(self, steps: int) -> None:
        """Turn the die in the hand, or the one that was chosen on the mat."""
        if self.hand:
            self.hand.turn(steps)
        elif (die := self.hovered if self.hovered is not None else self.chosen) is not None:
            if die not in {put.die for put in self.draft.puts}:
                return
            try:
                self.draft.turn(die, steps * TURN)
            except IllegalMove as refusal:
                self._refuse(refusal)

    def _fill(self) -> None:
        self._let_go()
        before = {put.die for put in self.draft.puts}
        self.draft.fill()
        self._drop_others(before)
        if self.draft.left:
            self.stage.open(Notice(say("That is all there is room for"), say("Set the other dice yourself.")))

    def _clear(self) -> None:
        self._let_go()
        self.draft.clear()
        self.rebuild()

    def _let_go(self) -> None:
        self.cancel()
        self.chosen, self.told = None, ("", 0.0)

    def _drop_others(self, before: set[int]) -> None:
        for number, put in enumerate(put for put in self.draft.puts if put.die not in before):
            self.dropped[put.die] = self.stage.now + 0.02 * number
        self.stage.sound.play("set")
        self.rebuild()

    def _load(self) -> None:
        self._let_go()
        kinds = troops.box_of(self.table.play.session.game)
        self.stage.open(TroopSheet(self._fitting, self.side, kinds, self.load))

    def _fitting(self) -> tuple[Preset, ...]:
        return troops.standing(self.draft.legal.dice)

    def load(self, preset: Preset) -> None:
        """Set up what a formation knows of these dice."""
        self.draft.load(preset)
        self._drop_others(set())

    def _keep(self) -> None:
        self._let_go()
        self.stage.open(Naming(say("Keep this troop"), self._kept, longest=troops.LONGEST))

    def _kept(self, name: str) -> None:
        others = [die.kind.name for die in self.draft.left] + [kind.name for kind in self.waiting()]
        troops.keep(name, drawn(self.draft.placed(), self.draft.legal.mat), others)
        self.told = say("Kept: {name}", name=name), self.stage.now

    def _ready(self) -> None:
        if self.draft.is_ready and not self.hand:
            answer = self.draft.set_up()
            self.table.decide(answer)
            self.stage.back()

    # Pictures.

    def paint(self, on: Surface) -> None:
        """Table, box, mat and dice."""
        self.picture.paint(on)
        self.paint_title(on)

    def paint_over(self, on: Surface) -> None:
        """What hangs over everything."""
        self.picture.paint_over(on)


def _far(one: Pose, other: Pose) -> float:
    return hypot(one.x - other.x, one.y - other.y)
