"""Tables of Cabanga! set up for one rule, and the few things that every test does with them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain, islice
from typing import Any

from rumms import language
from rumms.games.cabanga.cards import COLOURS, NUMBERS, STARTS
from rumms.games.cabanga.game import GAME
from rumms.games.cabanga.state import (
    Action,
    Cards,
    Dealt,
    Event,
    Options,
    Play,
    Position,
    Row,
    Shuffled,
    State,
    Step,
    Throw,
)
from rumms.kernel.game import Forced, Listed, Secret, heard
from rumms.kernel.refusal import IllegalMove
from rumms.kernel.session import Session, Transition

LONGEST = 5000
"""No game of random moves takes more."""
OK = Throw(())
BESIDE = {
    "red": ("start_01", "start_18"),
    "blue": ("start_03", "start_16"),
    "purple": ("start_05", "start_14"),
    "yellow": ("start_07", "start_12"),
}
"""The start cards of each row, unless a test says otherwise."""
COSTS = {
    "centre": {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 3, 11: 3, 12: 3}
    | {13: 2, 14: 2, 15: 2, 16: 1, 17: 1, 18: 1},
    "edge": {1: 3, 2: 3, 3: 3, 4: 2, 5: 2, 6: 2, 7: 1, 8: 1, 9: 1, 10: 1, 11: 1, 12: 1}
    | {13: 2, 14: 2, 15: 2, 16: 3, 17: 3, 18: 3},
}
"""What a card of each value costs, as the table in the rules has it."""
LAST = Play("red_04", "right")
"""Seat 1's last card at the table `ending`; it leaves no gap, so it ends the round."""


def dealt(*hands: str, seats: int = 3, top: str = "") -> Dealt:
    """A deal of these hands, filled up to eight cards each, with these cards on top of the penalty pile."""
    named = [hand.split() for hand in hands] + [[] for _ in range(seats - len(hands))]
    taken = {*chain.from_iterable(named), *top.split()}
    rest = iter([card for card in NUMBERS if card not in taken])
    full = [[*hand, *islice(rest, 8 - len(hand))] for hand in named]
    return Dealt(tuple(chain.from_iterable(BESIDE.values())), (*chain.from_iterable(full), *top.split(), *rest))


def deal(*hands: str, seats: int = 3, top: str = "", **options: Any) -> State:
    """The beginning of a game whose deal gives these hands."""
    return GAME.apply(GAME.new(seats, Options(**options)), dealt(*hands, seats=seats, top=top)).state


def row(colour: str, piles: str) -> Row:
    """A row from words like `red_06 | start_03 red_12`; without a start card each side has its usual one."""
    left, right = (tuple(pile.split()) for pile in piles.split("|"))
    mine = BESIDE[colour]
    return Row(_on_start(left, mine[0]), _on_start(right, mine[1]))


def position(
    *hands: str,
    rows: Mapping[str, str] | None = None,
    pile: str = "...",
    discard: str = "",
    last: str = "",
    totals: tuple[int, ...] = (),
) -> Position:
    """A start position; `...` in the penalty pile stands for all cards that lie nowhere else."""
    lying = tuple(row(colour, (rows or {}).get(colour, "|")) for colour in COLOURS)
    taken = {*chain.from_iterable(chain(*lying)), *discard.split(), *pile.split(), *" ".join(hands).split()}
    rest = " ".join(card for card in NUMBERS if card not in taken)
    return Position(
        hands=tuple(tuple(hand.split()) for hand in hands),
        rows=lying,
        pile=tuple(pile.replace("...", rest).split()),
        discard=tuple(discard.split()),
        totals=totals,
        last=last,
    )


def at(start: Position, **options: Any) -> State:
    """A game that begins with this position, its penalty pile in the order given."""
    state = GAME.new(len(start.hands), Options(**options), start)
    return GAME.apply(state, Shuffled(start.pile)).state if start.pile else state


def table(
    *hands: str,
    rows: Mapping[str, str] | None = None,
    pile: str = "...",
    discard: str = "",
    last: str = "",
    **options: Any,
) -> State:
    """A game that has come to this point, the beginning of a turn."""
    return at(position(*hands, rows=rows, pile=pile, discard=discard, last=last), **options)


def ending(*others: str, totals: tuple[int, ...] = (), pile: str = "...", **options: Any) -> State:
    """Seat 1 is about to end the round with `LAST`; the others hold these cards."""
    return at(position("red_04", *others, rows={"red": "red_05 |"}, pile=pile, totals=totals), **options)


def throw(cards: str) -> Throw:
    """An answer; no cards mean OK."""
    return Throw(tuple(cards.split()))


def play(state: State, *actions: Action) -> State:
    """Make these moves, and on the way to each those that the rules leave no choice about."""
    for action in actions:
        while action not in (legal := GAME.legal(state)) and isinstance(legal, Forced):
            state = GAME.apply(state, legal[0]).state
        state = GAME.apply(state, action).state
    return state


def all_pass(state: State) -> State:
    """Nobody throws anything any more in this turn."""
    while state.step is Step.THROW:
        state = GAME.apply(state, OK).state
    return state


def choices(state: State) -> set[Action]:
    """All that may be done, where it is listed and somebody is asked."""
    legal = GAME.legal(state)
    if not isinstance(legal, Listed) or isinstance(legal, Forced) or len(set(legal)) < len(legal):
        raise AssertionError(legal)
    return set(legal)


def forced(state: State) -> Action:
    """The only thing that can be done, which the game does without asking."""
    legal = GAME.legal(state)
    if not isinstance(legal, Forced) or len(legal) != 1:
        raise AssertionError(legal)
    action: Action = legal[0]
    return action


def events(state: State, action: Action) -> tuple[Event | Secret, ...]:
    """What is told of this move, secrets as such."""
    return GAME.apply(state, action).events


def told(state: State, action: Action, seat: int | None = None) -> list[Event]:
    """What a seat hears of this move; nobody's ears hear everything."""
    return list(heard(GAME.apply(state, action).events, seat))


def refused(state: State, action: Action) -> tuple[str, str]:
    """The rule that this move breaks, and the sentence; nothing has changed."""
    try:
        GAME.apply(state, action)
    except IllegalMove as refusal:
        return refusal.rule, language.tell(refusal).removesuffix(f" ({refusal.rule})")
    raise AssertionError(action)


def random_game(seats: int, seed: int, **options: Any) -> tuple[Transition[State, Action], ...]:
    """All moves of a game between players who choose at random."""
    return _random_game(seats, seed, Options(**options))


def numbers_lying(state: State) -> Cards:
    """All number cards in the rows, covered or not."""
    return tuple(card for row in state.rows for pile in row for card in pile if card in NUMBERS)


def _on_start(pile: Cards, start: str) -> Cards:
    return pile if pile and pile[0] in STARTS else (start, *pile)


@lru_cache(maxsize=64)
def _random_game(seats: int, seed: int, options: Options) -> tuple[Transition[State, Action], ...]:
    session = Session(GAME, GAME.new(seats, options), seed)
    session.go_on()
    while (seat := session.actor) is not None:
        if len(session.past) > LONGEST:
            raise AssertionError("the game does not end")
        session.play(GAME.legal(session.state).sample(session.rng(seat)))
    return tuple(session.past)
