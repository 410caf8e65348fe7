"""Tuning: weights are varied around those that there are, tried in games on both sides, and kept with their command."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict

from rumms.cli import main
from rumms.games.rumms.value import WEIGHTS, Tuned, Weights
from rumms.kernel.refusal import Refusal
from rumms.lab import tune as tuning
from rumms.lab.matches import Here
from rumms.lab.tune import PARTS, Plan, Space, check, share_of, tune

TOY = Plan("rumms", generations=2, pairs=2, games=2, budget=4)
WORDS = ["tune", "rumms", "--pairs", "2", "--games", "2", "--jobs", "1", "--lang", "en"]


def test_the_middle_of_the_space_is_where_the_search_begins():
    space = Space(Weights())
    assert space.weights([0.0] * len(space.names)) == Weights()
    moved = space.weights([-10.0] * len(space.names))
    assert all(value >= 0.0 for name, value in asdict(moved).items() if name != "rescued"), "no sign changes"
    assert moved.rescued < Weights().rescued
    most = space.weights([20.0] * len(space.names))
    assert most.rescued == 0.0
    assert most.troll > 2 * Weights().troll
    assert {getattr(most, name) for name in PARTS} == {1.0}, "of nothing more than all of it counts"


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


def test_the_search_finds_weights_that_win_more_however_lucky_the_games_are(monkeypatch: pytest.MonkeyPatch):
    """A toy in which valuing knights more wins a few more games, and all else is luck."""
    rng = Random(4)

    def won(mine: Mapping[str, float], theirs: Mapping[str, float], *_: Any) -> bool:
        return rng.random() < 0.5 + 2.0 * (mine["knight"] - theirs["knight"])

    monkeypatch.setattr(tuning, "share_of", won)
    *_, last = tune(TOY._replace(generations=12, pairs=60), Here())
    assert last.best["knight"] > WEIGHTS.knight + 0.04
    assert last.done == 12 * 60 * 2
    assert last.generation == 12


def test_each_set_plays_its_mirror_image_on_both_sides_with_the_same_seed(monkeypatch: pytest.MonkeyPatch):
    seen = []

    def won(mine: Mapping[str, float], theirs: Mapping[str, float], seat: int, budget: int, seed: int) -> bool:
        seen.append((dict(mine), dict(theirs), seat, budget, seed))
        return True

    monkeypatch.setattr(tuning, "share_of", won)
    list(tune(TOY._replace(games=4, generations=1, pairs=30), Here()))
    assert [seat for _, _, seat, _, _ in seen] == [0, 1] * 2 * 30
    assert {budget for _, _, _, budget, _ in seen} == {4}
    seeds = [seed for *_, seed in seen]
    assert seeds[::2] == seeds[1::2]
    assert len(set(seeds)) == 2 * 30, "luck differs from game to game and from pair to pair"
    for mine, theirs, *_ in seen:
        heights = sorted((mine["hidden"], theirs["hidden"]))
        assert not heights[0] or sum(heights) / 2 == pytest.approx(WEIGHTS.hidden, abs=1e-4)
    assert len({mine["hidden"] for mine, *_ in seen}) > 20


@pytest.mark.parametrize(("won", "code"), [(1.0, 0), (0.5, 1), (0.0, 1)])
def test_the_command_keeps_weights_that_win_and_no_others(
    won: float, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(tuning, "share_of", lambda *_: won)
    path = tmp_path / "weights.json"
    assert main([*WORDS, "--generations", "1", "--confirm", "40", "--out", str(path)]) == code
    assert path.exists() == (won == 1.0)
    told = capsys.readouterr().out
    assert f"won {40 * won:.0f} of 40" in told
    if won == 1.0:
        kept = msgspec.json.decode(path.read_bytes(), type=Tuned)
        assert told.splitlines()[-1] == str(path)
        assert kept.made_by == "rumms tune rumms --generations 1 --pairs 2 --games 2 --budget 24 --seed 0"
    else:
        assert "may be luck" in told
        found = msgspec.json.decode(told.splitlines()[-1], type=dict[str, float])
        assert found.keys() == asdict(WEIGHTS).keys(), "what was found is not lost"


def test_without_a_file_the_weights_are_printed_and_the_bots_own_stay(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(tuning, "share_of", lambda *_: 1.0)
    own = Path(tuning.__file__).parents[1] / "games/rumms/weights.json"
    before = own.read_bytes()
    assert main([*WORDS, "--generations", "1", "--confirm", "40"]) == 0
    told = capsys.readouterr().out
    found = msgspec.json.decode(told[told.index("{") :], type=Tuned)
    assert found.made_by.startswith("rumms tune rumms --generations 1 ")
    assert own.read_bytes() == before


def test_a_few_more_wins_than_losses_are_not_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    played = 0

    def won(*_: Any) -> bool:
        nonlocal played
        played += 1
        return played % 9 < 5

    monkeypatch.setattr(tuning, "share_of", won)
    path = tmp_path / "weights.json"
    assert main([*WORDS, "--generations", "1", "--confirm", "90", "--out", str(path)]) == 1
    assert not path.exists()
    assert main([*WORDS, "--generations", "1", "--confirm", "900", "--out", str(path)]) == 0
    assert path.exists()


def _interrupted_at(games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    played = 0

    def won(*_: Any) -> bool:
        nonlocal played
        played += 1
        if played == games:
            raise KeyboardInterrupt
        return True

    monkeypatch.setattr(tuning, "share_of", won)


@pytest.mark.parametrize(
    ("games", "generations"),
    [(6, 1), (30, 5)],
    ids=["in the second generation", "while the last is confirmed"],
)
def test_an_interruption_keeps_the_best_so_far(
    games: int, generations: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    _interrupted_at(games, monkeypatch)
    path = tmp_path / "weights.json"
    assert main([*WORDS, "--generations", "5", "--confirm", "40", "--out", str(path)]) == 0
    assert f"--generations {generations} " in msgspec.json.decode(path.read_bytes(), type=Tuned).made_by
    assert "Interrupted" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("games", "code"), [(3, 130), (21, 1)], ids=["in the first generation", "at the first game that confirms"]
)
def test_an_interruption_before_anything_is_known_writes_nothing(
    games: int, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    _interrupted_at(games, monkeypatch)
    path = tmp_path / "weights.json"
    assert main([*WORDS, "--generations", "5", "--confirm", "40", "--out", str(path)]) == code
    assert not path.exists()


@pytest.mark.parametrize(("out", "says"), [("nowhere/weights.json", "There is no folder"), (".", "is a folder")])
def test_where_nothing_can_be_written_is_told_before_anything_is_played(
    out: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(tuning, "share_of", lambda *_: pytest.fail("a game was played"))
    assert main([*WORDS, "--out", str(tmp_path / out)]) == 1
    assert says in capsys.readouterr().err


def test_other_games_cannot_be_tuned():
    with pytest.raises(Refusal, match="no weights"):
        check(Plan("kawumm"))


def test_the_weights_that_are_kept_say_which_command_found_them(monkeypatch: pytest.MonkeyPatch):
    raw = msgspec.json.decode((Path(tuning.__file__).parents[1] / "games/rumms/weights.json").read_bytes(), type=Tuned)
    assert raw.weights == WEIGHTS != Weights()
    assert raw.made_by.startswith("rumms tune rumms --generations ")
    asked: list[Plan] = []

    def note(plan: Plan) -> None:
        asked.append(plan)
        raise Refusal("enough")

    monkeypatch.setattr(tuning, "check", note)
    assert main(raw.made_by.split()[1:]) == 1
    assert [plan.game for plan in asked] == ["rumms"]
