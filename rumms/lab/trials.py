"""One flick, tried many times from a position: what comes of it, how often, and where dice come to rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rumms.games.rumms.actions import Settled
from rumms.games.rumms.game import Rumms
from rumms.games.rumms.state import Die, Side, State
from rumms.games.rumms.table import in_castle, in_enemy_kingdom
from rumms.kernel.game import Game
from rumms.kernel.refusal import Counted, Refusal
from rumms.kernel.session import Loaded
from rumms.lab.matches import wilson
from rumms.physics.engine import simulate
from rumms.physics.model import Flick, Hand, Layout, Pose, Shot, Stroke
from rumms.physics.tuning import VERSION

MOST_TRIALS: Final = 100_000
PARTS: Final = ("die", "direction", "speed", "height", "offset")
"""Of a flick on the command line; the first three must be there."""


class Trial(Struct, frozen=True):
    """What came of the flick once."""

    after: State
    events: tuple[Any, ...]
    fallen: frozenset[int]
    """The dice that have left the mat."""


class Share(Struct, frozen=True):
    """How often something happened, with a 95 % interval."""

    what: str
    times: int
    share: float
    low: float
    high: float


def flick_of(text: str) -> Flick:
    """A flick as the command line has it: die=7,direction=30,speed=150,height=0.5,offset=0."""
    values: dict[str, str] = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if name.strip() not in PARTS or not equals or name.strip() in values:
            raise _bad_flick(text)
        values[name.strip()] = value.strip()
    try:
        return msgspec.convert({"do": "flick", **values}, Flick, strict=False)
    except msgspec.ValidationError:
        raise _bad_flick(text) from None


def _bad_flick(text: str) -> Refusal:
    return Refusal(
        "'{text}' is no flick; write for example die=7,direction=30,speed=150,height=0.5,offset=0.", text=text
    )


def position(loaded: Loaded, moves: int | None = None) -> State:
    """Where a record stands after so many moves: without a number, a scenario at its start, a game at its end."""
    past = loaded.session.past
    if moves is None:
        moves = 0 if loaded.header.start else len(past)
    if moves > len(past):
        made = Counted("{number} move", "{number} moves", len(past))
        raise Refusal("The record has {past}, not {moves}.", past=made, moves=moves)
    state: State = past[moves].before if moves < len(past) else loaded.session.state
    return state


def _quick(layout: Layout, stroke: Stroke) -> Shot:
    """The engine of the game, compiled where it can be: the same bits in a tenth of the time."""
    return simulate(layout, stroke, compiled=None)


@cache
def quick_game() -> Rumms:
    """The rules, with that engine."""
    return Rumms(_quick, physics=str(VERSION))


class Plan(Struct, frozen=True):
    """A flick from a position, by a hand."""

    state: State
    flick: Flick
    hand: Hand = "none"
    seed: int = 0


def tried(game: Game[Any, Any], plan: Plan, repeats: int) -> Iterator[Trial]:
    """The same flick by the same hand, again and again; IllegalMove if it cannot be made."""
    state = plan.state
    aimed: State = game.apply(replace(state, hands=(plan.hand,) * len(state.hands)), plan.flick).state
    settling = game.legal(aimed)
    for number in range(repeats):
        settled: Settled = settling.sample(Random(f"{plan.seed}/{number}"))
        after, events, _ = game.apply(aimed, settled)
        on_mat = {die.id for die in after.dice if die.is_on_mat}
        yield Trial(after, events, frozenset(die.id for die in state.dice if die.is_on_mat and die.id not in on_mat))


def shares(trials: Sequence[Trial], texts: Sequence[Sequence[str]]) -> list[Share]:
    """How often each thing was told of a trial, the most frequent first."""
    counted = Counter(text for told in texts for text in dict.fromkeys(told))
    return [share(text, times, len(trials)) for text, times in counted.most_common()]


def share(what: str, times: int, of: int) -> Share:
    """How often something happened."""
    return Share(what, times, times / of, *wilson(times, of))


def places(trials: Sequence[Trial], die: int) -> list[tuple[Pose, bool]]:
    """Where a die came to rest, and whether an active face was up then; nothing of the times when it was gone."""
    return [
        (one.body.pose, one.is_active)
        for trial in trials
        if die < len(trial.after.dice) and (one := trial.after.dice[die]).is_on_mat
    ]


def moved_dice(before: State, trials: Sequence[Trial]) -> list[int]:
    """The dice that did not always stay where they lay."""
    return [die.id for die in before.dice if die.is_on_mat and any(_is_moved(die, trial) for trial in trials)]


def _is_moved(die: Die, trial: Trial) -> bool:
    after = trial.after.dice[die.id]
    return not after.is_on_mat or after.body.pose != die.body.pose


def zones(trials: Sequence[Trial], die: int, side: Side) -> dict[str, int]:
    """How often a die of a side came to rest in which part of the mat."""
    found = Counter[str]()
    for trial in trials:
        one = trial.after.dice[die] if die < len(trial.after.dice) else None
        if one is None or not one.is_on_mat:
            continue
        found["on the mat"] += 1
        mat, bodies = trial.after.options.mat, trial.after.bodies()
        if in_enemy_kingdom(one.body, side, mat):
            found["in the enemy kingdom"] += 1
        if mat.castles and in_castle(one.body, side.foe, bodies, mat):
            found["in the enemy castle"] += 1
    return dict(found)
