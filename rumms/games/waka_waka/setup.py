"""How a game of Waka Waka begins: the deal, or a start position of one's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from random import Random
from typing import Final, NamedTuple

from rumms.games.waka_waka.cards import ALL_GOODS, BOATS, CARDS, DECK, FIELDS, FIGURES, FIRE, GOODS, in_order
from rumms.games.waka_waka.course import MOST_TRADES, Course
from rumms.games.waka_waka.events import Began, HandedBack
from rumms.games.waka_waka.state import Ask, Cards, Dealt, Goods, Options, Position, Spot, State, Task
from rumms.games.waka_waka.turn import HAS_EYE, STOCK, turn_of
from rumms.kernel.game import NATURE
from rumms.kernel.refusal import BadOption

START_GOLD: Final = 8
HAND: Final = 6
"""Cards dealt to each player."""


class Deals(NamedTuple):
    """Every order of these goods and of these cards."""

    goods: Goods
    cards: Cards

    def __contains__(self, action: object) -> bool:
        return (
            isinstance(action, Dealt)
            and sorted(action.goods) == sorted(self.goods)
            and sorted(action.cards) == sorted(self.cards)
        )

    def sample(self, rng: Random) -> Dealt:
        """Shuffle thoroughly."""
        return Dealt(tuple(rng.sample(self.goods, len(self.goods))), tuple(rng.sample(self.cards, len(self.cards))))


def new(seats: int, options: Options) -> State:
    """All goods and cards wait to be shuffled; everybody has 8 gold and stands beside the board (WAK-08, WAK-09)."""
    if options.bank_gold is not None and options.bank_gold < START_GOLD * seats:
        raise BadOption("bank_gold must be at least {least}: everybody begins with 8 gold.", least=START_GOLD * seats)
    return State(
        options,
        options.first_player - 1,
        (Task(Ask.DEAL, NATURE),),
        gold=(START_GOLD,) * seats,
        steps=(0,) * seats,
        hands=((),) * seats,
        stalls=((),) * seats,
        pile=DECK,
        heap=ALL_GOODS,
        bank=None if options.bank_gold is None else options.bank_gold - START_GOLD * seats,
        deck=DECK,
        unseen=(ALL_GOODS,),
        shuffled=DECK,
        drawn=((),) * seats,
        seen=(((),) * seats,) * seats,
        most_trades=(MOST_TRADES,) * seats,
    )


def deal(course: Course, dealt: Dealt) -> None:
    """Boats, village and hands; Fire cards are handed back for others (WAK-04 to WAK-11)."""
    goods, cards = dealt.goods, iter(dealt.cards)
    seats = len(course.state.hands)
    boats = tuple(map(Spot, goods[: len(FIELDS)]))
    stock, heap = goods[len(FIELDS) :][:STOCK], goods[len(FIELDS) + STOCK :]
    hands = [[next(cards) for _ in range(HAND)] for _ in range(seats)]
    fires = 0
    for hand in hands:
        while FIRE in hand:
            hand[hand.index(FIRE)] = next(cards)
            fires += 1
    held = tuple(map(in_order, hands))
    course.change(
        boats=boats,
        village=in_order(stock),
        heap=heap,
        unseen=(in_order((*heap, *_face_down(boats))),),
        hands=held,
        pile=(*cards, *(FIRE,) * fires),
        drawn=held,
    )
    course.instead(
        *((Task(Ask.MIX, NATURE),) if fires else ()),
        *(Task(Ask.FIGURE, seat) for seat in range(seats)),
        *turn_of(course.state.turn),
    )
    course.tell(Began(course.state.turn))
    if fires:
        course.tell(HandedBack(fires))
    course.reveals = True


def restore(course: Course, dealt: Dealt) -> None:
    """The piles of a start position have been shuffled, and the first player begins."""
    course.change(heap=dealt.goods, pile=dealt.cards)
    course.instead(*turn_of(course.state.turn))
    course.reveals = True


def _face_down(boats: Iterable[Spot | None]) -> list[str]:
    return [spot.good for spot, has_eye in zip(boats, HAS_EYE, strict=True) if spot and not has_eye]


# Start positions.


def position(seats: int, options: Options, start: Position) -> State:
    """A game that begins with this position, its piles not shuffled yet."""
    _check(start, seats, options)
    hands = tuple(map(in_order, start.hands))
    boats = tuple(map(Spot, chain.from_iterable(start.boats)))
    bank = None if options.bank_gold is None else options.bank_gold - sum(start.gold)
    return State(
        options,
        options.first_player - 1,
        (Task(Ask.RESTORE, NATURE),),
        gold=start.gold,
        steps=start.steps,
        hands=hands,
        stalls=tuple(map(in_order, start.stalls)),
        pile=start.pile,
        heap=start.heap,
        figures=tuple(FIGURES)[:seats],
        boats=boats,
        village=in_order(start.village),
        discard=start.discard,
        burning=start.burning,
        bank=bank,
        deck=in_order(chain(start.pile, start.discard, *hands)),
        unseen=(in_order((*start.heap, *_face_down(boats))),),
        shuffled=in_order(chain(start.pile, *hands)),
        drawn=hands,
        seen=(((),) * seats,) * seats,
        most_trades=(MOST_TRADES,) * seats,
    )


def _check(start: Position, seats: int, options: Options) -> None:
    """Refuse a start position that no game could have come to."""
    if any(len(row) != seats for row in (start.hands, start.stalls, start.gold, start.steps)):
        raise BadOption(
            "The start position needs {seats} hands, {seats} stalls, {seats} sums of gold and {seats} steps.",
            seats=seats,
        )
    if tuple(map(len, start.boats)) != tuple(len(boat.eyes) for boat in BOATS.values()):
        raise BadOption("The start position needs four boats with 2, 3, 3 and 4 goods.")
    if any(FIRE in hand for hand in start.hands):
        raise BadOption("No hand holds a Fire card.")
    _check_material(chain(start.pile, start.discard, *start.hands), DECK, set(CARDS))
    _check_material(chain(start.heap, start.village, *start.stalls, *start.boats), ALL_GOODS, set(GOODS))
    if options.bank_gold is not None and sum(start.gold) > options.bank_gold:
        raise BadOption("The players have more gold than there is.")


def _check_material(found: Iterable[str], box: tuple[str, ...], kinds: set[str]) -> None:
    pieces = Counter(found)
    for kind in pieces:
        if kind not in kinds:
            raise BadOption("There is no '{kind}' in Waka Waka.", kind=kind)
    if pieces - Counter(box):
        raise BadOption(
            "The start position has more of a kind than the box: {kinds}.", kinds=", ".join(pieces - Counter(box))
        )
