"""The picture of an aim: pull, arrow, the way to the first contact, and the side view of the strike."""

from __future__ import annotations

from math import cos, radians, sin

import numpy as np
import pygame
import pytest
from msgspec.structs import replace

from rumms.physics.film import Foresight, Sight, rotation
from rumms.physics.model import Body, Mat, Pose
from rumms.ui import theme
from rumms.ui.draw.aim import AimDrawing, strike_inset
from rumms.ui.draw.brush import Brush, Rect, Surface
from rumms.ui.draw.view import View
from rumms.ui.gestures import Aim, Point
from rumms.ui.settings import AimLine

FELT = (200, 210, 205)
DIE = Sight(15.0, 15.0, 0.8, rotation(4, 0.0))
AIM = Aim(0, direction=0.0, power=0.2)
MEETS = Foresight(
    path=(DIE, Sight(25.0, 15.0, 0.8, DIE.rotation), Sight(40.0, 15.0, 0.8, DIE.rotation)),
    meets=1,
    point=(40.8, 15.0, 0.8),
    goes=(120.0, 0.0),
)


class Board:
    """A plain mat to draw on, that knows what has been changed."""

    def __init__(self, size: tuple[int, int] = (1280, 720)) -> None:
        pygame.display.init()
        pygame.font.init()
        self.surface = pygame.display.set_mode(size)
        self.surface.fill(FELT)
        self.brush = Brush(size)
        self.view = View(Mat(), Rect(62, 85, size[0] - 124, size[1] - 170))
        self.drawing = AimDrawing(self.brush)
        self.ghosts: list[Sight] = []

    def ghost(self, _on: Surface, sight: Sight) -> None:
        self.ghosts.append(sight)

    def under(self, aim: Aim, pointer: Point | None = None) -> Rect:
        self.drawing.under(self.surface, self.view, aim, DIE, pointer)
        self.drawing.label(self.surface, self.view, aim, DIE, pointer)
        return self.changed()

    def over(self, aim: Aim, foresight: Foresight, line: AimLine = "full") -> Rect:
        self.drawing.over(self.surface, self.view, aim, foresight, line, self.ghost, "blue")
        return self.changed()

    def changed(self) -> Rect:
        """Around all pixels that are not of the felt."""
        pixels = np.argwhere((pygame.surfarray.array3d(self.surface) != FELT).any(axis=2))
        if not len(pixels):
            return Rect(0, 0, 0, 0)
        (left, top), (right, bottom) = pixels.min(axis=0), pixels.max(axis=0)
        return Rect(int(left), int(top), int(right - left + 1), int(bottom - top + 1))

    def has(self, colour: theme.Colour, at: Point) -> bool:
        x, y = round(at[0]), round(at[1])
        near = [self.surface.get_at((x + dx, y + dy))[:3] for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        return any(max(abs(a - b) for a, b in zip(one, colour, strict=True)) < 16 for one in near)


@pytest.fixture
def board() -> Board:
    return Board()


def reach(direction: float, power: float) -> float:
    """How far the arrow reaches; the pointer lies to the other side, so that nothing else does."""
    board = Board()
    dx, dy = {0.0: (1, 0), 90.0: (0, -1), 180.0: (-1, 0), 270.0: (0, 1)}[direction]
    x, y = board.view.at(DIE.x, DIE.y, DIE.z)
    changed = board.under(Aim(0, direction, power), (x - dx * 150, y - dy * 150))
    return max(dx * (changed.right - x), dx * (changed.left - x), dy * (changed.bottom - y), dy * (changed.top - y))


def test_the_arrow_points_where_the_die_goes_and_is_longer_with_more_power():
    ways = (0.0, 90.0, 180.0, 270.0)
    weak, strong = [reach(way, 0.2) for way in ways], [reach(way, 1.0) for way in ways]
    assert max(weak) - min(weak) < 4
    assert max(strong) - min(strong) < 4
    assert strong[0] - weak[0] == pytest.approx(190 * 0.8, abs=4)


@pytest.mark.parametrize("direction", [0.0, 35.0, 90.0, 200.0, 290.0])
def test_the_arrow_is_pale_at_the_die_and_hot_at_its_head(board: Board, direction: float):
    board.under(Aim(0, direction, 0.4), (1200.0, 700.0))
    x, y = board.view.at(DIE.x, DIE.y, DIE.z)
    dx, dy = cos(radians(direction)), -sin(radians(direction))
    tail, head = board.view.edge + 6, board.view.edge + 60 + 190 * 0.4 + 12
    assert board.has(theme.CORAL, (x + dx * head, y + dy * head))
    assert board.has(theme.colour("#FFE9AE"), (x + dx * tail, y + dy * tail))


def test_nothing_is_drawn_before_the_pull_is_long_enough(board: Board):
    assert board.under(replace(AIM, power=0.0), (100.0, 340.0)).size == (0, 0)
    assert board.over(replace(AIM, power=0.0), MEETS).size == (0, 0)
    assert not board.ghosts


@pytest.mark.parametrize("pointer", [(3.0, 3.0), (1278.0, 5.0), (5.0, 715.0), (1279.0, 719.0), None])
def test_the_label_stays_inside_of_the_window_and_above_the_lower_bar(
    pointer: Point | None, monkeypatch: pytest.MonkeyPatch
):
    board = Board()
    boxes: list[Rect] = []
    monkeypatch.setattr(board.brush, "plum", lambda _on, box, _radius: boxes.append(box))
    board.under(replace(AIM, direction=45.0), pointer)
    (box,) = boxes
    assert Rect(0, 0, 1280, 720 - 66).contains(box)


@pytest.mark.parametrize(
    ("direction", "pointer", "text"),
    [
        (19.04, None, "68% · 19°"),
        (19.1, None, "68% · 19.1°"),
        (19.14, (300.0, 500.0), "68% · 19°"),
        (359.97, None, "68% · 0°"),
    ],
)
def test_the_label_says_power_and_direction(
    board: Board, monkeypatch: pytest.MonkeyPatch, direction: float, pointer: Point | None, text: str
):
    said: list[str] = []
    monkeypatch.setattr(board.brush, "text", lambda _on, text, *_: said.append(text))
    board.under(Aim(0, direction, 0.68), pointer)
    assert said == [text]


def test_dots_lead_to_a_star_and_a_ghost_at_the_contact(board: Board):
    changed = board.over(AIM, MEETS, "contact")
    x, y = board.view.at(*(40.8, 15.0, 0.8))
    assert board.ghosts == [MEETS.path[-1]]
    assert board.has(theme.HONEY, (x + 5, y))
    assert changed.right <= x + board.brush.u(15)
    head = board.view.at(DIE.x, DIE.y)[0] + board.view.edge + 60 + 190 * AIM.power + 32
    assert head < changed.left < head + 20


def test_the_whole_line_shows_where_the_die_that_is_met_goes(board: Board):
    x, _ = board.view.at(*(40.8, 15.0, 0.8))
    fast = board.over(AIM, MEETS, "full").right
    slow = Board().over(AIM, replace(MEETS, goes=(20.0, 0.0)), "full").right
    assert fast > slow > x + 1.35 * board.view.edge


def test_the_arrow_alone_needs_no_foresight(board: Board):
    assert board.over(AIM, MEETS, "arrow").size == (0, 0)
    assert not board.ghosts


def test_a_die_that_rests_has_a_ghost_but_no_star_and_one_that_is_gone_has_neither(board: Board):
    rests = replace(MEETS, meets=None, point=None, goes=None)
    right = board.over(AIM, rests).right
    assert board.ghosts == [MEETS.path[-1]]
    gone = Board()
    assert gone.over(AIM, replace(rests, is_gone=True)).right > right
    assert not gone.ghosts


def test_an_offset_is_seen_on_its_side_of_the_die():
    for offset, sign in ((0.4, -1), (-0.4, 1)):
        board = Board()
        board.under(replace(AIM, beside=offset), (100.0, 340.0))
        x, y = board.view.at(DIE.x, DIE.y, DIE.z)
        spot = (x - 0.8 * board.view.edge, y + sign * 0.4 * board.view.scale)
        assert board.has(theme.HONEY, spot)
        assert not board.has(theme.HONEY, (spot[0], 2 * y - spot[1]))


def finger(board: Board, aim: Aim, side: str = "red", kind: str = "dragon", size: tuple[int, int] = (228, 66)) -> float:
    """Draws the inset; how far down the middle of the finger is."""
    board.surface.fill(FELT)
    strike_inset(board.surface, Rect((100, 600), size), board.brush, aim, side, kind)
    skin = (pygame.surfarray.array3d(board.surface) == (241, 201, 165)).all(axis=2)
    return float(np.argwhere(skin)[:, 1].mean())


def test_the_finger_in_the_side_view_is_where_it_strikes(board: Board):
    aim = Aim.towards(Body(0, Pose(10.0, 10.0)), (30.0, 10.0))
    low, centre, high = (finger(board, aim.raised(steps)) for steps in (-6, 0, 6))
    assert low - centre == pytest.approx(0.3 * 42, abs=1.5)
    assert centre - high == pytest.approx(0.3 * 42, abs=1.5)


@pytest.mark.parametrize("kind", ["king", "unheard of"])
@pytest.mark.parametrize("side", ["red", "blue"])
def test_the_side_view_knows_every_side_and_even_kinds_without_an_icon(board: Board, side: str, kind: str):
    assert finger(board, Aim(0, 0.0, 0.5, beside=0.3), side, kind) > 600


def test_the_side_view_leaves_out_the_picture_where_there_is_no_room(board: Board):
    strike_inset(board.surface, Rect(100, 600, 120, 66), board.brush, AIM, "red", "king")
    assert not (pygame.surfarray.array3d(board.surface) == (241, 201, 165)).all(axis=2).any()


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)])
def test_the_picture_grows_with_the_window(size: tuple[int, int]):
    board = Board(size)
    x, y = board.view.at(DIE.x, DIE.y, DIE.z)
    tip = board.under(Aim(0, 0.0, 1.0), (x - 10, y + 10)).right - x
    assert tip == pytest.approx(board.view.edge + size[1] / 720 * 285, rel=0.03)
