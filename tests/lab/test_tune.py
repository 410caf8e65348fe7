"""Tuning: weights are varied around those that there are, tried in games on both sides, and kept with their command."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict

from rumms.cli import main
from rumms.games.rumms.value import WEIGHTS, Tuned, Weights
from rumms.kernel.refusal import Refusal
from rumms.lab import tune as tuning
from rumms.lab.matches import Here
from rumms.lab.tune import Plan, Space, check, share_of, tune

TOY = Plan("rumms", generations=2, population=4, games=2, budget=4)


def test_the_middle_of_the_space_is_where_the_search_begins():
    space = Space(Weights())
    assert space.weights([0.0] * len(space.names)) == Weights()
    moved = space.weights([-10.0] * len(space.names))
    assert all(value >= 0.0 for name, value in asdict(moved).items() if name != "rescued"), "no sign changes"
    assert moved.rescued < Weights().rescued
    assert space.weights([10.0] * len(space.names)).rescued == 0.0


def test_a_game_between_two_sets_of_weights_has_one_winner_and_is_the_same_again():
    start = asdict(WEIGHTS)
    first = share_of(start, start, 0, 4, 7)
    assert first == share_of(start, start, 0, 4, 7)
    assert first != share_of(start, start, 1, 4, 7), "alike as they are, the same side wins"


def test_a_game_that_breaks_off_counts_half_and_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def broken(*_: Any) -> None:
        raise Refusal("Nothing has touched die {die}, and yet it has moved.", die=3)

    monkeypatch.setattr(tuning, "play_out", broken)
    assert share_of(asdict(WEIGHTS), asdict(WEIGHTS), 0, 4, 7) == 0.5
    assert "seed 7 broke off: Nothing has touched die 3" in capsys.readouterr().err


def test_the_search_finds_weights_that_win_more(monkeypatch: pytest.MonkeyPatch):
    """A toy in which a set wins if it values knights more than the other does."""

    def won(mine: Mapping[str, float], theirs: Mapping[str, float], *_: Any) -> bool:
        return mine["knight"] > theirs["knight"] + 0.02

    monkeypatch.setattr(tuning, "share_of", won)
    *_, last = tune(TOY._replace(generations=12, population=12), Here())
    assert last.best["knight"] > WEIGHTS.knight + 0.02
    assert last.done == 12 * 12 * 2
    assert last.generation == 12


def test_the_sides_are_changed_with_the_same_seed(monkeypatch: pytest.MonkeyPatch):
    seen = []

    def won(_mine: Any, _theirs: Any, seat: int, budget: int, seed: int) -> bool:
        seen.append((seat, budget, seed))
        return True

    monkeypatch.setattr(tuning, "share_of", won)
    list(tune(TOY._replace(games=4, generations=1, population=2), Here()))
    assert [seat for seat, _, _ in seen] == [0, 1] * 4
    assert {budget for _, budget, _ in seen} == {4}
    assert seen[0][2] == seen[1][2] != seen[2][2] == seen[3][2]
    assert seen[:4] == seen[4:], "all sets play the same games"


@pytest.mark.parametrize(("won", "code"), [(True, 0), (False, 1)])
def test_the_command_keeps_weights_that_win_and_no_others(
    won: bool, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(tuning, "share_of", lambda *_: won)
    path = tmp_path / "weights.json"
    words = ["tune", "rumms", "--generations", "1", "--population", "4", "--games", "2", "--jobs", "1"]
    assert main([*words, "--lang", "en", "--out", str(path)]) == code
    assert path.exists() == won
    assert ("won 400 of 400" if won else "no improvement") in capsys.readouterr().out
    if won:
        found = msgspec.json.decode(path.read_bytes(), type=Tuned)
        assert found.made_by == "rumms tune rumms --generations 1 --population 4 --games 2 --budget 40 --seed 0"


def test_an_interruption_keeps_the_best_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    played = 0

    def won(*_: Any) -> bool:
        nonlocal played
        played += 1
        if played == 12:
            raise KeyboardInterrupt
        return True

    monkeypatch.setattr(tuning, "share_of", won)
    path = tmp_path / "weights.json"
    words = ["tune", "rumms", "--generations", "5", "--population", "4", "--games", "2", "--jobs", "1"]
    assert main([*words, "--lang", "en", "--out", str(path)]) == 0
    assert "--generations 1 " in msgspec.json.decode(path.read_bytes(), type=Tuned).made_by
    assert "Interrupted" in capsys.readouterr().err


def test_other_games_cannot_be_tuned():
    with pytest.raises(Refusal, match="no weights"):
        check(Plan("kawumm"))


def test_the_weights_that_are_kept_say_where_they_come_from():
    raw = msgspec.json.decode((Path(tuning.__file__).parents[1] / "games/rumms/weights.json").read_bytes(), type=Tuned)
    assert raw.weights == WEIGHTS
    assert raw.made_by == "by hand" or raw.made_by.startswith("rumms tune rumms")
