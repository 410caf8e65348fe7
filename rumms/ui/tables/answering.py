"""A question at a card table, and the answer in the making: things and buttons that are pressed one after the other.

Every action is told as parts: things that are chosen, in any order, and last what closes the answer. So a screen needs
no more than where each part is pressed, and whoever knows an action knows the way to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import islice
from typing import Any, Final, NamedTuple, TypeAlias

from rumms.kernel.choices import Picks
from rumms.kernel.game import Choices, Listed

Part: TypeAlias = tuple[str, str]
"""Where something is pressed, and what it is."""
DO: Final = "do"
"""The place of buttons."""


class Token(NamedTuple):
    """Something that can be pressed: a part, and which of several that are alike."""

    place: str
    what: str = ""
    number: int = 0

    @property
    def part(self) -> Part:
        """What it stands for in an action."""
        return self.place, self.what

    @property
    def name(self) -> str:
        """What its widget is called."""
        return f"{self.place} {self.what} {self.number}"


class Answer(NamedTuple):
    """An action and its parts."""

    action: Any
    parts: tuple[Part, ...]

    @property
    def things(self) -> Counter[Part]:
        """What is chosen for it, the last part not counted."""
        return Counter(self.parts[:-1])


class Asking:
    """A question to a person. What is pressed is kept until it says everything."""

    def __init__(self, view: Any, legal: Choices[Any], parts: Callable[[Any, Any], tuple[Part, ...]]) -> None:
        self.view, self.legal, self.parts = view, legal, parts
        self.chosen: tuple[Token, ...] = ()
        self._picks = legal if isinstance(legal, Picks) else None
        listed: Iterable[Any] = (
            legal.instead if isinstance(legal, Picks) else legal if isinstance(legal, Listed) else ()
        )
        self.answers = [Answer(action, parts(view, action)) for action in listed]

    @cached_property
    def all_parts(self) -> Counter[Part]:
        """What can be pressed at all, and how many of each at most."""
        most: Counter[Part] = Counter()
        for answer in self.answers:
            most |= Counter(answer.parts)
        if self._picks:
            most |= Counter(self.parts(self.view, self._picks.pick(self._picks.things)))
        return most

    @cached_property
    def buttons(self) -> tuple[str, ...]:
        """The buttons of all answers, in the order of the answers."""
        found = [part for answer in self.answers for part in answer.parts]
        if self._picks:
            found = [*self.parts(self.view, self._picks.pick(())), *found]
        return tuple(dict.fromkeys(what for place, what in found if place == DO))

    @cached_property
    def is_single(self) -> bool:
        """Does every answer need one thing, or a button of its own? Then to press a chosen thing again is to answer."""
        bare = {answer.parts[-1] for answer in self.answers if not answer.things}
        closings = {answer.parts[-1] for answer in self.answers if answer.things}
        is_one = all(len(answer.parts) < 3 for answer in self.answers)
        return self._picks is None and is_one and not bare & closings

    def can_press(self, token: Token) -> bool:
        """Is that of use now?"""
        if token.place == DO:
            return self.meant_by(token) is not None
        return token.part in self.all_parts

    def press(self, token: Token) -> Any | None:
        """Choose something, or leave it out again; the action, if that says everything."""
        if token in self.chosen:
            if self.is_single and (only := self._only()) is not None:
                return only
            self.chosen = tuple(one for one in self.chosen if one != token)
            return None
        action = self.meant_by(token)
        if action is None and token.place != DO:
            self.chosen = self.with_token(token)
        return action

    def with_token(self, token: Token | None) -> tuple[Token, ...]:
        """What would be chosen if that was chosen, too: what does not go with it is left out, the oldest first."""
        if token is None or token.place == DO or token in self.chosen or token.part not in self.all_parts:
            return self.chosen
        kept = self.chosen
        while not self._goes(Counter(one.part for one in (*kept, token))):
            kept = kept[1:]
        return (*kept, token)

    def meant_by(self, token: Token) -> Any | None:
        """The action that is made by pressing this; None if more has to be chosen."""
        wanted = Counter(one.part for one in self.with_token(token) if one != token)
        found = [action for action, parts in self._exactly(wanted) if parts[-1] == token.part]
        if not found and token.place == DO:
            # A button that needs nothing to be chosen does not mind if something is.
            closed = [answer for answer in self.answers if answer.parts[-1] == token.part]
            found = [answer.action for answer in closed if len(closed) == 1 and len(answer.parts) == 1]
        return found[0] if len(found) == 1 else None

    def preview(self, token: Token | None) -> Any | None:
        """What would be done if that was pressed, or after that with the only button that is left."""
        if token is not None and (action := self.meant_by(token)) is not None:
            return action
        return self._only(self.with_token(token))

    def way(self, action: Any) -> tuple[Token, ...]:
        """What has to be pressed for an action, one after the other."""
        seen: Counter[Part] = Counter()
        way = []
        for part in self.parts(self.view, action):
            way.append(Token(*part, seen[part]))
            seen[part] += 1
        return tuple(way)

    def next_towards(self, action: Any) -> frozenset[Token]:
        """The things to press next for an action: first the missing ones, then those too many, then the close."""
        *things, last = self.parts(self.view, action)
        closing = Token(*last)
        if self.meant_by(closing) == action:
            return frozenset({closing})
        found: set[Token] = set()
        spare: list[Token] = []
        missing = Counter(things)
        for token in self.chosen:
            if missing[token.part]:
                missing[token.part] -= 1
            else:
                spare.append(token)
        for part, number in missing.items():
            free = (Token(*part, place) for place in range(len(self.chosen) + number))
            found.update(islice((token for token in free if token not in self.chosen), number))
        return frozenset(found or spare)

    def _only(self, chosen: tuple[Token, ...] | None = None) -> Any | None:
        some = self.chosen if chosen is None else chosen
        found = self._exactly(Counter(one.part for one in some))
        actions = [action for action, parts in found if parts[-1][0] == DO]
        return actions[0] if len(actions) == 1 else None

    def _exactly(self, things: Counter[Part]) -> list[Answer]:
        """The answers for which exactly these things are chosen."""
        found = [answer for answer in self.answers if answer.things == things]
        if self._picks:
            whole = Answer(None, self.parts(self.view, self._picks.pick(self._picks.things)))
            if things <= whole.things:
                some = [thing for thing in self._picks.things if self._part_of(thing) in things]
                action = self._picks.pick(some)
                found.append(Answer(action, self.parts(self.view, action)))
        return found

    def _part_of(self, thing: Any) -> Part:
        if self._picks is None:
            raise AssertionError(thing)
        return self.parts(self.view, self._picks.pick((thing,)))[0]

    def _goes(self, things: Counter[Part]) -> bool:
        """Is there an answer with these things and perhaps more?"""
        if self._picks and things <= Counter(self.parts(self.view, self._picks.pick(self._picks.things))):
            return True
        return any(things <= Counter(answer.parts) for answer in self.answers)
