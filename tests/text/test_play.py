"""A game at the keyboard: what is shown, what can be typed, leaving and resuming."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from rumms.catalogue import find_game
from rumms.kernel.session import load
from rumms.places import own
from rumms.text.play import Table
from tests.full_disk import file_size

Rumms = Callable[..., Any]
PLAY = ("play", "kawumm", "--text", "--seed", "5")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def moves(path: Path) -> list[Any]:
    return [made.action for made in load(path, find_game).session.past]


def test_the_table_is_shown_with_numbered_choices(rumms: Rumms, path: Path):
    ran = rumms(*PLAY, "--seats", "me:Anna,greedy", "--record", path, answers="q")
    assert ran.code == 0
    assert "Anna turns up: phosphorus (5), secret formula (2), fuse (2)." in ran.out
    assert "Which card do you leave out?" in ran.out
    assert "  1  Leave out: fuse (2)\n  2  Leave out: secret formula (2)\n  3  Leave out: phosphorus (5)\n" in ran.out
    assert f"rumms resume {path} --text" in ran.out


def test_a_number_makes_the_move_of_that_number(rumms: Rumms, path: Path):
    rumms(*PLAY, "--seats", "me,greedy", "--record", path, answers="2 1")
    _, left, laid = moves(path)
    assert left.kind == "geheimformel"
    assert laid.kinds == ("magnet",)


def test_what_is_no_choice_is_explained_and_asked_again(rumms: Rumms, path: Path):
    ran = rumms(*PLAY, "--seats", "me,greedy", "--record", path, answers="4 0 -1 x 1e9 ² q")
    for answer in ("4", "0", "-1", "x", "1e9", "²"):
        assert f"'{answer}' is none of the choices." in ran.out
    assert len(moves(path)) == 1


def test_an_absurd_number_is_no_choice_either(rumms: Rumms, path: Path):
    ran = rumms(*PLAY, "--seats", "me,greedy", "--record", path, answers=f"{'9' * 5000} q")
    assert ran.code == 0
    assert f"'{'9' * 60}' is none of the choices." in " ".join(ran.out.split())


def test_a_question_mark_shows_the_rules(rumms: Rumms):
    assert "## Your turn" in rumms(*PLAY, answers="? q").out
    assert "## Dein Zug" in rumms(*PLAY, "--lang", "de", answers="? q").out


def test_u_takes_back_what_showed_nothing_hidden(rumms: Rumms, path: Path):
    ran = rumms(*PLAY, "--seats", "me,greedy", "--record", path, answers="2 1 u 2 q")
    assert "Taken back." in ran.out
    assert moves(path)[-1].kinds == ("kohle",)
    assert '{"back":1}' in path.read_text()


def test_u_never_takes_back_what_showed_cards_or_was_anothers_move(rumms: Rumms, path: Path):
    """First nothing was done yet, then a reveal lies in between, then the bot's whole turn."""
    ran = rumms(*PLAY, "--seats", "me,greedy", "--record", path, answers="u 2 u 1 2 u q")
    assert ran.out.count("Nothing to take back") == 3
    assert "Taken back." not in ran.out
    assert "back" not in path.read_text()


def test_what_the_others_did_since_is_told(rumms: Rumms, path: Path):
    out = rumms(*PLAY, "--seats", "me:Anna,greedy", "--record", path, answers="2 1 2 q").out
    _, since = out.split("Anna secures:")
    told = since.split("Kawumm! · Anna")[0]
    assert "greedy turns up:" in told
    assert "Anna turns up:" in told


def test_the_keyboard_is_handed_over_between_people(rumms: Rumms, path: Path):
    answers = "enter 1 1 2 enter q"
    out = rumms(*PLAY, "--seats", "me:Anna,me:Ben", "--record", path, answers=answers).out
    assert out.count("Anna, it is your turn.") == 1
    assert out.count("Ben, it is your turn.") == 1
    assert "Kawumm! · Ben" not in out.split("Ben, it is your turn.")[0]


def test_one_person_is_not_asked_to_hand_over(rumms: Rumms):
    assert "it is your turn" not in rumms(*PLAY, "--seats", "me,greedy", answers="1 q").out


def test_a_game_that_was_left_is_resumed_where_it_was(rumms: Rumms):
    rumms(*PLAY, "--seats", "me:Anna,greedy", answers="2 1 q")
    (kept,) = own("games").glob("kawumm-*.jsonl")
    ran = rumms("resume", "--text", answers="2 q")
    assert "Experiment or secure?" in ran.out
    assert str(kept) in ran.out
    assert [type(move).__name__ for move in moves(kept)][:5] == ["Shuffled", "Leave", "Lay", "Secure", "Keep"]


def test_a_resumed_game_is_told_from_ones_last_decision(rumms: Rumms, path: Path):
    rumms(*PLAY, "--seats", "me:Anna,greedy", "--record", path, answers="2 1 2 q")
    out = rumms("resume", path, "--text", answers="q").out
    assert "Anna secures:" in out
    assert "greedy turns up:" in out
    assert "104 cards are shuffled." not in out


def test_the_end_of_the_input_leaves_the_game(rumms: Rumms, path: Path):
    ran = rumms(*PLAY, "--seats", "me,greedy", "--record", path, answers="")
    assert ran.code == 0
    assert "The game is kept." in ran.out


def test_a_whole_game_is_played_to_its_end(rumms: Rumms, path: Path):
    """Always the first choice, so always one more experiment: brave, and it ends all the same."""
    words = (*PLAY, "--seats", "me:Anna,random", "--record", path)
    ran = rumms(*words, answers="1 " * 3000)
    assert ran.code == 0
    assert " has won." in ran.out
    assert f"rumms replay {path} --text" in ran.out
    assert rumms("verify", path).out.endswith("1 passed, 0 failed\n")


def test_bots_alone_play_and_tell(rumms: Rumms, path: Path):
    out = rumms(*PLAY, "--seats", "greedy,greedy,random", "--record", path).out
    assert "greedy 1 turns up:" in out
    assert "random turns up:" in out
    assert "has won." in out


def test_names_in_a_record_cannot_style_the_terminal(rumms: Rumms, path: Path):
    out = rumms(*PLAY, "--seats", "me:[bold]Anna,greedy", "--record", path, answers="q").out
    assert "[bold]Anna turns up" in out


def test_the_game_is_told_in_german(rumms: Rumms):
    out = rumms(*PLAY, "--seats", "me:Anna,greedy", "--lang", "de", answers="x u q").out
    for text in ("Anna deckt auf:", "Tischmitte", "Nachziehstapel: 101", "»x« steht nicht zur Wahl.", "Weglassen:"):
        assert text in out


def test_the_discard_pile_can_be_looked_through_unless_it_is_closed(rumms: Rumms):
    answers = "2 1 q"
    assert "Discard pile: 3 (secret formula (2), 2 × coal (8))" in rumms(*PLAY, answers=answers).out
    closed = rumms(*PLAY, "--set", "discard_open=false", answers=answers).out
    assert "Discard pile: 3 (coal (8))" in closed


def test_a_game_that_is_open_in_another_program_is_not_resumed(rumms: Rumms, path: Path):
    rumms(*PLAY, "--seats", "me:Anna,greedy", "--record", path, answers="2 1 q")
    whole = path.read_bytes()
    with somebody_at(path) as program:
        ran = rumms("resume", path, "--text", answers="q")
        assert (ran.code, ran.out) == (1, "")
        assert f"'{path}' is open in another program already (process {program} on " in ran.err
        assert ran.err.endswith(f"Watch it with: rumms replay {path} --text\n")
        sealed = rumms("seal", path)
        assert sealed.code == 1
        assert "is open in another program already" in sealed.err
        assert rumms("replay", path, "--text").code == rumms("verify", path).code == 0
    assert path.read_bytes() == whole
    assert rumms("resume", path, "--text", answers="q").code == 0


@pytest.mark.parametrize(("typed", "is_watched"), [("y", True), ("Ja", True), ("n", False), ("q", False)])
def test_a_person_is_asked_whether_to_watch_a_game_that_is_open(
    rumms: Rumms, path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, is_watched: bool
):
    rumms(*PLAY, "--seats", "me:Anna,greedy", "--record", path, answers="2 1 q")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    with somebody_at(path):
        ran = rumms("resume", path, "--text", answers=typed)
    assert f"'{path}' is open in another program already" in ran.out
    assert "Watch what has been played so far? y or n: " in ran.out
    assert ("Anna turns up: phosphorus (5)" in ran.out) == is_watched
    assert ran.code == (0 if is_watched else 1)


@contextmanager
def somebody_at(path: Path) -> Iterator[int]:
    """Another program that waits for an answer in this game; its number."""
    words = [sys.executable, "-m", "rumms", "resume", str(path), "--text"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin
        assert program.stdout
        seen = b""
        while not seen.endswith(b": "):
            seen += program.stdout.read(1)
        yield program.pid
        program.kill()


@pytest.mark.parametrize(("seats", "is_kept"), [("me,greedy", True), ("greedy,greedy", False)])
def test_moves_of_games_with_people_survive_a_power_cut(
    rumms: Rumms, path: Path, monkeypatch: pytest.MonkeyPatch, seats: str, is_kept: bool
):
    on_disk: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: on_disk.append(os.fstat(file).st_size))
    rumms(*PLAY, "--seats", seats, "--record", path, answers="2 1 q")
    assert (path.stat().st_size in on_disk) is is_kept
    before = path.stat().st_size
    if is_kept:
        rumms("resume", path, "--text", answers="1 q")
        assert before < path.stat().st_size == on_disk[-1]


def test_a_full_disk_is_told_and_the_move_is_made_again_when_there_is_room(
    rumms: Rumms, path: Path, monkeypatch: pytest.MonkeyPatch
):
    rumms(*PLAY, "--seats", "me,greedy", "--record", path, answers="2 1 q")
    past = moves(path)
    freed: list[str] = []
    play_on = Table.play_on

    def with_room_later(table: Table) -> bool:
        with file_size(10**9 if freed else path.stat().st_size + 5):
            freed.append("once")
            return play_on(table)

    monkeypatch.setattr(Table, "play_on", with_room_later)
    ran = rumms("resume", path, "--text", answers="1 enter 1 q")
    assert ran.code == 0
    assert " ".join(ran.out.split()).count("cannot be written (File too large), so nothing was done.") == 1
    assert moves(path)[: len(past)] == past
    assert len(moves(path)) > len(past)
    assert rumms("verify", path).code == 0


def test_a_full_disk_is_left_with_the_game_as_it_was(rumms: Rumms, path: Path):
    rumms(*PLAY, "--seats", "me,greedy", "--record", path, answers="2 1 q")
    whole = path.read_bytes()
    with file_size(len(whole) + 5):
        ran = rumms("resume", path, "--text", answers="1 again 1 q")
    assert ran.out.count("Enter tries again, q leaves: ") == 2
    assert (ran.code, path.read_bytes()) == (0, whole)


def test_bots_alone_end_with_a_sentence_where_the_disk_is_full(rumms: Rumms, path: Path):
    with file_size(2000):
        ran = rumms(*PLAY, "--seats", "greedy,greedy", "--record", path)
    assert ran.code == 1
    assert ran.err.startswith(f"rumms: '{path}' cannot be written (File too large)")
    assert rumms("verify", path).code == 0
    assert list(path.parent.iterdir()) == [path]
