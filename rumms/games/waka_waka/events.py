"""What can happen in Waka Waka, as it is told."""

from __future__ import annotations

from msgspec import Struct

from rumms.games.waka_waka.state import Card, Cards, Good, Goods
from rumms.kernel.game import Seat


class Began(Struct, frozen=True):
    """Boats and village are full, everybody has cards and gold."""

    seat: Seat


class HandedBack(Struct, frozen=True):
    """So many Fire cards were dealt and handed back for others."""

    cards: int


class PileMade(Struct, frozen=True):
    """The draw pile was shuffled."""

    cards: int


class HeapMade(Struct, frozen=True):
    """The goods of the village were shuffled into a new pile; this is the new stock."""

    goods: int
    village: Goods


class Chose(Struct, frozen=True):
    """A player has chosen a figure."""

    seat: Seat
    figure: str


class Played(Struct, frozen=True):
    """A card was played, as the first, second or third of a turn."""

    seat: Seat
    card: Card
    number: int


class Substituted(Struct, frozen=True):
    """Three cards were laid face down in place of a Trade card."""

    seat: Seat
    number: int


class Bought(Struct, frozen=True):
    """A boat was bought; all its goods lie open now."""

    seat: Seat
    boat: str
    price: int
    goods: Goods


class Sold(Struct, frozen=True):
    """Two goods of a kind were sold."""

    seat: Seat
    good: Good
    gold: int


class Rose(Struct, frozen=True):
    """A player has gone up a step, for goods or for gold."""

    seat: Seat
    step: int
    goods: Goods = ()
    gold: int = 0


class OnTop(Struct, frozen=True):
    """A player has reached the top step: the round is the last."""

    seat: Seat


class Took(Struct, frozen=True):
    """A good was taken from the village."""

    seat: Seat
    good: Good


class Gave(Struct, frozen=True):
    """A good was put into the village."""

    seat: Seat
    good: Good


class Looked(Struct, frozen=True):
    """A player has looked at hidden goods; the others do not see them."""

    seat: Seat
    fields: tuple[str, ...]
    goods: Goods


class HandShown(Struct, frozen=True):
    """A Tribal elder has a player show his hand."""

    seat: Seat
    by: Seat
    cards: Cards


class Used(Struct, frozen=True):
    """A card of another's hand was used."""

    seat: Seat
    by: Seat
    card: Card


class UsedNone(Struct, frozen=True):
    """Of the hand that was shown nothing was used."""

    seat: Seat


class Repeated(Struct, frozen=True):
    """A Torch thrower repeats a card."""

    seat: Seat
    card: Card


class Rained(Struct, frozen=True):
    """A Rainmaker brought gold."""

    seat: Seat
    gold: int


class Shared(Struct, frozen=True):
    """A player pays to use a card that another has played."""

    seat: Seat
    to: Seat
    card: Card
    gold: int


class NotShared(Struct, frozen=True):
    """A player could use a card that another has played, and does not."""

    seat: Seat
    card: Card


class Discarded(Struct, frozen=True):
    """Cards were discarded, face up."""

    seat: Seat
    cards: Cards


class Drew(Struct, frozen=True):
    """Cards were drawn; the others see their backs."""

    seat: Seat
    cards: Cards


class FireTurned(Struct, frozen=True):
    """A Fire card was drawn and has turned the fire tile."""

    seat: Seat
    burning: bool


class Lapsed(Struct, frozen=True):
    """No card is left to draw, so the rest of a draw lapses."""

    seat: Seat
    cards: int


class Supplied(Struct, frozen=True):
    """A player has named his supply."""

    seat: Seat
    cards: int
    gold: int


class Refilled(Struct, frozen=True):
    """Goods were laid on a boat; hidden ones show their backs."""

    boat: str
    goods: Goods


class Won(Struct, frozen=True):
    """The game is over."""

    seat: Seat
    gold: int
    others: tuple[Seat, ...]
    """Who stood on the top step, too."""


Event = (
    Began
    | HandedBack
    | PileMade
    | HeapMade
    | Chose
    | Played
    | Substituted
    | Bought
    | Sold
    | Rose
    | OnTop
    | Took
    | Gave
    | Looked
    | HandShown
    | Used
    | UsedNone
    | Repeated
    | Rained
    | Shared
    | NotShared
    | Discarded
    | Drew
    | FireTurned
    | Lapsed
    | Supplied
    | Refilled
    | Won
)
