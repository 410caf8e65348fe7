"""Settings: five sections, each row a label and its control; everything changes at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from rumms.language import code, say
from rumms.ui import theme
from rumms.ui.draw.brush import Rect, Surface
from rumms.ui.draw.dice import Look, dice_of
from rumms.ui.kit.buttons import Button, Choice, Option, StyleName, Toggle
from rumms.ui.kit.inputs import Slider
from rumms.ui.kit.screen import Sheet
from rumms.ui.kit.widget import Widget
from rumms.ui.kit.words import Label, Paragraph

ROW: Final = 52
SECTIONS: Final = ("play", "look", "sound", "language", "keys")
ICONS: Final = {"play": "dice", "look": "eye", "sound": "sound", "language": "language", "keys": "keyboard"}


class SettingsSheet(Sheet):
    """A sheet over whatever is played."""

    width = 860
    has_close = False

    def __init__(self) -> None:
        super().__init__(say("Settings"))
        self.section = "play"
        self.first = "section play"

    def measure(self, width: int) -> int:  # noqa: ARG002  rows are as high as they are
        """The strip, and as many rows as the longest section has."""
        return self.stage.brush.u(500)

    def rebuild(self) -> None:
        """The title is in the language of now."""
        self.title = say("Settings")
        super().rebuild()

    def build(self) -> Iterator[Widget]:
        """Sections left, rows right."""
        brush, content = self.stage.brush, self.content
        u = brush.u
        names = self._sections()
        needed = max(Button.needs(brush, name, "dice", theme.BODY)[0] for name in names.values())
        wide = max(u(170), needed)
        for number, section in enumerate(SECTIONS):
            box = Rect(content.left, content.top + number * u(ROW + 4), wide, u(ROW - 6))
            style: StyleName = "primary" if section == self.section else "plain"
            yield Button(
                f"section {section}",
                box,
                names[section],
                ICONS[section],
                style,
                do=partial(self._show, section),
                px=theme.BODY,
            )
        rows = Rect(content.left + wide + u(28), content.top, content.width - wide - u(28), content.height)
        self.strip = Rect(rows.left, rows.top, rows.width, u(84))
        rows.top, rows.height = self.strip.bottom + u(14), content.bottom - self.strip.bottom - u(14)
        builders: dict[str, Callable[[Rect], Iterator[Widget]]] = {
            "play": self._play,
            "look": self._look,
            "sound": self._sound,
            "language": self._language,
            "keys": self._keys,
        }
        yield from builders[self.section](rows)
        label = say("Done")
        box = Rect(0, 0, max(u(130), Button.needs(brush, label, "check")[0]), u(46))
        box.bottomright = content.bottomright
        yield Button("done", box, label, "check", "go", do=self.leave)

    def _sections(self) -> dict[str, str]:
        return {
            "play": say("Play"),
            "look": say("Look"),
            "sound": say("Sound"),
            "language": say("Language"),
            "keys": say("Keys"),
        }

    def _show(self, section: str) -> None:
        self.section = section
        self.rebuild()

    def _row(self, rows: Rect, number: int, label: str) -> tuple[Label, Rect]:
        """The label of a row, and where its control goes."""
        u = self.stage.brush.u
        high = max(u(ROW), round(2 * self.stage.brush.leading(theme.BODY)) + u(4))
        line = Rect(rows.left, rows.top + number * high, rows.width, high)
        left = Rect(line.left, line.top, round(line.width * 0.42), line.height)
        control = Rect(left.right, line.top + (high - u(46)) // 2, line.right - left.right, u(46))
        return Label(left, label, theme.BODY, theme.INK, "strong"), control

    def _choice(self, rows: Rect, number: int, label: str, name: str, options: list[Option[Any]]) -> Iterator[Widget]:
        text, box = self._row(rows, number, label)
        yield text
        value = getattr(self.stage.settings, name)
        yield Choice(name, box, options, value, do=lambda chosen: self.stage.change(**{name: chosen}), px=theme.BODY)

    def _toggle(self, rows: Rect, number: int, label: str, name: str) -> Iterator[Widget]:
        text, box = self._row(rows, number, label)
        yield text
        value = bool(getattr(self.stage.settings, name))
        yield Toggle(name, box, value, do=lambda is_on: self.stage.change(**{name: is_on}))

    def _play(self, rows: Rect) -> Iterator[Widget]:
        aims = [
            Option("arrow", say("Arrow only")),
            Option("contact", say("To first contact")),
            Option("full", say("Full")),
        ]
        yield from self._choice(rows, 0, say("Aim line"), "aim", aims)
        speeds = [Option(value, label) for value, label in SPEEDS]
        yield from self._choice(rows, 1, say("Speed of films"), "speed", speeds)
        yield from self._toggle(rows, 2, say("Reduced motion"), "is_calm")
        helps = [Option("easy", say("At the easy level")), Option("on", say("Always")), Option("off", say("Never"))]
        yield from self._choice(rows, 3, say("Card tables reckon for me"), "card_help", helps)

    def _look(self, rows: Rect) -> Iterator[Widget]:
        sizes = [Option(size, f"{size} %") for size in ("100", "115", "130")]
        yield from self._choice(rows, 0, say("Text size"), "text", sizes)
        palettes = [Option("usual", say("Red and blue")), Option("colour-blind", say("Gold and navy"))]
        yield from self._choice(rows, 1, say("Team colours"), "palette", palettes)
        yield from self._toggle(rows, 2, say("Full screen (F11)"), "is_full_screen")

    def _sound(self, rows: Rect) -> Iterator[Widget]:
        text, box = self._row(rows, 0, say("Volume"))
        yield text
        percent = round(100 * self.stage.settings.volume)
        yield Slider(
            "volume",
            box,
            percent,
            do=self._set_volume,
            most=100,
            step=5,
            label=lambda value: say("{percent}%", percent=round(value)),
            room=self.stage.brush.t(64),
        )

    def _set_volume(self, percent: float) -> None:
        self.stage.change(volume=percent / 100)
        self.stage.sound.play("die", 0.7)

    def _language(self, rows: Rect) -> Iterator[Widget]:
        text, box = self._row(rows, 0, say("Language"))
        yield text
        both = [Option("de", "Deutsch"), Option("en", "English")]
        yield Choice("language", box, both, code(), do=lambda chosen: self.stage.change(language=chosen))

    def _keys(self, rows: Rect) -> Iterator[Widget]:
        brush = self.stage.brush
        y = rows.top
        for keys, what in key_list():
            high = max(brush.height(what, rows.width * 0.58, theme.SECOND + 1), round(brush.leading(theme.SECOND + 1)))
            left = Rect(rows.left, y, round(rows.width * 0.38), high)
            yield Paragraph(left, keys, theme.SECOND + 1, theme.INK, "strong")
            right = Rect(left.right + brush.u(8), y, rows.right - left.right - brush.u(8), high)
            yield Paragraph(right, what, theme.SECOND + 1, theme.INK_2)
            y += high + brush.u(3)

    def paint_sheet(self, on: Surface) -> None:
        """The strip on top shows what the settings make of dice and words."""
        super().paint_sheet(on)
        brush, strip = self.stage.brush, self.strip
        u = brush.u
        felt = brush.sheet(strip.size, 14, theme.colour("#EFD5B6"), theme.colour("#E3CDB4"), theme.LINE, 1)
        on.blit(felt, strip)
        dice = dice_of(brush)
        faces = (True, True, True, False, True, False)
        for number, (kind, side, up) in enumerate((("king", "red", 4), ("knight", "blue", 4), ("troll", "red", 5))):
            picture = dice.picture(Look(kind, kind[0], side, faces, False, False), u(40), up)
            on.blit(picture, picture.get_rect(center=(strip.left + u(50 + 64 * number), strip.centery)))
        text = say("Whoever topples the king wins the game.")
        box = Rect(strip.left + u(224), 0, strip.width - u(240), 0)
        box.height = brush.height(text, box.width, theme.BODY, "text")
        box.centery = strip.centery
        brush.paragraph(on, text, box, theme.BODY)


SPEEDS: Final = (("0.25", "¼×"), ("0.5", "½×"), ("1", "1×"), ("2", "2×"), ("4", "4×"))
"""Of films, as they are set and as they are written."""


def key_list() -> tuple[tuple[str, str], ...]:
    """Every key, and what it does."""
    return (
        ("Tab", say("to the next button")),
        (say("Left, right"), say("another die; turn the aim by 1°, with Shift by 0.1°")),
        (say("Up, down"), say("power by 1 %, with Shift by 5 %")),
        (say("Page up, page down, wheel"), say("strike higher or lower")),
        (say("Comma, full stop"), say("strike more to the left or right")),
        (say("Enter"), say("take the die; flick; press a button")),
        (say("Space"), say("skip what is being shown; held down, the real finger")),
        ("Esc", say("take the hand from the die; back")),
        ("R, H", say("the last flick once more, slowly; a hint")),
        ("+, -, 0", say("zoom in, zoom out, the whole mat")),
        ("F1, F11", say("rules, full screen")),
    )
