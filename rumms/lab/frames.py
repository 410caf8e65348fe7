"""The bench of frames: how long a picture of the window takes, and how soon after the command the first one is seen."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import atan2, ceil, degrees
from random import Random
from statistics import median
from time import get_clock_info, perf_counter, sleep, thread_time
from typing import Any, Final, NamedTuple

import pygame
from msgspec import Struct
from msgspec.structs import replace

from rumms.catalogue import GAMES, find
from rumms.games.rumms.state import SIDES, Options, Piece, Position, State
from rumms.kernel.refusal import later
from rumms.kernel.session import Session
from rumms.lab.shots import place
from rumms.physics.engine import simulate
from rumms.physics.film import unpack
from rumms.physics.model import Layout
from rumms.ui.app import FRAMES, SPARE, App, open_display
from rumms.ui.gestures import Aim
from rumms.ui.play import Play
from rumms.ui.screens.card_table import CardTable
from rumms.ui.screens.launcher import Launcher
from rumms.ui.screens.table import Table
from rumms.ui.settings import Settings
from rumms.ui.thinking import Mind, Thinker

Size = tuple[int, int]

USUAL: Final = (1920, 1080)
LARGE: Final = (3840, 2160)
DICE: Final = 50
FILMS: Final = 4
"""Flicks that are made and watched, one after the other, at each size."""
WAITED: Final = 30
"""Frames in which a person looks on before each flick ..."""
AIMED: Final = 90
"""... and aims: two seconds together."""
LOOKED_AT: Final = 300
"""Frames of the launcher, and of each card game."""
CARD_GAMES: Final = tuple(entry.id for entry in GAMES.values() if not entry.has_engine)
SETTLING: Final = 30
"""Frames after which a screen has come in."""
EVERY: Final = 10
"""After so many frames the reference is measured once."""
TRIED: Final = 24
"""Flicks of which the liveliest is made."""
PATIENCE: Final = 4000
"""Frames in which the physics must have answered."""
STARTS: Final = 7
"""Of the program, and of pygame alone in turn with it; their median counts."""
MEDIAN_GOAL: Final = 8.0
"""Milliseconds."""
MOST_GOAL: Final = 16.0
"""Milliseconds, for 99 of 100 frames."""
START_GOAL: Final = 0.7
"""Seconds that the program may need more than pygame alone."""
SEED: Final = 0

CLOCK: Final = thread_time if get_clock_info("thread_time").resolution < 0.0001 else perf_counter  # noqa: PLR2004  0.1 ms
"""What the window itself spends on a frame, however busy the machine is; where that is not told, all that passes."""
UNSEEN: Final = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
"""Neither windows nor sounds reach anybody."""
WHATS: Final[Mapping[str, str]] = {
    "aiming": later("aiming"),
    "film": later("a film plays"),
    "launcher": later("the launcher"),
    "kawumm": "Kawumm!",
    "cabanga": "Cabanga!",
    "waka_waka": "Waka Waka",
    "dumm_gelaufen": "Dumm gelaufen!",
}
"""What is to be seen, for people."""


class Row(Struct, frozen=True):
    """How long frames of one sort took, in milliseconds of the window's own time."""

    what: str
    width: int
    height: int
    frames: int
    median_ms: float
    p99_ms: float
    worst_ms: float
    wall_median_ms: float
    """By the clock on the wall: more, if others use the machine, too."""
    wall_p99_ms: float
    reference_ms: float
    """What copying a picture of the whole window into it takes, in the median."""
    relative: float
    """The median as a multiple of that."""
    is_good: bool | None
    """Whether the goal is met; None where there is none."""


class Start(Struct, frozen=True):
    """How soon after the command the first frame is seen, in seconds that the process itself spends."""

    program_s: float
    pygame_s: float
    """Importing pygame and opening a window alone."""
    more_s: float
    """The median of the differences."""
    wall_more_s: float
    """The same by the clock on the wall."""
    is_good: bool
    """Whether a person waits no longer than the goal allows: by the clock."""


class Report(Struct, frozen=True):
    """All figures."""

    dice: int
    rows: tuple[Row, ...]
    start: Start


class Step(NamedTuple):
    """How far the bench is. The last step has the report."""

    done: int
    what: str
    report: Report | None = None


def steps() -> int:
    """How many the bench has."""
    return 2 * FILMS + 1 + len(CARD_GAMES) + STARTS


def run(mind: Callable[[], Mind] = Thinker) -> Iterator[Step]:
    """Measure everything; `mind` makes whoever thinks for the window."""
    rows: list[Row] = []
    done = 0
    with _unseen():
        for size in (USUAL, LARGE):
            watch = Watch(size, mind())
            for _ in _films(watch):
                yield Step(done, f"frames {size[0]}x{size[1]}")
                done += 1
            rows += watch.close()
        yield Step(done, "frames launcher")
        rows += _launcher(Watch(USUAL, mind()))
        done += 1
        for game in CARD_GAMES:
            yield Step(done, f"frames {game}")
            rows += _cards(Watch(USUAL, mind()), game)
            done += 1
    starts = []
    for pair in _starts():
        yield Step(done, "frames start")
        starts.append(pair)
        done += 1
    yield Step(done, "", Report(DICE, tuple(rows), summed_up(starts)))


@contextmanager
def _unseen() -> Iterator[None]:
    before = {name: os.environ.get(name) for name in UNSEEN}
    os.environ.update(UNSEEN)
    try:
        open_display()
        yield
    finally:
        pygame.display.quit()
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


class Spent(NamedTuple):
    """Seconds that a frame took: the window's own, and those that passed."""

    own: float
    wall: float


class Watch:
    """A window whose frames are timed, each as the program makes it."""

    def __init__(self, size: Size, mind: Mind) -> None:
        self.app = App(Settings(), mind, size)
        self.times: dict[str, list[Spent]] = {}
        """By what was seen."""
        self._references: list[float] = []
        self._count = 0

    def frame(self) -> Spent:
        """One frame."""
        began = CLOCK(), perf_counter()
        self.app.frame(pygame.event.get(), 1 / FRAMES)
        spent = Spent(CLOCK() - began[0], perf_counter() - began[1])
        self.app.sound.warm(1000 * SPARE)  # as between any two frames
        self._count += 1
        if self._count % EVERY == 0:
            self._references.append(self._reference())
        return spent

    def note(self, what: str, spent: Spent) -> None:
        """A frame counts."""
        self.times.setdefault(what, []).append(spent)

    def until(self, is_done: Callable[[], bool]) -> None:
        """Frames that do not count while another process is waited for."""
        for _ in range(PATIENCE):
            if is_done():
                return
            self.frame()
            sleep(0.001)
        raise AssertionError(is_done)

    def close(self) -> Iterator[Row]:
        """Close the window: what was timed."""
        size, reference = self.app.window.get_size(), median(self._references)
        self.app.close()
        for what, times in self.times.items():
            yield row(what, size, times, reference)

    def _reference(self) -> float:
        window = self.app.window
        picture = window.copy()
        began = CLOCK()
        window.blit(picture, (0, 0))
        pygame.display.flip()
        return CLOCK() - began


def row(what: str, size: Size, times: Sequence[Spent], reference: float) -> Row:
    """Frames summed up; the goals are for films and card games in the usual size."""
    own, wall = (sorted(1000 * one for one in seconds) for seconds in zip(*times, strict=True))
    last = ceil(0.99 * len(own)) - 1
    is_good = None
    if size == USUAL and what == "film":
        is_good = median(own) <= MEDIAN_GOAL and own[last] <= MOST_GOAL
    elif size == USUAL and what in CARD_GAMES:
        is_good = median(own) <= MEDIAN_GOAL
    return Row(
        what,
        *size,
        frames=len(own),
        median_ms=median(own),
        p99_ms=own[last],
        worst_ms=own[-1],
        wall_median_ms=median(wall),
        wall_p99_ms=wall[last],
        reference_ms=1000 * reference,
        relative=median(own) / (1000 * reference),
        is_good=is_good,
    )


# What is seen.


def crowd() -> Position:
    """As many dice as can ever lie there, of all kinds that lie on the mat, each side's on its own half."""
    kinds = [kind for kind in find("rumms").game.kinds.values() if not (kind.is_king or kind.starts_aside)]  # type: ignore[attr-defined]
    pieces = []
    half = DICE // 2
    for number, (x, y, yaw) in enumerate(sorted(place(SEED, DICE))):
        side, own = SIDES[number // half], number % half
        name = kinds[own % len(kinds)].name if own else "king"
        pieces.append(Piece(kind=name, side=side, x=x / 10, y=y / 10, yaw=degrees(yaw)))
    return Position(dice=tuple(pieces))


def _films(watch: Watch) -> Iterator[None]:
    """A crowded table at which two people aim and flick; a step before each flick."""
    entry, seats = find("rumms"), ("me", "me")
    session = Session(entry.game, entry.game.new(len(seats), Options(), crowd()), SEED)
    table = Table(Play(entry, session, seats, watch.app.mind))
    watch.app.open(table)
    rng = Random(SEED)
    for _ in range(FILMS):
        yield
        if _is_asked_to_flick(watch, table, rng):
            _aim(watch, table, liveliest(table.state, table.flickable(), rng))
            _watch_film(watch, table)


def _is_asked_to_flick(watch: Watch, table: Table, rng: Random) -> bool:
    """Answer whatever else is asked; False if the game is over."""
    for _ in range(WAITED):
        watch.frame()
    while not table.play.is_over:
        watch.until(lambda: table.reel is None and (table.play.is_over or table.play.waits_for is not None))
        if table.flickable():
            return True
        table.decide(table.legal.sample(rng))
        watch.frame()
    return False


def _aim(watch: Watch, table: Table, aim: Aim) -> None:
    """From 45 degrees beside it, slowly towards the right direction; then flick."""
    table.aim = replace(aim, direction=aim.direction - 45)
    watch.until(lambda: table.ahead.seen is not None)
    for number in range(AIMED):
        table.aim = replace(aim, direction=aim.direction - 45 * (1 - (number + 1) / AIMED))
        watch.note("aiming", watch.frame())
    table.aim = aim
    table.flick()


def _watch_film(watch: Watch, table: Table) -> None:
    """All of it, from the frame in which it begins to the one in which buttons come back."""
    has_begun = False
    for _ in range(PATIENCE):
        spent = watch.frame()
        has_begun = has_begun or (table.reel is not None and table.reel.is_flick)
        if has_begun:
            watch.note("film", spent)
            if not table.reel:
                return
        else:
            sleep(0.001)
    raise AssertionError(table.reel)


def liveliest(state: State, dice: tuple[int, ...], rng: Random) -> Aim:
    """A flick with one of these dice at an enemy that moves as many dice as long as can be, but no king."""
    layout = Layout(tuple(state.bodies()), state.options.mat)
    kings = {state.king(side).id for side in SIDES}

    def moved(aim: Aim) -> tuple[bool, int]:
        tracks = unpack(simulate(layout, aim.flick).film).tracks
        return not kings & {track.die for track in tracks}, sum(len(track.sights) for track in tracks)

    return max((_drawn(state, dice, rng) for _ in range(TRIED)), key=moved)


def _drawn(state: State, dice: tuple[int, ...], rng: Random) -> Aim:
    die = state.dice[rng.choice(dice)]
    here, there = die.body.pose, rng.choice(state.of(die.side.foe)).body.pose
    return Aim(die.id, degrees(atan2(there.y - here.y, there.x - here.x)), rng.uniform(0.7, 1.0), rng.uniform(0.3, 0.9))


def _launcher(watch: Watch) -> Iterator[Row]:
    watch.app.open(Launcher())
    for _ in range(SETTLING):
        watch.frame()
    for _ in range(LOOKED_AT):
        watch.note("launcher", watch.frame())
    yield from watch.close()


def _cards(watch: Watch, game: str) -> Iterator[Row]:
    """Bots play; every frame counts, those in which cards fly and those in which somebody seems to think."""
    entry, seats = find(game), ("greedy",) * 3
    session = Session(entry.game, entry.game.new(len(seats), entry.game.options()), SEED)
    watch.app.open(CardTable(Play(entry, session, seats, watch.app.mind)))
    for _ in range(SETTLING):
        watch.frame()
    for _ in range(LOOKED_AT):
        watch.note(game, watch.frame())
    yield from watch.close()


# From the command to the first frame.

ALONE: Final = """
import time, pygame
pygame.display.init()
pygame.display.set_mode((1280, 720), pygame.RESIZABLE)
pygame.display.flip()
print(time.process_time(), flush=True)
"""
PROGRAM: Final = f"""
import sys, time, pygame
flip = pygame.display.flip
def first():
    flip()
    print(time.process_time(), flush=True)
    sys.exit()
pygame.display.flip = first
pygame.display.get_desktop_sizes = lambda: [{USUAL}]
from rumms.cli import main
main([])
"""
"""The command without arguments on a usual screen; its first frame is its last one."""


def _starts() -> Iterator[tuple[Spent, Spent]]:
    """What the program and pygame alone need, again and again."""
    for number in range(-1, STARTS):
        pair = _until_seen(PROGRAM), _until_seen(ALONE)
        if number >= 0:  # at first, files are read and compiled that will be there from then on
            yield pair


def _until_seen(code: str) -> Spent:
    """From the start of the process to its first frame, of which it says what it has spent."""
    environment: dict[str, Any] = {**os.environ, **UNSEEN, "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else everything would be compiled at every start
    began = perf_counter()
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment) as process:  # noqa: S603
        if process.stdout is None:
            raise AssertionError(process)
        own = float(process.stdout.readline())
        return Spent(own, perf_counter() - began)


def summed_up(starts: Sequence[tuple[Spent, Spent]]) -> Start:
    """The medians of pairs: program and pygame alone."""
    more = median(program.own - alone.own for program, alone in starts)
    wall = median(program.wall - alone.wall for program, alone in starts)
    program, alone = (median(pair[which].own for pair in starts) for which in (0, 1))
    return Start(program, alone, more, wall, wall <= START_GOAL)
