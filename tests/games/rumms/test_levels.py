"""The shot bot: its levels and their hands, and every decision that is no flick."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rumms import language
from rumms.catalogue import find
from rumms.games.rumms import ideas
from rumms.games.rumms.actions import Decline, Muster, Pick, Put, SetUp, Use
from rumms.games.rumms.advice import Advice
from rumms.games.rumms.bots import BOTS
from rumms.games.rumms.hands import HANDS, LEVELS
from rumms.games.rumms.levels import OPENINGS, ShotBot
from rumms.games.rumms.presets import PRESETS
from rumms.games.rumms.state import Ask, State
from rumms.games.rumms.value import WEIGHTS, Weights
from rumms.games.rumms.why import advice
from rumms.kernel.bots import make, play_out
from rumms.kernel.options import from_words
from rumms.kernel.refusal import BadBot
from rumms.kernel.session import begin
from rumms.physics.model import TREMBLE, Flick
from rumms.seats import bots_of

from .table import BLUE, BLUE_KING, FIRST, Lies, board, flick, off, play, thrown

ENTRY = find("rumms")
GAME: Any = ENTRY.game
SECOND, THIRD = FIRST + 1, FIRST + 2
BOT = ShotBot(GAME, "hard", "40")


def advised(state: State, bot: ShotBot = BOT, seed: int = 1) -> Advice:
    seat = GAME.actor(state)
    given = bot.advise(state, seat, GAME.legal(state), Random(seed))
    assert given.action in GAME.legal(state)
    return given


def chosen(state: State) -> Any:
    return advised(state).action


# Levels.


def test_levels_come_after_greedy_and_weakest_first():
    assert list(BOTS) == ["random", "greedy", "easy", "medium", "hard", "master"]
    trembles = [TREMBLE[level.hand] for level in LEVELS.values()]
    budgets = [level.budget for level in LEVELS.values()]
    assert trembles == sorted(trembles, reverse=True)
    assert budgets == sorted(set(budgets))


def test_a_level_plays_with_its_own_hand_unless_it_is_said_otherwise():
    seats = ("me:Anna", "greedy", "easy:30", "master")
    (words,) = GAME.defaults(bots_of(seats))
    assert words == f"hands=none,steady,{HANDS['easy']},{HANDS['master']}"
    assert from_words(GAME.options, [words], "Rumms").hands == ("none", "steady", HANDS["easy"], HANDS["master"])


def test_a_budget_is_a_number_of_simulated_flicks():
    assert ShotBot(GAME, "hard").budget == LEVELS["hard"].budget
    assert ShotBot(GAME, "easy", "300").budget == 300
    assert ShotBot(GAME, "hard", "300/exact").planner.exact
    assert not ShotBot(GAME, "hard", "300/plain").planner.shares
    assert not ShotBot(GAME, "hard", "300/static").planner.looks
    assert (
        ShotBot(GAME, "hard", "300/untuned").judge.weights
        == Weights()
        != ShotBot(GAME, "hard").judge.weights
        == WEIGHTS
    )


@pytest.mark.parametrize("budget", ["", "0", "many", "3s", "300/lucky", "-5", "²"])
def test_a_budget_that_is_none_is_refused(budget: str):
    with pytest.raises(BadBot, match="simulated flicks"):
        make(f"hard:{budget}", GAME, BOTS)


# Setting up.


def test_openings_are_presets_chosen_by_matches():
    assert OPENINGS.made_by.startswith("python -m rumms.lab.openings")
    assert set(OPENINGS.shares) == {preset.name for preset in PRESETS}
    shares = list(OPENINGS.shares.values())
    assert shares == sorted(shares, reverse=True)


def test_it_sets_up_one_of_the_best_troops():
    state = GAME.new(2, GAME.options())
    muster = chosen(state)
    assert isinstance(muster, Muster)
    best = list(OPENINGS.shares)[:3]
    assert sorted(muster.troop) in [sorted(preset.troop) for preset in PRESETS if preset.name in best]
    state, _ = play(state, muster, muster, game=GAME)
    assert isinstance(chosen(state), SetUp)


def test_it_can_muster_where_no_preset_is_allowed():
    assert isinstance(chosen(GAME.new(2, GAME.options(points=5))), Muster)


# Decisions.


def test_it_shoots_at_the_king_and_says_so():
    given = advised(board("red knight 40,15", "blue troll 45,25", game=GAME))
    assert isinstance(given.action, Flick)
    assert (given.why, given.die, given.target, given.is_counted) == ("shot", FIRST, BLUE_KING, True)
    assert given.chance is not None
    assert 0.5 < given.chance <= 1.0


def test_a_mage_takes_somebody():
    state = board("red mage 45,5", "blue troll 60,28", "blue dragon 35,28", game=GAME)
    state, _ = flick(state, FIRST, Lies(FIRST, 51.5, 15.0, "active"), game=GAME)
    assert chosen(state) == Use(FIRST)
    state, _ = play(state, Use(FIRST), game=GAME)
    assert chosen(state) == Pick((THIRD,)), "the dragon is worth more"
    state, _ = play(state, Pick((THIRD,)), game=GAME)
    assert isinstance(chosen(state), Put)


def test_a_dragon_rescues_the_king():
    state = board("blue troll 20,15", "red dragon 25,25", to_move=BLUE, game=GAME)
    state, _ = flick(state, FIRST, off(0), game=GAME)
    given = advised(state)
    assert (given.action, given.why) == (Use(SECOND), "power")
    state, _ = play(state, Use(SECOND), game=GAME)
    state, _ = play(state, thrown(state, "active"), game=GAME)
    assert isinstance(chosen(state), Put)


def test_dice_that_come_back_in_a_row_are_not_tried_on_all_their_spots_together(monkeypatch: pytest.MonkeyPatch):
    out = tuple(f"red {kind} out" for kind in ("troll", "troll", "spy", "spy", "knight", "mage"))
    state, _ = play(board("red heart 3,3", "red heart 3,6", "red heart 3,9", *out, game=GAME), Use(FIRST), game=GAME)
    judged, of = Counter[str](), BOT.judge.of

    def counted(*values: Any) -> float:
        judged["states"] += 1
        return of(*values)

    monkeypatch.setattr(BOT.judge, "of", counted)
    assert len(chosen(state).dice) > 1
    assert judged["states"] < 1000


def test_a_heart_brings_back_what_is_worth_most():
    state = board("red heart 3,3", "red knight out", "red troll out", "red spy out", "red dragon out", game=GAME)
    state, _ = play(state, Use(FIRST), game=GAME)
    given = advised(state)
    assert given.why == "revive"
    assert isinstance(given.action, Pick)
    assert set(given.action.dice) == {3, 4}, "knight and troll"


def test_ice_freezes_the_die_that_threatens():
    state = board("red ice aside", "blue dragon 20,15", "blue troll 45,28", game=GAME)
    state, _ = play(state, Use(FIRST), game=GAME)
    state, _ = play(state, chosen(state), game=GAME)
    assert SECOND in state.frozen()


def test_the_king_goes_home_when_he_would_be_lost():
    shield = ("blue heart 54.6,13.4", "blue heart 54,15.2", "blue heart 56.4,12.8")
    home = tuple(f"red heart {x},{y}" for x, y in ((14, 11), (13, 13), (12, 15), (13, 9)))
    state = board("red king 40,2", "blue troll 44,2", "blue troll 40,7", *shield, *home, game=GAME)
    given = advised(state)
    assert given.action == Use(0)
    assert given.why == "guard"


def test_a_second_flick_is_made_if_it_promises_something():
    state = board("red dragon 10,3", "blue troll 45,25", game=GAME)
    free, _ = flick(state, FIRST, Lies(FIRST, 25.0, 15.0), game=GAME)
    assert free.task.ask is Ask.FLICK
    assert isinstance(chosen(free), Flick)


def test_a_second_flick_that_can_only_harm_is_declined():
    fence = ("red king 2.65,1", "red troll 1,2.65", "red troll 2.65,2.65")
    state = board("red dragon 10,3", *fence, "blue troll 60,25", "blue king 58,3", game=GAME)
    shut_in, _ = flick(state, FIRST, Lies(FIRST, 1.0, 1.0), game=GAME)
    assert shut_in.task.ask is Ask.FLICK
    assert advised(shut_in) == Advice(Decline(), "no flick")


def test_the_same_seed_is_the_same_decision():
    state = board("red knight 35,15", "red mage 20,3", "blue troll 45,27", "blue knight 50,12", game=GAME)
    again = ShotBot(GAME, "hard", "40")
    assert advised(state, seed=4) == advised(state, again, seed=4)


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_with_every_decision_legal(seed: int):
    """`play_out` refuses a bot that chooses what it may not."""
    names = ("easy:6", "random")[:: 1 if seed % 2 else -1]
    options = from_words(GAME.options, GAME.defaults(bots_of(names)), "Rumms")
    session = begin(GAME, names, options, seed)
    play_out(session, names, {seat: make(name, GAME, BOTS) for seat, name in enumerate(names)})
    assert GAME.winners(session.state)


def test_it_plays_with_a_real_finger_allowed_in_teams_and_without_powers():
    names = ("easy:4", "random", "easy:4")
    words = ("finger=true", "powers=false", "teams=red,blue,red", "hands=steady,none,shaky")
    session = begin(GAME, names, from_words(GAME.options, words, "Rumms"), 5)
    play_out(session, names, {seat: make(name, GAME, BOTS) for seat, name in enumerate(names)})
    assert GAME.winners(session.state)


# Explanations.

STATE = board("red knight 20,15", "blue troll 40,15", "blue mage 30,3", game=GAME)
SHOT = Flick(FIRST, 0.0, 200.0)


@pytest.mark.parametrize(
    ("given", "english", "german"),
    [
        (Advice(SHOT, "shot", FIRST, BLUE_KING, over=(SECOND,), chance=0.41, is_counted=True), "41%", "41"),
        (Advice(SHOT, "castle", FIRST, chance=0.5), "into the enemy castle", "feindliche Burg"),
        (Advice(SHOT, "land", FIRST, chance=0.5), "beyond the wall", "Mauer"),
        (Advice(SHOT, "thaw", FIRST, SECOND, chance=0.25), "25%", "Eis"),
        (Advice(SHOT, "block", FIRST, SECOND, chance=0.9), "into the way of the troll", "Troll"),
    ],
)
def test_an_intention_is_told_in_both_languages(given: Advice, english: str, german: str):
    before = language.code()
    try:
        language.use("en")
        assert english in advice(STATE, given)
        language.use("de")
        assert german in advice(STATE, given)
    finally:
        language.use(before)


def test_nobody_dodges_for_ever():
    """Behind so many hearts no flick promises as much as a king's move; if both sides thought so, none would win."""
    behind = tuple(f"blue heart {x},{y}" for x, y in ((54, 13), (54, 15), (54, 17), (52, 12), (52, 14), (52, 16)))
    state = board(*behind, game=GAME)
    assert isinstance(chosen(state), Use)
    assert isinstance(chosen(replace(state, turn=replace(state.turn, number=300))), Flick)


def test_there_is_always_a_flick_to_think_of(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(ideas, "TRIED", 10.0)
    state = board("red troll 20,15", "blue troll 45,15", game=GAME)
    found = ideas.candidates(state, BOT.judge, (FIRST,))
    assert {candidate.target for candidate in found} == {BLUE_KING}
