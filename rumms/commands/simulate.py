"""`rumms simulate`: a flick from the command line, tried again and again, and what came of it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from rumms.commands.arguments import add_json, add_seed, whole
from rumms.language import count, say

if TYPE_CHECKING:
    from rumms.games.rumms.state import State
    from rumms.lab.trials import Plan, Share, Trial
    from rumms.physics.model import Hand

MOST: Final = 100_000


def add(parser: argparse.ArgumentParser) -> None:
    """What the command is told."""
    parser.add_argument("file", metavar="FILE", help=say("a record of Rumms, or the name of a scenario"))
    parser.add_argument(
        "--flick",
        required=True,
        metavar="die=N,...",
        help=say("for example die=7,direction=30,speed=150,height=0.5,offset=0"),
    )
    parser.add_argument(
        "--at", type=whole(0, MOST), metavar="N", help=say("after so many moves; without it, where the record stands")
    )
    parser.add_argument(
        "--repeat", type=whole(1, MOST), default=1, metavar="N", help=say("how often (default: {default})", default=1)
    )
    parser.add_argument(
        "--hand",
        choices=("none", "steady", "shaky"),
        help=say("how the hand trembles; without it, steady if the flick is repeated, else not at all"),
    )
    add_seed(parser, say("the same seed gives the same flicks"))
    parser.add_argument("--plot", metavar="x.png", help=say("a picture of where the dice come to rest"))
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Try the flick, and tell."""
    from pathlib import Path

    from rumms.catalogue import find, find_game
    from rumms.kernel.refusal import Refusal
    from rumms.kernel.session import load
    from rumms.lab.trials import Plan, flick_of, position, quick_game, tried
    from rumms.text.figures import with_a_bar
    from rumms.ui.scenarios import find_one

    flick = flick_of(arguments.flick)
    plot = Path(arguments.plot) if arguments.plot else None
    if plot and (plot.suffix.lower() != ".png" or not plot.parent.is_dir()):
        raise Refusal("'{file}' should end in .png, in a folder that is there.", file=arguments.plot)
    loaded = load(find_one(arguments.file), find_game)
    entry = find(loaded.header.game)
    if not entry.has_engine:
        raise Refusal("{game} has no dice to be flicked.", game=entry.words.title())
    state = position(loaded, arguments.at)
    hand: Hand = arguments.hand or ("steady" if arguments.repeat > 1 else "none")
    plan = Plan(state, flick, hand, arguments.seed)
    trials: list[Trial] = []
    steps = tried(quick_game(), plan, arguments.repeat)
    trials.extend(with_a_bar(steps, arguments.repeat, lambda _: len(trials), lambda _: ""))
    if plot:
        _plot(plot, plan, trials)
    shares = _shares(state, plan, trials, loaded.header.seats)
    if arguments.json:
        _print_json(plan, trials, shares)
    else:
        _print(plan, trials, shares)
        if plot:
            print("\n" + say("{file} is made.", file=arguments.plot))
    return 0


def _shares(state: State, plan: Plan, trials: Sequence[Trial], seats: tuple[str, ...]) -> list[Share]:
    """What was told of the flick, and where the flicked die came to rest."""
    from rumms.catalogue import find
    from rumms.kernel.game import heard
    from rumms.lab.trials import share, shares, zones
    from rumms.seats import names_of

    words, names = find("rumms").words, names_of(seats)
    told = [[words.story(event, names) for event in heard(trial.events, None)] for trial in trials]
    where = {
        "on the mat": say("the flicked die stays on the mat"),
        "in the enemy kingdom": say("the flicked die comes to rest in the enemy kingdom"),
        "in the enemy castle": say("the flicked die comes to rest in the enemy castle"),
    }
    found = zones(trials, plan.flick.die, state.dice[plan.flick.die].side)
    rests = [share(text, found.get(name, 0), len(trials)) for name, text in where.items()]
    return [*shares(trials, told), *rests]


def _print(plan: Plan, trials: Sequence[Trial], shares: Sequence[Share]) -> None:
    from rumms.text.figures import number, table

    hands = {"none": say("no trembling"), "steady": say("a steady hand"), "shaky": say("a shaky hand")}
    times = count("{number} flick", "{number} flicks", len(trials))
    print(f"{times}, {hands[plan.hand]}\n")
    rows = [
        [
            one.what,
            number(one.times, 0),
            f"{number(100 * one.share, 1)} %",
            say("{low} to {high} %", low=number(100 * one.low, 1), high=number(100 * one.high, 1)),
        ]
        for one in shares
    ]
    print(table("<>>>", [say("what happens"), say("times"), say("share"), say("95 % interval")], rows))


def _print_json(plan: Plan, trials: Sequence[Trial], shares: Sequence[Share]) -> None:
    import msgspec

    from rumms.lab.trials import places

    rests = [[pose.x, pose.y, pose.yaw] for pose, _ in places(trials, plan.flick.die)]
    result = {"flick": plan.flick, "hand": plan.hand, "seed": plan.seed, "trials": len(trials), "shares": shares}
    print(msgspec.json.encode({**result, "rests": rests}).decode())


def _plot(path: Any, plan: Plan, trials: Sequence[Trial]) -> None:
    from collections import Counter

    from rumms.lab.trials import moved_dice, places
    from rumms.ui.start import check_pygame

    check_pygame()
    from rumms.ui import heat

    rests = {die: [pose for pose, _ in places(trials, die)] for die in moved_dice(plan.state, trials)}
    fallen = Counter(die for trial in trials for die in trial.fallen)
    heat.save(path, plan.state, plan.flick, rests, fallen, len(trials))
