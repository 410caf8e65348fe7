"""Bots: who they are, how one is named, and a move asked of one."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dis import opname
from functools import cache
from pathlib import Path
from random import Random
from threading import Lock
from traceback import format_exception, format_tb
from types import TracebackType
from typing import Any, Final, Protocol, Self, TextIO, cast

import msgspec

from rumms.kernel.game import Choices, Game, Seat
from rumms.kernel.refusal import BadBot, IllegalMove, Refusal, printable
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

OF_A_FILE: Final = re.compile(r"(?P<file>.+\.py):(?P<name>\w+)(?::(?P<budget>.*))?")
SIZE: Final = re.compile(r"(?P<number>\d+(?:\.\d+)?)(?P<unit>s?)", re.ASCII)
"""How a budget begins: so many steps, or so many seconds."""
MOST_STEPS, MOST_SECONDS = 10_000, 60
"""A bot that a file names takes no more than this for a decision: about a minute."""

MOST_SHOWN: Final = 300
"""Characters of an error, or of a move that is none."""
MOST_FRAMES: Final = 100
"""Calls of a traceback; a bot that calls itself for ever has more."""
MOST_TRACED: Final = 64_000
"""Characters of a traceback."""


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


def make(name: str, game: Game[Any, Any], known: Mapping[str, Maker], *, trusted: bool = False) -> Bot:
    """The bot of that name: `greedy`, `name:budget` or, if the name is trusted, `path/to/file.py:Class`.

    A name is trusted if the person who started the program has written it on the command line. One that was read from
    a file never is: no Python file is run for it, and no bot thinks for hours.
    """
    if own := OF_A_FILE.fullmatch(name):
        if not trusted:
            raise BadBot(
                "'{name}' is a bot in a Python file, and that could do anything on this computer."
                " It only plays if you name it yourself with --seats.",
                name=name,
            )
        return _from_file(game, own["file"], own["name"], own["budget"])
    first, colon, budget = name.partition(":")
    if first not in known:
        raise BadBot("There is no bot '{name}'; there are {known}.", name=first, known=", ".join(known))
    bot = known[first](game, budget if colon else None)
    if not trusted:
        _check_size(name, budget)
    return bot


def _check_size(name: str, budget: str) -> None:
    """Refuse a budget with which a bot would think for hours."""
    size = SIZE.match(budget)
    if size and float(size["number"]) > (MOST_SECONDS if size["unit"] else MOST_STEPS):
        raise BadBot(
            "The bot '{name}' would think too long: {steps} steps or {seconds} seconds a move are the most that a file"
            " may ask for. It only plays if you name it yourself with --seats.",
            name=name,
            steps=MOST_STEPS,
            seconds=MOST_SECONDS,
        )


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
    with Guarded(name):
        choice = bot.choose(view, seat, legal, rng)
    reason = Refusal("it is no move of this game.")
    try:
        action = _plain(choice, game.actions)
    except BaseException as error:
        if _is_pressed(error):
            raise
    else:
        if action in legal:
            return action
        try:
            game.apply(view, action)  # refuses it, with the reason
        except IllegalMove as refusal:
            reason = refusal
    raise BadBot(
        "The bot '{name}' chose {action}, which is not allowed: {reason}",
        name=name,
        action=described(choice, repr),
        reason=reason,
    )


def advice(game: Game[Any, Any], known: Mapping[str, Maker], *, view: Any, seat: Seat, rng: Random) -> Any:
    """A hint: what the strongest bot that can say why would do, and its reason."""
    with Guarded("hint"):
        return adviser(game, known).advise(view, seat, game.legal(view), rng)


def play_out(session: Session[Any, Any], seats: Sequence[str], bots: Mapping[Seat, Bot]) -> None:
    """Let bots play a session to its end."""
    session.go_on()
    while (seat := session.actor) is not None:
        session.play(ask(bots[seat], seats[seat], session))


class Guarded:
    """A context for the code of a bot: whatever it raises becomes one sentence, with its traceback beside it.

    Only Ctrl-C goes through, if it was a person who pressed it. What the bot prints is shown, but it cannot close the
    program's output, nor put another in its place.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __enter__(self) -> None:
        _output.lend()

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        _output.take_back()
        if error is not None and not _is_pressed(error):
            raise _failed(self.name, error) from None


class _Lent:
    """The program's output as a bot has it: open to the end."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """It stays open."""

    def close(self) -> None:
        """It stays open."""


class _Output:
    """The program's two outputs, lent as long as a bot is asked in any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._borrowers = 0
        self._own: tuple[Any, Any] = None, None

    def lend(self) -> None:
        """One more bot has it."""
        with self._lock:
            if not self._borrowers:
                self._own = sys.stdout, sys.stderr
            self._borrowers += 1
            self._put()

    def take_back(self) -> None:
        """One bot less has it; whatever that bot has put in its place is taken away."""
        with self._lock:
            self._borrowers -= 1
            self._put()

    def _put(self) -> None:
        own: Iterable[Any] = self._own
        if self._borrowers:
            own = (stream and _Lent(stream) for stream in own)
        sys.stdout, sys.stderr = own


_output: Final = _Output()


def described(thing: Any, how: Callable[[Any], str]) -> str:
    """A thing in words, cut off where it is long, whatever its own code for that does."""
    try:
        text = "".join([how(thing)])  # a text of a class of its own becomes a plain one
    except BaseException as error:
        if _is_pressed(error):
            raise
        return f"<{type.__dict__['__name__'].__get__(type(thing))}>"  # even where that class hides its name
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]} ..."


def _plain(choice: Any, actions: Any) -> Any:
    """The same action as a file would bring it: of the game's own types, down to every number in it."""
    return _decoder_of(actions).decode(msgspec.json.encode(choice))


@cache
def _decoder_of(actions: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(actions)


def _is_pressed(error: BaseException) -> bool:
    """Has a person pressed Ctrl-C, rather than the code raised that error itself?"""
    trace = _frames(error)
    if type(error) is not KeyboardInterrupt or trace is None:
        return False
    while trace.tb_next:
        trace = trace.tb_next
    return opname[trace.tb_frame.f_code.co_code[trace.tb_lasti]] != "RAISE_VARARGS"


def _failed(name: str, error: BaseException) -> BadBot:
    kind, what = described(type(error), lambda kind: kind.__name__), described(error, str)
    refusal = BadBot(
        "The bot '{name}' stopped with an error ({error}).", name=name, error=f"{kind}: {what}".rstrip(": ")
    )
    refusal.trace = _traceback(error)
    return refusal


def _traceback(error: BaseException) -> str:
    try:
        lines = format_exception(error, limit=-MOST_FRAMES)
    except BaseException as another:  # an error that cannot even be asked whether it is there
        if _is_pressed(another):
            raise
        lines = format_tb(_frames(error), limit=-MOST_FRAMES)
    text = "".join(lines)[-MOST_TRACED:].expandtabs(1)
    return "\n".join(map(printable, text.split("\n")))


def _frames(error: BaseException) -> TracebackType | None:
    """The traceback of an error, even where its class hides it."""
    trace: TracebackType | None = BaseException.__dict__["__traceback__"].__get__(error)
    return trace


def _from_file(game: Game[Any, Any], file: str, name: str, budget: str | None) -> Bot:
    path = Path(file)
    if not path.is_file():
        raise BadBot("There is no file '{file}' to take a bot from.", file=file)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise AssertionError(path)
    module = importlib.util.module_from_spec(spec)
    with Guarded(f"{file}:{name}"):
        spec.loader.exec_module(module)
        maker: Maker | None = getattr(module, name, None)
        bot = maker(game, budget) if maker else None
        can_choose = callable(getattr(bot, "choose", None))
    if bot is None:
        raise BadBot("'{file}' has no class '{name}'.", file=file, name=name)
    if not can_choose:
        raise BadBot("'{name}' in '{file}' is no bot: it has no method 'choose'.", file=file, name=name)
    return bot
