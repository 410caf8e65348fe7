"""What somebody knows of cards that he cannot see: lots of cards, each somewhere among some places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from random import Random
from typing import Final, NamedTuple

from rumms.kernel.game import Seat

MOST_SEATS: Final = 6
DRAW: Final = 1 << 2 * MOST_SEATS
"""The draw pile. A place is a bit, so that several are one number."""
ASIDE: Final = DRAW << 1
"""The Murphy cards that were laid aside."""
BOX: Final = ASIDE << 1
ONE: Final = BOX << 1
"""Room for a single card of any sort in a hand that is known to hold hardly any number cards."""


class Lot(NamedTuple):
    """Cards of which one knows that each lies in one of these places."""

    places: int
    cards: tuple[str, ...]
    """In alphabetical order."""


Lots = tuple[Lot, ...]
"""In the order of their places, no two with the same."""
Placed = list[tuple[str, int]]
"""Cards that were dealt to a place, each with the places it may be in."""


def hand(seat: Seat) -> int:
    """The place of a hand, and of the Murphy card before it."""
    return 1 << seat


def gift(seat: Seat) -> int:
    """The place of what somebody is about to give away."""
    return 1 << MOST_SEATS + seat


def put(lots: Lots, cards: Iterable[str], place: int) -> Lots:
    """These cards were seen to go to a place that is hidden."""
    return _sorted((*lots, Lot(place, tuple(sorted(cards)))))


def found(lots: Lots, card: str, place: int) -> Lots:
    """A card has turned up that was in this place.

    Cards that are alike cannot be told apart: where another of them might have been the one, it may now be wherever
    the one that is struck off might have been.
    """
    having = [lot.places for lot in lots if card in lot.cards]
    could = [places for places in having if places & place] or having
    struck = min(could, key=int.bit_count)
    changed = []
    for places, cards in lots:
        if places not in could:
            changed.append(Lot(places, cards))
            continue
        at = cards.index(card)
        if places == struck:
            changed.append(Lot(places, cards[:at] + cards[at + 1 :]))
        elif places & struck == struck:
            changed.append(Lot(places, cards))
        else:
            alike = cards.count(card)
            changed += [Lot(places, cards[:at] + cards[at + alike :]), Lot(places | struck, (card,) * alike)]
    return _sorted(changed)


def slipped(lots: Lots, source: int, target: int, can: Collection[str]) -> Lots:
    """A card has gone from one hidden place to another; it was one of those that can."""
    changed = []
    for places, cards in lots:
        if not places & source or places & target:
            changed.append(Lot(places, cards))
            continue
        changed.append(Lot(places, tuple(card for card in cards if card not in can)))
        changed.append(Lot(places | target, tuple(card for card in cards if card in can)))
    return _sorted(changed)


def without(lots: Lots, place: int, cards: Collection[str] | None = None) -> Lots:
    """None of these cards, or none at all, is in this place."""
    changed = []
    for places, some in lots:
        if not places & place:
            changed.append(Lot(places, some))
        elif cards is None:
            changed.append(Lot(places & ~place, some))
        else:
            changed.append(Lot(places & ~place, tuple(card for card in some if card in cards)))
            changed.append(Lot(places, tuple(card for card in some if card not in cards)))
    return _sorted(changed)


def moved(lots: Lots, places: Mapping[int, int]) -> Lots:
    """All that lay in some places went to others, as this maps them."""
    if not places:
        return lots
    every = sum(places)

    def after(before: int) -> int:
        return sum(new for old, new in places.items() if before & old) | before & ~every

    return _sorted(Lot(after(lot.places), lot.cards) for lot in lots)


def sure(lots: Lots, place: int) -> tuple[str, ...]:
    """The cards that are known to be in a place."""
    return next((lot.cards for lot in lots if lot.places == place), ())


def somewhere(lots: Lots, place: int) -> tuple[str, ...]:
    """The cards that may be in a place."""
    return tuple(card for lot in lots if lot.places & place for card in lot.cards)


def split(lots: Lots, places_of: Callable[[str, int], int]) -> Lots:
    """The same cards with other places, told card by card."""
    return _sorted(Lot(places_of(card, places), (card,)) for places, cards in lots for card in cards)


def held(lots: Lots, cards: Iterable[str], place: int) -> Lots:
    """What somebody knows who holds exactly these cards in this place, and else what is known here."""
    wanted = Counter(cards)
    changed = []
    for places, some in sorted(lots, key=lambda lot: (not lot.places & place, lot.places.bit_count())):
        rest = []
        for card in some:
            if wanted[card]:
                wanted[card] -= 1
            else:
                rest.append(card)
        changed.append(Lot(places & ~place, tuple(rest)))
    return _sorted(changed)


def pinned(lots: Lots, cards: Iterable[str], place: int) -> Lots:
    """The same, if these cards are in this place for certain."""
    there = Counter(sure(lots, place))
    for card in cards:
        if there[card]:
            there[card] -= 1
            continue
        having = [lot for lot in lots if lot.places & place and lot.places != place and card in lot.cards]
        least = min(having, key=lambda lot: lot.places.bit_count())
        at = least.cards.index(card)
        others = [lot for lot in lots if lot is not least]
        lots = put((*others, Lot(least.places, least.cards[:at] + least.cards[at + 1 :])), (card,), place)
    return lots


def dealt(lots: Lots, room: Mapping[int, int], rng: Random) -> dict[int, list[str]] | None:
    """Deal the cards out at random, each to a place where it may be, so many to each place; None if they do not fit."""
    placed: dict[int, Placed] = {place: [] for place in room}
    for places, cards in sorted(lots, key=lambda lot: lot.places.bit_count()):
        free = [place for place in room if place & places for _ in range(room[place] - len(placed[place]))]
        chosen = rng.sample(free, min(len(free), len(cards)))
        chance = rng.sample(cards, len(cards))
        for card, place in zip(chance, chosen, strict=False):
            placed[place].append((card, places))
        for card in chance[len(chosen) :]:
            if not _squeeze_in(card, places, placed, room, set()):
                return None
    return {place: [card for card, _ in some] for place, some in placed.items()}


def _squeeze_in(card: str, places: int, placed: dict[int, Placed], room: Mapping[int, int], tried: set[int]) -> bool:
    """Find a card its place by moving others on, where all of its places are full (augmenting paths)."""
    for place, some in placed.items():
        if not place & places or place in tried:
            continue
        tried.add(place)
        if len(some) < room[place]:
            some.append((card, places))
            return True
        for at, (other, elsewhere) in enumerate(some):
            if _squeeze_in(other, elsewhere, placed, room, tried):
                some[at] = (card, places)
                return True
    return False


def _sorted(lots: Iterable[Lot]) -> Lots:
    together: dict[int, tuple[str, ...]] = {}
    for places, cards in lots:
        if cards:
            together[places] = tuple(sorted(together[places] + cards)) if places in together else cards
    return tuple(Lot(places, together[places]) for places in sorted(together))
