"""Crashes on purpose: killed programs, full disks, two programs at one game. No move that was shown may be lost.

`python -m rumms.lab.crashes` prints a line for each, and ends with 1 if a move was lost. The programs are the real
ones: games in the terminal by `rumms`, games in the window by the window's own stage on a display that nobody sees.
They print what they have shown: the terminal its news, in colour; the window, after each frame, how many moves. A full
disk is a small tmpfs of its own, where the system lets one be had; else no file may grow any more.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from random import Random
from shutil import which
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING, Final

from rumms.catalogue import find, find_game
from rumms.kernel.game import heard
from rumms.kernel.refusal import BadRecord, NotWritten
from rumms.kernel.session import Loaded, load
from rumms.lab.tool import add_number, parser_of, run
from rumms.seats import names_of

if TYPE_CHECKING:
    from rumms.ui.app import App
    from rumms.ui.screens.card_table import CardTable
    from rumms.ui.screens.table import Table

TIMES, SEEDS = (0, 10_000), (0, 2**53)
PATIENCE: Final = 120.0
"""Seconds that are waited for anything, on a busy machine."""
LOOK: Final = 0.005
"""Seconds between two looks."""
LONGEST: Final = 2.0
"""Seconds that a program plays before it is killed, at most, from its first picture on."""
SMALL: Final = 256
"""Kilobytes of the disk that is filled."""
A_GAME: Final = 5
"""How often the disk is full in one game."""
FAST: Final = 0.1
"""Seconds of the game that pass with each frame of the window."""
NEWS: Final = re.compile(rb"\x1b\[36m(.*?)\x1b\[0m")
"""A line of news in the terminal: it is cyan."""
PROMPT: Final = b", q leave: "
AGAIN: Final = b"q leaves: "
SHOWN: Final = re.compile(rb"^shown ([1-9]\d*) ([0-9a-f]+)$", re.MULTILINE)
"""The window has shown so many moves; the fingerprint is of the last one."""
CARDS, DICE = "waka_waka", "rumms"
PLAYERS: Final = ("me", "greedy")
REFUSED: Final = b"refused"
"""The window says that a move could not be written."""


class Program:
    """A program that plays a game, and what it has printed."""

    def __init__(self, *words: str | Path) -> None:
        environment = {
            **os.environ,
            "COLUMNS": "2000",
            "FORCE_COLOR": "1",
            "TERM": "xterm",
            "LANGUAGE": "en",
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
            "RUMMS_PLAIN": "1",  # nothing is compiled meanwhile
        }
        self.text = b""
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", *map(str, words)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def type(self, text: str) -> None:
        """Type a line; it does not matter if nobody reads any more."""
        with suppress(OSError, ValueError):
            if self.process.stdin:
                self.process.stdin.write(text.encode() + b"\n")
                self.process.stdin.flush()

    @property
    def has_ended(self) -> bool:
        """Has it ended, by itself or not?"""
        return self.process.poll() is not None

    def limit(self, most: int) -> None:
        """Let none of its files grow beyond so many bytes."""
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    def kill(self) -> None:
        """End it at once, as a power failure does."""
        self.process.kill()
        self.end()

    def end(self) -> int:
        """Wait for its end; its exit code."""
        if self.process.stdin:
            with suppress(OSError):
                self.process.stdin.close()
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        if self.process.stdout:
            self.process.stdout.close()
        return code

    def _read(self) -> None:
        while self.process.stdout and (text := os.read(self.process.stdout.fileno(), 65536)):
            self.text += text


class Terminal:
    """A game of cards in the terminal, played with random answers."""

    name = "terminal"

    def __init__(self, record: Path, rng: Random, game: str = CARDS) -> None:
        self.record, self.rng, self.is_new = record, rng, not record.exists()
        if self.is_new:
            new = ("--seats", ",".join(PLAYERS), "--seed", str(rng.getrandbits(32)), "--record", record)
            self.program = Program("rumms", "play", game, "--text", *new)
        else:
            self.program = Program("rumms", "resume", record, "--text")
        self._answered = 0

    @property
    def has_begun(self) -> bool:
        """Does it show anything?"""
        return PROMPT in self.program.text

    @property
    def refusals(self) -> int:
        """How often a move could not be written."""
        return self.program.text.count(AGAIN)

    def tick(self) -> None:
        """Answer what is asked."""
        if self.program.text.count(PROMPT) + self.refusals > self._answered:
            self._answered += 1
            self.program.type(str(self.rng.randint(1, 3)))

    def leave(self) -> int:
        """Leave the game as one should; the exit code."""
        self.program.type("q")
        return self.program.end()

    def missing(self, loaded: Loaded) -> str:
        """A move that was shown and that the record does not hold; nothing, if all is well."""
        words, names = find(loaded.header.game).words, names_of(loaded.header.seats)
        kept = [words.story(event, names) for made in loaded.session.past for event in heard(made.events, 0)]
        shown = [line.decode() for line in NEWS.findall(self.program.text)]
        if self.is_new:
            return "" if kept[: len(shown)] == shown else f"shown {shown[-3:]}, kept {kept[-3:]}"
        return "".join(line for line in shown if line not in kept)


class InWindow:
    """A game in the window, played with random decisions."""

    name = "window"

    def __init__(self, record: Path, rng: Random, game: str = CARDS) -> None:
        seed = str(rng.getrandbits(32))
        self.program = Program("rumms.lab.crashes", "--play", record, "--game", game, "--seed", seed)

    @property
    def has_begun(self) -> bool:
        """Does it show anything?"""
        return bool(SHOWN.search(self.program.text))

    @property
    def refusals(self) -> int:
        """How often a move could not be written."""
        return self.program.text.count(REFUSED)

    def tick(self) -> None:
        """It decides by itself."""

    def leave(self) -> int:
        """Close the window; the exit code."""
        return self.program.end()

    def missing(self, loaded: Loaded) -> str:
        """A move that was shown and that the record does not hold; nothing, if all is well."""
        past = loaded.session.past
        for number, mark in SHOWN.findall(self.program.text):
            if int(number) > len(past) or mark.decode() != fingerprint(past[int(number) - 1].action):
                return f"move {int(number)} of {len(past)}"
        return ""


Seat = Terminal | InWindow
SEATS: Final[tuple[tuple[type[Seat], str], ...]] = (
    (Terminal, CARDS),
    (InWindow, DICE),
    (Terminal, "dumm_gelaufen"),
    (InWindow, CARDS),
)
"""In turn, games with cards in the terminal, with dice and with cards in the window."""
PAIRS: Final[tuple[tuple[type[Seat], type[Seat]], ...]] = (
    (Terminal, Terminal),
    (InWindow, Terminal),
    (Terminal, InWindow),
    (InWindow, InWindow),
)


class Loss(Exception):
    """Something that must not be."""


def go(seat: Seat, until: Callable[[], bool]) -> bool:
    """Play on until something is so; False if the program has ended before."""
    end = monotonic() + PATIENCE
    while not until():
        if seat.program.has_ended:
            seat.program.end()
            return until()
        if monotonic() > end:
            raise Loss(f"nothing goes on: {said(seat)}")
        seat.tick()
        sleep(LOOK)
    return True


def begin(seat: Seat) -> None:
    """Wait until it shows something."""
    if not go(seat, lambda: seat.has_begun):
        raise Loss(f"it did not begin: {said(seat)}")


def resumed(record: Path, kind: type[Seat], rng: Random) -> Seat:
    """A program that goes on with a game; the game may end before anybody is asked."""
    seat = kind(record, rng)
    if not go(seat, lambda: seat.has_begun) and check(record, seat).winners is None:
        raise Loss(f"it did not go on: {said(seat)}")
    return seat


def said(seat: Seat) -> str:
    """The last of what a program has printed."""
    return seat.program.text[-1500:].decode(errors="replace")


def check(record: Path, *seats: Seat) -> Loaded:
    """The record, which must hold all that these programs have shown."""
    try:
        loaded = load(record, find_game)
    except BadRecord as error:
        raise Loss(str(error)) from None
    for seat in seats:
        if missing := seat.missing(loaded):
            raise Loss(f"the {seat.name} has shown what is not kept: {missing}")
    return loaded


def kill(record: Path, kind: type[Seat], game: str, rng: Random) -> str:
    """Kill a program at a random moment, go on with its game, and leave that; nothing, if it had ended by then."""
    seat = kind(record, rng, game)
    begin(seat)
    end = monotonic() + rng.random() * LONGEST
    go(seat, lambda: monotonic() > end)
    seat.program.kill()
    loaded = check(record, seat)
    moves = len(loaded.session.past)
    if loaded.winners is not None:
        return ""
    again = resumed(record, kind, rng)
    size = record.stat().st_size
    go(again, lambda: record.stat().st_size > size)
    if code := again.leave():
        raise Loss(f"exit code {code}: {said(again)}")
    check(record, again)
    return f"{seat.name}: killed after {moves} moves"


def fill(record: Path, seat: Seat, rng: Random, disk: Disk, times: int) -> Iterator[str]:
    """Fill the disk at random moves of one game, so many times or until it ends."""
    begin(seat)
    for _ in range(times):
        end, before = monotonic() + rng.random() * LONGEST, seat.refusals
        go(seat, lambda end=end: monotonic() > end)  # type: ignore[misc]
        disk.fill(seat.program)
        is_full = go(seat, lambda before=before: seat.refusals > before)  # type: ignore[misc]
        if is_full and isinstance(seat, Terminal) and not record.read_bytes().endswith(b"\n"):
            raise Loss("half a line was left")
        disk.free(seat.program)
        size = record.stat().st_size
        if not is_full or not go(seat, lambda size=size: record.stat().st_size > size):  # type: ignore[misc]
            break
        yield f"{seat.name}: full at byte {size}"
    if code := seat.leave():
        raise Loss(f"exit code {code}: {said(seat)}")
    if check(record, seat).lines.torn:
        raise Loss("half a line was left")


def open_twice(record: Path, kinds: tuple[type[Seat], type[Seat]], rng: Random) -> str:
    """Open a game that is open; then let two programs resume it at the same moment."""
    first = kinds[0](record, rng)
    begin(first)
    size = record.stat().st_size
    go(first, lambda: record.stat().st_size > size)
    second = kinds[1](record, rng)
    if go(second, lambda: second.has_begun) and not first.program.has_ended:
        first.program.kill()
        second.program.kill()
        check(record, first, second)
        raise Loss("two programs have the game open")
    if f"process {first.program.process.pid} on" not in said(second):
        raise Loss(f"it does not say who has the game open: {said(second)}")
    size = record.stat().st_size
    go(first, lambda: record.stat().st_size > size)
    first.leave()
    check(record, first)
    both = [kind(record, rng) for kind in kinds]
    has_begun = [go(seat, lambda seat=seat: seat.has_begun) for seat in both]  # type: ignore[misc]
    for seat in both:
        seat.leave()
    check(record, first, *both)
    if all(has_begun):
        raise Loss("two programs have resumed the game")
    return f"{first.name} and {second.name}: one at a time"


class Disk:
    """A folder whose disk can be filled."""

    def __init__(self, folder: Path, *, is_small: bool) -> None:
        self.folder, self.is_small = folder, is_small
        self._ballast = folder / "ballast"

    def fill(self, program: Program) -> None:
        """Leave no room."""
        if not self.is_small:
            program.limit(0)
            return
        with self._ballast.open("ab", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(1024))

    def free(self, program: Program) -> None:
        """Make room again."""
        if self.is_small:
            self._ballast.unlink()
        else:
            program.limit(resource.RLIM_INFINITY)


MOUNTED: Final = 'mount -t tmpfs -o size="$1"k rumms "$2" && shift 2 && exec "$@"'
"""Run something with a small disk in a folder, which nobody else sees and which is gone with it."""


def with_small_disk(folder: Path, words: Sequence[str]) -> list[str]:
    """How something is run with a small disk in a folder; nothing, where that cannot be had."""
    unshare = which("unshare")
    if not unshare:
        return []
    inside = [unshare, "--map-root-user", "--mount", "sh", "-c", MOUNTED, "sh", str(SMALL), str(folder)]
    ran = subprocess.run([*inside, "true"], capture_output=True, check=False)
    return [] if ran.returncode else [*inside, *words]


# The game in the window.


def fingerprint(action: object) -> str:
    """A short mark of a move."""
    return sha256(repr(action).encode()).hexdigest()[:12]


def play(record: Path, game: str, seed: int) -> int:
    """Play in the window by random decisions until the input ends; say after each frame what was shown."""
    from rumms.ui.app import App, open_display  # noqa: PLC0415  only the program that is started needs a window
    from rumms.ui.kit.screen import Notice, Screen  # noqa: PLC0415
    from rumms.ui.screens.card_table import CardTable  # noqa: PLC0415
    from rumms.ui.screens.launcher import Launcher  # noqa: PLC0415
    from rumms.ui.screens.replays import resumed  # noqa: PLC0415
    from rumms.ui.screens.table import Table  # noqa: PLC0415
    from rumms.ui.settings import Settings  # noqa: PLC0415
    from rumms.ui.thinking import Thinker  # noqa: PLC0415

    closed = Thread(target=sys.stdin.read, daemon=True)
    closed.start()
    open_display()
    app = App(Settings(speed="4", is_calm=True), Thinker(), (640, 360))
    try:
        app.open(Launcher())
        if record.exists():
            table: Screen = resumed(load(record, find_game).header.game, record, app)
        elif game == "rumms":
            table = Table.begun(PLAYERS, app, formations=("", ""), seed=seed, path=record)
        else:
            table = CardTable.begun(game, PLAYERS, app, seed=seed, path=record)
        if not isinstance(table, Table | CardTable):
            print(table.message if isinstance(table, Notice) else table)
            return 1
        app.open(table)
        rng = Random(seed)
        while closed.is_alive() and not table.play.is_over:
            app.frame((), FAST)
            past = table.play.session.past
            if past:
                print("shown", len(past), fingerprint(past[-1].action))
            if isinstance(app.screen, Notice):
                print(REFUSED.decode() if "cannot be written" in app.screen.message else app.screen.message)
                app.screen.leave()
                table.play.go_on()
            elif table.play.waits_for is not None:
                _decide(app, table, rng)
            sleep(LOOK)
    finally:
        app.close()
    return 0


def _decide(app: App, table: Table | CardTable, rng: Random) -> None:
    """Make any decision of the person's, without waiting for what is shown."""
    session = table.play.session
    try:
        table.decide(session.game.legal(session.state).sample(rng))
    except NotWritten as refusal:
        app.notice("", str(refusal))


# The command.


def campaign(arguments: argparse.Namespace, folder: Path) -> Iterator[str]:
    """Everything that was asked for, a line each."""
    rng = Random(arguments.seed)
    killed = (kill(folder / f"killed-{n}.jsonl", *SEATS[n % len(SEATS)], rng) for n in count())
    yield from islice(filter(None, killed), arguments.kills)
    for number in range(arguments.twice):
        yield open_twice(folder / f"twice-{number}.jsonl", PAIRS[number % len(PAIRS)], rng)
    if arguments.full:
        disk = folder / "disk"
        disk.mkdir()
        words = ["--kills", "0", "--twice", "0", "--full", str(arguments.full), "--seed", str(arguments.seed)]
        inside = with_small_disk(disk, [sys.executable, "-m", "rumms.lab.crashes", *words, "--disk", str(disk)])
        if not inside:
            yield from full(Disk(disk, is_small=False), arguments.full, rng)
            return
        ran = subprocess.run(inside, stdout=subprocess.PIPE, text=True, check=False)
        yield from ran.stdout.splitlines()
        if ran.returncode:
            raise Loss("the disk was full")


def full(disk: Disk, times: int, rng: Random) -> Iterator[str]:
    """Fill a disk so many times, a few times in each game."""
    done = games = 0
    while done < times:
        record, (kind, game) = disk.folder / f"full-{games}.jsonl", SEATS[games % len(SEATS)]
        for line in fill(record, kind(record, rng, game), rng, disk, min(A_GAME, times - done)):
            done += 1
            yield line
        games += 1
        record.unlink()


def main(words: Sequence[str] | None = None) -> int:
    """Run the campaign, and say what came of it."""
    parser = parser_of("crashes", __doc__)
    add_number(parser, "--kills", TIMES, 50, "programs that are killed")
    add_number(parser, "--full", TIMES, 20, "moves at which the disk is full")
    add_number(parser, "--twice", TIMES, 20, "games that two programs want")
    add_number(parser, "--seed", SEEDS, 1, "another number kills at other moments")
    for name in ("--disk", "--play"):
        parser.add_argument(name, type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--game", help=argparse.SUPPRESS)
    arguments = parser.parse_args(words)
    if arguments.play:
        return play(arguments.play, arguments.game, arguments.seed)
    try:
        if arguments.disk:
            lines = full(Disk(arguments.disk, is_small=True), arguments.full, Random(arguments.seed))
            _print(lines)
        else:
            with TemporaryDirectory() as folder:
                _print(campaign(arguments, Path(folder)))
    except Loss as loss:
        print(f"LOST: {loss}", flush=True)
        return 1
    return 0


def _print(lines: Iterator[str]) -> None:
    for line in lines:
        print(line, flush=True)


if __name__ == "__main__":
    sys.exit(run(main))
