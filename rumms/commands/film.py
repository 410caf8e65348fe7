"""`rumms film`: a record as GIF, MP4 or one sheet of pictures, without a display."""

from __future__ import annotations

import argparse
import sys

from rumms.language import say, tell

SLOWEST, QUICKEST = 0.1, 16.0
LONGEST = 6
"""Digits of a number."""


def add(parser: argparse.ArgumentParser) -> None:
    """What the command is told."""
    parser.add_argument("file", metavar="FILE", help=say("a record, or the name of a scenario"))
    parser.add_argument("--out", required=True, metavar="FILE", help=say("what to write: x.gif, x.mp4 or x.png"))
    shown = say("the first flick, or move, that is shown")
    parser.add_argument("--from", dest="first", type=_number, metavar="N", help=shown)
    parser.add_argument("--to", dest="last", type=_number, metavar="N", help=say("the last one"))
    parser.add_argument("--size", type=_size, metavar="WxH", help=say("how large, in pixels"))
    parser.add_argument(
        "--speed",
        type=_speed,
        default=1.0,
        metavar="S",
        help=say("how many times faster (default: {default})", default=1),
    )
    parser.add_argument(
        "--eyes",
        type=_number,
        metavar="N",
        help=say("through which player's eyes a card game is seen (default: the first person's)"),
    )


def _number(word: str) -> int:
    if not word.isdecimal() or len(word) > LONGEST or int(word) < 1:
        raise argparse.ArgumentTypeError(say("flicks, moves and players are counted from 1 on"))
    return int(word)


def _size(word: str) -> tuple[int, int]:
    wide, x, high = word.lower().partition("x")
    if not (x and wide.isdecimal() and high.isdecimal() and max(len(wide), len(high)) < LONGEST):
        raise argparse.ArgumentTypeError(say("write a size like 1280x720"))
    return int(wide), int(high)


def _speed(word: str) -> float:
    try:
        speed = float(word)
    except ValueError:
        speed = 0.0
    if not SLOWEST <= speed <= QUICKEST:
        raise argparse.ArgumentTypeError(
            say("a speed is a number from {least} to {most}", least=SLOWEST, most=int(QUICKEST))
        )
    return speed


def run(arguments: argparse.Namespace) -> int:
    """Make the film."""
    from pathlib import Path

    from rumms.catalogue import find_game
    from rumms.kernel.session import load
    from rumms.text.figures import with_a_bar
    from rumms.ui.scenarios import find_one
    from rumms.ui.start import check_pygame

    loaded = load(find_one(arguments.file), find_game, to_watch=True)
    check_pygame()
    from rumms.ui.filming import Cut, camera

    out = Path(arguments.out)
    with camera(
        loaded, Cut(out, arguments.first, arguments.last, arguments.size, arguments.speed, arguments.eyes)
    ) as one:
        for _ in with_a_bar(one.film(), one.many, lambda done: done, lambda _: out.name):
            pass
    if loaded.stopped:
        print(tell(loaded.stopped), file=sys.stderr)
    print(say("{file} is made.", file=arguments.out))
    return 0
