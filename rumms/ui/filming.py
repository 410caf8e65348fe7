"""Films of records: frames painted without a display, as GIF, as MP4, or all flicks on one sheet. Always the same."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import suppress
from math import ceil
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
import pygame
from msgspec import Struct

from rumms.games.rumms.state import SIDES, State
from rumms.kernel.refusal import Refusal
from rumms.physics.model import Mat
from rumms.ui import theme
from rumms.ui.draw import watching
from rumms.ui.draw.brush import Anchor, Brush, Rect, Surface
from rumms.ui.draw.mat import table
from rumms.ui.draw.tabletop import Tabletop
from rumms.ui.kit.words import pill, pill_box
from rumms.ui.playback import Scene
from rumms.ui.tape import Mark, Tape
from rumms.ui.unseen import unseen

ENDINGS: Final = (".gif", ".mp4", ".png")
RATES: Final = {".gif": 20, ".mp4": 30}
"""Frames a second; a GIF counts in hundredths of a second."""
SIZES: Final = {".gif": (640, 360), ".mp4": (1280, 720), ".png": (1280, 720)}
"""Of a picture, if nothing else is said."""
SMALLEST, LARGEST = (160, 90), (3840, 2160)
LONGEST: Final = {".gif": 3 * 60, ".mp4": 60 * 60}
"""Seconds that a film may last."""
NARROWEST: Final = 150
"""Pixels of a picture on a sheet."""
SMALL: Final = 540
"""Pixels: in lower pictures ..."""
LARGE: Final = 1.3
"""... texts are larger."""
HELD: Final = 1.0
"""Seconds for which the last picture is held."""
COLOURS: Final = 255
"""Of a GIF; the one after them shows nothing."""
SAMPLES: Final = 12
"""Pictures from which the colours of a GIF are taken."""


class Cut(Struct, frozen=True):
    """What is filmed, and how."""

    out: Path
    first: int | None = None
    """The first flick, from 1 on ..."""
    last: int | None = None
    """... and the last; without them from the beginning to the end."""
    size: tuple[int, int] | None = None
    speed: float = 1.0

    @property
    def sort(self) -> str:
        """What comes of it, by the ending of the file's name."""
        return self.out.suffix.lower()

    @property
    def pixels(self) -> tuple[int, int]:
        """How large the pictures are."""
        return self.size or SIZES[self.sort]


def check(cut: Cut) -> None:
    """Refuse what cannot be filmed, before anything is done."""
    if cut.sort not in ENDINGS:
        raise Refusal("'{file}' should end in .gif, .mp4 or .png.", file=str(cut.out))
    (wide, high), (least, low), (most, top) = cut.pixels, SMALLEST, LARGEST
    if not (least <= wide <= most and low <= high <= top):
        raise Refusal(
            "A film is {least} to {most} pixels large, not {size}.",
            least=f"{least}x{low}",
            most=f"{most}x{top}",
            size=f"{wide}x{high}",
        )
    if cut.sort == ".mp4" and (wide % 2 or high % 2):
        raise Refusal("An MP4 has an even number of pixels in each direction, not {size}.", size=f"{wide}x{high}")
    if not cut.out.parent.is_dir():
        raise Refusal("There is no folder '{folder}'.", folder=str(cut.out.parent))
    if cut.out.is_dir():
        raise Refusal("'{file}' is a folder.", file=str(cut.out))
    _maker(cut.sort)


def _maker(sort: str) -> Any:
    """What writes such a file; a Refusal if it is not installed."""
    with suppress(ImportError):
        if sort == ".gif":
            from PIL import GifImagePlugin, Image  # noqa: PLC0415  only films need it

            return Image, GifImagePlugin
        if sort == ".mp4":
            import imageio_ffmpeg  # type: ignore[import-untyped]  # noqa: PLC0415  only films need it

            return imageio_ffmpeg
        return None
    raise Refusal('Films need two more packages: python -m pip install "rumms[film]"')


class Studio:
    """A tape and something to paint it on."""

    def __init__(self, tape: Tape, brush: Brush, box: Rect | None = None) -> None:
        u, (wide, high) = brush.u, brush.size
        self.tape, self.brush = tape, brush
        state: State = tape.loaded.session.state
        area = box or Rect(u(34), u(72), wide - u(68), high - u(72) - u(84))
        self.top = Tabletop(brush, state.options.mat, area)
        self._ground: Surface | None = None

    def ground(self, on: Surface) -> None:
        """What never changes: the table, the mat, title and teams."""
        if self._ground is None:
            self.top.back(on)
            self._paint_title(on)
            self._ground = on.copy()
        on.blit(self._ground, (0, 0))

    def paint(self, on: Surface, time: float) -> None:
        """One picture."""
        tape = self.tape
        self.ground(on)
        reel, within = tape.reel(time)
        scene = tape.scene(time)
        if reel:
            watching.trail(on, self.top, reel, within)
        self.top.draw(on, scene)
        self.top.flights(on, scene, self._tray)
        self._paint_line(on, time)
        self._paint_caption(on, tape.told(time))

    def still(self, on: Surface, time: float) -> None:
        """The mat alone, with the way of the flick."""
        self.top.back(on)
        reel, within = self.tape.reel(time)
        if reel:
            watching.trail(on, self.top, reel, within)
        self.top.draw(on, self.tape.scene(time))

    def looks(self, time: float) -> tuple[object, ...] | None:
        """Something that is the same for two times at which the same is seen; None while anything moves."""
        reel, within = self.tape.reel(time)
        if reel is None:
            return ()
        scene: Scene = reel.at(within)
        is_still = within > reel.duration and within > reel.film.duration + watching.LASTS
        return (self.tape.place(time)[0], len(scene.sights)) if is_still else None

    def _tray(self, side: str, die: int) -> tuple[float, float]:  # noqa: ARG002  the same for all of a side
        wide = self.brush.size[0]
        return (wide * (0.06 if side == "red" else 0.94), self.brush.u(36))

    def _paint_title(self, on: Surface) -> None:
        brush, tape = self.brush, self.tape
        u, wide = brush.u, brush.size[0]
        room = wide - u(100)
        for side in SIDES:
            sign = 1 if side.number == 0 else -1
            x = u(48) if sign > 0 else wide - u(48)
            brush.chip(on, str(side), (x, u(36)), 36, "king")
            name = tape.team(side)
            anchor: Anchor = "left" if sign > 0 else "right"
            box = brush.text(on, name, (x + sign * u(28), u(36)), 17, theme.PAPER, "display", anchor)
            room -= box.width + u(40)
        title, px = tape.title() if tape.loaded.header.title else "", float(theme.TITLE - 2)
        while title and brush.width(title, px, "display") > room and px > theme.SMALLEST:
            px -= 1
        brush.text(on, title, (wide / 2, u(36)), px, theme.PAPER, "display", "centre")

    def _paint_line(self, on: Surface, time: float) -> None:
        """How far the film is, with its flicks."""
        brush, tape = self.brush, self.tape
        u, (wide, high) = brush.u, brush.size
        groove = Rect(u(40), high - u(24), wide - u(80), u(6))
        empty = theme.colour("#5A4A62")
        on.blit(brush.sheet(groove.size, 3, empty, empty), groove)
        part = min(1.0, time / max(tape.duration, 0.01))
        done = Rect(groove.topleft, (round(groove.width * part), groove.height))
        on.fill(theme.HONEY, done)
        for mark in tape.marks:
            rim = theme.PAPER if mark.time <= time else theme.colour("#8A7B92")
            at = (groove.left + groove.width * mark.time / max(tape.duration, 0.01), groove.centery)
            brush.mark(on, mark.side, at, 12, rim)

    def _paint_caption(self, on: Surface, text: str) -> None:
        if text:
            brush = self.brush
            middle = (brush.size[0] / 2, brush.size[1] - brush.u(57))
            box = pill_box(brush, text, (middle[0], 0), widest=brush.size[0] - brush.u(80), px=theme.BODY)
            box.centery = round(middle[1])
            pill(on, brush, text, box, px=theme.BODY)


def marks(tape: Tape, cut: Cut) -> list[Mark]:
    """The flicks that are filmed."""
    most = len(tape.marks)
    first, last = cut.first or 1, cut.last or most
    if most and not 1 <= first <= last <= most:
        raise Refusal(
            "The record has the flicks 1 to {most}, not {first} to {last}.", most=most, first=first, last=last
        )
    if not most and (cut.first or cut.last):
        raise Refusal("The record has no flicks.")
    return tape.marks[first - 1 : last]


def span(tape: Tape, cut: Cut) -> tuple[float, float]:
    """From when to when a record is filmed."""
    chosen = marks(tape, cut)
    begin = tape.starts[_turn(tape, chosen[0].reel)] if cut.first and chosen else 0.0
    following = (cut.last or len(tape.marks)) if chosen else 0
    end = tape.starts[_turn(tape, tape.marks[following].reel)] if following < len(tape.marks) else tape.duration
    return begin, end


def _turn(tape: Tape, reel: int) -> int:
    """The first move that belongs to a flick: the decision before it, which takes no time."""
    return max(0, reel - 1) if tape.reels[max(0, reel - 1)].duration == 0.0 else reel


def pictures(tape: Tape, cut: Cut) -> int:
    """How many pictures it takes."""
    return max(1, len(marks(tape, cut))) if cut.sort == ".png" else len(_times(tape, cut))


def film(tape: Tape, cut: Cut) -> Iterator[int]:
    """Make a file of a record; says how many pictures are done."""
    check(cut)
    with unseen(cut.pixels, text=LARGE if cut.pixels[1] < SMALL else 1.0) as (brush, on):
        if cut.sort == ".png":
            yield from _sheet(tape, brush, on, cut)
            return
        times = _times(tape, cut)
        if len(times) / RATES[cut.sort] > LONGEST[cut.sort]:
            raise Refusal(
                "That would last {seconds} seconds, but such a film lasts {most} at most; choose with --from, --to"
                " and --speed.",
                seconds=round(len(times) / RATES[cut.sort]),
                most=LONGEST[cut.sort],
            )
        make = _gif if cut.sort == ".gif" else _mp4
        beside = cut.out.with_name(cut.out.name + ".part")
        try:
            yield from make(Studio(tape, brush), on, times, beside)
            beside.replace(cut.out)
        finally:
            beside.unlink(missing_ok=True)


def _times(tape: Tape, cut: Cut) -> list[float]:
    begin, end = span(tape, cut)
    rate = RATES[cut.sort]
    step = cut.speed / rate
    many = int((end - begin) / step) + 1 + round(HELD * rate)
    return [min(end, begin + number * step) for number in range(many)]


# MP4.


def _mp4(studio: Studio, on: Surface, times: list[float], path: Path) -> Iterator[int]:
    """Raw pictures into a pipe; the encoder runs beside the painter."""
    frame = on.convert(32)
    size, rate = "{}x{}".format(*frame.get_size()), str(RATES[".mp4"])
    command = [
        _maker(".mp4").get_ffmpeg_exe(), "-y", "-loglevel", "error",
        "-f", "rawvideo", "-pix_fmt", "bgra", "-s", size, "-r", rate, "-i", "-",
        "-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-pix_fmt", "yuv420p", "-movflags", "+faststart",
        "-f", "mp4", str(path),
    ]  # fmt: skip
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as encoder:  # noqa: S603
        if encoder.stdin is None or encoder.stderr is None:
            raise AssertionError(encoder)
        try:
            before: object = None
            for done, time in enumerate(times, start=1):
                looks = studio.looks(time)
                if looks is None or looks != before:
                    studio.paint(frame, time)
                before = looks
                encoder.stdin.write(frame.get_buffer().raw)
                yield done
        except BrokenPipeError:
            pass
        finally:
            with suppress(BrokenPipeError):
                encoder.stdin.close()
        problem = encoder.stderr.read().decode(errors="replace").strip()
    if encoder.returncode:
        raise Refusal("The film could not be written: {problem}", problem=problem.splitlines()[-1] if problem else "?")


# GIF.


def _gif(studio: Studio, on: Surface, times: list[float], path: Path) -> Iterator[int]:
    """One set of colours for all pictures; of each only what has changed, and none twice."""
    image, plugin = _maker(".gif")
    colours = _colours(image, studio, on, times)
    frame_ms = 1000 // RATES[".gif"]
    with path.open("wb") as file:
        before, waiting, held = None, None, 0
        for done, time in enumerate(times, start=1):
            studio.paint(on, time)
            now = _rgb(image, on).quantize(palette=colours, dither=image.Dither.NONE)
            if before is None:
                file.writelines(plugin.getheader(now.copy(), info={"loop": 0})[0])
                waiting = (now, (0, 0))
            elif part := _changed(image, before, now):
                _write(plugin, file, waiting, held * frame_ms)
                waiting, held = part, 0
            before, held = now, held + 1
            yield done
        _write(plugin, file, waiting, held * frame_ms)
        file.write(b";")


def _write(plugin: Any, file: BinaryIO, part: tuple[Any, tuple[int, int]] | None, milliseconds: int) -> None:
    """A picture that is seen for a while; what shows nothing in it is left as it was before."""
    if part:
        file.writelines(plugin.getdata(*part, duration=milliseconds, transparency=COLOURS, disposal=1))


def _rgb(image: Any, on: Surface) -> Any:
    return image.frombuffer("RGB", on.get_size(), pygame.image.tobytes(on, "RGB"))


def _colours(image: Any, studio: Studio, on: Surface, times: list[float]) -> Any:
    """The colours of a few pictures, spread over the film."""
    wide, high = (length // 2 for length in on.get_size())
    columns = 3
    sheet = image.new("RGB", (wide * columns, high * (SAMPLES // columns)))
    for number in range(SAMPLES):
        studio.paint(on, times[number * (len(times) - 1) // (SAMPLES - 1)])
        row, column = divmod(number, columns)
        sheet.paste(_rgb(image, on).resize((wide, high)), (column * wide, row * high))
    return sheet.quantize(COLOURS, method=image.Quantize.MEDIANCUT)


def _changed(image: Any, before: Any, now: Any) -> tuple[Any, tuple[int, int]] | None:
    """What is not as it was, in the smallest box, and where that is."""
    old, new = (np.asarray(one) for one in (before, now))
    other = old != new
    rows, columns = (np.flatnonzero(other.any(axis)) for axis in (1, 0))
    if not len(rows):
        return None
    box = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    part = image.fromarray(np.where(other[box], new[box], COLOURS).astype(np.uint8)).convert("P")
    part.putpalette(now.getpalette())
    return part, (int(columns[0]), int(rows[0]))


# A sheet.


def _sheet(tape: Tape, brush: Brush, on: Surface, cut: Cut) -> Iterator[int]:
    """A small picture of each flick once its dice lie still, with the way of the flicked one."""
    chosen = marks(tape, cut)
    ends = [mark.time + tape.reels[mark.reel].film.duration for mark in chosen] or [0.0]
    u, (wide, high) = brush.u, brush.size
    on.blit(table(brush, brush.size), (0, 0))
    brush.text(on, tape.title(), (wide / 2, u(34)), theme.TITLE, theme.PAPER, "display", "centre")
    room = Rect(u(20), u(64), wide - u(40), high - u(64) - u(16))
    mat: Mat = tape.loaded.session.state.options.mat
    columns, each, tall = _cells(room, len(ends), mat, u(34))
    if each < NARROWEST:
        raise Refusal("So many flicks do not fit on one sheet; choose with --from and --to, or take a larger --size.")
    rows = ceil(len(ends) / columns)
    top = room.top + (room.height - rows * tall) // 2
    for number, time in enumerate(ends):
        row, column = divmod(number, columns)
        in_row = min(columns, len(ends) - row * columns)
        left = room.centerx - in_row * each // 2 + column * each
        box = Rect(left + u(6), top + row * tall, each - u(12), tall - u(34))
        small = Surface(box.size)
        painted = Brush(box.size)
        Studio(tape, painted, Rect(0, 0, *box.size).inflate(-painted.u(24), -painted.u(24))).still(small, time)
        on.blit(small, box)
        if chosen:
            _paint_mark(on, brush, chosen[number], (cut.first or 1) + number, box)
        yield number + 1
    pygame.image.save(on, cut.out)


def _paint_mark(on: Surface, brush: Brush, mark: Mark, number: int, box: Rect) -> None:
    u = brush.u
    y = box.bottom + u(15)
    brush.mark(on, mark.side, (box.left + u(10), y), 14)
    text, px = f"{number}  {mark.text}", float(theme.SECOND + 1)
    while brush.width(text, px, "strong") > box.width - u(30) and px > 8:
        px -= 0.5
    brush.text(on, text, (box.left + u(24), y), px, theme.PAPER, "strong")


def _cells(room: Rect, many: int, mat: Mat, below: int) -> tuple[int, int, int]:
    """In how many columns so many pictures are largest, and how wide and high each is then, with its line."""
    best = (1, 0, 0)
    for columns in range(1, many + 1):
        rows = ceil(many / columns)
        each = min(room.width // columns, int((room.height // rows - below) * mat.length / mat.width))
        if each > best[1]:
            best = (columns, each, int(each * mat.width / mat.length) + below)
    return best
