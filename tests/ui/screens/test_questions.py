"""Every shape of a question, and every power of every kind, answered with the mouse and with the keys."""

from __future__ import annotations

from typing import Any, NamedTuple

import pygame
import pytest

from rumms.catalogue import find
from rumms.games.rumms.actions import Decline, Pick, Put, Settled, Use
from rumms.games.rumms.game import Rumms
from rumms.games.rumms.kinds import KINDS
from rumms.games.rumms.state import Ask, Side
from rumms.physics.model import Flick, Moment, Swipe
from rumms.ui import theme
from rumms.ui.asking import Asking, about
from rumms.ui.draw.brush import Brush
from rumms.ui.draw.tabletop import Tabletop
from rumms.ui.kit.buttons import Button
from rumms.ui.screens.table import Table
from tests.games.rumms.catapult import KIND as CATAPULT
from tests.games.rumms.table import board, off, position, shot, thrown, touch

from .conftest import Opened
from .desk import Desk, Lies, flicked, record, texts_of

FIRST, SECOND, THIRD, FOURTH = 2, 3, 4, 5
"""Dice after the kings."""
FINGER = Swipe((Moment(0.0, 1.0, 1.0), Moment(0.1, 2.0, 2.0)))


def active(state: Any) -> Any:
    return thrown(state, "active")


class Case(NamedTuple):
    """A position, the moves that lead to a question, and what answers it."""

    dice: tuple[str, ...]
    before: list[Any]
    question: Ask
    power: str
    yes: tuple[Any, ...]
    """What is answered if the last of the choices is taken."""
    picks: int | None = None
    """The die that is taken."""
    may_decline: bool = True
    options: dict[str, Any] = {}  # noqa: RUF012  never changed


VICTIMS = ("blue troll 45,8", "blue knight 45,22")
CASES = {
    "double strike": Case(
        ("red dragon 20,10", *VICTIMS), flicked(FIRST, Lies(FIRST, 25.0, 5.0)), Ask.FLICK, "double strike", ()
    ),
    "rescue": Case(
        ("red dragon 20,10", "red troll 14,15", *VICTIMS),
        flicked(THIRD - 1, off(0)),
        Ask.USE,
        "rescue",
        (Use(FIRST),),
    ),
    "rescue by one of two": Case(
        ("red dragon 20,10", "red dragon 20,20", "red troll 14,15", *VICTIMS),
        flicked(THIRD, off(0)),
        Ask.USE,
        "rescue",
        (Use(SECOND),),
        picks=SECOND,
    ),
    "hide": Case(
        ("red spy 20,10", *VICTIMS), flicked(FIRST, Lies(FIRST, 40.0, 5.0, "active")), Ask.USE, "hide", (Use(FIRST),)
    ),
    "vanish": Case(
        ("red mage 20,10", *VICTIMS),
        flicked(FIRST, Lies(FIRST, 53.0, 12.0, "active")),
        Ask.USE,
        "vanish",
        (Use(FIRST), Pick((THIRD,))),
        picks=THIRD,
    ),
    "drag along": Case(
        ("red troll 20,10", "blue berserker 40,10", "red knight 14,25"),
        [*flicked(FIRST, off(SECOND)), active],
        Ask.PICK,
        "drag along",
        (Pick((THIRD,)),),
        picks=THIRD,
        may_decline=False,
    ),
    "another ice cube": Case(
        ("red ice aside", "red ice aside", *VICTIMS),
        [Use(FIRST), lambda state: Put(FIRST, state.dice[THIRD].body.pose)],
        Ask.USE,
        "freeze",
        (Use(SECOND),),
    ),
    "another heart": Case(
        ("red heart 20,5", "red heart 20,25", *VICTIMS), [Use(FIRST), Pick(())], Ask.USE, "revive", (Use(SECOND),)
    ),
    "first captured": Case(
        ("red troll 20,5", "red troll 20,12", *VICTIMS),
        flicked(FIRST, Lies(FIRST, 40.0, 5.0, "shadow"), Lies(SECOND, 40.0, 12.0, "shadow")),
        Ask.USE,
        "captured",
        (Use(SECOND),),
        picks=SECOND,
        may_decline=False,
    ),
}
each_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


def asked(desk: Desk, case: Case) -> Table:
    """The question is open, and a person has to answer it."""
    table = desk.resume(record(position(*case.dice), case.before, powers=True, **case.options))
    assert (table.state.task.ask, table.state.task.power) == (case.question, case.power)
    return table


def answered(desk: Desk, before: int) -> tuple[Any, ...]:
    """What was done since."""
    return tuple(desk.moves[before:])


@each_case
@pytest.mark.parametrize("how", ["mouse", "keys"])
def test_a_power_is_used(desk: Desk, case: Case, how: str):
    asked(desk, case)
    moves = len(desk.moves)
    if case.question is Ask.FLICK:
        if how == "mouse":
            desk.flick(FIRST, 0.0, 0.5)
        else:
            desk.key(pygame.K_RIGHT, pygame.K_RETURN, pygame.K_RETURN)
        assert isinstance(answered(desk, moves)[0], Flick)
        return
    if how == "mouse":
        if case.picks is not None:
            desk.click(desk.at(case.picks))
        if desk.table.panel and desk.screen.find("yes"):
            desk.click("yes")
    else:
        while case.picks is not None and desk.table.chosen != case.picks:
            desk.key(pygame.K_RIGHT)
        if case.picks is None:
            desk.go_to("yes")
        desk.key(pygame.K_RETURN)
    assert answered(desk, moves)[: len(case.yes)] == case.yes


@each_case
@pytest.mark.parametrize("how", ["mouse", "keys"])
def test_what_may_be_left_is_left_and_nothing_else_can_be(desk: Desk, case: Case, how: str):
    asked(desk, case)
    moves = len(desk.moves)
    if not case.may_decline:
        assert desk.screen.find("no") is None
        return
    if how == "mouse":
        desk.click("no")
    else:
        desk.go_to("no")
        desk.key(pygame.K_RETURN)
    assert answered(desk, moves) == (Decline(),)


def test_a_die_is_chosen_first_and_taken_by_the_button_or_a_second_click(desk: Desk):
    table = asked(desk, CASES["vanish"])
    assert table.asking
    assert not desk.widget("yes").is_enabled
    moves = len(desk.moves)
    desk.click(desk.at(SECOND))
    assert (table.asking.picked, desk.moves[moves:]) == ((SECOND,), [])
    desk.click(desk.at(THIRD))
    assert table.asking.picked == (THIRD,)
    assert desk.widget("yes").is_enabled
    desk.click(desk.at(THIRD))
    assert desk.moves[moves:] == [Use(FIRST), Pick((THIRD,))]


def test_dice_that_cannot_be_chosen_are_not(desk: Desk):
    table = asked(desk, CASES["vanish"])
    assert table.asking
    desk.click(desk.at(1))
    assert table.asking.picked == ()
    assert Asking(table.play.session.game, table.state).among == (SECOND, THIRD)


def test_the_button_names_what_will_be_done(desk: Desk):
    asked(desk, CASES["vanish"])
    assert "Choose a die" in texts_of(desk.run)
    desk.click(desk.at(THIRD))
    assert "Conjure away the knight" in texts_of(desk.run)
    desk.app.change(language="de")
    seen = texts_of(desk.run)
    assert {"Wegzaubern?", "Ritter wegzaubern", "Nein, danke"} <= seen
    desk.app.change(language="en")


@pytest.mark.parametrize(
    ("case", "english", "german"),
    [
        ("another ice cube", "Freeze once more?", "Noch einmal einfrieren?"),
        ("another heart", "Revive once more?", "Noch einmal wiederbeleben?"),
        ("hide", "Hide?", "Verstecken?"),
    ],
)
def test_a_power_that_was_just_used_is_offered_once_more(desk: Desk, case: str, english: str, german: str):
    asked(desk, CASES[case])
    assert english in texts_of(desk.run)
    desk.app.change(language="de")
    assert german in texts_of(desk.run)
    desk.app.change(language="en")


@pytest.mark.parametrize("spot", [(16.0, 2.0), (40.0, 2.0), (58.0, 2.0), (40.0, 28.0)])
def test_the_panel_does_not_hide_the_die_whose_power_it_is(desk: Desk, spot: tuple[float, float]):
    dice = ("blue spy 45,10", "red troll 20,20") if spot[0] < 30.0 else ("red spy 20,10", "blue troll 45,20")
    to_move = Side(dice[0].split()[0])
    flick = flicked(FIRST, Lies(FIRST, *spot, "active"))
    table = desk.resume(record(position(*dice, to_move=to_move), flick, powers=True))
    assert (table.state.task.power, table.state.task.owner) == ("hide", FIRST)
    assert table.panel
    assert not table.panel.box.collidepoint(desk.at(FIRST))


def test_ice_lets_light_through_to_the_die_that_it_freezes(desk: Desk):
    table = desk.resume(record(position("red knight 20,10", "blue troll 45,8", "red ice 45,8@1", "blue troll 45,22")))

    def light(die: int) -> float:
        x, y = map(round, desk.at(die))
        edge = table.top.view.edge
        box = pygame.Rect(0, 0, edge * 2 // 3, edge // 2)
        box.center = (x, y - edge // 5)
        return sum(pygame.transform.average_color(desk.app.window, box)[:3]) / 3

    desk.wait(1.0)
    assert light(SECOND) > light(FOURTH)


def test_a_choice_that_is_frozen_is_seen_under_its_ice(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    dice = ("red mage 20,10", "blue troll 45,8", "red ice 45,8@1", "blue knight 45,22")
    table = desk.resume(
        record(position(*dice), flicked(FIRST, Lies(FIRST, 53.0, 12.0, "active")), powers=True),
    )
    assert table.asking
    assert table.asking.among == (SECOND, FOURTH)
    drawn: list[set[int]] = []
    draw = Tabletop.draw

    def noted(top: Tabletop, on: Any, scene: Any) -> None:
        drawn.append(set(scene.sights))
        draw(top, on, scene)

    monkeypatch.setattr(Tabletop, "draw", noted)
    desk.run()
    assert drawn == [{0, 1, FIRST, SECOND, THIRD, FOURTH}, {FIRST, SECOND, THIRD, FOURTH}]


@pytest.mark.parametrize(
    "spots", [(), ("31,2",), ("31,2", "31,28"), ("20,2", "31,28"), ("45,2", "31,28", "31,2")], ids=str
)
def test_the_panel_hides_no_choice_as_long_as_there_is_room(desk: Desk, spots: tuple[str, ...]):
    dice = ("red mage 20,15", *(f"blue troll {spot}" for spot in spots), "blue knight 60,15")
    flick = flicked(FIRST, Lies(FIRST, 53.0, 12.0, "active"))
    table = desk.resume(record(position(*dice), flick, powers=True))
    assert table.panel
    assert table.asking
    assert len(table.asking.among) == len(spots) + 1
    assert not any(table.panel.box.collidepoint(desk.at(die)) for die in table.asking.among)


# What can be done instead of a flick.

INSTEAD = {
    "king's move": (("red king 15,5", *VICTIMS), 0, (9.0, 13.0)),
    "return": (("red spy aside", *VICTIMS), FIRST, (40.0, 15.0)),
    "freeze": (("red ice aside", *VICTIMS), FIRST, (45.0, 8.0)),
}


@pytest.mark.parametrize("power", INSTEAD)
@pytest.mark.parametrize("how", ["mouse", "keys"])
def test_a_die_is_set_instead_of_a_flick(desk: Desk, power: str, how: str):
    dice, die, spot = INSTEAD[power]
    table = desk.resume(record(position(*dice), powers=True))
    if how == "mouse":
        desk.click(f"use {die}")
        desk.come_to_rest()
        desk.click(table.top.view.at(*spot))
    else:
        desk.go_to(f"use {die}")
        desk.key(pygame.K_RETURN)
        desk.come_to_rest()
        desk.go_to("mat")
        assert table.placing
        expected = table.placing.put()
        desk.key(pygame.K_RETURN)
        assert desk.moves == [Use(die), expected]
        return
    used, put = desk.moves
    assert (used, put.die) == (Use(die), die)
    assert (put.pose.x, put.pose.y) == (pytest.approx(spot[0], abs=0.06), pytest.approx(spot[1], abs=0.06))


def test_what_glows_where_ice_may_be_set_lies_on_the_mat_and_a_tower_glows_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    dice = ("red ice aside", "blue troll 40,29.5", "blue troll 45,8", "blue troll 45,8@1")
    table = desk.resume(record(position(*dice), powers=True))
    desk.click(f"use {FIRST}")
    desk.come_to_rest()
    places: list[pygame.Rect] = []
    mat = table.top.view.box

    def glow(_brush: Brush, _on: Any, box: pygame.Rect, *how: Any, **_more: Any) -> None:
        if theme.HONEY in how and mat.colliderect(box):
            places.append(box.copy())

    monkeypatch.setattr(Brush, "glow", glow)
    desk.run()
    assert len(places) == 2
    assert all(mat.contains(box) for box in places)


@pytest.mark.parametrize("how", ["button", "escape", "right", "tool"])
def test_who_thinks_better_of_it_flicks_after_all(desk: Desk, how: str):
    table = desk.resume(record(position(*INSTEAD["king's move"][0]), powers=True))
    before, scene = table.state, table.scene
    desk.click("use 0")
    desk.come_to_rest()
    match how:
        case "button":
            desk.click("back")
        case "escape":
            desk.key(pygame.K_ESCAPE)
        case "right":
            desk.click(table.top.view.at(30.0, 15.0), button=pygame.BUTTON_RIGHT)
        case "tool":
            desk.click("undo")
    desk.run()
    assert table.state == before
    assert table.scene.sights == scene.sights
    assert desk.screen is table
    assert 0 in table.instead()


HEARTS = ("red heart 20,5", "red troll out", "red knight out", "red mage out", "red dragon out", *VICTIMS)


@pytest.mark.parametrize("how", ["mouse", "keys"])
def test_a_heart_brings_dice_back_for_no_more_than_six_points(desk: Desk, how: str):
    table = desk.resume(record(position(*HEARTS), powers=True))

    def press(name: str) -> None:
        if how == "mouse":
            desk.click(name)
        else:
            desk.go_to(name)
            desk.key(pygame.K_RETURN)

    press(f"use {FIRST}")
    desk.come_to_rest()
    assert table.asking
    press(f"die {THIRD}")
    assert not desk.widget(f"die {FOURTH}").is_enabled, "4 and 3 are more than 6"
    assert not desk.widget("die 6").is_enabled
    press(f"die {SECOND}")
    assert (table.asking.picked, table.asking.spent) == ((THIRD, SECOND), 6)
    press(f"die {THIRD}")
    press(f"die {FOURTH}")
    press("yes")
    assert desk.moves == [Use(FIRST), Pick((SECOND, FOURTH))]


def test_nobody_is_urged_to_waste_a_heart(desk: Desk):
    desk.resume(record(position(*HEARTS), powers=True))
    desk.click(f"use {FIRST}")
    desk.come_to_rest()
    styles = []
    for _ in range(2):
        button = desk.widget("yes")
        assert isinstance(button, Button)
        styles.append(button.style)
        desk.click(f"die {THIRD}")
    assert styles == ["plain", "primary"]


def test_a_heart_can_be_wasted_or_taken_back(desk: Desk):
    table = desk.resume(record(position(*HEARTS), powers=True))
    desk.click(f"use {FIRST}")
    desk.come_to_rest()
    desk.click("back")
    assert desk.moves == []
    desk.click(f"use {FIRST}")
    desk.come_to_rest()
    assert "No die" in texts_of(desk.run)
    desk.click("yes")
    assert desk.moves == [Use(FIRST), Pick(())]
    assert table.state.turn.side is Side.BLUE


def test_of_dice_beside_the_mat_one_button_serves_all_of_a_kind_and_hearts_have_one_each(desk: Desk):
    dice = ("red ice aside", "red ice aside", "red spy aside", "red heart 20,5", "red heart 20,25", *VICTIMS)
    table = desk.resume(record(position(*dice), powers=True))
    uses = [widget.name for widget in table.widgets if widget.name.startswith("use ")]
    assert uses == ["use 0", "use 2", "use 4", "use 5", "use 6"]


def test_in_the_quick_start_there_is_nothing_instead_of_a_flick(desk: Desk):
    table = desk.sit_down("me:Anna", "me:Ben")
    assert table.instead() == ()
    assert not [widget for widget in table.widgets if widget.name.startswith("use ")]


def test_after_a_foul_an_ice_cube_beside_the_mat_can_be_taken_too(desk: Desk):
    dice = ("red dragon 20,5", "red ice aside", *VICTIMS)
    push = [FINGER, lambda state: Settled(FINGER, shot(state, FIRST, touched=(touch(FIRST),)))]
    table = desk.resume(record(position(*dice), push, powers=True, finger=True))
    assert (table.state.task.ask, table.state.task.power) == (Ask.PICK, "penalty")
    moves = len(desk.moves)
    desk.click(f"die {SECOND}")
    desk.click("yes")
    assert desk.moves[moves:] == [Pick((SECOND,))]


# Every kind.


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_says_what_it_is_about_and_what_its_powers_do_in_both_languages(kind: str):
    one = KINDS[kind]
    texts = [one.called, one.about, *(text for power in one.powers.values() for text in power)]
    for text in texts:
        assert text["de"]
        assert text["en"]
        assert text["de"] != text["en"] or text is one.called
    if kind not in {"troll", "knight"}:
        assert one.powers


def test_who_points_at_a_die_is_told_about_it(desk: Desk):
    dice = ("red dragon 20,5", "blue troll 45,9 shadow", "red ice 45,9@1")
    table = desk.resume(record(position(*dice), powers=True))
    desk.move(desk.at(FIRST))
    desk.wait(0.8)
    assert table.told() == (FIRST, "Dragon · value 5\nSaves the king, strikes twice")
    assert "Frozen" in about(table.state, table.state.dice[SECOND])
    desk.move((30, 400))
    assert table.told() is None


def test_dice_of_a_game_that_was_won_are_told_about_until_the_next_one_begins(desk: Desk):
    dice = ("red troll 59,20", "blue king 61,20", "red king 7,15")
    desk.resume(record(position(*dice), wins_needed=2))
    desk.flick(FIRST, 0.0, 0.9)
    desk.until(lambda: desk.table.is_won and desk.table.reel is None and not desk.table.reels)
    table = desk.table
    assert not table.state.dice
    desk.move(desk.at(0))
    desk.until(lambda: table.told() is not None or desk.screen is not table)
    assert desk.screen is table
    desk.run(0.2)


TOLD = "Knight · value 4"


@pytest.mark.parametrize("how", ["watched", "skipped", "again"])
def test_nothing_is_told_after_a_flick_until_the_pointer_moves(desk: Desk, how: str):
    """The tip of the die that was flicked would hide what lies beside it, such as the enemy king."""
    table = desk.resume(record(position("red knight 20,8", "blue troll 57,8"), powers=True))
    desk.move(desk.at(FIRST))
    desk.wait(0.8)
    told = table.told()
    assert told
    assert (told[0], told[1].splitlines()[0]) == (FIRST, TOLD)
    desk.flick(FIRST, 0.0, 0.3)
    if how != "watched":
        desk.come_to_rest()
    desk.until(lambda: table.reel is None and not table.reels and table.play.waits_for == 1)
    if how == "again":
        desk.key(pygame.K_r)
        desk.until(lambda: table.reel is None)
    assert table.scene.sights[FIRST].x > 21.0
    desk.wait(2.0)
    assert table.told() is None
    desk.move(desk.at(FIRST))
    desk.wait(0.8)
    told = table.told()
    assert told
    assert told[0] == FIRST


def test_a_pointer_that_rests_where_a_die_lay_before_the_film_tells_nothing(desk: Desk):
    table = desk.resume(record(position("red knight 20,8", "blue troll 57,8"), powers=True))
    desk.flick(FIRST, 0.0, 0.3)
    desk.wait_for_the_film()
    desk.move(desk.at(FIRST))
    desk.until(lambda: table.reel is None and not table.reels)
    desk.wait(2.0)
    assert table.told() is None


def test_a_pointer_that_rests_while_the_keys_flick_tells_nothing_after_the_film(desk: Desk):
    table = desk.resume(record(position("red knight 20,8", "blue troll 57,8"), powers=True))
    desk.move(desk.at(FIRST))
    desk.wait(0.8)
    assert table.told()
    desk.key(pygame.K_RIGHT, pygame.K_RETURN, pygame.K_RETURN)
    desk.until(lambda: table.reel is None and not table.reels and table.play.waits_for == 1)
    desk.wait(2.0)
    assert table.told() is None


def test_the_keys_tell_nothing_after_a_flick_until_they_choose_a_die(desk: Desk):
    table = desk.resume(
        record(position("red knight 20,8", "red troll 20,16"), powers=True, seats=("me:Anna", "me:Ben"))
    )
    desk.key(pygame.K_RIGHT)
    assert table.told()
    desk.key(pygame.K_RETURN, pygame.K_RETURN)
    desk.until(lambda: table.reel is None and not table.reels and table.play.waits_for == 1)
    desk.wait(2.0)
    assert table.told() is None
    desk.key(pygame.K_RIGHT)
    assert table.told()


def test_a_shadow_face_is_told():
    state = board("red dragon 20,5 shadow", "red dragon 20,9")
    assert "Shadow face up" in about(state, state.dice[FIRST])
    assert "Shadow" not in about(state, state.dice[SECOND])


def test_the_keys_tell_about_the_chosen_die_too(desk: Desk):
    table = desk.resume(record(position("red dragon 20,5", *VICTIMS), powers=True))
    desk.key(pygame.K_RIGHT)
    assert table.told() is not None


def test_dice_beside_the_mat_are_seen_in_the_bar_of_their_team(opened: Opened):
    def bars(*dice: str) -> bytes:
        desk = opened()
        desk.resume(record(position(*dice, *VICTIMS), powers=True))
        box = desk.table.teams[Side.RED].box
        desk.run()
        return pygame.image.tobytes(desk.app.window.subsurface(box), "RGB")

    plain, waiting = bars("red ice out"), bars("red ice aside")
    assert plain != waiting


def test_a_member_of_a_team_is_named(desk: Desk):
    seats = ("me:Anna", "me:Ben", "me:Cleo", "me:Dan")
    desk.resume(record(position("red troll 20,5", *VICTIMS), seats=seats, powers=True))
    assert "Anna is to move" in texts_of(desk.run)


def test_a_tenth_kind_appears_and_is_played_without_a_screen_of_its_own(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    known = find("rumms").game
    game = Rumms(known.engine, {**KINDS, CATAPULT.name: CATAPULT}, known.physics)  # type: ignore[attr-defined]
    monkeypatch.setattr("rumms.catalogue._with_engine", lambda _: game)
    dice = ("red catapult 20,10", "red troll 20,11.6", "red knight 20,8.4", *VICTIMS)
    table = desk.resume(record(position(*dice), powers=True))
    assert about(table.state, table.state.dice[FIRST]) == "Catapult · value 3"
    desk.click(f"use {FIRST}")
    desk.come_to_rest()
    assert {"Hurl", "Back"} <= texts_of(desk.run)
    desk.click(desk.at(SECOND))
    assert "Hurl the troll" in texts_of(desk.run)
    desk.click("yes")
    desk.come_to_rest()
    assert table.placing
    desk.click(table.top.view.at(40.0, 20.0))
    use, pick, put = desk.moves
    assert (use, pick, put.die) == (Use(FIRST), Pick((SECOND,)), SECOND)
    assert (table.state.turn.used, table.state.turn.is_moved) == (FIRST, True)
