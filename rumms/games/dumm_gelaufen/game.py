"""The rules of Dumm gelaufen!: trade until all of your cards fit the task, before everything goes wrong."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from rumms.games.dumm_gelaufen.cards import ACTIONS, BACK, BLUE, DECK, MURPHYS, NUMBERS, in_order
from rumms.games.dumm_gelaufen.guessing import guessed
from rumms.games.dumm_gelaufen.refusals import check, refusal
from rumms.games.dumm_gelaufen.state import (
    Action,
    Beginning,
    Cards,
    Dealing,
    Dealt,
    Drawing,
    Mind,
    Mixed,
    Mixing,
    MurphysMixed,
    Options,
    PileMade,
    Position,
    Pulled,
    Pulling,
    Renewing,
    RoundBegan,
    SetAside,
    Shuffled,
    Shuffling,
    State,
)
from rumms.games.dumm_gelaufen.table import Table, first_minds
from rumms.games.dumm_gelaufen.tasks import MAC_MOST, QUESTIONS, go_on, leaders
from rumms.kernel.choices import Shuffles
from rumms.kernel.game import NATURE, Change, Choices, Correction, Forced, Game, Listed, Seat
from rumms.kernel.options import check_seats

FIRST_HAND: Final = 8
"""Cards of the dealer's left neighbour; each next person gets one more (DUM-07)."""


class Deals(NamedTuple):
    """Every order of the number and action cards, and of the Murphy cards (DUM-05)."""

    def __contains__(self, action: object) -> bool:
        return (
            isinstance(action, Dealt)
            and sorted(action.cards) == sorted(DECK)
            and sorted(action.murphys) == sorted(MURPHYS)
        )

    def sample(self, rng: Random) -> Dealt:
        """Shuffle both thoroughly."""
        return Dealt(tuple(rng.sample(DECK, len(DECK))), tuple(rng.sample(tuple(MURPHYS), len(MURPHYS))))


class Blind(NamedTuple):
    """Any card of a hand, each as likely as the next."""

    cards: Cards

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Pulled) and action.card in self.cards

    def sample(self, rng: Random) -> Pulled:
        """Draw one."""
        return Pulled(rng.choice(self.cards))


class DummGelaufen:
    """Two to six persons trade number cards with Mac and with the piles, each for a task of their own."""

    name = "dumm_gelaufen"
    seats = range(2, 7)
    options = Options
    actions: Any = Action
    position = Position
    physics: str | None = None
    corrections: tuple[Correction, ...] = (Correction("0.9.0", ("DUM-44", "DUM-65", "DUM-67"), moves_turns=True),)

    def defaults(self, _bots: tuple[str | None, ...]) -> tuple[str, ...]:
        """Every table plays alike."""
        return ()

    def new(self, seats: int, options: Options, start: Position | None = None) -> State:
        """Nothing is dealt yet."""
        check_seats("Dumm gelaufen!", self.seats, seats, options.first_player or 1)
        check(start, seats, options)
        nothing: tuple[Cards, ...] = ((),) * seats
        first = first_player(seats, options)
        if start is None:
            return State(options, first, nothing, ("",) * seats, nothing, (Dealing(),), gifts=nothing)
        fulfilled = start.fulfilled or nothing
        left, right = start.piles
        taken = {*start.murphys, *chain.from_iterable(fulfilled)}
        aside = tuple(murphy for murphy in MURPHYS if murphy not in taken)
        return State(
            options,
            first,
            tuple(map(in_order, start.hands)),
            start.murphys,
            fulfilled,
            (*((Shuffling(),) if start.draw else ()), Mixing(), Beginning()),
            mac=in_order(start.mac),
            piles=(left, right),
            draw=start.draw,
            actions=start.actions,
            aside=aside,
            gifts=nothing,
            minds=first_minds(start.hands, start.murphys, start.draw, aside),
        )

    def actor(self, state: State) -> Seat | None:
        """Whoever the first task asks; Nature shuffles and draws blindly."""
        if not state.tasks:
            return None
        task = state.tasks[0]
        return task.seat if type(task) in QUESTIONS else NATURE  # type: ignore[union-attr]

    def legal(self, state: State) -> Choices[Action]:
        """The choices of the first task; a single one is not asked."""
        task = state.tasks[0]
        match task:
            case Dealing():
                return Deals()
            case Shuffling():
                return Shuffles(state.draw, Shuffled)
            case Drawing():
                return Shuffles(to_shuffle(state), Shuffled)
            case Mixing() | Renewing():
                return Shuffles((*state.aside, *state.box), Mixed)
            case Pulling(_, source):
                return Blind(state.hands[source])
        actions = QUESTIONS[type(task)].choices(state, task)
        return Forced(actions) if len(actions) == 1 else Listed(actions)

    def apply(self, state: State, action: Action) -> Change[State]:
        """Carry out one action and all that nobody decides about."""
        if not state.tasks or action not in self.legal(state):
            raise refusal(state, action)
        table, task = Table(state), state.tasks[0]
        match action:
            case Dealt(cards, murphys):
                table = Table(_deal(state, cards, murphys))
                table.tell(*_set_up(table))
            case Shuffled(cards):
                _shuffle(table, cards)
            case Mixed(murphys):
                _mix(table, murphys)
            case Pulled(card) if isinstance(task, Pulling):
                table.tasks.pop(0)
                table.rob(task.seat, task.source, card)
            case _:
                table.tasks.pop(0)
                QUESTIONS[type(task)].answer(table, task, action)
        go_on(table)
        return table.change()

    def view(self, state: State, seat: Seat) -> State:
        """Hands, Murphy cards and all piles that lie face down are hidden, and what the others know (DUM-75)."""
        if seat == NATURE:
            return state

        def backs(cards: Cards) -> Cards:
            return (BACK,) * len(cards)

        return replace(
            state,
            hands=tuple(hand if owner == seat else backs(hand) for owner, hand in enumerate(state.hands)),
            gifts=tuple(some if owner == seat else backs(some) for owner, some in enumerate(state.gifts)),
            murphys=tuple(
                murphy if owner == seat or not murphy else BACK for owner, murphy in enumerate(state.murphys)
            ),
            draw=backs(state.draw),
            aside=backs(state.aside),
            box=backs(state.box),
            minds=tuple(
                mind if owner in (seat, len(state.hands)) else Mind() for owner, mind in enumerate(state.minds)
            ),
        )

    def guess(self, view: State, seat: Seat, rng: Random) -> State:
        """Deal out what is face down, each card to where it can be by all that this person knows."""
        return view if seat == NATURE or not view.minds else guessed(view, seat, rng)

    def winners(self, state: State) -> frozenset[Seat]:
        """Whoever has fulfilled the most Murphy cards: three of them, unless rounds stalled (DUM-72)."""
        return leaders(state.fulfilled)


def first_player(seats: int, options: Options) -> Seat:
    """Who begins: the dealer's left neighbour, unless the players say otherwise (DUM-15)."""
    return options.first_player - 1 if options.first_player else (options.dealer or seats) % seats


def to_shuffle(state: State) -> Cards:
    """What becomes the draw pile when that has run out (DUM-33)."""
    return (*state.actions, *(card for pile in state.piles for card in pile[:-1]))


def _deal(state: State, cards: Cards, murphys: Cards) -> State:
    """Hands from the dealer's left on, seven cards to Mac, one to each number pile (DUM-06 to DUM-09).

    Then what may not lie there is replaced, in the same order (DUM-13).
    """
    seats = len(state.hands)
    left = (state.options.dealer or seats) % seats
    persons = [(left + step) % seats for step in range(seats)]
    rest, actions = iter(cards), list[str]()
    hands = {person: _next(rest, FIRST_HAND + step) for step, person in enumerate(persons)}
    mac, piles = _next(rest, MAC_MOST), [_next(rest, 1), _next(rest, 1)]
    for person in persons:
        hands[person] = _replaced(hands[person], BLUE, rest, actions)
    mac = _replaced(mac, ACTIONS, rest, actions)
    first, second = (_replaced(pile, ACTIONS, rest, actions) for pile in piles)
    given = {person: murphys[step] for step, person in enumerate(persons)}
    in_turn = [tuple(in_order(hands[seat])) for seat in range(seats)]
    own = tuple(given[seat] for seat in range(seats))
    draw, aside = tuple(rest), murphys[seats:]
    return replace(
        state,
        hands=tuple(in_turn),
        murphys=own,
        mac=in_order(mac),
        piles=(first, second),
        draw=draw,
        actions=tuple(actions),
        aside=aside,
        tasks=(Beginning(),),
        minds=first_minds(in_turn, own, draw, aside),
    )


def _next(cards: Iterator[str], number: int) -> Cards:
    return tuple(next(cards) for _ in range(number))


def _replaced(cards: Cards, banned: Any, rest: Iterator[str], actions: list[str]) -> Cards:
    """What may not lie there goes to the action pile; the next number card of the draw pile comes instead.

    Action cards met on the way go to the action pile, too (DUM-12).
    """
    kept = []
    for card in cards:
        if card in banned:
            actions.append(card)
            for new in rest:
                if new in NUMBERS:
                    break
                actions.append(new)
            kept.append(new)
        else:
            kept.append(card)
    return tuple(kept)


def _set_up(table: Table) -> Iterator[RoundBegan | SetAside]:
    yield RoundBegan(table.number, table.turn)
    if table.actions:
        yield SetAside(table.actions)


def _shuffle(table: Table, cards: Cards) -> None:
    """The draw pile is made: of a start position, or of the open piles."""
    if isinstance(table.tasks[0], Shuffling):
        table.tasks.pop(0)
        table.draw = cards
    else:
        table.shuffle(cards)
    table.tell(PileMade(len(cards)))


def _mix(table: Table, murphys: Cards) -> None:
    if isinstance(table.tasks[0], Mixing):
        table.tasks.pop(0)
    table.mix_murphys(murphys)
    table.tell(MurphysMixed())


GAME: Final[Game[State, Action]] = DummGelaufen()
