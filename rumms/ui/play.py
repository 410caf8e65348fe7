"""A game in the window: played step by step, so that no step is waited for."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rumms.catalogue import Entry, find, find_game
from rumms.kernel import session as sessions
from rumms.kernel.game import NATURE, Choices, Forced, Seat
from rumms.kernel.options import from_words, with_defaults
from rumms.kernel.refusal import IllegalMove, Refusal
from rumms.kernel.session import Session, Transition
from rumms.seats import Players, bots_of, check_words, has_people, is_person, players_of
from rumms.troubles import noted
from rumms.ui.names import called
from rumms.ui.shelf import new_path
from rumms.ui.thinking import Job, Mind, decide, decide_trusted, draw

Made = list[Transition[Any, Any]]


class Play:
    """A session with people and bots at it. A screen calls `update` once a frame and hands in what people decide."""

    def __init__(
        self,
        entry: Entry,
        session: Session[Any, Any],
        seats: tuple[str, ...],
        mind: Mind,
        *,
        trusted: bool = False,
        is_torn: bool = False,
    ) -> None:
        self.entry, self.session, self.seats, self.mind = entry, session, seats, mind
        self.people = frozenset(seat for seat, name in enumerate(seats) if is_person(name))
        self.trusted = trusted
        """The command line has named the seats, so a bot may be in a Python file."""
        self.is_torn = is_torn
        """The record's last line was cut off and is left out."""
        self.is_paused = False
        """Thinking was cancelled; nothing happens until `go_on`."""
        self.trouble: Refusal | None = None
        """Why there was no answer from whoever is to move; nothing happens until `retry`."""
        self._table = secrets.token_hex(8)
        self._job: Job[Any] | None = None
        self._seen: tuple[Any, Choices[Any]] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, in the language of now."""
        return called(self.seats)

    @property
    def is_over(self) -> bool:
        """Is nobody to move any more?"""
        return self.session.actor is None

    @property
    def waits_for(self) -> Seat | None:
        """The person who has to decide now."""
        seat = self.session.actor
        return seat if seat in self.people and self._forced is None else None

    @property
    def thinks(self) -> Seat | None:
        """The bot, or NATURE, that is at work."""
        return self.session.actor if self._job else None

    def update(self) -> Made:
        """Take one step, if one can be taken without waiting: what has happened, and whoever is next begins to think.

        Thinking goes on between calls, so a screen may leave them out as long as it is showing something.
        """
        made = self._step()
        self._think()
        return made

    def decide(self, action: Any) -> Made:
        """Make a person's decision; what comes of it follows from `update`. IllegalMove: nothing happened."""
        if self.waits_for is None:
            raise IllegalMove("", "It is nobody's turn to decide now.")
        made = [self.session.commit(action, forced=False)]
        self._think()
        return made

    def cancel(self) -> None:
        """Stop whoever thinks."""
        if self._job:
            self._stop()
            self.is_paused = True

    def go_on(self) -> None:
        """Have the move thought about again that was cancelled."""
        self.is_paused = False
        self._think()

    def retry(self) -> None:
        """Ask once more, after trouble."""
        self.trouble = None
        self._think()

    @property
    def can_take_back(self) -> bool:
        """Was the last decision a person's, with nothing shown or done about it since?"""
        return self._own_moves() > 0

    def take_back(self) -> bool:
        """Go back to before a person's last decision; False if that cannot be done."""
        moves = self._own_moves()
        if moves:
            self._stop()
            self.session.back(moves)
            self.is_paused, self.trouble = False, None
        return moves > 0

    def take_back_any(self) -> bool:
        """Go back to before the last decision, whosever it was and whatever came of it; False if there is none."""
        for moves, made in enumerate(reversed(self.session.past), start=1):
            if made.seat in self.people and not made.forced:
                self._stop()
                self.session.back(moves)
                self.is_paused, self.trouble = False, None
                return True
        return False

    def lay(self, session: Session[Any, Any]) -> None:
        """Go on with something else."""
        self._stop()
        self.session, self.is_paused, self.trouble = session, False, None

    def close(self) -> None:
        """Leave the game; its record can be resumed."""
        self._stop()
        self.session.close()

    def _own_moves(self) -> int:
        """How many moves the person who moved last may take back; none once the record is closed."""
        past = self.session.past
        if self.is_over or not past or past[-1].seat not in self.people:
            return 0
        return self.session.can_take_back(past[-1].seat)

    @property
    def _forced(self) -> Forced[Any] | None:
        """What the rules leave no choice about; asked once a state, as a screen looks once a frame."""
        state = self.session.state
        if self._seen is None or self._seen[0] is not state:
            self._seen = state, self.session.game.legal(state)
        legal = self._seen[1]
        return legal if isinstance(legal, Forced) else None

    @property
    def _is_held(self) -> bool:
        return self.is_over or self.is_paused or self.trouble is not None

    def _step(self) -> Made:
        seat = self.session.actor
        if self._is_held or seat is None:
            return []
        try:
            if self._forced:
                return [self.session.commit(self._forced.sample(self.session.rng(seat)), forced=True)]
            if self._job and self._job.is_done:
                job, self._job = self._job, None
                return [self.session.commit(job.result(), forced=False)]
        except Refusal as refusal:
            self.trouble = noted(refusal)
        return []

    def _think(self) -> None:
        """Let a bot or Nature begin, if it is to move."""
        seat = self.session.actor
        if self._job or self._is_held or seat is None or seat in self.people or self._forced:
            return
        game, state, stream = self.session.game, self.session.state, self.session.stream(seat)
        if seat == NATURE:
            self._job = self.mind.ask(draw, self.entry.id, state, stream)
        else:
            view = game.view(state, seat)
            do = decide_trusted if self.trusted else decide
            self._job = self.mind.ask(do, self._table, self.entry.id, self.seats[seat], view, seat, stream)

    def _stop(self) -> None:
        if self._job:
            self._job.cancel()
            self._job = None


def begin(
    entry: Entry,
    seats: tuple[str, ...],
    settings: Sequence[str],
    mind: Mind,
    *,
    trusted: bool = False,
    seed: int | None = None,
    path: Path | None = None,
) -> Play:
    """A new game, with settings as words: `option=value`. Without a path it is recorded in the user's folder."""
    check_words(seats)
    Players(seats, trusted).check(entry)
    words = with_defaults(settings, entry.game.defaults(bots_of(seats)))
    options = from_words(entry.game.options, words, entry.words.title())
    return begin_with(entry, seats, options, mind, trusted=trusted, seed=seed, path=path)


def begin_with(
    entry: Entry,
    seats: tuple[str, ...],
    options: Any,
    mind: Mind,
    *,
    trusted: bool = False,
    seed: int | None = None,
    path: Path | None = None,
) -> Play:
    """A new game with options of the game's own type."""
    seed = secrets.randbits(32) if seed is None else seed
    session = sessions.begin(entry.game, seats, options, seed, new_path(entry.id, path), durable=has_people(seats))
    return Play(entry, session, seats, mind, trusted=trusted)


def rematch(play: Play, options: Any) -> Play:
    """A new game with the same players."""
    return begin_with(play.entry, play.seats, options, play.mind, trusted=play.trusted)


def resume(path: Path, mind: Mind, asked: tuple[str, ...] | None = None) -> Play:
    """A game that was left, with the seats that are asked for, else the record's. InUse: it is open elsewhere."""
    loaded = sessions.load(path, find_game)
    seats, trusted = players_of(loaded.header, asked)
    session = loaded.resume(durable=has_people(seats))
    return Play(find(loaded.header.game), session, seats, mind, trusted=trusted, is_torn=loaded.lines.torn)
