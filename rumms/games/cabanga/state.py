"""The values of Cabanga!: options, state, actions and events."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from rumms.kernel.game import Seat
from rumms.kernel.refusal import later

Card = Annotated[str, Meta(max_length=12)]
Cards = tuple[Card, ...]
Side = Literal["left", "right"]


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the players may agree on before they begin."""

    first_player: Annotated[int, Meta(ge=1, le=6, description=later("The seat that begins the first round."))] = 1
    minus_points: Annotated[
        Literal["centre", "edge"],
        Meta(description=later("Which cards cost 3 minus points: the middle values or the outer ones.")),
    ] = "centre"
    throw_window: Annotated[
        Literal["ok", "until_next_play"],
        Meta(description=later("How long cards can be thrown: until all have answered, or until the next card.")),
    ] = "ok"
    auto_ok: Annotated[
        Literal["never", "always"],
        Meta(description=later("Whether a player who has nothing to throw says so without being asked.")),
    ] = "never"
    end_at: Annotated[int, Meta(ge=1, le=200, description=later("The total of minus points that ends the game."))] = 18
    rounds: Annotated[
        Annotated[int, Meta(ge=1, le=100)] | None,
        Meta(description=later("The game ends after so many rounds at the latest.")),
    ] = None


class Row(NamedTuple):
    """The two piles beside a row card; the last card of each lies on top."""

    left: Cards
    right: Cards


class Position(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A start other than the normal one: in the first round, at the beginning of a turn."""

    hands: Annotated[tuple[Annotated[Cards, Meta(max_length=72)], ...], Meta(max_length=6)]
    rows: Annotated[tuple[Row, ...], Meta(max_length=4)]
    """Red, blue, purple, yellow."""
    pile: Annotated[Cards, Meta(max_length=72)] = ()
    """What is shuffled into the penalty pile."""
    discard: Annotated[Cards, Meta(max_length=72)] = ()
    totals: Annotated[tuple[Annotated[int, Meta(ge=0, le=1000)], ...], Meta(max_length=6)] = ()
    last: Annotated[str, Meta(max_length=12)] = ""
    """The colour that was played in the turn before, if there was one."""


class Step(StrEnum):
    """What the round is at."""

    DEAL = "deal"
    SHUFFLE = "shuffle"  # the penalty pile of a start position
    PLAY = "play"
    THROW = "throw"
    OVER = "over"


class State(Struct, frozen=True):
    """Everything that lies on the table and in the hands, and what was seen of it.

    The penalty pile's top is its first card. Hands are kept in the order of the data.
    """

    options: Options
    turn: Seat
    totals: tuple[int, ...]
    hands: tuple[Cards, ...]
    rows: tuple[Row, ...] = ()
    pile: Cards = ()
    discard: Cards = ()
    step: Step = Step.DEAL
    number: int = 0
    """Which round this is."""
    last: str = ""
    """The colour that was played in the turn before; none in the first turn of a round."""
    asked: Seat = 0
    """Who has to say what he throws."""
    answers: tuple[Cards | None, ...] = ()
    """What each has said that he throws, secret until all have."""
    passes: int = 0
    """How many have passed one after the other."""
    owed: int = 0
    """How many penalty cards the player in turn has still to draw."""
    deck: Cards = ()
    """All number cards of this round."""
    shuffled: tuple[Cards, ...] = ()
    """What the discard pile held each time it became the penalty pile: everybody saw it."""


class Dealt(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="dealt"):
    """Nature has shuffled everything: the start cards, row by row, left before right, and all number cards.

    The first eight number cards are seat 1's, the next eight seat 2's; the rest is the penalty pile, top card first.
    """

    starts: Annotated[Cards, Meta(max_length=8)]
    cards: Annotated[Cards, Meta(max_length=72)]


class Shuffled(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="shuffled"):
    """Nature has shuffled the discard pile; it is the penalty pile now, top card first."""

    cards: Annotated[Cards, Meta(max_length=72)]


class Play(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="play"):
    """Lay a hand card on the left or on the right pile of its row."""

    card: Card
    side: Side


class Throw(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="throw"):
    """Throw these cards at the player in turn, in the order of the data; none means OK."""

    cards: Annotated[Cards, Meta(max_length=16)]


Action = Dealt | Shuffled | Play | Throw


class RoundBegan(Struct, frozen=True):
    """All cards were dealt anew."""

    number: int
    seat: Seat


class Played(Struct, frozen=True):
    """A card was laid, and these values can be thrown now."""

    seat: Seat
    card: Card
    side: Side
    gap: tuple[int, ...]


class SameColour(Struct, frozen=True):
    """The player before had played that colour, too."""

    seat: Seat
    colour: str


class Answered(Struct, frozen=True):
    """A player has said what he throws; what it is, nobody knows yet."""

    seat: Seat


class Threw(Struct, frozen=True):
    """»Cabanga!«: cards were thrown at the player in turn."""

    seat: Seat
    at: Seat
    cards: Cards


class Passed(Struct, frozen=True):
    """A player throws nothing for now."""

    seat: Seat


class Spared(Struct, frozen=True):
    """Nobody has thrown anything at the player in turn."""

    seat: Seat


class PileMade(Struct, frozen=True):
    """The penalty pile was shuffled."""

    cards: int


class Drew(Struct, frozen=True):
    """Penalty cards were drawn; the others see their backs."""

    seat: Seat
    cards: Cards


class Lapsed(Struct, frozen=True):
    """No card was left to draw, so the rest is forgiven."""

    seat: Seat
    cards: int


class RoundEnded(Struct, frozen=True):
    """Somebody has no card left; hands are laid open and counted."""

    number: int
    hands: tuple[Cards, ...]
    minus: tuple[int, ...]
    totals: tuple[int, ...]


class Won(Struct, frozen=True):
    """The game is over; these have the fewest minus points."""

    seats: tuple[Seat, ...]


Event = (
    RoundBegan | Played | SameColour | Answered | Threw | Passed | Spared | PileMade | Drew | Lapsed | RoundEnded | Won
)
