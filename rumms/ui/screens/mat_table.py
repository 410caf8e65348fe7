"""The mat of a scenario, drawn by hand: size, walls, cushions, holes and castles, with the mouse or the keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import hypot
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import pygame
from msgspec.structs import replace

from rumms.games.rumms import practice as rules
from rumms.games.rumms.state import Position
from rumms.kernel.refusal import Refusal
from rumms.language import code, later, say, tell
from rumms.physics.model import Mat, Shape
from rumms.ui import shaping, theme
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.draw.tabletop import Tabletop
from rumms.ui.kit.buttons import Button, Choice, Option
from rumms.ui.kit.inputs import Slider
from rumms.ui.kit.screen import Screen
from rumms.ui.kit.widget import ENTER, Mood, Widget
from rumms.ui.kit.widget import Point as Pixel
from rumms.ui.kit.words import Label, pill, pill_box
from rumms.ui.playback import scene_of
from rumms.ui.shaping import Form, Part, Stuff

if TYPE_CHECKING:
    from rumms.ui.screens.editor import Editor

SIDE, BAR = 264, 76
TALL: Final = 1.0
"""Centimetres that solid parts are drawn high: they can be taken at their tops, too."""
NEAR: Final = 11
"""Pixels of the design from a handle at which it is taken."""
PULLED: Final = 5
"""Pixels of the design: who moves the pointer less has only clicked."""
STEP, FINE, QUARTER = 0.5, 0.1, 15.0
"""By how much the keys move a part, more finely with Shift; and degrees by which it is turned."""
Tool: TypeAlias = Literal["choose"] | Form
TOOLS: Final[tuple[tuple[Tool, str, int], ...]] = (
    ("choose", later("Pick"), pygame.K_c),
    ("box", later("Box"), pygame.K_b),
    ("bar", later("Bar"), pygame.K_l),
    ("disc", later("Disc"), pygame.K_d),
)
STUFFS: Final[dict[Stuff, str]] = {"wall": later("Wall"), "cushion": later("Cushion"), "hole": later("Hole")}
BORDERS: Final[dict[shaping.Border, str]] = {
    "none": later("none"),
    "painted": later("painted"),
    "standing": later("standing"),
    "gate": later("with a gate"),
}
NAMES: Final = {"castle": later("Castle"), "border": later("Painted wall")}
ARROWS: Final = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_DOWN: (0, -1), pygame.K_UP: (0, 1)}


class Ground(Widget):
    """The mat as a widget."""

    radius = 12.0

    def __init__(self, table: MatTable) -> None:
        super().__init__("mat", table.top.view.area.inflate(table.stage.brush.u(24), table.stage.brush.u(24)))
        self.table = table

    def ring(self, brush: Brush, mood: Mood) -> Rect:  # noqa: ARG002  it lies where it lies
        """Around the mat."""
        return self.table.top.view.box

    def press(self, at: Pixel) -> None:
        """Begin to draw, or take a part or a handle."""
        self.table.press(at)

    def drag(self, at: Pixel) -> None:
        """Go on."""
        self.table.drag(at)

    def release(self, at: Pixel, inside: bool) -> None:  # noqa: ARG002  a part may be drawn beyond the edge
        """That is it."""
        self.table.let_go()

    def wheel(self, amount: float, at: Pixel) -> bool:  # noqa: ARG002  what is chosen turns
        """Turn the chosen part."""
        self.table.turn(QUARTER / 3 if amount > 0 else -QUARTER / 3)
        return True

    def key(self, event: pygame.event.Event) -> bool:
        """Choose, move, turn, stretch."""
        return self.table.mat_key(event)


class MatTable(Screen):
    """Draws the mat that lies in the editor; every change is one of the editor's and can be taken back like any."""

    first = "mat"

    def __init__(self, editor: Editor) -> None:
        super().__init__()
        self.editor = editor
        self.tool: Tool = "choose"
        self.stuff: Stuff = "wall"
        self.chosen: Part | None = None
        self.said = ""
        """Why something was refused."""
        self._from: shaping.Point | None = None
        """Where the pointer was pressed, in centimetres ..."""
        self._to: shaping.Point | None = None
        """... and where it is, once it has been pulled."""
        self._handle: int | None = None
        self._change = ""
        """What was changed last: the same again is one step."""

    @property
    def mat(self) -> Mat:
        """As it is now."""
        mat: Mat = self.editor.origin.options.mat
        return mat

    # Changes.

    def lay(self, mat: Mat, change: str = "", position: Position | None = None) -> bool:
        """Another mat under the dice; whether it can be. The same change again is taken back with the one before."""
        if mat == self.mat:
            return True
        try:
            self.editor.reshape(mat, position, is_same=bool(change) and change == self._change)
        except Refusal as refusal:
            self.said = tell(refusal)
            self.stage.sound.play("refused")
            self.rebuild()
            return False
        self.said, self._change = "", change
        self.rebuild()
        return True

    def take_back(self) -> None:
        """As it was before."""
        self.editor.take_back()
        self.said, self._change = "", ""
        self._keep_chosen()
        self.rebuild()

    def _keep_chosen(self) -> None:
        if self.chosen not in shaping.parts(self.mat):
            self.chosen = None

    def remove(self) -> None:
        """Take the chosen part away."""
        if self.chosen is None:
            return
        if self.chosen.sort == "castle":
            self.said = say("Each side needs its castle.")
            self.stage.sound.play("refused")
            self.rebuild()
            return
        part, self.chosen = self.chosen, None
        self.lay(shaping.without(self.mat, part))

    def turn(self, by: float) -> None:
        """Turn the chosen part."""
        if self.chosen:
            self.lay(shaping.turned(self.mat, self.chosen, by), f"turn {self.chosen}")

    def add(self, shape: Shape) -> None:
        """One part more, of what is chosen."""
        mat, part = shaping.with_new(self.mat, shape, self.stuff)
        before, self.chosen = self.chosen, part
        if not self.lay(mat):
            self.chosen = before
            self.rebuild()

    def choose(self, part: Part | None) -> None:
        """This part is meant from now on."""
        self.chosen, self._change = part, ""
        if part and (stuff := shaping.stuff_of(self.mat, part)):
            self.stuff = stuff
        self.rebuild()

    def _use(self, tool: Tool) -> None:
        self.tool = tool
        self.rebuild()

    def _make_of(self, stuff: Stuff) -> None:
        """What is drawn from now on; a part that was picked becomes the same."""
        self.stuff = stuff
        if self.chosen and self.tool == "choose":
            mat, part = shaping.made_of(self.mat, self.chosen, stuff)
            before, self.chosen = self.chosen, part
            if not self.lay(mat):
                self.chosen = before
        self.rebuild()

    def _size(self, name: str, value: float) -> None:
        length, width = (value, self.mat.width) if name == "length" else (self.mat.length, value)
        mat, to = shaping.sized(self.mat, length, width)
        position = rules.position_of(self.editor.origin)
        dice = []
        for piece in position.dice:
            if piece.x is None or piece.y is None:
                dice.append(piece)
                continue
            x, y = to(piece.x, piece.y)
            dice.append(replace(piece, x=round(x, 3), y=round(y, 3)))
        self.lay(mat, name, replace(position, dice=tuple(dice)))

    def _border(self, border: shaping.Border) -> None:
        self.lay(shaping.with_border(self.mat, border))
        self._keep_chosen()
        self.rebuild()

    # Mouse.

    def _under(self, at: Pixel, z: float = 0.0) -> shaping.Point:
        x, y = self.top.view.under(at, z)
        return round(x, 3), round(y, 3)

    def part_at(self, at: Pixel) -> Part | None:
        """The part that is seen at a pixel."""
        raised = shaping.part_at(self.mat, *self._under(at, TALL))
        if raised and raised.sort == "solid":
            return raised
        return shaping.part_at(self.mat, *self._under(at))

    def _handle_at(self, at: Pixel) -> int | None:
        if self.chosen is None:
            return None
        near = self.stage.brush.u(NEAR)
        for number, point in enumerate(shaping.handles(shaping.shape_of(self.mat, self.chosen))):
            x, y = self.top.view.at(*point)
            if hypot(x - at[0], y - at[1]) <= near:
                return number
        return None

    def press(self, at: Pixel) -> None:
        """Begin to draw, or take a part or a handle."""
        self.said, self._from, self._to = "", self._under(at), None
        self._pressed_at = at
        self._handle = self._handle_at(at)
        if self.tool == "choose" and self._handle is None:
            self.choose(self.part_at(at))

    def drag(self, at: Pixel) -> None:
        """The pointer is pulled."""
        far = self.stage.brush.u(PULLED)
        if self._to is None and hypot(at[0] - self._pressed_at[0], at[1] - self._pressed_at[1]) < far:
            return
        self._to = self._under(at)

    def let_go(self) -> None:
        """What was drawn or pulled is laid; a mere click with a form sets one of a usual size."""
        start, end, self._from, self._to = self._from, self._to, None, None
        if start is None:
            return
        if self.tool == "choose" or self._handle is not None:
            if self.chosen and end:
                self.lay(self._pulled(self.chosen, start, end))
        else:
            self.add(shaping.drawn(self.tool, start, end) if end else shaping.usual(self.tool, start))

    def _pulled(self, part: Part, start: shaping.Point, end: shaping.Point) -> Mat:
        if self._handle is not None:
            return shaping.pulled(self.mat, part, self._handle, end)
        return shaping.moved(self.mat, part, end[0] - start[0], end[1] - start[1])

    def _preview(self) -> Shape | None:
        """What would be laid if the pointer were let go now."""
        if self._from is None or self._to is None:
            return None
        if self.tool != "choose" and self._handle is None:
            return shaping.drawn(self.tool, self._from, self._to)
        if self.chosen is None:
            return None
        return shaping.shape_of(self._pulled(self.chosen, self._from, self._to), self.chosen)

    # Keys.

    def mat_key(self, event: pygame.event.Event) -> bool:
        """Enter sets a part or chooses the next; arrows move, page up and down turn, plus and minus stretch."""
        shift = bool(getattr(event, "mod", 0) & pygame.KMOD_SHIFT)
        if event.key in ENTER or event.key == pygame.K_SPACE:
            if self.tool == "choose":
                self._next(-1 if shift else 1)
            else:
                self.add(shaping.usual(self.tool, (self.mat.length / 2, self.mat.width / 2)))
            return True
        part = self.chosen
        if part is None:
            return False
        step = FINE if shift else STEP
        if event.key in ARROWS:
            dx, dy = ARROWS[event.key]
            self.lay(shaping.moved(self.mat, part, dx * step, dy * step), f"move {part}")
        elif event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.turn((1 if event.key == pygame.K_PAGEUP else -1) * (1.0 if shift else QUARTER))
        elif event.key in (pygame.K_PLUS, pygame.K_KP_PLUS, pygame.K_EQUALS, pygame.K_MINUS, pygame.K_KP_MINUS):
            by = -STEP if event.key in (pygame.K_MINUS, pygame.K_KP_MINUS) else STEP
            self.lay(shaping.grown(self.mat, part, 0.0 if shift else by, by if shift else 0.0), f"grow {part} {shift}")
        else:
            return False
        return True

    def _next(self, by: int) -> None:
        every = shaping.parts(self.mat)
        here = every.index(self.chosen) if self.chosen in every else -1 if by > 0 else 0
        self.choose(every[(here + by) % len(every)])

    def leave(self) -> None:
        """Escape: first nothing is chosen and nothing drawn, then back."""
        if self.tool != "choose" or self.chosen:
            self.tool = "choose"
            self.choose(None)
        else:
            self.stage.back()

    # Layout.

    def rebuild(self) -> None:
        """The mat beside the panel, above the bar."""
        brush = self.stage.brush
        u, (wide, high) = brush.u, brush.size
        side = max(u(SIDE), brush.t(240))
        self.panel = Rect(wide - u(24) - side, u(84), side, high - u(84) - u(BAR) - u(32))
        self.bar = Rect(u(24), high - u(BAR) - u(16), wide - u(48), u(BAR))
        area = Rect(u(36), u(92), self.panel.left - u(24) - u(36), self.panel.height - u(16))
        self.top = Tabletop(brush, self.mat, area)
        self._keep_chosen()
        super().rebuild()

    def build(self) -> Iterator[Widget]:
        """The mat, back, the panel, the tools."""
        u = self.stage.brush.u
        yield Ground(self)
        yield Button(
            "back", Rect(u(24), u(16), u(46), u(46)), icon="back", style="dark", do=self.stage.back, tip=say("Back")
        )
        yield from self._part_rows() if self.chosen else self._mat_rows()
        yield from self._tools()

    def _tools(self) -> Iterator[Widget]:
        brush, bar = self.stage.brush, self.bar
        u = brush.u
        y, gap = bar.top + (bar.height - u(46)) // 2, u(14)
        forms: list[Option[Tool]] = [Option(tool, say(label)) for tool, label, _ in TOOLS]
        stuffs: list[Option[Stuff]] = [Option(stuff, say(label)) for stuff, label in STUFFS.items()]
        done = say("Done")
        wide = max(u(110), Button.needs(brush, done, "check", theme.BODY + 1)[0])
        right = Rect(bar.right - u(16) - wide, y, wide, u(46))
        buttons = (
            ("remove", "close", say("Take the part away\nDelete"), self.remove, pygame.K_DELETE, bool(self.chosen)),
            ("turn", "turn", say("Turn the part\nWheel, page up and down"), partial(self.turn, QUARTER), pygame.K_t,
             bool(self.chosen and shaping.turned(self.mat, self.chosen, QUARTER) != self.mat)),
            ("undo", "undo", say("Take back\nBackspace"), self.take_back, pygame.K_BACKSPACE,
             self.editor.can_take_back),
        )  # fmt: skip
        x = right.left - gap - len(buttons) * u(54)
        room = x - gap - bar.left - u(16)
        left, right_of_it = Choice.needs(brush, forms, theme.BODY)[0], Choice.needs(brush, stuffs, theme.BODY)[0]
        part = left / (left + right_of_it)
        first = Rect(bar.left + u(16), y, round((room - gap) * part), u(46))
        second = Rect(first.right + gap, y, room - gap - first.width, u(46))
        tip = say("What the mouse does on the mat: choose and move, or draw\nC, B, L, D")
        yield Choice("tool", first, forms, self.tool, do=self._use, tip=tip, ground="dark", px=theme.BODY)
        yield Choice("stuff", second, stuffs, self.stuff, do=self._make_of, ground="dark", px=theme.BODY)
        for name, icon, tip, do, key, is_enabled in buttons:
            yield Button(
                name, Rect(x, y - u(1), u(48), u(48)), icon=icon, style="dark", do=do, tip=tip, shortcut=key,
                is_enabled=is_enabled,
            )  # fmt: skip
            x += u(54)
        yield Button("done", right, done, "check", "go", do=self.stage.back, px=theme.BODY + 1)

    def _row(self, y: int, label: str) -> tuple[Label, Rect]:
        """A line of the panel, and the room below it."""
        u, box = self.stage.brush.u, self.panel
        high = round(self.stage.brush.leading(theme.BODY)) + u(2)
        line = Label(Rect(box.left + u(18), y, box.width - u(36), high), label, theme.BODY, theme.INK, "strong")
        return line, Rect(box.left + u(18), y + high, box.width - u(36), u(42))

    def _slider(
        self, name: str, y: int, label: str, value: float, ends: tuple[float, float, float], do: Callable[[float], Any],
        text: Callable[[float], str],
    ) -> Iterator[Widget]:  # fmt: skip
        line, box = self._row(y, label)
        yield line
        least, most, step = ends
        room = self.stage.brush.t(62)
        value = min(max(value, least), most)
        yield Slider(name, box, value, do=do, least=least, most=most, step=step, label=text, room=room)

    def _mat_rows(self) -> Iterator[Widget]:
        mat = self.mat
        y, step = self.panel.top + self.stage.brush.u(54), self._step()
        for name, label, value, place in (
            ("length", say("Length"), mat.length, 0),
            ("width", say("Width"), mat.width, 1),
        ):
            ends = (shaping.SHORTEST[place], shaping.LONGEST[place], 1.0)
            yield from self._slider(name, y, label, value, ends, partial(self._size, name), _centimetres)
            y += step
        yield from self._slider(
            "friction", y, say("Friction"), mat.friction, (0.05, 1.0, 0.05),
            lambda value: self.lay(shaping.rubbing(self.mat, round(value, 2)), "friction"), _percent,
        )  # fmt: skip
        y += step
        line, box = self._row(y, say("Wall between the kingdoms"))
        yield line
        border = shaping.border_of(mat)
        high = self.stage.brush.u(42)
        for place, names in enumerate((shaping.BORDERS[:2], shaping.BORDERS[2:])):
            options: list[Option[shaping.Border]] = [Option(name, say(BORDERS[name])) for name in names]
            row = Rect(box.left, box.top + place * (high + self.stage.brush.u(6)), box.width, high)
            yield Choice(f"border {place}", row, options, border, do=self._border, px=theme.BODY - 1)

    def _part_rows(self) -> Iterator[Widget]:
        part, mat = self.chosen, self.mat
        if part is None or part.sort != "solid":
            return
        y = self.panel.top + self.stage.brush.u(54) + self._lines_high()
        yield from self._slider(
            "bounce", y, say("How springy"), mat.solids[part.number].bounce, (0.0, 1.0, 0.05),
            lambda value: self.lay(shaping.bouncing(self.mat, part, round(value, 2)), f"bounce {part}"),
            _percent,
        )  # fmt: skip

    def _step(self) -> int:
        brush = self.stage.brush
        return round(brush.leading(theme.BODY)) + brush.u(52)

    # Pictures.

    def _lines(self) -> list[str]:
        """Where the chosen part is, how large, how it is turned."""
        if self.chosen is None:
            return []
        shape = self._preview() or shaping.shape_of(self.mat, self.chosen)
        x, y = shaping.middle(shape)
        lines = [say("Middle: {x} / {y} cm", x=_figure(x), y=_figure(y))]
        corners = shaping.handles(shape)
        if len(corners) == 1:
            lines.append(say("Radius: {radius} cm", radius=_figure(corners[0][0] - x)))
        else:
            (ax, ay), (bx, by), (cx, cy), _ = corners
            long, wide = hypot(bx - ax, by - ay), hypot(cx - bx, cy - by)
            lines.append(say("Size: {long} x {wide} cm", long=_figure(long), wide=_figure(wide)))
            lines.append(say("Turned: {degrees}°", degrees=shaping.angle(shape)))
        return lines

    def _lines_high(self) -> int:
        brush = self.stage.brush
        return len(self._lines()) * round(brush.leading(theme.BODY)) + brush.u(14)

    def paint(self, on: Surface) -> None:
        """Table, mat, dice, title, panel and bar."""
        brush = self.stage.brush
        u, box = brush.u, self.panel
        self.top.back(on)
        self.top.draw(on, scene_of(self.editor.origin))
        title = say("The mat, drawn by hand")
        brush.text(on, title, (u(88), u(40)), theme.TITLE, theme.PAPER, "display")
        brush.panel(on, box, 18, shadow=12)
        heading = self._heading()
        brush.text(on, heading, (box.left + u(18), box.top + u(27)), theme.PANEL, theme.INK, "display")
        y = box.top + u(54) + brush.leading(theme.BODY) / 2
        for line in self._lines():
            brush.text(on, line, (box.left + u(18), y), theme.BODY, theme.INK_2)
            y += brush.leading(theme.BODY)
        brush.panel(on, self.bar, 20, theme.PLUM, theme.PLUM_2, shadow=12)

    def _heading(self) -> str:
        if self.chosen is None:
            return say("The whole mat")
        stuff = shaping.stuff_of(self.mat, self.chosen)
        return say(STUFFS[stuff]) if stuff else say(NAMES[self.chosen.sort])

    def paint_over(self, on: Surface) -> None:
        """The chosen part, what is being drawn, and a word about it."""
        preview = self._preview()
        over = None
        if self.pointer and self.tool == "choose" and self._from is None and self.over and self.over.name == "mat":
            over = self.part_at(self.pointer)
        if over and over != self.chosen:
            self._ring(on, shaping.shape_of(self.mat, over), theme.PAPER, 2)
        is_new = self.tool != "choose" and self._handle is None
        if self.chosen and (preview is None or is_new):
            self._ring(on, shaping.shape_of(self.mat, self.chosen), theme.HONEY, 3)
            self._paint_handles(on, shaping.shape_of(self.mat, self.chosen))
        if preview:
            self._ring(on, preview, theme.HONEY, 3, filled=True)
            if not is_new:
                self._paint_handles(on, preview)
        self._paint_hint(on)

    def _paint_hint(self, on: Surface) -> None:
        brush = self.stage.brush
        text = self.said or self._hint()
        left = brush.u(88) + brush.width(say("The mat, drawn by hand"), theme.TITLE, "display") + brush.u(20)
        right = brush.size[0] - brush.u(24)
        px = float(theme.BODY)
        box = pill_box(brush, text, ((left + right) / 2, 0), "hint", round(right - left), px)
        while box.height > brush.u(62) and px > theme.SMALLEST / brush.text_scale:
            px -= 1
            box = pill_box(brush, text, ((left + right) / 2, 0), "hint", round(right - left), px)
        box.right = right
        box.centery = brush.u(40)
        pill(on, brush, text, box, "hint", px=px)

    def _hint(self) -> str:
        if self.tool == "box":
            return say("Draw a box from corner to corner")
        if self.tool == "bar":
            return say("Draw a bar from end to end")
        if self.tool == "disc":
            return say("Draw a disc from its middle outwards")
        if self.chosen:
            return say("Drag it, pull at its corners, turn it with the wheel; arrows, plus and minus do the same")
        return say("Click on a part to change it, castles and wall too; or draw new ones")

    def _ring(self, on: Surface, shape: Shape, tone: theme.Colour, thick: float, *, filled: bool = False) -> None:
        points = [self.top.view.at(*point) for point in shaping.outline(shape)]
        if filled:
            pane = Surface(on.get_size(), pygame.SRCALPHA)
            pygame.draw.polygon(pane, (*tone, 90), points)
            on.blit(pane, (0, 0))
        width = self.stage.brush.u(thick)
        pygame.draw.lines(on, theme.INK, True, points, width + self.stage.brush.u(2))
        pygame.draw.lines(on, tone, True, points, width)

    def _paint_handles(self, on: Surface, shape: Shape) -> None:
        brush = self.stage.brush
        wide = brush.u(14)
        knob = brush.sheet((wide, wide), 7, theme.PAPER, theme.PAPER, theme.INK, 2)
        for point in shaping.handles(shape):
            x, y = self.top.view.at(*point)
            on.blit(knob, knob.get_rect(center=(round(x), round(y))))

    def handle(self, event: pygame.event.Event) -> bool:
        """Letters choose a tool."""
        if event.type != pygame.KEYDOWN:
            return False
        tool = next((tool for tool, _, key in TOOLS if key == event.key), None)
        if tool:
            self._use(tool)
        return tool is not None


def _centimetres(value: float) -> str:
    return f"{round(value)} cm"


def _percent(value: float) -> str:
    return f"{round(100 * value)} %"


def _figure(value: float) -> str:
    """Millimetres, as the language writes them."""
    text = f"{value:.1f}"
    return text.replace(".", ",") if code() == "de" else text
