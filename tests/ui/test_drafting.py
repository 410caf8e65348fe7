"""A set-up being made is always legal as far as it goes, and what is moved leaves the others where they can stand."""

from __future__ import annotations

import pytest

from rumms.games.rumms.actions import Muster, Put, SetUp
from rumms.games.rumms.army import Formations
from rumms.games.rumms.presets import PRESETS, Preset, drawn, formation
from rumms.games.rumms.state import Options, Side, State
from rumms.kernel.refusal import IllegalMove
from rumms.physics.model import Area, Mat, Pose
from rumms.ui.drafting import Draft
from tests.games.rumms.table import GAME, play

TROOP = ("king", "troll", "troll", "troll", "knight", "ice")
KING, _ICE, TROLL, SECOND, THIRD, KNIGHT = range(6)
LARGE = Mat(
    length=90.0,
    width=40.0,
    wall=Area(44.0, 0.0, 46.0, 40.0),
    castles=(Area(4.0, 15.0, 14.0, 25.0), Area(76.0, 15.0, 86.0, 25.0)),
)


def mustered(*troop: str, side: Side = Side.RED, mat: Mat | None = None) -> State:
    """Both sides have this troop, and a side is to set it up."""
    state = GAME.new(2, Options(mat=mat or Mat()))
    state, _ = play(state, Muster(troop), Muster(troop))
    if side is Side.BLUE:
        legal = GAME.legal(state)
        assert isinstance(legal, Formations)
        draft = Draft(legal)
        draft.fill()
        state, _ = play(state, draft.set_up())
    return state


def draft_of(*troop: str, side: Side = Side.RED, mat: Mat | None = None) -> Draft:
    legal = GAME.legal(mustered(*(troop or TROOP), side=side, mat=mat))
    assert isinstance(legal, Formations)
    return Draft(legal)


def levels(draft: Draft) -> dict[int, int]:
    return {die.id: die.body.level for die in draft.placed()}


@pytest.fixture
def tower() -> Draft:
    """Three trolls on each other."""
    draft = draft_of()
    for die in (TROLL, SECOND, THIRD):
        draft.put(Put(die, Pose(20.0, 8.0)))
    return draft


def test_dice_stand_in_the_order_in_which_they_were_set(tower: Draft):
    assert levels(tower) == {TROLL: 0, SECOND: 1, THIRD: 2}
    assert [die.id for die in tower.left] == [KING, KNIGHT]
    tower.put(Put(KING, Pose(7.0, 15.0)))
    tower.put(Put(KNIGHT, Pose(20.0, 20.0)))
    assert tower.is_ready
    assert tower.set_up() in tower.legal


def test_what_cannot_be_is_refused_and_nothing_changes(tower: Draft):
    before = tower.puts
    with pytest.raises(IllegalMove) as refused:
        tower.put(Put(KING, Pose(20.0, 20.0)))
    assert refused.value.rule == "RUM-07"
    assert tower.puts == before


def test_who_stood_on_a_die_that_is_taken_comes_down(tower: Draft):
    tower.take(TROLL)
    assert levels(tower) == {SECOND: 0, THIRD: 1}


def test_a_bridge_without_a_pillar_goes_back_into_the_box():
    draft = draft_of()
    draft.put(Put(TROLL, Pose(20.0, 8.0)))
    draft.put(Put(SECOND, Pose(22.4, 8.0)))
    draft.put(Put(THIRD, Pose(21.2, 8.0)))
    assert levels(draft)[THIRD] == 1
    draft.take(SECOND)
    # Its middle is no longer over anything that carries it.
    assert levels(draft) == {TROLL: 0}
    assert THIRD in {die.id for die in draft.left}


def test_a_die_turns_where_it_stands_but_not_into_another():
    draft = draft_of()
    draft.put(Put(TROLL, Pose(20.0, 8.0)))
    draft.turn(TROLL, 30.0)
    assert draft.puts == (Put(TROLL, Pose(20.0, 8.0, 30.0)),)
    draft.turn(TROLL, -30.0)
    draft.put(Put(SECOND, Pose(21.6, 8.0)))
    with pytest.raises(IllegalMove):
        draft.turn(TROLL, 45.0)
    assert draft.puts[0] == Put(TROLL, Pose(20.0, 8.0, 0.0))


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_every_preset_is_loaded_as_the_rules_set_it_up_and_drawn_again(preset: Preset, side: Side):
    draft = draft_of(*preset.troop, side=side)
    draft.load(preset)
    assert draft.set_up() == formation(preset, draft.legal)
    assert drawn(draft.placed(), draft.legal.mat) == preset.spots


@pytest.mark.parametrize("side", list(Side))
def test_a_formation_on_another_mat_is_the_same_when_it_is_loaded_there_again(side: Side):
    draft = draft_of(side=side, mat=LARGE)
    draft.fill()
    spots = drawn(draft.placed(), LARGE)
    again = draft_of(side=side, mat=LARGE)
    again.load(Preset("own", {"de": "", "en": ""}, {"de": "", "en": ""}, spots))
    assert [put.die for put in again.puts] == [put.die for put in draft.puts]
    for one, other in zip(draft.puts, again.puts, strict=True):
        assert (one.pose.x, one.pose.y) == pytest.approx((other.pose.x, other.pose.y), abs=0.02)


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("troop", [TROOP, ("king",), PRESETS[6].troop, ("king", *("troll",) * 8, *("mage",) * 2)])
def test_the_rest_is_filled_up_legally_and_what_stands_stays(troop: tuple[str, ...], side: Side):
    draft = draft_of(*troop, side=side)
    if len(troop) > 1:
        at = Pose(20.0, 20.0) if side is Side.RED else Pose(43.0, 20.0)
        draft.put(Put(draft.legal.dice[1].id, at))
    before = draft.puts
    draft.fill()
    assert draft.is_ready
    assert draft.puts[: len(before)] == before
    assert draft.set_up() in draft.legal


def test_an_own_formation_with_other_dice_sets_up_what_there_is():
    draft = draft_of("king", "troll", "mage")
    draft.load(PRESETS[0])
    kinds = {die.id: die.kind.name for die in draft.legal.dice}
    assert sorted(kinds[put.die] for put in draft.puts) == ["king", "troll"]
    assert [die.kind.name for die in draft.left] == ["mage"]
    assert isinstance(draft.set_up(), SetUp)
