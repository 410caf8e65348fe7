"""The table as it is seen: mat, aim and dice, the bars around them, the prompt and what flies over everything."""

from __future__ import annotations

from dataclasses import replace as replace_scene
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from rumms.games.rumms.actions import Settled
from rumms.games.rumms.state import NOBODY, SIDES, Aside, Ask, OnMat, Side, State
from rumms.games.rumms.words import power_of
from rumms.kernel.refusal import IllegalMove
from rumms.language import count, say, tell, word
from rumms.physics.film import Foresight
from rumms.physics.model import Flick
from rumms.ui import theme
from rumms.ui.asking import Asking, power_name
from rumms.ui.draw import bars
from rumms.ui.draw.aim import strike_inset
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.draw.tabletop import Tabletop, look_of
from rumms.ui.gestures import Aim
from rumms.ui.kit.widget import Mood, Point
from rumms.ui.kit.words import pill, pill_box, tip
from rumms.ui.placing import Placing
from rumms.ui.playback import Halo, Scene
from rumms.ui.screens.showing import LEAD

if TYPE_CHECKING:
    from rumms.ui.screens.table import Table

SNAP: Final = 0.12
"""Seconds in which an aim that was cancelled snaps back."""
LIFT: Final = 0.4
"""Centimetres that a choice rises under the pointer."""
VEIL: Final = 138
"""How opaque the veil is over what cannot be chosen."""
LOG_ROWS: Final = 12
"""Of the log when it is open."""
LABEL_PLACES: Final = tuple(0.5 + sign * step / 20 for step in range(11) for sign in (-1, 1))
"""Where a label is tried, one after the other: parts of the room from the left end of the mat to the right one ..."""
LABEL_EDGES: Final = (0.0, 1.0)
"""... and from the upper edge to the lower one ..."""
LABEL_ROWS: Final = tuple(0.5 + sign * step / 20 for step in reversed(range(10)) for sign in (-1, 1))
"""... or between them."""
WAYPOINTS: Final = 8
"""Of a way that is not to be hidden."""


class TablePicture:
    """Paints a table; what is to be seen, the table knows."""

    def __init__(self, table: Table) -> None:
        self.table, self.play = table, table.play
        self._label: tuple[tuple[str | int, ...], Rect] = (), Rect(0, 0, 0, 0)
        """What the prompt said last, how large, on which area, and where."""

    @property
    def brush(self) -> Brush:
        """The brush of the window as it is now."""
        return self.table.stage.brush

    @property
    def top(self) -> Tabletop:
        """The mat on the screen."""
        return self.table.top

    @property
    def scene(self) -> Scene:
        """What lies and moves there now."""
        return self.table.scene

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.table.state

    def paint(self, on: Surface) -> None:
        """Table, mat, aim, dice, bars."""
        self.top.back(on)
        now = self.table.stage.now
        if self.table.placing:
            self._paint_areas(on, self.table.placing)
        self._paint_rings(on, now)
        self.table.hint.paint_under(on)
        arrow = self._arrow()
        if arrow:
            self.table.drawing.under(on, self.top.view, arrow, self.scene.sights[arrow.die], self._pointer_label())
        self.top.draw(on, self.scene)
        if self.table.panel and self.table.asking:
            self._paint_choices(on, self.table.asking, now)
        if arrow and self.table.ahead.seen and self.table.aim and self.table.ahead.is_of(self.table.aim.flick):
            self._paint_foresight(on, arrow, self.table.ahead.seen)
        if arrow:
            self.table.drawing.label(on, self.top.view, arrow, self.scene.sights[arrow.die], self._pointer_label())
        if self.table.placing:
            self._paint_placing(on, self.table.placing)
        self.table.hint.paint_over(on)
        self.table.finger.paint(on)
        self._paint_bars(on)
        if self.table.placing and self.table.placing.refusal:
            self._paint_refusal(on, self.table.placing, self.table.placing.refusal)
        if self.table.panel:
            self.table.panel.paint(on)

    def _pointer_label(self) -> Point | None:
        return self.table.pointer if self.table.is_pulling else None

    def _arrow(self) -> Aim | None:
        """The aim that is seen: the person's, one that snaps back, or a bot's before its flick."""
        if self.table.aim:
            return self.table.aim
        if self.table.snapping and self.table.stage.now - self.table.snapping[1] < SNAP:
            aim, since = self.table.snapping
            return replace(aim, power=aim.power * (1.0 - (self.table.stage.now - since) / SNAP))
        if self.table.reel and self.table.time < 0.0 and isinstance(self.table.reel.made.action, Settled):
            task = self.table.reel.made.before.task
            if isinstance(task.stroke, Flick):
                part = min(1.0, 1.4 * (1.0 + self.table.time / LEAD))
                return Aim.of(task.stroke, part)
        return None

    def _paint_foresight(self, on: Surface, arrow: Aim, foresight: Foresight) -> None:
        state = self.state
        look = look_of(state.dice[arrow.die])

        def ghost(surface: Surface, sight: Any) -> None:
            self.top.dice.ghost(surface, look, self.top.ground(sight), self.top.view.edge, sight.rotation)

        met = foresight.meets
        side = str(state.dice[met].side) if met is not None and met >= 0 else str(state.dice[arrow.die].side)
        self.table.drawing.over(on, self.top.view, arrow, foresight, self.table.stage.settings.aim, ghost, side)

    def _paint_choices(self, on: Surface, asking: Asking, now: float) -> None:
        """Everything is dimmed but the dice that can be chosen, what lies on them, and the one whose power it is."""
        area = self.top.view.window
        on.blit(self.brush.sheet(area.size, 10, theme.PLUM, theme.PLUM, alpha=VEIL), area)
        scene, dice, edge = self.scene, self.top.dice, self.top.view.edge
        lit = {die for die in (*asking.among, asking.task.owner) if die in scene.sights}
        lit |= self._lying_on(lit)
        for number in asking.among:
            if number in lit:
                is_chosen = number in asking.picked or number == self.table.hovered
                at, side = self.top.ground(scene.sights[number]), str(self.state.dice[number].side)
                dice.ring(on, at, edge, side, "hover" if is_chosen else "choice", now)
        sights = {
            die: sight._replace(z=sight.z + LIFT) if die == self.table.hovered and die in asking.among else sight
            for die, sight in scene.sights.items()
            if die in lit
        }
        halos = {asking.task.owner: Halo(1.0, "power")} if asking.task.owner in lit else {}
        self.top.draw(on, replace_scene(scene, sights=sights, halos=halos))
        if asking.task.owner in lit:
            self.top.glitter(on, sights[asking.task.owner], now)

    def _lying_on(self, dice: set[int]) -> set[int]:
        """What lies on certain dice, such as ice, and on that in turn."""
        wheres = {die.id: die.where for die in self.state.dice if isinstance(die.where, OnMat)}
        above = {die for die, where in wheres.items() if not dice.isdisjoint(where.on)} - dice
        return above | self._lying_on(dice | above) if above else above

    def paint_use(self, number: int, on: Surface, box: Rect, brush: Brush, mood: Mood) -> None:
        """A button for what a die can do instead of a flick: its picture, and the power's name if there is room."""
        brush.plum(on, box)
        if mood.hover > 0 or mood.is_focused:
            on.blit(brush.sheet(box.size, 14, theme.HONEY, theme.HONEY, alpha=40), box)
        die, u = self.state.dice[number], brush.u
        picture = self.top.dice.picture(look_of(die), u(34))
        names = [power_name(self.state, self.state.dice[one]) for one in self.table.instead()]
        fits = max(brush.width(name, theme.SMALLEST, "strong") for name in names) <= box.width - u(6)
        on.blit(picture, picture.get_rect(center=(box.centerx, box.top + u(25) if fits else box.centery)))
        if fits:
            at = (box.centerx, box.bottom - u(12))
            brush.text(on, power_name(self.state, die), at, theme.SMALLEST, theme.PAPER, "strong", "centre")

    def _paint_told(self, on: Surface) -> None:
        """What there is to know about a die."""
        told = self.table.told()
        if told:
            die, text = told
            edge = self.top.view.edge
            around = Rect(0, 0, round(1.6 * edge), round(1.9 * edge))
            x, y = self.top.pixel(self.scene.sights[die])
            around.center = (round(x), round(y))
            tip(on, self.brush, text, around)

    def _paint_rings(self, on: Surface, now: float) -> None:
        if self.table.panel:
            return
        dice, edge = self.top.dice, self.top.view.edge
        if self.table.aim:
            die = self.state.dice[self.table.aim.die]
            dice.ring(on, self.top.ground(self.scene.sights[die.id]), edge, str(die.side), "selected", now)
            return
        # Where any of one's own dice may be taken, rings around all of them would say nothing.
        is_picky = bool(self.state.tasks and self.state.task.among)
        for number in self.table.takable():
            is_chosen = number == self.table.hovered or (number == self.table.chosen and self.table.shows_ring)
            if number in self.scene.sights and (is_chosen or is_picky):
                side = str(self.state.dice[number].side)
                at = self.top.ground(self.scene.sights[number])
                dice.ring(on, at, edge, side, "hover" if is_chosen else "choice", now)

    def _paint_areas(self, on: Surface, placing: Placing) -> None:
        view = self.top.view
        for area in dict.fromkeys(placing.areas):  # dice of a tower share one
            left, top = view.at(area.left, area.top)
            right, bottom = view.at(area.right, area.bottom)
            box = Rect(round(left), round(top), round(right - left), round(bottom - top))
            # One that is no larger than the die on it shows around that die.
            box = box.inflate(max(0, 2 * view.edge - box.width), max(0, 2 * view.edge - box.height)).clip(view.window)
            self.brush.glow(on, box, 10, 9, 70, theme.HONEY)
            on.blit(self.brush.sheet(box.size, 12, theme.HONEY, theme.HONEY, theme.HONEY_DARK, 2.5, 80), box)

    def _paint_placing(self, on: Surface, placing: Placing) -> None:
        look = look_of(placing.spots.ground.die)
        sight = placing.sight
        raised = sight._replace(z=sight.z + 0.8)
        at = self.top.ground(sight)
        self.top.dice.ghost(on, look, at, self.top.view.edge, sight.rotation)
        self.top.dice.shadow(on, at, self.top.view.edge, sight.rotation, 0.5)
        self.top.put(on, look, raised)
        if placing.refusal:
            self.top.dice.badge(on, self.top.pixel(raised), self.top.view.edge, "no")

    def _paint_refusal(self, on: Surface, placing: Placing, refusal: IllegalMove) -> None:
        """Why a die cannot lie where it hangs, over all bars; beside the mat, on the way there, nobody asks why."""
        at, edge = self.top.ground(placing.sight), self.top.view.edge
        if not self.top.view.window.inflate(edge, edge).collidepoint(at):
            return
        about = Rect(0, 0, 2 * edge, 2 * edge)
        about.center = (round(at[0]), round(at[1] - edge / 2))
        tip(on, self.brush, tell(refusal), about)

    def _paint_bars(self, on: Surface) -> None:
        state = self.scene.state
        to_move = None if self.play.is_over and not self.table.reel else self._to_move()
        for side in SIDES:
            lost = [look_of(state.dice[die]) for die in sorted(self.scene.out) if state.dice[die].side is side]
            in_hand = state.task.about if state.tasks else NOBODY
            aside = [
                look_of(die)
                for die in state.dice
                if die.side is side and isinstance(die.where, Aside) and die.id != in_hand and not state.is_mustering
            ]
            bar = self.table.teams[side]
            bar.draw(on, self._team_name(side), self._doing(side), lost, aside, is_to_move=side is to_move)
        self._paint_score(on)

    def _paint_score(self, on: Surface) -> None:
        """Between the teams."""
        bars.score(on, self.brush, self._title(), self.table.score)

    def _title(self) -> str:
        options = self.state.options
        if options.wins_needed > 1:
            return say("Royal tournament")
        return count("{number} point", "{number} points", options.points) if options.powers else say("Quick start")

    def _to_move(self) -> Side:
        state = self.scene.state if self.table.reel else self.state
        return state.task.side if state.tasks and state.task.ask not in {Ask.SETTLE, Ask.THROW} else state.turn.side

    def _team_name(self, side: Side) -> str:
        return self.table.team_name(side)

    def _doing(self, side: Side) -> tuple[str, ...]:
        """A team's second line, and in fewer words, if there are."""
        state = self.scene.state
        left = len([die for die in state.of(side) if die.id in self.scene.sights])
        if self.play.is_over and not self.table.reel:
            return (say("Won!") if state.winner is side else say("Lost"),)
        if side is self._to_move():
            is_thinking = self.play.thinks in self.state.teams[side.number] and not self.table.reel
            return (say("is thinking ...") if is_thinking else self._member(side),)
        brief = count("{number} die", "{number} dice", left)
        return count("{number} die on the mat", "{number} dice on the mat", left), brief

    def _member(self, side: Side) -> str:
        """Who of a team is to move."""
        if len(self.state.teams[side.number]) == 1:
            return say("is to move")
        return say("{name} is to move", name=self.play.names[self.state.seat_of(side)])

    def paint_over(self, on: Surface) -> None:
        """What flies over everything, the log, power and strike, and the prompt."""
        brush = self.brush
        self.top.flights(on, self.scene, self._tray)
        lines = [
            *self.table.lines,
            *(self.table.reel.told(max(0.0, self.table.time)) if self.table.reel and not self.table.is_again else ()),
        ]
        if self.table.panel:
            self._paint_told(on)
            return
        bars.log(on, brush, self.table.strip.log, lines, LOG_ROWS if self.table.is_log_open else 2)
        if self.table.aim:
            self._paint_strike(on, self.table.aim)
        elif self.table.mode in {"thinking", "paused"}:
            self._paint_thinking(on)
        elif self.table.mode == "placing" or (self.table.mode == "choosing" and not self.table.instead()):
            self._paint_help(on)
        self._paint_prompt(on)
        self._paint_told(on)

    def _tray(self, side: str, die: int) -> tuple[float, float]:
        state = self.scene.state
        there = sorted(one for one in self.scene.out | {die} if state.dice[one].side == side)
        return self.table.teams[Side(side)].spot(there.index(die), len(there))

    def _paint_strike(self, on: Surface, aim: Aim) -> None:
        u, box = self.brush.u, self.table.strip.middle
        wide = min(u(256), (box.width - u(18)) // 2)
        bars.power(on, self.brush, Rect(box.left, box.top, wide, box.height), aim.power)
        inset = Rect(box.left + wide + u(18), box.top, min(u(228), box.width - wide - u(18)), box.height)
        strike_inset(
            on,
            inset,
            self.brush,
            aim,
            str(self.state.dice[aim.die].side),
            self.state.dice[aim.die].kind.name,
        )

    def _paint_thinking(self, on: Surface) -> None:
        brush, box = self.brush, self.table.strip.middle
        seat = self.play.session.actor
        name = self.play.names[seat] if seat is not None and seat >= 0 else ""
        text = say("{name} was stopped", name=name) if self.play.is_paused else say("{name} is thinking", name=name)
        wide = box.width - brush.u(140)
        place = Rect(box.left, box.top, wide, box.height)
        brush.plum(on, place)
        brush.put_icon(on, "bot", (place.left + brush.u(28), place.centery), 24, theme.LILAC)
        dots = "" if self.play.is_paused or brush.calm else "." * (1 + int(self.table.stage.now * 2) % 3)
        brush.text(on, text + dots, (place.left + brush.u(50), place.centery), theme.BODY, theme.PAPER, "strong")

    def _paint_help(self, on: Surface) -> None:
        """How it is done, for whoever sits here for the first time."""
        brush, box = self.brush, self.table.strip.middle.copy()
        if button := self.table.find("back") or self.table.find("no"):
            box.width = button.rect.left - brush.u(12) - box.left
        brush.plum(on, box)
        if self.table.placing:
            text = say("Move the die over the glowing place and click. The wheel turns it.")
        elif self.table.finger.is_on:
            text = self.table.finger.help()
        else:
            text = say(
                "Press on a die, pull back, let go. The wheel strikes lower or higher: low slides, high tumbles."
            )
        brush.put_icon(on, "mouse", (box.left + brush.u(28), box.centery), 28, theme.HONEY)
        room = Rect(box.left + brush.u(54), 0, box.width - brush.u(66), 0)
        room.height = brush.height(text, room.width, theme.BODY - 1)
        room.centery = box.centery
        brush.paragraph(on, text, room, theme.BODY - 1, theme.LILAC)

    def _prompt(self) -> tuple[str, str]:
        """What to do next, and its icon."""
        if self.table.is_again:
            return say("The last flick, four times slower"), "slow"
        if self.table.reel or self.play.waits_for is None:
            return "", ""
        if hint := self.table.hint.prompt():
            return hint
        if self.table.placing:
            die = word(self.state.dice[self.table.placing.die].kind.called)
            return say("Where do you set it: {die}? Click a spot, the wheel turns it", die=die), "finger"
        name = self.play.names[self.play.waits_for]
        if self.table.finger.is_on and (self.table.finger.said or self.state.task.ask is not Ask.FLICK):
            return self.table.finger.prompt(name)
        if self.state.task.ask is Ask.FLICK and not self.table.aim:
            power = str(word(power_of(self.state, self.state.task).called))
            return say("{name}: {power}! Flick once more, if you like", name=name, power=power), "finger"
        if not self.table.aim:
            return say("{name}: take one of your dice and pull back", name=name), "finger"
        if self.table.is_pulling:
            if not self.table.aim.is_ready:
                return say("Pull back further"), "finger"
            return say("Let go to flick · wheel: strike height · right click cancels"), "finger"
        return say("Arrows aim · Enter flicks · Esc cancels"), "keyboard"

    def _free(self, text: str, icon: str) -> Rect:
        """Where a label hides nothing, or as little as can be.

        It lies in the middle of the upper edge of the mat if it can; else it goes along that edge or the lower one,
        then takes two lines, and only then goes further in. As long as it is in nobody's way, it stays.
        """
        area = self.top.view.window
        shown = np.array(self._shown()).reshape(-1, 2)
        said, (was, place) = (text, self.brush.t(16), *area), self._label
        if said != was or self._hidden(shown, [place])[0]:
            places = self._places(text, icon, area)
            place = places[int(np.argmin(self._hidden(shown, places)))]
            self._label = said, place
        return place

    def _hidden(self, shown: npt.NDArray[np.float64], places: list[Rect]) -> npt.NDArray[np.int64]:
        """How much of what is shown a label would hide, for each place where it could be."""
        edge = self.top.view.edge
        boxes = np.array([place.inflate(edge, round(1.6 * edge)) for place in places])
        away = np.abs(shown[None] - (boxes[:, None, :2] + boxes[:, None, 2:] / 2))
        hidden: npt.NDArray[np.int64] = (away <= boxes[:, None, 2:] / 2).all(axis=2).sum(axis=1)
        return hidden

    def _places(self, text: str, icon: str, area: Rect) -> list[Rect]:
        """Where a label could lie, the best place first."""
        brush, margin = self.brush, self.brush.u(16)
        line = pill_box(brush, text, (0, 0), icon, area.width - brush.u(40), 16)
        slim = (
            pill_box(brush, text, (0, 0), icon, wide, 16) for wide in range(line.width // 2, line.width, brush.t(12))
        )
        lines = next((box for box in slim if box.height <= round(2 * brush.leading(16)) + brush.u(16)), line.copy())
        places = []
        for box, rows in ((line, LABEL_EDGES), (lines, LABEL_EDGES), (lines, LABEL_ROWS)):
            room = area.inflate(-2 * margin - box.width, -2 * margin - box.height)
            for down, across in product(rows, LABEL_PLACES):
                box.center = (room.left + round(across * room.width), room.top + round(down * room.height))
                places.append(box.copy())
        return places

    def _shown(self) -> list[tuple[float, float]]:
        """What nobody wants to be hidden: dice, also one in the hand; of an aim pointer, figures and where it leads."""
        shown = [*(self.top.pixel(sight) for sight in self.scene.sights.values()), *self.table.hint.shown()]
        table, pointer = self.table, self.table.pointer
        if table.placing:
            shown.append(self.top.pixel(table.placing.sight))
        if table.aim and pointer:
            shown += [pointer, (pointer[0], pointer[1] + self.brush.u(36))]
        if table.aim and table.ahead.seen:
            way = table.ahead.seen.path
            shown += [self.top.pixel(sight) for sight in (*way[:: max(1, len(way) // WAYPOINTS)], way[-1])]
        return shown

    def _paint_prompt(self, on: Surface) -> None:
        text, icon = self._prompt()
        if not text:
            return
        pill(on, self.brush, text, self._free(text, icon), icon, 16)
