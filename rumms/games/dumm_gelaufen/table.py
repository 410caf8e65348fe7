"""A state being changed: cards move, everybody's knowledge moves with them, and what happens is told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from rumms.games.dumm_gelaufen.cards import ACTIONS, BACK, BLUE, COLOUR, GREEN, MURPHYS, NUMBERS, in_order, numbers_of
from rumms.games.dumm_gelaufen.lots import ASIDE, BOX, DRAW, Lots, found, gift, hand, moved, put, slipped, without
from rumms.games.dumm_gelaufen.state import (
    MAC,
    PILES,
    Cards,
    Drawing,
    Drew,
    Event,
    Gave,
    Got,
    LaidDown,
    MacGot,
    Mind,
    Missed,
    Pile,
    Place,
    Renewed,
    Robbed,
    SetAside,
    State,
    Task,
    Took,
)
from rumms.kernel.game import Change, Seat, Secret

IN_HAND: Final = frozenset(NUMBERS) | GREEN
"""What a hand can hold: blue cards never stay there (DUM-40)."""


class Table:
    """The table while one action and all that follows from it is carried out."""

    def __init__(self, state: State) -> None:
        self.state, self.options = state, state.options
        self.seats = len(state.hands)
        self.turn, self.number, self.turns, self.stalled = state.turn, state.number, state.turns, state.stalled
        self.hands, self.gifts, self.fulfilled = list(state.hands), list(state.gifts), list(state.fulfilled)
        self.murphys = list(state.murphys)
        self.mac, self.piles = state.mac, dict(zip(PILES, state.piles, strict=True))
        self.draw, self.actions, self.aside, self.box = state.draw, state.actions, state.aside, state.box
        self.blues, self.asked = state.blues, state.asked
        self.tasks: list[Task] = list(state.tasks)
        self.minds = list(state.minds)
        self.events: list[Event | Secret] = []
        self.reveals = False

    def change(self) -> Change[State]:
        """What has come of it."""
        after = replace(
            self.state,
            turn=self.turn,
            hands=tuple(self.hands),
            murphys=tuple(self.murphys),
            fulfilled=tuple(self.fulfilled),
            tasks=tuple(self.tasks),
            mac=self.mac,
            piles=tuple(self.piles.values()),
            draw=self.draw,
            actions=self.actions,
            aside=self.aside,
            box=self.box,
            gifts=tuple(self.gifts),
            blues=self.blues,
            number=self.number,
            turns=self.turns,
            stalled=self.stalled,
            asked=self.asked,
            minds=tuple(self.minds),
        )
        return Change(after, tuple(self.events), self.reveals)

    def tell(self, *events: Event | Secret) -> None:
        """This has happened."""
        self.events += events

    def first(self, *tasks: Task) -> None:
        """Do these before anything else."""
        self.tasks[:0] = tasks

    def clockwise(self, seat: Seat) -> list[Seat]:
        """All persons, this one first."""
        return [(seat + step) % self.seats for step in range(self.seats)]

    def left_of(self, seat: Seat) -> Seat:
        """The left neighbour: play goes clockwise (DUM-16)."""
        return (seat + 1) % self.seats

    # Cards that lie open.

    def take(self, seat: Seat, card: str, place: Place) -> None:
        """Take a card of Mac's or the top card of a number pile, for all to see (DUM-74)."""
        if place == "mac":
            self.mac = _less(self.mac, card)
        else:
            self.piles[place] = self.piles[place][:-1]
        self._pick_up(seat, card)
        self._move(card, 0, hand(seat))
        self.tell(Took(seat, card, place))

    def lay(self, seat: Seat, card: str, place: Place) -> None:
        """Lay a card of the hand down, for all to see."""
        self._put_down(seat, card)
        self._move(card, hand(seat), 0)
        if place == "mac":
            self.mac = in_order((*self.mac, card))
        else:
            self.piles[place] += (card,)
        self.tell(LaidDown(seat, card, place))

    def clear(self, card: str, pile: Pile) -> None:
        """Lay a card of Mac's on a number pile (DUM-61)."""
        self.mac = _less(self.mac, card)
        self.piles[pile] += (card,)
        self.tell(LaidDown(MAC, card, pile))

    def discard(self, seat: Seat, card: str) -> None:
        """A green card that is played goes to the action pile, never to a number pile (DUM-41)."""
        self._put_down(seat, card)
        self._move(card, hand(seat), 0)
        self.actions += (card,)

    def lacks(self, seat: Seat, cards: Collection[str]) -> None:
        """Everybody knows now that somebody holds none of these cards."""
        self._think(lambda lots, _: without(lots, hand(seat), cards), but=seat)

    # The draw pile.

    def draw_cards(self, task: Drawing, most: int) -> int:
        """Draw for somebody, or for Mac, as far as the pile goes; how many of those that were asked for have come."""
        self.reveals = True
        kept, blue, unused = list[str](), list[str](), list[str]()
        while self.draw and len(kept) + len(blue) * (task.how == "any") < most:
            card, self.draw = self.draw[0], self.draw[1:]
            if task.how == "numbers" and card in ACTIONS:
                unused.append(card)
            elif card in BLUE:
                blue.append(card)
            else:
                kept.append(card)
                most += task.how == "refill" and card in GREEN
        self._drawn(task, kept)
        for card in (*blue, *unused):
            self._move(card, DRAW, 0)
        self.blues, self.actions = (*self.blues, *blue), (*self.actions, *unused)
        if not self.draw:
            self._think(lambda lots, _: without(lots, DRAW))
        if unused:
            self.tell(SetAside(tuple(unused)))
        if blue:
            self.tell(Drew(task.seat, tuple(blue)))
        return 0 if task.how == "refill" else len(kept) + len(blue)

    def _drawn(self, task: Drawing, cards: list[str]) -> None:
        """Cards come to Mac for all to see, or to a hand."""
        seat = task.seat
        for card in cards:
            if seat == MAC:
                self._move(card, DRAW, 0)
                self.mac = in_order((*self.mac, card))
            else:
                self._pick_up(seat, card)
                self._move(card, DRAW, hand(seat), NUMBERS if task.how == "numbers" else IN_HAND)
        if cards and seat == MAC:
            self.tell(MacGot(tuple(cards)))
        elif cards:
            self.tell(Secret(seat, Drew(seat, tuple(cards)), Drew(seat, (BACK,) * len(cards))))

    def shuffle(self, cards: Cards) -> None:
        """Action pile and number piles become the draw pile; the top card of each number pile stays (DUM-33)."""
        self.draw, self.actions = cards, ()
        self.piles = {pile: some[-1:] for pile, some in self.piles.items()}
        self._think(lambda lots, _: put(lots, cards, DRAW))

    # From hand to hand.

    def give(self, seat: Seat, to: Seat, cards: Cards, can: Collection[str] = NUMBERS) -> None:
        """Number cards pass to another hand; only these two know which (DUM-75)."""
        for card in cards:
            self._pass(card, seat, to, can)
        self.tell(Gave(seat, to, len(cards)), Secret(to, Got(to, cards)))

    def rob(self, seat: Seat, source: Seat, card: str) -> None:
        """A card was drawn blindly from a hand."""
        self._pass(card, source, seat, IN_HAND)
        self.tell(Robbed(seat, source), Secret(seat, Got(seat, (card,))), Secret(source, Missed(source, card)))

    def wrap(self, seat: Seat, card: str) -> None:
        """A card is laid down as a gift, unseen by the others."""
        self._put_down(seat, card)
        self._move(card, hand(seat), gift(seat), NUMBERS)
        self.gifts[seat] = in_order((*self.gifts[seat], card))

    def present(self) -> None:
        """All gifts are given to the left, together (DUM-58)."""
        gifts, self.gifts = self.gifts, [()] * self.seats
        for seat, cards in enumerate(gifts):
            to = self.left_of(seat)
            for card in cards:
                self._pick_up(to, card)
                self._move(card, gift(seat), hand(to), NUMBERS)
            self._think(lambda lots, _, seat=seat: without(lots, gift(seat)))  # type: ignore[misc]
            if cards:
                self.tell(Gave(seat, to, len(cards)), Secret(to, Got(to, cards)))
        self.reveals = True

    def pass_hands(self, to: Mapping[Seat, Seat]) -> None:
        """Whole hands go from these persons to those."""
        before, after = list(self.hands), list(self.hands)
        for seat, new in to.items():
            after[new] = before[seat]
        places = {hand(seat): hand(new) for seat, new in to.items()}
        self.hands = after

        def think(lots: Lots, seat: Seat) -> Lots:
            lots = moved(lots, places)
            if seat not in to:
                return lots
            for card in after[seat]:
                lots = found(lots, card, hand(seat))
            return put(without(lots, hand(seat)), before[seat], hand(to[seat]))

        self._think(think)
        self.reveals = True

    def show_hand(self, seat: Seat) -> None:
        """Everybody has seen this hand (DUM-67)."""
        cards, place = self.hands[seat], hand(seat)

        def think(lots: Lots, _: Seat) -> Lots:
            for card in cards:
                lots = found(lots, card, place)
            return put(without(lots, place), cards, place)

        self._think(think, but=seat)
        self.reveals = True

    # Murphy cards.

    def fulfil(self, seat: Seat) -> str:
        """A Murphy card is laid face up before its owner."""
        card, self.murphys[seat] = self.murphys[seat], ""
        self.fulfilled[seat] += (card,)
        self._think_murphys(lambda lots, _: without(found(lots, card, hand(seat)), hand(seat)), but=seat)
        return card

    def box_up(self, seat: Seat) -> None:
        """A Murphy card goes back into the box, unseen (DUM-69)."""
        card, self.murphys[seat] = self.murphys[seat], ""
        self.box += (card,)

        def think(lots: Lots, mine: Seat) -> Lots:
            if mine == seat:
                return put(lots, (card,), BOX)
            return without(slipped(lots, hand(seat), BOX, MURPHYS), hand(seat))

        self._think_murphys(think)

    def renew(self, seat: Seat) -> None:
        """Somebody gets the next Murphy card; an old one goes into the box."""
        card, self.aside = self.aside[0], self.aside[1:]
        if self.murphys[seat]:
            self.box_up(seat)
        self.murphys[seat] = card

        def think(lots: Lots, mine: Seat) -> Lots:
            lots = found(lots, card, ASIDE) if mine == seat else slipped(lots, ASIDE, hand(seat), MURPHYS)
            return lots if self.aside else without(lots, ASIDE)

        self._think_murphys(think)
        self.tell(Secret(seat, Renewed(seat, card), Renewed(seat, BACK)))
        self.reveals = True

    def mix_murphys(self, murphys: Cards) -> None:
        """The box is shuffled in with what lies aside (DUM-71)."""
        self.aside, self.box = murphys, ()
        self._think_murphys(lambda lots, _: moved(lots, {BOX: ASIDE}))

    def pass_murphys(self, seat: Seat, other: Seat) -> None:
        """Two persons exchange Murphy cards."""
        places = {hand(seat): hand(other), hand(other): hand(seat)}
        before = list(self.murphys)
        self.murphys[seat], self.murphys[other] = before[other], before[seat]

        def think(lots: Lots, mine: Seat) -> Lots:
            lots = moved(lots, places)
            if mine not in (seat, other):
                return lots
            lots = without(found(lots, self.murphys[mine], hand(mine)), hand(mine))
            return put(lots, (before[mine],), hand(other if mine == seat else seat))

        self._think_murphys(think)
        self.reveals = True

    # Who knows what.

    def _pass(self, card: str, seat: Seat, to: Seat, can: Collection[str]) -> None:
        self._put_down(seat, card)
        self._pick_up(to, card)
        self._move(card, hand(seat), hand(to), can)
        self.reveals = True

    def _pick_up(self, seat: Seat, card: str) -> None:
        self.hands[seat] = in_order((*self.hands[seat], card))

    def _put_down(self, seat: Seat, card: str) -> None:
        self.hands[seat] = _less(self.hands[seat], card)

    def _move(self, card: str, source: int, target: int, can: Collection[str] = ()) -> None:
        """A card went from one place to another; 0 is any open place. The others know only which cards can have."""

        def think(lots: Lots, seat: Seat) -> Lots:
            own = hand(seat) | gift(seat) if seat < self.seats else 0
            hidden_before, hidden_after = source & ~own, target & ~own
            if hidden_before and hidden_after:
                return slipped(lots, source, target, can)
            if hidden_before:
                return found(lots, card, source)
            return put(lots, (card,), target) if hidden_after else lots

        self._think(think)
        for seat in range(self.seats):
            if source == hand(seat) and not self.hands[seat]:
                self._think(lambda lots, _: without(lots, source))

    def _think(self, think: Callable[[Lots, Seat], Lots], but: Seat | None = None) -> None:
        self.minds = [
            mind if seat == but else Mind(think(mind.cards, seat), mind.murphys) for seat, mind in enumerate(self.minds)
        ]

    def _think_murphys(self, think: Callable[[Lots, Seat], Lots], but: Seat | None = None) -> None:
        self.minds = [
            mind if seat == but else Mind(mind.cards, think(mind.murphys, seat)) for seat, mind in enumerate(self.minds)
        ]


def first_minds(hands: Sequence[Cards], murphys: Sequence[str], draw: Cards, aside: Cards) -> tuple[Mind, ...]:
    """What everybody knows at the beginning: what he sees, and that no hand holds a blue card."""
    minds = []
    for seat in range(len(hands) + 1):
        others = [other for other in range(len(hands)) if other != seat]
        places = sum(hand(other) for other in others if hands[other])
        cards = [*draw, *(card for other in others for card in hands[other])]
        lots = put((), (card for card in cards if card in IN_HAND), places | (DRAW if draw else 0))
        lots = put(lots, (card for card in cards if card in BLUE), DRAW)
        unseen = (*aside, *(murphys[other] for other in others))
        minds.append(Mind(lots, put((), unseen, sum(map(hand, others)) | (ASIDE if aside else 0))))
    return tuple(minds)


def of_colour(cards: Cards, colour: str) -> Cards:
    """The number cards of a colour."""
    return tuple(card for card in numbers_of(cards) if COLOUR[card] == colour)


def _less(cards: Cards, card: str) -> Cards:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
