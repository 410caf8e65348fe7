"""How Dumm gelaufen! is told: its table, its questions and what happens, in German and English."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Any, Final

from rumms.games.dumm_gelaufen import state as values
from rumms.games.dumm_gelaufen.cards import ACTIONS, BACK, COLOUR, COLOURS, FITS, MURPHYS, NUMBERS, VALUE, numbers_of
from rumms.games.dumm_gelaufen.lots import hand as place_of
from rumms.games.dumm_gelaufen.lots import sure
from rumms.games.dumm_gelaufen.state import MAC, Action, Event, State
from rumms.games.dumm_gelaufen.tasks import to_take
from rumms.kernel.game import Seat
from rumms.language import code, count, say

HERE = "▸"
DONE = "★"


def title() -> str:
    """What the game is called."""
    return "Dumm gelaufen!"


def summary() -> str:
    """What it is about, in one line."""
    return say("Trade cards until all of yours fit your task, while everything goes wrong.")


def table(view: State, seat: Seat | None, names: tuple[str, ...]) -> list[str]:
    """Mac, piles, persons, and one's own cards."""
    if not view.mac and not view.minds:
        return [say("Nothing is dealt yet.")]
    lines = [
        say("Murphy round {number}", number=view.number),
        f"Mac: {_cards(view.mac)}",
        *_piles(view),
        "",
    ]
    width = max(map(len, names), default=0)
    for owner, name in enumerate(names):
        mark = HERE if owner == view.turn and view.tasks else " "
        me = "*" if owner == seat else " "
        lines.append(f"{mark} {name:{width}} {me} {_person(view, owner, seat)}")
    if seat is not None and view.murphys[seat]:
        lines += ["", *_own(view, seat)]
    return lines


def _piles(view: State) -> list[str]:
    left, right = view.piles
    lines = [
        say("Left pile: {cards}", cards=_pile(left)),
        say("Right pile: {cards}", cards=_pile(right)),
        say("Draw pile: {number}", number=len(view.draw)),
    ]
    if view.actions:
        lines.append(say("Action pile: {cards}", cards=_cards(view.actions)))
    return lines


def _pile(pile: tuple[str, ...]) -> str:
    """The top card, and in brackets what lies below it, from the top on."""
    if not pile:
        return say("empty")
    *below, top = map(_card, pile)
    return f"{top} ({', '.join(reversed(below))})" if below else top


def _person(view: State, owner: Seat, seat: Seat | None) -> str:
    hand = view.hands[owner]
    parts = [count("{number} card", "{number} cards", len(hand))]
    if seat is not None and owner != seat and (known := sure(view.minds[seat].cards, place_of(owner))):
        parts.append(say("among them {cards}", cards=_cards(known)))
    if seat is None and BACK not in hand:
        parts.append(_cards(hand))
    murphy = sure(view.minds[seat].murphys, place_of(owner)) if seat is not None else ()
    if owner != seat and murphy:
        parts.append(say("task: {task}", task=_murphy(murphy[0])))
    parts += [f"{DONE} {_murphy(done)}" for done in view.fulfilled[owner]]
    return ", ".join(parts)


def _own(view: State, seat: Seat) -> list[str]:
    hand, murphy = view.hands[seat], view.murphys[seat]
    numbers = numbers_of(hand)
    fit = [card for card in numbers if card in FITS[murphy]]
    spoil = [card for card in numbers if card not in FITS[murphy]]
    have = str(sum(VALUE[card] for card in fit) if MURPHYS[murphy].sum_at_least else len(fit))
    lines = [
        say("Your task: {task}", task=_murphy(murphy)),
        say("  fits ({have} of {need}): {cards}", have=have, need=_need(murphy), cards=_cards(fit)),
        say("  spoils ({number}): {cards}", number=len(spoil), cards=_cards(spoil)),
    ]
    lines += [f"  {_action(card)}" for card in hand if card in ACTIONS]
    return lines


def _need(murphy: str) -> int:
    task = MURPHYS[murphy]
    return task.sum_at_least or task.at_least


# Questions and choices.


def question(view: State) -> str:
    """What the player to move has to decide."""
    task = view.tasks[0]
    return QUESTIONS[type(task)](view, task)


def _asks_to_take(view: State, task: values.Taking) -> str:
    return say("Which card do you take? {number} to go.", number=to_take(view.hands[task.seat], task))


def _asks_to_lay(_: State, task: values.Laying) -> str:
    if task.may_stop:
        return say("Which card do you lay down, or is that enough?")
    return say("Which card do you lay down? {number} to go.", number=task.left)


def _asks_for_person(_: State, task: values.ChoosingPerson) -> str:
    return say("{card} Who is it?", card=_action(task.card))


QUESTIONS: Final[Mapping[type, Callable[[State, Any], str]]] = {
    values.Moving: lambda _, __: say("What do you do?"),
    values.Taking: _asks_to_take,
    values.Laying: _asks_to_lay,
    values.Clearing: lambda _, __: say("Which card of Mac's do you lay down next?"),
    values.CarryingOut: lambda _, __: say("Which blue card is carried out first?"),
    values.ChoosingPerson: _asks_for_person,
    values.ChoosingTwins: lambda _, __: say("Which two cards do you give away?"),
    values.ChoosingColour: lambda _, __: say("Which colour do you lay down?"),
    values.ChoosingValue: lambda _, __: say("Which number do you want?"),
    values.Giving: lambda _, __: say("Which card do you give?"),
    values.Wrapping: lambda _, task: say("Which card do you give to the left? {number} to go.", number=task.left),
    values.Refilling: lambda _, __: say("You have hardly any number cards left. Do you draw until you have 2?"),
}


def choice(view: State, action: Action) -> str:  # noqa: C901, PLR0912  one case an action
    """What one of the choices means."""
    match action:
        case values.Trade(2):
            return say("Trade two for one: take 2 cards, lay down 1")
        case values.Trade():
            return say("Trade one for two: take 1 card, lay down 2")
        case values.Play(card):
            return say("Play {card}", card=_action(card))
        case values.Draw() if isinstance(view.tasks[0], values.Refilling):
            return say("Yes, draw")
        case values.Draw():
            return say("Draw from the draw pile")
        case values.Take(card, place):
            return _from(place, card) + _remark(view, card)
        case values.Lay(card, place) if isinstance(view.tasks[0], values.Clearing):
            return _onto(place, card)
        case values.Lay(card, place):
            return _onto(place, card) + _remark(view, card)
        case values.Give(card):
            return say("Give {card}", card=_card(card)) + _remark(view, card)
        case values.Choose(person):
            return _about(view, person - 1)
        case values.Colour(colour):
            held = [card for card in numbers_of(view.hands[_asked(view)]) if COLOUR[card] == colour]
            return say("Lay down: {cards}", cards=_cards(held))
        case values.Value(value):
            return str(value)
        case values.CarryOut(card):
            return _action(card)
        case values.Stop() if isinstance(view.tasks[0], values.Refilling):
            return say("No, do not draw")
        case values.Stop():
            return say("That is enough")
    raise AssertionError(action)


def _asked(view: State) -> Seat:
    seat: Seat = view.tasks[0].seat  # type: ignore[union-attr]
    return seat


def _about(view: State, person: Seat) -> str:
    cards = count("{number} card", "{number} cards", len(view.hands[person]))
    return say("Seat {seat} ({cards})", seat=person + 1, cards=cards)


def _remark(view: State, card: str) -> str:
    """Whether a card fits the task of whoever is asked."""
    murphy = view.murphys[_asked(view)]
    if murphy not in FITS:
        return ""
    return " " + (say("– fits") if card in FITS[murphy] else say("– spoils"))


def _from(place: str, card: str) -> str:
    match place:
        case "mac":
            return say("Take {card} from Mac", card=_card(card))
        case "left":
            return say("Take {card} from the left pile", card=_card(card))
    return say("Take {card} from the right pile", card=_card(card))


def _onto(place: str, card: str) -> str:
    match place:
        case "mac":
            return say("Lay {card} down with Mac", card=_card(card))
        case "left":
            return say("Lay {card} on the left pile", card=_card(card))
    return say("Lay {card} on the right pile", card=_card(card))


# What happened.


def story(event: Event, names: tuple[str, ...]) -> str:
    """What happened, in a sentence."""
    return STORIES[type(event)](event, names)


def _began(event: values.RoundBegan, names: tuple[str, ...]) -> str:
    return say("Round {number}: new Murphy cards, {name} begins.", number=event.number, name=names[event.seat])


def _traded(event: values.Traded, names: tuple[str, ...]) -> str:
    name = names[event.seat]
    return (
        say("{name} trades two for one.", name=name) if event.take > 1 else say("{name} trades one for two.", name=name)
    )


def _took(event: values.Took, names: tuple[str, ...]) -> str:
    about = {"name": names[event.seat], "card": _card(event.card)}
    match event.place:
        case "mac":
            return say("{name} takes {card} from Mac.", **about)
        case "left":
            return say("{name} takes {card} from the left pile.", **about)
    return say("{name} takes {card} from the right pile.", **about)


def _laid(event: values.LaidDown, names: tuple[str, ...]) -> str:
    about = {"name": "Mac" if event.seat == MAC else names[event.seat], "card": _card(event.card)}
    match event.place:
        case "mac":
            return say("{name} lays {card} down with Mac.", **about)
        case "left":
            return say("{name} lays {card} on the left pile.", **about)
    return say("{name} lays {card} on the right pile.", **about)


def _drew(event: values.Drew, names: tuple[str, ...]) -> str:
    if event.cards[0] == BACK:
        return count(
            "{name} draws {number} card.", "{name} draws {number} cards.", len(event.cards), name=names[event.seat]
        )
    return say("{name} draws: {cards}.", name=names[event.seat], cards=_cards(event.cards))


def _renewed(event: values.Renewed, names: tuple[str, ...]) -> str:
    if event.murphy == BACK:
        return say("{name} gets a new Murphy card.", name=names[event.seat])
    return say("{name} gets a new Murphy card: {task}.", name=names[event.seat], task=_murphy(event.murphy))


def _lapsed(event: values.Lapsed, names: tuple[str, ...]) -> str:
    return say("No card is left to draw for {name}.", name="Mac" if event.seat == MAC else names[event.seat])


def _gave(event: values.Gave, names: tuple[str, ...]) -> str:
    return count(
        "{name} gives {to} {number} card.",
        "{name} gives {to} {number} cards.",
        event.cards,
        name=names[event.seat],
        to=names[event.to],
    )


def _asked_for(event: values.Asked, names: tuple[str, ...]) -> str:
    return say("{name} wants every {value}.", name=names[event.seat], value=event.value)


def _fulfilled(event: values.Fulfilled, names: tuple[str, ...]) -> str:
    return say(
        "{name} has fulfilled »{task}« with {cards}!",
        name=names[event.seat],
        task=_murphy(event.murphy),
        cards=_cards(event.hand),
    )


def _won(event: values.Won, names: tuple[str, ...]) -> str:
    return say("The most fulfilled Murphy cards: {names}.", names=", ".join(names[seat] for seat in event.seats))


STORIES: Final[Mapping[type, Callable[[Any, tuple[str, ...]], str]]] = {
    values.RoundBegan: _began,
    values.SetAside: lambda event, _: say("To the action pile, unused: {cards}.", cards=_cards(event.cards)),
    values.Traded: _traded,
    values.Played: lambda event, names: say("{name} plays {card}", name=names[event.seat], card=_action(event.card)),
    values.CarriedOut: lambda event, names: say(
        "{name} carries out {card}", name=names[event.seat], card=_action(event.card)
    ),
    values.Took: _took,
    values.LaidDown: _laid,
    values.Drew: _drew,
    values.MacGot: lambda event, _: say("Mac gets: {cards}.", cards=_cards(event.cards)),
    values.Lapsed: _lapsed,
    values.PileMade: lambda event, _: count(
        "{number} card is shuffled into the draw pile.", "{number} cards are shuffled into the draw pile.", event.cards
    ),
    values.Gave: _gave,
    values.Got: lambda event, names: say("{name} has got {cards}.", name=names[event.seat], cards=_cards(event.cards)),
    values.Robbed: lambda event, names: say(
        "{name} draws a card from the hand of {source}.", name=names[event.seat], source=names[event.source]
    ),
    values.Missed: lambda event, names: say("{name} has lost {card}.", name=names[event.seat], card=_card(event.card)),
    values.Asked: _asked_for,
    values.HasNone: lambda event, names: say("{name} has no {value}.", name=names[event.seat], value=event.value),
    values.Wrapped: lambda event, names: say("{name} chooses a gift.", name=names[event.seat]),
    values.HandsPassed: lambda _, __: say("All hands go to the left."),
    values.PlacesChanged: lambda event, names: say(
        "{name} and {other} exchange hands and Murphy cards.", name=names[event.seat], other=names[event.other]
    ),
    values.NotesChanged: lambda event, names: say(
        "{name} and {other} exchange Murphy cards.", name=names[event.seat], other=names[event.other]
    ),
    values.Renewed: _renewed,
    values.MurphysMixed: lambda _, __: say("The Murphy cards are shuffled."),
    values.Fulfilled: _fulfilled,
    values.Stalled: lambda event, _: say("Nobody has managed it: round {number} is over.", number=event.number),
    values.Won: _won,
}


# Words for cards.


def _cards(cards: Iterable[str]) -> str:
    """Cards as one reads a hand: each colour once, its values behind it, action cards last."""
    some = list(cards)
    numbers = sorted(numbers_of(some), key=lambda card: (list(COLOURS).index(COLOUR[card]), VALUE[card]))
    parts = [
        f"{COLOURS[colour].name[code()]} {' '.join(str(VALUE[card]) for card in group)}"
        for colour, group in groupby(numbers, key=COLOUR.__getitem__)
    ]
    return ", ".join([*parts, *(_card(card) for card in some if card in ACTIONS)]) or say("none")


def _card(card: str) -> str:
    if card in NUMBERS:
        return f"{COLOURS[COLOUR[card]].name[code()]} {VALUE[card]}"
    return f"»{ACTIONS[card].name[code()]}«"


def _action(card: str) -> str:
    about = ACTIONS[card]
    return f"»{about.name[code()]}«: {about.text[code()]}"


def _murphy(murphy: str) -> str:
    return MURPHYS[murphy].text[code()]
