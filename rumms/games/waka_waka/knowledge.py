"""What a seat can see, and what it must hold possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from rumms.games.waka_waka.cards import BACK, BOATS, FIRE, TRADE, in_order, without
from rumms.games.waka_waka.state import Ask, Spot, State
from rumms.games.waka_waka.turn import HAS_EYE
from rumms.kernel.game import Seat

HIDDEN_GOLD: Final = -1
"""Gold of another player, in a view, where it is not open."""
RICH: Final = 16
"""Gold that a player is guessed to have at most, where it is not open."""
DEAREST: Final = max(boat.price for boat in BOATS.values())


def view(state: State, seat: Seat) -> State:
    """Hands, substitutes, piles and goods not looked at are hidden (WAK-88, WAK-89)."""
    shown = shown_to(state, seat)
    nothing = ((),) * len(state.hands)
    seen = replace(
        state,
        hands=tuple(hand if owner in (seat, shown) else (BACK,) * len(hand) for owner, hand in enumerate(state.hands)),
        pile=(BACK,) * len(state.pile),
        heap=(BACK,) * len(state.heap),
        boats=tuple(
            spot if spot is None or HAS_EYE[place] or seat in spot.seen_by else spot._replace(good=BACK)
            for place, spot in enumerate(state.boats)
        ),
        drawn=_only(state.drawn, seat, ()),
        seen=_only(state.seen, seat, nothing),
    )
    if seat != state.turn and any(len(cards) > 1 for cards in state.display):
        seen = replace(seen, display=tuple(c if len(c) == 1 else (BACK,) * len(c) for c in state.display))
    if not state.options.gold_open and state.tasks:
        seen = replace(seen, gold=_only(state.gold, seat, HIDDEN_GOLD))
    return seen


def shown_to(state: State, seat: Seat) -> Seat | None:
    """Whose hand lies open before this seat: one that an Elder has shown (WAK-58)."""
    if not state.tasks or state.tasks[0].ask is not Ask.USE:
        return None
    task = state.tasks[0]
    return task.other if seat == task.seat or state.options.elder_shows_to == "all" else None


def guess(view: State, seat: Seat, rng: Random) -> State:
    """Deal anew what is hidden, as everything public and all that this seat has seen allow it."""
    state = _guess_goods(_guess_cards(view, seat, rng), rng)
    return state if view.options.gold_open else _guess_gold(state, seat, rng)


def unseen_cards(view: State) -> Counter[str]:
    """How many cards of each kind lie where this view does not show them."""
    unseen = Counter(view.deck)
    unseen.subtract(chain(view.discard, *view.hands, *view.display))
    del unseen[BACK]
    return +unseen


# Goods.


def _guess_goods(state: State, rng: Random) -> State:
    """Each hidden good is one that nobody has seen of the pile it came from."""
    unseen = [list(goods) for goods in state.unseen]
    for place, spot in enumerate(state.boats):
        if spot and spot.good != BACK and not HAS_EYE[place]:
            unseen[spot.heap].remove(spot.good)
    for goods in unseen:
        rng.shuffle(goods)
    boats = tuple(
        Spot(unseen[spot.heap].pop(), spot.heap, spot.seen_by) if spot and spot.good == BACK else spot
        for spot in state.boats
    )
    return replace(state, boats=boats, heap=tuple(unseen[-1]) if unseen else state.heap)


# Cards.


def _guess_cards(state: State, seat: Seat, rng: Random) -> State:
    """Hidden hands and substitutes first, with what must be there and then with what may be; the rest is the pile.

    A Fire card is in no hand; a card that was not shuffled into the pile is not in the pile. What an Elder showed is
    still held, and who laid substitutes had no Trade card then (WAK-50, WAK-55).
    """
    unseen = unseen_cards(state)
    held = {
        owner: list(without(state.seen[seat][owner], *hand))
        for owner, hand in enumerate(state.hands)
        if hidden_cards(state, owner)
    }
    unseen.subtract(chain.from_iterable(held.values()))
    fires = unseen.pop(FIRE, 0)
    bound = unseen - Counter(without(state.shuffled, *state.drawn[seat]))
    free = _mixed((unseen - bound).elements(), rng)
    trades = bound.pop(TRADE, 0)
    queue = [*_mixed(bound.elements(), rng), *free]
    strict, loose = _rooms(state, held, rng)
    for owner in loose[:trades]:
        held[owner].append(TRADE)
    for owner in strict:
        held[owner].append(queue.pop(next(at for at, card in enumerate(queue) if card != TRADE)))
    for owner in loose[trades:]:
        held[owner].append(queue.pop(0))
    pile = _mixed((*queue, *(FIRE,) * fires), rng)
    return _laid_out(replace(state, pile=tuple(pile)), held, rng)


def hidden_cards(view: State, owner: Seat) -> int:
    """How many cards of this player, in his hand and among his substitutes, the view does not show."""
    return view.hands[owner].count(BACK) + _laid(view, owner)


def _laid(view: State, owner: Seat) -> int:
    return sum(cards.count(BACK) for cards in view.display) if owner == view.turn else 0


def _rooms(state: State, held: dict[Seat, list[str]], rng: Random) -> tuple[list[Seat], list[Seat]]:
    """A place for each hidden card that is still to be dealt: those that cannot be a Trade card, and the others."""
    strict: list[Seat] = []
    loose: list[Seat] = []
    for owner, cards in held.items():
        places = hidden_cards(state, owner) - len(cards)
        may_trade = places
        if state.options.substitute_needs_no_trade:
            most = min(state.most_trades[owner], state.hands[owner].count(BACK))
            may_trade = min(places, most - cards.count(TRADE))
        loose += [owner] * may_trade
        strict += [owner] * (places - may_trade)
    return _mixed(strict, rng), _mixed(loose, rng)


def _laid_out(state: State, held: dict[Seat, list[str]], rng: Random) -> State:
    """Hand and substitutes of each from the cards that he was dealt."""
    hands, display = list(state.hands), list(state.display)
    for owner, dealt in held.items():
        cards = _mixed(dealt, rng)
        if state.options.substitute_needs_no_trade:
            cards.sort(key=lambda card: card == TRADE)
        if owner == state.turn:
            for at, field in enumerate(display):
                if BACK in field:
                    display[at] = in_order(cards[: len(field)])
                    del cards[: len(field)]
        if BACK in hands[owner]:
            hands[owner] = in_order(cards)
    return replace(state, hands=tuple(hands), display=tuple(display))


def _mixed(cards: Iterable[Any], rng: Random) -> list[Any]:
    mixed = list(cards)
    rng.shuffle(mixed)
    return mixed


# Gold.


def _guess_gold(state: State, seat: Seat, rng: Random) -> State:
    """Any sum, but enough for what a player has just been asked; all of it, where the bank is counted."""
    gold = list(state.gold)
    others = [owner for owner, sum_ in enumerate(gold) if sum_ == HIDDEN_GOLD]
    others.sort(key=lambda owner: not (state.tasks and state.tasks[0].seat == owner))
    left = None if state.options.bank_gold is None else state.options.bank_gold - (state.bank or 0) - gold[seat]
    for number, owner in enumerate(others, start=1):
        least = DEAREST if number == 1 else 0
        if left is None:
            gold[owner] = rng.randint(least, RICH)
        else:
            gold[owner] = left if number == len(others) else rng.randint(min(least, left), left)
            left -= gold[owner]
    return replace(state, gold=tuple(gold))


def _only(row: tuple[Any, ...], seat: Seat, blank: Any) -> tuple[Any, ...]:
    return tuple(value if owner == seat else blank for owner, value in enumerate(row))
