"""A game of Dumm gelaufen! at the keyboard: what is shown to whom, and what can be typed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rumms.catalogue import find_game
from rumms.games.dumm_gelaufen.state import Lay, Take, Trade
from rumms.kernel.session import load

Rumms = Callable[..., Any]
PLAY = ("play", "dumm_gelaufen", "--text", "--seed", "7")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def moves(path: Path) -> list[Any]:
    return [made.action for made in load(path, find_game).session.past]


def test_without_seats_one_plays_against_a_greedy_bot(rumms: Rumms, path: Path):
    ran = rumms(*PLAY, "--record", path, answers="q")
    assert ran.code == 0
    assert json.loads(path.read_text().splitlines()[0])["seats"] == ["me", "greedy"]
    assert "Round 1: new Murphy cards, Player 1 begins." in ran.out
    assert "Your task: " in ran.out
    assert "Trade two for one: take 2 cards, lay down 1" in ran.out


def test_a_trade_is_made_step_by_step_and_what_the_others_did_is_told(rumms: Rumms, path: Path):
    ran = rumms(*PLAY, "--record", path, "--seats", "me:Anna,greedy", answers="1 1 1 1 q")
    made = moves(path)
    assert [type(action) for action in made[1:5]] == [Trade, Take, Take, Lay]
    assert "Anna takes" in ran.out
    assert "greedy trades" in ran.out
    assert "among them" in ran.out


def test_a_step_of_a_trade_can_be_taken_back(rumms: Rumms, path: Path):
    ran = rumms(*PLAY, "--record", path, "--seats", "me:Anna,greedy", answers="1 1 u u q")
    assert ran.out.count("Taken back.") == 2
    assert len(moves(path)) == 1


def test_it_speaks_german(rumms: Rumms, path: Path):
    ran = rumms(*PLAY, "--record", path, "--lang", "de", answers="1 q")
    assert "Deine Aufgabe: " in ran.out
    assert "Zwei gegen eine tauschen: 2 Karten nehmen, 1 ablegen" in ran.out
    assert "von Mac nehmen" in ran.out


def test_rules_can_be_read_and_a_wrong_word_is_explained(rumms: Rumms, path: Path):
    ran = rumms(*PLAY, "--record", path, answers="? 99 q")
    assert "Whatever can go wrong goes wrong." in ran.out
    assert "'99' is none of the choices." in ran.out


def test_a_game_that_was_left_goes_on_and_is_replayed_and_verified(rumms: Rumms, path: Path):
    rumms(*PLAY, "--record", path, "--seats", "me:Anna,greedy", answers="1 1 q")
    ran = rumms("resume", path, "--text", answers="1 1 q")
    assert "Anna takes" in ran.out
    told = rumms("replay", path, "--text").out
    assert "Anna trades two for one." in told
    assert "The record ends here; the game is not over." in told
    assert "all by the rules" in rumms("verify", path).out
