"""The rules of Waka Waka: buy goods from boats, and climb the steps of the village's esteem."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from rumms.games.waka_waka import knowledge, setup
from rumms.games.waka_waka.course import Course
from rumms.games.waka_waka.events import HeapMade, PileMade
from rumms.games.waka_waka.refusals import refusal
from rumms.games.waka_waka.state import Action, Ask, Dealt, Heaped, Options, Position, Shuffled, State
from rumms.games.waka_waka.turn import ANSWERS, CHOICES, STOCK, make_heap, make_pile, settle, winner_of
from rumms.kernel.choices import Shuffles
from rumms.kernel.game import NATURE, Change, Choices, Correction, Forced, Game, Listed, Seat
from rumms.kernel.options import check_seats

NATURES: Final = frozenset({Ask.DEAL, Ask.RESTORE, Ask.MIX, Ask.DRAW, Ask.REFILL})
"""Nature answers these."""


class WakaWaka:
    """Two to four traders buy goods and climb five steps."""

    name = "waka_waka"
    seats = range(2, 5)
    options = Options
    actions: Any = Action
    position = Position
    physics: str | None = None
    corrections: tuple[Correction, ...] = (Correction("0.9.0", ("WAK-63", "WAK-68")),)

    def defaults(self, _bots: tuple[str | None, ...]) -> tuple[str, ...]:
        """Every table plays alike."""
        return ()

    def new(self, seats: int, options: Options, start: Position | None = None) -> State:
        """Nothing is shuffled yet."""
        check_seats("Waka Waka", self.seats, seats, options.first_player)
        return setup.new(seats, options) if start is None else setup.position(seats, options, start)

    def actor(self, state: State) -> Seat | None:
        """Whoever the next task asks; nobody once none is left."""
        if not state.tasks:
            return None
        task = state.tasks[0]
        return NATURE if task.ask in NATURES else task.seat

    def legal(self, state: State) -> Choices[Action]:
        """Every way to answer the next task; a single one is not asked (WAK-87)."""
        task = state.tasks[0]
        match task.ask:
            case Ask.DEAL | Ask.RESTORE:
                return setup.Deals(state.heap, state.pile)
            case Ask.MIX:
                return Shuffles(state.pile, Shuffled)
            case Ask.DRAW:
                return Shuffles(state.discard, Shuffled)
            case Ask.REFILL:
                return Shuffles(state.village, Heaped)
        actions = CHOICES[task.ask](state, task)
        return Forced(actions) if len(actions) == 1 else Listed(actions)

    def apply(self, state: State, action: Action) -> Change[State]:
        """Carry out one action, and all that follows from it without a decision."""
        if not state.tasks or action not in self.legal(state):
            raise refusal(state, action)
        course, task = Course(state), state.tasks[0]
        match action:
            case Dealt():
                setup.deal(course, action) if task.ask is Ask.DEAL else setup.restore(course, action)
            case Shuffled(cards) if task.ask is Ask.MIX:
                course.change(pile=cards)
                course.tell(PileMade(len(cards)))
                course.done()
            case Shuffled(cards):
                make_pile(course, cards)
                course.tell(PileMade(len(cards)))
            case Heaped(goods):
                make_heap(course, goods)
                course.tell(HeapMade(len(goods) - STOCK, course.state.village))
                course.reveals = True
            case _:
                ANSWERS[type(action)](course, task, action)
        settle(course)
        return Change(course.state, tuple(course.events), course.reveals)

    def view(self, state: State, seat: Seat) -> State:
        """The state with everything hidden that this seat may not see."""
        return state if seat == NATURE else knowledge.view(state, seat)

    def guess(self, view: State, seat: Seat, rng: Random) -> State:
        """Complete a view to a state that this seat must hold possible."""
        return view if seat == NATURE else knowledge.guess(view, seat, rng)

    def winners(self, state: State) -> frozenset[Seat]:
        """One alone; before anybody has reached the top step nobody has won (WAK-82 to WAK-84)."""
        return frozenset({winner_of(state)}) if state.reached else frozenset()


GAME: Final[Game[State, Action]] = WakaWaka()
