"""What is refused, and why: moves that are not legal, and start positions that no game could have come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, Final

from rumms.games.dumm_gelaufen.cards import ACTIONS, BLUE, COLOURS, DECK, GREEN, MURPHYS, NUMBERS
from rumms.games.dumm_gelaufen.state import (
    PILES,
    CarryingOut,
    Choose,
    ChoosingColour,
    ChoosingPerson,
    ChoosingTwins,
    ChoosingValue,
    Clearing,
    Dealing,
    Draw,
    Drawing,
    Giving,
    Lay,
    Laying,
    Mixing,
    Moving,
    Options,
    Play,
    Position,
    Pulling,
    Refilling,
    Renewing,
    Shuffling,
    State,
    Take,
    Taking,
    Trade,
    Wrapping,
)
from rumms.games.dumm_gelaufen.tasks import MAC_MOST
from rumms.kernel.refusal import BadOption, IllegalMove, later


def refusal(state: State, action: object) -> IllegalMove:
    """Why this is not legal now: the rule it breaks and the question that is open."""
    if not state.tasks:
        return IllegalMove("DUM-72", "The game is over.")
    task = state.tasks[0]
    return REASONS[type(task)](state, task, action)


def _moving(state: State, task: Moving, action: object) -> IllegalMove:
    match action:
        case Play(card) if card not in GREEN or card not in state.hands[task.seat]:
            return IllegalMove(
                "DUM-39", "Only a green action card of your own hand can be played, not {card}.", card=name_of(card)
            )
        case Play(card):
            return IllegalMove("DUM-43", "{card} can do nothing now, so it stays in your hand.", card=name_of(card))
        case Trade():
            return IllegalMove("DUM-18", "There are not enough cards for that trade.")
        case Take() | Draw() | Lay():
            return IllegalMove("DUM-18", "Say first what you trade: two cards for one, or one for two.")
    return IllegalMove("DUM-17", "Now trade or play a green card; passing is not allowed.")


def _taking(state: State, task: Taking, action: object) -> IllegalMove:
    match action:
        case Lay():
            return IllegalMove("DUM-19", "Take all cards first, then lay down.")
        case Take(_, "mac") if task.area in ("draw", "piles"):
            return IllegalMove("DUM-20", "Mac and the piles cannot be mixed in one trade.")
        case Take(_, "left" | "right") | Draw() if task.area == "mac":
            return IllegalMove("DUM-20", "Mac and the piles cannot be mixed in one trade.")
        case Take(_, "left" | "right") if task.area == "draw":
            return IllegalMove("DUM-26", "Draw pile and number piles cannot be mixed in one trade.")
        case Draw() if task.area == "piles":
            return IllegalMove("DUM-26", "Draw pile and number piles cannot be mixed in one trade.")
        case Draw():
            return IllegalMove("DUM-34", "There is no card left to draw.")
        case Take(card, "mac"):
            return _taking_from_mac(state, task, card)
        case Take(card):
            return IllegalMove(
                "DUM-27", "Only the top card of a number pile can be taken, not {card}.", card=name_of(card)
            )
    return IllegalMove("DUM-18", "Now take a card.")


def _taking_from_mac(state: State, task: Taking, card: str) -> IllegalMove:
    if not state.mac:
        return IllegalMove("DUM-25", "Mac has no card left.")
    if not task.area and len(state.mac) < task.left:
        return IllegalMove("DUM-25", "Mac has a single card, and you take two: take them from the piles.")
    if not task.area and len(state.mac) + task.lay - task.left > MAC_MOST:
        return IllegalMove("DUM-24", "Mac never has more than {most} cards: take yours from the piles.", most=MAC_MOST)
    return IllegalMove("DUM-23", "Mac does not have {card}.", card=name_of(card))


def _laying(state: State, task: Laying, action: object) -> IllegalMove:
    match action:
        case Take() | Draw():
            return IllegalMove("DUM-18", "All cards are taken; now lay down.")
        case Lay(card) if card in ACTIONS:
            return IllegalMove("DUM-21", "Only number cards can be laid down, not {card}.", card=name_of(card))
        case Lay(_, "mac") if task.area == "piles":
            return IllegalMove("DUM-20", "Cards are laid down where they were taken: on the number piles.")
        case Lay(_, "left" | "right") if task.area == "mac":
            return IllegalMove("DUM-20", "Cards are laid down where they were taken: with Mac.")
        case Lay(card) if card in state.hands[task.seat] and task.colour:
            return IllegalMove("DUM-47", "Now lay down {colour} cards only.", colour=COLOURS[task.colour].name)
        case Lay(card) if card in state.hands[task.seat]:
            return IllegalMove("DUM-50", "{card} was just taken from Mac; give him another card.", card=name_of(card))
        case Lay(card):
            return IllegalMove("DUM-21", "{card} is not in your hand.", card=name_of(card))
    return IllegalMove("DUM-18", "Now lay down a number card.")


def _choosing_person(_: State, __: ChoosingPerson, action: object) -> IllegalMove:
    if isinstance(action, Choose):
        return IllegalMove("DUM-42", "Seat {seat} cannot be chosen for this card.", seat=action.person)
    return IllegalMove("DUM-42", "Now choose one of the other persons.")


def _always(rule: str, text: str) -> Callable[[State, Any, object], IllegalMove]:
    """The same sentence, whatever was tried."""
    return lambda _, __, ___: IllegalMove(rule, text)


REASONS: Final[Mapping[type, Callable[[State, Any, object], IllegalMove]]] = {
    Moving: _moving,
    Taking: _taking,
    Laying: _laying,
    ChoosingPerson: _choosing_person,
    Dealing: _always("DUM-05", later("Now everything is shuffled and dealt: 88 cards and 31 Murphy cards.")),
    Shuffling: _always("DUM-05", later("Now the draw pile is shuffled, exactly the cards in it.")),
    Mixing: _always("DUM-05", later("Now the Murphy cards are shuffled, exactly those not in play.")),
    Drawing: _always("DUM-33", later("Now action pile and number piles are shuffled, without their top cards.")),
    Renewing: _always("DUM-71", later("Now the Murphy cards of the box are shuffled in, exactly those not in play.")),
    Pulling: _always("DUM-52", later("Now a card is drawn blindly; it must be in that hand.")),
    Clearing: _always("DUM-61", later("Now lay one of Mac's cards on a number pile.")),
    CarryingOut: _always("DUM-30", later("Now choose which of the blue cards drawn is carried out first.")),
    ChoosingTwins: _always("DUM-48", later("Now choose two number cards of yours that are alike.")),
    ChoosingColour: _always("DUM-47", later("Now choose a colour of your number cards.")),
    ChoosingValue: _always("DUM-54", later("Now name a number from 1 to 11.")),
    Giving: _always("DUM-21", later("Now give one of the number cards that are asked for.")),
    Wrapping: _always("DUM-58", later("Now choose a number card of yours to give away.")),
    Refilling: _always("DUM-44", later("Now say whether you draw until you have 2 number cards.")),
}


def name_of(card: str) -> dict[str, str] | str:
    """A card in each language; what is none is shown as it was written."""
    if card in ACTIONS:
        return ACTIONS[card].name
    if card not in NUMBERS:
        return f"'{card}'"
    about = NUMBERS[card]
    return {code: f"{name} {about.value}" for code, name in COLOURS[about.colour].name.items()}


# Options and start positions.


def check(start: Position | None, seats: int, options: Options) -> None:
    """Refuse what does not fit together, and what no game could have come to."""
    if options.dealer and options.dealer > seats:
        raise BadOption("dealer is {dealer}, but there are only {seats} seats.", dealer=options.dealer, seats=seats)
    if start is not None:
        _check_shape(start, seats, options)
        _check_cards(start)


def _check_shape(start: Position, seats: int, options: Options) -> None:
    if (
        len(start.hands) != seats
        or len(start.murphys) != seats
        or len(start.fulfilled) not in {0, seats}
        or len(start.piles) != len(PILES)
    ):
        raise BadOption(
            "The start position needs {seats} hands, {seats} Murphy cards, {seats} rows of fulfilled ones or none,"
            " and 2 number piles.",
            seats=seats,
        )
    murphys = (*start.murphys, *chain.from_iterable(start.fulfilled))
    for murphy in murphys:
        if murphy not in MURPHYS:
            raise BadOption("There is no Murphy card '{card}' in Dumm gelaufen!", card=murphy)
    if len(set(murphys)) < len(murphys):
        raise BadOption("A Murphy card of the start position lies in two places.")
    if any(len(cards) >= options.murphys_to_win for cards in start.fulfilled):
        raise BadOption("Somebody has won already in the start position.")


def _check_cards(start: Position) -> None:
    in_hands = tuple(chain.from_iterable(start.hands))
    open_numbers = (*start.mac, *chain.from_iterable(start.piles))
    cards = Counter((*in_hands, *open_numbers, *start.draw, *start.actions))
    for card in cards:
        if card not in DECK:
            raise BadOption("There is no card '{card}' in Dumm gelaufen!", card=card)
    if cards - Counter(DECK):
        raise BadOption("The start position has a card more often than there is.")
    if not start.mac or any(card in ACTIONS for card in open_numbers):
        raise BadOption("With Mac, who has one card at least, and on the number piles lie number cards only.")
    if any(card in NUMBERS for card in start.actions):
        raise BadOption("On the action pile lie action cards only.")
    if any(card in BLUE for card in in_hands):
        raise BadOption("No hand of the start position holds a blue card.")
