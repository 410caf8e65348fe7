"""Golden files: one whole game and the size of its tree for every game. `python -m rumms.lab.golden` writes them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from rumms.catalogue import Entry
from rumms.kernel.session import load
from rumms.lab import golden


def test_the_playthrough_is_played_again_to_the_byte(entry: Entry, tmp_path: Path):
    """Not where dice are flicked: the last digits of a sine may differ on another machine, and physics gets better."""
    if not entry.has_engine:
        golden.play(entry, tmp_path / "again.jsonl")
        assert (tmp_path / "again.jsonl").read_bytes() == golden.record_path(entry).read_bytes()


def test_the_playthrough_leads_to_the_same_story(entry: Entry):
    session = load(golden.record_path(entry), lambda _: entry.game).session
    assert golden.story(session) == golden.story_path(entry).read_text(encoding="utf-8")


def test_the_playthrough_verifies(entry: Entry):
    loaded = load(golden.record_path(entry), lambda _: entry.game)
    assert loaded.winners


def test_the_decision_tree_has_the_known_sizes(entry: Entry):
    """Flicks cannot be counted."""
    if entry.has_engine:
        assert not golden.perft_path(entry).exists()
        return
    known = msgspec.json.decode(golden.perft_path(entry).read_bytes())
    assert golden.perft(entry.game, known["seed"], len(known["sizes"]) - 1) == known["sizes"]
    assert known["sizes"][-1] > 100
