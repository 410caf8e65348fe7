"""The values of Rumms: options, dice and where they are, open questions, and the state."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from rumms.kernel.game import Seat
from rumms.kernel.refusal import later
from rumms.physics.model import Body, Face, Flick, Hand, Mat, Swipe

if TYPE_CHECKING:
    from rumms.games.rumms.kind import Kind

NOBODY: Final = -1
"""Stands where a question is about no die."""


class Side(StrEnum):
    """A team."""

    RED = "red"
    BLUE = "blue"

    @property
    def foe(self) -> Side:
        """The other team."""
        return Side.BLUE if self is Side.RED else Side.RED

    @property
    def number(self) -> int:
        """Its place wherever there is one thing for each side: red's first."""
        return 0 if self is Side.RED else 1

    @property
    def beyond(self) -> int:
        """On which side of the wall the enemy's kingdom lies, as `side_of_wall` counts."""
        return 1 if self is Side.RED else -1


SIDES: Final = (Side.RED, Side.BLUE)


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What the players may agree on before they begin."""

    points: Annotated[int, Meta(ge=0, le=68, description=later("What a troop may be worth at most."))] = 50
    powers: Annotated[
        bool, Meta(description=later("Whether dice have powers; without, both sides play king, knights and trolls."))
    ] = True
    first_team: Annotated[Literal["red", "blue"], Meta(description=later("The team that begins the first game."))] = (
        "red"
    )
    wins_needed: Annotated[
        int, Meta(ge=1, le=9, description=later("How many games must be won; 3 is the royal tournament."))
    ] = 1
    teams: Annotated[
        Annotated[tuple[Literal["red", "blue"], ...], Meta(max_length=4)],
        Meta(description=later("The team of each seat, in their order; if none is given, red and blue in turn.")),
    ] = ()
    hands: Annotated[
        Annotated[tuple[Hand, ...], Meta(max_length=4)],
        Meta(
            description=later(
                "How the hand of each seat trembles; if none is given, bots have that of their level, people none."
            )
        ),
    ] = ()
    finger: Annotated[
        bool, Meta(description=later("Whether dice may be flicked with a real finger's path, which can be a foul."))
    ] = False
    mat: Annotated[Mat, Meta(description=later("What is played on: the standard mat, or one from a file."))] = Mat()


class Piece(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A die of a start position. One on the mat has x and y; without a face it shows its first active one."""

    kind: Annotated[str, Meta(max_length=40)]
    side: Side
    where: Literal["mat", "aside", "out"] = "mat"
    x: float | None = None
    y: float | None = None
    yaw: float = 0.0
    level: Annotated[int, Meta(ge=0, le=24)] = 0
    up: Face | None = None


class Position(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A start other than the normal one: all is set up, and a side is to move."""

    dice: Annotated[tuple[Piece, ...], Meta(min_length=2, max_length=100)]
    to_move: Side = Side.RED


class OnMat(Struct, frozen=True, tag_field="where", tag="mat"):
    """On the mat, or on dice that are."""

    body: Body
    on: tuple[int, ...] = ()
    """The dice that it touches from above."""


class Aside(Struct, frozen=True, tag_field="where", tag="aside"):
    """Beside the mat, in nobody's reach: an ice cube that waits, a hidden spy, a die in its owner's hand."""


class Out(Struct, frozen=True, tag_field="where", tag="out"):
    """Out of play."""

    spent: bool = False
    """It was used up by its own power, so that nothing brings it back (RUM-41)."""


class Screened(Struct, frozen=True, tag_field="where", tag="screened"):
    """Set up behind the screen, where this seat cannot see it (RUM-10)."""


class Tin(Struct, frozen=True, tag_field="where", tag="tin"):
    """Chosen, and not set up yet."""


Where: TypeAlias = OnMat | Aside | Out | Screened | Tin

KNOWN: Final[dict[str, Kind]] = {}
"""Every kind of die by its name. Kinds enter themselves, so that a die is plain data and knows its kind."""


class Die(Struct, frozen=True):
    """A die that takes part in this game."""

    id: int
    name: str = field(name="kind")
    """Of its kind."""
    side: Side
    where: Where

    @property
    def kind(self) -> Kind:
        """The facts and powers of its kind."""
        return KNOWN[self.name]

    @property
    def body(self) -> Body:
        """How it lies on the mat."""
        if not isinstance(self.where, OnMat):
            raise AssertionError(self)
        return self.where.body

    @property
    def is_on_mat(self) -> bool:
        """Is it in play on the mat?"""
        return isinstance(self.where, OnMat)

    @property
    def is_active(self) -> bool:
        """Does it lie with an active face up?"""
        return self.kind.faces[self.body.up]


class Phase(IntEnum):
    """The order of what is due after a move (RUM-42, RUM-50)."""

    SAME_MOVE = 0
    """More of what the move was: a second ice cube, a second heart."""
    GOES_BACK = 1
    """What a foul has defeated returns."""
    PENALTY = 2
    """A die is taken for a foul."""
    CAPTURED = 3
    THROWS = 4
    """Powers that throw a die."""
    POWERS = 5


class Ask(StrEnum):
    """The shapes a question can have. Screens and bots know these, not the kinds."""

    MUSTER = "muster"
    SET_UP = "set up"
    MOVE = "move"
    """A flick, or what may be done instead of one."""
    FLICK = "flick"
    """A flick with one of certain dice."""
    SETTLE = "settle"
    """Nature: what came of a flick."""
    THROW = "throw"
    """Nature: the face that a die shows."""
    USE = "use"
    """One of certain dice uses its power."""
    PICK = "pick"
    """Dice among certain ones."""
    PUT = "put"
    """A spot for a die."""
    NOTHING = "nothing"
    """No question: it happens by itself."""


class Task(Struct, frozen=True):
    """One open question: who is asked what, by whose power, about which die."""

    ask: Ask
    side: Side
    power: str = ""
    owner: int = NOBODY
    """The die whose power it is."""
    about: int = NOBODY
    """The die that is thrown or set."""
    phase: Phase = Phase.POWERS
    among: tuple[int, ...] = ()
    may_decline: bool = False
    worth: int = 0
    """What the dice that are picked may be worth together; 0 where exactly one is picked."""
    up: int | None = None
    """The face that a thrown die keeps when it is set."""
    left: tuple[int, ...] = ()
    """Dice that are still to be thrown after this one."""
    stroke: Flick | Swipe | None = None


class Turn(Struct, frozen=True):
    """What has happened in this turn, as far as it matters."""

    side: Side
    number: int = 1
    is_moved: bool = False
    """The flick, or what replaces it, is made."""
    used: int = NOBODY
    """The die that was used instead of a flick."""
    joins: tuple[int, ...] = ()
    """Dice that may be used in the same way in this turn."""
    flicks: int = 0
    flicked: int = NOBODY
    stayed_home: bool = False
    """The flicked die lay in its own kingdom before the flick and where the flick left it."""
    fallen: tuple[int, ...] = ()
    """The dice that left the mat in the last flick."""
    foul: str | None = None
    """Why the last flick was a foul, if it was."""
    goes_back: tuple[int, ...] = ()
    """Dice that the foul defeated and that are still to be set back."""
    settled: frozenset[tuple[int, str]] = frozenset()
    """Die and power of what was done or declined since the last flick."""


class State(Struct, frozen=True):
    """Everything that Rumms has to remember."""

    options: Options
    teams: tuple[tuple[Seat, ...], tuple[Seat, ...]]
    hands: tuple[Hand, ...]
    turn: Turn
    tasks: tuple[Task, ...]
    """The open questions; the first is asked now."""
    dice: tuple[Die, ...] = ()
    """By number: red's, then blue's."""
    members: tuple[int, int] = (0, 0)
    """Which member of each team moves next, or moves now (RUM-01, RUM-48)."""
    wins: tuple[int, int] = (0, 0)
    game: int = 1
    winner: Side | None = None
    """Of everything, not of one game."""

    @property
    def task(self) -> Task:
        """The question that is open now."""
        return self.tasks[0]

    @property
    def is_mustering(self) -> bool:
        """Are troops still being chosen in secret (RUM-05)? Those of the quick start are known (RUM-06)."""
        return self.options.powers and any(task.ask is Ask.MUSTER for task in self.tasks)

    def has_secret_troop(self, side: Side) -> bool:
        """Has a side chosen a troop that this view does not show?"""
        is_open = any(task.ask is Ask.MUSTER and task.side is side for task in self.tasks)
        return self.is_mustering and not is_open and all(die.side is not side for die in self.dice)

    def seat_of(self, side: Side) -> Seat:
        """Who decides for a side now."""
        return self.teams[side.number][self.members[side.number]]

    def of(self, side: Side) -> list[Die]:
        """A side's dice on the mat."""
        return [die for die in self.dice if die.side is side and isinstance(die.where, OnMat)]

    def king(self, side: Side) -> Die:
        """A side's king, wherever he is."""
        return next(die for die in self.dice if die.side is side and die.kind.is_king)

    def bodies(self) -> list[Body]:
        """What lies on the mat."""
        return [die.where.body for die in self.dice if isinstance(die.where, OnMat)]

    def frozen(self) -> set[int]:
        """The dice that can be neither flicked nor used (RUM-38)."""
        return {
            number
            for die in self.dice
            if die.kind.has_blocks and isinstance(die.where, OnMat)
            for number in die.kind.blocks(self, die)
        }

    def ask(self, *tasks: Task) -> State:
        """Put these questions before whatever else is open."""
        return replace(self, tasks=(*tasks, *self.tasks))

    def in_turn(self, **values: Any) -> State:
        """Something more has happened in this turn."""
        return replace(self, turn=replace(self.turn, **values))

    def where(self, die: int, where: Where) -> State:
        """A die is somewhere else; see `layout` for the dice on top of it."""
        dice = list(self.dice)
        before = dice[die]
        dice[die] = Die(before.id, before.name, before.side, where)
        return replace(self, dice=tuple(dice))
