"""The command line of every tool of the workshop: help, its numbers, where its result goes, and how it ends."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from rumms.commands.arguments import FAILED, INTERRUPTED, MOST_JOBS, Parser, whole
from rumms.kernel.refusal import Refusal
from rumms.language import tell
from rumms.places import is_installed

Main = Callable[[Sequence[str] | None], int]


def parser_of(tool: str, about: str | None) -> Parser:
    """The parser of a tool, described by the docstring of its module."""
    return Parser(
        prog=f"python -m rumms.lab.{tool}",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_number(parser: argparse.ArgumentParser, name: str, limits: tuple[int, int], usual: int, about: str) -> None:
    """A whole number: an option, or with a name without dashes an argument that may be left out."""
    more: dict[str, Any] = {} if name.startswith("-") else {"nargs": "?"}
    metavar = "N" if name.startswith("-") else name.upper()
    about = f"{about} (default: {usual})"
    parser.add_argument(name, type=whole(*limits), default=usual, metavar=metavar, help=about, **more)


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """How many processes."""
    add_number(parser, "--jobs", (1, MOST_JOBS), 1, "how many processes work at a time")


def add_out(parser: argparse.ArgumentParser, usual: str) -> None:
    """Where the result goes; `usual` is where the program reads it in a checkout."""
    parser.add_argument(
        "--out",
        type=_new_file,
        metavar="FILE",
        help=f"write the result there; without it, it is printed. The program reads {usual}",
    )


def deliver(found: object, out: Path | None) -> None:
    """Write a result as JSON where it was asked for, and name the file; or else, or if that fails, print it."""
    text = msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n"
    if out:
        try:
            out.write_bytes(text)
        except OSError:
            print(text.decode(), end="", flush=True)  # it took long to find
            raise
        print(out)
    else:
        print(text.decode(), end="")


def check_source() -> None:
    """Refuse a tool that works on the source where the program is installed."""
    if is_installed():
        raise Refusal("This tool works on the source of the program; run it in a checkout.")


def run(main: Main, words: Sequence[str] | None = None) -> int:
    """Run a tool; its exit code."""
    try:
        return main(words)
    except SystemExit as left:  # help, or a wrong command line
        return left.code if isinstance(left.code, int) else 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        print(f"{error.filename}: {error.strerror}" if error.filename else error, file=sys.stderr)
    except Refusal as refusal:
        print(tell(refusal), file=sys.stderr)
    return FAILED


def _new_file(word: str) -> Path:
    path = Path(word)
    if path.is_dir() or not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"'{word}' is no place for a file")
    return path
