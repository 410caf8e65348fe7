"""Bots for Rumms: a random one, and a greedy one that shoots straight at what is worth most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from random import Random
from typing import Any, Final

from rumms.games.rumms import levels, table
from rumms.games.rumms.actions import Action, Decline, Muster, Pick, Put, SetUp, Use
from rumms.games.rumms.advice import Advice, Why
from rumms.games.rumms.aiming import Aim, aims, towards, worth_of
from rumms.games.rumms.army import Formations
from rumms.games.rumms.choices import Moves, OrElse, Picks
from rumms.games.rumms.kinds.heart import WORTH
from rumms.games.rumms.presets import formation_for, presets_for
from rumms.games.rumms.spots import Spots
from rumms.games.rumms.state import Ask, Die, Side, State, Task
from rumms.games.rumms.table import in_castle
from rumms.games.rumms.tasks import defeated
from rumms.games.rumms.turn import flickable
from rumms.kernel.bots import Maker, RandomBot, without_budget
from rumms.kernel.game import Choices, Game, Seat
from rumms.physics.model import EDGE, Flick, Pose

HOPELESS: Final = 0.05
"""Points that a second flick must promise at least."""
THREAT: Final = 0.5
"""How much of what the enemy's best shot promises is saved by making its die harmless."""
WISHES: Final = 10
"""Spots that are looked at before a die is set."""
ASTRAY: Final = 20.0
"""Degrees by which a die may go another way than straight ahead, if it only changes its place."""
GUARDS: Final = frozenset({"king's move", "freeze"})
"""Powers that are used because of what the enemy could do."""
RETURN: Final = 2.0
"""Points that a spy promises who comes back near the enemy king."""
USUALLY: Final = 1.0
"""Points that a power promises of which nothing is known."""
OTHERS: Final = 0.1
"""How much the shots count that the enemy cannot make in the same turn."""
MOST_REVIVED: Final = 3
"""Dice that 6 points can buy."""
MOST_WISHES: Final = 4
LIKELY_ALIKE: Final = 0.15
"""Points by which shots may differ and still be drawn as equals."""


class Greedy:
    """Takes the straight shot that promises most, and uses powers where they promise more."""

    def __init__(self, _game: Game[Any, Any], budget: str | None = None) -> None:
        without_budget("greedy", budget)

    def choose(self, view: State, seat: Seat, legal: Choices[Any], rng: Random) -> Action:
        """Answer the open question."""
        return self.advise(view, seat, legal, rng).action

    def advise(self, view: State, _seat: Seat, legal: Choices[Any], rng: Random) -> Advice:
        """Answer the open question, and say why."""
        task = view.task
        match task.ask:
            case Ask.MUSTER:
                return Advice(_muster(view, legal, rng))
            case Ask.SET_UP:
                return Advice(_set_up(legal, rng))
            case Ask.MOVE:
                return _move(view, legal, rng)
            case Ask.FLICK:
                return _flick_again(view, legal, rng)
            case Ask.USE:
                return _use(view, task)
            case Ask.PICK:
                return _pick(view, task, legal)
            case Ask.PUT:
                return Advice(_put(view, task, legal, rng), "set", task.about)
        raise AssertionError(task)


# Setting up.


def _muster(view: State, legal: Choices[Any], rng: Random) -> Action:
    known = [Muster(preset.troop) for preset in presets_for(view.options.points, powers=view.options.powers)]
    known = [muster for muster in known if muster in legal]
    return rng.choice(known) if known else legal.sample(rng)


def _set_up(legal: Choices[Any], rng: Random) -> SetUp:
    if not isinstance(legal, Formations):
        raise AssertionError(legal)
    return formation_for(legal, rng)


# Flicking.


def _move(view: State, legal: Choices[Any], rng: Random) -> Advice:
    if not isinstance(legal, Moves):
        raise AssertionError(legal)
    side = view.turn.side
    best = _best_shot(view, legal.flicks.dice, rng)
    threat = max((aim for aim in _threats(view, side)), key=lambda aim: aim.worth, default=None)
    offers = [(_promise(view, view.dice[use.die], threat), use) for use in legal.replacing()]
    worth, use = max(offers, key=lambda offer: offer[0], default=(0.0, None))
    if use and worth > max(best.worth if best else 0.0, 0.0):
        return _instead(view, use, threat)
    if best and best.worth > 0.0:
        return _shoot(best, "shot")
    ahead = _advance(view, legal.flicks.dice, rng)
    if ahead:
        return Advice(ahead, "advance", ahead.die)
    return _shoot(best, "best") if best else Advice(legal.sample(rng))


def _shoot(aim: Aim, why: Why) -> Advice:
    return Advice(aim.flick, why, aim.die, aim.target, chance=aim.chance)


def _instead(view: State, use: Use, threat: Aim | None) -> Advice:
    """A die is used instead of a flick; for some powers because somebody is threatened."""
    die = view.dice[use.die]
    if threat and die.kind.move(view, die) in GUARDS:
        return Advice(use, "guard", use.die, threat.target, threat.die)
    return Advice(use, "use", use.die)


def _advance(view: State, numbers: Iterable[int], rng: Random) -> Flick | None:
    """Where no shot is worth it: a die goes some way towards the enemy king, whatever lies there."""
    dice = [die for number in numbers if not (die := view.dice[number]).kind.is_king]
    king = view.king(view.turn.side.foe)
    if not dice:
        return None
    die = rng.choice(dice)
    return towards(die, king, view.options.mat, rng.uniform(-ASTRAY, ASTRAY))


def _flick_again(view: State, legal: Choices[Any], rng: Random) -> Advice:
    if not isinstance(legal, OrElse):
        raise AssertionError(legal)
    best = _best_shot(view, legal.choices.dice, rng)
    return _shoot(best, "shot") if best and best.worth > HOPELESS else Advice(Decline(), "no flick")


def _best_shot(view: State, dice: Iterable[int], rng: Random) -> Aim | None:
    """The king stays at home as long as there is another die."""
    shooters = [view.dice[number] for number in dice]
    others = [die for die in shooters if not die.kind.is_king]
    found = list(aims(view, others or shooters, view.of(view.turn.side.foe)))
    if not found:
        return None
    most = max(aim.worth for aim in found)
    return rng.choice([aim for aim in found if aim.worth > most - LIKELY_ALIKE])


def _threats(view: State, side: Side) -> Iterable[Aim]:
    """What the enemy could do in its next turn."""
    return aims(view, [view.dice[number] for number in flickable(view, side.foe)], view.of(side))


def _danger(view: State, side: Side) -> float:
    """What the enemy's shots promise it: the best one, and a little of what its other dice could do."""
    best: dict[int, float] = {}
    for aim in _threats(view, side):
        best[aim.die] = max(aim.worth, best.get(aim.die, 0.0))
    return max(best.values(), default=0.0) + OTHERS * sum(best.values())


# Powers.


def _promise(view: State, die: Die, threat: Aim | None) -> float:
    """What it is worth to use a die instead of a flick, in points."""
    match die.kind.move(view, die):
        case "king's move":
            is_home = in_castle(die.body, die.side, view.bodies(), view.options.mat)
            return THREAT * threat.worth if threat and threat.target == die.id and not is_home else 0.0
        case "freeze":
            is_king = threat is None or view.dice[threat.die].kind.is_king
            return 0.0 if threat is None or is_king else THREAT * threat.worth
        case "revive":
            return sum(_expected(view.dice[number]) for number in _best_set(defeated(view, die.side), WORTH))
        case "return":
            return RETURN
    return USUALLY


def _use(view: State, task: Task) -> Advice:
    """Use every power that may be used, but no spy hides that has a good shot, and no heart is wasted."""
    for number in task.among:
        if not task.may_decline:
            return Advice(Use(number), "first", number)
        if _is_sensible(view, task.power, view.dice[number]):
            return Advice(Use(number), "power", number)
    return Advice(Decline(), "keep")


def _is_sensible(view: State, power: str, die: Die) -> bool:
    match power:
        case "hide":
            shots = aims(view, [die], view.of(die.side.foe))
            return max((aim.worth for aim in shots), default=0.0) < RETURN
        case "revive":
            return bool(_best_set(defeated(view, die.side), WORTH))
    return True


def _pick(view: State, task: Task, legal: Choices[Any]) -> Advice:
    """Of the enemy's dice the one that is worth most and threatens most; of the own ones those that come back."""
    if isinstance(legal, Picks):
        return Advice(Pick(_best_set([view.dice[number] for number in task.among], task.worth)), "revive")
    threats: dict[int, float] = {}
    for aim in _threats(view, task.side):
        threats[aim.die] = max(aim.worth, threats.get(aim.die, 0.0))
    taken = max(task.among, key=lambda die: worth_of(view.dice[die]) + threats.get(die, 0.0))
    return Advice(Pick((taken,)), "take", target=taken)


def _best_set(dice: Iterable[Die], worth: int) -> tuple[int, ...]:
    """The dice that bring back most, together worth no more than that."""
    known = [die for die in dice if die.kind.value <= worth]
    sets = (some for size in range(MOST_REVIVED + 1) for some in combinations(known, size))
    paid = (some for some in sets if sum(die.kind.value for die in some) <= worth)
    best = max(paid, key=lambda some: sum(map(_expected, some)), default=())
    return tuple(die.id for die in best)


def _expected(die: Die) -> float:
    """What a die is worth that has still to be thrown."""
    return die.kind.value * sum(die.kind.faces) / len(die.kind.faces)


# Setting dice.


def _put(view: State, task: Task, legal: Choices[Any], rng: Random) -> Put:
    """Where it leaves the enemy the least and your side the most to shoot at."""
    if not isinstance(legal, Spots):
        raise AssertionError(legal)
    wishes = [put for pose in _wishes(view, view.dice[task.about]) if (put := legal.nearest(pose))]
    wishes += [legal.sample(rng) for _ in range(WISHES)]
    return max(wishes, key=lambda put: _outlook(view, task, legal, put))


def _wishes(view: State, die: Die) -> Iterable[Pose]:
    """Before your own king, near the enemy's, and on top of the enemy's best dice."""
    king, foe = view.king(die.side), view.king(die.side.foe)
    if king.is_on_mat and king.id != die.id:
        yield Pose(king.body.pose.x + die.side.beyond * 2.0 * EDGE, king.body.pose.y)
    if foe.is_on_mat:
        yield Pose(foe.body.pose.x - die.side.beyond * 3.0 * EDGE, foe.body.pose.y)
    for enemy in sorted(view.of(die.side.foe), key=worth_of, reverse=True)[:MOST_WISHES]:
        yield enemy.body.pose


def _outlook(view: State, task: Task, spots: Spots, put: Put) -> float:
    state = table.put(view, put.die, spots.body(put.pose))
    die = state.dice[put.die]
    shots = aims(state, [die] if die.kind.is_flickable and not die.kind.is_king else [], state.of(die.side.foe))
    return max((aim.worth for aim in shots), default=0.0) - _danger(state, task.side)


BOTS: Final[Mapping[str, Maker]] = {"random": RandomBot, "greedy": Greedy, **levels.BOTS}
"""Weakest first."""
