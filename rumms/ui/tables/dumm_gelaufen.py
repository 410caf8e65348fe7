"""The table of Dumm gelaufen!: Mac with his open cards, piles on a tray, the task, and a hand that never fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rumms.games.dumm_gelaufen import state as values
from rumms.games.dumm_gelaufen.cards import ACTIONS, COLOUR, FITS, MURPHYS, NUMBERS, ORDER, VALUE, numbers_of
from rumms.games.dumm_gelaufen.cards import BACK as HIDDEN
from rumms.games.dumm_gelaufen.state import State
from rumms.kernel.game import Seat
from rumms.language import code, count, say
from rumms.ui import theme
from rumms.ui.draw.brush import Rect, Surface
from rumms.ui.draw.cards import Sign, card_back, lay, number_card, picture_card
from rumms.ui.draw.tiles import kitchen
from rumms.ui.tables.answering import DO, Part, Token
from rumms.ui.tables.dumm_course import after, effect
from rumms.ui.tables.layout import Layout
from rumms.ui.tables.look import Caption, Effect, Look, capital, finished, players, tokens_of
from rumms.ui.tables.motion import BACK, Piece
from rumms.ui.theme import colour, mix

TONES: Final = {"blue": colour("#2F78B7"), "yellow": colour("#DDA21B"), "green": colour("#4C8F57")}
PLATES: Final = {"blue": "circle", "yellow": "diamond", "green": "square"}
ICONS: Final = {
    "lay_down_colour": "basket",
    "give_twins": "cards",
    "take_from_mac": "mac",
    "swap_with_mac": "trade",
    "lay_down_and_draw": "turn",
    "draw_blind_and_give": "finger",
    "new_murphy_self": "murphy",
    "ask_value": "plus",
    "swap_hand_and_murphy_left": "person",
    "swap_murphy": "rules",
    "pass_hands_left": "back",
    "pass_cards_left": "heart",
    "draw_blind_from_right": "spy",
    "draw_numbers": "rain",
    "renew_mac": "mac",
    "new_murphy_all": "undo",
}
"""What action cards do, as a picture."""
MURPHY: Final = Sign(colour("#B0497E"), "murphy")
MAC_SIGN: Final = Sign(colour("#5B4F63"), "mac")
TRAY: Final = (colour("#7B4A2A"), colour("#693C20"), colour("#A8713F"))
PALE: Final = colour("#FFE1EE")
SMALL: Final = 76
HAND_CARD: Final = 90
MAC_CARDS: Final = (426, 186, 81)
"""Mac's first card, how far down, and the step to the next."""
PILES: Final = {"left": (352, 360), "draw": (512, 360), "right": (672, 360), "actions": (880, 360)}
BLUES: Final = (776, 360)
HAND_ROOM: Final = (24, 996)
TASK: Final = (1018, 84, 242, 374)


class DummGelaufen(Layout):
    """Hands and tasks are secret."""

    rim = colour("#7A3F10")
    decision = (1000, 466, 278, 244)
    moves = (1018, 466, 242, 240)

    def ground(self) -> Surface:
        """A kitchen floor."""
        return kitchen(self.brush, self.brush.size)

    def face(self, family: str, sort: str, wide: int) -> Surface:  # noqa: ARG002  there are cards alone
        """A number, an action, or a back."""
        size = (wide, round(wide * self.tall))
        if sort == BACK:
            return card_back(self.brush, MURPHY, size)
        if sort in NUMBERS:
            tone = COLOUR[sort]
            return number_card(self.brush, VALUE[sort], TONES[tone], "", size, plate=PLATES[tone])  # type: ignore[arg-type]
        about = ACTIONS[sort]
        sign = Sign(TONES[about.colour], ICONS.get(about.effect, f"action-{about.colour}"))
        return picture_card(self.brush, about.name[code()], sign, size)

    # Where everything lies.

    def pieces(self, look: Look) -> list[Piece]:
        """Piles, Mac's cards, hands."""
        view: State = look.view
        out = [Piece("card", BACK, self.spot(*PILES["draw"], SMALL, seen=False)) for _ in view.draw]
        for name, cards in (("left", view.piles[0]), ("right", view.piles[1]), ("actions", view.actions)):
            last = len(cards) - 1
            for number, card in enumerate(cards):
                x, y = PILES[name]
                spot = self.spot(x + 1.5 * (number % 2), y - 2 * (number % 2), SMALL, seen=number >= last - 1)
                can = number == last and name != "actions"
                out.append(Piece("card", card, spot, Token("pile", name) if can else None))
        out = [self.choosable(look, piece, 6) if piece.token else piece for piece in out]
        x, y, widest = MAC_CARDS
        step = min(widest, 560 / max(1, len(view.mac)))
        for number, token in enumerate(tokens_of("mac", view.mac)):
            piece = Piece("card", token.what, self.spot(x + number * step, y, SMALL), token)
            out.append(self._marked(look, self.choosable(look, piece, 12)))
        for number, card in enumerate(view.blues):
            out.append(Piece("card", card, self.spot(BLUES[0] + 16 * number, BLUES[1] - 6 * number, SMALL)))
        for seat in players(look):
            left, top, *_ = self._seat_box(look, seat)
            aside = self.spot(left + 29, top + 30, 28, seen=False)
            gifts = view.gifts[seat] if seat < len(view.gifts) else ()
            out += [Piece("card", BACK if card == HIDDEN else card, aside) for card in gifts]
            if seat == look.seat:
                out += self._hand(look, [card for card in view.hands[seat] if card != HIDDEN])
            else:
                out += [Piece("card", BACK if card == HIDDEN else card, aside) for card in view.hands[seat]]
        return out

    def _fits(self, look: Look) -> frozenset[str]:
        murphy = look.view.murphys[look.seat]
        return FITS.get(murphy, frozenset())

    def _marked(self, look: Look, piece: Piece) -> Piece:
        """Of what can be taken, what does not fit is paler, where the table reckons for people."""
        is_taking = look.asking is not None and any(part[0] == "mac" for part in look.asking.all_parts)
        if look.helps and is_taking and not piece.look and piece.sort not in self._fits(look) and not look.is_at_rest:
            return piece._replace(look="dim")
        return piece

    def _sorted(self, look: Look, hand: list[str]) -> tuple[list[str], list[str], list[str]]:
        """What fits, what spoils, and action cards; without help all numbers are one group."""
        numbers = sorted(numbers_of(hand), key=lambda card: (VALUE[card], ORDER[card]))
        actions = [card for card in hand if card in ACTIONS]
        if not look.helps or not self._fits(look):
            return sorted(numbers, key=ORDER.__getitem__), [], actions
        fits = self._fits(look)
        return [card for card in numbers if card in fits], [card for card in numbers if card not in fits], actions

    def _hand(self, look: Look, hand: list[str]) -> list[Piece]:
        groups = self._sorted(look, hand)
        places = self._hand_places(groups)
        out = []
        numbered = tokens_of("hand", [card for group in groups for card in group])
        for token, (x, group) in zip(numbered, places, strict=True):
            piece = Piece("card", token.what, self.spot(x, 636 if group == 1 else 622, HAND_CARD), token)
            if group == 2 or not (look.asking and isinstance(look.view.tasks[0], values.Moving)):
                piece = self.choosable(look, piece)  # numbers are not asked about there, and are to be read
            if group == 1 and not piece.look and not look.is_at_rest:
                piece = piece._replace(look="pale")
            if group == 1 and piece.look == "glow" and token in look.chosen:
                piece = piece._replace(look="bad")
            out.append(piece)
        return out

    def _hand_places(self, groups: tuple[list[str], ...]) -> list[tuple[float, int]]:
        """How far right each card of a hand lies, and its group."""
        left, right = HAND_ROOM
        number = sum(map(len, groups))
        filled = len([group for group in groups if group])
        gaps = 26 * max(0, filled - 1)
        step = min(94.0, (right - left - HAND_CARD - gaps) / max(1, number - 1))
        out: list[tuple[float, int]] = []
        x = left + HAND_CARD / 2
        for place, group in enumerate(groups):
            for _ in group:
                out.append((x, place))
                x += step
            x += 26 if group else 0
        return out

    def _seat_box(self, look: Look, seat: Seat) -> tuple[float, float, float, float]:
        step = min(74.0, 426 / len(look.names))
        return 20, 86 + seat * step, 222, min(62.0, step - 8)

    def zones(self, look: Look) -> dict[Token, Rect]:
        """The draw pile, and the other players."""
        x, y = PILES["draw"]
        draw = {Token("pile", "draw"): self.box(x - SMALL / 2 - 2, y - 56, SMALL + 4, 110)}
        others = [seat for seat in range(len(look.names)) if seat != look.seat]
        return draw | {Token("seat", str(seat + 1)): self.box(*self._seat_box(look, seat)) for seat in others}

    # What is asked.

    def parts(self, view: State, action: Any) -> tuple[Part, ...]:  # noqa: C901, PLR0912  one case an action
        """A card that is taken is pressed, a card that is laid down needs a place, the rest are buttons."""
        task = view.tasks[0]
        match action:
            case values.Trade(take):
                return ((DO, f"trade {take}"),)
            case values.Play(card):
                return (("hand", card), (DO, "play"))
            case values.Draw() if isinstance(task, values.Refilling):
                return ((DO, "draw"),)
            case values.Draw():
                return (("pile", "draw"),)
            case values.Take(card, "mac"):
                return (("mac", card),)
            case values.Take(_, place):
                return (("pile", place),)
            case values.Lay(card, place) if isinstance(task, values.Clearing):
                return (("mac", card), (DO, place))
            case values.Lay(card, place):
                return (("hand", card), (DO, place))
            case values.Give(card):
                return (("hand", card), (DO, "give"))
            case values.Choose(person):
                return (("seat", str(person)),)
            case values.Colour(name):
                return ((DO, f"colour {name}"),)
            case values.Value(value):
                return ((DO, f"value {value}"),)
            case values.CarryOut(card):
                return ((DO, f"carry {card}"),)
            case values.Stop():
                return ((DO, "stop"),)
        raise AssertionError(action)

    def button_boxes(self, buttons: Sequence[str]) -> list[Rect]:
        """One below the other; many side by side."""
        number = len(buttons)
        columns = 1 if number < 4 else 2 if number < 7 else 4
        wide = (242 - 8 * (columns - 1)) / columns
        tall = 56 if number < 4 else 50
        return [
            self.box(1018 + place % columns * (wide + 8), 478 + place // columns * (tall + 12), wide, tall)
            for place in range(number)
        ]

    def caption(self, look: Look, what: str, action: Any | None) -> Caption:  # noqa: ARG002  these say it all
        """What stands on a button."""
        kind, *rest = what.split()
        match kind:
            case "trade" if rest == ["2"]:
                return Caption(say("2 : 1 – take 2, lay 1"), "", "primary")
            case "trade":
                return Caption(say("1 : 2 – take 1, lay 2"), "", "primary")
            case "colour":
                return Caption(capital(colour_name(rest[0])), "cards", tint=TONES[rest[0]])
            case "value":
                return Caption(rest[0], "", "primary")
            case "carry":
                return Caption(ACTIONS[rest[0]].name[code()], "action-blue", "primary")
            case "left":
                return Caption(say("Left pile"), "back", "go")
            case "right":
                return Caption(say("Right pile"), "forward", "go")
            case "stop" if isinstance(look.view.tasks[0], values.Refilling):
                return Caption(say("No, thanks"), "close")
        label, icon, style = {
            "play": (say("Play it"), "action-green", "go"),
            "mac": (say("Lay it with Mac"), "mac", "go"),
            "give": (say("Give it"), "heart", "go"),
            "draw": (say("Yes, draw"), "cards", "primary"),
            "stop": (say("That is enough"), "check", "plain"),
        }[kind]
        return Caption(label, icon, style)  # type: ignore[arg-type]

    def question(self, look: Look) -> str:
        """What is asked, and of whom."""
        name = look.names[look.seat]
        if look.asking and isinstance(look.view.tasks[0], values.Moving):
            if "play" in look.asking.buttons:
                return say("{name}: trade cards, or play an action card?", name=name)
            return say("{name}: which trade do you make?", name=name)
        return say("{name}: {question}", name=name, question=self.words.question(look.view))

    def explain(self, look: Look) -> str:
        """What will be done; people have names."""
        match look.action:
            case values.Choose(person):
                cards = count("{number} card", "{number} cards", len(look.view.hands[person - 1]))
                return say("{name} ({cards})", name=look.names[person - 1], cards=cards)
        return super().explain(look)

    def score(self, view: State, seat: Seat) -> str:
        """Tasks fulfilled."""
        return finished(len(view.fulfilled[seat]), view.options.murphys_to_win)

    def rank(self, view: State, seat: Seat) -> tuple[int, ...]:
        """Murphy cards."""
        return (-len(view.fulfilled[seat]),)

    # What is painted.

    def paint_under(self, on: Surface, look: Look) -> None:
        """Trays, players, the task."""
        view, brush = look.view, self.brush
        brush.panel(on, self.box(262, 84, 736, 182), 20, *TRAY, 2, shadow=10)
        brush.panel(on, self.box(262, 282, 736, 176), 20, *TRAY, 2, shadow=10)
        px, py = self.at(328, 175)
        size = (brush.u(92), brush.u(126))
        lay(on, brush, picture_card(brush, "Mac", MAC_SIGN, size, say("likes to trade")), (px, py))
        self.line(on, say("Mac's open cards"), (390, 106), 15, colour("#F6DDB8"), "strong", room=400)
        if self._can_press(look, "draw"):
            x, y = PILES["draw"]
            brush.glow(on, self.box(x - 42, y - 58, 84, 112), 10, 9, 190, theme.HONEY)
        self.pile(on, *PILES["draw"], SMALL, BACK, len(view.draw), say("draw"))
        for name in ("left", "right", "actions"):
            cards = view.actions if name == "actions" else view.piles[name == "right"]
            if not cards:
                self.slot(on, *PILES[name], SMALL)
        for seat in range(len(look.names)):
            self._paint_player(on, look, seat)
        self._paint_task(on, look)
        self._paint_groups(on, look)

    def _paint_groups(self, on: Surface, look: Look) -> None:
        """How many cards of the hand fit and spoil, above them."""
        hand = [card for card in look.view.hands[look.seat] if card != HIDDEN]
        if not look.helps or not self._fits(look):
            return
        groups = self._sorted(look, hand)
        firsts = {group: x for x, group in reversed(self._hand_places(groups))}
        fitting, spoiling = len(groups[0]), len(groups[1])
        if fitting:
            self.tag(on, firsts[0] + 14, 541, fit_text(fitting), theme.LEAF, 130)
        if spoiling:
            self.tag(on, firsts[1] + 14, 541, spoil_text(spoiling), theme.INK_2, 130)

    def _can_press(self, look: Look, pile: str) -> bool:
        token = Token("pile", pile)
        return token == look.pointed or token in look.hinted

    def _paint_player(self, on: Surface, look: Look, seat: Seat) -> None:
        view, brush = look.view, self.brush
        needed = view.options.murphys_to_win
        left, top, wide, high = self._seat_box(look, seat)
        cards = count("{number} card", "{number} cards", len(view.hands[seat]))
        room = 23 * min(needed, 3)
        self.plate(on, self.box(left, top, wide, high), look, seat, cards, room=room)
        for number in range(min(needed, 3) if needed <= 3 else 1):
            has = number < len(view.fulfilled[seat])
            box = self.box(left + wide - room - 6 + 23 * number, top + high / 2 - 10, 20, 20)
            tones = (MURPHY.colour, mix(MURPHY.colour, theme.BLACK, 0.15)) if has else (theme.PAPER_3, theme.PAPER_3)
            on.blit(brush.sheet(box.size, 6, *tones, None if has else theme.LINE, 1.2), box)
            if has:
                brush.put_icon(on, "murphy", box.center, 14, theme.CREAM)
        if needed > 3:
            text = f"{len(view.fulfilled[seat])}/{needed}"
            self.line(on, text, (left + wide - 14, top + high / 2), 15, theme.INK, "display", "right", 44)

    def _paint_task(self, on: Surface, look: Look) -> None:
        """The Murphy card of whoever looks, and how far it is."""
        view, brush = look.view, self.brush
        left, top, wide, high = TASK
        brush.panel(on, self.box(*TASK), 20, colour("#C35A90"), colour("#A33F73"), theme.CREAM, 4, shadow=12)
        middle = left + wide / 2
        brush.put_icon(on, "murphy", self.at(middle, top + 60), 84, colour("#FFE7C2"))
        self.line(on, say("Murphy wants"), (middle, top + 118), 15, PALE, "strong", "centre", wide - 30)
        murphy = view.murphys[look.seat]
        if murphy not in MURPHYS:
            return
        task, _, least = MURPHYS[murphy].text[code()].rpartition(", ")
        if number := MURPHYS[murphy].at_least:
            least = count("at least {number} card", "at least {number} cards", number)
        self.words_in(on, task, (left + 14, top + 130, wide - 28, 68), 26, theme.PLATE, "display")
        self.words_in(on, least, (left + 14, top + 198, wide - 28, 26), 16, PALE, "strong")
        if not look.helps:
            return
        have, spoil = self._standing(look, view.hands[look.seat])
        need = MURPHYS[murphy].sum_at_least or MURPHYS[murphy].at_least
        self._paint_pips(on, have, need, is_sum=bool(MURPHYS[murphy].sum_at_least))
        text = ", ".join((fit_text(self._fitting(look)), spoil_text(spoil)))
        self.line(on, text, (middle, top + 280), 17, theme.PLATE, "display", "centre", wide - 24)
        if (later := self._later(look)) is not None:
            fitting, spoiling = later
            text = say("After that: {what}.", what=", ".join((fit_text(fitting), spoil_text(spoiling))))
            self.words_in(on, text, (left + 16, top + 298, wide - 32, high - 308), 14, PALE)

    def _paint_pips(self, on: Surface, have: int, need: int, *, is_sum: bool) -> None:
        brush = self.brush
        left, top, wide, _ = TASK
        if is_sum:
            text = say("{have} of {need} points", have=have, need=need)
            self.line(on, text, (left + wide / 2, top + 246), 18, colour("#FFE39A"), "display", "centre", wide - 24)
            return
        step = min(23.4, (wide - 30) / need)
        for number in range(need):
            is_there = number < have
            box = self.box(left + wide / 2 - step * need / 2 + step * number + 1, top + 236, step - 3.4, 20)
            tones = (colour("#FFE39A"), theme.HONEY) if is_there else (colour("#8A3361"),) * 2
            on.blit(brush.sheet(box.size, 6, *tones, theme.HONEY if is_there else colour("#D9A0BE"), 1.4), box)

    def _standing(self, look: Look, hand: Sequence[str]) -> tuple[int, int]:
        """How many cards fit, or what they add up to, and how many spoil."""
        numbers, fits = numbers_of(hand), self._fits(look)
        fitting = [card for card in numbers if card in fits]
        murphy = MURPHYS[look.view.murphys[look.seat]]
        return sum(VALUE[card] for card in fitting) if murphy.sum_at_least else len(fitting), len(numbers) - len(
            fitting
        )

    def _fitting(self, look: Look) -> int:
        fits = self._fits(look)
        return len([card for card in numbers_of(look.view.hands[look.seat]) if card in fits])

    def _later(self, look: Look) -> tuple[int, int] | None:
        """How many cards would fit and spoil after what would be done."""
        hand = list(numbers_of(look.view.hands[look.seat]))
        match look.action:
            case values.Take(card):
                hand.append(card)
            case values.Lay(card) | values.Give(card) if card in hand:
                hand.remove(card)
            case values.Colour(name):
                hand = [card for card in hand if COLOUR[card] != name]
            case _:
                return None
        fitting = [card for card in hand if card in self._fits(look)]
        return len(fitting), len(hand) - len(fitting)

    def paint_over(self, on: Surface, look: Look) -> None:
        """Numbers of piles, what fits, and what will be done."""
        view = look.view
        for name, cards, label in (
            ("left", view.piles[0], say("left")),
            ("right", view.piles[1], say("right")),
            ("actions", view.actions, say("actions")),
        ):
            x, y = PILES[name]
            self.tally(on, x, y + 61, len(cards))
            self.line(on, label, (x, y + 83), 12.5, colour("#F4EBDD"), "strong", "centre", 110)
        if text := self.explain(look):
            self.banner(on, text, (630, 492), 700)
        elif look.asking:
            self.banner(on, self.recently(look, 690, 2, 13.5), (630, 492), 700, 13.5, "text")

    # What happens.

    def after(self, view: State, event: Any) -> State:
        """One event carried out on what is seen."""
        return after(view, event)

    def effect(self, event: Any) -> Effect:
        """What an event looks and sounds like."""
        return effect(event)

    def paint_effect(self, on: Surface, effect: str, part: float, look: Look) -> None:  # noqa: ARG002  these stand still
        """A fulfilled task with its hand, or an action card for all to read."""
        kind, *rest = effect.split(" ")
        if kind == "fulfilled":
            self._paint_fulfilled(on, look.names[int(rest[0])], rest[1], rest[2].split(",") if rest[2] else [])
        elif kind == "action":
            about = ACTIONS[rest[0]]
            box = self.box(390, 270, 480, 130)
            self.brush.panel(on, box, 22, shadow=18, alpha=160)
            px, py = self.at(450, 335)
            lay(on, self.brush, self.face("card", rest[0], self.brush.u(76)), (px, py), 4)
            self.line(on, about.name[code()], (504, 304), 21, theme.INK, "display", room=350)
            self.words_in(on, about.text[code()], (504, 322, 350, 68), 15, anchor="left")

    def _paint_fulfilled(self, on: Surface, name: str, murphy: str, hand: list[str]) -> None:
        brush = self.brush
        box = self.box(262, 150, 736, 290)
        brush.panel(on, box, 22, colour("#C35A90"), colour("#A33F73"), theme.CREAM, 4, shadow=20, alpha=170)
        brush.put_icon(on, "murphy", self.at(322, 206), 70, colour("#FFE7C2"))
        self.line(on, say("{name} has done it!", name=name), (374, 192), 27, theme.PLATE, "display", room=600)
        self.line(on, MURPHYS[murphy].text[code()], (374, 226), 17, PALE, "strong", room=600)
        cards = sorted(numbers_of(hand), key=lambda card: (VALUE[card], ORDER[card]))
        step = min(82.0, 620 / max(1, len(cards) - 1))
        first = 630 - step * (len(cards) - 1) / 2
        for place, card in enumerate(cards):
            px, py = self.at(first + place * step, 342)
            lay(on, brush, self.face("card", card, brush.u(SMALL)), (px, py))


def fit_text(number: int) -> str:
    """How many cards fit."""
    return count("{number} fits", "{number} fit", number)


def spoil_text(number: int) -> str:
    """How many cards spoil it."""
    return count("{number} spoils", "{number} spoil", number)


def colour_name(name: str) -> str:
    """What a colour is called."""
    return {"blue": say("blue"), "yellow": say("yellow"), "green": say("green")}[name]


TABLE: Final = DummGelaufen
