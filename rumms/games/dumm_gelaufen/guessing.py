"""Completing a view: what is face down is dealt out as far as somebody knows where it can be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from msgspec.structs import replace

from rumms.games.dumm_gelaufen.cards import ACTIONS, COLOUR, NUMBERS, VALUE, in_order
from rumms.games.dumm_gelaufen.lots import (
    ASIDE,
    BOX,
    DRAW,
    ONE,
    Lots,
    dealt,
    gift,
    hand,
    held,
    pinned,
    somewhere,
    split,
)
from rumms.games.dumm_gelaufen.state import (
    Cards,
    ChoosingColour,
    ChoosingPerson,
    ChoosingTwins,
    Giving,
    Laying,
    Mind,
    Refilling,
    State,
)
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
    cards = _dealt(view, seat, lots, room, rng)
    if ONE in cards:
        cards[hand(lacking)] += cards[ONE]
    hands, gifts = list(view.hands), list(view.gifts)
    for other in others:
        hands[other], gifts[other] = in_order(cards[hand(other)]), in_order(cards[gift(other)])
    draw = tuple(rng.sample(cards[DRAW], len(cards[DRAW])))
    return replace(view, hands=tuple(hands), gifts=tuple(gifts), draw=draw)


def _dealt(view: State, seat: Seat, lots: Lots, room: Mapping[int, int], rng: Random) -> dict[int, list[str]]:
    """Deal the cards out so that whoever is asked can answer."""
    asked, needs = _needs(view)
    cards = dealt(lots, room, rng)
    if cards is None:
        raise AssertionError(lots)
    if asked == seat or not needs or any(_holds(cards[hand(asked)], need) for need in needs):
        return cards
    may_hold = somewhere(lots, hand(asked))
    possible = [need for need in needs if _holds(may_hold, need)]
    pinnings = (dealt(pinned(lots, need, hand(asked)), room, rng) for need in rng.sample(possible, len(possible)))
    return next((found_ for found_ in pinnings if found_), cards)


def _holds(cards: Sequence[str], need: Cards) -> bool:
    return all(cards.count(card) >= need.count(card) for card in need)


def _needs(view: State) -> tuple[Seat, list[Cards]]:
    """Who is asked something, and what he may hold, one thing or another, to be asked that."""
    match view.tasks[:1]:
        case (Laying(asked, colour=colour, kept=kept),):
            cards = [card for card in NUMBERS if not colour or COLOUR[card] == colour]
            return asked, [(card,) * (1 + kept.count(card)) for card in cards]
        case (Giving(asked, value=value),):
            return asked, [(card,) for card in NUMBERS if not value or VALUE[card] == value]
        case (ChoosingColour(asked),):
            return asked, [(card,) for card in NUMBERS]
        case (ChoosingTwins(asked),):
            return asked, [(card, card) for card in NUMBERS]
        case (ChoosingPerson(asked, card),) if ACTIONS[card].effect == "give_twins":
            return asked, [(number, number) for number in NUMBERS]
    return 0, []


def _hardly_numbers(lots: Lots, room: Mapping[int, int], place: int) -> tuple[Lots, dict[int, int]]:
    """Whoever is asked whether he draws has one number card at most (DUM-44)."""

    def places_of(card: str, places: int) -> int:
        if not places & place:
            return places
        return places & ~place | ONE if card in NUMBERS else places | ONE

    return split(lots, places_of), {**room, place: room[place] - 1, ONE: 1}


def _with_murphys(view: State, seat: Seat, rng: Random) -> State:
    room = {hand(other): len(murphy[:1]) for other, murphy in enumerate(view.murphys) if other != seat}
    murphys = dealt(view.minds[seat].murphys, room | {ASIDE: len(view.aside), BOX: len(view.box)}, rng)
    if murphys is None:
        raise AssertionError(view.minds[seat].murphys)
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
    own = (*state.hands[seat], *state.gifts[seat])
    return Mind(
        held(cards, own, hand(seat) | gift(seat)), held(murphys, filter(None, (state.murphys[seat],)), hand(seat))
    )
