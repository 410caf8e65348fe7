"""What a person is asked at the table, by its shape: what it is about, who can be chosen, what an answer leads to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rumms.games.rumms.actions import Decline, Pick, Use
from rumms.games.rumms.state import NOBODY, Ask, Die, Phase, State, Task
from rumms.games.rumms.words import named, power_of, question
from rumms.kernel.game import Game
from rumms.language import code, count, say, word


class Asking:
    """A question about a power, and the answer in the making. It knows shapes of questions and no kind of die."""

    def __init__(self, game: Game[Any, Any], state: State) -> None:
        self.state, self.task = state, state.task
        self.first: tuple[Any, ...] = ()
        """What is done before the dice are picked, where both are asked at once."""
        self.picked: tuple[int, ...] = ()
        self.picking = self.task if self.task.ask is Ask.PICK else self._picked_next(game)

    @staticmethod
    def fits(state: State) -> bool:
        """Is a question of this shape open?"""
        return bool(state.tasks) and state.task.ask in {Ask.USE, Ask.PICK}

    def _picked_next(self, game: Game[Any, Any]) -> Task | None:
        """What is picked at once if a single die uses its power: then it is asked together with that."""
        if len(self.task.among) != 1:
            return None
        use = Use(self.task.among[0])
        after: State = game.apply(self.state, use).state
        following = after.task if after.tasks else None
        if following is None or following.ask is not Ask.PICK or following.owner != use.die or following.worth:
            return None
        self.first = (use,)
        return following

    @property
    def owner(self) -> Die | None:
        """The die whose power it is, or the first of several; none where the rules themselves ask."""
        number = self.task.owner
        if number == NOBODY and self.task.ask is Ask.USE:
            number = self.task.among[0]
        return None if number == NOBODY else self.state.dice[number]

    @property
    def among(self) -> tuple[int, ...]:
        """The dice that can be chosen."""
        if self.picking:
            return self.picking.among
        return self.task.among if len(self.task.among) > 1 else ()

    @property
    def beside(self) -> tuple[int, ...]:
        """Those of them that do not lie on the mat."""
        return tuple(die for die in self.among if not self.state.dice[die].is_on_mat)

    @property
    def is_at_once(self) -> bool:
        """Is it enough to point at a die? Who is first can be said without a second thought."""
        return self.picking is None and len(self.task.among) > 1

    @property
    def worth(self) -> int:
        """What the chosen dice may be worth together; 0 where one is chosen."""
        return self.picking.worth if self.picking else 0

    @property
    def spent(self) -> int:
        """What those are worth that are chosen."""
        return sum(self.state.dice[die].kind.value for die in self.picked)

    @property
    def may_decline(self) -> bool:
        """Can one do without?"""
        return self.task.may_decline

    def can_choose(self, die: int) -> bool:
        """Can this die be chosen now, or left out again?"""
        if die not in self.among:
            return False
        return not self.worth or die in self.picked or self.spent + self.state.dice[die].kind.value <= self.worth

    def choose(self, die: int) -> bool:
        """Choose a die; where several can be, once more leaves it out. Whether that was of use."""
        if not self.can_choose(die):
            return False
        if not self.worth:
            self.picked = (die,)
        elif die in self.picked:
            self.picked = tuple(one for one in self.picked if one != die)
        else:
            self.picked = (*self.picked, die)
        return True

    @property
    def is_ready(self) -> bool:
        """Is there an answer?"""
        return bool(self.picked) or bool(self.worth) or not self.among

    @property
    def answer(self) -> tuple[Any, ...]:
        """What is done, one after the other, if the answer is yes."""
        if not self.is_ready:
            raise AssertionError(self.task)
        if self.picking:
            return (*self.first, Pick(self.picked))
        return (Use(self.picked[0] if self.picked else self.task.among[0]),)

    @property
    def refusal(self) -> Any:
        """What is done if the answer is no."""
        return Decline()

    # In words.

    @property
    def title(self) -> str:
        """The power, as a question where one may do without."""
        if self.task.phase is Phase.SAME_MOVE:
            return _capital(say("{power} once more?", power=self._verb))
        called = _name(power_of(self.state, self.task).called)
        return f"{called}?" if self.may_decline else called

    @property
    def text(self) -> str:
        """What will happen."""
        does = str(word(power_of(self.state, self.task).does)) or question(self.state)
        if self.worth:
            left = say("{spent} of {worth} points", spent=self.spent, worth=self.worth)
            return f"{does} {left}."
        if self.is_at_once:
            first = say("Which one is first?")
            return f"{does} {first}"
        return does

    @property
    def label(self) -> str:
        """The answer in a few words."""
        if self.worth:
            return (
                count("Throw {number} die", "Throw {number} dice", len(self.picked)) if self.picked else say("No die")
            )
        if self.picked:
            die = self.state.dice[self.picked[0]].kind.called[code()]
            return _capital(say("{power} the {die}", power=self._verb, die=die))
        return say("Choose a die") if self.among else _name(power_of(self.state, self.task).called)

    @property
    def _verb(self) -> str:
        """The power within a sentence: what is used twice, or picks a die, is called by a verb."""
        called = power_of(self.state, self.task).called[code()]
        return called[:1].lower() + called[1:]


def about(state: State, die: Die) -> str:
    """A die in words: its kind and value, what it can do, and how it fares. The first line is the title."""
    kind = die.kind
    lines = [say("{die} · value {value}", die=_name(kind.called), value=kind.value)]
    if kind.is_king:
        lines = [_name(kind.called)]
    if state.options.powers or kind.is_king:
        lines.append(str(word(kind.about)))
    if die.id in state.frozen():
        lines.append(say("Frozen: neither flicked nor used"))
    elif die.is_on_mat and kind.shadow_faces and not die.is_active:
        lines.append(say("Shadow face up: in the enemy kingdom it would be captured"))
    return "\n".join(line for line in lines if line)


def power_tip(state: State, die: Die) -> str:
    """What a die can do instead of a flick: the power's name, then what it does."""
    power = named(die.kind.move(state, die), die.kind)
    return "\n".join(filter(None, (_name(power.called), str(word(power.does)))))


def power_name(state: State, die: Die) -> str:
    """The power that a die has instead of a flick, by its name."""
    return _name(named(die.kind.move(state, die), die.kind).called)


def _name(called: Mapping[str, str]) -> str:
    """A name as it begins a line."""
    return _capital(called[code()])


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
