"""Moves as something to watch: every event there is, from the state before to the state after."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, get_args

import pytest

from rumms import language
from rumms.catalogue import find, find_game
from rumms.games.rumms.actions import Action, Pass, Pick, Put, Settled, SetUp, Use
from rumms.games.rumms.events import Defeated, Event, Flicked, Passed, Threw, WasSet
from rumms.games.rumms.state import OnMat, State
from rumms.games.rumms.words import tale
from rumms.kernel.bots import make, play_out
from rumms.kernel.options import from_words
from rumms.kernel.session import Transition, begin, load
from rumms.lab.golden import record_path
from rumms.physics.film import Sight, lowest, up_of
from rumms.physics.model import EDGE, Flick, Moment, Pose, Swipe
from rumms.ui.playback import Reel, lying, scene_of
from rumms.ui.synth import RECIPES
from rumms.ui.theme import FADE
from tests.games.rumms.table import FIRST, GAME, RED, Lies, board, off, shot, thrown, touch

Made = Transition[Any, Any]
SECOND, THIRD = FIRST + 1, FIRST + 2
NAMES = ("Anna", "Ben", "Carla")
PARTS = (0.0, 0.1, 0.35, 0.6, 0.85, 0.999)
FINGER = Swipe((Moment(0.0, 1.0, 1.0), Moment(0.1, 2.0, 2.0)))


def made_of(state: State, *actions: Action) -> Iterator[Made]:
    """The moves that lead from a state, without an engine."""
    for action in actions:
        after, events, reveals = GAME.apply(state, action)
        yield Transition(state, GAME.actor(state) or 0, action, events, after, reveals, forced=False)
        state = after


def flicked(state: State, *lies: Lies, die: int = FIRST) -> list[Made]:
    """A flick after which dice lie like that."""
    stroke = Flick(die, 0.0, 100.0)
    return list(made_of(state, stroke, Settled(stroke, shot(state, die, *lies))))


def freed() -> list[Made]:
    """A troll is captured, shows an active face and is set in its castle."""
    made = flicked(board("red troll 20,5"), Lies(FIRST, 40.0, 5.0, "shadow"))
    state = made[-1].after
    return [*made, *made_of(state, thrown(state, "active"), Put(FIRST, Pose(7.0, 12.0)))]


def vanished() -> list[Made]:
    """A mage conjures a knight away and goes home."""
    state = board("red mage 20,12", "blue troll 45,5", "blue knight 20,25")
    made = flicked(state, Lies(FIRST, 53.0, 12.0, "active"))
    return [*made, *made_of(made[-1].after, Use(FIRST), Pick((THIRD,)), Put(FIRST, Pose(9.0, 12.0)))]


def fouled() -> list[Made]:
    """A finger touches nothing, then pushes and defeats a knight, which goes back."""
    state = board("red dragon 20,5", "blue knight 40,5", finger=True)
    missed: list[Action] = [FINGER, Settled(FINGER, shot(state, 0))]
    push = shot(state, FIRST, off(SECOND), touched=(touch(FIRST),))
    pushed: list[Action] = [FINGER, Settled(FINGER, push)]
    return list(made_of(state, *missed, *pushed, Put(SECOND, Pose(54.0, 13.0))))


def passed() -> list[Made]:
    """Red can do nothing."""
    before = board("red troll 20,5")
    return [Transition(before, 0, Pass(), (Passed(RED),), before, reveals=False, forced=True)]


@cache
def recorded(name: str) -> list[Made]:
    """The golden game, or one of two greedy bots with all powers, from a seed."""
    entry = find("rumms")
    if name == "golden":
        return load(record_path(entry), find_game).session.past
    seats = ("greedy", "greedy")
    options = from_words(entry.game.options, entry.game.defaults(("greedy", "greedy")), entry.id)
    session = begin(entry.game, seats, options, int(name))
    play_out(session, seats, {seat: make(bot, entry.game, entry.bots) for seat, bot in enumerate(seats)})
    return session.past


RECORDED = ("golden", "2", "5")
GAMES: dict[str, str | Callable[[], list[Made]]] = {
    **{name: name for name in RECORDED},
    "freed": freed,
    "vanished": vanished,
    "fouled": fouled,
    "passed": passed,
}


@pytest.fixture(params=list(GAMES))
def game(request: pytest.FixtureRequest) -> list[Made]:
    """Every game that is watched here."""
    found = GAMES[request.param]
    return recorded(found) if isinstance(found, str) else found()


def reels(game: list[Made], *, calm: bool = False) -> list[Reel]:
    return [Reel(made, NAMES, calm=calm) for made in game]


def near(one: Sight, other: Sight) -> bool:
    return max(abs(a - b) for a, b in zip(one[:3], other[:3], strict=True)) < 0.1


def test_the_games_that_are_watched_here_have_every_event_there_is():
    found = [recorded(game) if isinstance(game, str) else game() for game in GAMES.values()]
    assert {type(event) for game in found for made in game for event in made.events} == set(get_args(Event))


@pytest.mark.parametrize("calm", [False, True])
def test_a_reel_begins_with_the_state_before_and_ends_with_the_state_after(game: list[Made], calm: bool):
    for reel in reels(game, calm=calm):
        first = reel.at(0.0)
        assert first.state is reel.made.before or not reel.duration
        if isinstance(reel.made.action, Settled):
            before = scene_of(reel.made.before)
            assert first.sights.keys() == before.sights.keys() or not reel.duration
            assert all(near(sight, before.sights[die]) for die, sight in first.sights.items() if reel.duration)
        for time in (reel.duration, reel.duration + 5.0):
            assert reel.at(time) == scene_of(reel.made.after)


@pytest.mark.parametrize("calm", [False, True])
def test_nothing_jumps_at_the_end_of_a_reel(game: list[Made], calm: bool):
    """Dice that come down straight because what carried them was taken away may."""
    for reel in reels(game, calm=calm):
        if not reel.duration:
            continue
        last, after = reel.at(reel.duration - 1e-6), scene_of(reel.made.after)
        seen = {die for die in last.sights if last.faint.get(die, 1.0) > 0.05}
        assert seen == set(after.sights)
        if isinstance(reel.made.action, Settled | SetUp):
            held = {die for one in reel.made.before.dice if isinstance(one.where, OnMat) for die in one.where.on}
            for die in seen - held:
                assert near(last.sights[die], after.sights[die]) or after.sights[die].z < last.sights[die].z


@pytest.mark.parametrize("calm", [False, True])
def test_whatever_is_seen_on_the_way_makes_sense(game: list[Made], calm: bool):
    for reel in reels(game, calm=calm):
        known = {die.id for die in reel.made.after.dice}
        for part in PARTS:
            scene = reel.at(part * reel.duration)
            flying = {flight.die for flight in scene.flights}
            shown = {*scene.sights, *scene.out, *flying, *scene.halos, *scene.badges}
            assert shown <= known
            assert not set(scene.sights) & flying
            assert all(0.0 <= level <= 1.0 for level in scene.faint.values())
            assert all(0.0 <= flight.part <= 1.0 for flight in scene.flights)
            assert all(0.0 <= halo.part <= 1.0 for halo in scene.halos.values())
            assert scene.lens is None or 0.0 <= scene.lens.part <= 1.0


@pytest.mark.parametrize("calm", [False, True])
def test_sounds_are_known_in_order_and_within_the_reel(game: list[Made], calm: bool):
    for reel in reels(game, calm=calm):
        times = [cue.time for cue in reel.cues]
        assert times == sorted(times)
        assert all(0.0 <= time <= reel.duration for time in times)
        for cue in reel.cues:
            assert cue.sound in RECIPES or cue.sound == "die"
            assert 0.0 < cue.strength <= 1.0
            assert -1.0 <= cue.pan <= 1.0


def test_every_sound_is_heard_once_however_the_frames_fall(game: list[Made]):
    rng = Random(1)
    for reel in reels(game):
        heard, now = reel.between(-1.0, 0.0), 0.0
        while now < reel.duration:
            later = now + rng.uniform(0.001, 0.1)
            heard += reel.between(now, later)
            now = later
        assert heard == reel.cues


def test_every_event_has_its_line_in_the_log_in_order(game: list[Made]):
    for reel in reels(game):
        assert [line.text for line in reel.lines] == [tale(event, NAMES) for event in reel.made.events]
        assert all(0.0 <= line.time <= reel.duration for line in reel.lines)
        assert reel.told(reel.duration) == reel.lines
        for line in reel.lines:
            assert line.side in {"", "red", "blue"}


def test_the_log_is_in_the_language_of_now():
    made = recorded("golden")[-1]
    english = [line.text for line in Reel(made, NAMES).lines]
    language.use("de")
    german = [line.text for line in Reel(made, NAMES).lines]
    assert not set(english) & set(german)


@pytest.mark.parametrize("name", RECORDED)
def test_the_dice_of_a_film_end_where_the_state_says(name: str):
    films = [reel for reel in reels(recorded(name)) if reel.is_flick]
    assert films
    for reel in films:
        last = reel.film.at(reel.film.duration)
        assert set(last) == set(reel.film.ids)
        taken = {event.die.id for event in reel.made.events if not isinstance(event, Flicked) and hasattr(event, "die")}
        for die, sight in last.items():
            where = reel.made.after.dice[die].where
            if isinstance(where, OnMat) and die not in taken:
                assert near(sight, lying(where.body))
                turned = abs(sum(a * b for a, b in zip(sight.rotation, lying(where.body).rotation, strict=True)))
                assert turned > 0.995


def test_a_die_that_leaves_the_mat_flies_to_its_tray():
    reel = reels(flicked(board("red troll 20,5", "blue knight 40,5"), off(SECOND)))[-1]
    start = next(piece.start for piece in reel.pieces)
    during, after = reel.at(start + 0.2), reel.at(reel.duration)
    assert [flight.die for flight in during.flights] == [SECOND]
    assert SECOND not in during.sights
    assert SECOND not in during.out
    assert after.out == {SECOND}


def test_with_reduced_motion_a_die_that_leaves_fades_where_it_was():
    reel = reels(flicked(board("red troll 20,5", "blue knight 40,5"), off(SECOND)), calm=True)[-1]
    during = reel.at(reel.duration - FADE / 2)
    assert not during.flights
    assert 0.0 < during.faint[SECOND] < 1.0


def test_a_throw_is_seen_through_a_lens_and_ends_on_its_face():
    throws = [
        (made, event) for made in (*freed(), *recorded("3")) for event in made.events[:1] if isinstance(event, Threw)
    ]
    assert len(throws) >= 3
    for made, event in throws:
        reel = Reel(made, NAMES)
        piece = reel.pieces[0]
        lens = reel.at(piece.end - 0.15).lens
        assert lens
        assert lens.die == event.die.id
        assert lowest(lens.sight) == pytest.approx(0.0, abs=0.05)
        assert up_of(lens.sight) == event.face
        assert "tumble" in [cue.sound for cue in reel.cues]


def test_a_die_that_is_set_comes_down_from_above():
    reel = reels(freed())[-1]
    assert isinstance(reel.made.events[0], WasSet)
    heights = [reel.at(part * reel.duration).sights[FIRST].z for part in (0.0, 0.3, 0.6)]
    assert heights == sorted(heights, reverse=True)
    assert heights[0] > 1.5 * EDGE
    assert reel.at(reel.duration).sights[FIRST] == lying(reel.made.after.dice[FIRST].body)


def test_a_captured_die_wears_a_badge_then_is_taken_away():
    reel = reels(freed())[1]
    badge, away = reel.pieces
    assert reel.at(badge.start + 0.1).badges == {FIRST: "captured"}
    assert not reel.at(away.start + 0.1).badges
    assert reel.at(away.start + 0.1).faint[FIRST] < 1.0
    assert FIRST not in reel.at(reel.duration).sights


def test_reduced_motion_is_shorter_but_for_films_and_throws():
    for game in (vanished(), recorded("3")):
        for usual, calm in zip(reels(game), reels(game, calm=True), strict=True):
            is_thrown = any(isinstance(event, Threw) for event in usual.made.events)
            assert calm.duration <= usual.duration
            if usual.pieces and not is_thrown:
                assert calm.duration - calm.film.duration <= FADE * len(calm.pieces) + 1e-9


def test_sliding_is_heard_while_dice_slide_and_never_after():
    reel = next(reel for reel in reels(recorded("golden")) if reel.is_flick)
    levels = [reel.sliding(frame / 60) for frame in range(reel.film.frames)]
    assert 0.0 < max(levels) <= 1.0
    assert reel.sliding(-0.1) == reel.sliding(reel.duration + 1.0) == 0.0


def test_a_record_without_films_is_shown_too():
    """A scenario can be written by hand."""
    made = flicked(board("red troll 20,5", "blue knight 24,5"), Lies(FIRST, 23.0, 5.0), off(SECOND))[-1]
    reel = Reel(made, NAMES)
    assert not reel.is_flick
    assert [type(event) for event in made.events] == [Flicked, Defeated]
    assert reel.at(reel.duration) == scene_of(made.after)


def test_a_die_that_is_taken_into_the_hand_is_seen_to_leave():
    """A king who moves himself: no event tells of it before he is set down."""
    reel = next(iter(reels(list(made_of(board("red king 20,5"), Use(0))))))
    assert not reel.made.events
    assert 0.0 < reel.at(reel.duration / 2).faint[0] < 1.0
    assert 0 not in reel.at(reel.duration).sights
