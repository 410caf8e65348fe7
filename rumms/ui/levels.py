"""How strong the bots of card games are: three levels, each a bot with its budget."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rumms.language import say
from rumms.seats import is_person

LEVELS: Final = {"easy": "greedy", "medium": "search:40", "hard": "search:1.5s"}
"""The bot of each level, as records name it. The hardest thinks for less than two seconds."""
HINT: Final = "search:0.4s"
"""Who is asked for a hint."""


def level_called(level: str) -> str:
    """A level in a word."""
    return {"easy": say("Easy"), "medium": say("Medium"), "hard": say("Hard")}[level]


def is_easy(seats: Iterable[str]) -> bool:
    """Are all bots here easy, or none at all? Then the table reckons for people, unless they say otherwise."""
    return all(is_person(seat) or seat.partition(":")[0] in {"random", LEVELS["easy"]} for seat in seats)
