"""Practice: both sides in one hand, flicks taken back, dice set anywhere; nothing of it is kept."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple, Self

import pygame
from msgspec.structs import replace as with_values

from rumms import catalogue
from rumms.games.rumms import practice as rules
from rumms.games.rumms.actions import Settled
from rumms.games.rumms.events import Flicked, Foul
from rumms.games.rumms.kind import Kind
from rumms.games.rumms.state import OnMat, Position, Side
from rumms.kernel.refusal import Refusal
from rumms.kernel.session import Session, Transition
from rumms.language import say, tell
from rumms.physics.model import Swipe
from rumms.ui.arranging import Arranging
from rumms.ui.figures import last_flick, way
from rumms.ui.kit.buttons import Tool
from rumms.ui.kit.screen import Notice, Offer, Stage
from rumms.ui.kit.widget import ENTER, Point
from rumms.ui.play import Play
from rumms.ui.playback import scene_of
from rumms.ui.practising import Start
from rumms.ui.screens.pause import Pause
from rumms.ui.screens.practice_bar import PracticeBar
from rumms.ui.screens.practice_picture import PracticePicture
from rumms.ui.screens.practice_sheets import PracticeSheet
from rumms.ui.screens.table import Table
from rumms.ui.swiping import speed_at

SEATS: Final = ("me", "me")
PULLED: Final = 5
"""Pixels of the design: who moves the pointer less has only chosen a die."""


class Figures(NamedTuple):
    """A flick in figures."""

    speed: float
    """Of the finger, or of the flick: centimetres a second."""
    way: float
    """Centimetres that the struck die moved."""
    is_off: bool
    foul: str
    """Why it was one; empty if it was none."""


class Both(Play):
    """A session with one hand on both sides."""

    @property
    def names(self) -> tuple[str, ...]:
        """The sides themselves, in the language of now."""
        return say("Red"), say("Blue")


class Practice(Table):
    """A table at which nothing counts."""

    def __init__(self, play: Play, start: Start) -> None:
        self.start, self.is_editing = start, False
        self._older: list[Session[Any, Any]] = []
        """What was played before dice were set, the oldest first."""
        self._grabbed: tuple[Point, int] | None = None
        """The pixel at which a die was taken, and with which button."""
        self._counted: tuple[Transition[Any, Any], Figures] | None = None
        super().__init__(play)
        self.picture, self.bar = PracticePicture(self), PracticeBar(self)

    @classmethod
    def laid(cls, start: Start, stage: Stage) -> Self:
        """Begin from somewhere; BadOption or BadRecord if that cannot be."""
        entry = catalogue.find("rumms")
        session = Session(entry.game, start.state(), secrets.randbits(32))
        return cls(Both(entry, session, SEATS, stage.mind), start)

    @property
    def is_mat(self) -> bool:
        """Is it the practice mat, on which red flicks again and again?"""
        return self.start.sort == "mat"

    @property
    def kinds(self) -> dict[str, Kind]:
        """Every kind of die that there is."""
        game: Any = self.play.session.game
        return dict(game.kinds)

    # Laying dice.

    def lay(self, position: Position, options: Mapping[str, Any] | None = None) -> None:
        """Go on from a position, with other options if any are named; it can be taken back like a move."""
        session = self.play.session
        state = rules.laid(session.game, with_values(self.state.options, **(options or {})), position)
        self._older.append(session)
        self.play.lay(Session(session.game, state, secrets.randbits(32)))
        self._look_anew()

    def restart(self) -> None:
        """Everything as it was at first."""
        self.lay(rules.position_of(self.start.state()))

    def take_back(self) -> None:
        """Before the last decision, or before dice were set."""
        if self.placing:
            self.drop()
        elif self.play.take_back_any():
            self._look_anew()
        elif self._older:
            self.play.lay(self._older.pop())
            self._look_anew()

    @property
    def can_take_back(self) -> bool:
        """Has anything happened yet?"""
        past = self.play.session.past
        return bool(self._older) or any(made.seat in self.play.people and not made.forced for made in past)

    def _look_anew(self) -> None:
        """Another state than the one that was shown."""
        self.cancel()
        self.hint.forget()
        self.reels.clear()
        self.reel, self.is_again, self._grabbed = None, False, None
        self.placing = self.asking = None
        self._since_over = 0.0
        self.scene = scene_of(self.state)
        self._tell_all()
        if self.chosen is not None and self.chosen not in self.scene.sights:
            self.chosen = None
        self.rebuild()

    # A flick.

    def _show(self, made: Transition[Any, Any]) -> None:
        """On a practice mat nothing comes of a flick but where the dice lie."""
        has_flicked = isinstance(made.action, Settled) and any(isinstance(event, Flicked) for event in made.events)
        if self.is_mat and has_flicked:
            session = self.play.session
            events = rules.of_the_flick(made.events)
            made = replace(made, after=rules.flick_on(made.before, made.action), events=events)
            session.past[-1], session.state = made, made.after
            self.play.lay(session)
        super()._show(made)

    @property
    def figures(self) -> Figures | None:
        """The last flick in figures, counted once."""
        made = last_flick(self.play.session.past)[1]
        if made is None or self.reel or not any(isinstance(event, Flicked) for event in made.events):
            return None
        if self._counted is None or self._counted[0] is not made:
            self._counted = made, self._count(made)
        return self._counted[1]

    @staticmethod
    def _count(made: Transition[Any, Any]) -> Figures:
        settled, state = made.action, made.after
        foul = next((event.why for event in made.events if isinstance(event, Foul)), "")
        if isinstance(settled.stroke, Swipe):
            touched = min(settled.shot.touched, key=lambda one: (one.time, one.die))
            die, speed = touched.die, speed_at(settled.stroke, touched.time)
        else:
            die, speed = settled.stroke.die, settled.stroke.speed
        is_off = not isinstance(state.dice[die].where, OnMat)
        return Figures(speed, way(made, die), is_off, foul)

    def end(self) -> None:
        """A king is lost; that need not be the end."""
        side = self.state.winner or Side.RED
        title = say("Red wins!") if side is Side.RED else say("Blue wins!")
        offers = [
            Offer(say("Take back"), self.take_back, "primary", "undo"),
            Offer(say("From the beginning"), self.restart, icon="turn"),
            Offer(say("Menu"), self.stage.home, icon="back"),
        ]
        self.stage.open(Notice(title, say("The king is lost. It is only practice: what next?"), offers))

    # Tools.

    def tools(self) -> list[Tool]:
        """Those of practice."""
        can_edit = self.play.waits_for is not None and not self.reel
        edit: str = "primary" if self.is_editing else "dark"
        again = say("The last flick once more, slowly\nR")
        return [
            *self.hints(),
            Tool("menu", "back", say("Menu\nEsc"), lambda: self.stage.open(Pause(self))),
            Tool("undo", "undo", say("Take back\nBackspace"), self.take_back, pygame.K_BACKSPACE, self.can_take_back),
            Tool("restart", "turn", say("From the beginning\nN"), self.restart, pygame.K_n),
            Tool("edit", "dice", say("Set dice anywhere\nE"), self.edit, pygame.K_e, can_edit, edit),  # type: ignore[arg-type]
            Tool("again", "replay", again, self.show_again, pygame.K_r, self.has_flick()),
            Tool("zoom", "zoom", say("Zoom\n+ and -, the whole mat with 0"), self._zoom),
            Tool("options", "settings", say("Finger, hands, another start\nO"), self._options, pygame.K_o),
        ]

    def hints(self) -> list[Tool]:
        """Nobody minds here."""
        tip, can = say("What would a bot do, and why?\nH"), self.hint.can_be_asked and not self.is_editing
        return [Tool("hint", "hint", tip, self.hint.ask, pygame.K_h, can, "plain" if self.is_editing else "primary")]

    @property
    def leaving(self) -> str:
        """What it means to leave."""
        return say("Leave; practice is not kept")

    def leave(self) -> None:
        """Escape: first what is in the hand, then setting dice, then as at any table."""
        if self.is_arranging:
            self.drop()
        elif self.is_editing and not self.reel:
            self.edit()
        else:
            super().leave()

    def _options(self) -> None:
        self.stage.open(PracticeSheet(self.start, self))

    def change(self, start: Start) -> None:
        """Another hand or finger on the same dice, or another start."""
        before, self.start = self.start, start
        if start.is_like(before):
            self.lay(rules.position_of(self.state), start.ways())
        else:
            state = start.state()
            self.lay(
                rules.position_of(state), {"powers": state.options.powers, "mat": state.options.mat, **start.ways()}
            )

    # Setting dice.

    @property
    def mode(self) -> str:
        """As at any table, or dice are being set."""
        mode = super().mode
        return "editing" if self.is_editing and mode in {"choosing", "placing"} else mode

    @property
    def is_arranging(self) -> bool:
        """Is a die in the hand that may be set anywhere?"""
        return isinstance(self.placing, Arranging)

    def edit(self) -> None:
        """Begin to set dice, or end it."""
        self.drop()
        self.cancel()
        self.is_editing = not self.is_editing
        self.chosen = None
        self.rebuild()

    def flickable(self) -> tuple[int, ...]:
        """None while dice are set."""
        return () if self.is_editing or self.is_arranging else super().flickable()

    def takable(self) -> tuple[int, ...]:
        """Any die while dice are set."""
        if not self.is_editing:
            return super().takable()
        return () if self.placing or self.reel else tuple(self.scene.sights)

    def take(self, die: int) -> None:
        """Take a die into the hand."""
        try:
            rules.check_free(self.state, die)
        except Refusal as refusal:
            self._refuse(refusal)
            return
        self.cancel()
        self.chosen = die
        self.placing = Arranging(self.state, die)
        self.placing_with_keys = self.shows_ring
        # What is in the hand is not on the mat.
        self.scene = replace(self.scene, sights={one: at for one, at in self.scene.sights.items() if one != die})

    def take_out(self, side: Side, kind: Kind) -> None:
        """Take one more die out of the box."""
        state = rules.taken_out(self.state, side, kind)
        if kind.starts_aside:
            self.lay(rules.position_of(state))
            return
        self.placing = Arranging(state, len(state.dice) - 1)
        self.placing_with_keys = self.shows_ring
        self.rebuild()

    def drop(self) -> None:
        """Let a die be where it was."""
        if self.is_arranging:
            self.placing, self._grabbed = None, None
            self.scene = scene_of(self.state)

    def decide(self, action: Any) -> None:
        """Make a decision, or set the die that is in the hand."""
        placing = self.placing
        if isinstance(placing, Arranging):
            self._grabbed = None
            self.lay(placing.position(action))
            self.chosen = placing.die if placing.die in self.scene.sights else None
        else:
            super().decide(action)

    def turn(self) -> None:
        """Turn the die in the hand, or the chosen one, a little to the left."""
        if self.placing:
            self.placing.turn(1)
        elif self.chosen is not None:
            arranging = Arranging(self.state, self.chosen)
            arranging.turn(1)
            self._change_to(lambda: arranging.position(arranging.put()))

    def turn_over(self) -> None:
        """Another face up: shadow for active, and the other way round."""
        placing = self.placing
        if isinstance(placing, Arranging):
            self._change_to(placing.turn_over)
        elif (die := self.chosen) is not None:
            self._change_to(lambda: rules.turned_over(self.state, die))

    def remove(self) -> None:
        """Back into the box with the die in the hand, or the chosen one."""
        die = self.placing.die if self.placing else self.chosen
        if die is not None and die >= len(self.state.dice):
            self.drop()
        elif die is not None:
            self.drop()
            self.chosen = None
            self._change_to(lambda: rules.removed(self.state, die))

    def _change_to(self, position: Callable[[], Position | None]) -> None:
        """Lay what comes of a change, or say why it cannot be."""
        try:
            found = position()
            if found is not None:
                self.lay(found)
        except Refusal as refusal:
            self._refuse(refusal)

    def _refuse(self, refusal: Refusal) -> None:
        self.stage.sound.play("refused")
        self.finger.say(tell(refusal))

    # Mouse and keys.

    def update(self, seconds: float) -> None:
        """The die in the hand follows the pointer."""
        placing = self.placing
        if isinstance(placing, Arranging) and self.pointer and not self.placing_with_keys:
            placing.to(*self.top.view.under(self.pointer))
        super().update(seconds)

    def mat_key(self, event: pygame.event.Event) -> bool:
        """While dice are set, Enter takes the chosen one; else as at any table."""
        is_free = self.is_editing and not self.placing and not self.reel
        if is_free and event.key in ENTER and self.chosen in self.scene.sights:
            self.take(self.chosen)
            self.placing_with_keys = True
            return True
        return super().mat_key(event)

    def press(self, at: Point) -> None:
        """While dice are set, take one; else as at any table."""
        if self.is_editing and not self.reel and not self.placing:
            self._grab(at, pygame.BUTTON_LEFT)
        else:
            super().press(at)

    def _grab(self, at: Point, button: int) -> bool:
        die = self.top.die_at(self.scene, at, tuple(self.scene.sights))
        if die is None:
            self.chosen = None
            return False
        self.take(die)
        self._grabbed = (at, button) if self.placing else None
        return True

    def let_go(self, *, inside: bool) -> None:
        """Set the die down that was pulled; one that was only clicked is chosen."""
        if self._grabbed and self._grabbed[1] == pygame.BUTTON_LEFT:
            self._release(inside=inside)
        super().let_go(inside=inside)

    def _release(self, *, inside: bool) -> None:
        placing, grabbed = self.placing, self._grabbed
        if not isinstance(placing, Arranging) or grabbed is None or self.pointer is None:
            return
        (x, y), far = grabbed[0], self.stage.brush.u(PULLED)
        is_pulled = abs(self.pointer[0] - x) > far or abs(self.pointer[1] - y) > far
        if not inside or not is_pulled:
            self.drop()
            return
        placing.to(*self.top.view.under(self.pointer))
        if not self.top.view.box.inflate(self.top.view.edge, self.top.view.edge).collidepoint(self.pointer):
            self.remove()
            return
        try:
            put = placing.put()
        except Refusal as refusal:
            self.drop()
            self._refuse(refusal)
        else:
            self.decide(put)

    def handle(self, event: pygame.event.Event) -> bool:
        """The right button sets dice at any time."""
        is_right = getattr(event, "button", 0) == pygame.BUTTON_RIGHT
        is_free = self.play.waits_for is not None and not self.reel and not self.aim and not self.finger.is_down
        if event.type == pygame.MOUSEBUTTONDOWN and is_right and is_free and not self.placing:
            if self._grab(event.pos, pygame.BUTTON_RIGHT):
                return True
        elif event.type == pygame.MOUSEBUTTONDOWN and is_right and self.is_arranging:
            self.drop()
            return True
        elif event.type == pygame.MOUSEBUTTONUP and is_right and self._grabbed:
            self._release(inside=True)
            return True
        return super().handle(event)
