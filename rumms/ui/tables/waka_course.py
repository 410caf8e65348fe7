"""What is seen of Waka Waka after each event, and what events sound like."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rumms.games.waka_waka.cards import BACK, FIELDS, FIRE, PLACES, in_order
from rumms.games.waka_waka.events import (
    Bought,
    Chose,
    Discarded,
    Drew,
    FireTurned,
    Gave,
    HeapMade,
    Looked,
    OnTop,
    PileMade,
    Played,
    Rained,
    Refilled,
    Rose,
    Shared,
    Sold,
    Substituted,
    Supplied,
    Took,
    Won,
)
from rumms.games.waka_waka.state import Spot, State
from rumms.ui.tables.look import Effect

Things = tuple[str, ...]


def after(view: State, event: Any) -> State:  # noqa: C901, PLR0912  one case an event
    """One event carried out on what is seen."""
    match event:
        case Chose(_, figure):
            return replace(view, figures=(*view.figures, figure))
        case Played(seat, card):
            return replace(view, hands=_less(view.hands, seat, (card,)), display=(*view.display, (card,)))
        case Substituted(seat):
            three = (BACK,) * 3
            return replace(view, hands=_less(view.hands, seat, three), display=(*view.display, three))
        case Bought(seat, boat, price, goods):
            boats = tuple(None if place in PLACES[boat] else spot for place, spot in enumerate(view.boats))
            return _richer(replace(view, boats=boats, stalls=_more(view.stalls, seat, goods)), seat, -price)
        case Sold(seat, good, gold):
            return _richer(_handed_in(view, seat, (good, good)), seat, gold)
        case Rose(seat, step, goods, gold):
            steps = (*view.steps[:seat], step, *view.steps[seat + 1 :])
            return _richer(replace(_handed_in(view, seat, goods), steps=steps), seat, -gold)
        case Took(seat, good):
            village = _without(view.village, (good,))
            return replace(view, village=village, stalls=_more(view.stalls, seat, (good,)))
        case Gave(seat, good):
            return _handed_in(view, seat, (good,))
        case Looked(seat, fields, goods) if goods:
            return replace(view, boats=_looked_at(view, seat, fields, goods))
        case Rained(seat, gold) | Supplied(seat, _, gold):
            return _richer(view, seat, gold)
        case Shared(seat, to, _, gold):
            return _richer(_richer(view, seat, -gold), to, gold)
        case Discarded(seat, cards):
            return _discarded(view, seat, cards)
        case Drew(seat, cards):
            return replace(view, pile=view.pile[len(cards) :], hands=_more(view.hands, seat, cards))
        case FireTurned(_, burning):
            return replace(view, burning=burning, pile=view.pile[1:], discard=(*view.discard, FIRE))
        case Refilled(boat, goods):
            return _refilled(view, boat, goods)
        case PileMade(cards):
            return replace(view, pile=(BACK,) * cards, discard=())
        case HeapMade(goods, village):
            return replace(view, heap=(BACK,) * goods, village=village)
    return view


def effect(event: Any) -> Effect:
    """What an event looks and sounds like."""
    match event:
        case PileMade() | HeapMade():
            return Effect("shuffle", seconds=0.3)
        case FireTurned(_, burning):
            return Effect("kawumm", "fire" if burning else "fire-out", 0.9)
        case Rose():
            return Effect("coin", "rise", 0.8)
        case Sold() | Rained() | Supplied() | Shared():
            return Effect("coin", seconds=0.35)
        case Bought():
            return Effect("coin", seconds=0.5)
        case Played() | Substituted():
            return Effect("card", seconds=0.5)
        case OnTop() | Won():
            return Effect("coin", seconds=0.5)
    return Effect("card", seconds=0.2)


def _discarded(view: State, seat: int, cards: Things) -> State:
    """From the hand one by one; three together were substitutes on the display."""
    discard = (*view.discard, *cards)
    if len(cards) > 1:
        return replace(view, display=tuple(one for one in view.display if len(one) == 1), discard=discard)
    return replace(view, hands=_less(view.hands, seat, cards), discard=discard)


def _looked_at(view: State, seat: int, fields: Things, goods: Things) -> tuple[Spot | None, ...]:
    boats = list(view.boats)
    for name, good in zip(fields, goods, strict=False):
        place = list(FIELDS).index(name)
        spot = boats[place]
        if spot:
            boats[place] = spot._replace(good=good, seen_by=tuple(sorted({*spot.seen_by, seat})))
    return tuple(boats)


def _refilled(view: State, boat: str, goods: Things) -> State:
    boats, rest = list(view.boats), list(goods)
    for place in PLACES[boat]:
        if boats[place] is None and rest:
            boats[place] = Spot(rest.pop(0))
    return replace(view, boats=tuple(boats), heap=view.heap[len(goods) :])


def _handed_in(view: State, seat: int, goods: Things) -> State:
    return replace(view, stalls=_less(view.stalls, seat, goods), village=in_order((*view.village, *goods)))


def _richer(view: State, seat: int, gold: int) -> State:
    had = view.gold[seat]
    return replace(view, gold=(*view.gold[:seat], had + gold if had >= 0 else had, *view.gold[seat + 1 :]))


def _more(rows: tuple[Things, ...], seat: int, things: Things) -> tuple[Things, ...]:
    whole = (*rows[seat], *things)
    return (*rows[:seat], whole if BACK in whole else in_order(whole), *rows[seat + 1 :])


def _less(rows: tuple[Things, ...], seat: int, things: Things) -> tuple[Things, ...]:
    return (*rows[:seat], _without(rows[seat], things), *rows[seat + 1 :])


def _without(things: Things, some: Things) -> Things:
    """Less these; where backs are seen, less as many of them."""
    left = list(things)
    for thing in some:
        if thing in left:
            left.remove(thing)
        elif left:
            left.remove(BACK if BACK in left else left[-1])
    return tuple(left)
