"""Every law is tried on every game of the catalogue."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rumms.catalogue import GAMES, Entry
from rumms.kernel.bots import make, play_out
from rumms.kernel.game import Game
from rumms.kernel.options import from_words
from rumms.kernel.session import Session, begin

LONGEST = 20_000
"""No game of random moves is longer."""

Step = tuple[Any, Any]
Playout = Callable[[Game[Any, Any], int, int], Iterator[Step]]
Played = Callable[..., Session[Any, Any]]


@pytest.fixture(params=GAMES.values(), ids=list(GAMES))
def entry(request: pytest.FixtureRequest) -> Entry:
    """Every game there is."""
    chosen: Entry = request.param
    return chosen


@pytest.fixture
def playout() -> Playout:
    """A whole game of random moves: each state with the action taken there; last the final state with None."""

    def play(game: Game[Any, Any], seats: int, seed: int) -> Iterator[Step]:
        rng, state = Random(seed), game.new(seats, game.options())
        for _ in range(LONGEST):
            if game.actor(state) is None:
                yield state, None
                return
            action = game.legal(state).sample(rng)
            yield state, action
            state = game.apply(state, action).state
        raise AssertionError("the game does not end")

    return play


def bots_for(entry: Entry, seats: int = 0) -> tuple[str, ...]:
    """Greedy and random in turn, as few as can play if nothing else is said."""
    return tuple("random" if seat % 2 else "greedy" for seat in range(seats or entry.game.seats[0]))


def people_for(entry: Entry) -> tuple[str, ...]:
    """As few people as can play."""
    return ("me",) * entry.game.seats[0]


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Entry, int, int], Session[Any, Any]]:
    """Recorded games between bots, greedy and random in turn; each is played once."""
    folder = tmp_path_factory.mktemp("games")

    @cache
    def play(entry: Entry, seed: int, seats: int) -> Session[Any, Any]:
        names = bots_for(entry, seats)
        options = from_words(entry.game.options, entry.game.defaults(names), entry.id)
        session = begin(entry.game, names, options, seed, folder / f"{entry.id}-{seats}-{seed}.jsonl")
        play_out(session, names, {seat: make(name, entry.game, entry.bots) for seat, name in enumerate(names)})
        return session

    return play


@pytest.fixture
def played(games: Callable[[Entry, int, int], Session[Any, Any]]) -> Played:
    """One of these games, with a copy of its record at a path."""

    def copied(entry: Entry, path: Path, seed: int = 1, seats: int = 0) -> Session[Any, Any]:
        session = games(entry, seed, seats or entry.game.seats[0])
        assert session.writer
        shutil.copy(session.writer.path, path)
        return session

    return copied
