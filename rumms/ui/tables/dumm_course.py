"""What is seen of Dumm gelaufen! after each event, and what events look and sound like."""

from __future__ import annotations

from functools import reduce
from typing import Any

from msgspec.structs import replace

from rumms.games.dumm_gelaufen import state as values
from rumms.games.dumm_gelaufen.cards import BACK, BLUE, in_order
from rumms.games.dumm_gelaufen.state import MAC, State
from rumms.ui.tables.look import Effect

Cards = tuple[str, ...]


def after(view: State, event: Any) -> State:  # noqa: C901  one case an event
    """One event carried out on what is seen; what passes from hand to hand is seen when all is done."""
    match event:
        case values.Took(seat, card, place):
            return _got(_less(view, place, card), seat, card)
        case values.LaidDown(seat, card, place):
            bare = _less(view, "mac", card) if seat == MAC else _lost(view, seat, card)
            return _more(bare, place, card)
        case values.Drew(seat, cards):
            blues = tuple(card for card in cards if card in BLUE)
            drawn = replace(view, draw=view.draw[len(cards) :], blues=(*view.blues, *blues))
            return reduce(
                lambda seen, card: _got(seen, seat, card), (card for card in cards if card not in BLUE), drawn
            )
        case values.MacGot(cards):
            return replace(view, draw=view.draw[len(cards) :], mac=in_order((*view.mac, *cards)))
        case values.SetAside(cards):
            return replace(view, draw=view.draw[len(cards) :], actions=(*view.actions, *cards))
        case values.Played(seat, card):
            return replace(_lost(view, seat, card), actions=(*view.actions, card))
        case values.CarriedOut(_, card):
            blues = tuple(one for one in view.blues if one != card)
            return replace(view, blues=blues, actions=(*view.actions, card))
        case values.PileMade(cards):
            left, right = view.piles
            return replace(view, draw=(BACK,) * cards, actions=(), piles=(left[-1:], right[-1:]))
        case values.Renewed(seat, murphy):
            return replace(view, murphys=(*view.murphys[:seat], murphy, *view.murphys[seat + 1 :]))
        case values.Fulfilled(seat, murphy):
            done = (*view.fulfilled[seat], murphy)
            return replace(view, fulfilled=(*view.fulfilled[:seat], done, *view.fulfilled[seat + 1 :]))
    return view


def effect(event: Any) -> Effect:
    """What an event looks and sounds like."""
    match event:
        case values.PileMade() | values.MurphysMixed():
            return Effect("shuffle", seconds=0.3)
        case values.Played(_, card) | values.CarriedOut(_, card):
            return Effect("card", f"action {card}", 1.6)
        case values.Fulfilled(seat, murphy, hand):
            return Effect("win", f"fulfilled {seat} {murphy} {','.join(hand)}", 0.6, waits=True)
        case values.RoundBegan():
            return Effect("shuffle", seconds=0.3)
        case values.Got() | values.Missed() | values.Asked() | values.HasNone():
            return Effect("", seconds=0.9)
        case values.Traded():
            return Effect("", seconds=0.25)
    return Effect("card", seconds=0.25)


def _got(view: State, seat: int, card: str) -> State:
    hand = (*view.hands[seat], card)
    return _with_hand(view, seat, hand if BACK in hand else in_order(hand))


def _lost(view: State, seat: int, card: str) -> State:
    hand = list(view.hands[seat])
    if card in hand:
        hand.remove(card)
    elif BACK in hand:
        hand.remove(BACK)
    return _with_hand(view, seat, tuple(hand))


def _with_hand(view: State, seat: int, hand: Cards) -> State:
    return replace(view, hands=(*view.hands[:seat], hand, *view.hands[seat + 1 :]))


def _less(view: State, place: str, card: str) -> State:
    if place == "mac":
        left = list(view.mac)
        left.remove(card)
        return replace(view, mac=tuple(left))
    first, second = view.piles
    return replace(view, piles=(first[:-1], second) if place == "left" else (first, second[:-1]))


def _more(view: State, place: str, card: str) -> State:
    if place == "mac":
        return replace(view, mac=in_order((*view.mac, card)))
    first, second = view.piles
    return replace(view, piles=((*first, card), second) if place == "left" else (first, (*second, card)))
