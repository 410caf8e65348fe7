"""A record told in a terminal: who played, what happened, who won."""

from __future__ import annotations

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from rumms.catalogue import Entry
from rumms.kernel.game import NATURE, heard
from rumms.kernel.session import Loaded
from rumms.language import code, say, tell
from rumms.seats import names_of
from rumms.text.play import outcome


def replay(console: Console, entry: Entry, loaded: Loaded) -> None:
    """Tell the whole record, turn by turn, and show the table at its end."""

    def line(text: str = "", style: str | None = None) -> None:
        console.print(text, style=style, markup=False, highlight=False)

    header, session = loaded.header, loaded.session
    names = names_of(header.seats)
    title = (header.title or {}).get(code()) or entry.words.title()
    console.print(Rule(Text(title), align="left"))
    if text := (header.text or {}).get(code()):
        line(text)
    line(", ".join(f"{number}: {name}" for number, name in enumerate(names, start=1)))
    before = NATURE
    for made in session.past:
        if made.seat not in (before, NATURE):
            line()
            before = made.seat
        for event in heard(made.events, None):
            line(entry.words.story(event, names))
    line()
    console.print(Rule(Text(title), align="left"))
    for row in entry.words.table(session.state, None, names):
        line(row)
    line()
    if loaded.stopped:
        line(tell(loaded.stopped), style="yellow")
    elif session.actor is None:
        line(outcome([names[seat] for seat in sorted(session.game.winners(session.state))]), style="bold green")
    else:
        line(say("The record ends here; the game is not over."), style="yellow")
