"""The film of a shot: how long it is, and whether it shows what the shot says."""

from __future__ import annotations

from math import hypot
from typing import Final

from rumms.kernel.refusal import Refusal
from rumms.physics.film import RATE, Film, Sight, frames_of, lying, unpack
from rumms.physics.model import EDGE, Layout, Moved, Pose, Shot

LATE: Final = 0.05
"""Seconds by which a film may be longer or shorter than its shot: the camera adds one frame or two."""
FAR_OFF: Final = 0.05
"""Centimetres by which a film may begin or end beside the place where a die lies ..."""
TWISTED: Final = 3.0
"""... and degrees."""


def check_length(shot: Shot) -> None:
    """Refuse a film that is not as long as its shot, by the first bytes alone."""
    if not shot.film:
        return
    lasts = (frames_of(shot.film) - 1) / RATE
    if not abs(lasts - shot.time) <= LATE:
        raise Refusal("The film takes {film} s, but the shot {shot} s.", film=round(lasts, 3), shot=shot.time)


def film_of(layout: Layout, shot: Shot) -> Film:
    """The film of a shot, unpacked and checked; an empty one if the shot has none.

    The number of dice and the length of the shot limit what is unpacked: in each frame a die is seen once at most.
    """
    if not shot.film:
        return Film()
    check_length(shot)
    film = unpack(shot.film, len(layout.bodies) * frames_of(shot.film))
    check_film(layout, shot, film)
    return film


def check_film(layout: Layout, shot: Shot, film: Film) -> None:
    """Refuse a film that shows other dice, or dice elsewhere than they lie before and after the shot."""
    lay = {body.id: Moved(body.id, body.pose, body.up, body.level) for body in layout.bodies}
    ends = {**lay, **{one.id: one for one in shot.moved}}
    seen: dict[int, int] = {}
    """Until which frame a die has been seen."""
    for track in film.tracks:
        die = track.die
        if die not in lay:
            raise Refusal("The film shows die {die}, which is not there.", die=die)
        if track.first < seen.get(die, 0):
            raise Refusal("The film shows die {die} in two places at once.", die=die)
        if die not in seen and not _is_seen_at(lay[die], track.sights[0]):
            raise Refusal("The film does not begin with die {die} as it lay before the shot.", die=die)
        seen[die] = track.first + len(track.sights)
    last = {track.die: track.sights[-1] for track in film.tracks}
    for die, end in ends.items():
        if die in last:
            if not _is_seen_at(end, last[die]):
                raise Refusal("The film does not end with die {die} as it lies after the shot.", die=die)
        elif (end.up, end.level) != (lay[die].up, lay[die].level) or _apart(end.pose, lay[die].pose) > FAR_OFF:
            raise Refusal("The film does not show how die {die} moves.", die=die)


def _is_seen_at(end: Moved, sight: Sight) -> bool:
    """Is a die seen where it lies, and as it lies? One that is gone may be seen at any height, turned anyhow."""
    away = _apart(end.pose, Pose(sight.x, sight.y))
    if end.gone:
        return away <= FAR_OFF
    up, yaw = lying(sight.rotation)
    twist = abs((yaw - end.pose.yaw + 180.0) % 360.0 - 180.0)
    return hypot(away, sight.z - (end.level + 0.5) * EDGE) <= FAR_OFF and up == end.up and twist <= TWISTED


def _apart(one: Pose, other: Pose) -> float:
    return hypot(one.x - other.x, one.y - other.y)
