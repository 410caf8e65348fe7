from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from rumms.ui import sound as sound_module
from rumms.ui.sound import BUFFER, CHANNELS, CROWD, LATE, SLIDES, Clip, Headroom, Sound, Voice, clip
from rumms.ui.synth import PEAK, RATE, RECIPES, VARIANTS, Wave, make

NAMES = (
    *("flick", "die-soft", "die", "die-hard", "felt", "tumble", "wall", "off", "ice", "thaw", "heart", "capture"),
    *("mage", "spy", "berserker", "set", "card", "shuffle", "coin", "kawumm", "button", "focus", "refused"),
    *("win", "loss", "slide"),
)
LASTS = {
    "flick": 0.040,
    "die": 0.035,
    "felt": 0.050,
    "off": 0.360,
    "ice": 0.250,
    "card": 0.025,
    "coin": 0.120,
    "kawumm": 0.580,
    "slide": 1.0,
}
"""Seconds that the art direction asks for."""


Played: TypeAlias = NDArray[np.int64]


def decibels(level: float) -> float:
    return 20 * float(np.log10(level))


def spectrum(wave: Wave) -> tuple[Wave, Wave]:
    """Frequencies and the energy at each; padded, so that short sounds are measured finely."""
    size = max(len(wave), RATE)
    hertz = np.arange(size // 2 + 1, dtype=np.float64) * (RATE / size)
    return hertz, np.abs(np.fft.rfft(wave, size)) ** 2


def share(wave: Wave, low: float, high: float) -> float:
    """The part of the energy that lies between two frequencies."""
    hertz, energy = spectrum(wave)
    return float(energy[(hertz >= low) & (hertz <= high)].sum() / energy.sum())


def middle(wave: Wave) -> float:
    hertz, energy = spectrum(wave)
    return float((hertz * energy).sum() / energy.sum())


def pitch(wave: Wave, start: float, end: float) -> float:
    """The strongest frequency between two times."""
    part = wave[round(start * RATE) : round(end * RATE)]
    hertz, energy = spectrum(part * np.hanning(len(part)))
    return float(hertz[np.argmax(energy)])


def strokes(wave: Wave, part: float) -> int:
    """How often the level rises above a part of the loudest, by blocks of 4 ms."""
    size = round(0.004 * RATE)
    blocks = np.abs(np.pad(wave, (size, -len(wave) % size))).reshape(-1, size).max(axis=1)
    is_loud = blocks > part * blocks.max()
    return int((is_loud[1:] & ~is_loud[:-1]).sum())


# --- waves


def test_there_is_a_recipe_for_every_sound_of_the_art_direction():
    assert set(RECIPES) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_wave_is_finite_as_long_as_its_recipe_says_and_silent_at_its_ends(name: str):
    for variant in range(VARIANTS):
        wave = make(name, variant)
        assert np.isfinite(wave).all()
        assert len(wave) == round(RECIPES[name].seconds * RATE)
        assert abs(wave[0]) < 0.001
        assert abs(wave[-1]) < 0.001


@pytest.mark.parametrize("name", NAMES)
def test_variants_peak_at_most_at_9_db_below_full_scale_and_four_db_apart(name: str):
    peaks = [decibels(np.abs(make(name, variant)).max()) for variant in range(VARIANTS)]
    assert max(peaks) == pytest.approx(-9 + RECIPES[name].level, abs=0.5)
    assert max(peaks) <= -8.5
    assert max(peaks) - min(peaks) == pytest.approx(4, abs=0.1)


@pytest.mark.parametrize(("name", "seconds"), LASTS.items())
def test_a_sound_lasts_as_long_as_the_art_direction_says(name: str, seconds: float):
    assert seconds <= RECIPES[name].seconds <= seconds + 0.1


@pytest.mark.parametrize("name", NAMES)
def test_variants_differ_in_more_than_their_level(name: str):
    waves = [make(name, variant) for variant in range(VARIANTS)]
    for number, wave in enumerate(waves):
        for other in waves[:number]:
            assert abs(np.corrcoef(wave, other)[0, 1]) < 0.99


def test_variants_are_up_to_four_percent_higher_or_lower():
    pitches = [pitch(make("coin", variant), 0, 0.12) / 2100 for variant in range(VARIANTS)]
    assert min(pitches) == pytest.approx(0.96, abs=0.005)
    assert max(pitches) == pytest.approx(1.04, abs=0.005)


@pytest.mark.parametrize("name", NAMES)
def test_a_variant_is_the_same_each_time(name: str):
    assert np.array_equal(make(name, 2), make(name, 2))


def test_a_variant_is_the_same_in_another_process():
    script = "from rumms.ui.synth import make; print(make('flick', 3).sum().hex())"
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    answer = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True, env=environment)
    assert answer.stdout.strip() == make("flick", 3).sum().hex()


def test_a_sound_without_a_recipe_is_a_key_error():
    with pytest.raises(KeyError):
        make("trumpet", 0)


@pytest.mark.parametrize("name", NAMES)
def test_hardly_anything_lies_above_6_khz(name: str):
    for variant in range(VARIANTS):
        assert share(make(name, variant), 6000, RATE / 2) < 0.02


@pytest.mark.parametrize(
    ("name", "low", "high", "part"),
    [
        ("slide", 250, 1500, 0.95),
        ("felt", 40, 1000, 0.95),
        ("kawumm", 20, 400, 0.85),
        ("berserker", 40, 900, 0.95),
        ("refused", 100, 400, 0.85),
        ("ice", 2200, 5600, 0.95),
        ("coin", 1900, 3500, 0.95),
        ("card", 1000, 6000, 0.90),
    ],
)
def test_a_sound_keeps_to_its_band(name: str, low: float, high: float, part: float):
    for variant in range(VARIANTS):
        assert share(make(name, variant), low, high) > part


@pytest.mark.parametrize("variant", range(VARIANTS))
def test_dice_that_meet_harder_sound_brighter(variant: int):
    soft, usual, hard = (middle(make(name, variant)) for name in ("die-soft", "die", "die-hard"))
    assert soft * 1.1 < usual
    assert usual * 1.04 < hard


def test_a_die_that_falls_off_the_mat_falls_in_pitch():
    for variant in range(VARIANTS):
        wave = make("off", variant)
        steps = [pitch(wave, start, start + 0.04) for start in (0.08, 0.15, 0.22, 0.29)]
        assert all(later < earlier * 0.85 for earlier, later in pairwise(steps))


@pytest.mark.parametrize(("name", "interval"), [("heart", 4 / 3), ("capture", 2 ** (-3 / 12))])
def test_a_heart_rises_by_a_fourth_and_a_capture_falls_by_a_minor_third(name: str, interval: float):
    for variant in range(VARIANTS):
        wave = make(name, variant)
        assert pitch(wave, 0.18, 0.4) / pitch(wave, 0.01, 0.13) == pytest.approx(interval, rel=0.02)


def test_a_kawumm_waits_for_80_ms():
    wave = make("kawumm", 0)
    assert not wave[: round(0.079 * RATE)].any()
    assert np.abs(wave[: round(0.1 * RATE)]).max() > PEAK / 2


@pytest.mark.parametrize(("name", "times"), [("thaw", 5), ("shuffle", 12), ("refused", 2)])
def test_ice_crackles_five_times_and_twelve_cards_are_shuffled(name: str, times: int):
    wave = make(name, 0)
    assert strokes(wave, 0.12) == times


@pytest.mark.parametrize("variant", range(VARIANTS))
def test_the_loop_of_sliding_has_no_seam(variant: int):
    wave = make("slide", variant)
    inside = np.abs(np.diff(wave))
    assert abs(wave[0] - wave[-1]) <= inside.max()
    bend = np.abs(np.diff(wave, 2))
    across = np.diff(np.concatenate((wave[-3:], wave[:3])), 2)
    assert np.abs(across).max() <= bend.max()
    halves = np.concatenate((wave[RATE // 2 :], wave[: RATE // 2]))
    assert share(halves, 1600, RATE / 2) < 0.02


# --- the mixer


class Clock:
    """A clock that stands still until it is told."""

    def __init__(self) -> None:
        self.now = 100.0
        self.step = 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sound(clock: Clock) -> Iterator[Sound]:
    sound = Sound(1.0, clock)
    yield sound
    sound.close()


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> Sound:
    """Sound on a machine without a device."""
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "there-is-none")
    return Sound(1.0)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[Played]:
    """Left and right of all that was played, sliding left out; no channel is free again before the test ends."""
    played: list[Played] = []
    busy: set[int] = set()

    class Ear(pygame.mixer.Channel):
        def __init__(self, number: int) -> None:
            super().__init__(number)
            self.number = number

        def play(self, sound: pygame.mixer.Sound, loops: int = 0, maxtime: int = 0, fade_ms: int = 0) -> None:
            if self.number >= SLIDES:
                played.append(np.frombuffer(sound.get_raw(), "<i2").reshape(-1, 2).astype(np.int64))
                busy.add(self.number)
            super().play(sound, loops, maxtime, fade_ms)

        def get_busy(self) -> bool:
            return self.number in busy or super().get_busy()

    monkeypatch.setattr(pygame.mixer, "Channel", Ear)
    return played


def loudest(samples: Played) -> tuple[int, int]:
    left, right = np.abs(samples).max(axis=0)
    return int(left), int(right)


def slides() -> list[pygame.mixer.Sound]:
    """The loops that run now."""
    channels = (pygame.mixer.Channel(number) for number in range(SLIDES))
    return [one for channel in channels if channel.get_busy() and (one := channel.get_sound())]


def test_nothing_is_opened_or_made_before_it_is_needed(monkeypatch: pytest.MonkeyPatch):
    pygame.mixer.quit()
    monkeypatch.setattr(sound_module, "clip", lambda *_: pytest.fail("made too early"))
    Sound(1.0)
    assert pygame.mixer.get_init() is None


@pytest.mark.parametrize("name", NAMES)
def test_every_sound_is_heard(sound: Sound, heard: list[Played], name: str):
    sound.play(name)
    assert len(heard) == 1
    assert np.abs(heard[0]).max() > 1000


def test_a_sound_plays_at_the_level_of_its_wave(sound: Sound, heard: list[Played]):
    sound.play("wall")
    assert loudest(heard[0]) == pytest.approx((PEAK * 32767,) * 2, rel=0.01)


def test_strength_sets_the_level(sound: Sound, heard: list[Played]):
    sound.play("wall", 0.25)
    assert loudest(heard[0]) == pytest.approx((PEAK * 32767 / 4,) * 2, rel=0.01)


@pytest.mark.parametrize(("strength", "name"), [(0.1, "die-soft"), (0.5, "die"), (1.0, "die-hard"), (3.0, "die-hard")])
def test_strength_chooses_how_dice_sound(sound: Sound, strength: float, name: str, heard: list[Played]):
    sound.play("die", strength)
    played = heard[0][:, 0]
    expected = make(name, 0) * min(strength, 1.0) * 32767
    assert np.abs(played - expected).max() <= 1


def test_strength_0_and_volume_0_make_no_sound(sound: Sound):
    sound.play("die", 0.0)
    sound.set_volume(0.0)
    sound.play("die")
    sound.slide(1.0)
    assert not pygame.mixer.get_init() or not pygame.mixer.get_busy()


def test_half_the_volume_is_ten_db_less(sound: Sound, heard: list[Played]):
    sound.set_volume(0.5)
    sound.play("wall")
    assert decibels(loudest(heard[0])[0] / 32767) == pytest.approx(-19, abs=0.2)


@pytest.mark.parametrize("pan", [-1.0, -0.5, 0.0, 0.5, 1.0])
def test_a_sound_comes_from_its_side_and_is_heard_on_both(sound: Sound, pan: float, heard: list[Played]):
    sound.play("wall", pan=pan)
    left, right = loudest(heard[0])
    assert (left > right, left < right) == (pan < 0, pan > 0)
    assert min(left, right) > 0.2 * max(left, right)
    assert max(left, right) == pytest.approx(PEAK * 32767, rel=0.01)


@pytest.mark.parametrize("name", ["trumpet", ""])
def test_an_unknown_sound_is_a_key_error(sound: Sound, deaf: Sound, name: str):
    for one in (sound, deaf):
        with pytest.raises(KeyError):
            one.play(name, 0.0)


def test_the_same_sound_begins_twice_within_30_ms_at_most(sound: Sound, clock: Clock, heard: list[Played]):
    for _ in range(6):
        sound.play("wall")
    assert len(heard) == CROWD
    sound.play("felt")
    assert len(heard) == CROWD + 1
    clock.now += 0.031
    sound.play("wall")
    assert len(heard) == CROWD + 2


def test_soft_hits_do_not_hide_a_hard_one(sound: Sound, heard: list[Played]):
    for _ in range(4):
        sound.play("die", 0.1)
    sound.play("die", 0.9)
    assert len(heard) == CROWD + 1


def test_more_sounds_than_channels_are_no_error(sound: Sound, clock: Clock, heard: list[Played]):
    for _ in range(2 * CHANNELS):
        sound.play("win")
        clock.now += 0.04
    assert len(heard) == CHANNELS - SLIDES


def test_a_pile_up_and_sliding_together_stay_below_full_scale(sound: Sound, heard: list[Played]):
    for name in NAMES:
        sound.play(name, pan=0.3)
        sound.play(name, pan=-0.3)
    sizes = max(len(one) for one in heard)
    together = sum(np.pad(one, ((0, sizes - len(one)), (0, 0))) for one in heard)
    slide = np.abs(make("slide", 0)).max() * 32767
    assert np.abs(together).max() + slide < 32767


BEEP = Clip(np.ones(3 * BUFFER, np.float32), np.array((0.3, 0.2, 0.1), np.float32))
CLIPS = [clip(name, 0) for name in ("die-hard", "flick", "off", "win", "kawumm")]


@settings(max_examples=30)
@given(
    plays=st.lists(
        st.tuples(
            st.floats(0, 0.4),
            st.sampled_from(CLIPS),
            st.floats(0.01, 1),
            st.floats(0.01, 1),
            st.integers(0, 2 * BUFFER),
        ),
        max_size=20,
    )
)
def test_admitted_voices_never_go_beyond_the_limit(plays: list[tuple[float, Clip, float, float, int]]):
    headroom = Headroom(0.8)
    mix = np.zeros((3 * RATE, 2))
    for start, one, left, right, late in sorted(plays, key=lambda play: play[0]):
        voice = headroom.admit(Voice(start, one, left, right))
        at = round(start * RATE) + late
        mix[at : at + len(one.wave)] += np.outer(np.abs(one.wave), (voice.left, voice.right))
    assert mix.max() <= 0.8001


def test_a_voice_that_fits_is_left_as_it_is_and_room_comes_back():
    headroom = Headroom(0.4)
    full = Voice(0.0, BEEP, 1.0, 0.5)
    assert headroom.admit(full) == full
    assert headroom.admit(full).left == pytest.approx(1 / 3, rel=0.01)
    later = full._replace(start=3 * BUFFER / RATE + LATE + 0.001)
    assert headroom.admit(later) == later


def test_a_voice_counts_in_full_until_it_has_surely_been_mixed():
    voice = Voice(1.0, BEEP, 1.0, 1.0)
    assert voice.rest(1.0 + LATE) == pytest.approx(0.3)
    assert voice.rest(1.0 + LATE + 1.5 * BUFFER / RATE) == pytest.approx(0.2)
    assert voice.rest(2.0) == 0


def test_after_warming_nothing_is_made_any_more_and_no_variant_comes_twice_running(
    sound: Sound, clock: Clock, monkeypatch: pytest.MonkeyPatch, heard: list[Played]
):
    clock.step = 0.001
    assert not sound.warm(2)
    clock.step = 0.0
    assert sound.warm(1)
    monkeypatch.setattr(sound_module, "clip", lambda *_: pytest.fail("made too late"))
    for _ in range(20):
        clock.now += 0.5
        sound.play("focus")
    played = [one.tobytes() for one in heard]
    assert all(one != other for one, other in pairwise(played))
    assert len(set(played)) == VARIANTS


def test_sliding_runs_until_it_is_ended_and_follows_its_level(sound: Sound):
    sound.slide(0.5)
    (loop,) = slides()
    assert loop.get_volume() == pytest.approx(0.5, abs=0.01)
    sound.slide(1.0)
    assert slides() == [loop]
    assert loop.get_volume() == 1.0
    sound.slide(0.0)
    for _ in range(400):
        if not slides():
            break
        pygame.time.wait(5)
    assert not slides()


def test_sliding_begins_again_right_after_it_ended(sound: Sound):
    sound.slide(1.0)
    sound.slide(0.0)
    sound.slide(1.0)
    assert len(slides()) >= 1
    sound.slide(0.5)
    assert 0.5 in [round(loop.get_volume(), 1) for loop in slides()]


def test_stop_ends_everything(sound: Sound):
    sound.play("win")
    sound.slide(1.0)
    sound.stop()
    for _ in range(400):
        if not pygame.mixer.get_busy():
            break
        pygame.time.wait(5)
    assert not pygame.mixer.get_busy()
    sound.slide(0.5)
    assert len(slides()) == 1


def test_what_was_stopped_takes_no_room_from_what_follows(sound: Sound, heard: list[Played]):
    for name in ("kawumm", "win", "off", "loss"):
        sound.play(name)
    sound.stop()
    sound.play("wall")
    assert loudest(heard[-1]) == pytest.approx((PEAK * 32767,) * 2, rel=0.01)


def test_a_mixer_that_was_set_up_otherwise_is_set_up_anew(sound: Sound):
    pygame.mixer.quit()
    pygame.mixer.init(22050, -16, 1)
    sound.play("die")
    assert pygame.mixer.get_init() == (RATE, -16, 2)
    assert pygame.mixer.get_num_channels() == CHANNELS


def test_after_close_nothing_is_heard(sound: Sound):
    sound.slide(1.0)
    sound.close()
    sound.play("die")
    sound.slide(1.0)
    sound.slide(0.0)
    sound.stop()
    assert pygame.mixer.get_init() is None
    sound.close()


def test_without_a_device_every_call_is_silent(deaf: Sound):
    assert deaf.warm(5)
    deaf.play("flick", 0.5, -1)
    deaf.slide(0.7)
    deaf.slide(0.0)
    deaf.set_volume(0.2)
    deaf.stop()
    deaf.close()
    assert pygame.mixer.get_init() is None
