"""What is to be done next: jobs that nobody decides about, and questions with their choices and answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from rumms.games.dumm_gelaufen.cards import ACTIONS, COLOUR, GREEN, NUMBERS, VALUE, VALUES, is_fulfilled, numbers_of
from rumms.games.dumm_gelaufen.effects import PERSON, can_do_something, carry_out, others, play, twins
from rumms.games.dumm_gelaufen.state import (
    PILES,
    Action,
    Asked,
    Beginning,
    Cards,
    CarryingOut,
    CarryOut,
    Choose,
    ChoosingColour,
    ChoosingPerson,
    ChoosingTwins,
    ChoosingValue,
    Clearing,
    Colour,
    Draw,
    Drawing,
    Ending,
    Fulfilled,
    Give,
    Giving,
    HasNone,
    Lapsed,
    Lay,
    Laying,
    Moving,
    Offering,
    Place,
    Play,
    Presenting,
    Pulling,
    Refilling,
    Renewing,
    RoundBegan,
    Stalled,
    State,
    Stop,
    Take,
    Taking,
    Trade,
    Traded,
    Value,
    Won,
    Wrapped,
    Wrapping,
)
from rumms.games.dumm_gelaufen.table import Table, of_colour
from rumms.kernel.game import Seat, Secret

RATIOS: Final[Mapping[int, int]] = {2: 1, 1: 2}
"""How many cards are laid down for so many that are taken (DUM-18)."""
MAC_MOST: Final = 7
"""Mac never has more cards after a trade (DUM-24)."""
REFILL_TO: Final = 2
"""With fewer number cards one may draw until there are so many (DUM-44)."""


def go_on(table: Table) -> None:
    """Do what nobody decides about, until there is a question, or something for Nature to draw."""
    while table.tasks:
        task = table.tasks[0]
        job = JOBS.get(type(task))
        if job is None or not job(table, task):
            break


# Jobs. Each says whether it has done anything; if not, somebody has to answer, or Nature has to draw.


def _begin(table: Table, _: Beginning) -> bool:
    """A hand that fits at the start of its owner's turn fulfils his card (DUM-65)."""
    if table.options.check_at_turn_start and _has_fulfilled(table, table.turn):
        _end_round(table, table.turn)
    else:
        table.asked = ()
        table.tasks = [Moving(table.turn), Ending()]
    return True


def _take_on(table: Table, task: Taking) -> bool:
    """All cards are taken before any is laid down (DUM-19); a blue one drawn takes the place of that (DUM-29)."""
    if to_take(table.hands[task.seat], task) > 0 and sources(table, task):
        return False
    table.tasks.pop(0)
    if table.blues:
        table.first(CarryingOut(task.seat))
    elif task.exchange:
        table.first(Laying(task.seat, len(task.taken), "mac", kept=task.taken))
    elif task.lay:
        table.first(Laying(task.seat, task.lay, "mac" if task.area == "mac" else "piles"))
    return True


def _lay_on(table: Table, task: Laying) -> bool:
    """With too few cards one lays down all; only then do the others learn that no more are there (DUM-32, DUM-75)."""
    if task.left and to_lay(table.hands[task.seat], task):
        return False
    table.tasks.pop(0)
    if task.colour:
        table.lacks(task.seat, [card for card in NUMBERS if COLOUR[card] == task.colour])
    elif task.left and not (task.draw or task.kept):  # these may just as well have been enough
        table.lacks(task.seat, NUMBERS)
    if task.draw:
        table.first(Drawing(task.seat, task.laid), CarryingOut(task.seat))
    return True


def _clear_on(table: Table, _: Clearing) -> bool:
    if not table.mac:
        table.tasks.pop(0)
    return not table.mac


def _draw_on(table: Table, task: Drawing) -> bool:
    """Nature shuffles where the draw pile has run out, amid a draw too; else the rest lapses (DUM-33, DUM-34)."""
    left = task.left
    if task.how == "refill":
        left -= len(numbers_of(table.hands[task.seat]))
    if left <= 0:
        table.tasks.pop(0)
    elif table.draw:
        table.tasks[0] = replace(task, left=task.left - table.draw_cards(task, left))
    elif can_draw(table) and (task.how != "numbers" or has_covered(table)):
        return False
    else:
        table.tasks.pop(0)
        lapsed = Lapsed(task.seat)  # of a refill, it would say that he has too few number cards still (DUM-75)
        table.tell(Secret(task.seat, lapsed) if task.how == "refill" else lapsed)
    return True


def _carry_on(table: Table, task: CarryingOut) -> bool:
    """Of several blue cards the drawer chooses the order (DUM-30)."""
    if len(table.blues) > 1:
        return False
    if table.blues:
        carry_out(table, task.seat, table.blues[0])
    else:
        table.tasks.pop(0)
    return True


def _pull_on(table: Table, task: Pulling) -> bool:
    """From an empty hand nothing can be drawn (DUM-43)."""
    if table.hands[task.source]:
        return False
    table.tasks.pop(0)
    return True


def _give_on(table: Table, task: Giving) -> bool:
    if to_give(table.hands[task.seat], task):
        return False
    table.tasks.pop(0)
    if task.value:
        table.tell(HasNone(task.seat, task.value))
    table.lacks(task.seat, of_value(task.value) if task.value else NUMBERS)
    return True


def _wrap_on(table: Table, task: Wrapping) -> bool:
    if not task.left:
        table.tasks.pop(0)
    return not task.left


def _present(table: Table, _: Presenting) -> bool:
    table.tasks.pop(0)
    table.present()
    return True


def _renew(table: Table, task: Renewing) -> bool:
    """When too few are left, Nature shuffles in those of the box (DUM-71)."""
    if len(table.aside) < len(task.seats):
        return False
    table.tasks.pop(0)
    for seat in task.seats:
        table.renew(seat)
    return True


def _offer(table: Table, _: Offering) -> bool:
    """The draw is offered to everybody who lacks number cards and was not asked yet (DUM-44)."""
    table.reveals = True  # that nobody else is asked shows something, too (DUM-75)
    if not _has_offered(table):
        table.tasks.pop(0)
    return True


def _end(table: Table, _: Ending) -> bool:
    """The hand is tested before anybody is asked whether he draws, and after each such draw (DUM-65, DUM-67)."""
    table.reveals = True
    if _has_fulfilled(table, table.turn):
        _end_round(table, table.turn)
        return True
    if _has_offered(table):
        return True
    table.tasks = [Beginning()]
    table.turn = table.left_of(table.turn)
    table.turns += 1
    if table.turns == table.options.stall_turns * table.seats:
        _stall(table)
    return True


JOBS: Final[Mapping[type, Callable[[Table, Any], bool]]] = {
    Beginning: _begin,
    Taking: _take_on,
    Laying: _lay_on,
    Clearing: _clear_on,
    Drawing: _draw_on,
    CarryingOut: _carry_on,
    Pulling: _pull_on,
    Giving: _give_on,
    Wrapping: _wrap_on,
    Presenting: _present,
    Renewing: _renew,
    Offering: _offer,
    Ending: _end,
}


# Lack of number cards.


def _has_offered(table: Table) -> bool:
    """Has another person who may draw been found, clockwise from the person in turn? He is asked next (DUM-44)."""
    for seat in table.clockwise(table.turn):
        if seat not in table.asked and len(numbers_of(table.hands[seat])) < REFILL_TO and can_draw(table):
            table.asked += (seat,)
            table.first(Refilling(seat))
            return True
    return False


# The end of a round.


def _has_fulfilled(table: Table, seat: Seat) -> bool:
    return is_fulfilled(table.murphys[seat], table.hands[seat])


def _end_round(table: Table, seat: Seat) -> None:
    """Hand and card are shown, and the round, or the game, ends at once (DUM-67, DUM-72)."""
    table.show_hand(seat)
    murphy = table.fulfil(seat)
    table.tell(Fulfilled(seat, murphy, table.hands[seat]))
    if len(table.fulfilled[seat]) == table.options.murphys_to_win:
        table.tasks = []
        table.tell(Won((seat,)))
    else:
        _new_round(table, table.left_of(seat))


def _stall(table: Table) -> None:
    """Nobody scores, and play goes on with the next person (DUM-73).

    Ruling: as nobody might ever fulfil a card, a game ends after so many rounds of that; the most cards win.
    """
    table.stalled += 1
    table.tell(Stalled(table.number))
    if table.stalled == table.options.stalled_rounds:
        table.tasks = []
        table.tell(Won(tuple(sorted(leaders(table.fulfilled)))))
    else:
        _new_round(table, table.turn)


def _new_round(table: Table, first: Seat) -> None:
    """All keep their cards and get new Murphy cards (DUM-68 to DUM-70); a draw that is still due is offered then."""
    everybody = table.clockwise(first)
    for seat in everybody:
        if table.murphys[seat]:
            table.box_up(seat)
    table.turn, table.turns, table.number = first, 0, table.number + 1
    table.tasks = [Renewing(tuple(everybody)), Offering(), Beginning()]
    table.tell(RoundBegan(table.number, first))


def leaders(fulfilled: Iterable[Cards]) -> frozenset[Seat]:
    """Who has fulfilled the most Murphy cards."""
    counts = [len(cards) for cards in fulfilled]
    return frozenset(seat for seat, number in enumerate(counts) if number == max(counts))


# Questions: what may be done.


def trades(state: State) -> list[Action]:
    """The ratios for which there is a first card to take (DUM-18)."""
    return [Trade(take) for take in (2, 1) if sources(state, Taking(state.turn, take, RATIOS[take]))]


def greens(state: State, seat: Seat) -> list[Action]:
    """The green cards that can do something."""
    return [Play(card) for card in state.hands[seat] if card in GREEN and can_do_something(state, seat, card)]


def sources(state: State | Table, task: Taking) -> list[Action]:
    """Where the next card of a trade may be taken from (DUM-20, DUM-23 to DUM-27)."""
    mix = state.options.mix_draw_and_discard
    found: list[Action] = []
    if task.area == "mac" or (not task.area and mac_trades(state, task)):
        found += [Take(card, "mac") for card in dict.fromkeys(state.mac)]
    if (not task.area or task.area == "draw" or (mix and task.area == "piles")) and can_draw(state):
        found.append(Draw())
    piles = piles_of(state)
    enough = sum(map(len, piles)) >= task.left or (mix and can_draw(state))
    if (not task.area and enough) or task.area == "piles" or (mix and task.area == "draw"):
        found += [Take(pile[-1], place) for place, pile in zip(PILES, piles, strict=True) if pile]
    return found


def mac_trades(state: State | Table, task: Taking) -> bool:
    """Mac can give so many, and has no more than seven cards afterwards (DUM-24, DUM-25)."""
    return task.left <= len(state.mac) <= MAC_MOST + task.left - task.lay


def piles_of(state: State | Table) -> tuple[Cards, Cards]:
    """The number piles, left and right."""
    return state.piles if isinstance(state, State) else (state.piles["left"], state.piles["right"])


def can_draw(state: State | Table) -> bool:
    """Is there a card to draw, or one to be shuffled into the draw pile (DUM-33)?"""
    return bool(state.draw or state.actions) or has_covered(state)


def has_covered(state: State | Table) -> bool:
    """Is there a number card that can be shuffled into the draw pile?"""
    return any(len(pile) > 1 for pile in piles_of(state))


def to_take(hand: Cards, task: Taking) -> int:
    """How many more cards are taken: in an exchange one has to give as many for them (DUM-50)."""
    return min(task.left, len(numbers_of(hand)) - 2 * len(task.taken)) if task.exchange else task.left


def to_lay(hand: Cards, task: Laying) -> Cards:
    """The cards that may be laid down, each once (DUM-21, DUM-22)."""
    cards = of_colour(hand, task.colour) if task.colour else numbers_of(hand)
    return tuple(card for card in dict.fromkeys(cards) if hand.count(card) > task.kept.count(card))


def to_give(hand: Cards, task: Giving) -> Cards:
    """The cards that may be given, each once."""
    return tuple(card for card in dict.fromkeys(numbers_of(hand)) if not task.value or VALUE[card] == task.value)


def of_value(value: int) -> Cards:
    """All number cards of a value."""
    return tuple(card for card in NUMBERS if VALUE[card] == value)


def _moves(state: State, task: Moving) -> list[Action]:
    return [*trades(state), *greens(state, task.seat)]


def _takes(state: State, task: Taking) -> list[Action]:
    return [*sources(state, task), *((Stop(),) if task.may_stop else ())]


def _lays(state: State, task: Laying) -> list[Action]:
    places: tuple[Place, ...] = ("mac",) if task.area == "mac" else PILES
    cards = to_lay(state.hands[task.seat], task)
    return [*(Lay(card, place) for card in cards for place in places), *((Stop(),) if task.may_stop else ())]


def _clears(state: State, _: Clearing) -> list[Action]:
    return [Lay(card, pile) for card in dict.fromkeys(state.mac) for pile in PILES]


def _orders(state: State, _: CarryingOut) -> list[Action]:
    return [CarryOut(card) for card in state.blues]


def _persons(state: State, task: ChoosingPerson) -> list[Action]:
    about = PERSON[ACTIONS[task.card].effect]
    return [Choose(other + 1) for other in others(state, task.seat) if state.hands[other] or not about.needs_hand]


def _colours(state: State, task: ChoosingColour) -> list[Action]:
    held = numbers_of(state.hands[task.seat])
    return [Colour(colour) for colour in dict.fromkeys(COLOUR[card] for card in held)]


def _wrappings(state: State, task: Wrapping) -> list[Action]:
    cards = dict.fromkeys(numbers_of(state.hands[task.seat]))
    return [Give(card) for card in cards] or [Stop()]


# Questions: what an answer does.


def _move(table: Table, task: Moving, action: Action) -> None:
    match action:
        case Trade(take):
            table.tell(Traded(task.seat, take))
            table.first(Taking(task.seat, take, RATIOS[take]))
        case Play(card):
            play(table, task.seat, card)


def _take(table: Table, task: Taking, action: Action) -> None:
    match action:
        case Take(card, place):
            table.take(task.seat, card, place)
            area = "mac" if place == "mac" else "piles"
            table.first(_one_less(task, area, card))
        case Draw():
            table.first(Drawing(task.seat, 1), _one_less(task, "draw", ""))
        case Stop():
            table.first(replace(task, left=0))


def _one_less(task: Taking, area: str, card: str) -> Taking:
    """What is still to be taken; a card of Mac's that comes without a ratio may have been enough."""
    free = task.area == "mac" and not task.lay
    return replace(task, left=task.left - 1, area=area, may_stop=free, taken=(*task.taken, card))


def _lay(table: Table, task: Laying, action: Action) -> None:
    match action:
        case Lay(card, place):
            table.lay(task.seat, card, place)
            table.first(replace(task, left=task.left - 1, laid=task.laid + 1, may_stop=task.draw))
        case Stop():
            table.first(replace(task, left=0))


def _clear(table: Table, task: Clearing, action: Action) -> None:
    match action:
        case Lay(card, "left" | "right" as pile):
            table.clear(card, pile)
            table.first(task)


def _carry(table: Table, task: CarryingOut, action: Action) -> None:
    match action:
        case CarryOut(card):
            table.first(task)
            carry_out(table, task.seat, card)


def _choose(table: Table, task: ChoosingPerson, action: Action) -> None:
    match action:
        case Choose(person):
            PERSON[ACTIONS[task.card].effect].then(table, task, person - 1)


def _choose_twins(table: Table, task: ChoosingTwins, action: Action) -> None:
    match action:
        case Give(card):
            table.give(task.seat, task.to, (card, card))


def _choose_colour(table: Table, task: ChoosingColour, action: Action) -> None:
    match action:
        case Colour(colour):
            cards = of_colour(table.hands[task.seat], colour)
            table.first(Laying(task.seat, len(cards), "piles", colour=colour))


def _choose_value(table: Table, task: ChoosingValue, action: Action) -> None:
    match action:
        case Value(value):
            table.reveals = True
            table.tell(Asked(task.seat, value))
            table.first(*(Giving(other, task.seat, value) for other in table.clockwise(task.seat)[1:]))


def _give(table: Table, task: Giving, action: Action) -> None:
    match action:
        case Give(card):
            table.give(task.seat, task.to, (card,), of_value(task.value) if task.value else NUMBERS)


def _wrap(table: Table, task: Wrapping, action: Action) -> None:
    match action:
        case Give(card):
            table.wrap(task.seat, card)
            table.tell(Wrapped(task.seat))
            table.first(replace(task, left=task.left - 1))
        case Stop():
            table.lacks(task.seat, NUMBERS)


def _refill(table: Table, task: Refilling, action: Action) -> None:
    if isinstance(action, Draw):
        table.first(Drawing(task.seat, REFILL_TO, "refill"), CarryingOut(task.seat))


class Question(NamedTuple):
    """A task that somebody decides about."""

    choices: Callable[[State, Any], list[Action]]
    answer: Callable[[Table, Any, Action], None]
    """What an answer does; the task itself is done with, unless it is put back."""


QUESTIONS: Final[Mapping[type, Question]] = {
    Moving: Question(_moves, _move),
    Taking: Question(_takes, _take),
    Laying: Question(_lays, _lay),
    Clearing: Question(_clears, _clear),
    CarryingOut: Question(_orders, _carry),
    ChoosingPerson: Question(_persons, _choose),
    ChoosingTwins: Question(lambda state, task: [Give(card) for card in twins(state, task.seat)], _choose_twins),
    ChoosingColour: Question(_colours, _choose_colour),
    ChoosingValue: Question(lambda _, __: [Value(value) for value in VALUES], _choose_value),
    Giving: Question(lambda state, task: [Give(card) for card in to_give(state.hands[task.seat], task)], _give),
    Wrapping: Question(_wrappings, _wrap),
    Refilling: Question(lambda _, __: [Draw(), Stop()], _refill),
}
