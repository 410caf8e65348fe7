"""Files of the user's folder that are no files, or far too large, or full of odd characters: the start goes on."""

from __future__ import annotations

import json
import os
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from rumms.catalogue import find, find_game
from rumms.kernel.options import MOST_BYTES_A_FILE, from_words
from rumms.kernel.record import MOST_LINES, Lines, depth, read
from rumms.kernel.refusal import BadRecord, Refusal
from rumms.kernel.session import seal
from rumms.language import tell
from rumms.places import own
from rumms.ui import drafts, keeping, lessons, scenarios, settings, shelf, statistics, troops
from rumms.ui.keeping import LONGEST
from rumms.ui.seating import Agreed
from tests.hostile_films import GOOD

pytestmark = pytest.mark.timeout(20)


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def folder(path: Path) -> None:
    path.mkdir()


def circle(path: Path) -> None:
    path.symlink_to(path)


def huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(5 * 2**30)  # without taking room on the disk


def nested(path: Path) -> None:
    path.write_text("[" * 100_000)


STRANGE: Final = {make.__name__: make for make in (pipe, device, folder, circle, huge, nested)}
FILES: Final[dict[str, Callable[[], Any]]] = {
    "settings.json": settings.load,
    "statistics.json": statistics.load,
    "lessons.json": lessons.done,
    "scenarios.json": lambda: scenarios.progress("Anna"),
    "troops/own.json": troops.kept,
    "scenarios/own.jsonl": lambda: [one.problem for one in scenarios.scenarios("own")],
    "games/rumms-1.jsonl": lambda: [one.problem for one in shelf.kept()],
}
each_strange = pytest.mark.parametrize("make", STRANGE.values(), ids=STRANGE)


@each_strange
@pytest.mark.parametrize("name", FILES)
def test_what_is_no_file_of_ours_neither_stops_the_start_nor_hangs_it(name: str, make: Callable[[Path], None]):
    load = FILES[name]
    at_first = load()
    own(name).parent.mkdir(parents=True, exist_ok=True)
    make(own(name))
    now = load()
    match name.split("/", maxsplit=1)[0]:
        case "troops":
            assert now.broken == ("own.json",)
        case "scenarios" | "games":
            assert all(isinstance(problem, Refusal) for problem in now)
        case _:
            assert now == at_first


@each_strange
def test_a_mat_that_is_no_file_is_refused_in_a_sentence(make: Callable[[Path], None], tmp_path: Path):
    make(tmp_path / "mat.json")
    with pytest.raises(Refusal) as refused:
        from_words(find("rumms").game.options, [f"mat={tmp_path / 'mat.json'}"], "Rumms")
    assert "\n" not in tell(refused.value)


@each_strange
def test_a_scenario_that_is_no_file_is_not_taken_over(make: Callable[[Path], None], tmp_path: Path):
    make(tmp_path / "one.jsonl")
    with pytest.raises(Refusal):
        drafts.adopt(tmp_path / "one.jsonl")


def test_settings_take_the_place_of_what_is_no_file():
    own().mkdir(parents=True, exist_ok=True)
    pipe(own("settings.json"))
    settings.save(settings.Settings(volume=0.1))
    assert settings.load().volume == 0.1


@pytest.mark.parametrize("make", [pipe, device])
def test_nothing_is_read_from_a_pipe_or_a_device(make: Callable[[Path], None], tmp_path: Path):
    make(tmp_path / "some")
    with pytest.raises(BadRecord, match="it is not a file"):
        read(tmp_path / "some", 100)


def test_a_file_is_read_up_to_its_limit(tmp_path: Path):
    path = tmp_path / "some"
    path.write_bytes(b"x" * 100)
    assert read(path, 100) == b"x" * 100
    with pytest.raises(BadRecord, match="larger than 99 bytes"):
        read(path, 99)


def test_a_file_that_grows_while_it_is_read_is_not_read_beyond_the_limit():
    made_up = Path("/proc/self/status")  # its size is 0, whatever it holds
    assert made_up.stat().st_size == 0
    with pytest.raises(BadRecord, match="larger than 10 bytes"):
        read(made_up, 10)


@pytest.mark.parametrize("name", ["no\0name", "x" * 5000])
def test_a_name_that_no_file_has_is_refused(name: str):
    with pytest.raises(BadRecord):
        read(Path(name))


def test_a_file_of_nothing_but_line_ends_is_refused_before_it_is_split(tmp_path: Path):
    path = tmp_path / "blank.jsonl"
    path.write_bytes(b"\n" * (2 * MOST_LINES + 1))
    for reads in (Lines, drafts.adopt):
        with pytest.raises(BadRecord, match="more than 200000 lines"):
            reads(path)
    (tmp_path / "games").mkdir()
    assert "200000" in str(scenarios.seen(path).problem)


# Mats.


def mat(path: Path, **values: object) -> Any:
    path.write_text(json.dumps(values))
    return refused_mat(path)


def refused_mat(path: Path) -> str:
    game = find("rumms").game
    with pytest.raises(Refusal) as refused:
        game.new(2, from_words(game.options, [f"mat={path}"], "Rumms"))
    return tell(refused.value)


def test_a_mat_has_64_kilobytes_at_most(tmp_path: Path):
    path = tmp_path / "mat.json"
    path.write_bytes(b"{}".ljust(MOST_BYTES_A_FILE))
    from_words(find("rumms").game.options, [f"mat={path}"], "Rumms")
    path.write_bytes(b"{}".ljust(MOST_BYTES_A_FILE + 1))
    assert refused_mat(path) == f"{path}: it is larger than 65536 bytes."


@pytest.mark.parametrize("raw", [b'{"length": "\xff"}', b"\xff\xfe{\0}\0", '{"länge": 3}'.encode("latin-1")])
def test_a_mat_that_is_not_in_utf_8_gets_a_sentence(raw: bytes, tmp_path: Path):
    path = tmp_path / "mat.json"
    path.write_bytes(raw)
    assert refused_mat(path) == f"{path}: it is not text in UTF-8."


@pytest.mark.parametrize(("length", "width"), [(1000.0, 30.0), (63.0, 200.5), (201.0, 201.0)])
@pytest.mark.rule("RUM-04")
def test_a_mat_that_is_too_long_to_play_on_is_refused_when_it_is_read(length: float, width: float, tmp_path: Path):
    says = mat(tmp_path / "mat.json", length=length, width=width)
    assert says == f"A mat for Rumms is at most 200.0 cm long and wide, not {length} by {width} cm."
    record = tmp_path / "long.jsonl"
    header = {"format": 1, "game": "rumms", "seats": ["me", "me"], "seed": 1}
    record.write_text(json.dumps({**header, "options": {"mat": {"length": length, "width": width}}}))
    from rumms.catalogue import find_game  # noqa: PLC0415
    from rumms.kernel.session import load  # noqa: PLC0415

    with pytest.raises(BadRecord, match=r"line 1: A mat for Rumms is at most 200.0 cm"):
        load(record, find_game)


# Texts.


def test_texts_of_files_are_fit_to_be_shown():
    odd = "A\u0000\u202e\n\u200bB"
    own().mkdir(parents=True, exist_ok=True)
    own("settings.json").write_text(json.dumps({"agreed": {"red": [{"name": odd}]}, "card_names": [odd]}))
    own("statistics.json").write_text(json.dumps({"players": [{"name": odd, "won": 1}]}))
    own("scenarios.json").write_text(json.dumps({odd: {"puzzles/one": 3}}))
    kept = settings.load()
    names = [kept.agreed.red[0].name, *kept.card_names, *(one.name for one in statistics.load().players)]
    names += scenarios.players(kept)
    assert names.count("A????B") >= 4
    assert all(name.isprintable() for name in names)


def test_no_text_of_a_file_is_longer_than_can_be_shown():
    own().mkdir(parents=True, exist_ok=True)
    own("statistics.json").write_text(json.dumps({"players": [{"name": "W" * 3_900_000, "won": 1}]}))
    own("settings.json").write_text(json.dumps({"card_names": ["W" * 3_900_000]}))
    names = [*settings.load().card_names, *(one.name for one in statistics.load().players)]
    assert names
    assert max(map(len, names)) <= LONGEST


def test_the_file_of_stars_is_read_once_for_all_players(monkeypatch: pytest.MonkeyPatch):
    own().mkdir(parents=True, exist_ok=True)
    own("scenarios.json").write_text(json.dumps({f"n{number}": {"puzzles/one": 3} for number in range(50)}))
    reads, read_once = [], keeping.read

    def counted(path: Path) -> Any:
        reads.append(path)
        return read_once(path)

    monkeypatch.setattr(keeping, "read", counted)
    assert len(scenarios.players(settings.Settings())) >= 50
    assert len(reads) == 1


def test_a_long_text_is_looked_through_without_much_memory():
    tracemalloc.start()
    try:
        assert depth(b'[["' + b'a\\"[' * 250_000 + b'"]]') == 2
        assert tracemalloc.get_traced_memory()[1] < 20 * 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every name of a file is text")
def test_a_name_of_a_file_that_is_no_text_can_be_shown_and_kept():
    name = os.fsdecode(b"a\xff")
    for place, raw in (
        (f"scenarios/{name}.jsonl", GOOD.read_bytes()),
        (f"scenarios/{name}{name}.jsonl", b"nothing"),
        (f"troops/{name}.json", b"nothing"),
    ):
        own(place).parent.mkdir(parents=True, exist_ok=True)
        own(place).write_bytes(raw)
    shown, broken = scenarios.scenarios("own")
    assert (shown.id, broken.title, troops.kept().broken) == ("own/a?", "a?a?", ("a?.json",))
    assert b"own/a?" in scenarios.as_json([shown], {})
    scenarios.remember("Anna", shown, 3)
    assert scenarios.progress("Anna") == {shown.id: 3}
    settings.save(settings.Settings(agreed=Agreed(formations=(f"own:{name}.json", ""))))
    assert settings.load().agreed.formations == ("own:a?.json", "")


# Files that are written beside another, whose place they take.


def kept_settings() -> bool:
    settings.save(settings.Settings(volume=0.1))
    return settings.load().volume == 0.1


def kept_troop() -> bool:
    return troops.keep("Mine", (), ("king",)).called["en"] == "Mine"


def kept_draft() -> bool:
    task = scenarios.Task(scenarios.seen(own("scenarios", "own.jsonl")))
    return drafts.save(drafts.draft_of(task.scenario, task.goal), task.start).problem is None


def sealed_game() -> bool:
    return seal(own("scenarios", "own.jsonl"), find_game).winners is not None


KEPT: Final[dict[str, Callable[[], bool]]] = {
    "settings": kept_settings,
    "troop": kept_troop,
    "draft": kept_draft,
    "game": sealed_game,
}
WRITTEN: Final = {
    "settings": "settings.json",
    "troop": "troops/troop-1.json",
    "draft": "scenarios/own.jsonl",
    "game": "scenarios/own.jsonl",
}


def beside(name: str) -> Path:
    """The hidden file that is written before it takes the place of a file."""
    path = own(WRITTEN[name])
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.with_name(f".{path.name}.{os.getpid()}")


def link(path: Path) -> None:
    path.with_name("precious").write_text("precious")
    path.symlink_to("precious")


@pytest.fixture
def shared() -> None:
    own("scenarios").mkdir(parents=True)
    own("scenarios", "own.jsonl").write_bytes(GOOD.read_bytes())


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize("make", [pipe, device, circle, link])
@pytest.mark.parametrize("name", KEPT)
def test_a_file_is_written_whatever_lies_beside_it(name: str, make: Callable[[Path], None]):
    make(place := beside(name))
    assert KEPT[name]()
    assert not os.path.lexists(place)
    assert make is not link or place.with_name("precious").read_text() == "precious"


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize("name", KEPT)
def test_a_folder_beside_a_file_is_told_or_borne(name: str):
    (place := beside(name)).mkdir()
    if name == "settings":
        assert not kept_settings()
    else:
        with pytest.raises(Refusal, match="cannot be written"):
            KEPT[name]()
    assert place.is_dir()
