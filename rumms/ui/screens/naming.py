"""A sheet that asks for a name."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rumms.language import say
from rumms.ui.draw.brush import Rect
from rumms.ui.kit.buttons import Button
from rumms.ui.kit.inputs import Field
from rumms.ui.kit.screen import Sheet
from rumms.ui.kit.widget import Widget


class Naming(Sheet):
    """A field and two buttons; a name without letters is none."""

    width = 520
    first = "name"

    def __init__(self, title: str, named: Callable[[str], object], name: str = "", longest: int = 24) -> None:
        super().__init__(title)
        self.named, self.name, self.longest = named, name, longest

    def measure(self, width: int) -> int:  # noqa: ARG002  two rows
        """The field, and the buttons below it."""
        return self.stage.brush.u(48 + 22 + 52)

    def build(self) -> Iterator[Widget]:
        """The field has the keys at once."""
        brush, content = self.stage.brush, self.content
        u = brush.u
        yield Field(
            "name",
            Rect(content.left, content.top, content.width, u(48)),
            self.name,
            changed=self._write,
            entered=self._done,
            longest=self.longest,
            placeholder=say("What is it called?"),
        )
        label = say("Keep")
        box = Rect(0, 0, max(u(150), Button.needs(brush, label, "save")[0]), u(48))
        box.bottomright = (content.right, content.bottom - u(3))
        yield Button("done", box, label, "save", "primary", do=self._done, is_enabled=bool(self.name.strip()))
        label = say("Cancel")
        other = Rect(0, 0, max(u(120), Button.needs(brush, label)[0]), u(48))
        other.midright = (box.left - u(14), box.centery)
        yield Button("cancel", other, label, do=self.leave)

    def _write(self, name: str) -> None:
        was_empty, self.name = not self.name.strip(), name
        if was_empty == bool(name.strip()):
            self.rebuild()

    def _done(self) -> None:
        if self.name.strip():
            self.stage.back()
            self.named(self.name.strip())
