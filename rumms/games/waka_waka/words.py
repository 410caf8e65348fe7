"""How Waka Waka is told: its table, its questions and what happens, in German and English."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any, Final

from rumms.games.waka_waka import events
from rumms.games.waka_waka.cards import BACK, BOATS, CARDS, FIELDS, FIGURES, GOODS, LADDERS, PLACES, in_order
from rumms.games.waka_waka.course import STALL
from rumms.games.waka_waka.effects import SHAMAN_GOLD, repeatable
from rumms.games.waka_waka.knowledge import HIDDEN_GOLD
from rumms.games.waka_waka.state import (
    Action,
    Ask,
    Buy,
    Cards,
    Choose,
    Decline,
    Discard,
    Enough,
    Give,
    Lay,
    Look,
    Play,
    Rise,
    Sell,
    Share,
    State,
    Stop,
    Substitute,
    Supply,
    Take,
    Task,
    Use,
    Visit,
)
from rumms.games.waka_waka.turn import DISPLAY, HAND_LIMIT, HAS_EYE, SUPPLY
from rumms.kernel.game import Seat
from rumms.language import code, count, say

HERE: Final = "▸"
LETTERS: Final = "ABCDE"

Names = tuple[str, ...]


def title() -> str:
    """What the game is called."""
    return "Waka Waka"


def summary() -> str:
    """What it is about, in one line."""
    return say("Buy goods from the boats, and be the first to climb the steps of the village's esteem.")


def story(event: events.Event, names: tuple[str, ...]) -> str:
    """What happened, in a sentence."""
    return STORIES[type(event)](event, names)


# The table.


def table(view: State, seat: Seat | None, names: tuple[str, ...]) -> list[str]:
    """Boats and village, ladder, players, the own hand, and piles."""
    lines = [*_boats(view, names), _village(view), ""] if view.boats else []
    lines += [_ladder(view), say("Fire: burning") if view.burning else say("Fire: out"), ""]
    width = max(map(len, names), default=0)
    for owner in range(len(view.hands)):
        mark = HERE if owner == view.turn and view.tasks else " "
        me = "*" if owner == seat else " "
        lines.append(f"{mark} {names[owner]:{width}} {me} {_player(view, owner)}")
    if view.display:
        lines += ["", say("Played in this turn: {cards}", cards=", ".join(map(_field, view.display)))]
    hands = [(owner, hand) for owner, hand in enumerate(view.hands) if hand and BACK not in hand]
    for number, (owner, hand) in enumerate(hands):
        lines += [] if number else [""]
        lines.append(_hand(hand, names[owner], is_mine=owner == seat))
    return [*lines, "", _piles(view)]


def _boats(view: State, names: tuple[str, ...]) -> list[str]:
    lines = [say("Boats (in brackets: face down)")]
    for boat, places in PLACES.items():
        goods = [_spot(view, place, names) for place in places]
        price = say("{gold} gold", gold=BOATS[boat].price)
        lines.append(f"  {price}: " + (", ".join(filter(None, goods)) or say("empty")))
    return lines


def _spot(view: State, place: int, names: tuple[str, ...]) -> str:
    """A good on a boat; behind a hidden one who has looked at it."""
    spot = view.boats[place]
    if spot is None:
        return ""
    good = _things((spot.good,))
    if HAS_EYE[place]:
        return good
    lookers = ", ".join(names[seat] for seat in spot.seen_by)
    return f"[{good}: {lookers}]" if lookers else f"[{good}]"


def _village(view: State) -> str:
    return say("Village: {goods}", goods=_things(view.village) or say("empty"))


def _ladder(view: State) -> str:
    tasks = LADDERS[view.options.ladder].tasks
    return say("Steps: {steps}", steps="  ".join(f"{step} {letters(task)}" for step, task in enumerate(tasks, start=1)))


def letters(task: tuple[int, ...]) -> str:
    """A task as on the board: equal letters are equal goods."""
    return "".join(letter * size for letter, size in zip(LETTERS, task, strict=False))


def _player(view: State, owner: Seat) -> str:
    gold = view.gold[owner]
    parts = [
        say("step {step}", step=view.steps[owner]),
        say("gold hidden") if gold == HIDDEN_GOLD else say("{gold} gold", gold=gold),
        count("{number} card", "{number} cards", len(view.hands[owner])),
        say("stall: {goods}", goods=_things(view.stalls[owner]) or say("empty")),
    ]
    if owner < len(view.figures):
        parts.insert(0, FIGURES[view.figures[owner]].name[code()])
    return ", ".join(parts)


def _field(cards: Cards) -> str:
    if len(cards) == 1:
        return _card(cards[0])
    if BACK in cards:
        return say("three cards face down")
    return say("three cards face down ({cards})", cards=_things(cards))


def _hand(hand: Cards, name: str, *, is_mine: bool) -> str:
    if is_mine:
        return say("Your hand: {cards}", cards=_things(hand))
    return say("Hand of {name}: {cards}", name=name, cards=_things(hand))


def _piles(view: State) -> str:
    piles = [
        say("Draw pile: {number}", number=len(view.pile)),
        say("Discard pile: {number}", number=len(view.discard)),
        say("Goods in the pile: {number}", number=len(view.heap)),
    ]
    if view.discard:
        piles[1] += f" ({_things(in_order(view.discard))})"
    return "   ".join(piles)


# Questions.


def question(view: State) -> str:
    """What the player to move has to decide."""
    task = view.tasks[0]
    return QUESTIONS[task.ask](view, task)


def _which_play(view: State, _task: Task) -> str:
    played = len(view.display)
    return say(
        "Which card do you play? {played} of {most} are played, the supply would be {supply}.",
        played=played,
        most=DISPLAY,
        supply=SUPPLY[played],
    )


def _which_surplus(view: State, task: Task) -> str:
    return count(
        "Your stall is too full: which good goes to the village? ({number})",
        "Your stall is too full: which goods go to the village, one by one? ({number})",
        len(view.stalls[task.seat]) - STALL,
    )


def _how_many_more(view: State, task: Task) -> str:
    return count(
        "You hold more than six cards: which one do you discard? ({number})",
        "You hold more than six cards: which ones do you discard, one by one? ({number})",
        len(view.hands[task.seat]) - HAND_LIMIT,
    )


def _what_to_share(view: State, task: Task) -> str:
    return say(
        "Do you use the {card}, too, for 1 gold? You have {gold}.", card=_card(task.card), gold=view.gold[task.seat]
    )


def _which_exchange(_view: State, _task: Task) -> str:
    return say("Your hand was shown. Do you discard a card and draw another?")


def _how_to_drum(_view: State, task: Task) -> str:
    if not task.number:
        return say("Which card do you discard? You draw as many as you discard.")
    return count("{number} card discarded. Another one?", "{number} cards discarded. Another one?", task.number)


QUESTIONS: Final[dict[Ask, Callable[[State, Task], str]]] = {
    Ask.FIGURE: lambda *_: say("Which figure do you choose?"),
    Ask.PLAY: _which_play,
    Ask.LAY: lambda *_: say("Which three cards do you lay face down?"),
    Ask.TRADE: lambda *_: say("Buy, sell or rise?"),
    Ask.TAKE: lambda *_: say("Which good do you take from the village?"),
    Ask.GIVE: lambda *_: say("Which good do you put into the village?"),
    Ask.SURPLUS: _which_surplus,
    Ask.LOOK: lambda *_: say("At which hidden goods do you look?"),
    Ask.VISIT: lambda *_: say("Who shows his hand?"),
    Ask.USE: lambda *_: say("Which of these cards do you use?"),
    Ask.EXCHANGE: _which_exchange,
    Ask.DRUM: _how_to_drum,
    Ask.SHARE: _what_to_share,
    Ask.SUPPLY: lambda *_: say("Which supply do you take?"),
    Ask.LIMIT: _how_many_more,
}


# Choices.


def choice(view: State, action: Action) -> str:  # noqa: C901, PLR0912  one case an action
    """What one of the choices means."""
    match action:
        case Choose(figure):
            return FIGURES[figure].name[code()]
        case Play(card) | Use(card):
            return f"{_card(card)}: {_what(view, card)}"
        case Substitute():
            return say("Three cards face down instead of a Trade card: buy, sell or rise")
        case Lay(cards):
            return _things(cards)
        case Stop():
            return say("Play no more, and take your supply of {supply}", supply=SUPPLY[len(view.display)])
        case Buy(boat):
            return _buy(view, boat)
        case Sell(good):
            return say("Sell 2 × {good} for 10 gold", good=_things((good,)))
        case Rise(goods):
            return say("Rise to step {step}: give {goods}", step=view.steps[_asked(view)] + 1, goods=_things(goods))
        case Take(good):
            return say("Take {good}", good=_things((good,)))
        case Give(good):
            return say("Give {good}", good=_things((good,)))
        case Look(fields):
            return _look(fields)
        case Visit(player):
            return _visit(view, player)
        case Share():
            return say("Pay 1 gold and use it: {what}", what=_what(view, view.tasks[0].card))
        case Decline():
            return _decline(view)
        case Discard(card):
            return say("Discard {card}", card=_card(card))
        case Enough():
            return say("Enough: draw")
        case Supply(cards, gold):
            return _supply(cards, gold)
    raise AssertionError(action)


def _asked(view: State) -> Seat:
    return view.tasks[0].seat


def _what(view: State, card: str) -> str:
    """What a card does, in a few words."""
    return WHAT[card](view)


WHAT: Final[dict[str, Callable[[State], str]]] = {
    "handel": lambda _: say("buy a boat, sell two equal goods or rise a step"),
    "schamane": lambda _: say("rise a step for {gold} gold", gold=SHAMAN_GOLD),
    "stammesaeltester": lambda _: say("another shows his hand; use one of its cards"),
    "fackelwerfer": lambda view: say("once more: {card}", card=_card(repeatable(view) or BACK)),
    "regenmacher": lambda view: say("{gold} gold, as much as your step", gold=view.steps[_asked(view)]),
    "schimpanse": lambda _: say("look at two hidden goods of a boat"),
    "sammlerin": lambda _: say("take a good from the village"),
    "traeger": lambda _: say("exchange a good with the village"),
    "trommler": lambda _: say("exchange as many cards as you like"),
    "wahrsagerin": lambda _: say("draw two cards"),
}


def _buy(view: State, boat: str) -> str:
    spots = [view.boats[place] for place in PLACES[boat]]
    goods = _things(spot.good for spot in spots if spot)
    text = say("Buy for {price} gold: {goods}", price=BOATS[boat].price, goods=goods)
    over = len(view.stalls[_asked(view)]) + len([spot for spot in spots if spot]) - STALL
    if over > 0:
        text += " " + say("({number} too many for your stall)", number=over)
    return text


def _look(fields: tuple[str, ...]) -> str:
    parts = []
    for boat, some in groupby(fields, key=lambda name: FIELDS[name].boat):
        places = ", ".join(name.rsplit(".", 1)[1] for name in some)
        parts.append(say("boat for {price} gold, field {places}", price=BOATS[boat].price, places=places))
    return "; ".join(parts)


def _visit(view: State, player: int) -> str:
    """Players are told by their figures, where they have one."""
    seat = player - 1
    name = FIGURES[view.figures[seat]].name[code()]
    return say(
        "Player {player} ({figure}): {cards}, step {step}",
        player=player,
        figure=name,
        cards=count("{number} card", "{number} cards", len(view.hands[seat])),
        step=view.steps[seat],
    )


def _decline(view: State) -> str:
    match view.tasks[0].ask:
        case Ask.SHARE:
            return say("No, thank you")
        case Ask.USE:
            return say("Use none of them")
    return say("Keep all cards")


def _supply(cards: int, gold: int) -> str:
    parts = []
    if cards:
        parts.append(count("{number} card", "{number} cards", cards))
    if gold or not cards:
        parts.append(say("{gold} gold", gold=gold))
    return say("Take {supply}", supply=say(" and ").join(parts))


# What happened.


def _played(event: events.Played, names: Names) -> str:
    said = {"name": names[event.seat], "card": _card(event.card)}
    if event.number == 1:
        return say("{name} plays {card}.", **said)
    return say("{name} plays {card} as card {number}.", **said, number=event.number)


def _bought(event: events.Bought, names: Names) -> str:
    return say(
        "{name} buys the boat for {price} gold: {goods}.",
        name=names[event.seat],
        price=event.price,
        goods=_things(event.goods),
    )


def _rose(event: events.Rose, names: Names) -> str:
    said = {"name": names[event.seat], "step": event.step}
    if event.gold:
        return say("{name} pays {gold} gold and rises to step {step}.", **said, gold=event.gold)
    return say("{name} gives {goods} and rises to step {step}.", **said, goods=_things(event.goods))


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
    return say("{name} looks at the boat for {price} gold: {goods}.", **said, goods=_things(event.goods))


def _hand_shown(event: events.HandShown, names: Names) -> str:
    said = {"name": names[event.seat], "by": names[event.by]}
    if BACK in event.cards:
        return say("{name} shows {by} his hand.", **said)
    return say("{name} shows his hand to {by}: {cards}.", **said, cards=_things(event.cards))


def _drew(event: events.Drew, names: Names) -> str:
    if event.cards[0] == BACK:
        return count(
            "{name} draws {number} card.", "{name} draws {number} cards.", len(event.cards), name=names[event.seat]
        )
    return say("{name} draws: {cards}.", name=names[event.seat], cards=_things(event.cards))


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
        "The boat for {price} gold is loaded: {goods}.", price=BOATS[event.boat].price, goods=_things(event.goods)
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
        goods=_things(e.village),
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
        "{by} uses {card} from the hand of {name}.", by=names[e.by], card=_card(e.card), name=names[e.seat]
    ),
    events.UsedNone: lambda e, names: say("{name} uses none of these cards.", name=names[e.seat]),
    events.Repeated: lambda e, names: say("{name} uses once more: {card}.", name=names[e.seat], card=_card(e.card)),
    events.Rained: lambda e, names: say("The rain brings {name} {gold} gold.", name=names[e.seat], gold=e.gold),
    events.Shared: lambda e, names: say(
        "{name} pays {to} 1 gold and uses the {card}, too.", name=names[e.seat], to=names[e.to], card=_card(e.card)
    ),
    events.NotShared: lambda e, names: say("{name} does not use the {card}.", name=names[e.seat], card=_card(e.card)),
    events.Discarded: lambda e, names: say("{name} discards: {cards}.", name=names[e.seat], cards=_things(e.cards)),
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


def _card(name: str) -> str:
    """A card by its name."""
    return CARDS[name].name[code()]


def _things(some: Iterable[str]) -> str:
    """Cards or goods, equal ones together: 2 × tea, salt; what lies face down as a question mark."""
    names = [_name(thing) for thing in some]
    rows = ((name, names.count(name)) for name in dict.fromkeys(names))
    return ", ".join(name if number == 1 else f"{number} × {name}" for name, number in rows)


def _name(thing: str) -> str:
    if thing == BACK:
        return BACK
    return (CARDS.get(thing) or GOODS[thing]).name[code()]
