"""The table of the card games: played with the mouse or the keys, and everything is shown as it comes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from math import sin
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

import pygame

from rumms import catalogue
from rumms.kernel.game import NATURE, Seat
from rumms.kernel.session import Transition
from rumms.language import code, say, tell
from rumms.ui import play as playing
from rumms.ui import theme
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.kit.buttons import Button, StyleName
from rumms.ui.kit.screen import Notice, Offer, Screen, Stage
from rumms.ui.kit.widget import Mood, Point, Widget
from rumms.ui.kit.words import pill, pill_box
from rumms.ui.levels import HINT, is_easy
from rumms.ui.play import Play
from rumms.ui.screens.card_end import CardEnd
from rumms.ui.screens.curtain import paint_curtain
from rumms.ui.screens.pause import Pause
from rumms.ui.screens.rules import Rules
from rumms.ui.screens.settings import SettingsSheet
from rumms.ui.tables.answering import DO, Asking, Token
from rumms.ui.tables.layout import Caption, Layout, Look
from rumms.ui.tables.motion import Motion
from rumms.ui.tables.reel import REST, Beat, Reel, story_of, table_of
from rumms.ui.thinking import Job, decide

BEFORE_THE_END: Final = 0.9
"""Seconds from the last move to the sheet that tells who has won."""
LEAD: Final = 0.6
"""Seconds that a bot seems to think at least."""
SHAKE: Final = 0.26
"""Seconds in which the table shakes after a bang, so many pixels of the design far."""
SHAKEN: Final = 6


class Tool(NamedTuple):
    """A button at the right end of the top bar."""

    name: str
    icon: str
    tip: str
    do: Callable[[], object]
    key: int | None = None
    is_enabled: bool = True
    style: StyleName = "dark"


class Target(Widget):
    """Something on the table that can be pressed. The table paints it."""

    sound = "focus"
    radius = 10.0

    def __init__(self, token: Token, rect: Rect, do: Callable[[Token], object]) -> None:
        super().__init__(token.name, rect)
        self.token, self.do = token, do

    def release(self, at: Point, inside: bool) -> None:  # noqa: ARG002  where it was let go does not matter
        """Let go inside: chosen."""
        if inside:
            self.activate()

    def activate(self) -> None:
        """Choose it."""
        self.do(self.token)


class AnswerButton(Button):
    """A button that is part of an answer."""

    is_hinted = False
    """It is part of what a hint says."""

    def __init__(self, token: Token, rect: Rect, said: Caption, do: Callable[[], object], *, is_enabled: bool) -> None:
        icon = "" if said.tint else said.icon
        super().__init__(token.name, rect, said.label, icon, said.style, do=do, is_enabled=is_enabled, px=said.px)
        self.token, self.said = token, said

    def draw(self, on: Surface, brush: Brush, mood: Mood) -> None:
        """As any button; an icon with a colour of its own stands at the left."""
        if self.is_hinted:
            brush.glow(on, self.rect, self.radius, 10, 255, theme.HONEY)
        super().draw(on, brush, mood)
        if self.said.tint:
            face = self.ring(brush, mood)
            at = (face.left + brush.u(34), self.rect.centery + face.top - self.rect.top)
            brush.put_icon(on, self.said.icon, at, 30, self.said.tint)


class CardTable(Screen):
    """A game being played. What is seen is always somebody's view of it, never the state itself."""

    def __init__(self, play: Play) -> None:
        super().__init__()
        self.play, self.game = play, play.entry.id
        people = sorted(play.people)
        self.eyes: Seat = people[0] if people else 0
        """Whose view is shown."""
        self.is_there = len(people) < 2
        """Whoever it is has said so; else nothing is shown that is not for all."""
        self.view = play.session.game.view(play.session.state, self.eyes)
        self.reels: deque[Reel] = deque()
        self.reel: Reel | None = None
        self.beats: deque[Beat] = deque()
        self.beat: Beat | None = None
        self.motion: Motion | None = None
        self.time = 0.0
        """Of the beat; below 0 while a bot seems to think."""
        self.asking: Asking | None = None
        self.hint: Any | None = None
        self._hinting: Job[Any] | None = None
        self.helps: bool | None = None
        """Whether the table reckons for people; None as it is set."""
        self.is_log_open = False
        self.lines: list[str] = []
        self.since: list[str] = []
        self._told: tuple[object, ...] = ()
        self._spoken = ""
        self._since_over = 0.0
        self._was: object = None
        self._picture: tuple[object, Surface] | None = None
        self._under: tuple[object, Surface] | None = None

    @classmethod
    def begun(
        cls,
        game: str,
        seats: tuple[str, ...],
        stage: Stage,
        options: tuple[str, ...] = (),
        *,
        seed: int | None = None,
        path: Path | None = None,
    ) -> Self:
        """A new game between these seats, with options as words."""
        return cls(playing.begin(catalogue.find(game), seats, options, stage.mind, seed=seed, path=path))

    @classmethod
    def resumed(cls, path: Path, stage: Stage, seats: tuple[str, ...] | None = None) -> Self:
        """A game that was left, with other players if they are named."""
        return cls(playing.resume(path, stage.mind, seats))

    def rematch(self) -> Self:
        """The same players and options once more."""
        return type(self)(playing.once_more(self.play))

    @property
    def leaving(self) -> str:
        """What is said about leaving."""
        return say("Leave; the game is kept")

    # What is going on.

    @property
    def is_lively(self) -> bool:  # type: ignore[override]
        """Something moves or is about to."""
        is_ending = self.play.is_over and self._since_over < BEFORE_THE_END
        return bool(self.beat or self.reels or self._hinting or is_ending) or self.play.waits_for is None

    @property
    def is_curtained(self) -> bool:
        """Nobody has said yet that it is they who look."""
        return not self.is_there and not self.play.is_over

    @property
    def mode(self) -> str:
        """What goes on, in a word."""
        if self.is_curtained and self.play.waits_for is not None:
            return "curtain"
        if self.beat:
            return "waiting for go" if self._waits() else "watching"
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
        if self.beat:
            self._run(self.beat, seconds)
        if not self.beat:
            self._go_further(seconds)
        self._listen()
        state = (self.mode, self.asking, self.asking and self.asking.chosen)
        if state != self._was:
            self._was = state
            self.rebuild()

    def _run(self, beat: Beat, seconds: float) -> None:
        before = self.time
        self.time += seconds * self.stage.settings.pace
        if before < 0.0 <= self.time:
            self._start(beat)
        if self.time >= self._length(beat) and not self._waits():
            self._next_beat()

    def _length(self, beat: Beat) -> float:
        moved = self.motion.duration if self.motion else 0.0
        still = REST if moved or beat.effect.seconds else 0.0
        return moved + beat.effect.seconds + still

    def _waits(self) -> bool:
        beat = self.beat
        return bool(beat and beat.effect.waits and self.play.people and self.time >= self._length(beat))

    def _begin(self, reel: Reel) -> None:
        self.reel, self.beats = reel, deque(reel.beats)
        is_of_bot = reel.made.seat >= 0 and reel.made.seat not in self.play.people and not reel.made.forced
        self._next_beat(lead=LEAD if is_of_bot else 0.0)

    def _next_beat(self, lead: float = 0.0) -> None:
        if not self.beats:
            self._finish_reel()
            return
        self.beat = self.beats.popleft()
        self.time, self.motion = -lead, None
        if not lead:
            self._start(self.beat)

    def _start(self, beat: Beat) -> None:
        before, after = (self.table.pieces(self.look(view)) for view in (beat.before, beat.view))
        arc = self.table.arc * self.stage.brush.scale
        self.motion = Motion(before, after, arc, is_calm=self.stage.settings.is_calm)
        self.view = beat.view
        if beat.effect.sound and (self.motion.duration or beat.effect.seconds):
            self.stage.sound.play(beat.effect.sound)

    def _finish_reel(self) -> None:
        if self.reel:
            self.view = self._seen(self.reel.made.after)
        self.reel = self.beat = self.motion = None
        self.beats.clear()
        self.time = 0.0

    def skip(self) -> None:
        """Show no more of what is being shown, up to where somebody has to say to go on."""
        if self.beat and self._waits():
            self._next_beat()
            return
        while self.beat or self.reels:
            waiting = next((beat for beat in self.beats if beat.effect.waits and self.play.people), None)
            if self.beat and self.beat.effect.waits and self.play.people:
                waiting = self.beat
            if waiting:
                while self.beat is not waiting:
                    self.beat = self.beats.popleft()
                self._start(waiting)
                self.time = self._length(waiting)
                return
            self._finish_reel()
            if self.reels:
                self.reel = self.reels.popleft()
                self.beats = deque(self.reel.beats)
                self.beat = self.beats.popleft()

    def _go_further(self, seconds: float) -> None:
        if self.reels:
            self._begin(self.reels.popleft())
            return
        for made in self.play.update():
            self._show(made)
        if self.reels:
            self._begin(self.reels.popleft())
            return
        if self.play.trouble:
            trouble, self.play.trouble = self.play.trouble, None
            self.play.is_paused = True
            again = Offer(say("Ask again"), self.play.go_on, "primary")
            self.stage.open(Notice(say("The bot is at a loss"), tell(trouble), [again, Offer(say("All right"))]))
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
        if self.is_curtained:
            self.view = self._seen(made.after)
        else:
            self.reels.append(Reel(made, self.play.session.game, self.table, self.play.names, self.eyes))

    def _seen(self, state: Any) -> Any:
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
            self._tell()

    def _has_no_secrets(self) -> bool:
        game, state = self.play.session.game, self.play.session.state
        first, *others = (game.view(state, seat) for seat in sorted(self.play.people))
        return all(other == first for other in others)

    def _look_through(self, seat: Seat) -> None:
        self.eyes, self.view = seat, self._seen_by(seat)
        self.asking = self.hint = None
        self._picture = self._under = None
        self._tell()

    def _seen_by(self, seat: Seat) -> Any:
        return self.play.session.game.view(self.play.session.state, seat)

    def arrive(self) -> None:
        """Whoever is asked says that they are there, and nobody else looks."""
        self.is_there = True
        self.view = self._seen_by(self.eyes)
        self._tell()

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
        self.asking = self.hint = None
        self._drop_hint()
        for made in self.play.decide(action):
            self._show(made)

    @property
    def can_take_back(self) -> bool:
        """Was the last decision made by whoever looks, or nobody looks yet, and nothing has come of it since?"""
        past = self.play.session.past
        is_own = bool(past) and (past[-1].seat == self.eyes or self.is_curtained)
        return is_own and self.play.can_take_back and not self.beat

    def take_back(self) -> None:
        """Go back to before the last decision, if nothing has come of it yet."""
        past = self.play.session.past
        seat = past[-1].seat if past else None
        if self.can_take_back and seat is not None and self.play.take_back():
            self.reels.clear()
            self._finish_reel()
            self._look_through(seat)
            self.rebuild()

    def ask_for_hint(self) -> None:
        """Have somebody think about what could be done."""
        if self.asking and not self._hinting and self.hint is None:
            session, seat = self.play.session, self.eyes
            stream = f"hint/{session.stream(seat)}"
            self._hinting = self.stage.mind.ask(decide, "hint", self.game, HINT, self.asking.view, seat, stream)
            self.rebuild()

    def _listen(self) -> None:
        if self._hinting and self._hinting.is_done:
            job, self._hinting = self._hinting, None
            self.hint = job.result()
            self.rebuild()

    def _drop_hint(self) -> None:
        if self._hinting:
            self._hinting.cancel()
            self._hinting = None

    # What is told.

    def _tell(self) -> None:
        """The log as whoever looks has heard it, and what happened since they decided last."""
        past, names, words = self.play.session.past, self.play.names, self.play.entry.words
        key = (len(past), past[-1] if past else None, self.eyes, code())
        if key == self._told:
            return
        self._told = key
        own = [number for number, made in enumerate(past) if made.seat == self.eyes and not made.forced]
        last = own[-1] if own else -1
        told = [(number, text) for number, made in enumerate(past) for text in story_of(made, words, names, self.eyes)]
        self.lines = [text for _, text in told][-200:]
        self.since = [text for number, text in told if number >= last][-12:]

    # Coming and going.

    def enter(self) -> None:
        """Begin; whoever thinks gets ready meanwhile."""
        self.stage.mind.warm()
        super().enter()
        if self.play.is_torn:
            self.stage.open(Notice(say("Welcome back"), say("The last move was cut off and has to be made again.")))

    def close(self) -> None:
        """Leave; the record holds everything so far."""
        self._drop_hint()
        self.play.close()

    def leave(self) -> None:
        """Escape: first leave out what was chosen, then offer to leave."""
        if self.is_log_open:
            self._toggle_log()
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
            if self.motion and self.beat:
                time = self.time
                self._start(self.beat)
                self.time = time
        self._picture = self._under = None
        self._tell()
        super().rebuild()

    def look(self, view: Any | None = None) -> Look:
        """What is to be seen now, or if that was seen."""
        play = self.play
        is_asked = self.asking is not None and not self.beat and view is None
        hinted = frozenset(self.asking.parts(self.asking.view, self.hint)) if self.asking and self.hint else frozenset()
        return Look(
            view=self.view if view is None else view,
            seat=self.eyes,
            names=play.names,
            bots=tuple(seat not in play.people for seat in range(len(play.seats))),
            actor=self._actor(),
            asking=self.asking if is_asked else None,
            pointed=self._pointed() if is_asked else None,
            hinted=hinted if is_asked else frozenset(),
            helps=self.is_helping,
            story=self._story(),
            now=self.stage.now,
        )

    def _actor(self) -> Seat | None:
        if self.beat and self.reel:
            return self.reel.made.seat if self.reel.made.seat >= 0 else None
        return self.play.session.actor

    def _story(self) -> tuple[str, ...]:
        if self.beat and self.reel:
            done = len(self.reel.beats) - len(self.beats)
            return tuple(beat.text for beat in self.reel.beats[:done] if beat.text) if self.time >= 0.0 else ()
        return tuple(self.since)

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
            yield Button("here", box, label, "eye", "primary", do=self.arrive, px=20)
        if mode == "asking":
            look = self.look()
            for token, box in self.table.targets(look).items():
                yield Target(token, box, self.press)
            for what, box, caption, is_enabled in self.table.buttons(look):
                token = Token(DO, what)
                button = AnswerButton(token, box, caption, partial(self.press, token), is_enabled=is_enabled)
                button.is_hinted = token.part in look.hinted
                yield button
        elif mode in {"watching", "waiting for go", "thinking", "paused"}:
            yield self._flow_button(mode)
        yield from self._tool_buttons()

    def _flow_button(self, mode: str) -> Button:
        box = self.table.button_boxes(("",))[0]
        match mode:
            case "watching":
                return Button("skip", box, say("Skip"), "forward", "plain", do=self.skip, tip=say("Space"))
            case "waiting for go":
                return Button("skip", box, say("Go on"), "forward", "primary", do=self.skip, tip=say("Space"))
            case "thinking":
                return Button("thinking", box, say("Stop"), "pause", "plain", do=self.play.cancel)
        return Button("thinking", box, say("Go on"), "play", "primary", do=self.play.go_on)

    def tools(self) -> list[Tool]:
        """The buttons at the right end of the top bar."""
        helps = say("Do not reckon for me\nE") if self.is_helping else say("Reckon for me\nE")
        is_asked = self.mode == "asking"
        return [
            Tool("hint", "hint", say("A hint\nH"), self.ask_for_hint, pygame.K_h, is_asked, "primary"),
            Tool("undo", "undo", say("Take back\nBackspace"), self.take_back, pygame.K_BACKSPACE, self.can_take_back),
            Tool("help", "eye", helps, self._toggle_help, pygame.K_e),
            Tool("log", "cards", say("What happened so far\nL"), self._toggle_log, pygame.K_l, not self.is_curtained),
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

    def _toggle_log(self) -> None:
        self.is_log_open = not self.is_log_open
        self._tell()

    def _toggle_help(self) -> None:
        self.helps = not self.is_helping
        self.rebuild()

    def handle(self, event: pygame.event.Event) -> bool:
        """A click anywhere, or the space bar, skips what is shown."""
        is_skip = (event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT) or (
            event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE
        )
        if is_skip and self.is_log_open:
            self._toggle_log()
            return True
        if is_skip and self.beat:
            self.skip()
            return True
        return False

    # Pictures.

    def paint(self, on: Surface) -> None:
        """The table with everything on it, or the curtain."""
        if self.is_curtained:
            paint_curtain(on, self.table, self.play.names[self.eyes] if self.play.waits_for is not None else "")
            return
        look = self.look()
        if self.motion and self.beat:
            self._paint_moving(on, look, self.motion, self.beat)
        else:
            self._paint_still(on, look)

    def _seen_key(self, look: Look) -> object:
        chosen = look.asking.chosen if look.asking else None
        return (id(look.view), look.seat, look.actor, look.pointed, chosen, look.hinted, look.helps, look.story)

    def _paint_still(self, on: Surface, look: Look) -> None:
        """A picture that is kept as long as nothing changes."""
        key = self._seen_key(look)
        if self._picture is None or self._picture[0] != key or self._picture[1].get_size() != on.get_size():
            picture = Surface(on.get_size())
            self._ground(picture, look)
            self.table.paint_pieces(picture, self.table.pieces(look))
            self.table.paint_over(picture, look)
            self._picture = key, picture
        on.blit(self._picture[1], (0, 0))

    def _paint_moving(self, on: Surface, look: Look, motion: Motion, beat: Beat) -> None:
        key = self._seen_key(look)
        if self._under is None or self._under[0] != key or self._under[1].get_size() != on.get_size():
            picture = Surface(on.get_size())
            self._ground(picture, look)
            self._under = key, picture
        time = max(0.0, self.time)
        on.blit(self._under[1], (0, self._shaken(beat, time)))
        self.table.paint_motion(on, motion, time)
        self.table.paint_over(on, look)
        if beat.effect.name and beat.effect.seconds:
            part = min(1.0, time / beat.effect.seconds)
            self.table.paint_effect(on, beat.effect.name, part, look)

    def _shaken(self, beat: Beat, time: float) -> int:
        if beat.effect.name != "bang" or self.stage.brush.calm or time > SHAKE:
            return 0
        return round(self.stage.brush.u(SHAKEN) * sin(time * 60) * (1 - time / SHAKE))

    def _ground(self, on: Surface, look: Look) -> None:
        brush = self.stage.brush
        ground = brush.keep(("card ground", self.game), lambda: self.table.ground().convert())
        on.blit(ground, (0, 0))
        self.table.paint_under(on, look)
        x, y = self.table.at(80, 37)
        brush.outlined(on, self.play.entry.words.title(), (x, y), 28, theme.PAPER, self.table.rim, 2.4, "left")

    def paint_over(self, on: Surface) -> None:
        """The prompt, and the log where it is open."""
        if not self.is_curtained:
            self._paint_prompt(on)
        if self.is_log_open and not self.is_curtained:
            self._paint_log(on)

    def _prompt(self) -> tuple[str, str]:
        """What to do next, or what is happening."""
        mode = self.mode
        if self.beat:
            return (self.beat.text, "") if self.time >= 0.0 else (self._thinking(), "bot")
        if mode == "asking" and self.asking:
            if self._hinting:
                return say("Let me think ..."), "hint"
            if self.hint is not None:
                return say("Hint: {choice}", choice=self.play.entry.words.choice(self.asking.view, self.hint)), "hint"
            return self.table.question(self.look()), ""
        if mode == "thinking":
            return self._thinking(), "bot"
        if mode == "paused":
            seat = self.play.session.actor
            return say(
                "{name} was stopped", name=self.play.names[seat] if seat is not None and seat >= 0 else ""
            ), "bot"
        return "", ""

    def _thinking(self) -> str:
        seat = self.reel.made.seat if self.beat and self.reel else self.play.thinks
        name = self.play.names[seat] if seat is not None and seat >= 0 else ""
        dots = "..." if self.stage.brush.calm else "." * (1 + int(self.stage.now * 2) % 3)
        return " ".join((say("{name} is thinking", name=name), dots))

    def _paint_prompt(self, on: Surface) -> None:
        text, icon = self._prompt()
        if not text:
            return
        brush = self.stage.brush
        left = self.table.at(80, 0)[0] + brush.width(self.play.entry.words.title(), 28, "display") + brush.u(24)
        right = self.table.box(1260 - 52 * len(self.tools()), 0, 1, 1).left - brush.u(8)
        middle = min(max(brush.size[0] / 2, left), right)
        half = min(middle - left, right - middle)
        if half < brush.u(200):
            middle, half = (left + right) / 2, (right - left) / 2
        px = float(theme.BUTTON)
        box = pill_box(brush, text, (middle, 0), icon, round(2 * half), px)
        while px > theme.SMALLEST / brush.text_scale and box.height > brush.u(60):
            px -= 1
            box = pill_box(brush, text, (middle, 0), icon, round(2 * half), px)
        box.centery = round(self.table.at(0, 36)[1])
        box.top = max(box.top, brush.u(4))
        pill(on, brush, text, box, icon, px)

    def _paint_log(self, on: Surface) -> None:
        brush = self.stage.brush
        u = brush.u
        room = self.table.box(772, 72, 488, 560)
        lead = brush.leading(theme.BODY - 1)
        shown: list[tuple[str, bool]] = []
        most = int((room.height - u(32)) / lead)
        fresh = len(self.lines) - len(self.since)
        for number in range(len(self.lines) - 1, -1, -1):
            rows = brush.lines(self.lines[number], room.width - u(40), theme.BODY - 1)
            if len(shown) + len(rows) > most:
                break
            shown = [*((row, number >= fresh) for row in rows), *shown]
        room.height = round(lead * max(1, len(shown))) + u(28)
        brush.plum(on, room, 16, shadow=14)
        y = room.top + u(14) + lead / 2
        for text, is_fresh in shown:
            tone = theme.colour("#F1E8EE") if is_fresh else theme.LILAC_2
            brush.text(on, text, (room.left + u(20), y), theme.BODY - 1, tone)
            y += lead
