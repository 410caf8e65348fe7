"""Where practice starts from: the practice mat, a quick start, two troops, or the game that was left."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rumms import catalogue
from rumms.games.rumms import practice
from rumms.games.rumms.presets import Preset, presets_for
from rumms.games.rumms.state import Ask, Options, State
from rumms.kernel.refusal import Refusal
from rumms.kernel.session import load
from rumms.physics.model import Hand
from rumms.ui import shelf

Sort: TypeAlias = Literal["mat", "quick", "troops", "left"]


class Start(Struct, frozen=True):
    """What lies on the table at first, and how it is flicked."""

    sort: Sort = "mat"
    troops: tuple[int, int] = (0, 0)
    """Which of the presets each side has, red's first."""
    hand: Hand = "none"
    finger: bool = False

    @property
    def presets(self) -> tuple[Preset, ...]:
        """Those that a side can have."""
        return presets_for(Options().points, powers=self.sort == "troops")

    def chosen(self) -> tuple[Preset, ...]:
        """The presets of both sides."""
        known = self.presets
        return tuple(known[number % len(known)] for number in self.troops)

    def is_like(self, other: Start) -> bool:
        """Do the same dice lie on both tables at first?"""
        return (self.sort, self.troops) == (other.sort, other.troops)

    def ways(self) -> dict[str, Any]:
        """The options that say how it is flicked."""
        return {"hands": (self.hand,) * practice.SEATS, "finger": self.finger}

    def state(self) -> State:
        """The table as it is at first; Refusal if a game that was left cannot be gone on from."""
        game = catalogue.find("rumms").game
        options = Options(powers=self.sort == "troops", **self.ways())
        if self.sort == "mat":
            return practice.laid(game, options, practice.MAT)
        if self.sort == "left":
            return self._left()
        return practice.set_up(game, options, self.chosen())

    def _left(self) -> State:
        path = left()
        if path is None:
            raise Refusal("There is no game of Rumms that was left.")
        loaded = load(path, catalogue.find_game)
        state: State = loaded.session.state
        if not state.tasks or state.task.ask in {Ask.MUSTER, Ask.SET_UP}:
            raise Refusal("In the game that was left the dice are not set up yet.")
        options = replace(state.options, teams=(), wins_needed=1, **self.ways())
        return practice.laid(loaded.session.game, options, practice.position_of(state))


def left() -> Path | None:
    """The record of the last game of Rumms that was left."""
    return next((one.path for one in shelf.unfinished() if one.game == "rumms"), None)
