"""The table of Cabanga!: four rows with rulers, on which every gap is seen before it is opened."""

from __future__ import annotations

from typing import Any, Final, Literal

from msgspec.structs import replace

from rumms.games.cabanga.cards import BACK as HIDDEN
from rumms.games.cabanga.cards import COLOUR, COLOURS, MINUS, ROW, VALUE
from rumms.games.cabanga.game import fitting, gap
from rumms.games.cabanga.state import (
    Answered,
    Drew,
    PileMade,
    Play,
    Played,
    RoundBegan,
    RoundEnded,
    Row,
    State,
    Step,
    Threw,
    Throw,
    Won,
)
from rumms.kernel.game import Seat
from rumms.language import count, say
from rumms.ui import theme
from rumms.ui.draw.brush import Rect, Surface
from rumms.ui.draw.cards import CABANGA_BACK, CARD, CARD_2, MASKS, START, card_back, lay, number_card
from rumms.ui.draw.tiles import hem, woven
from rumms.ui.tables.answering import DO, Part
from rumms.ui.tables.layout import Layout
from rumms.ui.tables.look import Caption, Effect, Look, players
from rumms.ui.tables.motion import BACK, Piece
from rumms.ui.theme import Colour, colour, mix

DUSK: Final = colour("#2A1029")
ROSE: Final = colour("#E7CFDD")
ROWS: Final = (256, 98, 774, 98, 105)
"""The first row: left, top, width, height; and the step to the next."""
TOP: Final = 62
"""How wide a top card is."""
PILE, THROWN = (1100, 168), (1206, 168)
WIDE: Final = 84
SIDES: Final = ("left", "right")
RULER: Final = range(1, 19)


class Cabanga(Layout):
    """Hands are secret, so that everything else is as open as can be."""

    rim = DUSK
    decision = (1032, 560, 246, 146)
    moves = (1050, 290, 210, 398)
    minus: Literal["centre", "edge"] = "centre"
    """Which cards cost most."""

    def ground(self) -> Surface:
        """Woven cloth with two bands."""
        cloth = woven(self.brush, self.brush.size)
        hem(self.brush, cloth, round(self.at(0, 70)[1]))
        hem(self.brush, cloth, self.brush.size[1] - self.brush.u(14))
        return cloth

    def face(self, family: str, sort: str, wide: int) -> Surface:  # noqa: ARG002  there are cards alone
        """A number card with its mask, a start card, or a back."""
        size = (wide, round(wide * self.tall))
        if sort == BACK:
            return card_back(self.brush, CABANGA_BACK, size)
        if sort not in COLOUR:
            return number_card(self.brush, VALUE[sort], START, "", size)
        sign, dots = MASKS[COLOUR[sort]], MINUS[self.minus][sort]
        return number_card(
            self.brush, VALUE[sort], sign.colour, sign.icon, size, dots if wide > self.brush.u(70) else 0
        )

    # Where everything lies.

    def pieces(self, look: Look) -> list[Piece]:
        """Piles, rows, and hands; those of the others are below their names."""
        view: State = look.view
        self.minus = view.options.minus_points
        out = [Piece("card", BACK, self.spot(*PILE, WIDE, seen=False)) for _ in view.pile]
        last = len(view.discard) - 1
        for number, card in enumerate(view.discard):
            angle = -5 if number == last else 7
            out.append(Piece("card", card, self.spot(*THROWN, WIDE, angle, seen=number >= last - 1)))
        for place, row in enumerate(view.rows):
            for side, pile in zip(SIDES, row, strict=True):
                top = len(pile) - 1
                for number, card in enumerate(pile):
                    spot = self.spot(*self._end(place, side), TOP, seen=number >= top - 1)
                    out.append(Piece("card", card, spot))
        for seat in players(look):
            cards = _shown(view.hands[seat])
            if seat != look.seat:
                box = self._seat_box(look, seat)
                spot = self.spot(box[0] + 29, box[1] + 30, 30, seen=False)
                out += [Piece("card", card, spot) for card in cards]
            else:
                out += self._hand(look, sorted(cards, key=_in_hand))
        return out

    def _hand(self, look: Look, cards: list[str]) -> list[Piece]:
        pieces = self.hand(look, cards)
        view: State = look.view
        is_throw = look.asking is not None and look.asking.buttons == ("throw",)
        if not (look.helps and is_throw) or look.is_at_rest:
            return pieces
        fit = fitting(view, look.seat)
        return [
            piece._replace(look="dim") if piece.sort not in fit and piece.look != "glow" else piece for piece in pieces
        ]

    def _end(self, place: int, side: str) -> tuple[float, float]:
        left, top, wide, high, step = ROWS
        return (left + 46 if side == "left" else left + wide - 46), top + place * step + high / 2

    def _seat_box(self, look: Look, seat: Seat) -> tuple[float, float, float, float]:
        step = min(72.0, 452 / len(look.names))
        return 20, 100 + seat * step, 214, min(60.0, step - 10)

    # What is asked.

    def parts(self, view: State, action: Any) -> tuple[Part, ...]:  # noqa: ARG002  actions say it all
        """Cards, then a side or a throw."""
        match action:
            case Play(card, side):
                return (("hand", card), (DO, side))
            case Throw(cards):
                return (*(("hand", card) for card in cards), (DO, "throw"))
        raise AssertionError(action)

    def button_boxes(self, buttons: Any) -> list[Rect]:
        """Left and right side by side, a throw above them."""
        boxes = {
            "left": self.box(1050, 650 - 22, 100, 50),
            "right": self.box(1162, 650 - 22, 98, 50),
            "throw": self.box(1050, 556, 210, 54),
            "": self.box(1050, 596, 210, 50),
        }
        return [boxes[what] for what in buttons]

    def caption(self, look: Look, what: str, action: Any | None) -> Caption:
        """What stands on a button."""
        match what:
            case "left":
                return Caption(say("Left"), "back", "primary")
            case "right":
                return Caption(say("Right"), "forward", "primary")
        number = len(look.asking.chosen) if look.asking else 0
        if not number:
            return Caption(say("Throw nothing"), "check")
        if isinstance(action, Throw):
            number = len(action.cards)
        return Caption(count("Throw {number} card!", "Throw {number} cards!", number), "cards", "go")

    def question(self, look: Look) -> str:
        """What is asked, in a line."""
        view, name = look.view, look.names[look.seat]
        if view.step is Step.PLAY:
            return say("{name}: play a card left or right", name=name)
        return say("{name}: {question}", name=name, question=self.words.question(view))

    def score(self, view: State, seat: Seat) -> str:
        """Minus points."""
        return count("{number} minus point", "{number} minus points", view.totals[seat])

    def rank(self, view: State, seat: Seat) -> tuple[int, ...]:
        """Minus points."""
        return (view.totals[seat],)

    # What is painted.

    def paint_under(self, on: Surface, look: Look) -> None:
        """Rows with their rulers, players, piles, and what was last."""
        view: State = look.view
        for place, colour_id in enumerate(COLOURS):
            self._paint_row(on, look, place, colour_id)
        for seat in range(len(look.names)):
            self._paint_player(on, look, seat)
        foot = 112 + len(look.names) * min(72.0, 452 / len(look.names))
        ends = say("minus points, the game ends at {number}", number=view.options.end_at)
        self.words_in(on, ends, (24, foot - 4, 208, 40), 12.5, ROSE, anchor="left")
        self.pile(on, *PILE, WIDE, BACK, len(view.pile), say("penalty"))
        if not view.discard:
            self.slot(on, *THROWN, WIDE)
        self._paint_story(on, look)
        if look.seat < len(view.hands) and view.hands[look.seat]:
            text = say("Cards left in your hand cost their dots.")
            self.words_in(on, text, (24, 640, 210, 60), 13, ROSE, anchor="left")

    def paint_over(self, on: Surface, look: Look) -> None:
        """Counts, and the card that would be laid."""
        view: State = look.view
        if view.discard:
            self.tally(on, THROWN[0], THROWN[1] + WIDE * self.tall / 2 + 8, len(view.discard))
        self.line(on, say("thrown"), (THROWN[0], THROWN[1] + 89), 12.5, colour("#F4EBDD"), "strong", "centre", 100)
        match look.action:
            case Play(card, side):
                x, y = self._end(ROW[COLOUR[card]], side)
                px, py = self.at(x + (8 if side == "left" else -8), y - 12)
                face = self.face("card", card, self.brush.u(TOP))
                lay(on, self.brush, face, (px, py), -7 if side == "left" else 7, 6)

    def _planned(self, look: Look) -> tuple[str, str, Row] | None:
        """The card that would be laid, where, and the row after it."""
        match look.action:
            case Play(card, side):
                left, right = look.view.rows[ROW[COLOUR[card]]]
                row = Row((*left, card), right) if side == "left" else Row(left, (*right, card))
                return card, side, row
        return None

    def _paint_row(self, on: Surface, look: Look, place: int, name: str) -> None:
        view, brush = look.view, self.brush
        left, top, wide, high, step = ROWS
        top += place * step
        tone, icon = MASKS[name].colour, MASKS[name].icon
        planned = self._planned(look)
        is_planned = planned is not None and COLOUR[planned[0]] == name
        is_open = view.step is Step.THROW and view.last == name
        box = self.box(left, top, wide, high)
        if is_planned or is_open:
            brush.glow(on, box, 16, 8, 150, theme.HONEY)
        border = theme.HONEY if is_planned or is_open else mix(tone, DUSK, 0.2)
        dark = 0.52 if is_planned or is_open else 0.62
        brush.panel(on, box, 16, mix(tone, DUSK, dark), mix(tone, DUSK, dark + 0.08), border, 2, 8)
        if not view.rows:
            return
        row = planned[2] if planned is not None and is_planned else view.rows[place]
        shows = look.helps or not is_planned
        values = gap(row) if shows else gap(view.rows[place])
        middle = left + wide / 2
        text = self._row_text(look, values, name, is_planned=is_planned and shows)
        text, px = self.fitted(text, 15.5, "strong", 470)
        start = middle - brush.width(text, px, "strong") / brush.scale / 2
        brush.put_icon(on, icon, self.at(start - 6, top + 27), 32, mix(tone, theme.WHITE, 0.3))
        self.line(on, text, (start + 18, top + 28), px, CARD, "strong", room=470)
        self._paint_ruler(
            on, (left + 116, top + 66, wide - 232), row if shows else view.rows[place], tone, is_planned and shows
        )

    def _row_text(self, look: Look, values: range, name: str, *, is_planned: bool) -> str:
        planned = self._planned(look)
        if not is_planned or planned is None:
            text = count("gap of {number}", "gap of {number}", len(values)) if values else say("no gap")
            is_again = look.view.last == name and look.view.step is Step.PLAY
            return " · ".join((text, say("again costs a card"))) if is_again else text
        card, side, _ = planned
        number = {"card": VALUE[card], "span": _span(values)}
        if not values:
            text = say("your {card} leaves no gap", **number)
        elif side == "left":
            text = say("your {card} on the left opens {span}", **number)
        else:
            text = say("your {card} on the right opens {span}", **number)
        return " · ".join((text, say("+1 card"))) if look.view.last == name else text

    def _paint_ruler(
        self, on: Surface, at: tuple[float, float, float], row: Row, tone: Colour, is_planned: bool
    ) -> None:
        brush = self.brush
        left, y, wide = at
        ends = {VALUE[row.left[-1]], VALUE[row.right[-1]]}
        values = gap(row)
        step = wide / (len(RULER) - 1)
        for value in RULER:
            x = left + (value - 1) * step
            if value in values:
                tones = (
                    (colour("#FFE39A"), theme.HONEY)
                    if is_planned
                    else (mix(tone, theme.WHITE, 0.25), mix(tone, theme.WHITE, 0.1))
                )
                slip = self.box(x - 13.5, y - 15, 27, 30)
                on.blit(brush.sheet(slip.size, 8, *tones), slip)
            if value in ends:
                slip = self.box(x - 14, y - 17, 28, 34)
                on.blit(brush.sheet(slip.size, 8, CARD, CARD_2), slip)
            is_dark = value in ends or (value in values and (is_planned or sum(tone) > 400))
            ink = theme.INK if is_dark else CARD if value in values else mix(tone, theme.WHITE, 0.45)
            self.line(on, str(value), (x, y), 17 if value in ends else 15, ink, "display", "centre", 27)

    def _paint_player(self, on: Surface, look: Look, seat: Seat) -> None:
        view: State = look.view
        second = count("{number} card", "{number} cards", len(view.hands[seat]))
        box = self._seat_box(look, seat)
        self.plate(on, self.box(*box), look, seat, second, str(view.totals[seat]))
        if view.step is Step.THROW and seat < len(view.answers) and view.answers[seat] is not None:
            at = self.at(box[0] + box[2] - 54, box[1] + box[3] / 2)
            self.brush.put_icon(on, "check", at, 18, theme.LEAF)

    def _paint_story(self, on: Surface, look: Look) -> None:
        """What happened since."""
        self.brush.panel(on, self.box(1050, 290, 210, 252), 18, shadow=9)
        self.line(on, say("What happened"), (1068, 316), 16, theme.INK, "display", room=176)
        self.tell(on, look, (1068, 336, 176, 196), 13.5)

    def paint_effect(self, on: Surface, effect: str, part: float, look: Look) -> None:
        """The reckoning of a round, or the shout of a throw."""
        if effect == "throw":
            grown = theme.out_cubic(min(1.0, part * 3)) if not self.brush.calm else 1.0
            self.brush.outlined(on, "Cabanga!", self.at(643, 300), 30 + 26 * round(grown * 4) / 4, theme.PAPER, DUSK, 4)
        elif effect == "round":
            self._paint_round(on, look)

    def _paint_round(self, on: Surface, look: Look) -> None:
        view, brush = look.view, self.brush
        number = len(look.names)
        high = 96 + number * 62
        top = max(90, 330 - high / 2)
        box = self.box(280, top, 720, high)
        brush.panel(on, box, 22, shadow=20, alpha=170)
        self.line(
            on,
            say("Round {number} is over", number=view.number),
            (640, top + 36),
            25,
            theme.INK,
            "display",
            "centre",
            640,
        )
        for seat in range(number):
            y = top + 98 + seat * 62
            self.line(on, look.names[seat], (306, y), 17, theme.INK, "display", room=150)
            hand = sorted(_shown(view.hands[seat]), key=_in_hand)
            step = min(40.0, 300 / max(1, len(hand)))
            for place, card in enumerate(hand):
                px, py = self.at(486 + place * step, y)
                lay(on, brush, self.face("card", card, brush.u(36)), (px, py))
            cost = sum(MINUS[view.options.minus_points][card] for card in hand if card in COLOUR)
            self.line(on, f"+{cost}", (880, y), 19, theme.INK_2, "display", "right", 60)
            self.line(on, str(view.totals[seat]), (968, y), 24, theme.INK, "display", "right", 70)

    # What happens.

    def after(self, view: State, event: Any) -> State:
        """One event carried out on what is seen."""
        match event:
            case Played(seat, card, side):
                place = ROW[COLOUR[card]]
                left, right = view.rows[place]
                row = Row((*left, card), right) if side == "left" else Row(left, (*right, card))
                rows = (*view.rows[:place], row, *view.rows[place + 1 :])
                return _with_hand(
                    replace(view, rows=rows, turn=seat, last=COLOUR[card]), seat, _without(view.hands[seat], (card,))
                )
            case Threw(seat, _, cards):
                thrown = replace(view, discard=(*view.discard, *cards))
                return _with_hand(thrown, seat, _without(view.hands[seat], cards))
            case Drew(seat, cards):
                return _with_hand(replace(view, pile=view.pile[len(cards) :]), seat, (*view.hands[seat], *cards))
            case PileMade(cards):
                return replace(view, pile=(HIDDEN,) * cards, discard=())
            case Answered(seat) if seat < len(view.answers):
                answers = (*view.answers[:seat], (HIDDEN,), *view.answers[seat + 1 :])
                return replace(view, answers=answers)
            case RoundEnded(_, hands, _, totals):
                return replace(view, hands=hands, totals=totals, step=Step.DEAL, last="", answers=())
        return view

    def effect(self, event: Any) -> Effect:
        """Throws are shouted, rounds are counted."""
        match event:
            case RoundBegan() | PileMade():
                return Effect("shuffle", seconds=0.3)
            case Threw():
                return Effect("card", "throw", 0.8)
            case RoundEnded():
                return Effect("coin", "round", 0.6, waits=True)
            case Played():
                return Effect("card", seconds=0.45)
            case Drew():
                return Effect("card", seconds=0.25)
            case Won():
                return Effect("coin")
        return Effect("", seconds=0.15)


def _shown(hand: tuple[str, ...]) -> list[str]:
    """Cards as pieces are called: a back is a back, whichever shuffle it came from."""
    return [BACK if card[0] == HIDDEN else card for card in hand]


def _in_hand(card: str) -> tuple[int, int]:
    return (ROW[COLOUR[card]], VALUE[card]) if card in COLOUR else (-1, 0)


def _span(values: range) -> str:
    if not values:
        return ""
    return str(values[0]) if len(values) == 1 else say("{low} to {high}", low=values[0], high=values[-1])


def _without(hand: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    """The hand less these; of backs, as many."""
    left = list(hand)
    for card in cards:
        left.remove(card if card in left else left[0])
    return tuple(left)


def _with_hand(view: State, seat: Seat, hand: tuple[str, ...]) -> State:
    return replace(view, hands=(*view.hands[:seat], hand, *view.hands[seat + 1 :]))


TABLE: Final = Cabanga
