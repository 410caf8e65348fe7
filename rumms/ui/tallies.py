"""The figures counted in each of the five games for the statistics, and how they are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from rumms.games.cabanga import state as cabanga
from rumms.games.dumm_gelaufen import state as dumm_gelaufen
from rumms.games.kawumm import state as kawumm
from rumms.games.waka_waka import events as waka_waka
from rumms.kernel.game import Seat, heard
from rumms.kernel.refusal import later
from rumms.kernel.session import Transition
from rumms.ui.figures import Figures, centimetres, dice_in_chain

Past: TypeAlias = Iterable[Transition[Any, Any]]
Tallied: TypeAlias = dict[str, float]
"""Figures of one person in one game, by name."""


class Figure(NamedTuple):
    """One thing that is counted."""

    name: str
    icon: str
    label: str
    """In English; it is translated where it is shown."""
    keeps: Literal["sum", "most", "least"] = "sum"
    """The way to join the figures of several games."""
    shown: Callable[[float], str] = lambda value: str(round(value))

    def joined(self, one: float | None, other: float | None) -> float | None:
        """Two figures joined into one; None stands for no figure."""
        if one is None or other is None:
            return other if one is None else one
        match self.keeps:
            case "sum":
                return one + other
            case "most":
                return max(one, other)
        return min(one, other)


FIGURES: Final[Mapping[str, tuple[Figure, ...]]] = {
    "rumms": (
        Figure("flicks", "finger", later("Flicks")),
        Figure("knocked_off", "bolt", later("Dice knocked off")),
        Figure("longest", "forward", later("Longest way"), "most", centimetres),
        Figure("chain", "dice", later("Best chain"), "most", lambda value: dice_in_chain(round(value))),
    ),
    "kawumm": (
        Figure("experiments", "kawumm", later("Experiments")),
        Figure("explosions", "fire", later("Explosions")),
        Figure("secured", "lock", later("Most cards secured at once"), "most"),
        Figure("complete", "check", later("Kinds completed")),
    ),
    "waka_waka": (
        Figure("boats", "boat", later("Boats bought")),
        Figure("sold", "basket", later("Goods sold")),
        Figure("steps", "trophy", later("Steps climbed")),
        Figure("gold", "gold", later("Most gold at the end"), "most"),
    ),
    "dumm_gelaufen": (
        Figure("fulfilled", "murphy", later("Murphy cards fulfilled")),
        Figure("trades", "trade", later("Trades")),
        Figure("green", "action-green", later("Green cards played")),
        Figure("blue", "action-blue", later("Blue cards carried out")),
    ),
    "cabanga": (
        Figure("thrown", "cards", later("Cards thrown")),
        Figure("at_once", "bolt", later("Most cards thrown at once"), "most"),
        Figure("drawn", "minus", later("Penalty cards drawn")),
        Figure("fewest", "trophy", later("Fewest minus points"), "least"),
    ),
}
"""By game, in the order in which they are shown."""


COUNTED: Final[Mapping[type, Callable[[Any], Tallied]]] = {
    kawumm.Exploded: lambda _: {"explosions": 1},
    kawumm.Secured: lambda event: {"secured": sum(row.cards for row in event.rows)},
    kawumm.Completed: lambda _: {"complete": 1},
    waka_waka.Bought: lambda _: {"boats": 1},
    waka_waka.Sold: lambda _: {"sold": 2},
    waka_waka.Rose: lambda _: {"steps": 1},
    dumm_gelaufen.Fulfilled: lambda _: {"fulfilled": 1},
    dumm_gelaufen.Traded: lambda _: {"trades": 1},
    dumm_gelaufen.Played: lambda _: {"green": 1},
    dumm_gelaufen.CarriedOut: lambda _: {"blue": 1},
    cabanga.Threw: lambda event: {"thrown": len(event.cards), "at_once": len(event.cards)},
    cabanga.Drew: lambda event: {"drawn": len(event.cards)},
}
"""By the type of an event: its addition to the player's figures."""


def joined(game: str, one: Mapping[str, float], other: Mapping[str, float]) -> Tallied:
    """The figures of some games and of others, together."""
    found = {figure.name: figure.joined(one.get(figure.name), other.get(figure.name)) for figure in FIGURES[game]}
    return {name: value for name, value in found.items() if value is not None}


def tallied_flicks(figures: Figures) -> Tallied:
    """The figures of one game of Rumms."""
    return {
        "flicks": figures.flicks,
        "knocked_off": figures.knocked_off,
        "longest": figures.longest,
        "chain": figures.chain,
    }


def tallied_cards(game: str, past: Past, seat: Seat, last: Any) -> Tallied:
    """A player's figures in a card game that ended in the state `last`."""
    found: Tallied = _at_the_end(game, seat, last)
    for made in past:
        for name, value in _counted(made, seat):
            figure = next(figure for figure in FIGURES[game] if figure.name == name)
            found[name] = figure.joined(found.get(name), value) or 0
    return found


def _counted(made: Transition[Any, Any], seat: Seat) -> Iterator[tuple[str, float]]:
    if isinstance(made.action, kawumm.Experiment) and made.seat == seat:
        yield "experiments", 1
    for event in heard(made.events, None):
        if type(event) in COUNTED and event.seat == seat:
            yield from COUNTED[type(event)](event).items()


def _at_the_end(game: str, seat: Seat, last: Any) -> Tallied:
    """The figures that the last state holds."""
    match game:
        case "waka_waka":
            return {"gold": last.gold[seat]}
        case "cabanga":
            return {"fewest": last.totals[seat]}
    return {}
