"""What every widget is and can be asked; a screen hands it the mouse and the keys."""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.theme import Colour, mix

ENTER: Final = (pygame.K_RETURN, pygame.K_KP_ENTER)
ACTIVATE: Final = (*ENTER, pygame.K_SPACE)
"""Keys that do what a click does."""
COMMAND: Final = pygame.KMOD_CTRL | pygame.KMOD_META

Point = tuple[int, int]


class Mood(NamedTuple):
    """How a widget is at this moment."""

    hover: float = 0.0
    """0: the pointer is elsewhere; 1: it rests here."""
    is_pressed: bool = False
    is_focused: bool = False
    """The ring is shown around it."""
    now: float = 0.0
    has_keys: bool = False
    """What is typed comes here, whether the ring is shown or not."""


class Widget:
    """A thing on a screen. Its name is its own there; what has neither focus nor tip lets the mouse through."""

    can_focus = True
    takes_text = False
    """Letters are for this widget while it has the focus; they are nobody's shortcut then."""
    sound = ""
    """Heard when it is pressed."""
    radius = 12.0
    shortcut: int | None = None
    is_list = False
    """Arrows move within it first, and may be pressed once too often."""
    is_risky = False
    """Something may be lost by pressing it: no arrow leads from a list to it."""
    is_answer = False
    """It answers a question of the game: in the first moment of the question nothing comes of it."""

    def __init__(self, name: str, rect: Rect, tip: str = "", *, is_enabled: bool = True) -> None:
        self.name, self.rect, self.tip, self.is_enabled = name, rect, tip, is_enabled

    def draw(self, on: Surface, brush: Brush, mood: Mood) -> None:
        """Paint it; the ring and the tip are the screen's."""

    def ring(self, brush: Brush, mood: Mood) -> Rect:  # noqa: ARG002  some widgets move
        """What the focus ring goes around."""
        return self.rect

    def resume(self, old: Widget) -> None:
        """Go on from the widget of this name that was here before the screen was built anew."""

    def press(self, at: Point) -> None:
        """The mouse button went down here."""

    def drag(self, at: Point) -> None:
        """The mouse moved with the button down; it may be anywhere by now."""

    def release(self, at: Point, inside: bool) -> None:
        """The mouse button was let go, here or elsewhere."""

    def double(self, at: Point) -> None:
        """A second press came soon after the first."""

    def activate(self) -> None:
        """Do what a click does."""

    def wheel(self, amount: float, at: Point) -> bool:  # noqa: ARG002  for those that roll
        """The wheel turned over it, up is positive; whether that was of use."""
        return False

    def key(self, event: pygame.event.Event) -> bool:
        """A key went down; whether it was of use."""
        if event.key not in ACTIVATE:
            return False
        self.activate()
        return True

    def text(self, event: pygame.event.Event) -> bool:  # noqa: ARG002  for those that take text
        """Letters were typed; whether they were of use."""
        return False


def lighter(colour: Colour, hover: float) -> Colour:
    """A colour under the pointer. In three steps: every tone is a picture that is kept."""
    return mix(colour, theme.WHITE, 0.02 * round(3 * hover))


def focus_ring(on: Surface, brush: Brush, box: Rect, radius: float) -> None:
    """The ring around what has the focus: light for dark grounds, with an ink line for light ones."""
    image = brush.keep(("ring", box.size, radius), lambda: _ring(brush, box.size, radius))
    on.blit(image, image.get_rect(center=box.center))


def _ring(brush: Brush, size: tuple[int, int], radius: float) -> Surface:
    line = brush.u(2)

    def solid(steps: int, colour: tuple[int, int, int, int]) -> Surface:
        around = 2 * line * steps
        image = brush.mask(size[0] + around, size[1] + around, brush.u(radius) + line * steps).copy()
        image.fill(colour, special_flags=pygame.BLEND_RGBA_MULT)
        return image

    out = solid(2, (*theme.INK, 255))
    out.blit(solid(1, (*theme.FOCUS, 255)), (line, line))
    out.blit(solid(0, (0, 0, 0, 255)), (2 * line, 2 * line), special_flags=pygame.BLEND_RGBA_SUB)
    return out
