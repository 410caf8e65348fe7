"""Boards of Rumms set up for one rule, scripted shots, and the few things that every test does with them."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from rumms.games.rumms.actions import Action, Muster, Put, Settled, SetUp, Thrown
from rumms.games.rumms.events import Event
from rumms.games.rumms.game import Rumms
from rumms.games.rumms.kinds import KINDS
from rumms.games.rumms.state import Die, Options, Out, Piece, Position, Side, State
from rumms.kernel.refusal import IllegalMove
from rumms.physics.geometry import stands_on
from rumms.physics.model import Body, Flick, Hit, Layout, Moment, Moved, Pose, Shot, Stroke, Swipe, Touched

RED, BLUE = Side.RED, Side.BLUE
RED_KING, BLUE_KING = 0, 1
"""The numbers of the kings on every `board`."""
FIRST = 2
"""The number of the first other die on a `board`."""
QUICK, SLOW = (Swipe((Moment(0.0, 1.0, 1.0), Moment(0.1, 1.0 + way, 1.0))) for way in (10.0, 1.0))
"""Paths of a finger that flicks, 100 cm a second, and of one that pushes, 10 cm a second."""
KINGS = ("red king 7,15", "blue king 56,15")


def no_engine(_layout: Layout, _stroke: Stroke) -> Shot:
    """Rules do not simulate."""
    raise AssertionError


GAME = Rumms(no_engine)


def board(*dice: str, to_move: Side = RED, game: Rumms = GAME, seats: int = 2, **options: Any) -> State:
    """A position: the two kings in their castles (dice 0 and 1), then these dice, numbered from 2 on.

    A die is written as `red troll 20,15`, with a level `20,15@1`, a turn in degrees `20,15/45`, a face `20,15 shadow`,
    or `red ice aside`, `blue knight out`. A king that is named stands there instead.
    """
    return game.new(seats, Options(**options), position(*dice, to_move=to_move))


def position(*dice: str, to_move: Side = RED) -> Position:
    """The start of a `board`, as records have it."""
    named = [word for word in dice if word.split()[1] == "king"]
    kings = [next((word for word in named if word.startswith(king.split()[0])), king) for king in KINGS]
    pieces = tuple(map(_piece, [*kings, *(word for word in dice if word not in named)]))
    return Position(dice=pieces, to_move=to_move)


def _piece(word: str) -> Piece:
    side, kind, where, *face = word.split()
    if where in {"aside", "out"}:
        return Piece(kind=kind, side=Side(side), where=where)  # type: ignore[arg-type]
    spot, _, yaw = where.partition("/")
    spot, _, level = spot.partition("@")
    x, y = map(float, spot.split(","))
    up = face_of(kind, face[0]) if face else None
    return Piece(kind=kind, side=Side(side), x=x, y=y, yaw=float(yaw or 0), level=int(level or 0), up=up)


def face_of(kind: str, face: str) -> int:
    """The first face of a kind that is `active` or `shadow`."""
    return (KINDS[kind].faces if kind in KINDS else (True,) * 6).index(face == "active")


class Lies(NamedTuple):
    """How a die lies after a scripted shot; `face` is `active`, `shadow`, or empty to keep the one it shows."""

    die: int
    x: float
    y: float
    face: str = ""
    level: int = 0
    yaw: float = 0.0


def off(die: int, y: float = -5.0) -> Lies:
    """A die that has left the mat."""
    return Lies(die, 20.0 + 3.0 * die, y)


def shot(state: State, struck: int, *lies: Lies, **values: Any) -> Shot:
    """What a flick is said to have led to; every die that moved was hit by the struck one."""
    bodies = {die.id: die.body for die in state.dice if die.is_on_mat}
    for one in lies:
        kind = state.dice[one.die].kind
        up = kind.faces.index(one.face == "active") if one.face else bodies[one.die].up
        bodies[one.die] = Body(one.die, Pose(one.x, one.y, one.yaw), one.level, up, kind.material)
    moved = tuple(
        Moved(body.id, body.pose, body.up, body.level, stands_on(body, bodies.values()))
        for body in (bodies[one.die] for one in lies)
    )
    hits = tuple(Hit(0.1, min(struck, one.die), max(struck, one.die), 50.0) for one in lies if one.die != struck)
    return Shot(moved, hits, **values)


def flick(state: State, die: int, *lies: Lies, game: Rumms = GAME) -> tuple[State, list[Event]]:
    """Flick a die, and let dice come to lie as scripted; those that are not named stay."""
    stroke = Flick(die, 0.0, 100.0)
    return play(state, stroke, Settled(stroke, shot(state, die, *lies)), game=game)


def swipe(
    state: State, *touched: Touched, lies: tuple[Lies, ...] = (), game: Rumms = GAME
) -> tuple[State, list[Event]]:
    """Swipe with a real finger that touched these dice; the board needs `finger=True`."""
    return _swiped(state, QUICK, touched, lies, game)


def push(state: State, die: int, lies: tuple[Lies, ...] = (), game: Rumms = GAME) -> tuple[State, list[Event]]:
    """Push a die slowly with a real finger, which is a foul."""
    return _swiped(state, SLOW, (touch(die),), lies, game)


def _swiped(
    state: State, stroke: Swipe, touched: tuple[Touched, ...], lies: tuple[Lies, ...], game: Rumms
) -> tuple[State, list[Event]]:
    struck = touched[0].die if touched else 0
    return play(state, stroke, Settled(stroke, shot(state, struck, *lies, touched=touched)), game=game)


def touch(die: int, time: float = 0.0) -> Touched:
    """A short touch of a finger."""
    return Touched(die, time, duration=0.01, distance=0.1)


def play(state: State, *actions: Action, game: Rumms = GAME) -> tuple[State, list[Event]]:
    """Make these moves, Nature's included; all that happened."""
    events: list[Event] = []
    for action in actions:
        state, more, _ = game.apply(state, action)
        events += more
    return state, events


def thrown(state: State, face: str) -> Thrown:
    """The open throw shows an `active` or a `shadow` face."""
    return Thrown(state.dice[state.task.about].kind.faces.index(face == "active"))


def refused(state: State, action: Action, game: Rumms = GAME) -> str:
    """The number of the rule by which an action is refused; nothing changes."""
    before = hash(state)
    assert action not in game.legal(state)
    with pytest.raises(IllegalMove) as refusal:
        game.apply(state, action)
    assert hash(state) == before
    assert str(refusal.value).endswith(f"({refusal.value.rule})")
    return refusal.value.rule


def is_out(state: State, die: int) -> bool:
    """Is a die out of play?"""
    return isinstance(state.dice[die].where, Out)


def at(state: State, die: int) -> tuple[float, float, int]:
    """Where a die on the mat lies: x, y and level."""
    body = state.dice[die].body
    return body.pose.x, body.pose.y, body.level


def sorts(events: list[Event]) -> list[str]:
    """The names of events, in their order."""
    return [type(event).__name__ for event in events]


def die_of(state: State, side: Side, kind: str) -> Die:
    """A side's first die of a kind."""
    return next(die for die in state.dice if die.side is side and die.kind.name == kind)


def put(state: State, x: float, y: float, yaw: float = 0.0) -> Put:
    """Set the die that is asked about at this spot."""
    return Put(state.task.about, Pose(x, y, yaw))


def mustered(red: str, blue: str = "king", **options: Any) -> State:
    """Both troops are chosen, each written as `king troll troll`; red is to set up its own, die 0 the king."""
    seats = len(options.get("teams", "rb"))
    return play(GAME.new(seats, Options(**options)), Muster(tuple(red.split())), Muster(tuple(blue.split())))[0]


def formation(*spots: str, first: int = 0) -> SetUp:
    """A formation, die after die from number `first` on, each spot written as `20,15` or turned as `20,15/45`."""
    poses = []
    for spot in spots:
        at, _, yaw = spot.partition("/")
        x, y = map(float, at.split(","))
        poses.append(Pose(x, y, float(yaw or 0)))
    return SetUp(tuple(Put(die, pose) for die, pose in enumerate(poses, first)))
