"""Golden files: every game is played once, and what came of it is written down.

For each game there are a record (`scenarios/<game>/playthrough.jsonl`), the same game told move by move
(`tests/golden/<game>.txt`), and for a game of cards the sizes of its decision tree from a fixed deal
(`tests/golden/<game>.perft.json`). A
change of the rules shows as a difference in them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from rumms.catalogue import GAMES, Entry
from rumms.kernel.bots import make, play_out
from rumms.kernel.choices import Picks
from rumms.kernel.game import NATURE, Forced, Game, Listed
from rumms.kernel.options import from_words
from rumms.kernel.record import file_seat
from rumms.kernel.session import Session, begin
from rumms.lab.tool import check_source, parser_of, run

ROOT: Final = Path(__file__).resolve().parents[2]
SEED: Final = 20
SEATS: Final = 3
PERFT_PLIES: Final = 6
LONGEST: Final = 100
"""Characters of an action in a story."""


def record_path(entry: Entry) -> Path:
    """Where the record of a game's playthrough is kept."""
    return ROOT / "scenarios" / entry.folder / "playthrough.jsonl"


def story_path(entry: Entry) -> Path:
    """Where its story is kept."""
    return ROOT / "tests" / "golden" / f"{entry.folder}.txt"


def perft_path(entry: Entry) -> Path:
    """Where the sizes of its decision tree are kept."""
    return ROOT / "tests" / "golden" / f"{entry.folder}.perft.json"


def play(entry: Entry, path: Path) -> Session[Any, Any]:
    """A whole game between greedy bots and a random one, recorded at `path`."""
    seats = (*("greedy",) * (SEATS - 1), "random")
    options = from_words(entry.game.options, entry.game.defaults(seats), entry.id)
    session = begin(entry.game, seats, options, SEED, path, names_version=False)
    play_out(session, seats, {seat: make(name, entry.game, entry.bots) for seat, name in enumerate(seats)})
    return session


def story(session: Session[Any, Any]) -> str:
    """The game move by move: what could be done, what was done, what happened, and the state at the end."""
    lines = []
    for number, made in enumerate(session.past, start=1):
        legal = session.game.legal(made.before)
        if isinstance(legal, Listed) and not made.forced:
            lines += [f"        {_short(action)}" for action in legal]
        who = "nature" if made.seat == NATURE else f"seat {file_seat(made.seat)}"
        mark = ", forced" if made.forced else ""
        lines.append(f"{number:4} {who}{mark}: {_short(made.action)}")
        lines += [f"     -> {event}" for event in made.events]
    winners = sorted(map(file_seat, session.game.winners(session.state)))
    return "\n".join([*lines, "", str(session.state), f"winners: {winners}", ""])


def perft(game: Game[Any, Any], seed: int, plies: int) -> list[int]:
    """How many ways there are to decide 0, 1, 2, ... times, Nature's moves being fixed by the seed."""
    level = [_until_a_choice(game, game.new(game.seats[0], game.options()), seed)]
    sizes = [1]
    for _ in range(plies):
        level = [
            _until_a_choice(game, game.apply(state, action).state, seed)
            for state in level
            for action in _listed(game, state)
        ]
        sizes.append(len(level))
    return sizes


def _until_a_choice(game: Game[Any, Any], state: Any, seed: int) -> Any:
    while (seat := game.actor(state)) is not None:
        legal = game.legal(state)
        if seat != NATURE and not isinstance(legal, Forced):
            break
        state = game.apply(state, legal.sample(Random(seed))).state
    return state


def _listed(game: Game[Any, Any], state: Any) -> Iterator[Any]:
    if game.actor(state) is None:
        return
    legal = game.legal(state)
    if not isinstance(legal, Listed | Picks):
        raise AssertionError(legal)
    yield from legal.each() if isinstance(legal, Picks) else legal


def _short(action: Any) -> str:
    text = msgspec.json.encode(action).decode()
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def main(words: Sequence[str] | None = None) -> int:
    """Write the golden files of every game anew."""
    parser_of("golden", __doc__).parse_args(words)
    check_source()
    for entry in GAMES.values():
        path = record_path(entry)
        path.unlink(missing_ok=True)
        story_path(entry).write_text(story(play(entry, path)), encoding="utf-8")
        print(f"{entry.id}: {path}, {story_path(entry)}")
        if not entry.has_engine:
            sizes = {"seed": SEED, "sizes": perft(entry.game, SEED, PERFT_PLIES)}
            perft_path(entry).write_bytes(msgspec.json.encode(sizes) + b"\n")
            print(f"{entry.id}: {perft_path(entry)}")
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
