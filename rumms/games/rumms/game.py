"""The rules of Rumms: two teams flick their dice until a king has left the mat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from rumms.games.rumms.actions import (
    Action,
    Decline,
    Muster,
    Pass,
    Pick,
    Put,
    Settled,
    SetUp,
    Thrown,
    Use,
)
from rumms.games.rumms.army import QUICK_START, Formations, Musters, dice_of
from rumms.games.rumms.choices import Flicks, Moves, OrElse, Picks, Settling
from rumms.games.rumms.events import Chosen, Mustered, Passed, Ready, Unscreened
from rumms.games.rumms.hands import HANDS
from rumms.games.rumms.kind import Kind
from rumms.games.rumms.kinds import KINDS
from rumms.games.rumms.presets import formation_for, troop_for
from rumms.games.rumms.spots import Spots
from rumms.games.rumms.start import check_mat, hands_of, placed, teams_of
from rumms.games.rumms.state import (
    SIDES,
    Ask,
    Die,
    Options,
    Position,
    Screened,
    Side,
    State,
    Task,
    Tin,
    Turn,
)
from rumms.games.rumms.tasks import spots
from rumms.games.rumms.trusted import Fast
from rumms.games.rumms.turn import SETTING_UP, answer, choose, flickable, go_on, settle
from rumms.kernel.game import NATURE, Change, Choices, Correction, Forced, Listed, Seat
from rumms.kernel.options import check_seats
from rumms.kernel.refusal import IllegalMove, Refusal, later
from rumms.physics.model import FACES, Engine, Flick, Layout, Swipe

THROWS: Final = Listed(map(Thrown, range(len(FACES))))
"""Every face is as likely as the next."""


class Rumms:
    """Two to four players in two teams. The engine says what comes of a flick; kinds say what dice can do."""

    name = "rumms"
    seats = range(2, 5)
    options = Options
    actions: Any = Action
    position = Position
    corrections: tuple[Correction, ...] = ()

    def __init__(
        self,
        engine: Engine,
        kinds: Mapping[str, Kind] = KINDS,
        physics: str | None = None,
        fast: Fast | None = None,
    ) -> None:
        self.engine = engine
        self.kinds = kinds
        self.physics = physics
        self.fast: Fast = fast or (lambda layout: partial(engine, layout))
        """For bots that try many flicks of one layout; without one, the engine itself."""

    def defaults(self, bots: tuple[str | None, ...]) -> tuple[str, ...]:
        """A person's own hand trembles enough; a bot is given the hand of its level, or else a steady one."""
        return ("hands=" + ",".join("none" if bot is None else HANDS.get(bot, "steady") for bot in bots),)

    def new(self, seats: int, options: Options, start: Position | None = None) -> State:
        """Nothing is chosen or set up yet, unless there is a start position."""
        check_seats("Rumms", self.seats, seats, first_player=1)
        check_mat(options.mat, self.kinds)
        state = State(
            options,
            teams_of(options, seats),
            hands_of(options, seats),
            Turn(Side(options.first_team) if start is None else start.to_move),
            (),
        )
        if start is None:
            return replace(state, tasks=SETTING_UP)
        return go_on(replace(state, dice=placed(start, options.mat, self.kinds))).state

    def actor(self, state: State) -> Seat | None:
        """Nature throws dice and lets them come to rest; all else is decided by a team's member (RUM-48)."""
        if state.winner is not None:
            return None
        return NATURE if state.task.ask in {Ask.SETTLE, Ask.THROW} else state.seat_of(state.task.side)

    def legal(self, state: State) -> Choices[Action]:  # noqa: C901  one case a question
        """What may be answered to the open question."""
        task = state.task
        declining = (Decline(),) if task.may_decline else ()
        match task.ask:
            case Ask.MUSTER if not state.options.powers:
                return Forced((Muster(QUICK_START),))
            case Ask.MUSTER:
                return self._musters(state)
            case Ask.SET_UP:
                return Formations(_unplaced(state, task.side), state.options.mat)
            case Ask.MOVE:
                return self._moves(state)
            case Ask.FLICK:
                return OrElse(Flicks(task.among, _layout(state), state.options.finger), declining)
            case Ask.SETTLE:
                if task.stroke is None:
                    raise AssertionError(task)
                return Settling(_layout(state), task.stroke, state.hands[state.seat_of(task.side)], self.engine)
            case Ask.THROW:
                return THROWS
            case Ask.USE:
                return Listed((*map(Use, task.among), *declining))
            case Ask.PICK if task.worth:
                return Picks(tuple((die, state.dice[die].kind.value) for die in task.among), task.worth)
            case Ask.PICK:
                return Listed((*(Pick((die,)) for die in task.among), *declining))
            case Ask.PUT:
                return spots(state, task)
        raise AssertionError(task)

    def apply(self, state: State, action: Action) -> Change[State]:
        """Carry out one action, and all that follows without a question."""
        if state.winner is not None or action not in self.legal(state):
            raise self._refusal(state, action)
        task, state = state.task, replace(state, tasks=state.tasks[1:])
        state, events, reveals = self._carry_out(state, task, action)
        if not state.tasks:
            state, more, _ = go_on(state)
            events += more
        return Change(state, events, reveals)

    def view(self, state: State, seat: Seat) -> State:
        """The other team's troop is hidden until both have chosen (RUM-05), its formation until both are ready."""
        if not _is_setting_up(state) or seat == NATURE:
            return state
        mine = _side_of(state, seat)
        if state.is_mustering:
            return replace(state, dice=tuple(die for die in state.dice if die.side is mine))
        dice = tuple(
            die if die.side is mine or not die.is_on_mat else replace(die, where=Screened()) for die in state.dice
        )
        return replace(state, dice=dice)

    def guess(self, view: State, _seat: Seat, rng: Random) -> State:
        """A troop that was chosen in secret is any that may be; a known one stands somewhere behind the screen."""
        if view.has_secret_troop(Side.RED):  # blue chooses last
            troop = troop_for(self._musters(view), rng)
            return replace(view, dice=dice_of(troop, Side.RED, self.kinds, first=0))
        hidden = tuple(die for die in view.dice if isinstance(die.where, Screened))
        if not hidden:
            return view
        formations = Formations(hidden, view.options.mat)
        return _stand(view, formations.placed(formation_for(formations, rng).dice))

    def winners(self, state: State) -> frozenset[Seat]:
        """All members of the winning team."""
        return frozenset(state.teams[state.winner.number]) if state.winner else frozenset()

    def _musters(self, state: State) -> Musters:
        return Musters(tuple(self.kinds.values()), state.options.points)

    def _moves(self, state: State) -> Choices[Action]:
        """A flick or what replaces it; passing is for those who can do neither (RUM-12)."""
        side, frozen = state.turn.side, state.frozen()
        flicks = Flicks(flickable(state, side), _layout(state), state.options.finger)
        uses = tuple(
            die.id
            for die in state.dice
            if state.options.powers and die.side is side and die.kind.has_move and die.id not in frozen
        )
        moves = Moves(flicks, state, uses)
        return moves if flicks.dice or moves.replacing() else Forced((Pass(),))

    def _carry_out(self, state: State, task: Task, action: Action) -> Change[State]:
        """What an answer leads to; the question itself is closed."""
        match action:
            case Muster(troop):
                return self._muster(state, task.side, troop)
            case SetUp(puts):
                return _set_up(state, task.side, puts)
            case Flick() | Swipe():
                return Change(state.ask(Task(Ask.SETTLE, task.side, stroke=action), task))
            case Settled():
                return settle(replace(state, tasks=state.tasks[1:]), state.task, action)
            case Pass():
                return Change(state.in_turn(is_moved=True), (Passed(task.side),))
            case Use(number) if task.ask is Ask.MOVE:
                me = state.dice[number]
                used = Task(Ask.USE, task.side, me.kind.move(state, me), number, number)
                return answer(state.in_turn(is_moved=True, used=number), used, action)
            case Use() | Decline() if task.ask is Ask.USE:
                return choose(state, task, action)
        return answer(state, task, action)

    def _muster(self, state: State, side: Side, troop: tuple[str, ...]) -> Change[State]:
        """A troop is chosen; with the second one both are shown. Those of the quick start are no secret."""
        state = replace(state, dice=(*state.dice, *dice_of(troop, side, self.kinds, len(state.dice))))
        if state.is_mustering:
            return Change(state, (Chosen(side),))
        if not state.options.powers:
            return Change(state, (_mustered(state, side),))
        return Change(state, tuple(_mustered(state, one) for one in SIDES), reveals=True)

    def _refusal(self, state: State, action: Action) -> IllegalMove:
        """Why an action is not allowed, with the rule that says so."""
        if state.winner is not None:
            return IllegalMove("RUM-24", "The game is over.")
        task, refusal = state.task, None
        match action, self.legal(state):
            case Muster(), Musters() as musters:
                refusal = musters.refuse(action)
            case SetUp(), Formations() as formations:
                refusal = formations.refuse(action)
            case Put(), Spots() as places:
                refusal = places.refuse(action)
            case Settled(), Settling() as settling:
                refusal = settling.refuse(action)
            case ((Flick() | Swipe()), (Moves(flicks) | OrElse(flicks))):
                refusal = flicks.refuse(action)
            case Use(number), Moves():
                refusal = IllegalMove("RUM-12", "Die {die} has no power to use instead of a flick now.", die=number)
            case Pick(), Picks(_, worth):
                refusal = IllegalMove(
                    "RUM-40",
                    "Only defeated dice of your own can be chosen, worth {worth} points together at most.",
                    worth=worth,
                )
        rule, question = QUESTIONS[task.ask]
        return refusal or IllegalMove(
            rule, "That is no answer; the question is: {question}", question=Refusal(question)
        )


QUESTIONS: Final = {
    Ask.MUSTER: ("RUM-05", later("which troop?")),
    Ask.SET_UP: ("RUM-07", later("where does the troop stand?")),
    Ask.MOVE: ("RUM-12", later("which die is flicked, or what is done instead?")),
    Ask.FLICK: ("RUM-28", later("is the die flicked once more?")),
    Ask.SETTLE: ("RUM-13", later("where do the dice come to rest?")),
    Ask.THROW: ("RUM-16", later("which face does the thrown die show?")),
    Ask.USE: ("RUM-43", later("is a power used, and which die is first?")),
    Ask.PICK: ("RUM-43", later("which die is chosen?")),
    Ask.PUT: ("RUM-47", later("where is the die set?")),
}
"""The rule behind each question, and the question."""


def _is_setting_up(state: State) -> bool:
    return any(task.ask is Ask.SET_UP for task in state.tasks)


def _mustered(state: State, side: Side) -> Mustered:
    kinds = tuple(die.kind for die in state.dice if die.side is side)
    return Mustered(side, kinds, sum(kind.value for kind in kinds))


def _side_of(state: State, seat: Seat) -> Side:
    return next(side for side in Side if seat in state.teams[side.number])


def _unplaced(state: State, side: Side) -> tuple[Die, ...]:
    return tuple(die for die in state.dice if die.side is side and isinstance(die.where, Tin))


def _layout(state: State) -> Layout:
    return Layout(tuple(state.bodies()), state.options.mat)


def _set_up(state: State, side: Side, puts: tuple[Put, ...]) -> Change[State]:
    """A troop stands; once both do, the screen is taken away (RUM-10)."""
    formations = Formations(_unplaced(state, side), state.options.mat)
    state = _stand(state, formations.placed(puts))
    if _is_setting_up(state):
        return Change(state, (Ready(side),))
    return Change(state, (Ready(side), Unscreened(state.turn.side)), reveals=True)


def _stand(state: State, placed: Iterable[Die]) -> State:
    dice = list(state.dice)
    for die in placed:
        dice[die.id] = die
    return replace(state, dice=tuple(dice))
