"""How Cabanga! is told: its table, its questions and what happens, in German and English."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from rumms.games.cabanga.cards import BACK, COLOUR, COLOURS, ROW, VALUE
from rumms.games.cabanga.game import gap, may_play_early, minus_points, open_gap
from rumms.games.cabanga.state import (
    Action,
    Answered,
    Cards,
    Drew,
    Event,
    Lapsed,
    Passed,
    PileMade,
    Play,
    Played,
    RoundBegan,
    RoundEnded,
    Row,
    SameColour,
    Spared,
    State,
    Step,
    Threw,
    Throw,
    Won,
)
from rumms.kernel.game import Seat
from rumms.language import code, count, say

HERE = "▸"
TOP = 5
"""How wide a top card is written."""


def title() -> str:
    """What the game is called."""
    return "Cabanga!"


def summary() -> str:
    """What it is about, in one line."""
    return say("Lay your cards without leaving a gap, and throw yours into the gaps of the others.")


def table(view: State, seat: Seat | None, names: tuple[str, ...]) -> list[str]:
    """Rows, players with their hands, and piles."""
    lines = [say("Round {number}", number=view.number)] if view.rows else []
    lines += [_row(view, colour) for colour in COLOURS if view.rows]
    if lines:
        lines.append("")
    width = max(map(len, names), default=0)
    for owner, hand in enumerate(view.hands):
        mark = HERE if owner == view.turn and view.step in (Step.PLAY, Step.THROW) else " "
        me = "*" if owner == seat else " "
        lines.append(f"{mark} {names[owner]:{width}} {me} {_minus(view.totals[owner])}, {_hand(view, hand)}")
    piles = [
        say("Penalty pile: {number}", number=len(view.pile)),
        say("Thrown cards: {number}", number=len(view.discard)),
    ]
    if view.discard:
        piles[1] += f" ({_by_colour(view.discard)})"
    return [*lines, "", *piles]


def question(view: State) -> str:
    """What the player to move has to decide."""
    if view.step is Step.PLAY:
        return say("Which card do you play, and on which side?")
    colour, values = _colour(view.last), _span(open_gap(view))
    if may_play_early(view):
        return say(
            "Gap in {colour}: {values}. What do you throw, or do you play already?", colour=colour, values=values
        )
    return say("Gap in {colour}: {values}. What do you throw?", colour=colour, values=values)


def choice(view: State, action: Action) -> str:
    """What one of the choices means."""
    match action:
        case Play(card, side):
            return _play(view, card, side)
        case Throw(()):
            return say("Throw nothing")
        case Throw(cards):
            return say("Throw: {cards}", cards=_by_colour(cards))
    raise AssertionError(action)


def story(event: Event, names: tuple[str, ...]) -> str:  # noqa: C901, PLR0912  one case an event
    """What happened, in a sentence."""
    match event:
        case RoundBegan(number, seat):
            return say("Round {number}: everybody is dealt 8 cards, {name} begins.", number=number, name=names[seat])
        case Played(seat, card, side, values):
            return _played(names[seat], card, side, values)
        case SameColour(seat, colour):
            return say(
                "The player before played {colour}, too: a penalty card for {name}.",
                colour=_colour(colour),
                name=names[seat],
            )
        case Answered(seat):
            return say("{name} has answered.", name=names[seat])
        case Threw(seat, at, cards):
            return say(
                "Cabanga! {name} throws at {at}: {cards}.", name=names[seat], at=names[at], cards=_by_colour(cards)
            )
        case Passed(seat):
            return say("{name} throws nothing.", name=names[seat])
        case Spared(seat):
            return say("Nobody throws anything at {name}.", name=names[seat])
        case PileMade(cards):
            return count(
                "{number} card is shuffled into the penalty pile.",
                "{number} cards are shuffled into the penalty pile.",
                cards,
            )
        case Drew(seat, cards) if cards[0] == BACK:
            return count("{name} draws {number} card.", "{name} draws {number} cards.", len(cards), name=names[seat])
        case Drew(seat, cards):
            return say("{name} draws: {cards}.", name=names[seat], cards=_by_colour(cards))
        case Lapsed(seat, cards):
            return count(
                "No card is left to draw; {name} is let off {number} card.",
                "No card is left to draw; {name} is let off {number} cards.",
                cards,
                name=names[seat],
            )
        case RoundEnded():
            return _counted(event, names)
        case Won(seats):
            return say("The fewest minus points: {names}.", names=", ".join(names[seat] for seat in seats))
    raise AssertionError(event)


def _played(name: str, card: str, side: str, values: tuple[int, ...]) -> str:
    laid = {"name": name, "card": _card(card)}
    if not values:
        if side == "left":
            return say("{name} lays {card} on the left. There is no gap.", **laid)
        return say("{name} lays {card} on the right. There is no gap.", **laid)
    if side == "left":
        return say("{name} lays {card} on the left. Gap: {values}.", **laid, values=_span(values))
    return say("{name} lays {card} on the right. Gap: {values}.", **laid, values=_span(values))


def _play(view: State, card: str, side: str) -> str:
    left, right = view.rows[ROW[COLOUR[card]]]
    row = Row((card,), right) if side == "left" else Row(left, (card,))
    values = gap(row)
    laid = {
        "card": _card(card),
        "left": _top(row.left),
        "right": _top(row.right),
        "gap": say("gap {values}", values=_span(values)) if values else say("no gap"),
    }
    if side == "left":
        text = say("{card} on the left ({left} | {right}, {gap})", **laid)
    else:
        text = say("{card} on the right ({left} | {right}, {gap})", **laid)
    if COLOUR[card] == view.last:
        text += " " + say("– a penalty card, the colour is the same")
    return text


def _counted(ended: RoundEnded, names: tuple[str, ...]) -> str:
    rows = [
        say(
            "{name} {minus} ({cards}), all in all {total}",
            name=name,
            minus=_minus(minus),
            cards=_by_colour(hand) or say("no card"),
            total=total,
        )
        for name, hand, minus, total in zip(names, ended.hands, ended.minus, ended.totals, strict=True)
    ]
    return say("Round {number} is over: {rows}.", number=ended.number, rows="; ".join(rows))


def _row(view: State, colour: str) -> str:
    row = view.rows[ROW[colour]]
    width = max(len(_colour(each)) for each in COLOURS)
    mark = HERE if view.step is Step.THROW and colour == view.last else " "
    values = gap(row)
    about = say("gap {values}", values=_span(values)) if values else say("no gap")
    return f"{mark} {_colour(colour):{width}} {_top(row.left):>{TOP}} | {_top(row.right):<{TOP}} {about}"


def _top(pile: Cards) -> str:
    """The value that counts; a start card stands in brackets."""
    top = pile[-1]
    return str(VALUE[top]) if top in COLOUR else f"[{VALUE[top]}]"


def _hand(view: State, hand: Cards) -> str:
    cards = count("{number} card", "{number} cards", len(hand))
    if not hand or hand[0][0] == BACK:
        return cards
    return f"{cards}: {_by_colour(hand)} " + say("(worth {minus})", minus=minus_points(view.options, hand))


def _minus(points: int) -> str:
    return count("{number} minus point", "{number} minus points", points)


def _by_colour(cards: Iterable[str]) -> str:
    """Cards as one reads a hand: each colour once, its values behind it."""
    ordered = sorted(cards, key=lambda card: (ROW[COLOUR[card]], VALUE[card]))
    groups = groupby(ordered, key=COLOUR.__getitem__)
    return ", ".join(f"{_colour(colour)} {' '.join(str(VALUE[card]) for card in some)}" for colour, some in groups)


def _span(values: Iterable[int]) -> str:
    first, *rest = values
    return f"{first}–{rest[-1]}" if rest else str(first)


def _card(card: str) -> str:
    return f"{_colour(COLOUR[card])} {VALUE[card]}"


def _colour(colour: str) -> str:
    return COLOURS[colour].name[code()]
