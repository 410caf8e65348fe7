"""The small functions that the engine is made of, each against what is known of it from elsewhere."""

from __future__ import annotations

from itertools import product
from math import cos, degrees, hypot, pi, radians, sin, sqrt
from random import Random

import pytest

from rumms.physics import film, geometry
from rumms.physics.engine import _choice, _Table
from rumms.physics.kernels import rows
from rumms.physics.kernels.boxes import face_gap, meet
from rumms.physics.kernels.contact import gap_to_solids, meet_mat, solve_mat
from rumms.physics.kernels.cube import lay_down, move, set_matrix, stand_up, upper_face
from rumms.physics.kernels.rows import EDGE, HALF, NORMAL, POINTS, Row, World
from rumms.physics.kernels.slide import rub, slide, time_to_touch
from rumms.physics.kernels.states import goes_away, is_pressed, is_stacked, make_slide, over_hole, without
from rumms.physics.kernels.step import DONE, advance
from rumms.physics.kernels.twins import plain
from rumms.physics.model import TOP, Body, Disc, Flick, Layout, Mat, Polygon, Pose, Solid
from rumms.physics.tuning import FINE

FACES = range(6)
QUARTERS = (0.0, 90.0, 180.0, 270.0)
WAYS = list(product(FACES, QUARTERS))
"""In which a cube can lie."""
RUBBED = 0.4 * rows.GRAVITY / 240.0
"""What friction takes in a step."""


def die(x: float = 0.0, y: float = 0.0, z: float = HALF, yaw: float = 0.0, up: int = TOP) -> Row:
    """A row at rest; degrees, millimetres."""
    row = [0.0] * rows.FLOATS
    row[rows.X], row[rows.Y], row[rows.Z], row[rows.YAW] = x, y, z, radians(yaw)
    row[rows.MU] = 0.4
    stand_up(row, up)
    return row


def turned(row: Row, axis: tuple[float, float, float], angle: float) -> Row:
    now = film.times(film.about(axis, angle), film.Quaternion(*row[rows.QW : rows.QZ + 1]))
    row[rows.QW : rows.QZ + 1] = now
    set_matrix(row)
    return row


def sliding(vx: float, vy: float, spin: float, yaw: float = 0.0) -> Row:
    row = die(yaw=yaw)
    row[rows.VX], row[rows.VY], row[rows.WZ] = vx, vy, spin
    return row


def energy(vx: float, vy: float, spin: float) -> float:
    return 0.5 * (vx * vx + vy * vy + spin * spin / rows.INV_I)


def world(*bodies: Body, mat: Mat | None = None) -> World:
    """The rows of a layout in which die 0 is about to be struck."""
    layout = Layout(bodies or (Body(0, Pose(10.0, 10.0)),), mat or Mat())
    table = _Table(layout, FINE, _choice(compiled=False))
    scratch = table._spares(filmed=True).take()  # noqa: SLF001  there is no other way to a world
    return table._world(Flick(0, 0.0, 100.0), scratch)  # noqa: SLF001


def same(one: film.Quaternion, other: film.Quaternion) -> bool:
    """Whether two quaternions are the same rotation."""
    return abs(abs(sum(a * b for a, b in zip(one, other, strict=True))) - 1.0) < 1e-9


# How a cube is turned.


@pytest.mark.parametrize(("up", "yaw"), WAYS)
def test_a_cube_stands_up_as_films_show_it_in_all_24_ways(up: int, yaw: float):
    row = die(yaw=yaw + 7.0, up=up)
    assert same(film.Quaternion(*row[rows.QW : rows.QZ + 1]), film.rotation(up, yaw + 7.0))
    face, upwards = upper_face(row)
    assert face == up
    assert upwards == pytest.approx(1.0)


@pytest.mark.parametrize(("up", "yaw"), WAYS)
def test_a_cube_that_is_hardly_tilted_is_laid_down_as_films_say(up: int, yaw: float):
    row = turned(die(yaw=yaw + 20.0, up=up), (0.6, 0.8, 0.0), 0.5)
    face, seen = film.lying(film.Quaternion(*row[rows.QW : rows.QZ + 1]))
    row[rows.VX], row[rows.VZ], row[rows.WX], row[rows.WZ] = 5.0, 3.0, 1.0, 2.0
    flags = [0] * rows.INTEGERS
    lay_down(row, flags)
    assert flags[rows.UP] == face == up
    assert cos(row[rows.YAW] - radians(seen)) == pytest.approx(1.0, abs=1e-4)
    assert (row[rows.VX], row[rows.WZ], row[rows.VZ], row[rows.WX], row[rows.WY]) == (5.0, 2.0, 0.0, 0.0, 0.0)
    assert upper_face(row)[1] == pytest.approx(1.0)


def test_the_kernels_turn_cubes_by_the_same_table_as_films():
    assert tuple(tuple(one) for one in film.FROM_TOP) == rows.FROM_TOP


def test_the_matrix_of_a_cube_turns_lengths_into_equal_lengths_and_right_into_right():
    rng = Random(1)
    for _ in range(50):
        row = die()
        row[rows.QW : rows.QZ + 1] = [rng.gauss(0.0, 1.0) for _ in range(4)]
        set_matrix(row)
        assert hypot(*row[rows.QW : rows.QZ + 1]) == pytest.approx(1.0)
        a, b, c, d, e, f, g, h, i = row[rows.R : rows.R + 9]
        assert [a * a + d * d + g * g, b * b + e * e + h * h, a * b + d * e + g * h] == pytest.approx([1.0, 1.0, 0.0])
        assert (e * i - f * h, f * g - d * i, d * h - e * g) == pytest.approx((a, b, c))


def test_a_flying_die_keeps_its_speed_and_spin_and_turns_by_the_spin():
    rng = Random(2)
    for _ in range(50):
        axis = [rng.gauss(0.0, 1.0) for _ in range(3)]
        length, spin = hypot(*axis), rng.uniform(1.0, 300.0)
        row = die(yaw=rng.uniform(0.0, 360.0), up=rng.randrange(6))
        before = film.Quaternion(*row[rows.QW : rows.QZ + 1])
        row[rows.VX], row[rows.VY], row[rows.VZ] = 100.0, -50.0, 25.0
        row[rows.WX], row[rows.WY], row[rows.WZ] = (spin * part / length for part in axis)
        kept = row[rows.VX : rows.QW], row[rows.WX : rows.R]
        move(row, 0.002)
        assert (row[rows.VX : rows.QW], row[rows.WX : rows.R]) == kept
        assert row[:3] == pytest.approx([0.2, -0.1, HALF + 0.05])
        about = film.about((axis[0] / length, axis[1] / length, axis[2] / length), degrees(spin * 0.002))
        wanted = film.times(about, before)
        got = film.Quaternion(*row[rows.QW : rows.QZ + 1])
        assert hypot(*got) == pytest.approx(1.0)
        assert abs(sum(a * b for a, b in zip(got, wanted, strict=True))) == pytest.approx(1.0, abs=1e-7)


# Friction of flat dice.


@pytest.mark.parametrize("yaw", [0.0, 20.0, 45.0])
@pytest.mark.parametrize("spin", [0.0, 5.0, -60.0, 200.0])
@pytest.mark.parametrize("speed", [30.0, 1000.0])
def test_friction_takes_energy_in_every_step_and_turns_nothing_round(speed: float, spin: float, yaw: float):
    row = sliding(0.6 * speed, 0.8 * speed, spin, yaw)
    steps = 0
    while (row[rows.VX], row[rows.VY], row[rows.WZ]) != (0.0, 0.0, 0.0):
        before = row[rows.VX], row[rows.VY], row[rows.WZ]
        now = rub(row, RUBBED)
        assert energy(*now) < energy(*before)
        if hypot(*before[:2]) > 2.0 * RUBBED:
            assert now[0] * before[0] + now[1] * before[1] > 0.0
        if abs(before[2]) * rows.FOOT > 3.0 * RUBBED:
            assert now[2] * before[2] > 0.0
        row[rows.VX], row[rows.VY], row[rows.WZ] = now
        row[rows.YAW] += now[2] / 240.0
        steps += 1
        assert steps < 1000
    assert steps > 1


def test_a_die_that_does_not_spin_is_slowed_straight_by_mu_g():
    assert rub(sliding(600.0, 800.0, 0.0), 10.0) == pytest.approx((594.0, 792.0, 0.0))


def test_a_die_that_spins_fast_is_hardly_slowed_along_its_way():
    plain, _, _ = rub(sliding(100.0, 0.0, 0.0), RUBBED)
    spinning, _, _ = rub(sliding(100.0, 0.0, 200.0), RUBBED)
    assert plain < spinning < 100.0


def test_a_die_that_slides_fast_keeps_its_spin_longer():
    _, _, alone = rub(sliding(0.0, 0.0, 20.0), RUBBED)
    _, _, along = rub(sliding(2000.0, 0.0, 20.0), RUBBED)
    assert alone < along < 20.0


def test_friction_does_not_favour_a_side():
    vx, vy, spin = rub(sliding(300.0, 40.0, 15.0, 10.0), RUBBED)
    assert rub(sliding(300.0, -40.0, -15.0, -10.0), RUBBED) == pytest.approx((vx, -vy, -spin))
    assert rub(sliding(-300.0, -40.0, 15.0, 190.0), RUBBED) == pytest.approx((-vx, -vy, spin))


def test_a_spin_alone_stops_without_the_die_leaving_its_place():
    row = sliding(0.0, 0.0, 30.0)
    for _ in range(200):
        row[rows.VX], row[rows.VY], row[rows.WZ] = rub(row, RUBBED)
        assert hypot(row[rows.VX], row[rows.VY]) < 1e-9
    assert row[rows.WZ] == 0.0


# When two flat dice may touch.


def brought_on(row: Row, time: float) -> Pose:
    yaw = degrees(row[rows.YAW] + time * row[rows.WZ])
    return Pose((row[rows.X] + time * row[rows.VX]) / 10.0, (row[rows.Y] + time * row[rows.VY]) / 10.0, yaw)


def test_two_flat_dice_never_touch_before_they_are_said_to():
    rng = Random(3)
    soon = 0
    for _ in range(400):
        away, direction = rng.uniform(16.0, 60.0), rng.uniform(0.0, 2.0 * pi)
        a, b = (
            die(yaw=rng.uniform(0.0, 360.0)),
            die(away * cos(direction), away * sin(direction), yaw=rng.uniform(0, 90)),
        )
        if geometry.depth(brought_on(a, 0.0), brought_on(b, 0.0)) > 0.0:
            continue
        for row in (a, b):
            row[rows.VX], row[rows.VY] = rng.gauss(0.0, 400.0), rng.gauss(0.0, 400.0)
            row[rows.WZ] = rng.choice((0.0, rng.gauss(0.0, 20.0)))
        safe = min(time_to_touch(a, b), 0.2)
        soon += safe < 0.2
        for part in range(21):
            time = safe * part / 20.0
            assert geometry.depth(brought_on(a, time), brought_on(b, time)) < 1e-6
    assert soon > 100


def test_two_dice_face_to_face_touch_hardly_before_the_gap_is_closed():
    a, b = die(), die(26.0)
    a[rows.VX] = 1000.0
    assert 0.009 < time_to_touch(a, b) <= 0.01
    assert time_to_touch(b, a) == pytest.approx(time_to_touch(a, b))


def test_dice_that_part_touch_later_than_dice_that_close_in_and_dice_that_overlap_do_already():
    a, b = die(), die(26.0)
    a[rows.VX] = 100.0
    soon = time_to_touch(a, b)
    a[rows.VX] = -100.0
    assert time_to_touch(a, b) > soon
    a[rows.VX] = 100.0
    b[rows.X] = 15.0
    assert time_to_touch(a, b) < 0.0


# Where two cubes touch.


def scratch() -> Row:
    return [0.0] * rows.SCRATCH


def points(w: Row, found: int) -> list[tuple[float, ...]]:
    return sorted(tuple(round(v, 6) + 0.0 for v in w[POINTS + 4 * m : POINTS + 4 * m + 4]) for m in range(found))


def test_two_cubes_face_to_face_touch_at_four_corners():
    w = scratch()
    found = meet(die(), die(EDGE - 0.1), w, 0.1)
    assert w[NORMAL : NORMAL + 3] == pytest.approx([1.0, 0.0, 0.0])
    assert points(w, found) == [(7.95, y, z, 0.1) for y in (-8.0, 8.0) for z in (0.0, 16.0)]


def test_a_cube_on_another_touches_it_where_the_two_footprints_overlap():
    w = scratch()
    found = meet(die(), die(4.0, 6.0, HALF + EDGE), w, 0.1)
    assert w[NORMAL : NORMAL + 3] == pytest.approx([0.0, 0.0, 1.0])
    assert points(w, found) == [(x, y, 16.0, 0.0) for x in (-4.0, 8.0) for y in (-2.0, 8.0)]


def test_a_cube_with_an_edge_forward_touches_a_face_along_that_edge():
    w = scratch()
    found = meet(die(), die(HALF + HALF * sqrt(2.0) - 0.05, yaw=45.0), w, 0.1)
    assert found == 2
    assert w[NORMAL : NORMAL + 3] == pytest.approx([1.0, 0.0, 0.0])
    assert [(y, z) for _, y, z, _ in points(w, found)] == [(0.0, 0.0), (0.0, 16.0)]


def test_two_edges_that_cross_touch_at_one_point():
    a = turned(die(), (1.0, 0.0, 0.0), 45.0)
    b = turned(die(3.0, -2.0, HALF + 2.0 * HALF * sqrt(2.0) - 0.3), (0.0, 1.0, 0.0), 45.0)
    w = scratch()
    assert meet(a, b, w, 0.1) == 1
    assert w[NORMAL : NORMAL + 3] == pytest.approx([0.0, 0.0, 1.0])
    assert w[POINTS : POINTS + 4] == pytest.approx([3.0, 0.0, HALF + HALF * sqrt(2.0) - 0.15, 0.3])


def test_cubes_that_are_apart_do_not_touch():
    w = scratch()
    assert meet(die(), die(EDGE + 0.2), w, 0.1) == 0
    assert meet(die(), die(EDGE + 0.2), w, 0.3) == 4
    assert meet(die(), die(100.0), w, 0.1) == 0
    assert meet(die(), die(12.0, 12.0, HALF + EDGE + 0.2), w, 0.1) == 0
    assert meet(die(), die(17.0, 17.0, yaw=45.0), w, 0.1) == 0


def test_what_one_cube_finds_of_another_the_other_finds_of_it():
    rng = Random(4)
    met = 0
    for _ in range(300):
        a = turned(die(), (0.0, 0.6, 0.8), rng.uniform(0.0, 360.0))
        b = turned(
            die(rng.uniform(-17, 17), rng.uniform(-17, 17), rng.uniform(-9, 25)),
            (0.6, 0.0, 0.8),
            rng.uniform(0.0, 360.0),
        )
        v, w = scratch(), scratch()
        one, _ = face_gap(a, b, v)
        other, _ = face_gap(b, a, w)
        assert one == pytest.approx(other, abs=0.002)
        there, back = meet(a, b, v, 0.1), meet(b, a, w, 0.1)
        assert (there > 0) == (back > 0)
        if there:
            met += 1
            deepest, deep = (max(x[POINTS + 4 * m + 3] for m in range(k)) for x, k in ((v, there), (w, back)))
            assert deepest == pytest.approx(deep, abs=0.03)
    assert met > 50


def test_flat_cubes_are_as_deep_in_each_other_as_their_footprints_or_as_they_are_high():
    rng = Random(5)
    for _ in range(200):
        a, b = die(yaw=rng.uniform(0.0, 90.0)), die(rng.uniform(-25, 25), rng.uniform(-25, 25), yaw=rng.uniform(0, 90))
        gap, _ = face_gap(a, b, scratch())
        deep = geometry.depth(brought_on(a, 0.0), brought_on(b, 0.0))
        assert max(-gap, 0.0) == pytest.approx(min(10.0 * deep, EDGE), abs=0.002)


def test_cubes_that_overlap_a_little_are_apart_once_they_are_moved_out_along_the_normal():
    rng = Random(6)
    met = 0
    for _ in range(6000):
        a = turned(die(), (0.0, 0.6, 0.8), rng.uniform(0.0, 360.0))
        b = turned(
            die(rng.uniform(-17, 17), rng.uniform(-17, 17), rng.uniform(-9, 25)),
            (0.6, 0.0, 0.8),
            rng.uniform(0.0, 360.0),
        )
        w = scratch()
        found = meet(a, b, w, 0.0)
        deepest = max((w[POINTS + 4 * m + 3] for m in range(found)), default=2.0)
        if deepest > 1.0:
            continue
        met += 1
        assert hypot(*w[NORMAL : NORMAL + 3]) == pytest.approx(1.0)
        for k in range(3):
            b[rows.X + k] += (deepest + 0.05) * w[NORMAL + k]
        assert meet(a, b, scratch(), 0.0) == 0
    assert met > 50


# Die and mat.


@pytest.mark.parametrize("up", FACES)
def test_a_cube_that_rests_touches_the_mat_with_four_corners(up: int):
    there = world(Body(0, Pose(10.0, 10.0, 33.0), 0, up))
    row = there.dice[0]
    row[rows.VZ] -= rows.GRAVITY * 0.001
    meet_mat(there, 0, 0.001)
    assert there.counts[rows.N_MAT] == 4
    assert there.flags[0][rows.GROUNDED] == 1
    for contact in there.mat[:4]:
        assert contact[rows.RZ] == pytest.approx(-HALF)
        assert hypot(contact[rows.RX], contact[rows.RY]) == pytest.approx(sqrt(2.0) * rows.TO_CORNER)
    solve_mat(there, 20)
    assert row[rows.VZ] == pytest.approx(0.0, abs=1e-6)
    assert row[rows.WX : rows.R] == pytest.approx([0.0, 0.0, 0.0], abs=1e-6)


def test_a_cube_on_its_edge_touches_the_mat_with_two_corners_and_one_in_the_air_with_none():
    there = world()
    turned(there.dice[0], (0.0, 1.0, 0.0), 45.0)
    there.dice[0][rows.Z] = rows.ROUND_RADIUS + rows.TO_CORNER * sqrt(2.0)
    meet_mat(there, 0, 0.001)
    assert there.counts[rows.N_MAT] == 2
    there.counts[rows.N_MAT] = 0
    there.dice[0][rows.Z] += 5.0
    meet_mat(there, 0, 0.001)
    assert there.counts[rows.N_MAT] == 0
    assert there.flags[0][rows.GROUNDED] == 0


def test_a_cube_that_falls_flat_bounces_by_less_than_it_came_and_is_heard():
    there = world()
    there.dice[0][rows.VZ] = -1000.0
    meet_mat(there, 0, 0.001)
    solve_mat(there, 50)
    assert 0.0 < there.dice[0][rows.VZ] < 500.0
    assert there.hits[0][rows.HIT_B] == rows.MAT_HIT
    assert there.hits[0][rows.HIT_SPEED] == pytest.approx(1000.0)


def test_friction_of_the_mat_never_pushes_harder_than_coulomb_allows():
    there = world()
    row = there.dice[0]
    row[rows.VX], row[rows.VZ] = 900.0, -rows.GRAVITY * 0.001
    meet_mat(there, 0, 0.001)
    solve_mat(there, 20)
    for contact in there.mat[: there.counts[rows.N_MAT]]:
        assert hypot(contact[rows.J_X], contact[rows.J_Y]) <= row[rows.MU] * contact[rows.J_N] + 1e-9
    assert 900.0 - row[rows.VX] == pytest.approx(0.4 * rows.GRAVITY * 0.001, rel=0.3)


# Who is where.


def test_a_list_without_one_keeps_the_order_of_the_others():
    items = [4, 7, 1, 9, 9]
    assert without(items, 4, 7) == 3
    assert items[:3] == [4, 1, 9]


def test_a_die_is_stacked_if_another_is_above_or_below_but_not_beside():
    there = world(
        Body(0, Pose(5.0, 5.0)), Body(1, Pose(5.5, 5.0), 1), Body(2, Pose(6.7, 5.0)), Body(3, Pose(30.0, 5.0))
    )
    assert [is_stacked(there, i) for i in range(4)] == [True, True, True, False]


@pytest.mark.parametrize(("deep", "is_deep"), [(0.15, False), (0.25, True)])
def test_a_die_is_pressed_if_it_is_deep_in_one_beside_it_but_not_above_or_below(deep: float, is_deep: bool):
    there = world(Body(0, Pose(5.0, 5.0)), Body(1, Pose(5.0 + EDGE / 10.0, 5.0)), Body(2, Pose(5.2, 5.1), 1))
    there.dice[1][rows.X] -= deep
    assert [is_pressed(there, i) for i in range(3)] == [is_deep, is_deep, False]
    there.flags[1][rows.STATE] = rows.GONE
    assert not is_pressed(there, 0)


def test_a_die_that_has_slid_rests_as_it_is_turned():
    there = world()
    row = there.dice[0]
    row[rows.VX], row[rows.WZ] = 300.0, 30.0
    make_slide(there, 0)
    while there.counts[rows.N_SLIDING]:
        slide(there, 1.0 / 240.0)
    assert there.flags[0][rows.STATE] == rows.REST
    assert abs(row[rows.YAW]) > 0.5
    assert row[rows.R : rows.R + 2] == pytest.approx([cos(row[rows.YAW]), -sin(row[rows.YAW])])


def test_points_are_over_a_hole_if_geometry_says_so():
    mat = Mat(holes=(Disc(5.0, 5.0, 2.0), Polygon(((20.0, 5.0), (26.0, 8.0), (21.0, 12.0)))))
    there = world(Body(0, Pose(40.0, 10.0)), mat=mat)
    rng = Random(7)
    for _ in range(300):
        x, y = rng.uniform(0.0, 30.0), rng.uniform(0.0, 15.0)
        assert over_hole(there, 10.0 * x, 10.0 * y) == geometry.over_hole(Pose(x, y), mat)


def test_the_gap_to_solid_parts_is_never_wider_than_it_is():
    solid = Solid(Polygon(((20.0, 5.0), (26.0, 8.0), (21.0, 12.0))))
    mat = Mat(solids=(solid, Solid(Disc(5.0, 5.0, 2.0))))
    there = world(Body(0, Pose(40.0, 10.0)), mat=mat)
    rng = Random(8)
    for _ in range(300):
        x, y = rng.uniform(0.0, 30.0), rng.uniform(0.0, 15.0)
        nearest = min(geometry.outside(x, y, one.shape) for one in mat.solids)
        assert gap_to_solids(there, 10.0 * x, 10.0 * y) <= 10.0 * nearest + 1e-6
    assert gap_to_solids(world(), 0.0, 0.0) > 1e6


def test_a_die_goes_away_only_if_it_is_wholly_beside_the_mat_and_moves_outwards():
    there = world()
    row = die(-20.0, 150.0)
    assert not goes_away(there, row, 11.4)
    row[rows.VX] = -1.0
    assert goes_away(there, row, 11.4)
    row[rows.VX] = 1.0
    assert not goes_away(there, row, 11.4)
    row[rows.X], row[rows.VX] = -5.0, -1.0
    assert not goes_away(there, row, 11.4)


# Twins.


def test_plain_twins_know_their_constants_and_call_each_other():
    names = {name for name, value in vars(rows).items() if name.isupper() and isinstance(value, int | float)}
    twins = plain()
    assert set(twins) == {function.__name__ for function in rows.KERNELS}
    for name, twin in twins.items():
        assert not names & set(twin.__code__.co_names), name
    assert twins["advance"].__globals__["plan"] is twins["plan"]
    assert twins["plan"].__globals__["slide"] is twins["slide"]


def test_a_plain_twin_gives_the_bits_of_its_kernel():
    ends = []
    for run in (advance, plain()["advance"]):
        there = world(Body(0, Pose(10.0, 10.0)), Body(1, Pose(13.0, 10.3, 20.0)), Body(2, Pose(13.0, 10.5), 1))
        there.dice[0][rows.VX] = 900.0
        make_slide(there, 0)
        assert run(there) == DONE
        ends.append(there.dice)
    assert ends[0] == ends[1]
    assert ends[0][1][rows.X] > 140.0


def test_every_kernel_is_named_once():
    names = [function.__name__ for function in rows.KERNELS]
    assert len(set(names)) == len(names)
