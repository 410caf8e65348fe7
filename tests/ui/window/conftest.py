"""The program in a real window: a display for each test, a hand with mouse and keys, and a plan of where things are."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedRWPair
from pathlib import Path
from threading import Event
from time import monotonic, sleep
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt
import pygame
import pytest
from pygame import Rect

from rumms.catalogue import find_game
from rumms.kernel.session import load
from rumms.places import own
from rumms.ui import settings
from rumms.ui.app import App
from rumms.ui.kit.screen import FRESH, Screen
from rumms.ui.screens.launcher import Launcher
from rumms.ui.screens.new_game import NewGame
from rumms.ui.screens.replay import Replay
from rumms.ui.screens.table import Table
from rumms.ui.thinking import Inline

Picture: TypeAlias = npt.NDArray[np.uint8]
"""Rows of pixels, each red, green, blue."""
AnyScreen = TypeVar("AnyScreen", bound=Screen)
Pixel: TypeAlias = tuple[float, float]

SIZE: Final = (1280, 720)
CORNER: Final = (2, 2)
"""Where the pointer, which flickers, is on nothing."""
TOOLS: Final = ("Xvfb", "xdotool")
LATEST: Final = 60.0
"""Seconds after which nothing is waited for any more."""
POLL: Final = 0.0007
"""Seconds between two looks at the pointer."""
LOOK: Final = 0.03
"""Seconds between two looks."""
A_WHILE: Final = 0.5
"""Seconds in which a picture that moves has changed."""
IDLE: Final = 0.5
"""The part of its time that a window in which nothing happens is busy at most, with its worker."""
SHADE: Final = 8
"""Levels of a colour that nobody tells apart."""
ALIKE: Final = 0.97
"""The part of all pixels that must be the same: the pointer may lie on the rest."""
FRAME: Final = 6
"""Pixels at the edge of a widget, through whose round corners one sees what lies behind it."""
WORDS: Final = 25
"""32-bit numbers at the beginning of a picture file of X."""
INTERN_ATOM, SEND_EVENT, CLIENT_MESSAGE, QUERY_POINTER = 16, 25, 33, 38
"""Numbers of the X protocol."""


class Display:
    """A screen of 1280x720 that nobody sees, and its picture, which the server keeps in a file."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "Xvfb_screen0"
        ours, theirs = os.pipe()
        wide, high = SIZE
        words = ("-displayfd", str(theirs), "-screen", "0", f"{wide}x{high}x24", "-fbdir", str(folder))
        with (folder / "log").open("wb") as log:
            self.server = subprocess.Popen(
                [_tool("Xvfb"), *words, "-nolisten", "tcp", "-noreset"], pass_fds=(theirs,), stdout=log, stderr=log
            )
        os.close(theirs)
        with os.fdopen(ours) as line:
            number = line.readline().strip()
        if not number:
            self.close()
            pytest.fail(f"Xvfb did not start: {(folder / 'log').read_text()}")
        self.name = f":{number}"

    def picture(self) -> Picture:
        """What is on the screen."""
        raw = np.fromfile(self.file, dtype=np.uint8)
        words = raw[: 4 * WORDS].view(">u4")
        before, wide, high, line, colours = (int(words[place]) for place in (0, 4, 5, 12, 19))
        start = before + 12 * colours
        rows = raw[start : start + line * high].reshape(high, line)[:, : 4 * wide]
        return rows.reshape(high, wide, 4)[:, :, 2::-1]

    @contextmanager
    def _talk(self) -> Iterator[tuple[BufferedRWPair, int]]:
        """A line to the server, and the number of its root window."""
        with socket.socket(socket.AF_UNIX) as line, line.makefile("rwb") as file:
            line.connect(f"/tmp/.X11-unix/X{self.name[1:]}")  # noqa: S108  every X server listens there
            file.write(struct.pack("<cxHHHHxx", b"l", 11, 0, 0, 0))
            file.flush()
            about = file.read(4 * struct.unpack("<6xH", file.read(8))[0])
            vendor, formats = struct.unpack("<16xH3xB", about[:22])
            (root,) = struct.unpack_from("<I", about, 32 + -(-vendor // 4) * 4 + 8 * formats)
            yield file, root

    def watch(self, until: Event) -> list[tuple[float, int, int]]:
        """Where the pointer is, as the server has it, about every millisecond: when, x, y."""
        seen = []
        with self._talk() as (file, root):
            while not until.is_set():
                file.write(struct.pack("<BxHI", QUERY_POINTER, 2, root))
                file.flush()
                x, y = struct.unpack("<16xhh12x", file.read(32))
                seen.append((monotonic(), x, y))
                sleep(POLL)
        return seen

    def ask_to_close(self, window: int) -> None:
        """What the frame of a window does when somebody clicks its cross; there is no frame here, nor a tool for it."""
        with self._talk() as (file, _):
            protocols, delete = (_atom(file, name) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW"))
            message = struct.pack("<BBHIIIIIII", CLIENT_MESSAGE, 32, 0, window, protocols, delete, 0, 0, 0, 0)
            file.write(struct.pack("<BBHII", SEND_EVENT, 0, 11, window, 0) + message)
            file.flush()
            _atom(file, b"WM_PROTOCOLS")  # once this is answered, the message has been sent

    def close(self) -> None:
        """Switch it off."""
        self.server.terminate()
        self.server.wait()


class Plan:
    """The program's own screens, in this process and without a display: where things are and how they look."""

    def __init__(self, folder: Path, size: tuple[int, int] = SIZE) -> None:
        self.folder = folder
        pygame.display.init()
        pygame.font.init()
        self.app = App(settings.load(), Inline(), size)

    def set(self, **values: Any) -> None:
        """Set something, as a person does on the sheet of settings: the program finds it when it starts."""
        self.app.change(**values)

    def launcher(self) -> Launcher:
        """The first screen."""
        return self._open(Launcher())

    def new_game(self) -> NewGame:
        """The sheet on it that asks who plays."""
        self.launcher()
        return self._open(NewGame("rumms"))

    def open(self, screen: AnyScreen) -> AnyScreen:
        """Any other screen."""
        return self._open(screen)

    def table(self, record: Path) -> Table:
        """The table as it is after what was played; a copy, so that nobody writes into a game of somebody else."""
        copy = self.folder / f"copy-{len(list(self.folder.iterdir()))}.jsonl"
        shutil.copyfile(record, copy)
        return self._open(Table.resumed(copy, self.app))

    def replay(self, record: Path) -> Replay:
        """The screen that shows a record."""
        return self._open(Replay(load(record, find_game)))

    def resize(self, size: tuple[int, int]) -> None:
        """The same in a window of another size."""
        pygame.display.set_mode(size, pygame.RESIZABLE)
        self.app.frame([pygame.event.Event(pygame.VIDEORESIZE, size=size)], 0.0)

    def at(self, name: str) -> Pixel:
        """The middle of a widget on the last screen."""
        return self.box(name).center

    def box(self, name: str) -> Rect:
        """Where a widget on the last screen is."""
        widget = self.app.screen.find(name)
        assert widget, (name, [one.name for one in self.app.screen.widgets])
        return widget.rect

    def picture(self) -> Picture:
        """What the last screen looks like, once everything has come to rest."""
        self.app.now += 10.0
        self.app.screen.draw(self.app.window)
        return pygame.surfarray.array3d(self.app.window).swapaxes(0, 1)

    def close(self) -> None:
        """Put it away."""
        self.app.close()
        pygame.display.quit()

    def _open(self, screen: AnyScreen) -> AnyScreen:
        while self.app.screens:
            self.app.screens.pop().close()
        self.app.open(screen)
        self.picture()
        return screen


class Window:
    """The program on a display. Mouse and keys are those of the display, not of the program."""

    def __init__(self, display: Display, folder: Path, *words: str | Path) -> None:
        self.display, self.folder = display, folder
        home = folder / "home"
        home.mkdir(exist_ok=True)
        self.environment = {
            **os.environ,
            "DISPLAY": display.name,
            "HOME": str(home),
            "XDG_CACHE_HOME": str(home / "cache"),
            "SDL_AUDIODRIVER": "dummy",
            "RUMMS_PLAIN": "1",  # nothing is compiled anew in each of these homes
        }
        for name in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY"):
            self.environment.pop(name, None)
        self.said = folder / f"said-{len(list(folder.iterdir()))}"
        with self.said.open("wb") as said:
            self.program = subprocess.Popen(
                [sys.executable, "-m", "rumms", *map(str, words), "--lang", "en"],
                env=self.environment,
                stdout=said,
                stderr=said,
                start_new_session=True,
            )

    # The hand.

    def click(self, at: Pixel, button: int = 1) -> None:
        """Press a mouse button and let it go."""
        self.do("mousemove", *_whole(at), "click", button)

    def press(self, at: Pixel) -> None:
        """Press the left button."""
        self.do("mousemove", *_whole(at), "mousedown", 1)

    def flick(self, at: Pixel, pull: Pixel) -> None:
        """Press, pull so many pixels, let go."""
        self.press(at)
        self.move((at[0] + pull[0], at[1] + pull[1]))
        self.release()

    def move(self, at: Pixel) -> None:
        """Move the mouse."""
        self.do("mousemove", *_whole(at))

    def release(self) -> None:
        """Let the left button go."""
        self.do("mouseup", 1)

    def key(self, *names: str) -> None:
        """Tap keys, one after the other."""
        self.do("key", *names)

    def resize(self, size: tuple[int, int]) -> None:
        """Drag the window to another size."""
        self.do("windowsize", self.number, *size)

    @property
    def number(self) -> str:
        """By which number the display knows the window."""
        numbers = self.do("search", "--pid", self.program.pid).split()
        assert len(numbers) == 1, numbers
        return numbers[0]

    @property
    def title(self) -> str:
        """What stands above the window."""
        return self.do("getwindowname", self.number).strip()

    def do(self, *words: str | float) -> str:
        """A command for the display."""
        ran = subprocess.run(
            [_tool("xdotool"), *map(str, words)],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=LATEST,
            check=False,
        )
        assert ran.returncode == 0, (words, ran.stderr)
        return ran.stdout

    # The eye.

    def wait(self, what: str, is_so: Callable[[], bool]) -> None:
        """Wait until something is so."""
        end = monotonic() + LATEST
        while not is_so():
            if monotonic() > end or self.program.poll() is not None:
                kept = self.folder / "last.png"
                pygame.image.save(pygame.surfarray.make_surface(self.display.picture().swapaxes(0, 1)), kept)
                pytest.fail(f"Never came: {what}. Exit code {self.program.poll()}, {kept}: {self.said.read_text()}")
            sleep(LOOK)

    def wait_for(self, plan: Plan, *parts: str | Rect) -> None:
        """Wait until these widgets and places of the plan's last screen look as they should."""
        wanted, boxes = plan.picture(), [part if isinstance(part, Rect) else plan.box(part) for part in parts]
        what = f"{', '.join(map(str, parts))} of {type(plan.app.screen).__name__}"
        self.wait(what, lambda: self._is_like(wanted, boxes))

    def shows(self, plan: Plan, name: str) -> bool:
        """Does a widget look as on the plan's last screen?"""
        return self._is_like(plan.picture(), [plan.box(name)])

    def wait_for_record(self) -> Path:
        """Wait until a game is kept, with its header at least; its record."""
        self.wait("a record", lambda: any(b"\n" in record.read_bytes() for record in records()))
        (record,) = records()
        return record

    def wait_for_moves(self, record: Path, number: int) -> list[dict[str, Any]]:
        """Wait until so many moves have been made; all of them."""
        self.wait(f"{number} moves", lambda: len(moves(record)) >= number)
        return moves(record)

    def wait_for_turn(self, plan: Plan, record: Path) -> Table:
        """Wait until a person is asked for a flick, with the dice as recorded; the table as it is then."""
        planned: list[tuple[int, Table, Picture]] = []

        def is_turn() -> bool:
            size = record.stat().st_size
            if not planned or planned[-1][0] != size:
                planned.append((size, plan.table(record), plan.picture()))
            _, table, wanted = planned[-1]
            return bool(table.flickable()) and self._is_like(wanted, [table.strip.middle, *_dice_on(table)])

        self.wait("a person's turn", is_turn)
        self.see_the_question()
        return planned[-1][1]

    def see_the_question(self) -> None:
        """Wait as long as a question that has just opened takes no answer, on a slow machine too."""
        sleep(2 * FRESH)

    def wait_for_change(self, box: Rect) -> None:
        """Wait until something moves in a part of the picture."""
        before = self.part(box)
        self.wait("a change of the picture", lambda: not np.array_equal(before, self.part(box)))

    def is_still(self, box: Rect) -> bool:
        """Does nothing move in a part of the picture for a while?"""
        before, end = self.part(box), monotonic() + A_WHILE
        while monotonic() < end:
            sleep(LOOK)
            if not np.array_equal(before, self.part(box)):
                return False
        return True

    def is_idle(self) -> bool:
        """Do the program and its worker do next to nothing for a while?"""
        before = self._worked()
        sleep(A_WHILE)
        return self._worked() - before < IDLE * A_WHILE

    def waited(self) -> float:
        """Seconds that the program could have gone on, had the system let it."""
        return int(Path(f"/proc/{self.program.pid}/schedstat").read_text().split()[1]) / 1e9

    def _worked(self) -> float:
        """Seconds that the program and its worker have been busy, as the system counts them."""
        ticks = 0
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                words = (folder / "stat").read_text().rpartition(")")[2].split()
                if int(words[2]) == self.program.pid:  # the group that it leads
                    ticks += int(words[11]) + int(words[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def part(self, box: Rect) -> Picture:
        """A part of the picture."""
        return _part(self.display.picture(), box)

    def _is_like(self, wanted: Picture, boxes: list[Rect]) -> bool:
        seen = self.display.picture()
        return all(_are_alike(_part(wanted, box), _part(seen, box)) for box in boxes)

    # The end.

    def ask_to_close(self) -> None:
        """Click the cross in the window's frame."""
        self.display.ask_to_close(int(self.number))

    def wait_for_end(self) -> int:
        """Wait until the program has ended by itself; its exit code."""
        return self.program.wait(LATEST)

    def kill(self) -> None:
        """End the program at once, as a power failure does; its worker is left to itself."""
        self.program.kill()
        self.program.wait()

    def close(self) -> None:
        """End whatever is left of the program."""
        with suppress(ProcessLookupError):
            os.killpg(self.program.pid, signal.SIGKILL)
        self.program.wait()


def records() -> list[Path]:
    """The games that are kept."""
    return list(own("games").glob("*.jsonl"))


def moves(record: Path) -> list[dict[str, Any]]:
    """The lines of a record that are whole, without the first."""
    return [json.loads(line) for line in record.read_bytes().split(b"\n")[1:-1]]


def grips(table: Table) -> dict[int, Pixel]:
    """The pixels at which to press on the dice that can be flicked; those nearest to the wall first."""
    middle = table.state.options.mat.length / 2
    dice = sorted(table.flickable(), key=lambda die: abs(table.scene.sights[die].x - middle))
    return {die: _whole(table.top.pixel(table.scene.sights[die])) for die in dice}


def _dice_on(table: Table) -> list[Rect]:
    """Where dice are seen."""
    edge = table.top.view.edge
    boxes = [Rect(0, 0, edge, edge) for _ in table.scene.sights]
    for box, sight in zip(boxes, table.scene.sights.values(), strict=True):
        box.center = _whole(table.top.pixel(sight))
    return boxes


def _whole(at: Pixel) -> tuple[int, int]:
    return round(at[0]), round(at[1])


def _part(picture: Picture, box: Rect) -> Picture:
    inner = box.inflate(-2 * FRAME, -2 * FRAME).clip(Rect(0, 0, picture.shape[1], picture.shape[0]))
    return picture[inner.top : inner.bottom, inner.left : inner.right].copy()


def _are_alike(one: Picture, other: Picture) -> bool:
    if one.shape != other.shape:
        return False
    away = np.abs(one.astype(np.int16) - other).max(axis=2)
    return bool((away <= SHADE).mean() >= ALIKE)


def _atom(file: BufferedRWPair, name: bytes) -> int:
    """The number that an X server knows a name by."""
    padded = name.ljust(-(-len(name) // 4) * 4, b"\0")
    file.write(struct.pack("<BBHHxx", INTERN_ATOM, 0, 2 + len(padded) // 4, len(name)) + padded)
    file.flush()
    return int(struct.unpack("<8xI20x", file.read(32))[0])


def _tool(name: str) -> str:
    """The path of a tool; without it the test is skipped, or fails where it must not be missing."""
    found = shutil.which(name)
    if found is None:
        text = f"{name} is not installed (Debian: apt-get install xvfb xdotool)"
        if os.environ.get("RUMMS_WINDOW_TESTS") == "1":
            pytest.fail(text)
        pytest.skip(text)
    return found


@pytest.fixture
def plan(tmp_path: Path) -> Iterator[Plan]:
    """The plan of a window of 1280x720."""
    made = Plan(tmp_path)
    yield made
    made.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Window]]:
    """What starts the program, as often as one likes, with words of the command line."""
    for name in TOOLS:
        _tool(name)
    folder = tmp_path / "display"
    folder.mkdir()
    display = Display(folder)
    windows: list[Window] = []

    def run(*words: str | Path) -> Window:
        windows.append(Window(display, tmp_path, *words))
        windows[-1].move(CORNER)
        return windows[-1]

    yield run
    for window in windows:
        window.close()
    display.close()
