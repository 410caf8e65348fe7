"""A flick that was tried many times as one picture: where dice came to rest, and how often they fell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import pygame

from rumms.games.rumms.state import State
from rumms.language import count
from rumms.physics.model import Flick, Pose
from rumms.ui import theme
from rumms.ui.draw.aim import AimDrawing
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.draw.tabletop import Tabletop
from rumms.ui.gestures import Aim
from rumms.ui.kit.words import pill, pill_box
from rumms.ui.playback import scene_of
from rumms.ui.unseen import unseen

BLUR: Final = 0.5
"""Of a cloud, in edges of a die."""
STRONGEST: Final = 215
"""How opaque the middle of a cloud is."""
DOT: Final = 5
"""How wide a dot is, of dice that were pushed."""
FEW: Final = 0.01
"""Shares below this are not worth a label."""


def save(
    path: Path,
    state: State,
    flick: Flick,
    rests: Mapping[int, Sequence[Pose]],
    fallen: Mapping[int, int],
    trials: int,
    size: tuple[int, int] = (1280, 720),
) -> None:
    """Paint the picture into a file: where each die that moved came to rest, and how often each fell in all trials."""
    with unseen(size) as (brush, on):
        u, (wide, high) = brush.u, size
        top = Tabletop(brush, state.options.mat, Rect(u(48), u(64), wide - u(96), high - u(112)))
        scene = scene_of(state)
        top.back(on)
        for die, poses in rests.items():
            if die != flick.die:
                _dots(on, brush, top, str(state.dice[die].side), poses)
        _cloud(on, top, rests.get(flick.die, ()))
        aim = Aim.of(flick)
        AimDrawing(brush).under(on, top.view, aim, scene.sights[flick.die], None)
        top.draw(on, scene)
        for die, times in fallen.items():
            if times >= FEW * trials and die in scene.sights:
                _label(on, brush, top, scene.sights[die], times / trials)
        text = count(
            "{number} flick: where the die came to rest, and how often dice fell",
            "{number} flicks: where the die came to rest, and how often dice fell",
            trials,
        )
        box = pill_box(brush, text, (wide / 2, u(14)), px=theme.BODY)
        pill(on, brush, text, box, px=theme.BODY)
        pygame.image.save(on, path)


def _cloud(on: Surface, top: Tabletop, poses: Sequence[Pose]) -> None:
    """The more often it lay there, the warmer."""
    if not poses:
        return
    wide, high = on.get_size()
    times = 4
    counts = np.zeros((wide // times + 1, high // times + 1))
    for pose in poses:
        x, y = top.view.at(pose.x, pose.y)
        if 0 <= x < wide and 0 <= y < high:
            counts[int(x) // times, int(y) // times] += 1
    counts = _blurred(counts, BLUR * top.view.edge / times)
    warm = np.sqrt(counts / counts.max())
    small = Surface(warm.shape, pygame.SRCALPHA)
    tones = [np.array(theme.colour("#FFE9AE")), np.array(theme.HONEY), np.array(theme.CORAL)]
    first = np.clip(warm * 2, 0, 1)[..., None]
    second = np.clip(warm * 2 - 1, 0, 1)[..., None]
    colours = (tones[0] * (1 - first) + tones[1] * first) * (1 - second) + tones[2] * second
    pygame.surfarray.blit_array(small, colours.astype(np.uint8))
    alpha = pygame.surfarray.pixels_alpha(small)
    alpha[:] = (np.clip(warm * 1.4, 0, 1) * STRONGEST).astype(np.uint8)
    del alpha
    on.blit(pygame.transform.smoothscale(small, (warm.shape[0] * times, warm.shape[1] * times)), (0, 0))


def _blurred(counts: np.ndarray[Any, Any], width: float) -> np.ndarray[Any, Any]:
    """Spread every count over a bell of that width."""
    reach = int(3 * width) + 1
    bell = np.exp(-0.5 * (np.arange(-reach, reach + 1) / width) ** 2)
    rows = np.apply_along_axis(lambda line: np.convolve(line, bell, "same"), 0, counts)
    found: np.ndarray[Any, Any] = np.apply_along_axis(lambda line: np.convolve(line, bell, "same"), 1, rows)
    return found


def _dots(on: Surface, brush: Brush, top: Tabletop, side: str, poses: Sequence[Pose]) -> None:
    wide = brush.u(DOT)
    team = brush.team(side)
    dot = brush.sheet((wide, wide), DOT / 2, team.base, team.base, alpha=110)
    for pose in poses:
        x, y = top.view.at(pose.x, pose.y)
        on.blit(dot, dot.get_rect(center=(round(x), round(y))))


def _label(on: Surface, brush: Brush, top: Tabletop, sight: Any, share: float) -> None:
    x, y = top.pixel(sight)
    text = f"{round(100 * share)} %"
    box = Rect(0, 0, brush.width(text, theme.SECOND, "strong") + brush.u(16), brush.u(24))
    box.midbottom = (round(x), round(y - top.view.edge * 0.75))
    brush.plum(on, box, 12, shadow=4)
    brush.text(on, text, box.center, theme.SECOND, theme.PAPER, "strong", "centre")
