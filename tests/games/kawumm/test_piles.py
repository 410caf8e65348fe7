from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, permutations
from pathlib import Path
from random import Random

import pytest

from rumms.games.kawumm.cards import KINDS
from rumms.games.kawumm.game import GAME
from rumms.games.kawumm.state import (
    Action,
    Area,
    Cards,
    Experiment,
    Exploded,
    Keep,
    Lay,
    Leave,
    Options,
    Pass,
    Passed,
    PileMade,
    Position,
    Row,
    Secure,
    Secured,
    Shuffled,
    State,
    Step,
    TurnedUp,
)
from rumms.kernel.game import NATURE
from rumms.kernel.record import FORMAT, Header
from rumms.kernel.session import Session
from rumms.kernel.writer import Writer
from tests.sentences import in_both

from .table import area, cards_in, choices, events, forced, play, random_game, refusal, table

DISCARD = ("phosphor", "kohle", "schwefel", "salpeter")
SORTS = ["1a", "1b", "experiment"]


def before_reveal(sort: str, pile: str) -> tuple[State, Action]:
    """A table and the move that calls for a reveal of this sort; DISCARD lies on the discard pile by then."""
    areas, discard = (area("magnet", glas=1), area("glas", kohle=2)), " ".join(DISCARD)
    match sort:
        case "1a":
            return table(*areas, step=Step.SECURE, middle={"glas": 1}, pile=pile, discard=discard), Keep(("glas",))
        case "1b":
            shown, discard = "salpeter glas wasser", " ".join(DISCARD[:3])
            return table(*areas, step=Step.FIRST, shown=shown, pile=pile, discard=discard), Leave("salpeter")
        case "experiment":
            return table(*areas, middle={"glas": 1, "wasser": 1}, pile=pile, discard=discard), Experiment()
    raise AssertionError(sort)


@pytest.mark.rule("KAW-36")
def test_the_discard_pile_becomes_the_draw_pile_when_that_is_used_up():
    state, action = before_reveal("1a", pile="")
    state = play(state, action)
    assert GAME.actor(state) == NATURE
    order = ("schwefel", "salpeter", "phosphor", "kohle")
    assert events(state, Shuffled(order)) == (PileMade(4), TurnedUp(1, order[:3]))
    state = play(state, Shuffled(order))
    assert state.shown == order[:3]
    assert state.pile == order[3:]
    assert state.discard == ()
    assert GAME.actor(state) == 1


@pytest.mark.rule("KAW-36")
def test_any_order_can_come_of_a_shuffle_and_nothing_else():
    state = play(*before_reveal("1a", pile=""))
    legal = GAME.legal(state)
    assert all(Shuffled(order) in legal for order in permutations(DISCARD))
    assert {legal.sample(Random(seed)) for seed in range(300)} == {Shuffled(order) for order in permutations(DISCARD)}
    assert refusal(state, Shuffled(DISCARD[1:])).rule == "KAW-36"
    assert in_both(refusal(state, Shuffled(DISCARD[1:]))) == (
        "Now the discard pile is shuffled, exactly its cards.",
        "Jetzt wird der Ablagestapel gemischt, genau seine Karten.",
    )
    assert refusal(state, Leave("kohle")).rule == "KAW-36"


@pytest.mark.rule("KAW-36", "KAW-37")
@pytest.mark.parametrize("sort", SORTS)
def test_nothing_is_shuffled_while_no_card_is_needed(sort: str):
    """The last three cards of the draw pile were turned up: the player goes on first."""
    state, action = before_reveal(sort, pile="wasser wasser glas")
    state = play(state, action)
    assert state.pile == ()
    assert Counter(state.discard) >= Counter(DISCARD)
    assert GAME.actor(state) == state.turn


@pytest.mark.rule("KAW-37")
@pytest.mark.parametrize("left", [(), ("wasser",), ("wasser", "magnet")])
@pytest.mark.parametrize("sort", SORTS)
def test_a_reveal_goes_on_after_the_shuffle_with_the_cards_already_shown(sort: str, left: Cards):
    state, action = before_reveal(sort, pile=" ".join(left))
    state = play(state, action)
    assert GAME.actor(state) == NATURE
    assert state.shown == left
    assert state.discard == DISCARD
    turned_up = DISCARD[: 3 - len(left)]
    assert events(state, Shuffled(DISCARD))[:2] == (PileMade(4), TurnedUp(state.turn, turned_up))
    if sort != "experiment":
        after = play(state, Shuffled(DISCARD))
        assert after.pile == DISCARD[3 - len(left) :]
        assert after.shown == left + turned_up
        assert after.step is state.step
        assert after.turn == state.turn


@pytest.mark.rule("KAW-37")
def test_an_experiment_is_judged_by_the_cards_from_before_and_after_the_shuffle():
    before, action = before_reveal("experiment", pile="wasser")
    state = play(before, action, Shuffled(DISCARD))
    assert dict(state.middle) == {"glas": 1, "wasser": 2}
    assert state.discard == ("phosphor", "kohle")


@pytest.mark.rule("KAW-38")
@pytest.mark.parametrize("sort", SORTS)
def test_only_the_discard_pile_is_shuffled(sort: str):
    before, action = before_reveal(sort, pile="wasser")
    state = play(before, action)
    assert Shuffled(DISCARD) in GAME.legal(state)
    for kind in ("wasser", "glas", "magnet"):
        assert Shuffled((*DISCARD, kind)) not in GAME.legal(state)
    after = play(state, Shuffled(DISCARD[::-1]))
    assert after.areas == state.areas
    if sort != "experiment":
        assert after.middle == state.middle
        assert after.shown == ("wasser", *DISCARD[:1:-1])


@pytest.mark.rule("KAW-38")
@pytest.mark.parametrize("seed", range(6))
def test_a_shuffle_takes_no_card_from_anywhere_else(seed: int):
    shuffles = 0
    for move in random_game(4, seed):
        if isinstance(move.action, Shuffled):
            before = move.before
            lying = Counter(before.shown)
            for row in (*before.middle, *(row for own in before.areas for row in own.rows)):
                lying[row.kind] += row.cards
            for own in before.areas:
                lying.update(own.complete)
            assert Counter(move.action.cards) == Counter(before.deck) - lying
            shuffles += 1
    assert shuffles > 1


@pytest.mark.rule("KAW-39")
def test_the_numbers_of_the_cards_leave_30_unsecured_and_12_outside_the_middle():
    """Four players with four places each: two open rows of a kind lack one card each, later ones take what is left."""

    def most_in_16_places(kinds: set[str]) -> int:
        rows = []
        for kind in kinds:
            left, most = KINDS[kind].count, KINDS[kind].number - 1
            for _ in range(4):
                rows.append(min(left, most))
                left -= rows[-1]
        return sum(sorted(rows)[-16:])

    kinds, cards = set(KINDS), len(GAME.new(4, Options()).deck)
    assert cards - most_in_16_places(kinds) == 30
    fullest_middle = max(
        sum(KINDS[kind].count for kind in middle) + most_in_16_places(kinds - set(middle))
        for middle in combinations(kinds, 3)
    )
    assert cards - fullest_middle == 12


@pytest.mark.rule("KAW-39")
def test_on_the_fullest_table_three_cards_can_still_be_turned_up():
    areas = (
        area(schwefel=4, phosphor=4, kanister=3, glas=3),
        area(schwefel=4, phosphor=4, kanister=3, glas=3),
        area(schwefel=2, phosphor=2, quecksilber=2, magnet=2),
        area(kanister=2, glas=2, quecksilber=2, magnet=2),
    )
    state = table(*areas, middle={"salpeter": 12, "kohle": 16, "wasser": 20})
    assert len(state.pile) == 12
    assert choices(state) == {Experiment(), Secure()}
    assert Exploded(0, 48 + 3) in events(state, Experiment())


@pytest.mark.rule("KAW-39")
@pytest.mark.parametrize("seed", range(15))
def test_three_cards_can_always_be_turned_up(seed: int):
    for move in random_game(4, seed):
        assert not isinstance(move.action, Pass)
        assert move.action != Leave(None)
        state = move.after
        if GAME.actor(state) != NATURE:
            assert len(state.shown) == (3 if state.step in {Step.FIRST, Step.SECOND} else 0)
        if state.step is Step.CHOICE:
            assert Experiment() in choices(state)
        secured = sum(cards_in(own.rows) + len(own.complete) for own in state.areas)
        assert len(state.deck) - secured >= 30
        assert len(state.deck) - secured - cards_in(state.middle) >= 12


@pytest.mark.rule("KAW-39")
@pytest.mark.parametrize("cards", [1, 2])
def test_in_an_altered_deck_what_there_is_is_shown_and_laid(cards: int):
    start = Position(pile=(Row("wasser", cards),), areas=(Area(), Area()))
    state = play(GAME.new(2, Options(), start), Shuffled(("wasser",) * cards))
    assert state.shown == ("wasser",) * cards
    assert GAME.actor(state) == 0
    assert forced(state) == Leave(None)
    state = play(state, Leave(None))
    assert dict(state.middle) == {"wasser": cards}
    assert state.discard == ()
    assert state.shown == ()
    assert forced(state) == Lay(())
    assert forced(play(state, Lay(()))) == Secure()


@pytest.mark.rule("KAW-39")
def test_in_an_altered_deck_the_second_reveal_shows_what_there_is():
    start = Position(pile=(Row("wasser", 4),), areas=(Area(), Area()))
    state = play(GAME.new(2, Options(), start), Shuffled(("wasser",) * 4), Leave("wasser"))
    assert GAME.actor(state) == NATURE
    state = play(state, Shuffled(("wasser",)))
    assert state.shown == ("wasser", "wasser")
    assert GAME.actor(state) == 0
    assert dict(play(state, Lay(())).middle) == {"wasser": 4}


@pytest.mark.rule("KAW-39")
def test_in_an_altered_deck_an_experiment_is_judged_by_what_there_is():
    fits = play(table(middle={"glas": 1}, pile="kohle glas"), Experiment())
    assert dict(fits.middle) == {"glas": 2}
    assert Exploded(0, 3) in events(table(middle={"glas": 1}, pile="kohle wasser"), Experiment())


@pytest.mark.rule("KAW-39")
def test_with_no_card_left_only_securing_is_legal():
    state = table(middle={"glas": 1}, pile="")
    assert forced(state) == Secure()
    assert refusal(state, Experiment()).rule == "KAW-39"


@pytest.mark.rule("KAW-39")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_has_nothing_passes_and_once_all_have_passed_nobody_wins(seats: int):
    state = play(table(*[Area()] * seats, middle={"wasser": 2}, pile=""), Secure(), Keep(("wasser",)))
    for turn in range(1, seats + 1):
        assert GAME.actor(state) == turn % seats
        assert forced(state) == Pass()
        assert refusal(state, Secure()).rule == "KAW-39"
        assert events(state, Pass())[0] == Passed(turn % seats)
        state = play(state, Pass())
    assert GAME.actor(state) is None
    assert GAME.winners(state) == frozenset()


@pytest.mark.rule("KAW-39")
def test_the_record_says_who_passes(tmp_path: Path):
    path = tmp_path / "dry.jsonl"
    start = Position(pile=(Row("wasser", 2),), areas=(Area(), Area()))
    header = Header(format=FORMAT, game=GAME.name, seats=("me", "me"))
    session = Session(GAME, GAME.new(2, Options(), start), seed=1, writer=Writer.begin(path, header))
    made = session.go_on()
    assert [event for move in made for event in move.events if isinstance(event, Secured | Passed)] == [
        Secured(0, (Row("wasser", 2),)),
        Passed(1),
        Passed(0),
    ]
    assert all(move.forced for move in made if isinstance(move.action, Pass))
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert lines[-3:-1] == [{"seat": 2, "move": {"do": "pass"}}, {"seat": 1, "move": {"do": "pass"}}]
    assert lines[-1]["winners"] == []
