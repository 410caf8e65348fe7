"""What players are called in the window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rumms import language
from rumms.catalogue import GAMES
from rumms.ui.names import bot_called, called


@pytest.fixture(autouse=True)
def _language() -> Iterator[None]:
    before = language.code()
    yield
    language.use(before)


@pytest.mark.parametrize("code", language.CODES)
def test_every_bot_of_every_game_has_a_name_for_people(code: str):
    language.use(code)
    for entry in GAMES.values():
        names = [bot_called(bot) for bot in entry.bots]
        assert not set(names) & set(entry.bots)
        assert len(set(names)) == len(names)


def test_a_budget_stays_to_be_seen_and_a_bot_in_a_file_is_called_as_it_is():
    language.use("en")
    assert bot_called("search:200") == "Thinker 200"
    assert bot_called("own.py:Mine") == "own.py:Mine"


def test_two_of_a_kind_are_numbered():
    language.use("de")
    assert called(("me:Mila", "greedy", "greedy")) == ("Mila", "Raffzahn 2", "Raffzahn 3")
    assert called(("me", "random")) == ("Spieler 1", "Wirbelwind")
