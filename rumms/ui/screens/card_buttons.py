"""What can be pressed at a card table: cards and places, the buttons of an answer, tools."""

from __future__ import annotations

from collections.abc import Callable

from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.kit.buttons import Button
from rumms.ui.kit.widget import Mood, Point, Widget
from rumms.ui.tables.answering import Token
from rumms.ui.tables.look import Caption


class Target(Widget):
    """Something on the table that can be pressed. The table paints it."""

    sound = "focus"
    radius = 10.0
    is_answer = True

    def __init__(self, token: Token, rect: Rect, do: Callable[[Token], object]) -> None:
        super().__init__(token.name, rect)
        self.token, self.do = token, do

    def release(self, at: Point, inside: bool) -> None:  # noqa: ARG002  where it was let go does not matter
        """Let go inside: chosen."""
        if inside:
            self.activate()

    def activate(self) -> None:
        """Choose it."""
        self.do(self.token)


class AnswerButton(Button):
    """A button that is part of an answer."""

    is_hinted = False
    """It is part of what a hint says."""

    def __init__(self, token: Token, rect: Rect, said: Caption, do: Callable[[], object], *, is_enabled: bool) -> None:
        icon = "" if said.tint else said.icon
        super().__init__(
            token.name, rect, said.label, icon, said.style, do=do, is_enabled=is_enabled, px=said.px, is_answer=True
        )
        self.token, self.said = token, said

    def draw(self, on: Surface, brush: Brush, mood: Mood) -> None:
        """As any button; an icon with a colour of its own stands at the left."""
        if self.is_hinted:
            brush.glow(on, self.rect, self.radius, 10, 255, theme.HONEY)
        super().draw(on, brush, mood)
        if self.said.tint:
            face = self.ring(brush, mood)
            at = (face.left + brush.u(34), self.rect.centery + face.top - self.rect.top)
            brush.put_icon(on, self.said.icon, at, 30, self.said.tint)
