"""The rows of numbers that the kernels work on, their columns, and the constants of nature and of the solver.

Kernels are functions over rows. Run as plain Python, a row is a list; compiled, it is a row of an array. `row[VX]` is a
number in both, so one text serves both ways. Millimetres, seconds, radians; every die has the mass 1.
What kernels must not use, since it cannot be compiled or would not give the same bits: objects, growing lists,
exceptions, unpacked rows, `**`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import make_dataclass
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

Row: TypeAlias = list[float]
Rows: TypeAlias = list[list[float]]
Counts: TypeAlias = list[int]
Flags: TypeAlias = list[list[int]]
F = TypeVar("F", bound=Callable[..., Any])

KERNELS: Final[list[Callable[..., Any]]] = []
"""Every kernel, callees before callers: what the compiler is given."""


def kernel(function: F) -> F:
    """Mark a function that is compiled where a compiler is at hand."""
    KERNELS.append(function)
    return function


# The world. A die is a row of floats and a row of integers.
X, Y, Z, VX, VY, VZ = range(6)
QW, QX, QY, QZ = range(6, 10)
"""Rotation of a free die, as a quaternion."""
WX, WY, WZ = range(10, 13)
"""Spin about the axes of the world."""
R = 13
"""The rotation as a matrix, row by row: nine columns from here."""
UP_X, UP_Y, UP_Z = R + 6, R + 7, R + 8
"""Its last row: how far each of the die's own axes points upwards."""
YAW = 22
"""Of a flat die."""
QUIET = 23
"""For how long a free die has been lying quietly on the mat."""
CALM = 24
"""For how long a free die has hardly moved at all."""
MU = 25
"""Friction on what is below it now: mat or table."""
MU_MAT, MU_TABLE, MU_DICE = 26, 27, 28
GRIP = 29
"""Which part of its friction a die has: all, unless it is being made to slip out of a leaning position."""
TOUCHED_AT, TOUCHED_FOR, PUSHED = 30, 31, 32
"""By the fingertip: since when, for how long, how far. Negative time: never."""
HELD = 33
"""What the mat pushed each of the eight corners with in the last step: eight columns from here."""
FLOATS = 41

STATE = 0
UP = 1
"""The face that is up, of a flat die."""
GROUNDED = 2
"""It touched the mat in the last step."""
ISLAND = 3
"""The lowest index among the free dice that it hangs together with."""
SLIPS = 4
"""How often it was found leaning, and made slippery since then."""
INTEGERS = 5

REST, SLIDE, FREE, GONE, STUCK = range(5)
"""States of a die: lies still; slides flat; moves in space; has left; leans and will not fall."""

# Counters of the world.
N_FREE, N_SLIDING, N_CLOSE, N_MAT, N_PAIRS, N_FIXED, N_SOLID, N_HITS = range(8)
"""How many rows of each list count."""
STEPS_LEFT = 8
"""Steps until the next look around."""
STACKS = 9
"""Whether any die lies on another."""
NEAR_SOLIDS = 10
"""Whether solid parts have to be asked for contacts in each step."""
ASKED = 11
"""Whether they were asked for the step that comes."""
FINGER = 12
"""Which piece of its path the fingertip is on; -1 if there is none."""
STRUCK = 13
"""The die that a finger strikes."""
PULSES, PULSE_AT = 14, 15
"""In how many steps it does, and which of them comes next; all are done once that is as large."""
RIGID = 16
"""Whether dice are so near that the mat cannot be springy meanwhile."""
N_KEPT = 17
IMPACTS = 18
"""Contacts of this step in which something bounces."""
EXACT = 19
"""1 until dice bounce off each other for the first time: till then they touch in the middle of a step, not about it."""
COUNTERS = 20

# Clock and measures of the world.
TIME, STEP, FRAME, END, LENGTH, WIDTH = range(6)
"""Now; the step that is being made; when the next frame is due; when it is over at the latest; the mat."""
FAR_STEP, NEAR_WAY, TURN = range(6, 9)
"""Steps of free dice: the longest, how far one may move in an impact, how far one may turn."""
LIFTED = 9
"""When the fingertip is lifted."""
FINGER_X, FINGER_Y, FINGER_VX, FINGER_VY = range(10, 14)
PULSE_VX, PULSE_VY, PULSE_VZ, PULSE_WX, PULSE_WY, PULSE_WZ = range(14, 20)
"""What the strike of a finger adds to speed and spin in all."""
PULSE_SUM = 20
"""Of the sines that it is spread by."""
LAST_STEP = 21
SLIDING_SAFE = 22
"""Until when no sliding die can touch another flat one."""
CLOCKS = 23

# A contact with the mat.
RX, RY, RZ = range(3)
"""From the die's centre to the contact."""
WANTED = 3
"""The speed at which the two should part."""
M_N, M_X, M_Y = 4, 5, 6
"""What resists an impulse there: along the normal and across it."""
J_N, J_X, J_Y = 7, 8, 9
"""The impulses so far."""
AT_CORNER = 10
MAT_COLUMNS = 11

# A contact of two dice; RX, RY, RZ and WANTED as above.
SX, SY, SZ = 4, 5, 6
"""From the other die's centre to the contact."""
NX, NY, NZ = 7, 8, 9
"""The normal, from the first die to the other."""
P_N, P_T, P_MU = 10, 11, 12
P_JN, P_JX, P_JY, P_JZ = range(13, 17)
PAIR_COLUMNS = 17

# What two dice pushed each other with in the last step: the two, their number of contacts, an impulse for each.
K_A, K_B, K_COUNT, K_J = 0, 1, 2, 3
KEPT_COLUMNS = 7

# A contact with something that no die can move: a solid part or the fingertip. RX to WANTED and NX to P_JZ as above.
DIE = 4
UX, UY = 5, 6
"""The speed of that thing."""
HAD = 17
"""The energy of motion that the die came with."""
FIXED_COLUMNS = PAIR_COLUMNS + 1

# What is known of a contact with a solid part before it is solved: RX to NZ with DIE as above, then
GAP, BOUNCE = 10, 11
"""and the friction in P_MU."""
SOLID_COLUMNS = PAIR_COLUMNS

HIT_TIME, HIT_A, HIT_B, HIT_SPEED, HIT_LAST = range(5)
HIT_COLUMNS = 5
MAT_HIT, SOLID_HIT = -1.0, -2.0

# A piece of a hole's outline: a point is in the hole if it is inside of all pieces of it.
HOLE, ROUND, HOLE_A, HOLE_B, HOLE_C = range(5)
HOLE_COLUMNS = 5


class World(NamedTuple):
    """All that a shot is computed from and with."""

    dice: Rows
    flags: Flags
    free: Counts
    """Indices of the free dice, and of the sliding ones."""
    sliding: Counts
    close: Flags
    """Pairs of dice that may touch until one looks around again, the first of them free, and when that may be."""
    close_at: Row
    mat: Rows
    """Contacts with the mat, and whose they are."""
    mat_of: Counts
    pairs: Rows
    """Contacts between dice, and whose they are."""
    pairs_of: Flags
    kept: Rows
    """What was pushed between dice in the last step."""
    fixed: Rows
    """Contacts with what no die can move; those with solid parts as they were found."""
    solid: Rows
    boxes: Rows
    """Around each solid part: left, bottom, right, top."""
    holes: Rows
    path: Rows
    """Of the fingertip: time, x, y."""
    hits: Rows
    scratch: Row
    counts: Counts
    clock: Row


PlainWorld: Final[Any] = make_dataclass("PlainWorld", World._fields, slots=True)
"""The same for plain Python, which reads slots faster than named tuples; the compiler knows only those."""


# Constants of nature.
GRAVITY: Final = 9810.0
EDGE: Final = 16.0
HALF: Final = 8.0
INV_I: Final = 6.0 / (EDGE * EDGE)
"""One over the moment of inertia of a cube, the same about every axis: so a free spin stays as it is."""
REACH: Final = 27.8
"""Two dice can touch if their centres are nearer: twice half the space diagonal."""
FLAT_REACH: Final = 22.7
"""The same for two flat dice, seen from above."""
HALF_DIAGONAL: Final = 13.9
"""From the centre of a die to its corners."""
CORNER: Final = 11.4
"""From the centre of a flat die to its corners."""

# Die and mat.
ROUND_RADIUS: Final = 1.0
"""Corners are round where they touch the mat."""
TO_CORNER: Final = HALF - ROUND_RADIUS
_T: Final = TO_CORNER
CORNER_X: Final = (-_T, -_T, -_T, -_T, _T, _T, _T, _T)
CORNER_Y: Final = (-_T, -_T, _T, _T, -_T, -_T, _T, _T)
CORNER_Z: Final = (-_T, _T, -_T, _T, -_T, _T, -_T, _T)
"""The eight of them, seen from the centre along the die's own axes."""
MAT_BOUNCE: Final = 0.33
SLOW: Final = 60.0
"""Below this speed nothing bounces."""
LIFT: Final = 0.2
"""Which part of the depth a die is lifted by in a step."""
MAT_SLOP: Final = 0.02
MAT_SKIN: Final = 0.05
"""Corners so near to the mat count as standing on it, for what happens in a short step."""
FOOT: Final = 5.8
"""Where the friction of a flat die acts: at four points so far from its middle lines."""

# Die and die.
FACE_BOUNCE: Final = 0.45
EDGE_BOUNCE: Final = 0.54
SQUEEZE: Final = 0.0007 / math.pi
"""Seconds: dice are springy for 0.7 ms, so at an impact they sink into each other by so much of their speed. All points
of a face that come together within that share the impact: a die that is hardly tilted hits flatly."""
SKIN: Final = 0.1
"""Millimetres: dice that are nearer have a contact, if only one to come. Without it, what rests would shiver."""
MOST_SKIN: Final = 1.0
"""How much wider the gap may be of dice that move, at most."""
BESIDE: Final = 0.15
"""A contact whose normal points upwards less is one of dice side by side."""
RIM: Final = 0.5
"""Millimetres: dice that overlap less in height do not meet side by side."""
PUSH_OUT: Final = 0.1
DIE_SLOP: Final = 0.05

# Die and finger.
FINGER_RADIUS: Final = 7.0
FINGER_BOUNCE: Final = 0.12
FINGER_MU: Final = 0.4
FINGER_LIFT: Final = 0.04
"""Seconds from its first touch until it is lifted."""
TOUCHING: Final = 0.1
"""Millimetres: closer things touch."""

# When dice come to rest, and when they are looked at.
FLAT_STEP: Final = 1.0 / 240.0
SHORTEST_SLIDE: Final = 1.0 / 4000.0
SHORTEST_STEP: Final = 1.0 / 20000.0
EXACT_WAY: Final = 0.3
"""Millimetres: dice that should touch in the middle of a step come as near as half of it before ..."""
EXACT_PART: Final = 0.8
"""... but by no more than this part of the gap at a time: they may turn meanwhile."""
EXACT_GAP: Final = 0.01
"""Millimetres: less is no gap."""
SHORTEST_TURN: Final = 1.0 / 1920.0
MOST_STEPS: Final = 8
"""Steps of free dice until one looks around again, at most; of sliding dice twice as many."""
SLIDING_WAY: Final = 1.0
"""How far a sliding die may move in a step in which it could touch another."""
LEVEL_UP: Final = 0.9995
"""A face that points upwards so much lies flat."""
QUIET_TIME: Final = 0.002
QUIET_SPEED: Final = 20.0
QUIET_SPIN: Final = 2.0
CALM_TIME: Final = 0.03
"""A die that tips over an edge is faster than the next two by then."""
CALM_SPEED: Final = 5.0
CALM_SPIN: Final = 0.4
PATIENCE: Final = 2.0
"""Seconds after which these two grow, each second by as much again: some towers would sway for ever."""
PRESSED: Final = 0.2
"""Millimetres: dice that are deeper in each other do not rest before they are pushed apart ..."""
PRESSED_TIME: Final = 1.0
"""... or have lain still for so long."""
DAMPED_SPEED: Final = 36.0
"""A flat die that is slower than this and the next is slowed down ..."""
DAMPED_SPIN: Final = 4.5
DAMPING: Final = 60.0
"""... by this part a second."""
REST_SPEED: Final = 2.0
REST_SPIN: Final = 0.2
MOST_SLIPS: Final = 4
SLIPPERY: Final = 0.05
LEVEL_SLOP: Final = 0.8
"""How far from the height of its level a die may be when it comes to rest."""
AGAIN: Final = 0.03
"""Seconds: two bodies that meet again so soon have met once."""
MOST_RECENT: Final = 40
"""Hits that are looked through for that."""
LOUD: Final = 150.0
"""A die that meets the mat faster is heard."""

# The strike of a finger: half a sine.
PULSE: Final = 0.003
PULSE_STEPS: Final = 12
PULSE_AFTER: Final = 4
"""Steps after it for which the mat stays springy."""
PULSE_STEPS_NEAR: Final = 6
"""Steps of the strike where dice are near, at least; more if the die moves more than a millimetre in one."""
SPRING_RADIUS: Final = 0.8
_DECAY: Final = -math.log(0.15)
_RATIO: Final = _DECAY / math.sqrt(math.pi * math.pi + _DECAY * _DECAY)
_STIFF: Final = (math.pi / 0.001) * (math.pi / 0.001) / (1.0 - _RATIO * _RATIO)
SPRING: Final = _STIFF * (1.25 / 9.0)
"""Of the mat below one corner, by mass: a face that rests on nine such points swings once in two milliseconds ..."""
DASHPOT: Final = 2.0 * _RATIO * math.sqrt(_STIFF) * (1.25 / 9.0) * 0.8
"""... and keeps 15 % of its speed."""

# Scratch of the contact of two boxes.
COSINES = 0
ALONG_A, ALONG_B = 18, 21
OUTLINE, CLIPPED = 24, 50
NORMAL = 76
POINTS = 80
SPARE = 100
SCRATCH = 120

_HALF_ROOT: Final = math.sqrt(0.5)
FROM_TOP: Final = (
    (_HALF_ROOT, 0.0, -_HALF_ROOT, 0.0),
    (_HALF_ROOT, 0.0, _HALF_ROOT, 0.0),
    (_HALF_ROOT, _HALF_ROOT, 0.0, 0.0),
    (_HALF_ROOT, -_HALF_ROOT, 0.0, 0.0),
    (1.0, 0.0, 0.0, 0.0),
    (0.0, 1.0, 0.0, 0.0),
)
"""The rotation that brings each face up."""
