"""A turn: one flick or what replaces it, who leaves the mat, who comes down, and who decides."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from rumms.games.rumms.actions import Decline, Pass, Pick, Settled, Use
from rumms.games.rumms.events import Defeated, Flicked, Passed, who
from rumms.games.rumms.game import Rumms
from rumms.games.rumms.kind import Kind
from rumms.games.rumms.kinds import KINDS
from rumms.games.rumms.state import Ask, Die, OnMat, Side, State
from rumms.kernel.game import NATURE, Forced
from rumms.kernel.refusal import IllegalMove
from rumms.physics.model import Flick, Moved, Pose, Shot, Swipe

from .table import (
    BLUE,
    BLUE_KING,
    FIRST,
    GAME,
    RED,
    RED_KING,
    Lies,
    at,
    board,
    flick,
    is_out,
    no_engine,
    off,
    play,
    put,
    refused,
    shot,
    sorts,
    thrown,
)

SECOND, THIRD = FIRST + 1, FIRST + 2


def aim(die: int) -> Flick:
    return Flick(die, 0.0, 100.0)


# One flick.


@pytest.mark.rule("RUM-12", "RUM-18")
@pytest.mark.parametrize("side", [RED, BLUE])
def test_a_turn_is_one_flick_and_then_the_other_team_moves(side: Side):
    state = board("red knight 20,5", "blue knight 40,5", to_move=side)
    mine, theirs = (FIRST, SECOND) if side is RED else (SECOND, FIRST)
    assert (state.task.ask, state.task.side, GAME.actor(state)) == (Ask.MOVE, side, side.number)
    assert refused(state, aim(theirs)) == "RUM-12"
    state, events = flick(state, mine, Lies(mine, 25.0, 25.0))
    assert events == [Flicked(side.number, who(state.dice[mine]))]
    assert (state.task.ask, state.task.side, GAME.actor(state)) == (Ask.MOVE, side.foe, side.foe.number)
    assert refused(state, aim(mine)) == "RUM-12"
    state, _ = flick(state, theirs)
    assert state.turn.side is side


@pytest.mark.rule("RUM-12")
@pytest.mark.parametrize("spot", ["1,1", "0,29", "7,12", "31.5,15", "45,5", "54,13"])
def test_an_own_die_is_flicked_wherever_it_lies_on_the_mat(spot: str):
    assert aim(FIRST) in GAME.legal(board(f"red knight {spot}"))


@pytest.mark.rule("RUM-12")
def test_a_die_below_or_on_top_of_others_may_be_flicked():
    state = board("red knight 20,5", "blue troll 20,5@1", "red troll 20,5@2")
    assert aim(FIRST) in GAME.legal(state)
    assert aim(THIRD) in GAME.legal(state)
    below, _ = flick(state, FIRST, Lies(FIRST, 28.0, 5.0), Lies(SECOND, 20.0, 5.0), Lies(THIRD, 20.0, 5.0, level=1))
    assert [at(below, die) for die in (FIRST, SECOND, THIRD)] == [(28.0, 5.0, 0), (20.0, 5.0, 0), (20.0, 5.0, 1)]


@pytest.mark.rule("RUM-12")
@pytest.mark.parametrize("where", ["aside", "out"])
def test_a_die_that_is_not_on_the_mat_is_not_flicked(where: str):
    assert refused(board(f"red spy {where}"), aim(FIRST)) == "RUM-12"


@pytest.mark.rule("RUM-12")
@pytest.mark.parametrize(
    "stroke",
    [
        Flick(RED_KING, 0.0, 0.0),
        Flick(RED_KING, 0.0, 1001.0),
        Flick(RED_KING, float("nan"), 100.0),
        Flick(RED_KING, 0.0, 100.0, height=1.1),
        Flick(RED_KING, 0.0, 100.0, offset=0.9),
        Flick(RED_KING, 0.0, 100.0, stray=1.0),
        Flick(RED_KING, 0.0, 100.0, elevation=-1.0),
        Flick(99, 0.0, 100.0),
    ],
)
def test_a_flick_that_no_finger_can_make_is_refused(stroke: Flick):
    assert refused(board(), stroke) == "RUM-12"


@pytest.mark.rule("RUM-12")
@pytest.mark.parametrize(
    ("die", "spot"), [(RED_KING, (7.0, 12.0)), (FIRST, ()), (SECOND, (40.0, 25.0)), (THIRD, (45.0, 5.0))]
)
def test_what_replaces_the_flick_is_the_whole_turn(die: int, spot: tuple[float, ...]):
    """The king's move, a heart that brings nobody back, a spy's return, ice."""
    state = board("red heart 20,5", "red spy aside", "red ice aside", "blue knight 45,5", "red troll 20,10")
    state, _ = play(state, Use(die))
    assert refused(state, aim(RED_KING)) == ("RUM-47" if spot else "RUM-43")
    state, _ = play(state, put(state, *spot) if spot else Pick(()))
    assert (state.task.ask, state.task.side) == (Ask.MOVE, BLUE)


@pytest.mark.rule("RUM-12")
@pytest.mark.parametrize("die", [FIRST, SECOND, THIRD, BLUE_KING, 99])
def test_a_die_that_has_nothing_to_offer_replaces_no_flick(die: int):
    """A troll never has; a spy and an ice cube have not while they are on the mat; a king's own team decides."""
    state = board("red troll 20,5", "red spy 20,10", "red ice 45,5@1", "blue troll 45,5")
    assert refused(state, Use(die)) == "RUM-12"


@pytest.mark.rule("RUM-12")
@pytest.mark.parametrize("action", [Pass(), Decline()])
def test_passing_is_not_allowed(action: Pass | Decline):
    assert refused(board(), action) == "RUM-12"


class Chains(Kind):
    """A die that nobody can take hold of; nor of any other die of its own team, as long as it is on the mat."""

    name, called = "chains", {"de": "Ketten", "en": "chains"}
    value, shadow_faces, in_box = 1, 0, 1
    is_flickable = False

    def blocks(self, state: State, me: Die) -> Iterator[int]:
        """All dice of its team but the hearts, the king too."""
        return (die.id for die in state.of(me.side) if die.kind.name != "heart")


CHAINED = Rumms(no_engine, {**KINDS, "chains": Chains()})


@pytest.mark.rule("RUM-12")
def test_a_team_that_can_do_nothing_passes_and_the_record_says_so():
    state = board("red chains 20,5", "red knight 20,10", game=CHAINED)
    legal = CHAINED.legal(state)
    assert isinstance(legal, Forced)
    assert list(legal) == [Pass()]
    assert refused(state, aim(SECOND), game=CHAINED) == "RUM-12"
    assert refused(state, Use(RED_KING), game=CHAINED) == "RUM-12"
    state, events = play(state, Pass(), game=CHAINED)
    assert events == [Passed(RED)]
    assert (state.task.ask, state.task.side) == (Ask.MOVE, BLUE)


@pytest.mark.rule("RUM-12")
def test_a_team_that_can_replace_its_flick_does_not_pass():
    state = board("red chains 20,5", "red heart 20,10", game=CHAINED)
    assert Use(SECOND) in CHAINED.legal(state)
    assert refused(state, Pass(), game=CHAINED) == "RUM-12"
    assert refused(state, aim(RED_KING), game=CHAINED) == "RUM-12"


@pytest.mark.rule("RUM-12")
def test_nature_lets_the_dice_come_to_rest_once_after_each_flick():
    state, _ = play(board("red knight 20,5"), aim(FIRST))
    assert (state.task.ask, GAME.actor(state)) == (Ask.SETTLE, NATURE)
    assert refused(state, aim(FIRST)) == "RUM-13"
    other = Flick(FIRST, 10.0, 100.0)
    assert refused(state, Settled(other, Shot(()))) == "RUM-12"


@pytest.mark.rule("RUM-12")
@pytest.mark.parametrize("finger", [False, True])
def test_every_move_that_is_drawn_is_legal(finger: bool):
    crowd = ("red knight 20,5", "red knight 21.7,5", "red troll 21,6.7", "red troll 20,5@1", "red heart 25,5")
    state = board(*crowd, "red spy aside", "red ice aside", "blue troll 40,5", finger=finger)
    moves = [GAME.legal(state).sample(Random(seed)) for seed in range(60)]
    assert all(move in GAME.legal(state) for move in moves)
    assert {type(move) for move in moves} >= {Use, Swipe if finger else Flick}


# Leaving the mat.


@pytest.mark.rule("RUM-13")
@pytest.mark.parametrize(
    ("x", "y", "yaw", "in_play"),
    [
        (20.0, -0.5, 0.0, True),  # its centre is beyond the edge
        (20.0, -0.809, 0.0, True),
        (20.0, -0.82, 0.0, False),
        (20.0, 30.809, 0.0, True),
        (20.0, 30.82, 0.0, False),
        (-0.809, 15.0, 0.0, True),
        (-0.82, 15.0, 0.0, False),
        (20.0, -1.14, 45.0, True),  # a corner
        (20.0, -1.15, 45.0, False),
        (-0.806, -0.806, 0.0, True),  # corner to corner
        (-0.809, -0.809, 0.0, False),
        (20.0, -40.0, 0.0, False),
    ],
)
def test_a_die_is_in_play_while_any_part_of_it_touches_the_mat(x: float, y: float, yaw: float, in_play: bool):
    state, events = flick(board("red knight 20,5"), FIRST, Lies(FIRST, x, y, yaw=yaw))
    assert state.dice[FIRST].is_on_mat == in_play
    assert is_out(state, FIRST) != in_play
    assert sorts(events) == (["Flicked"] if in_play else ["Flicked", "Defeated"])


@pytest.mark.rule("RUM-13")
def test_the_far_edge_of_blue_is_as_long():
    state = board("blue knight 50,5", to_move=BLUE)
    assert not is_out(flick(state, FIRST, Lies(FIRST, 63.809, 15.0))[0], FIRST)
    assert is_out(flick(state, FIRST, Lies(FIRST, 63.82, 15.0))[0], FIRST)


@pytest.mark.rule("RUM-13")
def test_dice_of_either_team_are_defeated_at_once():
    state = board("red knight 20,5", "blue knight 22,5", "red troll 24,5", "blue heart 26,5")
    state, events = flick(state, FIRST, *(off(die) for die in (FIRST, SECOND, THIRD, THIRD + 1)))
    lost = [event for event in events if isinstance(event, Defeated)]
    assert [(event.die.id, event.how) for event in lost] == [(die, "flicked") for die in range(FIRST, FIRST + 4)]
    assert all(is_out(state, die) for die in range(FIRST, FIRST + 4))
    assert refused(state, aim(SECOND)) == "RUM-12"


@pytest.mark.rule("RUM-13")
def test_a_die_that_nobody_followed_is_out():
    stroke = aim(FIRST)
    moved = Moved(FIRST, Pose(20.0, 5.0), 0, gone=True)
    state, _ = play(board("red knight 20,5"), stroke, Settled(stroke, Shot((moved,))))
    assert is_out(state, FIRST)


@pytest.mark.rule("RUM-13")
def test_a_die_that_rests_on_dice_in_play_is_in_play():
    """Two upper ones beyond the edge, the lowest touches the mat; then it does not."""
    state = board("red knight 20,5", "blue troll 20,5@1", "red troll 20,5@2")

    def tower(y: float) -> State:
        lies = (Lies(FIRST, 20.0, y), Lies(SECOND, 20.0, y - 0.75, level=1), Lies(THIRD, 20.0, y - 1.5, level=2))
        return flick(state, FIRST, *lies)[0]

    assert [at(tower(-0.75), die)[1:] for die in (FIRST, SECOND, THIRD)] == [(-0.75, 0), (-1.5, 1), (-2.25, 2)]
    assert all(is_out(tower(-0.82), die) for die in (FIRST, SECOND, THIRD))


@pytest.mark.rule("RUM-13")
def test_a_die_between_one_in_play_and_one_that_is_not_is_in_play_and_comes_down():
    """It lies across two dice; the one beyond the edge is out, and its centre is over nothing any more."""
    state = board("red knight 20,5", "blue troll 24,5", "red troll 28,5")
    lies = (Lies(FIRST, 20.0, -0.75), Lies(SECOND, 20.0, -2.35), Lies(THIRD, 20.0, -1.6, level=1))
    state, _ = flick(state, FIRST, *lies)
    assert is_out(state, SECOND)
    assert state.dice[THIRD].is_on_mat
    assert at(state, THIRD)[2] == 0
    assert at(state, THIRD)[1] >= 0.0


@pytest.mark.rule("RUM-13")
def test_dice_do_not_leave_the_mat_by_overlapping_or_floating():
    state, _ = play(board("red knight 20,5", "red knight 24,5"), aim(FIRST))
    for lies in (Lies(FIRST, 24.5, 5.0), Lies(FIRST, 10.0, 5.0, level=1)):
        assert refused(state, Settled(aim(FIRST), shot(state, FIRST, lies))) == "RUM-13"
    unmet = Shot((Moved(SECOND, Pose(26.0, 5.0), 0),))
    assert refused(state, Settled(aim(FIRST), unmet)) == "RUM-13"


# Coming down.


@pytest.mark.rule("RUM-13")
def test_dice_on_one_that_is_taken_come_down_straight_with_the_same_face_up():
    """The king's move from below a tower of a troll, with a shadow face up, and a knight."""
    state = board("red king 20,5", "red troll 20.3,5.2@1/30 shadow", "red knight 20.1,5@2")
    before = [state.dice[die].body for die in (FIRST, SECOND)]
    state, _ = play(state, Use(RED_KING))
    for level, body in enumerate(before):
        die = state.dice[body.id]
        assert (die.body.pose, die.body.level, die.body.up) == (body.pose, level, body.up)
    where = state.dice[SECOND].where
    assert isinstance(where, OnMat)
    assert where.on == (FIRST,)


@pytest.mark.rule("RUM-13", "RUM-16")
def test_dice_on_a_captured_one_come_down():
    """The lowest of a tower in the enemy kingdom is captured; the others lie with an active face up."""
    state = board("red troll 20,5", "red troll 24,5", "red knight 26,5")
    lies = (
        Lies(FIRST, 40.0, 5.0, "shadow"),
        Lies(SECOND, 40.0, 5.0, "active", level=1),
        Lies(THIRD, 40.0, 5.0, "active", level=2),
    )
    state, _ = flick(state, FIRST, *lies)
    assert state.task.about == FIRST
    assert [at(state, die) for die in (SECOND, THIRD)] == [(40.0, 5.0, 0), (40.0, 5.0, 1)]


@pytest.mark.rule("RUM-13")
def test_a_bridge_stays_up_on_what_is_left_if_that_carries_it():
    state = board("red king 20,5", "blue troll 21.7,5", "red troll 21,5@1")
    state, _ = play(state, Use(RED_KING))
    assert at(state, SECOND) == (21.0, 5.0, 1)
    where = state.dice[SECOND].where
    assert isinstance(where, OnMat)
    assert where.on == (FIRST,)


@pytest.mark.rule("RUM-13")
def test_a_bridge_that_is_not_carried_any_more_lies_beside_the_pillar():
    state = board("red king 20,5", "blue troll 22,5", "red troll 21,5@1")
    state, events = play(state, Use(RED_KING))
    x, y, level = at(state, SECOND)
    assert level == 0
    assert 0.39 < ((x - 21.0) ** 2 + (y - 5.0) ** 2) ** 0.5 < 0.7
    assert sorts(events) == []


@pytest.mark.rule("RUM-13")
def test_a_die_that_the_weight_of_another_holds_stays_up():
    """Its centre hangs over the one pillar that is left, but a knight lies on its other end."""
    state = board("red king 21.7,5", "blue troll 20,5", "red troll 20.9,5@1", "red knight 20.3,5@2")
    state, _ = play(state, Use(RED_KING))
    assert [at(state, die) for die in (SECOND, THIRD)] == [(20.9, 5.0, 1), (20.3, 5.0, 2)]


@pytest.mark.rule("RUM-13")
def test_a_die_comes_down_when_the_weight_that_held_it_is_taken():
    state = board("red king 20.3,5@2", "blue troll 20,5", "red troll 20.9,5@1")
    state, _ = play(state, Use(RED_KING))
    assert at(state, SECOND)[2] == 0
    assert at(state, SECOND)[:2] != (20.9, 5.0)


@pytest.mark.rule("RUM-13", "RUM-38")
def test_a_die_that_is_laid_under_an_ice_cube_is_frozen_by_it():
    """The king leaves a knight that lay across him and a blue one; it finds room where a cube hangs over."""
    state = board(
        "red king 20.6,6.6", "blue knight 22,4.6", "red knight 21.4,5.7@1", "red troll 23.05,7.4", "blue ice 22.3,7.4@1"
    )
    knight, ice = SECOND, FIRST + 3
    state, _ = play(state, Use(RED_KING))
    assert at(state, knight)[2] == 0
    where = state.dice[ice].where
    assert isinstance(where, OnMat)
    assert where.on == (knight, THIRD)
    state, _ = play(state, put(state, 7.0, 15.0))
    state, _ = flick(state, BLUE_KING)
    assert refused(state, aim(knight)) == "RUM-12"


@pytest.mark.rule("RUM-13")
def test_dice_come_down_where_their_pillar_was_flicked_off():
    """The shot leaves a bridge on two pillars, one of which is beyond the edge."""
    state = board("red knight 20,5", "blue troll 24,5", "red troll 28,5")
    lies = (Lies(FIRST, 20.0, -0.7), Lies(SECOND, 21.7, -0.85), Lies(THIRD, 20.7, -0.7, level=1))
    state, _ = flick(state, FIRST, *lies)
    assert is_out(state, SECOND)
    where = state.dice[THIRD].where
    assert isinstance(where, OnMat)
    assert (where.on, where.body.level) == ((FIRST,), 1)


@pytest.mark.rule("RUM-13")
def test_coming_down_is_no_foul():
    state = board("red king 20,5", "blue troll 20,5@1", finger=True)
    state, events = play(state, Use(RED_KING))
    state, more = play(state, put(state, 7.0, 15.0))
    assert sorts([*events, *more]) == ["WasSet"]
    assert (state.task.ask, state.task.side) == (Ask.MOVE, BLUE)


# The wall, and shadow faces at home.


@pytest.mark.rule("RUM-14")
@pytest.mark.parametrize(
    ("x", "yaw", "crossed"),
    [
        (33.1, 0.0, False),
        (33.109, 0.0, False),
        (33.12, 0.0, True),
        (33.44, 45.0, False),
        (33.45, 45.0, True),
        (31.5, 0.0, False),
        (29.0, 0.0, False),
    ],
)
def test_a_die_is_in_the_enemy_kingdom_when_it_touches_the_wall_no_longer(x: float, yaw: float, crossed: bool):
    state, _ = flick(board("red troll 20,5"), FIRST, Lies(FIRST, x, 5.0, "shadow", yaw=yaw))
    assert state.dice[FIRST].is_on_mat != crossed
    assert (state.task.ask is Ask.THROW) == crossed


@pytest.mark.rule("RUM-14")
@pytest.mark.parametrize(("x", "crossed"), [(29.9, False), (29.891, False), (29.88, True), (31.5, False)])
def test_for_blue_the_enemy_kingdom_is_on_the_other_side(x: float, crossed: bool):
    state, _ = flick(board("blue troll 50,5", to_move=BLUE), FIRST, Lies(FIRST, x, 5.0, "shadow"))
    assert (state.task.ask is Ask.THROW) == crossed


@pytest.mark.rule("RUM-14")
@pytest.mark.parametrize(("x", "crossed"), [(33.109, False), (33.12, True)])
def test_dice_on_upper_levels_are_judged_by_their_footprint(x: float, crossed: bool):
    state = board("red troll 20,5", "blue knight 33.5,5", "blue knight 33.3,5@1")
    state, _ = flick(state, FIRST, Lies(FIRST, x, 5.0, "shadow", level=2))
    assert (state.task.ask is Ask.THROW) == crossed


@pytest.mark.rule("RUM-15")
@pytest.mark.parametrize("x", [20.0, 31.5, 33.1])
def test_a_die_with_a_shadow_face_up_is_flicked_at_home_and_on_the_wall(x: float):
    state = board(f"red troll {x},5 shadow")
    assert not state.dice[FIRST].is_active
    assert aim(FIRST) in GAME.legal(state)
    state, events = flick(state, FIRST, Lies(FIRST, 25.0, 5.0))
    assert sorts(events) == ["Flicked"]
    assert not state.dice[FIRST].is_active


@pytest.mark.rule("RUM-15")
def test_a_dragon_with_a_shadow_face_up_strikes_twice_at_home():
    state, _ = flick(board("red dragon 20,5 shadow"), FIRST, Lies(FIRST, 25.0, 5.0, "shadow"))
    assert (state.task.ask, state.task.among) == (Ask.FLICK, (FIRST,))


@pytest.mark.rule("RUM-15")
def test_a_dragon_with_a_shadow_face_up_rescues_at_home():
    state, _ = flick(board("red dragon 20,5 shadow"), RED_KING, off(RED_KING))
    assert Use(FIRST) in GAME.legal(state)


# Whose turn is next, and who decides.


@pytest.mark.rule("RUM-18")
def test_the_other_team_moves_only_when_everything_is_done():
    state = board("red dragon 20,5", "red spy 40,5", "blue knight 50,5")
    state, _ = flick(state, FIRST, Lies(FIRST, 22.0, 5.0))
    assert (state.task.ask, state.turn.side) == (Ask.FLICK, RED)
    state, _ = play(state, Decline())
    assert (state.task.ask, state.turn.side) == (Ask.USE, RED)
    state, _ = play(state, Decline())
    assert (state.task.ask, state.turn.side, state.turn.number) == (Ask.MOVE, BLUE, 2)


@pytest.mark.rule("RUM-48")
@pytest.mark.parametrize(
    ("teams", "first", "second"),
    [("red blue red blue", 1, 3), ("red blue blue", 1, 2), ("red red blue blue", 2, 3), ("red blue blue blue", 1, 2)],
)
def test_in_the_enemys_turn_the_member_who_moves_next_decides_and_moves_next(teams: str, first: int, second: int):
    """In each of red's turns a blue knight is captured and freed, and set home by the one who then moves."""
    names = tuple(teams.split())
    state = board("red knight 20,5", "blue knight 40,5", seats=len(names), teams=names)
    for member in (first, second):
        state, _ = flick(state, FIRST, Lies(SECOND, 20.0, 20.0, "shadow"))
        assert GAME.actor(state) == NATURE
        state, _ = play(state, thrown(state, "active"))
        assert (state.turn.side, GAME.actor(state)) == (RED, member)
        state, _ = play(state, put(state, 54.0, 13.0))
        assert (state.turn.side, GAME.actor(state)) == (BLUE, member)
        state, _ = flick(state, BLUE_KING)


@pytest.mark.rule("RUM-48")
def test_a_whole_turn_is_one_members():
    state = board("red dragon 20,5", "red spy 40,5", seats=4)
    assert GAME.actor(state) == 0
    state, _ = flick(state, FIRST, Lies(FIRST, 22.0, 5.0))
    assert (state.task.ask, GAME.actor(state)) == (Ask.FLICK, 0)
    state, _ = flick(state, FIRST, Lies(FIRST, 24.0, 5.0))
    assert (state.task.ask, GAME.actor(state)) == (Ask.USE, 0)
    state, _ = play(state, Use(SECOND))
    assert (state.turn.side, GAME.actor(state)) == (BLUE, 1)
    state, _ = flick(state, BLUE_KING)
    assert (state.turn.side, GAME.actor(state)) == (RED, 2)


@pytest.mark.rule("RUM-48")
def test_what_a_team_does_with_a_berserker_in_the_enemys_turn_is_up_to_its_next_member():
    state = board("red knight 20,5", "blue berserker 40,5", seats=4)
    state, _ = flick(state, RED_KING)
    state, _ = flick(state, BLUE_KING)
    state, _ = flick(state, FIRST, off(SECOND))
    state, _ = play(state, thrown(state, "active"))
    assert (state.task.ask, state.turn.side, GAME.actor(state)) == (Ask.PICK, RED, 3)


@pytest.mark.rule("RUM-48")
def test_each_seat_has_a_hand_of_its_own():
    state = board("red knight 20,5", seats=3, teams=("red", "blue", "red"), hands=("none", "none", "shaky"))
    strayed = Flick(FIRST, 0.0, 100.0, stray=3.0)
    first, _ = play(state, aim(FIRST))
    with pytest.raises(IllegalMove):
        play(first, Settled(strayed, Shot(())))
    state, _ = flick(state, FIRST)
    state, _ = flick(state, BLUE_KING)
    assert GAME.actor(state) == 2
    state, _ = play(state, aim(FIRST), Settled(strayed, Shot(())))
    assert state.turn.side is BLUE
