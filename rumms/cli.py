"""The command `rumms`: one sub-command a task; each loads only what it needs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from rumms import __version__
from rumms.commands import bench, film, match, scenarios, simulate, soak, truth, tune, verify
from rumms.commands.arguments import FAILED, INTERRUPTED, MISUSED, Parser, add_game, add_set, seats_of, seed
from rumms.kernel.refusal import BadRecord, InUse, OldRecord, Refusal, printable
from rumms.language import CODES, later, say, tell, use
from rumms.troubles import noted, show_at_once

if TYPE_CHECKING:
    from rich.console import Console

    from rumms.catalogue import Entry
    from rumms.kernel.bots import Bot
    from rumms.kernel.session import Loaded
    from rumms.seats import Players
    from rumms.text.play import Table

YES: Final = frozenset({"y", "yes", "j", "ja"})
"""An answer in either language."""


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0 only if it did what it should."""
    words = sys.argv[1:] if words is None else words
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a narrow terminal shows ? instead of failing
    use(_language_in(words))
    parser = _parser()
    arguments = parser.parse_args(words)
    if getattr(arguments, "traceback", False):
        show_at_once()
    try:
        return int(arguments.run(arguments))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _fail(f"{where}{error.strerror or error}")
    except Refusal as error:
        return _fail(tell(noted(error)))


def _fail(sentence: str) -> int:
    print(f"rumms: {sentence}", file=sys.stderr)
    return FAILED


def _language_in(words: Sequence[str]) -> str | None:
    """The language asked for, wherever it stands: help and errors are told in it, too."""
    for word, following in zip_longest(words, words[1:], fillvalue=""):
        asked = following if word == "--lang" else word.removeprefix("--lang=")
        if asked in CODES and word.startswith("--lang"):
            return asked
    return None


def _parser() -> Parser:
    common = Parser(add_help=False)
    common.add_argument("--lang", choices=CODES, help=say("German or English; without it, as the system speaks"))
    common.add_argument(
        "--traceback",
        action="store_true",
        default=argparse.SUPPRESS,  # before the command or behind it
        help=say("show on the terminal where in its code a bot broke, instead of writing it into a file"),
    )
    parser = Parser(
        prog="rumms",
        description=say("A table for flicking dice, with card games beside it."),
        epilog=say("Try: rumms play kawumm --text"),
        parents=[common],
    )
    parser.add_argument(
        "--version", action="version", version=f"rumms {__version__}", help=say("show the version and exit")
    )
    parser.set_defaults(run=_window)
    commands = parser.add_subparsers(title=say("commands"), metavar=say("COMMAND"), parser_class=Parser)

    def command(name: str, run: Any, about: str) -> argparse.ArgumentParser:
        made: argparse.ArgumentParser = commands.add_parser(name, help=about, description=about, parents=[common])
        made.set_defaults(run=run)
        return made

    games = command("games", _games, say("the games there are; with a name, its options and bots"))
    games.add_argument("game", nargs="?", metavar=say("GAME"), help=say("a game's name, as 'rumms games' lists it"))

    rules = command("rules", _rules, say("the rules of a game, short and for people"))
    add_game(rules)
    rules.add_argument("--numbered", action="store_true", help=say("the numbered catalogue with every ruling"))

    play = command("play", _play, say("play a game"))
    add_game(play)
    _add_text(play)
    play.add_argument("--seats", metavar="A,B", help=_about_seats())
    add_set(play)
    play.add_argument(
        "--seed", type=seed, metavar="N", help=say("the same seed and the same decisions give the same game")
    )
    play.add_argument("--record", metavar="FILE", help=say("where the game is kept; without it, in your data folder"))

    resume = command("resume", _resume, say("go on with a game that was left"))
    resume.add_argument("file", nargs="?", metavar="FILE", help=say("its record; without one, the game you left last"))
    _add_text(resume)
    resume.add_argument("--seats", metavar="A,B", help=say("other players than the record names"))

    replay = command("replay", _replay, say("tell what happened in a recorded game"))
    replay.add_argument("file", metavar="FILE", help=say("a record"))
    _add_text(replay)

    seal = command("seal", _seal, say("write the closing line of a record that was edited by hand"))
    seal.add_argument("file", metavar="FILE", help=say("a record"))

    for module, about in _others():
        module.add(command(module.__name__.rpartition(".")[2], module.run, about))

    return parser


def _others() -> tuple[tuple[Any, str], ...]:
    """The commands that have a file of their own, and what they are for."""
    return (
        (verify, say("play records again by the rules and compare")),
        (film, say("make a film or a sheet of pictures of a record")),
        (simulate, say("try a flick in a record, many times if you like")),
        (scenarios, say("puzzles and trick shots, with what is solved")),
        (match, say("let bots play many games against each other and count who wins")),
        (tune, say("improve the weights of a bot's value by matches")),
        (bench, say("measure how fast this machine plays")),
        (soak, say("play random shots and look for what cannot be true")),
        (truth, say("compare the physics of dice with tables of a 3D simulation")),
    )


def _add_text(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--text", action="store_true", help=say("in the terminal"))


def _about_seats() -> str:
    return say(
        "who plays, clockwise: me, me:NAME, random, greedy, search, NAME:BUDGET or path/to/file.py:Class"
        " (default: you against greedy bots, as few as the game needs)"
    )


OF_ARGPARSE: Final = (
    later("usage: "),
    later("positional arguments"),
    later("options"),
    later("show this help message and exit"),
    later("the following arguments are required: %s"),
    later("unrecognized arguments: %s"),
    later("argument %(argument_name)s: %(message)s"),
    later("expected one argument"),
    later("expected at least one argument"),
    later("invalid choice: %(value)r (choose from %(choices)s)"),
    later("invalid choice: %(value)s (choose from %(choices)s)"),
    later("ambiguous option: %(option)s could match %(matches)s"),
    later("ignored explicit argument %r"),
)
"""What argparse says by itself; it looks these texts up in our catalogues."""


# The commands.


def _window(arguments: argparse.Namespace) -> int:
    return _in_window("launcher", arguments.lang)


def _games(arguments: argparse.Namespace) -> int:
    from rumms.catalogue import GAMES, find

    if arguments.game:
        _one_game(find(arguments.game))
        return 0
    width = max(map(len, GAMES))
    for entry in GAMES.values():
        print(f"{entry.id:{width}}  {_players(entry)}  {entry.words.title()}: {entry.words.summary()}")
    return 0


def _one_game(entry: Entry) -> None:
    from rumms.kernel.options import options_of

    print(f"{entry.words.title()} ({_players(entry)})")
    print(entry.words.summary())
    print("\n" + say("Bots: {bots}", bots=", ".join(entry.bots)))
    print("\n" + say("Options, set with --set option=value:"))
    for option in options_of(entry.game.options):
        print(f"  {option.name}={option.usual}  {say(option.description)} " + say("({values})", values=option.expects))


def _players(entry: Entry) -> str:
    return say("{least} to {most} players", least=entry.game.seats[0], most=entry.game.seats[-1])


def _rules(arguments: argparse.Namespace) -> int:
    from rumms.catalogue import find
    from rumms.text.rules import print_rules

    print_rules(_console(), find(arguments.game), numbered=arguments.numbered)
    return 0


def _play(arguments: argparse.Namespace) -> int:
    import secrets

    from rumms.catalogue import find
    from rumms.kernel.options import from_words, with_defaults
    from rumms.kernel.session import begin
    from rumms.seats import Players, bots_of, has_people
    from rumms.text.play import Table
    from rumms.ui.shelf import new_path

    entry = find(arguments.game)
    if not arguments.text:
        return _play_in_window(entry, arguments)
    seats = seats_of(arguments.seats) if arguments.seats else ("me", *("greedy",) * (entry.game.seats[0] - 1))
    settings = with_defaults(arguments.set, entry.game.defaults(bots_of(seats)))
    options = from_words(entry.game.options, settings, entry.words.title())
    bots = _seat_in_terminal(entry, Players(seats, trusted=True))
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    path = new_path(entry.id, arguments.record)
    session = begin(entry.game, seats, options, seed, path, durable=has_people(seats))
    return _at_the_table(Table(_console(), entry, session, seats, bots))


def _resume(arguments: argparse.Namespace) -> int:
    from pathlib import Path
    from shlex import quote

    from rumms.catalogue import find
    from rumms.seats import has_people, players_of
    from rumms.text.play import Table

    try:
        loaded = _load(arguments.file) if arguments.file else _left_last()
    except OldRecord as refusal:
        file = quote(refusal.file)
        return _fail(say("{reason} Watch it with: rumms replay {file} --text", reason=tell(refusal), file=file))
    entry = find(loaded.header.game)
    asked = seats_of(arguments.seats) if arguments.seats else None
    if not arguments.text:
        return _in_window("resumed", entry.id, Path(loaded.lines.file), asked, arguments.lang)
    players = players_of(loaded.header, asked)
    bots = _seat_in_terminal(entry, players)
    try:
        session = loaded.resume(durable=has_people(players.seats))
    except InUse as refusal:
        return _watch_instead(refusal, loaded)
    return _at_the_table(Table(_console(), entry, session, players.seats, bots))


def _watch_instead(refusal: InUse, loaded: Loaded) -> int:
    """Say who has the game open, and offer to watch it: by a question to a person, by a command to a script."""
    from shlex import quote

    from rumms.catalogue import find
    from rumms.text.replay import replay

    if not sys.stdin.isatty():
        file = quote(loaded.lines.file)
        return _fail(say("{reason} Watch it with: rumms replay {file} --text", reason=tell(refusal), file=file))
    print(tell(refusal))
    answer = input(say("Watch what has been played so far? y or n: "))
    if answer.strip().lower() not in YES:
        return FAILED
    replay(_console(), find(loaded.header.game), loaded)
    return 0


def _seat_in_terminal(entry: Entry, players: Players) -> dict[int, Bot]:
    from rumms.seats import has_people
    from rumms.text.play import seat_bots

    if entry.has_engine and has_people(players.seats):
        raise Refusal(
            "{game} is played with a mouse; in a terminal only bots can play it: --seats greedy,greedy.",
            game=entry.words.title(),
        )
    bots = seat_bots(entry, players)
    if entry.has_engine:
        from rumms.physics.engine import tell_damage

        tell_damage()
    return bots


def _at_the_table(table: Table) -> int:
    from shlex import quote

    try:
        finished = table.run()
    finally:
        table.session.close()
    if table.session.writer is None:
        raise AssertionError(table)
    file = quote(str(table.session.writer.path))
    if finished:
        print(say("Watch it again: rumms replay {file} --text", file=file))
    else:
        print(say("The game is kept. Go on with: rumms resume {file} --text", file=file))
    return 0


def _replay(arguments: argparse.Namespace) -> int:
    from rumms.catalogue import find
    from rumms.text.replay import replay

    loaded = _load(arguments.file, to_watch=True)
    entry = find(loaded.header.game)
    if not arguments.text:
        return _in_window("replay", loaded, arguments.lang)
    replay(_console(), entry, loaded)
    return 0


def _seal(arguments: argparse.Namespace) -> int:
    from pathlib import Path

    from rumms.catalogue import find_game
    from rumms.kernel.session import seal

    loaded = seal(Path(arguments.file), find_game)
    winners = ", ".join(map(str, loaded.winners or ())) or say("none")
    print(say("{file}: sealed, winners: {winners}.", file=printable(str(arguments.file)), winners=winners))
    return 0


# What several commands need.


def _console() -> Console:
    from rich.console import Console

    return Console()


def _play_in_window(entry: Entry, arguments: argparse.Namespace) -> int:
    """The sheet for a new game; with anything said about it, the game itself, once that has been checked."""
    from rumms.ui.start import Wanted

    if not (arguments.seats or arguments.set or arguments.seed is not None or arguments.record):
        return _in_window("new_game", entry.id, None, arguments.lang)
    seats = seats_of(arguments.seats) if arguments.seats else ("me", *("greedy",) * (max(2, entry.game.seats[0]) - 1))
    wanted = Wanted(seats, tuple(arguments.set) or None, arguments.seed, arguments.record)
    wanted.check(entry)
    return _in_window("new_game", entry.id, wanted, arguments.lang)


def _in_window(what: str, *arguments: Any) -> int:
    """Open the window with something in it; MISUSED where there is none to be opened."""
    from rumms.ui import start

    try:
        getattr(start, what)(*arguments)
    except start.NoWindow as error:
        _fail(tell(error))
        return MISUSED
    return 0


def _load(file: str, *, to_watch: bool = False) -> Loaded:
    """A record, with a notice if its last line was cut off."""
    from pathlib import Path

    from rumms.catalogue import find_game
    from rumms.kernel.session import load

    loaded = load(Path(file), find_game, to_watch=to_watch)
    if loaded.lines.torn:
        print(say("{file}: the last line was cut off and is left out.", file=printable(file)), file=sys.stderr)
    return loaded


def _left_last() -> Loaded:
    """The game in the user's folder that was left last; damaged ones are passed over, not those of an older version."""
    from rumms.ui.shelf import unfinished

    for kept in unfinished():
        try:
            return _load(str(kept.path))
        except OldRecord:
            raise
        except BadRecord:
            continue
    raise Refusal("No game was left unfinished; 'rumms play' begins one.")
