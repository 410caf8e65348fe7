"""The shelf of kept games: what is on it, whatever else lies there."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rumms.kernel.record import Lines, rows_of
from rumms.kernel.refusal import InUse, Refusal
from rumms.kernel.writer import Writer
from rumms.language import use
from rumms.places import own
from rumms.ui import shelf
from rumms.ui.shelf import Kept, bring_back, erase, kept, left_last, new_path, unfinished

Rumms = Callable[..., Any]
HEADER = '{"format":1,"game":"kawumm","seats":["me:Anna","greedy"],"seed":5}\n'
MOVE = '{"seat":1,"move":{"do":"secure"}}\n'
CLOSING = '{"winners":[2],"digest":"sha256:0"}\n'
NOON = 1_800_000_000.0


def put(name: str, text: str | bytes, when: float = NOON) -> Path:
    path = own("games", name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    os.utime(path, (when, when))
    return path


def only() -> Kept:
    (one,) = kept()
    return one


def test_before_the_first_game_the_shelf_is_empty():
    assert kept() == []
    assert left_last() is None


def test_a_finished_game_tells_who_played_and_who_won():
    path = put("a.jsonl", HEADER + MOVE + MOVE + CLOSING)
    assert only() == Kept(path, NOON, "kawumm", ("me:Anna", "greedy"), 2, (1,))
    assert only().names == ("Anna", "Grabby")
    assert only().is_finished


def test_a_game_without_a_closing_line_is_unfinished():
    put("a.jsonl", HEADER + MOVE)
    assert (only().moves, only().is_finished, only().winners) == (1, False, None)
    put("a.jsonl", HEADER)
    assert (only().moves, only().is_finished, only().winners) == (0, False, None)


def test_a_game_that_nobody_won_is_finished_all_the_same():
    put("a.jsonl", HEADER + MOVE + '{"winners":[],"digest":"sha256:0"}\n')
    assert (only().is_finished, only().winners) == (True, ())


@pytest.mark.parametrize("winner", [0, 3, 64])
def test_a_game_that_a_seat_won_that_is_not_there_cannot_be_read(winner: int):
    put("a.jsonl", HEADER + MOVE + f'{{"winners":[{winner}],"digest":"sha256:0"}}\n')
    assert "line 3, $.winners: there are only 2 seats." in str(only().problem)


def test_no_more_moves_are_taken_back_than_were_made():
    put("a.jsonl", HEADER + MOVE + '{"back":100000}\n' + MOVE)
    assert only().moves == 0


def test_moves_that_were_taken_back_are_not_counted():
    put("a.jsonl", HEADER + 3 * MOVE + '{"back":2}\n' + MOVE)
    assert only().moves == 2
    put("a.jsonl", HEADER + 3 * MOVE + '{"back":2}\n')
    assert only().moves == 1


@pytest.mark.parametrize("end", ['{"seat":1,"mo', '{"winners":[2],"dig', "{", b'{"seat":1,"move":"\xc3'])
def test_a_line_that_was_cut_off_is_not_counted(end: str | bytes):
    put("a.jsonl", (HEADER + MOVE).encode() + (end.encode() if isinstance(end, str) else end))
    assert (only().moves, only().is_finished, only().problem) == (1, False, None)


def test_blank_lines_change_nothing():
    put("a.jsonl", "\n" + HEADER + "\r\n" + MOVE + CLOSING + "\n \n")
    assert (only().moves, only().winners, only().problem) == (1, (1,), None)


def test_it_counts_what_a_real_game_has(rumms: Rumms):
    rumms("play", "kawumm", "--text", "--seats", "greedy,random", "--seed", "5")
    one = only()
    ran = rumms("verify", one.path)
    assert one.winners is not None
    assert f"{one.moves} moves, winners: {', '.join(str(seat + 1) for seat in one.winners)}." in ran.out


def test_the_newest_come_first_and_no_more_than_asked_for():
    for day, name in enumerate("bca"):
        put(f"{name}.jsonl", HEADER, NOON + day)
    assert [one.path.stem for one in kept()] == ["a", "c", "b"]
    assert [one.path.stem for one in kept(2)] == ["a", "c"]


def test_no_more_files_are_read_than_asked_for(monkeypatch: pytest.MonkeyPatch):
    for name in range(20):
        put(f"{name}.jsonl", HEADER)
    opened: list[Path] = []

    def reading(path: Path) -> list[tuple[int, bytes]]:
        opened.append(path)
        return rows_of(path)

    monkeypatch.setattr(shelf, "rows_of", reading)
    assert len(kept(3)) == len(opened) == 3


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "a record begins with a header"),
        (b"\n\n", "a record begins with a header"),
        (b"junk\n" + MOVE.encode(), "line 1: no JSON from byte 0 on."),
        (b"\xff\xfe\x00junk", "the line is not text in UTF-8."),
        (b"[" * 100_000, "brackets are nested"),
        (b'{"format":1,"game":"chess","seats":["me"]}\n', "There is no game 'chess'"),
        (b'{"format":9,"game":"kawumm","seats":["me"]}\n', "from a newer Rumms"),
        (b'{"format":1,"game":"kawumm","seats":["\\u001b[2J"]}\n', "cannot be printed"),
        (HEADER[:20].encode(), "line 1"),
    ],
)
def test_a_file_that_is_no_record_says_what_is_wrong(text: bytes, says: str):
    path = put("a.jsonl", text)
    one = only()
    assert (one.path, one.when, one.names, one.is_finished) == (path, NOON, (), False)
    assert says in str(one.problem)
    assert left_last() is None


@pytest.mark.parametrize("move", [b"[" * 100_000, b'"\xff"}\n'], ids=["deep", "no text"])
def test_a_broken_last_line_leaves_the_rest_to_whoever_plays_it_through(move: bytes):
    put("a.jsonl", (HEADER + MOVE).encode() + b'{"seat":1,"move":' + move)
    assert (only().moves, only().problem) == (1, None)


def test_folders_and_other_files_are_not_games():
    own("games", "folder.jsonl").mkdir(parents=True)
    own("games", "nowhere.jsonl").symlink_to("gone")
    put("notes.txt", HEADER)
    put("a.jsonl.new", HEADER)
    assert kept() == []


def test_a_file_where_the_folder_should_be_is_no_reason_to_stop():
    own().mkdir(parents=True, exist_ok=True)
    own("games").write_text("")
    assert kept() == []


def test_a_file_that_vanishes_is_left_out(monkeypatch: pytest.MonkeyPatch):
    put("a.jsonl", HEADER, NOON)
    put("b.jsonl", HEADER, NOON + 1)

    def reading(path: Path) -> list[tuple[int, bytes]]:
        if path.stem == "b":
            path.unlink()
        return rows_of(path)

    monkeypatch.setattr(shelf, "rows_of", reading)
    assert [one.path.stem for one in kept()] == ["a"]


def test_the_game_to_continue_is_the_newest_that_is_unfinished():
    put("a.jsonl", HEADER, NOON)
    put("b.jsonl", HEADER + MOVE, NOON + 1)
    put("c.jsonl", HEADER + CLOSING, NOON + 2)
    put("d.jsonl", "junk", NOON + 3)
    last = left_last()
    assert last is not None
    assert last.path.stem == "b"
    assert [one.path.stem for one in unfinished()] == ["b", "a"]


def test_the_terminal_goes_on_with_the_newest_that_can_be_played_on(rumms: Rumms):
    put("a.jsonl", HEADER, NOON)
    put("b.jsonl", HEADER + MOVE + MOVE, NOON + 1)  # nobody can secure before the cards are dealt
    ran = rumms("resume", "--text", answers="q")
    assert ran.code == 0
    assert str(own("games", "a.jsonl")) in ran.out


def test_a_game_is_erased_and_brought_back():
    put("a.jsonl", HEADER)
    one = only()
    erase(one)
    assert kept() == []
    erase(one)
    assert bring_back() == one.path
    assert only() == one
    assert bring_back() is None


def test_a_game_that_is_being_played_is_not_erased():
    path = put("a.jsonl", HEADER)
    writer = Writer.go_on(path, Lines(path))
    with pytest.raises(InUse, match="open here already"):
        erase(only())
    assert path.exists()
    writer.close()
    erase(only())
    assert not path.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="there a locked file cannot be read by others")
def test_a_game_beside_which_no_lock_can_lie_is_not_erased_while_it_is_played():
    path = put("a.jsonl", HEADER)
    path.with_name(".a.jsonl.lock").mkdir()
    writer = Writer.go_on(path, Lines(path))
    with pytest.raises(InUse):
        erase(only())
    assert path.exists()
    writer.close()
    erase(only())
    assert not path.exists()


def test_what_cannot_be_erased_is_told():
    folder = own("games", "a.jsonl")
    folder.mkdir(parents=True)
    with pytest.raises(Refusal, match="cannot be erased"):
        erase(Kept(folder, NOON))


def test_names_are_told_in_the_language_of_now():
    put("a.jsonl", HEADER.replace("me:Anna", "me"))
    one = only()
    use("de")
    assert one.names == ("Spieler 1", "Raffzahn")


def test_a_new_game_takes_no_name_that_is_taken():
    taken = new_path("kawumm")
    assert taken.parent == own("games")
    for _ in range(3):
        path = new_path("kawumm")
        assert not path.exists()
        put(path.name, HEADER)
    assert len(kept()) == 3


def test_a_file_that_was_asked_for_must_not_be_there(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    assert new_path("kawumm", path) == path
    path.symlink_to("nowhere")
    with pytest.raises(Refusal, match="already"):
        new_path("kawumm", path)
