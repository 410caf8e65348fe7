"""Greedy is a bot one has to respect."""

from __future__ import annotations

from random import Random

import pytest

from rumms.games.kawumm.bots import BOTS, SPARE, cards_to_come, progress, reveals, standing, worth
from rumms.games.kawumm.cards import DECK, KINDS
from rumms.games.kawumm.game import GAME
from rumms.games.kawumm.state import Action, Area, Experiment, Keep, Leave, Options, Row, Secure, State, Step
from rumms.kernel.bots import make, play_out
from rumms.kernel.session import begin

from .table import area

NONE = (Area(), Area())


def decision(state: State) -> Action:
    seat = state.turn
    view = GAME.view(state, seat)
    chosen: Action = BOTS["greedy"](GAME, None).choose(view, seat, GAME.legal(view), Random(1))
    assert chosen in GAME.legal(state)
    return chosen


def choosing(pile: tuple[str, ...], middle: tuple[Row, ...], areas: tuple[Area, ...] = NONE) -> State:
    """Experiment or secure, with this pile to come; all other cards are on the discard pile."""
    rest = list(DECK)
    for card in (*pile, *(row.kind for row in middle for _ in range(row.cards))):
        rest.remove(card)
    for own in areas:
        for kind in (*own.complete, *(row.kind for row in own.rows for _ in range(row.cards))):
            rest.remove(kind)
    return State(Options(), 0, areas, deck=DECK, pile=pile, middle=middle, step=Step.CHOICE, discard=tuple(rest))


def test_it_secures_when_the_next_reveal_is_sure_to_explode():
    state = choosing(("wasser",) * 9, (Row("magnet", 2), Row("glas", 2), Row("kohle", 1)))
    assert decision(state) == Secure()


def test_it_experiments_when_nothing_can_go_wrong():
    state = choosing(("wasser",) * 9, (Row("magnet", 1), Row("glas", 1), Row("wasser", 5)))
    assert decision(state) == Experiment()


def test_it_risks_little_that_is_worth_much_and_much_that_is_worth_little():
    """The same chance of an explosion, but once a complete ingredient lies in the middle."""
    pile = ("kohle",) * 5 + ("wasser",) * 4 + ("salpeter",) * 3
    rich = choosing(pile, (Row("magnet", 3), Row("glas", 4), Row("kohle", 1)))
    poor = choosing(pile, (Row("magnet", 1), Row("glas", 1), Row("kohle", 3)))
    assert decision(rich) == Secure()
    assert decision(poor) == Experiment()


def test_it_takes_the_win():
    won = Area(complete=("zuendschnur", "magnet"))
    state = choosing(("wasser",) * 9, (Row("glas", 4), Row("wasser", 9)), (won, Area()))
    assert decision(state) == Secure()


def test_it_knows_that_a_completed_kind_brings_nothing_more():
    """The kind that is complete already is left out, though it came twice."""
    area = Area(complete=("wasser",))
    shown = ("glas", "kohle", "wasser")
    rest = list(DECK)
    for card in (*shown, "wasser"):
        rest.remove(card)
    state = State(Options(), 0, (area, Area()), deck=DECK, pile=tuple(rest), shown=shown, discard=())
    assert decision(state) == Leave("wasser")


def test_it_keeps_what_is_nearly_complete():
    area = Area(rows=(Row("wasser", 1), Row("kohle", 1), Row("salpeter", 1), Row("schwefel", 1)))
    state = choosing(("wasser",) * 9, (Row("magnet", 2), Row("glas", 3), Row("kanister", 3)), (area, Area()))
    secured = GAME.apply(state, Secure()).state
    kept = decision(secured)
    assert isinstance(kept, Keep)
    assert {"magnet", "glas", "kanister"} <= set(kept.kinds)


@pytest.mark.parametrize("kinds", [(), ("wasser",), ("wasser", "kohle", "glas")])
def test_chances_of_a_reveal_add_up(kinds: tuple[str, ...]):
    state = choosing(("wasser", "wasser", "kohle", "magnet", "magnet", "glas"), (Row("magnet", 1),))
    assert sum(chance for chance, _ in reveals(cards_to_come(state), kinds)) == pytest.approx(1)


def test_the_chance_of_an_explosion_is_that_of_drawing_three_strangers():
    state = choosing(("wasser", "wasser", "kohle", "magnet", "magnet", "glas"), (Row("magnet", 1),))
    chances = {found: chance for chance, found in reveals(cards_to_come(state), ("magnet",))}
    assert chances[0,] == pytest.approx(4 / 20)


def test_a_short_pile_is_filled_up_from_the_discard_pile():
    state = choosing(("wasser", "wasser"), (Row("magnet", 1),))
    assert cards_to_come(state)["kohle"] == KINDS["kohle"].count


def test_it_beats_random_in_95_of_100_games():
    seats, wins = ("greedy", "random"), 0
    for seed in range(200):
        names = seats if seed % 2 else seats[::-1]
        session = begin(GAME, names, Options(), seed)
        play_out(session, names, {seat: make(name, GAME, BOTS) for seat, name in enumerate(names)})
        wins += names.index("greedy") in GAME.winners(session.state)
    assert wins >= 190


# How far a player has come.


@pytest.mark.parametrize(
    ("kind", "cards", "share"),
    [
        ("zuendschnur", 0, 0),
        ("zuendschnur", 1, 1 / 4),
        ("zuendschnur", 2, 1),
        ("zuendschnur", 4, 1),
        ("magnet", 2, 4 / 9),
        ("wasser", 5, 1 / 4),
        ("wasser", 9, 0.81),
        ("wasser", 10, 1),
        ("wasser", 20, 1),
    ],
)
def test_progress_is_more_for_a_row_that_is_nearly_complete(kind: str, cards: int, share: float):
    assert progress(kind, cards) == pytest.approx(share)


@pytest.mark.parametrize(
    ("complete", "shares", "far"),
    [
        (0, [], 0),
        (2, [], 2),
        (0, [0.5], 0.5),
        (0, [0.1, 0.2, 0.3, 0.4], 0.9 + SPARE * 0.1),
        (1, [0.1, 0.5, 0.25], 1.75 + SPARE * 0.1),
        (2, [0.25, 0.81], 2.81 + SPARE * 0.25),
        (1, [1.0, 0.5, 0.25], 2.5 + SPARE * 0.25),
        (2, [0.5, 1.0], 3),
        (1, [1.0, 1.0, 1.0], 4),
        (0, [1.0, 1.0, 1.0, 0.9], 3),
        (3, [], 3),
    ],
)
def test_standing_counts_what_is_needed_for_three_and_little_of_the_rest(
    complete: int, shares: list[float], far: float
):
    assert standing(complete, shares) == pytest.approx(far)


def test_worth_is_the_standing_of_an_area():
    assert worth(Area()) == 0
    assert worth(area("magnet")) == 1
    assert worth(area("magnet", wasser=5, zuendschnur=1)) == pytest.approx(1.5)
    assert worth(area("magnet", "glas", wasser=5, zuendschnur=1)) == pytest.approx(2.25 + SPARE / 4)
