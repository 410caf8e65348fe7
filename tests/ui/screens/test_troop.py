"""Choosing a troop: counted, refused in words, kept and loaded; and the other side looks at it."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from rumms import catalogue
from rumms.games.rumms.actions import Muster, Settled
from rumms.games.rumms.game import Rumms
from rumms.games.rumms.presets import PRESETS
from rumms.games.rumms.state import Ask, Side
from rumms.physics.model import Flick
from rumms.places import own
from rumms.ui import troops
from rumms.ui.kit.screen import Notice
from rumms.ui.playback import scene_of
from rumms.ui.screens.end import End
from rumms.ui.screens.hand_over import HandOver
from rumms.ui.screens.naming import Naming
from rumms.ui.screens.pause import Pause
from rumms.ui.screens.set_up import SetUpScreen
from rumms.ui.screens.table import Table
from rumms.ui.screens.troop import Doubt, TroopScreen
from rumms.ui.screens.troop_check import TroopCheck
from tests.games.rumms.catapult import Catapult
from tests.games.rumms.table import no_engine, off, shot
from tests.games.rumms.test_tenth_kind import TEN

from .before import (
    agree,
    begin,
    choose,
    drop,
    fill_up,
    go_on,
    row,
    set_ups_of,
    take_it,
    take_over,
    troops_of,
)
from .conftest import Opened
from .desk import FRAME, Desk, places_of, texts_of


@pytest.fixture
def troop(desk: Desk) -> Desk:
    """Anna is asked for her troop."""
    begin(desk)
    take_over(desk)
    desk.on(TroopScreen)
    return desk


def test_a_troop_is_built_with_more_and_less(troop: Desk):
    for name in ("more troll", "more troll", "more dragon", "more ice", "less troll"):
        troop.click(name)
    assert troop.on(TroopScreen).worth == 9
    take_it(troop)
    assert troops_of(troop) == [Muster(("king", "ice", "troll", "dragon"))]


def test_the_same_with_the_keys_alone(troop: Desk):
    for name in ("more troll", "more troll", "more dragon", "more ice", "less troll"):
        if troop.screen.focus != name:
            troop.go_to(name)
        troop.key(pygame.K_RETURN)
    troop.go_to("ready")
    troop.key(pygame.K_RETURN)
    troop.wait()
    troop.go_to("offer 1")
    troop.key(pygame.K_RETURN)
    go_on(troop)
    assert troops_of(troop) == [Muster(("king", "ice", "troll", "dragon"))]


def test_the_king_is_always_there_and_cannot_be_sent_away(troop: Desk):
    assert troop.screen.find("less king") is None
    take_it(troop)
    assert troops_of(troop) == [Muster(("king",))]


def test_the_box_holds_no_more_than_it_holds(troop: Desk):
    for _ in range(4):
        troop.click("more dragon")
    assert troop.on(TroopScreen).numbers["dragon"] == 2
    assert not troop.widget("more dragon").is_enabled
    for _ in range(4):
        troop.click("less dragon")
    assert troop.on(TroopScreen).numbers["dragon"] == 0


def test_a_troop_that_is_too_dear_is_refused_in_words_and_cannot_be_chosen(troop: Desk):
    for kind, number in (("troll", 8), ("knight", 4), ("dragon", 2), ("spy", 2), ("mage", 1)):
        for _ in range(number):
            troop.click(f"more {kind}")
    words = " ".join(sorted(texts_of(troop.run)))
    assert "The troop is worth 51 points; 50 are allowed. (RUM-05)" in words
    assert "51 / 50" in words
    assert not troop.widget("ready").is_enabled
    assert not troop.widget("keep").is_enabled
    troop.click("ready")
    assert troops_of(troop) == []
    troop.click("less mage")
    assert troop.widget("ready").is_enabled
    assert "(RUM-05)" not in " ".join(texts_of(troop.run))


def test_a_named_troop_is_loaded_and_its_formation_waits_on_the_mat(troop: Desk):
    troop.click(row(troop, 1))
    loaded = troop.on(TroopScreen).loaded
    assert loaded
    assert troop.on(TroopScreen).worth == 50
    troop.click("ready")
    go_on(troop)
    assert sorted(troops_of(troop)[0].troop) == sorted(loaded.troop)
    take_over(troop)
    choose(troop, troll=1)
    agree(troop)
    take_over(troop)
    screen = troop.on(SetUpScreen)
    assert screen.draft.is_ready
    assert {(put.pose.x, put.pose.y) for put in screen.draft.puts} == {(spot.x, spot.y) for spot in loaded.spots}


def test_a_loaded_troop_that_was_changed_has_no_formation(troop: Desk):
    troop.click(row(troop, 1))
    name = next(kind for kind, number in troop.on(TroopScreen).numbers.items() if number and kind != "king")
    troop.click(f"less {name}")
    troop.click("ready")
    go_on(troop)
    take_over(troop)
    choose(troop, troll=1)
    agree(troop)
    take_over(troop)
    assert not troop.on(SetUpScreen).draft.puts


def test_everything_can_be_cleared(troop: Desk):
    troop.click(row(troop, 0))
    troop.click("clear")
    assert troop.on(TroopScreen).muster == Muster(("king",))
    assert troop.on(TroopScreen).list.selected == ""


def test_a_troop_is_kept_loaded_renamed_and_erased(troop: Desk):
    troop.click("more troll")
    troop.click("keep")
    troop.wait()
    assert not troop.widget("done").is_enabled
    troop.key(pygame.K_RETURN)
    troop.on(Naming)
    troop.write("Mine")
    troop.key(pygame.K_RETURN)
    troop.wait()
    (mine,) = troops.kept().troops
    assert (mine.called["en"], sorted(mine.troop)) == ("Mine", ["king", "troll"])
    troop.click("clear")
    troop.click(row(troop, 0))
    assert troop.on(TroopScreen).muster == Muster(("king", "troll"))
    troop.click("rename")
    troop.wait()
    troop.key(pygame.K_a, mod=pygame.KMOD_CTRL)
    troop.write("Other")
    troop.click("done")
    troop.wait()
    assert [one.called["en"] for one in troops.kept().troops] == ["Other"]
    troop.click("erase")
    troop.wait()
    troop.key(pygame.K_ESCAPE)
    assert troops.kept().troops
    troop.click("erase")
    troop.wait()
    troop.click("offer 1")
    troop.wait()
    assert troops.kept().troops == ()
    troop.on(TroopScreen)
    troop.click("bring back")
    assert [one.called["en"] for one in troops.kept().troops] == ["Other"]


def test_the_games_own_troops_can_be_neither_renamed_nor_erased(troop: Desk):
    troop.click(row(troop, 0))
    assert not troop.widget("rename").is_enabled
    assert not troop.widget("erase").is_enabled


def test_a_broken_file_is_said_and_a_folder_that_cannot_be_written_to(troop: Desk):
    own("troops").mkdir(parents=True)
    own("troops", "bad.json").write_text("{")
    troop.screen.rebuild()
    assert "bad.json" in " ".join(texts_of(troop.run))
    own("troops", "bad.json").unlink()
    own("troops").rmdir()
    own("troops").write_text("no folder")
    troop.click("keep")
    troop.wait()
    troop.write("A")
    troop.key(pygame.K_RETURN)
    assert "cannot be written" in troop.on(Notice).message
    troop.wait()
    troop.key(pygame.K_RETURN)
    troop.on(TroopScreen)


# In secret, and the check.


@pytest.mark.rule("RUM-05")
def test_the_second_to_choose_sees_nothing_of_what_the_first_has_chosen(opened: Opened):
    """Pixel by pixel and word by word, whatever that was: on the curtain, on the screen of the troop, on its menu."""
    seen = [[*seen_by_blue(opened(), red)] for red in ({"troll": 3, "ice": 2, "heart": 1}, {"dragon": 2, "mage": 1})]
    assert seen[0] == seen[1]


def seen_by_blue(desk: Desk, red: dict[str, int]) -> Iterator[tuple[set[str], bytes]]:
    """Every text and every pixel on the screens until blue chooses."""

    def shown() -> tuple[set[str], bytes]:
        desk.move((3, 300))
        desk.wait(1.0)
        return texts_of(desk.run), pygame.image.tobytes(desk.app.window, "RGB")

    begin(desk)
    take_over(desk)
    choose(desk, **red)
    desk.on(HandOver)
    yield shown()
    take_over(desk)
    assert desk.on(TroopScreen).side is Side.BLUE
    yield shown()
    desk.key(pygame.K_ESCAPE)
    desk.on(Pause)
    yield shown()


@pytest.mark.rule("RUM-05")
def test_the_curtain_falls_before_each_of_two_people_chooses(desk: Desk):
    begin(desk)
    assert desk.on(HandOver).side is Side.RED
    words = " ".join(texts_of(desk.run))
    assert "It is Anna's turn now" in words
    assert "Choose your troop in secret. Ben looks away." in words
    take_over(desk)
    assert desk.on(TroopScreen).side is Side.RED
    choose(desk, troll=3)
    assert desk.on(HandOver).side is Side.BLUE
    assert "Choose your troop in secret. Anna looks away." in " ".join(texts_of(desk.run))
    take_over(desk)
    choose(desk, troll=3)
    agree(desk)
    assert "Set up your dice in secret. Ben looks away." in " ".join(texts_of(desk.run))


@pytest.mark.rule("RUM-05")
def test_both_troops_are_shown_side_by_side_before_anything_is_set_up(troop: Desk):
    choose(troop, troll=3, dragon=1)
    take_over(troop)
    choose(troop, heart=1)
    check = troop.on(TroopCheck)
    texts = texts_of(troop.run)
    assert {"Both troops", "Anna", "Ben", "5 dice, worth 11 of 50 points.", "2 dice, worth 2 of 50 points."} <= texts
    assert {"Dragon", "3 ×", "Heart"} <= texts
    assert [[kind.name for kind in numbers] for numbers in check.numbers] == [
        ["king", "troll", "dragon"],
        ["king", "heart"],
    ]
    assert check.column(0).left == check.content.left
    assert check.column(0).right < check.column(1).left
    assert check.column(1).right == check.content.right
    troop.wait(2.0)
    troop.on(TroopCheck)
    agree(troop)
    assert troop.on(HandOver).side is Side.RED
    assert troop.table.state.task.ask is Ask.SET_UP


@pytest.mark.parametrize("how", ["enter", "escape"])
def test_the_check_is_answered_with_the_keys(troop: Desk, how: str):
    choose(troop, troll=3)
    take_over(troop)
    choose(troop, troll=3)
    troop.on(TroopCheck)
    troop.see_the_question()
    troop.key(pygame.K_RETURN if how == "enter" else pygame.K_ESCAPE)
    go_on(troop)
    assert troop.on(HandOver).side is Side.RED


@pytest.mark.parametrize("key", [pygame.K_SPACE, pygame.K_RETURN])
def test_a_press_too_many_does_not_take_the_check_away_unread(troop: Desk, key: int):
    choose(troop, troll=3)
    take_over(troop)
    troop.on(TroopScreen)
    troop.click("ready")
    troop.wait()
    troop.click("offer 1")
    troop.until(lambda: isinstance(troop.screen, TroopCheck), step=FRAME)
    check = troop.on(TroopCheck)
    troop.key(key)
    assert troop.screen is check
    troop.see_the_question()
    troop.key(key)
    assert troop.screen is not check


@pytest.mark.rule("RUM-05")
@pytest.mark.parametrize("seats", [("me:Anna", "greedy"), ("greedy", "me:Anna")])
def test_against_a_bot_nobody_looks_away_and_both_troops_are_shown_once(desk: Desk, seats: tuple[str, ...]):
    begin(desk, seats)
    side = Side(("red", "blue")[seats.index("me:Anna")])
    assert desk.on(TroopScreen).side is side
    choose(desk, troll=3)
    assert [one.side for one in desk.on(TroopCheck).mustered] == [Side.RED, Side.BLUE]
    agree(desk)
    assert desk.on(SetUpScreen).side is side


def test_the_table_shows_no_ice_cubes_of_a_troop_that_is_still_secret(desk: Desk):
    """They wait beside the mat, so that the bar of their team would show them."""
    table = begin(desk, ("greedy", "me:Anna"))
    pictures = []
    for troop in (("king", "ice", "ice"), ("king", "troll")):
        table.play.session.back(1)
        table.play.session.commit(Muster(troop), forced=False)
        table.scene = scene_of(table.state)
        table.paint(desk.app.window)
        table.paint_over(desk.app.window)
        pictures.append(pygame.image.tobytes(desk.app.window, "RGB"))
    assert pictures[0] == pictures[1]


# Weak troops.


@pytest.mark.parametrize(
    ("kinds", "doubt"),
    [
        ({}, "Your troop is only the king. You have 50 points for more dice."),
        ({"dragon": 2, "knight": 3, "troll": 1}, "Your troop is worth only 24 of 50 points."),
        ({"dragon": 2, "knight": 3, "mage": 1}, ""),
    ],
)
def test_a_weak_troop_is_chosen_only_by_who_says_so_twice(troop: Desk, kinds: dict[str, int], doubt: str):
    for kind, number in kinds.items():
        for _ in range(number):
            troop.click(f"more {kind}")
    troop.click("ready")
    troop.wait()
    if not doubt:
        assert len(troops_of(troop)) == 1
        return
    assert doubt in texts_of(troop.run) | {troop.on(Doubt).message}
    assert troops_of(troop) == []
    troop.key(pygame.K_RETURN)  # the safe answer has the focus
    troop.wait()
    troop.on(TroopScreen)
    troop.click("ready")
    troop.wait()
    troop.key(pygame.K_ESCAPE)
    troop.wait()
    troop.on(TroopScreen)
    assert troops_of(troop) == []
    take_it(troop)
    assert len(troops_of(troop)) == 1


def test_who_can_afford_no_more_is_not_asked(desk: Desk):
    begin(desk, options=("points=1",))
    take_over(desk)
    desk.click("ready")
    go_on(desk)
    assert troops_of(desk) == [Muster(("king",))]


def test_points_that_would_buy_another_die_are_mentioned(troop: Desk):
    assert "50 points are left. They would buy another die." in " ".join(texts_of(troop.run))
    for kind, number in (("troll", 8), ("knight", 4), ("dragon", 2), ("spy", 2)):
        for _ in range(number):
            troop.click(f"more {kind}")
    assert "2 points are left. They would buy another die." in " ".join(texts_of(troop.run))
    troop.click("more ice")
    assert "Your troop stays secret until both sides have chosen." in " ".join(texts_of(troop.run))


def test_in_a_quick_start_there_is_nothing_to_check(desk: Desk):
    desk.sit_down("me:Anna", "me:Ben")
    assert isinstance(desk.screen, Table)


def test_escape_offers_to_leave_and_the_game_is_kept(troop: Desk):
    troop.click("more troll")
    troop.key(pygame.K_ESCAPE)
    troop.on(Pause)
    troop.key(pygame.K_ESCAPE)
    assert troop.on(TroopScreen).numbers["troll"] == 1


def test_in_a_tournament_each_game_has_a_new_choice_that_begins_with_the_last_one(desk: Desk):
    names = (PRESETS[0].name, PRESETS[1].name)
    table = begin(desk, ("me:Anna", "me:Ben"), ("wins_needed=3",), names)
    agree(desk)
    assert len(set_ups_of(desk)) == 2
    session = table.play.session
    stroke, state = Flick(0, 0.0, 100.0), table.state
    session.commit(stroke, forced=False)
    session.commit(Settled(stroke, shot(state, 0, off(state.king(Side.BLUE).id))), forced=False)
    assert table.state.game == 2
    table.rebuild()  # nobody has shown it these moves
    desk.until(lambda: isinstance(desk.screen, End))
    desk.see_the_question()
    desk.wait()
    desk.click("next")
    go_on(desk)
    take_over(desk)
    screen = desk.on(TroopScreen)
    assert sorted(screen.muster.troop) == sorted(PRESETS[0].troop)
    desk.click("more heart")
    desk.click("ready")
    go_on(desk)
    take_over(desk)
    assert sorted(desk.on(TroopScreen).muster.troop) == sorted(PRESETS[1].troop)
    desk.click("ready")
    go_on(desk)
    agree(desk)
    take_over(desk)
    assert not desk.on(SetUpScreen).draft.puts  # it is another troop now
    fill_up(desk)
    take_over(desk)
    assert desk.on(SetUpScreen).draft.is_ready
    desk.click("ready")
    go_on(desk)
    assert table.state.task.side is Side.BLUE  # who lost begins
    assert len(troops_of(desk)) == len(set_ups_of(desk)) == 4


# The tenth kind.


def test_a_tenth_kind_appears_is_chosen_checked_and_set_up(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(catalogue.Entry, "game", property(lambda _: Rumms(no_engine, TEN)))
    begin(desk)
    take_over(desk)
    assert not texts_of(desk.run).isdisjoint({"Catapult"})
    choose(desk, catapult=2, troll=1)
    take_over(desk)
    choose(desk, troll=1)
    agree(desk)
    desk.on(HandOver)
    take_over(desk)
    drop(desk, "catapult", 20.0, 8.0)
    drop(desk, "catapult", 20.0, 12.0)
    fill_up(desk)
    take_over(desk)
    fill_up(desk)
    kinds = {die.kind.name for die in desk.table.state.of(Side.RED)}
    assert kinds == {"king", "catapult", "troll"}
    assert desk.table.flickable()


@pytest.mark.parametrize("text", ["100", "130"])
def test_a_long_name_ends_before_the_buttons_of_its_row(opened: Opened, monkeypatch: pytest.MonkeyPatch, text: str):
    name = "Catapult of the hill folk"
    monkeypatch.setattr(Catapult, "called", {"de": name, "en": name})
    monkeypatch.setattr(catalogue.Entry, "game", property(lambda _: Rumms(no_engine, TEN)))
    desk = opened(text=text)
    begin(desk)
    take_over(desk)
    written = next(place for line, place in places_of(desk.run).items() if line.startswith("Catapult"))
    buttons = [widget.rect for widget in desk.screen.widgets if widget.name in {"less catapult", "more catapult"}]
    assert len(buttons) == 2
    assert buttons[0].top < written.centery < buttons[0].bottom
    assert written.right < min(button.left for button in buttons)
