"""The search for flicks: ideas on hand-made boards, tried in the engine itself."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest

from rumms.catalogue import find
from rumms.games.rumms.game import Rumms
from rumms.games.rumms.ideas import Candidate, Idea, candidates
from rumms.games.rumms.shots import FINALISTS, OUTCOMES, Found, Planner, Search, is_done, try_out
from rumms.games.rumms.state import Out, State
from rumms.games.rumms.table import in_castle
from rumms.games.rumms.trusted import after, layout
from rumms.games.rumms.turn import flickable
from rumms.games.rumms.value import Judge
from rumms.physics.model import Flick, Hand

from .table import BLUE, BLUE_KING, FIRST, RED, board

ENGINE = find("rumms").game
assert isinstance(ENGINE, Rumms)
FAST = ENGINE.fast
JUDGE = Judge()
SECOND = FIRST + 1
WALL = tuple(f"blue troll 47,{y}" for y in (11.8, 13.4, 15.0, 16.6, 18.2))
"""Trolls side by side between a red die and the blue king."""


def ideas(state: State) -> list[Candidate]:
    return candidates(state, JUDGE, flickable(state, state.turn.side))


def share(state: State, candidate: Candidate, times: int = 20, hand: Hand = "steady") -> float:
    """How often a shot does what it is meant to do."""
    rng, shooter = Random(1), FAST(layout(state))
    ends = (try_out(state, candidate.flick, hand, shooter, rng)[1] for _ in range(times))
    return sum(is_done(candidate, end, state.turn.side) for end in ends) / times


def best(state: State, idea: Idea) -> float:
    """What the best shot of an idea achieves, of the first ones."""
    found = [candidate for candidate in ideas(state) if candidate.idea == idea]
    assert found, idea
    return max(share(state, candidate) for candidate in found[:27])


def plan(state: State, budget: int, seed: int = 1, *, hand: Hand = "steady", **how: bool) -> list[Found]:
    dice = flickable(state, state.turn.side)
    return Planner(JUDGE, FAST, **how).plan(state, dice, hand, budget, Random(seed))


def test_a_straight_hit_knocks_the_king_off():
    assert best(board("red knight 40,15"), "hit") > 0.7


def test_a_hop_clears_a_wall_of_defenders_and_hits_the_king():
    state = board("red knight 30,15", *WALL)
    assert best(state, "hop") >= 0.1
    hops = [candidate for candidate in ideas(state) if candidate.idea == "hop" and candidate.target == BLUE_KING]
    assert hops
    assert all(set(hop.over) <= set(range(SECOND, SECOND + len(WALL))) for hop in hops)
    shooter = FAST(layout(state))
    cleared = 0
    for hop in hops:
        end = after(state, hop.flick, shooter(hop.flick))
        unmoved = all(end.dice[die].where == state.dice[die].where for die in hop.over)
        die = end.dice[FIRST]
        cleared += unmoved and (not die.is_on_mat or die.body.pose.x > 48.0)
    assert cleared, "over the wall without touching it"


def test_a_chain_drives_one_die_into_the_king():
    assert best(board("red knight 40,15", "blue troll 53.5,15"), "chain") > 0.3


def test_a_mage_slides_into_the_enemy_castle_and_stays_active():
    state = board("red mage 28,15 active", "blue king 58,3", "blue knight 60,28")
    assert best(state, "castle") > 0.5
    first = next(candidate for candidate in ideas(state) if candidate.idea == "castle")
    end = after(state, first.flick, FAST(layout(state))(first.flick))
    assert in_castle(end.dice[FIRST].body, BLUE, end.bodies(), end.options.mat)


def test_a_spy_lands_beyond_the_wall():
    assert best(board("red spy 25,3 active", "blue troll 60,28"), "land") > 0.5


def test_ice_is_knocked_off_an_own_die():
    assert best(board("red knight 20,10", "red troll 12,10", "blue ice 20,10@1"), "thaw") > 0.3


def test_an_ice_cube_does_not_bar_the_way_to_the_die_under_it():
    assert best(board("red knight 20,10", "red troll 12,10", "blue ice 19.6,10@1"), "thaw") > 0.3


def test_somebody_stands_before_the_own_king():
    state = board("red troll 10,22", "blue knight 30,15")
    guards = [candidate for candidate in ideas(state) if candidate.idea == "guard"]
    assert guards
    shooter = FAST(layout(state))
    ends = [after(state, guard.flick, shooter(guard.flick)) for guard in guards]
    assert max(JUDGE.after_move(end, RED) for end in ends) > JUDGE.after_move(state, RED) + 0.1


def test_a_die_at_the_edge_is_pushed_off():
    state = board("red troll 45,10", "blue knight 45,27", "blue king 58,15")
    assert any(one.target == SECOND and share(state, one) > 0.7 for one in ideas(state) if one.idea == "hit")


def test_an_idea_knows_whom_it_drives_into_its_target():
    found = ideas(board("red knight 40,15", "blue troll 50,15", "blue troll 45,27"))
    chains = [one for one in found if one.idea == "chain" and one.target == BLUE_KING]
    assert chains
    assert all(one.through == (SECOND,) for one in chains)
    assert not any(one.through for one in found if one.idea in {"hit", "hop"})


def test_a_shot_that_knocks_the_king_off_by_the_way_is_told_as_meant_for_him():
    state = board("red knight 50,15", "blue troll 59.4,15", "blue king 61,15")
    meant = Candidate(Flick(FIRST, 0.0, 300.0), "hit", SECOND)
    search = Search(Planner(JUDGE, FAST), state, "steady", [meant], Random(1))
    search.spend(12)
    (found,) = search.best_of_each()
    assert found.chance > 0.5
    assert (found.candidate.idea, found.candidate.target, found.candidate.through) == ("chain", BLUE_KING, (SECOND,))


def test_every_idea_is_one_that_can_be_told():
    assert {"hit", "chain", "hop", "castle", "land", "thaw", "guard"} == set(get_args(Idea))


def test_the_own_king_is_not_flicked_while_there_are_others():
    assert all(one.flick.die != 0 for one in ideas(board("red troll 20,15")))
    assert {one.flick.die for one in ideas(board("blue troll 20,28"))} <= {0}


def test_ideas_come_best_first():
    priors = [one.prior for one in ideas(board("red knight 40,15", "red troll 20,3", *WALL))]
    assert priors == sorted(priors, reverse=True)


# The search.


def test_the_search_finds_the_shot_at_the_king():
    state = board("red knight 40,15", "red troll 20,3", "blue troll 45,27")
    found = plan(state, 60)
    assert found[0].candidate.target == BLUE_KING
    assert found[0].chance > 0.6
    assert found[0].worth > 0.8


def test_the_search_is_the_same_for_the_same_seed_and_obeys_its_budget():
    state = board("red knight 35,15", "red mage 20,3", "blue troll 45,27", "blue knight 50,12")
    assert plan(state, 50, seed=3) == plan(state, 50, seed=3)
    counted = 0

    def counting(place: object) -> object:
        shooter = FAST(place)  # type: ignore[arg-type]

        def shoot(flick: Flick) -> object:
            nonlocal counted
            counted += 1
            return shooter(flick)

        return shoot

    for budget in (50, 200):
        counted = 0
        Planner(JUDGE, counting).plan(state, flickable(state, RED), "steady", budget, Random(1))  # type: ignore[arg-type]
        assert 0.7 * budget < counted <= budget


def test_more_trials_find_better_shots():
    """Judged by many flicks of what was chosen, over a few positions in which it is not obvious."""
    states = [
        board("red knight 30,15", "red troll 25,8", "red spy 28,20", *WALL),
        board("red knight 35,10", "red mage 30,20", "blue troll 50,14", "blue knight 45,18", "blue dragon 52,22"),
    ]

    def judged(budget: int) -> float:
        total = 0.0
        for state in states:
            shooter, rng = FAST(layout(state)), Random(9)
            for seed in range(4):
                flick = plan(state, budget, seed, looks=False)[0].candidate.flick
                ends = (try_out(state, flick, "steady", shooter, rng)[1] for _ in range(60))
                total += sum(JUDGE.after_move(end, RED) for end in ends)
        return total

    assert judged(240) > judged(8)


def test_a_sure_hand_tries_no_shot_twice():
    state = board("red knight 35,15", "blue troll 45,27")
    assert plan(state, 40, hand="none")[0].chance == pytest.approx(1.0)


@pytest.mark.parametrize("how", ["shares", "exact", "looks"])
def test_the_ways_to_compare_all_choose_something(how: str):
    planner = Planner(JUDGE, FAST, **{how: how == "exact"})
    assert planner.plan(board("red knight 40,15", "blue troll 45,27"), (FIRST,), "steady", 30, Random(1))


def test_an_exact_shot_is_chosen_for_what_it_leads_to_if_nothing_trembles():
    state = board("red knight 35,15", "blue troll 45,27")
    found = plan(state, 40, exact=True, looks=False)[0]
    end = after(state, found.candidate.flick, FAST(layout(state))(found.candidate.flick))
    assert found.worth == pytest.approx(JUDGE.after_move(end, RED), abs=0.01)


def test_replies_count_against_a_shot_that_leaves_the_own_king_open():
    state = board("red troll 3,28", "blue knight 30,15", "blue knight 24,3", *WALL)
    found = plan(state, 200)
    assert any(one.worth < one.static for one in found), "what the enemy does then was tried"
    assert all(one.worth == one.static for one in plan(state, 200, looks=False))
    assert all(one.worth == one.static for one in plan(state, 120)), "too few trials to tell anything"


def test_the_enemy_has_the_same_luck_after_each_shot(monkeypatch: pytest.MonkeyPatch):
    state = board("red troll 3,28", "blue knight 30,15", "blue knight 24,3", *WALL)
    drawn = []

    def replies(_planner: Planner, _state: object, _hand: str, tries: int, luck: Random) -> float:
        drawn.append((tries, luck.random()))
        return 0.5

    monkeypatch.setattr(Planner, "replies", replies)
    plan(state, 400)
    assert {tries for tries, _ in drawn} == {2}
    assert OUTCOMES < len(drawn) <= FINALISTS * OUTCOMES, "after more than one shot; none where a king is off"
    assert len(set(drawn)) <= OUTCOMES


def test_a_trusted_shot_needs_no_hits():
    state = board("red knight 50,15")
    flick = Flick(FIRST, 0.0, 300.0)
    shot = FAST(layout(state))(flick)
    assert not shot.hits
    assert isinstance(after(state, flick, shot).dice[BLUE_KING].where, Out)


def test_nothing_to_flick_is_no_plan():
    state = board("red troll 20,3", "blue ice 20,3@1")
    assert Planner(JUDGE, FAST).plan(state, (), "steady", 20, Random(1)) == []
