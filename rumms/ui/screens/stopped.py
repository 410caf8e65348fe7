"""The end of a record that can only be watched up to a move."""

from __future__ import annotations

from rumms.kernel.session import Loaded
from rumms.language import say, tell
from rumms.ui.kit.screen import Notice, Stage


class Stop:
    """Says once, as soon as all has been shown that there is, why it goes no further."""

    def __init__(self, loaded: Loaded) -> None:
        self.left = loaded.stopped
        """The reason, until it is said."""

    def reach(self, stage: Stage, time: float, duration: float) -> None:
        """It is this late in the record."""
        if self.left and time >= duration:
            reason, self.left = self.left, None
            stage.open(Notice(say("The record goes no further"), tell(reason)))
