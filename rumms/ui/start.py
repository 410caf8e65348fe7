"""Opens the window for the command line: the launcher, a new game, a game that was left, or a replay."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import metadata, util
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from rumms import language
from rumms.catalogue import find
from rumms.kernel.refusal import Refusal
from rumms.kernel.session import Loaded

if TYPE_CHECKING:
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


def new_game(game: str, seats: tuple[str, ...] | None, asked: str | None = None) -> None:
    """A game with these seats at once, else the sheet that asks who plays."""

    def opened(stage: App) -> Screen:
        from rumms.ui.screens.card_table import CardTable  # noqa: PLC0415
        from rumms.ui.screens.new_card_game import NewCardGame  # noqa: PLC0415
        from rumms.ui.screens.new_game import NewGame  # noqa: PLC0415  pygame is checked before it is needed
        from rumms.ui.screens.table import Table  # noqa: PLC0415

        if not find(game).has_engine:
            return CardTable.begun(game, seats, stage) if seats else NewCardGame(game)
        return Table.begun(seats, stage) if seats else NewGame(game)

    _run(asked, opened)


def resumed(game: str, path: Path, seats: tuple[str, ...] | None = None, asked: str | None = None) -> None:
    """A game that was left, with other players if they are named."""

    def opened(stage: App) -> Screen:
        from rumms.ui.screens.card_table import CardTable  # noqa: PLC0415
        from rumms.ui.screens.table import Table  # noqa: PLC0415

        table = Table if find(game).has_engine else CardTable
        return table.resumed(path, stage, seats)

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
    from rumms.ui.thinking import Thinker  # noqa: PLC0415

    kept = settings.load()
    if not asked and kept.language:
        language.use(kept.language)
    open_display()
    app = App(kept, Thinker())
    try:
        app.open(Launcher())
        if opened:
            app.open(opened(app))
    except BaseException:
        app.close()
        raise
    app.run()
