"""What the action cards do: a small function each, found by the name of the effect that the data gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from rumms.games.dumm_gelaufen.cards import ACTIONS, ActionCard, numbers_of
from rumms.games.dumm_gelaufen.state import (
    MAC,
    CarriedOut,
    ChoosingColour,
    ChoosingPerson,
    ChoosingTwins,
    ChoosingValue,
    Clearing,
    Drawing,
    Giving,
    HandsPassed,
    Laying,
    NotesChanged,
    PlacesChanged,
    Played,
    Presenting,
    Pulling,
    Renewing,
    State,
    Taking,
    Wrapping,
)
from rumms.games.dumm_gelaufen.table import Table
from rumms.kernel.game import Seat

Effect = Callable[[Table, Seat, ActionCard], None]


def play(table: Table, seat: Seat, card: str) -> None:
    """Play a green card."""
    table.tell(Played(seat, card))
    table.discard(seat, card)
    EFFECTS[ACTIONS[card].effect](table, seat, ACTIONS[card])


def carry_out(table: Table, seat: Seat, card: str) -> None:
    """Carry out a blue card that was drawn (DUM-40); it goes to the action pile (DUM-41)."""
    table.blues = tuple(blue for blue in table.blues if blue != card)
    table.actions += (card,)
    table.tell(CarriedOut(seat, card))
    EFFECTS[ACTIONS[card].effect](table, seat, ACTIONS[card])


def can_do_something(state: State, seat: Seat, card: str) -> bool:
    """A green card that can do nothing stays in the hand (DUM-43)."""
    return POSSIBLE[ACTIONS[card].effect](state, seat)


def others(state: State, seat: Seat) -> list[Seat]:
    """All other persons, clockwise (DUM-42)."""
    seats = len(state.hands)
    return [(seat + step) % seats for step in range(1, seats)]


def twins(state: State, seat: Seat) -> tuple[str, ...]:
    """The number cards that somebody holds twice."""
    cards = numbers_of(state.hands[seat])
    return tuple(dict.fromkeys(card for card in cards if cards.count(card) > 1))


def _has_numbers(state: State, seat: Seat) -> bool:
    return bool(numbers_of(state.hands[seat]))


def _others_have_cards(state: State, seat: Seat) -> bool:
    return any(state.hands[other] for other in others(state, seat))


# Green cards.


def _lay_down_colour(table: Table, seat: Seat, _: ActionCard) -> None:
    """»Ausmisten« (DUM-47)."""
    table.first(ChoosingColour(seat))


def _give_twins(table: Table, seat: Seat, card: ActionCard) -> None:
    """»Doppelt gemoppelt« (DUM-48)."""
    table.first(ChoosingPerson(seat, card.id))


def _take_from_mac(table: Table, seat: Seat, card: ActionCard) -> None:
    """»Mac ist großzügig« (DUM-49)."""
    table.first(Taking(seat, min(card.params["max"], len(table.mac) - card.params["leave"]), area="mac"))


def _swap_with_mac(table: Table, seat: Seat, card: ActionCard) -> None:
    """»Kuhhandel« (DUM-50). How many number cards are in the hand stays secret (DUM-75)."""
    table.first(Taking(seat, min(card.params["max"], len(table.mac)), area="mac", exchange=True))


def _lay_down_and_draw(table: Table, seat: Seat, card: ActionCard) -> None:
    """»Neuer Versuch« (DUM-51)."""
    table.first(Laying(seat, card.params["max"], "piles", draw=True))


def _draw_blind_and_give(table: Table, seat: Seat, card: ActionCard) -> None:
    """»Langfinger« (DUM-52)."""
    table.first(ChoosingPerson(seat, card.id))


def _new_murphy_self(table: Table, seat: Seat, _: ActionCard) -> None:
    """»Planänderung« (DUM-53)."""
    table.first(Renewing((seat,)))


def _ask_value(table: Table, seat: Seat, _: ActionCard) -> None:
    """»Her damit!« (DUM-54)."""
    table.first(ChoosingValue(seat))


# Blue cards.


def _swap_hand_and_murphy_left(table: Table, seat: Seat, _: ActionCard) -> None:
    """»Rollentausch« (DUM-55)."""
    other = table.left_of(seat)
    table.pass_hands({seat: other, other: seat})
    table.pass_murphys(seat, other)
    table.tell(PlacesChanged(seat, other))


def _swap_murphy(table: Table, seat: Seat, card: ActionCard) -> None:
    """»Falscher Zettel« (DUM-56)."""
    table.first(ChoosingPerson(seat, card.id))


def _pass_hands_left(table: Table, _: Seat, __: ActionCard) -> None:
    """»Alles nach links« (DUM-57)."""
    table.pass_hands({person: table.left_of(person) for person in range(table.seats)})
    table.tell(HandsPassed())


def _pass_cards_left(table: Table, seat: Seat, card: ActionCard) -> None:
    """»Abschiedsgeschenk« (DUM-58)."""
    table.first(*(Wrapping(person, card.params["cards"]) for person in table.clockwise(seat)), Presenting())


def _draw_blind_from_right(table: Table, seat: Seat, card: ActionCard) -> None:
    """»Griff daneben« (DUM-59)."""
    table.first(
        *(
            Pulling(person, (person - 1) % table.seats)
            for person in table.clockwise(seat)
            for _ in range(card.params["cards"])
        )
    )


def _draw_numbers(table: Table, seat: Seat, card: ActionCard) -> None:
    """»Kartenflut« (DUM-60)."""
    table.first(Drawing(seat, card.params["cards"], "numbers"))


def _renew_mac(table: Table, seat: Seat, card: ActionCard) -> None:
    """»Mac räumt auf« (DUM-61)."""
    table.first(Clearing(seat), Drawing(MAC, card.params["cards"], "numbers"))


def _new_murphy_all(table: Table, seat: Seat, _: ActionCard) -> None:
    """»Alles auf Anfang« (DUM-62)."""
    everybody = table.clockwise(seat)
    for person in everybody:
        table.box_up(person)
    table.first(Renewing(tuple(everybody)))


EFFECTS: Final[Mapping[str, Effect]] = {
    "lay_down_colour": _lay_down_colour,
    "give_twins": _give_twins,
    "take_from_mac": _take_from_mac,
    "swap_with_mac": _swap_with_mac,
    "lay_down_and_draw": _lay_down_and_draw,
    "draw_blind_and_give": _draw_blind_and_give,
    "new_murphy_self": _new_murphy_self,
    "ask_value": _ask_value,
    "swap_hand_and_murphy_left": _swap_hand_and_murphy_left,
    "swap_murphy": _swap_murphy,
    "pass_hands_left": _pass_hands_left,
    "pass_cards_left": _pass_cards_left,
    "draw_blind_from_right": _draw_blind_from_right,
    "draw_numbers": _draw_numbers,
    "renew_mac": _renew_mac,
    "new_murphy_all": _new_murphy_all,
}
POSSIBLE: Final[Mapping[str, Callable[[State, Seat], bool]]] = {
    "lay_down_colour": _has_numbers,
    "give_twins": lambda state, seat: bool(twins(state, seat)),
    "take_from_mac": lambda state, _: len(state.mac) > 1,
    "swap_with_mac": _has_numbers,
    "lay_down_and_draw": _has_numbers,
    "draw_blind_and_give": _others_have_cards,
    "new_murphy_self": lambda state, _: bool(state.aside or state.box),
    "ask_value": _others_have_cards,
}
"""Whether a green card can do anything."""


# What comes of choosing a person.


def _to_twins(table: Table, task: ChoosingPerson, other: Seat) -> None:
    table.first(ChoosingTwins(task.seat, other))


def _to_blind(table: Table, task: ChoosingPerson, other: Seat) -> None:
    table.first(Pulling(task.seat, other), Giving(task.seat, other))


def _to_murphy(table: Table, task: ChoosingPerson, other: Seat) -> None:
    table.pass_murphys(task.seat, other)
    table.tell(NotesChanged(task.seat, other))


class Person(NamedTuple):
    """A card that is about one other person."""

    then: Callable[[Table, ChoosingPerson, Seat], None]
    needs_hand: bool = False
    """He must hold a card."""


PERSON: Final[Mapping[str, Person]] = {
    "give_twins": Person(_to_twins),
    "draw_blind_and_give": Person(_to_blind, needs_hand=True),
    "swap_murphy": Person(_to_murphy),
}
