"""Settings are kept, and a file that is broken, or of another version, is forgiven."""

from __future__ import annotations

import msgspec
import pytest

from rumms.ui import settings
from rumms.ui.seating import Agreed, Sitting
from rumms.ui.settings import Settings

OTHERS = Settings(
    language="de",
    volume=0.25,
    speed="0.5",
    text="130",
    palette="colour-blind",
    is_calm=True,
    is_full_screen=True,
    aim="arrow",
    agreed=Agreed(
        (Sitting(name="Anna"),), (Sitting("random"), Sitting(name="Ben")), "own", ("x", "y"), "shaky", ("a=b",)
    ),
    card_help="off",
    card_names=("Anna",),
    card_seats={"kawumm": ("me", "greedy")},
    card_options={"kawumm": {"chain_reaction": True}},
)


def write(text: str | bytes) -> None:
    settings.path().parent.mkdir(parents=True, exist_ok=True)
    settings.path().write_bytes(text if isinstance(text, bytes) else text.encode())


def test_without_a_file_everything_is_as_at_first():
    assert settings.load() == Settings()


def test_all_settings_are_kept():
    assert all(getattr(OTHERS, name) != getattr(Settings(), name) for name in Settings.__struct_fields__)
    settings.save(OTHERS)
    assert settings.load() == OTHERS


def test_saving_leaves_nothing_else_in_the_folder():
    settings.save(OTHERS)
    settings.save(Settings(volume=0.1))
    assert [file.name for file in settings.path().parent.iterdir()] == ["settings.json"]
    assert settings.load() == Settings(volume=0.1)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "12", '"text"', b"\xff\xfe\x00", b"\x00" * 100, "[" * 5000])
def test_a_broken_file_is_as_none(text: str | bytes):
    write(text)
    assert settings.load() == Settings()


@pytest.mark.parametrize(
    "wrong",
    [
        {"volume": 7},
        {"volume": -0.1},
        {"volume": "loud"},
        {"volume": None},
        {"speed": "3"},
        {"speed": 1},
        {"text": "200"},
        {"palette": "grey"},
        {"is_calm": "yes"},
        {"aim": "none"},
        {"agreed": "Anna"},
        {"agreed": None},
        {"agreed": {"red": []}},
        {"agreed": {"blue": [{"name": 3}]}},
        {"agreed": {"formations": ["opening"]}},
        {"agreed": {"troops": "none"}},
        {"language": "fr"},
        {"of another version": {"a": [1, 2]}},
    ],
)
def test_what_cannot_be_is_left_out_and_the_rest_is_kept(wrong: dict[str, object]):
    right = {"palette": "colour-blind", "text": "130"}
    write(msgspec.json.encode({**right, **wrong}))
    rest = {name: value for name, value in right.items() if name not in wrong}
    assert settings.load() == msgspec.convert(rest, Settings)


def test_a_number_that_is_none_is_forgiven():
    write('{"volume": NaN, "text": "130"}')
    assert settings.load() == Settings()
    write('{"volume": 1e999, "text": "130"}')
    assert settings.load() in (Settings(text="130"), Settings())


def test_a_folder_that_cannot_be_written_to_is_no_reason_to_stop():
    settings.path().parent.parent.mkdir(parents=True, exist_ok=True)
    settings.path().parent.write_text("a file where the folder should be")
    settings.save(OTHERS)
    assert settings.load() == Settings()


def test_speed_and_text_size_are_numbers_too():
    assert [Settings(speed=speed).pace for speed in ("0.25", "0.5", "1", "2", "4")] == [0.25, 0.5, 1.0, 2.0, 4.0]
    assert [Settings(text=text).text_scale for text in ("100", "115", "130")] == [1.0, 1.15, 1.3]
