"""Tables of Waka Waka set up for one rule, and the few things that every test does with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import Any

from rumms import language
from rumms.games.waka_waka.cards import ALL_GOODS, DECK, FIRE
from rumms.games.waka_waka.events import Event
from rumms.games.waka_waka.game import GAME
from rumms.games.waka_waka.state import (
    Action,
    Ask,
    Dealt,
    Decline,
    Discard,
    Options,
    Play,
    Position,
    State,
    Stop,
    Supply,
    Use,
)
from rumms.kernel.game import Forced, Listed, Secret, heard
from rumms.kernel.refusal import IllegalMove
from rumms.kernel.session import Session, Transition

LONGEST = 5000
"""No game of random moves takes more."""
BOATS = ("tee salz", "tee salz felle", "stoffe schmuck felle", "fruechte tee salz salz")
"""What lies on the boats, the cheapest first, unless a test says otherwise."""
VILLAGE = "fruechte felle salz tee stoffe schmuck"
STOP, NO = Stop(), Decline()
GOLD_ONLY = {0: Supply(0, 3), 1: Supply(0, 2), 2: Supply(0, 1)}
"""A supply without cards after so many cards played."""


def dealt(*hands: str, goods: str = "", top: str = "", seats: int = 2) -> Dealt:
    """A deal of these hands, filled up to six cards each; then these cards, and the Fire cards at the bottom."""
    named = [hand.split() for hand in hands] + [[] for _ in range(seats - len(hands))]
    rest = iter(_rest(DECK, chain(*named, top.split())))
    full = [[*hand, *(next(rest) for _ in range(6 - len(hand)))] for hand in named]
    return Dealt((*goods.split(), *_rest(ALL_GOODS, goods.split())), (*chain.from_iterable(full), *top.split(), *rest))


def deal(*hands: str, goods: str = "", top: str = "", seats: int = 2, **options: Any) -> State:
    """The beginning of a game whose deal gives these hands, the figures chosen."""
    state = GAME.apply(GAME.new(seats, Options(**options)), dealt(*hands, goods=goods, top=top, seats=seats)).state
    while state.tasks[0].ask is Ask.FIGURE:
        state = GAME.apply(state, next(iter(GAME.legal(state)))).state  # type: ignore[call-overload]
    return state


def position(  # noqa: PLR0913  a table has many parts
    *hands: str,
    stalls: Iterable[str] = (),
    gold: tuple[int, ...] = (),
    steps: tuple[int, ...] = (),
    boats: tuple[str, ...] = BOATS,
    village: str = VILLAGE,
    heap: str = "...",
    pile: str = "...",
    discard: str = "",
    burning: bool = True,
) -> Position:
    """A start position; `...` stands for everything that lies nowhere else, Fire cards last."""
    seats = len(hands)
    stands = [*stalls, *[""] * seats][:seats]
    goods = _rest(ALL_GOODS, " ".join((*stands, *boats, village, heap.replace("...", ""))).split())
    cards = _rest(DECK, " ".join((*hands, discard, pile.replace("...", ""))).split())
    return Position(
        hands=tuple(tuple(hand.split()) for hand in hands),
        stalls=tuple(tuple(stall.split()) for stall in stands),
        gold=gold or (8,) * seats,
        steps=steps or (0,) * seats,
        boats=tuple(tuple(boat.split()) for boat in boats),
        village=tuple(village.split()),
        heap=tuple(heap.replace("...", " ".join(goods)).split()),
        pile=tuple(pile.replace("...", " ".join(cards)).split()),
        discard=tuple(discard.split()),
        burning=burning,
    )


def at(start: Position, **options: Any) -> State:
    """A game that begins with this position, its piles in the order given."""
    state = GAME.new(len(start.hands), Options(**options), start)
    return GAME.apply(state, Dealt(start.heap, start.pile)).state


PARTS = frozenset(Position.__struct_fields__)


def table(*hands: str, **words: Any) -> State:
    """A game that has come to this point, the beginning of a turn; words are parts of it, or options."""
    parts = {name: value for name, value in words.items() if name in PARTS}
    options = {name: value for name, value in words.items() if name not in PARTS}
    return at(position(*hands, **parts), **options)


def play(state: State, *actions: Action) -> State:
    """Make these moves, and on the way to each those that the rules leave no choice about."""
    for action in actions:
        while action not in (legal := GAME.legal(state)) and isinstance(legal, Forced):
            state = GAME.apply(state, legal[0]).state
        state = GAME.apply(state, action).state
    return state


def go_on(state: State) -> State:
    """Make those moves that the rules leave no choice about."""
    while state.tasks and isinstance(legal := GAME.legal(state), Forced):
        state = GAME.apply(state, legal[0]).state
    return state


def end_turn(state: State) -> State:
    """Play no more in this turn, and take gold only."""
    turn = state.turn
    while state.tasks and state.turn == turn:
        match state.tasks[0].ask:
            case Ask.PLAY:
                state = play(state, STOP)
            case Ask.SUPPLY:
                state = play(state, GOLD_ONLY[len(state.display)])
            case Ask.LIMIT:
                state = play(state, Discard(state.hands[turn][0]))
            case Ask.SHARE | Ask.EXCHANGE:
                state = play(state, NO)
            case ask:
                raise AssertionError(ask)
    return state


def choices(state: State) -> set[Action]:
    """All that may be done, where it is listed and somebody is asked."""
    legal = GAME.legal(state)
    if not isinstance(legal, Listed) or isinstance(legal, Forced) or len(set(legal)) < len(legal):
        raise AssertionError(legal)
    return set(legal)


def offered(state: State, kind: type) -> set[Any]:
    """Those choices that are of this sort."""
    legal = GAME.legal(state)
    if not isinstance(legal, Listed):
        raise AssertionError(legal)
    return {action for action in legal if isinstance(action, kind)}


def playable(state: State) -> set[str]:
    """The cards that may be played."""
    return {action.card for action in offered(state, Play)}


def usable(state: State) -> set[str]:
    """The cards of a hand shown that may be used."""
    return {action.card for action in offered(state, Use)}


def ask(state: State) -> Ask:
    """What is open."""
    return state.tasks[0].ask


def told(state: State, action: Action, seat: int | None = None) -> list[Event]:
    """What a seat hears of this move; nobody's ears hear everything."""
    return list(heard(GAME.apply(state, action).events, seat))


def secrets(state: State, action: Action) -> list[Secret]:
    """What is told to one seat alone."""
    return [event for event in GAME.apply(state, action).events if isinstance(event, Secret)]


def refused(state: State, action: Action) -> tuple[str, str]:
    """The rule that this move breaks, and the sentence; nothing has changed."""
    before = hash(state)
    try:
        GAME.apply(state, action)
    except IllegalMove as refusal:
        if hash(state) != before:
            raise AssertionError(action) from None
        return refusal.rule, language.tell(refusal).removesuffix(f" ({refusal.rule})")
    raise AssertionError(action)


def rule_of(state: State, action: Action) -> str:
    """The rule that this move breaks."""
    return refused(state, action)[0]


def goods_of(state: State) -> Counter[str]:
    """All goods, wherever they lie."""
    on_boats = (spot.good for spot in state.boats if spot)
    return Counter(chain(state.heap, state.village, on_boats, *state.stalls))


def cards_of(state: State) -> Counter[str]:
    """All cards, wherever they lie."""
    return Counter(chain(state.pile, state.discard, *state.display, *state.hands))


def random_game(seats: int, seed: int, **options: Any) -> tuple[Transition[State, Action], ...]:
    """All moves of a game between players who choose at random."""
    return _random_game(seats, seed, Options(**options))


def _rest(box: tuple[str, ...], taken: Iterable[str]) -> list[str]:
    left = list((Counter(box) - Counter(taken)).elements())
    return [piece for piece in left if piece != FIRE] + [piece for piece in left if piece == FIRE]


@lru_cache(maxsize=64)
def _random_game(seats: int, seed: int, options: Options) -> tuple[Transition[State, Action], ...]:
    session = Session(GAME, GAME.new(seats, options), seed)
    session.go_on()
    while (seat := session.actor) is not None:
        if len(session.past) > LONGEST:
            raise AssertionError("the game does not end")
        session.play(GAME.legal(session.state).sample(session.rng(seat)))
    return tuple(session.past)
