from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from rumms.games.rumms.actions import Muster, SetUp
from rumms.games.rumms.army import QUICK_START, Formations, Musters, dice_of
from rumms.games.rumms.kinds import KINDS
from rumms.games.rumms.presets import PRESETS, Preset, fitting, formation, presets_for
from rumms.games.rumms.state import Ask, Die, OnMat, Options, Side, State
from rumms.games.rumms.table import are_touching, in_castle
from rumms.physics.checks import check
from rumms.physics.engine import simulate
from rumms.physics.model import Area, Body, Disc, Flick, Layout, Mat, Pose, Solid

from .table import GAME, play

STANDARD = Mat()
LARGE = Mat(
    length=80.0,
    width=40.0,
    wall=Area(39.0, 0.0, 41.0, 40.0),
    castles=(Area(5.0, 15.0, 15.0, 25.0), Area(65.0, 15.0, 75.0, 25.0)),
)
SMALL = Mat(
    length=40.0,
    width=20.0,
    wall=Area(19.4, 0.0, 20.6, 20.0),
    castles=(Area(2.0, 7.0, 8.0, 13.0), Area(32.0, 7.0, 38.0, 13.0)),
)
TINY = Mat(length=20.0, width=10.0, wall=None, castles=(Area(1.0, 4.0, 3.0, 6.0), Area(17.0, 4.0, 19.0, 6.0)))
LOPSIDED = Mat(
    length=70.0,
    width=30.0,
    wall=Area(40.0, 0.0, 41.0, 30.0),
    castles=(Area(0.0, 0.0, 6.0, 6.0), Area(50.0, 20.0, 56.0, 30.0)),
)
BUILT_UP = Mat(solids=(Solid(Disc(7.0, 15.0, 2.0)), Solid(Disc(46.0, 20.0, 4.0))))
MATS = {"large": LARGE, "small": SMALL, "tiny": TINY, "lopsided": LOPSIDED, "built up": BUILT_UP}
HAVE_STACKS = {"pyramid", "tower", "wall", "bridge", "four_towers"}


def formations(preset: Preset, side: Side, mat: Mat = STANDARD, first: int = 0) -> Formations:
    """Every way to set up the troop of a preset, its dice numbered from `first` on."""
    dice = dice_of(preset.troop, side, KINDS, first)
    return Formations(tuple(die for die in dice if not die.kind.starts_aside), mat)


def standing(preset: Preset, side: Side, mat: Mat = STANDARD, first: int = 0) -> list[Die]:
    """The dice of a preset, in the order in which they are set."""
    ways = formations(preset, side, mat, first)
    return ways.placed(formation(preset, ways).dice)


def bodies(preset: Preset, side: Side, mat: Mat = STANDARD, first: int = 0) -> tuple[Body, ...]:
    return tuple(die.body for die in standing(preset, side, mat, first))


def apart(a: Pose, b: Pose) -> tuple[float, float]:
    return round(b.x - a.x, 4), round(b.y - a.y, 4)


def set_up(state: State, preset: Preset) -> SetUp:
    ways = GAME.legal(state)
    assert isinstance(ways, Formations)
    return formation(preset, ways)


def named(name: str) -> Preset:
    return next(preset for preset in PRESETS if preset.name == name)


each_preset = pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
each_side = pytest.mark.parametrize("side", Side)


def test_there_are_enough_presets_and_no_two_have_anything_in_common():
    assert len(PRESETS) >= 12
    for a, b in combinations(PRESETS, 2):
        assert a.name != b.name
        assert sorted(a.spots) != sorted(b.spots)
        for code in ("de", "en"):
            assert a.called[code] != b.called[code]
            assert a.about[code] != b.about[code]


@each_preset
def test_a_preset_is_named_and_described_in_both_languages(preset: Preset):
    assert preset.name == preset.name.lower().replace(" ", "_")
    for texts in (preset.called, preset.about):
        assert texts.keys() == {"de", "en"}
        assert texts["de"] != texts["en"]
        assert all(texts.values())
    assert all(text.endswith(".") and "\n" not in text for text in preset.about.values())


@pytest.mark.rule("RUM-05")
@each_preset
def test_the_troop_of_a_preset_may_be_chosen(preset: Preset):
    musters = Musters(tuple(KINDS.values()), 50)
    assert musters.refuse(Muster(preset.troop)) is None
    assert preset.worth == sum(KINDS[kind].value for kind in preset.troop)
    assert preset.worth == (32 if Counter(preset.troop) == Counter(QUICK_START) else 50)


@pytest.mark.rule("RUM-07")
@each_side
@each_preset
def test_a_preset_stands_exactly_as_it_is_drawn_and_turned_round_for_blue(preset: Preset, side: Side):
    ways = formations(preset, side, first=7)
    set_up = formation(preset, ways)
    assert ways.refuse(set_up) is None
    kinds = {die.id: die.kind.name for die in ways.dice}
    for put, spot in zip(set_up.dice, preset.spots, strict=True):
        assert kinds[put.die] == spot.kind
        if side is Side.RED:
            assert put.pose == Pose(spot.x, spot.y, spot.yaw)
        else:
            assert put.pose == Pose(round(63.0 - spot.x, 5), round(30.0 - spot.y, 5), spot.yaw)


@pytest.mark.rule("RUM-08")
@each_preset
def test_all_dice_of_a_preset_show_an_active_face(preset: Preset):
    assert all(die.is_active for die in standing(preset, Side.RED))


@pytest.mark.parametrize("powers", [True, False])
def test_presets_for_both_sides_are_played_through_the_game(*, powers: bool):
    for red, blue in pairwise(presets_for(50, powers=powers)):
        state = GAME.new(2, Options(powers=powers))
        for preset in (red, blue):
            state, _ = play(state, Muster(preset.troop if powers else QUICK_START))
        for preset in (red, blue):
            state, _ = play(state, set_up(state, preset))
        assert state.task.ask is Ask.MOVE
        for preset, side in ((red, Side.RED), (blue, Side.BLUE)):
            assert Counter(die.kind.name for die in state.of(side)) == Counter(spot.kind for spot in preset.spots)


@pytest.mark.rule("RUM-06")
def test_without_powers_only_presets_with_the_troop_of_the_quick_start_may_be_chosen():
    for points in (0, 50):
        found = presets_for(points, powers=False)
        assert len(found) >= 3
        assert all(sorted(preset.troop) == sorted(QUICK_START) for preset in found)


def test_with_powers_every_preset_may_be_chosen_that_is_not_worth_too_much():
    assert presets_for(50, powers=True) == PRESETS
    assert presets_for(49, powers=True) == presets_for(32, powers=True) == presets_for(50, powers=False)
    assert presets_for(31, powers=True) == ()


@each_preset
def test_a_preset_fits_its_own_dice_and_no_others(preset: Preset):
    dice = dice_of(preset.troop, Side.BLUE, KINDS, 30)
    assert preset in fitting(dice)
    assert preset in fitting(die for die in dice if not die.kind.starts_aside)
    assert preset not in fitting(dice[1:])
    assert preset not in fitting((*dice, dice_of(["troll"], Side.BLUE, KINDS, 90)[0]))
    assert all(
        sorted(spot.kind for spot in other.spots) == sorted(spot.kind for spot in preset.spots)
        for other in fitting(dice)
    )


def test_some_presets_are_built_of_stacked_dice():
    assert {preset.name for preset in PRESETS if any(body.level for body in bodies(preset, Side.RED))} == HAVE_STACKS
    assert Counter(body.level for body in bodies(named("four_towers"), Side.RED)) == {0: 10, 1: 4, 2: 4}
    for name in ("pyramid", "tower"):
        king = next(die for die in standing(named(name), Side.BLUE) if die.kind.is_king)
        assert king.body.level == 2
    carriers = [len(die.where.on) for die in standing(named("bridge"), Side.RED) if isinstance(die.where, OnMat)]
    assert Counter(carriers) == {0: 13, 2: 5}


@each_preset
def test_a_preset_can_lie_opposite_every_other(preset: Preset):
    red = bodies(preset, Side.RED)
    for other in PRESETS:
        check(Layout((*red, *bodies(other, Side.BLUE, first=50))))


@each_side
@each_preset
def test_a_shot_far_away_moves_nothing(preset: Preset, side: Side):
    layout = Layout((*bodies(preset, side), Body(99, Pose(46.5 if side is Side.RED else 16.5, 15.0))))
    shot = simulate(layout, Flick(99, 0.0 if side is Side.RED else 180.0, 60.0))
    assert [moved.id for moved in shot.moved] == [99]


@pytest.mark.parametrize("name", sorted(HAVE_STACKS))
def test_a_stack_stands_when_any_of_its_dice_is_tapped(name: str):
    layout = Layout(bodies(named(name), Side.RED))
    before = {body.id: body for body in layout.bodies}
    for body in layout.bodies:
        for moved in simulate(layout, Flick(body.id, 180.0, 2.0, offset=0.2)).moved:
            assert moved.level == before[moved.id].level
            assert max(map(abs, apart(before[moved.id].pose, moved.pose))) < 0.05


@each_side
@pytest.mark.parametrize("mat", MATS.values(), ids=MATS)
@each_preset
def test_a_preset_can_be_set_up_on_any_mat(preset: Preset, mat: Mat, side: Side):
    ways = formations(preset, side, mat)
    assert ways.refuse(formation(preset, ways)) is None


@each_preset
def test_a_preset_keeps_its_shape_on_a_larger_mat(preset: Preset):
    drawn, larger = bodies(preset, Side.RED), bodies(preset, Side.RED, LARGE)
    assert [body.level for body in larger] == [body.level for body in drawn]
    for (a, b), (c, d) in zip(combinations(drawn, 2), combinations(larger, 2), strict=True):
        if are_touching(a, b):
            assert apart(a.pose, b.pose) == apart(c.pose, d.pose)


@each_side
def test_castle_and_border_of_another_mat_are_where_the_preset_has_them(side: Side):
    ring = bodies(named("castle_ring"), side, LARGE)
    assert all(in_castle(body, side, ring, LARGE) for body in ring)
    line = [die.body.pose.x for die in standing(named("border_line"), side, LARGE) if die.kind.name == "knight"]
    assert line == pytest.approx([36.685 if side is Side.RED else 43.315] * 4, abs=0.001)
