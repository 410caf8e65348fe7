"""The table: a game of Rumms is played here, with the mouse or the keys, and everything is shown as it comes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Self

import pygame
from msgspec.structs import replace

from rumms import catalogue
from rumms.games.rumms.actions import Decline, Use
from rumms.games.rumms.army import Formations, Musters
from rumms.games.rumms.choices import Flicks, Moves, OrElse
from rumms.games.rumms.events import Won
from rumms.games.rumms.spots import Spots
from rumms.games.rumms.state import SIDES, Side, State
from rumms.kernel.game import NATURE, Choices
from rumms.kernel.refusal import IllegalMove, NotWritten, Refusal
from rumms.kernel.session import Transition
from rumms.language import code, say, tell
from rumms.ui import play as playing
from rumms.ui import statistics
from rumms.ui.asking import Asking, about
from rumms.ui.draw import bars
from rumms.ui.draw.aim import AimDrawing
from rumms.ui.draw.brush import Rect, Surface
from rumms.ui.draw.tabletop import Tabletop
from rumms.ui.gestures import FULL_PULL, Aim, room_behind
from rumms.ui.kit.buttons import Button, Tool
from rumms.ui.kit.screen import TIP_AFTER, Notice, Stage
from rumms.ui.kit.widget import Point, Widget
from rumms.ui.placing import Placing
from rumms.ui.play import Play
from rumms.ui.playback import Reel, scene_of
from rumms.ui.screens.end import End
from rumms.ui.screens.pause import Pause
from rumms.ui.screens.preparing import Preparing
from rumms.ui.screens.question import Panel
from rumms.ui.screens.rules import Rules
from rumms.ui.screens.settings import SettingsSheet
from rumms.ui.screens.showing import Showing
from rumms.ui.screens.table_bar import TableBar
from rumms.ui.screens.table_finger import TableFinger
from rumms.ui.screens.table_foresight import TableForesight
from rumms.ui.screens.table_hint import TableHint
from rumms.ui.screens.table_keys import TableKeys
from rumms.ui.screens.table_mat import Mat
from rumms.ui.screens.table_picture import TablePicture
from rumms.ui.screens.trouble import trouble_sheet

BEFORE_THE_END: Final = 0.7
"""Seconds from the last move to the sheet that tells who has won."""
PERSONAL: Final = frozenset({"choosing", "aiming", "placing", "asking"})
"""Modes in which a person has to decide something."""
PREPARE: Final = 2.0
"""Milliseconds of a frame in which pictures of dice are made ahead while nothing moves."""
QUICK_START: Final = ("powers=no",)
"""The options of a quick start, as words."""


class Table(Showing):
    """A game being played."""

    first = "mat"
    game = "rumms"

    def __init__(self, play: Play, formations: tuple[str, ...] = (), wins: tuple[int, int] = (0, 0)) -> None:
        super().__init__(play)
        self.formations = formations
        """Red's and blue's formation by name; without a name a person is asked, or has the first that fits."""
        self._wins = wins
        """Of the games that were played before this one, red's first."""
        self.shown_game: int = play.session.state.game
        """Which game of the tournament lies on the table; the rules may have begun the next one already."""
        self.is_log_open = False
        self.aim: Aim | None = None
        self.is_pulling = False
        self.chosen: int | None = None
        """The die that the keys would take."""
        self.hovered: int | None = None
        self.placing: Placing | None = None
        self.asking: Asking | None = None
        """A question about a power, with its answer in the making."""
        self.panel: Panel | None = None
        self.pointed: tuple[int, float] | None = None
        """The die that the pointer was moved to, and since when; none from a film on, until the pointer moves."""
        self.tells_chosen = True
        """The keys have come to a die since the last film, so that it is told about."""
        self._legal: tuple[State, Choices[Any]] | None = None
        self._instead_of: tuple[State, tuple[int, ...]] | None = None
        self._pan: Point | None = None
        self._since_over = 0.0
        self.snapping: tuple[Aim, float] | None = None
        self._was = ""
        self._was_asking: Asking | None = None
        self.preparing = Preparing(self)
        self.picture = TablePicture(self)
        self.bar, self.keys, self.ahead = TableBar(self), TableKeys(self), TableForesight(self)
        self.finger, self.hint = TableFinger(self), TableHint(self)

    @classmethod
    def begun(
        cls,
        seats: tuple[str, ...],
        stage: Stage,
        options: tuple[str, ...] = QUICK_START,
        formations: tuple[str, ...] = (),
        wins: tuple[int, int] = (0, 0),
        *,
        trusted: bool = False,
        seed: int | None = None,
        path: Path | None = None,
    ) -> Self:
        """A new game between these seats, with options as words, each side with a formation of its own, if named."""
        entry = catalogue.find("rumms")
        play = playing.begin(entry, seats, options, stage.mind, trusted=trusted, seed=seed, path=path)
        return cls(play, formations, wins)

    @classmethod
    def resumed(cls, path: Path, stage: Stage, asked: tuple[str, ...] | None = None) -> Self:
        """A game that was left, with other players if the command line asks for them."""
        return cls(playing.resume(path, stage.mind, asked))

    def rematch(self, first: Side) -> Self:
        """The same players with the same options once more; one side begins. A tournament begins anew."""
        options = replace(self.state.options, first_team=str(first))
        play = playing.rematch(self.play, options)
        return type(self)(play, self.formations, (0, 0) if options.wins_needed > 1 else self.score)

    def team_name(self, side: Side) -> str:
        """What the members of a team are called."""
        return " & ".join(self.play.names[seat] for seat in self.state.teams[side.number])

    @property
    def leaving(self) -> str:
        """What it means to leave."""
        return say("Leave; the game is kept")

    @property
    def is_lively(self) -> bool:  # type: ignore[override]
        """A film plays, somebody aims or thinks, or the end is near."""
        is_ending = self.is_won and self._since_over < BEFORE_THE_END
        return (
            bool(self.reel or self.reels or self.aim or self.placing or is_ending or self.hint.is_thinking)
            or self.play.waits_for is None
        )

    # Coming and going.

    def enter(self) -> None:
        """Begin; the physics gets ready meanwhile."""
        self.stage.mind.warm()
        super().enter()
        if self.play.is_torn:
            self.stage.open(Notice(say("Welcome back"), say("The last move was cut off and has to be made again.")))

    def close(self) -> None:
        """Leave; the record holds everything so far."""
        self.ahead.forget()
        self.stage.sound.slide(0.0)
        self.play.close()

    def leave(self) -> None:
        """Escape: first take the hand from the die, then offer to leave."""
        if self.is_again:
            self._finish_reel()
        elif self.finger.is_down:
            self.finger.lift()
        elif self.aim:
            self.cancel()
        elif (self.placing or self.asking) and self.play.can_take_back:
            self.take_back()
        elif self.is_log_open:
            self.is_log_open = False
        else:
            self.stage.open(Pause(self))

    # Layout.

    def rebuild(self) -> None:
        """The mat between the bars; what was zoomed stays zoomed."""
        brush = self.stage.brush
        before = getattr(self, "top", None)
        if self._spoken != code():
            self._tell_all()
        self.top = Tabletop(brush, self.state.options.mat, self.room())
        if before:
            self.top.view.zoom, self.top.view.centre = before.view.zoom, before.view.centre
        self.teams = {side: bars.TeamBar(brush, self.top.dice, str(side)) for side in SIDES}
        self.strip = bars.strip(brush, len(self.tools()))
        self.drawing = AimDrawing(brush)
        self._was, self._was_asking = self.mode, self.asking
        self.panel = self._panel(self.asking) if self.asking and self._was == "asking" else None
        super().rebuild()

    def room(self) -> Rect:
        """Where there is room for the mat."""
        u, (wide, high) = self.stage.brush.u, self.stage.brush.size
        return Rect(u(48), u(85), wide - u(96), high - u(170))

    def _panel(self, asking: Asking) -> Panel:
        lit = (*asking.among, asking.task.owner)
        seen = [self.top.pixel(self.scene.sights[die]) for die in lit if die in self.scene.sights]
        return Panel(self.stage.brush, asking, seen)

    def build(self) -> Iterator[Widget]:
        """The mat, what the middle of the lower bar offers, and the tools."""
        yield Mat(self)
        if self.panel:
            back = self.take_back if self.play.can_take_back else None
            yield from self.panel.widgets(self.confirm, self.decline, self.choose, back)
            yield from self.bar.tools(self.hints())
            return
        yield from self.bar.middle()
        yield Button("log", self.strip.log, style="dark", do=self._toggle_log, tip=say("What happened so far"))
        yield from self.bar.tools(self.tools())

    def tools(self) -> list[Tool]:
        """The buttons at the right end of the lower bar."""
        again, undo = say("The last flick once more, slowly\nR"), say("Take back\nBackspace")
        return [
            *self.hints(),
            Tool("menu", "back", say("Menu\nEsc"), lambda: self.stage.open(Pause(self))),
            Tool("undo", "undo", undo, self.take_back, pygame.K_BACKSPACE, self._can_take_back()),
            Tool("again", "replay", again, self.show_again, pygame.K_r, self.has_flick()),
            Tool("zoom", "zoom", say("Zoom\n+ and -, the whole mat with 0"), self._zoom),
            Tool("rules", "rules", say("Rules\nF1"), lambda: self.stage.open(Rules(self.game))),
            Tool("settings", "settings", say("Settings"), lambda: self.stage.open(SettingsSheet())),
        ]

    def hints(self) -> list[Tool]:
        """What a bot would do: for whoever plays against bots alone."""
        tip, can = say("What would a bot do, and why?\nH"), self.hint.can_be_asked
        tool = Tool("hint", "hint", tip, self.hint.ask, pygame.K_h, can, "primary")
        return [tool] if self.hint.is_offered else []

    @property
    def mode(self) -> str:
        """What goes on, in a word: what the lower bar shows follows from it."""
        if self.reel:
            return "watching"
        if self.play.is_paused:
            return "paused"
        if self.play.thinks is not None and self.play.thinks != NATURE:
            return "thinking"
        if self.play.waits_for is not None:
            return "aiming" if self.aim else "placing" if self.placing else "asking" if self.asking else "choosing"
        return "over" if self.play.is_over else "waiting"

    # What is going on.

    def update(self, seconds: float) -> None:
        """Show the next bit; if nothing is left to be shown, let the game go on."""
        if self.reel:
            self._run(self.reel, seconds)
        if not self.reel:
            self._go_further(seconds)
        self.ahead.update()
        self.finger.update()
        self.hint.update()
        if (self.mode, self.asking) != (self._was, self._was_asking):
            is_new = self._was not in PERSONAL or (self.mode == "asking" and self.asking is not self._was_asking)
            if self.mode not in PERSONAL:
                self.close_question()
            elif is_new:
                self.open_question()
                self.chosen = None  # who hurries must not flick the die of the turn before
            self.rebuild()
        if not self.scene.is_moving and self.reel is None and not self.is_traced:
            self.top.prepare(self.scene, PREPARE)

    def _go_further(self, seconds: float) -> None:
        if self._begin_next():
            return
        if self.is_won:
            self._since_over += seconds
            if self._since_over >= BEFORE_THE_END > self._since_over - seconds:
                self.end()
            return
        if self.preparing.checks():
            return
        for made in self.play.update():
            self._show(made)
        if self._begin_next():
            return
        if self.play.trouble:
            self._stand_still(self.play.trouble)
        if self.play.waits_for is not None and not self.play.is_paused:
            try:
                self._ask()
            except NotWritten as refusal:
                self._stand_still(refusal)

    def _stand_still(self, trouble: Refusal) -> None:
        """Say why the game does not go on; nothing happens until somebody wants it to."""
        self.play.trouble, self.play.is_paused = None, True
        self.stage.open(trouble_sheet(trouble, self.play.go_on))

    @property
    def is_won(self) -> bool:
        """Is the game on the table over, be it the last one or one of a tournament?"""
        return self.play.is_over or self.shown_game != self.state.game

    def end(self) -> None:
        """The game is over, and everything was shown."""
        self.stage.open(End(self))

    def next_game(self) -> None:
        """Go on with the next game of a tournament; who lost begins it."""
        self.shown_game, self._since_over = self.state.game, 0.0

    def _show(self, made: Transition[Any, Any]) -> None:
        if any(isinstance(event, Won) for event in made.events):
            statistics.note(self.play)
        super()._show(made)

    def _begin(self, reel: Reel, *, again: bool = False) -> None:
        super()._begin(reel, again=again)
        self.hovered = self.pointed = None
        self.tells_chosen = False

    def seen(self, made: Transition[Any, Any]) -> None:
        """Fouls are explained once they were seen."""
        self.finger.seen(made)

    def show_again(self) -> None:
        """The last flick once more, slowly; not while somebody aims."""
        if not self.aim:
            super().show_again()

    # What a person is asked.

    @property
    def legal(self) -> Choices[Any]:
        """What the person may do now; asked once a state."""
        state = self.state
        if self._legal is None or self._legal[0] is not state:
            self._legal = state, self.play.session.game.legal(state)
        return self._legal[1]

    def flickable(self) -> tuple[int, ...]:
        """The dice that the person may flick now."""
        if self.play.waits_for is None or self.reel:
            return ()
        match self.legal:
            case Moves(flicks=flicks):
                return flicks.dice
            case OrElse(choices=Flicks(dice=dice)) | Flicks(dice=dice):
                return dice
        return ()

    def instead(self) -> tuple[int, ...]:
        """The dice that can do something instead of a flick; of those beside the mat one of each kind."""
        if self.play.waits_for is None or self.reel:
            return ()
        state = self.state
        if self._instead_of is None or self._instead_of[0] is not state:
            uses = self.legal.replacing() if isinstance(self.legal, Moves) else []
            dice = [state.dice[use.die] for use in uses]
            alike = {(die.kind, None if die.is_on_mat else die.where): die.id for die in reversed(dice)}
            found = tuple(die.id for die in dice if die.is_on_mat or die.id in alike.values())
            self._instead_of = state, found
        return self._instead_of[1]

    def takable(self) -> tuple[int, ...]:
        """The dice that a press, or Enter, takes now."""
        if self.asking:
            return tuple(die for die in self.asking.among if die in self.scene.sights)
        return self.flickable()

    def _ask(self) -> None:
        """What needs no asking is answered; a die that is to be set comes into the hand."""
        legal = self.legal
        if isinstance(legal, Musters | Formations):
            self.preparing.ask(legal)
        elif isinstance(legal, Spots):
            if self.placing is None or self.placing.spots is not legal:
                self.placing = Placing(legal)
                self.placing_with_keys = self.shows_ring
            if self.pointer and not self.placing_with_keys:
                self.placing.to(*self.top.view.under(self.pointer))
        elif Asking.fits(self.state) and (self.asking is None or self.asking.state is not self.state):
            self.asking, self.chosen = Asking(self.play.session.game, self.state), None

    def decide(self, action: Any) -> None:
        """Make a decision; what comes of it is shown."""
        self.placing = self.asking = None
        for made in self.play.decide(action):
            self._show(made)

    def use(self, die: int) -> None:
        """Let a die do what it can do instead of a flick."""
        self.decide(Use(die))

    def choose(self, die: int) -> None:
        """Choose a die of those that are asked about; where that says everything, it is done."""
        if not self.asking or not self.asking.choose(die):
            self.stage.sound.play("refused")
            return
        self.chosen = die
        if self.asking.is_at_once:
            self.confirm()
        else:
            self.rebuild()

    def confirm(self) -> None:
        """Yes: do what was chosen."""
        if self.asking and self.asking.is_ready:
            for action in self.asking.answer:
                self.decide(action)

    def decline(self) -> None:
        """No, thanks."""
        self.decide(Decline())

    def _can_take_back(self) -> bool:
        return self.play.can_take_back and not self.reel

    def take_back(self) -> None:
        """Go back to before the last decision, if nothing has come of it yet."""
        if self.play.take_back():
            self.reels.clear()
            self.reel = self.placing = self.asking = self.pointed = None
            self.scene = scene_of(self.state)
            self._tell_all()
            self.rebuild()

    # The mouse.

    @property
    def is_over_something(self) -> bool:
        """A button, or a die that can be taken."""
        over = self.over
        return self.hovered is not None if isinstance(over, Mat) else super().is_over_something

    def press(self, at: Point) -> None:
        """Take hold of a die, set one down, or hurry."""
        if self.reel:
            self.time = max(self.time, 0.0)
            return
        if self.is_fresh and (self.placing or self.asking):
            return
        if self.placing:
            self.placing.to(*self.top.view.under(at))
            self.set_down()
            return
        if self.finger.is_on:
            self.finger.put_down(at)
            return
        die = self.top.die_at(self.scene, at, self.takable())
        if die is not None and self.asking:
            if self.asking.picked == (die,) and not self.asking.worth:
                self.confirm()
            else:
                self.choose(die)
            return
        if die is None:
            self.cancel()
            self._pan = at if self.top.view.zoom > 1.0 else None
            return
        sight = self.scene.sights[die]
        self.aim = Aim.pressed(self.state.dice[die].body, self.top.view.under(at, sight.z), at)
        self.is_pulling, self.chosen, self.pointed = True, die, None
        self.ahead.forget()

    def drag(self, at: Point) -> None:
        """Pull back, or move the picture."""
        self.finger.move(at)
        if self._pan:
            self.top.view.pan(at[0] - self._pan[0], at[1] - self._pan[1])
            self._pan = at
        if self.aim and self.is_pulling:
            brush, middle = self.stage.brush, self.top.pixel(self.scene.sights[self.aim.die])
            self.aim = self.aim.pulled(at, middle, brush.u(FULL_PULL), room_behind(middle, at, brush.size))

    def let_go(self, *, inside: bool) -> None:
        """Flick, if the pull was long enough."""
        self._pan = None
        if self.finger.is_down:
            self.finger.let_go() if inside else self.finger.lift()
        if self.is_pulling:
            self.is_pulling = False
            if inside and self.aim and self.aim.is_ready:
                self.flick()
            else:
                self.cancel()

    def wheel(self, amount: float, at: Point) -> None:
        """Strike higher or lower, turn the die in the hand, or zoom."""
        if self.aim and not pygame.key.get_mods() & pygame.KMOD_CTRL:
            self.aim = self.aim.raised(1 if amount > 0 else -1)
        elif self.placing and not pygame.key.get_mods() & pygame.KMOD_CTRL:
            self.placing.turn(1 if amount > 0 else -1)
        else:
            self.top.view.zoom_at(at, 1.15**amount)

    def handle(self, event: pygame.event.Event) -> bool:
        """Right click cancels; the middle button moves the picture; keys for the whole table."""
        if self.finger.handle(event):
            return True
        match event.type:
            case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_RIGHT:
                if self.aim or self.finger.is_down:
                    self.cancel()
                elif self.placing and self.play.can_take_back:
                    self.take_back()
                else:
                    self._pan = event.pos
            case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_MIDDLE:
                self._pan = event.pos
            case pygame.MOUSEBUTTONUP if event.button in {pygame.BUTTON_RIGHT, pygame.BUTTON_MIDDLE}:
                self._pan = None
            case pygame.MOUSEMOTION:
                self._moved_over(event)
            case pygame.KEYDOWN:
                return self.keys.anywhere(event)
            case _:
                return False
        return True

    def _moved_over(self, event: pygame.event.Event) -> None:
        if self._pan and any(event.buttons[1:]):
            self.top.view.pan(*event.rel)
        self.placing_with_keys = False
        self.finger.move(event.pos)
        self.hovered = None
        if self.aim or self.placing or self.reel or not isinstance(self.under(event.pos), Mat):
            self.pointed = None
            return
        self.hovered = self.top.die_at(self.scene, event.pos, self.takable())
        die = self.top.die_on(self.scene, event.pos)
        if die is None or self.pointed is None or self.pointed[0] != die:
            self.pointed = None if die is None else (die, self.stage.now)

    def told(self) -> tuple[int, str] | None:
        """The die about which something is told, and what: the one under the pointer, or the keys' choice."""
        if self.reel or self.aim or self.placing:
            return None
        die = self.chosen if self.tells_chosen and self.shows_ring and self.focus == "mat" else None
        if die is None and self.pointed and self.stage.now - self.pointed[1] >= TIP_AFTER:
            die = self.pointed[0]
        if die is None or die not in self.scene.sights:
            return None
        # Between two games of a tournament the rules have put the dice away, but they are still to be seen.
        state = self.scene.state
        return die, about(state, state.dice[die])

    # The keys.

    def mat_key(self, event: pygame.event.Event) -> bool:
        """Choose a die, aim, flick; or move the die in the hand and set it."""
        return self.keys.on_the_mat(event)

    # Doing it.

    def set_down(self) -> None:
        """Set the die in the hand where it hangs, if it may lie there."""
        if self.placing:
            try:
                put = self.placing.put()
            except IllegalMove as refusal:
                self.stage.sound.play("refused")
                self.stage.open(Notice(say("Not there"), tell(refusal)))
                return
            self.decide(put)

    def flick(self) -> None:
        """Make the flick that is aimed."""
        if self.aim and self.aim.is_ready:
            flick = self.aim.flick
            self.cancel()
            self.snapping = None
            self.chosen = flick.die
            self.decide(flick)

    def cancel(self) -> None:
        """Take the hand from the die; the arrow snaps back."""
        if self.aim and self.aim.is_ready and not self.stage.brush.calm:
            self.snapping = self.aim, self.stage.now
        self.finger.lift()
        self.aim = None
        self.is_pulling = False
        self.ahead.forget()

    def _toggle_log(self) -> None:
        self.is_log_open = not self.is_log_open

    def _zoom(self) -> None:
        view = self.top.view
        view.zoom_at(self.pointer or view.area.center, 1.6 if view.zoom < 1.5 else 0.0)

    # Pictures.

    def paint(self, on: Surface) -> None:
        """Table, mat, aim, dice, bars."""
        self.picture.paint(on)

    def paint_over(self, on: Surface) -> None:
        """What flies over everything, the log, power and strike, and the prompt."""
        self.picture.paint_over(on)

    def draw_trace(self, on: Surface) -> Rect:
        """The finger."""
        return self.finger.paint_down(on)

    @property
    def score(self) -> tuple[int, int]:
        """Games won so far, red's first: of the tournament, or of all that were played one after the other."""
        state = self.scene.state
        red, blue = (won + now for won, now in zip(self._wins, state.wins, strict=True))
        return red, blue
