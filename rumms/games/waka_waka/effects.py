"""What each kind of card does: when it can be used, and what begins then."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Final, NamedTuple

from rumms.games.waka_waka.cards import BOATS, FIELDS, LADDERS, PLACES, TORCH, kinds_in, payments
from rumms.games.waka_waka.course import Course, can_draw, draw_task, top_step
from rumms.games.waka_waka.events import Rained, Repeated
from rumms.games.waka_waka.state import Action, Ask, Buy, Card, Cards, Look, Rise, Sell, State, Task, Visit
from rumms.kernel.game import Seat

SHAMAN_GOLD: Final = 12
SEER_CARDS: Final = 2
CHIMP_GOODS: Final = 2
SUBSTITUTES: Final = 3
"""Cards that replace a Trade card."""


class Effect(NamedTuple):
    """A kind of card."""

    can: Callable[[State, Seat, int], bool]
    """Can this player use it now, holding so many cards besides (WAK-17)?"""
    begin: Callable[[Course, Seat], None]
    """It is used: what happens at once, and what he is asked."""


# Trade.


def can_trade(state: State, seat: Seat, _held: int = 0) -> bool:
    """Can he buy, sell or rise?"""
    return bool(trades(state, seat))


def trades(state: State, seat: Seat) -> tuple[Action, ...]:
    """Exactly one of three actions: buy, sell, rise (WAK-36)."""
    return (*purchases(state, seat), *sales(state, seat), *rises(state, seat))


def purchases(state: State, seat: Seat) -> tuple[Action, ...]:
    """Boats with goods whose price he can pay in full (WAK-37, WAK-38)."""
    gold = state.gold[seat]
    return tuple(BUYS[boat] for boat, price in PRICES.items() if price <= gold and has_goods(state, boat))


def has_goods(state: State, boat: str) -> bool:
    """Has nobody bought this boat in this turn (WAK-28)?"""
    return any(state.boats[place] for place in PLACES[boat])


def sales(state: State, seat: Seat) -> tuple[Action, ...]:
    """Two goods of one kind (WAK-41)."""
    stall = state.stalls[seat]
    return tuple(Sell(good) for good in kinds_in(stall) if stall.count(good) > 1)


def rises(state: State, seat: Seat) -> tuple[Action, ...]:
    """Every way to pay for the next step with goods; on the top step there is none (WAK-42, WAK-44)."""
    step = state.steps[seat]
    if step == top_step(state):
        return ()
    return tuple(map(Rise, payments(LADDERS[state.options.ladder].tasks[step], state.stalls[seat])))


def trade(course: Course, seat: Seat) -> None:
    """»Handel«: buy, sell or rise."""
    course.due(Task(Ask.TRADE, seat))


def substitutes(hand: Cards) -> tuple[Cards, ...]:
    """Any three cards of the hand (WAK-49)."""
    return tuple(dict.fromkeys(combinations(hand, SUBSTITUTES)))


# The other cards.


def can_pay_the_shaman(state: State, seat: Seat, _held: int) -> bool:
    """Only while the fire burns, for 12 gold, below the top step (WAK-44, WAK-53, WAK-54)."""
    return state.burning and state.gold[seat] >= SHAMAN_GOLD and state.steps[seat] < top_step(state)


def shaman(course: Course, seat: Seat) -> None:
    """»Schamane«: rise one step for gold, the top step too (WAK-53)."""
    course.pay(seat, SHAMAN_GOLD)
    course.rise(seat, gold=SHAMAN_GOLD)


def visits(state: State, seat: Seat) -> tuple[Visit, ...]:
    """Everybody else who holds a card (WAK-58)."""
    return tuple(Visit(other + 1) for other, hand in enumerate(state.hands) if hand and other != seat)


def can_visit(state: State, seat: Seat, _held: int) -> bool:
    """Does another player hold a card?"""
    return any(hand for other, hand in enumerate(state.hands) if other != seat)


def elder(course: Course, seat: Seat) -> None:
    """»Stammesältester«: have another player show his hand, and use one of its cards, or none (WAK-58)."""
    course.due(Task(Ask.VISIT, seat))


def repeatable(state: State) -> Card | None:
    """The card that a Torch thrower would repeat: the one just before it, never a substitute (WAK-63, WAK-68)."""
    for cards in reversed(state.display):
        if len(cards) > 1:
            return None
        if cards[0] != TORCH:
            return cards[0]
    return None


def can_repeat(state: State, seat: Seat, held: int) -> bool:
    """Is there a card to repeat that can be used once more (WAK-17, WAK-64)?"""
    card = repeatable(state)
    return card is not None and EFFECTS[card].can(state, seat, held)


def torch_thrower(course: Course, seat: Seat) -> None:
    """»Fackelwerfer«: use the card just before once more, with new choices (WAK-63)."""
    card = repeatable(course.state)
    if card is None:
        raise AssertionError(course.state.display)
    course.tell(Repeated(seat, card))
    EFFECTS[card].begin(course, seat)


def can_rain(state: State, seat: Seat, _held: int) -> bool:
    """Not on step 0 (WAK-69)."""
    return state.steps[seat] > 0


def rainmaker(course: Course, seat: Seat) -> None:
    """»Regenmacher«: gold equal to the own step (WAK-69)."""
    course.tell(Rained(seat, course.gain(seat, course.state.steps[seat])))


def looks(state: State) -> tuple[Look, ...]:
    """Two hidden goods of one boat, or the only one it hides (WAK-71)."""
    hidden = [name for name, spot in zip(FIELDS, state.boats, strict=True) if spot and not FIELDS[name].has_eye]
    if state.options.chimp_same_boat:
        groups = [[name for name in hidden if FIELDS[name].boat == boat] for boat in BOATS]
    else:
        groups = [hidden]
    return tuple(Look(two) for group in groups if group for two in combinations(group, min(CHIMP_GOODS, len(group))))


def can_look(state: State, _seat: Seat, _held: int) -> bool:
    """Does a boat hide a good?"""
    return bool(looks(state))


def chimpanzee(course: Course, seat: Seat) -> None:
    """»Schimpanse«: look at two hidden goods of a boat (WAK-71)."""
    course.due(Task(Ask.LOOK, seat))


def can_gather(state: State, _seat: Seat, _held: int) -> bool:
    """Does a good lie in the village (WAK-79)?"""
    return bool(state.village)


def gatherer(course: Course, seat: Seat) -> None:
    """»Sammlerin«: a good of the village for nothing; a full stall gives one of its six in return (WAK-72, WAK-73)."""
    state = course.state
    course.due(
        Task(Ask.TAKE, seat, among=kinds_in(state.village)),
        Task(Ask.SURPLUS, seat, among=kinds_in(state.stalls[seat])),
    )


def can_carry(state: State, seat: Seat, _held: int) -> bool:
    """Is there a good to give and one to take (WAK-79)?"""
    return bool(state.village) and bool(state.stalls[seat])


def porter(course: Course, seat: Seat) -> None:
    """»Träger«: put one own good into the village, and take one that lay there before (WAK-74)."""
    course.due(Task(Ask.GIVE, seat), Task(Ask.TAKE, seat, among=kinds_in(course.state.village)))


def can_drum(_state: State, _seat: Seat, held: int) -> bool:
    """At least one card is exchanged (WAK-75)."""
    return held > 0


def drummer(course: Course, seat: Seat) -> None:
    """»Trommler«: discard any number of cards, then draw as many (WAK-75)."""
    course.due(Task(Ask.DRUM, seat))


def can_see(state: State, _seat: Seat, _held: int) -> bool:
    """Is there a card to draw?"""
    return can_draw(state)


def seer(course: Course, seat: Seat) -> None:
    """»Wahrsagerin«: the top two cards of the draw pile (WAK-77)."""
    course.due(draw_task(seat, SEER_CARDS))


PRICES: Final = {boat.id: boat.price for boat in BOATS.values()}
BUYS: Final = {boat: Buy(boat) for boat in BOATS}
EFFECTS: Final = {
    "handel": Effect(can_trade, trade),
    "schamane": Effect(can_pay_the_shaman, shaman),
    "stammesaeltester": Effect(can_visit, elder),
    "fackelwerfer": Effect(can_repeat, torch_thrower),
    "regenmacher": Effect(can_rain, rainmaker),
    "schimpanse": Effect(can_look, chimpanzee),
    "sammlerin": Effect(can_gather, gatherer),
    "traeger": Effect(can_carry, porter),
    "trommler": Effect(can_drum, drummer),
    "wahrsagerin": Effect(can_see, seer),
}
"""Fire is not among them: it never enters a hand (WAK-55)."""
