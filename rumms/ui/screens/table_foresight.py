"""The look ahead at a table: where the flick that is being aimed would first touch something."""

from __future__ import annotations

from contextlib import suppress
from math import remainder
from typing import TYPE_CHECKING, Final

from rumms.kernel.refusal import Refusal
from rumms.physics.film import Foresight
from rumms.physics.model import Flick, Layout
from rumms.ui.thinking import Job, foresee

if TYPE_CHECKING:
    from rumms.ui.screens.table import Table

NEARLY: Final = 2.0
"""Degrees: as long as the answer is on its way, what was foreseen for an aim so near is still shown."""


class TableForesight:
    """It is asked anew whenever the aim has changed and the last answer is there."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seen: Foresight | None = None
        self._seen_for: Flick | None = None
        self._asked: Flick | None = None
        self._job: Job[Foresight] | None = None

    def forget(self) -> None:
        """Something else is aimed, or nothing."""
        self.seen = self._asked = self._job = None

    def update(self) -> None:
        """Take an answer, and ask as long as somebody aims."""
        if self._job and self._job.is_done:
            job, self._job = self._job, None
            with suppress(Refusal):  # its process has died; the arrow alone must do
                self.seen, self._seen_for = job.result(), self._asked
        table = self.table
        aim = table.aim
        if aim is None or not aim.is_ready or self._job or table.stage.settings.aim == "arrow":
            return
        flick = aim.flick
        if flick != self._asked:
            self._asked = flick
            layout = Layout(tuple(table.state.bodies()), table.state.options.mat)
            self._job = table.stage.mind.ask(foresee, layout, flick)

    def is_of(self, flick: Flick) -> bool:
        """Is what was foreseen about this flick, or one that is hardly different?"""
        seen = self._seen_for
        return (
            seen is not None
            and abs(remainder(seen.direction - flick.direction, 360.0)) < NEARLY
            and abs(seen.speed - flick.speed) < NEARLY * 5.0
            and (seen.height, seen.offset) == (flick.height, flick.offset)
        )
