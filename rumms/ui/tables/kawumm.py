"""The table of Kawumm!: a blackboard with a kettle, three cards turned up, and a dial for the danger."""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import Any, Final

from rumms.games.kawumm.bots import cards_to_come
from rumms.games.kawumm.cards import HIDDEN, KINDS, NUMBER
from rumms.games.kawumm.game import PLACES, REVEAL, ROWS, TO_WIN, new_kinds, open_kinds
from rumms.games.kawumm.state import (
    Area,
    Experiment,
    Keep,
    Lay,
    Leave,
    Rows,
    Secure,
    State,
    Step,
)
from rumms.kernel.game import Seat
from rumms.language import code, say
from rumms.ui import theme
from rumms.ui.draw.brush import Rect, Surface
from rumms.ui.draw.cards import INGREDIENTS, KAWUMM_BACK, card_back, kawumm_card
from rumms.ui.draw.dial import paint_dial
from rumms.ui.draw.tiles import blackboard
from rumms.ui.tables.answering import DO, Part, Token
from rumms.ui.tables.kawumm_course import after, effect
from rumms.ui.tables.layout import Layout
from rumms.ui.tables.look import Caption, Effect, Look, capital, finished, players, tokens_of
from rumms.ui.tables.motion import BACK, Piece, Spot
from rumms.ui.theme import colour, mix

CHALK: Final = colour("#DFF0E6")
FAINT: Final = colour("#BCD9D2")
DONE: Final = colour("#A6DB8C")
GLOWING: Final = colour("#FFD984")
BOARD: Final = (colour("#2C5F5B"), colour("#244F4C"), colour("#5E938C"))
"""A panel on the blackboard: above, below, its border."""
PLACE: Final = (colour("#1F4543"), colour("#1B3E3C"), colour("#4E7C78"))
"""A place for a kind."""
KETTLE: Final = (316, 676, 196)
"""From left to right, and the middle of the rows."""
SHOWN: Final = (376, 128, 384)
"""The first card turned up, the step to the next, and how far down."""
PILE, DISCARD = (822, 372), (934, 372)
WIDE: Final = 92
OWN: Final = 80
"""How wide cards of the own area are."""


class Kawumm(Layout):
    """Nobody has a secret here: everything lies open but the pile."""

    rim = colour("#0F2B2A")

    def ground(self) -> Surface:
        """A blackboard."""
        return blackboard(self.brush, self.brush.size)

    def face(self, family: str, sort: str, wide: int) -> Surface:  # noqa: ARG002  there are cards alone
        """An ingredient, or the back of a card."""
        size = (wide, round(wide * self.tall))
        if sort == BACK:
            return card_back(self.brush, KAWUMM_BACK, size)
        return kawumm_card(self.brush, sort, NUMBER[sort], kind_name(sort), size)

    @property
    def tall(self) -> float:
        """These cards are a little shorter."""
        return 1.37

    # Where everything lies.

    def pieces(self, look: Look) -> list[Piece]:
        """Piles, areas, the kettle, and what is turned up."""
        view: State = look.view
        pile = self.spot(*PILE, WIDE, seen=False)
        out = [Piece("card", BACK, pile) for _ in view.pile]
        last = len(view.discard) - 1
        for number, card in enumerate(view.discard):
            angle = (6, -4, 2)[number % 3]
            spot = self.spot(*DISCARD, WIDE, angle if number < last else -4, seen=number >= last - 1)
            out.append(Piece("card", card if card != HIDDEN else BACK, spot))
        for seat in range(len(view.areas)):
            out += self._area(look, seat)
        out += self._kettle(look)
        rows = {row.kind for row in view.middle}
        for token, spot in zip(tokens_of("shown", view.shown), self._shown(len(view.shown)), strict=True):
            piece = Piece("card", token.what, spot, token)
            alike = any(one.part == token.part for one in look.chosen) and view.step is Step.SECOND
            if alike and not look.is_at_rest:
                piece = self._raised(piece)
            elif not (view.step is Step.SECOND and token.what in rows):  # these join their row by themselves
                piece = self.choosable(look, piece, 14)
            out.append(piece)
        return out

    def _raised(self, piece: Piece) -> Piece:
        return piece._replace(spot=piece.spot._replace(y=piece.spot.y - self.brush.u(10), lift=4.0), look="glow")

    def _shown(self, number: int) -> list[Spot]:
        first, step, y = SHOWN
        return [self.spot(first + place * step, y, WIDE, (3, -2, 4)[place % 3]) for place in range(number)]

    def _kettle(self, look: Look) -> list[Piece]:
        out = []
        for row, (x, step) in zip(look.view.middle, self._rows(look.view.middle), strict=True):
            glows = self._is_kept(look, row.kind)
            for number in range(row.cards):
                spot = self.spot(x + WIDE / 2 + number * step, KETTLE[2], WIDE)
                out.append(Piece("card", row.kind, spot, look="glow" if glows else ""))
        return out

    def _rows(self, rows: Rows) -> list[tuple[float, float]]:
        """Where each row of the kettle begins, and from a card of it to the next."""
        left, room, _ = KETTLE
        cards = sum(row.cards for row in rows)
        more = cards - len(rows)
        step = min(34.0, (room - len(rows) * (WIDE + 26)) / more) if more else 34.0
        out, x = [], left + 10.0
        for row in rows:
            out.append((x, step))
            x += step * (row.cards - 1) + WIDE + 26
        return out

    def _area(self, look: Look, seat: Seat) -> list[Piece]:
        """A player's secured cards; those of the others are too small to be seen one by one."""
        area: Area = look.view.areas[seat]
        is_own = seat == look.seat
        boxes = self._own_places() if is_own else self._places(look, seat)
        out = []
        for box, kind in zip(boxes, area.complete, strict=False):
            at = (box[0] + 76, box[1] + box[3] / 2) if is_own else (box[0] + box[2] / 2, box[1] + 20)
            out.append(Piece("card", kind, self.spot(*at, OWN if is_own else 40, 90, seen=is_own)))
        for box, row in zip(boxes[len(area.complete) :], area.rows, strict=False):
            step = min(14.0, 56 / max(1, row.cards - 1))
            glows = is_own and self._is_kept(look, row.kind)
            for number in range(row.cards):
                if is_own:
                    spot = self.spot(box[0] + 50 + number * step, box[1] + box[3] / 2, OWN)
                else:
                    spot = self.spot(box[0] + box[2] / 2, box[1] + 20, 40, seen=False)
                out.append(Piece("card", row.kind, spot, look="glow" if glows else ""))
        return out

    def _is_kept(self, look: Look, kind: str) -> bool:
        part = ("kind", kind)
        return any(token.part == part for token in (*look.chosen, *look.hinted))

    def is_hinted(self, look: Look, token: Token) -> bool:
        """New kinds are laid with all their cards."""
        is_laid = look.view.step is Step.SECOND and any(one.part == token.part for one in look.hinted)
        return is_laid or super().is_hinted(look, token)

    def _own_places(self) -> list[tuple[float, float, float, float]]:
        return [(306 + 238 * number, 552, 226, 140) for number in range(PLACES)]

    def _seat_top(self, look: Look, seat: Seat) -> float:
        order = players(look)
        return 508.0 if seat == look.seat else 84.0 + 138 * order.index(seat)

    def _places(self, look: Look, seat: Seat) -> list[tuple[float, float, float, float]]:
        top = self._seat_top(look, seat) + 60
        return [(31 + 59 * number, top, 53, 56) for number in range(PLACES)]

    def zones(self, look: Look) -> dict[Token, Rect]:
        """Kinds that can be kept: in the own area, else in the kettle."""
        view: State = look.view
        if view.step is not Step.SECURE:
            return {}
        area = view.areas[look.seat]
        zones = {}
        for row, (x, step) in zip(view.middle, self._rows(view.middle), strict=True):
            zones[Token("kind", row.kind)] = self.box(x - 4, KETTLE[2] - 68, WIDE + step * (row.cards - 1) + 8, 136)
        for place, row in zip(self._own_places()[len(area.complete) :], area.rows, strict=False):
            zones[Token("kind", row.kind)] = self.box(*place)
        return zones

    # What is asked.

    def parts(self, view: State, action: Any) -> tuple[Part, ...]:
        """Cards or kinds, then a button."""
        match action:
            case Leave(kind):
                return (("shown", kind or ""), (DO, "leave"))
            case Lay(kinds):
                return (*(("shown", kind) for kind in kinds), (DO, "lay"))
            case Keep(kinds):
                return (*(("kind", kind) for kind in kinds), (DO, "keep"))
            case Experiment():
                return ((DO, "experiment"),)
            case Secure():
                return ((DO, "secure"),)
        raise AssertionError(action, view.step)

    def caption(self, look: Look, what: str, action: Any | None) -> Caption:  # noqa: ARG002  these say it all
        """What stands on a button."""
        match what:
            case "leave":
                return Caption(say("Into the kettle!"), "glass", "primary")
            case "lay":
                return Caption(say("Lay them"), "glass", "primary")
            case "keep":
                return Caption(say("Keep these"), "lock", "go")
            case "experiment":
                return Caption(say("Experiment!"), "glass", "primary")
            case "secure":
                return Caption(say("Secure"), "lock", "go")
        raise AssertionError(what)

    def question(self, look: Look) -> str:
        """What is asked, in a line."""
        view, name = look.view, look.names[look.seat]
        match view.step:
            case Step.FIRST:
                return say("{name}: which card goes away?", name=name)
            case Step.SECOND:
                free = min(ROWS - len(view.middle), len(new_kinds(view)))
                if free == 1:
                    return say("{name}: which new kind joins the kettle?", name=name)
                return say("{name}: which {number} new kinds join the kettle?", name=name, number=free)
            case Step.CHOICE:
                return say("{name}: one more experiment, or secure?", name=name)
        return say("{name}: {question}", name=name, question=self.words.question(view))

    def score(self, view: State, seat: Seat) -> str:
        """Kinds complete."""
        return finished(len(view.areas[seat].complete), TO_WIN)

    def rank(self, view: State, seat: Seat) -> tuple[int, ...]:
        """Complete kinds, then secured cards."""
        area = view.areas[seat]
        return -len(area.complete), -sum(row.cards for row in area.rows)

    # What is painted.

    def paint_under(self, on: Surface, look: Look) -> None:
        """Panels, players, piles."""
        view: State = look.view
        brush = self.brush
        kettle, own = self.box(292, 84, 716, 404), self.box(292, 508, 968, 196)
        brush.panel(on, kettle, 22, *BOARD, 2, shadow=12)
        brush.panel(on, own, 22, *BOARD, 2, shadow=10)
        whose = (
            say("In the kettle") if view.turn == look.seat else say("In {name}'s kettle", name=look.names[view.turn])
        )
        is_told = look.asking is not None and bool(look.story) and not (view.shown and view.middle)
        if is_told and not view.middle:
            whose = say("What happened")
        self.line(on, whose, (316, 110), 18, CHALK, "display", room=600)
        if view.shown:
            self.line(on, say("Just turned up"), (316, 292), 18, CHALK, "display", room=400)
        if is_told:
            top = 110 if view.shown else 292
            if not view.shown:
                self.line(on, say("What happened"), (316, top), 18, CHALK, "display", room=400)
            self.tell(on, look, (318, top + 22, 430 if top > 200 else 660, 150), 15, (CHALK, FAINT))
        self.pile(on, *PILE, WIDE, BACK, len(view.pile), say("Pile"))
        if not view.discard:
            self.slot(on, *DISCARD, WIDE)
        is_own = not look.bots[look.seat] and not look.is_watched
        mine = say("Your secured area") if is_own else look.names[look.seat]
        self.line(on, mine, (316, 532), 16, CHALK, "display", room=600)
        for seat in players(look):
            self._paint_player(on, look, seat)
        for box in self._own_places():
            on.blit(brush.sheet(self.box(*box).size, 12, *PLACE, 1.6), self.box(*box))
        self._paint_decision(on, look)

    def _paint_player(self, on: Surface, look: Look, seat: Seat) -> None:
        area: Area = look.view.areas[seat]
        second = finished(len(area.complete), TO_WIN)
        box = self.box(20, self._seat_top(look, seat), 252, 54)
        self.plate(on, box, look, seat, second)
        if seat == look.seat:
            return
        items = [(kind, 0) for kind in area.complete] + [(row.kind, row.cards) for row in area.rows]
        for number, (left, top, wide, high) in enumerate(self._places(look, seat)):
            place = self.box(left, top, wide, high)
            on.blit(self.brush.sheet(place.size, 9, *PLACE, 1.4), place)
            if number >= len(items):
                continue
            kind, cards = items[number]
            sign = INGREDIENTS[kind]
            chip = self.box(left + 4, top + 4, wide - 8, 30)
            on.blit(self.brush.sheet(chip.size, 7, mix(sign.colour, theme.WHITE, 0.14), sign.colour), chip)
            self.brush.put_icon(on, sign.icon, chip.center, 22, theme.PLATE)
            if cards:
                text = f"{cards}/{NUMBER[kind]}"
                self.line(on, text, (left + wide / 2, top + 45), 13.5, CHALK, "strong", "centre", wide - 4)
            else:
                self.brush.put_icon(on, "check", self.at(left + wide / 2, top + 45), 15, DONE)

    def paint_over(self, on: Surface, look: Look) -> None:
        """Tags below cards, numbers, and what stands in the places."""
        view: State = look.view
        if view.discard:
            self.tally(on, DISCARD[0], DISCARD[1] + WIDE * self.tall / 2 + 8, len(view.discard))
        at = (DISCARD[0], DISCARD[1] + WIDE * self.tall / 2 + 30)
        self.line(on, say("Discarded"), at, 12.5, CHALK, "strong", "centre", 100)
        self._paint_tags(on, look)
        area: Area = view.areas[look.seat]
        items = [(kind, 0) for kind in area.complete] + [(row.kind, row.cards) for row in area.rows]
        coming = dict(view.middle) if view.turn == look.seat else {}
        for number, (left, top, wide, high) in enumerate(self._own_places()):
            if number >= len(items):
                self.line(
                    on,
                    say("free"),
                    (left + wide / 2, top + high / 2),
                    17,
                    colour("#7FB0A8"),
                    "display",
                    "centre",
                    wide - 20,
                )
                continue
            kind, cards = items[number]
            x, y = left + 184, top + high / 2
            if not cards:
                self.brush.put_icon(on, "check", self.at(x - 6, y - 18), 30, DONE)
                self.line(on, say("done!"), (x - 6, y + 16), 15, CHALK, "strong", "centre", 84)
                continue
            self.line(on, f"{cards}/{NUMBER[kind]}", (x, y - 18), 22, theme.PLATE, "display", "centre", 84)
            more = coming.get(kind, 0)
            if more:
                full = cards + more >= NUMBER[kind]
                text = say("+{number}: done!", number=more) if full else f"+{more}"
                self.line(on, text, (x, y + 13), 13, GLOWING, "strong", "centre", 84)
            else:
                self.line(on, say("secured"), (x, y + 13), 13, FAINT, "strong", "centre", 74)

    def _paint_tags(self, on: Surface, look: Look) -> None:
        """What becomes of each card that is turned up, as far as it is known."""
        view: State = look.view
        first, step, y = SHOWN
        rows = {row.kind for row in view.middle}
        chosen = Counter(token.part for token in look.chosen)
        for number, token in enumerate(tokens_of("shown", view.shown)):
            text, tone = "", theme.PLUM
            if token.what in rows and view.step in {Step.SECOND, Step.EXPERIMENT}:
                text, tone = say("fits"), theme.LEAF
            elif look.asking and view.step is Step.FIRST and chosen:
                is_away = token in look.chosen
                text, tone = (say("away"), theme.CORAL) if is_away else (say("kettle"), theme.LEAF)
            elif look.asking and view.step is Step.SECOND:
                text, tone = (say("new"), theme.LEAF) if chosen[token.part] else (say("away"), theme.PLUM)
            elif view.step is Step.EXPERIMENT and len(view.shown) == REVEAL:
                text = say("away")
            if text:
                self.tag(on, first + number * step, y + 75, text, tone, 110)

    def _paint_decision(self, on: Surface, look: Look) -> None:
        view: State = look.view
        brush = self.brush
        box = self.box(*self.decision)
        brush.panel(on, box, 22, shadow=12)
        left, top, wide, _ = self.decision
        middle = left + wide / 2
        foot = self.button_top(look.asking.buttons if look.asking else ("",))
        is_danger = look.helps and bool(view.middle) and view.step in {Step.CHOICE, Step.EXPERIMENT}
        if is_danger:
            part = danger(view)
            self.line(on, say("Danger of explosion"), (middle, top + 28), 17, theme.INK, "display", "centre", wide - 24)
            paint_dial(on, brush, self.box(middle - 76, top + 42, 152, 152), part)
            percent = say("{percent}%", percent=round(100 * part))
            self.line(on, percent, (middle, top + 152), 22, theme.INK, "display", "centre", 90)
            self.words_in(on, self._what_fits(view), (left + 14, top + 192, wide - 28, foot - top - 198), 13.5)
        elif look.asking:
            self.line(on, self._title(look), (middle, top + 28), 17, theme.INK, "display", "centre", wide - 24)
            icon = {Step.FIRST: "glass", Step.SECOND: "glass", Step.SECURE: "lock"}.get(view.step, "kawumm")
            brush.put_icon(on, icon, self.at(middle, top + 94), 74, mix(theme.PAPER_3, theme.HONEY_DARK, 0.35))
            self.words_in(on, self._advice(look), (left + 16, top + 140, wide - 32, foot - top - 148), theme.BODY)
        else:
            text = self._story(look)
            self.words_in(on, text, (left + 16, top + 20, wide - 32, foot - top - 28), 14)

    def _title(self, look: Look) -> str:
        match look.view.step:
            case Step.FIRST:
                return say("Choose")
            case Step.SECURE:
                return say("Your places")
        return say("New kinds")

    def _advice(self, look: Look) -> str:
        view: State = look.view
        action = look.action
        match view.step, action:
            case Step.FIRST, Leave(kind) if kind:
                others = list(view.shown)
                others.remove(kind)
                return say(
                    "{away} is put away. {kept} go into the kettle.", away=kind_name(kind),
                    kept=" + ".join(map(kind_name, others)),
                )  # fmt: skip
            case Step.FIRST, _:
                return say("Two of these cards go into the kettle. Press the one that you do not want.")
            case Step.SECURE, Keep(kinds):
                lost = [kind_name(kind) for kind in open_kinds(view) if kind not in kinds]
                done = [kind for kind in kinds if self._cards_of(look, kind) >= NUMBER[kind]]
                text = say("You give up: {kinds}.", kinds=", ".join(lost)) if lost else say("You keep everything.")
                if done:
                    text += " " + say("Done: {kinds}!", kinds=", ".join(map(kind_name, done)))
                return text
            case Step.SECURE, _:
                return self.words.question(view)
            case Step.CHOICE, _:
                return say("An experiment turns up three cards. If none fits, you lose the kettle.")
        return say("What fits joins its row by itself. Press what you want in the kettle, too.")

    def _cards_of(self, look: Look, kind: str) -> int:
        view: State = look.view
        return dict(view.middle).get(kind, 0) + dict(view.areas[look.seat].rows).get(kind, 0)

    def _story(self, look: Look) -> str:
        return "\n".join(look.story[-3:])

    def _what_fits(self, view: State) -> str:
        names = [kind_name(row.kind) for row in view.middle]
        listed = names[0] if len(names) == 1 else say("{first} or {last}", first=", ".join(names[:-1]), last=names[-1])
        return say("It fits if there is {kinds}.", kinds=listed)

    # What happens.

    def after(self, view: State, event: Any) -> State:
        """One event carried out on what is seen."""
        return after(view, event)

    def effect(self, event: Any) -> Effect:
        """What an event looks and sounds like."""
        return effect(event)

    def paint_effect(self, on: Surface, effect: str, part: float, look: Look) -> None:  # noqa: ARG002  it is the same for all
        """The burst of an explosion."""
        if effect != "bang":
            return
        brush = self.brush
        grown = min(1.0, part * 4) if not brush.calm else 1.0
        shown = min(1.0, (1.0 - part) * 4)
        size = brush.u(150 + 190 * theme.out_cubic(grown))
        at = self.at(650, 286)
        for name, tone, much in (("kawumm", theme.CORAL, 1.0), ("kawumm", theme.HONEY, 0.8)):
            image = brush.icon(name, max(2, round(size * much / 8) * 8), tone).copy()
            image.set_alpha(round(255 * shown))
            on.blit(image, image.get_rect(center=(round(at[0]), round(at[1]))))
        brush.outlined(on, "Kawumm!", at, 46, theme.PAPER, self.rim, 4)


def kind_name(kind: str) -> str:
    """What a kind is called, as it stands on its card."""
    return capital(KINDS[kind].name[code()])


def danger(view: State) -> float:
    """The chance that none of the next cards fits."""
    to_come = cards_to_come(view)
    total = to_come.total()
    fitting = sum(to_come[row.kind] for row in view.middle)
    shown = min(REVEAL, total)
    return comb(total - fitting, shown) / comb(total, shown) if shown else 1.0


TABLE: Final = Kawumm
