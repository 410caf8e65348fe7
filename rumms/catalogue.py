"""The games under the launcher: the one file that knows them all.

A game is a folder of `rumms/games` with `game.py` (GAME), `bots.py` (BOTS), `words.py` (how it is told) and the rules
as `rules.md`, `rules_de.md` and `rules_en.md`; it is played, replayed and tested by being listed here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, cast

from rumms.kernel.refusal import Refusal

if TYPE_CHECKING:
    from rumms.kernel.bots import Maker
    from rumms.kernel.game import Game, Seat
    from rumms.physics.film import Foresight
    from rumms.physics.model import Flick, Layout, Shot, Stroke


class Words(Protocol):
    """How a game is told: its `words.py`. `names` are the players', by seat."""

    def title(self) -> str:
        """What the game is called."""

    def summary(self) -> str:
        """What it is about, in one line."""

    def table(self, view: Any, seat: Seat | None, names: tuple[str, ...], /) -> list[str]:
        """What lies on the table, line by line, seen from a seat."""

    def question(self, view: Any, /) -> str:
        """What the player to move has to decide."""

    def choice(self, view: Any, action: Any, /) -> str:
        """What one of the choices means."""

    def story(self, event: Any, names: tuple[str, ...], /) -> str:
        """What happened, in a sentence."""


class Entry(NamedTuple):
    """One game: what is known of it, loaded when it is asked for."""

    id: str
    folder: str

    has_engine: bool = False
    """It needs the physics: the rules are handed the engine."""

    @property
    def game(self) -> Game[Any, Any]:
        """Its rules."""
        return _with_engine(self.folder) if self.has_engine else cast("Game[Any, Any]", self._part("game").GAME)

    @property
    def bots(self) -> Mapping[str, Maker]:
        """Its bots by name, weakest first."""
        return cast("Mapping[str, Maker]", self._part("bots").BOTS)

    @property
    def words(self) -> Words:
        """How it is told."""
        return cast("Words", self._part("words"))

    @property
    def path(self) -> Path:
        """Where its files are."""
        return Path(__file__).parent / "games" / self.folder

    def load(self) -> None:
        """Load rules, bots and engine now, so that nobody waits for them later."""
        _ = self.game, self.bots
        if self.has_engine:
            import_module("rumms.physics.engine")

    def _part(self, name: str) -> Any:
        return import_module(f"rumms.games.{self.folder}.{name}")


@cache
def _with_engine(folder: str) -> Game[Any, Any]:
    from rumms.physics.tuning import VERSION  # noqa: PLC0415  only a game of dice needs it

    rules = import_module(f"rumms.games.{folder}.game")
    return cast("Game[Any, Any]", rules.Rumms(_simulate, physics=str(VERSION), fast=_fast))


def _simulate(layout: Layout, stroke: Stroke) -> Shot:
    """The engine, loaded when the first die is flicked; compiled where bots have loaded that already."""
    from rumms.physics.engine import is_loaded, simulate  # noqa: PLC0415

    return simulate(layout, stroke, compiled=is_loaded())


def _fast(layout: Layout) -> Callable[[Flick], Shot]:
    """The engine's fast path, for bots that try many flicks; compiled only if nobody has to wait for it."""
    from rumms.physics.engine import Fast, has_compiled, is_warm  # noqa: PLC0415

    return Fast(layout, compiled=has_compiled() and is_warm())


def compile_engine() -> None:
    """Compile the fast path's kernels, where that can be done and was not yet; whoever flicks then finds them."""
    from rumms.physics.engine import is_warm, warm_up  # noqa: PLC0415

    if not is_warm():
        warm_up()


def foresee(layout: Layout, flick: Flick) -> Foresight:
    """How a flick begins, from the same engine, loaded when somebody aims."""
    from rumms.physics.foresight import foresee as see  # noqa: PLC0415

    return see(layout, flick)


GAMES: Final = {
    entry.id: entry
    for entry in (
        Entry("rumms", "rumms", has_engine=True),
        Entry("kawumm", "kawumm"),
        Entry("waka_waka", "waka_waka"),
        Entry("dumm_gelaufen", "dumm_gelaufen"),
        Entry("cabanga", "cabanga"),
    )
}


def find(name: str) -> Entry:
    """The game of that id."""
    try:
        return GAMES[name]
    except KeyError:
        raise Refusal("There is no game '{name}'; there are: {games}.", name=name, games=", ".join(GAMES)) from None


def find_game(name: str) -> Game[Any, Any]:
    """The rules of the game of that id."""
    return find(name).game
