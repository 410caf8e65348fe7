from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from itertools import combinations

import pytest

from rumms.games.rumms.actions import Decline, Pick, Put, Use
from rumms.games.rumms.kind import Kind, faces
from rumms.games.rumms.kinds import KINDS
from rumms.games.rumms.kinds.knight import Knight
from rumms.games.rumms.state import Ask, Die, OnMat, Options, State
from rumms.physics.model import FACES, Flick, Pose

from .catapult import KIND as CATAPULT
from .table import FIRST, GAME, RED, RED_KING, Lies, board, flick, mustered, off, play

FACTS = {
    "king": (0, 0, 1),
    "troll": (2, 4, 8),
    "knight": (4, 1, 4),
    "dragon": (5, 3, 2),
    "spy": (3, 3, 2),
    "mage": (3, 3, 2),
    "berserker": (3, 3, 2),
    "ice": (2, 0, 2),
    "heart": (2, 0, 2),
}
"""Value, shadow faces, and how many are in the box."""


@pytest.mark.rule("RUM-02", "RUM-03")
def test_the_facts_of_the_nine_kinds():
    assert {kind.name: (kind.value, kind.shadow_faces, kind.in_box) for kind in KINDS.values()} == FACTS
    assert {name for name, kind in KINDS.items() if not kind.is_flickable} == {"ice", "heart"}
    assert [name for name, kind in KINDS.items() if kind.is_king] == ["king"]


def test_every_kind_has_a_name_of_its_own_in_german_and_english():
    for language in ("de", "en"):
        assert len({kind.called[language] for kind in KINDS.values()}) == len(KINDS)


@pytest.mark.rule("RUM-03", "RUM-44")
@pytest.mark.parametrize("name", FACTS)
def test_a_kind_has_so_many_shadow_faces_and_opposite_faces_differ_where_they_can(name: str):
    kind = KINDS[name]
    assert len(kind.faces) == len(FACES)
    assert kind.faces.count(False) == kind.shadow_faces
    pairs = [(kind.faces[face], kind.faces[face + 1]) for face in (0, 2, 4)]
    alike = sum(one is other for one, other in pairs)
    assert alike == abs(3 - kind.shadow_faces)
    assert kind.faces[kind.first_active]
    assert not any(kind.faces[: kind.first_active])


@pytest.mark.rule("RUM-44")
@pytest.mark.parametrize("shadows", range(1, 7))
def test_a_die_with_more_shadow_faces_has_those_of_one_with_fewer(shadows: int):
    fewer, more = faces(shadows - 1), faces(shadows)
    assert more.count(False) == shadows
    assert all(active or not still for active, still in zip(fewer, more, strict=True))


@pytest.mark.rule("RUM-17")
def test_kings_hearts_and_ice_cubes_have_no_shadow_face():
    assert {name for name, kind in KINDS.items() if all(kind.faces)} == {"king", "heart", "ice"}


def test_a_kind_equals_itself_in_another_copy_and_no_other_kind():
    assert Knight() == KINDS["knight"]
    assert hash(Knight()) == hash(KINDS["knight"])
    for one, other in combinations([*KINDS.values(), CATAPULT], 2):
        assert one != other
    assert KINDS["knight"] != "knight"


@pytest.mark.parametrize("kind", [*KINDS.values(), CATAPULT], ids=repr)
def test_a_kind_that_was_pickled_is_equal(kind: Kind):
    copy = pickle.loads(pickle.dumps(kind))  # noqa: S301  just made
    assert copy == kind
    assert hash(copy) == hash(kind)
    assert copy.faces == kind.faces


def asked_to_muster() -> State:
    return GAME.new(2, Options())


def asked_to_set_up() -> State:
    return mustered("king troll ice", "king heart")


def asked_to_move() -> State:
    kinds = [kind for kind in KINDS if kind not in {"king", "ice"}]
    return board(*(f"red {kind} {10 + 2 * number},5" for number, kind in enumerate(kinds)), "blue ice aside")


def asked_to_settle() -> State:
    return play(board("red troll 20,5"), Flick(FIRST, 0.0, 100.0))[0]


def asked_to_put() -> State:
    return play(board("red spy aside"), Use(FIRST))[0]


def asked_to_pick() -> State:
    return play(board("red heart 20,5", "red troll out"), Use(FIRST))[0]


def asked_to_throw() -> State:
    return play(asked_to_pick(), Pick((FIRST + 1,)))[0]


def asked_to_flick() -> State:
    return flick(board("red dragon 20,5"), FIRST, Lies(FIRST, 22.0, 5.0))[0]


def asked_to_use() -> State:
    return flick(board("red dragon 20,5", "red ice 45,5@1", "blue troll 45,5"), RED_KING, off(RED_KING))[0]


ASKED = (
    asked_to_muster,
    asked_to_set_up,
    asked_to_move,
    asked_to_settle,
    asked_to_put,
    asked_to_pick,
    asked_to_throw,
    asked_to_flick,
    asked_to_use,
)


def test_every_question_of_a_game_is_among_the_states_below():
    assert {made().task.ask for made in ASKED} == set(Ask) - {Ask.NOTHING}


@pytest.mark.parametrize("asked", ASKED)
def test_a_state_that_was_pickled_is_equal_and_hashes_equal(asked: Callable[[], State]):
    state = asked()
    copy = pickle.loads(pickle.dumps(state))  # noqa: S301  just made
    assert copy == state
    assert hash(copy) == hash(state)
    assert GAME.actor(copy) == GAME.actor(state)
    assert GAME.view(copy, 0) == GAME.view(state, 0)


def test_a_pickled_state_leads_to_equal_states():
    copy = pickle.loads(pickle.dumps(asked_to_put()))  # noqa: S301  just made
    one, _ = play(asked_to_put(), Put(FIRST, Pose(45.0, 5.0)))
    other, _ = play(copy, Put(FIRST, Pose(45.0, 5.0)))
    assert one == other
    one, _ = play(asked_to_flick(), Decline())
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301  just made


def test_a_state_that_went_through_another_process_is_equal():
    state = asked_to_use()
    echo = "import pickle, sys; pickle.dump(pickle.load(sys.stdin.buffer), sys.stdout.buffer)"
    ran = subprocess.run([sys.executable, "-c", echo], input=pickle.dumps(state), capture_output=True, check=True)
    copy = pickle.loads(ran.stdout)  # noqa: S301  just made
    assert copy == state
    assert hash(copy) == hash(state)


def test_dice_of_different_kinds_at_the_same_place_differ():
    (die,) = board("red troll 20,5").dice[FIRST:]
    assert isinstance(die.where, OnMat)
    assert Die(FIRST, "troll", RED, die.where) == die
    assert Die(FIRST, "knight", RED, die.where) != die
