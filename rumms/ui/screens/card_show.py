"""What is shown at a card table: moves, one after the other, beat by beat, until somebody skips them."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final

from rumms.kernel.session import Transition
from rumms.ui.tables.motion import Motion
from rumms.ui.tables.reel import REST, Beat, Reel

if TYPE_CHECKING:
    from rumms.ui.screens.card_table import CardTable

LEAD: Final = 0.6
"""Seconds that a bot seems to think at least."""


class CardShow:
    """Moves that wait to be shown, and the one that is; as it goes on, the table's view follows."""

    def __init__(self, table: CardTable) -> None:
        self.table = table
        self.reels: deque[Reel] = deque()
        self.reel: Reel | None = None
        self.beats: deque[Beat] = deque()
        self.beat: Beat | None = None
        self.motion: Motion | None = None
        self.time = 0.0
        """Of the beat; below 0 while a bot seems to think."""

    @property
    def is_on(self) -> bool:
        """Is something shown, or about to be?"""
        return bool(self.beat or self.reels)

    @property
    def waits(self) -> bool:
        """Does it stand still until somebody says to go on?"""
        beat = self.beat
        return bool(beat and self._is_to_wait(beat) and self.time >= self._length(beat))

    @property
    def said(self) -> tuple[str, ...]:
        """What has been said so far of the move that is shown."""
        if self.reel is None or self.time < 0.0:
            return ()
        done = len(self.reel.beats) - len(self.beats)
        return tuple(beat.text for beat in self.reel.beats[:done] if beat.text)

    def queue(self, made: Transition[Any, Any]) -> None:
        """Have a move shown to whoever looks."""
        table = self.table
        self.reels.append(Reel(made, table.play.session.game, table.table, table.play.names, table.eyes))

    def update(self, seconds: float) -> None:
        """Show the next bit."""
        if beat := self.beat:
            before = self.time
            self.time += seconds * self.table.stage.settings.pace
            if before < 0.0 <= self.time:
                self._start(beat)
            if self.time >= self._length(beat) and not self.waits:
                self._next_beat()

    def begin(self) -> bool:
        """Begin with the next move, if there is one."""
        if not self.reels:
            return False
        self._take_reel()
        made, people = (self.reel.made if self.reel else None), self.table.play.people
        is_of_bot = made is not None and made.seat >= 0 and made.seat not in people and not made.forced
        self._next_beat(lead=LEAD if is_of_bot else 0.0)
        return True

    def skip(self) -> None:
        """Show no more of it, up to where somebody has to say to go on."""
        if self.waits:
            self._next_beat()
            return
        while self.is_on:
            beats = [self.beat, *self.beats] if self.beat else list(self.beats)
            if waiting := next((beat for beat in beats if self._is_to_wait(beat)), None):
                while self.beat is not waiting:
                    self.beat = self.beats.popleft()
                self._start(waiting)
                self.time = self._length(waiting)
                return
            self._finish()
            if self.reels:
                self._take_reel()
                self.beat = self.beats.popleft()

    def clear(self) -> None:
        """Show nothing any more."""
        self.reels.clear()
        self._finish()

    def lay_anew(self) -> None:
        """Things lie elsewhere from now on, as the window or the language is another."""
        if self.motion and self.beat:
            time = self.time
            self._start(self.beat)
            self.time = time

    def _is_to_wait(self, beat: Beat) -> bool:
        return beat.effect.waits and bool(self.table.play.people)

    def _length(self, beat: Beat) -> float:
        moved = self.motion.duration if self.motion else 0.0
        still = REST if moved or beat.effect.seconds else 0.0
        return moved + beat.effect.seconds + still

    def _take_reel(self) -> None:
        self.reel = self.reels.popleft()
        self.beats = deque(self.reel.beats)

    def _next_beat(self, lead: float = 0.0) -> None:
        if not self.beats:
            self._finish()
            return
        self.beat = self.beats.popleft()
        self.time, self.motion = -lead, None
        if not lead:
            self._start(self.beat)

    def _start(self, beat: Beat) -> None:
        table, stage = self.table, self.table.stage
        before, after = (table.table.pieces(table.look(view)) for view in (beat.before, beat.view))
        self.motion = Motion(before, after, table.table.arc * stage.brush.scale, is_calm=stage.settings.is_calm)
        table.view = beat.view
        if beat.effect.sound and (self.motion.duration or beat.effect.seconds):
            stage.sound.play(beat.effect.sound)

    def _finish(self) -> None:
        if self.reel:
            self.table.view = self.table.seen(self.reel.made.after)
        self.reel = self.beat = self.motion = None
        self.beats.clear()
        self.time = 0.0
