"""The table: mouse and keys make exactly the moves they mean, and everything can be watched, stopped and left."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin
from pathlib import Path

import pygame
import pytest

from rumms import language
from rumms.catalogue import find_game
from rumms.games.rumms.actions import Put, Settled, SetUp, Thrown, Use
from rumms.games.rumms.state import OnMat, Out, Side
from rumms.kernel.session import load
from rumms.physics.model import Flick
from rumms.ui.gestures import FULL
from rumms.ui.kit.screen import FRESH, Notice
from rumms.ui.placing import STEP
from rumms.ui.playback import Reel, scene_of
from rumms.ui.screens import table_picture
from rumms.ui.screens.end import End
from rumms.ui.screens.pause import Pause
from rumms.ui.screens.replay import Replay
from rumms.ui.screens.table import Table
from tests.games.rumms.table import off, position, shot

from .conftest import Opened
from .desk import Desk, Lies, Point, Slow, captured, pixel, record, start

PULL = 180
"""Pixels of a full pull in a window of the usual size."""
TROLL = 2
"""The first die after the kings in a position made by hand."""


@pytest.fixture
def game(desk: Desk) -> Desk:
    """Anna against Ben; it is Anna's turn."""
    desk.sit_down("me:Anna", "me:Ben")
    return desk


def open_field(desk: Desk, *more: str, seats: tuple[str, ...] = ("me:Anna", "me:Ben")) -> Table:
    """A red troll in the middle of its kingdom, far from everything."""
    return desk.resume(record(start("red troll 20,8", "blue troll 45,24", *more)[0], seats=seats))


def expected(middle: Point, at: Point) -> tuple[float, float]:
    """Direction and speed of a pull to a pixel, straight from what the pixels say."""
    way = pygame.Vector2(middle[0] - pixel(at)[0], pixel(at)[1] - middle[1])
    return round(way.as_polar()[1] % 360, 2), round(min(1.0, way.length() / PULL) * FULL, 1)


def turned(one: float, other: float) -> float:
    """The angle between two directions."""
    return abs((one - other + 180.0) % 360.0 - 180.0)


# A flick with the mouse.


@pytest.mark.parametrize(("direction", "power"), [(0.0, 0.25), (45.0, 0.8), (117.0, 0.5), (200.0, 0.3), (301.0, 0.9)])
def test_a_pull_flicks_the_die_the_other_way_as_hard_as_it_is_long(desk: Desk, direction: float, power: float):
    open_field(desk)
    middle = desk.at(TROLL)
    desk.flick(TROLL, direction, power)
    (flick,) = desk.moves
    right, speed = expected(middle, desk.mouse)
    assert (flick.die, flick.height, flick.offset) == (TROLL, 0.5, 0.0)
    assert turned(flick.direction, right) < 0.011
    assert flick.speed == pytest.approx(speed, abs=0.11)
    assert turned(right, direction) < 1.5
    assert speed == pytest.approx(power * FULL, rel=0.03)


def test_no_pull_is_harder_than_a_full_one(desk: Desk):
    open_field(desk)
    desk.flick(TROLL, 30.0, 2.5)
    assert desk.moves[0].speed == FULL


def test_what_comes_of_the_flick_is_what_the_engine_says(desk: Desk):
    open_field(desk)
    desk.flick(TROLL, 0.0, 0.6)
    desk.come_to_rest()
    flick, settled = (made.action for made in desk.past)
    assert isinstance(settled, Settled)
    assert settled.stroke == flick
    assert desk.table.scene == scene_of(desk.table.state)
    assert desk.table.state.turn.side is Side.BLUE


def test_the_wheel_sets_the_height_of_the_strike(desk: Desk):
    open_field(desk)
    desk.pull(TROLL, 0.0)
    desk.wheel(1)
    desk.wheel(1)
    desk.wheel(1)
    desk.wheel(-1)
    desk.release()
    assert desk.moves[0].height == 0.6
    assert desk.table.top.view.zoom == 1.0


@pytest.mark.parametrize(("beside", "sign"), [((0, -10), 1), ((0, 10), -1)])
def test_who_presses_beside_the_middle_strikes_beside_the_middle(desk: Desk, beside: Point, sign: int):
    """The die goes to the right: above its middle is to the left of its way."""
    open_field(desk)
    scale = desk.table.top.view.scale
    desk.pull(TROLL, 0.0, beside=beside)
    desk.release()
    offset = desk.moves[0].offset
    assert sign * offset == pytest.approx(abs(beside[1]) / scale - 0.15, abs=0.06)
    assert sign * offset > 0.1


CROWDED = [f"{side} troll {x},{y}" for side, xs in (("red", (14, 26)), ("blue", (37, 49))) for x in xs for y in (2, 28)]
"""Dice along both edges of the mat."""


@pytest.fixture
def pills(monkeypatch: pytest.MonkeyPatch) -> list[pygame.Rect]:
    """Where prompts were painted."""
    painted: list[pygame.Rect] = []
    monkeypatch.setattr(table_picture, "pill", lambda _on, _brush, _text, box, *_: painted.append(pygame.Rect(box)))
    return painted


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(
    "more",
    [
        [],
        ["red troll 20,2", "blue troll 43,2"],
        ["red troll 20,28", "blue troll 43,5"],
        [
            "red troll 20,4",
            "red troll 20,26",
            "blue troll 43,4",
            "blue troll 43,26",
            "blue troll 55,6",
            "red troll 8,24",
        ],
    ],
    ids=["edges", "more above", "more below", "two rows"],
)
def test_a_prompt_hides_no_die(desk: Desk, pills: list[pygame.Rect], language: str, more: list[str]):
    desk.app.change(language=language)
    table = desk.resume(record(start(*CROWDED, *more)[0]))
    desk.run()
    assert not any(pills[-1].collidepoint(table.top.pixel(sight)) for sight in table.scene.sights.values())
    desk.pull(TROLL, 30.0, 0.6)
    desk.run()
    assert not any(pills[-1].collidepoint(table.top.pixel(sight)) for sight in table.scene.sights.values())
    assert table.top.view.window.contains(pills[-1])
    desk.app.change(language="en")


@pytest.mark.parametrize("kind", ["spy", "ice"])
def test_a_prompt_without_room_for_one_line_takes_two_and_no_more(desk: Desk, pills: list[pygame.Rect], kind: str):
    table = desk.resume(
        record(position(f"red {kind} aside", *CROWDED, "red troll 20,2", "blue troll 43,28"), powers=True)
    )
    desk.click(f"use {TROLL}")
    desk.come_to_rest()
    desk.run()
    lead = desk.app.brush.leading(16)
    assert 2 * lead < pills[-1].height < 3 * lead
    assert table.placing


def test_a_prompt_does_not_hide_where_the_flick_leads(desk: Desk, pills: list[pygame.Rect]):
    table = open_field(desk, "red troll 20,25")
    desk.pull(TROLL, 40.0, 0.5)
    desk.until(lambda: table.ahead.seen is not None)
    desk.run()
    assert table.ahead.seen
    assert not any(pills[-1].collidepoint(table.top.pixel(sight)) for sight in table.ahead.seen.path)


def test_a_prompt_gets_out_of_the_way_of_a_die_in_the_hand_and_stays_otherwise(desk: Desk, pills: list[pygame.Rect]):
    table = desk.resume(record(position("red spy aside", "blue troll 45,24"), powers=True))
    desk.click(f"use {TROLL}")
    desk.come_to_rest()
    first = pills[-1]
    for pointer in ((40.0, 5.0), (50.0, 12.0), (35.0, 20.0)):
        desk.move(table.top.view.at(*pointer))
        assert pills[-1] == first
    desk.move(first.center)
    moved = pills[-1]
    assert not moved.inflate(table.top.view.edge, 0).collidepoint(first.center)
    desk.move(table.top.view.at(40.0, 10.0))
    assert pills[-1] == moved
    desk.app.change(text="130")
    desk.run()
    assert pills[-1].height > moved.height


def test_a_die_at_the_edge_of_the_screen_is_flicked_with_full_power(desk: Desk):
    desk.resume(record(start("red troll 0.5,29", "blue troll 45,24")[0]))
    desk.press(desk.at(TROLL))
    desk.drag((0, 40))
    desk.release()
    assert desk.moves[0].speed == FULL


def test_the_aim_is_seen_while_one_pulls_and_gone_afterwards(desk: Desk):
    table = open_field(desk)
    desk.pull(TROLL, 0.0)
    desk.run(0.1)
    assert table.aim
    assert table.is_pulling
    assert table.ahead.seen
    seen = pygame.image.tobytes(desk.app.window, "RGB")
    desk.click((5.0, 5.0), button=3)
    desk.run()
    assert table.aim is None
    assert table.ahead.seen is None
    assert pygame.image.tobytes(desk.app.window, "RGB") != seen


def test_the_foresight_meets_the_die_that_the_flick_hits(desk: Desk):
    table = desk.resume(record(start("red troll 20,8", "blue troll 28,8")[0]))
    desk.pull(TROLL, 0.0, 0.6)
    desk.run(0.1)
    assert table.ahead.seen
    assert table.ahead.seen.meets == TROLL + 1
    desk.release()
    desk.come_to_rest()
    hits = desk.past[-1].action.shot.hits
    assert (TROLL, TROLL + 1) in {(min(hit.a, hit.b), max(hit.a, hit.b)) for hit in hits if hit.b >= 0}


@pytest.mark.parametrize("aim", ["arrow", "contact", "full"])
def test_every_sort_of_aim_line_is_drawn(opened: Opened, aim: str):
    desk = opened(aim=aim)
    table = desk.resume(record(start("red troll 20,8", "blue troll 28,8")[0]))
    desk.pull(TROLL, 0.0, 0.6)
    desk.run(0.1)
    assert bool(table.ahead.seen) == (aim != "arrow")


def test_a_right_click_takes_the_hand_from_the_die(game: Desk):
    game.pull(game.mine(), 0.0)
    game.frame(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pixel(game.mouse), button=3))
    assert game.table.aim is None
    game.drag((game.mouse[0] - 40, game.mouse[1]))
    game.release()
    assert not [move for move in game.moves if isinstance(move, Flick)]
    assert game.screen is game.table


def test_escape_takes_the_hand_from_the_die_and_then_offers_to_leave(game: Desk):
    game.pull(game.mine(), 0.0)
    game.key(pygame.K_ESCAPE)
    assert game.table.aim is None
    game.release()
    assert not [move for move in game.moves if isinstance(move, Flick)]
    assert game.screen is game.table
    game.key(pygame.K_ESCAPE)
    game.on(Pause)


@pytest.mark.parametrize("pixels", [0, 6, 13])
def test_a_pull_that_is_too_short_does_nothing(game: Desk, pixels: int):
    game.flick(game.mine(), 0.0, pixels / PULL)
    assert not [move for move in game.moves if isinstance(move, Flick)]
    assert game.table.aim is None


def test_who_pulls_and_comes_back_does_nothing(game: Desk):
    die = game.mine()
    game.pull(die, 0.0)
    game.drag(game.at(die))
    game.release()
    assert not [move for move in game.moves if isinstance(move, Flick)]


def test_a_pull_may_end_on_a_button_or_outside_of_the_window(game: Desk):
    die = game.mine()
    game.press(game.at(die))
    game.drag(game.widget("settings").rect.center)
    assert game.table.aim
    game.drag((-300, 900))
    game.release()
    assert isinstance(game.moves[-1], Flick)
    assert game.screen is game.table


def test_pressing_enemy_dice_or_the_bare_mat_does_nothing(desk: Desk):
    table = open_field(desk)
    enemy = next(die.id for die in table.state.of(Side.BLUE))
    for at in (desk.at(enemy), desk.at(TROLL + 1), table.top.view.at(31.0, 20.0)):
        desk.press(at)
        assert table.aim is None
        desk.drag((at[0] - 80, at[1]))
        desk.release()
    assert not desk.moves


def test_a_die_near_the_pointer_is_meant(desk: Desk):
    table = open_field(desk)
    x, y = desk.at(TROLL)
    desk.press((x + 0.75 * table.top.view.edge, y))
    assert table.aim
    assert table.aim.die == TROLL


def test_each_side_flicks_its_own_dice(game: Desk):
    state = game.table.state
    assert {state.dice[die].side for die in game.table.flickable()} == {Side.RED}
    game.flick(game.mine(), 0.0, 0.3)
    game.come_to_rest()
    assert {state.dice[die].side for die in game.table.flickable()} == {Side.BLUE}


# A flick with the keys.


def test_the_keys_choose_a_die_aim_and_flick(desk: Desk):
    table = desk.resume(record(start("red troll 20,15")[0]))
    desk.key(pygame.K_RIGHT, pygame.K_RIGHT)
    assert table.chosen == TROLL
    desk.key(pygame.K_RETURN)
    assert table.aim
    assert (table.aim.direction, table.aim.power) == (0.0, 0.5)  # at the king
    desk.key(pygame.K_LEFT, pygame.K_LEFT)
    desk.key(pygame.K_RIGHT, mod=pygame.KMOD_SHIFT)
    desk.key(pygame.K_UP)
    desk.key(pygame.K_UP, mod=pygame.KMOD_SHIFT)
    desk.key(pygame.K_PAGEUP, pygame.K_PAGEUP, pygame.K_PAGEDOWN)
    desk.key(pygame.K_COMMA, pygame.K_COMMA, pygame.K_PERIOD)
    desk.key(pygame.K_RETURN)
    assert desk.moves == [Flick(TROLL, 1.9, round(0.56 * FULL, 1), 0.55, 0.05)]


def test_one_key_is_one_degree_and_with_shift_a_tenth(desk: Desk):
    table = desk.resume(record(start("red troll 20,15")[0]))
    desk.key(pygame.K_LEFT, pygame.K_RETURN)
    for key, mod, right in (
        (pygame.K_LEFT, 0, 1.0),
        (pygame.K_LEFT, pygame.KMOD_SHIFT, 1.1),
        (pygame.K_RIGHT, 0, 0.1),
        (pygame.K_RIGHT, pygame.KMOD_LSHIFT, 0.0),
        (pygame.K_RIGHT, pygame.KMOD_RSHIFT, 359.9),
    ):
        desk.key(key, mod=mod)
        assert table.aim is not None
        assert table.aim.direction == right


def test_escape_takes_an_aim_of_the_keys_back(desk: Desk):
    table = open_field(desk)
    desk.key(pygame.K_RIGHT, pygame.K_RETURN)
    assert table.aim
    desk.key(pygame.K_ESCAPE)
    assert table.aim is None
    assert desk.screen is table
    assert not desk.moves


def test_the_left_key_goes_the_other_way_around(desk: Desk):
    table = open_field(desk)
    desk.key(pygame.K_LEFT)
    last = table.chosen
    desk.key(pygame.K_RIGHT)
    first = table.chosen
    assert {first, last} == {0, TROLL}
    assert last == TROLL  # the rightmost


def test_a_whole_turn_is_made_with_the_keys_alone(desk: Desk):
    desk.key(pygame.K_RETURN)  # the tile
    desk.key(pygame.K_RETURN)  # go
    desk.until(lambda: bool(desk.table.flickable()))
    desk.wait(FRESH + 0.1)
    desk.key(pygame.K_RIGHT, pygame.K_RETURN, pygame.K_UP, pygame.K_RETURN)
    assert isinstance(desk.moves[-1], Flick)


# A die that is set.


def freed(desk: Desk, *dice: str) -> Table:
    """Anna's troll was captured and has shown an active face: she sets it in her castle."""
    position, actions = captured(lies=(Lies(TROLL, 40.0, 5.0, "shadow"),), dice=("red troll 20,5", *dice))
    return desk.resume(record(position, [*actions, Thrown(4)]))


def test_the_die_in_the_hand_hangs_where_the_pointer_is(desk: Desk):
    table = freed(desk)
    assert table.placing
    assert table.placing.die == TROLL
    desk.move(table.top.view.at(9.0, 12.0))
    desk.run()
    assert table.placing.pose.x == pytest.approx(9.0, abs=0.05)
    assert table.placing.pose.y == pytest.approx(12.0, abs=0.05)


def test_a_click_sets_the_die_exactly_there(desk: Desk):
    table = freed(desk)
    at = pixel(table.top.view.at(9.0, 12.0))
    x, y = table.top.view.under(at)
    desk.click(at)
    put = desk.moves[-1]
    assert isinstance(put, Put)
    assert (put.die, put.pose.x, put.pose.y, put.pose.yaw) == (TROLL, round(x, 3), round(y, 3), 0.0)
    desk.come_to_rest()
    assert isinstance(table.state.dice[TROLL].where, OnMat)
    assert table.state.turn.side is Side.BLUE


def test_the_wheel_turns_the_die_in_the_hand(desk: Desk):
    table = freed(desk)
    desk.move(table.top.view.at(9.0, 12.0))
    desk.wheel(1)
    desk.wheel(1)
    desk.wheel(1)
    desk.wheel(-1)
    desk.click(desk.mouse)
    assert desk.moves[-1].pose.yaw == 30.0
    assert table.top.view.zoom == 1.0


def test_the_keys_move_and_turn_and_set_the_die(desk: Desk):
    table = freed(desk)
    desk.move(table.top.view.at(9.0, 13.0))
    desk.run()
    assert table.placing
    pose = table.placing.pose
    desk.key(pygame.K_LEFT, pygame.K_DOWN, pygame.K_DOWN)
    desk.key(pygame.K_RIGHT, mod=pygame.KMOD_SHIFT)
    desk.key(pygame.K_UP, mod=pygame.KMOD_SHIFT)
    desk.key(pygame.K_PAGEUP)
    desk.run(0.1)
    moved = table.placing.pose
    assert (moved.x, moved.y) == (round(pose.x - STEP + 0.1, 3), round(pose.y - 2 * STEP + 0.1, 3))
    assert moved.yaw == (pose.yaw + 15.0) % 360.0
    allowed = table.placing.put()
    desk.key(pygame.K_RETURN)
    assert desk.moves[-1] == allowed
    assert allowed.pose.yaw % 15.0 == pytest.approx(pose.yaw % 15.0)


def test_for_who_plays_with_the_keys_the_die_hangs_over_its_castle_wherever_the_mouse_rests(opened: Opened):
    mind = Slow()
    desk = opened(mind=mind)
    position, actions = captured(lies=(Lies(TROLL, 40.0, 5.0, "shadow"),), dice=("red troll 20,5",))
    desk.app.open(Table.resumed(record(position, actions), desk.app))
    desk.move((900, 300))
    desk.key(pygame.K_TAB)
    mind.answer(Thrown(4))
    desk.until(lambda: desk.table.placing is not None)
    assert desk.table.placing
    desk.run()
    if desk.table.placing.refusal:
        raise desk.table.placing.refusal


@pytest.mark.parametrize(("at", "is_told"), [((45.0, 15.0), True), ((9.0, 12.0), False), ((20.0, 34.0), False)])
def test_why_a_die_cannot_lie_where_it_hangs_is_told_over_the_mat_alone(
    desk: Desk, at: Point, is_told: bool, monkeypatch: pytest.MonkeyPatch
):
    told: list[str] = []
    monkeypatch.setattr(table_picture, "tip", lambda _on, _brush, text, _about: told.append(text))
    table = freed(desk)
    told.clear()
    desk.move(table.top.view.at(*at))
    desk.run(0.1)
    assert any("RUM-" in text for text in told) == is_told


def test_a_spot_that_is_not_allowed_is_refused_with_the_reason_and_nothing_happens(desk: Desk):
    table = freed(desk)
    before, moves = table.state, len(desk.past)
    desk.click(table.top.view.at(45.0, 15.0))
    notice = desk.on(Notice)
    assert "RUM-" in notice.message
    assert "refused" in desk.ear.heard
    desk.key(pygame.K_RETURN)
    assert desk.screen is table
    assert table.state is before
    assert len(desk.past) == moves
    assert table.placing
    desk.click(table.top.view.at(9.0, 12.0))
    assert isinstance(desk.moves[-1], Put)


def test_a_thrown_die_is_answered_after_the_throw_was_shown(desk: Desk):
    position, actions = captured(lies=(Lies(TROLL, 40.0, 5.0, "shadow"),), dice=("red troll 20,5",))
    desk.app.open(Table.resumed(record(position, actions), desk.app))
    table = desk.table
    desk.until(lambda: table.reel is not None and table.scene.lens is not None, step=1 / 60)
    assert table.placing is None
    desk.until(lambda: table.reel is None)
    outcome = desk.past[-1]
    assert isinstance(outcome.action, Thrown)


def test_of_two_captured_dice_the_person_chooses_the_first(desk: Desk):
    """Without this the game could not go on (RUM-54)."""
    lies = (Lies(TROLL, 40.0, 5.0, "shadow"), Lies(TROLL + 1, 40.0, 12.0, "shadow"))
    position, actions = captured(lies=lies, dice=("red troll 20,5", "red troll 20,12"))
    desk.app.open(Table.resumed(record(position, actions), desk.app))
    desk.wait(FRESH + 0.1)
    desk.click(desk.at(TROLL + 1))
    assert desk.moves[-1] == Use(TROLL + 1)


def test_of_two_captured_dice_the_keys_choose_the_first_too(desk: Desk):
    lies = (Lies(TROLL, 40.0, 5.0, "shadow"), Lies(TROLL + 1, 40.0, 12.0, "shadow"))
    position, actions = captured(lies=lies, dice=("red troll 20,5", "red troll 20,12"))
    desk.app.open(Table.resumed(record(position, actions), desk.app))
    desk.wait(FRESH + 0.1)
    desk.key(pygame.K_RIGHT, pygame.K_RETURN)
    assert isinstance(desk.moves[-1], Use)


# What is shown.


def test_the_film_of_a_flick_is_shown_and_then_the_next_is_asked(desk: Desk):
    table = open_field(desk)
    desk.flick(TROLL, 0.0, 0.5)
    desk.wait_for_the_film()
    assert not table.flickable()
    where = [table.scene.sights[TROLL].x]
    for _ in range(4):
        desk.run(0.1)
        where.append(table.scene.sights[TROLL].x)
    assert where == sorted(where)
    assert where[-1] > where[0] + 1.0
    assert "flick" in desk.ear.heard
    desk.until(lambda: table.reel is None)
    assert table.flickable()
    assert desk.ear.sliding == 0.0


def test_nobody_can_take_a_die_while_something_is_shown(desk: Desk):
    table = open_field(desk)
    desk.flick(TROLL, 0.0, 0.5)
    desk.wait_for_the_film()
    moves = len(desk.moves)
    desk.flick(TROLL + 1, 0.0, 0.5)
    assert len(desk.moves) == moves
    assert table.aim is None


@pytest.mark.parametrize("how", ["button", "space"])
def test_what_is_shown_can_be_skipped(desk: Desk, how: str):
    table = open_field(desk)
    desk.flick(TROLL, 0.0, 0.5)
    desk.wait_for_the_film()
    desk.run()
    if how == "button":
        desk.click("skip")
    else:
        desk.key(pygame.K_SPACE)
    desk.run(0.1)
    assert table.reel is None
    assert table.scene == scene_of(table.state)
    assert table.flickable()


@pytest.mark.parametrize("speed", ["0.25", "1", "4"])
def test_films_are_shown_as_fast_as_it_is_set(opened: Opened, speed: str):
    desk = opened(speed=speed)
    table = open_field(desk)
    desk.flick(TROLL, 0.0, 0.5)
    desk.wait_for_the_film()
    since = table.time
    desk.run(6 / 60)
    assert table.time - since == pytest.approx(0.1 * float(speed), abs=1e-6)


def test_the_speed_is_changed_while_a_film_is_shown_and_kept(desk: Desk):
    table = open_field(desk)
    desk.flick(TROLL, 0.0, 0.5)
    desk.wait_for_the_film()
    desk.run()
    desk.choose("pace", "0.25")
    assert desk.app.settings.speed == "0.25"
    assert table.reel is not None


def test_the_last_flick_is_shown_once_more_slowly(desk: Desk):
    table = open_field(desk)
    assert not desk.widget("again").is_enabled
    desk.flick(TROLL, 0.0, 0.3)
    desk.come_to_rest()
    desk.run()
    lines, moves = list(table.lines), len(desk.past)
    desk.key(pygame.K_r)
    assert table.is_again
    assert table.reel
    since = table.time
    desk.run(0.2)
    assert table.time - since == pytest.approx(0.05, abs=1e-6)
    assert table.scene.sights[TROLL].x < table.state.dice[TROLL].body.pose.x
    desk.key(pygame.K_ESCAPE)
    assert not table.is_again
    assert table.scene == scene_of(table.state)
    assert (table.lines, len(desk.past)) == (lines, moves)
    desk.click("again")
    assert table.is_again
    desk.key(pygame.K_SPACE)
    assert table.reel is None
    assert desk.screen is table


def test_the_log_tells_what_happened_and_opens(desk: Desk):
    table = desk.resume(record(start("red troll 20,8", "blue troll 45,24")[0]))
    before = len(table.lines)
    desk.flick(TROLL, 0.0, 0.3)
    desk.come_to_rest()
    assert len(table.lines) > before
    desk.run()
    desk.click("log")
    assert table.is_log_open
    desk.key(pygame.K_ESCAPE)
    assert not table.is_log_open
    assert desk.screen is table


def test_the_log_is_told_in_the_language_of_now(desk: Desk):
    table = open_field(desk)
    desk.flick(TROLL, 0.0, 0.3)
    desk.come_to_rest()
    english = [line.text for line in table.lines]
    desk.app.change(language="de")
    german = [line.text for line in table.lines]
    assert len(german) == len(english) > 0
    assert not set(english) & set(german)


def test_what_is_being_shown_is_told_in_the_language_of_now_too(desk: Desk):
    table = open_field(desk)
    desk.flick(TROLL, 0.0, 0.3)
    desk.wait_for_the_film()
    desk.app.change(language="de")
    desk.come_to_rest()
    german = [line.text for line in table.lines]
    language.use("en")
    english = [line.text for made in desk.past for line in Reel(made, table.play.names).lines]
    assert len(german) == len(english)
    assert not set(english) & set(german)


def test_no_line_is_lost_when_the_language_changes_while_the_last_flick_is_shown_again(desk: Desk):
    table = open_field(desk)
    desk.flick(TROLL, 0.0, 0.3)
    desk.come_to_rest()
    lines = len(table.lines)
    desk.key(pygame.K_r)
    desk.app.change(language="de")
    desk.key(pygame.K_SPACE)
    assert len(table.lines) == lines


# Zoom.


def test_the_wheel_zooms_at_the_pointer_and_dice_are_still_hit(desk: Desk):
    table = open_field(desk)
    at = desk.at(TROLL)
    desk.move(at)
    for _ in range(5):
        desk.wheel(1)
    view = table.top.view
    assert view.zoom > 1.8
    assert desk.at(TROLL) == pytest.approx(at, abs=1.5)
    middle = desk.at(TROLL)
    desk.flick(TROLL, 90.0, 0.4)
    right, speed = expected(middle, desk.mouse)
    assert desk.moves[0].direction == pytest.approx(right, abs=0.011)
    assert desk.moves[0].speed == pytest.approx(speed, abs=0.11)


def test_keys_and_button_zoom_and_show_the_whole_mat_again(desk: Desk):
    table = open_field(desk)
    desk.key(pygame.K_PLUS, pygame.K_PLUS)
    assert table.top.view.zoom == pytest.approx(1.25**2)
    desk.key(pygame.K_MINUS)
    assert table.top.view.zoom == pytest.approx(1.25)
    desk.key(pygame.K_0)
    assert table.top.view.zoom == 1.0
    desk.click("zoom")
    assert table.top.view.zoom > 1.0
    desk.click("zoom")
    assert table.top.view.zoom == 1.0


@pytest.mark.parametrize("button", [1, 2, 3])
def test_an_enlarged_picture_is_moved_with_the_mouse(desk: Desk, button: int):
    table = open_field(desk)
    desk.key(pygame.K_PLUS, pygame.K_PLUS, pygame.K_PLUS)
    bare = table.top.view.at(31.5, 15.0)
    before = desk.at(TROLL)
    desk.press(bare, button)
    desk.drag((bare[0] + 60, bare[1] - 20), button)
    desk.release(button)
    assert desk.at(TROLL) == pytest.approx((before[0] + 60, before[1] - 20), abs=1.0)
    desk.flick(TROLL, 0.0, 0.4)
    assert desk.moves[0].die == TROLL


def test_what_is_enlarged_stays_so_when_something_is_set(desk: Desk):
    table = open_field(desk)
    desk.key(pygame.K_PLUS, pygame.K_PLUS)
    zoom, centre = table.top.view.zoom, table.top.view.centre
    desk.app.change(speed="2")
    assert (table.top.view.zoom, table.top.view.centre) == (zoom, centre)


def test_what_is_drawn_is_where_a_press_finds_it(game: Desk):
    """Paint the table with and without each die: where the pictures differ most, the die is found."""
    table = game.table
    top, mine = table.top, table.flickable()
    for zoom in (1.0, 2.0):
        top.view.zoom_at(top.view.at(15.0, 15.0), zoom)
        for die in mine:
            x, y = top.pixel(table.scene.sights[die])
            if not top.view.area.inflate(-80, -80).collidepoint(x, y):
                continue
            assert top.die_at(table.scene, (x, y), mine) == die
            box = pygame.Rect(0, 0, top.view.edge, top.view.edge)
            box.center = (round(x), round(y))
            pictures = []
            for left_out in (-1, die):
                scene = replace(table.scene, sights={d: s for d, s in table.scene.sights.items() if d != left_out})
                top.back(game.app.window)
                top.draw(game.app.window, scene)
                pictures.append(pygame.surfarray.array3d(game.app.window.subsurface(box)).astype(int))
            assert abs(pictures[0] - pictures[1]).max(axis=2).mean() > 20


# Bots.


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_bot_answers(desk: Desk, bot: str):
    table = desk.sit_down("me:Anna", bot)
    desk.flick(desk.mine(), 0.0, 0.3)
    desk.come_to_rest()
    assert table.state.turn.side is Side.RED
    mine, its = (move for move in desk.moves if isinstance(move, Flick))
    assert table.state.dice[mine.die].side is Side.RED
    assert table.state.dice[its.die].side is Side.BLUE


def test_the_aim_of_a_bot_is_seen_before_its_flick(desk: Desk):
    table = open_field(desk, seats=("me:Anna", "greedy"))
    desk.flick(TROLL, 90.0, 0.2)
    desk.until(lambda: table.reel is not None and table.time < 0.0, step=1 / 60)
    assert table.reel
    assert table.reel.made.before.turn.side is Side.BLUE
    assert table.scene.sights == scene_of(table.reel.made.before).sights


def test_two_bots_play_by_themselves(desk: Desk):
    table = Table.begun(("random", "random"), desk.app)
    desk.app.open(table)
    desk.until(lambda: len([made for made in table.play.session.past if isinstance(made.action, Settled)]) >= 2)
    assert not table.flickable()


def test_a_bot_that_thinks_can_be_stopped_and_go_on(opened: Opened):
    mind = Slow()
    desk = opened(mind=mind)
    table = open_field(desk, seats=("me:Anna", "greedy"))
    desk.flick(TROLL, 90.0, 0.2)
    mind.answer()
    desk.until(lambda: table.play.thinks == 1 and table.reel is None)
    desk.run()
    past = len(desk.past)
    desk.click("thinking")
    assert table.play.is_paused
    assert mind.dropped == 1
    mind.answer()
    desk.wait(0.3)
    assert len(desk.past) == past
    desk.click("thinking")
    assert not table.play.is_paused
    mind.answer()
    desk.run()
    assert len(desk.past) == past + 1
    assert isinstance(desk.moves[-1], Flick)


def test_the_window_is_alive_while_a_bot_thinks(opened: Opened):
    mind = Slow()
    desk = opened(mind=mind)
    table = open_field(desk, seats=("me:Anna", "greedy"))
    desk.flick(TROLL, 90.0, 0.2)
    mind.answer()
    desk.until(lambda: table.play.thinks == 1 and table.reel is None)
    desk.key(pygame.K_PLUS)
    assert table.top.view.zoom > 1.0
    desk.key(pygame.K_ESCAPE)
    desk.on(Pause)
    desk.click("menu")
    assert len(desk.app.screens) == 1
    assert mind.open == []


def test_a_bot_in_trouble_is_told_and_can_be_asked_again(desk: Desk, tmp_path: Path):
    file = tmp_path / "own.py"
    file.write_text(
        "class Fickle:\n"
        "    asked = 0\n"
        "    def __init__(self, game, budget=None):\n"
        "        pass\n"
        "    def choose(self, view, seat, legal, rng):\n"
        "        Fickle.asked += 1\n"
        "        if Fickle.asked == 1:\n"
        "            raise RuntimeError('not yet')\n"
        "        return legal.sample(rng)\n"
    )
    path = record(start("red troll 20,8", "blue troll 45,24")[0])
    desk.app.open(Table.resumed(path, desk.app, ("me:Anna", f"{file}:Fickle")))
    desk.come_to_rest()
    desk.flick(TROLL, 90.0, 0.2)
    desk.until(lambda: isinstance(desk.screen, Notice))
    past = len(desk.past)
    desk.run(0.2)
    assert len(desk.past) == past
    desk.click("offer 0")
    desk.until(lambda: len(desk.past) > past)
    assert isinstance(desk.moves[-1], Flick)
    assert desk.screen is desk.table


# Coming and going.


def test_the_chosen_formations_stand(desk: Desk):
    table = desk.sit_down("me:Anna", "me:Ben")
    ups = [move for move in desk.moves if isinstance(move, SetUp)]
    assert len(ups) == 2
    assert len(table.state.of(Side.RED)) == len(table.state.of(Side.BLUE)) > 5


def test_every_move_is_on_the_shelf_at_once_and_the_game_goes_on_from_there(desk: Desk):
    table = desk.sit_down("me:Anna", "me:Ben")
    desk.flick(desk.mine(), 0.0, 0.3)
    desk.come_to_rest()
    writer = table.play.session.writer
    assert writer
    assert load(writer.path, find_game).session.state == table.state
    desk.app.home()
    again = desk.resume(writer.path)
    assert again.state == table.state
    assert [line.text for line in again.lines] == [line.text for line in table.lines]
    assert again.scene == scene_of(table.state)


def test_a_game_that_was_cut_off_says_so_and_goes_on(desk: Desk):
    path = record(start("red troll 20,8", "blue troll 45,24")[0])
    with path.open("ab") as file:
        file.write(b'{"seat":1,"mo')
    desk.app.open(Table.resumed(path, desk.app))
    desk.on(Notice)
    desk.key(pygame.K_RETURN)
    desk.come_to_rest()
    desk.flick(TROLL, 0.0, 0.3)
    desk.come_to_rest()
    assert load(path, find_game).session.state == desk.table.state


def won(desk: Desk, *seats: str) -> Table:
    """Red's troll has pushed the blue king off the mat, and the sheet is seen."""
    position, state = start("red troll 59,20", "blue king 61,20", "red king 7,15")
    del state
    table = desk.resume(record(position, seats=seats or ("me:Anna", "me:Ben")))
    desk.flick(TROLL, 0.0, 0.9)
    desk.until(lambda: isinstance(desk.screen, End))
    desk.see_the_question()
    return table


def test_at_the_end_the_sheet_tells_who_has_won(desk: Desk):
    table = won(desk)
    end = desk.on(End)
    desk.wait(0.3)
    assert (end.winner, table.state.winner) == (Side.RED, Side.RED)
    assert isinstance(table.state.king(Side.BLUE).where, Out)
    assert end.figures[Side.RED].flicks == 1
    assert "win" in desk.ear.heard


@pytest.mark.parametrize(("seats", "tune"), [(("random", "me:Ben"), "loss"), (("random", "random"), "win")])
def test_where_only_a_bot_has_won_the_tune_is_a_sad_one_if_a_person_has_lost(
    opened: Opened, seats: tuple[str, ...], tune: str
):
    desk = opened(mind=Slow())
    position, state = start("red troll 20,8", "blue troll 45,24")
    desk.app.open(Table.resumed(record(position, seats=seats), desk.app))
    stroke = Flick(TROLL, 0.0, 100.0)
    for action in (stroke, Settled(stroke, shot(state, TROLL, Lies(TROLL, 30.0, 8.0), off(1)))):
        desk.table.play.session.commit(action, forced=False)
    desk.until(lambda: isinstance(desk.screen, End))
    desk.see_the_question()
    assert [sound for sound in desk.ear.heard if sound in {"win", "loss"}] == [tune]


def test_in_a_rematch_the_loser_begins(desk: Desk):
    old = won(desk)
    desk.wait(0.3)
    desk.click("rematch")
    new = desk.on(Table)
    assert new is not old
    desk.come_to_rest()
    assert new.play.seats == old.play.seats
    assert new.state.turn.side is Side.BLUE
    assert new.play.waits_for == 1
    assert len(desk.app.screens) == 2
    assert old.score == new.score == (1, 0), "the score goes on"


def test_watch_again_shows_the_whole_game_and_leads_back(desk: Desk):
    won(desk)
    desk.wait(0.3)
    desk.click("replay")
    replay = desk.on(Replay)
    assert len(replay.tape.marks) == 1
    assert replay.loaded.winners == (1,)
    desk.key(pygame.K_ESCAPE)
    desk.on(End)


@pytest.mark.parametrize("how", ["menu", "escape"])
def test_from_the_end_one_comes_home(desk: Desk, how: str):
    won(desk)
    desk.wait(0.3)
    if how == "menu":
        desk.click("menu")
    else:
        desk.key(pygame.K_ESCAPE)
    assert len(desk.app.screens) == 1


def test_the_sheet_at_the_end_comes_once(desk: Desk):
    won(desk)
    desk.wait(2.0)
    assert [type(screen) for screen in desk.app.screens].count(End) == 1


def test_the_direction_on_the_screen_is_the_direction_on_the_mat(desk: Desk):
    """Who pulls down and to the left sends the die up and to the right, on the mat and on the screen."""
    table = open_field(desk)
    before = table.scene.sights[TROLL]
    desk.flick(TROLL, 50.0, 0.4)
    desk.come_to_rest()
    after = table.scene.sights[TROLL]
    far = ((after.x - before.x) ** 2 + (after.y - before.y) ** 2) ** 0.5
    assert ((after.x - before.x) / far, (after.y - before.y) / far) == pytest.approx(
        (cos(radians(50.0)), sin(radians(50.0))), abs=0.1
    )
