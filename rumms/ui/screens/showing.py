"""A game of Rumms being shown: what the rules report is queued as reels, shown one after the other, told in a log."""

from __future__ import annotations

from collections import deque
from typing import Any, Final

from rumms.games.rumms.actions import Settled
from rumms.games.rumms.state import State
from rumms.kernel.session import Transition
from rumms.language import code
from rumms.ui.figures import last_flick
from rumms.ui.kit.screen import Screen
from rumms.ui.play import Play
from rumms.ui.playback import Line, Reel, scene_of

LEAD: Final = 0.7
"""Seconds in which a bot's aim is seen before its flick."""
SLOWLY: Final = 0.25
"""How fast the last flick is shown once more."""
MOST_LINES: Final = 200
"""Of the log."""


class Showing(Screen):
    """The scene is what is seen; it may be behind where the game stands."""

    def __init__(self, play: Play) -> None:
        super().__init__()
        self.play = play
        self.scene = scene_of(play.session.state)
        self.reels: deque[Reel] = deque()
        self.reel: Reel | None = None
        self.time = 0.0
        """Of the reel; below 0 while a bot's aim is seen."""
        self.is_again = False
        """The reel is the last flick once more."""
        self.lines: list[Line] = []
        self._tell_all()

    @property
    def state(self) -> State:
        """Where the game stands, which may be ahead of what is shown."""
        state: State = self.play.session.state
        return state

    def _show(self, made: Transition[Any, Any]) -> None:
        """Let a move be seen, after all that were made before."""
        self.reels.append(self._reel(made))

    def _begin_next(self) -> bool:
        """Begin with the next reel, if there is one."""
        if self.reels:
            self._begin(self.reels.popleft())
        return self.reel is not None

    def _reel(self, made: Transition[Any, Any]) -> Reel:
        return Reel(made, self.play.names, calm=self.stage.settings.is_calm)

    def _begin(self, reel: Reel, *, again: bool = False) -> None:
        self.reel, self.is_again = reel, again
        is_of_bot = isinstance(reel.made.action, Settled) and self._flicked_by(reel) not in self.play.people
        self.time = -LEAD if is_of_bot and not again else 0.0
        if self.time == 0.0:
            self._play_cues(reel, -1.0, 0.0)

    def _flicked_by(self, reel: Reel) -> int:
        state: State = reel.made.before
        return state.seat_of(state.turn.side)

    def _run(self, reel: Reel, seconds: float) -> None:
        before = self.time
        pace = SLOWLY if self.is_again else self.stage.settings.pace
        self.time += seconds * pace
        if self.time >= 0.0:
            self._play_cues(reel, before if before >= 0.0 else -1.0, self.time)
            self.stage.sound.slide(reel.sliding(self.time))
        self.scene = reel.at(max(0.0, self.time))
        if self.time >= reel.duration:
            self._finish_reel()

    def _play_cues(self, reel: Reel, since: float, until: float) -> None:
        for cue in reel.between(since, until):
            self.stage.sound.play(cue.sound, cue.strength, cue.pan)

    def _finish_reel(self) -> None:
        if self.reel:
            self.stage.sound.slide(0.0)
            shown = None if self.is_again else self.reel.made
            if not self.is_again:
                self._log(self.reel.lines)
            self.scene = scene_of(self.state) if self.is_again else self.reel.after
            self.reel, self.is_again = None, False
            if shown:
                self.seen(shown)

    def seen(self, made: Transition[Any, Any]) -> None:
        """A move was shown to its end."""

    def skip(self) -> None:
        """Show no more of what is being shown."""
        if self.is_again:
            self._finish_reel()
            return
        while self.reel or self.reels:
            self._finish_reel()
            if self.reels:
                self.reel = self.reels.popleft()

    def show_again(self) -> None:
        """The last flick once more, slowly."""
        last = last_flick(self.play.session.past)[1]
        if last and not self.reel:
            self._begin(self._reel(last), again=True)

    def has_flick(self) -> bool:
        """Is there a flick that could be shown once more?"""
        return last_flick(self.play.session.past)[1] is not None

    def _tell_all(self) -> None:
        """The log of everything so far, in the language of now."""
        self._spoken, self.lines = code(), []
        waiting = len(self.reels) + (self.reel is not None and not self.is_again)
        self.reels = deque(self._reel(reel.made) for reel in self.reels)
        self.reel = self._reel(self.reel.made) if self.reel else None
        past = self.play.session.past
        for made in past[: len(past) - waiting]:
            self._log(Reel(made, self.play.names).lines)

    def _log(self, lines: list[Line]) -> None:
        self.lines = [*self.lines, *lines][-MOST_LINES:]
