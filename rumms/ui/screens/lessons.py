"""All lessons on one page: what there is to learn, and what is done already."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from rumms.language import count, say, word
from rumms.ui import lessons, theme
from rumms.ui.draw.brush import Brush, Rect, Surface, gradient
from rumms.ui.draw.dice import dice_of
from rumms.ui.draw.mat import table
from rumms.ui.draw.tabletop import look_of
from rumms.ui.draw.view import TILT
from rumms.ui.kit.buttons import Button, Tile
from rumms.ui.kit.screen import Screen
from rumms.ui.kit.widget import Mood, Widget
from rumms.ui.lessons import Lesson
from rumms.ui.screens.lesson import LessonTable

COLUMNS: Final = 3
WIDE: Final = 1120
HIGH: Final = 564
GAP: Final = 20
RED_MAT: Final = (theme.colour("#EFD5B6"), theme.colour("#E9C6A6"))
BLUE_MAT: Final = (theme.colour("#D3DFD6"), theme.colour("#BFD3D3"))


class Lessons(Screen):
    """A slip for each lesson; the first that is not done has the focus."""

    def enter(self) -> None:
        """Look what is done."""
        self._look()
        super().enter()

    def rebuild(self) -> None:
        """One may have been done meanwhile."""
        self._look()
        super().rebuild()

    def _look(self) -> None:
        self.done = lessons.done()
        todo = [lesson.id for lesson in lessons.lessons() if lesson.id not in self.done]
        self.next = todo[0] if todo else lessons.lessons()[0].id
        self.first = f"lesson {self.next}"

    def build(self) -> Iterator[Widget]:
        """Three in a row."""
        brush = self.stage.brush
        u, (wide, high) = brush.u, brush.size
        all_lessons = lessons.lessons()
        rows = -(-len(all_lessons) // COLUMNS)
        room = Rect(0, 0, u(WIDE), min(u(HIGH), high - u(120)))
        room.center = (wide // 2, u(76) + (high - u(76)) // 2 - u(6))
        each = (room.width - u(GAP) * (COLUMNS - 1)) // COLUMNS, (room.height - u(GAP) * (rows - 1)) // rows
        for number, lesson in enumerate(all_lessons):
            row, column = divmod(number, COLUMNS)
            box = Rect(room.left + column * (each[0] + u(GAP)), room.top + row * (each[1] + u(GAP)), *each)
            paint = partial(self._paint_slip, number, lesson)
            yield Tile(f"lesson {lesson.id}", box, paint, do=partial(self._begin, lesson), radius=20)
        back = Rect(u(24), u(16), u(46), u(46))
        yield Button("back", back, icon="back", style="dark", do=self.leave, tip=say("Back"))

    def _begin(self, lesson: Lesson) -> None:
        self.stage.open(LessonTable.of(lesson, self.stage))

    def paint(self, on: Surface) -> None:
        """Table, title, and how far one has come."""
        brush = self.stage.brush
        u = brush.u
        on.blit(table(brush, brush.size), (0, 0))
        title = brush.text(on, say("Lessons"), (u(88), u(40)), theme.TITLE, theme.PAPER, "display")
        known = len([lesson for lesson in lessons.lessons() if lesson.id in self.done])
        text = say("{done} of {all} done", done=known, all=len(lessons.lessons()))
        brush.text(on, text, (title.right + u(24), u(44)), theme.BUTTON, theme.colour("#EADBC4"))

    def _paint_slip(self, number: int, lesson: Lesson, on: Surface, box: Rect, brush: Brush, mood: Mood) -> None:
        u = brush.u
        is_done, is_next = lesson.id in self.done, lesson.id == self.next and lesson.id not in self.done
        if is_next:
            brush.glow(on, box, 20, 9, 200, theme.HONEY)
        lifted = theme.mix(theme.PAPER, theme.WHITE, 0.5 * mood.hover)
        brush.panel(on, box, 20, lifted, theme.PAPER_2)
        brush.token(on, lesson.icon, (box.left + u(56), box.top + u(58)), 72)
        name = say("Lesson {number}", number=number + 1)
        brush.text(on, name, (box.left + u(108), box.top + u(46)), theme.BODY, theme.INK_2, "strong")
        steps = count("{number} task", "{number} tasks", len(lesson.steps))
        brush.text(on, steps, (box.left + u(108), box.top + u(70)), theme.SECOND, theme.INK_2)
        if is_done:
            seal = Rect(0, 0, u(40), u(40))
            seal.center = (box.right - u(38), box.top + u(58))
            on.blit(brush.sheet(seal.size, 20, theme.LEAF, theme.LEAF, theme.LEAF_DARK, 2), seal)
            brush.put_icon(on, "check", seal.center, 24, theme.PAPER)
        room = Rect(box.left + u(22), box.top + u(108), box.width - u(44), 0)
        px = float(theme.PANEL + 1)
        while brush.width(str(word(lesson.title)), px, "display") > room.width and px > theme.BODY:
            px -= 1
        room.top += brush.paragraph(on, str(word(lesson.title)), room, px, theme.INK, "display") + u(4)
        room.top += brush.paragraph(on, str(word(lesson.text)), room, theme.BODY, theme.INK_2) + u(12)
        self._paint_mat(on, Rect(box.left + u(14), room.top, box.width - u(28), box.bottom - u(14) - room.top), lesson)

    def _paint_mat(self, on: Surface, box: Rect, lesson: Lesson) -> None:
        """The first position in small."""
        brush = self.stage.brush
        u = brush.u
        if box.height < u(40):
            return
        half = box.width // 2
        for left, wide, (top, bottom) in ((box.left, half, RED_MAT), (box.left + half, box.width - half, BLUE_MAT)):
            on.blit(brush.sheet((wide, box.height), 10, top, bottom), (left, box.top))
        seam = Rect(0, 0, u(30), box.height)
        seam.centerx = box.left + half
        for left, tone in ((seam.left, RED_MAT), (seam.centerx, BLUE_MAT)):
            on.blit(gradient(u(15), box.height, *tone), (left, box.top))
        stones = theme.colour("#A79C90")
        wall = Rect(0, 0, u(9), box.height)
        wall.midtop = (box.left + half, box.top)
        on.blit(brush.sheet(wall.size, 1, stones, theme.colour("#C4B8A8")), wall)
        state, dice, edge = lessons.first_position(lesson), dice_of(brush), u(24)
        mat, inner = state.options.mat, box.inflate(-u(36), -u(40))
        lying = [die for die in state.dice if die.is_on_mat]
        for die in sorted(lying, key=lambda one: (one.body.level, -one.body.pose.y)):
            pose = die.body.pose
            x = inner.left + inner.width * pose.x / mat.length
            y = inner.bottom - inner.height * pose.y / mat.width - TILT * edge * die.body.level
            picture = dice.picture(look_of(die), edge)
            on.blit(picture, picture.get_rect(center=(round(x), round(y))))
