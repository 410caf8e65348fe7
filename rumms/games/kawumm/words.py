"""How Kawumm! is told: its table, its questions and what happens, in German and English."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rumms.games.kawumm.cards import HIDDEN, KINDS, ORDER
from rumms.games.kawumm.game import PLACES, open_kinds
from rumms.games.kawumm.state import (
    Action,
    Area,
    ChainReaction,
    Completed,
    Discarded,
    Event,
    Experiment,
    Exploded,
    GivenUp,
    Keep,
    Laid,
    Lay,
    Leave,
    Pass,
    Passed,
    PileMade,
    Row,
    Secure,
    Secured,
    State,
    Step,
    TurnedUp,
    Won,
)
from rumms.kernel.game import Seat
from rumms.language import code, count, say

FULL, EMPTY, DONE, HERE = "●", "○", "★", "▸"


def title() -> str:
    """What the game is called."""
    return "Kawumm!"


def summary() -> str:
    """What it is about, in one line."""
    return say("Turn up ingredients three by three, and secure them before they go bang.")


def table(view: State, seat: Seat | None, names: tuple[str, ...]) -> list[str]:
    """Middle, secured areas and piles."""
    width = max(map(len, names), default=0)
    lines = [say("Middle")]
    lines += [f"  {_bar(row, fill=True)}" for row in view.middle] or ["  –"]
    if view.shown:
        lines += ["", say("Turned up"), f"  {_listed(view.shown)}"]
    lines += ["", say("Secured")]
    for owner, area in enumerate(view.areas):
        mark = HERE if owner == view.turn else " "
        me = " *" if owner == seat else "  "
        lines.append(f"{mark} {names[owner]:{width}}{me} {_area(area)}")
    piles = [
        say("Draw pile: {number}", number=len(view.pile)),
        say("Discard pile: {number}", number=len(view.discard)),
    ]
    if seen := sorted((card for card in view.discard if card != HIDDEN), key=ORDER.__getitem__):
        piles[1] += f" ({_listed(seen)})"
    return [*lines, "", *piles]


def question(view: State) -> str:
    """What the player to move has to decide."""
    match view.step:
        case Step.FIRST:
            return say("Which card do you leave out? The other two go to the middle.")
        case Step.SECOND:
            return say("Which new kinds do you lay? What fits joins its row anyway.")
        case Step.CHOICE:
            return say("Experiment or secure?")
        case Step.SECURE:
            places = PLACES - len(view.areas[view.turn].complete)
            return count(
                "Which kind do you keep? You have {number} place.",
                "Which kinds do you keep? You have {number} places.",
                places,
            )
    raise AssertionError(view.step)


def choice(view: State, action: Action) -> str:
    """What one of the choices means."""
    match action:
        case Leave(None):
            return say("Leave out nothing")
        case Leave(kind) if kind is not None:
            return say("Leave out: {kind}", kind=_kind(kind))
        case Lay(kinds):
            return say("Lay: {kinds}", kinds=_listed(card for card in view.shown if card in kinds))
        case Experiment():
            return say("Experiment: turn up three more cards; if none fits, everything in the middle is lost")
        case Secure():
            return say("Secure: take the middle and end your turn")
        case Keep(kinds):
            lost = [kind for kind in open_kinds(view) if kind not in kinds]
            kept = ", ".join(_kind(kind) for kind in kinds) or say("nothing")
            if not lost:
                return say("Keep: {kept}", kept=kept)
            return say("Keep: {kept} (give up: {lost})", kept=kept, lost=", ".join(map(_kind, lost)))
        case Pass():
            return say("Pass")
    raise AssertionError(action)


def story(event: Event, names: tuple[str, ...]) -> str:  # noqa: C901  one case an event
    """What happened, in a sentence."""
    match event:
        case PileMade(cards):
            return count("{number} card is shuffled.", "{number} cards are shuffled.", cards)
        case TurnedUp(seat, cards):
            return say("{name} turns up: {cards}.", name=names[seat], cards=_listed(cards))
        case Laid(seat, cards):
            return say("{name} lays: {cards}.", name=names[seat], cards=_listed(cards))
        case Discarded(seat, cards):
            return say("{name} discards: {cards}.", name=names[seat], cards=_listed(cards))
        case Exploded(seat, lost):
            return count(
                "Kawumm! {name} loses {number} card.",
                "Kawumm! {name} loses {number} cards.",
                lost,
                name=names[seat],
            )
        case Secured(seat, rows):
            return say("{name} secures: {rows}.", name=names[seat], rows=_rows(rows))
        case GivenUp(seat, rows):
            return say("{name} gives up: {rows}.", name=names[seat], rows=_rows(rows))
        case Completed(seat, kind):
            return say("{name} completes: {kind}!", name=names[seat], kind=_kind(kind))
        case ChainReaction(seat, row):
            return say("Chain reaction: {name} loses {rows}.", name=names[seat], rows=_rows((row,)))
        case Passed(seat):
            return say("{name} has nothing to turn up and passes.", name=names[seat])
        case Won(seat):
            return say("{name} has three ingredients complete and wins!", name=names[seat])
    raise AssertionError(event)


def _kind(kind: str) -> str:
    about = KINDS[kind]
    return f"{about.name[code()]} ({about.number})"


def _listed(cards: Iterable[str]) -> str:
    return _rows(Row(kind, number) for kind, number in Counter(cards).items()) or say("nothing")


def _rows(rows: Iterable[Row]) -> str:
    return ", ".join(_kind(row.kind) if row.cards == 1 else f"{row.cards} × {_kind(row.kind)}" for row in rows)


def _bar(row: Row, *, fill: bool = False) -> str:
    about = KINDS[row.kind]
    name = _kind(row.kind)
    width = max(len(_kind(kind)) for kind in KINDS) if fill else 0
    return f"{name:{width}} {FULL * row.cards}{EMPTY * (about.number - row.cards)}"


def _area(area: Area) -> str:
    complete = [f"{DONE} {_kind(kind)}" for kind in area.complete]
    return "   ".join([*complete, *(_bar(row) for row in area.rows)]) or "–"
