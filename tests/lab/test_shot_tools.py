"""The tools around the shot bot: what danger is fitted to, which openings win, what sharing saves, puzzles."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import numpy as np
import pytest

from rumms.games.rumms.danger import FEATURES, Fitted
from rumms.games.rumms.levels import Openings
from rumms.games.rumms.state import Side
from rumms.lab import danger, openings, puzzles, sharing
from rumms.lab.tool import run
from rumms.physics.model import Flick

# Danger.


def test_weights_are_found_again_in_what_they_made():
    rng = np.random.default_rng(1)
    right = rng.normal(0.0, 1.0, len(FEATURES))
    rows = rng.normal(0.0, 1.0, (4000, len(FEATURES)))
    shares = 1.0 / (1.0 + np.exp(-(rows @ right)))
    found = danger.fit([(row.tolist(), float(share)) for row, share in zip(rows, shares, strict=True)])
    assert found == pytest.approx(right.tolist(), abs=0.05)


def test_danger_is_written_down_with_its_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "danger.json"
    rows = [([float(k == place) for k in range(len(FEATURES))], 0.5) for place in range(len(FEATURES))]
    rows += [(row, 0.25) for row, _ in rows]
    monkeypatch.setattr(danger, "rows_of", lambda _seed: rows)
    assert run(danger.main, ["3", "--out", str(path)]) == 0
    kept = msgspec.json.decode(path.read_bytes(), type=Fitted)
    assert kept.made_by == "python -m rumms.lab.danger 3"
    assert set(kept.weights) == set(FEATURES)


@pytest.mark.parametrize("words", [["0"], ["many"], ["3", "4"], ["--jobs"], ["3", "--jobs", "no"]])
def test_what_makes_no_sense_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]):
    assert run(danger.main, words) == 2
    assert capsys.readouterr().err.endswith(" (see python -m rumms.lab.danger --help)\n")


# Openings.


def test_every_opening_plays_every_other_and_the_sides_change():
    pairs = list(openings.pairings(2))
    names = openings.names()
    assert len(pairs) == len(names) * (len(names) - 1)
    assert {frozenset(pair[:2]) for pair in pairs} == {frozenset((a, b)) for a in names for b in names if a != b}
    assert {pair[:2] for pair in pairs} == {(a, b) for a in names for b in names if a != b}
    assert len({pair[2] for pair in pairs}) == len(pairs)


def test_openings_are_ranked_by_what_they_won(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "openings.json"
    best = openings.names()[3]
    monkeypatch.setattr(openings, "winner", lambda red, blue, *_: best if best in {red, blue} else min(red, blue))
    assert run(openings.main, ["1", "--budget", "7", "--out", str(path)]) == 0
    kept = msgspec.json.decode(path.read_bytes(), type=Openings)
    assert kept.made_by == "python -m rumms.lab.openings 1 --budget 7"
    assert next(iter(kept.shares.items())) == (best, 1.0)


def test_an_opening_really_plays():
    assert openings.winner("wall", "spearhead", 3, 3) in {"wall", "spearhead"}


# Sharing.


def test_sharing_is_measured_beside_plain_sampling():
    found = sharing.measure(1, 6)
    assert len(found) == 1 + len(sharing.PARTS)
    assert all(0.0 <= worth <= 1.0 for worth in found)


# Puzzles.


def test_puzzles_that_are_kept_have_one_flick_that_wins():
    kept = puzzles.load()
    assert kept.made_by.startswith("python -m rumms.lab.puzzles make")
    assert len(kept.puzzles) >= 20
    for puzzle in kept.puzzles:
        assert puzzle.chance > puzzles.WINS
        assert puzzle.other <= puzzles.CLOSE * puzzle.chance
        state = puzzles.state_of(puzzle)
        assert state.dice[puzzle.die].side is state.turn.side
        assert puzzles.position_of(state) == puzzle.position


def test_a_win_is_counted_by_the_dragons_that_are_left():
    kept = puzzles.load().puzzles[0]
    state = puzzles.state_of(kept)
    away = Flick(kept.die, 180.0 if state.turn.side is Side.RED else 0.0, 20.0)
    assert puzzles.wins(state, away, 5, Random(1)) == 0.0


def test_hard_solves_most_of_them():
    """How many of all, `python -m rumms.lab.puzzles solve hard` says."""
    kept = puzzles.load().puzzles[:5]
    assert sum(puzzles.is_solved("hard:150", number, puzzle) for number, puzzle in enumerate(kept)) >= 3
