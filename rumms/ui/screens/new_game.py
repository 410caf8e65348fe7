"""A new game: who sits at the table, which troops, which options, and go."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Final

from msgspec.structs import replace

from rumms import catalogue
from rumms.games.rumms.presets import Preset
from rumms.games.rumms.state import SIDES, Options, Side
from rumms.kernel.options import from_words
from rumms.kernel.refusal import Refusal
from rumms.language import CODES, count, say, word
from rumms.seats import PERSON
from rumms.ui import theme, troops
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.draw.kingdom import kingdom
from rumms.ui.kit.buttons import Button, Choice, Option, Tile
from rumms.ui.kit.inputs import Field
from rumms.ui.kit.lists import CHOSEN
from rumms.ui.kit.screen import Sheet
from rumms.ui.kit.widget import Mood, Widget
from rumms.ui.kit.words import Label, Paragraph, Picture, fitting_px
from rumms.ui.names import bot_called
from rumms.ui.screens.game_options import GameOptions
from rumms.ui.screens.table import Table
from rumms.ui.screens.troop import Doubt
from rumms.ui.screens.troop_list import TroopSheet
from rumms.ui.seating import BY_HAND, LONGEST_NAME, MOST_SEATS, RIVAL, Agreed, Sitting, Troops

HEAD: Final = 48
ROW: Final = 54
CARD: Final = 100
FORMATION: Final = 118
GAP: Final = 14
COLUMNS: Final = 28
"""Between the two teams."""
CARDS: Final[tuple[tuple[Troops, str], ...]] = (("quick", "bolt"), ("ready", "cards"), ("own", "puzzle"))


class NewGame(Sheet):
    """Everything is set already: two clicks from the tile to the table."""

    width = 780
    first = "go"

    def __init__(self, game: str) -> None:
        super().__init__("")
        self.game = game
        self.agreed = Agreed()

    @property
    def entry(self) -> catalogue.Entry:
        """The game that is begun."""
        return catalogue.find(self.game)

    def enter(self) -> None:
        """Begin with what was played last."""
        self.agreed = sensible(self.stage.settings.agreed, self.entry)
        super().enter()

    def agree(self, agreed: Agreed) -> None:
        """Something else is agreed on."""
        self.agreed = agreed
        self.rebuild()

    def offered(self) -> tuple[Preset, ...]:
        """The troops that a side may choose by name."""
        if self.agreed.troops == "quick":
            return (*self._troops(powers=False), by_hand())
        return self._troops(powers=True)

    @property
    def points(self) -> int:
        """The most that a troop may be worth."""
        return int(self.agreed.option("points") or Options().points)

    def _troops(self, *, powers: bool) -> tuple[Preset, ...]:
        return troops.offered(troops.box_of(self.entry.game), self.points, powers=powers)

    def formation(self, side: Side) -> Preset | None:
        """The troop that is chosen for a side, else the first."""
        offered = self.offered()
        named = self.agreed.formations[side.number]
        return next((one for one in offered if one.name == named), offered[0] if offered else None)

    # Layout.

    def measure(self, width: int) -> int:  # noqa: ARG002  rows are as high as they are
        """The teams, the cards, what they lead to, the buttons."""
        rows = max(len(self.agreed.red), len(self.agreed.blue))
        return self.stage.brush.u(HEAD + rows * ROW + GAP + CARD + GAP + FORMATION + GAP + 55)

    def rebuild(self) -> None:
        """The title is in the language of now."""
        self.title = say("New game: {game}", game=self.entry.words.title())
        super().rebuild()

    def build(self) -> Iterator[Widget]:
        """A column for each team, three cards, a formation for each side, and the button."""
        brush, content = self.stage.brush, self.content
        u = brush.u
        wide = (content.width - u(COLUMNS)) // 2
        rows = max(len(self.agreed.red), len(self.agreed.blue))
        lefts = {Side.RED: content.left, Side.BLUE: content.right - wide}
        for side in SIDES:
            yield from self._team(side, Rect(lefts[side], content.top, wide, u(HEAD + rows * ROW)))
        top = content.top + u(HEAD + rows * ROW + GAP)
        each = (content.width - 2 * u(12)) // 3
        for number, (kind, icon) in enumerate(CARDS):
            box = Rect(content.left + number * (each + u(12)), top, each, u(CARD))
            yield Tile(f"troops {kind}", box, partial(self._paint_card, kind, icon), do=partial(self._set, kind))
        top += u(CARD + GAP)
        if self.agreed.troops == "own" or self.agreed.is_secret:
            text = (
                say("Each side chooses one of the ready-made troops in secret. Then both are shown.")
                if self.agreed.is_secret
                else count(
                    "Each side chooses its dice from its box, for {number} point at most, and sets them up in secret.",
                    "Each side chooses its dice from its box, for {number} points at most, and sets them up in secret.",
                    self.points,
                )
            )
            yield Paragraph(Rect(content.left, top + u(8), content.width, u(FORMATION)), text, theme.BODY, theme.INK_2)
        else:
            for side in SIDES:
                yield self._formation(side, Rect(lefts[side], top, wide, u(FORMATION)))
        yield from self._buttons()

    def _buttons(self) -> Iterator[Widget]:
        brush, content = self.stage.brush, self.content
        u = brush.u
        label = say("Options")
        box = Rect(content.left, 0, max(u(140), Button.needs(brush, label, "settings")[0]), u(46))
        box.bottom = content.bottom - u(6)
        yield Button("options", box, label, "settings", do=self._options)
        label = say("Go!")
        box = Rect(0, 0, max(u(170), Button.needs(brush, label, "play", 20)[0]), u(52))
        box.bottomright = (content.right, content.bottom - u(3))
        yield Button("go", box, label, "play", "primary", do=self._go, px=20)
        label = say("Cancel")
        other = Rect(0, 0, max(u(120), Button.needs(brush, label)[0]), u(46))
        other.midright = (box.left - u(14), box.centery)
        yield Button("cancel", other, label, do=self.leave)

    def _team(self, side: Side, column: Rect) -> Iterator[Widget]:
        brush = self.stage.brush
        u = brush.u
        called = say("Red") if side is Side.RED else say("Blue")
        name = Rect(column.left + u(54), column.top, column.width - u(108), u(44))
        yield Label(name, called, theme.PANEL, brush.team(side).deep, "display")
        team = self.agreed.team(side)
        for number, sitting in enumerate(team):
            row = Rect(column.left, column.top + u(HEAD + number * ROW), column.width, u(46))
            yield from self._seat(side, number, sitting, row, is_alone=len(team) == 1)
        if self.agreed.has_room:
            place = Rect(column.right - u(44), column.top, u(44), u(42))
            tip = say("One more in this team")
            yield Button(f"join {side}", place, icon="plus", do=partial(self._join, side), tip=tip)

    def _seat(self, side: Side, number: int, one: Sitting, row: Rect, *, is_alone: bool) -> Iterator[Widget]:
        u = self.stage.brush.u
        which = f"{side} {number}"
        both = [Option(PERSON, "", "person"), Option("bot", "", "bot")]
        left = Rect(row.left, row.top, u(104), row.height)
        value = PERSON if one.is_person else "bot"
        yield Choice(
            f"player {which}", left, both, value, do=partial(self._seat_down, side, number), tip=say("Person or bot")
        )
        right = row.right if is_alone else row.right - u(52)
        room = Rect(left.right + u(8), row.top, right - left.right - u(8), row.height)
        if one.is_person:
            hint = say("Name (player {number})", number=self.agreed.place(side, number))
            yield Field(
                f"name {which}",
                room,
                one.name,
                changed=partial(self._name, side, number),
                entered=self._go,
                placeholder=hint,
                longest=LONGEST_NAME,
                px=16,
            )
        else:
            tip = f"{bot_called(one.player)}\n{about_bot(one.player)}"
            do = partial(self._stronger, side, number)
            yield Button(f"level {which}", room, bot_called(one.player), "bot", do=do, tip=tip, px=16)
        if not is_alone:
            place = Rect(row.right - u(44), row.top + u(1), u(44), u(44))
            do = partial(self._get_up, side, number)
            yield Button(f"leave {which}", place, icon="close", do=do, tip=say("Take this seat away"))

    def _formation(self, side: Side, box: Rect) -> Widget:
        if not self.agreed.decides(side).is_person:
            return Picture(box, partial(self._paint_bots_choice, side))
        tip = say("Another formation") if self.agreed.troops == "quick" else say("Another troop")
        return Tile(
            f"formation {side}", box, partial(self._paint_formation, side), do=partial(self._pick, side), tip=tip,
            radius=14,
        )  # fmt: skip

    # What is agreed on.

    def _seat_down(self, side: Side, number: int, player: str) -> None:
        self.agree(self.agreed.changed(side, number, player=PERSON if player == PERSON else RIVAL))

    def _stronger(self, side: Side, number: int) -> None:
        """The next bot; after the strongest the weakest."""
        bots = list(self.entry.bots)
        now = self.agreed.team(side)[number].player
        self.agree(self.agreed.changed(side, number, player=bots[(bots.index(now) + 1) % len(bots)]))

    def _name(self, side: Side, number: int, name: str) -> None:
        self.agreed = self.agreed.changed(side, number, name=name)

    def _join(self, side: Side) -> None:
        self.agree(self.agreed.joined(side))

    def _get_up(self, side: Side, number: int) -> None:
        self.agree(self.agreed.left(side, number))

    def _set(self, kind: Troops) -> None:
        self.agree(replace(self.agreed, troops=kind))

    def _pick(self, side: Side) -> None:
        now = self.formation(side)
        self.stage.open(
            TroopSheet(
                self.offered,
                side,
                troops.box_of(self.entry.game),
                lambda troop: self.agree(self.agreed.chosen(side, troop.name)),
                now.name if now else "",
            )
        )

    def _options(self) -> None:
        self.stage.open(GameOptions(self.entry, self.agreed, self.agree))

    def _go(self) -> None:
        """Begin; ask first if somebody's own troop is a very weak one."""
        if doubt := next(filter(None, map(self._doubt, SIDES)), ""):
            self.stage.open(Doubt(doubt, say("Another troop"), self._begin))
        else:
            self._begin()

    def _doubt(self, side: Side) -> str:
        troop = self.formation(side)
        is_chosen = self.agreed.troops == "ready" and not self.agreed.is_secret and self.agreed.decides(side).is_person
        if not (is_chosen and troop and troops.is_own(troop)):
            return ""
        return troops.doubt(troop.troop, troops.box_of(self.entry.game), self.points)

    def _begin(self) -> None:
        agreed = self.agreed
        for side in SIDES:
            formation = self.formation(side)
            agreed = agreed.chosen(side, formation.name if formation else "")
        self.stage.change(agreed=agreed)
        self.stage.replace(Table.begun(agreed.seats(), self.stage, agreed.words(), agreed.named()))

    # Pictures.

    def paint_sheet(self, on: Surface) -> None:
        """The teams' chips."""
        super().paint_sheet(on)
        brush, content = self.stage.brush, self.content
        wide = (content.width - brush.u(COLUMNS)) // 2
        for side, left in ((Side.RED, content.left), (Side.BLUE, content.right - wide)):
            brush.chip(on, side, (left + brush.u(22), content.top + brush.u(22)), 40, "king")

    def _paint_card(self, kind: Troops, icon: str, on: Surface, box: Rect, brush: Brush, mood: Mood) -> None:
        title, line = _cards()[kind]
        is_chosen = self.agreed.troops == kind
        u = brush.u
        top, bottom = CHOSEN if is_chosen else (theme.PAPER, theme.PAPER_2)
        rim = theme.HONEY_DARK if is_chosen or mood.hover > 0.5 else theme.LINE
        brush.panel(on, box, 14, top, bottom, rim, 3 if is_chosen else 1, shadow=5, alpha=70)
        square = Rect(box.left + u(12), box.top + u(12), u(40), u(40))
        on.blit(brush.sheet(square.size, 11, theme.colour("#F9DC97"), theme.colour("#F3C566")), square)
        brush.put_icon(on, icon, square.center, 22, theme.colour("#6B4508"))
        name = Rect(square.right + u(10), square.top, box.right - u(10) - square.right - u(10), square.height)
        px = fitting_px(brush, title, name, 16, "strong")
        name.height = brush.height(title, name.width, px, "strong")
        name.centery = square.centery
        brush.paragraph(on, title, name, px, theme.INK, "strong")
        room = Rect(box.left + u(12), square.bottom + u(4), box.width - u(20), box.bottom - square.bottom - u(8))
        brush.paragraph(on, line, room, fitting_px(brush, line, room, theme.SECOND), theme.INK_2)

    def _paint_formation(self, side: Side, on: Surface, box: Rect, brush: Brush, mood: Mood) -> None:
        preset = self.formation(side)
        border = theme.HONEY_DARK if mood.hover > 0.5 else theme.LINE
        on.blit(brush.sheet(box.size, 14, theme.PAPER_2, theme.PAPER_3, border, 1), box)
        u = brush.u
        if preset is None:
            text = say("No troop is worth so few points. Build one of your own.")
            brush.paragraph(on, text, box.inflate(-u(28), -u(24)), theme.BODY, theme.INK_2)
            return
        picture = Rect(box.left + u(8), box.top + u(8), u(126), box.height - u(16))
        kingdom(on, brush, picture, preset, side)
        left, right = picture.right + u(12), box.right - u(12)
        brush.put_icon(on, "turn", (right - u(8), box.top + u(22)), 18, theme.INK_2)
        name = Rect(left, box.top + u(9), right - u(22) - left, 0)
        high = brush.paragraph(on, str(word(preset.called)), name, 16, theme.INK, "strong")
        top = name.top + high + u(2)
        room = Rect(left, top, right - left, box.bottom - u(5) - top)
        about = str(word(preset.about))
        brush.paragraph(on, about, room, fitting_px(brush, about, room, theme.SECOND), theme.INK_2)

    def _paint_bots_choice(self, side: Side, on: Surface, box: Rect, brush: Brush) -> None:
        on.blit(brush.sheet(box.size, 14, theme.PAPER_2, theme.PAPER_3, theme.LINE, 1), box)
        u = brush.u
        bot = self.agreed.decides(side).player
        brush.chip(on, side, (box.left + u(56), box.centery), 64, "bot")
        left = box.left + u(104)
        name = bot_called(bot)
        is_quick = self.agreed.troops == "quick"
        alone = say("It sets up its dice itself.") if is_quick else say("It chooses its troop itself.")
        text = f"{about_bot(bot)} {alone}".strip()
        head = round(brush.leading(16))
        room = Rect(left, 0, box.right - u(12) - left, box.height - head - u(8))
        px = fitting_px(brush, text, room, theme.SECOND)
        room.height = brush.height(text, room.width, px)
        room.top = box.centery - (head + room.height) // 2 + head
        brush.text(on, name, (left, room.top - head / 2), 16, brush.team(side).deep, "strong")
        brush.paragraph(on, text, room, px, theme.INK_2)


def _cards() -> dict[Troops, tuple[str, str]]:
    return {
        "quick": (say("Quick start"), say("King, knights, trolls: straight to the first flick")),
        "ready": (say("Ready-made troops"), say("With all powers, already set up")),
        "own": (say("Build your own"), say("Choose dice, set them up, powers and all")),
    }


def about_bot(bot: str) -> str:
    """How a bot plays, in a sentence; nothing if nobody knows."""
    texts = {
        "random": say("Flicks any die anywhere. Good for the first game."),
        "greedy": say("Aims at the best straight shot, with a steady hand."),
        "easy": say("Tries a few flicks in mind, with a shaky hand."),
        "medium": say("Tries many flicks in mind, with a shaky hand."),
        "hard": say("Tries hundreds of flicks in mind, with a steady hand."),
        "master": say("Tries a thousand flicks in mind, and the hand never trembles."),
    }
    return texts.get(bot, "")


def by_hand() -> Preset:
    """Stands in a list of formations for one that a person sets up."""
    called, about = say("Set up yourself"), say("Set each die where you want it, in secret.")
    return Preset(BY_HAND, dict.fromkeys(CODES, called), dict.fromkeys(CODES, about), ())


def sensible(agreed: Agreed, entry: catalogue.Entry) -> Agreed:
    """What was kept, as far as it still makes sense: bots may be gone, options be others."""
    known = (PERSON, *entry.bots)
    for side in SIDES:
        team = tuple(one if one.player in known else replace(one, player=RIVAL) for one in agreed.team(side))
        agreed = agreed.with_team(side, team)
    if len(agreed.red) + len(agreed.blue) > MOST_SEATS:
        agreed = replace(agreed, red=agreed.red[:1])
    kept: list[str] = []
    for option in agreed.options:
        with suppress(Refusal):
            entry.game.new(2, from_words(entry.game.options, [*kept, option], entry.words.title()))
            kept.append(option)
    return replace(agreed, options=tuple(kept))
