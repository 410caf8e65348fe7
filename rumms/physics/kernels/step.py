"""One step after the other, until all dice rest: who is near whom, how long a step may be, and the step itself."""

from __future__ import annotations

from math import sqrt

from rumms.physics.kernels.boxes import face_gap, meet
from rumms.physics.kernels.contact import (
    closing_speed,
    gap_to_solids,
    keep,
    log_hit,
    meet_die,
    meet_finger,
    meet_mat,
    meet_solids,
    parting_speed,
    push_as_before,
    solve_fixed,
    solve_mat,
    solve_pairs,
    take_no_more,
)
from rumms.physics.kernels.cube import move, stand_up, upper_face
from rumms.physics.kernels.rows import (
    ALONG_A,
    ALONG_B,
    ASKED,
    BESIDE,
    CALM,
    CALM_SPEED,
    CALM_SPIN,
    DAMPED_SPEED,
    DAMPED_SPIN,
    DAMPING,
    EDGE,
    END,
    EXACT,
    EXACT_GAP,
    EXACT_PART,
    EXACT_WAY,
    FAR_STEP,
    FINGER,
    FINGER_LIFT,
    FINGER_RADIUS,
    FINGER_VX,
    FINGER_VY,
    FINGER_X,
    FINGER_Y,
    FLAT_REACH,
    FLAT_STEP,
    FRAME,
    FREE,
    GONE,
    GRAVITY,
    GRIP,
    GROUNDED,
    HALF_DIAGONAL,
    IMPACTS,
    LAST_STEP,
    LEVEL_UP,
    LIFTED,
    MOST_STEPS,
    N_CLOSE,
    N_FIXED,
    N_FREE,
    N_KEPT,
    N_MAT,
    N_PAIRS,
    N_SLIDING,
    NEAR_SOLIDS,
    NEAR_WAY,
    NZ,
    PATIENCE,
    POINTS,
    PULSE_AT,
    PULSES,
    PUSHED,
    QUIET,
    QUIET_SPEED,
    QUIET_SPIN,
    REACH,
    RIGID,
    SHORTEST_SLIDE,
    SHORTEST_STEP,
    SHORTEST_TURN,
    SKIN,
    SLIDE,
    SLIDING_SAFE,
    SLIDING_WAY,
    SLOW,
    STACKS,
    STATE,
    STEP,
    STEPS_LEFT,
    STUCK,
    TIME,
    TOUCHED_AT,
    TOUCHED_FOR,
    TOUCHING,
    TURN,
    UP,
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
from rumms.physics.kernels.slide import NEVER, slide, time_to_touch
from rumms.physics.kernels.states import (
    add_close,
    awaken,
    come_down,
    look_below,
    make_free,
    settle,
    stop,
    take_out,
    without,
)
from rumms.physics.kernels.strike import pulse, spring_through

ROUNDS_ALONE = 3
"""Rounds of impulses where only the mat is touched."""
ROUNDS_TOGETHER = 6
"""Rounds where dice touch each other; twice as many where they touch something that stands fast."""
MOST_ROUNDS = 12
"""Rounds in heaps ..."""
MOST_ROUNDS_HIGH = 30
"""... and in high towers: with fewer, what is on top sways for ever."""
HIGH = 3.0 * EDGE
"""Millimetres: a free die above this is on top of a high tower."""
MARGIN = 3.0
"""Millimetres added to every reach."""
CAUTION = 0.7
"""Of the time until dice may touch, this part is gone before one looks around again: speeds change meanwhile."""
CAUTIOUS = 2.0
"""Dice that may touch within so many times as long are kept in mind."""
AHEAD = 16.0
"""Steps that a look around should be good for."""

DONE, ASK_SOLIDS, TAKE_FRAME = 0, 1, 2
"""Why `advance` returns."""


@kernel
def speed_of(d: Row) -> float:
    """How fast a die moves over the mat."""
    return sqrt(d[VX] * d[VX] + d[VY] * d[VY])


@kernel
def step_free(world: World, h: float) -> None:
    """One step of all free dice: gravity, contacts, impulses, motion (by the trapezoid rule in the plane)."""
    dice, flags, free = world.dice, world.flags, world.free
    counts = world.counts
    counts[N_MAT] = 0
    counts[N_PAIRS] = 0
    counts[N_FIXED] = 0
    counts[IMPACTS] = 0
    world.clock[STEP] = h
    half = 0.5 * h
    fall = GRAVITY * h
    for m in range(counts[N_FREE]):
        i = free[m]
        d = dice[i]
        d[X] += half * d[VX]
        d[Y] += half * d[VY]
        d[VZ] -= fall
        meet_mat(world, i, h)
    if counts[FINGER] >= 0:
        touch(world, h)
    if counts[N_CLOSE] > 0:
        meet_dice(world, h)
    if counts[ASKED] > 0:
        meet_solids(world, h)
        counts[ASKED] = 0
    solve(world)
    tired = max(1.0, world.clock[TIME] - PATIENCE + 1.0)
    for m in range(counts[N_FREE]):
        i = free[m]
        d = dice[i]
        d[X] -= half * d[VX]
        d[Y] -= half * d[VY]
        move(d, h)
        watch(d, flags[i][GROUNDED], h, tired)
    if counts[N_PAIRS] > 0 and counts[IMPACTS] == 0:
        keep(world)
        world.clock[LAST_STEP] = h
    else:
        counts[N_KEPT] = 0


@kernel
def rounds_in_stack(world: World) -> int:
    """How many rounds of impulses bring the weight of the top of a stack down to the mat."""
    n = world.counts[N_FREE]
    rounds = n * n * n // 8
    if rounds <= MOST_ROUNDS:
        return rounds
    for m in range(n):
        if world.dice[world.free[m]][Z] > HIGH:
            return min(rounds, MOST_ROUNDS_HIGH)
    return MOST_ROUNDS


@kernel
def solve(world: World) -> None:
    """Find the impulses of all contacts."""
    counts = world.counts
    if counts[N_KEPT] > 0:
        push_as_before(world)
    if counts[N_PAIRS] + counts[N_FIXED] == 0:
        if counts[N_MAT] > 0:
            solve_mat(world, ROUNDS_ALONE)
        return
    rounds = ROUNDS_TOGETHER
    if counts[N_FIXED] > 0:
        rounds = 2 * ROUNDS_TOGETHER
    elif counts[STACKS] > 0:
        rounds = max(rounds, rounds_in_stack(world))
    for _ in range(rounds):
        solve_pairs(world)
        if counts[N_FIXED] > 0:
            solve_fixed(world)
        solve_mat(world, 1)
    if counts[N_PAIRS] == 0 and counts[FINGER] < 0:
        take_no_more(world)


@kernel
def watch(d: Row, grounded: int, h: float, tired: float) -> None:
    """Keep account of how long a free die has been lying quietly, and been calm: more often the longer it takes."""
    spin = abs(d[WX]) + abs(d[WY])
    if spin > DAMPED_SPIN:
        d[QUIET] = 0.0
        d[CALM] = 0.0
        return
    quiet = 0.0
    calm = 0.0
    _, steep = upper_face(d)
    if steep > LEVEL_UP and grounded == 1:
        d[GRIP] = 1.0
        if spin < QUIET_SPIN and -QUIET_SPEED < d[VZ] < QUIET_SPEED:
            quiet = d[QUIET] + h
    speed = abs(d[VX]) + abs(d[VY]) + abs(d[VZ])
    spin += abs(d[WZ])
    if speed < CALM_SPEED * tired and spin < CALM_SPIN * tired:
        calm = d[CALM] + h
    if steep > LEVEL_UP and speed < DAMPED_SPEED and spin < DAMPED_SPIN:
        damp(d, 1.0 - DAMPING * h)
    d[QUIET] = quiet
    d[CALM] = calm


@kernel
def damp(d: Row, kept: float) -> None:
    """Slow a die down that hardly moves: what trembles comes to rest."""
    d[VX] *= kept
    d[VY] *= kept
    d[VZ] *= kept
    d[WX] *= kept
    d[WY] *= kept
    d[WZ] *= kept


@kernel
def meet_dice(world: World, h: float) -> None:
    """Find the contacts of free dice with each other and with flat ones, which become free by that."""
    dice, flags, counts = world.dice, world.flags, world.counts
    m = 0
    while m < counts[N_CLOSE]:
        i, j = world.close[m][0], world.close[m][1]
        m += 1
        state = flags[j][STATE]
        if flags[i][STATE] != FREE or state >= GONE:
            continue
        d, o = dice[i], dice[j]
        if state == SLIDE:
            stand_up(o, flags[j][UP])
        first = counts[N_PAIRS]
        if meet_die(world, i, j, h) == 0:
            continue
        if state < FREE:
            log_hit(world, i, float(j), 0.0)
            awake = counts[N_FREE]
            awaken(world, j, h)
            add_neighbours(world, awake, i)
            counts[STEPS_LEFT] = 0
        else:
            c = world.pairs[first]
            if abs(c[NZ]) >= BESIDE or c[WANTED] > 0.0:
                d[QUIET] = 0.0
                o[QUIET] = 0.0
    if counts[IMPACTS] > 0:
        counts[STEPS_LEFT] = 0


@kernel
def add_neighbours(world: World, awake: int, waker: int) -> None:
    """Note what is close to the dice that have just become free, from that place in the list on."""
    for k in range(awake, world.counts[N_FREE]):
        i = world.free[k]
        d = world.dice[i]
        for j, o in enumerate(world.dice):
            dx, dy, dz = o[X] - d[X], o[Y] - d[Y], o[Z] - d[Z]
            if dx * dx + dy * dy + dz * dz < REACH * REACH and j not in (waker, i) and world.flags[j][STATE] < GONE:
                add_close(world, i, j, 0.0)


@kernel
def touch(world: World, h: float) -> None:
    """Let the fingertip push what it touches, and note whom, since when, for how long and how far."""
    clock = world.clock
    for j in range(len(world.dice)):
        state = world.flags[j][STATE]
        if state >= GONE:
            continue
        d = world.dice[j]
        dx, dy = d[X] - clock[FINGER_X], d[Y] - clock[FINGER_Y]
        if dx * dx + dy * dy > (HALF_DIAGONAL + FINGER_RADIUS + MARGIN) * (HALF_DIAGONAL + FINGER_RADIUS + MARGIN):
            continue
        if state == SLIDE:
            stand_up(d, world.flags[j][UP])
        contacts = world.counts[N_FIXED]
        gap = meet_finger(world, j, h)
        touches = gap <= TOUCHING
        if world.counts[N_FIXED] > contacts:
            touches = touches or gap + closing_speed(d, world.fixed[contacts]) * h < 0.0
            if state < FREE:
                if touches:
                    awaken(world, j, h)
                else:
                    world.counts[N_FIXED] = contacts
        if touches:
            if d[TOUCHED_AT] < 0.0:
                d[TOUCHED_AT] = clock[TIME]
                clock[LIFTED] = min(clock[LIFTED], clock[TIME] + FINGER_LIFT)
            d[TOUCHED_FOR] += h
            d[PUSHED] += h * speed_of(d)


@kernel
def move_finger(world: World) -> None:
    """Bring the fingertip to where it is now; lift it at the end of its path or a moment after its first touch."""
    clock, counts = world.clock, world.counts
    k = counts[FINGER]
    now = clock[TIME]
    while k + 1 < len(world.path) and world.path[k + 1][0] <= now:
        k += 1
    if k + 1 >= len(world.path) or now >= clock[LIFTED]:
        counts[FINGER] = -1
        return
    counts[FINGER] = k
    a, b = world.path[k], world.path[k + 1]
    pace = 1.0 / (b[0] - a[0])
    clock[FINGER_VX] = (b[1] - a[1]) * pace
    clock[FINGER_VY] = (b[2] - a[2]) * pace
    clock[FINGER_X] = a[1] + clock[FINGER_VX] * (now - a[0])
    clock[FINGER_Y] = a[2] + clock[FINGER_VY] * (now - a[0])


@kernel
def look_around_free(world: World) -> tuple[float, float]:
    """List the dice that are close to free ones: when the first two may touch, and until when all others cannot."""
    dice, flags, counts = world.dice, world.flags, world.counts
    counts[N_CLOSE] = 0
    safe = NEVER
    step = NEVER
    ahead = MOST_STEPS * world.clock[FAR_STEP]
    fastest = 1.0
    for m in range(counts[N_FREE]):
        fastest = max(fastest, speed_of(dice[world.free[m]]))
    for m in range(counts[N_SLIDING]):
        fastest = max(fastest, speed_of(dice[world.sliding[m]]))
    near = fastest * world.clock[FAR_STEP] if counts[EXACT] > 0 else 0.0
    for m in range(counts[N_FREE]):
        i = world.free[m]
        d = dice[i]
        x, y = d[X], d[Y]
        reach = REACH + ahead * speed_of(d) + MARGIN
        left, right = x - reach, x + reach
        for j, o in enumerate(dice):
            if not left < o[X] < right:
                continue
            dx, dy = o[X] - x, o[Y] - y
            away = dx * dx + dy * dy
            if away < reach * reach and j != i and flags[j][STATE] < GONE:
                gap = sqrt(away) - REACH
                if gap > near:
                    safe = min(safe, gap / fastest)
                elif i < j or flags[j][STATE] != FREE:
                    step = min(step, step_near(world, i, j))
    return safe, step


@kernel
def forget_later(world: World, time: float) -> None:
    """Of the dice that are close, keep those in mind that may touch before this time."""
    kept = 0
    for m in range(world.counts[N_CLOSE]):
        if world.close_at[m] <= time:
            world.close[kept][0] = world.close[m][0]
            world.close[kept][1] = world.close[m][1]
            kept += 1
    world.counts[N_CLOSE] = kept


@kernel
def step_near(world: World, i: int, j: int) -> float:
    """Note when two close dice may touch: for how long they can go on until just before that, or through it.

    Along the normal of a face with the widest gap between them: that gap by the speed at which it closes at most. If
    that could be soon, the points that would touch are looked at themselves.
    """
    a, b = world.dice[i], world.dice[j]
    if world.flags[j][STATE] == SLIDE:
        stand_up(b, world.flags[j][UP])
    w = world.scratch
    gap, axis = face_gap(a, b, w)
    ux, uy, uz = a[VX] - b[VX], a[VY] - b[VY], a[VZ] - b[VZ]
    if axis < 3:  # noqa: PLR2004  a face of a
        closing = ux * a[R + axis] + uy * a[R + 3 + axis] + uz * a[R + 6 + axis]
        if w[ALONG_A + axis] < 0.0:
            closing = -closing
    else:
        axis -= 3
        closing = ux * b[R + axis] + uy * b[R + 3 + axis] + uz * b[R + 6 + axis]
        if w[ALONG_B + axis] < 0.0:
            closing = -closing
    turning = HALF_DIAGONAL * (abs(a[WX]) + abs(a[WY]) + abs(a[WZ]) + abs(b[WX]) + abs(b[WY]) + abs(b[WZ]))
    closing += turning
    if gap < TOUCHING:
        add_close(world, i, j, 0.0)
    elif closing > 0.0:
        add_close(world, i, j, gap / closing)
    far = world.clock[FAR_STEP]
    if closing <= SLOW or gap > closing * far:
        return gap / closing if gap > TOUCHING and closing > 0.0 else NEVER
    step = until_impact(world, a, b, SKIN + far * (sqrt(ux * ux + uy * uy + uz * uz) + turning))
    if step >= NEVER and world.counts[EXACT] > 0:
        # No points face each other yet, but they may before the gap is closed.
        return max(gap, EXACT_WAY) / closing
    return step


@kernel
def until_impact(world: World, a: Row, b: Row, skin: float) -> float:
    """How long a step may be before the first point of two dice touches, or if that is near, through the impact."""
    w = world.scratch
    way = world.clock[NEAR_WAY]
    if world.counts[STACKS] > 0:
        way *= 0.5
    exact = world.counts[EXACT] > 0
    time = NEVER
    for m in range(meet(a, b, w, skin)):
        o = POINTS + 4 * m
        speed = -parting_speed(a, b, w, o)
        if speed > SLOW:
            gap = -w[o + 3]
            time = min(time, (through(gap) if exact else past(gap, way)) / speed)
    return max(time, SHORTEST_STEP)


@kernel
def past(gap: float, way: float) -> float:
    """How far two points that close in may move: near to each other, or so far that they meet in that step."""
    return gap - 0.5 * way if gap > way else max(gap, 0.0) + way


@kernel
def through(gap: float) -> float:
    """As above, but if they meet, then in the middle of the step."""
    if gap > EXACT_WAY:
        return min(gap - 0.5 * EXACT_WAY, EXACT_PART * gap)
    return 2.0 * gap if gap > EXACT_GAP else EXACT_WAY


@kernel
def look_around_sliding(world: World) -> float:
    """No sliding die can touch a flat one before this much time is over."""
    safe = NEVER
    for m in range(world.counts[N_SLIDING]):
        i = world.sliding[m]
        d = world.dice[i]
        x, y, z = d[X], d[Y], d[Z]
        v = speed_of(d)
        reach = FLAT_REACH + AHEAD * v * FLAT_STEP + MARGIN
        left, right = x - reach, x + reach
        for j, o in enumerate(world.dice):
            if not left < o[X] < right:
                continue
            dx, dy = o[X] - x, o[Y] - y
            away = dx * dx + dy * dy
            if away < reach * reach and j != i and world.flags[j][STATE] < FREE and o[Z] - z < EDGE - 1.0:
                t = 0.5 * (sqrt(away) - FLAT_REACH) / (v + 1.0)
                if t < FLAT_STEP:
                    t = time_to_touch(d, o)
                safe = min(safe, t)
    return safe


@kernel
def free_those_that_may_touch(world: World, h: float) -> bool:
    """Free the sliding dice that could touch a flat one within a step; whether there were any."""
    found = False
    m = 0
    while m < world.counts[N_SLIDING]:
        i = world.sliding[m]
        d = world.dice[i]
        touches = False
        for j, o in enumerate(world.dice):
            dx, dy = o[X] - d[X], o[Y] - d[Y]
            if (
                dx * dx + dy * dy < (FLAT_REACH + MARGIN) * (FLAT_REACH + MARGIN)
                and j != i
                and world.flags[j][STATE] < FREE
                and o[Z] - d[Z] < EDGE - 1.0
                and time_to_touch(d, o) < h
            ):
                touches = True
        if touches:
            make_free(world, i)
            found = True
        else:
            m += 1
    return found


@kernel
def plan(world: World) -> None:
    """Choose the next step, and how many of it can be made before one looks around again."""
    counts, clock = world.counts, world.clock
    look_below(world)
    if len(world.boxes) > 0:
        free_near_solids(world)
    sliding_safe = plan_sliding(world)
    h, steps = FLAT_STEP, 2 * MOST_STEPS
    if counts[N_FREE] > 0:
        h, steps = plan_free(world)
    if sliding_safe < steps * h:
        steps = max(1, int(sliding_safe / h))
        h = min(h, max(sliding_safe, SHORTEST_SLIDE))
    if counts[FINGER] >= 0:
        h = min(h, step_at_finger(world))
        steps = 1
    if len(world.holes) > 0:
        steps = 1
    forget_later(world, CAUTIOUS * steps * h)
    clock[STEP] = h
    counts[STEPS_LEFT] = steps


@kernel
def plan_sliding(world: World) -> float:
    """For how long no sliding die can touch a flat one. Those that could within a short step become free."""
    counts, clock = world.counts, world.clock
    if counts[N_SLIDING] == 0:
        return NEVER
    safe = clock[SLIDING_SAFE] - clock[TIME]
    if safe >= FLAT_STEP:
        return safe
    safe = look_around_sliding(world)
    fastest = 1.0
    for m in range(counts[N_SLIDING]):
        fastest = max(fastest, speed_of(world.dice[world.sliding[m]]))
    shortest = max(SHORTEST_SLIDE, min(FLAT_STEP, SLIDING_WAY / fastest))
    if safe < shortest:
        free_those_that_may_touch(world, shortest + 1.0e-4)
        safe = look_around_sliding(world)
    if counts[EXACT] > 0:
        safe -= 0.5 * shortest
    clock[SLIDING_SAFE] = clock[TIME] + min(safe, AHEAD * FLAT_STEP)
    return safe


@kernel
def plan_free(world: World) -> tuple[float, int]:
    """A step for the free dice, and how many of it: none may touch or turn too far unseen."""
    counts, clock = world.counts, world.clock
    safe, step = look_around_free(world)
    h = clock[FAR_STEP]
    steps = 1
    if step < h:
        h = step
    elif min(safe, step) > 2.0 * h:
        steps = min(MOST_STEPS, int(CAUTION * min(safe, step) / h))
    widest = 0.0
    for m in range(counts[N_FREE]):
        d = world.dice[world.free[m]]
        widest = max(widest, d[WX] * d[WX] + d[WY] * d[WY])
    if widest * h * h > clock[TURN] * clock[TURN]:
        shorter = max(clock[TURN] / sqrt(widest), SHORTEST_TURN)
        if shorter < h:
            steps = int(steps * h / shorter) + 1
            h = shorter
    if len(world.boxes) > 0:
        step, safe = step_at_solids(world)
        h = min(h, step)
        steps = max(1, min(steps, int(safe / h)))
    return h, steps


@kernel
def free_near_solids(world: World) -> None:
    """Sliding dice near a solid part are free."""
    m = 0
    while m < world.counts[N_SLIDING]:
        i = world.sliding[m]
        d = world.dice[i]
        if gap_to_solids(world, d[X], d[Y]) < HALF_DIAGONAL + MARGIN + AHEAD * speed_of(d) * FLAT_STEP:
            make_free(world, i)
        else:
            m += 1


@kernel
def step_at_solids(world: World) -> tuple[float, float]:
    """How long a step may be near solid parts, and for how long no other die comes near one.

    Notes whether any free die is near one now.
    """
    step = NEVER
    safe = NEVER
    way = world.clock[NEAR_WAY]
    world.counts[NEAR_SOLIDS] = 0
    for m in range(world.counts[N_FREE]):
        d = world.dice[world.free[m]]
        v = speed_of(d) + HALF_DIAGONAL * (abs(d[WX]) + abs(d[WY]) + abs(d[WZ])) + 1.0
        gap = gap_to_solids(world, d[X], d[Y]) - HALF_DIAGONAL
        if gap < way + v * world.clock[FAR_STEP]:
            world.counts[NEAR_SOLIDS] = 1
            step = min(step, max(max(way, gap) / v, SHORTEST_STEP))
            safe = 0.0
        else:
            safe = min(safe, gap / v)
    return step, safe


@kernel
def step_at_finger(world: World) -> float:
    """How long a step may be while the fingertip is on the mat."""
    clock = world.clock
    pace = sqrt(clock[FINGER_VX] * clock[FINGER_VX] + clock[FINGER_VY] * clock[FINGER_VY]) + 1.0
    step = FLAT_STEP
    for j in range(len(world.dice)):
        if world.flags[j][STATE] < GONE:
            d = world.dice[j]
            dx, dy = d[X] - clock[FINGER_X], d[Y] - clock[FINGER_Y]
            gap = sqrt(dx * dx + dy * dy) - HALF_DIAGONAL - FINGER_RADIUS
            step = min(step, max(gap, clock[NEAR_WAY]) / (pace + speed_of(d)))
    ahead = min(world.path[world.counts[FINGER] + 1][0], clock[LIFTED]) - clock[TIME]
    return max(min(step, ahead), SHORTEST_STEP)


@kernel
def break_off(world: World) -> None:
    """Time is over: what lies flat on the mat rests, the rest is stuck."""
    while world.counts[N_FREE] > 0:
        i = world.free[0]
        d = world.dice[i]
        d[VX] = 0.0
        d[VY] = 0.0
        d[WZ] = 0.0
        if world.flags[i][GROUNDED] == 1 and d[QUIET] > 0.0:
            come_down(world, i)
        else:
            take_out(world, i, STUCK)
    while world.counts[N_SLIDING] > 0:
        stop(world, world.sliding[0])
        world.counts[N_SLIDING] = without(world.sliding, world.counts[N_SLIDING], world.sliding[0])
    world.counts[FINGER] = -1


@kernel
def advance(world: World) -> int:
    """Go on until all dice rest, or until somebody has to be asked about solid parts or to take a frame."""
    counts, clock = world.counts, world.clock
    while True:
        if clock[TIME] >= clock[FRAME]:
            return TAKE_FRAME
        if counts[FINGER] >= 0:
            move_finger(world)
        if counts[PULSE_AT] < counts[PULSES]:
            if counts[RIGID] > 0 and len(world.boxes) > 0 and counts[ASKED] == 0:
                return ASK_SOLIDS
            strike_on(world)
            continue
        if counts[STEPS_LEFT] <= 0:
            settle(world)
            if clock[TIME] >= clock[END]:
                break_off(world)
            if counts[N_FREE] + counts[N_SLIDING] == 0 and counts[FINGER] < 0:
                return DONE
            plan(world)
        if counts[NEAR_SOLIDS] > 0 and counts[ASKED] == 0 and counts[N_FREE] > 0:
            return ASK_SOLIDS
        go_on(world)


@kernel
def strike_on(world: World) -> None:
    """The next part of a finger's strike, or all of it where nothing is near."""
    if world.counts[RIGID] == 0:
        world.clock[TIME] += spring_through(world)
    else:
        h = pulse(world)
        world.clock[TIME] += h
        step_free(world, h)


@kernel
def go_on(world: World) -> None:
    """One step of all dice that move."""
    h = world.clock[STEP]
    world.counts[STEPS_LEFT] -= 1
    world.clock[TIME] += h
    if world.counts[N_FREE] > 0 or world.counts[FINGER] >= 0:
        step_free(world, h)
    if world.counts[N_SLIDING] > 0:
        slide(world, h)
