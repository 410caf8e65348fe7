"""Completing a view: what is face down is dealt out as far as somebody knows where it can be."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from rumms.games.dumm_gelaufen.cards import NUMBERS, in_order
from rumms.games.dumm_gelaufen.lots import ASIDE, BOX, DRAW, ONE, Lots, dealt, found, gift, hand, split, without
from rumms.games.dumm_gelaufen.state import Mind, Refilling, State
from rumms.kernel.game import Seat


def guessed(view: State, seat: Seat, rng: Random) -> State:
    """A full state that this person must hold possible."""
    state = _with_murphys(_with_cards(view, seat, rng), seat, rng)
    minds = tuple(
        mind if owner in (seat, len(view.hands)) else _mind_of(state, owner) for owner, mind in enumerate(view.minds)
    )
    return replace(state, minds=minds)


def _with_cards(view: State, seat: Seat, rng: Random) -> State:
    others = [other for other in range(len(view.hands)) if other != seat]
    room = {hand(other): len(view.hands[other]) for other in others}
    room |= {gift(other): len(view.gifts[other]) for other in others}
    room[DRAW] = len(view.draw)
    lots = view.minds[seat].cards
    lacking = next((task.seat for task in view.tasks[:1] if isinstance(task, Refilling)), seat)
    if lacking != seat and view.hands[lacking]:
        lots, room = _hardly_numbers(lots, room, hand(lacking))
    cards = dealt(lots, room, rng)
    if ONE in cards:
        cards[hand(lacking)] += cards[ONE]
    hands, gifts = list(view.hands), list(view.gifts)
    for other in others:
        hands[other], gifts[other] = in_order(cards[hand(other)]), in_order(cards[gift(other)])
    draw = tuple(rng.sample(cards[DRAW], len(cards[DRAW])))
    return replace(view, hands=tuple(hands), gifts=tuple(gifts), draw=draw)


def _hardly_numbers(lots: Lots, room: Mapping[int, int], place: int) -> tuple[Lots, dict[int, int]]:
    """Whoever is asked whether he draws has one number card at most (DUM-44)."""

    def places_of(card: str, places: int) -> int:
        if not places & place:
            return places
        return places & ~place | ONE if card in NUMBERS else places | ONE

    return split(lots, places_of), {**room, place: room[place] - 1, ONE: 1}


def _with_murphys(view: State, seat: Seat, rng: Random) -> State:
    room = {hand(other): len(murphy) for other, murphy in enumerate(view.murphys) if other != seat}
    murphys = dealt(view.minds[seat].murphys, room | {ASIDE: len(view.aside), BOX: len(view.box)}, rng)
    return replace(
        view,
        murphys=tuple(
            murphy if owner == seat else "".join(murphys[hand(owner)]) for owner, murphy in enumerate(view.murphys)
        ),
        aside=tuple(rng.sample(murphys[ASIDE], len(murphys[ASIDE]))),
        box=tuple(murphys[BOX]),
    )


def _mind_of(state: State, seat: Seat) -> Mind:
    """What another person knows at the least: what everybody knows, and what he holds himself."""
    cards, murphys = state.minds[-1]
    for card in (*state.hands[seat], *state.gifts[seat]):
        cards = found(cards, card, hand(seat) | gift(seat))
    if state.murphys[seat]:
        murphys = found(murphys, state.murphys[seat], hand(seat))
    return Mind(without(cards, hand(seat) | gift(seat)), without(murphys, hand(seat)))
