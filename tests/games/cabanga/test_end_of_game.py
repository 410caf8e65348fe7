from __future__ import annotations

from typing import Any

import pytest

from rumms.games.cabanga.game import GAME
from rumms.games.cabanga.state import Action, Options, Play, RoundEnded, Shuffled, Step, Won

from .table import LAST, OK, all_pass, at, dealt, ending, play, position, random_game, refused, told


@pytest.mark.rule("CAB-61")
@pytest.mark.parametrize(
    ("before", "totals", "over"),
    [
        ((0, 16, 0), (0, 17, 3), False),
        ((0, 17, 0), (0, 18, 3), True),
        ((0, 0, 15), (0, 1, 18), True),
        ((0, 0, 17), (0, 1, 20), True),
        ((17, 0, 0), (17, 1, 3), False),
    ],
)
def test_the_game_is_over_after_a_round_in_which_a_total_has_reached_18(
    before: tuple[int, ...], totals: tuple[int, ...], over: bool
):
    state = play(ending("blue_18", "blue_09", totals=before), LAST)
    assert state.totals == totals
    assert (state.step is Step.OVER) == over
    assert (GAME.actor(state) is None) == over


@pytest.mark.rule("CAB-61")
def test_the_game_is_never_over_within_a_round():
    """Everybody holds more than enough to end it, but a round has to end first."""
    hands = ["blue_09 red_09 blue_04", "purple_09 blue_10 red_10", "yellow_09 yellow_10 red_08"]
    state = at(position(*hands, totals=(17, 17, 17)))
    for _ in range(3):
        assert GAME.actor(state) == state.turn
        state = all_pass(play(state, Play(state.hands[state.turn][0], "left")))
    assert state.totals == (17, 17, 17)
    assert state.step is Step.PLAY


@pytest.mark.rule("CAB-61", "CAB-62", "CAB-63")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_game_ends_with_a_round_and_the_fewest_win(seats: int):
    for seed in range(3):
        moves = random_game(seats, seed)
        for move in moves:
            ended = any(isinstance(event, RoundEnded) for event in move.events)
            assert (move.after.step is Step.OVER) == (ended and max(move.after.totals) >= 18)
        final = moves[-1].after
        assert GAME.actor(final) is None
        winners = {seat for seat in range(seats) if final.totals[seat] == min(final.totals)}
        assert GAME.winners(final) == winners
        assert moves[-1].events[-1] == Won(tuple(sorted(winners)))


@pytest.mark.rule("CAB-61")
@pytest.mark.parametrize("action", [OK, LAST, dealt(), Shuffled(())])
def test_nothing_can_be_done_after_the_end(action: Action):
    state = play(ending("blue_18", "blue_09", totals=(0, 17, 0)), LAST)
    assert refused(state, action) == ("CAB-61", "The game is over.")


@pytest.mark.rule("CAB-62")
@pytest.mark.parametrize(
    ("before", "winner"),
    [((0, 17, 0), 0), ((17, 17, 0), 2), ((17, 0, 15), 1)],
)
def test_the_fewest_minus_points_win(before: tuple[int, ...], winner: int):
    state = ending("blue_18", "blue_09", totals=before)
    assert told(state, LAST)[-1] == Won((winner,))
    assert GAME.winners(play(state, LAST)) == {winner}


@pytest.mark.rule("CAB-63")
@pytest.mark.parametrize(
    ("before", "winners"),
    [((3, 17, 0), {0, 2}), ((17, 1, 15), {1}), ((1, 0, 15), {0, 1}), ((17, 16, 14), {0, 1, 2})],
)
def test_players_who_tie_for_the_fewest_share_the_victory(before: tuple[int, ...], winners: set[int]):
    state = ending("blue_18", "blue_09", totals=before, rounds=1)
    assert GAME.winners(play(state, LAST)) == winners
    assert told(state, LAST)[-1] == Won(tuple(sorted(winners)))


@pytest.mark.rule("CAB-64")
def test_unless_agreed_otherwise_18_ends_the_game_after_any_number_of_rounds():
    assert Options().end_at == 18
    assert Options().rounds is None


@pytest.mark.rule("CAB-64")
@pytest.mark.parametrize(
    ("options", "over"),
    [
        ({"end_at": 3}, True),
        ({"end_at": 4}, False),
        ({"end_at": 200}, False),
        ({"rounds": 1}, True),
        ({"rounds": 2}, False),
        ({"rounds": 1, "end_at": 200}, True),
        ({"rounds": 9, "end_at": 2}, True),
    ],
)
def test_other_aims_may_be_agreed_on(options: dict[str, Any], over: bool):
    state = ending("blue_18", "blue_09", **options)
    after = play(state, LAST)
    assert after.totals == (0, 1, 3)
    assert (GAME.actor(after) is None) == over
    assert GAME.winners(after) == {0}
    assert (Won((0,)) in told(state, LAST)) == over


@pytest.mark.rule("CAB-64")
@pytest.mark.parametrize("rounds", [1, 2, 3])
@pytest.mark.parametrize("seats", [3, 6])
def test_the_game_ends_after_so_many_rounds_at_the_latest(seats: int, rounds: int):
    moves = random_game(seats, 11, rounds=rounds, end_at=200)
    assert sum(isinstance(event, RoundEnded) for move in moves for event in move.events) == rounds
    assert GAME.winners(moves[-1].after)
    short = random_game(seats, 11, rounds=50, end_at=1)
    assert sum(isinstance(event, RoundEnded) for move in short for event in move.events) == 1
