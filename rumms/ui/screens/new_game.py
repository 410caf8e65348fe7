"""A new game: who sits at the table, how the dice stand, and go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, Self

from rumms import catalogue
from rumms.games.rumms.presets import Preset, presets_for
from rumms.language import say, word
from rumms.physics.model import EDGE
from rumms.seats import PERSON
from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.draw.dice import Look, dice_of
from rumms.ui.draw.view import TILT
from rumms.ui.kit.buttons import Button, Choice, Option, Tile
from rumms.ui.kit.inputs import Field
from rumms.ui.kit.screen import Sheet, Stage
from rumms.ui.kit.widget import Mood, Widget
from rumms.ui.kit.words import Label, Picture
from rumms.ui.names import bot_called
from rumms.ui.screens.table import Table

SIDES: Final = ("red", "blue")
LONGEST_NAME: Final = 16
KINGDOM: Final = 31.0
"""Centimetres that a kingdom is long, in the small pictures of formations ..."""
CASTLE: Final = 7.0
"""... and where the middle of its castle is."""


class NewGame(Sheet):
    """Everything is set already: two clicks from the tile to the table."""

    width = 760
    first = "go"

    def __init__(self, game: str) -> None:
        super().__init__("")
        self.game = game
        self.players = [PERSON, PERSON]
        self.names = ["", ""]
        self.formations = [0, 0]
        self.presets = presets_for(0, powers=False)

    def with_stage(self, stage: Stage) -> Self:
        """As it was set the last time."""
        self.stage = stage
        settings = stage.settings
        known = (PERSON, *catalogue.find(self.game).bots)
        self.players = [PERSON, settings.rival if settings.rival in known else "greedy"]
        self.names = [*settings.names, "", ""][:2]
        return self

    def enter(self) -> None:
        """Begin with what was played last."""
        self.with_stage(self.stage)
        super().enter()

    def seats(self) -> tuple[str, ...]:
        """Who plays, as records name it."""
        return tuple(
            (f"{PERSON}:{name.strip()}" if name.strip() else PERSON) if player == PERSON else player
            for player, name in zip(self.players, self.names, strict=True)
        )

    def measure(self, width: int) -> int:  # noqa: ARG002  the columns share what there is
        """Columns, then the buttons."""
        return self.stage.brush.u(500)

    def rebuild(self) -> None:
        """The title is in the language of now."""
        self.title = say("New game: {game}", game=catalogue.find(self.game).words.title())
        super().rebuild()

    def build(self) -> Iterator[Widget]:
        """A column for each team, and the button."""
        brush, content = self.stage.brush, self.content
        u = brush.u
        gap = u(28)
        wide = (content.width - gap) // 2
        for number, side in enumerate(SIDES):
            column = Rect(content.left + number * (wide + gap), content.top, wide, content.height)
            yield from self._team(number, side, column)
        label = say("Go!")
        box = Rect(0, 0, max(u(170), Button.needs(brush, label, "play", 20)[0]), u(52))
        box.bottomright = (content.right, content.bottom - u(3))
        yield Button("go", box, label, "play", "primary", do=self._go, px=20)
        label = say("Cancel")
        other = Rect(0, 0, max(u(120), Button.needs(brush, label)[0]), u(46))
        other.midright = (box.left - u(14), box.centery)
        yield Button("cancel", other, label, do=self.leave)

    def _team(self, number: int, side: str, column: Rect) -> Iterator[Widget]:
        brush = self.stage.brush
        u = brush.u
        team = say("Red") if side == "red" else say("Blue")
        yield Label(
            Rect(column.left + u(54), column.top, column.width - u(54), u(44)),
            team,
            theme.PANEL,
            brush.team(side).deep,
            "display",
        )
        options = [Option(PERSON, say("Person"), "person")]
        options += [Option(bot, bot_called(bot), "bot") for bot in catalogue.find(self.game).bots]
        row = Rect(column.left, column.top + u(52), column.width, u(46))
        yield Choice(
            f"player {side}",
            row,
            options,
            self.players[number],
            do=partial(self._set_player, number),
            px=theme.BODY - 1,
        )
        row = Rect(column.left, row.bottom + u(12), column.width, u(46))
        if self.players[number] == PERSON:
            hint = say("Name (player {number})", number=number + 1)
            yield Field(
                f"name {side}",
                row,
                self.names[number],
                changed=partial(self._set_name, number),
                entered=self._go,
                placeholder=hint,
                longest=LONGEST_NAME,
            )
        picture = Rect(column.left, row.bottom + u(12), column.width, column.bottom - u(70) - row.bottom - u(12))
        if self.players[number] != PERSON:
            picture = Rect(column.left, row.top, column.width, picture.bottom - row.top)
            yield Picture(picture, partial(self._paint_bot, self.players[number], side))
        else:
            preset = self.presets[self.formations[number]]
            tip = say("Another formation")
            paint = partial(self._paint_formation, preset, side)
            yield Tile(f"formation {side}", picture, paint, do=partial(self._next, number), tip=tip, radius=14)

    def _about_bot(self, bot: str) -> str:
        texts = {
            "random": say("Flicks any die anywhere. Good for the first game."),
            "greedy": say("Aims at the best straight shot, with a steady hand."),
        }
        return texts.get(bot, "")

    def _set_player(self, number: int, player: str) -> None:
        self.players[number] = player
        self.rebuild()

    def _set_name(self, number: int, name: str) -> None:
        self.names[number] = name

    def _next(self, number: int) -> None:
        self.formations[number] = (self.formations[number] + 1) % len(self.presets)
        self.rebuild()

    def _go(self) -> None:
        rival = next((player for player in reversed(self.players) if player != PERSON), PERSON)
        self.stage.change(names=tuple(name.strip() for name in self.names), rival=rival)
        formations = tuple(self.presets[number].name for number in self.formations)
        self.stage.replace(Table.begun(self.seats(), self.stage, formations=formations))

    def paint_sheet(self, on: Surface) -> None:
        """The teams' chips."""
        super().paint_sheet(on)
        brush, content = self.stage.brush, self.content
        wide = (content.width - brush.u(28)) // 2
        for number, side in enumerate(SIDES):
            left = content.left + number * (wide + brush.u(28))
            brush.chip(on, side, (left + brush.u(22), content.top + brush.u(22)), 40, "king")

    def _paint_bot(self, bot: str, side: str, on: Surface, box: Rect, brush: Brush) -> None:
        """Who it is that plays."""
        on.blit(brush.sheet(box.size, 14, theme.PAPER_2, theme.PAPER_3, theme.LINE, 1), box)
        u = brush.u
        text = self._about_bot(bot)
        high = brush.height(text, box.width - u(48), theme.BODY)
        top = box.centery - (u(96) + u(14) + u(30) + high) // 2
        brush.chip(on, side, (box.centerx, top + u(48)), 92, "bot")
        brush.text(
            on, bot_called(bot), (box.centerx, top + u(124)), theme.PANEL, brush.team(side).deep, "display", "centre"
        )
        words = Rect(box.left + u(24), top + u(144), box.width - u(48), high)
        brush.paragraph(on, text, words, theme.BODY, theme.INK_2, anchor="centre")

    def _paint_formation(self, preset: Preset, side: str, on: Surface, box: Rect, brush: Brush, mood: Mood) -> None:
        """A kingdom in small, as its side sees it: the wall on the inner side."""
        is_red = side == "red"
        top, bottom = ("#EFD5B6", "#E9C6A6") if is_red else ("#D3DFD6", "#BFD3D3")
        border = theme.HONEY if mood.hover > 0.5 else theme.LINE
        on.blit(brush.sheet(box.size, 14, theme.colour(top), theme.colour(bottom), border, 2), box)
        u = brush.u
        caption = Rect(box.left + u(14), box.bottom - u(34), box.width - u(28), u(28))
        name = str(word(preset.called))
        brush.text(on, name, (caption.left, caption.centery), theme.BODY, theme.INK, "strong")
        brush.put_icon(on, "turn", (caption.right - u(8), caption.centery), 18, theme.INK_2)
        field = Rect(box.left + u(12), box.top + u(12), box.width - u(24), box.height - u(50))
        places = [(spot.x, spot.y) if is_red else (KINGDOM - spot.x, 30 - spot.y) for spot in preset.spots]
        castle_x = CASTLE if is_red else KINGDOM - CASTLE
        left = min(castle_x - 4, *(x - 1 for x, _ in places))
        right = max(castle_x + 4, *(x + 1 for x, _ in places))
        high = max(4.0, *(abs(y - 15) for _, y in places)) + 1.4
        scale = min(field.width / (right - left), field.height / (2 * high), u(18))
        origin = field.centerx - (left + right) / 2 * scale, field.centery + 15 * scale
        dice = dice_of(brush)
        edge = max(6, round(1.6 * scale))
        team = brush.team(side)
        castle = Rect(0, 0, round(8 * scale), round(8 * scale))
        castle.center = (round(origin[0] + castle_x * scale), round(origin[1] - 15 * scale))
        on.blit(brush.sheet(castle.size, 3, theme.mix(team.light, theme.PAPER, 0.3), team.light, team.base, 1), castle)
        levels = _levels(places)
        for level, x, y, spot in sorted(
            zip(levels, *zip(*places, strict=True), preset.spots, strict=True), key=lambda one: (one[0], -one[2])
        ):
            look = Look(spot.kind, spot.kind[:1].upper(), side, (True,) * 6)
            picture = dice.picture(look, edge)
            at = (round(origin[0] + x * scale), round(origin[1] - y * scale - TILT * edge * level))
            on.blit(picture, picture.get_rect(center=at))


def _levels(places: Sequence[tuple[float, float]]) -> list[int]:
    """How high each die stands, if they are set in this order, each on whatever lies there."""
    levels: list[int] = []
    for x, y in places:
        below = [
            level
            for (other_x, other_y), level in zip(places, levels, strict=False)
            if abs(other_x - x) < EDGE and abs(other_y - y) < EDGE
        ]
        levels.append(max(below, default=-1) + 1)
    return levels
