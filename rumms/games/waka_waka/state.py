"""The values of Waka Waka: options, state, tasks and actions; what is told of them stands in `events.py`."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, Literal, NamedTuple

from msgspec import Meta, Struct

from rumms.kernel.game import Seat
from rumms.kernel.refusal import later

Card = Annotated[str, Meta(max_length=20)]
Cards = tuple[Card, ...]
Good = Annotated[str, Meta(max_length=12)]
Goods = tuple[Good, ...]
Figure = Literal["red", "blue", "purple", "brown"]
Sharable = Literal[
    "handel",
    "schamane",
    "stammesaeltester",
    "regenmacher",
    "schimpanse",
    "sammlerin",
    "traeger",
    "trommler",
    "wahrsagerin",
]

MOST_CARDS: Final = 66
MOST_GOODS: Final = 84


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the players may agree on before they begin."""

    first_player: Annotated[int, Meta(ge=1, le=4, description=later("The seat that begins."))] = 1
    ladder: Annotated[
        Literal["base", "I", "II", "III", "IV"],
        Meta(description=later("The ladder of steps: the board's own, or one of four that are harder and harder.")),
    ] = "base"
    gold_symbol_cards: Annotated[
        tuple[Sharable, ...],
        Meta(
            max_length=9,
            description=later("The cards with a gold symbol, which the others may use, too, for 1 gold."),
        ),
    ] = ("sammlerin", "traeger", "trommler", "wahrsagerin")
    substitute_needs_no_trade: Annotated[
        bool, Meta(description=later("Whether three cards replace a Trade card only while you hold none."))
    ] = True
    elder_shows_to: Annotated[
        Literal["all", "player"],
        Meta(description=later("Who sees the hand that a Tribal elder has shown: all, or who played him.")),
    ] = "all"
    chimp_same_boat: Annotated[
        bool, Meta(description=later("Whether a Chimpanzee looks at two goods of the same boat."))
    ] = True
    gold_open: Annotated[bool, Meta(description=later("Whether everybody sees how much gold the others have."))] = True
    bank_gold: Annotated[
        Annotated[int, Meta(ge=16, le=1000)] | None,
        Meta(description=later("How much gold there is; what the bank does not have it does not pay.")),
    ] = None


class Position(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A start other than the normal one: at the beginning of the first player's turn."""

    hands: Annotated[tuple[Annotated[Cards, Meta(max_length=MOST_CARDS)], ...], Meta(max_length=4)]
    stalls: Annotated[tuple[Annotated[Goods, Meta(max_length=6)], ...], Meta(max_length=4)]
    gold: Annotated[tuple[Annotated[int, Meta(ge=0, le=1000)], ...], Meta(max_length=4)]
    steps: Annotated[tuple[Annotated[int, Meta(ge=0, le=4)], ...], Meta(max_length=4)]
    boats: Annotated[tuple[Annotated[Goods, Meta(max_length=4)], ...], Meta(max_length=4)]
    """What lies on each boat, the cheapest first, field by field."""
    village: Annotated[Goods, Meta(max_length=MOST_GOODS)] = ()
    heap: Annotated[Goods, Meta(max_length=MOST_GOODS)] = ()
    """Goods that are shuffled into the face-down pile."""
    pile: Annotated[Cards, Meta(max_length=MOST_CARDS)] = ()
    """Cards that are shuffled into the draw pile."""
    discard: Annotated[Cards, Meta(max_length=MOST_CARDS)] = ()
    burning: bool = True


class Ask(StrEnum):
    """What a task is about: a question to a player, a move of Nature, or something that the rules do by themselves."""

    # Nature is asked.
    DEAL = "deal"
    RESTORE = "restore"  # the piles of a start position are shuffled
    MIX = "mix"  # Fire cards handed back are shuffled into the draw pile
    DRAW = "draw"  # Nature is asked only where the draw pile has run out
    REFILL = "refill"  # Nature is asked only where the pile of goods has run out
    # A player is asked.
    FIGURE = "figure"
    PLAY = "play"
    LAY = "lay"
    TRADE = "trade"
    TAKE = "take"
    GIVE = "give"
    SURPLUS = "surplus"
    LOOK = "look"
    VISIT = "visit"
    USE = "use"
    EXCHANGE = "exchange"
    DRUM = "drum"
    SHARE = "share"
    SUPPLY = "supply"
    LIMIT = "limit"
    # Nobody is asked.
    CLEAR = "clear"
    NEXT = "next"


class Task(Struct, frozen=True):
    """Something that is due, and what it is about."""

    ask: Ask
    seat: Seat
    card: str = ""
    number: int = 0
    among: Goods = ()
    other: Seat = 0


class Spot(NamedTuple):
    """A good on a field of a boat."""

    good: Good
    heap: int = 0
    """Which pile of goods it came from: 0 is that of the beginning."""
    seen_by: tuple[Seat, ...] = ()
    """Who has looked at it."""


class State(Struct, frozen=True):
    """Everything that lies on the table and in the hands, what is due, and what everybody knows.

    The tops of both piles are their first. Hands, stalls and village are kept in the order of the data.
    """

    options: Options
    turn: Seat
    tasks: tuple[Task, ...]
    """What is due, the next first; with none left the game is over."""
    gold: tuple[int, ...]
    steps: tuple[int, ...]
    hands: tuple[Cards, ...]
    stalls: tuple[Goods, ...]
    pile: Cards
    heap: Goods
    figures: tuple[str, ...] = ()
    boats: tuple[Spot | None, ...] = ()
    """The fields of all boats."""
    village: Goods = ()
    discard: Cards = ()
    display: tuple[Cards, ...] = ()
    """What the player in turn has played: single cards face up, three substitute cards face down."""
    burning: bool = True
    bank: int | None = None
    """How much gold the bank has; None if it never runs out."""
    reached: tuple[Seat, ...] = ()
    """Who reached the top step, in this order."""
    deck: Cards = ()
    """All cards of this game."""
    unseen: tuple[Goods, ...] = ()
    """Of each pile of goods what nobody has seen face up: everybody saw what it was made of."""
    shuffled: Cards = ()
    """What the draw pile was made of: everybody saw it."""
    drawn: tuple[Cards, ...] = ()
    """What each has drawn from that pile."""
    seen: tuple[tuple[Cards, ...], ...] = ()
    """For each who looks and each who holds: cards that an Elder showed and that are still held."""
    most_trades: tuple[int, ...] = ()
    """How many Trade cards each can hold, as everybody knows from his substitutes."""


class Dealt(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="dealt"):
    """Nature has shuffled all goods and all cards, tops first.

    Goods go to the boats, from the cheapest up, then to the village; the first six cards are seat 1's, and so on.
    """

    goods: Annotated[Goods, Meta(max_length=MOST_GOODS)]
    cards: Annotated[Cards, Meta(max_length=MOST_CARDS)]


class Shuffled(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="shuffled"):
    """Nature has shuffled cards: they are the draw pile now, top card first."""

    cards: Annotated[Cards, Meta(max_length=MOST_CARDS)]


class Heaped(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="heaped"):
    """Nature has shuffled the goods of the village: six are the new stock, the rest is the pile, top first."""

    goods: Annotated[Goods, Meta(max_length=MOST_GOODS)]


class Choose(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="choose"):
    """Choose a figure."""

    figure: Figure


class Play(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="play"):
    """Play a card of the hand."""

    card: Card


class Substitute(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="substitute"):
    """Trade with three cards in place of a Trade card."""


class Lay(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="lay"):
    """Lay these three cards face down, in the order of the data."""

    cards: Annotated[Cards, Meta(max_length=3)]


class Stop(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="stop"):
    """Play no more cards in this turn."""


class Buy(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="buy"):
    """Buy all goods of a boat."""

    boat: Annotated[str, Meta(max_length=8)]


class Sell(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="sell"):
    """Sell two goods of a kind."""

    good: Good


class Rise(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="rise"):
    """Go up a step for these goods, in the order of the data."""

    goods: Annotated[Goods, Meta(max_length=6)]


class Take(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="take"):
    """Take a good from the village."""

    good: Good


class Give(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="give"):
    """Put a good into the village."""

    good: Good


class Look(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="look"):
    """Look at the hidden goods on these fields."""

    fields: Annotated[tuple[Annotated[str, Meta(max_length=10)], ...], Meta(max_length=2)]


class Visit(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="visit"):
    """Have a player show his hand; players count from 1."""

    player: Annotated[int, Meta(ge=1, le=4)]


class Use(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="use"):
    """Use a card of the hand that was shown."""

    card: Card


class Share(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="share"):
    """Use the card that another has just played, for 1 gold."""


class Decline(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="decline"):
    """Do not use what is offered."""


class Discard(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="discard"):
    """Discard a card of the hand."""

    card: Card


class Enough(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="enough"):
    """Discard no more cards, and draw."""


class Supply(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="supply"):
    """Take so many cards and so much gold."""

    cards: Annotated[int, Meta(ge=0, le=3)]
    gold: Annotated[int, Meta(ge=0, le=3)]


Action = (
    Dealt
    | Shuffled
    | Heaped
    | Choose
    | Play
    | Substitute
    | Lay
    | Stop
    | Buy
    | Sell
    | Rise
    | Take
    | Give
    | Look
    | Visit
    | Use
    | Share
    | Decline
    | Discard
    | Enough
    | Supply
)
