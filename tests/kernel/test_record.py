"""Small parts of reading records."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rumms import language
from rumms.catalogue import find_game
from rumms.kernel.record import depth, shorten
from rumms.kernel.refusal import BadRecord, printable
from rumms.kernel.session import load


@pytest.mark.parametrize(
    ("row", "deep"),
    [(b"1", 0), (b"[]", 1), (b'{"a":[[1],[2]]}', 3), (b'"[[[["', 0), (b'["\\"[[", [1]]', 2), (b'"[[', 0), (b"]]][", 0)],
)
def test_depth_counts_brackets_outside_of_texts(row: bytes, deep: int):
    assert depth(row) == deep


def test_texts_from_a_file_are_made_fit_to_be_shown():
    assert printable("Grüße ●") == "Grüße ●"
    assert printable("a\x1b[31m\nb") == "a?[31m?b"
    assert shorten("fine") == "fine"
    assert shorten("x" * 100) == "x" * 60 + "..."


def test_a_missing_file_and_a_folder_are_told_apart(tmp_path: Path):
    with pytest.raises(BadRecord, match="there is no such file"):
        load(tmp_path / "none", find_game)
    with pytest.raises(BadRecord, match="it is a folder"):
        load(tmp_path, find_game)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadRecord, match="it is not a file"):
        load(tmp_path / "pipe", find_game)


def test_no_text_of_a_record_reaches_the_terminal_as_a_command(tmp_path: Path):
    path = tmp_path / "red.jsonl"
    path.write_text('{"format":1,"game":"\\u001b[31mred\\nline","seats":["me","me"]}\n')
    with pytest.raises(BadRecord) as refused:
        load(path, find_game)
    for sentence in (str(refused.value), language.tell(refused.value)):
        assert "There is no game '?[31mred?line'" in sentence


def test_a_record_of_an_unknown_game_is_refused(tmp_path: Path):
    path = tmp_path / "chess.jsonl"
    path.write_text('{"format":1,"game":"chess","seats":["me","me"]}\n')
    with pytest.raises(BadRecord, match=r"line 1: There is no game 'chess'; there are: .*kawumm"):
        load(path, find_game)
