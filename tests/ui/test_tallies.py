"""Figures of the card games, counted from moves, and how those of several games are put together."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from rumms.catalogue import GAMES, find, find_game
from rumms.games.cabanga.state import Drew, Threw
from rumms.games.kawumm.state import Completed, Experiment, Exploded
from rumms.games.waka_waka.events import Bought, Sold
from rumms.kernel.game import heard
from rumms.kernel.session import Session, load
from rumms.lab.golden import record_path
from rumms.ui.tallies import FIGURES, joined, tallied_cards

CARD_GAMES = [entry.id for entry in GAMES.values() if not entry.has_engine]


def golden(game: str) -> Session[Any, Any]:
    """A whole game that is kept with the program."""
    return load(record_path(find(game)), find_game).session


def events_of(session: Session[Any, Any]) -> list[Any]:
    return [event for made in session.past for event in heard(made.events, None)]


def test_every_game_has_four_figures_that_say_something():
    assert list(FIGURES) == list(GAMES)
    for figures in FIGURES.values():
        assert len({figure.name for figure in figures}) == len({figure.icon for figure in figures}) == 4


@pytest.mark.parametrize("game", CARD_GAMES)
def test_what_was_done_in_a_whole_game_is_counted_for_each_player(game: str):
    session = golden(game)
    seats = range(len(session.game.view(session.state, 0).hands) if game != "kawumm" else len(session.state.areas))
    found = [tallied_cards(game, session.past, seat, session.state) for seat in seats]
    names = {figure.name for figure in FIGURES[game]}
    assert all(tally.keys() <= names for tally in found)
    assert names == {name for tally in found for name in tally}, "in a whole game everything happens"


def test_kawumm_counts_experiments_explosions_and_kinds():
    session = golden("kawumm")
    events = events_of(session)
    for seat in range(len(session.state.areas)):
        tally = tallied_cards("kawumm", session.past, seat, session.state)
        tried = [made for made in session.past if made.seat == seat and isinstance(made.action, Experiment)]
        assert tally.get("experiments", 0) == len(tried)
        assert tally.get("explosions", 0) == len([e for e in events if isinstance(e, Exploded) and e.seat == seat])
        assert tally.get("complete", 0) == len([e for e in events if isinstance(e, Completed) and e.seat == seat])


def test_cabanga_counts_cards_thrown_and_drawn_and_the_minus_points():
    session = golden("cabanga")
    events = events_of(session)
    for seat, total in enumerate(session.state.totals):
        tally = tallied_cards("cabanga", session.past, seat, session.state)
        thrown = [len(event.cards) for event in events if isinstance(event, Threw) and event.seat == seat]
        drawn = [len(event.cards) for event in events if isinstance(event, Drew) and event.seat == seat]
        assert (tally.get("thrown", 0), tally.get("at_once", 0)) == (sum(thrown), max(thrown, default=0))
        assert (tally.get("drawn", 0), tally["fewest"]) == (sum(drawn), total)


def test_waka_waka_counts_boats_goods_steps_and_gold():
    session = golden("waka_waka")
    events = events_of(session)
    bought = Counter(event.seat for event in events if isinstance(event, Bought))
    sold = Counter(event.seat for event in events if isinstance(event, Sold))
    for seat, (gold, step) in enumerate(zip(session.state.gold, session.state.steps, strict=True)):
        tally = tallied_cards("waka_waka", session.past, seat, session.state)
        assert (tally.get("boats", 0), tally.get("sold", 0)) == (bought[seat], 2 * sold[seat])
        assert (tally["gold"], tally.get("steps", 0)) == (gold, step - session.past[0].after.steps[seat])


def test_dumm_gelaufen_counts_murphy_cards():
    session = golden("dumm_gelaufen")
    for seat, done in enumerate(session.state.fulfilled):
        assert tallied_cards("dumm_gelaufen", session.past, seat, session.state).get("fulfilled", 0) == len(done)


def test_sums_grow_the_most_stays_and_so_does_the_least():
    one, other = {"thrown": 5.0, "at_once": 3.0, "fewest": 7.0}, {"thrown": 2.0, "at_once": 2.0, "fewest": 4.0}
    assert joined("cabanga", one, other) == {"thrown": 7.0, "at_once": 3.0, "fewest": 4.0}
    assert joined("cabanga", {}, one) == joined("cabanga", one, {}) == one


def test_the_order_of_games_does_not_matter():
    rng = Random(1)
    for game, figures in FIGURES.items():
        several = [{figure.name: float(rng.randrange(50)) for figure in figures} for _ in range(4)]
        forward: dict[str, float] = {}
        backward: dict[str, float] = {}
        for one, other in zip(several, reversed(several), strict=True):
            forward, backward = joined(game, forward, one), joined(game, backward, other)
        assert forward == backward
