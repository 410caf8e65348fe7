"""The strike of a finger: a short pulse on a die that stands on a springy mat."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from rumms.physics.kernels.contact import gap_to_solids
from rumms.physics.kernels.cube import move
from rumms.physics.kernels.rows import (
    DASHPOT,
    EDGE,
    FLAT_REACH,
    GONE,
    GRAVITY,
    HALF,
    INV_I,
    MU,
    N_FREE,
    PULSE,
    PULSE_AFTER,
    PULSE_AT,
    PULSE_STEPS,
    PULSE_STEPS_NEAR,
    PULSE_SUM,
    PULSE_VX,
    PULSE_VY,
    PULSE_VZ,
    PULSE_WX,
    PULSE_WY,
    PULSE_WZ,
    PULSES,
    REACH,
    RIGID,
    SPRING,
    SPRING_RADIUS,
    STACKS,
    STATE,
    STRUCK,
    UP_X,
    UP_Y,
    UP_Z,
    VX,
    VY,
    VZ,
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
from rumms.physics.kernels.states import add_close, make_free, wake_stack


@kernel
def strike(
    world: World, i: int, speed: float, height: float, offset: float, aim: float, stray: float, elevation: float
) -> None:
    """Begin to strike die i: an impulse in some direction, at a point of the die's side that faces the finger."""
    clock = world.clock
    d = world.dice[i]
    flat = cos(elevation)
    jx = speed * cos(aim + stray) * flat
    jy = speed * sin(aim + stray) * flat
    jz = speed * sin(elevation)
    c, s = cos(aim), sin(aim)
    rx, ry, rz = -c * HALF - s * offset, -s * HALF + c * offset, (height - 0.5) * EDGE
    clock[PULSE_VX] = jx
    clock[PULSE_VY] = jy
    clock[PULSE_VZ] = jz
    clock[PULSE_WX] = (ry * jz - rz * jy) * INV_I
    clock[PULSE_WY] = (rz * jx - rx * jz) * INV_I
    clock[PULSE_WZ] = (rx * jy - ry * jx) * INV_I
    make_free(world, i)
    if world.counts[STACKS] > 0:
        wake_stack(world, world.counts[N_FREE] - 1)
    reach = REACH + speed * (PULSE + 0.001)
    rigid = world.counts[N_FREE] > 1 or gap_to_solids(world, d[X], d[Y]) < reach
    close = FLAT_REACH + speed * PULSE
    for m in range(world.counts[N_FREE]):
        k = world.free[m]
        for j in range(len(world.dice)):
            if j != k and world.flags[j][STATE] < GONE:
                dx, dy = world.dice[j][X] - world.dice[k][X], world.dice[j][Y] - world.dice[k][Y]
                away = dx * dx + dy * dy
                if away < close * close:
                    rigid = True
                if away < reach * reach:
                    add_close(world, k, j, 0.0)
    steps = PULSE_STEPS
    if rigid:
        steps = max(PULSE_STEPS_NEAR, int(speed * PULSE))
    total = 0.0
    for k in range(steps):
        total += sin(pi * (k + 0.5) / steps)
    clock[PULSE_SUM] = total
    world.counts[STRUCK] = i
    world.counts[RIGID] = 1 if rigid else 0
    world.counts[PULSES] = steps
    world.counts[PULSE_AT] = 0


@kernel
def pulse(world: World) -> float:
    """Give the struck die the next part of the impulse; how long this part takes."""
    count, clock = world.counts, world.clock
    k, steps = count[PULSE_AT], count[PULSES]
    h = PULSE / steps
    count[PULSE_AT] = k + 1
    d = world.dice[count[STRUCK]]
    f = sin(pi * (k + 0.5) / steps) / clock[PULSE_SUM]
    d[VX] += clock[PULSE_VX] * f
    d[VY] += clock[PULSE_VY] * f
    d[VZ] += clock[PULSE_VZ] * f
    d[WX] += clock[PULSE_WX] * f
    d[WY] += clock[PULSE_WY] * f
    d[WZ] += clock[PULSE_WZ] * f
    # it comes in the middle of the step
    d[X] -= 0.5 * h * clock[PULSE_VX] * f
    d[Y] -= 0.5 * h * clock[PULSE_VY] * f
    return h


@kernel
def spring_through(world: World) -> float:
    """The whole strike of a die with none near, on a springy mat, until a moment after it; how long that takes."""
    d = world.dice[world.counts[STRUCK]]
    h = PULSE / world.counts[PULSES]
    while world.counts[PULSE_AT] < world.counts[PULSES]:
        h = pulse(world)
        spring(d, h)
    for _ in range(PULSE_AFTER):
        spring(d, h)
    return h * (PULSE_STEPS + PULSE_AFTER)


@kernel
def spring(d: Row, h: float) -> None:
    """One step of a die on a springy mat: each of its lower corners is a spring with a dashpot, and rubs."""
    arm = HALF - SPRING_RADIUS
    u0, u1, u2 = d[UP_X], d[UP_Y], d[UP_Z]
    ax, ay, az = 0.0, 0.0, -GRAVITY * h
    bx, by, bz = 0.0, 0.0, 0.0
    vx, vy, vz = d[VX], d[VY], d[VZ]
    wx, wy, wz = d[WX], d[WY], d[WZ]
    for m in range(8):
        sx = -arm if m < 4 else arm  # noqa: PLR2004  half of the eight corners
        sy = -arm if m & 2 == 0 else arm
        sz = -arm if m & 1 == 0 else arm
        pz = sx * u0 + sy * u1 + sz * u2
        if pz >= 0.0:
            continue
        pz -= SPRING_RADIUS
        deep = d[Z] + pz
        if deep < 0.0:
            px = d[R] * sx + d[R + 1] * sy + d[R + 2] * sz
            py = d[R + 3] * sx + d[R + 4] * sy + d[R + 5] * sz
            force = -SPRING * deep - DASHPOT * (vz + wx * py - wy * px)
            if force > 0.0:
                ux = vx + wy * pz - wz * py
                uy = vy + wz * px - wx * pz
                force *= h
                q = min(0.2, d[MU] * force / (sqrt(ux * ux + uy * uy) + 1.0e-9))
                fx, fy = -q * ux, -q * uy
                ax += fx
                ay += fy
                az += force
                bx += py * force - pz * fy
                by += pz * fx - px * force
                bz += px * fy - py * fx
    d[X] -= 0.5 * h * ax
    d[Y] -= 0.5 * h * ay
    d[VX] += ax
    d[VY] += ay
    d[VZ] += az
    d[WX] += bx * INV_I
    d[WY] += by * INV_I
    d[WZ] += bz * INV_I
    move(d, h)
