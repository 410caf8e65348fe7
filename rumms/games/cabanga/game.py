"""The rules of Cabanga!: lay your cards without opening a gap, and throw yours into those of the others."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from random import Random
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from rumms.games.cabanga.cards import BACK, COLOUR, COLOURS, MINUS, NUMBERS, ORDER, ROW, STARTS, VALUE, back
from rumms.games.cabanga.state import (
    Action,
    Answered,
    Cards,
    Dealt,
    Drew,
    Event,
    Lapsed,
    Options,
    Passed,
    PileMade,
    Play,
    Played,
    Position,
    RoundBegan,
    RoundEnded,
    Row,
    SameColour,
    Shuffled,
    Side,
    Spared,
    State,
    Step,
    Threw,
    Throw,
    Won,
)
from rumms.kernel.choices import Shuffles, picks
from rumms.kernel.game import NATURE, Change, Choices, Correction, Forced, Game, Listed, Seat, Secret
from rumms.kernel.options import check_seats
from rumms.kernel.refusal import BadOption, IllegalMove

HAND: Final = 8
"""Cards dealt to each player."""
SECRET: Final = (BACK,)
"""An answer that is not shown yet, in a view."""
PLAYS: Final = {card: (Play(card, "left"), Play(card, "right")) for card in NUMBERS}

Events = tuple[Event | Secret, ...]


class Deals(NamedTuple):
    """Every order of the start cards and of the number cards."""

    def __contains__(self, action: object) -> bool:
        return (
            isinstance(action, Dealt)
            and sorted(action.starts) == sorted(STARTS)
            and sorted(action.cards) == sorted(NUMBERS)
        )

    def sample(self, rng: Random) -> Dealt:
        """Shuffle thoroughly."""
        return Dealt(tuple(rng.sample(STARTS, len(STARTS))), tuple(rng.sample(tuple(NUMBERS), len(NUMBERS))))


class Cabanga:
    """Three to six players lay cards into four rows and throw cards at whoever opens a gap."""

    name = "cabanga"
    seats = range(3, 7)
    options = Options
    actions: Any = Action
    position = Position
    physics: str | None = None
    corrections: tuple[Correction, ...] = ()

    def defaults(self, bots: tuple[str | None, ...]) -> tuple[str, ...]:
        """One person among bots is not asked in vain (CAB-40)."""
        return ("auto_ok=always",) if bots.count(None) == 1 else ()

    def new(self, seats: int, options: Options, start: Position | None = None) -> State:
        """Nothing is dealt yet."""
        check_seats("Cabanga!", self.seats, seats, options.first_player)
        first = options.first_player - 1
        if start is None:
            return State(options, first, (0,) * seats, ((),) * seats)
        _check(start, seats, options)
        return State(
            options,
            first,
            start.totals or (0,) * seats,
            tuple(map(_in_order, start.hands)),
            rows=start.rows,
            pile=start.pile,
            discard=start.discard,
            step=Step.SHUFFLE if start.pile else Step.PLAY,
            number=1,
            last=start.last,
            deck=_in_order(_numbers(start)),
        )

    def actor(self, state: State) -> Seat | None:
        """Nature deals, and shuffles where a card must be drawn and none is there (CAB-44)."""
        match state.step:
            case Step.OVER:
                return None
            case Step.DEAL | Step.SHUFFLE:
                return NATURE
        if state.owed:
            return NATURE
        return state.turn if state.step is Step.PLAY else state.asked

    def legal(self, state: State) -> Choices[Action]:
        """A card and a side for the player in turn (CAB-15), a set of fitting cards for the others (CAB-30)."""
        match state.step:
            case Step.DEAL:
                return Deals()
            case Step.SHUFFLE:
                return Shuffles(state.pile, Shuffled)
        if state.owed:
            return Shuffles(state.discard, Shuffled)
        if state.step is Step.PLAY:
            return Listed(plays(state.hands[state.turn]))
        fit = fitting(state, state.asked)
        instead = plays(state.hands[state.asked]) if may_play_early(state) else ()
        if not fit and not instead and state.options.auto_ok == "always":
            return Forced((Throw(()),))
        return picks(fit, Throw, instead)

    def apply(self, state: State, action: Action) -> Change[State]:
        """Carry out one action."""
        if state.step is Step.OVER or action not in self.legal(state):
            raise refusal(state, action)
        match action:
            case Dealt(starts, cards):
                return _deal(state, starts, cards)
            case Shuffled(cards):
                return _shuffle(state, cards)
            case Play(card, side):
                return _play(state, card, side)
            case Throw(cards):
                return _answer(state, cards) if state.options.throw_window == "ok" else _throw(state, cards)
        raise AssertionError(action)

    def view(self, state: State, seat: Seat) -> State:
        """Hands and secret answers of the others are hidden, the penalty pile from all (CAB-66, CAB-67)."""
        if seat == NATURE:
            return state
        pile = (back(len(state.shuffled)),) * len(state.pile)
        if is_open(state):
            return replace(state, pile=pile)
        hands = tuple(hand if owner == seat else _backs(state, hand) for owner, hand in enumerate(state.hands))
        answers = tuple(
            answer if owner == seat or answer is None else SECRET for owner, answer in enumerate(state.answers)
        )
        return replace(state, hands=hands, pile=pile, answers=answers)

    def guess(self, view: State, seat: Seat, rng: Random) -> State:
        """Deal anew what is face down, each card to where its last shuffle could have brought it."""
        if seat == NATURE:
            return view
        unseen: dict[str, list[str]] = {}
        for card in unseen_cards(view):
            unseen.setdefault(back(shuffle_of(view, card)), []).append(card)
        for cards in unseen.values():
            rng.shuffle(cards)
        hands = view.hands
        if not is_open(view):
            hands = tuple(
                hand if owner == seat else _in_order(unseen[card].pop() for card in hand)
                for owner, hand in enumerate(view.hands)
            )
        pile = tuple(unseen[card].pop() for card in view.pile)
        state = replace(view, hands=hands, pile=pile)
        if SECRET not in view.answers:
            return state
        answers = tuple(
            picks(fitting(state, owner), Throw).sample(rng).cards if answer == SECRET else answer
            for owner, answer in enumerate(view.answers)
        )
        return replace(state, answers=answers)

    def winners(self, state: State) -> frozenset[Seat]:
        """The fewest minus points win; a tie is shared (CAB-62, CAB-63)."""
        fewest = min(state.totals)
        return frozenset(seat for seat, total in enumerate(state.totals) if total == fewest)


# What may be done, and what can be seen.


def plays(hand: Cards) -> tuple[Play, ...]:
    """Every hand card on either side."""
    return tuple(chain.from_iterable(PLAYS[card] for card in hand))


def gap(row: Row) -> range:
    """The values strictly between the two top cards, whichever is higher (CAB-22, CAB-23)."""
    left, right = VALUE[row.left[-1]], VALUE[row.right[-1]]
    return range(min(left, right) + 1, max(left, right))


def open_gap(state: State) -> range:
    """The gap of the row just played to."""
    return gap(state.rows[ROW[state.last]])


def fitting(state: State, seat: Seat) -> Cards:
    """The cards that this player could throw: of the row's colour, inside its gap (CAB-29)."""
    values = open_gap(state)
    colour = state.last
    return tuple(card for card in state.hands[seat] if COLOUR[card] == colour and VALUE[card] in values)


def may_play_early(state: State) -> bool:
    """With `until_next_play` the next player may play instead of passing, if no hand is empty (CAB-41)."""
    return (
        state.options.throw_window == "until_next_play" and state.asked == _next(state, state.turn) and all(state.hands)
    )


def is_open(state: State) -> bool:
    """Between two rounds and at the end all hands lie open (CAB-68)."""
    return state.step in (Step.DEAL, Step.OVER)


def unseen_cards(view: State) -> list[str]:
    """The number cards that lie where this view does not show them, in the order of the data."""
    seen = {*view.discard, *chain.from_iterable(view.hands)}
    for row in view.rows:
        seen.update(row.left, row.right)
    return [card for card in view.deck if card not in seen]


def shuffle_of(state: State, card: str) -> int:
    """Which shuffle of the discard pile this card was in last; 0 if it was in none since the deal.

    Everybody saw the discard pile, so everybody knows which cards can be in the penalty pile and which cannot.
    """
    return max((number for number, cards in enumerate(state.shuffled, start=1) if card in cards), default=0)


def minus_points(options: Options, hand: Cards) -> int:
    """What a hand costs at the end of a round (CAB-56)."""
    cost = MINUS[options.minus_points]
    return sum(cost[card] for card in hand)


def _backs(state: State, hand: Cards) -> Cards:
    if not state.shuffled:
        return (BACK,) * len(hand)
    return tuple(sorted(card if card[0] == BACK else back(shuffle_of(state, card)) for card in hand))


def _next(state: State, seat: Seat) -> Seat:
    """The left neighbour: play goes clockwise (CAB-07)."""
    return (seat + 1) % len(state.hands)


def _in_order(cards: Iterable[str]) -> Cards:
    return tuple(sorted(cards, key=ORDER.__getitem__))


# Carrying out one action.


def _deal(state: State, starts: Cards, cards: Cards) -> Change[State]:
    """Start cards beside the row cards, eight cards to each, the rest is the penalty pile (CAB-08 to CAB-11)."""
    seats = len(state.hands)
    after = replace(
        state,
        rows=tuple(Row((starts[2 * row],), (starts[2 * row + 1],)) for row in range(len(COLOURS))),
        hands=tuple(_in_order(cards[HAND * seat : HAND * (seat + 1)]) for seat in range(seats)),
        pile=cards[HAND * seats :],
        discard=(),
        step=Step.PLAY,
        number=state.number + 1,
        last="",
        deck=tuple(NUMBERS),
        shuffled=(),
    )
    return Change(after, (RoundBegan(after.number, after.turn),))


def _shuffle(state: State, cards: Cards) -> Change[State]:
    """The penalty pile is made, and a draw that was waiting for it goes on (CAB-43, CAB-44)."""
    made = (PileMade(len(cards)),)
    if state.step is Step.SHUFFLE:
        return Change(replace(state, pile=cards, step=Step.PLAY), made)
    after = replace(state, pile=cards, discard=(), shuffled=(*state.shuffled, _in_order(cards)))
    return _draw(after, made)


def _play(state: State, card: str, side: Side) -> Change[State]:
    """The card covers what lies there; the colour of the player before costs a card at once (CAB-16 to CAB-20)."""
    seat, colour = (state.turn if state.step is Step.PLAY else state.asked), COLOUR[card]
    place = ROW[colour]
    left, right = state.rows[place]
    row = Row((*left, card), right) if side == "left" else Row(left, (*right, card))
    same = colour == state.last
    after = replace(
        state,
        turn=seat,
        hands=_without(state.hands, seat, (card,)),
        rows=(*state.rows[:place], row, *state.rows[place + 1 :]),
        step=Step.PLAY,
        last=colour,
        owed=1 if same else 0,
    )
    events: Events = (Played(seat, card, side, tuple(gap(row))),)
    if same:
        return _draw(after, (*events, SameColour(seat, colour)))
    return _open(after, events)


def _draw(state: State, events: Events) -> Change[State]:
    """Draw what is owed, as far as there are cards; Nature shuffles where the pile has run out (CAB-43 to CAB-46)."""
    cards = state.pile[: state.owed]
    owed = state.owed - len(cards)
    seat = state.turn
    if cards:
        hands = (*state.hands[:seat], _in_order((*state.hands[seat], *cards)), *state.hands[seat + 1 :])
        state = replace(state, hands=hands, pile=state.pile[len(cards) :], owed=owed)
        events = (*events, Secret(seat, Drew(seat, cards), Drew(seat, (BACK,) * len(cards))))
    if owed and state.discard:
        return Change(state, events, reveals=True)
    if owed:
        state = replace(state, owed=0)
        events = (*events, Lapsed(seat, owed))
    after, events, _ = _open(state, events) if state.step is Step.PLAY else _drawn(state, events)
    return Change(after, events, reveals=True)


def _open(state: State, events: Events) -> Change[State]:
    """The window opens whenever the gap holds a value (CAB-39)."""
    if not open_gap(state):
        return _end_turn(state, events)
    first = _next(state, state.turn)
    return Change(replace(state, step=Step.THROW, asked=first, answers=(None,) * len(state.hands), passes=0), events)


def _answer(state: State, cards: Cards) -> Change[State]:
    """One secret answer each, clockwise; when all are in they are shown together (CAB-38)."""
    seat = state.asked
    answers = (*state.answers[:seat], cards, *state.answers[seat + 1 :])
    asked = _next(state, seat)
    after = replace(state, answers=answers, asked=asked)
    if asked != state.turn:
        return Change(after, (Answered(seat),))
    thrown: list[str] = []
    events: list[Event] = []
    for thrower in _others(state):
        if some := answers[thrower]:
            thrown += some
            events.append(Threw(thrower, state.turn, some))
            after = replace(after, hands=_without(after.hands, thrower, some))
    after = replace(after, discard=(*after.discard, *thrown), answers=(), owed=len(thrown))
    after, told, _ = _draw(after, tuple(events or (Spared(state.turn),)))
    return Change(after, (Answered(seat), *told), reveals=True)


def _throw(state: State, cards: Cards) -> Change[State]:
    """Seen by all and drawn for at once; all passing one after the other closes the window (CAB-41)."""
    seat, asked = state.asked, _next(state, state.asked)
    if asked == state.turn:
        asked = _next(state, asked)
    if cards:
        after = replace(
            state,
            asked=asked,
            hands=_without(state.hands, seat, cards),
            discard=(*state.discard, *cards),
            passes=0,
            owed=len(cards),
        )
        return _draw(after, (Threw(seat, state.turn, cards),))
    after = replace(state, asked=asked, passes=state.passes + 1)
    if after.passes < len(state.hands) - 1:
        return Change(after, (Passed(seat),))
    return _end_turn(after, (Passed(seat),))


def _drawn(state: State, events: Events) -> Change[State]:
    """Everything thrown has been drawn for: the turn ends, or the window stays open (CAB-37, CAB-41)."""
    return _end_turn(state, events) if state.options.throw_window == "ok" else Change(state, events)


def _end_turn(state: State, events: Events) -> Change[State]:
    """An empty hand, anybody's, ends the round (CAB-49)."""
    after = replace(state, step=Step.PLAY, turn=_next(state, state.turn), answers=(), passes=0)
    if all(state.hands):
        return Change(after, events)
    minus = tuple(minus_points(state.options, hand) for hand in state.hands)
    totals = tuple(map(sum, zip(state.totals, minus, strict=True)))
    ended = RoundEnded(state.number, state.hands, minus, totals)
    if max(totals) >= state.options.end_at or state.number == state.options.rounds:
        over = replace(after, totals=totals, step=Step.OVER)
        return Change(over, (*events, ended, Won(tuple(sorted(GAME.winners(over))))), reveals=True)
    return Change(replace(after, totals=totals, step=Step.DEAL), (*events, ended), reveals=True)


def _others(state: State) -> Iterable[Seat]:
    """Everyone but the player in turn, clockwise from him."""
    seats = len(state.hands)
    return ((state.turn + step) % seats for step in range(1, seats))


def _without(hands: tuple[Cards, ...], seat: Seat, cards: Cards) -> tuple[Cards, ...]:
    left = tuple(card for card in hands[seat] if card not in cards)
    return (*hands[:seat], left, *hands[seat + 1 :])


# What is refused, and why.


def refusal(state: State, action: object) -> IllegalMove:
    """Why this is not legal now: the rule it breaks and the question that is open."""
    legal = GAME.legal(state) if state.step is not Step.OVER else None
    if isinstance(legal, Shuffles):
        return IllegalMove("CAB-43", "Now the penalty pile is shuffled, exactly its cards.")
    match state.step, action:
        case Step.OVER, _:
            return IllegalMove("CAB-61", "The game is over.")
        case Step.DEAL, _:
            return IllegalMove("CAB-58", "Now everything is dealt anew: 8 start cards and 72 number cards.")
        case Step.PLAY, Play(card):
            return IllegalMove("CAB-13", "Now play a card of your hand; {card} is not in it.", card=_name(card))
        case Step.PLAY, _:
            return IllegalMove("CAB-13", "Now play exactly one card of your hand; passing is not allowed.")
        case Step.THROW, Throw(cards):
            return _refused_throw(state, cards)
    return _refused_early_play(state, action)


def _refused_throw(state: State, cards: Cards) -> IllegalMove:
    values, fit = open_gap(state), fitting(state, state.asked)
    for card in cards:
        if COLOUR.get(card) != state.last:
            return IllegalMove(
                "CAB-29",
                "{card} cannot be thrown: only {colour} can.",
                card=_name(card),
                colour=COLOURS[state.last].name,
            )
        if VALUE[card] not in values:
            return IllegalMove(
                "CAB-22",
                "{card} does not lie in the gap, which goes from {low} to {high}.",
                card=_name(card),
                low=values[0],
                high=values[-1],
            )
        if card not in fit:
            return IllegalMove("CAB-30", "Only cards of your own hand can be thrown, not {card}.", card=_name(card))
    return IllegalMove("CAB-30", "Name the cards that you throw each once, from low to high.")


def _refused_early_play(state: State, action: object) -> IllegalMove:
    if state.options.throw_window == "ok" or not isinstance(action, Play):
        return IllegalMove("CAB-37", "Now say what you throw, or that you throw nothing.")
    if state.asked != _next(state, state.turn):
        return IllegalMove("CAB-41", "Only the next player may play a card now; throw something or pass.")
    if not all(state.hands):
        return IllegalMove("CAB-41", "A hand is empty, so no more card can be played; throw something or pass.")
    return IllegalMove("CAB-13", "Now play a card of your hand; {card} is not in it.", card=_name(action.card))


def _name(card: str) -> dict[str, str] | str:
    """A card in each language; what is none is shown as it was written."""
    if card not in NUMBERS:
        return f"'{card}'"
    about = NUMBERS[card]
    return {code: f"{name} {about.value}" for code, name in COLOURS[about.colour].name.items()}


# Start positions.


def _numbers(start: Position) -> Cards:
    """All number cards of a start position; in the rows, a start card lies below them."""
    covering = (pile[1:] for row in start.rows for pile in row)
    return tuple(chain(start.pile, start.discard, *start.hands, *covering))


def _check(start: Position, seats: int, options: Options) -> None:
    """Refuse a start position that no game could have come to."""
    if len(start.hands) != seats or len(start.totals) not in {0, seats} or len(start.rows) != len(COLOURS):
        raise BadOption(
            "The start position needs {seats} hands, {seats} totals or none, and {rows} rows.",
            seats=seats,
            rows=len(COLOURS),
        )
    _check_cards(start)
    if not all(start.hands):
        raise BadOption("Nobody begins a turn while a hand is empty.")
    if any(total >= options.end_at for total in start.totals):
        raise BadOption("A total of the start position has ended the game already.")
    if start.last and start.last not in COLOURS:
        raise BadOption("There is no colour '{colour}' in Cabanga!", colour=start.last)


def _check_cards(start: Position) -> None:
    for colour, row in zip(COLOURS, start.rows, strict=True):
        for pile in row:
            if not pile or pile[0] not in STARTS or any(COLOUR.get(card) != colour for card in pile[1:]):
                raise BadOption("Each pile of a row is a start card with number cards of the row's colour on it.")
    cards = _numbers(start)
    for card in cards:
        if card not in NUMBERS:
            raise BadOption("There is no number card '{card}' in Cabanga!", card=card)
    starts = [pile[0] for row in start.rows for pile in row]
    if len(set(cards)) < len(cards) or len(set(starts)) < len(starts):
        raise BadOption("A card of the start position lies in two places.")


GAME: Final[Game[State, Action]] = Cabanga()
