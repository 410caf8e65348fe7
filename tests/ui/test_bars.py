"""The bars around the mat: what stands in them does not overlap."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from rumms.games.rumms.kinds import KINDS
from rumms.games.rumms.state import Side
from rumms.ui.draw.bars import MOST_SHOWN, TRAY, TeamBar
from rumms.ui.draw.brush import Brush, Rect
from rumms.ui.draw.dice import dice_of
from rumms.ui.draw.tabletop import look_at

from .screens.desk import texts_of

DOING = "is to move"


@pytest.mark.parametrize("text", [1.0, 1.3])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("lost", [3, MOST_SHOWN, MOST_SHOWN + 1, 24])
def test_defeated_dice_their_number_and_the_state_of_a_team_stand_side_by_side(
    lost: int, side: Side, size: tuple[int, int], text: float, monkeypatch: pytest.MonkeyPatch
):
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(size)
    brush = Brush(size, text=text)
    written: dict[str, Rect] = {}
    write = Brush.text

    def noted(self: Brush, on: Any, line: str, *values: Any, **more: Any) -> Rect:
        written[line] = write(self, on, line, *values, **more)
        return written[line]

    monkeypatch.setattr(Brush, "text", noted)
    bar = TeamBar(brush, dice_of(brush), str(side))
    bar.draw(pygame.Surface(size), "Anna", (DOING,), [look_at(KINDS["troll"], side)] * lost, is_to_move=False)
    dice = []
    for number in range(min(lost, MOST_SHOWN)):
        place = Rect(0, 0, brush.u(TRAY), brush.u(TRAY))
        place.center = (round(bar.spot(number, lost)[0]), round(bar.spot(number, lost)[1]))
        dice.append(place)
    rest = f"+{lost - MOST_SHOWN}"
    assert (rest in written) == (lost > MOST_SHOWN)
    boxes = [written[line] for line in (rest, DOING) if line in written]
    assert not any(box.collidelistall(dice) for box in boxes)
    assert len(boxes) < 2 or not boxes[0].colliderect(boxes[1])


def test_what_a_team_does_is_said_in_fewer_words_where_there_is_less_room():
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1280, 720))
    brush = Brush((1280, 720))
    bar = TeamBar(brush, dice_of(brush), "blue")
    troll, ice = look_at(KINDS["troll"], Side.BLUE), look_at(KINDS["ice"], Side.BLUE)

    def said(lost: int) -> set[str]:
        on, words = pygame.Surface((1280, 720)), ("13 dice on the mat", "13 dice")
        lines = texts_of(lambda: bar.draw(on, "Ben", words, [troll] * lost, [ice] * 3, is_to_move=False))
        return lines - {"Ben"}

    assert [said(lost) for lost in (2, 6)] == [{"13 dice on the mat"}, {"13 dice"}]
