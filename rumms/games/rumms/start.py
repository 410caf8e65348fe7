"""How a game can start: options and positions that make sense, and those that do not."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Final

from rumms.games.rumms.kind import Kind
from rumms.games.rumms.spots import KINGDOM, Spots, ground
from rumms.games.rumms.state import Aside, Die, OnMat, Options, Out, Piece, Position, Side, Tin, Where
from rumms.games.rumms.table import is_captured
from rumms.kernel.game import Seat
from rumms.kernel.refusal import BadOption, Counted, Refusal
from rumms.physics.checks import check
from rumms.physics.geometry import on_mat, stands_on
from rumms.physics.model import Body, Hand, Layout, Mat, Pose

LONGEST_MAT: Final = 200.0
"""Centimetres: on a longer one no die could be seen, and no flick would reach the other castle."""


def teams_of(options: Options, seats: int) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """The seats of each side, red's first; in turn if nothing else is said (RUM-01)."""
    teams = tuple(map(Side, options.teams)) or tuple(Side.BLUE if seat % 2 else Side.RED for seat in range(seats))
    if len(teams) != seats:
        raise BadOption("teams names {given}, but there are {seats}.", given=_seats(len(teams)), seats=seats)
    red, blue = (tuple(seat for seat, team in enumerate(teams) if team is side) for side in Side)
    if not red or not blue:
        raise BadOption("Each team needs a player.")
    return red, blue


def hands_of(options: Options, seats: int) -> tuple[Hand, ...]:
    """The hand of each seat."""
    nobody: Hand = "none"
    hands = options.hands or (nobody,) * seats
    if len(hands) != seats:
        raise BadOption("hands names {given}, but there are {seats}.", given=_seats(len(hands)), seats=seats)
    return hands


def _seats(number: int) -> Counted:
    return Counted("{number} seat", "{number} seats", number)


def check_mat(mat: Mat, kinds: Mapping[str, Kind]) -> None:
    """Refuse a mat that cannot be played on."""
    try:
        check(Layout((), mat))
    except Refusal as refusal:
        raise BadOption("The mat cannot be used: {reason}", reason=refusal) from None
    if max(mat.length, mat.width) > LONGEST_MAT:
        raise BadOption(
            "A mat for Rumms is at most {most} cm long and wide, not {length} by {width} cm.",
            most=LONGEST_MAT,
            length=mat.length,
            width=mat.width,
        )
    if mat.castles is None:
        raise BadOption("Rumms needs a mat with two castles.")
    king = next(kind for kind in kinds.values() if kind.is_king)
    for side in Side:
        if Spots(ground(Die(0, king.name, side, Tin()), (), mat), KINGDOM).is_empty():
            raise BadOption("On this mat a king cannot be set in his castle.")


def placed(start: Position, mat: Mat, kinds: Mapping[str, Kind]) -> tuple[Die, ...]:
    """The dice of a start position, numbered as they come; BadOption if they cannot lie so."""
    dice = [_die(number, piece, kinds) for number, piece in enumerate(start.dice)]
    bodies = [die.body for die in dice if die.is_on_mat]
    try:
        check(Layout(tuple(bodies), mat))
    except Refusal as refusal:
        raise BadOption("The start position cannot be: {reason}", reason=refusal) from None
    for side in Side:
        if [die.is_on_mat for die in dice if die.kind.is_king and die.side is side] != [True]:
            raise BadOption("In a start position each side has one king, and he is on the mat.")
    for die in dice:
        _check(die, mat)
    return tuple(
        Die(die.id, die.name, die.side, OnMat(die.body, stands_on(die.body, bodies))) if die.is_on_mat else die
        for die in dice
    )


def _die(number: int, piece: Piece, kinds: Mapping[str, Kind]) -> Die:
    if piece.kind not in kinds:
        raise BadOption("There is no kind of die that is called '{kind}'.", kind=piece.kind)
    kind = kinds[piece.kind]
    return Die(number, piece.kind, piece.side, _where(number, piece, kind))


def _where(number: int, piece: Piece, kind: Kind) -> Where:
    if piece.where == "out":
        return Out()
    if piece.where == "aside":
        if not (kind.starts_aside or kind.can_hide):
            raise BadOption("Die {die} cannot lie aside: only ice cubes wait there, and spies hide.", die=number)
        return Aside()
    if piece.x is None or piece.y is None or not (isfinite(piece.x) and isfinite(piece.y)):
        raise BadOption("Die {die} lies on the mat, so it needs x and y.", die=number)
    up = kind.first_active if piece.up is None else piece.up
    return OnMat(Body(number, Pose(piece.x, piece.y, piece.yaw), piece.level, up, kind.material))


def _check(die: Die, mat: Mat) -> None:
    if not die.is_on_mat:
        return
    if die.body.level == 0 and not on_mat(die.body.pose, mat):
        raise BadOption("Die {die} does not touch the mat.", die=die.id)
    if is_captured(die, mat):
        raise BadOption("Die {die} cannot start in the enemy kingdom with a shadow face up.", die=die.id)
    if die.kind.starts_aside and die.body.level == 0:
        raise BadOption("Die {die} is an ice cube, so it waits aside or lies on other dice.", die=die.id)
