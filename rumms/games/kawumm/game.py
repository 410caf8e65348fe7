"""The rules of Kawumm!: collect three ingredients, and stop before it goes bang."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain, combinations
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from rumms.games.kawumm.cards import DECK, HIDDEN, KINDS, NUMBER, ORDER
from rumms.games.kawumm.state import (
    Action,
    Area,
    Card,
    Cards,
    ChainReaction,
    Completed,
    Discarded,
    Event,
    Experiment,
    Exploded,
    GivenUp,
    Keep,
    Laid,
    Lay,
    Leave,
    Options,
    Pass,
    Passed,
    PileMade,
    Position,
    Row,
    Rows,
    Secure,
    Secured,
    Shuffled,
    State,
    Step,
    TurnedUp,
    Won,
)
from rumms.kernel.choices import Shuffles
from rumms.kernel.game import NATURE, Change, Choices, Correction, Forced, Game, Listed, Seat
from rumms.kernel.options import check_seats
from rumms.kernel.refusal import BadOption, Counted, IllegalMove, later

REVEAL: Final = 3
"""Cards turned up at once."""
ROWS: Final = 3
"""Kinds in the middle, at most."""
PLACES: Final = 4
"""Kinds in a secured area, at most, the completed ones included."""
TO_WIN: Final = 3
"""Completed kinds that win."""
MOST_CARDS: Final = 1000
"""Of a start position."""

REVEALING: Final = frozenset({Step.FIRST, Step.SECOND, Step.EXPERIMENT})


class Kawumm:
    """Two to four players turn up cards, three at a time, and secure what they dare not risk."""

    name = "kawumm"
    seats = range(2, 5)
    options = Options
    actions: Any = Action
    position = Position
    physics: str | None = None
    corrections: tuple[Correction, ...] = ()

    def defaults(self, _bots: tuple[str | None, ...]) -> tuple[str, ...]:
        """Every table plays alike."""
        return ()

    def new(self, seats: int, options: Options, start: Position | None = None) -> State:
        """All 104 cards wait to be shuffled; nobody is dealt one (KAW-08)."""
        check_seats("Kawumm!", self.seats, seats, options.first_player)
        first = options.first_player - 1
        if start is None:
            return State(options, first, (Area(),) * seats, deck=DECK, discard=DECK)
        _check(start, seats)
        pile = _cards(start.pile)
        secured = (cards for area in start.areas for cards in (_cards(area.rows), area.complete))
        deck = tuple(sorted((*pile, *chain(*secured)), key=ORDER.__getitem__))
        return State(options, first, start.areas, deck=deck, discard=pile)

    def actor(self, state: State) -> Seat | None:
        """The player in turn, unless a card is needed and the draw pile is empty (KAW-36, KAW-37)."""
        if state.step is Step.OVER:
            return None
        return NATURE if must_shuffle(state) else state.turn

    def legal(self, state: State) -> Choices[Action]:
        """Every choice belongs to the player in turn; a single one is not asked (KAW-63)."""
        if must_shuffle(state):
            return Shuffles(state.discard, Shuffled)
        actions = choices(state)
        return Forced(actions) if len(actions) == 1 else Listed(actions)

    def apply(self, state: State, action: Action) -> Change[State]:
        """Carry out one action."""
        if state.step is Step.OVER or action not in self.legal(state):
            raise refusal(state, action)
        match action:
            case Shuffled(cards):
                return _turn_up(replace(state, pile=cards, discard=()), (PileMade(len(cards)),))
            case Leave(kind):
                return _leave(state, kind)
            case Lay(kinds):
                return _lay(state, kinds)
            case Experiment():
                return _turn_up(replace(state, step=Step.EXPERIMENT))
            case Secure():
                return Change(replace(state, step=Step.SECURE))
            case Keep(kinds):
                return _keep(state, kinds)
            case Pass():
                return _pass(state)
        raise AssertionError(action)

    def view(self, state: State, seat: Seat) -> State:
        """The order of the draw pile is hidden from everyone; the rest lies open (KAW-64, KAW-65)."""
        if seat == NATURE:
            return state
        discard = state.discard
        if not state.options.discard_open:
            discard = (*(HIDDEN for _ in discard[:-1]), *discard[-1:])
        return replace(state, pile=(HIDDEN,) * len(state.pile), discard=discard)

    def guess(self, view: State, seat: Seat, rng: Random) -> State:
        """Deal what lies face down anew."""
        if seat == NATURE:
            return view
        unseen = list(unseen_cards(view).elements())
        rng.shuffle(unseen)
        discard = tuple(unseen.pop() if card == HIDDEN else card for card in view.discard)
        return replace(view, pile=tuple(unseen), discard=discard)

    def winners(self, state: State) -> frozenset[Seat]:
        """Whoever has three kinds complete; nobody, where an altered deck ran dry."""
        return frozenset(seat for seat, area in enumerate(state.areas) if len(area.complete) >= TO_WIN)


# What may be done.


def must_shuffle(state: State) -> bool:
    """A card must be turned up and none is there, in the middle of a reveal too (KAW-37)."""
    return not state.pile and bool(state.discard) and len(state.shown) < REVEAL and state.step in REVEALING


def choices(state: State) -> list[Action]:
    """What the player in turn may do, where no shuffle is due."""
    match state.step:
        case Step.FIRST if not state.shown:
            return [Pass()]
        case Step.FIRST if len(state.shown) < REVEAL:
            return [Leave(None)]
        case Step.FIRST:
            return [Leave(kind) for kind in _in_order(state.shown)]
        case Step.SECOND:
            free = ROWS - len(state.middle)
            return [Lay(kinds) for kinds in _sets(new_kinds(state), free, state.options.may_decline_new_kinds)]
        case Step.CHOICE:
            return [Experiment(), Secure()] if state.pile or state.discard else [Secure()]
        case Step.SECURE:
            area = state.areas[state.turn]
            places = PLACES - len(area.complete)
            return [Keep(kinds) for kinds in _sets(open_kinds(state), places, state.options.may_give_up_kinds)]
    raise AssertionError(state.step)


def new_kinds(state: State) -> Cards:
    """Kinds of the second reveal that do not lie in the middle yet."""
    middle = {row.kind for row in state.middle}
    return _in_order(card for card in state.shown if card not in middle)


def open_kinds(state: State) -> Cards:
    """Kinds that ask for a place when the player in turn secures: his open rows and the middle (KAW-44)."""
    area = state.areas[state.turn]
    both = (row.kind for row in (*area.rows, *state.middle))
    return _in_order(kind for kind in both if kind not in area.complete)


def unseen_cards(view: State) -> Counter[str]:
    """How many cards of each kind lie where this view does not show them."""
    unseen = Counter(view.deck)
    unseen.subtract(view.shown)
    unseen.subtract(card for card in view.discard if card != HIDDEN)
    for kind, cards in chain(view.middle, *(area.rows for area in view.areas)):
        unseen[kind] -= cards
    for area in view.areas:
        unseen.subtract(area.complete)
    return unseen


def _in_order(kinds: Iterable[Card]) -> Cards:
    return tuple(sorted(set(kinds), key=ORDER.__getitem__))


def _sets(kinds: Cards, places: int, fewer: bool) -> Iterable[Cards]:
    """Every set of kinds that fills the places as far as there are kinds, and with `fewer` every smaller one."""
    most = min(len(kinds), places)
    return chain.from_iterable(combinations(kinds, size) for size in range(most, -1 if fewer else most - 1, -1))


# Carrying out one action.


def _turn_up(state: State, events: tuple[Event, ...] = ()) -> Change[State]:
    """Turn up cards until three are shown, or the pile has run out and Nature must shuffle first."""
    missing = REVEAL - len(state.shown)
    cards = state.pile[:missing]
    if cards:
        state = replace(state, pile=state.pile[missing:], shown=state.shown + cards)
        events = (*events, TurnedUp(state.turn, cards))
    if state.step is Step.EXPERIMENT and not must_shuffle(state):
        state, events, _ = _judge(state, events)
    return Change(state, events, reveals=True)


def _leave(state: State, kind: Card | None) -> Change[State]:
    """Two of the three lie in the middle, the third must be discarded (KAW-12, KAW-13)."""
    laid = list(state.shown)
    left: Cards = ()
    if kind is not None:
        laid.remove(kind)
        left = (kind,)
    events: tuple[Event, ...] = (Laid(state.turn, tuple(laid)),)
    if left:
        events = (*events, Discarded(state.turn, left))
    after = replace(state, middle=_join((), laid), discard=state.discard + left, shown=(), step=Step.SECOND)
    return _turn_up(after, events)


def _lay(state: State, kinds: Cards) -> Change[State]:
    """What fits joins its row, the chosen kinds open new ones, the rest is discarded (KAW-16 to KAW-19)."""
    after, events = _sort_out(state, {*kinds, *(row.kind for row in state.middle)})
    return Change(after, events)


def _judge(state: State, events: tuple[Event, ...]) -> Change[State]:
    """An experiment succeeds if one card fits; it never opens a row (KAW-28 to KAW-32)."""
    kinds = {row.kind for row in state.middle}
    if not kinds.isdisjoint(state.shown):
        after, more = _sort_out(state, kinds)
        return Change(after, (*events, *more))
    lost = (*_cards(state.middle), *state.shown)
    after = replace(state, discard=state.discard + lost)
    return _next_turn(after, (*events, Exploded(state.turn, len(lost))))


def _sort_out(state: State, kinds: set[str]) -> tuple[State, tuple[Event, ...]]:
    """Lay the shown cards of these kinds, discard the others; the choice is the player's then."""
    laid = tuple(card for card in state.shown if card in kinds)
    rest = tuple(card for card in state.shown if card not in kinds)
    events: list[Event] = []
    if laid:
        events.append(Laid(state.turn, laid))
    if rest:
        events.append(Discarded(state.turn, rest))
    middle = _join(state.middle, laid)
    after = replace(state, middle=middle, discard=state.discard + rest, shown=(), step=Step.CHOICE)
    return after, tuple(events)


def _keep(state: State, kinds: Cards) -> Change[State]:
    """Places first, then whatever has enough cards is completed, several kinds at once if so (KAW-52)."""
    seat, area = state.turn, state.areas[state.turn]
    both = _join(area.rows, _cards(state.middle))
    kept = tuple(row for row in both if row.kind in kinds)
    done = tuple(row.kind for row in kept if row.cards >= NUMBER[row.kind])
    given_up = tuple(row for row in both if row.kind not in kinds)
    used_up = tuple(Row(row.kind, row.cards - 1) for row in kept if row.kind in done and row.cards > 1)
    after = replace(
        state,
        areas=_with_area(
            state.areas,
            seat,
            Area(tuple(row for row in kept if row.kind not in done), area.complete + done),
        ),
        discard=(*state.discard, *_cards(given_up), *_cards(used_up)),
        middle=(),
    )
    events: list[Event] = []
    if secured := tuple(row for row in state.middle if row.kind in kinds):
        events.append(Secured(seat, secured))
    if given_up:
        events.append(GivenUp(seat, given_up))
    events += [Completed(seat, kind) for kind in done]
    if len(area.complete) + len(done) >= TO_WIN:
        return Change(replace(after, step=Step.OVER), (*events, Won(seat)))
    if state.options.chain_reaction:
        after, more = _chain_reaction(after, done)
        events += more
    return _next_turn(after, tuple(events))


def _chain_reaction(state: State, done: Cards) -> tuple[State, list[Event]]:
    """»Kettenreaktion«: all others lose their open rows of the completed kinds (KAW-60 to KAW-62)."""
    events: list[Event] = []
    for seat, area in enumerate(state.areas):
        lost = tuple(row for row in area.rows if row.kind in done)
        if seat == state.turn or not lost:
            continue
        left = Area(tuple(row for row in area.rows if row.kind not in done), area.complete)
        state = replace(state, areas=_with_area(state.areas, seat, left), discard=(*state.discard, *_cards(lost)))
        events += [ChainReaction(seat, row) for row in lost]
    return state, events


def _pass(state: State) -> Change[State]:
    """Nothing to turn up and nothing to secure (KAW-39).

    Ruling: once all players have passed one after the other, nothing can change any more; the game ends, nobody wins.
    """
    passed = state.passed + 1
    events = (Passed(state.turn),)
    if passed == len(state.areas):
        return Change(replace(state, passed=passed, step=Step.OVER), events)
    state, events, reveals = _next_turn(state, events)
    return Change(replace(state, passed=passed), events, reveals)


def _next_turn(state: State, events: tuple[Event, ...]) -> Change[State]:
    """The left neighbour turns up his first three cards (KAW-10, KAW-11)."""
    turn = (state.turn + 1) % len(state.areas)
    fresh = replace(state, turn=turn, step=Step.FIRST, middle=(), shown=(), passed=0)
    return _turn_up(fresh, events)


def _join(rows: Rows, cards: Iterable[Card]) -> Rows:
    """Cards join the row of their kind; new kinds are new rows (KAW-14)."""
    counts = dict(rows)
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return tuple(Row(kind, number) for kind, number in counts.items())


def _cards(rows: Rows) -> Cards:
    return tuple(chain.from_iterable((kind,) * number for kind, number in rows))


def _with_area(areas: tuple[Area, ...], seat: Seat, area: Area) -> tuple[Area, ...]:
    return (*areas[:seat], area, *areas[seat + 1 :])


# What is refused, and why.


def refusal(state: State, action: object) -> IllegalMove:
    """Why this is not legal now: the rule it breaks and the question that is open."""
    if state.step is Step.OVER:
        return IllegalMove("KAW-58", "The game is over.")
    if must_shuffle(state):
        return IllegalMove("KAW-36", "Now the discard pile is shuffled, exactly its cards.")
    match state.step, action:
        case Step.FIRST, _ if not state.shown:
            return IllegalMove("KAW-39", "No card is left to turn up: the turn passes.")
        case Step.FIRST, _:
            return IllegalMove(
                "KAW-12",
                "Now leave out one of the cards shown: {kinds}.",
                kinds=_names(_in_order(state.shown)),
            )
        case Step.SECOND, _:
            return _refused_laying(state)
        case Step.CHOICE, Experiment():
            return IllegalMove("KAW-39", "No card is left to experiment with: secure.")
        case Step.CHOICE, _:
            return IllegalMove("KAW-26", "Now choose: experiment or secure.")
        case Step.SECURE, Keep(kinds) if complete := set(kinds) & set(state.areas[state.turn].complete):
            return IllegalMove(
                "KAW-54", "A completed kind is not secured again: {kinds}.", kinds=_names(_in_order(complete))
            )
        case Step.SECURE, _:
            return _refused_keeping(state)
    raise AssertionError(state.step, action)


def _refused_laying(state: State) -> IllegalMove:
    kinds, rows = new_kinds(state), ROWS - len(state.middle)
    text = later("Now lay {number} of these new kinds, in this order: {kinds}.")
    if state.options.may_decline_new_kinds:
        text = later("Now lay up to {number} of these new kinds, in this order: {kinds}.")
    rule = "KAW-18" if len(kinds) > rows else "KAW-20"
    return IllegalMove(rule, text, number=min(len(kinds), rows), kinds=_names(kinds))


def _refused_keeping(state: State) -> IllegalMove:
    kinds, places = open_kinds(state), PLACES - len(state.areas[state.turn].complete)
    text = later("Now keep {number} of these kinds, in this order: {kinds}.")
    if state.options.may_give_up_kinds:
        text = later("Now keep up to {number} of these kinds, in this order: {kinds}.")
    rule = "KAW-44" if len(kinds) > places else "KAW-47"
    return IllegalMove(rule, text, number=min(len(kinds), places), kinds=_names(kinds))


def _names(kinds: Cards) -> tuple[dict[str, str], ...]:
    return tuple(KINDS[kind].name for kind in kinds)


def _check(start: Position, seats: int) -> None:
    """Refuse a start position that no game could have come to."""
    if len(start.areas) != seats:
        areas = Counted("{number} area", "{number} areas", len(start.areas))
        raise BadOption("The start position has {areas} for {seats} seats.", areas=areas, seats=seats)
    rows = (*start.pile, *chain.from_iterable(area.rows for area in start.areas))
    for kind in (*(row.kind for row in rows), *chain.from_iterable(area.complete for area in start.areas)):
        if kind not in KINDS:
            raise BadOption("There is no kind '{kind}' in Kawumm!", kind=kind)
    if any(row.cards < 1 for row in rows) or sum(row.cards for row in rows) > MOST_CARDS:
        raise BadOption("A row of the start position has 1 card or more, all together {most} at most.", most=MOST_CARDS)
    for area in start.areas:
        kinds = (*(row.kind for row in area.rows), *area.complete)
        if len(kinds) > PLACES or len(set(kinds)) < len(kinds) or len(area.complete) >= TO_WIN:
            raise BadOption("A secured area holds up to four different kinds, fewer than three of them complete.")
        if any(row.cards >= NUMBER[row.kind] for row in area.rows):
            raise BadOption("An open row of the start position has enough cards to be complete.")


GAME: Final[Game[State, Action]] = Kawumm()
