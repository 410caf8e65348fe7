"""How a game of Rumms was won, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rumms.games.rumms.actions import Decline, Settled
from rumms.games.rumms.events import Defeated, Flicked, Threw, Won
from rumms.games.rumms.state import Phase, Side
from rumms.kernel.session import Transition
from rumms.language import say, word

Past = Sequence[Transition[Any, Any]]


def how(past: Past, won: Won, names: tuple[str, ...]) -> str:
    """How the loser's king was lost for good."""
    made = [one for one in past if one.before.game == won.game]
    loser = won.side.foe
    falls = [number for number, one in enumerate(made) if _fell(one, loser)]
    winners = _team(made, won.side, names)
    if not falls:  # a record from elsewhere may begin when all is decided
        return say("{name} has won.", name=winners)
    fall, later = made[falls[-1]], made[falls[-1] + 1 :]
    number = sum(isinstance(one.action, Settled) for one in made[: falls[-1] + 1])
    flicked = next(event for event in fall.events if isinstance(event, Flicked))
    who, die = names[flicked.seat], str(word(flicked.die.kind.called))
    is_own = fall.before.turn.side is loser
    if _fell(fall, won.side):
        if is_own:
            return say(
                "Both kings left the mat in flick {number}; {name} flicked and has lost.", number=number, name=who
            )
        return say(
            "Both kings left the mat in flick {number}; only that of {name} was rescued.", number=number, name=who
        )
    if is_own:
        text = say("{name} flicked their own king off the mat, in flick {number}.", name=who, number=number)
    else:
        text = say(
            "{name}'s {die} knocked the enemy king off the mat, in flick {number}.", name=who, die=die, number=number
        )
    if any(isinstance(event, Threw) and _can_rescue(event, loser) for one in later for event in one.events):
        return " ".join((text, say("The rescue failed.")))
    if any(isinstance(one.action, Decline) and one.before.task.phase is Phase.THROWS for one in later):
        return " ".join((text, say("He was not rescued.")))
    return text


def _fell(made: Transition[Any, Any], side: Side) -> bool:
    """Did a side's king leave the mat?"""
    return any(
        isinstance(event, Defeated) and event.how == "flicked" and event.die.kind.is_king and event.die.side is side
        for event in made.events
    )


def _can_rescue(event: Threw, side: Side) -> bool:
    return event.die.side is side and event.die.kind.can_rescue


def _team(made: Past, side: Side, names: tuple[str, ...]) -> str:
    return " & ".join(names[seat] for seat in made[-1].before.teams[side.number])
