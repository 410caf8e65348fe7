"""Refusals go from process to process."""

from __future__ import annotations

import copy
import pickle

import pytest

from rumms.kernel.refusal import BadBot, BadOption, BadRecord, IllegalMove, Refusal
from rumms.language import tell
from rumms.ui.start import NoWindow

RULE = IllegalMove("KAW-26", "Now lay {kinds}.", kinds={"de": "Glas", "en": "glass"})
SORTS = [
    Refusal("There is no game '{name}'.", name="chess"),
    Refusal("Nothing to fill."),
    BadOption("{seats} seats are too many.", seats=9),
    BadBot("The bot '{name}' chose badly: {reason}", name="own.py:First", reason=RULE),
    BadRecord("game.jsonl", 4, "$.move", RULE),
    BadRecord("game.jsonl", 4, "", RULE),
    BadRecord("game.jsonl", 0, "", Refusal("there is no such file.")),
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
