"""What players are called in the window: bots have names there, like people."""

from __future__ import annotations

from rumms.games.rumms.kind import Kind
from rumms.language import say, word
from rumms.seats import PERSON, is_person, names_of


def bot_called(bot: str) -> str:
    """A bot's name for people; one that has none is called as it is."""
    if bot in (levels := {"search:40": say("Thinker"), "search:1.5s": say("Professor")}):
        return levels[bot]
    name, _, budget = bot.partition(":")
    known = {
        "random": say("Whirlwind"),
        "greedy": say("Grabby"),
        "search": say("Thinker"),
        "easy": say("Greenhorn"),
        "medium": say("Sharpshooter"),
        "hard": say("Trickster"),
        "master": say("Grand master"),
    }
    return f"{known[name]} {budget}".strip() if name in known else bot


def named(kind: Kind) -> str:
    """What a kind of die is called, where it stands alone."""
    name = str(word(kind.called))
    return name[:1].upper() + name[1:]


def introduced(kind: Kind) -> str:
    """A kind of die with its value and, on a second line, what it can do."""
    title = say("{kind} · value {value}", kind=named(kind), value=kind.value)
    return f"{title}\n{word(kind.about)}".strip()


def called(seats: tuple[str, ...]) -> tuple[str, ...]:
    """What the players are called, each by a name of its own."""
    given = tuple(seat if is_person(seat) else f"{PERSON}:{bot_called(seat)}" for seat in seats)
    return names_of(given)
