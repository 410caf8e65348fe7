"""Opens the window for the command line: the launcher, a new game, a game that was left, or a replay."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import metadata, util
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from rumms import language
from rumms.catalogue import find
from rumms.kernel.options import from_words, with_defaults
from rumms.kernel.refusal import Refusal
from rumms.kernel.session import Loaded
from rumms.seats import Players, bots_of

if TYPE_CHECKING:
    from rumms.catalogue import Entry
    from rumms.ui.app import App
    from rumms.ui.kit.screen import Screen


class NoWindow(Refusal):
    """There is nothing that a window could be opened on, or nothing to open it with."""


def check_pygame() -> None:
    """Refuse a broken mix of pygame packages: the classic one and the maintained one share their folder."""
    names = {name for name in ("pygame", "pygame-ce") if _is_installed(name)}
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame  # noqa: PLC0415  to see whether it can be imported at all

        is_whole = bool(getattr(pygame, "IS_CE", 0)) and hasattr(pygame, "display") and hasattr(pygame, "Font")
    except Exception:  # noqa: BLE001  a mix can fail in any way
        is_whole = False
    if not is_whole or "pygame" in names:
        raise NoWindow(
            "The pygame packages are mixed up; this repairs them: python -m pip uninstall -y pygame pygame-ce"
            " && python -m pip install --force-reinstall pygame-ce"
        )


def _is_installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return util.find_spec("pygame") is not None


Opened: TypeAlias = "Callable[[App], Screen]"
"""What is opened on top of the launcher."""


def launcher(asked: str | None = None) -> None:
    """The launcher, in the language that was asked for, else in the one that is set."""
    _run(asked, None)


class Wanted(NamedTuple):
    """A new game as the command line asks for it; without options it is a quick start."""

    seats: tuple[str, ...]
    options: tuple[str, ...] | None = None
    seed: int | None = None
    record: str | None = None

    def check(self, entry: Entry) -> None:
        """Refuse what no game can be begun with, before a window is opened."""
        from rumms.ui.shelf import new_path  # noqa: PLC0415  only a game needs it

        options = from_words(entry.game.options, self.words(entry), entry.words.title())
        entry.game.new(len(self.seats), options)
        Players(self.seats, trusted=True).check(entry)
        new_path(entry.id, self.record)

    def words(self, entry: Entry) -> list[str]:
        """The options, with the game's own defaults for these seats."""
        defaults = entry.game.defaults(bots_of(self.seats))
        return with_defaults(self.options or (), defaults)


def new_game(game: str, wanted: Wanted | None, asked: str | None = None) -> None:
    """The game that is wanted at once, else the sheet that asks who plays."""

    def opened(stage: App) -> Screen:
        from rumms.ui.screens.card_table import CardTable  # noqa: PLC0415
        from rumms.ui.screens.new_card_game import NewCardGame  # noqa: PLC0415
        from rumms.ui.screens.new_game import NewGame  # noqa: PLC0415  pygame is checked before it is needed
        from rumms.ui.screens.table import QUICK_START, Table  # noqa: PLC0415

        is_of_dice = find(game).has_engine
        if wanted is None:
            return NewGame(game) if is_of_dice else NewCardGame(game)
        path = Path(wanted.record) if wanted.record else None
        if not is_of_dice:
            settings = wanted.options or ()
            return CardTable.begun(game, wanted.seats, stage, settings, trusted=True, seed=wanted.seed, path=path)
        options = QUICK_START if wanted.options is None else wanted.options
        return Table.begun(wanted.seats, stage, options, trusted=True, seed=wanted.seed, path=path)

    _run(asked, opened)


def resumed(game: str, path: Path, seats: tuple[str, ...] | None = None, asked: str | None = None) -> None:
    """A game that was left, with other players if they are named."""

    def opened(stage: App) -> Screen:
        from rumms.ui.screens import replays  # noqa: PLC0415

        return replays.resumed(game, path, stage, seats)

    _run(asked, opened)


def replay(loaded: Loaded, asked: str | None = None) -> None:
    """A record to be watched."""

    def opened(_: App) -> Screen:
        from rumms.ui.screens.replays import watched  # noqa: PLC0415

        return watched(loaded)

    _run(asked, opened)


def _run(asked: str | None, opened: Opened | None) -> None:
    check_pygame()
    from rumms.ui import settings  # noqa: PLC0415
    from rumms.ui.app import App, open_display  # noqa: PLC0415
    from rumms.ui.screens.launcher import Launcher  # noqa: PLC0415
    from rumms.ui.thinking import Thinker, compile_aside  # noqa: PLC0415

    kept = settings.load()
    if not asked and kept.language:
        language.use(kept.language)
    open_display()
    app = App(kept, Thinker())
    try:
        app.open(Launcher())
        compile_aside()
        if opened:
            app.open(opened(app))
    except BaseException:
        app.close()
        raise
    app.run()
