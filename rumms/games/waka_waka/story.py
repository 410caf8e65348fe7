"""What happens in Waka Waka, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from rumms.games.waka_waka import events
from rumms.games.waka_waka.cards import BACK, BOATS, CARDS, FIELDS, FIGURES, GOODS
from rumms.language import code, count, say

Names = tuple[str, ...]


def tell(event: events.Event, names: Names) -> str:
    """What happened, in a sentence."""
    return STORIES[type(event)](event, names)


def _played(event: events.Played, names: Names) -> str:
    said = {"name": names[event.seat], "card": card(event.card)}
    if event.number == 1:
        return say("{name} plays {card}.", **said)
    return say("{name} plays {card} as card {number}.", **said, number=event.number)


def _bought(event: events.Bought, names: Names) -> str:
    return say(
        "{name} buys the boat for {price} gold: {goods}.",
        name=names[event.seat],
        price=event.price,
        goods=things(event.goods),
    )


def _rose(event: events.Rose, names: Names) -> str:
    said = {"name": names[event.seat], "step": event.step}
    if event.gold:
        return say("{name} pays {gold} gold and rises to step {step}.", **said, gold=event.gold)
    return say("{name} gives {goods} and rises to step {step}.", **said, goods=things(event.goods))


def _looked(event: events.Looked, names: Names) -> str:
    boats = list(dict.fromkeys(BOATS[FIELDS[name].boat].price for name in event.fields))
    said: dict[str, Any] = {"name": names[event.seat], "price": ", ".join(map(str, boats))}
    if not event.goods:
        return count(
            "{name} looks at {number} hidden good on the boat for {price} gold.",
            "{name} looks at {number} hidden goods on the boat for {price} gold.",
            len(event.fields),
            **said,
        )
    return say("{name} looks at the boat for {price} gold: {goods}.", **said, goods=things(event.goods))


def _hand_shown(event: events.HandShown, names: Names) -> str:
    said = {"name": names[event.seat], "by": names[event.by]}
    if BACK in event.cards:
        return say("{name} shows {by} his hand.", **said)
    return say("{name} shows his hand to {by}: {cards}.", **said, cards=things(event.cards))


def _drew(event: events.Drew, names: Names) -> str:
    if event.cards[0] == BACK:
        return count(
            "{name} draws {number} card.", "{name} draws {number} cards.", len(event.cards), name=names[event.seat]
        )
    return say("{name} draws: {cards}.", name=names[event.seat], cards=things(event.cards))


def _fire(event: events.FireTurned, names: Names) -> str:
    if event.burning:
        return say("{name} turns up a Fire card: the fire burns again.", name=names[event.seat])
    return say("{name} turns up a Fire card: the fire goes out.", name=names[event.seat])


def _supplied(event: events.Supplied, names: Names) -> str:
    said = {"name": names[event.seat], "gold": event.gold}
    if not event.cards:
        return say("{name} takes {gold} gold as supply.", **said)
    if not event.gold:
        return count(
            "{name} takes {number} card as supply.", "{name} takes {number} cards as supply.", event.cards, **said
        )
    return count(
        "{name} takes {number} card and {gold} gold as supply.",
        "{name} takes {number} cards and {gold} gold as supply.",
        event.cards,
        **said,
    )


def _refilled(event: events.Refilled, _names: Names) -> str:
    return say(
        "The boat for {price} gold is loaded: {goods}.", price=BOATS[event.boat].price, goods=things(event.goods)
    )


def _won(event: events.Won, names: Names) -> str:
    if not event.others:
        return say("{name} alone is on the top step and wins!", name=names[event.seat])
    return say(
        "{name} wins with {gold} gold, before {others} on the same step.",
        name=names[event.seat],
        gold=event.gold,
        others=", ".join(names[seat] for seat in event.others),
    )


STORIES: Final[dict[type, Callable[[Any, Names], str]]] = {
    events.Began: lambda e, names: say(
        "Boats and village are stocked, everybody has 6 cards and 8 gold; {name} begins.", name=names[e.seat]
    ),
    events.HandedBack: lambda e, _: count(
        "{number} Fire card was dealt and is handed back.",
        "{number} Fire cards were dealt and are handed back.",
        e.cards,
    ),
    events.PileMade: lambda e, _: count(
        "{number} card is shuffled into the draw pile.", "{number} cards are shuffled into the draw pile.", e.cards
    ),
    events.HeapMade: lambda e, _: say(
        "The goods of the village are shuffled into a new pile; in the village lie now: {goods}.",
        goods=things(e.village),
    ),
    events.Chose: lambda e, names: say(
        "{name} chooses the figure: {figure}.", name=names[e.seat], figure=FIGURES[e.figure].name
    ),
    events.Played: _played,
    events.Substituted: lambda e, names: say(
        "{name} lays three cards face down instead of a Trade card.", name=names[e.seat]
    ),
    events.Bought: _bought,
    events.Sold: lambda e, names: say(
        "{name} sells 2 × {good} for {gold} gold.", name=names[e.seat], good=GOODS[e.good].name, gold=e.gold
    ),
    events.Rose: _rose,
    events.OnTop: lambda e, names: say(
        "{name} is on the top step! This round is played to its end.", name=names[e.seat]
    ),
    events.Took: lambda e, names: say(
        "{name} takes from the village: {good}.", name=names[e.seat], good=GOODS[e.good].name
    ),
    events.Gave: lambda e, names: say(
        "{name} puts into the village: {good}.", name=names[e.seat], good=GOODS[e.good].name
    ),
    events.Looked: _looked,
    events.HandShown: _hand_shown,
    events.Used: lambda e, names: say(
        "{by} uses {card} from the hand of {name}.", by=names[e.by], card=card(e.card), name=names[e.seat]
    ),
    events.UsedNone: lambda e, names: say("{name} uses none of these cards.", name=names[e.seat]),
    events.Repeated: lambda e, names: say("{name} uses once more: {card}.", name=names[e.seat], card=card(e.card)),
    events.Rained: lambda e, names: say("The rain brings {name} {gold} gold.", name=names[e.seat], gold=e.gold),
    events.Shared: lambda e, names: say(
        "{name} pays {to} 1 gold and uses the {card}, too.", name=names[e.seat], to=names[e.to], card=card(e.card)
    ),
    events.NotShared: lambda e, names: say("{name} does not use the {card}.", name=names[e.seat], card=card(e.card)),
    events.Discarded: lambda e, names: say("{name} discards: {cards}.", name=names[e.seat], cards=things(e.cards)),
    events.Drew: _drew,
    events.FireTurned: _fire,
    events.Lapsed: lambda e, names: count(
        "No card is left to draw; {name} goes without {number} card.",
        "No card is left to draw; {name} goes without {number} cards.",
        e.cards,
        name=names[e.seat],
    ),
    events.Supplied: _supplied,
    events.Refilled: _refilled,
    events.Won: _won,
}
"""How each event is told."""


# Things.


def card(name: str) -> str:
    """A card by its name."""
    return CARDS[name].name[code()]


def things(some: Iterable[str]) -> str:
    """Cards or goods, equal ones together: 2 × tea, salt; what lies face down as a question mark."""
    names = [_name(thing) for thing in some]
    rows = ((name, names.count(name)) for name in dict.fromkeys(names))
    return ", ".join(name if number == 1 else f"{number} × {name}" for name, number in rows)


def _name(thing: str) -> str:
    if thing == BACK:
        return BACK
    return (CARDS.get(thing) or GOODS[thing]).name[code()]
