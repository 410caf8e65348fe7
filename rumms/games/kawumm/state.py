"""The values of Kawumm!: options, state, actions and events."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from rumms.kernel.game import Seat
from rumms.kernel.refusal import later

Card = Annotated[str, Meta(max_length=30)]
"""A card is no more than its kind."""
Cards = tuple[Card, ...]


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the players may agree on before they begin."""

    first_player: Annotated[int, Meta(ge=1, le=4, description=later("The seat that begins."))] = 1
    may_decline_new_kinds: Annotated[
        bool, Meta(description=later("New kinds of the second reveal may be left unlaid."))
    ] = False
    may_give_up_kinds: Annotated[
        bool, Meta(description=later("Kinds that have a place may be given up when securing."))
    ] = False
    chain_reaction: Annotated[
        bool, Meta(description=later("Completing a kind makes all others discard their open row of it."))
    ] = False
    discard_open: Annotated[bool, Meta(description=later("Everybody may look through the discard pile, bots too."))] = (
        True
    )


class Row(NamedTuple):
    """So many cards of one kind."""

    kind: Card
    cards: int


Rows = tuple[Row, ...]


class Area(Struct, frozen=True, forbid_unknown_fields=True):
    """One player's secured area (gesicherter Bereich)."""

    rows: Rows = ()
    """The open rows."""
    complete: Cards = ()
    """The kinds that lie crosswise, one card of each."""


class Position(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A start other than the normal one: at the beginning of a turn, before the pile is shuffled."""

    pile: Annotated[Rows, Meta(max_length=20)]
    """What is shuffled into the draw pile."""
    areas: Annotated[tuple[Area, ...], Meta(max_length=4)]


class Step(StrEnum):
    """What the player in turn is at."""

    FIRST = "first"  # 1a: three cards are turned up, two of them are chosen
    SECOND = "second"  # 1b: three more, new kinds are laid
    CHOICE = "choice"  # 2: experiment or secure
    EXPERIMENT = "experiment"  # three cards are being turned up
    SECURE = "secure"  # which kinds find a place
    OVER = "over"


class State(Struct, frozen=True):
    """Everything that lies on the table.

    The draw pile's top is its first card, the discard pile's its last. Before the first shuffle all cards lie on the
    discard pile: they become the draw pile as they do whenever it runs out.
    """

    options: Options
    turn: Seat
    areas: tuple[Area, ...]
    deck: Cards
    """All cards of this game, in the order of the data."""
    discard: Cards
    pile: Cards = ()
    step: Step = Step.FIRST
    middle: Rows = ()
    shown: Cards = ()
    """The cards of this reveal."""
    passed: int = 0
    """How many players in a row had to pass."""


class Shuffled(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="shuffled"):
    """Nature has shuffled the discard pile; it is the draw pile now, top card first."""

    cards: Cards


class Leave(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="leave"):
    """Leave out one of the three cards of the first reveal; none where fewer than three were left to show."""

    kind: Card | None


class Lay(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="lay"):
    """Lay these new kinds of the second reveal, in the order of the data."""

    kinds: Cards


class Experiment(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="experiment"):
    """Turn up three more cards and hope that one fits."""


class Secure(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="secure"):
    """End the turn and take the middle."""


class Keep(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="keep"):
    """Give these kinds the places of the secured area, in the order of the data."""

    kinds: Cards


class Pass(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="pass"):
    """Nothing is left to turn up and nothing lies in the middle."""


Action = Shuffled | Leave | Lay | Experiment | Secure | Keep | Pass


class PileMade(Struct, frozen=True):
    """The draw pile was shuffled."""

    cards: int


class TurnedUp(Struct, frozen=True):
    """Cards were turned up."""

    seat: Seat
    cards: Cards


class Laid(Struct, frozen=True):
    """Cards joined the middle."""

    seat: Seat
    cards: Cards


class Discarded(Struct, frozen=True):
    """Cards that were turned up went to the discard pile."""

    seat: Seat
    cards: Cards


class Exploded(Struct, frozen=True):
    """»Kawumm!«: the whole turn was for nothing."""

    seat: Seat
    lost: int


class Secured(Struct, frozen=True):
    """Rows of the middle went to the secured area."""

    seat: Seat
    rows: Rows


class GivenUp(Struct, frozen=True):
    """Rows found no place and went to the discard pile."""

    seat: Seat
    rows: Rows


class Completed(Struct, frozen=True):
    """A kind has enough cards and lies crosswise."""

    seat: Seat
    kind: Card


class ChainReaction(Struct, frozen=True):
    """»Kettenreaktion«: somebody else completed this kind, so an open row was lost."""

    seat: Seat
    row: Row


class Passed(Struct, frozen=True):
    """A player could turn up nothing."""

    seat: Seat


class Won(Struct, frozen=True):
    """A player has three kinds complete."""

    seat: Seat


Event = PileMade | TurnedUp | Laid | Discarded | Exploded | Secured | GivenUp | Completed | ChainReaction | Passed | Won
