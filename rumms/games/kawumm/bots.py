"""Bots for Kawumm!, the game of chemists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import comb, exp
from random import Random
from typing import Any, Final

from rumms.games.kawumm.cards import HIDDEN, NUMBER
from rumms.games.kawumm.game import PLACES, REVEAL, ROWS, TO_WIN, unseen_cards
from rumms.games.kawumm.state import Action, Area, Cards, Experiment, Keep, Lay, Leave, Secure, State
from rumms.games.kawumm.value import value
from rumms.kernel.bots import Maker, RandomBot, without_budget
from rumms.kernel.game import Choices, Game, Seat
from rumms.kernel.search import searching

EXPONENT: Final = 2.0
"""A row that is nearly complete is worth more than its share of cards."""
SPARE: Final = 0.15
"""What a row is worth that is not needed for the third completed kind, while nothing goes wrong."""
SHARPNESS: Final = 1.6
"""How fast being ahead turns into winning."""

PROGRESS: Final = {
    kind: [float((cards / number) ** EXPONENT) for cards in range(number + 1)] for kind, number in NUMBER.items()
}
"""How much of a completed kind a row of 0, 1, 2, ... cards is."""
FOUND: Final = [
    [found for found in product(range(REVEAL + 1), repeat=kinds) if sum(found) <= REVEAL] for kinds in range(ROWS + 1)
]
"""How many cards of each of so many kinds a reveal can show."""

Counts = Mapping[str, int]


class Greedy:
    """Looks one reveal ahead: what would be won and lost, weighed by the cards that are still to come."""

    def __init__(self, _game: Game[Any, Any], budget: str | None = None) -> None:
        without_budget("greedy", budget)

    def choose(self, view: State, seat: Seat, legal: Choices[Action], _rng: Random) -> Action:
        """The choice with the best prospect; the last of equals, so what is sure is secured."""
        if not isinstance(legal, tuple):
            raise AssertionError(legal)
        prospect = Prospect(view, seat)
        return max(reversed(legal), key=prospect.of)  # type: ignore[no-any-return]


class Prospect:
    """What a player can expect of the choices before him."""

    def __init__(self, view: State, seat: Seat) -> None:
        self.view, self.area = view, view.areas[seat]
        self.rivals = max(worth(area) for other, area in enumerate(view.areas) if other != seat)
        self.middle, self.rows = dict(view.middle), dict(self.area.rows)
        self.to_come = cards_to_come(view)

    def of(self, action: Action) -> float:
        """The chance of winning, roughly, after this action."""
        match action:
            case Leave(kind):
                laid = Counter(self.view.shown)
                if kind is not None:
                    laid[kind] -= 1
                return self.experiment(+laid, can_explode=False)
            case Lay(kinds):
                laid = Counter(self.middle)
                laid.update(card for card in self.view.shown if card in kinds or card in self.middle)
                return max(self.secure(laid), self.experiment(laid))
            case Experiment():
                return self.experiment(self.middle)
            case Secure():
                return self.secure(self.middle)
            case Keep(kinds):
                return self.keep(kinds)
        return 0.0

    def keep(self, kinds: Cards) -> float:
        """Give the places to these kinds."""
        return self._chance(
            standing(
                len(self.area.complete),
                [progress(kind, self.rows.get(kind, 0) + self.middle.get(kind, 0)) for kind in kinds],
            )
        )

    def secure(self, middle: Counts) -> float:
        """Secure now and give the places to the best kinds."""
        return self._secure(self._untouched(middle), middle.items())

    def experiment(self, middle: Counts, *, can_explode: bool = True) -> float:
        """Turn up three more cards, then secure: the average over everything that can come."""
        lost = self._chance(worth(self.area)) if can_explode else self.secure(middle)
        untouched = self._untouched(middle)
        kinds = tuple(middle)
        total = 0.0
        for chance, found in reveals(self.to_come, kinds):
            if any(found):
                more = [(kind, middle[kind] + number) for kind, number in zip(kinds, found, strict=True)]
                total += chance * self._secure(untouched, more)
            else:
                total += chance * lost
        return total

    def _untouched(self, middle: Counts) -> list[float]:
        """How far the open rows are that the middle does not add to."""
        return [progress(kind, cards) for kind, cards in self.rows.items() if kind not in middle]

    def _secure(self, untouched: list[float], middle: Iterable[tuple[str, int]]) -> float:
        complete = self.area.complete
        shares = [
            progress(kind, self.rows.get(kind, 0) + cards) for kind, cards in middle if kind not in complete
        ] + untouched
        shares.sort(reverse=True)
        return self._chance(standing(len(complete), shares[: PLACES - len(complete)]))

    def _chance(self, own: float) -> float:
        if own >= TO_WIN:
            return 1.0
        return 1 / (1 + exp(SHARPNESS * (self.rivals - own)))


def worth(area: Area) -> float:
    """How far a player has come, in completed kinds."""
    return standing(len(area.complete), [progress(kind, cards) for kind, cards in area.rows])


def standing(complete: int, shares: list[float]) -> float:
    """How far a player has come with so many kinds complete and open rows that are so far."""
    done = complete + shares.count(1.0)
    if done >= TO_WIN:
        return float(done)
    needed = TO_WIN - complete
    ranked = sorted(shares, reverse=True)
    return complete + sum(ranked[:needed]) + SPARE * sum(ranked[needed:])


def progress(kind: str, cards: int) -> float:
    """How much of a completed kind a row is."""
    return PROGRESS[kind][min(cards, NUMBER[kind])]


def cards_to_come(view: State) -> Counter[str]:
    """What the next three cards can be, as far as one can know."""
    unseen = unseen_cards(view)
    if len(view.pile) < REVEAL:
        unseen.update(card for card in view.discard if card != HIDDEN)
    return unseen


def reveals(to_come: Counter[str], kinds: tuple[str, ...]) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Every number of cards of these kinds that the next reveal can show, with its chance."""
    total = to_come.total()
    shown = min(REVEAL, total)
    if not shown:
        return
    others = total - sum(to_come[kind] for kind in kinds)
    all_ways = comb(total, shown)
    ways_of = [[comb(to_come[kind], number) for number in range(shown + 1)] for kind in kinds]
    ways_of_others = [comb(others, number) for number in range(shown + 1)]
    for found in FOUND[len(kinds)]:
        rest = shown - sum(found)
        if rest >= 0 and (ways := ways_of_others[rest]):
            for some, number in zip(ways_of, found, strict=True):
                ways *= some[number]
            if ways:
                yield ways / all_ways, found


BOTS: Final[Mapping[str, Maker]] = {
    "random": RandomBot,
    "greedy": Greedy,
    "search": searching(value=value, rollout=Greedy),
}
