"""What a person does before the first flick: choosing a troop, looking at the other one, setting up."""

from __future__ import annotations

from rumms.games.rumms.actions import Muster, SetUp
from rumms.ui.kit.lists import Rows
from rumms.ui.screens.hand_over import HandOver
from rumms.ui.screens.set_up import SetUpScreen
from rumms.ui.screens.table import Table
from rumms.ui.screens.troop import Doubt, TroopScreen
from rumms.ui.screens.troop_check import TroopCheck

from .desk import Desk, Point

BOTH = ("me:Anna", "me:Ben")
SMALL = {"troll": 2, "knight": 1, "ice": 1}
"""A troop that is soon set up, beside the king."""


def begin(
    desk: Desk, seats: tuple[str, ...] = BOTH, options: tuple[str, ...] = (), formations: tuple[str, ...] = ()
) -> Table:
    """A game with powers, come to its first question."""
    desk.app.open(Table.begun(seats, desk.app, options, formations))
    desk.come_to_rest()
    desk.wait()
    return desk.table


def choose(desk: Desk, **numbers: int) -> None:
    """Choose so many of each kind with the mouse, and say that it is the troop, however weak."""
    desk.on(TroopScreen)
    for kind, number in numbers.items():
        for _ in range(number):
            desk.click(f"more {kind}")
    take_it(desk)


def take_it(desk: Desk) -> None:
    """Say that this is the troop, and once more if that is doubted."""
    desk.click("ready")
    desk.wait()
    if isinstance(desk.screen, Doubt):
        desk.click("offer 1")
    go_on(desk)


def agree(desk: Desk) -> None:
    """Say that both troops are all right."""
    desk.on(TroopCheck)
    desk.see_the_question()
    desk.click("agree")
    go_on(desk)


def take_over(desk: Desk) -> None:
    """Sit down behind the curtain."""
    desk.on(HandOver)
    desk.see_the_question()
    desk.click("here")
    desk.wait()
    desk.see_the_question()


def go_on(desk: Desk) -> None:
    """Let the game come to its next question."""
    desk.frame()
    desk.come_to_rest()
    desk.wait()


def muster_both(desk: Desk, red: dict[str, int] | None = None, blue: dict[str, int] | None = None) -> None:
    """Two people choose their troops behind the curtain and check them."""
    for numbers in (red or SMALL, blue or SMALL):
        take_over(desk)
        for kind, number in numbers.items():  # without the mouse, which takes long
            desk.on(TroopScreen).add(kind, number)
        take_it(desk)
    agree(desk)


def come_to_set_up(desk: Desk) -> SetUpScreen:
    """Two people have chosen small troops; Anna sets hers up."""
    begin(desk)
    muster_both(desk)
    take_over(desk)
    return desk.on(SetUpScreen)


def spot(desk: Desk, x: float, y: float) -> Point:
    """The pixel of a point of the mat."""
    return desk.on(SetUpScreen).top.view.at(x, y)


def drop(desk: Desk, kind: str, x: float, y: float) -> None:
    """Drag a die from the box onto the mat."""
    desk.press(desk.widget(f"kind {kind}").rect.center)
    desk.drag(spot(desk, (x + 15.0) / 2, y))
    desk.drag(spot(desk, x, y))
    desk.release()
    desk.wait()


def fill_up(desk: Desk) -> None:
    """Let the rest be set, and be ready."""
    desk.click("fill")
    desk.click("ready")
    go_on(desk)


def troops_of(desk: Desk) -> list[Muster]:
    """The troops that were chosen."""
    return [move for move in desk.moves if isinstance(move, Muster)]


def set_ups_of(desk: Desk) -> list[SetUp]:
    """The formations that were set up."""
    return [move for move in desk.moves if isinstance(move, SetUp)]


def row(desk: Desk, number: int) -> Point:
    """The pixel of a row in the list of troops."""
    rows = desk.widget("troops")
    assert isinstance(rows, Rows)
    return rows.rect.left + 40, rows.rect.top + number * rows.row + 12 - rows.offset
