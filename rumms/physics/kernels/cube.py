"""One rigid cube: how it is turned, how it moves freely, and how it comes to lie flat."""

from __future__ import annotations

from math import atan2, cos, sin, sqrt, tan

from rumms.physics.kernels.rows import (
    FROM_TOP,
    QW,
    QX,
    QY,
    QZ,
    UP,
    UP_X,
    UP_Y,
    UP_Z,
    VX,
    VY,
    VZ,
    WX,
    WY,
    WZ,
    YAW,
    R,
    Row,
    X,
    Y,
    Z,
    kernel,
)


@kernel
def set_matrix(d: Row) -> None:
    """Make the quaternion a unit again, and the matrix follow it."""
    w, x, y = d[QW], d[QX], d[QY]
    z = d[QZ]
    n = 1.0 / sqrt(w * w + x * x + y * y + z * z)
    w *= n
    x *= n
    y *= n
    z *= n
    d[QW] = w
    d[QX] = x
    d[QY] = y
    d[QZ] = z
    x2, y2, z2 = x + x, y + y, z + z
    xx, yy, zz = x * x2, y * y2, z * z2
    xy, xz, yz = x * y2, x * z2, y * z2
    wx, wy, wz = w * x2, w * y2, w * z2
    d[R] = 1.0 - yy - zz
    d[R + 1] = xy - wz
    d[R + 2] = xz + wy
    d[R + 3] = xy + wz
    d[R + 4] = 1.0 - xx - zz
    d[R + 5] = yz - wx
    d[R + 6] = xz - wy
    d[R + 7] = yz + wx
    d[R + 8] = 1.0 - xx - yy


@kernel
def stand_up(d: Row, up: int) -> None:
    """Give a flat die the rotation that its upper face and its yaw say."""
    turn = FROM_TOP[up]
    a, b, c = turn[0], turn[1], turn[2]
    k = 0.5 * d[YAW]
    cw, sw = cos(k), sin(k)
    d[QW] = cw * a
    d[QX] = cw * b - sw * c
    d[QY] = cw * c + sw * b
    d[QZ] = sw * a
    set_matrix(d)


@kernel
def upper_face(d: Row) -> tuple[int, float]:
    """The face that points upwards most, and how much."""
    x, y, z = abs(d[UP_X]), abs(d[UP_Y]), abs(d[UP_Z])
    if z >= x and z >= y:
        return (4 if d[UP_Z] > 0.0 else 5), z
    if x >= y:
        return (0 if d[UP_X] > 0.0 else 1), x
    return (2 if d[UP_Y] > 0.0 else 3), y


@kernel
def lay_down(d: Row, flags: list[int]) -> None:
    """Turn a die that lies nearly flat onto its face; it keeps its yaw and what it does in the plane."""
    up, _ = upper_face(d)
    flags[UP] = up
    d[YAW] = atan2(-d[R + 1], d[R + 4]) if up < 2 else atan2(d[R + 3], d[R])  # noqa: PLR2004  front or rear
    d[VZ] = 0.0
    d[WX] = 0.0
    d[WY] = 0.0
    stand_up(d, up)


@kernel
def move(d: Row, h: float) -> None:
    """Fly on for a step: straight, and turning exactly about an axis that stays as it is."""
    d[X] += d[VX] * h
    d[Y] += d[VY] * h
    d[Z] += d[VZ] * h
    k = 0.5 * h
    p, q, r = d[WX] * k, d[WY] * k, d[WZ] * k
    half_turn = p * p + q * q + r * r
    if half_turn > 0.0025:  # noqa: PLR2004  below, the tangent is its argument
        half_turn = sqrt(half_turn)
        k = tan(half_turn) / half_turn
        p *= k
        q *= k
        r *= k
    w, x, y = d[QW], d[QX], d[QY]
    z = d[QZ]
    d[QW] = w - p * x - q * y - r * z
    d[QX] = x + p * w + q * z - r * y
    d[QY] = y + q * w + r * x - p * z
    d[QZ] = z + r * w + p * y - q * x
    set_matrix(d)
