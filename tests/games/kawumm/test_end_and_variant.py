from __future__ import annotations

from collections import Counter

import pytest

from rumms.games.kawumm.game import GAME
from rumms.games.kawumm.state import (
    Action,
    ChainReaction,
    Event,
    Experiment,
    Keep,
    Leave,
    Pass,
    Row,
    Secure,
    State,
    Step,
    Won,
)

from .table import area, choices, events, play, random_game, refusal, table


@pytest.mark.rule("KAW-58")
def test_the_game_ends_at_once_when_a_third_ingredient_is_complete():
    state = table(area("magnet", "glas", kohle=7), area("schwefel", "glas"), middle={"kohle": 1})
    state = play(state, Secure())
    assert events(state, Keep(("kohle",)))[-1] == Won(0)
    over = play(state, Keep(("kohle",)))
    assert GAME.actor(over) is None
    assert over.step is Step.OVER
    assert over.pile == state.pile
    assert over.shown == ()
    assert set(over.areas[0].complete) == {"magnet", "glas", "kohle"}
    assert GAME.winners(over) == {0}


@pytest.mark.rule("KAW-58")
@pytest.mark.parametrize("action", [Pass(), Secure(), Experiment(), Keep(()), Leave("wasser")])
def test_nothing_can_be_done_after_the_end(action: Action):
    state = table(area("magnet", "glas", "kohle"), area(), step=Step.OVER)
    assert refusal(state, action).rule == "KAW-58"


@pytest.mark.rule("KAW-58")
def test_a_second_completed_ingredient_does_not_end_the_game():
    state = play(table(area("magnet", kohle=7), area("glas"), middle={"kohle": 1}), Secure(), Keep(("kohle",)))
    assert GAME.actor(state) == 1
    assert GAME.winners(state) == frozenset()


@pytest.mark.rule("KAW-58")
@pytest.mark.parametrize("seed", range(9))
def test_every_game_has_exactly_one_winner(seed: int):
    moves = random_game(2 + seed % 3, seed)
    last = moves[-1]
    assert GAME.winners(last.after) == {last.before.turn}
    assert all(GAME.winners(move.before) == frozenset() for move in moves)


@pytest.mark.rule("KAW-59")
@pytest.mark.parametrize(
    ("before", "rows", "middle", "complete"),
    [
        (("wasser",), {"glas": 3}, {"glas": 1, "magnet": 3}, 3),
        ((), {"glas": 3}, {"glas": 1, "magnet": 3, "zuendschnur": 2}, 3),
        (("wasser", "kohle"), {}, {"glas": 4, "magnet": 3}, 4),
    ],
)
def test_all_kinds_completed_by_one_act_count(
    before: tuple[str, ...], rows: dict[str, int], middle: dict[str, int], complete: int
):
    state = play(table(area(*before, **rows), area(), middle=middle), Secure())
    (action,) = choices(state)
    state = play(state, action)
    assert len(state.areas[0].complete) == complete
    assert GAME.actor(state) is None
    assert GAME.winners(state) == {0}


def glass_is_completed(*, chain_reaction: bool) -> tuple[State, tuple[Event, ...]]:
    """Seat 1 of four completes the glass; seats 2 and 3 have open rows of it, seat 4 has none."""
    state = table(
        area(glas=2, kohle=2),
        area("magnet", glas=2, kohle=3),
        area(glas=1),
        area(schwefel=2),
        middle={"glas": 2, "kohle": 1},
        chain_reaction=chain_reaction,
    )
    state = play(state, Secure())
    action = Keep(("glas", "kohle"))
    return play(state, action), events(state, action)


@pytest.mark.rule("KAW-60")
def test_a_chain_reaction_takes_the_open_rows_of_all_others():
    state, told = glass_is_completed(chain_reaction=True)
    assert state.areas[1:] == (area("magnet", kohle=3), area(), area(schwefel=2))
    assert Counter(state.discard) == {"glas": 3 + 2 + 1}
    lost = [event for event in told if isinstance(event, ChainReaction)]
    assert lost == [ChainReaction(1, Row("glas", 2)), ChainReaction(2, Row("glas", 1))]


@pytest.mark.rule("KAW-60")
def test_a_chain_reaction_does_not_affect_the_one_who_completed():
    state, _ = glass_is_completed(chain_reaction=True)
    assert state.areas[0] == area("glas", kohle=3)


@pytest.mark.rule("KAW-60")
def test_without_the_variant_nobody_loses_a_row():
    state, told = glass_is_completed(chain_reaction=False)
    assert state.areas[1:] == (area("magnet", glas=2, kohle=3), area(glas=1), area(schwefel=2))
    assert Counter(state.discard) == {"glas": 3}
    assert not any(isinstance(event, ChainReaction) for event in told)
    assert not table().options.chain_reaction


@pytest.mark.rule("KAW-60")
def test_a_place_that_a_chain_reaction_freed_can_be_used_again():
    state = table(
        area(magnet=1),
        area(magnet=2, glas=1, schwefel=1, kohle=1),
        middle={"magnet": 2},
        pile="wasser wasser salpeter wasser wasser wasser phosphor phosphor phosphor",
        chain_reaction=True,
    )
    state = play(state, Secure(), Keep(("magnet",)), Leave("salpeter"), Secure())
    assert choices(state) == {Keep(("glas", "schwefel", "kohle", "wasser"))}


@pytest.mark.rule("KAW-60")
def test_a_kind_that_is_secured_but_not_completed_causes_no_chain_reaction():
    areas = area(glas=1), area(glas=2)
    state = table(*areas, middle={"glas": 2}, chain_reaction=True)
    assert play(state, Secure(), Keep(("glas",))).areas == (area(glas=3), area(glas=2))


@pytest.mark.rule("KAW-61")
def test_a_crosswise_card_is_not_touched_by_a_chain_reaction():
    areas = area(glas=3), area("glas", kohle=1), area("magnet", glas=1)
    state = table(*areas, middle={"glas": 1}, chain_reaction=True)
    state = play(state, Secure(), Keep(("glas",)))
    assert state.areas == (area("glas"), area("glas", kohle=1), area("magnet"))


@pytest.mark.rule("KAW-62")
def test_several_kinds_completed_at_once_each_cause_a_chain_reaction():
    areas = area(), area(glas=2, magnet=1, kohle=1), area(magnet=2)
    state = table(*areas, middle={"glas": 4, "magnet": 3}, chain_reaction=True)
    state = play(state, Secure(), Keep(("magnet", "glas")))
    assert state.areas[1:] == (area(kohle=1), area())
    assert Counter(state.discard) == {"glas": 3 + 2, "magnet": 2 + 1 + 2}


@pytest.mark.rule("KAW-62")
def test_a_completion_that_wins_causes_no_chain_reaction():
    areas = area("wasser", "kohle"), area(glas=2)
    state = table(*areas, middle={"glas": 4}, chain_reaction=True)
    state = play(state, Secure())
    told = events(state, Keep(("glas",)))
    assert not any(isinstance(event, ChainReaction) for event in told)
    state = play(state, Keep(("glas",)))
    assert GAME.winners(state) == {0}
    assert state.areas[1] == area(glas=2)
