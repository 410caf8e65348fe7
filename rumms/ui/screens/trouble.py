"""The sheet for a game that cannot go on: a bot does not answer, or a move cannot be written down."""

from __future__ import annotations

from collections.abc import Callable

from rumms.kernel.refusal import NotWritten, Refusal
from rumms.language import say, tell
from rumms.ui.kit.screen import Notice, Offer


def trouble_sheet(trouble: Refusal, again: Callable[[], None]) -> Notice:
    """The sheet that says why the game stands still, and offers to try again."""
    if isinstance(trouble, NotWritten):
        title, label = say("The game cannot be kept"), say("Try again")
    else:
        title, label = say("The bot is at a loss"), say("Ask again")
    return Notice(title, tell(trouble), [Offer(label, again, "primary"), Offer(say("All right"))])
