"""The film of a shot shows what the shot says, or is refused with the die that is to blame."""

from __future__ import annotations

from random import Random

import pytest

from rumms.kernel.refusal import Refusal
from rumms.lab.cases import case
from rumms.physics import film
from rumms.physics.engine import simulate
from rumms.physics.film import MOST_FRAMES, RATE, Film, Sight, Track, frames_of, pack, rotation
from rumms.physics.footage import check_film, check_length, film_of
from rumms.physics.model import EDGE, TOP, Body, Layout, Moved, Pose, Shot
from tests.hostile_films import endless, packed

LAYOUT = Layout((Body(0, Pose(10.0, 10.0)), Body(1, Pose(20.0, 10.0, 30.0)), Body(2, Pose(20.0, 10.0), 1)))
END = Moved(0, Pose(12.0, 10.0), TOP)


def sight(x: float, y: float = 10.0, level: int = 0, up: int = TOP, yaw: float = 0.0) -> Sight:
    return Sight(x, y, (level + 0.5) * EDGE, rotation(up, yaw))


def filmed(*tracks: Track, moved: tuple[Moved, ...] = (END,), frames: int = 4) -> Shot:
    return Shot(moved, time=(frames - 1) / RATE, film=pack(Film(frames, tracks)))


def slide(*more: Sight, last: Sight | None = None) -> Track:
    """Die 0 slides to its end."""
    return Track(0, 0, (sight(10.0), *more, last or sight(12.0)))


def reason(shot: Shot) -> str:
    try:
        film_of(LAYOUT, shot)
    except Refusal as refusal:
        return str(refusal)
    return ""


def test_every_film_of_the_engine_is_right():
    for number in Random(7).sample(range(3000), 40):
        layout, stroke, _ = case(0, number)
        shot = simulate(layout, stroke)
        check_film(layout, shot, film_of(layout, shot))


def test_a_shot_may_have_no_film():
    assert film_of(LAYOUT, Shot((END,))) == Film()
    assert reason(filmed(slide())) == ""


@pytest.mark.parametrize(
    ("shot", "says"),
    [
        (filmed(slide(), Track(7, 0, (sight(30.0),))), "The film shows die 7, which is not there."),
        (filmed(slide(), Track(-1, 0, (sight(30.0),))), "The film shows die -1, which is not there."),
        (filmed(slide(), Track(0, 1, (sight(12.0),))), "The film shows die 0 in two places at once."),
        (
            filmed(Track(0, 0, (sight(10.06), sight(12.0)))),
            "The film does not begin with die 0 as it lay before the shot.",
        ),
        (filmed(slide(last=sight(12.06))), "The film does not end with die 0 as it lies after the shot."),
        (filmed(slide(last=sight(12.0, level=1))), "The film does not end with die 0 as it lies after the shot."),
        (filmed(slide(last=sight(12.0, up=0))), "The film does not end with die 0 as it lies after the shot."),
        (filmed(slide(last=sight(12.0, yaw=4.0))), "The film does not end with die 0 as it lies after the shot."),
        (
            filmed(slide(), Track(2, 0, (sight(20.0, level=1), sight(25.0, level=1)))),
            "The film does not end with die 2 as it lies after the shot.",
        ),
        (filmed(Track(1, 0, (sight(20.0, yaw=30.0),))), "The film does not show how die 0 moves."),
    ],
)
def test_a_film_that_shows_anything_else_is_refused(shot: Shot, says: str):
    assert reason(shot) == says


def test_a_film_may_differ_by_a_hair():
    assert reason(filmed(Track(0, 0, (sight(10.04), sight(12.04, yaw=358.0))))) == ""


def test_a_die_that_rests_on_its_way_may_be_seen_again():
    later = Track(0, 2, (sight(11.0), sight(12.0)))
    assert reason(filmed(Track(0, 0, (sight(10.0), sight(11.0))), later)) == ""


def test_a_die_that_is_gone_may_be_seen_turned_anyhow_in_the_air():
    gone = Moved(0, Pose(-2.0, 10.0), TOP, gone=True)
    assert reason(filmed(slide(last=Sight(-2.0, 10.0, 3.0, rotation(0, 45.0))), moved=(gone,))) == ""
    assert "does not end with die 0" in reason(filmed(slide(last=sight(-1.0)), moved=(gone,)))


def test_the_length_of_a_film_is_known_from_its_first_bytes():
    for frames in (1, 2, 63, 64, 3600):
        shot = filmed(Track(0, 0, (sight(10.0),)), frames=frames)
        assert frames_of(shot.film) == frames
        check_length(shot)
    assert frames_of(b"") == 0


def test_nothing_is_unpacked_to_learn_the_length(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(film, "unpack", None)
    monkeypatch.setattr(film, "_inflated", None)
    assert frames_of(endless(12)) == 12


@pytest.mark.parametrize(
    "bad",
    [b"\x01", b"\x01nonsense", packed(0), packed(-3), packed(MOST_FRAMES + 1), packed(2**40), b"\x01" + b"\0" * 2000],
)
def test_bytes_that_begin_no_film_have_no_length(bad: bytes):
    with pytest.raises(Refusal, match="broken"):
        frames_of(bad)


def test_a_film_is_as_long_as_its_shot_but_for_a_frame_or_two():
    for late, is_right in ((-0.051, False), (-0.049, True), (0.049, True), (0.051, False)):
        shot = filmed(slide(), frames=31)
        shot = Shot(shot.moved, time=0.5 - late, film=shot.film)
        assert (reason(shot) == "") is is_right
    assert (
        reason(Shot((), time=1.0, film=filmed(slide(), frames=31).film)) == "The film takes 0.5 s, but the shot 1.0 s."
    )


def test_no_more_is_unpacked_than_the_dice_can_show_in_that_time():
    frames = 10
    tracks = tuple(
        Track(body.id, 0, (sight(body.pose.x, level=body.level, yaw=body.pose.yaw),) * frames) for body in LAYOUT.bodies
    )
    assert reason(filmed(*tracks, moved=(), frames=frames)) == ""
    few = Layout(LAYOUT.bodies[:2], LAYOUT.mat)
    with pytest.raises(Refusal, match="broken"):
        film_of(few, filmed(*tracks, moved=(), frames=frames))
    assert reason(Shot((), time=0.15, film=endless(10))) == "The film is broken."
