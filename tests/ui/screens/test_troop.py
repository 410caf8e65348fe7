"""Choosing a troop: counted, refused in words, kept and loaded; and the other side looks at it."""

from __future__ import annotations

import pygame
import pytest

from rumms import catalogue
from rumms.games.rumms.actions import Muster, Settled
from rumms.games.rumms.game import Rumms
from rumms.games.rumms.presets import PRESETS
from rumms.games.rumms.state import Side
from rumms.physics.model import Flick
from rumms.places import own
from rumms.ui import troops
from rumms.ui.kit.screen import Notice
from rumms.ui.screens.end import End
from rumms.ui.screens.hand_over import HandOver
from rumms.ui.screens.naming import Naming
from rumms.ui.screens.pause import Pause
from rumms.ui.screens.set_up import SetUpScreen
from rumms.ui.screens.table import Table
from rumms.ui.screens.troop import TroopScreen
from rumms.ui.screens.troop_check import TroopCheck
from tests.games.rumms.table import no_engine, off, shot
from tests.games.rumms.test_tenth_kind import TEN

from .before import agree, begin, choose, drop, fill_up, go_on, muster_both, row, set_ups_of, take_over, troops_of
from .desk import Desk, texts_of


@pytest.fixture
def troop(desk: Desk) -> Desk:
    """Anna is asked for her troop."""
    begin(desk)
    desk.on(TroopScreen)
    return desk


def test_a_troop_is_built_with_more_and_less(troop: Desk):
    for name in ("more troll", "more troll", "more dragon", "more ice", "less troll"):
        troop.click(name)
    assert troop.on(TroopScreen).worth == 9
    troop.click("ready")
    go_on(troop)
    assert troops_of(troop) == [Muster(("king", "ice", "troll", "dragon"))]


def test_the_same_with_the_keys_alone(troop: Desk):
    for name in ("more troll", "more troll", "more dragon", "more ice", "less troll"):
        if troop.screen.focus != name:
            troop.go_to(name)
        troop.key(pygame.K_RETURN)
    troop.go_to("ready")
    troop.key(pygame.K_RETURN)
    go_on(troop)
    assert troops_of(troop) == [Muster(("king", "ice", "troll", "dragon"))]


def test_the_king_is_always_there_and_cannot_be_sent_away(troop: Desk):
    assert troop.screen.find("less king") is None
    troop.click("ready")
    go_on(troop)
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
    agree(troop)
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
    agree(troop)
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
    troop.click("offer 0")
    troop.wait()
    assert troops.kept().troops == ()
    troop.on(TroopScreen)


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


# The check.


def test_the_other_side_sees_the_troop_and_its_sum_before_it_goes_on(troop: Desk):
    choose(troop, troll=3, dragon=1)
    check = troop.on(TroopCheck)
    assert check.mustered.side is Side.RED
    words = " ".join(sorted(texts_of(troop.run)))
    assert "The troop of Anna" in words
    assert "5 dice, worth 11 of 50 points." in words
    assert "Dragon" in words
    assert (check.place(0).left, check.place(1).right) == (check.content.left, check.content.right)
    troop.wait(2.0)
    troop.on(TroopCheck)
    agree(troop)
    assert troop.on(TroopScreen).side is Side.BLUE


@pytest.mark.parametrize("how", ["enter", "escape"])
def test_the_check_is_answered_with_the_keys(troop: Desk, how: str):
    choose(troop, troll=3)
    troop.key(pygame.K_RETURN if how == "enter" else pygame.K_ESCAPE)
    go_on(troop)
    assert troop.on(TroopScreen).side is Side.BLUE


def test_a_bot_checks_nothing_but_its_troop_is_checked(desk: Desk):
    begin(desk, ("me:Anna", "greedy"))
    choose(desk, troll=3)
    assert desk.on(TroopCheck).mustered.side is Side.BLUE
    agree(desk)
    # Nobody has to look away from a bot, and a bot sees nothing anyway.
    desk.on(SetUpScreen)


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
    agree(desk)
    assert len(set_ups_of(desk)) == 2
    session = table.play.session
    stroke, state = Flick(0, 0.0, 100.0), table.state
    session.commit(stroke, forced=False)
    session.commit(Settled(stroke, shot(state, 0, off(state.king(Side.BLUE).id))), forced=False)
    assert table.state.game == 2
    table.rebuild()  # nobody has shown it these moves
    desk.until(lambda: isinstance(desk.screen, End))
    desk.wait()
    desk.click("next")
    go_on(desk)
    screen = desk.on(TroopScreen)
    assert sorted(screen.muster.troop) == sorted(PRESETS[0].troop)
    desk.click("more heart")
    desk.click("ready")
    go_on(desk)
    agree(desk)
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
    assert not texts_of(desk.run).isdisjoint({"Catapult"})
    muster_both(desk, {"catapult": 2, "troll": 1}, {"troll": 1})
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
