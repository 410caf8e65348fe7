"""Tables of Dumm gelaufen! set up for one rule, and the few things that every test does with them."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import chain
from typing import Any

from rumms import language
from rumms.games.dumm_gelaufen.cards import ACTIONS, DECK, MURPHYS, NUMBERS
from rumms.games.dumm_gelaufen.game import GAME
from rumms.games.dumm_gelaufen.state import (
    Action,
    Cards,
    Dealt,
    Draw,
    Event,
    Lay,
    Mixed,
    Options,
    Place,
    Position,
    Pulled,
    Shuffled,
    State,
    Take,
    Task,
    Trade,
)
from rumms.kernel.game import Forced, Listed, Secret, heard
from rumms.kernel.refusal import IllegalMove
from rumms.kernel.session import Session, Transition

LONGEST = 20_000
"""No game of random moves takes more."""
COLOURS = {"b": "blue", "y": "yellow", "g": "green"}
DRAW = Draw()
TWO, ONE = Trade(2), Trade(1)
"""Two for one, and one for two."""
MAC = "b1 b2 b3 b4 b5 b6 b7"
"""Mac's cards, unless a test says otherwise."""


def card(word: str) -> str:
    """A card from a word like `b7`; action cards, such as `G1`, are called as they are."""
    return word if word in ACTIONS else f"{COLOURS[word[0]]}_{int(word[1:]):02}"


def cards(words: str) -> Cards:
    """Cards from words, in the order given."""
    return tuple(map(card, words.split()))


def position(  # noqa: PLR0913  all that can lie on a table
    *hands: str,
    murphys: str = "M28 M29 M24 M23 M11 M19",
    mac: str = MAC,
    left: str = "y1",
    right: str = "y2",
    draw: str = "...",
    actions: str = "",
    fulfilled: tuple[str, ...] = (),
) -> Position:
    """A start position; `...` in the draw pile stands for all number cards that lie nowhere else."""
    named = draw.replace("...", "")
    lying = chain.from_iterable(map(cards, (*hands, mac, left, right, named)))
    rest = Counter(each for each in DECK if each in NUMBERS) - Counter(lying)
    return Position(
        hands=tuple(map(cards, hands)),
        murphys=tuple(murphys.split()[: len(hands)]),
        mac=cards(mac),
        piles=(cards(left), cards(right)),
        draw=(*cards(named), *(rest.elements() if "..." in draw else ())),
        actions=cards(actions),
        fulfilled=tuple(tuple(some.split()) for some in fulfilled),
    )


def at(start: Position, aside: str = "", **options: Any) -> State:
    """A game that begins with this position, with these Murphy cards on top of those laid aside."""
    state = GAME.new(len(start.hands), Options(**options), start)
    if start.draw:
        state = GAME.apply(state, Shuffled(start.draw)).state
    rest = [murphy for murphy in state.aside if murphy not in aside.split()]
    return GAME.apply(state, Mixed((*aside.split(), *rest))).state


def table(*hands: str, aside: str = "", options: dict[str, Any] | None = None, **lying: Any) -> State:
    """A game that has come to this point, the beginning of seat 1's turn."""
    return at(position(*hands, **lying), aside, **(options or {}))


def deal(*hands: str, seats: int = 2, rest: str = "", murphys: str = "", **options: Any) -> State:
    """The beginning of a game whose deal gives these hands, from the dealer's left on; see `dealt`."""
    return GAME.apply(GAME.new(seats, Options(**options)), dealt(*hands, seats=seats, rest=rest, murphys=murphys)).state


def dealt(*hands: str, seats: int = 2, rest: str = "", murphys: str = "") -> Dealt:
    """A deal of these hands, filled up with number cards; then come these cards, Mac's first, then all others.

    Action cards that are not named lie at the bottom.
    """
    named = [list(cards(hand)) for hand in hands] + [[] for _ in range(seats - len(hands))]
    left = Counter(DECK) - Counter(chain(chain.from_iterable(named), cards(rest)))
    numbers = [each for each in left.elements() if each in NUMBERS]
    for number, hand in enumerate(named):
        while len(hand) < 8 + number:
            hand.append(numbers.pop())
    others = [each for each in left.elements() if each in ACTIONS]
    tasks = murphys.split()
    return Dealt(
        (*chain.from_iterable(named), *cards(rest), *numbers, *others),
        (*tasks, *(murphy for murphy in MURPHYS if murphy not in tasks)),
    )


def take(word: str, place: Place = "mac") -> Take:
    """Take a card."""
    return Take(card(word), place)


def lay(word: str, place: Place = "left") -> Lay:
    """Lay a card down."""
    return Lay(card(word), place)


def pulled(word: str) -> Pulled:
    """Nature draws this card blindly."""
    return Pulled(card(word))


def play(state: State, *actions: Action) -> State:
    """Make these moves, and on the way to each those that the rules leave no choice about."""
    for action in actions:
        while action not in (legal := GAME.legal(state)) and isinstance(legal, Forced):
            state = GAME.apply(state, legal[0]).state
        state = GAME.apply(state, action).state
    return state


def settled(state: State) -> State:
    """Make the moves that the rules leave no choice about."""
    while state.tasks and isinstance(legal := GAME.legal(state), Forced):
        state = GAME.apply(state, legal[0]).state
    return state


def choices(state: State) -> set[Action]:
    """All that may be done, where it is listed."""
    legal = GAME.legal(state)
    if not isinstance(legal, Listed) or len(set(legal)) < len(legal):
        raise AssertionError(legal)
    return set(legal)


def task(state: State) -> Task:
    """The open question."""
    return state.tasks[0]


def told(state: State, action: Action, seat: int | None = None) -> list[Event]:
    """What a seat hears of this move; nobody's ears hear everything."""
    return list(heard(GAME.apply(state, action).events, seat))


def events(state: State, action: Action) -> tuple[Event | Secret, ...]:
    """What is told of this move, secrets as such."""
    return GAME.apply(state, action).events


def refused(state: State, action: Action) -> tuple[str, str]:
    """The rule that this move breaks, and the sentence; nothing has changed."""
    try:
        GAME.apply(state, action)
    except IllegalMove as refusal:
        return refusal.rule, language.tell(refusal).removesuffix(f" ({refusal.rule})")
    raise AssertionError(action)


def all_cards(state: State) -> Counter[str]:
    """All number and action cards, wherever they are."""
    lying = (state.draw, state.actions, state.mac, state.blues, *state.piles, *state.hands, *state.gifts)
    return Counter(chain.from_iterable(lying))


def all_murphys(state: State) -> list[str]:
    """All Murphy cards, wherever they are."""
    held = (murphy for murphy in state.murphys if murphy)
    return sorted(chain(state.aside, state.box, held, *state.fulfilled))


def random_game(seats: int, seed: int, **options: Any) -> tuple[Transition[State, Action], ...]:
    """All moves of a game between players who choose at random."""
    return _random_game(seats, seed, Options(**options))


@lru_cache(maxsize=64)
def _random_game(seats: int, seed: int, options: Options) -> tuple[Transition[State, Action], ...]:
    session = Session(GAME, GAME.new(seats, options), seed)
    session.go_on()
    while (seat := session.actor) is not None:
        if len(session.past) > LONGEST:
            raise AssertionError("the game does not end")
        session.play(GAME.legal(session.state).sample(session.rng(seat)))
    return tuple(session.past)
