"""Writing a record: one program at a time, nothing half, nothing lost."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
from io import FileIO
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest
from filelock import lock_descriptor

from rumms.catalogue import find, find_game
from rumms.kernel import writer as writing
from rumms.kernel.refusal import BadRecord, InUse, NotWritten
from rumms.kernel.session import Session, begin, load, seal
from tests.full_disk import file_size

HOLD = """
import sys
from pathlib import Path
from rumms.catalogue import find_game
from rumms.kernel.session import load

session = load(Path(sys.argv[1]), find_game).resume()
print("open", flush=True)
sys.stdin.read()
"""
"""A program that has a record open until its input ends."""


on_posix = pytest.mark.skipif(sys.platform == "win32", reason="there a locked file cannot be read by others")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def begun(path: Path, moves: int = 2, *, durable: bool = False) -> Session[Any, Any]:
    """A game of Kawumm! after some decisions, still open."""
    game = find("kawumm").game
    session = begin(game, ("me", "me"), game.options(), 5, path, durable=durable)
    session.go_on()
    for _ in range(moves):
        decide(session)
    return session


def decide(session: Session[Any, Any]) -> None:
    """Do any of what can be done."""
    session.play(session.game.legal(session.state).sample(Random(session.lines)))


def holder(path: Path) -> subprocess.Popen[str]:
    """Another program that has the record open."""
    program = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert program.stdout
    assert program.stdout.readline() == "open\n"
    return program


def end(program: subprocess.Popen[str]) -> None:
    """End it as a power failure does."""
    program.kill()
    program.communicate()


def test_a_second_program_is_told_who_has_the_game_open(path: Path):
    begun(path).close()
    program = holder(path)
    try:
        with pytest.raises(InUse, match=rf"is open in another program already \(process {program.pid} on .+, since "):
            load(path, find_game).resume()
    finally:
        end(program)


def test_a_record_that_another_program_writes_can_be_read(path: Path):
    session = begun(path)
    assert load(path, find_game).session.past == session.past
    session.close()


def test_a_program_that_was_killed_keeps_nobody_out(path: Path):
    begun(path).close()
    end(holder(path))
    session = load(path, find_game).resume()
    decide(session)
    session.close()
    assert load(path, find_game).session.past == session.past


def test_one_program_does_not_open_a_game_twice(path: Path):
    session = begun(path)
    with pytest.raises(InUse, match="is open here already"):
        load(path, find_game).resume()
    session.close()
    load(path, find_game).resume().close()


def test_a_link_to_a_record_is_the_same_record(path: Path, tmp_path: Path):
    session = begun(path)
    link = tmp_path / "link.jsonl"
    link.symlink_to(path)
    with pytest.raises(InUse):
        load(link, find_game).resume()
    session.close()


@on_posix
def test_two_names_of_one_record_are_the_same_record(path: Path, tmp_path: Path):
    session = begun(path)
    other = tmp_path / "other.jsonl"
    other.hardlink_to(path)
    with pytest.raises(InUse, match="is open in another program already"):
        load(other, find_game).resume()
    session.close()
    session = load(other, find_game).resume()
    with pytest.raises(InUse):
        load(path, find_game).resume()
    session.close()


@on_posix
@pytest.mark.parametrize("name", ["game.jsonl", "g" * 246 + ".jsonl"])
def test_a_record_beside_which_no_lock_can_lie_is_locked_all_the_same(tmp_path: Path, name: str):
    """The folder cannot be written, or the name of the lock would be too long."""
    path = tmp_path / name
    if len(name) < 100:
        path.with_name(f".{name}.lock").mkdir()
    session = begun(path)
    with pytest.raises(InUse, match=r"is open in another program already\.$"):
        load(path, find_game).resume()
    with pytest.raises(InUse):
        seal(path, find_game)
    session.close()
    load(path, find_game).resume().close()
    program = holder(path)
    try:
        with pytest.raises(InUse):
            load(path, find_game).resume()
    finally:
        end(program)
    load(path, find_game).resume().close()


def test_where_the_record_itself_is_not_locked_nothing_holds_it_open(path: Path, monkeypatch: pytest.MonkeyPatch):
    """Windows neither replaces nor moves a file that is open."""
    begun(path).close()
    opened = []

    def open_file(file: object, *more: Any, **named: Any) -> FileIO:
        opened.append(file)
        return FileIO(file, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(writing, "LOCKS_RECORDS", False)
    monkeypatch.setattr(writing, "FileIO", open_file)
    with writing.locked(path):
        assert path not in opened
        with pytest.raises(InUse):
            load(path, find_game).resume()
    monkeypatch.undo()
    with writing.locked(path), pytest.raises(InUse):
        load(path, find_game).resume()


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="there are no forks here")
def test_a_process_that_was_forked_meanwhile_keeps_nobody_out(path: Path):
    session = begun(path)
    process = multiprocessing.get_context("fork").Process(target=sleep, args=(60,))
    process.start()
    try:
        session.close()
        load(path, find_game).resume().close()
    finally:
        process.kill()
        process.join()


def test_nothing_but_the_record_is_left_when_a_game_is_closed(path: Path):
    session = begun(path)
    hidden = [file.name for file in path.parent.iterdir() if file != path]
    assert all(name.startswith(".") and not name.endswith(".jsonl") for name in hidden)
    session.close()
    load(path, find_game).resume().close()
    assert list(path.parent.iterdir()) == [path]


def test_nothing_but_the_record_is_left_when_a_game_has_ended(path: Path):
    session = begun(path, 0)
    while session.actor is not None:
        decide(session)
    assert list(path.parent.iterdir()) == [path]
    assert load(path, find_game).winners


def test_a_game_that_is_open_is_not_sealed(path: Path):
    session = begun(path)
    with pytest.raises(InUse):
        seal(path, find_game)
    session.close()
    seal(path, find_game)
    assert load(path, find_game).winners == ()
    assert list(path.parent.iterdir()) == [path]


def test_a_record_that_went_on_since_it_was_read_is_read_once_more(path: Path):
    begun(path).close()
    early = load(path, find_game)
    session = load(path, find_game).resume()
    decide(session)
    session.close()
    whole = path.read_bytes()
    with pytest.raises(BadRecord, match="it has been changed since it was read"):
        early.resume()
    assert path.read_bytes() == whole
    load(path, find_game).resume().close()


def test_what_another_program_wrote_in_spite_of_the_lock_is_not_destroyed(path: Path):
    """Version 0.8.2 knows no lock, and not every disk has locks."""
    session = begun(path)
    past = list(session.past)
    with path.open("ab") as other:
        other.write(b'{"back":1}\n')
    whole = path.read_bytes()
    with pytest.raises(NotWritten, match="another program has changed the file"):
        decide(session)
    assert session.past == past
    assert path.read_bytes() == whole
    session.close()
    load(path, find_game)


def test_no_move_is_written_into_a_file_that_was_erased(path: Path):
    session = begun(path)
    past = list(session.past)
    path.unlink()
    with pytest.raises(NotWritten, match="No such file"):
        decide(session)
    assert session.past == past
    session.close()


def test_without_locks_games_are_played_all_the_same(path: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object, **__: object) -> bool:
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr(writing, "lock_descriptor", refuse)
    session = begun(path)
    session.close()
    assert load(path, find_game).session.past == session.past


@pytest.mark.parametrize("content", [b"", b" {}", b"\xff" * 5000, b' {"pid":"x","host":1,"since":[]}'])
def test_a_lock_whose_holder_cannot_be_read_is_a_lock(path: Path, content: bytes):
    session = begun(path)
    path.with_name(".game.jsonl.lock").write_bytes(content)
    with pytest.raises(InUse, match=r"is open in another program already\.$"):
        load(path, find_game).resume()
    session.close()


def test_a_lock_whose_file_is_removed_before_it_is_taken_is_taken_anew(path: Path, monkeypatch: pytest.MonkeyPatch):
    """Its last holder leaves between the moments at which it is opened and locked here."""
    files: list[int] = []

    def removed_at_first(file: int, *, blocking: bool) -> bool:
        if not files:
            path.with_name(".game.jsonl.lock").unlink()
        files.append(file)
        return lock_descriptor(file, blocking=blocking)

    monkeypatch.setattr(writing, "lock_descriptor", removed_at_first)
    session = begun(path)
    with pytest.raises(InUse, match="is open here already"):
        load(path, find_game).resume()
    session.close()


def test_no_file_is_left_where_a_game_could_not_begin(path: Path):
    with file_size(20), pytest.raises(NotWritten, match="File too large"):
        begun(path)
    assert list(path.parent.iterdir()) == []
    begun(path).close()


def test_a_move_that_could_not_be_taken_back_in_the_file_was_not_taken_back(path: Path):
    session = begun(path)
    past, whole = list(session.past), path.read_bytes()
    with file_size(len(whole) + 3), pytest.raises(NotWritten):
        session.back(1)
    assert session.past == past
    assert path.read_bytes() == whole
    session.back(1)
    session.close()
    assert load(path, find_game).session.past == session.past == past[:-1]


def test_the_last_move_is_made_only_with_its_closing_line(path: Path):
    session = begun(path, 0)
    while True:
        before, whole = list(session.past), path.read_bytes()
        with file_size(len(whole) + 100):
            try:
                decide(session)
            except NotWritten:
                assert session.past[: len(before)] == before
        if session.past == before:
            break  # nothing but the last move and the closing line need more than 100 bytes at once
    assert session.actor is not None
    session.close()
    session = load(path, find_game).resume()
    while session.actor is not None:
        decide(session)
    loaded = load(path, find_game)
    assert loaded.winners
    assert loaded.session.past == session.past


def test_a_line_that_could_not_be_cut_away_is_cut_away_before_the_next(path: Path, monkeypatch: pytest.MonkeyPatch):
    class Stubborn(FileIO):
        is_stubborn = True

        def truncate(self, size: int | None = None, /) -> int:
            if self.is_stubborn:
                raise OSError(5, "Input/output error")
            return super().truncate(size)

    monkeypatch.setattr(writing, "FileIO", Stubborn)
    session = begun(path)
    whole = path.read_bytes()
    with file_size(len(whole) + 3), pytest.raises(NotWritten):
        decide(session)
    assert len(path.read_bytes()) == len(whole) + 3
    with pytest.raises(NotWritten, match="Input/output error"):
        decide(session)
    Stubborn.is_stubborn = False
    decide(session)
    session.close()
    loaded = load(path, find_game)
    assert not loaded.lines.torn
    assert loaded.session.past == session.past


@pytest.mark.parametrize("durable", [True, False])
def test_a_durable_writer_waits_for_the_disk_after_each_line(
    path: Path, monkeypatch: pytest.MonkeyPatch, durable: bool
):
    kept: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: kept.append(os.fstat(file).st_size))
    session = begun(path, durable=durable)
    lines = path.read_bytes().splitlines(keepends=True)
    ends = [sum(map(len, lines[: number + 1])) for number in range(len(lines))]
    assert len(ends) >= 4
    assert [size for size in kept if size in ends] == (ends if durable else [])
    session.close()


@pytest.mark.parametrize("durable", [True, False])
def test_the_disk_keeps_the_names_of_a_durable_record_and_of_its_new_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, durable: bool
):
    kept: list[os.stat_result] = []
    monkeypatch.setattr(os, "fsync", lambda file: kept.append(os.fstat(file)))
    path = tmp_path / "new" / "games" / "game.jsonl"
    begun(path, durable=durable).close()
    folders = [folder for folder in path.parents if any(os.path.samestat(folder.stat(), one) for one in kept)]
    assert folders == ([path.parent, path.parent.parent, tmp_path] if durable else [])


def test_a_line_that_the_disk_does_not_keep_is_not_a_move(path: Path, monkeypatch: pytest.MonkeyPatch):
    session = begun(path, durable=True)
    past, whole = list(session.past), path.read_bytes()

    def fail(_file: int) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", fail)
        with pytest.raises(NotWritten):
            decide(session)
    assert (session.past, path.read_bytes()) == (past, whole)
    decide(session)
    session.close()
    assert load(path, find_game).session.past == session.past


def test_an_interruption_in_the_middle_of_a_line_leaves_none_of_it(path: Path, monkeypatch: pytest.MonkeyPatch):
    session = begun(path, durable=True)
    past, whole = list(session.past), path.read_bytes()

    def interrupt(_file: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as pressed:
        pressed.setattr(os, "fsync", interrupt)
        with pytest.raises(KeyboardInterrupt):
            decide(session)
    assert (session.past, path.read_bytes()) == (past, whole)
    session.close()


def test_the_closing_line_that_was_missing_is_added_when_a_game_is_resumed(path: Path):
    session = begun(path, 0)
    while session.actor is not None:
        decide(session)
    whole = path.read_bytes()
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    cut = path.read_bytes()
    with file_size(len(cut) + 3), pytest.raises(NotWritten):
        load(path, find_game).resume()
    assert path.read_bytes() == cut
    load(path, find_game).resume()
    assert path.read_bytes() == whole
    assert list(path.parent.iterdir()) == [path]


def test_a_record_is_sealed_wholly_or_not_at_all(path: Path):
    begun(path, 20).close()
    whole = path.read_bytes()
    with file_size(len(whole) + 3), pytest.raises(NotWritten):
        seal(path, find_game)
    assert path.read_bytes() == whole
    assert list(path.parent.iterdir()) == [path]


def test_a_record_beside_which_nothing_can_be_written_is_not_sealed_and_named(path: Path):
    begun(path).close()
    whole = path.read_bytes()
    path.with_name(f".game.jsonl.{os.getpid()}").mkdir()
    with pytest.raises(NotWritten, match=r"game\.jsonl' cannot be written"):
        seal(path, find_game)
    assert path.read_bytes() == whole


def test_every_line_of_a_record_is_there_as_soon_as_the_move_is_made(path: Path):
    session = begun(path, 0)
    for _ in range(10):
        decide(session)
        rows = [json.loads(row) for row in path.read_bytes().splitlines()]
        assert len(rows) == 1 + len(session.past)
    session.close()
