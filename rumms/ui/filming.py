"""Films of records: frames painted without a display, as GIF, as MP4, or all moves on one sheet. Always the same."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from math import ceil
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
import pygame
from msgspec import Struct

from rumms.kernel.refusal import Refusal
from rumms.kernel.session import Loaded
from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.draw.mat import table
from rumms.ui.studio import Studio, studio_for
from rumms.ui.unseen import unseen

ENDINGS: Final = (".gif", ".mp4", ".png")
RATES: Final = {".gif": 20, ".mp4": 30}
"""Frames a second; a GIF counts in hundredths of a second."""
SIZES: Final = {".gif": (640, 360), ".mp4": (1280, 720), ".png": (1280, 720)}
"""Of a picture, if nothing else is said."""
SMALLEST, LARGEST = (160, 90), (3840, 2160)
LONGEST: Final = {".gif": 3 * 60, ".mp4": 60 * 60}
"""Seconds that a film may last."""
BELOW: Final = 34
"""How high the line below a picture on a sheet is ..."""
LEAST: Final = 10.5
"""... and how small its letters may be, in pixels of the design."""
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
    """The first flick, or move of a card game, from 1 on ..."""
    last: int | None = None
    """... and the last; without them from the beginning to the end."""
    size: tuple[int, int] | None = None
    speed: float = 1.0
    eyes: int | None = None
    """Through which player's eyes a card game is seen, from 1 on; without it the first person's."""

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


@contextmanager
def camera(loaded: Loaded, cut: Cut) -> Iterator[Camera]:
    """What films a record; a Refusal if it cannot."""
    check(cut)
    with unseen(cut.pixels, text=LARGE if cut.pixels[1] < SMALL else 1.0) as (brush, on):
        yield Camera(studio_for(loaded, brush, cut.eyes), brush, on, cut)


class Camera:
    """Films a record."""

    def __init__(self, studio: Studio, brush: Brush, on: Surface, cut: Cut) -> None:
        self.studio, self.brush, self.on, self.cut = studio, brush, on, cut
        most = len(studio.parts)
        first, last = cut.first or 1, cut.last or most
        if most and not 1 <= first <= last <= most:
            raise self._no_such(most, first, last)
        if not most and (cut.first or cut.last):
            raise Refusal("The record has no flicks.") if studio.has_flicks else Refusal("The record has no moves.")
        self.chosen: Sequence[int] = range(first - 1, last)
        """Which flicks or moves are filmed."""
        begin = studio.parts[first - 1].begin if cut.first else 0.0
        end = studio.parts[last].begin if last < most else studio.duration
        self.span = (begin, end)
        if cut.sort == ".png":
            self.chosen = self._that_fit()
            self.many = max(1, len(self.chosen))
            return
        self.times = list(_times(begin, end, cut))
        self.many = len(self.times)
        """Pictures that it takes."""
        if self.many / RATES[cut.sort] > LONGEST[cut.sort]:
            raise Refusal(
                "That would last {seconds} seconds, but such a film lasts {most} at most; choose with --from, --to"
                " and --speed.",
                seconds=round(self.many / RATES[cut.sort]),
                most=LONGEST[cut.sort],
            )

    def _no_such(self, most: int, first: int, last: int) -> Refusal:
        if self.studio.has_flicks:
            return Refusal(
                "The record has the flicks 1 to {most}, not {first} to {last}.", most=most, first=first, last=last
            )
        return Refusal(
            "The record has the moves 1 to {most}, not {first} to {last}.", most=most, first=first, last=last
        )

    def film(self) -> Iterator[int]:
        """Make the file; says how many pictures are done."""
        out = self.cut.out
        beside = out.with_name(out.name + ".part")
        make = {".png": self._sheet, ".gif": self._gif, ".mp4": self._mp4}[self.cut.sort]
        try:
            yield from make(beside)
            beside.replace(out)
        finally:
            beside.unlink(missing_ok=True)

    def _painted(self, surface: Surface) -> Iterator[tuple[int, bool]]:
        """Paint every picture; says its number, and whether it is another than the one before."""
        before: object = None
        for done, time in enumerate(self.times, start=1):
            looks = self.studio.looks(time)
            is_new = looks is None or looks != before
            if is_new:
                self.studio.paint(surface, time)
            before = looks
            yield done, is_new

    # MP4.

    def _mp4(self, path: Path) -> Iterator[int]:
        """Raw pictures into a pipe; the encoder runs beside the painter."""
        frame = self.on.convert(32)
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
                for done, _ in self._painted(frame):
                    encoder.stdin.write(frame.get_buffer().raw)
                    yield done
            except BrokenPipeError:
                pass
            finally:
                with suppress(BrokenPipeError):
                    encoder.stdin.close()
            problem = encoder.stderr.read().decode(errors="replace").strip()
        if encoder.returncode:
            told = problem.splitlines()[-1] if problem else "?"
            raise Refusal("The film could not be written: {problem}", problem=told)

    # GIF.

    def _gif(self, path: Path) -> Iterator[int]:
        """One set of colours for all pictures; of each only what has changed, and none twice."""
        image, plugin = _maker(".gif")
        colours = self._colours(image)
        frame_ms = 1000 // RATES[".gif"]
        with path.open("wb") as file:
            before: Any = None
            waiting, held = None, 0
            for done, is_new in self._painted(self.on):
                now = _rgb(image, self.on).quantize(palette=colours, dither=image.Dither.NONE) if is_new else before
                if before is None:
                    file.writelines(plugin.getheader(now.copy(), info={"loop": 0})[0])
                    waiting = (now, (0, 0))
                elif is_new and (part := _changed(image, before, now)):
                    _write(plugin, file, waiting, held * frame_ms)
                    waiting, held = part, 0
                before, held = now, held + 1
                yield done
            _write(plugin, file, waiting, held * frame_ms)
            file.write(b";")

    def _colours(self, image: Any) -> Any:
        """The colours of a few pictures, spread over the film."""
        wide, high = (length // 2 for length in self.on.get_size())
        columns = 3
        sheet = image.new("RGB", (wide * columns, high * (SAMPLES // columns)))
        for number in range(SAMPLES):
            self.studio.paint(self.on, self.times[number * (len(self.times) - 1) // (SAMPLES - 1)])
            row, column = divmod(number, columns)
            sheet.paste(_rgb(image, self.on).resize((wide, high)), (column * wide, row * high))
        return sheet.quantize(COLOURS, method=image.Quantize.MEDIANCUT)

    # A sheet.

    @property
    def _room(self) -> Rect:
        u, (wide, high) = self.brush.u, self.brush.size
        return Rect(u(20), u(64), wide - u(40), high - u(64) - u(16))

    def _that_fit(self) -> Sequence[int]:
        """Those that fit on a sheet: all of them, or as many as can be seen well, spread evenly up to the last."""
        chosen, fit = self.chosen, len(self.chosen)
        while fit > 1 and self._cells(fit)[1] < self.studio.narrowest:
            fit -= 1
        last = len(chosen) - 1
        return [chosen[round(last * number / (fit - 1))] for number in range(fit)] if 1 < fit <= last else chosen[-fit:]

    def _cells(self, many: int) -> tuple[int, int, int]:
        """In how many columns so many pictures are largest, and how wide and high each is then, with its line."""
        best, room, below = (1, 0, 0), self._room, self.brush.u(BELOW)
        for columns in range(1, many + 1):
            rows = ceil(many / columns)
            each = min(room.width // columns, int((room.height // rows - below) * self.studio.shape))
            if each > best[1]:
                best = (columns, each, int(each / self.studio.shape) + below)
        return best

    def _sheet(self, path: Path) -> Iterator[int]:
        """A small picture of each flick or move once all lies still, with who made it and what it was."""
        brush, on, studio = self.brush, self.on, self.studio
        u, room, wide = brush.u, self._room, brush.size[0]
        on.blit(table(brush, brush.size), (0, 0))
        title, px = brush.fitted(studio.title, room.width, theme.TITLE, "display")
        brush.text(on, title, (wide / 2, u(34)), px, theme.PAPER, "display", "centre")
        columns, each, tall = self._cells(self.many)
        top = room.top + (room.height - ceil(self.many / columns) * tall) // 2
        for place in range(self.many):
            row, column = divmod(place, columns)
            in_row = min(columns, self.many - row * columns)
            left = room.centerx - in_row * each // 2 + column * each
            box = Rect(left + u(6), top + row * tall, each - u(12), tall - u(BELOW))
            number = self.chosen[place] if self.chosen else -1
            on.blit(studio.small(box.size, studio.parts[number].end if number >= 0 else 0.0), box)
            if number >= 0:
                self._paint_mark(number, box)
            yield place + 1
        with path.open("wb") as file:
            pygame.image.save(on, file, "x.png")

    def _paint_mark(self, number: int, box: Rect) -> None:
        brush, u = self.brush, self.brush.u
        y = box.bottom + u(15)
        self.studio.mark(self.on, number, (box.left + u(10), y))
        text = f"{number + 1}  {self.studio.parts[number].text}"
        text, px = brush.fitted(text, box.width - u(30), theme.SECOND + 1, "strong", LEAST)
        brush.text(self.on, text, (box.left + u(24), y), px, theme.PAPER, "strong")


def _times(begin: float, end: float, cut: Cut) -> Iterator[float]:
    """When pictures are taken; the last is held for a while."""
    rate = RATES[cut.sort]
    step = cut.speed / rate
    many = int((end - begin) / step) + 1 + round(HELD * rate)
    return (min(end, begin + number * step) for number in range(many))


def _write(plugin: Any, file: BinaryIO, part: tuple[Any, tuple[int, int]] | None, milliseconds: int) -> None:
    """A picture that is seen for a while; what shows nothing in it is left as it was before."""
    if part:
        file.writelines(plugin.getdata(*part, duration=milliseconds, transparency=COLOURS, disposal=1))


def _rgb(image: Any, on: Surface) -> Any:
    return image.frombuffer("RGB", on.get_size(), pygame.image.tobytes(on, "RGB"))


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
