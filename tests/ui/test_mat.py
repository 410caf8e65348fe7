from __future__ import annotations

import numpy as np
import pygame
import pytest

from rumms.physics.model import Area, Disc, Mat, Polygon, Solid
from rumms.ui.draw import mat as drawing
from rumms.ui.draw.brush import Brush
from rumms.ui.draw.mat import felt, lay, table
from rumms.ui.draw.view import View

SIZE = (640, 360)
SCALE = 10.0
BARE = Mat(wall=None, castles=None)
CASTLES = (Area(2.0, 3.0, 8.0, 9.0), Area(30.0, 12.0, 37.0, 18.0))
ODD = Mat(length=40.0, width=20.0, wall=Area(24.0, 0.0, 25.0, 20.0), castles=CASTLES)
BLOCK = Polygon(((10.0, 20.0), (14.0, 20.0), (14.0, 23.0), (10.0, 23.0)))


@pytest.fixture
def brush() -> Brush:
    return Brush(SIZE)


@pytest.fixture
def other_colours() -> Brush:
    """Castles are all that changes with the palette."""
    return Brush(SIZE, palette="colour-blind")


def pixels(image: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array3d(image).astype(int)


def difference(one: pygame.Surface, other: pygame.Surface, columns: slice = slice(None)) -> pygame.Rect:
    """The box of all pixels that differ, in some columns."""
    differs = (pixels(one) != pixels(other)).any(axis=2)[columns]
    x, y = np.nonzero(differs.any(axis=1))[0], np.nonzero(differs.any(axis=0))[0]
    return pygame.Rect(x[0] + (columns.start or 0), y[0], x[-1] - x[0] + 1, y[-1] - y[0] + 1)


def is_at(box: pygame.Rect, ends: tuple[float, float, float, float], slack: float = 1.0) -> bool:
    """Does a box reach from left and top to right and bottom?"""
    return all(
        abs(one - other) <= slack for one, other in zip((box.left, box.top, box.right, box.bottom), ends, strict=True)
    )


@pytest.mark.parametrize(
    "mat",
    [
        Mat(),
        BARE,
        ODD,
        Mat(length=20.0, width=33.0, wall=None, castles=None),
        Mat(solids=(Solid(BLOCK), Solid(Disc(40.0, 3.0, 2.0))), holes=(Disc(20.0, 5.0, 2.0), BLOCK)),
        Mat(solids=(Solid(Disc(63.0, 30.0, 3.0)),), holes=(Disc(0.0, 0.0, 2.0),)),
    ],
)
def test_a_felt_is_as_large_as_its_mat(brush: Brush, mat: Mat):
    for scale in (SCALE, 7.3):
        assert felt(brush, mat, scale).get_size() == (round(mat.length * scale), round(mat.width * scale))


def test_castles_fill_exactly_the_areas_that_count_with_y_up(brush: Brush, other_colours: Brush):
    usual, other = felt(brush, ODD, SCALE), felt(other_colours, ODD, SCALE)
    red = difference(usual, other, slice(0, 200))
    blue = difference(usual, other, slice(200, 400))
    assert is_at(red, (20, 110, 80, 170))
    assert is_at(blue, (300, 20, 370, 80))


def test_a_castle_of_red_is_red_and_one_of_blue_is_blue(brush: Brush):
    image = pixels(felt(brush, ODD, SCALE))
    red, blue = image[20:80, 110:170].mean(axis=(0, 1)), image[300:370, 20:80].mean(axis=(0, 1))
    assert red[0] > red[2] + 40
    assert blue[2] > blue[0] + 40


def test_the_wall_is_painted_where_it_is_and_nowhere_else(brush: Brush):
    wall = Area(30.7, 0.0, 32.3, 30.0)
    with_wall, without = (felt(brush, Mat(wall=one, castles=None), SCALE) for one in (wall, None))
    box = difference(with_wall, without)
    assert is_at(box, (307, 0, 323, 300))


def test_a_mat_without_castles_has_no_road(brush: Brush):
    middle = pixels(felt(brush, Mat(castles=None), SCALE))[150, 100:200]
    road = pixels(felt(brush, Mat(), SCALE))[150, 100:200]
    assert (np.abs(middle - road).max(axis=1) > 8).sum() > 5


@pytest.mark.parametrize(
    ("hole", "inside"), [(Disc(20.0, 5.0, 2.0), (200, 250)), (BLOCK, (120, 85))], ids=["disc", "polygon"]
)
def test_a_hole_is_dark_and_stays_within_its_outline(brush: Brush, hole: Disc | Polygon, inside: tuple[int, int]):
    plain, holed = felt(brush, BARE, SCALE), felt(brush, Mat(wall=None, castles=None, holes=(hole,)), SCALE)
    assert pixels(holed)[inside].max() < 80
    box = difference(plain, holed)
    assert box.collidepoint(inside)
    if isinstance(hole, Disc):
        assert is_at(box, (180, 230, 220, 270), 3)
    else:
        assert is_at(box, (100, 70, 140, 100), 3)


def test_a_solid_part_stands_up_from_its_foot_and_casts_a_shadow(brush: Brush):
    plain, blocked = (felt(brush, Mat(wall=None, castles=None, solids=one), SCALE) for one in ((), (Solid(BLOCK),)))
    image = pixels(blocked)
    box = difference(plain, blocked)
    assert 60 <= box.top <= 69  # higher than its foot at 70
    top, side = image[110:130, 75:88].mean(), image[110:130, 97:99].mean()
    assert side < top - 15
    below = (pixels(plain) - image)[115:140, 102:105]
    assert below.mean() > 10


def test_solid_parts_of_a_mat_are_drawn_from_the_back_to_the_front(brush: Brush):
    back = Solid(Polygon(((10.0, 10.0), (14.0, 10.0), (14.0, 13.0), (10.0, 13.0))))
    front = Solid(Polygon(((10.0, 7.0), (14.0, 7.0), (14.0, 10.0), (10.0, 10.0))))
    one, other = (
        felt(brush, Mat(wall=None, castles=None, solids=solids), SCALE) for solids in ((back, front), (front, back))
    )
    assert np.array_equal(pixels(one), pixels(other))


def test_a_felt_has_round_corners(brush: Brush):
    image = felt(brush, BARE, SCALE)
    width, height = image.get_size()
    for x, y in ((0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)):
        assert image.get_at((x, y)).a < 60
    assert image.get_at((width // 2, 0)).a == 255


def test_the_table_fills_the_window_and_is_darker_in_its_corners(brush: Brush):
    image = table(brush, SIZE)
    assert image.get_size() == SIZE
    assert table(brush, SIZE) is image
    wood = pixels(image)
    assert wood[:40, :40].mean() < 0.7 * wood[300:340, 160:200].mean()


def view(zoom: float = 1.0) -> View:
    one = View(ODD, pygame.Rect(100, 60, 440, 240))
    if zoom > 1.0:
        one.zoom_at((190, 250), zoom)
    return one


@pytest.mark.parametrize(("zoom", "is_moving", "slack"), [(1.0, False, 1.5), (1.7, False, 1.5), (1.7, True, 3.5)])
def test_the_ground_shows_castles_where_the_view_says(
    brush: Brush, other_colours: Brush, zoom: float, is_moving: bool, slack: float
):
    seen = view(zoom)
    usual, other = pygame.Surface(SIZE), pygame.Surface(SIZE)
    lay(usual, brush, seen, is_moving=is_moving)
    lay(other, other_colours, seen, is_moving=is_moving)
    box = difference(usual, other, slice(0, round(seen.at(15.0, 0.0)[0])))
    (left, top), (right, bottom) = seen.at(2.0, 9.0), seen.at(8.0, 3.0)
    area = seen.area
    ends = (max(left, area.left), max(top, area.top), min(right, area.right), min(bottom, area.bottom))
    assert is_at(box, ends, slack)


def test_an_enlarged_mat_stays_within_its_area(brush: Brush):
    image = pygame.Surface(SIZE)
    seen = view(3.0)
    lay(image, brush, seen)
    beyond = pixels(image) - pixels(table(brush, SIZE))
    inside = beyond[seen.area.left + 5 : seen.area.right - 5, seen.area.top + 5 : seen.area.bottom - 5]
    assert inside.mean() > 60
    beyond[seen.area.left : seen.area.right, seen.area.top : seen.area.bottom] = 0
    assert beyond.max() <= 45  # the edge of the felt, lighter than wood but no meadow


def test_the_ground_is_printed_once_for_a_view(brush: Brush, monkeypatch: pytest.MonkeyPatch):
    first, second = pygame.Surface(SIZE), pygame.Surface(SIZE)
    lay(first, brush, view())
    monkeypatch.setattr(drawing, "_printed", None)
    lay(second, brush, view())
    assert np.array_equal(pixels(first), pixels(second))
    with pytest.raises(TypeError):
        lay(second, brush, view(2.0))


def test_while_the_view_moves_the_ground_comes_from_the_picture_of_the_whole_mat(
    brush: Brush, monkeypatch: pytest.MonkeyPatch
):
    image = pygame.Surface(SIZE)
    lay(image, brush, view(2.0), is_moving=True)
    monkeypatch.setattr(drawing, "_printed", None)
    moved = view(2.0)
    moved.pan(-10.0, 0.0)
    lay(image, brush, moved, is_moving=True)
    assert pixels(image)[200:400, 100:260].mean() > 120
