"""The trash: what was erased comes back as it was, for a limited time and a limited number of things."""

from __future__ import annotations

import os
from errno import EXDEV
from os import strerror
from pathlib import Path
from time import time_ns

import pytest

from rumms.kernel.refusal import Refusal
from rumms.places import own
from rumms.ui import trash
from rumms.ui.trash import DAY, DAYS, MOST
from tests.full_disk import file_size


def put(name: str, content: str = "x") -> Path:
    path = own("games", name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    return path


def erased(name: str, content: str = "x") -> None:
    trash.throw("games", put(name, content))


def back() -> Path:
    one = trash.last("games")
    assert one
    return trash.bring_back(one, own("games"))


def test_what_was_erased_last_comes_back_first_and_as_it_was():
    put("a.jsonl", "first")
    os.utime(own("games", "a.jsonl"), (1000, 1000))
    trash.throw("games", own("games", "a.jsonl"))
    erased("b.jsonl", "second")
    assert not list(own("games").iterdir())
    assert (back().name, back().name) == ("b.jsonl", "a.jsonl")
    assert own("games", "a.jsonl").read_text() == "first"
    assert own("games", "a.jsonl").stat().st_mtime == 1000, "it stands in its old place in the list"
    assert trash.last("games") is None


def test_nothing_is_overwritten_that_took_the_name_since():
    for content in ("one", "two"):
        erased("a.jsonl", content)
    put("a.jsonl", "new")
    assert {back().name, back().name} == {"a-2.jsonl", "a-3.jsonl"}
    assert own("games", "a.jsonl").read_text() == "new"


def test_each_sort_has_its_own():
    erased("a.jsonl")
    assert trash.last("troops") is None


def test_only_so_many_are_kept():
    for number in range(MOST + 3):
        erased(f"{number}.jsonl")
    names = [back().stem for _ in range(MOST)]
    assert names == [str(number) for number in range(MOST + 2, 2, -1)]
    assert trash.last("games") is None


def test_only_for_so_many_days(monkeypatch: pytest.MonkeyPatch):
    erased("a.jsonl")
    now = time_ns()
    monkeypatch.setattr(trash, "time_ns", lambda: now + DAYS * DAY - DAY // 24)
    assert trash.last("games")
    monkeypatch.setattr(trash, "time_ns", lambda: now + DAYS * DAY + DAY // 24)
    assert trash.last("games") is None
    assert not list(own("trash", "games").iterdir())


def test_what_is_erased_last_comes_back_first_even_if_the_clock_was_put_back(monkeypatch: pytest.MonkeyPatch):
    now = time_ns()
    for number in range(MOST):
        erased(f"{number}.jsonl")
    monkeypatch.setattr(trash, "time_ns", lambda: now - 40 * DAY)
    erased("late.jsonl", "late")
    erased("late.jsonl", "later")
    assert [back().read_text() for _ in range(3)] == ["later", "late", "x"]


@pytest.fixture
def other_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """The trash lies on another disk than what is erased."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(EXDEV, strerror(EXDEV))

    monkeypatch.setattr(os, "rename", refuse)


@pytest.mark.usefixtures("other_disk")
def test_what_is_erased_goes_to_another_disk_and_comes_back_as_it_was():
    os.utime(put("a.jsonl", "first"), (1000, 1000))
    trash.throw("games", own("games", "a.jsonl"))
    assert not list(own("games").iterdir())
    assert back() == own("games", "a.jsonl")
    assert own("games", "a.jsonl").read_text() == "first"
    assert own("games", "a.jsonl").stat().st_mtime == 1000
    assert not list(own("trash", "games").iterdir())


@pytest.mark.usefixtures("other_disk")
def test_a_full_disk_leaves_no_half_file_in_the_trash_nor_where_it_came_from():
    path = put("a.jsonl", "x" * 1000)
    with file_size(100), pytest.raises(Refusal, match="cannot be erased"):
        trash.throw("games", path)
    assert path.stat().st_size == 1000
    assert not list(own("trash", "games").iterdir())
    trash.throw("games", path)
    with file_size(100), pytest.raises(Refusal, match="cannot be written"):
        back()
    assert not list(own("games").iterdir())
    assert back().stat().st_size == 1000


def test_a_full_disk_leaves_no_half_list_in_the_trash():
    with file_size(100), pytest.raises(Refusal, match="cannot be written"):
        trash.lay("statistics", "players.json", b"x" * 1000)
    assert not list(own("trash", "statistics").iterdir())


def test_a_name_of_any_length_can_be_erased():
    erased("ä" * 120 + ".jsonl")
    assert back().suffix == ".jsonl"


def test_what_is_gone_already_is_no_reason_to_stop():
    trash.throw("games", own("games", "never.jsonl"))
    assert trash.last("games") is None


def test_a_folder_is_not_erased():
    own("games", "a.jsonl").mkdir(parents=True)
    with pytest.raises(Refusal, match="cannot be erased"):
        trash.throw("games", own("games", "a.jsonl"))


def test_strange_files_in_the_trash_are_left_alone():
    erased("a.jsonl")
    strange = own("trash", "games", "notes.txt")
    strange.write_text("mine")
    assert back().name == "a.jsonl"
    assert strange.exists()
