"""Erasing: one question and one way back for games, scenarios, troops and statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from rumms.language import say
from rumms.ui import theme, trash
from rumms.ui.draw.brush import Brush, Rect
from rumms.ui.kit.buttons import Button
from rumms.ui.kit.screen import Confirm, Offer, Stage
from rumms.ui.trash import DAYS, Sort

BRING_BACK: Final = "bring back"
"""The name of the button that fetches what was erased."""


def ask_to_erase(stage: Stage, title: str, erase: Callable[[], object], more: str = "") -> None:
    """Open the question whether something is to be erased; to keep it has the focus."""
    text = say("»Bring back« fetches it again, for {days} days.", days=DAYS)
    offer = Offer(say("Erase it"), erase)
    stage.open(Confirm(title, " ".join(filter(None, (text, more))), say("Keep it"), offer))


def way_back(
    brush: Brush, sort: Sort, room: Rect, do: Callable[[], object], px: float = theme.BUTTON
) -> Iterator[Button]:
    """The button that brings back what was erased last, at the left of some room, as long as there is something."""
    if trash.last(sort) is None:
        return
    label = say("Bring back")
    wide = max(brush.u(110), Button.needs(brush, label, "undo", px)[0])
    if wide > room.width:
        label, wide = "", room.height
    tip = say("Bring back what was erased last")
    yield Button(BRING_BACK, Rect(room.left, room.top, wide, room.height), label, "undo", do=do, tip=tip, px=px)
