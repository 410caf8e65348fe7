"""A table with the keys alone: a die is chosen, aimed and flicked, a question answered, a die set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from rumms.ui.asking import Asking
from rumms.ui.gestures import Aim
from rumms.ui.kit.widget import ENTER
from rumms.ui.placing import FINE, STEP, Placing

if TYPE_CHECKING:
    from rumms.ui.screens.table import Table

AIMED: Final = {
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
    pygame.K_PAGEUP: "higher",
    pygame.K_PAGEDOWN: "lower",
    pygame.K_COMMA: "outward",
    pygame.K_PERIOD: "inward",
}
"""What keys do to an aim."""


class TableKeys:
    """What each key does, as things stand."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def anywhere(self, event: pygame.event.Event) -> bool:
        """Skip what is shown, and zoom."""
        table, view = self.table, self.table.top.view
        middle = view.area.center
        match event.key:
            case pygame.K_SPACE if table.reel:
                table.skip()
            case pygame.K_PLUS | pygame.K_KP_PLUS | pygame.K_EQUALS:
                view.zoom_at(middle, 1.25)
            case pygame.K_MINUS | pygame.K_KP_MINUS:
                view.zoom_at(middle, 0.8)
            case pygame.K_0 | pygame.K_KP0:
                view.zoom_at(middle, 0.0)
            case _:
                return False
        return True

    def on_the_mat(self, event: pygame.event.Event) -> bool:
        """Choose a die, aim, flick; or move the die in the hand and set it."""
        table = self.table
        is_fine = bool(getattr(event, "mod", 0) & pygame.KMOD_SHIFT)
        if table.reel:
            return False
        if table.finger.handle(event):
            return True
        if table.placing:
            return self._place_key(table.placing, event.key, is_fine=is_fine)
        if table.aim:
            if event.key in (*ENTER, pygame.K_SPACE):
                table.flick()
                return True
            changed = table.aim.keyed(AIMED.get(event.key, ""), is_fine=is_fine)
            table.aim = changed or table.aim
            return changed is not None
        sights = table.scene.sights
        dice = sorted(table.takable(), key=lambda die: (sights[die].x, sights[die].y))
        if table.asking:
            return self._question_key(table.asking, dice, event.key)
        if not dice:
            return False
        if event.key in {pygame.K_LEFT, pygame.K_RIGHT}:
            self._choose(self._next_die(dice, event.key))
            return True
        if event.key in (*ENTER, pygame.K_SPACE) and table.chosen in dice:
            self._aim_with_keys(table.chosen)
            return True
        return False

    def _choose(self, die: int) -> None:
        """Go to a die, and tell about it."""
        self.table.chosen, self.table.tells_chosen = die, True

    def _next_die(self, dice: list[int], key: int) -> int:
        step, chosen = 1 if key == pygame.K_RIGHT else -1, self.table.chosen
        here = dice.index(chosen) if chosen in dice else -1 if step > 0 else 0
        return dice[(here + step) % len(dice)]

    def _question_key(self, asking: Asking, dice: list[int], key: int) -> bool:
        """Go from choice to choice; Enter takes the one. Where no die is chosen, yes is a button to be gone to."""
        table = self.table
        if key in {pygame.K_LEFT, pygame.K_RIGHT} and dice:
            die = self._next_die(dice, key)
            self._choose(die)
            if not asking.is_at_once and not asking.worth:
                table.choose(die)
            return True
        if key not in (*ENTER, pygame.K_SPACE):
            return False
        if table.chosen in dice and (asking.is_at_once or asking.worth):
            table.choose(table.chosen)
        elif asking.picked:
            table.confirm()
        return True

    def _aim_with_keys(self, die: int) -> None:
        """A first aim, at the enemy king."""
        table = self.table
        one = table.state.dice[die]
        king = table.state.king(one.side.foe).body.pose
        table.aim = Aim.towards(one.body, (king.x, king.y))
        table.ahead.forget()

    def _place_key(self, placing: Placing, key: int, *, is_fine: bool) -> bool:
        step = FINE if is_fine else STEP
        ways = {
            pygame.K_LEFT: (-step, 0.0),
            pygame.K_RIGHT: (step, 0.0),
            pygame.K_UP: (0.0, step),
            pygame.K_DOWN: (0.0, -step),
        }
        if key in ways:
            self.table.placing_with_keys = True
            placing.move(*ways[key])
        elif key in {pygame.K_PAGEUP, pygame.K_PAGEDOWN}:
            placing.turn(1 if key == pygame.K_PAGEUP else -1)
        elif key in ENTER:
            self.table.set_down()
        else:
            return False
        return True
