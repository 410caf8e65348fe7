"""The window: opens it, hands events to the screen on top, draws it sixty times a second, changes screens."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from time import monotonic, sleep
from typing import Any, Final

import msgspec
import pygame

from rumms import language
from rumms.kernel.refusal import Refusal
from rumms.language import say, tell
from rumms.places import shipped
from rumms.ui import settings as kept
from rumms.ui import theme
from rumms.ui.draw.brush import Brush
from rumms.ui.kit.screen import Notice, Screen
from rumms.ui.settings import Settings
from rumms.ui.sound import Sound
from rumms.ui.start import NoWindow
from rumms.ui.thinking import Mind

FRAMES: Final = 60
"""A second."""
IDLE: Final = 100
"""Milliseconds from a frame to the next while nothing moves and nobody does anything."""
AWAKE: Final = 1.5
"""Seconds after somebody did something in which all frames are drawn: tips come, hovers fade."""
POLL: Final = 0.001
"""Seconds from one look at the pointer to the next while every move of it counts."""
SMALLEST: Final = (640, 360)
USUAL: Final = (1280, 720)
LONGEST: Final = 0.1
"""Seconds that pass at most between two frames, as far as screens know: after a pause nothing jumps."""
SLIDE: Final = 12
"""By how many pixels of the design a screen slides in."""
SPARE: Final = 0.004
"""Seconds of a frame in which sounds may be made."""
NOT_REAL: Final = frozenset({"offscreen", "dummy", "evdev"})
"""Video drivers that show nothing to anybody."""
ANNOUNCED: Final = ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR")
"""Where Linux names its displays. Without any of these, looking for one fails, and libraries complain of it."""


class App:
    """The stage on which screens are played. It is the only one that knows the window."""

    def __init__(self, settings: Settings, mind: Mind, size: tuple[int, int] | None = None) -> None:
        self.settings, self.mind = settings, mind
        self.sound = Sound(settings.volume)
        self.screens: list[Screen] = []
        self.now = self.time = 0.0
        self.is_running = True
        self._held: set[int] = set()
        """The keys that are down."""
        self._size = size or _fitting()
        self._cursor = -1
        self._begun = self._polled = monotonic()
        """When the last frame began, and when somebody last asked what happened."""
        self._fading: tuple[pygame.Surface, float] | None = None
        self._ground: pygame.Surface | None = None
        """What lies under the pointer while every move of it counts ..."""
        self._traced = pygame.Rect(0, 0, 0, 0)
        """... and where it was drawn last."""
        self._open_window()

    # The window.

    def _open_window(self) -> None:
        if self.settings.is_full_screen:
            self.window = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            self.window = pygame.display.set_mode(self._size, pygame.RESIZABLE)
        pygame.display.set_caption("Rumms")
        self._make_brush()

    def _make_brush(self) -> None:
        self.brush = Brush(
            self.window.get_size(),
            text=self.settings.text_scale,
            palette=self.settings.palette,
            calm=self.settings.is_calm,
        )

    # What screens ask of the stage.

    @property
    def screen(self) -> Screen:
        """The one on top."""
        return self.screens[-1]

    def open(self, screen: Screen) -> None:
        """Put a screen on top of what is there."""
        self._remember()
        screen.stage = self
        self.screens.append(screen)
        screen.enter()

    def replace(self, screen: Screen) -> None:
        """Put a screen in the place of the one on top."""
        self._remember()
        if self.screens:
            self.screens.pop().close()
        screen.stage = self
        self.screens.append(screen)
        screen.enter()

    def back(self) -> None:
        """Return to the screen below; from the last one, out of the program."""
        if len(self.screens) == 1:
            self.quit()
            return
        self._remember()
        self.screens.pop().close()
        self.screen.rebuild()

    def home(self) -> None:
        """Return to the first screen."""
        self._remember()
        while len(self.screens) > 1:
            self.screens.pop().close()
        self.screen.rebuild()

    def quit(self) -> None:
        """Leave the program."""
        self.is_running = False

    def change(self, **settings: Any) -> None:
        """Set something: it is kept, and everything is built anew with it."""
        before = self.settings
        self.settings = msgspec.structs.replace(before, **settings)
        kept.save(self.settings)
        self.sound.set_volume(self.settings.volume)
        if self.settings.language != before.language:
            language.use(self.settings.language)
        if self.settings.is_full_screen != before.is_full_screen:
            if self.settings.is_full_screen:
                self._size = self.window.get_size()
            self._open_window()
        self._rebuild()

    def backdrop(self) -> pygame.Surface:
        """The last frame, blurred and dimmed: what lies behind a sheet."""
        size = self.window.get_size()
        small = pygame.transform.smoothscale(self.window, (max(1, size[0] // 6), max(1, size[1] // 6)))
        blurred = pygame.transform.smoothscale(pygame.transform.gaussian_blur(small, 2), size)
        veil = pygame.Surface(size, pygame.SRCALPHA)
        veil.fill((*theme.PLUM_DEEP, 150))
        blurred.blit(veil, (0, 0))
        return blurred

    def notice(self, title: str, text: str) -> None:
        """Tell something that a person must not miss."""
        self.sound.play("refused")
        self.open(Notice(title, text))

    # Frames.

    def run(self) -> None:
        """Play until somebody leaves."""
        clock = pygame.time.Clock()
        last = touched = monotonic()
        events: list[pygame.event.Event] = []
        try:
            while self.is_running:
                now = monotonic()
                events += self._happened()
                if events:
                    touched = now
                self.frame(self._meant(events), now - last)
                last = self._begun = now
                events = []
                if self.screen.is_traced:
                    events = self._trace(now + 1 / FRAMES)
                    continue
                self.sound.warm(1000 * max(0.0, min(SPARE, 1 / FRAMES - (monotonic() - now))))
                if self.screen.is_lively or self._fading or now - touched < AWAKE:
                    clock.tick(FRAMES)
                elif (event := pygame.event.wait(IDLE)).type != pygame.NOEVENT:
                    events = self._stamped([event])
        finally:
            self.close()

    def _trace(self, until: float) -> list[pygame.event.Event]:
        """What happens until then, asked for so often that the pointer's way is known to the millisecond."""
        events = self._happened()
        while monotonic() < until:
            sleep(POLL)
            events += self._happened()
        return events

    def _happened(self) -> list[pygame.event.Event]:
        return self._stamped(pygame.event.get())

    def _stamped(self, events: list[pygame.event.Event]) -> list[pygame.event.Event]:
        """Events with their times, on the clock of `time`.

        SDL does not tell when the display sent them. Those that came while a frame was drawn came one after the other.
        """
        since, self._polled = self._polled, monotonic()
        for number, event in enumerate(events, 1):
            event.time = self.time + since + (self._polled - since) * number / len(events) - self._begun
        return events

    def frame(self, events: Iterable[pygame.event.Event], seconds: float) -> None:
        """One frame: what happened, so much later, and the picture of it."""
        self.time += seconds
        seconds = min(seconds, LONGEST)
        self.now += seconds
        try:
            for event in events:
                self._handle(event)
            if self.is_running:
                self.screen.update(seconds)
        except Refusal as refusal:
            self.notice(say("That cannot be done"), tell(refusal))
        except OSError as error:
            self.notice(say("That did not work"), f"{error.filename or ''} {error.strerror or error}".strip())
        if self.is_running:
            self._draw()

    def _meant(self, events: list[pygame.event.Event]) -> Iterator[pygame.event.Event]:
        """What happened, without repeats of keys that are up again: they come of a slow frame, not of a key held."""
        for place, event in enumerate(events):
            if event.type == pygame.KEYUP:
                self._held.discard(event.key)
            elif event.type == pygame.KEYDOWN:
                later = events[place:]
                if event.key in self._held and any(e.type == pygame.KEYUP and e.key == event.key for e in later):
                    continue
                self._held.add(event.key)
            yield event

    def close(self) -> None:
        """Leave everything as it should be found."""
        while self.screens:
            self.screens.pop().close()
        self.mind.close()
        self.sound.close()

    def _handle(self, event: pygame.event.Event) -> None:
        match event.type:
            case pygame.QUIT:
                self.quit()
            case pygame.VIDEORESIZE | pygame.WINDOWSIZECHANGED:
                self._resized()
            case pygame.KEYDOWN if event.key == pygame.K_F11 or (
                event.key == pygame.K_RETURN and event.mod & pygame.KMOD_ALT
            ):
                self.change(is_full_screen=not self.settings.is_full_screen)
            case pygame.KEYDOWN if event.key == pygame.K_F1:
                self._open_rules()
            case _:
                self.screen.event(event)

    def _open_rules(self) -> None:
        from rumms.ui.screens.rules import Rules  # noqa: PLC0415  only who asks for them needs them

        if not isinstance(self.screen, Rules):
            self.open(Rules(self.screen.game))

    def _resized(self) -> None:
        window = pygame.display.get_surface()
        if window is None or window.get_size() == self.brush.size:
            return
        self.window = window
        if not self.settings.is_full_screen:
            self._size = window.get_size()
        self._rebuild()

    def _rebuild(self) -> None:
        self._fading = None
        kept = self.settings
        look = (self.window.get_size(), kept.text_scale, kept.palette, kept.is_calm)
        if look != (self.brush.size, self.brush.text_scale, self.brush.palette, self.brush.calm):
            self._make_brush()
        for screen in self.screens:
            screen.rebuild()

    def _remember(self) -> None:
        """The last frame goes on being seen for a moment while the next screen comes in."""
        if self.screens:
            self._fading = self.window.copy(), self.now

    def _draw(self) -> None:
        if self.screen.is_traced:
            self._draw_trace()
            return
        self._ground = None
        self.screen.draw(self.window)
        self._point()
        if self._fading:
            old, since = self._fading
            part = (self.now - since) / (theme.FADE if self.brush.calm else theme.CHANGE)
            if part >= 1.0:
                self._fading = None
            else:
                old.set_alpha(round(255 * (1.0 - theme.out_cubic(part))))
                slide = 0 if self.brush.calm else -self.brush.u(SLIDE) * theme.out_cubic(part)
                self.window.blit(old, (round(slide), 0))
        pygame.display.flip()

    def _draw_trace(self) -> None:
        """Nothing but the pointer moves, and while a frame is drawn nobody looks where it is: so draw only that."""
        if self._ground is None:
            self._fading = None
            self.screen.draw(self.window)
            self._ground, self._traced = self.window.copy(), self.window.get_rect()
        self.window.blit(self._ground, self._traced, self._traced)
        box = self.screen.draw_trace(self.window).clip(self.window.get_rect())
        pygame.display.update([self._traced, box])
        self._traced = box

    def _point(self) -> None:
        """The pointer is a hand over what can be taken; a screen may draw one of its own."""
        if pygame.mouse.get_visible() is self.screen.has_pointer:
            pygame.mouse.set_visible(not self.screen.has_pointer)
        cursor = pygame.SYSTEM_CURSOR_HAND if self.screen.is_over_something else pygame.SYSTEM_CURSOR_ARROW
        if cursor != self._cursor:
            self._cursor = cursor
            with suppress(pygame.error):  # some displays have one pointer only
                pygame.mouse.set_cursor(cursor)


def open_display() -> None:
    """Make pygame ready for a window; NoWindow if there is nothing to open it on."""
    os.environ["SDL_VIDEO_X11_WMCLASS"] = "Rumms"  # pygame has named it after the file that was run
    asked = bool(os.environ.get("SDL_VIDEODRIVER"))
    if not asked and sys.platform == "linux" and not any(map(os.environ.get, ANNOUNCED)):
        raise _without_display()
    try:
        pygame.display.init()
    except pygame.error:
        raise _without_display() from None
    if pygame.display.get_driver() in NOT_REAL and not asked:
        raise _without_display()
    pygame.font.init()
    pygame.display.set_icon(pygame.image.load_sized_svg(shipped("assets", "icons", "dice.svg"), (64, 64)))
    pygame.key.set_repeat(350, 45)


def _without_display() -> NoWindow:
    return NoWindow(
        "There is no display to open a window on; in a terminal these work: rumms play GAME --text, rumms replay FILE"
        " --text, rumms games, rumms rules, rumms resume --text, rumms verify, rumms match, rumms bench."
    )


def _fitting() -> tuple[int, int]:
    """A window that leaves some of the desktop to be seen, 16 to 9."""
    sizes = pygame.display.get_desktop_sizes()
    wide, high = sizes[0] if sizes else USUAL
    scale = max(1.0, min(wide * 0.9 / USUAL[0], high * 0.85 / USUAL[1]))
    if wide < USUAL[0] or high < USUAL[1]:
        return max(SMALLEST[0], wide), max(SMALLEST[1], high)
    return round(USUAL[0] * scale), round(USUAL[1] * scale)
