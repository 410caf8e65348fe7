"""Refusals go from process to process."""

from __future__ import annotations

import copy
import pickle

import pytest

from rumms.kernel.refusal import (
    BadBot,
    BadOption,
    BadRecord,
    Counted,
    IllegalMove,
    InUse,
    NotWritten,
    OldRecord,
    Refusal,
)
from rumms.language import tell
from rumms.ui.start import NoWindow
from tests.sentences import in_both

MOVES = ("{number} move", "{number} moves")
RULE = IllegalMove("KAW-26", "Now lay {kinds}.", kinds={"de": "Glas", "en": "glass"})
SORTS = [
    Refusal("There is no game '{name}'.", name="chess"),
    Refusal("Nothing to fill."),
    Refusal("The record has {past}, not {moves}.", past=Counted(*MOVES, 1), moves=2),
    BadOption("{seats} seats are too many.", seats=9),
    BadBot("The bot '{name}' chose badly: {reason}", name="own.py:First", reason=RULE),
    BadRecord("game.jsonl", 4, "$.move", RULE),
    BadRecord("game.jsonl", 4, "", RULE),
    BadRecord("game.jsonl", 0, "", Refusal("there is no such file.")),
    OldRecord("game.jsonl", 4, "$.move", RULE),
    InUse("'{file}' is open in another Rumms.", file="game.jsonl"),
    NotWritten("game.jsonl", "No space left on device"),
    NotWritten("game.jsonl", Refusal("another program has changed the file")),
    RULE,
    NoWindow("There is no display."),
]


def all_sorts(sort: type[Refusal]) -> set[type[Refusal]]:
    return {sort}.union(*map(all_sorts, sort.__subclasses__()))


def parts(value: object) -> object:
    """Everything a refusal holds, to compare by value."""
    if isinstance(value, Refusal):
        return type(value), str(value), tell(value), [(name, parts(held)) for name, held in vars(value).items()]
    return {name: parts(held) for name, held in value.items()} if isinstance(value, dict) else value


def test_every_sort_is_tried_here():
    assert all_sorts(Refusal) == {type(refusal) for refusal in SORTS}


@pytest.mark.parametrize("refusal", SORTS, ids=str)
def test_a_refusal_survives_pickling(refusal: Refusal):
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(refusal, protocol))  # noqa: S301  our own
        assert parts(again) == parts(refusal)
        assert repr(again) == repr(refusal)
    assert parts(copy.deepcopy(refusal)) == parts(refusal)


@pytest.mark.parametrize(
    ("number", "english", "german"), [(0, "0 moves", "0 Züge"), (1, "1 move", "1 Zug"), (2, "2 moves", "2 Züge")]
)
def test_what_is_counted_agrees_with_its_number(number: int, english: str, german: str):
    refusal = Refusal("The record has {past}, not {moves}.", past=Counted(*MOVES, number), moves=7)
    assert str(refusal) == f"The record has {english}, not 7."
    assert in_both(refusal) == (f"The record has {english}, not 7.", f"Die Aufzeichnung hat {german}, nicht 7.")
