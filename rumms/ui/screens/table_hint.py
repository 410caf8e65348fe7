"""A hint at a table: what a bot would do, shown on the mat, and why, in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rumms.games.rumms.actions import Pick, Put, Use
from rumms.games.rumms.advice import Advice
from rumms.games.rumms.state import NOBODY, Ask, State
from rumms.games.rumms.tasks import spots
from rumms.games.rumms.why import advice
from rumms.kernel.refusal import Refusal
from rumms.language import say, tell
from rumms.physics.model import Flick
from rumms.troubles import noted
from rumms.ui.draw.brush import Surface
from rumms.ui.draw.tabletop import look_of
from rumms.ui.gestures import Aim, Point
from rumms.ui.kit.screen import Notice
from rumms.ui.playback import lying
from rumms.ui.thinking import Job, advise

if TYPE_CHECKING:
    from rumms.ui.screens.table import Table

WITHOUT: Final = frozenset({Ask.MUSTER, Ask.SET_UP})
"""Questions that are answered elsewhere than on the mat."""


class TableHint:
    """Asks a bot beside the person who is to move. The answer is thought of elsewhere, and holds for one state."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._job: Job[Advice] | None = None
        self._about: State | None = None
        self._given: Advice | None = None

    @property
    def is_offered(self) -> bool:
        """Is a hint nobody's disadvantage: are there only bots on the other side?"""
        play, state = self.table.play, self.table.state
        teams = [[seat for seat in team if seat in play.people] for team in state.teams]
        return len([team for team in teams if team]) == 1

    @property
    def can_be_asked(self) -> bool:
        """Does a person have to decide something on the mat now?"""
        table = self.table
        return table.play.waits_for is not None and not table.reel and table.state.task.ask not in WITHOUT

    @property
    def is_thinking(self) -> bool:
        """Is an answer on its way?"""
        return self._job is not None

    @property
    def given(self) -> Advice | None:
        """The answer, as long as it is about what is asked now and nobody has begun to aim."""
        table = self.table
        is_of_now = self._about is table.state and table.aim is None and not table.reel and not table.finger.is_down
        return self._given if is_of_now else None

    def ask(self) -> None:
        """Ask; who asks again does not want to see it any more."""
        if self.given or not self.can_be_asked:
            self.forget()
            return
        table = self.table
        seat, session = table.play.session.actor, table.play.session
        if seat is None or self._job:
            return
        table.cancel()
        self._about, self._given = table.state, None
        view = session.game.view(table.state, seat)
        self._job = table.stage.mind.ask(advise, table.play.entry.id, view, seat, f"hint/{session.stream(seat)}")

    def update(self) -> None:
        """Take the answer once it is there."""
        if self._job and self._about is not self.table.state:
            self.forget()
        if self._job and self._job.is_done:
            job, self._job = self._job, None
            try:
                self._given = job.result()
            except Refusal as refusal:
                self.table.stage.open(Notice(say("The bot is at a loss"), tell(noted(refusal))))

    def forget(self) -> None:
        """No hint; whoever thinks about one stops, for a flick would have to wait for that."""
        if self._job:
            self._job.cancel()
        self._job = self._about = self._given = None

    def prompt(self) -> tuple[str, str] | None:
        """The sentence, and its icon; None if there is none."""
        if self._job and self._about is self.table.state:
            return say("Thinking about it ..."), "hint"
        return (advice(self.table.state, self.given), "hint") if self.given else None

    # Pictures.

    def shown(self) -> list[Point]:
        """What it shows beside dice, on the screen."""
        given, table = self.given, self.table
        match given and given.action:
            case Flick() as flick:
                return table.drawing.line(table.top.view, Aim.of(flick), table.scene.sights[flick.die])
            case Put(pose=pose):
                return [table.top.pixel(lying(spots(table.state, table.state.task).body(pose)))]
        return []

    def paint_under(self, on: Surface) -> None:
        """Below the dice: rings around those that it is about, and the arrow of a flick."""
        given, table = self.given, self.table
        if given is None:
            return
        now, scene, top = table.stage.now, table.scene, table.top
        for number, is_chosen in self._rings(given).items():
            if number in scene.sights:
                side, at = str(table.state.dice[number].side), top.ground(scene.sights[number])
                top.dice.ring(on, at, top.view.edge, side, "selected" if is_chosen else "choice", now)
        if isinstance(given.action, Flick):
            aim = Aim.of(given.action)
            table.drawing.under(on, top.view, aim, scene.sights[aim.die], None)

    def paint_over(self, on: Surface) -> None:
        """Over the dice: the spot at which one would be set."""
        given, table = self.given, self.table
        if given and isinstance(given.action, Put):
            body = spots(table.state, table.state.task).body(given.action.pose)
            sight, top = lying(body), table.top
            look = look_of(table.state.dice[given.action.die])
            top.dice.ghost(on, look, top.ground(sight), top.view.edge, sight.rotation)

    def _rings(self, given: Advice) -> dict[int, bool]:
        """The dice that it is about, and whether each acts or is chosen."""
        rings = {number: False for number in (given.target, given.foe) if number != NOBODY}
        match given.action:
            case Flick(die) | Use(die):
                rings[die] = True
            case Pick(dice):
                rings.update(dict.fromkeys(dice, True))
        return rings
