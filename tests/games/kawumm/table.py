"""Tables of Kawumm! set up for one rule, and the few things that every test does with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from rumms.games.kawumm.cards import DECK
from rumms.games.kawumm.game import GAME
from rumms.games.kawumm.state import Action, Area, Cards, Event, Options, Position, Row, Shuffled, State, Step
from rumms.kernel.game import Forced, Listed
from rumms.kernel.refusal import IllegalMove
from rumms.kernel.session import Session, Transition

LONGEST = 5000
"""No game of random moves takes more."""


def deal(*reveals: str, seats: int = 2, start: Position | None = None, **options: Any) -> State:
    """A new game whose draw pile begins with these cards; all others follow in the order of the data."""
    state = GAME.new(seats, Options(**options), start)
    return GAME.apply(state, Shuffled(on_top(state.discard, *reveals))).state


def on_top(cards: Cards, *reveals: str) -> Cards:
    """These cards with the ones that the reveals name first."""
    top = " ".join(reveals).split()
    return (*top, *(Counter(cards) - Counter(top)).elements())


def area(*complete: str, **rows: int) -> Area:
    """A secured area: kinds that lie crosswise and open rows."""
    return Area(_rows(rows), complete)


def table(
    *areas: Area,
    step: Step = Step.CHOICE,
    middle: Mapping[str, int] | None = None,
    pile: str | None = None,
    discard: str = "",
    shown: str = "",
    **options: Any,
) -> State:
    """A game that has come to this point; without `pile` it holds what is left of the 104 cards."""
    areas = areas or (Area(), Area())
    rules = Options(**options)
    rows = _rows(middle or {})
    out = Counter(f"{discard} {shown}".split())
    for row in (*rows, *(row for own in areas for row in own.rows)):
        out[row.kind] += row.cards
    for own in areas:
        out.update(own.complete)
    cards = tuple((Counter(DECK) - out).elements()) if pile is None else tuple(pile.split())
    deck = tuple((out + Counter(cards)).elements())
    turn = rules.first_player - 1
    return State(rules, turn, areas, deck, tuple(discard.split()), cards, step, rows, tuple(shown.split()))


def play(state: State, *actions: Action) -> State:
    """Make these moves, and on the way to each those that the rules leave no choice about."""
    for action in actions:
        while action not in (legal := GAME.legal(state)) and isinstance(legal, Forced):
            state = GAME.apply(state, legal[0]).state
        state = GAME.apply(state, action).state
    return state


def choices(state: State) -> set[Action]:
    """All that the player in turn may do."""
    legal = GAME.legal(state)
    if not isinstance(legal, Listed) or len(set(legal)) < len(legal):
        raise AssertionError(legal)
    return set(legal)


def forced(state: State) -> Action:
    """The only thing that can be done, which the game does without asking."""
    legal = GAME.legal(state)
    if not isinstance(legal, Forced) or len(legal) != 1:
        raise AssertionError(legal)
    action: Action = legal[0]
    return action


def events(state: State, action: Action) -> tuple[Event, ...]:
    """What is told of this move."""
    return GAME.apply(state, action).events


def refusal(state: State, action: Action) -> IllegalMove:
    """Why this move is refused."""
    try:
        GAME.apply(state, action)
    except IllegalMove as refused:
        return refused
    raise AssertionError(action)


def random_game(seats: int, seed: int, **options: Any) -> list[Transition[State, Action]]:
    """All moves of a game between players who choose at random."""
    session = Session(GAME, GAME.new(seats, Options(**options)), seed)
    session.go_on()
    while (seat := session.actor) is not None:
        if len(session.past) > LONGEST:
            raise AssertionError("the game does not end")
        session.play(GAME.legal(session.state).sample(session.rng(seat)))
    return session.past


def cards_in(rows: Iterable[Row]) -> int:
    """How many cards these rows have."""
    return sum(row.cards for row in rows)


def _rows(rows: Mapping[str, int]) -> tuple[Row, ...]:
    return tuple(Row(kind, cards) for kind, cards in rows.items())
