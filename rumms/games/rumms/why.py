"""Why: a foul explained, and what a bot would do, in a sentence or two."""

from __future__ import annotations

from math import floor, hypot
from typing import Final

from rumms.games.rumms.actions import Pick
from rumms.games.rumms.advice import Advice
from rumms.games.rumms.events import Foul
from rumms.games.rumms.state import Ask, Die, State
from rumms.games.rumms.turn import SLOWEST_FLICK, pace_of
from rumms.games.rumms.words import TEAMS, named
from rumms.language import say, word
from rumms.physics.model import Shot, Swipe

LIKELY, POSSIBLE = 0.4, 0.15
"""From these chances on a shot is called so."""
BESIDE: Final = 4.5
"""Centimetres from a king at which a die is said to be beside him."""


# Fouls.


def foul(event: Foul, swipe: Swipe, shot: Shot) -> str:
    """What was wrong, by which rule, and what happens now (RUM-19, RUM-20, RUM-22, RUM-23)."""
    return f"{wrong(event, swipe, shot)}\n\n{_penalty(event)}"


def wrong(event: Foul, swipe: Swipe, shot: Shot) -> str:
    """What was wrong, and what is right."""
    match event.why:
        case "several":
            return say("The finger touched more than one die. A flick touches one die alone, one of your own.")
        case "not yours":
            return say("The finger touched a die that is not yours to flick. It may touch one of your own dice alone.")
        case "pushed":
            return say(
                "The finger pushed the die: it came at {pace} cm a second, and a flick takes {least} at least. Swipe"
                " into the die faster.",
                pace=floor(pace_of(swipe, shot)),
                least=round(SLOWEST_FLICK),
            )
    raise AssertionError(event)


def _penalty(event: Foul) -> str:
    return say(
        "Dice of {other} that it knocked off go back into their castle, and {other} may now take one die of {team} out"
        " of play, but not the king.",
        team=TEAMS[event.side],
        other=TEAMS[event.side.foe],
    )


# Advice.


def advice(state: State, given: Advice) -> str:
    """What a bot would do and why, for somebody who looks at the table."""
    text = _advice(state, given)
    return text[:1].upper() + text[1:]


def _advice(state: State, given: Advice) -> str:  # noqa: C901  one case a reason
    match given.why:
        case "shot" | "best":
            return _shot(state, given)
        case "advance":
            return say("No shot is worth it: the {die} goes on towards the enemy king.", die=_name(state, given.die))
        case "use":
            return say("{die}: {power}. That is worth more than any flick now.", **_power_of(state, given))
        case "guard":
            return say(
                "{die}: {power}. The {foe} threatens the {target}.",
                **_power_of(state, given),
                foe=_name(state, given.foe),
                target=_name(state, given.target),
            )
        case "power":
            return say("Yes: {die}, {power}. Nothing speaks against it.", **_power_of(state, given))
        case "first":
            return say("One of them has to be first: {die}.", die=_name(state, given.die))
        case "no flick":
            return say("No, thanks: no second flick promises anything.")
        case "keep":
            return say("No, thanks: it is better to keep this power for later.")
        case "take":
            return say("{target}: worth most, and most dangerous.", target=_placed(state, given.target))
        case "revive":
            dice = given.action.dice if isinstance(given.action, Pick) else ()
            names = ", ".join(_name(state, die) for die in dice)
            return say("{dice}: that brings back most.", dice=names) if names else say("None: it is not worth it.")
        case "set":
            return say("Here: the enemy has little to shoot at, and this die has much.")
        case "any":
            return say("One thing is as good as the next here.")
    return _placing(state, given)


def _placing(state: State, given: Advice) -> str:
    """A shot that is to knock nobody off."""
    names = {"die": _name(state, given.die), "percent": round(100 * (given.chance or 0.0))}
    match given.why:
        case "castle":
            return say("{die} into the enemy castle, gently: {percent}% to lie there ready for magic.", **names)
        case "land":
            return say("{die} just beyond the wall: {percent}% to lie there ready to hide.", **names)
        case "thaw":
            return say(
                "{die} at the ice: {percent}% to free your {target}.", **names, target=_name(state, given.target)
            )
        case "block":
            return say("{die} into the way of the {foe}, before your king.", **names, foe=_name(state, given.target))
    raise AssertionError(given)


def _shot(state: State, given: Advice) -> str:
    names = {"die": _name(state, given.die), "target": _placed(state, given.target)}
    promise = _promise(given)
    if given.over:
        over = _all(state, given.over)
        return say("{die} at the {target}, with a hop over {over}: {promise}.", **names, over=over, promise=promise)
    if given.through:
        through = _all(state, given.through)
        return say("{die} at the {target}, through {through}: {promise}.", **names, through=through, promise=promise)
    return say("{die} at the {target}, straight: {promise}.", **names, promise=promise)


def _promise(given: Advice) -> str:
    if given.chance is None or given.why == "best":
        return say("there is nothing better")
    if given.is_counted:
        return say("{percent}% to knock it off", percent=round(100 * given.chance))
    if given.chance >= LIKELY:
        return say("likely to knock it off")
    return say("may knock it off") if given.chance >= POSSIBLE else say("a hit, if not more")


def _power_of(state: State, given: Advice) -> dict[str, str]:
    die = state.dice[given.die]
    power = die.kind.move(state, die) if state.task.ask is Ask.MOVE else state.task.power
    return {"die": _name(state, given.die), "power": str(word(named(power, die.kind).called))}


def _all(state: State, dice: tuple[int, ...]) -> str:
    """Several dice, each kind once."""
    return " + ".join(dict.fromkeys(_name(state, die) for die in dice))


def _name(state: State, die: int) -> str:
    return str(word(state.dice[die].kind.called))


def _placed(state: State, number: int) -> str:
    """A die, and whether it is beside its king: there are many trolls."""
    die = state.dice[number]
    king = state.king(die.side)
    if die.id != king.id and die.is_on_mat and king.is_on_mat and _away(die, king) <= BESIDE:
        return say("{die} beside the king", die=_name(state, number))
    return _name(state, number)


def _away(one: Die, other: Die) -> float:
    return hypot(one.body.pose.x - other.body.pose.x, one.body.pose.y - other.body.pose.y)
