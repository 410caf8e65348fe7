"""Bots for Dumm gelaufen!, the game of tasks that go wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import product
from random import Random
from typing import Any, Final

from rumms.games.dumm_gelaufen import state as values
from rumms.games.dumm_gelaufen.cards import ACTIONS, COLOUR, NUMBERS, VALUE, numbers_of
from rumms.games.dumm_gelaufen.lots import DRAW, hand, somewhere, sure
from rumms.games.dumm_gelaufen.state import PILES, Action, State
from rumms.games.dumm_gelaufen.tasks import RATIOS, can_draw, to_take
from rumms.games.dumm_gelaufen.value import WEIGHT, Hand, hand_of, open_cards, trades_needed, value
from rumms.kernel.bots import Maker, RandomBot, without_budget
from rumms.kernel.game import Choices, Game, Seat
from rumms.kernel.search import searching

NEW_PLAN: Final = 3.2
"""So many trades a new task takes on average; whoever is further from his own takes a new one."""
HIDDEN: Final = 0.1
"""What it costs in trades not to see a card before one takes it; with much more two bots would never draw."""
COVER: Final = 0.05
"""What it costs to cover a card that one could use."""


class Greedy:
    """Counts how many trades its task still takes after each choice, and takes the choice that leaves fewest."""

    def __init__(self, _game: Game[Any, Any], budget: str | None = None) -> None:
        without_budget("greedy", budget)

    def choose(self, view: State, seat: Seat, legal: Choices[Action], _rng: Random) -> Action:
        """The choice with the fewest trades left, the first of equals."""
        if not isinstance(legal, tuple):
            raise AssertionError(legal)
        if len(legal) == 1:
            return legal[0]  # type: ignore[no-any-return]
        outlook = Outlook(view, seat)
        return min(legal, key=outlook.of)  # type: ignore[no-any-return]


class Outlook:
    """How many trades are left after each of the choices before a player."""

    def __init__(self, view: State, seat: Seat) -> None:
        self.view, self.seat, self.task = view, seat, view.tasks[0]
        self.murphy, self.cards = view.murphys[seat], view.hands[seat]
        self.weight = WEIGHT[self.murphy]
        self.hand = hand_of(self.murphy, self.cards)
        self.mind = view.minds[seat]

    def of(self, action: Action) -> float:
        """Trades left after this action, roughly."""
        return SCORES[type(action)](self, action)

    def left(self, hand_: Hand) -> float:
        """Trades left with such a hand."""
        return trades_needed(self.murphy, hand_)

    def worth(self, card: str) -> float:
        """What a card is to the task."""
        return self.weight.get(card, 0.0)

    @cached_property
    def odds(self) -> list[tuple[float, float | None]]:
        """How likely the next card of the draw pile is to fit, to spoil or to be no number card, and its worth."""
        pool = somewhere(self.mind.cards, DRAW) or [card for pile in self.view.piles for card in pile[:-1]]
        if not pool:
            return [(1.0, None)]
        numbers = numbers_of(pool)
        fitting = [self.weight[card] for card in numbers if card in self.weight]
        return [
            (len(fitting) / len(pool), sum(fitting) / max(1, len(fitting))),
            ((len(numbers) - len(fitting)) / len(pool), 0.0),
            (1 - len(numbers) / len(pool), None),
        ]

    def drawn(self, cards: int, lay: int, hand_: Hand | None = None) -> float:
        """Trades left after drawing so many cards and laying down some, on average."""
        total = 0.0
        for outcome in product(self.odds, repeat=cards):
            chance, after = 1.0, hand_ or self.hand
            for part, gained in outcome:
                chance *= part
                after = after if gained is None else after.take(gained)
            total += chance * self.left(after.lay(lay))
        return total + HIDDEN

    def trade(self, take: int) -> float:
        """Trades left after the best trade of this ratio."""
        lay = RATIOS[take]
        found = [self.laid(weights, lay) for weights in open_cards(self.view, self.murphy) if len(weights) == take]
        if can_draw(self.view):
            found.append(self.drawn(take, lay))
        return min(found)

    def laid(self, weights: tuple[float, ...], lay: int) -> float:
        """Trades left after taking cards of these weights and laying down so many."""
        after = self.hand
        for weight in weights:
            after = after.take(weight)
        return self.left(after.lay(lay))


def _trade(outlook: Outlook, action: values.Trade) -> float:
    return outlook.trade(action.take)


def _play(outlook: Outlook, action: values.Play) -> float:
    """A green card is worth keeping unless it beats the best trade."""
    return PLANS[ACTIONS[action.card].effect](outlook)


def _take(outlook: Outlook, action: values.Take) -> float:
    """The card itself, then the best of what is left to take."""
    task, view = outlook.task, outlook.view
    if not isinstance(task, values.Taking):
        raise AssertionError(task)
    weights = [outlook.worth(action.card)]
    if action.place == "mac":
        rest = sorted((outlook.worth(card) for card in view.mac), reverse=True)
        rest.remove(weights[0])
    else:
        rest = [
            outlook.worth(pile[-1 - (place == action.place)])
            for place, pile in zip(PILES, view.piles, strict=True)
            if len(pile) > (place == action.place)
        ]
        rest.sort(reverse=True)
    more = rest[: to_take(view.hands[task.seat], task) - 1]
    if not task.lay:  # one may stop
        more = [weight for weight in more if weight]
    return outlook.laid((*weights, *more), _due(task, 1 + len(more)))


def _due(task: values.Taking, taken: int) -> int:
    return len(task.taken) + taken if task.exchange else task.lay


def _draw(outlook: Outlook, _: values.Draw) -> float:
    """Drawing for lack of number cards is always good."""
    match outlook.task:
        case values.Taking(_, left, lay):
            return outlook.drawn(left, lay)
    return 0.0


def _stop(outlook: Outlook, _: values.Stop) -> float:
    match outlook.task:
        case values.Taking() as task:
            return outlook.laid((), _due(task, 0))
        case values.Laying(laid=laid):
            return outlook.drawn(laid, 0)
    return outlook.left(outlook.hand) + 1


def _lay(outlook: Outlook, action: values.Lay) -> float:
    view, task, weight = outlook.view, outlook.task, outlook.worth(action.card)
    cover = 0.0
    if action.place != "mac":
        pile = view.piles[PILES.index(action.place)]
        cover = COVER * outlook.worth(pile[-1]) if pile else 0.0
    if isinstance(task, values.Clearing):
        return weight + cover  # what one can use is laid last, to lie on top
    after = Hand(outlook.hand.fit - weight, outlook.hand.spoil - (not weight))
    if isinstance(task, values.Laying) and task.draw:
        return outlook.drawn(task.laid + 1, 0, after) + cover
    return outlook.left(after) + cover


def _give(outlook: Outlook, action: values.Give) -> float:
    """What one can use least."""
    return outlook.worth(action.card)


def _choose(outlook: Outlook, action: values.Choose) -> float:
    task = outlook.task
    if not isinstance(task, values.ChoosingPerson):
        raise AssertionError(task)
    return PERSONS[ACTIONS[task.card].effect](outlook, action.person - 1)


def _colour(outlook: Outlook, action: values.Colour) -> float:
    kept = [card for card in numbers_of(outlook.cards) if COLOUR[card] != action.colour]
    return outlook.left(hand_of(outlook.murphy, kept))


def _value(outlook: Outlook, action: values.Value) -> float:
    """What the others are likely to hold of it."""
    total = 0.0
    for other in range(len(outlook.view.hands)):
        if other != outlook.seat:
            total += _expected(outlook, other, action.value)
    return -total


def _expected(outlook: Outlook, other: Seat, value_: int) -> float:
    """What somebody is likely to give, in cards of the task; what spoils counts against it."""
    cards = [card for card in somewhere(outlook.mind.cards, hand(other)) if card in NUMBERS]
    wanted = [card for card in cards if VALUE[card] == value_]
    share = min(1.0, len(wanted) * len(outlook.view.hands[other]) / max(1, len(cards)))
    if not wanted:
        return 0.0
    return share * sum(outlook.worth(card) or -1.0 for card in wanted) / len(wanted)


def _carry_out(_: Outlook, __: values.CarryOut) -> float:
    return 0.0


SCORES: Final[Mapping[type, Callable[[Outlook, Any], float]]] = {
    values.Trade: _trade,
    values.Play: _play,
    values.Draw: _draw,
    values.Take: _take,
    values.Lay: _lay,
    values.Give: _give,
    values.Choose: _choose,
    values.Colour: _colour,
    values.Value: _value,
    values.CarryOut: _carry_out,
    values.Stop: _stop,
}


# What the green cards promise, in trades left.


def _clear_out(outlook: Outlook) -> float:
    colours = {COLOUR[card] for card in numbers_of(outlook.cards)}
    return min(_colour(outlook, values.Colour(colour)) for colour in colours)


def _twins(outlook: Outlook) -> float:
    cards = [card for card in numbers_of(outlook.cards) if outlook.cards.count(card) > 1]
    spoil = any(not outlook.worth(card) for card in cards)
    fit, spoils = outlook.hand
    return outlook.left(Hand(fit, spoils - 2) if spoil else Hand(fit - 2, spoils))


def _generous(outlook: Outlook) -> float:
    fitting = sorted(filter(None, map(outlook.worth, outlook.view.mac)), reverse=True)
    return outlook.laid(tuple(fitting[: min(2, len(outlook.view.mac) - 1)]) or (0.0,), 0)


def _horse_trade(outlook: Outlook) -> float:
    fitting = sorted(filter(None, map(outlook.worth, outlook.view.mac)), reverse=True)[:3]
    number = max(1, min(len(fitting), int(outlook.hand.spoil)))
    return outlook.laid(tuple(fitting[:number]) or (0.0,), number)


def _second_try(outlook: Outlook) -> float:
    number = max(1, min(3, int(outlook.hand.spoil)))
    return outlook.drawn(number, 0, outlook.hand.lay(number))


def _light_fingers(outlook: Outlook) -> float:
    return outlook.drawn(1, 1)


def _new_plan(_: Outlook) -> float:
    return NEW_PLAN


def _hand_it_over(outlook: Outlook) -> float:
    most = max(-_value(outlook, values.Value(number)) for number in {VALUE[card] for card in outlook.weight})
    return outlook.left(Hand(outlook.hand.fit + max(0.0, most), outlook.hand.spoil)) + HIDDEN


PLANS: Final[Mapping[str, Callable[[Outlook], float]]] = {
    "lay_down_colour": _clear_out,
    "give_twins": _twins,
    "take_from_mac": _generous,
    "swap_with_mac": _horse_trade,
    "lay_down_and_draw": _second_try,
    "draw_blind_and_give": _light_fingers,
    "new_murphy_self": _new_plan,
    "ask_value": _hand_it_over,
}


# Whom an action card is about.


def _ahead(outlook: Outlook, person: Seat) -> float:
    """Whoever has fulfilled the most."""
    return -float(len(outlook.view.fulfilled[person]))


def _with_a_better_task(outlook: Outlook, person: Seat) -> float:
    """Whoever is known to have a task that one is near to, else whoever is ahead."""
    known = sure(outlook.mind.murphys, hand(person))
    if not known:
        return _ahead(outlook, person)
    return trades_needed(known[0], hand_of(known[0], outlook.cards)) - NEW_PLAN


def _with_cards_that_fit(outlook: Outlook, person: Seat) -> float:
    """Whoever is known to have what one can use."""
    known = sure(outlook.mind.cards, hand(person))
    return -sum(map(outlook.worth, known)) / max(1, len(outlook.view.hands[person]))


PERSONS: Final[Mapping[str, Callable[[Outlook, Seat], float]]] = {
    "give_twins": _ahead,
    "swap_murphy": _with_a_better_task,
    "draw_blind_and_give": _with_cards_that_fit,
}

BOTS: Final[Mapping[str, Maker]] = {
    "random": RandomBot,
    "greedy": Greedy,
    "search": searching(value=value, rollout=Greedy),
}
