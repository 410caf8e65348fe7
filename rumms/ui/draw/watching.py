"""What only those see who watch a record: where the flicked die has been, and a die that hops, close up."""

from __future__ import annotations

from typing import Final

import pygame

from rumms.games.rumms.actions import Settled
from rumms.physics.film import RATE, Sight, lowest
from rumms.physics.model import EDGE, Flick
from rumms.ui.draw.brush import Rect, Surface, smooth
from rumms.ui.draw.lens import behind, glass
from rumms.ui.draw.tabletop import Tabletop, look_of
from rumms.ui.draw.view import TILT
from rumms.ui.playback import Reel, Scene
from rumms.ui.theme import Colour

LENS: Final = 96
"""Half of how wide the lens is."""
CLOSE_UP: Final = 2.9
"""How much larger a die is in it."""
ABOVE: Final = 12
"""How far above the middle of the lens a die is seen at most."""
HIGH: Final = 0.35 * EDGE
"""So far above the mat a die hops that is worth a lens."""
LASTS: Final = 1.0
"""Seconds for which a trail is seen after the dice have come to rest."""
GAP: Final = 0.75
"""Edges of a die from one dot of a trail to the next."""


def trail(on: Surface, top: Tabletop, reel: Reel, time: float) -> None:
    """Fading dots where the flicked die has been."""
    action = reel.made.action
    if not isinstance(action, Settled) or not isinstance(action.stroke, Flick) or time > reel.rolling + LASTS:
        return
    die, view = action.stroke.die, top.view
    colour = top.brush.team(str(reel.made.before.dice[die].side)).base
    dot = top.brush.keep(("trail", colour, view.edge), lambda: _dot(max(3, view.edge // 5), colour))
    tracks = [track for track in reel.film.tracks if track.die == die]
    last: tuple[float, float] | None = None
    now = int(time * RATE)
    for frame in range(now, -1, -1):
        track = next((one for one in reversed(tracks) if one.first <= frame), None)
        if track is None:
            break
        sight = track.at(frame)
        at = view.at(sight.x, sight.y, max(0.0, lowest(sight)))
        if last is None or abs(at[0] - last[0]) + abs(at[1] - last[1]) > view.edge * GAP:
            dot.set_alpha(max(20, 150 - (now - frame) * 2))
            on.blit(dot, dot.get_rect(center=(round(at[0]), round(at[1]))))
            last = at


def hop(on: Surface, top: Tabletop, scene: Scene, reel: Reel, time: float) -> None:
    """The die that hops highest, close up in a lens."""
    if not scene.is_moving:
        return
    hops = {die: lowest(sight) for die, sight in reel.film.at(time).items()}
    die = max(hops, key=lambda one: hops[one], default=None)
    if die is None or hops[die] < HIGH:
        return
    brush, view = top.brush, top.view
    radius = brush.u(LENS)
    sight: Sight = scene.sights[die]
    x, y = view.at(sight.x, sight.y)
    whole = Rect(0, 0, 2 * radius, 2 * radius)
    whole.center = (round(x), round(y + radius * 1.6 if y < view.area.centery else y - radius * 1.7))
    whole.clamp_ip(view.area)
    box = glass(on, brush, whole.center, radius, "red" if sight.x < view.mat.length / 2 else "blue")
    edge = round(brush.u(29) * CLOSE_UP)
    lift = TILT * edge * sight.z / EDGE
    # The lens looks at the ground where the die is, and goes up with one that would leave it.
    middle = (box.width / 2, max(box.height / 2 + brush.u(34) - lift, box.height / 2 - brush.u(ABOVE)))

    look, height = look_of(scene.state.dice[die]), hops[die] / EDGE

    def paint(seen: Surface) -> None:
        top.dice.shadow(seen, (middle[0], middle[1] + lift), edge, sight.rotation, height)
        top.dice.cube(seen, look, middle, edge, sight.rotation)

    behind(on, brush, box, paint)


def _dot(radius: int, colour: Colour) -> Surface:
    def draw(on: Surface, scale: float) -> None:
        pygame.draw.circle(on, colour, (radius * scale, radius * scale), radius * scale)

    image = smooth((2 * radius, 2 * radius), draw, 4)
    plain = Surface(image.get_size(), pygame.SRCALPHA)
    plain.fill((*colour, 0))
    plain.blit(image, (0, 0))
    return plain
