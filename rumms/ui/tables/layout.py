"""What the tables of all card games have in common: the frame, the players, cards as they lie and fly, and buttons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

import numpy as np
import pygame

from rumms.catalogue import Words
from rumms.kernel.game import Seat
from rumms.ui import theme
from rumms.ui.draw.brush import Anchor, Brush, Rect, Surface
from rumms.ui.draw.cards import DETAIL, RADIUS, WIDE, lay
from rumms.ui.tables.answering import DO, Part, Token
from rumms.ui.tables.look import Caption, Effect, Look
from rumms.ui.tables.motion import Motion, Moving, Piece, Spot
from rumms.ui.theme import Colour, Cut, colour, mix

TALL: Final = 1.4
"""How much higher than wide a card is."""
SEATS: Final = tuple(map(colour, ("#CF4632", "#357FBF", "#7E5BA6", "#9A7650", "#5F8A3C", "#C08A12")))
"""A colour for each seat."""
PALE: Final = colour("#F4EBDD")
"""Small words on dark ground."""
PALER: Final = {"dim": 0.58, "pale": 0.34}
"""How far a card fades towards paper: one that cannot be chosen, and one that is of little use."""
HAND: Final = (640, 622)
"""Where the middle of the own hand is."""


class Layout:
    """The table of a game in a window. Lengths are pixels at 1280x720; the picture stands in the middle."""

    rim: ClassVar[Colour] = theme.INK
    """Around the title."""
    decision: ClassVar[tuple[float, float, float, float]] = (1026, 84, 234, 404)
    """Where buttons are: left, top, width, height."""
    moves: ClassVar[tuple[float, float, float, float]] = (1026, 84, 234, 404)
    """Where a replay lists its moves."""
    arc: ClassVar[float] = 26
    """How high things fly."""

    def __init__(self, brush: Brush, words: Words, seats: int) -> None:
        self.brush, self.words, self.seats = brush, words, seats
        self.left = (brush.size[0] - 1280 * brush.scale) / 2
        self.top = (brush.size[1] - 720 * brush.scale) / 2

    # What a game says.

    def ground(self) -> Surface:
        """What everything lies on, as large as the window."""
        raise NotImplementedError

    def pieces(self, look: Look) -> list[Piece]:
        """Every card and every other thing, seen or not, the lowest first."""
        raise NotImplementedError

    def face(self, family: str, sort: str, wide: int) -> Surface:
        """The picture of a thing, so many pixels wide, for `lay`."""
        raise NotImplementedError

    def paint_under(self, on: Surface, look: Look) -> None:
        """What lies below all cards."""

    def paint_over(self, on: Surface, look: Look) -> None:
        """What lies above all cards."""

    def paint_effect(self, on: Surface, effect: str, part: float, look: Look) -> None:
        """Something that happens all over the table, at some part of it."""

    def parts(self, view: Any, action: Any) -> tuple[Part, ...]:
        """An action as what is pressed for it, what closes the answer last."""
        raise NotImplementedError

    def zones(self, look: Look) -> dict[Token, Rect]:  # noqa: ARG002  most tables have cards alone
        """What can be pressed beside cards, and where."""
        return {}

    def caption(self, look: Look, what: str, action: Any | None) -> Caption:
        """What stands on a button; `action` is what it would do, where that is clear."""
        raise NotImplementedError

    def after(self, view: Any, event: Any) -> Any:  # noqa: ARG002  for events that change nothing
        """What is seen once an event has happened, all else being as before."""
        return view

    def effect(self, event: Any) -> Effect:  # noqa: ARG002  most events speak for themselves
        """What an event looks and sounds like beside cards that move."""
        return Effect()

    def question(self, look: Look) -> str:
        """What is asked, in a line."""
        return self.words.question(look.view)

    def explain(self, look: Look) -> str:
        """What the answer in the making will do, in a sentence."""
        action = look.action
        return self.words.choice(look.view, action) if action is not None else ""

    def score(self, view: Any, seat: Seat) -> str:
        """How a player stands, for the end of the game."""
        raise NotImplementedError

    def rank(self, view: Any, seat: Seat) -> tuple[int, ...]:
        """Less is better: in this order players stand below the winners at the end."""
        raise NotImplementedError

    # Places.

    def box(self, left: float, top: float, wide: float, high: float) -> Rect:
        """A box of the design."""
        u = self.brush.u
        return Rect(
            round(self.left + left * self.brush.scale), round(self.top + top * self.brush.scale), u(wide), u(high)
        )

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the design."""
        return self.left + x * self.brush.scale, self.top + y * self.brush.scale

    def spot(
        self, x: float, y: float, wide: float, angle: float = 0.0, lift: float = 0.0, *, seen: bool = True
    ) -> Spot:
        """A place of the design."""
        px, py = self.at(x, y)
        return Spot(px, py, self.brush.u(wide), angle, lift, seen)

    def fan(self, number: int, middle: tuple[float, float], wide: float, room: float, step: float) -> list[Spot]:
        """Places of a hand: in a row, a little turned and lower towards the ends."""
        gap = min(step, (room - wide) / max(1, number - 1))
        out = []
        for place in range(number):
            off = place - (number - 1) / 2
            turn = min(3.0, 14.0 / max(1, number)) if gap >= step else 0.0
            out.append(
                self.spot(middle[0] + off * gap, middle[1] + off * off * min(2.4, turn * 0.8), wide, -off * turn)
            )
        return out

    def hand(self, look: Look, cards: Sequence[str], wide: float = 98, room: float = 774, step: float = 106,
             middle: tuple[float, float] = HAND) -> list[Piece]:  # fmt: skip
        """The own hand: what is chosen is lifted, what cannot be chosen is paler."""
        spots = self.fan(len(cards), middle, wide, room, step)
        pieces, seen = [], dict[str, int]()
        for card, spot in zip(cards, spots, strict=True):
            token = Token("hand", card, seen.setdefault(card, 0))
            seen[card] += 1
            pieces.append(self.choosable(look, Piece("card", card, spot, token)))
        return pieces

    def choosable(self, look: Look, piece: Piece, rise: float = 26) -> Piece:
        """A thing as it lies while somebody chooses."""
        token, asking = piece.token, look.asking
        if asking is None or token is None or look.is_at_rest:
            return piece
        if token in look.chosen and token.part in asking.all_parts:
            spot = piece.spot._replace(
                y=piece.spot.y - rise * self.brush.scale * (1.0 if token in asking.chosen else 0.55),
                lift=6.0,
                angle=piece.spot.angle * 0.3,
            )
            return piece._replace(spot=spot, look="glow")
        if self.is_hinted(look, token):
            return piece._replace(look="glow")
        if look.asks_about(token.place) and token.part not in asking.all_parts:
            return piece._replace(look="dim")
        return piece

    def is_hinted(self, look: Look, token: Token) -> bool:
        """Is a thing to be pressed next for what a hint says?"""
        return token in look.hinted

    def targets(self, look: Look) -> dict[Token, Rect]:
        """Where what can be pressed is, lifted or not: of cards that lie on each other, what is seen of them."""
        if look.asking is None:
            return {}
        parts, pieces = look.asking.all_parts, self.pieces(replace(look, is_at_rest=True))
        zones = {token: box for token, box in self.zones(look).items() if token.part in parts and token.place != DO}
        cards = [piece for piece in pieces if piece.token and piece.token.part in parts and piece.spot.is_seen]
        for piece in cards:
            if piece.token:
                zones[piece.token] = self._seen_part(piece, cards)
        return zones

    def _seen_part(self, piece: Piece, others: Iterable[Piece]) -> Rect:
        box = self.box_of(piece)
        for other in others:
            beside = self.box_of(other)
            if (
                other.spot.x > piece.spot.x
                and beside.left < box.right
                and beside.top < box.bottom
                and box.top < beside.bottom
            ):
                box.width = max(1, beside.left - box.left)
        return box

    def box_of(self, piece: Piece) -> Rect:
        """What a thing covers, as if it lay straight."""
        spot = piece.spot
        box = Rect(0, 0, round(spot.wide), round(spot.wide * self.tall_of(piece.family)))
        box.center = (round(spot.x), round(spot.y))
        return box

    def tall_of(self, family: str) -> float:  # noqa: ARG002  most tables have cards alone
        """How much higher than wide things of a family are."""
        return self.tall

    @property
    def tall(self) -> float:
        """How much higher than wide cards are."""
        return TALL

    # Cards.

    def paint_pieces(self, on: Surface, pieces: Iterable[Piece]) -> None:
        """Things that lie there."""
        for piece in pieces:
            if piece.spot.is_seen:
                self.put(on, piece)

    def put(self, on: Surface, piece: Piece) -> None:
        """One thing that lies there."""
        spot, brush = piece.spot, self.brush
        card = self.face(piece.family, piece.sort, round(spot.wide))
        if piece.look in {"glow", "bad"}:
            box = Rect(0, 0, card.get_width() // DETAIL, card.get_height() // DETAIL)
            box.center = (round(spot.x), round(spot.y))
            tone = theme.HONEY if piece.look == "glow" else theme.CORAL
            brush.glow(on, box, 10, 9, 240, tone)
        elif piece.look:
            card = brush.keep((piece.look, card), lambda: _faded(card, PALER[piece.look]))
        lay(on, brush, card, (spot.x, spot.y), spot.angle, spot.lift)

    def paint_motion(self, on: Surface, motion: Motion, time: float) -> None:
        """Things that lie there, and those in the air."""
        self.paint_pieces(on, motion.lying(time))
        for moving in motion.flying(time):
            self._fly(on, moving)

    def _fly(self, on: Surface, moving: Moving) -> None:
        spot = moving.spot
        card = self.face(moving.family, moving.sort, round(moving.wide))
        scale = spot.wide / moving.wide / DETAIL
        image = pygame.transform.rotozoom(card, round(spot.angle), scale)
        if moving.part < 1.0:
            image = pygame.transform.smoothscale(
                image, (max(1, round(image.get_width() * moving.part)), image.get_height())
            )
        if moving.opacity < 1.0:
            image.fill((255, 255, 255, round(255 * moving.opacity)), special_flags=pygame.BLEND_RGBA_MULT)
            image.fill((round(255 * moving.opacity),) * 3, special_flags=pygame.BLEND_RGB_MULT)
        on.blit(image, image.get_rect(center=(round(spot.x), round(spot.y))), special_flags=pygame.BLEND_PREMULTIPLIED)

    def pile(
        self, on: Surface, x: float, y: float, wide: float, sort: str, number: int, label: str, depth: int = 4
    ) -> None:
        """A pile with its number; an empty one is a place for cards."""
        u = self.brush.u
        if number:
            card = self.face("card", sort, u(wide))
            for level in range(min(depth, number)):
                px, py = self.at(x - 1.2 * level, y - 1.6 * level)
                lay(on, self.brush, card, (px, py))
        else:
            self.slot(on, x, y, wide)
        self.tally(on, x, y + wide * self.tall / 2 + 8, number)
        if label:
            self.line(on, label, (x, y + wide * self.tall / 2 + 30), 12.5, PALE, "strong", "centre", 110)

    def slot(self, on: Surface, x: float, y: float, wide: float) -> None:
        """A place where cards would lie."""
        box = self.box(x - wide / 2, y - wide * self.tall / 2, wide, wide * self.tall)
        on.blit(self.brush.sheet(box.size, RADIUS * wide / WIDE, theme.BLACK, theme.BLACK, PALE, 1.4, 60), box)

    def tally(self, on: Surface, x: float, y: float, number: int | str, tone: Colour = theme.PLUM) -> None:
        """A small dark label with a number."""
        brush = self.brush
        wide = brush.width(str(number), 15, "display") + brush.u(18)
        box = Rect(0, 0, wide, max(brush.u(24), brush.t(20)))
        px, py = self.at(x, y)
        box.center = (round(px), round(py))
        on.blit(brush.sheet(box.size, 12, tone, mix(tone, theme.BLACK, 0.18)), box)
        brush.text(on, str(number), box.center, 15, theme.PAPER, "display", "centre")

    def tag(self, on: Surface, x: float, y: float, text: str, tone: Colour, widest: float = 120) -> None:
        """A small label with a word."""
        brush = self.brush
        text, px = self.fitted(text, 13.5, "strong", widest - 18)
        wide = brush.width(text, px, "strong") + brush.u(20)
        box = Rect(0, 0, wide, max(brush.u(24), brush.t(20)))
        middle = self.at(x, y)
        box.center = (round(middle[0]), round(middle[1]))
        on.blit(brush.sheet(box.size, 12, tone, mix(tone, theme.BLACK, 0.12)), box)
        brush.text(on, text, box.center, px, theme.WHITE, "strong", "centre")

    # Words and panels.

    def fitted(self, text: str, px: float, cut: Cut, room: float) -> tuple[str, float]:
        """A text and its size that fit into so much room, no letter smaller than the smallest type."""
        brush = self.brush
        return brush.fitted(text, room * brush.scale, px, cut, theme.SMALLEST / brush.text_scale)

    def line(
        self,
        on: Surface,
        text: str,
        at: tuple[float, float],
        px: float = theme.BODY,
        tone: Colour = theme.INK,
        cut: Cut = "text",
        anchor: Anchor = "left",
        room: float = 1280,
    ) -> Rect:
        """A line at a point of the design; smaller letters where it is too long for the room."""
        text, px = self.fitted(text, px, cut, room)
        return self.brush.text(on, text, self.at(*at), px, tone, cut, anchor)

    def words_in(
        self,
        on: Surface,
        text: str,
        box: tuple[float, float, float, float],
        px: float = theme.BODY,
        tone: Colour = theme.INK_2,
        cut: Cut = "text",
        anchor: Anchor = "centre",
    ) -> None:
        """A paragraph in the middle of a box; smaller letters where it is too long."""
        room, least = self.box(*box), theme.SMALLEST / self.brush.text_scale
        while px > least and self.brush.height(text, room.width, px, cut) > room.height:
            px = max(least, px - 0.5)
        high = self.brush.height(text, room.width, px, cut)
        room.top, room.height = room.centery - high // 2, high
        self.brush.paragraph(on, text, room, px, tone, cut, anchor)

    def plate(
        self,
        on: Surface,
        box: Rect,
        look: Look,
        seat: Seat,
        second: str,
        figure: str = "",
        room: float = 0,
        foot: float = 0,
    ) -> None:
        """A player: chip, name, a second line, a figure at the right; light around whoever has to decide.

        `room` is kept free at the right, `foot` below.
        """
        brush, u = self.brush, self.brush.u
        token = Token("seat", str(seat + 1))
        can = look.asking is not None and token.part in look.asking.all_parts
        if look.actor == seat or (can and token == look.pointed) or token in look.hinted:
            brush.glow(on, box, 14, 8, 210, theme.HONEY)
        rim = theme.HONEY_DARK if can else None
        brush.panel(on, box, 14, border=rim, thick=2 if rim else 0, shadow=7)
        wide = min(u(38), box.height - u(12))
        disc = Rect(box.left + u(10), box.centery - wide // 2, wide, wide)
        seat_chip(on, brush, seat, disc, is_bot=look.bots[seat])
        x = disc.right + u(10)
        right = box.right - u(14) - round(room * brush.scale)
        if figure:
            right = brush.text(on, figure, (right, box.centery), 24, theme.INK, "display", "right").left - u(6)
        space = (right - x) / brush.scale
        name, px = self.fitted(look.names[seat], 16, "display", space)
        lines = 1 if not second else 2
        middle = box.centery - round(foot / 2 * brush.scale)
        apart = u(9 if foot else 11)
        y = middle - (apart if lines > 1 else 0)
        brush.text(on, name, (x, y), px, theme.INK, "display")
        if second:
            second, px = self.fitted(second, 12.5, "text", space)
            brush.text(on, second, (x, middle + apart), px, theme.INK_2)

    def told(self, look: Look, wide: float, high: float, px: float) -> list[tuple[str, bool]]:
        """What happened since, as much of the newest as fits into a box, line by line; is it what came last?"""
        brush = self.brush
        most = int(high * brush.scale / brush.leading(px))
        shown: list[tuple[str, bool]] = []
        for number, text in enumerate(reversed(look.story)):
            rows = brush.lines(text, wide * brush.scale, px)
            if len(shown) + len(rows) > most:
                break
            shown = [*((row, number == 0) for row in rows), *shown]
        return shown

    def tell(
        self,
        on: Surface,
        look: Look,
        box: tuple[float, float, float, float],
        px: float,
        tones: tuple[Colour, Colour] = (theme.INK, theme.INK_2),
    ) -> None:
        """What happened since this person decided last, line by line from the top of a box: new, then older."""
        left, top, wide, high = box
        lead = self.brush.leading(px)
        x, y = self.at(left, top)
        for number, (text, is_new) in enumerate(self.told(look, wide, high, px)):
            self.brush.text(on, text, (x, y + (number + 0.5) * lead), px, tones[0] if is_new else tones[1])

    def recently(self, look: Look, wide: float, lines: int, px: float) -> str:
        """The newest things that happened, one after the other, as many as fit into so many lines."""
        text = ""
        for first in range(len(look.story) - 1, -1, -1):
            longer = " ".join(look.story[first:])
            if len(self.brush.lines(longer, self.brush.u(wide), px)) > lines:
                break
            text = longer
        return text

    def banner(
        self, on: Surface, text: str, middle: tuple[float, float], wide: float, px: float = 14.5, cut: Cut = "strong"
    ) -> None:
        """Words on a dark strip, no wider than that, if there are any."""
        if not text:
            return
        brush = self.brush
        lines, lead = brush.lines(text, brush.u(wide), px, cut), brush.leading(px)
        longest = max(brush.width(line, px, cut) for line in lines)
        box = Rect(0, 0, longest + brush.u(32), round(len(lines) * lead) + brush.u(10))
        x, y = self.at(*middle)
        box.center = (round(x), round(y))
        brush.panel(on, box, 13, theme.PLUM, theme.PLUM_2, shadow=5)
        tone = theme.PAPER if cut == "strong" else colour("#E9DFEA")
        for number, line in enumerate(lines):
            at = (box.centerx, box.top + brush.u(5) + (number + 0.5) * lead)
            brush.text(on, line, at, px, tone, cut, "centre")

    def buttons(self, look: Look) -> list[tuple[str, Rect, Caption, bool]]:
        """The buttons of a question: what each is, where, what stands on it, and whether it can be pressed."""
        asking = look.asking
        if asking is None:
            return []
        found = []
        places = self.button_boxes(asking.buttons)
        for what, place in zip(asking.buttons, places, strict=True):
            action = asking.meant_by(Token(DO, what))
            found.append((what, place, self.caption(look, what, action), action is not None))
        return found

    def button_boxes(self, buttons: Sequence[str]) -> list[Rect]:
        """One below the other, at the foot of their panel."""
        left, top, wide, high = self.decision
        number = len(buttons)
        tall = min(54.0, (high - 32) / max(1, number) - 12)
        first = top + high - 18 - number * (tall + 12) + 12
        return [self.box(left + 18, first + row * (tall + 12), wide - 36, tall) for row in range(number)]

    def button_top(self, buttons: Sequence[str]) -> float:
        """How far down the panel of buttons is free for words."""
        boxes = self.button_boxes(buttons)
        return (boxes[0].top - self.top) / self.brush.scale if boxes else self.decision[1] + self.decision[3]


def seat_chip(on: Surface, brush: Brush, seat: Seat, disc: Rect, *, is_bot: bool) -> None:
    """A disc in the colour of a seat, with a person or a bot on it."""
    tone = SEATS[seat % len(SEATS)]
    on.blit(brush.sheet(disc.size, disc.width / brush.scale / 2, mix(tone, theme.WHITE, 0.12), tone), disc)
    brush.put_icon(on, "bot" if is_bot else "person", disc.center, disc.width / brush.scale * 0.55, theme.PLATE)


def _faded(card: Surface, part: float) -> Surface:
    """A paler picture, premultiplied as it was."""
    out = card.copy()
    opacity = pygame.surfarray.array_alpha(card)[..., None] / 255
    pixels = pygame.surfarray.pixels3d(out)
    pixels[:] = pixels * (1 - part) + np.array(theme.PAPER_2) * part * opacity
    del pixels
    return out
