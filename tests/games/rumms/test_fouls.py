"""Fouls of a real finger: what is one, what is none, and what follows, in which order."""

from __future__ import annotations

import pytest

from rumms.games.rumms.actions import Action, Decline, Pick, Put, Settled, Use
from rumms.games.rumms.events import Defeated, Foul, Missed, WentBack, who
from rumms.games.rumms.kinds import KINDS
from rumms.games.rumms.state import Ask, OnMat, State
from rumms.kernel.game import NATURE
from rumms.physics.model import Flick, Moment, Moved, Pose, Shot, Swipe, Touched

from .table import (
    BLUE,
    BLUE_KING,
    FIRST,
    GAME,
    RED,
    RED_KING,
    Lies,
    at,
    board,
    flick,
    is_out,
    off,
    play,
    push,
    put,
    refused,
    shot,
    sorts,
    swipe,
    thrown,
    touch,
)

SECOND, THIRD, FOURTH, FIFTH, SIXTH = range(FIRST + 1, FIRST + 6)
SWIPE = Swipe((Moment(0.0, 1.0, 1.0), Moment(0.1, 2.0, 2.0)))


def foul(*dice: str, lies: tuple[Lies, ...] = ()) -> State:
    """A red knight (die 2) was pushed along instead of flicked, with these other dice on the mat."""
    return push(board("red knight 20,25", *dice, finger=True), FIRST, lies)[0]


# What is a foul.


@pytest.mark.rule("RUM-19")
@pytest.mark.parametrize("die", [RED_KING, FIRST, SECOND])
def test_a_quick_touch_of_one_own_die_is_a_flick(die: int):
    state = board("red knight 20,5", "red troll 20,10 shadow", finger=True)
    state, events = swipe(state, touch(die), lies=(Lies(die, 25.0, 25.0),))
    assert sorts(events) == ["Flicked"]
    assert (state.task.ask, state.task.side) == (Ask.MOVE, BLUE)


@pytest.mark.rule("RUM-19")
@pytest.mark.parametrize(
    ("touched", "why"),
    [
        ((touch(FIRST), touch(SECOND)), "several"),
        ((touch(FIRST), touch(SECOND, time=1.5)), "several"),  # long after the first
        ((touch(RED_KING), touch(FIRST)), "several"),
        ((touch(THIRD),), "not yours"),  # an own heart
        ((touch(FOURTH),), "not yours"),  # an enemy die
        ((touch(BLUE_KING),), "not yours"),
        ((touch(FIFTH),), "not yours"),  # a frozen one
        ((touch(SIXTH),), "not yours"),  # ice
        ((touch(FIRST), touch(FOURTH, time=1.5)), "not yours"),
        ((touch(FIRST), touch(THIRD)), "not yours"),
    ],
)
def test_touching_anything_but_one_own_flickable_die_is_a_foul(touched: tuple[Touched, ...], why: str):
    state = board(
        "red knight 20,5",
        "red troll 22,5",
        "red heart 20,10",
        "blue knight 40,5",
        "red troll 25,20",
        "blue ice 25,20@1",
        finger=True,
    )
    state, events = swipe(state, *touched)
    assert events == [events[0], Foul(RED, why, who(state.dice[touched[0].die]))]  # type: ignore[arg-type]
    assert (state.task.ask, GAME.actor(state)) == (Ask.PICK, 1)


@pytest.mark.rule("RUM-19")
def test_the_die_of_a_foul_is_the_first_that_was_touched():
    state = board("red knight 20,5", "red troll 22,5", finger=True)
    _, events = swipe(state, touch(FIRST, time=0.2), touch(SECOND, time=0.1))
    assert isinstance(events[1], Foul)
    assert events[1].die.id == SECOND


@pytest.mark.rule("RUM-19")
def test_dice_that_the_flicked_die_hits_do_not_count():
    state = board("red knight 20,5", "red troll 22,5", "blue knight 24,5", finger=True)
    state, events = swipe(state, touch(FIRST), lies=(Lies(SECOND, 26.0, 5.0), Lies(THIRD, 29.0, 5.0), off(BLUE_KING)))
    assert sorts(events) == ["Flicked", "Defeated", "Won"]
    assert GAME.winners(state) == {0}


@pytest.mark.rule("RUM-19")
def test_without_the_option_nobody_swipes():
    state = board("red knight 20,5")
    assert refused(state, SWIPE) == "RUM-19"
    assert SWIPE in GAME.legal(board("red knight 20,5", finger=True))


@pytest.mark.rule("RUM-19")
def test_in_the_second_flick_only_the_dragon_may_be_touched():
    state = board("red dragon 20,5", "red knight 20,10", finger=True)
    state, _ = swipe(state, touch(FIRST), lies=(Lies(FIRST, 22.0, 5.0),))
    assert state.task.ask is Ask.FLICK
    _, clean = swipe(state, touch(FIRST))
    assert sorts(clean) == ["Flicked"]
    _, events = swipe(state, touch(SECOND))
    assert sorts(events) == ["Flicked", "Foul"]


@pytest.mark.rule("RUM-20")
@pytest.mark.parametrize(
    ("speeds", "pushed"),
    [
        ((29.9, 29.9, 29.9), True),
        ((30.1, 30.1, 30.1), False),
        ((90.0, 10.0, 10.0), True),  # quick only before it touches the die
        ((5.0, 60.0, 0.0), False),  # quick as it strikes
        ((5.0, 5.0, 90.0), True),  # quick when it is too late
    ],
)
def test_a_finger_that_is_slow_all_the_while_it_strikes_pushes(speeds: tuple[float, float, float], pushed: bool):
    """So fast before it touches the die, in the next 30 ms, and after them."""
    path, times = [Moment(0.0, 1.0, 5.0)], (0.1, 0.131, 0.2)
    for time, speed in zip(times, speeds, strict=True):
        last = path[-1]
        path.append(Moment(time, last.x + speed * (time - last.time), 5.0))
    stroke = Swipe(tuple(path))
    state = board("red knight 20,5", finger=True)
    touched = shot(state, FIRST, Lies(FIRST, 25.0, 5.0), touched=(touch(FIRST, time=0.1005),))
    state, events = play(state, stroke, Settled(stroke, touched))
    assert [event.why for event in events if isinstance(event, Foul)] == (["pushed"] if pushed else [])
    assert (state.task.ask is Ask.PICK) == pushed


@pytest.mark.rule("RUM-20")
def test_a_finger_that_is_lifted_as_it_strikes_flicks_as_fast_as_it_came():
    state = board("red knight 20,5", finger=True)
    _, events = swipe(state, touch(FIRST, time=0.10004), lies=(Lies(FIRST, 25.0, 5.0),))
    assert sorts(events) == ["Flicked"]


@pytest.mark.rule("RUM-21")
@pytest.mark.parametrize(("x", "y"), [(7.9, 15.0), (8.59, 15.0), (7.0, 15.9)])
def test_a_spot_that_would_move_other_dice_is_refused_whatever_the_input(x: float, y: float):
    state = board("red king 20,5", "red troll 7,15", finger=True)
    state, _ = play(state, Use(RED_KING))
    assert refused(state, Put(RED_KING, Pose(x, y))) == "RUM-47"


@pytest.mark.rule("RUM-21")
def test_setting_a_die_is_no_foul():
    state = board("red king 20,5", "red troll 7,15", finger=True)
    state, events = play(state, Use(RED_KING))
    state, more = play(state, put(state, 8.6, 15.0))
    assert sorts([*events, *more]) == ["WasSet"]
    assert at(state, FIRST) == (7.0, 15.0, 0)
    assert state.turn.side is BLUE


@pytest.mark.rule("RUM-23")
def test_only_a_real_finger_can_foul():
    """A flick is none, even in a game with a finger, and even if it was reported to touch several dice."""
    state = board("red knight 20,5", "blue knight 22,5", finger=True)
    stroke = Flick(FIRST, 0.0, 100.0)
    shot = Shot((), touched=(touch(FIRST), touch(SECOND)))
    state, events = play(state, stroke, Settled(stroke, shot))
    assert sorts(events) == ["Flicked"]
    assert state.turn.side is BLUE


@pytest.mark.rule("RUM-23")
def test_a_finger_that_touches_no_die_has_not_flicked():
    before = board("red knight 20,5", finger=True, seats=4)
    state, events = swipe(before)
    assert events == [Missed(0)]
    assert state == before
    state, _ = swipe(state)
    state, events = swipe(state, touch(FIRST))
    assert sorts(events) == ["Flicked"]
    assert state.turn.side is BLUE


@pytest.mark.rule("RUM-23")
def test_a_miss_leaves_the_second_flick_open():
    state = board("red dragon 20,5", finger=True)
    before, _ = swipe(state, touch(FIRST), lies=(Lies(FIRST, 22.0, 5.0),))
    state, events = swipe(before)
    assert sorts(events) == ["Missed"]
    assert state == before
    assert Decline() in GAME.legal(state)


# What follows.


@pytest.mark.rule("RUM-22")
def test_after_a_foul_the_opponent_takes_one_die():
    state = foul("red troll 20,10", "blue knight 40,5")
    assert (state.task.ask, state.task.among, GAME.actor(state)) == (Ask.PICK, (FIRST, SECOND), 1)
    for dice in ((RED_KING,), (THIRD,), (BLUE_KING,), (FIRST, SECOND), ()):
        assert refused(state, Pick(dice)) == "RUM-43"
    state, events = play(state, Pick((SECOND,)))
    assert events == [Defeated(who(state.dice[SECOND]), "foul")]
    assert is_out(state, SECOND)
    assert (state.task.ask, state.task.side) == (Ask.MOVE, BLUE)


@pytest.mark.rule("RUM-22")
def test_the_opponent_need_not_take_one():
    state, events = play(foul("red troll 20,10"), Decline())
    assert events == []
    assert (state.task.ask, state.task.side) == (Ask.MOVE, BLUE)
    assert all(state.dice[die].is_on_mat for die in (FIRST, SECOND))


@pytest.mark.rule("RUM-22", "RUM-13")
def test_dice_on_the_one_that_is_taken_come_down():
    state, _ = play(foul("red troll 20,10", "blue knight 20,10@1"), Pick((SECOND,)))
    assert at(state, THIRD) == (20.0, 10.0, 0)


@pytest.mark.rule("RUM-22")
def test_a_foul_of_blue_is_reds_to_punish():
    state = board("blue knight 40,5", "red knight 20,5", finger=True, to_move=BLUE)
    state, _ = swipe(state, touch(SECOND))
    assert (state.task.ask, state.task.among, GAME.actor(state)) == (Ask.PICK, (FIRST,), 0)


@pytest.mark.rule("RUM-22", "RUM-48")
def test_the_member_who_moves_next_punishes():
    state = board("red knight 20,5", finger=True, seats=4)
    for _ in range(2):
        state, _ = flick(state, state.king(state.turn.side).id)
    state, _ = push(state, FIRST)
    assert GAME.actor(state) == 3
    state, _ = play(state, Decline())
    assert GAME.actor(state) == 3


@pytest.mark.rule("RUM-22")
def test_a_team_with_nothing_but_its_king_has_nothing_to_lose():
    state, events = push(board(finger=True), RED_KING)
    assert sorts(events) == ["Flicked", "Foul"]
    assert (state.task.ask, state.task.side) == (Ask.MOVE, BLUE)


@pytest.mark.rule("RUM-49")
def test_every_die_on_the_mat_and_the_ice_can_be_taken_but_no_hidden_spy_and_no_king():
    dice = {
        "red heart 20,5": True,
        "red troll 40,5": True,
        "red ice 45,5@1": True,
        "blue knight 45,5": False,
        "red ice aside": True,
        "red spy aside": False,
        "red mage out": False,
        "red mage 25,5": True,
        "blue ice 25,5@1": False,
        "blue ice aside": False,
    }
    state = foul(*dice)
    within_reach = {FIRST, *(number for number, reach in enumerate(dice.values(), SECOND) if reach)}
    assert set(state.task.among) == within_reach
    waiting = SECOND + list(dice).index("red ice aside")
    after, _ = play(state, Pick((waiting,)))
    assert is_out(after, waiting)
    ice = SECOND + list(dice).index("red ice 45,5@1")
    after, _ = play(state, Pick((ice,)))
    assert is_out(after, ice)


@pytest.mark.rule("RUM-23", "RUM-50")
def test_the_opponents_dice_that_the_foul_defeated_go_back_into_its_castle():
    state = foul("blue heart 40,5", "red troll 20,10", lies=(off(SECOND), off(THIRD)))
    assert (state.task.ask, state.task.about, GAME.actor(state)) == (Ask.PUT, SECOND, 1)
    assert refused(state, put(state, 40.0, 5.0)) == "RUM-09"
    assert refused(state, put(state, 7.0, 12.0)) == "RUM-09"
    state, _ = play(state, put(state, 54.0, 13.0))
    assert at(state, SECOND) == (54.0, 13.0, 0)
    assert state.task.ask is Ask.PICK
    assert is_out(state, THIRD)


@pytest.mark.rule("RUM-23")
def test_without_a_foul_nothing_goes_back():
    """A heart is out, a berserker is thrown, and with the king the game is lost."""
    state = board("red knight 20,25", "blue heart 40,5", "blue berserker 40,10", finger=True)
    after, events = swipe(state, touch(FIRST), lies=(off(SECOND), off(THIRD)))
    assert sorts(events) == ["Flicked", "Defeated", "Defeated"]
    assert (after.task.ask, after.task.about) == (Ask.THROW, THIRD)
    assert is_out(after, SECOND)
    after, _ = swipe(state, touch(FIRST), lies=(off(BLUE_KING),))
    assert GAME.winners(after) == {0}


@pytest.mark.rule("RUM-50")
def test_a_captured_die_of_the_opponent_goes_back_without_a_throw():
    state = foul("blue troll 40,5", lies=(Lies(SECOND, 20.0, 5.0, "shadow"),))
    assert (state.task.ask, state.task.about, GAME.actor(state)) == (Ask.PUT, SECOND, 1)
    state, events = play(state, put(state, 54.0, 13.0))
    assert sorts(events) == ["WasSet"]
    assert state.dice[SECOND].body.up == KINDS["troll"].first_active
    assert state.task.ask is Ask.PICK
    state, _ = play(state, Decline())
    assert state.turn.side is BLUE


@pytest.mark.rule("RUM-50")
def test_the_opponents_king_goes_back_and_the_game_goes_on_without_a_rescue():
    state = foul("blue dragon 40,5", lies=(off(BLUE_KING),))
    assert (state.task.ask, state.task.about, GAME.actor(state)) == (Ask.PUT, BLUE_KING, 1)
    assert GAME.winners(state) == frozenset()
    state, _ = play(state, put(state, 56.0, 15.0))
    assert state.task.ask is Ask.PICK
    state, events = play(state, Decline())
    assert events == []
    assert (state.task.ask, state.task.side) == (Ask.MOVE, BLUE)
    assert state.dice[SECOND].is_on_mat


@pytest.mark.rule("RUM-50")
def test_a_berserker_that_goes_back_is_not_thrown():
    state = foul("blue berserker 40,5", lies=(off(SECOND),))
    state, _ = play(state, put(state, 54.0, 13.0))
    assert (state.task.ask, state.task.power) == (Ask.PICK, "penalty")
    state, _ = play(state, Decline())
    assert (state.task.ask, state.task.side) == (Ask.MOVE, BLUE)


@pytest.mark.rule("RUM-50", "RUM-54")
def test_the_opponent_chooses_in_which_order_its_dice_go_back():
    """Two that fell, one that is captured, and the king."""
    lies = (off(SECOND), off(THIRD), Lies(FOURTH, 20.0, 5.0, "shadow"), off(BLUE_KING))
    state = foul("blue knight 40,5", "blue troll 40,10", "blue mage 40,20", lies=lies)
    order = [THIRD, BLUE_KING, FOURTH, SECOND]
    for number, die in enumerate(order[:-1]):
        assert (state.task.ask, GAME.actor(state)) == (Ask.USE, 1)
        assert set(state.task.among) == set(order[number:])
        assert refused(state, Decline()) == "RUM-43"
        state, events = play(state, Use(die))
        assert events == [WentBack(who(state.dice[die]))]
        state, _ = play(state, put(state, 53.0 + 2.0 * number, 12.0))
    assert (state.task.ask, state.task.about) == (Ask.PUT, SECOND)
    state, _ = play(state, put(state, 58.0, 18.0))
    assert state.task.ask is Ask.PICK


def answer(state: State) -> Action:
    """Set home what goes back, take the second die, let throws fail, and decline every power."""
    match state.task.ask:
        case Ask.PUT:
            return put(state, 54.0, 13.0)
        case Ask.PICK:
            return Pick((state.task.among[1],))
        case Ask.THROW:
            return thrown(state, "shadow")
    return Decline()


@pytest.mark.rule("RUM-50")
def test_after_a_foul_dice_go_back_then_one_is_taken_then_all_goes_on_as_after_any_flick():
    """A blue knight falls; two red trolls are captured, one of which the opponent takes; a red mage vanishes a die."""
    state = foul(
        "blue knight 40,5",
        "red troll 20,5",
        "red troll 20,10",
        "red mage 20,15",
        lies=(
            off(SECOND),
            Lies(THIRD, 40.0, 5.0, "shadow"),
            Lies(FOURTH, 40.0, 10.0, "shadow"),
            Lies(FIFTH, 54.0, 17.0, "active"),
        ),
    )
    asked = []
    while state.turn.side is RED:
        asked.append((state.task.ask, state.task.power, GAME.actor(state)))
        state, _ = play(state, answer(state))
    assert asked == [
        (Ask.PUT, "goes back", 1),
        (Ask.PICK, "penalty", 1),
        (Ask.THROW, "captured", NATURE),
        (Ask.USE, "vanish", 0),
    ]
    assert [is_out(state, die) for die in (SECOND, THIRD, FOURTH, FIFTH)] == [False, True, True, False]


@pytest.mark.rule("RUM-50")
def test_after_a_foul_there_is_no_second_flick():
    state = board("red dragon 20,5", finger=True)
    clean, _ = swipe(state, touch(FIRST), lies=(Lies(FIRST, 22.0, 5.0),))
    assert clean.task.ask is Ask.FLICK
    state, _ = push(state, FIRST, lies=(Lies(FIRST, 22.0, 5.0),))
    state, _ = play(state, Decline())
    assert (state.task.ask, state.task.side) == (Ask.MOVE, BLUE)


@pytest.mark.rule("RUM-50")
def test_a_foul_in_the_second_flick_is_a_foul():
    state = board("red dragon 20,5", "blue knight 40,5", finger=True)
    state, _ = swipe(state, touch(FIRST), lies=(Lies(FIRST, 22.0, 5.0),))
    state, events = push(state, FIRST, lies=(off(SECOND),))
    assert sorts(events) == ["Flicked", "Foul", "Defeated", "WentBack"]
    state, _ = play(state, put(state, 54.0, 13.0))
    assert state.task.among == (FIRST,)


@pytest.mark.rule("RUM-50")
def test_what_the_fouling_team_lost_stays_lost():
    state = foul("red troll 20,10", "red berserker 25,10", lies=(off(SECOND), off(THIRD)))
    assert state.task.among == (FIRST,)
    state, _ = play(state, Decline())
    assert is_out(state, SECOND)
    assert is_out(state, THIRD)
    assert state.turn.side is BLUE


@pytest.mark.rule("RUM-50", "RUM-24")
def test_a_fouling_team_that_lost_its_own_king_has_lost():
    state = foul("blue knight 40,5", lies=(off(RED_KING), off(SECOND)))
    assert GAME.winners(state) == {1}


@pytest.mark.rule("RUM-50", "RUM-24")
def test_of_both_kings_off_in_a_foul_only_the_fouling_teams_counts():
    state = foul(lies=(off(RED_KING), off(BLUE_KING)))
    assert GAME.winners(state) == {1}


@pytest.mark.rule("RUM-50")
def test_the_opponent_may_take_the_dragon_that_would_have_rescued_the_fouling_teams_king():
    state = foul("red dragon 20,10", lies=(off(RED_KING),))
    assert (state.task.ask, state.task.power, state.task.among) == (Ask.PICK, "penalty", (FIRST, SECOND))
    taken, events = play(state, Pick((SECOND,)))
    assert sorts(events) == ["Defeated", "Won"]
    assert GAME.winners(taken) == {1}
    left, _ = play(state, Pick((FIRST,)))
    assert (left.task.ask, left.task.power) == (Ask.USE, "rescue")


@pytest.mark.rule("RUM-50")
@pytest.mark.parametrize("side", ["red", "blue"])
def test_ice_cubes_that_were_knocked_off_stay_out(side: str):
    below = "blue" if side == "red" else "red"
    x = 25.0 if below == "red" else 40.0
    state = foul(f"{below} knight {x},5", f"{side} ice {x},5@1", lies=(off(THIRD),))
    assert is_out(state, THIRD)
    assert (state.task.ask, state.task.power) == (Ask.PICK, "penalty")
    on_mat = foul(f"{below} knight {x},5", f"{side} ice {x},5@1", lies=(Lies(THIRD, x, 10.0),))
    assert is_out(on_mat, THIRD)


@pytest.mark.rule("RUM-50")
def test_a_die_that_went_back_counts_as_never_defeated():
    """A blue heart can do nothing for it in the next turn, and it can be flicked."""
    state = foul("blue knight 40,5", "blue heart 45,25", lies=(off(SECOND),))
    state, _ = play(state, put(state, 54.0, 13.0))
    state, _ = play(state, Decline())
    assert Flick(SECOND, 0.0, 100.0) in GAME.legal(state)
    state, _ = play(state, Use(THIRD))
    assert state.task.among == ()


@pytest.mark.rule("RUM-50", "RUM-13")
def test_dice_on_a_captured_one_that_goes_back_come_down():
    state = foul(
        "blue troll 40,5", "red troll 25,10", lies=(Lies(SECOND, 20.0, 5.0, "shadow"), Lies(THIRD, 20.0, 5.0, level=1))
    )
    assert state.task.about == SECOND
    assert at(state, THIRD) == (20.0, 5.0, 0)
    assert isinstance(state.dice[THIRD].where, OnMat)


@pytest.mark.rule("RUM-19")
def test_a_swipe_that_touched_nothing_moves_nothing():
    state, _ = play(board("red knight 20,5", finger=True), SWIPE)
    moved = Moved(FIRST, Pose(25.0, 5.0), 0)
    assert refused(state, Settled(SWIPE, Shot((moved,)))) == "RUM-13"
