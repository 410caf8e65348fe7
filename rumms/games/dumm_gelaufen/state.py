"""The values of Dumm gelaufen!: options, state, tasks, actions and events."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple

from msgspec import Meta, Struct

from rumms.games.dumm_gelaufen.lots import Lots
from rumms.kernel.game import Seat
from rumms.kernel.refusal import later

Card = Annotated[str, Meta(max_length=12)]
Cards = tuple[Card, ...]
Pile = Literal["left", "right"]
Place = Literal["mac", "left", "right"]

PILES: Final[tuple[Pile, Pile]] = ("left", "right")
"""The number piles, left and right of the draw pile."""
MAC: Final[Seat] = -2
"""Mac, where cards are drawn for him."""


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the players may agree on before they begin."""

    dealer: Annotated[
        Annotated[int, Meta(ge=1, le=6)] | None,
        Meta(description=later("The seat that deals; none is the last one.")),
    ] = None
    first_player: Annotated[
        Annotated[int, Meta(ge=1, le=6)] | None,
        Meta(description=later("The seat that begins; none is the dealer's left neighbour.")),
    ] = None
    mix_draw_and_discard: Annotated[
        bool, Meta(description=later("One trade may take from the draw pile and from a number pile."))
    ] = False
    check_at_turn_start: Annotated[
        bool, Meta(description=later("A Murphy card can be fulfilled at the beginning of a turn, too."))
    ] = True
    murphys_to_win: Annotated[int, Meta(ge=1, le=5, description=later("So many fulfilled Murphy cards win."))] = 3
    stall_turns: Annotated[
        int,
        Meta(ge=1, le=1000, description=later("After so many turns of each in one round all get new Murphy cards.")),
    ] = 60
    stalled_rounds: Annotated[
        int,
        Meta(
            ge=1,
            le=100,
            description=later("So many rounds that nobody ends also end the game; the most Murphy cards win then."),
        ),
    ] = 2


class Position(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A start other than the normal one: in the first round, at the beginning of a turn."""

    hands: Annotated[tuple[Annotated[Cards, Meta(max_length=88)], ...], Meta(max_length=6)]
    murphys: Annotated[Cards, Meta(max_length=6)]
    mac: Annotated[Cards, Meta(max_length=7)]
    piles: Annotated[tuple[Annotated[Cards, Meta(max_length=72)], ...], Meta(max_length=2)]
    """The number piles, left and right, the last card of each on top."""
    draw: Annotated[Cards, Meta(max_length=88)] = ()
    """What is shuffled into the draw pile."""
    actions: Annotated[Cards, Meta(max_length=16)] = ()
    """The action pile."""
    fulfilled: Annotated[tuple[Annotated[Cards, Meta(max_length=5)], ...], Meta(max_length=6)] = ()


# Tasks: what is to be done next. The state lists them; the first one is the open question.


class Due(Struct, frozen=True, tag=True):
    """A task; every sort of it has its own name in files."""


class Dealing(Due, frozen=True):
    """Nature shuffles and deals everything."""


class Shuffling(Due, frozen=True):
    """Nature shuffles the draw pile of a start position."""


class Mixing(Due, frozen=True):
    """Nature shuffles the Murphy cards of a start position."""


class Beginning(Due, frozen=True):
    """A turn begins."""


class Moving(Due, frozen=True):
    """Trade, or play a green card."""

    seat: Seat


class Taking(Due, frozen=True):
    """Take cards from Mac or from the discard area."""

    seat: Seat
    left: int
    """How many more."""
    lay: int = 0
    """How many are laid down afterwards; in an exchange as many as were taken."""
    area: Literal["", "mac", "draw", "piles"] = ""
    """Where the first one was taken from."""
    may_stop: bool = False
    exchange: bool = False
    taken: Cards = ()


class Laying(Due, frozen=True):
    """Lay number cards down."""

    seat: Seat
    left: int
    area: Literal["mac", "piles"]
    colour: str = ""
    """Only this colour, if one is named."""
    kept: Cards = ()
    """Cards that an exchange has just brought and that stay."""
    may_stop: bool = False
    draw: bool = False
    """As many are drawn afterwards."""
    laid: int = 0


class Clearing(Due, frozen=True):
    """Lay Mac's cards on the number piles."""

    seat: Seat


class Drawing(Due, frozen=True):
    """Cards are drawn from the draw pile."""

    seat: Seat
    left: int
    how: Literal["any", "numbers", "refill"] = "any"
    """Any cards, number cards alone, or any cards until there are so many number cards in the hand."""


class CarryingOut(Due, frozen=True):
    """Blue cards that were drawn are carried out, in the order of the drawer's choice."""

    seat: Seat


class ChoosingPerson(Due, frozen=True):
    """Choose a person for an action card."""

    seat: Seat
    card: Card


class ChoosingTwins(Due, frozen=True):
    """Choose two number cards that are alike, for somebody."""

    seat: Seat
    to: Seat


class ChoosingColour(Due, frozen=True):
    """Choose a colour of one's number cards."""

    seat: Seat


class ChoosingValue(Due, frozen=True):
    """Name a value."""

    seat: Seat


class Pulling(Due, frozen=True):
    """Nature draws a card blindly from somebody's hand."""

    seat: Seat
    source: Seat


class Giving(Due, frozen=True):
    """Give somebody a number card, of a value if one is named."""

    seat: Seat
    to: Seat
    value: int = 0


class Wrapping(Due, frozen=True):
    """Lay number cards face down before oneself, as a gift."""

    seat: Seat
    left: int


class Presenting(Due, frozen=True):
    """All gifts go to the left, together."""


class Renewing(Due, frozen=True):
    """These persons get new Murphy cards."""

    seats: tuple[Seat, ...]


class Refilling(Due, frozen=True):
    """Say whether to draw, having hardly any number cards."""

    seat: Seat


class Offering(Due, frozen=True):
    """A draw is offered, as a round begins, to everybody who lacks number cards and was not asked as the last ended."""


class Ending(Due, frozen=True):
    """The turn ends."""


Task = (
    Dealing
    | Shuffling
    | Mixing
    | Beginning
    | Moving
    | Taking
    | Laying
    | Clearing
    | Drawing
    | CarryingOut
    | ChoosingPerson
    | ChoosingTwins
    | ChoosingColour
    | ChoosingValue
    | Pulling
    | Giving
    | Wrapping
    | Presenting
    | Renewing
    | Refilling
    | Offering
    | Ending
)


class Mind(NamedTuple):
    """What somebody knows of the cards that he cannot see."""

    cards: Lots = ()
    murphys: Lots = ()


class State(Struct, frozen=True):
    """Everything that lies on the table and in the hands, and what everybody knows of it.

    The first card of the draw pile and of the Murphy cards laid aside lies on top; of the other piles it is the last.
    """

    options: Options
    turn: Seat
    hands: tuple[Cards, ...]
    murphys: Cards
    """Each person's Murphy card; none while new ones are given out."""
    fulfilled: tuple[Cards, ...]
    tasks: tuple[Task, ...]
    mac: Cards = ()
    piles: tuple[Cards, Cards] = ((), ())
    draw: Cards = ()
    actions: Cards = ()
    aside: Cards = ()
    box: Cards = ()
    gifts: tuple[Cards, ...] = ()
    blues: Cards = ()
    """Blue cards that were drawn and wait to be carried out."""
    number: int = 1
    """Which round this is."""
    turns: int = 0
    """How many turns this round has had."""
    stalled: int = 0
    """How many rounds ended without anybody fulfilling a Murphy card."""
    asked: tuple[Seat, ...] = ()
    """The persons who were asked, since the turn began, whether they draw for lack of number cards."""
    minds: tuple[Mind, ...] = ()
    """What each person knows; last, what everybody knows."""


# Actions: Nature's, then the players'.


class Dealt(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="dealt"):
    """Nature has shuffled number and action cards, and Murphy cards; they are dealt from the front."""

    cards: Annotated[Cards, Meta(max_length=88)]
    murphys: Annotated[Cards, Meta(max_length=31)]


class Shuffled(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="shuffled"):
    """Nature has shuffled the draw pile, top card first."""

    cards: Annotated[Cards, Meta(max_length=88)]


class Mixed(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="mixed"):
    """Nature has shuffled the Murphy cards aside and those in the box together, top card first."""

    murphys: Annotated[Cards, Meta(max_length=31)]


class Pulled(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="pulled"):
    """Nature has drawn this card blindly from a hand."""

    card: Card


class Trade(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="trade"):
    """Trade: take two cards and lay down one, or take one and lay down two."""

    take: Literal[1, 2]


class Play(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="play"):
    """Play a green card."""

    card: Card


class Draw(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="draw"):
    """Draw a card from the draw pile; where number cards lack, as many as it takes."""


class Take(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="take"):
    """Take a card of Mac's, or the top card of a number pile."""

    card: Card
    place: Place


class Lay(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="lay"):
    """Lay a number card down with Mac or on a number pile."""

    card: Card
    place: Place


class Give(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="give"):
    """Give a number card away, or both of two that are alike."""

    card: Card


class Choose(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="choose"):
    """Choose a person by the number of the seat, from 1 on."""

    person: Annotated[int, Meta(ge=1, le=6)]


class Colour(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="colour"):
    """Choose a colour."""

    colour: Card


class Value(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="value"):
    """Name a value."""

    value: Annotated[int, Meta(ge=1, le=11)]


class CarryOut(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="carry_out"):
    """Carry this blue card out first."""

    card: Card


class Stop(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="stop"):
    """No more of what may be done."""


Action = (
    Dealt | Shuffled | Mixed | Pulled | Trade | Play | Draw | Take | Lay | Give | Choose | Colour | Value | CarryOut
) | Stop


# Events.


class RoundBegan(Struct, frozen=True):
    """Everybody has a new Murphy card."""

    number: int
    seat: Seat


class SetAside(Struct, frozen=True):
    """Action cards went to the action pile unused."""

    cards: Cards


class Traded(Struct, frozen=True):
    """Somebody has named what he trades."""

    seat: Seat
    take: int


class Played(Struct, frozen=True):
    """A green card was played."""

    seat: Seat
    card: Card


class CarriedOut(Struct, frozen=True):
    """A blue card happens."""

    seat: Seat
    card: Card


class Took(Struct, frozen=True):
    """An open card was taken."""

    seat: Seat
    card: Card
    place: Place


class LaidDown(Struct, frozen=True):
    """A number card was laid down."""

    seat: Seat
    card: Card
    place: Place


class Drew(Struct, frozen=True):
    """Cards were drawn; the others see their backs, unless they are blue."""

    seat: Seat
    cards: Cards


class MacGot(Struct, frozen=True):
    """Mac has got cards."""

    cards: Cards


class Lapsed(Struct, frozen=True):
    """No card was left to draw."""

    seat: Seat


class PileMade(Struct, frozen=True):
    """The draw pile was shuffled."""

    cards: int


class Gave(Struct, frozen=True):
    """Cards passed from hand to hand."""

    seat: Seat
    to: Seat
    cards: int


class Got(Struct, frozen=True):
    """What somebody got that way."""

    seat: Seat
    cards: Cards


class Robbed(Struct, frozen=True):
    """A card was drawn blindly from a hand."""

    seat: Seat
    source: Seat


class Missed(Struct, frozen=True):
    """What somebody lost that way."""

    seat: Seat
    card: Card


class Asked(Struct, frozen=True):
    """Somebody names a value that he wants."""

    seat: Seat
    value: int


class HasNone(Struct, frozen=True):
    """Somebody has no card of the value that was named."""

    seat: Seat
    value: int


class Wrapped(Struct, frozen=True):
    """Somebody has laid down a gift."""

    seat: Seat


class HandsPassed(Struct, frozen=True):
    """All hands went to the left."""


class PlacesChanged(Struct, frozen=True):
    """Two persons have exchanged hands and Murphy cards."""

    seat: Seat
    other: Seat


class NotesChanged(Struct, frozen=True):
    """Two persons have exchanged Murphy cards."""

    seat: Seat
    other: Seat


class Renewed(Struct, frozen=True):
    """Somebody has got a new Murphy card."""

    seat: Seat
    murphy: Card


class MurphysMixed(Struct, frozen=True):
    """The Murphy cards of the box were shuffled in."""


class Fulfilled(Struct, frozen=True):
    """A Murphy card is fulfilled; hand and card are shown to all."""

    seat: Seat
    murphy: Card
    hand: Cards


class Stalled(Struct, frozen=True):
    """Nobody has fulfilled a Murphy card for so long that the round ends."""

    number: int


class Won(Struct, frozen=True):
    """The game is over."""

    seats: tuple[Seat, ...]


Event = (
    RoundBegan
    | SetAside
    | Traded
    | Played
    | CarriedOut
    | Took
    | LaidDown
    | Drew
    | MacGot
    | Lapsed
    | PileMade
    | Gave
    | Got
    | Robbed
    | Missed
    | Asked
    | HasNone
    | Wrapped
    | HandsPassed
    | PlacesChanged
    | NotesChanged
    | Renewed
    | MurphysMixed
    | Fulfilled
    | Stalled
    | Won
)
