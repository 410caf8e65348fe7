"""What several commands need: how their words are read, and how results are printed."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from typing import Final, NoReturn

from rumms.language import say

FAILED: Final = 1
MISUSED: Final = 2
INTERRUPTED: Final = 130
LARGEST_SEED: Final = 2**53 - 1
"""What every reader of JSON can hold."""
MOST_JOBS: Final = 61 if sys.platform == "win32" else 256
"""Windows waits for no more processes at a time."""


class Parser(argparse.ArgumentParser):
    """A parser that answers a wrong command line with one sentence."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is."""
        self.exit(MISUSED, say("{program}: {message} (see {program} --help)\n", program=self.prog, message=message))


def add_game(parser: argparse.ArgumentParser) -> None:
    """Which game."""
    parser.add_argument("game", metavar=say("GAME"), help=say("a game's name, as 'rumms games' lists it"))


def add_set(parser: argparse.ArgumentParser) -> None:
    """Options of the game."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help=say("set an option of the game; may be repeated"),
    )


def add_seed(parser: argparse.ArgumentParser, about: str) -> None:
    """Where chance begins."""
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help=about)


def add_jobs(parser: argparse.ArgumentParser, about: str) -> None:
    """How many processes."""
    parser.add_argument("--jobs", type=whole(1, MOST_JOBS), metavar="N", help=about)


def add_json(parser: argparse.ArgumentParser) -> None:
    """For programs that read the result."""
    parser.add_argument("--json", action="store_true", help=say("print the result as JSON"))


def seed(word: str) -> int:
    """A seed, as a person writes it."""
    if not (word.isascii() and word.isdecimal()) or len(word) > len(str(LARGEST_SEED)) or int(word) > LARGEST_SEED:
        raise argparse.ArgumentTypeError(say("a seed is a whole number from 0 to {largest}", largest=LARGEST_SEED))
    return int(word)


def whole(least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers within limits."""

    def read(word: str) -> int:
        if not (word.isascii() and word.isdecimal()) or len(word) > len(str(most)) or not least <= int(word) <= most:
            raise argparse.ArgumentTypeError(say("write a whole number from {least} to {most}", least=least, most=most))
        return int(word)

    return read


def seats_of(words: str, example: str | None = None) -> tuple[str, ...]:
    """Who plays, as it is written with commas."""
    from rumms.seats import check_words

    seats = tuple(word.strip() for word in words.split(","))
    check_words(seats, example)
    return seats


def cores() -> int:
    """How many processes can run at a time here."""
    if sys.platform == "linux":
        return min(len(os.sched_getaffinity(0)), MOST_JOBS)
    return min(os.cpu_count() or 1, MOST_JOBS)


def print_json(value: object) -> None:
    """One line of JSON."""
    import msgspec

    print(msgspec.json.encode(value).decode())
