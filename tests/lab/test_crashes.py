"""The campaign of crashes, a short one; and that it notices a loss."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rumms.catalogue import find_game
from rumms.kernel.session import load
from rumms.lab import crashes
from rumms.lab.crashes import InWindow, Loss, Seat, Terminal, begin, check, go, main, resumed
from rumms.places import shipped

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--kills", "2", "--full", "0", "--twice", "0"], ["killed after", "killed after"]),
        (["--kills", "0", "--full", "1", "--twice", "0"], ["full at byte"]),
        (["--kills", "0", "--full", "0", "--twice", "1"], ["one at a time"]),
    ],
    ids=["kill", "full", "twice"],
)
def test_no_move_that_was_shown_is_lost(capsys: Capture, words: list[str], says: list[str]):
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(says)
    # A program that had ended before it could be killed is left out, so the seats need not come in turn.
    assert all(said in line for line, said in zip(lines, says, strict=True)), lines


@pytest.mark.parametrize("kind", [Terminal, InWindow])
def test_a_move_that_was_shown_and_is_missing_is_noticed(tmp_path: Path, kind: type[Seat]):
    seat = kind(record := tmp_path / "game.jsonl", Random(2))
    begin(seat)
    go(seat, lambda: record.read_bytes().count(b"\n") > 12)
    seat.program.kill()
    lines = record.read_bytes().splitlines(keepends=True)
    check(record, seat)
    record.write_bytes(b"".join(lines[:5]))
    with pytest.raises(Loss, match=f"the {kind.name} has shown what is not kept"):
        check(record, seat)
    record.write_bytes(b"".join(lines[:4] + lines[3:]))
    with pytest.raises(Loss, match="line 5"):
        check(record, seat)


@pytest.mark.parametrize("kind", [Terminal, InWindow])
def test_a_game_that_ends_before_anybody_is_asked_has_gone_on(tmp_path: Path, kind: type[Seat]):
    record = tmp_path / "game.jsonl"
    record.write_bytes(shipped("scenarios", "waka_waka", "playthrough.jsonl").read_bytes().rpartition(b'{"winners"')[0])
    assert load(record, find_game).winners is None
    assert not resumed(record, kind, Random(2)).has_begun
    assert load(record, find_game).winners


def test_a_game_that_does_not_go_on_is_a_loss(tmp_path: Path):
    record = tmp_path / "game.jsonl"
    record.write_bytes(shipped("scenarios", "waka_waka", "playthrough.jsonl").read_bytes().partition(b"\n")[0] + b"\n")
    other = load(record, find_game).resume()
    with pytest.raises(Loss, match=r"it did not go on: .* is open in another program already"):
        resumed(record, Terminal, Random(2))
    other.close()


def test_a_loss_ends_the_campaign_with_its_reason(capsys: Capture, monkeypatch: pytest.MonkeyPatch):
    def lose(*_: object) -> str:
        raise Loss("move 3 of 2")

    monkeypatch.setattr(crashes, "kill", lose)
    assert main(["--kills", "1", "--full", "0", "--twice", "0"]) == 1
    assert capsys.readouterr().out == "LOST: move 3 of 2\n"
