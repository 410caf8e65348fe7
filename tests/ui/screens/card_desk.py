"""Card games to lay before a person: questions found by random play, and a table that stands at one of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pygame

from rumms.catalogue import GAMES, find, find_game
from rumms.kernel.game import NATURE, Forced
from rumms.kernel.options import from_words
from rumms.kernel.session import Session, load
from rumms.lab.golden import record_path
from rumms.ui.play import Play
from rumms.ui.screens.card_table import CardTable
from rumms.ui.thinking import Inline

from .desk import Desk

CARD_GAMES = [entry.id for entry in GAMES.values() if not entry.has_engine]
PLAYED = 6
"""Games of random moves, in which the questions are found."""
LONGEST = 900
"""Moves of each, at most."""
OPTIONS: dict[str, tuple[tuple[str, ...], ...]] = {
    "kawumm": ((), ("may_decline_new_kinds=yes", "may_give_up_kinds=yes", "chain_reaction=yes", "discard_open=no")),
    "cabanga": ((), ("throw_window=until_next_play", "minus_points=edge")),
    "waka_waka": ((), ("chimp_same_boat=no", "gold_open=no", "ladder=IV", "elder_shows_to=player")),
    "dumm_gelaufen": ((), ("mix_draw_and_discard=yes", "murphys_to_win=5")),
}
"""Options under which questions look different."""


class Question(NamedTuple):
    """A state in which a person is asked something, and one of the answers."""

    game: str
    kind: str
    state: Any
    action: Any

    @property
    def seats(self) -> int:
        """How many play."""
        state = self.state
        return len(state.areas if self.game == "kawumm" else state.hands)


def kind_of(game: str, state: Any, action: Any) -> str:
    """What is asked, and in what way it is answered."""
    if game in {"kawumm", "cabanga"}:
        return f"{state.step}, {type(action).__name__}"
    task = state.tasks[0]
    return f"{getattr(task, 'ask', type(task).__name__)}, {type(action).__name__}"


def walk(game: str, seed: int) -> Iterator[tuple[Any, Any]]:
    """A game of random moves: each state in which a person has a choice, with the one that is made."""
    rules, rng = find(game).game, Random(seed)
    seats = rng.choice(rules.seats)
    words = OPTIONS[game][seed % len(OPTIONS[game])]
    state = rules.new(seats, from_words(rules.options, words, game))
    for _ in range(LONGEST):
        seat = rules.actor(state)
        if seat is None:
            return
        legal = rules.legal(state)
        action = legal.sample(rng)
        if seat != NATURE and not isinstance(legal, Forced):
            yield state, action
        state = rules.apply(state, action).state


@cache
def questions(game: str, of_each: int = 2) -> tuple[Question, ...]:
    """Every kind of question and of answer that random play leads to, a few of each."""
    found: defaultdict[str, list[Question]] = defaultdict(list)
    for seed in range(PLAYED):
        for state, action in walk(game, seed):
            kind = kind_of(game, state, action)
            if len(found[kind]) < of_each:
                found[kind].append(Question(game, kind, state, action))
    return tuple(question for some in found.values() for question in some)


def sit_at(desk: Desk, game: str, state: Any, seats: int, eyes: int | None = None) -> CardTable:
    """A table in the middle of a game at which whoever is asked is there; or only one person sits there, and waits."""
    entry = find(game)
    names = tuple(f"me:{name}" for name in ("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn")[:seats])
    if eyes is not None:
        names = tuple(name if seat == eyes else "greedy" for seat, name in enumerate(names))
    play = Play(entry, Session(entry.game, state, 1), names, Inline())
    play.is_paused = eyes is not None
    table = CardTable(play)
    table.is_there = True
    table.eyes = entry.game.actor(state) if eyes is None else eyes  # type: ignore[assignment]
    table.view = entry.game.view(state, table.eyes)
    desk.app.open(table)
    desk.wait(0.3)
    desk.see_the_question()
    return table


def sit_down(desk: Desk, game: str, *seats: str, options: tuple[str, ...] = ()) -> CardTable:
    """A new game, up to the first question to a person."""
    table = CardTable.begun(game, seats, desk.app, options)
    desk.app.open(table)
    come_to_rest(desk, table)
    return table


def come_to_rest(desk: Desk, table: CardTable) -> None:
    """Skip what is shown until a person is asked, or has to come, or the game is over."""
    for _ in range(4000):
        if not table.show.is_on and (table.mode in {"asking", "curtain"} or table.play.is_over):
            desk.frame()
            desk.see_the_question()
            return
        table.show.skip()
        desk.frame()
    raise AssertionError(table.mode)


def last_state(game: str) -> Any:
    """How the golden game ended."""
    return load(record_path(find(game)), find_game).session.state


def answer(desk: Desk, table: CardTable, action: Any) -> None:
    """Answer with the mouse."""
    assert table.asking
    desk.see_the_question()
    for token in table.asking.way(action):
        desk.click(token.name)


def picture(desk: Desk) -> bytes:
    """What is seen."""
    desk.frame(seconds=0.0)
    return pygame.image.tobytes(desk.app.window, "RGB")
