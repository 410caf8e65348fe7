"""The shot bot in four levels: each with its own hand and its own budget of simulated flicks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct

from rumms.games.rumms.actions import Action, Decline, Muster, Pick, Put, SetUp, Use
from rumms.games.rumms.advice import Advice, Why
from rumms.games.rumms.army import Formations
from rumms.games.rumms.choices import Moves, OrElse
from rumms.games.rumms.deciding import Outlook
from rumms.games.rumms.hands import LEVELS
from rumms.games.rumms.ideas import Idea
from rumms.games.rumms.presets import fitting, formation, formation_for, presets_for
from rumms.games.rumms.shots import Found, Planner
from rumms.games.rumms.state import Ask, State, Task
from rumms.games.rumms.value import WEIGHTS, Judge, Weights
from rumms.kernel.bots import Maker
from rumms.kernel.game import Choices, Seat
from rumms.kernel.refusal import BadBot

BUDGET: Final = re.compile(r"(?P<shots>[1-9]\d{0,5})(?:/(?P<way>exact|plain|static|untuned))?", re.ASCII)
"""Simulated flicks a decision; and, to compare, without scatter, without sharing, without the enemy's replies, or with
weights by hand."""
GUARDS: Final = frozenset({"king's move", "freeze"})
"""Powers that are used because of what the enemy could do."""
PATIENT: Final = 60
"""Turns of a game after which a bot flicks rather than wait ..."""
HURRY: Final = 0.005
"""... the more so with each turn: by so much worse a flick may be. Two kings who only dodge would never end."""
MOST_OPENINGS: Final = 3
"""Troops among which a bot draws."""


class Openings(Struct, frozen=True, forbid_unknown_fields=True):
    """Troops with their formations, those first that won most, and the command that found out."""

    made_by: str
    shares: dict[str, float]
    """What each preset won, by its name."""


OPENINGS: Final = msgspec.json.decode(files(__package__).joinpath("openings.json").read_bytes(), type=Openings)


class ShotBot:
    """Plays with physics in mind: flicks are tried out under the scatter of the own hand, all else is looked ahead."""

    def __init__(
        self,
        game: Any,
        name: str,
        budget: str | None = None,
        weights: Weights = WEIGHTS,
        shares: Mapping[str, float] = OPENINGS.shares,
    ) -> None:
        found = BUDGET.fullmatch(str(LEVELS[name].budget) if budget is None else budget)
        if not found:
            raise BadBot(
                "The bot '{name}' takes a number of simulated flicks, as in {name}:300, not '{budget}'.",
                name=name,
                budget=budget,
            )
        self.budget, way = int(found["shots"]), found["way"]
        self.judge = Judge(Weights() if way == "untuned" else weights)
        self.planner = Planner(
            self.judge, game.fast, shares=way != "plain", exact=way == "exact", looks=way != "static"
        )
        self.outlook = Outlook(game, self.judge)
        self.shares = shares

    def choose(self, view: State, seat: Seat, legal: Choices[Any], rng: Random) -> Action:
        """Answer the open question."""
        return self.advise(view, seat, legal, rng).action

    def advise(self, view: State, seat: Seat, legal: Choices[Any], rng: Random) -> Advice:
        """Answer the open question, and say why."""
        task = view.task
        match task.ask:
            case Ask.MUSTER:
                return Advice(_muster(view, legal, self.shares, rng))
            case Ask.SET_UP:
                return Advice(_set_up(legal, self.shares, rng))
            case Ask.MOVE:
                return self._move(view, seat, legal, rng)
            case Ask.FLICK:
                return self._flick_again(view, seat, legal, rng)
        return self._answer(view, task, legal, rng)

    def _move(self, view: State, seat: Seat, legal: Choices[Any], rng: Random) -> Advice:
        if not isinstance(legal, Moves):
            raise AssertionError(legal)
        found = self.planner.plan(view, legal.flicks.dice, view.hands[seat], self.budget, rng)
        instead = self.outlook.best(view, legal.replacing(), view.turn.side)
        hurry = HURRY * max(view.turn.number - PATIENT, 0)
        if instead and (not found or instead[0] > found[0].static + hurry):
            return self._instead(view, instead[1])
        return advice_of(found[0]) if found else Advice(legal.sample(rng))

    def _flick_again(self, view: State, seat: Seat, legal: Choices[Any], rng: Random) -> Advice:
        if not isinstance(legal, OrElse):
            raise AssertionError(legal)
        found = self.planner.plan(view, legal.choices.dice, view.hands[seat], self.budget, rng)
        left = self.outlook.after(view, Decline(), view.task.side, 0)
        return advice_of(found[0]) if found and found[0].static > left else Advice(Decline(), "no flick")

    def _instead(self, view: State, action: Action) -> Advice:
        """A die is used instead of a flick; for some powers because somebody is threatened."""
        if not isinstance(action, Use):
            raise AssertionError(action)
        king, foe = view.king(view.turn.side), self.judge.most_dangerous(view, view.turn.side.foe)
        if foe is not None and view.dice[action.die].kind.move(view, view.dice[action.die]) in GUARDS:
            return Advice(action, "guard", action.die, king.id, foe)
        return Advice(action, "use", action.die)

    def _answer(self, view: State, task: Task, legal: Choices[Any], rng: Random) -> Advice:
        """Where a die is set, whom a power takes, whether it is used."""
        best = self.outlook.best(view, self.outlook.many(view, task, legal, rng), task.side)
        match best[1] if best else legal.sample(rng):
            case Put(die) as action:
                return Advice(action, "set", die)
            case Pick() as action if task.worth:
                return Advice(action, "revive")
            case Pick((die,)) as action:
                return Advice(action, "take", target=die)
            case Use(die) as action:
                return Advice(action, "power" if task.may_decline else "first", die)
            case action:
                return Advice(action, "keep")


WHYS: Final[Mapping[Idea, Why]] = {"castle": "castle", "land": "land", "thaw": "thaw", "guard": "block"}
"""What placing shots are for; all others are to knock somebody off."""


def advice_of(found: Found) -> Advice:
    """A shot and its reason."""
    candidate = found.candidate
    return Advice(
        candidate.flick,
        WHYS.get(candidate.idea, "shot"),
        candidate.flick.die,
        candidate.target,
        over=candidate.over,
        through=candidate.through,
        chance=found.chance,
        is_counted=True,
    )


def _muster(view: State, legal: Choices[Any], shares: Mapping[str, float], rng: Random) -> Action:
    """One of the troops that have won most."""
    known = [preset for preset in presets_for(view.options.points, powers=view.options.powers) if preset.name in shares]
    known = sorted((one for one in known if Muster(one.troop) in legal), key=lambda one: -shares[one.name])
    return Muster(rng.choice(known[:MOST_OPENINGS]).troop) if known else legal.sample(rng)


def _set_up(legal: Choices[Any], shares: Mapping[str, float], rng: Random) -> SetUp:
    """The formation of a troop that has won most with it."""
    if not isinstance(legal, Formations):
        raise AssertionError(legal)
    found = sorted(fitting(legal.dice), key=lambda preset: -shares.get(preset.name, 0.0))
    return formation(found[0], legal) if found else formation_for(legal, rng)


def _maker(name: str) -> Maker:
    def make(game: Any, budget: str | None) -> ShotBot:
        return ShotBot(game, name, budget)

    return make


BOTS: Final[Mapping[str, Maker]] = {name: _maker(name) for name in LEVELS}
