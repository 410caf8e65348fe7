"""Bots for Kawumm!, the game of chemists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from math import comb, exp
from random import Random
from typing import Any, Final

from rumms.games.kawumm.cards import HIDDEN, NUMBER
from rumms.games.kawumm.game import PLACES, REVEAL, TO_WIN, unseen_cards
from rumms.games.kawumm.state import Action, Area, Experiment, Keep, Lay, Leave, Rows, Secure, State
from rumms.kernel.bots import Maker, RandomBot, without_budget
from rumms.kernel.game import Choices, Game, Seat

EXPONENT: Final = 2.0
"""A row that is nearly complete is worth more than its share of cards."""
SPARE: Final = 0.15
"""What a row is worth that is not needed for the third completed kind, while nothing goes wrong."""
SHARPNESS: Final = 1.6
"""How fast being ahead turns into winning."""

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
        self.middle = dict(view.middle)
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
                return self.keep(merged(self.area, self.middle), kinds)
        return 0.0

    def keep(self, rows: Counts, kinds: tuple[str, ...]) -> float:
        """Give the places to these kinds."""
        done = tuple(kind for kind in kinds if rows[kind] >= NUMBER[kind])
        left = tuple((kind, rows[kind]) for kind in kinds if kind not in done)
        return self._chance(value(len(self.area.complete) + len(done), left))

    def secure(self, middle: Counts) -> float:
        """Secure now and give the places to the best kinds."""
        rows = merged(self.area, middle)
        best = sorted(rows, key=lambda kind: (rows[kind] >= NUMBER[kind], progress(kind, rows[kind])), reverse=True)
        return self.keep(rows, tuple(best[: PLACES - len(self.area.complete)]))

    def experiment(self, middle: Counts, *, can_explode: bool = True) -> float:
        """Turn up three more cards, then secure: the average over everything that can come."""
        lost = self._chance(worth(self.area)) if can_explode else self.secure(middle)
        total = 0.0
        for chance, found in reveals(self.to_come, tuple(middle)):
            more = {kind: middle[kind] + number for kind, number in zip(middle, found, strict=True)}
            total += chance * (self.secure(more) if any(found) else lost)
        return total

    def _chance(self, own: float) -> float:
        if own >= TO_WIN:
            return 1.0
        return 1 / (1 + exp(SHARPNESS * (self.rivals - own)))


def worth(area: Area) -> float:
    """How far a player has come, in completed kinds."""
    return value(len(area.complete), area.rows)


def value(complete: int, rows: Rows | tuple[tuple[str, int], ...]) -> float:
    """How far a player has come with so many kinds complete and these open rows."""
    if complete >= TO_WIN:
        return float(complete)
    needed = TO_WIN - complete
    ranked = sorted((progress(kind, cards) for kind, cards in rows), reverse=True)
    return complete + sum(ranked[:needed]) + SPARE * sum(ranked[needed:])


def progress(kind: str, cards: int) -> float:
    """How much of a completed kind a row is."""
    return float(min(1.0, cards / NUMBER[kind]) ** EXPONENT)


def merged(area: Area, middle: Counts) -> Counter[str]:
    """Open rows and middle together; completed kinds are not secured again."""
    rows = Counter(dict(area.rows))
    for kind, cards in middle.items():
        if kind not in area.complete:
            rows[kind] += cards
    return rows


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
    for found in product(*(range(min(shown, to_come[kind]) + 1) for kind in kinds)):
        rest = shown - sum(found)
        if rest >= 0 and (ways := comb(others, rest)):
            for kind, number in zip(kinds, found, strict=True):
                ways *= comb(to_come[kind], number)
            yield ways / all_ways, found


BOTS: Final[Mapping[str, Maker]] = {"random": RandomBot, "greedy": Greedy}
