"""The real finger at a table: a fingertip follows the pointer, comes down on the mat and swipes into a die."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final

import pygame

from rumms.games.rumms.actions import Settled
from rumms.games.rumms.choices import Flicks, Moves, OrElse
from rumms.games.rumms.events import Foul, Missed
from rumms.games.rumms.why import foul, wrong
from rumms.kernel.session import Transition
from rumms.language import say, tell
from rumms.physics.geometry import HALF
from rumms.physics.model import FINGERTIP, Layout, Swipe
from rumms.ui.draw.brush import Rect, Surface
from rumms.ui.draw.fingertip import TRAIL, fingertip, trail
from rumms.ui.kit.screen import Notice
from rumms.ui.swiping import LIFTED, Finger, Point, nearest, refusal, where

if TYPE_CHECKING:
    from rumms.ui.screens.table import Table

SAID: Final = 4.0
"""Seconds that a word about the last try stands where the prompt is."""


class TableFinger:
    """A table's finger. It is there while a person may flick, in a game with the option `finger`."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.finger: Finger | None = None
        """While it is down."""
        self._way: deque[tuple[float, Point]] = deque(maxlen=400)
        """Where the pointer was lately."""
        self._said, self._said_at = "", 0.0

    # When it is there.

    @property
    def is_on(self) -> bool:
        """May somebody swipe now? Who aims with the keys flicks as in any game."""
        table = self.table
        return table.state.options.finger and table.aim is None and bool(table.flickable())

    @property
    def is_shown(self) -> bool:
        """Is the pointer a fingertip now?"""
        over = self.table.over
        return self.is_on and self.table.pointer is not None and over is not None and over.name == "mat"

    @property
    def is_down(self) -> bool:
        """Is it on the mat?"""
        return self.finger is not None

    # What is done with it.

    def put_down(self, at: Point) -> None:
        """Set it on the mat, beside all dice."""
        point, state = self._point(at), self.table.state
        layout = Layout(tuple(state.bodies()), state.options.mat)
        refused = refusal(*point, layout)
        if refused:
            self.table.stage.sound.play("refused")
            self.say(tell(refused))
            return
        self._said = ""
        self.finger = Finger(layout, self.table.flickable(), self.table.moment, point)
        self.table.is_traced = True

    def move(self, at: Point) -> None:
        """Swipe it over the mat."""
        self._way.append((self.table.moment, at))
        if self.finger:
            self.finger.move(self.table.moment, self._point(at))
            self._strike(self.table.moment)

    def let_go(self) -> None:
        """Lift it; what it has struck until now counts."""
        if not self.finger:
            return
        swipe = self.finger.swipe(self.table.moment)
        self.lift()
        if swipe:
            self._hand_in(swipe)
        else:
            self.say(say("The finger touched no die, so nothing happened. Try again!"))

    def lift(self) -> None:
        """Take it from the mat, as if nothing had been."""
        self.finger, self.table.is_traced = None, False

    def handle(self, event: pygame.event.Event) -> bool:
        """Space puts it down and lifts it, for those who cannot press and swipe at once."""
        if event.type == pygame.KEYUP and event.key == pygame.K_SPACE and self.finger:
            self.let_go()
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE and self.is_shown and self.table.pointer:
            self.put_down(self.table.pointer)
            return True
        return False

    def update(self) -> None:
        """A stroke ends by itself, whether or not the pointer goes on."""
        if self.finger and not self.is_on:
            self.lift()
        self._strike(self.table.stage.time)
        self.table.has_pointer = self.is_shown

    def _strike(self, now: float) -> None:
        if self.finger and self.finger.is_done(now):
            swipe = self.finger.swipe(now)
            self.lift()
            if swipe:
                self._hand_in(swipe)

    def _hand_in(self, swipe: Swipe) -> None:
        refused = self._flicks().refuse(swipe)
        if refused:
            self.table.stage.sound.play("refused")
            self.say(tell(refused))
        else:
            self.table.decide(swipe)

    def _flicks(self) -> Flicks:
        match self.table.legal:
            case Moves(flicks=flicks) | OrElse(choices=flicks):
                return flicks
        raise AssertionError(self.table.legal)

    def _point(self, at: Point) -> Point:
        """Where on the mat a fingertip is that is seen at a pixel: as high above it as the middle of a die."""
        return self.table.top.view.under(at, HALF)

    # What is said about it.

    def say(self, text: str) -> None:
        """Tell it where the prompt is, for a while."""
        self._said, self._said_at = text, self.table.stage.now

    @property
    def said(self) -> str:
        """What was told shortly before."""
        return self._said if self.table.stage.now - self._said_at < SAID else ""

    def prompt(self, name: str) -> tuple[str, str]:
        """What to do next, and its icon."""
        if self.said:
            return self.said, "hint"
        if self.finger:
            return say("Swipe into your die, quickly"), "finger"
        return say("{name}: put the finger down beside your die, and swipe", name=name), "finger"

    def help(self) -> str:
        """How it is done."""
        return say("Hold the mouse button, or Space, beside your die and swipe into it. Slowly is pushing: a foul.")

    def seen(self, made: Transition[Any, Any]) -> None:
        """A move was shown to its end: a person's foul is explained, a finger that missed is told."""
        if not isinstance(made.action, Settled):
            return
        state = made.before
        for event in made.events:
            if isinstance(event, Missed):
                self.say(say("The finger touched no die, so nothing happened. Try again!"))
            is_of_person = isinstance(event, Foul) and state.seat_of(event.side) in self.table.play.people
            if is_of_person and isinstance(made.action.stroke, Swipe):
                if made.after.turn.foul or made.after.winner:
                    told = foul(event, made.action.stroke, made.action.shot)
                    self.table.stage.open(Notice(say("That was a foul"), told))
                else:  # on a practice mat nothing comes of it
                    self.say(wrong(event, made.action.stroke, made.action.shot))

    # Pictures.

    def paint(self, on: Surface) -> None:
        """The fingertip over the mat, or that of a swipe which is being shown; one that is down is painted alone."""
        table = self.table
        if table.reel:
            self._paint_shown(on)
        elif self.is_shown and table.pointer and not self.finger:
            is_wrong = nearest(*self._point(table.pointer), table.state.bodies())[1] < 0.0
            self._paint(on, table.pointer, [], is_wrong=is_wrong, is_down=False)

    def paint_down(self, on: Surface) -> Rect:
        """The fingertip on the mat and its trail; where they are."""
        table = self.table
        if not self.finger or not table.pointer:
            return Rect(0, 0, 0, 0)
        now = max(table.stage.time, table.moment)
        way = [(now - time, at) for time, at in self._way if now - time < TRAIL]
        self._paint(on, table.pointer, way, is_wrong=self.finger.would_foul(now), is_down=True)
        around = 2 * max(8, round(FINGERTIP * table.top.view.scale))
        boxes = [Rect(round(x) - around, round(y) - around, 2 * around, 2 * around) for _, (x, y) in way]
        x, y = table.pointer
        return Rect(round(x) - around, round(y) - around, 2 * around, 2 * around).unionall(boxes)

    def _paint_shown(self, on: Surface) -> None:
        reel, time = self.table.reel, max(0.0, self.table.time)
        stroke = reel.made.action.stroke if reel and isinstance(reel.made.action, Settled) else None
        if not reel or not isinstance(stroke, Swipe):
            return
        touched = min((one.time for one in reel.made.action.shot.touched), default=stroke.path[-1].time)
        if time > min(stroke.path[-1].time, touched + LIFTED):
            return
        way = [(time - ago, self._pixel(stroke, time - ago)) for ago in (0.1, 0.08, 0.06, 0.04, 0.02, 0.0)]
        is_foul = any(isinstance(event, Foul) for event in reel.made.events)
        ages = [(time - when, at) for when, at in way if when >= 0.0]
        self._paint(on, way[-1][1], ages, is_wrong=is_foul, is_down=True)

    def _pixel(self, swipe: Swipe, time: float) -> Point:
        at = where(swipe.path, time)
        return self.table.top.view.at(at.x, at.y, HALF)

    def _paint(self, on: Surface, at: Point, way: list[tuple[float, Point]], *, is_wrong: bool, is_down: bool) -> None:
        brush, view = self.table.stage.brush, self.table.top.view
        trail(on, brush, view, way, is_wrong=is_wrong)
        fingertip(on, brush, view, at, is_down=is_down, is_wrong=is_wrong)
