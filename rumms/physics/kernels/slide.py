"""Dice that slide flat: friction at four feet, and when two of them could touch."""

from __future__ import annotations

from math import cos, sin, sqrt

from rumms.physics.kernels.cube import stand_up
from rumms.physics.kernels.rows import (
    CORNER,
    FLAT_STEP,
    FOOT,
    GRAVITY,
    HALF,
    INV_I,
    MU,
    N_SLIDING,
    REST,
    STATE,
    UP,
    VX,
    VY,
    WZ,
    YAW,
    Row,
    World,
    X,
    Y,
    kernel,
)

NEVER = 1.0e9
LOOK_AGAIN = 2.0 * FLAT_STEP
"""Seconds after which dice are looked at again that overlap a little, but not more and more."""


@kernel
def rub(d: Row, drop: float) -> tuple[float, float, float]:
    """Speed and spin after a step of friction that slows a sliding die by `drop` (mu g h).

    A quarter of the weight rests on each of four feet, and each foot is held back along its own slip: a die that spins
    slides further, and one that slides spins longer.
    """
    vx, vy, w = d[VX], d[VY], d[WZ]
    v2 = vx * vx + vy * vy
    rim = FOOT * w * 1.414
    if v2 + rim * rim <= drop * drop * 1.5:
        return 0.0, 0.0, 0.0
    if rim * rim < 1.0e-4 * v2:
        k = drop / sqrt(v2)
        f = 1.0 - k
        return vx * f, vy * f, (w * (1.0 - 0.5 * k * 60.0 * INV_I) if f > 0.0 else 0.0)
    c, s = cos(d[YAW]), sin(d[YAW])
    p, q = FOOT * (c - s), FOOT * (c + s)
    soft = 0.25 * drop * drop
    # the feet stand at (p, q), (-q, p), (-p, -q), (q, -p)
    ux, uy = vx - w * q, vy + w * p
    k = 1.0 / sqrt(ux * ux + uy * uy + soft)
    ux *= k
    uy *= k
    fx, fy = ux, uy
    torque = p * uy - q * ux
    ux, uy = vx - w * p, vy - w * q
    k = 1.0 / sqrt(ux * ux + uy * uy + soft)
    ux *= k
    uy *= k
    fx += ux
    fy += uy
    torque -= q * uy + p * ux
    ux, uy = vx + w * q, vy - w * p
    k = 1.0 / sqrt(ux * ux + uy * uy + soft)
    ux *= k
    uy *= k
    fx += ux
    fy += uy
    torque += q * ux - p * uy
    ux, uy = vx + w * p, vy + w * q
    k = 1.0 / sqrt(ux * ux + uy * uy + soft)
    ux *= k
    uy *= k
    fx += ux
    fy += uy
    torque += q * uy + p * ux
    k = 0.25 * drop
    return vx - fx * k, vy - fy * k, w - torque * k * INV_I


@kernel
def slide(world: World, h: float) -> None:
    """One step of the sliding dice, none of which can touch another in it."""
    kept = 0
    for m in range(world.counts[N_SLIDING]):
        i = world.sliding[m]
        d = world.dice[i]
        vx, vy, w = rub(d, d[MU] * GRAVITY * h)
        d[X] += 0.5 * h * (d[VX] + vx)
        d[Y] += 0.5 * h * (d[VY] + vy)
        d[YAW] += 0.5 * h * (d[WZ] + w)
        d[VX] = vx
        d[VY] = vy
        d[WZ] = w
        if vx == 0.0 and vy == 0.0 and w == 0.0:
            world.flags[i][STATE] = REST
            stand_up(d, world.flags[i][UP])
        else:
            world.sliding[kept] = i
            kept += 1
    world.counts[N_SLIDING] = kept


@kernel
def footprint_gap(a: Row, b: Row) -> tuple[float, float, float]:
    """The widest gap between two flat dice along their edges, seen from above, and the direction of it from a to b.

    Negative where they overlap.
    """
    dx, dy = b[X] - a[X], b[Y] - a[Y]
    c, s = cos(a[YAW]), sin(a[YAW])
    e, f = cos(b[YAW]), sin(b[YAW])
    along = dx * c + dy * s
    nx, ny = c, s
    p = dy * c - dx * s
    if abs(p) > abs(along):
        along = p
        nx, ny = -s, c
    p = dx * e + dy * f
    if abs(p) > abs(along):
        along = p
        nx, ny = e, f
    p = dy * e - dx * f
    if abs(p) > abs(along):
        along = p
        nx, ny = -f, e
    if along < 0.0:
        nx, ny = -nx, -ny
    return abs(along) - HALF * (1.0 + abs(c * e + s * f) + abs(c * f - s * e)), nx, ny


@kernel
def time_to_touch(a: Row, b: Row) -> float:
    """No earlier than this two flat dice can touch; negative if they do and close in.

    The gap between them closes at the speed of the two, corners included, which friction changes by 2 mu g at most.
    """
    gap, nx, ny = footprint_gap(a, b)
    speed = (a[VX] - b[VX]) * nx + (a[VY] - b[VY]) * ny + CORNER * (abs(a[WZ]) + abs(b[WZ]))
    if gap <= 0.0:
        return gap / speed if speed > 0.0 else LOOK_AGAIN
    slowing = GRAVITY * max(a[MU], b[MU])
    return (sqrt(speed * speed + 4.0 * slowing * gap) - speed) / (2.0 * slowing)
