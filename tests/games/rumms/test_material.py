"""Teams and their members, the box, the kinds, their faces, and the mat."""

from __future__ import annotations

from collections import Counter

import pytest

from rumms.games.rumms.actions import Muster, Put, Use
from rumms.games.rumms.kind import faces
from rumms.games.rumms.kinds import KINDS
from rumms.games.rumms.state import Options, State
from rumms.kernel.refusal import BadOption
from rumms.physics.model import Area, Flick, Mat, Polygon, Pose, Solid

from .table import BLUE, BLUE_KING, GAME, RED, RED_KING, Lies, at, board, flick, formation, mustered, off, play, refused

BOX = {
    "king": 1,
    "troll": 8,
    "knight": 4,
    "dragon": 2,
    "spy": 2,
    "mage": 2,
    "berserker": 2,
    "ice": 2,
    "heart": 2,
}


# Teams.


@pytest.mark.rule("RUM-01")
@pytest.mark.parametrize(
    ("teams", "red", "blue"),
    [
        (("red", "blue"), (0,), (1,)),
        (("blue", "red"), (1,), (0,)),
        (("red", "blue", "blue"), (0,), (1, 2)),
        (("red", "red", "blue"), (0, 1), (2,)),
        (("red", "blue", "blue", "blue"), (0,), (1, 2, 3)),
        (("blue", "red", "red", "red"), (1, 2, 3), (0,)),
        (("red", "red", "blue", "blue"), (0, 1), (2, 3)),
    ],
)
def test_two_to_four_players_split_into_the_teams_as_they_like(
    teams: tuple[str, ...], red: tuple[int, ...], blue: tuple[int, ...]
):
    state = GAME.new(len(teams), Options(teams=teams))  # type: ignore[arg-type]
    assert state.teams == (red, blue)


@pytest.mark.rule("RUM-01")
@pytest.mark.parametrize(("seats", "red", "blue"), [(2, (0,), (1,)), (3, (0, 2), (1,)), (4, (0, 2), (1, 3))])
def test_if_nothing_else_is_said_the_seats_are_red_and_blue_in_turn(
    seats: int, red: tuple[int, ...], blue: tuple[int, ...]
):
    assert GAME.new(seats, Options()).teams == (red, blue)


@pytest.mark.rule("RUM-01")
@pytest.mark.parametrize(
    ("seats", "options", "says"),
    [
        (1, Options(), "Rumms is for 2 to 4 players, not for 1."),
        (5, Options(), "Rumms is for 2 to 4 players, not for 5."),
        (3, Options(teams=("red", "blue")), "teams names 2 seats, but there are 3."),
        (2, Options(teams=("red", "blue", "blue")), "teams names 3 seats, but there are 2."),
        (2, Options(teams=("red", "red")), "Each team needs a player."),
        (4, Options(teams=("blue", "blue", "blue", "blue")), "Each team needs a player."),
        (2, Options(hands=("none", "steady", "shaky")), "hands names 3 seats, but there are 2."),
    ],
)
def test_a_number_of_players_that_fits_no_two_teams_is_refused(seats: int, options: Options, says: str):
    with pytest.raises(BadOption) as refusal:
        GAME.new(seats, options)
    assert str(refusal.value) == says


def turns(state: State, number: int) -> list[int | None]:
    """Who moves in each of the next turns, in which the kings are flicked and stay where they are."""
    seats = []
    for _ in range(number):
        seats.append(GAME.actor(state))
        state, _ = flick(state, RED_KING if state.turn.side is RED else BLUE_KING)
    return seats


@pytest.mark.rule("RUM-01")
@pytest.mark.parametrize(
    ("teams", "seats"),
    [
        ("red blue", [0, 1, 0, 1, 0, 1]),
        ("red blue blue", [0, 1, 0, 2, 0, 1, 0, 2]),
        ("blue red blue blue", [1, 0, 1, 2, 1, 3, 1, 0]),
        ("red red red blue", [0, 3, 1, 3, 2, 3, 0, 3]),
        ("red blue red blue", [0, 1, 2, 3, 0, 1, 2, 3]),
        ("red red blue blue", [0, 2, 1, 3, 0, 2, 1, 3]),
    ],
)
def test_the_members_of_a_team_take_its_turns_in_rotation(teams: str, seats: list[int]):
    names = tuple(teams.split())
    assert turns(board(seats=len(names), teams=names), len(seats)) == seats


@pytest.mark.rule("RUM-01")
@pytest.mark.parametrize("teams", ["red blue blue", "red blue red blue"])
def test_all_members_of_the_team_win(teams: str):
    names = tuple(teams.split())
    state, _ = flick(board(seats=len(names), teams=names), RED_KING, off(RED_KING))
    assert GAME.actor(state) is None
    assert GAME.winners(state) == {seat for seat, name in enumerate(names) if name == "blue"}


# The box and the kinds.


@pytest.mark.rule("RUM-02")
def test_the_whole_box_is_25_dice_and_may_be_taken_if_that_is_agreed_on():
    box = tuple(Counter(BOX).elements())
    assert len(box) == 25
    state, _ = play(GAME.new(2, Options(points=68)), Muster(box), Muster(box))
    assert len(state.dice) == 50
    for side in (RED, BLUE):
        assert Counter(die.kind.name for die in state.dice if die.side is side) == BOX


@pytest.mark.rule("RUM-02", "RUM-05")
@pytest.mark.parametrize("kind", BOX)
def test_the_box_holds_no_more_of_a_kind(kind: str):
    state = GAME.new(2, Options(points=68))
    full = ("king",) * (kind != "king") + (kind,) * BOX[kind]
    assert Muster(full) in GAME.legal(state)
    assert refused(state, Muster((*full, kind))) == "RUM-05"


@pytest.mark.rule("RUM-02")
def test_there_is_no_other_kind_in_the_box():
    assert set(KINDS) == set(BOX)
    assert refused(GAME.new(2, Options()), Muster(("king", "giant"))) == "RUM-02"


@pytest.mark.rule("RUM-03")
@pytest.mark.parametrize(
    ("kind", "value", "shadows", "flickable"),
    [
        ("king", 0, 0, True),
        ("troll", 2, 4, True),
        ("knight", 4, 1, True),
        ("dragon", 5, 3, True),
        ("spy", 3, 3, True),
        ("mage", 3, 3, True),
        ("berserker", 3, 3, True),
        ("ice", 2, 0, False),
        ("heart", 2, 0, False),
    ],
)
def test_a_kind_has_its_value_and_its_shadow_faces_and_is_flickable_or_not(
    kind: str, value: int, shadows: int, flickable: bool
):
    exactly = GAME.new(2, Options(points=value))
    troop = ("king",) * (kind != "king") + (kind,)
    assert Muster(troop) in GAME.legal(exactly)
    assert value == 0 or refused(GAME.new(2, Options(points=value - 1)), Muster(troop)) == "RUM-05"
    assert KINDS[kind].faces.count(False) == shadows
    state = board("blue troll 20,15", f"red {kind} 20,15@1" if kind == "ice" else f"red {kind} 20,5")
    number = next(die.id for die in state.dice if die.side is RED and die.kind.name == kind)
    assert (Flick(number, 0.0, 100.0) in GAME.legal(state)) == flickable
    assert flickable or refused(state, Flick(number, 0.0, 100.0)) == "RUM-12"


@pytest.mark.rule("RUM-44")
@pytest.mark.parametrize("kind", KINDS)
def test_opposite_faces_differ_where_the_counts_allow_it(kind: str):
    layout = KINDS[kind].faces
    alike = [pair for pair in zip(layout[::2], layout[1::2], strict=True) if pair[0] == pair[1]]
    assert len(alike) == abs(3 - KINDS[kind].shadow_faces)
    assert layout == faces(KINDS[kind].shadow_faces)


@pytest.mark.rule("RUM-44")
def test_every_die_of_a_kind_has_the_same_faces():
    state = mustered("king troll troll troll mage mage", "king troll mage")
    for kind in ("troll", "mage"):
        assert {die.kind.faces for die in state.dice if die.kind.name == kind} == {KINDS[kind].faces}


# The mat.


@pytest.mark.rule("RUM-04", "RUM-45")
def test_the_standard_mat_is_as_the_rules_say():
    mat = Options().mat
    assert (mat.length, mat.width) == (63.0, 30.0)
    assert mat.castles == (Area(3.0, 11.0, 11.0, 19.0), Area(52.0, 11.0, 60.0, 19.0))
    assert mat.wall == Area(30.7, 0.0, 32.3, 30.0)
    assert mat.solids == ()
    assert mat.holes == ()


@pytest.mark.rule("RUM-04")
@pytest.mark.parametrize("spot", ["20,15", "0.8,0.8", "0.8,29.2", "29.8,0.8", "29.8,29.2", "3,11", "11,19"])
def test_a_kingdom_is_everything_from_the_short_side_to_the_wall(spot: str):
    assert formation("7,15", spot) in GAME.legal(mustered("king troll"))
    x, y = map(float, spot.split(","))
    blue, _ = play(mustered("king", "king troll"), formation("7,15"))
    assert formation("56,15", f"{63 - x},{y}", first=1) in GAME.legal(blue)


@pytest.mark.rule("RUM-04")
@pytest.mark.parametrize(("x", "y"), [(3.0, 11.0), (11.0, 15.0), (31.5, 4.0), (30.7, 29.0), (60.0, 19.0)])
def test_castles_and_wall_are_painted_so_dice_can_lie_across_their_outlines(x: float, y: float):
    state, _ = flick(board("red knight 20,5"), 2, Lies(2, x, y))
    assert at(state, 2) == (x, y, 0)


SMALL = Mat(
    length=40.0,
    width=20.0,
    wall=Area(19.0, 0.0, 21.0, 20.0),
    castles=(Area(2.0, 8.0, 6.0, 12.0), Area(34.0, 8.0, 38.0, 12.0)),
    solids=(Solid(Polygon(((8.0, 8.0), (12.0, 8.0), (12.0, 12.0), (8.0, 12.0)))),),
)


@pytest.mark.rule("RUM-04")
def test_a_mat_of_its_own_has_its_own_edge_wall_and_castles():
    kings = ("red king 4,10", "blue king 36,10")
    state = board(*kings, "red troll 15,4 shadow", "red troll 15,16 shadow", mat=SMALL)
    king, _ = play(state, Use(RED_KING))
    assert Put(RED_KING, Pose(6.8, 10.0)) in GAME.legal(king)
    assert refused(king, Put(RED_KING, Pose(7.0, 10.0))) == "RUM-09"
    after, _ = flick(state, 2, Lies(2, 21.8, 4.0), Lies(3, 15.0, 20.85))
    assert at(after, 2) == (21.8, 4.0, 0)
    assert not after.dice[3].is_on_mat
    after, _ = flick(state, 2, Lies(2, 21.9, 4.0))
    assert not after.dice[2].is_on_mat


@pytest.mark.rule("RUM-04")
def test_obstacles_on_a_mat_are_solid():
    state = board("red king 4,10", "blue king 36,10", "red troll 15,4", mat=SMALL)
    stroke = Flick(2, 0.0, 100.0)
    assert stroke in GAME.legal(state)
    with pytest.raises(ValueError, match="solid part of the mat"):
        flick(state, 2, Lies(2, 10.0, 10.0))
    set_up = GAME.new(2, Options(mat=SMALL))
    set_up, _ = play(set_up, Muster(("king", "troll")), Muster(("king",)))
    assert formation("4,10", "7.2,10") in GAME.legal(set_up)
    assert refused(set_up, formation("4,10", "7.5,10")) == "RUM-47"


@pytest.mark.rule("RUM-04")
@pytest.mark.parametrize(
    ("mat", "says"),
    [
        (Mat(castles=None), "Rumms needs a mat with two castles."),
        (Mat(width=0.0), "The mat cannot be used: "),
        (Mat(castles=(Area(31.0, 11.0, 32.0, 19.0), Mat().castles[1])), "a king cannot be set in his castle."),  # type: ignore[index]
        (Mat(castles=(Mat().castles[0], Area(3.0, 11.0, 11.0, 19.0))), "a king cannot be set in his castle."),  # type: ignore[index]
        (
            Mat(solids=(Solid(Polygon(((40.0, 0.0), (63.0, 0.0), (63.0, 30.0), (40.0, 30.0)))),)),
            "a king cannot be set in his castle.",
        ),
    ],
)
def test_a_mat_on_which_nobody_can_play_is_refused(mat: Mat, says: str):
    with pytest.raises(BadOption) as refusal:
        GAME.new(2, Options(mat=mat))
    assert says in str(refusal.value)


@pytest.mark.rule("RUM-45")
@pytest.mark.parametrize(
    ("x", "y", "yaw"),
    [
        (11.8, 15.0, 0.0),
        (11.809, 15.0, 0.0),
        (2.191, 15.0, 0.0),
        (7.0, 10.191, 0.0),
        (7.0, 19.809, 90.0),
        (12.139, 15.0, 45.0),  # half a diagonal is 1.1314 cm
        (11.806, 19.806, 0.0),  # corner to corner
    ],
)
def test_what_is_a_hundredth_of_a_centimetre_apart_touches_the_castle(x: float, y: float, yaw: float):
    state, _ = play(board("red king 20,5"), Use(RED_KING))
    assert Put(RED_KING, Pose(x, y, yaw)) in GAME.legal(state)


@pytest.mark.rule("RUM-45")
@pytest.mark.parametrize(
    ("x", "y", "yaw"),
    [
        (11.82, 15.0, 0.0),
        (2.18, 15.0, 0.0),
        (7.0, 10.18, 0.0),
        (7.0, 19.82, 90.0),
        (12.15, 15.0, 45.0),
        (11.809, 19.809, 0.0),  # 0.0127 cm from corner to corner
        (56.0, 15.0, 0.0),  # blue's
    ],
)
def test_what_is_farther_apart_does_not_touch_the_castle(x: float, y: float, yaw: float):
    state, _ = play(board("red king 20,5"), Use(RED_KING))
    assert refused(state, Put(RED_KING, Pose(x, y, yaw))) == "RUM-09"
