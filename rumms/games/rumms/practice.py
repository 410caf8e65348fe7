"""Practice: a table in any state as a position, dice set anywhere on it, and a mat on which one side flicks on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from rumms.games.rumms.actions import Muster, Put, Settled
from rumms.games.rumms.army import Formations, Musters
from rumms.games.rumms.events import Defeated, Flicked, Foul, Missed
from rumms.games.rumms.kind import Kind
from rumms.games.rumms.presets import Preset, formation
from rumms.games.rumms.spots import Ground, Place, Spots, ground
from rumms.games.rumms.state import (
    Aside,
    Ask,
    Die,
    OnMat,
    Options,
    Piece,
    Position,
    Side,
    State,
    Task,
    Turn,
)
from rumms.games.rumms.table import in_enemy_kingdom, is_captured, lie_after
from rumms.kernel.game import Choices, Forced, Game
from rumms.kernel.refusal import IllegalMove, Refusal
from rumms.physics.geometry import settle_near
from rumms.physics.model import Area, Body, Pose

SEATS: Final = 2
MAT: Final = Position(
    dice=(
        Piece(kind="king", side=Side.RED, x=7.0, y=15.0),
        Piece(kind="troll", side=Side.RED, x=18.0, y=15.0),
        Piece(kind="knight", side=Side.RED, x=16.0, y=7.0),
        Piece(kind="troll", side=Side.RED, x=16.0, y=23.0),
        Piece(kind="king", side=Side.BLUE, x=56.0, y=15.0),
        Piece(kind="troll", side=Side.BLUE, x=42.0, y=15.0),
        Piece(kind="troll", side=Side.BLUE, x=46.0, y=22.0),
    )
)
"""A few dice to get the feel."""


# Positions.


def position_of(state: State) -> Position:
    """How the dice lie now, to be gone on from; a die keeps its number.

    What is in somebody's hand is out of play, and a captured die shows an active face: no game starts with either.
    """
    return Position(dice=tuple(_piece(die, state) for die in state.dice), to_move=state.turn.side)


def _piece(die: Die, state: State) -> Piece:
    name, side = die.kind.name, die.side
    if isinstance(die.where, OnMat):
        body = die.where.body
        up = die.kind.first_active if is_captured(die, state.options.mat) else body.up
        pose = body.pose
        return Piece(kind=name, side=side, x=pose.x, y=pose.y, yaw=pose.yaw, level=body.level, up=up)
    waits = isinstance(die.where, Aside) and (die.kind.starts_aside or die.kind.can_hide)
    return Piece(kind=name, side=side, where="aside" if waits else "out")


def laid(game: Game[Any, Any], options: Options, position: Position) -> State:
    """A table that starts from a position; BadOption if the dice cannot lie so."""
    state: State = game.new(SEATS, options, position)
    return state


def set_up(game: Game[Any, Any], options: Options, presets: Sequence[Preset]) -> State:
    """A table on which both sides stand as their presets say, red's first."""
    state: State = game.new(SEATS, options)
    while state.task.ask in {Ask.MUSTER, Ask.SET_UP}:
        legal: Choices[Any] = game.legal(state)
        preset = presets[state.task.side.number]
        match legal:
            case Forced((only,)):
                action = only
            case Musters():
                action = Muster(preset.troop)
            case Formations():
                action = formation(preset, legal)
            case _:
                raise AssertionError(legal)
        state = game.apply(state, action).state
    return state


# Dice set anywhere.


class Anywhere(Place, frozen=True):
    """Anywhere on the mat or on other dice, as long as the rules could leave it there."""

    def areas(self, ground: Ground) -> Sequence[Area]:
        """The whole mat."""
        return (Area(0.0, 0.0, ground.mat.length, ground.mat.width),)

    def refuse(self, ground: Ground, body: Body) -> IllegalMove | None:
        """A captured die would be gone at once; what waits aside comes onto other dice alone."""
        kind = ground.die.kind
        if kind.starts_aside and body.level == 0:
            return IllegalMove("RUM-37", "This die lies on other dice, or waits beside the mat.")
        if not kind.faces[body.up] and in_enemy_kingdom(body, ground.side, ground.mat):
            return IllegalMove("RUM-16", "With a shadow face up it would be captured there. Turn it over first.")
        return None


ANYWHERE: Final = Anywhere()


def spots_of(state: State, number: int, up: int | None = None) -> Spots:
    """Where a die may be set, with the face that it shows, or with another."""
    die = state.dice[number]
    shown = die.where.body.up if isinstance(die.where, OnMat) else die.kind.first_active
    return Spots(ground(die, state.dice, state.options.mat), ANYWHERE, shown if up is None else up)


def check_free(state: State, number: int) -> None:
    """Refuse to take a die away that carries others."""
    if any(isinstance(die.where, OnMat) and number in die.where.on for die in state.dice):
        raise Refusal("Other dice stand on this one. Take them down first.")


def moved(state: State, number: int, pose: Pose, up: int | None = None) -> Position:
    """A die is set somewhere else; IllegalMove if it cannot lie there."""
    check_free(state, number)
    spots = spots_of(state, number, up)
    refusal = spots.refuse(Put(number, pose))
    if refusal:
        raise refusal
    return position_of(state.where(number, OnMat(spots.body(pose))))


def turned_over(state: State, number: int) -> Position:
    """A die shows a shadow face instead of an active one, or the other way round."""
    die = state.dice[number]
    body = replace(die.body, up=other_face(die.kind, die.body.up))
    refusal = ANYWHERE.refuse(ground(die, state.dice, state.options.mat), body)
    if refusal:
        raise refusal
    return position_of(state.where(number, OnMat(body)))


def other_face(kind: Kind, up: int) -> int:
    """A shadow face for an active one, and the other way round."""
    wanted = not kind.faces[up]
    if wanted not in kind.faces:
        raise Refusal("This die has no shadow face.")
    return kind.faces.index(wanted)


def removed(state: State, number: int) -> Position:
    """A die is put back into the box."""
    if state.dice[number].kind.is_king:
        raise Refusal("Each side needs its king.")
    check_free(state, number)
    position = position_of(state)
    return replace(position, dice=tuple(piece for place, piece in enumerate(position.dice) if place != number))


def in_box(state: State, side: Side, kinds: Mapping[str, Kind]) -> dict[str, int]:
    """How many dice of each kind a side has left in its box."""
    used = Counter(die.kind.name for die in state.dice if die.side is side)
    return {name: kind.in_box - used[name] for name, kind in kinds.items()}


def taken_out(state: State, side: Side, kind: Kind) -> State:
    """One more die of a kind, in somebody's hand: it has the last number."""
    if in_box(state, side, {kind.name: kind})[kind.name] < 1:
        raise Refusal("The box holds no more of these.")
    return replace(state, dice=(*state.dice, Die(len(state.dice), kind.name, side, Aside())))


# The practice mat.


def flick_on(before: State, settled: Settled) -> State:
    """What a flick leaves on a practice mat: dice lie where they lie, the same side flicks again, kings come back."""
    state, fallen = lie_after(replace(before, tasks=()), settled.shot)
    for number in fallen:
        if state.dice[number].kind.is_king:
            body = before.dice[number].body
            pose = settle_near(body.pose, state.bodies(), state.options.mat)
            state = state.where(number, OnMat(replace(body, pose=pose, level=0)))
    side = before.turn.side
    return replace(state, turn=Turn(side), tasks=(Task(Ask.MOVE, side),))


def of_the_flick(events: Iterable[Any]) -> tuple[Any, ...]:
    """What a practice mat tells of a flick; powers and captives have no place on it."""
    return tuple(one for one in events if isinstance(one, Flicked | Missed | Foul | Defeated))
