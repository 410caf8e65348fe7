"""How well a player of Waka Waka stands: what steps, gold, goods and cards are worth, and how likely that is to win."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from math import exp
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from rumms.games.waka_waka.cards import LADDERS, kinds_in
from rumms.games.waka_waka.course import STALL, top_step
from rumms.games.waka_waka.effects import SHAMAN_GOLD
from rumms.games.waka_waka.state import Ask, Cards, Goods, State
from rumms.kernel.game import Seat

# What things are worth, in gold.
STEP: Final = 34.0
"""A step up."""
TOP: Final = 80.0
"""The last one."""
NEAR: Final = (14.0, 9.0, 6.0, 3.0, 1.0, 0.0, 0.0)
"""Goods that pay for the next step, or from which 1, 2, ... are missing."""
PAIR: Final = 1.5
"""Two equal goods, which can be sold."""
GOOD: Final = 0.5
SPARE: Final = 0.15
"""A piece of gold above what the Shaman costs."""
CARD: Final = {
    "handel": 3.0,
    "schamane": 2.0,
    "stammesaeltester": 1.6,
    "fackelwerfer": 1.6,
    "regenmacher": 1.2,
    "schimpanse": 0.6,
    "sammlerin": 1.4,
    "traeger": 1.0,
    "trommler": 0.8,
    "wahrsagerin": 1.3,
}
"""A card in the hand."""
AGAIN: Final = 0.5
"""What a second card of a kind is worth of the first, a third of the second, and so on."""


class Features(NamedTuple):
    """What can be counted for one player at the beginning of a turn, all hands being known."""

    worth: float
    """What everything that he has is worth."""
    top: float
    """1 on the top step."""
    wait: float
    """Turns until it is his."""


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """What makes a win likely; `python -m rumms.lab.fit waka_waka` finds it."""

    made_by: str
    seats: dict[int, dict[str, float]]
    """For each number of players: how much likelier each feature makes a win, as a power of e."""


WEIGHTS: Final = msgspec.json.decode(files(__package__).joinpath("weights.json").read_bytes(), type=Weights)
POWERS: Final = {seats: Features(**powers) for seats, powers in WEIGHTS.seats.items()}


def value(state: State, seat: Seat) -> float | None:
    """The chance of winning, at the beginning of a turn."""
    if not begins_a_turn(state):
        return None
    weights = POWERS[len(state.hands)]
    powers = [sum(weight * number for weight, number in zip(weights, row, strict=True)) for row in features(state)]
    most = max(powers)
    odds = [exp(power - most) for power in powers]
    return odds[seat] / sum(odds)


def begins_a_turn(state: State) -> bool:
    """Is the player in turn about to play his first card?"""
    return bool(state.tasks) and state.tasks[0].ask is Ask.PLAY and not state.display


def features(state: State) -> list[Features]:
    """What can be counted for everybody."""
    seats, top = len(state.hands), top_step(state)
    return [
        Features(worth=wealth(state, seat), top=state.steps[seat] == top, wait=(seat - state.turn) % seats)
        for seat in range(seats)
    ]


def wealth(state: State, seat: Seat) -> float:
    """What everything that a player has is worth."""
    step, next_task = state.steps[seat], task_of(state, state.steps[seat])
    return (
        STEP * step
        + coins(state.gold[seat])
        + stall_worth(next_task, state.stalls[seat])
        + hand_worth(state.hands[seat])
    )


def task_of(state: State, step: int) -> tuple[int, ...] | None:
    """What the step above this one asks for; None on the top step."""
    tasks = LADDERS[state.options.ladder].tasks
    return tasks[step] if step < len(tasks) else None


def coins(gold: int) -> float:
    """What so much gold is worth: above what the Shaman costs, less."""
    return min(gold, SHAMAN_GOLD) + SPARE * max(0, gold - SHAMAN_GOLD)


@lru_cache(maxsize=65536)
def hand_worth(cards: Cards) -> float:
    """What these cards are worth in the hand."""
    return sum(CARD[card] * AGAIN ** cards[:at].count(card) for at, card in enumerate(cards))


@lru_cache(maxsize=65536)
def stall_worth(task: tuple[int, ...] | None, goods: Goods) -> float:
    """What goods are worth: how near they are to the next step, if there is one, and what could be sold."""
    near = NEAR[missing(task, goods)] if task else 0.0
    return near + PAIR * pairs(goods) + GOOD * min(len(goods), STALL)


@lru_cache(maxsize=65536)
def missing(task: tuple[int, ...], goods: Goods) -> int:
    """How many goods a task still lacks: its largest group takes the kind there is most of, and so on."""
    counts = sorted((goods.count(good) for good in kinds_in(goods)), reverse=True)
    counts += [0] * len(task)
    return sum(max(0, size - held) for size, held in zip(sorted(task, reverse=True), counts, strict=False))


@lru_cache(maxsize=65536)
def pairs(goods: Goods) -> int:
    """How many times two equal goods could be sold."""
    return sum(goods.count(good) // 2 for good in kinds_in(goods))
