"""What the tables of all card games are asked and answer: what is to be seen by whom, and words and effects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rumms.kernel.game import Seat
from rumms.language import say
from rumms.ui import theme
from rumms.ui.kit.buttons import StyleName
from rumms.ui.tables.answering import Asking, Token
from rumms.ui.theme import Colour


class Caption(NamedTuple):
    """What stands on a button."""

    label: str
    icon: str = ""
    style: StyleName = "plain"
    px: float = theme.BUTTON
    tint: Colour | None = None
    """The colour of the icon, where that tells one answer from another."""


@dataclass
class Look:
    """What is to be seen, and by whom: a view, never the state itself."""

    view: Any
    seat: Seat
    """Whose eyes these are."""
    names: tuple[str, ...]
    bots: tuple[bool, ...]
    actor: Seat | None = None
    """Who has to decide now."""
    asking: Asking | None = None
    pointed: Token | None = None
    """What the mouse, or the focus, is on."""
    hinted: frozenset[Token] = frozenset()
    """The things that a hint says to press next."""
    helps: bool = False
    """Whether the table reckons for the person."""
    story: Sequence[str] = field(default_factory=tuple)
    """What happened since this person decided last."""
    now: float = 0.0
    is_at_rest: bool = False
    """Nothing is lifted."""
    is_watched: bool = False
    """It is a replay, with a list of moves."""

    @property
    def chosen(self) -> tuple[Token, ...]:
        """What is chosen, with what the pointer is on as if it was."""
        return self.asking.with_token(self.pointed) if self.asking else ()

    @property
    def action(self) -> Any | None:
        """What would be done, once something is chosen or pointed at."""
        if self.asking is None or not (self.pointed or self.asking.chosen):
            return None
        return self.asking.preview(self.pointed)

    def asks_about(self, place: str) -> bool:
        """Can something be chosen there?"""
        return self.asking is not None and any(part[0] == place for part in self.asking.all_parts)


class Effect(NamedTuple):
    """What an event looks and sounds like."""

    sound: str = "card"
    name: str = ""
    seconds: float = 0.0
    """How long it lasts beside the cards that move."""
    waits: bool = False
    """It is shown until somebody says to go on."""


def tokens_of(place: str, things: Iterable[str]) -> Iterator[Token]:
    """A token for each thing, those that are alike numbered."""
    seen: dict[str, int] = {}
    for thing in things:
        yield Token(place, thing, seen.setdefault(thing, 0))
        seen[thing] += 1


def players(look: Look) -> list[Seat]:
    """All seats, clockwise from the person's left neighbour, the person last."""
    number = len(look.names)
    return [(look.seat + step) % number for step in range(1, number + 1)]


def capital(text: str) -> str:
    """A name as it begins a line."""
    return text[:1].upper() + text[1:]


def finished(number: int, of: int) -> str:
    """How many are done, in a few words."""
    return say("{number} of {of} done", number=number, of=of)
