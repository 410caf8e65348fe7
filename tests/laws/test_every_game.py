"""Laws that hold for every game under the launcher."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import ceil
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import astuple

from rumms import language
from rumms.catalogue import Entry
from rumms.kernel.choices import Picks
from rumms.kernel.game import NATURE, Forced, Listed, heard
from rumms.kernel.options import options_of
from rumms.kernel.refusal import BadOption, IllegalMove
from rumms.text.menu import menu_of

from .conftest import Playout, Step

few = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
seeds = st.integers(0, 2**32)
LOOKED_AT = 100
"""Steps of a game at which a law is tried that takes long: a game of six may have thousands."""
BEGINS = {
    "en": r"(seat 1( begins)?|red begins|left neighbour begins),? unless you agree on",
    "de": r"(Platz 1( beginnt)?|beginnt Rot|beginnt die Person links davon), wenn ihr nichts anderes ausmacht",
}
"""How the rules for people name the seat or side that begins."""


def some(steps: Iterable[Step], seed: int) -> list[Step]:
    """Steps from all over a game, others with each seed."""
    every = list(steps)
    apart = ceil(len(every) / LOOKED_AT)
    return every[seed % apart :: apart]


@few
@given(seed=seeds, data=st.data())
def test_random_games_end_with_winners(entry: Entry, playout: Playout, seed: int, data: st.DataObject):
    game = entry.game
    seats = data.draw(st.sampled_from(game.seats))
    final, _ = list(playout(game, seats, seed))[-1]
    winners = game.winners(final)
    assert winners
    assert winners <= set(range(seats))


@few
@given(seed=seeds, data=st.data())
def test_what_is_drawn_is_legal_and_a_forced_move_is_the_only_one(
    entry: Entry, playout: Playout, seed: int, data: st.DataObject
):
    game = entry.game
    for state, action in playout(game, data.draw(st.sampled_from(game.seats)), seed):
        if action is None:
            continue
        legal = game.legal(state)
        assert action in legal
        if isinstance(legal, Listed):
            assert len(legal) == len(set(legal)) > 0
        if isinstance(legal, Forced):
            assert len(legal) == 1


@few
@given(seed=seeds, data=st.data())
def test_what_is_not_legal_is_refused_and_changes_nothing(
    entry: Entry, playout: Playout, seed: int, data: st.DataObject
):
    """Tried with every sort of action that the game has, taken from elsewhere in the same game."""
    game = entry.game
    steps = list(playout(game, data.draw(st.sampled_from(game.seats)), seed))
    samples = {type(action): action for _, action in steps if action is not None}
    for state, _ in some(steps, seed):
        before = hash(state)
        for action in samples.values():
            if game.actor(state) is None or action not in game.legal(state):
                with pytest.raises(IllegalMove) as refused:
                    game.apply(state, action)
                assert refused.value.rule
                assert str(refused.value).endswith(f"({refused.value.rule})")
        assert hash(state) == before


@few
@given(seed=seeds, data=st.data())
def test_a_view_shows_what_the_seat_may_do_and_no_more(entry: Entry, playout: Playout, seed: int, data: st.DataObject):
    """Dealing anew what a seat cannot see changes nothing that it sees."""
    game, rng = entry.game, Random(seed)
    seats = data.draw(st.sampled_from(game.seats))
    for state, _ in some(playout(game, seats, seed), seed):
        actor = game.actor(state)
        for seat in range(seats):
            view = game.view(state, seat)
            assert game.view(view, seat) == view
            assert game.actor(view) == actor
            assert game.view(game.guess(view, seat, rng), seat) == view
            if seat == actor:
                assert game.legal(view) == game.legal(state)


@few
@given(seed=seeds, data=st.data())
def test_every_state_and_every_view_can_be_written_and_read(
    entry: Entry, playout: Playout, seed: int, data: st.DataObject
):
    """As JSON, by its type alone; what is read is equal, and so goes on alike."""
    game = entry.game
    for state, _ in some(playout(game, data.draw(st.sampled_from(game.seats)), seed), seed):
        for value in (state, game.view(state, 0)):
            again = msgspec.json.decode(msgspec.json.encode(value), type=type(value))
            assert again == value
            assert hash(again) == hash(value)


@few
@given(seed=seeds, data=st.data())
def test_a_guess_can_be_played_on(entry: Entry, playout: Playout, seed: int, data: st.DataObject):
    game, rng = entry.game, Random(seed)
    seats = data.draw(st.sampled_from(game.seats))
    steps = list(playout(game, seats, seed))
    state, _ = steps[data.draw(st.integers(0, len(steps) - 1))]
    for seat in range(seats):
        possible = game.guess(game.view(state, seat), seat, rng)
        for _ in range(50):
            if game.actor(possible) is None:
                break
            possible = game.apply(possible, game.legal(possible).sample(rng)).state


@few
@given(seed=seeds, data=st.data())
def test_a_move_that_reveals_nothing_leads_to_the_same_view_whatever_is_hidden(
    entry: Entry, playout: Playout, seed: int, data: st.DataObject
):
    """So it may be taken back."""
    game, rng = entry.game, Random(seed)
    for state, action in some(playout(game, data.draw(st.sampled_from(game.seats)), seed), seed):
        seat = game.actor(state)
        if action is None or seat in (None, NATURE):
            continue
        after, _, reveals = game.apply(state, action)
        if not reveals:
            elsewhere = game.apply(game.guess(game.view(state, seat), seat, rng), action).state
            assert game.view(elsewhere, seat) == game.view(after, seat)


@few
@given(seed=seeds, data=st.data())
def test_nobody_hears_what_he_may_not_see(entry: Entry, playout: Playout, seed: int, data: st.DataObject):
    """Where a seat sees the same before and after a move whatever is hidden, it hears the same of it.

    Only the order in which cards were turned up can be told and then be forgotten by the table.
    """
    game, rng = entry.game, Random(seed)
    seats = data.draw(st.sampled_from(game.seats))
    for state, action in some(playout(game, seats, seed), seed):
        if action is None:
            continue
        after, events, _ = game.apply(state, action)
        for seat in range(seats):
            elsewhere = game.guess(game.view(state, seat), seat, rng)
            legal = game.legal(elsewhere)
            change = game.apply(elsewhere, action if action in legal else legal.sample(rng))
            if game.view(change.state, seat) == game.view(after, seat):
                assert told_to(seat, change.events) == told_to(seat, events)


def told_to(seat: int, events: tuple[Any, ...]) -> list[Any]:
    """What a seat hears, cards in any order."""
    return [
        (type(event), [sorted(map(repr, part)) if isinstance(part, tuple) else part for part in astuple(event)])
        for event in heard(events, seat)
    ]


@few
@given(seed=seeds, data=st.data(), code=st.sampled_from(language.CODES))
def test_everything_can_be_told(entry: Entry, playout: Playout, seed: int, data: st.DataObject, code: str):
    """Tables, questions, choices and events have words in both languages, and no gap stays open."""
    language.use(code)
    game, words = entry.game, entry.words
    seats = data.draw(st.sampled_from(game.seats))
    names = tuple(f"name {seat}" for seat in range(seats))
    told: list[str] = []
    for state, action in some(playout(game, seats, seed), seed):
        for seat in range(seats):
            told += words.table(game.view(state, seat), seat, names)
        if action is None:
            continue
        told += told_of(entry, state, names, action)
    assert words.title()
    assert words.summary()
    assert not [text for text in told if "{" in text or "}" in text]


def told_of(entry: Entry, state: Any, names: tuple[str, ...], action: Any) -> list[str]:
    game, words = entry.game, entry.words
    events = game.apply(state, action).events
    texts = [words.story(event, names) for seat in (None, *range(len(names))) for event in heard(events, seat)]
    actor = game.actor(state)
    legal = game.legal(state)
    if actor not in (None, NATURE):
        view = game.view(state, actor)
        listed = menu_of(legal).actions if isinstance(legal, Listed | Picks) else (action,)
        texts += [words.choice(view, choice) for choice in listed]
        if not isinstance(legal, Forced):
            texts.append(words.question(view))
    assert all(texts)
    return texts


def test_every_option_is_described_and_has_a_default(entry: Entry):
    german = {}
    for option in options_of(entry.game.options):
        assert option.description.endswith(".")
        language.use("de")
        german[option.name] = language.say(option.description)
        assert german[option.name] != option.description
        assert language.tell(option.expects)
    assert entry.game.options() == entry.game.options()


def test_too_few_or_too_many_players_are_refused(entry: Entry):
    game = entry.game
    for seats in (game.seats[0] - 1, game.seats[-1] + 1):
        with pytest.raises(BadOption):
            game.new(seats, game.options())


@pytest.mark.parametrize("code", language.CODES)
def test_the_rules_are_written_for_people(entry: Entry, code: str):
    text = (entry.path / f"rules_{code}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {entry.words.title()}\n")
    assert len(text) > 1000


@pytest.mark.parametrize("code", language.CODES)
def test_the_rules_for_people_say_who_begins_and_which_way_play_goes(entry: Entry, code: str):
    text = (entry.path / f"rules_{code}.md").read_text(encoding="utf-8")
    assert re.search(BEGINS[code], " ".join(text.split()))
    assert {"de": "Uhrzeigersinn", "en": "clockwise"}[code] in text
