"""What people have done in all their games: kept by name on this machine, counted once a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import replace

from rumms.games.rumms.events import Won
from rumms.kernel.game import Seat
from rumms.kernel.refusal import Refusal, printable
from rumms.language import say
from rumms.places import own
from rumms.seats import PERSON
from rumms.ui import keeping, tallies, trash
from rumms.ui.figures import Figures, figures_of_seats
from rumms.ui.play import Play

Count = Annotated[int, Meta(ge=0, le=10**9)]
Value = Annotated[float, Meta(ge=0.0, le=1e9)]
NAMELESS: Final = 0
"""The seat of whoever has a name."""
OLD: Final = ("flicks", "knocked_off", "longest", "chain")
"""Figures of Rumms as version 0.8.2 kept them, when it was the only game that was counted."""


class Tally(Struct, frozen=True, omit_defaults=True):
    """All that one person has done in one of the games."""

    won: Count = 0
    lost: Count = 0
    figures: dict[str, Value] = field(default_factory=dict)
    """By the names of `tallies.FIGURES`."""

    @property
    def games(self) -> int:
        """How many were played to the end."""
        return self.won + self.lost

    def joined(self, game: str, other: Tally) -> Tally:
        """This and other games of the same sort together."""
        figures = tallies.joined(game, self.figures, other.figures)
        return Tally(self.won + other.won, self.lost + other.lost, figures)


class Player(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One person's games. Who gave no name is known by the seat, from 1."""

    name: str = ""
    seat: Count = NAMELESS
    tallies: dict[str, Tally] = field(default_factory=dict)
    """By the id of the game."""

    @property
    def called(self) -> str:
        """The name, as it is shown."""
        return self.name or " ".join((say("Player"), str(self.seat)))

    @property
    def games(self) -> int:
        """How many were played to the end."""
        return sum(tally.games for tally in self.tallies.values())

    def tally(self, game: str) -> Tally:
        """The figures of one of the games; all zero if it was never played."""
        return self.tallies.get(game, Tally())

    def is_same(self, other: Player) -> bool:
        """Is it the same person? Anna and anna are."""
        return (self.name.casefold(), self.seat) == (other.name.casefold(), other.seat)

    def after(self, game: str, more: Tally) -> Player:
        """After more games of a sort."""
        return replace(self, tallies={**self.tallies, game: self.tally(game).joined(game, more)})


class Statistics(Struct, frozen=True, omit_defaults=True):
    """Everybody's games."""

    players: tuple[Player, ...] = ()
    counted: tuple[str, ...] = ()
    """The games that are in it, so that none is counted twice."""

    def with_player(self, more: Player) -> Statistics:
        """The same, with more games of somebody."""
        players = list(self.players)
        place = next((number for number, one in enumerate(players) if one.is_same(more)), len(players))
        known = players[place] if place < len(players) else replace(more, tallies={})
        for game, tally in more.tallies.items():
            known = known.after(game, tally)
        players[place : place + 1] = [known]
        return replace(self, players=tuple(players))


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
    counted = tuple(one for one in _list(raw.get("counted")) if isinstance(one, str))
    return Statistics(tuple(_players(raw)), counted)


def _players(raw: Mapping[str, Any]) -> Iterator[Player]:
    for one in _list(raw.get("players")):
        with suppress(msgspec.ValidationError):
            player = msgspec.convert(one, Player)
            if old := {name: one[name] for name in ("won", "lost", *OLD) if name in one}:
                figures = {name: old[name] for name in OLD if name in old}
                counts = {name: value for name, value in old.items() if name not in OLD}
                player = player.after("rumms", msgspec.convert({**counts, "figures": figures}, Tally))
            known = {game: tally for game, tally in player.tallies.items() if game in tallies.FIGURES}
            yield replace(player, tallies=known)


def save(statistics: Statistics) -> None:
    """Keep these."""
    keeping.write(path(), statistics)


def note(play: Play) -> None:
    """Count the games of a record that have come to their end, those that were not counted before.

    Bots are not counted, nor games between bots alone.
    """
    session = play.session
    if session.writer is None or not play.people:
        return
    before = now = load()
    for number, tallied in _ended(play):
        key = printable(f"{session.writer.path.stem}/{session.seed}/{number}")
        if key not in now.counted:
            for seat, tally in tallied.items():
                name = play.seats[seat].removeprefix(PERSON).removeprefix(":").strip()
                me = Player(name=name, seat=NAMELESS if name else seat + 1, tallies={play.entry.id: tally})
                now = now.with_player(me)
            now = replace(now, counted=(*now.counted, key))
    if now != before:
        save(now)


def _ended(play: Play) -> Iterator[tuple[int, dict[Seat, Tally]]]:
    """The games of a record that are over, by number, with the tally of each person."""
    session, people = play.session, sorted(play.people)
    if not play.entry.has_engine:
        if play.is_over:
            winners, last = session.game.winners(session.state), session.state
            yield (
                0,
                {
                    seat: _tally(seat in winners, tallies.tallied_cards(play.entry.id, session.past, seat, last))
                    for seat in people
                },
            )
        return
    for made in session.past:
        for event in made.events:
            if isinstance(event, Won):
                figures = figures_of_seats(session.past, event.game)
                team = made.before.teams[event.side.number]
                yield (
                    event.game,
                    {
                        seat: _tally(seat in team, tallies.tallied_flicks(figures.get(seat, Figures())))
                        for seat in people
                    },
                )


def _tally(has_won: bool, figures: dict[str, float]) -> Tally:
    return Tally(int(has_won), int(not has_won), figures)


# Erasing.


def erase(player: Player | None = None) -> None:
    """Put a person's figures, or everybody's, into the trash; games that were counted are not counted again."""
    kept = load()
    gone = tuple(one for one in kept.players if player is None or one.is_same(player))
    if gone:
        laid = trash.lay("statistics", "players.json", msgspec.json.encode(Statistics(gone)))
        try:
            _save_surely(replace(kept, players=tuple(one for one in kept.players if one not in gone)))
        except Refusal:
            laid.unlink(missing_ok=True)
            raise


def bring_back() -> Player | None:
    """Bring back the figures that were erased last, added to those since; the first person of them."""
    erased = trash.last("statistics")
    raw = keeping.read(erased.path) if erased else None
    if erased is None:
        return None
    found = tuple(_players(raw)) if isinstance(raw, dict) else ()
    kept = load()
    for one in found:
        kept = kept.with_player(one)
    _save_surely(kept)
    erased.path.unlink(missing_ok=True)
    return found[0] if found else None


def _save_surely(statistics: Statistics) -> None:
    """Keep these; Refusal if they could not be written, which `save` bears."""
    save(statistics)
    if load() != statistics:
        raise Refusal("'{file}' cannot be written.", file=str(path()))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
