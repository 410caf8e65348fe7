"""What people have done in all their games: kept by name on this machine, counted once a game."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from rumms.games.rumms.events import Won
from rumms.kernel.game import Seat
from rumms.language import say
from rumms.places import own
from rumms.seats import PERSON
from rumms.ui import keeping
from rumms.ui.figures import Figures, figures_of_seats
from rumms.ui.play import Play

Count = Annotated[int, Meta(ge=0, le=10**9)]
Length = Annotated[float, Meta(ge=0.0, le=1e6)]
NAMELESS: Final = 0
"""The seat of whoever has a name."""


class Player(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One person's games. Who gave no name is known by the seat, from 1."""

    name: str = ""
    seat: Count = NAMELESS
    won: Count = 0
    lost: Count = 0
    flicks: Count = 0
    knocked_off: Count = 0
    longest: Length = 0.0
    """Centimetres: the longest way of a die that this person flicked."""
    chain: Count = 0
    """The most dice that one flick moved, the flicked one aside."""

    @property
    def called(self) -> str:
        """The name, as it is shown."""
        return self.name or " ".join((say("Player"), str(self.seat)))

    @property
    def games(self) -> int:
        """How many were played to the end."""
        return self.won + self.lost

    def is_same(self, other: Player) -> bool:
        """Is it the same person? Anna and anna are."""
        return (self.name.casefold(), self.seat) == (other.name.casefold(), other.seat)

    def after(self, figures: Figures, *, has_won: bool) -> Player:
        """After one more game."""
        return replace(
            self,
            won=self.won + has_won,
            lost=self.lost + (not has_won),
            flicks=self.flicks + figures.flicks,
            knocked_off=self.knocked_off + figures.knocked_off,
            longest=max(self.longest, figures.longest),
            chain=max(self.chain, figures.chain),
        )


class Statistics(Struct, frozen=True, omit_defaults=True):
    """Everybody's games."""

    players: tuple[Player, ...] = ()
    counted: tuple[str, ...] = ()
    """The games that are in it, so that none is counted twice."""


def path() -> Path:
    """Where they are kept."""
    return own("statistics.json")


def is_spoilt() -> bool:
    """Is there a file that cannot be read? The next game lays it aside."""
    return path().exists() and not isinstance(keeping.read(path()), dict)


def load() -> Statistics:
    """What is kept; entries that make no sense are left out."""
    raw = keeping.read(path())
    if not isinstance(raw, dict):
        return Statistics()
    players: list[Player] = []
    for one in _list(raw.get("players")):
        with suppress(msgspec.ValidationError):
            players.append(msgspec.convert(one, Player))
    counted = tuple(one for one in _list(raw.get("counted")) if isinstance(one, str))
    return Statistics(tuple(players), counted)


def save(statistics: Statistics) -> None:
    """Keep these."""
    keeping.write(path(), statistics)


def note(play: Play) -> None:
    """Count the games of a record that have been won, those that were not counted before. Bots are not counted."""
    session = play.session
    if session.writer is None or not play.people:
        return
    before = now = load()
    for made in session.past:
        for won in made.events:
            key = f"{session.writer.path.stem}/{session.seed}/{won.game}" if isinstance(won, Won) else ""
            if key and key not in now.counted:
                winners = made.before.teams[won.side.number]
                now = replace(_with_game(now, play, won.game, winners), counted=(*now.counted, key))
    if now != before:
        save(now)


def erase(player: Player | None = None) -> None:
    """Forget a person, or everybody; the games that were counted are not counted again."""
    kept = load()
    left = tuple(one for one in kept.players if player is not None and not one.is_same(player))
    save(replace(kept, players=left))


def _with_game(statistics: Statistics, play: Play, game: int, winners: tuple[Seat, ...]) -> Statistics:
    figures = figures_of_seats(play.session.past, game)
    players = list(statistics.players)
    for seat in sorted(play.people):
        name = play.seats[seat].removeprefix(PERSON).removeprefix(":").strip()
        me = Player(name=name, seat=NAMELESS if name else seat + 1)
        place = next((number for number, one in enumerate(players) if one.is_same(me)), len(players))
        known = players[place] if place < len(players) else me
        players[place : place + 1] = [known.after(figures.get(seat, Figures()), has_won=seat in winners)]
    return replace(statistics, players=tuple(players))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
