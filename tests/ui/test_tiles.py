from __future__ import annotations

from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
import pygame
import pytest

from rumms.catalogue import GAMES
from rumms.games.cabanga.cards import COLOURS
from rumms.games.kawumm.cards import KINDS
from rumms.places import shipped
from rumms.ui import theme
from rumms.ui.draw import cards, tiles
from rumms.ui.draw.brush import Brush
from rumms.ui.theme import Colour

Array: TypeAlias = np.ndarray[Any, Any]
HERO, SMALL, TALL = (610, 424), (278, 205), (278, 424)
SHAPES = (HERO, SMALL, TALL)


@pytest.fixture(scope="module")
def brush():
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 200))
    return Brush((1280, 720))


def lightness(colours: Array) -> Array:
    """Relative luminance, as contrast is reckoned."""
    part = np.asarray(colours, float) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    weighed: Array = linear @ np.array([0.2126, 0.7152, 0.0722])
    return weighed


def contrast(ink: Colour, ground: Array) -> Array:
    one, other = lightness(np.array(ink)) + 0.05, lightness(ground) + 0.05
    return np.maximum(one, other) / np.minimum(one, other)


def pixels(image: pygame.Surface) -> Array:
    return pygame.surfarray.array3d(image).astype(int)


def test_every_game_of_the_catalogue_has_a_picture():
    assert set(GAMES) <= set(tiles.SCENES)


@pytest.mark.parametrize("size", SHAPES)
def test_no_two_games_have_the_same_picture(brush: Brush, size: tuple[int, int]):
    small = {game: pixels(pygame.transform.smoothscale(tiles.tile(brush, game, size), (8, 8))) for game in tiles.SCENES}
    for one, other in combinations(small, 2):
        assert np.abs(small[one] - small[other]).mean() > 12, (one, other)


@pytest.mark.parametrize("game", tiles.SCENES)
@pytest.mark.parametrize("size", SHAPES)
def test_a_picture_has_the_size_that_was_asked_for_and_round_corners(brush: Brush, game: str, size: tuple[int, int]):
    opacity = pygame.surfarray.array_alpha(tiles.tile(brush, game, size))
    assert opacity.shape == size
    assert opacity[0, 0] == opacity[-1, 0] == opacity[0, -1] == opacity[-1, -1] == 0
    inside = opacity[tiles.RADIUS : -tiles.RADIUS, :]
    assert inside.min() == opacity[:, tiles.RADIUS : -tiles.RADIUS].min() == 255


@pytest.mark.parametrize("game", tiles.SCENES)
@pytest.mark.parametrize("size", SHAPES)
def test_text_can_be_read_everywhere_at_the_foot_of_a_picture(brush: Brush, game: str, size: tuple[int, int]):
    image = tiles.tile(brush, game, size)
    foot = pixels(image)[tiles.RADIUS : -tiles.RADIUS, size[1] - tiles.FOOT :]
    assert contrast(theme.PAPER, foot).min() >= 4.5


@pytest.mark.parametrize("game", tiles.SCENES)
@pytest.mark.parametrize("size", SHAPES)
def test_above_its_foot_a_picture_shows_things_that_stand_out(brush: Brush, game: str, size: tuple[int, int]):
    middle = pixels(tiles.tile(brush, game, size))[size[0] // 5 : -size[0] // 5, 40 : size[1] - tiles.FOOT - 40]
    image = lightness(middle)
    assert np.percentile(image, 97) > 4 * np.percentile(image, 3)


@pytest.mark.usefixtures("brush")
@pytest.mark.parametrize("game", tiles.SCENES)
def test_pictures_are_painted_for_larger_windows_too(game: str):
    large = Brush((1920, 1080))
    assert tiles.tile(large, game, (417, 308)).get_size() == (417, 308)


def test_a_picture_moves_by_six_pixels_under_a_pointer(brush: Brush):
    rect = pygame.Rect(0, 0, *SMALL)
    still, moved = pygame.Surface(SMALL, pygame.SRCALPHA), pygame.Surface(SMALL, pygame.SRCALPHA)
    tiles.paint(still, rect, brush, "kawumm")
    tiles.paint(moved, rect, brush, "kawumm", 1.0)
    middle = slice(tiles.RADIUS, -tiles.RADIUS)
    assert (pixels(still)[6:, middle] == pixels(moved)[:-6, middle]).all()
    assert not (pixels(still)[:, middle] == pixels(moved)[:, middle]).all()


def test_a_picture_leaves_everything_around_it_alone(brush: Brush):
    on = pygame.Surface((400, 300))
    on.fill(theme.WALNUT)
    rect = pygame.Rect(50, 40, *SMALL)
    tiles.paint(on, rect, brush, "cabanga", 0.5)
    assert on.get_at((rect.left, rect.top))[:3] == theme.WALNUT
    on.fill(theme.WALNUT, rect)
    assert (pixels(on) == theme.WALNUT).all()


def test_every_card_of_the_card_games_has_a_colour_and_an_icon():
    assert set(cards.INGREDIENTS) == set(KINDS)
    assert set(cards.MASKS) == set(COLOURS)
    for sign in (*cards.INGREDIENTS.values(), *cards.MASKS.values(), cards.KAWUMM_BACK, cards.CABANGA_BACK):
        assert shipped("assets", "icons", f"{sign.icon}.svg").exists()


@pytest.mark.parametrize("sign", [*cards.INGREDIENTS.values(), *cards.MASKS.values()], ids=lambda sign: sign.icon)
def test_signs_stand_out_from_the_field_of_their_card(sign: cards.Sign):
    assert contrast(cards.on_field(sign.colour), np.array(sign.colour)) >= 3.0


@pytest.mark.usefixtures("brush")
@pytest.mark.parametrize("kind", KINDS)
def test_the_name_of_an_ingredient_fits_on_its_card_even_if_texts_are_large(kind: str):
    brush = Brush((1280, 720), text=1.3)
    for name in KINDS[kind].name.values():
        with_name, plain = (pixels(cards.kawumm_card(brush, kind, 4, text, (96, 132))) for text in (name, ""))
        edge = slice(0, 6)
        assert (with_name[edge] == plain[edge]).all()
        assert (with_name[:, 222:] != plain[:, 222:]).any()


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Handel", {"Handel"}),
        ("Mac ist großzügig", {"Mac ist", "großzügig"}),
        ("Abschiedsgeschenk", {"Abschieds-", "geschenk"}),
    ],
)
def test_a_long_name_takes_two_lines_where_a_card_says_nothing_else(
    brush: Brush, monkeypatch: pytest.MonkeyPatch, name: str, lines: set[str]
):
    written: dict[str, float] = {}
    text = Brush.text

    def noted(pen: Brush, on: Any, line: str, at: Any, px: float, *values: Any) -> Any:
        written[line] = px
        return text(pen, on, line, at, px, *values)

    monkeypatch.setattr(Brush, "text", noted)
    sign = cards.Sign(theme.PLUM, "mac")
    cards.picture_card(brush, name, sign, (76, 106))
    assert set(written) == lines
    assert min(written.values()) > 12
    written.clear()
    cards.picture_card(brush, name, sign, (104, 140), "what it does")
    assert name in written


def test_a_card_is_as_large_as_it_was_asked_for_when_it_lies(brush: Brush):
    on = pygame.Surface((200, 200), pygame.SRCALPHA)
    cards.lay(on, brush, cards.card_back(brush, cards.KAWUMM_BACK, (60, 84)), (100, 100))
    assert on.get_bounding_rect(min_alpha=250).size == (60, 84)


def test_a_card_that_is_turned_over_gets_narrow_and_vanishes_on_edge(brush: Brush):
    card = cards.number_card(brush, 7, *cards.MASKS["red"], (60, 84))
    widths = []
    for wide in (1.0, 0.5, 0.0):
        on = pygame.Surface((200, 200), pygame.SRCALPHA)
        cards.lay(on, brush, card, (100, 100), wide=wide)
        widths.append(on.get_bounding_rect(min_alpha=250).width)
    assert widths == [60, 30, 0]


def test_a_card_can_be_turned_counter_clockwise(brush: Brush):
    card = cards.number_card(brush, 7, *cards.MASKS["red"], (60, 84))
    on = pygame.Surface((200, 200), pygame.SRCALPHA)
    cards.lay(on, brush, card, (100, 100), 90)
    assert on.get_bounding_rect(min_alpha=250).size == (84, 60)
    quarter = pygame.transform.rotate(pygame.transform.smoothscale(card, (60, 84)), 90)
    assert np.abs(pixels(on)[60:140, 74:126] - pixels(quarter)[2:82, 4:56]).mean() < 2


def test_a_lifted_card_has_a_wider_shadow(brush: Brush):
    card = cards.card_back(brush, cards.CABANGA_BACK, (60, 84))
    heights = []
    for lift in (0, 8):
        on = pygame.Surface((200, 200), pygame.SRCALPHA)
        cards.lay(on, brush, card, (100, 100), lift=lift)
        heights.append(on.get_bounding_rect().height)
    assert heights[1] > heights[0] + 8


def test_numbers_dots_and_plates_can_be_told_apart(brush: Brush):
    tone, size = cards.START, (60, 84)
    drawn = [
        cards.number_card(brush, 1, tone, "", size),
        cards.number_card(brush, 18, tone, "", size),
        cards.number_card(brush, 18, tone, "", size, dots=3),
        cards.number_card(brush, 18, tone, "", size, plate="square"),
        cards.number_card(brush, 18, tone, "", size, plate="diamond"),
        cards.number_card(brush, 18, tone, "mask-red", size),
    ]
    for one, other in combinations(drawn, 2):
        assert (pixels(one) != pixels(other)).any()


def test_many_turned_cards_are_not_all_kept(brush: Brush):
    card = cards.card_back(brush, cards.KAWUMM_BACK, (20, 28))
    on = pygame.Surface((60, 60))
    for angle in range(360):
        cards.lay(on, brush, card, (30, 30), angle)
    assert len(brush.keep("laid cards", dict)) <= cards.MOST_LAID + 2
