"""Files of the user's folder are written whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from rumms.catalogue import find_game
from rumms.games.rumms.presets import Spot
from rumms.kernel.refusal import InUse, Refusal
from rumms.kernel.session import load
from rumms.places import own, shipped
from rumms.ui import drafts, keeping, scenarios, settings, statistics, troops
from rumms.ui.drafts import Draft
from rumms.ui.scenarios import Task, seen
from rumms.ui.settings import Settings
from rumms.ui.statistics import Player, Statistics
from tests.full_disk import file_size

SHARED = shipped("scenarios", "rumms", "puzzles", "clear-run.jsonl")


def keep_settings(name: str) -> None:
    settings.save(Settings(language="de", card_names=(name,)))


def keep_statistics(name: str) -> None:
    statistics.save(Statistics((Player(name=name),)))


def keep_stars(name: str) -> None:
    scenarios.remember(name, seen(SHARED), 3)


def keep_troop(name: str) -> None:
    troops.keep(name, (Spot("king", 7.0, 15.0),), ())


def rename_troop(name: str) -> None:
    for troop in troops.kept().troops:
        troops.rename(troop, name)


def save_scenario(name: str) -> None:
    drafts.save(Draft(title=name, path=own("scenarios", "mine.jsonl")), Task(seen(SHARED)).start)


def adopt(_: str) -> None:
    drafts.adopt(SHARED)


def files() -> Iterator[tuple[str, bytes]]:
    """Everything in the user's folder."""
    for path in sorted(own().rglob("*")):
        if path.is_file():
            yield path.relative_to(own()).as_posix(), path.read_bytes()


@pytest.mark.parametrize(
    "keep", [keep_settings, keep_statistics, keep_stars, keep_troop, rename_troop, save_scenario, adopt]
)
def test_on_a_full_disk_everything_stays_as_it_was(keep: Callable[[str], None]):
    keep_troop("before")
    keep("before")
    before = list(files())
    with file_size(20), suppress(Refusal):
        keep("after")
    assert list(files()) == before
    keep("after")
    after = list(files())
    assert after != before
    assert {name for name, _ in after} >= {name for name, _ in before}


def test_nothing_is_left_of_a_file_that_could_not_be_written():
    with file_size(20), pytest.raises(OSError, match="File too large"):
        keeping.put(own("new", "file"), b"x" * 100)
    assert not list(files())
    keeping.put(own("new", "file"), b"x" * 100)
    assert list(files()) == [("new/file", b"x" * 100)]


def test_a_scenario_that_is_played_is_neither_replaced_nor_erased():
    save_scenario("before")
    path = own("scenarios", "mine.jsonl")
    scenario, loaded = seen(path), load(path, find_game)
    session, whole = loaded.resume(), path.read_bytes()
    with pytest.raises(InUse):
        save_scenario("after")
    with pytest.raises(InUse):
        scenarios.erase(scenario)
    assert path.read_bytes() == whole
    session.close()
    save_scenario("after")
    assert list(dict(files())) == ["scenarios/mine.jsonl"]
    scenarios.erase(scenario)
    assert not path.exists()
