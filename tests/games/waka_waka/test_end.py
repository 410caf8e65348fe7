from __future__ import annotations

import pytest
from msgspec.structs import replace

from rumms.games.waka_waka.cards import LADDERS
from rumms.games.waka_waka.events import OnTop, Rose, Won
from rumms.games.waka_waka.game import GAME
from rumms.games.waka_waka.state import Ask, Options, Play, Rise, State, Supply
from rumms.games.waka_waka.words import letters

from .table import STOP, ask, end_turn, offered, play, random_game, refused, rule_of, table, told

SHAMAN = Play("schamane")
TASKS = {
    "base": "AA ABC ABCD AABB AAAB",
    "I": "AAB ABCD AABB AAAB AAABB",
    "II": "ABCD AABBC AAAB AAABB ABCDE",
    "III": "AABB AAAB AAABB ABCDE AABBCC",
    "IV": "AAAB AAABB ABCDE AABBCC AAABBB",
}
"""What each step of each ladder asks for, as the table in the rules has it."""


def near_the_top(*gold: int, first_player: int = 1) -> State:
    """Everybody is on step 4 with a Shaman and so much gold."""
    return table(*["schamane"] * len(gold), gold=gold, steps=(4,) * len(gold), first_player=first_player)


@pytest.mark.rule("WAK-80")
def test_the_game_ends_after_the_turn_of_the_starting_players_right_neighbour():
    state = play(near_the_top(12, 0, 0), SHAMAN)
    state = end_turn(state)
    assert state.turn == 1
    state = end_turn(state)
    assert state.turn == 2
    state = end_turn(state)
    assert GAME.actor(state) is None
    assert GAME.winners(state) == {0}


@pytest.mark.rule("WAK-80")
@pytest.mark.parametrize(("first", "turns"), [(1, [0, 1, 2]), (2, [1, 2, 0]), (3, [2, 0, 1])])
def test_whoever_began_the_last_one_is_his_right_neighbour(first: int, turns: list[int]):
    state = play(near_the_top(12, 12, 12, first_player=first), SHAMAN)
    found = []
    while state.tasks:
        found.append(state.turn)
        state = end_turn(state)
    assert found == turns


@pytest.mark.rule("WAK-80")
def test_the_last_player_of_a_round_ends_the_game_with_his_own_turn():
    state = end_turn(near_the_top(0, 12))
    state = play(state, SHAMAN, STOP)
    assert told(state, Supply(0, 2))[-1] == Won(1, 2, ())
    over = play(state, Supply(0, 2))
    assert GAME.actor(over) is None
    assert refused(over, STOP) == ("WAK-80", "The game is over.")


@pytest.mark.rule("WAK-80")
def test_with_nobody_on_the_top_step_the_next_round_begins():
    state = end_turn(end_turn(near_the_top(0, 0)))
    assert (state.turn, ask(state)) == (0, Ask.PLAY)
    assert GAME.winners(state) == frozenset()


@pytest.mark.rule("WAK-81")
def test_who_reaches_the_top_step_goes_on_with_his_turn_supply_included():
    state = table("schamane schimpanse", "handel", gold=(12, 8), steps=(4, 0))
    assert told(state, SHAMAN)[1:] == [Rose(0, 5, gold=12), OnTop(0)]
    state = play(state, SHAMAN)
    assert (ask(state), GAME.actor(state)) == (Ask.PLAY, 0)
    assert Play("schimpanse") in GAME.legal(state)
    after = play(state, STOP, Supply(0, 2))
    assert (after.gold[0], after.turn) == (2, 1)


@pytest.mark.rule("WAK-81")
def test_those_after_him_play_their_turn_and_may_reach_it_as_well():
    state = end_turn(play(near_the_top(12, 12), SHAMAN))
    assert (state.turn, ask(state)) == (1, Ask.PLAY)
    state = play(state, SHAMAN)
    assert state.steps == (5, 5)
    assert state.reached == (0, 1)


@pytest.mark.rule("WAK-82")
@pytest.mark.parametrize("gold", [(12, 0), (12, 500)])
def test_a_single_player_on_the_top_step_has_won(gold: tuple[int, int]):
    state = end_turn(play(near_the_top(*gold), SHAMAN))
    state = end_turn(state)
    assert GAME.winners(state) == {0}


@pytest.mark.rule("WAK-83")
@pytest.mark.parametrize(("gold", "winner"), [((14, 13, 0), 0), ((13, 14, 0), 1), ((13, 14, 900), 1)])
def test_of_several_the_one_with_most_gold_wins(gold: tuple[int, int, int], winner: int):
    state = table("schamane", "schamane", "handel", gold=gold, steps=(4, 4, 4))
    state = end_turn(play(end_turn(play(state, SHAMAN)), SHAMAN))
    state = end_turn(state)
    assert state.steps == (5, 5, 4)
    assert GAME.winners(state) == {winner}


@pytest.mark.rule("WAK-83")
def test_gold_counts_at_the_end_of_the_game_not_on_reaching_the_step():
    state = end_turn(play(near_the_top(13, 12), SHAMAN))
    state = replace(play(state, SHAMAN), gold=(3, 2))
    after = play(state, STOP, Supply(0, 2))
    assert after.gold == (3, 4)
    assert GAME.winners(after) == {1}


@pytest.mark.rule("WAK-84")
@pytest.mark.parametrize("first", [1, 2, 3])
def test_with_equal_gold_the_last_to_reach_it_wins(first: int):
    state = near_the_top(12, 12, 12, first_player=first)
    for _ in range(3):
        state = end_turn(play(state, SHAMAN))
    assert state.gold == (2, 2, 2)
    assert GAME.winners(state) == {(first + 1) % 3}


@pytest.mark.rule("WAK-84")
def test_who_is_not_tied_in_gold_is_out_even_if_he_came_last():
    state = table("schamane", "schamane", "schamane", gold=(13, 13, 12), steps=(4, 4, 4))
    for _ in range(3):
        state = end_turn(play(state, SHAMAN))
    assert GAME.winners(state) == {1}


@pytest.mark.rule("WAK-84")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_alone_wins(seats: int):
    for seed in range(4):
        final = random_game(seats, seed)[-1].after
        assert len(GAME.winners(final)) == 1
        assert GAME.winners(final) <= set(final.reached)


@pytest.mark.rule("WAK-85")
def test_the_ladder_is_an_option_and_the_boards_own_the_default():
    assert Options().ladder == "base"
    assert list(LADDERS) == ["base", "I", "II", "III", "IV"]
    assert [ladder.strokes for ladder in LADDERS.values()] == [0, 1, 2, 3, 4]


@pytest.mark.rule("WAK-85", "WAK-86")
@pytest.mark.parametrize("ladder", TASKS)
def test_each_step_of_each_ladder_asks_for_its_own_goods(ladder: str):
    kinds = dict(zip("ABCDE", ("fruechte", "felle", "salz", "tee", "stoffe"), strict=True))
    for step, task in enumerate(TASKS[ladder].split()):
        stall = tuple(kinds[letter] for letter in task)
        state = table("handel", "handel", stalls=[" ".join(stall)], steps=(step, 0), ladder=ladder)
        state = play(state, Play("handel"))
        assert Rise(stall) in offered(state, Rise)
        assert play(state, Rise(stall)).steps[0] == step + 1
        for missing in range(len(stall)):
            less = (*stall[:missing], *stall[missing + 1 :])
            poor = table("handel", "handel", stalls=[" ".join(less)], steps=(step, 0), ladder=ladder)
            assert not offered(play(poor, Play("handel")), Rise)


@pytest.mark.rule("WAK-86")
@pytest.mark.parametrize("ladder", TASKS)
def test_every_ladder_has_five_steps(ladder: str):
    tasks = LADDERS[ladder].tasks
    assert len(tasks) == 5
    assert " ".join(map(letters, tasks)) == TASKS[ladder]
    state = table("schamane schamane", "handel", gold=(30, 8), steps=(4, 0), ladder=ladder)
    assert told(state, SHAMAN)[1:] == [Rose(0, 5, gold=12), OnTop(0)]
    assert rule_of(play(state, SHAMAN), SHAMAN) == "WAK-44"
