"""What one action leads to, as it unfolds, and the few things that happen over and over."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from rumms.games.waka_waka.cards import BACK, FIRE, LADDERS, TRADE, in_order, without
from rumms.games.waka_waka.events import Discarded, Drew, Event, FireTurned, Lapsed, OnTop, Rose
from rumms.games.waka_waka.state import Ask, Card, Cards, Goods, State, Task
from rumms.kernel.game import Seat, Secret

STALL: Final = 6
"""Goods that a stall (Auslage) has room for."""
MOST_TRADES: Final = 20


def top_step(state: State) -> int:
    """The top of the ladder that is played with (WAK-85, WAK-86)."""
    return len(LADDERS[state.options.ladder].tasks)


def next_seat(state: State, seat: Seat) -> Seat:
    """The left neighbour: play goes clockwise (WAK-13)."""
    return (seat + 1) % len(state.hands)


def can_draw(state: State) -> bool:
    """Is there a card to draw, as far as everybody can see (WAK-26)?"""
    return bool(state.pile) or any(card != FIRE for card in state.discard)


class Course:
    """The state so far, what is told, and whether something hidden has come to light."""

    __slots__ = ("events", "reveals", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event | Secret] = []
        self.reveals = False

    def change(self, **fields: Any) -> None:
        """Some fields of the state are different now."""
        self.state = replace(self.state, **fields)

    def tell(self, *events: Event | Secret) -> None:
        """These things have happened."""
        self.events += events

    # Tasks.

    def done(self) -> None:
        """What was due is done."""
        self.change(tasks=self.state.tasks[1:])

    def due(self, *tasks: Task) -> None:
        """These tasks come first now."""
        self.change(tasks=(*tasks, *self.state.tasks))

    def instead(self, *tasks: Task) -> None:
        """These tasks take the place of the one that was due."""
        self.change(tasks=(*tasks, *self.state.tasks[1:]))

    # Gold.

    def gain(self, seat: Seat, gold: int) -> int:
        """Take gold from the bank, which pays what it has (WAK-03); how much it was."""
        bank = self.state.bank
        if bank is not None:
            gold = min(gold, bank)
            self.change(bank=bank - gold)
        self.change(gold=_with(self.state.gold, seat, self.state.gold[seat] + gold))
        return gold

    def pay(self, seat: Seat, gold: int) -> None:
        """Pay gold to the bank."""
        if self.state.bank is not None:
            self.change(bank=self.state.bank + gold)
        self.change(gold=_with(self.state.gold, seat, self.state.gold[seat] - gold))

    # Goods.

    def stock(self, seat: Seat, *goods: str) -> None:
        """Lay goods into a stall."""
        stalls = self.state.stalls
        self.change(stalls=_with(stalls, seat, in_order((*stalls[seat], *goods))))

    def hand_in(self, seat: Seat, *goods: str) -> None:
        """Put goods of a stall into the village."""
        stalls = self.state.stalls
        self.change(
            stalls=_with(stalls, seat, without(stalls[seat], *goods)),
            village=in_order((*self.state.village, *goods)),
        )

    def show_good(self, good: str, heap: int) -> None:
        """A good that lay face down is seen by everybody."""
        unseen = self.state.unseen
        self.change(unseen=_with(unseen, heap, without(unseen[heap], good)))

    # Steps.

    def rise(self, seat: Seat, *, goods: Goods = (), gold: int = 0) -> None:
        """Go up exactly one step (WAK-42)."""
        step = self.state.steps[seat] + 1
        self.change(steps=_with(self.state.steps, seat, step))
        self.tell(Rose(seat, step, goods, gold))
        if step == top_step(self.state):
            self.change(reached=(*self.state.reached, seat))
            self.tell(OnTop(seat))

    # Cards.

    def part_with(self, seat: Seat, card: Card) -> None:
        """A card leaves a hand, and everybody sees which."""
        state = self.state
        self.change(hands=_with(state.hands, seat, without(state.hands[seat], card)))
        self.forget(seat, (card,))
        if card == TRADE:
            self.change(most_trades=_with(state.most_trades, seat, max(0, state.most_trades[seat] - 1)))

    def forget(self, seat: Seat, cards: Cards) -> None:
        """These cards of a player are no longer hidden with him, wherever somebody remembers them."""
        if any(row[seat] for row in self.state.seen):
            seen = tuple(_with(row, seat, without(row[seat], *cards)) for row in self.state.seen)
            self.change(seen=seen)

    def discard(self, seat: Seat, card: Card) -> None:
        """Discard a card of a hand, face up."""
        self.part_with(seat, card)
        self.change(discard=(*self.state.discard, card))
        self.tell(Discarded(seat, (card,)))

    def draw(self, task: Task) -> bool:
        """Draw what is owed; True where Nature must shuffle first (WAK-24 to WAK-26, WAK-55 to WAK-57)."""
        seat, owed = task.seat, task.number
        pile, discard, burning = self.state.pile, self.state.discard, self.state.burning
        cards: list[str] = []
        at = 0
        while owed and at < len(pile):
            if pile[at] != FIRE:
                cards.append(pile[at])
                owed -= 1
            elif _has_other_cards(pile[at:], discard):
                discard = (*discard, FIRE)
                burning = not burning
                self.tell(FireTurned(seat, burning))
            else:
                break
            at += 1
        self.change(pile=pile[at:], discard=discard, burning=burning)
        self._take(seat, tuple(cards))
        self.reveals = True
        if owed and _has_other_cards(pile[at:], discard):
            self.instead(replace(task, number=owed))
            return True
        if owed:
            self.tell(Lapsed(seat, owed))
        self.done()
        return False

    def _take(self, seat: Seat, cards: Cards) -> None:
        if not cards:
            return
        state = self.state
        self.change(
            hands=_with(state.hands, seat, in_order((*state.hands[seat], *cards))),
            drawn=_with(state.drawn, seat, (*state.drawn[seat], *cards)),
            most_trades=_with(state.most_trades, seat, min(MOST_TRADES, state.most_trades[seat] + len(cards))),
        )
        self.tell(Secret(seat, Drew(seat, cards), Drew(seat, (BACK,) * len(cards))))


def draw_task(seat: Seat, cards: int) -> Task:
    """So many cards are to be drawn."""
    return Task(Ask.DRAW, seat, number=cards)


def _has_other_cards(pile: Cards, discard: Cards) -> bool:
    """Is there a card that is no Fire card?"""
    return any(card != FIRE for card in pile) or any(card != FIRE for card in discard)


def _with(row: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    return (*row[:at], value, *row[at + 1 :])
