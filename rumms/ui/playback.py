"""Moves of Rumms as something to watch: for every moment of a move what is seen and heard. No pygame, no clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial
from math import exp, hypot, inf
from random import Random
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from rumms.games.rumms.actions import Settled, SetUp
from rumms.games.rumms.events import (
    Captured,
    Defeated,
    DraggedAlong,
    Flicked,
    Foul,
    Freed,
    Froze,
    Hid,
    Rescued,
    Returned,
    Revived,
    Thawed,
    Threw,
    Vanished,
    WasSet,
    WentBack,
    Who,
)
from rumms.games.rumms.state import Ask, Out, State
from rumms.games.rumms.trusted import layout
from rumms.games.rumms.words import tale
from rumms.kernel.game import heard
from rumms.kernel.refusal import Refusal
from rumms.kernel.session import Transition
from rumms.language import say
from rumms.physics.film import RATE, Film, Sight, frames_of, lowest, rotation, throw
from rumms.physics.footage import film_of
from rumms.physics.model import EDGE, MAT, SOLID, Body, Mat, Moved
from rumms.ui.theme import FADE, in_quad, out_cubic, out_quad

# Seconds.
FALL: Final = 0.42
DROP: Final = 0.2
HOLD: Final = 0.25
"""After a throw."""
POWER: Final = 0.75
"""A power at work."""
AWAY: Final = 0.45
"""A die that is taken from the mat."""
ARRIVE: Final = 0.55
"""A troop that comes onto the mat, from its first die to its last."""
A_LOOK: Final = 0.5
"""A badge, before anything happens to the die."""

DROPPED_FROM: Final = 1.5 * EDGE
"""How high above its spot a die hangs that is set down."""
TAKEN_TO: Final = 2.5 * EDGE
"""How high it has risen when it is gone."""
LOUDEST: Final = 260.0
"""Centimetres a second of a hit that cannot be louder."""
HEARD: Final = 4.0
"""Slower ones are not heard."""
SLIDES: Final = 120.0
"""Centimetres a second, of all dice together, at which sliding is loudest."""
KEPT: Final = 3
"""Films that stay unpacked. That of 100 dice that move for 12 seconds takes 25 MB, a usual one less than 0.2 MB."""


Badge: TypeAlias = Literal["no", "captured"]
"""What a die wears: it must not be there, or it is captured."""


class Cue(NamedTuple):
    """A sound: when, which, how strong, and from where, -1 (left) to 1."""

    time: float
    sound: str
    strength: float = 1.0
    pan: float = 0.0


class Line(NamedTuple):
    """What the log says from some time on, and the side it is about."""

    time: float
    text: str
    side: str = ""
    icon: str = ""


class Flight(NamedTuple):
    """A die on its way to its side's tray: how far it is, 0 to 1, and where it was; None: out of a throw."""

    die: int
    part: float
    start: Sight | None


class Lens(NamedTuple):
    """A throw, seen through a lens: the die and how it lies, its place of rest at (0, 0)."""

    die: int
    sight: Sight
    part: float
    """0 to 1: how open the lens is."""


class Halo(NamedTuple):
    """Light around a die on which a power works: how bright, and of which sort."""

    part: float
    sort: str


@dataclass
class Scene:
    """What is seen at a moment."""

    state: State
    """Before the move; after it once everything has been shown."""
    sights: dict[int, Sight]
    """The dice that lie on the mat, fly over it or slide beside it."""
    faint: dict[int, float] = field(default_factory=dict)
    """How opaque a die is, where it is not wholly."""
    out: set[int] = field(default_factory=set)
    """The dice in the trays."""
    flights: list[Flight] = field(default_factory=list)
    lens: Lens | None = None
    halos: dict[int, Halo] = field(default_factory=dict)
    badges: dict[int, Badge] = field(default_factory=dict)
    is_moving: bool = False


class Footage(NamedTuple):
    """The pictures and sounds of a flick while its dice move."""

    film: Film
    """An empty one if the film is wrong."""
    fault: Refusal | None
    """Why it is wrong."""
    cues: tuple[Cue, ...]
    slides: tuple[float, ...]
    """How loudly dice slide, frame by frame."""


SILENT: Final = Footage(Film(), None, (), ())
"""Of a move that is no flick."""


def lying(die: Body | Moved) -> Sight:
    """How a die at rest is seen."""
    pose = die.pose
    return Sight(pose.x, pose.y, (die.level + 0.5) * EDGE, rotation(die.up, pose.yaw))


def scene_of(state: State) -> Scene:
    """What is seen while nothing moves. Until both sides are ready, a screen hides what stands (RUM-10)."""
    is_screened = any(task.ask is Ask.SET_UP for task in state.tasks)
    on_mat = () if is_screened else [die for die in state.dice if die.is_on_mat]
    sights = {die.id: lying(die.body) for die in on_mat}
    out = {die.id for die in state.dice if isinstance(die.where, Out)}
    return Scene(state, sights, out=out)


Show: TypeAlias = Callable[[Scene, float], None]
"""Changes a scene into what is seen at some part, 0 to 1, of a piece; at 1 it leaves what stays."""


class Piece(NamedTuple):
    """A part of a reel."""

    start: float
    duration: float
    show: Show

    @property
    def end(self) -> float:
        """When the next one begins."""
        return self.start + self.duration


class Reel:
    """One move, to be watched: `at` any time what is seen; what is heard and told on the way."""

    def __init__(self, made: Transition[Any, Any], names: tuple[str, ...], *, calm: bool = False) -> None:
        self.made = made
        self.before, self.after = scene_of(made.before), scene_of(made.after)
        self.calm = calm
        shot = made.action.shot if isinstance(made.action, Settled) else None
        frames = frames_of(shot.film) if shot else 0
        self.is_flick = frames > 0
        """Has it a film?"""
        self.rolling = max(frames - 1, 0) / RATE
        """Seconds of the film."""
        self._rest = {one.id: lying(one) for one in shot.moved} if shot and frames else {}
        self._cues: list[Cue] = []
        self.lines: list[Line] = []
        self.pieces: list[Piece] = []
        self.duration = self.rolling
        if isinstance(made.action, SetUp) and self.after.sights:
            self._add(ARRIVE, partial(_arrive, self.before.sights, self.after.sights))
            self._cues += [Cue(self.duration * (0.18 + 0.13 * n), "set", 0.5, (n % 5 - 2) / 3) for n in range(6)]
        for event in heard(made.events, None):
            self._tell(event, tale(event, names))
        if made.after.game != made.before.game:
            # The next game of a tournament begins with an empty mat; this one is seen until then.
            self.after = self._shown(inf)
        # Somebody has taken them into the hand; no event tells of that.
        for die in sorted(self._shown(inf).sights.keys() - self.after.sights.keys()):
            self._add(AWAY, partial(_take_away, die))

    @property
    def footage(self) -> Footage:
        """The pictures and sounds of a flick; they may have to be unpacked first."""
        return _footage(self) if isinstance(self.made.action, Settled) else SILENT

    @property
    def film(self) -> Film:
        """Where the dice of a flick are, frame by frame."""
        return self.footage.film

    @property
    def cues(self) -> list[Cue]:
        """All that is heard, in order."""
        return sorted((*self.footage.cues, *self._cues))

    def at(self, time: float) -> Scene:
        """What is seen then."""
        return self._shown(time) if time < self.duration else self.after

    def _shown(self, time: float) -> Scene:
        """What pieces and film show then."""
        scene = Scene(self.made.before, dict(self.before.sights), out=set(self.before.out))
        if time < self.rolling and not self.footage.fault:
            scene.sights.update(self.film.at(time))
            scene.is_moving = True
        else:
            scene.sights.update(self._rest)
        for piece in self.pieces:
            if time < piece.start:
                break
            piece.show(scene, min(1.0, (time - piece.start) / piece.duration))
        return scene

    def between(self, since: float, until: float) -> list[Cue]:
        """The sounds that begin after a time, until another."""
        return [cue for cue in self.cues if since < cue.time <= until]

    def told(self, time: float) -> list[Line]:
        """What the log says of this move by then."""
        lines = [line for line in self.lines if line.time <= time]
        if fault := self.footage.fault:
            lines.append(Line(0.0, say("The film of this flick cannot be shown. {reason}", reason=fault)))
            lines.sort(key=lambda line: line.time)
        return lines

    def sliding(self, time: float) -> float:
        """How loudly dice slide then, 0 to 1."""
        frame, slides = int(time * RATE), self.footage.slides
        return slides[frame] if 0 <= frame < len(slides) else 0.0

    def _add(self, duration: float, show: Show) -> None:
        if self.calm:
            duration = min(duration, FADE)
        self.pieces.append(Piece(self.duration, duration, show))
        self.duration += duration

    def _tell(self, event: Any, text: str) -> None:
        """The pieces, the sound and the line of an event."""
        start = self.duration
        self.lines.append(_line(0.0 if isinstance(event, Flicked) else start, event, text))
        if sound := SOUNDS.get(type(event)):
            self._cues.append(Cue(start, sound))
        if isinstance(event, Threw):
            self._throw(event)
        for duration, show in self._shows(event):
            self._add(duration, show)

    def _shows(self, event: Any) -> Iterator[tuple[float, Show]]:
        match event:
            case Defeated():
                yield FALL, partial(_fall, event.die.id, self.calm)
            case Captured():
                yield A_LOOK, partial(_badge, event.die.id, "captured")
                yield AWAY, partial(_take_away, event.die.id)
            case WasSet():
                yield DROP, partial(_drop, event.die.id, self.after.sights.get(event.die.id), self.calm)
            case Hid():
                yield POWER, partial(_vanish, event.die.id, "spy")
            case Vanished() | DraggedAlong():
                yield POWER, partial(_glow, event.by.id, "power")
                yield POWER, partial(_vanish, event.die.id, "power")
            case Froze():
                yield from ((POWER / len(event.dice), partial(_glow, one.id, "ice")) for one in event.dice)
            case Thawed():
                yield POWER, partial(_vanish, event.ice.id, "ice")
            case Rescued():
                yield POWER, partial(_glow, event.by.id, "power")
            case Foul():
                yield A_LOOK, partial(_badge, event.die.id, "no")

    def _throw(self, event: Threw) -> None:
        film = throw(event.face, Random(f"{event.die.id}/{event.face}/{self.made.before.turn.number}"))
        start = self.duration
        duration = film.duration + HOLD
        self.pieces.append(Piece(start, duration, partial(_thrown, event.die.id, film, duration, self.calm)))
        self.duration += duration
        if not self.calm:
            last = 1.0
            for frame in range(1, film.frames):
                low = lowest(film.at(frame / RATE)[0])
                if low < 0.08 <= last:
                    self._cues.append(Cue(start + frame / RATE, "tumble", 0.9))
                last = low


@lru_cache(KEPT)
def _footage(reel: Reel) -> Footage:
    made = reel.made
    film, fault = Film(), None
    try:
        film = film_of(layout(made.before), made.action.shot)
    except Refusal as refusal:
        fault = refusal.with_traceback(None)  # which would keep the film
    return Footage(film, fault, tuple(_sounds(made, film)), tuple(_slides(film)))


SOUNDS: Final[dict[type[Any], str]] = {
    Captured: "capture",
    WasSet: "set",
    Hid: "spy",
    Returned: "spy",
    Vanished: "mage",
    DraggedAlong: "berserker",
    Froze: "ice",
    Thawed: "thaw",
    Revived: "heart",
    Freed: "heart",
    Rescued: "heart",
    WentBack: "heart",
    Foul: "refused",
}
"""What is heard of an event; those of the film are heard from it."""


def _line(time: float, event: Any, text: str) -> Line:
    """An event in the log, with the side and the die that it is about."""
    for name in ("die", "ice", "king"):
        if isinstance(one := getattr(event, name, None), Who):
            return Line(time, text, str(one.side), one.kind.name)
    return Line(time, text, str(getattr(event, "side", "")))


# What the pieces show.


def _raised(sight: Sight, by: float) -> Sight:
    return Sight(sight.x, sight.y, sight.z + by, sight.rotation)


def _arrive(before: dict[int, Sight], after: dict[int, Sight], scene: Scene, part: float) -> None:
    """A troop comes onto the mat, one die after the other."""
    new = sorted(set(after) - set(before), key=lambda die: (after[die].z, after[die].x))
    for number, die in enumerate(new):
        begin = 0.6 * number / max(1, len(new))
        own = min(1.0, max(0.0, (part - begin) / 0.4))
        if own > 0.0:
            scene.sights[die] = _raised(after[die], DROPPED_FROM * (1.0 - bounced(own)))
            scene.faint[die] = min(1.0, 3.0 * own)


def bounced(part: float) -> float:
    """From 0 to 1 like something that falls and bounces a little."""
    if part < 0.7:
        return in_quad(part / 0.7)
    hop = (part - 0.7) / 0.3
    return 1.0 - 0.08 * 4.0 * hop * (1.0 - hop)


def _fall(die: int, calm: bool, scene: Scene, part: float) -> None:
    start = scene.sights.pop(die, None)
    if part >= 1.0:
        scene.out.add(die)
    elif calm and start:
        scene.sights[die], scene.faint[die] = start, 1.0 - part
    else:
        scene.flights.append(Flight(die, part, start))


def _badge(die: int, badge: Badge, scene: Scene, part: float) -> None:
    if part < 1.0:
        scene.badges[die] = badge


def _take_away(die: int, scene: Scene, part: float) -> None:
    start = scene.sights.pop(die, None)
    if start and part < 1.0:
        scene.sights[die] = _raised(start, TAKEN_TO * in_quad(part))
        scene.faint[die] = 1.0 - part


def _drop(die: int, spot: Sight | None, calm: bool, scene: Scene, part: float) -> None:
    if spot is None:
        return
    scene.sights[die] = spot if calm else _raised(spot, DROPPED_FROM * (1.0 - bounced(part)))
    scene.faint[die] = min(1.0, 3.0 * part)
    scene.out.discard(die)


def _vanish(die: int, sort: str, scene: Scene, part: float) -> None:
    start = scene.sights.get(die)
    if part >= 1.0:
        scene.sights.pop(die, None)
        return
    if start:
        scene.halos[die] = Halo(1.0 - abs(2.0 * part - 1.0), sort)
        scene.faint[die] = 1.0 - out_quad(part)
        scene.sights[die] = _raised(start, EDGE * out_quad(part))


def _glow(die: int, sort: str, scene: Scene, part: float) -> None:
    if part < 1.0:
        scene.halos[die] = Halo(1.0 - abs(2.0 * part - 1.0), sort)


def _thrown(die: int, film: Film, duration: float, calm: bool, scene: Scene, part: float) -> None:
    time = film.duration if calm else part * duration
    if part < 1.0:
        opening = out_cubic(min(1.0, part * duration / 0.18, (1.0 - part) * duration / 0.12))
        scene.lens = Lens(die, film.at(min(time, film.duration))[0], opening)


# What is heard of a film.


def _sounds(made: Transition[Any, Any], film: Film) -> Iterator[Cue]:
    state, mat = made.before, made.before.options.mat
    start = scene_of(state).sights
    yield Cue(0.0, "flick", 0.8)
    ice = {die.id for die in state.dice if die.kind.material == "ice"}
    for hit in made.action.shot.hits:
        if hit.speed < HEARD:
            continue
        pan = _pan(_seen(film, hit.a, hit.time) or start.get(hit.a), mat)
        strength = min(1.0, hit.speed / LOUDEST) ** 0.6
        if hit.a in ice or hit.b in ice:
            yield Cue(hit.time, "ice", strength, pan)
        elif hit.b == MAT:
            yield Cue(hit.time, "tumble" if hit.speed > 40.0 else "felt", strength, pan)
        elif hit.b == SOLID:
            yield Cue(hit.time, "wall", strength, pan)
        else:
            yield Cue(hit.time, "die", strength, pan)
    for track in film.tracks:
        for number, sight in enumerate(track.sights):
            if not (0.0 <= sight.x <= mat.length and 0.0 <= sight.y <= mat.width):
                yield Cue((track.first + number) / RATE, "off", 0.9, _pan(sight, mat))
                break


def _seen(film: Film, die: int, time: float) -> Sight | None:
    """Where one die is at a time, if it has begun to move."""
    tracks = [track for track in film.tracks if track.die == die and track.first <= time * RATE]
    return tracks[-1].at(time * RATE) if tracks else None


def _pan(sight: Sight | None, mat: Mat) -> float:
    return 0.0 if sight is None else max(-1.0, min(1.0, 0.7 * (2.0 * sight.x / mat.length - 1.0)))


def _slides(film: Film) -> list[float]:
    """How loudly dice slide, frame by frame: what lies low and moves."""
    speeds = [0.0] * film.frames
    for track in film.tracks:
        for number in range(1, len(track.sights)):
            one, two = track.sights[number - 1], track.sights[number]
            if lowest(two) < 0.1:
                speeds[track.first + number] += RATE * hypot(two.x - one.x, two.y - one.y)
    return [1.0 - exp(-speed / SLIDES) for speed in speeds]
