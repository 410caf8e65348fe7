"""What the rules report: a log prints these, a screen shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct

from rumms.games.rumms.state import Die, Side
from rumms.kernel.game import Seat
from rumms.physics.model import Pose

if TYPE_CHECKING:
    from rumms.games.rumms.kind import Kind


class Who(Struct, frozen=True):
    """Which die it is."""

    id: int
    kind: Kind
    side: Side


def who(die: Die) -> Who:
    """Which die it is, wherever it is now."""
    return Who(die.id, die.kind, die.side)


class Chosen(Struct, frozen=True):
    """A side has chosen its troop; which, nobody else knows yet (RUM-05)."""

    side: Side


class Mustered(Struct, frozen=True):
    """Both sides have chosen, and everybody sees a side's troop and what it is worth (RUM-05)."""

    side: Side
    troop: tuple[Kind, ...]
    worth: int


class Ready(Struct, frozen=True):
    """A side has set up its troop."""

    side: Side


class Unscreened(Struct, frozen=True):
    """Both sides are ready, and the screen is taken away (RUM-10)."""

    first: Side
    """Who begins."""


class Flicked(Struct, frozen=True):
    """A die was flicked, for the first time in this turn or once more."""

    seat: Seat
    die: Who
    how: Literal["", "again"] = ""


class Missed(Struct, frozen=True):
    """A finger touched no die: nothing happened (RUM-23)."""

    seat: Seat


class Passed(Struct, frozen=True):
    """A side could do nothing (RUM-12)."""

    side: Side


Wrong: TypeAlias = Literal["several", "not yours", "pushed"]
"""What a finger can do wrong: touch several dice, touch one that it must not, push instead of flick."""


class Foul(Struct, frozen=True):
    """A finger did what it must not do."""

    side: Side
    why: Wrong
    die: Who
    """The first that it touched."""


class Defeated(Struct, frozen=True):
    """A die is out of play."""

    die: Who
    how: Literal["flicked", "captured", "spent", "foul"]


class Captured(Struct, frozen=True):
    """A die lies in the enemy kingdom with a shadow face up and is taken from the mat."""

    die: Who


class Threw(Struct, frozen=True):
    """A die was thrown beside the mat."""

    die: Who
    face: int
    active: bool


class Freed(Struct, frozen=True):
    """A captured die has shown an active face; its owner sets it in their castle."""

    die: Who


class Rescued(Struct, frozen=True):
    """A king comes back, thanks to another die."""

    king: Who
    by: Who


class Hid(Struct, frozen=True):
    """A die was taken from the mat and laid aside."""

    die: Who


class Returned(Struct, frozen=True):
    """A hidden die is on the mat again."""

    die: Who


class Vanished(Struct, frozen=True):
    """A die was conjured away."""

    die: Who
    by: Who


class DraggedAlong(Struct, frozen=True):
    """A die went out of play with one that was flicked off the mat."""

    die: Who
    by: Who


class Froze(Struct, frozen=True):
    """An ice cube was set on dice."""

    ice: Who
    dice: tuple[Who, ...]


class Thawed(Struct, frozen=True):
    """An ice cube is out of play: knocked off, or what it lay on was taken away."""

    ice: Who
    how: Literal["knocked off", "taken"]


class Revived(Struct, frozen=True):
    """A defeated die has shown an active face; its owner sets it in their castle."""

    die: Who


class WentBack(Struct, frozen=True):
    """A die that a foul had defeated goes back into its castle."""

    die: Who


class WasSet(Struct, frozen=True):
    """A die was set down."""

    die: Who
    pose: Pose
    level: int
    how: str
    """The power by which it was."""


class Won(Struct, frozen=True):
    """A side has won a game."""

    side: Side
    game: int
    wins: tuple[int, int]
    """So far, red's first."""
    is_last: bool
    """Nothing more is played."""


Event: TypeAlias = (
    Chosen
    | Mustered
    | Ready
    | Unscreened
    | Flicked
    | Missed
    | Passed
    | Foul
    | Defeated
    | Captured
    | Threw
    | Freed
    | Rescued
    | Hid
    | Returned
    | Vanished
    | DraggedAlong
    | Froze
    | Thawed
    | Revived
    | WentBack
    | WasSet
    | Won
)
