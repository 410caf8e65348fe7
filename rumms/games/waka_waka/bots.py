"""Bots for Waka Waka, the game of traders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from random import Random
from typing import Any, Final

from rumms.games.waka_waka.cards import (
    BACK,
    BOATS,
    ELDER,
    FIELDS,
    GOODS,
    PLACES,
    TORCH,
    TRADE,
    in_order,
    kinds_in,
    without,
)
from rumms.games.waka_waka.course import STALL, top_step
from rumms.games.waka_waka.effects import EFFECTS, SEER_CARDS, SHAMAN_GOLD, repeatable, substitutes, trades
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
    Goods,
    Lay,
    Look,
    Play,
    Rise,
    Sell,
    Share,
    State,
    Stop,
    Substitute,
    Supply,
    Take,
    Use,
    Visit,
)
from rumms.games.waka_waka.turn import HAND_LIMIT, SALE, SHARE_GOLD
from rumms.games.waka_waka.value import AGAIN, CARD, STEP, TOP, coins, hand_worth, stall_worth, task_of, value
from rumms.kernel.bots import Maker, RandomBot, without_budget
from rumms.kernel.game import Choices, Game, Seat
from rumms.kernel.search import searching

PLACE: Final = {name: place for place, name in enumerate(FIELDS)}

# In gold.
SUPPLY_UNIT: Final = 0.8
"""What a card played costs: a card or a gold of the supply."""
MEAN: Final = 1.2
"""A card of the draw pile."""
LOOK: Final = 0.3
"""To know two goods."""
GIFT: Final = 0.5
"""What 1 gold more in another's hand costs."""
FOUND: Final = 0.8
"""How likely a hand shown holds what one hopes for."""


class Greedy:
    """Weighs each choice by what it brings at once: steps, goods that make one, gold, cards."""

    def __init__(self, _game: Game[Any, Any], budget: str | None = None) -> None:
        without_budget("greedy", budget)

    def choose(self, view: State, seat: Seat, legal: Choices[Action], _rng: Random) -> Action:
        """The choice that brings most; the last of equals, so what is free is not spent."""
        if not isinstance(legal, tuple):
            raise AssertionError(legal)
        if len(legal) == 1:
            return legal[0]  # type: ignore[no-any-return]
        prospect = Prospect(view, seat)
        return max(reversed(legal), key=prospect.of)  # type: ignore[no-any-return]


class Prospect:
    """What a player can expect of the choices before him."""

    def __init__(self, view: State, seat: Seat) -> None:
        self.view, self.seat = view, seat
        self.hand, self.stall = view.hands[seat], view.stalls[seat]
        self.gold, self.step = view.gold[seat], view.steps[seat]
        self.task = task_of(view, self.step)
        self.ask = view.tasks[0].ask

    def of(self, action: Action) -> float:
        """What this action brings, in gold."""
        return BRINGS[type(action)](self, action)

    # Things.

    def goods(self, goods: Goods) -> float:
        """What these goods would be worth in the stall."""
        return stall_worth(self.task, goods)

    def paid(self, price: int) -> float:
        """What it costs to pay so much."""
        return coins(self.gold) - coins(self.gold - price)

    def rise(self) -> float:
        """What the next step is worth."""
        return TOP if self.step + 1 == top_step(self.view) else STEP

    # Trade.

    def buy(self, action: Buy) -> float:
        """Goods that are not seen can be any."""
        spots = [self.view.boats[place] for place in PLACES[action.boat]]
        known = tuple(spot.good for spot in spots if spot and spot.good != BACK)
        hidden = sum(1 for spot in spots if spot and spot.good == BACK)
        better = expected(self.task, in_order((*self.stall, *known)), hidden) - self.goods(self.stall)
        return better - self.paid(BOATS[action.boat].price)

    def sell(self, action: Sell) -> float:
        """Gold for goods that a step could have needed."""
        left = without(self.stall, action.good, action.good)
        return coins(self.gold + SALE) - coins(self.gold) + self.goods(left) - self.goods(self.stall)

    def rise_by(self, action: Rise) -> float:
        """The better what is left serves the step after."""
        left = without(self.stall, *action.goods)
        return self.rise() + stall_worth(task_of(self.view, self.step + 1), left) - self.goods(self.stall)

    def best_trade(self) -> float:
        """What the best of all trades brings."""
        return max((self.of(action) for action in trades(self.view, self.seat)), default=0.0)

    # Cards.

    def use(self, card: Card) -> float:
        """What it brings to use a card now."""
        return USES[card](self) if EFFECTS[card].can(self.view, self.seat, len(self.hand)) else 0.0

    def play(self, action: Play) -> float:
        """What the card brings, less the card and what the supply loses."""
        return self.use(action.card) - self.without(action.card) - SUPPLY_UNIT

    def without(self, *cards: Card) -> float:
        """What the hand loses with these cards."""
        return hand_worth(self.hand) - hand_worth(without(self.hand, *cards))

    def substitute(self, _action: Substitute) -> float:
        """A trade for the three poorest cards."""
        return self.best_trade() - min(self.without(*cards) for cards in substitutes(self.hand)) - SUPPLY_UNIT

    def shaman(self) -> float:
        """A step for gold."""
        return self.rise() - self.paid(SHAMAN_GOLD)

    def elder(self) -> float:
        """A card that one would like to use, if the hand shown holds it."""
        return FOUND * max(self.best_trade(), self.use("schamane"), 0.0)

    def torch(self) -> float:
        """The card before once more."""
        card = repeatable(self.view)
        return self.use(card) if card else 0.0

    def gather(self) -> float:
        """The best good of the village."""
        return max((self.take(Take(good)) for good in kinds_in(self.view.village)), default=0.0)

    def carry(self) -> float:
        """The best exchange."""
        return max((self.give(Give(good)) for good in kinds_in(self.stall)), default=0.0)

    def drum(self) -> float:
        """Each card that is poorer than what may come."""
        return sum(
            max(0.0, MEAN - CARD[card] * AGAIN**at)
            for card in kinds_in(self.hand)
            for at in range(self.hand.count(card))
        )

    # Goods of the village.

    def take(self, action: Take) -> float:
        """A good more; into a full stall it comes for the poorest."""
        more = in_order((*self.stall, action.good))
        if len(more) > STALL:
            return max(self.goods(without(more, good)) for good in kinds_in(self.stall)) - self.goods(self.stall)
        return self.goods(more) - self.goods(self.stall)

    def give(self, action: Give) -> float:
        """With a Porter, what can be taken in return counts, too."""
        left = without(self.stall, action.good)
        if self.ask is Ask.SURPLUS:
            return self.goods(left)
        return max(self.goods(in_order((*left, good))) for good in kinds_in(self.view.village)) - self.goods(self.stall)

    # The rest.

    def look(self, action: Look) -> float:
        """The dearest boat that one could buy, where one has not looked yet."""
        spots = [self.view.boats[PLACE[name]] for name in action.fields]
        new = len([spot for spot in spots if spot and spot.good == BACK])
        price = BOATS[FIELDS[action.fields[0]].boat].price
        return new + (price if price <= self.gold else 0) / 10

    def visit(self, action: Visit) -> float:
        """The more cards, the better."""
        return len(self.view.hands[action.player - 1])

    def share(self, _action: Share) -> float:
        """What the card brings, less its price, which the other one gets."""
        return self.use(self.view.tasks[0].card) - SHARE_GOLD - GIFT

    def discard(self, action: Discard) -> float:
        """Better a poor card than a good one, and none that is better than what may come."""
        lost = self.without(action.card)
        return -lost if self.ask is Ask.LIMIT else MEAN - lost

    def supply(self, action: Supply) -> float:
        """Of cards beyond the limit only what is better than the poorest counts."""
        cards = min(action.cards, max(0, HAND_LIMIT - len(self.hand)))
        poorest = min((self.without(card) for card in kinds_in(self.hand)), default=MEAN)
        better = max(0.0, MEAN - poorest) * (action.cards - cards)
        return MEAN * cards + better + coins(self.gold + action.gold) - coins(self.gold)


@lru_cache(maxsize=65536)
def expected(task: tuple[int, ...] | None, goods: Goods, hidden: int) -> float:
    """The same with so many goods more that can be of any kind, on average."""
    total = 0.0
    for more in combinations_with_replacement(GOODS, hidden):
        ways = factorial(hidden) / prod(factorial(more.count(good)) for good in set(more))
        total += ways * stall_worth(task, in_order((*goods, *more)))
    return float(total / len(GOODS) ** hidden)


USES: Final[dict[str, Callable[[Prospect], float]]] = {
    TRADE: Prospect.best_trade,
    "schamane": Prospect.shaman,
    ELDER: Prospect.elder,
    TORCH: Prospect.torch,
    "regenmacher": lambda self: coins(self.gold + self.step) - coins(self.gold),
    "schimpanse": lambda _self: LOOK,
    "sammlerin": Prospect.gather,
    "traeger": Prospect.carry,
    "trommler": Prospect.drum,
    "wahrsagerin": lambda _self: SEER_CARDS * MEAN,
}
"""What each kind of card brings."""

BRINGS: Final[dict[type, Callable[[Prospect, Any], float]]] = {
    Choose: lambda _self, _action: 0.0,
    Play: Prospect.play,
    Substitute: Prospect.substitute,
    Stop: lambda _self, _action: 0.0,
    Lay: lambda self, action: -self.without(*action.cards),
    Buy: Prospect.buy,
    Sell: Prospect.sell,
    Rise: Prospect.rise_by,
    Take: Prospect.take,
    Give: Prospect.give,
    Look: Prospect.look,
    Visit: Prospect.visit,
    Use: lambda self, action: self.use(action.card),
    Share: Prospect.share,
    Decline: lambda _self, _action: 0.0,
    Discard: Prospect.discard,
    Enough: lambda _self, _action: 0.0,
    Supply: Prospect.supply,
}
"""What each sort of action brings."""

BOTS: Final[Mapping[str, Maker]] = {
    "random": RandomBot,
    "greedy": Greedy,
    "search": searching(value=value, rollout=Greedy),
}
