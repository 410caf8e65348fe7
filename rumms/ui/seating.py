"""What people agree on before a game: who sits in which team, which troops, which options; and its words."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from rumms.games.rumms.hands import HANDS
from rumms.games.rumms.state import SIDES, Side
from rumms.physics.model import Hand
from rumms.seats import PERSON

LONGEST_NAME: Final = 16
MOST_SEATS: Final = 4
"""At a table."""
BY_HAND: Final = "by hand"
"""Stands for a formation that a person wants to set up himself."""
HIDDEN: Final = "hidden"
"""Stands for a troop that a person chooses when the other side looks away (RUM-05)."""
RIVAL: Final = "greedy"
"""The bot that sits there if nobody else was named."""

Troops: TypeAlias = Literal["quick", "ready", "own"]
"""The quick start, named troops with formations, or whatever each side builds."""
Name: TypeAlias = Annotated[str, Meta(max_length=LONGEST_NAME)]
Word: TypeAlias = Annotated[str, Meta(max_length=400)]


class Sitting(Struct, frozen=True, omit_defaults=True):
    """Somebody at the table: a person, or a bot. The name stays while a bot sits in for a person."""

    player: Word = PERSON
    name: Name = ""

    @property
    def is_person(self) -> bool:
        """Does a person sit there?"""
        return self.player == PERSON

    @property
    def word(self) -> str:
        """As records name it."""
        name = self.name.strip()
        return f"{PERSON}:{name}" if self.is_person and name else self.player


Team: TypeAlias = Annotated[tuple[Sitting, ...], Meta(min_length=1, max_length=MOST_SEATS - 1)]


class Agreed(Struct, frozen=True, omit_defaults=True):
    """Everything that is agreed on; kept, so that the next game begins with it."""

    red: Team = (Sitting(),)
    blue: Team = (Sitting(RIVAL),)
    troops: Troops = "quick"
    formations: tuple[Word, Word] = ("", "")
    """Red's and blue's, by name; see `BY_HAND`. Without a name it is the first that fits."""
    hands: Hand = "none"
    """How the hands of people tremble; those of bots are as their level has them."""
    options: Annotated[tuple[Word, ...], Meta(max_length=20)] = ()
    """Others than the usual ones, as words such as `wins_needed=3`."""

    def team(self, side: Side) -> tuple[Sitting, ...]:
        """Who sits there, in the order of their turns."""
        return self.red if side is Side.RED else self.blue

    def with_team(self, side: Side, team: Iterable[Sitting]) -> Agreed:
        """Others sit there."""
        return replace(self, **{str(side): tuple(team)})

    @property
    def has_room(self) -> bool:
        """Can somebody else sit down?"""
        return len(self.red) + len(self.blue) < MOST_SEATS

    def joined(self, side: Side) -> Agreed:
        """One more sits down: a person where people sit, else a bot."""
        team = self.team(side)
        return self.with_team(side, (*team, Sitting(team[-1].player))) if self.has_room else self

    def left(self, side: Side, number: int) -> Agreed:
        """Somebody gets up; one stays in each team."""
        team = self.team(side)
        return self.with_team(side, team[:number] + team[number + 1 :]) if len(team) > 1 else self

    def changed(self, side: Side, number: int, **values: str) -> Agreed:
        """Somebody else, or another name, at one seat."""
        team = list(self.team(side))
        team[number] = replace(team[number], **values)
        return self.with_team(side, team)

    def chosen(self, side: Side, formation: str) -> Agreed:
        """Another formation for a side."""
        red, blue = self.formations
        return replace(self, formations=(formation, blue) if side is Side.RED else (red, formation))

    def decides(self, side: Side) -> Sitting:
        """Who chooses a side's troop: whoever has the first turn."""
        return self.team(side)[0]

    def _around(self) -> list[tuple[Side, Sitting]]:
        """The seats around the table: the teams in turn, as long as there is somebody left."""
        pairs = zip_longest(self.red, self.blue)
        return [(side, one) for pair in pairs for side, one in zip(SIDES, pair, strict=True) if one]

    def place(self, side: Side, number: int) -> int:
        """Which player somebody is, counted around the table from 1."""
        places = [place for place, (team, _) in enumerate(self._around(), start=1) if team is side]
        return places[number]

    def quick_seats(self) -> tuple[str, ...]:
        """A person against whoever was the rival in the last game."""
        first, rival = sorted((self.red[0], self.blue[0]), key=lambda one: not one.is_person)
        return (first if first.is_person else Sitting()).word, rival.word

    def seats(self) -> tuple[str, ...]:
        """Who plays, as records name it."""
        return tuple(one.word for _, one in self._around())

    def words(self) -> tuple[str, ...]:
        """The options of the game, as words."""
        words = ["powers=no"] if self.troops == "quick" else []
        around = self._around()
        teams = [str(side) for side, _ in around]
        if teams != [str(SIDES[number % 2]) for number in range(len(teams))]:
            words.append("teams=" + ",".join(teams))
        if self.hands != "none":
            words.append("hands=" + ",".join(self._hand(one) for _, one in around))
        return (*words, *self.options)

    def _hand(self, one: Sitting) -> Hand:
        return self.hands if one.is_person else HANDS.get(one.word.partition(":")[0], "steady")

    @property
    def is_secret(self) -> bool:
        """Do people on both sides choose among ready-made troops? Then neither may see the other's choice (RUM-05)."""
        return self.troops == "ready" and self.decides(Side.RED).is_person and self.decides(Side.BLUE).is_person

    def named(self) -> tuple[str, ...]:
        """The formations by name; none where each side builds its troop."""
        if self.is_secret:
            return HIDDEN, HIDDEN
        return () if self.troops == "own" else self.formations

    def option(self, name: str) -> str:
        """What was agreed on about an option; nothing if it is as usual."""
        return next((word.partition("=")[2] for word in self.options if word.partition("=")[0] == name), "")

    def with_option(self, name: str, value: str) -> Agreed:
        """Another value of an option; an empty one is the usual."""
        others = tuple(word for word in self.options if word.partition("=")[0] != name)
        return replace(self, options=(*others, f"{name}={value}") if value else others)
