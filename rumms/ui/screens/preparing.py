"""Before the first flick: who is asked for a troop and a set-up, who checks, and when the seat is handed over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rumms.games.rumms.actions import Muster, SetUp
from rumms.games.rumms.army import Formations, Musters
from rumms.games.rumms.events import Mustered
from rumms.games.rumms.presets import Preset, drawn, fitting
from rumms.games.rumms.state import Aside, Ask, Side, State
from rumms.language import CODES, say
from rumms.ui import troops
from rumms.ui.drafting import Draft
from rumms.ui.kit.screen import Screen
from rumms.ui.seating import BY_HAND, HIDDEN

if TYPE_CHECKING:
    from rumms.ui.screens.table import Table


class Preparing:
    """What a table does until all dice stand. It opens screens; while one is open, the table waits."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._checked: set[int] = set()
        """Games of a tournament whose troops everybody has seen."""
        self._chosen: dict[tuple[int, Side], Preset] = {}
        """The troops that were chosen with a formation."""

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.table.state

    # The check of both troops.

    def checks(self) -> bool:
        """Show both troops, once both are chosen, if people are there who have not seen them; was a screen opened?"""
        state = self.state
        is_due = state.options.powers and bool(state.tasks) and state.task.ask is Ask.SET_UP
        if not is_due or state.game in self._checked or not self.table.play.people:
            return False
        from rumms.ui.screens.troop_check import TroopCheck  # noqa: PLC0415  it knows the table

        past = self.table.play.session.past
        events = [event for made in past if made.before.game == state.game for event in made.events]
        mustered = [event for event in events if isinstance(event, Mustered)]
        owners = [self.table.team_name(one.side) for one in mustered]
        check = TroopCheck(mustered, state.options.points, owners, lambda: self._checked.add(state.game))
        self.table.stage.open(check)
        return True

    def _people(self, side: Side) -> list[str]:
        """The names of the people in a team."""
        play = self.table.play
        return [play.names[seat] for seat in self.state.teams[side.number] if seat in play.people]

    # What a person is asked.

    def named(self, side: Side) -> Preset | None:
        """The troop that was agreed on for a side; in a tournament each game has a new choice (RUM-25)."""
        names = self.table.formations
        name = names[side.number] if names else ""
        return troops.find(name) if name and (self.state.game == 1 or not self.state.options.powers) else None

    def _is_by_hand(self, side: Side) -> bool:
        names = self.table.formations
        return bool(names) and names[side.number] == BY_HAND

    def _is_secret(self, side: Side) -> bool:
        """Is a ready-made troop chosen in secret? As with `named`, in the first game of a tournament alone."""
        names = self.table.formations
        return bool(names) and names[side.number] == HIDDEN and self.state.game == 1

    def ask(self, legal: Musters | Formations) -> None:
        """Answer with what was agreed on, else ask."""
        side = self.state.task.side
        if isinstance(legal, Musters):
            self._muster(legal, side)
        else:
            self._set_up(legal, side)

    def _muster(self, legal: Musters, side: Side) -> None:
        named = self.named(side)
        if named and (muster := Muster(named.troop)) in legal:
            self.table.decide(muster)
        else:
            self._open_troop(legal, side)

    def _open_troop(self, legal: Musters, side: Side) -> None:
        from rumms.ui.screens.troop import TroopScreen  # noqa: PLC0415

        def chosen(muster: Muster, preset: Preset | None) -> None:
            game = self.state.game
            self._chosen.pop((game, side), None)
            self.table.decide(muster)
            if preset:
                self._chosen[game, side] = preset
            self.table.stage.back()

        first = self._last(side) or self.named(side) or (self._ready_made(legal) if self._is_secret(side) else None)
        self._open_in_secret(TroopScreen(self.table, side, legal, chosen, first), side)

    @staticmethod
    def _ready_made(legal: Musters) -> Preset | None:
        """The first troop in the list, if any can be paid for."""
        kinds = {kind.name: kind for kind in legal.kinds}
        return next(iter(troops.offered(kinds, legal.points, powers=True)), None)

    def _last(self, side: Side) -> Preset | None:
        """The troop of the game before in a tournament, as it stood."""
        for made in reversed(self.table.play.session.past):
            if isinstance(made.action, SetUp) and made.before.task.side is side:
                state: State = made.after
                dice = [state.dice[put.die] for put in made.action.dice]
                aside = [die.kind.name for die in state.dice if die.side is side and isinstance(die.where, Aside)]
                called = dict.fromkeys(CODES, say("As in the last game"))
                about = dict.fromkeys(CODES, "")
                return Preset("last", called, about, drawn(dice, state.options.mat), tuple(aside))
        return None

    def _set_up(self, legal: Formations, side: Side) -> None:
        named = self.named(side) or self._chosen.get((self.state.game, side))
        is_quick = not self.state.options.powers and not self._is_by_hand(side)
        draft = Draft(legal)
        if is_quick and named is None:
            named = fitting(legal.dice)[0]
        if named:
            draft.load(named)
        if draft.is_ready and (is_quick or self.named(side) or self._is_secret(side)):
            self.table.decide(draft.set_up())
            return
        from rumms.ui.screens.set_up import SetUpScreen  # noqa: PLC0415

        self._open_in_secret(SetUpScreen(self.table, side, draft), side)

    def _open_in_secret(self, screen: Screen, side: Side) -> None:
        """Open a screen of one side; people of the other side look away first."""
        from rumms.ui.screens.hand_over import HandOver  # noqa: PLC0415

        stage = self.table.stage
        others = self._people(side.foe)
        if others:
            name = self.table.play.names[self.state.seat_of(side)]
            stage.open(HandOver(self.table, side, name, others, lambda: stage.replace(screen)))
        else:
            stage.open(screen)
