"""The command line: what it prints, what it refuses, and how it ends."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rumms.places import own

Rumms = Callable[..., Any]


@pytest.fixture
def record(rumms: Rumms, tmp_path: Path) -> Path:
    """A finished game."""
    path = tmp_path / "game.jsonl"
    assert rumms("play", "kawumm", "--text", "--seats", "greedy,random", "--seed", "3", "--record", path).code == 0
    return path


def test_without_a_command_help_is_shown(rumms: Rumms):
    ran = rumms()
    assert ran.code == 2
    assert "rumms play kawumm --text" in ran.out


@pytest.mark.parametrize("command", ["games", "rules", "play", "resume", "replay", "verify", "seal"])
def test_every_command_has_help_in_both_languages(rumms: Rumms, command: str):
    english, german = rumms(command, "--help"), rumms(command, "--help", "--lang", "de")
    assert english.code == german.code == 0
    assert "usage: rumms" in english.out
    assert "Aufruf: rumms" in german.out
    assert "show this help" not in german.out


def test_the_games_are_listed_with_players_and_a_line_each(rumms: Rumms):
    ran = rumms("games")
    assert ran.code == 0
    assert ran.out.startswith("kawumm  2 to 4 players  Kawumm!: ")
    assert "2 bis 4 Spieler" in rumms("games", "--lang", "de").out


def test_one_game_is_shown_with_options_and_bots(rumms: Rumms):
    ran = rumms("games", "kawumm")
    assert "Bots: random, greedy" in ran.out
    assert "chain_reaction=false  Completing a kind" in ran.out
    assert "(a whole number from 1 to 4)" in ran.out


def test_rules_are_told_in_both_languages_and_numbered(rumms: Rumms):
    assert "Experiment or secure?" in rumms("rules", "kawumm").out
    assert "Experimentieren oder sichern?" in rumms("rules", "kawumm", "--lang", "de").out
    assert "**KAW-65**" in rumms("rules", "kawumm", "--numbered").out


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["dance"], 2, "invalid choice"),
        (["play"], 2, "the following arguments are required: GAME"),
        (["rules", "chess"], 1, "There is no game 'chess'; there are: kawumm."),
        (["play", "chess", "--text"], 1, "There is no game 'chess'"),
        (["play", "kawumm"], 1, "Kawumm! has no window yet; add --text for the terminal."),
        (["play", "kawumm", "--text", "--seats", "me"], 1, "Kawumm! is for 2 to 4 players, not for 1."),
        (["play", "kawumm", "--text", "--seats", "me,,me"], 1, "'me,,me' does not say who plays"),
        (["play", "kawumm", "--text", "--seats", "me,clever"], 1, "There is no bot 'clever'"),
        (["play", "kawumm", "--text", "--set", "first_player=3"], 1, "first_player is 3, but there are only 2 seats."),
        (["play", "kawumm", "--text", "--set", "first_player=x"], 1, "The option 'first_player' takes a whole number"),
        (["play", "kawumm", "--text", "--set", "colour=red"], 1, "Kawumm! has no option 'colour'"),
        (["play", "kawumm", "--text", "--seed", "-1"], 2, "seed"),
        (["play", "kawumm", "--text", "--seed", "x"], 2, "a seed is a whole number"),
        (["play", "kawumm", "--text", "--seed", "9" * 5000], 2, "a seed is a whole number from 0 to 9007199254740991"),
        (["play", "kawumm", "--text", "--lang", "fr"], 2, "invalid choice"),
        (["verify"], 2, "the following arguments are required: FILE"),
        (["replay", "none.jsonl", "--text"], 1, "none.jsonl: there is no such file."),
        (["resume", "none.jsonl", "--text"], 1, "none.jsonl: there is no such file."),
        (["resume", "--text"], 1, "No game was left unfinished"),
        (["seal", "none.jsonl"], 1, "none.jsonl: there is no such file."),
        (["seal", "."], 1, "it is a folder, not a file."),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)
def test_a_wrong_command_line_gets_one_sentence(rumms: Rumms, words: list[str], code: int, says: str):
    ran = rumms(*words)
    assert ran.code == code
    assert ran.out == ""
    assert len(ran.err.splitlines()) == 1
    assert says in ran.err
    assert not own("games").exists()


def test_errors_are_told_in_german_too(rumms: Rumms):
    assert "Ein Spiel »chess« gibt es nicht" in rumms("rules", "chess", "--lang", "de").err
    assert "es fehlt: SPIEL" in rumms("play", "--lang=de").err


def test_a_file_that_exists_is_not_overwritten(rumms: Rumms, record: Path):
    before = record.read_bytes()
    ran = rumms("play", "kawumm", "--text", "--record", record)
    assert ran.code == 1
    assert f"There is a file '{record}' already" in ran.err
    assert record.read_bytes() == before


def test_a_record_that_cannot_be_written_gets_one_sentence(rumms: Rumms, record: Path):
    ran = rumms("play", "kawumm", "--text", "--record", record / "below.jsonl")
    assert ran.code == 1
    assert len(ran.err.splitlines()) == 1


def test_options_are_kept_in_the_record(rumms: Rumms, tmp_path: Path):
    path = tmp_path / "game.jsonl"
    words = ("--set", "chain_reaction=yes", "--set", "first_player=2")
    rumms("play", "kawumm", "--text", "--seats", "random,random", "--record", path, *words)
    header = json.loads(path.read_text().splitlines()[0])
    assert header["options"]["chain_reaction"] is True
    assert header["options"]["first_player"] == 2
    assert rumms("verify", path).code == 0


def test_verify_counts_what_passed_and_failed(rumms: Rumms, record: Path, tmp_path: Path):
    unfinished, broken = tmp_path / "unfinished.jsonl", tmp_path / "broken.jsonl"
    lines = record.read_text().splitlines(keepends=True)
    unfinished.write_text("".join(lines[:9]))
    broken.write_text("".join([*lines[:5], *lines[6:]]))
    ran = rumms("verify", record, unfinished, broken, tmp_path / "none")
    rows = ran.out.splitlines()
    assert ran.code == 1
    assert rows[0].startswith(f"{record}: in order, ")
    assert rows[1] == f"{unfinished}: unfinished, 8 moves, all by the rules."
    assert rows[2].startswith(f"{broken}, line ")
    assert rows[3] == f"{tmp_path / 'none'}: there is no such file."
    assert rows[4] == "2 passed, 2 failed"
    assert rumms("verify", record, unfinished).code == 0
    assert rumms("verify", record, "--lang", "de").out.endswith("1 passed, 0 failed\n")


def test_verify_says_when_a_last_line_was_cut_off(rumms: Rumms, record: Path):
    record.write_bytes(record.read_bytes()[:-20])
    ran = rumms("verify", record)
    assert ran.code == 0
    assert "the last line was cut off" in ran.err
    assert "unfinished" in ran.out


def test_seal_closes_an_edited_record(rumms: Rumms, record: Path):
    text = record.read_text().replace('"seed":3', '"seed":4')
    record.write_text(text)
    assert rumms("verify", record).code == 1
    assert "sealed, winners: 1." in rumms("seal", record).out
    assert rumms("verify", record).code == 0


def test_replay_tells_the_game(rumms: Rumms, record: Path):
    english, german = rumms("replay", record, "--text"), rumms("replay", record, "--text", "--lang", "de")
    assert "104 cards are shuffled." in english.out
    assert english.out.rstrip().endswith("greedy has won.")
    assert "104 Karten werden gemischt." in german.out
    assert german.out.rstrip().endswith("greedy hat gewonnen.")


def test_replay_shows_title_and_text_and_where_it_ends(rumms: Rumms, record: Path):
    lines = record.read_text().splitlines()
    header = {**json.loads(lines[0]), "title": {"en": "My game", "de": "Mein Spiel"}, "text": {"en": "A story."}}
    record.write_text("\n".join([json.dumps(header), *lines[1:6]]) + "\n")
    out = rumms("replay", record, "--text").out
    assert "My game" in out
    assert "A story." in out
    assert "The record ends here; the game is not over." in out
    assert "Mein Spiel" in rumms("replay", record, "--text", "--lang", "de").out


def test_a_bot_that_cheats_ends_the_game_with_a_sentence_and_keeps_the_record(rumms: Rumms, tmp_path: Path):
    bot, path = tmp_path / "cheat.py", tmp_path / "game.jsonl"
    bot.write_text(
        "class Cheat:\n"
        "    def __init__(self, game, budget=None): pass\n"
        "    def choose(self, view, seat, legal, rng): return 'I win'\n"
    )
    ran = rumms("play", "kawumm", "--text", "--seats", f"random,{bot}:Cheat", "--record", path)
    assert ran.code == 1
    assert "chose 'I win', which is not allowed: Now leave out one of the cards shown" in ran.err
    assert len(ran.err.splitlines()) == 1
    assert "unfinished" in rumms("verify", path).out


def test_the_bot_of_the_readme_plays(rumms: Rumms, tmp_path: Path):
    readme = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n# first.py\n(.+?)```", readme, re.DOTALL)
    (tmp_path / "first.py").write_text(code)
    ran = rumms("play", "kawumm", "--text", "--seats", f"{tmp_path / 'first.py'}:First,random")
    assert ran.code == 0
    assert "first.First turns up:" in ran.out


def test_a_record_cannot_make_the_program_run_a_file(rumms: Rumms, tmp_path: Path):
    bot, path = tmp_path / "evil.py", tmp_path / "game.jsonl"
    bot.write_text(f"open({str(tmp_path / 'harm')!r}, 'w')\n")
    path.write_text(json.dumps({"format": 1, "game": "kawumm", "seats": ["me", f"{bot}:Evil"]}) + "\n")
    ran = rumms("resume", path, "--text")
    assert ran.code == 1
    assert "if you trust that file" in ran.err
    assert not (tmp_path / "harm").exists()


def test_resume_takes_other_players_if_asked(rumms: Rumms, record: Path):
    lines = record.read_text().splitlines(keepends=True)
    record.write_text("".join(lines[:20]))
    assert "The record has 2 seats, not 3." in rumms("resume", record, "--text", "--seats", "me,me,me").err
    ran = rumms("resume", record, "--text", "--seats", "random,random")
    assert ran.code == 0
    assert rumms("verify", record).out.splitlines()[0].startswith(f"{record}: in order")


def test_a_closed_record_is_not_resumed(rumms: Rumms, record: Path):
    assert "the record is closed" in rumms("resume", record, "--text").err


def test_output_into_a_closed_pipe_is_no_error_for_a_person():
    code = "from rumms.cli import main; import sys; sys.exit(main(['rules', 'kawumm', '--numbered']))"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ}
    ) as running:
        assert running.stdout
        assert running.stderr
        running.stdout.close()
        assert running.stderr.read() == b""
