"""A turn as a list of tasks: what each question offers, what an answer does, what is due by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from rumms.games.waka_waka import effects
from rumms.games.waka_waka.cards import (
    BACK,
    BOATS,
    ELDER,
    FIELDS,
    FIGURES,
    PLACES,
    TORCH,
    TRADE,
    in_order,
    kinds_in,
    without,
)
from rumms.games.waka_waka.course import STALL, Course, draw_task, next_seat
from rumms.games.waka_waka.effects import EFFECTS, SUBSTITUTES
from rumms.games.waka_waka.events import (
    Bought,
    Chose,
    Discarded,
    Gave,
    HandShown,
    Looked,
    NotShared,
    Played,
    Refilled,
    Shared,
    Sold,
    Substituted,
    Supplied,
    Took,
    Used,
    UsedNone,
    Won,
)
from rumms.games.waka_waka.state import (
    Action,
    Ask,
    Buy,
    Card,
    Choose,
    Decline,
    Discard,
    Enough,
    Give,
    Lay,
    Look,
    Play,
    Rise,
    Sell,
    Share,
    Spot,
    State,
    Stop,
    Substitute,
    Supply,
    Take,
    Task,
    Use,
    Visit,
)
from rumms.kernel.game import Seat, Secret

DISPLAY: Final = 3
"""Cards that can be played in a turn."""
SUPPLY: Final = (3, 2, 1, 0)
"""What the supply (Nachschub) is worth after 0, 1, 2, 3 cards played (WAK-18)."""
HAND_LIMIT: Final = 6
SALE: Final = 10
"""Gold for two goods of a kind."""
SHARE_GOLD: Final = 1
STOCK: Final = 6
"""Goods drawn into the village, at the beginning and with every new pile."""
TURN: Final = (Ask.PLAY, Ask.SUPPLY, Ask.LIMIT, Ask.CLEAR, Ask.REFILL, Ask.NEXT)
"""The tasks of a turn (WAK-13)."""


def turn_of(seat: Seat) -> tuple[Task, ...]:
    """All that a turn consists of."""
    return tuple(Task(ask, seat) for ask in TURN)


def can_use(state: State, seat: Seat, card: Card, held: int) -> bool:
    """Is the action of this card possible for this player, holding so many cards besides (WAK-17)?"""
    return EFFECTS[card].can(state, seat, held)


# What may be answered.


def _figures(state: State, _task: Task) -> tuple[Action, ...]:
    """A colour that nobody has yet (WAK-08)."""
    return tuple(Choose(figure) for figure in FIGURES if figure not in state.figures)  # type: ignore[arg-type]


def _plays(state: State, task: Task) -> tuple[Action, ...]:
    """A card that can be used, three cards instead of a Trade card, or no more (WAK-14, WAK-49)."""
    hand = state.hands[task.seat]
    held = len(hand) - 1
    found: list[Action] = [PLAYS[card] for card in kinds_in(hand) if EFFECTS[card].can(state, task.seat, held)]
    if may_substitute(state, task.seat):
        found.append(SUBSTITUTE)
    return (*found, STOP)


def may_substitute(state: State, seat: Seat) -> bool:
    """Three cards do for a Trade card, but only while he holds none (WAK-49, WAK-50)."""
    hand = state.hands[seat]
    return (
        len(hand) >= SUBSTITUTES
        and not (state.options.substitute_needs_no_trade and TRADE in hand)
        and effects.can_trade(state, seat)
    )


def _lays(state: State, task: Task) -> tuple[Action, ...]:
    return tuple(map(Lay, effects.substitutes(state.hands[task.seat])))


def _takes(_state: State, task: Task) -> tuple[Action, ...]:
    return tuple(map(Take, task.among))


def _gives(state: State, task: Task) -> tuple[Action, ...]:
    return tuple(map(Give, task.among or kinds_in(state.stalls[task.seat])))


def _uses(state: State, task: Task) -> tuple[Action, ...]:
    """A card of the hand shown, but no Torch thrower and no other Elder; or none (WAK-58, WAK-62)."""
    held = len(state.hands[task.seat])
    usable = (
        card
        for card in kinds_in(state.hands[task.other])
        if card not in (TORCH, ELDER) and can_use(state, task.seat, card, held)
    )
    return (*map(Use, usable), DECLINE)


def _exchanges(state: State, task: Task) -> tuple[Action, ...]:
    return (*map(Discard, kinds_in(state.hands[task.seat])), DECLINE)


def _drums(state: State, task: Task) -> tuple[Action, ...]:
    """Any number of cards, but at least one (WAK-75)."""
    cards = tuple(map(Discard, kinds_in(state.hands[task.seat])))
    return (*cards, ENOUGH) if task.number else cards


def _supplies(state: State, _task: Task) -> tuple[Action, ...]:
    """Any mix of cards and gold, no more cards than both piles hold (WAK-18, WAK-21)."""
    worth = SUPPLY[len(state.display)]
    cards = len(state.pile) + len(state.discard)
    gold = worth if state.bank is None else state.bank
    mixes = [Supply(some, worth - some) for some in range(worth, -1, -1) if some <= cards and worth - some <= gold]
    return tuple(mixes) or (Supply(min(worth, cards), min(max(0, worth - cards), gold)),)


def _discards(state: State, task: Task) -> tuple[Action, ...]:
    return tuple(map(Discard, kinds_in(state.hands[task.seat])))


PLAYS: Final = {card: Play(card) for card in EFFECTS}
SUBSTITUTE, STOP, DECLINE, ENOUGH = Substitute(), Stop(), Decline(), Enough()
CHOICES: Final[dict[Ask, Callable[[State, Task], tuple[Action, ...]]]] = {
    Ask.FIGURE: _figures,
    Ask.PLAY: _plays,
    Ask.LAY: _lays,
    Ask.TRADE: lambda state, task: effects.trades(state, task.seat),
    Ask.TAKE: _takes,
    Ask.GIVE: _gives,
    Ask.SURPLUS: _gives,
    Ask.LOOK: lambda state, _task: effects.looks(state),
    Ask.VISIT: lambda state, task: effects.visits(state, task.seat),
    Ask.USE: _uses,
    Ask.EXCHANGE: _exchanges,
    Ask.DRUM: _drums,
    Ask.SHARE: lambda _state, _task: (Share(), DECLINE),
    Ask.SUPPLY: _supplies,
    Ask.LIMIT: _discards,
}


# What an answer does.


def _choose(course: Course, task: Task, action: Choose) -> None:
    course.change(figures=(*course.state.figures, action.figure))
    course.tell(Chose(task.seat, action.figure))
    course.done()


def _play(course: Course, task: Task, action: Play) -> None:
    """The card lies on the next field of the display; all of it happens before the next one (WAK-15, WAK-16)."""
    seat, card = task.seat, action.card
    course.part_with(seat, card)
    state = course.state
    course.tell(Played(seat, card, len(state.display) + 1))
    if card in state.options.gold_symbol_cards:
        course.due(Task(Ask.SHARE, next_seat(state, seat), card=card))
    EFFECTS[card].begin(course, seat)
    course.change(display=(*course.state.display, (card,)))


def _substitute(course: Course, task: Task, _action: Substitute) -> None:
    course.due(Task(Ask.LAY, task.seat))


def _lay(course: Course, task: Task, action: Lay) -> None:
    """Three cards face down count as one card played (WAK-49, WAK-51)."""
    seat, state = task.seat, course.state
    hand = without(state.hands[seat], *action.cards)
    course.change(hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]), display=(*state.display, action.cards))
    if state.options.substitute_needs_no_trade:
        course.change(most_trades=(*state.most_trades[:seat], 0, *state.most_trades[seat + 1 :]))
    course.tell(Substituted(seat, len(course.state.display)))
    course.instead(Task(Ask.TRADE, seat))


def _stop(course: Course, _task: Task, _action: Stop) -> None:
    course.done()


def _buy(course: Course, task: Task, action: Buy) -> None:
    """All goods of the boat lie face up in the stall; those too many go to the village (WAK-37 to WAK-40)."""
    seat, boat, places = task.seat, action.boat, PLACES[action.boat]
    course.pay(seat, BOATS[boat].price)
    bought: list[str] = []
    for name, spot in zip(FIELDS, course.state.boats, strict=True):
        if spot and FIELDS[name].boat == boat:
            bought.append(spot.good)
            if not FIELDS[name].has_eye:
                course.show_good(spot.good, spot.heap)
                course.reveals = True
    course.change(boats=tuple(None if place in places else spot for place, spot in enumerate(course.state.boats)))
    course.stock(seat, *bought)
    course.tell(Bought(seat, boat, BOATS[boat].price, tuple(bought)))
    course.instead(Task(Ask.SURPLUS, seat))


def _sell(course: Course, task: Task, action: Sell) -> None:
    course.hand_in(task.seat, action.good, action.good)
    course.tell(Sold(task.seat, action.good, course.gain(task.seat, SALE)))
    course.done()


def _rise(course: Course, task: Task, action: Rise) -> None:
    course.hand_in(task.seat, *action.goods)
    course.rise(task.seat, goods=action.goods)
    course.done()


def _take(course: Course, task: Task, action: Take) -> None:
    course.change(village=without(course.state.village, action.good))
    course.stock(task.seat, action.good)
    course.tell(Took(task.seat, action.good))
    course.done()


def _give(course: Course, task: Task, action: Give) -> None:
    course.hand_in(task.seat, action.good)
    course.tell(Gave(task.seat, action.good))
    if task.ask is Ask.GIVE:
        course.done()


def _look(course: Course, task: Task, action: Look) -> None:
    """The goods stay hidden where they are; who looked is known, what he saw is not (WAK-71, WAK-88, WAK-89)."""
    seat, goods = task.seat, []
    boats = list(course.state.boats)
    for place, name in enumerate(FIELDS):
        spot = boats[place]
        if name in action.fields and spot:
            goods.append(spot.good)
            boats[place] = spot._replace(seen_by=tuple(sorted({*spot.seen_by, seat})))
    course.change(boats=tuple(boats))
    course.tell(Secret(seat, Looked(seat, action.fields, tuple(goods)), Looked(seat, action.fields, ())))
    course.reveals = True
    course.done()


def _visit(course: Course, task: Task, action: Visit) -> None:
    """The hand is shown; afterwards its owner may exchange a card (WAK-58, WAK-60)."""
    seat, other, state = task.seat, action.player - 1, course.state
    hand = state.hands[other]
    shown = HandShown(other, seat, hand)
    to_all = state.options.elder_shows_to == "all"
    course.tell(shown if to_all else Secret(seat, shown, HandShown(other, seat, (BACK,) * len(hand))))
    course.change(
        seen=tuple(
            (*row[:other], hand, *row[other + 1 :]) if who == seat or (to_all and who != other) else row
            for who, row in enumerate(state.seen)
        )
    )
    course.reveals = True
    course.instead(Task(Ask.USE, seat, other=other), Task(Ask.EXCHANGE, other))


def _use(course: Course, task: Task, action: Use) -> None:
    """Used, not played: nobody shares it, and its owner keeps it (WAK-59, WAK-61)."""
    course.tell(Used(task.other, task.seat, action.card))
    course.done()
    EFFECTS[action.card].begin(course, task.seat)


def _share(course: Course, task: Task, _action: Share) -> None:
    """1 gold to the player who played it, then the card is the sharer's to use (WAK-33, WAK-34)."""
    seat, state = task.seat, course.state
    course.change(gold=_handed_over(state, seat))
    course.tell(Shared(seat, state.turn, task.card, SHARE_GOLD))
    course.instead(replace(task, seat=next_seat(state, seat)))
    EFFECTS[task.card].begin(course, seat)


def _decline(course: Course, task: Task, _action: Decline) -> None:
    match task.ask:
        case Ask.SHARE:
            course.tell(NotShared(task.seat, task.card))
            course.instead(replace(task, seat=next_seat(course.state, task.seat)))
        case Ask.USE:
            course.tell(UsedNone(task.seat))
            course.done()
        case _:
            course.done()


def _discard(course: Course, task: Task, action: Discard) -> None:
    course.discard(task.seat, action.card)
    if task.ask is Ask.DRUM:
        course.instead(replace(task, number=task.number + 1))
    elif task.ask is Ask.EXCHANGE:
        course.instead(draw_task(task.seat, 1))


def _enough(course: Course, task: Task, _action: Enough) -> None:
    course.instead(draw_task(task.seat, task.number))


def _supply(course: Course, task: Task, action: Supply) -> None:
    course.gain(task.seat, action.gold)
    course.tell(Supplied(task.seat, action.cards, action.gold))
    course.instead(*((draw_task(task.seat, action.cards),) if action.cards else ()))


ANSWERS: Final[dict[type, Callable[..., None]]] = {
    Choose: _choose,
    Play: _play,
    Substitute: _substitute,
    Lay: _lay,
    Stop: _stop,
    Buy: _buy,
    Sell: _sell,
    Rise: _rise,
    Take: _take,
    Give: _give,
    Look: _look,
    Visit: _visit,
    Use: _use,
    Share: _share,
    Decline: _decline,
    Discard: _discard,
    Enough: _enough,
    Supply: _supply,
}


# What is due by itself.


def settle(course: Course) -> None:
    """Do what is due until somebody, or Nature, has to be asked."""
    while course.state.tasks:
        task = course.state.tasks[0]
        due = DUE.get(task.ask)
        if due is None or due(course, task):
            return


def _due_play(course: Course, _task: Task) -> bool:
    """Three cards at most (WAK-13)."""
    if len(course.state.display) < DISPLAY:
        return True
    course.done()
    return False


def _due_supply(course: Course, _task: Task) -> bool:
    if SUPPLY[len(course.state.display)]:
        return True
    course.done()
    return False


def _due_surplus(course: Course, task: Task) -> bool:
    """As many as the stall has no room for (WAK-40)."""
    if len(course.state.stalls[task.seat]) > STALL:
        return True
    course.done()
    return False


def _due_limit(course: Course, task: Task) -> bool:
    """At most six cards at the end of one's own turn (WAK-22)."""
    if len(course.state.hands[task.seat]) > HAND_LIMIT:
        return True
    course.done()
    return False


def _due_drum(course: Course, task: Task) -> bool:
    """With the last card discarded there is nothing more to decide."""
    if course.state.hands[task.seat]:
        return True
    course.instead(draw_task(task.seat, task.number))
    return False


def _due_share(course: Course, task: Task) -> bool:
    """Each other player in clockwise order; who cannot use it is not asked (WAK-32, WAK-35)."""
    state, seat = course.state, task.seat
    while seat != state.turn:
        if state.gold[seat] >= SHARE_GOLD:
            paid = replace(state, gold=_handed_over(state, seat))
            if can_use(paid, seat, task.card, len(state.hands[seat])):
                course.instead(replace(task, seat=seat))
                return True
        seat = next_seat(state, seat)
    course.done()
    return False


def _handed_over(state: State, seat: Seat) -> tuple[int, ...]:
    """Everybody's gold once a sharer has paid the player in turn (WAK-33)."""
    gold = list(state.gold)
    gold[seat] -= SHARE_GOLD
    gold[state.turn] += SHARE_GOLD
    return tuple(gold)


def _due_clear(course: Course, task: Task) -> bool:
    """The display goes to the discard pile, face up (WAK-27)."""
    state = course.state
    substitutes = tuple(card for cards in state.display if len(cards) > 1 for card in cards)
    if state.display:
        course.change(discard=(*state.discard, *(card for cards in state.display for card in cards)), display=())
    if substitutes:
        course.forget(task.seat, substitutes)
        course.tell(Discarded(task.seat, substitutes))
        course.reveals = True
    course.done()
    return False


def _due_refill(course: Course, _task: Task) -> bool:
    """Fields emptied by buying, from the cheapest boat up; True where Nature must shuffle first (WAK-28 to WAK-30)."""
    for boat, places in PLACES.items():
        empty = [place for place in places if course.state.boats[place] is None]
        if laid := tuple(_lay_good(course, place) for place in empty[: len(course.state.heap)]):
            course.tell(Refilled(boat, laid))
            course.reveals = True
    # Only a start with fewer goods can leave a field empty.
    if None in course.state.boats and len(course.state.village) > STOCK:
        return True
    course.done()
    return False


def _lay_good(course: Course, place: int) -> str:
    """The top good of the pile on a field; what it shows."""
    state = course.state
    good, heap = state.heap[0], len(state.unseen) - 1
    course.change(heap=state.heap[1:], boats=(*state.boats[:place], Spot(good, heap), *state.boats[place + 1 :]))
    if not HAS_EYE[place]:
        return BACK
    course.show_good(good, heap)
    return good


def _due_next(course: Course, task: Task) -> bool:
    """The left neighbour; with somebody on the top step the round is the last (WAK-80)."""
    state = course.state
    after = next_seat(state, task.seat)
    if state.reached and after == state.options.first_player - 1:
        winner = winner_of(state)
        others = tuple(seat for seat in state.reached if seat != winner)
        course.change(tasks=())
        course.tell(Won(winner, state.gold[winner], others))
    else:
        course.change(turn=after, tasks=turn_of(after))
    return False


def winner_of(state: State) -> Seat:
    """On the top step, with most gold, the last to reach it (WAK-82 to WAK-84)."""
    return max(state.reached, key=lambda seat: (state.gold[seat], state.reached.index(seat)))


HAS_EYE: Final = tuple(field.has_eye for field in FIELDS.values())
DUE: Final[dict[Ask, Callable[[Course, Task], bool]]] = {
    Ask.DRAW: Course.draw,
    Ask.REFILL: _due_refill,
    Ask.PLAY: _due_play,
    Ask.SUPPLY: _due_supply,
    Ask.SURPLUS: _due_surplus,
    Ask.LIMIT: _due_limit,
    Ask.DRUM: _due_drum,
    Ask.SHARE: _due_share,
    Ask.CLEAR: _due_clear,
    Ask.NEXT: _due_next,
}


def make_pile(course: Course, cards: tuple[str, ...]) -> None:
    """The discard pile is the draw pile now; everybody knows what it is made of (WAK-24)."""
    seats = len(course.state.hands)
    course.change(pile=cards, discard=(), shuffled=in_order(cards), drawn=((),) * seats)


def make_heap(course: Course, goods: tuple[str, ...]) -> None:
    """The goods of the village are the new pile, six of them the new stock (WAK-29)."""
    stock, heap = goods[:STOCK], goods[STOCK:]
    course.change(village=in_order(stock), heap=heap, unseen=(*course.state.unseen, in_order(heap)))
