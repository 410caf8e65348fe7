"""Bots: who they are, how one is named, and a move asked of one."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Protocol, cast

from rumms.kernel.game import Choices, Game, Seat
from rumms.kernel.refusal import BadBot, IllegalMove
from rumms.kernel.session import Session


class Bot(Protocol):
    """Somebody who decides, knowing only what the seat may see."""

    def choose(self, view: Any, seat: Seat, legal: Choices[Any], rng: Random, /) -> Any:
        """One of the legal actions."""


class Adviser(Bot, Protocol):
    """A bot that can say why."""

    def advise(self, view: Any, seat: Seat, legal: Choices[Any], rng: Random, /) -> Any:
        """What it would choose, and the reason, as a value that the game's words can tell."""


Maker = Callable[[Game[Any, Any], str | None], Bot]
"""Makes a bot for a game, with the budget that stood behind its name, if any."""

OF_A_FILE = re.compile(r"(?P<file>.+\.py):(?P<name>\w+)(?::(?P<budget>.*))?")


class RandomBot:
    """Any legal action, each as likely as the next."""

    def __init__(self, _game: Game[Any, Any], budget: str | None = None) -> None:
        without_budget("random", budget)

    def choose(self, _view: Any, _seat: Seat, legal: Choices[Any], rng: Random) -> Any:
        """Draw one."""
        return legal.sample(rng)


def without_budget(name: str, budget: str | None) -> None:
    """Refuse a budget where a bot has no use for one."""
    if budget is not None:
        raise BadBot("The bot '{name}' takes no budget, so ':{budget}' is one word too many.", name=name, budget=budget)


def is_of_a_file(name: str) -> bool:
    """Is this the name of a bot in a Python file of the user's?"""
    return OF_A_FILE.fullmatch(name) is not None


def make(name: str, game: Game[Any, Any], known: Mapping[str, Maker]) -> Bot:
    """The bot of that name: `greedy`, `name:budget` or `path/to/file.py:Class`."""
    if own := OF_A_FILE.fullmatch(name):
        return _from_file(game, own["file"], own["name"], own["budget"])
    first, colon, budget = name.partition(":")
    if first not in known:
        raise BadBot("There is no bot '{name}'; there are {known}.", name=first, known=", ".join(known))
    return known[first](game, budget if colon else None)


def adviser(game: Game[Any, Any], known: Mapping[str, Maker]) -> Adviser:
    """The strongest bot that can say why."""
    bots = (maker(game, None) for maker in reversed(tuple(known.values())))
    found = next((bot for bot in bots if callable(getattr(bot, "advise", None))), None)
    if found is None:
        raise BadBot("No bot of this game can say why.")
    return cast("Adviser", found)


def ask(bot: Bot, name: str, session: Session[Any, Any]) -> Any:
    """A bot's answer in a session, from its view alone."""
    game, seat = session.game, session.actor
    if seat is None:
        raise AssertionError(session)
    return answer(bot, name, game, view=game.view(session.state, seat), seat=seat, rng=session.rng(seat))


def answer(  # noqa: PLR0913  a bot, and all that it is told
    bot: Bot, name: str, game: Game[Any, Any], *, view: Any, seat: Seat, rng: Random
) -> Any:
    """A bot's answer to what it sees; whatever goes wrong inside it is told in one sentence."""
    legal = game.legal(view)
    try:
        action = bot.choose(view, seat, legal, rng)
        if action not in legal:
            game.apply(view, action)  # refuses it, with the reason
    except IllegalMove as error:
        raise BadBot(
            "The bot '{name}' chose {action}, which is not allowed: {reason}",
            name=name,
            action=repr(action),
            reason=error,
        ) from error
    except (Exception, SystemExit) as error:
        raise _failed(name, error) from error
    return action


def play_out(session: Session[Any, Any], seats: Sequence[str], bots: Mapping[Seat, Bot]) -> None:
    """Let bots play a session to its end."""
    session.go_on()
    while (seat := session.actor) is not None:
        session.play(ask(bots[seat], seats[seat], session))


def _failed(name: str, error: BaseException) -> BadBot:
    what = f"{type(error).__name__}: {error}".rstrip(": ")
    return BadBot("The bot '{name}' stopped with an error ({error}).", name=name, error=what)


def _from_file(game: Game[Any, Any], file: str, name: str, budget: str | None) -> Bot:
    path = Path(file)
    if not path.is_file():
        raise BadBot("There is no file '{file}' to take a bot from.", file=file)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise AssertionError(path)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        maker: Maker | None = getattr(module, name, None)
        bot = maker(game, budget) if maker else None
    except (Exception, SystemExit) as error:
        raise _failed(f"{file}:{name}", error) from error
    if bot is None:
        raise BadBot("'{file}' has no class '{name}'.", file=file, name=name)
    if not callable(getattr(bot, "choose", None)):
        raise BadBot("'{name}' in '{file}' is no bot: it has no method 'choose'.", file=file, name=name)
    return bot
