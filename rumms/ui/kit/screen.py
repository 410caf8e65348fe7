"""Screens: widgets with mouse, keys, focus and tips; paper sheets and notices over what was there before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import inf
from typing import Final, NamedTuple, Protocol

import pygame

from rumms.language import say
from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.kit.buttons import Button, StyleName
from rumms.ui.kit.widget import ACTIVATE, COMMAND, Mood, Point, Widget, focus_ring
from rumms.ui.kit.words import Paragraph, tip
from rumms.ui.settings import Settings
from rumms.ui.thinking import Mind

TIP_AFTER: Final = 0.5
FRESH: Final = 0.5
"""Seconds in which a question that has just opened takes no answer: it may be meant for what was shown before."""
DOUBLE: Final = 0.4
"""Two presses within this are a double one."""
ARROWS: Final = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
MARGIN: Final = 24


class Sound(Protocol):
    """What can be heard."""

    def play(self, name: str, strength: float = 1.0, pan: float = 0.0) -> object:
        """Play a sound."""

    def slide(self, level: float) -> object:
        """Let dice be heard sliding, so loudly."""


class Stage(Protocol):
    """The window as a screen sees it."""

    @property
    def brush(self) -> Brush:
        """The brush for the window's size and the person's settings."""

    @property
    def settings(self) -> Settings:
        """What the person has set."""

    @property
    def now(self) -> float:
        """Seconds since some moment; the same for all of a frame."""

    @property
    def time(self) -> float:
        """The same without mercy: after a pause `now` has passed by less, so that nothing jumps."""

    @property
    def sound(self) -> Sound:
        """What can be heard."""

    @property
    def mind(self) -> Mind:
        """Who thinks about moves."""

    def open(self, screen: Screen) -> None:
        """Show a screen; `back` returns to this one."""

    def replace(self, screen: Screen) -> None:
        """Show a screen instead of this one."""

    def back(self) -> None:
        """Return to the screen before."""

    def home(self) -> None:
        """Return to the first screen."""

    def quit(self) -> None:
        """Close the window."""

    def change(self, **settings: object) -> None:
        """Change settings."""

    def backdrop(self) -> Surface:
        """The last frame, blurred and dimmed."""


class Screen:
    """What fills the window. Subclasses say which widgets there are (`build`) and what lies beneath them (`paint`)."""

    first = ""
    """The widget that has the focus at the start; without one it is the first that can have it."""
    is_shy = False
    """Beside `first` nothing has the focus until somebody asks for it with an arrow or the tab key."""
    is_modal = False
    is_lively = False
    """Something moves, though nobody does anything."""
    is_traced = False
    """Every move of the pointer counts, with its time; see `moment`. Meanwhile nothing else moves."""
    has_pointer = False
    """It draws a pointer of its own."""
    game = "rumms"
    """Whose rules are shown if somebody asks for them."""
    stage: Stage

    def __init__(self) -> None:
        self.widgets: list[Widget] = []
        self.focus = ""
        """The name of the widget that the keys go to."""
        self.shows_ring = False
        self.pointer: Point | None = None
        self.moment = 0.0
        """When the event of now happened, on the clock of `stage.time`."""
        self._held = ""
        self._is_held_elsewhere = False
        self._down: set[int] = set()
        self._hovers: dict[str, float] = {}
        self._drawn = 0.0
        self._over, self._over_since = "", 0.0
        self._clicked: tuple[str, float, Point] | None = None
        self._tapped, self._tapped_at = "", -1.0
        self._tip, self._tip_since = "", 0.0
        self._asked_since = -inf

    # For subclasses.

    def enter(self) -> None:
        """The screen is opened."""
        if pygame.mouse.get_focused():
            self.pointer = pygame.mouse.get_pos()
        self._drawn = self.stage.now
        self.rebuild()

    def build(self) -> Iterable[Widget]:
        """The widgets, in the order of the tab key; later ones lie above earlier ones."""
        return ()

    def paint(self, on: Surface) -> None:
        """Paint what lies beneath the widgets."""

    def paint_over(self, on: Surface) -> None:
        """Paint what lies above the widgets."""

    def update(self, seconds: float) -> None:
        """So much time has passed since the last frame."""

    def handle(self, event: pygame.event.Event) -> bool:  # noqa: ARG002  for screens with keys of their own
        """An event that no widget used; whether it was of use. Until the ring is shown, keys come here first."""
        return False

    def leave(self) -> None:
        """Escape was pressed, and `handle` had no use for it."""
        self.stage.back()

    def close(self) -> None:
        """The screen is gone for good."""

    # For the window.

    def rebuild(self) -> None:
        """Make the widgets anew: for another size, language or setting, or because there are other things to show."""
        pressed = pygame.key.get_pressed()
        # A key that is still held down from the screen before means nothing here.
        self._down |= {key for key in (*ACTIVATE, pygame.K_ESCAPE) if pressed[key]}
        before = {widget.name: widget for widget in self.widgets if widget.name}
        self.widgets = [*self.build(), *self.build_frame()]
        names = [widget.name for widget in self.widgets if widget.name]
        if len(names) != len(set(names)):
            raise AssertionError(names)
        for widget in self.widgets:
            if widget.name in before:
                widget.resume(before[widget.name])
        if not self._can_have_focus(self.find(self.focus)):
            ring = self._focusable()
            others = ring[0].name if ring and not self.is_shy else ""
            self.focus = self.first if self._can_have_focus(self.find(self.first)) else others
        self._set_text_input()

    def build_frame(self) -> Iterable[Widget]:
        """Widgets that every screen of a sort has, after its own."""
        return ()

    def event(self, event: pygame.event.Event) -> bool:
        """Bring an event where it belongs; whether it was of use."""
        self.moment = getattr(event, "time", self.stage.time)
        match event.type:
            case pygame.MOUSEMOTION:
                return self._moved(event)
            case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_LEFT:
                return self._pressed(event)
            case pygame.MOUSEBUTTONUP if event.button == pygame.BUTTON_LEFT:
                return self._released(event)
            case pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP if event.button in (
                pygame.BUTTON_WHEELUP,
                pygame.BUTTON_WHEELDOWN,
            ):
                return False  # comes as MOUSEWHEEL, too
            case pygame.MOUSEWHEEL:
                return self._wheeled(event)
            case pygame.KEYDOWN:
                return self._key(event)
            case pygame.TEXTINPUT:
                focused = self.find(self.focus)
                return (focused is not None and focused.text(event)) or self.handle(event)
            case pygame.KEYUP:
                self._down.discard(event.key)
            case pygame.WINDOWLEAVE:
                self.pointer = None
        return self.handle(event)

    def draw(self, on: Surface) -> None:
        """Paint everything."""
        pressed = pygame.key.get_pressed()
        # A key can be let go while another screen has the keys.
        self._down = {key for key in self._down if pressed[key]}
        self._step_hovers()
        self.paint(on)
        self.draw_widgets(on)
        self.paint_over(on)
        self.draw_marks(on)

    def draw_widgets(self, on: Surface) -> None:
        """Paint the widgets."""
        for widget in self.widgets:
            widget.draw(on, self.stage.brush, self.mood(widget))

    def draw_marks(self, on: Surface) -> None:
        """Paint the focus ring and the tip."""
        brush = self.stage.brush
        focused = self.find(self.focus)
        if self.shows_ring and focused is not None:
            focus_ring(on, brush, focused.ring(brush, self.mood(focused)), focused.radius)
        shown = self.tipped()
        name = shown.name if shown else ""
        if name != self._tip:
            self._tip, self._tip_since = name, self.stage.now
        if shown:
            length = theme.FADE if brush.calm else theme.PANEL_IN
            part = min(1.0, (self.stage.now - self._tip_since) / length)
            tip(on, brush, shown.tip, shown.ring(brush, self.mood(shown)), part)

    def draw_trace(self, on: Surface) -> Rect:  # noqa: ARG002  for screens that are traced
        """Paint the pointer over a picture of the rest; where it is."""
        return Rect(0, 0, 0, 0)

    # Questions.

    def find(self, name: str) -> Widget | None:
        """The widget of a name."""
        return next((widget for widget in self.widgets if name and widget.name == name), None)

    def under(self, at: Point) -> Widget | None:
        """The uppermost widget at a point that the mouse has to do with."""
        return next(
            (
                one
                for one in reversed(self.widgets)
                if one.name and (one.can_focus or one.tip) and one.rect.collidepoint(at)
            ),
            None,
        )

    @property
    def over(self) -> Widget | None:
        """The widget under the pointer; while something is held, that one or none."""
        if self.pointer is None or self._is_held_elsewhere:
            return None
        found = self.under(self.pointer)
        return found if not self._held or (found and found.name == self._held) else None

    @property
    def is_over_something(self) -> bool:
        """Is the pointer over something that can be taken or pressed?"""
        over = self.over
        return over is not None and over.can_focus and over.is_enabled

    def mood(self, widget: Widget) -> Mood:
        """How a widget is now."""
        now = self.stage.now
        is_over = bool(widget.name) and widget.name == self._over
        was_tapped = bool(widget.name) and widget.name == self._tapped and 0 <= now - self._tapped_at < theme.QUICK
        has_keys = bool(widget.name) and widget.name == self.focus
        return Mood(
            hover=theme.out_quad(self._hovers.get(widget.name, 0.0)) if widget.is_enabled else 0.0,
            is_pressed=widget.is_enabled and ((is_over and widget.name == self._held) or was_tapped),
            is_focused=has_keys and self.shows_ring,
            now=now,
            has_keys=has_keys,
        )

    def tipped(self) -> Widget | None:
        """The widget whose tip is to be shown."""
        over = self.over
        if over and over.tip and not self._held and self.stage.now - self._over_since >= TIP_AFTER:
            return over if over.name == self._over else None
        focused = self.find(self.focus)
        return focused if self.shows_ring and focused and focused.tip else None

    def focus_on(self, name: str) -> None:
        """Send the keys to a widget from now on."""
        if name != self.focus and self._can_have_focus(self.find(name)):
            self.focus = name
            self._set_text_input()

    # What a person is asked.

    def open_question(self) -> None:
        """Something else is asked from now on: for a moment nothing answers it, and no answer has the focus unasked."""
        self._asked_since, self.focus = self.stage.now, ""

    def close_question(self) -> None:
        """Nothing is asked any more: keys and clicks mean what is shown."""
        self._asked_since = -inf

    @property
    def is_fresh(self) -> bool:
        """Has a question just opened?"""
        return self.stage.now - self._asked_since < FRESH

    # The mouse.

    def _moved(self, event: pygame.event.Event) -> bool:
        self.pointer = event.pos
        self._notice_over()
        if held := self.find(self._held):
            if held.is_enabled:
                held.drag(event.pos)
            return True
        return self.handle(event)

    def _pressed(self, event: pygame.event.Event) -> bool:
        self.pointer = event.pos
        self.shows_ring = False
        target = self.under(event.pos)
        if target is None:
            self._is_held_elsewhere = True
            if self._is_typing():
                self.focus = ""
                self._set_text_input()
            return self.handle(event)
        self._held = name = target.name
        self._notice_over()
        if target.is_answer and self.is_fresh:
            self._held = ""
            return True
        if not target.is_enabled:
            return True
        self._over_since = inf  # who has pressed it needs no tip, which would only hide what comes of it
        self.focus_on(name)
        if target.sound:
            self.stage.sound.play(target.sound)
        is_double = self._is_double(name, event.pos)
        self._clicked = None if is_double else (name, self.stage.now, event.pos)
        target.press(event.pos)
        if is_double and (target := self.find(name)):
            target.double(event.pos)
        return True

    def _is_double(self, name: str, at: Point) -> bool:
        if self._clicked is None:
            return False
        before, when, where = self._clicked
        near = self.stage.brush.u(8)
        is_near = abs(at[0] - where[0]) <= near and abs(at[1] - where[1]) <= near
        return name == before and is_near and self.stage.now - when < DOUBLE

    def _released(self, event: pygame.event.Event) -> bool:
        self.pointer = event.pos
        held, self._held, self._is_held_elsewhere = self.find(self._held), "", False
        if held is None:
            return self.handle(event)
        held.release(event.pos, held.is_enabled and held.rect.collidepoint(event.pos))
        return True

    def _wheeled(self, event: pygame.event.Event) -> bool:
        over = self.over
        amount = getattr(event, "precise_y", 0.0) or event.y
        if over and over.is_enabled and self.pointer and amount and over.wheel(amount, self.pointer):
            return True
        return self.handle(event)

    def _notice_over(self) -> None:
        over = self.over
        name = over.name if over else ""
        if name != self._over:
            self._over, self._over_since = name, self.stage.now

    def _step_hovers(self) -> None:
        self._notice_over()
        now = self.stage.now
        step = max(0.0, now - self._drawn) / theme.QUICK
        self._drawn = now
        for widget in self.widgets:
            if widget.name:
                level = self._hovers.get(widget.name, 0.0)
                self._hovers[widget.name] = (
                    min(1.0, level + step) if widget.name == self._over else max(0.0, level - step)
                )

    # The keys.

    def _key(self, event: pygame.event.Event) -> bool:
        is_repeat = event.key in self._down
        self._down.add(event.key)
        if is_repeat and event.key in (*ACTIVATE, pygame.K_ESCAPE):
            return True
        if event.key in ACTIVATE and self.is_fresh:
            return True
        if event.key == pygame.K_ESCAPE:
            self._escape(event)
            return True
        if self._is_typing():
            return self._to_focus(event) or self._navigate(event) or self.handle(event)
        if self.shows_ring:
            return self._to_focus(event) or self._navigate(event) or self._own(event, is_repeat)
        return self._own(event, is_repeat) or self._to_focus(event) or self._navigate(event)

    def _own(self, event: pygame.event.Event, is_repeat: bool) -> bool:
        return self._shortcut(event, is_repeat) or self.handle(event)

    def _is_typing(self) -> bool:
        focused = self.find(self.focus)
        return focused is not None and focused.takes_text

    def _escape(self, event: pygame.event.Event) -> None:
        held, self._held = self.find(self._held), ""
        if held:
            held.release(self.pointer or (0, 0), False)
        elif not self.handle(event):
            self.leave()

    def _to_focus(self, event: pygame.event.Event) -> bool:
        focused = self.find(self.focus)
        if focused is None or not focused.is_enabled:
            return False
        is_tap = event.key in ACTIVATE and not focused.takes_text
        had_ring, tapped = self.shows_ring, (self._tapped, self._tapped_at)
        if is_tap:
            self._tapped, self._tapped_at = focused.name, self.stage.now
        self.shows_ring = had_ring or not focused.takes_text
        if focused.key(event):
            if focused.sound:
                self.stage.sound.play("button" if is_tap else "focus")
            return True
        self.shows_ring, (self._tapped, self._tapped_at) = had_ring, tapped
        return False

    def _shortcut(self, event: pygame.event.Event, is_repeat: bool) -> bool:
        if getattr(event, "mod", 0) & (COMMAND | pygame.KMOD_ALT):
            return False
        found = next((one for one in self.widgets if one.shortcut == event.key and one.is_enabled), None)
        if found is None:
            return False
        if not is_repeat:
            self._tapped, self._tapped_at = found.name, self.stage.now
            self.stage.sound.play("button")
            found.activate()
        return True

    def _navigate(self, event: pygame.event.Event) -> bool:
        order = self._focusable()
        if not order or event.key not in (*ARROWS, pygame.K_TAB):
            return False
        names = [widget.name for widget in order]
        if self.focus not in names:
            goal: Widget | None = order[0]
        elif event.key == pygame.K_TAB:
            step = -1 if getattr(event, "mod", 0) & pygame.KMOD_SHIFT else 1
            goal = order[(names.index(self.focus) + step) % len(order)]
        else:
            start = order[names.index(self.focus)]
            among = [widget for widget in order if not (start.is_list and widget.is_risky)]
            goal = nearest(start, among, ARROWS[event.key])
        self.shows_ring = True
        if goal and goal.name != self.focus:
            self.focus_on(goal.name)
            self.stage.sound.play("focus")
        return True

    def _focusable(self) -> list[Widget]:
        return [widget for widget in self.widgets if self._can_have_focus(widget)]

    @staticmethod
    def _can_have_focus(widget: Widget | None) -> bool:
        return widget is not None and bool(widget.name) and widget.can_focus and widget.is_enabled

    def _set_text_input(self) -> None:
        if self._is_typing():
            pygame.key.start_text_input()
        else:
            pygame.key.stop_text_input()


def nearest(start: Widget, among: Iterable[Widget], way: tuple[int, int]) -> Widget | None:
    """The widget one comes to from another on the way of an arrow: near, and beside rather than askew."""
    found = [(far, other) for other in among if (far := _far(start.rect, other.rect, way)) is not None]
    return min(found, key=lambda pair: pair[0])[1] if found else None


def _far(start: Rect, other: Rect, way: tuple[int, int]) -> float | None:
    if way[0]:
        along = way[0] * (other.centerx - start.centerx)
        gap = other.left - start.right if way[0] > 0 else start.left - other.right
        aside = max(other.top - start.bottom, start.top - other.bottom, 0)
        askew = abs(other.centery - start.centery)
    else:
        along = way[1] * (other.centery - start.centery)
        gap = other.top - start.bottom if way[1] > 0 else start.top - other.bottom
        aside = max(other.left - start.right, start.left - other.right, 0)
        askew = abs(other.centerx - start.centerx)
    # A widget that lies on another one is on the way to the side where its middle is.
    if along <= 0 or (gap < 0 and not start.colliderect(other)):
        return None
    return max(gap, 0) + 3 * aside + 0.2 * askew


class Sheet(Screen):
    """A slip of paper over what was there before. It is as high as its content; see `measure`."""

    is_modal = True
    width: float = 720
    """In pixels of the design."""
    has_close = True
    padding: float = 28

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = title
        self.box = self.content = Rect(0, 0, 0, 0)
        self._behind: Surface | None = None
        self._layer: Surface | None = None
        self._opened = 0.0

    def measure(self, width: int) -> int:  # noqa: ARG002  most contents are higher where they are narrower
        """How many pixels high the content is where it is so many wide."""
        return self.stage.brush.u(320)

    def enter(self) -> None:
        """Take what is seen now as the ground."""
        self._behind, self._opened = self.stage.backdrop(), self.stage.now
        super().enter()

    def rebuild(self) -> None:
        """Lay the sheet out, then its widgets."""
        self._lay_out()
        super().rebuild()

    def build_frame(self) -> Iterable[Widget]:
        """The button that closes the sheet."""
        if self.has_close:
            size, edge = self.stage.brush.u(44), self.stage.brush.u(16)
            corner = Rect(self.box.right - size - edge, self.box.top + edge, size, size)
            yield Button("close", corner, icon="close", do=self.leave, tip=say("Close"))

    def paint(self, on: Surface) -> None:
        """Paint what was there before; the sheet follows with its widgets."""
        if self._behind:
            if self._behind.get_size() != on.get_size():
                self._behind = pygame.transform.smoothscale(self._behind, on.get_size())
            on.blit(self._behind, (0, 0))

    def paint_sheet(self, on: Surface) -> None:
        """Paint the paper and its title."""
        brush = self.stage.brush
        brush.panel(on, self.box, 22, shadow=20, alpha=170)
        place = Rect(self.content.left, self.box.top + brush.u(self.padding - 4), self._title_width(), 0)
        brush.paragraph(on, self.title, place, theme.TITLE, cut="display")

    def draw_widgets(self, on: Surface) -> None:
        """Paint the sheet and what is on it; at first it rises and becomes visible."""
        calm = self.stage.brush.calm
        part = (self.stage.now - self._opened) / (theme.FADE if calm else theme.PANEL_IN)
        if part >= 1:
            self._layer = None
            self.paint_sheet(on)
            super().draw_widgets(on)
            return
        if self._layer is None or self._layer.get_size() != on.get_size():
            self._layer = Surface(on.get_size(), pygame.SRCALPHA)
        self._layer.fill((0, 0, 0, 0))
        self.paint_sheet(self._layer)
        super().draw_widgets(self._layer)
        eased = part if calm else theme.out_cubic(part)
        self._layer.set_alpha(round(255 * eased))
        on.blit(self._layer, (0, 0 if calm else round(self.stage.brush.u(8) * (1 - eased))))

    def draw_marks(self, on: Surface) -> None:
        """Paint ring and tip once the sheet lies still."""
        if self._layer is None:
            super().draw_marks(on)

    def _title_width(self) -> int:
        brush = self.stage.brush
        return self._inner_width() - (brush.u(52) if self.has_close else 0)

    def _inner_width(self) -> int:
        brush = self.stage.brush
        wide = min(brush.u(self.width), brush.size[0] - 2 * brush.u(MARGIN))
        return wide - 2 * brush.u(self.padding)

    def _lay_out(self) -> None:
        brush = self.stage.brush
        edge, inner = brush.u(self.padding), self._inner_width()
        above = edge + brush.height(self.title, self._title_width(), theme.TITLE, "display") + brush.u(12)
        high = min(above + self.measure(inner) + edge, brush.size[1] - 2 * brush.u(MARGIN))
        self.box = Rect(0, 0, inner + 2 * edge, high)
        self.box.center = (brush.size[0] // 2, brush.size[1] // 2)
        self.content = Rect(self.box.left + edge, self.box.top + above, inner, high - above - edge)


class Offer(NamedTuple):
    """A button of a notice; the notice is gone when it is done."""

    label: str
    do: Callable[[], object] | None = None
    style: StyleName = "plain"
    icon: str = ""


class Notice(Sheet):
    """A title, a text and what can be done about it. Enter does the first, Escape the last."""

    width = 560
    has_close = False
    first = "offer 0"

    def __init__(self, title: str, text: str, offers: Sequence[Offer] = ()) -> None:
        super().__init__(title)
        self.message = text
        self.offers = tuple(offers) or (Offer(say("All right"), style="primary"),)

    def measure(self, width: int) -> int:
        """The text, and the buttons below it."""
        brush = self.stage.brush
        rows = self._places(Rect(0, 0, width, 0))
        return brush.height(self.message, width, 16) + brush.u(22) + rows[-1].bottom - rows[0].top + brush.u(3)

    def build(self) -> Iterable[Widget]:
        """The text and the buttons."""
        yield Paragraph(self.content, self.message, 16, theme.INK_2)
        places = self._places(self.content)
        down = self.content.bottom - self.stage.brush.u(3) - places[-1].bottom
        for number, (offer, place) in enumerate(zip(self.offers, places, strict=True)):
            yield Button(
                f"offer {number}",
                place.move(0, down),
                offer.label,
                offer.icon,
                offer.style,
                do=partial(self._take, offer),
            )

    def leave(self) -> None:
        """Do the last."""
        self._take(self.offers[-1])

    def _take(self, offer: Offer) -> None:
        self.stage.back()
        if offer.do:
            offer.do()

    def _places(self, room: Rect) -> list[Rect]:
        """A row if the buttons fit into one, else one below the other."""
        brush = self.stage.brush
        sizes = [Button.needs(brush, offer.label, offer.icon) for offer in self.offers]
        wide = [max(brush.u(120), width + brush.u(12)) for width, _ in sizes]
        high, gap = max(height for _, height in sizes), brush.u(12)
        if sum(wide) + gap * (len(wide) - 1) > room.width:
            return [Rect(room.left, room.top + k * (high + gap), room.width, high) for k in range(len(wide))]
        lefts = [room.left + sum(wide[:k]) + gap * k for k in range(len(wide))]
        return [Rect(left, room.top, width, high) for left, width in zip(lefts, wide, strict=True)]


class Confirm(Notice):
    """A question before something is lost. Enter and Escape both keep everything as it is."""

    def __init__(self, title: str, text: str, keep: str, lose: Offer) -> None:
        super().__init__(title, text, (Offer(keep, style="primary"), lose._replace(style="danger")))

    def leave(self) -> None:
        """Keep everything."""
        self._take(self.offers[0])
