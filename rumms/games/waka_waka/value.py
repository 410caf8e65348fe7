"""How well a player of Waka Waka stands: steps, gold, goods and cards, and how likely they are to win."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from math import exp
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from rumms.games.waka_waka.cards import LADDERS, TORCH, TRADE, kinds_in
from rumms.games.waka_waka.effects import SHAMAN_GOLD
from rumms.games.waka_waka.state import Ask, Goods, State
from rumms.kernel.game import Seat

SHAMAN: Final = "schamane"


class Features(NamedTuple):
    """What can be counted for one player at the beginning of a turn, all hands being known."""

    steps: float
    last_step: float
    """1 if only the top step is missing."""
    top: float
    """1 on the top step."""
    gold: float
    """Up to what the Shaman costs."""
    more_gold: float
    """What lies above that."""
    ready: float
    """1 if the goods pay for the next step."""
    missing: float
    """Goods that are missing for it."""
    pairs: float
    """Pairs of equal goods."""
    goods: float
    cards: float
    trades: float
    """1 with a Trade card or more in the hand."""
    shamans: float
    """1 with a Shaman or more and the fire burning."""
    torches: float
    wait: float
    """Turns until it is this player's."""


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
    seats = len(state.hands)
    tasks = LADDERS[state.options.ladder].tasks
    rows = []
    for seat, (step, gold, stall, hand) in enumerate(
        zip(state.steps, state.gold, state.stalls, state.hands, strict=True)
    ):
        is_top = step == len(tasks)
        lacking = 0 if is_top else missing(tasks[step], stall)
        rows.append(
            Features(
                steps=step,
                last_step=step == len(tasks) - 1,
                top=is_top,
                gold=min(gold, SHAMAN_GOLD),
                more_gold=max(0, gold - SHAMAN_GOLD),
                ready=not is_top and not lacking,
                missing=lacking,
                pairs=pairs(stall),
                goods=len(stall),
                cards=len(hand),
                trades=TRADE in hand,
                shamans=SHAMAN in hand and state.burning,
                torches=TORCH in hand,
                wait=(seat - state.turn) % seats,
            )
        )
    return rows


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
