"""Choosing troops, setting them up behind the screen, the quick start, and spots in general."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rumms.games.rumms.actions import Decline, Muster, Pass, Pick, Put, Settled, SetUp, Use
from rumms.games.rumms.army import QUICK_START
from rumms.games.rumms.events import Chosen, Mustered, Ready, Unscreened
from rumms.games.rumms.kinds import KINDS
from rumms.games.rumms.state import Aside, Ask, OnMat, Options, Screened, State, Tin
from rumms.kernel.game import NATURE, Forced
from rumms.kernel.refusal import IllegalMove
from rumms.kernel.session import Session
from rumms.physics.model import Flick, Moved, Pose, Shot

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
    formation,
    mustered,
    off,
    play,
    put,
    refused,
    sorts,
    thrown,
)

FIFTY = (
    "king",
    *("knight",) * 4,
    *("dragon",) * 2,
    *("spy",) * 2,
    *("mage",) * 2,
    *("berserker",) * 2,
    *("troll",) * 3,
)
"""Worth 50 points."""


# Troops.


@pytest.mark.rule("RUM-05")
def test_both_teams_choose_a_troop_before_anything_is_set_up():
    state = GAME.new(2, Options())
    assert (state.task.ask, GAME.actor(state)) == (Ask.MUSTER, 0)
    state, events = play(state, Muster(("king", "troll", "dragon")))
    assert events == [Chosen(RED)]
    assert (state.task.ask, GAME.actor(state)) == (Ask.MUSTER, 1)
    state, events = play(state, Muster(("king",)))
    assert events == [
        Mustered(RED, (KINDS["king"], KINDS["troll"], KINDS["dragon"]), 7),
        Mustered(BLUE, (KINDS["king"],), 0),
    ]
    assert (state.task.ask, GAME.actor(state)) == (Ask.SET_UP, 0)


@pytest.mark.rule("RUM-05")
def test_a_troop_is_worth_50_points_at_most():
    state = GAME.new(2, Options())
    assert sum(KINDS[name].value for name in FIFTY) == 50
    after, events = play(state, Muster(FIFTY), Muster(("king",)))
    assert isinstance(events[1], Mustered)
    assert events[1].worth == 50
    assert Counter(die.kind.name for die in after.dice if die.side is RED) == Counter(FIFTY)
    troop = (*FIFTY, "troll")
    assert refused(state, Muster(troop)) == "RUM-05"
    with pytest.raises(IllegalMove, match="worth 52 points; 50 are allowed"):
        GAME.apply(state, Muster(troop))


@pytest.mark.rule("RUM-05")
@pytest.mark.parametrize(
    ("troop", "says"),
    [
        ((), "A troop needs its king."),
        (("troll", "knight"), "A troop needs its king."),
        (("king", "king"), "A team has 1 of these at most, not 2"),
        (("king", *("dragon",) * 3), "A team has 2 of these at most, not 3"),
        (("king", *("troll",) * 9), "A team has 8 of these at most, not 9"),
    ],
)
def test_a_troop_is_refused_with_the_reason(troop: tuple[str, ...], says: str):
    state, _ = play(GAME.new(2, Options()), Muster(("king",)))
    assert refused(state, Muster(troop)) == "RUM-05"
    with pytest.raises(IllegalMove, match=says):
        GAME.apply(state, Muster(troop))


@pytest.mark.rule("RUM-05")
@pytest.mark.parametrize("points", [0, 2, 7, 50, 68])
def test_a_troop_that_is_drawn_is_legal_and_leaves_no_points_that_could_be_spent(points: int):
    state = GAME.new(2, Options(points=points))
    for seed in range(20):
        muster = GAME.legal(state).sample(Random(seed))
        assert isinstance(muster, Muster)
        assert muster in GAME.legal(state)
        left = points - sum(KINDS[name].value for name in muster.troop)
        assert not any(KINDS[name].value <= left for name in set(KINDS) - {"king"} if _has_more(muster.troop, name))


def _has_more(troop: tuple[str, ...], name: str) -> bool:
    return troop.count(name) < KINDS[name].in_box


@pytest.mark.rule("RUM-05")
@pytest.mark.parametrize("teams", ["red blue", "blue red", "red red blue", "red blue red blue"])
def test_a_troop_is_hidden_from_the_other_team_until_both_have_chosen(teams: str):
    """Its kinds, how many there are and what they are worth: nothing differs, whatever the first team chose."""
    names = tuple(teams.split())
    start = GAME.new(len(names), Options(teams=names))  # type: ignore[arg-type]
    views, events = set(), set()
    for troop in (FIFTY, ("king", "ice", "heart"), ("king",)):
        change = GAME.apply(start, Muster(troop))
        assert not change.reveals
        events.add(change.events)
        for seat, name in enumerate(names):
            view = GAME.view(change.state, seat)
            assert GAME.legal(view) == GAME.legal(change.state)
            if name == "red":
                assert view == change.state
            else:
                assert view.dice == ()
                views.add(view)
        both = GAME.apply(change.state, Muster(("king", "troll")))
        assert both.reveals
        assert all(GAME.view(both.state, seat) == both.state for seat in range(len(names)))
    assert events == {(Chosen(RED),)}
    assert len(views) == 1


@pytest.mark.rule("RUM-05")
def test_a_troop_may_be_taken_back_until_the_other_team_has_chosen():
    session = Session(GAME, GAME.new(2, Options()), 1)
    session.play(Muster(FIFTY))
    assert (session.can_take_back(0), session.can_take_back(1)) == (1, 0)
    session.play(Muster(("king",)))
    assert (session.can_take_back(0), session.can_take_back(1)) == (0, 0)


@pytest.mark.rule("RUM-05")
@pytest.mark.parametrize("points", [0, 7, 50])
def test_a_guess_gives_the_other_team_a_troop_that_it_may_have_chosen(points: int):
    start = GAME.new(2, Options(points=points))
    state, _ = play(start, Muster(("king",)))
    view, troops = GAME.view(state, 1), set()
    for seed in range(20):
        guess = GAME.guess(view, 1, Random(seed))
        assert GAME.view(guess, 1) == view
        assert all(die.side is RED for die in guess.dice)
        troop = Muster(tuple(die.kind.name for die in guess.dice))
        assert play(start, troop)[0] == guess
        play(guess, Muster(("king",)))
        troops.add(troop)
    assert len(troops) > 1 or points == 0


@pytest.mark.rule("RUM-05")
def test_nature_and_the_team_itself_know_the_troop_and_guess_nothing():
    state, _ = play(GAME.new(2, Options()), Muster(("king", "troll")))
    assert GAME.view(state, NATURE) == state
    assert GAME.guess(GAME.view(state, 0), 0, Random(1)) == state


@pytest.mark.rule("RUM-05", "RUM-25")
def test_in_each_game_of_a_tournament_troops_are_secret_again():
    state = board("red king 5,15", "blue king 58,15", wins_needed=2)
    state, _ = flick(state, RED_KING, off(BLUE_KING))
    assert (state.game, state.task.ask) == (2, Ask.MUSTER)
    views = {GAME.view(play(state, Muster(troop))[0], 1) for troop in (FIFTY, ("king",))}
    assert len(views) == 1


@pytest.mark.rule("RUM-05", "RUM-06")
def test_the_troops_of_the_quick_start_are_no_secret():
    state, _ = play(GAME.new(2, Options(powers=False)), Muster(QUICK_START))
    assert GAME.view(state, 1) == state


@pytest.mark.rule("RUM-05")
def test_the_other_team_sees_the_troop_and_what_it_is_worth():
    """While it is being set up too: only the formation is hidden."""
    state = mustered("king troll mage ice", "king")
    standing, _ = play(state, SetUp(tuple(Put(die, Pose(7.0, 15.0)) for die in (0, 2, 3))))
    for seen in (GAME.view(state, 1), GAME.view(standing, 1)):
        dice = [(die.kind.name, die.side) for die in seen.dice]
        assert dice == [("king", RED), ("ice", RED), ("troll", RED), ("mage", RED), ("king", BLUE)]
        assert sum(die.kind.value for die in seen.dice) == 7


@pytest.mark.rule("RUM-46")
def test_only_the_chosen_dice_take_part():
    state = mustered("king heart troll", "king")
    assert [die.kind.name for die in state.dice] == ["king", "heart", "troll", "king"]
    state, _ = play(state, formation("7,15", "20,5", "20,15"), formation("56,15", first=3))
    state, _ = flick(state, 2, off(2))
    state, _ = flick(state, 3)
    state, _ = play(state, Use(1))
    assert state.task.among == (2,)
    assert len(state.dice) == 4


# The quick start.


@pytest.mark.rule("RUM-06")
def test_in_the_quick_start_both_troops_are_fixed():
    state = GAME.new(2, Options(powers=False))
    troop = Muster(("king", *("knight",) * 4, *("troll",) * 8))
    assert Muster(QUICK_START) == troop
    for side in (RED, BLUE):
        legal = GAME.legal(state)
        assert isinstance(legal, Forced)
        assert list(legal) == [troop]
        assert refused(state, Muster(("king", "troll"))) == "RUM-05"
        state, events = play(state, troop)
        assert isinstance(events[0], Mustered)
        assert (events[0].side, events[0].worth) == (side, 32)
    assert Counter(die.kind.name for die in state.dice if die.side is BLUE) == {"king": 1, "knight": 4, "troll": 8}


@pytest.mark.rule("RUM-06")
def test_in_the_quick_start_every_turn_is_a_flick():
    dice = ("red heart 20,5", "red spy aside", "red ice aside", "blue troll 50,5", "red knight out")
    with_powers, without = board(*dice), board(*dice, powers=False)
    for number in (RED_KING, 2, 3, 4):
        assert Use(number) in GAME.legal(with_powers)
        assert refused(without, Use(number)) == "RUM-12"
    assert Flick(RED_KING, 0.0, 100.0) in GAME.legal(without)


@pytest.mark.rule("RUM-06")
def test_in_the_quick_start_no_die_has_a_power():
    state = board(
        "red dragon 20,5", "red mage 54,13", "red spy 40,5", "blue berserker 50,25", "blue troll 50,5", powers=False
    )
    dragon, berserker = FIRST, FIRST + 3
    state, events = flick(state, dragon, Lies(dragon, 22.0, 5.0), off(berserker))
    assert sorts(events) == ["Flicked", "Defeated"]
    assert (state.turn.side, state.task.ask) == (BLUE, Ask.MOVE)


@pytest.mark.rule("RUM-06", "RUM-16")
def test_without_powers_dice_are_captured_and_kings_lost_as_ever():
    state = board("red troll 20,5", "red dragon 20,10", powers=False)
    captured, _ = flick(state, FIRST, Lies(FIRST, 40.0, 5.0, "shadow"))
    assert captured.task.ask is Ask.THROW
    lost, _ = flick(state, FIRST, off(RED_KING))
    assert GAME.winners(lost) == {1}


# Formations.


@pytest.mark.rule("RUM-07")
@pytest.mark.parametrize(
    "spots",
    [
        ("7,15", "20,5", "21.6,5", "25,5", "29,5"),  # apart and side by side
        ("7,15", "20,5", "20,5", "20,5", "20,5"),  # a tower
        ("7,15", "20,5", "22,5", "21,5", "21,5/45"),  # a bridge
        ("7,15", "7,15", "7,15", "0,0", "0,30"),  # on the king, and over the edge
    ],
)
def test_dice_may_stand_apart_side_by_side_and_on_top_of_each_other(spots: tuple[str, ...]):
    state = mustered("king troll troll troll heart")
    assert [die.kind.name for die in state.dice[:5]] == ["king", "heart", "troll", "troll", "troll"]
    state, events = play(state, formation(*spots))
    assert events == [Ready(RED)]
    assert all(state.dice[number].is_on_mat for number in range(5))


@pytest.mark.rule("RUM-07")
def test_dice_stand_on_the_level_at_which_they_were_set():
    state, _ = play(mustered("king troll troll troll troll"), formation("7,15", "20,5", "22,5", "21,5", "21,5"))
    assert [at(state, number)[2] for number in range(5)] == [0, 0, 0, 1, 2]
    where = state.dice[3].where
    assert isinstance(where, OnMat)
    assert where.on == (1, 2)


@pytest.mark.rule("RUM-07")
@pytest.mark.parametrize(
    ("spots", "rule"),
    [
        (("20,15", "20,5", "25,5"), "RUM-07"),  # the king outside his castle
        (("56,15", "20,5", "25,5"), "RUM-07"),  # the king in the other castle
        (("11.82,15", "20,5", "25,5"), "RUM-07"),  # the king just outside
        (("7,15", "40,5", "25,5"), "RUM-07"),  # beyond the wall
        (("7,15", "31.5,5", "25,5"), "RUM-07"),  # on the wall
        (("7,15", "29.891,5", "25,5"), "RUM-07"),  # touching the wall
        (("7,15", "28.5,5", "29.891,5"), "RUM-47"),  # on another one, but its centre beside it
        (("7,15", "29.2,5", "29.9,5"), "RUM-07"),  # touching the wall, seen from above
        (("7,15", "20,5"), "RUM-07"),  # one is missing
        (("7,15", "20,5", "25,5", "25,9"), "RUM-07"),  # one too many
    ],
)
def test_a_formation_that_breaks_the_rules_is_refused(spots: tuple[str, ...], rule: str):
    state = mustered("king troll troll", "king troll")
    assert refused(state, formation(*spots)) == rule
    assert formation("7,15", "29.88,5", "25,5") in GAME.legal(state)


@pytest.mark.rule("RUM-07")
def test_no_die_is_set_up_twice():
    state = mustered("king troll troll")
    king, troll, _ = formation("7,15", "20,5", "25,5").dice
    assert refused(state, SetUp((king, troll, Put(1, Pose(25.0, 5.0))))) == "RUM-07"


@pytest.mark.rule("RUM-07")
def test_the_wall_limits_blue_from_the_other_side():
    state, _ = play(mustered("king", "king troll"), formation("7,15"))
    assert formation("56,15", "33.12,5", first=1) in GAME.legal(state)
    assert refused(state, formation("56,15", "33.109,5", first=1)) == "RUM-07"
    assert refused(state, formation("56,15", "20,5", first=1)) == "RUM-07"
    assert refused(state, formation("7,5", "40,5", first=1)) == "RUM-07"


@pytest.mark.rule("RUM-07")
def test_the_king_may_stand_on_a_die_in_his_castle():
    state = mustered("king troll troll")
    king, low, high = formation("7,15", "7,15", "7,15").dice
    after, _ = play(state, SetUp((low, high, king)))
    assert at(after, RED_KING) == (7.0, 15.0, 2)
    low, high = Put(1, Pose(20.0, 5.0)), Put(2, Pose(20.0, 5.0))
    assert refused(state, SetUp((low, high, Put(0, Pose(20.0, 5.0))))) == "RUM-07"


@pytest.mark.rule("RUM-07")
def test_ice_cubes_stay_beside_the_mat():
    state = mustered("king ice ice troll")
    ice = [die.id for die in state.dice if die.kind.name == "ice"]
    king, troll = Put(0, Pose(7.0, 15.0)), Put(3, Pose(20.0, 5.0))
    assert ice == [1, 2]
    assert refused(state, SetUp((king, troll, Put(1, Pose(25.0, 5.0))))) == "RUM-07"
    state, _ = play(state, SetUp((king, troll)))
    assert [state.dice[number].where for number in ice] == [Aside(), Aside()]


@pytest.mark.rule("RUM-07", "RUM-08")
@pytest.mark.parametrize("seed", range(5))
def test_formations_that_are_drawn_are_legal(seed: int):
    state, _ = play(GAME.new(2, Options()), Muster(FIFTY), Muster(FIFTY))
    rng = Random(seed)
    for _ in range(2):
        set_up = GAME.legal(state).sample(rng)
        assert set_up in GAME.legal(state)
        state, _ = play(state, set_up)
    assert state.task.ask is Ask.MOVE
    assert all(die.is_on_mat and die.is_active for die in state.dice)


@pytest.mark.rule("RUM-08")
@pytest.mark.parametrize("kind", [name for name in KINDS if name not in {"king", "ice"}])
def test_dice_are_set_up_with_an_active_face_up(kind: str):
    state, _ = play(mustered(f"king {kind}"), formation("7,15", "20,5"))
    assert state.dice[1].kind.name == kind
    assert state.dice[1].is_active
    assert state.dice[1].body.up == KINDS[kind].faces.index(True)


@pytest.mark.rule("RUM-08", "RUM-47")
def test_whenever_a_rule_sets_a_die_later_it_shows_its_first_active_face():
    """A mage lands on his last active face, makes a troll vanish, and is set home."""
    *_, last = (face for face, active in enumerate(KINDS["mage"].faces) if active)
    first = KINDS["mage"].faces.index(True)
    assert first != last
    state = board("red mage 20,5", "blue troll 40,5")
    stroke = Flick(FIRST, 0.0, 100.0)
    moved = Moved(FIRST, Pose(54.0, 13.0), last)
    state, _ = play(state, stroke, Settled(stroke, Shot((moved,))), Use(FIRST), Pick((FIRST + 1,)))
    state, _ = play(state, put(state, 7.0, 12.0))
    assert state.dice[FIRST].body.up == first


# In the castle.


def kings_move(*dice: str) -> State:
    """Red's king is in the hand, and may be set where he is in his castle."""
    return play(board("red king 20,25", *dice), Use(RED_KING))[0]


@pytest.mark.rule("RUM-09")
@pytest.mark.parametrize(
    "pose", [Pose(7.0, 15.0), Pose(11.8, 15.0), Pose(11.809, 15.0), Pose(2.2, 10.2), Pose(11.0, 15.0, 45.0)]
)
def test_a_touch_from_outside_is_in_the_castle(pose: Pose):
    state = kings_move()
    assert Put(RED_KING, pose) in GAME.legal(state)


@pytest.mark.rule("RUM-09")
@pytest.mark.parametrize("pose", [Pose(11.82, 15.0), Pose(15.0, 15.0), Pose(2.0, 10.0), Pose(56.0, 15.0)])
def test_what_does_not_touch_the_castle_is_not_in_it(pose: Pose):
    assert refused(kings_move(), Put(RED_KING, pose)) == "RUM-09"


@pytest.mark.rule("RUM-09")
@pytest.mark.parametrize("sides", ["red red red", "blue blue blue", "blue red blue"])
def test_a_die_on_a_tower_in_the_castle_is_in_the_castle(sides: str):
    """Every level reaches further out; only the lowest die touches the castle."""
    tower = [f"{side} knight {11.7 + 0.5 * level},15@{level}" for level, side in enumerate(sides.split())]
    state = kings_move(*tower)
    state, _ = play(state, put(state, 13.2, 15.0))
    assert at(state, RED_KING) == (13.2, 15.0, 3)


@pytest.mark.rule("RUM-09")
def test_a_die_on_a_tower_beside_the_castle_is_not_in_it_even_if_it_hangs_over_the_castle():
    tower = [f"red knight {12.2 - 0.5 * level},15@{level}" for level in range(3)]
    for levels in (1, 2, 3):
        state = kings_move(*tower[:levels])
        spot = Pose(12.2 - 0.5 * levels, 15.0)
        assert spot.x - 0.8 < 11.0
        assert refused(state, Put(RED_KING, spot)) == "RUM-09"


@pytest.mark.rule("RUM-09")
def test_of_several_dice_below_one_in_the_castle_is_enough():
    state = kings_move("red knight 11.7,15", "red knight 13.5,15")
    assert Put(RED_KING, Pose(12.6, 15.0)) in GAME.legal(state)
    beside = kings_move("red knight 12.0,15", "red knight 13.8,15")
    assert refused(beside, Put(RED_KING, Pose(12.9, 15.0))) == "RUM-09"


@pytest.mark.rule("RUM-09")
@pytest.mark.parametrize(("x", "vanishes"), [(51.191, True), (51.18, False)])
def test_the_castle_is_the_same_for_an_enemy(x: float, vanishes: bool):
    """A mage that lands on a tower of three at the edge of the enemy castle."""
    tower = [f"blue knight {x},15", f"red knight {x},15@1", f"blue troll {x},15@2"]
    state, _ = flick(board("blue king 56,15", "red mage 20,5", *tower), FIRST, Lies(FIRST, x, 15.0, "active", level=3))
    assert (state.task.ask is Ask.USE) == vanishes


# The screen.


@pytest.mark.rule("RUM-10")
@pytest.mark.parametrize("teams", ["red blue", "blue red", "red red blue", "red blue red blue"])
def test_a_formation_is_hidden_from_the_other_team_until_both_are_ready(teams: str):
    names = tuple(teams.split())
    state = mustered("king troll ice", "king heart", teams=names)
    state, events, reveals = GAME.apply(state, SetUp((Put(0, Pose(7.0, 15.0)), Put(2, Pose(20.0, 5.0)))))
    assert events == (Ready(RED),)
    assert not reveals
    for seat, name in enumerate(names):
        where = [die.where for die in GAME.view(state, seat).dice]
        if name == "red":
            assert where == [die.where for die in state.dice]
        else:
            assert where == [Screened(), Aside(), Screened(), Tin(), Tin()]
    state, events, reveals = GAME.apply(state, formation("56,15", "50,5", first=3))
    assert events == (Ready(BLUE), Unscreened(RED))
    assert reveals
    assert all(GAME.view(state, seat) == state for seat in range(len(names)))


@pytest.mark.rule("RUM-10")
def test_nature_sees_behind_the_screen():
    state, _ = play(mustered("king"), formation("7,15"))
    assert GAME.view(state, NATURE) == state


@pytest.mark.rule("RUM-10")
def test_what_blue_may_do_does_not_depend_on_what_is_behind_the_screen():
    state, _ = play(mustered("king troll", "king troll"), formation("7,15", "29,5"))
    other, _ = play(mustered("king troll", "king troll"), formation("5,15", "12,25"))
    assert state != other
    assert GAME.view(state, 1) == GAME.view(other, 1)
    assert GAME.legal(GAME.view(state, 1)) == GAME.legal(state)


@pytest.mark.rule("RUM-10")
@pytest.mark.parametrize("seed", range(5))
def test_a_guess_sets_the_known_troop_up_behind_the_screen(seed: int):
    hidden, _ = play(
        mustered("king troll troll dragon ice", "king heart"),
        SetUp(
            tuple(
                Put(die, Pose(x, y)) for die, x, y in ((0, 7.0, 15.0), (2, 20.0, 5.0), (3, 20.0, 5.0), (4, 25.0, 5.0))
            )
        ),
    )
    view = GAME.view(hidden, 1)
    guess = GAME.guess(view, 1, Random(seed))
    assert guess != hidden
    assert GAME.view(guess, 1) == view
    puts = sorted((die.body.level, die.id, die.body.pose) for die in guess.dice if die.is_on_mat)
    before = mustered("king troll troll dragon ice", "king heart")
    assert SetUp(tuple(Put(die, pose) for _, die, pose in puts)) in GAME.legal(before)


@pytest.mark.rule("RUM-10")
def test_there_is_nothing_to_guess_for_the_own_team_or_once_the_screen_is_gone():
    state, _ = play(mustered("king troll"), formation("7,15", "20,5"))
    assert GAME.guess(GAME.view(state, 0), 0, Random(1)) == state
    state, _ = play(state, formation("56,15", first=2))
    assert GAME.guess(GAME.view(state, 1), 1, Random(1)) == state


# Who begins.


@pytest.mark.rule("RUM-11")
@pytest.mark.parametrize(
    ("options", "first"), [({}, RED), ({"first_team": "red"}, RED), ({"first_team": "blue"}, BLUE)]
)
def test_the_players_say_who_begins(options: dict[str, str], first: str):
    state = mustered("king", **options)
    state, events = play(state, formation("7,15"), formation("56,15", first=1))
    assert events[-1] == Unscreened(RED if first is RED else BLUE)
    assert (state.task.ask, state.task.side) == (Ask.MOVE, first)
    assert GAME.actor(state) == (0 if first is RED else 1)


@pytest.mark.rule("RUM-11")
def test_red_sets_up_first_whoever_begins():
    state = mustered("king", first_team="blue")
    assert (state.task.ask, GAME.actor(state)) == (Ask.SET_UP, 0)


# Spots in general.


@pytest.mark.rule("RUM-47")
@pytest.mark.parametrize("yaw", [0.0, 12.3, 45.0, 180.0, -30.0, 359.9])
def test_the_owner_chooses_the_spot_and_how_the_die_is_turned(yaw: float):
    state = kings_move()
    assert GAME.actor(state) == 0
    state, _ = play(state, put(state, 6.1, 13.7, yaw))
    assert state.dice[RED_KING].body.pose == Pose(6.1, 13.7, yaw)


@pytest.mark.rule("RUM-47")
def test_in_the_enemys_turn_too_it_is_the_owner_who_chooses():
    state, _ = flick(board("red troll 40,5", "blue knight 50,5"), FIRST, Lies(FIRST + 1, 20.0, 5.0, "shadow"))
    state, _ = play(state, thrown(state, "active"))
    assert (state.turn.side, GAME.actor(state)) == (RED, 1)


@pytest.mark.rule("RUM-47", "RUM-21")
@pytest.mark.parametrize(
    ("x", "y"),
    [
        (7.9, 15.0),  # half on another die, its centre beside it
        (5.0, 15.9),
        (8.59, 15.0),
        (float("nan"), 15.0),
        (float("inf"), 15.0),
    ],
)
def test_a_spot_that_does_not_carry_the_die_is_refused(x: float, y: float):
    state = kings_move("red troll 7,15", "blue troll 5,15")
    assert refused(state, Put(RED_KING, Pose(x, y))) == "RUM-47"


@pytest.mark.rule("RUM-47")
@pytest.mark.parametrize(
    ("x", "y", "level"),
    [
        (7.0, 15.0, 1),
        (7.79, 15.0, 1),  # its centre still over the die
        (6.0, 15.0, 1),  # between two dice
        (8.6, 15.0, 0),  # right beside a die
        (7.0, 17.0, 0),
    ],
)
def test_a_spot_carries_the_die_over_a_die_or_between_dice(x: float, y: float, level: int):
    state = kings_move("red troll 7,15", "blue troll 5,15")
    state, _ = play(state, put(state, x, y))
    assert at(state, RED_KING) == (x, y, level)


@pytest.mark.rule("RUM-47")
@pytest.mark.parametrize(("spot", "good"), [("0,0", True), ("0,15", True), ("-0.01,5", False), ("5,30.01", False)])
def test_the_centre_of_a_die_lies_over_the_mat(spot: str, good: bool):
    state = mustered("king troll")
    assert (formation("7,15", spot) in GAME.legal(state)) == good
    assert good or refused(state, formation("7,15", spot)) == "RUM-47"


@pytest.mark.rule("RUM-47")
def test_no_die_is_set_on_an_ice_cube():
    state = kings_move("red troll 7,15", "blue ice 7,15@1", "red troll 5,15", "red troll 5,15@1")
    assert refused(state, put(state, 7.0, 15.0)) == "RUM-47"
    assert refused(state, put(state, 6.0, 15.0)) == "RUM-47"
    assert put(state, 5.0, 15.0) in GAME.legal(state)


@pytest.mark.rule("RUM-47")
def test_only_the_die_that_is_asked_about_is_set():
    state = kings_move("red troll 20,5")
    assert refused(state, Put(FIRST, Pose(7.0, 15.0))) == "RUM-47"
    assert refused(state, Decline()) == "RUM-47"
    assert refused(state, Pass()) == "RUM-47"


@pytest.mark.rule("RUM-47", "RUM-16")
@pytest.mark.parametrize("number", [0, 1])
def test_a_thrown_die_keeps_the_face_it_shows(number: int):
    faces = [face for face, active in enumerate(KINDS["troll"].faces) if active]
    state, _ = flick(board("red troll 20,5"), FIRST, Lies(FIRST, 40.0, 5.0, "shadow"))
    throw = next(action for action in GAME.legal(state) if action.face == faces[number])  # type: ignore[attr-defined]
    state, _ = play(state, throw)
    state, _ = play(state, put(state, 7.0, 12.0))
    assert state.dice[FIRST].body.up == faces[number]


@pytest.mark.rule("RUM-47", "RUM-26")
def test_a_king_shows_his_first_face_when_he_is_set():
    stroke = Flick(RED_KING, 0.0, 100.0)
    state, _ = play(board(), stroke, Settled(stroke, Shot((Moved(RED_KING, Pose(20.0, 5.0), 3),))))
    assert state.dice[RED_KING].body.up == 3
    state, _ = flick(state, BLUE_KING)
    state, _ = play(state, Use(RED_KING))
    state, _ = play(state, put(state, 7.0, 15.0))
    assert state.dice[RED_KING].body.up == 0


@pytest.mark.rule("RUM-47")
def test_a_castle_is_never_full():
    """25 dice cover the castle, and 28 more stand around it: the king still finds his place, on one of them."""
    inside = [f"red troll {3.8 + 1.6 * x},{11.8 + 1.6 * y}" for x in range(5) for y in range(5)]
    edge = [3.8 + 1.6 * step for step in range(-1, 6)]
    around = [
        f"red troll {x},{y + 8.0}" for x in edge for y in edge if x in {edge[0], edge[-1]} or y in {edge[0], edge[-1]}
    ]
    state = kings_move(*inside, *around)
    assert put(state, 7.0, 15.0) in GAME.legal(state)
    for seed in range(5):
        action = GAME.legal(state).sample(Random(seed))
        assert action in GAME.legal(state)
        after, _ = play(state, action)
        assert at(after, RED_KING)[2] == 1


@pytest.mark.rule("RUM-47")
def test_setting_a_die_moves_no_other():
    state = kings_move("red troll 7,15", "blue troll 5,15", "red knight 9,15")
    before = state.dice[1:]
    state, events = play(state, put(state, 6.0, 15.0))
    assert state.dice[1:] == before
    assert sorts(events) == ["WasSet"]
