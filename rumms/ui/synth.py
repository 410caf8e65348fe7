"""The recipes of all sounds: waves of a dry wooden table, made from sines and noise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import log
from typing import Final, NamedTuple, TypeAlias
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Wave: TypeAlias = NDArray[np.float64]
"""Mono samples, -1 to 1."""

RATE: Final = 44100
"""Samples a second."""
PITCHES: Final = (1.0, 0.96, 1.02, 0.98, 1.04)
"""How high each variant is."""
LEVELS: Final = (0.0, -4.0, -2.0, -3.0, -1.0)
"""How loud each variant is, in dB: two to either side of their middle."""
VARIANTS: Final = len(PITCHES)
PEAK: Final[float] = 10 ** (-9 / 20)
"""No sound goes beyond -9 dB, so that several fit together."""

_LOW, _HIGH = 120.0, 5000.0
_REFLECTIONS: Final = ((0.0061, 0.20), (0.0107, 0.11))
"""Seconds and level of what the table's edge and the wall behind it give back."""


class Take(NamedTuple):
    """What makes one variant different from the next: its pitch and its chance."""

    pitch: float
    chance: np.random.Generator


class Recipe(NamedTuple):
    """How a sound is made, how long it is, how many dB below the peak it stays."""

    cook: Callable[[Take], Wave]
    seconds: float
    level: float = 0.0
    in_room: bool = False
    is_loop: bool = False


def make(name: str, variant: int) -> Wave:
    """One variant of a sound, the same each time; a name without a recipe is a KeyError."""
    recipe = RECIPES[name]
    take = Take(PITCHES[variant], np.random.default_rng((crc32(name.encode()), variant)))
    wave = recipe.cook(take)
    if not recipe.is_loop:
        wave = _fitted(_in_room(wave) if recipe.in_room else wave, recipe.seconds)
    loudest = float(np.abs(wave).max())
    return wave * (PEAK * 10 ** ((recipe.level + LEVELS[variant]) / 20) / loudest)


# --- material: tones, noise and how they are put together


def _clock(seconds: float) -> Wave:
    return np.arange(round(seconds * RATE), dtype=np.float64) / RATE


def _sloped(seconds: float, attack: float = 0.0008) -> Wave:
    """An envelope that rises within `attack` and falls to nothing, the last 40 dB cut off."""
    envelope = np.exp(_clock(seconds) * (-4.6 / seconds)) - 0.01
    rise = _clock(attack) / attack
    envelope[: len(rise)] *= 0.5 - 0.5 * np.cos(np.pi * rise)
    return envelope


def _ramp(seconds: float, start: float, end: float) -> Wave:
    """From one frequency to another, in equal intervals."""
    return start * np.exp(_clock(seconds) * (log(end / start) / seconds))


def _sine(hertz: Wave) -> Wave:
    return np.sin(2 * np.pi / RATE * np.cumsum(hertz))


def _tone(take: Take, hertz: float, seconds: float, end: float | None = None, attack: float = 0.0008) -> Wave:
    """A damped sine that may glide to another pitch."""
    start, end = hertz * take.pitch, (end or hertz) * take.pitch
    wave = np.sin(2 * np.pi * start * _clock(seconds)) if start == end else _sine(_ramp(seconds, start, end))
    return wave * _sloped(seconds, attack)


def _low_pass(hertz: Wave | float, cut: Wave | float) -> Wave:
    """What a low-pass of 24 dB an octave leaves of a frequency."""
    ratio: Wave = np.asarray(hertz / cut)
    square = ratio * ratio
    return 1 / np.sqrt(1 + square * square * square * square)


def _bins(size: int) -> Wave:
    """The frequencies of a spectrum."""
    return np.arange(size // 2 + 1, dtype=np.float64) * (RATE / size)


def _noise(take: Take, seconds: float, low: float = _LOW, high: float = _HIGH, tilt: float = 0.0) -> Wave:
    """Noise of a band at an even level, for an envelope; `tilt` lifts its upper end, in powers of the frequency."""
    size = round(seconds * RATE)
    padded = 1 << size.bit_length()
    hertz = _bins(padded)
    hertz[0] = hertz[1]
    shape = _low_pass(hertz, high * take.pitch) * _low_pass(low * take.pitch, hertz) * (hertz / high) ** tilt
    wave = np.fft.irfft(np.fft.rfft(take.chance.standard_normal(padded)) * shape, padded)[:size]
    return wave / (3 * float(wave.std()))


def _puff(take: Take, seconds: float, low: float = _LOW, high: float = _HIGH) -> Wave:
    """A short burst of noise."""
    return _noise(take, seconds, low, high) * _sloped(seconds, min(0.0008, seconds / 4))


def _swept(wave: Wave, cuts: Wave) -> Wave:
    """A wave through a low-pass whose cut-off moves; `cuts` has a frequency for every sample."""
    step = 512
    window = np.hanning(2 * step + 1)[:-1]
    padded = np.pad(wave, (step, 3 * step))
    out = np.zeros_like(padded)
    hertz = _bins(2 * step)
    for at in range(0, len(wave) + step, step):
        part = np.fft.rfft(padded[at : at + 2 * step] * window)
        cut = cuts[min(at, len(cuts) - 1)]
        out[at : at + 2 * step] += np.fft.irfft(part * _low_pass(hertz, cut))
    return out[step : step + len(wave)]


def _together(*parts: tuple[float, float, Wave]) -> Wave:
    """Parts laid over each other, each given as when it starts, its level and its wave."""
    starts = [round(start * RATE) for start, _, _ in parts]
    out = np.zeros(max(start + len(wave) for start, (_, _, wave) in zip(starts, parts, strict=True)))
    for start, (_, level, wave) in zip(starts, parts, strict=True):
        out[start : start + len(wave)] += level * wave
    return out


def _in_room(wave: Wave) -> Wave:
    return _together((0.0, 1.0, wave), *((delay, level, wave) for delay, level in _REFLECTIONS))


def _fitted(wave: Wave, seconds: float) -> Wave:
    """Exactly so long; every envelope ends in silence, so there is nothing to fade."""
    size = round(seconds * RATE)
    return np.pad(wave[:size], (0, max(0, size - len(wave))))


def _knock(take: Take, hertz: float, seconds: float, bright: float = 1.0) -> Wave:
    """Wood that is struck: a tone, two that do not fit it and die sooner, and the click of the blow."""
    return _together(
        (0.0, 1.0, _tone(take, hertz, seconds)),
        (0.0, 0.45 * bright, _tone(take, hertz * 1.62, seconds * 0.6)),
        (0.0, 0.25 * bright, _tone(take, hertz * 2.73, seconds * 0.35)),
        (0.0, 0.60 * bright, _puff(take, 0.005, hertz, min(_HIGH, hertz * 4))),
    )


def _thud(take: Take, hertz: float, seconds: float, cut: float) -> Wave:
    """Something lands on cloth."""
    return _together(
        (0.0, 1.8, _puff(take, seconds, 60, cut)),
        (0.0, 0.9, _tone(take, hertz, seconds * 1.3, hertz * 0.8, attack=0.002)),
    )


def _note(take: Take, hertz: float, seconds: float) -> Wave:
    """A marimba's bar under a soft mallet."""
    return _together(
        (0.0, 1.0, _tone(take, hertz, seconds, attack=0.003)),
        (0.0, 0.22, _tone(take, hertz * 3.93, seconds * 0.3, attack=0.002)),
        (0.0, 0.16, _puff(take, 0.012, 200, 1200)),
    )


def _melody(take: Take, hertz: Sequence[float], step: float, last: float) -> Wave:
    """Notes one after the other; each rings into the next, the last one longest."""
    return _together(
        *(
            (number * step, 1.0, _note(take, pitch, last if number == len(hertz) - 1 else max(0.3, step * 2)))
            for number, pitch in enumerate(hertz)
        )
    )


# --- dice


def _flick(take: Take) -> Wave:
    click = _puff(take, 0.004, 1800, 3300)
    return _together((0.0, 2.4, click), (0.001, 0.8, _tone(take, 180, 0.040, 90)))


def _die(cut: float, take: Take) -> Wave:
    tones = ((1300.0, 1.0), (2100.0, 0.85), (3450.0, 0.4))
    return _together(
        *((0.0, level * float(_low_pass(hertz, cut)), _tone(take, hertz, 0.035)) for hertz, level in tones),
        (0.0, cut / 2500, _puff(take, 0.004, 700, cut)),
        (0.0, 0.35, _tone(take, 240, 0.030, 200)),
    )


def _felt(take: Take) -> Wave:
    return _thud(take, 140, 0.050, 700)


def _tumble(take: Take) -> Wave:
    return _together((0.0, 1.0, _thud(take, 165, 0.045, 900)), (0.0, 0.25, _knock(take, 620, 0.025, 0.6)))


def _wall(take: Take) -> Wave:
    return _together((0.0, 1.0, _knock(take, 880, 0.045)), (0.0, 0.6, _tone(take, 230, 0.050, 190)))


def _off(take: Take) -> Wave:
    return _together(
        (0.0, 1.0, _knock(take, 320, 0.070, 0.8)),
        (0.055, 0.5, _sine(_ramp(0.300, 500 * take.pitch, 120 * take.pitch)) * np.hanning(round(0.300 * RATE)) ** 0.6),
        (0.350, 0.6, _thud(take, 110, 0.060, 500)),
    )


def _set(take: Take) -> Wave:
    return _together((0.0, 1.0, _thud(take, 170, 0.040, 800)), (0.001, 0.4, _knock(take, 760, 0.030, 0.6)))


def _slide(take: Take) -> Wave:
    """Pink noise made of whole turns a second, so that its end fits its beginning."""
    hertz = _bins(RATE)
    hertz[0] = hertz[1]
    band = _low_pass(hertz, 1200 * take.pitch) * _low_pass(300 * take.pitch, hertz)
    turns = np.exp(2j * np.pi * take.chance.random(len(hertz)))
    wave = np.fft.irfft(band / np.sqrt(hertz) * turns, RATE)
    return np.roll(wave, -int(np.argmin(np.abs(wave) + np.abs(np.roll(wave, 1)))))


# --- powers of the dice


def _ice(take: Take) -> Wave:
    clock = _clock(0.250)
    parts = []
    for hertz, level, seconds in ((2400.0, 1.0, 0.250), (3700.0, 0.6, 0.210), (5100.0, 0.3, 0.160)):
        shimmer = 1 + 0.015 * np.sin(2 * np.pi * (11 * clock + take.chance.random()))
        size = round(seconds * RATE)
        parts.append((0.0, level, _sine(hertz * take.pitch * shimmer[:size]) * _sloped(seconds, 0.004)))
    return _together(*parts)


def _thaw(take: Take) -> Wave:
    parts = []
    for number in range(5):
        start = 0.045 * number + 0.025 * take.chance.random()
        level = 0.85**number * (0.7 + 0.3 * take.chance.random())
        parts.append((start, level, _puff(take, 0.004, 1800, 4600)))
        parts.append((start, level * 0.5, _tone(take, 2000 + 1500 * take.chance.random(), 0.018)))
    return _together(*parts)


def _heart(take: Take) -> Wave:
    return _melody(take, (392.0, 523.3), 0.14, 0.42)


def _capture(take: Take) -> Wave:
    return _melody(take, (329.6, 277.2), 0.16, 0.40)


def _mage(take: Take) -> Wave:
    fifths = [
        (0.13 * number, 1.0, _tone(take, hertz, 0.45, attack=0.015))
        for number, hertz in enumerate((293.7, 440.5, 660.8))
    ]
    glitter = [
        (
            0.12 + 0.045 * number + 0.02 * take.chance.random(),
            0.10,
            _tone(take, 2800 + 2100 * take.chance.random(), 0.05, attack=0.004),
        )
        for number in range(12)
    ]
    return _together(*fifths, *glitter)


def _spy(take: Take) -> Wave:
    clock = _clock(0.600) / 0.600
    breath = _swept(_noise(take, 0.600, 350, 4500), _ramp(0.600, 600 * take.pitch, 3200 * take.pitch))
    return breath * clock**2.5 * np.minimum(1.0, (1 - clock) / 0.06)


def _berserker(take: Take) -> Wave:
    seconds = 0.700
    part = _clock(seconds) / seconds
    throat = 70 * take.pitch * (1 + 0.12 * np.sin(np.pi * part) + 0.02 * _noise(take, seconds, 20, 60))
    saw = 2 * (np.cumsum(throat) / RATE % 1.0) - 1
    rattle = 0.7 + 0.3 * np.sin(2 * np.pi * 27 * take.pitch * _clock(seconds))
    growl = _swept(saw * rattle, 220 + 900 * np.sin(np.pi * part) ** 2)
    return growl * np.minimum(1.0, part / 0.12) * np.minimum(1.0, (1 - part) / 0.35)


# --- cards


def _card(take: Take) -> Wave:
    return _noise(take, 0.025, 900, 3000, tilt=0.8) * _sloped(0.025, 0.003)


def _shuffle(take: Take) -> Wave:
    starts = np.arange(12) * 0.044 + 0.010 * take.chance.random(12)
    return _together(*((float(start), 0.25 + 0.75 * number / 11, _card(take)) for number, start in enumerate(starts)))


def _coin(take: Take) -> Wave:
    return _together((0.0, 1.0, _tone(take, 2100, 0.120)), (0.0, 0.6, _tone(take, 3200, 0.105)))


def _kawumm(take: Take) -> Wave:
    seconds = 0.500
    part = _clock(seconds) / seconds
    # Driven, because small loudspeakers only hear the overtones of so low a tone.
    boom = np.tanh(2.2 * _sine(_ramp(seconds, 90 * take.pitch, 35 * take.pitch)) * (1 - part) ** 0.7)
    burst = _swept(_noise(take, seconds, 60, 4500), _ramp(seconds, 4200, 140)) * _sloped(seconds, 0.003)
    return _together((0.080, 1.0, boom * np.minimum(1.0, part / 0.004)), (0.080, 1.6, burst))


# --- the frame round the games


def _button(take: Take) -> Wave:
    return _knock(take, 900, 0.030, 0.7)


def _focus(take: Take) -> Wave:
    return _knock(take, 600, 0.028, 0.4)


def _refused(take: Take) -> Wave:
    return _together((0.0, 1.0, _knock(take, 210, 0.070, 0.4)), (0.120, 0.85, _knock(take, 185, 0.080, 0.4)))


def _win(take: Take) -> Wave:
    sticks = _thud(take, 130, 0.060, 900), _thud(take, 136, 0.060, 900)
    roll = [(0.020 + 0.043 * number, 0.10 + 0.020 * number, sticks[number % 2]) for number in range(12)]
    tune = _melody(take, (392.0, 523.3, 659.3), 0.14, 0.40)
    return _together(
        (0.0, 0.8, tune), *roll, (0.560, 0.45, _thud(take, 100, 0.140, 700)), (0.560, 1.0, _note(take, 784, 0.7))
    )


def _loss(take: Take) -> Wave:
    return _melody(take, (392.0, 329.6, 261.6), 0.30, 0.60)


RECIPES: Final[dict[str, Recipe]] = {
    "flick": Recipe(_flick, 0.060, in_room=True),
    "die-soft": Recipe(partial(_die, 1500.0), 0.055, in_room=True),
    "die": Recipe(partial(_die, 2800.0), 0.055, in_room=True),
    "die-hard": Recipe(partial(_die, 5000.0), 0.055, in_room=True),
    "felt": Recipe(_felt, 0.080, in_room=True),
    "tumble": Recipe(_tumble, 0.075, in_room=True),
    "wall": Recipe(_wall, 0.065, in_room=True),
    "off": Recipe(_off, 0.450, in_room=True),
    "set": Recipe(_set, 0.070, in_room=True),
    "slide": Recipe(_slide, 1.000, level=-6.0, is_loop=True),
    "ice": Recipe(_ice, 0.260, level=-4.0),
    "thaw": Recipe(_thaw, 0.240),
    "heart": Recipe(_heart, 0.560, level=-3.0),
    "capture": Recipe(_capture, 0.560, level=-3.0),
    "mage": Recipe(_mage, 0.750, level=-3.0),
    "spy": Recipe(_spy, 0.600, level=-3.0),
    "berserker": Recipe(_berserker, 0.700, level=-3.0),
    "card": Recipe(_card, 0.025, level=-3.0),
    "shuffle": Recipe(_shuffle, 0.560, level=-3.0),
    "coin": Recipe(_coin, 0.130, level=-5.0),
    "kawumm": Recipe(_kawumm, 0.580),
    "button": Recipe(_button, 0.045, level=-6.0, in_room=True),
    "focus": Recipe(_focus, 0.045, level=-14.0, in_room=True),
    "refused": Recipe(_refused, 0.220, level=-4.0, in_room=True),
    "win": Recipe(_win, 1.260, level=-2.0),
    "loss": Recipe(_loss, 1.200, level=-3.0),
}
"""Every sound by its name, those first that are heard first."""
