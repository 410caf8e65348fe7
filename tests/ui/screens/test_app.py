"""The window itself: screens upon screens, frames, what goes wrong, and how it is opened."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pygame
import pytest

from rumms.catalogue import find, find_game
from rumms.kernel.refusal import Refusal
from rumms.kernel.session import load
from rumms.lab.golden import record_path
from rumms.language import code
from rumms.places import own
from rumms.ui import app as window
from rumms.ui import settings
from rumms.ui import start as starting
from rumms.ui.app import App, open_display
from rumms.ui.kit.screen import Notice, Screen
from rumms.ui.screens.card_replay import CardReplay
from rumms.ui.screens.card_table import CardTable
from rumms.ui.screens.launcher import Launcher
from rumms.ui.screens.new_card_game import NewCardGame
from rumms.ui.screens.new_game import NewGame
from rumms.ui.screens.replay import Replay
from rumms.ui.screens.rules import Rules
from rumms.ui.screens.settings import SettingsSheet
from rumms.ui.screens.table import Table
from rumms.ui.settings import Settings
from rumms.ui.start import NoWindow
from rumms.ui.thinking import Inline

from .conftest import Opened
from .desk import Desk, Ear, record, start


class Plain(Screen):
    """A screen that remembers what becomes of it."""

    def __init__(self, trouble: Exception | None = None) -> None:
        super().__init__()
        self.trouble = trouble
        self.seconds: list[float] = []
        self.is_closed = False

    def update(self, seconds: float) -> None:
        """Remember how long it was; have trouble once."""
        self.seconds.append(seconds)
        trouble, self.trouble = self.trouble, None
        if trouble:
            raise trouble

    def close(self) -> None:
        """Remember that."""
        self.is_closed = True


@pytest.fixture
def small(opened: Opened) -> Desk:
    return opened((640, 360))


def test_screens_lie_upon_each_other_and_are_closed_when_they_go(small: Desk):
    one, two, three = Plain(), Plain(), Plain()
    small.app.open(one)
    small.app.open(two)
    small.app.replace(three)
    assert (two.is_closed, small.screen) == (True, three)
    small.app.back()
    assert (three.is_closed, small.screen) == (True, one)
    small.app.open(Plain())
    small.app.home()
    assert one.is_closed
    assert isinstance(small.screen, Launcher)
    assert small.app.is_running
    small.app.back()
    assert not small.app.is_running


def test_only_the_screen_on_top_goes_on(small: Desk):
    below, above = Plain(), Plain()
    small.app.open(below)
    small.app.open(above)
    small.run(0.1)
    assert not below.seconds
    assert len(above.seconds) == 6


def test_after_a_pause_nothing_jumps(small: Desk):
    screen = Plain()
    small.app.open(screen)
    small.frame(seconds=10.0)
    assert screen.seconds == [0.1]


def test_a_refusal_becomes_a_notice(small: Desk):
    screen = Plain(Refusal("There is no game '{name}'; there are: {games}.", name="x", games="y"))
    small.app.open(screen)
    small.run()
    assert small.on(Notice).message == "There is no game 'x'; there are: y."
    small.key(pygame.K_RETURN)
    assert small.screen is screen
    small.run()


def test_an_error_of_the_system_becomes_a_notice(small: Desk):
    small.app.open(Plain(PermissionError(13, "Permission denied", "/some/where")))
    small.run()
    assert small.on(Notice).message == "/some/where Permission denied"


def test_a_folder_that_cannot_be_written_to_is_told(small: Desk):
    own().mkdir(parents=True)
    own("games").write_text("a file where the folder should be")
    small.run()
    small.click("continue")
    assert str(own("games")) in small.on(Notice).message
    small.key(pygame.K_RETURN)
    small.on(Launcher)


def test_a_bug_shows(small: Desk):
    small.app.open(Plain(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        small.run()


def test_alt_and_enter_fill_the_screen(small: Desk):
    small.key(pygame.K_RETURN, mod=pygame.KMOD_LALT)
    assert small.app.settings.is_full_screen
    assert isinstance(small.screen, Launcher)
    small.key(pygame.K_RETURN, mod=pygame.KMOD_LALT)
    assert small.app.window.get_size() == (640, 360)


def test_f1_while_a_name_is_written_opens_the_rules_and_the_name_stays(small: Desk):
    small.app.open(NewGame("rumms"))
    small.wait()
    small.click("name red 0")
    small.write("Anna")
    small.key(pygame.K_F1)
    small.on(Rules)
    small.key(pygame.K_ESCAPE)
    assert small.on(NewGame).agreed.red[0].name == "Anna"


def test_a_change_reaches_all_screens_and_is_kept(small: Desk):
    small.app.open(SettingsSheet())
    small.app.change(language="de", text="115")
    assert (code(), settings.load().language, settings.load().text) == ("de", "de", "115")
    assert small.app.brush.text_scale == 1.15
    small.app.back()
    small.run()


def test_a_new_screen_fades_in_and_then_nothing_is_left_of_the_old_one(small: Desk):
    small.run()
    small.app.open(Rules("rumms"))
    small.wait(1.0)
    now = pygame.image.tobytes(small.app.window, "RGB")
    small.screen.draw(small.app.window)
    assert pygame.image.tobytes(small.app.window, "RGB") == now


def test_closing_the_window_ends_everything(small: Desk):
    screen = Plain()
    small.app.open(screen)
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    small.app.run()
    assert screen.is_closed
    assert not small.app.screens


# How it is opened.


def test_without_a_display_that_is_said(monkeypatch: pytest.MonkeyPatch):
    def fails() -> None:
        raise pygame.error

    monkeypatch.setattr(pygame.display, "init", fails)
    with pytest.raises(NoWindow, match="--text"):
        open_display()


def test_a_driver_that_shows_nothing_is_no_display_unless_it_was_asked_for(monkeypatch: pytest.MonkeyPatch):
    open_display()
    monkeypatch.delenv("SDL_VIDEODRIVER")
    with pytest.raises(NoWindow, match="--text"):
        open_display()
    assert "SDL_VIDEODRIVER" not in os.environ
    pygame.display.quit()


@pytest.mark.parametrize("name", ["pygame", "both"])
def test_a_mix_of_pygame_packages_is_recognised(monkeypatch: pytest.MonkeyPatch, name: str):
    starting.check_pygame()
    monkeypatch.setattr(starting, "_is_installed", lambda one: name in {"both", one})
    with pytest.raises(NoWindow, match="pip uninstall -y pygame pygame-ce"):
        starting.check_pygame()


class Run:
    """What is on top when the window begins to run."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.screens: list[Screen] = []
        self.settings = Settings()
        run = self

        def begins(app: App) -> None:
            app.frame([], 1 / 60)
            run.screens, run.settings = list(app.screens), app.settings
            app.close()

        monkeypatch.setattr(window, "Sound", Ear)
        monkeypatch.setattr("rumms.ui.thinking.Thinker", Inline)
        monkeypatch.setattr(App, "run", begins)

    @property
    def kinds(self) -> list[Any]:
        """The screens, lowest first."""
        return [type(screen) for screen in self.screens]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    return Run(monkeypatch)


def test_the_launcher_opens_with_the_settings_that_are_kept(run: Run):
    settings.save(Settings(language="de", text="130"))
    starting.launcher()
    assert run.kinds == [Launcher]
    assert (code(), run.settings.text) == ("de", "130")


def test_a_broken_file_of_settings_is_no_reason_not_to_open(run: Run):
    settings.path().parent.mkdir(parents=True)
    settings.path().write_text('{"volume": "loud", "text": "130", "palette"')
    starting.launcher()
    assert run.kinds == [Launcher]
    assert run.settings == Settings()


def test_a_language_that_is_asked_for_is_spoken_whatever_is_set(run: Run):
    settings.save(Settings(language="de"))
    starting.launcher("en")
    assert code() == "en"
    assert run.kinds == [Launcher]


def test_a_new_game_is_asked_about_or_begun(run: Run):
    starting.new_game("rumms", None)
    assert run.kinds == [Launcher, NewGame]
    starting.new_game("rumms", starting.Wanted(("me:Anna", "greedy")))
    assert run.kinds == [Launcher, Table]


def test_a_card_game_is_asked_about_or_begun(run: Run):
    starting.new_game("kawumm", None)
    assert run.kinds == [Launcher, NewCardGame]
    starting.new_game("kawumm", starting.Wanted(("me:Anna", "greedy")))
    assert run.kinds == [Launcher, CardTable]
    starting.replay(load(record_path(find("kawumm")), find_game))
    assert run.kinds == [Launcher, CardReplay]


def test_a_game_that_was_left_is_resumed(run: Run):
    path = record(start("red troll 20,8", "blue troll 45,24")[0])
    starting.resumed("rumms", path, ("me:Carla", "random"))
    assert run.kinds == [Launcher, Table]
    table = run.screens[-1]
    assert isinstance(table, Table)
    assert table.play.seats == ("me:Carla", "random")


def test_a_record_is_replayed(run: Run):
    starting.replay(load(record_path(find("rumms")), find_game))
    assert run.kinds == [Launcher, Replay]


def test_a_game_that_cannot_be_resumed_leaves_nothing_open(run: Run, tmp_path: Path):
    with pytest.raises(Refusal):
        starting.resumed("rumms", tmp_path / "none.jsonl")
    assert run.screens == []
