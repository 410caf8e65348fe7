"""Which troops and formations win.

In a round every preset with powers plays every other one once, each led by the same bot; who begins changes. What
each won is told with the command that found it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Final

from rumms.catalogue import find
from rumms.games.rumms.levels import Openings, ShotBot
from rumms.games.rumms.presets import presets_for
from rumms.kernel.bots import play_out
from rumms.kernel.session import begin
from rumms.lab.matches import workers
from rumms.lab.ready import compile_first
from rumms.lab.tool import add_jobs, add_number, add_out, deliver, parser_of, run

POINTS: Final = 50
LEVEL: Final = "hard"
DIGITS: Final = 3


def names() -> list[str]:
    """The presets that take part."""
    return [preset.name for preset in presets_for(POINTS, powers=True)]


def pairings(rounds: int) -> Iterator[tuple[str, str, int]]:
    """Who plays whom, red first, with the seed of the game."""
    for number in range(rounds):
        for place, pair in enumerate(combinations(names(), 2)):
            red, blue = pair if (number + place) % 2 == 0 else pair[::-1]
            yield red, blue, Random(f"{number}/opening/{place}").getrandbits(48)


def winner(red: str, blue: str, seed: int, budget: int) -> str:
    """Play a game of one preset against another; which of them won."""
    game = find("rumms").game
    bots = {seat: ShotBot(game, LEVEL, str(budget), shares={name: 1.0}) for seat, name in enumerate((red, blue))}
    session = begin(game, (LEVEL, LEVEL), game.options(hands=("steady", "steady")), seed)
    play_out(session, (LEVEL, LEVEL), bots)
    return red if 0 in game.winners(session.state) else blue


def main(words: Sequence[str] | None = None) -> int:
    """Play all pairings, and write or print the shares."""
    parser = parser_of("openings", __doc__)
    add_number(parser, "rounds", (1, 1000), 2, "how many rounds")
    add_number(parser, "--budget", (1, 10_000), 60, "simulated flicks a decision")
    add_jobs(parser)
    add_out(parser, "rumms/games/rumms/openings.json")
    given = parser.parse_args(words)
    won: Counter[str] = Counter()
    played: Counter[str] = Counter()
    compile_first()
    with workers(given.jobs) as executor:
        games = [(pair, executor.submit(winner, *pair, given.budget)) for pair in pairings(given.rounds)]
        for (red, blue, _), game in games:
            won[game.result()] += 1
            played.update((red, blue))
    shares = {name: round(won[name] / played[name], DIGITS) for name in names()}
    command = f"python -m rumms.lab.openings {given.rounds} --budget {given.budget}"
    found = Openings(command, dict(sorted(shares.items(), key=lambda one: -one[1])))
    deliver(found, given.out)
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
