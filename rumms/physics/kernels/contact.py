"""Contacts of free dice, and the impulses that solve them: with the mat, with each other, with what stands fast."""

from __future__ import annotations

from math import sqrt

from rumms.physics.kernels.boxes import meet
from rumms.physics.kernels.rows import (
    AGAIN,
    AT_CORNER,
    BOUNCE,
    CORNER_X,
    CORNER_Y,
    CORNER_Z,
    DIE,
    DIE_SLOP,
    EDGE_BOUNCE,
    EXACT,
    FACE_BOUNCE,
    FINGER_BOUNCE,
    FINGER_MU,
    FINGER_RADIUS,
    FINGER_VX,
    FINGER_VY,
    FINGER_X,
    FINGER_Y,
    GAP,
    GRIP,
    GROUNDED,
    HAD,
    HALF,
    HALF_DIAGONAL,
    HELD,
    HIT_A,
    HIT_B,
    HIT_LAST,
    HIT_SPEED,
    HIT_TIME,
    IMPACTS,
    INV_I,
    J_N,
    J_X,
    J_Y,
    K_A,
    K_B,
    K_COUNT,
    K_J,
    LAST_STEP,
    LIFT,
    LOUD,
    M_N,
    M_X,
    M_Y,
    MAT_BOUNCE,
    MAT_HIT,
    MAT_SKIN,
    MAT_SLOP,
    MOST_RECENT,
    MOST_SKIN,
    MU,
    MU_DICE,
    N_FIXED,
    N_FREE,
    N_HITS,
    N_KEPT,
    N_MAT,
    N_PAIRS,
    N_SOLID,
    NORMAL,
    NX,
    NY,
    NZ,
    P_JN,
    P_JX,
    P_JY,
    P_JZ,
    P_MU,
    P_N,
    P_T,
    POINTS,
    PUSH_OUT,
    ROUND_RADIUS,
    RX,
    RY,
    RZ,
    SKIN,
    SLOW,
    SOLID_HIT,
    SPARE,
    SQUEEZE,
    STEP,
    SX,
    SY,
    SZ,
    TIME,
    TO_CORNER,
    TOUCHING,
    UP_X,
    UP_Y,
    UP_Z,
    UX,
    UY,
    VX,
    VY,
    VZ,
    WANTED,
    WX,
    WY,
    WZ,
    R,
    Row,
    World,
    X,
    Y,
    Z,
    kernel,
)


@kernel
def log_hit(world: World, a: int, b: float, speed: float) -> None:
    """Note that two bodies met; those that meet again at once have met once, as hard as it was at its hardest.

    Beyond what the list holds nothing is noted.
    """
    now = world.clock[TIME] - 0.5 * world.clock[STEP]
    n = world.counts[N_HITS]
    for k in range(n - 1, max(-1, n - 1 - MOST_RECENT), -1):
        row = world.hits[k]
        if now < row[HIT_LAST] + AGAIN and (
            (row[HIT_A] == a and row[HIT_B] == b) or (row[HIT_A] == b and row[HIT_B] == a)
        ):
            row[HIT_LAST] = now
            row[HIT_SPEED] = max(row[HIT_SPEED], speed)
            return
    if n < len(world.hits):
        row = world.hits[n]
        row[HIT_TIME] = now
        row[HIT_LAST] = now
        row[HIT_A] = a
        row[HIT_B] = b
        row[HIT_SPEED] = speed
        world.counts[N_HITS] = n + 1


@kernel
def meet_mat(world: World, i: int, h: float) -> None:
    """Add the contacts of die i with the mat: corners that would be below it after the step.

    A fast corner bounces; a slow one above the mat may just come down to it; one below is stopped and gently lifted.
    What the mat pushed in the last step is a good guess for this one.
    """
    d = world.dice[i]
    world.flags[i][GROUNDED] = 0
    u0, u1, u2 = d[UP_X], d[UP_Y], d[UP_Z]
    z, vz = d[Z], d[VZ]
    wx, wy = d[WX], d[WY]
    lowest = z - ROUND_RADIUS - TO_CORNER * (abs(u0) + abs(u1) + abs(u2))
    margin = 0.3 + (abs(vz) + 13.0 * (abs(wx) + abs(wy))) * h
    if lowest > margin:
        return
    k = world.counts[N_MAT]
    carry = h / world.clock[LAST_STEP] if world.counts[N_KEPT] > 0 else 0.0
    loudest = LOUD
    base = z - ROUND_RADIUS
    for m in range(8):
        sx, sy, sz = CORNER_X[m], CORNER_Y[m], CORNER_Z[m]
        rz = u0 * sx + u1 * sy + u2 * sz
        height = base + rz
        if height > margin:
            continue
        rz -= ROUND_RADIUS
        rx = d[R] * sx + d[R + 1] * sy + d[R + 2] * sz
        ry = d[R + 3] * sx + d[R + 4] * sy + d[R + 5] * sz
        vn = vz + wx * ry - wy * rx
        if height + vn * h >= MAT_SKIN:
            continue
        held = d[HELD + m] * carry
        if vn < -SLOW and height + vn * h < 0.0:
            wanted = -MAT_BOUNCE * vn
            held = 0.0
            if -vn > loudest:
                loudest = -vn
        elif height > 0.0:
            wanted = -height / h
        else:
            wanted = 0.0
        c = world.mat[k]
        world.mat_of[k] = i
        k += 1
        xx, yy, zz = rx * rx, ry * ry, rz * rz
        c[RX] = rx
        c[RY] = ry
        c[RZ] = rz
        c[WANTED] = wanted
        c[M_N] = 1.0 / (1.0 + (xx + yy) * INV_I)
        c[M_X] = 1.0 / (1.0 + (yy + zz) * INV_I)
        c[M_Y] = 1.0 / (1.0 + (xx + zz) * INV_I)
        c[J_N] = held
        c[J_X] = 0.0
        c[J_Y] = 0.0
        c[AT_CORNER] = m
        world.flags[i][GROUNDED] = 1
    if lowest < -MAT_SLOP:
        d[Z] = z + LIFT * (-lowest - MAT_SLOP)
    if loudest > LOUD:
        log_hit(world, i, MAT_HIT, loudest)
    world.counts[N_MAT] = k


@kernel
def solve_mat(world: World, rounds: int) -> None:
    """Sequential impulses at the mat's contacts, die by die; Coulomb's friction bounds what acts across the normal."""
    rows, owners = world.mat, world.mat_of
    n = world.counts[N_MAT]
    last = 0
    while last < n:
        first = last
        i = owners[first]
        d = world.dice[i]
        while last < n and owners[last] == i:
            last += 1
        mu = d[MU] * d[GRIP]
        vx, vy, vz = d[VX], d[VY], d[VZ]
        wx, wy, wz = d[WX], d[WY], d[WZ]
        for _ in range(rounds):
            for k in range(first, last):
                c = rows[k]
                rx, ry, jn = c[RX], c[RY], c[J_N]
                total = jn + (c[WANTED] - (vz + wx * ry - wy * rx)) * c[M_N]
                if total <= 0.0:
                    if jn == 0.0:
                        continue
                    total = 0.0
                rz, jx, jy = c[RZ], c[J_X], c[J_Y]
                dj = total - jn
                if dj != 0.0:
                    c[J_N] = total
                    vz += dj
                    wx += ry * dj * INV_I
                    wy -= rx * dj * INV_I
                tx = jx - (vx + wy * rz - wz * ry) * c[M_X]
                ty = jy - (vy + wz * rx - wx * rz) * c[M_Y]
                most = mu * total
                size2 = tx * tx + ty * ty
                if size2 > most * most:
                    f = most / sqrt(size2)
                    tx *= f
                    ty *= f
                px, py = tx - jx, ty - jy
                c[J_X] = tx
                c[J_Y] = ty
                vx += px
                vy += py
                wx -= rz * py * INV_I
                wy += rz * px * INV_I
                wz += (rx * py - ry * px) * INV_I
        d[VX] = vx
        d[VY] = vy
        d[VZ] = vz
        d[WX] = wx
        d[WY] = wy
        d[WZ] = wz


@kernel
def parting_speed(a: Row, b: Row, w: Row, point: int) -> float:
    """How fast two dice part along the normal, at a point of the scratch; negative as they close in."""
    px, py, pz = w[point], w[point + 1], w[point + 2]
    rx, ry, rz = px - a[X], py - a[Y], pz - a[Z]
    sx, sy, sz = px - b[X], py - b[Y], pz - b[Z]
    return (
        (b[VX] + b[WY] * sz - b[WZ] * sy - a[VX] - a[WY] * rz + a[WZ] * ry) * w[NORMAL]
        + (b[VY] + b[WZ] * sx - b[WX] * sz - a[VY] - a[WZ] * rx + a[WX] * rz) * w[NORMAL + 1]
        + (b[VZ] + b[WX] * sy - b[WY] * sx - a[VZ] - a[WX] * ry + a[WY] * rx) * w[NORMAL + 2]
    )


@kernel
def meet_die(world: World, i: int, j: int, h: float) -> int:
    """Add the contacts between dice i and j: how many there are. What overlaps is pushed apart a little.

    Contacts to come in this step count, and but for the first soon after it, so that two dice meet before they overlap.
    """
    a, b = world.dice[i], world.dice[j]
    w = world.scratch
    ux, uy, uz = b[VX] - a[VX], b[VY] - a[VY], b[VZ] - a[VZ]
    turning = abs(a[WX]) + abs(a[WY]) + abs(a[WZ]) + abs(b[WX]) + abs(b[WY]) + abs(b[WZ])
    skin = SKIN + min(MOST_SKIN, (h + SQUEEZE) * (sqrt(ux * ux + uy * uy + uz * uz) + HALF_DIAGONAL * turning))
    points = meet(a, b, w, skin)
    first = world.counts[N_PAIRS]
    k = first
    if points == 0 or k + points > len(world.pairs):
        return 0
    nx, ny, nz = w[NORMAL], w[NORMAL + 1], w[NORMAL + 2]
    ax, ay, az = a[X], a[Y], a[Z]
    bx, by, bz = b[X], b[Y], b[Z]
    mu = min(a[MU_DICE], b[MU_DICE]) * a[GRIP] * b[GRIP]
    ahead = 0.5 * h if world.counts[EXACT] > 0 else h
    deepest = -skin
    impact = False
    for m in range(points):
        o = POINTS + 4 * m
        w[SPARE + m] = parting_speed(a, b, w, o)
        deepest = max(deepest, w[o + 3])
        if w[SPARE + m] < -SLOW and w[SPARE + m] * ahead < w[o + 3]:
            impact = True
    bounce = FACE_BOUNCE if points > 1 else EDGE_BOUNCE
    fastest = 0.0
    for m in range(points):
        o = POINTS + 4 * m
        px, py, pz = w[o], w[o + 1], w[o + 2]
        depth, vn = w[o + 3], w[SPARE + m]
        bounces = vn < -SLOW and (vn * ahead < depth or (impact and depth > deepest + vn * SQUEEZE))
        if depth < -SKIN and not bounces and vn * ahead >= depth:
            continue
        rx, ry, rz = px - ax, py - ay, pz - az
        sx, sy, sz = px - bx, py - by, pz - bz
        rn = rx * nx + ry * ny + rz * nz
        sn = sx * nx + sy * ny + sz * nz
        r2 = rx * rx + ry * ry + rz * rz
        s2 = sx * sx + sy * sy + sz * sz
        c = world.pairs[k]
        of = world.pairs_of[k]
        k += 1
        of[0] = i
        of[1] = j
        c[RX] = rx
        c[RY] = ry
        c[RZ] = rz
        c[SX] = sx
        c[SY] = sy
        c[SZ] = sz
        c[NX] = nx
        c[NY] = ny
        c[NZ] = nz
        c[WANTED] = 0.0
        if bounces:
            c[WANTED] = -bounce * vn
            fastest = min(fastest, vn)
        elif depth < 0.0:
            c[WANTED] = depth / h
        c[P_N] = 1.0 / (2.0 + (r2 - rn * rn + s2 - sn * sn) * INV_I)
        c[P_T] = 1.0 / (2.0 + 0.5 * (r2 + rn * rn + s2 + sn * sn) * INV_I)
        c[P_MU] = mu
        c[P_JN] = 0.0
        c[P_JX] = 0.0
        c[P_JY] = 0.0
        c[P_JZ] = 0.0
    if fastest < -SLOW:
        world.counts[IMPACTS] += 1
        world.counts[EXACT] = 0
        log_hit(world, i, float(j), -fastest)
    else:
        remember(world, i, j, first, k - first)
    if deepest > DIE_SLOP:
        f = PUSH_OUT * (deepest - DIE_SLOP)
        a[X] = ax - f * nx
        a[Y] = ay - f * ny
        a[Z] = az - f * nz
        b[X] = bx + f * nx
        b[Y] = by + f * ny
        b[Z] = bz + f * nz
    world.counts[N_PAIRS] = k
    return k - first


@kernel
def remember(world: World, i: int, j: int, first: int, found: int) -> None:
    """Begin with what two dice that rest against each other pushed with in the last step."""
    for m in range(world.counts[N_KEPT]):
        kept = world.kept[m]
        if kept[K_A] == i and kept[K_B] == j and kept[K_COUNT] == found:
            carry = world.clock[STEP] / world.clock[LAST_STEP]
            for k in range(found):
                world.pairs[first + k][P_JN] = kept[K_J + k] * carry
            return


@kernel
def push_as_before(world: World) -> None:
    """Apply the impulses that all contacts begin with: once they are known, since a push is no impact."""
    for k in range(world.counts[N_MAT]):
        c = world.mat[k]
        p = c[J_N]
        if p > 0.0:
            d = world.dice[world.mat_of[k]]
            d[VZ] += p
            d[WX] += c[RY] * p * INV_I
            d[WY] -= c[RX] * p * INV_I
    for k in range(world.counts[N_PAIRS]):
        c = world.pairs[k]
        p = c[P_JN]
        if p > 0.0:
            a, b = world.dice[world.pairs_of[k][0]], world.dice[world.pairs_of[k][1]]
            px, py, pz = p * c[NX], p * c[NY], p * c[NZ]
            b[VX] += px
            b[VY] += py
            b[VZ] += pz
            b[WX] += (c[SY] * pz - c[SZ] * py) * INV_I
            b[WY] += (c[SZ] * px - c[SX] * pz) * INV_I
            b[WZ] += (c[SX] * py - c[SY] * px) * INV_I
            a[VX] -= px
            a[VY] -= py
            a[VZ] -= pz
            a[WX] -= (c[RY] * pz - c[RZ] * py) * INV_I
            a[WY] -= (c[RZ] * px - c[RX] * pz) * INV_I
            a[WZ] -= (c[RX] * py - c[RY] * px) * INV_I


@kernel
def keep(world: World) -> None:
    """Keep what was pushed in this step for the next, of contacts that did not bounce."""
    for m in range(world.counts[N_FREE]):
        d = world.dice[world.free[m]]
        for k in range(HELD, HELD + 8):
            d[k] = 0.0
    for k in range(world.counts[N_MAT]):
        c = world.mat[k]
        if c[WANTED] <= 0.0:
            world.dice[world.mat_of[k]][HELD + int(c[AT_CORNER])] = c[J_N]
    rows = 0
    k = 0
    n = world.counts[N_PAIRS]
    while k < n:
        i, j = world.pairs_of[k][0], world.pairs_of[k][1]
        kept = world.kept[rows]
        rows += 1
        kept[K_A] = i
        kept[K_B] = j
        found = 0
        while k < n and world.pairs_of[k][0] == i and world.pairs_of[k][1] == j:
            c = world.pairs[k]
            kept[K_J + found] = c[P_JN] if c[WANTED] <= 0.0 else 0.0
            found += 1
            k += 1
        kept[K_COUNT] = found
    world.counts[N_KEPT] = rows


@kernel
def solve_pairs(world: World) -> None:
    """One round of impulses at the contacts between dice."""
    dice, rows, owners = world.dice, world.pairs, world.pairs_of
    for k in range(world.counts[N_PAIRS]):
        c = rows[k]
        of = owners[k]
        a, b = dice[of[0]], dice[of[1]]
        rx, ry, rz = c[RX], c[RY], c[RZ]
        sx, sy, sz = c[SX], c[SY], c[SZ]
        nx, ny, nz = c[NX], c[NY], c[NZ]
        awx, awy, awz = a[WX], a[WY], a[WZ]
        bwx, bwy, bwz = b[WX], b[WY], b[WZ]
        ux = b[VX] + bwy * sz - bwz * sy - a[VX] - awy * rz + awz * ry
        uy = b[VY] + bwz * sx - bwx * sz - a[VY] - awz * rx + awx * rz
        uz = b[VZ] + bwx * sy - bwy * sx - a[VZ] - awx * ry + awy * rx
        vn = ux * nx + uy * ny + uz * nz
        jn = c[P_JN]
        total = jn + (c[WANTED] - vn) * c[P_N]
        if total <= 0.0:
            if jn == 0.0:
                continue
            total = 0.0
        jx, jy, jz = c[P_JX], c[P_JY], c[P_JZ]
        kt = c[P_T]
        dj = total - jn
        tx = jx - (ux - vn * nx) * kt
        ty = jy - (uy - vn * ny) * kt
        tz = jz - (uz - vn * nz) * kt
        size = sqrt(tx * tx + ty * ty + tz * tz)
        most = c[P_MU] * total
        if size > most:
            f = most / size
            tx *= f
            ty *= f
            tz *= f
        px = dj * nx + tx - jx
        py = dj * ny + ty - jy
        pz = dj * nz + tz - jz
        c[P_JN] = total
        c[P_JX] = tx
        c[P_JY] = ty
        c[P_JZ] = tz
        b[VX] += px
        b[VY] += py
        b[VZ] += pz
        b[WX] = bwx + (sy * pz - sz * py) * INV_I
        b[WY] = bwy + (sz * px - sx * pz) * INV_I
        b[WZ] = bwz + (sx * py - sy * px) * INV_I
        a[VX] -= px
        a[VY] -= py
        a[VZ] -= pz
        a[WX] = awx - (ry * pz - rz * py) * INV_I
        a[WY] = awy - (rz * px - rx * pz) * INV_I
        a[WZ] = awz - (rx * py - ry * px) * INV_I


@kernel
def add_fixed(
    world: World, i: int, rx: float, ry: float, rz: float, nx: float, ny: float, nz: float, ux: float, uy: float
) -> Row:
    """Add a contact of die i with something that no die moves, its normal towards the die; the caller completes it."""
    k = world.counts[N_FIXED]
    c = world.fixed[k]
    world.counts[N_FIXED] = k + 1
    r2 = rx * rx + ry * ry + rz * rz
    rn = rx * nx + ry * ny + rz * nz
    c[DIE] = i
    c[RX] = rx
    c[RY] = ry
    c[RZ] = rz
    c[NX] = nx
    c[NY] = ny
    c[NZ] = nz
    c[UX] = ux
    c[UY] = uy
    c[WANTED] = 0.0
    c[P_N] = 1.0 / (1.0 + (r2 - rn * rn) * INV_I)
    c[P_T] = 1.0 / (1.0 + r2 * INV_I)  # at most what resists in any direction, so that friction gives no energy
    c[P_JN] = 0.0
    c[P_JX] = 0.0
    c[P_JY] = 0.0
    c[P_JZ] = 0.0
    return c


@kernel
def closing_speed(d: Row, c: Row) -> float:
    """How fast a die comes nearer to what a fixed contact is with: negative as it does."""
    rx, ry, rz = c[RX], c[RY], c[RZ]
    return (
        (d[VX] + d[WY] * rz - d[WZ] * ry - c[UX]) * c[NX]
        + (d[VY] + d[WZ] * rx - d[WX] * rz - c[UY]) * c[NY]
        + (d[VZ] + d[WX] * ry - d[WY] * rx) * c[NZ]
    )


@kernel
def solve_fixed(world: World) -> None:
    """One round of impulses at the contacts with what stands fast."""
    for k in range(world.counts[N_FIXED]):
        c = world.fixed[k]
        d = world.dice[int(c[DIE])]
        rx, ry, rz = c[RX], c[RY], c[RZ]
        nx, ny, nz = c[NX], c[NY], c[NZ]
        wx, wy, wz = d[WX], d[WY], d[WZ]
        ux = d[VX] + wy * rz - wz * ry - c[UX]
        uy = d[VY] + wz * rx - wx * rz - c[UY]
        uz = d[VZ] + wx * ry - wy * rx
        vn = ux * nx + uy * ny + uz * nz
        jn = c[P_JN]
        total = jn + (c[WANTED] - vn) * c[P_N]
        if total <= 0.0:
            if jn == 0.0:
                continue
            total = 0.0
        jx, jy, jz = c[P_JX], c[P_JY], c[P_JZ]
        kt = c[P_T]
        dj = total - jn
        tx = jx - (ux - vn * nx) * kt
        ty = jy - (uy - vn * ny) * kt
        tz = jz - (uz - vn * nz) * kt
        size = sqrt(tx * tx + ty * ty + tz * tz)
        most = c[P_MU] * total
        if size > most:
            f = most / size
            tx *= f
            ty *= f
            tz *= f
        px = dj * nx + tx - jx
        py = dj * ny + ty - jy
        pz = dj * nz + tz - jz
        c[P_JN] = total
        c[P_JX] = tx
        c[P_JY] = ty
        c[P_JZ] = tz
        d[VX] += px
        d[VY] += py
        d[VZ] += pz
        d[WX] = wx + (ry * pz - rz * py) * INV_I
        d[WY] = wy + (rz * px - rx * pz) * INV_I
        d[WZ] = wz + (rx * py - ry * px) * INV_I


@kernel
def aim_fixed(d: Row, c: Row, gap: float, bounce: float, h: float) -> float:
    """Complete a fixed contact: it bounces if it is fast, may just close the gap if there is one, else stops.

    Returns the speed at which the two close in, negative as they do.
    """
    vn = closing_speed(d, c)
    if gap + vn * h < 0.0 and vn < -SLOW:
        c[WANTED] = -bounce * vn
    elif gap > 0.0:
        c[WANTED] = -gap / h
    if gap < -DIE_SLOP:
        f = LIFT * (-gap - DIE_SLOP)
        d[X] += f * c[NX]
        d[Y] += f * c[NY]
    return vn


@kernel
def motion(d: Row) -> float:
    """The energy of motion and spin."""
    speed2 = d[VX] * d[VX] + d[VY] * d[VY] + d[VZ] * d[VZ]
    spin2 = d[WX] * d[WX] + d[WY] * d[WY] + d[WZ] * d[WZ]
    return 0.5 * (speed2 + spin2 / INV_I)


@kernel
def take_no_more(world: World) -> None:
    """No die leaves a solid part with more energy than it brought: bounce and friction together could give it some."""
    for k in range(world.counts[N_FIXED]):
        c = world.fixed[k]
        d = world.dice[int(c[DIE])]
        has = motion(d)
        if has > c[HAD]:
            f = sqrt(c[HAD] / has)
            d[VX] *= f
            d[VY] *= f
            d[VZ] *= f
            d[WX] *= f
            d[WY] *= f
            d[WZ] *= f


@kernel
def gap_to_solids(world: World, x: float, y: float) -> float:
    """How far a point is from the nearest box around a solid part; negative inside of one."""
    nearest = 1.0e9
    for k in range(len(world.boxes)):
        box = world.boxes[k]
        dx = max(box[0] - x, x - box[2])
        dy = max(box[1] - y, y - box[3])
        nearest = min(nearest, max(dx, dy))
    return nearest


@kernel
def meet_solids(world: World, h: float) -> None:
    """Add the contacts with solid parts that were found for this step."""
    for k in range(world.counts[N_SOLID]):
        s = world.solid[k]
        i = int(s[DIE])
        d = world.dice[i]
        c = add_fixed(world, i, s[RX], s[RY], s[RZ], s[NX], s[NY], 0.0, 0.0, 0.0)
        c[P_MU] = s[P_MU] * d[GRIP]
        c[HAD] = motion(d)
        vn = aim_fixed(d, c, s[GAP], s[BOUNCE], h)
        if s[GAP] + vn * h < 0.0 and -vn > LOUD:
            log_hit(world, i, SOLID_HIT, -vn)


@kernel
def meet_finger(world: World, i: int, h: float) -> float:
    """Add the contact of die i with the fingertip, a ball that rolls nowhere: how wide the gap between the two is."""
    clock = world.clock
    d = world.dice[i]
    dx, dy, dz = clock[FINGER_X] - d[X], clock[FINGER_Y] - d[Y], HALF - d[Z]
    # the ball's centre along the die's own axes, and the point of the die that is nearest to it
    px = py = pz = 0.0
    inside = True
    for k in range(3):
        along = d[R + k] * dx + d[R + 3 + k] * dy + d[R + 6 + k] * dz
        near = min(HALF, max(-HALF, along))
        if near != along:
            inside = False
        px += near * d[R + k]
        py += near * d[R + 3 + k]
        pz += near * d[R + 6 + k]
    if inside:
        return -FINGER_RADIUS
    nx, ny, nz = px - dx, py - dy, pz - dz
    distance = sqrt(nx * nx + ny * ny + nz * nz)
    gap = distance - FINGER_RADIUS
    vx, vy = clock[FINGER_VX], clock[FINGER_VY]
    closing = sqrt((d[VX] - vx) * (d[VX] - vx) + (d[VY] - vy) * (d[VY] - vy))
    if gap < TOUCHING + closing * h:
        scale = 1.0 / distance
        c = add_fixed(world, i, px, py, pz, nx * scale, ny * scale, nz * scale, vx, vy)
        c[P_MU] = FINGER_MU
        aim_fixed(d, c, gap, FINGER_BOUNCE, h)
    return gap
