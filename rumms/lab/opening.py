"""Everything that the program does with a file that somebody gives it, step by step, without a display."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

import pygame

from rumms import cli
from rumms.catalogue import GAMES, find, find_game
from rumms.games.rumms.goals import goal_in
from rumms.kernel.options import from_words
from rumms.kernel.session import Loaded, load, seal
from rumms.places import own
from rumms.ui import keeping, lessons, scenarios, settings, shelf, statistics, troops
from rumms.ui.app import App
from rumms.ui.draw.brush import Brush, Surface
from rumms.ui.filming import Camera, Cut
from rumms.ui.kit.screen import Screen
from rumms.ui.screens.card_table import CardTable
from rumms.ui.screens.editor import Editor
from rumms.ui.screens.editor_sheets import SaveSheet
from rumms.ui.screens.game_options import GameOptions
from rumms.ui.screens.launcher import Launcher
from rumms.ui.screens.lessons import Lessons
from rumms.ui.screens.mat_table import MatTable
from rumms.ui.screens.new_card_game import NewCardGame
from rumms.ui.screens.new_game import NewGame
from rumms.ui.screens.players import Players
from rumms.ui.screens.puzzle import PuzzleTable
from rumms.ui.screens.replays import Replays, watched
from rumms.ui.screens.scenarios import Scenarios
from rumms.ui.screens.settings import SettingsSheet
from rumms.ui.screens.statistics import StatisticsScreen
from rumms.ui.screens.table import Table
from rumms.ui.studio import studio_for
from rumms.ui.thinking import Inline, Job

SIZE: Final = (640, 360)
FRAME: Final = 0.1
"""Seconds."""
FILMED: Final = (160, 90)
PICTURES: Final = 4
"""Of a film, that are made."""


class Silent(Inline):
    """A mind that never answers: bots are not what is tried here."""

    def ask(self, do: Callable[..., Any], /, *arguments: Any) -> Job[Any]:  # noqa: ARG002  nobody is asked
        """Think for ever."""
        return Job(self)


Step = Callable[[Path], object]


class Kind(NamedTuple):
    """A kind of file: where the program looks for it, and what is done with it, by the name of the step."""

    place: str
    steps: Mapping[str, Step]


@cache
def _app() -> App:
    """One window for all files, so that what all screens share is painted once."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    app = App(settings.Settings(), Silent(), SIZE)
    app.open(Launcher())
    return app


@contextmanager
def _opened(open_: Callable[[App], Screen]) -> Iterator[App]:
    """The window with a screen on top, a few frames later."""
    app = _app()
    app.home()
    try:
        app.open(open_(app))
        _frames(app, 3)
        yield app
    finally:
        app.home()


def _frames(app: App, number: int, *keys: int) -> None:
    """Press these keys, a frame each, then let time pass."""
    for key in keys:
        app.frame([pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="")], FRAME)
        app.frame([pygame.event.Event(pygame.KEYUP, key=key, mod=0)], FRAME)
    for _ in range(number):
        app.frame([], FRAME)


def _look(*screens: Callable[[], Screen]) -> None:
    for screen in screens:
        with _opened(lambda _, screen=screen: screen()):  # type: ignore[misc]
            pass


def _paged(sheet: NewCardGame) -> None:
    """Turn every page."""
    with _opened(lambda _: sheet) as app:
        for page in range(1, sheet.pages):
            if tab := sheet.find(f"options {page}"):
                tab.activate()
                _frames(app, 2)


# Records.


def _listed(path: Path) -> None:
    scenario = own("scenarios", path.name)
    scenario.parent.mkdir(parents=True, exist_ok=True)
    scenario.write_bytes(path.read_bytes())
    for kept in shelf.kept():
        _ = kept.sides
    shelf.left_last()
    for one in scenarios.scenarios("own"):
        _ = one.title, one.text, one.difficulty
    _look(Replays, Scenarios)


def _loaded(path: Path) -> Loaded:
    loaded = load(path, find_game)
    past = loaded.session.past
    if loaded.header.goal:
        goal_in(loaded.lines, past[0].before if past else loaded.session.state)
    return loaded


def _commanded(path: Path) -> None:
    """The record through the commands that read one."""
    for words in (["verify", str(path)], ["replay", str(path), "--text"]):
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            cli.main(words)


def _sealed(path: Path) -> None:
    copy = path.with_name("sealed.jsonl")
    copy.write_bytes(path.read_bytes())
    try:
        seal(copy, find_game)
        load(copy, find_game)
    finally:
        copy.unlink()


def _watched(path: Path) -> None:
    with _opened(lambda _: watched(load(path, find_game))) as app:
        _frames(app, 2, pygame.K_PAGEDOWN, pygame.K_PAGEDOWN, pygame.K_END, pygame.K_PAGEUP, pygame.K_SPACE)


def _solved(path: Path) -> None:
    _loaded(path)
    with _opened(lambda app: PuzzleTable.of_scenario(scenarios.seen(path), app)) as app:
        _frames(app, 2, pygame.K_SPACE, pygame.K_SPACE, pygame.K_RIGHT, pygame.K_RETURN, pygame.K_UP)


def _edited(path: Path) -> None:
    with _opened(lambda app: Editor.of(scenarios.seen(path), app)) as app:
        editor = app.screen
        if isinstance(editor, Editor):
            app.open(SaveSheet(editor))
            _frames(app, 2, pygame.K_TAB, pygame.K_END, pygame.K_LEFT)
            app.back()
            app.open(MatTable(editor))
            _frames(app, 2, pygame.K_c, pygame.K_RETURN, pygame.K_RIGHT, pygame.K_RETURN)
            app.back()
            editor.save()
            _frames(app, 2)


def _filmed(path: Path) -> None:
    _app()
    brush = Brush(FILMED)
    for ending in (".png", ".gif"):
        cut = Cut(path.with_name("film" + ending), size=FILMED)
        try:
            # Not by `camera`, which closes the display that the window of the other steps needs.
            made = Camera(studio_for(load(path, find_game), brush, None), brush, Surface(FILMED), cut)
            for _ in islice(made.film(), PICTURES):
                pass
        finally:
            cut.out.unlink(missing_ok=True)


def _resumed(path: Path) -> None:
    loaded = load(path, find_game)
    if loaded.winners is None:
        copy = path.with_name("resumed.jsonl")
        copy.write_bytes(path.read_bytes())
        table = Table if find(loaded.header.game).has_engine else CardTable
        try:
            with _opened(lambda app: table.resumed(copy, app)) as app:
                _frames(app, 2, pygame.K_RIGHT, pygame.K_l, pygame.K_l)
        finally:
            copy.unlink()


# Mats, troops, and what is kept.


def _mat_read(path: Path) -> tuple[str, ...]:
    game, words = find("rumms").game, (f"mat={path}",)
    game.new(2, from_words(game.options, words, "Rumms"))
    return words


def _mat_played(path: Path) -> None:
    words = _mat_read(path)
    with _opened(lambda app: Table.begun(("me", "me"), app, (*words, "powers=no"))) as app:
        _frames(app, 2, pygame.K_RETURN)


def _mat_chosen(path: Path) -> None:  # noqa: ARG001  it lies in the folder
    agreed = settings.Settings().agreed
    with _opened(lambda _: GameOptions(find("rumms"), agreed, lambda _: None)) as app:
        button = app.screen.find("mat")
        if button:
            button.activate()
            _frames(app, 2)


def _troop_read(path: Path) -> None:  # noqa: ARG001  it lies in the folder
    for troop in troops.kept().troops:
        troops.find(troop.name)
        troops.rename(troop, str(troop.called["en"]))


def _troop_chosen(path: Path) -> None:  # noqa: ARG001  it lies in the folder
    kinds = troops.box_of(find("rumms").game)
    troops.offered(kinds, 50, powers=True)
    with _opened(lambda _: NewGame("rumms")) as app:
        for name in ("troops ready", "formation red"):
            if button := app.screen.find(name):
                button.activate()
                _frames(app, 2)


def _settings_read(path: Path) -> None:  # noqa: ARG001  it lies where it is looked for
    kept = settings.load()
    settings.save(kept)
    if settings.load() != kept:
        raise AssertionError(kept)


def _settings_used(path: Path) -> None:  # noqa: ARG001  it lies where it is looked for
    app = _app()
    app.settings = settings.load()
    try:
        app.change()
        _look(Launcher, lambda: NewGame("rumms"), SettingsSheet, Players)
        for name in (entry.id for entry in GAMES.values() if not entry.has_engine):
            _paged(NewCardGame(name))
    finally:
        app.settings = settings.Settings()
        app.change()


def _statistics_seen(path: Path) -> None:  # noqa: ARG001  it lies where it is looked for
    statistics.load()
    _look(StatisticsScreen)


def _progress_seen(path: Path) -> None:  # noqa: ARG001  it lies where it is looked for
    one = scenarios.scenarios("puzzles")[0]
    for player in scenarios.players(settings.Settings()):
        scenarios.progress(player)
    scenarios.remember("Anna", one, scenarios.MOST_STARS)
    if scenarios.progress("Anna")[one.id] != scenarios.MOST_STARS:
        raise AssertionError(one)
    _look(Launcher, Scenarios, Players)


def _lessons_seen(path: Path) -> None:  # noqa: ARG001  it lies where it is looked for
    lessons.remember(lessons.lessons()[0])
    if keeping.read(own("lessons.json")) is None:
        raise AssertionError(lessons.done())
    _look(Launcher, Lessons)


KINDS: Final[Mapping[str, Kind]] = {
    "record": Kind(
        "games/record.jsonl",
        {
            "list": _listed,
            "load": _loaded,
            "command line": _commanded,
            "seal": _sealed,
            "replay": _watched,
            "puzzle": _solved,
            "editor": _edited,
            "film": _filmed,
            "resume": _resumed,
        },
    ),
    "mat": Kind("mats/mat.json", {"load": _mat_read, "options": _mat_chosen, "table": _mat_played}),
    "troop": Kind("troops/troop.json", {"load": _troop_read, "new game": _troop_chosen}),
    "settings": Kind("settings.json", {"load": _settings_read, "window": _settings_used}),
    "statistics": Kind("statistics.json", {"window": _statistics_seen}),
    "progress": Kind("scenarios.json", {"window": _progress_seen}),
    "lessons": Kind("lessons.json", {"window": _lessons_seen}),
}
