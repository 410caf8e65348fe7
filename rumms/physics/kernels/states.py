"""How dice change between lying still, sliding flat, moving in space, and having left."""

from __future__ import annotations

from math import sqrt

from rumms.physics.kernels.boxes import face_gap
from rumms.physics.kernels.contact import meet_mat
from rumms.physics.kernels.cube import lay_down, stand_up, upper_face
from rumms.physics.kernels.rows import (
    CALM,
    CALM_TIME,
    CORNER,
    DIE,
    EDGE,
    FLAT_REACH,
    FREE,
    GAP,
    GONE,
    GRAVITY,
    GRIP,
    HALF,
    HALF_DIAGONAL,
    HELD,
    HOLE,
    HOLE_A,
    HOLE_B,
    HOLE_C,
    ISLAND,
    LENGTH,
    LEVEL_SLOP,
    LEVEL_UP,
    MOST_SLIPS,
    MU,
    MU_MAT,
    MU_TABLE,
    N_CLOSE,
    N_FREE,
    N_PAIRS,
    N_SLIDING,
    N_SOLID,
    NEAR_SOLIDS,
    NZ,
    OUTLINE,
    PRESSED,
    PRESSED_TIME,
    QUIET,
    QUIET_TIME,
    REST,
    REST_SPEED,
    REST_SPIN,
    ROUND,
    RX,
    RY,
    SLIDE,
    SLIDING_SAFE,
    SLIPPERY,
    SLIPS,
    STACKS,
    STATE,
    STUCK,
    SX,
    SY,
    TOUCHING,
    UP,
    VX,
    VY,
    VZ,
    WIDTH,
    WX,
    WY,
    WZ,
    Counts,
    Row,
    World,
    X,
    Y,
    Z,
    kernel,
)
from rumms.physics.kernels.slide import footprint_gap

OVERLAP = 0.01
"""Millimetres: by more, footprints overlap; a common edge carries nothing."""
HANGING = 0.05
"""Millimetres: so far beside its contacts a die's centre may be; they move a little as the dice below are laid down."""
MOST_CONTACTS = 24
"""With the dice below that are looked at for that."""
STEEP = 0.5
"""A normal that points upwards so much is that of a die on a die."""
STACKED = 4.0
"""Dice whose heights differ by more lie on each other, if they overlap from above."""


@kernel
def without(items: Counts, count: int, i: int) -> int:
    """Take i out of a list of indices, keeping the order; returns how many are left."""
    kept = 0
    for m in range(count):
        v = items[m]
        if v != i:
            items[kept] = v
            kept += 1
    return kept


@kernel
def add_close(world: World, i: int, j: int, time: float) -> None:
    """Note that a free die i and die j may touch; two free dice are noted once."""
    k = world.counts[N_CLOSE]
    if k < len(world.close) and (i < j or world.flags[j][STATE] != FREE):
        world.close[k][0] = i
        world.close[k][1] = j
        world.close_at[k] = time
        world.counts[N_CLOSE] = k + 1


@kernel
def make_free(world: World, i: int) -> None:
    """From now on die i moves in space."""
    flags = world.flags[i]
    d = world.dice[i]
    if flags[STATE] == SLIDE:
        world.counts[N_SLIDING] = without(world.sliding, world.counts[N_SLIDING], i)
        stand_up(d, flags[UP])
    flags[STATE] = FREE
    for k in range(HELD, HELD + 8):
        d[k] = 0.0
    world.free[world.counts[N_FREE]] = i
    world.counts[N_FREE] += 1
    d[QUIET] = 0.0
    d[CALM] = 0.0


@kernel
def make_slide(world: World, i: int) -> None:
    """From now on die i slides flat."""
    world.flags[i][STATE] = SLIDE
    world.clock[SLIDING_SAFE] = 0.0
    world.sliding[world.counts[N_SLIDING]] = i
    world.counts[N_SLIDING] += 1


@kernel
def wake_stack(world: World, first: int) -> None:
    """Free what lies on, or carries, the free dice from that place in the list on, and so on through the stack."""
    k = first
    while k < world.counts[N_FREE]:
        d = world.dice[world.free[k]]
        for j in range(len(world.dice)):
            if world.flags[j][STATE] == REST:
                o = world.dice[j]
                dx, dy, dz = o[X] - d[X], o[Y] - d[Y], abs(o[Z] - d[Z])
                if STACKED < dz < EDGE + STACKED and dx * dx + dy * dy < FLAT_REACH * FLAT_REACH:
                    gap, _, _ = footprint_gap(d, o)
                    if gap < -OVERLAP:
                        make_free(world, j)
        k += 1


@kernel
def awaken(world: World, j: int, h: float) -> None:
    """Free a die that was touched in the middle of a step, with its stack: they catch up with this step."""
    first = world.counts[N_FREE]
    make_free(world, j)
    if world.counts[STACKS] > 0:
        wake_stack(world, first)
    for k in range(first, world.counts[N_FREE]):
        i = world.free[k]
        d = world.dice[i]
        d[X] += 0.5 * h * d[VX]
        d[Y] += 0.5 * h * d[VY]
        d[VZ] -= GRAVITY * h
        meet_mat(world, i, h)


@kernel
def is_stacked(world: World, i: int) -> bool:
    """Whether a die lies on die i, or die i on one: not touching, but one above the other."""
    d = world.dice[i]
    for j, o in enumerate(world.dice):
        if abs(o[Z] - d[Z]) > STACKED and world.flags[j][STATE] < GONE:
            dx, dy = o[X] - d[X], o[Y] - d[Y]
            if dx * dx + dy * dy < FLAT_REACH * FLAT_REACH:
                return True
    return False


@kernel
def is_pressed(world: World, i: int) -> bool:
    """Whether die i, which lies flat, is pressed into one beside it, or into a solid part."""
    d = world.dice[i]
    left, right = d[X] - FLAT_REACH, d[X] + FLAT_REACH
    for j, o in enumerate(world.dice):
        if left < o[X] < right and abs(o[Z] - d[Z]) < STACKED and j != i and world.flags[j][STATE] < GONE:
            if world.flags[j][STATE] == SLIDE:
                stand_up(o, world.flags[j][UP])
            gap, _ = face_gap(d, o, world.scratch)
            if gap < -PRESSED:
                return True
    if world.counts[NEAR_SOLIDS] > 0:
        for k in range(world.counts[N_SOLID]):
            if world.solid[k][DIE] == i and world.solid[k][GAP] < -PRESSED:
                return True
    return False


@kernel
def come_down(world: World, i: int) -> None:
    """Die i, free so far, lies flat on the mat: it slides on or rests."""
    d = world.dice[i]
    lay_down(d, world.flags[i])
    d[Z] = HALF
    world.counts[N_FREE] = without(world.free, world.counts[N_FREE], i)
    if d[VX] * d[VX] + d[VY] * d[VY] > REST_SPEED * REST_SPEED or abs(d[WZ]) > REST_SPIN:
        make_slide(world, i)
    else:
        stop(world, i)


@kernel
def stop(world: World, i: int) -> None:
    """Die i rests where it is."""
    d = world.dice[i]
    d[VX] = 0.0
    d[VY] = 0.0
    d[VZ] = 0.0
    d[WX] = 0.0
    d[WY] = 0.0
    d[WZ] = 0.0
    world.flags[i][STATE] = REST
    world.clock[SLIDING_SAFE] = 0.0


@kernel
def take_out(world: World, i: int, state: int) -> None:
    """Die i takes no part any more."""
    if world.flags[i][STATE] == SLIDE:
        world.counts[N_SLIDING] = without(world.sliding, world.counts[N_SLIDING], i)
        stand_up(world.dice[i], world.flags[i][UP])
    else:
        world.counts[N_FREE] = without(world.free, world.counts[N_FREE], i)
    world.flags[i][STATE] = state


@kernel
def over_hole(world: World, x: float, y: float) -> bool:
    """Whether a point is over a hole of the mat."""
    k = 0
    n = len(world.holes)
    while k < n:
        hole = world.holes[k][HOLE]
        inside = True
        while k < n and world.holes[k][HOLE] == hole:
            piece = world.holes[k]
            if piece[ROUND] > 0.0:
                dx, dy = x - piece[HOLE_A], y - piece[HOLE_B]
                if dx * dx + dy * dy > piece[HOLE_C] * piece[HOLE_C]:
                    inside = False
            elif x * piece[HOLE_A] + y * piece[HOLE_B] > piece[HOLE_C]:
                inside = False
            k += 1
        if inside:
            return True
    return False


@kernel
def goes_away(world: World, d: Row, reach: float) -> bool:
    """Whether a die that moves is wholly off the mat and goes on from there."""
    x, y = d[X], d[Y]
    length, width = world.clock[LENGTH], world.clock[WIDTH]
    away = 0.0
    if x <= -reach:
        away -= d[VX]
    elif x >= length + reach:
        away += d[VX]
    if y <= -reach:
        away -= d[VY]
    elif y >= width + reach:
        away += d[VY]
    return away > 0.0


@kernel
def look_below(world: World) -> None:
    """Take out what has left; what moves on has the friction of mat or table, as its centre is over."""
    m = 0
    while m < world.counts[N_FREE]:
        i = world.free[m]
        if not stays(world, world.dice[i], HALF_DIAGONAL + TOUCHING):
            take_out(world, i, GONE)
        else:
            m += 1
    m = 0
    while m < world.counts[N_SLIDING]:
        i = world.sliding[m]
        if not stays(world, world.dice[i], CORNER + TOUCHING):
            take_out(world, i, GONE)
        else:
            m += 1


@kernel
def stays(world: World, d: Row, reach: float) -> bool:
    """Whether a die has not left; if so, it gets the friction of what is below it."""
    if 0.0 <= d[X] <= world.clock[LENGTH] and 0.0 <= d[Y] <= world.clock[WIDTH]:
        d[MU] = d[MU_MAT]
        return len(world.holes) == 0 or d[Z] >= EDGE or not over_hole(world, d[X], d[Y])
    d[MU] = d[MU_TABLE]
    return not goes_away(world, d, reach)


@kernel
def find_islands(world: World) -> None:
    """Mark which free dice hang together by the contacts of the last step."""
    for i in range(len(world.flags)):
        world.flags[i][ISLAND] = i
    changed = True
    while changed:
        changed = False
        for k in range(world.counts[N_PAIRS]):
            of = world.pairs_of[k]
            a, b = world.flags[of[0]], world.flags[of[1]]
            if a[ISLAND] < b[ISLAND]:
                b[ISLAND] = a[ISLAND]
                changed = True
            elif b[ISLAND] < a[ISLAND]:
                a[ISLAND] = b[ISLAND]
                changed = True


@kernel
def settle(world: World) -> None:
    """Let free dice come to rest: one by one those that lie quietly on the mat, together those of a calm stack."""
    m = 0
    calm = False
    while m < world.counts[N_FREE]:
        i = world.free[m]
        if world.dice[i][CALM] > CALM_TIME:
            calm = True
        quiet = world.dice[i][QUIET]
        if quiet > QUIET_TIME and not is_stacked(world, i) and (quiet > PRESSED_TIME or not is_pressed(world, i)):
            come_down(world, i)
        else:
            m += 1
    if not calm or world.counts[N_FREE] == 0:
        return
    find_islands(world)
    m = 0
    while m < world.counts[N_FREE]:
        island = world.flags[world.free[m]][ISLAND]
        m += 1
        if is_calm(world, island):
            if is_level(world, island):
                rest_island(world, island)
            else:
                loosen(world, island)
            m = 0


@kernel
def is_calm(world: World, island: int) -> bool:
    """Whether all dice of an island have hardly moved for a while: longer, if some are pressed into each other."""
    calm = PRESSED_TIME
    for m in range(world.counts[N_FREE]):
        i = world.free[m]
        if world.flags[i][ISLAND] == island:
            calm = min(calm, world.dice[i][CALM])
    if CALM_TIME < calm < PRESSED_TIME:
        for m in range(world.counts[N_FREE]):
            i = world.free[m]
            if world.flags[i][ISLAND] == island and is_pressed(world, i):
                return False
    return calm > CALM_TIME


@kernel
def lies_level(d: Row) -> bool:
    """Whether a die lies flat at the height of a level."""
    _, steep = upper_face(d)
    above = (d[Z] - HALF) / EDGE
    return steep > LEVEL_UP and abs(above - round(above)) * EDGE < LEVEL_SLOP


@kernel
def is_carried(world: World, i: int) -> bool:
    """Whether what die i lies on holds it by itself: its centre is over its contacts, or others lie on it.

    If it is not, there is a direction in which all contacts are on one side: square to a line through two of them, or
    towards the nearest.
    """
    if world.dice[i][Z] < EDGE:
        return True
    w = world.scratch
    count = 0
    for m in range(world.counts[N_PAIRS]):
        c = world.pairs[m]
        of = world.pairs_of[m]
        if (of[0] == i and c[NZ] > STEEP) or (of[1] == i and c[NZ] < -STEEP):
            return True
        if count < MOST_CONTACTS and ((of[1] == i and c[NZ] > STEEP) or (of[0] == i and c[NZ] < -STEEP)):
            w[OUTLINE + 2 * count] = c[SX] if of[1] == i else c[RX]
            w[OUTLINE + 2 * count + 1] = c[SY] if of[1] == i else c[RY]
            count += 1
    if count == 0:
        return False
    for k in range(count):
        x, y = w[OUTLINE + 2 * k], w[OUTLINE + 2 * k + 1]
        if all_beyond(w, count, x, y):
            return False
        for m in range(k):
            dx, dy = w[OUTLINE + 2 * m] - x, w[OUTLINE + 2 * m + 1] - y
            if all_beyond(w, count, -dy, dx) or all_beyond(w, count, dy, -dx):
                return False
    return True


@kernel
def all_beyond(w: Row, count: int, x: float, y: float) -> bool:
    """Whether all points of the scratch are farther out in a direction than a die may hang over."""
    size = sqrt(x * x + y * y)
    if size < OVERLAP:
        return False
    beyond = True
    for k in range(count):
        if w[OUTLINE + 2 * k] * x + w[OUTLINE + 2 * k + 1] * y <= HANGING * size:
            beyond = False
    return beyond


@kernel
def is_level(world: World, island: int) -> bool:
    """Whether all dice of an island lie flat."""
    for m in range(world.counts[N_FREE]):
        i = world.free[m]
        if world.flags[i][ISLAND] == island and not (lies_level(world.dice[i]) and is_carried(world, i)):
            return False
    return True


@kernel
def rest_island(world: World, island: int) -> None:
    """All dice of an island rest, each at the height of its level."""
    kept = 0
    for m in range(world.counts[N_FREE]):
        i = world.free[m]
        if world.flags[i][ISLAND] == island:
            d = world.dice[i]
            level = round((d[Z] - HALF) / EDGE)
            lay_down(d, world.flags[i])
            d[Z] = HALF + EDGE * level
            stop(world, i)
            if level > 0:
                world.counts[STACKS] = 1
        else:
            world.free[kept] = i
            kept += 1
    world.counts[N_FREE] = kept


@kernel
def loosen(world: World, island: int) -> None:
    """Make the leaning or hanging dice of an island slippery: they fall, or are taken out as stuck in the end."""
    m = 0
    while m < world.counts[N_FREE]:
        i = world.free[m]
        d = world.dice[i]
        if world.flags[i][ISLAND] == island:
            d[CALM] = 0.0
            if not (lies_level(d) and is_carried(world, i)):
                world.flags[i][SLIPS] += 1
                d[GRIP] = SLIPPERY
                if world.flags[i][SLIPS] > MOST_SLIPS:
                    take_out(world, i, STUCK)
                    continue
        m += 1
