"""Where two cubes touch: separating axes, then clipped faces or one point where two edges cross."""

from __future__ import annotations

from math import sqrt

from rumms.physics.kernels.rows import (
    ALONG_A,
    ALONG_B,
    BESIDE,
    CLIPPED,
    COSINES,
    EDGE,
    HALF,
    NORMAL,
    OUTLINE,
    POINTS,
    REACH,
    RIM,
    SPARE,
    R,
    Row,
    X,
    Y,
    Z,
    kernel,
)

APART = 1.0e9
EDGE_PREFERRED = 0.95
"""An edge against an edge is taken if it is shallower than the best face by so much ..."""
EDGE_SLOP = 0.02
"""... and by so many millimetres."""
FACE_SLOP = 1.0e-3
"""A face of the second cube is taken only if it shows a gap wider by so much, so that the choice does not flicker."""
PARALLEL = 0.9995
"""Edges with a larger cosine between them count as parallel."""


@kernel
def face_gap(a: Row, b: Row, w: Row) -> tuple[float, int]:
    """The widest gap along the normals of the faces, and the axis that shows it (0 to 2 of a, 3 to 5 of b).

    Negative where the cubes overlap along all of them. Leaves the cosines between the axes of the two in the scratch.
    """
    dx, dy, dz = b[X] - a[X], b[Y] - a[Y], b[Z] - a[Z]
    b0, b1, b2 = b[R], b[R + 1], b[R + 2]
    b3, b4, b5 = b[R + 3], b[R + 4], b[R + 5]
    b6, b7, b8 = b[R + 6], b[R + 7], b[R + 8]
    p0, p1, p2 = a[R], a[R + 3], a[R + 6]
    along = p0 * dx + p1 * dy + p2 * dz
    w[ALONG_A] = along
    v0 = p0 * b0 + p1 * b3 + p2 * b6
    v1 = p0 * b1 + p1 * b4 + p2 * b7
    v2 = p0 * b2 + p1 * b5 + p2 * b8
    w[0] = v0
    w[1] = v1
    w[2] = v2
    v0 = HALF * abs(v0)
    v1 = HALF * abs(v1)
    v2 = HALF * abs(v2)
    s0, s1, s2 = HALF + v0, HALF + v1, HALF + v2
    widest = abs(along) - HALF - v0 - v1 - v2
    axis = 0
    p0, p1, p2 = a[R + 1], a[R + 4], a[R + 7]
    along = p0 * dx + p1 * dy + p2 * dz
    w[ALONG_A + 1] = along
    v0 = p0 * b0 + p1 * b3 + p2 * b6
    v1 = p0 * b1 + p1 * b4 + p2 * b7
    v2 = p0 * b2 + p1 * b5 + p2 * b8
    w[3] = v0
    w[4] = v1
    w[5] = v2
    v0 = HALF * abs(v0)
    v1 = HALF * abs(v1)
    v2 = HALF * abs(v2)
    s0 += v0
    s1 += v1
    s2 += v2
    gap = abs(along) - HALF - v0 - v1 - v2
    if gap > widest:
        widest = gap
        axis = 1
    p0, p1, p2 = a[R + 2], a[R + 5], a[R + 8]
    along = p0 * dx + p1 * dy + p2 * dz
    w[ALONG_A + 2] = along
    v0 = p0 * b0 + p1 * b3 + p2 * b6
    v1 = p0 * b1 + p1 * b4 + p2 * b7
    v2 = p0 * b2 + p1 * b5 + p2 * b8
    w[6] = v0
    w[7] = v1
    w[8] = v2
    v0 = HALF * abs(v0)
    v1 = HALF * abs(v1)
    v2 = HALF * abs(v2)
    s0 += v0
    s1 += v1
    s2 += v2
    gap = abs(along) - HALF - v0 - v1 - v2
    if gap > widest:
        widest = gap
        axis = 2
    along = b0 * dx + b3 * dy + b6 * dz
    w[ALONG_B] = along
    if abs(along) - s0 > widest + FACE_SLOP:
        widest = abs(along) - s0
        axis = 3
    along = b1 * dx + b4 * dy + b7 * dz
    w[ALONG_B + 1] = along
    if abs(along) - s1 > widest + FACE_SLOP:
        widest = abs(along) - s1
        axis = 4
    along = b2 * dx + b5 * dy + b8 * dz
    w[ALONG_B + 2] = along
    if abs(along) - s2 > widest + FACE_SLOP:
        widest = abs(along) - s2
        axis = 5
    return widest, axis


@kernel
def edge_gap(w: Row) -> tuple[float, int, int]:
    """The widest gap along the cross products of edges, and the edges: of what `face_gap` left in the scratch."""
    widest = -APART
    of_a = -1
    of_b = -1
    for i in range(3):
        i1 = i + 1 if i < 2 else 0  # noqa: PLR2004  the next axis
        i2 = 3 - i - i1
        a1, a2 = w[ALONG_A + i1], w[ALONG_A + i2]
        r0, r1, r2 = w[3 * i], w[3 * i + 1], w[3 * i + 2]
        p0, p1, p2 = w[3 * i1], w[3 * i1 + 1], w[3 * i1 + 2]
        q0, q1, q2 = w[3 * i2], w[3 * i2 + 1], w[3 * i2 + 2]
        s0, s1, s2 = abs(r0), abs(r1), abs(r2)
        if s0 < PARALLEL:
            gap = (abs(a2 * p0 - a1 * q0) - HALF * (abs(p0) + abs(q0) + s1 + s2)) / sqrt(1.0 - r0 * r0)
            if gap > widest:
                widest = gap
                of_a = i
                of_b = 0
        if s1 < PARALLEL:
            gap = (abs(a2 * p1 - a1 * q1) - HALF * (abs(p1) + abs(q1) + s2 + s0)) / sqrt(1.0 - r1 * r1)
            if gap > widest:
                widest = gap
                of_a = i
                of_b = 1
        if s2 < PARALLEL:
            gap = (abs(a2 * p2 - a1 * q2) - HALF * (abs(p2) + abs(q2) + s0 + s1)) / sqrt(1.0 - r2 * r2)
            if gap > widest:
                widest = gap
                of_a = i
                of_b = 2
    return widest, of_a, of_b


@kernel
def meet(a: Row, b: Row, w: Row, skin: float) -> int:
    """How many contacts cube b has with cube a, those across a gap no wider than the skin included.

    Leaves them in the scratch: the normal from a to b, and each point with its depth, negative where there is a gap.
    """
    dx, dy, dz = b[X] - a[X], b[Y] - a[Y], b[Z] - a[Z]
    if dx * dx + dy * dy + dz * dz > REACH * REACH:
        return 0
    face, axis = face_gap(a, b, w)
    if face > skin:
        return 0
    edge, i, j = edge_gap(w)
    if edge > skin:
        return 0
    if edge > EDGE_PREFERRED * face + EDGE_SLOP and edge > face + EDGE_SLOP:
        crossing(a, b, w, i, j, edge)
        found = 1
    else:
        found = clipped(a, b, w, axis, skin)
    if abs(dz) > EDGE - RIM and abs(w[NORMAL + 2]) < BESIDE:
        return 0  # one is above the other: they do not meet side by side at the rim
    return found


@kernel
def crossing(a: Row, b: Row, w: Row, i: int, j: int, gap: float) -> None:
    """One contact: where edge i of a and edge j of b come closest."""
    p0, p1, p2 = a[R + i], a[R + 3 + i], a[R + 6 + i]
    q0, q1, q2 = b[R + j], b[R + 3 + j], b[R + 6 + j]
    nx, ny, nz = p1 * q2 - p2 * q1, p2 * q0 - p0 * q2, p0 * q1 - p1 * q0
    scale = 1.0 / sqrt(nx * nx + ny * ny + nz * nz)
    if nx * (b[X] - a[X]) + ny * (b[Y] - a[Y]) + nz * (b[Z] - a[Z]) < 0.0:
        scale = -scale
    nx *= scale
    ny *= scale
    nz *= scale
    ax, ay, az = a[X], a[Y], a[Z]
    bx, by, bz = b[X], b[Y], b[Z]
    for k in range(3):
        if k != i:
            s = HALF if a[R + k] * nx + a[R + 3 + k] * ny + a[R + 6 + k] * nz > 0.0 else -HALF
            ax += s * a[R + k]
            ay += s * a[R + 3 + k]
            az += s * a[R + 6 + k]
        if k != j:
            s = -HALF if b[R + k] * nx + b[R + 3 + k] * ny + b[R + 6 + k] * nz > 0.0 else HALF
            bx += s * b[R + k]
            by += s * b[R + 3 + k]
            bz += s * b[R + 6 + k]
    ex, ey, ez = bx - ax, by - ay, bz - az
    cosine = w[COSINES + 3 * i + j]
    on_p = p0 * ex + p1 * ey + p2 * ez
    on_q = q0 * ex + q1 * ey + q2 * ez
    scale = 1.0 / (1.0 - cosine * cosine)
    s = (on_p - cosine * on_q) * scale
    t = (cosine * on_p - on_q) * scale
    w[NORMAL] = nx
    w[NORMAL + 1] = ny
    w[NORMAL + 2] = nz
    w[POINTS] = (ax + s * p0 + bx + t * q0) * 0.5
    w[POINTS + 1] = (ay + s * p1 + by + t * q1) * 0.5
    w[POINTS + 2] = (az + s * p2 + bz + t * q2) * 0.5
    w[POINTS + 3] = -gap


@kernel
def clipped(a: Row, b: Row, w: Row, axis: int, skin: float) -> int:
    """The contacts of a face with what lies under it of the other cube's face: at most four."""
    if axis < 3:  # noqa: PLR2004  a face of a
        ref, other, sign = a, b, 1.0
        k = axis
        s = 1.0 if w[ALONG_A + k] > 0.0 else -1.0
    else:
        ref, other, sign = b, a, -1.0
        k = axis - 3
        s = -1.0 if w[ALONG_B + k] > 0.0 else 1.0
    nx, ny, nz = s * ref[R + k], s * ref[R + 3 + k], s * ref[R + 6 + k]
    k1 = k + 1 if k < 2 else 0  # noqa: PLR2004  the next axis
    k2 = 3 - k - k1
    outline(ref, other, w, k1, k2, nx, ny, nz)
    start, corners = clip(w)
    found = thin_out(w, start, corners, skin)
    for m in range(found):
        o = start + 3 * m
        u, v, depth = w[o], w[o + 1], w[o + 2]
        up = HALF - 0.5 * depth
        o = POINTS + 4 * m
        w[o] = ref[X] + u * ref[R + k1] + v * ref[R + k2] + up * nx
        w[o + 1] = ref[Y] + u * ref[R + 3 + k1] + v * ref[R + 3 + k2] + up * ny
        w[o + 2] = ref[Z] + u * ref[R + 6 + k1] + v * ref[R + 6 + k2] + up * nz
        w[o + 3] = depth
    w[NORMAL] = sign * nx
    w[NORMAL + 1] = sign * ny
    w[NORMAL + 2] = sign * nz
    return found


@kernel
def thin_out(w: Row, start: int, corners: int, skin: float) -> int:
    """Keep the corners of an outline that touch, and of more than four those that lie farthest out: how many are left.

    Which ones those are hardly changes from step to step, so what lies on a face does not rock.
    """
    kept = 0
    for m in range(corners):
        o = start + 3 * m
        if w[o + 2] > -skin:
            copy(w, o, start + 3 * kept)
            kept += 1
    if kept <= 4:  # noqa: PLR2004  four points hold a face
        return kept
    for side in range(4):
        su = 1.0 if side < 2 else -1.0  # noqa: PLR2004  two corners on either side
        sv = 1.0 if side in (0, 3) else -1.0
        farthest = -APART
        chosen = 0
        for m in range(kept):
            o = start + 3 * m
            out = su * w[o] + sv * w[o + 1]
            if out > farthest:
                farthest = out
                chosen = o
        copy(w, chosen, SPARE + 3 * side)
    for side in range(4):
        copy(w, SPARE + 3 * side, start + 3 * side)
    return 4


@kernel
def copy(w: Row, source: int, target: int) -> None:
    """Copy a corner within the scratch."""
    w[target] = w[source]
    w[target + 1] = w[source + 1]
    w[target + 2] = w[source + 2]


@kernel
def outline(ref: Row, other: Row, w: Row, k1: int, k2: int, nx: float, ny: float, nz: float) -> None:
    """The corners of the other cube's face that looks towards the normal: along k1 and k2, and how deep they are."""
    j = 0
    steepest = 0.0
    for m in range(3):
        v = nx * other[R + m] + ny * other[R + 3 + m] + nz * other[R + 6 + m]
        if m == 0 or abs(v) > abs(steepest):
            j = m
            steepest = v
    s = -HALF if steepest > 0.0 else HALF
    j1 = j + 1 if j < 2 else 0  # noqa: PLR2004  the next axis
    j2 = 3 - j - j1
    cx = other[X] + s * other[R + j] - ref[X]
    cy = other[Y] + s * other[R + 3 + j] - ref[Y]
    cz = other[Z] + s * other[R + 6 + j] - ref[Z]
    for m in range(4):
        m1 = HALF if m in (1, 2) else -HALF
        m2 = HALF if m > 1 else -HALF
        x = cx + m1 * other[R + j1] + m2 * other[R + j2]
        y = cy + m1 * other[R + 3 + j1] + m2 * other[R + 3 + j2]
        z = cz + m1 * other[R + 6 + j1] + m2 * other[R + 6 + j2]
        o = OUTLINE + 3 * m
        w[o] = x * ref[R + k1] + y * ref[R + 3 + k1] + z * ref[R + 6 + k1]
        w[o + 1] = x * ref[R + k2] + y * ref[R + 3 + k2] + z * ref[R + 6 + k2]
        w[o + 2] = HALF - (x * nx + y * ny + z * nz)


@kernel
def clip(w: Row) -> tuple[int, int]:
    """Cut the outline at the four sides of the reference face: where in the scratch it is then, and its corners."""
    source, target = OUTLINE, CLIPPED
    corners = 4
    for side in range(4):
        axis = side >> 1
        sign = 1.0 if side & 1 == 0 else -1.0
        if corners == 0:
            break
        p = source + 3 * (corners - 1)
        dp = HALF - sign * w[p + axis]
        kept = 0
        for m in range(corners):
            v = source + 3 * m
            dv = HALF - sign * w[v + axis]
            if (dp >= 0.0) != (dv >= 0.0):
                f = dp / (dp - dv)
                o = target + 3 * kept
                kept += 1
                w[o] = w[p] + f * (w[v] - w[p])
                w[o + 1] = w[p + 1] + f * (w[v + 1] - w[p + 1])
                w[o + 2] = w[p + 2] + f * (w[v + 2] - w[p + 2])
            if dv >= 0.0:
                o = target + 3 * kept
                kept += 1
                w[o] = w[v]
                w[o + 1] = w[v + 1]
                w[o + 2] = w[v + 2]
            p = v
            dp = dv
        corners = kept
        o = source
        source = target
        target = o
    return source, corners
