"""A new card game: who sits at the table, people and bots by level, and what the players agree on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, Self

import msgspec

from rumms import catalogue
from rumms.kernel.options import fitting
from rumms.language import say
from rumms.seats import PERSON
from rumms.ui import theme
from rumms.ui.agreeing import Agreement, agreements, as_words
from rumms.ui.draw.brush import Rect, Surface
from rumms.ui.kit.buttons import Button, Choice, Option, StyleName, Toggle
from rumms.ui.kit.inputs import Field, Slider
from rumms.ui.kit.screen import Sheet, Stage
from rumms.ui.kit.widget import Widget
from rumms.ui.kit.words import Label
from rumms.ui.levels import LEVELS, level_called
from rumms.ui.screens.card_table import CardTable
from rumms.ui.tables.layout import seat_chip

LONGEST_NAME: Final = 16
PER_PAGE: Final = 5
"""Rows of options that are seen at a time."""
COLUMNS: Final = 3
"""Values side by side, where any of many are chosen."""


class NewCardGame(Sheet):
    """Everything is set already: two clicks from the tile to the table."""

    width = 800
    first = "go"

    def __init__(self, game: str) -> None:
        super().__init__("")
        self.game, self.entry = game, catalogue.find(game)
        self.page = 0
        """0 are the players; then come the options."""
        self.players: list[str] = []
        self.names: list[str] = []
        self.options: dict[str, Any] = {}

    def with_stage(self, stage: Stage) -> Self:
        """As it was played the last time; at first, one person and easy bots."""
        self.stage = stage
        allowed, kept = self.entry.game.seats, stage.settings
        seats = kept.card_seats.get(self.game, ())
        known = {PERSON, *LEVELS}
        if len(seats) not in allowed or not set(seats) <= known:
            seats = (PERSON, *("easy",) * (max(allowed[0], min(3, allowed[-1])) - 1))
        self.players = list(seats)
        self.names = [*kept.card_names, *("",) * allowed[-1]][: allowed[-1]]
        self.options = fitting(self.entry.game.options, kept.card_options.get(self.game, {}))
        return self

    def enter(self) -> None:
        """Begin with what was played last."""
        self.with_stage(self.stage)
        super().enter()

    def rebuild(self) -> None:
        """The title is in the language of now."""
        self.title = say("New game: {game}", game=self.entry.words.title())
        super().rebuild()

    def seats(self) -> tuple[str, ...]:
        """Who plays, as records name it."""
        return tuple(
            (f"{PERSON}:{name.strip()}" if name.strip() else PERSON) if player == PERSON else LEVELS[player]
            for player, name in zip(self.players, self.names, strict=False)
        )

    @property
    def agreements(self) -> list[Agreement]:
        """What can be agreed on; a seat that begins is there."""
        return agreements(self.entry.game.options, len(self.players))

    @property
    def pages(self) -> int:
        """The players, and as many as the options need."""
        return 1 + len(self._paged())

    def _paged(self) -> list[list[Agreement]]:
        """The options of each page; those of which any values are chosen last, as they need more rows."""
        pages: list[list[Agreement]] = [[]]
        for one in sorted(self.agreements, key=lambda one: one.is_several):
            if sum(map(_rows, pages[-1])) + _rows(one) > PER_PAGE:
                pages.append([])
            pages[-1].append(one)
        return pages

    def measure(self, width: int) -> int:  # noqa: ARG002  as high as there is room
        """Rows, then the buttons."""
        return self.stage.brush.u(500)

    def build(self) -> Iterator[Widget]:
        """The players or the options, and the buttons."""
        brush, content = self.stage.brush, self.content
        u = brush.u
        self.page = min(self.page, self.pages - 1)
        if self.page:
            yield from self._options(Rect(content.left, content.top, content.width, content.height - u(70)))
        else:
            yield from self._seats(Rect(content.left, content.top, content.width, content.height - u(70)))
        label = say("Go!")
        box = Rect(0, 0, max(u(160), Button.needs(brush, label, "play", 20)[0]), u(52))
        box.bottomright = (content.right, content.bottom - u(3))
        yield Button("go", box, label, "play", "primary", do=self._go, px=20)
        x = content.left
        tabs: list[tuple[str, str, str, int]] = [("players", say("Players"), "person", 0)]
        tabs += [
            (f"options {page}", say("Options"), "settings", page)
            if self.pages == 2
            else (f"options {page}", say("Options {page}", page=page), "settings", page)
            for page in range(1, self.pages)
        ]
        for name, text, icon, page in tabs:
            wide = Button.needs(brush, text, icon, theme.BODY)[0]
            style: StyleName = "go" if page == self.page else "plain"
            place = Rect(x, box.top + u(3), wide, u(46))
            yield Button(name, place, text, icon, style, do=partial(self._turn_to, page), px=theme.BODY)
            x += wide + u(10)

    # The players.

    def _seats(self, room: Rect) -> Iterator[Widget]:
        brush, allowed = self.stage.brush, self.entry.game.seats
        u = brush.u
        yield Label(
            Rect(room.left, room.top, round(room.width * 0.5), u(44)), say("How many play?"), theme.BUTTON, cut="strong"
        )
        numbers = [Option(number, str(number)) for number in allowed]
        wide = min(room.width // 2, u(62) * len(numbers))
        yield Choice(
            "number", Rect(room.right - wide, room.top, wide, u(44)), numbers, len(self.players), do=self._set_number
        )
        high = min(u(60), (room.height - u(56)) // max(4, allowed[-1]))
        levels = [Option(PERSON, say("Person"), "person")] + [Option(one, level_called(one), "bot") for one in LEVELS]
        for seat, player in enumerate(self.players):
            row = Rect(room.left + u(52), room.top + u(56) + seat * high, room.width - u(52), min(u(46), high - u(6)))
            field_wide = round(row.width * 0.32)
            yield Choice(
                f"player {seat + 1}",
                Rect(row.left + field_wide + u(12), row.top, row.width - field_wide - u(12), row.height),
                levels,
                player,
                do=partial(self._set_player, seat),
                px=theme.BODY - 1,
            )
            place = Rect(row.left, row.top, field_wide, row.height)
            if player == PERSON:
                yield Field(
                    f"name {seat + 1}", place, self.names[seat], changed=partial(self._set_name, seat),
                    entered=self._go, placeholder=say("Name (player {number})", number=seat + 1), longest=LONGEST_NAME,
                    px=theme.BODY,
                )  # fmt: skip
            else:
                yield Label(place, say("Bot"), theme.BUTTON, theme.INK_2, "strong")

    def _set_number(self, number: int) -> None:
        self.players = [*self.players, *("easy",) * number][:number]
        self.rebuild()

    def _set_player(self, seat: int, player: str) -> None:
        self.players[seat] = player
        self.rebuild()

    def _set_name(self, seat: int, name: str) -> None:
        self.names[seat] = name

    def _turn_to(self, page: int) -> None:
        self.page = page
        self.rebuild()

    # The options.

    def _options(self, room: Rect) -> Iterator[Widget]:
        u = self.stage.brush.u
        high, top = min(u(84), room.height // PER_PAGE), room.top
        for one in self._paged()[self.page - 1]:
            row = Rect(room.left, top, room.width, high * _rows(one) - u(6))
            top += high * _rows(one)
            if one.is_several:
                yield from self._several(one, row)
                continue
            left = Rect(row.left, row.top, round(row.width * 0.48), row.height)
            yield Label(left, one.text, theme.BODY)
            place = Rect(left.right + u(14), row.centery - u(22), row.right - left.right - u(14), u(44))
            yield self._control(one, place)

    def _several(self, one: Agreement, room: Rect) -> Iterator[Widget]:
        """A button for each value, below what it is about; a check mark on those that are chosen."""
        u, chosen = self.stage.brush.u, tuple(self.options.get(one.name, one.usual))
        yield Label(Rect(room.left, room.top, room.width, u(40)), one.text, theme.BODY)
        wide, high = (room.width + u(12)) // COLUMNS, (room.height - u(46)) // -(-len(one.choices) // COLUMNS)
        for number, (value, called) in enumerate(one.choices):
            row, column = divmod(number, COLUMNS)
            place = Rect(
                room.left + column * wide, room.top + u(46) + row * high, wide - u(12), min(u(50), high - u(10))
            )
            icon = "check" if value in chosen else ""
            style: StyleName = "go" if value in chosen else "plain"
            others = tuple(some for some, _ in one.choices if (some in chosen) != (some == value))
            do = partial(self._agree, one, others)
            yield Button(f"option {one.name} {value}", place, called, icon, style, do=do, px=theme.BODY)

    def _control(self, one: Agreement, place: Rect) -> Widget:
        value = self.options.get(one.name, one.usual)
        do: Callable[[Any], None] = partial(self._agree, one)
        name = f"option {one.name}"
        if isinstance(one.usual, bool):
            return Toggle(name, place, bool(value), do=do)
        if one.choices:
            return Choice(name, place, [Option(*pair) for pair in one.choices], value, do=do, px=theme.BODY)
        is_open = one.usual is None
        least = one.least - 1 if is_open else one.least

        def meant(chosen: float) -> int | None:
            return None if is_open and chosen < one.least else round(chosen)

        return Slider(
            name,
            place,
            float(least if value is None else value),
            do=lambda chosen: do(meant(chosen)),
            least=float(least),
            most=float(one.most),
            step=1.0,
            room=self.stage.brush.t(76),
            label=lambda chosen: say("as usual") if meant(chosen) is None else str(meant(chosen)),
        )

    def _agree(self, one: Agreement, value: Any) -> None:
        self.options.pop(one.name, None)
        if value != one.usual:
            self.options[one.name] = value
        if not isinstance(value, int) or isinstance(value, bool):
            self.rebuild()

    def _go(self) -> None:
        seats, options = self.seats(), as_words(self.options, self.agreements)
        names = tuple(name.strip() for name in self.names)
        kept = self.stage.settings
        self.stage.change(
            card_names=names,
            card_seats={**kept.card_seats, self.game: tuple(self.players)},
            card_options={**kept.card_options, self.game: msgspec.to_builtins(self.options)},
        )
        self.stage.replace(CardTable.begun(self.game, seats, self.stage, options))

    def paint_sheet(self, on: Surface) -> None:
        """A chip for each player."""
        super().paint_sheet(on)
        if self.page:
            return
        brush, content = self.stage.brush, self.content
        u = brush.u
        room = content.height - u(70)
        high = min(u(60), (room - u(56)) // max(4, self.entry.game.seats[-1]))
        for seat, player in enumerate(self.players):
            wide = min(u(38), high - u(8))
            disc = Rect(content.left + u(2), content.top + u(56) + seat * high, wide, wide)
            disc.centery = content.top + u(56) + seat * high + min(u(46), high - u(6)) // 2
            seat_chip(on, brush, seat, disc, is_bot=player != PERSON)


def _rows(one: Agreement) -> int:
    """How many rows of a page an option needs."""
    return 3 if one.is_several else 1
