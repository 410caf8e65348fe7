"""The command line: what it prints, what it refuses, and how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from rumms.lab import bench, matches
from rumms.places import own, shipped
from rumms.ui import start
from rumms.ui.start import Wanted

Rumms = Callable[..., Any]
MATCH = ["match", "kawumm", "--bots", "greedy,random"]


@pytest.fixture
def record(rumms: Rumms, tmp_path: Path) -> Path:
    """A finished game."""
    path = tmp_path / "game.jsonl"
    assert rumms("play", "kawumm", "--text", "--seats", "greedy,random", "--seed", "3", "--record", path).code == 0
    return path


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What the command line asks the window for, instead of a window."""
    asked: list[tuple[Any, ...]] = []
    for name in ("launcher", "new_game", "resumed", "replay"):
        monkeypatch.setattr(start, name, lambda *words, name=name: asked.append((name, *words)))
    return asked


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ([], ("launcher", None)),
        (["--lang", "de"], ("launcher", "de")),
        (["play", "rumms"], ("new_game", "rumms", None, None)),
        (
            ["play", "rumms", "--seats", "me:Mila,random", "--lang", "en"],
            ("new_game", "rumms", Wanted(("me:Mila", "random")), "en"),
        ),
        (["play", "rumms", "--seed", "3"], ("new_game", "rumms", Wanted(("me", "greedy"), None, 3), None)),
        (
            ["play", "rumms", "--seats", "me,me,me", "--set", "teams=red,blue,blue", "--set", "points=30"],
            ("new_game", "rumms", Wanted(("me", "me", "me"), ("teams=red,blue,blue", "points=30")), None),
        ),
        (
            ["play", "rumms", "--record", "none.jsonl"],
            ("new_game", "rumms", Wanted(("me", "greedy"), None, None, "none.jsonl"), None),
        ),
    ],
    ids=str,
)
def test_a_command_opens_the_window(
    rumms: Rumms, opened: list[tuple[Any, ...]], words: list[str], asked: tuple[Any, ...]
):
    assert rumms(*words).code == 0
    assert opened == [asked]


def test_a_game_of_dice_that_was_left_goes_on_in_the_window(
    rumms: Rumms, opened: list[tuple[Any, ...]], tmp_path: Path
):
    path = tmp_path / "left.jsonl"
    path.write_text('{"format":1,"game":"rumms","options":{"powers":false},"seats":["me","greedy"],"seed":1}\n')
    assert rumms("resume", path).code == 0
    assert rumms("resume", path, "--seats", "me,me").code == 0
    assert opened == [("resumed", "rumms", path, None, None), ("resumed", "rumms", path, ("me", "me"), None)]


def test_a_record_of_dice_is_watched_in_the_window(rumms: Rumms, opened: list[tuple[Any, ...]]):
    path = shipped("scenarios", "rumms", "playthrough.jsonl")
    assert rumms("replay", path).code == 0
    ((what, loaded, lang),) = opened
    assert (what, loaded.header.game, lang) == ("replay", "rumms", None)


def test_where_no_window_can_be_opened_one_sentence_says_so(rumms: Rumms, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object) -> None:
        raise start.NoWindow("There is none.")

    monkeypatch.setattr(start, "launcher", refuse)
    ran = rumms()
    assert (ran.code, ran.err) == (2, "rumms: There is none.\n")


@pytest.mark.parametrize(
    "command", ["games", "rules", "play", "resume", "replay", "verify", "seal", "match", "bench", "soak"]
)
def test_every_command_has_help_in_both_languages(rumms: Rumms, command: str):
    english, german = rumms(command, "--help"), rumms(command, "--help", "--lang", "de")
    assert english.code == german.code == 0
    assert "usage: rumms" in english.out
    assert "Aufruf: rumms" in german.out
    assert "show this help" not in german.out


def test_the_games_are_listed_with_players_and_a_line_each(rumms: Rumms):
    ran = rumms("games")
    assert ran.code == 0
    assert re.search(r"^rumms +2 to 4 players  Rumms: .*\nkawumm +2 to 4 players  Kawumm!: ", ran.out)
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
        (["rules", "chess"], 1, "There is no game 'chess'; there are: rumms, kawumm, "),
        (["play", "chess", "--text"], 1, "There is no game 'chess'"),
        (
            ["play", "rumms", "--set", "points=99"],
            1,
            "The option 'points' takes a whole number from 0 to 68, not '99'.",
        ),
        (["play", "rumms", "--set", "colour=red"], 1, "Rumms has no option 'colour'"),
        (["play", "rumms", "--set", "points"], 1, "'points' is no setting; write option=value."),
        (["play", "rumms", "--set", "teams=red,red"], 1, "Each team needs a player."),
        (["play", "rumms", "--seats", "me"], 1, "Rumms is for 2 to 4 players, not for 1."),
        (["play", "rumms", "--seats", "me,clever"], 1, "There is no bot 'clever'"),
        (["play", "rumms", "--record", __file__], 1, "There is a file"),
        (["play", "rumms", "--text"], 1, "Rumms is played with a mouse; in a terminal only bots can play it"),
        (["play", "rumms", "--text", "--seats", "greedy,greedy", "--set", "mat=/no"], 1, "/no: there is no such file."),
        (
            ["play", "rumms", "--text", "--seats", "greedy,greedy", "--set", "teams=red,red"],
            1,
            "Each team needs a player.",
        ),
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
        (["match", "kawumm"], 2, "the following arguments are required: --bots"),
        ([*MATCH, "--games", "0"], 2, "argument --games: write a whole number from 1 to 1000000"),
        ([*MATCH, "--games", "1000001"], 2, "argument --games: write a whole number from 1 to 1000000"),
        ([*MATCH, "--games", "-1"], 2, "--games"),
        ([*MATCH, "--games", "2.5"], 2, "argument --games: write a whole number"),
        ([*MATCH, "--games", "9" * 5000], 2, "argument --games: write a whole number"),
        ([*MATCH, "--jobs", "0"], 2, "argument --jobs: write a whole number from 1 to 256"),
        ([*MATCH, "--jobs", "257"], 2, "argument --jobs: write a whole number from 1 to 256"),
        ([*MATCH, "--seed", "x"], 2, "argument --seed: a seed is a whole number"),
        (["match", "chess", "--bots", "greedy,random"], 1, "There is no game 'chess'"),
        (["match", "kawumm", "--bots", "greedy,"], 1, "'greedy,' does not say who plays; write for example greedy,"),
        (["match", "kawumm", "--bots", "greedy"], 1, "Kawumm! is for 2 to 4 players, not for 1."),
        (["match", "kawumm", "--bots", "greedy,me"], 1, "A match is between bots, and 'me' is a person."),
        (["match", "kawumm", "--bots", "greedy,clever"], 1, "There is no bot 'clever'"),
        ([*MATCH, "--set", "first_player=3"], 1, "first_player is 3, but there are only 2 seats."),
        ([*MATCH, "--record", __file__], 1, "is not a folder."),
        (
            ["bench", "flips"],
            1,
            "There is no bench 'flips'; there are: moves, rules, search, outcomes, shots, frames, decisions.",
        ),
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
    german = rumms("verify", record, broken, "--lang", "de").out.splitlines()
    assert german[-1] == "1 in Ordnung, 1 nicht in Ordnung"


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
    assert "chose 'I win', which is not allowed: it is no move of this game." in ran.err
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
    assert f"'{bot}:Evil' is a bot in a Python file" in ran.err
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


# Matches and benches.


def run_match(*words: str | Path) -> list[str]:
    return [sys.executable, "-m", "rumms", *MATCH[:2], *map(str, words)]


def wait_for(path: Path) -> None:
    """A file that another process is going to write."""
    until = time.monotonic() + 60
    while not path.exists():
        assert time.monotonic() < until, f"{path} has not been written"
        time.sleep(0.02)


@pytest.fixture
def stuck(tmp_path: Path) -> str:
    """A bot that thinks without end from its seventh game on, and then writes `stuck`; `made` has its processes."""
    path, made, sign = tmp_path / "stuck.py", tmp_path / "made", tmp_path / "stuck"
    path.write_text(
        "import os, time\n"
        "class Stuck:\n"
        "    def __init__(self, game, budget=None):\n"
        f"        with open({str(made)!r}, 'a') as file: file.write(f'{{os.getpid()}}\\n')\n"
        f"        with open({str(made)!r}) as file: self.games = len(file.readlines())\n"
        "    def choose(self, view, seat, legal, rng):\n"
        "        if self.games > 7:\n"  # the first was made for the check before the match
        "            time.sleep(0.3)\n"  # so that workers without a game are idle by now
        f"            open({str(sign)!r}, 'w').close()\n"
        "            time.sleep(600)\n"
        "        return legal[0]\n"
    )
    return f"{path}:Stuck"


def test_a_match_prints_a_table(rumms: Rumms):
    ran = rumms(*MATCH, "--games", "6", "--jobs", "1")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "Kawumm!, 6 games\n"
        "\n"
        "bot     wins    share    95 % interval\n"
        "greedy     6  100.0 %  61.0 to 100.0 %\n"
        "random     0    0.0 %    0.0 to 39.0 %\n"
        "\n"
        "If all were alike, each would win 50.0 %.\n"
    )


def test_numbers_are_written_as_the_language_writes_them(rumms: Rumms):
    assert "61,0" in rumms(*MATCH, "--games", "6", "--jobs", "1", "--lang", "de").out


def test_parts_of_wins_are_shown_where_there_are_some(rumms: Rumms, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(matches, "play_game", lambda *_: (0, 1, 2))
    out = rumms("match", "kawumm", "--bots", "greedy,random,random", "--games", "1", "--jobs", "1").out
    assert out.startswith("Kawumm!, 1 game\n")
    assert "greedy  0.33  33.3 %" in out


def test_a_match_is_printed_as_json_and_nothing_else(rumms: Rumms):
    ran = rumms(*MATCH, "--games", "3", "--jobs", "1", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert len(ran.out.splitlines()) == 1
    found = json.loads(ran.out)
    assert list(found) == ["game", "games", "bots"]
    assert (found["game"], found["games"]) == ("kawumm", 3)
    assert [list(row) for row in found["bots"]] == [["name", "wins", "share", "low", "high"]] * 2
    assert [row["name"] for row in found["bots"]] == ["greedy", "random"]


def test_the_number_of_jobs_changes_nothing(tmp_path: Path):
    """A match that stops once it is sure, recorded."""
    told, kept = set(), set()
    for jobs in ("1", "2", "3"):
        folder = tmp_path / jobs
        words = ("--bots", "random,greedy", "--games", "60", "--until-sure", "--json", "--record", folder)
        ran = subprocess.run(run_match(*words, "--jobs", jobs), capture_output=True, text=True, check=True)
        assert ran.stderr == ""
        told.add(ran.stdout)
        kept.add(tuple((path.name, path.read_bytes()) for path in sorted(folder.iterdir())))
    assert len(told) == len(kept) == 1
    assert json.loads(told.pop())["games"] == len(kept.pop()) < 60


def test_the_seed_changes_a_match(rumms: Rumms, tmp_path: Path):
    for seed in ("0", "1"):
        assert rumms(*MATCH, "--games", "1", "--jobs", "1", "--seed", seed, "--record", tmp_path / seed).code == 0
    default = tmp_path / "default"
    assert rumms(*MATCH, "--games", "1", "--jobs", "1", "--record", default).code == 0
    first, second, third = ((tmp_path / name / "kawumm-0001.jsonl").read_bytes() for name in ("0", "1", "default"))
    assert first == third != second


def test_the_games_of_a_match_pass_verify(rumms: Rumms, tmp_path: Path):
    assert rumms(*MATCH, "--games", "3", "--jobs", "1", "--record", tmp_path, "--set", "chain_reaction=on").code == 0
    ran = rumms("verify", *sorted(tmp_path.iterdir()))
    assert ran.out.endswith("3 passed, 0 failed\n")
    assert ran.out.count("in order") == 3


def test_a_match_overwrites_no_record(rumms: Rumms, tmp_path: Path):
    words = (*MATCH, "--games", "2", "--jobs", "1", "--record", tmp_path)
    assert rumms(*words).code == 0
    before = [path.read_bytes() for path in sorted(tmp_path.iterdir())]
    ran = rumms(*words)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == f"rumms: There is a file '{tmp_path / 'kawumm-0001.jsonl'}' already; choose another folder.\n"
    assert [path.read_bytes() for path in sorted(tmp_path.iterdir())] == before


@pytest.mark.parametrize(
    ("bots", "games", "says"),
    [
        ("greedy,random", "30", "greedy wins more often than by chance."),
        ("random,greedy", "30", "random wins less often than by chance."),
        ("random,greedy", "5", "It is not sure whether random wins more or less often than by chance."),
    ],
)
def test_until_sure_says_what_is_sure(rumms: Rumms, bots: str, games: str, says: str):
    words = ("match", "kawumm", "--bots", bots, "--jobs", "1")
    assert rumms(*words, "--games", games, "--until-sure").out.splitlines()[-1] == says
    assert says not in rumms(*words, "--games", "1").out


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bot_that_breaks_ends_a_match_with_one_sentence(tmp_path: Path, jobs: str):
    bot = tmp_path / "breaking.py"
    bot.write_text(
        "class Breaking:\n"
        "    def __init__(self, game, budget=None): pass\n"
        "    def choose(self, view, seat, legal, rng): raise ValueError('no')\n"
    )
    words = run_match("--bots", f"{bot}:Breaking,random", "--jobs", jobs)
    ran = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == (
        f"rumms: The bot '{bot}:Breaking' stopped with an error (ValueError: no)."
        f" Where it happened is written in '{own('log', 'bots.log')}'.\n"
    )


@pytest.mark.parametrize("how", ["raise ValueError('no')", "os._exit(3)"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_match_that_has_to_stop_prints_what_was_played(tmp_path: Path, jobs: str, how: str):
    bot = tmp_path / "breaking.py"
    bot.write_text(
        "import os\n"
        "class Breaking:\n"
        "    def __init__(self, game, budget=None): pass\n"
        "    def choose(self, view, seat, legal, rng):\n"
        f"        if seat: {how}\n"  # in the second game, as seats rotate
        "        return legal.sample(rng)\n"
    )
    words = run_match("--bots", f"{bot}:Breaking,random", "--jobs", jobs, "--games", "6", "--json", "--lang", "en")
    ran = subprocess.run(words, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert json.loads(ran.stdout)["games"] == 1
    first, second = ran.stderr.splitlines()
    assert first == "The match has to stop. This was played so far:"
    assert second.startswith("rumms: The bot" if "raise" in how else "rumms: Game 2 ended its worker")


def test_an_interrupted_match_prints_what_was_played(rumms: Rumms, monkeypatch: pytest.MonkeyPatch):
    winners: list[Any] = [(0,), (1,), KeyboardInterrupt]

    def game(*_: object) -> Any:
        if (won := winners.pop(0)) is KeyboardInterrupt:
            raise KeyboardInterrupt
        return won

    monkeypatch.setattr(matches, "play_game", game)
    ran = rumms(*MATCH, "--jobs", "1")
    assert (ran.code, ran.err) == (130, "Interrupted. This was played so far:\n")
    assert ran.out.startswith("Kawumm!, 2 games\n")
    winners.append(KeyboardInterrupt)
    assert rumms(*MATCH, "--jobs", "1", "--json") == (130, "", "Interrupted before a game was over.\n")


@pytest.fixture
def waiting(tmp_path: Path) -> str:
    """A bot that writes `stuck` and then waits for the file `go`."""
    path, sign, go = tmp_path / "waiting.py", tmp_path / "stuck", tmp_path / "go"
    path.write_text(
        "import os, time\n"
        "class Waiting:\n"
        "    def __init__(self, game, budget=None): pass\n"
        "    def choose(self, view, seat, legal, rng):\n"
        f"        open({str(sign)!r}, 'w').close()\n"
        f"        while not os.path.exists({str(go)!r}): time.sleep(0.02)\n"
        "        return legal[0]\n"
    )
    return f"{path}:Waiting"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no groups of processes to interrupt")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_match_in_the_background_of_a_script_plays_on_when_the_script_is_interrupted(
    tmp_path: Path, waiting: str, jobs: str
):
    """A shell starts it with Ctrl-C ignored; the command leaves it so."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        words = run_match("--bots", f"{waiting},random", "--jobs", jobs, "--games", "2", "--json")
        running = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
    finally:
        signal.signal(signal.SIGINT, before)
    try:
        wait_for(tmp_path / "stuck")
        os.killpg(running.pid, signal.SIGINT)
        (tmp_path / "go").touch()
        out, err = running.communicate(timeout=60)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
    assert (running.returncode, err) == (0, "")
    assert json.loads(out)["games"] == 2


@pytest.mark.usefixtures("interruptible")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no groups of processes to interrupt")
@pytest.mark.parametrize(("jobs", "games"), [("1", "100"), ("2", "100"), ("3", "7")], ids=["one", "busy", "idle"])
def test_ctrl_c_stops_every_worker(tmp_path: Path, stuck: str, jobs: str, games: str):
    folder = tmp_path / "all"
    words = run_match("--bots", f"{stuck},random", "--jobs", jobs, "--games", games, "--json", "--record", folder)
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        wait_for(tmp_path / "stuck")
        for worker in set(map(int, (tmp_path / "made").read_text().split())) - {running.pid}:
            os.kill(
                worker, signal.SIGINT
            )  # all get it at once; here the command is last, and what workers say is heard
        time.sleep(0.3)
        os.killpg(running.pid, signal.SIGINT)
        try:
            out, err = running.communicate(timeout=60)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
    assert (running.returncode, err) == (130, "Interrupted. This was played so far:\n")
    played = json.loads(out)["games"]
    assert 3 <= played <= 6, "two games a worker are ahead of the last that counts"
    assert sorted(path.name for path in folder.iterdir()) == [f"kawumm-{n:04}.jsonl" for n in range(1, played + 1)]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a program without asking it")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_match_that_is_told_to_end_says_what_was_played(tmp_path: Path, stuck: str, jobs: str):
    folder = tmp_path / "all"
    words = run_match("--bots", f"{stuck},random", "--jobs", jobs, "--json", "--record", folder)
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        wait_for(tmp_path / "stuck")
        time.sleep(0.3)
        running.terminate()
        try:
            out, err = running.communicate(timeout=60)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
    assert (running.returncode, err) == (130, "Interrupted. This was played so far:\n")
    played = json.loads(out)["games"]
    assert sorted(path.name for path in folder.iterdir()) == [f"kawumm-{n:04}.jsonl" for n in range(1, played + 1)]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks Linux for the state of a process")
def test_workers_do_not_outlive_the_match(tmp_path: Path, stuck: str):
    def lives(process: str) -> bool:
        try:
            return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        except FileNotFoundError:
            return False

    words = run_match("--bots", f"{stuck},random", "--jobs", "2")
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        wait_for(tmp_path / "stuck")
        running.kill()
    workers = set((tmp_path / "made").read_text().split())
    assert len(workers) == 3, "the command and its two workers"
    until = time.monotonic() + 60
    while any(map(lives, workers)):
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_bar_is_drawn_on_a_terminal_only():
    pty = pytest.importorskip("pty")
    words = run_match("--bots", "greedy,random", "--games", "3", "--jobs", "1", "--json")
    bare = subprocess.run(words, capture_output=True, text=True, check=True)
    ours, theirs = pty.openpty()
    ran = subprocess.run(words, stdout=subprocess.PIPE, stderr=theirs, text=True, check=True)
    os.close(theirs)
    shown = os.read(ours, 100_000).decode()
    os.close(ours)
    assert "greedy 100.0 %" in shown
    assert "1/3" in shown
    assert bare.stderr == ""
    assert ran.stdout == bare.stdout


def test_a_bench_prints_a_table_or_json(rumms: Rumms, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bench, "SECONDS", 0.002)
    table, found = rumms("bench", "moves"), json.loads(rumms("bench", "moves", "--json").out)
    assert (table.code, table.err) == (0, "")
    lines = table.out.splitlines()
    assert lines[0].split() == ["bench", "what", "speed", "per", "1,000", "rounds"]
    assert re.fullmatch(r"moves +rumms +[\d,]+  moves a second +[\d,]+\.\d", lines[1])
    assert "A round shuffles and sorts 52 numbers in plain Python; here: " in table.out
    assert list(found) == ["reference", "rows"]
    assert found["reference"]["unit"] == "rounds a second"
    assert list(found["rows"][0]) == ["bench", "what", "figure", "unit", "relative"]
    assert found["rows"][0]["what"] == "rumms"
    assert all(row["figure"] > 0 and row["relative"] > 0 for row in found["rows"])
