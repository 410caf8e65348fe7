"""The table of Waka Waka: boats on a river, a village with its stock, a ladder of esteem, and the own stall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import pygame

from rumms.games.waka_waka.cards import BACK as HIDDEN
from rumms.games.waka_waka.cards import BOATS, FIELDS, FIGURES, GOODS, LADDERS, PLACES, payments
from rumms.games.waka_waka.knowledge import HIDDEN_GOLD
from rumms.games.waka_waka.state import (
    Ask,
    Buy,
    Choose,
    Decline,
    Discard,
    Enough,
    Give,
    Lay,
    Play,
    Rise,
    Sell,
    Share,
    State,
    Stop,
    Substitute,
    Supply,
    Take,
    Use,
    Visit,
)
from rumms.games.waka_waka.state import Look as LookAt
from rumms.games.waka_waka.turn import HAS_EYE, SALE
from rumms.kernel.game import Seat
from rumms.language import code, count, say
from rumms.ui import theme
from rumms.ui.draw.brush import Rect, Surface
from rumms.ui.draw.cards import Sign, card_back, coin, good_tile, picture_card
from rumms.ui.draw.river import bank, shape
from rumms.ui.draw.tiles import hull
from rumms.ui.kit.buttons import StyleName
from rumms.ui.tables.answering import DO, Part, Token
from rumms.ui.tables.layout import Layout
from rumms.ui.tables.look import Caption, Effect, Look, capital, players, tokens_of
from rumms.ui.tables.motion import BACK, Piece
from rumms.ui.tables.waka_course import after, effect
from rumms.ui.tables.waka_words import card_name, duty, labels, supply_name
from rumms.ui.theme import colour

WARES: Final = {
    "fruechte": Sign(colour("#D8663A"), "fruit"),
    "felle": Sign(colour("#8A6242"), "furs"),
    "salz": Sign(colour("#7F97A8"), "salt"),
    "tee": Sign(colour("#5D8F4A"), "tea"),
    "stoffe": Sign(colour("#B0497E"), "fabrics"),
    "schmuck": Sign(colour("#3F8F9B"), "jewellery"),
}
HIDDEN_WARE: Final = Sign(colour("#8C7A66"), "")
PEOPLE: Final = {
    "handel": Sign(colour("#B9812A"), "trade"),
    "feuer": Sign(colour("#D2552B"), "fire"),
    "schamane": Sign(colour("#B4473B"), "shaman"),
    "stammesaeltester": Sign(colour("#6C5A86"), "elder"),
    "fackelwerfer": Sign(colour("#C2661C"), "torch"),
    "regenmacher": Sign(colour("#357FBF"), "rain"),
    "schimpanse": Sign(colour("#7A5A3A"), "chimp"),
    "sammlerin": Sign(colour("#5D8F4A"), "basket"),
    "traeger": Sign(colour("#3F8F9B"), "porter"),
    "trommler": Sign(colour("#A3477A"), "drum"),
    "wahrsagerin": Sign(colour("#7B4FA0"), "seer"),
}
RIVER_BACK: Final = Sign(colour("#2F7A86"), "boat")
FIGURE: Final = {
    "red": colour("#CF4632"),
    "blue": colour("#357FBF"),
    "purple": colour("#7E5BA6"),
    "brown": colour("#8A6242"),
}
STALL: Final = (254, 422, 790, 96)
ASIDE: Final = ("rise", "sell", "substitute")
"""Answers that stand beside the stall."""
PILE, DISCARD = (1150, 338), (1224, 338)
HEAP: Final = (1226, 150)
HAND_CARD: Final = 104
WARE: Final = 46


class WakaWaka(Layout):
    """Hands are secret, and so are goods on boats without an eye."""

    rim = colour("#2B4E52")
    decision = (1044, 584, 234, 128)
    moves = (254, 534, 240, 172)

    def ground(self) -> Surface:
        """Sand, and the river."""
        return bank(self.brush, self.brush.size, round(self.at(0, 70)[1]), self.brush.u(198))

    def face(self, family: str, sort: str, wide: int) -> Surface:
        """A good, a card, or the back of either."""
        if family == "good":
            sign = HIDDEN_WARE if sort == BACK else WARES[sort]
            return good_tile(self.brush, sign, (wide, round(wide * 1.06)))
        size = (wide, round(wide * self.tall))
        if sort == BACK:
            return card_back(self.brush, RIVER_BACK, size)
        text = duty(sort) if wide > self.brush.u(90) else ""
        return picture_card(self.brush, card_name(sort), PEOPLE[sort], size, text, has_coin=sort in self.shared)

    shared: frozenset[str] = frozenset()
    """Cards with a gold symbol."""

    @property
    def tall(self) -> float:
        """These cards are a little shorter."""
        return 1.35

    def tall_of(self, family: str) -> float:
        """Goods are as high as wide."""
        return 1.0 if family == "good" else self.tall

    # Where everything lies.

    def pieces(self, look: Look) -> list[Piece]:
        """Goods first, then cards."""
        view: State = look.view
        self.shared = frozenset(view.options.gold_symbol_cards)
        return [*self._goods(look), *self._cards(look)]

    def _goods(self, look: Look) -> list[Piece]:
        view: State = look.view
        out = [Piece("good", BACK, self.spot(*HEAP, WARE, seen=False)) for _ in view.heap]
        for place, (name, spot) in enumerate(zip(FIELDS, view.boats, strict=False)):
            if spot is not None:
                sort = BACK if spot.good == HIDDEN else spot.good
                x, y = self._field(place)
                out.append(self.choosable(look, Piece("good", sort, self.spot(x, y, WARE), Token("field", name)), 10))
        seen: Counter[str] = Counter()
        for token in tokens_of("village", view.village):
            x = 302 + 68 * list(GOODS).index(token.what)
            piece = Piece("good", token.what, self.spot(x, 360, 48, seen=not seen[token.what]), token)
            out.append(self.choosable(look, piece, 8) if not seen[token.what] else piece._replace(token=None))
            seen[token.what] += 1
        for seat, stall in enumerate(view.stalls):
            out += self._own_stall(look, stall) if seat == look.seat else self._stall(look, seat, stall)
        return out

    def _own_stall(self, look: Look, stall: tuple[str, ...]) -> list[Piece]:
        step = min(66.0, 396 / max(1, len(stall)))
        spots = [self.spot(STALL[0] + 176 + number * step, 471, 48) for number in range(len(stall))]
        pieces = (
            Piece("good", token.what, spot, token) for token, spot in zip(tokens_of("stall", stall), spots, strict=True)
        )
        return [self.choosable(look, piece, 10) for piece in pieces]

    def _stall(self, look: Look, seat: Seat, stall: tuple[str, ...]) -> list[Piece]:
        left, top, *_ = self._seat_box(look, seat)
        small = self._small_good(look)
        gap = min(small + 3, 118 / max(1, len(stall) - 1))
        y = top + self._seat_box(look, seat)[3] - small / 2 - 4
        spots = [self.spot(left + 66 + number * gap, y, small) for number in range(len(stall))]
        return [Piece("good", good, spot) for good, spot in zip(stall, spots, strict=True)]

    def _cards(self, look: Look) -> list[Piece]:
        view: State = look.view
        out = [Piece("card", BACK, self.spot(*PILE, 66, seen=False)) for _ in view.pile]
        last = len(view.discard) - 1
        for number, card in enumerate(view.discard):
            out.append(
                Piece("card", card, self.spot(*DISCARD, 66, 4 if number < last else -3, seen=number >= last - 1))
            )
        for place, cards in enumerate(view.display):
            for number, card in enumerate(cards):
                sort = BACK if card == HIDDEN else card
                out.append(Piece("card", sort, self.spot(799 + 96 * place + 5 * number, 346 - 3 * number, 74)))
        for seat in players(look):
            held = [BACK if card == HIDDEN else card for card in view.hands[seat]]
            if seat == look.seat:
                if look.is_watched:
                    out += self.hand(look, held, 84, 536, 90, (774, 618))
                else:
                    out += self.hand(look, held, HAND_CARD, 774, 122, (649, 632))
            elif held and BACK not in held:
                out += self._shown_hand(look, held)
            else:
                left, top, *_ = self._seat_box(look, seat)
                out += [Piece("card", card, self.spot(left + 29, top + 22, 28, seen=False)) for card in held]
        return out

    def _shown_hand(self, look: Look, cards: list[str]) -> list[Piece]:
        """A hand that an elder has shown, on a slip of paper above everything."""
        left, top, wide, _ = slip_of_hand(len(cards))
        spots = self.fan(len(cards), (left + wide / 2, top + 122), 96, wide - 30, 104)
        tokens = tokens_of("other", cards)
        return [
            self.choosable(
                look, Piece("card", token.what, spot._replace(y=self.at(0, top + 122)[1], angle=0.0), token), 8
            )
            for token, spot in zip(tokens, spots, strict=True)
        ]

    def _field(self, place: int) -> tuple[float, float]:
        boat = list(FIELDS.values())[place].boat
        left, _ = self._boat(boat)
        return left + 58 + 52 * PLACES[boat].index(place), 166

    def _boat(self, boat: str) -> tuple[float, float]:
        """Where a boat begins, and how long it is."""
        left = 40.0
        for name, places in PLACES.items():
            wide = 96 + 52.0 * len(places)
            if name == boat:
                return left, wide
            left += wide + 32
        raise AssertionError(boat)

    def _seat_box(self, look: Look, seat: Seat) -> tuple[float, float, float, float]:
        high = 57 if len(look.names) > 3 else 72
        return 1062, 422 + (high + 4) * players(look).index(seat), 198, high

    def _small_good(self, look: Look) -> float:
        """How wide goods of the others are."""
        return 15 if len(look.names) > 3 else 22

    def zones(self, look: Look) -> dict[Token, Rect]:
        """Boats, and the other players."""
        boats = {Token("boat", boat): self.box(self._boat(boat)[0], 136, self._boat(boat)[1], 104) for boat in BOATS}
        others = [seat for seat in players(look) if seat != look.seat]
        return boats | {Token("seat", str(seat + 1)): self.box(*self._seat_box(look, seat)) for seat in others}

    # What is asked.

    def parts(self, view: State, action: Any) -> tuple[Part, ...]:  # noqa: ARG002, C901, PLR0912  one case an action
        """Goods, cards, boats, then a button; a player is chosen by pressing him."""
        match action:
            case Play(card):
                return (("hand", card), (DO, "play"))
            case Discard(card):
                return (("hand", card), (DO, "discard"))
            case Lay(cards):
                return (*(("hand", card) for card in cards), (DO, "lay"))
            case Use(card):
                return (("other", card), (DO, "use"))
            case Buy(boat):
                return (("boat", boat), (DO, "buy"))
            case Sell(good):
                return (("stall", good), ("stall", good), (DO, "sell"))
            case Rise(goods):
                return (*(("stall", good) for good in goods), (DO, "rise"))
            case Take(good):
                return (("village", good), (DO, "take"))
            case Give(good):
                return (("stall", good), (DO, "give"))
            case LookAt(fields):
                return (*(("field", name) for name in fields), (DO, "look"))
            case Visit(player):
                return (("seat", str(player)),)
            case Supply(cards, gold):
                return ((DO, f"supply {cards} {gold}"),)
            case Choose(figure):
                return ((DO, f"figure {figure}"),)
        simple = {Substitute: "substitute", Stop: "stop", Share: "share", Decline: "decline", Enough: "enough"}
        return ((DO, simple[type(action)]),)

    def caption(self, look: Look, what: str, action: Any | None) -> Caption:
        """What stands on a button."""
        kind, *values = what.split()
        match kind:
            case "supply":
                cards, gold = map(int, values)
                return Caption(supply_name(cards, gold), "cards" if cards >= gold else "gold", "primary")
            case "figure":
                return Caption(capital(FIGURES[values[0]].name[code()]), "person", tint=FIGURE[values[0]])
            case "buy" if isinstance(action, Buy):
                return Caption(say("Buy for {gold} gold", gold=BOATS[action.boat].price), "boat", "primary")
            case "rise":
                step = look.view.steps[look.seat] + 1
                return Caption(say("Rise to step {step}", step=step), "check", "go", 14.5)
            case "sell":
                return Caption(say("Sell: {gold} gold", gold=SALE), "gold", "primary", 14.5)
        label, icon = labels()[kind]
        style: StyleName = "plain" if kind in {"stop", "decline", "enough", "substitute"} else "primary"
        return Caption(label, icon, style, 14 if kind == "substitute" else theme.BUTTON)

    def button_boxes(self, buttons: Sequence[str]) -> list[Rect]:
        """Selling and rising beside the stall, many answers on a slip, the others at the lower right."""
        aside = {what: (858, 473 if what == "sell" else 429, 178, 40) for what in ASIDE}
        below = _below(buttons)
        if len(below) > 2:
            left, top, wide, _ = slip(len(below))
            columns = slip_columns(len(below))
            part = (wide - 24) / columns
            boxes = {
                what: (left + 18 + number % columns * part, top + 62 + number // columns * 60, part - 12, 50.0)
                for number, what in enumerate(below)
            }
        else:
            boxes = {what: (1062, 706 - 50 * (len(below) - number), 198, 44.0) for number, what in enumerate(below)}
        return [self.box(*(aside[what] if what in aside else boxes[what])) for what in buttons]

    def question(self, look: Look) -> str:
        """What is asked, and of whom."""
        return say("{name}: {question}", name=look.names[look.seat], question=self.words.question(look.view))

    def explain(self, look: Look) -> str:
        """What will be done; people have names."""
        match look.action:
            case Visit(player):
                cards = count("{number} card", "{number} cards", len(look.view.hands[player - 1]))
                return say("{name} ({cards})", name=look.names[player - 1], cards=cards)
        return super().explain(look)

    def score(self, view: State, seat: Seat) -> str:
        """Step and gold."""
        gold = view.gold[seat]
        return say("step {step} · {gold} gold", step=view.steps[seat], gold="?" if gold == HIDDEN_GOLD else gold)

    def rank(self, view: State, seat: Seat) -> tuple[int, ...]:
        """The step, then gold."""
        return -view.steps[seat], -view.gold[seat]

    # What is painted.

    def paint_under(self, on: Surface, look: Look) -> None:
        """Boats, ladder, village, display, fire, stall and players."""
        view, brush = look.view, self.brush
        for boat in BOATS:
            self._paint_boat(on, look, boat)
        if view.heap:
            self.put(on, Piece("good", BACK, self.spot(HEAP[0] + 3, HEAP[1] + 3, WARE)))
            self.put(on, Piece("good", BACK, self.spot(*HEAP, WARE)))
        self._paint_ladder(on, look)
        village = self.box(254, 286, 470, 120)
        brush.panel(on, village, 18, colour("#F7EACB"), colour("#EFDCB2"), shadow=8)
        box = self.line(on, say("Village"), (272, 310), 18, theme.INK, "display", room=140)
        self.line(
            on, say("a stock for all"), ((box.right - self.left) / brush.scale + 14, 312), 13, theme.INK_2, room=240
        )
        brush.panel(on, self.box(744, 286, 300, 120), 18, colour("#E3C48A"), colour("#D8B677"), shadow=8)
        for place, good in enumerate(GOODS):
            if good not in view.village:
                slot = self.box(278 + 68 * place, 336, 48, 48)
                on.blit(brush.sheet(slot.size, 12, colour("#EBD9AE"), colour("#E6D2A2"), theme.LINE, 1.4), slot)
                brush.put_icon(on, WARES[good].icon, slot.center, 28, colour("#D3BC88"))
        for number in range(3):
            slot = self.box(756 + 96 * number, 294, 86, 104)
            on.blit(brush.sheet(slot.size, 10, colour("#D0A862"), colour("#C99E55"), colour("#A87C38"), 1.4), slot)
            self.line(on, f"{number + 1}.", (799 + 96 * number, 346), 24, colour("#8A6226"), "display", "centre", 80)
        self._paint_fire(on, view)
        self.pile(on, *PILE, 66, BACK, len(view.pile), "", 3)
        if not view.discard:
            self.slot(on, *DISCARD, 66)
        self._paint_stall(on, look)
        for seat in players(look):
            if seat != look.seat:
                self._paint_player(on, look, seat)

    def _paint_boat(self, on: Surface, look: Look, boat: str) -> None:
        brush = self.brush
        left, wide = self._boat(boat)
        token = Token("boat", boat)
        box = self.box(left, 152, wide, 80)
        if token in look.chosen or token in look.hinted:
            brush.glow(on, box.inflate(0, brush.u(20)), 30, 14, 190, colour("#FFE9AE"))
        brush.glow(on, self.box(left + 16, 206, wide - 32, 20), 8, 7, 120, colour("#123A44"), down=6)
        on.blit(hull(brush, box.size), box, special_flags=pygame.BLEND_PREMULTIPLIED)
        coin(on, brush, self.at(left + wide - 30, 197), str(BOATS[boat].price))

    def _paint_ladder(self, on: Surface, look: Look) -> None:
        view, brush = look.view, self.brush
        tasks = LADDERS[view.options.ladder].tasks
        brush.panel(on, self.box(20, 286, 214, 414), 18)
        self.line(on, say("Esteem"), (38, 312), 18, theme.INK, "display", room=180)
        own = view.steps[look.seat]
        top = len(tasks)
        high = 330 / top
        for step in range(1, top + 1):
            y = 334 + (top - step) * high
            task = tasks[step - 1]
            can = look.helps and step == own + 1 and bool(payments(task, view.stalls[look.seat]))
            tones = (colour("#FBE3AE"), colour("#F8D995")) if can else (colour("#F5EAD4"), colour("#F0E2C6"))
            slip = self.box(34, y, 186, high - 8)
            on.blit(
                brush.sheet(slip.size, 12, *tones, theme.HONEY_DARK if can else theme.LINE, 2 if can else 1.2), slip
            )
            middle = y + (high - 8) / 2
            self.line(on, str(step), (52, middle), 22, theme.INK if can else theme.INK_2, "display", "centre", 30)
            shapes = [letter for letter, size in enumerate(task) for _ in range(size)]
            gap = min(23.0, 96 / max(1, len(shapes) - 1))
            for number, letter in enumerate(shapes):
                image = shape(brush, letter, brush.u(18))
                px, py = self.at(76 + number * gap, middle)
                on.blit(image, image.get_rect(center=(round(px), round(py))), special_flags=pygame.BLEND_PREMULTIPLIED)
            self._paint_figures(on, look, step, middle)
            if can:
                brush.put_icon(on, "check", self.at(204, middle - 14), 18, theme.LEAF_DARK)
        self.line(on, "0", (52, 681), 18, theme.INK_2, "display", "centre", 30)
        self._paint_figures(on, look, 0, 681)

    def _paint_figures(self, on: Surface, look: Look, step: int, y: float) -> None:
        view, brush = look.view, self.brush
        there = [seat for seat, at in enumerate(view.steps) if at == step and seat < len(view.figures)]
        for number, seat in enumerate(reversed(there)):
            at = self.at(203 - 14 * number, y + (6 if step else 0))
            size = 27 if seat == look.seat else 21
            brush.put_icon(on, "person", at, size + 5, theme.PAPER)
            brush.put_icon(on, "person", at, size, FIGURE[view.figures[seat]])

    def _paint_fire(self, on: Surface, view: State) -> None:
        brush = self.brush
        box = self.box(1056, 300, 50, 76)
        tones = (colour("#E8743B"), colour("#C44A24")) if view.burning else (colour("#8E8A86"), colour("#6C6864"))
        rim = colour("#FFE0A0") if view.burning else colour("#C9C4BC")
        brush.panel(on, box, 14, *tones, rim, 3, shadow=6)
        icon, tone = ("fire", colour("#FFE9AE")) if view.burning else ("fire-out", colour("#EFEAE2"))
        brush.put_icon(on, icon, box.center, 40, tone)

    def _paint_stall(self, on: Surface, look: Look) -> None:
        view, brush = look.view, self.brush
        box = self.box(*STALL)
        if look.actor == look.seat:
            brush.glow(on, box, 18, 8, 190, theme.HONEY)
        brush.panel(on, box, 18)
        is_own = not look.bots[look.seat] and not look.is_watched
        mine = say("Your stall") if is_own else look.names[look.seat]
        self.line(on, mine, (STALL[0] + 18, 446), 18, theme.INK, "display", room=118)
        coin(on, brush, self.at(STALL[0] + 36, 487), str(view.gold[look.seat]), 40)
        self.line(on, say("Gold"), (STALL[0] + 64, 487), 15, theme.INK_2, "strong", room=70)
        for number in range(6):
            slot = self.box(STALL[0] + 147 + 66 * number, 442, 58, 58)
            on.blit(brush.sheet(slot.size, 14, colour("#EADBBB"), colour("#E3D2AD"), theme.LINE, 1.4), slot)

    def _paint_player(self, on: Surface, look: Look, seat: Seat) -> None:
        view: State = look.view
        gold = view.gold[seat]
        cards = count("{number} card", "{number} cards", len(view.hands[seat]))
        foot = self._small_good(look) if view.stalls[seat] else 0
        second = say("{gold} gold · {cards}", gold="?" if gold == HIDDEN_GOLD else gold, cards=cards)
        self.plate(on, self.box(*self._seat_box(look, seat)), look, seat, second, foot=foot)

    def paint_over(self, on: Surface, look: Look) -> None:
        """Numbers, eyes on goods one has looked at, the slip, and what will be done."""
        view, brush = look.view, self.brush
        for good, number in Counter(view.village).items():
            x = 302.0 + 68 * list(GOODS).index(good)
            if number > 1:
                self.tally(on, x + 22, 384, f"×{number}")
        for place, spot in enumerate(view.boats):
            if spot is not None and not HAS_EYE[place] and spot.good != HIDDEN:
                x, y = self._field(place)
                brush.put_icon(on, "eye", self.at(x + 17, y - 19), 20, theme.PAPER)
                brush.put_icon(on, "eye", self.at(x + 17, y - 19), 16, theme.INK)
        if view.discard:
            self.tally(on, DISCARD[0], DISCARD[1] + 54, len(view.discard))
        if view.heap:
            self.tally(on, HEAP[0], HEAP[1] + 32, len(view.heap))
        self._paint_slip(on, look)
        self.banner(on, self.explain(look), (649, 531), 760, 13.5)
        if look.asking and not self._has_slip(look):
            self.banner(on, self.recently(look, 900, 2, 13), (600, 107), 910, 13, "text")

    def _has_slip(self, look: Look) -> bool:
        tasks = look.view.tasks
        if tasks and tasks[0].ask is Ask.USE:
            return HIDDEN not in look.view.hands[tasks[0].other]
        return look.asking is not None and len(_below(look.asking.buttons)) > 2

    def _paint_slip(self, on: Surface, look: Look) -> None:
        """Paper over the river, for a hand that is shown or for many answers."""
        view: State = look.view
        if not self._has_slip(look):
            return
        task = view.tasks[0]
        is_hand = task.ask is Ask.USE
        buttons = _below(look.asking.buttons) if look.asking else ()
        left, top, wide, high = slip_of_hand(len(view.hands[task.other])) if is_hand else slip(len(buttons))
        self.brush.panel(on, self.box(left, top, wide, high), 22, shadow=16, alpha=160)
        text = say("The hand of {name}", name=look.names[task.other]) if is_hand else self.words.question(view)
        self.line(on, text, (left + wide / 2, top + 30), 17, theme.INK, "display", "centre", wide - 30)
        if is_hand:
            self.paint_pieces(on, self._shown_hand(look, list(view.hands[task.other])))

    # What happens.

    def after(self, view: State, event: Any) -> State:
        """One event carried out on what is seen."""
        return after(view, event)

    def effect(self, event: Any) -> Effect:
        """What an event looks and sounds like."""
        return effect(event)

    def paint_effect(self, on: Surface, effect: str, part: float, look: Look) -> None:
        """The fire goes out or burns again; somebody rises."""
        brush = self.brush
        if effect in {"fire", "fire-out"}:
            shown = min(1.0, (1.0 - part) * 3)
            image = brush.icon(effect, brush.u(200), theme.HONEY if effect == "fire" else colour("#5C5652")).copy()
            image.set_alpha(round(255 * shown))
            px, py = self.at(640, 340)
            on.blit(image, image.get_rect(center=(round(px), round(py))))
        elif effect == "rise" and look.view.steps:
            brush.outlined(on, say("Up a step!"), self.at(640, 330), 44, theme.PAPER, self.rim, 4)


def slip_columns(answers: int) -> int:
    """How many answers lie side by side."""
    return 3 if answers in {3, 5, 6} else 2


def slip(answers: int) -> tuple[float, float, float, float]:
    """Where more than two answers are laid before a person: left, top, width, height."""
    wide = 24.0 + 224 * slip_columns(answers)
    return 640 - wide / 2, 82, wide, 78.0 + 60 * -(-answers // slip_columns(answers))


def slip_of_hand(cards: int) -> tuple[float, float, float, float]:
    """Where a hand of so many cards is shown."""
    wide = min(880.0, max(360, 34 + 104 * cards))
    return 640 - wide / 2, 82, wide, 198


def _below(buttons: Sequence[str]) -> list[str]:
    return [what for what in buttons if what not in ASIDE]


TABLE: Final = WakaWaka
