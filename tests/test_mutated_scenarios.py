"""Scenario files that somebody spoilt: one sentence each, no traceback, no hang."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

from rumms.catalogue import find_game
from rumms.games.rumms.goals import goal_in
from rumms.kernel.refusal import Refusal
from rumms.kernel.session import load
from rumms.lab.solutions import every
from rumms.language import tell
from rumms.ui.scenarios import seen

MUTATIONS = 2000
ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2**63, 1e308, -1e-308, 10**30, "", "x" * 5000, "\u0000", [], {}, [[]], [None] * 300,
    {"a": {}}, 0.5, "king", "red", 1e6, -273.15, float("inf"),
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a value."""
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        found += places(inner, (*path, key))
    return found


def spoil(row: Any, rng: Random) -> None:
    """Change one thing in a line: leave it out, double it, add one, or put something odd in its place."""
    *way, last = rng.choice(places(row))
    holder = row
    for key in way:
        holder = holder[key]
    odd = deepcopy(rng.choice(ODD))
    match rng.randrange(5):
        case 0:
            del holder[last]
        case 1 if isinstance(holder, list):
            holder.insert(last, deepcopy(holder[last]))
        case 2 if isinstance(holder, dict):
            holder[rng.choice(("more", "x", "goal", "kind"))] = odd
        case 3 if isinstance(holder[last], int | float):
            holder[last] = holder[last] * rng.choice((-1, 0, 1.01, 1000, 1e200))
        case _:
            holder[last] = odd


def spoilt(rows: list[Any], rng: Random) -> bytes:
    """A file with one thing wrong in it, or a few."""
    rows = deepcopy(rows)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        row = rng.choice(rows[:1] + rows)
        if row:
            spoil(row, rng)
    raw = bytearray("".join(json.dumps(row) + "\n" for row in rows).encode())
    if rng.random() < 0.25:
        for _ in range(rng.randrange(1, 6)):
            raw[rng.randrange(len(raw))] = rng.randrange(256)
    if rng.random() < 0.1:
        del raw[rng.randrange(len(raw)) :]
    return bytes(raw)


def test_two_thousand_spoilt_files_each_get_one_sentence_or_are_still_right(tmp_path: Path):
    files = [[json.loads(line) for line in path.read_text().splitlines()] for path in every()]
    rng, path, refused = Random(11), tmp_path / "spoilt.jsonl", 0
    for _ in range(MUTATIONS):
        path.write_bytes(spoilt(rng.choice(files), rng))
        one = seen(path)
        assert isinstance(one.title, str)
        assert isinstance(one.text, str)
        try:
            loaded = load(path, find_game)
            past = loaded.session.past
            goal_in(loaded.lines, past[0].before if past else loaded.session.state)
        except Refusal as refusal:
            refused += 1
            sentence = tell(refusal)
            assert sentence.strip()
            assert "\n" not in sentence
            assert len(sentence) < 700
    assert refused > MUTATIONS // 2
