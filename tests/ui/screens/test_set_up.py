"""Setting up by mouse and by keys gives exactly the set-up that is seen, and nobody sees the other side's."""

from __future__ import annotations

import pygame
import pytest

from rumms.games.rumms.actions import Put, SetUp
from rumms.games.rumms.army import Formations
from rumms.games.rumms.presets import PRESETS
from rumms.games.rumms.state import Screened, Side
from rumms.physics.model import EDGE, Pose
from rumms.ui import troops
from rumms.ui.kit.buttons import Button
from rumms.ui.placing import FINE, STEP, TURN
from rumms.ui.playback import scene_of
from rumms.ui.screens import set_up_picture
from rumms.ui.screens.hand_over import HandOver
from rumms.ui.screens.pause import Pause
from rumms.ui.screens.rules import Rules
from rumms.ui.screens.set_up import SetUpScreen
from rumms.ui.screens.table import Table
from rumms.ui.screens.troop_list import TroopSheet

from .before import begin, come_to_set_up, drop, fill_up, go_on, muster_both, row, set_ups_of, spot, take_over
from .conftest import Opened
from .desk import Desk, texts_of

KING, ICE, TROLL, SECOND, KNIGHT = range(5)
BLUE_KING = 5
PIXEL = 0.04
"""Centimetres: as exactly as a pixel of the usual window says it."""


@pytest.fixture
def mine(desk: Desk) -> Desk:
    """Anna sets up a king, two trolls and a knight; her ice cube waits."""
    come_to_set_up(desk)
    return desk


def puts(desk: Desk) -> dict[int, Pose]:
    """Where dice stand so far."""
    return {put.die: put.pose for put in desk.on(SetUpScreen).draft.puts}


def tips_of(desk: Desk) -> list[str]:
    """What the tips say that are seen now."""
    said: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(set_up_picture, "tip", lambda _on, _brush, text, _about: said.append(text))
        desk.run()
    return said


def near(pose: Pose, x: float, y: float) -> bool:
    return abs(pose.x - x) <= PIXEL and abs(pose.y - y) <= PIXEL


# By mouse.


def test_dragging_every_die_to_its_spot_gives_exactly_that_set_up(mine: Desk):
    wanted = (("knight", KNIGHT, 22.0, 9.0), ("king", KING, 6.0, 14.0), ("troll", TROLL, 15.0, 25.0))
    for kind, _, x, y in wanted:
        drop(mine, kind, x, y)
    drop(mine, "troll", 25.0, 4.0)
    screen = mine.on(SetUpScreen)
    expected = screen.draft.set_up()
    mine.click("ready")
    go_on(mine)
    (made,) = set_ups_of(mine)
    assert made == expected
    assert [put.die for put in made.dice] == [KNIGHT, KING, TROLL, SECOND]
    for put, (x, y) in zip(made.dice, [*((x, y) for _, _, x, y in wanted), (25.0, 4.0)], strict=True):
        assert near(put.pose, x, y), put


def test_the_kingdom_is_large_and_blue_has_its_own_on_the_right(mine: Desk):
    assert mine.on(SetUpScreen).top.view.scale > 1.0 * mine.app.brush.u(566) / 30 - 0.5
    fill_up(mine)
    take_over(mine)
    drop(mine, "king", 56.0, 15.0)
    drop(mine, "troll", 40.0, 25.0)
    assert near(puts(mine)[BLUE_KING], 56.0, 15.0)
    assert near(puts(mine)[BLUE_KING + 2], 40.0, 25.0)


def test_a_die_dropped_on_another_stands_right_on_it_and_a_third_makes_a_tower(mine: Desk):
    drop(mine, "troll", 20.0, 8.0)
    drop(mine, "troll", 20.1, 8.2)
    drop(mine, "knight", 19.9, 8.1 + 0.36 * EDGE)
    draft = mine.on(SetUpScreen).draft
    assert [die.body.level for die in draft.placed()] == [0, 1, 2]
    assert len({(put.pose.x, put.pose.y) for put in draft.puts}) == 1


def test_on_a_tower_the_pointer_means_its_top(mine: Desk):
    """What is seen of the upper die lies further up the screen than where the tower stands."""
    for kind in ("troll", "troll"):
        drop(mine, kind, 20.0, 8.0)
    screen = mine.on(SetUpScreen)
    top = next(die for die in screen.draft.placed() if die.body.level == 1)
    seen = screen.top.view.at(top.body.pose.x, top.body.pose.y, 1.5 * EDGE)
    x, y = screen.point((round(seen[0]), round(seen[1])))
    assert (x, y) == pytest.approx((20.0, 8.0), abs=0.1)


def test_a_tower_is_named_while_it_is_built_and_seen_from_the_side(mine: Desk):
    drop(mine, "troll", 20.0, 8.0)
    drop(mine, "troll", 20.0, 8.0)
    assert "From the side" not in texts_of(mine.run)
    mine.press(mine.widget("kind knight").rect.center)
    mine.drag(spot(mine, 20.0, 8.0 + 0.5))
    words = texts_of(mine.run)
    assert "From the side" in words
    assert "Set it on top: a tower of 3" in tips_of(mine)


def test_a_die_on_the_mat_is_dragged_to_another_spot(mine: Desk):
    drop(mine, "troll", 20.0, 8.0)
    drop(mine, "knight", 10.0, 25.0)
    mine.press(spot(mine, 20.0, 8.2))
    mine.drag(spot(mine, 22.0, 15.0))
    mine.drag(spot(mine, 25.0, 20.0))
    mine.release()
    there = puts(mine)
    assert near(there[TROLL], 25.0, 20.0)
    assert near(there[KNIGHT], 10.0, 25.0)


def test_a_click_on_a_die_moves_nothing(mine: Desk):
    drop(mine, "troll", 20.0, 8.0)
    before = puts(mine)
    mine.click(spot(mine, 20.3, 8.5))
    assert puts(mine) == before
    assert mine.on(SetUpScreen).chosen == TROLL


def test_a_click_on_a_row_and_a_click_on_the_mat_do_as_well_as_a_drag(mine: Desk):
    mine.click("kind knight")
    assert mine.on(SetUpScreen).hand
    mine.move(spot(mine, 12.0, 5.0))
    mine.click(spot(mine, 22.0, 9.0))
    assert near(puts(mine)[KNIGHT], 22.0, 9.0)


@pytest.mark.parametrize("how", ["wheel", "R", "button", "page up"])
def test_a_die_is_turned_in_the_hand_and_on_the_mat(mine: Desk, how: str):
    def turn() -> None:
        if how == "wheel":
            mine.wheel(1)
        elif how == "R":
            mine.key(pygame.K_r)
        elif how == "page up":
            mine.key(pygame.K_PAGEUP)
        else:
            mine.click("turn")

    if how != "button":
        mine.press(mine.widget("kind knight").rect.center)
        mine.drag(spot(mine, 22.0, 9.0))
        if how == "wheel":  # the mouse is held by the row
            mine.release()
            mine.move(spot(mine, 22.0, 9.0))
        else:
            turn()
            mine.release()
            assert puts(mine)[KNIGHT].yaw == TURN
    else:
        drop(mine, "knight", 22.0, 9.0)
    before = puts(mine)[KNIGHT].yaw
    turn()
    assert puts(mine)[KNIGHT].yaw == before + TURN


def test_a_turn_that_cannot_be_is_said(mine: Desk):
    drop(mine, "troll", 20.0, 8.0)
    drop(mine, "knight", 20.0 + EDGE, 8.0)
    mine.wait()
    x = puts(mine)[KNIGHT].x - puts(mine)[TROLL].x
    assert x == pytest.approx(EDGE, abs=0.05)
    for _ in range(3):
        mine.key(pygame.K_r)
    assert "RUM-47" in mine.on(SetUpScreen).told[0]
    assert "refused" in mine.ear.heard


@pytest.mark.parametrize(
    ("kind", "x", "y", "rule"),
    [("troll", 35.0, 8.0, "RUM-07"), ("king", 20.0, 20.0, "RUM-07"), ("knight", 26.0, -0.5, "RUM-47")],
)
def test_where_a_die_must_not_be_it_says_why_and_goes_back_into_the_box(
    mine: Desk, kind: str, x: float, y: float, rule: str
):
    mine.press(mine.widget(f"kind {kind}").rect.center)
    mine.drag(spot(mine, 15.0, 15.0))
    mine.drag(spot(mine, x, y))
    screen = mine.on(SetUpScreen)
    assert screen.hand
    refusal = screen.hand.refusal
    assert refusal
    assert refusal.rule == rule
    if screen.target() is None:
        assert any(rule in tip for tip in tips_of(mine))
        mine.release()
        assert puts(mine) == {}
        assert rule in screen.told[0]
    assert kind in {die.kind.name for die in screen.draft.left}


def test_a_moved_die_that_is_dropped_badly_stands_where_it_stood(mine: Desk):
    drop(mine, "troll", 20.0, 8.0)
    before = puts(mine)
    mine.press(spot(mine, 20.0, 8.2))
    mine.drag(spot(mine, 30.0, 15.0))
    mine.drag(spot(mine, 40.0, 15.0))
    mine.release()
    assert puts(mine) == before


def test_a_drop_that_is_nearly_right_is_put_right(mine: Desk):
    drop(mine, "troll", 20.0, 8.0)
    drop(mine, "knight", 20.0 + 0.7 * EDGE, 8.0)
    pose = puts(mine)[KNIGHT]
    assert pose.x - puts(mine)[TROLL].x == pytest.approx(EDGE, abs=0.05)


@pytest.mark.parametrize("how", ["drag", "right click", "delete", "backspace"])
def test_a_die_goes_back_into_the_box(mine: Desk, how: str):
    drop(mine, "troll", 20.0, 8.0)
    drop(mine, "knight", 10.0, 25.0)
    if how == "drag":
        mine.press(spot(mine, 20.0, 8.2))
        mine.drag(spot(mine, 10.0, 10.0))
        mine.drag(mine.widget("kind king").rect.center)
        mine.release()
    elif how == "right click":
        mine.click(spot(mine, 20.0, 8.2), button=3)
    else:
        mine.click(spot(mine, 20.0, 8.2))
        mine.key(pygame.K_DELETE if how == "delete" else pygame.K_BACKSPACE)
    assert set(puts(mine)) == {KNIGHT}
    assert mine.screen.is_modal is False


@pytest.mark.parametrize("how", ["right click", "escape"])
def test_one_can_let_go_while_dragging(mine: Desk, how: str):
    drop(mine, "troll", 20.0, 8.0)
    before = puts(mine)
    mine.press(spot(mine, 20.0, 8.2))
    mine.drag(spot(mine, 25.0, 20.0))
    if how == "escape":
        mine.key(pygame.K_ESCAPE)
    else:
        mine.frame(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(600, 300), button=3))
    mine.release()
    assert puts(mine) == before
    assert mine.on(SetUpScreen).hand is None


def test_the_button_says_how_many_dice_are_missing_and_then_that_one_is_ready(mine: Desk):
    def label() -> str:
        button = mine.widget("ready")
        assert isinstance(button, Button)
        return button.label

    assert label() == "4 dice to go"
    mine.click("ready")
    assert set_ups_of(mine) == []
    drop(mine, "king", 7.0, 15.0)
    drop(mine, "troll", 20.0, 8.0)
    drop(mine, "troll", 20.0, 20.0)
    assert label() == "1 die to go"
    drop(mine, "knight", 25.0, 20.0)
    assert label() == "Ready"


def test_the_rest_is_filled_up_and_all_is_cleared(mine: Desk):
    drop(mine, "knight", 25.0, 20.0)
    there = puts(mine)
    mine.click("fill")
    assert mine.on(SetUpScreen).draft.is_ready
    assert puts(mine)[KNIGHT] == there[KNIGHT]
    mine.click("clear")
    assert puts(mine) == {}
    assert not mine.widget("clear").is_enabled


def test_who_waits_beside_the_mat_is_shown_and_not_set(mine: Desk):
    assert mine.screen.find("kind ice") is None
    assert "waits beside the mat" in texts_of(mine.run)


# By keys.


def test_the_whole_set_up_by_keys_alone(mine: Desk):
    screen = mine.on(SetUpScreen)
    assert screen.focus == "kind king"
    mine.key(pygame.K_RETURN)
    assert screen.hand
    start = screen.hand.pose
    mine.key(pygame.K_RIGHT, pygame.K_UP, pygame.K_UP)
    mine.key(pygame.K_LEFT, mod=pygame.KMOD_SHIFT)
    mine.key(pygame.K_PAGEUP, pygame.K_RETURN)
    king = puts(mine)[KING]
    assert (king.x, king.y) == pytest.approx((start.x + STEP - FINE, start.y + 2 * STEP))
    assert king.yaw == TURN
    for steps in (4, 8, 12):
        assert screen.focus.startswith("kind ")
        mine.key(pygame.K_RETURN, *(pygame.K_DOWN,) * steps, pygame.K_RETURN)
    assert screen.draft.is_ready
    assert screen.focus == "ready"
    expected = screen.draft.set_up()
    mine.key(pygame.K_RETURN)
    go_on(mine)
    assert set_ups_of(mine) == [expected]


def test_a_die_on_the_mat_is_chosen_moved_turned_and_taken_back_by_keys(mine: Desk):
    drop(mine, "troll", 10.0, 8.0)
    drop(mine, "troll", 20.0, 8.0)
    mine.go_to("mat")
    mine.key(pygame.K_RIGHT)
    screen = mine.on(SetUpScreen)
    assert screen.chosen == TROLL
    mine.key(pygame.K_RIGHT)
    assert screen.chosen == SECOND
    mine.key(pygame.K_PAGEDOWN)
    assert puts(mine)[SECOND].yaw == 360.0 - TURN
    before = puts(mine)[SECOND]
    mine.key(pygame.K_RETURN, pygame.K_UP, pygame.K_RETURN)
    after = puts(mine)[SECOND]
    assert (after.x, after.y) == pytest.approx((before.x, before.y + STEP))
    mine.go_to("mat")
    mine.key(pygame.K_RIGHT, pygame.K_DELETE)
    assert len(puts(mine)) == 1


def test_escape_takes_the_hand_from_the_die_and_then_offers_to_leave(mine: Desk):
    mine.key(pygame.K_RETURN, pygame.K_ESCAPE)
    assert mine.on(SetUpScreen).hand is None
    mine.key(pygame.K_ESCAPE)
    mine.on(Pause)
    mine.key(pygame.K_ESCAPE)
    mine.on(SetUpScreen)


def test_keys_say_why_not_and_the_die_stays_in_the_hand(mine: Desk):
    mine.key(pygame.K_RETURN, *(pygame.K_RIGHT,) * 30, pygame.K_RETURN)
    screen = mine.on(SetUpScreen)
    assert screen.hand
    assert "RUM-07" in screen.told[0]
    assert puts(mine) == {}


# Own formations.


def test_a_formation_is_kept_and_loaded_by_the_other_side_too(mine: Desk):
    drop(mine, "king", 7.0, 14.0)
    drop(mine, "troll", 20.0, 8.0)
    drop(mine, "troll", 20.0, 8.0)
    mine.click("keep")
    mine.wait()
    mine.write("Mine")
    mine.key(pygame.K_RETURN)
    mine.wait()
    (kept,) = troops.kept().troops
    assert sorted(kept.troop) == ["ice", "king", "knight", "troll", "troll"]
    before = puts(mine)
    mine.click("clear")
    mine.click("load")
    mine.wait()
    assert mine.on(TroopSheet).list.troops[0] == kept
    mine.click(row(mine, 0))
    mine.click("take")
    mine.wait()
    for die, pose in before.items():
        assert (puts(mine)[die].x, puts(mine)[die].y) == pytest.approx((pose.x, pose.y), abs=1e-4)
    fill_up(mine)
    take_over(mine)
    mine.click("load")
    mine.wait()
    mine.key(pygame.K_DOWN, pygame.K_RETURN)
    mine.wait()
    assert puts(mine)[BLUE_KING].x == pytest.approx(63.0 - before[KING].x, abs=1e-4)
    assert [die.body.level for die in mine.on(SetUpScreen).draft.placed()] == [0, 0, 1]


def test_a_formation_of_other_dice_sets_up_what_it_can(mine: Desk):
    mine.on(SetUpScreen).load(PRESETS[0])
    assert mine.on(SetUpScreen).draft.is_ready  # a king, a knight and two trolls are all in it
    mine.on(SetUpScreen).load(PRESETS[-1])
    assert mine.on(SetUpScreen).draft.puts


# The curtain, and handing over.


def test_people_on_both_sides_hand_over_before_each_set_up(desk: Desk):
    begin(desk)
    muster_both(desk)
    assert desk.on(HandOver).side is Side.RED
    words = texts_of(desk.run)
    assert "It is Anna's turn now" in words
    take_over(desk)
    fill_up(desk)
    assert desk.on(HandOver).side is Side.BLUE
    assert "It is Ben's turn now" in texts_of(desk.run)
    desk.wait(3.0)
    desk.on(HandOver)
    desk.key(pygame.K_RETURN)
    desk.wait()
    assert desk.on(SetUpScreen).side is Side.BLUE
    fill_up(desk)
    desk.on(Table)
    assert desk.table.flickable()
    assert len(desk.table.scene.sights) == len(desk.table.state.bodies())


def test_nobody_hands_over_to_a_bot(desk: Desk):
    begin(desk, ("me:Anna", "greedy"), ("powers=no",), ("by hand", ""))
    assert desk.on(SetUpScreen).side is Side.RED
    desk.wait()
    fill_up(desk)
    assert desk.table.flickable()


def test_from_a_hand_over_one_can_leave_and_come_back(desk: Desk):
    begin(desk)
    muster_both(desk)
    desk.key(pygame.K_ESCAPE)
    desk.on(Pause)
    desk.wait()
    desk.click("go on")
    desk.on(HandOver)


def test_the_other_sides_state_is_told_but_not_where_it_stands(desk: Desk):
    come_to_set_up(desk)
    assert "sets up in secret" in texts_of(desk.run)
    fill_up(desk)
    take_over(desk)
    assert "is ready" in texts_of(desk.run)
    screen = desk.on(SetUpScreen)
    assert all(isinstance(die.where, Screened) for die in screen.state.dice if die.side is Side.RED and die.id != ICE)


def other_formation(desk: Desk, seed: int) -> SetUp:
    """A formation of the troop that is to be set up, another for each seed."""
    legal = desk.table.play.session.game.legal(desk.table.state)
    assert isinstance(legal, Formations)
    x = 15.0 + 3.0 * seed
    spots = {KING: (7.0, 15.0 - seed), TROLL: (x, 8.0), SECOND: (x, 8.0 + 10 * seed), KNIGHT: (25.0, 20.0 + seed)}
    return SetUp(tuple(Put(die, Pose(*at, 10.0 * seed)) for die, at in spots.items()))


def seen(desk: Desk, seed: int) -> list[bytes]:
    """Everything that is seen from when red is ready until blue is, with red's dice hidden somewhere."""
    pictures: list[bytes] = []

    def look() -> None:
        desk.wait()
        pictures.append(pygame.image.tobytes(desk.app.window, "RGB"))

    begin(desk)
    muster_both(desk)
    take_over(desk)
    formation = other_formation(desk, seed)
    desk.app.back()
    table = desk.table
    table.decide(formation)
    assert any(die.is_on_mat for die in table.state.dice)
    assert scene_of(table.state).sights == {}
    desk.come_to_rest()
    desk.on(HandOver)
    look()
    desk.key(pygame.K_ESCAPE)
    look()
    desk.key(pygame.K_ESCAPE)
    # The table itself, which lies below, with its log, trays and bars.
    below = desk.app.window.copy()
    table.is_log_open = True
    table.draw(below)
    pictures.append(pygame.image.tobytes(below, "RGB"))
    table.is_log_open = False
    take_over(desk)
    look()
    for x in (10, 20, 26, 45, 55):
        desk.move(spot(desk, x, 8.0))
        desk.wait(1.0)
        look()
    drop(desk, "troll", 40.0, 8.0)
    look()
    desk.press(desk.widget("kind knight").rect.center)
    desk.drag(spot(desk, 22.0, 8.0))
    look()
    desk.release()
    desk.click("fill")
    look()
    desk.key(pygame.K_ESCAPE)
    look()
    desk.key(pygame.K_ESCAPE)
    desk.key(pygame.K_F1)
    desk.on(Rules)
    look()
    return pictures


def test_what_is_hidden_is_never_drawn(opened: Opened):
    """With the hidden side set up in another way everything is the same, pixel by pixel."""
    one = seen(opened(is_calm=True), 0)
    other = seen(opened(is_calm=True), 1)
    assert len(one) == len(other) > 10
    assert [number for number, (a, b) in enumerate(zip(one, other, strict=True)) if a != b] == []


def test_the_same_pictures_differ_once_nothing_is_hidden(desk: Desk):
    """The other test could fail: without its screen the table does show where red stands."""
    begin(desk)
    muster_both(desk)
    take_over(desk)
    desk.app.back()
    table = desk.table
    table.decide(other_formation(desk, 0))
    desk.come_to_rest()
    take_over(desk)
    assert scene_of(table.state).sights == {}
    fill_up(desk)
    assert {KING, TROLL, SECOND, KNIGHT} <= set(table.scene.sights)
