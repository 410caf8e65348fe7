"""Counting what happened in recorded games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rumms.catalogue import find
from rumms.kernel.bots import make, play_out
from rumms.kernel.session import begin, load
from rumms.lab.tally import Row, main, tally
from rumms.lab.tool import run

Record = Callable[[str, int], Path]


@pytest.fixture
def record(tmp_path: Path) -> Record:
    """A game between two random bots, recorded."""

    def play(name: str, seed: int) -> Path:
        entry, path = find(name), tmp_path / f"{name}-{seed}.jsonl"
        seats = ("random",) * entry.game.seats[0]
        session = begin(entry.game, seats, entry.game.options(), seed, path)
        bots = {seat: make("random", entry.game, entry.bots) for seat in range(len(seats))}
        play_out(session, seats, bots)
        return path

    return play


def test_events_and_wins_are_counted(record: Record):
    paths = [record("rumms", seed) for seed in range(3)]
    loaded = [load(path, lambda name: find(name).game) for path in paths]
    found = tally(loaded)
    assert (found.games, found.unfinished) == (3, 0)
    assert sum(found.wins.values()) == 3
    assert set(found.wins) <= {"1 random", "2 random"}
    rows = {row.what: row for row in found.rows}
    assert rows["Won"] == Row("Won", 3, 3, (1, 1, 1))
    assert rows["Mustered"] == Row("Mustered", 6, 3, (2, 2, 2))
    lengths = sorted(len(one.session.past) for one in loaded)
    assert rows["moves"].times == sum(lengths)
    assert rows["moves"].spread[1] == lengths[1]
    flicked = [
        sum(type(event).__name__ == "Flicked" for made in one.session.past for event in made.events) for one in loaded
    ]
    assert sum(row.times for name, row in rows.items() if name.startswith("Flicked")) == sum(flicked) > 0
    assert rows["Defeated (flicked)"].times > 0


def test_a_single_unfinished_game_is_counted(record: Record, tmp_path: Path):
    lines = record("kawumm", 1).read_bytes().splitlines(keepends=True)
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(lines[:-1]))
    found = tally([load(cut, lambda name: find(name).game)])
    assert (found.games, found.unfinished, found.wins) == (1, 1, {})


def test_it_is_printed(record: Record, capsys: pytest.CaptureFixture[str]):
    assert run(main, [str(record("kawumm", 1)), str(record("kawumm", 2))]) == 0
    out = capsys.readouterr().out
    assert out.startswith("2 games, 0 unfinished; won by seat: {")
    assert "moves " in out


def test_bad_input_is_refused_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run(main, []) == 2
    assert run(main, [str(tmp_path / "no.jsonl")]) == 1
    assert capsys.readouterr().err.endswith("no.jsonl: there is no such file.\n")
