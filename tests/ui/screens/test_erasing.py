"""Erasing with the keys, in both languages: the safe answer has the focus, and what was erased comes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame
import pytest

from rumms.catalogue import find
from rumms.games.rumms.state import Side
from rumms.ui import scenarios, shelf, statistics, troops
from rumms.ui.drafts import Draft, save
from rumms.ui.kit.buttons import Button
from rumms.ui.kit.screen import Confirm, Screen
from rumms.ui.screens.replays import Replays
from rumms.ui.screens.scenarios import Scenarios
from rumms.ui.screens.statistics import StatisticsScreen
from rumms.ui.screens.troop_list import TroopSheet
from rumms.ui.statistics import Player, Statistics, Tally

from .conftest import Opened
from .desk import Desk, record, start

KEEP = {"en": "Keep it", "de": "Behalten"}
ERASE = {"en": "Erase it", "de": "Löschen"}
BRING_BACK = {"en": "Bring back", "de": "Zurückholen"}


def with_games() -> None:
    for number in range(3):
        path = record(start("red troll 20,8", "blue troll 45,24")[0], seats=("me:Anna", "me:Ben"))
        path.rename(path.with_name(f"rumms-{number}.jsonl"))


def with_scenarios() -> None:
    _, state = start("red troll 20,8", "blue troll 45,24")
    for number in range(3):
        save(Draft(title=f"Number {number}"), state)


def with_troops() -> None:
    for name in ("A", "B", "C"):
        troops.keep(name, (), ("king", "troll"))


def with_players() -> None:
    players = (Player(name=name, tallies={"cabanga": Tally(1, 0)}) for name in ("Anna", "Ben", "Cleo"))
    statistics.save(Statistics(tuple(players)))


class Place(NamedTuple):
    """A screen with a list of things that can be erased."""

    fill: Callable[[], None]
    screen: Callable[[], Screen]
    number: Callable[[], int]
    """How many things there are."""


PLACES = {
    "replays": Place(with_games, Replays, lambda: len(shelf.kept())),
    "scenarios": Place(with_scenarios, lambda: Scenarios("own"), lambda: len(scenarios.scenarios("own"))),
    "troops": Place(
        with_troops,
        lambda: TroopSheet(lambda: troops.kept().troops, Side.RED, troops.box_of(find("rumms").game), print),
        lambda: len(troops.kept().troops),
    ),
    "statistics": Place(with_players, StatisticsScreen, lambda: len(statistics.load().players)),
}
LISTS = {"replays": "games", "scenarios": "list", "troops": "troops", "statistics": "players"}


@pytest.fixture(params=["en", "de"])
def spoken(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=PLACES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def place(opened: Opened, name: str, spoken: str) -> tuple[Desk, Place]:
    """A window with such a screen, and the first thing of its list selected."""
    found, desk = PLACES[name], opened()
    desk.app.change(language=spoken)
    found.fill()
    desk.app.open(found.screen())
    desk.wait()
    desk.screen.focus_on(LISTS[name])
    desk.key(pygame.K_HOME)
    return desk, found


def label(desk: Desk, name: str) -> str:
    button = desk.widget(name)
    assert isinstance(button, Button)
    return button.label


def to_the_question(desk: Desk) -> Confirm:
    desk.go_to("erase")
    desk.key(pygame.K_RETURN)
    desk.wait()
    return desk.on(Confirm)


def test_next_to_a_list_nothing_dangerous_comes(place: tuple[Desk, Place], name: str):
    desk, _ = place
    ways = [(key, 0) for key in (pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_TAB)]
    for end in (pygame.K_HOME, pygame.K_END):
        for key, mod in (*ways, (pygame.K_TAB, pygame.KMOD_SHIFT)):
            desk.screen.focus_on(LISTS[name])
            desk.key(end)
            desk.key(key, mod=mod)
            stop = desk.widget(desk.screen.focus)
            assert not stop.is_risky, (key, mod, stop.name)


def test_many_downs_and_enters_erase_nothing(place: tuple[Desk, Place], name: str):
    desk, found = place
    if name == "replays":  # there, Enter goes to a game
        desk.key(*[pygame.K_DOWN] * 5)
        assert desk.screen.focus in {"games", "watch", "go on"}
    to_the_question(desk)
    desk.key(pygame.K_RETURN)
    desk.key(pygame.K_RETURN)
    desk.wait()
    desk.key(pygame.K_SPACE)
    desk.key(pygame.K_ESCAPE)
    assert found.number() == 3


def test_the_safe_answer_has_the_focus(place: tuple[Desk, Place], spoken: str):
    desk, found = place
    question = to_the_question(desk)
    assert (question.focus, label(desk, question.focus)) == ("offer 0", KEEP[spoken])
    assert label(desk, "offer 1") == ERASE[spoken]
    desk.key(pygame.K_RETURN)
    assert not isinstance(desk.screen, Confirm)
    assert found.number() == 3


def test_what_was_erased_is_brought_back_with_the_keys(place: tuple[Desk, Place], name: str, spoken: str):
    desk, found = place
    assert desk.screen.find("bring back") is None
    for left in (2, 1):
        desk.screen.focus_on(LISTS[name])
        desk.key(pygame.K_HOME)
        to_the_question(desk)
        desk.key(pygame.K_RIGHT)
        desk.key(pygame.K_RETURN)
        assert found.number() == left
        assert label(desk, "bring back") == BRING_BACK[spoken]
    if desk.screen.is_modal:  # one that is opened again shows it, too
        desk.app.back()
        desk.app.open(found.screen())
        desk.wait()
    for there in (2, 3):
        desk.go_to("bring back")
        desk.key(pygame.K_RETURN)
        assert found.number() == there
    assert desk.screen.find("bring back") is None


def test_everybody_comes_back_after_all_were_erased(opened: Opened):
    desk = opened()
    with_players()
    desk.app.open(StatisticsScreen())
    desk.wait()
    desk.click("erase all")
    desk.wait()
    desk.click("offer 1")
    assert not statistics.load().players
    desk.wait()
    desk.click("bring back")
    assert [one.name for one in statistics.load().players] == ["Anna", "Ben", "Cleo"]
