from __future__ import annotations

from math import cos, radians, sin

import numpy as np
import pygame
import pytest

from rumms.physics.film import Quaternion, about, rotation, times
from rumms.physics.geometry import corners
from rumms.physics.model import FACES, TOP, Pose
from rumms.ui import theme
from rumms.ui.draw import dice as drawing
from rumms.ui.draw.brush import Brush
from rumms.ui.draw.dice import BUCKET, Dice, Look, Shelf, Sprite, glyph, painted
from rumms.ui.draw.view import TILT

EDGE = 40
GROUND = (233, 208, 176)
ACTIVE, SHADOW = (True,) * 6, (False,) * 6


@pytest.fixture(autouse=True)
def _fonts() -> None:
    pygame.font.init()


@pytest.fixture
def dice() -> Dice:
    return Dice(Brush((1280, 720)))


def troll(side: str = "red", faces: tuple[bool, ...] = ACTIVE) -> Look:
    return Look("troll", "T", side, faces)


def ground(size: int = 160) -> pygame.Surface:
    image = pygame.Surface((size, size))
    image.fill(GROUND)
    return image


def changed(image: pygame.Surface) -> pygame.Rect:
    """The box of all pixels that are no longer ground."""
    differs = (pygame.surfarray.array3d(image) != GROUND).any(axis=2)
    x, y = np.nonzero(differs.any(axis=1))[0], np.nonzero(differs.any(axis=0))[0]
    return pygame.Rect(x[0], y[0], x[-1] - x[0] + 1, y[-1] - y[0] + 1)


def pixels(image: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array3d(image).astype(int)


def lightness(image: pygame.Surface, at: tuple[float, float], half: int) -> float:
    x, y = round(at[0]), round(at[1])
    return float(pixels(image)[x - half : x + half, y - half : y + half].mean())


def top_of(dice: Dice, look: Look, turned: Quaternion, half: int = 12) -> np.ndarray:
    """The middle of the upper face of a die that lies."""
    image = ground()
    dice.cube(image, look, (80, 80), EDGE, turned)
    y = round(80 - TILT * EDGE / 2)
    return pixels(image)[80 - half : 80 + half, y - half : y + half]


@pytest.mark.parametrize("yaw", [0, 21, 45, 69, 90, 162, 225, 318])
@pytest.mark.parametrize("up", range(6), ids=FACES)
def test_a_lying_die_fills_its_footprint_and_what_its_height_adds(dice: Dice, up: int, yaw: int):
    image = ground()
    box = dice.cube(image, troll(), (80, 80), EDGE, rotation(up, yaw))
    wide = EDGE * (abs(cos(radians(yaw))) + abs(sin(radians(yaw))))
    high = wide + TILT * EDGE
    drawn = changed(image)
    assert box.contains(drawn)
    assert 0.85 * wide <= drawn.width <= wide + 2
    assert 0.85 * high <= drawn.height <= high + 2
    assert abs(drawn.centerx - 80) <= 1
    assert abs(drawn.centery - 80) <= 1


@pytest.mark.parametrize("faces", [ACTIVE, SHADOW], ids=["active", "shadow"])
def test_red_and_blue_dice_differ_by_shape_even_in_the_same_colours(faces: tuple[bool, ...]):
    team = theme.TEAMS["usual"]["red"]
    red, blue = (painted(troll(side, faces), team, EDGE, rotation(TOP, 0), 3).image for side in ("red", "blue"))
    apart = np.abs(pixels(red) - pixels(blue)).max(axis=2) > 25
    assert apart.mean() > 0.02


def test_the_plate_of_red_is_square_and_that_of_blue_is_round(dice: Dice):
    red, blue = (top_of(dice, troll(side), rotation(TOP, 0), 15)[:3, :3].mean() for side in ("red", "blue"))
    assert red > 200
    assert blue < 150


@pytest.mark.parametrize("side", ["red", "blue"])
@pytest.mark.parametrize("kind", ["troll", "knight", "golem"])
def test_an_active_top_is_much_lighter_than_a_shadow_top(dice: Dice, kind: str, side: str):
    active, shadow = (top_of(dice, Look(kind, "G", side, faces), rotation(TOP, 0), 16) for faces in (ACTIVE, SHADOW))
    assert active.mean() > shadow.mean() + 45
    assert (active.mean(axis=2) > 220).mean() > 0.4
    assert (shadow.mean(axis=2) > 220).mean() < 0.02
    assert np.median(shadow.mean(axis=2)) < 75


@pytest.mark.parametrize("yaw", [0, 30, 45, 87, 201])
@pytest.mark.parametrize("up", range(6), ids=FACES)
def test_the_kept_picture_of_a_lying_die_is_what_its_rotation_looks_like(dice: Dice, up: int, yaw: int):
    look = troll("blue", (True, False, True, False, True, False))
    kept = dice.sprite(look, EDGE, rotation(up, yaw))
    drawn = painted(look, dice.brush.team("blue"), EDGE, rotation(up, yaw), 3)
    assert (kept.left, kept.top, kept.image.get_size()) == (drawn.left, drawn.top, drawn.image.get_size())
    # Polygons are filled a little differently if their corners come in another order.
    assert np.abs(pixels(kept.image) - pixels(drawn.image)).mean() < 2


@pytest.mark.parametrize("axis", [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.6, -0.8, 0.0)])
def test_a_die_that_comes_to_lie_flat_does_not_jump(dice: Dice, axis: tuple[float, float, float]):
    flat = rotation(TOP, 33)
    lies = dice.sprite(troll(), EDGE, times(about(axis, 0.9), flat))
    tumbles = dice.sprite(troll(), EDGE, times(about(axis, 1.6), flat))
    assert lies is dice.sprite(troll(), EDGE, flat)
    assert tumbles is not lies
    for one, other in zip(lies[1:], tumbles[1:], strict=True):
        assert abs(one - other) <= 1


def test_a_die_keeps_its_picture_while_its_yaw_changes_by_nothing_that_is_seen(dice: Dice):
    pictures = {id(dice.sprite(troll(), EDGE, rotation(TOP, yaw))) for yaw in (29.0, 29.7, 30.0, 30.9)}
    assert len(pictures) == 1
    assert dice.sprite(troll(), EDGE, rotation(TOP, 32.0)) is not dice.sprite(troll(), EDGE, rotation(TOP, 30.0))


def test_both_quaternions_of_a_rotation_look_the_same(dice: Dice):
    turned = times(about((0.6, 0.8, 0.0), 50), rotation(TOP, 20))
    other = Quaternion(*(-part for part in turned))
    assert dice.sprite(troll(), EDGE, turned) is dice.sprite(troll(), EDGE, other)


@pytest.mark.parametrize("up", range(6), ids=FACES)
def test_every_face_shows_its_figure_upright_when_it_is_up(dice: Dice, up: int):
    assert np.array_equal(top_of(dice, troll(), rotation(up, 0)), top_of(dice, troll(), rotation(TOP, 0)))


def test_a_yaw_turns_the_figure_to_the_left(dice: Dice):
    upright, turned = (top_of(dice, troll(), rotation(TOP, yaw)) for yaw in (0, 90))
    left = np.abs(turned - np.rot90(upright, -1)).mean()
    right = np.abs(turned - np.rot90(upright, 1)).mean()
    assert left < right / 2


def test_a_tumbling_die_shows_its_real_faces_and_a_lying_one_only_what_is_up(dice: Dice):
    one, other = troll(faces=ACTIVE), troll(faces=(True, True, True, False, True, True))
    tipped = times(about((1.0, 0.0, 0.0), -40), rotation(TOP, 0))
    assert dice.sprite(one, EDGE, rotation(TOP, 0)) is dice.sprite(other, EDGE, rotation(TOP, 0))
    a, b = (dice.sprite(look, EDGE, tipped) for look in (one, other))
    assert np.abs(pixels(a.image) - pixels(b.image)).mean() > 5


def test_a_kind_without_an_icon_shows_its_letter(dice: Dice):
    g, h = (top_of(dice, Look("golem", letter, "red", ACTIVE), rotation(TOP, 0)) for letter in "GH")
    assert np.abs(g - h).mean() > 5
    assert g.min(axis=2).min() < 60
    assert np.array_equal(g, top_of(dice, Look("giant", "G", "red", ACTIVE), rotation(TOP, 0)))


def test_a_letter_keeps_its_holes_and_its_dots():
    outlines = {letter: [is_hole for _, is_hole in glyph(letter)] for letter in "LOÖB"}
    assert outlines == {"L": [False], "O": [False, True], "Ö": [False, False, False, True], "B": [False, True, True]}


def test_a_faded_die_lets_the_ground_through(dice: Dice):
    middle = (80, 66)
    full, faded = ground(), ground()
    dice.cube(full, troll(faces=SHADOW), (80, 80), EDGE, rotation(TOP, 0))
    dice.cube(faded, troll(faces=SHADOW), (80, 80), EDGE, rotation(TOP, 0), alpha=100)
    assert lightness(full, middle, 5) + 20 < lightness(faded, middle, 5) < np.mean(GROUND)


def test_frost_and_ice_pale_a_die_but_do_not_hide_it(dice: Dice):
    bare, iced = ground(), ground()
    for image, look in ((bare, troll()), (iced, troll()._replace(is_frosted=True))):
        dice.cube(image, look, (80, 80), EDGE, rotation(TOP, 0))
    dice.ice(iced, (80, 80 - TILT * EDGE), EDGE, rotation(TOP, 0))
    face = pixels(iced)[70:90, 60:80]
    assert np.abs(face - pixels(bare)[70:90, 60:80]).mean() > 10
    assert face.std() > 15
    assert changed(iced).top < changed(bare).top


def test_a_shadow_darkens_and_is_softer_the_higher_a_die_hovers(dice: Dice):
    darkest = []
    for lift in (0.0, 0.5, 2.0):
        image = ground(240)
        dice.shadow(image, (100, 100), EDGE, rotation(TOP, 10), lift)
        assert (pixels(image) <= np.array(GROUND)).all()
        darkest.append(pixels(image).min())
    assert darkest == sorted(darkest)
    assert darkest[0] + 60 < darkest[-1]


def test_the_shadow_of_a_hovering_die_lies_further_to_the_lower_right(dice: Dice):
    low, high = ground(240), ground(240)
    dice.shadow(low, (100, 100), EDGE, rotation(TOP, 0))
    dice.shadow(high, (100, 100), EDGE, rotation(TOP, 0), 1.5)
    assert changed(high).centerx > changed(low).centerx + 15
    assert changed(high).centery > changed(low).centery + 12


@pytest.mark.parametrize("yaw", [18.0, -18.0])
def test_a_shadow_lies_under_the_footprint_as_it_is_turned(dice: Dice, yaw: float):
    right, wrong = ground(), ground()
    dice.shadow(right, (80, 80), EDGE, rotation(TOP, yaw))
    dice.shadow(wrong, (80, 80), EDGE, rotation(TOP, -yaw))
    x, y = min(corners(Pose(0.0, 0.0, yaw)), key=lambda one: one[0] - one[1])
    corner = (80 + 0.9 * EDGE * x / 1.6, 80 - 0.9 * EDGE * y / 1.6)
    assert lightness(right, corner, 1) < lightness(wrong, corner, 1) - 10


def test_a_rolling_die_casts_the_shadow_of_its_outline(dice: Dice):
    lies, rolls = ground(), ground()
    dice.shadow(lies, (70, 70), EDGE, rotation(TOP, 0))
    dice.shadow(rolls, (70, 70), EDGE, times(about((0.0, 1.0, 0.0), 45), rotation(TOP, 0)))
    assert changed(rolls).width > changed(lies).width + 8
    assert pixels(rolls).min() > pixels(lies).min()


def drawn_ring(dice: Dice, side: str, style: drawing.RingStyle, now: float) -> np.ndarray:
    image = ground()
    dice.ring(image, (80, 80), EDGE, side, style, now)
    return pixels(image)


@pytest.mark.parametrize("style", ["choice", "selected", "hover"])
def test_rings_have_the_shape_of_their_side(dice: Dice, style: drawing.RingStyle):
    corner = slice(80 + round(0.68 * EDGE), 80 + round(0.76 * EDGE))
    red, blue = (drawn_ring(dice, side, style, 0.0)[corner, corner] for side in ("red", "blue"))
    assert not np.array_equal(red, blue)


def test_dashes_creep_and_a_selection_breathes_unless_the_table_is_calm(dice: Dice):
    calm = Dice(Brush((1280, 720), calm=True))
    for style in ("choice", "selected"):
        assert not np.array_equal(drawn_ring(dice, "red", style, 0.0), drawn_ring(dice, "red", style, 0.5))
        assert np.array_equal(drawn_ring(calm, "red", style, 0.0), drawn_ring(calm, "red", style, 0.5))


def test_the_dashes_are_back_where_they_were_after_one_dash(dice: Dice):
    seen = [drawn_ring(dice, "blue", "choice", tenth / 24).tobytes() for tenth in range(80)]
    assert 5 < len(set(seen)) < 40


def test_a_ghost_is_pale_with_a_dashed_footprint(dice: Dice):
    real, ghost = ground(), ground()
    dice.cube(real, troll(), (80, 80 - TILT * EDGE / 2), EDGE, rotation(TOP, 0))
    dice.ghost(ghost, troll(), (80, 80), EDGE, rotation(TOP, 0))
    assert changed(ghost).bottom > changed(real).bottom
    away = [np.abs(pixels(one)[70:90, 55:75] - np.array(GROUND)).mean() for one in (real, ghost)]
    assert away[1] < 0.6 * away[0]


def test_badges_differ_and_sit_at_the_upper_right(dice: Dice):
    no, captured = ground(), ground()
    dice.badge(no, (80, 80), EDGE, "no")
    dice.badge(captured, (80, 80), EDGE, "captured")
    for image in (no, captured):
        box = changed(image)
        assert box.left > 80
        assert box.bottom < 70
    assert not np.array_equal(pixels(no), pixels(captured))


def test_a_picture_for_panels_is_the_lying_die_as_an_ordinary_surface(dice: Dice):
    on, by_hand = ground(), ground()
    picture = dice.picture(troll(), EDGE)
    box = dice.cube(by_hand, troll(), (80, 80), EDGE, rotation(TOP, 0))
    on.blit(picture, box)
    assert np.abs(pixels(on) - pixels(by_hand)).max() <= 6


def test_what_is_prepared_needs_no_painting_when_dice_slide(dice: Dice, monkeypatch: pytest.MonkeyPatch):
    looks = [troll(), troll("blue", (True, False, True, True, True, False))]
    slices = 1
    while not dice.prepare(looks, 12, 5.0):
        slices += 1
    assert slices > 1
    monkeypatch.setattr(drawing, "painted", None)
    monkeypatch.setattr(drawing, "_shadow", None)
    for look in looks:
        for up in range(6):
            for yaw in range(0, 360, BUCKET):
                dice.cube(ground(), look, (80, 80), 12, rotation(up, yaw))
                dice.shadow(ground(), (80, 80), 12, rotation(up, yaw))


def test_a_full_shelf_drops_what_was_not_used_for_longest():
    shelf = Shelf(250)
    made: list[str] = []

    def get(name: str) -> None:
        def make() -> Sprite:
            made.append(name)
            return Sprite(pygame.Surface((10, 10)), 0, 0)

        shelf.get(name, make)

    for name in "abacab":
        get(name)
    assert made == ["a", "b", "c", "b"]
    assert shelf.pixels <= 250


def test_a_frame_of_a_film_waits_for_a_few_new_pictures_only(dice: Dice, monkeypatch: pytest.MonkeyPatch):
    made: list[Quaternion] = []

    def paint(look: Look, team: theme.Team, edge: int, turned: Quaternion, large: int) -> Sprite:
        made.append(turned)
        return painted(look, team, edge, turned, large)

    monkeypatch.setattr(drawing, "painted", paint)
    look = troll()
    tilts = [times(about((0.0, 1.0, 0.0), 40.0 + tilt), rotation(TOP, yaw)) for tilt in (0, 3, 6) for yaw in (0, 3, 6)]
    turns = [times(about((1.0, 0.0, 0.0), lean), turned) for turned in tilts for lean in (0.0, 3.0, 6.0)]
    with dice.hurried():
        sprites = [dice.sprite(look, EDGE, turn) for turn in turns]
    assert drawing.MOST_PAINTED <= len(made) < len(turns) / 2, "nearly the same ones will do, where there are some"
    made.clear()
    unhurried = [dice.sprite(look, EDGE, turn) for turn in turns]
    assert made, "as soon as there is time, each gets its own"
    assert len({id(sprite.image) for sprite in unhurried}) > len({id(sprite.image) for sprite in sprites})


def test_a_hurried_die_that_slides_is_drawn_at_most_nine_degrees_off(dice: Dice, monkeypatch: pytest.MonkeyPatch):
    look = Look("knight", "K", "blue", ACTIVE)
    known = dice.sprite(look, EDGE, rotation(TOP, 30))
    monkeypatch.setattr(drawing, "MOST_PAINTED", 0)
    with dice.hurried():
        assert dice.sprite(look, EDGE, rotation(TOP, 39)).image is known.image
        assert dice.sprite(look, EDGE, rotation(TOP, 45)).image is not known.image
