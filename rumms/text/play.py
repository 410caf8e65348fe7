"""A game in a terminal: the table, what happened, numbered choices."""

from __future__ import annotations

from textwrap import fill
from typing import Any

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from rumms.catalogue import Entry
from rumms.kernel.bots import Bot, ask, make
from rumms.kernel.game import Seat, heard
from rumms.kernel.record import LONGEST_SHOWN
from rumms.kernel.refusal import NotWritten, printable
from rumms.kernel.session import Session, Transition
from rumms.language import say, tell
from rumms.seats import Players, is_person, names_of
from rumms.text.menu import BACK, LEAVE, RULES, Menu, menu_of
from rumms.text.rules import print_rules


def seat_bots(entry: Entry, players: Players) -> dict[Seat, Bot]:
    """The bots among these players."""
    return {
        seat: make(name, entry.game, entry.bots, trusted=players.trusted)
        for seat, name in enumerate(players.seats)
        if not is_person(name)
    }


class Left(Exception):
    """A person wants to leave; the record holds everything so far."""


class Table:
    """People and bots at one keyboard, playing a session to its end."""

    def __init__(
        self,
        console: Console,
        entry: Entry,
        session: Session[Any, Any],
        seats: tuple[str, ...],
        bots: dict[Seat, Bot],
    ) -> None:
        self.console, self.entry, self.session = console, entry, session
        self.seats, self.names, self.bots = seats, names_of(seats), bots
        self.people = [seat for seat in range(len(seats)) if seat not in self.bots]
        self.told = {seat: self._last_decision(seat) for seat in self.people}
        """How many moves each person has been told of."""
        self.before_us: Seat | None = None
        """The person who sat at the keyboard last."""

    def run(self) -> bool:
        """Play on; False if somebody left before the end."""
        try:
            while not self.play_on():
                pass
        except (Left, EOFError, KeyboardInterrupt):
            self._line()
            return False
        for person in self.people[:1]:
            self._news(person)
        self._end()
        return True

    def play_on(self) -> bool:
        """Play to the end; False if a move could not be written down, and a person wants to try again."""
        try:
            self.show(self.session.go_on())
            while (seat := self.session.actor) is not None:
                self.show(self.session.play(self._decide(seat)))
        except NotWritten as refusal:
            if not self.people:
                raise
            self._line(tell(refusal), style="yellow")
            if input(say("Enter tries again, q leaves: ")).strip().lower() == LEAVE:
                raise Left from None
            return False
        return True

    def _last_decision(self, seat: Seat) -> int:
        """How many moves had been made when this person last decided; a resumed game is told from there."""
        own = (n for n, made in enumerate(self.session.past) if made.seat == seat and not made.forced)
        return max(own, default=0)

    def show(self, made: list[Transition[Any, Any]]) -> None:
        """Tell what happened at once, where nobody is at the keyboard to be told later."""
        if not self.people:
            for transition in made:
                self._tell(transition, None)

    def _decide(self, seat: Seat) -> Any:
        if seat not in self.bots:
            return self._ask(seat)
        return ask(self.bots[seat], self.seats[seat], self.session)

    def _ask(self, seat: Seat) -> Any:
        self._hand_over(seat)
        while True:
            self._news(seat)
            view = self.session.game.view(self.session.state, seat)
            legal = self.session.game.legal(view)
            self._draw(view, seat)
            self._line(self.entry.words.question(view), style="bold")
            menu = menu_of(legal)
            for number, action in enumerate(menu.actions, start=1):
                self._choice(number, self.entry.words.choice(view, action))
            chosen = self._answer(menu)
            if chosen is not None:
                return chosen
            self._take_back(seat)

    def _answer(self, menu: Menu) -> Any:
        """What was chosen, None for taking back; the rules are shown and a wrong word explained until then."""
        while True:
            answer = input(menu.prompt()).strip().lower()
            if answer == LEAVE:
                raise Left
            if answer == BACK:
                return None
            if answer == RULES:
                print_rules(self.console, self.entry)
            elif (chosen := menu.chosen(answer)) is not None:
                return chosen
            else:
                self._line(
                    say("'{answer}' is none of the choices.", answer=printable(answer[:LONGEST_SHOWN])), style="yellow"
                )

    def _take_back(self, seat: Seat) -> None:
        moves = self.session.can_take_back(seat)
        if moves:
            self.session.back(moves)
            self.told[seat] = len(self.session.past)
            self._line(say("Taken back."), style="yellow")
        else:
            self._line(
                say("Nothing to take back: the last move was another's, or it showed something hidden."),
                style="yellow",
            )

    def _hand_over(self, seat: Seat) -> None:
        """Let the next person come to the keyboard before anything of theirs is shown."""
        if len(self.people) > 1 and seat != self.before_us:
            self.console.clear()
            self._line()
            input(say("{name}, it is your turn. Come to the keyboard and press Enter. ", name=self.names[seat]))
        self.before_us = seat

    def _news(self, seat: Seat) -> None:
        """What happened since this person was last told."""
        self._line()
        for transition in self.session.past[self.told[seat] :]:
            self._tell(transition, seat)
        self.told[seat] = len(self.session.past)

    def _tell(self, transition: Transition[Any, Any], seat: Seat | None) -> None:
        for event in heard(transition.events, seat):
            self._line(self.entry.words.story(event, self.names), style="cyan")

    def _draw(self, view: Any, seat: Seat | None) -> None:
        heading = self.entry.words.title() if seat is None else f"{self.entry.words.title()} · {self.names[seat]}"
        self.console.print(Rule(Text(heading), align="left"))
        for line in self.entry.words.table(view, seat, self.names):
            self._line(line)
        self._line()

    def _choice(self, number: int, text: str) -> None:
        indent = " " * 5
        wrapped = fill(text, self.console.width - 1, initial_indent=f"{number:3}  ", subsequent_indent=indent)
        self._line(wrapped)

    def _end(self) -> None:
        game, state = self.session.game, self.session.state
        self._draw(state, None)
        winners = [self.names[seat] for seat in sorted(game.winners(state))]
        self._line(outcome(winners), style="bold green")

    def _line(self, text: str = "", style: str | None = None) -> None:
        self.console.print(text, style=style, markup=False, highlight=False)


def outcome(winners: list[str]) -> str:
    """Who has won, in a sentence."""
    if not winners:
        return say("The game is over; nobody has won.")
    if len(winners) == 1:
        return say("{name} has won.", name=winners[0])
    return say("The winners are: {names}.", names=", ".join(winners))
