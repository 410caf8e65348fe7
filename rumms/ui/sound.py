"""Sounds through the loudspeakers: how loud, from which side, how many at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import pygame
from numpy.typing import NDArray

from rumms.ui.synth import PEAK, RATE, RECIPES, VARIANTS, make

Samples: TypeAlias = NDArray[np.float32]

CHANNELS: Final = 24
SLIDES: Final = 2
"""The first channels belong to the sound of sliding: one may fade out while the next one fades in."""
BUFFER: Final = 512
"""Samples that are mixed at a time."""
LATE: Final = 0.030
"""Seconds by which a sound may be mixed later than it was played."""
FADE_MS: Final = 30
CROWD: Final = 2
"""A sound is left out if so many of its name, none of them softer, began within `SOON`."""
SOON: Final = 0.030
DICE: Final = ((0.33, "die-soft"), (0.70, "die"), (1.0, "die-hard"))
"""How hard two dice may meet to sound like this."""
FAR: Final = 0.3
"""What the ear on the far side hears of a sound at the edge of the table."""
LOUDNESS: Final = 5 / 3
"""Power of the volume: half way is then 10 dB less, which people hear as half as loud."""


class Clip(NamedTuple):
    """A wave, and for each buffer of it how far it still goes up from there on."""

    wave: Samples
    rest: Samples


def clip(name: str, variant: int) -> Clip:
    """A sound, ready to be played."""
    wave = make(name, variant).astype(np.float32)
    blocks = np.abs(np.pad(wave, (0, -len(wave) % BUFFER))).reshape(-1, BUFFER).max(axis=1)
    return Clip(wave, np.maximum.accumulate(blocks[::-1])[::-1])


class Voice(NamedTuple):
    """A clip under way, with its level on either side."""

    start: float
    clip: Clip
    left: float
    right: float

    def rest(self, now: float) -> float:
        """How far the clip may still go up."""
        block = max(0, int((now - self.start - LATE) * RATE / BUFFER))
        return float(self.clip.rest[block]) if block < len(self.clip.rest) else 0.0


class Headroom:
    """What running sounds leave free: all of them together never go beyond `limit`."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self._voices: list[Voice] = []

    def admit(self, voice: Voice) -> Voice:
        """The voice as loud as there is room for it, and from now on among those that run."""
        now, peak = voice.start, float(voice.clip.rest[0])
        self._voices = [other for other in self._voices if other.rest(now) > 0]
        left = self.limit - sum(other.rest(now) * other.left for other in self._voices)
        right = self.limit - sum(other.rest(now) * other.right for other in self._voices)
        fits = max(0.0, min(1.0, left / (peak * voice.left), right / (peak * voice.right)))
        admitted = voice._replace(left=voice.left * fits, right=voice.right * fits)
        self._voices.append(admitted)
        return admitted

    def clear(self) -> None:
        """Nothing runs any more."""
        self._voices = []


class Sound:
    """Everything that is heard. Without a device it is silent; the device is opened by the first call that needs it."""

    def __init__(self, volume: float, clock: Callable[[], float] = perf_counter) -> None:
        self._clock = clock
        self._is_open: bool | None = None
        self._loudness = 0.0
        self._clips: dict[tuple[str, int], Clip] = {}
        self._missing = deque((name, variant) for variant in range(VARIANTS) for name in RECIPES)
        self._chance = Random(1)
        self._last: dict[str, int] = {}
        self._recent: dict[str, list[tuple[float, float]]] = {}
        # Sliding dice swell and fade without asking, so their room is always kept.
        self._headroom = Headroom(0.98 - PEAK * 10 ** (RECIPES["slide"].level / 20))
        self._slide: pygame.mixer.Sound | None = None
        self._slide_channel = 0
        self.set_volume(volume)

    def set_volume(self, volume: float) -> None:
        """How loud all sounds from now on are, 0 to 1."""
        self._loudness = _within(volume, 0.0, 1.0) ** LOUDNESS

    def warm(self, milliseconds: float) -> bool:
        """Use so much time to make sounds before they are needed; are all of them made?"""
        end = self._clock() + milliseconds / 1000
        if not self._ready():
            return True
        while self._missing and self._clock() < end:
            self._clip(*self._missing.popleft())
        return not self._missing

    def play(self, name: str, strength: float = 1.0, pan: float = 0.0) -> None:
        """Let a sound be heard once: `strength` 0 to 1, `pan` -1 (left) to 1; dice that meet harder sound brighter."""
        if name not in RECIPES:
            raise KeyError(name)
        strength = _within(strength, 0.0, 1.0)
        if strength * self._loudness == 0 or not self._ready() or self._is_crowded(name, strength):
            return
        channel = _free_channel()
        if channel is None:
            return
        level, pan = strength * self._loudness, _within(pan, -1.0, 1.0) * (1 - FAR)
        chosen = self._variant(_by_strength(strength) if name == "die" else name)
        voice = Voice(self._clock(), chosen, level * min(1.0, 1 - pan), level * min(1.0, 1 + pan))
        voice = self._headroom.admit(voice)
        channel.play(_sound(chosen.wave, voice.left, voice.right))

    def slide(self, level: float) -> None:
        """How loud dice slide now, 0 to 1: to be told anew whenever it changes; 0 ends it."""
        level = _within(level, 0.0, 1.0) * self._loudness
        if level == 0:
            if self._slide is not None:
                _fade_out(pygame.mixer.Channel(self._slide_channel))
                self._slide = None
        elif self._slide is not None:
            self._slide.set_volume(level)
        elif self._ready():
            self._slide_channel = (self._slide_channel + 1) % SLIDES
            self._slide = _sound(self._variant("slide").wave, 1.0, 1.0)
            # The fade moves the channel's volume; the sound's own is free to follow the dice.
            self._slide.set_volume(level)
            channel = pygame.mixer.Channel(self._slide_channel)
            channel.set_volume(1.0)
            channel.play(self._slide, loops=-1, fade_ms=FADE_MS)

    def stop(self) -> None:
        """Fade out whatever is heard."""
        self.slide(0.0)
        self._headroom.clear()
        if self._is_open:
            pygame.mixer.fadeout(FADE_MS)

    def close(self) -> None:
        """Give the device back; nothing is heard any more."""
        self._slide = None
        if self._is_open:
            pygame.mixer.quit()
        self._is_open = False

    def _ready(self) -> bool:
        if self._is_open is None:
            self._is_open = _open()
        return self._is_open

    def _clip(self, name: str, variant: int) -> Clip:
        if (name, variant) not in self._clips:
            self._clips[name, variant] = clip(name, variant)
        return self._clips[name, variant]

    def _variant(self, name: str) -> Clip:
        """One of those that are made already, and not the one heard last."""
        made = [variant for variant in range(VARIANTS) if (name, variant) in self._clips] or [0]
        others = [variant for variant in made if variant != self._last.get(name)] or made
        self._last[name] = self._chance.choice(others)
        return self._clip(name, self._last[name])

    def _is_crowded(self, name: str, strength: float) -> bool:
        now = self._clock()
        recent = [(start, other) for start, other in self._recent.get(name, ()) if now - start < SOON]
        is_crowded = sum(other >= strength for _, other in recent) >= CROWD
        self._recent[name] = recent if is_crowded else [*recent, (now, strength)]
        return is_crowded


def _open() -> bool:
    """Is there a device? A mixer that was set up otherwise would play our waves at a wrong pitch: begin anew."""
    try:
        pygame.mixer.quit()
        pygame.mixer.init(RATE, -16, 2, BUFFER, allowedchanges=0)
    except (pygame.error, NotImplementedError):
        return False
    pygame.mixer.set_num_channels(CHANNELS)
    return True


def _by_strength(strength: float) -> str:
    return next(name for limit, name in DICE if strength <= limit)


def _free_channel() -> pygame.mixer.Channel | None:
    channels = (pygame.mixer.Channel(number) for number in range(SLIDES, CHANNELS))
    return next((channel for channel in channels if not channel.get_busy()), None)


def _fade_out(channel: pygame.mixer.Channel) -> None:
    """A channel whose fade in has not begun yet would take no notice of a fade out."""
    if channel.get_volume() > 0:
        channel.fadeout(FADE_MS)
    else:
        channel.stop()


def _sound(wave: Samples, left: float, right: float) -> pygame.mixer.Sound:
    """The levels go into the samples: a channel takes its volume only after it has begun, and in coarse steps."""
    sides = np.outer(wave, np.array((left, right), np.float32) * 32767)
    return pygame.mixer.Sound(buffer=sides.astype("<i2").tobytes())


def _within(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)
