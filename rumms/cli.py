"""The command `rumms`: one sub-command a task; each loads only what it needs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, NoReturn

from rumms import __version__
from rumms.commands import film, scenarios, simulate, verify
from rumms.kernel.refusal import BadRecord, Refusal
from rumms.language import CODES, count, later, say, tell, use

if TYPE_CHECKING:
    from rich.console import Console

    from rumms.catalogue import Entry
    from rumms.kernel.bots import Bot
    from rumms.kernel.session import Loaded
    from rumms.lab.bench import Report, Work
    from rumms.lab.decisions import Report as DecisionsReport
    from rumms.lab.frames import Report as FramesReport
    from rumms.lab.frames import Row as FramesRow
    from rumms.lab.matches import Match
    from rumms.lab.shots import Report as ShotsReport
    from rumms.lab.soak import Report as Soak
    from rumms.lab.truth import Report as Truth
    from rumms.text.play import Table

FAILED: Final = 1
MISUSED: Final = 2
INTERRUPTED: Final = 130
LARGEST_SEED: Final = 2**53 - 1
"""What every reader of JSON can hold."""
PLAYS_BY_EYE: Final = frozenset({"random", "greedy"})
"""Bots that try no flick out, so that nothing need be compiled for them."""
MOST_GAMES: Final = 1_000_000
MOST_SHOTS: Final = 10_000_000
MOST_JOBS: Final = 61 if sys.platform == "win32" else 256
"""Windows waits for no more processes at a time."""


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0 only if it did what it should."""
    words = sys.argv[1:] if words is None else words
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a narrow terminal shows ? instead of failing
    use(_language_in(words))
    parser = _parser()
    arguments = parser.parse_args(words)
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
        return _fail(tell(error))


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


class Parser(argparse.ArgumentParser):
    """A parser that answers a wrong command line with one sentence."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is."""
        self.exit(MISUSED, say("{program}: {message} (see {program} --help)\n", program=self.prog, message=message))


def _parser() -> Parser:
    language = Parser(add_help=False)
    language.add_argument("--lang", choices=CODES, help=say("German or English; without it, as the system speaks"))
    parser = Parser(
        prog="rumms",
        description=say("A table for flicking dice, with card games beside it."),
        epilog=say("Try: rumms play kawumm --text"),
        parents=[language],
    )
    parser.add_argument(
        "--version", action="version", version=f"rumms {__version__}", help=say("show the version and exit")
    )
    parser.set_defaults(run=_window)
    commands = parser.add_subparsers(title=say("commands"), metavar=say("COMMAND"), parser_class=Parser)

    def command(name: str, run: Any, about: str) -> argparse.ArgumentParser:
        made: argparse.ArgumentParser = commands.add_parser(name, help=about, description=about, parents=[language])
        made.set_defaults(run=run)
        return made

    games = command("games", _games, say("the games there are; with a name, its options and bots"))
    games.add_argument("game", nargs="?", metavar=say("GAME"), help=say("a game's name, as 'rumms games' lists it"))

    rules = command("rules", _rules, say("the rules of a game, short and for people"))
    _add_game(rules)
    rules.add_argument("--numbered", action="store_true", help=say("the numbered catalogue with every ruling"))

    play = command("play", _play, say("play a game"))
    _add_game(play)
    _add_text(play)
    play.add_argument("--seats", metavar="A,B", help=_about_seats())
    _add_set(play)
    play.add_argument(
        "--seed", type=_seed, metavar="N", help=say("the same seed and the same decisions give the same game")
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

    match = command("match", _match, say("let bots play many games against each other and count who wins"))
    _add_game(match)
    match.add_argument("--bots", required=True, metavar="A,B", help=_about_bots())
    _add_set(match)
    match.add_argument(
        "--games",
        type=_whole(1, MOST_GAMES),
        default=100,
        metavar="N",
        help=say("how many games; with --until-sure, the most (default: {default})", default=100),
    )
    match.add_argument(
        "--seed",
        type=_seed,
        default=0,
        metavar="N",
        help=say("the same seed gives the same match (default: {default})", default=0),
    )
    match.add_argument(
        "--jobs",
        type=_whole(1, MOST_JOBS),
        metavar="N",
        help=say("how many games at a time; without it, one for each core. The result is the same"),
    )
    match.add_argument(
        "--until-sure",
        action="store_true",
        help=say("stop once the first bot's interval excludes chance"),
    )
    match.add_argument("--record", metavar="DIR", help=say("a folder to record every game in"))
    _add_json(match)

    bench = command("bench", _bench, say("measure how fast this machine plays"))
    bench.add_argument(
        "name",
        nargs="?",
        metavar=say("NAME"),
        help=say("what to measure: moves, rules, search, outcomes, shots or frames, else all of these; or decisions"),
    )
    _add_json(bench)

    _add_tune(command("tune", _tune, say("improve the weights of a bot's value by matches")))

    _add_soak(command("soak", _soak, say("play random shots and look for what cannot be true")))

    truth = command("truth", _truth, say("compare the physics of dice with tables of a 3D simulation"))
    truth.add_argument("--tables", metavar="DIR", help=say("a folder with tables; without it, those of the program"))
    truth.add_argument(
        "--path",
        choices=("simulate", "fast"),
        default="simulate",
        help=say("shots as in a game, or as in a search (default: {default})", default="simulate"),
    )
    _add_json(truth)
    return parser


def _others() -> tuple[tuple[Any, str], ...]:
    """The commands that have a file of their own, and what they are for."""
    return (
        (verify, say("play records again by the rules and compare")),
        (film, say("make a film or a sheet of pictures of a record")),
        (simulate, say("try a flick in a record, many times if you like")),
        (scenarios, say("puzzles and trick shots, with what is solved")),
    )


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar=say("GAME"), help=say("a game's name, as 'rumms games' lists it"))


def _add_text(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--text", action="store_true", help=say("in the terminal"))


def _add_set(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help=say("set an option of the game; may be repeated"),
    )


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=say("print the result as JSON"))


def _add_tune(tune: argparse.ArgumentParser) -> None:
    _add_game(tune)
    for name, most, usual, about in (
        ("generations", 10_000, 8, say("how many generations (default: {default})", default=8)),
        ("population", 1000, 8, say("sets of weights in each (default: {default})", default=8)),
        (
            "games",
            10_000,
            20,
            say("games of each set against the weights that there are (default: {default})", default=20),
        ),
        ("budget", 10_000, 40, say("simulated flicks a decision (default: {default})", default=40)),
    ):
        tune.add_argument(
            f"--{name}", type=_whole(2 if name != "generations" else 1, most), default=usual, metavar="N", help=about
        )
    tune.add_argument(
        "--seed",
        type=_seed,
        default=0,
        metavar="N",
        help=say("the same seed tries the same weights (default: {default})", default=0),
    )
    tune.add_argument(
        "--jobs",
        type=_whole(1, MOST_JOBS),
        metavar="N",
        help=say("how many games at a time; without it, one for each core. The result is the same"),
    )
    tune.add_argument(
        "--out", metavar="FILE", help=say("where the weights are written; without it, where the bot reads them")
    )


def _add_soak(soak: argparse.ArgumentParser) -> None:
    soak.add_argument("name", metavar=say("NAME"), help=say("what to play: shots"))
    soak.add_argument(
        "--count",
        type=_whole(1, MOST_SHOTS),
        default=1000,
        metavar="N",
        help=say("how many shots (default: {default})", default=1000),
    )
    soak.add_argument(
        "--seed",
        type=_seed,
        default=0,
        metavar="N",
        help=say("the same seed gives the same shots (default: {default})", default=0),
    )
    soak.add_argument("--only", type=_whole(0, MOST_SHOTS), metavar="K", help=say("only the shot with this number"))
    soak.add_argument(
        "--jobs",
        type=_whole(1, MOST_JOBS),
        metavar="N",
        help=say("how many shots at a time; without it, one for each core. The result is the same"),
    )
    _add_json(soak)


def _about_bots() -> str:
    return say(
        "who plays: random, greedy, search, NAME:BUDGET or path/to/file.py:Class;"
        " in every game each sits one seat further on"
    )


def _about_seats() -> str:
    return say(
        "who plays, clockwise: me, me:NAME, random, greedy, search, NAME:BUDGET or path/to/file.py:Class"
        " (default: you against greedy bots, as few as the game needs)"
    )


def _seed(word: str) -> int:
    if not word.isdecimal() or len(word) > len(str(LARGEST_SEED)) or int(word) > LARGEST_SEED:
        raise argparse.ArgumentTypeError(say("a seed is a whole number from 0 to {largest}", largest=LARGEST_SEED))
    return int(word)


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(word: str) -> int:
        if not word.isdecimal() or len(word) > len(str(most)) or not least <= int(word) <= most:
            raise argparse.ArgumentTypeError(say("write a whole number from {least} to {most}", least=least, most=most))
        return int(word)

    return read


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
    from rumms.seats import bots_of
    from rumms.text.play import Table
    from rumms.ui.shelf import new_path

    entry = find(arguments.game)
    if not arguments.text:
        return _play_in_window(entry, arguments)
    seats = _seats(arguments.seats) if arguments.seats else ("me", *("greedy",) * (entry.game.seats[0] - 1))
    settings = with_defaults(arguments.set, entry.game.defaults(bots_of(seats)))
    options = from_words(entry.game.options, settings, entry.words.title())
    bots = _seat_in_terminal(entry, seats)
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    session = begin(entry.game, seats, options, seed, new_path(entry.id, arguments.record))
    return _at_the_table(Table(_console(), entry, session, seats, bots))


def _resume(arguments: argparse.Namespace) -> int:
    from pathlib import Path

    from rumms.catalogue import find
    from rumms.seats import again
    from rumms.text.play import Table

    loaded = _load(arguments.file) if arguments.file else _left_last()
    entry = find(loaded.header.game)
    if not arguments.text:
        seats = _seats(arguments.seats) if arguments.seats else None
        return _in_window("resumed", entry.id, Path(loaded.lines.file), seats, arguments.lang)
    seats = again(loaded.header.seats, _seats(arguments.seats) if arguments.seats else None)
    bots = _seat_in_terminal(entry, seats)
    return _at_the_table(Table(_console(), entry, loaded.resume(), seats, bots))


def _seat_in_terminal(entry: Entry, seats: tuple[str, ...]) -> dict[int, Bot]:
    from rumms.seats import is_person
    from rumms.text.play import seat_bots

    if entry.has_engine and any(map(is_person, seats)):
        raise Refusal(
            "{game} is played with a mouse; in a terminal only bots can play it: --seats greedy,greedy.",
            game=entry.words.title(),
        )
    return seat_bots(entry, seats)


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

    loaded = _load(arguments.file)
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
    print(say("{file}: sealed, winners: {winners}.", file=arguments.file, winners=winners))
    return 0


def _match(arguments: argparse.Namespace) -> int:
    from pathlib import Path

    from rumms.catalogue import find
    from rumms.lab.matches import A_WORKER, Plan, play, workers
    from rumms.text.figures import with_a_bar

    plan = Plan(
        arguments.game,
        _seats(arguments.bots, "greedy,random"),
        arguments.games,
        arguments.seed,
        tuple(arguments.set),
        arguments.until_sure,
        Path(arguments.record).absolute() if arguments.record else None,
    )
    if find(plan.game).has_engine and any(name.partition(":")[0] not in PLAYS_BY_EYE for name in plan.bots):
        _warm_up()
    jobs = min(arguments.jobs or _cores(), plan.games)
    match: Match | None = None
    ended = 0
    try:
        with workers(jobs) as executor:
            games = play(plan, executor, 1 if jobs == 1 else jobs * A_WORKER)
            for now in with_a_bar(games, plan.games, lambda now: now.games, _leader):
                match = now
    except KeyboardInterrupt:
        ended = INTERRUPTED
        text = say("Interrupted. This was played so far:") if match else say("Interrupted before a game was over.")
        print(text, file=sys.stderr)
    if match and arguments.json:
        _print_json(match)
    elif match:
        _print_match(match, sure=arguments.until_sure)
    return ended


def _tune(arguments: argparse.Namespace) -> int:
    from pathlib import Path

    from rumms.catalogue import find
    from rumms.lab.matches import wilson, workers
    from rumms.lab.tune import FEWEST_TO_CONFIRM, Plan, Progress, check, confirm, keep, tune
    from rumms.text.figures import number, with_a_bar

    plan = Plan(
        arguments.game,
        arguments.generations,
        arguments.population,
        arguments.games,
        arguments.budget,
        arguments.seed,
    )
    check(plan)
    _warm_up()
    path = Path(arguments.out) if arguments.out else find(plan.game).path / "weights.json"
    progress: Progress | None = None
    jobs = arguments.jobs or _cores()
    with workers(jobs) as executor:
        try:
            for now in with_a_bar(
                tune(plan, executor), plan.steps, lambda now: now.done, lambda now: str(now.generation)
            ):
                progress = now
        except KeyboardInterrupt:
            print(say("Interrupted. The best so far is kept."), file=sys.stderr)
        if progress is None or not progress.generation:
            print(say("No generation was over, so nothing was written."), file=sys.stderr)
            return INTERRUPTED
        games = max(2 * plan.games, FEWEST_TO_CONFIRM)
        won = confirm(plan, progress.best, games, executor)
    low, high = (number(100 * share, 1) for share in wilson(won, games))
    print(
        say(
            "Against the weights before, the new ones won {won} of {games} new games (95 %: {low} to {high} %).",
            won=won,
            games=games,
            low=low,
            high=high,
        )
    )
    if 2 * won <= games:
        print(say("That is no improvement, so nothing was written."))
        return FAILED
    command = (
        f"rumms tune {plan.game} --generations {progress.generation} --population {plan.population}"
        f" --games {plan.games} --budget {plan.budget} --seed {plan.seed}"
    )
    keep(progress.best, command, path)
    print(path)
    return 0


def _leader(match: Match) -> str:
    from rumms.text.figures import number

    first = match.bots[0]
    return f"{first.name} {number(100 * first.share, 1)} %"


def _print_match(match: Match, *, sure: bool) -> None:
    from rumms.catalogue import find
    from rumms.text.figures import number, table

    places = 0 if all(row.wins.is_integer() for row in match.bots) else 2
    games = count("{number} game", "{number} games", match.games)
    print(f"{find(match.game).words.title()}, {games}\n")
    rows = table(
        "<>>>",
        [say("bot"), say("wins"), say("share"), say("95 % interval")],
        [
            [
                row.name,
                number(row.wins, places),
                f"{number(100 * row.share, 1)} %",
                say("{low} to {high} %", low=number(100 * row.low, 1), high=number(100 * row.high, 1)),
            ]
            for row in match.bots
        ],
    )
    print(rows)
    print("\n" + say("If all were alike, each would win {chance} %.", chance=number(100 * match.chance, 1)))
    if sure:
        print(_verdict(match))


def _verdict(match: Match) -> str:
    name = match.bots[0].name
    if match.verdict > 0:
        return say("{name} wins more often than by chance.", name=name)
    if match.verdict < 0:
        return say("{name} wins less often than by chance.", name=name)
    return say("It is not sure whether {name} wins more or less often than by chance.", name=name)


def _bench(arguments: argparse.Namespace) -> int:
    from rumms.lab.bench import DECISIONS, FRAMES, SHOTS, works
    from rumms.ui.start import check_pygame

    these, is_all = works(arguments.name), arguments.name is None
    if arguments.name == DECISIONS:
        decisions = _measure_decisions()
        _print_json(decisions) if arguments.json else _print_decisions(decisions)
        return 0
    if is_all or arguments.name == FRAMES:
        check_pygame()
    report = _measure(these) if these else None
    shots = _measure_shots() if is_all or arguments.name == SHOTS else None
    frames = _measure_frames() if is_all or arguments.name == FRAMES else None
    if arguments.json:
        all_three = (
            {"reference": report.reference, "rows": report.rows, "shots": shots, "frames": frames}
            if report and is_all
            else None
        )
        _print_json(all_three or report or shots or frames)
        return 0
    if report:
        _print_report(report)
    if shots:
        print(end="\n" if is_all else "")
        _print_shots(shots)
    if frames:
        print(end="\n" if is_all else "")
        _print_frames(frames)
    return 0


def _measure(these: list[tuple[str, Work]]) -> Report:
    from rumms.lab.bench import run
    from rumms.text.figures import with_a_bar

    names = [f"{bench} {work.what}" for bench, work in these]
    *_, report = with_a_bar(run(these), len(these), lambda now: len(now.rows), lambda now: names[len(now.rows)])
    return report


def _measure_shots() -> ShotsReport:
    from rumms.lab.shots import run, steps, ways
    from rumms.text.figures import with_a_bar

    _warm_up()
    *_, last = with_a_bar(run(ways()), steps(), lambda step: step.done, lambda step: step.what)
    if last.report is None:
        raise AssertionError(last)
    return last.report


def _measure_frames() -> FramesReport:
    from rumms.lab.frames import run, steps
    from rumms.text.figures import with_a_bar

    _warm_up()
    *_, last = with_a_bar(run(), steps(), lambda step: step.done, lambda step: step.what)
    if last.report is None:
        raise AssertionError(last)
    return last.report


def _measure_decisions() -> DecisionsReport:
    from rumms.lab.decisions import run, steps
    from rumms.text.figures import with_a_bar

    *_, last = with_a_bar(run(), steps(), lambda step: step.done, lambda step: step.what)
    if last.report is None:
        raise AssertionError(last)
    return last.report


def _print_report(report: Report) -> None:
    from rumms.lab.bench import CARDS, ROUNDS
    from rumms.text.figures import number, table

    rounds = number(ROUNDS, 0)
    rows = table(
        "<<><>",
        [say("bench"), say("what"), say("speed"), "", say("per {rounds} rounds", rounds=rounds)],
        [[row.bench, row.what, number(row.figure, 0), say(row.unit), number(row.relative, 1)] for row in report.rows],
    )
    print(rows)
    speed = f"{number(report.reference.figure, 0)} " + say(report.reference.unit)
    about = say("A round shuffles and sorts {cards} numbers in plain Python; here: {speed}.", cards=CARDS, speed=speed)
    print("\n" + about)
    print(say("Speeds per {rounds} rounds can be compared between machines.", rounds=rounds))


def _print_shots(report: ShotsReport) -> None:
    from rumms.lab.shots import CROWD, SEARCHED
    from rumms.text.figures import number, table

    rows = table(
        "><<>>>",
        [say("dice"), say("path"), "", say("shots a second"), say("yardstick"), say("ratio")],
        [
            [
                str(row.dice),
                row.path,
                say("compiled") if row.compiled else say("plain"),
                number(row.shots_per_s, 0),
                number(row.yardstick_shots_per_s, 0),
                number(row.shots_per_s / row.yardstick_shots_per_s, 1),
            ]
            for row in report.rows
        ],
    )
    print(rows)
    print("\n" + say("The yardstick is a plain 2D world with the same dice and shots."))
    many, slowest = number(SEARCHED, 0), number(report.slowest_ms, 0)
    print(
        say("The slowest of {many} plain shots with {dice} dice: {slowest} ms.", many=many, dice=CROWD, slowest=slowest)
    )
    print(say("Plain shots at towers, in the median: {figure} ms.", figure=number(report.stack_median_ms, 1)))


def _print_frames(report: FramesReport) -> None:
    from rumms.lab.frames import MEDIAN_GOAL, MOST_GOAL, START_GOAL, WHATS
    from rumms.text.figures import number, table

    def cells(row: FramesRow) -> list[str]:
        figures = (row.median_ms, row.p99_ms, row.worst_ms, row.wall_median_ms, row.wall_p99_ms, row.relative)
        return [
            say(WHATS[row.what]),
            f"{row.width}x{row.height}",
            number(row.frames, 0),
            *(number(figure, 1) for figure in figures),
            "" if row.is_good is None else _goal(is_met=row.is_good),
        ]

    headings = [say("what"), say("size"), say("frames"), say("median"), say("99 %"), say("worst")]
    headings += [say("clock: median"), say("clock: 99 %"), say("ratio"), say("goal")]
    print(table("<>>>>>>>><", headings, map(cells, report.rows)))
    print("\n" + say("In milliseconds, with {dice} dice; nothing is shown to anybody meanwhile.", dice=report.dice))
    print(say("What the clock says counts what else the machine does, too."))
    print(say("The ratio compares the median with copying a picture of the whole window."))
    goal = {"median": number(MEDIAN_GOAL, 0), "most": number(MOST_GOAL, 0)}
    print(say("The goal for films: {median} ms in the median, {most} ms for 99 of 100 frames.", **goal))
    start = report.start
    print(
        say(
            "From the command to the first picture the program works for {program} s, pygame alone for {alone} s.",
            program=number(start.program_s, 2),
            alone=number(start.pygame_s, 2),
        )
    )
    print(
        say(
            "That is {more} s more, and {wall} s more by the clock; the goal is {limit} s by the clock: {met}.",
            more=number(start.more_s, 2),
            wall=number(start.wall_more_s, 2),
            limit=number(START_GOAL, 1),
            met=_goal(is_met=start.is_good),
        )
    )


def _print_decisions(report: DecisionsReport) -> None:
    from rumms.lab.decisions import GOAL
    from rumms.text.figures import number, table

    rows = [
        [row.game, str(row.decisions), number(row.median_s, 2), number(row.worst_s, 2), _goal(is_met=row.is_good)]
        for row in report.rows
    ]
    headings = [say("game"), say("decisions"), say("median"), say("worst"), say("goal")]
    print(table("<>>><", headings, rows))
    print("\n" + say("In seconds by the clock; the bot is {bot}, as at the hard level.", bot=report.bot))
    print(say("The goal: no decision takes longer than {seconds} s.", seconds=number(GOAL, 0)))


def _goal(*, is_met: bool) -> str:
    return say("met") if is_met else say("missed")


def _soak(arguments: argparse.Namespace) -> int:
    from rumms.lab.cases import case
    from rumms.lab.soak import PATIENCE, check_name, run
    from rumms.text.figures import with_a_bar
    from rumms.workers import Crew

    check_name(arguments.name)
    numbers = range(arguments.count) if arguments.only is None else range(arguments.only, arguments.only + 1)
    report: Soak | None = None
    ended = 0
    _warm_up()
    try:
        with Crew(min(arguments.jobs or _cores(), len(numbers)), PATIENCE) as crew:
            shots = run(arguments.seed, numbers, crew)
            for now in with_a_bar(shots, len(numbers), lambda now: now.shots, lambda now: _findings(len(now.findings))):
                report = now
    except KeyboardInterrupt:
        ended = INTERRUPTED
        text = say("Interrupted. This was played so far:") if report else say("Interrupted before a shot was over.")
        print(text, file=sys.stderr)
    if arguments.only is not None and not arguments.json:
        _print_json(case(arguments.seed, arguments.only))
    if report and arguments.json:
        _print_json(report)
    elif report:
        _print_soak(report)
    return ended or (FAILED if report and report.findings else 0)


def _findings(number: int) -> str:
    return count("{number} finding", "{number} findings", number)


def _print_soak(report: Soak) -> None:
    from rumms.lab.soak import KINDS, SHOWN
    from rumms.text.figures import number, table

    for finding in report.findings[:SHOWN]:
        print(
            say("Shot {number} {wrong}: {text}", number=finding.shot, wrong=say(KINDS[finding.kind]), text=finding.text)
        )
    shots = count("{number} shot", "{number} shots", report.shots)
    print(f"{shots}, {_findings(len(report.findings))}\n")
    rows = [[say(KINDS[kind]), number(found, 0), ""] for kind, found in report.counts.most_common()]
    for text, places, most in (
        (say("deepest overlap at rest, in cm"), 3, report.overlap_cm),
        (say("slowest shot, in seconds"), 2, report.slowest_s),
        (say("longest time until all rest, in seconds"), 2, report.longest_s),
    ):
        rows.append([text, number(most.value, places), str(most.shot) if most.value else ""])
    print(table("<>>", [say("what"), say("figure"), say("shot")], rows))
    if report.findings and report.shots > 1:
        again = f"rumms soak shots --seed {report.seed} --only {report.findings[0].shot}"
        print("\n" + say("See one again: {command}", command=again))


def _truth(arguments: argparse.Namespace) -> int:
    from pathlib import Path

    from rumms.lab.matches import A_WORKER, workers
    from rumms.lab.truth import REFERENCE, run, studies
    from rumms.text.figures import with_a_bar

    these = studies(Path(arguments.tables) if arguments.tables else REFERENCE, arguments.path)
    shots, jobs = sum(study.shots for study in these), _cores()
    _warm_up()
    with workers(jobs) as executor:
        reports = run(these, arguments.path, executor, jobs * A_WORKER)
        *_, report = with_a_bar(reports, shots, lambda now: now.shots, lambda now: now.table)
    if arguments.json:
        _print_json([line.plain() for line in report.lines])
    else:
        _print_truth(report)
    return 0 if all(line.ok for line in report.lines) else FAILED


def _print_truth(report: Truth) -> None:
    from rumms.text.figures import number, table

    rows = [
        [
            say(line.text, **line.gaps),
            number(line.value, line.places),
            number(line.limit, line.places),
            say(line.unit) if line.unit else "",
            say("passes") if line.ok else say("fails"),
        ]
        for line in report.lines
    ]
    print(table("<>><<", [say("line"), say("value"), say("limit"), "", ""], rows))
    if report.seen:
        seen = [
            [say(one.text, **one.gaps), f"{number(one.ours, 1)} %", f"{number(one.theirs, 1)} %"] for one in report.seen
        ]
        print("\n" + table("<>>", [say("worth knowing"), say("here"), say("in 3D")], seen))
    failed = sum(not line.ok for line in report.lines)
    lines = len(report.lines)
    verdict = say("Of {lines} lines, {failed} fail.", lines=lines, failed=failed)
    print("\n" + (verdict if failed else say("All {lines} lines pass.", lines=lines)))


# What several commands need.


def _console() -> Console:
    from rich.console import Console

    return Console()


def _print_json(value: object) -> None:
    import msgspec

    print(msgspec.json.encode(value).decode())


def _warm_up() -> None:
    """Compile the physics, where that can be done and was not yet; workers that start then need not."""
    from rumms.physics.engine import is_warm, warm_up

    if not is_warm():
        print(say("Compiling the physics, this once; it takes about a minute ..."), file=sys.stderr)
        warm_up()


def _cores() -> int:
    """How many processes can run at a time here."""
    if sys.platform == "linux":
        return min(len(os.sched_getaffinity(0)), MOST_JOBS)
    return min(os.cpu_count() or 1, MOST_JOBS)


def _play_in_window(entry: Entry, arguments: argparse.Namespace) -> int:
    """The sheet for a new game; with anything said about it, the game itself, once that has been checked."""
    from rumms.ui.start import Wanted

    if not (arguments.seats or arguments.set or arguments.seed is not None or arguments.record):
        return _in_window("new_game", entry.id, None, arguments.lang)
    seats = _seats(arguments.seats) if arguments.seats else ("me", *("greedy",) * (max(2, entry.game.seats[0]) - 1))
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


def _seats(words: str, example: str | None = None) -> tuple[str, ...]:
    from rumms.seats import check_words

    seats = tuple(word.strip() for word in words.split(","))
    check_words(seats, example)
    return seats


def _load(file: str) -> Loaded:
    """A record, with a notice if its last line was cut off."""
    from pathlib import Path

    from rumms.catalogue import find_game
    from rumms.kernel.session import load

    loaded = load(Path(file), find_game)
    if loaded.lines.torn:
        print(say("{file}: the last line was cut off and is left out.", file=file), file=sys.stderr)
    return loaded


def _left_last() -> Loaded:
    """The game in the user's folder that was left last."""
    from rumms.ui.shelf import unfinished

    for kept in unfinished():
        with suppress(BadRecord):
            return _load(str(kept.path))
    raise Refusal("No game was left unfinished; 'rumms play' begins one.")
