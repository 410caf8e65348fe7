"""What is seen of Kawumm! after each event, and what events look and sound like."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from rumms.games.kawumm.cards import HIDDEN
from rumms.games.kawumm.state import (
    Area,
    ChainReaction,
    Completed,
    Discarded,
    Exploded,
    GivenUp,
    Laid,
    PileMade,
    Row,
    Rows,
    Secured,
    State,
    Step,
    TurnedUp,
    Won,
)
from rumms.kernel.game import Seat
from rumms.ui.tables.look import Effect


def after(view: State, event: Any) -> State:
    """One event carried out on what is seen."""
    match event:
        case PileMade(cards):
            return replace(view, pile=(HIDDEN,) * cards, discard=())
        case TurnedUp(seat, cards):
            step = Step.EXPERIMENT if view.step is Step.CHOICE else Step.SECOND if view.middle else Step.FIRST
            return replace(view, turn=seat, step=step, pile=view.pile[len(cards) :], shown=view.shown + cards)
        case Laid(_, cards):
            return replace(view, shown=_less(view.shown, cards), middle=_more(view.middle, cards))
        case Discarded(_, cards):
            return replace(view, shown=_less(view.shown, cards), discard=view.discard + cards)
        case Exploded():
            lost = (*_cards(view.middle), *view.shown)
            return replace(view, shown=(), middle=(), discard=view.discard + lost, step=Step.FIRST)
        case Secured(seat, rows):
            kinds = {row.kind for row in rows}
            area = view.areas[seat]
            kept = replace(area, rows=_more(area.rows, _cards(rows)))
            return _with_area(replace(view, middle=_but(view.middle, kinds)), seat, kept)
        case GivenUp(seat, rows):
            kinds = {row.kind for row in rows}
            area = view.areas[seat]
            gone = replace(view, middle=_but(view.middle, kinds), discard=(*view.discard, *_cards(rows)))
            return _with_area(gone, seat, replace(area, rows=_but(area.rows, kinds)))
        case Completed(seat, kind):
            area = view.areas[seat]
            rest = (kind,) * (dict(area.rows).get(kind, 1) - 1)
            done = Area(_but(area.rows, {kind}), (*area.complete, kind))
            return _with_area(replace(view, discard=view.discard + rest), seat, done)
        case ChainReaction(seat, row):
            area = view.areas[seat]
            gone = replace(view, discard=(*view.discard, *_cards((row,))))
            return _with_area(gone, seat, replace(area, rows=_but(area.rows, {row.kind})))
    return view


def effect(event: Any) -> Effect:
    """Bangs are heard and seen."""
    match event:
        case PileMade():
            return Effect("shuffle", seconds=0.4)
        case TurnedUp():
            return Effect("card", seconds=0.45)
        case Exploded():
            return Effect("kawumm", "bang", 1.3)
        case ChainReaction():
            return Effect("kawumm", seconds=0.5)
        case Completed() | Won():
            return Effect("coin", seconds=0.5)
        case Laid():
            return Effect("card", seconds=0.2)
    return Effect("card")


def _less(cards: tuple[str, ...], some: Iterable[str]) -> tuple[str, ...]:
    left = list(cards)
    for card in some:
        left.remove(card)
    return tuple(left)


def _more(rows: Rows, cards: Iterable[str]) -> Rows:
    counts = dict(rows)
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return tuple(Row(kind, number) for kind, number in counts.items())


def _but(rows: Rows, kinds: set[str]) -> Rows:
    return tuple(row for row in rows if row.kind not in kinds)


def _cards(rows: Rows) -> tuple[str, ...]:
    return tuple(row.kind for row in rows for _ in range(row.cards))


def _with_area(view: State, seat: Seat, area: Area) -> State:
    return replace(view, areas=(*view.areas[:seat], area, *view.areas[seat + 1 :]))
