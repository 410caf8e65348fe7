"""The sheet for a new game: every arrangement of seats, every card and every option gives the game that it shows."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from rumms.catalogue import GAMES
from rumms.games.rumms.actions import SetUp
from rumms.games.rumms.presets import PRESETS, Spot, presets_for
from rumms.games.rumms.state import Options, Side, State
from rumms.places import own
from rumms.ui import settings, troops
from rumms.ui.kit.inputs import Slider
from rumms.ui.kit.screen import Notice
from rumms.ui.screens.card_table import CardTable
from rumms.ui.screens.game_options import GameOptions
from rumms.ui.screens.hand_over import HandOver
from rumms.ui.screens.new_card_game import NewCardGame
from rumms.ui.screens.new_game import NewGame
from rumms.ui.screens.set_up import SetUpScreen
from rumms.ui.screens.table import Table
from rumms.ui.screens.troop import Doubt, TroopScreen
from rumms.ui.screens.troop_check import TroopCheck
from rumms.ui.screens.troop_list import TroopSheet
from rumms.ui.seating import Agreed, Sitting
from rumms.ui.settings import Settings

from .before import agree, begin, go_on, take_over
from .conftest import Opened
from .desk import Desk


@pytest.fixture
def new(opened: Opened) -> Desk:
    desk = opened()
    desk.app.open(NewGame("rumms"))
    desk.wait()
    return desk


def went(desk: Desk) -> State:
    """Go, and the state of the game that was begun."""
    desk.click("go")
    state: State = desk.table.play.session.state
    return state


@pytest.mark.parametrize(
    ("joins", "teams"),
    [
        ("", ((0,), (1,))),
        ("b", ((0,), (1, 2))),
        ("bb", ((0,), (1, 2, 3))),
        ("r", ((0, 2), (1,))),
        ("rr", ((0, 2, 3), (1,))),
        ("rb", ((0, 2), (1, 3))),
    ],
)
@pytest.mark.parametrize("how", ["mouse", "keys"])
def test_seats_are_added_to_either_team(new: Desk, joins: str, teams: tuple[tuple[int, ...], ...], how: str):
    for one in joins:
        button = "join red" if one == "r" else "join blue"
        if how == "mouse":
            new.click(button)
        else:
            if new.screen.focus != button:
                new.go_to(button)
            new.key(pygame.K_RETURN)
    assert (new.screen.find("join red") is None) == (len(joins) == 2)
    assert went(new).teams == teams


def test_a_seat_is_taken_away_again_and_one_stays(new: Desk):
    new.click("join blue")
    new.click("join blue")
    new.click("level blue 1")
    new.click("leave blue 0")
    assert [one.player for one in new.on(NewGame).agreed.blue] == ["easy", "greedy"]
    new.click("leave blue 1")
    assert new.screen.find("leave blue 0") is None
    assert went(new).teams == ((0,), (1,))


def test_names_stay_with_their_seats(new: Desk):
    new.choose("player blue 0", "me")
    new.click("join blue")
    for seat, name in (("red 0", "Mila"), ("blue 0", "Jonas"), ("blue 1", "Opa")):
        new.click(f"name {seat}")
        new.write(name)
    new.click("go")
    assert new.on(Table).play.seats == ("me:Mila", "me:Jonas", "me:Opa")
    assert new.on(Table).team_name(Side.BLUE) == "Jonas & Opa"


def test_the_quick_start_has_no_powers_and_asks_nobody_anything(new: Desk):
    assert went(new).options.powers is False
    new.come_to_rest()
    assert new.table.flickable()
    assert [type(move) for move in new.moves[2:]] == [SetUp, SetUp]


def test_a_quick_start_can_be_set_up_by_hand(new: Desk):
    new.click("formation red")
    new.wait()
    new.key(pygame.K_END, pygame.K_RETURN)
    new.wait()
    new.click("go")
    new.come_to_rest()
    screen = new.on(SetUpScreen)
    assert screen.side is Side.RED
    assert len(screen.draft.left) == 13
    new.wait()
    new.click("fill")
    new.click("ready")
    go_on(new)
    assert new.table.flickable()


def test_a_ready_made_troop_is_mustered_and_set_up_as_it_is_drawn(new: Desk):
    new.click("troops ready")
    new.click("formation red")
    new.wait()
    new.key(*(pygame.K_DOWN,) * 2, pygame.K_RETURN)
    new.wait()
    name = new.on(NewGame).agreed.formations[0]
    chosen = next(one for one in PRESETS if one.name == name)
    assert went(new).options.powers
    new.come_to_rest()
    agree(new)
    assert sorted(new.moves[0].troop) == sorted(chosen.troop)
    red = {(die.body.pose.x, die.body.pose.y) for die in new.table.state.of(Side.RED)}
    assert red == {(spot.x, spot.y) for spot in chosen.spots}


@pytest.mark.rule("RUM-05")
def test_two_people_choose_ready_made_troops_in_secret_which_are_set_up_as_they_are_drawn(new: Desk):
    new.choose("player blue 0", "me")
    new.click("troops ready")
    assert new.screen.find("formation red") is new.screen.find("formation blue") is None
    told = "Each side chooses one of the ready-made troops in secret. Then both are shown."
    assert told in {getattr(widget, "words", "") for widget in new.screen.widgets}
    new.click("go")
    go_on(new)
    chosen = []
    for steps in (2, 4):
        take_over(new)
        new.go_to("troops")
        new.key(*(pygame.K_DOWN,) * steps)
        loaded = new.on(TroopScreen).loaded
        assert loaded
        chosen.append(loaded)
        new.click("ready")
        go_on(new)
    assert chosen[0] != chosen[1]
    agree(new)
    assert [sorted(move.troop) for move in new.moves[:2]] == [sorted(one.troop) for one in chosen]
    state = new.table.state
    red = {(die.body.pose.x, die.body.pose.y) for die in state.of(Side.RED)}
    blue = {(die.body.pose.x, die.body.pose.y) for die in state.of(Side.BLUE)}
    assert red == {(spot.x, spot.y) for spot in chosen[0].spots}
    assert blue == {(round(63 - spot.x, 5), round(30 - spot.y, 5)) for spot in chosen[1].spots}


def test_who_builds_a_troop_is_asked_for_it(new: Desk):
    new.click("troops own")
    assert new.screen.find("formation red") is None
    assert went(new).options == Options(hands=("none", "steady"))
    new.come_to_rest()
    new.on(TroopScreen)


def test_an_own_troop_is_offered_first_and_its_formation_stands(new: Desk):
    mine = troops.keep("Mine", PRESETS[5].spots, PRESETS[5].aside)
    new.click("troops ready")
    assert new.on(NewGame).formation(Side.RED) == mine
    new.click("go")
    go_on(new)
    new.on(TroopCheck)
    agree(new)
    assert {(die.body.pose.x, die.body.pose.y) for die in new.table.state.of(Side.RED)} == {
        (spot.x, spot.y) for spot in mine.spots
    }


def test_a_weak_troop_of_ones_own_is_chosen_only_by_who_says_so_twice(new: Desk):
    troops.keep("Weak", (Spot("king", 7.0, 15.0),), ())
    new.click("troops ready")
    new.click("go")
    doubt = new.on(Doubt)
    assert doubt.message == "Your troop is only the king. You have 50 points for more dice."
    new.key(pygame.K_RETURN)  # the safe answer has the focus
    new.wait()
    new.on(NewGame)
    new.click("go")
    new.click("offer 1")
    go_on(new)
    new.on(TroopCheck)


def test_a_bot_chooses_for_itself(new: Desk):
    assert new.screen.find("formation blue") is None
    new.choose("player blue 0", "me")
    new.widget("formation blue")


# Options.


def set_options(desk: Desk) -> None:
    desk.click("options")
    desk.wait()
    desk.on(GameOptions)


def test_all_options_reach_the_game_and_are_remembered(new: Desk):
    new.click("troops own")
    set_options(new)
    slider = new.widget("points")
    assert isinstance(slider, Slider)
    new.go_to("points")
    new.key(pygame.K_HOME, pygame.K_PAGEUP, pygame.K_RIGHT)
    new.choose("first_team", "blue")
    new.click("wins_needed")
    new.choose("hands", "shaky")
    new.click("finger")
    new.click("done")
    new.wait()
    options = went(new).options
    assert options == Options(points=16, first_team="blue", wins_needed=3, hands=("shaky", "steady"), finger=True)
    new.app.home()
    new.app.open(NewGame("rumms"))
    assert new.on(NewGame).agreed == settings.load().agreed
    assert new.on(NewGame).agreed.option("points") == "16"


def test_what_is_switched_back_is_as_usual(new: Desk):
    set_options(new)
    for _ in range(2):
        new.click("wins_needed")
        new.click("finger")
    new.choose("first_team", "blue")
    new.choose("first_team", "")
    new.click("done")
    new.wait()
    assert went(new).options == Options(powers=False, hands=("none", "steady"))


def test_options_are_described_as_the_rules_describe_them(new: Desk):
    set_options(new)
    words = {getattr(widget, "words", "") for widget in new.screen.widgets}
    assert "How many games must be won; 3 is the royal tournament." in words


@pytest.mark.parametrize(("points", "told"), [("1", "for 1 point at most"), ("0", "for 0 points at most")])
def test_what_a_troop_may_be_worth_agrees_with_the_number(new: Desk, points: str, told: str):
    new.app.change(agreed=Agreed(troops="own", options=(f"points={points}",)))
    new.app.back()
    new.app.open(NewGame("rumms"))
    new.wait()
    words = {getattr(widget, "words", "") for widget in new.screen.widgets}
    assert f"Each side chooses its dice from its box, {told}, and sets them up in secret." in words


def test_fewer_points_offer_fewer_troops(new: Desk):
    new.app.change(agreed=Agreed(troops="ready", options=("points=32",)))
    new.app.back()
    new.app.open(NewGame("rumms"))
    new.wait()
    assert {one.name for one in new.on(NewGame).offered()} == {one.name for one in presets_for(0, powers=False)}
    new.app.change(agreed=Agreed(troops="ready", options=("points=10",)))
    new.app.back()
    new.app.open(NewGame("rumms"))
    new.wait()
    assert new.on(NewGame).offered() == ()
    new.click("formation red")
    new.on(TroopSheet)
    new.key(pygame.K_ESCAPE)
    new.click("go")
    go_on(new)
    new.on(TroopScreen)


def test_a_mat_of_the_users_folder_can_be_chosen_and_a_broken_one_is_said(new: Desk):
    own("mats").mkdir(parents=True)
    own("mats", "large.json").write_text('{"length": 70}')
    own("mats", "long.json").write_text('{"length": 1000}')
    own("mats", "torn.json").write_text("{")
    own("mats", "wide.json").write_text('{"length": 80}')
    set_options(new)
    new.click("mat")
    new.click("done")
    new.wait()
    assert new.on(NewGame).agreed.option("mat").endswith("large.json")
    set_options(new)
    new.click("mat")
    assert "at most 200.0 cm" in new.on(Notice).message
    assert "torn.json" in new.on(Notice).message
    new.key(pygame.K_RETURN)
    new.click("done")
    new.wait()
    assert new.on(NewGame).agreed.option("mat").endswith("wide.json")


def test_a_mat_that_was_chosen_and_then_spoilt_is_the_standard_one_again(new: Desk):
    own("mats").mkdir(parents=True)
    own("mats", "large.json").write_text('{"length": 70}')
    set_options(new)
    new.click("mat")
    new.click("done")
    own("mats", "large.json").write_text('{"length": 1000}')
    new.app.open(NewGame("rumms"))
    new.wait()
    assert new.on(NewGame).agreed.option("mat") == ""


@pytest.mark.parametrize(
    "agreed",
    [
        Agreed(blue=(Sitting("gone"),)),
        Agreed(red=(Sitting(),) * 3, blue=(Sitting(),) * 3),
        Agreed(options=("points=many", "colour=red", "nonsense", "wins_needed=3")),
        Agreed(formations=("gone", "own:gone.json")),
    ],
)
def test_what_was_kept_and_makes_no_sense_any_more_is_forgiven(opened: Opened, agreed: Agreed):
    desk = opened(agreed=agreed)
    desk.app.open(NewGame("rumms"))
    desk.wait()
    state = went(desk)
    assert state.options.wins_needed == (3 if agreed.options else 1)
    desk.come_to_rest()


@pytest.mark.parametrize("odd", [None, True, -1, 1e300, "x", [], [[1]], {"a": 1}, ["x"]])
@pytest.mark.parametrize("game", [game for game, entry in GAMES.items() if not entry.has_engine])
def test_kept_options_of_a_card_game_that_make_no_sense_are_forgiven(opened: Opened, game: str, odd: object):
    options = GAMES[game].game.options
    desk = opened(card_options={game: dict.fromkeys(options.__struct_fields__, odd)})
    desk.app.open(sheet := NewCardGame(game))
    for page in range(1, sheet.pages):
        desk.click(f"options {page}")
    desk.click("go")
    assert desk.on(CardTable).play.entry.id == game


def test_kept_options_of_a_card_game_are_looked_at_one_by_one(opened: Opened):
    desk = opened(card_options={"waka_waka": {"first_player": "x", "bank_gold": 70, "gone": 1}})
    desk.app.open(sheet := NewCardGame("waka_waka"))
    assert sheet.options == {"bank_gold": 70}


def test_settings_of_before_are_no_reason_not_to_open():
    settings.path().parent.mkdir(parents=True)
    settings.path().write_text('{"names": ["Anna"], "rival": "random", "text": "130"}')
    assert settings.load() == Settings(text="130")


# Resuming.


@pytest.mark.parametrize("moves", [0, 1, 2, 3])
def test_a_game_that_was_left_before_its_first_flick_asks_again(desk: Desk, moves: int):
    table = begin(desk)
    session = table.play.session
    preset = PRESETS[5]
    game = session.game
    for _ in range(moves):
        legal: Any = game.legal(session.state)
        if len(session.past) < 2:
            session.commit(type(legal.sample(session.rng(0)))(preset.troop), forced=False)
        else:
            session.commit(legal.sample(session.rng(0)), forced=False)
    writer = session.writer
    assert writer
    desk.app.home()
    desk.resume(writer.path)
    desk.wait()
    if moves >= 2:
        agree(desk)
    assert desk.on(HandOver).is_choosing == (moves < 2)
    take_over(desk)
    desk.on(TroopScreen if moves < 2 else SetUpScreen)
