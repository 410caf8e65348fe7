"""The table of the card games: played with the mouse or the keys, and everything is shown as it comes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

import pygame

from rumms import catalogue
from rumms.kernel.game import NATURE, Seat
from rumms.kernel.session import Transition
from rumms.language import code, say
from rumms.ui import play as playing
from rumms.ui import statistics
from rumms.ui.draw.brush import Rect, Surface
from rumms.ui.kit.buttons import Button, Tool
from rumms.ui.kit.screen import Notice, Screen, Stage
from rumms.ui.kit.widget import Widget
from rumms.ui.levels import is_easy
from rumms.ui.play import Play
from rumms.ui.screens.card_buttons import AnswerButton, Target
from rumms.ui.screens.card_end import CardEnd
from rumms.ui.screens.card_hint import CardHint
from rumms.ui.screens.card_log import CardLog
from rumms.ui.screens.card_picture import CardPicture
from rumms.ui.screens.card_show import CardShow
from rumms.ui.screens.pause import Pause
from rumms.ui.screens.rules import Rules
from rumms.ui.screens.settings import SettingsSheet
from rumms.ui.screens.trouble import trouble_sheet
from rumms.ui.tables.answering import DO, Asking, Token
from rumms.ui.tables.layout import Layout
from rumms.ui.tables.look import Look
from rumms.ui.tables.reel import table_of

OPENED: Final = frozenset({"asking", "curtain", "waiting for go"})
"""Phases that wait for a person; a press that was meant for the phase before must not answer them."""
BEFORE_THE_END: Final = 0.9
"""Seconds from the last move to the sheet that tells who has won."""


class CardTable(Screen):
    """A game being played. What is seen is always somebody's view of it, never the state itself."""

    first = "skip"
    is_shy = True

    def __init__(self, play: Play) -> None:
        super().__init__()
        self.play, self.game = play, play.entry.id
        people = sorted(play.people)
        self.eyes: Seat = people[0] if people else 0
        """Whose view is shown."""
        self.is_there = len(people) < 2
        """Whoever it is has said so; else nothing is shown that is not for all."""
        self.view = play.session.game.view(play.session.state, self.eyes)
        self.asking: Asking | None = None
        self.helps: bool | None = None
        """Whether the table reckons for people; None as it is set."""
        self._spoken = ""
        self._since_over = 0.0
        self._question: tuple[str, Asking | None] = ("", None)
        """The question of the last frame, and the choice so far."""
        self._chosen: tuple[Token, ...] = ()
        self.show, self.hint = CardShow(self), CardHint(self)
        self.log, self.picture = CardLog(self), CardPicture(self)

    @classmethod
    def begun(
        cls,
        game: str,
        seats: tuple[str, ...],
        stage: Stage,
        options: tuple[str, ...] = (),
        *,
        trusted: bool = False,
        seed: int | None = None,
        path: Path | None = None,
    ) -> Self:
        """A new game between these seats, with options as words."""
        entry = catalogue.find(game)
        return cls(playing.begin(entry, seats, options, stage.mind, trusted=trusted, seed=seed, path=path))

    @classmethod
    def resumed(cls, path: Path, stage: Stage, asked: tuple[str, ...] | None = None) -> Self:
        """A game that was left, with other players if the command line asks for them."""
        return cls(playing.resume(path, stage.mind, asked))

    def rematch(self) -> Self:
        """The same players and options once more."""
        return type(self)(playing.rematch(self.play, self.play.session.state.options))

    @property
    def leaving(self) -> str:
        """What is said about leaving."""
        return say("Leave; the game is kept")

    # What is going on.

    @property
    def is_lively(self) -> bool:  # type: ignore[override]
        """Something moves or is about to."""
        is_ending = self.play.is_over and self._since_over < BEFORE_THE_END
        return self.show.is_on or self.hint.is_thinking or is_ending or self.play.waits_for is None

    @property
    def is_curtained(self) -> bool:
        """Nobody has said yet that it is they who look."""
        return not self.is_there and not self.play.is_over

    @property
    def mode(self) -> str:
        """What goes on, in a word."""
        if self.is_curtained and self.play.waits_for is not None:
            return "curtain"
        if self.show.beat:
            return "waiting for go" if self.show.waits else "watching"
        if self.play.is_paused:
            return "paused"
        if self.play.thinks is not None and self.play.thinks != NATURE:
            return "thinking"
        if self.play.waits_for is not None:
            return "asking" if self.asking else "waiting"
        return "over" if self.play.is_over else "waiting"

    @property
    def is_helping(self) -> bool:
        """Does the table reckon for people?"""
        if self.helps is not None:
            return self.helps
        wish = self.stage.settings.card_help
        return wish == "on" or (wish == "easy" and is_easy(self.play.seats))

    def update(self, seconds: float) -> None:
        """Show the next bit; if nothing is left to be shown, let the game go on."""
        self.show.update(seconds)
        if not self.show.beat:
            self._go_further(seconds)
        self.hint.update()
        question = (self.mode, self.asking)
        if question != self._question:
            self._question = question
            if self.mode in OPENED:
                self.open_question()
            else:
                self.close_question()
            self.rebuild()
        elif self.asking and self.asking.chosen != self._chosen:
            self.rebuild()

    def _go_further(self, seconds: float) -> None:
        if self.show.begin():
            return
        for made in self.play.update():
            self._show(made)
        if self.show.begin():
            return
        if self.play.trouble:
            trouble, self.play.trouble = self.play.trouble, None
            self.play.is_paused = True
            self.stage.open(trouble_sheet(trouble, self.play.go_on))
        seat = self.play.waits_for
        if seat is not None:
            self._ask(seat)
        elif self.play.is_over:
            self._since_over += seconds
            if self._since_over >= BEFORE_THE_END > self._since_over - seconds:
                self.is_there = True
                self.stage.open(CardEnd(self))

    def _show(self, made: Transition[Any, Any]) -> None:
        """Queue a move to be shown to whoever looks; behind the curtain nothing is."""
        if self.play.is_over:
            statistics.note(self.play)
        if self.is_curtained:
            self.view = self.seen(made.after)
        else:
            self.show.queue(made)

    def seen(self, state: Any) -> Any:
        """What of a state whoever looks may see."""
        return self.play.session.game.view(state, self.eyes)

    # Whose turn it is to look.

    def _ask(self, seat: Seat) -> None:
        game, state = self.play.session.game, self.play.session.state
        if seat != self.eyes:
            # Where nobody has a secret, nobody has to look away.
            is_open = game.view(state, seat) == game.view(state, self.eyes)
            self.is_there = self.is_there and is_open
            self._look_through(seat)
        if self.is_curtained and self._has_no_secrets():
            self.is_there = True
        if self.is_there and (self.asking is None or self.asking.view is not self.view):
            self.asking = Asking(self.view, game.legal(self.view), self.table.parts)
            self.log.tell()

    def _has_no_secrets(self) -> bool:
        game, state = self.play.session.game, self.play.session.state
        first, *others = (game.view(state, seat) for seat in sorted(self.play.people))
        return all(other == first for other in others)

    def _look_through(self, seat: Seat) -> None:
        self.eyes = seat
        self.view = self.seen(self.play.session.state)
        self.asking = None
        self.hint.forget()
        self.picture.forget()
        self.log.tell()

    def arrive(self) -> None:
        """Whoever is asked says that they are there, and nobody else looks."""
        self.is_there = True
        self.view = self.seen(self.play.session.state)
        self.log.tell()

    # Answers.

    def press(self, token: Token) -> None:
        """Choose something; where that says everything, it is done."""
        if self.asking:
            if not self.asking.can_press(token):
                self.stage.sound.play("refused")
                return
            action = self.asking.press(token)
            if action is not None:
                self.decide(action)
            else:
                self.rebuild()  # at once: the next click may come within this frame

    def decide(self, action: Any) -> None:
        """Make a decision; what comes of it is shown."""
        self.asking = None
        self.hint.forget()
        for made in self.play.decide(action):
            self._show(made)

    @property
    def can_take_back(self) -> bool:
        """Was the last decision made by whoever looks, or nobody looks yet, and nothing has come of it since?"""
        past = self.play.session.past
        is_own = bool(past) and (past[-1].seat == self.eyes or self.is_curtained)
        return is_own and self.play.can_take_back and not self.show.beat

    def take_back(self) -> None:
        """Go back to before the last decision, if nothing has come of it yet."""
        past = self.play.session.past
        seat = past[-1].seat if past else None
        if self.can_take_back and seat is not None and self.play.take_back():
            self.show.clear()
            self._look_through(seat)
            self.rebuild()

    # Coming and going.

    def enter(self) -> None:
        """Begin; whoever thinks gets ready meanwhile."""
        self.stage.mind.warm()
        super().enter()
        if self.play.is_torn:
            self.stage.open(Notice(say("Welcome back"), say("The last move was cut off and has to be made again.")))

    def close(self) -> None:
        """Leave; the record holds everything so far."""
        self.hint.forget()
        self.play.close()

    def leave(self) -> None:
        """Escape: first leave out what was chosen, then offer to leave."""
        if self.log.is_open:
            self.log.toggle()
        elif self.asking and self.asking.chosen:
            self.asking.chosen = ()
        else:
            self.stage.open(Pause(self))

    # Layout.

    def rebuild(self) -> None:
        """The table for this window, in the language of now."""
        brush = self.stage.brush
        before = getattr(self, "table", None)
        if before is None or before.brush is not brush or self._spoken != code():
            self._spoken = code()
            self.table: Layout = table_of(self.play.entry, brush, len(self.play.seats))
            self.show.lay_anew()
        self._chosen = self.asking.chosen if self.asking else ()
        self.picture.forget()
        self.log.tell()
        super().rebuild()

    def look(self, view: Any | None = None) -> Look:
        """What is to be seen now, or if that was seen."""
        play = self.play
        is_asked = self.asking is not None and not self.show.beat and view is None
        return Look(
            view=self.view if view is None else view,
            seat=self.eyes,
            names=play.names,
            bots=tuple(seat not in play.people for seat in range(len(play.seats))),
            actor=self._actor(),
            asking=self.asking if is_asked else None,
            pointed=self._pointed() if is_asked else None,
            hinted=self.hint.lit if is_asked else frozenset(),
            helps=self.is_helping,
            story=self.show.said if self.show.beat else tuple(self.log.since),
            now=self.stage.now,
        )

    def _actor(self) -> Seat | None:
        if self.show.beat and self.show.reel:
            seat = self.show.reel.made.seat
            return seat if seat >= 0 else None
        return self.play.session.actor

    def _pointed(self) -> Token | None:
        widget = self.over
        if (widget is None or not hasattr(widget, "token")) and self.shows_ring:
            widget = self.find(self.focus)
        token = getattr(widget, "token", None)
        return token if isinstance(token, Token) else None

    def build(self) -> Iterator[Widget]:
        """What can be pressed on the table, buttons, and the tools."""
        mode, brush = self.mode, self.stage.brush
        if mode == "curtain":
            label = say("I am here")
            box = Rect(0, 0, max(brush.u(220), Button.needs(brush, label, "eye", 20)[0]), brush.u(56))
            box.center = (brush.size[0] // 2, round(brush.size[1] * 0.68))
            yield Button("here", box, label, "eye", "primary", do=self.arrive, px=20, is_answer=True)
        if mode == "asking":
            look = self.look()
            for token, box in self.table.targets(look).items():
                yield Target(token, box, self.press)
            for what, box, caption, is_enabled in self.table.buttons(look):
                token = Token(DO, what)
                button = AnswerButton(token, box, caption, partial(self.press, token), is_enabled=is_enabled)
                button.is_hinted = token in look.hinted
                yield button
        elif mode in {"watching", "waiting for go", "thinking", "paused"}:
            yield self._flow_button(mode)
        yield from self._tool_buttons()

    def _flow_button(self, mode: str) -> Button:
        box = self.table.button_boxes(("",))[0]
        match mode:
            case "watching":
                return Button("skip", box, say("Skip"), "forward", "plain", do=self.show.skip, tip=say("Space"))
            case "waiting for go":
                return Button(
                    "skip", box, say("Go on"), "forward", "primary", do=self.show.skip, tip=say("Space"), is_answer=True
                )
            case "thinking":
                return Button("thinking", box, say("Stop"), "pause", "plain", do=self.play.cancel)
        return Button("thinking", box, say("Go on"), "play", "primary", do=self.play.go_on)

    def tools(self) -> list[Tool]:
        """The buttons at the right end of the top bar."""
        helps = say("Do not reckon for me\nE") if self.is_helping else say("Reckon for me\nE")
        is_asked = self.mode == "asking"
        return [
            Tool("hint", "hint", say("A hint\nH"), self.hint.ask, pygame.K_h, is_asked, "primary"),
            Tool("undo", "undo", say("Take back\nBackspace"), self.take_back, pygame.K_BACKSPACE, self.can_take_back),
            Tool("help", "eye", helps, self._toggle_help, pygame.K_e),
            Tool("log", "cards", say("What happened so far\nL"), self.log.toggle, pygame.K_l, not self.is_curtained),
            Tool("rules", "rules", say("Rules\nF1"), lambda: self.stage.open(Rules(self.game))),
            Tool("settings", "settings", say("Settings"), lambda: self.stage.open(SettingsSheet())),
        ]

    def _tool_buttons(self) -> Iterator[Widget]:
        back = self.table.box(20, 14, 44, 44)
        yield Button(
            "menu", back, icon="back", style="dark", do=lambda: self.stage.open(Pause(self)), tip=say("Menu\nEsc")
        )
        tools = self.tools()
        for number, (name, icon, tip, do, key, is_enabled, style) in enumerate(tools):
            box = self.table.box(1260 - 52 * (len(tools) - number) + 8, 14, 44, 44)
            yield Button(name, box, icon=icon, style=style, do=do, tip=tip, shortcut=key, is_enabled=is_enabled)

    def _toggle_help(self) -> None:
        self.helps = not self.is_helping
        self.rebuild()

    def handle(self, event: pygame.event.Event) -> bool:
        """A click anywhere, or the space bar, skips what is shown."""
        is_skip = (event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT) or (
            event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE
        )
        if is_skip and self.log.is_open:
            self.log.toggle()
            return True
        if is_skip and self.show.beat:
            if not (self.show.waits and self.is_fresh):
                self.show.skip()
            return True
        return False

    def paint(self, on: Surface) -> None:
        """The table with everything on it, or the curtain."""
        self.picture.paint(on)

    def paint_over(self, on: Surface) -> None:
        """The prompt, and the log where it is open."""
        self.picture.paint_over(on)
