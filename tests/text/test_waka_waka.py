"""A game of Waka Waka at the keyboard: what is shown to whom, and what can be typed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rumms.catalogue import find_game
from rumms.games.waka_waka.state import Choose, Stop, Supply
from rumms.kernel.session import load

Rumms = Callable[..., Any]
PLAY = ("play", "waka_waka", "--text", "--seed", "5")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def moves(path: Path) -> list[Any]:
    return [made.action for made in load(path, find_game).session.past]


def last_choice(text: str) -> str:
    """The number of the last choice that is on the screen."""
    return [line.split()[0] for line in text.splitlines() if line[:3].strip().isdigit()][-1]


def test_the_table_the_question_and_numbered_choices_are_shown(rumms: Rumms, path: Path):
    ran = rumms(*PLAY, "--seats", "me:Anna,greedy", "--record", path, answers="2 q")
    assert "Waka Waka · Anna" in ran.out
    assert "everybody has 6 cards and 8 gold; Anna begins." in ran.out
    assert "Which figure do you choose?" in ran.out
    assert "Anna chooses the figure: blue." in ran.out
    assert "greedy chooses the figure: " in ran.out
    assert "Your hand: " in ran.out
    assert "Which card do you play? 0 of 3 are played, the supply would be 3." in ran.out
    assert Choose("blue") in moves(path)


def test_what_the_others_did_since_is_told(rumms: Rumms, path: Path):
    ran = rumms(*PLAY, "--seats", "me:Anna,greedy", "--record", path, answers="1 q")
    stop = last_choice(ran.out)
    ran = rumms("resume", path, "--text", answers=f"{stop} 4 q")
    assert [Stop(), Supply(0, 3)] == [move for move in moves(path) if isinstance(move, Stop | Supply)][:2]
    told = ran.out.split("Anna takes 3 gold as supply.")[1]
    assert "greedy " in told
    assert "Which card do you play?" in told


def test_it_is_played_in_german(rumms: Rumms, path: Path):
    ran = rumms(*PLAY, "--seats", "me:Anna,greedy", "--record", path, "--lang", "de", answers="1 ? q")
    assert "Deine Hand: " in ran.out
    assert "Welche Karte spielst du? 0 von 3 sind gespielt, der Nachschub wäre 3." in ran.out
    assert "Ihr handelt am großen Fluss." in ran.out


def test_a_choice_can_be_taken_back(rumms: Rumms, path: Path):
    ran = rumms(*PLAY, "--seats", "me:Anna,greedy", "--record", path, answers="1 q")
    stop = last_choice(ran.out)
    ran = rumms("resume", path, "--text", answers=f"{stop} u q")
    assert "Taken back." in ran.out
    assert Stop() not in moves(path)


def test_a_whole_game_is_told_verified_and_replayed(rumms: Rumms, path: Path):
    played = rumms(*PLAY, "--seats", "greedy,greedy", "--record", path)
    assert played.code == 0
    assert " has won." in played.out
    assert rumms("verify", path).code == 0
    replayed = rumms("replay", path, "--text")
    assert "rises to step 5." in replayed.out
    assert rumms("replay", path, "--text", "--lang", "de").out.count("steigt auf Stufe 5.") >= 1


def test_options_are_listed_and_wrong_ones_refused_in_a_sentence(rumms: Rumms):
    listed = rumms("games", "waka_waka").out
    for name in ("ladder", "gold_symbol_cards", "elder_shows_to", "bank_gold", "chimp_same_boat", "gold_open"):
        assert name in listed
    assert "any of these with commas between, or none: handel, regenmacher" in " ".join(listed.split())
    ran = rumms(*PLAY, "--seats", "greedy,greedy", "--set", "gold_symbol_cards=feuer")
    assert ran.code == 1
    assert "The option 'gold_symbol_cards' takes any of these" in " ".join(ran.err.split())


@pytest.mark.parametrize("words", ["ladder=IV", "gold_symbol_cards=none", "gold_symbol_cards=trommler,traeger"])
def test_options_are_set_on_the_command_line(rumms: Rumms, path: Path, words: str):
    ran = rumms(*PLAY, "--seats", "greedy,greedy,greedy", "--set", words, "--record", path)
    assert ran.code == 0
    name, value = words.split("=")
    found = getattr(load(path, find_game).session.state.options, name)
    assert found == (value if name == "ladder" else tuple(value.split(",")) if value != "none" else ())
